import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Live, pause } from './live';

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  close(): void {
    this.onclose?.();
  }
}

beforeEach(() => {
  Socket.all = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('takes a lost line up again from what was heard last, later and later', () => {
  let heard: { n: number; epoch?: number } = { n: 3 };
  const line = vi.fn();
  const news = vi.fn();
  const live = new Live('b1', 'king', { heard: () => heard, line, news });
  expect(Socket.all[0]?.url).toContain('/api/battles/b1/live?seat=king&n=3');
  Socket.all[0]?.onopen?.();
  Socket.all[0]?.onmessage?.({ data: '{"n":5,"told":[],"rewound":false}' });
  expect(news).toHaveBeenCalledWith({ n: 5, told: [], rewound: false });
  heard = { n: 5, epoch: 2 };
  Socket.all[0]?.onclose?.();
  expect(line.mock.calls).toEqual([[true], [false]]);
  vi.advanceTimersByTime(pause(0));
  expect(Socket.all[1]?.url).toContain('n=5&epoch=2');
  Socket.all[1]?.onclose?.();
  vi.advanceTimersByTime(pause(0));
  expect(Socket.all).toHaveLength(2);
  vi.advanceTimersByTime(pause(1));
  expect(Socket.all).toHaveLength(3);
  live.close();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(3);
});

it('tries at once when the browser is online again', () => {
  const live = new Live('b1', null, { heard: () => ({ n: 0 }), line: () => undefined, news: () => undefined });
  Socket.all[0]?.onclose?.();
  window.dispatchEvent(new Event('online'));
  expect(Socket.all).toHaveLength(2);
  live.close();
});
