//! What has come of a decision, told from two states: what the odds count.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::LeaderId;
use crate::command::{CommandStep, Lending};
use crate::face::told::Of;
use crate::face::words::formation_name;
use crate::sequence::TurnStep;
use crate::state::{Cause, How, LeaderPlace, Loss, Morale, Place, State, Unit, Wing};
use crate::table::Table;
use kernel::{Effect, Phrase};

phrases! {
    CAPTURED = "captured";
    DISABLED = "disabled";
    PURSUES_OFF_MAP = "[pursues|pursue] off the map";
    TAKEN_IN = "taken in by another unit";
    LEAVES_MAP = "[leaves|leave] the map";
    LOST = "lost";
    CASUALTIES = "{1} [1:casualty|casualties]";
    BROKEN = "Morale Broken";
    SHAKEN = "Morale Shaken";
    RALLIES = "[rallies|rally]";
    FORMATION = "formation {1}";
    INTERCEPTS = "[intercepts|intercept]";
    RIDES_OFF = "rides off in pursuit";
    FALLS = "falls";
    ORDERS = "Orders: {1}";
    IS_ACTIVATED = "[is|are] activated";
    CONTINUES = "[continues|continue]";
    IS_FINISHED = "[is|are] Finished";
    IS_BYPASSED = "[is|are] Bypassed";
    MAY_NOT_CONTINUE = "may not continue this turn";
    WILL_CONTINUE = "[continues|continue], unless [it is|they are] preempted";
}

/// Effects as they are found.
struct Found<'a> {
    table: Table<'a>,
    effects: Vec<Effect>,
}

impl Found<'_> {
    /// What has come of somebody: the phrase agrees with him, and may speak of one thing more.
    fn add(&mut self, who: Of<'_>, what: Phrase, of: Of<'_>) {
        let what = self.table.say(what, &[who, of]);
        let body = what.bodies().next();
        if let Some(subject) = what.parts().first() {
            self.effects.push(Effect { subject: subject.to_string(), what: what.into(), body });
        }
    }
}

pub fn between(rules: &MusketAndPike, before: &State, after: &State) -> Vec<Effect> {
    let mut found = Found { table: Table { rules, state: after }, effects: Vec::new() };
    for id in found.table.all() {
        let (was, is) = (&before.units[id.ix()], &after.units[id.ix()]);
        of_unit(was, is, |what, of| found.add(Of::Unit(id), what, of));
        if after.turning.intercepted.contains(id) && !before.turning.intercepted.contains(id) {
            found.add(Of::Unit(id), INTERCEPTS, Of::NOTHING);
        }
    }
    for id in (0..rules.leaders.len() as u8).map(LeaderId) {
        if let Some(what) = of_leader(before.leaders[id.ix()].place, after.leaders[id.ix()].place) {
            found.add(Of::Leader(id), what, Of::NOTHING);
        }
    }
    let rolled_for_the_turn = decides_whose_turn(before);
    for id in found.table.wings() {
        let (was, is) = (&before.wings[id.ix()], &after.wings[id.ix()]);
        if was.orders != is.orders {
            found.add(Of::Wing(id), ORDERS, Of::Orders(is.orders));
        }
        for what in whose_turn(was, is).into_iter().filter(|_| rolled_for_the_turn) {
            found.add(Of::Wing(id), what, Of::NOTHING);
        }
        if will_continue(after, id.ix()) && !will_continue(before, id.ix()) {
            found.add(Of::Wing(id), WILL_CONTINUE, Of::NOTHING);
        }
    }
    found.effects
}

fn of_unit(was: &Unit, is: &Unit, mut add: impl FnMut(Phrase, Of<'_>)) {
    if was.place == Place::Map && is.place != Place::Map {
        let what = match is.place {
            Place::Wreck { captured: true } => CAPTURED,
            Place::Wreck { captured: false } => DISABLED,
            Place::Gone(Loss::Pursuing) => PURSUES_OFF_MAP,
            Place::Gone(Loss::Incorporated) => TAKEN_IN,
            Place::Gone(Loss::Exited) => LEAVES_MAP,
            Place::Gone(Loss::Eliminated) | Place::Expected | Place::Map => LOST,
        };
        return add(what, Of::NOTHING);
    }
    let men = is.casualties.saturating_sub(was.casualties);
    if men > 0 {
        add(CASUALTIES, Of::Count(men.into()));
    }
    if is.morale < was.morale {
        add(if is.morale == Morale::Broken { BROKEN } else { SHAKEN }, Of::NOTHING);
    } else if is.morale > was.morale {
        add(RALLIES, Of::NOTHING);
    }
    if is.formation != was.formation && is.morale != Morale::Broken {
        add(FORMATION, Of::Words(formation_name(is.formation)));
    }
}

fn of_leader(was: LeaderPlace, is: LeaderPlace) -> Option<Phrase> {
    match is {
        _ if was != LeaderPlace::Map => None,
        LeaderPlace::Map => None,
        LeaderPlace::Pursuing | LeaderPlace::Removed(Cause::Pursuit) => Some(RIDES_OFF),
        _ => Some(FALLS),
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

fn whose_turn(was: &Wing, is: &Wing) -> Vec<Phrase> {
    let again = if was.turn.activations == 0 { IS_ACTIVATED } else { CONTINUES };
    let all = [
        (is.turn.activations > was.turn.activations, again),
        (is.turn.finished && !was.turn.finished, IS_FINISHED),
        (is.turn.bypassed && !was.turn.bypassed, IS_BYPASSED),
        (is.turn.no_continue && !was.turn.no_continue, MAY_NOT_CONTINUE),
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
