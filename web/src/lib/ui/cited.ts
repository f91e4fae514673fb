// Rule numbers in running words, so that they can be opened.

export interface Cited {
  text: string;
  rule: boolean;
}

/** Two letters for the book, then a number such as 15.0b, G67 or E-GAG-10. */
const RULE = /\b[A-Z]{2} (?:\d+(?:\.\d+)*[a-zA-Z]{0,2}|[A-Z]\d+|[A-Z]-[A-Z]+-\d+)\b/g;

export function cited(text: string): Cited[] {
  const runs: Cited[] = [];
  let from = 0;
  for (const found of text.matchAll(RULE)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), rule: false });
    runs.push({ text: found[0], rule: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), rule: false });
  return runs;
}
