// Hearing of a battle as it goes on. A line that is lost is taken up again, later and later, from what was heard last.
import type { News } from '../types';
import { liveAddress, type Epoch } from './api';

export interface Ears {
  news: (news: News) => void;
  /** `true` when the line stands, `false` when it is lost. */
  line: (stands: boolean) => void;
  /** The last decision heard of, and the epoch it was heard in. */
  heard: () => { n: number } & Epoch;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/** How long to wait before the given attempt, the first being 0. */
export function pause(attempt: number): number {
  return Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE);
}

export class Live {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #wake = () => this.#retryNow();

  constructor(
    readonly id: string,
    readonly seat: string | null,
    readonly ears: Ears,
  ) {
    globalThis.addEventListener?.('online', this.#wake);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.('online', this.#wake);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(liveAddress(this.id, this.seat, this.ears.heard()));
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.ears.line(true);
    };
    socket.onmessage = (event) => {
      if (this.#closed || typeof event.data !== 'string') return;
      this.ears.news(JSON.parse(event.data) as News);
    };
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return;
      this.ears.line(false);
      this.#timer = setTimeout(() => this.#open(), pause(this.#attempt++));
    };
  }

  #retryNow(): void {
    if (this.#closed || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#open();
  }
}
