import { expect, it } from 'vitest';
import { clock, told } from './fixtures';
import { deeds, filtered, summed } from './log';

const entry = {
  rule: 'XX 4.2',
  title: 'fires',
  bodies: [1],
  lines: [{ rule: 'XX 4.3', text: 'in a hedge', value: -1, counts: false }],
  dice: [4],
  total: 3,
  result: '1 hit',
};
const story = [
  told(1, { words: 'Unit 1 moves' }),
  told(2, { side: 1, words: 'Unit 3 fires', dice: [4], entries: [entry] }),
  told(3, { dice: [5] }),
];
const found = (filter: Partial<Parameters<typeof filtered>[1]>) =>
  filtered(story, { side: null, kind: 'all', typed: '', ...filter }).map((one) => one.n);

it('filters the log by side, by kind and by words, also those of the reckoning', () => {
  expect(found({})).toEqual([1, 2, 3]);
  expect(found({ side: 1 })).toEqual([2]);
  expect(found({ kind: 'dice' })).toEqual([2, 3]);
  expect(found({ kind: 'reckoned' })).toEqual([2]);
  expect(found({ typed: 'HEDGE xx' })).toEqual([2]);
  expect(found({ side: 0, typed: 'hedge' })).toEqual([]);
});

it('sums an entry up for those who hear it', () => {
  expect(summed(entry)).toBe('fires (4) 1 hit.');
  expect(summed({ ...entry, dice: [], result: '' })).toBe('fires.');
});

it('tells steps together with what comes of them', () => {
  const steps = [
    told(1, { words: 'Unit 1 acts' }),
    told(2, { words: 'ahead to 0102' }),
    told(3, { words: 'ahead to 0103', entries: [entry] }),
    told(4, { words: 'halt' }),
    told(5, { words: 'no reaction', seat: 'parliament', side: 1 }),
    told(6, { words: '', seat: 'parliament', side: 1 }),
    told(7, { words: 'no reaction', seat: 'parliament', side: 1, clock: clock(2) }),
  ];
  expect(deeds(steps).map((deed) => deed.steps.map((step) => step.n))).toEqual([[1, 2, 3], [4], [5], [6], [7]]);
  // Who is told of is parted from what was done before.
  const moves = [
    told(1, { words: 'no more charges' }),
    told(2, { words: 'move Unit 7' }),
    told(3, { words: 'advance 6"', entries: [{ ...entry, bodies: [7] }] }),
  ];
  const parts = deeds(moves, (id) => `Unit ${id}`).map((deed) => deed.steps.map((step) => step.n));
  expect(parts).toEqual([[1], [2, 3]]);
  // What a filter left out in between is not passed over.
  expect(deeds([steps[0]!, steps[2]!]).map((deed) => deed.n)).toEqual([1, 3]);
});
