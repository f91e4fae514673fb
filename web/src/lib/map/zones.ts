// Where the names of zones stand, and which of them there is room for.
import type { Point, Zone } from '../types';
import { boxOf, middleOf, type Box } from './geometry';
import { textWidth } from './lod';

/** The size of a zone's name on the screen. */
export const ZONE_NAME = 12;
/** A zone is named if it is at least so much of its name's width. */
const LEAST = 0.6;

/** For each zone the place of its name; none where it has no name, or another one stands there already. */
export function zoneNames(
  zones: readonly Zone[],
  laidOver: number,
  place: (at: Point) => Point,
  { k, wide }: { k: number; wide: number },
): (Point | null)[] {
  const taken: Box[] = [];
  return zones.map((zone, index) => {
    if (!zone.name || zone.outline.length < 3) return null;
    const box = boxOf(zone.outline.map(place));
    const middled = zone.side === null || index >= laidOver;
    const at: Point = [middled ? middleOf(box)[0] : box.x + box.w * 0.16, box.y + 18 / k];
    // What is much smaller than its name lies on something that has one of its own.
    if (box.w * k < LEAST * wide * textWidth(zone.name, ZONE_NAME)) return null;
    const [w, h] = [(textWidth(zone.name, ZONE_NAME) * wide) / k, (ZONE_NAME + 3) / k];
    const stands: Box = { x: at[0] - w / 2, y: at[1] - h, w, h };
    if (taken.some((other) => overlap(other, stands))) return null;
    taken.push(stands);
    return at;
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
