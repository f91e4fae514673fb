//! Headings 4 and 5: command radius and Leadership.

use crate::game::{Game, HEAVY, LINE, chief, sub, under, unit, widths};
use shot_steel_and_stone::state::{Intent, Leadership, Tested};

/// A sub-commander with foot and horse, a Commander-in-Chief near enough to step in, the enemy 14 BW or more away.
fn army(sub_rating: &str, chief_rating: &str) -> Vec<String> {
    vec![
        chief("red", chief_rating, [20.0, 1.0]),
        sub("red-left", sub_rating, [20.0, 3.0]),
        under("red-left", &unit("red-foot", [18.0, 5.0], LINE)),
        under("red-left", &unit("red-horse", [24.0, 5.0], HEAVY)),
        unit("red-own", [10.0, 3.0], LINE),
        unit("blue", [20.0, 16.0], LINE),
    ]
}

fn tested(game: &mut Game, dice: &[u8]) {
    for key in ["red-foot", "red-horse", "red-own"] {
        game.says("red", &format!("order {key} move"), &[]);
    }
    game.says("red", "test red-left", dice);
}

fn led(game: &Game, key: &str) -> (i8, u8, u8) {
    let Leadership { moves, blunder, top_form } = game.unit(key).leadership;
    (moves, blunder, top_form)
}

#[test]
fn who_rolls_above_his_factor_is_slow() {
    // SSS 5.1, 5.2, 5.4, 5.5: competent 8; a margin of 2 moves farther.
    for (dice, foot, horse) in [([4, 5], -1, -2), ([4, 4], 0, 0), ([4, 3], 0, 0), ([4, 2], 1, 2)] {
        let mut game = Game::at("orders", &army("competent", "competent"));
        tested(&mut game, &dice);
        assert_eq!((led(&game, "red-foot").0, led(&game, "red-horse").0), (foot, horse), "{dice:?}");
        // SSS 5.8, G83: he touches nobody else's.
        assert_eq!(led(&game, "red-own").0, 0);
    }
}

#[test]
fn the_factor_is_the_leaders() {
    // SSS 5.1, T1
    for (rating, most) in [("superior", 9), ("competent", 8), ("cautious", 7)] {
        for roll in 5..=11_u8 {
            let mut game = Game::at("orders", &army(rating, "competent"));
            tested(&mut game, &[roll - roll / 2, roll / 2]);
            let failed = game.leader("red-left").this_turn.tested == Some(Tested::Failed);
            assert_eq!(failed, roll > most, "{rating} {roll}");
        }
    }
}

#[test]
fn blunders_and_top_form() {
    // SSS 5.3, 5.6, G11, V6, V28
    let rolls = |dice: &[u8]| {
        let mut game = Game::at("orders", &army("cautious", "competent"));
        tested(&mut game, dice);
        [led(&game, "red-foot"), led(&game, "red-horse")]
    };
    assert_eq!(rolls(&[6, 6, 1]), [(-2, 1, 0), (-2, 1, 0)]);
    assert_eq!(rolls(&[6, 6, 4]), [(-2, 4, 0), (-3, 4, 0)]);
    assert_eq!(rolls(&[1, 1, 1]), [(2, 0, 1), (2, 0, 1)]);
    assert_eq!(rolls(&[1, 1, 4]), [(2, 0, 4), (3, 0, 4)]);
    let Leadership { .. } = Leadership::default();
    let blunder = |line: u8| Leadership { moves: 0, blunder: line, top_form: 0 };
    assert_eq!([2, 3].map(|line| blunder(line).slow_changes()), [false, true]);
    assert_eq!([3, 4].map(|line| blunder(line).forbids_charges()), [false, true]);
    assert_eq!(
        [4, 5, 6].map(|line| (blunder(line).on_shooting(), blunder(line).in_melee())),
        [(0, 0), (-1, 0), (-1, -1)]
    );
}

