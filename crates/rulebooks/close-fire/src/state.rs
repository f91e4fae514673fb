//! The state of a battle: plain data, integers only, so that it can be compared, hashed, copied and written down.

use crate::agenda::Step;
use crate::bodies::Bodies;
use crate::cards::{
    Arms, BrigadeId, CardId, Class, Grade, GunKind, LeaderId, Leaders, Load, MOST_ELEMENTS, Order, Style, Under,
    UnitId, Units, WingId, Zone,
};
use crate::visibility::Sights;
use arrayvec::ArrayVec;
use field::table::{Cdeg, Point, Pose, Um};
use kernel::{Agenda, Beside, Overflow, SeatSet, Side};
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

pub const MOST_CHARGES: usize = 24;
pub const MOST_CONTACTS: usize = 64;
pub const MOST_COMBATS: usize = 24;
pub const MOST_EVENTS: usize = 64;
pub const MOST_MESSENGERS: usize = 24;
pub const MOST_MERGERS: usize = 8;
pub const MOST_REASSIGNED: usize = 24;
pub const MOST_WORKS: usize = 24;
/// What one leader has still to listen to.
pub const MOST_HEARD: usize = 4;
pub const MOST_ENTRIES: usize = 16;
/// Steps that can be under way at once.
pub const DEPTH: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    pub phase: Phase,
    /// The first player of this turn (CF 9.4).
    pub first: Side,
    /// Who won the roll for initiative, which is not always who goes first (CF 9.3, G14).
    pub holder: Side,
    /// Whose half of the phase it is.
    pub active: Side,
    pub agenda: Agenda<Step, DEPTH>,
    pub units: Vec<Unit>,
    pub leaders: Vec<Leader>,
    pub brigades: Vec<Brigade>,
    /// Riders under way with an order, or sent to look (CF 1.6, G18, G67).
    pub messengers: ArrayVec<Messenger, MOST_MESSENGERS>,
    /// Re-assignments of which only one of two leaders has been told (CF 6.16, G18).
    pub reassigned: ArrayVec<Reassignment, MOST_REASSIGNED>,
    /// The units that move on one throw of the dice, while they do (CF 11.7).
    pub group: Option<Group>,
    /// Mergers that take their time (CF 11.47, G84).
    pub mergers: ArrayVec<Merger, MOST_MERGERS>,
    /// Charges of this turn, counter-charges among them.
    pub charges: ArrayVec<Charge, MOST_CHARGES>,
    /// Who stands hand to hand with whom.
    pub contacts: ArrayVec<Contact, MOST_CONTACTS>,
    /// The combats of this phase (CF G53).
    pub combats: ArrayVec<Combat, MOST_COMBATS>,
    /// What the Morale Phase of this turn will ask about (CF G13).
    pub events: ArrayVec<Event, MOST_EVENTS>,
    /// Fortifications that were taken instead of troops (CF 5.6).
    pub works: ArrayVec<Stretch, MOST_WORKS>,
    /// Where ditches have been filled with fascines (CF 12.10).
    pub filled: ArrayVec<Stretch, MOST_WORKS>,
    /// Woods and towns that each side has found empty, by place among the areas of the ground (CF G89).
    pub cleared: [u64; 2],
    /// How the attacker comes on (CF 5.14, 5.15).
    pub marches_on: bool,
    /// Where columns march on: those of the battle file, then those that were named (CF 5.15).
    pub entries: ArrayVec<EntryPoint, MOST_ENTRIES>,
    /// The sides have changed ends of the table (CF 5.9, 5.21).
    pub ends_swapped: bool,
    /// Stretches of works that troops were given up for and that are still to be put up (CF 5.6).
    pub credit: u8,
    /// Bases each side began with (CF G1).
    pub began: [u16; 2],
    /// Who has said how he meets the pursuers who run now (CF 17.22, G198).
    pub meeting: Units,
    /// Seats that have said they are done with the step that is asked of several at once.
    pub done: SeatSet,
    /// Seats that owe an answer to the step on top of the agenda.
    pub asked: SeatSet,
    pub over: Option<Ending>,
    /// Worked out from the units, and no part of the value.
    #[serde(skip)]
    pub bodies: Bodies,
    /// Who sees whom, as far as it has been found out, and no part of the value either.
    #[serde(skip)]
    pub sights: Beside<Sights>,
    /// What had no room on a list: nothing, or a soak says so.
    #[serde(skip)]
    pub overflow: Overflow,
}

