//! The state of a battle: plain data, integers only, so that it can be compared, hashed, copied and written down.

use crate::agenda::Step;
use crate::bodies::{Bodies, Outline, Standing};
use crate::cards::{
    BuildingId, LeaderId, MOST_BEASTS, MOST_BUILDINGS, MOST_GUNS, MOST_OBJECTIVES, Order, UnitId, Units,
};
use crate::disruption::{Cause, Ledger};
use crate::kept::Kept;
use crate::shooting::Targets;
use arrayvec::ArrayVec;
use field::table::{Cdeg, Point, Pose, Um};
use kernel::{Agenda, Beside, Overflow, SeatSet, Side};
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

pub const MOST_CHARGES: usize = 24;
pub const MOST_CONTACTS: usize = 48;
pub const MOST_STAMPEDES: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Game turn.
    pub turn: u8,
    pub phase: Phase,
    /// Whose player turn it is.
    pub active: Side,
    /// Who won the roll for initiative this game turn (SSS 1.1, 20.1).
    pub holder: Side,
    /// Which player turn of the game turn it is, 0 or 1.
    pub half: u8,
    pub player_turn: PlayerTurn,
    pub agenda: Agenda<Step, 48>,
    pub units: Vec<Unit>,
    pub leaders: Vec<Leader>,
    /// The guns of batteries and battalions.
    pub batteries: Vec<Battery>,
    /// The elephants of each unit that has some.
    pub herds: Vec<Herd>,
    pub buildings: ArrayVec<Building, MOST_BUILDINGS>,
    /// Where the wind blows to (SSS G31).
    pub wind: Cdeg,
    /// Charges of this player turn, countercharges among them.
    pub charges: ArrayVec<Charge, MOST_CHARGES>,
    /// Who stands in contact with whom.
    pub contacts: ArrayVec<Contact, MOST_CONTACTS>,
    /// The melee that is being fought.
    pub melee: Option<Melee>,
    /// Units that have broken through and may go on (SSS 28.3).
    pub onward: Units,
    /// Elephants out of control (SSS 41.16).
    pub stampedes: ArrayVec<Stampede, MOST_STAMPEDES>,
    /// Stretches of wood that have been plashed (SSS 24.4), by unit that works or has worked there.
    pub plashed: ArrayVec<Plashed, 16>,
    /// How far a sandstorm reaches from the northern edge this turn (SSS 42.4a).
    pub storm: Um,
    /// Hidden sands that somebody has tried, by place among the areas of the ground: quicksand, or ground that bears
    /// (SSS 42.6, G169).
    pub quick: u64,
    pub firm: u64,
    /// What shows and is not there (SSS 42.5).
    pub mirages: ArrayVec<Mirage, 4>,
    /// The sides have changed the edges that the battle file gives them (SSS G39).
    pub edges_swapped: bool,
    /// Who holds each piece of ground that is worth points (SSS G40, G181).
    pub held: ArrayVec<Option<Side>, MOST_OBJECTIVES>,
    /// Strength Points each side began with (SSS G40).
    pub began: [u32; 2],
    /// Seats that have said they are done with the step that is asked of several at once.
    pub done: SeatSet,
    /// Seats that owe an answer to the step on top of the agenda.
    pub asked: SeatSet,
    pub over: Option<Ending>,
    /// Worked out from the units, and no part of the value.
    #[serde(skip)]
    pub bodies: Bodies,
    /// Who is on the table, worked out as well.
    #[serde(skip)]
    pub standing: Standing,
    /// What has been found out about sight, shots, orders and rides, no part of the value either.
    #[serde(skip)]
    pub kept: Beside<Kept>,
    /// What had no room on a list: nothing, or a soak says so.
    #[serde(skip)]
    pub overflow: Overflow,
}

/// What holds for a whole player turn: given anew when the next begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PlayerTurn {
    /// A leader has tested already (SSS 1.3c).
    pub somebody_tested: bool,
    /// No orders, charges, voluntary moves or shooting any more (SSS G10).
    pub orders_ended: bool,
}

