//! `cargo xtask mutants`: would the tests notice if a rule decided otherwise?
//!
//! Every condition of a rulebook's chapters is negated, every comparison shifted by one, and the rulebook's tests have to
//! fail. All mutants are planted in one copy of the crate under `target/mutants`, each behind a number; the copy is built once
//! and its tests are run once for each number.

mod find;
mod plant;

use find::{Fault, Mutant};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What to look at.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Wish {
    pub rulebook: Option<String>,
    pub chapter: Option<String>,
    /// Only every so many of them; 1 is all.
    pub every: usize,
    /// Just say how many there are.
    pub list: bool,
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
    chapters: BTreeMap<String, Chapter>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    /// Files and folders under `src`.
    files: Vec<String>,
    /// Tests to run first: words in their names.
    tests: Vec<String>,
}

/// A mutant that no test can notice, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Equivalent {
    file: String,
    /// The condition as it stands in the file.
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
    let tree = root.join("target/mutants").join(name);
    let crate_folder = Path::new("crates/rulebooks").join(name);
    copy_tree(root, &tree)?;
    let candidates = plant_all(&tree, &crate_folder, &chapters, equivalent)?;
    let chosen: Vec<&Candidate> = candidates.iter().step_by(wish.every.max(1)).collect();
    if wish.list {
        let lines = chosen.iter().map(|one| format!("{}:{}: {}\n", one.file, one.mutant.line, one.words));
        return Ok((lines.collect(), true));
    }
    eprintln!("{name}: {} mutants, {} of them to be tried; building", candidates.len(), chosen.len());
    let program = build(&tree, name)?;
    let trial = Trial::new(program, tree.join(&crate_folder), chapters.iter().map(|(_, chapter)| *chapter).collect())?;
    let missed = trial.all(&chosen);
    Ok(report(name, book.asked, &chapters, &chosen, &missed))
}

fn report(
    name: &str,
    asked: usize,
    chapters: &[(&String, &Chapter)],
    chosen: &[&Candidate],
    missed: &[usize],
) -> (String, bool) {
    let mut text = format!("{name}\n");
    let mut well = true;
    for (ix, (chapter, _)) in chapters.iter().enumerate() {
        let tried = chosen.iter().filter(|one| one.chapter == ix).count();
        let lost = missed.iter().filter(|&&at| chosen[at].chapter == ix).count();
        let share = 100 * (tried - lost) / tried.max(1);
        well &= share >= asked;
        text.push_str(&format!("  {chapter:<14} {tried:>5} mutants, {:>5} noticed: {share} %\n", tried - lost));
    }
    if !missed.is_empty() {
        text.push_str("  nobody noticed:\n");
    }
    for &at in missed {
        let one = chosen[at];
        text.push_str(&format!("    {}:{}: {}\n", one.file, one.mutant.line, one.words));
    }
    (text, well)
}

