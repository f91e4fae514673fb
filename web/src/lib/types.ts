// What the server says, as JSON. docs/server.md tells the same in words. Field names are those of the server.

export type Point = [number, number];
export type Corners = [Point, Point, Point, Point];

// --- The shelf

export interface Shelf {
  rulebooks: RulebookCard[];
}

export interface RulebookCard {
  key: string;
  name: string;
  /** `hexes` or `table`. */
  field: 'hexes' | 'table';
  /** A paragraph in our own words. */
  summary: string;
  options: OptionSpec[];
  battles: BattleCard[];
  /** Key of the battle that teaches the game, with its lesson. */
  lesson: string;
}

export interface OptionSpec {
  key: string;
  title: string;
  rule: string;
  /** The first is the default. */
  values: string[];
}

export interface BattleCard {
  key: string;
  rulebook: string;
  title: string;
  place: string;
  date: string;
  summary: string;
  turns: number | null;
  /** Bodies on the field at the start, by side. */
  units: [number, number];
  sides: SideStyle[];
  seats: SeatCard[];
}

/** A battle's page: what `BattleCard` has, and the field as it is at the start. */
export interface BattlePage {
  card: BattleCard;
  /** Options that the battle file sets. */
  options: Record<string, string>;
  plate: Plate;
  roster: Post[];
  /** History and advice in our own words: Markdown with headings, paragraphs, lists and emphasis only. */
  history: string;
  goals: Fact[];
}

/** A battle to look at, all of it at once. */
export interface Plate {
  ground: Ground;
  bodies: Body[];
  pieces: Piece[];
  looks: Record<string, string>;
  zones: Zone[];
}

export interface SeatCard {
  key: string;
  name: string;
  side: number;
}

/** A first battle with notes: see lessons/. */
export interface Lesson {
  rulebook: string;
  battle: string;
  seat: string;
  seed: number;
  minutes: number;
  /** After so many turns the end is told; else when the battle is over. */
  turns: number | null;
  title: string;
  /** Markdown, as `end` and the notes' texts. */
  intro: string;
  end: string;
  notes: LessonNote[];
}

export interface LessonNote {
  /** The topic of a question to the learner, or `told` and the beginning of a rule number. */
  at: string;
  show: 'question' | 'map' | 'log' | 'card';
  title: string;
  text: string;
}

// --- A battle

/** `person`, or the name of a commander: `greedy`, `random`. */
export type Player = string;

export interface NewBattle {
  battle: string;
  options: Record<string, string>;
  /** By seat key. A seat left out is a person. */
  players: Record<string, Player>;
  seed?: number;
}

/** A line of the list of battles that the server keeps. */
export interface Kept {
  id: string;
  rulebook: string;
  battle: string;
  title: string;
  clock: string;
  /** Decisions so far. */
  n: number;
  players: Record<string, Player>;
  finished: boolean;
  result: string;
  /** Seconds since 1970. */
  touched: number;
}

/** What a seat may see now, or at an earlier point for a replay. */
export interface View {
  id: string;
  /** How many decisions have been taken: the number of the next one. */
  n: number;
  /** How often decisions were taken back: together with `n` it says which story the browser knows. */
  epoch: number;
  rulebook: string;
  /** How many faces the dice have. */
  die: number;
  battle: string;
  title: string;
  clock: string;
  seats: (SeatCard & { player: Player })[];
  /** Keys of the seats that owe an answer. */
  awaiting: string[];
  /** The seat this view is for; null for an onlooker. */
  seat: string | null;
  outcome: Outcome | null;
  bodies: Body[];
  pieces: Piece[];
  zones: Zone[];
  /** Changes when the ground does; the ground itself is fetched apart. */
  ground: string;
  /** The question put to `seat`, if it is awaited. */
  asked: Asked | null;
  /** Where the body that is moved step by step can get to. */
  routes: Route[];
  /** How many decisions `undo` would take back: to the last dice or the last decision of another player; 0 for none. */
  undo: number;
  goals: Fact[];
  absent: Absent[];
  overlays: OverlaySpec[];
}

export interface Ground {
  ground: string;
  field: Field;
  sides: SideStyle[];
  sheet: SheetDrawn;
}

