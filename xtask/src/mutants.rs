//! `cargo xtask mutants`: would the tests notice if a rule decided otherwise?
//!
//! Every condition of a rulebook's chapters is negated, every comparison shifted by one, and the rulebook's tests have to
//! fail. All mutants are planted in one copy of the crate under `target/mutants`, each behind a number, and the copy is built
//! once. A first pass of its tests notes who reaches which mutant; then each is tried by those alone.

mod find;
mod plant;
mod trial;

use find::{Fault, Mutant};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trial::{Fate, Trial};

/// What to look at.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Wish {
    pub rulebook: Option<String>,
    pub chapter: Option<String>,
    /// Only every so many of them; 1 is all.
    pub every: usize,
    /// Just name them.
    pub list: bool,
    /// Only those that the last run missed.
    pub again: bool,
}

/// `xtask/mutants.toml`: which files are which chapter of which rulebook, and mutants that change nothing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    rulebooks: BTreeMap<String, Book>,
    #[serde(default)]
    equivalent: Vec<Equivalent>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    /// Share of mutants the tests must notice, in per cent, in every chapter named here.
    asked: usize,
    /// Names of tolerances. A line that allows for inexact reckoning has nobody standing exactly on it: it is not shifted.
    #[serde(default)]
    tolerances: Vec<String>,
    /// Words in the names of tests that take too long to be run for every mutant: what they alone would notice is missed.
    #[serde(default)]
    left_out: Vec<String>,
    chapters: BTreeMap<String, Chapter>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    /// Files and folders under `src`.
    files: Vec<String>,
}

/// A mutant that no test can notice, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Equivalent {
    rulebook: String,
    file: String,
    /// The function it stands in; any when left out.
    function: Option<String>,
    /// The condition as it stands in the file, on one line.
    condition: String,
    /// `negated` or the sign it would be shifted to; both when left out.
    fault: Option<String>,
    #[allow(dead_code, reason = "for people")]
    why: String,
}

/// A mutant with everything that is needed to try it.
struct Candidate {
    number: u32,
    chapter: usize,
    file: String,
    words: String,
    mutant: Mutant,
}

impl Candidate {
    /// Enough to know it again when lines have moved.
    fn label(&self) -> String {
        format!("{} {} {}", self.file, self.mutant.function, self.words)
    }
}

/// Mutants that are not worth a trial.
struct Known<'s> {
    equivalent: Vec<&'s Equivalent>,
    tolerances: &'s [String],
}

impl Known<'_> {
    fn covers(&self, file: &str, text: &str, mutant: &Mutant) -> bool {
        let shifted = matches!(mutant.fault, Fault::Shifted { .. });
        shifted && self.tolerances.iter().any(|word| text[mutant.at.clone()].contains(word.as_str()))
            || self.equivalent.iter().any(|known| known.is(file, text, mutant))
    }

    /// Whoever changes a condition that was listed as changing nothing looks at it again.
    fn complain_of_strangers(&self, file: &str, text: &str, mutants: &[Mutant]) {
        for known in self.equivalent.iter().filter(|known| known.file == file) {
            if !mutants.iter().any(|mutant| known.is(file, text, mutant)) {
                eprintln!("xtask/mutants.toml: {file} has no mutant `{}` any more", known.condition);
            }
        }
    }
}

/// The report, and whether every chapter has its share.
pub fn run(root: &Path, wish: &Wish) -> Result<(String, bool), String> {
    let path = root.join("xtask/mutants.toml");
    let settings: Settings = toml::from_str(&crate::coverage::read(&path)?)
        .map_err(|error| format!("{}: {error}", crate::coverage::shown(root, &path)))?;
    let mut text = String::new();
    let mut well = true;
    for (name, book) in &settings.rulebooks {
        if wish.rulebook.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        let (report, enough) = try_book(root, name, book, &settings.equivalent, wish)?;
        text.push_str(&report);
        well &= enough;
    }
    if text.is_empty() {
        let known: Vec<&str> = settings.rulebooks.keys().map(String::as_str).collect();
        return Err(format!("no such rulebook; one of: {}", known.join(", ")));
    }
    Ok((text, well))
}

