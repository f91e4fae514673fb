//! What can be under way, chapter by chapter. Each chapter has its own steps, in its own files.

use crate::combat::CombatStep;
use crate::deployment::DeployStep;
use crate::generals::GeneralStep;
use crate::movement::charging::ChargeStep;
use crate::movement::flight::FlightStep;
use crate::movement::maneuvers::MoveStep;
use crate::sequence::TurnStep;
use crate::shooting::ShootStep;
use kernel::Side;
use serde::{Deserialize, Serialize};

/// The step on top of the agenda is worked until it is done or needs an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Chapters 13 and 14: the turn and its phases.
    Turn(TurnStep),
    /// Before the battle: deployment, forlorn hopes.
    Deploy(DeployStep),
    /// Chapter 9.
    General(GeneralStep),
    /// Chapter 15: rout and pursuit.
    Flight(FlightStep),
    /// Chapter 15: charges, counter-charges, evading.
    Charge(ChargeStep),
    /// Chapter 15: normal moves.
    Move(MoveStep),
    /// Chapter 16.
    Shoot(ShootStep),
    /// Chapter 17.
    Combat(CombatStep),
    /// Chapter 18: the tests of one kind that units of one side have to take.
    Tests { kind: TestKind, side: Side },
}

impl Step {
    /// Steps in which a seat gives answer after answer until it says that it is done.
    pub fn lasts_till_done(self) -> bool {
        match self {
            Step::Deploy(DeployStep::DrawOutForlorn(_))
            | Step::General(GeneralStep::Fleeing(_))
            | Step::Charge(ChargeStep::Declare(_) | ChargeStep::Answer(_))
            | Step::Move(MoveStep::NormalMoves(_))
            | Step::Shoot(ShootStep::Orders)
            | Step::Combat(CombatStep::Choices) => true,
            Step::Turn(_)
            | Step::Deploy(_)
            | Step::Flight(_)
            | Step::Charge(_)
            | Step::Move(_)
            | Step::Shoot(_)
            | Step::Combat(_)
            | Step::Tests { .. } => false,
        }
    }
}

/// The reaction tests of chapter 18, in the order of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TestKind {
    /// CP 18.3
    Panic,
    /// CP 18.4, the side meeting a charge
    CounterCharge,
    /// CP 18.4
    Charge,
    /// CP 18.5
    Stand,
    /// CP 18.6
    ShootingHits,
    /// CP 18.7
    LosingCombat,
    /// CP 18.8
    RoutingFriend,
    /// CP 18.1
    Rally,
    /// CP 18.2
    HaltPursuit,
    /// CP 18.2.4
    Return,
}
