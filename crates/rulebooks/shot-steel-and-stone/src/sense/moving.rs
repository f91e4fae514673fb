//! What an officer thinks of a move.

use super::commanding::DONE;
use crate::agenda::Step;
use crate::decision::Manoeuvre;
use crate::measures::in_bw;
use crate::movement::{MoveChoice, MoveStep};
use crate::table::Table;

impl Table<'_> {
    /// Towards the enemy, in line.
    pub(super) fn appraise_move(self, choice: MoveChoice) -> i32 {
        let (MoveChoice::Make(manoeuvre), Some(Step::Move(MoveStep::Moving(id)))) = (choice, self.state.agenda.top())
        else {
            return 1;
        };
        if manoeuvre == Manoeuvre::Stop {
            return DONE;
        }
        let Ok(moved) = self.outcome(id, &manoeuvre) else { return DONE - 100 };
        let Some((enemy, off)) = self.nearest_enemy(id) else { return DONE - 1 };
        let there = self.rules.body_of(id, &moved.unit);
        let nearer = in_bw((off - there.distance(&self.body(enemy))).round() as i32);
        (nearer * 10.0).round() as i32 - 1
    }
}
