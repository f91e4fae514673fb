//! What fuzzing shoots at: one function for each kind of text that comes from outside.
//!
//! Each takes bytes of any kind and says what promise they broke. A text that is simply wrong breaks none: it must be
//! refused with words. The fuzz crate and the smoke test call the same functions.

use crate::soak::{reads_back, rests};
use kernel::journal::Record;
use kernel::script::{Script, ScriptLine, Throws};
use kernel::{Excerpt, Header, Journal, JournalFault, OptionValues, Seeded, Silent, Whole};
use scenario::{Faults, Source};
use shelf::{Problem, Task};
use std::fmt::Write;

/// The targets by name, in the order of this file.
pub const NAMES: [&str; 7] = ["battle", "army", "chart", "journal", "replay", "script", "judge"];

/// Longer texts only make fuzzing slow.
const LONGEST: usize = 100_000;

/// Decisions played of a battle that opens.
const DECISIONS: usize = 40;

/// Positions of each shipped battle that decisions are judged in.
const POSITIONS: usize = 48;

/// The battle that is played by charts.
const CHARTED: &str = "wing-against-wing";

fn text_of(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok().filter(|text| text.len() <= LONGEST)
}

fn sound_faults(faults: &Faults, text: &str) -> Result<(), String> {
    if faults.0.is_empty() {
        return Err("a file is refused without a fault".into());
    }
    for fault in &faults.0 {
        if fault.what.is_empty() || fault.line == 0 || fault.line > text.matches('\n').count() + 1 {
            return Err(format!("a fault without words or place: {fault:?}"));
        }
    }
    if faults.to_string().is_empty() { Err("faults without words".into()) } else { Ok(()) }
}

fn sound_problem(problem: &Problem, text: &str) -> Result<(), String> {
    match problem {
        Problem::File(faults) => sound_faults(faults, text),
        other if other.to_string().is_empty() => Err("a battle is refused without words".into()),
        _ => Ok(()),
    }
}

/// A battle file is refused with every fault in its place, or it opens and can be played.
pub fn battle(data: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(data) else { return Ok(()) };
    let source = Source::new("battle.toml", text);
    match shelf::with(&source, &OptionValues::new(), Skirmish { seed: data.len() as u64 }) {
        Ok(played) => played,
        Err(problem) => sound_problem(&problem, text),
    }
}

/// The first decisions of a battle, at random.
struct Skirmish {
    seed: u64,
}

impl Task for Skirmish {
    type Output = Result<(), String>;

    fn run<R: Whole>(self, rules: R) -> Result<(), String> {
        let (mut dice, mut chance) = (Seeded::new(self.seed), Seeded::new(self.seed ^ 1));
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut menu = Vec::new();
        for _ in 0..DECISIONS {
            rests(&rules, &state)?;
            let Some(seat) = rules.awaiting(&state).first() else { return Ok(()) };
            let question = rules.ask(&state, seat, &mut menu);
            let topic = question.topic;
            let decision = *menu.get(chance.below(menu.len())).ok_or_else(|| format!("`{topic}` has an empty menu"))?;
            reads_back(&rules, &decision)?;
            if let Err(refusal) = rules.judge(&state, seat, &decision) {
                return Err(format!("`{}` was offered by `{topic}` and refused: {refusal}", rules.notate(&decision)));
            }
            rules.scene(&state, Some(seat));
            rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
        }
        Ok(())
    }
}

/// An army list is refused with every fault in its place, or it has a bill.
pub fn army(data: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(data) else { return Ok(()) };
    shelf::BOOKS.iter().filter_map(|book| book.armies).try_for_each(|armies| {
        match (armies.open)(&Source::new("army.toml", text)) {
            Ok(army) if army.limit.is_some_and(|limit| army.bill.total() > limit) => {
                Err("an army above its limit".into())
            }
            Ok(army) if army.bill.to_string().is_empty() => Err("an army without a bill".into()),
            Ok(_) => Ok(()),
            Err(faults) => sound_faults(&faults, text),
        }
    })
}

