import { expect, it } from 'vitest';
import { clock, told } from '../table/fixtures';
import type { Post } from '../types';
import { toll, turned } from './toll';

const post = (depth: number, strength: number, full: number, more: Partial<Post> = {}): Post => ({
  depth,
  side: 0,
  name: 'Somebody',
  body: null,
  unit: false,
  strength,
  full,
  state: '',
  lost: false,
  ...more,
});

it('takes the toll of a side from its own line, and counts units but not their commanders', () => {
  const roster = [
    post(0, 10, 30),
    post(1, 10, 30, { body: 9, lost: true }),
    post(2, 10, 20, { body: 1, unit: true }),
    post(2, 0, 10, { body: 2, unit: true, lost: true }),
    post(0, 5, 5, { side: 1 }),
  ];
  expect(toll(roster, 0, { strength: 20, full: 60 })).toEqual({ now: 10, full: 30, gone: 1 });
  expect(toll(roster, 1, { strength: 5, full: 5 })).toEqual({ now: 5, full: 5, gone: 0 });
  expect(toll([], 0, { strength: 4, full: 6 })).toEqual({ now: 4, full: 6, gone: 0 });
});

it('tells a turning point with its steps and what came of them', () => {
  const entry = { rule: 'XX 1', title: 'Unit 1 runs', bodies: [1], lines: [], dice: [3], total: 3, result: 'gone' };
  const story = [told(1, { words: 'retreat to 0102' }), told(2, { words: 'retreat to 0103', entries: [entry] })];
  const turn = { n: 2, clock: clock(1), words: 'retreat to 0103', loss: [3, 0] as [number, number] };
  expect(turned(story, turn)).toEqual({
    words: 'retreat to 0102; retreat to 0103',
    lines: ['Unit 1 runs (3) gone.'],
  });
  expect(turned([], turn)).toEqual({ words: 'retreat to 0103', lines: [] });
});
