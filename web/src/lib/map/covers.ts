// Areas of ground. What lies flat (tints, rows, hachures, water) is drawn before roads and streams; what stands up
// (trees, houses, rocks) after them, and keeps clear of them.

import {
  along,
  boxOf,
  contains,
  direction,
  distance,
  distanceToLine,
  distanceToRing,
  dot,
  Grain,
  grainOf,
  heart,
  middleOf,
  nearestOnRing,
  quarter,
  scatter,
  sub,
  walkRound,
  type Point,
} from './geometry';
import { circle, curvedRing, line, n, path, ring, softRing, stroke, taper } from './ink';

export type Cover =
  | 'hill'
  | 'height'
  | 'steep-slope'
  | 'light-woods'
  | 'heavy-woods'
  | 'unknown-woods'
  | 'orchard'
  | 'rough'
  | 'crops'
  | 'dunes'
  | 'mounds'
  | 'town'
  | 'chateau'
  | 'water'
  | 'marsh'
  | 'impassable';

export interface Patch {
  look: Cover;
  name: string;
  outline: Point[];
  holes: Point[][];
  level: number;
  /** Whether its edge is a curve with the corners as handles. */
  curved?: boolean;
}

/** A strip that trees and houses keep clear of. */
export interface Clearing {
  line: readonly Point[];
  half: number;
}

/** Light falls from the north-west, as the engravers had it: 0 in full light, 1 in full shadow. */
export const shade = (down: Point): number => (1 + dot(down, [0.707, 0.707])) / 2;

const HARD: readonly Cover[] = ['town', 'chateau', 'crops', 'steep-slope'];

function edge(patch: Patch, u: number): string {
  const round = (points: readonly Point[]): string =>
    patch.curved ? curvedRing(points) : HARD.includes(patch.look) ? ring(points) : softRing(points, 5 * u);
  return round(patch.outline) + patch.holes.map(round).join('');
}

const holds = (patch: Patch, p: Point): boolean =>
  contains(patch.outline, p) && !patch.holes.some((hole) => contains(hole, p));

function breadth(patch: Patch): number {
  const box = boxOf(patch.outline);
  return Math.min(box.w, box.h);
}

/** `inside` cut off at the patch's edge. */
function clipped(patch: Patch, id: string, u: number, inside: string): string {
  return `<clipPath id="${id}"><path d="${edge(patch, u)}" clip-rule="evenodd"/></clipPath><g clip-path="url(#${id})">${inside}</g>`;
}

const width = (value: number): string => ` stroke-width="${n(value)}"`;

/** What lies flat. `hills` tell steep slopes which way is up; `id` names the patch in the document. */
export function lay(patch: Patch, hills: readonly Patch[], id: string, u: number): string {
  const floor = (dashes: string): string =>
    path(edge(patch, u), `wash ${patch.look}`) +
    path(edge(patch, u), `rim ${patch.look}`, `${width(0.8 * u)}${dashes && ` stroke-dasharray="${dashes}"`}`);
  const dash = (on: number, off: number): string => `${n(on * u)} ${n(off * u)}`;
  switch (patch.look) {
    case 'hill':
    case 'height':
      return hill(patch, id, u);
    case 'steep-slope':
      return steepSlope(patch, hills, id, u);
    case 'light-woods':
      return floor(dash(1.2, 2.2));
    case 'unknown-woods':
      return floor(dash(5, 3));
    case 'orchard':
      return floor(dash(4, 2));
    case 'rough':
    case 'mounds':
      return floor(dash(2, 2));
    case 'marsh':
      return floor(dash(3, 2)) + clipped(patch, id, u, ripples(patch, u));
    case 'crops':
      return crops(patch, id, u);
    case 'dunes':
      return floor(dash(2, 2)) + dunes(patch, u);
    case 'water':
      return water(patch, id, u);
    case 'heavy-woods':
    case 'town':
    case 'chateau':
    case 'impassable':
      return floor('');
  }
}

