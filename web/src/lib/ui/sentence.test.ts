import { expect, it } from 'vitest';
import { capital, sentence } from './sentence';

it('makes a sentence of what is part of one', () => {
  expect(sentence('there is no battle `nowhere` here')).toBe('There is no battle ‘nowhere’ here.');
  expect(sentence('Is it running?')).toBe('Is it running?');
  expect(sentence('')).toBe('');
  expect(capital('victory for nobody')).toBe('Victory for nobody');
});
