//! The catalogues under `docs/rules`: which rules, vectors, tables and rulings a rulebook has.

use crate::id::{is_id, is_mark};
use std::collections::BTreeMap;

pub const FOLDER: &str = "docs/rules";

/// One catalogued rule, vector, table or ruling, or a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleEntry {
    pub id: String,
    /// What it is about: its own title, or that of the heading it stands under.
    pub title: String,
    /// Our own words, in one line; of a table, its lines.
    pub text: String,
    /// The greater heading it stands under.
    pub chapter: String,
    pub place: String,
}

/// Everything that can be cited of one rulebook. All ids carry the rulebook's prefix.
#[derive(Debug, Default)]
pub struct Catalogue {
    pub prefix: String,
    pub rules: Vec<RuleEntry>,
    pub vectors: Vec<RuleEntry>,
    /// Tables, charts and rulings: they may be cited, but nobody is asked to.
    pub marks: BTreeMap<String, RuleEntry>,
    /// Numbered headings: a place in the book, not a rule.
    pub sections: BTreeMap<String, RuleEntry>,
}

impl Catalogue {
    pub fn knows(&self, id: &str) -> bool {
        self.marks.contains_key(id)
            || self.sections.contains_key(id)
            || self.rules.iter().chain(&self.vectors).any(|entry| entry.id == id)
    }

    pub fn has_rule(&self, id: &str) -> bool {
        self.rules.iter().any(|rule| rule.id == id)
    }

    /// The three known ids that are written most like `id`; its own sub-rules (9.11a for 9.11) come first.
    pub fn nearest(&self, id: &str) -> Vec<&str> {
        let entries = self.rules.iter().chain(&self.vectors).map(|entry| entry.id.as_str());
        let mut known: Vec<&str> = entries.chain(self.marks.keys().map(String::as_str)).collect();
        known.sort_by_key(|other| (!other.starts_with(id), distance(id, other)));
        known.truncate(3);
        known
    }

    fn read(&mut self, file: &str, text: &str, problems: &mut Vec<String>) {
        let mut part = Part::Other;
        let mut heading = Heading::default();
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let place = format!("{file}:{}", index + 1);
            part = part.after(line);
            let alone = |at: usize| lines.get(at).is_none_or(|other| other.trim().is_empty());
            let begins_a_paragraph = index == 0 || alone(index - 1);
            if let Some((name, text)) = definition(line) {
                let text = whole(text, &lines[index + 1..]);
                let entry = RuleEntry { text, place, chapter: heading.chapter.clone(), ..RuleEntry::default() };
                self.define(part, name, RuleEntry { title: heading.title.clone(), ..entry }, problems);
            } else if line.starts_with('#') || begins_a_paragraph && alone(index + 1) {
                heading = heading.after(line, &self.prefix);
                self.read_heading(line, &lines[index + 1..], place, &heading);
            }
        }
    }

    /// "### 15 Movement", "15.3 Charging" and "### T5 Shooting".
    fn read_heading(&mut self, line: &str, below: &[&str], place: String, heading: &Heading) {
        let Some(number) = bare_title(line, &self.prefix).split_whitespace().next() else { return };
        let number = number.trim_end_matches(['.', ':']);
        let entry = RuleEntry {
            id: format!("{} {number}", self.prefix),
            title: heading.title.clone(),
            chapter: heading.chapter.clone(),
            place,
            text: String::new(),
        };
        if line.starts_with('#') && is_mark(number) {
            let lines: Vec<&str> = below.iter().copied().take_while(|line| !line.starts_with('#')).collect();
            self.marks.insert(entry.id.clone(), RuleEntry { text: lines.join("\n").trim().to_owned(), ..entry });
        } else if number.starts_with(|c: char| c.is_ascii_digit()) {
            self.sections.insert(entry.id.clone(), entry);
        }
    }

    fn define(&mut self, part: Part, name: &str, entry: RuleEntry, problems: &mut Vec<String>) {
        let (list, word) = match name.strip_prefix(&self.prefix).and_then(|rest| rest.strip_prefix(' ')) {
            Some(_) if part == Part::Elsewhere => return,
            Some(word) if is_id(word) => (&mut self.rules, word),
            Some(word) => return problems.push(format!("{}: {word:?} has not the shape of an id", entry.place)),
            None => {
                let word = name.split_whitespace().next().unwrap_or_default().trim_end_matches('.');
                match part {
                    _ if !is_mark(word) => return,
                    Part::Examples => (&mut self.vectors, word),
                    _ => return self.mark(word, name, entry),
                }
            }
        };
        let id = format!("{} {word}", self.prefix);
        match list.iter().find(|other| other.id == id) {
            Some(other) => problems.push(format!("{}: {id} stands already at {}", entry.place, other.place)),
            None => list.push(RuleEntry { id, ..entry }),
        }
    }

    /// "G13 True flank/rear charge": a ruling with a title of its own. Where it is told twice, the fuller text counts.
    fn mark(&mut self, word: &str, name: &str, entry: RuleEntry) {
        let id = format!("{} {word}", self.prefix);
        let own = name.trim_start_matches(word).trim_matches([' ', '.', ':']);
        let title = if own.is_empty() { entry.title.clone() } else { own.to_owned() };
        let entry = RuleEntry { id: id.clone(), title, ..entry };
        let fuller = self.marks.get(&id).is_none_or(|known| known.text.len() < entry.text.len());
        if fuller {
            self.marks.insert(id, entry);
        }
    }
}

