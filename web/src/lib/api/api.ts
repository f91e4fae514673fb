// The server's calls, by their names in docs/server.md.
import type {
  Aim,
  Aimed,
  BattlePage,
  Chart,
  Common,
  Decide,
  Decided,
  Fact,
  Ground,
  Kept,
  Lesson,
  Meaning,
  NewBattle,
  Horizon,
  Odds,
  Plan,
  Pace,
  Player,
  Post,
  Problem,
  Report,
  RuleText,
  Shelf,
  Told,
  Undo,
  View,
  Wish,
  Zone,
} from '../types';
import { keep, unknown } from '../map/looks';
import { t } from '../texts';

/** Decisions that were taken back begin a new epoch: the same `n` may then be another decision. Not known before the first view. */
export type Epoch = { epoch?: number };

/** Anything that went wrong, with the way out. `status` 0: the server did not answer. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.what);
    this.name = 'Trouble';
  }

  /** Nobody knows whether it was done: asking again with the same request is the way to find out. */
  get unanswered(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

export function trouble(cause: unknown): Trouble {
  if (cause instanceof Trouble) return cause;
  return new Trouble(-1, { what: t('problem.unknown'), instead: t('problem.unknown.instead') });
}

const offline = () => new Trouble(0, { what: t('problem.offline'), instead: t('problem.offline.instead') });

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw offline();
  }
  if (!answer.ok) throw new Trouble(answer.status, await problemOf(answer));
  return (await answer.json()) as T;
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const said: unknown = await answer.json();
    if (said !== null && typeof said === 'object' && 'what' in said) return said as Problem;
  } catch {
    // Not the server's own words: a gateway's, or none.
  }
  return { what: t('problem.unknown'), instead: t('problem.unknown.instead') };
}

const post = <T>(path: string, body: unknown, signal?: AbortSignal) =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

type Query = Record<string, string | number | null | undefined>;

export function queried(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

const battle = (id: string) => `/battles/${encodeURIComponent(id)}`;

/** A view comes with every look in it: those that were never seen before are fetched. If the battle has gone on meanwhile,
 * they are those of the moment of the view. */
async function withLooks(id: string, view: View, at?: number): Promise<View> {
  for (const moment of [at, view.n]) {
    const wanted = unknown(view.pieces).join(',');
    if (wanted === '') break;
    const asked = queried(`${battle(id)}/looks`, { seat: view.seat, at: moment, wanted });
    keep(await call<Record<string, string>>(asked));
  }
  return view;
}

/** So do the views that an answer brings. */
async function answered(id: string, done: Decided): Promise<Decided> {
  for (const view of done.views ?? []) await withLooks(id, view);
  return done;
}

export const api = {
  shelf: () => call<Shelf>('/shelf'),
  battlePage: async (key: string) => {
    const page = await call<BattlePage>(`/shelf/${encodeURIComponent(key)}`);
    keep(page.plate.looks);
    return page;
  },
  rule: (id: string) => call<RuleText>(`/rules/${encodeURIComponent(id)}`),
  charts: (rulebook: string) => call<Chart[]>(`/charts/${encodeURIComponent(rulebook)}`),
  meanings: (rulebook: string) => call<Meaning[]>(`/meanings/${encodeURIComponent(rulebook)}`),
  battles: () => call<Kept[]>('/battles'),
  lesson: (rulebook: string) => call<Lesson>(`/lessons/${encodeURIComponent(rulebook)}`),
  begin: (wish: NewBattle) => post<{ id: string }>('/battles', wish),
  journal: (text: string) =>
    call<{ id: string }>('/journals', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }),

  view: async (id: string, seat: string | null, at?: number) =>
    withLooks(id, await call<View>(queried(battle(id), { seat, at })), at),
  ground: (id: string, at?: number) => call<Ground>(queried(`${battle(id)}/ground`, { at })),
  story: (id: string, seat: string | null, from = 0) => call<Told[]>(queried(`${battle(id)}/story`, { seat, from })),
  roster: (id: string, seat: string | null, at?: number) => call<Post[]>(queried(`${battle(id)}/roster`, { seat, at })),
  report: (id: string) => call<Report>(`${battle(id)}/report`),

  decide: async (id: string, wish: Decide) => answered(id, await post<Decided>(`${battle(id)}/decisions`, wish)),
  undo: async (id: string, wish: Undo) => answered(id, await post<Decided>(`${battle(id)}/undo`, wish)),
  pace: (id: string) => call<Pace>(`${battle(id)}/pace`),
  setPace: (id: string, pace: Pace) => post<Pace>(`${battle(id)}/pace`, pace),
  branch: (id: string, wish: { request: string; at: number; players: Record<string, Player> }) =>
    post<{ id: string }>(`${battle(id)}/branch`, wish),

  aim: (id: string, seat: string, n: number, aim: Aim, signal?: AbortSignal) =>
    post<Aimed | null>(queried(`${battle(id)}/aim`, { seat, n }), aim, signal),
  plan: (id: string, seat: string, n: number, wishes: Wish[], signal?: AbortSignal) =>
    post<Plan | null>(queried(`${battle(id)}/plan`, { seat, n }), wishes, signal),
  common: (id: string, seat: string, n: number, bodies: number[]) =>
    post<Common[]>(queried(`${battle(id)}/common`, { seat, n }), bodies),
  /** The odds of decisions that follow each other, up to where they are settled or as far as is said. */
  odds: (id: string, seat: string, deed: string[], until: Horizon) =>
    call<Odds>(queried(`${battle(id)}/odds`, { seat, decision: deed.join('\n'), until })),
  card: (id: string, seat: string | null, body: number) => call<Fact[]>(queried(`${battle(id)}/card`, { seat, body })),
  overlay: (id: string, seat: string | null, body: number, what: string) =>
    call<Zone[]>(queried(`${battle(id)}/overlay`, { seat, body, what })),
};

export type Api = typeof api;

/** Where the WebSocket of a battle is. */
export function liveAddress(id: string, seat: string | null, heard: { n: number } & Epoch): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api${queried(`${battle(id)}/live`, { seat, n: heard.n, epoch: heard.epoch })}`;
}
