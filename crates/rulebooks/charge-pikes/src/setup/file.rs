//! The battle file as a designer writes it. Doc comments here are the help an editor shows, through the JSON Schema.

use crate::cards::{BallColumn, Beginning, Grade, GunClass, Kind, MountedWidth, PistolRound, TableEdge};
use crate::muster::unit_file;
use crate::scales::Scale;
use crate::state::{Aspect, Formation, GunState, Loss};
use scenario::order_of_battle::{SeatFile, SideHead};
use scenario::victory::{BreakFile, PointsFile};
use scenario::{At, Bearing, GroundFile, Spot, words};
use schemars::JsonSchema;
use serde::Deserialize;

/// A battle for Charge Pikes!
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Charge Pikes! battle")]
pub struct BattleFile {
    /// Always 1.
    pub format: At<u8>,
    /// Always `charge-pikes`.
    pub rulebook: At<String>,
    /// Short name in lower case, used by commands and journals.
    pub key: At<String>,
    pub title: String,
    pub date: Option<String>,
    pub place: Option<String>,
    /// One or two sentences for a list of battles.
    pub summary: Option<String>,
    /// What happened, and how the forces and the ground were judged.
    pub history: Option<String>,
    /// Turns played, 18 when left out.
    pub turns: Option<At<u8>>,
    #[serde(default)]
    pub options: OptionsFile,
    #[serde(default)]
    pub ground: GroundFile,
    /// The two sides.
    pub sides: At<Vec<At<SideFile>>>,
    /// Players; one for each side when left out.
    #[serde(default)]
    pub seats: Vec<At<SeatFile>>,
    #[serde(default)]
    pub generals: Vec<At<GeneralFile>>,
    pub units: At<Vec<At<UnitFile>>>,
    pub victory: Option<VictoryFile>,
    /// The turn at whose beginning the battle starts, 1 when left out.
    pub first_turn: Option<At<u8>>,
    /// Where the battle begins, if not with the roll for initiative of its first turn.
    pub start: Option<At<StartFile>>,
    /// Units that are locked in combat from the start.
    #[serde(default)]
    pub contacts: Vec<At<ContactFile>>,
    /// Stretches of hedgerow already loopholed or broken down.
    #[serde(default)]
    pub hedge_works: Vec<At<HedgeWorkFile>>,
}

/// Optional rules and readings; what is left out has its usual value.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OptionsFile {
    /// Size of the figures, which sets every distance: 25mm when left out.
    pub scale: Option<ScaleWord>,
    /// Foot may use muskets forward and pikes forward.
    pub swedish_system: Option<bool>,
    /// Firelocks shoot faster than matchlocks.
    pub firelocks: Option<bool>,
    /// Regiments may draw out forlorn hopes.
    pub forlorn_hopes: Option<bool>,
    /// Foot may shoot by volley.
    pub volley_fire: Option<bool>,
    pub lancers: Option<bool>,
    pub highlanders: Option<bool>,
    /// Width of a rider at 15 mm: by the table (20 mm) or by the base (15 mm).
    pub mounted_width_15mm: Option<WidthWord>,
    /// Column for ball at skirmishers.
    pub ball_at_skirmishers: Option<BallWord>,
    /// Rounds in which pistols may count.
    pub pistols: Option<PistolsWord>,
    /// Foot may follow up recoiling foot; true when left out.
    pub foot_follow_up: Option<bool>,
    /// Mounted dragoons may shoot from the saddle; true when left out.
    pub dragoons_shoot_mounted: Option<bool>,
    /// Close order that is passed through stands still all turn, not only while it is passed; true when left out.
    pub passed_stand_all_turn: Option<bool>,
    /// Generals are in danger beside any unit that is hit hard, not their own side's alone.
    pub any_unit_endangers_generals: Option<bool>,
}

/// A side.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    pub key: At<String>,
    pub name: String,
    /// Colour on the map, `#rrggbb`.
    pub colour: Option<At<String>>,
    /// The edge its routers run for.
    pub baseline: At<EdgeWord>,
    /// Its cavalry charges and pursues as the King's did.
    pub royalist: Option<bool>,
    /// Where it deploys, `[west, south, east, north]`; within 12(9) inches of the baseline when left out.
    pub zone: Option<At<[f64; 4]>>,
    /// Most points its forces may cost.
    pub limit: Option<At<u32>>,
}

