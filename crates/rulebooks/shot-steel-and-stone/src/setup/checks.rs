//! What has to fit together once everybody stands: bodies on the table and apart, garrisons, contacts.

use super::file::{BattleFile, ContactFile};
use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::measures::in_bw;
use crate::state::{Aspect, Came, Contact, MOST_CONTACTS, Place};
use crate::table::Table;
use field::table::{Body, TOUCH};
use scenario::{At, Reporter, find};
use std::ops::Range;

pub fn check(mut rules: ShotSteelAndStone, file: &BattleFile, report: &mut Reporter<'_>) -> ShotSteelAndStone {
    standing(&rules, file, report);
    garrisons(&rules, file, report);
    for given in &file.contacts {
        let Some(contact) = contact(&rules, given, report) else { continue };
        let contacts = &mut rules.start.contacts;
        if contacts.iter().any(|other| (other.a, other.b) == (contact.a, contact.b)) {
            report.fault(given.units[1].span(), "these two are in contact already", "each pair once");
        } else if contacts.try_push(contact).is_err() {
            report.fault(given.span(), "too many contacts", format!("at most {MOST_CONTACTS}"));
        }
    }
    rules
}

fn span_of(file: &BattleFile, id: UnitId) -> Range<usize> {
    file.units.get(id.ix()).map_or(0..0, |unit| unit.at.as_ref().map_or(unit.key.span(), At::span))
}

/// Everybody on the table, on ground that holds him, and nobody on top of another.
fn standing(rules: &ShotSteelAndStone, file: &BattleFile, report: &mut Reporter<'_>) {
    let table = Table { rules, state: &rules.start };
    let outside: Vec<(UnitId, Body)> = table
        .on_table()
        .filter(|&id| !table.is_garrison(id))
        .map(|id| (id, rules.body_of(id, table.unit(id))))
        .collect();
    for (ix, (id, body)) in outside.iter().enumerate() {
        let key = &table.card(*id).key;
        if let Err(refusal) = table.may_rest(*id, body) {
            report.fault(span_of(file, *id), format!("`{key}` cannot stand there: {refusal}"), "another place");
        }
        if let Err(refusal) = table.may_form(*id, table.unit(*id).formation) {
            report.fault(span_of(file, *id), format!("`{key}`: {refusal}"), "another formation");
        }
        for (other, theirs) in &outside[ix + 1..] {
            if body.overlaps(theirs) {
                let what = format!("`{}` stands on top of `{key}`", table.card(*other).key);
                report.fault(span_of(file, *other), what, "places that do not overlap");
            }
        }
    }
}

/// No more bases in a built-up area than it holds, infantry alone (SSS 17.1, 17.2, 17.3).
fn garrisons(rules: &ShotSteelAndStone, file: &BattleFile, report: &mut Reporter<'_>) {
    let table = Table { rules, state: &rules.start };
    for (ix, card) in rules.buildings.iter().enumerate() {
        let inside = |id: UnitId| table.unit(id).inside.filter(|inside| inside.building.ix() == ix);
        let bases: u32 = table.all().filter_map(inside).map(|inside| u32::from(inside.bases)).sum();
        let Some(last) = table.all().filter(|&id| inside(id).is_some()).last() else { continue };
        if bases > u32::from(card.holds) {
            let what = format!("{bases} bases in a built-up area that holds {} (SSS 17.1)", card.holds);
            report.fault(span_of(file, last), what, "fewer bases inside");
        }
        for id in table.all().filter(|&id| inside(id).is_some()) {
            let foot = table.is_foot(id) || (table.is_artillery(id) && card.guns);
            if !foot {
                let what = format!("`{}` cannot garrison a built-up area (SSS 17.2, 17.3)", table.card(id).key);
                report.fault(span_of(file, id), what, "infantry, or guns in prepared positions");
            }
        }
    }
}

fn contact(rules: &ShotSteelAndStone, given: &At<ContactFile>, report: &mut Reporter<'_>) -> Option<Contact> {
    let table = Table { rules, state: &rules.start };
    let keys = || rules.units.iter().map(|unit| unit.key.as_str());
    let [first, second] = &given.units;
    let (one, two) = (find(first, "unit", keys(), report), find(second, "unit", keys(), report));
    let (one, two) = (UnitId(one? as u8), UnitId(two? as u8));
    if table.side(one) == table.side(two) {
        report.fault(second.span(), "two units of one side do not fight each other", "one unit of each side");
        return None;
    }
    for (id, key) in [(one, first), (two, second)] {
        if table.unit(id).place != Place::Table {
            report.fault(key.span(), format!("`{}` is not on the table", key.value), "at = [x, y] for the unit");
            return None;
        }
    }
    let apart = table.distance(one, two);
    if apart > TOUCH {
        let what = format!("they stand {:.2} base widths apart", in_bw(apart.round() as i32));
        report.fault(second.span(), what, "places at which their bases touch");
    }
    let (a, b) = (one.min(two), one.max(two));
    let place = |unit: UnitId| usize::from(unit == two);
    let met = |unit: UnitId, by: UnitId| match &given.met {
        Some(aspects) => aspects[place(unit)].value(),
        None if table.is_garrison(unit) => Aspect::Front,
        None => table.met_by(unit, &table.body(by)),
    };
    let came = |unit: UnitId| given.came.as_ref().map_or(Came::Fights, |came| came[place(unit)].value());
    Some(Contact { a, b, on_a: met(a, b), on_b: met(b, a), a_came: came(a), b_came: came(b) })
}
