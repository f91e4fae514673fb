// The printed sheet: the ground in its layers, and the margin around it. It is drawn once for a ground; what moves lies
// on top of it.

import type { Field, Ground, HexField, HexSide, TableField } from '../types';
import { fog, lay, raise, tuft, type Clearing, type Cover, type Patch } from './covers';
import { breadthOf, drawStrip, liesFlat, orderOf, slope, type Course, type Strip } from './courses';
import {
  along,
  contains,
  direction,
  distanceToLine,
  Grain,
  heart,
  mix,
  quarter,
  scatter,
  sub,
  walk,
  type Box,
  type Point,
} from './geometry';
import { chains, HexMap, meander, PITCH, stray } from './hexmap';
import { n, path, safe, stroke } from './ink';

export interface Sheet {
  kind: Field['kind'];
  /** The field, and the paper around it. */
  frame: Box;
  paper: Box;
  /** A unit of pen and type. */
  u: number;
  /** Units of the sheet to one of the field, to one of the ruler, and what that is called. */
  scale: number;
  ruler: number;
  rulerName: string;
  hexes: HexMap | null;
  /** From the field to the sheet, and back. */
  place: (p: Point) => Point;
  back: (p: Point) => Point;
  /** Markup: the ground, the grid of hexes, its numbers, names on the ground, the margin. */
  ground: string;
  grid: string;
  numbers: string;
  names: Name[];
  margin: string;
}

export interface Name {
  at: Point;
  text: string;
  turn: number;
}

/** `id` sets the names in this sheet's markup apart from those of others on the same page. */
export function sheetOf(ground: Ground, title = '', id = 'sheet'): Sheet {
  return ground.field.kind === 'hexes' ? hexSheet(ground.field, title, id) : tableSheet(ground.field, title, id);
}

/** What tells one ground from another without looking at all of it. */
export function groundKey(ground: Ground, title: string): string {
  const { field } = ground;
  const parts =
    field.kind === 'hexes' ? [field.cells.length, field.sides.length] : [field.areas.length, field.lines.length];
  return [ground.ground, title, field.kind, field.width, field.height, ...parts].join('|');
}

interface Laid {
  patches: Patch[];
  strips: Strip[];
  slopes: string[];
}

function hexSheet(field: HexField, title: string, id: string): Sheet {
  const map = new HexMap(field);
  const frame: Box = { x: 0, y: 0, w: field.width * PITCH, h: field.height * PITCH };
  const u = 1;
  const laid: Laid = { patches: hexPatches(map), strips: hexStrips(map), slopes: hexSlopes(map, u) };
  const sides = map.grid().map(([a, b]): [Point, string] => [a, stroke(a, b)]);
  const lift = field.pointy_top ? 0.4 : 0.37;
  const numbers = field.cells
    .map((cell) => {
      const [x, y] = map.place(cell.at);
      return `<text x="${n(x)}" y="${n(y - lift * PITCH)}">${safe(cell.number)}</text>`;
    })
    .join('');
  const fogs = field.cells
    .filter((cell) => cell.fog)
    .map((cell) => fog(map.place(cell.at), PITCH))
    .join('');
  const paper = paperOf(frame, u * 1.6, title);
  return {
    kind: 'hexes',
    frame,
    paper,
    u,
    scale: PITCH,
    ruler: PITCH / Math.max(1, field.yards),
    rulerName: 'yards',
    hexes: map,
    place: map.place,
    back: map.back,
    ground: groundOf(frame, laid, id, u) + fogs,
    grid: inBlocks(sides, 360, 'grid-lines', ''),
    numbers,
    names: field.names.map((name) => ({ at: map.place(name.at), text: name.text, turn: 0 })),
    margin:
      marginOf(frame, paper, u * 1.6, title) +
      border(frame, u * 1.6) +
      printedScale(frame, PITCH / Math.max(1, field.yards), 'yards', u * 1.6),
  };
}

