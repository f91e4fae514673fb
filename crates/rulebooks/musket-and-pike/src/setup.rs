//! From a battle file to a battle that can be played.

pub mod file;

mod checks;
mod ground;
mod order_of_battle;

use crate::charts::{self, Series};
use crate::state::{State, Value};
use crate::victory::{Level, PointValues, Victory, with_draw};
use crate::{MusketAndPike, Options};
use field::hexes::{Dir, Grid, Hex, HexFault};
use file::{BattleFile, OptionsFile, SeriesWord, VictoryFile};
use kernel::{OptionValues, Side};
use order_of_battle::OrderOfBattle;
use scenario::order_of_battle::{check_key, check_rulebook};
use scenario::{Faults, Header, Reporter, Source};
use std::sync::OnceLock;

/// Opens a battle file with the options it names and the charts that come with the rulebook.
pub fn open(source: &Source) -> Result<MusketAndPike, Faults> {
    open_with(source, &OptionValues::new(), &[])
}

/// Opens a battle file; `choices` go over the options it names, `corrections` over the charts.
pub fn open_with(source: &Source, choices: &OptionValues, corrections: &[Source]) -> Result<MusketAndPike, Faults> {
    let file: BattleFile = scenario::read(source)?;
    let series = match file.series {
        Some(SeriesWord::CivilWar) => Series::CivilWar,
        _ => Series::Other,
    };
    let (_, charts) = charts::read(corrections, series)?;
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
    charts: charts::Charts,
    report: &mut Reporter<'_>,
) -> Option<MusketAndPike> {
    check_rulebook(&file.rulebook, "musket-and-pike", report);
    if file.turns.value == 0 {
        report.fault(file.turns.span(), "a battle of no turns", "turns = 6, or at least 1");
    }
    if let Some(first) = &file.first_turn
        && !(1..=file.turns.value).contains(&first.value)
    {
        let what = format!("the battle starts with turn {}", first.value);
        report.fault(first.span(), what, format!("1 to {}", file.turns.value));
    }
    check_key(&file.key, report);
    let options = choose(file.options.options(file.series), choices);
    let mut ground = ground::build(file, &charts, report)?;
    let order = OrderOfBattle::read(file, &ground, &charts, report)?;
    let victory = victory(file, &order, report);
    for (side, card) in file.sides.iter().enumerate().take(2) {
        let hexes = ground::friendly_edge(&card.value, &ground.grid, report);
        ground.set_friendly(Side(side as u8), hexes);
    }
    let mut value = Value::empty();
    value.turn = file.first_turn.as_ref().map_or(1, |turn| turn.value);
    value.control = order.control(file, &ground.grid, report);
    value.units = order.states.iter().copied().collect();
    value.leaders = order.leader_states.iter().copied().collect();
    value.wings = order.wing_states.iter().copied().collect();
    let start = State::on(&ground.grid, value);
    let rules = MusketAndPike {
        drawn: OnceLock::new(),
        info,
        options,
        charts,
        ground,
        sides: order.sides,
        chiefs: order.seats.chiefs,
        seats: order.seats.cards,
        by_side: order.by_side,
        units: order.units,
        leaders: order.leaders,
        wings: order.wings,
        turns: file.turns.value,
        victory,
        start,
    };
    checks::check(&rules, file, report);
    Some(rules)
}

impl OptionsFile {
    /// Guns are not limbered in the games of the English Civil War unless the battle says so (MP 7.3.3f).
    fn options(&self, series: Option<SeriesWord>) -> Options {
        let civil_war = series == Some(SeriesWord::CivilWar);
        Options {
            secret_orders: self.secret_orders.unwrap_or(false),
            exhausted_fire: self.exhausted_fire.unwrap_or(false),
            croats_as_arquebusiers: self.croats_as_arquebusiers.unwrap_or(false),
            no_limbering: self.no_limbering.unwrap_or(civil_war),
            three_strength_stack: self.three_strength_stack.unwrap_or(false),
            light_salvo: self.light_salvo.unwrap_or(false),
        }
    }
}

/// Puts what the players chose over what the file says. Choices are checked beforehand.
fn choose(mut options: Options, choices: &OptionValues) -> Options {
    for (key, value) in choices {
        let on = value == "on" || value == "secret";
        match key.as_str() {
            "starting-orders" => options.secret_orders = on,
            "exhausted-fire" => options.exhausted_fire = on,
            "croats-as-arquebusiers" => options.croats_as_arquebusiers = on,
            "no-limbering" => options.no_limbering = on,
            "three-strength-stack" => options.three_strength_stack = on,
            "light-salvo" => options.light_salvo = on,
            _ => {}
        }
    }
    options
}

fn victory(file: &BattleFile, order: &OrderOfBattle, report: &mut Reporter<'_>) -> Victory {
    let given: &VictoryFile = &file.victory;
    let levels: Vec<Level> = given
        .levels
        .iter()
        .map(|level| Level {
            at_least: level.at_least.value,
            name: level.name.clone(),
            winner: level.winner.as_ref().and_then(|side| order.side(side, report)),
        })
        .collect();
    if levels.is_empty() {
        report.fault(given.levels.span(), "no victory levels", "at least a last one that catches everything");
    }
    for pair in given.levels.windows(2) {
        if pair[1].at_least.value >= pair[0].at_least.value {
            report.fault(pair[1].at_least.span(), "levels do not go down", "a smaller number than the level above");
        }
    }
    if let Some(last) = given.levels.last().filter(|last| last.at_least.value > LOWEST) {
        let what = format!("a score below {} has no level", last.at_least.value);
        report.fault(last.at_least.span(), what, format!("at-least = {LOWEST} or less for the last"));
    }
    let mut points = PointValues::default();
    let own = &given.points;
    let set = |value: &mut u16, given: Option<u16>| *value = given.unwrap_or(*value);
    set(&mut points.formed_cavalry, own.formed_cavalry);
    set(&mut points.unformed_cavalry, own.unformed_cavalry);
    set(&mut points.two_hex, own.two_hex);
    set(&mut points.one_hex, own.one_hex);
    set(&mut points.light, own.light);
    set(&mut points.wagon, own.wagon);
    set(&mut points.army_commander, own.army_commander);
    set(&mut points.disabled[0][0], own.disabled_single);
    set(&mut points.disabled[1][0], own.disabled_single);
    set(&mut points.field_left, own.field_left);
    let positive = order.side(&given.positive, report).unwrap_or(Side::FIRST);
    Victory { positive, levels: with_draw(levels, positive), points }
}

/// No score goes below this: the last level has to catch it.
const LOWEST: i32 = -999;

/// Reads a hex number, or reports it.
fn hex(grid: &Grid, number: &scenario::At<String>, report: &mut Reporter<'_>) -> Option<Hex> {
    let last = grid.hexes().last().map(|last| grid.number(last).to_string()).unwrap_or_default();
    let wrong = |fault: HexFault| report.fault(number.span(), fault.to_string(), format!("0101 to {last}"));
    grid.parse(number.value.trim()).map_err(wrong).ok()
}

/// Reads the number of a hex on the edge of the map, or reports it.
fn edge_hex(grid: &Grid, number: &scenario::At<String>, report: &mut Reporter<'_>) -> Option<Hex> {
    let hex = hex(grid, number, report)?;
    if Dir::ALL.iter().all(|&dir| grid.neighbour(hex, dir).is_some()) {
        report.fault(number.span(), format!("hex {} lies inside the map", number.value), "a hex of the map edge");
    }
    Some(hex)
}
