//! What changes while a battle is played: plain data that can be copied, compared, hashed and written down.

use crate::agenda::Step;
use crate::cards::{LeaderId, MOST_LEADERS, MOST_UNITS, MOST_WINGS, Role, UnitId, UnitSet, WingId};
use crate::close_combat::{Designation, Fight};
use crate::command::Company;
use crate::facing::{Hexes, Pose};
use crate::fire::Volley;
use crate::movement::{MoveChoice, Moving, Trail};
use crate::reaction::Window;
use arrayvec::ArrayVec;
use field::hexes::{self, DirSet, Grid, Hex, HexSet, Vertex};
use kernel::{Agenda, Id, Overflow, SeatSet, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// The most hexes of a map: a pose is searched for by a number of two bytes.
pub const MOST_HEXES: usize = 8_192;

/// The most steps under way at once.
pub const DEPTH: usize = 48;

/// A battle at a question: its value, and beside it what follows from it: who stands where, and what has been found out about the question put.
#[derive(Debug, Clone)]
pub struct State {
    value: Value,
    pub standing: Standing,
    /// Forgotten whenever the value is opened for writing.
    known: Option<Known>,
    /// Forgotten whenever a unit comes to another place.
    linked: Option<Linked>,
    /// Forgotten whenever a unit of that side comes to another place.
    touched: Touched,
    /// What a way back into command costs, and the stirs it was reckoned at.
    way_back: Option<(WayBack, u32)>,
    /// How often anybody has come to another place or gone: while it is the same, all stand where they stood.
    stirs: u32,
    /// A way gone that is still to be told.
    pub(crate) trail: Option<Trail>,
    /// What had no room on a list: nothing, or a soak says so.
    pub overflow: Overflow,
}

/// Units of a Wing that had a line of communication to their commander when he was on that hex.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Linked {
    pub wing: WingId,
    pub commander: Hex,
    pub units: UnitSet,
}

/// The hexes next to units of a side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Touched {
    /// Nobody when it is forgotten: the memory is kept for the next time.
    pub by: Option<Side>,
    /// All that the side has, on the map or not.
    pub units: UnitSet,
    pub hexes: HexSet,
}

/// What the cheapest way back into command costs a unit in that pose, formation and morale, with its commander on that hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WayBack {
    pub id: UnitId,
    pub pose: Pose,
    pub formation: Formation,
    pub morale: Morale,
    pub commander: Hex,
    pub cost: u8,
}

/// What was found out on the way to a question.
#[derive(Debug, Clone)]
enum Known {
    /// The legal steps of the move under way.
    Steps(Steps),
    /// Whether a unit about to act has a duty to move, and whether it is in command.
    Acting { unit: UnitId, duty: bool, in_command: bool },
    /// The ways a leader with so many points left may ride on.
    Rides { leader: LeaderId, left: u8, ways: DirSet },
}

/// Steps of a move.
pub type Steps = ArrayVec<MoveChoice, 24>;

/// Everything that makes two states the same or different.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Value {
    pub turn: u8,
    pub phase: Phase,
    pub agenda: Agenda<Step, DEPTH>,
    pub units: ArrayVec<Unit, MOST_UNITS>,
    pub leaders: ArrayVec<Leader, MOST_LEADERS>,
    pub wings: ArrayVec<Wing, MOST_WINGS>,
    /// The activation under way, if any.
    pub activation: Option<Activation>,
    /// The side whose Wing was activated or passed last (MP 3.2b).
    pub last: Option<Side>,
    /// Declared passes in a row, and by whom the last one was (MP 4.5e).
    pub passes: u8,
    /// The move, the reaction window, the volley and the fight under way, the innermost last: an Interception inside a move
    /// has its own move, window and fight.
    pub moves: ArrayVec<Moving, 8>,
    /// Enemies that have gone elsewhere while a unit moves, and how far each was from where its move began (MP 5.6.1a, 5.6.4a).
    pub stood: ArrayVec<(UnitId, u8), 32>,
    pub windows: ArrayVec<Window, 8>,
    pub volleys: ArrayVec<Volley, 8>,
    pub fights: ArrayVec<Fight, 8>,
    /// Close Combats designated in the segment under way (MP 11.2A, 11.2B).
    pub designated: ArrayVec<Designation, 32>,
    /// Pairs of enemies across a reciprocal hexside: who was adjacent first (MP 14.4a).
    pub first_adjacent: ArrayVec<(UnitId, UnitId), 128>,
    /// Who last passed through each location that matters (MP 15.0g).
    pub control: ArrayVec<Option<Side>, 16>,
    /// Units that have rout moved in this phase.
    pub routed: UnitSet,
    /// What chapters 3 to 5 keep for themselves.
    pub turning: crate::sequence::Turning,
    /// Seats that have said they are done with a question put to several at once.
    pub done: SeatSet,
    /// Seats that owe an answer to the step on top of the agenda.
    pub asked: SeatSet,
    pub over: Option<Ending>,
}

