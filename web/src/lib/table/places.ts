// Where one may click on the map: routes and choices that have a place, gathered by place.
import type { Body, Ghost, Ground, Point, Route } from '../types';
import type { Place } from '../map/types';
import { t } from '../texts';
import type { Offer } from './menu';

/** One thing that can be done at a place. */
export interface Way {
  decisions: string[];
  words: string;
  cost: string;
  facing: number | null;
  ghost: Ghost | null;
  contested: boolean;
  /** It costs some of the order of whoever goes there. */
  harms: boolean;
  spent: number;
}

export interface Spot {
  key: string;
  at: Point;
  ways: Way[];
}

export function keyOf(at: Point): string {
  return `${Math.round(at[0] * 100)}:${Math.round(at[1] * 100)}`;
}

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** A facing in a compass point, for labels. */
export function compass(degrees: number): string {
  const eighth = ((Math.round(degrees / 45) % 8) + 8) % 8;
  return t(`compass.${COMPASS[eighth] ?? 'N'}`);
}

const FRACTIONS: Record<string, string> = { '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾' };

/** So many shares of a point in points, as people write them. */
export function inPoints(n: number, share: number): string {
  const [whole, rest] = [Math.floor(n / share), n % share];
  if (rest === 0) return String(whole);
  const part = FRACTIONS[`${rest}/${share}`] ?? `${rest}/${share}`;
  return whole === 0 ? part : `${whole}${part.length === 1 ? '' : ' '}${part}`;
}

function routeWay(route: Route): Way {
  const spent = inPoints(route.spent, route.share);
  const words = t('route.words', {
    facing: compass(route.ghost.facing),
    spent,
    allowance: inPoints(route.allowance, route.share),
  });
  return {
    decisions: route.decisions,
    words,
    cost: spent,
    facing: route.ghost.facing,
    ghost: route.ghost,
    contested: route.contested,
    harms: route.harms,
    spent: route.spent,
  };
}

function offerWay({ choice }: Offer): Way {
  return {
    decisions: [choice.decision],
    words: choice.words,
    cost: choice.mark.cost,
    facing: choice.ghost?.facing ?? null,
    ghost: choice.ghost,
    contested: false,
    harms: choice.ghost !== null && isDear(choice.mark.cost),
    spent: 0,
  };
}

/** How much room a body takes: the longest side of its blocks, one after the other. */
function stature(blocks: readonly (readonly Point[])[]): string {
  const side = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(bx - ax, by - ay);
  const longest = (outline: readonly Point[]) =>
    Math.max(0, ...outline.map((corner, index) => side(corner, outline[(index + 1) % outline.length] ?? corner)));
  return blocks.map((outline) => longest(outline).toFixed(1)).join(' ');
}

/**
 * Of all the ways of a body those on which it takes as much room as now: one that could spread over several hexes wherever it goes
 * would cover the map with marks. It is spread where it has come to, from the menu, or dragged.
 */
export function alike(routes: Route[], body: Body | undefined): Route[] {
  const now = stature(body?.parts.map((part) => part.corners) ?? []);
  const same = routes.filter((route) => stature(route.ghost.parts) === now);
  return same.length > 0 ? same : routes;
}

/** Routes by where they end; a choice adds its place where no route leads there. */
export function spotsOf(routes: Route[], offers: Offer[]): Spot[] {
  const spots = new Map<string, Spot>();
  const put = (at: Point, way: Way) => {
    const key = keyOf(at);
    const spot = spots.get(key) ?? { key, at, ways: [] };
    spot.ways.push(way);
    spots.set(key, spot);
  };
  for (const route of routes) put(route.ghost.at, routeWay(route));
  const single = new Set(routes.filter((route) => route.decisions.length === 1).map((route) => route.decisions[0]));
  for (const offer of offers) {
    const { mark, ghost, decision } = offer.choice;
    const at = mark.at ?? (mark.targets.length === 0 ? (ghost?.at ?? null) : null);
    if (at !== null && !single.has(decision)) put(at, offerWay(offer));
  }
  for (const spot of spots.values()) spot.ways.sort((a, b) => a.spent - b.spent);
  return [...spots.values()];
}

