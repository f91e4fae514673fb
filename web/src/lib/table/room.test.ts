// What lies over the map, who decides for one for a while, and how far one may go back.
import { describe, expect, it, vi } from 'vitest';
import type { Point, View } from '../types';
import { beside, freest, type Stands } from './corners';
import { clock, told, view } from './fixtures';
import type { Sitting } from './sitting.svelte';
import { StandIn } from './standin.svelte';
import { howFar } from './undoing';

const ROOM = { w: 1000, h: 800 };
const at = (x: number, y: number, weight = 1): Stands => ({ at: [x, y], weight });

describe('what lies over the map', () => {
  const BOTH = ['top-right', 'top-left'] as const;
  const corner = (stands: Stands[]) => freest([...BOTH], ROOM, { w: 300, h: 200 }, stands);

  it('takes the corner where the fewest stand, and the first of equals', () => {
    expect(corner([])).toBe('top-right');
    expect(corner([at(900, 100)])).toBe('top-left');
    expect(corner([at(900, 100), at(100, 100), at(200, 150)])).toBe('top-right');
    // One whom the question is about counts for several.
    expect(corner([at(900, 100, 6), at(100, 100), at(200, 150)])).toBe('top-left');
    // Who is out of the window is hidden already.
    expect(corner([at(1100, 100, 6)])).toBe('top-right');
  });

  it('moves a rose aside from those who stand around the place, and never out of the window', () => {
    const place: Point = [500, 400];
    expect(beside(place, 80, ROOM, [])).toEqual(place);
    const crowd = [at(480, 400), at(520, 420), at(500, 300), at(600, 400)];
    const [x, y] = beside(place, 80, ROOM, crowd);
    expect(crowd.some((one) => Math.hypot(one.at[0] - x, one.at[1] - y) < 80)).toBe(false);
    expect(beside([10, 10], 80, ROOM, [])).toEqual([80, 80]);
  });
});

describe('who decides in one’s place', () => {
  /** A battle that goes on by one decision each time, with a new phase after `phase` and a new turn after `turn`. */
  function battle(phase: number, turn: number, end = 1000) {
    let n = 0;
    const now = (): View => ({
      ...view({ n, clock: { ...clock(n < turn ? 1 : 2), phase: n < phase ? 'orders' : 'movement' } }),
      outcome: n < end ? null : { winner: 0, points: [1, 0], words: 'won' },
    });
    const sitting = {
      seat: 'king',
      busy: false,
      curtain: null,
      get view() {
        return now();
      },
      get asked() {
        return now().asked;
      },
      delegate: vi.fn(async () => {
        n += 1;
        return n < 900;
      }),
    };
    const standIn = new StandIn(sitting as unknown as Sitting, async () => undefined);
    return { sitting, standIn, decided: () => n };
  }

  it('answers once, twenty times, to the end of the phase, of the turn, of the battle', async () => {
    for (const [stint, decided] of [
      ['one', 1],
      ['twenty', 20],
      ['phase', 7],
      ['turn', 31],
      ['end', 60],
    ] as const) {
      const { standIn, decided: n } = battle(7, 31, 60);
      await standIn.play(stint);
      expect([stint, n()]).toEqual([stint, decided]);
      expect(standIn.stint).toBeNull();
    }
  });

  it('stops when told so, and when he is not let', async () => {
    const { standIn, sitting, decided } = battle(500, 500);
    sitting.delegate.mockImplementationOnce(async () => {
      standIn.stop();
      return true;
    });
    await standIn.play('end');
    expect(sitting.delegate).toHaveBeenCalledTimes(1);
    sitting.delegate.mockResolvedValueOnce(false);
    await standIn.play('end');
    expect([sitting.delegate.mock.calls.length, decided()]).toEqual([2, 0]);
  });
});

describe('how far one may go back', () => {
  const words = (undo: number, bar: Parameters<typeof told>[1]) =>
    howFar({ view: view({ n: 5, undo }), story: [told(0), told(1), told(2), told(3, bar), told(4), told(5)] });

  it('says how many decisions, and what stops it', () => {
    expect(words(2, { dice: [4, 2], words: 'fires' })).toBe(
      'Takes back your last deed. 2 decisions can be taken back. Not beyond the dice of: fires.',
    );
    expect(words(2, { seat: 'parliament', words: 'halts' })).toContain('Not beyond what another has decided: halts.');
    expect(howFar({ view: view({ n: 5, undo: 5 }), story: [told(0)] })).not.toContain('beyond');
    expect(howFar({ view: view({ n: 0, undo: 0 }), story: [told(0)] })).toBe('Nothing can be taken back.');
  });
});
