//! The shelf: every rulebook there is, and the battles that come with it. Command line, server and laboratory find a
//! rulebook here by the name a battle file gives; nothing else knows them all.

mod books;
mod lessons;

use kernel::{
    Battle, Clock, Door, Entry, Header, Journal, JournalFault, Ledger, OptionSpec, OptionValues, SeatCard, Unasked,
    Whole,
};
pub use scenario::bill::{Army, Bill};
use scenario::charts::ChartSet;
use scenario::{Fault, Faults, Source, header};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

pub use books::{Armies, BOOKS, Book, Generator, book};
pub use lessons::{Lesson, LessonNote, Moment, Show, lesson};

/// The battles that come with the program: where each file stands in the project, and its text.
pub const BATTLES: &[(&str, &str)] = &books::BATTLES;

/// The rulebooks, by the names that battle files give.
pub const RULEBOOKS: &[&str] = &books::KEYS;

/// The rulebooks in the order of [`RULEBOOKS`].
pub const CARDS: &[RulebookCard] = &books::CARDS;

/// A rulebook as a person who chooses one reads about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RulebookCard {
    pub key: &'static str,
    pub name: &'static str,
    pub summary: &'static str,
    /// Key of the battle that teaches it.
    pub lesson: &'static str,
    /// How many faces its dice have, for pictures of them.
    pub die: u8,
}

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
    Dice(Misfit),
}

/// A battle whose opening rolled other dice than were given: what does not fit, how it would stand, and what was told.
pub struct Misfit {
    pub why: String,
    pub door: Box<dyn Door>,
    pub ledger: Ledger,
}

impl fmt::Debug for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Misfit").field(&self.why).finish()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::File(faults) => write!(f, "{faults}"),
            Problem::Option(text) => write!(f, "{text}"),
            Problem::Rulebook(name) => {
                write!(f, "there is no rulebook `{name}` on the shelf\n  instead: {}", RULEBOOKS.join(" or "))
            }
            Problem::Journal(fault) => write!(f, "{fault}"),
            Problem::Dice(misfit) => write!(f, "the dice before the first question: {}", misfit.why),
        }
    }
}

impl std::error::Error for Problem {}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Problem {
        Problem::File(faults)
    }
}

/// The army list in a file; nothing where the file is a battle, or meant to be one.
pub fn army(source: &Source) -> Option<Result<Army, Faults>> {
    let table = toml::from_str::<toml::Table>(&source.text).ok()?;
    let armies = BOOKS.iter().filter(|book| is_army(&table, book)).find_map(|book| book.armies)?;
    Some((armies.open)(source))
}

/// What the two sides of a battle cost, by their names; nothing where the rulebook counts no points.
pub fn bills(source: &Source) -> Result<Vec<(String, Bill)>, Problem> {
    let head = header(source)?;
    match book(&head.rulebook).and_then(|book| book.bills) {
        Some(bills) => Ok(bills(source)?),
        None => Ok(Vec::new()),
    }
}

/// Armies and battles share their first keys. A file is taken for what its other keys fit best, unless it is for another
/// rulebook.
fn is_army(table: &toml::Table, book: &Book) -> bool {
    let Some(armies) = book.armies else { return false };
    let named = table.get("rulebook").and_then(toml::Value::as_str);
    if named.is_some_and(|named| named != book.card.key && RULEBOOKS.contains(&named)) {
        return false;
    }
    let misfits = |schema: &str| {
        let schema: Value = serde_json::from_str(schema).unwrap_or_default();
        let known = |key: &str| schema["properties"].get(key).is_some();
        let wanted = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        table.keys().filter(|key| !known(key)).count() + wanted.filter(|key| !table.contains_key(*key)).count()
    };
    misfits(&(armies.schema)()) < misfits(&(book.schema)())
}

/// Something to do with a rulebook, whichever it is.
pub trait Task {
    type Output;

    fn run<R>(self, rules: R) -> Self::Output
    where
        R: Whole + Clone + Send + Sync + 'static,
        R::State: Send + Sync,
        R::Decision: Send + Sync;
}

/// Opens a battle file with its rulebook and hands it to a task.
pub fn with<T: Task>(source: &Source, choices: &OptionValues, task: T) -> Result<T::Output, Problem> {
    with_charts(source, choices, &[], task)
}

/// The same, with an owner's charts laid over those of the rulebook.
pub fn with_charts<T: Task>(
    source: &Source,
    choices: &OptionValues,
    charts: &[Source],
    task: T,
) -> Result<T::Output, Problem> {
    let head = header(source)?;
    check_options(options_of(&head.rulebook).unwrap_or_default(), choices, &head.rulebook)?;
    books::open(&head.rulebook, source, choices, charts, task)
}

/// The charts of a rulebook, with an owner's laid over them.
pub fn charts(rulebook: &str, corrections: &[Source]) -> Result<ChartSet, Problem> {
    let book = book(rulebook).ok_or_else(|| Problem::Rulebook(rulebook.into()))?;
    Ok((book.charts)(corrections)?)
}

/// What the options of a rulebook are.
pub fn options_of(rulebook: &str) -> Option<&'static [OptionSpec]> {
    book(rulebook).map(|book| (book.options)())
}

/// The options that a battle file sets, by the keys under which they can be chosen.
pub fn options_set(head: &scenario::Header) -> OptionValues {
    let Some(book) = book(&head.rulebook) else { return OptionValues::new() };
    let mut set = (book.chosen)(head.options.clone());
    let specs = (book.options)();
    set.retain(|key, _| specs.iter().any(|spec| spec.key == key));
    set
}

