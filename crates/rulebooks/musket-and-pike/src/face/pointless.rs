//! What nobody would do although he may: attempts that fail whatever is rolled, and units that can take no Action.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::charts::Charts;
use crate::command::{CommandChoice, CommandStep};
use crate::decision::Decision;
use crate::movement::MoveChoice;
use crate::reaction::ReactChoice;
use crate::sequence::TurnChoice;
use crate::state::State;
use crate::table::Table;
use kernel::{Dice, Reckoning, Refusal, Rulebook, Seat, Silent};

impl MusketAndPike {
    pub(crate) fn pointless(&self, state: &State, seat: Seat, decision: &Decision) -> Option<Refusal> {
        match *decision {
            // Nobody learns anything from seeing it do nothing (MP 3.2.Ca).
            Decision::Turn(TurnChoice::Act { .. }) => self
                .does_nothing(state, seat, decision)
                .then(|| Refusal::new("MP 3.2.Ca", "nobody else can take any Action")),
            _ => Table { rules: self, state }.hopeless(decision),
        }
    }

    /// Whether a unit that is chosen to act has no Action to choose from but none.
    fn does_nothing(&self, state: &State, seat: Seat, decision: &Decision) -> bool {
        let mut after = state.clone();
        self.play(&mut after, seat, *decision, &mut Lowest, &mut Silent);
        let mut menu = Vec::new();
        if !self.awaiting(&after).contains(seat) {
            return false;
        }
        self.ask(&after, seat, &mut menu);
        menu == [Decision::Move(MoveChoice::Nothing)]
    }
}

/// Dice that never help and never hurt: nothing that is looked at here rolls any.
struct Lowest;

impl Dice for Lowest {
    fn roll(&mut self, _sides: u8) -> u8 {
        1
    }
}

impl Table<'_> {
    /// Why an attempt fails whatever is rolled: a roll of 0, the best there is, is too much (MP 2.2b).
    fn hopeless(self, decision: &Decision) -> Option<Refusal> {
        let mut reckoning = Reckoning::new(&Silent);
        let roll = &mut reckoning;
        let charts = &self.rules.charts;
        let (rule, most) = match *decision {
            Decision::Turn(TurnChoice::Continue { helped }) => {
                let wing = self.state.activation?.wing;
                // Help that another seat may still lend counts.
                self.reckon_continuation(roll, wing, helped || self.chief_may_lend(wing));
                ("MP 4.3.2a", charts.continuation[self.wing(wing).orders.ix()].map_or(-1, i32::from))
            }
            Decision::Turn(TurnChoice::Preempt { wing, helped }) => {
                self.reckon_preemption(roll, wing, helped);
                ("MP 4.4.2a", charts.preemption[self.wing(wing).orders.ix()].map_or(-1, i32::from))
            }
            Decision::Command(CommandChoice::Change { orders, helped }) => {
                let Some(Step::Command(CommandStep::ChangeOrders(wing))) = self.state.agenda.top() else { return None };
                self.reckon_change(roll, wing, orders, helped || self.chief_may_lend(wing));
                ("MP 5.7.2a", charts.can_change(self.wing(wing).orders, orders).map_or(-1, i32::from))
            }
            Decision::React(ReactChoice::Intercept { unit }) => {
                let most = self.reckon_interception(roll, unit);
                ("MP 9.3.2a", most)
            }
            _ => return None,
        };
        let best = Charts::row(reckoning.total) as i32;
        (best > most).then(|| Refusal::new(rule, format!("no roll would do: even a 0 comes to {best}")))
    }
}
