//! The state of a battle: plain data, integers only, so that it can be compared, hashed, copied and written down.

use crate::agenda::{Step, TestKind};
use crate::bodies::{Bodies, Outline};
use crate::cards::{GunClass, MOST_GUNS, UnitId};
use crate::decision::Leg;
use crate::movement::touching::Swept;
use crate::shooting::reckoned::Reckoned;
use crate::visibility::Sights;
use arrayvec::ArrayVec;
use field::table::{Cdeg, Point, Pose, Um};
use kernel::{Agenda, Beside, Overflow, SeatSet, Side};
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

pub const MOST_CHARGES: usize = 24;
pub const MOST_CONTACTS: usize = 40;
pub const MOST_FIRES: usize = 64;
pub const MOST_PATH: usize = 10;
pub const MOST_WOODS: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    pub phase: Phase,
    /// Which side is Side A this turn (CP 14.2).
    pub side_a: Side,
    pub agenda: Agenda<Step, 32>,
    pub units: Vec<Unit>,
    pub generals: Vec<General>,
    pub batteries: Vec<Battery>,
    /// Where each unit has been this turn and how it stood there, for fire at those who passed (CP 16.2.1).
    pub paths: Vec<ArrayVec<Outline, MOST_PATH>>,
    pub charges: ArrayVec<Charge, MOST_CHARGES>,
    pub contacts: ArrayVec<Contact, MOST_CONTACTS>,
    /// Units, by bit, that could be ordered to shoot when the phase began and have figures left to do it.
    pub can_shoot: u64,
    /// Sealed until both sides are done.
    pub fires: ArrayVec<Fire, MOST_FIRES>,
    pub strikes: ArrayVec<Allotment, MOST_CONTACTS>,
    /// Who broke whom this turn, for the choice of quarry (CP 15.2.3).
    pub routs: ArrayVec<Breaking, MOST_CONTACTS>,
    /// Woods whose class is not settled yet, by area (CP 19.1.1).
    pub woods: ArrayVec<Woods, MOST_WOODS>,
    pub hedge_works: ArrayVec<HedgeWork, 16>,
    /// Seats that have said they are done with the step that is asked of several at once.
    pub done: SeatSet,
    /// Seats that owe an answer to the step on top of the agenda.
    pub asked: SeatSet,
    pub over: Option<Ending>,
    /// Worked out from the units, and no part of the value.
    #[serde(skip)]
    pub bodies: Bodies,
    /// Worked out from the table when shooting begins, and no part of the value.
    #[serde(skip)]
    pub reckoned: Beside<Reckoned>,
    /// Found out as it is asked for, and no part of the value.
    #[serde(skip)]
    pub sights: Beside<Sights>,
    /// When guns and generals were last looked after, and no part of the value.
    #[serde(skip)]
    pub swept: Swept,
    /// What had no room on a list: nothing, or a soak says so.
    #[serde(skip)]
    pub overflow: Overflow,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    Deployment,
    Initiative,
    Movement,
    Shooting,
    Combat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// None is a draw.
    pub winner: Option<Side>,
    pub why: EndReason,
    /// Points of each side: enemy cost destroyed and objectives held.
    pub points: [u32; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndReason {
    TurnsOver,
    ArmyBroken,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Place {
    Table,
    /// Not yet deployed, or a forlorn hope not drawn out.
    #[default]
    Reserve,
    /// Comes on in a later turn.
    Expected,
    /// A pursuer beyond the edge, since that turn (CP 15.2.5).
    OffTable {
        since: u8,
    },
    Gone(Loss),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    Destroyed,
    Surrendered,
    Dispersed,
    RoutedOff,
    Captured,
    /// A forlorn hope back with its regiment.
    DrawnIn,
}

/// Morale states, high to low (CP 12.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Morale {
    Routed,
    Shaken,
    #[default]
    Good,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Mode {
    #[default]
    Normal,
    Routing,
    Pursuing {
        target: UnitId,
    },
}

/// CP 7.3.1, 7.4.1, 7.5.1, 20.1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Formation {
    #[default]
    Line,
    MarchColumn,
    Square,
    MusketsForward,
    PikesForward,
    /// Skirmish order: skirmishers, dismounted dragoons, gunners away from their guns.
    Open,
    Limbered,
    Unlimbered,
}

/// How a line stands: files of the left wing, the centre and the right wing, and how far each wing is swung.
/// Units of one arm use the centre alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Layout {
    pub left: u8,
    pub centre: u8,
    pub right: u8,
    /// Positive swings the outer end forward, negative refuses the wing (CP 7.3.10).
    pub left_angle: Cdeg,
    pub right_angle: Cdeg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Horses {
    /// Ridden, or there are none.
    #[default]
    Ridden,
    /// Led horses stand on the table (CP 15.9.11).
    Led {
        at: Pose,
        holders: u8,
    },
    Dispersed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    /// Middle of the front edge of its centre, and where it faces.
    pub pose: Pose,
    pub formation: Formation,
    pub layout: Layout,
    pub pikes: u8,
    pub others: u8,
    pub morale: Morale,
    pub mode: Mode,
    pub disordered: bool,
    /// Full moves still owed to a change of formation or about face (CP 15.9.6).
    pub changing: u8,
    /// Shaken for no other cause than the change in progress.
    pub shaken_by_change: bool,
    pub mounted: bool,
    pub horses: Horses,
    /// Pistols loaded for combat (CP 17.5.3).
    pub pistols_loaded: bool,
    pub volley: bool,
    /// False after a volley, until reloaded (CP 20.4.3b).
    pub loaded: bool,
    /// Town block it garrisons, by area.
    pub inside: Option<u8>,
    /// Seen in woods or a building because it shot (CP 19.1.3).
    pub revealed: bool,
    /// Crew away from the guns.
    pub away: bool,
    /// Full turns of work on a hedgerow so far.
    pub hedge_turns: u8,
    /// Illegal formation: disordered, straight ahead only (CP 7.3.13).
    pub illegal: bool,

    pub this_turn: ThisTurn,
    /// Shaken or disordered when phase 2 began (recovery needs the whole turn).
    pub was_shaken: bool,
    pub was_disordered: bool,
    /// Where it stood when phase 2 began.
    pub stood: Pose,
    /// Straight-ahead distance at the end of its last move (CP 15.4.3).
    pub straight: Um,
    /// Rounds of combat it has lost one after the other.
    pub rounds_lost: u8,

    // Since it broke, or went after somebody.
    /// What made it rout.
    pub cause: Option<UnitId>,
    /// Has made a continued rout move since it broke (CP 18.1.1).
    pub fled: bool,
    /// Friends, by bit, whom it has flowed around since it broke: so does whoever pursues it (CP 15.2.7).
    pub flowed: u64,
    pub pursuit_begun: bool,
    /// Lost its target after the pursuit move (outdistanced).
    pub outrun: bool,
}

/// What a unit has done and suffered in a turn: given anew when the next begins. It reads like the unit's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    /// Movement allowance used, in table length at full speed.
    pub spent: Um,
    /// Ground covered by moves of its own, whatever they cost: what its pace is told by (CP 19.2.1).
    pub gone: Um,
    /// So much of it as lay in rough ground.
    pub rough: Um,
    pub moved: bool,
    /// Moved no more than the one rank that still lets it shoot (CP 16.7.1).
    pub rotated: bool,
    pub shot: bool,
    pub fought: bool,
    pub charged: bool,
    pub evaded: bool,
    /// Changed its form in answer to a charge (CP 20.1.4).
    pub closed_up: bool,
    /// Finished moving by choice.
    pub finished: bool,
    /// Stands still because a friend passes through it (CP 15.7.2).
    pub passed: bool,
    pub returned: bool,
    pub crashed: bool,
    pub routed_now: bool,
    /// Town block it was driven out of.
    pub left_block: Option<u8>,
    pub hits_phase: u8,
    pub hits_turn: u8,
    pub given_round: u8,
    pub taken_round: u8,
    pub hit_in_flank: bool,
    pub hit_by_heavy: bool,
    /// All the fire that hit it this phase had to find it in hard cover.
    pub hit_in_cover: bool,
    /// Figures of all its opponents together when this round's losses were off (ruling G50).
    pub faced: u16,
    /// Cavalry among them, and it was naked foot in the open.
    pub ridden_down: bool,
    /// In a charge on either side when the shooting began, or in one that broke its target before (CP 18.6.1).
    pub engaged: bool,
    /// Tests taken.
    pub tested: TestSet,
    /// Who scored most shooting hits on it this phase, and how many.
    pub worst_shooter: Option<UnitId>,
    pub worst_hits: u8,
    /// Was pushed back from its enemies this round.
    pub recoiled: bool,
}

