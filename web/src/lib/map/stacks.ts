// Where counters lie on hexes: square in the hex or over two, fanned where several share one, leaders on a free corner.

import type { Body } from '../types';
import { add, along, contains, distance, dot, heading, mix, quarter, type Point } from './geometry';
import { PITCH, type HexMap } from './hexmap';

/** Half the side of a counter of one hex. */
export const HALF = 20.4;

/** How far counters on a hex are fanned: each from the next, and all of them together. */
const FAN = 9;
const WIDEST_FAN = 22;

export interface Laid {
  body: Body;
  at: Point;
  /** Half its width and half its depth. */
  half: Point;
  /** The way its front looks, in degrees; print is turned around where it would stand on its head. */
  facing: number;
  hasFront: boolean;
  leads: boolean;
  /** Numbers of everybody in the same stack, from the top down, itself included. */
  stack: number[];
  /** How many counters lie here, leaders apart; whether it is the top one. */
  height: number;
  top: boolean;
}

export const isLeader = (body: Body): boolean => body.symbol === 'general' || body.symbol === 'chief-general';

/** The counters in the order in which they are laid: long ones first, leaders last. */
export function layCounters(bodies: readonly Body[], map: HexMap): Laid[] {
  const cells = new Map(bodies.map((body) => [body.id, cellsUnder(body, map)]));
  const cellsOf = (body: Body): string[] => cells.get(body.id)!;
  const order = [...bodies].sort(
    (a, b) => Number(isLeader(a)) - Number(isLeader(b)) || cellsOf(b).length - cellsOf(a).length,
  );
  const heights = new Map<string, number>();
  for (const body of order.filter((body) => !isLeader(body))) {
    for (const cell of cellsOf(body)) heights.set(cell, (heights.get(cell) ?? 0) + 1);
  }
  const lying = new Map<string, number>();
  const laid: Laid[] = [];
  for (const body of order) {
    const stack = [...order]
      .reverse()
      .filter((other) => cellsOf(other).some((cell) => cellsOf(body).includes(cell)))
      .map((other) => other.id);
    if (isLeader(body)) {
      const at = freeCorner(map, body.at, laid);
      laid.push({ body, at, half: [9, 9], facing: 0, hasFront: false, leads: true, stack, height: 0, top: false });
      continue;
    }
    const most = (counts: ReadonlyMap<string, number>): number =>
      Math.max(0, ...cellsOf(body).map((cell) => counts.get(cell) ?? 0));
    const [under, height] = [most(lying), Math.max(1, most(heights))];
    for (const cell of cellsOf(body)) lying.set(cell, under + 1);
    const span = Math.min(WIDEST_FAN, FAN * (height - 1));
    const aside = span * (under / Math.max(1, height - 1) - 0.5);
    const counter = counterOf(body, map);
    laid.push({
      ...counter,
      at: add(counter.at, [aside, -aside]),
      leads: false,
      stack,
      height,
      top: under + 1 === height,
    });
  }
  return laid;
}

function cellsUnder(body: Body, map: HexMap): string[] {
  const spots = [body.at];
  for (const part of body.parts) {
    const middle = (i: number, j: number): Point => mix(part.corners[i]!, part.corners[j]!, 0.5);
    // A long counter covers the hexes on either side of its middle.
    const [left, right] = [middle(0, 3), middle(1, 2)];
    if (distance(left, right) > 1.2) spots.splice(0, 1, mix(left, right, 0.2), mix(left, right, 0.8));
  }
  const numbers = spots.map((at) => map.cellAt(at)?.number ?? `${at}`);
  return [...new Set(numbers)];
}

function counterOf(body: Body, map: HexMap): Pick<Laid, 'body' | 'at' | 'half' | 'facing' | 'hasFront'> {
  const corners = body.parts.flatMap((part) => part.corners.map(map.place));
  if (corners.length === 0) return { body, at: map.place(body.at), half: [HALF, HALF], facing: 0, hasFront: false };
  // The counter lies as its block does, also where the body looks along it.
  const first = body.parts[0]!.corners.map(map.place);
  const front = mix(first[0]!, first[1]!, 0.5);
  const rear = mix(first[3]!, first[2]!, 0.5);
  const ahead: Point = [front[0] - rear[0], front[1] - rear[1]];
  const facing = (Math.atan2(ahead[0], -ahead[1]) * 180) / Math.PI;
  const [way, across] = [heading(facing), quarter(heading(facing))];
  const span = (axis: Point): [number, number] => {
    const reach = corners.map((c) => dot(c, axis));
    return [Math.min(...reach), Math.max(...reach)];
  };
  const [[left, right], [low, high]] = [span(across), span(way)];
  const at = add(along([0, 0], across, (left + right) / 2), along([0, 0], way, (low + high) / 2));
  return { body, at, half: [(right - left) / 2, (high - low) / 2], facing: (facing + 360) % 360, hasFront: true };
}

export function cornersOf({ at, half: [w, h], facing }: Pick<Laid, 'at' | 'half' | 'facing'>, by = 0): Point[] {
  const [way, across] = [heading(facing), quarter(heading(facing))];
  const corner = (x: number, y: number): Point => along(along(at, across, x * (w + by)), way, y * (h + by));
  return [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)];
}

/** The best corner of a hex for a leader: one that hides neither a long counter nor another leader. */
function freeCorner(map: HexMap, hex: Point, laid: readonly Laid[]): Point {
  const middle = map.place(hex);
  const order = map.field.pointy_top ? [0, 4, 1, 3, 2, 5] : [0, 5, 2, 3, 1, 4];
  const corners = map.corners(hex);
  const spots = order.map((k) => mix(middle, corners[k]!, 0.78));
  const hidden = (spot: Point): boolean =>
    laid.some((other) =>
      other.leads
        ? distance(other.at, spot) < 17
        : distance(other.at, middle) > PITCH * 0.3 && contains(cornersOf(other), spot),
    );
  return spots.find((spot) => !hidden(spot)) ?? spots[0]!;
}