export interface Asked {
  topic: string;
  rule: string;
  /** Whether the menu holds every legal answer. */
  complete: boolean;
  /** Place in the menu of the answer that commits to least. */
  default: number;
  /** Whether it interrupts the other side; what is offered may be declined, with the default. */
  reaction: 'none' | 'offered' | 'bound';
  words: string;
  menu: Choice[];
}

export interface Choice {
  decision: string;
  words: string;
  heading: Heading | null;
  rank: number;
  mark: Mark;
  ghost: Ghost | null;
}

export interface Heading {
  order: number;
  title: string;
  item: string;
}

export interface Mark {
  actor: number | null;
  targets: number[];
  at: Point | null;
  cost: string;
  touches: number[];
}

export interface Ghost {
  body: number;
  at: Point;
  facing: number;
  parts: Corners[];
}

export interface Route {
  ghost: Ghost;
  decisions: string[];
  /** What the way costs from where the body stands now. */
  spent: number;
  /** What it has left to spend now. */
  allowance: number;
  contested: boolean;
}

export interface Aim {
  body?: number;
  target?: number;
  at?: Point;
  facing?: number;
}

export interface Aimed {
  decision: string;
  words: string;
  mark: Mark;
  ghost: Ghost | null;
  refusal: Refusal | null;
}

export interface Refusal {
  rule: string;
  why: string;
}

export interface Outcome {
  winner: number | null;
  points: [number, number];
  words: string;
}

export interface Fact {
  name: string;
  text: string;
}

export interface Absent {
  body: number;
  key: string;
  name: string;
  side: number;
  strength: string;
  fate: string;
}

export interface OverlaySpec {
  key: string;
  title: string;
  rule: string;
}

export interface Post {
  depth: number;
  side: number;
  name: string;
  body: number | null;
  /** A unit: not a side, a command or a leader. */
  unit: boolean;
  strength: number;
  full: number;
  state: string;
  lost: boolean;
}

// --- Deciding

export interface Decide {
  /** Chosen by the browser; the same request acts once. */
  request: string;
  seat: string;
  /** The `n` of the view the player looked at; another one is refused with 409 and the way out. */
  n: number;
  /** One decision, or a planned route: played one by one until somebody else is asked, dice fall or one is refused. */
  decisions: string[];
  /** Seats of the people at this screen: the answer brings the view of `seat`, and of those others that are asked then. */
  look?: string[];
}

export interface Decided {
  /** `n` afterwards. */
  n: number;
  /** How many of `decisions` were played. */
  played: number;
  /** Why the next was not, if it was refused. */
  refusal: Refusal | null;
  /** Where `look` was asked for: what `seat` has not heard of yet. */
  told?: Told[];
  /** Where `look` was asked for: what is seen now. */
  views?: View[];
}

export interface Undo {
  request: string;
  seat: string;
  n: number;
  /** How many decisions to take back, at most `View.undo`; all of them if it is left out. */
  count?: number;
}

export interface Odds {
  exact: boolean;
  plays: number;
  chances: Chance[];
}

export interface Chance {
  effect: { subject: string; what: string };
  /** What brings it about where the decision itself does not; else empty. */
  cause: string;
  probability: number;
  low: number;
  high: number;
}

// --- The story

/** One decision as the log tells it; `n` 0 is the beginning of the battle. */
export interface Told {
  n: number;
  seat: string | null;
  side: number | null;
  /** Empty where it is still sealed. */
  decision: string;
  words: string;
  clock: string;
  dice: number[];
  entries: Entry[];
}

export interface Entry {
  rule: string;
  title: string;
  bodies: number[];
  lines: { rule: string; text: string; value: number }[];
  dice: number[];
  total: number | null;
  result: string;
}

/** What a WebSocket says: the battle went on to `n`; `told` is what happened since the `n` the browser named, and anew
 * what it had only heard of as sealed: a `Told` with a known `n` takes the place of the one before. */
export interface News {
  n: number;
  epoch: number;
  told: Told[];
  /** True when decisions were taken back: the browser fetches the story anew. */
  rewound: boolean;
}

