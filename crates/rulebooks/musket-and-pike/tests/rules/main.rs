//! The rules of Musket & Pike, chapter by chapter. One program, so that the game is compiled for its tests once.
// In a test a panic is an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod artillery;
mod charts;
mod close_combat;
mod combat_modifiers;
mod command;
mod common;
mod displacement;
mod duties;
mod errata;
mod facing;
mod fights;
mod fire;
mod fire_options;
mod fire_results;
mod formation;
mod interception;
mod journal;
mod large_map;
mod melee;
mod morale;
mod movement;
mod moving;
mod orders;
mod phrases;
mod playing;
mod pointing;
mod pursuit;
mod rally;
mod reacting;
mod reaction;
mod reaction_fire;
mod reaction_movement;
mod rest_played;
mod retreat;
mod rout;
mod rout_played;
mod sequence;
mod setup;
mod shooting;
mod sight;
mod stacking;
mod telling;
mod victory;