function tableSheet(field: TableField, title: string, id: string): Sheet {
  const frame: Box = { x: 0, y: 0, w: field.width, h: field.height };
  const u = Math.max(field.width, field.height * 1.5) / 1000;
  const place = (p: Point): Point => [p[0], field.height - p[1]];
  const laid: Laid = { patches: tablePatches(field, place), strips: tableStrips(field, place), slopes: [] };
  const paper = paperOf(frame, u, title);
  const ruler = field.ruler > 0.001 ? field.ruler : 25.4;
  const names: Name[] = [
    ...laid.patches
      .filter((patch) => patch.name)
      .map((patch) => ({ at: heart(patch.outline), text: patch.name, turn: 0 })),
    ...laid.strips.filter((strip) => strip.name).map((strip) => nameAlong(strip, u)),
  ];
  return {
    kind: 'table',
    frame,
    paper,
    u,
    scale: 1,
    ruler,
    rulerName: field.ruler_name,
    hexes: null,
    place,
    back: place,
    ground: groundOf(frame, laid, id, u),
    grid: '',
    numbers: '',
    names,
    margin:
      marginOf(frame, paper, u, title) + rulers(frame, ruler, u) + printedScale(frame, ruler, field.ruler_name, u),
  };
}

/** A name beside the middle of a line, running along with it and never head down. */
function nameAlong(strip: Strip, u: number): Name {
  const stops = walk(strip.points, 8 * u);
  const stop = stops[Math.floor(stops.length * 0.4)] ?? { at: strip.points[0]!, way: [1, 0] as Point };
  let turn = (Math.atan2(stop.way[1], stop.way[0]) * 180) / Math.PI;
  if (turn > 90) turn -= 180;
  if (turn < -90) turn += 180;
  const up: Point = [Math.sin((turn * Math.PI) / 180), -Math.cos((turn * Math.PI) / 180)];
  return { at: along(stop.at, up, breadthOf(strip, u) / 2 + 8 * u), text: strip.name, turn };
}

// --- What lies on hexes

const HEX_COVER: Record<string, Cover> = {
  woods: 'heavy-woods',
  orchard: 'orchard',
  marsh: 'marsh',
  village: 'town',
  chateau: 'chateau',
  mounds: 'mounds',
  dunes: 'dunes',
  water: 'water',
  rough: 'rough',
  crops: 'crops',
};

function hexPatches(map: HexMap): Patch[] {
  const { cells } = map.field;
  const levels = [...new Set(cells.map((cell) => cell.level))].sort((a, b) => a - b);
  const patches: Patch[] = [];
  levels.slice(1).forEach((level, i) => {
    for (const area of map.areas((cell) => cell.level >= level)) {
      patches.push({ look: 'height', name: '', level: i + 1, curved: true, ...area });
    }
  });
  for (const look of [...new Set(cells.map((cell) => cell.look))].sort()) {
    const cover = HEX_COVER[look];
    if (!cover) continue;
    if (cover === 'crops' || cover === 'chateau') {
      for (const cell of cells.filter((cell) => cell.look === look)) patches.push(plot(map, cell.at, cover));
    } else {
      for (const area of map.areas((cell) => cell.look === look))
        patches.push({ look: cover, name: '', level: 0, curved: true, ...area });
    }
  }
  return patches;
}

/** A hex that is an area of its own, a little smaller than the hex; furrows run this way or that. */
function plot(map: HexMap, at: Point, look: Cover): Patch {
  const middle = map.place(at);
  const corners = map.corners(at).map((corner) => mix(corner, middle, 0.07));
  const first = new Grain([middle]).pick(3);
  return { look, name: '', outline: [...corners.slice(first), ...corners.slice(0, first)], holes: [], level: 0 };
}

const HEX_COURSE: Partial<Record<HexSide['look'], Course>> = {
  stream: 'stream',
  ford: 'ford',
  bridge: 'bridge',
  hedge: 'hedgerow',
  berm: 'berm',
  ditch: 'ditch',
  wall: 'low-wall',
  abatis: 'abatis',
  entrenchment: 'light-works',
  redoubt: 'heavy-works',
  'pike-wagons': 'pike-wagons',
  gate: 'gate',
};