/// An owner's chart is refused with every fault in its place, or a battle can be played by it.
pub fn chart(data: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(data) else { return Ok(()) };
    let Some(battle) = shelf::find(CHARTED) else { return Err(format!("{CHARTED} is not shipped")) };
    let corrections = [Source::new("chart.toml", text)];
    let skirmish = Skirmish { seed: data.len() as u64 };
    match shelf::with_charts(&battle, &OptionValues::new(), &corrections, skirmish) {
        Ok(played) => played,
        Err(problem) => sound_problem(&problem, text),
    }
}

/// A journal, or an excerpt of one, is refused at a line, or it can be written again and reads the same.
pub fn journal(data: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(data) else { return Ok(()) };
    if text.starts_with("caracole excerpt") {
        return reads_again(text, Excerpt::parse, Excerpt::to_text);
    }
    reads_again(text, Journal::parse, Journal::to_text)
}

fn reads_again<T: PartialEq>(
    text: &str,
    parse: fn(&str) -> Result<T, JournalFault>,
    write: fn(&T) -> String,
) -> Result<(), String> {
    match parse(text) {
        Ok(journal) => match parse(&write(&journal)) {
            Ok(again) if again == journal => Ok(()),
            Ok(_) => Err("a journal written again reads differently".into()),
            Err(fault) => Err(format!("a journal written again does not read: {fault}")),
        },
        Err(fault) if fault.what.is_empty() || fault.line == 0 || fault.line > text.lines().count().max(1) => {
            Err(format!("a fault without words or place: {fault:?}"))
        }
        Err(_) => Ok(()),
    }
}

/// A journal with its marks in order but anything at all in its lines replays or is refused at a line.
///
/// The text is a journal in short, so that it is worth changing: the battle by its key, and no marks.
///
/// ```text
/// first-blood 42
/// option scale 15mm
/// begin ; 4 2
/// king side a
/// king test byron ; 6
/// ```
pub fn replay(data: &[u8]) -> Result<(), String> {
    let Some(journal) = text_of(data).and_then(in_short) else { return Ok(()) };
    let (text, seats) = (journal.to_text(), journal.records.len());
    match shelf::resume(journal) {
        Ok(door) => {
            if door.journal().to_text() != text || door.journal().records.len() != seats {
                return Err("a replayed journal is another".into());
            }
            if door.awaiting().is_empty() != door.outcome().is_some() {
                return Err("a replayed battle neither asks nor ends".into());
            }
            door.scene(None);
            let asked = door.awaiting().into_iter().all(|seat| door.question(seat).is_some_and(|q| !q.menu.is_empty()));
            if asked { Ok(()) } else { Err("a replayed battle asks nothing".into()) }
        }
        Err(Problem::Journal(fault)) if fault.line == 0 || fault.line > text.lines().count() => {
            Err(format!("a fault without a place: {fault:?}"))
        }
        Err(problem) => sound_problem(&problem, &text),
    }
}

/// A script is refused at a line, or written again it reads the same; one of a shipped battle is then played, to its end
/// or to the first decision that is refused with words.
pub fn script(data: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(data) else { return Ok(()) };
    let script = match Script::parse(text) {
        Ok(script) => script,
        Err(fault) if fault.what.is_empty() || fault.line == 0 || fault.line > text.lines().count().max(1) => {
            return Err(format!("a fault without words or place: {fault:?}"));
        }
        Err(_) => return Ok(()),
    };
    let written = script.to_text();
    match Script::parse(&written) {
        Ok(again) if again.to_text() == written && again.moves.len() == script.moves.len() => {}
        _ => return Err("a script written again reads differently".into()),
    }
    let Some(source) = shelf::find(&script.battle.value) else { return Ok(()) };
    let options: OptionValues = script.options.iter().map(|option| option.value.clone()).collect();
    let dice = match &script.dice.value {
        Throws::Seed(seed) => shelf::Dice::Seed(*seed),
        Throws::Written(faces) => shelf::Dice::Thrown(faces.clone()),
    };
    let (mut door, _) = match shelf::begin(&source, &options, dice) {
        Ok(begun) => begun,
        Err(problem) => return sound_problem(&problem, &source.text),
    };
    for step in script.moves.iter().take(DECISIONS) {
        if let Err(refusal) = script.play(door.as_mut(), step) {
            let mute = refusal.rule.is_empty() || refusal.why.is_empty();
            return if mute { Err("a decision is refused without a reason".into()) } else { Ok(()) };
        }
        if door.awaiting().is_empty() != door.outcome().is_some() {
            return Err("a battle of a script neither asks nor ends".into());
        }
    }
    Ok(())
}

