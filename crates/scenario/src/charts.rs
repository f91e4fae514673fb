//! Charts as data: one readable file a chart, every figure with where it comes from, and corrections laid over them.
//!
//! A rulebook ships its charts; an owner of the printed game may lay files of his own over them, which need only hold the
//! rows and modifiers that differ. What the cells mean is the rulebook's business: it reads them with a [`Reader`], which
//! reports what cannot be read with the place of the cell.

mod reader;

pub use reader::Reader;

use crate::read::read;
use crate::source::{At, Faults, Source};
use crate::words::advise;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Where a figure comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// A chart the publisher printed.
    Published,
    /// Stated in, or following from, the text of the rules.
    Text,
    /// Rebuilt to obey every hint of the rules; the printed figure is not known.
    Reconstructed,
    /// Copied by an owner of the game from his own cards.
    Owner,
}

impl Provenance {
    pub const fn name(self) -> &'static str {
        match self {
            Provenance::Published => "published",
            Provenance::Text => "from the rules text",
            Provenance::Reconstructed => "reconstructed",
            Provenance::Owner => "from the owner's card",
        }
    }
}

/// A chart as its file says it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChartFile {
    pub format: i64,
    pub rulebook: At<String>,
    /// Its number in the catalogue, such as `C7`.
    pub chart: At<String>,
    #[serde(default)]
    pub title: String,
    /// The rule that calls for it.
    #[serde(default)]
    pub rule: String,
    /// Headings of the cells of each row.
    #[serde(default)]
    pub columns: Vec<String>,
    /// What the key of a row is: a roll, Orders, a strength.
    #[serde(default)]
    pub keyed_by: String,
    #[serde(default)]
    pub rows: Vec<RowFile>,
    #[serde(default)]
    pub modifiers: Vec<ModifierFile>,
    #[serde(default)]
    pub note: String,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RowFile {
    pub key: At<String>,
    pub cells: Vec<At<String>>,
    /// Shipped charts always say it; an owner's correction need not.
    pub from: Option<Provenance>,
    /// For each cell, where they differ.
    #[serde(default)]
    pub cell_from: Vec<Provenance>,
    /// The place in the text, or a word about the figure.
    #[serde(default)]
    pub source: String,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModifierFile {
    pub key: At<String>,
    #[serde(default)]
    pub text: String,
    pub value: At<i8>,
    pub from: Option<Provenance>,
    #[serde(default)]
    pub source: String,
}

/// A chart ready to be read by its rulebook and shown to players.
#[derive(Debug, Clone, Serialize)]
pub struct Chart {
    pub id: String,
    pub title: String,
    pub rule: String,
    pub keyed_by: String,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    pub modifiers: Vec<Modifier>,
    pub note: String,
    #[serde(skip)]
    file: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct Row {
    pub key: String,
    pub cells: Vec<String>,
    pub from: Provenance,
    /// Of each cell; all the same unless the file says otherwise.
    pub cell_from: Vec<Provenance>,
    pub source: String,
    #[serde(skip)]
    places: Vec<Place>,
    #[serde(skip)]
    place: Place,
}

#[derive(Debug, Clone, Serialize)]
pub struct Modifier {
    pub key: String,
    pub text: String,
    pub value: i8,
    pub from: Provenance,
    pub source: String,
}

/// A stretch of one of the files.
#[derive(Debug, Clone)]
struct Place {
    file: usize,
    span: Range<usize>,
}

/// All charts of a rulebook, and the files they were read from.
#[derive(Debug, Clone)]
pub struct ChartSet {
    pub charts: Vec<Chart>,
    files: Vec<Source>,
}

impl ChartSet {
    /// Reads the shipped charts and lays the owner's files over them, in order.
    pub fn read(rulebook: &str, shipped: &[Source], corrections: &[Source]) -> Result<ChartSet, Faults> {
        let mut set = ChartSet { charts: Vec::new(), files: Vec::new() };
        let mut faults = Vec::new();
        for source in shipped {
            match read::<ChartFile>(source) {
                Ok(file) => set.add(source, file),
                Err(Faults(wrong)) => faults.extend(wrong),
            }
        }
        for source in corrections {
            match read::<ChartFile>(source) {
                Ok(file) => set.lay_over(rulebook, source, file, &mut faults),
                Err(Faults(wrong)) => faults.extend(wrong),
            }
        }
        if faults.is_empty() { Ok(set) } else { Err(Faults(faults)) }
    }

    pub fn find(&self, id: &str) -> Option<&Chart> {
        self.charts.iter().find(|chart| chart.id == id)
    }

    fn add(&mut self, source: &Source, file: ChartFile) {
        let index = self.files.len();
        self.files.push(source.clone());
        let row = |row: RowFile| row.keep(index, Provenance::Reconstructed);
        let modifier = |modifier: ModifierFile| modifier.keep(Provenance::Reconstructed);
        self.charts.push(Chart {
            id: file.chart.value,
            title: file.title,
            rule: file.rule,
            keyed_by: file.keyed_by,
            columns: file.columns,
            rows: file.rows.into_iter().map(row).collect(),
            modifiers: file.modifiers.into_iter().map(modifier).collect(),
            note: file.note,
            file: index,
        });
    }

    fn lay_over(&mut self, rulebook: &str, source: &Source, file: ChartFile, faults: &mut Vec<crate::Fault>) {
        if file.rulebook.value != rulebook {
            let what = format!("a chart for `{}`", file.rulebook.value);
            return faults.push(source.fault(file.rulebook.span(), what, format!("rulebook = \"{rulebook}\"")));
        }
        let index = self.files.len();
        self.files.push(source.clone());
        let known: Vec<String> = self.charts.iter().map(|chart| chart.id.clone()).collect();
        let Some(chart) = self.charts.iter_mut().find(|chart| chart.id == file.chart.value) else {
            let what = format!("there is no chart `{}`", file.chart.value);
            return faults.push(source.fault(
                file.chart.span(),
                what,
                advise(&file.chart.value, known.iter().map(String::as_str)),
            ));
        };
        for row in file.rows {
            lay_row(chart, row, source, index, faults);
        }
        for modifier in file.modifiers {
            lay_modifier(chart, modifier, source, faults);
        }
    }

    /// A fault in a cell of a chart.
    pub fn fault(&self, row: &Row, column: usize, what: impl Into<String>, instead: impl Into<String>) -> crate::Fault {
        let place = row.places.get(column).unwrap_or(&row.place);
        self.files[place.file].fault(place.span.clone(), what, instead)
    }

    /// A fault of a whole chart: something is missing from it.
    pub fn lacks(&self, chart: &Chart, what: impl Into<String>, instead: impl Into<String>) -> crate::Fault {
        self.files[chart.file].fault(0..0, what, instead)
    }
}

impl RowFile {
    fn keep(self, file: usize, unless_said: Provenance) -> Row {
        let from = self.from.unwrap_or(unless_said);
        let cell_from = (0..self.cells.len()).map(|cell| self.cell_from.get(cell).copied().unwrap_or(from)).collect();
        Row {
            places: self.cells.iter().map(|cell| Place { file, span: cell.span() }).collect(),
            place: Place { file, span: self.key.span() },
            key: self.key.value,
            cells: self.cells.into_iter().map(|cell| cell.value).collect(),
            from,
            cell_from,
            source: self.source,
        }
    }
}

impl ModifierFile {
    fn keep(self, unless_said: Provenance) -> Modifier {
        Modifier {
            key: self.key.value,
            text: self.text,
            value: self.value.value,
            from: self.from.unwrap_or(unless_said),
            source: self.source,
        }
    }
}

fn lay_row(chart: &mut Chart, row: RowFile, source: &Source, index: usize, faults: &mut Vec<crate::Fault>) {
    let keys: Vec<String> = chart.rows.iter().map(|row| row.key.clone()).collect();
    let span = row.key.span();
    let Some(old) = chart.rows.iter_mut().find(|old| old.key == row.key.value) else {
        let what = format!("{} has no row `{}`", chart.id, row.key.value);
        return faults.push(source.fault(span, what, advise(&row.key.value, keys.iter().map(String::as_str))));
    };
    if row.cells.len() != old.cells.len() {
        let what = format!("the row has {} cells", row.cells.len());
        return faults.push(source.fault(span, what, format!("{}: {}", old.cells.len(), chart.columns.join(", "))));
    }
    *old = row.keep(index, Provenance::Owner);
}

fn lay_modifier(chart: &mut Chart, modifier: ModifierFile, source: &Source, faults: &mut Vec<crate::Fault>) {
    let keys: Vec<String> = chart.modifiers.iter().map(|modifier| modifier.key.clone()).collect();
    let Some(old) = chart.modifiers.iter_mut().find(|old| old.key == modifier.key.value) else {
        let what = format!("{} has no modifier `{}`", chart.id, modifier.key.value);
        let instead = advise(&modifier.key.value, keys.iter().map(String::as_str));
        return faults.push(source.fault(modifier.key.span(), what, instead));
    };
    let text = if modifier.text.is_empty() { old.text.clone() } else { modifier.text.clone() };
    *old = Modifier { text, ..modifier.keep(Provenance::Owner) };
}
