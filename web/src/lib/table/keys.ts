// The keys of the table, for those who play without a mouse.
import type { Hand } from './hand.svelte';

export type PanelKey = 'orders' | 'card' | 'log' | 'roster' | 'goals';

export interface Deeds {
  hand: Hand;
  panel: (key: PanelKey) => void;
  help: () => void;
  search: () => void;
  menu: () => void;
  map: () => void;
  zoom: (by: number) => void;
  fit: () => void;
  fold: () => void;
}

const PANELS: Record<string, PanelKey> = { l: 'log', b: 'roster', c: 'card', g: 'goals' };
/** Those who are chosen are carried a step that way. */
const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const WRITING = 'input, textarea, select, [contenteditable]';
/** What is ticked or pulled leaves letters and digits to the table. */
const TICKED = 'input:is([type="checkbox"], [type="radio"], [type="range"])';
const PRESSED = 'button, a, summary, [role="button"], [role="tab"]';

/** What a pointer has pressed does not keep the keys: Enter goes on to take the marked answer. */
export function released(event: MouseEvent): void {
  const pressed = event.detail > 0 && event.target instanceof Element ? event.target.closest(PRESSED) : null;
  if (pressed instanceof HTMLElement && pressed === document.activeElement) pressed.blur();
}

/** Does what a key means. Keys with Ctrl, Alt or Meta are the browser's, but for taking back; in a field to write in, letters are letters. */
export function keyed(event: KeyboardEvent, deeds: Deeds): void {
  if (event.defaultPrevented) return;
  if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !(event.target as Element | null)?.matches?.(WRITING)) {
    event.preventDefault();
    void deeds.hand.sitting.undo();
    return;
  }
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('dialog')) return;
  const writing = target?.matches(WRITING) ?? false;
  if (meant(event, deeds, writing, target)) event.preventDefault();
}

function meant(event: KeyboardEvent, deeds: Deeds, writing: boolean, target: Element | null): boolean {
  const { hand } = deeds;
  const { key } = event;
  if (key === 'Escape') return hand.letGo();
  if (key === 'Enter' && hand.many.plan && !event.repeat) {
    // Whoever was chosen by this button is on his way: the next Enter is an answer again.
    if (target instanceof HTMLElement && target.closest(PRESSED)) target.blur();
    void hand.many.confirm();
    return true;
  }
  if (key === 'Enter') {
    // On a button Enter presses it, on a box it does nothing; held down it must not decide a battle.
    if (event.repeat || target?.closest(PRESSED) || (writing && hand.typed.trim() === '')) return false;
    void hand.takeDefault();
    return true;
  }
  if (writing && !target?.matches(TICKED)) return false;
  const way = WAYS[key];
  if (way && hand.many.members.length > 0) {
    hand.many.nudge(way);
    return true;
  }
  const panel = PANELS[key];
  if (panel) deeds.panel(panel);
  else if (key === 'u' || key === 'U') void hand.sitting.undo(key === 'U');
  else if (key === 'o') hand.oddsWanted = !hand.oddsWanted;
  else if (key === '[' || key === ']') hand.many.wheel(key === '[' ? -1 : 1, false);
  else if (key === '{' || key === '}') hand.many.wheel(key === '{' ? -1 : 1, true);
  else if (key === '/') deeds.search();
  else if (key === 'q') deeds.menu();
  else if (key === 'm') deeds.map();
  else if (key === '?') deeds.help();
  else if (key === '+' || key === '=') deeds.zoom(1.4);
  else if (key === '-') deeds.zoom(1 / 1.4);
  else if (key === '0') deeds.fit();
  else if (key === 'f') deeds.fold();
  else if (/^[1-9]$/.test(key) && !event.repeat) return number(hand, Number(key));
  else return false;
  return true;
}

function number(hand: Hand, place: number): boolean {
  const offer = hand.order[place - 1];
  if (!offer || hand.sitting.busy) return false;
  void hand.take(offer);
  return true;
}
