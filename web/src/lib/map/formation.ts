// A body on a table in its own frame: the origin at its middle, its front to the top.

import type { Body } from '../types';
import { add, boxOf, dot, heading, quarter, sub, type Box, type Point } from './geometry';

export interface Formation {
  body: Body;
  at: Point;
  facing: number;
  /** The outlines of its parts: in its own frame, and on the sheet. */
  outlines: Point[][];
  blocks: Point[][];
  box: Box;
}

/** How far the base of a body without parts reaches. */
const BASE = 9;

export function formationOf(body: Body, place: (p: Point) => Point, u: number): Formation {
  const at = place(body.at);
  const [ahead, aside] = [heading(body.facing), quarter(heading(body.facing))];
  const own = (p: Point): Point => {
    const off = sub(place(p), at);
    return [dot(off, aside), -dot(off, ahead)];
  };
  const base = BASE * u;
  const square: Point[] = [
    [-base, -base],
    [base, -base],
    [base, base],
    [-base, base],
  ];
  const outlines = body.parts.length > 0 ? body.parts.map((part) => part.corners.map(own)) : [square];
  const blocks =
    body.parts.length > 0 ? body.parts.map((part) => part.corners.map(place)) : [square.map((p) => add(p, at))];
  return { body, at, facing: body.facing, outlines, blocks, box: boxOf(outlines.flat()) };
}

export const isLeader = (body: Body): boolean => body.symbol === 'general' || body.symbol === 'chief-general';

/** Facings without the jump from 359 to 0, so that a body that turns a little turns a little. */
export class Turning {
  private readonly shown = new Map<number, number>();

  of(id: number, facing: number): number {
    const before = this.shown.get(id) ?? facing;
    const turn = ((((facing - before + 180) % 360) + 360) % 360) - 180;
    this.shown.set(id, before + turn);
    return before + turn;
  }
}