/// The steps of the move sequence (SSS 1.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    Deployment,
    Initiative,
    Orders,
    Leadership,
    Charges,
    Movement,
    Shooting,
    Melees,
    Reaction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// None is a draw.
    pub winner: Option<Side>,
    pub why: EndReason,
    pub points: [u32; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndReason {
    TurnsOver,
    ArmyBroken,
    /// Ground that decides.
    Objectives,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Place {
    Table,
    /// Not yet deployed, or a screen, horse-holders and the like that are still with their parent.
    #[default]
    Reserve,
    /// Comes on in a later turn.
    Expected,
    /// Beyond the edge: comes back after so many own turns, at that pose (SSS 1.5.1h, G63).
    Away {
        turns: u8,
        at: Pose,
    },
    Gone(Loss),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    Destroyed,
    /// SSS 40.9
    Dispersed,
    /// SSS 39.9
    Disintegrated,
    /// Retired or ran over its own edge.
    LeftTable,
    /// In a burning or falling building (SSS 17.12, 17.16).
    Buried,
}

/// How the bases of a unit are arranged (SSS G5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Formation {
    /// Foot in line, cavalry in line of squadrons, elephants, guns deployed: one base deep, or more.
    #[default]
    Line,
    /// Two bases wide.
    ColumnOfAttack,
    /// One base wide.
    ColumnOfMarch,
    /// Bases on four outward faces.
    Square,
    /// Bases up to 1 BW apart.
    Skirmish,
    /// Guns on their limbers, one behind the other.
    Limbered,
    Mob,
}

/// What a unit is doing: it drives the rows and the columns of the Reaction test (SSS G21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Activity {
    #[default]
    Static,
    Advancing,
    Charging,
    Pursuing,
    FollowingUp,
    PushedBack,
    Retiring,
    /// Leaves the battle, past its Cohesion Limit (SSS 2.1).
    RetiringInGoodOrder,
    Retreating,
    Routing,
    /// Spends its own turn getting over a retreat or a rout (SSS 39.11).
    Rallying,
    Evading,
}

/// What a test has brought and the unit's own next movement phase carries out (SSS 40.1, 40.2, 40.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Pending {
    #[default]
    Nothing,
    Halt,
    Retire,
    Retreat,
}

/// What a unit is ordered to do this turn (SSS 1.0, P2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Intent {
    /// Stands where it is; it may shoot.
    #[default]
    Hold,
    /// Moves, marches, changes formation, limbers, mounts, garrisons.
    Move,
    /// Moves and shoots, at the price of 2 BW (SSS 8.2).
    MoveAndShoot,
    Charge(UnitId),
    /// Goes on in the melee it is in.
    Fight,
    Disengage,
    /// Halts and does nothing but reform (SSS 32.4).
    Reform,
    /// Fights a fire (SSS 17.13).
    Firefight,
    /// Fells and plashes in a wood (SSS 24.4).
    Plash,
    /// Holds, and to the last man from now on (SSS G62).
    HoldToLastMan,
    /// Halts where it is and changes formation, lies down, limbers and the like (SSS G50).
    Change,
}

/// Half of a unit, or all of it, inside a built-up area. Bases inside have no position (SSS G64).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Inside {
    pub building: BuildingId,
    pub bases: u8,
    /// Broke in while the enemy held it: so many of its bases with the last round, and the next can throw these out again
    /// (SSS 30.5).
    pub broke_in: Option<u8>,
}

/// A change that takes longer than the move that is left (SSS G9): what it will be, and what is still owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Change {
    pub into: Changed,
    pub owed: Um,
}

