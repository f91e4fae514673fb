//! What changes while a battle is played: plain data that can be copied, compared, hashed and written down.
//!
//! What a chapter keeps for itself (a move, a window, an assault) is a type of that chapter's folder. What lasts a turn lies in
//! [`ThisTurn`], [`LeaderTurn`] and [`FormationTurn`], which are given anew in one place, [`Value::forget_turn`].

use crate::agenda::Step;
use crate::assault::Assault;
use crate::cards::{
    Bonuses, LeaderId, LeaderSet, MOST_LEADERS, MOST_MUS, MOST_STACKED, MOST_UNITS, Post, Specific, UnitId, UnitSet,
};
use crate::charges::Charge;
use crate::command::Mu;
use crate::fire::{FireOrder, MOST_SHOTS, Shot};
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::kept::Kept;
use crate::losses::{Event, MOST_EVENTS};
use crate::movement::Moving;
use crate::pieces::Pieces;
use crate::reactions::Window;
use crate::sequence::{Chit, Cup};
use crate::stacking::Violation;
use crate::{artillery, assault, charges, command, fire, formations, losses, morale, movement, reorganization};
use arrayvec::ArrayVec;
use field::hexes::{Grid, Hex, PerHex};
use kernel::{Agenda, Beside, Overflow, SeatSet, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// The most steps under way at once.
pub const DEPTH: usize = 64;
/// The most moves, windows and the like inside each other.
pub const NESTED: usize = 8;

/// A battle at a question: its value, and beside it who stands where, which follows from it.
#[derive(Debug, Clone)]
pub struct State {
    value: Value,
    standing: Standing,
    /// Nothing has been opened for writing since what follows at once from where everybody stands was looked for.
    watched: bool,
    /// A leader was found among enemies when that was looked for last.
    overrun: bool,
    /// The marches that were found undisturbed then, in one number.
    undisturbed: u64,
    /// How often anything has been opened for writing.
    version: u64,
    /// The same, but that a stack which turns where it stands is passed over.
    steady: u64,
    pub(crate) kept: Beside<Kept>,
    /// What had no room on a list: nothing, or a soak says so.
    pub overflow: Overflow,
}

pub type Units = Pieces<Unit, UnitId, { MOST_UNITS / 64 }>;
pub type Leaders = Pieces<Leader, LeaderId, { MOST_LEADERS / 64 }>;

/// Everything that makes two states the same or different.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Value {
    pub turn: u8,
    pub segment: Segment,
    pub agenda: Agenda<Step, DEPTH>,
    /// As many as the battle has: these lists never grow, so that a copy is no longer than they are.
    pub units: Units,
    pub leaders: Leaders,
    pub formations: Vec<Formation>,
    pub armies: [Army; 2],
    /// Who began the creation of Maneuver Units, draws first and acts first (ruling G3).
    pub first: Side,
    /// Who draws the next chit (7.2.1).
    pub drawer: Side,
    /// The chits that are still to be drawn.
    pub cup: Cup,
    /// The chit that is being resolved (7.2.1).
    pub chit: Option<Chit>,
    /// Maneuver Units by the numbers of their markers.
    pub mus: ArrayVec<Option<Mu>, MOST_MUS>,
    /// Moves under way, the innermost last: a Reaction Move inside a move is one of its own.
    pub moves: ArrayVec<Moving, NESTED>,
    /// Windows for reactions, the innermost last.
    pub windows: ArrayVec<Window, NESTED>,
    /// Routs, recoils and bounces under way, and the ways they took (13.2).
    pub retreats: movement::Retreats,
    pub maneuvering: movement::Maneuvering,
    /// Stacking violations still to be settled, in the order in which they arose (11.1.5).
    pub violations: ArrayVec<Violation, 16>,
    /// Fire that has been ordered, sealed until both sides are done.
    pub fire_orders: ArrayVec<FireOrder, 128>,
    /// Shots that are under way: reckoned as all stood when the fire was opened (15.5).
    pub shots: ArrayVec<Shot, MOST_SHOTS>,
    /// Batteries that have fired and still draw a round (18.14).
    pub drawing: UnitSet,
    /// Combat events whose checks are still to come, the innermost last (20.1.6).
    pub casualties: ArrayVec<Event, MOST_EVENTS>,
    /// Assaults declared, by their markers (16.1).
    pub assaults: ArrayVec<Assault, 32>,
    /// Charges declared, made and awaiting their mêlée (19.1).
    pub charges: ArrayVec<Charge, 32>,
    /// Hexes that burn (18.15.5).
    pub fires: ArrayVec<Hex, 16>,
    /// Static Positions that are dissolved, a bit for each (8.8.2).
    pub dissolved: u16,
    /// Who holds the places that matter for victory.
    pub held: ArrayVec<Option<Side>, 16>,
    /// What chapters keep for themselves.
    pub commanding: command::Commanding,
    pub assaulting: assault::Assaulting,
    pub charging: charges::Charging,
    pub reorganizing: reorganization::Reorganizing,
    /// Seats that have said they are done with a question put to several.
    pub done: SeatSet,
    /// Seats that owe an answer to the step on top of the agenda.
    pub asked: SeatSet,
    pub over: Option<Ending>,
}

