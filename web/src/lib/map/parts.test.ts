// Hexes, looks, places and the level of detail.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Body, Ground, HexPlan, TablePlan } from '../types';
import { GROUND } from '../table/fixtures';
import { Turning, formationOf } from './formation';
import { labelsOf, type Print } from './labels';
import { contains, distance, type Box, type Point } from './geometry';
import { HexMap } from './hexmap';
import { broken, counterDetail, placeLabels, textWidth, type Label } from './lod';
import { keep, lookOf, unknown } from './looks';
import { gatherPlaces, legible, wedge } from './places';
import { scaleBar, sheetOf } from './sheet';
import { zoneNames } from './zones';
import type { Place } from './types';

/** Units of the sheet from hex to hex, and half the side of a counter. */
const PITCH = 60;
const HALF = 20.4;

const ROW = Math.sqrt(3) / 2;

/** So many rows of so many hexes. */
function field(rows: number, columns: number, pointyTop = true): HexPlan {
  const cells = Array.from({ length: rows * columns }, (_, i) => {
    const [q, r] = [i % columns, Math.floor(i / columns)];
    const [a, b] = [q - Math.floor(r / 2), r];
    const at: Point = pointyTop ? [1 + a + b / 2, 1 + b * ROW] : [1 + q * ROW, 1 + r + (q % 2) / 2];
    return { number: `${q}${r}`, at };
  });
  return { width: 12, height: 10, pointy_top: pointyTop, yards: 100, cells };
}

function body(id: number, at: Point, more: Partial<Body> = {}): Body {
  const h = HALF / PITCH;
  const corner = (x: number, y: number): Point => [at[0] + x * h, at[1] + y * h];
  return {
    id,
    key: `b${id}`,
    name: `Body ${id}`,
    side: id % 2,
    symbol: 'horse',
    at,
    facing: 0,
    parts: [
      { corners: [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)], figure: 'rider', files: 2, figures: 2 },
    ],
    badges: [],
    strength: '4-7',
    standing: 'idle',
    ...more,
  };
}

const ground = (of: HexPlan | TablePlan): Ground => ({
  ...GROUND,
  field: 'cells' in of ? { kind: 'hexes', ...of } : { kind: 'table', ...of },
});

const TABLE: TablePlan = { width: 1200, height: 900, ruler: 25.4, ruler_name: 'inch' };

describe('a map of hexes', () => {
  for (const pointyTop of [true, false]) {
    it(`finds the hex under any of its points (${pointyTop ? 'pointy' : 'flat'} top)`, () => {
      const map = new HexMap(field(3, 4, pointyTop), PITCH);
      for (const cell of map.field.cells) {
        for (const [dx, dy] of [
          [0, 0],
          [0.4, 0],
          [-0.2, 0.35],
          [0.1, -0.4],
        ] as Point[]) {
          expect(map.cellAt([cell.at[0] + dx, cell.at[1] + dy])?.number).toBe(cell.number);
        }
        const corners = map.corners(cell.at);
        expect(corners).toHaveLength(6);
        expect(contains(corners, map.place(cell.at))).toBe(true);
        for (const corner of corners) expect(distance(corner, map.place(cell.at))).toBeCloseTo(PITCH / Math.sqrt(3));
      }
    });
  }

  it('goes from the field to the sheet and back', () => {
    const map = new HexMap(field(1, 2), PITCH);
    const [x, y] = map.back(map.place([3.25, 1.5]));
    expect([x, y]).toEqual([3.25, 1.5]);
  });
});

describe('the sheet', () => {
  it('lies as the server has drawn it', () => {
    const sheet = sheetOf(ground(field(1, 2)));
    expect(sheet.frame).toEqual({ x: 0, y: 0, w: 600, h: 600 });
    expect(sheet.numbers.map(({ text }) => text)).toEqual(['00', '10']);
    expect(sheet.numbers[0]!.at).toEqual([60, 540 - GROUND.sheet.lift]);
    const table = sheetOf(ground(TABLE));
    expect(table.place([0, 0])).toEqual([0, 900]);
    expect([table.hexes, table.rulerName]).toEqual([null, 'inch']);
  });

  it('has a scale in round numbers', () => {
    expect(scaleBar(0.6, 400)).toMatchObject({ units: 500, length: 300 });
    expect(scaleBar(25.4, 300)).toMatchObject({ units: 10, length: 254 });
    expect(scaleBar(25.4, 60).units).toBe(2);
  });
});

