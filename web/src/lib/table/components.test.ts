import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, type Api } from '../api/api';
import { AS_DELIVERED, settings } from '../settings/settings.svelte';
import { rules } from '../ui/rules.svelte';
import type { View } from '../types';
import Curtain from './Curtain.svelte';
import { asked, choice, GROUND, NO_MARK, route, told, view } from './fixtures';
import { Hand } from './hand.svelte';
import { keyed, type Deeds } from './keys';
import LogPanel from './LogPanel.svelte';
import Menu from './Menu.svelte';
import OddsBars from './OddsBars.svelte';
import Picker from './Picker.svelte';
import QuestionBar from './QuestionBar.svelte';
import RosterPanel from './RosterPanel.svelte';
import { Sitting } from './sitting.svelte';
import Tray from './Tray.svelte';

// Searching by role takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

function table(more: Partial<View> = {}) {
  const sitting = new Sitting('b1', null, { api: {} as Api });
  sitting.view = view(more);
  sitting.seat = 'king';
  sitting.ground = GROUND;
  const decide = vi.spyOn(sitting, 'decide').mockResolvedValue(true);
  return { sitting, decide, hand: new Hand(sitting, {} as Api) };
}

const entry = {
  rule: 'XX 4.2',
  title: 'Unit 1 fires',
  bodies: [1, 3],
  lines: [{ rule: 'XX 4.3', text: 'in a hedge', value: -1, counts: false }],
  dice: [8],
  total: 7,
  result: '1 hit',
};
const heading = (title: string, item: string) => ({ order: 1, title, item });

beforeEach(() => {
  Object.assign(settings.likes, AS_DELIVERED, { sound: false, odds: false });
  localStorage.clear();
});

describe('the menu', () => {
  const menu = [
    choice('turn ne', { words: 'turn to face NE', heading: heading('turn to face', 'NE') }),
    choice('turn se', { words: 'turn to face SE', heading: heading('turn to face', 'SE') }),
    choice('halt', { words: 'go no further' }),
  ];

  it('shows groups of buttons, marks the default and takes one on a click', async () => {
    const { hand, decide } = table({ asked: asked(menu, { default: 2 }) });
    render(Menu, { hand });
    expect(screen.getByRole('group', { name: 'turn to face' }).textContent).toContain('SE');
    const usual = screen.getByRole('button', { name: 'go no further' });
    expect(usual.dataset['default']).toBe('yes');
    await fireEvent.click(screen.getByRole('button', { name: 'turn to face SE' }));
    expect(decide).toHaveBeenCalledWith(['turn se']);
  });

  it('walks by arrows and shows the ghost of what has the focus', async () => {
    const ghost = { body: 1, at: [5, 5] as [number, number], facing: 45, parts: [] };
    const { hand } = table({ asked: asked([{ ...menu[0]!, ghost }, menu[1]!, menu[2]!]) });
    render(Menu, { hand });
    const [first, second] = screen.getAllByRole('button');
    first!.focus();
    expect(hand.ghosts[0]?.ghost).toEqual(ghost);
    await fireEvent.keyDown(first!, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(second);
    await fireEvent.keyDown(second!, { key: 'End' });
    expect(document.activeElement?.textContent).toContain('Go no further');
  });

  it('keeps what is always there to be done in sight beside the list, last in order', () => {
    const { hand } = table({ asked: asked(menu, { default: 2 }) });
    const { container } = render(Menu, { hand });
    expect(container.querySelector('.groups')?.textContent).not.toContain('Go no further');
    expect(container.querySelector('.beside')?.textContent).toContain('Go no further');
    expect(screen.getAllByRole('button').map((button) => button.textContent?.trim().slice(0, 1))).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('offers a search where the menu is long', async () => {
    const long = Array.from({ length: 12 }, (_, index) => choice(`act ${index}`, { words: `Unit ${index} acts` }));
    const { hand } = table({ asked: asked(long) });
    render(Menu, { hand });
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'unit 11' } });
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Unit 11 acts']);
  });
});

