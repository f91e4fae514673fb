// SVG path data and small pieces of markup.

import { along, direction, distance, mix, quarter, sub, type Point } from './geometry';

/** A length with two decimals and no tail of noughts. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

/** One decimal is enough for what is not small. */
const tenth = (value: number): string => String(Math.round(value * 10) / 10);

const xy = (p: Point): string => `${tenth(p[0])} ${tenth(p[1])}`;

export const line = (points: readonly Point[]): string => (points.length > 0 ? `M${points.map(xy).join('L')}` : '');

export const ring = (points: readonly Point[]): string => (points.length > 0 ? `${line(points)}Z` : '');

export const stroke = (a: Point, b: Point): string => `M${xy(a)}L${xy(b)}`;

/** A stroke of the pen that is `thick` at its start and runs out to nothing. */
export function taper(from: Point, to: Point, thick: number): string {
  const aside = quarter(direction(sub(to, from)));
  return `M${xy(along(from, aside, thick / 2))}L${xy(to)}L${xy(along(from, aside, -thick / 2))}Z`;
}

export const circle = ([x, y]: Point, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;

/** An oval with its long axis along `way`. */
export function oval(at: Point, way: Point, long: number, wide: number): string {
  const [a, b] = [along(at, way, -long), along(at, way, long)];
  const turn = n((Math.atan2(way[1], way[0]) * 180) / Math.PI);
  const arc = `A${n(long)} ${n(wide)} ${turn} 1 0 `;
  return `M${xy(a)}${arc}${xy(b)}${arc}${xy(a)}Z`;
}

/** A rectangle around `at`: half its length along `way`, half its breadth across it. */
export function slab(at: Point, way: Point, long: number, wide: number): Point[] {
  const aside = quarter(way);
  const corner = (x: number, y: number): Point => along(along(at, way, x * long), aside, y * wide);
  return [corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
}

/** A curve through the middles of the pieces, with the corners as its handles. */
export function softLine(points: readonly Point[]): string {
  if (points.length < 3) return line(points);
  let d = `M${xy(points[0]!)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const end = i === points.length - 2 ? points[i + 1]! : mix(points[i]!, points[i + 1]!, 0.5);
    d += `Q${xy(points[i]!)} ${xy(end)}`;
  }
  return d;
}

/** A ring whose corners are rounded off, none by more than `reach`. */
export function softRing(points: readonly Point[], reach: number): string {
  if (points.length < 3) return ring(points);
  let d = '';
  points.forEach((corner, i) => {
    const before = points[(i + points.length - 1) % points.length]!;
    const after = points[(i + 1) % points.length]!;
    const cut = (to: Point): Point => mix(corner, to, Math.min(0.5, reach / Math.max(1e-9, distance(corner, to))));
    d += `${i === 0 ? 'M' : 'L'}${xy(cut(before))}Q${xy(corner)} ${xy(cut(after))}`;
  });
  return `${d}Z`;
}

/** A closed curve through the middles of the edges, with the corners as its handles. */
export function curvedRing(points: readonly Point[]): string {
  if (points.length < 3) return ring(points);
  let d = `M${xy(mix(points.at(-1)!, points[0]!, 0.5))}`;
  points.forEach((corner, i) => {
    d += `Q${xy(corner)} ${xy(mix(corner, points[(i + 1) % points.length]!, 0.5))}`;
  });
  return `${d}Z`;
}

export const safe = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!);

export const path = (d: string, kind: string, more = ''): string =>
  d ? `<path class="${kind}" d="${d}"${more}/>` : '';