/** What stands up. */
export function raise(patch: Patch, clearings: readonly Clearing[], u: number): string {
  switch (patch.look) {
    case 'light-woods':
      return grove(patch, clearings, 17 * u, 1.15 * u, 'light', u);
    case 'heavy-woods':
      return grove(patch, clearings, 12 * u, 1.35 * u, 'heavy', u);
    case 'unknown-woods':
      return grove(patch, clearings, 15 * u, 1.15 * u, 'unknown', u) + query(patch, u);
    case 'orchard':
      return orchard(patch, clearings, u);
    case 'rough':
      return rough(patch, clearings, u);
    case 'mounds':
      return mounds(patch, clearings, u);
    case 'town':
      return houses(patch, clearings, u);
    case 'chateau':
      return chateau(patch, u);
    case 'marsh':
      return reeds(patch, clearings, u);
    case 'impassable':
      return crags(patch, clearings, u);
    default:
      return '';
  }
}

const clear = (clearings: readonly Clearing[], p: Point, girth: number): boolean =>
  clearings.every((c) => distanceToLine(c.line, p) > c.half + girth);

function spots(
  patch: Patch,
  spacing: number,
  inset: number,
  clearings: readonly Clearing[],
  girth: number,
  grain: Grain,
): Point[] {
  return scatter(patch.outline, spacing, inset, grain).filter((p) => holds(patch, p) && clear(clearings, p, girth));
}

/** A hill: the higher the darker, with a darker rim and strokes down the slope, heavy at the top and on the side away
 * from the light. The slopes of a height on hexes are drawn hexside by hexside. */
function hill(patch: Patch, id: string, u: number): string {
  const high = Math.min(1, (Math.max(1, patch.level) - 1) / 4);
  const reach = patch.look === 'hill' ? Math.min(12.5 * u, breadth(patch) * 0.22) : 9 * u;
  const d = edge(patch, u);
  let inside = [2, 1.3, 0.6].map((share) => path(d, 'slope-shade', width(reach * share))).join('');
  if (patch.look === 'hill') {
    const grain = new Grain(patch.outline);
    let strokes = '';
    for (const stop of walkRound(patch.outline, 2.3 * u)) {
      const inward = quarter(stop.way);
      const dark = shade([-inward[0], -inward[1]]);
      const top = reach * (0.45 + 0.55 * dark) * grain.within(0.65, 1.05);
      strokes += taper(along(stop.at, inward, top), along(stop.at, inward, 0.8 * u), (0.7 + 0.8 * dark) * u);
    }
    inside += path(strokes, 'hachure');
  }
  return (
    path(d, 'wash height', ` style="--high:${n(high * 100)}%"`) +
    clipped(patch, id, u, inside) +
    path(d, 'rim height', width(0.6 * u))
  );
}

/** The way up at a point: towards the inside of the contour that runs nearest to it. */
function uphill(p: Point, patch: Patch, hills: readonly Patch[]): Point {
  let [least, up] = [Infinity, quarter(grainOf(patch.outline))];
  for (const other of hills) {
    const foot = nearestOnRing(other.outline, p);
    const off = distance(foot, p);
    if (off > 1e-6 && off < least) {
      [least, up] = [off, direction(contains(other.outline, p) ? sub(p, foot) : sub(foot, p))];
    }
  }
  return up;
}

function steepSlope(patch: Patch, hills: readonly Patch[], id: string, u: number): string {
  const reach = Math.min(8.5 * u, breadth(patch) * 0.6);
  const grain = new Grain(patch.outline);
  let strokes = '';
  for (const p of scatter(patch.outline, 4.1 * u, 0, grain)) {
    const up = uphill(p, patch, hills);
    const half = (reach * grain.within(0.8, 1.1)) / 2;
    strokes += taper(along(p, up, half), along(p, up, -half), 1.6 * u);
  }
  return (
    path(edge(patch, u), 'wash steep-slope') +
    clipped(patch, id, u, path(strokes, 'hachure dark')) +
    path(edge(patch, u), 'rim height', width(0.6 * u))
  );
}

