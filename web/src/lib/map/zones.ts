// Where the names of zones stand, and which of them there is room for.
import type { Point, Zone } from '../types';
import { boxOf, middleOf, type Box } from './geometry';
import { overlap, textWidth } from './lod';

/** The size of a zone's name on the screen. */
export const ZONE_NAME = 12;
/** A zone is named if it is at least so much of its name's width. */
const LEAST = 0.6;
/** One that is so many times as broad as its name is broad. */
const BROAD = 3.5;

/** What is printed at which scale, and what a name had better not stand on. */
interface Room {
  k: number;
  wide: number;
  avoid?: readonly Box[];
  paper?: Box;
}

/** For each zone the place of its name; none where it has no name, or there is no room for it. */
export function zoneNames(
  zones: readonly Zone[],
  laidOver: number,
  place: (at: Point) => Point,
  { k, wide, avoid = [], paper }: Room,
): (Point | null)[] {
  const taken: Box[] = [];
  return zones.map((zone, index) => {
    if (!zone.name || zone.outline.length < 3) return null;
    const box = boxOf(zone.outline.map(place));
    const [w, h] = [(textWidth(zone.name, ZONE_NAME) * wide) / k, (ZONE_NAME + 3) / k];
    // What is much smaller than its name lies on something that has one of its own.
    if (box.w < LEAST * w && index >= laidOver) return null;
    // What was asked for, and ground that is small, is named wherever there is room; where a side deploys, at the rim.
    const over = index >= laidOver || box.w < BROAD * w;
    const middle = middleOf(box);
    const x = over || zone.side === null ? middle[0] : box.x + box.w * 0.16;
    const [top, foot] = [box.y, box.y + box.h];
    // What was asked for looks for a free place: in it at the rims, then outside, then wherever it must.
    const [inside, outside] = [
      [top + 18 / k, foot - 8 / k],
      [foot + 16 / k, top - 6 / k],
    ] as const;
    const asked = index >= laidOver;
    const rows = !over ? [top + 18 / k] : asked ? [...inside, ...outside, middle[1]] : [...outside, ...inside];
    const free = rows
      .map((y): { at: Point; stands: Box } => ({ at: [x, y], stands: { x: x - w / 2, y: y - h, w, h } }))
      .filter(({ stands }) => !taken.some((other) => overlap(other, stands)))
      .filter(({ stands }) => !over || !paper || within(paper, stands));
    const crowd = (stands: Box) => (over ? avoid.filter((other) => overlap(other, stands)).length : 0);
    const [best] = free.sort((a, b) => crowd(a.stands) - crowd(b.stands));
    if (!best) return null;
    taken.push(best.stands);
    return best.at;
  });
}

function within(outer: Box, { x, y, w, h }: Box): boolean {
  return x >= outer.x && y >= outer.y && x + w <= outer.x + outer.w && y + h <= outer.y + outer.h;
}
