// Where hexes lie on the sheet.

import type { HexCell, HexPlan } from '../types';
import { add, sub, type Point } from './geometry';

const ROW = Math.sqrt(3) / 2;

/** Whole steps along the two axes of the map, and the six ways to a neighbour, clockwise. */
type Axes = readonly [number, number];
const AROUND: readonly Axes[] = [
  [0, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
];

const key = ([a, b]: Axes): string => `${a},${b}`;
const way = (k: number): Axes => AROUND[((k % 6) + 6) % 6]!;

export class HexMap {
  private readonly origin: Point;
  private readonly byAxes = new Map<string, HexCell>();

  /** `pitch`: units of the sheet from the middle of a hex to the middle of the next. */
  constructor(
    readonly field: HexPlan,
    readonly pitch: number,
  ) {
    this.origin = field.cells[0]?.at ?? [0, 0];
    for (const cell of field.cells) this.byAxes.set(key(this.axes(cell.at)), cell);
  }

  /** From the field, where y grows to the north, to the sheet. */
  place = (p: Point): Point => [p[0] * this.pitch, (this.field.height - p[1]) * this.pitch];

  back = (p: Point): Point => [p[0] / this.pitch, this.field.height - p[1] / this.pitch];

  private exact(at: Point): Point {
    const [x, y] = sub(at, this.origin);
    if (this.field.pointy_top) return [x - y / ROW / 2, y / ROW];
    return [x / ROW, y - x / ROW / 2];
  }

  private axes(at: Point): Axes {
    const [a, b] = this.exact(at);
    // The nearest middle: of the three rounded steps, the one rounded most follows from the others.
    const c = -a - b;
    let [ra, rb] = [Math.round(a), Math.round(b)];
    const rc = Math.round(c);
    const [da, db, dc] = [Math.abs(ra - a), Math.abs(rb - b), Math.abs(rc - c)];
    if (da > db && da > dc) ra = -rb - rc;
    else if (db > dc) rb = -ra - rc;
    return [ra, rb];
  }

  /** The corners of the hex around a place of the field, clockwise: each the mean of the three hexes that meet there. */
  corners(at: Point): Point[] {
    const [a, b] = this.axes(at);
    return [0, 1, 2, 3, 4, 5].map((k) => {
      const [[c, d], [e, f]] = [way(k), way(k + 1)];
      const [s, t] = [a + (c + e) / 3, b + (d + f) / 3];
      const off: Point = this.field.pointy_top ? [s + t / 2, t * ROW] : [s * ROW, t + s / 2];
      return this.place(add(this.origin, off));
    });
  }

  /** The hex that holds a place of the field. */
  cellAt(at: Point): HexCell | undefined {
    return this.byAxes.get(key(this.axes(at)));
  }
}
