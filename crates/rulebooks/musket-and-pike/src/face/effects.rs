//! What has come of a decision, told from two states: what the odds count.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::command::{CommandStep, Lending};
use crate::face::scene::{LEADERS, orders_name};
use crate::face::words::formation_name;
use crate::sequence::TurnStep;
use crate::state::{Cause, How, LeaderPlace, Loss, Morale, Place, State, Unit, Wing};
use kernel::Effect;

pub fn between(rules: &MusketAndPike, before: &State, after: &State) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut add = |body: Option<u16>, subject: &str, what: String| {
        effects.push(Effect { subject: subject.to_owned(), what, body });
    };
    for (index, card) in rules.units.iter().enumerate() {
        for what in of_unit(&before.units[index], &after.units[index]) {
            add(Some(index as u16), &card.name, what);
        }
        let id = UnitId(index as u8);
        if after.turning.intercepted.contains(id) && !before.turning.intercepted.contains(id) {
            add(Some(index as u16), &card.name, "intercepts".into());
        }
    }
    for (index, card) in rules.leaders.iter().enumerate() {
        if let Some(what) = of_leader(before.leaders[index].place, after.leaders[index].place) {
            add(Some(LEADERS + index as u16), &card.name, what.into());
        }
    }
    let rolled_for_the_turn = decides_whose_turn(before);
    for (index, card) in rules.wings.iter().enumerate() {
        let (was, is) = (&before.wings[index], &after.wings[index]);
        if was.orders != is.orders {
            add(None, &card.name, format!("Orders: {}", orders_name(is.orders)));
        }
        for what in whose_turn(was, is).into_iter().filter(|_| rolled_for_the_turn) {
            add(None, &card.name, what.into());
        }
        if will_continue(after, index) && !will_continue(before, index) {
            add(None, &card.name, "continues, unless it is preempted".into());
        }
    }
    effects
}

fn of_unit(was: &Unit, is: &Unit) -> Vec<String> {
    if was.place == Place::Map && is.place != Place::Map {
        let what = match is.place {
            Place::Wreck { captured: true } => "captured",
            Place::Wreck { captured: false } => "disabled",
            Place::Gone(Loss::Pursuing) => "pursues off the map",
            Place::Gone(Loss::Incorporated) => "taken in by another unit",
            Place::Gone(Loss::Exited) => "leaves the map",
            Place::Gone(Loss::Eliminated) | Place::Expected | Place::Map => "lost",
        };
        return vec![what.into()];
    }
    let mut all = Vec::new();
    match is.casualties.saturating_sub(was.casualties) {
        0 => {}
        1 => all.push("1 casualty".into()),
        men => all.push(format!("{men} casualties")),
    }
    if is.morale < was.morale {
        all.push(if is.morale == Morale::Broken { "Morale Broken".into() } else { "Morale Shaken".into() });
    } else if is.morale > was.morale {
        all.push("rallies".into());
    }
    if is.formation != was.formation && is.morale != Morale::Broken {
        all.push(format!("formation {}", formation_name(is.formation)));
    }
    all
}

fn of_leader(was: LeaderPlace, is: LeaderPlace) -> Option<&'static str> {
    match is {
        _ if was != LeaderPlace::Map => None,
        LeaderPlace::Map => None,
        LeaderPlace::Pursuing | LeaderPlace::Removed(Cause::Pursuit) => Some("rides off in pursuit"),
        _ => Some("falls"),
    }
}

/// A roll to continue or to preempt is what the decision is about; at other times Wings come and go as they must.
fn decides_whose_turn(before: &State) -> bool {
    matches!(
        before.agenda.top(),
        Some(
            Step::Turn(TurnStep::Continuation | TurnStep::Preempt { .. })
                | Step::Command(CommandStep::Lend { to: Lending::Continuation, .. })
        )
    )
}

fn whose_turn(was: &Wing, is: &Wing) -> Vec<&'static str> {
    let again = if was.activations == 0 { "is activated" } else { "continues" };
    let all = [
        (is.activations > was.activations, again),
        (is.finished && !was.finished, "is Finished"),
        (is.bypassed && !was.bypassed, "is Bypassed"),
        (is.no_continue && !was.no_continue, "may not continue this turn"),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, what)| what).collect()
}

/// A Wing has made its roll to continue, and the enemy is asked whether he preempts it (MP 4.4.3a).
fn will_continue(state: &State, index: usize) -> bool {
    match state.agenda.top() {
        Some(Step::Turn(TurnStep::Preempt { wing, how: How::Continued { .. }, .. })) => wing.ix() == index,
        _ => false,
    }
}
