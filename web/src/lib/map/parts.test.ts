// Hexes, stacks, badges, places and the level of detail.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Body, Ground, HexField, TableField } from '../types';
import { chitOf, lettersFor } from './chits';
import { contrast, liveryOf, read } from './colours';
import { figures, stands } from './figures';
import { Turning, formationOf } from './formation';
import { labelsOf, type Print } from './labels';
import { sign } from './signs';
import { contains, distance, type Point } from './geometry';
import { chains, HexMap, PITCH } from './hexmap';
import { broken, counterDetail, placeLabels, textWidth, type Label } from './lod';
import { gatherPlaces, legible, wedge } from './places';
import { scaleBar, sheetOf } from './sheet';
import { cornersOf, HALF, layCounters } from './stacks';
import { zoneNames } from './zones';
import type { Box } from './geometry';
import type { Place } from './types';

const ROW = Math.sqrt(3) / 2;

/** Rows of hexes with their looks: `.` clear, `w` woods, `^` high. */
function field(rows: string[], pointyTop = true): HexField {
  const cells: HexField['cells'] = rows.flatMap((row, r) =>
    [...row].map((c, q) => {
      const [a, b] = [q - Math.floor(r / 2), r];
      const at: Point = pointyTop ? [1 + a + b / 2, 1 + b * ROW] : [1 + q * ROW, 1 + r + (q % 2) / 2];
      const look = c === 'w' ? ('woods' as const) : ('clear' as const);
      return { number: `${q}${r}`, at, look, level: c === '^' ? 1 : 0, fog: false };
    }),
  );
  return { width: 12, height: 10, pointy_top: pointyTop, yards: 100, cells, sides: [], roads: [], names: [] };
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

const ground = (of: HexField | TableField): Ground => ({
  ground: 'g',
  field: 'cells' in of ? { kind: 'hexes', ...of } : { kind: 'table', ...of },
  sides: [
    { name: 'A', colour: '#b03a2e' },
    { name: 'B', colour: '#1f618d' },
  ],
});

const TABLE: TableField = {
  width: 1200,
  height: 900,
  ruler: 25.4,
  ruler_name: 'inch',
  areas: [
    {
      look: 'hill',
      name: 'A <hill>',
      outline: [
        [100, 100],
        [400, 100],
        [400, 300],
        [100, 300],
      ],
      level: 1,
    },
  ],
  lines: [
    {
      look: 'road',
      name: '',
      points: [
        [0, 0],
        [600, 450],
        [1200, 900],
      ],
      width: 20,
    },
  ],
};

describe('a map of hexes', () => {
  for (const pointyTop of [true, false]) {
    it(`finds the hex under any of its points (${pointyTop ? 'pointy' : 'flat'} top)`, () => {
      const map = new HexMap(field(['....', '....', '....'], pointyTop));
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
    const map = new HexMap(field(['..']));
    const [x, y] = map.back(map.place([3.25, 1.5]));
    expect([x, y]).toEqual([3.25, 1.5]);
  });

  it('draws every hexside of its grid once', () => {
    const map = new HexMap(field(['...', '...', '...']));
    const sides = map.grid().map(([a, b]) =>
      [a, b]
        .map((p) => p.map(Math.round).join())
        .sort()
        .join(' '),
    );
    expect(new Set(sides).size).toBe(sides.length);
    // Nine hexes have 54 sides; the 16 that two of them share are drawn once.
    expect(sides.length).toBe(54 - 16);
  });

  it('makes one area of hexes that touch, and a hole of a gap in it', () => {
    const ring = new HexMap(field(['.......', '..ww...', '..w.w..', '..ww...', '.......']));
    const areas = ring.areas((cell) => cell.look === 'woods');
    expect(areas).toHaveLength(1);
    expect(areas[0]!.holes).toHaveLength(1);
    const apart = new HexMap(field(['.......', '.w...w.', '.......']));
    expect(apart.areas((cell) => cell.look === 'woods')).toHaveLength(2);
  });

  it('lets the ground run on over the edge of the map', () => {
    const map = new HexMap(field(['www....', '.......', '.......']));
    const lowest = Math.max(...map.corners(map.field.cells[1]!.at).map((p) => p[1]));
    const [wood] = map.areas((cell) => cell.look === 'woods');
    expect(Math.max(...wood!.outline.map((p) => p[1]))).toBeGreaterThan(lowest + PITCH * 0.4);
  });

  it('joins pieces end to end and parts them where three meet', () => {
    const at = (x: number, y: number): Point => [x * 10, y * 10];
    const line: [Point, Point][] = [
      [at(1, 0), at(2, 0)],
      [at(1, 0), at(0, 0)],
      [at(3, 0), [20.004, 0.003]],
    ];
    expect(chains(line).map((chain) => chain.length)).toEqual([4]);
    expect(chains([...line.slice(0, 2), [at(1, 0), at(1, 1)]])).toHaveLength(3);
    const round = chains([
      [at(0, 0), at(1, 0)],
      [at(1, 0), at(1, 1)],
      [at(1, 1), at(0, 0)],
    ]);
    expect(round).toHaveLength(1);
    expect(round[0]![0]).toEqual(round[0]!.at(-1));
  });
});

describe('the sheet', () => {
  it('is drawn the same every time', () => {
    const map = field(['.w.', '^^.', '...']);
    expect(sheetOf(ground(map), 'Here')).toEqual({
      ...sheetOf(ground(structuredClone(map)), 'Here'),
      hexes: expect.anything(),
      place: expect.anything(),
      back: expect.anything(),
    });
  });

  it('keeps words from becoming markup', () => {
    const sheet = sheetOf(
      ground({ ...field(['..']), cells: [{ ...field(['.']).cells[0]!, number: '<b>1' }] }),
      'A & B',
    );
    expect(sheet.numbers).toContain('&lt;b&gt;1');
    expect(sheet.margin).toContain('A &amp; B');
  });

  it('has a hill, a road and a ruler on a table', () => {
    const sheet = sheetOf(ground(TABLE));
    expect(sheet.ground).toContain('wash height');
    expect(sheet.ground).toContain('class="road"');
    expect(sheet.margin).toContain('>36<');
    expect(sheet.names.map((name) => name.text)).toEqual(['A <hill>']);
    expect(sheet.place([0, 0])).toEqual([0, 900]);
  });

  it('has a scale in round numbers', () => {
    expect(scaleBar(0.6, 400)).toMatchObject({ units: 500, length: 300 });
    expect(scaleBar(25.4, 300)).toMatchObject({ units: 10, length: 254 });
    expect(scaleBar(25.4, 60).units).toBe(2);
  });
});

describe('counters', () => {
  const map = new HexMap(field(['....', '....', '....']));
  const [here, there] = [map.field.cells[5]!.at, map.field.cells[6]!.at];

  it('lie square in their hex, turned the way they face', () => {
    const [laid] = layCounters([body(1, here)], map);
    expect(laid!.at[0]).toBeCloseTo(map.place(here)[0]);
    expect(laid!.half[0]).toBeCloseTo(HALF);
    expect(laid!.facing).toBeCloseTo(0);
    expect(cornersOf(laid!)[0]![1]).toBeLessThan(laid!.at[1]);
  });

  it('are fanned where several share a hex, the last on top', () => {
    const laid = layCounters([body(1, here), body(2, here), body(3, there)], map);
    const [first, second, other] = [1, 2, 3].map((id) => laid.find((counter) => counter.body.id === id)!);
    expect(distance(first!.at, second!.at)).toBeGreaterThan(5);
    expect(second!.stack).toEqual([2, 1]);
    expect([first!.top, second!.top, second!.height]).toEqual([false, true, 2]);
    expect(other!.stack).toEqual([3]);
    expect(other!.height).toBe(1);
  });

  it('that reach over two hexes are stacked with whoever stands in either', () => {
    const middle: Point = [(here[0] + there[0]) / 2, here[1]];
    const wide = body(1, middle);
    const reach = (x: number, y: number): Point => [middle[0] + x * 0.84, middle[1] + y * 0.34];
    wide.parts[0]!.corners = [reach(-1, 1), reach(1, 1), reach(1, -1), reach(-1, -1)];
    const laid = layCounters([wide, body(2, here), body(3, there)], map);
    expect(laid.find((counter) => counter.body.id === 1)!.stack).toHaveLength(3);
    expect(laid[0]!.body.id).toBe(1);
    expect(laid[0]!.half[0]).toBeCloseTo(0.84 * PITCH);
  });

  it('of leaders stand on corners of the hex that are free', () => {
    const leaders = [7, 8].map((id) => body(id, here, { symbol: 'general', parts: [] }));
    const laid = layCounters([body(1, here), ...leaders], map);
    const [a, b] = laid.filter((counter) => counter.leads);
    expect(distance(a!.at, b!.at)).toBeGreaterThan(16);
    expect(distance(a!.at, map.place(here))).toBeGreaterThan(20);
    expect(a!.stack).toContain(1);
  });
});

describe('badges', () => {
  const badge = (text: string) => ({ text, tone: 'plain' as const });

  it('have letters of their own', () => {
    const letters = lettersFor([
      body(1, [0, 0], { badges: [badge('form. shaken'), badge('morale shaken'), badge('fired'), badge('finished')] }),
    ]);
    expect(letters.get('form. shaken')).toBe('FS');
    expect(letters.get('morale shaken')).toBe('MS');
    expect(new Set(letters.values()).size).toBe(4);
  });

  it('are pips for what is lost and dots for pistols left', () => {
    expect(chitOf(badge('-3'), new Map())).toMatchObject({ kind: 'pips', count: 3 });
    expect(chitOf(badge('no pistols'), new Map())).toMatchObject({ kind: 'dots', full: 0, of: 2 });
    expect(chitOf(badge('1 pistol'), new Map())).toMatchObject({ kind: 'dots', full: 1, of: 2 });
    expect(chitOf(badge('pistols fired'), new Map())).toMatchObject({ kind: 'tab' });
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
    const { parts, at, box } = formationOf(turned, ([x, y]) => [x, 500 - y], 1);
    expect(at).toEqual([100, 400]);
    const [frontLeft, frontRight, rearRight] = parts[0]!.corners;
    expect(frontLeft[0]).toBeCloseTo(-20);
    expect(frontLeft[1]).toBeCloseTo(-10);
    expect(frontRight[0]).toBeCloseTo(20);
    expect(rearRight[1]).toBeCloseTo(10);
    expect(box.w).toBeCloseTo(40);
  });

  it('has as many figures as it says, the odd ones in the middle of the last rank', () => {
    const part = body(1, [0, 0]).parts[0]!;
    const places = stands({
      ...part,
      corners: [
        [0, 10],
        [30, 10],
        [30, 0],
        [0, 0],
      ],
      files: 3,
      figures: 5,
    });
    expect(places).toHaveLength(5);
    expect(places[3]!.at[0]).toBeCloseTo(10);
    expect(places[4]!.at[0]).toBeCloseTo(20);
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
  const sheet = sheetOf(ground(field(['....', '....', '....'])));
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
    expect([8, 20, 45, 80].map(counterDetail)).toEqual(['dot', 'small', 'full', 'near']);
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
    expect(labelsOf(formations, new Map(), far)).toEqual([]);
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

describe('drawings', () => {
  const SYMBOLS: Body['symbol'][] = [
    'pike-and-shot',
    'shot',
    'skirmishers',
    'horse',
    'cuirassiers',
    'lancers',
    'dragoons',
    'guns',
    'highlanders',
    'wagon',
    'led-horses',
    'light-horse',
  ];

  it('tell every arm from every other, near and far', () => {
    for (const far of [false, true]) {
      const signs = SYMBOLS.map((symbol) => sign(symbol, 14, 8, '#b03a2e', far));
      expect(new Set(signs).size).toBe(SYMBOLS.length);
      expect(signs.join()).not.toContain('NaN');
    }
  });

  it('show every kind of figure', () => {
    const kinds = ['pike', 'shot', 'skirmisher', 'rider', 'gun', 'gunner', 'officer', 'wagon', 'horse'] as const;
    const part = body(1, [0, 0]).parts[0]!;
    const drawn = kinds.map((figure) => figures('horse', { ...part, figure }, liveryOf('#b03a2e', false)));
    expect(drawn.every((markup) => markup.includes('<path') && !markup.includes('NaN'))).toBe(true);
    expect(figures('horse', { ...part, figures: 0 }, liveryOf('#b03a2e', false))).toBe('');
  });
});

describe('names of zones', () => {
  const zone = (name: string, x: number, y: number) => ({
    name,
    side: null,
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
    expect(names(1.5)[0]).toEqual([20, 12]);
    // The second steps aside to another rim of its zone.
    expect(names(1.5)[1]![1]).toBeGreaterThan(30);
    expect(names(20).map((at) => at !== null)).toEqual([true, true, false]);
    // What is much smaller than its name has none.
    expect(names(0.3)).toEqual([null, null, null]);
  });

  it('keep off counters where something is laid over the map', () => {
    const counter = { x: 0, y: 0, w: 40, h: 6 };
    const [free, pushed] = [names(20)[0], names(20, [counter])[0]];
    expect(free?.[1]).toBeLessThan(6);
    expect(pushed?.[1]).toBeGreaterThan(6);
  });
});

describe('colours', () => {
  it('say their day and their night once', () => {
    const css = ['src/lib/map/ground.css', 'src/lib/map/map.css', 'src/theme.css']
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    expect(css).not.toContain('prefers-color-scheme');
    const told = [...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name!);
    expect(told.filter((name) => name.startsWith('--m-')).length).toBeGreaterThan(40);
    expect(told.filter((name, index) => told.indexOf(name) !== index)).toEqual([]);
    expect(css.match(/light-dark\(/g)!.length).toBeGreaterThan(50);
  });

  it('print what can be read on any coat', () => {
    for (const colour of ['#b03a2e', '#1f618d', '#d68910', '#b7950b', '#5b6e7a', '#ffffff', '#000000', 'none']) {
      for (const spent of [false, true]) {
        const livery = liveryOf(colour, spent);
        expect(contrast(read(livery.base), read(livery.print))).toBeGreaterThan(3.5);
      }
    }
  });
});
