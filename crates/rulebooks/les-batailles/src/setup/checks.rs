//! What a battle file must not set up.

use super::file::{BattleFile, UnitFile};
use crate::LesBatailles;
use crate::cards::{Arm, UnitId};
use crate::state::{Formed, Order, Segment};
use crate::table::Table;
use scenario::{At, Reporter};

pub fn check(rules: &LesBatailles, file: &BattleFile, report: &mut Reporter<'_>) {
    let table = Table { rules, state: &rules.start };
    for (id, given) in table.all().zip(file.units.iter()) {
        unit(table, id, given, report);
        shared_hexes(table, id, given, report);
    }
    supplied(table, file, report);
    // What the plain checks do not name is found by the invariants.
    if report.clean()
        && let Err(what) = table.check()
    {
        report.fault(file.units.span(), what, "units that could stand like this");
    }
}

/// A battle played with wagons, from its very beginning, has one of its caliber beside each battery (LB 5.1.6a).
fn supplied(table: Table<'_>, file: &BattleFile, report: &mut Reporter<'_>) {
    let begins = table.rules.beginning.segment == Segment::Command && table.state.turn == 1;
    if !table.rules.wagons || !begins {
        return;
    }
    for (id, given) in table.all().zip(file.units.iter()).filter(|&(id, _)| table.is_artillery(id)) {
        let serves = |other: UnitId| {
            let fits = table.is_wagon(other) && table.card(other).caliber == table.specific(id).range;
            fits && table.unit(other).on_map() && table.distance(id, other) <= 1
        };
        if table.unit(id).on_map() && !table.of_side(table.side(id)).any(serves) {
            let instead = format!("a wagon of range {} beside it, or wagons = false", table.specific(id).range);
            report.fault(given.key.span(), "no ammunition wagon stands next to this battery", instead);
        }
    }
}

fn unit(table: Table<'_>, id: UnitId, given: &At<UnitFile>, report: &mut Reporter<'_>) {
    let (card, unit) = (table.card(id), table.unit(id));
    if let Some(losses) = &given.losses
        && table.increments(id) == 0
    {
        report.fault(losses.span(), "it has no Increment left", "fewer losses");
    }
    if let Some(formation) = &given.formation {
        let fits = match unit.formed {
            Formed::Column | Formed::Square => card.arm == Arm::Infantry,
            Formed::Companies => card.arm == Arm::Cavalry,
            Formed::Line => matches!(card.arm, Arm::Infantry | Arm::Cavalry),
            Formed::Skirmish => table.may_skirmish(id),
            _ => true,
        };
        if !fits {
            report.fault(formation.span(), "it cannot stand in that formation", "another one, or none");
        }
    }
    let Some(at) = &given.at else { return };
    let hexes = unit.hexes;
    let torn = hexes.iter().zip(hexes.iter().skip(1)).any(|(a, b)| !table.grid().adjacent(a, b));
    if torn {
        report.fault(
            at.span(),
            "its hexes do not lie one next to the other",
            "head first, each next to the one before",
        );
    }
    if unit.order != Order::Good && hexes.len() > 1 {
        report.fault(at.span(), "out of Good Order it covers one hex", "one hex");
    }
    if unit.formed == Formed::Line && hexes.len() > 1 && !torn && !straight(table, id) {
        report.fault(at.span(), "its hexes are not side by side", "the left end first, as it faces");
    }
}

/// A Line lies along its front, from left to right.
fn straight(table: Table<'_>, id: UnitId) -> bool {
    let unit = table.unit(id);
    let right = unit.facing.corner().map(|vertex| vertex.aside(field::hexes::Hand::Right));
    let mut pairs = unit.hexes.iter().zip(unit.hexes.iter().skip(1));
    pairs.all(|(a, b)| right.is_some() && table.grid().direction(a, b) == right)
}

fn shared_hexes(table: Table<'_>, id: UnitId, given: &At<UnitFile>, report: &mut Reporter<'_>) {
    let Some(at) = &given.at else { return };
    let foe = table.unit(id).hexes.iter().find(|&hex| table.enemy_at(table.side(id), hex));
    if let Some(hex) = foe {
        report.fault(at.span(), format!("an enemy stands in {}", table.hex_name(hex)), "a hex of its own");
    }
}
