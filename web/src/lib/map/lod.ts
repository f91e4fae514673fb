// How much is drawn at which scale, and where names may stand.

import type { Badge } from './chits';
import { boxOf, type Box, type Point } from './geometry';

/** `dot`: a coloured block. `small`: its sign and figures. `full`: everything but the name. `near`: that too. */
export type Detail = 'dot' | 'small' | 'full' | 'near';

/** A counter that is so many pixels wide. */
export function counterDetail(pixels: number): Detail {
  if (pixels < 12) return 'dot';
  if (pixels < 32) return 'small';
  return pixels < 62 ? 'full' : 'near';
}

/** Whether the figures of a body are drawn one by one: a man is so many pixels broad. */
export const showsFigures = (pixels: number): boolean => pixels >= 4.5;

/** Hex numbers can be read when hexes are at least so wide. */
export const showsNumbers = (hexPixels: number): boolean => hexPixels >= 46;

export interface Label {
  id: number;
  /** What the label belongs to, in pixels on the laid-out sheet. */
  owner: Box;
  /** Lines of text: its width is estimated from the longest. */
  width: number;
  height: number;
  /** The lower, the earlier it is placed. */
  rank: number;
}

export interface Placed {
  id: number;
  at: Point;
}

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Labels below, above or beside their owners, none over another or over somebody else's body; what finds no room is
 * left out. */
export function placeLabels(labels: readonly Label[], taken: readonly { id: number; box: Box }[]): Placed[] {
  const placed: Placed[] = [];
  const used: Box[] = [];
  for (const label of [...labels].sort((a, b) => a.rank - b.rank || a.id - b.id)) {
    const { owner, width, height } = label;
    const middle = owner.x + owner.w / 2;
    const spots: Point[] = [
      [middle, owner.y + owner.h + 3],
      [middle, owner.y - height - 3],
      [owner.x + owner.w + width / 2 + 4, owner.y + owner.h / 2 - height / 2],
      [owner.x - width / 2 - 4, owner.y + owner.h / 2 - height / 2],
    ];
    const free = spots.find(([x, y]) => {
      const box: Box = { x: x - width / 2, y, w: width, h: height };
      return !used.some((other) => overlap(other, box)) && !taken.some((t) => t.id !== label.id && overlap(t.box, box));
    });
    // What is selected or asked about is named even where it is crowded.
    const spot = free ?? (label.rank === 0 ? spots[0] : undefined);
    if (!spot) continue;
    used.push({ x: spot[0] - width / 2, y: spot[1], w: width, h: height });
    placed.push({ id: label.id, at: spot });
  }
  return placed;
}

/** About how wide a text is, in pixels. */
export const textWidth = (text: string, size: number): number => {
  let width = 0;
  for (const c of text) width += /[ijl.,'’|! ]/.test(c) ? 0.3 : /[mwMW]/.test(c) ? 0.86 : /[A-Z]/.test(c) ? 0.66 : 0.54;
  return width * size;
};

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
