// The one rule that is open on the page, if any: any rule number on any page opens it here.
import { api } from '../api/api';
import type { RuleText } from '../types';

class Rules {
  open: { id: string; anchor: DOMRect | null; back: HTMLElement | null } | null = $state.raw(null);
  readonly #known = new Map<string, Promise<RuleText>>();

  show(id: string, from: HTMLElement | null): void {
    // Who came by keys goes back to where he was; a pointer needs no such place, and Enter stays free for the answer.
    const back = from?.matches(':focus-visible') ? from : null;
    this.open = { id, anchor: from?.getBoundingClientRect() ?? null, back };
  }

  close(): void {
    const back = this.open?.back;
    this.open = null;
    back?.focus();
  }

  text(id: string): Promise<RuleText> {
    const known = this.#known.get(id) ?? api.rule(id);
    this.#known.set(id, known);
    known.catch(() => this.#known.delete(id));
    return known;
  }
}

export const rules = new Rules();
