import { expect, test } from 'vitest';
import type { Report } from '../types';
import { plot } from './course';

test('each side is drawn as a share of its own beginning, in steps', () => {
  const side = { name: '', colour: '', strength: 0, lost: 0 };
  const report = {
    sides: [
      { ...side, full: 10 },
      { ...side, full: 40 },
    ],
    course: [
      { n: 0, clock: { turn: 1 }, strength: [10, 40] },
      { n: 5, clock: { turn: 1 }, strength: [5, 40] },
      { n: 10, clock: { turn: 2 }, strength: [5, 10] },
    ],
  } as unknown as Report;
  const drawn = plot(report);
  expect(drawn.lines[0]).toBe('0,0 0,0 320,0 320,110 640,110 640,110 640,110');
  expect(drawn.lines[1].endsWith('640,0 640,165 640,165')).toBe(true);
  expect(drawn.turns).toEqual([
    { x: 0, turn: 1 },
    { x: 640, turn: 2 },
  ]);
});