impl SideFile {
    pub fn head(&self) -> SideHead<'_> {
        SideHead { key: &self.key, name: &self.name, colour: self.colour.as_ref() }
    }
}

/// A general.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GeneralFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    /// Commander-in-chief or sub-general; sub-general when left out.
    pub rank: Option<At<RankWord>>,
    /// The command he leads: a sub-general is assigned all its units.
    pub command: Option<At<String>>,
    /// Further units assigned to a sub-general, by key.
    #[serde(default)]
    pub units: Vec<At<String>>,
    /// Where he stands; behind his units when left out.
    pub at: Option<At<Spot>>,
    /// The unit he is attached to.
    pub with: Option<At<String>>,
    /// Disabled before the battle begins.
    pub lost: Option<bool>,
}

unit_file! {
    /// A unit.
    UnitFile {
        pub key: At<String>,
        pub name: String,
        pub side: At<String>,
        /// The command it belongs to.
        pub command: Option<At<String>>,
    } {
        /// Whether it charges and pursues as the King's cavalry did; as its side does when left out.
        pub royalist: Option<bool>,
        /// Musketeers drawn out in front from the start, at most six.
        pub forlorn_hope: Option<At<u8>>,
        /// Middle of the front of its centre; left to the player when left out.
        pub at: Option<At<Spot>>,
        /// A compass word or degrees clockwise from north; away from the baseline when left out.
        pub facing: Option<At<Bearing>>,
        pub formation: Option<At<FormationWord>>,
        /// Figures abreast: a number, or for pikes with wings `{ left = 6, pikes = 6, right = 6 }`.
        pub files: Option<At<FilesFile>>,
        /// Figures deep, instead of `files`: a number, or `{ shot = 2, pikes = 3 }`.
        pub ranks: Option<At<RanksFile>>,
        /// Degrees the left wing is swung forward, or back if negative.
        pub left_angle: Option<At<f64>>,
        /// Degrees the right wing is swung forward, or back if negative.
        pub right_angle: Option<At<f64>>,
        /// The town block it garrisons, by name.
        pub inside: Option<At<String>>,
        /// When and where it comes on, if it is not there from the start.
        pub arrives: Option<At<ArrivalFile>>,
        /// What has befallen it before the battle begins.
        pub start: Option<At<UnitStartFile>>,
    }
}

