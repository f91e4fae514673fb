// Names, strengths and states keep clear of each other, and strength and state are told in any case.
import { describe, expect, it } from 'vitest';
import type { Body } from '../types';
import { body } from '../table/fixtures';
import { wingsOf } from '../table/wings';
import { fits } from '../ui/meanings.svelte';
import { formationOf } from './formation';
import type { Box, Point } from './geometry';
import { labelsOf } from './labels';
import { overlap } from './lod';
import { placeNames } from './names';

const PAPER: Box = { x: 0, y: 0, w: 400, h: 400 };

describe('names of the ground', () => {
  const print = { k: 1, wide: 1, size: 12, paper: PAPER };
  const boxOf = ([x, y]: Point, text: string): Box => ({
    x: x - text.length * 3,
    y: y - 10,
    w: text.length * 6,
    h: 12,
  });

  it('stay where they are printed, or go beside whoever stands there', () => {
    const hill = { at: [200, 200] as Point, text: 'Mill Hill', turn: 0 };
    expect(placeNames([hill], [], print)).toEqual([hill]);
    const counter: Box = { x: 180, y: 180, w: 40, h: 40 };
    const [moved] = placeNames([hill], [counter], print);
    expect(moved!.at).not.toEqual(hill.at);
    expect(overlap(boxOf(moved!.at, hill.text), counter)).toBe(false);
    // A name along a road is turned with it, moves along it, and is left out where it could not be read.
    const road = { ...hill, turn: 90 };
    expect(placeNames([road], [], print)).toEqual([road]);
    const [along] = placeNames([road], [{ x: 190, y: 140, w: 20, h: 50 }], print);
    expect([along!.at[0].toFixed(3), along!.at[1] > 205]).toEqual(['200.000', true]);
    expect(placeNames([road], [{ x: 100, y: 0, w: 200, h: 400 }], print)).toEqual([]);
  });
});

describe('labels on a table', () => {
  const regiment = (id: number, x: number, more: Partial<Body> = {}): Body =>
    body(id, 0, { at: [x, 200], name: 'The Prince of Wales’s own regiment', strength: '12 riders', ...more });
  const labels = (bodies: Body[], k = 1.4) =>
    labelsOf(
      bodies.map((one) => formationOf(one, (p) => p, 1)),
      new Map(),
      { k, u: 1, ruler: 25, paper: PAPER, names: true, wide: 1 },
    );

  it('lose the name first, and never strength and state', () => {
    const shaken = { badges: [{ text: 'shaken', tone: 'bad' as const }] };
    const crowd = Array.from({ length: 14 }, (_, i) => regiment(i, 100 + i * 8, shaken));
    const written = labels(crowd);
    expect(written).toHaveLength(crowd.length);
    for (const label of written) {
      expect(label.lines.slice(label.who)).toEqual(['12 riders']);
      expect(label.badges.map((badge) => badge.text)).toEqual(['shaken']);
    }
    expect(written.some((label) => label.who === 0)).toBe(true);
  });

  it('say from far off who is in trouble', () => {
    const [fine, shaken] = [regiment(1, 60), regiment(2, 300, { badges: [{ text: 'shaken', tone: 'bad' }] })];
    expect(labels([fine, shaken], 0.4).map(({ id, lines, badges }) => [id, lines.length, badges.length])).toEqual([
      [2, 0, 1],
    ]);
  });
});

describe('commands', () => {
  const post = (depth: number, name: string, body: number | null, unit: boolean, side = 0) => ({
    depth,
    side,
    name,
    body,
    unit,
    strength: 0,
    full: 0,
    state: '',
    lost: false,
  });

  it('are counted within a side, and only where there are several', () => {
    const posts = [
      post(0, 'King', null, false),
      post(1, 'Charles', 9, false),
      post(1, 'Right', null, false),
      post(2, 'Horse', 1, true),
      post(1, 'Left', null, false),
      post(2, 'Foot', 2, true),
      post(0, 'Parliament', null, false, 1),
      post(1, 'All', null, false, 1),
      post(2, 'Guns', 3, true, 1),
    ];
    expect([...wingsOf(posts)]).toEqual([
      [1, 0],
      [2, 1],
    ]);
    // An officer with units under him is a command too.
    const officers = [post(1, 'Hopton', 7, false), post(2, 'Horse', 1, true), post(1, 'Grenvile', 8, false)];
    expect([...wingsOf([...officers, post(2, 'Foot', 2, true)])]).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
});

it('knows a chip by its word, with any number or name in it', () => {
  const word = (text: string) => ({ word: text, means: '', costs: '', ends: '', rule: '' });
  expect(fits(word('hail #'), 'hail 12')).toBe(true);
  expect(fits(word('hail #'), 'hail')).toBe(false);
  expect(fits(word('# + # + # files'), '4 + 6 + 4 files')).toBe(true);
  expect(fits(word('with …'), 'with Gell’s grey-coats')).toBe(true);
  expect(fits(word('form. shaken'), 'formx shaken')).toBe(false);
  expect(fits(word('-#'), '-3')).toBe(true);
});