impl Value {
    /// What lasts an activation is over (MP 4.3.2d; rulings G-A62, G-A79).
    pub(crate) fn forget_activation(&mut self) {
        for unit in &mut self.units {
            unit.marks.activation = ThisActivation::default();
        }
        for leader in &mut self.leaders {
            leader.deeds = Deeds::default();
        }
    }

    /// Nobody, nowhere, before the first turn.
    pub fn empty() -> Value {
        Value {
            turn: 1,
            phase: Phase::BeforeBattle,
            agenda: Agenda::default(),
            units: ArrayVec::new(),
            leaders: ArrayVec::new(),
            wings: ArrayVec::new(),
            activation: None,
            last: None,
            passes: 0,
            moves: ArrayVec::new(),
            stood: ArrayVec::new(),
            windows: ArrayVec::new(),
            volleys: ArrayVec::new(),
            fights: ArrayVec::new(),
            designated: ArrayVec::new(),
            first_adjacent: ArrayVec::new(),
            control: ArrayVec::new(),
            routed: UnitSet::EMPTY,
            turning: crate::sequence::Turning::default(),
            done: SeatSet::EMPTY,
            asked: SeatSet::EMPTY,
            over: None,
        }
    }
}

impl Deref for State {
    type Target = Value;

    #[inline]
    fn deref(&self) -> &Value {
        &self.value
    }
}

impl DerefMut for State {
    #[inline]
    fn deref_mut(&mut self) -> &mut Value {
        self.known = None;
        &mut self.value
    }
}

impl State {
    pub fn new(value: Value) -> State {
        let standing = Standing::of(&value.units);
        let touched = Touched::default();
        let overflow = Overflow::default();
        State { value, standing, known: None, linked: None, touched, way_back: None, stirs: 0, trail: None, overflow }
    }

    /// The same for a battle on that map: nothing asks for memory while it is played.
    pub fn on(grid: &Grid, value: Value) -> State {
        let mut state = State::new(value);
        state.standing.units.make_room(grid);
        state.touched.hexes.reset(grid);
        state
    }

    /// The value to be changed, and where to note what has no room on a list of it.
    pub fn with_overflow(&mut self) -> (&mut Value, &Overflow) {
        self.known = None;
        (&mut self.value, &self.overflow)
    }

    /// The legal steps of the move under way, when somebody has looked for all of them since anything changed.
    pub(crate) fn known_steps(&self) -> Option<&Steps> {
        match &self.known {
            Some(Known::Steps(steps)) => Some(steps),
            _ => None,
        }
    }

    pub(crate) fn keep_steps(&mut self, steps: Steps) {
        self.known = Some(Known::Steps(steps));
    }

    /// Whether a unit has a duty to move, when that was found out since anything changed.
    pub(crate) fn known_duty(&self, id: UnitId) -> Option<bool> {
        match self.known {
            Some(Known::Acting { unit, duty, .. }) if unit == id => Some(duty),
            _ => None,
        }
    }

    /// Whether a unit is in command, when that was found out since anything changed.
    #[inline]
    pub(crate) fn known_command(&self, id: UnitId) -> Option<bool> {
        match self.known {
            Some(Known::Acting { unit, in_command, .. }) if unit == id => Some(in_command),
            _ => None,
        }
    }

