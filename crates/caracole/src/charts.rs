//! `charts`: the charts of a rulebook, every figure with where it comes from.

use crate::out::{say, width, wrap};
use crate::{Mistake, target};
use clap::Args;
use scenario::charts::{Chart, ChartSet};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Charts {
    /// One chart by its number, such as C13; all of them if none is given
    chart: Option<String>,
    /// The rulebook; one that prints its charts on cards if none is given
    #[arg(long)]
    rulebook: Option<String>,
    /// A folder of chart files laid over those of the rulebook
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

impl Charts {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let corrections = target::charts(self.charts.as_deref())?;
        let on_cards = shelf::BOOKS.iter().find(|book| book.has_cards).map_or("", |book| book.card.key);
        let rulebook = self.rulebook.as_deref().unwrap_or(on_cards);
        let set = shelf::charts(rulebook, &corrections).map_err(|problem| Mistake::new(problem.to_string()))?;
        let wanted = self.wanted(&set)?;
        if self.json {
            say!("{}", serde_json::to_string_pretty(&wanted)?);
            return Ok(ExitCode::SUCCESS);
        }
        for (index, chart) in wanted.into_iter().enumerate() {
            if index > 0 {
                say!();
            }
            tell(chart)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn wanted<'a>(&self, set: &'a ChartSet) -> Result<Vec<&'a Chart>, Mistake> {
        let Some(wanted) = &self.chart else { return Ok(set.charts.iter().collect()) };
        match set.charts.iter().find(|chart| chart.id.eq_ignore_ascii_case(wanted)) {
            Some(chart) => Ok(vec![chart]),
            None => {
                let all: Vec<&str> = set.charts.iter().map(|chart| chart.id.as_str()).collect();
                Err(Mistake::new(format!("there is no chart `{wanted}`\n  instead: {}", all.join(", "))))
            }
        }
    }
}

fn tell(chart: &Chart) -> Result<(), Mistake> {
    say!("{} {} [{}]", chart.id, chart.title, chart.rule);
    if !chart.rows.is_empty() {
        let mut lines = vec![[vec![chart.keyed_by.clone()], chart.columns.clone(), vec!["from".into()]].concat()];
        for row in &chart.rows {
            lines.push([vec![row.key.clone()], row.cells.clone(), vec![row_origin(row)]].concat());
        }
        let columns = lines[0].len();
        let widest = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        for line in &lines {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            say!("    {}", cells.join("  ").trim_end());
        }
    }
    for modifier in &chart.modifiers {
        let from = origin(modifier.from, &modifier.source);
        say!("{}", wrap(&format!("    {:>+3}  {} ({from})", modifier.value, modifier.text), width(), 9));
    }
    if !chart.note.is_empty() {
        say!("{}", wrap(&format!("    {}", chart.note), width(), 4));
    }
    Ok(())
}

/// Where a row comes from: one word, or one for each cell where they differ.
fn row_origin(row: &scenario::charts::Row) -> String {
    if row.cell_from.iter().all(|from| *from == row.from) {
        return origin(row.from, &row.source);
    }
    let cells: Vec<&str> = row.cell_from.iter().map(|from| from.name()).collect();
    cells.join(", ")
}

fn origin(from: scenario::charts::Provenance, source: &str) -> String {
    if source.is_empty() { from.name().to_owned() } else { format!("{}: {source}", from.name()) }
}
