// Figures on a table, seen from above, one by one and to scale, in the part of the body they belong to.

import type { Body, Part } from '../types';
import { add, along, direction, distance, Grain, mix, quarter, sub, type Point } from './geometry';
import { circle, n, oval, ring, slab, stroke } from './ink';
import type { Livery } from './colours';

/** A place for one figure: half the room it has across and along its way. */
export interface Stand {
  at: Point;
  half: Point;
  way: Point;
}

const spot = (p: Stand, x: number, y: number): Point =>
  along(along(p.at, quarter(p.way), x * p.half[0]), p.way, y * p.half[1]);
const small = (p: Stand): number => Math.min(p.half[0], p.half[1]);

/** Ranks are filled from the front; what is left over stands in the middle of the last rank. */
export function stands(part: Part): Stand[] {
  const files = Math.max(1, part.files);
  const ranks = Math.max(1, Math.ceil(part.figures / files));
  const [fl, fr, rr, rl] = part.corners;
  const half: Point = [distance(fl, fr) / files / 2, distance(mix(fl, fr, 0.5), mix(rl, rr, 0.5)) / ranks / 2];
  const way = direction(sub(add(fl, fr), add(rl, rr)));
  return Array.from({ length: part.figures }, (_, i) => {
    const [rank, file] = [Math.floor(i / files), i % files];
    const inRank = Math.min(files, part.figures - rank * files);
    const s = 0.5 + (file + 0.5 - inRank / 2) / files;
    return { at: mix(mix(fl, fr, s), mix(rl, rr, s), (rank + 0.5) / ranks), half, way };
  });
}

/** How broad the figures of a part are. */
export const breadthOf = (part: Part): number => distance(part.corners[0], part.corners[1]) / Math.max(1, part.files);

const ASH = '#e9c98d';
const STEEL = '#d4d9dc';
const BRONZE = '#c89b4a';
const TIMBER = '#d0ac74';
const HORSES = ['#8a5c36', '#a86c3c', '#5e402a', '#4a3f39', '#c9c4b8'];

const fill = (d: string, colour: string): string => (d ? `<path d="${d}" fill="${colour}"/>` : '');
const bare = (d: string, colour: string): string => (d ? `<path d="${d}" fill="${colour}" stroke="none"/>` : '');

