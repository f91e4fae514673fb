//! Compulsory moves and the reaction phase, step by step (SSS 1.5.1a, 1.8, P5.1, P8).

use super::Occasion;
use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::melee::MeleeStep;
use crate::readings::PursuitTiming;
use crate::sequence::TurnChoice;
use crate::state::{Activity, Intent, Pending, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactStep {
    /// Who may hold on past half strength is let go by its owner, or not (SSS 2.3, G62).
    HoldOn(Side),
    /// Those who retire, retreat, rout, leave or pursue move (SSS 1.5.1a).
    Compulsory(Side),
    /// Routers lose a man for every turn after the first (SSS 39.7); the Cohesion Limit is looked at (SSS 2.1); whoever broke in
    /// a melee runs (SSS 27.4).
    Settles(Side),
    /// Routing, retreating and pursuing units of the side may test to rally (SSS 34.4).
    Rally(Side),
    /// Units of the side that have cause to test do so, one after the other (SSS 34).
    Tests(Side),
    /// A victor pursues the enemy it has beaten, or would rather not (SSS 27.9).
    Pursue { victor: UnitId, router: UnitId },
}

impl ReactStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, ReactStep::HoldOn(_) | ReactStep::Rally(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactChoice {
    /// A unit that could hold on leaves the battle (SSS 2.3).
    Leave(UnitId),
    /// A unit tests to rally (SSS 34.4).
    Rally(UnitId),
    /// A victor pursues, or stays; who is bound to pursue tests in order to stay (SSS 27.9).
    Pursue(bool),
}

/// Step 8 of the move sequence (SSS 1.8), in order.
pub(crate) fn steps_of(side: Side) -> Phasing {
    Phasing::from_iter(
        [ReactStep::Settles(side), ReactStep::Rally(side), ReactStep::Tests(side), ReactStep::Tests(side.other())]
            .map(Step::React),
    )
}

/// Compulsory moves (SSS 1.5.1a), in order.
pub(crate) fn compulsory_of(side: Side) -> Phasing {
    Phasing::from_iter([ReactStep::HoldOn(side), ReactStep::Compulsory(side)].map(Step::React))
}

impl Table<'_> {
    pub(crate) fn asked_in_reaction(self, step: ReactStep) -> SeatSet {
        match step {
            ReactStep::HoldOn(side) => {
                self.seats_left(side, |seat| self.of_side(side).any(|id| self.judge_leave(seat, id).is_ok()))
            }
            ReactStep::Rally(side) => {
                self.seats_left(side, |seat| self.of_side(side).any(|id| self.judge_rally(seat, id).is_ok()))
            }
            ReactStep::Pursue { victor, router } if self.can_pursue(victor, router) => SeatSet::one(self.seat(victor)),
            ReactStep::Compulsory(_) | ReactStep::Settles(_) | ReactStep::Tests(_) | ReactStep::Pursue { .. } => {
                SeatSet::EMPTY
            }
        }
    }

    /// Between half and three quarters lost, in buildings or under orders to hold (SSS 2.3, G62).
    fn judge_leave(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let unit = self.unit(id);
        let runs = matches!(unit.activity, Activity::Routing | Activity::Retreating | Activity::RetiringInGoodOrder);
        let may = unit.place == Place::Table && self.at_half(id) && self.may_hold_on(id) && !self.past_limit(id);
        match may && !runs {
            true => Ok(()),
            false => Err(Refusal::new("SSS 2.3", "only who holds on past half strength is let go")),
        }
    }

    /// SSS 34.4, G60: in its own reaction phase, once.
    fn judge_rally(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let unit = self.unit(id);
        let runs = matches!(unit.activity, Activity::Routing | Activity::Retreating | Activity::Pursuing);
        if unit.place != Place::Table || !runs {
            return Err(Refusal::new("SSS 34.4", "it has nothing to rally from"));
        }
        if unit.reacted || unit.routed_now {
            return Err(Refusal::new("SSS 39.6", "it may test again in the following move"));
        }
        Ok(())
    }

    /// Runs at its Cohesion Limit: whether its owner likes it or not, it rallies in its own reaction phase or is no more
    /// (SSS 39.9, G79).
    fn has_to_rally(self, id: UnitId) -> bool {
        self.side(id) == self.state.active && self.runs_at_limit(id) && !self.unit(id).routed_now
    }

    /// The victor is free to follow an enemy that runs (SSS 27.9, G79).
    fn can_pursue(self, victor: UnitId, router: UnitId) -> bool {
        let unit = self.unit(victor);
        let beaten = self.unit(router);
        let runs = matches!(beaten.activity, Activity::Routing) || beaten.broke;
        unit.place == Place::Table
            && beaten.place == Place::Table
            && runs
            && !self.is_artillery(victor)
            && !self.is_garrison(victor)
            && !self.past_limit(victor)
            && unit.pending == Pending::Nothing
            && self.could_charge(victor)
            && !self.opponents(victor).any(|enemy| enemy != router)
    }

    /// Impetuous regulars and all irregulars pursue unless they pass a test (SSS 27.9).
    pub(crate) fn is_bound_to_pursue(self, id: UnitId) -> bool {
        self.card(id).is_impetuous() || self.card(id).is_irregular()
    }

    pub(crate) fn ask_reaction(self, step: ReactStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let mut offer = |choice: ReactChoice| menu.push(Decision::React(choice));
        let (topic, rule) = match step {
            ReactStep::HoldOn(side) => {
                for id in self.of_side(side).filter(|&id| self.judge_leave(seat, id).is_ok()) {
                    offer(ReactChoice::Leave(id));
                }
                ("hold-on", "SSS 2.3")
            }
            ReactStep::Rally(side) => {
                for id in self.of_side(side).filter(|&id| self.judge_rally(seat, id).is_ok()) {
                    offer(ReactChoice::Rally(id));
                }
                ("rally", "SSS 34.4")
            }
            ReactStep::Pursue { .. } => {
                offer(ReactChoice::Pursue(true));
                offer(ReactChoice::Pursue(false));
                return Question::whole("pursue", "SSS 27.9", 1);
            }
            ReactStep::Compulsory(_) | ReactStep::Settles(_) | ReactStep::Tests(_) => ("none", "SSS 1.8"),
        };
        menu.push(Decision::Turn(TurnChoice::Done));
        Question::whole(topic, rule, menu.len() - 1)
    }

    pub(crate) fn judge_reaction(self, step: ReactStep, seat: Seat, choice: ReactChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (ReactStep::HoldOn(_), ReactChoice::Leave(id)) => self.judge_leave(seat, id),
            (ReactStep::Rally(_), ReactChoice::Rally(id)) => self.judge_rally(seat, id),
            (ReactStep::Pursue { .. }, ReactChoice::Pursue(_)) => Ok(()),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_reaction(&mut self, step: ReactStep) {
        match step {
            ReactStep::HoldOn(side) => {
                self.side_has_spoken("hold-on", side);
                self.come_back(side);
            }
            ReactStep::Compulsory(side) => self.next_compulsory(side),
            ReactStep::Settles(side) => self.settles(side),
            ReactStep::Rally(side) => self.side_has_spoken("rally", side),
            ReactStep::Tests(side) => self.next_test(side),
            // Nobody can pursue any more.
            ReactStep::Pursue { .. } => {}
        }
    }

    pub(crate) fn apply_reaction(&mut self, step: ReactStep, choice: ReactChoice) {
        match (step, choice) {
            (_, ReactChoice::Leave(id)) => self.unit_mut(id).activity = Activity::RetiringInGoodOrder,
            (_, ReactChoice::Rally(id)) => self.rally_test(id),
            (ReactStep::Pursue { victor, router }, ReactChoice::Pursue(pursues)) => {
                self.state.agenda.pop();
                self.decides_on_pursuit(victor, router, pursues);
            }
            // The judge lets nothing else through.
            (_, ReactChoice::Pursue(_)) => {}
        }
    }

    /// Units make the moves they are bound to, one after the other. Leaving the battle out of a melee is disengaging: the enemy
    /// may strike first (SSS 2.1, 26.1, G79).
    fn next_compulsory(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.table().side(id) != side || self.unit(id).compelled || self.unit(id).place != Place::Table {
                continue;
            }
            let leaves = self.unit(id).activity == Activity::RetiringInGoodOrder;
            if leaves && self.table().in_contact(id) && self.table().next_free_hit(id).is_some() {
                self.state.agenda.push(Step::React(ReactStep::Compulsory(side)));
                self.state.agenda.push(Step::Melee(MeleeStep::FreeHit(id)));
                return;
            }
            self.unit_mut(id).this_turn.compelled = true;
            self.compulsory_move(id);
        }
    }

    /// What comes before the tests of the phase (SSS P8.1, P8.2).
    fn settles(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.unit(id).place != Place::Table {
                continue;
            }
            self.results_lapse(id);
            if self.table().side(id) == side && self.unit(id).activity == Activity::Rallying {
                self.has_rallied(id);
            }
            // SSS 39.7
            if self.table().side(id) == side
                && self.unit(id).activity == Activity::Routing
                && self.unit(id).rout_moves > 1
            {
                self.tell("SSS 39.7", told::RUNS_ON, &[Who::Unit(id)]);
                self.suffer(id, 1, false);
            }
            if self.unit(id).place == Place::Table {
                self.look_at_limit(id);
            }
        }
        for ix in 0..self.state.units.len() as u8 {
            if self.unit(UnitId(ix)).place == Place::Table && self.unit(UnitId(ix)).broke {
                self.breaks_and_runs(UnitId(ix));
            }
        }
    }

    /// A halt is over with the movement phase it was for; a melee takes the place of a result that was still to come
    /// (SSS 40.1, G12).
    fn results_lapse(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        let served = unit.this_turn.halted && unit.pending == Pending::Halt;
        if served || unit.this_turn.fought {
            unit.pending = Pending::Nothing;
        }
    }

    /// It has spent its own turn on rallying: it stands, and is better for having done nothing else (SSS 39.11, 32.4, G60).
    pub(crate) fn has_rallied(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        unit.activity = Activity::Static;
        let fought = unit.this_turn.fought;
        let reforms = unit.this_turn.intent == Intent::Reform;
        if !fought && !reforms && !self.table().in_contact(id) {
            self.reform(id);
        }
    }

    /// At its Cohesion Limit a unit leaves the battle from its next own movement phase on, without a test; those who run are
    /// another matter (SSS 2.1, 34.8, 39.9, G79).
    fn look_at_limit(&mut self, id: UnitId) {
        if self.disintegrates_at_once(id) || !self.table().past_limit(id) {
            return;
        }
        let lost = self.table().lost_its_round(id) || self.unit(id).broke;
        let unit = self.unit_mut(id);
        unit.must_charge = false;
        // SSS G79: the test for a lost round is taken as what it is doing; it leaves afterwards.
        if !matches!(unit.activity, Activity::Routing | Activity::Retreating | Activity::RetiringInGoodOrder) && !lost {
            unit.activity = Activity::RetiringInGoodOrder;
            unit.pending = Pending::Nothing;
        }
    }

    /// Who was pushed back 3 BW or more runs now, without a test, and those who decided to pursue follow at once
    /// (SSS 27.4, G52).
    fn breaks_and_runs(&mut self, id: UnitId) {
        self.unit_mut(id).this_turn.broke = false;
        self.unit_mut(id).this_turn.reacted = true;
        self.rout(id);
        for ix in 0..self.state.units.len() as u8 {
            let victor = UnitId(ix);
            if self.unit(victor).pursues == Some(id) && self.unit(victor).place == Place::Table {
                self.sets_out_after(victor, id);
            }
        }
    }

    /// The next unit of a side that has cause to test does so; the step comes back until there is none (SSS G22).
    fn next_test(&mut self, side: Side) {
        let table = self.table();
        let due = |id: &UnitId| !table.unit(*id).reacted && (table.test_is_due(*id) || table.has_to_rally(*id));
        let Some(id) = table.of_side(side).find(due) else { return };
        self.state.agenda.push(Step::React(ReactStep::Tests(side)));
        let own = self.state.active == side;
        let runs = matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating);
        if own && runs && !self.unit(id).routed_now {
            // SSS G22: the one test also rallies.
            self.rally_test(id);
        } else {
            self.due_test(id);
        }
    }

    fn due_test(&mut self, id: UnitId) {
        self.unit_mut(id).this_turn.reacted = true;
        let victors = self.unit(id).met;
        let lost = self.unit(id).lost_melee;
        let routed_before = self.table().is_routing(id);
        self.test_at_once(id, Occasion::Due);
        if self.unit(id).place != Place::Table {
            return;
        }
        if lost && !routed_before && self.table().is_routing(id) {
            for victor in victors.iter().filter(|&victor| !self.state.units[victor.ix()].lost_melee) {
                self.state.agenda.push(Step::React(ReactStep::Pursue { victor, router: id }));
            }
        }
        // SSS G79: a pass, a halt or a retirement at the limit is leaving the battle.
        let stands = !matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating);
        if stands && self.unit(id).pending != Pending::Retreat && self.table().past_limit(id) {
            let unit = self.unit_mut(id);
            (unit.activity, unit.pending) = (Activity::RetiringInGoodOrder, Pending::Nothing);
        }
    }

    /// Leaders with a unit of routers that tries to rally are bound to it (SSS 39.8, G67).
    fn rally_test(&mut self, id: UnitId) {
        self.unit_mut(id).this_turn.reacted = true;
        if self.table().is_routing(id) {
            for leader in self.state.leaders.iter_mut().filter(|leader| leader.attached == Some(id)) {
                leader.bound = true;
            }
        }
        self.test_at_once(id, Occasion::Rally);
    }

    /// SSS 27.9, G90
    fn decides_on_pursuit(&mut self, victor: UnitId, router: UnitId, pursues: bool) {
        let mut goes = pursues;
        if !pursues && self.table().is_bound_to_pursue(victor) {
            let tested = self.test_at_once(victor, Occasion::Stay);
            goes = !tested.passed || self.table().is_carried_away(victor, tested.margin);
        }
        if !goes {
            return;
        }
        self.unit_mut(victor).this_turn.pursues = Some(router);
        if self.unit(router).activity == Activity::Routing {
            self.sets_out_after(victor, router);
        }
    }

    /// At once, or in its own next movement phase (SSS G52).
    fn sets_out_after(&mut self, victor: UnitId, router: UnitId) {
        match self.rules.options.pursuit_timing {
            PursuitTiming::AtOnce => {
                self.pursue(victor, router);
            }
            PursuitTiming::OwnNextMove => {
                let unit = self.unit_mut(victor);
                (unit.activity, unit.this_turn.pursues) = (Activity::Pursuing, None);
            }
        }
    }
}
