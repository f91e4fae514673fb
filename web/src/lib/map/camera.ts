// How the sheet lies under the window: `k` pixels to a unit of the sheet, its origin at `x`, `y`.

import type { Box, Point } from './geometry';

export interface Camera {
  k: number;
  x: number;
  y: number;
}

export interface Size {
  w: number;
  h: number;
}

export interface Limits {
  least: number;
  most: number;
}

export const toScreen = (camera: Camera, [x, y]: Point): Point => [x * camera.k + camera.x, y * camera.k + camera.y];

export const toSheet = (camera: Camera, [x, y]: Point): Point => [(x - camera.x) / camera.k, (y - camera.y) / camera.k];

/** The whole box in the middle of the window, as large as it goes. */
export function fitted(box: Box, size: Size, pad = 0): Camera {
  const room = { w: Math.max(1, size.w - 2 * pad), h: Math.max(1, size.h - 2 * pad) };
  const k = Math.min(room.w / Math.max(1e-6, box.w), room.h / Math.max(1e-6, box.h));
  return { k, x: size.w / 2 - (box.x + box.w / 2) * k, y: size.h / 2 - (box.y + box.h / 2) * k };
}

/** As small as the whole sheet, as near as lets a unit of interest fill a good part of the window. */
export function limits(box: Box, size: Size, near: number): Limits {
  const least = fitted(box, size).k * 0.8;
  return { least, most: Math.max(near, least * 1.5) };
}

/** Nearer or farther by a factor, with what lies under `under` staying there. */
export function zoomed(camera: Camera, by: number, under: Point, { least, most }: Limits): Camera {
  const k = Math.min(most, Math.max(least, camera.k * by));
  const grown = k / camera.k;
  return { k, x: under[0] - (under[0] - camera.x) * grown, y: under[1] - (under[1] - camera.y) * grown };
}

export const panned = (camera: Camera, by: Point): Camera => ({ ...camera, x: camera.x + by[0], y: camera.y + by[1] });

/** The sheet may be pushed off the middle of the window, but not out of it. */
export function kept(camera: Camera, box: Box, size: Size): Camera {
  const axis = (at: number, from: number, long: number, room: number): number => {
    const slack = room / 2;
    const [low, high] = [slack - (from + long) * camera.k, slack - from * camera.k];
    return Math.min(Math.max(at, low), high);
  };
  return { k: camera.k, x: axis(camera.x, box.x, box.w, size.w), y: axis(camera.y, box.y, box.h, size.h) };
}

/** The sheet fills the window where it can, and lies in its middle where it is smaller. */
export function snug(camera: Camera, box: Box, size: Size): Camera {
  const axis = (at: number, from: number, long: number, room: number): number => {
    const [low, high] = [room - (from + long) * camera.k, -from * camera.k];
    return low > high ? (low + high) / 2 : Math.min(Math.max(at, low), high);
  };
  return { k: camera.k, x: axis(camera.x, box.x, box.w, size.w), y: axis(camera.y, box.y, box.h, size.h) };
}

export const centred = (camera: Camera, at: Point, size: Size): Camera => ({
  k: camera.k,
  x: size.w / 2 - at[0] * camera.k,
  y: size.h / 2 - at[1] * camera.k,
});

/** The camera moved no farther than it takes to have `at` inside the window, clear of its rim. */
export function showing(camera: Camera, at: Point, size: Size, rim = 0.18): Camera {
  const [x, y] = toScreen(camera, at);
  const axis = (v: number, room: number): number => {
    const edge = room * rim;
    return v < edge ? edge - v : v > room - edge ? room - edge - v : 0;
  };
  return panned(camera, [axis(x, size.w), axis(y, size.h)]);
}

/** The same where no hand moves the sheet: it is not pushed out of the window for a place that can be seen anyway. */
export function brought(camera: Camera, at: Point, box: Box, size: Size): Camera {
  const shown = showing(camera, at, size);
  const held = snug(shown, box, size);
  return {
    k: camera.k,
    x: shown.x === camera.x ? camera.x : held.x,
    y: shown.y === camera.y ? camera.y : held.y,
  };
}

/** Part of the way from one camera to another; the scale goes by factors, so that it looks even. */
export function between(a: Camera, b: Camera, t: number, size: Size): Camera {
  const k = a.k * (b.k / a.k) ** t;
  const middle: Point = [size.w / 2, size.h / 2];
  const [from, to] = [toSheet(a, middle), toSheet(b, middle)];
  return centred({ k, x: 0, y: 0 }, [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t], size);
}

/** Slow, quick, slow. */
export const eased = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
