import type { Body, Point } from '../types';
import { describe, expect, it } from 'vitest';
import { asked, body, choice, GROUND, NO_MARK, route } from './fixtures';
import { offersOf } from './menu';
import { alike, byFacing, compass, facingNearest, inPoints, nearest, placeOf, reach, spotsOf, thinned } from './places';

describe('places on the map', () => {
  it('gathers routes that end in one hex, the cheapest first', () => {
    const spots = spotsOf([route([2, 1], 60, { spent: 4 }), route([2, 1], 0, { spent: 2 }), route([3, 1], 0)], []);
    expect(spots).toHaveLength(2);
    expect(spots[0]?.ways.map((way) => way.spent)).toEqual([2, 4]);
    expect(byFacing(spots[0]!)).toBe(true);
    expect(byFacing(spots[1]!)).toBe(false);
    expect(placeOf(spots[0]!)).toMatchObject({ facing: null, label: '2', tone: 'open' });
    expect(placeOf(spots[1]!)).toMatchObject({ facing: 0, label: '2' });
  });

  it('writes shares of a point as people do', () => {
    expect([1, 2, 3, 11].map((n) => inPoints(n, 2))).toEqual(['½', '1', '1½', '5½']);
    expect([inPoints(7, 1), inPoints(5, 3), inPoints(7, 5)]).toEqual(['7', '1⅔', '1 2/5']);
    const [spot] = spotsOf([route([2, 1], 60, { spent: 3, allowance: 12, share: 2 })], []);
    expect(placeOf(spot!).label).toBe('1½');
    expect(spot?.ways[0]?.words).toContain('1½ of 6 points');
  });

  it('shows the ways on which a body takes as much room as now', () => {
    const block = (wide: number): [Point, Point, Point, Point] => [
      [0, 0],
      [wide, 0],
      [wide, 1],
      [0, 1],
    ];
    const standing = (wide: number) => body(1, 0, { parts: [{ corners: block(wide) }] as Body['parts'] });
    const to = (x: number, wide: number) => {
      const one = route([x, 1], 0);
      return { ...one, ghost: { ...one.ghost, parts: [block(wide)] } };
    };
    const ways = [to(1, 1), to(1.5, 2), to(2, 1)];
    expect(alike(ways, standing(1)).map((one) => one.ghost.at[0])).toEqual([1, 2]);
    expect(alike(ways, standing(2)).map((one) => one.ghost.at[0])).toEqual([1.5]);
    // Whoever can stay nowhere as he is may still go.
    expect(alike(ways, standing(3))).toEqual(ways);
  });

  it('says where the enemy may react, unless one way there is safe', () => {
    const both = (second: boolean) =>
      placeOf(spotsOf([route([2, 1], 0, { contested: true }), route([2, 1], 60, { contested: second })], [])[0]!);
    expect(both(true).tone).toBe('contested');
    expect(both(true).title).toContain('the enemy may react');
    expect(both(false).tone).toBe('open');
  });

  it('writes the figure alone on a place, and marks what costs more than that', () => {
    const at = (cost: string, moves: boolean) => {
      const ghost = moves ? { body: 1, at: [5, 5] as [number, number], facing: 0, parts: [] } : null;
      const offers = offersOf(asked([choice('go', { ghost, mark: { ...NO_MARK, actor: 1, at: [5, 5], cost } })]));
      return placeOf(spotsOf([], offers)[0]!);
    };
    expect(at('12", disordered', true)).toMatchObject({ label: '12"', tone: 'harms' });
    expect(at('6"', true)).toMatchObject({ label: '6"', tone: 'open' });
    expect(at('range 15", ball', false)).toMatchObject({ label: '15"', tone: 'open' });
    // How far it is and what that takes stand apart, where they are two things.
    const back = at('3" for 6"', true);
    expect(back).toMatchObject({ label: '3"/6"', tone: 'open', title: expect.stringContaining('3" for 6"') });
    // A way that costs some of its order is drawn so.
    const [harmed] = spotsOf([route([4, 4], 0, { harms: true })], []);
    expect(placeOf(harmed!)).toMatchObject({ tone: 'harms', title: expect.stringContaining('order') });
  });

  it('adds choices with a place of their own, but not the step a route has already', () => {
    const menu = [
      choice('step', { mark: { ...NO_MARK, actor: 1, at: [2, 1] } }),
      choice('form', { mark: { ...NO_MARK, actor: 1, at: [5, 5], cost: '1 point' } }),
      choice('fire', {
        mark: { ...NO_MARK, actor: 1, targets: [3] },
        ghost: { body: 1, at: [7, 7], facing: 0, parts: [] },
      }),
    ];
    const spots = spotsOf([route([2, 1], 0, { decisions: ['step'] })], offersOf(asked(menu)));
    expect(spots.map((spot) => spot.ways.map((way) => way.decisions))).toEqual([[['step']], [['form']]]);
    expect(placeOf(spots[1]!).label).toBe('1');
  });

  it('means the hex under the hand', () => {
    const spots = spotsOf([route([2, 1], 0), route([3, 1], 0)], []);
    expect(reach(GROUND)).toBeCloseTo(0.58);
    expect(nearest(spots, [2.4, 1], 0.5)?.at).toEqual([2, 1]);
    expect(nearest(spots, [2.6, 1], 0.5)?.at).toEqual([3, 1]);
    expect(nearest(spots, [6, 6], 0.5)).toBeNull();
  });

  it('turns to the nearest facing, also across north', () => {
    const { ways } = spotsOf([route([2, 1], 300), route([2, 1], 60), route([2, 1], 180)], [])[0]!;
    expect(facingNearest(ways, 350)?.facing).toBe(300);
    expect(facingNearest(ways, -310)?.facing).toBe(60);
  });

  it('keeps places on the open table off the body and apart from each other', () => {
    const corners = [
      [0, 2],
      [8, 2],
      [8, 0],
      [0, 0],
    ] as never;
    const wide = body(1, 0, { at: [4, 1], parts: [{ corners, figure: 'pike', files: 4, figures: 8 }] });
    const spots = spotsOf(
      [route([4, 1.5], 0), route([7.5, 1], 0), route([4, 2.5], 0), route([4, 6], 0), route([4.5, 6], 0)],
      [],
    );
    expect(thinned(spots, wide, 2).map((spot) => spot.at)).toEqual([[4, 6]]);
    expect(thinned(spots, wide, 1).map((spot) => spot.at)).toEqual([
      [4, 2.5],
      [4, 6],
    ]);
  });

  it('names facings', () => {
    expect([0, 45, -90, 359, 225].map(compass)).toEqual(['north', 'north-east', 'west', 'north', 'south-west']);
  });
});
