//! The rules of Les Batailles, chapter by chapter. One program, so that the game is compiled for its tests once.
// In a test a panic is an answer.
// Positions are put together and handed on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::needless_pass_by_value)]

mod anything;
mod artillery;
mod assault;
mod at_random;
mod charge_melees;
mod charges;
mod chits;
mod columns;
mod command;
mod common;
mod dice;
mod evading;
mod example_two;
mod facing;
mod fire;
mod formations;
mod kept;
mod losses;
mod marching;
mod mayhem;
mod movement;
mod pieces;
mod pointing;
mod postures;
mod quatre_bras;
mod reactions;
mod reorganization;
mod secrets;
mod sequence;
mod setup;
mod sight;
mod springs;
mod squares;
mod stacking;
mod whole;
mod zones;
