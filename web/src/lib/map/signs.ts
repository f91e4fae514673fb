// The signs of the arms, drawn in a light panel around the origin: `w` and `h` are half its width and height.

import type { Body } from '../types';
import { circle, n } from './ink';

type Symbol = Body['symbol'];

const INK = '#2a2018';

const filled = (d: string, fill: string, thick = 0.6): string =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${thick}" stroke-linejoin="round"/>`;
const solid = (d: string): string => `<path d="${d}" fill="${INK}"/>`;
const lines = (d: string, thick: number): string =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The sign of an arm; `coat` is the side's colour. From afar only its main lines are drawn. */
export function sign(symbol: Symbol, w: number, h: number, coat: string, far = false): string {
  switch (symbol) {
    case 'pike-and-shot':
      return far ? regiment(w, h, coat) : pikeAndShot(w, h, coat);
    case 'shot':
      return crossedMuskets(w, h);
    case 'skirmishers':
      return loose(w, h);
    case 'dragoons':
      return loose(w, h * 0.52, -h * 0.42) + bar(w, h, 1.4);
    case 'horse':
      return bar(w, h, 3.6);
    case 'cuirassiers':
      return (
        filled(`M${n(w)} ${n(-h)}L${n(w)} ${n(h)}L${n(-w)} ${n(h)}Z`, coat, 0) +
        bar(w, h, 1.6) +
        helmet(-w * 0.42, -h * 0.3, h * 0.5)
      );
    case 'light-horse':
      return lines(
        `M${n(-w)} ${n(h * 0.35)}L${n(w * 0.55)} ${n(-h)}M${n(-w * 0.55)} ${n(h)}L${n(w)} ${n(-h * 0.35)}`,
        1.4,
      );
    case 'lancers':
      return (
        bar(w, h, 1.4) +
        filled(`M${n(w * 0.62)} ${n(-h * 0.62)}l${n(-w * 0.62)} ${n(-h * 0.1)}l${n(w * 0.32)} ${n(h * 0.46)}Z`, coat)
      );
    case 'guns':
      return gun(h);
    case 'highlanders':
      return (
        lines(
          `M${n(-w * 0.7)} ${n(-h * 0.8)}L${n(w * 0.7)} ${n(h * 0.8)}M${n(w * 0.7)} ${n(-h * 0.8)}L${n(-w * 0.7)} ${n(h * 0.8)}`,
          1.4,
        ) +
        filled(circle([0, 0], h * 0.46), '#d0ac74', 0.8) +
        solid(circle([0, 0], h * 0.12))
      );
    case 'wagon':
      return wagon(h);
    case 'led-horses':
      return horseHead(h * 0.95);
    case 'general':
    case 'chief-general':
      return '';
  }
}

/** The bar of the horse, from the lower left to the upper right. */
const bar = (w: number, h: number, thick: number): string =>
  `<path d="M${n(-w)} ${n(h)}L${n(w)} ${n(-h)}" stroke="${INK}" stroke-width="${thick}"/>`;

/** A stand of pikes between two crossed muskets' butts: pikes upright in the middle, a musket on either hand. */
function pikeAndShot(w: number, h: number, coat: string): string {
  const half = Math.min(w * 0.42, h * 0.9);
  const count = Math.max(3, Math.round(half / 1.9));
  let [shafts, points] = ['', ''];
  for (let i = 0; i < count; i++) {
    const x = -half + (2 * half * (i + 0.5)) / count;
    shafts += `M${n(x)} ${n(h)}V${n(-h * 0.7)}`;
    points += `M${n(x - 0.75)} ${n(-h * 0.58)}L${n(x)} ${n(-h * 0.98)}L${n(x + 0.75)} ${n(-h * 0.58)}Z`;
  }
  return (
    lines(shafts, 0.7) +
    solid(points) +
    `<path d="M${n(-half)} ${n(-h * 0.05)}H${n(half)}V${n(h)}H${n(-half)}Z" fill="${coat}" stroke="${INK}" stroke-width=".6"/>` +
    muskets(-w, -half, h) +
    muskets(half, w, h)
  );
}

