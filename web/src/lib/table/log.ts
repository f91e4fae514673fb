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

/** Entries as they are shown: one by one, or two sums that were held against each other side by side. */
export type Shown = { one: Entry } | { left: Entry; right: Entry };

/** Two reckonings in a row by the same rule, each with its total, of bodies of both sides: a fight. */
export function paired(entries: Entry[], sideOf: (body: number) => number | undefined): Shown[] {
  const shown: Shown[] = [];
  const sums = (entry?: Entry) => entry && entry.total !== null && entry.lines.length > 0;
  const own = (entry: Entry) => new Set(entry.bodies.map(sideOf));
  for (let at = 0; at < entries.length; at++) {
    const [left, right] = [entries[at], entries[at + 1]];
    if (!left) break;
    const alike = right && sums(left) && sums(right) && left.rule === right.rule;
    const run = (other?: Entry) => other?.rule === left.rule && sums(other);
    const two = alike && !run(entries[at - 1]) && !run(entries[at + 2]);
    if (two && left.bodies.length > 0 && right.bodies.length > 0) {
      const [one, other] = [own(left), own(right)];
      if (![...one].some((side) => side === undefined || other.has(side)) && !other.has(undefined)) {
        shown.push({ left, right });
        at++;
        continue;
      }
    }
    shown.push({ one: left });
  }
  return shown;
}

/** The lines of two reckonings as rows: what both have stands in one, in the order in which it comes. */
export function rowsOf(left: Entry, right: Entry): { text: string; rule: string; values: [string, string] }[] {
  const signed = ({ value, counts }: Entry['lines'][number]) =>
    counts ? `${value}`.replace('-', '−') : value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
  const rows: { text: string; rule: string; values: [string, string] }[] = [];
  for (const [side, entry] of [left, right].entries()) {
    for (const line of entry.lines) {
      const known = rows.find((row) => row.rule === line.rule && row.text === line.text && row.values[side] === '');
      const row = known ?? { text: line.text, rule: line.rule, values: ['', ''] };
      row.values[side as 0 | 1] = signed(line);
      if (!known) rows.push(row);
    }
  }
  return rows;
}
