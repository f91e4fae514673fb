//! How long the steps of a decision take, for every shipped battle: `make bench` runs them.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kernel::odds::{Search, odds};
use kernel::{OptionValues, Rulebook, Seat, Seeded, Silent};
use shelf::Task;
use std::hint::black_box;
use std::time::Duration;

/// How far into a battle the middle is taken to be, in decisions.
const MIDDLE: usize = 150;

/// Decisions of random play in one measurement.
const DECISIONS: usize = 200;

struct Measure<'a> {
    criterion: &'a mut Criterion,
    key: String,
}

impl Task for Measure<'_> {
    type Output = ();

    fn run<R: Rulebook>(self, rules: R) {
        let (state, seat) = middle(&rules);
        let mut menu = Vec::with_capacity(1_024);
        let question = rules.ask(&state, seat, &mut menu);
        let mut group = self.criterion.benchmark_group(&self.key);

        group.throughput(Throughput::Elements(DECISIONS as u64));
        group.bench_function("random play", |bencher| {
            let begin = || (rules.start(&mut Seeded::new(1), &mut Silent), Seeded::new(1), Seeded::new(2));
            bencher.iter_batched(
                begin,
                |(mut state, mut dice, mut chance)| {
                    play_some(&rules, &mut state, &mut dice, &mut chance, DECISIONS);
                    state
                },
                BatchSize::SmallInput,
            );
        });

        group.throughput(Throughput::Elements(1));
        group.bench_function("clone", |bencher| bencher.iter(|| black_box(&state).clone()));
        let mut answers = Vec::with_capacity(1_024);
        group.bench_function("ask", |bencher| bencher.iter(|| rules.ask(black_box(&state), seat, &mut answers)));

        group.throughput(Throughput::Elements(menu.len() as u64));
        group.bench_function("judge the menu", |bencher| {
            bencher
                .iter(|| menu.iter().filter(|decision| rules.judge(black_box(&state), seat, decision).is_ok()).count());
        });

        group.throughput(Throughput::Elements(1));
        let search = Search { most_paths: 200, samples: 200, ..Search::default() };
        if let Some(&decision) = menu.get(question.default) {
            group.bench_function("odds", |bencher| {
                bencher.iter(|| odds(&rules, black_box(&state), seat, decision, &search).map_or(0, |odds| odds.plays));
            });
        }
        group.finish();
    }
}

/// A battle some way on, at a question with a long menu.
fn middle<R: Rulebook>(rules: &R) -> (R::State, Seat) {
    let (mut dice, mut chance) = (Seeded::new(1), Seeded::new(2));
    let mut state = rules.start(&mut dice, &mut Silent);
    play_some(rules, &mut state, &mut dice, &mut chance, MIDDLE);
    let mut menu = Vec::new();
    let mut best = (0, state.clone(), Seat(0));
    for _ in 0..MIDDLE {
        let Some(seat) = rules.awaiting(&state).first() else { break };
        rules.ask(&state, seat, &mut menu);
        if menu.len() > best.0 {
            best = (menu.len(), state.clone(), seat);
        }
        play_some(rules, &mut state, &mut dice, &mut chance, 1);
    }
    (best.1, best.2)
}

fn play_some<R: Rulebook>(rules: &R, state: &mut R::State, dice: &mut Seeded, chance: &mut Seeded, decisions: usize) {
    let mut menu = Vec::with_capacity(1_024);
    for _ in 0..decisions {
        let Some(seat) = rules.awaiting(state).first() else { return };
        rules.ask(state, seat, &mut menu);
        let Some(&decision) = menu.get(chance.below(menu.len())) else { return };
        rules.play(state, seat, decision, dice, &mut Silent);
    }
}

fn battles(criterion: &mut Criterion) {
    for source in shelf::shipped() {
        let Ok(head) = scenario::header(&source) else { continue };
        let _ = shelf::with(&source, &OptionValues::new(), Measure { criterion, key: head.key });
    }
}

criterion_group! {
    name = play;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = battles
}
criterion_main!(play);
