import { expect, test } from 'vitest';
import { changed, seedOf, usualOptions, usualPlayers } from './begin';

const options = [
  { key: 'scale', title: 'Scale', rule: 'CP 1', values: ['25mm', '15mm'] },
  { key: 'smoke', title: 'Smoke', rule: 'CP 2', values: ['no', 'yes'] },
];

test('people take the first side, all its seats', () => {
  const seats = [
    { key: 'a1', name: 'A', side: 0 },
    { key: 'a2', name: 'A', side: 0 },
    { key: 'b', name: 'B', side: 1 },
  ];
  expect(usualPlayers(seats)).toEqual({ a1: 'person', a2: 'person', b: 'greedy' });
});

test('only what differs from the battle file is sent', () => {
  const set = { scale: '15mm' };
  expect(usualOptions(options, set)).toEqual({ scale: '15mm', smoke: 'no' });
  expect(changed(options, set, { scale: '15mm', smoke: 'yes' })).toEqual({ smoke: 'yes' });
  expect(changed(options, set, { scale: '25mm', smoke: 'no' })).toEqual({ scale: '25mm' });
});

test('a seed is a number or nothing', () => {
  expect([seedOf(' '), seedOf('42'), seedOf('4x'), seedOf('-1'), seedOf('1234567890123456')]).toEqual([
    undefined,
    42,
    'wrong',
    'wrong',
    'wrong',
  ]);
});
