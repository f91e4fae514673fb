//! What a player can decide, chapter by chapter: one small value for each answer.

use crate::combat::CombatChoice;
use crate::deployment::DeployChoice;
use crate::generals::GeneralChoice;
use crate::movement::charging::ChargeChoice;
use crate::movement::flight::FlightChoice;
use crate::movement::maneuvers::MoveChoice;
use crate::reaction::TestChoice;
use crate::sequence::TurnChoice;
use crate::shooting::ShootChoice;
use crate::state::Formation;
use field::table::{Cdeg, Point, Pose, Um};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    Turn(TurnChoice),
    Deploy(DeployChoice),
    General(GeneralChoice),
    Flight(FlightChoice),
    Charge(ChargeChoice),
    Move(MoveChoice),
    Shoot(ShootChoice),
    Combat(CombatChoice),
    Test(TestChoice),
}

pub use field::table::{Leg, NO_LEGS};

/// One piece of a unit's move (CP 15.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manoeuvre {
    Advance(Um),
    Retire(Um),
    Sidestep {
        right: bool,
        distance: Um,
    },
    Oblique {
        right: bool,
        distance: Um,
    },
    /// Forward about the flank on that side.
    Wheel {
        right: bool,
        angle: Cdeg,
    },
    /// One wing alone; positive swings it forward, negative back.
    WheelWing {
        right: bool,
        angle: Cdeg,
    },
    /// New files of left wing, centre and right wing.
    Frontage {
        left: u8,
        centre: u8,
        right: u8,
    },
    AboutFace,
    Form(Formation),
    /// Line of battle on so many files of left wing, centre and right wing.
    FormLine {
        left: u8,
        centre: u8,
        right: u8,
    },
    Dismount,
    Mount,
    Unlimber,
    /// Heavy guns turn in place (CP 15.12.2).
    Rotate(Cdeg),
    /// One gun is wheeled away from the battery's facing (CP 16.7.5).
    SwingGun {
        gun: u8,
        to: Cdeg,
    },
    /// Skirmishers, gunners: anywhere within their move, facing as they like (CP 15.10.1).
    Skirmish {
        to: Point,
        facing: Cdeg,
    },
    /// Into a town block, or out of it with the front at that pose.
    Enter {
        area: u8,
    },
    Leave {
        pose: Pose,
    },
    Loophole {
        line: u8,
    },
    ClearHedge {
        line: u8,
    },
    VolleyPosture(bool),
    /// A forlorn hope falls back into its regiment.
    DrawIn,
    /// Gunners take their guns up again.
    Man,
    /// Moves no more.
    Stop,
}
