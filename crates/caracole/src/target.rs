//! What a command is about: a shipped battle, a battle file or a journal.

use crate::Mistake;
use kernel::{Door, Journal, Ledger, OptionValues};
use scenario::Source;
use shelf::Dice;
use std::path::Path;

/// Options given as `key=value`.
pub fn choices(given: &[String]) -> Result<OptionValues, Mistake> {
    let mut values = OptionValues::new();
    for pair in given {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Mistake(format!("`{pair}` is not an option\n  instead: key=value, for example scale=15mm")));
        };
        values.insert(key.into(), value.into());
    }
    Ok(values)
}

/// A battle by its key or the path of its file.
pub fn battle(name: &str) -> Result<Source, Mistake> {
    let path = Path::new(name);
    if path.extension().is_some_and(|end| end == "toml") || path.exists() {
        return Source::open(path).map_err(|error| Mistake(format!("{name}: {error}")));
    }
    shelf::find(name).ok_or_else(|| {
        let keys: Vec<String> =
            shelf::shipped().filter_map(|source| scenario::header(&source).ok()).map(|head| head.key).collect();
        let near = scenario::nearest(name, keys.iter().map(String::as_str));
        let advice = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        Mistake(format!("there is no battle `{name}`\n  instead: {advice}one of {}, or a battle file", keys.join(", ")))
    })
}

/// A journal read from its file; faults name the file and the line.
pub fn journal(path: &str) -> Result<Journal, Mistake> {
    let text = std::fs::read_to_string(path).map_err(|error| Mistake(format!("{path}: {error}")))?;
    Journal::parse(&text).map_err(|fault| Mistake(format!("{path}: {fault}")))
}

/// Takes a saved battle up where it ends.
pub fn resume(path: &str) -> Result<Box<dyn Door>, Mistake> {
    shelf::resume(journal(path)?).map_err(|problem| Mistake(format!("{path}: {problem}")))
}

pub fn is_journal(name: &str) -> bool {
    std::fs::File::open(name).is_ok_and(|mut file| {
        let mut start = [0; 16];
        std::io::Read::read_exact(&mut file, &mut start).is_ok() && &start == b"caracole journal"
    })
}

/// A battle to look at: taken up from a journal, or set up afresh.
pub fn open(name: &str, options: &[String], seed: u64) -> Result<(Box<dyn Door>, Ledger), Mistake> {
    if is_journal(name) {
        if !options.is_empty() {
            return Err(Mistake("a journal has its options; they cannot be changed".into()));
        }
        return Ok((resume(name)?, Ledger::default()));
    }
    let source = battle(name)?;
    shelf::begin(&source, &choices(options)?, Dice::Seed(seed)).map_err(|problem| Mistake(problem.to_string()))
}
