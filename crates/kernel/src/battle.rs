//! A battle being played: state, dice and journal kept in step.

use crate::contract::{Notation, Refusal, Rulebook, Secrecy};
use crate::dice::{Dice, Recording, Scripted, Seeded};
use crate::excerpt::Excerpt;
use crate::journal::{Header, Journal, JournalFault, Record};
use crate::ledger::{Ledger, Listener, Silent, Unasked};
use crate::seat::{Seat, SeatCard, SeatSet, Side};
use std::borrow::Cow;
use std::sync::Arc;

/// For whom an excerpt is that is for neither side.
pub const ONLOOKERS: &str = "onlookers";

/// What a record takes in memory, about: a decision of thirty letters, a seat, a few dice, and the room around them.
const RECORD: usize = 240;

/// A rulebook, the state of play and the journal that led to it.
///
/// A copy shares what does not change: the rules with their ground and cards, the header, the records, and the state until one
/// of the two plays on. So copies cost nothing, and playing costs one copy of the state.
#[derive(Debug)]
pub struct Battle<R: Rulebook> {
    rules: Arc<R>,
    state: Arc<R::State>,
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
#[derive(Debug)]
struct Seals<R: Rulebook> {
    /// From whom the set-up hid something: its dice would tell what.
    opening: SeatSet,
    /// Decisions that the other side may not know of yet, the oldest first.
    decisions: Vec<Sealed<R>>,
}

/// A decision under seal, and the state in which it was taken.
#[derive(Debug)]
struct Sealed<R: Rulebook> {
    number: usize,
    given: Arc<R::State>,
    seat: Seat,
    decision: R::Decision,
}

impl<R: Rulebook> Clone for Battle<R> {
    fn clone(&self) -> Battle<R> {
        Battle {
            rules: Arc::clone(&self.rules),
            state: Arc::clone(&self.state),
            journal: self.journal.clone(),
            rolled: self.rolled,
            seals: self.seals.clone(),
            unasked: self.unasked.clone(),
        }
    }
}

impl<R: Rulebook> Clone for Seals<R> {
    fn clone(&self) -> Seals<R> {
        Seals { opening: self.opening, decisions: self.decisions.clone() }
    }
}

impl<R: Rulebook> Clone for Sealed<R> {
    fn clone(&self) -> Sealed<R> {
        let Sealed { number, given, seat, decision } = self;
        Sealed { number: *number, given: Arc::clone(given), seat: *seat, decision: *decision }
    }
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
    pub fn begin(rules: R, header: Header) -> (Battle<R>, Ledger) {
        Battle::begin_by(Arc::new(rules), header)
    }

    /// Sets up another battle by the rules of this one, with seeded dice.
    pub fn begin_like(&self, header: Header) -> (Battle<R>, Ledger) {
        Battle::begin_by(Arc::clone(&self.rules), header)
    }

    fn begin_by(rules: Arc<R>, mut header: Header) -> (Battle<R>, Ledger) {
        let seed = *header.seed.get_or_insert(0);
        let mut journal = Journal::new(header);
        let mut ledger = Ledger::default();
        let mut dice = Recording { dice: Seeded::new(seed), faces: &mut journal.opening };
        let state = rules.start(&mut dice, &mut ledger);
        let seals = Seals::of_the_start(rules.as_ref(), &state);
        (Battle::of(rules, Arc::new(state), journal, seals), ledger)
    }

    /// The same with the opening dice thrown elsewhere, which must be used up exactly.
    pub fn begin_with(rules: R, header: Header, dice: Vec<u8>) -> Result<(Battle<R>, Ledger), Box<Misfit<R>>> {
        let mut script = Scripted::new(dice.clone());
        let mut ledger = Ledger::default();
        let state = rules.start(&mut script, &mut ledger);
        let journal = Journal { opening: dice, ..Journal::new(Header { seed: None, ..header }) };
        let seals = Seals::of_the_start(&rules, &state);
        let battle = Battle::of(Arc::new(rules), Arc::new(state), journal, seals);
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
        watch: impl FnMut(usize, &R, &R::State, Ledger),
    ) -> Result<Battle<R>, JournalFault> {
        Battle::resume_by(Arc::new(rules), journal, watch)
    }

    /// Another battle with the rules of this one, taken up from its journal.
    pub fn resume_like(&self, journal: Journal) -> Result<(Battle<R>, Ledger), JournalFault> {
        let mut opening = Ledger::default();
        let told = |number: usize, _: &R, _: &R::State, ledger: Ledger| {
            if number == 0 {
                opening = ledger;
            }
        };
        let battle = Battle::resume_by(Arc::clone(&self.rules), journal, told)?;
        Ok((battle, opening))
    }

