//! The rules of Shot, Steel & Stone, heading by heading. One program, so that the game is compiled for its tests once.
// In a test a panic is an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod afresh;
mod barrage;
mod battles;
mod buildings;
mod charges;
mod command;
mod contact;
mod deployment;
mod disruption;
mod elephants;
mod exotics;
mod face;
mod fire;
mod flight;
mod game;
mod ground;
mod leaders;
mod lone_guns;
mod melee;
mod mounting;
mod movement;
mod muster;
mod onward;
mod orders;
mod paths;
mod pikes;
mod pointing;
mod reach;
mod reaction;
mod readings;
mod screens;
mod setup;
mod shooting;
mod sight;
mod situations;
mod storming;
mod turn;
mod turned;
mod vectors;
mod whole;
