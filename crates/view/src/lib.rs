//! What a seat is shown: a battle as it stands, its story, menus, marks and routes, and the report of it afterwards.
//!
//! A [`Position`] is found by playing a journal and never changes afterwards; [`views`], [`secrecy`] and [`report`] look at it
//! with the eyes of a seat, and [`shapes`] is what they hand out. Nothing here knows a server, a file, a clock or a thread,
//! so that the same code can run wherever somebody looks at a battle.

pub mod broken;
mod drawn;
pub mod ground;
pub mod position;
pub mod report;
mod secrecy;
pub mod shapes;
pub mod views;

pub use broken::Broken;
pub use position::{PERSON, Position, Tale};