/// What a manoeuvre that takes time changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Changed {
    Formation {
        formation: Formation,
        files: u8,
    },
    Order(Order),
    /// To that side of its front, by 90°.
    Face {
        right: bool,
    },
    About,
    Limber,
    Unlimber,
    Mount,
    Dismount {
        holders_mounted: bool,
    },
    /// A battery turned towards another arc, outside gun last (SSS 13.8, G18).
    Battery {
        to: Cdeg,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    /// Middle of the front edge, and where it faces.
    pub pose: Pose,
    pub formation: Formation,
    pub order: Order,
    /// Bases abreast in the front rank.
    pub files: u8,
    /// Bases that have moved up beside the front, to the left and to the right (SSS 27.8).
    pub moved_up: [u8; 2],
    /// How far its halves stand apart after a breakthrough (SSS G44).
    pub split: Um,
    /// Bases left, how many of them have pikes, and hits on record that have not cost a base yet (SSS 14.2, 14.3).
    pub bases: u8,
    pub pike_bases: u8,
    pub carried: u8,
    /// All hits taken so far (SSS 2.1).
    pub hits: u16,
    pub inside: Option<Inside>,
    pub activity: Activity,
    pub pending: Pending,
    pub changing: Option<Change>,
    pub disruption: Ledger,
    /// On horseback; foot, guns and elephants never are.
    pub mounted: bool,
    /// Lies down (SSS 10.1).
    pub prone: bool,
    /// Its rear rank faces about (SSS 18.1, 22.1).
    pub rear_about: bool,
    /// Gunners who have left all their guns behind (SSS G65).
    pub gunless: bool,
    pub first_volley_used: bool,
    pub thrown_used: bool,
    /// Shot at a charge: may not shoot in its own next turn (SSS 15.2).
    pub shot_at_charge: bool,
    pub has_colours: bool,
    /// Enemy colours it has taken, by whose they are (SSS 31.2).
    pub captured: Units,
    /// Rounds of the melee it is in (SSS 27.10), and of these those it won.
    pub rounds: u8,
    pub rounds_won: u8,
    /// Charges, pursuits and rounds without a rest, of heavy cavalry (SSS 23.5, G24).
    pub exertion: u8,
    /// One of these was a charge or a pursuit (SSS G24).
    pub ran_on: bool,
    /// Pikes whose points have been passed in this melee (SSS 38.3).
    pub points_passed: bool,
    pub must_charge: bool,
    pub hold_to_last_man: bool,
    /// An enemy was within charge range in its last own turn (SSS G22).
    pub enemy_was_near: bool,
    /// What it shot at when it last shot from where it stands (SSS 13.7, G152).
    pub last_targets: Targets,
    /// The orders it is still carrying out beyond its leader's reach lead there (SSS 4.4a, G50).
    pub destination: Option<Point>,
    /// A blunder of its leader forbids countercharges until its own next turn (SSS 5.3, G95).
    pub no_countercharge: bool,
    /// Rout moves made (SSS 39.7).
    pub rout_moves: u8,
    /// Whom it pursues (SSS 1.5.1d, G122).
    pub quarry: Option<UnitId>,
    /// Own turns of nothing but plashing (SSS 24.4), and turns that something else is delayed: a naptha thrower to be
    /// mended (SSS 42.2d).
    pub plashing: u8,
    pub delayed: u8,
    /// Dice of naptha left (SSS 42.2e), or moves a pig has run (SSS 42.1e).
    pub stock: u8,
    /// Riders who have lost their horses, and for how many moves (SSS 8.14).
    pub unhorsed: [u8; 2],
    /// Where it stood when its player turn began.
    pub stood: Pose,
    pub this_turn: ThisTurn,
}

