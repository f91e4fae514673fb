//! Where the battle begins: the turn, the phase inside it, and the charges under way.

use super::checks::{body, gap, on_table};
use super::file::{BattleFile, ChargeFile};
use super::roster::Roster;
use crate::ChargePikes;
use crate::cards::{Beginning, UnitId};
use crate::decision::NO_LEGS;
use crate::state::{Aspect, Charge, ChargeKind, MOST_CHARGES, Phase, Stage, Unit};
use crate::table::Table;
use field::table::{INCH, TOUCH, Um};
use kernel::{Refusal, Side};
use scenario::{At, Reporter, find, um};

/// The moment at which the battle begins.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    pub turn: u8,
    pub beginning: Beginning,
    pub side_a: Side,
}

impl Start {
    pub fn read(file: &BattleFile, roster: &Roster, turns: u8, report: &mut Reporter<'_>) -> Start {
        let phase = file.start.as_ref().and_then(|start| start.phase.as_ref());
        Start {
            turn: turn(file, turns, report),
            beginning: phase.map_or(Beginning::Turn, |phase| phase.value.value()),
            side_a: side_a(file, roster, report),
        }
    }

    pub fn phase(&self) -> Phase {
        match self.beginning {
            Beginning::Turn | Beginning::Flight => Phase::Initiative,
            Beginning::Movement | Beginning::SecondMovement => Phase::Movement,
            Beginning::Shooting => Phase::Shooting,
            Beginning::Combat => Phase::Combat,
        }
    }
}

fn turn(file: &BattleFile, turns: u8, report: &mut Reporter<'_>) -> u8 {
    let inside = file.start.as_ref().and_then(|start| start.turn.as_ref());
    if let (Some(_), Some(twice)) = (&file.first_turn, inside) {
        report.fault(twice.span(), "`first-turn` says already when the battle begins", "one of the two");
    }
    let Some(given) = inside.or(file.first_turn.as_ref()) else { return 1 };
    if !(1..=turns).contains(&given.value) {
        report.fault(given.span(), format!("the battle has no turn {}", given.value), format!("1 to {turns}"));
    }
    given.value
}

/// Who won the initiative and what he chose matters once it lies behind (CP 14.2).
fn side_a(file: &BattleFile, roster: &Roster, report: &mut Reporter<'_>) -> Side {
    let Some(start) = &file.start else { return Side::FIRST };
    let behind = start.phase.as_ref().filter(|phase| phase.value.value() > Beginning::Turn);
    match (&start.side_a, behind) {
        (Some(key), Some(_)) => {
            let known = roster.sides.iter().map(|side| side.key.as_str());
            find(key, "side", known, report).map_or(Side::FIRST, |ix| Side(ix as u8))
        }
        (Some(key), None) => {
            let what = "the initiative has still to be rolled for (CP 14.1)";
            report.fault(key.span(), what, "a later phase, or leave it out");
            Side::FIRST
        }
        (None, Some(phase)) => {
            let what = format!("who is Side A in this turn? The phase `{}` wants it (CP 14.2)", phase.value.word());
            report.fault(phase.span(), what, format!("side-a = \"{}\"", roster.sides[0].key));
            Side::FIRST
        }
        (None, None) => Side::FIRST,
    }
}

/// Units are deployed before a turn, not inside it.
pub fn no_deployment(file: &BattleFile, key: &str, beginning: Beginning, report: &mut Reporter<'_>) {
    let Some(phase) = file.start.as_ref().and_then(|start| start.phase.as_ref()) else { return };
    if beginning > Beginning::Turn {
        let what = format!("`{key}` has still to be deployed, which is done before a turn begins");
        report.fault(phase.span(), what, "at = [x, y] for every unit");
    }
}

/// Takes down the charges under way.
pub fn charges(rules: &mut ChargePikes, file: &BattleFile, report: &mut Reporter<'_>) {
    let Some(start) = &file.start else { return };
    for given in &start.charges {
        let charge = match rules.beginning {
            Beginning::Movement | Beginning::SecondMovement => declared(rules, given, report),
            Beginning::Shooting => come_up(rules, given, report),
            _ => {
                let what = "no charge is under way at the beginning of this phase (CP 13.1)";
                report.fault(given.span(), what, "phase = \"movement\", \"second-movement\" or \"shooting\"");
                return;
            }
        };
        let Some(charge) = charge else { continue };
        if rules.start.charges.iter().any(|other| other.charger == charge.charger) {
            report.fault(given.charger.span(), format!("`{}` charges twice", given.charger.value), "one charge each");
        } else if rules.start.charges.try_push(charge).is_err() {
            report.fault(given.span(), "too many charges", format!("at most {MOST_CHARGES}"));
        }
        if charge.stage == Stage::Arrived {
            let unit = &mut rules.start.units[charge.charger.ix()];
            unit.spent = charge.ran;
            (unit.moved, unit.charged, unit.finished) = (true, true, true);
        }
    }
}

