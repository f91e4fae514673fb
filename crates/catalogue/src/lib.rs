//! The catalogues of rules: every rule by its id, in our words. `cargo xtask rules` counts with them, players look rules up in
//! them.

pub mod catalogue;
pub mod id;

pub use catalogue::{Catalogue, FOLDER, RuleEntry, read_all};

use std::collections::BTreeMap;

/// The files of the catalogues, by their names: all that lie under `docs/rules`.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// All catalogues, to look rules up in.
#[derive(Debug)]
pub struct Book {
    catalogues: BTreeMap<String, Catalogue>,
}

/// What a catalogue says under an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub id: String,
    pub rulebook: String,
    pub title: String,
    pub text: String,
    pub chapter: String,
}

impl Book {
    /// The catalogues that come with the program.
    pub fn shipped() -> Book {
        let files = FILES.iter().copied();
        Book { catalogues: read_all(files, &mut Vec::new()) }
    }

    /// What is said under an id: a rule, table, ruling or example, or all rules under a number that only has sub-rules.
    pub fn find(&self, id: &str) -> Option<Rule> {
        let id = id.split_whitespace().collect::<Vec<_>>().join(" ");
        let (rulebook, catalogue) = self.of(&id)?;
        let rule = |entry: &RuleEntry, text: String| Rule {
            id: id.clone(),
            rulebook: rulebook.into(),
            title: entry.title.clone(),
            text,
            chapter: entry.chapter.clone(),
        };
        let own = catalogue.rules.iter().chain(&catalogue.vectors).find(|entry| entry.id == id);
        if let Some(entry) = own.or_else(|| catalogue.marks.get(&id)) {
            return Some(rule(entry, entry.text.clone()));
        }
        let under: Vec<&RuleEntry> = catalogue.rules.iter().filter(|entry| is_under(&entry.id, &id)).collect();
        let head = catalogue.sections.get(&id).or(under.first().copied())?;
        let lines: Vec<String> = under.iter().map(|entry| format!("- **{}** {}", entry.id, entry.text)).collect();
        Some(rule(head, lines.join("\n")))
    }

    /// Ids that are written much like this one.
    pub fn nearest(&self, id: &str) -> Vec<&str> {
        self.of(id).map(|(_, catalogue)| catalogue.nearest(id)).unwrap_or_default()
    }

    fn of(&self, id: &str) -> Option<(&str, &Catalogue)> {
        let prefix = id.split(' ').next()?;
        let found = self.catalogues.iter().find(|(_, catalogue)| catalogue.prefix == prefix);
        found.map(|(name, catalogue)| (name.as_str(), catalogue))
    }
}

/// Whether one id is a part of another: 9.11a and 9.11.2 of 9.11, but not 9.110.
fn is_under(id: &str, above: &str) -> bool {
    id.strip_prefix(above).is_some_and(|rest| rest.starts_with(|c: char| !c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalogue_of_the_project_is_here() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules");
        let names = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".md") && name != "README.md").collect();
        names.sort();
        assert_eq!(names, FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }

    #[test]
    fn rules_are_found_with_their_chapters() {
        let book = Book::shipped();
        let rule = book.find("CP 15.3.4").unwrap();
        assert_eq!((rule.rulebook.as_str(), rule.title.as_str()), ("charge-pikes", "Charging"));
        assert!(rule.text.starts_with("Infantry may not charge") && rule.chapter.contains("Movement"), "{rule:?}");
        assert!(book.find("CP T5").unwrap().text.contains("Pistols"));
        assert!(book.find("CP G13").unwrap().text.contains("Ruling"));
    }

    #[test]
    fn a_number_with_sub_rules_tells_them_all() {
        let book = Book::shipped();
        let rules = book.find("CP 15.3").unwrap();
        assert_eq!(rules.title, "Charging");
        assert!(rules.text.contains("CP 15.3.1") && !rules.text.contains("CP 15.4.1"));
        assert!(is_under("QQ 9.11a", "QQ 9.11") && !is_under("QQ 9.110", "QQ 9.11"));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let book = Book::shipped();
        let unknown = |number: &str| format!("CP {number}");
        assert_eq!(book.find(&unknown("99.9")), None);
        assert_eq!(book.find("XX 1.1"), None);
        assert_eq!(book.find(""), None);
        assert!(!book.nearest(&unknown("15.3.44")).is_empty());
    }
}
