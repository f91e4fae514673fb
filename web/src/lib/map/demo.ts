// The map by itself, for looking at it while developing: `npm run dev`, then /src/lib/map/demo.html?battle=naseby with a
// server beside it. `show=lights` lights something of every kind; `show=heat` shows a map of the fighting.

import { mount } from 'svelte';
import '../../theme.css';
import type { BattlePage, Body, Plate, Point } from '../types';
import { keep } from './looks';
import Map from './Map.svelte';
import type { Light, MapProps, Place, ShownGhost } from './types';

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

const answer = await fetch(`/api/shelf/${asked.get('battle') ?? 'naseby'}`);
const { plate } = (await answer.json()) as BattlePage;
keep(plate.looks);

const told: string[] = [];
const tell = (what: string) => {
  told.push(what);
  document.documentElement.dataset['told'] = told.slice(-8).join(' | ');
};

const target = document.createElement('div');
target.style.height = '100%';
document.body.append(target);
const props: MapProps = {
  ground: plate.ground,
  bodies: plate.bodies,
  pieces: plate.pieces,
  zones: plate.zones,
  overlays: [],
  lights: new globalThis.Map<number, Light>(),
  places: [],
  ghosts: [],
  links: [],
  show: { numbers: true, names: true, grid: true },
  focus: null,
  draggable: null,
  reduced: false,
  onbody: (id) => tell(`body ${id}`),
  onhover: (id) => tell(`hover ${id}`),
  onplace: (key) => tell(`place ${key}`),
  onground: (at) => tell(`ground ${at.map((v) => v.toFixed(2))}`),
  ondrag: (aim, phase) => tell(`${phase} ${aim.body} ${aim.at.map((v) => v.toFixed(1))} ${aim.facing?.toFixed(0)}`),
  ...(asked.get('show') === 'lights' ? lit(plate) : {}),
  ...(asked.get('show') === 'heat' ? { heat: fighting(plate) } : {}),
};
const map = mount(Map, { target, props });
Object.assign(globalThis, { map });

function lit(plate: Plate): Partial<MapProps> {
  const first = plate.bodies.find((body) => body.parts.length > 0 && body.side === 1) ?? plate.bodies[0]!;
  const foes = plate.bodies.filter((body) => body.side !== first.side && body.parts.length > 0);
  const friends = plate.bodies.filter((body) => body.side === first.side && body !== first);
  const lights = new globalThis.Map<number, Light>([[first.id, 'selected']]);
  for (const body of friends.slice(0, 4)) lights.set(body.id, 'choice');
  for (const body of foes.slice(0, 2)) lights.set(body.id, 'target');
  for (const body of foes.slice(2, 4)) lights.set(body.id, 'threatened');
  for (const body of foes.slice(4, 6)) lights.set(body.id, 'mentioned');
  return {
    lights,
    draggable: first.id,
    places: reachable(plate, first),
    ghosts: ghostsOf(plate, first),
    links: [
      { from: first.at, to: foes[0]!.at, tone: 'bad' },
      { from: first.at, to: foes[1]!.at, tone: 'good' },
    ],
    overlays: [
      {
        name: 'command radius',
        side: first.side,
        fire: null,
        outline: round(first.at, plate.ground.field.kind === 'hexes' ? 4 : 250),
      },
    ],
  };
}

function round([x, y]: Point, r: number): Point[] {
  return Array.from({ length: 36 }, (_, i) => [
    x + r * Math.sin((i * Math.PI) / 18),
    y + r * Math.cos((i * Math.PI) / 18),
  ]);
}

function reachable(plate: Plate, body: Body): Place[] {
  const tones = ['open', 'contested', 'far'] as const;
  if (plate.ground.field.kind === 'hexes') {
    return plate.ground.field.cells
      .map((cell) => ({ cell, off: Math.hypot(cell.at[0] - body.at[0], cell.at[1] - body.at[1]) }))
      .filter(({ off }) => off > 0.5 && off < 3.2)
      .flatMap(({ cell, off }) =>
        (off < 1.2 ? [0, 60, 120, 180, 240, 300] : off < 2.2 ? [0, 300] : [0]).map((facing) => ({
          key: `${cell.number} ${facing}`,
          at: cell.at,
          facing,
          label: String(Math.round(off)),
          tone: off > 2.5 ? tones[2] : cell.at[0] > body.at[0] + 1 ? tones[1] : tones[0],
          title: `to ${cell.number}, ${Math.round(off)} points`,
        })),
      );
  }
  return [1, 2, 3].map((i) => ({
    key: `place ${i}`,
    at: [body.at[0] + (i - 2) * 120, body.at[1] + 150],
    facing: i === 2 ? null : 0,
    label: `${i}"`,
    tone: tones[i - 1]!,
    title: `advance ${i} inches`,
  }));
}

function ghostsOf(plate: Plate, body: Body): ShownGhost[] {
  const step = plate.ground.field.kind === 'hexes' ? 1 : 130;
  const moved = (dx: number, dy: number) => ({
    body: body.id,
    at: [body.at[0] + dx, body.at[1] + dy] as Point,
    facing: body.facing,
    parts: body.parts.map((part) => part.corners.map(([x, y]) => [x + dx, y + dy])) as ShownGhost['ghost']['parts'],
  });
  return [
    { ghost: moved(-2 * step, 2 * step), tone: 'good', label: '3 points, contact' },
    { ghost: moved(2 * step, 2 * step), tone: 'bad', label: 'through friends' },
  ];
}

function fighting(plate: Plate): NonNullable<MapProps['heat']> {
  return plate.bodies.map((body, i) => ({ at: body.at, side: body.side, weight: 1 + (i % 7) }));
}