fn try_book(
    root: &Path,
    name: &str,
    book: &Book,
    equivalent: &[Equivalent],
    wish: &Wish,
) -> Result<(String, bool), String> {
    let chapters: Vec<(&String, &Chapter)> = book
        .chapters
        .iter()
        .filter(|(chapter, _)| wish.chapter.as_ref().is_none_or(|wanted| wanted == *chapter))
        .collect();
    if chapters.is_empty() {
        let known: Vec<&str> = book.chapters.keys().map(String::as_str).collect();
        return Err(format!("{name} has no such chapter; one of: {}", known.join(", ")));
    }
    let crate_folder = Path::new("crates/rulebooks").join(name);
    let equivalent = equivalent.iter().filter(|known| known.rulebook == name).collect();
    let known = Known { equivalent, tolerances: &book.tolerances };
    let Planted { texts, candidates } = plant_all(root, &crate_folder, &chapters, &known)?;
    let tree = root.join("target/mutants").join(name);
    let before = tree.with_extension("missed");
    let missed_before = if wish.again { Some(crate::coverage::read(&before)?) } else { None };
    let again = |one: &&Candidate| missed_before.as_ref().is_none_or(|all| all.lines().any(|line| line == one.label()));
    let chosen: Vec<&Candidate> = candidates.iter().filter(again).step_by(wish.every.max(1)).collect();
    if wish.list {
        let lines = chosen.iter().map(|one| format!("{}:{}: {}\n", one.file, one.mutant.line, one.words));
        return Ok((lines.collect(), true));
    }
    copy_tree(root, &tree, &texts)?;
    eprintln!("{name}: {} mutants, {} of them to be tried; building", candidates.len(), chosen.len());
    let program = build(&tree, name)?;
    eprintln!("noting which test reaches which mutant");
    let trial = Trial::new(program, tree.join(&crate_folder), &book.left_out, &tree.with_extension("reached"))?;
    let numbers: Vec<u32> = chosen.iter().map(|one| one.number).collect();
    let fates = trial.all(&numbers);
    let missed = chosen.iter().zip(&fates).filter(|(_, fate)| **fate != Fate::Noticed);
    write(&before, missed.map(|(one, _)| one.label() + "\n").collect::<String>().as_bytes())?;
    Ok(report(name, book.asked, &chapters, &chosen, &fates))
}

fn report(
    name: &str,
    asked: usize,
    chapters: &[(&String, &Chapter)],
    chosen: &[&Candidate],
    fates: &[Fate],
) -> (String, bool) {
    let mut text = format!("{name}\n");
    let mut well = true;
    let tried = || chosen.iter().zip(fates);
    for (ix, (chapter, _)) in chapters.iter().enumerate() {
        let all = tried().filter(|(one, _)| one.chapter == ix).count();
        let noticed = tried().filter(|(one, fate)| one.chapter == ix && **fate == Fate::Noticed).count();
        let share = 100 * noticed / all.max(1);
        well &= share >= asked;
        text.push_str(&format!("  {chapter:<14} {all:>5} mutants, {noticed:>5} noticed: {share} %\n"));
    }
    for (one, fate) in tried() {
        let why = match fate {
            Fate::Noticed => continue,
            Fate::Missed { tests: 0 } => "reached by no test".to_owned(),
            Fate::Missed { tests } => format!("reached by {tests}"),
        };
        text.push_str(&format!("    {}:{}: {}  [{why}]\n", one.file, one.mutant.line, one.words));
    }
    (text, well)
}

