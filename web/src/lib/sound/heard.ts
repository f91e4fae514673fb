// Which sound goes with what has happened: by who met whom and how near, without a word of the rules.
import type { Body, Field, Point, Told } from '../types';
import type { Sound } from './score';

const MOUNTED: readonly Body['symbol'][] = ['horse', 'cuirassiers', 'lancers', 'light-horse'];
/** So many units of the ruler apart, bodies on a table still touch. */
const TOUCH = 0.5;

/** Dice alone, or with them the noise of whoever acted on an enemy. */
export function heard(told: Told, bodies: ReadonlyMap<number, Body>, field: Field): Sound {
  for (const entry of told.entries) {
    if (entry.dice.length === 0) continue;
    const [first, ...others] = entry.bodies.map((id) => bodies.get(id)).filter((body) => body !== undefined);
    const enemy = others.find((body) => body.side !== first?.side);
    if (!first || !enemy) continue;
    if (first.symbol === 'guns') return 'cannon';
    return close(first, enemy, field) ? 'clash' : 'musket';
  }
  return 'dice';
}

/** On a table those who touch are hand to hand. In the next hex foot still shoots; horse is there for the sword. */
function close(first: Body, enemy: Body, field: Field): boolean {
  if (field.kind === 'hexes')
    return MOUNTED.includes(first.symbol) && span(first.at, enemy.at) < neighbours(field.cells);
  const near = field.ruler * TOUCH;
  return (
    corners(first).some((corner) => reaches(corner, enemy, near)) ||
    corners(enemy).some((corner) => reaches(corner, first, near))
  );
}

const span = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const corners = (body: Body): Point[] => body.parts.flatMap((part) => part.corners);

/** A little more than the way to the next hex. */
function neighbours([first, ...others]: readonly { at: Point }[]): number {
  if (!first) return 0;
  return 1.2 * Math.min(...others.map((other) => span(first.at, other.at)));
}

function reaches(point: Point, body: Body, near: number): boolean {
  return body.parts.some(({ corners }) =>
    corners.some((corner, index) => fromEdge(point, corner, corners[(index + 1) % corners.length] ?? corner) <= near),
  );
}

function fromEdge(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
  const kept = Math.min(1, Math.max(0, along));
  return span(point, [from[0] + kept * dx, from[1] + kept * dy]);
}