fn in_short(text: &str) -> Option<Journal> {
    let mut lines = text.lines();
    let (key, seed) = lines.next()?.split_once(' ')?;
    let source = shelf::find(key)?;
    let header = scenario::header(&source).ok()?;
    let header = Header {
        rulebook: header.rulebook,
        battle: header.key,
        seed: seed.trim().parse().ok(),
        scenario: source.text,
        ..Header::default()
    };
    let mut journal = Journal::new(header);
    for line in lines {
        let (body, dice) = line.split_once(" ; ").unwrap_or((line, ""));
        let dice = dice.split_whitespace().filter_map(|face| face.parse().ok()).collect();
        match body.split_once(' ').unwrap_or((body, "")) {
            ("begin", _) => journal.opening = dice,
            ("option", choice) => {
                let (key, value) = choice.split_once(' ')?;
                journal.header_mut().options.insert(key.into(), value.into());
            }
            (seat, decision) => journal.records.push(Record { seat: seat.into(), decision: decision.into(), dice }),
        }
    }
    Some(journal)
}

fn short_of(journal: &Journal) -> String {
    let with_dice = |body: String, dice: &[u8]| {
        let dice: String = dice.iter().map(|face| format!(" {face}")).collect();
        if dice.is_empty() { format!("{body}\n") } else { format!("{body} ;{dice}\n") }
    };
    let seed = journal.header.seed.map_or("none".into(), |seed| seed.to_string());
    let mut text = format!("{} {seed}\n", journal.header.battle);
    for (key, value) in &journal.header.options {
        let _ = writeln!(text, "option {key} {value}");
    }
    text += &with_dice("begin".into(), &journal.opening);
    for record in journal.records.iter() {
        text += &with_dice(format!("{} {}", record.seat, record.decision), &record.dice);
    }
    text
}

/// Decisions of any kind, judged and played in positions that random play has reached.
///
/// The text names a shipped battle and a position of it by number; each further line is a decision. A seat that is asked
/// and may take it does so; what nobody may do is passed over.
///
/// ```text
/// first-blood 17
/// pick lisle-horse
/// move advance 76.2
/// ```
pub struct Judge {
    tables: Vec<Box<dyn Reached + Send + Sync>>,
}

trait Reached {
    fn key(&self) -> &str;
    fn play_lines(&self, position: usize, lines: std::str::Lines<'_>) -> Result<(), String>;
    /// Decisions from the menus of a position, each in the notation.
    fn offered(&self, position: usize) -> Vec<String>;
}

struct Positions<R: Whole> {
    key: String,
    rules: R,
    states: Vec<R::State>,
}

struct Gather {
    key: String,
}

impl Task for Gather {
    type Output = Box<dyn Reached + Send + Sync>;

    /// Positions evenly spread over two battles played at random.
    fn run<R>(self, rules: R) -> Self::Output
    where
        R: Whole + Clone + Send + Sync + 'static,
        R::State: Send + Sync,
        R::Decision: Send + Sync,
    {
        let mut states = Vec::new();
        for seed in [3, 4] {
            let battle = whole_battle(&rules, seed);
            let step = (battle.len() / (POSITIONS / 2)).max(1);
            states.extend(battle.into_iter().step_by(step).take(POSITIONS / 2));
        }
        Box::new(Positions { key: self.key, rules, states })
    }
}

/// Every state of a battle at which somebody is asked.
fn whole_battle<R: Whole>(rules: &R, seed: u64) -> Vec<R::State> {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed));
    let mut state = rules.start(&mut dice, &mut Silent);
    let (mut states, mut menu) = (Vec::new(), Vec::new());
    while let Some(seat) = rules.awaiting(&state).first() {
        states.push(state.clone());
        rules.ask(&state, seat, &mut menu);
        let Some(&decision) = menu.get(chance.below(menu.len())) else { break };
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
    }
    states
}

