import { expect, it } from 'vitest';
import { cited } from './cited';

it('finds rule numbers in words', () => {
  const rules = (text: string) =>
    cited(text)
      .filter((run) => run.rule)
      .map((run) => run.text);
  expect(rules('less those of The King (MP 15.0b)')).toEqual(['MP 15.0b']);
  expect(rules('taken or smashed (CP G67); MP E-GAG-10 and CP 16.5.1')).toEqual(['CP G67', 'MP E-GAG-10', 'CP 16.5.1']);
  expect(rules('12 pike, 18 shot at 12 NW of 0608')).toEqual([]);
  expect(
    cited('a (MP 1) b')
      .map((run) => run.before + run.text + run.after)
      .join(''),
  ).toBe('a (MP 1) b');
});
