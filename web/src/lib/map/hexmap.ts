// A map of hexes on the sheet. What lies in hexes that touch becomes one area with a soft outline, what lies on hexsides
// that meet becomes one line, so that the sheet looks surveyed and not stamped.

import type { HexCell, HexField } from '../types';
import { add, along, contains, direction, distance, Grain, mix, rounded, sub, turnOf, type Point } from './geometry';

/** Units of the sheet from the middle of a hex to the middle of the next. */
export const PITCH = 60;

const ROW = Math.sqrt(3) / 2;

/** How far a surveyed line strays from the hexsides it follows. */
const STRAY = 2.2;

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
const step = ([a, b]: Axes, [c, d]: Axes): Axes => [a + c, b + d];
const way = (k: number): Axes => AROUND[((k % 6) + 6) % 6]!;

export interface Area {
  outline: Point[];
  holes: Point[][];
}

export class HexMap {
  private readonly origin: Point;
  private readonly byAxes = new Map<string, HexCell>();

  constructor(readonly field: HexField) {
    this.origin = field.cells[0]?.at ?? [0, 0];
    for (const cell of field.cells) this.byAxes.set(key(this.axes(cell.at)), cell);
  }

  /** From the field, where y grows to the north, to the sheet. */
  place = (p: Point): Point => [p[0] * PITCH, (this.field.height - p[1]) * PITCH];

  back = (p: Point): Point => [p[0] / PITCH, this.field.height - p[1] / PITCH];

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

  /** A place on the sheet, told in thirds of steps. */
  private thirds([a, b]: Axes): Point {
    const [s, t] = [a / 3, b / 3];
    const off: Point = this.field.pointy_top ? [s + t / 2, t * ROW] : [s * ROW, t + s / 2];
    return this.place(add(this.origin, off));
  }

  /** The corner of a hex clockwise of its `k`th side, in thirds: the mean of the three hexes that meet there. */
  private corner(hex: Axes, k: number): Axes {
    const [a, b] = step(way(k), way(k + 1));
    return [hex[0] * 3 + a, hex[1] * 3 + b];
  }

  /** The corners of the hex around a place of the field, clockwise. */
  corners(at: Point): Point[] {
    const hex = this.axes(at);
    return [0, 1, 2, 3, 4, 5].map((k) => this.thirds(this.corner(hex, k)));
  }

  /** The hex that holds a place of the field. */
  cellAt(at: Point): HexCell | undefined {
    return this.byAxes.get(key(this.axes(at)));
  }

  /** Every hexside of the map once. */
  grid(): [Point, Point][] {
    const sides: [Point, Point][] = [];
    for (const cell of this.field.cells) {
      const hex = this.axes(cell.at);
      AROUND.forEach((to, k) => {
        if (k < 3 || !this.byAxes.has(key(step(hex, to)))) {
          sides.push([this.thirds(this.corner(hex, k + 5)), this.thirds(this.corner(hex, k))]);
        }
      });
    }
    return sides;
  }

  /** The hexes that are so, and those beyond the edge that most of their neighbours would make so: the ground does not
   * end where the map does. */
  private whereSo(so: (cell: HexCell) => boolean): Map<string, Axes> {
    const hexes = new Map<string, Axes>();
    const beyond = new Map<string, Axes>();
    for (const cell of this.field.cells) {
      if (!so(cell)) continue;
      const hex = this.axes(cell.at);
      hexes.set(key(hex), hex);
      for (const to of AROUND) {
        const other = step(hex, to);
        if (!this.byAxes.has(key(other))) beyond.set(key(other), other);
      }
    }
    for (const [name, hex] of beyond) {
      const known = AROUND.map((to) => this.byAxes.get(key(step(hex, to)))).filter((cell) => cell !== undefined);
      if (known.filter(so).length * 2 >= known.length) hexes.set(name, hex);
    }
    return hexes;
  }

  /** The closed lines around a set of hexes, each hex to the right of the walker. Three hexes meet at a corner, so a
   * border never crosses itself. */
  private rings(hexes: Map<string, Axes>): Point[][] {
    const border = new Map<string, { from: Axes; to: Axes }>();
    for (const hex of hexes.values()) {
      AROUND.forEach((to, k) => {
        if (!hexes.has(key(step(hex, to)))) {
          const from = this.corner(hex, k + 5);
          border.set(key(from), { from, to: this.corner(hex, k) });
        }
      });
    }
    const rings: Point[][] = [];
    for (const start of [...border.keys()].sort()) {
      const ring: Point[] = [];
      for (let side = border.get(start); side; side = border.get(key(side.to))) {
        border.delete(key(side.from));
        ring.push(this.thirds(side.from));
      }
      if (ring.length > 2) rings.push(ring);
    }
    return rings;
  }

