//! The charts: their files, their look-ups, and the rolls that the rulebook shows.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod catalogue;
mod files;
mod lookups;
mod proofs;

use les_batailles::charts::{Base6, Charts, read};
use scenario::Source;
use std::sync::OnceLock;

fn charts() -> &'static Charts {
    static CHARTS: OnceLock<Charts> = OnceLock::new();
    CHARTS.get_or_init(|| read(&[]).unwrap_or_else(|faults| panic!("{faults}")).1)
}

/// An owner's file: the chart is said in its third line, what follows begins in its fourth.
fn mine(chart: &str, text: &str) -> Source {
    Source::new("mine.toml", format!("format = 1\nrulebook = \"les-batailles\"\nchart = \"{chart}\"\n{text}"))
}

fn dice(number: u8) -> Base6 {
    Base6::printed(number).unwrap()
}