    pub(crate) fn keep_acting(&mut self, unit: UnitId, duty: bool, in_command: bool) {
        self.known = Some(Known::Acting { unit, duty, in_command });
    }

    /// The ways a leader may ride on, when they were looked for since anything changed.
    pub(crate) fn known_rides(&self, leader: LeaderId, left: u8) -> Option<DirSet> {
        match self.known {
            Some(Known::Rides { leader: whose, left: points, ways }) if (whose, points) == (leader, left) => Some(ways),
            _ => None,
        }
    }

    pub(crate) fn keep_rides(&mut self, leader: LeaderId, left: u8, ways: DirSet) {
        self.known = Some(Known::Rides { leader, left, ways });
    }

    /// The units of a Wing with a line to its commander on that hex, when they were looked for since anybody moved.
    #[inline]
    pub(crate) fn known_links(&self, wing: WingId, commander: Hex) -> Option<UnitSet> {
        self.linked.filter(|known| known.wing == wing && known.commander == commander).map(|known| known.units)
    }

    /// The same of whichever Wing it was, wherever its commander is now.
    #[inline]
    pub(crate) fn all_known_links(&self) -> Option<Linked> {
        self.linked
    }

    pub(crate) fn keep_links(&mut self, linked: Linked) {
        self.linked = Some(linked);
    }

    /// What a way back costs, when nobody has moved since that was reckoned.
    #[inline]
    pub(crate) fn known_way_back(&self) -> Option<WayBack> {
        self.way_back.filter(|&(_, stirs)| stirs == self.stirs).map(|(back, _)| back)
    }

    pub(crate) fn keep_way_back(&mut self, back: WayBack) {
        self.way_back = Some((back, self.stirs));
    }

    #[inline]
    pub(crate) fn stirs(&self) -> u32 {
        self.stirs
    }

    /// The hexes next to units of a side, when they were looked for since any of them moved.
    #[inline]
    pub(crate) fn touched(&self, by: Side) -> Option<&HexSet> {
        (self.touched.by == Some(by)).then_some(&self.touched.hexes)
    }

    /// What is remembered of them, to be found out anew and kept.
    pub(crate) fn take_touched(&mut self) -> Touched {
        std::mem::take(&mut self.touched)
    }

    pub(crate) fn keep_touched(&mut self, touched: Touched) {
        self.touched = touched;
    }

    /// A unit comes to another place, or goes.
    fn stir(&mut self, id: UnitId) {
        (self.known, self.linked) = (None, None);
        self.stirs += 1;
        if self.touched.units.contains(id) {
            self.touched.by = None;
        }
    }

    /// Puts a unit on a hex, or on two (left half, right half), facing a vertex. The only way units change place.
    pub fn put(&mut self, id: UnitId, hex: Hex, other: Option<Hex>, facing: Vertex) {
        let unit = &mut self.value.units[id.ix()];
        if unit.place == Place::Map && (unit.hex, unit.other) == (hex, other) {
            // It turns, and all stand where they stood.
            unit.facing = facing;
            self.known = None;
            return;
        }
        self.lift(id);
        let unit = &mut self.value.units[id.ix()];
        (unit.hex, unit.other, unit.facing, unit.place) = (hex, other, facing, Place::Map);
        self.standing.add(id, &self.value.units[id.ix()]);
    }

    /// Takes a unit off the map's hexes; the caller says what has become of it.
    pub fn lift(&mut self, id: UnitId) {
        self.stir(id);
        if self.value.units[id.ix()].place == Place::Map {
            self.standing.remove(id, &self.value.units[id.ix()]);
        }
    }

    /// A wagon changes hands where it lies; the caller has lifted it, or puts it there as a unit again.
    pub(crate) fn note_wagon(&mut self, hex: Hex, taken: bool) {
        self.known = None;
        let place = self.standing.taken.iter().position(|&lying| lying == hex);
        match place {
            Some(place) if !taken => {
                self.standing.taken.swap_remove(place);
            }
            None if taken => {
                self.overflow.keep(&mut self.standing.taken, hex);
            }
            _ => {}
        }
    }

