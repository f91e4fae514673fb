import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../api/api';
import type { Body, Plan, Planned, View, Wish } from '../types';
import { asked, body, clock, GROUND, route, told, view } from './fixtures';
import { goals, left } from './group.svelte';
import { Hand } from './hand.svelte';
import { keyed, type Deeds } from './keys';
import { Sitting } from './sitting.svelte';

const go = (id: number): Wish => ({ body: id, deed: { go: { at: [id, id] } } });
const planned = (id: number, decisions: string[], more: Partial<Planned> = {}): Planned => ({
  wish: go(id),
  ghost: { body: id, at: [id, id + 1], facing: 0, parts: [] },
  decisions,
  contested: false,
  chance: false,
  short: false,
  refusal: null,
  ...more,
});
const stays = (id: number) => planned(id, [], { refusal: { rule: 'XX 2', why: 'it rests' } });

/** A table at which decisions are played as far as `played` says, after which the view may be another. */
function laid(plan: (wishes: Wish[]) => Plan, more: Partial<View> = {}) {
  const api = {
    plan: vi.fn(async (_id: string, _seat: string, _n: number, wishes: Wish[]) => plan(wishes)),
    common: vi.fn(async () => [{ like: 'form line', words: 'form line', heading: null, bodies: [1, 2] }]),
  };
  const sitting = new Sitting('b1', null, { api: api as unknown as Api });
  sitting.view = view(more);
  sitting.seat = 'king';
  sitting.ground = GROUND;
  let played = Infinity;
  let after: () => void = () => undefined;
  const decideAll = vi.spyOn(sitting, 'decideAll').mockImplementation(async (decisions) => {
    after();
    return Math.min(played, decisions.length);
  });
  const hand = new Hand(sitting, api as unknown as Api);
  const stopAfter = (count: number, then: () => void) => ([played, after] = [count, then]);
  return { api, sitting, hand, many: hand.many, decideAll, stopAfter };
}

const settled = () => new Promise((done) => setTimeout(done, 5));

describe('several bodies', () => {
  beforeEach(() => localStorage.clear());

  it('keep intervals and facings, and wheel as a whole', () => {
    const bodies = [body(1, 0, { at: [0, 0], facing: 180 }), body(2, 0, { at: [2, 0], facing: 180 })] as Body[];
    const at = (wishes: Wish[]) => wishes.map(({ deed }) => ('go' in deed ? deed.go : null));
    expect(at(goals(bodies, [1, 3], 0))).toEqual([
      { at: [1, 3], facing: 180 },
      { at: [3, 3], facing: 180 },
    ]);
    const [first, second] = at(goals(bodies, [0, 0], 90));
    expect(first?.at.map(Math.round)).toEqual([1, 1]);
    expect(second?.at.map(Math.round)).toEqual([1, -1]);
    expect(first?.facing).toBe(270);
  });

  it('are chosen one by one, all at once, and let go; never those of the other side', () => {
    const { many, hand } = laid(() => ({ moves: [] }));
    many.toggle(1);
    many.add([2, 3]);
    expect(many.members).toEqual([1, 2]);
    expect([hand.lights.get(1), hand.lights.get(2)]).toEqual(['selected', 'selected']);
    many.select([1, 2, 3]);
    expect(many.members).toEqual([]);
    many.select([2]);
    expect(hand.letGo()).toBe(true);
    expect(many.members).toEqual([]);
  });

  it('go on one word, and say who stays', async () => {
    const { many, hand, decideAll, api } = laid(() => ({ moves: [planned(1, ['act 1', 'ahead']), stays(2)] }));
    many.select([1, 2]);
    await hand.ondrag({ body: 1, at: [2, 1], facing: null }, 'drop', { x: 0, y: 0 });
    await settled();
    expect(api.plan.mock.calls[0]?.[3].map((wish) => wish.body)).toEqual([1, 2]);
    expect(many.ghosts.map((shown) => shown.tone)).toEqual(['good', 'bad']);
    expect(decideAll).not.toHaveBeenCalled();
    await hand.takeDefault();
    expect(decideAll).toHaveBeenCalledWith(['act 1', 'ahead']);
    expect(many.rest).toBeNull();
    expect(many.members).toEqual([]);
  });

  it('aim at an enemy that is clicked, and go where the ground is clicked', async () => {
    const { many, hand, api } = laid(() => ({ moves: [planned(1, ['x'])] }));
    many.select([1, 2]);
    await hand.onbody(3, { x: 0, y: 0 });
    await settled();
    expect(api.plan.mock.calls[0]?.[3]).toEqual([1, 2].map((id) => ({ body: id, deed: { at: { target: 3 } } })));
    await hand.onground([3, 3]);
    await settled();
    expect(api.plan.mock.calls[1]?.[3].every(({ deed }) => 'go' in deed)).toBe(true);
  });

  it('do the like of each other', async () => {
    const { many, api } = laid(() => ({ moves: [planned(1, ['x'])] }));
    many.select([1, 2]);
    await settled();
    many.like(many.offers[0]!);
    await settled();
    expect(api.plan.mock.calls[0]?.[3][0]).toEqual({ body: 1, deed: { like: { words: 'form line' } } });
  });

  it('are never mistaken for the usual answer while their ways are looked for', async () => {
    const { many, hand, sitting } = laid(() => ({ moves: [planned(1, ['x'])] }));
    const decide = vi.spyOn(sitting, 'decide');
    many.planning = true;
    await hand.takeDefault();
    expect(decide).not.toHaveBeenCalled();
  });

  it('are carried and confirmed by keys wherever the focus is', async () => {
    const { many, hand, decideAll } = laid(() => ({ moves: [planned(1, ['x'])] }));
    many.select([1]);
    const button = document.body.appendChild(document.createElement('button'));
    const press = (key: string) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      button.dispatchEvent(event);
      keyed(event, { hand } as unknown as Deeds);
      return event.defaultPrevented;
    };
    expect(press('ArrowRight')).toBe(true);
    await new Promise((done) => setTimeout(done, 150));
    expect(press('Enter')).toBe(true);
    expect(decideAll).toHaveBeenCalledWith(['x']);
    button.remove();
  });

  it('are carried by arrows', async () => {
    const { many } = laid(() => ({ moves: [planned(1, ['x'])] }));
    many.select([1]);
    many.nudge([1, 0]);
    expect(many.shift).toEqual([1, 0]);
    many.wheel(1);
    expect(many.turn).toBe(60);
    expect(many.letGo()).toBe(true);
    expect([many.shift, many.turn, many.members]).toEqual([[0, 0], 0, [1]]);
  });
});

