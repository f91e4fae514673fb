// The menu of a question, made fit for a hand: grouped, filtered, searched. Nothing here knows a rulebook.
import type { Asked, Body, Choice, Point, Refusal } from '../types';

/** A choice with its place in the menu. */
export interface Offer {
  index: number;
  choice: Choice;
  /** What stands on the button: the item under its heading, or the words. */
  label: string;
}

export interface Group {
  /** Empty for choices that stand alone. */
  title: string;
  offers: Offer[];
}

/** What may be chosen; a decision that stands on the menu twice is offered once. */
export function offersOf(asked: Asked): Offer[] {
  const offers = new Map<string, Offer>();
  for (const [index, choice] of asked.menu.entries()) {
    if (offers.has(choice.decision) && index !== asked.default) continue;
    offers.set(choice.decision, { index, choice, label: choice.heading?.item || choice.words });
  }
  return [...offers.values()];
}

/** Groups by title: ordered as the headings say, choices without one last, the menu's order kept within. */
export function grouped(offers: Offer[]): Group[] {
  const groups: (Group & { order: number })[] = [];
  for (const offer of offers) {
    const { title, order } = offer.choice.heading ?? { title: '', order: Number.MAX_SAFE_INTEGER };
    const known = groups.find((group) => group.title === title);
    if (known) {
      known.offers.push(offer);
      known.order = Math.min(known.order, order);
    } else {
      groups.push({ title, order, offers: [offer] });
    }
  }
  return groups.sort((a, b) => a.order - b.order).map(({ title, offers }) => ({ title, offers }));
}

/** Whether a body has a part in a choice: it acts, is aimed at, or would be touched. */
export function concerns(choice: Choice, body: number): boolean {
  const { actor, targets, touches } = choice.mark;
  return actor === body || targets.includes(body) || touches.includes(body);
}

/** The choices a body acts in, or, if there are none, those it is the target of, or those it would be touched in. */
export function offersFor(offers: Offer[], body: number): Offer[] {
  const acts = offers.filter(({ choice }) => choice.mark.actor === body && !choice.mark.targets.includes(body));
  if (acts.length > 0) return acts;
  const aimed = offers.filter(({ choice }) => choice.mark.targets.includes(body));
  return aimed.length > 0 ? aimed : offers.filter(({ choice }) => concerns(choice, body));
}

/** Choices in which every typed word occurs. */
export function matching(offers: Offer[], typed: string): Offer[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return offers;
  return offers.filter(({ choice, label }) => {
    const text = `${choice.heading?.title ?? ''} ${label} ${choice.words} ${choice.mark.cost}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The answer that declines, where the question is a reaction that may be declined. */
export function declining(asked: Asked): Choice | null {
  return asked.reaction === 'offered' && asked.menu.length > 1 ? (asked.menu[asked.default] ?? null) : null;
}

/** The usual answer to what the seat is asked of its own accord, unless it would leave several idle who could act. */
export function usually(asked: Asked): Choice | null {
  const usual = asked.menu[asked.default];
  if (!usual || asked.reaction === 'offered' || asked.menu.length < 2) return null;
  const actors = new Set(asked.menu.map(({ mark }) => mark.actor).filter((actor) => actor !== null));
  return usual.mark.actor === null && actors.size > 1 ? null : usual;
}

/** The one answer there is, if the menu holds them all. */
export function onlyAnswer(asked: Asked): Choice | null {
  return asked.complete && asked.menu.length === 1 ? (asked.menu[0] ?? null) : null;
}

/** The one answer that is not pointless, and why the others are; nothing where it is not so beyond doubt. */
export function sensibleAnswer(asked: Asked): { choice: Choice; why: Refusal } | null {
  const { sensible } = asked;
  const choice = sensible && asked.menu[sensible.answer];
  return choice && !choice.warning ? { choice, why: sensible.why } : null;
}

/** Whether every answer takes somebody elsewhere: he has to go, and is asked no more than where. */
export function leadsOn(asked: Asked, bodies: Body[]): boolean {
  const leads = ({ mark, ghost }: Choice): boolean => {
    const own = bodies.find((body) => body.id === mark.actor)?.at;
    const to = ghost?.at ?? mark.at;
    return own !== undefined && to !== null && (to[0] !== own[0] || to[1] !== own[1]);
  };
  return asked.menu.length > 0 && asked.menu.every(leads);
}

/** What a sensible officer would do: the highest rank, the first of equals. */
export function best(asked: Asked): Choice | null {
  return asked.menu.reduce<Choice | null>(
    (top, choice) => (top === null || choice.rank > top.rank ? choice : top),
    null,
  );
}

/** Choosing it is no more than naming the unit that acts, which stands at `own`. */
export function namesUnit(choice: Choice, own: Point | undefined): boolean {
  const { actor, targets, at, touches } = choice.mark;
  const stays = at === null || (own !== undefined && at[0] === own[0] && at[1] === own[1]);
  return actor !== null && targets.length === 0 && stays && touches.length === 0 && choice.ghost === null;
}