/// The files that belong to the project, as they are now, beside what an earlier run has built.
fn copy_tree(root: &Path, tree: &Path) -> Result<(), String> {
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
        let Ok(fresh) = std::fs::read(&from) else { continue };
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

/// Plants every mutant of the chapters in the copy.
fn plant_all(
    tree: &Path,
    crate_folder: &Path,
    chapters: &[(&String, &Chapter)],
    equivalent: &[Equivalent],
) -> Result<Vec<Candidate>, String> {
    let source = tree.join(crate_folder).join("src");
    let mut candidates: Vec<Candidate> = Vec::new();
    for (chapter, (_, settings)) in chapters.iter().enumerate() {
        for path in files(&source, &settings.files)? {
            let text = crate::coverage::read(&path)?;
            let file = path.strip_prefix(&source).unwrap_or(&path).display().to_string();
            let mutants = find::mutants(&text).map_err(|error| format!("{file}: {error}"))?;
            let changes = |mutant: &Mutant| !equivalent.iter().any(|known| known.is(&file, &text, mutant));
            let mutants: Vec<Mutant> = mutants.into_iter().filter(changes).collect();
            let first = candidates.len() as u32 + 1;
            write(&path, plant::plant(&text, &mutants, first).as_bytes())?;
            candidates.extend(mutants.into_iter().enumerate().map(|(offset, mutant)| Candidate {
                number: first + offset as u32,
                chapter,
                file: file.clone(),
                words: in_words(&text, &mutant),
                mutant,
            }));
        }
    }
    let root = source.join("lib.rs");
    let text = crate::coverage::read(&root)?;
    write(&root, format!("{text}{}", plant::SWITCH).as_bytes())?;
    Ok(candidates)
}

impl Equivalent {
    fn is(&self, file: &str, text: &str, mutant: &Mutant) -> bool {
        let fault = match &mutant.fault {
            Fault::Negated => "negated",
            Fault::Shifted { to, .. } => to,
        };
        self.file == file
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

/// Builds the tests of the copy, once for all mutants.
fn build(tree: &Path, package: &str) -> Result<PathBuf, String> {
    let built = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["test", "--no-run", "--package", package, "--test", "rules", "--message-format", "json"])
        .env("CARGO_TARGET_DIR", tree.with_file_name("built"))
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

/// Runs the tests again and again.
struct Trial<'s> {
    program: PathBuf,
    folder: PathBuf,
    chapters: Vec<&'s Chapter>,
    /// Longer than this and a mutant has lost its way, which is noticed too.
    patience: Duration,
}

impl<'s> Trial<'s> {
    /// The tests must pass while all mutants sleep.
    fn new(program: PathBuf, folder: PathBuf, chapters: Vec<&'s Chapter>) -> Result<Trial<'s>, String> {
        let mut trial = Trial { program, folder, chapters, patience: Duration::from_secs(600) };
        let begun = Instant::now();
        if trial.fails(0, &[]) {
            return Err("the tests fail without any mutant".into());
        }
        trial.patience = begun.elapsed() * 4 + Duration::from_secs(20);
        Ok(trial)
    }

    /// Places in `chosen` of those that nobody noticed.
    fn all(&self, chosen: &[&Candidate]) -> Vec<usize> {
        let (next, missed, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()), AtomicUsize::new(0));
        let hands = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..hands {
                scope.spawn(|| {
                    while let Some((at, one)) = {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        chosen.get(at).map(|one| (at, one))
                    } {
                        let tests = &self.chapters[one.chapter].tests;
                        let noticed =
                            (!tests.is_empty() && self.fails(one.number, tests)) || self.fails(one.number, &[]);
                        if !noticed && let Ok(mut missed) = missed.lock() {
                            missed.push(at);
                        }
                        let tried = done.fetch_add(1, Ordering::Relaxed) + 1;
                        if tried % 25 == 0 {
                            eprintln!("{tried} of {} tried", chosen.len());
                        }
                    }
                });
            }
        });
        let mut missed = missed.into_inner().unwrap_or_default();
        missed.sort_unstable();
        missed
    }

    /// Whether a test fails with this mutant awake; stops at the first that does.
    fn fails(&self, number: u32, tests: &[String]) -> bool {
        let child = Command::new(&self.program)
            .args(tests)
            .args(["--test-threads", "1"])
            .env("CARACOLE_MUTANT", number.to_string())
            .env("RUST_BACKTRACE", "0")
            .current_dir(&self.folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = child else { return false };
        let Some(out) = child.stdout.take() else { return false };
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if line.ends_with("FAILED") {
                    let _ = tell.send(());
                    return;
                }
            }
        });
        // A closed channel is the end of the output; the exit status says how it went.
        let failed = match told.recv_timeout(self.patience) {
            Ok(()) | Err(std::sync::mpsc::RecvTimeoutError::Timeout) => true,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                return !child.wait().is_ok_and(|status| status.success());
            }
        };
        let _ = child.kill();
        let _ = child.wait();
        failed
    }
}
