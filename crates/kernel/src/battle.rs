//! A battle being played: state, dice and journal kept in step.

use crate::contract::{Notation, Refusal, Rulebook, Secrecy};
use crate::dice::{Dice, Recording, Scripted, Seeded};
use crate::excerpt::Excerpt;
use crate::journal::{Header, Journal, JournalFault, Record};
use crate::ledger::{Ledger, Listener, Silent, Unasked};
use crate::seat::{Seat, SeatCard, SeatSet, Side};
use std::borrow::Cow;

/// For whom an excerpt is that is for neither side.
pub const ONLOOKERS: &str = "onlookers";

/// A rulebook, the state of play and the journal that led to it.
#[derive(Debug, Clone)]
pub struct Battle<R: Rulebook> {
    rules: R,
    state: R::State,
    journal: Journal,
    /// Dice in the journal, counted as they are rolled.
    rolled: u64,
    seals: Seals<R>,
    /// What was answered without asking since the last decision that came through the door.
    pub(crate) unasked: Vec<Unasked>,
}

/// A battle whose opening rolled other dice than were given: to be looked at, not to be played.
#[derive(Debug)]
pub struct Misfit<R: Rulebook> {
    /// What does not fit, and what each die was rolled for.
    pub why: String,
    pub battle: Battle<R>,
    pub ledger: Ledger,
}

/// What is hidden in the journal.
#[derive(Debug, Clone)]
struct Seals<R: Rulebook> {
    /// From whom the set-up hid something: its dice would tell what.
    opening: SeatSet,
    /// Decisions that the other side may not know of yet, the oldest first.
    decisions: Vec<Sealed<R>>,
}

/// A decision under seal, and the state in which it was taken.
#[derive(Debug, Clone)]
struct Sealed<R: Rulebook> {
    number: usize,
    given: R::State,
    seat: Seat,
    decision: R::Decision,
}

impl<R: Secrecy> Seals<R> {
    fn of_the_start(rules: &R, state: &R::State) -> Seals<R> {
        let seats = (0..rules.seats().len() as u8).map(Seat);
        let opening = seats.filter(|&seat| rules.redact(state, seat) != *state).collect();
        Seals { opening, decisions: Vec::new() }
    }

    /// A decision was played: what is open now is open for good.
    fn note(&mut self, rules: &R, now: &R::State, decided: Sealed<R>) {
        self.decisions.push(decided);
        self.decisions.retain(|one| rules.sealed(&one.given, now, one.seat, &one.decision));
    }
}

impl<R: Secrecy + Notation> Battle<R> {
    /// Sets up a battle with seeded dice and plays on to the first question.
    pub fn begin(rules: R, mut header: Header) -> (Battle<R>, Ledger) {
        let seed = *header.seed.get_or_insert(0);
        let mut journal = Journal::new(header);
        let mut ledger = Ledger::default();
        let mut dice = Recording { dice: Seeded::new(seed), faces: &mut journal.opening };
        let state = rules.start(&mut dice, &mut ledger);
        let seals = Seals::of_the_start(&rules, &state);
        (Battle::of(rules, state, journal, seals), ledger)
    }

    /// The same with the opening dice thrown elsewhere, which must be used up exactly.
    pub fn begin_with(rules: R, header: Header, dice: Vec<u8>) -> Result<(Battle<R>, Ledger), Box<Misfit<R>>> {
        let mut script = Scripted::new(dice.clone());
        let mut ledger = Ledger::default();
        let state = rules.start(&mut script, &mut ledger);
        let journal = Journal { header: Header { seed: None, ..header }, opening: dice, records: Vec::new() };
        let seals = Seals::of_the_start(&rules, &state);
        let battle = Battle::of(rules, state, journal, seals);
        match script.agree(&ledger.entries) {
            Ok(()) => Ok((battle, ledger)),
            Err(why) => Err(Box::new(Misfit { why, battle, ledger })),
        }
    }

