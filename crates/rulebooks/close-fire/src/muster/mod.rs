//! Armies drawn up for a battle of the book's own kinds (CF 5.2 to 5.11, 5.19 to 5.21).

pub mod generator;
