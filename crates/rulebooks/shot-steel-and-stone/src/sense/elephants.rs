//! What an officer thinks of elephants that run wild.

use crate::elephants::ElephantChoice;
use crate::measures::bw;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    /// A beast is killed while friends are nearer to it than enemies.
    pub(super) fn appraise_elephants(self, _seat: Seat, choice: ElephantChoice) -> i32 {
        let ElephantChoice::Spike(beast) = choice;
        let Some(stampede) = self.state.stampedes.get(usize::from(beast)) else { return -1 };
        let (body, side) = (stampede.body(), self.side(stampede.of));
        let near = |of| self.of_side(of).filter(|&id| self.body(id).within(&body, f64::from(bw(6)))).count() as i32;
        near(side) - near(side.other())
    }
}
