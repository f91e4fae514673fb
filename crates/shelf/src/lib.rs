//! The shelf: every rulebook there is, and the battles that come with it. Command line, server and laboratory find a
//! rulebook here by the name a battle file gives; nothing else knows them all.

use charge_pikes::ChargePikes;
use kernel::{Battle, Door, Entry, Header, Journal, JournalFault, Ledger, OptionSpec, OptionValues, Rulebook};
use scenario::{Faults, Source, header};
use serde::Serialize;
use std::fmt;

/// The battles that come with the program: where each file stands in the project, and its text.
pub const BATTLES: &[(&str, &str)] = &[
    ("charge-pikes/first-blood.toml", include_str!("../../../battles/charge-pikes/first-blood.toml")),
    ("charge-pikes/hopton-heath.toml", include_str!("../../../battles/charge-pikes/hopton-heath.toml")),
    ("charge-pikes/braddock-down.toml", include_str!("../../../battles/charge-pikes/braddock-down.toml")),
    ("charge-pikes/generated-1645.toml", include_str!("../../../battles/charge-pikes/generated-1645.toml")),
];

/// A battle file that comes with the program, as a source.
pub fn shipped() -> impl Iterator<Item = Source> {
    BATTLES.iter().map(|(path, text)| Source::new(format!("battles/{path}"), *text))
}

/// The shipped battle with that key.
pub fn find(key: &str) -> Option<Source> {
    shipped().find(|source| header(source).is_ok_and(|header| header.key == key))
}

/// Why a battle could not be opened.
#[derive(Debug)]
pub enum Problem {
    /// The file is wrong; each fault has its line.
    File(Faults),
    /// An option that does not exist.
    Option(String),
    /// A rulebook that is not on the shelf.
    Rulebook(String),
    Journal(JournalFault),
    /// Dice that the opening of the battle did not roll.
    Dice(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::File(faults) => write!(f, "{faults}"),
            Problem::Option(text) => write!(f, "{text}"),
            Problem::Rulebook(name) => {
                write!(f, "there is no rulebook `{name}` on the shelf\n  instead: {}", ChargePikes::NAME)
            }
            Problem::Journal(fault) => write!(f, "{fault}"),
            Problem::Dice(what) => write!(f, "the dice before the first question: {what}"),
        }
    }
}

impl std::error::Error for Problem {}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Problem {
        Problem::File(faults)
    }
}

/// Something to do with a rulebook, whichever it is.
pub trait Task {
    type Output;

    fn run<R>(self, rules: R) -> Self::Output
    where
        R: Rulebook + Clone + Send + Sync + 'static,
        R::State: Send + Sync,
        R::Decision: Send + Sync;
}

/// Opens a battle file with its rulebook and hands it to a task.
pub fn with<T: Task>(source: &Source, choices: &OptionValues, task: T) -> Result<T::Output, Problem> {
    let head = header(source)?;
    if head.rulebook != ChargePikes::NAME {
        return Err(Problem::Rulebook(head.rulebook));
    }
    check_options(ChargePikes::options(), choices)?;
    let rules = charge_pikes::setup::open_with(source, choices)?;
    Ok(task.run(rules))
}

/// What the options of a rulebook are.
pub fn options_of(rulebook: &str) -> Option<&'static [OptionSpec]> {
    (rulebook == ChargePikes::NAME).then(ChargePikes::options)
}

fn check_options(specs: &[OptionSpec], choices: &OptionValues) -> Result<(), Problem> {
    match kernel::options::check(specs, choices).first() {
        None => Ok(()),
        Some(fault) => Err(Problem::Option(format!("{}\n  instead: {}", fault.what, fault.instead))),
    }
}

/// Where the dice of a battle come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dice {
    Seed(u64),
    /// Thrown elsewhere; these are the ones rolled before the first question.
    Thrown(Vec<u8>),
}

