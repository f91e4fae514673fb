//! Why is data: the reckoning behind every result, told to whoever listens.

use crate::seat::{Seat, Side};
use crate::telling::Said;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Hears what happens and why. The rulebooks ask [`Listener::hears`] before they put anything into words, so that
/// playing without an audience costs nothing.
pub trait Listener {
    fn hears(&self) -> bool;
    fn tell(&mut self, entry: Entry);

    /// A question that nobody was asked, because it had one answer. It is no event, and most do not care.
    fn unasked(&mut self, _unasked: Unasked) {}
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

    #[inline]
    fn unasked(&mut self, unasked: Unasked) {
        (**self).unasked(unasked);
    }
}

/// A decision that was taken for a seat, because there was no other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unasked {
    pub seat: Seat,
    /// The topic of the question it would have been.
    pub topic: &'static str,
    /// In the journal's notation.
    pub decision: String,
}

/// Keeps everything it hears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Ledger {
    pub entries: Vec<Entry>,
    /// What was answered without asking; for those who write scripts.
    pub unasked: Vec<Unasked>,
}

impl Listener for Ledger {
    fn hears(&self) -> bool {
        true
    }

    fn tell(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    fn unasked(&mut self, unasked: Unasked) {
        self.unasked.push(unasked);
    }
}

/// One thing that happened, with its reckoning.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Entry {
    /// The rule that made it happen.
    pub rule: Cow<'static, str>,
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub title: Said,
    /// Whom it concerns, by the numbers of the scene's bodies.
    pub bodies: Vec<u16>,
    pub lines: Vec<ReckoningLine>,
    /// The dice that decided it.
    pub dice: Vec<u8>,
    pub total: Option<i32>,
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub result: Said,
    /// Who hears it whole; everybody, if nobody is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(skip))]
    pub audience: Option<Audience>,
}

/// Those who hear an entry whole, and what the others hear of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audience {
    pub sides: Vec<Side>,
    /// The shorter form; without one the others hear nothing.
    pub others: Option<Box<Entry>>,
}

/// One step of a reckoning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReckoningLine {
    pub rule: Cow<'static, str>,
    pub text: Cow<'static, str>,
    pub value: i32,
    /// It counts something, figures or dice, and is no part of the total.
    #[serde(default)]
    pub counts: bool,
}

impl ReckoningLine {
    /// A part of the total.
    pub fn adds(rule: &'static str, text: impl Into<Cow<'static, str>>, value: i32) -> ReckoningLine {
        ReckoningLine { rule: Cow::Borrowed(rule), text: text.into(), value, counts: false }
    }

    /// So many of something.
    pub fn counts(rule: &'static str, text: impl Into<Cow<'static, str>>, value: i32) -> ReckoningLine {
        ReckoningLine { counts: true, ..ReckoningLine::adds(rule, text, value) }
    }

    /// `+2`, or `9` where it counts something.
    pub fn figure(&self) -> String {
        if self.counts { self.value.to_string() } else { format!("{:+}", self.value) }
    }
}

impl Entry {
    /// Something that happened without a reckoning.
    pub fn event(rule: &'static str, title: impl Into<Said>, bodies: &[u16]) -> Entry {
        Entry { rule: Cow::Borrowed(rule), title: title.into(), bodies: bodies.to_vec(), ..Entry::default() }
    }

    /// Something said of the bodies that are its parts.
    pub fn told(rule: &'static str, title: Said) -> Entry {
        let bodies = title.bodies().collect();
        Entry { rule: Cow::Borrowed(rule), title, bodies, ..Entry::default() }
    }

    /// The same for the ears of some sides only; `others` is what the rest hear of it, if anything.
    #[must_use]
    pub fn only_for(self, sides: &[Side], others: Option<Entry>) -> Entry {
        // A shorter form has no secrets of its own: it goes to everybody who does not hear the whole.
        let others = others.map(|short| Box::new(Entry { audience: None, ..short }));
        Entry { audience: Some(Audience { sides: sides.to_vec(), others }), ..self }
    }

