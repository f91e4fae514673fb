//! What is under way: one step type for each chapter.

use crate::afterwards::AfterStep;
use crate::charges::ChargeStep;
use crate::combat::CombatStep;
use crate::command::CommandStep;
use crate::fire::FireStep;
use crate::morale::MoraleStep;
use crate::movement::MoveStep;
use crate::scenarios::DeployStep;
use crate::sequence::TurnStep;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    Turn(TurnStep),
    Deploy(DeployStep),
    Fire(FireStep),
    Command(CommandStep),
    Move(MoveStep),
    Charge(ChargeStep),
    Combat(CombatStep),
    After(AfterStep),
    Morale(MoraleStep),
}

/// The steps of one chapter in a phase, in the order in which they are taken.
pub(crate) type Phasing = ArrayVec<Step, 16>;

impl Step {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        match self {
            Step::Turn(_) => false,
            Step::Deploy(step) => step.lasts_till_done(),
            Step::Fire(step) => step.lasts_till_done(),
            Step::Command(step) => step.lasts_till_done(),
            Step::Move(step) => step.lasts_till_done(),
            Step::Charge(step) => step.lasts_till_done(),
            Step::Combat(step) => step.lasts_till_done(),
            Step::After(step) => step.lasts_till_done(),
            Step::Morale(step) => step.lasts_till_done(),
        }
    }
}
