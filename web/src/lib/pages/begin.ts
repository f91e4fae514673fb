// Who plays and by which options: what a form holds, and what of it goes to the server.
import type { OptionSpec, Player, SeatCard } from '../types';

/** The first side for people, the others for the computer. */
export function usualPlayers(seats: SeatCard[]): Record<string, Player> {
  const first = seats[0]?.side;
  return Object.fromEntries(seats.map((seat) => [seat.key, seat.side === first ? 'person' : 'greedy']));
}

/** Every option as the battle has it: what its file sets, or the usual. */
export function usualOptions(options: OptionSpec[], set: Record<string, string>): Record<string, string> {
  return Object.fromEntries(options.map((option) => [option.key, set[option.key] ?? option.values[0] ?? '']));
}

/** What was changed from the battle's own: only that is sent. */
export function changed(
  options: OptionSpec[],
  set: Record<string, string>,
  chosen: Record<string, string>,
): Record<string, string> {
  const usual = usualOptions(options, set);
  return Object.fromEntries(Object.entries(chosen).filter(([key, value]) => usual[key] !== value));
}

/** Nothing for fresh dice, a number, or `wrong`. */
export function seedOf(typed: string): number | undefined | 'wrong' {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : 'wrong';
}
