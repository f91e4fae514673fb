import { describe, expect, it } from 'vitest';
import {
  beside,
  boxOf,
  contains,
  distance,
  distanceToRing,
  facingOf,
  Grain,
  heading,
  hull,
  quarter,
  rounded,
  scatter,
  turnBetween,
  turnOf,
  walk,
  walkRound,
  along,
  type Point,
} from './geometry';

const SQUARE: Point[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

describe('facings', () => {
  it('run clockwise from north, and back', () => {
    for (const [degrees, way] of [
      [0, [0, -1]],
      [90, [1, 0]],
      [180, [0, 1]],
      [270, [-1, 0]],
    ] as [number, Point][]) {
      expect(distance(heading(degrees), way)).toBeLessThan(1e-9);
      expect(facingOf(way)).toBeCloseTo(degrees);
    }
    expect(facingOf(heading(237))).toBeCloseTo(237);
  });

  it('are at most half a turn apart', () => {
    expect(turnBetween(350, 10)).toBe(20);
    expect(turnBetween(10, 350)).toBe(20);
    expect(turnBetween(0, 180)).toBe(180);
    expect(turnBetween(720, 0)).toBe(0);
  });
});

describe('walks', () => {
  it('keep the inside on the right, whichever way the ring runs', () => {
    for (const ring of [SQUARE, [...SQUARE].reverse()]) {
      const stops = walkRound(ring, 1);
      expect(stops).toHaveLength(40);
      expect(stops.every(({ at, way }) => contains(ring, along(at, quarter(way), 0.1)))).toBe(true);
    }
  });

  it('are evenly spaced round a corner and never endless', () => {
    const line: Point[] = [
      [0, 0],
      [5, 0],
      [5, 5],
    ];
    expect(walk(line, 2).map(({ at }) => at)).toEqual([
      [1, 0],
      [3, 0],
      [5, 0],
      [5, 2],
      [5, 4],
    ]);
    expect(
      walk(
        [
          [0, 0],
          [1e7, 0],
        ],
        0.001,
      ).length,
    ).toBeLessThan(4001);
    expect(walk([[1, 1]], 1)).toEqual([]);
  });

  it('go beside a line at the same distance round its corner', () => {
    const shifted = beside(
      [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      2,
    );
    expect(distance(shifted[0]!, [0, 2])).toBeLessThan(1e-9);
    expect(distance(shifted[1]!, [8, 2])).toBeLessThan(1e-9);
    expect(distance(shifted[2]!, [8, 10])).toBeLessThan(1e-9);
  });
});

describe('shapes', () => {
  it('know their inside, their turn and their box', () => {
    expect(contains(SQUARE, [5, 5])).toBe(true);
    expect(contains(SQUARE, [11, 5])).toBe(false);
    expect(turnOf(SQUARE)).toBeGreaterThan(0);
    expect(turnOf([...SQUARE].reverse())).toBeLessThan(0);
    expect(boxOf(SQUARE)).toEqual({ x: 0, y: 0, w: 10, h: 10 });
    expect(boxOf([])).toEqual({ x: 0, y: 0, w: 0, h: 0 });
  });

  it('have a hull without what lies inside it', () => {
    const ring = hull([...SQUARE, [5, 5], [5, 0], [1, 9]]);
    expect(ring).toHaveLength(4);
    expect(Math.abs(turnOf(ring)) / 2).toBeCloseTo(100);
  });

  it('keep the ends of a line that is rounded', () => {
    const line = rounded(SQUARE, false);
    expect(line[0]).toEqual([0, 0]);
    expect(line.at(-1)).toEqual([0, 10]);
    expect(rounded(SQUARE, true)).toHaveLength(8);
  });
});

describe('the grain of the paper', () => {
  it('is the same for the same shape and another for another', () => {
    const draw = (points: Point[]): number[] => {
      const grain = new Grain(points);
      return Array.from({ length: 20 }, () => grain.within(0, 1));
    };
    expect(draw(SQUARE)).toEqual(draw(SQUARE));
    expect(draw(SQUARE)).not.toEqual(draw([[0, 0]]));
    expect(draw(SQUARE).every((v) => v >= 0 && v < 1)).toBe(true);
    expect(new Set(draw(SQUARE)).size).toBe(20);
  });

  it('scatters inside a ring and off its edge', () => {
    const points = scatter(SQUARE, 1, 0.5, new Grain(SQUARE));
    expect(points.length).toBeGreaterThan(50);
    expect(points.every((p) => contains(SQUARE, p) && distanceToRing(SQUARE, p) >= 0.5)).toBe(true);
    expect(scatter(SQUARE, 1, 0.5, new Grain(SQUARE))).toEqual(points);
    // Something stands even on the smallest plot.
    expect(scatter(SQUARE, 50, 4.9, new Grain(SQUARE)).length).toBeGreaterThan(0);
  });
});
