// Where the names of zones stand, and which of them there is room for.
import type { Point, Zone } from '../types';
import { boxOf, middleOf, type Box } from './geometry';
import { textWidth } from './lod';

/** The size of a zone's name on the screen. */
export const ZONE_NAME = 12;
/** A zone is named if it is at least so much of its name's width. */
const LEAST = 0.6;

/** So many lines are tried for a name before it stands on what is there. */
const TRIES = 16;

/**
 * For each zone the place of its name; none where it has no name, or another one stands there already. The names of what
 * is laid over the map keep inside their outline and off what they should not cover.
 */
export function zoneNames(
  zones: readonly Zone[],
  laidOver: number,
  place: (at: Point) => Point,
  { k, wide, covers = [] }: { k: number; wide: number; covers?: readonly Box[] },
): (Point | null)[] {
  const taken: Box[] = [];
  return zones.map((zone, index) => {
    if (!zone.name || zone.outline.length < 3) return null;
    const corners = zone.outline.map(place);
    const box = boxOf(corners);
    // What is much smaller than its name lies on something that has one of its own.
    if (box.w * k < LEAST * wide * textWidth(zone.name, ZONE_NAME)) return null;
    const [w, h] = [(textWidth(zone.name, ZONE_NAME) * wide) / k, (ZONE_NAME + 3) / k];
    const standing = ([x, y]: Point): Box => ({ x: x - w / 2, y: y - h, w, h });
    const middled = zone.side === null || index >= laidOver;
    const usual: Point = [middled ? middleOf(box)[0] : box.x + box.w * 0.16, box.y + 18 / k];
    const tried = index < laidOver ? [] : lines(corners, box, k);
    const free = tried.find((at) => ![...taken, ...covers].some((other) => overlap(other, standing(at))));
    const at = free ?? tried[0] ?? usual;
    if (taken.some((other) => overlap(other, standing(at)))) return null;
    taken.push(standing(at));
    return at;
  });
}

/** From top to bottom, the middle of where the outline is widest. */
function lines(corners: Point[], box: Box, k: number): Point[] {
  const found: Point[] = [];
  const step = Math.max(9 / k, (box.h - 18 / k) / TRIES);
  for (let y = box.y + 18 / k; y <= box.y + box.h; y += step) {
    const level = y - ZONE_NAME / 2 / k;
    const crossed = corners.flatMap(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % corners.length] ?? [ax, ay];
      return ay <= level === by <= level ? [] : [ax + ((level - ay) / (by - ay)) * (bx - ax)];
    });
    crossed.sort((a, b) => a - b);
    let best: [number, number] = [0, 0];
    for (let i = 0; i + 1 < crossed.length; i += 2) {
      const [from, to] = [crossed[i]!, crossed[i + 1]!];
      if (to - from > best[1] - best[0]) best = [from, to];
    }
    if (best[1] > best[0]) found.push([(best[0] + best[1]) / 2, y]);
  }
  // A thin one, such as a line, has its name below or above it.
  const [middle] = middleOf(box);
  return [...found, [middle, box.y + box.h + 16 / k], [middle, box.y - 5 / k]];
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
