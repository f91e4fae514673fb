// The window on the sheet: where one looks, how near, and how the view follows the window, the focus and the hand.

import type { Body, Point } from '../types';
import {
  between,
  brought,
  centred,
  eased,
  fitted,
  kept,
  limits,
  panned,
  snug,
  toScreen,
  toSheet,
  zoomed,
  type Camera,
  type Limits,
  type Size,
} from './camera';
import { boxOf, middleOf, type Box } from './geometry';
import type { Sheet } from './sheet';

/** What the window looks at. */
export interface Looked {
  readonly sheet: Sheet;
  readonly bodies: readonly Body[];
  /** Whether somebody plays on it; else it is a picture. */
  readonly played: boolean;
  readonly reduced: boolean;
}

/** Hexes around the bodies that are in sight at first, and how much nearer than the whole sheet one looks at most. */
const AROUND = 150;
const NEARER = 1.7;
/** What a hand is to take hold of keeps so many pixels from the edge of the window. */
const GRASP = 26;
/** After so many milliseconds without a change of scale the sheet is laid out anew. */
const RESTS = 140;

export class Lens {
  size = $state.raw<Size>({ w: 0, h: 0 });
  camera = $state.raw<Camera>({ k: 0.5, x: 0, y: 0 });
  /** The scale at which the sheet is laid out; it follows the camera when that comes to rest. */
  k = $state(0.5);

  readonly #of: Looked;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #gliding = 0;
  /** Whether the view is still the one the map chose: then it is chosen anew when the window changes. */
  #chosen: (() => Camera) | null = () => this.#opening();

  constructor(of: Looked) {
    this.#of = of;
  }

  readonly bounds: Limits = $derived.by(() => {
    const { sheet } = this.#of;
    const near = sheet.kind === 'hexes' ? 2.6 : Math.max(2, 900 / (60 * sheet.u * 8));
    return limits(sheet.paper, this.size, near);
  });
  /** Whether one looks nearer than at the whole. */
  readonly zoomedIn: boolean = $derived.by(() => this.size.w > 0 && this.k > this.whole().k * 1.25);

  toSheet(at: Point): Point {
    return toSheet(this.camera, at);
  }

  /** A place of the sheet, or the nearest to it that lies well within the window. */
  within(at: Point): Point {
    const [x, y] = toScreen(this.camera, at);
    const kept = (v: number, most: number): number => Math.max(GRASP, Math.min(most - GRASP, v));
    return this.size.w === 0 ? at : toSheet(this.camera, [kept(x, this.size.w), kept(y, this.size.h)]);
  }

  /** Where a place of the field lies in the window. */
  screenOf(at: Point): Point {
    return toScreen(this.camera, this.#of.sheet.place(at));
  }

  // --- Looking

  settle(): void {
    clearTimeout(this.#resting);
    this.k = this.camera.k;
  }

  look(next: Camera): void {
    this.camera = kept(next, this.#of.sheet.paper, this.size);
    if (this.camera.k !== this.k) {
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => this.settle(), RESTS);
    }
  }

  /** Somebody looks where he likes, from here on. */
  lookAt(next: Camera): void {
    this.#chosen = null;
    this.look(next);
  }

  glide(to: Camera, slow = 260): void {
    this.hold();
    const goal = kept(to, this.#of.sheet.paper, this.size);
    if (this.#of.reduced || this.size.w === 0) {
      this.look(goal);
      this.settle();
      return;
    }
    const [from, began] = [this.camera, performance.now()];
    const step = (now: number): void => {
      const done = Math.min(1, Math.max(0, (now - began) / slow));
      this.look(done === 1 ? goal : between(from, goal, eased(done), this.size));
      if (done < 1) this.#gliding = requestAnimationFrame(step);
      else this.settle();
    };
    this.#gliding = requestAnimationFrame(step);
  }

  glideTo(next: Camera, slow?: number): void {
    this.#chosen = null;
    this.glide(next, slow);
  }

  /** What glides stands still. */
  hold(): void {
    cancelAnimationFrame(this.#gliding);
  }

  close(): void {
    clearTimeout(this.#resting);
    this.hold();
  }

  fit(): void {
    this.#chosen = () => this.whole();
    this.glide(this.whole());
  }

  zoom(by: number): void {
    this.glideTo(zoomed(this.camera, by, [this.size.w / 2, this.size.h / 2], this.bounds), 160);
  }

  centre(at: Point): void {
    this.glideTo(centred(this.camera, this.#of.sheet.place(at), this.size));
  }

  /** As far as it takes to have a place in the window, and no farther. */
  bring(at: Point): void {
    if (this.size.w === 0) return;
    const { sheet } = this.#of;
    const next = brought(this.camera, sheet.place(at), sheet.paper, this.size);
    if (next.x !== this.camera.x || next.y !== this.camera.y) this.glideTo(next);
  }

  /** Another ground: one begins anew. */
  begin(): void {
    if (this.size.w === 0) return;
    this.#chosen = () => this.#opening();
    this.camera = this.#opening();
    this.settle();
  }

  resized(w: number, h: number): void {
    if (w === 0 || h === 0) return;
    const before = this.size;
    this.size = { w, h };
    if (this.#chosen) {
      this.camera = this.#chosen();
      this.settle();
    } else {
      this.look(panned(this.camera, [(w - before.w) / 2, (h - before.h) / 2]));
    }
  }

  // --- What one looks at first

  /** On a small window the field alone; where there is room, the whole sheet with its margin. */
  whole(): Camera {
    const { sheet, played } = this.#of;
    const { frame, paper, u } = sheet;
    const rim = (sheet.hexes ? 14 : 22) * u;
    const bare: Box = { x: frame.x - rim, y: frame.y - rim, w: frame.w + 2 * rim, h: frame.h + 2 * rim };
    // A plate that nobody plays on is a picture, and keeps its margin.
    return fitted(played && Math.min(this.size.w, this.size.h) < 560 ? bare : paper, this.size, 4);
  }

  /** On hexes one begins with those who stand there, and enough ground around them to fight on. */
  #nearerToBodies(all: Camera): Camera {
    const { sheet, bodies } = this.#of;
    const { x, y, w, h } = boxOf(bodies.map((body) => sheet.place(body.at)));
    const box: Box = { x: x - AROUND, y: y - AROUND, w: w + 2 * AROUND, h: h + 2 * AROUND };
    const near = Math.min(fitted(box, this.size, 4).k, all.k * NEARER);
    if (near < all.k * 1.15) return all;
    return snug(centred({ ...all, k: near }, middleOf(box), this.size), sheet.paper, this.size);
  }

  /** Where the window and the sheet are of very different shapes, one begins nearer, where the fighting is. */
  #opening(): Camera {
    const { sheet, bodies } = this.#of;
    const all = this.whole();
    if (sheet.hexes && bodies.length > 0) return this.#nearerToBodies(all);
    const cover = Math.max(this.size.w / sheet.paper.w, this.size.h / sheet.paper.h);
    const small = Math.max(sheet.frame.w, sheet.frame.h) * all.k < 600;
    if (!small || cover / all.k < 1.6 || bodies.length === 0) return all;
    const near = all.k ** 0.35 * cover ** 0.65;
    const asked = bodies.filter((body) => body.standing === 'selected' || body.standing === 'ready');
    const box = boxOf((asked.length > 0 ? asked : bodies).map((body) => sheet.place(body.at)));
    return snug(centred({ ...all, k: near }, middleOf(box), this.size), sheet.paper, this.size);
  }
}
