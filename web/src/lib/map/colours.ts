// The colours a body is painted in, made from its side's.

export type Rgb = readonly [number, number, number];

export function read(colour: string): Rgb {
  const digits = /^#?([0-9a-f]{6})$/i.exec(colour.trim())?.[1];
  if (!digits) return [128, 128, 128];
  const value = parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export const written = (c: Rgb): string => `#${c.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;

export const towards = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/** Brightness as the eye weighs it, from 0 to 1 (WCAG's relative luminance). */
export function luminance(c: Rgb): number {
  const [r, g, b] = c.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

export const contrast = (a: Rgb, b: Rgb): number => {
  const [high, low] = [Math.max(luminance(a), luminance(b)), Math.min(luminance(a), luminance(b))];
  return (high + 0.05) / (low + 0.05);
};

const INK: Rgb = [36, 27, 18];
const CARD: Rgb = [255, 252, 242];
const ASHEN: Rgb = [169, 162, 149];

export interface Livery {
  base: string;
  /** Outlines and shadows on the base. */
  dark: string;
  /** Hats and faces on the base. */
  pale: string;
  /** Print on the base: whichever of ink and white can be read. */
  print: string;
}

export function liveryOf(colour: string, spent: boolean): Livery {
  const base = spent ? towards(read(colour), ASHEN, 0.62) : read(colour);
  const dark = towards(base, [0, 0, 0], 0.62);
  const light = luminance(base) > 0.4;
  return {
    base: written(base),
    dark: written(dark),
    pale: written(light ? towards(base, dark, 0.55) : towards(base, CARD, 0.82)),
    print: written(contrast(base, CARD) >= contrast(base, INK) ? CARD : INK),
  };
}
