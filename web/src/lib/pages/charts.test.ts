import { expect, it } from 'vitest';
import type { Chart } from '../types';
import { found, origins, plain } from './charts';

const chart: Chart = {
  key: 'orders',
  title: 'Orders Change',
  keyed_by: 'Orders',
  columns: ['charge'],
  rows: [{ name: 'make-ready', cells: [{ text: '0-5', provenance: 'published', source: '' }] }],
  modifiers: [{ name: 'Cavalry', value: '+1', rule: 'XX 5.1', provenance: 'from the rules text', source: '' }],
  notes: ['a dash is no change'],
};

it('reads keys as words and leaves figures alone', () => {
  expect(['make-ready', '0-5', 'Open Order', '-'].map(plain)).toEqual(['make ready', '0-5', 'Open Order', '-']);
});

it('finds charts by every word, and their origins', () => {
  expect(found([chart], 'CAVALRY 5.1')).toEqual([chart]);
  expect(found([chart], 'cavalry artillery')).toEqual([]);
  expect(origins([chart])).toEqual(['from the rules text', 'published']);
});
