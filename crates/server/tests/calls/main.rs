//! The server through its calls. One program, so that the games are compiled for its tests once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod bad_input;
mod common;
mod durable;
mod history;
#[path = "../../examples/load/line.rs"]
mod line;
mod live;
mod memory;
mod play;
mod reading;
mod secrecy;

pub type Fault = Box<dyn std::error::Error + Send + Sync>;
