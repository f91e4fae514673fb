// Small made-up battles for tests.
import type { Asked, Body, Choice, Clock, Ground, Mark, Piece, Route, Told, View } from '../types';

export const NO_MARK: Mark = { actor: null, targets: [], at: null, cost: '', touches: [] };

export function clock(turn: number): Clock {
  return { turn, turns: 4, phase: 'movement', side: null, command: '', words: `turn ${turn} of 4, movement` };
}

export function choice(decision: string, more: Partial<Choice> = {}): Choice {
  return { decision, words: decision, heading: null, rank: 0, warning: null, mark: NO_MARK, ghost: null, ...more };
}

export function asked(menu: Choice[], more: Partial<Asked> = {}): Asked {
  const question = { topic: 'actions', rule: 'XX 1.1', complete: true, default: 0, reaction: 'none' } as const;
  return { ...question, words: 'Who acts next?', menu, sensible: null, ...more };
}

export function body(id: number, side: number, more: Partial<Body> = {}): Body {
  return {
    id,
    key: `unit-${id}`,
    name: `Unit ${id}`,
    side,
    symbol: 'horse',
    at: [id, id],
    facing: 0,
    parts: [],
    badges: [],
    strength: '4',
    standing: 'idle',
    ...more,
  };
}

export function view(more: Partial<View> = {}): View {
  return {
    id: 'b1',
    n: 3,
    epoch: 0,
    rulebook: 'rules',
    die: 6,
    battle: 'field',
    title: 'A field',
    clock: clock(1),
    seats: [
      { key: 'king', name: 'The King', side: 0, player: 'person' },
      { key: 'parliament', name: 'Parliament', side: 1, player: 'greedy' },
    ],
    awaiting: ['king'],
    seat: 'king',
    outcome: null,
    bodies: [body(1, 0), body(2, 0), body(3, 1)],
    pieces: lying([body(1, 0), body(2, 0), body(3, 1)]),
    zones: [],
    ground: 'g1',
    asked: asked([
      choice('act 1', { mark: { ...NO_MARK, actor: 1 } }),
      choice('act 2', { mark: { ...NO_MARK, actor: 2 } }),
    ]),
    routes: [],
    undo: 0,
    goals: [],
    absent: [],
    overlays: [],
    ...more,
  };
}

export const GROUND: Ground = {
  ground: 'g1',
  field: {
    kind: 'hexes',
    width: 10,
    height: 10,
    pointy_top: true,
    yards: 100,
    cells: [
      { number: '0101', at: [1, 1] },
      { number: '0201', at: [2, 1] },
      { number: '0301', at: [3, 1] },
    ],
  },
  sides: [
    { name: 'The King', colour: '#b03a2e' },
    { name: 'Parliament', colour: '#d68910' },
  ],
  sheet: {
    frame: [0, 0, 600, 600],
    paper: [-54, -54, 708, 750],
    scale: 60,
    pen: 1,
    lift: 25,
    ground: '',
    grid: '',
    margin: '',
    names: [],
    liveries: [],
  },
};

/** Bodies laid where they stand. */
export const lying = (bodies: Body[]): Piece[] =>
  bodies.map(({ id, at: [x, y], facing }) => ({
    body: id,
    look: `look-${id}`,
    at: [x * 60, (10 - y) * 60],
    turn: facing,
    half: [20, 20],
  }));

export function route(at: [number, number], facing: number, more: Partial<Route> = {}): Route {
  const ghost = { body: 1, at, facing, parts: [] };
  return {
    ghost,
    decisions: [`go ${at} ${facing}`, 'halt'],
    spent: 2,
    allowance: 6,
    share: 1,
    contested: false,
    harms: false,
    ...more,
  };
}

export function told(n: number, more: Partial<Told> = {}): Told {
  return {
    n,
    seat: 'king',
    side: 0,
    decision: `d${n}`,
    words: `did ${n}`,
    clock: clock(1),
    dice: [],
    entries: [],
    ...more,
  };
}
