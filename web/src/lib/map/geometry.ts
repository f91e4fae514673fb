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
