//! Whole battles played with everything checked that must always hold.

use crate::secrecy::{Eyes, Watch, told_nothing};
use crate::strays::Bender;
use commander::{Anyone, Commander};
use kernel::odds::{Horizon, Search, odds};
use kernel::{
    Battle, Entry, Excerpt, Header, Journal, Ledger, OptionValues, Question, Scripted, Seat, Seeded, Silent, Whole,
};
use rayon::prelude::*;
use scenario::Source;
use serde::Serialize;
use shelf::{Problem, Task};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A battle of more decisions than this has lost its way.
pub const MOST_DECISIONS: usize = 50_000;

/// Every question is checked; one in so many is looked at closely.
const CLOSELY: usize = 12;
/// Of the questions looked at closely by somebody from whom anything is hidden, one in so many for all the ways a body may go: on great maps
/// there are thousands.
const FAR: usize = 10;

/// Decisions bent out of shape at a question that is looked at closely.
const BENT: usize = 4;

/// Which battles to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan<'a> {
    /// The seed of the first battle.
    pub first: u64,
    pub battles: usize,
    /// The commanders of the two sides, by name.
    pub players: [&'a str; 2],
    /// Now and then a legal decision that no menu offers is taken, so that the battle strays from the beaten track.
    pub strays: bool,
    /// Decisions within which a battle must end.
    pub most_decisions: usize,
}

impl Default for Plan<'_> {
    fn default() -> Self {
        Plan { first: 0, battles: 100, players: ["random", "random"], strays: false, most_decisions: MOST_DECISIONS }
    }
}

/// What came of a soak.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Soaked {
    pub battles: usize,
    pub decisions: usize,
    /// Wins of the first side, of the second, and draws.
    pub wins: [usize; 3],
    /// Decisions off the menu that were judged, and those among them that were legal and played.
    pub strays: [usize; 2],
    /// Views held against each other while both sides were asked.
    pub views: usize,
    /// States in which something is hidden from a seat, looked at with its eyes.
    pub sights: usize,
    /// The most steps that were under way at once, and the most there is room for.
    pub depth: [usize; 2],
    pub failures: Vec<Failure>,
}

/// A battle that broke a promise, with the journal that leads there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub seed: u64,
    pub what: String,
    pub journal: String,
}

/// What one battle came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Played {
    pub decisions: usize,
    pub winner: Option<u8>,
    pub strays: [usize; 2],
    pub views: usize,
    pub sights: usize,
    pub depth: [usize; 2],
}

impl Soaked {
    fn add(&mut self, result: Result<Played, Failure>) {
        self.battles += 1;
        match result {
            Ok(played) => {
                self.decisions += played.decisions;
                self.wins[played.winner.map_or(2, |side| usize::from(side.min(1)))] += 1;
                self.strays[0] += played.strays[0];
                self.strays[1] += played.strays[1];
                self.views += played.views;
                self.sights += played.sights;
                self.depth = [0, 1].map(|index| self.depth[index].max(played.depth[index]));
            }
            Err(failure) => self.failures.push(failure),
        }
    }
}

/// Plays the battles of a plan from a battle file, by whatever rulebook it names.
pub fn soak_file(
    source: &Source,
    choices: &OptionValues,
    charts: &[Source],
    plan: &Plan<'_>,
    progress: &AtomicUsize,
) -> Result<Soaked, Problem> {
    let header = shelf::journal_header(source, choices, charts)?;
    shelf::with_charts(source, choices, charts, Trials { header, plan, progress })
}

struct Trials<'a> {
    header: Header,
    plan: &'a Plan<'a>,
    progress: &'a AtomicUsize,
}

impl Task for Trials<'_> {
    type Output = Soaked;

    fn run<R>(self, rules: R) -> Soaked
    where
        R: Whole + Clone + Send + Sync + 'static,
        R::State: Send + Sync,
        R::Decision: Send + Sync,
    {
        soak_as_planned(&rules, &self.header, self.plan, self.progress)
    }
}

