// How far one may go back, and what stops one there.
import { t } from '../texts';
import type { Told } from '../types';
import type { Sitting } from './sitting.svelte';

/** What one is told of taking back: how much, and why no more. */
export function howFar({ view, story }: Pick<Sitting, 'view' | 'story'>): string {
  if (view === null) return '';
  const told = (n: number): Told | undefined => story.find((one) => one.n === n);
  const bar = told(view.n - view.undo);
  const why = bar && bar.n > 0 ? t(bar.dice.length > 0 ? 'undo.dice' : 'undo.decided', { words: bar.words }) : '';
  const far = view.undo === 0 ? t('undo.none') : t('undo.far', { n: view.undo });
  return [far, why].filter(Boolean).join(' ');
}
