// How many sides the dice of a battle have. Nobody says so; a result above six tells, and is remembered for the rulebook.
import type { Told } from '../types';

const DRAWER = 'caracole.dice.';

export function sidesOf(rulebook: string, story: Told[]): number {
  const known = recall(rulebook);
  if (known !== null) return known;
  const tens = story.some((told) => told.dice.some(isTen) || told.entries.some((entry) => entry.dice.some(isTen)));
  if (!tens) return 6;
  try {
    globalThis.localStorage?.setItem(DRAWER + rulebook, '10');
  } catch {
    // Not remembered: it will be seen again.
  }
  return 10;
}

const isTen = (value: number) => value > 6 || value < 1;

function recall(rulebook: string): number | null {
  try {
    return globalThis.localStorage?.getItem(DRAWER + rulebook) === '10' ? 10 : null;
  } catch {
    return null;
  }
}
