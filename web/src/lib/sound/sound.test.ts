import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AS_DELIVERED, settings } from '../settings/settings.svelte';
import { body, GROUND, told } from '../table/fixtures';
import type { Body, Corners, Field } from '../types';
import { heard } from './heard';
import { SCORE, type Sound } from './score';

/** A stage that keeps a record: when sources start and stop, and what their gains are told. */
class Param {
  value = 1;
  readonly told: { value: number; at: number }[] = [];
  setValueAtTime(value: number, at: number) {
    this.told.push({ value, at });
  }
  linearRampToValueAtTime(value: number, at: number) {
    this.told.push({ value, at });
  }
  exponentialRampToValueAtTime(value: number, at: number) {
    if (value <= 0) throw new RangeError('an exponential ramp never gets to nothing');
    this.told.push({ value, at });
  }
}

class Recorder {
  sampleRate = 800;
  currentTime = 5;
  state = 'running';
  destination = {};
  readonly sources: { start: number; stop: number }[] = [];
  readonly gains: Param[] = [];
  #node(more: object = {}) {
    return { connect: (next: object) => next, ...more };
  }
  #source() {
    const times = { start: NaN, stop: NaN };
    this.sources.push(times);
    return this.#node({
      frequency: new Param(),
      detune: new Param(),
      start: (at: number) => (times.start = at),
      stop: (at: number) => (times.stop = at),
    });
  }
  createOscillator = () => this.#source();
  createBufferSource = () => this.#source();
  createBiquadFilter = () => this.#node({ frequency: new Param(), Q: new Param() });
  createStereoPanner = () => this.#node({ pan: new Param() });
  createConvolver = () => this.#node();
  createGain = () => {
    const gain = new Param();
    this.gains.push(gain);
    return this.#node({ gain });
  };
  createBuffer = (_channels: number, length: number) => {
    const samples = new Float32Array(length);
    return { getChannelData: () => samples };
  };
}

function performed(sound: Sound): Recorder {
  const audio = new Recorder();
  const node = { connect: (next: object) => next };
  SCORE[sound].perform({ audio, out: node, air: node } as never, 5);
  return audio;
}

it.each(Object.keys(SCORE) as Sound[])('%s is heard, and ends when it says', (sound) => {
  const { sources, gains } = performed(sound);
  expect(sources.length).toBeGreaterThan(1);
  for (const { start, stop } of sources) {
    expect(start).toBeGreaterThanOrEqual(5);
    expect(stop).toBeGreaterThan(start);
    expect(stop).toBeLessThanOrEqual(5 + SCORE[sound].seconds);
  }
  const courses = gains.filter((gain) => gain.told.length > 0);
  expect(courses.length).toBeGreaterThan(0);
  for (const { value, told } of courses) {
    // Nothing clicks: it rises from silence, is never louder than the whole, and dies away.
    expect(value).toBe(0);
    expect(told[0]?.value).toBe(0);
    expect(Math.max(...told.map((event) => event.value))).toBeLessThan(1);
    expect(told.at(-1)?.value).toBeLessThan(0.001);
  }
});

it('is the same sound every time', () => {
  expect(performed('musket').sources).toEqual(performed('musket').sources);
});

const made: Recorder[] = [];

beforeEach(() => {
  vi.resetModules();
  made.length = 0;
  vi.stubGlobal(
    'AudioContext',
    class extends Recorder {
      constructor() {
        super();
        made.push(this);
      }
    },
  );
  Object.assign(settings.likes, AS_DELIVERED);
});
afterEach(() => vi.unstubAllGlobals());

it('plays at the volume that is wished for, later if that is wished', async () => {
  const [{ play }, { settings: fresh }] = await Promise.all([import('./sound'), import('../settings/settings.svelte')]);
  fresh.likes.volume = 0.3;
  play('knock', 2);
  expect(made).toHaveLength(1);
  expect(made[0]?.gains[0]?.value).toBe(0.3);
  expect(Math.min(...(made[0]?.sources ?? []).map(({ start }) => start))).toBeGreaterThanOrEqual(7);
  play('dice');
  expect(made).toHaveLength(1);
});

it('is silent when sounds are off or the volume is nothing', async () => {
  const [{ play }, { settings: fresh }] = await Promise.all([import('./sound'), import('../settings/settings.svelte')]);
  fresh.likes.sound = false;
  play('cannon');
  Object.assign(fresh.likes, { sound: true, volume: 0 });
  play('cannon');
  expect(made).toHaveLength(0);
});

const block = (id: number, side: number, x: number, y: number, more: Partial<Body> = {}): Body => {
  const corners: Corners = [
    [x, y],
    [x + 4, y],
    [x + 4, y - 1],
    [x, y - 1],
  ];
  return body(id, side, { at: [x + 2, y - 0.5], parts: [{ corners }] as never, ...more });
};
const table = { kind: 'table', width: 40, height: 30, ruler: 1 } as unknown as Field;
const entry = (bodies: number[], dice = [3]) => ({
  rule: 'XX 1',
  title: '',
  bodies,
  lines: [],
  dice,
  total: null,
  result: '',
});

it('hears who met whom: guns, a volley, hand to hand, or dice alone', () => {
  const bodies = new Map(
    [
      block(1, 0, 0, 0, { symbol: 'shot' }),
      block(2, 1, 1, 1.1),
      block(3, 1, 0, 9),
      block(4, 0, 20, 0, { symbol: 'guns' }),
      block(5, 0, 4, 0),
    ].map((one) => [one.id, one]),
  );
  const sound = (...entries: ReturnType<typeof entry>[]) => heard(told(1, { entries }), bodies, table);
  expect(sound(entry([1, 2]))).toBe('clash');
  expect(sound(entry([1, 3]))).toBe('musket');
  expect(sound(entry([4, 3]))).toBe('cannon');
  expect(sound(entry([1, 5]))).toBe('dice');
  expect(sound(entry([1, 3], []))).toBe('dice');
  expect(sound(entry([1]), entry([4, 3]))).toBe('cannon');
});

it('hears swords of horse in the next hex, and shot from foot', () => {
  const next = body(9, 1, { at: [2, 1] });
  const near = (symbol: Body['symbol'], at: [number, number] = [1, 1]) =>
    heard(
      told(1, { entries: [entry([1, 9])] }),
      new Map([
        [1, body(1, 0, { symbol, at })],
        [9, next],
      ]),
      GROUND.field,
    );
  expect(near('horse')).toBe('clash');
  expect(near('pike-and-shot')).toBe('musket');
  expect(near('horse', [6, 1])).toBe('musket');
});
