//! What forces cost: army lists bought for points, and the bill of a battle's two sides.

use crate::{At, Reporter};
use std::fmt;

/// An army that keeps within its limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    pub title: String,
    pub limit: Option<u32>,
    pub bill: Bill,
}

/// A bill: who costs what, and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bill {
    pub entries: Vec<BillEntry>,
}

/// A unit or a general with the lines of its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillEntry {
    pub name: String,
    /// How many of the same.
    pub count: u32,
    /// The price of one.
    pub lines: Vec<BillLine>,
}

/// One line of a bill: so many of something, at so much each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLine {
    pub what: String,
    pub count: u32,
    pub each: u32,
    pub rule: &'static str,
}

impl BillLine {
    pub fn points(&self) -> u32 {
        self.count * self.each
    }
}

impl BillEntry {
    pub fn points(&self) -> u32 {
        self.count * self.lines.iter().map(BillLine::points).sum::<u32>()
    }
}

impl Bill {
    pub fn total(&self) -> u32 {
        self.entries.iter().map(BillEntry::points).sum()
    }

    /// An army over its limit is told by how much, and what it could do without.
    pub fn keeps_within(&self, limit: Option<&At<u32>>, rule: &str, report: &mut Reporter<'_>) {
        let Some(limit) = limit.filter(|limit| self.total() > limit.value) else { return };
        let over = self.total() - limit.value;
        let what = format!("the army costs {} points, {over} over its limit of {} ({rule})", self.total(), limit.value);
        let enough = self.entries.iter().filter(|entry| entry.points() >= over).min_by_key(|entry| entry.points());
        let instead = match enough {
            Some(entry) => format!("{over} points less: {} alone costs {}", entry.name, entry.points()),
            None => format!("{over} points less"),
        };
        report.fault(limit.span(), what, instead);
    }
}

impl fmt::Display for Bill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in &self.entries {
            let times = if entry.count == 1 { String::new() } else { format!("{} x ", entry.count) };
            writeln!(f, "{:<60} {:>6}", format!("{times}{}", entry.name), entry.points())?;
            for line in &entry.lines {
                let price = format!("    {} {} at {}", line.count, line.what, line.each);
                writeln!(f, "{price:<52} {:>6}  [{}]", line.points(), line.rule)?;
            }
        }
        write!(f, "{:<60} {:>6}", "total", self.total())
    }
}
