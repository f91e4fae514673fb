// The hand over the table: what is picked up, pointed at, about to be done. It knows menus and marks, never rules.
import { api as realApi, trouble, type Api } from '../api/api';
import type { Light, Place, ShownGhost } from '../map/types';
import { settings } from '../settings/settings.svelte';
import { isSure, t } from '../texts';
import type { Aim, Aimed, Body, Fact, Ghost, Horizon, Mark, Odds, Point, Refusal, Zone } from '../types';
import { carried } from './carried';
import { Group as Many } from './group.svelte';
import { concerns, grouped, matching, namesUnit, offersFor, offersOf, type Group, type Offer } from './menu';
import {
  alike,
  byFacing,
  distance,
  facingNearest,
  isDear,
  keyOf,
  nearest,
  placeOf,
  reach,
  spotsOf,
  thinned,
  type Spot,
  type Way,
} from './places';
import type { Sitting } from './sitting.svelte';

/** Something that will be done on the next word. */
export interface Armed {
  decisions: string[];
  words: string;
  mark: Mark;
  ghost: Ghost | null;
}

/** Several ways at one place, to be picked from. */
export interface Picking {
  spot: Spot;
  rose: boolean;
  x: number;
  y: number;
}

export interface Screen {
  x: number;
  y: number;
}

const NO_MARK: Mark = { actor: null, targets: [], at: null, cost: '', touches: [] };
/** How many inches places on the open table keep apart. */
const APART = 2;
/** No more than so many questions a second about where a dragged body could go. */
const AIM_EVERY = 60;

/** Whether anything was rolled for: what comes of every roll alike is worth telling too. */
function hasDice({ plays, chances }: Odds): boolean {
  return chances.length > 0 && (plays > 1 || chances.some((chance) => !isSure(chance.probability)));
}

export class Hand {
  /** The body the menu is narrowed to. */
  selected: number | null = $state(null);
  /** The body whose card is open. */
  looked: number | null = $state(null);
  /** A second body: what the selected one may do to it. */
  aimedAt: number | null = $state(null);
  pointed: Offer | null = $state.raw(null);
  armed: Armed | null = $state.raw(null);
  picking: Picking | null = $state.raw(null);
  /** The way under the hand in the rose or list of ways. */
  way: Way | null = $state.raw(null);
  typed = $state('');
  /** Bodies that a line of the log speaks of. */
  mentioned: number[] = $state.raw([]);
  /** Whether somebody has asked to see them: then they are lit above all that may act. */
  sought = $state(false);
  focus: { at: Point; nonce: number } | null = $state.raw(null);
  dragged: ShownGhost | null = $state.raw(null);
  /** Why the dragged body may not stand where it is held. */
  hint: Refusal | null = $state.raw(null);
  hovered: number | null = $state(null);
  overlaysOn: string[] = $state.raw([]);
  overlayZones: Zone[] = $state.raw([]);
  oddsWanted = $state(false);

