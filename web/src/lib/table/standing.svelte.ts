// Answers that stand: given once for a kind of question, by a seat, for a turn or for the battle. They are kept over a reload, can
// be seen in one place, and be taken back. They know topics, marks and defaults, never rules.
import type { Asked, Choice } from '../types';
import { Drawer } from './drawer';
import { declining, usually } from './menu';

export interface Stands {
  seat: string;
  /** The kind of question; empty for every reaction of the bodies. */
  topic: string;
  /** As it was put when the answer was given. */
  words: string;
  /** `decline` speaks of reactions alone; `usual` of what the seat is asked of its own accord, such as whose test comes first. */
  kind: 'decline' | 'usual';
  /** They do nothing of the kind; null for everybody. */
  bodies: number[] | null;
  /** The turn after which it is over; null for the battle. */
  turn: number | null;
}

export class Standing {
  all: Stands[] = $state.raw([]);
  readonly #drawer: Drawer<Stands[]>;

  constructor(battle: string) {
    this.#drawer = new Drawer(`caracole.standing.${battle}`, isList);
    this.all = this.#drawer.read() ?? [];
  }

  #set(all: Stands[]): void {
    this.all = all;
    this.#drawer.write(all.length > 0 ? all : null);
  }

  give(stands: Stands): void {
    this.#set([...this.all.filter((other) => !isSame(other, stands)), stands]);
  }

  revoke(stands: Stands): void {
    this.#set(this.all.filter((other) => other !== stands));
  }

  /** For the battle instead of the turn. */
  lengthen(stands: Stands): void {
    this.#set(this.all.map((other) => (other === stands ? { ...stands, turn: null } : other)));
  }

  /** A new turn: what stood for the last one stands no more. */
  expire(turn: number): void {
    const now = this.all.filter((one) => one.turn === null || one.turn === turn);
    if (now.length < this.all.length) this.#set(now);
  }

  /** Whether bodies of a command are told not to react. */
  restrains(seat: string, bodies: number[]): Stands | null {
    const same = (one: Stands) => one.bodies?.length === bodies.length && one.bodies.every((id) => bodies.includes(id));
    return this.all.find((one) => one.seat === seat && one.topic === '' && same(one)) ?? null;
  }

  /** The answer to a question that stands, if there is one. */
  answerTo(asked: Asked, seat: string | null, turn: number): Choice | null {
    const mine = this.all.filter((one) => one.seat === seat && (one.turn === null || one.turn === turn));
    const no = declining(asked);
    const about = mine.filter((one) => one.topic === asked.topic || one.topic === '');
    if (no === null) {
      // A side may be asked of its own accord what it declines as a reaction: that is not answered unseen.
      return about.some((one) => one.kind === 'usual' && one.topic !== '') ? usually(asked) : null;
    }
    const declines = about.filter((one) => one.kind === 'decline');
    if (declines.some((one) => one.bodies === null)) return no;
    const held = new Set(declines.flatMap((one) => one.bodies ?? []));
    const others = asked.menu.filter((_, index) => index !== asked.default);
    const allHeld = others.every(({ mark }) => mark.actor !== null && held.has(mark.actor));
    return others.length > 0 && allHeld ? no : null;
  }
}

function isSame(a: Stands, b: Stands): boolean {
  return a.seat === b.seat && a.topic === b.topic && a.kind === b.kind && String(a.bodies) === String(b.bodies);
}

function isList(value: unknown): value is Stands[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'topic' in one);
}