/// What a unit has done and suffered in a player turn: given anew when the next begins. It reads like the unit's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    pub intent: Intent,
    /// Somebody has said what it is to do.
    pub ordered: bool,
    /// Who commands it this turn (SSS P2 D3).
    pub led_by: Option<LeaderId>,
    /// The Commander-in-Chief has taken it over from one who failed (SSS 1.3e).
    pub taken_over: bool,
    /// Has been given a destination this turn (SSS G50).
    pub sent: bool,
    /// Left to itself though it could be led.
    pub left_alone: bool,
    /// May act without a leader (SSS 1.2d, 1.2e).
    pub own_initiative: bool,
    pub leadership: Leadership,
    /// Distance gone, of the allowance.
    pub spent: Um,
    /// Deductions for manoeuvres made, before any multiplier.
    pub deducted: Um,
    /// Changes of formation and order made free of penalty (SSS T3, G205).
    pub changed_freely: u8,
    /// What its way has led over (SSS T6, G8).
    pub way: WaySet,
    pub moved: bool,
    /// Moves no more by choice.
    pub finished: bool,
    /// Distance to the nearest enemy when its move began (SSS G9).
    pub enemy_off: Um,
    pub shot: bool,
    /// Bases and guns that have shot, by bit, what they shot at, and whether it was the first volley (SSS 13.6, 13.7).
    pub shot_bases: u64,
    pub aimed: Targets,
    pub volley_now: bool,
    /// A battery whose front has come round to another arc (SSS 13.8).
    pub traversed: bool,
    pub fought: bool,
    pub charged: bool,
    pub evaded: bool,
    pub mounted_now: bool,
    /// Somebody is passing through it, or has (SSS 9.5, G77).
    pub passed: bool,
    /// Answered a charge already, and shot at one (SSS G13).
    pub answered: bool,
    pub shot_at_one: bool,
    pub may_not_shoot: bool,
    /// Tests it owes at once for sub-commanders and generals struck down (SSS 6.9).
    pub shaken: [u8; 2],
    /// Infantry has struck it in the melee of this turn (SSS 6.4).
    pub hit_by_foot: bool,
    /// How often each cause of disruption has told in this player turn, three bits a cause (SSS G20, G101).
    pub causes: u64,
    /// Bases when the player turn began.
    pub bases_then: u8,
    /// Unsaved hits taken: in all, from shooting, in the melee of this turn, and dealt in it.
    pub hits: u8,
    pub hits_shooting: u8,
    pub hits_melee: u8,
    pub dealt: u8,
    /// Tests that are due in the reaction phase (SSS 34).
    pub triggers: u16,
    /// Hits from shooting that an immediate test has answered (SSS G78).
    pub hits_tested: u8,
    /// Has taken its one test of the reaction phase (SSS G22).
    pub reacted: bool,
    /// Has made the move it is bound to (SSS 1.5.1a).
    pub compelled: bool,
    /// Halts in this movement phase, as a test has it (SSS 40.1).
    pub halted: bool,
    /// The beaten enemy it is going to pursue (SSS 27.9, G52).
    pub pursues: Option<UnitId>,
    pub lost_melee: bool,
    pub broke: bool,
    pub routed_now: bool,
    /// Colours were rolled for (SSS G55).
    pub colours_rolled: bool,
    /// Surprised by an enemy it could not see when the player turn began (SSS G42).
    pub surprised: bool,
    /// Shot at by an enemy it could not see then (SSS G42, G158).
    pub ambushed: bool,
    /// How it stood when the player turn began, if it was on the table.
    pub began: Option<Outline>,
    /// Enemies whose gunners its fire has been rolled for (SSS 33.3, G162).
    pub strayed: Units,
    /// Enemies it has fought hand to hand, and those it has left by disengaging (SSS 26.1).
    pub met: Units,
    pub left: Units,
    /// The line on which it charged or goes on (SSS 28.5).
    pub line: Option<Cdeg>,
    /// Has been asked whether it mans guns that stand there (SSS G65).
    pub asked_to_man: bool,
    /// Used of its charge bonus before it charges anew (SSS G84).
    pub bonus_used: Um,
    /// Was in contact when the player turn began (SSS G73).
    pub fights_on: bool,
    /// Had fought two rounds or more when contact ended (SSS T16, G80).
    pub fought_long: bool,
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

/// What a leader's roll brings to a unit he commands (SSS 5.2 to 5.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Leadership {
    /// Base widths added to its move, or taken off.
    pub moves: i8,
    /// The line of the blunder table, 1 to 6, or nothing.
    pub blunder: u8,
    /// The line of the top form table, 1 to 6, or nothing.
    pub top_form: u8,
}

impl Leadership {
    /// The best there is: the last line of the table of top form (SSS T3).
    pub const fn best(mounted: bool) -> Leadership {
        Leadership { moves: if mounted { 3 } else { 2 }, blunder: 0, top_form: 6 }
    }

    /// SSS T2: formation changes take twice the time, no charges, dice at -1.
    pub const fn slow_changes(self) -> bool {
        self.blunder >= 3
    }

