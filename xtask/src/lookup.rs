//! `cargo xtask rule "MP 9.3.1"`: a rule in our words, the code that cites it and the tests.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::coverage::{self, Place, Source};
use crate::settings::{self, Settings};
use catalogue::{Catalogue, RuleEntry};

/// Lines shown before and after the one that cites.
const BEFORE: usize = 1;
const AFTER: usize = 4;

/// What was found, and what was asked for in vain.
pub struct Lookup {
    pub text: String,
    pub problems: Vec<String>,
}

/// Looks ids up: `MP 9.3.1`, several after one prefix, a section with all its rules, and without a prefix whatever rulebooks
/// have it.
pub fn lookup(root: &Path, arguments: &[&str]) -> Result<Lookup, String> {
    let mut ignored = Vec::new();
    let catalogues = coverage::read_catalogues(root, &mut ignored)?;
    let settings = settings::read_all(root, &mut ignored)?;
    let sources = Source::all(root)?;
    let mut found = Lookup { text: String::new(), problems: Vec::new() };
    for id in ids(arguments, &catalogues, &mut found.problems) {
        let (rulebook, catalogue) =
            &catalogues.iter().find(|(_, one)| id.starts_with(&format!("{} ", one.prefix))).ok_or("no catalogue")?;
        let settings = settings.get(*rulebook).map(|(_, settings)| settings);
        tell(&mut found.text, &id, catalogue, settings, &cited(&id, &sources, &catalogues));
    }
    Ok(found)
}

/// The ids that are meant, each with its prefix.
fn ids(arguments: &[&str], catalogues: &BTreeMap<String, Catalogue>, problems: &mut Vec<String>) -> Vec<String> {
    let words = arguments.iter().flat_map(|text| text.split([' ', ','])).filter(|word| !word.is_empty());
    let known = |prefix: &str| catalogues.values().find(|catalogue| catalogue.prefix == prefix);
    let (mut current, mut found) = (None, Vec::new());
    for word in words {
        if let Some(catalogue) = known(word) {
            current = Some(catalogue);
            continue;
        }
        let meant: Vec<&Catalogue> = current.map_or_else(|| catalogues.values().collect(), |one| vec![one]);
        let ids = meant.iter().map(|catalogue| (catalogue, format!("{} {word}", catalogue.prefix)));
        let there: Vec<String> =
            ids.filter(|(catalogue, id)| !entries(catalogue, id).is_empty()).map(|(_, id)| id).collect();
        if there.is_empty() {
            problems.push(unknown(word, current, catalogues));
        }
        found.extend(there);
    }
    found
}

fn unknown(word: &str, meant: Option<&Catalogue>, catalogues: &BTreeMap<String, Catalogue>) -> String {
    match meant {
        Some(catalogue) => {
            let id = format!("{} {word}", catalogue.prefix);
            format!("{id} is in no catalogue; nearest: {}", catalogue.nearest(&id).join(", "))
        }
        None => {
            let prefixes: Vec<String> =
                catalogues.iter().map(|(name, one)| format!("{} ({name})", one.prefix)).collect();
            format!("{word} is in no catalogue; an id has the prefix of its rulebook: {}", prefixes.join(", "))
        }
    }
}

/// The entry of an id, or of a number that only has sub-rules, its heading and all of them.
fn entries<'c>(catalogue: &'c Catalogue, id: &str) -> Vec<&'c RuleEntry> {
    let mut own = catalogue.rules.iter().chain(&catalogue.vectors).chain(catalogue.marks.values());
    if let Some(entry) = own.find(|entry| entry.id == id) {
        return vec![entry];
    }
    let under = catalogue.rules.iter().filter(|entry| is_under(&entry.id, id));
    catalogue.sections.get(id).into_iter().chain(under).collect()
}

/// Whether one id is a part of another: 9.11a and 9.11.2 of 9.11, but not 9.110.
fn is_under(id: &str, above: &str) -> bool {
    id.strip_prefix(above).is_some_and(|rest| rest.starts_with(|letter: char| !letter.is_ascii_digit()))
}

/// A place that cites: whether it is code or a test, the file and the lines, counted from 1.
struct Cited<'s> {
    place: Place,
    source: &'s Source,
    lines: Vec<usize>,
}

