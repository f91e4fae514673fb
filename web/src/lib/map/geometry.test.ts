import { describe, expect, it } from 'vitest';
import { boxOf, contains, distance, facingOf, heading, hull, turnBetween, type Point } from './geometry';

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

describe('shapes', () => {
  it('know their inside and their box', () => {
    expect(contains(SQUARE, [5, 5])).toBe(true);
    expect(contains(SQUARE, [11, 5])).toBe(false);
    expect(boxOf(SQUARE)).toEqual({ x: 0, y: 0, w: 10, h: 10 });
    expect(boxOf([])).toEqual({ x: 0, y: 0, w: 0, h: 0 });
  });

  it('have a hull without what lies inside it', () => {
    const ring = hull([...SQUARE, [5, 5], [5, 0], [1, 9]]);
    expect(ring).toHaveLength(4);
    expect(boxOf(ring)).toEqual(boxOf(SQUARE));
  });
});
