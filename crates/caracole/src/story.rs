//! What happens, put for reading: entries of the ledger, cards, and the names of those on the map.

use crate::out::{Paint, append, wrap};
use crate::sight::Sight;
use kernel::{Entry, Fact};

/// An entry in a line or two: what happened and, below it, the reckoning.
pub fn entry(entry: &Entry, paint: Paint, width: usize) -> String {
    let mut text = plain(entry, paint, width);
    let reckoning = reckoning(entry);
    if !reckoning.is_empty() {
        text.push('\n');
        text.push_str(&wrap(&format!("      {reckoning}"), width, 6));
    }
    text
}

/// What happened, without the reckoning.
pub fn plain(entry: &Entry, paint: Paint, width: usize) -> String {
    let result = if entry.result.is_empty() { String::new() } else { format!(": {}", paint.strong(&entry.result)) };
    let mut text = wrap(&format!("  {}{result}", entry.title), width, 6);
    append(&mut text, &paint.faint(&format!("[{}]", entry.rule)), width, 6);
    text
}

fn reckoning(entry: &Entry) -> String {
    let added = adds_up(entry);
    let line = |line: &kernel::ReckoningLine| {
        if added { format!("{:+} {}", line.value, line.text) } else { format!("{} {}", line.value, line.text) }
    };
    let mut parts = Vec::new();
    if !entry.dice.is_empty() {
        let dice: Vec<String> = entry.dice.iter().map(u8::to_string).collect();
        parts.push(format!("rolled {}", dice.join(" ")));
    }
    if !entry.lines.is_empty() {
        parts.push(entry.lines.iter().map(line).collect::<Vec<_>>().join(", "));
    }
    if let Some(total) = entry.total.filter(|_| added) {
        parts.push(format!("total {total}"));
    }
    parts.join("; ")
}

/// Whether the lines are modifiers that make up the total, with or without the dice; else they are counts, the dice
/// thrown among them.
fn adds_up(entry: &Entry) -> bool {
    let counts_dice = |line: &kernel::ReckoningLine| {
        line.value as usize == entry.dice.len() && (line.text.starts_with("dice") || line.text.starts_with("die"))
    };
    if entry.lines.iter().any(counts_dice) {
        return false;
    }
    let lines: i32 = entry.lines.iter().map(|line| line.value).sum();
    let dice: i32 = entry.dice.iter().map(|&die| i32::from(die)).sum();
    entry.total == Some(lines) || entry.total == Some(lines + dice)
}

/// A card: names of the facts on the left.
pub fn card(facts: &[Fact], width: usize) -> String {
    let left = facts.iter().map(|fact| fact.name.chars().count()).max().unwrap_or(0).min(24);
    let line = |fact: &Fact| wrap(&format!("  {:<left$}  {}", fact.name, fact.text), width, left + 4);
    facts.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The bodies of a scene by name, with the letters they bear on the map.
pub struct Names {
    /// The longest first, so that a name within a name is not taken for it.
    letters: Vec<(String, String)>,
}

impl Names {
    pub fn of(sight: &Sight) -> Names {
        let named = sight.bodies().map(|(body, letter)| (body.name.clone(), letter.to_owned()));
        let mut letters: Vec<(String, String)> = named.collect();
        letters.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        letters.dedup_by(|a, b| a.0 == b.0);
        Names { letters }
    }

    #[cfg(test)]
    pub fn none() -> Names {
        Names { letters: Vec::new() }
    }

    /// A text with the letter after each name in it: `Lisle's horse (C)`.
    pub fn mark(&self, text: &str) -> String {
        let mut done = String::new();
        let mut rest = text;
        let mut within_word = false;
        while let Some(next) = rest.chars().next() {
            let found = self.letters.iter().find(|(name, _)| {
                !within_word
                    && !name.is_empty()
                    && rest.strip_prefix(name.as_str()).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
            });
            let taken = match found {
                Some((name, letter)) => {
                    done.push_str(&format!("{name} ({letter})"));
                    name.len()
                }
                None => {
                    done.push(next);
                    next.len_utf8()
                }
            };
            within_word = rest[..taken].ends_with(char::is_alphanumeric);
            rest = &rest[taken..];
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    fn told(lines: &[(i32, &'static str)], dice: &[u8], total: i32) -> Entry {
        let line = |&(value, text): &(i32, &'static str)| kernel::ReckoningLine {
            rule: Cow::Borrowed("X 1"),
            text: Cow::Borrowed(text),
            value,
        };
        Entry {
            rule: Cow::Borrowed("X 2"),
            title: "Foot tests".into(),
            lines: lines.iter().map(line).collect(),
            dice: dice.to_vec(),
            total: Some(total),
            result: "passes".into(),
            ..Entry::default()
        }
    }

    #[test]
    fn modifiers_are_added_and_counts_are_counted() {
        let test = entry(&told(&[(-1, "grade D"), (2, "uphill")], &[4], 5), Paint(false), 100);
        assert_eq!(test, "  Foot tests: passes [X 2]\n      rolled 4; -1 grade D, +2 uphill; total 5");
        let fire = entry(&told(&[(18, "figures"), (4, "dice")], &[6, 1, 1, 1], 1), Paint(false), 100);
        assert_eq!(fire, "  Foot tests: passes [X 2]\n      rolled 6 1 1 1; 18 figures, 4 dice");
        // Two hits by one die of one gun are no sum of the gun and the die.
        let gun = entry(&told(&[(1, "gun"), (1, "die: ball")], &[6], 2), Paint(false), 100);
        assert_eq!(gun, "  Foot tests: passes [X 2]\n      rolled 6; 1 gun, 1 die: ball");
    }

    #[test]
    fn names_bear_their_letters() {
        let names = Names { letters: vec![("Ash's horse".into(), "B".into()), ("Ash".into(), "A".into())] };
        assert_eq!(names.mark("Ash's horse charges Ash."), "Ash's horse (B) charges Ash (A).");
        assert_eq!(names.mark("Ashby and BAsh"), "Ashby and BAsh");
    }
}
