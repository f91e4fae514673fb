//! Odds from the rules themselves, held against odds reckoned by hand and by counting every throw.
#![allow(clippy::unwrap_used)]

mod toy;

use kernel::dice::distribution;
use kernel::odds::{Chance, Horizon, Odds, Search, odds, wilson};
use kernel::{Branching, Dice, Faces, Rulebook, Scripted, Seat, Seeded, Silent, Telling};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;
use toy::{Decision, SCORES, State, Toy};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 150,
        rng_seed: RngSeed::Fixed(1643),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn next_question() -> Search {
    Search { horizon: Horizon::NextQuestion, ..Search::default() }
}

/// The south has bid; the north is about to.
fn sealed(toy: &Toy, south: u8) -> State {
    let mut state = toy.start(&mut Scripted::new([1]), &mut Silent);
    toy.play(&mut state, Seat(1), Decision::Bid(south), &mut Scripted::default(), &mut Silent);
    state
}

fn chance(odds: &Odds, subject: &str, what: &str) -> f64 {
    let wanted = |chance: &&Chance| (&*chance.effect.subject, &*chance.effect.what) == (subject, what);
    odds.chances.iter().find(wanted).map_or(0.0, |chance| chance.probability)
}

/// Counts every throw of so many dice against so many: how often the first has more hits, and how often the second.
fn count(first: u32, second: u32) -> (f64, f64) {
    let (mut wins, mut losses) = (0, 0);
    for throw in 0..6_u32.pow(first + second) {
        let faces = (0..first + second).map(|die| throw / 6_u32.pow(die) % 6);
        let scores: Vec<u32> = faces.map(|face| u32::from(SCORES[face as usize])).collect();
        let (ours, theirs) = scores.split_at(first as usize);
        match ours.iter().sum::<u32>().cmp(&theirs.iter().sum()) {
            std::cmp::Ordering::Greater => wins += 1,
            std::cmp::Ordering::Less => losses += 1,
            std::cmp::Ordering::Equal => {}
        }
    }
    let all = f64::from(6_u32.pow(first + second));
    (f64::from(wins) / all, f64::from(losses) / all)
}

#[test]
fn one_die_against_one_by_hand() {
    // A die scores 0 on three faces, 1 on two and 2 on one. More hits: 2 against 0 or 1 is 1/6 x 5/6, 1 against 0 is
    // 2/6 x 3/6, together 11/36.
    let toy = Toy::new(1);
    let odds = odds(&toy, &sealed(&toy, 0), Seat(0), &[Decision::Bid(0)], &next_question(), &|| 1.0).unwrap();
    assert!(odds.exact);
    assert!((chance(&odds, "north", "+1 points") - 11.0 / 36.0).abs() < 1e-12);
    assert!((chance(&odds, "south", "+1 points") - 11.0 / 36.0).abs() < 1e-12);
}

#[test]
fn every_bid_by_counting() {
    let toy = Toy::new(1);
    for north in 0..=3 {
        for south in 0..=3 {
            let odds =
                odds(&toy, &sealed(&toy, south), Seat(0), &[Decision::Bid(north)], &next_question(), &|| 1.0).unwrap();
            let (wins, losses) = count(u32::from(north) + 1, u32::from(south) + 1);
            assert!((chance(&odds, "north", "+1 points") - wins).abs() < 1e-12, "{north} against {south}");
            assert!((chance(&odds, "south", "+1 points") - losses).abs() < 1e-12, "{north} against {south}");
            for chance in &odds.chances {
                assert_eq!((chance.low, chance.high), (chance.probability, chance.probability));
            }
        }
    }
}