/**
 * Spots that a hand can tell apart on an open table: none on the body itself, which is there to be dragged, and none closer
 * than `apart` to one that came before. What falls away stays on the menu.
 */
export function thinned(spots: Spot[], body: Body | undefined, apart: number): Spot[] {
  const kept: Spot[] = [];
  for (const spot of spots) {
    const covered = body?.parts.some((part) => inside(part.corners, spot.at)) ?? false;
    const near = (at: Point) => distance(at, spot.at) < apart;
    if (!covered && !(body && near(body.at)) && !kept.some((other) => near(other.at))) kept.push(spot);
  }
  return kept;
}

/** Whether a point lies in a convex outline, whichever way round it is drawn. */
function inside(outline: readonly Point[], [x, y]: Point): boolean {
  const turns = outline.map(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0);
}

/** Whether a spot is chosen by facing: each way ends there with another one. */
export function byFacing(spot: Spot): boolean {
  const facings = new Set(spot.ways.map((way) => (way.facing === null ? null : Math.round(way.facing))));
  return spot.ways.length > 1 && facings.size === spot.ways.length && !facings.has(null);
}

/** So many letters fit on a place. */
const ROOM = 5;

/** Whether something is lost besides what it costs: the rulebook says so behind a comma. */
export const isDear = (cost: string): boolean => cost.includes(', ');

/** What stands on a place: how far it is and what that takes, where these are two things; else the one figure there is. */
function figureOf(cost: string): string {
  const [said = ''] = cost.split(', ');
  const apart = /^(\S+) for (\S+)$/.exec(said);
  if (apart) return `${apart[1]}/${apart[2]}`;
  return said.length > ROOM ? (/\d\S*/.exec(said)?.[0] ?? '') : said;
}

/** As the map takes it. */
export function placeOf(spot: Spot): Place {
  const [first, ...others] = spot.ways;
  const contested = spot.ways.every((way) => way.contested);
  const harms = spot.ways.every((way) => way.harms);
  const parts =
    others.length === 0 ? [first?.words ?? ''] : [t('place.ways', { n: spot.ways.length }), first?.words ?? ''];
  if (first && /^\S+ for \S+/.test(first.cost)) parts.push(t('place.cost', { cost: first.cost }));
  if (contested) parts.push(t('place.contested'));
  if (harms) parts.push(t('place.harms'));
  return {
    key: spot.key,
    at: spot.at,
    facing: others.length === 0 ? (first?.facing ?? null) : null,
    label: figureOf(first?.cost ?? ''),
    tone: harms ? 'harms' : contested ? 'contested' : 'open',
    title: parts.filter(Boolean).join('; '),
  };
}

/** From the middle of a hex to its corner, where the way to the next middle is 1. */
const CORNER = 0.58;

/** How near a hand must come to a spot to mean it: within its hex, or half an inch. */
export function reach(ground: Ground): number {
  if (ground.field.kind === 'table') return ground.field.ruler / 2;
  const [first, ...others] = ground.field.cells;
  if (first === undefined) return CORNER;
  const nearest = others.reduce((least, cell) => Math.min(least, distance(first.at, cell.at)), Infinity);
  return Number.isFinite(nearest) ? nearest * CORNER : CORNER;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function nearest(spots: Spot[], at: Point, within: number): Spot | null {
  let found: Spot | null = null;
  let least = within;
  for (const spot of spots) {
    const far = distance(spot.at, at);
    if (far <= least) [found, least] = [spot, far];
  }
  return found;
}

/** The way that ends nearest to a facing. */
export function facingNearest(ways: Way[], facing: number): Way | null {
  const off = (way: Way) => Math.abs((((((way.facing ?? 0) - facing + 180) % 360) + 360) % 360) - 180);
  return ways.reduce<Way | null>((found, way) => (found === null || off(way) < off(found) ? way : found), null);
}