/// The files that belong to the project, as they are now or with their mutants, beside what an earlier run has built.
fn copy_tree(root: &Path, tree: &Path, planted: &BTreeMap<PathBuf, String>) -> Result<(), String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git ls-files: {error}"))?;
    for name in listed.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let name = String::from_utf8_lossy(name);
        // The page has no part in this.
        if name.starts_with("web/") {
            continue;
        }
        let (from, to) = (root.join(&*name), tree.join(&*name));
        let fresh = match planted.get(&from) {
            Some(text) => text.clone().into_bytes(),
            None => match std::fs::read(&from) {
                Ok(fresh) => fresh,
                Err(_) => continue,
            },
        };
        // What has not changed keeps its date, so that it is not built again.
        if std::fs::read(&to).is_ok_and(|old| old == fresh) {
            continue;
        }
        write(&to, &fresh)?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let shown = path.display();
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{shown}: {error}"))?;
    }
    std::fs::write(path, bytes).map_err(|error| format!("{shown}: {error}"))
}

/// Every mutant of some chapters, and the files they are planted in.
struct Planted {
    texts: BTreeMap<PathBuf, String>,
    candidates: Vec<Candidate>,
}

fn plant_all(
    root: &Path,
    crate_folder: &Path,
    chapters: &[(&String, &Chapter)],
    known: &Known<'_>,
) -> Result<Planted, String> {
    let source = root.join(crate_folder).join("src");
    let (mut texts, mut candidates) = (BTreeMap::new(), Vec::<Candidate>::new());
    for (chapter, (_, settings)) in chapters.iter().enumerate() {
        for path in files(&source, &settings.files)? {
            let text = crate::coverage::read(&path)?;
            let file = crate::coverage::shown(&source, &path);
            let mutants = find::mutants(&text).map_err(|error| format!("{file}: {error}"))?;
            known.complain_of_strangers(&file, &text, &mutants);
            let mutants: Vec<Mutant> =
                mutants.into_iter().filter(|mutant| !known.covers(&file, &text, mutant)).collect();
            let first = candidates.len() as u32 + 1;
            texts.insert(path, plant::plant(&text, &mutants, first));
            candidates.extend(mutants.into_iter().enumerate().map(|(offset, mutant)| Candidate {
                number: first + offset as u32,
                chapter,
                file: file.clone(),
                words: in_words(&text, &mutant),
                mutant,
            }));
        }
    }
    let lib = source.join("lib.rs");
    let text = texts.remove(&lib).map_or_else(|| crate::coverage::read(&lib), Ok)?;
    texts.insert(lib, text + plant::SWITCH);
    Ok(Planted { texts, candidates })
}

impl Equivalent {
    fn is(&self, file: &str, text: &str, mutant: &Mutant) -> bool {
        let fault = match &mutant.fault {
            Fault::Negated => "negated",
            Fault::Shifted { to, .. } => to,
        };
        self.file == file
            && self.function.as_ref().is_none_or(|known| *known == mutant.function)
            && squeezed(&text[mutant.at.clone()]) == self.condition
            && self.fault.as_ref().is_none_or(|known| known == fault)
    }
}

/// The condition on one line.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn in_words(text: &str, mutant: &Mutant) -> String {
    let condition = squeezed(&text[mutant.at.clone()]);
    match &mutant.fault {
        Fault::Negated => format!("not ({condition})"),
        Fault::Shifted { to, .. } => format!("{condition}  with  {to}"),
    }
}

fn files(source: &Path, names: &[String]) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for name in names {
        let path = source.join(name);
        if path.is_dir() {
            all.extend(crate::coverage::files(&path, &["rs"])?);
        } else {
            all.push(path);
        }
    }
    all.retain(|path| !path.ends_with("tests.rs"));
    all.sort();
    Ok(all)
}

/// Builds the tests of the copy, once for all mutants: quick to build rather than quick to run.
fn build(tree: &Path, package: &str) -> Result<PathBuf, String> {
    let built = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["test", "--no-run", "--package", package, "--test", "rules", "--message-format", "json"])
        .env("CARGO_TARGET_DIR", tree.with_file_name("built"))
        .envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "1"), ("CARGO_PROFILE_DEV_DEBUG", "false")])
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo test: {error}"))?;
    let messages = String::from_utf8_lossy(&built.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut program = messages.filter(|message| message["target"]["name"] == "rules");
    let program = program.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    match program {
        Some(program) if built.status.success() => Ok(program),
        _ => Err("the copy with the mutants could not be built".into()),
    }
}
