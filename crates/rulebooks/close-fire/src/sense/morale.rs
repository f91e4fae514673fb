//! What an officer thinks of losses.

use super::DONE;
use crate::morale::MoraleChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_morale(self, _seat: Seat, choice: MoraleChoice) -> i32 {
        // The strongest bears it best.
        let MoraleChoice::Lose { unit, element } = choice;
        let bases = self.unit(unit).elements.get(usize::from(element)).map_or(0, |of| of.bases);
        DONE + i32::from(bases)
    }
}
