// The little Markdown that histories and lessons use: headings, paragraphs, lists, emphasis. Text in, blocks out; nothing
// is ever read as HTML.

export interface Run {
  text: string;
  style: 'plain' | 'strong' | 'em';
}

export type Block =
  { kind: 'heading'; runs: Run[] } | { kind: 'paragraph'; runs: Run[] } | { kind: 'list'; items: Run[][] };

export function blocks(markdown: string): Block[] {
  const parts = markdown
    .replace(/\r/g, '')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.map(block);
}

function block(part: string): Block {
  const heading = /^#{1,6}\s+(.*)$/s.exec(part);
  if (heading) return { kind: 'heading', runs: runs(heading[1] ?? '') };
  const lines = part.split('\n');
  if (lines.every((line) => /^([-*]\s+|\s+)/.test(line)) && /^[-*]\s/.test(lines[0] ?? '')) {
    const items = part.split(/\n(?=[-*]\s)/).map((item) => item.replace(/^[-*]\s+/, ''));
    return { kind: 'list', items: items.map(runs) };
  }
  return { kind: 'paragraph', runs: runs(part) };
}

export function runs(text: string): Run[] {
  const flat = text.replace(/\s+/g, ' ');
  const found: Run[] = [];
  let from = 0;
  for (const match of flat.matchAll(/\*\*([^*]+)\*\*|\*([^*]+)\*/g)) {
    if (match.index > from) found.push({ text: flat.slice(from, match.index), style: 'plain' });
    found.push(match[1] === undefined ? { text: match[2] ?? '', style: 'em' } : { text: match[1], style: 'strong' });
    from = match.index + match[0].length;
  }
  if (from < flat.length) found.push({ text: flat.slice(from), style: 'plain' });
  return found;
}
