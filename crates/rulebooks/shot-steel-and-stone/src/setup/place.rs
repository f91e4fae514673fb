//! Where everybody stands as the battle begins, and what has befallen him.

use super::file::{BattleFile, GunFile, UnitFile, UnitStartFile};
use super::roster::{Roster, is_chief};
use crate::cards::{
    Arm, Arrival, BuildingCard, BuildingId, LeaderId, Order, Part, TableEdge, Trait, UnitCard, UnitId, Units,
};
use crate::disruption::Ledger;
use crate::ground::TERMS;
use crate::measures::{BW, bw};
use crate::state::{
    Activity, Battery, Beast, Fate, Formation, Gun, GunState, Herd, Inside, Intent, Leader, LeaderTurn, Leadership,
    Pending, Place, ThisTurn, Unit,
};
use field::table::{Cdeg, Point, Pose, Um};
use scenario::{At, Ground, Reporter, find};

pub struct Placed {
    pub units: Vec<Unit>,
    pub leaders: Vec<Leader>,
    pub batteries: Vec<Battery>,
    pub herds: Vec<Herd>,
    pub arrivals: Vec<Option<Arrival>>,
}

/// Where those look whose backs are to an edge.
pub fn away_from(edge: TableEdge) -> Cdeg {
    match edge {
        TableEdge::North => 18_000,
        TableEdge::East => 27_000,
        TableEdge::South => 0,
        TableEdge::West => 9_000,
    }
}

pub fn place(
    file: &BattleFile,
    roster: &Roster,
    ground: &Ground,
    buildings: &[BuildingCard],
    turns: u8,
    report: &mut Reporter<'_>,
) -> Placed {
    let mut placed = Placed {
        units: Vec::new(),
        leaders: Vec::new(),
        batteries: Vec::new(),
        herds: Vec::new(),
        arrivals: Vec::new(),
    };
    for (ix, card) in roster.units.iter().enumerate() {
        let given = file.units.get(ix).filter(|_| card.part == Part::Whole);
        let facing = away_from(roster.sides[card.side.ix()].baseline);
        let mut unit = fresh(card, facing);
        let mut arrival = None;
        if let Some(given) = given {
            put(given, card, facing, file.start.is_some(), &mut unit, report);
            go_inside(given, ground, buildings, &mut unit, report);
            arrival = arrives(given, facing, turns, report);
            if arrival.is_some() {
                unit.place = Place::Expected;
            }
            if let Some(start) = &given.start {
                befall(start, roster, card, &mut unit, report);
            }
        }
        add_guns(UnitId(ix as u8), card, given, &mut placed.batteries);
        if let (Some(battery), Some(given)) = (placed.batteries.last_mut().filter(|_| card.is_artillery()), given) {
            man(battery, card, given, &mut unit, report);
        }
        if card.arm == Arm::Elephants {
            let beast = Beast { points: card.points, crew: card.crew };
            let beasts = (0..card.bases).map(|_| beast).take(crate::cards::MOST_BEASTS).collect();
            let mut herd = Herd { unit: UnitId(ix as u8), beasts };
            wound(&mut herd, given, &mut unit, report);
            placed.herds.push(herd);
        }
        placed.units.push(unit);
        placed.arrivals.push(arrival);
    }
    placed.leaders = leaders(file, roster, &placed.units, report);
    placed
}

/// A unit as it is before anything happens to it.
fn fresh(card: &UnitCard, facing: Cdeg) -> Unit {
    let formation = match card.order {
        Order::Skirmish => Formation::Skirmish,
        Order::Mob => Formation::Mob,
        _ => Formation::Line,
    };
    let pose = Pose::new(Point::new(0, 0), facing);
    Unit {
        place: Place::Reserve,
        pose,
        formation,
        order: card.order,
        files: card.bases,
        moved_up: [0, 0],
        split: 0,
        bases: card.bases,
        pike_bases: card.pike_bases,
        carried: 0,
        hits: 0,
        inside: None,
        activity: Activity::Static,
        pending: Pending::Nothing,
        changing: None,
        disruption: Ledger::default(),
        mounted: card.is_mounted_arm(),
        prone: false,
        rear_about: false,
        gunless: false,
        first_volley_used: false,
        thrown_used: false,
        shot_at_charge: false,
        has_colours: card.is(Trait::Colours),
        captured: Units::EMPTY,
        rounds: 0,
        rounds_won: 0,
        exertion: 0,
        ran_on: false,
        points_passed: false,
        must_charge: false,
        hold_to_last_man: card.is(Trait::HoldToLastMan),
        enemy_was_near: false,
        last_targets: Default::default(),
        destination: None,
        quarry: None,
        no_countercharge: false,
        rout_moves: 0,
        plashing: 0,
        delayed: 0,
        // SSS 42.2e
        stock: if card.arm == Arm::NapthaThrower { 12 } else { 0 },
        unhorsed: [0, 0],
        stood: pose,
        this_turn: ThisTurn { bases_then: card.bases, ..ThisTurn::default() },
    }
}