/** A stroke with a dark edge, so that a weapon shows on any coat. */
const weapon = (d: string, colour: string, dark: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${dark}" stroke-width="${n(width * 2)}"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}"/>`;

export function figures(symbol: Body['symbol'], part: Part, livery: Livery): string {
  const places = stands(part);
  const first = places[0];
  if (!first) return '';
  const inner = ((): string => {
    switch (part.figure) {
      case 'pike':
        return symbol === 'highlanders' ? clansmen(places, livery) : pikes(places, livery);
      case 'shot':
        return symbol === 'highlanders' ? clansmen(places, livery) : shot(places, livery, true);
      case 'gunner':
        return shot(places, livery, false);
      case 'skirmisher':
        return skirmishers(places, livery);
      case 'rider':
      case 'officer':
        return riders(symbol, places, livery, true);
      case 'horse':
        return riders(symbol, places, livery, false);
      case 'gun':
        return guns(places);
      case 'wagon':
        return wagons(places);
    }
  })();
  return `<g stroke="${livery.dark}" stroke-width="${n(small(first) * 0.11)}" stroke-linecap="round">${inner}</g>`;
}

function pikes(places: readonly Stand[], livery: Livery): string {
  let [helmets, combs, shafts] = ['', '', ''];
  for (const p of places) {
    const head = spot(p, -0.16, -0.12);
    helmets += circle(head, small(p) * 0.55);
    combs += stroke(along(head, p.way, small(p) * 0.5), along(head, p.way, -small(p) * 0.5));
    shafts += stroke(spot(p, 0.62, -0.86), spot(p, 0.62, 1));
  }
  return (
    weapon(shafts, ASH, livery.dark, small(places[0]!) * 0.22) +
    fill(helmets, STEEL) +
    `<path d="${combs}" fill="none"/>`
  );
}

function shot(places: readonly Stand[], livery: Livery, armed: boolean): string {
  let [hats, crowns, muskets] = ['', '', ''];
  for (const p of places) {
    const head = spot(p, -0.08, -0.1);
    hats += circle(head, small(p) * 0.56);
    crowns += circle(head, small(p) * 0.24);
    if (armed) muskets += stroke(spot(p, 0.56, -0.45), spot(p, 0.56, 0.85));
  }
  return (
    (armed ? weapon(muskets, ASH, livery.dark, small(places[0]!) * 0.13) : '') +
    fill(hats, livery.pale) +
    bare(crowns, livery.dark)
  );
}

/** Loose men: none stands quite in line. */
function skirmishers(places: readonly Stand[], livery: Livery): string {
  const loose = places.map((p): Stand => {
    const grain = new Grain([p.at]);
    const at = spot(p, grain.within(-0.35, 0.35), grain.within(-0.35, 0.35));
    return { at, half: [p.half[0] * 0.62, p.half[1] * 0.62], way: p.way };
  });
  return fill(loose.map((p) => circle(p.at, small(p))).join(''), livery.base) + shot(loose, livery, true);
}

/** Targe and broadsword. */
function clansmen(places: readonly Stand[], livery: Livery): string {
  let [bonnets, targes, bosses, swords] = ['', '', '', ''];
  for (const p of places) {
    bonnets += circle(spot(p, 0.1, -0.15), small(p) * 0.5);
    targes += circle(spot(p, -0.42, 0.32), small(p) * 0.4);
    bosses += circle(spot(p, -0.42, 0.32), small(p) * 0.12);
    swords += stroke(spot(p, 0.52, 0), spot(p, 0.72, 0.85));
  }
  return (
    weapon(swords, STEEL, livery.dark, small(places[0]!) * 0.12) +
    fill(bonnets, livery.pale) +
    fill(targes, TIMBER) +
    bare(bosses, livery.dark)
  );
}

function riders(symbol: Body['symbol'], places: readonly Stand[], livery: Livery, mounted: boolean): string {
  const coats = HORSES.map(() => '');
  const general = symbol === 'general' || symbol === 'chief-general';
  let [manes, men, hats, arms] = ['', '', '', ''];
  places.forEach((p, i) => {
    const [across, ahead] = [Math.min(p.half[0], p.half[1] * 0.6), Math.min(p.half[1], p.half[0] * 2)];
    const reach = (k: number): Point => along(p.at, p.way, k * ahead);
    // Generals ride greys, which show best under a dark coat. A horse keeps its coat wherever it goes.
    coats[general ? 4 : new Grain([[i, places.length]]).pick(5)] +=
      oval(reach(-0.12), p.way, ahead * 0.56, across * 0.42) + oval(reach(0.58), p.way, ahead * 0.28, across * 0.2);
    manes += stroke(reach(0.42), reach(0.66)) + stroke(reach(-0.68), reach(-0.84));
    if (!mounted) return;
    const seat = reach(-0.1);
    men += oval(seat, quarter(p.way), across * 0.62, ahead * 0.17);
    hats += circle(seat, across * 0.34);
    const hand = along(seat, quarter(p.way), across * 0.66);
    const [from, to] = symbol === 'lancers' ? [-0.5, 1.05] : symbol === 'dragoons' ? [-0.25, 0.45] : [0, 0.42];
    arms += stroke(along(hand, p.way, from * ahead), along(hand, p.way, to * ahead));
  });
  const steel = symbol === 'cuirassiers';
  return (
    coats.map((d, i) => fill(d, HORSES[i]!)).join('') +
    `<path d="${manes}" fill="none"/>` +
    (mounted ? weapon(arms, symbol === 'lancers' ? ASH : STEEL, livery.dark, small(places[0]!) * 0.1) : '') +
    fill(men, livery.base) +
    fill(hats, steel ? STEEL : livery.pale)
  );
}

function guns(places: readonly Stand[]): string {
  let [wheels, carriages, barrels] = ['', '', ''];
  for (const p of places) {
    const s = Math.min(p.half[0], p.half[1] * 0.55);
    const at = (x: number, y: number): Point => along(along(p.at, quarter(p.way), x * s), p.way, y * s);
    for (const side of [-0.72, 0.72]) wheels += ring(slab(at(side, 0), p.way, s * 0.52, s * 0.12));
    carriages += ring([at(-0.3, 0.3), at(0.3, 0.3), at(0.12, -1.5), at(-0.12, -1.5)]);
    carriages += ring(slab(at(0, 0), quarter(p.way), s * 0.72, s * 0.09));
    barrels += ring([at(-0.16, 1.5), at(0.16, 1.5), at(0.27, -0.5), at(-0.27, -0.5)]) + circle(at(0, -0.62), s * 0.14);
  }
  return fill(wheels, '#5e402a') + fill(carriages, TIMBER) + fill(barrels, BRONZE);
}

function wagons(places: readonly Stand[]): string {
  let [wheels, beds, tilts] = ['', '', ''];
  for (const p of places) {
    const s = Math.min(p.half[0], p.half[1] * 0.6);
    const at = (x: number, y: number): Point => along(along(p.at, quarter(p.way), x * s), p.way, y * s);
    for (const x of [-0.72, 0.72])
      for (const y of [-0.7, 0.6]) wheels += ring(slab(at(x, y), p.way, s * 0.34, s * 0.1));
    beds += ring(slab(p.at, p.way, s * 1.1, s * 0.6)) + ring(slab(at(0, 1.4), p.way, s * 0.3, s * 0.06));
    tilts += ring(slab(p.at, p.way, s * 0.9, s * 0.48));
  }
  return fill(wheels, '#3b2b1d') + fill(beds, TIMBER) + fill(tilts, '#f3e4c6');
}
