//! What goes over the wire, by the names of `web/src/lib/types.ts`.

use draw::page::{Piece, Plan, Sheet};
use kernel::scene::{Body, SideStyle, Zone};
use kernel::{
    Absent, Entry, Fact, Ghost, Heading, Mark, OptionSpec, Outcome, OverlaySpec, Post, Reaction, Refusal, Route,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// `person`, or the name of a commander, by seat.
pub type Players = BTreeMap<String, String>;

#[derive(Debug, Clone, Serialize)]
pub struct Shelf {
    pub rulebooks: Vec<RulebookCard>,
}

#[derive(Debug, Clone, Serialize)]
pub struct RulebookCard {
    pub key: String,
    pub name: String,
    pub field: &'static str,
    pub summary: String,
    pub options: &'static [OptionSpec],
    pub battles: Vec<BattleCard>,
    pub lesson: String,
}

#[derive(Debug, Clone, Serialize)]
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
pub struct SeatCard {
    pub key: String,
    pub name: String,
    pub side: u8,
}

#[derive(Debug, Clone, Deserialize)]
pub struct NewBattle {
    pub battle: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub players: Players,
    pub seed: Option<u64>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Created {
    pub id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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

#[derive(Debug, Clone, Serialize)]
pub struct View {
    pub id: String,
    pub n: usize,
    pub epoch: u64,
    pub rulebook: String,
    pub die: u8,
    pub battle: String,
    pub title: String,
    pub clock: String,
    pub seats: Vec<SeatAndPlayer>,
    pub awaiting: Vec<String>,
    pub seat: Option<String>,
    pub outcome: Option<Outcome>,
    pub bodies: Vec<Body>,
    pub pieces: Vec<Piece>,
    pub zones: Vec<Zone>,
    pub ground: String,
    pub asked: Option<Asked>,
    pub routes: Vec<Route>,
    pub undo: usize,
    pub goals: Vec<Fact>,
    pub absent: Vec<Absent>,
    pub overlays: &'static [OverlaySpec],
}

#[derive(Debug, Clone, Serialize)]
pub struct SeatAndPlayer {
    #[serde(flatten)]
    pub card: SeatCard,
    pub player: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct Ground {
    pub ground: String,
    pub field: Plan,
    pub sides: Vec<SideStyle>,
    pub sheet: Sheet,
}

#[derive(Debug, Clone, Serialize)]
pub struct Asked {
    pub topic: &'static str,
    pub rule: &'static str,
    pub complete: bool,
    pub default: usize,
    pub reaction: Reaction,
    pub words: String,
    pub menu: Vec<Choice>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Choice {
    pub decision: String,
    pub words: String,
    pub heading: Option<Heading>,
    pub rank: i32,
    pub mark: Mark,
    pub ghost: Option<Ghost>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Decide {
    pub request: String,
    pub seat: String,
    pub n: usize,
    pub decisions: Vec<String>,
    /// Seats of the people at the screen that decides, whose views shall come with the answer: those that are asked then, and
    /// that of the seat itself.
    #[serde(default)]
    pub look: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
        text.push_str(",\"views\":[");
        text.push_str(&self.views.join(","));
        text.push_str("]}");
        Ok(text)
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Undo {
    pub request: String,
    pub seat: String,
    pub n: usize,
    /// How many to take back; as many as may be, if it is not said.
    pub count: Option<usize>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Branch {
    pub request: String,
    pub at: usize,
    #[serde(default)]
    pub players: Players,
}

#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    pub refusal: Option<Refusal>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    pub n: usize,
    pub seat: Option<String>,
    pub side: Option<u8>,
    pub decision: String,
    pub words: String,
    pub clock: String,
    pub dice: Vec<u8>,
    pub entries: Vec<Entry>,
}

#[derive(Debug, Clone, Serialize)]
pub struct News {
    pub n: usize,
    pub epoch: u64,
    pub told: Vec<Told>,
    pub rewound: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct Report {
    pub outcome: Option<Outcome>,
    pub sides: Vec<ReportSide>,
    pub course: Vec<Moment>,
    pub turning: Vec<Turning>,
    pub fighting: Vec<Loss>,
    pub roster: Vec<Post>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ReportSide {
    pub name: String,
    pub colour: String,
    pub strength: u32,
    pub full: u32,
    pub lost: u32,
}

#[derive(Debug, Clone, Serialize)]
pub struct Moment {
    pub n: usize,
    pub clock: String,
    pub strength: [u32; 2],
}

#[derive(Debug, Clone, Serialize)]
pub struct Turning {
    pub n: usize,
    pub clock: String,
    pub words: String,
    pub loss: [u32; 2],
}

#[derive(Debug, Clone, Serialize)]
pub struct Loss {
    pub at: [f64; 2],
    pub side: u8,
    pub loss: u32,
    pub n: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct RuleText {
    pub id: String,
    pub rulebook: String,
    pub title: String,
    pub text: String,
    pub chapter: String,
}

#[derive(Debug, Clone, Serialize)]
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
pub struct ChartRow {
    pub name: String,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Cell {
    pub text: String,
    pub provenance: &'static str,
    pub source: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct ChartModifier {
    pub name: String,
    pub value: String,
    pub rule: String,
    pub provenance: &'static str,
    pub source: String,
}
