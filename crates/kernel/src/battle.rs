//! A battle being played: state, dice and journal kept in step.

use crate::contract::{Refusal, Rulebook};
use crate::dice::{Dice, Recording, ScriptError, Scripted, Seeded};
use crate::excerpt::Excerpt;
use crate::journal::{Header, Journal, JournalFault, Record};
use crate::ledger::{Ledger, Listener, Silent};
use crate::seat::Seat;
use std::borrow::Cow;

/// A rulebook, the state of play and the journal that led to it.
#[derive(Debug, Clone)]
pub struct Battle<R: Rulebook> {
    rules: R,
    state: R::State,
    journal: Journal,
    /// Dice in the journal, counted as they are rolled.
    rolled: u64,
}

impl<R: Rulebook> Battle<R> {
    /// Sets up a battle with seeded dice and plays on to the first question.
    pub fn begin(rules: R, mut header: Header) -> (Battle<R>, Ledger) {
        let seed = *header.seed.get_or_insert(0);
        let mut journal = Journal::new(header);
        let mut ledger = Ledger::default();
        let mut dice = Recording { dice: Seeded::new(seed), faces: &mut journal.opening };
        let state = rules.start(&mut dice, &mut ledger);
        (Battle::of(rules, state, journal), ledger)
    }

    /// The same with the opening dice thrown elsewhere, which must be used up exactly.
    pub fn begin_with(rules: R, header: Header, dice: Vec<u8>) -> Result<(Battle<R>, Ledger), ScriptError> {
        let mut script = Scripted::new(dice.clone());
        let mut ledger = Ledger::default();
        let state = rules.start(&mut script, &mut ledger);
        script.finish()?;
        let journal = Journal { header: Header { seed: None, ..header }, opening: dice, records: Vec::new() };
        Ok((Battle::of(rules, state, journal), ledger))
    }

    /// Takes up a journal where it ends, checking every decision and every die on the way; `watch` sees the state after
    /// each step and what was told of it.
    pub fn resume_watched(
        rules: R,
        journal: Journal,
        mut watch: impl FnMut(usize, &R, &R::State, Ledger),
    ) -> Result<Battle<R>, JournalFault> {
        let state = walk(&rules, &journal, |number, state, ledger| watch(number, &rules, state, ledger))?;
        Ok(Battle::of(rules, state, journal))
    }

    fn of(rules: R, state: R::State, journal: Journal) -> Battle<R> {
        let rolled = journal.rolled();
        Battle { rules, state, journal, rolled }
    }

    pub fn resume(rules: R, journal: Journal) -> Result<Battle<R>, JournalFault> {
        Battle::resume_watched(rules, journal, |_, _, _, _| ())
    }

