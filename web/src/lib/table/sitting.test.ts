import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Trouble, type Api } from '../api/api';
import type { Ears } from '../api/live';
import { AS_DELIVERED, settings } from '../settings/settings.svelte';
import type { Decide, Decided, Told, View } from '../types';
import { asked, choice, clock, GROUND, NO_MARK, route, told, view } from './fixtures';
import { Sitting } from './sitting.svelte';

const settle = () => new Promise((done) => setTimeout(done, 0));
const done = (n: number, more: Partial<Decided> = {}): Decided => ({ n, played: 1, refusal: null, ...more });

/** A server of one battle, answering from what a test lays out. */
function server(views: (seat: string | null) => View, story: () => Told[] = () => []) {
  const decided: Decide[] = [];
  let ears: Ears | null = null;
  let answer: (wish: Decide) => Decided | Trouble = (wish) => done(wish.n + 1);
  const api = {
    view: vi.fn(async (_id: string, seat: string | null) => views(seat)),
    ground: vi.fn(async () => GROUND),
    story: vi.fn(async (_id: string, _seat: string | null, from: number) => story().filter((one) => one.n >= from)),
    decide: vi.fn(async (_id: string, wish: Decide) => {
      decided.push(wish);
      const said = answer(wish);
      if (said instanceof Trouble) throw said;
      return said;
    }),
    undo: vi.fn(async (_id: string, _wish: unknown) => done(1)),
    pace: vi.fn(async (_id: string) => ({ halted: false })),
    setPace: vi.fn(async (_id: string, { halted }: { halted: boolean; step?: boolean }) => ({ halted })),
  };
  let requests = 0;
  const sitting = new Sitting('b1', null, {
    api: api as unknown as Api,
    listen: (_id, _seat, given) => {
      ears = given;
      return { close: () => undefined };
    },
    wait: async () => undefined,
    request: () => `r${++requests}`,
  });
  return {
    sitting,
    api,
    decided,
    answers: (given: typeof answer) => (answer = given),
    hear: (news: Parameters<Ears['news']>[0]) => ears?.news(news),
    line: (stands: boolean) => ears?.line(stands),
  };
}

const lost = new Trouble(0, { what: 'gone', instead: 'wait' });
const twoPeople = (more: Partial<View>) =>
  view({
    seats: [
      { key: 'king', name: 'The King', side: 0, player: 'person' },
      { key: 'parliament', name: 'Parliament', side: 1, player: 'person' },
    ],
    ...more,
  });