    /// Puts Light Infantry under the cavalry it is stacked with, or back on its own.
    pub fn set_slot(&mut self, id: UnitId, slot: Slot) {
        self.stir(id);
        let on_map = self.value.units[id.ix()].place == Place::Map;
        if on_map {
            self.standing.remove(id, &self.value.units[id.ix()]);
        }
        self.value.units[id.ix()].slot = slot;
        if on_map {
            self.standing.add(id, &self.value.units[id.ix()]);
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.value == other.value
    }
}

impl Eq for State {}

impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.value.hash(hasher);
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<State, D::Error> {
        Value::deserialize(deserializer).map(State::new)
    }
}

/// Who stands on each hex: infantry or cavalry, and beside it a gun or wagon; and where wagons in enemy hands lie.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    units: hexes::Standing<u8, 2>,
    taken: ArrayVec<Hex, MOST_UNITS>,
}

const BODY: usize = 0;
const GUN: usize = 1;

impl Standing {
    fn of(units: &[Unit]) -> Standing {
        let mut standing = Standing::default();
        for (index, unit) in units.iter().enumerate() {
            if unit.place == Place::Map {
                standing.add(UnitId(index as u8), unit);
            } else if unit.has(Mark::Captured) {
                standing.taken.push(unit.hex);
            }
        }
        standing
    }

    /// Where in a hex a unit is written down, if it is at all.
    const fn place(slot: Slot) -> Option<usize> {
        match slot {
            Slot::Body => Some(BODY),
            Slot::Gun => Some(GUN),
            Slot::Under => None,
        }
    }

    fn add(&mut self, id: UnitId, unit: &Unit) {
        if let Some(place) = Standing::place(unit.slot) {
            self.units.put(id.ix(), unit.hexes(), place);
        }
    }

    fn remove(&mut self, id: UnitId, unit: &Unit) {
        if let Some(place) = Standing::place(unit.slot) {
            self.units.lift(id.ix(), unit.hexes(), place);
        }
    }

    /// Whether neither a body nor a gun or wagon is on a hex.
    #[inline]
    pub fn is_empty(&self, hex: Hex) -> bool {
        self.units.is_empty(hex)
    }

    /// Whether a wagon in enemy hands lies there: no unit, but a wagon still (MP 10.9.1a, 14.1e).
    #[inline]
    pub fn has_taken_wagon(&self, hex: Hex) -> bool {
        self.taken.contains(&hex)
    }

    /// The infantry or cavalry on a hex; of cavalry with Light Infantry the cavalry.
    #[inline]
    pub fn body(&self, hex: Hex) -> Option<UnitId> {
        self.units.at(hex, BODY).map(UnitId::numbered)
    }

    /// The gun or wagon on a hex. Disabled and captured guns are no units and are not found here (MP 10.8.9f).
    #[inline]
    pub fn gun(&self, hex: Hex) -> Option<UnitId> {
        self.units.at(hex, GUN).map(UnitId::numbered)
    }
}

/// MP 3.0a.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    BeforeBattle,
    Initiative,
    Activation,
    RoutMovement,
    MarkerRemoval,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    pub why: EndReason,
    /// Victory Points each side has won (MP 15.0a).
    pub points: [u16; 2],
    /// The victory level reached, by its place in the battle's list.
    pub level: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndReason {
    TurnsOver,
    /// MP 4.6b; both sides may leave together (MP 4.6c).
    Surrendered([bool; 2]),
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    Map,
    /// A reinforcement still to come.
    Expected,
    Gone(Loss),
    /// A gun out of action, its marker on `hex` (MP 10.8.9a); `captured` by the enemy or only disabled.
    Wreck {
        captured: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    Eliminated,
    /// Absorbed by another cavalry unit (MP 8.4c): scores as eliminated.
    Incorporated,
    /// Beyond the map after the enemy (MP 11.7.2h): no elimination.
    Pursuing,
    /// Left by the player's will where the battle allows it.
    Exited,
}

/// Which place of a hex a unit takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Slot {
    Body,
    /// Guns and wagons.
    Gun,
    /// Light Infantry stacked with cavalry (MP 8.2.1a).
    Under,
}

/// MP 12.1a; a unit that loses a level below Broken is eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Morale {
    Broken,
    Shaken,
    Normal,
}

