//! Commanders matched against each other: the same battle many times, each of them leading either side.

use crate::soak::MOST_DECISIONS;
use commander::{Anyone, Commander};
use kernel::{Battle, Header, OptionValues, Outcome, Side, Silent, Whole};
use rayon::prelude::*;
use scenario::Source;
use serde::Serialize;
use shelf::{Problem, Task};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which battles to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bout<'a> {
    /// The commander whose score is kept, and the one he plays against, by name.
    pub players: [&'a str; 2],
    /// The side he leads.
    pub side: Side,
    /// The seed of the first battle.
    pub first: u64,
    pub battles: usize,
}

/// What came of a bout, for the commander whose score is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

/// The normal deviate that leaves out one in twenty.
const DEVIATE: f64 = 1.96;

impl Score {
    pub fn battles(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Wins in a hundred; a draw counts half.
    pub fn share(&self) -> f64 {
        100.0 * (self.won as f64 + self.drawn as f64 / 2.0) / self.battles().max(1) as f64
    }

    /// Where the true share lies nineteen times in twenty, after Wilson: wide enough for draws, which vary less.
    pub fn interval(&self) -> [f64; 2] {
        let (battles, share) = (self.battles().max(1) as f64, self.share() / 100.0);
        let square = DEVIATE * DEVIATE / battles;
        let middle = share + square / 2.0;
        let half = DEVIATE * (share * (1.0 - share) / battles + square / (4.0 * battles)).sqrt();
        [middle - half, middle + half].map(|edge| (100.0 * edge / (1.0 + square)).clamp(0.0, 100.0))
    }

    fn add(&mut self, outcome: Option<&Outcome>, side: Side) {
        match outcome.and_then(|outcome| outcome.winner) {
            Some(winner) if usize::from(winner) == side.ix() => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }
}

/// A battle of a bout that has been played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub seed: u64,
    /// None where it did not come to an end.
    pub outcome: Option<Outcome>,
    pub journal: String,
}

/// What a bout came to: the score, and every battle of it in the order of the seeds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contest {
    /// The first seat of the side that the commander led, by its name.
    pub led: String,
    pub score: Score,
    pub games: Vec<Game>,
}

/// Plays a bout from a battle file, by whatever rulebook it names, on all cores; `progress` counts finished battles.
pub fn contest_file(
    source: &Source,
    choices: &OptionValues,
    charts: &[Source],
    bout: &Bout<'_>,
    progress: &AtomicUsize,
) -> Result<Contest, Problem> {
    let header = shelf::journal_header(source, choices, charts)?;
    shelf::with_charts(source, choices, charts, Games { header, bout, progress })
}

struct Games<'a> {
    header: Header,
    bout: &'a Bout<'a>,
    progress: &'a AtomicUsize,
}

impl Task for Games<'_> {
    type Output = Contest;

    fn run<R>(self, rules: R) -> Contest
    where
        R: Whole + Clone + Send + Sync + 'static,
        R::State: Send + Sync,
        R::Decision: Send + Sync,
    {
        let seeds = self.bout.first..self.bout.first.saturating_add(self.bout.battles as u64);
        let played = seeds.into_par_iter().map(|seed| {
            let game = one_game(&rules, &self.header, seed, self.bout);
            self.progress.fetch_add(1, Ordering::Relaxed);
            game
        });
        let games: Vec<Game> = played.collect();
        let mut score = Score::default();
        games.iter().for_each(|game| score.add(game.outcome.as_ref(), self.bout.side));
        let led = rules.seats().iter().find(|card| card.side == self.bout.side).map(|card| card.name.clone());
        Contest { led: led.unwrap_or_default(), score, games }
    }
}

/// One battle of a bout; one that loses its way is a draw.
fn one_game<R: Whole + Clone>(rules: &R, header: &Header, seed: u64, bout: &Bout<'_>) -> Game {
    let header = Header { seed: Some(seed), ..header.clone() };
    let (mut battle, _) = Battle::begin(rules.clone(), header);
    let named = |name: &str, salt: u64| {
        let seed = seed ^ salt;
        Anyone::named(name, seed).unwrap_or_else(|| Anyone::Random(commander::Random::new(seed)))
    };
    let mut players = [named(bout.players[0], 0x9e37_79b9), named(bout.players[1], 0x7f4a_7c15)];
    let mut menu = Vec::new();
    for _ in 0..MOST_DECISIONS {
        let (rules, state) = (battle.rules(), battle.state());
        let Some(seat) = rules.awaiting(state).first() else { break };
        rules.ask(state, seat, &mut menu);
        let side = rules.seats().get(usize::from(seat.0)).map_or(bout.side, |card| card.side);
        let player = &mut players[usize::from(side != bout.side)];
        let choice = player.choose(rules, state, seat, &menu);
        if battle.decide(seat, menu[choice], &mut Silent).is_err() {
            break;
        }
    }
    let outcome = battle.rules().outcome(battle.state());
    Game { seed, outcome, journal: battle.journal().to_text() }
}