/// Where an id and the rules under it are cited, file by file.
fn cited<'s>(id: &str, sources: &'s [Source], catalogues: &BTreeMap<String, Catalogue>) -> Vec<Cited<'s>> {
    let mut places: BTreeMap<(Place, &Path), Cited<'s>> = BTreeMap::new();
    coverage::each_citation(sources, catalogues, |source, citation, place, _| {
        if let Some(place) = place.filter(|_| citation.id == id || is_under(&citation.id, id)) {
            let nothing_yet = || Cited { place, source, lines: Vec::new() };
            let cited = places.entry((place, &source.path)).or_insert_with(nothing_yet);
            cited.lines.push(settings::line(&source.text, citation.at));
        }
    });
    places.into_values().collect()
}

fn tell(text: &mut String, id: &str, catalogue: &Catalogue, settings: Option<&Settings>, cited: &[Cited<'_>]) {
    let entries = entries(catalogue, id);
    let Some(first) = entries.first() else { return };
    let _ = writeln!(text, "{id}  {} · {}\n{}\n", first.title, first.chapter, first.place);
    for entry in entries.iter().filter(|entry| !entry.text.is_empty()) {
        let of_its_own = if entry.id == id { String::new() } else { format!("{} ", entry.id) };
        for line in format!("{of_its_own}{}", entry.text).lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    for (place, name, none) in [(Place::Code, "code", "no code cites it"), (Place::Test, "tests", "no test cites it")] {
        let _ = writeln!(text, "\n{name}");
        let there: Vec<&Cited<'_>> = cited.iter().filter(|one| one.place == place).collect();
        there.iter().for_each(|one| excerpts(text, one));
        if there.is_empty() {
            let reason = settings.and_then(|settings| settings.exceptions().find(|one| one.id == id));
            let reason = reason.map_or(String::new(), |one| format!(", and need not: {}", one.reason));
            let _ = writeln!(text, "  {none}{reason}");
        }
    }
    text.push('\n');
}

/// The lines that cite with a few around them; neighbours are shown together.
fn excerpts(text: &mut String, cited: &Cited<'_>) {
    let lines: Vec<&str> = cited.source.text.lines().collect();
    let mut shown = 0;
    for &line in &cited.lines {
        if line <= shown {
            continue;
        }
        let within = enclosing(&lines, line).map_or(String::new(), |name| format!("  {name}"));
        let _ = writeln!(text, "  {}:{line}{within}", coverage::slashed(&cited.source.path));
        let from = line.saturating_sub(BEFORE).max(shown + 1).max(1);
        let last =
            cited.lines.iter().copied().filter(|&other| (line..=line + AFTER).contains(&other)).max().unwrap_or(line);
        shown = (last + AFTER).min(lines.len());
        for number in from..=shown {
            let mark = if cited.lines.contains(&number) { '>' } else { ' ' };
            let _ = writeln!(text, "  {mark}{}", format!("{number:>5}  {}", lines[number - 1]).trim_end());
        }
    }
}

/// The function a line stands in, or above which it is a comment.
fn enclosing<'l>(lines: &[&'l str], line: usize) -> Option<&'l str> {
    let is_comment = |line: &str| line.trim_start().starts_with("//") || line.trim_start().starts_with('#');
    let below = lines[line - 1..].iter().find(|text| !is_comment(text)).filter(|text| function(text).is_some());
    let indent = |text: &str| text.len() - text.trim_start().len();
    // Not a function that has ended before the line.
    let open = |(at, text): &(usize, &&'l str)| {
        let closed = lines[*at..line].iter().any(|below| below.trim_end() == format!("{}}}", " ".repeat(indent(text))));
        function(text).is_some() && !closed
    };
    let above = lines[..line].iter().enumerate().rev().find(open).map(|(_, text)| text);
    let heads_it = is_comment(lines[line - 1]);
    below.filter(|_| heads_it).or(above).and_then(|text| function(text))
}

/// The name of a function on the line that begins it, with its `fn`.
fn function(line: &str) -> Option<&str> {
    let at = line.find("fn ")?;
    let before = line[..at].trim();
    let plain = before
        .split_whitespace()
        .all(|word| ["pub", "const", "async", "unsafe"].contains(&word) || word.starts_with("pub("));
    let end = line[at + 3..].find(['(', '<'])?;
    plain.then(|| &line[at..at + 3 + end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_their_heads() {
        let lines = [
            "/// One.",
            "pub(crate) fn one<T>(x: T) {",
            "    two() // here",
            "}",
            "",
            "/// Two.",
            "#[test]",
            "fn two() {}",
        ];
        assert_eq!([1, 3, 6].map(|line| enclosing(&lines, line)), [Some("fn one"), Some("fn one"), Some("fn two")]);
        assert_eq!(function("let x = |fn (|"), None);
    }
}
