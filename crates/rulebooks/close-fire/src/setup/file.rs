//! The battle file as a designer writes it, in yards. Doc comments here are the help an editor shows, through the JSON Schema.

use crate::cards::{Arms, Beginning, Class, Grade, GunKind, Load, OrderKind, Rank, Style, TableEdge};
use crate::ground::{Obstacle, Protection};
use crate::readings::OptionsFile;
use crate::state::{Aspect, Formation, Standing, Verdict};
use scenario::order_of_battle::{SeatFile, SideHead};
use scenario::victory::BreakFile;
use scenario::{At, Bearing, GroundFile, Spot, words};
use schemars::JsonSchema;
use serde::Deserialize;

/// A battle for Close Fire & European Order. Every distance is in yards.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Close Fire battle")]
pub struct BattleFile {
    /// Always 1.
    pub format: At<u8>,
    /// Always `close-fire`.
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
    /// Turns played, 12 when left out, 15 where columns march on.
    pub turns: Option<At<u8>>,
    #[serde(default)]
    pub options: OptionsFile,
    /// What kind of battle it is; one prepared by its designer when left out.
    pub frame: Option<At<FrameFile>>,
    #[serde(default)]
    pub ground: GroundFile,
    /// What lines of the ground are to those who cross them or stand behind them, where that is not as usual.
    #[serde(default)]
    pub obstacles: Vec<At<ObstacleFile>>,
    /// Ground that orders and objectives speak of.
    #[serde(default)]
    pub positions: Vec<At<PositionFile>>,
    /// Where columns march on.
    #[serde(default)]
    pub entries: Vec<At<EntryFile>>,
    /// The two sides.
    pub sides: At<Vec<At<SideFile>>>,
    /// Players; one for each side when left out. They lead wings, and brigades that belong to none.
    #[serde(default)]
    pub seats: Vec<At<SeatFile>>,
    #[serde(default)]
    pub wings: Vec<At<WingFile>>,
    #[serde(default)]
    pub brigades: Vec<At<BrigadeFile>>,
    #[serde(default)]
    pub leaders: Vec<At<LeaderFile>>,
    pub units: At<Vec<At<UnitFile>>>,
    pub victory: Option<VictoryFile>,
    /// What leaders want for themselves.
    #[serde(default)]
    pub personal: Vec<At<PersonalFile>>,
    /// Where the battle begins, if not with the initiative of its first turn.
    pub start: Option<At<StartFile>>,
    /// Units that stand hand to hand from the start.
    #[serde(default)]
    pub contacts: Vec<At<ContactFile>>,
}

/// The kind of battle.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FrameFile {
    pub kind: At<FrameWord>,
    /// Who attacks, by key, in an attack on a defended position, or in a battle of one's own that is like one.
    pub attacker: Option<At<String>>,
    /// The defender, or in a meeting engagement the second side, picks its end of the table.
    pub choose_ends: Option<At<bool>>,
}

/// What a line of the ground is.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ObstacleFile {
    /// The line of the ground, by its name.
    pub line: At<String>,
    /// What it costs to cross; by its kind when left out.
    pub crossing: Option<At<ObstacleWord>>,
    /// Harder for cavalry than for others.
    pub chevaux_de_frise: Option<bool>,
    /// A ditch that fascines can fill.
    pub fillable: Option<bool>,
    /// How it shelters who stands behind it; by its kind when left out.
    pub protection: Option<At<ProtectionWord>>,
    /// A fortress wall, crossed with ladders or through a breach only.
    pub wall: Option<bool>,
    /// Gaps in it, each from one place to another: `[[x, y, x, y]]`.
    #[serde(default)]
    pub breaches: Vec<At<[f64; 4]>>,
}

/// Named ground: exactly one of `at`, `box` and `points`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PositionFile {
    pub key: At<String>,
    pub name: Option<String>,
    /// A place, with 120 yards about it.
    pub at: Option<At<Spot>>,
    /// `[west, south, east, north]`.
    #[serde(rename = "box")]
    pub rectangle: Option<At<[f64; 4]>>,
    /// Corners in order around the outline, three or more.
    pub points: Option<At<Vec<Spot>>>,
}

