//! What an officer thinks of close combat.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::measures::{BW, in_bw};
use crate::melee::{MeleeChoice, MeleeStep};
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_melees(self, seat: Seat, choice: MeleeChoice) -> i32 {
        match choice {
            // Where the odds are best first: a friend who is free may help elsewhere.
            MeleeChoice::Fight(id) => self.odds_in(seat, id),
            MeleeChoice::Against(enemy) => 100 - self.unit(enemy).bases as i32 - 4 * self.disruption(enemy).min(4),
            MeleeChoice::AimAtCrew(aims) => i32::from(aims),
            // Fresh squadrons decide a melee; whoever is inside draws the garrison from its walls.
            MeleeChoice::Reinforce(enemy) => 10 + self.disruption(enemy).min(4),
            MeleeChoice::StandBy => 0,
            MeleeChoice::BreakIn(bases) => i32::from(bases),
            // Press a beaten enemy, unless it is the own ranks that are shaken.
            MeleeChoice::FollowUp(follows) => {
                let shaken = self.asked_unit().is_some_and(|id| self.disruption(id) >= 3);
                i32::from(follows != shaken)
            }
            MeleeChoice::BringUp { left, right } => i32::from(left + right) - i32::from(left.abs_diff(right)) / 2,
            // A little more than is needed, to be out of reach of the next charge.
            MeleeChoice::BreakOff(distance) => 10 - (in_bw(distance - 2 * BW) * 2.0).abs() as i32,
            MeleeChoice::Onward { veer, distance } => {
                let meets = self.asked_unit().and_then(|id| self.momentum(id, veer, distance).meets);
                let weak = meets.is_some_and(|enemy| self.unit(enemy).bases <= 6);
                if weak { 10 } else { -1 }
            }
            MeleeChoice::Stay => 0,
            MeleeChoice::FreeHit(takes) => i32::from(takes),
            MeleeChoice::Man(_) => 10,
            MeleeChoice::LeaveGuns => 0,
        }
    }

    /// Whom the step on top speaks of.
    fn asked_unit(self) -> Option<UnitId> {
        let melee = self.state.melee.as_ref();
        match self.state.agenda.top()? {
            Step::Melee(MeleeStep::FollowUp) => melee?.follow.iter().next(),
            Step::Melee(MeleeStep::Onward) => self.state.onward.iter().next(),
            _ => None,
        }
    }

    fn odds_in(self, seat: Seat, id: UnitId) -> i32 {
        let own = self.rules.seats[usize::from(seat.0)].side;
        let weight = |one: UnitId| i32::from(self.unit(one).bases) - self.disruption(one);
        let units = self.melee_of(id);
        units.iter().map(|one| if self.side(one) == own { weight(one) } else { -weight(one) }).sum()
    }
}