  /** Areas made of the hexes that are so. */
  areas(so: (cell: HexCell) => boolean): Area[] {
    const rings = this.rings(this.whereSo(so));
    const areas = rings.filter((ring) => turnOf(ring) > 0).map((ring) => ({ rough: ring, holes: [] as Point[][] }));
    for (const hole of rings.filter((ring) => turnOf(ring) <= 0)) {
      const inside = along(hole[0]!, direction(sub(hole[1]!, hole[0]!)), 1);
      areas.find((area) => contains(area.rough, inside))?.holes.push(soft(hole));
    }
    return areas.map(({ rough, holes }) => ({ outline: soft(rough), holes }));
  }

  /** The roads, through the middles of hexes, winding a little and leading on over the edge of the map. */
  roads(): Point[][] {
    const pieces = this.field.roads.map((road): [Point, Point] => [this.place(road.from), this.place(road.to)]);
    const leadOn = (end: Point, before: Point): Point[] => {
      const beyond = add(end, sub(end, before));
      return this.cellAt(this.back(beyond)) ? [] : [beyond];
    };
    return chains(pieces).map((chain) => {
      const [first, last] = [chain[0]!, chain.at(-1)!];
      const closed = distance(first, last) < 1;
      const points = chain.map(stray);
      if (!closed) {
        points.unshift(...leadOn(first, chain[1]!));
        points.push(...leadOn(last, chain.at(-2)!));
      }
      return rounded(points, false);
    });
  }
}

/** The same place always strays the same way, so that what is drawn along it agrees. */
export function stray(p: Point): Point {
  const grain = new Grain([[Math.round(p[0] * 2), Math.round(p[1] * 2)]]);
  return add(p, [grain.within(-STRAY, STRAY), grain.within(-STRAY, STRAY)]);
}

/** A ring of hexsides as a surveyor would draw it: the handles of a curve. */
function soft(ring: readonly Point[]): Point[] {
  return ring.flatMap((p, i) => [p, mix(p, ring[(i + 1) % ring.length]!, 0.5)]).map(stray);
}

/** A stream along hexsides; where a way crosses it, it keeps its place. */
export function meander(points: readonly Point[], crossings: readonly Point[]): Point[] {
  const bends: Point[] = [];
  for (let i = 1; i < points.length; i++) {
    const middle = mix(points[i - 1]!, points[i]!, 0.5);
    const crossed = crossings.some((at) => distance(at, middle) < 1);
    bends.push(stray(points[i - 1]!), crossed ? middle : mix(middle, stray(middle), 1.8));
  }
  return rounded([...bends, ...points.slice(-1).map(stray)], false);
}

/** Pieces that meet end to end, joined; where three or more meet, lines end. */
export function chains(pieces: readonly [Point, Point][]): Point[][] {
  const nodes = new Map<string, { at: Point; pieces: number[] }>();
  const name = (p: Point): string => `${Math.round(p[0])},${Math.round(p[1])}`;
  // Ends that are the same place may differ in the last digits.
  const node = (p: Point): string => {
    const here = name(p);
    for (const [dx, dy] of [[0, 0], ...AROUND, [1, 1], [-1, -1]] as Axes[]) {
      const near = name([p[0] + dx * 0.5, p[1] + dy * 0.5]);
      if (nodes.has(near)) return near;
    }
    nodes.set(here, { at: p, pieces: [] });
    return here;
  };
  const ends = pieces.map(([a, b], i) => {
    const pair = [node(a), node(b)] as const;
    for (const end of pair) nodes.get(end)!.pieces.push(i);
    return pair;
  });
  const used = new Set<number>();
  const lines: Point[][] = [];
  const follow = (start: string, first: number): void => {
    let [at, next] = [start, used.has(first) ? undefined : first];
    const line: Point[] = [nodes.get(at)!.at];
    while (next !== undefined) {
      used.add(next);
      const [a, b]: readonly [string, string] = ends[next]!;
      at = a === at ? b : a;
      const here = nodes.get(at)!;
      line.push(here.at);
      next = here.pieces.length === 2 ? here.pieces.find((piece) => !used.has(piece)) : undefined;
    }
    if (line.length > 1) lines.push(line);
  };
  const loose = [...nodes.keys()].filter((end) => nodes.get(end)!.pieces.length !== 2);
  // What is left after the lines with ends are rings.
  for (const start of [...loose, ...nodes.keys()]) for (const piece of nodes.get(start)!.pieces) follow(start, piece);
  return lines;
}