/// The headings that a line stands under.
#[derive(Clone, Default)]
struct Heading {
    title: String,
    chapter: String,
}

impl Heading {
    /// After a line that may be a heading. One with marks begins a chapter, a bare one a section of it.
    fn after(self, line: &str, prefix: &str) -> Heading {
        let bare = bare_title(line, prefix);
        let numbered = bare.starts_with(|c: char| c.is_ascii_digit());
        if !line.starts_with('#') && !numbered {
            return self;
        }
        let number = bare.split_whitespace().next().unwrap_or_default();
        let is_number = numbered || is_mark(number.trim_end_matches(['.', ':']));
        let title = if is_number { bare[number.len()..].trim() } else { bare }.to_owned();
        let chapter = if line.starts_with('#') { bare.to_owned() } else { self.chapter };
        Heading { title, chapter }
    }
}

/// A heading without its marks and without the rulebook's prefix.
fn bare_title<'l>(line: &'l str, prefix: &str) -> &'l str {
    let title = line.trim_start_matches('#').trim();
    title.strip_prefix(prefix).map_or(title, str::trim_start)
}

/// A definition with the lines that go on with it, which stand further in.
fn whole(first: &str, below: &[&str]) -> String {
    let mut text = first.to_owned();
    for line in below.iter().take_while(|line| line.starts_with("  ") && !line.trim().is_empty()) {
        text.push(' ');
        text.push_str(line.trim());
    }
    text
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

/// Reads all catalogues out of their files, each a path and its text. The part files of one rulebook
/// (`les-batailles-2-…`) belong together.
pub fn read_all<'t>(
    files: impl Iterator<Item = (&'t str, &'t str)>,
    problems: &mut Vec<String>,
) -> BTreeMap<String, Catalogue> {
    let mut texts: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for (path, text) in files {
        let file = path.rsplit('/').next().unwrap_or(path);
        let stem = file.strip_suffix(".md").unwrap_or(file);
        texts.entry(rulebook_name(stem)).or_default().push((path, text));
    }
    let mut catalogues = BTreeMap::new();
    for (name, parts) in texts {
        let Some(prefix) = parts.iter().find_map(|(_, text)| prefix(text)) else { continue };
        let mut catalogue = Catalogue { prefix: prefix.to_owned(), ..Catalogue::default() };
        for (file, text) in &parts {
            catalogue.read(file, text, problems);
        }
        catalogues.insert(name.to_owned(), catalogue);
    }
    catalogues
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

    fn ids(entries: &[RuleEntry]) -> Vec<&str> {
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
    fn texts_go_on_and_know_their_headings() {
        let text = "## Rules\n\n### 2 Moves\n\n2.1 Wheels\n\n- **QQ 2.1.1** One line\n  and another.\n\n## Tables\n\n\
            ### T1 Speeds\n\n| a | b |\n\n## Gaps\n\n- **G1 Silence.** Ruling: talk.\n";
        let (catalogue, _) = catalogue(text);
        let rule = &catalogue.rules[0];
        assert_eq!(
            (rule.text.as_str(), rule.title.as_str(), rule.chapter.as_str()),
            ("One line and another.", "Wheels", "2 Moves")
        );
        let table = &catalogue.marks["QQ T1"];
        assert_eq!((table.title.as_str(), table.text.as_str()), ("Speeds", "| a | b |"));
        let ruling = &catalogue.marks["QQ G1"];
        assert_eq!((ruling.title.as_str(), ruling.text.as_str()), ("Silence", "Ruling: talk."));
        assert_eq!(catalogue.sections["QQ 2.1"].title, "Wheels");
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