/// The phases of a turn (CF 9.7 to 9.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    Deployment,
    Initiative,
    Artillery,
    Musketry,
    Command,
    Movement,
    Combat,
    Morale,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// None is a draw.
    pub winner: Option<Side>,
    pub why: EndReason,
    /// Per cent of its bases that each side has lost.
    pub lost: [u32; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndReason {
    TurnsOver,
    ArmyBroken,
    /// The position was taken, or held.
    Objective,
}

// --- Units

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Place {
    Table,
    /// Not yet put down.
    #[default]
    Reserve,
    /// On its owner's map and not on the table (CF 5.12, 5.13).
    Mapped,
    /// Waits at an entry point, at that place in the order of march; its head has come so far of the length of its column
    /// (CF 5.15, 5.16, G70).
    Marching {
        entry: u8,
        place: u8,
        come: Um,
    },
    /// Comes on later; so many attempts have failed (CF 5.25).
    Expected {
        attempts: u8,
    },
    /// Is part of another unit now (CF 11.45).
    Merged(UnitId),
    Gone(Loss),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// No base is left (CF G9).
    Destroyed,
    /// CF 17.19
    Surrendered,
    /// Ran over the edge (CF G64).
    LeftTable,
    /// Guns without a crew that were driven off, wagons that were taken (CF 16.13, G72).
    Taken,
    /// A card with nobody behind it (CF G67).
    Dummy,
    /// Given up for fortifications (CF 5.6).
    Swapped,
}

/// How the bases of a unit stand (CF 10.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Formation {
    /// Foot one rank deep, cavalry wider than deep (CF 10.2, 10.4).
    #[default]
    Line,
    /// Single file (CF 10.5).
    MarchColumn,
    /// Two bases wide or more, two deep or more (CF 10.6).
    AssaultColumn,
    /// Without order, facing all round (CF 10.8, 11.39).
    Unformed,
    /// Guns and wagons are single models (CF 10.1).
    Model,
}

/// What a unit is about, beyond its formation (CF 10.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Standing {
    #[default]
    Steady,
    Evading,
    Retiring,
    Routing,
    Pursuing,
    /// CF G21
    Looting,
}

impl Standing {
    /// Unformed as long as it lasts (CF 10.9).
    pub const fn unforms(self) -> bool {
        !matches!(self, Standing::Steady)
    }
}

/// A battalion or squadron as it is now. Left to right in line, front to rear in column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Element {
    pub bases: u8,
    /// Bases lost that still count in combat (CF 11.48, 15.16, G37).
    pub casualties: u8,
    pub class: Class,
    pub style: Style,
    pub grade: Grade,
    pub guards: bool,
    /// Whether its pike base still stands (CF 18.2).
    pub pikes: bool,
}

/// One end of a line that is drawn back (CF 10.3, 12.3, 12.18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Bend {
    /// Bases at that end which stand otherwise than the rest; none for a straight line.
    pub bases: u8,
    /// How far they have wheeled back.
    pub angle: Cdeg,
    /// How far they have stepped back.
    pub back: Um,
}

/// Whether a gun can be served (CF 16.7 to 16.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Service {
    #[default]
    Crewed,
    Abandoned(Crew),
    Spiked,
}

/// Those who left their guns (CF 1.15, 16.12, G66).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Crew {
    Killed,
    /// Sheltering with a unit.
    With(UnitId),
    At(Point),
}

/// Horses of dismounted dragoons (CF 1.8, 12.20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Holders {
    pub at: Point,
    /// They have withdrawn, and stay where they are.
    pub moved: bool,
}