/// A gun: its class alone, the weight of its shot in pounds, or its class with what has befallen it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GunFile {
    Class(GunWord),
    Pounds(u8),
    Full(FullGunFile),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FullGunFile {
    pub class: GunWord,
    /// Rounds of hail, 4 when left out.
    pub hail: Option<u8>,
    pub limber: Option<bool>,
    /// Hits its limber has taken: a second one removes it.
    pub limber_hits: Option<u8>,
    /// Turns of reloading still to go.
    pub reloading: Option<u8>,
    pub state: Option<GunStateWord>,
    /// Degrees it is wheeled from the battery's facing, to the right if positive.
    pub swung: Option<f64>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FilesFile {
    All(u8),
    Parts(PartFiles),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PartFiles {
    pub left: u8,
    pub pikes: u8,
    pub right: u8,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RanksFile {
    All(u8),
    Parts(PartRanks),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PartRanks {
    pub shot: u8,
    pub pikes: u8,
}

/// A reinforcement.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArrivalFile {
    pub turn: At<u8>,
    /// Where its front stands when it comes on.
    pub at: At<Spot>,
    pub facing: Option<At<Bearing>>,
}

/// The state of a unit as the battle begins; whatever is left out is as with fresh troops.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitStartFile {
    /// Figures lost: a number, split between pikes and muskets in proportion, or `{ pikes = 2, others = 3 }`.
    pub losses: Option<At<LossesFile>>,
    pub shaken: Option<At<bool>>,
    pub disordered: Option<bool>,
    pub routing: Option<At<bool>>,
    /// The unit it pursues, by key.
    pub pursuing: Option<At<String>>,
    /// The unit that made it rout, by key.
    pub cause: Option<At<String>>,
    /// Has made a continued rout move since it broke, so that it may test to rally.
    pub fled: Option<bool>,
    /// Full moves still owed to a change of formation, 0 to 2.
    pub changing: Option<At<u8>>,
    /// Dragoons only: on foot.
    pub dismounted: Option<At<bool>>,
    /// Dragoons only: where their horses are held; behind them when left out.
    pub led_horses: Option<At<LedHorsesFile>>,
    /// Dragoons only: their horses are lost.
    pub horses_dispersed: Option<At<bool>>,
    /// Cavalry only: pistols not loaded.
    pub pistols_fired: Option<At<bool>>,
    /// In volley posture.
    pub volley: Option<At<bool>>,
    /// Shot a volley and has not reloaded.
    pub unloaded: Option<At<bool>>,
    /// Gave itself away by shooting out of woods or a building.
    pub revealed: Option<bool>,
    /// Battery only: the crew is away from the guns, at this place.
    pub crew_at: Option<At<Spot>>,
    /// Turns of work already put into a hedgerow.
    pub hedge_turns: Option<At<u8>>,
    /// In no legal formation: disordered, moves straight ahead only.
    pub illegal: Option<bool>,
    /// Successive rounds of combat lost.
    pub rounds_lost: Option<u8>,
    /// Inches gone straight ahead at the end of its last move.
    pub straight: Option<At<f64>>,
    /// Battles that begin inside a turn only: inches of its move it has used in this turn.
    pub moved: Option<At<f64>>,
    /// Battles that begin inside a turn only: it has moved by no more than the one rank that still lets foot shoot.
    pub one_rank: Option<At<bool>>,
    /// Battles that begin inside a turn only: it has charged in this turn.
    pub charged: Option<At<bool>>,
    /// Battles that begin inside a turn only: it has evaded a charge in this turn.
    pub evaded: Option<At<bool>>,
    /// Battles that begin with the combat phase only: it has shot in this turn.
    pub shot: Option<At<bool>>,
    /// Pursued off the table in that turn.
    pub off_table_since: Option<At<u8>>,
    /// No longer there.
    pub gone: Option<LossWord>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum LossesFile {
    All(u8),
    Parts(PartLosses),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PartLosses {
    pub pikes: u8,
    pub others: u8,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LedHorsesFile {
    pub at: At<Spot>,
    pub facing: Option<At<Bearing>>,
}

/// How the battle is won.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VictoryFile {
    /// Per cent of its cost at which an army breaks, 50 when left out; `false` where no army breaks.
    pub broken_at: Option<At<BreakFile>>,
    #[serde(default)]
    pub objectives: Vec<At<ObjectiveFile>>,
}

/// Ground worth points to whoever holds it at the end.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ObjectiveFile {
    pub name: String,
    /// `[west, south, east, north]`.
    #[serde(rename = "box")]
    pub zone: At<[f64; 4]>,
    /// Points for either side, or by side: `{ royalist = 100 }`.
    pub points: At<PointsFile>,
}

/// Where the battle begins: a turn, and perhaps a phase inside it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StartFile {
    /// The turn it begins in, instead of `first-turn`; 1 when left out.
    pub turn: Option<At<u8>>,
    /// The phase it begins with; the roll for initiative when left out.
    pub phase: Option<At<PhaseWord>>,
    /// The side that is Side A in this turn, by key: wanted when the initiative is behind.
    pub side_a: Option<At<String>>,
    /// Charges declared and not yet answered, in the movement phases; charges that have come up and not yet tested, in the
    /// shooting phase.
    #[serde(default)]
    pub charges: Vec<At<ChargeFile>>,
}

/// A charge under way.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChargeFile {
    /// The unit that charges, by key.
    pub charger: At<String>,
    /// The enemy it charges, by key.
    pub target: At<String>,
    /// Inches it has come straight ahead to where it stands now, in the shooting phase.
    pub ran: Option<At<f64>>,
}

/// Two units locked in combat.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContactFile {
    /// The two units, by key.
    pub units: [At<String>; 2],
    /// The next round is the first after a charge.
    pub impact: Option<bool>,
    /// Where each of the two is met; as they stand when left out.
    pub met: Option<[AspectWord; 2]>,
    /// Which of the two have impetus.
    #[serde(default)]
    pub impetus: Vec<At<String>>,
    /// Which of the two followed up a recoil.
    #[serde(default)]
    pub follows: Vec<At<String>>,
    /// Which of the two moved forward into this impact.
    #[serde(default)]
    pub forward: Vec<At<String>>,
}

