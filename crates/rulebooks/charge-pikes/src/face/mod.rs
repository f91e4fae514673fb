//! The face the rulebook shows: pictures, cards, words and the field under a hand. It decides nothing.

pub mod facts;
pub(crate) mod grammar;
pub mod notation;
pub mod overlays;
pub mod pointing;
pub mod roster;
pub mod scene;
pub mod words;
