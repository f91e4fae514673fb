// What bodies look like: SVG that the server draws, kept by name, so that nobody's look is fetched twice.

/** More than a battle has; the oldest go first. */
const MOST = 3000;

const known = new Map<string, string>();

export function keep(looks: Readonly<Record<string, string>>): void {
  for (const [name, look] of Object.entries(looks)) {
    known.delete(name);
    known.set(name, look);
  }
  for (const name of known.keys()) {
    if (known.size <= MOST) return;
    known.delete(name);
  }
}

export const lookOf = (name: string): string => known.get(name) ?? '';

/** The names of looks that are still to be fetched. */
export const unknown = (pieces: readonly { look: string }[]): string[] => [
  ...new Set(pieces.map((piece) => piece.look).filter((name) => !known.has(name))),
];
