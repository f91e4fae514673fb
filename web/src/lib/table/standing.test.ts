import { beforeEach, describe, expect, it } from 'vitest';
import { asked, choice, NO_MARK } from './fixtures';
import { Standing, type Stands } from './standing.svelte';

const reaction = (...actors: number[]) =>
  asked([choice('pass'), ...actors.map((actor) => choice(`intercept ${actor}`, { mark: { ...NO_MARK, actor } }))], {
    topic: 'reaction',
    reaction: 'offered',
  });
const tests = asked([choice('test 1'), choice('test 2')], { topic: 'test-stand' });
const stands = (more: Partial<Stands>): Stands => ({
  seat: 'king',
  topic: 'reaction',
  words: 'Does anybody react?',
  kind: 'decline',
  bodies: null,
  turn: 1,
  ...more,
});

describe('answers that stand', () => {
  beforeEach(() => localStorage.clear());

  it('decline for their seat, until their turn is over', () => {
    const standing = new Standing('b1');
    standing.give(stands({}));
    expect(standing.answerTo(reaction(1), 'king', 1)?.decision).toBe('pass');
    expect(standing.answerTo(reaction(1), 'parliament', 1)).toBeNull();
    expect(standing.answerTo(reaction(1), 'king', 2)).toBeNull();
    // Of its own accord the seat is asked.
    expect(standing.answerTo({ ...reaction(1), reaction: 'none' }, 'king', 1)).toBeNull();
    standing.expire(2);
    expect(standing.all).toEqual([]);
  });

  it('hold back one command and ask about the others', () => {
    const standing = new Standing('b1');
    standing.give(stands({ topic: '', bodies: [1, 2] }));
    expect(standing.answerTo(reaction(1, 2), 'king', 1)?.decision).toBe('pass');
    expect(standing.answerTo(reaction(1, 3), 'king', 1)).toBeNull();
    expect(standing.restrains('king', [2, 1])).not.toBeNull();
    expect(standing.answerTo(tests, 'king', 1)).toBeNull();
  });

  it('leave an order to the program', () => {
    const standing = new Standing('b1');
    standing.give(stands({ topic: 'test-stand', kind: 'usual' }));
    expect(standing.answerTo(tests, 'king', 1)?.decision).toBe('test 1');
    expect(standing.answerTo({ ...tests, topic: 'other' }, 'king', 1)).toBeNull();
    // Nobody is left idle by it.
    const acting = [1, 2].map((actor) => choice(`act ${actor}`, { mark: { ...NO_MARK, actor } }));
    const ends = asked([choice('end'), ...acting], { topic: 'test-stand' });
    expect(standing.answerTo(ends, 'king', 1)).toBeNull();
    // What is left standing for tests declines no reaction.
    expect(standing.answerTo({ ...reaction(1), topic: 'test-stand' }, 'king', 1)).toBeNull();
  });

  it('are kept over a reload, lengthened and taken back', () => {
    new Standing('b1').give(stands({}));
    const again = new Standing('b1');
    expect(again.all).toHaveLength(1);
    again.give(stands({}));
    expect(again.all).toHaveLength(1);
    again.lengthen(again.all[0]!);
    again.expire(5);
    expect(again.answerTo(reaction(1), 'king', 5)?.decision).toBe('pass');
    again.revoke(again.all[0]!);
    expect(new Standing('b1').all).toEqual([]);
    expect(new Standing('b2').all).toEqual([]);
    localStorage.setItem('caracole.standing.b3', '{"x":');
    expect(new Standing('b3').all).toEqual([]);
  });
});
