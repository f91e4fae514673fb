// What burns: flames over it, and smoke that drifts away with the wind.
import type { Point } from './geometry';

/** Where tongues of flame stand, as shares of the ground that burns. */
const TONGUES: readonly Point[] = [
  [0.22, 0.42],
  [0.5, 0.3],
  [0.78, 0.44],
  [0.34, 0.86],
  [0.66, 0.84],
];

/** Puffs of smoke: how far off the middle, and how wide, by the size of a flame. */
const PUFFS: readonly Point[] = [
  [0.9, 0.5],
  [1.7, 0.62],
  [2.7, 0.78],
  [3.9, 0.95],
];

const n = (value: number): number => Math.round(value * 10) / 10;

/** A tongue of flame that stands on a place and leans with the wind. */
function tongue([x, y]: Point, size: number, lean: number): string {
  const at = (dx: number, dy: number): string => `${n(x + dx * size)} ${n(y - dy * size)}`;
  const tip = at(lean * 0.5, 1.15);
  return `M${at(0, 0)}C${at(-0.75, 0.05)} ${at(-0.2, 0.6)} ${tip}C${at(0.25, 0.65)} ${at(0.75, 0.05)} ${at(0, 0)}Z`;
}

function puff([x, y]: Point, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

/** A fire on the sheet over the ground of an outline; the wind blows that way, in degrees clockwise from the top. */
export function fire(outline: readonly Point[], wind: number): { smoke: string; flames: string; embers: string } {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, deep] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const size = Math.min(wide, deep) * 0.36;
  const turned = (wind * Math.PI) / 180;
  const [east, south] = [Math.sin(turned), -Math.cos(turned)];
  const [x, y] = [left + wide / 2, top + deep / 2];
  const tongues = (share: number): string =>
    TONGUES.map(([sx, sy]) => tongue([left + wide * sx, top + deep * sy], size * share, east)).join('');
  return {
    smoke: PUFFS.map(([off, r]) => puff([x + east * off * size, y + south * off * size], r * size)).join(''),
    flames: tongues(1),
    embers: tongues(0.5),
  };
}
