//! Before the game: from a battle file to a battle that can be played.

pub mod file;

mod checks;
mod place;
mod roster;

use crate::ShotSteelAndStone;
use crate::cards::{
    Beginning, BuildingCard, Current, MOST_BUILDINGS, MOST_OBJECTIVES, Material, Objective, Units, Victory, Zone,
};
use crate::ground::TERMS;
use crate::shooting::Ranges;
use crate::state::{Building, Fire, Phase, PlayerTurn, State};
use arrayvec::ArrayVec;
use file::{BattleFile, BreaksFile, CurrentFile, ObjectiveFile, UnitFile};
use kernel::{Agenda, OptionValues, SeatSet, Side};
pub use place::away_from;
use roster::Roster;
pub(crate) use roster::{gun_cards, usual_gun, usual_points};
use scenario::order_of_battle::check_rulebook;
use scenario::victory::{BreakFile, PointsFile};
use scenario::{AreaKind, At, Faults, Ground, Header, Reporter, Source, advise, find};
use std::sync::OnceLock;

/// Turns when the file says nothing (SSS G40).
pub const USUAL_TURNS: u8 = 12;
/// Per cent beyond which an army breaks when the file says nothing (SSS G40).
pub const USUAL_BREAK: u8 = 50;

/// Opens a battle file with the options it names.
pub fn open(source: &Source) -> Result<ShotSteelAndStone, Faults> {
    open_with(source, &OptionValues::new(), &[])
}

/// Opens a battle file; `choices` go over the options it names, `corrections` over the charts.
pub fn open_with(source: &Source, choices: &OptionValues, corrections: &[Source]) -> Result<ShotSteelAndStone, Faults> {
    let ranges = Ranges::read(&crate::shooting::charts(corrections)?)?;
    let file: BattleFile = scenario::read(source)?;
    let mut report = Reporter::new(source);
    let rules = build(&file, scenario::header(source)?, choices, ranges, &mut report);
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
    ranges: Ranges,
    report: &mut Reporter<'_>,
) -> Option<ShotSteelAndStone> {
    check_rulebook(&file.rulebook, "shot-steel-and-stone", report);
    let options = file.options.options().choose(choices);
    let ground = file.ground.compile_in(&TERMS, report);
    let turns = file.turns.as_ref().map_or(USUAL_TURNS, |turns| turns.value);
    if let Some(none) = file.turns.as_ref().filter(|turns| turns.value == 0) {
        report.fault(none.span(), "a battle of no turns", "turns = 12, or at least 1");
    }
    let roster = Roster::read(file, &options, report)?;
    let buildings = buildings(file, &ground, report);
    let currents = currents(file, &ground, report);
    let placed = place::place(file, &roster, &ground, &buildings, turns, report);
    let begun = begins(file, &roster, turns, report);
    let victory = victory(file, &roster, report);
    let start = opening(file, &victory, &ground, &roster, &buildings, &placed, begun);
    let rules = ShotSteelAndStone {
        drawn: OnceLock::new(),
        info,
        options,
        ground,
        victory,
        picks_edges: picks_edges(file, report),
        sides: roster.sides,
        seats: roster.seats,
        units: roster.units,
        leaders: roster.leaders,
        buildings,
        currents,
        arrivals: placed.arrivals,
        turns,
        wind: file.wind.as_ref().map(|wind| wind.value.cdeg()),
        ranges,
        start,
        beginning: begun.beginning,
    };
    Some(checks::check(rules, file, report))
}

