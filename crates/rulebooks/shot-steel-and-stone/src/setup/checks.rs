//! What has to fit together once everybody stands: bodies on the table and apart, garrisons, contacts.

use super::file::{BattleFile, ContactFile};
use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::measures::in_bw;
use crate::muster::armies::bill_of;
use crate::muster::costs;
use crate::readings::Quicksand;
use crate::state::{Aspect, Came, Contact, MOST_CONTACTS, Place};
use crate::table::Table;
use field::table::{Body, TOUCH};
use kernel::Side;
use scenario::{AreaKind, At, Reporter, find};
use std::ops::Range;

pub fn check(mut rules: ShotSteelAndStone, file: &BattleFile, report: &mut Reporter<'_>) -> ShotSteelAndStone {
    sands(&rules, report);
    standing(&rules, file, report);
    garrisons(&rules, file, report);
    limits(&rules, file, report);
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

/// Quicksand where the optional rule is in use; what is hidden is kept by place among the first areas (SSS 42.6, G169).
fn sands(rules: &ShotSteelAndStone, report: &mut Reporter<'_>) {
    let mut areas = rules.ground.areas.iter().enumerate().filter(|(_, area)| area.kind == AreaKind::Quicksand);
    let Some((_, first)) = areas.next() else { return };
    if rules.options.quicksand == Quicksand::Off {
        let what = format!("`{}` is quicksand, which needs an optional rule", first.name);
        report.fault(0..0, what, "quicksand = \"on\" among the options, or other ground");
    }
    if areas.any(|(ix, _)| ix >= 64) {
        report.fault(0..0, "quicksand after the first 64 areas", "put it before other areas");
    }
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

/// The forces of a side cost no more than its limit (SSS G182).
fn limits(rules: &ShotSteelAndStone, file: &BattleFile, report: &mut Reporter<'_>) {
    for side in Side::BOTH {
        let limit = file.sides.get(side.ix()).and_then(|side| side.limit.as_ref());
        bill_of(rules, side).keeps_within(limit, costs::RULE, report);
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
    let (a_came, b_came) = (came(a), came(b));
    let attacked = [a_came.attacks(), b_came.attacks()];
    Some(Contact { a, b, on_a: met(a, b), on_b: met(b, a), a_came, b_came, attacked })
}
