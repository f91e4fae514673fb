// The component: what can be chosen is a button with a name, and pointers and keys do what they say.

import { fireEvent, render } from '@testing-library/svelte';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { GROUND as PLAIN } from '../table/fixtures';
import type { Body, Ground, Piece, Point } from '../types';
import { keep } from './looks';
import Map from './Map.svelte';
import type { MapProps } from './types';

// The first drawing of a map is slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => {
  Element.prototype.setPointerCapture = () => {};
  globalThis.PointerEvent ??= MouseEvent as unknown as typeof PointerEvent;
});

const COAT = { base: '#b03a2e', dark: '#42160f', pale: '#f1e0d4', print: '#fffcf2' };

const GROUND: Ground = {
  ...PLAIN,
  field: {
    kind: 'hexes',
    width: 6,
    height: 5,
    pointy_top: true,
    yards: 100,
    cells: [0, 1, 2, 3].map((i) => ({ number: `010${i}`, at: [1 + i, 2] as Point })),
  },
  sheet: {
    ...PLAIN.sheet,
    frame: [0, 0, 360, 300],
    paper: [-54, -54, 468, 450],
    ground: '<path class="m-wash"/>',
    names: [{ at: [120, 180], text: 'Broad Moor', turn: 0 }],
    liveries: [0, 1].map(() => ({ fresh: COAT, spent: { ...COAT, base: '#999999' } })),
  },
};

const horse = (id: number, x: number, more: Partial<Body> = {}): Body => ({
  id,
  key: `h${id}`,
  name: `Horse ${id}`,
  side: 0,
  symbol: 'horse',
  at: [x, 2],
  facing: 60,
  parts: [
    {
      corners: [
        [x - 0.34, 2.34],
        [x + 0.34, 2.34],
        [x + 0.34, 1.66],
        [x - 0.34, 1.66],
      ],
      figure: 'rider',
      files: 2,
      figures: 2,
    },
  ],
  badges: [{ text: 'no pistols', tone: 'warning' }],
  strength: '4-7',
  standing: 'ready',
  ...more,
});

/** Where the server lays them. */
const lying = (bodies: Body[]): Piece[] =>
  bodies.map(({ id, at: [x, y], facing }) => ({
    body: id,
    look: 'horse',
    at: [x * 60, (5 - y) * 60],
    turn: facing,
    half: [20, 20],
    stack: bodies
      .filter(({ at }) => at[0] === x && at[1] === y)
      .map((body) => body.id)
      .reverse(),
  }));

function shown(more: Partial<MapProps> = {}) {
  const told = { onbody: vi.fn(), onhover: vi.fn(), onplace: vi.fn(), onground: vi.fn(), ondrag: vi.fn() };
  const bodies = more.bodies ?? [horse(1, 1), horse(2, 3)];
  const props: MapProps = {
    ground: GROUND,
    bodies,
    pieces: lying(bodies),
    zones: [],
    overlays: [],
    lights: new globalThis.Map(),
    places: [],
    ghosts: [],
    links: [],
    show: { numbers: true, names: true, grid: true },
    focus: null,
    draggable: null,
    reduced: true,
    ...told,
    ...more,
  };
  return { ...render(Map, props), ...told };
}

const point = (x: number, y: number) => ({ pointerId: 1, button: 0, clientX: x, clientY: y, pointerType: 'mouse' });