function hexStrips(map: HexMap): Strip[] {
  const pieces = new Map<Course, [Point, Point][]>();
  const crossings: Strip[] = [];
  const put = (course: Course, piece: [Point, Point]): unknown =>
    pieces.set(course, [...(pieces.get(course) ?? []), piece]);
  for (const side of map.field.sides) {
    const course = HEX_COURSE[side.look];
    if (!course) continue;
    const piece: [Point, Point] = [map.place(side.from), map.place(side.to)];
    if (course === 'ford' || course === 'bridge') {
      // Water runs along the hexside and the way leads over it.
      put('stream', piece);
      const over = quarter(direction(sub(piece[1], piece[0])));
      const middle = mix(piece[0], piece[1], 0.5);
      const [half, width] = course === 'bridge' ? [8, 10] : [6, 12];
      crossings.push({
        look: course,
        name: '',
        points: [along(middle, over, -half), along(middle, over, half)],
        width,
      });
    } else put(course, piece);
  }
  const strips: Strip[] = [];
  for (const [look, list] of pieces) {
    // A gate is one hexside wide, whatever stands beside it.
    for (const points of look === 'gate' ? list : chains(list)) {
      const crossed = crossings.map((strip) => mix(strip.points[0]!, strip.points[1]!, 0.5));
      if (look === 'stream') strips.push({ look, name: '', points: meander(points, crossed), width: 5 });
      else strips.push({ look, name: '', points: [...points], width: 0 });
    }
  }
  strips.push(...crossings);
  strips.push(...map.roads().map((points): Strip => ({ look: 'road', name: '', points, width: 6.4 })));
  return strips.sort((a, b) => orderOf(a.look) - orderOf(b.look));
}

const STEEPNESS: Partial<Record<HexSide['look'], 1 | 2 | 3>> = {
  'gentle-slope': 1,
  'steep-slope': 2,
  'double-steep-slope': 3,
};

function hexSlopes(map: HexMap, u: number): string[] {
  const strokes: Record<number, [Point, string][]> = { 1: [], 2: [], 3: [] };
  for (const side of map.field.sides) {
    const steepness = STEEPNESS[side.look];
    if (!steepness) continue;
    const [from, to] = [map.place(side.from), map.place(side.to)];
    const brow = [from, mix(from, to, 0.5), to].map(stray);
    strokes[steepness]!.push([from, slope(brow, [side.down[0], -side.down[1]], steepness, u)]);
  }
  return Object.entries(strokes).map(([steepness, list]) => inBlocks(list, 360, `hachure steep-${steepness}`, ''));
}

// --- What lies on a table

function tablePatches(field: TableField, place: (p: Point) => Point): Patch[] {
  const rank = (patch: Patch): number =>
    patch.look === 'hill' ? patch.level : patch.look === 'steep-slope' ? 900 : 1000;
  return field.areas
    .filter((area) => area.outline.length > 2)
    .map((area): Patch => ({
      look: area.look,
      name: area.name,
      outline: area.outline.map(place),
      holes: [],
      level: area.level,
    }))
    .sort((a, b) => rank(a) - rank(b));
}

function tableStrips(field: TableField, place: (p: Point) => Point): Strip[] {
  return field.lines
    .filter((line) => line.points.length > 0)
    .map((line): Strip => {
      const points = line.points.map(place);
      // A ford or bridge given as a single spot is as long as it is wide.
      const [x, y] = points[0]!;
      const spot: Point[] = [
        [x - line.width / 2, y],
        [x + line.width / 2, y],
      ];
      return { look: line.look, name: line.name, points: points.length > 1 ? points : spot, width: line.width };
    })
    .sort((a, b) => orderOf(a.look) - orderOf(b.look));
}

// --- Layers

/** Pieces gathered into one path for each block of the sheet, so that drawing a part of it does not touch the rest. */
function inBlocks(pieces: readonly [Point, string][], block: number, kind: string, more: string): string {
  const blocks = new Map<string, string>();
  for (const [[x, y], d] of pieces) {
    const key = `${Math.floor(x / block)},${Math.floor(y / block)}`;
    blocks.set(key, (blocks.get(key) ?? '') + d);
  }
  return [...blocks.values()].map((d) => path(d, kind, more)).join('');
}

function groundOf(frame: Box, { patches, strips, slopes }: Laid, id: string, u: number): string {
  const hills = patches.filter((patch) => patch.look === 'hill');
  const clearings: Clearing[] = strips
    .filter((strip) => strip.look !== 'crest')
    .map((strip) => ({ line: strip.points, half: breadthOf(strip, u) / 2 }));
  const flat = strips.filter((strip) => liesFlat(strip.look));
  const standing = strips.filter((strip) => !liesFlat(strip.look));
  return (
    openGround(frame, patches, clearings, u) +
    patches.map((patch, i) => `<g class="area">${lay(patch, hills, `${id}-edge-${i}`, u)}</g>`).join('') +
    slopes.join('') +
    flat.map((strip) => drawStrip(strip, u)).join('') +
    patches.map((patch) => raise(patch, clearings, u)).join('') +
    standing.map((strip) => drawStrip(strip, u)).join('')
  );
}

