//! Before the game: from a battle file to a battle that can be played.

pub mod file;

mod checks;
mod place;
mod roster;

pub(crate) use roster::majority;

use crate::CloseFire;
use crate::cards::{
    Arms, Beginning, CardId, Class, Entry, Frame, Grade, LeaderId, MOST_POSITIONS, Position, PositionId, Shape, Style,
    Under, UnitCard, UnitId, Units, Victory,
};
use crate::charts::Charts;
use crate::ground::{TERMS, Works};
use crate::measures::yds;
use crate::readings::Cards;
use crate::scenarios::personal::{Goal, Personal};
use crate::state::{EntryPoint, MOST_ENTRIES, Phase, State, Stretch};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Polygon, Pose};
use file::{BattleFile, FrameWord, PositionFile};
use kernel::{Agenda, OptionValues, SeatSet, Side};
use roster::Roster;
use scenario::order_of_battle::{check_keys, check_rulebook};
use scenario::victory::BreakFile;
use scenario::{At, Faults, Ground, Header, Reporter, Source, find};
use std::sync::OnceLock;

/// Turns when the file says nothing, and where columns march on (CF G1).
pub const USUAL_TURNS: u8 = 12;
pub const MARCH_TURNS: u8 = 15;
/// Per cent at which an army breaks when the file says nothing (CF G1).
pub const USUAL_BREAK: u8 = 50;

/// Opens a battle file with the options it names.
pub fn open(source: &Source) -> Result<CloseFire, Faults> {
    open_with(source, &OptionValues::new(), &[])
}

/// Opens a battle file; `choices` go over the options it names, `corrections` over the charts.
pub fn open_with(source: &Source, choices: &OptionValues, corrections: &[Source]) -> Result<CloseFire, Faults> {
    let charts = Charts::of(&crate::charts::read(corrections)?)?;
    let file: BattleFile = scenario::read(source)?;
    let mut report = Reporter::new(source);
    let rules = build(&file, scenario::header(source)?, choices, charts, &mut report);
    match report.finish(rules)? {
        Some(rules) => Ok(rules),
        None => Err(Faults::default()),
    }
}

/// The JSON Schema of battle files, for editors.
pub fn schema() -> String {
    format!("{:#}\n", scenario::schema::<BattleFile>())
}

fn build(
    file: &BattleFile,
    info: Header,
    choices: &OptionValues,
    charts: Charts,
    report: &mut Reporter<'_>,
) -> Option<CloseFire> {
    check_rulebook(&file.rulebook, "close-fire", report);
    let options = file.options.options().choose(choices);
    let ground = file.ground.compile_in(&TERMS, report);
    let works = works(file, &ground, report);
    let positions = positions(file, report);
    let roster = Roster::read(file, &options, &positions, report)?;
    let frame = frame(file, &roster, report);
    let entries = entries(file, &roster, report);
    let marches = file.units.iter().any(|unit| unit.march.is_some());
    let usual = if marches { MARCH_TURNS } else { USUAL_TURNS };
    let turns = file.turns.as_ref().map_or(usual, |turns| turns.value);
    if let Some(none) = file.turns.as_ref().filter(|turns| turns.value == 0) {
        report.fault(none.span(), "a battle of no turns", "turns = 12, or at least 1");
    }
    let placed = place::place(file, &roster, &entries, (turns, options.cards == Cards::On), report);
    let begun = begins(file, &roster, turns, report);
    let victory = victory(file, &positions, frame, report);
    let personal = personal(file, &roster, &positions, report);
    let began = Side::BOTH.map(|side| {
        let own = roster.units.iter().filter(|card| card.side == side && !card.dummy);
        own.filter(|card| !matches!(card.class, Class::Wagon | Class::Civilians))
            .map(|card| u16::from(card.bases()))
            .sum()
    });
    let start = State {
        turn: begun.turn,
        phase: Phase::Initiative,
        first: begun.first,
        holder: begun.holder,
        active: begun.active,
        agenda: Agenda::default(),
        units: placed.units,
        leaders: placed.leaders,
        brigades: placed.brigades,
        messengers: ArrayVec::new(),
        reassigned: ArrayVec::new(),
        group: None,
        mergers: ArrayVec::new(),
        charges: ArrayVec::new(),
        contacts: ArrayVec::new(),
        combats: ArrayVec::new(),
        events: ArrayVec::new(),
        works: ArrayVec::new(),
        filled: ArrayVec::new(),
        cleared: [0; 2],
        marches_on: marches,
        entries: entries
            .iter()
            .map(|entry| EntryPoint { side: entry.side, pose: entry.pose, named: false, used: false })
            .collect(),
        ends_swapped: false,
        credit: 0,
        began,
        meeting: Units::EMPTY,
        done: SeatSet::EMPTY,
        asked: SeatSet::EMPTY,
        over: None,
        bodies: Default::default(),
        sights: Default::default(),
        overflow: Default::default(),
    };
    let rules = CloseFire {
        drawn: OnceLock::new(),
        info,
        options,
        charts,
        frame,
        ground,
        works,
        sides: roster.sides,
        seats: roster.seats,
        wings: roster.wings,
        brigades: roster.brigades,
        leaders: roster.leaders,
        units: roster.units,
        unknown: unknown(),
        positions,
        entries,
        arrivals: placed.arrivals,
        turns,
        turns_given: file.turns.is_some(),
        choose_ends: choose_ends(file, report),
        personal,
        victory,
        start,
        beginning: begun.beginning,
    };
    Some(checks::check(aimed(rules), file, report))
}

