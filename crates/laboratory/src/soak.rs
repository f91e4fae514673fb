//! Random play with everything checked that must always hold.

use commander::{Anyone, Commander};
use kernel::{Battle, Header, Journal, Listener, Rulebook, Seat, Silent};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A battle of more decisions than this has lost its way.
pub const MOST_DECISIONS: usize = 200_000;

/// What came of a soak.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Soaked {
    pub battles: usize,
    pub decisions: usize,
    /// Wins of the first side, of the second, and draws.
    pub wins: [usize; 3],
    pub failures: Vec<Failure>,
}

/// A battle that broke a promise, with the journal that leads there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub seed: u64,
    pub what: String,
    pub journal: String,
}

/// Plays `battles` battles with seeds from `first` on, all checks made, on all cores; `progress` counts finished ones.
pub fn soak<R>(
    rules: &R,
    header: &Header,
    first: u64,
    battles: usize,
    players: [&str; 2],
    progress: &AtomicUsize,
) -> Soaked
where
    R: Rulebook + Clone + Send + Sync,
    R::State: Send + Sync,
    R::Decision: Send + Sync,
{
    let played = (first..first + battles as u64).into_par_iter().map(|seed| {
        let result = one_battle(rules, header, seed, players);
        progress.fetch_add(1, Ordering::Relaxed);
        result
    });
    played.collect::<Vec<_>>().into_iter().fold(Soaked::default(), |mut sum, result| {
        sum.battles += 1;
        match result {
            Ok((decisions, winner)) => {
                sum.decisions += decisions;
                sum.wins[winner.map_or(2, |side| usize::from(side.min(1)))] += 1;
            }
            Err(failure) => sum.failures.push(failure),
        }
        sum
    })
}

/// One battle with a given seed, every promise of the contract held against it.
pub fn one_battle<R: Rulebook + Clone>(
    rules: &R,
    header: &Header,
    seed: u64,
    players: [&str; 2],
) -> Result<(usize, Option<u8>), Failure> {
    let header = Header { seed: Some(seed), ..header.clone() };
    let (battle, _) = Battle::begin(rules.clone(), header);
    let mut trial = Trial { battle, menu: Vec::new(), mixed: seed };
    let mut commanders = players
        .map(|name| Anyone::named(name, seed ^ 0x9e37_79b9).unwrap_or(Anyone::Random(commander::Random::new(seed))));
    match trial.to_the_end(&mut commanders) {
        Ok(decisions) => Ok((decisions, trial.battle.rules().outcome(trial.battle.state()).and_then(|end| end.winner))),
        Err(what) => Err(Failure { seed, what, journal: trial.battle.journal().to_text() }),
    }
}

struct Trial<R: Rulebook> {
    battle: Battle<R>,
    menu: Vec<R::Decision>,
    mixed: u64,
}

impl<R: Rulebook + Clone> Trial<R> {
    fn to_the_end(&mut self, commanders: &mut [Anyone; 2]) -> Result<usize, String> {
        let mut saved: Option<(usize, String)> = None;
        for decisions in 0..MOST_DECISIONS {
            let (rules, state) = (self.battle.rules(), self.battle.state());
            rules.invariants(state).map_err(|what| format!("after decision {decisions}: {what}"))?;
            let awaiting = rules.awaiting(state);
            let Some(seat) = awaiting.iter().nth(self.mixed as usize % awaiting.iter().count().max(1)) else {
                return self.finish(decisions, saved);
            };
            self.mixed =
                self.mixed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 1;
            self.check_question(seat, decisions)?;
            // Somewhere in the middle the battle is put away; what follows must be the same after taking it up again.
            if saved.is_none() && self.mixed % 97 == 0 {
                let text = serde_json::to_string(self.battle.state()).map_err(|error| error.to_string())?;
                saved = Some((decisions, text));
            }
            let rules = self.battle.rules();
            let side = rules.seats().get(usize::from(seat.0)).map_or(0, |card| card.side.ix());
            let choice = commanders[side].choose(rules, self.battle.state(), seat, &self.menu);
            let decision = self.menu[choice];
            self.battle.decide(seat, decision, &mut Silent).map_err(|refusal| {
                format!(
                    "decision {decisions}: `{}` was offered and refused: {refusal}",
                    self.battle.rules().notate(&decision)
                )
            })?;
        }
        Err(format!("the battle did not end within {MOST_DECISIONS} decisions"))
    }

    /// The menu is not empty, its default is on it, the judge accepts all of it, and each answer can be written down.
    fn check_question(&mut self, seat: Seat, decisions: usize) -> Result<(), String> {
        let (rules, state) = (self.battle.rules(), self.battle.state());
        let question = rules.ask(state, seat, &mut self.menu);
        if self.menu.is_empty() {
            return Err(format!("decision {decisions}: `{}` has an empty menu", question.topic));
        }
        if question.default >= self.menu.len() {
            return Err(format!("decision {decisions}: the default of `{}` is not on its menu", question.topic));
        }
        for decision in &self.menu {
            let text = rules.notate(decision);
            if let Err(refusal) = rules.judge(state, seat, decision) {
                return Err(format!(
                    "decision {decisions}: `{text}` is on the menu of `{}` but refused: {refusal}",
                    question.topic
                ));
            }
            if rules.read(&text).as_ref() != Ok(decision) {
                return Err(format!("decision {decisions}: `{text}` does not read back as it was written"));
            }
        }
        Ok(())
    }

    /// The journal replays to the same state and the same text; a state put away leads to the same end.
    fn finish(&self, decisions: usize, saved: Option<(usize, String)>) -> Result<usize, String> {
        let rules = self.battle.rules();
        if rules.outcome(self.battle.state()).is_none() {
            return Err("nobody is asked, but there is no outcome".into());
        }
        let text = self.battle.journal().to_text();
        let parsed = Journal::parse(&text).map_err(|fault| format!("the journal does not read: {fault}"))?;
        let again =
            Battle::resume(rules.clone(), parsed).map_err(|fault| format!("the journal does not replay: {fault}"))?;
        if again.state() != self.battle.state() || again.journal().to_text() != text {
            return Err("the journal replays to another battle".into());
        }
        if let Some((at, text)) = saved {
            self.play_on(at, &text)?;
        }
        Ok(decisions)
    }

    fn play_on(&self, at: usize, text: &str) -> Result<(), String> {
        let rules = self.battle.rules();
        let mut state: R::State =
            serde_json::from_str(text).map_err(|error| format!("a saved state does not load: {error}"))?;
        for record in &self.battle.journal().records[at..] {
            let seat = rules.seats().iter().position(|card| card.key == record.seat).unwrap_or(0);
            let decision = rules.read(&record.decision)?;
            let mut dice = kernel::Scripted::new(record.dice.clone());
            rules.play(&mut state, Seat(seat as u8), decision, &mut dice, &mut Hearing);
            dice.finish().map_err(|error| format!("after loading: {error}"))?;
        }
        if &state == self.battle.state() { Ok(()) } else { Err("a saved state led to another end".into()) }
    }
}

/// Hears everything and keeps nothing: being heard must not change the game.
struct Hearing;

impl Listener for Hearing {
    fn hears(&self) -> bool {
        true
    }

    fn tell(&mut self, _entry: kernel::Entry) {}
}
