// Which lines of the log are shown.
import type { Entry, Told, View } from '../types';

export type Kind = 'all' | 'dice' | 'reckoned';

export interface Filter {
  side: number | null;
  kind: Kind;
  typed: string;
}

export function filtered(story: Told[], { side, kind, typed }: Filter): Told[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return story.filter(
    (told) =>
      (side === null || told.side === side) && fits(told, kind) && words.every((word) => text(told).includes(word)),
  );
}

function fits(told: Told, kind: Kind): boolean {
  if (kind === 'dice') return told.dice.length > 0 || told.entries.some((entry) => entry.dice.length > 0);
  if (kind === 'reckoned') return told.entries.some((entry) => entry.lines.length > 0);
  return true;
}

function text(told: Told): string {
  const entries = told.entries.flatMap((entry) => [
    entry.title,
    entry.rule,
    entry.result,
    ...entry.lines.flatMap((line) => [line.text, line.rule]),
  ]);
  return [told.words, told.clock.words, ...entries].join(' ').toLocaleLowerCase();
}

/** A deed of several decisions: steps after which nothing was told belong to what comes of them. */
export interface Deed {
  /** The first of them keeps its place while others join. */
  n: number;
  steps: Told[];
}

export type Names = (body: number) => string | undefined;

/** The story as deeds: steps of one seat in one phase, up to the first after which something is told. */
export function deeds(story: Told[], names: Names = () => undefined): Deed[] {
  const told: Told[][] = [];
  for (const step of story) {
    const before = told.at(-1);
    const last = before?.at(-1);
    if (before && last && goesOn(last, step)) before.push(step);
    else told.push([step]);
  }
  return told.flatMap((steps) => parted(steps, names)).map((steps) => ({ n: steps[0]?.n ?? 0, steps }));
}

/** The name of a body, be it on the field or gone from it. */
export function nameIn(view: View, id: number): string | undefined {
  return view.bodies.find((body) => body.id === id)?.name ?? view.absent.find((absent) => absent.body === id)?.name;
}

/** Parts the steps of those the last one tells of, from where they are named, from what was done before. */
function parted(steps: Told[], names: Names): Told[][] {
  const told = steps.at(-1)?.entries.flatMap((entry) => entry.bodies) ?? [];
  const called = told.map(names).filter((name) => name !== undefined);
  const from = steps.findIndex((step) => called.some((name) => step.words.includes(name)));
  return from > 0 ? [steps.slice(0, from), steps.slice(from)] : [steps];
}

function goesOn(last: Told, step: Told): boolean {
  const silent = last.entries.length === 0 && last.dice.length === 0;
  const known = last.seat !== null && last.words !== '' && step.words !== '';
  return silent && known && last.n + 1 === step.n && last.seat === step.seat && last.clock.words === step.clock.words;
}

/** An entry in a line, for those who hear it. */
export function summed({ title, dice, result }: Entry): string {
  return [title, dice.length > 0 ? `(${dice.join(', ')})` : '', result].filter(Boolean).join(' ') + '.';
}
