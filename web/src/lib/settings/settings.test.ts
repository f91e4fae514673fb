import { expect, it } from 'vitest';
import { AS_DELIVERED, remembered, settings } from './settings.svelte';

it('reads what was remembered and leaves out what it does not understand', () => {
  expect(remembered('{"theme":"dark","sound":"loud","motion":"wild","grid":false,"other":1}')).toEqual({
    ...AS_DELIVERED,
    theme: 'dark',
    grid: false,
  });
  expect(remembered('not json')).toEqual(AS_DELIVERED);
  expect(remembered(null)).toEqual(AS_DELIVERED);
});

it('remembers', () => {
  settings.set('theme', 'dark');
  expect(remembered(localStorage.getItem('caracole.settings')).theme).toBe('dark');
  settings.set('motion', 'reduced');
  expect(settings.reduced).toBe(true);
  settings.reset();
  expect(remembered(localStorage.getItem('caracole.settings'))).toEqual(AS_DELIVERED);
});
