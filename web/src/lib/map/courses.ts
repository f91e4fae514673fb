// Lines on the ground: roads, water, hedges, walls and works.

import { along, beside, direction, Grain, mix, quarter, sub, walk, type Point } from './geometry';
import { circle, line, n, path, ring, slab, softLine, stroke, taper } from './ink';
import { shade } from './covers';

export type Course =
  | 'road'
  | 'stream'
  | 'ford'
  | 'bridge'
  | 'fence'
  | 'low-wall'
  | 'high-wall'
  | 'gate'
  | 'hedgerow'
  | 'hedgerow-loopholed'
  | 'hedgerow-broken'
  | 'berm'
  | 'ditch'
  | 'abatis'
  | 'pike-wagons'
  | 'light-works'
  | 'heavy-works'
  | 'crest';

export interface Strip {
  look: Course;
  name: string;
  points: Point[];
  width: number;
}

/** What lies lower is drawn first. */
const ORDER: readonly Course[] = ['crest', 'stream', 'ditch', 'road', 'ford', 'bridge'];

export const orderOf = (look: Course): number => (ORDER.includes(look) ? ORDER.indexOf(look) : ORDER.length);

/** Flat strips lie under what stands on the ground. */
export const liesFlat = (look: Course): boolean => ORDER.includes(look);

const DEFAULT: Partial<Record<Course, number>> = { road: 9, stream: 6, ford: 10, bridge: 10 };

export const breadthOf = (strip: Strip, u: number): number =>
  strip.width > 0 ? Math.max(strip.width, 3 * u) : (DEFAULT[strip.look] ?? 5) * u;

const width = (value: number): string => ` stroke-width="${n(value)}"`;
const dashes = (on: number, off: number): string => ` stroke-dasharray="${n(on)} ${n(off)}"`;

export function drawStrip(strip: Strip, u: number): string {
  switch (strip.look) {
    case 'road':
      return road(strip, u);
    case 'stream':
      return stream(strip, u);
    case 'ford':
      return ford(strip, u);
    case 'bridge':
      return bridge(strip, u);
    case 'fence':
      return fence(strip, u);
    case 'low-wall':
      return wall(strip.points, 3.4, 'stone', u);
    case 'high-wall':
      return highWall(strip, u);
    case 'gate':
      return gate(strip, u);
    case 'hedgerow':
    case 'hedgerow-loopholed':
    case 'hedgerow-broken':
      return hedge(strip, u);
    case 'berm':
      return berm(strip, u);
    case 'ditch':
      return ditch(strip, u);
    case 'abatis':
      return abatis(strip, u);
    case 'pike-wagons':
      return pikeWagons(strip, u);
    case 'light-works':
      return lightWorks(strip, u);
    case 'heavy-works':
      return heavyWorks(strip, u);
    case 'crest':
      return crest(strip, u);
  }
}

function road(strip: Strip, u: number): string {
  const d = softLine(strip.points);
  const w = breadthOf(strip, u);
  const rut = (side: number, on: number, off: number): string =>
    path(softLine(beside(strip.points, w * side)), 'rut', width(0.5 * u) + dashes(on * u, off * u));
  return path(d, 'road-edge', width(w)) + path(d, 'road', width(w - 1.4 * u)) + rut(-0.2, 9, 2) + rut(0.2, 12, 3);
}

function stream(strip: Strip, u: number): string {
  const d = softLine(strip.points);
  const w = breadthOf(strip, u);
  let drawn = path(d, 'stream-bank', width(w + 3.4 * u)) + path(d, 'stream-edge', width(w + 0.8 * u));
  drawn += path(d, 'stream', width(w - 0.8 * u));
  if (w > 5 * u) {
    for (const side of [-0.25, 0.25]) {
      drawn += path(softLine(beside(strip.points, w * side)), 'stream-edge', width(0.5 * u) + dashes(7 * u, 5 * u));
    }
  }
  return drawn;
}

/** Stepping stones over a pale bar of gravel. */
function ford(strip: Strip, u: number): string {
  const w = breadthOf(strip, u);
  const grain = new Grain(strip.points);
  let stones = '';
  for (const lane of [-0.36, -0.12, 0.12, 0.36]) {
    for (const { at } of walk(beside(strip.points, w * lane), 3.4 * u)) {
      stones += circle(
        [at[0] + grain.within(-0.6, 0.6) * u, at[1] + grain.within(-0.6, 0.6) * u],
        grain.within(0.6, 1) * u,
      );
    }
  }
  return path(line(strip.points), 'gravel', width(w)) + path(stones, 'stone', width(0.4 * u));
}

function bridge(strip: Strip, u: number): string {
  const d = line(strip.points);
  const w = breadthOf(strip, u);
  let drawn = path(d, 'ink', width(w)) + path(d, 'timber', width(w - u));
  drawn += path(d, 'plank', width(w - u) + dashes(0.5 * u, 2.4 * u));
  for (const side of [-0.5, 0.5]) {
    const rail = line(beside(strip.points, w * side));
    drawn += path(rail, 'ink', `${width(2 * u)} stroke-linecap="square"`) + path(rail, 'wall-face', width(u));
  }
  return drawn;
}