/// A stretch of hedgerow that has been worked on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HedgeWorkFile {
    /// The hedgerow, by name.
    pub line: At<String>,
    /// Inches along the line from its first point.
    pub from: At<f64>,
    pub to: At<f64>,
    /// Broken down, so that it can be crossed; only loopholed when left out.
    pub broken: Option<bool>,
}

words!(ScaleWord => Scale { "25mm" Mm25 = Scale::Mm25, "15mm" Mm15 = Scale::Mm15 });
words!(WidthWord => MountedWidth { "table" Table = MountedWidth::Table, "base" Base = MountedWidth::Base });
words!(BallWord => BallColumn { "soft" Soft = BallColumn::Soft, "hard" Hard = BallColumn::Hard });
words!(PistolsWord => PistolRound {
    "any-round" Any = PistolRound::Any,
    "impact-only" Impact = PistolRound::Impact,
});
words!(EdgeWord => TableEdge {
    "north" North = TableEdge::North,
    "east" East = TableEdge::East,
    "south" South = TableEdge::South,
    "west" West = TableEdge::West,
});
words!(
    /// The steps of a turn at which a battle may begin.
    PhaseWord => Beginning {
        "initiative" Initiative = Beginning::Turn,
        "flight" Flight = Beginning::Flight,
        "movement" Movement = Beginning::Movement,
        "second-movement" SecondMovement = Beginning::SecondMovement,
        "shooting" Shooting = Beginning::Shooting,
        "combat" Combat = Beginning::Combat,
    }
);
words!(
    /// Commander-in-chief or sub-general.
    RankWord => bool { "chief" Chief = true, "sub" Sub = false }
);
words!(KindWord => Kind {
    "foot" Foot = Kind::PikeAndShot,
    "skirmishers" Skirmishers = Kind::Skirmishers,
    "horse" Horse = Kind::Horse,
    "cuirassiers" Cuirassiers = Kind::Cuirassiers,
    "lancers" Lancers = Kind::Lancers,
    "dragoons" Dragoons = Kind::Dragoons,
    "battery" Battery = Kind::Battery,
    "highland-shock" HighlandShock = Kind::HighlandShock,
    "highland-archers" HighlandArchers = Kind::HighlandArchers,
    "wagons" Wagons = Kind::Wagons,
});
words!(GradeWord => Grade {
    "A" A = Grade::A,
    "B" B = Grade::B,
    "C" C = Grade::C,
    "D" D = Grade::D,
    "E" E = Grade::E,
});
words!(GunWord => GunClass {
    "light" Light = GunClass::Light,
    "field" Field = GunClass::Field,
    "heavy" Heavy = GunClass::Heavy,
    "siege" Siege = GunClass::Heavy,
});
words!(GunStateWord => GunState {
    "served" Served = GunState::Served,
    "destroyed" Destroyed = GunState::Destroyed,
    "captured" Captured = GunState::Captured,
});
words!(FormationWord => Formation {
    "line" Line = Formation::Line,
    "march-column" MarchColumn = Formation::MarchColumn,
    "square" Square = Formation::Square,
    "muskets-forward" MusketsForward = Formation::MusketsForward,
    "pikes-forward" PikesForward = Formation::PikesForward,
    "open" Open = Formation::Open,
    "limbered" Limbered = Formation::Limbered,
    "unlimbered" Unlimbered = Formation::Unlimbered,
});
words!(LossWord => Loss {
    "destroyed" Destroyed = Loss::Destroyed,
    "surrendered" Surrendered = Loss::Surrendered,
    "dispersed" Dispersed = Loss::Dispersed,
    "routed-off" RoutedOff = Loss::RoutedOff,
    "captured" Captured = Loss::Captured,
});
words!(AspectWord => Aspect {
    "front" Front = Aspect::Front,
    "flank" Flank = Aspect::Flank,
    "rear" Rear = Aspect::Rear,
});