impl<R: Whole> Reached for Positions<R> {
    fn key(&self) -> &str {
        &self.key
    }

    fn play_lines(&self, position: usize, lines: std::str::Lines<'_>) -> Result<(), String> {
        let Some(mut state) = self.states.get(position % self.states.len().max(1)).cloned() else { return Ok(()) };
        let (rules, mut dice) = (&self.rules, Seeded::new(position as u64));
        for line in lines.take(DECISIONS) {
            let Ok(decision) = rules.read(line) else { continue };
            reads_back(rules, &decision)?;
            for seat in rules.awaiting(&state).iter() {
                if rules.judge(&state, seat, &decision).is_ok() {
                    rules.describe(&state, &decision);
                    rules.appraise(&state, seat, &decision);
                    rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
                    rests(rules, &state).map_err(|what| format!("after `{line}`: {what}"))?;
                    break;
                }
            }
        }
        for seat in rules.awaiting(&state).iter() {
            let mut menu = Vec::new();
            let question = rules.ask(&state, seat, &mut menu);
            if menu.is_empty() {
                return Err(format!("`{}` has an empty menu", question.topic));
            }
        }
        Ok(())
    }

    fn offered(&self, position: usize) -> Vec<String> {
        let Some(state) = self.states.get(position % self.states.len().max(1)) else { return Vec::new() };
        let mut menu = Vec::new();
        let Some(seat) = self.rules.awaiting(state).first() else { return Vec::new() };
        self.rules.ask(state, seat, &mut menu);
        let step = (menu.len() / 4).max(1);
        menu.iter().step_by(step).map(|decision| self.rules.notate(decision)).collect()
    }
}

impl Judge {
    /// Plays the shipped battles to gather positions.
    pub fn new() -> Result<Judge, String> {
        let tables = shelf::shipped().map(|source| {
            let key = scenario::header(&source).map_err(|faults| faults.to_string())?.key;
            shelf::with(&source, &OptionValues::new(), Gather { key }).map_err(|problem| problem.to_string())
        });
        Ok(Judge { tables: tables.collect::<Result<_, String>>()? })
    }

    /// Whatever the judge accepts is played to a sound state.
    pub fn try_out(&self, data: &[u8]) -> Result<(), String> {
        let Some(text) = text_of(data) else { return Ok(()) };
        let mut lines = text.lines();
        let Some((key, position)) = lines.next().and_then(|line| line.split_once(' ')) else { return Ok(()) };
        let Some(table) = self.tables.iter().find(|table| table.key() == key) else { return Ok(()) };
        table.play_lines(position.trim().parse().unwrap_or(0), lines)
    }

    fn seeds(&self) -> Vec<Seed> {
        let mut seeds = Vec::new();
        for table in &self.tables {
            for position in 0..POSITIONS {
                let mut text = format!("{} {position}\n", table.key());
                for decision in table.offered(position) {
                    let _ = writeln!(text, "{decision}");
                }
                seeds.push((format!("{}-{position}", table.key()), text.into_bytes()));
            }
        }
        seeds
    }
}

/// A name and a text to start from.
pub type Seed = (String, Vec<u8>);