/// What a gun remembers of its last shot (CF 13.23, G43, G88).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastShot {
    pub at: UnitId,
    pub turn: u8,
    pub range: Um,
    /// Gun or target has left its place since, or done anything at all.
    pub displaced: bool,
    pub acted: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// Bases given up for fortifications before the battle (CF 5.6).
    pub given_up: u8,
    /// Who it is; the secret of a card that lies face down (CF 5.26, G67). None where one may not know.
    pub card: Option<CardId>,
    pub side: Side,
    /// How many have been split off the same card before it; 0 for the first.
    pub part: u8,
    pub place: Place,
    /// Only a card shows of it (CF 5.26).
    pub face_down: bool,
    /// Middle of the front edge, and where it faces.
    pub pose: Pose,
    pub formation: Formation,
    /// Bases abreast.
    pub files: u8,
    /// Its left and its right end.
    pub bends: [Bend; 2],
    pub elements: ArrayVec<Element, MOST_ELEMENTS>,
    pub class: Class,
    pub gun: Option<GunKind>,
    pub style: Style,
    pub grade: Grade,
    pub arms: Arms,
    pub swedish: bool,
    /// CF 3.14
    pub mixed: bool,
    /// A card with nobody behind it (CF G67).
    pub dummy: bool,
    /// CF 6.16: units can be re-assigned.
    pub under: Under,
    pub standing: Standing,
    pub dps: u8,
    /// On horseback; only dragoons are ever not.
    pub mounted: bool,
    pub holders: Option<Holders>,
    pub limbered: bool,
    pub service: Service,
    /// Who has stayed in contact with it since the last Morale Phase to spike it (CF 16.10).
    pub spiked_by: Option<UnitId>,
    pub load: Load,
    pub bayonets_fixed: bool,
    /// Moves made in the flight that it is on: the first is the initial one (CF 11.21).
    pub flight: u8,
    /// Whom it pursues (CF 17.21).
    pub quarry: Units,
    /// Charged last turn without contact: it has to test (CF 14.13).
    pub charged_in_vain: bool,
    pub last_shot: Option<LastShot>,
    pub last_turn: LastTurn,
    pub this_turn: ThisTurn,
}

/// What a unit remembers of the turn before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LastTurn {
    pub moved: Moved,
    /// Dice of its last voluntary move, of cavalry (CF 11.33, 11.35).
    pub speed: u8,
    /// Blocks sight from above, and shows itself at the edge of cover (CF 7.6, 7.7).
    pub fired: bool,
}

/// How a unit moved in a turn, so that it may have to do it again (CF 6.35, G20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Moved {
    /// Not at all, or only on the spot.
    #[default]
    Stood,
    Dice(MoveDice),
    Road,
    /// A move without dice: side step, push of a gun, free ride.
    Otherwise,
    Charged,
}

/// Dice of a move: average dice, and whether the D6 is added (CF 11.12, 11.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct MoveDice {
    pub average: u8,
    pub plain: bool,
}

impl MoveDice {
    pub const NONE: MoveDice = MoveDice { average: 0, plain: false };

    pub const fn new(average: u8, plain: bool) -> MoveDice {
        MoveDice { average, plain }
    }

    /// How many there are.
    pub const fn count(self) -> u8 {
        self.average + self.plain as u8
    }
}

/// Who or what lets a unit act in this turn (CF 6.23 to 6.35).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Control {
    /// Not judged yet, or not under control and not tested.
    #[default]
    None,
    /// A detached leader of its chain is in reach (CF 6.23).
    By(LeaderId),
    /// A leader is attached (CF 6.27).
    Attached(LeaderId),
    /// Does as that unit does: beside it in line, or behind it (CF 6.28, 6.29).
    Conforms {
        to: UnitId,
        behind: bool,
    },
    Tested(Verdict),
}

/// The results of a Control Test (T5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    Halt,
    AsWished,
    RepeatLastMove,
    /// Goes on routing, pursuing or charging.
    Continue,
}