describe('a sitting', () => {
  beforeEach(() => Object.assign(settings.likes, AS_DELIVERED));

  it('says what a decision gives away, and takes it only on a second word', async () => {
    const warning = { rule: 'X 4', why: 'the army leaves the field' };
    const menu = [choice('rally', { warning }), choice('charge')];
    const { sitting, decided } = server((seat) => view({ seat, asked: asked(menu) }));
    await sitting.begin();
    await sitting.decide(['rally']);
    expect(decided).toHaveLength(0);
    expect(sitting.warned).toEqual({ warning, decisions: ['rally'] });
    await sitting.decide(['rally'], false, true);
    expect(decided.map((wish) => wish.decisions)).toEqual([['rally']]);
    expect(sitting.warned).toBeNull();
    await sitting.decide(['charge']);
    expect(decided).toHaveLength(2);
  });

  afterEach(() => vi.restoreAllMocks());

  it('lets the computer halt, go step by step and go on, and knows after a reload that it halts', async () => {
    const { sitting, api } = server((seat) => view({ seat, awaiting: ['parliament'], asked: null }));
    api.pace.mockResolvedValueOnce({ halted: true });
    await sitting.begin();
    await settle();
    expect([sitting.halted, sitting.commanded]).toEqual([true, true]);
    await sitting.pace(true, true);
    expect(api.setPace).toHaveBeenLastCalledWith('b1', { halted: true, step: true });
    await sitting.pace(false);
    expect(api.setPace).toHaveBeenLastCalledWith('b1', { halted: false });
    expect(sitting.halted).toBe(false);
    const asked = server((seat) => view({ seat }));
    await asked.sitting.begin();
    expect(asked.sitting.commanded).toBe(false);
  });

  it('looks again where the battle went on between view and story', async () => {
    let n = 2;
    const { sitting } = server(
      (seat) => view({ seat, n, asked: seat === 'king' && n === 5 ? view().asked : null }),
      () => {
        n = 5; // The commander was quicker than the page.
        return [told(0), told(1), told(2), told(3), told(4), told(5)];
      },
    );
    await sitting.begin();
    expect(sitting.view?.n).toBe(5);
    expect(sitting.asked).not.toBeNull();
  });

  it('sits down on the seat of the person here and fetches ground and story once', async () => {
    const { sitting, api } = server(
      (seat) => view({ seat, asked: seat === 'king' ? view().asked : null }),
      () => [told(0), told(1), told(2), told(3)],
    );
    await sitting.begin();
    expect(sitting.seat).toBe('king');
    expect(sitting.asked?.menu).toHaveLength(2);
    expect(sitting.story).toHaveLength(4);
    expect(sitting.fresh).toEqual([]);
    expect(api.ground).toHaveBeenCalledTimes(1);
    expect(api.story).toHaveBeenCalledTimes(1);
  });

  it('decides for the view it shows, and fetches only what is new of the story', async () => {
    let n = 3;
    const { sitting, api, decided } = server(
      (seat) => view({ seat, n }),
      () => [told(0), ...Array.from({ length: n }, (_, index) => told(index + 1))],
    );
    await sitting.begin();
    n = 4;
    expect(await sitting.decide(['act 1'])).toBe(true);
    expect(decided).toEqual([{ request: 'r1', seat: 'king', n: 3, decisions: ['act 1'], look: ['king'] }]);
    expect(api.story).toHaveBeenLastCalledWith('b1', 'king', 4);
    expect(sitting.fresh.map((one) => one.n)).toEqual([4]);
  });

  it('asks for nothing more where the answer brings view and story, nor when it hears of its own decision', async () => {
    let n = 3;
    const { sitting, api, answers, hear } = server(
      (seat) => view({ seat, n }),
      () => [told(0), told(1), told(2), told(3)],
    );
    await sitting.begin();
    const calls = () => [api.view, api.story, api.ground].map((call) => call.mock.calls.length);
    const before = calls();
    answers(() => {
      // The line is quicker than the answer.
      hear({ n: 4, epoch: 0, told: [told(4)], rewound: false });
      return done(4, { told: [told(4)], views: [view({ n: 4, clock: clock(2) })] });
    });
    expect(await sitting.decide(['act 1'])).toBe(true);
    expect([sitting.view?.n, sitting.view?.clock]).toEqual([4, clock(2)]);
    expect(sitting.fresh.map((one) => one.n)).toEqual([4]);
    // Or comes after it.
    hear({ n: 4, epoch: 0, told: [told(4)], rewound: false });
    await settle();
    expect(calls()).toEqual(before);
    // What is new is looked at.
    n = 5;
    hear({ n: 5, epoch: 0, told: [told(5)], rewound: false });
    await settle();
    expect(calls()[0]).toBe(before[0]! + 1);
  });

  it('changes seats with what the answer brought', async () => {
    let asks = 'king';
    const seen = (seat: string | null, n: number) =>
      twoPeople({ seat, n, awaiting: [asks], asked: seat === asks ? view().asked : null });
    const { sitting, api, answers } = server(
      (seat) => seen(seat, 3),
      () => [told(0), told(1), told(2), told(3)],
    );
    await sitting.begin();
    const before = api.view.mock.calls.length;
    asks = 'parliament';
    answers(() => done(4, { told: [told(4)], views: [seen('king', 4), seen('parliament', 4)] }));
    await sitting.decide(['act 1']);
    expect([sitting.seat, sitting.view?.seat, sitting.view?.n]).toEqual(['parliament', 'parliament', 4]);
    expect(api.view.mock.calls.length).toBe(before);
  });

  it('sends the same request again until the server answers', async () => {
    const { sitting, decided, answers } = server(
      (seat) => view({ seat }),
      () => [told(3)],
    );
    await sitting.begin();
    let fail = 3;
    answers((wish) => (fail-- > 0 ? lost : done(wish.n + 1)));
    expect(await sitting.decide(['act 1'])).toBe(true);
    expect(decided.map((wish) => wish.request)).toEqual(['r1', 'r1', 'r1', 'r1']);
    expect(sitting.retrying).toBe(false);
  });

  it('loads anew when the battle has gone on, and says so', async () => {
    const { sitting, api, answers } = server(
      (seat) => view({ seat }),
      () => [told(3)],
    );
    await sitting.begin();
    const before = api.view.mock.calls.length;
    answers(() => new Trouble(409, { what: 'late', instead: 'look' }));
    expect(await sitting.decide(['act 1'])).toBe(false);
    expect(api.view.mock.calls.length).toBeGreaterThan(before);
    expect(sitting.notices.all[0]?.words).toBe('The battle has gone on in the meantime.');
    expect(sitting.busy).toBe(false);
  });

  it('shows a refusal with its rule', async () => {
    const { sitting, answers } = server(
      (seat) => view({ seat }),
      () => [told(3)],
    );
    await sitting.begin();
    answers((wish) => done(wish.n, { played: 0, refusal: { rule: 'XX 2.3', why: 'it has acted' } }));
    expect(await sitting.decide(['act 1'])).toBe(false);
    expect(sitting.notices.all[0]).toMatchObject({ words: 'it has acted', rule: 'XX 2.3' });
  });

  it('hears of the other side and tells a story anew that was rewound', async () => {
    let n = 3;
    const { sitting, api, hear } = server(
      (seat) => view({ seat, n }),
      () => [told(0), told(1), told(2), told(3)].slice(0, n + 1),
    );
    await sitting.begin();
    n = 4;
    hear({ n: 4, epoch: 0, told: [told(4, { side: 1 })], rewound: false });
    await settle();
    expect(sitting.view?.n).toBe(4);
    expect(sitting.fresh.map((one) => one.n)).toEqual([4]);
    n = 2;
    hear({ n: 2, epoch: 1, told: [], rewound: true });
    await settle();
    expect(api.story).toHaveBeenLastCalledWith('b1', 'king', 0);
    expect(sitting.story.map((one) => one.n)).toEqual([0, 1, 2]);
  });

  it('answers by itself where there is one complete answer, once, and not where that is not liked', async () => {
    const one = (seat: string | null) => view({ seat, asked: seat ? asked([choice('halt')]) : null });
    const first = server(one, () => [told(3)]);
    await first.sitting.begin();
    await settle();
    expect(first.decided.map((wish) => wish.decisions)).toEqual([['halt']]);
    settings.likes.single = false;
    const second = server(one, () => [told(3)]);
    await second.sitting.begin();
    await settle();
    expect(second.decided).toEqual([]);
  });

  it('does not ask where every other answer is pointless, says why in the log, and asks where that is liked', async () => {
    let n = 3;
    const why = { rule: 'XX 4', why: 'no roll would do' };
    const menu = [choice('stop'), choice('try')];
    const moot = (seat: string | null) =>
      view({ seat, n, asked: seat ? asked(menu, { sensible: n === 3 ? { answer: 0, why } : null }) : null });
    const first = server(moot, () => [told(3)]);
    first.answers((wish) => done((n = wish.n + 1)));
    await first.sitting.begin();
    await settle();
    expect(first.decided.map((wish) => wish.decisions)).toEqual([['stop']]);
    expect(first.sitting.whyUnasked(4)).toMatchObject(why);
    expect(first.sitting.whyUnasked(3)).toBeNull();
    n = 3;
    settings.likes.sensible = false;
    const second = server(moot, () => [told(3)]);
    await second.sitting.begin();
    await settle();
    expect(second.decided).toEqual([]);
    // It is kept over a reload.
    expect(second.sitting.whyUnasked(4)).toMatchObject(why);
  });

  it('lets the usual answer stand for somebody who has to go, not for one who may stay', async () => {
    const leads = (at: [number, number] | null) => choice(String(at), { mark: { ...NO_MARK, actor: 1, at } });
    const routed = server((seat) =>
      view({ seat, routes: [route([1, 2], 0)], asked: asked([leads([1, 2]), leads([2, 2])]) }),
    );
    await routed.sitting.begin();
    expect(routed.sitting.steady).toBe(true);
    const turning = server((seat) =>
      view({ seat, routes: [route([1, 2], 0)], asked: asked([leads([1, 1]), leads([2, 2])]) }),
    );
    await turning.sitting.begin();
    expect(turning.sitting.steady).toBe(false);
    const moving = server((seat) =>
      view({ seat, routes: [route([1, 2], 0)], asked: asked([leads(null), leads([2, 2])]) }),
    );
    await moving.sitting.begin();
    expect(moving.sitting.steady).toBe(false);
  });

  it('does not ask a muted question again until the turn is over', async () => {
    let n = 3;
    let now = clock(1);
    const react = asked([choice('pass'), choice('fire', { mark: { ...NO_MARK, actor: 1, targets: [3] } })], {
      topic: 'reaction',
      reaction: 'offered',
    });
    const { sitting, decided, answers } = server((seat) => view({ seat, n, clock: now, asked: seat ? react : null }));
    answers((wish) => {
      n = wish.n + 1;
      if (n === 6) now = clock(2);
      return done(n);
    });
    await sitting.begin();
    await sitting.mute();
    await settle();
    await settle();
    expect(decided.map((wish) => [wish.n, wish.decisions[0]])).toEqual([
      [3, 'pass'],
      [4, 'pass'],
      [5, 'pass'],
    ]);
    expect(sitting.standing.all).toEqual([]);
    expect(sitting.asked?.topic).toBe('reaction');
  });

  it('mutes nothing that is no reaction, and declines unseen nothing of the seat’s own doing', async () => {
    let n = 3;
    const menu = [choice('attack', { mark: { ...NO_MARK, actor: 1, targets: [3] } }), choice('done')];
    const combats = (reaction: 'none' | 'offered') => asked(menu, { topic: 'combats', default: 1, reaction });
    const { sitting, decided, answers } = server((seat) =>
      view({ seat, n, asked: seat ? combats(n === 4 ? 'offered' : 'none') : null }),
    );
    answers((wish) => done((n = wish.n + 1)));
    await sitting.begin();
    expect(sitting.mutable).toBe(false);
    await sitting.mute();
    expect(decided).toEqual([]);
    await sitting.decide(['attack']);
    expect(sitting.mutable).toBe(true);
    await sitting.mute();
    await settle();
    // The other side had attacked; now it is the seat's own turn to.
    expect(decided.map((wish) => wish.decisions[0])).toEqual(['attack', 'done']);
    expect(sitting.standing.all).toHaveLength(1);
    expect(sitting.asked?.topic).toBe('combats');
  });

  it('knows of a question that will be answered by itself before it is, while it still looks anew', async () => {
    let n = 3;
    let calls = 0;
    const passing: [boolean, boolean][] = [];
    const only = asked([choice('halt')]);
    const { sitting, decided, answers } = server((seat) => {
      calls += seat ? 1 : 0;
      // News comes while the view is fetched: it is shown, and fetched once more before anything is answered.
      if (seat && calls === 1) void sitting.refresh();
      if (seat && calls === 2) passing.push([sitting.busy, sitting.passing]);
      return view({ seat, n, asked: seat && n === 3 ? only : null });
    });
    answers((wish) => done((n = wish.n + 1)));
    await sitting.begin();
    await settle();
    expect(passing).toEqual([[false, true]]);
    expect(decided.map((wish) => wish.decisions)).toEqual([['halt']]);
    expect(sitting.passing).toBe(false);
  });

  it('takes back the last deed with what answered itself after it, or everything', async () => {
    let n = 3;
    const two = view().asked;
    const { sitting, api, answers } = server((seat) =>
      view({ seat, n, undo: n - 1, asked: seat ? (n === 4 ? asked([choice('only')]) : two) : null }),
    );
    answers((wish) => done((n = wish.n + 1)));
    await sitting.begin();
    await sitting.decide(['act 1']);
    await settle();
    expect(sitting.view?.n).toBe(5);
    await sitting.undo();
    expect(api.undo).toHaveBeenLastCalledWith('b1', { request: 'r3', seat: 'king', n: 5, count: 2 });
    await sitting.undo(true);
    expect(api.undo).toHaveBeenLastCalledWith('b1', { request: 'r4', seat: 'king', n: 5 });
  });

  it('leaves a question to the computer by rank', async () => {
    // It does not ask back, whatever a person would be told first.
    const warning = { rule: 'X 4', why: 'others cannot move afterwards' };
    const menu = [choice('a', { rank: 1 }), choice('b', { rank: 5, warning })];
    const { sitting, decided } = server((seat) => view({ seat, asked: seat ? asked(menu) : null }));
    await sitting.begin();
    await sitting.delegate();
    expect([decided[0]?.decisions, sitting.warned]).toEqual([['b'], null]);
  });

  it('changes seats without a curtain where nothing is secret', async () => {
    let awaiting = ['king'];
    const { sitting } = server(
      (seat) => twoPeople({ seat, awaiting, asked: seat !== null && awaiting.includes(seat) ? view().asked : null }),
      () => [told(3)],
    );
    await sitting.begin();
    expect(sitting.seat).toBe('king');
    awaiting = ['parliament'];
    await sitting.decide(['act 1']);
    expect(sitting.seat).toBe('parliament');
    expect(sitting.curtain).toBeNull();
    expect(sitting.asked).not.toBeNull();
  });

  it('draws a curtain between two people who are asked in secret, and none once all is open', async () => {
    let awaiting = ['king', 'parliament'];
    let story: (seat: string | null) => Told[] = () => [];
    let n = 0;
    const { sitting, api } = server((seat) =>
      twoPeople({ seat, n, awaiting, asked: seat !== null && awaiting.includes(seat) ? view().asked : null }),
    );
    api.story.mockImplementation(async (_id, seat) => story(seat));
    await sitting.begin();
    expect(sitting.curtain).toBe('king');
    await sitting.takeOver();
    expect([sitting.seat, sitting.curtain]).toEqual(['king', null]);

    awaiting = ['parliament'];
    n = 1;
    story = (seat) => [told(1, seat === 'king' ? {} : { decision: '' })];
    await sitting.decide(['act 1']);
    expect(sitting.curtain).toBe('parliament');
    expect(sitting.asked).toBeNull();
    await sitting.takeOver();
    expect(sitting.asked).not.toBeNull();

    awaiting = ['king'];
    n = 2;
    story = () => [told(1), told(2, { seat: 'parliament' })];
    await sitting.decide(['act 2']);
    expect([sitting.seat, sitting.curtain]).toEqual(['king', null]);
  });

  it('hangs the curtain first when the page is loaded while something is sealed', async () => {
    for (const curtain of ['sealed', 'always'] as const) {
      settings.likes.curtain = curtain;
      // One has given his orders; the other is asked alone, and nobody knows who sits at the screen.
      const { sitting, api } = server(
        (seat) =>
          twoPeople({ seat, n: 1, awaiting: ['parliament'], asked: seat === 'parliament' ? view().asked : null }),
        () => [told(0, { seat: null }), told(1, { decision: '' })],
      );
      await sitting.begin();
      expect([sitting.curtain, sitting.seat, sitting.view?.seat]).toEqual(['parliament', null, null]);
      expect(sitting.asked).toBeNull();
      for (const call of [api.view, api.story]) {
        expect(new Set(call.mock.calls.map(([, seat]) => seat))).toEqual(new Set([null]));
      }
      await sitting.takeOver();
      expect([sitting.curtain, sitting.seat]).toEqual([null, 'parliament']);
      expect(sitting.asked).not.toBeNull();
    }
  });

  it('hangs no curtain when the page is loaded and nothing is secret, nor where one person plays', async () => {
    const open = server(
      (seat) => twoPeople({ seat, n: 1, awaiting: ['parliament'] }),
      () => [told(0, { seat: null }), told(1)],
    );
    await open.sitting.begin();
    expect([open.sitting.curtain, open.sitting.seat]).toEqual([null, 'parliament']);
    const alone = server(
      (seat) => view({ seat, n: 1, awaiting: ['king'] }),
      () => [told(0, { seat: null }), told(1, { seat: 'parliament', side: 1, decision: '' })],
    );
    await alone.sitting.begin();
    expect([alone.sitting.curtain, alone.sitting.seat]).toEqual([null, 'king']);
  });

  it('keeps the curtain while an order is still sealed', async () => {
    let awaiting = ['parliament'];
    const { sitting } = server(
      (seat) => twoPeople({ seat, awaiting, asked: seat !== null && awaiting.includes(seat) ? view().asked : null }),
      () => [told(3, { decision: '' })],
    );
    await sitting.begin();
    await sitting.takeOver();
    expect(sitting.seat).toBe('parliament');
    awaiting = ['king'];
    await sitting.decide(['act 2']);
    expect(sitting.curtain).toBe('king');
  });

  it('looks anew when a lost line stands again', async () => {
    const { sitting, api, line } = server(
      (seat) => view({ seat }),
      () => [told(3)],
    );
    await sitting.begin();
    line(true);
    line(false);
    expect(sitting.line).toBe('lost');
    const before = api.view.mock.calls.length;
    line(true);
    await settle();
    expect(sitting.line).toBe('live');
    expect(api.view.mock.calls.length).toBe(before + 1);
  });
});
