//! What goes over the wire, by the names of `web/src/lib/wire.ts`.

use draw::page::{Piece, Plan, Sheet};
use kernel::door::Sensible;
use kernel::scene::{Body, SideStyle, Zone};
use kernel::{
    Absent, Entry, Fact, Ghost, Heading, Mark, OptionSpec, Outcome, OverlaySpec, Post, Reaction, Refusal, Route,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;

/// `person`, or the name of a commander, by seat.
pub type Players = BTreeMap<String, String>;

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Shelf {
    pub rulebooks: Vec<RulebookCard>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RulebookCard {
    pub key: String,
    pub name: String,
    #[cfg_attr(feature = "types", ts(type = "'hexes' | 'table'"))]
    pub field: &'static str,
    pub summary: String,
    pub options: &'static [OptionSpec],
    pub battles: Vec<BattleCard>,
    pub lesson: String,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BattleCard {
    pub key: String,
    pub rulebook: String,
    pub title: String,
    pub place: String,
    pub date: String,
    pub summary: String,
    pub turns: Option<u16>,
    pub units: [usize; 2],
    pub sides: Vec<SideStyle>,
    pub seats: Vec<SeatCard>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BattlePage {
    pub card: BattleCard,
    pub options: BTreeMap<String, String>,
    pub plate: Plate,
    pub roster: Vec<Post>,
    pub history: String,
    pub goals: Vec<Fact>,
}

/// A battle to look at, all of it at once.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Plate {
    pub ground: Ground,
    pub bodies: Vec<Body>,
    pub pieces: Vec<Piece>,
    pub looks: Looks,
    pub zones: Vec<Zone>,
}

/// What bodies look like, as SVG, by the names in their pieces.
pub type Looks = BTreeMap<String, String>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeatCard {
    pub key: String,
    pub name: String,
    pub side: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NewBattle {
    pub battle: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub players: Players,
    #[cfg_attr(feature = "types", ts(optional))]
    pub seed: Option<u64>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Created {
    pub id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Kept {
    pub id: String,
    pub rulebook: String,
    pub battle: String,
    pub title: String,
    pub clock: String,
    pub n: usize,
    pub players: Players,
    pub finished: bool,
    pub result: String,
    pub touched: i64,
}

/// Where a battle stands, as a value and in words.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Clock {
    pub turn: u16,
    /// The last turn of the battle.
    pub turns: u16,
    pub phase: String,
    /// Whose phase it is, where it belongs to one side.
    pub side: Option<u8>,
    /// The command whose phase it is; empty where it belongs to no command.
    pub command: String,
    pub words: String,
}

impl From<kernel::Clock> for Clock {
    fn from(clock: kernel::Clock) -> Clock {
        let words = clock.to_string();
        let kernel::Clock { turn, turns, phase, side, command } = clock;
        Clock { turn, turns, phase: phase.into_owned(), side: side.map(|side| side.0), command, words }
    }
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    pub id: String,
    pub n: usize,
    pub epoch: u64,
    pub rulebook: String,
    pub die: u8,
    pub battle: String,
    pub title: String,
    pub clock: Clock,
    pub seats: Vec<SeatAndPlayer>,
    pub awaiting: Vec<String>,
    pub seat: Option<String>,
    pub outcome: Option<Outcome>,
    // What is on the field, as it was written down when it was drawn.
    #[cfg_attr(feature = "types", ts(as = "Vec<Body>"))]
    pub bodies: Arc<RawValue>,
    #[cfg_attr(feature = "types", ts(as = "Vec<Piece>"))]
    pub pieces: Arc<RawValue>,
    #[cfg_attr(feature = "types", ts(as = "Vec<Zone>"))]
    pub zones: Arc<RawValue>,
    pub ground: String,
    pub asked: Option<Asked>,
    pub routes: Vec<Route>,
    pub undo: usize,
    pub goals: Vec<Fact>,
    pub absent: Vec<Absent>,
    pub overlays: &'static [OverlaySpec],
}

impl View {
    /// As JSON, in one piece of memory: what is on the field is most of it.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        const REST: usize = 8 << 10;
        let field = [&self.bodies, &self.pieces, &self.zones].iter().map(|text| text.get().len()).sum::<usize>();
        let mut text = Vec::with_capacity(field + REST);
        serde_json::to_writer(&mut text, self)?;
        String::from_utf8(text).map_err(serde::ser::Error::custom)
    }
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeatAndPlayer {
    #[serde(flatten)]
    pub card: SeatCard,
    pub player: String,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Ground {
    pub ground: String,
    pub field: Plan,
    pub sides: Vec<SideStyle>,
    pub sheet: Sheet,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Asked {
    pub topic: &'static str,
    pub rule: &'static str,
    pub complete: bool,
    pub default: usize,
    pub reaction: Reaction,
    pub words: String,
    pub menu: Vec<Choice>,
    /// The one sensible answer, where every other is pointless.
    pub sensible: Option<Sensible>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Choice {
    pub decision: String,
    pub words: String,
    pub heading: Option<Heading>,
    pub rank: i32,
    /// What should be said before it is taken.
    pub warning: Option<Refusal>,
    pub mark: Mark,
    pub ghost: Option<Ghost>,
}

#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Decide {
    pub request: String,
    pub seat: String,
    pub n: usize,
    pub decisions: Vec<String>,
    /// Dice that fall do not end it: the decisions are those of several bodies, each for itself.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub through: bool,
    /// Seats of the people at the screen that decides, whose views shall come with the answer: those that are asked then, and
    /// that of the seat itself.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub look: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Decided {
    pub n: usize,
    pub played: usize,
    pub refusal: Option<Refusal>,
}

/// The answer to a decision after which somebody looks.
#[derive(Debug, Clone, Serialize)]
pub struct Looked {
    #[serde(flatten)]
    pub decided: Decided,
    /// What the seat has not heard of yet.
    pub told: Vec<Told>,
    /// `View`s as they were made.
    #[serde(skip)]
    pub views: Vec<Arc<str>>,
}

impl Looked {
    /// As JSON: the views are text already, and are not read to be written again.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string(self)?;
        text.pop();
        text.reserve_exact(self.views.iter().map(|view| view.len() + 1).sum::<usize>() + 16);
        text.push_str(",\"views\":[");
        for (place, view) in self.views.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            text.push_str(view);
        }
        text.push_str("]}");
        Ok(text)
    }
}

/// How computer commanders go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Pace {
    /// Whether they halt.
    pub halted: bool,
    /// One decision of theirs, although they halt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub step: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Undo {
    pub request: String,
    pub seat: String,
    pub n: usize,
    /// How many to take back; as many as may be, if it is not said.
    #[cfg_attr(feature = "types", ts(optional))]
    pub count: Option<usize>,
}

#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Branch {
    pub request: String,
    pub at: usize,
    #[serde(default)]
    pub players: Players,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Judged {
    pub refusal: Option<Refusal>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Told {
    pub n: usize,
    pub seat: Option<String>,
    pub side: Option<u8>,
    pub decision: String,
    pub words: String,
    pub clock: Clock,
    pub dice: Vec<u8>,
    pub entries: Vec<Entry>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct News {
    pub n: usize,
    pub epoch: u64,
    pub told: Vec<Told>,
    pub rewound: bool,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Report {
    pub outcome: Option<Outcome>,
    pub sides: Vec<ReportSide>,
    pub course: Vec<Moment>,
    pub turning: Vec<Turning>,
    pub fighting: Vec<Loss>,
    pub roster: Vec<Post>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReportSide {
    pub name: String,
    pub colour: String,
    pub strength: u32,
    pub full: u32,
    pub lost: u32,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Moment {
    pub n: usize,
    pub clock: Clock,
    pub strength: [u32; 2],
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Turning {
    pub n: usize,
    pub clock: Clock,
    pub words: String,
    pub loss: [u32; 2],
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Loss {
    pub at: [f64; 2],
    pub side: u8,
    pub loss: u32,
    pub n: usize,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RuleText {
    pub id: String,
    pub rulebook: String,
    pub title: String,
    pub text: String,
    pub chapter: String,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Chart {
    pub key: String,
    pub title: String,
    pub keyed_by: String,
    pub columns: Vec<String>,
    pub rows: Vec<ChartRow>,
    pub modifiers: Vec<ChartModifier>,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ChartRow {
    pub name: String,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Cell {
    pub text: String,
    pub provenance: &'static str,
    pub source: String,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ChartModifier {
    pub name: String,
    pub value: String,
    pub rule: String,
    pub provenance: &'static str,
    pub source: String,
}