/// What a unit has done and suffered in a turn: given anew when the next begins. It reads like the unit's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    // Fire.
    /// CF 13.11
    pub fired: bool,
    /// Has said that it holds its fire (CF 15.12).
    pub held_fire: bool,
    /// Was a target, hit or not, or is in close fire (CF G11).
    pub under_fire: bool,

    // Command.
    pub control: Control,
    /// CF 6.8: its halt marker.
    pub steadied: bool,
    /// Inspire actions, at most 2 (CF 6.10).
    pub inspired: u8,
    /// Has fixed or unfixed its bayonets, or dropped its load (CF 9.10, G38).
    pub readied: bool,

    // Movement.
    /// Where it stood when its move began (CF G17).
    pub stood: Option<Pose>,
    /// Has had its say in the Movement Phase.
    pub finished: bool,
    pub moved: Moved,
    /// Has left its place, by whatever move.
    pub displaced: bool,
    /// Has changed formation or facing on the spot (CF 8.9, 18.8).
    pub adjusted: bool,
    /// Has moved towards its front (CF G59).
    pub advanced: bool,
    /// Ten yards for each pip of its dice, before anything is added or taken off.
    pub pips: Um,
    /// Distance gone, and half moves that went into manoeuvres (CF G34).
    pub spent: Um,
    pub halves: u8,
    /// Distance gone in all, and how much of it over rough ground (CF G30).
    pub path: Um,
    pub rough_path: Um,
    /// Disorder Points taken for the dice of this move (CF 11.26, 11.28).
    pub fatigue: u8,
    /// The dice it uses, and the direction of its straight move.
    pub dice: MoveDice,
    pub rough: bool,
    pub doubled: bool,
    /// The way of this move has been chosen: how far off straight ahead (CF G78).
    pub oblique: Option<Cdeg>,
    /// Friends that have passed through it for nothing because it stands (CF 12.23, G181).
    pub let_through: Units,
    /// Sideways and forward parts of an incline (CF 12.16).
    pub sideways: Um,
    pub forward: Um,
    /// Manoeuvre DPs that fall once a turn: for wheeling, for changing formation (CF 12.5, G78).
    pub wheel_paid: bool,
    pub change_paid: bool,
    /// A whole move has gone into one thing: nothing else may be done (CF G34).
    pub full_move: bool,
    pub changes: u8,

    // Charges and combat.
    pub charging: bool,
    pub outrance: bool,
    pub countercharging: bool,
    /// Where its charge began (CF 18.4).
    pub charged_from: Option<Pose>,
    pub evaded: bool,
    /// Has said how it meets the charge on it (CF 14.16).
    pub answered: bool,
    /// Its main opponent, where its owner had to say (CF G53).
    pub opposes: Option<UnitId>,
    /// Combats it has fought in this phase (CF G65).
    pub fought: u8,
    /// Whom it fought in the last of them, for its result (CF 16.2 to 16.7).
    pub met: Met,
    pub after: After,

    // Morale.
    /// Bases lost by each battalion or squadron of which its owner has still to say whose they were (CF G37).
    pub owed: [u8; MOST_ELEMENTS],
    /// Taken in this Morale Phase, not to be re-dressed (CF 8.17).
    pub morale_dps: u8,
    /// Leader risk has been tested for fire, for combat (CF 6.39, G24).
    pub risked_fire: bool,
    pub risked_combat: bool,
}

/// Whom a unit met in its combat, as its result asks (T10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Met {
    /// Cavalry that charged foot, alone or with others (CF G79).
    pub charged_foot: bool,
    /// Cavalry that charged guns and nobody else (CF 16.4).
    pub charged_guns: bool,
    /// Cavalry that charged à l'outrance against guns or a single rank of cavalry (CF 16.5).
    pub rides_through: bool,
    /// Charged by cavalry and by nobody else (CF 16.7).
    pub by_cavalry: bool,
    /// Some enemy was cavalry (CF 16.4, G61).
    pub faced_cavalry: bool,
    /// Stood behind works (CF G61).
    pub in_works: bool,
}

/// What a unit did when its combat was over (CF 17.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum After {
    #[default]
    Nothing,
    Remained,
    TookPosition,
    RodeThrough,
    Retired,
    Routed,
    Pursued,
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

impl Unit {
    pub fn bases(&self) -> u8 {
        self.elements.iter().map(|element| element.bases).sum()
    }

    /// Bases lost that count in combat (CF 15.16).
    pub fn casualties(&self) -> u8 {
        self.elements.iter().map(|element| element.casualties).sum()
    }

