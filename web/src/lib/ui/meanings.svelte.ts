// What the words on chips mean, by rulebook: asked for once.
import { api } from '../api/api';
import type { Meaning } from '../types';

/** Whether a chip bears this word: `#` in it is a number, and behind `…` stands a name. */
export function fits({ word }: Meaning, text: string): boolean {
  const plain = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = word.split(/([#…])/).map((part) => (part === '#' ? '\\d+' : part === '…' ? '.+' : plain(part)));
  return new RegExp(`^${pattern.join('')}$`).test(text);
}

export const meaningOf = (meanings: readonly Meaning[], text: string): Meaning | null =>
  meanings.find((meaning) => fits(meaning, text)) ?? null;

class Meanings {
  #known: Record<string, Meaning[]> = $state.raw({});
  readonly #asked = new Set<string>();

  /** Those of a rulebook; none before they have come. */
  of(rulebook: string | undefined): readonly Meaning[] {
    return (rulebook === undefined ? undefined : this.#known[rulebook]) ?? [];
  }

  async fetch(rulebook: string, ask: (rulebook: string) => Promise<Meaning[]> = api.meanings): Promise<void> {
    if (this.#asked.has(rulebook)) return;
    this.#asked.add(rulebook);
    try {
      this.#known = { ...this.#known, [rulebook]: await ask(rulebook) };
    } catch {
      this.#asked.delete(rulebook); // A chip that cannot be explained is still a chip.
    }
  }
}

export const meanings = new Meanings();
