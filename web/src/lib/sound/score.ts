// The sounds of the house, each as it is played from its first moment on.
import { chance, die, drum, knuckles, ordnance, shot, steel, trumpet, type Stage } from './instruments';

export type Sound = 'drum' | 'roll' | 'trumpet' | 'musket' | 'cannon' | 'clash' | 'dice' | 'knock';

interface Piece {
  /** Until it has died away, echo and all. */
  seconds: number;
  perform: (stage: Stage, at: number) => void;
}

/** The notes that a trumpet without valves has: parts three to six of its lowest. */
const NOTES = { g: 392, c: 523.25, e: 659.25, h: 783.99 };

export const SCORE: Record<Sound, Piece> = {
  /** A new turn: stroke, stroke, and a ruff into the third. */
  drum: {
    seconds: 1.6,
    perform: (stage, at) => {
      drum(stage, at, 0.5);
      drum(stage, at + 0.21, 0.5);
      for (const [index, before] of [0.13, 0.085, 0.04].entries()) drum(stage, at + 0.56 - before, 0.16 + index * 0.05);
      drum(stage, at + 0.56, 0.72);
    },
  },
  /** The battle is over: a long roll that swells, and two strokes. */
  roll: {
    seconds: 3.2,
    perform: (stage, at) => {
      const uneven = chance(1645);
      const strokes = 30;
      for (let index = 0; index < strokes; index++) {
        const swell = 0.12 + 0.34 * (index / strokes) ** 1.5;
        drum(stage, at + index * 0.048 + uneven() * 0.006, swell * (index % 2 === 0 ? 1 : 0.86));
      }
      drum(stage, at + 1.52, 0.72);
      drum(stage, at + 1.9, 0.8);
    },
  },
  /** A call for whoever holds the field. */
  trumpet: {
    seconds: 2.6,
    perform: (stage, at) => {
      const call: [keyof typeof NOTES, number, number][] = [
        ['g', 0, 0.16],
        ['c', 0.17, 0.15],
        ['c', 0.34, 0.09],
        ['c', 0.45, 0.15],
        ['e', 0.62, 0.15],
        ['h', 0.79, 0.62],
      ];
      for (const [note, after, seconds] of call) trumpet(stage, at + after, 0.17, NOTES[note], seconds);
    },
  },
  /** A volley that runs along the line. */
  musket: {
    seconds: 2.3,
    perform: (stage, at) => {
      const next = chance(1643);
      for (let index = 0; index < 13; index++) {
        const along = index / 12;
        const thick = 1 - Math.abs(along - 0.4);
        shot(
          stage,
          at + 0.46 * along ** 1.2 + next() * 0.04,
          0.2 + 0.3 * thick * (0.6 + 0.4 * next()),
          along * 1.5 - 0.75,
        );
      }
      shot(stage, at + 0.71, 0.24, 0.5);
      shot(stage, at + 0.86, 0.16, -0.3);
    },
  },
  cannon: { seconds: 3.6, perform: (stage, at) => ordnance(stage, at, 0.75) },
  /** Push of pike and sword: blades, and the blows between them. */
  clash: {
    seconds: 1.9,
    perform: (stage, at) => {
      const next = chance(1644);
      for (const after of [0, 0.16, 0.24, 0.43, 0.57]) {
        steel(stage, at + after, 0.5 + 0.2 * next(), 760 + 520 * next(), next() - 0.5);
        knuckles(stage, at + after + 0.03, 0.2);
      }
    },
  },
  /** Two dice out of the hand, over the board, and at rest. */
  dice: {
    seconds: 0.9,
    perform: (stage, at) => {
      const next = chance(6);
      const falls = [0, 0.034, 0.118, 0.171, 0.262, 0.318, 0.394, 0.433, 0.482, 0.515, 0.538];
      falls.forEach((after, index) =>
        die(
          stage,
          at + after,
          0.8 * 0.86 ** index * (0.7 + 0.5 * next()),
          0.85 + 0.35 * next(),
          (index % 2) * 0.4 - 0.2,
        ),
      );
    },
  },
  /** Somebody is asked, or something was refused. */
  knock: {
    seconds: 0.5,
    perform: (stage, at) => {
      knuckles(stage, at, 0.7);
      knuckles(stage, at + 0.13, 0.52);
    },
  },
};