/// MP 6.3.1a. Guns and wagons always read Normal and never use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Formation {
    Normal,
    Shaken,
    Broken,
    Hedgehog,
    OpenOrder,
    Column,
    /// Exactly while Morale Broken (MP 12.4.3a).
    None,
}

/// Marks a unit carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// Its Action is done (MP 3.2.Ca).
    Acted,
    /// MP 9.3.1e, 9.3.6a.
    InterceptionDone,
    /// MP 9.2.4e.
    Withdrew,
    /// MP 9.4.5b.
    InCover,
    /// Optional MP 9.4.1aa.
    Exhausted,
    /// Entered a hex in this activation (ruling G-A25).
    Moved,
    /// May not move any more: somebody stacked with it (MP 8.2.2c), or it entered a gun's hex (MP 7.3.3i).
    Held,
    /// Carries a Momentum marker (MP 11.3.6b).
    Momentum,
    /// Salvo at the enemy it fights in this activation; with whom is the `salvoed` of [`ThisActivation`].
    SalvoedNow,
    /// Salvo marker (MP 10.4b).
    Salvo,
    /// Limbered or unlimbered this turn (MP 7.3.3a).
    LimberChanged,
    /// A gun that has gone from its hex this turn, and neither limbers nor unlimbers any more in it (MP 7.3.3a).
    Rolled,
    /// A gun's Fired side (MP 9.1.5a, 10.8.1a).
    Fired,
    /// MP 12.5.2a.
    ThresholdReached,
    Limbered,
    /// The gun lies on top of the unit in its hex (MP 8.3.1a).
    OnTop,
    /// A wagon in the enemy's hands (MP 14.1d).
    Captured,
}

/// How long a mark lies on a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasting {
    /// Until the activation ends (MP 4.3.2d; ruling G-A62); in the Rout Movement Phase until Marker Removal (ruling G-A79).
    Activation,
    /// Until Marker Removal (MP 3.4a; 7.3.3a for guns moved, limbered or unlimbered).
    Turn,
    /// Until something takes it off.
    Battle,
}

impl Mark {
    /// Every mark says how long it lasts, and lies where that is given anew.
    #[inline]
    pub const fn lasts(self) -> Lasting {
        match self {
            Mark::Acted
            | Mark::InterceptionDone
            | Mark::Withdrew
            | Mark::InCover
            | Mark::Exhausted
            | Mark::Moved
            | Mark::Held
            | Mark::Momentum
            | Mark::SalvoedNow => Lasting::Activation,
            Mark::Salvo | Mark::LimberChanged | Mark::Rolled | Mark::Fired => Lasting::Turn,
            Mark::ThresholdReached | Mark::Limbered | Mark::OnTop | Mark::Captured => Lasting::Battle,
        }
    }

    #[inline]
    const fn bit(self) -> u16 {
        1 << (self as u16 % 16)
    }
}

/// What a unit carries: each mark where its time ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Marks {
    /// Given anew when an activation ends, and at Marker Removal.
    pub activation: ThisActivation,
    /// Given anew at Marker Removal.
    pub turn: ThisTurn,
    battle: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ThisActivation {
    bits: u16,
    /// Whom it fired a Salvo at, with either half, and after them who was stacked with each: they are one target (MP 8.2.1a; chart C15).
    pub salvoed: [Option<UnitId>; 4],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    bits: u16,
}

impl Marks {
    #[inline]
    pub const fn has(self, mark: Mark) -> bool {
        let bits = match mark.lasts() {
            Lasting::Activation => self.activation.bits,
            Lasting::Turn => self.turn.bits,
            Lasting::Battle => self.battle,
        };
        bits & mark.bit() != 0
    }

