//! How long the steps of a decision take, for every shipped battle: `make bench` runs them.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kernel::odds::{Search, odds};
use kernel::{OptionValues, Seat, Seeded, Silent, Whole};
use shelf::Task;
use std::hint::black_box;
use std::time::Duration;

/// Decisions of random play in one measurement.
const DECISIONS: usize = 200;

struct Measure<'a> {
    criterion: &'a mut Criterion,
    key: String,
}

impl Task for Measure<'_> {
    type Output = ();

    fn run<R: Whole>(self, rules: R) {
        let (state, seat) = longest(&rules);
        let mut menu = Vec::with_capacity(1_024);
        let question = rules.ask(&state, seat, &mut menu);
        let mut group = self.criterion.benchmark_group(&self.key);

        group.throughput(Throughput::Elements(DECISIONS as u64));
        group.bench_function("random play", |bencher| {
            let begin = || (Seeded::new(1), Seeded::new(2));
            bencher.iter_batched(
                begin,
                |(mut dice, mut chance)| play(&rules, &mut dice, &mut chance),
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
                bencher.iter(|| {
                    odds(&rules, black_box(&state), seat, &[decision], &search, &|| 1.0).map_or(0, |odds| odds.plays)
                });
            });
        }
        group.finish();
    }
}

/// The question with the longest menu of a battle played at random.
fn longest<R: Whole>(rules: &R) -> (R::State, Seat) {
    let (mut dice, mut chance) = (Seeded::new(1), Seeded::new(2));
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    let mut best = (0, state.clone(), Seat(0));
    while let Some(seat) = rules.awaiting(&state).first() {
        rules.ask(&state, seat, &mut menu);
        if menu.len() > best.0 {
            best = (menu.len(), state.clone(), seat);
        }
        let Some(&decision) = menu.get(chance.below(menu.len())) else { break };
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
    }
    (best.1, best.2)
}

/// So many decisions of random play; a battle that is over is begun again.
fn play<R: Whole>(rules: &R, dice: &mut Seeded, chance: &mut Seeded) -> R::State {
    let mut menu = Vec::with_capacity(1_024);
    let mut state = rules.start(dice, &mut Silent);
    for _ in 0..DECISIONS {
        let Some(seat) = rules.awaiting(&state).first() else {
            state = rules.start(dice, &mut Silent);
            continue;
        };
        rules.ask(&state, seat, &mut menu);
        let Some(&decision) = menu.get(chance.below(menu.len())) else { break };
        rules.play(&mut state, seat, decision, dice, &mut Silent);
    }
    state
}

fn battles(criterion: &mut Criterion) {
    for source in shelf::shipped() {
        let Ok(head) = scenario::header(&source) else { continue };
        let _ = shelf::with(&source, &OptionValues::new(), Measure { criterion, key: head.key });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = battles
}
criterion_main!(benches);
