// What the page alone knows, beside the shapes of the wire.
import type { Decided as Answer, Field, Refusal, Told, View } from './wire';

export type * from './wire';

export type Point = [number, number];

export type Corners = [Point, Point, Point, Point];

/** A first battle with notes: see lessons/. */
export interface Lesson {
  rulebook: string;
  battle: string;
  seat: string;
  seed: number;
  minutes: number;
  /** After so many turns the end is told; else when the battle is over. */
  turns: number | null;
  title: string;
  /** Markdown, as `end` and the notes' texts. */
  intro: string;
  end: string;
  notes: LessonNote[];
}

export interface LessonNote {
  /** The topic of a question to the learner, or `told` and the beginning of a rule number. */
  at: string;
  show: 'question' | 'map' | 'log' | 'card';
  title: string;
  text: string;
}

/** `person`, or the name of a commander: `greedy`, `random`. */
export type Player = string;

/** Every error of the server has this shape. */
export interface Problem {
  what: string;
  /** The way out. */
  instead: string;
  refusal?: Refusal;
}

export type HexPlan = Omit<Extract<Field, { kind: 'hexes' }>, 'kind'>;
export type TablePlan = Omit<Extract<Field, { kind: 'table' }>, 'kind'>;

/** The answer to a decision; where `look` was asked for, with what `seat` has not heard of yet and what is seen now. */
export type Decided = Answer & { told?: Told[]; views?: View[] };
