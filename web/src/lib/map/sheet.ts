// The printed sheet as the server has drawn it, and how places of the field lie on it.

import type { Ground, SheetName } from '../types';
import type { Box, Point } from './geometry';
import { HexMap } from './hexmap';

export interface Sheet {
  kind: Ground['field']['kind'];
  /** The field, and the paper around it. */
  frame: Box;
  paper: Box;
  /** A unit of pen and type. */
  u: number;
  /** Units of the sheet to one of the field, to one of the ruler, and what that is called. */
  scale: number;
  ruler: number;
  rulerName: string;
  hexes: HexMap | null;
  /** From the field to the sheet, and back. */
  place: (p: Point) => Point;
  back: (p: Point) => Point;
  /** Markup: the ground, the grid of hexes, the margin. */
  ground: string;
  grid: string;
  margin: string;
  names: SheetName[];
  numbers: { at: Point; text: string }[];
}

const boxed = ([x, y, w, h]: [number, number, number, number]): Box => ({ x, y, w, h });

export function sheetOf({ field, sheet }: Ground): Sheet {
  const { scale, pen: u, ground, grid, margin, names } = sheet;
  const drawn = { frame: boxed(sheet.frame), paper: boxed(sheet.paper), u, scale, ground, grid, margin, names };
  if (field.kind === 'table') {
    const place = (p: Point): Point => [p[0], field.height - p[1]];
    const ruled = { ruler: field.ruler, rulerName: field.ruler_name };
    return { ...drawn, ...ruled, kind: 'table', hexes: null, place, back: place, numbers: [] };
  }
  const hexes = new HexMap(field, scale);
  const numbers = field.cells.map(({ number, at }) => {
    const [x, y] = hexes.place(at);
    return { at: [x, y - sheet.lift] as Point, text: number };
  });
  const ruled = { ruler: scale / Math.max(1, field.yards), rulerName: 'yards' };
  return { ...drawn, ...ruled, kind: 'hexes', hexes, place: hexes.place, back: hexes.back, numbers };
}

/** The scale: a round number of the ruler's units that comes nearest to a wanted length on the sheet. */
export function scaleBar(ruler: number, wanted: number): { units: number; length: number } {
  const units = wanted / ruler;
  const ten = 10 ** Math.floor(Math.log10(Math.max(1e-9, units)));
  const step = [5, 2, 1].find((step) => step * ten <= units) ?? 1;
  return { units: step * ten, length: step * ten * ruler };
}
