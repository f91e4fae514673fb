import { expect, it } from 'vitest';
import { percent, t } from '.';

it('puts parameters in, and picks the form for a number', () => {
  expect(t('question.waiting', { seat: 'The King' })).toBe('Waiting for The King…');
  expect(t('odds.more', { n: 1 })).toBe('and 1 other outcome');
  expect(t('odds.more', { n: 3 })).toBe('and 3 other outcomes');
});

it('never says that what can happen cannot, or that what may fail is sure', () => {
  expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(['0%', '<1%', '50%', '>99%', '100%']);
});
