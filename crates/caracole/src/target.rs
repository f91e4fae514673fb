//! What a command is about: a shipped battle, a battle file or a journal.

use crate::{Mistake, files};
use commander::Anyone;
use kernel::door::Asked;
use kernel::{Door, Excerpt, Journal, Ledger, OptionValues, Seat, SeatCard};
use scenario::Source;
use shelf::{Dice, Problem};
use std::path::{Path, PathBuf};

/// Options given as `key=value`.
pub fn choices(given: &[String]) -> Result<OptionValues, Mistake> {
    let mut values = OptionValues::new();
    for pair in given {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Mistake::new(format!(
                "`{pair}` is not an option\n  instead: key=value, for example scale=15mm; `caracole battles --options` \
                 lists them"
            )));
        };
        values.insert(key.into(), value.into());
    }
    Ok(values)
}

/// A battle by its key or the path of its file.
pub fn battle(name: &str) -> Result<Source, Mistake> {
    let path = Path::new(name);
    let is_path = path.extension().is_some_and(|end| end == "toml") || path.components().count() > 1;
    match shelf::find(name).filter(|_| !is_path) {
        Some(source) => Ok(source),
        None if is_path || path.exists() => Ok(Source::new(name, files::read(name)?)),
        None => Err(no_battle(name)),
    }
}

fn no_battle(name: &str) -> Mistake {
    let keys: Vec<String> =
        shelf::shipped().filter_map(|source| scenario::header(&source).ok()).map(|head| head.key).collect();
    let near = scenario::nearest(name, keys.iter().map(String::as_str));
    let advice = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    Mistake::new(format!(
        "there is no battle `{name}`\n  instead: {advice}one of {}, or the path of a battle file",
        keys.join(", ")
    ))
}

/// Battles by name, or all that come with the program.
pub fn battles(names: &[String]) -> Result<Vec<Source>, Mistake> {
    match names {
        [] => Ok(shelf::shipped().collect()),
        names => names.iter().map(|name| battle(name)).collect(),
    }
}

/// A journal read from its file; faults name the file and the line.
pub fn journal(path: &str) -> Result<Journal, Mistake> {
    Journal::parse(&files::read(path)?).map_err(|fault| Mistake::in_file(path, fault))
}

/// Takes a saved battle up where it ends.
pub fn resume(path: &str, journal: Journal) -> Result<Box<dyn Door>, Mistake> {
    shelf::resume(journal).map_err(|problem| in_journal(path, &problem))
}

/// A problem of a journal, told of the file it is in.
pub fn in_journal(path: &str, problem: &Problem) -> Mistake {
    match problem {
        Problem::File(faults) => {
            let faults = faults.0.iter().map(|fault| scenario::Fault { path: path.into(), ..fault.clone() });
            Mistake::new(scenario::Faults(faults.collect()).to_string())
        }
        other => Mistake::in_file(path, other),
    }
}

/// Only the first `to` decisions of a journal.
pub fn cut(path: &str, journal: &mut Journal, to: Option<usize>) -> Result<(), Mistake> {
    let all = journal.records.len();
    match to {
        Some(to) if to > all => {
            Err(Mistake::in_file(path, format!("there is no decision {to}\n  instead: 0 to {all}")))
        }
        Some(to) => {
            journal.records.truncate(to);
            Ok(())
        }
        None => Ok(()),
    }
}

/// The chart files of a folder, by their names.
pub fn charts(folder: Option<&Path>) -> Result<Vec<Source>, Mistake> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let shown = folder.display().to_string();
    let entries = std::fs::read_dir(folder).map_err(|error| Mistake::in_file(&shown, error))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Mistake::in_file(&shown, error))?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(Mistake::in_file(&shown, "no chart files here\n  instead: a folder with .toml files"));
    }
    paths.sort();
    let open = |path: &PathBuf| {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let source = Source::open(path).map_err(|error| Mistake::in_file(&path.display().to_string(), error))?;
        Ok(Source { path: name, ..source })
    };
    paths.iter().map(open).collect()
}

/// Whether a file is a journal or meant to be one: an excerpt is taken for one, and refused with the reason.
pub fn is_journal(name: &str) -> bool {
    begins_with(name, b"caracole journal") || is_excerpt(name)
}

pub fn is_excerpt(name: &str) -> bool {
    begins_with(name, b"caracole excerpt")
}

/// An excerpt read from its file, every mark checked.
pub fn excerpt(path: &str) -> Result<Excerpt, Mistake> {
    Excerpt::parse(&files::read(path)?).map_err(|fault| Mistake::in_file(path, fault))
}

pub fn is_script(name: &str) -> bool {
    begins_with(name, b"caracole script")
}

fn begins_with<const N: usize>(name: &str, wanted: &[u8; N]) -> bool {
    std::fs::File::open(name).is_ok_and(|mut file| {
        let mut start = [0; N];
        std::io::Read::read_exact(&mut file, &mut start).is_ok() && &start == wanted
    })
}

/// A battle to look at: taken up from a journal, or set up afresh.
pub fn open(name: &str, options: &[String], at: Option<usize>) -> Result<(Box<dyn Door>, Ledger), Mistake> {
    if is_journal(name) {
        if !options.is_empty() {
            return Err(Mistake::in_file(name, "a journal has its options; they cannot be changed any more"));
        }
        let mut journal = journal(name)?;
        cut(name, &mut journal, at)?;
        return Ok((resume(name, journal)?, Ledger::default()));
    }
    if at.is_some_and(|at| at > 0) {
        return Err(Mistake::in_file(name, "only a journal has decisions\n  instead: the path of a journal"));
    }
    let source = battle(name)?;
    shelf::begin(&source, &choices(options)?, Dice::Seed(0)).map_err(|problem| Mistake::new(problem.to_string()))
}

/// A seat by its key.
pub fn seat(seats: &[SeatCard], key: &str) -> Result<Seat, String> {
    let found = seats.iter().position(|card| card.key == key);
    found.map(|index| Seat(index as u8)).ok_or_else(|| {
        let keys: Vec<&str> = seats.iter().map(|card| card.key.as_str()).collect();
        format!("there is no seat `{key}`\n  instead: {}", keys.join(" or "))
    })
}

/// The question a command is about: that of the seat named, or the first one open.
pub fn question(door: &dyn Door, seat: Option<&str>) -> Result<Asked, Mistake> {
    let awaiting = door.awaiting();
    let wanted = match seat {
        Some(key) => self::seat(door.seats(), key).map_err(Mistake::new)?,
        None => *awaiting.first().ok_or_else(|| Mistake::new("the battle is over: nothing is asked any more"))?,
    };
    door.question(wanted).ok_or_else(|| {
        let asked: Vec<&str> = awaiting
            .iter()
            .filter_map(|seat| door.seats().get(usize::from(seat.0)))
            .map(|card| card.key.as_str())
            .collect();
        let name = seat.unwrap_or_default();
        match asked.as_slice() {
            [] => Mistake::new(format!("seat `{name}` is not asked anything: the battle is over")),
            asked => {
                Mistake::new(format!("seat `{name}` is not asked anything now\n  instead: {}", asked.join(" or ")))
            }
        }
    })
}

/// A commander by name.
pub fn commander(name: &str, seed: u64) -> Result<Anyone, Mistake> {
    Anyone::named(name, seed).ok_or_else(|| {
        Mistake::new(format!("there is no commander `{name}`\n  instead: {}", Anyone::NAMES.join(" or ")))
    })
}