impl Value {
    /// Nobody, nowhere, before the first turn.
    pub fn empty() -> Value {
        Value {
            turn: 1,
            segment: Segment::Command,
            agenda: Agenda::default(),
            units: Units::default(),
            leaders: Leaders::default(),
            formations: Vec::new(),
            armies: [Army::default(); 2],
            first: Side::FIRST,
            drawer: Side::FIRST,
            cup: Cup::default(),
            chit: None,
            mus: ArrayVec::new(),
            moves: ArrayVec::new(),
            windows: ArrayVec::new(),
            retreats: movement::Retreats::default(),
            maneuvering: movement::Maneuvering::default(),
            violations: ArrayVec::new(),
            fire_orders: ArrayVec::new(),
            shots: ArrayVec::new(),
            drawing: UnitSet::EMPTY,
            casualties: ArrayVec::new(),
            assaults: ArrayVec::new(),
            charges: ArrayVec::new(),
            fires: ArrayVec::new(),
            dissolved: 0,
            held: ArrayVec::new(),
            commanding: command::Commanding::default(),
            assaulting: assault::Assaulting::default(),
            charging: charges::Charging::default(),
            reorganizing: reorganization::Reorganizing::default(),
            done: SeatSet::EMPTY,
            asked: SeatSet::EMPTY,
            over: None,
        }
    }

    /// What lasts a turn is over (7.6).
    pub(crate) fn forget_turn(&mut self) {
        for unit in &mut self.units {
            unit.turn = ThisTurn::default();
        }
        for leader in &mut self.leaders {
            leader.turn = LeaderTurn::default();
        }
        for formation in &mut self.formations {
            formation.turn = FormationTurn::default();
        }
        for army in &mut self.armies {
            army.turn = ArmyTurn::default();
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
        self.stir();
        &mut self.value
    }
}

impl State {
    pub fn new(value: Value) -> State {
        let overflow = Overflow::default();
        let standing = Standing::of(&value.units, &overflow);
        let (overrun, undisturbed) = (false, 0);
        State {
            value,
            standing,
            watched: false,
            overrun,
            undisturbed,
            version: 1,
            steady: 1,
            kept: Beside::default(),
            overflow,
        }
    }

    /// The same for a battle on that map: nothing asks for memory while it is played.
    pub fn on(grid: &Grid, value: Value) -> State {
        let mut state = State::new(value);
        state.standing.0.make_room(grid);
        state
    }

    /// The value to be changed, and where to note what has no room on a list of it.
    pub fn with_overflow(&mut self) -> (&mut Value, &Overflow) {
        self.stir();
        (&mut self.value, &self.overflow)
    }

    #[inline]
    fn stir(&mut self) {
        self.watched = false;
        self.version += 1;
        self.steady = self.version;
    }

    /// A number that is another whenever anything may have changed but the facing of a stack on the move.
    #[inline]
    pub(crate) fn steady(&self) -> u64 {
        self.steady
    }

    /// Nothing has changed since then but the facing of a stack on the move.
    pub(crate) fn stays_steady(&mut self, since: u64) {
        self.steady = since;
    }

    /// Nothing has changed since what follows from where everybody stands was looked for.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// A number that is another whenever anything may have changed but the steps under way and who is asked.
    #[inline]
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The units and leaders that may have changed since they were asked for here last.
    pub(crate) fn take_stirred(&mut self) -> Stirred {
        Stirred { units: self.value.units.take_stirred(), leaders: self.value.leaders.take_stirred() }
    }