/// Plays the battles of a plan, all checks made, on all cores; `progress` counts finished ones.
pub fn soak_as_planned<R>(rules: &R, header: &Header, plan: &Plan<'_>, progress: &AtomicUsize) -> Soaked
where
    R: Whole + Clone + Send + Sync,
    R::State: Send + Sync,
    R::Decision: Send + Sync,
{
    let seeds = plan.first..plan.first.saturating_add(plan.battles as u64);
    let played = seeds.into_par_iter().map(|seed| {
        let result = one_battle(rules, header, seed, plan);
        progress.fetch_add(1, Ordering::Relaxed);
        result
    });
    let mut soaked = Soaked::default();
    played.collect::<Vec<_>>().into_iter().for_each(|result| soaked.add(result));
    soaked
}

/// One battle with a given seed, every promise of the contract held against it. A panic is a failure like any other:
/// the journal up to it is kept.
pub fn one_battle<R: Whole + Clone>(rules: &R, header: &Header, seed: u64, plan: &Plan<'_>) -> Result<Played, Failure> {
    let header = Header { seed: Some(seed), ..header.clone() };
    let mut trial = None;
    let result = catch_unwind(AssertUnwindSafe(|| {
        let (battle, _) = Battle::begin(rules.clone(), header.clone());
        let trial = trial.insert(Trial::new(battle, seed, plan.strays));
        let mut commanders = plan.players.map(|name| {
            Anyone::named(name, seed ^ 0x9e37_79b9).unwrap_or(Anyone::Random(commander::Random::new(seed)))
        });
        trial.play_to_the_end(&mut commanders, plan.most_decisions)
    }));
    let what = match result {
        Ok(Ok(played)) => return Ok(played),
        Ok(Err(what)) => what,
        Err(panic) => {
            let doing = trial.as_ref().map_or("beginning the battle".into(), Trial::doing);
            format!("panic while {doing}: {}", panic_words(panic.as_ref()))
        }
    };
    let journal = trial.map_or_else(|| Journal::new(header).to_text(), |trial| trial.battle.journal().to_text());
    Err(Failure { seed, what, journal })
}

fn panic_words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without words")
}

/// A battle put away in the middle.
struct Saved<S> {
    at: usize,
    state: S,
    text: String,
    /// What a seat might have read of the journal at the time.
    excerpt: Excerpt,
}

struct Trial<R: Whole> {
    battle: Battle<R>,
    menu: Vec<R::Decision>,
    /// Chooses seats and samples; nothing in the battle depends on how often it is asked.
    chance: Seeded,
    /// Chooses what is looked at with whose eyes.
    eyes: Seeded,
    bender: Bender,
    takes_strays: bool,
    watch: Watch<R>,
    saved: Option<Saved<R::State>>,
    played: Played,
    /// What is being done, and with which decision: told when it ends in a panic.
    act: &'static str,
    with: Option<R::Decision>,
}

impl<R: Whole + Clone> Trial<R> {
    fn new(battle: Battle<R>, seed: u64, takes_strays: bool) -> Trial<R> {
        Trial {
            battle,
            menu: Vec::new(),
            chance: Seeded::new(seed ^ 0x5f35_6495),
            eyes: Seeded::new(seed ^ 0x1c80_317f),
            bender: Bender::new(seed),
            takes_strays,
            watch: Watch::default(),
            saved: None,
            played: Played::default(),
            act: "looking at the first question",
            with: None,
        }
    }

    fn doing(&self) -> String {
        let decision =
            self.with.map_or(String::new(), |decision| format!(" `{}`", self.battle.rules().notate(&decision)));
        format!("{}{decision} after decision {}", self.act, self.battle.journal().records.len())
    }

    fn play_to_the_end(&mut self, commanders: &mut [Anyone; 2], most: usize) -> Result<Played, String> {
        for decisions in 0..most {
            self.one_decision(commanders).map_err(|what| format!("after decision {decisions}: {what}"))?;
            if self.battle.rules().awaiting(self.battle.state()).is_empty() {
                self.finish()?;
                let outcome = self.battle.rules().outcome(self.battle.state());
                let winner = outcome.and_then(|outcome| outcome.winner);
                let views = self.watch.compared;
                let depth = self.battle.rules().depth(self.battle.state()).unwrap_or_default();
                return Ok(Played { decisions: decisions + 1, winner, views, depth, ..self.played });
            }
        }
        Err(format!("the battle did not end within {most} decisions"))
    }

