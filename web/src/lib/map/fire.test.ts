import { describe, expect, it } from 'vitest';
import { fire } from './fire';
import type { Point } from './geometry';

const house: Point[] = [
  [0, 0],
  [100, 0],
  [100, 50],
  [0, 50],
];

/** The middles of the puffs of smoke. */
const puffs = (wind: number): Point[] =>
  [...fire(house, wind).smoke.matchAll(/M(\S+) (\S+)a(\S+)/g)].map(([, x, y, r]) => [Number(x) + Number(r), Number(y)]);

describe('a fire', () => {
  it('sends its smoke with the wind, farther and farther', () => {
    const east = puffs(90);
    expect(east.map(([, y]) => y)).toEqual([25, 25, 25, 25]);
    const along = east.map(([x]) => x);
    expect(along[0]).toBeGreaterThan(50);
    expect([...along].sort((a, b) => a - b)).toEqual(along);
    // North is up on the sheet.
    expect(Math.max(...puffs(0).map(([, y]) => y))).toBeLessThan(25);
    expect(Math.min(...puffs(180).map(([, y]) => y))).toBeGreaterThan(25);
  });

  it('has embers in every tongue of flame', () => {
    const { flames, embers } = fire(house, 0);
    const count = (path: string): number => path.split('M').length;
    expect(count(flames)).toBeGreaterThan(4);
    expect(count(embers)).toBe(count(flames));
  });
});