describe('the question', () => {
  it('stands in words with its rule', async () => {
    const { hand } = table();
    render(QuestionBar, { hand, help: () => undefined });
    expect(screen.getByRole('heading').textContent).toContain('Who acts next?');
    await fireEvent.click(screen.getByRole('button', { name: 'Rule XX 1.1' }));
    expect(rules.open?.id).toBe('XX 1.1');
  });

  it('offers not to ask again only where a reaction may be declined, and undo only where there is something to take back', async () => {
    const { hand, sitting } = table();
    render(QuestionBar, { hand, help: () => undefined });
    expect(screen.queryByRole('button', { name: /Don’t ask again/ })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
    const menu = [choice('pass'), choice('fire', { mark: { ...NO_MARK, actor: 1, targets: [3] } })];
    sitting.story = [told(3, { seat: 'parliament', side: 1 })];
    for (const reaction of ['none', 'bound'] as const) {
      sitting.view = view({ asked: asked(menu, { reaction }), undo: 2 });
      await tick();
      expect(screen.queryByRole('button', { name: /Don’t ask again/ })).toBeNull();
    }
    sitting.view = view({ asked: asked(menu, { reaction: 'offered' }), undo: 2 });
    expect(await screen.findByRole('button', { name: /Don’t ask again/ })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).title).toContain('2 decisions');
  });

  it('tells what has been done last while somebody else decides', () => {
    const { hand, sitting } = table({ asked: null, awaiting: ['parliament'] });
    sitting.story = [told(0, { seat: null }), told(1, { words: 'Unit 3 fires', entries: [entry] })];
    render(QuestionBar, { hand, help: () => undefined });
    expect(document.querySelector('.lately')?.textContent).toContain('Unit 3 fires');
    expect(document.querySelector('.lately')?.textContent).toContain('Unit 1 fires (8) 1 hit.');
  });

  it('says who is thinking', () => {
    const { hand } = table({ asked: null, awaiting: ['parliament'] });
    render(QuestionBar, { hand, help: () => undefined });
    expect(screen.getByRole('heading').textContent).toBe('Parliament: the computer is thinking…');
  });
});

describe('the log', () => {
  it('is a live region with reckonings; a line lights those it speaks of', async () => {
    const { hand, sitting } = table();
    sitting.story = [
      told(0, { seat: null, side: null }),
      told(1, { words: 'fire!', entries: [entry] }),
      told(2, { decision: '', words: '' }),
    ];
    render(LogPanel, { hand });
    const log = screen.getByRole('log');
    expect(log.getAttribute('aria-live')).toBe('polite');
    expect(log.textContent).toContain('in a hedge');
    expect(log.textContent).toContain('−1');
    expect(log.textContent).toContain('still sealed');
    await fireEvent.click(screen.getByRole('button', { name: /^The King:\s*Fire!$/ }));
    expect(hand.mentioned).toEqual([1, 3]);
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'cavalry' } });
    expect(log.textContent).toContain('No line of the log fits.');
  });
});

describe('what has just happened', () => {
  it('shows the dice and the reckoning of what is new', async () => {
    const { hand, sitting } = table();
    render(Tray, { hand });
    sitting.fresh = [
      told(4, { words: 'Unit 1 moves' }),
      told(5, { words: 'Unit 1 fires', dice: [8], entries: [entry] }),
    ];
    expect(await screen.findByRole('heading', { name: 'Unit 1 fires' })).toBeTruthy();
    expect(screen.getByRole('img', { name: /^8 on a die/ })).toBeTruthy();
    expect(screen.getByText('total 7')).toBeTruthy();
    expect(sitting.fresh).toEqual([]);
    expect(hand.mentioned).toEqual([1, 3]);
  });

  it('makes way for another panel', async () => {
    const { hand, sitting } = table();
    const { rerender } = render(Tray, { hand, beside: 'log' });
    sitting.fresh = [told(5, { words: 'Unit 1 fires', dice: [8], entries: [entry] })];
    expect(await screen.findByRole('heading', { name: 'Unit 1 fires' })).toBeTruthy();
    await rerender({ hand, beside: 'card' });
    expect(screen.queryByRole('heading', { name: 'Unit 1 fires' })).toBeNull();
  });
});