describe('looks', () => {
  it('are kept by their names, and only what is not known is wanted', () => {
    const pieces = ['a', 'b', 'a', 'c'].map((look) => ({ look }));
    expect(unknown(pieces)).toEqual(['a', 'b', 'c']);
    keep({ a: '<path/>', c: '' });
    expect(unknown(pieces)).toEqual(['b']);
    expect([lookOf('a'), lookOf('b')]).toEqual(['<path/>', '']);
  });

  it('go when there are too many, the oldest first', () => {
    keep({ old: 'o', a: 'a' });
    keep(Object.fromEntries(Array.from({ length: 2999 }, (_, i) => [`x${i}`, 'x'])));
    expect(lookOf('old')).toBe('');
    expect(lookOf('x2998')).toBe('x');
  });
});

describe('a body on a table', () => {
  it('stands in its own frame with its front to the top', () => {
    const turned = body(1, [100, 100], { facing: 90 });
    // Facing east, its front edge is its eastern one.
    turned.parts[0]!.corners = [
      [110, 120],
      [110, 80],
      [90, 80],
      [90, 120],
    ];
    const { outlines, at, box } = formationOf(turned, ([x, y]) => [x, 500 - y], 1);
    expect(at).toEqual([100, 400]);
    const [frontLeft, frontRight, rearRight] = outlines[0]!;
    expect(frontLeft![0]).toBeCloseTo(-20);
    expect(frontLeft![1]).toBeCloseTo(-10);
    expect(frontRight![0]).toBeCloseTo(20);
    expect(rearRight![1]).toBeCloseTo(10);
    expect(box.w).toBeCloseTo(40);
  });

  it('turns the short way round', () => {
    const turning = new Turning();
    expect(turning.of(1, 350)).toBe(350);
    expect(turning.of(1, 10)).toBe(370);
    expect(turning.of(1, 350)).toBe(350);
    expect(turning.of(2, 10)).toBe(10);
  });
});

