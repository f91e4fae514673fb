//! What a player can decide, chapter by chapter: one small value for each answer.

use crate::afterwards::AfterChoice;
use crate::charges::ChargeChoice;
use crate::combat::CombatChoice;
use crate::command::CommandChoice;
use crate::fire::FireChoice;
use crate::morale::MoraleChoice;
use crate::movement::MoveChoice;
use crate::scenarios::DeployChoice;
use crate::sequence::TurnChoice;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    Turn(TurnChoice),
    Deploy(DeployChoice),
    Fire(FireChoice),
    Command(CommandChoice),
    Move(MoveChoice),
    Charge(ChargeChoice),
    Combat(CombatChoice),
    After(AfterChoice),
    Morale(MoraleChoice),
}
