// Several bodies in one hand: who they are, what is wanted of them, what the server says would come of it, and what is left to
// do when somebody has come between. It knows wishes and plans, never rules.
import type { Api } from '../api/api';
import { trouble } from '../api/api';
import type { Grip, ShownGhost } from '../map/types';
import { t } from '../texts';
import type { Body, Clock, Common, Deed, Plan, Planned, Point, Wish } from '../types';
import { carried } from './carried';
import { distance } from './places';
import type { Sitting } from './sitting.svelte';
import { Drawer } from './drawer';

/** What was confirmed and could not be done yet: wishes, not decisions, to be planned anew. */
export interface Rest {
  seat: string;
  epoch: number;
  /** The question at which bodies are chosen. */
  topic: string;
  clock: string;
  wishes: Wish[];
}

/** No more than so many plans a second while the group is dragged. */
const PLAN_EVERY = 120;
/** On the open table a hand turns by so many degrees. */
const FINE_TURN = 5;

export class Group {
  members: number[] = $state.raw([]);
  /** How far they are carried from where they stand, and turned as a whole. */
  shift: Point = $state.raw([0, 0]);
  turn = $state(0);
  /** Whether each turns where it stands, rather than all about their middle. */
  inPlace = $state(false);
  /** What would come of it: waits for a word. */
  plan: Plan | null = $state.raw(null);
  planning = $state(false);
  /** What they could do alike. */
  offers: Common[] = $state.raw([]);
  rest: Rest | null = $state.raw(null);
  /** A finger or pointer draws a rectangle instead of moving the map. */
  marquee = $state(false);

  readonly #drawer: Drawer<Rest>;
  #wish: Wish[] = [];
  #asked = 0;
  #flight: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of decisions after which the rest was cut off here; after a reload nobody knows what has happened since. */
  #cut: number | null = null;

  constructor(
    readonly sitting: Sitting,
    readonly api: Api,
  ) {
    this.#drawer = new Drawer(`caracole.rest.${sitting.id}`, isRest);
    this.rest = this.#drawer.read();
  }

