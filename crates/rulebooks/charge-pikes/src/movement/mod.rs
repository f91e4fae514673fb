//! Chapter 15: movement.

pub mod charging;
pub mod evading;
pub mod flanks;
pub mod flight;
pub mod garrisons;
pub mod interpenetration;
pub mod maneuvers;
pub mod pursuing;
pub mod recoil;
pub mod routing;
pub mod speeds;
pub mod touching;