/// The towns of the ground, each with what the file says of it (SSS 17.1, 17.5).
fn buildings(file: &BattleFile, ground: &Ground, report: &mut Reporter<'_>) -> Vec<BuildingCard> {
    let towns = |ix: &usize| matches!(ground.areas[*ix].kind, AreaKind::Town { .. });
    let mut cards: Vec<BuildingCard> = Vec::new();
    for ix in (0..ground.areas.len()).filter(towns) {
        let AreaKind::Town { garrison, guns, .. } = ground.areas[ix].kind else { continue };
        let perimeter: f64 = ground.areas[ix].outline.edges().map(|(a, b)| a.distance(b)).sum();
        cards.push(BuildingCard {
            area: ix as u8,
            material: Material::Brick,
            points: Material::Brick.points(),
            holds: u8::try_from(garrison).unwrap_or(u8::MAX),
            guns,
            perimeter: perimeter.round() as i32,
        });
    }
    let names: Vec<&str> = cards.iter().map(|card| ground.areas[usize::from(card.area)].name.as_str()).collect();
    if cards.len() > MOST_BUILDINGS
        && let Some(extra) = file.ground.areas.last()
    {
        report.fault(extra.span(), "too many towns", format!("at most {MOST_BUILDINGS}"));
    }
    for given in &file.buildings {
        let Some(ix) = find(&given.area, "town", names.iter().copied(), report) else { continue };
        let material = given.material.as_ref().map_or(Material::Brick, |word| word.value.value());
        cards[ix].material = material;
        cards[ix].points = given.points.as_ref().map_or(material.points(), |points| points.value);
    }
    cards.truncate(MOST_BUILDINGS);
    cards
}

/// Where the rivers flow to (SSS T6).
fn currents(file: &BattleFile, ground: &Ground, report: &mut Reporter<'_>) -> Vec<Current> {
    let is_river = |area: &scenario::Area| matches!(area.kind, AreaKind::River);
    let rivers: Vec<usize> = (0..ground.areas.len()).filter(|&ix| is_river(&ground.areas[ix])).collect();
    let names = || rivers.iter().map(|&ix| ground.areas[ix].name.as_str());
    let current = |given: &At<CurrentFile>| {
        let ix = find(&given.area, "river", names(), report)?;
        Some(Current { area: rivers[ix] as u8, flows: given.flows.value.cdeg() })
    };
    file.currents.iter().filter_map(current).collect()
}

fn victory(file: &BattleFile, roster: &Roster, report: &mut Reporter<'_>) -> Victory {
    let given = file.victory.as_ref();
    let broken_beyond = breaks(given.and_then(|given| given.broken_beyond.as_ref()), roster, report);
    let objectives = given.map(|given| given.objectives.as_slice()).unwrap_or_default();
    if let Some(extra) = objectives.get(MOST_OBJECTIVES) {
        report.fault(extra.span(), "too many pieces of ground are worth points", format!("at most {MOST_OBJECTIVES}"));
    }
    let objectives = objectives.iter().take(MOST_OBJECTIVES);
    Victory { broken_beyond, objectives: objectives.map(|file| objective(file, roster, report)).collect() }
}

/// When each army breaks (SSS G40).
fn breaks(given: Option<&At<BreaksFile>>, roster: &Roster, report: &mut Reporter<'_>) -> [Option<u8>; 2] {
    let Some(given) = given else { return [Some(USUAL_BREAK); 2] };
    let mut percent = |value: BreakFile| BreakFile::percent(&At { value, span: given.span() }, 99, report);
    let keys = Side::BOTH.map(|side| roster.sides[side.ix()].key.as_str());
    match &given.value {
        BreaksFile::Both(both) => [percent(*both); 2],
        BreaksFile::Each(each) => {
            let by_side = keys.map(|key| each.get(key).map_or(Some(USUAL_BREAK), |&value| percent(value)));
            for key in each.keys().filter(|key| !keys.contains(&key.as_str())) {
                report.fault(given.span(), format!("there is no side `{key}`"), advise(key, keys.to_vec()));
            }
            by_side
        }
    }
}

fn objective(file: &At<ObjectiveFile>, roster: &Roster, report: &mut Reporter<'_>) -> Objective {
    let [west, south, east, north] = file.zone.value;
    if west >= east || south >= north {
        report.fault(file.zone.span(), "a box of no size", "[west, south, east, north], the smaller first");
    }
    let (low, high) = (TERMS.point([west, south]), TERMS.point([east, north]));
    let zone = Zone { west: low.x, south: low.y, east: high.x, north: high.y };
    let keys = Side::BOTH.map(|side| roster.sides[side.ix()].key.as_str());
    let held = file.held.as_ref().and_then(|key| find(key, "side", keys.into_iter(), report));
    Objective {
        name: file.name.clone(),
        zone,
        points: PointsFile::of_sides(&file.points, keys, report),
        held: held.map(|ix| Side(ix as u8)),
    }
}

