//! What a player can decide: one small value for each answer.

use crate::cards::{GeneralId, UnitId};
use crate::state::{Formation, Layout, Shot};
use field::table::{Cdeg, Point, Pose, Um};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// Nothing more in this step.
    Done,
    /// Be Side A or Side B this turn (CP 14.2).
    TakeSide(Letter),
    Deploy {
        unit: UnitId,
        pose: Pose,
        formation: Formation,
        layout: Layout,
    },
    /// Draw out a forlorn hope of so many musketeers (CP 20.3.1).
    Forlorn {
        unit: UnitId,
        figures: u8,
    },
    Attach {
        general: GeneralId,
        unit: UnitId,
    },
    Detach {
        general: GeneralId,
    },
    Ride {
        general: GeneralId,
        to: Point,
    },
    /// Charge a target; `files` is a frontage to take up first, 0 for none.
    Charge {
        unit: UnitId,
        target: UnitId,
        files: u8,
        legs: [Leg; 4],
    },
    /// Meet a charge, in own defence or in support of a friend.
    Counter {
        unit: UnitId,
        charger: UnitId,
        legs: [Leg; 4],
    },
    /// Swedish foot closes up when charged (CP 20.1.4).
    React {
        unit: UnitId,
        formation: Formation,
    },
    Evade {
        bearing: Cdeg,
        distance: Um,
    },
    Stand,
    /// A charger whose target evaded stops, or goes on.
    Halt,
    GoOn,
    /// The next unit to move.
    Pick(UnitId),
    Move(Manoeuvre),
    Shoot {
        unit: UnitId,
        target: UnitId,
        face: u8,
        shot: Shot,
    },
    /// Tell figures off against one of several enemies.
    Allot {
        unit: UnitId,
        enemy: UnitId,
        figures: u8,
    },
    Pistols {
        unit: UnitId,
        draw: bool,
    },
    /// The next unit to test.
    Test(UnitId),
    /// Foot tries to halt before it pursues, or not (CP 18.2.2).
    TryHalt(bool),
    Follow(bool),
    /// Which of several routers to pursue.
    Pursue(UnitId),
    TurnAbout(bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Letter {
    A,
    B,
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