describe('places', () => {
  const sheet = sheetOf(ground(field(3, 4)));
  const at = sheet.hexes!.field.cells[5]!.at;
  const place = (key: string, more: Partial<Place> = {}): Place => ({
    key,
    at,
    facing: 0,
    label: '2',
    tone: 'open',
    title: key,
    ...more,
  });

  it('on one hex are one spot with the easiest cost', () => {
    const [spot, ...others] = gatherPlaces(
      [
        place('a', { tone: 'contested', label: '1' }),
        place('b', { facing: 60, label: '3' }),
        place('c', { facing: 120 }),
      ],
      sheet,
      1,
    );
    expect(others).toEqual([]);
    expect(spot!.places).toHaveLength(3);
    expect([spot!.tone, spot!.label]).toEqual(['open', '2']);
    expect(spot!.corners).toHaveLength(6);
  });

  it('are pointed at by the side of the hex they face', () => {
    const [spot] = gatherPlaces([place('a'), place('b', { facing: 60 })], sheet, 1);
    const points = [...wedge(spot!, 0, sheet, 1).matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((m): Point => [
      Number(m[1]),
      Number(m[2]),
    ]);
    const [x, y] = spot!.at;
    expect(contains(points, [x, y - 15])).toBe(true);
    expect(contains(points, [x + 12, y - 6])).toBe(false);
  });
});

describe('places on a table', () => {
  it('are as large on the screen at every scale, and their figures do not lie on one another', () => {
    const table = sheetOf(ground(TABLE));
    const at = (x: number): Place => ({ key: `${x}`, at: [x, 0], facing: null, label: '1"', tone: 'open', title: '' });
    const [near] = gatherPlaces([at(0)], table, 2);
    expect(near!.shape).toContain('a3 3');
    const spots = gatherPlaces([at(0), at(10), at(30)], table, 1);
    expect(legible(spots, 20).map((spot) => spot.at[0])).toEqual([0, 30]);
  });
});

describe('the level of detail', () => {
  it('grows with the counter', () => {
    expect([8, 20, 45, 80].map(counterDetail)).toEqual(['afar', 'small', 'full', 'nearest']);
  });

  it('names whoever there is room for, the selected always', () => {
    const owner = { x: 100, y: 100, w: 20, h: 20 };
    const label = (id: number, rank: number, more: Partial<Label> = {}): Label => ({
      id,
      owner,
      sizes: [{ w: 60, h: 14 }],
      above: false,
      rank,
      ...more,
    });
    const within = { x: 0, y: 0, w: 1000, h: 1000 };
    const placed = placeLabels(
      [label(1, 3), label(2, 3), label(3, 3), label(4, 3), label(5, 3), label(6, 0)],
      [],
      within,
    );
    expect(placed.map(({ id }) => id)).toContain(6);
    expect(placed.length).toBeGreaterThan(3);
    expect(placed.length).toBeLessThan(6);
    expect(placeLabels([label(1, 3, { above: true })], [], within)[0]!.at[1]).toBeLessThan(100);
    // What is too long to be written in full is cut short.
    const narrow = { x: 80, y: 0, w: 60, h: 1000 };
    const sizes = [
      { w: 90, h: 30 },
      { w: 30, h: 14 },
    ];
    const walls = [
      { id: 8, box: { x: 0, y: 0, w: 80, h: 1000 } },
      { id: 9, box: { x: 140, y: 0, w: 80, h: 1000 } },
    ];
    expect(placeLabels([label(1, 3, { sizes })], walls, narrow)[0]!.size).toBe(1);
    // Nothing is written over somebody else.
    const wall = [{ id: 9, box: { x: 0, y: 0, w: 1000, h: 1000 } }];
    expect(placeLabels([label(1, 3)], wall, within)).toEqual([]);
    expect(placeLabels([label(1, 3, { owner: { x: 0, y: 0, w: 4, h: 4 } })], [], within)[0]!.at[0]).toBe(30);
  });

  it('breaks names into lines that fit', () => {
    const lines = broken("Howard's Horse, second squadron", 40, 5, 2);
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => textWidth(line, 5) <= 40)).toBe(true);
    expect(broken('Short', 400, 5, 2)).toEqual(['Short']);
    expect(broken('one two three four', 10, 5, 1)[0]).toMatch(/…$/);
  });
});

describe('labels on a table', () => {
  const print: Print = {
    k: 1,
    u: 1.8,
    ruler: 25.4,
    paper: { x: 0, y: 0, w: 1200, h: 900 },
    names: true,
    wide: 1,
  };
  const place = ([x, y]: Point): Point => [x, 900 - y];
  const shaken = body(1, [600, 450], {
    badges: [
      { text: 'hail 4', tone: 'plain' },
      { text: 'shaken', tone: 'bad' },
    ],
  });
  const other = body(2, [200, 450]);
  const formations = [shaken, other].map((one) => formationOf(one, place, 1.8));

  it('name everybody, the worst badge first', () => {
    const labels = labelsOf(formations, new Map(), print);
    expect(labels.map(({ id }) => id)).toEqual([1, 2]);
    expect(labels[0]!.lines).toEqual(['Body 1', '4-7']);
    expect(labels[0]!.badges.map((badge) => badge.text)).toEqual(['shaken', 'hail 4']);
    expect(labelsOf(formations, new Map(), { ...print, names: false })[1]!.lines).toEqual(['4-7']);
  });

  it('from afar name only what is lit, and leave plain badges out', () => {
    const far = { ...print, k: 0.2 };
    expect(labelsOf(formations, new Map(), far).flatMap(({ lines }) => lines)).toEqual([]);
    const [lit] = labelsOf(formations, new Map([[1, 'target']]), far);
    expect(lit!.badges.map((badge) => badge.text)).toEqual(['shaken']);
  });

  it('stay where they are on the screen whatever the scale', () => {
    const at = (k: number): number => {
      const label = labelsOf(formations, new Map(), { ...print, k }).find(({ id }) => id === 2)!;
      return (label.at[1] - (450 + HALF / PITCH)) * k;
    };
    expect(at(1)).toBeCloseTo(3, 0);
    expect(at(2)).toBeCloseTo(3, 0);
  });
});

