import type { Body, Ghost, Ground, Point, Zone } from '../types';

export interface Place {
  key: string;
  at: Point;
  facing: number | null;
  label: string;
  tone: 'open' | 'contested' | 'far';
  title: string;
}
export interface ShownGhost {
  ghost: Ghost;
  tone: 'plain' | 'good' | 'bad';
  label: string;
}
export type Light = 'selected' | 'choice' | 'target' | 'threatened' | 'mentioned';
export interface MapProps {
  ground: Ground;
  bodies: Body[];
  zones: Zone[];
  overlays: Zone[];
  lights: ReadonlyMap<number, Light>;
  places: Place[];
  ghosts: ShownGhost[];
  links: { from: Point; to: Point; tone: 'plain' | 'good' | 'bad' }[];
  heat?: { at: Point; side: number; weight: number }[];
  show: { numbers: boolean; names: boolean; grid: boolean };
  focus: { at: Point; nonce: number } | null;
  draggable: number | null;
  reduced: boolean;
  onbody?: (id: number) => void;
  onhover?: (id: number | null, at: { x: number; y: number } | null) => void;
  onplace?: (key: string) => void;
  onground?: (at: Point) => void;
  ondrag?: (aim: { body: number; at: Point; facing: number | null }, phase: 'move' | 'drop' | 'cancel') => void;
}
