// Where the names of zones stand, and which of them there is room for.
import type { Point, Zone } from '../types';
import { boxOf, middleOf, type Box } from './geometry';
import { overlap, shared, textWidth } from './lod';

/** The size of a zone's name on the screen, and the least that can be read: where it is crowded, the smaller it is the less it hides. */
export const ZONE_NAME = 12;
const SMALL_NAME = 9.5;
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

export interface ZoneName {
  at: Point;
  text: string;
  /** In pixels of the screen. */
  size: number;
  /** The ground it takes. */
  stands: Box;
}

/** For each zone the place of its name; none where it has no name, or there is no room for it. */
export function zoneNames(
  zones: readonly Zone[],
  laidOver: number,
  place: (at: Point) => Point,
  room: Room,
): (ZoneName | null)[] {
  const taken: Box[] = [];
  return zones.map((zone, index) => {
    if (!zone.name || zone.outline.length < 3) return null;
    const box = boxOf(zone.outline.map(place));
    const broad = (size: number, text = zone.name) => (textWidth(text, size) * room.wide) / room.k;
    const asked = index >= laidOver;
    // What is much smaller than its name lies on something that has one of its own.
    if (asked && box.w < LEAST * broad(ZONE_NAME)) return null;
    // What was asked for, and ground that is small, is named wherever there is room; where a side deploys, at the rim.
    const over = asked || box.w < BROAD * broad(ZONE_NAME);
    const middle = middleOf(box)[0];
    const x = over || zone.side === null ? middle : box.x + box.w * 0.16;
    const whole = { size: ZONE_NAME, text: zone.name };
    const forms = over
      ? [whole, { ...whole, size: SMALL_NAME }, { size: SMALL_NAME, text: brief(zone.name) }]
      : [whole];
    const tries = forms.flatMap(({ size, text }) => {
      const [w, h] = [broad(size, text), (size + 3) / room.k];
      const columns = over && !asked ? columnsOf(box, w, room.k) : [x];
      return rowsOf(box, size, room.k, over, asked).flatMap((y) =>
        columns.map((at): ZoneName => ({ at: [at, y], text, size, stands: { x: at - w / 2, y: y - h, w, h } })),
      );
    });
    const free = tries
      .filter(({ stands }) => !taken.some((other) => overlap(other, stands)))
      .filter(({ stands }) => !over || !room.paper || within(room.paper, stands));
    const crowd = ({ stands }: ZoneName) =>
      over ? (room.avoid ?? []).reduce((sum, other) => sum + shared(other, stands), 0) : 0;
    const best = free.reduce<{ one: ZoneName; hides: number } | null>((least, one) => {
      const hides = crowd(one);
      return least === null || hides < least.hides ? { one, hides } : least;
    }, null);
    if (!best) return null;
    taken.push(best.one.stands);
    return best.one;
  });
}

/** What stands behind a name alone: "The ridge (120 points): Gell" is worth "120 points: Gell" where there is little room. */
function brief(name: string): string {
  return name.replace(/^.*\((.+)\)/, '$1');
}

/** What was asked for looks for a free place: in it at the rims, then outside, then wherever it must. */
function rowsOf(box: Box, size: number, k: number, over: boolean, asked: boolean): number[] {
  const [top, foot] = [box.y, box.y + box.h];
  const inside = [top + (size + 6) / k, foot - 8 / k];
  const outside = [foot + (size + 4) / k, top - 6 / k];
  if (!over) return [top + 18 / k];
  if (asked) return [...inside, ...outside, top + box.h / 2];
  return [...outside, ...inside, ...[0.5, 0.3, 0.7].map((part) => top + box.h * part)];
}

/** In the middle, then along either side: never so far that it might be another's. */
function columnsOf(box: Box, w: number, k: number): number[] {
  const [left, right, apart] = [box.x, box.x + box.w, 4 / k];
  return [(left + right) / 2, left + w / 2 + apart, right - w / 2 - apart];
}

function within(outer: Box, { x, y, w, h }: Box): boolean {
  return x >= outer.x && y >= outer.y && x + w <= outer.x + outer.w && y + h <= outer.y + outer.h;
}