/// One press is won with 3, 4 and 5, lost with 1 and 2; a 6 leads to another question, or where nobody presses further,
/// to the spoils.
#[test]
fn the_horizon_decides_how_far_is_looked() {
    let toy = Toy::new(1);
    let mut state = sealed(&toy, 0);
    toy.play(&mut state, Seat(0), Decision::Bid(0), &mut Scripted::new([6, 1, 6]), &mut Silent);
    let look = |search: &Search| odds(&toy, &state, Seat(0), &[Decision::Press(true)], search, &|| 1.0).unwrap();
    let near = look(&next_question());
    assert!((chance(&near, "north", "+1 points") - 0.5).abs() < 1e-12);
    assert!((chance(&near, "north", "-1 points") - 2.0 / 6.0).abs() < 1e-12);
    assert_eq!(chance(&near, "north", "takes spoils"), 0.0);
    let far = look(&Search { horizon: Horizon::PhaseEnd, ..Search::default() });
    assert!((chance(&far, "north", "takes spoils") - 1.0 / 6.0).abs() < 1e-12);
}

#[test]
fn what_is_not_legal_has_no_odds() {
    let toy = Toy::new(1);
    let state = sealed(&toy, 0);
    let refusal = odds(&toy, &state, Seat(0), &[Decision::Bid(99)], &Search::default(), &|| 1.0).unwrap_err();
    assert_eq!(refusal.rule, "toy 2");
    assert!(
        odds(&toy, &state, Seat(1), &[Decision::Bid(0)], &Search::default(), &|| 1.0).is_err(),
        "the south has bid"
    );
}

/// An interval of 95 % holds the truth in most samples: of 300 it misses about 15.
#[test]
fn samples_are_near_the_truth() {
    let toy = Toy::new(1);
    let state = sealed(&toy, 1);
    let exact = odds(&toy, &state, Seat(0), &[Decision::Bid(2)], &next_question(), &|| 1.0).unwrap();
    let (mut held, mut all) = (0, 0);
    for seed in 0..100 {
        let search = Search { most_paths: 3, samples: 400, seed, ..next_question() };
        let sampled = odds(&toy, &state, Seat(0), &[Decision::Bid(2)], &search, &|| 1.0).unwrap();
        assert!(!sampled.exact && sampled.plays == 400);
        for truth in exact.chances.iter().filter(|chance| chance.probability > 0.02) {
            let found = sampled.chances.iter().find(|chance| chance.effect == truth.effect);
            let (low, high) = found.map_or(wilson(0, 400), |chance| (chance.low, chance.high));
            all += 1;
            held += usize::from(low <= truth.probability && truth.probability <= high);
        }
    }
    assert!(all >= 200 && held * 100 >= all * 90, "{held} of {all}");
}

/// A little machine that rolls dice, and which next depends on what fell.
#[derive(Debug, Clone)]
enum Throws {
    End,
    Roll { sides: u8, low: Box<Throws>, high: Box<Throws> },
    Tally { count: usize, next: Box<Throws> },
    Duel { sides: u8, won: Box<Throws>, lost: Box<Throws> },
}

fn throws() -> impl Strategy<Value = Throws> {
    Just(Throws::End).prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (1..=8_u8, inner.clone(), inner.clone()).prop_map(|(sides, low, high)| Throws::Roll {
                sides,
                low: low.into(),
                high: high.into()
            }),
            (0..3_usize, inner.clone()).prop_map(|(count, next)| Throws::Tally { count, next: next.into() }),
            (2..=6_u8, inner.clone(), inner).prop_map(|(sides, won, lost)| Throws::Duel {
                sides,
                won: won.into(),
                lost: lost.into()
            }),
        ]
    })
}

impl Throws {
    fn run(&self, dice: &mut impl Dice) -> u32 {
        match self {
            Throws::End => 0,
            Throws::Roll { sides, low, high } => {
                let face = dice.roll(*sides);
                u32::from(face) + if face * 2 <= *sides { low.run(dice) } else { 10 * high.run(dice) }
            }
            Throws::Tally { count, next } => dice.tally(*count, &SCORES, &mut Faces::new()) + 3 * next.run(dice),
            Throws::Duel { sides, won, lost } => {
                let [ours, theirs] = dice.roll_off(*sides);
                if ours > theirs { 100 + won.run(dice) } else { 200 + lost.run(dice) }
            }
        }
    }