describe('the handle of several', () => {
  beforeEach(() => localStorage.clear());

  const two = (facing: [number, number]) => ({
    bodies: facing.map((way, i) =>
      body(i + 1, 0, { at: [2 * i, 0], facing: way, parts: [{ corners: [] }] as unknown as Body['parts'] }),
    ),
  });
  const facings = (wishes: Wish[]) => wishes.map(({ deed }) => ('go' in deed ? [...deed.go.at, deed.go.facing] : []));

  it('lies in their middle and looks where they look on the whole', () => {
    const { many } = laid(() => ({ moves: [] }), two([350, 10]));
    expect(many.grip).toBeNull();
    many.select([1, 2]);
    expect(many.grip?.at).toEqual([1, 0]);
    expect(Math.round(many.grip!.facing) % 360).toBe(0);
  });

  it('turns them by whole hexsides, about their middle, and once more from there', async () => {
    const { many, hand, api } = laid(() => ({ moves: [planned(1, ['x'])] }), two([0, 0]));
    many.select([1, 2]);
    const turn = (facing: number, phase: 'move' | 'drop') =>
      hand.ondrag({ body: 1, at: [0, 0], facing }, phase, { x: 0, y: 0 });
    await turn(25, 'move');
    expect(many.carrying).toBe(false);
    await turn(170, 'move');
    expect(many.turn).toBe(-180);
    await turn(52, 'drop');
    await settled();
    expect(many.turn).toBe(60);
    const [first] = facings(api.plan.mock.calls.at(-1)![3]);
    expect(first?.map((v) => Math.round(v! * 100) / 100)).toEqual([0.5, 0.87, 60]);
    await turn(120, 'drop');
    await settled();
    expect(many.turn).toBe(120);
    await hand.ondrag({ body: 1, at: [0, 0], facing: 120 }, 'cancel', { x: 0, y: 0 });
    expect([many.turn, many.members]).toEqual([0, [1, 2]]);
  });

  it('turns each in its place where that is wished, by keys too', async () => {
    const { many, hand, api } = laid(() => ({ moves: [planned(1, ['x'])] }), two([0, 0]));
    many.select([1, 2]);
    keyed(new KeyboardEvent('keydown', { key: '}' }), { hand } as unknown as Deeds);
    expect([many.turn, many.inPlace]).toEqual([60, true]);
    many.turnInPlace(false);
    many.turnInPlace(true);
    await settled();
    expect(facings(api.plan.mock.calls.at(-1)![3])).toEqual([
      [0, 0, 60],
      [2, 0, 60],
    ]);
  });
});