/// A place on the edge where a column comes on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EntryFile {
    pub key: At<String>,
    pub name: Option<String>,
    pub side: At<String>,
    pub at: At<Spot>,
    /// The way it marches; away from the side's own edge when left out.
    pub facing: Option<At<Bearing>>,
}

/// One of the two sides.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    pub key: At<String>,
    pub name: String,
    /// `#rrggbb`.
    pub colour: Option<At<String>>,
    /// Its own table edge, from which right and left are told.
    pub baseline: At<EdgeWord>,
    /// `[west, south, east, north]` of the ground it deploys on; what the kind of battle allows when left out.
    pub zone: Option<At<[f64; 4]>>,
}

impl SideFile {
    pub fn head(&self) -> SideHead<'_> {
        SideHead { key: &self.key, name: &self.name, colour: self.colour.as_ref() }
    }
}

/// Several brigades under a General.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WingFile {
    pub key: At<String>,
    pub name: Option<String>,
    pub side: At<String>,
}

/// Up to six units under a Brigadier.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BrigadeFile {
    pub key: At<String>,
    pub name: Option<String>,
    pub side: At<String>,
    /// The wing it belongs to; under the Marshal himself when left out.
    pub wing: Option<At<String>>,
    /// Advance and attack when left out.
    pub order: Option<At<OrderWord>>,
    /// The position the order speaks of, by key.
    pub position: Option<At<String>>,
    /// Or a place that it speaks of.
    pub to: Option<At<Spot>>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeaderFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    pub rank: At<RankWord>,
    /// The brigade or the wing he commands, by key; a Marshal commands the army.
    pub commands: Option<At<String>>,
    /// The wings of one of two Marshals; all when left out.
    pub wings: Option<At<Vec<At<String>>>>,
    /// Marshals only: adds 1 to the roll for initiative.
    pub exceptional: Option<At<bool>>,
    /// Where he stands; behind his troops when left out.
    pub at: Option<At<Spot>>,
    /// The unit he is attached to, by key.
    pub with: Option<At<String>>,
    pub wounded: Option<bool>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFile {
    pub key: At<String>,
    pub name: String,
    /// The brigade it belongs to, by key.
    pub brigade: Option<At<String>>,
    /// Guns kept under a General: his wing, by key.
    pub wing: Option<At<String>>,
    /// Wanted where there is neither brigade nor wing: guns kept under the Marshal.
    pub side: Option<At<String>>,
    pub class: At<ClassWord>,
    /// Guns only: field when left out.
    pub gun: Option<At<GunWord>>,
    /// Traditional when left out.
    pub style: Option<At<StyleWord>>,
    /// C when left out.
    pub grade: Option<At<GradeWord>>,
    /// Dragoons on foot, where that is better.
    pub grade_on_foot: Option<At<GradeWord>>,
    /// Foot only: socket bayonets when left out.
    pub arms: Option<At<ArmsWord>>,
    pub swedish: Option<At<bool>>,
    /// Bases of each battalion: `[4, 4]`.
    pub battalions: Option<At<Vec<At<ElementFile>>>>,
    /// Bases of each squadron: `[2, 2, 2]`.
    pub squadrons: Option<At<Vec<At<ElementFile>>>>,
    /// A card with nobody behind it, where cards are played.
    pub dummy: Option<At<bool>>,
    /// Middle of its front; its player puts it on the table when this, `march` and `arrives` are left out.
    pub at: Option<At<Spot>>,
    /// A compass word or degrees clockwise from north; away from its own edge when left out.
    pub facing: Option<At<Bearing>>,
    pub formation: Option<At<FormationWord>>,
    /// Bases abreast; as many as is usual for the formation when left out.
    pub files: Option<At<u8>>,
    pub limbered: Option<At<bool>>,
    pub load: Option<At<LoadWord>>,
    /// The entry point it marches on by, and how many are before it.
    pub march: Option<At<MarchFile>>,
    /// When and where it comes on, if it is not there from the start.
    pub arrives: Option<At<ArrivalFile>>,
    /// What has befallen it before the battle begins.
    pub start: Option<At<UnitStartFile>>,
}