#[test]
fn the_commander_in_chief_steps_in_at_minus_one() {
    // SSS 1.3e, G68, V29: a cautious sub-commander rolls 8 and fails; the competent chief takes his units over.
    let after = |chief_dice: &[u8]| {
        let mut game = Game::at("orders", &army("cautious", "competent"));
        tested(&mut game, &[4, 4]);
        assert_eq!(game.refused("red", "take-over red-own"), "SSS 1.3e");
        game.says("red", "take-over red-foot", &[]);
        game.says("red", "take-over red-horse", &[]);
        game.says("red", "test red-chief", chief_dice);
        ["red-own", "red-foot", "red-horse"].map(|key| led(&game, key).0)
    };
    assert_eq!(after(&[3, 4]), [0, 0, 0]);
    assert_eq!(after(&[2, 3]), [1, 1, 2]);
    assert_eq!(after(&[4, 4]), [0, -1, -2]);
}

#[test]
fn a_blunder_stays_on_units_that_are_taken_over() {
    // SSS G68
    let mut game = Game::at("orders", &army("cautious", "competent"));
    tested(&mut game, &[6, 6, 2]);
    game.says("red", "take-over red-foot", &[]);
    game.says("red", "test red-chief", &[2, 3]);
    assert_eq!((led(&game, "red-foot"), led(&game, "red-horse")), ((-1, 2, 0), (-3, 2, 0)));
}

#[test]
fn a_commander_in_chief_who_fails_first_ends_the_turn() {
    // SSS 1.3c, G10, V27: 10 is more than 9.
    let first = |options: &str, dice: &[u8]| {
        let mut game = Game::with(options, "orders", &army("competent", "superior"));
        for key in ["red-foot", "red-horse", "red-own"] {
            game.says("red", &format!("order {key} move"), &[]);
        }
        game.says("red", "test red-chief", dice);
        (game.topic("red"), game.topic("blue"))
    };
    assert_eq!(first("", &[4, 5]), ("leadership", "none"));
    assert_eq!(first("", &[4, 6]), ("none", "orders"));
    assert_eq!(first("", &[6, 6, 1]), ("none", "orders"));
    assert_eq!(first("cinc-fails-first = \"orders-end\"", &[4, 6]), ("leaders", "none"));
    // SSS 1.3c: not if somebody has tested before him.
    let mut game = Game::at("orders", &army("competent", "superior"));
    tested(&mut game, &[3, 4]);
    game.says("red", "test red-chief", &[4, 6]);
    assert_eq!(game.topic("red"), "move");
}

#[test]
fn the_only_commander_on_the_field_ends_no_turn() {
    // SSS 1.3d
    let parts =
        [chief("red", "superior", [20.0, 2.0]), unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("orders", &parts);
    game.says("red", "order red move", &[]);
    game.says("red", "test red-chief", &[4, 6]);
    assert_eq!(game.topic("red"), "move");
}

#[test]
fn a_leader_who_does_not_test_gives_no_orders() {
    // SSS G50
    let mut game = Game::at("orders", &army("competent", "superior"));
    for key in ["red-foot", "red-horse", "red-own"] {
        game.says("red", &format!("order {key} move"), &[]);
    }
    game.says("red", "test red-left", &[3, 4]);
    game.done("red", &[]);
    let intent = |key: &str| game.unit(key).intent;
    assert_eq!([intent("red-foot"), intent("red-own")], [Intent::Move, Intent::Hold]);
}

#[test]
fn leaders_ride_ten_base_widths() {
    // SSS 7.1, 1.5.5, G67
    let mut game = Game::at("movement", &army("competent", "superior"));
    assert_eq!(game.topic("red"), "leaders");
    let far = widths(game.state.leaders[0].at.y);
    assert_eq!(game.refused("red", &format!("ride red-chief 1200 {}", (far + 10.1) * 60.0)), "SSS 7.1");
    game.says("red", "ride red-chief 1200 360", &[]);
    game.says("red", "attach red-chief red-foot", &[]);
    assert_eq!(game.leader("red-chief").attached, Some(game.id("red-foot")));
    game.says("red", "detach red-chief", &[]);
    assert_eq!(game.leader("red-chief").attached, None);
}