const cornersOf = ({ x, y, w, h }: Box): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

/** The bare field: a wash with stains of age and a tuft of grass here and there. */
function openGround(frame: Box, patches: readonly Patch[], clearings: readonly Clearing[], u: number): string {
  const corners = cornersOf(frame);
  const grain = new Grain(corners);
  let drawn = `<rect class="wash open" width="${n(frame.w)}" height="${n(frame.h)}"/>`;
  for (const [x, y] of scatter(corners, 230 * u, 0, grain)) {
    const r = grain.within(60, 190) * u;
    drawn += `<ellipse class="stain" cx="${n(x)}" cy="${n(y)}" rx="${n(r)}" ry="${n(r * grain.within(0.5, 0.9))}"/>`;
  }
  const covers = patches.filter((patch) => patch.look !== 'height' && patch.look !== 'hill');
  const tufts: [Point, string][] = [];
  for (const p of scatter(corners, 36 * u, 6 * u, grain)) {
    if (grain.pick(5) > 2 || covers.some((patch) => contains(patch.outline, p))) continue;
    if (clearings.some((c) => distanceToLine(c.line, p) < c.half + 3 * u)) continue;
    tufts.push([p, tuft(p, u * grain.within(0.7, 1.1))]);
  }
  return drawn + inBlocks(tufts, 400 * u, 'grass', ` stroke-width="${n(0.6 * u)}"`);
}

// --- The margin

function paperOf(frame: Box, u: number, title: string): Box {
  const [side, top, bottom] = [34 * u, (title ? 78 : 34) * u, 60 * u];
  return { x: frame.x - side, y: frame.y - top, w: frame.w + 2 * side, h: frame.h + top + bottom };
}

function marginOf(frame: Box, paper: Box, u: number, title: string): string {
  let drawn = '';
  if (title) {
    const [x, y] = [frame.x + frame.w / 2, frame.y - 36 * u];
    const half = Math.min(frame.w * 0.3, title.length * 9.4 * u) + 14 * u;
    const flourish = (side: 1 | -1): string => {
      const [from, to] = [x + side * half, x + side * (half + 60 * u)];
      return (
        stroke([from, y - 8 * u], [to, y - 8 * u]) +
        stroke([from + side * 8 * u, y - 5.6 * u], [to - side * 14 * u, y - 5.6 * u]) +
        `M${n(from - side * 3 * u)} ${n(y - 8 * u)}l${n(3 * u)} ${n(-2.4 * u)}l${n(3 * u)} ${n(2.4 * u)}l${n(-3 * u)} ${n(2.4 * u)}Z`
      );
    };
    drawn += `<text class="title" x="${n(x)}" y="${n(y)}" font-size="${n(26 * u)}">${safe(title)}</text>`;
    drawn += path(flourish(1) + flourish(-1), 'flourish', ` stroke-width="${n(0.9 * u)}"`);
  }
  return drawn + compass([frame.x + frame.w - 36 * u, paper.y + paper.h - 21 * u], 15 * u);
}

function compass([x, y]: Point, r: number): string {
  const star = (long: number, wide: number, turn: number): string => {
    const at = (degrees: number, reach: number): Point => {
      const a = ((degrees + turn) * Math.PI) / 180;
      return [x + Math.sin(a) * reach, y - Math.cos(a) * reach];
    };
    let [dark, light] = ['', ''];
    for (const k of [0, 90, 180, 270]) {
      const [tip, left, right] = [at(k, long), at(k - 45, wide), at(k + 45, wide)];
      const half = (side: Point): string => `M${n(x)} ${n(y)}L${n(tip[0])} ${n(tip[1])}L${n(side[0])} ${n(side[1])}Z`;
      dark += half(right);
      light += half(left);
    }
    return (
      path(light, 'compass-light', ` stroke-width="${n(r * 0.03)}"`) +
      path(dark, 'compass-dark', ` stroke-width="${n(r * 0.03)}"`)
    );
  };
  return (
    `<g class="compass"><circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 0.62)}" class="flourish" stroke-width="${n(r * 0.05)}"/>` +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 0.54)}" class="flourish" stroke-width="${n(r * 0.025)}"/>` +
    star(r * 0.62, r * 0.16, 45) +
    star(r, r * 0.2, 0) +
    `<text class="compass-north" x="${n(x)}" y="${n(y - r * 1.1)}" font-size="${n(r * 0.6)}">N</text></g>`
  );
}

