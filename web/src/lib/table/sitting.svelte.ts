// A battle as the people at this screen have it before them. The server decides everything; this asks, hears and answers.
import { api as realApi, Trouble, type Api } from '../api/api';
import { Live, pause, type Ears } from '../api/live';
import { settings } from '../settings/settings.svelte';
import { t } from '../texts';
import type { Asked, Choice, Decided, Ground, News, Refusal, Told, View } from '../types';
import { Notices } from '../ui/notices.svelte';
import { best, declining, leadsOn, onlyAnswer, sensibleAnswer, usually } from './menu';
import { Drawer } from './drawer';
import { Standing } from './standing.svelte';
import { howFar } from './undoing';

/** A decision that nobody was asked for. */
interface Unasked extends Refusal {
  n: number;
  epoch: number;
}

/** So many of them are remembered. */
const MOST_UNASKED = 200;

export interface Means {
  api: Api;
  listen: (id: string, seat: string | null, ears: Ears) => { close: () => void };
  wait: (ms: number) => Promise<void>;
  request: () => string;
}

const MEANS: Means = {
  api: realApi,
  listen: (id, seat, ears) => new Live(id, seat, ears),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  request: newRequest,
};

/** A name for a request. `randomUUID` is only there on safe origins; a club's server may be reached by plain http. */
export function newRequest(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Sitting {
  readonly notices = new Notices();
  view: View | null = $state.raw(null);
  ground: Ground | null = $state.raw(null);
  story: Told[] = $state.raw([]);
  /** What happened since the page last showed it, the oldest first. */
  fresh: Told[] = $state.raw([]);
  /** The seat whose eyes see. */
  seat: string | null = $state(null);
  /** The seat that is to take over behind the curtain. */
  curtain: string | null = $state(null);
  line: 'joining' | 'live' | 'lost' = $state('joining');
  busy = $state(false);
  /** A decision went out and no answer has come yet. */
  retrying = $state(false);
  /** Why there is nothing to see. */
  failed: Trouble | null = $state.raw(null);
  readonly standing: Standing;
  /** Questions that were not put because every other answer was pointless: by the number of the decision, and why. */
  unasked: Unasked[] = $state.raw([]);
  readonly #unaskedDrawer: Drawer<Unasked[]>;
  /** A decision that waits until whoever takes it has heard what it gives away. */
  warned: { warning: Refusal; decisions: string[] } | null = $state.raw(null);
  /** Whether the computer commanders halt. */
  halted = $state(false);

  readonly #means: Means;
  #live: { close: () => void } | null = null;
  #liveSeat: string | null | undefined = undefined;
  #storySeat: string | null | undefined = undefined;
  #refreshing: Promise<void> | null = null;
  #again = false;
  #rewound = false;
  #begun = false;
  #epoch: number | undefined;
  /** How many decisions there were before each deed of a hand at this screen, the latest last. */
  /** A way that was cut short, until it is told why. */
  #interrupted: { after: number; seat: string } | null = null;
  #deeds: number[] = [];
  #closed = false;
  /** Views that came with the answer to a decision, for the look that follows it. */
  #brought: View[] = [];
  /** The last view that was answered by itself: never twice, even if the server refuses. */
  #answered = $state('');

  /** `only`: the one seat that sits at this screen, where its owner says so. */
  constructor(
    readonly id: string,
    readonly only: string | null = null,
    means: Partial<Means> = {},
  ) {
    this.#means = { ...MEANS, ...means };
    this.standing = new Standing(id);
    this.#unaskedDrawer = new Drawer(`caracole.unasked.${id}`, (value): value is Unasked[] => Array.isArray(value));
    this.unasked = this.#unaskedDrawer.read() ?? [];
  }

  get asked(): Asked | null {
    return this.curtain === null ? (this.view?.asked ?? null) : null;
  }

  /** Seats of the people at this screen. */
  get here(): string[] {
    return this.view === null ? [] : this.#peopleOf(this.view);
  }

  #peopleOf(view: View): string[] {
    const people = view.seats.filter((seat) => seat.player === 'person').map((seat) => seat.key);
    return this.only === null ? people : people.filter((key) => key === this.only);
  }

  get hotSeat(): boolean {
    return this.here.length > 1;
  }

  seatName(key: string | null): string {
    return this.view?.seats.find((seat) => seat.key === key)?.name ?? '';
  }

  sideOf(key: string | null): number | null {
    return this.view?.seats.find((seat) => seat.key === key)?.side ?? null;
  }

  async begin(): Promise<void> {
    this.failed = null;
    try {
      await this.refresh();
      void this.#learnPace();
    } catch (cause) {
      this.failed = cause instanceof Trouble ? cause : null;
      throw cause;
    }
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
  }

  /** Fetches what is new. Calls while one is under way make it run once more. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#again = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#fetch().finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  async #fetch(): Promise<void> {
    let late = 0;
    do {
      this.#again = false;
      const view = this.#takeBrought() ?? (await this.#means.api.view(this.id, this.seat));
      if (this.#closed) return;
      // Another epoch: decisions were taken back while nobody listened.
      if (this.#epoch !== undefined && view.epoch !== this.#epoch) this.#rewound = true;
      const next = this.#nextToSit(view);
      // What was sealed may have been opened by the last decision; after a reload nobody knows yet whether anything is.
      const unknown = !this.#begun && this.#peopleOf(view).length > 1;
      if (next !== this.seat && (unknown || this.#sealed())) await this.#fetchStory();
      // A curtain that hangs is drawn by a hand, not by news.
      const veiled = next !== this.seat && (this.curtain === next || this.#veiled(view));
      if (next !== this.seat && !veiled) {
        this.seat = next;
        this.#again = true;
        continue;
      }
      if (view.ground !== this.ground?.ground) this.ground = await this.#means.api.ground(this.id);
      if (this.#needsStory(view)) await this.#fetchStory();
      if (this.#heard() > view.n) {
        // The battle went on between view and story, or was wound back: nobody else would tell us.
        this.#rewound = late++ > 2;
        this.#again = true;
      }
      this.view = view;
      this.#epoch = view.epoch;
      this.curtain = veiled ? next : null;
    } while (this.#again && !this.#closed);
    this.#listen();
    if (!this.busy) void this.#answerByItself();
  }

  /** What the answer to a decision has brought along, so that nobody has to ask again. */
  #bring(done: Decided): void {
    this.#brought = done.views ?? [];
    if (done.told && !this.#tellAnew()) this.#append(done.told);
  }

  /** The brought view of the seat that sees, once. */
  #takeBrought(): View | undefined {
    const view = this.#brought.find((one) => one.seat === this.seat);
    this.#brought = this.#brought.filter((one) => one !== view);
    return view;
  }

  /** Whether the story as it is known stops short of the view, or has told something that may be unsealed by now. */
  #needsStory(view: View): boolean {
    return this.#tellAnew() || this.#heard() < view.n;
  }

  #tellAnew(): boolean {
    return !this.#begun || this.#rewound || this.#sealed() || this.#storySeat !== this.seat;
  }

  async #fetchStory(): Promise<void> {
    const anew = this.#tellAnew();
    const seat = this.seat;
    const told = await this.#means.api.story(this.id, seat, anew ? 0 : this.#heard() + 1);
    if (anew) this.#replace(told);
    else this.#append(told);
    this.#storySeat = seat;
    this.#rewound = false;
    this.#begun = true;
  }

  #replace(told: Told[]): void {
    const known = this.#begun ? this.#heard() : Infinity;
    this.story = told;
    const later = told.filter((one) => one.n > known);
    if (later.length > 0) this.fresh = [...this.fresh, ...later];
  }

  #append(told: Told[]): void {
    const heard = this.#heard();
    const later = told.filter((one) => one.n > heard).sort((a, b) => a.n - b.n);
    if (later.length === 0) return;
    this.story = [...this.story, ...later];
    this.fresh = [...this.fresh, ...later];
  }

  #heard(): number {
    return this.story[this.story.length - 1]?.n ?? -1;
  }

  #sealed(): boolean {
    return this.story.some((one) => one.n > 0 && one.seat !== null && one.decision === '');
  }

  /** Whoever is asked sits down. */
  #nextToSit(view: View): string | null {
    const here = this.#peopleOf(view);
    const awaited = view.awaiting.filter((key) => here.includes(key));
    if (this.seat !== null && awaited.includes(this.seat)) return this.seat;
    return awaited[0] ?? this.seat ?? here[0] ?? null;
  }

  /** Where something is sealed, the next person sits down only after the screen was handed over. */
  #veiled(view: View): boolean {
    const here = this.#peopleOf(view);
    if (here.length < 2) return false;
    const together = (one: View | null) => (one?.awaiting.filter((key) => here.includes(key)).length ?? 0) > 1;
    const secret = together(view) || together(this.view) || this.#sealed();
    if (settings.likes.curtain === 'sealed') return secret;
    return settings.likes.curtain === 'always' && (secret || this.seat !== null);
  }

  /** The next person is at the screen. */
  async takeOver(): Promise<void> {
    if (this.curtain === null) return;
    this.seat = this.curtain;
    this.fresh = [];
    await this.refresh();
    this.curtain = null;
  }

  #listen(): void {
    if (this.#closed || this.#liveSeat === this.seat) return;
    this.#live?.close();
    this.#liveSeat = this.seat;
    this.#live = this.#means.listen(this.id, this.seat, {
      heard: () => ({ n: Math.max(this.#heard(), 0), ...(this.#epoch !== undefined && { epoch: this.#epoch }) }),
      news: (news) => this.#hear(news),
      line: (stands) => this.#lineChanged(stands),
    });
  }

  #hear(news: News): void {
    if (news.rewound) this.#rewound = true;
    else this.#append(news.told);
    if (this.#knows(news)) return;
    void this.refresh().catch((cause: unknown) => this.notices.problem(cause));
  }

  /** Whether the view shows it already, or will: after a deed that is under way everybody looks. */
  #knows(news: News): boolean {
    const looks = this.busy && this.#refreshing === null;
    return looks || (!news.rewound && news.epoch === this.#epoch && news.n === this.view?.n);
  }

  #lineChanged(stands: boolean): void {
    const was = this.line;
    this.line = stands ? 'live' : 'lost';
    if (stands && was === 'lost') void this.refresh().catch(() => undefined);
  }

  /** Decides as the seat that sees; a planned route is several decisions. True when all of it was played. */
  async decide(decisions: string[], byItself = false, sure = false): Promise<boolean> {
    const warning = this.view?.asked?.menu.find((choice) => choice.decision === decisions[0])?.warning;
    if (warning && !sure && !this.busy && this.curtain === null) {
      this.warned = { warning, decisions };
      return false;
    }
    return (await this.#decide(decisions, byItself, false)) === decisions.length;
  }

  /** Decides for several bodies, each for itself, on through dice that fall: how many decisions were played. */
  async decideAll(decisions: string[]): Promise<number> {
    return this.#decide(decisions, false, true);
  }

  async #decide(decisions: string[], byItself: boolean, through: boolean): Promise<number> {
    const { view } = this;
    if (this.busy || view === null || view.seat === null || view.asked === null || this.curtain !== null) return 0;
    this.warned = null;
    const { seat } = view;
    const look = this.here;
    const wish = { request: this.#means.request(), seat, n: view.n, decisions, look, ...(through && { through }) };
    let played = 0;
    await this.#act(async () => {
      const done = await this.#insist(() => this.#means.api.decide(this.id, wish));
      played = done.played;
      this.#bring(done);
      if (!byItself && done.played > 0) this.#deeds = [...this.#deeds, view.n];
      if (done.refusal) this.notices.refuse(done.refusal);
      else if (done.played < decisions.length) this.#interrupted = { after: view.n, seat };
      return done.played === decisions.length;
    });
    return played;
  }

  /** Takes back the last deed with what answered itself after it; or all that may be taken back. */
  async undo(all = false): Promise<boolean> {
    const { view } = this;
    if (this.busy || view === null || view.seat === null) return false;
    if (view.undo === 0) {
      this.notices.say(howFar(this));
      return false;
    }
    const count = all ? undefined : this.#lastDeed(view);
    const wish = { request: this.#means.request(), seat: view.seat, n: view.n, ...(count !== undefined && { count }) };
    return this.#act(async () => {
      await this.#insist(() => this.#means.api.undo(this.id, wish));
      this.#deeds = this.#deeds.filter((n) => n < view.n - (count ?? view.undo));
      this.#rewound = true;
      this.#answered = '';
      return true;
    });
  }

  /** How many decisions ago the last deed was, where it may be taken back. */
  #lastDeed(view: View): number | undefined {
    const before = this.#deeds.findLast((n) => n < view.n);
    return before !== undefined && view.n - before <= view.undo ? view.n - before : undefined;
  }

  async #act(deed: () => Promise<boolean>): Promise<boolean> {
    this.busy = true;
    this.notices.clear();
    let done = false;
    try {
      done = await deed();
      await this.refresh();
      this.#brought = [];
      this.#tellInterruption();
    } catch (cause) {
      await this.#lament(cause);
    } finally {
      this.busy = false;
    }
    void this.#answerByItself();
    return done;
  }

  /** Says who has come between, if he has already spoken. */
  #tellInterruption(): void {
    const cut = this.#interrupted;
    this.#interrupted = null;
    if (!cut) return;
    const by = this.story.find(
      ({ n, seat, words }) => n > cut.after && seat !== null && seat !== cut.seat && words !== '',
    );
    const words = by && t('route.stopped.by', { seat: this.seatName(by.seat), words: by.words });
    this.notices.say(words ?? t('route.stopped'));
  }

  async #lament(cause: unknown): Promise<void> {
    if (cause instanceof Trouble && cause.status === 409) {
      this.notices.say(t('problem.moved-on'), { tone: 'warn', instead: t('problem.moved-on.instead') });
    } else {
      this.notices.problem(cause);
    }
    this.#rewound = true;
    await this.refresh().catch(() => undefined);
  }

  /** Asks until there is an answer: the same request acts once, however often it is sent. */
  async #insist(send: () => Promise<Decided>): Promise<Decided> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send();
        this.retrying = false;
        return answer;
      } catch (cause) {
        if (!(cause instanceof Trouble) || !cause.unanswered || this.#closed) {
          this.retrying = false;
          throw cause;
        }
        this.retrying = true;
        await this.#means.wait(pause(attempt));
      }
    }
  }

  // --- The computer's turn

  /** Whether a computer commander is awaited, and nobody here. */
  get commanded(): boolean {
    const { view } = this;
    if (view === null || view.outcome !== null || view.awaiting.some((key) => this.here.includes(key))) return false;
    return view.awaiting.some((key) => view.seats.find((seat) => seat.key === key)?.player !== 'person');
  }

  /** After a reload they may halt still. */
  async #learnPace(): Promise<void> {
    const pace = await this.#means.api.pace(this.id).catch(() => null);
    if (pace !== null) this.halted = pace.halted;
  }

  /** Lets the commanders halt or go on; a step is one decision of theirs while they halt. */
  async pace(halted: boolean, step = false): Promise<void> {
    try {
      this.halted = (await this.#means.api.setPace(this.id, { halted, ...(step && { step }) })).halted;
    } catch (cause) {
      this.notices.problem(cause);
    }
  }

  // --- Answers that need no hand

  /** Whether the question is a reaction that may be declined. */
  get mutable(): boolean {
    return this.asked !== null && declining(this.asked) !== null;
  }

  /**
   * Whether the usual answer may be left standing. Where somebody is led step by step it is no answer to others, unless he has
   * to go whatever is answered: to rout, to retreat.
   */
  get steady(): boolean {
    const { asked, view } = this;
    if (asked === null || !asked.complete || usually(asked) === null) return false;
    return view?.routes.length === 0 || leadsOn(asked, view?.bodies ?? []);
  }

  /** Declines the reaction, and others of its kind until the turn is over. */
  async mute(): Promise<void> {
    if (this.mutable) await this.#leaveStanding('decline');
  }

  /** Gives the usual answer, now and whenever the same is asked until the turn is over. */
  async settleFor(): Promise<void> {
    if (this.steady) await this.#leaveStanding('usual');
  }

  async #leaveStanding(kind: 'decline' | 'usual'): Promise<void> {
    const { asked, view, seat } = this;
    const usual = asked?.menu[asked.default];
    if (asked === null || view === null || seat === null || !usual) return;
    const words = kind === 'decline' ? asked.words : `${asked.words} ${usual.words}`;
    this.standing.give({ seat, topic: asked.topic, words, kind, bodies: null, turn: view.clock.turn });
    await this.decide([usual.decision]);
  }

  /** Lets bodies of a command react to nothing until the turn is over, or again. */
  restrain(bodies: number[], name: string): void {
    const { view, seat } = this;
    if (view === null || seat === null || bodies.length === 0) return;
    const known = this.standing.restrains(seat, bodies);
    if (known) return this.standing.revoke(known);
    const words = t('standing.command', { name });
    this.standing.give({ seat, topic: '', words, kind: 'decline', bodies, turn: view.clock.turn });
    void this.#answerByItself();
  }

  /** What the computer would do in this place. */
  async delegate(): Promise<boolean> {
    const choice = this.asked && best(this.asked);
    // Whoever leaves it to the computer is not asked whether he means it.
    return choice !== null && (await this.decide([choice.decision], false, true));
  }

  /** What answers the question without anybody being asked, if anything does; and why, where there were others. */
  ownAnswer(): { choice: Choice; why: Refusal | null } | null {
    const { asked, view, seat } = this;
    if (asked === null || view === null) return null;
    const stands = this.standing.answerTo(asked, seat, view.clock.turn);
    const only = stands ?? (settings.likes.single ? onlyAnswer(asked) : null);
    if (only !== null) return { choice: only, why: null };
    return settings.likes.sensible ? sensibleAnswer(asked) : null;
  }

  /** Writes down why a question was not put, for the log. */
  #note({ n, epoch }: View, why: Refusal): void {
    const kept = this.unasked.filter((one) => one.epoch === epoch && one.n <= n);
    this.unasked = [...kept, { n: n + 1, epoch, ...why }].slice(-MOST_UNASKED);
    this.#unaskedDrawer.write(this.unasked);
  }

  /** Why a decision was taken without a question, if it was. */
  whyUnasked(n: number): Refusal | null {
    return this.unasked.find((one) => one.n === n && one.epoch === this.view?.epoch) ?? null;
  }

  /** The question as it stands, so that no question is answered by itself twice. */
  get #moment(): string {
    return `${this.view?.n} ${this.view?.seat}`;
  }

  /** Whether the question on the table is about to be answered by itself: nobody needs to look at it. */
  get passing(): boolean {
    return this.curtain === null && this.#answered !== this.#moment && this.ownAnswer() !== null;
  }

  async #answerByItself(): Promise<void> {
    const { view } = this;
    if (this.#closed || this.busy || view === null || view.asked === null || this.curtain !== null) return;
    this.standing.expire(view.clock.turn);
    const answer = this.ownAnswer();
    if (answer === null || this.#answered === this.#moment) return;
    this.#answered = this.#moment;
    if ((await this.decide([answer.choice.decision], true)) && answer.why) this.#note(view, answer.why);
  }
}