function fence(strip: Strip, u: number): string {
  let drawn = '';
  for (const side of [-0.6, 0.6]) drawn += path(line(beside(strip.points, side * u)), 'bark', width(0.6 * u));
  let posts = '';
  for (const { at, way } of walk(strip.points, 6 * u)) {
    posts += stroke(along(at, quarter(way), -1.9 * u), along(at, quarter(way), 1.9 * u));
  }
  return drawn + path(posts, 'bark', width(1.1 * u));
}

function shadow(points: readonly Point[], wide: number, u: number): string {
  const cast = points.map(([x, y]): Point => [x + u, y + 1.2 * u]);
  return path(line(cast), 'cast-line', width(wide));
}

/** A stone wall: the dashes are its joints. */
function wall(points: readonly Point[], thick: number, kind: string, u: number): string {
  const d = line(points);
  return (
    shadow(points, thick * u, u) +
    path(d, 'ink', `${width(thick * u)} stroke-linecap="square"`) +
    path(d, kind === 'stone' ? 'wall-face' : 'wall-dark', width((thick - 1.2) * u)) +
    path(d, 'ink', width((thick - 1) * u) + dashes(0.6 * u, 4.2 * u))
  );
}

function highWall(strip: Strip, u: number): string {
  let piers = '';
  for (const { at, way } of walk(strip.points, 26 * u)) piers += ring(slab(at, way, 2.2 * u, 4 * u));
  return (
    wall(strip.points, 5.8, 'dark', u) +
    path(line(strip.points), 'ink', width(0.8 * u)) +
    path(piers, 'stone', width(0.7 * u))
  );
}

/** A way through a wall: two posts, and the leaves of a gate standing open. */
function gate(strip: Strip, u: number): string {
  const [first, last] = [strip.points[0]!, strip.points.at(-1)!];
  const [near, far] = [mix(first, last, 0.3), mix(first, last, 0.7)];
  const way = direction(sub(last, first));
  let [posts, leaves] = ['', ''];
  for (const [at, inward] of [
    [near, 1],
    [far, -1],
  ] as const) {
    posts += ring(slab(at, way, 1.8 * u, 2.6 * u));
    leaves += stroke(at, along(along(at, way, inward * 2.5 * u), quarter(way), 4.5 * u));
  }
  return (
    wall([first, near], 3.4, 'stone', u) +
    wall([far, last], 3.4, 'stone', u) +
    path(leaves, 'bark', width(1.3 * u)) +
    path(posts, 'stone', width(0.7 * u))
  );
}

function hedge(strip: Strip, u: number): string {
  const grain = new Grain(strip.points);
  const [broken, loopholed] = [strip.look === 'hedgerow-broken', strip.look === 'hedgerow-loopholed'];
  let [bushes, lights, twigs, holes] = ['', '', '', ''];
  walk(strip.points, 4.2 * u).forEach(({ at, way }, i) => {
    const across = quarter(way);
    if (broken && i % 7 > 3) {
      const lean = grain.within(-1.6, 1.6) * u;
      twigs += stroke(along(at, across, -1.8 * u), along(along(at, across, 1.8 * u), way, lean));
    } else if (loopholed && i % 4 === 2) {
      holes += ring(slab(at, across, 3.6 * u, 1.3 * u));
    } else {
      const p = along(at, across, grain.within(-0.5, 0.5) * u);
      const r = grain.within(2.5, 3.3) * u;
      bushes += circle(p, r);
      lights += circle([p[0] - r * 0.25, p[1] - r * 0.3], r * 0.5);
    }
  });
  const bank = line(strip.points);
  return (
    (broken
      ? path(bank, 'rut', width(0.7 * u) + dashes(2 * u, 1.4 * u))
      : shadow(strip.points, 5 * u, u) + path(bank, 'hedge-bank', width(3.4 * u))) +
    path(bushes, 'bush', width(0.6 * u)) +
    path(lights, 'bush-light') +
    path(twigs, 'bark', width(0.8 * u)) +
    path(holes, 'loophole', width(0.8 * u))
  );
}

/** A low bank: a ridge with short strokes down both of its sides. */
function berm(strip: Strip, u: number): string {
  let strokes = '';
  for (const { at, way } of walk(strip.points, 2.4 * u)) {
    for (const side of [-3.4, 3.4]) {
      strokes += taper(along(at, quarter(way), side * 0.3 * u), along(at, quarter(way), side * u), u);
    }
  }
  const d = line(strip.points);
  return (
    shadow(strip.points, 3 * u, u) +
    path(strokes, 'hachure') +
    path(d, 'ink', width(2.8 * u)) +
    path(d, 'turf', width(1.8 * u))
  );
}

