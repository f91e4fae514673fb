// A battle gone through again: where we are in it, and how fast time runs.
import { api as realApi, trouble, type Api, type Trouble } from '../api/api';
import type { Ground, Told, View } from '../types';

/** Decisions a second. */
export const SPEEDS = [1, 3, 8, 20] as const;

/** How many views are kept, so that going back and forth is quick. */
const KEPT = 240;

export class Replay {
  last: View | null = $state.raw(null);
  view: View | null = $state.raw(null);
  ground: Ground | null = $state.raw(null);
  story: Told[] = $state.raw([]);
  at = $state(0);
  playing = $state(false);
  speed: number = $state(SPEEDS[1]);
  failed: Trouble | null = $state.raw(null);

  #views = new Map<number, Promise<View>>();
  #wanted = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly api: Api = realApi,
  ) {}

  get n(): number {
    return this.last?.n ?? 0;
  }

  get told(): Told | null {
    return this.story.find((one) => one.n === this.at) ?? null;
  }

  async begin(at: number | null): Promise<void> {
    try {
      this.last = await this.api.view(this.id, null);
      // At once: a hand on the slider must not be overtaken by the beginning.
      const shown = this.go(at ?? 0);
      this.story = await this.api.story(this.id, null);
      await shown;
    } catch (cause) {
      this.failed = trouble(cause);
    }
  }

  close(): void {
    this.pause();
  }

  /** Goes to a moment; the last one asked for wins. */
  async go(at: number): Promise<void> {
    const wanted = Math.min(Math.max(Math.round(at), 0), this.n);
    this.#wanted = this.at = wanted;
    try {
      const view = await this.#viewAt(wanted);
      if (view.ground !== this.ground?.ground) this.ground = await this.api.ground(this.id, wanted);
      if (this.#wanted === wanted) this.view = view;
    } catch (cause) {
      this.#views.delete(wanted);
      this.failed = trouble(cause);
    }
  }

  #viewAt(at: number): Promise<View> {
    const known = this.#views.get(at);
    if (known) return known;
    const oldest = this.#views.keys().next();
    if (this.#views.size >= KEPT && !oldest.done) this.#views.delete(oldest.value);
    const view = this.api.view(this.id, null, at);
    this.#views.set(at, view);
    return view;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  async play(): Promise<void> {
    if (this.at >= this.n) await this.go(0);
    this.playing = true;
    this.#tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = setTimeout(() => {
      void this.go(this.at + 1).then(() => {
        if (this.at >= this.n || this.failed) this.pause();
        else this.#tick();
      });
    }, 1000 / this.speed);
  }
}