/// Whoever rolls high picks his edge only where nothing on the table says whose it is (SSS G39).
fn picks_edges(file: &BattleFile, report: &mut Reporter<'_>) -> bool {
    let Some(edges) = file.edges.as_ref().filter(|edges| edges.value.value()) else { return false };
    let placed = |unit: &At<UnitFile>| unit.at.is_some() || unit.inside.is_some() || unit.arrives.is_some();
    let zoned = file.sides.iter().any(|side| side.zone.is_some() || side.light_zone.is_some());
    let stands = file.leaders.iter().any(|leader| leader.at.is_some());
    if zoned || stands || file.units.iter().any(placed) {
        let what = "edges cannot be picked where the file says who stands where";
        report.fault(edges.span(), what, "edges = \"named\", or no places and zones");
    }
    true
}

/// The moment at which the battle begins.
#[derive(Debug, Clone, Copy)]
struct Begun {
    turn: u8,
    beginning: Beginning,
    active: Side,
    holder: Side,
    half: u8,
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
    let active = side(start.and_then(|start| start.active.as_ref()));
    let holder = side(start.and_then(|start| start.holder.as_ref()));
    if let (None, Some(start)) = (active, start)
        && beginning > Beginning::Turn
    {
        report.fault(start.span(), "whose player turn is it?", format!("active = \"{}\"", roster.sides[0].key));
    }
    let active = active.unwrap_or(Side::FIRST);
    Begun {
        turn: turn.map_or(1, |turn| turn.value),
        beginning,
        active,
        holder: holder.unwrap_or(active),
        half: u8::from(start.and_then(|start| start.second).unwrap_or(false)),
    }
}

fn opening(
    file: &BattleFile,
    victory: &Victory,
    ground: &Ground,
    roster: &Roster,
    cards: &[BuildingCard],
    placed: &place::Placed,
    begun: Begun,
) -> State {
    let burning = |card: &BuildingCard| {
        let name = ground.areas.get(usize::from(card.area)).map(|area| area.name.as_str());
        file.buildings.iter().filter(|given| Some(given.area.as_str()) == name).find_map(|given| given.burning)
    };
    let standing = |card: &BuildingCard| Building {
        points: card.points,
        fire: burning(card).map_or(Fire::None, Fire::Burning),
        shelled: None,
    };
    let began = Side::BOTH.map(|side| {
        let own = roster.units.iter().filter(|card| card.side == side);
        own.filter(|card| card.part == crate::cards::Part::Whole).map(|card| card.initial_points()).sum()
    });
    State {
        turn: begun.turn,
        phase: if begun.beginning == Beginning::Turn { Phase::Initiative } else { Phase::Orders },
        active: begun.active,
        holder: begun.holder,
        half: begun.half,
        player_turn: PlayerTurn::default(),
        agenda: Agenda::default(),
        units: placed.units.clone(),
        leaders: placed.leaders.clone(),
        batteries: placed.batteries.clone(),
        herds: placed.herds.clone(),
        buildings: cards.iter().map(standing).collect(),
        wind: file.wind.as_ref().map_or(0, |wind| wind.value.cdeg()),
        charges: ArrayVec::new(),
        contacts: ArrayVec::new(),
        melee: None,
        storm: 0,
        quick: 0,
        firm: 0,
        mirages: ArrayVec::new(),
        onward: Units::EMPTY,
        stampedes: ArrayVec::new(),
        plashed: ArrayVec::new(),
        edges_swapped: false,
        held: victory.objectives.iter().map(|objective| objective.held).collect(),
        began,
        done: SeatSet::EMPTY,
        asked: SeatSet::EMPTY,
        over: None,
        bodies: Default::default(),
        standing: Default::default(),
        kept: Default::default(),
        overflow: Default::default(),
    }
}
