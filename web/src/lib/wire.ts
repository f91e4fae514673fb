// What goes over the wire, made of the server's shapes by crates/view/tests/wire.rs: not to be changed by hand.

/**
 * Somebody who is not on the field.
 */
export type Absent = { 
/**
 * The number by which [`Picture::facts`] knows it.
 */
body: number, 
/**
 * The name by which decisions speak of it.
 */
key: string, name: string, side: number, 
/**
 * Strength as a player says it; empty where it has none.
 */
strength: string, 
/**
 * What became of it: `destroyed`, `expected in turn 6`.
 */
fate: string, };

/**
 * What a hand points at: a body, a place, or a body dragged to a place and turned to a facing.
 */
export type Aim = { 
/**
 * The body in the hand.
 */
body?: number, 
/**
 * The body pointed at.
 */
target?: number, at?: [number, number], 
/**
 * Degrees clockwise from north.
 */
facing?: number, };

/**
 * What the hand meant, and what would come of it.
 */
export type Aimed = { decision: string, words: string, mark: Mark, ghost: Ghost | null, 
/**
 * Why it is not allowed.
 */
refusal: Refusal | null, };

export type Asked = { topic: string, rule: string, complete: boolean, default: number, reaction: Reaction, words: string, menu: Array<Choice>, 
/**
 * The one sensible answer, where every other is pointless.
 */
sensible: Sensible | null, };

export type Badge = { text: string, tone: Tone, };

export type BattleCard = { key: string, rulebook: string, title: string, place: string, date: string, summary: string, turns: number | null, units: [number, number], sides: Array<SideStyle>, seats: Array<SeatCard>, };

export type BattlePage = { card: BattleCard, options: { [key in string]: string }, plate: Plate, roster: Array<Post>, history: string, goals: Array<Fact>, };

/**
 * A unit, a general or a thing on the field.
 */
export type Body = { 
/**
 * The number by which ledger entries speak of it.
 */
id: number, 
/**
 * The name by which decisions speak of it.
 */
key: string, name: string, side: number, symbol: Symbol, 
/**
 * Where its name and badges go.
 */
at: [number, number], facing: number, parts: Array<Part>, 
/**
 * Short state words for a badge: "shaken", "disordered".
 */
badges: Array<Badge>, 
/**
 * Strength as a player says it: "24 shot, 12 pike", and on a counter "10-6".
 */
strength: string, standing: Standing, };

export type Branch = { request: string, at: number, players: { [key in string]: string }, };

export type Cell = { text: string, provenance: string, source: string, };

/**
 * The probability of one effect; `low` and `high` bound it with 95 % confidence when it was sampled.
 */
export type Chance = { effect: Effect, 
/**
 * What brings it about where the decision itself does not, such as an attack that follows: as it was in the first
 * play that came to it. Empty where the decision does.
 */
cause: string, probability: number, low: number, high: number, };

export type Chart = { key: string, title: string, keyed_by: string, columns: Array<string>, rows: Array<ChartRow>, modifiers: Array<ChartModifier>, notes: Array<string>, };

export type ChartModifier = { name: string, value: string, rule: string, provenance: string, source: string, };

export type ChartRow = { name: string, cells: Array<Cell>, };

export type Choice = { decision: string, words: string, heading: Heading | null, rank: number, 
/**
 * What should be said before it is taken.
 */
warning: Refusal | null, mark: Mark, ghost: Ghost | null, };

/**
 * Where a battle stands, as a value and in words.
 */
export type Clock = { turn: number, 
/**
 * The last turn of the battle.
 */
turns: number, phase: string, 
/**
 * Whose phase it is, where it belongs to one side.
 */
side: number | null, 
/**
 * The command whose phase it is; empty where it belongs to no command.
 */
command: string, words: string, };

/**
 * What a side's colour becomes on a body.
 */
export type Coat = { base: string, 
/**
 * Outlines and shadows on the base.
 */
dark: string, 
/**
 * Hats and faces on the base.
 */
pale: string, 
/**
 * Print on the base: whichever of ink and white can be read.
 */
print: string, };

/**
 * Something that several bodies could do, each for itself.
 */
export type Common = { 
/**
 * As in [`Deed::Like`].
 */
like: string, words: string, heading: Heading | null, bodies: Array<number>, };

