//! What the rulebook shows and tells; nothing here decides anything.

pub mod chips;
pub(crate) mod deeds;
mod deploying;
mod facts;
mod notation;
pub mod overlays;
pub mod pointing;
mod roster;
mod scene;
pub(crate) mod told;
pub(crate) mod words;