/// Shots that were fired before the battle begins were fired in the turn before, at the range at which both stand.
fn aimed(mut rules: CloseFire) -> CloseFire {
    let table = Table { rules: &rules, state: &rules.start };
    let range = |id: UnitId| table.unit(id).last_shot.map(|last| table.distance(id, last.at).round() as i32);
    let ranges: Vec<Option<i32>> = table.all().map(range).collect();
    let turn = rules.start.turn.saturating_sub(1);
    for (unit, range) in rules.start.units.iter_mut().zip(ranges) {
        if let (Some(last), Some(range)) = (&mut unit.last_shot, range) {
            (last.turn, last.range) = (turn, range);
        }
    }
    rules
}

/// What is read of a card that lies face down.
fn unknown() -> UnitCard {
    UnitCard {
        key: "?".into(),
        name: "a card".into(),
        side: Side::FIRST,
        class: Class::Foot,
        gun: None,
        style: Style::Traditional,
        grade: Grade::C,
        grade_on_foot: Grade::C,
        arms: Arms::SocketBayonet,
        swedish: false,
        mixed: false,
        elements: Vec::new(),
        under: Under::Army,
        dummy: false,
    }
}

/// The card by that key.
pub(crate) fn card_by_key(cards: &[UnitCard], key: &At<String>, report: &mut Reporter<'_>) -> Option<CardId> {
    find(key, "unit", cards.iter().map(|card| card.key.as_str()), report).map(|ix| CardId(ix as u8))
}

/// What each line is, with what the file says of it (CF 1.5, 12.9, 12.10, 18.22).
fn works(file: &BattleFile, ground: &Ground, report: &mut Reporter<'_>) -> Vec<Works> {
    let mut works: Vec<Works> = ground.lines.iter().map(|line| Works::usual(line.kind)).collect();
    for given in &file.obstacles {
        let names = ground.lines.iter().map(|line| line.name.as_str());
        let Some(ix) = find(&given.line, "line", names, report) else { continue };
        let of = &mut works[ix];
        of.obstacle = given.crossing.as_ref().map_or(of.obstacle, |word| word.value.value());
        of.protection = given.protection.as_ref().map_or(of.protection, |word| word.value.value());
        of.frise = given.chevaux_de_frise.unwrap_or(false);
        of.fillable = given.fillable.unwrap_or(false);
        of.wall = given.wall.unwrap_or(false);
        for breach in &given.breaches {
            let [west, south, east, north] = breach.value;
            let gap = Stretch { from: TERMS.point([west, south]), to: TERMS.point([east, north]) };
            let on_line = |at: field::table::Point| ground.lines[ix].line.distance(at.vec()) <= f64::from(yds(2));
            if gap.from == gap.to || !on_line(gap.from) || !on_line(gap.to) {
                report.fault(breach.span(), "a breach lies on its line", "[x, y, x, y] of two places on the line");
            }
            of.breaches.push(gap);
        }
    }
    works
}