export interface Report {
  outcome: Outcome | null;
  sides: { name: string; colour: string; strength: number; full: number; lost: number }[];
  /** Strength of both sides after each decision where it changed, for a plot. */
  course: { n: number; clock: string; strength: [number, number] }[];
  /** The decisions after which most was lost. */
  turning: { n: number; clock: string; words: string; loss: [number, number] }[];
  /** Where losses fell: for a map of the fighting. */
  fighting: { at: Point; side: number; loss: number; n: number }[];
  roster: Post[];
}

export interface RuleText {
  id: string;
  rulebook: string;
  title: string;
  /** Our own summary from the catalogue. */
  text: string;
  chapter: string;
}

export interface Chart {
  key: string;
  title: string;
  /** What the names of the rows are: a roll, Orders, a strength. May be empty. */
  keyed_by: string;
  /** Headings of the cells, without the names of the rows. */
  columns: string[];
  rows: { name: string; cells: { text: string; provenance: string; source: string }[] }[];
  modifiers: { name: string; value: string; rule: string; provenance: string; source: string }[];
  notes: string[];
}

/** Every error of the server has this shape. */
export interface Problem {
  what: string;
  /** The way out. */
  instead: string;
  refusal?: Refusal;
}

// --- The picture (see crates/draw/src/page.rs): x to the east, y to the south, in units of the sheet

/** The printed sheet; what is drawn is SVG with the classes of picture.css. */
export interface SheetDrawn {
  /** The field and the paper around it: left, top, width, height. */
  frame: [number, number, number, number];
  paper: [number, number, number, number];
  /** Units of the sheet to one of the field, and to one of pen and type. */
  scale: number;
  pen: number;
  /** How far above the middle of its hex a number stands. */
  lift: number;
  ground: string;
  grid: string;
  margin: string;
  names: SheetName[];
  /** What the sides wear, those who may act and those who have acted. */
  liveries: { fresh: Coat; spent: Coat }[];
}

export interface SheetName {
  at: Point;
  text: string;
  turn: number;
}

export interface Coat {
  base: string;
  dark: string;
  pale: string;
  print: string;
}

/** A body where it lies on the sheet, in the order in which bodies are drawn. */
export interface Piece {
  body: number;
  /** The name of its look. */
  look: string;
  at: Point;
  turn: number;
  /** On hexes half the width and depth of its counter. */
  half?: Point;
  /** On hexes whoever stands on the same ground, from the top down; left out where it is alone. */
  stack?: number[];
  /** On a table: pixels to a unit of the sheet before its figures are drawn, and before their sign is. */
  shows?: [number, number];
}

// --- The field and what stands on it (see crates/kernel/src/scene.rs): x to the east, y to the north, degrees clockwise
// from north

export interface SideStyle {
  name: string;
  colour: string;
}

export type Field = ({ kind: 'table' } & TablePlan) | ({ kind: 'hexes' } & HexPlan);

export interface HexPlan {
  width: number;
  height: number;
  pointy_top: boolean;
  yards: number;
  cells: HexCell[];
}

export interface HexCell {
  number: string;
  at: Point;
}

export interface TablePlan {
  width: number;
  height: number;
  ruler: number;
  ruler_name: string;
}

export interface Badge {
  text: string;
  tone: 'plain' | 'warning' | 'bad';
}

export interface Body {
  id: number;
  key: string;
  name: string;
  side: number;
  symbol:
    | 'pike-and-shot'
    | 'shot'
    | 'skirmishers'
    | 'horse'
    | 'cuirassiers'
    | 'lancers'
    | 'dragoons'
    | 'guns'
    | 'highlanders'
    | 'general'
    | 'chief-general'
    | 'wagon'
    | 'led-horses'
    | 'light-horse';
  at: Point;
  facing: number;
  parts: Part[];
  badges: Badge[];
  strength: string;
  standing: 'idle' | 'selected' | 'ready' | 'spent' | 'routing' | 'pursuing';
}

export interface Part {
  corners: Corners;
  figure: 'pike' | 'shot' | 'skirmisher' | 'rider' | 'gun' | 'gunner' | 'officer' | 'wagon' | 'horse';
  files: number;
  figures: number;
}

export interface Zone {
  name: string;
  side: number | null;
  outline: Point[];
}
