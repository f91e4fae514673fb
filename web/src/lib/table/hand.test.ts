import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../api/api';
import { AS_DELIVERED, settings } from '../settings/settings.svelte';
import type { Aim, Aimed, View } from '../types';
import { asked, body, choice, GROUND, NO_MARK, route, view } from './fixtures';
import { carried } from './carried';
import { Hand } from './hand.svelte';
import { Sitting } from './sitting.svelte';

const HERE = { x: 10, y: 20 };

function laid(more: Partial<View>, aimed: (aim: Aim) => Aimed | null = () => null) {
  const api = {
    aim: vi.fn(async (_id: string, _seat: string, _n: number, aim: Aim) => aimed(aim)),
    odds: vi.fn(),
    overlay: vi.fn(async (_id: string, _seat: string, _body: number, what: string) => [
      { name: what, side: 0, fire: null, outline: [] },
    ]),
  };
  const sitting = new Sitting('b1', null, { api: api as unknown as Api });
  sitting.view = view(more);
  sitting.seat = 'king';
  sitting.ground = GROUND;
  const decide = vi.spyOn(sitting, 'decide').mockResolvedValue(true);
  return { sitting, decide, api, hand: new Hand(sitting, api as unknown as Api) };
}

const fire = (actor: number, target: number) =>
  choice(`fire ${actor} ${target}`, { mark: { ...NO_MARK, actor, targets: [target] } });
const said = (more: Partial<Aimed> = {}): Aimed => ({
  decision: 'go there',
  words: 'goes there',
  mark: { ...NO_MARK, actor: 1, cost: '3"' },
  ghost: { body: 1, at: [4, 4], facing: 0, parts: [] },
  refusal: null,
  ...more,
});

