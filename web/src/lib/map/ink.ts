// SVG path data of what is lit and pointed at.

import type { Point } from './geometry';

/** A length with two decimals and no tail of noughts. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

const xy = (p: Point): string => `${n(p[0])} ${n(p[1])}`;

export const line = (points: readonly Point[]): string => (points.length > 0 ? `M${points.map(xy).join('L')}` : '');

export const ring = (points: readonly Point[]): string => (points.length > 0 ? `${line(points)}Z` : '');

export const circle = ([x, y]: Point, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;
