//! Chapters 4.1, 4.2 and 4.5: who begins, whose Wing is next, passing.

use super::{TurnChoice, TurnStep};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, WingId};
use crate::decision::Decision;
use crate::face::told::{Of, sequence as told};
use crate::state::{Activation, How, LeaderPlace, Mark, Orders, Phase, Place};
use crate::table::{Play, Table};
use kernel::{Entry, Listener, ReckoningLine, Refusal, Side};

/// One bit for each side that has passed in the present run of declared passes.
const BOTH_PASSED: u8 = 0b11;

impl<'a> Table<'a> {
    /// A reinforcement that may come onto the map from this turn on (MP 7.4a).
    pub fn is_due(self, unit: UnitId) -> bool {
        self.unit(unit).place == Place::Expected
            && self.rules.wings[self.card(unit).wing.ix()]
                .arrives
                .as_ref()
                .is_some_and(|arrival| arrival.turn <= self.state.turn)
    }

    /// Reinforcements of a Wing that may come onto the map now.
    pub fn due_of(self, wing: WingId) -> impl Iterator<Item = UnitId> + use<'a> {
        let may = self.rules.wings[wing.ix()].arrives.is_some();
        self.rules.wings[wing.ix()].units.iter().filter(move |&unit| may && self.is_due(unit))
    }

    /// Whether a Wing has units in play: on the map, or coming this turn (MP 4.2.3a). Before its turn of entry it is
    /// as if it were not there (MP 7.4b).
    pub fn in_play(self, wing: WingId) -> bool {
        self.of_wing(wing).any(|unit| !self.unit(unit).has(Mark::Captured)) || self.due_of(wing).next().is_some()
    }

    /// The Wing Commander who can activate his Wing: on the map, or about to come onto it (MP 4.1.1d, 5.3.2a, 7.4c).
    pub fn ready_commander(self, wing: WingId) -> Option<LeaderId> {
        let leader = self.wing(wing).leader?;
        match self.leader(leader).place {
            LeaderPlace::Map => Some(leader),
            LeaderPlace::Aside if self.due_of(wing).next().is_some() => Some(leader),
            _ => None,
        }
    }

    /// Whether a Wing can still be activated this turn (MP 3.2a, 4.1.1d, 4.2.3a, G.8).
    pub fn can_activate(self, wing: WingId) -> bool {
        !self.wing(wing).turn.finished && self.ready_commander(wing).is_some() && self.in_play(wing)
    }

    /// The highest Orders of any Wing, of either side, that can still be activated (MP 4.2.1b; ruling G-A12).
    pub fn tier(self) -> Option<Orders> {
        self.wings().filter(|&wing| self.can_activate(wing)).map(|wing| self.wing(wing).orders).min()
    }

    /// Wings of a side that can be activated under those Orders.
    fn in_tier(self, side: Side, tier: Orders) -> impl Iterator<Item = WingId> + use<'a> {
        self.wings().filter(move |&wing| {
            self.rules.wings[wing.ix()].side == side && self.wing(wing).orders == tier && self.can_activate(wing)
        })
    }

    /// Who names the next Wing: the opponent of the side that activated or passed last, if it has a Wing of the tier
    /// (MP 3.2b, 4.2.1d); else that side again, and the other is skipped (MP 4.2.1c, 4.5f; ruling G-A14).
    fn next_side(self, tier: Orders) -> Side {
        let turn = self.state.last.map_or(Side::FIRST, Side::other);
        if self.in_tier(turn, tier).next().is_some() { turn } else { turn.other() }
    }

    /// The best rating of a side's Wing Commanders of the tier (MP 4.1.2a).
    fn best_wing_rating(self, side: Side, tier: Orders) -> i8 {
        let leaders = self.in_tier(side, tier).filter_map(|wing| self.ready_commander(wing));
        leaders.map(|leader| self.leader_card(leader).rating).min().unwrap_or(i8::MAX)
    }

    pub(super) fn offer_wings(self, side: Side, offer: &mut impl FnMut(TurnChoice)) {
        let Some(tier) = self.tier() else { return };
        for wing in self.in_tier(side, tier) {
            offer(TurnChoice::Activate { wing });
            if self.may_pass(wing).is_ok() {
                offer(TurnChoice::Pass { wing });
            }
        }
    }

    pub(super) fn judge_activation(self, side: Side, wing: WingId) -> Result<(), Refusal> {
        let Some(card) = self.rules.wings.get(wing.ix()).filter(|card| card.side == side) else {
            return Err(Refusal::new("MP 3.2a", "that Wing is of the other side, which is not asked now"));
        };
        if self.wing(wing).turn.finished {
            return Err(Refusal::new("MP G.8", format!("{} is Finished for this turn", card.name)));
        }
        if !self.in_play(wing) {
            return Err(Refusal::new("MP 4.2.3a", format!("{} has no unit in play", card.name)));
        }
        if self.ready_commander(wing).is_none() {
            return Err(Refusal::new("MP 4.1.1d", format!("the commander of {} is not on the map", card.name)));
        }
        if self.tier() != Some(self.wing(wing).orders) {
            return Err(Refusal::new("MP 4.2.1b", "Wings under higher Orders must be Finished first"));
        }
        Ok(())
    }

    /// MP 4.5a, 4.5b, 4.5c, 5.6.1i. A Wing that preempted or was bypassed is never asked.
    fn may_pass(self, wing: WingId) -> Result<(), Refusal> {
        if self.wing(wing).orders == Orders::Charge {
            return Err(Refusal::new("MP 4.5b", "a Wing under Charge may not pass"));
        }
        // Ruling G-A18: tested here only to forbid the pass.
        if self.must_rally(wing) {
            return Err(Refusal::new("MP 5.8d", "a Wing that is going under Rally of itself may not pass"));
        }
        Ok(())
    }

    pub(super) fn judge_pass(self, side: Side, wing: WingId) -> Result<(), Refusal> {
        self.judge_activation(side, wing)?;
        self.may_pass(wing)
    }
}

