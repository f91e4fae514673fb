// A body on a table in its own frame: the origin at its middle, its front to the top.

import type { Body, Part } from '../types';
import { breadthOf } from './figures';
import { add, along, boxOf, dot, heading, middleOf, quarter, sub, type Box, type Point } from './geometry';
import { leaderRadius, showsFigures } from './lod';
import { isLeader } from './stacks';

export interface Formation {
  body: Body;
  at: Point;
  facing: number;
  /** Parts in its own frame. */
  parts: Part[];
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
  const parts = body.parts.map((part): Part => ({ ...part, corners: part.corners.map(own) as Part['corners'] }));
  const outlines = parts.length > 0 ? parts.map((part) => [...part.corners]) : [square];
  const blocks = parts.length > 0 ? body.parts.map((part) => part.corners.map(place)) : [square.map((p) => add(p, at))];
  return { body, at, facing: body.facing, parts, outlines, blocks, box: boxOf(outlines.flat()) };
}

/** Whether its figures are drawn one by one at a scale. */
export const isNear = ({ parts }: Formation, k: number): boolean =>
  parts.some((part) => showsFigures(breadthOf(part) * k));

/** Where a general's sign is in his own frame: where he stands, or flying over his figure where that can be seen. */
export function signAt(formation: Formation, k: number, u: number): Point {
  const middle = middleOf(formation.box);
  if (!isLeader(formation.body) || !isNear(formation, k)) return middle;
  return along(middle, heading(-formation.facing), 2.4 * leaderRadius(k, u));
}

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