export type Created = { id: string, };

export type Decide = { request: string, seat: string, n: number, decisions: Array<string>, 
/**
 * Dice that fall do not end it: the decisions are those of several bodies, each for itself.
 */
through?: boolean, 
/**
 * Seats of the people at the screen that decides, whose views shall come with the answer: those that are asked then, and
 * that of the seat itself.
 */
look?: Array<string>, };

export type Decided = { n: number, played: number, refusal: Refusal | null, };

export type Deed = { "go": { at: [number, number], facing?: number, } } | { "at": { target: number, } } | { "like": { words: string, } };

/**
 * Something that a decision may bring about: to whom, and what.
 */
export type Effect = { subject: string, what: string, 
/**
 * The body it happens to, by its number in the scene; none where it happens to a side or a command.
 */
body: number | null, };

/**
 * One thing that happened, with its reckoning.
 */
export type Entry = { 
/**
 * The rule that made it happen.
 */
rule: string, title: string, 
/**
 * Whom it concerns, by the numbers of the scene's bodies.
 */
bodies: Array<number>, lines: Array<ReckoningLine>, 
/**
 * The dice that decided it.
 */
dice: Array<number>, total: number | null, result: string, };

/**
 * One line of a card: `grade`, `B`.
 */
export type Fact = { name: string, text: string, };

/**
 * A field without what is drawn on it: what the page must know to point and to measure.
 */
export type Field = { "kind": "table", width: number, height: number, ruler: number, ruler_name: string, } | { "kind": "hexes", width: number, height: number, pointy_top: boolean, yards: number, cells: Array<HexCell>, };

export type Figure = "pike" | "shot" | "skirmisher" | "rider" | "gun" | "gunner" | "officer" | "wagon" | "horse" | "elephant";

/**
 * How a body would stand.
 */
export type Ghost = { body: number, at: [number, number], facing: number, 
/**
 * Corners of its blocks, as in the scene.
 */
parts: Array<[[number, number], [number, number], [number, number], [number, number]]>, };

export type Ground = { ground: string, field: Field, sides: Array<SideStyle>, sheet: SheetDrawn, };

/**
 * A group of answers on a menu, and what one of them is called within it: `wheel`, `30° left`.
 */
export type Heading = { 
/**
 * Lower orders stand higher on the menu.
 */
order: number, title: string, item: string, };

/**
 * A hex by its number, and its middle.
 */
export type HexCell = { number: string, at: [number, number], };

/**
 * When the consequences of a decision are told.
 */
export type Horizon = "deed" | "next-question" | "phase-end" | "turn-end";

export type Judged = { refusal: Refusal | null, };

export type Kept = { id: string, rulebook: string, battle: string, title: string, clock: string, n: number, players: { [key in string]: string }, finished: boolean, result: string, touched: number, };

/**
 * The coats of a side: of those who may act, and of those who have acted.
 */
export type Livery = { fresh: Coat, spent: Coat, };

export type Loss = { at: [number, number], side: number, loss: number, n: number, };

/**
 * Where a decision shows on the field.
 */
export type Mark = { 
/**
 * Who acts, by the number of the scene's body.
 */
actor: number | null, 
/**
 * At whom.
 */
targets: Array<number>, 
/**
 * The place it is about: the middle of a hex, a point on the table.
 */
at: [number, number] | null, 
/**
 * What it costs or how far it is, in a word or two: `2 points`, `range 4`.
 */
cost: string, 
/**
 * Whom the actor would touch.
 */
touches: Array<number>, };

/**
 * A word that may stand on a chip, for whoever asks: what it means, what it costs, how one gets rid of it, and the rule.
 */
export type Meaning = { 
/**
 * As it stands on the chip: `#` is a number, and behind `…` stands a name.
 */
word: string, means: string, 
/**
 * Empty where it costs nothing.
 */
costs: string, 
/**
 * Empty where nothing ends it.
 */
ends: string, rule: string, };

export type Moment = { n: number, clock: Clock, strength: [number, number], };

export type NewBattle = { battle: string, options: { [key in string]: string }, players: { [key in string]: string }, seed?: number, };

export type News = { n: number, epoch: number, told: Array<Told>, rewound: boolean, };

