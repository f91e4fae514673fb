//! What has to fit together once everybody stands: bodies on the table and apart, formations, contacts.

use super::card_by_key;
use super::file::{BattleFile, ContactFile};
use crate::CloseFire;
use crate::cards::{Beginning, Frame, UnitId};
use crate::measures::{CONTACT, in_yds};
use crate::scenarios::limits::{self, Strength};
use crate::state::{Contact, MOST_CONTACTS, Place};
use crate::table::{Table, within};
use field::table::Body;
use kernel::Side;
use scenario::{At, Reporter};
use std::ops::Range;

pub fn check(mut rules: CloseFire, file: &BattleFile, report: &mut Reporter<'_>) -> CloseFire {
    standing(&rules, file, report);
    limits(&rules, file, report);
    dummies(&rules, file, report);
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

/// The two kinds of battle ask something of armies and ground (CF 4.4, 5.3 to 5.11, 5.19, 5.20, 6.1); a battle of one's own does
/// not (CF 5.1).
fn limits(rules: &CloseFire, file: &BattleFile, report: &mut Reporter<'_>) {
    let Some(given) = &file.frame else { return };
    let army = |side: Side| Strength::of(&rules.units, side);
    let mut breaches = match rules.frame {
        Frame::Prepared { .. } => Vec::new(),
        Frame::Attack { attacker } => {
            let defender = attacker.other();
            let mut breaches = limits::attack_armies(army(attacker), army(defender));
            // Who picks his end may come to stand at either (CF 5.9).
            let ends = [defender, attacker].map(|side| rules.sides[side.ix()].baseline);
            let ends = if rules.choose_ends { &ends[..] } else { &ends[..1] };
            breaches.extend(limits::attack_ground(&rules.ground, &rules.works, ends));
            breaches
        }
        Frame::Meeting => {
            let mut breaches = limits::meeting_armies(Side::BOTH.map(army));
            breaches.extend(limits::meeting_ground(&rules.works));
            breaches
        }
    };
    if !matches!(rules.frame, Frame::Prepared { .. }) {
        breaches.extend(limits::organisation(&rules.leaders, &rules.brigades, &rules.units));
    }
    for (rule, what) in breaches {
        report.fault(given.span(), format!("{what} ({rule})"), "kind = \"prepared\", or within the limits");
    }
}

/// Dummies are at most half as many as units (CF 5.26, G67).
fn dummies(rules: &CloseFire, file: &BattleFile, report: &mut Reporter<'_>) {
    for side in Side::BOTH {
        let of = |dummy: bool| rules.units.iter().filter(|card| card.side == side && card.dummy == dummy).count();
        let (dummies, units) = (of(true), of(false));
        let last = rules.units.iter().rposition(|card| card.side == side && card.dummy);
        if let Some(ix) = last.filter(|_| dummies * 2 > units) {
            let what = format!("{dummies} dummies among {units} units (CF 5.26)");
            report.fault(span_of(file, UnitId(ix as u8)), what, format!("at most {}", units / 2));
        }
    }
}

fn span_of(file: &BattleFile, id: UnitId) -> Range<usize> {
    file.units.get(id.ix()).map_or(0..0, |unit| unit.at.as_ref().map_or(unit.key.span(), At::span))
}

/// Everybody on the table, on ground that holds him, in a formation that he may have, and nobody on top of another.
fn standing(rules: &CloseFire, file: &BattleFile, report: &mut Reporter<'_>) {
    let table = Table { rules, state: &rules.start };
    let (width, height) = (rules.ground.width, rules.ground.height);
    let bodies: Vec<(UnitId, Body)> = table.on_table().map(|id| (id, rules.body_of(table.unit(id)))).collect();
    // Deployment is behind (CF 5.12).
    for id in table.all().filter(|&id| rules.beginning > Beginning::Turn && table.unit(id).place == Place::Reserve) {
        let what = format!("`{}` has no place, and the battle begins when all are deployed", table.card(id).key);
        report.fault(span_of(file, id), what, "one of `at`, `march`, `arrives`");
    }
    for (ix, (id, body)) in bodies.iter().enumerate() {
        let (key, unit) = (&table.card(*id).key, table.unit(*id));
        if !body.within_table(width, height) {
            report.fault(span_of(file, *id), format!("`{key}` does not stand on the table"), "another place");
        }
        if table.stands_in_water(body) {
            report.fault(span_of(file, *id), format!("`{key}` stands where nobody can"), "another place");
        }
        if let Err(refusal) = table.may_stand_as(*id, unit.formation, unit.files) {
            report.fault(span_of(file, *id), format!("`{key}`: {refusal}"), "another formation");
        }
        for (other, theirs) in &bodies[ix + 1..] {
            if body.overlaps(theirs) {
                let what = format!("`{}` stands on top of `{key}`", table.card(*other).key);
                report.fault(span_of(file, *other), what, "places that do not overlap");
            }
        }
    }
}

fn contact(rules: &CloseFire, given: &At<ContactFile>, report: &mut Reporter<'_>) -> Option<Contact> {
    let table = Table { rules, state: &rules.start };
    let [first, second] = &given.units;
    let (one, two) = (card_by_key(&rules.units, first, report), card_by_key(&rules.units, second, report));
    let (one, two) = (UnitId(one?.0), UnitId(two?.0));
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
    if !within(apart, CONTACT) {
        let what = format!("they stand {:.1} yards apart", in_yds(apart.round() as i32));
        report.fault(second.span(), what, "places at which their bases touch, or nearly");
    }
    let (a, b) = (one.min(two), one.max(two));
    let met = |unit: UnitId, by: UnitId| match &given.met {
        Some(aspects) => aspects[usize::from(unit == two)].value(),
        None => table.met_on(unit, &table.body(by)),
    };
    Some(Contact { a, b, on_a: met(a, b), on_b: met(b, a) })
}
