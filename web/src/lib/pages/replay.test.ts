import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '../api/api';
import type { View } from '../types';
import { Replay } from './replay.svelte';

const view = (n: number) => ({ n, ground: 'g' }) as View;

function served(n: number) {
  const api = {
    view: vi.fn(async (_id: string, _seat: string | null, at?: number) => view(at ?? n)),
    story: vi.fn(async () => []),
    ground: vi.fn(async () => ({ ground: 'g' })),
  };
  return { api, replay: new Replay('x', api as unknown as Api) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('moments are kept within the battle, and the ground is fetched once', async () => {
  const { api, replay } = served(10);
  await replay.begin(null);
  await replay.go(99);
  expect([replay.at, replay.view?.n]).toEqual([10, 10]);
  await replay.go(-3);
  expect([replay.at, replay.view?.n]).toEqual([0, 0]);
  expect(api.ground).toHaveBeenCalledTimes(1);
});

test('a moment seen before is not fetched again', async () => {
  const { api, replay } = served(10);
  await replay.begin(3);
  await replay.go(4);
  await replay.go(3);
  expect(api.view.mock.calls.filter(([, , at]) => at === 3)).toHaveLength(1);
});

test('it plays at its speed and stops at the end', async () => {
  const { replay } = served(3);
  await replay.begin(0);
  replay.speed = 1;
  await replay.play();
  await vi.advanceTimersByTimeAsync(1100);
  expect([replay.at, replay.playing]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([replay.at, replay.playing]).toEqual([3, false]);
});

test('the last moment asked for is the one that is shown', async () => {
  const { api, replay } = served(10);
  await replay.begin(0);
  let slow: (view: View) => void = () => undefined;
  api.view.mockImplementationOnce(() => new Promise<View>((done) => (slow = done)));
  const first = replay.go(5);
  await replay.go(6);
  slow(view(5));
  await first;
  expect(replay.view?.n).toBe(6);
});

test('a hand on the slider is not overtaken by the beginning', async () => {
  const { api, replay } = served(10);
  let tell: (story: never[]) => void = () => undefined;
  api.story.mockImplementationOnce(() => new Promise<never[]>((done) => (tell = done)));
  const begun = replay.begin(0);
  await vi.waitFor(() => expect(replay.last).not.toBeNull());
  await replay.go(5);
  tell([]);
  await begun;
  expect([replay.at, replay.view?.n]).toEqual([5, 5]);
});
