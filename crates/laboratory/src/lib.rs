//! The laboratory: battles played by the thousand, to find faults and to measure speed.

pub mod bench;
pub mod soak;