/// Units without a place are put down by their players, unless the battle is under way (SSS G39).
fn put(given: &At<UnitFile>, card: &UnitCard, facing: Cdeg, begun: bool, unit: &mut Unit, report: &mut Reporter<'_>) {
    let facing = given.facing.as_ref().map_or(facing, |facing| facing.value.cdeg());
    if let Some(at) = &given.at {
        unit.place = Place::Table;
        unit.pose = Pose::new(TERMS.point(at.value), facing);
    } else if given.inside.is_none() && given.arrives.is_none() && begun {
        report.fault(given.key.span(), "where does it stand?", "at = [x, y], inside = \"…\" or arrives = { … }");
    }
    if let Some(word) = &given.formation {
        unit.formation = word.value.value();
    }
    let usual = match unit.formation {
        Formation::ColumnOfAttack => 2,
        Formation::ColumnOfMarch | Formation::Limbered => 1,
        Formation::Square => unit.bases.div_ceil(4),
        Formation::Line | Formation::Skirmish | Formation::Mob => unit.bases,
    };
    unit.files = usual.min(unit.bases);
    if let Some(files) = &given.files {
        if files.value == 0 || files.value > card.bases {
            report.fault(files.span(), "so many bases cannot stand abreast", format!("1 to {}", card.bases));
        }
        unit.files = files.value.clamp(1, unit.bases.max(1));
    }
    unit.stood = unit.pose;
}

fn go_inside(
    given: &UnitFile,
    ground: &Ground,
    buildings: &[BuildingCard],
    unit: &mut Unit,
    report: &mut Reporter<'_>,
) {
    let Some(name) = &given.inside else { return };
    let names = buildings.iter().map(|card| ground.areas[usize::from(card.area)].name.as_str());
    let Some(ix) = find(name, "town", names, report) else { return };
    unit.inside = Some(Inside { building: BuildingId(ix as u8), bases: unit.bases, broke_in: None });
    unit.place = Place::Table;
    let (low, high) = ground.areas[usize::from(buildings[ix].area)].outline.bounds();
    unit.pose.at = Point::new(i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y));
    unit.stood = unit.pose;
}

fn arrives(given: &UnitFile, facing: Cdeg, turns: u8, report: &mut Reporter<'_>) -> Option<Arrival> {
    let arrival = given.arrives.as_ref()?;
    if !(1..=turns).contains(&arrival.turn.value) {
        report.fault(arrival.turn.span(), "the battle has no such turn", format!("1 to {turns}"));
    }
    let facing = arrival.facing.as_ref().map_or(facing, |facing| facing.value.cdeg());
    Some(Arrival { turn: arrival.turn.value, pose: Pose::new(TERMS.point(arrival.at.value), facing) })
}

