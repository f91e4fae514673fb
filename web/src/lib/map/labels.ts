// Names, strengths and badges of bodies on a table, of the same size at every scale.

import { gravest, isCompact, broken, placeLabels, scaledBox, textWidth, type Label } from './lod';
import type { Badge } from '../types';
import { isLeader, type Formation } from './formation';
import type { Box, Point } from './geometry';
import type { Light } from './types';

export interface Written {
  id: number;
  at: Point;
  lines: string[];
  /** How many of the lines are the name. */
  who: number;
  badges: Badge[];
}

export interface Print {
  /** Pixels to a unit of the sheet, and the unit of the pen. */
  k: number;
  u: number;
  /** Units of the sheet to one of the ruler. */
  ruler: number;
  paper: Box;
  names: boolean;
  /** How much wider the page's letters are than reckoned. */
  wide: number;
}

const NAME = 12;
const FIGURES = 11;
const BADGE = 10;
const LINE = 14;

export const badgeWidth = (badge: Badge, wide: number): number => textWidth(badge.text, BADGE) * wide + 12;

type Form = Omit<Written, 'id' | 'at'>;

/** In full, then with less and less of the name: strength and state are never left out. */
function formsOf({ body }: Formation, first: boolean, print: Print): Form[] {
  const fine = print.k * print.ruler > 12;
  const grave = gravest(body.badges).filter((badge) => badge.tone !== 'plain');
  const badges = fine || first ? gravest(body.badges) : grave;
  const strength = body.strength ? [body.strength] : [];
  const named = (room: number, most: number, shown: Badge[]): Form => {
    const who = print.names ? broken(body.name, room / print.wide, NAME, most) : [];
    return { lines: [...who, ...strength], who: who.length, badges: shown };
  };
  const forms = [named(170, 2, badges), named(100, 1, grave), { lines: strength, who: 0, badges: grave }];
  return forms.filter((form) => form.lines.length + form.badges.length > 0);
}

/** Where there is room for little, whoever is in trouble says so. */
function briefly({ body }: Formation): Form[] {
  const grave = gravest(body.badges).filter((badge) => badge.tone !== 'plain');
  return grave.length > 0 ? [{ lines: [], who: 0, badges: grave.slice(0, 1) }] : [];
}

function sizeOf({ lines, who, badges }: Form, wide: number): { w: number; h: number } {
  const texts = lines.map((text, i) => textWidth(text, i < who ? NAME : FIGURES) * wide);
  const row = badges.reduce((sum, badge) => sum + badgeWidth(badge, wide) + 2, 0);
  return { w: 4 + Math.max(row, ...texts), h: lines.length * LINE + (badges.length > 0 ? LINE + 2 : 0) };
}

/** The ground that labels take, in units of the sheet. */
export function boxesOf(labels: readonly Written[], { k, wide }: Pick<Print, 'k' | 'wide'>): Box[] {
  return labels.map((label) => {
    const { w, h } = sizeOf(label, wide);
    return { x: label.at[0] - w / k / 2, y: label.at[1], w: w / k, h: h / k };
  });
}

const grown = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });

/** The ground a body takes on the screen; a general's sign flies over him. */
function takes({ body, at, blocks }: Formation, k: number): Box {
  if (isLeader(body)) return { x: at[0] * k - 11, y: at[1] * k - 36, w: 22, h: 42 };
  return scaledBox(blocks.flat(), k);
}

export function labelsOf(
  formations: readonly Formation[],
  lights: ReadonlyMap<number, Light>,
  print: Print,
): Written[] {
  const { k, u, paper, wide } = print;
  const wanted: (Label & { forms: Form[] })[] = [];
  // One who is chosen is named whatever it hides; of several nobody is more than the others.
  const several = formations.filter(({ body }) => lights.get(body.id) === 'selected').length > 1;
  for (const formation of formations) {
    const { body } = formation;
    const light = lights.get(body.id);
    const first = !several && (light === 'selected' || body.standing === 'selected');
    const forms =
      isCompact(k, u) && !first && (several || !light) ? briefly(formation) : formsOf(formation, first, print);
    if (forms.length === 0) continue;
    const grave = body.badges.some((badge) => badge.tone === 'bad');
    wanted.push({
      id: body.id,
      owner: grown(takes(formation, k), light || body.standing !== 'idle' ? 6 : 0),
      sizes: forms.map((form) => sizeOf(form, wide)),
      above: body.facing > 90 && body.facing < 270,
      must: !isLeader(body),
      rank: first ? 0 : light ? 1 : isLeader(body) ? 4 : grave ? 2 : 3,
      forms,
    });
  }
  const taken = formations.map((formation) => ({ id: formation.body.id, box: takes(formation, k) }));
  const sheet: Box = { x: paper.x * k, y: paper.y * k, w: paper.w * k, h: paper.h * k };
  const spots = new Map(placeLabels(wanted, taken, sheet).map((spot) => [spot.id, spot]));
  return wanted.flatMap(({ id, forms }) => {
    const spot = spots.get(id);
    return spot ? [{ id, at: [spot.at[0] / k, spot.at[1] / k] as Point, ...forms[spot.size]! }] : [];
  });
}
