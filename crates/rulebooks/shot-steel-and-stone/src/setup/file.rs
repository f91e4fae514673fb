//! The battle file as a designer writes it, in base widths. Doc comments here are the help an editor shows, through the JSON
//! Schema.

use crate::cards::{Arm, Armour, Beginning, Class, Material, Missile, Order, Rating, Steel, TableEdge, Trait, Weight};
use crate::disruption::Cause;
use crate::readings::OptionsFile;
use crate::state::{Activity, Aspect, Came, Formation, Intent, Pending};
use scenario::order_of_battle::{SeatFile, SideHead};
use scenario::victory::{BreakFile, PointsFile};
use scenario::{At, Bearing, GroundFile, Spot, words};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A battle for Shot, Steel & Stone. Every distance is in base widths.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Shot, Steel & Stone battle")]
pub struct BattleFile {
    /// Always 1.
    pub format: At<u8>,
    /// Always `shot-steel-and-stone`.
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
    /// Designer's notes: what it is good for, and how to change it.
    pub notes: Option<String>,
    /// Game turns played, 12 when left out.
    pub turns: Option<At<u8>>,
    #[serde(default)]
    pub options: OptionsFile,
    #[serde(default)]
    pub ground: GroundFile,
    /// What the towns of the ground are built of; brick when left out.
    #[serde(default)]
    pub buildings: Vec<At<BuildingFile>>,
    /// Which way the rivers flow; the water of those that are not named stands still.
    #[serde(default)]
    pub currents: Vec<At<CurrentFile>>,
    /// Where the wind blows to; a die says so when it is left out and there are buildings.
    pub wind: Option<At<Bearing>>,
    /// Whether each side has the edge it names, or whoever rolls high before deployment picks one of the two; named when left
    /// out.
    pub edges: Option<At<EdgesWord>>,
    /// The two sides.
    pub sides: At<Vec<At<SideFile>>>,
    /// Players; one for each side when left out.
    #[serde(default)]
    pub seats: Vec<At<SeatFile>>,
    #[serde(default)]
    pub leaders: Vec<At<LeaderFile>>,
    pub units: At<Vec<At<UnitFile>>>,
    pub victory: Option<VictoryFile>,
    /// Where the battle begins, if not with the roll for initiative of its first turn.
    pub start: Option<At<StartFile>>,
    /// Units that stand in contact from the start.
    #[serde(default)]
    pub contacts: Vec<At<ContactFile>>,
}

/// A built-up area.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BuildingFile {
    /// The town of the ground, by its name.
    pub area: At<String>,
    pub material: Option<At<MaterialWord>>,
    /// Points of its walls; by its material when left out.
    pub points: Option<At<u16>>,
    /// It burns as the battle begins, since so many player turns.
    pub burning: Option<u8>,
}

/// The current of a river, which helps and hinders boats.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CurrentFile {
    /// The river of the ground, by its name.
    pub area: At<String>,
    /// Where the water flows to: a compass word or degrees clockwise from north.
    pub flows: At<Bearing>,
}

/// A side.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    pub key: At<String>,
    pub name: String,
    /// Colour on the map, `#rrggbb`.
    pub colour: Option<At<String>>,
    /// Its own table edge, where its routers run.
    pub baseline: At<EdgeWord>,
    /// What its players are told before the battle.
    pub briefing: Option<String>,
    /// Where it deploys, `[west, south, east, north]`; within 6 base widths of the baseline when left out, or as near as keeps
    /// the armies 12 apart.
    pub zone: Option<At<[f64; 4]>>,
    /// Where its light cavalry and skirmishers deploy; within 9 base widths when left out, or where all deploy if the file says
    /// where that is.
    pub light_zone: Option<At<[f64; 4]>>,
    /// Most points its forces may cost.
    pub limit: Option<At<u32>>,
}

impl SideFile {
    pub fn head(&self) -> SideHead<'_> {
        SideHead { key: &self.key, name: &self.name, colour: self.colour.as_ref() }
    }
}