describe('the map', () => {
  it('tells a body in words: name, side, strength, state, hex', () => {
    const { getByRole } = shown();
    const label = getByRole('button', { name: /Horse 1/ }).getAttribute('aria-label')!;
    for (const word of ['The King', '4-7', 'no pistols', 'may act', '0100', 'north-east'])
      expect(label).toContain(word);
  });

  it('shows the ground and the looks that the server drew, in the colours of the side', () => {
    keep({ horse: '<path class="m-coat" d="M0 0h1"/>' });
    const { container } = shown({ bodies: [horse(1, 1), horse(2, 3, { standing: 'spent', facing: 180 })] });
    expect(container.querySelector('.m-ground .m-wash')).not.toBeNull();
    const [first, second] = [1, 2].map((id) => container.querySelector(`[data-body="${id}"]`)!);
    expect(first!.querySelector('.m-coat')).not.toBeNull();
    const style = (body: Element) => body.querySelector('.piece')!.getAttribute('style');
    expect(style(first!)).toContain('--coat: #b03a2e');
    expect(style(second!)).toContain('--coat: #999999');
    expect([first, second].map((body) => body!.classList.contains('head-down'))).toEqual([false, true]);
  });

  it('says which body was tapped, and which was chosen by key', async () => {
    const { getByRole, onbody } = shown();
    const first = getByRole('button', { name: /Horse 1/ });
    await fireEvent.pointerDown(first, point(100, 100));
    await fireEvent.pointerUp(first, point(101, 100));
    expect(onbody).toHaveBeenLastCalledWith(1);
    await fireEvent.keyDown(getByRole('button', { name: /Horse 2/ }), { key: 'Enter' });
    expect(onbody).toHaveBeenLastCalledWith(2);
  });

  it('leaves Enter to the question after a click', async () => {
    const { getByRole, onbody } = shown();
    const first = getByRole('button', { name: /Horse 1/ });
    await fireEvent.pointerDown(first, point(100, 100));
    await fireEvent.mouseDown(first);
    await fireEvent.pointerUp(first, point(100, 100));
    expect(document.activeElement).toBe(getByRole('application'));
    await fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
    expect(onbody).toHaveBeenCalledTimes(1);
  });

  it('pans when dragged, and does not take that for a tap', async () => {
    const { getByRole, container, onbody, onground } = shown();
    const world = container.querySelector<HTMLElement>('.world')!;
    const before = world.style.transform;
    const first = getByRole('button', { name: /Horse 1/ });
    await fireEvent.pointerDown(first, point(100, 100));
    await fireEvent.pointerMove(first, point(140, 120));
    await fireEvent.pointerUp(first, point(140, 120));
    expect(world.style.transform).not.toBe(before);
    expect(onbody).not.toHaveBeenCalled();
    expect(onground).not.toHaveBeenCalled();
  });

  it('says where bare ground was tapped', async () => {
    const { getByRole, onground } = shown();
    const map = getByRole('application');
    await fireEvent.pointerDown(map, point(400, 300));
    await fireEvent.pointerUp(map, point(400, 300));
    const [at] = onground.mock.lastCall as [Point];
    expect(at[0]).toBeGreaterThan(1);
    expect(at[0]).toBeLessThan(5);
  });

  it('opens a list where several stand together', async () => {
    const { getByRole, queryByRole, onbody } = shown({ bodies: [horse(1, 1), horse(2, 1)] });
    const first = getByRole('button', { name: /^Horse 1,/ });
    await fireEvent.pointerDown(first, point(100, 100));
    await fireEvent.pointerUp(first, point(100, 100));
    const list = getByRole('group', { name: 'Who stands here' });
    expect(list.querySelectorAll('button')).toHaveLength(2);
    await fireEvent.click(list.querySelectorAll('button')[0]!);
    expect(onbody).toHaveBeenLastCalledWith(2);
    expect(queryByRole('group', { name: 'Who stands here' })).toBeNull();
  });

  it('offers places as buttons', async () => {
    const place = {
      key: 'there',
      at: [2, 2] as Point,
      facing: 0,
      label: '3',
      tone: 'open' as const,
      title: 'to 0101, 3 points',
    };
    const { getByRole, onplace } = shown({
      places: [place, { ...place, key: 'turned', facing: 60, title: 'to 0101, turned' }],
    });
    const button = getByRole('button', { name: 'to 0101, 3 points' });
    await fireEvent.pointerDown(button, point(50, 50));
    await fireEvent.pointerUp(button, point(50, 50));
    expect(onplace).toHaveBeenLastCalledWith('there');
    await fireEvent.keyDown(getByRole('button', { name: 'to 0101, turned' }), { key: ' ' });
    expect(onplace).toHaveBeenLastCalledWith('turned');
  });

  it('drags the body that may be dragged, by hand', async () => {
    const { getByRole, ondrag } = shown({ draggable: 1 });
    const first = getByRole('button', { name: /Horse 1/ });
    await fireEvent.pointerDown(first, point(100, 100));
    await fireEvent.pointerMove(first, point(160, 100));
    const [aim, phase] = ondrag.mock.lastCall!;
    expect(phase).toBe('move');
    expect(aim.body).toBe(1);
    expect(aim.at[0]).toBeGreaterThan(1);
    expect(aim.at[1]).toBeCloseTo(2);
    await fireEvent.pointerUp(first, point(160, 100));
    expect(ondrag.mock.lastCall![1]).toBe('drop');
  });

  it('takes hold of one that may be chosen, with a finger only after it has rested there', async () => {
    const { getByRole, ondrag } = shown({ liftable: new Set([2]) });
    const [first, second] = [1, 2].map((id) => getByRole('button', { name: new RegExp(`Horse ${id}`) }));
    const drag = async (body: HTMLElement, more: object) => {
      await fireEvent.pointerDown(body, { ...point(200, 200), ...more });
      await fireEvent.pointerMove(body, { ...point(240, 240), ...more });
      await fireEvent.pointerUp(body, { ...point(240, 240), ...more });
      return ondrag.mock.calls.splice(0).map(([aim, phase]) => `${aim.body} ${phase}`);
    };
    expect(await drag(second!, {})).toEqual(['2 move', '2 drop']);
    expect(await drag(first!, {})).toEqual([]);
    expect(await drag(second!, { pointerType: 'touch' })).toEqual([]);
  });

  it('says once that a body is selected, or what it may do', () => {
    const bodies = [horse(1, 1, { standing: 'selected' }), horse(2, 3)];
    const lights = new globalThis.Map([
      [1, 'selected' as const],
      [2, 'choice' as const],
    ]);
    const { getByRole } = shown({ bodies, lights });
    const label = (id: number) => getByRole('button', { name: new RegExp(`Horse ${id}`) }).getAttribute('aria-label')!;
    expect(label(1).match(/selected/g)).toHaveLength(1);
    expect(label(2)).toContain('may be chosen');
    expect(label(2)).not.toContain('may act');
  });

  it('drags it by keys: lifted, carried, turned, put down or taken back', async () => {
    const { getByRole, ondrag } = shown({ draggable: 1 });
    const first = getByRole('button', { name: /Horse 1/ });
    for (const key of [' ', 'ArrowRight', 'e']) await fireEvent.keyDown(first, { key });
    expect(ondrag.mock.lastCall).toEqual([{ body: 1, at: [2, 2], facing: 120 }, 'move']);
    await fireEvent.keyDown(first, { key: 'Enter' });
    expect(ondrag.mock.lastCall![1]).toBe('drop');
    for (const key of [' ', 'Escape']) await fireEvent.keyDown(first, { key });
    expect(ondrag.mock.lastCall![1]).toBe('cancel');
  });

  it('zooms, moves and fits by keys', async () => {
    const { getByRole, container } = shown();
    const map = getByRole('application');
    const width = () => parseFloat(container.querySelector<SVGElement>('.sheet')!.style.width);
    const before = width();
    await fireEvent.keyDown(map, { key: '+' });
    expect(width()).toBeGreaterThan(before);
    await fireEvent.keyDown(map, { key: '0' });
    const whole = width();
    // A battle opens on those who fight it; the whole map is further off.
    expect(whole).toBeLessThan(before);
    for (const key of ['+', '0']) await fireEvent.keyDown(map, { key });
    expect(width()).toBeCloseTo(whole);
    const world = container.querySelector<HTMLElement>('.world')!;
    const at = world.style.transform;
    await fireEvent.keyDown(map, { key: 'ArrowLeft' });
    expect(world.style.transform).not.toBe(at);
  });

  it('zooms under the wheel', async () => {
    const { getByRole, container } = shown();
    await fireEvent.wheel(getByRole('application'), { deltaY: -200, clientX: 10, clientY: 10 });
    expect(container.querySelector<HTMLElement>('.world')!.style.transform).toContain('scale');
  });

  it('shows lights, ghosts, arrows and the map of the fighting', () => {
    const { container } = shown({
      lights: new globalThis.Map([
        [1, 'target'],
        [2, 'selected'],
      ]),
      ghosts: [{ ghost: { body: 1, at: [2, 2], facing: 0, parts: [] }, tone: 'bad', label: 'not there' }],
      links: [{ from: [1, 2], to: [3, 2], tone: 'bad' }],
      heat: [{ at: [2, 2], side: 0, weight: 3 }],
      overlays: [
        {
          name: 'reach',
          side: 0,
          fire: null,
          outline: [
            [1, 1],
            [2, 1],
            [2, 2],
          ],
        },
      ],
    });
    expect(container.querySelector('[data-body="1"] .brackets')).not.toBeNull();
    expect(container.querySelector('[data-body="2"]')!.classList).toContain('selected');
    expect(container.querySelector('.ghost.bad')!.textContent).toContain('not there');
    expect(container.querySelector('.link.bad')).not.toBeNull();
    expect(container.querySelector('.heat')).not.toBeNull();
    expect(container.querySelector('.zone.names')!.textContent).toContain('reach');
    // Written once: two names upon each other cannot be read.
    expect([...container.querySelectorAll('text')].filter((text) => text.textContent === 'reach')).toHaveLength(1);
  });

  it('draws a table too', () => {
    const { getByRole, container } = shown({
      ground: {
        ...GROUND,
        field: { kind: 'table', width: 1200, height: 900, ruler: 25.4, ruler_name: 'inch' },
      },
      bodies: [horse(1, 254, { at: [254, 127], strength: '12 riders' })],
      pieces: [{ body: 1, look: 'horse', at: [254, 773], turn: 60, shows: [2, 0.5] }],
    });
    expect(getByRole('button', { name: /at 10 by 5 inch/ })).toBeTruthy();
    expect(container.querySelector('.labels')!.textContent).toContain('12 riders');
    // From this far a sign stands for the figures.
    const { classList } = container.querySelector('[data-body]')!;
    expect([classList.contains('near'), classList.contains('signed')]).toEqual([false, true]);
  });
});