    pub const fn forbids_charges(self) -> bool {
        self.blunder >= 4
    }

    /// SSS T3: formation changes without penalty, no deduction for difficult terrain.
    pub const fn free_changes(self) -> bool {
        self.top_form >= 3
    }

    pub const fn ignores_difficult(self) -> bool {
        self.top_form >= 4
    }

    /// SSS T2, T3, 5.7: what is added to the dice of those who shoot, the one thing a leader does for them.
    pub const fn on_shooting(self) -> i32 {
        (self.top_form >= 5) as i32 - (self.blunder >= 5) as i32
    }

    /// SSS T2, T3: what is added to the dice of those who fight.
    pub const fn in_melee(self) -> i32 {
        (self.top_form >= 6) as i32 - (self.blunder >= 6) as i32
    }
}

/// What the way of a move has led over, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct WaySet(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Over {
    Difficult,
    Rough,
    /// Off any good road for some of the way.
    OffRoad,
    Building,
    Defile,
    /// A river or stream, for elephants (SSS 41.4).
    Water,
    /// Moves and shoots (SSS 8.2).
    Shoots,
    SteppedBack,
    /// A boat against the stream, and one that was not with the stream for some of its way (SSS T6).
    Upstream,
    OffStream,
}

/// Lines that horses have jumped are counted above the bits of [`Over`], and above them the bases that jumped (SSS 8.13).
const JUMPS_AT: u32 = 12;
const MOST_JUMPS: u32 = 15;
const JUMPED_AT: u32 = 16;
const MOST_JUMPED: u32 = 0xffff;

impl WaySet {
    pub const fn has(self, one: Over) -> bool {
        self.0 & (1 << one as u32) != 0
    }

    pub const fn with(self, one: Over) -> WaySet {
        WaySet(self.0 | 1 << one as u32)
    }

    pub const fn without(self, one: Over) -> WaySet {
        WaySet(self.0 & !(1 << one as u32))
    }

    /// Both ways together.
    pub const fn and(self, other: WaySet) -> WaySet {
        let over = (self.0 | other.0) & ((1 << JUMPS_AT) - 1);
        WaySet(over).jumping(self.jumps() + other.jumps(), self.jumped() + other.jumped())
    }

    /// Lines jumped on the way, and the bases that jumped them, each as often as it did (SSS 8.13).
    pub const fn jumps(self) -> u32 {
        self.0 >> JUMPS_AT & MOST_JUMPS
    }

    pub const fn jumped(self) -> u32 {
        self.0 >> JUMPED_AT
    }

    pub const fn jumping(self, lines: u32, bases: u32) -> WaySet {
        let (lines, bases) = (self.jumps() + lines, self.jumped() + bases);
        let lines = if lines > MOST_JUMPS { MOST_JUMPS } else { lines };
        let bases = if bases > MOST_JUMPED { MOST_JUMPED } else { bases };
        WaySet(self.0 & ((1 << JUMPS_AT) - 1) | lines << JUMPS_AT | bases << JUMPED_AT)
    }
}

/// A leader: the Commander-in-Chief or a sub-commander.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leader {
    pub fate: Fate,
    pub at: Point,
    pub attached: Option<UnitId>,
    /// Has tried to rally these routers and stays with them (SSS 39.8, G67).
    pub bound: bool,
    /// Who has taken over from him while he plays no part (SSS 6.6, G35).
    pub heir: Option<LeaderId>,
    /// Commands the army now.
    pub chief: bool,
    pub this_turn: LeaderTurn,
}

/// How a leader fares (SSS T4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fate {
    Fit,
    /// No moving and no orders for so many own turns (SSS 6.5).
    Unhorsed(u8),
    /// Out for so many own turns (SSS 6.6).
    Wounded(u8),
    Captured,
    /// Lost; his successor takes over after so many own turns (SSS 6.8).
    Lost {
        delay: u8,
    },
}

