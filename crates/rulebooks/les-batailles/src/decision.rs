//! What can be decided, chapter by chapter: one small value for each answer.

use crate::artillery::GunChoice;
use crate::assault::AssaultChoice;
use crate::charges::ChargeChoice;
use crate::command::CommandChoice;
use crate::fire::FireChoice;
use crate::formations::FormChoice;
use crate::losses::LossChoice;
use crate::morale::MoraleChoice;
use crate::movement::MoveChoice;
use crate::reactions::ReactChoice;
use crate::reorganization::ReorganizeChoice;
use crate::sequence::TurnChoice;
use crate::stacking::StackChoice;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    Turn(TurnChoice),
    Command(CommandChoice),
    Stack(StackChoice),
    Form(FormChoice),
    Move(MoveChoice),
    React(ReactChoice),
    Fire(FireChoice),
    Assault(AssaultChoice),
    Loss(LossChoice),
    Gun(GunChoice),
    Charge(ChargeChoice),
    Morale(MoraleChoice),
    Reorganize(ReorganizeChoice),
}

impl Decision {
    /// Nothing more in this step.
    pub const DONE: Decision = Decision::Turn(TurnChoice::Done);
}
