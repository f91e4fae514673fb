// Which command of its side everybody belongs to, read out of the order of battle.
import type { Post } from '../types';

/** By the numbers of bodies; a side that is one command needs no telling apart. */
export function wingsOf(posts: readonly Post[]): ReadonlyMap<number, number> {
  const wings = new Map<number, number>();
  const sides = new Set(posts.map((post) => post.side));
  for (const side of sides) {
    let wing = -1;
    const own: [number, number][] = [];
    const theirs = posts.filter((one) => one.side === side);
    for (const [index, post] of theirs.entries()) {
      // A command by its name, or by the officer who has units under him.
      if (post.depth === 1 && (theirs[index + 1]?.depth ?? 0) > 1) wing += 1;
      if (wing >= 0 && post.unit && post.body !== null && post.depth > 1) own.push([post.body, wing]);
    }
    if (wing > 0) for (const [body, of] of own) wings.set(body, of);
  }
  return wings;
}