/// What a leader has done in a player turn: given anew when the next begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LeaderTurn {
    /// Has rolled: how far below or above his factor (SSS 5.1).
    pub tested: Option<Tested>,
    pub spent: Um,
    /// Has joined a unit, and stays with it (SSS G67).
    pub joined: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tested {
    Passed { margin: u8 },
    Failed,
    Blunder(u8),
    TopForm(u8),
}

/// The guns of one battery, or of one battalion.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battery {
    pub unit: UnitId,
    pub guns: ArrayVec<Gun, MOST_GUNS>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gun {
    pub state: GunState,
    /// Crew figures left (SSS 16.2).
    pub crew: u8,
    /// Stands there by itself: its crew is dead, or has been driven off (SSS G65).
    pub left: Option<Pose>,
    /// Which gun it is, by battery and place in it: gunners may take over those of others.
    pub model: (UnitId, u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GunState {
    Ready,
    /// For so many own moves (SSS T12).
    OutOfAction(u8),
    /// Out for good, or spiked.
    Destroyed,
}

/// The elephants of one unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Herd {
    pub unit: UnitId,
    pub beasts: ArrayVec<Beast, MOST_BEASTS>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Beast {
    pub points: u8,
    pub crew: u8,
}

/// An elephant out of control (SSS 41.16 to 41.20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stampede {
    /// Of which unit it was.
    pub of: UnitId,
    pub pose: Pose,
    pub points: u8,
    /// Its mahout has had his one chance (SSS 41.20).
    pub spiked: bool,
    /// Whom it has run into and fights with the other melees, by one reading (SSS G45).
    pub met: Option<UnitId>,
    /// What is left of the run it is on, whom it has met on it, and who has been asked to shoot at it (SSS 41.17, 41.18).
    pub left: Um,
    pub trampled: Units,
    pub shooters: Units,
}

/// A built-up area as it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Building {
    pub points: u16,
    pub fire: Fire,
    /// Whose howitzers shelled it in their last player turn (SSS 17.15).
    pub shelled: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Fire {
    #[default]
    None,
    /// Burns since so many player turns: the next two are the first move of either side against it, the two after them the
    /// second (SSS 17.10, 17.14).
    Burning(u8),
    /// Burns all game.
    Lost,
}

/// Something that shows in the desert and is not there (SSS 42.5): an oasis, buildings or figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mirage {
    pub at: Point,
    pub shows: u8,
}

/// A stretch of wood that somebody has worked on (SSS 24.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plashed {
    pub from: Point,
    pub to: Point,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeKind {
    /// Ordered, and tested for.
    Ordered,
    /// Bound to (SSS 1.4b, 39.4, 39.5).
    Compulsory,
    /// Meets a charge.
    Counter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    Declared,
    /// Passed its test, or needs none.
    Goes,
    /// Failed it.
    Stays,
    Contact,
    /// Ran short of its target, which evaded, routed or stood too far off.
    Short,
    /// Stopped by shooting (SSS 15.7).
    Stopped,
}

/// What a unit that is charged does (SSS P4 D7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Response {
    Evade {
        shoots: bool,
    },
    /// Goes to meet that charger (SSS G14).
    Countercharge(UnitId),
    Stand {
        shoots: bool,
    },
    /// And may shoot from the face attacked (SSS G17).
    Square {
        shoots: bool,
    },
    RearRank {
        shoots: bool,
    },
}

/// Which side of a unit is met (SSS G6).
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
    /// Where it started from, and with what its normal move began.
    pub start: Pose,
    pub approach: Approach,
    /// Distance gone.
    pub ran: Um,
    /// Where the target is met.
    pub aspect: Aspect,
    /// What the target has chosen and, if it had to test, whether it passed.
    pub response: Option<Response>,
    pub stands: bool,
    /// The target did not see it when the player turn began: it is surprised if it is struck (SSS G42).
    pub unseen: bool,
    /// Units, by bit, that shoot at it and have passed their tests (SSS 15.1).
    pub shooters: Units,
    /// Unsaved hits it has taken from those who shoot at it, and the bases it set out with (SSS 15.7).
    pub hits: u8,
    pub bases: u8,
}

