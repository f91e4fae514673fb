//! Before the game: from a battle file to a battle that can be played.

pub mod file;
pub mod options;

mod checks;
mod place;
mod roster;
mod start;

pub use options::BASIC;
pub use place::{away_from, fresh, legal_formations};

use crate::ChargePikes;
use crate::cards::{Objective, UnitId, Victory, Zone};
use crate::shooting::{self, ShootingTable};
use crate::state::{General, Phase, Place, State, Unit};
use field::table::{Point, Pose};
use file::{BattleFile, ObjectiveFile};
use kernel::{Agenda, OptionValues, SeatSet, Side};
use place::{Placed, Placing};
use roster::Roster;
use scenario::order_of_battle::check_rulebook;
use scenario::victory::{BreakFile, PointsFile};
use scenario::{At, Faults, Ground, Header, Reporter, Source, find, point};
use start::Start;
use std::sync::OnceLock;

/// Turns when the file says nothing (ruling G67).
pub const USUAL_TURNS: u8 = 18;

/// Per cent of its cost at which an army breaks when the file says nothing (ruling G67).
pub const USUAL_BREAK: u8 = 50;

/// Opens a battle file with the options it names.
pub fn open(source: &Source) -> Result<ChargePikes, Faults> {
    open_with(source, &OptionValues::new(), &[])
}

/// Opens a battle file; `choices` go over the options it names, `corrections` over the charts.
pub fn open_with(source: &Source, choices: &OptionValues, corrections: &[Source]) -> Result<ChargePikes, Faults> {
    let shooting = ShootingTable::read(&shooting::charts(corrections)?)?;
    let file: BattleFile = scenario::read(source)?;
    let mut report = Reporter::new(source);
    let rules = build(&file, scenario::header(source)?, choices, shooting, &mut report);
    match report.finish(rules)? {
        Some(rules) => Ok(rules),
        None => Err(Faults::default()),
    }
}

/// The JSON Schema of battle files, for editors.
pub fn schema() -> String {
    pretty(&scenario::schema::<BattleFile>())
}

pub(crate) fn pretty(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}

fn build(
    file: &BattleFile,
    info: Header,
    choices: &OptionValues,
    shooting: ShootingTable,
    report: &mut Reporter<'_>,
) -> Option<ChargePikes> {
    check_rulebook(&file.rulebook, "charge-pikes", report);
    let options = options::choose(file.options.options(), choices);
    let ground = file.ground.compile(report);
    let turns = file.turns.as_ref().map_or(USUAL_TURNS, |turns| turns.value);
    if let Some(none) = file.turns.as_ref().filter(|turns| turns.value == 0) {
        report.fault(none.span(), "a battle of no turns", "turns = 18, or at least 1");
    }
    let roster = Roster::read(file, &options, report)?;
    let begun = Start::read(file, &roster, turns, report);
    let placing =
        Placing { file, roster: &roster, ground: &ground, options: &options, turns, beginning: begun.beginning };
    let placed = placing.place(report);
    let victory = victory(file, &roster, report);
    let generals = generals(file, &roster, &placed.units, &options, report);
    let start = opening(file, &roster, &ground, &placed, generals, begun, report);
    let mut rules = ChargePikes {
        drawn: OnceLock::new(),
        info,
        shooting: shooting.reading(options.ball_at_skirmishers),
        options,
        ground,
        sides: roster.sides,
        seats: roster.seats,
        units: roster.units,
        generals: roster.generals,
        arrivals: placed.arrivals,
        turns,
        victory,
        start,
        beginning: begun.beginning,
    };
    stand_in_towns(&mut rules);
    Some(checks::check(rules, file, report))
}

/// A garrison is said to stand where its town block does.
fn stand_in_towns(rules: &mut ChargePikes) {
    for ix in 0..rules.start.units.len() {
        let town = rules.start.units[ix].inside;
        if let Some(pose) = town.and_then(|area| rules.town_pose(usize::from(area))) {
            rules.start.units[ix].pose = pose;
        }
    }
}

fn victory(file: &BattleFile, roster: &Roster, report: &mut Reporter<'_>) -> Victory {
    let Some(given) = &file.victory else {
        return Victory { broken_at: Some(USUAL_BREAK), objectives: Vec::new() };
    };
    let broken_at = match &given.broken_at {
        None => Some(USUAL_BREAK),
        Some(at) => BreakFile::percent(at, 100, report),
    };
    let objectives = given.objectives.iter().map(|file| objective(file, roster, report)).collect();
    Victory { broken_at, objectives }
}

fn objective(file: &At<ObjectiveFile>, roster: &Roster, report: &mut Reporter<'_>) -> Objective {
    let [west, south, east, north] = file.zone.value;
    if west >= east || south >= north {
        report.fault(file.zone.span(), "a box of no size", "[west, south, east, north], the smaller first");
    }
    let (low, high) = (point([west, south]), point([east, north]));
    let keys = Side::BOTH.map(|side| roster.sides[side.ix()].key.as_str());
    let points = PointsFile::of_sides(&file.points, keys, report);
    let zone = Zone { west: low.x, south: low.y, east: high.x, north: high.y };
    Objective { name: file.name.clone(), zone, points }
}

