//! How far a deed reaches, and what comes of it: what the odds of the whole of it look at.

use crate::ShotSteelAndStone;
use crate::cards::{BuildingId, UnitId};
use crate::decision::Decision;
use crate::orders::OrderChoice;
use crate::state::{Activity, Fire, Intent, Pending, Place, State};
use crate::table::Table;
use kernel::Effect;

/// Whether what a decision began is over. Charges are tested, run and fought, and fire and melees are answered with Reaction tests,
/// before the player turn ends (SSS 1.0).
pub(crate) fn settled(before: &State, decision: &Decision, now: &State) -> bool {
    if (now.turn, now.active) != (before.turn, before.active) {
        return true;
    }
    match decision {
        Decision::Order(OrderChoice::Intend { intent, .. }) => {
            !matches!(intent, Intent::Charge(_) | Intent::Fight | Intent::Disengage | Intent::Firefight)
        }
        Decision::Charge(_) | Decision::Shoot(_) | Decision::Melee(_) => false,
        _ => true,
    }
}

/// What came of it for units and for buildings.
pub(crate) fn effects(rules: &ShotSteelAndStone, before: &State, after: &State) -> Vec<Effect> {
    let mut effects = Vec::new();
    let [was, is] = [before, after].map(|state| Table { rules, state });
    for (index, card) in rules.units.iter().enumerate() {
        let id = UnitId(index as u8);
        let (then, now) = (was.unit(id), is.unit(id));
        let mut note = |what: String| {
            effects.push(Effect { subject: card.name.clone(), what, body: Some(index as u16) });
        };
        if now.hits > then.hits {
            note(format!("loses {}", now.hits - then.hits));
        }
        if now.disruption.points() > then.disruption.points() {
            note("is disrupted".into());
        }
        if matches!(now.place, Place::Gone(_)) {
            if !matches!(then.place, Place::Gone(_)) {
                note("is lost".into());
            }
            continue;
        }
        let mut began = |what: &str, by: fn(Table<'_>, UnitId) -> bool| {
            if by(is, id) && !by(was, id) {
                note(what.into());
            }
        };
        began("routs", |table, id| table.unit(id).activity == Activity::Routing);
        began("is pushed back", |table, id| table.unit(id).activity == Activity::PushedBack);
        began("has to halt", |table, id| table.unit(id).pending == Pending::Halt);
        began("has to retire", |table, id| table.unit(id).pending == Pending::Retire);
        began("has to retreat", |table, id| table.unit(id).pending == Pending::Retreat);
        began("is in melee", |table, id| table.in_contact(id));
    }
    for ix in 0..after.buildings.len().min(before.buildings.len()) {
        let (then, now) = (&before.buildings[ix], &after.buildings[ix]);
        let subject = is.building_name(BuildingId(ix as u8));
        let mut note = |what: String| effects.push(Effect { subject: subject.clone(), what, body: None });
        if now.points < then.points {
            note(format!("loses {}", then.points - now.points));
        }
        if now.points == 0 && then.points > 0 {
            note("is in ruins".into());
        }
        if now.fire != Fire::None && then.fire == Fire::None {
            note("burns".into());
        }
        if now.fire == Fire::None && then.fire != Fire::None {
            note("burns no more".into());
        }
    }
    effects
}
