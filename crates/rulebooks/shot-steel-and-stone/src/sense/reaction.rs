//! What an officer thinks of reaction.

use super::commanding::DONE;
use crate::agenda::Step;
use crate::reaction::{ReactChoice, ReactStep};
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    /// Rallies whoever runs and whoever has nobody left to pursue; pursues what it can catch.
    pub(super) fn appraise_reaction(self, _seat: Seat, choice: ReactChoice) -> i32 {
        match choice {
            ReactChoice::Leave(_) => DONE - 1,
            ReactChoice::Rally(unit) if self.unit(unit).activity == crate::state::Activity::Pursuing => DONE + 1,
            ReactChoice::Rally(_) => DONE + 5,
            ReactChoice::Pursue(goes) => {
                let Some(Step::React(ReactStep::Pursue { victor, router })) = self.state.agenda.top() else {
                    return DONE;
                };
                let reach = f64::from(self.basic_move(victor) + self.pursuit_bonus(victor));
                let catches = self.distance(victor, router) <= reach;
                DONE + i32::from(goes == catches)
            }
        }
    }
}