impl Deref for Unit {
    type Target = ThisTurn;

    #[inline]
    fn deref(&self) -> &ThisTurn {
        &self.this_turn
    }
}

impl DerefMut for Unit {
    #[inline]
    fn deref_mut(&mut self) -> &mut ThisTurn {
        &mut self.this_turn
    }
}

/// Reaction tests a unit has taken this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TestSet(u16);

impl TestSet {
    pub fn has(self, kind: TestKind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    pub fn add(&mut self, kind: TestKind) {
        self.0 |= 1 << kind as u16;
    }

    /// Whether all of the other set are among these.
    pub fn holds(self, other: TestSet) -> bool {
        other.0 & !self.0 == 0
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct General {
    pub alive: bool,
    pub at: Point,
    pub attached: Option<UnitId>,
    pub spent: Um,
}

/// The guns of one battery.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battery {
    pub unit: UnitId,
    pub guns: ArrayVec<Gun, MOST_GUNS>,
    /// Where the guns stand while the crew is away.
    pub left_at: Pose,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gun {
    pub class: GunClass,
    pub state: GunState,
    /// Turns of reloading still to go.
    pub reloading: u8,
    pub hail: u8,
    pub limber: bool,
    pub limber_hits: u8,
    /// Wheeled away from the battery's facing (CP 16.7.5).
    pub swung: Cdeg,
    /// Turned this turn, to either hand (CP 15.12.2).
    pub turned: Cdeg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GunState {
    Served,
    Destroyed,
    Captured,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeKind {
    Charge,
    /// Meets a charge in its own defence.
    Counter,
    /// Meets a charge on a friend (CP 15.5.4).
    Support,
    /// A pursuer run into fresh enemies (CP 15.2.8a).
    Crash,
    /// A counter-charger that goes on after a charger who fell back (ruling G94).
    Onward,
    /// Came to meet a charger that broke before it had tested itself: it charges the next before its front, by the test of a
    /// counter-charge (ruling G104).
    Instead,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    Declared,
    /// Stands in contact and has still to test.
    Arrived,
    /// Ran out of reach, was stopped or halted: no longer charging.
    Halted,
    Passed,
    Failed,
}

/// Which side of a unit is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aspect {
    Front,
    Flank,
    Rear,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub charger: UnitId,
    pub target: UnitId,
    pub kind: ChargeKind,
    pub stage: Stage,
    pub start: Pose,
    /// Files to change to before running; 0 keeps them.
    pub files: u8,
    pub legs: [Leg; 4],
    /// Distance charged, and how much of it was straight at the end.
    pub ran: Um,
    pub straight: Um,
    pub wheeled: Cdeg,
    pub impetus: bool,
    /// Where the target is met.
    pub aspect: Aspect,
    pub surprise: bool,
    /// Into or across disordering terrain or an obstacle.
    pub bad_ground: bool,
    /// Friends, by bit, through whom its declared way leads: they stand still for it until it has run (CP 15.7.2).
    pub holds: u64,
}

/// Two units locked in combat, `a` before `b` in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contact {
    pub a: UnitId,
    pub b: UnitId,
    /// The next round is an impact (CP 17.1.3).
    pub impact: bool,
    /// Where each is met by the other.
    pub on_a: Aspect,
    pub on_b: Aspect,
    pub a_impetus: bool,
    pub b_impetus: bool,
    /// Followed up a recoil to get here.
    pub a_follows: bool,
    pub b_follows: bool,
    /// Moved forward into this impact.
    pub a_forward: bool,
    pub b_forward: bool,
}

/// A unit that routed, and an enemy that stood in contact with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Breaking {
    pub victor: UnitId,
    pub router: UnitId,
    /// Figures of the victor in contact.
    pub figures: u8,
}

/// An order to shoot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fire {
    pub unit: UnitId,
    pub target: UnitId,
    pub face: u8,
    pub shot: Shot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shot {
    SmallArms,
    Ball,
    Hail,
}

/// Figures told off against one of several enemies, and pistols drawn for the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Allotment {
    Figures { unit: UnitId, enemy: UnitId, figures: u8 },
    Pistols { unit: UnitId, draw: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Woods {
    Undecided,
    Light,
    Heavy,
}

/// A stretch of hedgerow made passable or shot through, from and to along the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HedgeWork {
    pub line: u8,
    pub from: Um,
    pub to: Um,
    pub broken: bool,
}
