// Plane geometry of the sheet: x to the right, y down the page, angles in degrees clockwise from north.

import type { Point } from '../types';

export type { Point };

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const along = (a: Point, way: Point, k: number): Point => [a[0] + way[0] * k, a[1] + way[1] * k];
export const mix = (a: Point, b: Point, t: number): Point => along(a, sub(b, a), t);
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A quarter turn clockwise as seen on the page. */
export const quarter = (a: Point): Point => [-a[1], a[0]];

/** The direction of `a`; to the right where it has none. */
export function direction(a: Point): Point {
  const length = Math.hypot(a[0], a[1]);
  return length > 1e-9 ? [a[0] / length, a[1] / length] : [1, 0];
}

/** The way on the page of a facing. */
export function heading(degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), -Math.cos(radians)];
}

/** The facing of a way on the page, from 0 up to 360. */
export function facingOf(way: Point): number {
  return ((Math.atan2(way[0], -way[1]) * 180) / Math.PI + 360) % 360;
}

/** How far one facing is from another, at most 180. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs((((a - b) % 360) + 360) % 360);
  return Math.min(turn, 360 - turn);
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function boxOf(points: readonly Point[]): Box {
  if (points.length === 0) return { x: 0, y: 0, w: 0, h: 0 };
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

export const middleOf = (box: Box): Point => [box.x + box.w / 2, box.y + box.h / 2];

export function contains(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i]!, ring[j]!];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

/** The point of a line nearest to `p`; of a ring, if it is closed. */
function nearest(line: readonly Point[], [x, y]: Point, closed: boolean): Point {
  let best: Point = line[0] ?? [Infinity, Infinity];
  let least = Infinity;
  for (let i = closed ? 0 : 1, j = closed ? line.length - 1 : 0; i < line.length; j = i++) {
    const [ax, ay] = line[j]!;
    const [dx, dy] = [line[i]![0] - ax, line[i]![1] - ay];
    const long = dx * dx + dy * dy;
    const t = long < 1e-12 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long));
    const [fx, fy] = [ax + dx * t, ay + dy * t];
    const off = (fx - x) * (fx - x) + (fy - y) * (fy - y);
    if (off < least) {
      least = off;
      best = [fx, fy];
    }
  }
  return best;
}

export const nearestOnRing = (ring: readonly Point[], p: Point): Point => nearest(ring, p, true);
export const distanceToRing = (ring: readonly Point[], p: Point): number => distance(nearestOnRing(ring, p), p);
export const distanceToLine = (line: readonly Point[], p: Point): number => distance(nearest(line, p, false), p);

/** Twice the area, positive where the ring runs clockwise on the page. */
export function turnOf(ring: readonly Point[]): number {
  return ring.reduce((sum, a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    return sum + a[0] * b[1] - a[1] * b[0];
  }, 0);
}

/** The way of the longest edge. */
export function grainOf(ring: readonly Point[]): Point {
  let best: Point = [0, 0];
  for (let i = 0; i < ring.length; i++) {
    const way = sub(ring[(i + 1) % ring.length]!, ring[i]!);
    if (Math.hypot(...way) > Math.hypot(...best) + 1e-6) best = way;
  }
  return direction(best);
}

export interface Stop {
  at: Point;
  way: Point;
}

/** However large the field, no walk and no scatter makes more stops than this. */
const MOST_STOPS = 4000;

/** Evenly spaced stops along an open line, half a step in from its start. */
export function walk(line: readonly Point[], wanted: number): Stop[] {
  let total = 0;
  for (let i = 1; i < line.length; i++) total += distance(line[i - 1]!, line[i]!);
  const step = Math.max(wanted, total / MOST_STOPS);
  const stops: Stop[] = [];
  if (!(step > 0) || !Number.isFinite(total)) return stops;
  let ahead = Math.min(step / 2, total / 2);
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const long = distance(a, b);
    const way = direction(sub(b, a));
    for (; ahead < long; ahead += step) stops.push({ at: along(a, way, ahead), way });
    ahead -= long;
  }
  return stops;
}

