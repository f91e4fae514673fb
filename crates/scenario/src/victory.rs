//! How battles on open tables are won: what ground is worth, and when an army breaks.

use crate::source::{At, Reporter};
use crate::words::advise;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// More than any ground is worth, and so few that those of all ground can be added up.
const MOST_POINTS: u32 = 9_999;

// Points for either side, or by side. Each file says what it means where it has the key.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PointsFile {
    Either(u32),
    Each(BTreeMap<String, u32>),
}

// At how many per cent an army breaks, or whether any does.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum BreakFile {
    Percent(i64),
    Breaks(bool),
}

impl PointsFile {
    /// What each of the two sides of those keys is given.
    pub fn of_sides(points: &At<PointsFile>, keys: [&str; 2], report: &mut Reporter<'_>) -> [u32; 2] {
        let worth = match &points.value {
            PointsFile::Either(either) => [*either, *either],
            PointsFile::Each(each) => {
                for key in each.keys().filter(|key| !keys.contains(&key.as_str())) {
                    report.fault(points.span(), format!("there is no side `{key}`"), advise(key, keys.to_vec()));
                }
                keys.map(|key| each.get(key).copied().unwrap_or(0))
            }
        };
        if let Some(most) = worth.into_iter().max().filter(|&most| most > MOST_POINTS) {
            report.fault(points.span(), format!("{most} points"), format!("at most {MOST_POINTS}"));
        }
        worth
    }
}

impl BreakFile {
    /// The per cent at which armies break, of at most so many, if any does.
    pub fn percent(at: &At<BreakFile>, most: u8, report: &mut Reporter<'_>) -> Option<u8> {
        let what = match at.value {
            BreakFile::Breaks(false) => return None,
            BreakFile::Breaks(true) => "an army breaks at some per cent".into(),
            BreakFile::Percent(percent) => match u8::try_from(percent) {
                Ok(percent) if (1..=most).contains(&percent) => return Some(percent),
                _ => format!("{percent} per cent"),
            },
        };
        report.fault(at.span(), what, format!("1 to {most}, or false where no army breaks"));
        Some(most.div_ceil(2))
    }
}