fn befall(start: &At<UnitStartFile>, roster: &Roster, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
    let keys = || roster.units.iter().map(|unit| unit.key.as_str());
    let mut by_key = |key: &Option<At<String>>| {
        key.as_ref().and_then(|key| find(key, "unit", keys(), report)).map(|ix| UnitId(ix as u8))
    };
    let (last_target, charges) = (by_key(&start.last_target), by_key(&start.charges));
    for key in &start.captured {
        if let Some(ix) = find(key, "unit", keys(), report) {
            unit.captured.insert(UnitId(ix as u8));
        }
    }
    lose(start, card, unit, report);
    for (cause, points) in &start.disruption {
        unit.disruption.add(cause.value(), *points);
    }
    unit.activity = start.activity.as_ref().map_or(unit.activity, |word| word.value.value());
    unit.pending = start.pending.as_ref().map_or(unit.pending, |word| word.value.value());
    let yes = |said: Option<bool>| said.unwrap_or(false);
    unit.prone = yes(start.prone);
    unit.rear_about = yes(start.rear_about);
    unit.first_volley_used = yes(start.first_volley_used);
    unit.thrown_used = yes(start.thrown_used);
    unit.shot_at_charge = yes(start.shot_at_charge);
    unit.points_passed = yes(start.points_passed);
    unit.must_charge = yes(start.must_charge);
    unit.has_colours &= !yes(start.colours_lost);
    if let Some(dismounted) = start.dismounted.as_ref().filter(|dismounted| dismounted.value) {
        if card.holders.is_none() {
            report.fault(dismounted.span(), "it has no horses to leave", "traits = [\"dismounts\"] for cavalry");
        }
        (unit.mounted, unit.order) = (false, Order::Loose);
    }
    unit.rounds = start.rounds.unwrap_or(0);
    unit.rounds_won = start.rounds_won.unwrap_or(0);
    unit.exertion = start.exertion.unwrap_or(0);
    unit.ran_on = yes(start.ran_on);
    unit.rout_moves = start.rout_moves.unwrap_or(0);
    unit.stock = start.stock.unwrap_or(unit.stock);
    unit.last_targets = last_target.map(crate::shooting::Aim::Unit).into_iter().collect();
    let turn = &mut unit.this_turn;
    turn.intent = start.intent.as_ref().map_or(Intent::Hold, |word| word.value.value());
    if let Some(target) = charges {
        turn.intent = Intent::Charge(target);
    }
    turn.ordered = start.intent.is_some() || charges.is_some();
    if let Some(leader) = &start.led_by {
        let known = roster.leaders.iter().map(|leader| leader.key.as_str());
        turn.led_by = find(leader, "leader", known, report).map(|ix| LeaderId(ix as u8));
    }
    turn.spent = start.spent.as_ref().map_or(0, |far| TERMS.um(far.value));
    (turn.moved, turn.shot, turn.charged) = (yes(start.moved), yes(start.shot), yes(start.charged));
    if let Some(given) = &start.leadership {
        turn.leadership = Leadership { moves: given.moves, blunder: given.blunder, top_form: given.top_form };
    }
}

/// Hits it has taken cost it bases (SSS 14.2).
fn lose(start: &UnitStartFile, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
    let Some(hits) = &start.hits else { return };
    unit.hits = hits.value;
    if card.is_artillery() || card.arm == Arm::Elephants {
        return;
    }
    let points = u16::from(card.points.max(1));
    let all = u16::from(unit.bases) * points + u16::from(card.extra_points);
    if hits.value >= all {
        report.fault(hits.span(), "nothing of it is left", format!("less than {all}"));
        return;
    }
    // SSS 2.4: the last base has the extra points.
    let lost = (hits.value / points).min(u16::from(unit.bases) - 1);
    let share = u16::from(unit.pike_bases) * (u16::from(unit.bases) - lost) / u16::from(unit.bases.max(1));
    unit.bases -= lost as u8;
    unit.pike_bases = (share as u8).min(unit.bases);
    unit.carried = (hits.value - lost * points) as u8;
    unit.files = unit.files.min(unit.bases);
    unit.this_turn.bases_then = unit.bases;
    if let Some(inside) = &mut unit.inside {
        inside.bases = unit.bases;
    }
}

/// Hits that elephants have taken fell on one beast after the other, then on crews (SSS 41.1, 41.2, 41.11).
fn wound(herd: &mut Herd, given: Option<&At<UnitFile>>, unit: &mut Unit, report: &mut Reporter<'_>) {
    let mut left = unit.hits;
    let mut takes = |points: &mut u8| {
        let taken = u16::from(*points).min(left);
        *points -= taken as u8;
        left -= taken;
    };
    herd.beasts.iter_mut().for_each(|beast| takes(&mut beast.points));
    herd.beasts.iter_mut().for_each(|beast| takes(&mut beast.crew));
    herd.beasts.retain(|beast| beast.points > 0 || beast.crew > 0);
    if let (true, Some(given)) = (herd.beasts.is_empty(), given) {
        report.fault(given.value.key.span(), "nothing of it is left", "fewer hits");
    } else if herd.beasts.len() < usize::from(unit.bases) {
        unit.shrink_to(herd.beasts.len() as u8);
        unit.this_turn.bases_then = unit.bases;
    }
}

