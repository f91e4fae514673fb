//! What can be decided, chapter by chapter.

use crate::close_combat::CombatChoice;
use crate::command::CommandChoice;
use crate::fire::FireChoice;
use crate::movement::MoveChoice;
use crate::rally::RallyChoice;
use crate::reaction::ReactChoice;
use crate::sequence::TurnChoice;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Turn(TurnChoice),
    Command(CommandChoice),
    Move(MoveChoice),
    React(ReactChoice),
    Fire(FireChoice),
    Combat(CombatChoice),
    Rally(RallyChoice),
}