/// What a charger does in its normal move before it runs straight on: a change of formation, an advance, a wheel to the right
/// where that is positive (SSS 1.5.2d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Approach {
    pub form: Option<(Formation, u8)>,
    pub ahead: Um,
    pub wheel: Cdeg,
}

/// Two units in contact, `a` before `b` in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contact {
    pub a: UnitId,
    pub b: UnitId,
    /// Where each is met by the other.
    pub on_a: Aspect,
    pub on_b: Aspect,
    pub a_came: Came,
    pub b_came: Came,
    /// Who of the two came upon the other: over any barrier between them, which shelters him no longer (SSS 24.1).
    pub attacked: [bool; 2],
}

/// A melee while it is fought (SSS P7): who is in it, and who still has something to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Melee {
    pub units: Units,
    /// Whose bases can reach several enemies, and whom they fight (SSS G57).
    pub torn: Units,
    pub allotted: ArrayVec<(UnitId, UnitId), 16>,
    /// Pikes that may strike at the crews of elephants, and those that do (SSS 41.11).
    pub may_aim: Units,
    pub aims_at_crew: Units,
    pub loser: Option<Side>,
    /// Hits between the two sides.
    pub by: u8,
    /// It was the third round: they break off (SSS 27.10).
    pub breaks_off: bool,
    /// Winners who may follow up, units with bases to bring up, units that have to break off.
    pub follow: Units,
    pub bring_up: Units,
    pub retire: Units,
    /// Cavalry that touches friends of it and may come to their help (SSS 29.1).
    pub may_help: Units,
    /// Those who charge in this round (SSS 28.1).
    pub chargers: Units,
    /// How each base fares that has broken in, and who may break in next with how many bases (SSS 30.4, 30.5).
    pub duels: ArrayVec<Duel, 16>,
    pub storms: ArrayVec<Storm, 8>,
}

/// A base inside a building that the enemy holds, in this round (SSS 30.5, G85).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Duel {
    pub unit: UnitId,
    pub base: u8,
    pub suffered: u8,
    pub dealt: u8,
}

/// A garrison has lost bases: its attackers may break in with as many (SSS 30.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Storm {
    pub holder: UnitId,
    pub building: BuildingId,
    pub bases: u8,
    /// Who has had his say.
    pub asked: Units,
}

/// How a unit came into the next round of a melee (SSS G71, G14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Came {
    /// Is in it already: melee column.
    #[default]
    Fights,
    /// Met the charge where it stood: halted column.
    Halted,
    /// Charged over its bonus distance at least: impact.
    Charging,
    /// Charged from too near to count as charging (SSS 1.5.2e).
    Close,
    FollowingUp,
    Reinforcing,
    /// Goes on after a breakthrough (SSS 28.4).
    Momentum,
    /// Was caught from behind: halted or pursued.
    Pursued,
}

impl Contact {
    /// The other of the two.
    pub fn other(&self, id: UnitId) -> Option<UnitId> {
        match id {
            _ if self.a == id => Some(self.b),
            _ if self.b == id => Some(self.a),
            _ => None,
        }
    }

    /// Where a unit is met in it.
    pub fn met(&self, id: UnitId) -> Aspect {
        if self.a == id { self.on_a } else { self.on_b }
    }

    pub fn has_attacked(&self, id: UnitId) -> bool {
        self.attacked[usize::from(self.a != id)]
    }

    pub fn came(&self, id: UnitId) -> Came {
        if self.a == id { self.a_came } else { self.b_came }
    }
}

/// Nobody counts how often a cause has told beyond this.
const MOST_TOLD: u64 = 7;

impl ThisTurn {
    /// How often a cause of disruption has told in this player turn (SSS G20).
    pub const fn told(&self, cause: Cause) -> u8 {
        (self.causes >> (3 * cause as u32) & MOST_TOLD) as u8
    }

    /// Notes that a cause of disruption has told so often in all in this player turn.
    pub fn note_cause(&mut self, cause: Cause, times: u8) {
        let at = 3 * cause as u32;
        self.causes = self.causes & !(MOST_TOLD << at) | u64::from(times).min(MOST_TOLD) << at;
    }
}
