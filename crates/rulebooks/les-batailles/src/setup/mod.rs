//! From a battle file to a battle that can be played.

pub mod file;

mod checks;
mod ground;
mod markers;
mod order_of_battle;
mod roster;

use crate::cards::{Arm, UnitId};
use crate::charts::{self, Charts};
use crate::command::{Mu, MuKind};
use crate::sequence::Chit;
use crate::state::{Segment, State, Value};
use crate::table::Table;
use crate::victory::{Victory, Worth};
use crate::ways::Ways;
use crate::{LesBatailles, Light};
use field::hexes::{Dir, Grid, Hex, HexFault};
use file::{BattleFile, StartFile};
use kernel::{OptionValues, Side};
use order_of_battle::OrderOfBattle;
use scenario::order_of_battle::{check_key, check_rulebook};
use scenario::{At, Faults, Header, Reporter, Source, find};
use std::sync::OnceLock;

/// Where in its first turn a battle begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beginning {
    pub segment: Segment,
}

/// Opens a battle file with the options it names and the charts that come with the rulebook.
pub fn open(source: &Source) -> Result<LesBatailles, Faults> {
    open_with(source, &OptionValues::new(), &[])
}

/// Opens a battle file; `choices` go over the options it names, `corrections` over the charts.
pub fn open_with(source: &Source, choices: &OptionValues, corrections: &[Source]) -> Result<LesBatailles, Faults> {
    let (_, charts) = charts::read(corrections)?;
    open_by(source, choices, charts)
}

/// Opens a battle file by charts that have been read already.
pub fn open_by(source: &Source, choices: &OptionValues, charts: Charts) -> Result<LesBatailles, Faults> {
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

/// The JSON Schema of chart files.
pub fn chart_schema() -> String {
    format!("{:#}\n", scenario::schema::<scenario::charts::ChartFile>())
}

fn build(
    file: &BattleFile,
    info: Header,
    choices: &OptionValues,
    charts: Charts,
    report: &mut Reporter<'_>,
) -> Option<LesBatailles> {
    check_rulebook(&file.rulebook, "les-batailles", report);
    check_key(&file.key, report);
    if file.turns.value == 0 {
        report.fault(file.turns.span(), "a battle of no turns", "turns = 6, or at least 1");
    }
    let options = file.options.options().choose(choices);
    let mut ground = ground::build(file, report)?;
    let order = OrderOfBattle::read(file, &ground, &charts, report)?;
    ground.draw_lines(order.longest_range());
    let victory = victory(file, &ground.grid, report);
    let beginning = Beginning { segment: segment(file.start.as_ref()) };
    let start = opening(file, &order, &ground.grid, report);
    let wagons = order.units.iter().any(|card| card.arm == Arm::Wagon);
    let arms = |arm: Arm| {
        let all = order.units.iter().enumerate().filter(move |(_, card)| card.arm == arm);
        all.map(|(at, card)| (UnitId(at as u16), card.side))
    };
    let cavalry = Side::BOTH.map(|side| arms(Arm::Cavalry).filter(|(_, own)| *own == side).map(|(id, _)| id).collect());
    let guns = arms(Arm::Artillery).map(|(id, _)| id).collect();
    let ways = Ways::of(&ground, &charts);
    let mut rules = LesBatailles {
        ways,
        cavalry,
        guns,
        drawn: OnceLock::new(),
        info,
        options,
        charts,
        light: light(file, report),
        begins: begins(&file.begins, report),
        ground,
        sides: order.sides,
        chiefs: order.seats.chiefs,
        seats: order.seats.cards,
        units: order.units,
        by_side: order.by_side,
        leaders: order.leaders,
        formations: order.formations,
        arrivals: order.arrivals,
        positions: order.positions,
        turns: file.turns.value,
        year: file.year.value,
        wagons: file.wagons.unwrap_or(wagons),
        victory,
        start,
        beginning,
    };
    face_guns(&mut rules);
    markers::place(&mut rules, file, report);
    checks::check(&rules, file, report);
    Some(rules)
}

/// Unlimbered guns with infantry face as it does (LB 18.1b).
fn face_guns(rules: &mut LesBatailles) {
    let table = Table { rules, state: &rules.start };
    let with_foot = |id: UnitId| Some((id, table.unit(table.foot_with(id)?).facing));
    let guns: Vec<_> = table.on_map().filter(|&id| table.is_unlimbered(id)).filter_map(with_foot).collect();
    for (id, facing) in guns {
        rules.start.units[id.ix()].facing = facing;
    }
}

/// `11:40` as minutes after midnight; turns begin on the hour, twenty past or twenty to (LB 3.5a).
fn begins(time: &At<String>, report: &mut Reporter<'_>) -> u16 {
    let read = time.split_once(':').and_then(|(hour, minute)| {
        let (hour, minute): (u16, u16) = (hour.trim().parse().ok()?, minute.trim().parse().ok()?);
        (hour < 24 && matches!(minute, 0 | 20 | 40)).then_some(hour * 60 + minute)
    });
    read.unwrap_or_else(|| {
        report.fault(
            time.span(),
            format!("`{}` is no turn of the clock", time.value),
            "an hour and 00, 20 or 40: \"11:40\"",
        );
        0
    })
}

fn light(file: &BattleFile, report: &mut Reporter<'_>) -> Vec<Light> {
    let mut light = vec![Light::Day; usize::from(file.turns.value)];
    for (turns, kind) in [(&file.dusk, Light::Dusk), (&file.night, Light::Night)] {
        for turn in turns {
            match usize::from(turn.value).checked_sub(1).and_then(|at| light.get_mut(at)) {
                Some(there) => *there = kind,
                None => {
                    let instead = format!("1 to {}", file.turns.value);
                    report.fault(turn.span(), format!("the battle has no turn {}", turn.value), instead);
                }
            }
        }
    }
    light
}

fn segment(start: Option<&At<StartFile>>) -> Segment {
    start.and_then(|start| start.segment).map_or(Segment::Command, |word| word.value())
}

fn victory(file: &BattleFile, grid: &Grid, report: &mut Reporter<'_>) -> Victory {
    let given = &file.victory;
    if let Some(extra) = given.places.get(16) {
        report.fault(extra.span(), "too many places are worth points", "at most 16");
    }
    if let Some(pair) = given.levels.windows(2).find(|pair| pair[0].lead >= pair[1].lead) {
        report.fault(pair[1].span(), "no greater victory than the one before it", "a larger lead");
    }
    let worth = |place: &At<file::WorthFile>, report: &mut Reporter<'_>| Worth {
        name: place.name.clone(),
        hexes: place.hexes.iter().filter_map(|number| hex(grid, number, report)).collect(),
        points: place.points,
    };
    Victory {
        places: given.places.iter().take(16).map(|place| worth(place, report)).collect(),
        per_increment: given.per_increment.unwrap_or(1),
        margin: given.margin.unwrap_or(1),
        levels: given.levels.iter().map(|level| (level.lead, level.name.clone())).collect(),
        given: given.given.unwrap_or_default(),
    }
}