impl<L: Listener> Play<'_, L> {
    /// MP 4.1.1a: settled once, from the Orders held as the turn begins. The loser is noted as the one who went last,
    /// so that the order of MP 4.2 begins with the winner and with the highest Orders (MP 4.1.1b, 4.1.1c, 4.1.2b;
    /// ruling G-A11 for Rally alone).
    pub(super) fn settle_initiative(&mut self) {
        self.turn_goes_to(TurnStep::NextWing);
        self.state.phase = Phase::Activation;
        let table = self.table();
        let Some(tier) = table.tier() else { return };
        let [first, second] = Side::BOTH.map(|side| table.in_tier(side, tier).count());
        if first != second {
            let rule = if tier == Orders::Charge { "MP 4.1.1b" } else { "MP 4.1.1c" };
            return self.take_initiative(if first > second { Side::FIRST } else { Side::SECOND }, rule);
        }
        let [first, second] = Side::BOTH.map(|side| table.best_wing_rating(side, tier));
        if first != second {
            // -2 is better than -1 (MP 2.1.3a).
            return self.take_initiative(if first < second { Side::FIRST } else { Side::SECOND }, "MP 4.1.2a");
        }
        let rolls = self.dice.roll_off(10).map(|face| face % 10);
        self.tell_roll_off(rolls);
        self.take_initiative(if rolls[0] > rolls[1] { Side::FIRST } else { Side::SECOND }, "MP 4.1.2c");
    }

    fn take_initiative(&mut self, winner: Side, rule: &'static str) {
        self.state.last = Some(winner.other());
        self.tell(rule, told::HAS_INITIATIVE, &[Of::Side(winner)]);
    }

    fn tell_roll_off(&mut self, rolls: [u8; 2]) {
        if self.listener.hears() {
            self.tell_way();
            let line = |side: Side| {
                let text = format!("{} rolls", self.rules.sides[side.ix()].name);
                ReckoningLine::counts("MP 4.1.2c", text, i32::from(rolls[side.ix()]))
            };
            let lines = Side::BOTH.map(line).to_vec();
            self.listener.tell(Entry {
                dice: rolls.to_vec(),
                lines,
                ..self.table().told("MP 4.1.2c", told::INITIATIVE_TIED, &[])
            });
        }
    }

    /// MP 3.2c, 3.2.Fc, 3.2.Fd: the next Wing, or the end of the phase when none is left or both have passed
    /// (MP 4.5e; ruling G-A14).
    pub(super) fn find_next_wing(&mut self) {
        let tier = self.table().tier().filter(|_| self.state.passes != BOTH_PASSED);
        match tier {
            Some(tier) => {
                let side = self.table().next_side(tier);
                self.push(Step::Turn(TurnStep::ChooseWing(side)));
            }
            None => self.turn_goes_to(TurnStep::RoutMovement),
        }
    }

    /// Asks which Wing, unless there is one only and it may not pass.
    pub(super) fn work_choose_wing(&mut self, side: Side) {
        let table = self.table();
        let (mut only, mut choices) = (None, 0);
        table.offer_wings(side, &mut |choice| {
            only = Some(choice);
            choices += 1;
        });
        match (only, choices) {
            (Some(TurnChoice::Activate { wing }), 1) => {
                let chief = table.chief(side);
                self.unasked(chief, "choose-wing", Decision::Turn(TurnChoice::Activate { wing }));
                self.name_wing(wing);
            }
            // The side was chosen because it has a Wing; without one the question falls away.
            (None, _) => self.pop(),
            _ => {
                let chief = table.chief(side);
                self.await_seat(chief);
            }
        }
    }

    /// MP 3.2.Aa: a normal activation begins with the enemy's chance to preempt it.
    pub(super) fn name_wing(&mut self, wing: WingId) {
        self.turn_goes_to(TurnStep::Preempt { wing, how: How::Normal, tried: 0, helped: false });
    }

    /// MP 4.5a: the Wing Commander is Finished; the Army Commander does not act (MP 4.5d, 5.1.1b).
    pub(super) fn pass_with(&mut self, side: Side, wing: WingId) {
        self.pop();
        self.state.wings[wing.ix()].turn.finished = true;
        self.state.passes |= 1 << side.ix();
        self.state.last = Some(side);
        self.tell("MP 4.5a", told::PASSES, &[Of::Wing(wing)]);
    }

    /// Steps B to E of an activation lie ahead (MP 3.2.Ba). Both the Wing and its Army Commander are Active
    /// (MP G.2, 5.1.1a).
    pub(super) fn begin_activation(&mut self, wing: WingId, how: How) {
        let side = self.rules.wings[wing.ix()].side;
        let state = &mut self.state.wings[wing.ix()];
        // MP 4.2.1a, 4.3.1c; ruling G-A20.
        state.turn.activations += 1;
        state.turn.bypassed = false;
        self.state.activation = Some(Activation::new(wing, side, how));
        // Ruling G-A14: an activation breaks a run of passes.
        (self.state.passes, self.state.last) = (0, Some(side));
        self.state.agenda.push_all(&[
            Step::Command(crate::command::CommandStep::ChangeOrders(wing)),
            Step::Turn(TurnStep::Actions),
            Step::Turn(TurnStep::CloseCombatSegment),
            Step::Turn(TurnStep::Continuation),
        ]);
        let orders = self.state.wings[wing.ix()].orders;
        self.tell("MP 3.2a", told::IS_ACTIVATED, &[Of::Wing(wing), Of::Orders(orders)]);
    }
}