    pub fn rules(&self) -> &R {
        &self.rules
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    pub fn seat_named(&self, key: &str) -> Option<Seat> {
        seat_named(&self.rules, key)
    }

    /// The journal as far as a seat may read it now.
    pub fn excerpt(&self, seat: Seat) -> Result<Excerpt, JournalFault> {
        let rules = &self.rules;
        let card = |seat: Seat| rules.seats().get(usize::from(seat.0));
        let side = card(seat).map(|card| card.side);
        let mut sealed = Vec::with_capacity(self.journal.records.len() + 1);
        let mut given: Option<R::State> = None;
        walk(rules, &self.journal, |number, state, _| {
            sealed.push(match (&given, number.checked_sub(1).and_then(|index| self.journal.records.get(index))) {
                (Some(given), Some(record)) => seat_named(rules, &record.seat)
                    .filter(|&decider| card(decider).map(|card| card.side) != side)
                    .zip(rules.read(&record.decision).ok())
                    .is_some_and(|(decider, decision)| rules.sealed(given, &self.state, decider, &decision)),
                // Dice that made something the seat may not know would tell it.
                _ => rules.redact(state, seat) != *state,
            });
            given = Some(state.clone());
        })?;
        let key = card(seat).map_or("", |card| card.key.as_str());
        Ok(Excerpt::of(&self.journal, key, |number| sealed.get(number).copied().unwrap_or(true)))
    }

    /// Judges a decision and, if it is legal, plays and journals it. A refused decision changes nothing.
    pub fn decide<L: Listener>(&mut self, seat: Seat, decision: R::Decision, listener: &mut L) -> Result<(), Refusal> {
        admit(&self.rules, &self.state, seat, &decision)?;
        let stream = Seeded::after(self.journal.header.seed.unwrap_or(0), self.rolled);
        let mut faces = Vec::new();
        let mut dice = Recording { dice: stream, faces: &mut faces };
        self.rules.play(&mut self.state, seat, decision, &mut dice, listener);
        self.record(seat, decision, faces);
        Ok(())
    }

    /// The same with dice thrown elsewhere, which must be used up exactly.
    pub fn decide_with<L: Listener>(
        &mut self,
        seat: Seat,
        decision: R::Decision,
        dice: Vec<u8>,
        listener: &mut L,
    ) -> Result<(), Refusal> {
        admit(&self.rules, &self.state, seat, &decision)?;
        let mut script = Scripted::new(dice.clone());
        let mut next = self.state.clone();
        self.rules.play(&mut next, seat, decision, &mut script, &mut Silent);
        if let Err(error) = script.finish() {
            return Err(Refusal { rule: Cow::Borrowed("dice"), why: Cow::Owned(error.to_string()) });
        }
        self.rules.play(&mut self.state, seat, decision, &mut Scripted::new(dice.clone()), listener);
        self.journal.header.seed = None;
        self.record(seat, decision, dice);
        Ok(())
    }

    fn record(&mut self, seat: Seat, decision: R::Decision, dice: Vec<u8>) {
        self.rolled += dice.len() as u64;
        let seat = self.rules.seats().get(usize::from(seat.0)).map_or(String::new(), |card| card.key.clone());
        self.journal.records.push(Record { seat, decision: self.rules.notate(&decision), dice });
    }
}

/// Plays a journal again, checking every decision and every die on the way; `watch` sees the state after each step and what
/// was told of it.
fn walk<R: Rulebook>(
    rules: &R,
    journal: &Journal,
    mut watch: impl FnMut(usize, &R::State, Ledger),
) -> Result<R::State, JournalFault> {
    let mut stream = journal.header.seed.map(Seeded::new);
    let begin_line = journal.line_of(0) - 1;
    let mut dice = Witnessed::new(&journal.opening, stream.as_mut());
    let mut ledger = Ledger::default();
    let mut state = rules.start(&mut dice, &mut ledger);
    dice.agree(begin_line)?;
    watch(0, &state, ledger);
    for (index, record) in journal.records.iter().enumerate() {
        let line = journal.line_of(index);
        let (seat, decision) = understand(rules, &state, record, line)?;
        let mut dice = Witnessed::new(&record.dice, stream.as_mut());
        let mut ledger = Ledger::default();
        rules.play(&mut state, seat, decision, &mut dice, &mut ledger);
        dice.agree(line)?;
        watch(index + 1, &state, ledger);
    }
    Ok(state)
}

/// Only an awaited seat may decide, and only what the rules allow.
fn admit<R: Rulebook>(rules: &R, state: &R::State, seat: Seat, decision: &R::Decision) -> Result<(), Refusal> {
    if !rules.awaiting(state).contains(seat) {
        return Err(Refusal::new("turn", "this seat is not asked anything now"));
    }
    rules.judge(state, seat, decision)
}

fn seat_named<R: Rulebook>(rules: &R, key: &str) -> Option<Seat> {
    rules.seats().iter().position(|card| card.key == key).map(|index| Seat(index as u8))
}

fn understand<R: Rulebook>(
    rules: &R,
    state: &R::State,
    record: &Record,
    line: usize,
) -> Result<(Seat, R::Decision), JournalFault> {
    let Some(seat) = seat_named(rules, &record.seat) else {
        let seats: Vec<&str> = rules.seats().iter().map(|card| card.key.as_str()).collect();
        return Err(JournalFault {
            line,
            what: format!("there is no seat `{}`", record.seat),
            instead: format!("one of: {}", seats.join(", ")),
        });
    };
    let decision = rules.read(&record.decision).map_err(|what| JournalFault {
        line,
        what: format!("`{}` is not a decision: {what}", record.decision),
        instead: String::new(),
    })?;
    admit(rules, state, seat, &decision).map_err(|refusal| JournalFault {
        line,
        what: format!("`{}` is refused: {refusal}", record.decision),
        instead: "a decision that was legal when it was taken; was the battle file or the rule changed since?".into(),
    })?;
    Ok((seat, decision))
}

/// Dice read from a journal, held against those of its seed where it has one.
struct Witnessed<'a> {
    script: Scripted,
    stream: Option<&'a mut Seeded>,
    strange: bool,
}

impl Dice for Witnessed<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        let face = self.script.roll(sides);
        if let Some(stream) = &mut self.stream {
            self.strange |= stream.roll(sides) != face;
        }
        face
    }

    fn roll_off(&mut self, sides: u8) -> [u8; 2] {
        loop {
            let rolls = [self.roll(sides), self.roll(sides)];
            if rolls[0] != rolls[1] {
                return rolls;
            }
            // A journal that has run out of dice is found out afterwards; until then the game goes on.
            if self.script.finish().is_err() && self.script.left() == 0 {
                return [2, 1];
            }
        }
    }
}

impl<'a> Witnessed<'a> {
    fn new(faces: &[u8], stream: Option<&'a mut Seeded>) -> Witnessed<'a> {
        Witnessed { script: Scripted::new(faces), stream, strange: false }
    }

    fn agree(&self, line: usize) -> Result<(), JournalFault> {
        let wrong = |what: String| JournalFault { line, what, instead: "the dice as they were rolled".into() };
        self.script.finish().map_err(|error| wrong(error.to_string()))?;
        if self.strange { Err(wrong("the dice are not those of the seed".into())) } else { Ok(()) }
    }
}