    /// Takes up a journal where it ends, checking every decision and every die on the way; `watch` sees the state after
    /// each step and what was told of it.
    pub fn resume_watched(
        rules: R,
        journal: Journal,
        mut watch: impl FnMut(usize, &R, &R::State, Ledger),
    ) -> Result<Battle<R>, JournalFault> {
        let mut seals = None;
        let state = walk(&rules, &journal, |number, state, decided, ledger| {
            let seals = seals.get_or_insert_with(|| Seals::of_the_start(&rules, state));
            if let Some(decided) = decided {
                seals.note(&rules, state, decided);
            }
            watch(number, &rules, state, ledger);
        })?;
        let seals = seals.unwrap_or_else(|| Seals::of_the_start(&rules, &state));
        Ok(Battle::of(rules, state, journal, seals))
    }

    fn of(rules: R, state: R::State, journal: Journal, seals: Seals<R>) -> Battle<R> {
        let rolled = journal.rolled();
        Battle { rules, state, journal, rolled, seals, unasked: Vec::new() }
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

    /// The numbers of the decisions that are still hidden from the other side, the oldest first.
    pub fn sealed(&self) -> impl Iterator<Item = usize> {
        self.seals.decisions.iter().map(|one| one.number)
    }

    /// The seats from which the set-up hid something, so that its dice would tell it.
    pub fn opening_hides_from(&self) -> SeatSet {
        self.seals.opening
    }

    /// The journal as far as a seat may read it now.
    pub fn excerpt(&self, seat: Seat) -> Excerpt {
        let side = self.side_of(seat);
        let key = self.rules.seats().get(usize::from(seat.0)).map_or("", |card| card.key.as_str());
        self.excerpt_without(key, self.seals.opening.contains(seat), |decider| self.side_of(decider) != side)
    }

    /// The journal as far as somebody of neither side may read it now.
    pub fn excerpt_for_onlookers(&self) -> Excerpt {
        self.excerpt_without(ONLOOKERS, !self.seals.opening.is_empty(), |_| true)
    }

    fn excerpt_without(&self, key: &str, hides_opening: bool, hides: impl Fn(Seat) -> bool) -> Excerpt {
        let sealed = |number: usize| self.seals.decisions.iter().any(|one| one.number == number && hides(one.seat));
        Excerpt::of(&self.journal, key, |number| if number == 0 { hides_opening } else { sealed(number) })
    }

    fn side_of(&self, seat: Seat) -> Option<Side> {
        self.rules.seats().get(usize::from(seat.0)).map(|card| card.side)
    }

    /// A copy to be looked at by somebody of neither side: what any seat may not know is blanked.
    pub fn onlooked(&self) -> Battle<R>
    where
        R: Clone,
    {
        Battle { state: onlooked(&self.rules, &self.state), ..self.clone() }
    }

    /// Judges a decision and, if it is legal, plays and journals it. A refused decision changes nothing.
    pub fn decide(&mut self, seat: Seat, decision: R::Decision, listener: &mut dyn Listener) -> Result<(), Refusal> {
        admit(&self.rules, &self.state, seat, &decision)?;
        let stream = Seeded::after(self.journal.header.seed.unwrap_or(0), self.rolled);
        let mut faces = Vec::new();
        let mut dice = Recording { dice: stream, faces: &mut faces };
        let given = self.state.clone();
        self.rules.play(&mut self.state, seat, decision, &mut dice, listener);
        self.record(given, seat, decision, faces);
        Ok(())
    }

    /// The same with dice thrown elsewhere, which must be used up exactly.
    pub fn decide_with(
        &mut self,
        seat: Seat,
        decision: R::Decision,
        dice: Vec<u8>,
        listener: &mut dyn Listener,
    ) -> Result<(), Refusal> {
        admit(&self.rules, &self.state, seat, &decision)?;
        let mut script = Scripted::new(dice.clone());
        let mut next = self.state.clone();
        self.rules.play(&mut next, seat, decision, &mut script, &mut Silent);
        if script.finish().is_err() {
            return Err(self.misfit(seat, decision, dice));
        }
        let given = self.state.clone();
        self.rules.play(&mut self.state, seat, decision, &mut Scripted::new(dice.clone()), listener);
        self.journal.header.seed = None;
        self.record(given, seat, decision, dice);
        Ok(())
    }

    /// Why these dice do not fit: played once more, with somebody who hears what each is rolled for.
    fn misfit(&self, seat: Seat, decision: R::Decision, dice: Vec<u8>) -> Refusal {
        let (mut script, mut next, mut told) = (Scripted::new(dice), self.state.clone(), Ledger::default());
        self.rules.play(&mut next, seat, decision, &mut script, &mut told);
        let why = script.agree(&told.entries).err().unwrap_or_default();
        Refusal { rule: Cow::Borrowed("dice"), why: Cow::Owned(why) }
    }

    fn record(&mut self, given: R::State, seat: Seat, decision: R::Decision, dice: Vec<u8>) {
        self.rolled += dice.len() as u64;
        let number = self.journal.records.len() + 1;
        self.seals.note(&self.rules, &self.state, Sealed { number, given, seat, decision });
        let seat = self.rules.seats().get(usize::from(seat.0)).map_or(String::new(), |card| card.key.clone());
        self.journal.records.push(Record { seat, decision: self.rules.notate(&decision), dice });
    }
}

/// A state with what any seat may not know blanked: for those who belong to neither side.
pub fn onlooked<R: Secrecy>(rules: &R, state: &R::State) -> R::State {
    (0..rules.seats().len() as u8).map(Seat).fold(state.clone(), |seen, seat| rules.redact(&seen, seat))
}

/// Plays a journal again, checking every decision and every die on the way; `watch` sees the state after each step, what was
/// decided in which state, and what was told of it.
fn walk<R: Notation>(
    rules: &R,
    journal: &Journal,
    mut watch: impl FnMut(usize, &R::State, Option<Sealed<R>>, Ledger),
) -> Result<R::State, JournalFault> {
    let mut stream = journal.header.seed.map(Seeded::new);
    let begin_line = journal.line_of(0) - 1;
    let mut dice = Witnessed::new(&journal.opening, stream.as_mut());
    let mut ledger = Ledger::default();
    let mut state = rules.start(&mut dice, &mut ledger);
    dice.agree(begin_line, &ledger)?;
    watch(0, &state, None, ledger);
    for (index, record) in journal.records.iter().enumerate() {
        let line = journal.line_of(index);
        let (seat, decision) = understand(rules, &state, record, line)?;
        let mut dice = Witnessed::new(&record.dice, stream.as_mut());
        let mut ledger = Ledger::default();
        let given = state.clone();
        rules.play(&mut state, seat, decision, &mut dice, &mut ledger);
        dice.agree(line, &ledger)?;
        watch(index + 1, &state, Some(Sealed { number: index + 1, given, seat, decision }), ledger);
    }
    Ok(state)
}

/// Only an awaited seat may decide, and only what the rules allow.
pub(crate) fn admit<R: Rulebook>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    decision: &R::Decision,
) -> Result<(), Refusal> {
    let asked = rules.awaiting(state);
    if !asked.contains(seat) {
        return Err(Refusal::new("turn", out_of_turn(rules.seats(), seat, asked)));
    }
    rules.judge(state, seat, decision)
}