/** Stops around a ring, always with the inside on the right hand of the walker. */
export function walkRound(ring: readonly Point[], step: number): Stop[] {
  const round = turnOf(ring) < 0 ? [...ring].reverse() : [...ring];
  return walk(round.length > 0 ? [...round, round[0]!] : [], step);
}

/** The line shifted sideways, to the right of its way where `by` is positive. */
export function beside(line: readonly Point[], by: number): Point[] {
  const way = (i: number): Point => direction(sub(line[i + 1]!, line[i]!));
  if (line.length < 2) return [...line];
  return line.map((p, i) => {
    const before = i > 0 ? way(i - 1) : way(i);
    const after = i + 1 < line.length ? way(i) : before;
    const right = quarter(direction(add(before, after)));
    return along(p, right, by / Math.max(0.5, dot(right, quarter(after))));
  });
}

/** Every corner cut at a quarter of the lines that meet in it. */
export function rounded(points: readonly Point[], closed: boolean): Point[] {
  const n = points.length;
  if (n < 3) return [...points];
  const cut: Point[] = [];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b] = [points[i]!, points[(i + 1) % n]!];
    cut.push(!closed && i === 0 ? a : mix(a, b, 0.25), !closed && i + 2 === n ? b : mix(a, b, 0.75));
  }
  return cut;
}

/** The convex hull, clockwise on the page. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turns = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
  const half = (list: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && turns(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

/** The hull of the points pushed outwards on all sides. */
export function hullGrown(points: readonly Point[], by: number): Point[] {
  const ways = Array.from({ length: 12 }, (_, k) => heading(k * 30));
  return hull(points.flatMap((p) => ways.map((way) => along(p, way, by))));
}

/** A point deep inside the ring, found on a coarse grid. */
export function heart(ring: readonly Point[]): Point {
  const box = boxOf(ring);
  let [best, most] = [middleOf(box), -Infinity];
  for (let i = 1; i < 16; i++) {
    for (let j = 1; j < 16; j++) {
      const p: Point = [box.x + (box.w * i) / 16, box.y + (box.h * j) / 16];
      if (!contains(ring, p)) continue;
      // Of two places as deep, the one nearer the middle.
      const depth = distanceToRing(ring, p) - distance(p, middleOf(box)) * 0.05;
      if (depth > most + 1e-6) [best, most] = [p, depth];
    }
  }
  return best;
}

/**
 * The grain of the paper: a fixed sequence of numbers that belongs to a shape, so that the same ground is always drawn
 * with the same trees.
 */
export class Grain {
  private state: number;

  constructor(points: readonly Point[]) {
    let hash = 0x811c9dc5;
    for (const p of points) {
      for (const v of p) hash = Math.imul(hash ^ (Math.round(v * 64) | 0), 0x01000193) ^ (hash >>> 15);
    }
    this.state = hash | 0;
  }

  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  }

  within(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  pick(choices: number): number {
    return Math.floor(this.next() * choices);
  }
}

/** Points spread over the ring's inside, at least `inset` from its edge, from the top of the page to the bottom. */
export function scatter(ring: readonly Point[], wanted: number, inset: number, grain: Grain): Point[] {
  const box = boxOf(ring);
  const spacing = Math.max(wanted, Math.sqrt((box.w * box.h) / MOST_STOPS));
  const points: Point[] = [];
  if (!(spacing > 0)) return points;
  const high = spacing * 0.87;
  for (let row = 0; row <= box.h / high + 1; row++) {
    for (let column = 0; column <= box.w / spacing + 1; column++) {
      const shift = row % 2 === 0 ? 0.25 : 0.75;
      const p: Point = [
        box.x + spacing * (column - shift + grain.within(0, 0.5)),
        box.y + high * (row - 0.25 + grain.within(0, 0.5)),
      ];
      if (contains(ring, p) && (inset <= 0 || distanceToRing(ring, p) >= inset)) points.push(p);
    }
  }
  if (points.length === 0 && ring.length > 2) points.push(heart(ring));
  return points.sort((p, q) => p[1] - q[1] || p[0] - q[0]);
}
