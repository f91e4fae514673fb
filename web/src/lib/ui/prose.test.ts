import { expect, test } from 'vitest';
import { blocks, runs } from './prose';

test('paragraphs are parted by empty lines, and lines within them run on', () => {
  expect(blocks('one\ntwo\n\nthree')).toEqual([
    { kind: 'paragraph', runs: [{ text: 'one two', style: 'plain' }] },
    { kind: 'paragraph', runs: [{ text: 'three', style: 'plain' }] },
  ]);
});

test('headings, lists and emphasis are known, HTML is text', () => {
  expect(blocks('## The ground\n\n- a *b*\n- **c**')).toEqual([
    { kind: 'heading', runs: [{ text: 'The ground', style: 'plain' }] },
    {
      kind: 'list',
      items: [
        [
          { text: 'a ', style: 'plain' },
          { text: 'b', style: 'em' },
        ],
        [{ text: 'c', style: 'strong' }],
      ],
    },
  ]);
  expect(runs('<b>x</b>')).toEqual([{ text: '<b>x</b>', style: 'plain' }]);
});