    fn one_decision(&mut self, commanders: &mut [Anyone; 2]) -> Result<(), String> {
        self.doing_now("checking the state", None);
        let (rules, state) = (self.battle.rules(), self.battle.state());
        rests::<R>(rules, state)?;
        let asked: Vec<Seat> = rules.awaiting(state).iter().collect();
        let seat = asked[self.chance.below(asked.len())];
        let question = self.check_question(seat)?;
        self.check_secrets(seat)?;
        let stray = if self.chance.below(CLOSELY) == 0 { self.look_closely(seat, &question)? } else { None };
        self.doing_now("choosing", None);
        let (rules, state) = (self.battle.rules(), self.battle.state());
        let side = rules.seats().get(usize::from(seat.0)).map_or(0, |card| card.side.ix());
        let choice = commanders[side].choose(rules, state, seat, &self.menu);
        let offered = *self.menu.get(choice).ok_or("a commander chose what is not on the menu")?;
        let decision = stray.filter(|_| self.takes_strays && self.chance.below(2) == 0).unwrap_or(offered);
        self.decide(seat, decision)
    }

    fn doing_now(&mut self, act: &'static str, with: Option<R::Decision>) {
        (self.act, self.with) = (act, with);
    }

    fn decide(&mut self, seat: Seat, decision: R::Decision) -> Result<(), String> {
        self.watch.before(self.battle.rules(), self.battle.state());
        let given = self.battle.state().clone();
        self.doing_now("playing", Some(decision));
        if let Err(refusal) = self.battle.decide(seat, decision, &mut Silent) {
            return Err(format!("`{}` was offered and refused: {refusal}", self.battle.rules().notate(&decision)));
        }
        self.doing_now("comparing views after", Some(decision));
        let (rules, now) = (self.battle.rules(), self.battle.state());
        changed::<R>(rules, &given, now, &decision)?;
        let sealed = self.watch.is_open();
        self.watch.after(rules, now, seat)?;
        if sealed { self.watch.journal_keeps_silent(rules, &given, now, (seat, decision)) } else { Ok(()) }
    }

    /// Nothing that is hidden shows: neither to the seat that is asked, nor to any other.
    fn check_secrets(&mut self, asked: Seat) -> Result<(), String> {
        self.doing_now("looking with a seat's eyes", None);
        let (rules, state) = (self.battle.rules(), self.battle.state());
        if let Some(sight) = Eyes::of(rules, state, asked) {
            sight.question(&self.menu, Some(self.eyes.below(self.menu.len())))?;
            self.played.sights += 1;
        }
        let anyone = Seat(self.eyes.below(rules.seats().len()) as u8);
        if let Some(sight) = Eyes::of(rules, state, anyone) {
            sight.world(self.eyes.below(1 << 16))?;
            self.played.sights += 1;
        }
        Ok(())
    }

    /// The menu is not empty, its default is on it, the judge accepts all of it, and each answer can be written down.
    fn check_question(&mut self, seat: Seat) -> Result<Question, String> {
        self.doing_now("asking", None);
        let (rules, state) = (self.battle.rules(), self.battle.state());
        let question = rules.ask(state, seat, &mut self.menu);
        let topic = question.topic;
        if self.menu.is_empty() {
            return Err(format!("`{topic}` has an empty menu"));
        }
        if question.default >= self.menu.len() {
            return Err(format!("the default of `{topic}` is not on its menu"));
        }
        for &decision in &self.menu {
            (self.act, self.with) = ("judging", Some(decision));
            if let Err(refusal) = rules.judge(state, seat, &decision) {
                let text = rules.notate(&decision);
                return Err(format!("`{text}` is on the menu of `{topic}` but refused: {refusal}"));
            }
            reads_back(rules, &decision)?;
        }
        Ok(question)
    }

