// Places one may go to, gathered by where they are: on one hex one may often stand facing several ways.

import { contains, distance, heading, mix, quarter, along, turnBetween, type Point } from './geometry';
import { circle, ring } from './ink';
import type { Sheet } from './sheet';
import type { Place } from './types';

export interface Spot {
  key: string;
  at: Point;
  places: Place[];
  tone: Place['tone'];
  label: string;
  /** What is tinted, and what can be pointed at. */
  shape: string;
  hit: string;
  /** The hex around it, where it is one. */
  corners: Point[] | null;
}

const EASE: Record<Place['tone'], number> = { open: 0, far: 1, contested: 2, harms: 3 };

/** `k` is how many pixels there are to a unit of the sheet: on a table places are as large at every scale. */
export function gatherPlaces(places: readonly Place[], sheet: Sheet, k: number): Spot[] {
  const spots = new Map<string, Spot>();
  for (const place of places) {
    const at = sheet.place(place.at);
    const key = `${Math.round(at[0] * 4)},${Math.round(at[1] * 4)}`;
    const spot = spots.get(key) ?? spotAt(key, at, place, sheet, k);
    spot.places.push(place);
    // The easiest way to be there gives the tone and the figure.
    if (EASE[place.tone] < EASE[spot.tone] || (place.tone === spot.tone && cheaper(place.label, spot.label))) {
      spot.tone = place.tone;
      spot.label = place.label;
    }
    spots.set(key, spot);
  }
  return [...spots.values()];
}

const cheaper = (a: string, b: string): boolean => Number.parseFloat(a) < Number.parseFloat(b);

function spotAt(key: string, at: Point, place: Place, sheet: Sheet, k: number): Spot {
  const base = { key, at, places: [], tone: place.tone, label: place.label };
  if (sheet.hexes) {
    const middle = sheet.hexes.cellAt(place.at);
    const onMiddle = middle && distance(sheet.place(middle.at), at) < 3;
    if (onMiddle) {
      const corners = sheet.hexes.corners(place.at);
      const shape = ring(corners.map((corner) => mix(corner, at, 0.06)));
      return { ...base, shape, hit: ring(corners), corners };
    }
    // Between two hexes: a long counter's ground.
    const way = heading(place.facing ?? 0);
    const corner = (x: number, y: number): Point => along(along(at, quarter(way), x), way, y);
    const block = ring([corner(-48, 17), corner(48, 17), corner(48, -17), corner(-48, -17)]);
    return { ...base, shape: block, hit: block, corners: null };
  }
  return { ...base, shape: circle(at, 6 / k), hit: circle(at, 11 / k), corners: null };
}

/** The spots whose figures can be written without one lying on another; the first come first. */
export function legible(spots: readonly Spot[], apart: number): Spot[] {
  const shown: Spot[] = [];
  for (const spot of spots) {
    if (spot.label && shown.every((other) => distance(other.at, spot.at) >= apart)) shown.push(spot);
  }
  return shown;
}

/** The part of a spot that lies towards a facing: where to point for it when there are several. */
export function wedge(spot: Spot, facing: number | null, sheet: Sheet, k: number): string {
  if (facing === null) return circle(spot.at, sheet.hexes ? 8 : 6 / k);
  const others = spot.places.map((place) => place.facing).filter((other) => other !== null && other !== facing);
  const nearest = Math.min(90, ...others.map((other) => turnBetween(other!, facing)));
  const reach = spot.corners ? Math.max(...spot.corners.map((corner) => distance(corner, spot.at))) : 22 / k;
  const fan = [-1, -0.5, 0, 0.5, 1].map((t) => along(spot.at, heading(facing + (t * nearest) / 2), reach * 0.98));
  return ring([spot.at, ...fan.map((p) => (spot.corners && !contains(spot.corners, p) ? mix(p, spot.at, 0.1) : p))]);
}
