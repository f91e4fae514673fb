//! The rules of Shot, Steel & Stone, heading by heading. One program, so that the game is compiled for its tests once.
// In a test a panic is an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod buildings;
mod charges;
mod command;
mod elephants;
mod exotics;
mod game;
mod melee;
mod movement;
mod orders;
mod reaction;
mod setup;
mod shooting;
mod sight;
mod turn;
mod whole;
