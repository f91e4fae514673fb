// What a battle has cost, as the report tells it.
import { deeds, summed, type Names } from '../table/log';
import type { Post, Report, Told } from '../types';

export interface Toll {
  now: number;
  full: number;
  /** Units that are gone altogether. */
  gone: number;
}

/** The toll of a side by its order of battle: the army's own line, and its units. */
export function toll(roster: Post[], side: number, counted: { strength: number; full: number }): Toll {
  const army = roster.find((post) => post.side === side && post.depth === 0 && post.full > 0);
  const gone = roster.filter((post) => post.side === side && post.unit && post.lost);
  return { now: army?.strength ?? counted.strength, full: army?.full ?? counted.full, gone: gone.length };
}

/** So many lines are told of what came of a decision. */
const TOLD = 4;

/** A turning point in words: the steps that led to it, and what came of them. */
export function turned(
  story: Told[],
  turn: Report['turning'][number],
  names?: Names,
): { words: string; lines: string[] } {
  const deed = deeds(story, names).find(({ steps }) => steps.some((step) => step.n === turn.n));
  const steps = deed?.steps.filter((step) => step.n <= turn.n) ?? [];
  const entries = steps.at(-1)?.entries ?? [];
  const words = steps.map((step) => step.words).join('; ');
  return { words: words || turn.words, lines: entries.slice(0, TOLD).map(summed) };
}
