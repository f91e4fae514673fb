// Somebody at the learner's elbow: which note comes up when.
import type { Lesson, LessonNote, Told } from '../types';

/** What the learner sees now. */
export interface Now {
  /** The topic of the question, if the learner is asked one. */
  topic: string | null;
  /** Everything told so far. */
  story: Told[];
  /** The turn, as the clock has it. */
  turn: number;
  over: boolean;
}

export class Coach {
  /** The note on show: the beginning, one of the lesson's, or the end. */
  note: LessonNote | null = $state.raw(null);
  silent = $state(false);
  #given: number[] = $state.raw([]);
  /** Notes that wait until the one on show is put away. */
  #due: LessonNote[] = [];
  #heard = 0;
  #moment = '';
  #ended = false;
  /** The turns that have begun. */
  #turns = new Set<number>();

  constructor(
    readonly lesson: Lesson,
    readonly endTitle: string,
  ) {
    this.note = { at: '', show: 'map', title: lesson.title, text: lesson.intro };
  }

  get given(): number {
    return this.#given.length;
  }

  /** Looks whether something new happened; `moment` names the question, so that one is not taken for two. */
  look(moment: string, now: Now): void {
    this.#turns.add(now.turn);
    const { turns } = this.lesson;
    const seenAll = turns !== null && turns !== undefined && this.#turns.size > turns;
    if ((now.over || seenAll) && !this.#ended) {
      this.#ended = true;
      this.#bring([{ at: '', show: 'log', title: this.endTitle, text: this.lesson.end }]);
    }
    const rules = now.story.filter((told) => told.n > this.#heard).flatMap((told) => told.entries.map((e) => e.rule));
    this.#heard = now.story.at(-1)?.n ?? this.#heard;
    const told = this.#next((at) => at.startsWith('told ') && rules.some((rule) => rule.startsWith(at.slice(5))));
    const asked = moment === this.#moment ? null : this.#next((at) => at === now.topic);
    this.#moment = moment;
    this.#bring([told, asked].filter((note) => note !== null));
  }

  /** The first note for such a moment that was not given yet. */
  #next(fits: (at: string) => boolean): LessonNote | null {
    const index = this.lesson.notes.findIndex((note, nth) => !this.#given.includes(nth) && fits(note.at));
    if (index < 0) return null;
    this.#given = [...this.#given, index];
    return this.lesson.notes[index] ?? null;
  }

  #bring(notes: LessonNote[]): void {
    this.#due.push(...notes);
    if (this.note === null) this.got();
  }

  /** The learner has read it. */
  got(): void {
    this.note = this.#due.shift() ?? null;
  }

  hush(): void {
    this.silent = true;
    this.note = null;
    this.#due = [];
  }
}