function crops(patch: Patch, id: string, u: number): string {
  const way = grainOf(patch.outline);
  const across = quarter(way);
  const box = boxOf(patch.outline);
  const half = (box.w + box.h) / 2;
  const gap = Math.max(4.6 * u, half / 400);
  const middle = middleOf(box);
  const count = Math.floor(half / gap) + 1;
  let [furrows, rows] = ['', ''];
  for (let i = -count; i <= count; i++) {
    const row = (off: number): string => {
      const at = along(middle, across, off);
      return stroke(along(at, way, -half), along(at, way, half));
    };
    furrows += row(i * gap);
    rows += row((i + 0.5) * gap);
  }
  return (
    path(edge(patch, u), 'wash crops') +
    clipped(
      patch,
      id,
      u,
      path(furrows, 'rim crops', width(0.6 * u)) +
        path(rows, 'sprout', `${width(1.7 * u)} stroke-dasharray="0.1 ${n(2.7 * u)}"`),
    ) +
    path(edge(patch, u), 'rim crops', width(0.8 * u))
  );
}

/** Water lining: lines that follow the shore and fade towards the middle. */
function water(patch: Patch, id: string, u: number): string {
  const d = edge(patch, u);
  let lining = '';
  [17, 12, 8, 5, 2.6].forEach((deep, i) => {
    lining +=
      path(d, `water-line l${i}`, width((deep * 2 + 0.8) * u)) + path(d, 'water-gap', width((deep * 2 - 0.4) * u));
  });
  return path(d, 'wash water') + clipped(patch, id, u, lining) + path(d, 'rim water', width(1.1 * u));
}

function ripples(patch: Patch, u: number): string {
  const grain = new Grain(patch.outline);
  let d = '';
  for (const [x, y] of scatter(patch.outline, 13 * u, 0, grain)) {
    const long = grain.within(4, 8) * u;
    d += stroke([x - long / 2, y], [x + long / 2, y]);
  }
  return path(d, 'rim marsh', width(0.5 * u));
}

/** A crown of round lobes on a short trunk, its shadow towards the south-east. */
function tree([x, y]: Point, size: number, kind: string, grain: Grain): string {
  const r = 5.4 * size;
  const lobes = 6 + grain.pick(2);
  const start = grain.within(0, 60);
  let crown = '';
  let first = '';
  for (let i = 0; i <= lobes; i++) {
    const turn = ((start + (i * 360) / lobes) * Math.PI) / 180;
    const p = `${n(x + Math.cos(turn) * r * 0.86)} ${n(y + Math.sin(turn) * r * 0.81)}`;
    if (i === 0) first = p;
    const bulge = n(r * 0.5);
    crown += i === 0 ? `M${p}` : `A${bulge} ${bulge} 0 0 1 ${i === lobes ? first : p}`;
  }
  const light = `M${n(x - r * 0.62)} ${n(y + r * 0.02)}a${n(r * 0.62)} ${n(r * 0.6)} 0 0 1 ${n(r * 0.62)} ${n(-r * 0.58)}`;
  const dark = `M${n(x + r * 0.7)} ${n(y + r * 0.05)}a${n(r * 0.7)} ${n(r * 0.66)} 0 0 1 ${n(-r * 0.75)} ${n(r * 0.62)}`;
  return (
    path(circle([x + r * 0.3, y + r * 0.38], r * 0.98), 'cast') +
    path(`${crown}Z`, `crown ${kind}`, width(0.5 * size)) +
    path(dark, 'leaf-dark', width(0.9 * size)) +
    path(light, 'leaf-light', width(0.8 * size))
  );
}

/** Trees first along the edge, so that the wood ends where its outline does, then over the inside. */
function grove(
  patch: Patch,
  clearings: readonly Clearing[],
  spacing: number,
  size: number,
  kind: string,
  u: number,
): string {
  const grain = new Grain(patch.outline);
  const inset = Math.min(4 * u, breadth(patch) * 0.25);
  const points = spots(patch, spacing, inset + spacing * 0.8, clearings, 4 * u, grain);
  for (const stop of walkRound(patch.outline, spacing)) {
    const p = along(stop.at, quarter(stop.way), inset);
    if (holds(patch, p) && distanceToRing(patch.outline, p) > inset * 0.8 && clear(clearings, p, 4 * u)) points.push(p);
  }
  points.sort((p, q) => p[1] - q[1] || p[0] - q[0]);
  return points.map((p) => tree(p, size * grain.within(0.82, 1.15), kind, grain)).join('');
}

