//! The command line, run as people run it. One program for all of its tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod commands;
mod common;
mod journals;
mod mistakes;
mod musket_and_pike;
mod play;
