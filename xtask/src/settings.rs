//! `docs/rules/<rulebook>.toml`: what the project says about its own state in a rulebook.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

/// The file's content. A rulebook without one is under way.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Whether every rule is promised to be implemented and tested.
    pub complete: bool,
    /// Rules with nothing to enforce, show or test, each with the reason why.
    #[serde(default)]
    not_applicable: BTreeMap<Spanned<String>, String>,
}

/// One entry of the `not_applicable` table.
pub struct Exception<'s> {
    pub id: &'s str,
    pub reason: &'s str,
    at: usize,
}

impl Settings {
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }

    pub fn is_excepted(&self, id: &str) -> bool {
        self.exceptions().any(|exception| exception.id == id)
    }

    pub fn exceptions(&self) -> impl Iterator<Item = Exception<'_>> {
        self.not_applicable.iter().map(|(id, reason)| Exception { id: id.get_ref(), reason, at: id.span().start })
    }
}

impl Exception<'_> {
    /// The line, counted from 1, on which the entry stands in `text`.
    pub fn line(&self, text: &str) -> usize {
        line(text, self.at)
    }
}

/// The line, counted from 1, of a byte of `text`.
pub fn line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// The settings of every rulebook that has some, by the file's stem.
pub fn read_all(root: &Path, problems: &mut Vec<String>) -> Result<BTreeMap<String, (String, Settings)>, String> {
    let mut all = BTreeMap::new();
    for path in crate::coverage::files(&root.join(catalogue::FOLDER), &["toml"])? {
        let text = crate::coverage::read(&path)?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        match Settings::read(&text) {
            Ok(settings) => drop(all.insert(stem.to_owned(), (text, settings))),
            Err(error) => problems.push(format!("{}: {error}", crate::coverage::shown(root, &path))),
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_know_their_line() {
        let text = "complete = false\n\n[not_applicable]\n\"CP 2.2\" = \"scale\"\n\"CP 2.1\" = \"time\"\n";
        let settings = Settings::read(text).unwrap();
        assert!(!settings.complete);
        assert!(settings.is_excepted("CP 2.1") && !settings.is_excepted("CP 2.3"));
        let lines: Vec<_> = settings.exceptions().map(|entry| (entry.id, entry.line(text))).collect();
        assert_eq!(lines, [("CP 2.1", 5), ("CP 2.2", 4)]);
    }

    #[test]
    fn slips_are_refused() {
        assert!(Settings::read("complete = \"yes\"").is_err());
        assert!(Settings::read("complete = true\n[not_aplicable]\n").is_err());
        assert!(Settings::read("[not_applicable]\n").is_err(), "complete must be said");
    }
}
