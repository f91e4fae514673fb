// How much is drawn at which scale, and where names may stand.

import type { Badge } from '../types';
import { boxOf, type Box, type Point } from './geometry';

/** `afar`: its arm, side, command and whether it is in trouble. `small`: its sign and figures. `full`: everything but the name. `nearest`: that too. */
export type Detail = 'afar' | 'small' | 'full' | 'nearest';

/** A counter that is so many pixels wide. */
export function counterDetail(pixels: number): Detail {
  if (pixels < 14) return 'afar';
  if (pixels < 32) return 'small';
  return pixels < 62 ? 'full' : 'nearest';
}

/** How much larger than they are counters and leaders are drawn from afar: a counter has then all of its hex. */
export const SWELLS = { counter: 1.26, leader: 1.7 } as const;

/** A general's sign on a table keeps about its size on the screen. */
export const leaderRadius = (k: number, u: number): number => Math.min(10, Math.max(6, 14 * k * u)) / k;

/** Where an inch of the table is this small, only what is lit is named. */
export const isCompact = (k: number, u: number): boolean => k * u < 0.62;

/** Names of the ground grow with it, but neither too small to read nor as large as a poster. */
export const groundNameSize = (wanted: number, k: number): number => Math.min(19 / k, Math.max(10.5 / k, wanted));

/** Hex numbers can be read when hexes are at least so wide. */
export const showsNumbers = (hexPixels: number): boolean => hexPixels >= 46;

export interface Label {
  id: number;
  /** What the label belongs to, in pixels on the laid-out sheet. */
  owner: Box;
  /** How large it is, in full and cut short: the first that finds room is taken. */
  sizes: { w: number; h: number }[];
  /** Whether it stands above its owner rather than below where both are free. */
  above: boolean;
  /** The lower, the earlier it is placed. */
  rank: number;
  /** Whether it is written even where it is crowded, at its shortest. */
  must?: boolean;
}

export interface Placed {
  id: number;
  at: Point;
  /** Which of its sizes it has. */
  size: number;
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Where a label of a size may stand: below and above, straight or pushed aside, then beside its owner. */
function spotsFor({ owner, above }: Label, { w, h }: { w: number; h: number }): Point[] {
  const middle = owner.x + owner.w / 2;
  const row = (y: number): Point[] => [0, -0.28, 0.28].map((aside) => [middle + aside * w, y]);
  const [under, over] = [row(owner.y + owner.h + 3), row(owner.y - h - 3)];
  const level = owner.y + owner.h / 2 - h / 2;
  return [
    ...(above ? [...over, ...under] : [...under, ...over]),
    [owner.x + owner.w + w / 2 + 4, level],
    [owner.x - w / 2 - 4, level],
  ];
}

/** Labels beside their owners, none over another or over somebody else's body; what finds no room is left out. */
export function placeLabels(
  labels: readonly Label[],
  taken: readonly { id: number; box: Box }[],
  within: Box,
): Placed[] {
  const placed: Placed[] = [];
  const used: Box[] = [];
  const inside = (x: number, w: number): number => Math.max(within.x + w / 2, Math.min(within.x + within.w - w / 2, x));
  const boxAt = ([x, y]: Point, { w, h }: { w: number; h: number }): Box => ({ x: inside(x, w) - w / 2, y, w, h });
  for (const label of [...labels].sort((a, b) => a.rank - b.rank || a.id - b.id)) {
    const free = (box: Box): boolean =>
      !used.some((other) => overlap(other, box)) && !taken.some((t) => t.id !== label.id && overlap(t.box, box));
    const tries = label.sizes.flatMap((size, i) =>
      spotsFor(label, size).map((at) => ({ size: i, box: boxAt(at, size) })),
    );
    // What is selected or asked about is named even where it is crowded; strength and state of others are told all the same.
    const found =
      tries.find(({ box }) => free(box)) ??
      (label.rank === 0 ? tries[0] : label.must ? leastCrowded(label, tries, used, taken) : undefined);
    if (!found) continue;
    used.push(found.box);
    placed.push({ id: label.id, at: [found.box.x + found.box.w / 2, found.box.y], size: found.size });
  }
  return placed;
}

/** Of the shortest, the one that hides the least: other labels count more than bodies. */
function leastCrowded(
  { id, sizes }: Label,
  tries: { size: number; box: Box }[],
  used: readonly Box[],
  taken: readonly { id: number; box: Box }[],
): { size: number; box: Box } | undefined {
  const hidden = (box: Box): number =>
    used.reduce((sum, other) => sum + 3 * shared(other, box), 0) +
    taken.reduce((sum, other) => sum + (other.id === id ? 0 : shared(other.box, box)), 0);
  const shortest = tries.filter(({ size }) => size === sizes.length - 1);
  return shortest.reduce<(typeof shortest)[number] | undefined>(
    (best, one) => (best === undefined || hidden(one.box) < hidden(best.box) ? one : best),
    undefined,
  );
}

/** The ground that two boxes share. */
export function shared(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return Math.max(0, wide) * Math.max(0, high);
}

/** About how wide a text is, in pixels. */
export const textWidth = (text: string, size: number): number => {
  let width = 0;
  for (const c of text) width += /[ijl.,'’|! ]/.test(c) ? 0.3 : /[mwMW]/.test(c) ? 0.86 : /[A-Z]/.test(c) ? 0.66 : 0.54;
  return width * size;
};

/** A text in lines no wider than there is room; what does not fit the last of them ends in dots. */
export function broken(text: string, room: number, size: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  return kept.map((line, i) => {
    const cutOff = i === most - 1 && lines.length > most;
    let shown = cutOff ? `${line}…` : line;
    while (shown.length > 2 && textWidth(shown, size) > room) shown = `${shown.slice(0, -2)}…`;
    return shown;
  });
}

/** The box around some corners at a scale. */
export function scaledBox(points: readonly Point[], k: number): Box {
  const box = boxOf(points);
  return { x: box.x * k, y: box.y * k, w: box.w * k, h: box.h * k };
}

/** Badges with a warning first. */
export const gravest = (badges: readonly Badge[]): Badge[] => {
  const grave = { bad: 0, warning: 1, plain: 2 };
  return [...badges].sort((a, b) => grave[a.tone] - grave[b.tone]);
};
