//! The rules of Close Fire & European Order, chapter by chapter. One program, so that the game is compiled for its tests once.
// In a test a panic is an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod afterwards;
mod basics;
mod battles;
mod charges;
mod charts;
mod combat;
mod command;
mod disorder;
mod fire;
mod formations;
mod game;
mod leaders;
mod morale;
mod movement;
mod pointing;
mod scenarios;
mod secrets;
mod sense;
mod setup;
mod turn;
mod visibility;
mod whole;