    /// The same with those that have changed meanwhile.
    pub(crate) fn stirred_since(&self, before: Stirred) -> Stirred {
        let units = before.units.iter().chain(self.value.units.stirred().iter()).collect();
        let leaders = before.leaders.iter().chain(self.value.leaders.stirred().iter()).collect();
        Stirred { units, leaders }
    }

    pub(crate) fn overrun(&self) -> bool {
        self.overrun
    }

    pub(crate) fn note_overrun(&mut self, overrun: bool) {
        self.overrun = overrun;
    }

    pub(crate) fn undisturbed(&self) -> u64 {
        self.undisturbed
    }

    pub(crate) fn note_undisturbed(&mut self, marches: u64) {
        self.undisturbed = marches;
    }

    /// The steps under way: that they come and go moves nobody.
    #[inline]
    pub(crate) fn steps(&mut self) -> &mut Agenda<Step, DEPTH> {
        &mut self.value.agenda
    }

    /// The seats that owe an answer now.
    #[inline]
    pub(crate) fn ask(&mut self, seats: SeatSet) {
        self.value.asked = seats;
    }

    /// Whether anything may have changed since this was asked last.
    #[inline]
    pub(crate) fn has_stirred(&mut self) -> bool {
        !std::mem::replace(&mut self.watched, true)
    }

    /// All of them on a list.
    #[inline]
    pub fn stacked(&self, hex: Hex) -> ArrayVec<UnitId, MOST_STACKED> {
        let mut stack = ArrayVec::new();
        for number in self.standing.0.get(hex) {
            if number == 0 {
                break;
            }
            stack.push(UnitId(number - 1));
        }
        stack
    }

    /// The units on a hex, from the top down: the top is its front (LB 11.2a).
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + use<> {
        self.standing.stack(hex)
    }

    #[inline]
    pub fn is_empty(&self, hex: Hex) -> bool {
        self.standing.0.get(hex)[0] == 0
    }

    /// Puts a unit on hexes, at the bottom of whatever stands there (LB 11.2b). The only way units change place.
    pub fn put(&mut self, id: UnitId, hexes: Hexes, facing: Facing) {
        self.stir();
        let unit = &mut self.value.units[id.ix()];
        let same = unit.hexes.len() == hexes.len() && hexes.iter().all(|hex| unit.hexes.contains(hex));
        if unit.place == Place::Map && same {
            // It turns, and all stand where they stood: a Line that turns about has its other end first.
            (unit.hexes, unit.facing) = (hexes, facing);
            return;
        }
        let came = (unit.place == Place::Map).then_some(unit.hexes);
        unit.turn.movement.came = came;
        self.lift(id);
        let below = |hex: Hex| self.standing.stack(hex).last().map_or(0, |last| self.value.units[last.ix()].rank + 1);
        let rank = hexes.iter().map(below).max().unwrap_or(0);
        let unit = &mut self.value.units[id.ix()];
        // Nobody moves lying down (LB 12.13.1c).
        if unit.prone == Prone::Prone && came.is_some_and(|old| hexes.iter().any(|hex| !old.contains(hex))) {
            unit.prone = Prone::StoodUp;
        }
        (unit.hexes, unit.facing, unit.place, unit.rank) = (hexes, facing, Place::Map, rank);
        self.write(id);
    }

    /// Takes a unit off the map's hexes; the caller says what has become of it.
    pub fn lift(&mut self, id: UnitId) {
        self.stir();
        let unit = &self.value.units[id.ix()];
        if unit.place == Place::Map {
            unit.hexes.iter().for_each(|hex| self.standing.remove(hex, id));
        }
    }

    /// Orders units that share hexes anew, from the top down (11.2.1).
    pub fn restack(&mut self, order: &[UnitId]) {
        for (rank, &id) in order.iter().enumerate() {
            self.lift(id);
            self.value.units[id.ix()].rank = rank as u8;
        }
        for &id in order {
            if self.value.units[id.ix()].place == Place::Map {
                self.write(id);
            }
        }
    }

    fn write(&mut self, id: UnitId) {
        let (units, overflow) = (&self.value.units, &self.overflow);
        for hex in units[id.ix()].hexes.iter() {
            self.standing.add(hex, id, units, overflow);
        }
    }

