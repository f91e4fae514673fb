//! Headings 39 and 40: what passing or failing a Reaction test brings.

use super::Occasion;
use crate::cards::{Arm, UnitId, Units};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::readings::{GunnersSupport, LimitDisintegrates, PushedBackColumn};
use crate::state::{Activity, Loss, Pending, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Phrase};

/// What a failed test brings (SSS T18), mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fall {
    /// It did not fail.
    None,
    Halt,
    Retire,
    Retreat,
    Rout,
    Disperse,
}

impl Fall {
    /// What is said of a unit that fails its test so.
    pub(crate) const fn phrase(self) -> Phrase {
        match self {
            Fall::None => told::LOSES_ITS_NERVE,
            Fall::Halt => told::FAILS_AND_HALTS,
            Fall::Retire => told::FAILS_AND_RETIRES,
            Fall::Retreat => told::FAILS_AND_RETREATS,
            Fall::Rout => told::FAILS_AND_ROUTS,
            Fall::Disperse => told::FAILS_AND_DISPERSES,
        }
    }
}

/// How a test went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tested {
    /// The total less the number of its class.
    pub margin: i32,
    pub passed: bool,
    pub fall: Fall,
}

/// The columns of T18, from charging to routing; rows are 1 to 5 and more (SSS 39.1). The asterisk at 4 means nothing
/// (SSS G48).
const RESULTS: [[Fall; 5]; 6] = {
    use Fall::{Disperse, Halt, Retire, Retreat, Rout};
    [
        [Halt, Halt, Retire, Retreat, Rout],
        [Halt, Retire, Retreat, Retreat, Rout],
        [Retire, Retreat, Rout, Rout, Disperse],
        [Retreat, Rout, Rout, Disperse, Disperse],
        [Rout, Rout, Disperse, Disperse, Disperse],
        [Rout, Disperse, Disperse, Disperse, Disperse],
    ]
};

/// By how much an impetuous regular and an irregular must pass to be carried away (SSS 39.4, 39.5).
const CARRIED_AWAY: i32 = 5;
const CARRIED_AWAY_IRREGULAR: i32 = 3;

impl Table<'_> {
    /// The result of failing by so much (SSS 39.1, 39.2, G21).
    pub(super) fn falls(self, id: UnitId, occasion: Occasion, by: i32) -> Fall {
        // SSS G13, G125: only gunners risk more than the shot.
        let risks = self.is_artillery(id) && self.rules.options.gunners_support == GunnersSupport::Disperse;
        if occasion == Occasion::Stay || (occasion == Occasion::Support && !risks) {
            return Fall::None;
        }
        // SSS 39.2: crews that fail disperse, by however little.
        if self.is_artillery(id) {
            return Fall::Disperse;
        }
        let column = match self.tests_as(id, occasion) {
            Activity::Charging | Activity::Pursuing => 0,
            Activity::Advancing | Activity::FollowingUp => 1,
            Activity::Static | Activity::Rallying | Activity::Evading => 2,
            Activity::PushedBack if self.rules.options.pushed_back_column == PushedBackColumn::Halt => 2,
            Activity::Retiring | Activity::RetiringInGoodOrder | Activity::PushedBack => 3,
            Activity::Retreating => 4,
            Activity::Routing => 5,
        };
        RESULTS[column][(by.clamp(1, 5) - 1) as usize]
    }

    /// Passed by so much that it must charge or pursue (SSS 39.4, 39.5).
    pub(crate) fn is_carried_away(self, id: UnitId, margin: i32) -> bool {
        let card = self.card(id);
        match card.is_irregular() {
            true => margin >= CARRIED_AWAY_IRREGULAR,
            false => card.is_impetuous() && margin >= CARRIED_AWAY,
        }
    }

    /// Routing or retreating at or past its limit (SSS 39.9, G79).
    pub(super) fn runs_at_limit(self, id: UnitId) -> bool {
        let runs = matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating);
        runs && self.at_half(id) && self.card(id).arm != Arm::Elephants
    }
}