    /// What a side hears of it: the whole, the shorter form, or nothing.
    pub fn for_side(&self, side: Side) -> Option<&Entry> {
        self.for_sides(&[side])
    }

    /// What all of these sides may hear of it, where they listen together.
    pub fn for_sides(&self, sides: &[Side]) -> Option<&Entry> {
        match &self.audience {
            Some(audience) if !sides.iter().all(|side| audience.sides.contains(side)) => audience.others.as_deref(),
            _ => Some(self),
        }
    }

    /// Whether the total is what its lines make, with the dice or without them.
    pub fn adds_up(&self) -> bool {
        let lines: i32 = self.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum();
        let dice: i32 = self.dice.iter().map(|&die| i32::from(die)).sum();
        self.total.is_none_or(|total| total == lines || total == lines + dice)
    }

    /// Everything it tells, for tests that hold a tale against the rules: what happens, the dice, the total and the result on
    /// one line, then a line for each point of the reckoning.
    pub fn in_lines(&self) -> Vec<String> {
        let mut head = format!("{} {}", self.rule, self.title);
        if !self.dice.is_empty() {
            head += &format!(" {:?}", self.dice);
        }
        if let Some(total) = self.total {
            head += &format!(" = {total}");
        }
        if !self.result.is_empty() {
            head += &format!(": {}", self.result);
        }
        let points = self.lines.iter().map(|point| format!("{} {}", point.figure(), point.text));
        std::iter::once(head).chain(points).collect()
    }

    /// How many bytes it takes to keep, about.
    pub fn weight(&self) -> usize {
        let others = self.audience.as_ref().and_then(|audience| audience.others.as_deref());
        let words = self.title.len() + self.result.len() + 2 * self.bodies.len() + self.dice.len();
        size_of::<Entry>() + words + size_of::<ReckoningLine>() * self.lines.len() + others.map_or(0, Entry::weight)
    }

    /// The entry as a person reads it in a terminal or a log.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} [{}]", self.title, self.rule);
        for line in &self.lines {
            text.push_str(&format!("\n    {:>3}  {} [{}]", line.figure(), line.text, line.rule));
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
    pub lines: Vec<ReckoningLine>,
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
            self.lines.push(ReckoningLine::adds(rule, text, value));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_hears_what_names_no_audience() {
        let entry = Entry::event("x 1", "Foot advances", &[3]);
        assert_eq!(entry.for_side(Side::SECOND), Some(&entry));
        assert_eq!(entry.for_sides(&Side::BOTH), Some(&entry));
        assert!(!serde_json::to_string(&entry).unwrap().contains("audience"));
    }

    #[test]
    fn others_hear_the_shorter_form_or_nothing() {
        let short = Entry::event("x 2", "Foot stands", &[3]);
        let whole = Entry::event("x 2", "Foot passes on 43 with a rating of 41", &[3]);
        let told = whole.clone().only_for(&[Side::FIRST], Some(short.clone()));
        assert_eq!(told.for_side(Side::FIRST).map(|entry| &*entry.title), Some(&*whole.title));
        assert_eq!(told.for_side(Side::SECOND), Some(&short));
        assert_eq!(told.for_sides(&Side::BOTH), Some(&short));
        let secret = whole.only_for(&[Side::FIRST], None);
        assert_eq!(secret.for_side(Side::SECOND), None);
        assert!(secret.for_side(Side::FIRST).is_some());
    }

    #[test]
    fn a_shorter_form_keeps_nothing_back() {
        let inner = Entry::event("x 3", "secret", &[]).only_for(&[Side::FIRST], None);
        let told = Entry::event("x 3", "whole", &[]).only_for(&[], Some(inner));
        assert_eq!(told.for_side(Side::FIRST).map(|entry| &entry.audience), Some(&None));
    }
}
