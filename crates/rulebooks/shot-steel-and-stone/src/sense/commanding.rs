//! What an officer thinks of orders and command.

use crate::command::CommandChoice;
use crate::orders::OrderChoice;
use crate::sequence::{Half, TurnChoice};
use crate::state::Intent;
use crate::table::Table;

/// Being done is better than what harms, and worse than what helps.
pub(super) const DONE: i32 = 0;

impl Table<'_> {
    pub(super) fn appraise_turn(self, choice: TurnChoice) -> i32 {
        match choice {
            TurnChoice::Done => DONE,
            TurnChoice::Take(Half::First) => 1,
            TurnChoice::Take(Half::Second) => 0,
        }
    }

    /// Who has nothing else to do reforms; who is far from the enemy moves.
    pub(super) fn appraise_order(self, choice: OrderChoice) -> i32 {
        let OrderChoice::Intend { unit, intent } = choice else { return DONE - 1 };
        match intent {
            Intent::Reform => 10 * self.disruption(unit),
            Intent::Firefight => 30,
            Intent::Move => 15,
            Intent::Fight | Intent::Charge(_) => 5,
            _ => DONE - 1,
        }
    }

    /// Sub-commanders first, so that a failing Commander-in-Chief ends no turn (SSS 1.3c).
    pub(super) fn appraise_command(self, choice: CommandChoice) -> i32 {
        match choice {
            CommandChoice::Test(id) if self.leader(id).chief => 5,
            CommandChoice::Test(_) => 20,
            CommandChoice::TakeOver(_) => 10,
            CommandChoice::Ride { .. } | CommandChoice::Attach { .. } | CommandChoice::Detach(_) => DONE - 1,
        }
    }
}
