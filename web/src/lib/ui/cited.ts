// Rule numbers in running words, so that they can be opened.

export interface Cited {
  text: string;
  rule: boolean;
  /** Brackets and stops that hold on to a rule's number. */
  before: string;
  after: string;
}

/** Two letters for the book, then a number such as 15.0b, G67 or E-GAG-10. */
const RULE = /([([]?)\b([A-Z]{2} (?:\d+(?:\.\d+)*[a-zA-Z]{0,2}|[A-Z]\d+|[A-Z]-[A-Z]+-\d+))\b([)\],;.]*)/g;

export function cited(text: string): Cited[] {
  const runs: Cited[] = [];
  let from = 0;
  for (const found of text.matchAll(RULE)) {
    const [, before = '', rule = '', after = ''] = found;
    if (found.index > from) runs.push(words(text.slice(from, found.index)));
    runs.push({ text: rule, rule: true, before, after });
    from = found.index + found[0].length;
  }
  if (from < text.length) runs.push(words(text.slice(from)));
  return runs;
}

const words = (text: string): Cited => ({ text, rule: false, before: '', after: '' });
