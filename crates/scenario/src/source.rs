//! The text of a file, and what is wrong with it: every fault with its place and what would be right.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Source {
        Source { path: path.into(), text: text.into() }
    }

    /// Reads a file from disk.
    pub fn open(path: &std::path::Path) -> std::io::Result<Source> {
        Ok(Source::new(path.display().to_string(), std::fs::read_to_string(path)?))
    }

    /// A fault of the stretch of text from and to these bytes.
    pub fn fault(&self, span: Range<usize>, what: impl Into<String>, instead: impl Into<String>) -> Fault {
        let start = floor_boundary(&self.text, span.start);
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_text = self.text[line_start..].lines().next().unwrap_or_default();
        let line_end = line_start + line_text.len();
        let end = floor_boundary(&self.text, span.end.clamp(start, line_end.max(start)));
        Fault {
            path: self.path.clone(),
            line: before.matches('\n').count() + 1,
            column: self.text[line_start..start].chars().count() + 1,
            what: what.into(),
            instead: instead.into(),
            excerpt: line_text.to_owned(),
            width: self.text[start..end].chars().count().max(1),
        }
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One thing wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub path: String,
    /// Both count from one; the column counts characters.
    pub line: usize,
    pub column: usize,
    pub what: String,
    /// What would be right; empty when there is nothing to advise.
    pub instead: String,
    /// The line it stands on, and how many characters of it are meant.
    pub excerpt: String,
    pub width: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}:{}: {}", self.path, self.line, self.column, self.what)?;
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(f, "  {number} | {}", self.excerpt)?;
        // Tabs of the line are kept, so that the caret stands under the right letter.
        let lead: String =
            self.excerpt.chars().take(self.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        write!(f, "  {margin} | {lead}{}", "^".repeat(self.width))?;
        if !self.instead.is_empty() {
            write!(f, "\n  {margin} = instead: {}", self.instead)?;
        }
        Ok(())
    }
}

/// Everything wrong with a file, in the order of its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Collects the faults of one file, so that a reader may go on after the first.
#[derive(Debug)]
pub struct Reporter<'a> {
    pub source: &'a Source,
    faults: Vec<Fault>,
}

impl<'a> Reporter<'a> {
    pub fn new(source: &'a Source) -> Reporter<'a> {
        Reporter { source, faults: Vec::new() }
    }

    pub fn fault(&mut self, span: Range<usize>, what: impl Into<String>, instead: impl Into<String>) {
        let fault = self.source.fault(span, what, instead);
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    pub fn clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// The value, when nothing at all was wrong: nothing half-loads.
    pub fn finish<T>(mut self, value: T) -> Result<T, Faults> {
        if self.faults.is_empty() {
            return Ok(value);
        }
        self.faults.sort_by_key(|fault| (fault.line, fault.column));
        Err(Faults(self.faults))
    }
}

/// A value and where it stands in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct At<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl<T> At<T> {
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<T>::deserialize(deserializer)?;
        let span = spanned.span();
        Ok(At { value: spanned.into_inner(), span })
    }
}

/// In a schema the place of a value is not seen.
impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}
