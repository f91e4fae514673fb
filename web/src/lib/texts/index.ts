// Every word the page says by itself comes from a table here; words of rules, units and menus come from the server.
import { en } from './en';

export type Key = keyof typeof en;
type Params = Record<string, string | number>;

let table: Record<Key, string> = en;
let language = 'en';

/** Another language: a table with the same keys. Called before the page is mounted. */
export function speak(tag: string, words: Record<Key, string>): void {
  language = tag;
  table = words;
}

/** The language that is spoken, for the page's `lang` and for numbers. */
export function tongue(): string {
  return language;
}

/**
 * The text for a key. `{name}` stands for a parameter. Where a text has forms apart by `|`, the parameter `n` picks one: as
 * many forms as the language has plural categories, in the order one, few, many, other (English: one, other).
 */
export function t(key: Key, params: Params = {}): string {
  const text = pick(table[key], params['n']);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function pick(text: string, n: string | number | undefined): string {
  const forms = text.split('|');
  if (forms.length === 1 || typeof n !== 'number') return text;
  const order = ['zero', 'one', 'two', 'few', 'many', 'other'];
  const rules = new Intl.PluralRules(language);
  const known = order.filter((category) => rules.resolvedOptions().pluralCategories.includes(category as never));
  return forms[known.indexOf(rules.select(n))] ?? forms[forms.length - 1] ?? text;
}

/** Whether nothing is left to chance: many small shares may add up to a hair less than one. */
export function isSure(share: number): boolean {
  return share > 1 - 1e-9;
}

/** A share as percent: never 0 for what can happen, never 100 for what may fail. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return '<1%';
  if (!isSure(share) && share > 0.995) return '>99%';
  return `${Math.round(share * 100)}%`;
}
