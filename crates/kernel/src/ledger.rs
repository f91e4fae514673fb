//! Why is data: the reckoning behind every result, told to whoever listens.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Hears what happens and why. The rulebooks ask [`Listener::hears`] before they put anything into words, so that
/// playing without an audience costs nothing.
pub trait Listener {
    fn hears(&self) -> bool;
    fn tell(&mut self, entry: Entry);
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Listener for Silent {
    #[inline(always)]
    fn hears(&self) -> bool {
        false
    }

    #[inline(always)]
    fn tell(&mut self, _entry: Entry) {}
}

impl<L: Listener + ?Sized> Listener for &mut L {
    #[inline]
    fn hears(&self) -> bool {
        (**self).hears()
    }

    #[inline]
    fn tell(&mut self, entry: Entry) {
        (**self).tell(entry);
    }
}

/// Keeps everything it hears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Ledger {
    pub entries: Vec<Entry>,
}

impl Listener for Ledger {
    fn hears(&self) -> bool {
        true
    }

    fn tell(&mut self, entry: Entry) {
        self.entries.push(entry);
    }
}

/// One thing that happened, with its reckoning.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Entry {
    /// The rule that made it happen.
    pub rule: Cow<'static, str>,
    pub title: String,
    /// Whom it concerns, by the numbers of the scene's bodies.
    pub bodies: Vec<u16>,
    pub lines: Vec<Line>,
    /// The dice that decided it.
    pub dice: Vec<u8>,
    pub total: Option<i32>,
    pub result: String,
}

/// One step of a reckoning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub rule: Cow<'static, str>,
    pub text: Cow<'static, str>,
    pub value: i32,
}

impl Entry {
    /// Something that happened without a reckoning.
    pub fn event(rule: &'static str, title: impl Into<String>, bodies: &[u16]) -> Entry {
        Entry { rule: Cow::Borrowed(rule), title: title.into(), bodies: bodies.to_vec(), ..Entry::default() }
    }

    /// The entry as a person reads it in a terminal or a log.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} [{}]", self.title, self.rule);
        for line in &self.lines {
            text.push_str(&format!("\n    {:>+3}  {} [{}]", line.value, line.text, line.rule));
        }
        if !self.dice.is_empty() {
            let dice: Vec<String> = self.dice.iter().map(u8::to_string).collect();
            text.push_str(&format!("\n    dice {}", dice.join(" ")));
        }
        if let Some(total) = self.total {
            text.push_str(&format!("\n    total {total}"));
        }
        if !self.result.is_empty() {
            text.push_str(&format!("\n    => {}", self.result));
        }
        text
    }
}

/// Adds up modifiers; the lines are kept only when somebody listens.
#[derive(Debug, Clone, Default)]
pub struct Reckoning {
    pub total: i32,
    pub lines: Vec<Line>,
    keeps: bool,
}

impl Reckoning {
    pub fn new(listener: &impl Listener) -> Reckoning {
        Reckoning { total: 0, lines: Vec::new(), keeps: listener.hears() }
    }

    /// Adds a modifier that always stands in the reckoning, also when it is 0.
    #[inline]
    pub fn add(&mut self, value: i32, text: &'static str, rule: &'static str) {
        self.total += value;
        if self.keeps {
            self.lines.push(Line { rule: Cow::Borrowed(rule), text: Cow::Borrowed(text), value });
        }
    }

    /// Adds a modifier when its condition holds.
    #[inline]
    pub fn add_if(&mut self, holds: bool, value: i32, text: &'static str, rule: &'static str) {
        if holds {
            self.add(value, text, rule);
        }
    }
}