/// Begins a battle.
pub fn begin(source: &Source, choices: &OptionValues, dice: Dice) -> Result<(Box<dyn Door>, Ledger), Problem> {
    let head = header(source)?;
    let journal_header = Header {
        rulebook: head.rulebook,
        battle: head.key,
        options: choices.clone(),
        scenario: source.text.clone(),
        ..Header::default()
    };
    struct Begin(Header, Dice);
    impl Task for Begin {
        type Output = Result<(Box<dyn Door>, Ledger), Problem>;

        fn run<R: Rulebook + Clone + Send + Sync + 'static>(self, rules: R) -> Self::Output {
            let Begin(header, dice) = self;
            let (battle, ledger) = match dice {
                Dice::Seed(seed) => Battle::begin(rules, Header { seed: Some(seed), ..header }),
                Dice::Thrown(faces) => {
                    Battle::begin_with(rules, header, faces).map_err(|error| Problem::Dice(error.to_string()))?
                }
            };
            Ok((Box::new(battle), ledger))
        }
    }
    with(source, choices, Begin(journal_header, dice))?
}

/// One decision of a battle told again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// 0 is what happened before the first question.
    pub number: usize,
    pub seat: String,
    pub decision: String,
    /// Turn and phase afterwards.
    pub clock: String,
    pub entries: Vec<Entry>,
}

/// Takes a journal up where it ends.
pub fn resume(journal: Journal) -> Result<Box<dyn Door>, Problem> {
    replay(journal, |_| ())
}

/// Takes a journal up where it ends, and tells every decision on the way.
pub fn replay(journal: Journal, tell: impl FnMut(Told)) -> Result<Box<dyn Door>, Problem> {
    let source = Source::new("scenario of the journal", journal.header.scenario.clone());
    let choices = journal.header.options.clone();
    struct Resume<F>(Journal, F);
    impl<F: FnMut(Told)> Task for Resume<F> {
        type Output = Result<Box<dyn Door>, JournalFault>;

        fn run<R: Rulebook + Clone + Send + Sync + 'static>(self, rules: R) -> Self::Output {
            let Resume(journal, mut tell) = self;
            let records = journal.records.clone();
            let battle = Battle::resume_watched(rules, journal, |number, rules, state, ledger| {
                let record = number.checked_sub(1).and_then(|index| records.get(index));
                tell(Told {
                    number,
                    seat: record.map_or(String::new(), |record| record.seat.clone()),
                    decision: record.map_or("begin".into(), |record| record.decision.clone()),
                    clock: rules.clock(state),
                    entries: ledger.entries,
                });
            })?;
            Ok(Box::new(battle))
        }
    }
    with(&source, &choices, Resume(journal, tell))?.map_err(Problem::Journal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_battle_file_of_the_project_is_on_the_shelf() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../battles");
        let mut files = Vec::new();
        for folder in std::fs::read_dir(root).unwrap() {
            let folder = folder.unwrap();
            for file in std::fs::read_dir(folder.path()).unwrap() {
                let name = file.unwrap().file_name().into_string().unwrap();
                files.push(format!("{}/{name}", folder.file_name().into_string().unwrap()));
            }
        }
        files.sort();
        let mut shelved: Vec<String> = BATTLES.iter().map(|(path, _)| (*path).to_string()).collect();
        shelved.sort();
        assert_eq!(files, shelved);
    }

    #[test]
    fn every_battle_opens_and_asks() {
        for source in shipped() {
            let (door, _) =
                begin(&source, &OptionValues::new(), Dice::Seed(1)).unwrap_or_else(|problem| panic!("{problem}"));
            assert!(!door.awaiting().is_empty(), "{}", source.path);
        }
    }

    #[test]
    fn wrong_choices_are_refused() {
        let source = find("first-blood").unwrap();
        let wrong = OptionValues::from([("scale".into(), "40mm".into())]);
        assert!(begin(&source, &wrong, Dice::Seed(1)).err().unwrap().to_string().contains("25mm"));
        let unknown = OptionValues::from([("sclae".into(), "25mm".into())]);
        assert!(begin(&source, &unknown, Dice::Seed(1)).is_err());
        assert!(find("no-such-battle").is_none());
    }
}