function border(frame: Box, u: number): string {
  const rect = (by: number, w: number): string =>
    `<rect class="border" x="${n(frame.x - by)}" y="${n(frame.y - by)}" width="${n(frame.w + 2 * by)}" height="${n(frame.h + 2 * by)}" stroke-width="${n(w)}"/>`;
  return rect(0.8 * u, 1.6 * u) + rect(4.4 * u, 3 * u) + rect(7.4 * u, 0.7 * u);
}

/** A ruler along all four edges: black and white units, with figures at every sixth. */
function rulers(frame: Box, unit: number, u: number): string {
  const deep = 5 * u;
  let [dark, figures] = ['', ''];
  const bar = (x: number, y: number, w: number, h: number): string => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;
  const text = (x: number, y: number, value: number, anchor: string): string =>
    `<text class="ruler" x="${n(x)}" y="${n(y)}" font-size="${n(9.5 * u)}" text-anchor="${anchor}">${value}</text>`;
  for (let i = 0; i * unit < frame.w - 1e-6; i++) {
    const long = Math.min(unit, frame.w - i * unit);
    if (i % 2 === 0) dark += bar(i * unit, -deep, long, deep) + bar(i * unit, frame.h, long, deep);
  }
  for (let i = 0; i * unit < frame.h - 1e-6; i++) {
    const long = Math.min(unit, frame.h - i * unit);
    const y = frame.h - i * unit - long;
    if (i % 2 === 0) dark += bar(-deep, y, deep, long) + bar(frame.w, y, deep, long);
  }
  for (let i = 0; i * unit <= frame.w + 1e-6; i += 6) {
    figures += text(i * unit, -deep - 4 * u, i, 'middle') + text(i * unit, frame.h + deep + 11 * u, i, 'middle');
  }
  for (let i = 0; i * unit <= frame.h + 1e-6; i += 6) {
    const y = frame.h - i * unit + 3.4 * u;
    figures += text(-deep - 4 * u, y, i, 'end') + text(frame.w + deep + 4 * u, y, i, 'start');
  }
  const rect = (by: number, w: number): string =>
    `<rect class="border" x="${n(-by)}" y="${n(-by)}" width="${n(frame.w + 2 * by)}" height="${n(frame.h + 2 * by)}" stroke-width="${n(w)}"/>`;
  return (
    rect(deep / 2, deep).replace('class="border"', 'class="ruler-bed"') +
    path(dark, 'solid') +
    rect(0, 1.2 * u) +
    rect(deep, 1 * u) +
    figures
  );
}

/** The scale under the map. */
function printedScale(frame: Box, ruler: number, name: string, u: number): string {
  const { units, length, parts } = scaleBar(ruler, frame.w * 0.24);
  const y = frame.y + frame.h + 24 * u;
  const text = (x: number, down: number, words: string, anchor: string): string =>
    `<text class="ruler" x="${n(frame.x + x)}" y="${n(y + down * u)}" font-size="${n(9 * u)}" text-anchor="${anchor}">${safe(words)}</text>`;
  let drawn = '';
  for (let i = 0; i <= parts; i++) {
    const x = (length * i) / parts;
    if (i < parts) {
      drawn += `<rect class="scale-bar${i % 2 === 0 ? ' solid' : ''}" x="${n(frame.x + x)}" y="${n(y)}" width="${n(length / parts)}" height="${n(3.4 * u)}" stroke-width="${n(0.7 * u)}"/>`;
    }
    // Where the parts are short, only the ends have figures.
    if (length / parts > 30 * u || i % parts === 0)
      drawn += text(x, 14, String(Math.round((units * i * 100) / parts) / 100), 'middle');
  }
  return drawn + text(length + 8 * u, 4, name, 'start');
}

/** The scale: a round number of the ruler's units that comes nearest to a wanted length on the sheet. */
export function scaleBar(ruler: number, wanted: number): { units: number; length: number; parts: number } {
  const units = wanted / ruler;
  const ten = 10 ** Math.floor(Math.log10(Math.max(1e-9, units)));
  const [step, parts] = (
    [
      [5, 5],
      [2, 4],
      [1, 5],
    ] as const
  ).find(([step]) => step * ten <= units) ?? [1, 5];
  return { units: step * ten, length: step * ten * ruler, parts };
}