/// Generals stand where the file puts them, with the unit they are attached to, or behind their men (CP 9.11b).
fn generals(
    file: &BattleFile,
    roster: &Roster,
    units: &[Unit],
    options: &crate::cards::Options,
    report: &mut Reporter<'_>,
) -> Vec<General> {
    let mut generals = Vec::new();
    for (ix, (general, card)) in file.generals.iter().zip(&roster.generals).enumerate() {
        if let (Some(at), Some(_)) = (&general.at, &general.with) {
            report.fault(at.span(), "an attached general stands with his unit", "leave out `at` or `with`");
        }
        let own = roster.units.iter().filter(|unit| unit.side == card.side).map(|unit| unit.key.as_str());
        let own: Vec<&str> = own.collect();
        let attached = general.with.as_ref().and_then(|key| {
            find(key, "unit of his side", own.iter().copied(), report)?;
            roster.unit(key)
        });
        if let (Some(unit), Some(key)) = (attached, &general.with)
            && matches!(units[unit.ix()].place, Place::Gone(_) | Place::Reserve)
        {
            report.fault(key.span(), format!("`{}` is not there for him to ride with", key.value), "another unit");
        }
        let at = match (&general.at, attached) {
            (Some(at), _) => point(at.value),
            (None, Some(unit)) => units[unit.ix()].pose.at,
            (None, None) => behind(roster, ix, units, file, options.scale.inches(4)),
        };
        let alive = !general.lost.unwrap_or(false);
        generals.push(General { alive, at, attached: attached.filter(|_| alive), spent: 0 });
    }
    generals
}

/// Some way behind the middle of a general's men, or in the middle of his side's zone when none is placed.
fn behind(roster: &Roster, general: usize, units: &[Unit], file: &BattleFile, gap: i32) -> Point {
    let card = &roster.generals[general];
    let his = |ix: usize| {
        let unit = &roster.units[ix];
        let assigned = card.chief || unit.sub_general.is_some_and(|id| id.ix() == general);
        unit.side == card.side && assigned && units[ix].place == Place::Table
    };
    let placed: Vec<Pose> = (0..units.len()).filter(|&ix| his(ix)).map(|ix| units[ix].pose).collect();
    let mean =
        |values: Vec<i32>| (values.iter().map(|&v| i64::from(v)).sum::<i64>() / values.len().max(1) as i64) as i32;
    let side = &roster.sides[card.side.ix()];
    let facing = away_from(side.baseline);
    let at = match (placed.is_empty(), side.zone) {
        (true, Some(zone)) => Point { x: mean(vec![zone.west, zone.east]), y: mean(vec![zone.south, zone.north]) },
        _ => Point {
            x: mean(placed.iter().map(|pose| pose.at.x).collect()),
            y: mean(placed.iter().map(|pose| pose.at.y).collect()),
        },
    };
    let pose = Pose { at, facing }.ahead(if placed.is_empty() { 0 } else { -gap });
    let corner = point(file.ground.size.value);
    Point { x: pose.at.x.clamp(0, corner.x.max(0)), y: pose.at.y.clamp(0, corner.y.max(0)) }
}

fn opening(
    file: &BattleFile,
    roster: &Roster,
    ground: &Ground,
    placed: &Placed,
    generals: Vec<General>,
    begun: Start,
    report: &mut Reporter<'_>,
) -> State {
    let waits = |ix: usize| placed.units[ix].place == Place::Reserve && roster.units[ix].parent.is_none();
    let waiting = (0..placed.units.len()).find(|&ix| waits(ix));
    if let Some(ix) = waiting {
        start::no_deployment(file, &roster.units[ix].key, begun.beginning, report);
    }
    State {
        turn: begun.turn,
        phase: if waiting.is_some() { Phase::Deployment } else { begun.phase() },
        side_a: begun.side_a,
        agenda: Agenda::default(),
        units: placed.units.clone(),
        generals,
        batteries: placed.batteries.clone(),
        paths: vec![arrayvec::ArrayVec::new(); placed.units.len()],
        charges: arrayvec::ArrayVec::new(),
        contacts: arrayvec::ArrayVec::new(),
        fires: arrayvec::ArrayVec::new(),
        strikes: arrayvec::ArrayVec::new(),
        woods: checks::woods(file, ground, report),
        hedge_works: checks::hedge_works(file, ground, report),
        done: SeatSet::EMPTY,
        asked: SeatSet::EMPTY,
        over: None,
        can_shoot: 0,
        bodies: Default::default(),
        reckoned: Default::default(),
        sights: Default::default(),
        swept: Default::default(),
        overflow: Default::default(),
        routs: arrayvec::ArrayVec::new(),
    }
}

/// The unit of that key.
pub fn unit_by_key(rules: &ChargePikes, key: &str) -> Option<UnitId> {
    rules.units.iter().position(|unit| unit.key == key).map(|ix| UnitId(ix as u8))
}