    /// A new turn begins: what it has done becomes what it remembers.
    pub fn begin_turn(&mut self) {
        let done = self.this_turn;
        let speed = match done.moved {
            Moved::Dice(dice) => dice.count(),
            // CF 11.35: a road move counts as two dice.
            Moved::Road => 2,
            Moved::Charged => done.dice.count(),
            Moved::Stood | Moved::Otherwise => 0,
        };
        // CF G33: moves that ignore the limit leave a speed of 2.
        let hurried = done.evaded
            || matches!(done.after, After::Retired | After::Routed | After::Pursued | After::RodeThrough)
            || self.standing.unforms();
        self.last_turn = LastTurn { moved: done.moved, speed: if hurried { 2 } else { speed }, fired: done.fired };
        // CF G50
        if self.standing == Standing::Evading {
            self.standing = Standing::Steady;
        }
        self.this_turn = ThisTurn::default();
    }
}

// --- Leaders, brigades, messengers

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leader {
    pub fate: Fate,
    /// Not yet on the table.
    pub off: bool,
    /// On his side's map and out of the enemy's sight: he commands as if he stood there (CF 5.13, G68).
    pub hidden: bool,
    pub at: Point,
    pub attached: Option<UnitId>,
    pub wounded: bool,
    /// What has reached him and what he has still to listen to (CF 6.12, G18).
    pub heard: ArrayVec<Message, MOST_HEARD>,
    /// The turn in which he was killed or captured (CF G25).
    pub lost_in: u8,
    pub this_turn: LeaderTurn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Fate {
    #[default]
    Fit,
    Killed,
    Captured,
}

/// What a leader has done in a turn: given anew when the next begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LeaderTurn {
    /// Command actions taken (CF 6.2).
    pub actions: u8,
    /// Of them those by which he inspires the unit he is with (CF 6.10).
    pub inspires: u8,
    /// Has said that he takes no more.
    pub finished: bool,
    /// Has ridden in the Movement Phase (CF 6.4, 9.11).
    pub moved: bool,
    /// A replacement has no action in his first phase (CF G25).
    pub new: bool,
}

/// What a brigade has been told, and where it belongs (CF 6.16, 6.17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Brigade {
    pub order: Order,
    /// Who gave it: only he or his superior changes it. None is whoever commands the army (CF 6.18).
    pub issued_by: Option<LeaderId>,
    pub wing: Option<WingId>,
    /// Its first unit has reached the position it advances to (CF G17).
    pub reached: bool,
    /// Where it was deployed (CF G17).
    pub area: Zone,
    /// Whoever looks may not know its order (CF P11).
    pub unknown: bool,
}

/// What a messenger carries or a General says (CF 6.16, 6.18, G67).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Errand {
    Order {
        brigade: BrigadeId,
        order: Order,
    },
    /// A unit goes over to another command.
    Unit {
        unit: UnitId,
        under: Under,
    },
    /// A brigade goes over to another wing.
    Brigade {
        brigade: BrigadeId,
        wing: Option<WingId>,
    },
    /// A scout: has he seen the card he was sent to?
    Scout {
        card: UnitId,
        seen: bool,
    },
}

impl Errand {
    /// Whether both put the same unit, or the same brigade, under somebody else.
    pub fn concerns_the_same(self, other: Errand) -> bool {
        match (self, other) {
            (Errand::Unit { unit, .. }, Errand::Unit { unit: of, .. }) => unit == of,
            (Errand::Brigade { brigade, .. }, Errand::Brigade { brigade: of, .. }) => brigade == of,
            _ => false,
        }
    }
}

/// What a leader is told, and by whom (CF 6.18, 6.19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Message {
    pub from: LeaderId,
    pub errand: Errand,
}

/// A re-assignment that is in force when both leaders have been told (CF 6.16, G18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reassignment {
    pub errand: Errand,
    pub told: Leaders,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Messenger {
    pub side: Side,
    pub at: Point,
    pub from: LeaderId,
    pub to: LeaderId,
    pub errand: Errand,
    pub wounded: bool,
    /// Has ridden in this Command Phase.
    pub moved: bool,
}

// --- What is under way