  readonly #bodies: ReadonlyMap<number, Body> = $derived.by(
    () => new Map(this.sitting.view?.bodies.map((body) => [body.id, body])),
  );
  readonly held: ReadonlySet<number> = $derived(new Set(this.members));
  readonly carrying: boolean = $derived(this.shift[0] !== 0 || this.shift[1] !== 0 || this.turn !== 0);
  /** Where they would stand: as planned, or as they are carried until that is known. */
  readonly ghosts: ShownGhost[] = $derived.by(() => {
    if (this.plan) return this.plan.moves.flatMap((one) => shownBy(one, this.#bodies.get(one.wish.body)));
    if (!this.carrying) return [];
    return this.#go().flatMap(({ body, deed }) => {
      const stands = this.#bodies.get(body);
      if (!stands || !('go' in deed)) return [];
      return [
        { ghost: carried(stands, deed.go.at, deed.go.facing ?? stands.facing), tone: 'plain' as const, label: '' },
      ];
    });
  });
  /** What the hand turns them by: where their middle is carried to, and the way the whole of them looks. */
  readonly grip: Grip | null = $derived.by(() => {
    const turned = this.#chosen().filter((body) => body.parts.length > 0);
    if (turned.length === 0) return null;
    const [x, y] = middle(this.#chosen());
    const [dx, dy] = this.shift;
    return { at: [x + dx, y + dy], facing: (wayOf(turned) + this.turn + 360) % 360, turn: this.turn };
  });
  readonly goes: Planned[] = $derived((this.plan?.moves ?? []).filter((one) => one.decisions.length > 0));
  readonly stays: Planned[] = $derived((this.plan?.moves ?? []).filter((one) => one.refusal !== null));

  #chosen(): Body[] {
    return this.members.flatMap((id) => this.#bodies.get(id) ?? []);
  }

  #own(id: number): boolean {
    return this.#bodies.get(id)?.side === this.sitting.sideOf(this.sitting.seat);
  }

  // --- Who

  /** Adds a body of one's own, or lets it go again. */
  toggle(id: number): void {
    if (!this.#own(id)) return;
    this.#choose(this.held.has(id) ? this.members.filter((one) => one !== id) : [...this.members, id]);
  }

  /** These and no others; once more, and nobody. */
  select(ids: number[]): void {
    const own = ids.filter((id) => this.#own(id));
    const same = own.length === this.members.length && own.every((id) => this.held.has(id));
    this.#choose(same ? [] : own);
  }

  add(ids: number[]): void {
    this.#choose([...new Set([...this.members, ...ids.filter((id) => this.#own(id))])]);
  }

  #choose(members: number[]): void {
    this.members = members;
    this.#putBack();
    this.offers = [];
    if (members.length > 0) void this.#askOffers();
  }

  clear(): void {
    if (this.members.length > 0) this.#choose([]);
    this.#putBack();
    this.marquee = false;
  }

  /** One step back; true when there was any. */
  letGo(): boolean {
    if (this.plan || this.carrying) this.#putBack();
    else if (this.members.length > 0) this.clear();
    else if (this.marquee) this.marquee = false;
    else return false;
    return true;
  }

  #putBack(): void {
    [this.shift, this.turn, this.plan] = [[0, 0], 0, null];
    this.#stopAsking();
  }

  /** A new question: whoever is gone is let go, and what was staged for another is put back. */
  fresh(): void {
    this.#putBack();
    const here = this.members.filter((id) => this.#bodies.has(id) && this.#own(id));
    if (!this.sitting.asked || here.length < this.members.length) this.members = this.sitting.asked ? here : [];
    if (this.members.length > 0) void this.#askOffers();
  }

  async #askOffers(): Promise<void> {
    const { view } = this.sitting;
    const { members } = this;
    if (!view?.seat || !this.sitting.asked) return;
    try {
      const offers = await this.api.common(this.sitting.id, view.seat, view.n, members);
      if (this.members === members && this.sitting.view?.n === view.n) this.offers = offers;
    } catch {
      // Without it they can still be led.
    }
  }

  // --- What

  /** Carried by a hand: `to` is where the body in the hand is held. Turned by one, the whole of them looks that way. */
  drag(body: number, to: Point, facing: number | null, dropped: boolean): void {
    const stands = this.#bodies.get(body);
    if (!stands) return;
    if (facing !== null) return this.#face(facing, dropped);
    this.plan = null;
    this.shift = this.#snapped([to[0] - stands.at[0], to[1] - stands.at[1]]);
    this.#planSoon(this.#go(), dropped);
  }

  /** By whole hexsides, or by a few degrees; a hand that has not got as far as the next of them changes nothing. */
  #face(facing: number, dropped: boolean): void {
    const { grip } = this;
    if (!grip) return;
    const each = this.#onTable ? FINE_TURN : 60;
    const turn = short(Math.round((facing - grip.facing + grip.turn) / each) * each);
    if (turn === this.turn && (this.plan || !dropped)) return;
    this.turn = turn;
    this.plan = null;
    this.#planSoon(this.#go(), dropped);
  }

  get #onTable(): boolean {
    return this.sitting.ground?.field.kind === 'table';
  }

  /** The middle of them to a place. */
  send(to: Point): void {
    const [x, y] = middle(this.#chosen());
    this.#carry([to[0] - x, to[1] - y], true);
  }

  /** A step further that way: a hex, or a unit of the ruler. */
  nudge(by: Point): void {
    const { ground } = this.sitting;
    const step = ground?.field.kind === 'table' ? ground.field.ruler : 1;
    this.#raw = [this.#raw[0] + by[0] * step, this.#raw[1] + by[1] * step];
    this.#carry(this.#raw, false);
  }
  /** As far as the keys have carried them, before it is brought to a hex. */
  #raw: Point = [0, 0];

  #carry(by: Point, now: boolean): void {
    this.plan = null;
    this.#raw = by;
    this.shift = this.#snapped(by);
    this.#planSoon(this.#go(), now);
  }

  /** Turns the whole of them: about their middle, or each where it stands. */
  wheel(by: number, inPlace = this.inPlace): void {
    if (this.members.length === 0) return;
    const each = this.#onTable ? 15 : 60;
    this.inPlace = inPlace;
    this.turn = short(this.turn + by * each);
    this.plan = null;
    this.#planSoon(this.#go(), false);
  }

  /** On hexes the whole goes from middle to middle, all by the same. */
  #snapped(by: Point): Point {
    const { ground } = this.sitting;
    if (!ground || ground.field.kind === 'table') return by;
    const cells = ground.field.cells;
    const near = (at: Point) =>
      cells.reduce<Point | null>((best, { at: c }) => (best && distance(best, at) <= distance(c, at) ? best : c), null);
    // From a cell in the midst of the map, so that nobody's edge has a say.
    const from = near(middle(cells.map((cell) => ({ at: cell.at }))));
    const to = from && near([from[0] + by[0], from[1] + by[1]]);
    return from && to ? [to[0] - from[0], to[1] - from[1]] : by;
  }

  #go(): Wish[] {
    return goals(this.#chosen(), this.shift, this.turn, this.inPlace);
  }

  /** The other way of turning; what is turned already is planned anew. */
  turnInPlace(inPlace: boolean): void {
    this.inPlace = inPlace;
    if (this.turn === 0) return;
    this.plan = null;
    this.#planSoon(this.#go(), true);
  }

  at(target: number): void {
    void this.#planNow(this.members.map((body) => ({ body, deed: { at: { target } } })));
  }

  like(offer: Common): void {
    const deed: Deed = { like: { words: offer.like } };
    void this.#planNow(this.members.map((body) => ({ body, deed })));
  }

  #planSoon(wishes: Wish[], now: boolean): void {
    this.#wish = wishes;
    clearTimeout(this.#timer);
    const due = now ? 0 : Math.max(0, this.#asked + PLAN_EVERY - performance.now());
    this.#timer = setTimeout(() => void this.#planNow(this.#wish), due);
  }

  #stopAsking(): void {
    clearTimeout(this.#timer);
    this.#flight?.abort();
    this.#flight = null;
    this.#raw = [0, 0];
    this.planning = false;
  }

  async #planNow(wishes: Wish[]): Promise<void> {
    const { view } = this.sitting;
    if (!view?.seat || !this.sitting.asked || wishes.length === 0) return;
    this.#asked = performance.now();
    this.#flight?.abort();
    const flight = (this.#flight = new AbortController());
    this.planning = true;
    try {
      const plan = await this.api.plan(this.sitting.id, view.seat, view.n, wishes, flight.signal);
      if (this.#flight !== flight || this.sitting.view?.n !== view.n) return;
      this.plan = plan;
      this.planning = false;
    } catch (cause) {
      if (this.#flight !== flight) return;
      this.planning = false;
      if (!flight.signal.aborted && trouble(cause).status !== 409) this.sitting.notices.problem(cause);
    }
  }

  // --- Doing it

  /** Does what is planned; what somebody comes between is kept. */
  async confirm(): Promise<void> {
    const { plan } = this;
    const { view, asked } = this.sitting;
    if (!plan || !view?.seat || !asked || this.sitting.busy) return;
    const decisions = plan.moves.flatMap((one) => one.decisions);
    if (decisions.length === 0) return;
    const topic = this.rest?.topic ?? asked.topic;
    const { seat, epoch, clock } = view;
    [this.members, this.offers] = [[], []];
    this.#putBack();
    const played = await this.sitting.decideAll(decisions);
    const wishes = left(plan, played);
    const now = this.sitting.view;
    this.#cut = view.n + played;
    this.#keep(
      wishes.length > 0 && now?.epoch === epoch && stands(now.clock) === stands(clock)
        ? { seat, epoch, topic, clock: stands(clock), wishes }
        : null,
    );
    await this.takeUp();
  }

  #keep(rest: Rest | null): void {
    this.rest = rest;
    this.#drawer.write(rest);
  }

  drop(): void {
    this.#keep(null);
    this.#putBack();
  }

  /**
   * Goes on with what was left, when its seat is asked again: by itself where nobody did anything meanwhile, otherwise on a
   * word.
   */
  async takeUp(): Promise<void> {
    const { rest } = this;
    const { view, asked } = this.sitting;
    if (!rest || !view || this.sitting.busy || this.plan) return;
    if (view.epoch !== rest.epoch || view.outcome || stands(view.clock) !== rest.clock) return this.#keep(null);
    if (!asked || view.seat !== rest.seat) return;
    const under = view.routes[0]?.ghost.body;
    if (asked.topic !== rest.topic && !rest.wishes.some((wish) => wish.body === under)) return;
    await this.#planNow(rest.wishes);
    const { plan } = this;
    if (!plan || this.rest !== rest) return;
    if (this.goes.length === 0) return this.drop();
    if (this.#quiet(rest.seat)) await this.confirm();
  }

  /** Whether the others have let it pass since it was cut off. */
  #quiet(seat: string): boolean {
    const cut = this.#cut;
    if (cut === null) return false;
    const since = this.sitting.story.filter((told) => told.n >= cut);
    return since.every((told) => told.dice.length === 0 && (told.seat === seat || told.entries.length === 0));
  }

  /** In words: how many go, how many stay. */
  get summary(): string {
    const [goes, stays] = [this.goes.length, this.stays.length];
    const contested = this.goes.filter((one) => one.contested).length;
    const parts = [t('group.goes', { n: goes })];
    if (stays > 0) parts.push(t('group.stays', { n: stays }));
    if (contested > 0) parts.push(t('group.contested', { n: contested }));
    return parts.join(', ');
  }
}