/// The state the battle begins with.
fn opening(file: &BattleFile, order: &OrderOfBattle, grid: &Grid, report: &mut Reporter<'_>) -> State {
    let mut value = Value::empty();
    value.units = order.states.to_vec().into();
    value.leaders = order.leader_states.to_vec().into();
    value.formations = order.formation_states.to_vec();
    value.held = file
        .victory
        .places
        .iter()
        .take(16)
        .map(|place| place.held.as_ref().and_then(|key| order.side(key, report)))
        .collect();
    if let Some(start) = &file.start {
        begin(file, start, order, &mut value, report);
    }
    value.segment = segment(file.start.as_ref());
    State::on(grid, value)
}

fn begin(file: &BattleFile, start: &StartFile, order: &OrderOfBattle, value: &mut Value, report: &mut Reporter<'_>) {
    if let Some(turn) = &start.turn {
        if !(1..=file.turns.value).contains(&turn.value) {
            let instead = format!("1 to {}", file.turns.value);
            report.fault(turn.span(), format!("the battle has no turn {}", turn.value), instead);
        }
        value.turn = turn.value;
    }
    let first = start.first.as_ref().and_then(|key| order.side(key, report)).unwrap_or(Side::FIRST);
    (value.first, value.drawer) = (first, first);
    for word in &start.cup {
        value.cup.insert(Chit::Action(word.value()));
    }
    for key in &start.maneuver_units {
        let names = order.leaders.iter().map(|leader| leader.key.as_str());
        let Some(leader) = find(key, "leader", names, report) else { continue };
        let id = crate::cards::MuId(value.mus.len() as u8);
        let members = order.under(leader, value);
        let mu = Mu {
            side: order.leaders[leader].side,
            kind: MuKind::Ordinary,
            leader: crate::cards::LeaderId(leader as u8),
            members,
            leaders: [crate::cards::LeaderId(leader as u8)].into_iter().collect(),
            destination: None,
            flipped: false,
            resolved: false,
        };
        if value.mus.try_push(Some(mu)).is_err() {
            report.fault(key.span(), "too many Maneuver Units", format!("at most {}", crate::cards::MOST_MUS));
            return;
        }
        value.cup.insert(Chit::Mu(id));
    }
}

/// Reads a hex number, or reports it.
fn hex(grid: &Grid, number: &At<String>, report: &mut Reporter<'_>) -> Option<Hex> {
    let last = grid.hexes().last().map(|last| grid.number(last).to_string()).unwrap_or_default();
    let wrong = |fault: HexFault| report.fault(number.span(), fault.to_string(), format!("0101 to {last}"));
    grid.parse(number.value.trim()).map_err(wrong).ok()
}

/// Reads the number of a hex on the edge of the map, or reports it.
fn edge_hex(grid: &Grid, number: &At<String>, report: &mut Reporter<'_>) -> Option<Hex> {
    let hex = hex(grid, number, report)?;
    if Dir::ALL.iter().all(|&dir| grid.neighbour(hex, dir).is_some()) {
        report.fault(number.span(), format!("hex {} lies inside the map", number.value), "a hex of the map edge");
    }
    Some(hex)
}