it('shows the odds as bars, the likeliest first', () => {
  const chance = (what: string, probability: number, cause = '') => ({
    effect: { subject: 'Unit 3', what, body: null },
    cause,
    probability,
    low: 0,
    high: 1,
  });
  const fight = 'close combat: Unit 1 on Unit 3';
  const chances = [chance('breaks', 0.05, fight), chance('routs', 0.1, fight), chance('holds', 0.9)];
  render(OddsBars, { odds: { exact: true, plays: 0, horizon: 'deed', answered: true, bodies: [], chances } });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
    'Unit 3: holds 90%',
    'Unit 3: routs 10%',
    'Unit 3: breaks 5%',
  ]);
  expect(screen.getAllByText('after: close combat: Unit 1 on Unit 3')).toHaveLength(1);
  expect(screen.getByText(/answer as the computer would/)).toBeTruthy();
});

it('opens a rose of facings and walks the one that is picked', async () => {
  const { hand, decide } = table({ routes: [route([2, 1], 0), route([2, 1], 60, { spent: 3, contested: true })] });
  render(Picker, { hand });
  await hand.onplace(hand.places[0]!.key, { x: 100, y: 100 });
  await fireEvent.click(await screen.findByRole('button', { name: 'Face north-east, 3' }));
  expect(decide).toHaveBeenCalledWith(['go 2,1 60', 'halt']);
});

it('shows the order of battle with strengths, and finds a unit on the map', async () => {
  const { hand } = table();
  const post = {
    depth: 0,
    side: 0,
    name: 'The King',
    body: null,
    unit: false,
    strength: 8,
    full: 10,
    state: '',
    lost: false,
  };
  vi.spyOn(api, 'roster').mockResolvedValue([
    post,
    { ...post, depth: 1, name: 'Unit 2', body: 2, strength: 4, full: 5, state: 'shaken' },
    { ...post, depth: 1, name: 'Unit 9', body: 9, lost: true },
  ]);
  render(RosterPanel, { hand });
  await fireEvent.click(await screen.findByRole('button', { name: 'Unit 2' }));
  expect(hand.looked).toBe(2);
  expect(hand.focus?.at).toEqual([2, 2]);
  expect(screen.getByText('4 of 5')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unit 9' })).toBeNull();
});

it('hides the field behind a curtain until the next person is there', async () => {
  const { sitting } = table();
  sitting.curtain = 'parliament';
  const takeOver = vi.spyOn(sitting, 'takeOver').mockResolvedValue();
  render(Curtain, { sitting });
  await fireEvent.click(screen.getByRole('button', { name: 'I am Parliament: show the field' }));
  expect(takeOver).toHaveBeenCalled();
});

describe('keys', () => {
  function pressed(key: string, hand: Hand, more: KeyboardEventInit & { on?: Element } = {}) {
    const deeds = {
      hand,
      panel: vi.fn(),
      help: vi.fn(),
      search: vi.fn(),
      menu: vi.fn(),
      map: vi.fn(),
      zoom: vi.fn(),
      fit: vi.fn(),
      fold: vi.fn(),
    };
    const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...more });
    const target = more.on ?? document.body;
    const listen = (caught: Event) => keyed(caught as KeyboardEvent, deeds satisfies Deeds);
    window.addEventListener('keydown', listen);
    target.dispatchEvent(event);
    window.removeEventListener('keydown', listen);
    return deeds;
  }

  it('takes the default on Enter, a choice by its number, and nothing while a key is held', () => {
    const { hand, decide } = table();
    pressed('Enter', hand, { repeat: true });
    pressed('9', hand);
    expect(decide).not.toHaveBeenCalled();
    pressed('Enter', hand);
    expect(decide).toHaveBeenLastCalledWith(['act 1']);
    pressed('2', hand);
    expect(decide).toHaveBeenLastCalledWith(['act 2']);
  });

  it('opens panels by letters, but not while somebody writes or uses the browser’s own keys', () => {
    const { hand } = table();
    expect(pressed('b', hand).panel).toHaveBeenCalledWith('roster');
    expect(pressed('?', hand).help).toHaveBeenCalled();
    const input = document.body.appendChild(document.createElement('input'));
    expect(pressed('b', hand, { on: input }).panel).not.toHaveBeenCalled();
    expect(pressed('l', hand, { ctrlKey: true }).panel).not.toHaveBeenCalled();
    input.remove();
  });

  it('leaves Enter to a button that has the focus', () => {
    const { hand, decide } = table();
    const button = document.body.appendChild(document.createElement('button'));
    pressed('Enter', hand, { on: button });
    expect(decide).not.toHaveBeenCalled();
    button.remove();
  });
});
