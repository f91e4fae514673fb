// Somebody who decides in one's place for a while: one answer, twenty, a phase, a turn, or to the end.
import type { View } from '../types';
import type { Sitting } from './sitting.svelte';

export type Stint = 'one' | 'twenty' | 'phase' | 'turn' | 'end';

/** What he may be asked for beyond one answer. */
export const LONGER = ['twenty', 'phase', 'turn', 'end'] as const;
const TIMES: Partial<Record<Stint, number>> = { one: 1, twenty: 20 };
/** How long he waits, in milliseconds, where somebody else has to decide first. */
const PATIENCE = 40;

export class StandIn {
  /** What he was asked to see to, as long as he does. */
  stint: Stint | null = $state(null);

  constructor(
    readonly sitting: Sitting,
    readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
  ) {}

  stop(): void {
    this.stint = null;
  }

  /** Plays on until the stint is over, somebody stops him, or he is not let. */
  async play(stint: Stint): Promise<void> {
    const began = this.sitting.view;
    if (this.stint !== null || began === null) return;
    this.stint = stint;
    for (let decided = 0; this.stint === stint && !isOver(stint, decided, began, this.sitting);) {
      if (this.sitting.busy || this.sitting.asked === null) await this.wait(PATIENCE);
      else if (await this.sitting.delegate()) decided += 1;
      else break;
    }
    this.stint = null;
  }
}

function isOver(stint: Stint, decided: number, began: View, { view, curtain, seat }: Sitting): boolean {
  if (view === null || view.outcome !== null || curtain !== null || seat !== began.seat) return true;
  const [now, then] = [view.clock, began.clock];
  const samePhase = now.phase === then.phase && now.side === then.side && now.command === then.command;
  if (stint === 'turn') return now.turn !== then.turn;
  if (stint === 'phase') return now.turn !== then.turn || !samePhase;
  return decided >= (TIMES[stint] ?? Infinity);
}