fn positions(file: &BattleFile, report: &mut Reporter<'_>) -> Vec<Position> {
    check_keys("position", file.positions.iter().map(|position| &position.key), report);
    if let Some(extra) = file.positions.get(MOST_POSITIONS) {
        report.fault(extra.span(), "too many positions", format!("at most {MOST_POSITIONS}"));
    }
    file.positions.iter().take(MOST_POSITIONS).map(|given| position(given, report)).collect()
}

fn position(given: &At<PositionFile>, report: &mut Reporter<'_>) -> Position {
    let corners =
        |spots: &[[f64; 2]]| Shape::Area(Polygon::new(spots.iter().map(|&at| TERMS.point(at)).collect::<Vec<_>>()));
    let shape = match (&given.at, &given.rectangle, &given.points) {
        (Some(at), None, None) => Shape::Point(TERMS.point(at.value)),
        (None, Some(rectangle), None) => {
            let [west, south, east, north] = rectangle.value;
            if west >= east || south >= north {
                report.fault(rectangle.span(), "a box of no size", "[west, south, east, north], the smaller first");
            }
            corners(&[[west, south], [east, south], [east, north], [west, north]])
        }
        (None, None, Some(points)) if points.len() >= 3 => corners(points),
        _ => {
            report.fault(given.span(), "where is it?", "exactly one of: `at`, `box`, `points` with three corners");
            Shape::Point(TERMS.point([0.0, 0.0]))
        }
    };
    let name = given.name.clone().unwrap_or_else(|| given.key.value.replace('-', " "));
    Position { key: given.key.value.clone(), name, shape }
}

/// CF 5.1, 5.2
fn frame(file: &BattleFile, roster: &Roster, report: &mut Reporter<'_>) -> Frame {
    let none = Frame::Prepared { attacker: None };
    let Some(given) = &file.frame else { return none };
    let keys = roster.sides.iter().map(|side| side.key.as_str());
    let attacker = given.attacker.as_ref().and_then(|key| find(key, "side", keys, report));
    match (given.kind.value, attacker) {
        (FrameWord::Attack, Some(ix)) => Frame::Attack { attacker: Side(ix as u8) },
        (FrameWord::Attack, None) => {
            report.fault(given.kind.span(), "who attacks?", format!("attacker = \"{}\"", roster.sides[0].key));
            none
        }
        (FrameWord::Meeting, None) => Frame::Meeting,
        (FrameWord::Prepared, attacker) => Frame::Prepared { attacker: attacker.map(|ix| Side(ix as u8)) },
        (FrameWord::Meeting, Some(_)) => {
            let what = "nobody attacks in a meeting engagement";
            report.fault(given.kind.span(), what, "kind = \"attack\", or no attacker");
            none
        }
    }
}

/// CF 5.15
fn entries(file: &BattleFile, roster: &Roster, report: &mut Reporter<'_>) -> Vec<Entry> {
    check_keys("entry", file.entries.iter().map(|entry| &entry.key), report);
    let size = file.ground.size_in(&TERMS);
    let mut entries = Vec::new();
    // Room is kept for those that an attacker names (CF 5.15).
    let most = MOST_ENTRIES - 3;
    if let Some(extra) = file.entries.get(most) {
        report.fault(extra.span(), "too many entry points", format!("at most {most}"));
    }
    for given in file.entries.iter().take(most) {
        let keys = roster.sides.iter().map(|side| side.key.as_str());
        let side = find(&given.side, "side", keys, report).unwrap_or(0);
        let [x, y] = given.at.value;
        let on_edge = x == 0.0 || y == 0.0 || x == size[0] || y == size[1];
        if !on_edge {
            report.fault(
                given.at.span(),
                "an entry point lies on the edge of the table",
                "[0, y], [x, 0] and the like",
            );
        }
        let usual = roster.sides[side].baseline.outward();
        let facing = given.facing.as_ref().map_or(usual, |facing| facing.value.cdeg());
        entries.push(Entry {
            key: given.key.value.clone(),
            name: given.name.clone().unwrap_or_else(|| given.key.value.replace('-', " ")),
            side: Side(side as u8),
            pose: Pose::new(TERMS.point(given.at.value), facing),
        });
    }
    entries
}