/// A battery has a base for each gun that is manned, and has lost the men its guns have lost (SSS 16.2, G65).
fn man(battery: &mut Battery, card: &UnitCard, given: &At<UnitFile>, unit: &mut Unit, report: &mut Reporter<'_>) {
    let manned = battery.guns.iter().filter(|gun| gun.crew > 0).count() as u8;
    if manned == 0 {
        report.fault(given.value.key.span(), "nobody is left to man a gun", "a gun with some of its crew");
        return;
    }
    let lost: u16 = card.guns.iter().zip(&battery.guns).map(|(full, gun)| u16::from(full.crew - gun.crew)).sum();
    unit.hits = unit.hits.max(lost);
    if manned < unit.bases {
        let guns = battery.guns.len() as Um;
        for (ix, gun) in battery.guns.iter_mut().enumerate().filter(|(_, gun)| gun.crew == 0) {
            let aside = (2 * ix as Um + 1 - guns) * BW / 2;
            gun.left = Some(unit.pose.along(unit.pose.facing + 9_000, aside));
        }
        unit.shrink_to(manned);
        unit.this_turn.bases_then = manned;
    }
}

fn add_guns(id: UnitId, card: &UnitCard, given: Option<&At<UnitFile>>, batteries: &mut Vec<Battery>) {
    if card.guns.is_empty() {
        return;
    }
    let files = given.and_then(|given| given.guns.as_ref()).map(|guns| guns.value.as_slice()).unwrap_or_default();
    let gun = |(ix, gun): (usize, &crate::cards::GunCard)| {
        let full = match files.get(ix).map(|file| &file.value) {
            Some(GunFile::Full(full)) => Some(full),
            _ => None,
        };
        let crew = gun.crew.saturating_sub(full.and_then(|full| full.lost).unwrap_or(0));
        let state = match full.and_then(|full| full.out) {
            Some(moves) if moves > 0 => GunState::OutOfAction(moves),
            _ => GunState::Ready,
        };
        Gun { state, crew, left: None, model: (id, ix as u8) }
    };
    let guns = card.guns.iter().enumerate().map(gun).collect();
    batteries.push(Battery { unit: id, guns });
}

fn leaders(file: &BattleFile, roster: &Roster, units: &[Unit], report: &mut Reporter<'_>) -> Vec<Leader> {
    let mut leaders = Vec::new();
    for (ix, given) in file.leaders.iter().enumerate().take(roster.leaders.len()) {
        let keys = roster.units.iter().map(|unit| unit.key.as_str());
        let attached = given.with.as_ref().and_then(|key| find(key, "unit", keys, report)).map(|ix| UnitId(ix as u8));
        let friend = |id: &usize| roster.units[*id].side == roster.leaders[ix].side;
        let own = |id: &usize| friend(id) && units[*id].place == Place::Table;
        let there = |id: &usize| friend(id) && matches!(units[*id].place, Place::Table | Place::Reserve);
        if let (Some(unit), Some(key)) = (attached.filter(|unit| !there(&unit.ix())), &given.with) {
            let what = format!("`{}` is not there for him to ride with", roster.units[unit.ix()].key);
            report.fault(key.span(), what, "a unit of his side on the table");
        }
        let his = |id: &usize| own(id) && (is_chief(given) || roster.units[*id].leader == Some(LeaderId(ix as u8)));
        let at = match (&given.at, attached) {
            (Some(at), _) => TERMS.point(at.value),
            (None, Some(unit)) => units[unit.ix()].pose.at,
            (None, None) => behind(&(0..units.len()).filter(his).map(|id| units[id].pose).collect::<Vec<_>>()),
        };
        let chief = is_chief(given);
        leaders.push(Leader {
            fate: Fate::Fit,
            at,
            attached,
            bound: false,
            heir: None,
            chief,
            this_turn: LeaderTurn::default(),
        });
    }
    leaders
}

/// Behind the middle of his men.
fn behind(poses: &[Pose]) -> Point {
    let count = poses.len().max(1) as i64;
    let mean = |of: fn(&Pose) -> i32| (poses.iter().map(|pose| i64::from(of(pose))).sum::<i64>() / count) as i32;
    let facing = poses.first().map_or(0, |pose| pose.facing);
    Pose::new(Point::new(mean(|pose| pose.at.x), mean(|pose| pose.at.y)), facing).ahead(-bw(2)).at
}