/**
 * What may come of a decision.
 */
export type Odds = { 
/**
 * Whether every path of the dice was played.
 */
exact: boolean, 
/**
 * The ways in which the dice can fall, or samples played.
 */
plays: number, 
/**
 * How far was looked, and with it what was taken for granted of those who are asked on the way.
 */
horizon: Horizon, 
/**
 * Whether anybody had to be asked on the way.
 */
answered: boolean, 
/**
 * The bodies that the deed concerns.
 */
bodies: Array<number>, chances: Array<Chance>, };

/**
 * What may be chosen.
 */
export type OptionSpec = { key: string, title: string, 
/**
 * The rule or ruling it is about.
 */
rule: string, 
/**
 * The first is the default.
 */
values: Array<string>, };

/**
 * How a battle ended.
 */
export type Outcome = { 
/**
 * Index of the winning side; none for a draw.
 */
winner: number | null, points: [number, number], words: string, };

/**
 * Something that can be laid over the map on demand: `arc`, `command`.
 */
export type OverlaySpec = { key: string, title: string, rule: string, };

/**
 * How computer commanders go on.
 */
export type Pace = { 
/**
 * Whether they halt.
 */
halted: boolean, 
/**
 * One decision of theirs, although they halt.
 */
step?: boolean, };

/**
 * One block of a body: four corners (front left, front right, rear right, rear left) and the figures in it.
 */
export type Part = { corners: [[number, number], [number, number], [number, number], [number, number]], figure: Figure, files: number, figures: number, };

/**
 * A body where it lies on the sheet.
 */
export type Piece = { body: number, 
/**
 * By this name its look is asked for; bodies that look the same have the same.
 */
look: string, at: [number, number], 
/**
 * The way its front is turned, in degrees.
 */
turn: number, 
/**
 * On hexes half the width and depth of its counter; on a table it covers its parts.
 */
half?: [number, number], 
/**
 * On hexes whoever stands on the same ground, from the top down, itself included; empty where it is alone.
 */
stack?: Array<number>, 
/**
 * On a table how many pixels there must be to a unit of the sheet before its figures are drawn one by one, and before
 * a sign stands for them.
 */
shows?: [number, number], };

/**
 * What each of several bodies would do, in the order in which they do it; those that stay come last.
 */
export type Plan = { moves: Array<Planned>, };

/**
 * What one of them would do.
 */
export type Planned = { wish: Wish, 
/**
 * How it would stand in the end.
 */
ghost: Ghost | null, 
/**
 * From picking it up to letting it go. None where it has what it wants, or goes along with somebody.
 */
decisions: Array<string>, 
/**
 * Somebody else is asked on the way and may interrupt.
 */
contested: boolean, 
/**
 * Dice fall in the end: what comes of it is not known.
 */
chance: boolean, 
/**
 * It goes some of the way.
 */
short: boolean, 
/**
 * Why it stays.
 */
refusal: Refusal | null, };

/**
 * A battle to look at, all of it at once.
 */
export type Plate = { ground: Ground, bodies: Array<Body>, pieces: Array<Piece>, looks: { [key in string]: string }, zones: Array<Zone>, };

/**
 * One line of the order of battle: a command, or a body in it.
 */
export type Post = { 
/**
 * How deep it stands in the tree; sides are at 0.
 */
depth: number, side: number, name: string, 
/**
 * The number of the body, where it has one.
 */
body: number | null, 
/**
 * A unit: not a side, a command or a leader.
 */
unit: boolean, 
/**
 * Strength now and at the beginning; both 0 where there is none to count.
 */
strength: number, full: number, 
/**
 * State in a few words: `shaken`, `Charge`, `destroyed`.
 */
state: string, 
/**
 * Off the field for good.
 */
lost: boolean, };

/**
 * Whether a question interrupts what the other side is doing: what the rulebook calls a reaction.
 */
export type Reaction = "none" | "offered" | "bound";

/**
 * One step of a reckoning.
 */
export type ReckoningLine = { rule: string, text: string, value: number, 
/**
 * It counts something, figures or dice, and is no part of the total.
 */
counts: boolean, };

/**
 * Why not: the rule that forbids it, and what it forbids.
 */
