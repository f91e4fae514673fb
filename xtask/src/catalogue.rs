//! The catalogues under `docs/rules`: which rules, vectors, tables and rulings a rulebook has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::citation::{is_id, is_mark};

pub const FOLDER: &str = "docs/rules";

/// One catalogued rule or vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub text: String,
    pub place: String,
}

/// Everything that can be cited of one rulebook. All ids carry the rulebook's prefix.
#[derive(Debug, Default)]
pub struct Catalogue {
    pub prefix: String,
    pub rules: Vec<Entry>,
    pub vectors: Vec<Entry>,
    /// Tables, charts and rulings: they may be cited, but nobody is asked to.
    marks: BTreeSet<String>,
    /// Numbered headings: a place in the book, not a rule.
    sections: BTreeSet<String>,
}

impl Catalogue {
    pub fn knows(&self, id: &str) -> bool {
        self.marks.contains(id)
            || self.sections.contains(id)
            || self.rules.iter().chain(&self.vectors).any(|entry| entry.id == id)
    }

    pub fn has_rule(&self, id: &str) -> bool {
        self.rules.iter().any(|rule| rule.id == id)
    }

    /// The three known ids that are written most like `id`; its own sub-rules (9.11a for 9.11) come first.
    pub fn nearest(&self, id: &str) -> Vec<&str> {
        let entries = self.rules.iter().chain(&self.vectors).map(|entry| entry.id.as_str());
        let mut known: Vec<&str> = entries.chain(self.marks.iter().map(String::as_str)).collect();
        known.sort_by_key(|other| (!other.starts_with(id), distance(id, other)));
        known.truncate(3);
        known
    }

    fn read(&mut self, file: &str, text: &str, problems: &mut Vec<String>) {
        let mut part = Part::Other;
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let place = format!("{file}:{}", index + 1);
            part = part.after(line);
            let alone = |at: usize| lines.get(at).is_none_or(|other| other.trim().is_empty());
            let begins_a_paragraph = index == 0 || alone(index - 1);
            if let Some((name, text)) = definition(line) {
                self.define(part, name, text, place, problems);
            } else if line.starts_with('#') || begins_a_paragraph && alone(index + 1) {
                self.read_heading(line);
            }
        }
    }

    /// "### 15 Movement", "15.3 Charging" and "### T5 Shooting".
    fn read_heading(&mut self, line: &str) {
        let title = line.trim_start_matches('#').trim_start();
        let title = title.strip_prefix(&self.prefix).map_or(title, str::trim_start);
        let Some(number) = title.split_whitespace().next() else { return };
        let number = number.trim_end_matches(['.', ':']);
        if line.starts_with('#') && is_mark(number) {
            self.marks.insert(self.full(number));
        } else if number.starts_with(|c: char| c.is_ascii_digit()) {
            self.sections.insert(self.full(number));
        }
    }

    fn define(&mut self, part: Part, name: &str, text: &str, place: String, problems: &mut Vec<String>) {
        let (list, word) = match name.strip_prefix(&self.prefix).and_then(|rest| rest.strip_prefix(' ')) {
            Some(_) if part == Part::Elsewhere => return,
            Some(word) if is_id(word) => (&mut self.rules, word),
            Some(word) => return problems.push(format!("{place}: {word:?} has not the shape of an id")),
            None => {
                let word = name.split_whitespace().next().unwrap_or_default().trim_end_matches('.');
                match part {
                    _ if !is_mark(word) => return,
                    Part::Examples => (&mut self.vectors, word),
                    _ => {
                        self.marks.insert(format!("{} {word}", self.prefix));
                        return;
                    }
                }
            }
        };
        let id = format!("{} {word}", self.prefix);
        match list.iter().find(|other| other.id == id) {
            Some(other) => problems.push(format!("{place}: {id} stands already at {}", other.place)),
            None => list.push(Entry { id, text: text.to_owned(), place }),
        }
    }

    fn full(&self, word: &str) -> String {
        format!("{} {word}", self.prefix)
    }
}

/// The part of a catalogue in which a line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Examples,
    /// Reminders of rules that another part file defines.
    Elsewhere,
    Other,
}

impl Part {
    fn after(self, line: &str) -> Self {
        let Some(title) = line.strip_prefix('#') else { return self };
        let is_chapter = title.starts_with("# ");
        match title.trim_start_matches(['#', ' ']) {
            title if title.starts_with("Worked examples") => Self::Examples,
            title if title.starts_with("Rules of other parts") => Self::Elsewhere,
            _ if is_chapter || self == Self::Elsewhere => Self::Other,
            _ => self,
        }
    }
}