/** A regiment as battle plans of the time have it: the pikes a dark block, a sleeve of shot on either hand. */
function regiment(w: number, h: number, coat: string): string {
  const half = Math.min(w * 0.4, h * 1.2);
  const sleeve = (x: number): string => circle([x, -h * 0.36], 2) + circle([x, h * 0.42], 2);
  return (
    `<path d="M${n(-half)} ${n(-h)}H${n(half)}V${n(h)}H${n(-half)}Z" fill="${coat}" stroke="${INK}" stroke-width="1.4"/>` +
    lines(`M${n(-half * 0.45)} ${n(h)}V${n(-h)}M${n(half * 0.45)} ${n(h)}V${n(-h)}`, 1) +
    solid(sleeve((-w - half) / 2) + sleeve((w + half) / 2))
  );
}

/** Files of musketeers from above, between two edges of a panel. */
function muskets(from: number, to: number, h: number): string {
  const files = Math.max(1, Math.round((to - from) / 4.6));
  let [hats, barrels] = ['', ''];
  for (let rank = 0; rank < 2; rank++) {
    for (let file = 0; file < files; file++) {
      const x = from + ((to - from) * (file + 0.5)) / files - 0.5;
      const y = -h * 0.28 + rank * h * 0.86;
      hats += circle([x, y], 1.35);
      barrels += `M${n(x + 1.7)} ${n(y + 1)}V${n(y - 3)}`;
    }
  }
  return lines(barrels, 0.6) + solid(hats);
}

function crossedMuskets(w: number, h: number): string {
  const long = Math.min(w * 0.9, h * 1.5);
  const musket = (side: 1 | -1): string => {
    const [x0, y0, x1, y1] = [-side * long, h * 0.72, side * long, -h * 0.8];
    const stock = (t: number): string => `${n(x0 + (x1 - x0) * t)} ${n(y0 + (y1 - y0) * t)}`;
    return (
      lines(`M${stock(0.2)}L${stock(1)}`, 1) +
      lines(`M${stock(0.02)}L${stock(0.3)}`, 2.4) +
      lines(`M${stock(0.42)}l${n(side * 0.6)} ${n(-1.4)}`, 0.8)
    );
  };
  return musket(1) + musket(-1);
}

/** Loose men, none behind another. */
function loose(w: number, h: number, lift = 0): string {
  const count = Math.max(3, Math.round(w / 2.6));
  let hats = '';
  for (let i = 0; i < count; i++) {
    hats += circle([-w + (2 * w * (i + 0.5)) / count, lift + h * [-0.42, 0.46, 0][i % 3]!], 1.5);
  }
  return `<path d="${hats}" fill="#fffcf2" stroke="${INK}" stroke-width=".85"/>`;
}

function helmet(x: number, y: number, s: number): string {
  return filled(
    `M${n(x - s)} ${n(y + s * 0.5)}a${n(s)} ${n(s * 1.1)} 0 0 1 ${n(2 * s)} 0l${n(s * 0.5)} ${n(s * 0.2)}l${n(-s * 0.5)} ${n(s * 0.2)}h${n(-2 * s)}Z`,
    '#d4d9dc',
    0.5,
  );
}

