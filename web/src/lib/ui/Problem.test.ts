import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { Trouble } from '../api/api';
import Problem from './Problem.svelte';

it('tells a problem in sentences, with a way out', () => {
  render(Problem, { cause: new Trouble(404, { what: 'there is no battle `x` here', instead: 'one from the list' }) });
  expect(screen.getByRole('alert').textContent).toContain('There is no battle ‘x’ here.');
  expect(screen.getByRole('alert').textContent).toContain('Instead: one from the list.');
  expect(screen.getByRole('link', { name: 'All battles' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers another try where the server did not answer', async () => {
  const again = vi.fn();
  render(Problem, { cause: new Trouble(0, { what: 'no answer', instead: 'Check it.' }), again });
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(again).toHaveBeenCalledOnce();
});