    fn resume_by(
        rules: Arc<R>,
        journal: Journal,
        mut watch: impl FnMut(usize, &R, &R::State, Ledger),
    ) -> Result<Battle<R>, JournalFault> {
        let mut seals = None;
        let book = rules.as_ref();
        let state = walk(book, &journal, |number, state, decided, ledger| {
            let seals = seals.get_or_insert_with(|| Seals::of_the_start(book, state));
            if let Some(decided) = decided {
                seals.note(book, state, decided);
            }
            watch(number, book, state, ledger);
        })?;
        let seals = seals.unwrap_or_else(|| Seals::of_the_start(book, &state));
        Ok(Battle::of(rules, state, journal, seals))
    }

    fn of(rules: Arc<R>, state: Arc<R::State>, journal: Journal, seals: Seals<R>) -> Battle<R> {
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

    pub(crate) fn shared_state(&self) -> Arc<R::State> {
        Arc::clone(&self.state)
    }

    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// How many bytes the state and what is written of the journal take, about. The rules are shared.
    pub fn weight(&self) -> usize {
        let sealed = self.seals.decisions.len();
        size_of::<R::State>() * (1 + sealed) + RECORD * self.journal.records.len() + size_of::<Battle<R>>()
    }

    pub fn seat_named(&self, key: &str) -> Option<Seat> {
        seat_named(self.rules(), key)
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
    pub fn onlooked(&self) -> Battle<R> {
        Battle { state: Arc::new(onlooked(self.rules(), &self.state)), ..self.clone() }
    }

    /// Judges a decision and, if it is legal, plays and journals it. A refused decision changes nothing.
    pub fn decide(&mut self, seat: Seat, decision: R::Decision, listener: &mut dyn Listener) -> Result<(), Refusal> {
        admit(self.rules.as_ref(), &self.state, seat, &decision)?;
        let stream = Seeded::after(self.journal.header.seed.unwrap_or(0), self.rolled);
        let mut faces = Vec::new();
        let mut dice = Recording { dice: stream, faces: &mut faces };
        let mut next = self.state.as_ref().clone();
        self.rules.play(&mut next, seat, decision, &mut dice, listener);
        self.record(next, seat, decision, faces);
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
        admit(self.rules.as_ref(), &self.state, seat, &decision)?;
        let mut script = Scripted::new(dice.clone());
        let mut next = self.state.as_ref().clone();
        self.rules.play(&mut next, seat, decision, &mut script, &mut Silent);
        if script.finish().is_err() {
            return Err(self.misfit(seat, decision, dice));
        }
        if listener.hears() {
            // Told only now: a refused decision tells nothing.
            next.clone_from(&self.state);
            self.rules.play(&mut next, seat, decision, &mut Scripted::new(dice.clone()), listener);
        }
        if self.journal.header.seed.is_some() {
            self.journal.header_mut().seed = None;
        }
        self.record(next, seat, decision, dice);
        Ok(())
    }

    /// Why these dice do not fit: played once more, with somebody who hears what each is rolled for.
    fn misfit(&self, seat: Seat, decision: R::Decision, dice: Vec<u8>) -> Refusal {
        let (mut script, mut next) = (Scripted::new(dice), self.state.as_ref().clone());
        let mut told = Ledger::default();
        self.rules.play(&mut next, seat, decision, &mut script, &mut told);
        let why = script.agree(&told.entries).err().unwrap_or_default();
        Refusal { rule: Cow::Borrowed("dice"), why: Cow::Owned(why) }
    }

    fn record(&mut self, next: R::State, seat: Seat, decision: R::Decision, dice: Vec<u8>) {
        let given = std::mem::replace(&mut self.state, Arc::new(next));
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
) -> Result<Arc<R::State>, JournalFault> {
    let mut stream = journal.header.seed.map(Seeded::new);
    let first_line = journal.line_of(0);
    let mut dice = Witnessed::new(&journal.opening, stream.as_mut());
    let mut ledger = Ledger::default();
    let mut state = Arc::new(rules.start(&mut dice, &mut ledger));
    dice.agree(first_line - 1, &ledger)?;
    watch(0, &state, None, ledger);
    for (index, record) in journal.records.iter().enumerate() {
        let line = first_line + index;
        let (seat, decision) = understand(rules, &state, record, line)?;
        let mut dice = Witnessed::new(&record.dice, stream.as_mut());
        let mut ledger = Ledger::default();
        let mut next = state.as_ref().clone();
        rules.play(&mut next, seat, decision, &mut dice, &mut ledger);
        dice.agree(line, &ledger)?;
        let given = std::mem::replace(&mut state, Arc::new(next));
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

    fn roll_off_ahead(&mut self, sides: u8, ahead: i8) -> [u8; 2] {
        loop {
            let rolls = [self.roll(sides), self.roll(sides)];
            if !crate::dice::tie(rolls, ahead) {
                return rolls;
            }
            // A journal that has run out of dice is found out afterwards; until then the game goes on.
            if self.script.finish().is_err() && self.script.left() == 0 {
                return crate::dice::untied(rolls[0], ahead);
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
