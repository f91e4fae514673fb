//! The laboratory: battles played by the thousand, to find faults and to measure speed.
//!
//! [`soak`] plays whole battles and holds every promise of the contract against them; [`secrecy`] and [`strays`] are
//! two of its instruments. [`targets`] are the functions that fuzzing feeds with whatever it likes. [`bench`] measures,
//! [`contest`] matches commanders against each other.

pub mod bench;
pub mod contest;
pub mod secrecy;
pub mod soak;
pub mod strays;
pub mod targets;
