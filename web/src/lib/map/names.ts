// Names of the ground: where they are printed, or beside it where somebody stands there.
import { shared, textWidth } from './lod';
import type { Box, Point } from './geometry';

export interface Name {
  at: Point;
  text: string;
  turn: number;
}

interface Print {
  k: number;
  wide: number;
  /** How large names are written, in units of the sheet. */
  size: number;
  paper: Box;
}

/** Up, down and aside, nearest first, in heights of the name. */
const ASIDE: Point[] = [
  [0, 0],
  ...[1.3, 2.4, 3.6, 5, 6.6].flatMap((far): Point[] => [
    [0, -far],
    [0, far],
    [far * 1.4, -far * 0.7],
    [-far * 1.4, -far * 0.7],
    [far * 1.4, far * 0.7],
    [-far * 1.4, far * 0.7],
  ]),
];

/** Along its own way, for what is written along a road or a wall. */
const ALONG = [0, 1.5, -1.5, 3, -3, 5, -5];

/**
 * Every name where it is clear of what stands on the ground, or where it hides the least. What is written along something is
 * left out where nothing near is clear: it could not be read.
 */
export function placeNames(names: readonly Name[], taken: readonly Box[], { wide, size, paper }: Print): Name[] {
  const used: Box[] = [];
  const crowd = (box: Box) => [...taken, ...used].reduce((sum, other) => sum + shared(other, box), 0);
  const inside = ({ x, y, w, h }: Box) =>
    x >= paper.x && y >= paper.y && x + w <= paper.x + paper.w && y + h <= paper.y + paper.h;
  return names.flatMap((name) => {
    const w = textWidth(name.text, size) * wide;
    const [cos, sin] = [Math.cos((name.turn * Math.PI) / 180), Math.sin((name.turn * Math.PI) / 180)];
    const half: Point = [
      (Math.abs(w * cos) + Math.abs(size * sin)) / 2,
      (Math.abs(w * sin) + Math.abs(size * cos)) / 2,
    ];
    const boxAt = ([x, y]: Point): Box =>
      name.turn === 0
        ? { x: x - w / 2, y: y - size * 0.9, w, h: size * 1.2 }
        : { x: x - half[0], y: y - half[1], w: 2 * half[0], h: 2 * half[1] };
    const off = (name.turn === 0 ? ASIDE : ALONG.map((far): Point => [far * cos, far * sin])) as readonly Point[];
    const places = off.map(([dx, dy]): Point => [name.at[0] + dx * size, name.at[1] + dy * size]);
    const tries = places.filter((place) => inside(boxAt(place)));
    const clear = tries.find((place) => crowd(boxAt(place)) === 0);
    if (!clear && name.turn !== 0) return [];
    const least = (best: Point, place: Point) => (crowd(boxAt(place)) < crowd(boxAt(best)) ? place : best);
    const at = clear ?? tries.reduce(least, name.at);
    used.push(boxAt(at));
    return [{ ...name, at }];
  });
}