function query(patch: Patch, u: number): string {
  const [x, y] = heart(patch.outline);
  return `<text class="query" x="${n(x)}" y="${n(y - 10 * u)}" font-size="${n(30 * u)}">?</text>`;
}

/** Fruit trees stand in rows. */
function orchard(patch: Patch, clearings: readonly Clearing[], u: number): string {
  const box = boxOf(patch.outline);
  const grain = new Grain(patch.outline);
  const gap = 14 * u;
  let trees = '';
  for (let y = box.y + gap / 2; y < box.y + box.h; y += gap * 0.9) {
    for (let x = box.x + gap / 2; x < box.x + box.w; x += gap) {
      const p: Point = [x, y];
      if (holds(patch, p) && distanceToRing(patch.outline, p) > 4 * u && clear(clearings, p, 4 * u)) {
        trees += tree(p, 0.72 * u, 'fruit', grain);
      }
    }
  }
  return trees;
}

export function tuft([x, y]: Point, size: number): string {
  const blade = (dx: number, h: number): string => `M${n(x + dx * 0.4 * size)} ${n(y)}l${n(dx * size)} ${n(-h * size)}`;
  return blade(-1.6, 2.6) + blade(0, 3.6) + blade(1.6, 2.6);
}

function reeds(patch: Patch, clearings: readonly Clearing[], u: number): string {
  const grain = new Grain([...patch.outline, [1, 1]]);
  const points = spots(patch, 11 * u, 4 * u, clearings, 3 * u, grain);
  let [blades, lines] = ['', ''];
  for (const p of points) {
    const size = u * grain.within(1, 1.5);
    blades += tuft(p, size);
    lines += stroke([p[0] - 3 * size, p[1]], [p[0] + 3 * size, p[1]]);
  }
  return path(lines, 'water-line l4', width(0.5 * u)) + path(blades, 'reed', width(0.8 * u));
}

function rough(patch: Patch, clearings: readonly Clearing[], u: number): string {
  const grain = new Grain(patch.outline);
  let [stones, blades, bushes] = ['', '', ''];
  for (const p of spots(patch, 13 * u, 4 * u, clearings, 3 * u, grain)) {
    const size = u * grain.within(0.8, 1.3);
    const kind = grain.pick(5);
    if (kind < 2) {
      stones += `M${n(p[0] - 3 * size)} ${n(p[1])}l${n(1.2 * size)} ${n(-2.2 * size)}l${n(2.4 * size)} ${n(-0.4 * size)}l${n(2 * size)} ${n(2.6 * size)}Z`;
    } else if (kind < 4) blades += tuft(p, size);
    else bushes += circle(p, 2.6 * size) + circle([p[0] + 2.4 * size, p[1] + 0.8 * size], 1.8 * size);
  }
  return (
    path(bushes, 'bush', width(0.5 * u)) + path(stones, 'stone', width(0.5 * u)) + path(blades, 'blade', width(0.6 * u))
  );
}

/** Small heaps, lit from the north-west. */
function mounds(patch: Patch, clearings: readonly Clearing[], u: number): string {
  const grain = new Grain(patch.outline);
  let [tops, sides] = ['', ''];
  for (const [x, y] of spots(patch, 17 * u, 5 * u, clearings, 3 * u, grain)) {
    const s = u * grain.within(0.8, 1.25);
    tops += `M${n(x - 5 * s)} ${n(y)}q${n(1.6 * s)} ${n(-5.4 * s)} ${n(5 * s)} ${n(-5.4 * s)}q${n(3.6 * s)} 0 ${n(5 * s)} ${n(5.4 * s)}Z`;
    for (const [dx, h] of [
      [1.4, 3.6],
      [2.7, 2.9],
      [3.9, 1.7],
    ] as const) {
      sides += stroke([x + dx * s - 0.5 * s, y - h * s - 0.4 * s], [x + dx * s + 0.3 * s, y - 0.4 * s]);
    }
  }
  return path(tops, 'heap', width(0.6 * u)) + path(sides, 'blade', width(0.5 * u));
}

