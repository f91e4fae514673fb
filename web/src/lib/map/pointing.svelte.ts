// Pointers, fingers and keys over the map: who or what they point at, what they drag, and how they move the window.

import type { Body, Piece, Point } from '../types';
import { panned, showing, toSheet, zoomed, type Camera } from './camera';
import { isLeader, type Formation } from './formation';
import { along, contains, distance, facingOf, sub } from './geometry';
import type { Lens } from './lens.svelte';
import type { Sheet } from './sheet';
import type { Grip, MapProps } from './types';

/** What lies under the pointers. */
export interface Field extends Pick<
  MapProps,
  | 'bodies'
  | 'pieces'
  | 'places'
  | 'lights'
  | 'draggable'
  | 'liftable'
  | 'group'
  | 'grip'
  | 'marquee'
  | 'onadd'
  | 'onmarquee'
  | 'onbody'
  | 'onhover'
  | 'onplace'
  | 'onground'
  | 'ondrag'
> {
  readonly root: HTMLElement;
  readonly sheet: Sheet;
  readonly pieces: Piece[];
  /** On an open table: what bodies cover. */
  readonly formations: readonly Formation[];
}

export interface Held {
  body: number;
  at: Point;
  facing: number | null;
}

/** Several bodies in one place, to be picked from. */
export interface Stack {
  ids: number[];
  x: number;
  y: number;
}

interface Under {
  body: number | null;
  place: string | null;
  handle: boolean;
}

interface Press extends Under {
  pointer: number;
  /** When it began. */
  since: number;
  from: Point;
  camera: Camera;
  moved: 'not' | 'pan' | 'drag' | 'marquee' | 'added';
  /** With Shift: one more of several, or a rectangle around them. */
  more: boolean;
}

interface OnPage {
  clientX: number;
  clientY: number;
}

const WAYS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** A finger is so broad, in pixels. */
const FINGER = 16;
/** A finger that stays so long on a body before it moves takes hold of it; else it moves the map. */
const RESTS = 280;
/** A finger that stays so long on a body without moving adds it to those that are chosen. */
const LONG_PRESS = 480;
/** What is not a map although it lies on it. */
const APART = '.tools, .stack';

export class Pointing {
  panning = $state(false);
  stack = $state.raw<Stack | null>(null);
  held = $state.raw<Held | null>(null);
  /** Whether the keys carry the body that may be dragged. */
  lifted = $state(false);
  /** A body that is dragged without having been chosen before. */
  lifting: number | null = $state(null);
  /** The rectangle that is being drawn, in the window. */
  corners = $state.raw<[Point, Point] | null>(null);

  readonly #field: Field;
  readonly #lens: Lens;
  readonly #fingers = new Map<number, Point>();
  #press: Press | null = null;
  #pinch: { apart: number; camera: Camera; middle: Point } | null = null;
  #hovered: number | null = null;
  #longPress: ReturnType<typeof setTimeout> | undefined;
  /** What the handle of several was when it was taken hold of. */
  #grip: Grip | null = null;

  constructor(field: Field, lens: Lens) {
    this.#field = field;
    this.#lens = lens;
  }

  /** The body that may be dragged. */
  readonly dragged: Body | undefined = $derived.by(() => {
    const { draggable, bodies } = this.#field;
    const id = this.lifting ?? draggable;
    return id === null ? undefined : bodies.find((body) => body.id === id);
  });

