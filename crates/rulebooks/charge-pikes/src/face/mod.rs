//! The face the rulebook shows: pictures, cards, words and the field under a hand. It decides nothing.

pub mod chips;
pub mod deeds;
pub mod facts;
pub mod notation;
pub mod overlays;
pub mod pointing;
pub mod roster;
pub mod scene;
pub(crate) mod told;
pub mod words;