/// A battalion or squadron: its bases alone, or with what is different from the rest of the unit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ElementFile {
    Bases(u8),
    Full(FullElementFile),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FullElementFile {
    pub bases: u8,
    pub grade: Option<GradeWord>,
    pub class: Option<ClassWord>,
    pub style: Option<StyleWord>,
    /// Guards or household troops.
    #[serde(default)]
    pub guards: bool,
    /// Bases lost before the battle begins.
    #[serde(default)]
    pub lost: u8,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MarchFile {
    /// The entry point, by key.
    pub entry: At<String>,
    /// Its place in the order of march, 1 for the first.
    pub place: At<u8>,
}

/// A reinforcement.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArrivalFile {
    /// The turn in which it comes, or is first diced for.
    pub turn: At<u8>,
    /// The entry point, by key.
    pub entry: At<String>,
    /// A die says whether it comes.
    pub diced: Option<At<bool>>,
}

/// The state of a unit as the battle begins; whatever is left out is as with fresh troops.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitStartFile {
    /// Disorder Points.
    pub dps: Option<At<u8>>,
    pub standing: Option<At<StandingWord>>,
    /// Flight moves made, for those who rout or retire.
    pub flight: Option<u8>,
    /// Whom it pursues, by key.
    #[serde(default)]
    pub quarry: Vec<At<String>>,
    /// Dragoons: they have left their horses there.
    pub horses: Option<At<Spot>>,
    pub bayonets_fixed: Option<bool>,
    /// Charged last turn without contact.
    pub charged_in_vain: Option<bool>,
    /// A gun that was left; `killed` where its crew is dead.
    pub abandoned: Option<At<CrewWord>>,
    /// Last turn: dice of its move, whether it fired.
    pub last_dice: Option<At<u8>>,
    /// Last turn it moved by road.
    pub last_road: Option<bool>,
    pub fired_last_turn: Option<bool>,
    /// Guns: the target of their last shot, in the turn before this.
    pub last_target: Option<At<String>>,
    /// Battles that begin inside a turn only: what it has done and suffered in it.
    pub fired: Option<bool>,
    pub under_fire: Option<bool>,
    pub steadied: Option<bool>,
    pub inspired: Option<At<u8>>,
    pub moved: Option<bool>,
    /// The result of its Control Test.
    pub control: Option<At<ControlWord>>,
}

/// How the battle is won.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VictoryFile {
    /// An army breaks when so many per cent of its bases are lost, 50 when left out; `false` where no army breaks.
    pub broken_at: Option<At<BreakFile>>,
    /// The position an attack is about, by key.
    pub objective: Option<At<String>>,
    /// The first turn at whose end the attacker can have won, 4 when left out.
    pub from_turn: Option<u8>,
    /// How near to the objective no formed defender may be, 60 when left out.
    pub clear: Option<f64>,
    /// Per cent by which losses must differ at the end, 10 when left out.
    pub margin: Option<u8>,
}

/// What a leader wants for himself: exactly one of `hold`, `spare` and `live`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PersonalFile {
    /// The leader, by key.
    pub leader: At<String>,
    /// Formed troops of his command stand on that position at the end, by key.
    pub hold: Option<At<String>>,
    /// His command has lost no more than so many per cent of its bases.
    pub spare: Option<At<u8>>,
    /// He is alive and free at the end.
    pub live: Option<At<bool>>,
}

/// Where the battle begins: a turn, and perhaps a phase inside it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StartFile {
    /// The turn it begins in, 1 when left out.
    pub turn: Option<At<u8>>,
    /// The phase it begins with; the initiative when left out.
    pub phase: Option<At<PhaseWord>>,
    /// Whose half of the phase it is, by key; the first player's when left out.
    pub active: Option<At<String>>,
    /// The first player, by key: wanted when the initiative is behind.
    pub first: Option<At<String>>,
    /// Who won the roll; the first player when left out.
    pub holder: Option<At<String>>,
}

/// Two units hand to hand.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContactFile {
    /// The two units, by key.
    pub units: [At<String>; 2],
    /// Where each of the two is met; as they stand when left out.
    pub met: Option<[AspectWord; 2]>,
}

/// The kinds of battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FrameWord {
    Prepared,
    Attack,
    Meeting,
}