/// A leader.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeaderFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    /// Commander-in-Chief or sub-commander; sub-commander when left out.
    pub rank: Option<At<RankWord>>,
    pub rating: At<RatingWord>,
    /// The command he leads: all its units are his.
    pub command: Option<At<String>>,
    /// Where he stands; behind his units when left out.
    pub at: Option<At<Spot>>,
    /// The unit he is attached to.
    pub with: Option<At<String>>,
}

/// A unit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    /// The command it belongs to.
    pub command: Option<At<String>>,
    pub arm: At<ArmWord>,
    /// Close when left out; close order is all that heavy cavalry, guns and elephants have.
    pub order: Option<At<OrderWord>>,
    /// B when left out.
    pub class: Option<At<ClassWord>>,
    #[serde(default)]
    pub traits: Vec<At<TraitWord>>,
    pub armour: Option<At<ArmourWord>>,
    /// What it shoots with: infantry muskets, others nothing when left out.
    pub missile: Option<At<MissileWord>>,
    /// What it fights with: infantry bayonets, others swords when left out.
    pub steel: Option<At<SteelWord>>,
    /// Bases of foot, horse or elephants; a battery has one for each gun.
    pub bases: Option<At<u8>>,
    /// How many of the bases have pikes.
    pub pike_bases: Option<At<u8>>,
    /// Strength Points of each base; by arm and order when left out.
    pub points: Option<At<u8>>,
    /// Strength Points added by the scenario.
    pub extra_points: Option<At<u8>>,
    /// The guns of a battery, or the battalion guns of foot, by weight.
    pub guns: Option<At<Vec<At<GunFile>>>>,
    /// Elephants only: figures of crew on each, at most 4; what they shoot and fight with.
    pub crew: Option<At<u8>>,
    pub crew_missile: Option<At<MissileWord>>,
    pub crew_steel: Option<At<SteelWord>>,
    /// Foot that may put out a skirmish screen.
    pub screen: Option<At<bool>>,
    /// The most bases of its sizes XS, S, N and L; by arm when left out.
    pub sizes: Option<At<[u8; 4]>>,
    /// Middle of its front; its player puts it on the table when this, `inside` and `arrives` are left out.
    pub at: Option<At<Spot>>,
    /// A compass word or degrees clockwise from north; away from the baseline when left out.
    pub facing: Option<At<Bearing>>,
    pub formation: Option<At<FormationWord>>,
    /// Bases abreast; as many as is usual for the formation when left out.
    pub files: Option<At<u8>>,
    /// The town it garrisons, by name.
    pub inside: Option<At<String>>,
    /// When and where it comes on, if it is not there from the start.
    pub arrives: Option<At<ArrivalFile>>,
    /// What has befallen it before the battle begins.
    pub start: Option<At<UnitStartFile>>,
}

