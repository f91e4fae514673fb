// Badges as they lie on counters: pips for what is lost, dots for pistols left, and tabs with letters for the rest.

import type { Body } from '../types';

export type Badge = Body['badges'][number];

export type Chit =
  | { kind: 'pips'; count: number; badge: Badge }
  | { kind: 'dots'; full: number; of: number; badge: Badge }
  | { kind: 'tab'; letters: string; badge: Badge };

/** What is this short is written on a tab as it is. */
const SHORT = 3;

/** Letters for every badge of a scene, no two alike; the same for the same badges in whatever order they come. */
export function lettersFor(bodies: readonly Body[]): ReadonlyMap<string, string> {
  const texts = [...new Set(bodies.flatMap((body) => body.badges.map((badge) => badge.text)))].sort();
  const letters = new Map<string, string>();
  const taken = new Set<string>();
  for (const text of texts) {
    const found = candidates(text).find((mark) => !taken.has(mark)) ?? `#${letters.size}`;
    taken.add(found);
    letters.set(text, found);
  }
  return letters;
}

/** The initials of its words, then its first letter with each later one. */
function candidates(text: string): string[] {
  if ([...text].length <= SHORT) return [text];
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const initials = words
    .slice(0, SHORT)
    .map((word) => word[0]!.toUpperCase())
    .join('');
  const all = words.join('');
  const pairs = [...all].slice(1).map((c) => all[0]!.toUpperCase() + c.toLowerCase());
  return initials.length > 1 ? [initials, ...pairs] : pairs;
}

/** A count in words: "-2" is what is lost, "1 pistol" and "no pistols" are what is left of two. */
export function chitOf(badge: Badge, letters: ReadonlyMap<string, string>): Chit {
  const lost = /^[-−](\d+)$/.exec(badge.text);
  if (lost) return { kind: 'pips', count: Number(lost[1]), badge };
  const left = /^(no|\d+) pistols?$/.exec(badge.text);
  if (left) {
    const full = left[1] === 'no' ? 0 : Number(left[1]);
    return { kind: 'dots', full, of: Math.max(2, full), badge };
  }
  return { kind: 'tab', letters: letters.get(badge.text) ?? badge.text.slice(0, 2).toUpperCase(), badge };
}