/** A gun from the side: barrel, wheel and trail. */
function gun(h: number): string {
  const s = h / 6.4;
  return (
    `<path d="M${n(-9 * s)} ${n(5 * s)}L${n(-1 * s)} ${n(-0.5 * s)}" stroke="${INK}" stroke-width="${n(2 * s)}" stroke-linecap="round"/>` +
    filled(
      `M${n(-5.4 * s)} ${n(-0.6 * s)}L${n(9.5 * s)} ${n(-4.6 * s)}l${n(0.5 * s)} ${n(2 * s)}L${n(-4.6 * s)} ${n(2.4 * s)}Z`,
      '#c89b4a',
      0.7,
    ) +
    filled(circle([0.4 * s, 2.2 * s], 3.7 * s), '#fffcf2', 1) +
    lines(`M${n(0.4 * s)} ${n(-1.5 * s)}v${n(7.4 * s)}M${n(-3.3 * s)} ${n(2.2 * s)}h${n(7.4 * s)}`, 0.7) +
    solid(circle([0.4 * s, 2.2 * s], 0.9 * s))
  );
}

function wagon(h: number): string {
  const s = h / 6.4;
  return (
    filled(
      `M${n(-7 * s)} ${n(1.6 * s)}q${n(0.4 * s)} ${n(-6.4 * s)} ${n(7 * s)} ${n(-6.4 * s)}t${n(7 * s)} ${n(6.4 * s)}Z`,
      '#f3e4c6',
      0.7,
    ) +
    lines(
      `M${n(-2.4 * s)} ${n(1.6 * s)}q${n(-0.4 * s)} ${n(-4 * s)} ${n(0.6 * s)} ${n(-6 * s)}M${n(2.4 * s)} ${n(1.6 * s)}q${n(0.4 * s)} ${n(-4 * s)} ${n(-0.6 * s)} ${n(-6 * s)}`,
      0.6,
    ) +
    filled(`M${n(-8 * s)} ${n(1.4 * s)}h${n(16 * s)}v${n(1.6 * s)}h${n(-16 * s)}Z`, '#8a5c36', 0.6) +
    filled(circle([-4.4 * s, 3.8 * s], 2 * s) + circle([4.4 * s, 3.8 * s], 2 * s), '#fffcf2', 0.8)
  );
}

export function horseHead(h: number): string {
  const s = h / 6.4;
  return filled(
    `M${n(-4 * s)} ${n(6 * s)}C${n(-4.6 * s)} ${n(1 * s)} ${n(-2.6 * s)} ${n(-3.6 * s)} ${n(0.4 * s)} ${n(-4.6 * s)}L${n(1 * s)} ${n(-6.4 * s)}L${n(2 * s)} ${n(-4.4 * s)}C${n(3.4 * s)} ${n(-3.4 * s)} ${n(4.6 * s)} ${n(-0.6 * s)} ${n(5.6 * s)} ${n(1.4 * s)}C${n(5.2 * s)} ${n(2.8 * s)} ${n(4.2 * s)} ${n(3 * s)} ${n(3.2 * s)} ${n(2.4 * s)}C${n(2 * s)} ${n(1.4 * s)} ${n(1.4 * s)} ${n(1.2 * s)} ${n(0.6 * s)} ${n(1.2 * s)}C${n(1 * s)} ${n(3 * s)} ${n(2.4 * s)} ${n(4 * s)} ${n(3 * s)} ${n(6 * s)}Z`,
    '#8a5c36',
    0.7,
  );
}

/** A general's baton; the commander of all carries two crossed under a star. */
export function baton(chief: boolean, r: number, coat: string): string {
  const one = (turn: number): string =>
    `<g transform="rotate(${turn})"><rect x="${n(-r * 0.16)}" y="${n(-r * 0.72)}" width="${n(r * 0.32)}" height="${n(r * 1.44)}" rx="${n(r * 0.1)}" fill="${coat}" stroke="${INK}" stroke-width="${n(r * 0.08)}"/>` +
    `<path d="M${n(-r * 0.16)} ${n(-r * 0.52)}h${n(r * 0.32)}M${n(-r * 0.16)} ${n(r * 0.52)}h${n(r * 0.32)}" stroke="#f2b705" stroke-width="${n(r * 0.16)}"/></g>`;
  return chief ? one(42) + one(-42) : one(42);
}