function dunes(patch: Patch, u: number): string {
  const grain = new Grain(patch.outline);
  let d = '';
  for (const [x, y] of scatter(patch.outline, 18 * u, 4 * u, grain)) {
    const s = u * grain.within(0.9, 1.3);
    d += `M${n(x - 6 * s)} ${n(y)}q${n(4 * s)} ${n(-4 * s)} ${n(6.4 * s)} ${n(-4 * s)}q${n(2 * s)} ${n(1 * s)} ${n(5.6 * s)} ${n(4 * s)}m${n(-5.6 * s)} ${n(-4 * s)}q${n(-1 * s)} ${n(2 * s)} 0 ${n(4.4 * s)}`;
  }
  return path(d, 'rim dunes', width(0.7 * u));
}

/** Gabled houses seen from the south, a church where there is room for one. */
function houses(patch: Patch, clearings: readonly Clearing[], u: number): string {
  const grain = new Grain(patch.outline);
  const points = spots(patch, 16 * u, Math.min(8 * u, breadth(patch) * 0.2), clearings, 5 * u, grain);
  const church = points.length > 5 ? Math.floor(points.length / 2) : -1;
  return points
    .map((p, i) => (i === church ? churchAt(p, 1.15 * u) : houseAt(p, u * grain.within(0.9, 1.15), grain)))
    .join('');
}

function houseAt([x, y]: Point, s: number, grain: Grain): string {
  const long = grain.pick(3) > 0;
  const [w, h, top] = long ? [10, 4, 4] : [6, 4.4, 4.6];
  const left = x - (w / 2) * s;
  const roof = long
    ? `M${n(left - 0.6 * s)} ${n(y)}l${n(2 * s)} ${n(-top * s)}h${n((w - 2.8) * s)}l${n(2 * s)} ${n(top * s)}Z`
    : `M${n(left - 0.6 * s)} ${n(y)}l${n((w / 2 + 0.6) * s)} ${n(-top * s)}l${n((w / 2 + 0.6) * s)} ${n(top * s)}Z`;
  const kind = grain.pick(3) === 0 ? 'thatch' : 'tile';
  return (
    path(`M${n(left + s)} ${n(y + h * s)}h${n(w * s)}l${n(2.2 * s)} ${n(-2 * s)}v${n(-3 * s)}Z`, 'cast') +
    path(`M${n(left)} ${n(y)}h${n(w * s)}v${n(h * s)}h${n(-w * s)}Z`, 'house-wall', width(0.5 * s)) +
    path(roof, `roof ${kind}`, width(0.5 * s)) +
    path(`M${n(x - 0.7 * s)} ${n(y + h * s)}v${n(-2.4 * s)}h${n(1.4 * s)}v${n(2.4 * s)}Z`, 'door')
  );
}

function churchAt([x, y]: Point, s: number): string {
  return (
    path(`M${n(x - 6 * s)} ${n(y + 5 * s)}h${n(13 * s)}l${n(3 * s)} ${n(-2.6 * s)}v${n(-4 * s)}Z`, 'cast') +
    path(`M${n(x - 3 * s)} ${n(y)}h${n(9 * s)}v${n(5 * s)}h${n(-9 * s)}Z`, 'house-wall', width(0.5 * s)) +
    path(
      `M${n(x - 3 * s)} ${n(y)}l${n(1.4 * s)} ${n(-4 * s)}h${n(6.4 * s)}l${n(1.8 * s)} ${n(4 * s)}Z`,
      'roof slate',
      width(0.5 * s),
    ) +
    path(`M${n(x - 6 * s)} ${n(y + 5 * s)}v${n(-11 * s)}h${n(4 * s)}v${n(11 * s)}Z`, 'house-wall', width(0.5 * s)) +
    path(
      `M${n(x - 6.4 * s)} ${n(y - 6 * s)}l${n(2.4 * s)} ${n(-7 * s)}l${n(2.4 * s)} ${n(7 * s)}Z`,
      'roof slate',
      width(0.5 * s),
    ) +
    path(`M${n(x - 4.6 * s)} ${n(y + 5 * s)}v${n(-2.4 * s)}h${n(1.2 * s)}v${n(2.4 * s)}Z`, 'door')
  );
}

