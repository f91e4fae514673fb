// Names of the ground: where they are printed, or beside it where somebody stands there.
import { overlap, textWidth } from './lod';
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

/** Every name where it is clear of what stands on the ground; where nothing near is clear, where it was printed. */
export function placeNames(names: readonly Name[], taken: readonly Box[], { wide, size, paper }: Print): Name[] {
  const used: Box[] = [];
  return names.map((name) => {
    if (name.turn !== 0) return name;
    const w = textWidth(name.text, size) * wide;
    const boxAt = ([x, y]: Point): Box => ({ x: x - w / 2, y: y - size * 0.9, w, h: size * 1.2 });
    const inside = ({ x, y, w, h }: Box) =>
      x >= paper.x && y >= paper.y && x + w <= paper.x + paper.w && y + h <= paper.y + paper.h;
    const clear = (box: Box) => inside(box) && ![...taken, ...used].some((other) => overlap(other, box));
    const places = ASIDE.map(([dx, dy]): Point => [name.at[0] + dx * size, name.at[1] + dy * size]);
    const at = places.find((place) => clear(boxAt(place))) ?? name.at;
    used.push(boxAt(at));
    return { ...name, at };
  });
}
