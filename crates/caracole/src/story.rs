//! What happens, put for reading: entries of the ledger, cards, and the names of those on the map.

use crate::out::{Paint, append, wrap};
use crate::sight::Lettered;
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
    let line = |line: &kernel::ReckoningLine| format!("{} {}", line.figure(), line.text);
    let mut parts = Vec::new();
    if !entry.dice.is_empty() {
        let dice: Vec<String> = entry.dice.iter().map(u8::to_string).collect();
        parts.push(format!("rolled {}", dice.join(" ")));
    }
    if !entry.lines.is_empty() {
        parts.push(entry.lines.iter().map(line).collect::<Vec<_>>().join(", "));
    }
    if let Some(total) = entry.total {
        parts.push(format!("total {total}"));
    }
    parts.join("; ")
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
    pub fn of(sight: &Lettered) -> Names {
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
    use kernel::ReckoningLine;

    fn told(lines: Vec<ReckoningLine>, dice: &[u8], total: i32) -> Entry {
        let entry = Entry::event("X 2", "Foot tests", &[]);
        Entry { lines, dice: dice.to_vec(), total: Some(total), result: "passes".into(), ..entry }
    }

    #[test]
    fn modifiers_are_added_and_counts_are_counted() {
        let modifiers = vec![ReckoningLine::adds("X 1", "grade D", -1), ReckoningLine::adds("X 1", "uphill", 2)];
        let test = entry(&told(modifiers, &[4], 5), Paint(false), 100);
        assert_eq!(test, "  Foot tests: passes [X 2]\n      rolled 4; -1 grade D, +2 uphill; total 5");
        let shot = vec![
            ReckoningLine::counts("X 1", "figures", 18),
            ReckoningLine::counts("X 1", "dice", 4),
            ReckoningLine::adds("X 1", "1 die showing 6, 1 hit each", 1),
        ];
        let fire = entry(&told(shot, &[6, 1, 1, 1], 1), Paint(false), 100);
        let reckoning = "rolled 6 1 1 1; 18 figures, 4 dice, +1 1 die showing 6, 1 hit each; total 1";
        assert_eq!(fire, format!("  Foot tests: passes [X 2]\n      {reckoning}"));
    }

    #[test]
    fn names_bear_their_letters() {
        let names = Names { letters: vec![("Ash's horse".into(), "B".into()), ("Ash".into(), "A".into())] };
        assert_eq!(names.mark("Ash's horse charges Ash."), "Ash's horse (B) charges Ash (A).");
        assert_eq!(names.mark("Ashby and BAsh"), "Ashby and BAsh");
    }
}
