import { describe, expect, it } from 'vitest';
import {
  between,
  brought,
  centred,
  fitted,
  kept,
  limits,
  panned,
  showing,
  snug,
  toScreen,
  toSheet,
  zoomed,
  type Camera,
} from './camera';
import type { Box } from './geometry';

const SHEET: Box = { x: -100, y: -50, w: 2000, h: 1000 };
const WINDOW = { w: 800, h: 600 };
const LIMITS = limits(SHEET, WINDOW, 3);

const close = (a: Camera, b: Camera): void => {
  expect(a.k).toBeCloseTo(b.k);
  expect(a.x).toBeCloseTo(b.x);
  expect(a.y).toBeCloseTo(b.y);
};

describe('the camera', () => {
  it('goes from the sheet to the screen and back', () => {
    const camera = { k: 0.7, x: 31, y: -12 };
    const [x, y] = toSheet(camera, toScreen(camera, [123, 456]));
    expect(x).toBeCloseTo(123);
    expect(y).toBeCloseTo(456);
  });

  it('fits the whole sheet into the window, in its middle', () => {
    const camera = fitted(SHEET, WINDOW);
    expect(camera.k).toBeCloseTo(0.4);
    expect(toScreen(camera, [900, 450])).toEqual([400, 300]);
    expect(toScreen(camera, [-100, 0])[0]).toBeCloseTo(0);
    expect(fitted(SHEET, WINDOW, 100).k).toBeCloseTo(0.3);
  });

  it('keeps what lies under the pointer there when it zooms', () => {
    const camera = fitted(SHEET, WINDOW);
    const under = toSheet(camera, [200, 150]);
    const nearer = zoomed(camera, 2.5, [200, 150], LIMITS);
    expect(nearer.k).toBeCloseTo(1);
    const [x, y] = toScreen(nearer, under);
    expect(x).toBeCloseTo(200);
    expect(y).toBeCloseTo(150);
  });

  it('goes no nearer and no farther than its limits', () => {
    const camera = fitted(SHEET, WINDOW);
    expect(zoomed(camera, 1000, [0, 0], LIMITS).k).toBe(LIMITS.most);
    expect(zoomed(camera, 0.001, [0, 0], LIMITS).k).toBe(LIMITS.least);
    expect(limits(SHEET, WINDOW, 0.01).most).toBeGreaterThan(limits(SHEET, WINDOW, 0.01).least);
  });

  it('never loses the sheet', () => {
    const camera = fitted(SHEET, WINDOW);
    for (const by of [
      [1e6, 0],
      [-1e6, 1e6],
      [0, -1e6],
    ] as [number, number][]) {
      const held = kept(panned(camera, by), SHEET, WINDOW);
      const [x, y] = toSheet(held, [400, 300]);
      expect(x).toBeGreaterThanOrEqual(SHEET.x - 1e-6);
      expect(x).toBeLessThanOrEqual(SHEET.x + SHEET.w + 1e-6);
      expect(y).toBeGreaterThanOrEqual(SHEET.y - 1e-6);
      expect(y).toBeLessThanOrEqual(SHEET.y + SHEET.h + 1e-6);
    }
    close(kept(camera, SHEET, WINDOW), camera);
  });

  it('shows no desk where the sheet can cover it', () => {
    const camera = snug({ k: 1, x: 5000, y: 5000 }, SHEET, WINDOW);
    expect(toScreen(camera, [SHEET.x, SHEET.y])).toEqual([0, 0]);
    const small = snug({ k: 0.1, x: 5000, y: 5000 }, SHEET, WINDOW);
    expect(toScreen(small, [900, 450])[0]).toBeCloseTo(400);
  });

  it('moves only as far as it must to show a place', () => {
    const camera = { k: 1, x: 0, y: 0 };
    close(showing(camera, [400, 300], WINDOW), camera);
    const moved = showing(camera, [1000, 300], WINDOW, 0.1);
    expect(toScreen(moved, [1000, 300])[0]).toBeCloseTo(720);
    expect(moved.y).toBe(0);
  });

  it('leaves the sheet where it is for a place that can be seen anyway', () => {
    // All of the sheet is in the window: a place at its rim is in sight.
    const whole = fitted(SHEET, WINDOW);
    close(brought(whole, [SHEET.x + 10, SHEET.y + 10], SHEET, WINDOW), whole);
    // From near by it goes there, and no farther than the sheet.
    const near = brought({ k: 1, x: -800, y: -200 }, [SHEET.x + 10, 500], SHEET, WINDOW);
    expect(toScreen(near, [SHEET.x, 500])[0]).toBeCloseTo(0);
    expect(near.y).toBe(-200);
    // Whoever has pushed it aside himself finds it there, as long as he can see the place.
    const aside = { k: 1, x: 150, y: -100 };
    close(brought(aside, [250, 400], SHEET, WINDOW), aside);
  });

  it('glides from one view to another', () => {
    const [a, b] = [fitted(SHEET, WINDOW), centred({ k: 1.6, x: 0, y: 0 }, [300, 200], WINDOW)];
    close(between(a, b, 0, WINDOW), a);
    close(between(a, b, 1, WINDOW), b);
    expect(between(a, b, 0.5, WINDOW).k).toBeCloseTo(0.8);
  });
});
