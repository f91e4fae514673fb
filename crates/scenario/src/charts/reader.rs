//! From the cells of charts to plain values: what a rulebook plays by, read once.

use super::{Chart, ChartSet, Row};
use crate::source::{Fault, Faults};
use std::str::FromStr;

/// Reads charts cell by cell. What cannot be read is a fault at its line and column; something stands in for it, so that
/// the rest is read as well and every fault is told at once.
#[derive(Debug)]
pub struct Reader<'a> {
    set: &'a ChartSet,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    /// What is read of some charts, when nothing was wrong with any of it.
    pub fn read<T>(set: &'a ChartSet, read: impl FnOnce(&mut Reader<'a>) -> T) -> Result<T, Faults> {
        let mut reader = Reader { set, faults: Vec::new() };
        let value = read(&mut reader);
        if reader.faults.is_empty() { Ok(value) } else { Err(Faults(reader.faults)) }
    }

    fn chart(&self, id: &str) -> Option<&'a Chart> {
        self.set.find(id)
    }

    /// All rows of a chart, in its order.
    pub fn rows(&self, id: &str) -> &'a [Row] {
        self.chart(id).map_or(&[], |chart| &chart.rows)
    }

    /// The row of that key, or a fault.
    pub fn row(&mut self, id: &str, key: &str) -> Option<&'a Row> {
        let chart = self.chart(id)?;
        let row = chart.rows.iter().find(|row| row.key == key);
        if row.is_none() {
            self.faults.push(self.set.lacks(chart, format!("{id} has no row `{key}`"), "add it"));
        }
        row
    }

    /// One value for each of the rows with these keys.
    pub fn keyed<T: Copy, const N: usize>(
        &mut self,
        id: &str,
        keys: [&str; N],
        otherwise: T,
        read: impl Fn(&mut Self, &Row) -> T,
    ) -> [T; N] {
        keys.map(|key| match self.row(id, key) {
            Some(row) => read(self, row),
            None => otherwise,
        })
    }

    /// One value for each of the rows whose keys count up from a number, such as those of a die.
    pub fn counted<T: Copy, const N: usize>(
        &mut self,
        id: &str,
        first: i32,
        otherwise: T,
        read: impl Fn(&mut Self, &Row) -> T,
    ) -> [T; N] {
        std::array::from_fn(|place| match self.row(id, &(first + place as i32).to_string()) {
            Some(row) => read(self, row),
            None => otherwise,
        })
    }

    /// The first cells of a row, each read the same way.
    pub fn cells<T, const N: usize>(&mut self, row: &Row, read: impl Fn(&mut Self, &Row, usize) -> T) -> [T; N] {
        std::array::from_fn(|column| read(self, row, column))
    }

    /// The value of a modifier, or a fault.
    pub fn modifier(&mut self, id: &str, key: &str) -> i8 {
        let Some(chart) = self.chart(id) else { return 0 };
        match chart.modifiers.iter().find(|modifier| modifier.key == key) {
            Some(modifier) => modifier.value,
            None => {
                self.faults.push(self.set.lacks(chart, format!("{id} has no modifier `{key}`"), "add it"));
                0
            }
        }
    }

    /// The text of a cell; empty where the row ends before it.
    pub fn cell<'r>(&self, row: &'r Row, column: usize) -> &'r str {
        row.cells.get(column).map_or("", |cell| cell.trim())
    }

    /// A cell that says nothing, and what it could say.
    pub fn wrong(&mut self, row: &Row, column: usize, instead: &str) {
        let what = format!("`{}` cannot be read", row.cells.get(column).map_or("", String::as_str));
        self.faults.push(self.set.fault(row, column, what, instead));
    }

    /// `0-5` is success on 5 or less of at most `most`; a dash is never.
    pub fn up_to(&mut self, row: &Row, column: usize, most: i8) -> Option<i8> {
        let cell = self.cell(row, column);
        if cell == "-" {
            return None;
        }
        let top = cell.strip_prefix("0-").unwrap_or(cell).parse().ok().filter(|top| (0..=most).contains(top));
        if top.is_none() {
            self.wrong(row, column, "a range from 0, such as `0-5`, or `-` for not possible");
        }
        top
    }

    /// A number with or without its sign, or a dash.
    pub fn number_or_dash(&mut self, row: &Row, column: usize) -> Option<i8> {
        let cell = self.cell(row, column);
        if cell == "-" {
            return None;
        }
        let number = cell.parse().ok();
        if number.is_none() {
            self.wrong(row, column, "a number such as `+1`, or `-`");
        }
        number
    }

    pub fn number<T: FromStr + Default>(&mut self, row: &Row, column: usize) -> T {
        self.cell(row, column).parse().unwrap_or_else(|_| {
            self.wrong(row, column, "a whole number");
            T::default()
        })
    }

    pub fn yes(&mut self, row: &Row, column: usize) -> bool {
        self.word(row, column, &[("yes", true), ("no", false)], false)
    }

    /// One of some words, and what it means.
    pub fn word<T: Copy>(&mut self, row: &Row, column: usize, words: &[(&str, T)], otherwise: T) -> T {
        let cell = self.cell(row, column);
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == cell) {
            return *value;
        }
        let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.wrong(row, column, &format!("one of: {}", list.join(", ")));
        otherwise
    }
}