function chateau(patch: Patch, u: number): string {
  const [x, y] = middleOf(boxOf(patch.outline));
  const s = 1.5 * u;
  const tower = (dx: number): string =>
    path(
      `M${n(x + (dx - 1.8) * s)} ${n(y + 5 * s)}v${n(-8 * s)}h${n(3.6 * s)}v${n(8 * s)}Z`,
      'house-wall',
      width(0.4 * s),
    ) +
    path(
      `M${n(x + (dx - 2.3) * s)} ${n(y - 3 * s)}l${n(2.3 * s)} ${n(-6 * s)}l${n(2.3 * s)} ${n(6 * s)}Z`,
      'roof slate',
      width(0.4 * s),
    );
  return (
    path(
      `M${n(x - 8 * s)} ${n(y + 5.4 * s)}h${n(17 * s)}l${n(2.4 * s)} ${n(-3 * s)}l${n(-2 * s)} ${n(-4 * s)}Z`,
      'cast',
    ) +
    path(`M${n(x - 5 * s)} ${n(y + 5 * s)}v${n(-6 * s)}h${n(10 * s)}v${n(6 * s)}Z`, 'house-wall', width(0.4 * s)) +
    path(
      `M${n(x - 5.4 * s)} ${n(y - s)}l${n(1.6 * s)} ${n(-3.4 * s)}h${n(7.6 * s)}l${n(1.6 * s)} ${n(3.4 * s)}Z`,
      'roof slate',
      width(0.4 * s),
    ) +
    tower(-6.8) +
    tower(6.8) +
    path(`M${n(x - s)} ${n(y + 5 * s)}v${n(-2.6 * s)}q${n(s)} ${n(-1.2 * s)} ${n(2 * s)} 0v${n(2.6 * s)}Z`, 'door')
  );
}

function crags(patch: Patch, clearings: readonly Clearing[], u: number): string {
  const grain = new Grain(patch.outline);
  let [rocks, cracks] = ['', ''];
  for (const [x, y] of spots(patch, 14 * u, 5 * u, clearings, 3 * u, grain)) {
    const s = u * grain.within(0.9, 1.4);
    rocks += line([
      [x - 6 * s, y],
      [x - 3.4 * s, y - 5 * s],
      [x, y - 6.4 * s],
      [x + 3 * s, y - 4 * s],
      [x + 6 * s, y],
    ]);
    rocks += 'Z';
    cracks += stroke([x, y - 6 * s], [x + s, y - 1.5 * s]) + stroke([x + 2.6 * s, y - 3.6 * s], [x + 3.6 * s, y - s]);
  }
  return path(rocks, 'stone', width(0.6 * u)) + path(cracks, 'blade', width(0.5 * u));
}

/** A bank of fog over a hex: puffs that run into one another. */
export function fog([x, y]: Point, breadthOf: number): string {
  const grain = new Grain([[x, y]]);
  let d = circle([x, y], 0.36 * breadthOf);
  for (let k = 0; k < 8; k++) {
    const turn = (k * Math.PI) / 4;
    const at: Point = [x + Math.cos(turn) * 0.3 * breadthOf, y + Math.sin(turn) * 0.26 * breadthOf];
    d += circle(at, grain.within(0.17, 0.24) * breadthOf);
  }
  return `<g class="fog">${path(d, 'fog-rim', width(breadthOf * 0.02))}${path(d, 'fog-bank')}</g>`;
}
