// What the map is given, and what it tells.

import type { Body, Ghost, Ground, Piece, Point, Zone } from '../types';

export interface Place {
  key: string;
  at: Point;
  facing: number | null;
  label: string;
  /** `harms`: whoever goes there loses some of his order. */
  tone: 'open' | 'contested' | 'harms' | 'far';
  title: string;
}

export interface ShownGhost {
  ghost: Ghost;
  tone: 'plain' | 'good' | 'wary' | 'bad';
  label: string;
}

/** What several bodies are turned by: their middle, the way they look as a whole, and how far they are turned already. */
export interface Grip {
  at: Point;
  facing: number;
  turn: number;
}

export type Light = 'selected' | 'choice' | 'target' | 'threatened' | 'mentioned';

export interface MapProps {
  ground: Ground;
  bodies: Body[];
  /** Where they lie and what they look like, in the order in which they are drawn. */
  pieces: Piece[];
  zones: Zone[];
  overlays: Zone[];
  /** How bodies stand out, beyond their own standing. */
  lights: ReadonlyMap<number, Light>;
  /** Where one may click: reachable places with cost and facing. */
  places: Place[];
  ghosts: ShownGhost[];
  /** Arrows: routes, targets. */
  links: { from: Point; to: Point; tone: 'plain' | 'good' | 'bad' }[];
  /** Which of the commands of its side a body belongs to, counted from 0. */
  wings?: ReadonlyMap<number, number>;
  /** The map of the fighting. */
  heat?: { at: Point; side: number; weight: number }[];
  show: { numbers: boolean; names: boolean; grid: boolean };
  /** Bring into view, gently. */
  focus: { at: Point; nonce: number } | null;
  /** The body that may be dragged now. */
  draggable: number | null;
  /** Bodies that taking hold of chooses. */
  liftable?: ReadonlySet<number>;
  /** Whether it can be turned where it stands. */
  turnable?: boolean;
  /** Bodies that are carried together: taking hold of one moves all. */
  group?: ReadonlySet<number>;
  /** Where they are turned as a whole; none where nobody can be turned. */
  grip?: Grip | null;
  /** A key on the handle turns them by a step. */
  onwheel?: (by: number) => void;
  /** The pointer draws a rectangle around bodies instead of moving the map. */
  marquee?: boolean;
  /** No animation. */
  reduced: boolean;
  onbody?: (id: number) => void;
  /** With Shift, or a long press: one more of several. */
  onadd?: (id: number) => void;
  /** Those in a rectangle. */
  onmarquee?: (ids: number[]) => void;
  /** The tool for rectangles was pressed. */
  ontool?: () => void;
  onhover?: (id: number | null, at: { x: number; y: number } | null) => void;
  onplace?: (key: string) => void;
  onground?: (at: Point) => void;
  ondrag?: (aim: { body: number; at: Point; facing: number | null }, phase: 'move' | 'drop' | 'cancel') => void;
}
