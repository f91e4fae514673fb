//! What can be under way, chapter by chapter. Each chapter has its own steps, in its own files.

use crate::close_combat::CombatStep;
use crate::command::CommandStep;
use crate::fire::FireStep;
use crate::movement::MoveStep;
use crate::rally::RallyStep;
use crate::reaction::ReactStep;
use crate::sequence::TurnStep;
use serde::{Deserialize, Serialize};

/// The step on top of the agenda is worked until it is done or needs an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Chapters 3 and 4: turn, activation, continuation, preemption.
    Turn(TurnStep),
    /// Chapter 5: orders, leaders lost and placed.
    Command(CommandStep),
    /// Chapters 6 to 8: a unit or leader on the move.
    Move(MoveStep),
    /// Chapter 9: reaction windows, interceptions.
    React(ReactStep),
    /// Chapter 10.
    Fire(FireStep),
    /// Chapter 11: the segment, one combat, retreat, advance, pursuit.
    Combat(CombatStep),
    /// Chapters 12 and 13: rally, reform, rout movement.
    Rally(RallyStep),
}