export type Refusal = { rule: string, why: string, };

export type Report = { outcome: Outcome | null, sides: Array<ReportSide>, course: Array<Moment>, turning: Array<Turning>, fighting: Array<Loss>, roster: Array<Post>, };

export type ReportSide = { name: string, colour: string, strength: number, full: number, lost: number, };

/**
 * A place that a body can get to, and the decisions that lead there.
 */
export type Route = { ghost: Ghost, decisions: Array<string>, 
/**
 * What the way costs from where the body stands now.
 */
spent: number, 
/**
 * What it has left to spend, as it stands now.
 */
allowance: number, 
/**
 * So many of either make a point.
 */
share: number, 
/**
 * Somebody else is asked on the way and may interrupt.
 */
contested: boolean, 
/**
 * The way costs the body some of its order.
 */
harms: boolean, };

export type RuleText = { id: string, rulebook: string, title: string, text: string, chapter: string, };

export type RulebookCard = { key: string, name: string, field: 'hexes' | 'table', summary: string, options: Array<OptionSpec>, battles: Array<BattleCard>, lesson: string, };

export type SeatAndPlayer = { player: string, key: string, name: string, side: number, };

export type SeatCard = { key: string, name: string, side: number, };

/**
 * The one sensible answer to a question with several: every other is pointless.
 */
export type Sensible = { 
/**
 * Its place in the menu.
 */
answer: number, 
/**
 * Why the others are pointless.
 */
why: Refusal, };

/**
 * The printed sheet. Lengths are units of the sheet, x to the east and y to the south.
 */
export type SheetDrawn = { 
/**
 * The field and the paper around it: left, top, width, height.
 */
frame: [number, number, number, number], paper: [number, number, number, number], 
/**
 * Units of the sheet to one of the field, and to one of pen and type.
 */
scale: number, pen: number, 
/**
 * How far above the middle of its hex a number stands.
 */
lift: number, 
/**
 * SVG: the ground, the grid of hexes over it, the margin.
 */
ground: string, grid: string, margin: string, 
/**
 * Names on the ground, to be written as large as they can be read.
 */
names: Array<SheetName>, 
/**
 * What the sides wear.
 */
liveries: Array<Livery>, };

/**
 * A name on the ground, turned by so many degrees.
 */
export type SheetName = { at: [number, number], text: string, turn: number, };

export type Shelf = { rulebooks: Array<RulebookCard>, };

/**
 * How a side is called and coloured.
 */
export type SideStyle = { name: string, 
/**
 * `#rrggbb`.
 */
colour: string, };

/**
 * How a body stands out.
 */
export type Standing = "idle" | "selected" | "ready" | "spent" | "routing" | "pursuing";

export type Symbol = "pike-and-shot" | "shot" | "skirmishers" | "horse" | "cuirassiers" | "lancers" | "dragoons" | "guns" | "highlanders" | "general" | "chief-general" | "wagon" | "led-horses" | "light-horse" | "elephants";

export type Told = { n: number, seat: string | null, side: number | null, decision: string, words: string, clock: Clock, dice: Array<number>, entries: Array<Entry>, };

export type Tone = "plain" | "warning" | "bad";

export type Turning = { n: number, clock: Clock, words: string, loss: [number, number], };

export type Undo = { request: string, seat: string, n: number, 
/**
 * How many to take back; as many as may be, if it is not said.
 */
count?: number, };

export type View = { id: string, n: number, epoch: number, rulebook: string, die: number, battle: string, title: string, clock: Clock, seats: Array<SeatAndPlayer>, awaiting: Array<string>, seat: string | null, outcome: Outcome | null, bodies: Array<Body>, pieces: Array<Piece>, zones: Array<Zone>, ground: string, asked: Asked | null, routes: Array<Route>, undo: number, goals: Array<Fact>, absent: Array<Absent>, overlays: Array<OverlaySpec>, };

/**
 * What is wanted of a body.
 */
export type Wish = { body: number, deed: Deed, };

/**
 * A shaded region with a meaning: arc of fire, deployment zone, command radius.
 */
export type Zone = { name: string, side: number | null, outline: Array<[number, number]>, 
/**
 * It burns, and the smoke drifts that way, in degrees clockwise from north.
 */
fire: number | null, };
