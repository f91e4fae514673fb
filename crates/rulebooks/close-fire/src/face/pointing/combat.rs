//! Combat, what follows from it, and losses under a hand: who decides, and about whom.

use super::{by_unit, unit_number};
use crate::afterwards::AfterChoice;
use crate::combat::CombatChoice;
use crate::morale::MoraleChoice;
use crate::table::Table;
use kernel::Mark;

impl Table<'_> {
    pub(super) fn combat_mark(self, choice: CombatChoice) -> Mark {
        let CombatChoice::Oppose { unit, enemy } = choice;
        self.at_enemy(unit, enemy)
    }

    pub(super) fn after_mark(self, choice: AfterChoice) -> Mark {
        match choice {
            AfterChoice::Remain(unit)
            | AfterChoice::TakePosition(unit)
            | AfterChoice::RideThrough { unit, .. }
            | AfterChoice::Retire(unit)
            | AfterChoice::Rout(unit)
            | AfterChoice::Pursue(unit)
            | AfterChoice::StopShort { unit, .. }
            | AfterChoice::GoOn(unit)
            | AfterChoice::Meet { unit, .. }
            | AfterChoice::Evade(unit)
            | AfterChoice::StepBack { unit, .. }
            | AfterChoice::FaceAbout(unit)
            | AfterChoice::Man(unit) => by_unit(unit),
            AfterChoice::Spike { unit, gun } | AfterChoice::DriveOff { unit, gun } => {
                Mark { targets: vec![unit_number(gun)], ..by_unit(unit) }
            }
        }
    }

    pub(super) fn morale_mark(self, choice: MoraleChoice) -> Mark {
        let MoraleChoice::Lose { unit, .. } = choice;
        by_unit(unit)
    }
}
