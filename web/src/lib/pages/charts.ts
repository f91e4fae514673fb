// Which charts are shown, and which origins their figures have.
import type { Chart } from '../types';

export function origins(charts: Chart[]): string[] {
  const cells = charts.flatMap((chart) => [...chart.rows.flatMap((row) => row.cells), ...chart.modifiers]);
  return [...new Set(cells.map((cell) => cell.provenance).filter(Boolean))].sort();
}

/** Charts in which every typed word occurs. */
export function found(charts: Chart[], typed: string): Chart[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const text = (chart: Chart) =>
    [
      chart.title,
      ...chart.columns,
      ...chart.rows.map((row) => row.name),
      ...chart.modifiers.flatMap((modifier) => [modifier.name, modifier.rule]),
      ...chart.notes,
    ]
      .join(' ')
      .toLocaleLowerCase();
  return charts.filter((chart) => words.every((word) => text(chart).includes(word)));
}

/** A key in words: `make-ready` is read as make ready, figures stay as they are. */
export function plain(name: string): string {
  return /^[a-z]+(-[a-z]+)+$/.test(name) ? name.replaceAll('-', ' ') : name;
}
