//! The ground a battle stands on.
//!
//! [`table`] is the open table: a sheet measured with a ruler, on which blocks of figures stand at any place and at any
//! angle. [`hexes`] is the hex map: numbered hexes, facings, lines and sight over slopes. Both know shapes and distances
//! and nothing of any rulebook: what a move costs, who blocks whom and how far a musket carries is for the rulebooks to
//! say.

pub mod hexes;
pub mod table;