/// A gun: its weight alone, or with its calibre and crew.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GunFile {
    Weight(WeightWord),
    Full(FullGunFile),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FullGunFile {
    pub weight: WeightWord,
    /// Pounds of its shot, or whole inches of its shell.
    pub calibre: Option<u8>,
    /// Figures of crew, 4 when left out, 2 for a battalion gun.
    pub crew: Option<u8>,
    /// Crew lost before the battle begins.
    pub lost: Option<u8>,
    /// Own moves it is out of action.
    pub out: Option<u8>,
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
    /// Hits it has taken.
    pub hits: Option<At<u16>>,
    /// Disruption Points by their cause: `{ routed = 2 }`.
    #[serde(default)]
    pub disruption: BTreeMap<CauseWord, u8>,
    pub activity: Option<At<ActivityWord>>,
    /// What a test has brought, for its own next movement phase.
    pub pending: Option<At<PendingWord>>,
    pub prone: Option<bool>,
    pub dismounted: Option<At<bool>>,
    pub rear_about: Option<bool>,
    pub first_volley_used: Option<bool>,
    pub thrown_used: Option<bool>,
    pub shot_at_charge: Option<bool>,
    pub colours_lost: Option<bool>,
    /// Colours it has taken, by the keys of whose they are.
    #[serde(default)]
    pub captured: Vec<At<String>>,
    /// Rounds of the melee it is in, and of these those it has won.
    pub rounds: Option<u8>,
    pub rounds_won: Option<u8>,
    /// Charges, pursuits and rounds without a rest.
    pub exertion: Option<u8>,
    /// One of these was a charge or a pursuit.
    pub ran_on: Option<bool>,
    pub points_passed: Option<bool>,
    pub must_charge: Option<bool>,
    /// Whom it shot at in its last own turn.
    pub last_target: Option<At<String>>,
    pub rout_moves: Option<u8>,
    /// Dice of naptha left, or moves a pig has run.
    pub stock: Option<u8>,
    /// Battles that begin inside a player turn only: what it is ordered to do, by whom it is led, what it has done.
    pub intent: Option<At<IntentWord>>,
    /// The unit it is ordered to charge.
    pub charges: Option<At<String>>,
    pub led_by: Option<At<String>>,
    pub moved: Option<bool>,
    pub shot: Option<bool>,
    pub charged: Option<bool>,
    /// Base widths it has gone of its move.
    pub spent: Option<At<f64>>,
    /// Base widths and line of the tables that its leader's roll has brought: `{ moves = -2, blunder = 1 }`.
    pub leadership: Option<At<LeadershipFile>>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeadershipFile {
    #[serde(default)]
    pub moves: i8,
    #[serde(default)]
    pub blunder: u8,
    #[serde(default)]
    pub top_form: u8,
}

/// How the battle is won.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VictoryFile {
    /// An army breaks when more than so many per cent of it are lost, routing or past their limit, 50 when left out; `false`
    /// where no army breaks. By side where one stands more than the other: `{ allies = 65, french = 20 }`.
    pub broken_beyond: Option<At<BreaksFile>>,
    #[serde(default)]
    pub objectives: Vec<At<ObjectiveFile>>,
}

// When armies break: both alike, or each by itself.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum BreaksFile {
    Both(BreakFile),
    Each(BTreeMap<String, BreakFile>),
}

/// Ground worth points to whoever holds it at the end.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ObjectiveFile {
    pub name: String,
    /// `[west, south, east, north]`.
    #[serde(rename = "box")]
    pub zone: At<[f64; 4]>,
    /// Points for either side, or by side: `{ france = 2 }`.
    pub points: At<PointsFile>,
    /// Whose it is before anybody has stood there alone, by key; nobody's when left out.
    pub held: Option<At<String>>,
}

/// Where the battle begins: a turn, and perhaps a step of a player turn inside it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StartFile {
    /// The game turn it begins in, 1 when left out.
    pub turn: Option<At<u8>>,
    /// The step it begins with; the roll for initiative when left out.
    pub phase: Option<At<PhaseWord>>,
    /// Whose player turn it is, by key: wanted when the initiative is behind.
    pub active: Option<At<String>>,
    /// Who holds the initiative; the active side when left out.
    pub holder: Option<At<String>>,
    /// It is the second player turn of the game turn.
    pub second: Option<bool>,
}

/// Two units in contact.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContactFile {
    /// The two units, by key.
    pub units: [At<String>; 2],
    /// Where each of the two is met; as they stand when left out.
    pub met: Option<[AspectWord; 2]>,
    /// How each came into the next round; both are in it already when left out.
    pub came: Option<[CameWord; 2]>,
}