/// Who is asked instead. What they are asked may be a secret of theirs, and is not said here.
fn out_of_turn(seats: &[SeatCard], seat: Seat, asked: SeatSet) -> String {
    let key = |seat: Seat| seats.get(usize::from(seat.0)).map_or("?", |card| card.key.as_str());
    let others: Vec<String> = asked.iter().map(|seat| format!("`{}`", key(seat))).collect();
    match others.len() {
        0 => "nobody is asked anything any more: the battle is over".into(),
        1 => format!("`{}` is not asked anything now; {} is", key(seat), others.join("")),
        _ => format!("`{}` is not asked anything now; {} are", key(seat), others.join(" and ")),
    }
}

fn seat_named<R: Rulebook>(rules: &R, key: &str) -> Option<Seat> {
    rules.seats().iter().position(|card| card.key == key).map(|index| Seat(index as u8))
}

fn understand<R: Notation>(
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
                return [rolls[0], if rolls[0] == 1 { 2 } else { 1 }];
            }
            self.script.tied();
        }
    }
}

impl<'a> Witnessed<'a> {
    fn new(faces: &[u8], stream: Option<&'a mut Seeded>) -> Witnessed<'a> {
        Witnessed { script: Scripted::new(faces), stream, strange: false }
    }

    fn agree(&self, line: usize, told: &Ledger) -> Result<(), JournalFault> {
        let wrong = |what: String| JournalFault { line, what, instead: "the dice as they were rolled".into() };
        self.script.agree(&told.entries).map_err(wrong)?;
        if self.strange { Err(wrong("the dice are not those of the seed".into())) } else { Ok(()) }
    }
}
