//! What an officer thinks of reaction.

use super::commanding::DONE;
use super::prospects::chance_of;
use crate::agenda::Step;
use crate::cards::{TableEdge, UnitId};
use crate::measures::bw;
use crate::reaction::{Occasion, ReactChoice, ReactStep};
use crate::table::Table;
use field::table::Um;
use kernel::Seat;

impl Table<'_> {
    /// Rallies whoever runs and whoever has nobody left to pursue; pursues what it can catch.
    pub(super) fn appraise_reaction(self, _seat: Seat, choice: ReactChoice) -> i32 {
        match choice {
            ReactChoice::Leave(_) => DONE - 1,
            ReactChoice::Rally(unit) if self.unit(unit).activity == crate::state::Activity::Pursuing => DONE + 1,
            ReactChoice::Rally(unit) => self.appraise_rally(unit),
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

    /// Those who run are stopped while there is hope; who fails badly is dispersed (SSS T18, 39.9).
    fn appraise_rally(self, unit: UnitId) -> i32 {
        let needed = self.card(unit).class.passes_at() - self.reaction_modifiers(unit, Occasion::Rally);
        let hopeless = self.is_routing(unit) && chance_of(needed) < 0.15;
        let edge = self.to_baseline(unit) <= self.basic_move(unit) + bw(3);
        if hopeless && !edge { DONE - 1 } else { DONE + 5 }
    }

    /// How far it is from the edge it runs to.
    fn to_baseline(self, unit: UnitId) -> Um {
        let (at, ground) = (self.unit(unit).pose.at, &self.rules.ground);
        match self.baseline(self.side(unit)) {
            TableEdge::North => ground.height - at.y,
            TableEdge::South => at.y,
            TableEdge::East => ground.width - at.x,
            TableEdge::West => at.x,
        }
    }
}