    /// What is too costly to do at every question. Gives a legal decision that is not on the menu, if one was found.
    fn look_closely(&mut self, seat: Seat, question: &Question) -> Result<Option<R::Decision>, String> {
        self.doing_now("looking closely", None);
        let (rules, state) = (self.battle.rules(), self.battle.state());
        if let Some(sight) = Eyes::of(rules, state, seat) {
            sight.question(&self.menu, None)?;
            if self.eyes.below(FAR) == 0 {
                sight.ways()?;
            }
        }
        let loaded = reload::<R>(state)?;
        if &loaded.1 != state {
            return Err("a saved state loads as another".into());
        }
        if let Some(twice) = (1..self.menu.len()).find(|&place| self.menu[..place].contains(&self.menu[place])) {
            let text = rules.notate(&self.menu[twice]);
            return Err(format!("`{text}` is on the menu of `{}` twice", question.topic));
        }
        if rules.put(state, seat, question).is_empty() {
            return Err(format!("`{}` is asked without words", question.topic));
        }
        for outsider in (0..rules.seats().len() as u8).map(Seat).filter(|&seat| !rules.awaiting(state).contains(seat)) {
            rules.ask(state, outsider, &mut Vec::new());
            if rules.judge(state, outsider, &self.menu[0]).is_ok() {
                return Err(format!("seat {} may decide without being asked", outsider.0));
            }
        }
        // Somewhere in the middle the battle is put away; what follows must be the same after taking it up again.
        let at = self.battle.journal().records.len();
        if self.saved.is_none() && self.chance.below(6) == 0 {
            let excerpt = self.battle.excerpt(seat);
            if Excerpt::parse(&excerpt.to_text()).as_ref() != Ok(&excerpt) {
                return Err("an excerpt of the journal reads differently".into());
            }
            self.saved = Some(Saved { at, state: state.clone(), text: loaded.0, excerpt });
            self.try_odds(seat)?;
        }
        self.bend_some(seat)
    }

    /// Odds are probabilities, and can be reckoned from what the seat supposes.
    fn try_odds(&mut self, seat: Seat) -> Result<(), String> {
        let decision = self.menu[self.chance.below(self.menu.len())];
        self.doing_now("reckoning the odds of", Some(decision));
        let imagined = self.battle.rules().imagine(self.battle.state(), seat, &mut Seeded::new(1));
        for horizon in [Horizon::Deed, Horizon::NextQuestion, Horizon::PhaseEnd, Horizon::TurnEnd] {
            let search = Search { horizon, most_paths: 40, samples: 10, seed: 1 };
            let odds = odds(self.battle.rules(), &imagined, seat, &[decision], &search, &|| 1.0)
                .map_err(|refusal| format!("no odds of a decision on the menu: {refusal}"))?;
            for chance in odds.chances {
                if !(0.0..=1.0 + 1e-9).contains(&chance.probability) || chance.low > chance.high {
                    return Err(format!("a chance of {}", chance.probability));
                }
            }
        }
        Ok(())
    }

    /// Bends some of the menu: whatever comes of it is refused with a reason, or is legal and can be played.
    fn bend_some(&mut self, seat: Seat) -> Result<Option<R::Decision>, String> {
        let mut legal = None;
        for _ in 0..BENT {
            let offered = self.menu[self.chance.below(self.menu.len())];
            self.doing_now("bending", Some(offered));
            let (rules, state) = (self.battle.rules(), self.battle.state());
            let text = rules.notate(&offered);
            self.bender.learn(&text);
            let Ok(decision) = rules.read(&self.bender.bend(&text)) else { continue };
            if self.menu.contains(&decision) {
                continue;
            }
            self.played.strays[0] += 1;
            (self.act, self.with) = ("judging off the menu", Some(decision));
            reads_back(rules, &decision)?;
            if let Some(sight) = Eyes::of(rules, state, seat) {
                sight.judged(&decision)?;
            }
            match rules.judge(state, seat, &decision) {
                Err(refusal) if refusal.rule.is_empty() || refusal.why.is_empty() => {
                    return Err(format!("`{}` is refused without a reason", rules.notate(&decision)));
                }
                Err(_) => {}
                Ok(()) => {
                    self.act = "playing off the menu";
                    self.try_out(seat, decision).map_err(|what| {
                        format!("`{}`, which the judge accepts: {what}", self.battle.rules().notate(&decision))
                    })?;
                    self.played.strays[1] += 1;
                    legal = Some(decision);
                }
            }
        }
        Ok(legal)
    }

    /// Plays a legal decision on a copy, once unheard and once heard: both come to the same sound state.
    fn try_out(&mut self, seat: Seat, decision: R::Decision) -> Result<(), String> {
        self.watch.before(self.battle.rules(), self.battle.state());
        let (rules, state) = (self.battle.rules(), self.battle.state());
        if rules.describe(state, &decision).is_empty() {
            return Err("it has no words".into());
        }
        rules.appraise(state, seat, &decision);
        let seed = self.chance.below(1 << 20) as u64;
        let mut unheard = state.clone();
        rules.play(&mut unheard, seat, decision, &mut Seeded::new(seed), &mut Silent);
        rests::<R>(rules, &unheard)?;
        changed::<R>(rules, state, &unheard, &decision)?;
        let (mut heard, mut ledger) = (state.clone(), Ledger::default());
        rules.play(&mut heard, seat, decision, &mut Seeded::new(seed), &mut ledger);
        if heard != unheard {
            return Err("it goes differently when somebody listens".into());
        }
        if self.watch.sealed(rules, &heard) {
            told_nothing(rules, seat, &ledger)?;
        }
        rules.effects(state, &heard);
        Ok(())
    }