impl<L: Listener> Play<'_, L> {
    /// Applies how a test went (SSS 39.1 to 39.5, P8.4, G60, G79).
    pub(super) fn apply_reaction_result(&mut self, id: UnitId, occasion: Occasion, tested: Tested) {
        // SSS G13: failing forbids the shot and nothing more.
        let harmless = occasion == Occasion::Support && !tested.passed && tested.fall == Fall::None;
        if occasion == Occasion::Stay || harmless || !self.table().has_nerves(id) {
            return;
        }
        match tested.passed {
            true => self.passes_test(id, occasion, tested.margin),
            false => self.fails_test(id, occasion, tested.fall),
        }
    }

    /// It goes on as its owner likes, unless it is carried away (SSS 39.3, 39.4, 39.5).
    fn passes_test(&mut self, id: UnitId, occasion: Occasion, margin: i32) {
        let pursues = self.unit(id).activity == Activity::Pursuing;
        let eager = pursues && self.table().is_carried_away(id, margin);
        if occasion == Occasion::Rally && !eager {
            self.rallies(id);
            return;
        }
        if eager {
            // SSS 39.4, 39.5: it must go on.
            self.tell("SSS 39.4", told::CARRIED_AWAY, &[Who::Unit(id)]);
            return;
        }
        let runs = matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating);
        let able = self.table().could_charge(id) && !self.table().past_limit(id) && !runs;
        if able && self.table().is_carried_away(id, margin) {
            self.unit_mut(id).must_charge = true;
            self.tell("SSS 39.4", told::CARRIED_AWAY, &[Who::Unit(id)]);
        }
    }

    /// A router or retreater at its limit that fails to rally disintegrates (SSS 39.9, G79).
    fn fails_test(&mut self, id: UnitId, occasion: Occasion, fall: Fall) {
        if occasion == Occasion::Rally && self.table().runs_at_limit(id) {
            self.remove(id, Loss::Disintegrated);
            return;
        }
        match fall {
            Fall::None => {}
            Fall::Halt => self.must(id, Pending::Halt),
            Fall::Retire => self.must(id, Pending::Retire),
            Fall::Retreat => self.must(id, Pending::Retreat),
            Fall::Rout => self.rout(id),
            Fall::Disperse => self.disperse(id),
        }
    }

    /// What its own next movement phase carries out (SSS 40.1, 40.2, 40.4). Who leaves the battle anyway does that instead of
    /// halting or retiring (SSS G79).
    fn must(&mut self, id: UnitId, pending: Pending) {
        let leaves = self.unit(id).activity == Activity::RetiringInGoodOrder;
        let unit = self.unit_mut(id);
        unit.must_charge = false;
        if leaves && pending != Pending::Retreat {
            return;
        }
        unit.pending = pending;
        if pending == Pending::Retreat && unit.this_turn.lost_melee {
            // SSS 31.1
            self.risk_colours(id);
        }
        let unit = self.unit_mut(id);
        // A pursuit is over with the nerve for it.
        if unit.activity == Activity::Pursuing {
            unit.activity = Activity::Static;
        }
    }

    /// Spends its whole next own turn on it (SSS 39.11, G60); pursuers halt, and who is past its limit leaves the battle
    /// (SSS G79).
    fn rallies(&mut self, id: UnitId) {
        let limit = self.table().past_limit(id);
        let unit = self.unit_mut(id);
        let pursued = unit.activity == Activity::Pursuing;
        (unit.pending, unit.rout_moves) = (Pending::Nothing, 0);
        unit.activity = match (limit, pursued) {
            (true, _) => Activity::RetiringInGoodOrder,
            (false, true) => Activity::Static,
            (false, false) => Activity::Rallying,
        };
        self.tell("SSS 39.11", told::RALLIES, &[Who::Unit(id)]);
    }

    /// Rout, at once and whoever's turn it is: 2 Disruption Points, and the first move away from the victors or from the nearest
    /// enemy (SSS 40.5, T16, G19). Who routs already runs on in its own movement phases. Elephants stampede (SSS 41.16).
    pub fn rout(&mut self, id: UnitId) {
        if self.unit(id).place != Place::Table || self.unit(id).activity == Activity::Routing {
            return;
        }
        if self.table().card(id).arm == Arm::Elephants {
            self.goes_wild(id);
            return;
        }
        let away = self.table().away_from_victors(id);
        if self.unit(id).lost_melee {
            // SSS 31.1
            self.risk_colours(id);
        }
        self.leaves_contact(id);
        let unit = self.unit_mut(id);
        (unit.activity, unit.pending, unit.must_charge, unit.rout_moves) =
            (Activity::Routing, Pending::Nothing, false, 0);
        (unit.routed_now, unit.prone, unit.rear_about) = (true, false, false);
        self.tell("SSS 40.5", told::ROUTS, &[Who::Unit(id)]);
        self.disrupt(id, Cause::Routed);
        if self.disintegrates_at_once(id) {
            return;
        }
        self.rout_move(id, away);
    }

    /// SSS G79: by the other reading who runs at its limit is no more.
    pub(super) fn disintegrates_at_once(&mut self, id: UnitId) -> bool {
        let at_once = self.rules.options.limit_disintegrates == LimitDisintegrates::AtOnce;
        let gone = at_once && self.table().runs_at_limit(id);
        if gone {
            self.remove(id, Loss::Disintegrated);
        }
        gone
    }

    /// SSS 40.9; elephants stampede (SSS 41.16).
    pub fn disperse(&mut self, id: UnitId) {
        match self.table().card(id).arm {
            Arm::Elephants => self.goes_wild(id),
            _ => self.remove(id, Loss::Dispersed),
        }
    }

    /// SSS 41.16
    fn goes_wild(&mut self, id: UnitId) {
        self.stampede(id);
    }

    /// Its melee is over for a unit.
    pub(crate) fn leaves_contact(&mut self, id: UnitId) {
        let foes: Units = self.table().opponents(id).collect();
        self.state.contacts.retain(|contact| contact.a != id && contact.b != id);
        // SSS G211: whoever goes closes up, if there is room for that.
        let closed = self.table().closed_up(id, self.unit(id));
        *self.unit_mut(id) = closed;
        self.leaves_melee(id);
        foes.iter().for_each(|foe| self.leaves_melee(foe));
    }
}