words!(
    /// Who has which edge.
    EdgesWord => bool { "named" Named = false, "picked" Picked = true }
);
words!(EdgeWord => TableEdge {
    "north" North = TableEdge::North,
    "east" East = TableEdge::East,
    "south" South = TableEdge::South,
    "west" West = TableEdge::West,
});
words!(
    /// The steps of a player turn at which a battle may begin.
    PhaseWord => Beginning {
        "initiative" Initiative = Beginning::Turn,
        "orders" Orders = Beginning::Orders,
        "leadership" Leadership = Beginning::Leadership,
        "charges" Charges = Beginning::Charges,
        "movement" Movement = Beginning::Movement,
        "shooting" Shooting = Beginning::Shooting,
        "melees" Melees = Beginning::Melees,
        "reaction" Reaction = Beginning::Reaction,
    }
);
words!(
    /// Commander-in-Chief or sub-commander.
    RankWord => bool { "chief" Chief = true, "sub" Sub = false }
);
words!(RatingWord => Rating {
    "superior" Superior = Rating::Superior,
    "competent" Competent = Rating::Competent,
    "cautious" Cautious = Rating::Cautious,
});
words!(MaterialWord => Material {
    "tents" Tents = Material::Tents,
    "wooden" Wooden = Material::Wooden,
    "brick" Brick = Material::Brick,
    "stone" Stone = Material::Stone,
    "fortress" Fortress = Material::Fortress,
});
words!(ArmWord => Arm {
    "infantry" Infantry = Arm::Infantry,
    "heavy-cavalry" HeavyCavalry = Arm::HeavyCavalry,
    "light-cavalry" LightCavalry = Arm::LightCavalry,
    "heavy-camelry" HeavyCamelry = Arm::HeavyCamelry,
    "light-camelry" LightCamelry = Arm::LightCamelry,
    "foot-artillery" FootArtillery = Arm::FootArtillery,
    "early-horse-artillery" EarlyHorseArtillery = Arm::EarlyHorseArtillery,
    "napoleonic-horse-artillery" NapoleonicHorseArtillery = Arm::NapoleonicHorseArtillery,
    "camel-guns" CamelGuns = Arm::CamelGuns,
    "elephants" Elephants = Arm::Elephants,
    "wagon" Wagon = Arm::Wagon,
    "boat" Boat = Arm::Boat,
    "courier" Courier = Arm::Courier,
    "flaming-pig" FlamingPig = Arm::FlamingPig,
    "naptha-thrower" NapthaThrower = Arm::NapthaThrower,
});
words!(OrderWord => Order {
    "close" Close = Order::Close,
    "loose" Loose = Order::Loose,
    "open" Open = Order::Open,
    "skirmish" Skirmish = Order::Skirmish,
    "mob" Mob = Order::Mob,
});
words!(ClassWord => Class { "A" A = Class::A, "B" B = Class::B, "C" C = Class::C });
words!(ArmourWord => Armour {
    "none" None = Armour::None,
    "heavy" Heavy = Armour::Heavy,
    "extra-heavy" ExtraHeavy = Armour::ExtraHeavy,
});
words!(MissileWord => Missile {
    "none" None = Missile::None,
    "thrown" Thrown = Missile::Thrown,
    "pistol" Pistol = Missile::Pistol,
    "carbine" Carbine = Missile::Carbine,
    "bow" Bow = Missile::Bow,
    "darts" Darts = Missile::Darts,
    "matchlock" Matchlock = Missile::Matchlock,
    "musket" Musket = Missile::Musket,
    "rifle" Rifle = Missile::Rifle,
    "jezzail" Jezzail = Missile::Jezzail,
    "naptha-grenade" NapthaGrenade = Missile::NapthaGrenade,
});
words!(SteelWord => Steel {
    "hand" Hand = Steel::Hand,
    "bayonet" Bayonet = Steel::Bayonet,
    "lance" Lance = Steel::Lance,
    "spear" Spear = Steel::Spear,
    "pike" Pike = Steel::Pike,
});
words!(WeightWord => Weight {
    "battalion" Battalion = Weight::Battalion,
    "light" Light = Weight::Light,
    "medium" Medium = Weight::Medium,
    "heavy" Heavy = Weight::Heavy,
    "howitzer" Howitzer = Weight::Howitzer,
});
words!(TraitWord => Trait {
    "impetuous" Impetuous = Trait::Impetuous,
    "warband" Warband = Trait::Warband,
    "irregular" Irregular = Trait::Irregular,
    "highly-drilled" HighlyDrilled = Trait::HighlyDrilled,
    "drilled-first-strike" DrilledFirstStrike = Trait::DrilledFirstStrike,
    "trained-light-infantry" TrainedLightInfantry = Trait::TrainedLightInfantry,
    "arab" Arab = Trait::Arab,
    "muslim" Muslim = Trait::Muslim,
    "native" Native = Trait::Native,
    "cuirassier" Cuirassier = Trait::Cuirassier,
    "napoleonic-lancer" NapoleonicLancer = Trait::NapoleonicLancer,
    "cossack" Cossack = Trait::Cossack,
    "hold-to-last-man" HoldToLastMan = Trait::HoldToLastMan,
    "howdah" Howdah = Trait::Howdah,
    "ammunition" Ammunition = Trait::Ammunition,
    "colours" Colours = Trait::Colours,
    "dismounts" Dismounts = Trait::Dismounts,
    "elephant-drawn" ElephantDrawn = Trait::ElephantDrawn,
});
words!(FormationWord => Formation {
    "line" Line = Formation::Line,
    "column-of-attack" ColumnOfAttack = Formation::ColumnOfAttack,
    "column-of-march" ColumnOfMarch = Formation::ColumnOfMarch,
    "square" Square = Formation::Square,
    "skirmish" Skirmish = Formation::Skirmish,
    "limbered" Limbered = Formation::Limbered,
    "mob" Mob = Formation::Mob,
});
words!(ActivityWord => Activity {
    "static" Static = Activity::Static,
    "advancing" Advancing = Activity::Advancing,
    "charging" Charging = Activity::Charging,
    "pursuing" Pursuing = Activity::Pursuing,
    "following-up" FollowingUp = Activity::FollowingUp,
    "pushed-back" PushedBack = Activity::PushedBack,
    "retiring" Retiring = Activity::Retiring,
    "retiring-in-good-order" RetiringInGoodOrder = Activity::RetiringInGoodOrder,
    "retreating" Retreating = Activity::Retreating,
    "routing" Routing = Activity::Routing,
    "rallying" Rallying = Activity::Rallying,
    "evading" Evading = Activity::Evading,
});
words!(PendingWord => Pending {
    "halt" Halt = Pending::Halt,
    "retire" Retire = Pending::Retire,
    "retreat" Retreat = Pending::Retreat,
});
words!(IntentWord => Intent {
    "hold" Hold = Intent::Hold,
    "move" Move = Intent::Move,
    "move-and-shoot" MoveAndShoot = Intent::MoveAndShoot,
    "fight" Fight = Intent::Fight,
    "disengage" Disengage = Intent::Disengage,
    "reform" Reform = Intent::Reform,
    "firefight" Firefight = Intent::Firefight,
    "plash" Plash = Intent::Plash,
    "change" Change = Intent::Change,
});
words!(AspectWord => Aspect {
    "front" Front = Aspect::Front,
    "flank" Flank = Aspect::Flank,
    "rear" Rear = Aspect::Rear,
});
words!(CameWord => Came {
    "fights" Fights = Came::Fights,
    "halted" Halted = Came::Halted,
    "charging" Charging = Came::Charging,
    "close" Close = Came::Close,
    "following-up" FollowingUp = Came::FollowingUp,
    "reinforcing" Reinforcing = Came::Reinforcing,
    "momentum" Momentum = Came::Momentum,
    "pursued" Pursued = Came::Pursued,
});
words!(
    #[derive(PartialOrd, Ord)]
    CauseWord => Cause {
        "terrain" Terrain = Cause::Terrain,
        "charged-by-cavalry" ChargedByCavalry = Cause::ChargedByCavalry,
        "failed-to-contact" FailedToContact = Cause::FailedToContact,
        "caught-evading" CaughtEvading = Cause::CaughtEvading,
        "lost-melee" LostMelee = Cause::LostMelee,
        "mounted" Mounted = Cause::Mounted,
        "stopped" Stopped = Cause::Stopped,
        "flank-or-rear" FlankOrRear = Cause::FlankOrRear,
        "hits-per-base" HitsPerBase = Cause::HitsPerBase,
        "crowded" Crowded = Cause::Crowded,
        "onward" Onward = Cause::Onward,
        "routed" Routed = Cause::Routed,
        "broken-through" BrokenThrough = Cause::BrokenThrough,
        "escalade" Escalade = Cause::Escalade,
        "interpenetrated" Interpenetrated = Cause::Interpenetrated,
        "square-not-formed" SquareNotFormed = Cause::SquareNotFormed,
        "shoved-through" ShovedThrough = Cause::ShovedThrough,
        "relaid" Relaid = Cause::Relaid,
    }
);