fn victory(file: &BattleFile, positions: &[Position], frame: Frame, report: &mut Reporter<'_>) -> Victory {
    let given = file.victory.as_ref();
    let broken_at = match given.and_then(|given| given.broken_at.as_ref()) {
        None => Some(USUAL_BREAK),
        Some(at) => BreakFile::percent(at, 100, report),
    };
    let keys = positions.iter().map(|position| position.key.as_str());
    let named = given.and_then(|given| given.objective.as_ref());
    let objective = named.and_then(|key| find(key, "position", keys, report)).map(|ix| PositionId(ix as u8));
    if let (Frame::Attack { .. }, None, Some(given)) = (frame, objective, &file.frame) {
        // CF 5.8
        let instead = "[victory] objective = \"…\", one of the [[positions]]";
        report.fault(given.span(), "an attack has a position that is worth it (CF 5.8)", instead);
    }
    Victory {
        broken_at,
        objective,
        from_turn: given.and_then(|given| given.from_turn).unwrap_or(4),
        clear: given.and_then(|given| given.clear).map_or(yds(60), |clear| TERMS.um(clear)),
        margin: given.and_then(|given| given.margin).unwrap_or(10),
    }
}

/// CF 5.9, 5.21: whoever picks an end has put nobody down at it.
fn choose_ends(file: &BattleFile, report: &mut Reporter<'_>) -> bool {
    let Some(given) = file.frame.as_ref().and_then(|frame| frame.choose_ends.as_ref()) else { return false };
    if given.value && file.units.iter().any(|unit| unit.at.is_some()) {
        report.fault(given.span(), "some units have a place at one end already", "no `at` for any unit");
    }
    if given.value && file.leaders.iter().any(|leader| leader.at.is_some()) {
        report.fault(given.span(), "some leaders have a place at one end already", "no `at` for any leader");
    }
    given.value
}

/// CF 5.30
fn personal(file: &BattleFile, roster: &Roster, positions: &[Position], report: &mut Reporter<'_>) -> Vec<Personal> {
    let mut list = Vec::new();
    for given in &file.personal {
        let leaders = roster.leaders.iter().map(|leader| leader.key.as_str());
        let Some(leader) = find(&given.leader, "leader", leaders, report) else { continue };
        let keys = positions.iter().map(|position| position.key.as_str());
        let goal = match (&given.hold, &given.spare, &given.live) {
            (Some(key), None, None) => find(key, "position", keys, report).map(|ix| Goal::Hold(PositionId(ix as u8))),
            (None, Some(percent), None) if percent.value <= 100 => Some(Goal::Spare(percent.value)),
            (None, None, Some(live)) if live.value => Some(Goal::Live),
            _ => {
                let instead = "exactly one of: `hold`, `spare` of 0 to 100, `live = true`";
                report.fault(given.span(), "what does he want?", instead);
                None
            }
        };
        list.extend(goal.map(|goal| Personal { leader: LeaderId(leader as u8), goal }));
    }
    list
}

/// The moment at which the battle begins.
#[derive(Debug, Clone, Copy)]
struct Begun {
    turn: u8,
    beginning: Beginning,
    first: Side,
    holder: Side,
    active: Side,
}

fn begins(file: &BattleFile, roster: &Roster, turns: u8, report: &mut Reporter<'_>) -> Begun {
    let start = file.start.as_ref();
    let beginning = start.and_then(|start| start.phase.as_ref()).map_or(Beginning::Turn, |word| word.value.value());
    let turn = start.and_then(|start| start.turn.as_ref());
    if let Some(wrong) = turn.filter(|turn| !(1..=turns).contains(&turn.value)) {
        report.fault(wrong.span(), format!("the battle has no turn {}", wrong.value), format!("1 to {turns}"));
    }
    let mut side = |key: Option<&At<String>>| {
        let known = roster.sides.iter().map(|side| side.key.as_str());
        key.and_then(|key| find(key, "side", known, report)).map(|ix| Side(ix as u8))
    };
    let first = side(start.and_then(|start| start.first.as_ref()));
    let active = side(start.and_then(|start| start.active.as_ref()));
    let holder = side(start.and_then(|start| start.holder.as_ref()));
    if let (None, Some(start)) = (first, start)
        && beginning > Beginning::Turn
    {
        report.fault(start.span(), "who goes first this turn?", format!("first = \"{}\"", roster.sides[0].key));
    }
    let first = first.unwrap_or(Side::FIRST);
    Begun {
        turn: turn.map_or(1, |turn| turn.value),
        beginning,
        first,
        holder: holder.unwrap_or(first),
        active: active.unwrap_or(first),
    }
}
