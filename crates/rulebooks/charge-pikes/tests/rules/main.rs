//! The rules of Charge Pikes!, chapter by chapter. One program, so that the game is compiled for its tests once.
// In a test a panic is an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod basics;
mod beginnings;
mod charges;
mod charging;
mod combat;
mod deeds;
mod deployment;
mod evades;
mod evading;
mod fights;
mod flight;
mod generals;
mod hits;
mod maneuvers;
mod moves;
mod played;
mod pointing;
mod reaction;
mod reckoned;
mod running;
mod seats;
mod sequence;
mod setup;
mod shooting;
mod steadiness;
mod terrain;
mod told;
mod visibility;
mod words;