    /// The journal replays to the same state and the same text, whole or cut off; a state put away leads to the same end.
    fn finish(&mut self) -> Result<(), String> {
        self.doing_now("replaying", None);
        let rules = self.battle.rules();
        rests::<R>(rules, self.battle.state())?;
        let text = self.battle.journal().to_text();
        let parsed = Journal::parse(&text).map_err(|fault| format!("the journal does not read: {fault}"))?;
        let saved = self.saved.take();
        let mut passed = true;
        let mut wrong = None;
        let again = Battle::resume_watched(rules.clone(), parsed, |index, _, state, told| {
            wrong = wrong.take().or_else(|| told.entries.iter().find(|entry| !entry.adds_up()).map(Entry::to_text));
            if let Some(saved) = saved.as_ref().filter(|saved| saved.at == index) {
                passed = *state == saved.state;
            }
        });
        let again = again.map_err(|fault| format!("the journal does not replay: {fault}"))?;
        if !passed || again.state() != self.battle.state() || again.journal().to_text() != text {
            return Err("the journal replays to another battle".into());
        }
        if let Some(wrong) = wrong {
            return Err(format!("a reckoning does not add up: {wrong}"));
        }
        let Some(saved) = saved else { return Ok(()) };
        if let Err(fault) = saved.excerpt.agrees(self.battle.journal()) {
            return Err(format!("an excerpt does not agree with the journal it was taken from: {fault}"));
        }
        self.play_on(&saved)
    }

    fn play_on(&self, saved: &Saved<R::State>) -> Result<(), String> {
        let rules = self.battle.rules();
        let mut state: R::State =
            serde_json::from_str(&saved.text).map_err(|error| format!("a saved state does not load: {error}"))?;
        for record in self.battle.journal().records.since(saved.at) {
            let seat = self.battle.seat_named(&record.seat).ok_or("a seat of the journal is not at the table")?;
            let decision = rules.read(&record.decision)?;
            let mut dice = Scripted::new(record.dice.clone());
            rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
            dice.finish().map_err(|error| format!("after loading: {error}"))?;
        }
        if &state == self.battle.state() { Ok(()) } else { Err("a saved state led to another end".into()) }
    }
}

/// A question that is answered is settled: something is another than before, and nothing that was spent comes back.
fn changed<R: Whole>(rules: &R, before: &R::State, after: &R::State, decision: &R::Decision) -> Result<(), String> {
    if before == after {
        return Err(format!("`{}` was accepted and changed nothing", rules.notate(decision)));
    }
    rules.follows(before, after).map_err(|what| format!("after `{}`: {what}", rules.notate(decision)))
}

/// A state between two decisions: its invariants hold, and either somebody is asked or the battle is over.
pub(crate) fn rests<R: Whole>(rules: &R, state: &R::State) -> Result<(), String> {
    rules.invariants(state)?;
    match (rules.awaiting(state).is_empty(), rules.outcome(state)) {
        (true, None) => Err("nobody is asked, but there is no outcome".into()),
        (false, Some(_)) => Err("somebody is asked, but the battle is over".into()),
        _ => Ok(()),
    }
}

/// What is written down reads back as it was.
pub(crate) fn reads_back<R: Whole>(rules: &R, decision: &R::Decision) -> Result<(), String> {
    let text = rules.notate(decision);
    match rules.read(&text) {
        Ok(again) if again == *decision => Ok(()),
        Ok(_) => Err(format!("`{text}` reads back as something else than was written")),
        Err(error) => Err(format!("`{text}` does not read back: {error}")),
    }
}

fn reload<R: Whole>(state: &R::State) -> Result<(String, R::State), String> {
    let text = serde_json::to_string(state).map_err(|error| format!("a state does not save: {error}"))?;
    let loaded = serde_json::from_str(&text).map_err(|error| format!("a saved state does not load: {error}"))?;
    Ok((text, loaded))
}