/** As long as this is the same, what was left can be taken up. */
function stands(clock: Clock): string {
  return `${clock.turn} ${clock.phase} ${clock.side} ${clock.command}`;
}

function isRest(value: unknown): value is Rest {
  return value !== null && typeof value === 'object' && 'wishes' in value && Array.isArray(value.wishes);
}

function middle(bodies: { at: Point }[]): Point {
  const sum = bodies.reduce<Point>(([x, y], { at }) => [x + at[0], y + at[1]], [0, 0]);
  const count = Math.max(1, bodies.length);
  return [sum[0] / count, sum[1] / count];
}

/** A turn by the shorter way, from -180 up to 180. */
function short(turn: number): number {
  return ((((turn + 180) % 360) + 360) % 360) - 180;
}

/** The way that several look, on the whole; that of the first where they look all ways. */
function wayOf(bodies: Body[]): number {
  const radians = bodies.map(({ facing }) => (facing * Math.PI) / 180);
  const [x, y] = [Math.sin, Math.cos].map((part) => radians.reduce((sum, angle) => sum + part(angle), 0)) as Point;
  if (Math.hypot(x, y) < 1e-6 * bodies.length) return bodies[0]?.facing ?? 0;
  return ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360;
}

/** Where each is to stand: carried by a shift, wheeled about the middle of all; intervals and facings are kept. */
export function goals(bodies: Body[], shift: Point, turn: number, inPlace = false): Wish[] {
  const [mx, my] = middle(bodies);
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return bodies.map(({ id, at: [x, y], facing }) => {
    const [dx, dy] = [x - mx, y - my];
    const to: Point =
      turn === 0 || inPlace
        ? [x + shift[0], y + shift[1]]
        : [mx + dx * cos + dy * sin + shift[0], my - dx * sin + dy * cos + shift[1]];
    return { body: id, deed: { go: { at: to, facing: (((facing + turn) % 360) + 360) % 360 } } };
  });
}

/** The wishes of those whose decisions were not all played; who stays of his own accord is not kept. */
export function left(plan: Plan, played: number): Wish[] {
  let done = played;
  const wishes: Wish[] = [];
  for (const one of plan.moves) {
    if (one.refusal !== null) continue;
    const all = one.decisions.length;
    // Who goes along with another is done when that one is.
    if (all === 0 ? wishes.length > 0 : done < all) wishes.push(one.wish);
    done = Math.max(0, done - all);
  }
  return wishes;
}

function shownBy(one: Planned, body: Body | undefined): ShownGhost[] {
  if (one.refusal) return body ? [{ ghost: carried(body, body.at, body.facing), tone: 'bad', label: '' }] : [];
  if (!one.ghost) return [];
  return [{ ghost: one.ghost, tone: one.contested || one.short ? 'plain' : 'good', label: '' }];
}