/// What became of a crew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CrewWord {
    Killed,
    Alive,
}

words!(EdgeWord => TableEdge {
    "north" North = TableEdge::North,
    "east" East = TableEdge::East,
    "south" South = TableEdge::South,
    "west" West = TableEdge::West,
});
words!(
    /// The phases with which a battle may begin.
    PhaseWord => Beginning {
        "initiative" Initiative = Beginning::Turn,
        "artillery" Artillery = Beginning::Artillery,
        "musketry" Musketry = Beginning::Musketry,
        "command" Command = Beginning::Command,
        "movement" Movement = Beginning::Movement,
        "combat" Combat = Beginning::Combat,
        "morale" Morale = Beginning::Morale,
    }
);
words!(RankWord => Rank {
    "brigadier" Brigadier = Rank::Brigadier,
    "general" General = Rank::General,
    "marshal" Marshal = Rank::Marshal,
});
words!(OrderWord => OrderKind {
    "defend" Defend = OrderKind::Defend,
    "advance-and-defend" AdvanceAndDefend = OrderKind::AdvanceAndDefend,
    "advance-and-attack" AdvanceAndAttack = OrderKind::AdvanceAndAttack,
});
words!(ClassWord => Class {
    "foot" Foot = Class::Foot,
    "horse" Horse = Class::Horse,
    "dragoons" Dragoons = Class::Dragoons,
    "hussars" Hussars = Class::Hussars,
    "gun" Gun = Class::Gun,
    "wagon" Wagon = Class::Wagon,
    "civilians" Civilians = Class::Civilians,
});
words!(GunWord => GunKind {
    "battalion" Battalion = GunKind::Battalion,
    "field" Field = GunKind::Field,
    "heavy" Heavy = GunKind::Heavy,
    "howitzer" Howitzer = GunKind::Howitzer,
    "mortar" Mortar = GunKind::Mortar,
});
words!(StyleWord => Style { "traditional" Traditional = Style::Traditional, "new" New = Style::New });
words!(GradeWord => Grade {
    "A" A = Grade::A,
    "B" B = Grade::B,
    "C" C = Grade::C,
    "D" D = Grade::D,
    "E" E = Grade::E,
});
words!(ArmsWord => Arms {
    "musket" Musket = Arms::Musket,
    "plug-bayonet" PlugBayonet = Arms::PlugBayonet,
    "socket-bayonet" SocketBayonet = Arms::SocketBayonet,
    "with-pikes" WithPikes = Arms::WithPikes,
    "hand-to-hand" HandToHand = Arms::HandToHand,
});
words!(LoadWord => Load { "fascines" Fascines = Load::Fascines, "ladders" Ladders = Load::Ladders });
words!(FormationWord => Formation {
    "line" Line = Formation::Line,
    "march-column" MarchColumn = Formation::MarchColumn,
    "assault-column" AssaultColumn = Formation::AssaultColumn,
    "unformed" Unformed = Formation::Unformed,
});
words!(StandingWord => Standing {
    "evading" Evading = Standing::Evading,
    "retiring" Retiring = Standing::Retiring,
    "routing" Routing = Standing::Routing,
    "pursuing" Pursuing = Standing::Pursuing,
    "looting" Looting = Standing::Looting,
});
words!(ControlWord => Verdict {
    "halt" Halt = Verdict::Halt,
    "as-wished" AsWished = Verdict::AsWished,
    "repeat" Repeat = Verdict::RepeatLastMove,
    "continue" Continue = Verdict::Continue,
});
words!(AspectWord => Aspect {
    "front" Front = Aspect::Front,
    "flank" Flank = Aspect::Flank,
    "rear" Rear = Aspect::Rear,
});
words!(ObstacleWord => Obstacle {
    "none" None = Obstacle::None,
    "minor" Minor = Obstacle::Minor,
    "major" Major = Obstacle::Major,
});
words!(ProtectionWord => Protection {
    "none" None = Protection::None,
    "cover" Cover = Protection::Cover,
    "hard" Hard = Protection::Hard,
    "fieldworks" Fieldworks = Protection::Fieldworks,
    "fortifications" Fortifications = Protection::Fortifications,
});