/// Units of one brigade that move on one throw, and their dice (CF 11.7, G27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group {
    pub side: Side,
    pub units: Units,
    /// Those that stay where they are.
    pub staying: Units,
    /// Those that may stop where they come to named ground or line up, as declared (CF 11.4).
    pub stopping: Units,
    /// Those that do not double though they could, by one reading (CF G28).
    pub single: Units,
    pub dice: MoveDice,
    /// The two average dice and the D6, as read; 0 where none was thrown.
    pub rolled: [u8; 3],
    /// Which two of three cavalry from a standstill uses: the D6 instead of the second average die (CF G85).
    pub plain_pair: bool,
}

/// Units that become one (CF 11.45, G84).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Merger {
    pub units: Units,
    /// The first of them, which the others join.
    pub into: UnitId,
    pub since: u8,
    /// How many turns it takes, and the DPs that the new unit will have.
    pub turns: u8,
    pub dps: u8,
}

/// A body of units that charges (CF 14.3, 14.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub side: Side,
    /// The unit that leads, and all that charge with it.
    pub lead: UnitId,
    pub units: Units,
    /// The enemy it is aimed at when it is declared.
    pub target: UnitId,
    pub dice: MoveDice,
    pub outrance: bool,
    pub stage: Stage,
    /// The charge that this one counters.
    pub counters: Option<UnitId>,
    /// The way it goes.
    pub heading: Cdeg,
    /// Distance rolled and distance gone.
    pub rolled: Um,
    pub ran: Um,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    Declared,
    /// The number of its dice is said (CF 14.10).
    Diced,
    Contact,
    /// Fell short (CF 14.13).
    Short,
    /// Struck before it could move (CF G48).
    Caught,
}

/// Which side of a unit is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aspect {
    Front,
    Flank,
    Rear,
}

/// Two units hand to hand, `a` before `b` among the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contact {
    pub a: UnitId,
    pub b: UnitId,
    /// Where each is met by the other.
    pub on_a: Aspect,
    pub on_b: Aspect,
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
}

/// One combat while it is fought (CF 15, G53).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    pub units: Units,
    /// Those of them that were scored.
    pub scored: Units,
    /// The second wave of the phase (CF G65).
    pub second: bool,
    /// What each side reached, once it is rolled.
    pub scores: Option<[Score; 2]>,
    /// Units that have acted (CF 17.1).
    pub acted: Units,
}

/// The score of one side: all dice and factors, and the number of units they are divided by, so that averages stay exact
/// (CF 15.27, G55).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Score {
    pub sum: i32,
    pub units: i32,
}

impl Score {
    /// Less another, rounded to the nearest whole, halves toward zero (CF G55).
    pub fn less(self, other: Score) -> i32 {
        let (over, under) = (self.sum * other.units - other.sum * self.units, self.units * other.units);
        if under == 0 {
            return 0;
        }
        let nearest = (2 * over.abs() + under - 1) / (2 * under);
        nearest * over.signum()
    }

    /// Whether it is lower than another, by however little.
    pub fn is_below(self, other: Score) -> bool {
        self.sum * other.units < other.sum * self.units
    }
}

impl Combat {
    /// What a side reached less what its enemy did (CF 16.1); none before they are rolled.
    pub fn difference(&self, side: Side) -> Option<i32> {
        let scores = self.scores?;
        Some(scores[side.ix()].less(scores[side.other().ix()]))
    }
}

/// Something that shakes its friends (T3, G13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    pub what: Shock,
    pub side: Side,
    /// Whose event it is: it does not shake itself.
    pub unit: Option<UnitId>,
    pub leader: Option<LeaderId>,
    pub grade: Grade,
    pub foot: bool,
    /// Where it began and where it ended.
    pub from: Footprint,
    pub to: Footprint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shock {
    Routed,
    Destroyed,
    Retired,
    GeneralLost,
    GeneralRouting,
}

/// Ground that somebody covers or covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Footprint {
    pub pose: Pose,
    pub width: Um,
    pub depth: Um,
}

/// A place on the edge where columns march on (CF 5.15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EntryPoint {
    pub side: Side,
    /// On the edge, looking inward.
    pub pose: Pose,
    /// By the attacker, not by the battle file.
    pub named: bool,
    /// Somebody has marched on there: the enemy knows of it.
    pub used: bool,
}

/// A stretch of a line: works put up, a ditch that was filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stretch {
    pub from: Point,
    pub to: Point,
}