/** Two edges with strokes falling inwards from both. */
function ditch(strip: Strip, u: number): string {
  let strokes = '';
  for (const { at, way } of walk(strip.points, 2 * u)) {
    for (const side of [-2.6, 2.6]) {
      strokes += taper(along(at, quarter(way), side * u), along(at, quarter(way), side * 0.2 * u), u);
    }
  }
  const d = line(strip.points);
  return path(d, 'ink', width(6 * u)) + path(d, 'ditch', width(5 * u)) + path(strokes, 'ditch-side');
}

/** Felled trees: sharpened branches that cross one another. */
function abatis(strip: Strip, u: number): string {
  const grain = new Grain(strip.points);
  let branches = '';
  for (const { at, way } of walk(strip.points, 3.4 * u)) {
    for (const lean of [-2.6, 2.6]) {
      const tip = along(along(at, quarter(way), grain.within(3.2, 4.6) * u), way, lean * u);
      branches += taper(along(along(at, quarter(way), -3.4 * u), way, -lean * u), tip, 1.3 * u);
    }
  }
  return (
    shadow(strip.points, 3 * u, u) +
    path(branches, 'branch', width(0.3 * u)) +
    path(line(strip.points), 'bark', width(1.6 * u))
  );
}

/** Carts drawn up wheel to wheel, with pikes set between them. */
function pikeWagons(strip: Strip, u: number): string {
  let [carts, pikes, wheels] = ['', '', ''];
  for (const { at, way } of walk(strip.points, 8.6 * u)) {
    const across = quarter(way);
    carts += ring(slab(at, way, 3.4 * u, 2 * u));
    for (const side of [-2.6, 2.6]) {
      for (const off of [-2, 2])
        wheels += ring(slab(along(along(at, across, side * u), way, off * u), way, 1.1 * u, 0.4 * u));
    }
    for (const off of [-4.3, -2, 2]) {
      const foot = along(at, way, off * u);
      pikes += stroke(along(foot, across, -5.4 * u), along(foot, across, 5.4 * u));
    }
  }
  return (
    shadow(strip.points, 4 * u, u) +
    path(pikes, 'bark', width(0.7 * u)) +
    path(wheels, 'solid') +
    path(carts, 'cart', width(0.7 * u))
  );
}

/** A bank of earth held by a wattle of stakes. */
function lightWorks(strip: Strip, u: number): string {
  let stakes = '';
  for (const { at, way } of walk(strip.points, 3.6 * u)) {
    const slant = along(quarter(way), way, 0.5);
    stakes += stroke(along(at, slant, -2.2 * u), along(at, slant, 2.2 * u));
  }
  const d = line(strip.points);
  return (
    shadow(strip.points, 4.8 * u, u) +
    path(d, 'ink', width(5 * u)) +
    path(d, 'earth', width(3.8 * u)) +
    path(stakes, 'bark', width(0.7 * u))
  );
}

/** A thick bank of earth with a row of gabions on it. */
function heavyWorks(strip: Strip, u: number): string {
  let [baskets, fill] = ['', ''];
  for (const { at } of walk(strip.points, 6.6 * u)) {
    baskets += circle(at, 3 * u);
    fill += circle(at, 1.5 * u);
  }
  const d = line(strip.points);
  return (
    shadow(strip.points, 10 * u, u) +
    path(d, 'ink', width(10.6 * u)) +
    path(d, 'earth', width(9.2 * u)) +
    path(baskets, 'cart', width(0.8 * u)) +
    path(fill, 'basket', width(0.5 * u))
  );
}

/** A crest falls away on both sides. */
function crest(strip: Strip, u: number): string {
  let strokes = '';
  walk(strip.points, 2.6 * u).forEach(({ at, way }, i) => {
    for (const side of [-1, 1])
      strokes += taper(at, along(at, quarter(way), side * (i % 2 === 0 ? 4.6 : 3) * u), 0.9 * u);
  });
  return path(strokes, 'hachure') + path(softLine(strip.points), 'crest-line', width(1.3 * u));
}

/** Strokes from a brow downwards: the steeper the ground, the closer, longer and heavier, and in more rows. */
export function slope(brow: readonly Point[], fall: Point, steepness: 1 | 2 | 3, u: number): string {
  const down = direction(fall);
  const dark = shade(down);
  const [gap, reach, thick] = (
    [
      [3.3, 7.5, 0.8],
      [2.3, 10, 1.3],
      [2, 10.5, 1.6],
    ] as const
  )[steepness - 1]!;
  const grain = new Grain(brow);
  let strokes = '';
  for (let row = 0; row < (steepness > 2 ? 2 : 1); row++) {
    const top = -2 + row * reach * 0.75;
    for (const { at, way } of walk(brow, gap * u)) {
      const from = along(along(at, down, top * u), way, grain.within(-0.4, 0.4) * u);
      const long = reach * (0.7 + 0.3 * dark) * grain.within(0.75, 1.1);
      strokes += taper(from, along(from, down, long * u), thick * (0.75 + 0.5 * dark) * u);
    }
  }
  return strokes;
}
