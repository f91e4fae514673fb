//! Assault Markers that lie on the map when a battle begins after the Maneuver Segment.

use super::file::{AssaultFile, BattleFile};
use super::hex;
use crate::LesBatailles;
use crate::assault::Assault;
use crate::cards::UnitId;
use crate::table::Table;
use field::hexes::Hex;
use scenario::{At, Reporter};

pub(super) fn place(rules: &mut LesBatailles, file: &BattleFile, report: &mut Reporter<'_>) {
    let Some(start) = &file.start else { return };
    for given in &start.assaults {
        let Some(marker) = read(rules, given, report) else { continue };
        if rules.start.assaults.try_push(marker).is_err() {
            report.fault(given.span(), "too many Assault Markers", "at most 32");
            return;
        }
    }
}

fn read(rules: &LesBatailles, given: &At<AssaultFile>, report: &mut Reporter<'_>) -> Option<Assault> {
    let table = Table { rules, state: &rules.start };
    let place = rules.units.iter().position(|card| card.key == given.unit.value);
    let Some(top) = place.map(|place| UnitId(place as u16)) else {
        report.fault(given.unit.span(), format!("there is no unit `{}`", given.unit.value), "the key of a unit");
        return None;
    };
    let targets: Vec<Hex> = given.at.iter().filter_map(|number| hex(&rules.ground.grid, number, report)).collect();
    let units = table.stack_of(top).into_iter().filter(|&id| table.is_infantry(id)).collect();
    let marker = Assault {
        top,
        units,
        targets: [targets.first().copied(), targets.get(1).copied()],
        distance: given.distance.unwrap_or(1),
        formed: table.unit(top).formed,
        adjacent: true,
        old_guard: false,
        was: table.unit(top).hexes,
    };
    let held = targets.iter().all(|&hex| table.enemy_at(table.side(top), hex));
    if !table.is_infantry(top) || targets.is_empty() || targets.len() > 2 || !held || !table.is_upon(&marker) {
        let instead = "infantry with its target, or a Line of two hexes with its two, next to it and before it";
        report.fault(given.span(), "that is no assault", instead);
        return None;
    }
    Some(marker)
}
