import { expect, it } from 'vitest';
import { address, parse } from './router.svelte';

it('reads addresses and writes them', () => {
  expect(parse('')).toMatchObject({ page: 'home', id: '' });
  expect(parse('#/')).toMatchObject({ page: 'home', id: '' });
  const here = parse('#/table/a%2Fb?seat=king');
  expect([here.page, here.id, here.query.get('seat')]).toEqual(['table', 'a/b', 'king']);
  expect(parse(address('table', 'a/b', { seat: 'the king' })).query.get('seat')).toBe('the king');
  expect(address('home')).toBe('#/');
  expect(address('settings')).toBe('#/settings');
  expect(parse('#/table/%E0%A4%A')).toMatchObject({ page: 'table', id: '%E0%A4%A' });
});
