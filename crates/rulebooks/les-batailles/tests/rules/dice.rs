//! Chapter 6: the dice.

use crate::common::*;
use les_batailles::dice::Base6;
use les_batailles::fraction::{Fraction, Points};

fn dice(number: u8) -> Base6 {
    Base6::printed(number).unwrap()
}

#[test]
fn two_dice_are_tens_and_ones() {
    // LB 6.0a: 36 results from 11 to 66 (LB V8).
    let all: Vec<u8> = (11..=66).filter(|&number| Base6::printed(number).is_some()).collect();
    assert_eq!((all.len(), all[0], all[5], all[6], all[35]), (36, 11, 16, 21, 66));
    assert_eq!([11, 16, 21, 66].map(|number| dice(number).index()), [0, 5, 6, 35]);
    let mut game = position().unit(foot("a", "f11").at("0505", "e")).still();
    assert_eq!(game.with(&[3, 5], |play| play.the_dice()), dice(35));
    assert_eq!(game.with(&[4], |play| play.die()), 4);
}

#[test]
fn modifiers_count_along_the_results() {
    // LB 6.1a, 6.1b, V5, V7, V8.
    for (roll, modifier, result) in [
        (35, 9, 52),
        (43, 3, 46),
        (35, 3, 42),
        (62, -18, 32),
        (32, 2, 34),
        (14, 6, 24),
        (62, -7, 51),
        (26, -1, 25),
        (51, 8, 63),
        (16, 1, 21),
        (45, -12, 25),
    ] {
        assert_eq!(dice(roll).plus(modifier), dice(result), "{roll} {modifier:+}");
    }
    // LB 6.1c: a bonus of 6 to a rating of 22 is as good as a rating of 12.
    assert_eq!(dice(22).plus(-6), dice(12));
}

#[test]
fn results_beyond_the_dice_are_clamped_on_charts_only() {
    // LB G23.
    let (below, above) = (dice(12).plus(-6), dice(65).plus(9));
    assert_eq!((below.number(), above.number()), (11, 66));
    assert!(below < dice(11) && above > dice(66));
    assert_eq!(below.plus(6), dice(12));
}

#[test]
fn fractions_stay_exact() {
    // LB 13.1.1.1a: 5 1/3, 6 1/2 and 5 2/3 are 5, 7 and 6 (LB V-23).
    let rounded = [(16, 3), (13, 2), (17, 3)].map(|(over, under)| Fraction::of(over, under).nearest());
    assert_eq!(rounded, [5, 7, 6]);
    // LB D-01: a Movement Potential of 7 halved, and half as much again.
    let share = |over, under| Points::share(7, Fraction::of(over, under));
    assert_eq!([share(1, 2), share(3, 2)], [4, 11].map(Points::whole));
    let third = Fraction::of(33, 3) * Fraction::THIRD;
    assert_eq!((third.to_string(), Fraction::of(7, 2).to_string()), ("3 2/3".into(), "3 1/2".into()));
    assert_eq!((Points::ONE + Points::HALF).to_string(), "1 1/2");
}