describe('names of zones', () => {
  const zone = (name: string, x: number, y: number) => ({
    name,
    side: null,
    fire: null,
    outline: [
      [x, y],
      [x + 40, y],
      [x + 40, y + 40],
    ] as Point[],
  });
  const names = (k: number, covers: Box[] = [], laidOver = 0) =>
    zoneNames([zone('Short range', 0, 0), zone('Long range', 4, 3), zone('', 90, 90)], laidOver, (at) => at, {
      k,
      wide: 1,
      avoid: covers,
    });

  it('stand where there is room, and all of them when one comes near', () => {
    expect(names(1.5)[0]?.at).toEqual([20, 12]);
    // The second steps aside to another rim of its zone.
    expect(names(1.5)[1]!.at[1]).toBeGreaterThan(30);
    expect(names(20).map((at) => at !== null)).toEqual([true, true, false]);
    // What is much smaller than its name has none.
    expect(names(0.3)).toEqual([null, null, null]);
  });

  it('keep off counters where something is laid over the map', () => {
    const counter = { x: 0, y: 0, w: 40, h: 6 };
    const [free, pushed] = [names(20)[0], names(20, [counter])[0]];
    expect(free?.at[1]).toBeLessThan(6);
    expect(pushed?.at[1]).toBeGreaterThan(6);
  });
});

describe('names of ground that scores', () => {
  const ridge = {
    name: 'The ridge (120 points): Gell',
    side: 1,
    fire: null,
    outline: [
      [0, 0],
      [160, 0],
      [160, 60],
      [0, 60],
    ] as Point[],
  };
  const at = (avoid: Box[]) => zoneNames([ridge], 1, (one) => one, { k: 1, wide: 1, avoid })[0]!;

  it('are written smaller and aside where somebody stands, and hide as little as may be', () => {
    expect(at([])).toMatchObject({ at: [80, 76], size: 12 });
    // All around it but for a narrow strip above.
    const crowd = [
      { x: -200, y: 0, w: 600, h: 200 },
      { x: -200, y: -40, w: 600, h: 22 },
    ];
    expect(at(crowd)).toMatchObject({ at: [80, -6], size: 9.5 });
    // Below on the left.
    const right = [
      { x: -200, y: -40, w: 600, h: 100 },
      { x: 110, y: 60, w: 200, h: 40 },
    ];
    expect(at(right).at[0]).toBeLessThan(80);
    // Where the name would hide somebody, what it is worth and whose it is.
    const narrow = [
      { x: -200, y: -40, w: 600, h: 100 },
      { x: -200, y: 60, w: 240, h: 40 },
      { x: 120, y: 60, w: 200, h: 40 },
    ];
    expect(at(narrow)).toMatchObject({ text: '120 points: Gell', at: [80, 73.5] });
  });
});

describe('colours', () => {
  it('say their day and their night once', () => {
    const css = ['src/lib/map/picture.css', 'src/lib/map/map.css', 'src/theme.css']
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    expect(css).not.toContain('prefers-color-scheme');
    const told = [...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name!);
    expect(told.filter((name) => name.startsWith('--m-')).length).toBeGreaterThan(40);
    expect(told.filter((name, index) => told.indexOf(name) !== index)).toEqual([]);
    expect(css.match(/light-dark\(/g)!.length).toBeGreaterThan(50);
  });
});
