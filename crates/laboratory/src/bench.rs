//! How fast a battle plays at random on one core.

use kernel::{OptionValues, Rulebook, Seeded, Silent};
use scenario::Source;
use serde::Serialize;
use shelf::{Problem, Task};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The figures of one battle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    pub battle: String,
    pub rulebook: &'static str,
    pub decisions_per_s: f64,
    pub battles_per_s: f64,
    pub state_bytes: usize,
    pub clone_ns: f64,
    pub allocations_per_decision: f64,
}

/// What a piece of work took from the allocator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taken {
    pub allocations: u64,
    pub bytes: u64,
}

/// Does a piece of work and says what it took: who counts allocations owns the allocator.
pub type Taking<'a> = &'a dyn Fn(&mut dyn FnMut()) -> Taken;

/// Measures the battle of a file, by whatever rulebook it names.
pub fn measure_file(source: &Source, charts: &[Source], time: Duration, taken: Taking<'_>) -> Result<Figures, Problem> {
    let battle = scenario::header(source)?.key;
    shelf::with_charts(source, &OptionValues::new(), charts, Measure { battle, time, taken })
}

struct Measure<'a> {
    battle: String,
    time: Duration,
    taken: Taking<'a>,
}

impl Task for Measure<'_> {
    type Output = Figures;

    fn run<R: Rulebook>(self, rules: R) -> Figures {
        measure(&rules, self.battle, self.time, self.taken)
    }
}

/// Plays whole battles until `time` is used up.
fn measure<R: Rulebook>(rules: &R, battle: String, time: Duration, taken: Taking<'_>) -> Figures {
    let mut menu = Vec::with_capacity(1_024);
    let mut chooser = Seeded::new(1);
    // Once around before the clock starts: buffers grown, code warm, and the allocations counted.
    let (mut warm, mut made) = (0, 0);
    for seed in 0..3 {
        let mut dice = Seeded::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut played = 0;
        let count = taken(&mut || played = play_out(rules, &mut state, &mut dice, &mut chooser, &mut menu));
        if seed > 0 {
            warm += played;
            made += count.allocations;
        }
    }
    let start = Instant::now();
    let (mut decisions, mut battles, mut seed) = (0, 0_u32, 100);
    while start.elapsed() < time || battles == 0 {
        let mut dice = Seeded::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        decisions += play_out(rules, &mut state, &mut dice, &mut chooser, &mut menu);
        black_box(&state);
        battles += 1;
        seed += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let state = rules.start(&mut Seeded::new(1), &mut Silent);
    let copy = taken(&mut || {
        black_box(state.clone());
    });
    Figures {
        battle,
        rulebook: R::NAME,
        decisions_per_s: decisions as f64 / seconds,
        battles_per_s: f64::from(battles) / seconds,
        state_bytes: size_of::<R::State>() + copy.bytes as usize,
        clone_ns: clone_time(&state),
        allocations_per_decision: made as f64 / warm.max(1) as f64,
    }
}

fn play_out<R: Rulebook>(
    rules: &R,
    state: &mut R::State,
    dice: &mut Seeded,
    chooser: &mut Seeded,
    menu: &mut Vec<R::Decision>,
) -> usize {
    let mut decisions = 0;
    while let Some(seat) = rules.awaiting(state).first() {
        rules.ask(state, seat, menu);
        let decision = menu[chooser.below(menu.len())];
        rules.play(state, seat, decision, dice, &mut Silent);
        decisions += 1;
    }
    decisions
}

fn clone_time<S: Clone>(state: &S) -> f64 {
    const CLONES: u32 = 20_000;
    let start = Instant::now();
    for _ in 0..CLONES {
        black_box(black_box(state).clone());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CLONES)
}