fn pair(rules: &ChargePikes, given: &ChargeFile, report: &mut Reporter<'_>) -> Option<(UnitId, UnitId)> {
    let keys: Vec<&str> = rules.units.iter().map(|unit| unit.key.as_str()).collect();
    let charger = find(&given.charger, "unit", keys.iter().copied(), report);
    let target = find(&given.target, "unit", keys.iter().copied(), report);
    let (charger, target) = (UnitId(charger? as u8), UnitId(target? as u8));
    for (id, key) in [(charger, &given.charger), (target, &given.target)] {
        if !on_table(rules, id) {
            report.fault(key.span(), format!("`{}` is not on the table", key.value), "at = [x, y] for the unit");
            return None;
        }
    }
    Some((charger, target))
}

fn charge(charger: UnitId, target: UnitId, unit: &Unit) -> Charge {
    Charge {
        charger,
        target,
        kind: ChargeKind::Charge,
        stage: Stage::Declared,
        start: unit.pose,
        files: 0,
        legs: NO_LEGS,
        ran: 0,
        straight: 0,
        wheeled: 0,
        impetus: false,
        aspect: Aspect::Front,
        surprise: false,
        bad_ground: false,
        holds: 0,
    }
}

/// A charge of the side whose move it is, by the first of the likely ways that is legal (CP 15.3.1).
fn declared(rules: &ChargePikes, given: &At<ChargeFile>, report: &mut Reporter<'_>) -> Option<Charge> {
    let (charger, target) = pair(rules, given, report)?;
    let table = Table { rules, state: &rules.start };
    if let Some(ran) = &given.ran {
        report.fault(ran.span(), "the charge has still to be run", "leave it out, or phase = \"shooting\"");
    }
    let (a, first) = (rules.start.side_a, rules.beginning == Beginning::Movement);
    let side = if first { a } else { a.other() };
    if table.side(charger) != side {
        let what = format!("it is not for `{}` to charge now (CP 13.3)", given.charger.value);
        let other = if first { "second-movement" } else { "movement" };
        report.fault(given.charger.span(), what, format!("a unit of the other side, or phase = \"{other}\""));
        return None;
    }
    let mut refused: Option<Refusal> = None;
    for legs in table.likely_legs(charger, target).into_iter().flatten() {
        match table.judge_charge(table.seat(charger), charger, target, 0, &legs) {
            Ok(_) => return Some(Charge { legs, ..charge(charger, target, table.unit(charger)) }),
            Err(refusal) => refused = Some(refusal),
        }
    }
    let why = refused.map_or(String::new(), |refusal| format!(": {refusal}"));
    report.fault(given.charger.span(), format!("it cannot charge `{}`{why}", given.target.value), "a legal charge");
    None
}

/// A charger that stands before its target, with its tests still to come.
fn come_up(rules: &ChargePikes, given: &At<ChargeFile>, report: &mut Reporter<'_>) -> Option<Charge> {
    let (charger, target) = pair(rules, given, report)?;
    let table = Table { rules, state: &rules.start };
    let may = table.may_charge(charger).and_then(|()| table.may_charge_at(charger, target));
    if let Err(refusal) = may {
        report.fault(given.charger.span(), format!("it cannot have charged: {refusal}"), "a legal charge");
        return None;
    }
    let apart = gap(rules, charger, target);
    if apart > TOUCH {
        let what = format!("they stand {:.2} inches apart", apart / f64::from(INCH));
        report.fault(given.target.span(), what, "places at which their bases touch");
    }
    let most = f64::from(table.charge_speed(charger)) / f64::from(INCH);
    let Some(ran) = given.ran.as_ref().filter(|ran| ran.value > 0.0 && ran.value <= most) else {
        let span = given.ran.as_ref().map_or(given.charger.span(), At::span);
        report.fault(span, "how far has it charged?", format!("ran = …, more than 0 and at most {most} inches"));
        return None;
    };
    Some(at_contact(table, charger, target, um(ran.value)))
}

/// What the charge is worth where it stands, after so far straight ahead (CP 15.4.1).
fn at_contact(table: Table<'_>, charger: UnitId, target: UnitId, ran: Um) -> Charge {
    let unit = table.unit(charger);
    let start = Unit { pose: unit.pose.ahead(-ran), ..*unit };
    let from = table.rules.body_of(charger, &start);
    let (dir, far) = (unit.pose.dir(), f64::from(ran));
    let (_, edge) = body(table.rules, target).side_of(&body(table.rules, charger));
    let mut charge = Charge {
        stage: Stage::Arrived,
        start: start.pose,
        ran,
        straight: ran,
        aspect: table.aspect_of(charger, &start, target, edge),
        bad_ground: table.bad_ground(charger, &from, dir, far),
        holds: 0,
        ..charge(charger, target, unit)
    };
    let blocked = table.blocks_impetus(charger, &from, dir, far, Some(target));
    charge.impetus = table.has_impetus(charger, &charge, blocked);
    charge
}
