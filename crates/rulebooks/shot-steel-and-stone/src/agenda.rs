//! What is under way: one step type for each chapter.

use crate::buildings::BuildingStep;
use crate::charges::ChargeStep;
use crate::command::CommandStep;
use crate::deployment::DeployStep;
use crate::elephants::ElephantStep;
use crate::exotics::ExoticStep;
use crate::melee::MeleeStep;
use crate::movement::MoveStep;
use crate::orders::OrderStep;
use crate::reaction::ReactStep;
use crate::sequence::TurnStep;
use crate::shooting::ShootStep;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    Turn(TurnStep),
    Deploy(DeployStep),
    Order(OrderStep),
    Command(CommandStep),
    Charge(ChargeStep),
    Move(MoveStep),
    Shoot(ShootStep),
    Building(BuildingStep),
    Melee(MeleeStep),
    React(ReactStep),
    Elephant(ElephantStep),
    Exotic(ExoticStep),
}

/// The steps of one chapter in a player turn, in the order in which they are taken.
pub(crate) type Phasing = ArrayVec<Step, 8>;

impl Step {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        match self {
            Step::Order(_) | Step::Shoot(_) => true,
            Step::Command(step) => step.lasts_till_done(),
            Step::Move(step) => step.lasts_till_done(),
            Step::Elephant(step) => step.lasts_till_done(),
            Step::Exotic(step) => step.lasts_till_done(),
            Step::React(step) => step.lasts_till_done(),
            Step::Charge(step) => step.lasts_till_done(),
            Step::Deploy(step) => step.lasts_till_done(),
            _ => false,
        }
    }
}
