//! How a survey is shown: to people as a table and lists, to programs as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::coverage::Coverage;
use catalogue::RuleEntry;

const COLUMNS: [&str; 9] =
    ["rulebook", "state", "ids", "implemented", "tested", "not applicable", "missing", "vectors", "vectors tested"];

/// A list of missing rules shows this much of each.
const FIRST_WORDS: usize = 76;

struct Figures {
    ids: usize,
    implemented: usize,
    tested: usize,
    not_applicable: usize,
}

impl Figures {
    fn of(coverage: &Coverage) -> Self {
        let rules = &coverage.rules;
        Self {
            ids: rules.len(),
            implemented: rules.iter().filter(|rule| rule.implemented).count(),
            tested: rules.iter().filter(|rule| rule.tested).count(),
            not_applicable: rules.iter().filter(|rule| rule.not_applicable).count(),
        }
    }
}

#[derive(Serialize)]
struct Report<'c> {
    rulebooks: Vec<RulebookReport<'c>>,
}

#[derive(Serialize)]
struct RulebookReport<'c> {
    name: &'c str,
    ids: usize,
    implemented: usize,
    tested: usize,
    not_applicable: usize,
    missing: Vec<&'c str>,
}

pub fn json(rulebooks: &[Coverage]) -> String {
    let rulebook = |coverage| {
        let Figures { ids, implemented, tested, not_applicable } = Figures::of(coverage);
        let missing = coverage.missing().map(|rule| rule.entry.id.as_str()).collect();
        RulebookReport { name: &coverage.name, ids, implemented, tested, not_applicable, missing }
    };
    let report = Report { rulebooks: rulebooks.iter().map(rulebook).collect() };
    // Plain structs of numbers and strings cannot fail to serialize.
    serde_json::to_string(&report).map(|text| text + "\n").unwrap_or_default()
}

pub fn text(rulebooks: &[Coverage]) -> String {
    let mut out = table(rulebooks);
    for coverage in rulebooks.iter().filter(|coverage| coverage.begun) {
        list_missing(&mut out, coverage);
        list_vectors(&mut out, coverage);
    }
    out
}

fn table(rulebooks: &[Coverage]) -> String {
    let rows: Vec<[String; COLUMNS.len()]> =
        std::iter::once(COLUMNS.map(str::to_owned)).chain(rulebooks.iter().map(row)).collect();
    let widths: Vec<usize> =
        (0..COLUMNS.len()).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    let mut out = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let is_name = column < 2;
            if is_name { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        out += cells.collect::<Vec<_>>().join("  ").trim_end();
        out.push('\n');
    }
    out
}

fn row(coverage: &Coverage) -> [String; COLUMNS.len()] {
    let figures = Figures::of(coverage);
    let state = match (coverage.complete, coverage.begun) {
        (true, _) => "complete",
        (false, true) => "under way",
        (false, false) => "not begun",
    };
    [
        coverage.name.clone(),
        state.to_owned(),
        figures.ids.to_string(),
        figures.implemented.to_string(),
        figures.tested.to_string(),
        figures.not_applicable.to_string(),
        coverage.missing().count().to_string(),
        coverage.vectors.len().to_string(),
        coverage.vectors.iter().filter(|vector| vector.tested).count().to_string(),
    ]
}

fn list_missing(out: &mut String, coverage: &Coverage) {
    let missing: Vec<_> = coverage.missing().collect();
    if missing.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}: {} missing", coverage.name, missing.len());
    let width = width(missing.iter().map(|rule| &rule.entry));
    for rule in missing {
        let _ = writeln!(out, "  {:<width$}  {:<10}  {}", rule.entry.id, rule.lacks(), first_words(&rule.entry));
    }
}

fn list_vectors(out: &mut String, coverage: &Coverage) {
    let untested: Vec<_> = coverage.untested_vectors().collect();
    if untested.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}: {} test vectors that no test cites", coverage.name, untested.len());
    let width = width(untested.iter().map(|vector| &vector.entry));
    for vector in untested {
        let _ = writeln!(out, "  {:<width$}  {}", vector.entry.id, first_words(&vector.entry));
    }
}

fn width<'e>(entries: impl Iterator<Item = &'e RuleEntry>) -> usize {
    entries.map(|entry| entry.id.len()).max().unwrap_or(0)
}

fn first_words(entry: &RuleEntry) -> String {
    if entry.text.chars().count() <= FIRST_WORDS {
        return entry.text.clone();
    }
    let cut: String = entry.text.chars().take(FIRST_WORDS).collect();
    let whole_words = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{whole_words} …")
}