/// The name and the text of "- **CP 15.3.4** Infantry …" or of a table row "| V-01 | regiment …".
fn definition(line: &str) -> Option<(&str, &str)> {
    if let Some(bold) = line.strip_prefix("- **") {
        return bold.split_once("**").map(|(name, text)| (name, text.trim()));
    }
    let (name, text) = line.strip_prefix("| ")?.split_once(" |")?;
    is_mark(name).then_some((name, text.trim()))
}

/// Reads every catalogue of the project. The part files of one rulebook (`les-batailles-2-…`) belong together.
pub fn read_all(root: &Path, problems: &mut Vec<String>) -> Result<BTreeMap<String, Catalogue>, String> {
    let mut texts: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for path in crate::coverage::files(&root.join(FOLDER), &["md"])? {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let text = crate::coverage::read(&path)?;
        texts.entry(rulebook_name(stem).to_owned()).or_default().push((crate::coverage::shown(root, &path), text));
    }
    let mut catalogues = BTreeMap::new();
    for (name, parts) in texts {
        let Some(prefix) = parts.iter().find_map(|(_, text)| prefix(text)) else { continue };
        let mut catalogue = Catalogue { prefix: prefix.to_owned(), ..Catalogue::default() };
        for (file, text) in &parts {
            catalogue.read(file, text, problems);
        }
        catalogues.insert(name, catalogue);
    }
    Ok(catalogues)
}

fn rulebook_name(stem: &str) -> &str {
    let part = stem.match_indices('-').find(|(at, _)| stem[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    part.map_or(stem, |(at, _)| &stem[..at])
}

/// The capitals before the number of the first rule.
fn prefix(text: &str) -> Option<&str> {
    text.lines().filter_map(definition).find_map(|(name, _)| {
        let (prefix, word) = name.split_once(' ')?;
        (prefix.chars().all(|c| c.is_ascii_uppercase()) && is_id(word)).then_some(prefix)
    })
}

/// The number of letters to add, drop or change to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (at, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Ours\n\n## Rules\n\n### 1 Start\n\n1.2 Later\n\n- **QQ 1.1** First words.\n- **QQ 1.2.1a** More.\n\
        - **Note** no rule.\n\n### Rules of other parts this part depends on\n\n- **QQ 7.1–7.3** far away.\n\n## Tables\n\n\
        ### T5 Table\n\n## Worked examples as test vectors\n\n- **V1 (1.1)** given a; then b.\n| V-02 | c | d |\n\n\
        ### V17. More\n\n- **X3** e.\n\n## Gaps and rulings\n\n- **G4 Silence.** Ruling.\n";

    fn catalogue(text: &str) -> (Catalogue, Vec<String>) {
        let mut problems = Vec::new();
        let mut catalogue = Catalogue { prefix: prefix(text).unwrap().to_owned(), ..Catalogue::default() };
        catalogue.read("a.md", text, &mut problems);
        (catalogue, problems)
    }

    fn ids(entries: &[Entry]) -> Vec<&str> {
        entries.iter().map(|entry| entry.id.as_str()).collect()
    }

    #[test]
    fn rules_vectors_and_marks_are_told_apart() {
        let (catalogue, problems) = catalogue(TEXT);
        assert_eq!(problems, [] as [&str; 0]);
        assert_eq!(ids(&catalogue.rules), ["QQ 1.1", "QQ 1.2.1a"]);
        assert_eq!(catalogue.rules[0].text, "First words.");
        assert_eq!(catalogue.rules[0].place, "a.md:9");
        assert_eq!(ids(&catalogue.vectors), ["QQ V1", "QQ V-02", "QQ X3"]);
        for known in ["QQ 1.2", "QQ T5", "QQ G4", "QQ V1", "QQ 1.1"] {
            assert!(catalogue.knows(known), "{known}");
        }
        for unknown in ["QQ 1.3", "QQ 7.1", "QQ T6", "QQ Note"] {
            assert!(!catalogue.knows(unknown), "{unknown}");
        }
        assert!(!catalogue.has_rule("QQ 1.2"), "a heading is no rule");
    }

    #[test]
    fn an_id_stands_once() {
        let (_, problems) = catalogue("- **QQ 1.1** a\n- **QQ 1.1** b\n");
        assert_eq!(problems, ["a.md:2: QQ 1.1 stands already at a.md:1"]);
    }

    #[test]
    fn nearest_ids_help_with_slips() {
        let (catalogue, _) = catalogue(TEXT);
        assert_eq!(catalogue.nearest("QQ 1.2")[0], "QQ 1.2.1a");
        assert_eq!(catalogue.nearest("QQ 1.7")[0], "QQ 1.1");
        assert_eq!((distance("kitten", "sitting"), distance("", "abc"), distance("abc", "abc")), (3, 3, 0));
    }

    #[test]
    fn part_files_belong_to_one_rulebook() {
        assert_eq!(rulebook_name("les-batailles-2-formations"), "les-batailles");
        assert_eq!(rulebook_name("charge-pikes"), "charge-pikes");
    }
}