describe('what is left', () => {
  beforeEach(() => localStorage.clear());

  it('is what was not played to its end, and those who would have gone along', () => {
    const moves = [planned(1, ['a', 'b']), planned(2, ['c', 'd']), planned(3, []), stays(4)];
    expect(left({ moves }, 4)).toEqual([]);
    expect(left({ moves }, 3).map((wish) => wish.body)).toEqual([2, 3]);
    expect(left({ moves }, 0).map((wish) => wish.body)).toEqual([1, 2, 3]);
  });

  const moves = () => ({ moves: [planned(1, ['act 1', 'ahead']), planned(2, ['act 2', 'ahead'])] });

  it('goes on by itself where nobody did anything, planned anew', async () => {
    const table = laid((wishes) => ({
      moves: moves().moves.filter((one) => wishes.some((w) => w.body === one.wish.body)),
    }));
    table.many.select([1, 2]);
    await table.hand.ondrag({ body: 1, at: [2, 1], facing: null }, 'drop', { x: 0, y: 0 });
    await settled();
    // The first of two has gone when somebody else is asked.
    table.stopAfter(2, () => undefined);
    await table.many.confirm();
    expect(table.decideAll.mock.calls.map(([decisions]) => decisions)).toEqual([
      ['act 1', 'ahead', 'act 2', 'ahead'],
      ['act 2', 'ahead'],
    ]);
    expect(table.many.rest).toBeNull();
  });

  it('waits for a word where somebody did something, also after a reload, and can be dropped', async () => {
    const table = laid((wishes) => ({
      moves: moves().moves.filter((one) => wishes.some((w) => w.body === one.wish.body)),
    }));
    table.many.select([1, 2]);
    await table.hand.ondrag({ body: 1, at: [2, 1], facing: null }, 'drop', { x: 0, y: 0 });
    await settled();
    table.stopAfter(3, () => (table.sitting.story = [told(6, { seat: 'parliament', dice: [4] })]));
    await table.many.confirm();
    expect(table.decideAll).toHaveBeenCalledTimes(1);
    expect(table.many.rest?.wishes.map((wish) => wish.body)).toEqual([2]);
    expect(table.many.goes.map((one) => one.wish.body)).toEqual([2]);
    // Another page of the same battle.
    const again = laid(() => ({ moves: [planned(2, ['act 2', 'ahead'])] }));
    expect(again.many.rest?.wishes.map((wish) => wish.body)).toEqual([2]);
    await again.many.takeUp();
    expect(again.decideAll).not.toHaveBeenCalled();
    expect(again.many.goes).toHaveLength(1);
    again.many.drop();
    expect(laid(() => ({ moves: [] })).many.rest).toBeNull();
  });

  it('waits while something else is asked, and is gone with its phase', async () => {
    const rest = { seat: 'king', epoch: 0, topic: 'actions', clock: '1 movement null ', wishes: [go(2)] };
    localStorage.setItem('caracole.rest.b1', JSON.stringify(rest));
    const other = laid(() => ({ moves: [planned(2, ['x'])] }), { asked: asked([], { topic: 'reaction' }) });
    await other.many.takeUp();
    expect(other.api.plan).not.toHaveBeenCalled();
    expect(other.many.rest).not.toBeNull();
    // A body of it is on its way: that is taken up.
    const moving = {
      asked: asked([], { topic: 'step' }),
      routes: [{ ...route([1, 2], 0), ghost: planned(2, []).ghost! }],
    };
    const under = laid(() => ({ moves: [planned(2, ['x'])] }), moving);
    await under.many.takeUp();
    expect(under.many.goes).toHaveLength(1);
    const later = laid(() => ({ moves: [] }), { clock: clock(2) });
    await later.many.takeUp();
    expect(later.many.rest).toBeNull();
  });
});