    #[inline]
    pub fn set(&mut self, mark: Mark, on: bool) {
        let bits = match mark.lasts() {
            Lasting::Activation => &mut self.activation.bits,
            Lasting::Turn => &mut self.turn.bits,
            Lasting::Battle => &mut self.battle,
        };
        if on {
            *bits |= mark.bit();
        } else {
            *bits &= !mark.bit();
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    pub slot: Slot,
    /// Its hex; of a two-hex unit the left half, which is the tail of a Column (MP 6.3.4d).
    pub hex: Hex,
    /// The right half of a two-hex unit, the head of a Column.
    pub other: Option<Hex>,
    /// The vertex it faces; without meaning where MP 6.1c gives no facing. A two-hex Column fronts the hexside to the right.
    pub facing: Vertex,
    pub formation: Formation,
    pub morale: Morale,
    pub casualties: u8,
    /// Pistol shots left, 0 to 2 (MP 10.7.1a).
    pub pistols: u8,
    /// Cavalry and the Light Infantry with it (MP 8.2.1a): the other of the two.
    pub with: Option<UnitId>,
    pub marks: Marks,
}

impl Unit {
    #[inline]
    pub fn hexes(&self) -> Hexes {
        Hexes::new(self.hex, self.other)
    }

    #[inline]
    pub fn on_map(&self) -> bool {
        self.place == Place::Map
    }

    #[inline]
    pub fn has(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }
}

/// MP 5.6; the better the earlier in precedence (MP 4.2.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Orders {
    Charge,
    MakeReady,
    ReceiveCharge,
    Rally,
}

impl Orders {
    pub const ALL: [Orders; 4] = [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally];

    #[inline]
    pub const fn ix(self) -> usize {
        self as usize
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wing {
    pub orders: Orders,
    /// Who commands it now; nobody when he is off the map (MP 5.3.2a).
    pub leader: Option<LeaderId>,
    pub turn: WingTurn,
    /// Chosen in secret, before the reveal (MP 5.5.3a).
    pub chosen: Option<Orders>,
}

/// What a Wing has done and may still do in this turn; given anew at Marker Removal (MP 3.4a; ruling G-A20 for No Continue).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct WingTurn {
    pub finished: bool,
    pub bypassed: bool,
    pub no_continue: bool,
    /// Activations so far, continuations included (MP 4.3.1c).
    pub activations: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeaderPlace {
    Map,
    /// Set aside: a replacement not needed so far, or the leader of a Wing still to come.
    Aside,
    /// Removed this turn (MP 5.3.1a); his fate is rolled in the Marker Removal Phase.
    Removed(Cause),
    /// Comes back in the Marker Removal Phase of that turn (MP 5.3.4b).
    Returns {
        turn: u8,
    },
    /// Left off the map in pursuit, no loss (MP 11.7.2h).
    Pursuing,
    Eliminated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    Fire,
    CloseCombat,
    /// Alone and overrun, or his unit destroyed around him (MP 5.3.1b).
    Overrun,
    Pursuit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leader {
    pub place: LeaderPlace,
    pub hex: Hex,
    /// What he commands now.
    pub role: Role,
    pub deeds: Deeds,
}

/// What a leader has done in this activation; given anew when it ends, and at Marker Removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// His one Action is spent (MP 5.1.1c, 5.2.2d).
    pub acted: bool,
    /// He has withdrawn (MP 9.2.4e).
    pub withdrew: bool,
    /// Wing Commander: units have used his authority to Rally or Reform (MP 5.2.2e).
    pub lends_authority: bool,
    /// The unit he chose to go with, and why it moves: he is not asked again at each hex of its way (MP 5.1.2a).
    pub goes_with: Option<(UnitId, Company)>,
}

/// One activation of a Wing (MP 3.2a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activation {
    pub wing: WingId,
    pub side: Side,
    pub how: How,
    /// Seats that have ended their Actions.
    pub ended: SeatSet,
    /// Reinforcements have been brought in: they come in one after another (MP 7.4f).
    pub brought: bool,
}

impl Activation {
    pub const fn new(wing: WingId, side: Side, how: How) -> Activation {
        Activation { wing, side, how, ended: SeatSet::EMPTY, brought: false }
    }
}

/// How an activation came about: what may preempt its continuation depends on it (MP 4.4.1 to 4.4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    Normal,
    /// The first activation of a Wing that had been bypassed (MP 4.4.1d).
    Bypassed,
    Preempted,
    Continued {
        /// The Wing had preempted: only the Bypassed leader may preempt its continuation (MP 4.4.4a).
        preemptor: bool,
    },
}