fn check_options(specs: &[OptionSpec], choices: &OptionValues, rulebook: &str) -> Result<(), Problem> {
    if !RULEBOOKS.contains(&rulebook) {
        return Ok(());
    }
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
    begin_with(source, choices, &[], dice, None, &mut |_| BTreeMap::new())
}

/// Who sits where, by the keys of the seats that are handed in.
pub type Players<'a> = &'a mut dyn FnMut(&[SeatCard]) -> BTreeMap<String, String>;

// What follows takes `dyn` functions on purpose: a generic one would have every crate that calls it compile all rulebooks
// once more.

/// How the journal of a battle begins: what is played, with which options and charts. Seed, salt and players are still to come.
pub fn journal_header(source: &Source, choices: &OptionValues, charts: &[Source]) -> Result<Header, Faults> {
    let head = header(source)?;
    Ok(Header {
        rulebook: head.rulebook,
        battle: head.key,
        options: choices.clone(),
        charts: charts.iter().map(|chart| (chart.path.clone(), chart.text.clone())).collect(),
        scenario: source.text.clone(),
        ..Header::default()
    })
}

/// Begins a battle with an owner's charts, and a salt for its marks where its journal will be sent about; notes in it who
/// sits where.
pub fn begin_with(
    source: &Source,
    choices: &OptionValues,
    charts: &[Source],
    dice: Dice,
    salt: Option<u128>,
    players: Players<'_>,
) -> Result<(Box<dyn Door>, Ledger), Problem> {
    let journal_header = Header { salt, ..journal_header(source, choices, charts)? };
    struct Begin<'a>(Header, Dice, Players<'a>);
    impl Task for Begin<'_> {
        type Output = Result<(Box<dyn Door>, Ledger), Problem>;

        fn run<R>(self, rules: R) -> Self::Output
        where
            R: Whole + Clone + Send + Sync + 'static,
            R::State: Send + Sync,
        {
            let Begin(header, dice, players) = self;
            let header = Header { players: players(rules.seats()), ..header };
            let (battle, ledger) = match dice {
                Dice::Seed(seed) => Battle::begin(rules, Header { seed: Some(seed), ..header }),
                Dice::Thrown(faces) => Battle::begin_with(rules, header, faces).map_err(|misfit| {
                    let kernel::Misfit { why, battle, ledger } = *misfit;
                    Problem::Dice(Misfit { why, door: Box::new(battle), ledger })
                })?,
            };
            Ok((Box::new(battle), ledger))
        }
    }
    with_charts(source, choices, charts, Begin(journal_header, dice, players))?
}

/// One decision of a battle told again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// 0 is what happened before the first question.
    pub number: usize,
    pub seat: String,
    pub decision: String,
    pub words: String,
    /// Turn and phase in which it was taken, and afterwards.
    #[serde(serialize_with = "in_words")]
    pub asked_at: Clock,
    #[serde(serialize_with = "in_words")]
    pub clock: Clock,
    pub entries: Vec<Entry>,
    /// What was answered without asking on the way to the next question.
    #[serde(skip)]
    pub unasked: Vec<Unasked>,
}

fn in_words<S: Serializer>(clock: &Clock, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(clock)
}

/// Takes a journal up where it ends.
pub fn resume(journal: Journal) -> Result<Box<dyn Door>, Problem> {
    take_up(journal, None)
}

/// Takes a journal up where it ends, and tells every decision on the way.
pub fn replay(journal: Journal, tell: &mut dyn FnMut(Told)) -> Result<Box<dyn Door>, Problem> {
    take_up(journal, Some(tell))
}

fn take_up(journal: Journal, tell: Option<&mut dyn FnMut(Told)>) -> Result<Box<dyn Door>, Problem> {
    let source = Source::new("scenario of the journal", journal.header.scenario.clone());
    let choices = journal.header.options.clone();
    let charts = journal.header.charts.iter().map(|(name, text)| Source::new(name, text)).collect::<Vec<_>>();
    let above = journal.line_of(0).saturating_sub(2 + source.text.lines().count());
    struct Resume<'a>(Journal, Option<&'a mut dyn FnMut(Told)>);
    impl Task for Resume<'_> {
        type Output = Result<Box<dyn Door>, JournalFault>;

        fn run<R>(self, rules: R) -> Self::Output
        where
            R: Whole + Clone + Send + Sync + 'static,
            R::State: Send + Sync,
        {
            let Resume(journal, mut tell) = self;
            let records = journal.records.clone();
            let mut before: Option<R::State> = None;
            let battle = Battle::resume_watched(rules, journal, |number, rules, state, ledger| {
                let Some(tell) = &mut tell else { return };
                let record = number.checked_sub(1).and_then(|index| records.get(index));
                let decision = record.map_or("begin".into(), |record| record.decision.clone());
                let asked = before.as_ref().unwrap_or(state);
                tell(Told {
                    number,
                    seat: record.map_or(String::new(), |record| record.seat.clone()),
                    words: rules.read(&decision).map_or(String::new(), |decision| rules.describe(asked, &decision)),
                    decision,
                    asked_at: rules.clock(asked),
                    clock: rules.clock(state),
                    entries: ledger.entries,
                    unasked: ledger.unasked,
                });
                before = Some(state.clone());
            })?;
            Ok(Box::new(battle))
        }
    }
    with_charts(&source, &choices, &charts, Resume(journal, tell))
        .map_err(|problem| in_journal(problem, above))?
        .map_err(Problem::Journal)
}

/// Faults of a scenario are told by the lines of the journal that holds it.
fn in_journal(problem: Problem, lines_above: usize) -> Problem {
    match problem {
        Problem::File(Faults(faults)) => {
            let moved = faults.into_iter().map(|fault| Fault { line: fault.line + lines_above, ..fault });
            Problem::File(Faults(moved.collect()))
        }
        other => other,
    }
}