/// Sound texts for a target, from the shipped battles.
pub fn seeds(target: &str, judge: &Judge) -> Vec<Seed> {
    match target {
        "battle" => {
            let shipped = shelf::BATTLES.iter().map(|(path, text)| (path.replace('/', "-"), text.as_bytes().to_vec()));
            let drawn_up = shelf::BOOKS.iter().filter_map(|book| book.generator).flat_map(|generator| {
                let points = generator.fewest_points + 100;
                (1..=4).map(move |seed| {
                    let text = (generator.generate)(seed, points);
                    (format!("generated-{seed}.toml"), text.into_bytes())
                })
            });
            let within = shelf::find("braddock-down").map(|source| {
                let start = "[start]\nturn = 3\nphase = \"second-movement\"\nside-a = \"king\"\n";
                ("within-a-turn.toml".into(), format!("{}\n{start}", source.text).into_bytes())
            });
            shipped.chain(drawn_up).chain(within).collect()
        }
        "army" => {
            let lists = shelf::BOOKS.iter().filter_map(|book| Some((book.card.key, book.armies?.sample)));
            lists.map(|(rulebook, sample)| (format!("{rulebook}-army.toml"), sample.into())).collect()
        }
        "chart" => charts(),
        "journal" => {
            let whole = journals(12).map(|journal| (journal.header.battle.clone(), journal.to_text()));
            let parts = journals(12).map(|journal| {
                let salted = Header { salt: Some(1642), ..journal.header.as_ref().clone() };
                let part = Excerpt::of(&Journal { header: salted.into(), ..journal }, "king", |number| number % 5 == 4);
                (format!("{}-excerpt", part.header.battle), part.to_text())
            });
            whole.chain(parts).map(|(name, text)| (name, text.into_bytes())).collect()
        }
        "replay" => {
            let short = |journal: Journal| (journal.header.battle.clone(), short_of(&journal).into_bytes());
            journals(60).map(short).collect()
        }
        "script" => {
            let seeded = journals(40).map(|journal| (journal.header.battle.clone(), script_of(&journal, false)));
            let thrown =
                journals(25).map(|journal| (format!("{}-dice", journal.header.battle), script_of(&journal, true)));
            seeded.chain(thrown).map(|(name, text)| (name, text.into_bytes())).collect()
        }
        "judge" => judge.seeds(),
        _ => Vec::new(),
    }
}

/// Every chart of every rulebook that has some, written as an owner would who knows all its figures.
fn charts() -> Vec<Seed> {
    let sets = shelf::RULEBOOKS.iter().filter_map(|rulebook| Some((rulebook, shelf::charts(rulebook, &[]).ok()?)));
    let text = |rulebook: &str, chart: &scenario::charts::Chart| {
        let mut text = format!("format = 1\nrulebook = {rulebook:?}\nchart = {:?}\n", chart.id);
        for row in &chart.rows {
            let _ = writeln!(text, "[[rows]]\nkey = {:?}\ncells = {:?}", row.key, row.cells);
        }
        for modifier in &chart.modifiers {
            let _ = writeln!(text, "[[modifiers]]\nkey = {:?}\nvalue = {}", modifier.key, modifier.value);
        }
        text.into_bytes()
    };
    let all = sets.flat_map(|(rulebook, set)| {
        set.charts.iter().map(|chart| (format!("{}.toml", chart.id), text(rulebook, chart))).collect::<Vec<_>>()
    });
    all.collect()
}

/// A journal's decisions as somebody would write them down, with the dice or without.
fn script_of(journal: &Journal, dice: bool) -> String {
    let moves = journal.records.iter().map(|record| kernel::script::Move {
        line: 0,
        seat: record.seat.clone(),
        decision: record.decision.clone(),
        dice: dice.then(|| record.dice.clone()),
    });
    let seed = journal.header.seed.unwrap_or(0);
    let throws = if dice { Throws::Written(journal.opening.clone()) } else { Throws::Seed(seed) };
    let script = Script {
        battle: ScriptLine { number: 1, value: journal.header.battle.clone() },
        options: Vec::new(),
        dice: ScriptLine { number: 1, value: throws },
        moves: moves.collect(),
    };
    script.to_text().replacen('\n', "\n# written by hand\n", 1)
}

/// The first decisions of every shipped battle, any answer taken.
fn journals(decisions: usize) -> impl Iterator<Item = Journal> {
    shelf::shipped().filter_map(move |source| {
        let (mut door, _) = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(7)).ok()?;
        let mut chance = Seeded::new(7);
        for _ in 0..decisions {
            let Some(&seat) = door.awaiting().first() else { break };
            let asked = door.question(seat)?;
            let choice = asked.menu.get(chance.below(asked.menu.len()))?;
            door.decide(seat, &choice.decision).ok()?;
        }
        Some(door.journal().clone())
    })
}
