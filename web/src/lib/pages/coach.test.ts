import { expect, test } from 'vitest';
import type { Lesson, Told } from '../types';
import { Coach } from './coach.svelte';

const note = (at: string, title: string) => ({ at, show: 'map' as const, title, text: title });
const lesson = {
  title: 'intro',
  intro: 'hello',
  end: 'bye',
  notes: [note('move', 'first move'), note('move', 'second move'), note('told CP 16', 'shots')],
} as unknown as Lesson;
const told = (n: number, rule: string) => ({ n, entries: [{ rule }] }) as unknown as Told;

function coach() {
  const one = new Coach(lesson, 'the end');
  expect(one.note?.title).toBe('intro');
  one.got();
  return one;
}

test('a note comes with the first question of its topic, the second with the next', () => {
  const one = coach();
  one.look('1', { topic: 'move', story: [], turn: 1, over: false });
  expect(one.note?.title).toBe('first move');
  one.got();
  one.look('1', { topic: 'move', story: [], turn: 1, over: false });
  expect(one.note).toBeNull();
  one.look('2', { topic: 'move', story: [], turn: 1, over: false });
  expect(one.note?.title).toBe('second move');
});

test('what is told brings its note once, and notes wait for each other', () => {
  const one = coach();
  const story = [told(1, 'CP 16.3')];
  one.look('1', { topic: 'move', story, turn: 1, over: false });
  expect(one.note?.title).toBe('shots');
  one.got();
  expect(one.note?.title).toBe('first move');
  one.got();
  one.look('2', { topic: null, story: [...story, told(2, 'CP 16.9')], turn: 1, over: false });
  expect(one.note).toBeNull();
});

test('the end is said once', () => {
  const one = coach();
  one.look('9', { topic: null, story: [], turn: 1, over: true });
  expect(one.note?.title).toBe('the end');
  one.got();
  one.look('9', { topic: null, story: [], turn: 1, over: true });
  expect(one.note).toBeNull();
});

test('the end is told when the turns of the lesson are over, and the notes go on', () => {
  const one = new Coach({ ...lesson, turns: 1 }, 'the end');
  one.got();
  one.look('1', { topic: null, story: [], turn: 1, over: false });
  expect(one.note).toBeNull();
  one.look('2', { topic: 'move', story: [], turn: 2, over: false });
  expect(one.note?.title).toBe('the end');
  one.got();
  expect(one.note?.title).toBe('first move');
  one.got();
  one.look('3', { topic: null, story: [], turn: 3, over: true });
  expect(one.note).toBeNull();
});
