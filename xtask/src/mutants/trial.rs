//! The tests run again and again, each time with one mutant awake.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// So many tests are run at once.
const HANDFUL: usize = 24;

/// What became of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Noticed,
    /// All tests passed that go by it, so many.
    Missed {
        tests: usize,
    },
}

pub struct Trial<'s> {
    program: PathBuf,
    folder: PathBuf,
    /// Words in the names of tests that are not run.
    left_out: &'s [String],
    /// The tests that reach each mutant, the quickest first.
    reached: BTreeMap<u32, Vec<String>>,
    /// How long each test takes while all mutants sleep.
    took: BTreeMap<String, Duration>,
}

/// A test that takes so much longer than it should has lost its way, which is noticed too.
fn patience(took: Duration) -> Duration {
    took * 4 + Duration::from_secs(3)
}

impl<'s> Trial<'s> {
    /// One pass of all tests, which must hold while all mutants sleep; who reaches which is noted in a file.
    pub fn new(program: PathBuf, folder: PathBuf, left_out: &'s [String], notes: &Path) -> Result<Trial<'s>, String> {
        let mut trial = Trial { program, folder, left_out, reached: BTreeMap::new(), took: BTreeMap::new() };
        let failed = |error| format!("{}: {error}", notes.display());
        std::fs::write(notes, "").map_err(failed)?;
        let mut pass = trial.command();
        pass.env("CARACOLE_REACHED", notes);
        let Some(took) = passes(&mut pass, Duration::from_secs(600)) else {
            return Err("the tests fail without any mutant".into());
        };
        trial.reached = by_mutant(&std::fs::read_to_string(notes).map_err(failed)?, &took);
        trial.took = took;
        Ok(trial)
    }

    /// What becomes of each of these mutants.
    pub fn all(&self, numbers: &[u32]) -> Vec<Fate> {
        let (next, fates) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        let hands = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..hands {
                scope.spawn(|| {
                    while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let fate = self.one(number);
                        let Ok(mut fates) = fates.lock() else { return };
                        fates.insert(number, fate);
                        if fates.len() % 100 == 0 {
                            eprintln!("{} of {} tried", fates.len(), numbers.len());
                        }
                    }
                });
            }
        });
        let fates = fates.into_inner().unwrap_or_default();
        numbers.iter().map(|number| fates.get(number).copied().unwrap_or(Fate::Missed { tests: 0 })).collect()
    }

    fn one(&self, number: u32) -> Fate {
        let tests = self.reached.get(&number).map_or(&[][..], Vec::as_slice);
        let noticed = tests.chunks(HANDFUL).any(|some| {
            let took = some.iter().filter_map(|test| self.took.get(test)).max().copied().unwrap_or_default();
            let mut trial = self.command();
            trial.arg("--exact").args(some).env("CARACOLE_MUTANT", number.to_string());
            passes(&mut trial, patience(took)).is_none()
        });
        if noticed { Fate::Noticed } else { Fate::Missed { tests: tests.len() } }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["--test-threads", "1"]).env("RUST_BACKTRACE", "0").current_dir(&self.folder);
        self.left_out.iter().for_each(|word| {
            command.args(["--skip", word]);
        });
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }
}

/// How long each test took if all pass; nothing at the first that fails or loses its way.
fn passes(command: &mut Command, patience: Duration) -> Option<BTreeMap<String, Duration>> {
    let mut child = command.spawn().ok()?;
    let took = times(&mut child, patience);
    if took.is_none() {
        let _ = child.kill();
    }
    let ended = child.wait();
    took.filter(|_| ended.is_ok_and(|status| status.success()))
}

fn times(child: &mut Child, patience: Duration) -> Option<BTreeMap<String, Duration>> {
    let lines = lines(child)?;
    let mut took = BTreeMap::new();
    loop {
        let begun = Instant::now();
        match lines.recv_timeout(patience) {
            Ok(line) if line.ends_with("FAILED") => return None,
            Ok(line) => {
                if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... ok")) {
                    took.insert(name.to_owned(), begun.elapsed());
                }
            }
            Err(RecvTimeoutError::Timeout) => return None,
            // The end of the output; the exit status says how it went.
            Err(RecvTimeoutError::Disconnected) => return Some(took),
        }
    }
}

/// What a child says, line by line; a test that has ended is a line.
fn lines(child: &mut Child) -> Option<Receiver<String>> {
    let out = child.stdout.take()?;
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    Some(told)
}

/// The notes of a pass: a mutant reached from a thread that no test is called after may be reached by all of them.
fn by_mutant(notes: &str, took: &BTreeMap<String, Duration>) -> BTreeMap<u32, Vec<String>> {
    let mut reached: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for (number, thread) in notes.lines().filter_map(|line| line.split_once(' ')) {
        let Ok(number) = number.parse() else { continue };
        let who = reached.entry(number).or_default();
        if took.contains_key(thread) {
            who.insert(thread);
        } else {
            who.extend(took.keys().map(String::as_str));
        }
    }
    let ordered = |who: BTreeSet<&str>| {
        let mut who: Vec<String> = who.into_iter().map(str::to_owned).collect();
        who.sort_by_key(|test| took.get(test));
        who
    };
    reached.into_iter().map(|(number, who)| (number, ordered(who))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_without_a_test_stands_for_all_and_quick_tests_come_first() {
        let tests = [("moves::far", 30), ("moves::near", 2)];
        let took = tests.into_iter().map(|(name, ms)| (name.to_owned(), Duration::from_millis(ms))).collect();
        let reached = by_mutant("1 moves::far\n2 moves::far\n2 moves::near\n3 \n4 main\n", &took);
        assert_eq!(reached[&1], ["moves::far"]);
        assert_eq!(reached[&2], ["moves::near", "moves::far"]);
        assert_eq!(reached[&3].len(), 2);
        assert_eq!(reached[&4].len(), 2);
        assert_eq!(reached.get(&5), None);
    }
}
