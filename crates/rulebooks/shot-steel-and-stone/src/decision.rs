//! What a player can decide, chapter by chapter: one small value for each answer.

use crate::buildings::BuildingChoice;
use crate::cards::{BuildingId, Order};
use crate::charges::ChargeChoice;
use crate::command::CommandChoice;
use crate::deployment::DeployChoice;
use crate::elephants::ElephantChoice;
use crate::exotics::ExoticChoice;
use crate::melee::MeleeChoice;
use crate::movement::MoveChoice;
use crate::orders::OrderChoice;
use crate::reaction::ReactChoice;
use crate::sequence::TurnChoice;
use crate::shooting::ShootChoice;
use crate::state::Formation;
use field::table::{Cdeg, Point, Pose, Um};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    Turn(TurnChoice),
    Deploy(DeployChoice),
    Order(OrderChoice),
    Command(CommandChoice),
    Charge(ChargeChoice),
    Move(MoveChoice),
    Shoot(ShootChoice),
    Building(BuildingChoice),
    Melee(MeleeChoice),
    React(ReactChoice),
    Elephant(ElephantChoice),
    Exotic(ExoticChoice),
}

/// One piece of a unit's move (SSS 7.1, 8.1, 8.6, G9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manoeuvre {
    Advance(Um),
    /// Infantry stepping back, facing as before.
    StepBack(Um),
    /// On a front corner.
    Wheel {
        right: bool,
        angle: Cdeg,
    },
    /// To that hand, by 90°.
    Face {
        right: bool,
    },
    AboutFace,
    /// Another formation, on so many bases abreast; as many as usual for 0.
    Form {
        formation: Formation,
        files: u8,
    },
    /// More or fewer bases abreast.
    Frontage(u8),
    ChangeOrder(Order),
    /// Skirmishers, leaders of their own steps: anywhere within the move, facing as they like.
    Free {
        to: Point,
        facing: Cdeg,
    },
    LieDown,
    StandUp,
    Limber,
    Unlimber,
    /// A battery turned by hand.
    Traverse(Cdeg),
    Mount,
    /// Whether the horse-holders stay mounted (SSS 8.12).
    Dismount {
        holders_mounted: bool,
    },
    /// So many bases into a built-up area that it touches.
    Enter {
        building: BuildingId,
        bases: u8,
    },
    /// Out of it, with the front at that pose.
    Leave(Pose),
    /// Puts out its skirmish screen, or takes it in (SSS 3.1, G34).
    Screen(bool),
    /// Moves no more.
    Stop,
}
