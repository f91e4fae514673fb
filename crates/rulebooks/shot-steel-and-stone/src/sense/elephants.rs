//! What an officer thinks of elephants that run wild.

use super::commanding::DONE;
use crate::elephants::ElephantChoice;
use crate::measures::bw;
use crate::table::Table;
use kernel::{Seat, Side};

impl Table<'_> {
    /// A beast is killed while friends are nearer to it than enemies.
    pub(super) fn appraise_elephants(self, _seat: Seat, choice: ElephantChoice) -> i32 {
        match choice {
            ElephantChoice::Spike(beast) => {
                let Some(stampede) = self.state.stampedes.get(usize::from(beast)) else { return DONE - 1 };
                DONE + self.harm_by_beast(beast, self.side(stampede.of))
            }
            // It runs into somebody of his.
            ElephantChoice::Fire(_) => DONE + 1,
        }
    }

    /// How many more friends than enemies of a side a beast may run into.
    pub(super) fn harm_by_beast(self, beast: u8, side: Side) -> i32 {
        let body = self.beast_body(beast);
        let near = |of| self.of_side(of).filter(|&id| self.body(id).within(&body, f64::from(bw(6)))).count() as i32;
        near(side) - near(side.other())
    }
}
