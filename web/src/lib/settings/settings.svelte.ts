// What a person likes, remembered by the browser. No page keeps settings of its own.

export interface Likes {
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Whether things move: `auto` asks the system. */
  motion: 'auto' | 'full' | 'reduced';
  /** Odds by themselves for the answer under focus. */
  odds: boolean;
  /** A question with one complete answer is answered by itself. */
  single: boolean;
  /** So is one whose every other answer is pointless. */
  sensible: boolean;
  /** Clicking the only thing a unit can do does it. */
  oneClick: boolean;
  /** When the screen is covered between two people. */
  curtain: 'sealed' | 'always' | 'never';
  /** The map comes to where something happens. */
  follow: boolean;
  numbers: boolean;
  names: boolean;
  grid: boolean;
  /** The panels beside the map are put away. */
  folded: boolean;
}

export const AS_DELIVERED: Likes = {
  theme: 'auto',
  sound: true,
  volume: 0.6,
  motion: 'auto',
  odds: true,
  single: true,
  sensible: true,
  oneClick: true,
  curtain: 'sealed',
  follow: true,
  numbers: true,
  names: true,
  grid: true,
  folded: false,
};

const DRAWER = 'caracole.settings';

/** Reads what was remembered; anything that is not understood is as delivered. */
export function remembered(text: string | null): Likes {
  const likes: Record<string, unknown> = { ...AS_DELIVERED };
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (stored === null || typeof stored !== 'object') return { ...AS_DELIVERED };
    for (const [key, value] of Object.entries(stored)) {
      if (key in AS_DELIVERED && typeof value === typeof likes[key] && allowed(key, value)) likes[key] = value;
    }
  } catch {
    return { ...AS_DELIVERED };
  }
  return likes as unknown as Likes;
}

const WORDS: Record<string, readonly string[]> = {
  theme: ['auto', 'light', 'dark'],
  motion: ['auto', 'full', 'reduced'],
  curtain: ['sealed', 'always', 'never'],
};

function allowed(key: string, value: unknown): boolean {
  const words = WORDS[key];
  return words === undefined || (typeof value === 'string' && words.includes(value));
}

function drawer(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // Storage may be forbidden; then nothing is remembered.
  }
}

class Settings {
  likes: Likes = $state(remembered(drawer()?.getItem(DRAWER) ?? null));
  #systemReduced = $state(false);

  constructor() {
    const query = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
    if (!query) return;
    this.#systemReduced = query.matches;
    query.addEventListener('change', () => (this.#systemReduced = query.matches));
  }

  /** Whether nothing should move. */
  get reduced(): boolean {
    return this.likes.motion === 'reduced' || (this.likes.motion === 'auto' && this.#systemReduced);
  }

  set<K extends keyof Likes>(key: K, value: Likes[K]): void {
    this.likes[key] = value;
    try {
      drawer()?.setItem(DRAWER, JSON.stringify(this.likes));
    } catch {
      // A full drawer loses a liking, not a battle.
    }
  }

  reset(): void {
    for (const key of Object.keys(AS_DELIVERED) as (keyof Likes)[]) this.set(key, AS_DELIVERED[key]);
  }
}

export const settings = new Settings();