  readonly #api: Api;
  readonly #facts = new Map<string, Promise<Fact[]>>();
  readonly #odds = new Map<string, Promise<Odds | null>>();
  #drag: {
    aim: Aim;
    at: number;
    timer: ReturnType<typeof setTimeout> | undefined;
    flight: AbortController | null;
  } | null = null;

  /** A body that is being chosen because it is dragged. */
  #lift: Promise<void> | null = null;

  constructor(
    readonly sitting: Sitting,
    api: Api = realApi,
  ) {
    this.#api = api;
    this.many = new Many(sitting, api);
  }

  /** Several bodies at once. */
  readonly many: Many;

  // --- What is offered

  readonly offers: Offer[] = $derived.by(() => (this.sitting.asked ? offersOf(this.sitting.asked) : []));
  /** Bodies that somebody could choose to act with, each once. */
  readonly actors: number[] = $derived.by(() => {
    const acting = this.offers.map(({ choice }) => choice.mark.actor).filter((actor) => actor !== null);
    return [...new Set(acting)];
  });
  /** The body all of it is about, if it is one: the one that moves step by step, or the only one that acts. */
  readonly actor: number | null = $derived.by(() => {
    const stepping = this.sitting.asked ? this.sitting.view?.routes[0]?.ghost.body : undefined;
    return stepping ?? (this.actors.length === 1 ? (this.actors[0] ?? null) : null);
  });
  /** The menu as it is narrowed by the hand: what concerns the selected body, and what concerns none. */
  readonly narrowed: Offer[] = $derived.by(() => {
    const { selected, aimedAt, offers } = this;
    if (selected === null) return offers;
    let mine = offersFor(offers, selected);
    if (mine.length === 0) return offers;
    if (aimedAt !== null) {
      const both = mine.filter(({ choice }) => concerns(choice, aimedAt));
      if (both.length > 0) return both;
    }
    return offers.filter((offer) => mine.includes(offer) || offer.choice.mark.actor === null);
  });
  readonly shown: Offer[] = $derived.by(() => matching(this.narrowed, this.typed));
  readonly groups: Group[] = $derived(grouped(this.shown));
  /** The offers in the order in which they stand on the screen. */
  readonly order: Offer[] = $derived(this.groups.flatMap((group) => group.offers));
  readonly isNarrowed: boolean = $derived(this.narrowed.length < this.offers.length);

  // --- What lights up on the map

  readonly bodies: ReadonlyMap<number, Body> = $derived.by(
    () => new Map(this.sitting.view?.bodies.map((body) => [body.id, body])),
  );
  readonly spots: Spot[] = $derived.by(() => {
    if (!this.sitting.asked) return [];
    const field = this.sitting.ground?.field;
    const all = this.sitting.view?.routes ?? [];
    const routes = field?.kind === 'table' ? all : alike(all, this.bodies.get(all[0]?.ghost.body ?? -1));
    const offers = this.selected === null && this.actors.length > 1 ? [] : this.narrowed;
    const spots = spotsOf(
      routes,
      offers.filter((offer) => !this.#names(offer)),
    );
    if (field?.kind !== 'table') return spots;
    return thinned(spots, this.bodies.get(this.selected ?? this.actor ?? -1), field.ruler * APART);
  });
  /** Where the body that moves stands already: turning there is a click on the body itself. */
  readonly #own: Spot | null = $derived.by(() => {
    const mover = this.sitting.view?.routes[0]?.ghost.body;
    const at = mover === undefined ? undefined : this.bodies.get(mover)?.at;
    return (at && this.spots.find((spot) => spot.key === keyOf(at))) ?? null;
  });
  readonly places: Place[] = $derived.by(() => {
    if (this.many.members.length > 0 || this.many.plan) return [];
    if (this.dragged && this.sitting.ground?.field.kind === 'table') return [];
    return this.spots.filter((spot) => spot !== this.#own).map(placeOf);
  });
  /** The deed that is shown on the map: under the hand, or armed. */
  readonly deed: Armed | null = $derived.by(() => {
    if (this.way) return { decisions: this.way.decisions, words: this.way.words, mark: NO_MARK, ghost: this.way.ghost };
    if (this.pointed) return armedBy(this.pointed);
    return this.armed;
  });
  readonly lights: ReadonlyMap<number, Light> = $derived.by(() => {
    const lights = new Map<number, Light>();
    for (const body of this.mentioned) lights.set(body, 'mentioned');
    const alone = this.actor !== null;
    const marks = this.narrowed.map(({ choice }) => choice.mark);
    for (const { targets, touches } of marks) {
      for (const body of touches) lights.set(body, 'threatened');
      for (const body of targets) lights.set(body, this.#aimLight(body));
    }
    // Who can act is shown so, even where a general may ride up to it.
    for (const { actor } of marks) if (actor !== null && !alone) lights.set(actor, 'choice');
    if (this.actor !== null) lights.set(this.actor, 'selected');
    if (this.deed) {
      for (const body of this.deed.mark.touches) lights.set(body, 'threatened');
      for (const body of this.deed.mark.targets) lights.set(body, this.#aimLight(body));
      if (this.deed.mark.actor !== null) lights.set(this.deed.mark.actor, 'selected');
    }
    if (this.selected !== null) lights.set(this.selected, 'selected');
    for (const body of this.many.members) lights.set(body, 'selected');
    if (this.sought) for (const body of this.mentioned) lights.set(body, 'mentioned');
    return lights;
  });
  readonly ghosts: ShownGhost[] = $derived.by(() => {
    if (this.dragged) return [this.dragged];
    if (this.many.ghosts.length > 0) return this.many.ghosts;
    const ghost = this.deed?.ghost;
    if (!ghost) return [];
    const cost = this.deed?.mark.cost ?? '';
    const tone = this.way?.harms || isDear(cost) ? 'wary' : 'plain';
    return [{ ghost, tone, label: cost || (this.way ? labelOf(this.way) : '') }];
  });
  readonly links: { from: Point; to: Point; tone: 'plain' | 'good' | 'bad' }[] = $derived.by(() => {
    const deed = this.deed;
    if (!deed || this.dragged) return [];
    const from = this.bodies.get(deed.mark.actor ?? deed.ghost?.body ?? -1)?.at;
    if (!from) return [];
    const ends = deed.mark.targets.map((id) => this.bodies.get(id)?.at).filter((at) => at !== undefined);
    if (deed.ghost && ends.length === 0) ends.push(deed.ghost.at);
    return ends.map((to) => ({ from, to, tone: 'plain' as const }));
  });
  readonly draggable: number | null = $derived.by(() => {
    if (!this.sitting.asked || this.sitting.busy || this.many.members.length > 0) return null;
    const held = this.selected ?? this.actor;
    return held !== null && this.#mayStir(held) ? held : null;
  });
  /** Bodies that are chosen by taking hold of them: dragging one moves it, chosen before or not. */
  readonly liftable: ReadonlySet<number> = $derived.by(() => {
    if (!this.sitting.asked || this.sitting.busy) return new Set<number>();
    const lifted = this.actors.filter((id) => this.#lifting(id) !== null);
    return new Set([...lifted, ...this.#waiting]);
  });
  /** Those who wait to be handled though the menu speaks of others, such as troops that stand on a map that is being drawn. */
  readonly #waiting: number[] = $derived.by(() => {
    if (this.sitting.asked?.complete !== false) return [];
    const own = this.sitting.sideOf(this.sitting.seat);
    const waits = (body: Body) => body.side === own && body.standing === 'ready' && !this.actors.includes(body.id);
    return (this.sitting.view?.bodies ?? []).filter(waits).map((body) => body.id);
  });
  /** Whether it can also be turned where it stands. */
  readonly turnable: boolean = $derived.by(() => {
    const body = this.bodies.get(this.draggable ?? -1);
    if (!body) return false;
    const routes = (this.sitting.view?.routes ?? []).map((route) => route.ghost);
    const ghosts = [...this.narrowed.map(({ choice }) => choice.ghost), ...routes];
    const turned = ghosts.some((ghost) => ghost?.body === body.id && Math.abs(ghost.facing - body.facing) > 1);
    return turned || this.sitting.asked?.complete === false;
  });

  /** Whoever is aimed at on one's own side, such as a regiment that a general joins, is a choice and no prey. */
  #aimLight(id: number): Light {
    return this.bodies.get(id)?.side === this.sitting.sideOf(this.sitting.seat) ? 'choice' : 'target';
  }

  /** Whether taking hold of a body could mean anything: it may go or turn, or not all it may do is in the menu. */
  #mayStir(id: number): boolean {
    if (this.bodies.get(id)?.side !== this.sitting.sideOf(this.sitting.seat)) return false;
    if (this.#moves(id) || this.sitting.asked?.complete === false) return true;
    return this.offers.some(
      ({ choice: { mark, ghost } }) => ghost?.body === id || (mark.actor === id && mark.at !== null),
    );
  }

  /** How a body comes into the hand that is dragged: it is selected, or named to the question first. */
  #lifting(id: number): 'select' | Offer | null {
    const mine = offersFor(this.offers, id).filter(({ choice }) => choice.mark.actor === id);
    if (mine.length === 0 && this.#waiting.includes(id)) return 'select';
    const named = mine.filter((offer) => this.#names(offer));
    if (mine.length === 1 && named.length === 1) return named[0] ?? null;
    return mine.length > 0 && this.#mayStir(id) ? 'select' : null;
  }

  /** Takes up a body that is dragged without having been chosen. */
  async #takeUp(id: number): Promise<void> {
    const by = this.#lifting(id);
    if (by === null) return;
    this.looked = id;
    if (by === 'select') [this.selected, this.aimedAt] = [id, null];
    else await this.take(by);
  }

  #names({ choice }: Offer): boolean {
    return namesUnit(choice, this.bodies.get(choice.mark.actor ?? -1)?.at);
  }

  /** A new question: the hand lets go of what it held. */
  fresh(): void {
    this.sought = false;
    this.selected = null;
    this.aimedAt = null;
    this.pointed = null;
    this.armed = null;
    this.picking = null;
    this.way = null;
    this.typed = '';
    this.oddsWanted = false;
    this.#endDrag();
    this.many.fresh();
    if (this.actor !== null) this.looked = this.actor;
    if (this.looked !== null && !this.bodies.has(this.looked)) this.looked = null;
  }

  // --- Doing

  point(offer: Offer | null): void {
    this.pointed = offer;
  }

  async take(offer: Offer): Promise<void> {
    await this.sitting.decide([offer.choice.decision]);
  }

  async takeDefault(): Promise<void> {
    const asked = this.sitting.asked;
    // Enter is meant for what is being planned, and not for something else before it is known.
    if (this.many.planning) return;
    if (this.many.plan) return this.many.confirm();
    if (this.armed) return this.confirm();
    if (this.typed.trim() !== '') {
      const first = this.order[0];
      return first ? this.take(first) : undefined;
    }
    const usual = this.offers.find((offer) => offer.index === asked?.default);
    if (!usual) return;
    if (this.idlers(usual) > 0) this.arm(this.#warned(usual));
    else await this.take(usual);
  }

  /** How many who could still act would not, if this were answered: where it is nobody's deed and the others are. */
  idlers({ choice, index }: Offer): number {
    const asked = this.sitting.asked;
    if (!asked || asked.reaction !== 'none' || choice.mark.actor !== null || choice.ghost !== null) return 0;
    return index === asked.default && this.actors.length > 1 ? this.actors.length : 0;
  }

  /** What leaves somebody idle is said before it is done. */
  #warned(offer: Offer): Armed {
    const words = t('question.idle', { words: offer.choice.words, n: this.idlers(offer) });
    return { ...armedBy(offer), words };
  }

  /** A tap on an answer: with a finger, what leaves others idle is made ready first, and what one wants the odds of. */
  async tap(offer: Offer): Promise<void> {
    if (this.idlers(offer) > 0) this.arm(this.#warned(offer));
    else if (this.oddsWanted) this.arm(armedBy(offer));
    else await this.take(offer);
  }

  arm(armed: Armed): void {
    this.armed = armed;
    this.pointed = null;
    this.picking = null;
    this.way = null;
  }

  async confirm(): Promise<void> {
    const armed = this.armed;
    if (!armed) return;
    this.armed = null;
    await this.sitting.decide(armed.decisions);
  }

  /** One step back: the last thing that was opened or picked up. True when there was any. */
  letGo(): boolean {
    if (this.#drag || this.dragged) this.#endDrag();
    else if (this.many.letGo()) return true;
    else if (this.picking) [this.picking, this.way] = [null, null];
    else if (this.armed) this.armed = null;
    else if (this.typed) this.typed = '';
    else if (this.aimedAt !== null) this.aimedAt = null;
    else if (this.selected !== null) this.selected = null;
    else if (this.mentioned.length > 0) this.mentioned = [];
    else return false;
    return true;
  }

  // --- Clicks on the map

  async onbody(id: number, screen: Screen): Promise<void> {
    this.looked = id;
    this.picking = null;
    if (!this.sitting.asked || this.sitting.busy) return;
    if (this.many.members.length > 0) {
      // With several in the hand, another of one's own joins them, and an enemy is what they aim at.
      if (this.bodies.get(id)?.side === this.sitting.sideOf(this.sitting.seat)) this.many.toggle(id);
      else this.many.at(id);
      return;
    }
    if (this.armed && (this.armed.mark.targets.includes(id) || this.armed.mark.touches.includes(id)))
      return this.confirm();
    if (this.#moves(id)) {
      if (this.#own) await this.#goTo(this.#own, null, screen);
      return;
    }
    const held = this.selected ?? this.actor;
    const together = held !== null && held !== id ? this.offers.filter((offer) => actsOn(offer, held, id)) : [];
    const found = together.length > 0 ? together : offersFor(this.offers, id);
    const [only] = found;
    if (only === undefined) return this.#notOffered(id);
    if (found.length > 1) {
      [this.selected, this.aimedAt] = together.length > 0 ? [held, id] : [id, null];
      this.armed = null;
      return;
    }
    if (only.choice.mark.actor === id && this.#names(only) && settings.likes.oneClick) return this.take(only);
    this.arm(armedBy(only));
  }

  /** The body that is on its way, step by step. */
  #moves(id: number | undefined): boolean {
    return this.sitting.view?.routes.some((route) => route.ghost.body === id) ?? false;
  }

  /** A click on one of whom nothing is offered: why not, or what is meant off the menu; never something that is not about him. */
  async #notOffered(id: number): Promise<void> {
    this.armed = null;
    const own = this.bodies.get(id)?.side === this.sitting.sideOf(this.sitting.seat);
    const held = this.selected ?? this.actor;
    if (held === id) return;
    const alone: Aim = { target: id };
    const aims: Aim[] = held === null ? [alone] : own ? [alone, { body: held, ...alone }] : [{ body: held, ...alone }];
    for (const aim of aims) {
      const aimed = await this.#ask(aim);
      if (aimed === undefined) return;
      if (aimed !== null && (aimed.refusal !== null || isAbout(aimed.mark, id))) return this.#meant(aimed, aim);
    }
    this.selected = null;
    this.#saysWhoIsAsked();
  }

  /** Nobody says why not: then somebody else is asked first, or nothing is to be done here. */
  #saysWhoIsAsked(): void {
    const { notices, asked } = this.sitting;
    const name = this.bodies.get(this.actor ?? -1)?.name;
    if (name && asked) notices.refuse({ rule: asked.rule, why: t('aim.asked-first', { name }) });
    else notices.nothingHere();
  }

  async onground(at: Point): Promise<void> {
    this.picking = null;
    if (!this.sitting.asked || this.sitting.busy) return;
    if (this.many.members.length > 0) return this.many.send(at);
    if (
      this.armed?.mark.at &&
      this.sitting.ground &&
      Math.hypot(this.armed.mark.at[0] - at[0], this.armed.mark.at[1] - at[1]) < reach(this.sitting.ground)
    ) {
      return this.confirm();
    }
    const held = this.selected ?? this.actor;
    const aim: Aim = held === null ? { at } : { body: held, at };
    await this.#meant(await this.#ask(aim), aim);
  }

  async #meant(aimed: Aimed | null | undefined, aim: Aim): Promise<void> {
    if (aimed === undefined) return;
    if (aimed?.refusal) this.sitting.notices.refuse(aimed.refusal);
    else if (aimed && this.#hits(aimed, aim))
      this.arm({ decisions: [aimed.decision], words: aimed.words, mark: aimed.mark, ghost: aimed.ghost });
    else if (this.#moves(aim.body)) this.sitting.notices.refuse(this.#outOfReach(aim));
    else this.sitting.notices.nothingHere();
  }

  /**
   * Whether a lawful decision is what the hand pointed at. A rulebook may understand a hand as a direction, and go one step
   * that way; of a body that goes step by step we know every place it can get to, and do not take a step for the whole way.
   */
  #hits({ mark, ghost }: Aimed, aim: Aim): boolean {
    if (!this.#moves(aim.body)) return true;
    if (aim.target !== undefined) return mark.targets.includes(aim.target) || mark.touches.includes(aim.target);
    const { ground } = this.sitting;
    const at = ghost?.at ?? mark.at;
    if (!ground || !aim.at || !at) return true;
    return distance(at, aim.at) <= reach(ground);
  }

  #outOfReach(aim: Aim): Refusal {
    const [route] = this.sitting.view?.routes ?? [];
    const left = route ? route.allowance / route.share : 0;
    const name = this.bodies.get(aim.body ?? -1)?.name ?? '';
    return { rule: this.sitting.asked?.rule ?? '', why: t('aim.out-of-reach', { name, n: left }) };
  }

  /** `undefined` where the question is gone or the server could not be asked. */
  async #ask(aim: Aim, signal?: AbortSignal): Promise<Aimed | null | undefined> {
    const { view } = this.sitting;
    if (view === null || view.seat === null) return undefined;
    try {
      const aimed = await this.#api.aim(this.sitting.id, view.seat, view.n, aim, signal);
      return this.sitting.view?.n === view.n ? aimed : undefined;
    } catch (cause) {
      if (signal?.aborted) return undefined;
      const { status } = trouble(cause);
      if (status !== 409) this.sitting.notices.problem(cause);
      return undefined;
    }
  }

  async onplace(key: string, screen: Screen): Promise<void> {
    const spot = this.spots.find((one) => one.key === key);
    if (!spot || this.sitting.busy) return;
    await this.#goTo(spot, null, screen);
  }

  async #goTo(spot: Spot, facing: number | null, screen: Screen): Promise<void> {
    const [first] = spot.ways;
    if (!first) return;
    if (spot.ways.length === 1) return this.walk(first);
    if (facing !== null && byFacing(spot)) return this.walk(facingNearest(spot.ways, facing) ?? first);
    this.picking = { spot, rose: byFacing(spot), ...screen };
    this.armed = null;
  }

  async walk(way: Way): Promise<void> {
    this.picking = null;
    this.way = null;
    await this.sitting.decide(way.decisions);
  }

  /** The hand is over a place, or leaves it: the way there is shown. */
  overPlace(key: string | null): void {
    if (this.picking) return;
    const spot = key === null ? undefined : this.spots.find((one) => one.key === key);
    this.way = spot?.ways[0] ?? null;
  }

  /** The hand is over a body, or leaves it: what may be done to it is shown, if that is one thing. */
  overBody(id: number | null): void {
    this.hovered = id;
    const was = this.pointed;
    if (id === null) {
      if (was?.choice.mark.targets.length) this.pointed = null;
      return;
    }
    const held = this.selected ?? this.actor;
    const aimed = this.narrowed.filter(({ choice }) => choice.mark.targets.includes(id));
    const mine = aimed.filter(({ choice }) => held === null || choice.mark.actor === held);
    if (mine.length === 1) this.pointed = mine[0] ?? null;
  }

  // --- Dragging a body

  async ondrag(
    aim: { body: number; at: Point; facing: number | null },
    phase: 'move' | 'drop' | 'cancel',
    screen: Screen,
  ): Promise<void> {
    if (this.many.held.has(aim.body)) {
      if (phase === 'cancel') this.many.letGo();
      else this.many.drag(aim.body, aim.at, aim.facing, phase === 'drop');
      return;
    }
    if (phase === 'cancel') return this.#endDrag();
    this.picking = null;
    this.armed = null;
    if (this.draggable !== aim.body) {
      this.#lift ??= this.#takeUp(aim.body).finally(() => (this.#lift = null));
      if (phase !== 'drop') return;
      await this.#lift;
      if (this.draggable !== aim.body) return this.#endDrag();
    }
    const spot = this.#spotUnder(aim);
    if (spot) {
      const way = aim.facing === null ? spot.ways[0] : facingNearest(spot.ways, aim.facing);
      this.#stopAsking();
      this.hint = null;
      this.dragged = way?.ghost
        ? { ghost: way.ghost, tone: way.harms ? 'wary' : way.contested ? 'plain' : 'good', label: labelOf(way) }
        : null;
      if (phase === 'drop') {
        this.#endDrag();
        await this.#goTo(spot, aim.facing, screen);
      }
      return;
    }
    const wish: Aim = { body: aim.body, at: aim.at, ...(aim.facing !== null && { facing: aim.facing }) };
    if (phase === 'drop') await this.#drop(wish);
    else this.#askWhileDragging(wish);
  }

  #spotUnder(aim: { body: number; at: Point }): Spot | null {
    const { ground, view } = this.sitting;
    if (!ground || !view?.routes.some((route) => route.ghost.body === aim.body)) return null;
    return nearest(this.spots, aim.at, reach(ground));
  }

  #askWhileDragging(aim: Aim): void {
    this.#drag ??= { aim, at: 0, timer: undefined, flight: null };
    this.#drag.aim = aim;
    if (this.#drag.timer !== undefined) return;
    const due = Math.max(0, this.#drag.at + AIM_EVERY - performance.now());
    this.#drag.timer = setTimeout(() => void this.#askNow(), due);
  }

  async #askNow(): Promise<void> {
    const drag = this.#drag;
    if (!drag) return;
    drag.timer = undefined;
    drag.at = performance.now();
    drag.flight?.abort();
    const flight = (drag.flight = new AbortController());
    const { aim } = drag;
    const aimed = await this.#ask(aim, flight.signal);
    if (this.#drag === drag && drag.flight === flight && aimed !== undefined) {
      this.dragged = this.#shownAt(aim, aimed);
      this.hint = aimed?.refusal ?? null;
    }
  }

  /** The ghost where the hand is: as it would stand, or red where it may not. */
  #shownAt(aim: Aim, aimed: Aimed | null): ShownGhost | null {
    const body = this.bodies.get(aim.body ?? -1);
    if (!body || !aim.at) return null;
    if (aimed?.ghost && !aimed.refusal && this.#hits(aimed, aim)) {
      return { ghost: aimed.ghost, tone: isDear(aimed.mark.cost) ? 'wary' : 'good', label: this.#promise(aimed) };
    }
    const ghost = carried(body, aim.at, aim.facing ?? body.facing);
    if (aimed?.refusal) return { ghost, tone: 'bad', label: clipped(aimed.refusal.why) };
    // What stays where it is, or leaves it to chance, is lawful all the same.
    if (aimed && this.#hits(aimed, aim))
      return { ghost, tone: isDear(aimed.mark.cost) ? 'wary' : 'good', label: this.#promise(aimed) };
    return { ghost, tone: 'bad', label: this.#moves(aim.body) ? t('aim.out-of-reach.short') : t('aim.nothing') };
  }

  #promise(aimed: Aimed): string {
    const { words, mark } = aimed;
    const names = mark.touches.map((id) => this.bodies.get(id)?.name ?? '');
    const touched = names.filter((name) => name !== '' && !words.includes(name));
    const contact = touched.length > 0 ? t('aim.touches', { names: touched.join(', ') }) : '';
    const cost = words.includes(mark.cost) ? '' : mark.cost;
    return [words, cost, contact].filter(Boolean).join('; ');
  }

  async #drop(aim: Aim): Promise<void> {
    this.#stopAsking();
    const aimed = await this.#ask(aim);
    this.#endDrag();
    if (aimed && !aimed.refusal && this.#hits(aimed, aim)) await this.sitting.decide([aimed.decision]);
    else await this.#meant(aimed, aim);
  }

  #stopAsking(): void {
    clearTimeout(this.#drag?.timer);
    this.#drag?.flight?.abort();
    this.#drag = null;
  }

  #endDrag(): void {
    this.#stopAsking();
    this.dragged = null;
    this.hint = null;
  }

  // --- Looking

  look(id: number): void {
    this.looked = id;
    const body = this.bodies.get(id);
    if (body) this.bringIntoView(body.at);
  }

  bringIntoView(at: Point): void {
    this.focus = { at, nonce: (this.focus?.nonce ?? 0) + 1 };
  }

  /** Lights those a line of the log speaks of, and brings the first of them into view. */
  mention(bodies: number[], sought = false): void {
    this.mentioned = bodies;
    this.sought = sought;
    const first = bodies.map((id) => this.bodies.get(id)).find((body) => body !== undefined);
    if (first) this.bringIntoView(first.at);
  }

  facts(body: number): Promise<Fact[]> {
    const { id, view, seat } = this.sitting;
    const key = `${view?.n} ${seat} ${body}`;
    const known = this.#facts.get(key);
    if (known) return known;
    if (this.#facts.size > 200) this.#facts.clear();
    const asked = this.#api.card(id, seat, body).catch((cause: unknown) => {
      this.#facts.delete(key);
      throw cause;
    });
    this.#facts.set(key, asked);
    return asked;
  }

  /** The odds of a deed; nothing where chance has no say. */
  odds(deed: string[], until: Horizon = 'deed'): Promise<Odds | null> {
    const { id, view } = this.sitting;
    if (!view?.seat) return Promise.resolve(null);
    const key = `${view.n} ${view.seat} ${until} ${deed.join('; ')}`;
    const known = this.#odds.get(key);
    if (known) return known;
    if (this.#odds.size > 200) this.#odds.clear();
    const asked = this.#api
      .odds(id, view.seat, deed, until)
      .then((odds) => (hasDice(odds) ? odds : null))
      .catch(() => null);
    this.#odds.set(key, asked);
    return asked;
  }

  toggleOverlay(key: string): void {
    this.overlaysOn = this.overlaysOn.includes(key)
      ? this.overlaysOn.filter((one) => one !== key)
      : [...this.overlaysOn, key];
  }

  /** Fetches what is to be laid over the map for the body whose card is open. */
  async layOverlays(): Promise<void> {
    const { looked, overlaysOn } = this;
    const { id, seat, view } = this.sitting;
    if (looked === null || overlaysOn.length === 0 || view === null) {
      this.overlayZones = [];
      return;
    }
    try {
      const zones = await Promise.all(overlaysOn.map((key) => this.#api.overlay(id, seat, looked, key)));
      if (this.looked === looked && this.overlaysOn === overlaysOn) this.overlayZones = zones.flat();
    } catch (cause) {
      this.overlayZones = [];
      this.sitting.notices.problem(cause);
    }
  }
}

function isAbout({ actor, targets, touches }: Mark, id: number): boolean {
  return actor === id || targets.includes(id) || touches.includes(id);
}

function armedBy({ choice }: Offer): Armed {
  return { decisions: [choice.decision], words: choice.words, mark: choice.mark, ghost: choice.ghost };
}

function actsOn({ choice }: Offer, actor: number, other: number): boolean {
  return choice.mark.actor === actor && (choice.mark.targets.includes(other) || choice.mark.touches.includes(other));
}

function labelOf({ cost, contested, harms }: Way): string {
  const more = [contested ? t('place.contested') : '', harms && !isDear(cost) ? t('place.harms') : ''];
  return [cost, ...more].filter(Boolean).join('; ');
}

/** What fits beside a ghost; the whole of it is said above the map. */
function clipped(why: string): string {
  return why.length > 46 ? `${why.slice(0, 44)}…` : why;
}