    /// What is written of who stands where is what would be found out now.
    pub(crate) fn check_standing(&self, grid: &Grid) -> Result<(), String> {
        let now = Standing::of(&self.value.units, &self.overflow);
        match grid.hexes().find(|&hex| now.0.get(hex) != self.standing.0.get(hex)) {
            Some(hex) => Err(format!("what stands in {} is remembered wrongly", grid.number(hex))),
            None => Ok(()),
        }
    }
}

/// Who may have changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stirred {
    pub units: UnitSet,
    pub leaders: LeaderSet,
}

impl Stirred {
    pub fn anybody(&self) -> bool {
        !self.units.is_empty() || !self.leaders.is_empty()
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

/// Who stands on each hex, from the top down; numbers are written one higher, 0 is nobody.
#[derive(Debug, Clone, Default)]
struct Standing(PerHex<[u16; MOST_STACKED]>);

impl Standing {
    fn of(units: &[Unit], overflow: &Overflow) -> Standing {
        let mut standing = Standing::default();
        for (index, unit) in units.iter().enumerate().filter(|(_, unit)| unit.place == Place::Map) {
            unit.hexes.iter().for_each(|hex| standing.add(hex, UnitId(index as u16), units, overflow));
        }
        standing
    }

    #[inline]
    fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + use<> {
        self.0.get(hex).into_iter().map_while(|number| number.checked_sub(1)).map(UnitId)
    }

    fn add(&mut self, hex: Hex, id: UnitId, units: &[Unit], overflow: &Overflow) {
        let mut there = self.0.get(hex);
        let rank = |number: u16| units.get(usize::from(number) - 1).map_or(u8::MAX, |unit| unit.rank);
        let place = there.iter().position(|&number| number == 0 || rank(number) > units[id.ix()].rank);
        let (Some(place), 0) = (place, there[MOST_STACKED - 1]) else {
            overflow.note(MOST_STACKED);
            return;
        };
        there.copy_within(place..MOST_STACKED - 1, place + 1);
        there[place] = id.0 + 1;
        self.0.set(hex, there);
    }

    fn remove(&mut self, hex: Hex, id: UnitId) {
        let mut there = self.0.get(hex);
        if let Some(place) = there.iter().position(|&number| number == id.0 + 1) {
            there.copy_within(place + 1.., place);
            there[MOST_STACKED - 1] = 0;
            self.0.set(hex, there);
        }
    }
}

/// 7.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Segment {
    Command,
    Maneuver,
    Fire,
    Assault,
    Reorganization,
    Adjustment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    pub winner: Option<Side>,
    pub points: [u16; 2],
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    Map,
    /// On the Organizational Display, because its regiment or its battalions are on the map (12.1).
    Display,
    /// A reinforcement still to come (8.10).
    Expected,
    /// In the Battery Box (18.11).
    Box,
    /// At a depot, to enter with the next Reinforcement chit (18.11.1, 18.14.3.2).
    Depot,
    Gone(Loss),
}

/// How a unit was lost (3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// All its Increments are lost (17.3.5).
    Destroyed,
    Surrendered,
    /// Routed off the map (13.2.7).
    RoutedOff,
    /// Guns whose caisson blew up, or that were spiked (18.6.1, 18.12).
    GunsLost,
    /// A wreck that was cleared away (18.14.1.7.1).
    Cleared,
}

/// 5.3.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    Good,
    Disorder,
    /// Plus Grand Désordre: routed.
    Pgd,
}

/// The formations of Good Order (12.2.1, 12.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Formed {
    /// Infantry (12.4).
    Column,
    /// Cavalry: Column of Companies (12.5).
    Companies,
    Line,
    Square,
    Skirmish,
    GeneralOrder,
    RoadColumn,
    /// Artillery and wagons that are in none of the others: limbered or not (12.2.2, 18.2).
    Battery,
    /// While it is in Disorder or PGD (12.2.2).
    None,
}

/// 5.3.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Readiness {
    #[default]
    Ready,
    Tired,
    Exhausted,
}

/// 12.13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Prone {
    #[default]
    No,
    Prone,
    /// The marker is flipped until Reorganization (7.5.10, 12.13.1).
    StoodUp,
}