describe('the hand', () => {
  beforeEach(() => Object.assign(settings.likes, AS_DELIVERED));

  it('lights those who may act, and chooses one by a click', async () => {
    const { hand, decide } = laid({});
    expect([...hand.lights]).toEqual([
      [1, 'choice'],
      [2, 'choice'],
    ]);
    await hand.onbody(2, HERE);
    expect(decide).toHaveBeenCalledWith(['act 2']);
    expect(hand.looked).toBe(2);
  });

  it('only makes ready where one click shall not decide', async () => {
    settings.likes.oneClick = false;
    const { hand, decide } = laid({});
    await hand.onbody(2, HERE);
    expect(decide).not.toHaveBeenCalled();
    expect(hand.armed?.decisions).toEqual(['act 2']);
    await hand.takeDefault();
    expect(decide).toHaveBeenCalledWith(['act 2']);
  });

  it('narrows the menu to a unit and keeps what concerns nobody', async () => {
    const { hand } = laid({ asked: asked([fire(1, 3), fire(1, 4), fire(2, 3), choice('pass')]) });
    await hand.onbody(1, HERE);
    expect(hand.selected).toBe(1);
    expect(hand.order.map((offer) => offer.choice.decision)).toEqual(['fire 1 3', 'fire 1 4', 'pass']);
    expect(hand.isNarrowed).toBe(true);
    expect(hand.letGo()).toBe(true);
    expect(hand.isNarrowed).toBe(false);
    expect(hand.letGo()).toBe(false);
  });

  it('shows who can act as such, even where a general may ride up to it', () => {
    const joins = choice('join 2', { mark: { ...NO_MARK, actor: 1, targets: [2] } });
    const { hand } = laid({ asked: asked([choice('act 2', { mark: { ...NO_MARK, actor: 2 } }), joins]) });
    expect([hand.lights.get(1), hand.lights.get(2)]).toEqual(['choice', 'choice']);
  });

  it('makes a deed on a target ready on the first click and does it on the second', async () => {
    const { hand, decide } = laid({ asked: asked([fire(1, 3), choice('pass')]) });
    await hand.onbody(3, HERE);
    expect(decide).not.toHaveBeenCalled();
    expect(hand.armed?.decisions).toEqual(['fire 1 3']);
    expect(hand.lights.get(3)).toBe('target');
    expect(hand.links).toEqual([{ from: [1, 1], to: [3, 3], tone: 'plain' }]);
    await hand.onbody(3, HERE);
    expect(decide).toHaveBeenCalledWith(['fire 1 3']);
  });

  it('lights a friend who is aimed at as a choice, not as prey', () => {
    const join = choice('join 1 2', { mark: { ...NO_MARK, actor: 1, targets: [2] } });
    const { hand } = laid({ asked: asked([join, fire(1, 3), choice('pass')]) });
    expect(hand.lights.get(2)).toBe('choice');
    expect(hand.lights.get(3)).toBe('target');
    hand.point(hand.offers[0] ?? null);
    expect(hand.lights.get(2)).toBe('choice');
  });

  it('lets go of a body that can only fire, and holds one that may go', () => {
    expect(laid({ asked: asked([fire(1, 3), choice('pass')]) }).hand.draggable).toBeNull();
    expect(laid({ asked: asked([fire(1, 3), choice('pass')], { complete: false }) }).hand.draggable).toBe(1);
    const step = choice('step', { mark: { ...NO_MARK, actor: 1, at: [1, 2] } });
    expect(laid({ asked: asked([step, choice('pass')]) }).hand.draggable).toBe(1);
    expect(laid({ routes: [route([2, 2], 0)] }).hand.draggable).toBe(1);
  });

  it('says why not when something is clicked that is not offered', async () => {
    const refusal = { rule: 'XX 9.1', why: 'it is out of range' };
    const { hand, sitting, api } = laid({ asked: asked([fire(1, 3), choice('pass')]) }, () => said({ refusal }));
    await hand.onbody(2, HERE);
    expect(api.aim).toHaveBeenLastCalledWith('b1', 'king', 3, { target: 2 }, undefined);
    expect(sitting.notices.all[0]).toMatchObject({ words: 'it is out of range', rule: 'XX 9.1' });
    const enemy = laid({ asked: asked([fire(1, 2), choice('pass')]) }, () => said({ refusal }));
    await enemy.hand.onbody(3, HERE);
    expect(enemy.api.aim).toHaveBeenLastCalledWith('b1', 'king', 3, { body: 1, target: 3 }, undefined);
  });

  it('never makes ready by a click on one what another would do', async () => {
    // A rulebook may take the click for a direction, and turn the one that is asked towards it.
    const turn = said({ decision: 'turn', mark: { ...NO_MARK, actor: 1 } });
    const { hand, sitting } = laid({ asked: asked([fire(1, 3), choice('pass')]) }, () => turn);
    await hand.onbody(2, HERE);
    expect(hand.armed).toBeNull();
    expect(sitting.notices.all[0]).toMatchObject({ words: expect.stringContaining('First Unit 1 is asked') });
    const about = laid({ asked: asked([fire(1, 3), choice('pass')]) }, () =>
      said({ mark: { ...NO_MARK, actor: 1, targets: [2] } }),
    );
    await about.hand.onbody(2, HERE);
    expect(about.hand.armed?.decisions).toEqual(['go there']);
  });

  it('says who could still act before Enter lets a phase end', async () => {
    const act = (id: number) => choice(`act ${id}`, { mark: { ...NO_MARK, actor: id } });
    const phase = (more: Parameters<typeof asked>[1] = {}) =>
      laid({ asked: asked([act(1), act(2), choice('no more')], { default: 2, ...more }) });
    const { hand, decide } = phase();
    await hand.takeDefault();
    expect(decide).not.toHaveBeenCalled();
    expect(hand.armed?.words).toBe('no more: 2 units could still act');
    await hand.takeDefault();
    expect(decide).toHaveBeenCalledWith(['no more']);
    // Declining a reaction and a deed of somebody's own need no word.
    const reaction = phase({ reaction: 'offered' });
    await reaction.hand.takeDefault();
    expect(reaction.decide).toHaveBeenCalledWith(['no more']);
    const deed = phase({ default: 0 });
    await deed.hand.takeDefault();
    expect(deed.decide).toHaveBeenCalledWith(['act 1']);
  });

  it('makes a finger confirm what leaves others idle, and nothing else', async () => {
    const act = (id: number) => choice(`act ${id}`, { mark: { ...NO_MARK, actor: id } });
    const { hand, decide } = laid({ asked: asked([act(1), act(2), choice('no more')], { default: 2 }) });
    const [first, , last] = hand.offers;
    await hand.tap(last!);
    expect([decide.mock.calls.length, hand.armed?.decisions]).toEqual([0, ['no more']]);
    await hand.tap(first!);
    expect(decide).toHaveBeenCalledWith(['act 1']);
  });

  it('shows a finger the odds of whatever it taps, while odds are wanted', async () => {
    const { hand, decide } = laid({ asked: asked([fire(1, 3), choice('pass')], { default: 1 }) });
    hand.oddsWanted = true;
    await hand.tap(hand.offers[0]!);
    expect(decide).not.toHaveBeenCalled();
    expect(hand.deed?.decisions).toEqual(['fire 1 3']);
    await hand.confirm();
    expect(decide).toHaveBeenCalledWith(['fire 1 3']);
  });

  it('moves one that may be chosen by dragging it, chosen before or not', async () => {
    const { hand, sitting, decide } = laid({}, () => said({ ghost: { body: 2, at: [4, 4], facing: 0, parts: [] } }));
    expect([...hand.liftable]).toEqual([1, 2]);
    decide.mockImplementationOnce(async () => {
      sitting.view = view({
        n: 4,
        routes: [route([4, 4], 0, { ghost: { body: 2, at: [4, 4], facing: 0, parts: [] } })],
      });
      return true;
    });
    const aim = { body: 2, at: [4, 4] as [number, number], facing: null };
    await hand.ondrag(aim, 'move', HERE);
    expect(decide).toHaveBeenLastCalledWith(['act 2']);
    await hand.ondrag(aim, 'drop', HERE);
    expect(decide).toHaveBeenLastCalledWith(['go 4,4 0', 'halt']);
    // One with several answers of its own is only selected.
    const step = (at: [number, number]) => choice(`step ${at}`, { mark: { ...NO_MARK, actor: 2, at } });
    const several = laid({ asked: asked([step([1, 2]), step([2, 2]), fire(1, 3)]) });
    expect([...several.hand.liftable]).toEqual([2]);
    await several.hand.ondrag(aim, 'move', HERE);
    expect([several.hand.selected, several.decide.mock.calls.length]).toEqual([2, 0]);
  });

  it('lets those who wait be dragged though the menu speaks of another', async () => {
    const place = choice('place 1 here', { mark: { ...NO_MARK, actor: 1, at: [5, 5] } });
    const bodies = [body(2, 0, { standing: 'ready' }), body(4, 0), body(3, 1, { standing: 'ready' })];
    const put = said({ decision: 'place 2 there' });
    const { hand, decide } = laid({ bodies, asked: asked([place], { complete: false }) }, () => put);
    expect([...hand.liftable]).toEqual([2]);
    const aim = { body: 2, at: [4, 4] as [number, number], facing: null };
    await hand.ondrag(aim, 'move', HERE);
    await hand.ondrag(aim, 'drop', HERE);
    expect(decide).toHaveBeenLastCalledWith(['place 2 there']);
    // Where the menu holds all that is lawful, there is nothing to be dragged besides.
    expect([...laid({ bodies, asked: asked([place]) }).hand.liftable]).not.toContain(2);
  });

  it('is calm where nothing is meant', async () => {
    const { hand, sitting, api } = laid({});
    await hand.onground([7, 7]);
    expect(api.aim).toHaveBeenLastCalledWith('b1', 'king', 3, { at: [7, 7] }, undefined);
    expect(sitting.notices.all[0]).toMatchObject({ words: 'Nothing to do here now.', tone: 'plain' });
  });

  it('makes ready what a click on open ground means, though it is not on the menu', async () => {
    const { hand, decide } = laid({ asked: asked([fire(1, 3)], { complete: false }) }, () => said());
    await hand.onground([4, 4]);
    expect(hand.armed?.words).toBe('goes there');
    expect(hand.ghosts[0]).toMatchObject({ tone: 'plain', label: '3"' });
    await hand.confirm();
    expect(decide).toHaveBeenCalledWith(['go there']);
  });

  it('walks a route by a click on its place', async () => {
    const { hand, decide } = laid({ routes: [route([2, 1], 0), route([3, 1], 0, { contested: true })] });
    expect(hand.places.map((place) => place.tone)).toEqual(['open', 'contested']);
    await hand.onplace(hand.places[0]!.key, HERE);
    expect(decide).toHaveBeenCalledWith(['go 2,1 0', 'halt']);
  });

  it('shows the way to the place under the hand, and what may be done to the body under it', () => {
    const walking = laid({ routes: [route([2, 1], 60)] }).hand;
    walking.overPlace(walking.places[0]!.key);
    expect(walking.ghosts[0]?.ghost.facing).toBe(60);
    walking.overPlace(null);
    expect(walking.ghosts).toEqual([]);

    const firing = laid({ asked: asked([fire(1, 3), fire(1, 4), choice('pass')]) }).hand;
    firing.overBody(3);
    expect(firing.deed?.decisions).toEqual(['fire 1 3']);
    firing.overBody(null);
    expect(firing.deed).toBeNull();
  });

  it('does not take one step for the whole way, but says that it is out of reach', async () => {
    const { hand, sitting, decide } = laid({ routes: [route([2, 1], 0)] }, () => said());
    await hand.onground([9, 9]);
    expect(hand.armed).toBeNull();
    expect(sitting.notices.all[0]).toMatchObject({ rule: 'XX 1.1' });
    expect(sitting.notices.all[0]?.words).toContain('Unit 1 cannot get there: it has 6 points');
    await hand.onbody(3, HERE);
    expect(hand.armed).toBeNull();
    await hand.ondrag({ body: 1, at: [9, 9], facing: null }, 'drop', HERE);
    expect(decide).not.toHaveBeenCalled();
  });

  it('turns the body that moves where it stands by a click on it', async () => {
    const { hand, decide } = laid({ routes: [route([1, 1], 60), route([1, 1], 120), route([2, 1], 0)] });
    expect(hand.places.map((place) => place.at)).toEqual([[2, 1]]);
    await hand.onbody(1, HERE);
    expect(hand.picking?.rose).toBe(true);
    expect(decide).not.toHaveBeenCalled();
  });

  it('opens a rose where several facings end in one hex', async () => {
    const { hand, decide } = laid({ routes: [route([2, 1], 0), route([2, 1], 60, { spent: 3 })] });
    await hand.onplace(hand.places[0]!.key, HERE);
    expect(hand.picking).toMatchObject({ rose: true, ...HERE });
    expect(decide).not.toHaveBeenCalled();
    hand.way = hand.picking!.spot.ways[1]!;
    expect(hand.ghosts[0]?.ghost.facing).toBe(60);
    await hand.walk(hand.way);
    expect(decide).toHaveBeenCalledWith(['go 2,1 60', 'halt']);
  });

  it('drops a dragged counter on a route, facing as it was held', async () => {
    const { hand, decide, api } = laid({ routes: [route([2, 1], 0), route([2, 1], 60)] });
    await hand.ondrag({ body: 1, at: [2.2, 1], facing: 70 }, 'move', HERE);
    expect(hand.dragged).toMatchObject({ tone: 'good' });
    await hand.ondrag({ body: 1, at: [2.2, 1], facing: 70 }, 'drop', HERE);
    expect(decide).toHaveBeenCalledWith(['go 2,1 60', 'halt']);
    expect(api.aim).not.toHaveBeenCalled();
    expect(hand.dragged).toBeNull();
  });

  it('asks while dragging, shows the ghost red with the reason, and drops only what is lawful', async () => {
    vi.useFakeTimers();
    try {
      const refusal = { rule: 'XX 7', why: 'too far' };
      const { hand, decide, api, sitting } = laid({ asked: asked([fire(1, 3)], { complete: false }) }, (aim) =>
        (aim.at?.[0] ?? 0) > 5
          ? said({ refusal, ghost: null })
          : said({ mark: { ...NO_MARK, cost: '3"', touches: [3] } }),
      );
      for (const x of [6, 7, 8]) void hand.ondrag({ body: 1, at: [x, 4], facing: null }, 'move', HERE);
      await vi.advanceTimersByTimeAsync(100);
      expect(api.aim).toHaveBeenCalledTimes(1);
      expect(hand.dragged).toMatchObject({ tone: 'bad', label: 'too far', ghost: { at: [8, 4] } });
      await hand.ondrag({ body: 1, at: [8, 4], facing: null }, 'drop', HERE);
      expect(decide).not.toHaveBeenCalled();
      expect(sitting.notices.all[0]?.rule).toBe('XX 7');

      void hand.ondrag({ body: 1, at: [4, 4], facing: null }, 'move', HERE);
      await vi.advanceTimersByTimeAsync(100);
      expect(hand.dragged).toMatchObject({ tone: 'good', label: 'goes there; 3"; touches Unit 3' });
      await hand.ondrag({ body: 1, at: [4, 4], facing: null }, 'drop', HERE);
      expect(decide).toHaveBeenCalledWith(['go there']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not show as forbidden what is lawful but moves nobody yet', async () => {
    vi.useFakeTimers();
    try {
      const { hand } = laid({ asked: asked([fire(1, 3)], { complete: false }) }, () => said({ ghost: null }));
      void hand.ondrag({ body: 1, at: [3, 3], facing: null }, 'move', HERE);
      await vi.advanceTimersByTimeAsync(100);
      expect(hand.dragged).toMatchObject({ tone: 'good', label: 'goes there; 3"' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes the first that fits what was typed, and else the default', async () => {
    const { hand, decide } = laid({ asked: asked([choice('pass'), choice('charge')]) });
    hand.typed = 'char';
    await hand.takeDefault();
    expect(decide).toHaveBeenLastCalledWith(['charge']);
    hand.typed = '';
    await hand.takeDefault();
    expect(decide).toHaveBeenLastCalledWith(['pass']);
  });

  it('asks for the odds of a decision once, and has none where chance has no say', async () => {
    const { hand, api } = laid({});
    const chance = (probability: number) => ({
      effect: { subject: '', what: 'x' },
      cause: '',
      probability,
      low: 0,
      high: 1,
    });
    api.odds.mockResolvedValueOnce({ exact: true, plays: 0, chances: [chance(0.4), chance(0.6)] });
    expect((await hand.odds(['act 1']))?.chances).toHaveLength(2);
    await hand.odds(['act 1']);
    expect(api.odds).toHaveBeenCalledTimes(1);
    api.odds.mockResolvedValueOnce({ exact: true, plays: 0, chances: [chance(1)] });
    expect(await hand.odds(['act 2'])).toBeNull();
  });

  it('lays overlays for the unit whose card is open', async () => {
    const { hand } = laid({});
    hand.looked = 1;
    hand.toggleOverlay('arc');
    await hand.layOverlays();
    expect(hand.overlayZones.map((zone) => zone.name)).toEqual(['arc']);
    hand.toggleOverlay('arc');
    await hand.layOverlays();
    expect(hand.overlayZones).toEqual([]);
  });

  it('brings those into view that a line of the log speaks of', () => {
    const { hand } = laid({});
    hand.mention([9, 3]);
    expect(hand.focus?.at).toEqual([3, 3]);
    expect(hand.lights.get(3)).toBe('mentioned');
  });

  it('carries a body to the hand, turned clockwise', () => {
    const part = {
      corners: [
        [1, 2],
        [2, 2],
        [2, 1],
        [1, 1],
      ] as never,
      figure: 'pike' as const,
      files: 1,
      figures: 1,
    };
    const ghost = carried(body(1, 0, { at: [1, 1], parts: [part] }), [5, 5], 90);
    expect(ghost.parts[0]?.[0]?.map(Math.round)).toEqual([6, 5]);
  });
});
