//! What an officer thinks of an action after combat.

use crate::afterwards::AfterChoice;
use crate::measures::yds;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_after(self, _seat: Seat, choice: AfterChoice) -> i32 {
        let dps = |id| i32::from(self.unit(id).dps);
        match choice {
            AfterChoice::TakePosition(_) => 40,
            AfterChoice::Remain(_) => 20,
            AfterChoice::Pursue(id) => 30 - 10 * dps(id),
            AfterChoice::Retire(id) => 5 * dps(id),
            AfterChoice::Rout(_) => 0,
            AfterChoice::RideThrough { dice, .. } => 20 - i32::from(dice.count()),
            // The nearest shelter keeps it in the battle.
            AfterChoice::StopShort { far, .. } => 10 - far / yds(60),
            AfterChoice::GoOn(_) => 5,
            AfterChoice::Meet { dice, .. } => 25 - i32::from(dice.count()),
            AfterChoice::Evade(_) | AfterChoice::FaceAbout(_) => 22,
            AfterChoice::StepBack { .. } => 15,
            AfterChoice::Spike { .. } | AfterChoice::DriveOff { .. } | AfterChoice::Man(_) => 15,
        }
    }
}