  #here({ clientX, clientY }: OnPage): Point {
    const rect = this.#field.root.getBoundingClientRect();
    return [clientX - rect.left, clientY - rect.top];
  }

  #under(target: EventTarget | null): Under {
    const element = target instanceof Element ? target : null;
    const body = element?.closest('[data-body]')?.getAttribute('data-body');
    const place = element?.closest('[data-place]')?.getAttribute('data-place') ?? null;
    return { body: body ? Number(body) : null, place, handle: element?.closest('[data-handle]') !== null && !!element };
  }

  // --- Pointers

  down = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest(APART))) return;
    this.#lens.hold();
    this.stack = null;
    const at = this.#here(event);
    this.#fingers.set(event.pointerId, at);
    const { camera } = this.#lens;
    if (this.#fingers.size === 2) {
      if (this.#press?.moved === 'drag') this.#cancelDrag();
      const [a, b] = [...this.#fingers.values()] as [Point, Point];
      this.#pinch = { apart: Math.max(10, distance(a, b)), camera, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
      this.#press = null;
      return;
    }
    this.#press = {
      pointer: event.pointerId,
      from: at,
      camera,
      moved: 'not',
      since: event.timeStamp,
      more: event.shiftKey,
      ...this.#under(event.target),
    };
    clearTimeout(this.#longPress);
    const { body } = this.#press;
    if (event.pointerType === 'touch' && body !== null && this.#field.onadd) {
      this.#longPress = setTimeout(() => this.#addHeld(body), LONG_PRESS);
    }
  };

  #addHeld(body: number): void {
    if (this.#press?.body !== body || this.#press.moved !== 'not') return;
    this.#press.moved = 'added';
    this.#field.onadd?.(body);
  }

  #within([a, b]: [Point, Point]): number[] {
    const between = (one: number, other: number, value: number) =>
      value >= Math.min(one, other) && value <= Math.max(one, other);
    const inside = ({ at }: Body): boolean => {
      const [x, y] = this.#lens.screenOf(at);
      return between(a[0], b[0], x) && between(a[1], b[1], y);
    };
    return this.#field.bodies.filter(inside).map((body) => body.id);
  }

  /** A click chooses but leaves the keys to the question: Enter must not choose the same body again. */
  keepFocus = (event: MouseEvent): void => {
    const { body, place, handle } = this.#under(event.target);
    if (body === null && place === null && !handle) return;
    event.preventDefault();
    this.#field.root.focus({ preventScroll: true });
  };

  move = (event: PointerEvent): void => {
    const at = this.#here(event);
    if (this.#fingers.has(event.pointerId)) this.#fingers.set(event.pointerId, at);
    if (this.#pinch && this.#fingers.size >= 2) return this.#pinched(this.#pinch);
    const press = this.#press;
    if (!press) {
      if (event.pointerType !== 'touch' && !this.stack) this.#hover(this.#under(event.target).body, event);
      return;
    }
    if (press.pointer !== event.pointerId) return;
    if (press.moved === 'not' && distance(at, press.from) > (event.pointerType === 'touch' ? 8 : 4)) {
      this.#field.root.setPointerCapture(event.pointerId);
      clearTimeout(this.#longPress);
      const { marquee = false, onmarquee } = this.#field;
      const draws = onmarquee !== undefined && (marquee || press.more);
      const drags = !draws && (this.#turnsAll(press) || this.#takesHold(press) || this.#lifts(press, event));
      press.moved = drags ? 'drag' : draws ? 'marquee' : 'pan';
      this.panning = press.moved === 'pan';
      this.#hover(null, event);
    }
    if (press.moved === 'marquee') this.corners = [press.from, at];
    if (press.moved === 'pan') this.#lens.lookAt(panned(press.camera, sub(at, press.from)));
    if (press.moved === 'drag') this.#drag(at, press);
  };

  #pinched({ apart, camera, middle }: { apart: number; camera: Camera; middle: Point }): void {
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    const now: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const grown = zoomed(camera, distance(a, b) / apart, middle, this.#lens.bounds);
    this.#lens.lookAt(panned(grown, sub(now, middle)));
  }

  up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    if (this.#pinch) {
      if (this.#fingers.size < 2) this.#pinch = null;
      return;
    }
    const done = this.#press;
    const { corners } = this;
    clearTimeout(this.#longPress);
    this.#press = null;
    this.#grip = null;
    this.corners = null;
    this.panning = false;
    if (done?.pointer === event.pointerId) this.lifting = null;
    if (!done || done.pointer !== event.pointerId) return;
    if (event.type === 'pointercancel') {
      if (done.moved === 'drag') this.#cancelDrag();
      return;
    }
    if (done.moved === 'drag' && this.held) {
      const aim = this.held;
      this.held = null;
      this.#field.ondrag?.(aim, 'drop');
    } else if (done.moved === 'marquee' && corners) {
      this.#field.onmarquee?.(this.#within(corners));
    } else if (done.moved === 'not' && done.more && done.body !== null && this.#field.onadd) {
      this.#field.onadd(done.body);
    } else if (done.moved === 'not') {
      this.#tap(done, event);
    }
  };

  leave = (event: PointerEvent): void => this.#hover(null, event);

  unfocused = (): void => this.#hover(null, { clientX: 0, clientY: 0 });

  wheel = (event: WheelEvent): void => {
    if (event.target instanceof Element && event.target.closest('.stack')) return;
    event.preventDefault();
    this.#lens.hold();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const by = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    this.#lens.lookAt(zoomed(this.#lens.camera, by, this.#here(event), this.#lens.bounds));
  };

  #hover(id: number | null, { clientX, clientY }: OnPage): void {
    if (id === this.#hovered) return;
    this.#hovered = id;
    this.#field.onhover?.(id, id === null ? null : { x: clientX, y: clientY });
  }

  // --- Choosing

  #tap(done: Press, event: PointerEvent): void {
    const at = this.#here(event);
    if (done.place !== null) {
      this.#field.onplace?.(done.place);
      return;
    }
    if (done.body !== null && !done.handle) return this.#chosen(done.body, at);
    if (done.handle) return;
    const near = event.pointerType === 'touch' ? this.#nearby(at) : null;
    if (near === null) this.#field.onground?.(this.#field.sheet.back(this.#lens.toSheet(at)));
    else this.#chosen(near, at);
  }

  /** A finger is broad: whoever stands within its breadth is meant. */
  #nearby(at: Point): number | null {
    let [least, found] = [FINGER, null as number | null];
    for (const body of this.#field.bodies) {
      const off = distance(this.#lens.screenOf(body.at), at);
      if (off < least) [least, found] = [off, body.id];
    }
    return found;
  }

  /** Who is meant where a general stands on his regiment: the one of them that may be chosen. */
  #meant(id: number, ids: number[]): number {
    const { lights, sheet } = this.#field;
    const open = ids.filter((other) => ['choice', 'target', 'threatened'].includes(lights.get(other) ?? ''));
    return !lights.has(id) && open.length === 1 && !sheet.hexes ? open[0]! : id;
  }

  #chosen(top: number, at: Point): void {
    const all = this.#together(top, at);
    const id = this.#meant(top, all);
    const ids = id === top ? all : [id];
    if (ids.length > 1) this.unfocused();
    this.#field.onbody?.(id);
    const { w, h } = this.#lens.size;
    this.stack =
      ids.length > 1 ? { ids, x: Math.min(at[0], w - 260), y: Math.min(at[1], h - 44 * ids.length - 20) } : null;
  }

  /** Everybody who stands in the same place. */
  #together(id: number, at: Point): number[] {
    const { sheet, pieces, formations } = this.#field;
    if (sheet.hexes) return pieces.find((piece) => piece.body === id)?.stack ?? [id];
    const spot = this.#lens.toSheet(at);
    const reach = 9 * sheet.u;
    const found = formations.filter(
      ({ body, blocks, at: middle }) =>
        body.id === id ||
        blocks.some((block) => contains(block, spot)) ||
        (isLeader(body) && distance(middle, spot) < reach),
    );
    return found.map(({ body }) => body.id).reverse();
  }

  // --- Dragging

  /** Whether a body is dragged that may be chosen but is not. */
  #lifts({ body, place, since }: Press, { pointerType, timeStamp }: PointerEvent): boolean {
    const several = body !== null && this.#field.group?.has(body) === true;
    if (several) {
      this.lifting = body;
      return true;
    }
    if (body === null || place !== null || !this.#field.liftable?.has(body)) return false;
    if (pointerType === 'touch' && timeStamp - since < RESTS) return false;
    this.lifting = body;
    return true;
  }

  /** Whether the handle of several is pulled: one of them stands for all. */
  #turnsAll({ handle }: Press): boolean {
    const [first] = this.#field.group ?? [];
    if (!handle || first === undefined || !this.#field.grip) return false;
    this.lifting = first;
    this.#grip = this.#field.grip;
    return true;
  }

  #takesHold({ body, handle, from }: Press): boolean {
    const { draggable } = this.#field;
    return draggable !== null && (handle || body === draggable || this.#overDraggable(from));
  }

  /** Whether a point of the window lies on the body that may be dragged, whatever else lies on top of it. */
  #overDraggable(at: Point): boolean {
    const spot = this.#lens.toSheet(at);
    return this.dragged?.parts.some((part) => contains(part.corners.map(this.#field.sheet.place), spot)) ?? false;
  }

  #drag(at: Point, press: Press): void {
    const { dragged } = this;
    const { sheet, ondrag } = this.#field;
    if (!dragged) return;
    const spot = this.#lens.toSheet(at);
    const from = toSheet(press.camera, press.from);
    if (press.handle) {
      // All of them turn about their middle, as they stood when the hand took hold.
      const { at, facing } = this.#grip ?? dragged;
      const middle = sheet.place(at);
      const turned = facingOf(sub(spot, middle)) - facingOf(sub(from, middle));
      this.held = { body: dragged.id, at: dragged.at, facing: (facing + turned + 720) % 360 };
    } else {
      const grip = sub(from, sheet.place(dragged.at));
      this.held = { body: dragged.id, at: sheet.back(sub(spot, grip)), facing: null };
    }
    ondrag?.(this.held, 'move');
  }

  #cancelDrag(): void {
    if (this.held) {
      const aim = this.held;
      this.held = null;
      this.#field.ondrag?.(aim, 'cancel');
    }
    this.lifted = false;
    this.lifting = null;
    this.#press = null;
  }

  /** Nothing may be dragged any more; but what is just being chosen stays in the hand until it may. */
  drop(): void {
    if (this.lifting !== null) return;
    this.held = null;
    this.lifted = false;
  }

  // --- Keys

  /** A step of a lifted body: one hex, or one unit of the ruler. */
  #carry(way: Point, turn: number): void {
    const { dragged } = this;
    const { sheet, ondrag } = this.#field;
    if (!dragged) return;
    const stepLong = sheet.hexes ? 1 : sheet.ruler;
    const before = this.held ?? { body: dragged.id, at: dragged.at, facing: null };
    const turnBy = sheet.hexes ? 60 : 15;
    this.held = {
      body: dragged.id,
      at: along(before.at, way, stepLong),
      facing: turn === 0 ? before.facing : ((before.facing ?? dragged.facing) + turn * turnBy + 360) % 360,
    };
    ondrag?.(this.held, 'move');
  }

  key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = this.lifted ? this.#carried(event) : this.#keyed(event);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** A key while the keys carry a body. */
  #carried({ key }: KeyboardEvent): boolean {
    const way = WAYS[key];
    if (way) this.#carry(way, 0);
    else if (key === 'q' || key === 'Q') this.#carry([0, 0], -1);
    else if (key === 'e' || key === 'E') this.#carry([0, 0], 1);
    else if ((key === 'Enter' || key === ' ') && this.held) {
      const aim = this.held;
      this.drop();
      this.#field.ondrag?.(aim, 'drop');
    } else if (key === 'Escape') this.#cancelDrag();
    else return false;
    return true;
  }

  #keyed(event: KeyboardEvent): boolean {
    const { key, target } = event;
    const at = this.#under(target);
    const way = WAYS[key];
    if (target instanceof Element && target.closest(APART)) {
      const closes = key === 'Escape' && this.stack !== null;
      if (closes) this.stack = null;
      return closes;
    }
    // The keys carry those who are chosen, and confirm it.
    if ((way || key === 'Enter') && this.#field.group?.size) return false;
    if (way) {
      const { size, camera } = this.#lens;
      const by = Math.min(size.w, size.h) * (event.shiftKey ? 0.4 : 0.12);
      this.#lens.glideTo(panned(camera, [-way[0] * by, way[1] * by]), 110);
    } else if (key === '+' || key === '=') this.#lens.zoom(1.35);
    else if (key === '-' || key === '_') this.#lens.zoom(1 / 1.35);
    else if (key === '0') this.#lens.fit();
    else if (key === ' ' && event.shiftKey && at.body !== null) this.#field.onadd?.(at.body);
    else if (key === ' ' && at.body !== null && at.body === this.#field.draggable) {
      this.lifted = true;
      this.#carry([0, 0], 0);
    } else if (key === 'Enter' || key === ' ') return this.#pressed(at, target);
    else if (key === 'Escape' && (this.stack || this.#press?.moved === 'drag')) {
      this.stack = null;
      this.#cancelDrag();
    } else return false;
    return true;
  }

  /** What has the focus is chosen by a key. */
  #pressed({ place, body }: Under, target: EventTarget | null): boolean {
    if (place !== null) this.#field.onplace?.(place);
    else if (body !== null && target instanceof Element) {
      const box = target.getBoundingClientRect();
      this.#chosen(body, this.#here({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
    } else return false;
    return true;
  }

  /** What has the focus is brought into the window, and its card is shown. */
  focused = (event: FocusEvent): void => {
    const { bodies, places, sheet } = this.#field;
    const { body, place } = this.#under(event.target);
    if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return;
    const at = body !== null ? bodies.find((other) => other.id === body)?.at : places.find((p) => p.key === place)?.at;
    const lens = this.#lens;
    if (at) lens.glide(showing(lens.camera, sheet.place(at), lens.size, 0.08));
    if (body !== null) {
      const box = event.target.getBoundingClientRect();
      this.#hover(body, { clientX: box.right, clientY: box.top });
    }
  };
}
