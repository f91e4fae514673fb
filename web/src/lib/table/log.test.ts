import { expect, it } from 'vitest';
import { clock, told } from './fixtures';
import { deeds, filtered, paired, rowsOf, summed } from './log';

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

it('puts two sums that were held against each other side by side, and nothing else', () => {
  const line = (rule: string, text: string, value: number) => ({ rule, text, value, counts: false });
  const sum = (rule: string, body: number) => ({ ...entry, rule, bodies: [body], result: '' });
  const sideOf = (body: number) => (body < 10 ? 0 : body < 20 ? 1 : undefined);
  const [one, other] = [sum('XX 5.1', 1), sum('XX 5.1', 11)];
  const after = { ...sum('XX 6.1', 1), total: null };
  expect(paired([one, other, after], sideOf)).toEqual([{ left: one, right: other }, { one: after }]);
  // Of one side, by different rules, three in a row, without a total, of somebody unknown: each by itself.
  for (const entries of [
    [one, sum('XX 5.1', 2)],
    [one, sum('XX 5.2', 11)],
    [one, other, sum('XX 5.1', 2)],
    [one, { ...other, total: null }],
    [one, sum('XX 5.1', 30)],
  ]) {
    expect(paired(entries, sideOf)).toEqual(entries.map((only) => ({ one: only })));
  }
  const left = { ...one, lines: [line('XX 5.2', 'grade B', 1), line('XX 5.3', 'charges', 1)] };
  const right = { ...other, lines: [line('XX 5.2', 'grade C', 0), line('XX 5.3', 'charges', -2)] };
  expect(rowsOf(left, right)).toEqual([
    { text: 'grade B', rule: 'XX 5.2', values: ['+1', ''] },
    { text: 'charges', rule: 'XX 5.3', values: ['+1', '−2'] },
    { text: 'grade C', rule: 'XX 5.2', values: ['', '0'] },
  ]);
});
