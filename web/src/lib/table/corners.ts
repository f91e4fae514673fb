// Where something may lie over the map: in the corner where the fewest stand, above all not on those it is about.
import type { Point } from '../types';

export type Corner = 'top-right' | 'top-left' | 'bottom-left' | 'bottom-right';

export interface Extent {
  w: number;
  h: number;
}

/** Somebody on the map, in pixels of the window; whom a question is about weighs more. */
export interface Stands {
  at: Point;
  weight: number;
}

/** What somebody weighs whom the question is about, beside everybody else. */
export const CONCERNED = 6;

function covers(corner: Corner, room: Extent, { w, h }: Extent, [x, y]: Point): boolean {
  if (x < 0 || y < 0 || x > room.w || y > room.h) return false;
  const across = corner.endsWith('left') ? x < w : x > room.w - w;
  return across && (corner.startsWith('top') ? y < h : y > room.h - h);
}

/** The corner that hides least; of equals the first. */
export function freest(corners: Corner[], room: Extent, size: Extent, stands: Stands[]): Corner {
  let [best, least] = [corners[0] ?? 'top-right', Infinity] as [Corner, number];
  for (const corner of corners) {
    const hidden = stands.reduce((sum, one) => sum + (covers(corner, room, size, one.at) ? one.weight : 0), 0);
    if (hidden < least) [best, least] = [corner, hidden];
  }
  return best;
}

/** Where something round of this reach lies best: about a place, or moved aside so that it hides the fewest. */
export function beside(at: Point, reach: number, room: Extent, stands: Stands[]): Point {
  const step = reach * 1.45;
  const ways: Point[] = [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => {
    const turn = (angle * Math.PI) / 180;
    return [at[0] + Math.sin(turn) * step, at[1] - Math.cos(turn) * step];
  });
  const inside = ([x, y]: Point) => x >= reach && y >= reach && x <= room.w - reach && y <= room.h - reach;
  const hidden = ([x, y]: Point) =>
    stands.reduce((sum, { at: [a, b], weight }) => sum + (Math.hypot(a - x, b - y) < reach ? weight : 0), 0);
  const kept = (v: number, most: number) => Math.max(reach, Math.min(v, most - reach));
  let best: Point = [kept(at[0], room.w), kept(at[1], room.h)];
  let least = hidden(best);
  for (const way of ways.filter(inside)) {
    const less = hidden(way);
    if (less < least) [best, least] = [way, less];
  }
  return best;
}