    /// The chance of every end, face by face.
    fn enumerate(&self) -> BTreeMap<u32, f64> {
        let mut ends = BTreeMap::new();
        match self {
            Throws::End => {
                ends.insert(0, 1.0);
            }
            Throws::Roll { sides, low, high } => {
                for face in 1..=*sides {
                    let (next, times) = if face * 2 <= *sides { (low, 1) } else { (high, 10) };
                    for (end, chance) in next.enumerate() {
                        *ends.entry(u32::from(face) + times * end).or_default() += chance / f64::from(*sides);
                    }
                }
            }
            Throws::Tally { count, next } => {
                for throw in 0..6_u32.pow(*count as u32) {
                    let faces = (0..*count as u32).map(|die| throw / 6_u32.pow(die) % 6);
                    let hits: u32 = faces.map(|face| u32::from(SCORES[face as usize])).sum();
                    for (end, chance) in next.enumerate() {
                        *ends.entry(hits + 3 * end).or_default() += chance / f64::from(6_u32.pow(*count as u32));
                    }
                }
            }
            // Thrown again until somebody wins, whoever that is: even chances.
            Throws::Duel { won, lost, .. } => {
                for (next, base) in [(won, 100), (lost, 200)] {
                    for (end, chance) in next.enumerate() {
                        *ends.entry(base + end).or_default() += chance / 2.0;
                    }
                }
            }
        }
        ends
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn branching_dice_take_every_path_once(throws in throws()) {
        let mut dice = Branching::new();
        let mut ends: BTreeMap<u32, f64> = BTreeMap::new();
        loop {
            let end = throws.run(&mut dice);
            *ends.entry(end).or_default() += dice.weight();
            if !dice.next_path() {
                break;
            }
        }
        let counted = throws.enumerate();
        prop_assert_eq!(ends.keys().collect::<Vec<_>>(), counted.keys().collect::<Vec<_>>());
        for (end, chance) in &counted {
            prop_assert!((ends[end] - chance).abs() < 1e-9, "{}: {} and {}", end, ends[end], chance);
        }
    }

    #[test]
    fn totals_of_dice_are_a_distribution(count in 0..12_usize, scores in prop::array::uniform6(0..4_u8)) {
        let sums = distribution(count, &scores);
        let mean: f64 = sums.iter().enumerate().map(|(sum, chance)| sum as f64 * chance).sum();
        let one: f64 = scores.iter().map(|&score| f64::from(score)).sum::<f64>() / 6.0;
        prop_assert!((sums.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!((mean - one * count as f64).abs() < 1e-9);
    }

    /// The n-th die of a seed is the same whatever was rolled before it.
    #[test]
    fn seeded_dice_resume_anywhere(seed in any::<u64>(), sides in prop::collection::vec(1..=20_u8, 1..60), skip in 0..60_usize) {
        let skip = skip.min(sides.len());
        let mut whole = Seeded::new(seed);
        let faces: Vec<u8> = sides.iter().map(|&sides| whole.roll(sides)).collect();
        let mut rest = Seeded::after(seed, skip as u64);
        let again: Vec<u8> = sides[skip..].iter().map(|&sides| rest.roll(sides)).collect();
        prop_assert_eq!(&faces[skip..], &again[..]);
        prop_assert!(faces.iter().zip(&sides).all(|(face, sides)| (1..=*sides).contains(face)));
    }
}

#[test]
fn an_effect_of_a_later_answer_says_what_brings_it_about() {
    let toy = Toy::new(1);
    // The last bid opens both: what it wins or loses is its own doing.
    let last = odds(&toy, &sealed(&toy, 0), Seat(0), &[Decision::Bid(0)], &next_question(), &|| 1.0).unwrap();
    assert!(!last.chances.is_empty() && last.chances.iter().all(|chance| chance.cause.is_empty()));
    // The first bid waits for the other one.
    let start = toy.start(&mut Scripted::new([1]), &mut Silent);
    let first = odds(&toy, &start, Seat(1), &[Decision::Bid(0)], &Search::default(), &|| 1.0).unwrap();
    let won = first.chances.iter().find(|chance| chance.effect.subject == "south").unwrap();
    assert!(won.cause.contains("bid"), "{}", won.cause);
}

/// Path by path, everybody answering as the whole deed has it: the north, whom it concerns, by what ranks highest, the other
/// with the least.
fn path_by_path(toy: &Toy, state: &State, first: Decision) -> BTreeMap<(String, String), f64> {
    let mut dice = Branching::new();
    let mut sums = BTreeMap::new();
    loop {
        let mut next = state.clone();
        toy.play(&mut next, Seat(0), first, &mut dice, &mut Silent);
        while toy.awaiting(&next).first().is_some() && next.round == state.round {
            let seat = toy.awaiting(&next).first().unwrap();
            let mut menu = Vec::new();
            toy.ask(&next, seat, &mut menu);
            let answer = if seat == Seat(0) { *menu.last().unwrap() } else { menu[0] };
            toy.play(&mut next, seat, answer, &mut dice, &mut Silent);
        }
        for effect in toy.effects(state, &next).into_iter().filter(|effect| effect.body == Some(0)) {
            *sums.entry((effect.subject, effect.what)).or_default() += dice.weight();
        }
        if !dice.next_path() {
            return sums;
        }
    }
}

#[test]
fn a_whole_deed_is_followed_until_it_is_settled() {
    let toy = Toy::new(3);
    // Nobody has bid, and the north bids first: at the next question nothing is decided yet.
    let start = toy.start(&mut Scripted::new([1]), &mut Silent);
    let near = odds(&toy, &start, Seat(0), &[Decision::Bid(1)], &next_question(), &|| 1.0).unwrap();
    assert!(near.chances.is_empty() && !near.answered, "{near:?}");
    for coins in 0..=3 {
        let deed = odds(&toy, &start, Seat(0), &[Decision::Bid(coins)], &Search::default(), &|| 1.0).unwrap();
        assert!(deed.exact && deed.answered && deed.bodies == [0], "{deed:?}");
        // Positions that come out the same are looked at once, and it makes no difference.
        let paths = path_by_path(&toy, &start, Decision::Bid(coins));
        assert_eq!(deed.chances.len(), paths.len(), "{deed:?} {paths:?}");
        for ((subject, what), truth) in paths {
            assert!((chance(&deed, &subject, &what) - truth).abs() < 1e-9, "{what} with {coins}: {truth}, {deed:?}");
        }
    }
}

#[test]
fn who_has_no_patience_gets_samples() {
    let toy = Toy::new(1);
    let state = sealed(&toy, 1);
    let look = |left: f64| odds(&toy, &state, Seat(0), &[Decision::Bid(2)], &next_question(), &|| left).unwrap();
    assert!(look(1.0).exact);
    let hurried = look(0.4);
    assert!(!hurried.exact && hurried.plays == Search::default().samples);
    let few = look(0.0);
    assert!(!few.exact && (1..100).contains(&few.plays), "{}", few.plays);
}

#[test]
fn several_decisions_are_one_deed() {
    let toy = Toy::new(1);
    let mut state = sealed(&toy, 0);
    toy.play(&mut state, Seat(0), Decision::Bid(0), &mut Scripted::new([6, 1, 6]), &mut Silent);
    let press = [Decision::Press(true), Decision::Press(false)];
    let both = odds(&toy, &state, Seat(0), &press, &next_question(), &|| 1.0).unwrap();
    // Where the first does not lead to the second, the second falls away; where it does, the spoils are counted.
    assert!((chance(&both, "north", "takes spoils") - 1.0 / 6.0).abs() < 1e-12, "{both:?}");
    assert!((chance(&both, "north", "-1 points") - 2.0 / 6.0).abs() < 1e-12, "{both:?}");
    assert!(odds(&toy, &state, Seat(0), &[], &next_question(), &|| 1.0).is_err());
}
