//! What can be under way, chapter by chapter. Each chapter has its own steps, in its own folder.

use crate::artillery::GunStep;
use crate::assault::AssaultStep;
use crate::charges::ChargeStep;
use crate::command::CommandStep;
use crate::fire::FireStep;
use crate::formations::FormStep;
use crate::losses::LossStep;
use crate::morale::MoraleStep;
use crate::movement::MoveStep;
use crate::reactions::ReactStep;
use crate::reorganization::ReorganizeStep;
use crate::sequence::TurnStep;
use crate::stacking::StackStep;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The step on top of the agenda is worked until it is done or needs an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Chapter 7: turn, segments, the cup.
    Turn(TurnStep),
    /// Chapter 8.
    Command(CommandStep),
    /// Chapter 11: violations and displacement.
    Stack(StackStep),
    /// Chapter 12.
    Form(FormStep),
    /// Chapter 13.
    Move(MoveStep),
    /// Opportunity Reactions.
    React(ReactStep),
    /// Chapter 15.
    Fire(FireStep),
    /// Chapter 16.
    Assault(AssaultStep),
    /// Chapter 17.
    Loss(LossStep),
    /// Chapter 18.
    Gun(GunStep),
    /// Chapter 19.
    Charge(ChargeStep),
    /// Chapters 20 and 21.
    Morale(MoraleStep),
    /// Chapter 7.5.
    Reorganize(ReorganizeStep),
}

/// Steps of one chapter, in the order in which they are taken.
pub(crate) type Phasing = ArrayVec<Step, 12>;

impl Step {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        match self {
            Step::Turn(_) => false,
            Step::Command(step) => step.lasts_till_done(),
            Step::Stack(step) => step.lasts_till_done(),
            Step::Form(step) => step.lasts_till_done(),
            Step::Move(step) => step.lasts_till_done(),
            Step::React(step) => step.lasts_till_done(),
            Step::Fire(step) => step.lasts_till_done(),
            Step::Assault(step) => step.lasts_till_done(),
            Step::Loss(step) => step.lasts_till_done(),
            Step::Gun(step) => step.lasts_till_done(),
            Step::Charge(step) => step.lasts_till_done(),
            Step::Morale(step) => step.lasts_till_done(),
            Step::Reorganize(step) => step.lasts_till_done(),
        }
    }
}
