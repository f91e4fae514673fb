// The strength of both sides in the course of a battle, as lines of a plot.
import type { Report } from '../types';

export interface Plot {
  width: number;
  height: number;
  /** Points of each side's line, for a polyline. */
  lines: [string, string];
  /** Where turns begin. */
  turns: { x: number; turn: number }[];
  /** Shares of the full strength with their height. */
  shares: { y: number; share: number }[];
}

const WIDTH = 640;
const HEIGHT = 220;

/** Strength as a share of what each side began with, so that unequal armies can be compared. */
export function plot(report: Report): Plot {
  const last = Math.max(1, ...report.course.map((point) => point.n));
  const x = (n: number) => round((n / last) * WIDTH);
  const y = (share: number) => round((1 - share) * HEIGHT);
  const line = (side: 0 | 1) => {
    const full = Math.max(1, report.sides[side]?.full ?? 1);
    const points: string[] = [];
    let height = y(1);
    for (const point of report.course) {
      // A step, not a slope: between two decisions nobody falls.
      points.push(`${x(point.n)},${height}`);
      height = y(point.strength[side] / full);
      points.push(`${x(point.n)},${height}`);
    }
    points.push(`${WIDTH},${height}`);
    return points.join(' ');
  };
  const turns: Plot['turns'] = [];
  for (const point of report.course) {
    const { turn } = point.clock;
    if (turns.at(-1)?.turn !== turn) turns.push({ x: x(point.n), turn });
  }
  const shares = [0, 0.25, 0.5, 0.75, 1].map((share) => ({ y: y(share), share }));
  return { width: WIDTH, height: HEIGHT, lines: [line(0), line(1)], turns, shares };
}

const round = (value: number) => Math.round(value * 10) / 10;