/// 5.3.8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ChargeMarker {
    #[default]
    None,
    Declared,
    /// Has charged, or was in a mêlée, this turn (19.13.2).
    Spent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    /// Every hex it covers, head first (LB 5.3.6a); where it last was, when it is off the map.
    pub hexes: Hexes,
    /// Its place among those it shares a hex with: lower is nearer the top (11.2).
    pub rank: u8,
    pub facing: Facing,
    pub formed: Formed,
    pub order: Order,
    /// Artillery and wagons (18.2).
    pub limbered: bool,
    /// Cavalry.
    pub readiness: Readiness,
    pub prone: Prone,
    pub charge: ChargeMarker,
    /// A wagon that supplies nothing any more (18.14.1.7).
    pub wrecked: bool,
    /// Losses marked under it, two for each Increment of the Old Guard (LB 5.3.1a, 17.4). Hidden from the enemy.
    pub losses: u8,
    /// What everybody sees of its strength: its Increments, up to 3 (14.1.1, G44).
    pub bulk: u8,
    /// It has at most four Increments in each of its hexes: everybody sees that its ranks are thin (24.15, G44).
    pub thin: bool,
    /// Rounds left: of a wagon, or of a battery with its own supply (18.14). Hidden from the enemy.
    pub rounds: u8,
    /// Its specific side; none where it is hidden (5.1.2).
    pub specific: Option<Specific>,
    /// The leader an Asset is assigned to (8.3.1).
    pub assigned: Option<LeaderId>,
    /// The turn in which it came onto the map as a reinforcement; 0 if it was there from the start (8.10.7).
    pub entered: u8,
    /// Has fired in Line in this battle (15.3.1).
    pub has_fired: bool,
    pub turn: ThisTurn,
}

impl Unit {
    #[inline]
    pub fn on_map(&self) -> bool {
        self.place == Place::Map
    }

    /// Neither in Disorder nor in PGD (LB 24.9).
    #[inline]
    pub fn in_good_order(&self) -> bool {
        self.order == Order::Good
    }

    /// Line, Column or Square in Good Order (LB 10.1.2c, 24.7).
    pub fn is_formed(&self) -> bool {
        matches!(self.formed, Formed::Column | Formed::Companies | Formed::Line | Formed::Square)
    }
}

/// What a unit has done and may still do in this turn; each chapter has its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    pub command: command::Deeds,
    pub formations: formations::Deeds,
    pub movement: movement::Deeds,
    pub fire: fire::Deeds,
    pub artillery: artillery::Deeds,
    pub assault: assault::Deeds,
    pub losses: losses::Deeds,
    pub charges: charges::Deeds,
    pub morale: morale::Deeds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeaderPlace {
    Map,
    /// A reinforcement still to come.
    Expected,
    /// Wounded: comes back at a depot with the first Reinforcement chit from that turn on (8.2.3).
    Wounded {
        back: u8,
    },
    /// Routed off the map: comes back on its edge in that turn (13.2.7).
    OffMap {
        back: u8,
    },
    Dead,
    Captured,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leader {
    pub place: LeaderPlace,
    pub hex: Hex,
    /// What he is now: he may replace another, or have stepped down (8.2.4, 8.2.5).
    pub post: Post,
    /// Corps leaders (8.4.3.1).
    pub activated: bool,
    /// He or his army leader has moved beyond the span since (8.4.3.1, G10).
    pub strayed: bool,
    /// The leader an aide is assigned to (8.4.3.2).
    pub assigned: Option<LeaderId>,
    /// His specific side; none where it is hidden.
    pub bonuses: Option<Bonuses>,
    pub turn: LeaderTurn,
}

impl Leader {
    #[inline]
    pub fn on_map(&self) -> bool {
        self.place == LeaderPlace::Map
    }
}

/// What a leader has done in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LeaderTurn {
    /// Has moved: his specific side is up (7.2.1, 8.1.2).
    pub moved: bool,
    /// Points he has spent by himself (13.1.3.3).
    pub spent: Points,
    pub command: command::LeaderDeeds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formation {
    /// Who leads it now.
    pub leader: Option<LeaderId>,
    /// Morale Level, 0 to 3, as it was counted last (20.3).
    pub level: u8,
    /// Force marches in a row up to the last turn (13.3.3).
    pub marches: u8,
    pub turn: FormationTurn,
}

/// What a formation does in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct FormationTurn {
    /// Force marches, with so many points more (13.3.2).
    pub march: Option<u8>,
    /// The check after it has been made (13.3.3).
    pub march_checked: bool,
}

/// What a side has in its hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Army {
    pub turn: ArmyTurn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ArmyTurn {
    /// Command Points still to be spent (7.1.1).
    pub points: u8,
    /// Stops buying Maneuver Units (ruling G4).
    pub passed: bool,
}
