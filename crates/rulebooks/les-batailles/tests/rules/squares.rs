//! Squares before cavalry, and cavalry on top of them (19.3, 19.6.3, 19.7); Grand Charges (19.16).

use crate::charges::{charged, column, go, horse, line, moving, murat, retreats, roll, thin, up_to, values};
use crate::common::*;
use les_batailles::state::{Formed, Order};

#[test]
fn who_may_form_square() {
    // LB 19.1.1.3a, 19.7a, 19.3.1g, 19.3.1h, 19.3.1j: not in Disorder, not with limbered guns, with unlimbered ones only beside a leader.
    let refused = |pieces: &[Piece], led: bool| {
        let mut position = position().unit(horse("h")).unit(line("w", "0907"));
        for piece in pieces {
            position = position.unit(piece.clone());
        }
        if led {
            position = position.leader(leader("d", "a11", "1010"));
        }
        let game = charged(&position, &["h"]);
        assert!(game.offered().contains(&"form-square w 0907".to_string()), "{:?}", game.offered());
        game.refused("form-square t 1010")
    };
    let guns = || guns("z", "a11").at("1010", "w");
    assert_eq!(refused(&[line("t", "1010")], false), None);
    let shaken = foot("t", "a11").at("1010", "").with("order", "disorder");
    assert_eq!(refused(&[shaken], false).as_deref(), Some("LB 19.3.1j"));
    assert_eq!(refused(&[column("t", "1010"), guns().set("limbered", true)], false).as_deref(), Some("LB 19.3.1h"));
    assert_eq!(refused(&[column("t", "1010"), guns()], false).as_deref(), Some("LB 19.3.1g"));
    assert_eq!(refused(&[column("t", "1010"), guns()], true), None);
}

#[test]
fn a_line_chooses_the_hex_of_its_square() {
    // LB 19.7c.
    let mut game =
        charged(&position().unit(horse("h")).unit(foot("t", "a11").at("1110 1010", "s").in_("line")), &["h"]);
    assert_eq!(game.offered(), ["let-come", "form-square t 1110", "form-square t 1010"]);
    game.roll(&[2, 2], "form-square t 1110");
    assert_eq!((game.at("t").as_str(), game.unit("t").formed), ("1110", Formed::Square));
}

#[test]
fn forming_square_may_be_forestalled() {
    // LB 19.7.3: a battalion in whose zone they are fires first, 9 on 9; with a loss they check, and those who are Disordered form no Square.
    let fires = |dice: &[u8]| {
        let g = foot("g", "f11").at("1109", "sw").in_("line");
        let mut game = charged(&position().unit(horse("h")).unit(line("t", "1010")).unit(g), &["h"]);
        game.say("form-square t 1010");
        assert_eq!((game.topic(), game.asked().0), ("opportunity-fire", 0));
        game.roll(dice, "opportunity-fire g");
        (game.unit("t").formed == Formed::Square, game.order("t"))
    };
    assert_eq!(fires(&[1, 1, 3, 3]), (true, Order::Good));
    assert_eq!(fires(&[6, 6, 1, 2]), (false, Order::Disorder));
}

/// Cavalry on top of a Square of twelve Increments, too many for the hex; these are the dice of both checks.
fn on_top(dice: &[u8]) -> Game {
    let u = foot("u", "a11").at("0810", "").in_("square").set("increments", 12);
    let mut game = charged(&position().unit(horse("h")).unit(u).unit(thin("t", "1110")), &["h"]);
    assert_eq!(game.topic(), "declare-target");
    game.say("no-target");
    go(&mut game, "charge e");
    go(&mut game, "charge e");
    // LB 19.7.4a: fired on as it leaves the hex before it.
    assert_eq!(game.topic(), "opportunity-fire");
    game.roll(dice, "no-reaction");
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    game
}

#[test]
fn cavalry_on_a_square_fights_it_after_a_recall() {
    // LB 19.7.4a, 19.7.4e, 19.7.4d, 12.9.5a: both check, and pass. It may not end there, nor charge anybody else from there; on 3 it obeys
    // and fights the Square: a third, by half for two hexes of run-up.
    let mut game = on_top(&[6, 6, 6, 6]);
    assert_eq!(game.topic(), "ride");
    assert_eq!(game.refused("end-charge").as_deref(), Some("LB 19.7.4e"));
    game.roll(&[3, 2, 1, 1, 1, 5, 1], "sound-recall");
    assert_eq!(values(&game, "u"), "4 to 12", "{:#?}", game.told());
    // LB 19.8a: failing, it goes on; fired on as it leaves the Square, and once more beyond it (LB 19.7.4c, 12.9.5.2a).
    let mut game = on_top(&[6, 6, 6, 6]);
    game.roll(&[2], "sound-recall");
    assert!(game.refused("sound-recall").is_some());
    game.say("charge e");
    assert_eq!(game.topic(), "opportunity-fire");
    go(&mut game, "no-reaction");
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!((game.topic(), game.at("h").as_str()), ("declare-target", "0910"), "{:#?}", game.told());
    game.say("target t");
    go(&mut game, "charge e");
    assert_eq!((game.topic(), game.at("h").as_str()), ("opportunity-fire", "0910"));
}

#[test]
fn disordered_on_a_square_it_rides_on() {
    // LB 19.7.4b: the Square passes on 66, the cavalry fails on 12, and may not stop.
    let game = on_top(&[6, 6, 1, 2]);
    assert_eq!((game.order("h"), game.topic()), (Order::Disorder, "ride"));
    assert!(game.refused("sound-recall").is_some());
    // The Square fails and the cavalry does not: it may fight it.
    let mut game = on_top(&[1, 1, 6, 6]);
    assert_eq!((game.order("u"), game.order("h")), (Order::Disorder, Order::Good), "{:#?}", game.told());
    assert!(game.offered().contains(&"sound-recall".to_string()));
    game.roll(&[2], "sound-recall");
}

#[test]
fn general_order_stands_whatever_the_dice() {
    // LB 19.3.1d, 19.6.3, 19.1.2.2b, 12.7.4a: in woods it fails on 12, keeps its order, and the cavalry has a third.
    let t = foot("t", "a11").at("1010", "w").in_("general-order").set("fire", 1);
    let mut game = charged(&position().terrain("1010", "woods").unit(horse("h")).unit(t), &["h"]);
    up_to(&mut game, "t", 3, &[1, 2, 5, 1]);
    assert!(game.has_told("t stands all the same"), "{:#?}", game.told());
    assert_eq!(values(&game, "t"), "8 to 12");
}

#[test]
fn those_who_stand_shift_the_odds() {
    // LB 19.1.2.4, 19.1.2.2a, 19.9.1a: 48 to 12 is 4:1, where 25 drives them off; a 6 shifts it to 3:1, where it is blank.
    let blow = |die: u8| {
        let mut game = charged(&position().unit(horse("h")).unit(thin("t", "1010")), &["h"]);
        up_to(&mut game, "t", 3, &[6, 6, die, 1, 1, 2, 5]);
        game.has_told("h bounces")
    };
    assert!(blow(6));
    assert!(!blow(3));
}

#[test]
fn squares_and_skirmishers_hide_nobody_from_a_charge() {
    // LB 19.2.7n, 19.2.7b: behind a Square the next is seen and has to be named; behind a Column it is not.
    let offered = |formation: &str| {
        let u = foot("u", "a11").at("0910", if formation == "square" { "" } else { "w" }).in_(formation);
        let mut game = charged(&position().unit(horse("h")).unit(u).unit(thin("t", "1010")), &["h"]);
        go(&mut game, "charge e");
        let next = if game.topic() == "declare-target" { "no-target" } else { "charge e" };
        go(&mut game, next);
        game.table().units_see(game.id("h"), game.id("t"))
    };
    assert!(offered("square"));
    assert!(!offered("column"));
}

/// A column of one hex that faces east.
fn files(key: &str, at: &str) -> Piece {
    heavy(key, "f11").at(at, "e").in_("column-of-companies").set("increments", 4)
}

fn grand(position: Position, members: &[&str]) -> Game {
    moving(&position.unit(files("h", "0610")).unit(files("k", "0609")).leader(murat()), "h", members, "murat")
}

#[test]
fn a_grand_charge_is_made_by_one_maneuver_unit() {
    // LB 19.16.1.1, 19.16: whoever is not of it does not ride with them, and one alone makes none.
    let field = || position().unit(thin("t", "1010"));
    let offers = |members: &[&str]| grand(field(), members).offered().contains(&"grand-charge murat".to_string());
    assert!(offers(&["h", "k"]));
    assert!(!offers(&["h"]));
}

#[test]
fn a_grand_charge_shakes_squares() {
    // LB 19.16.5, 19.7b: 54 and 6 are 64: Disorder at four hexes, where 54 alone is a Square.
    let mut game = grand(position().unit(line("t", "1010")), &["h", "k"]);
    game.say("grand-charge murat").roll(&[5, 4], "form-square t 1010");
    assert_eq!(game.order("t"), Order::Disorder);
    let mut game = charged(&position().unit(horse("h")).unit(line("t", "1010")), &["h"]);
    game.roll(&[5, 4], "form-square t 1010");
    assert_eq!(game.unit("t").formed, Formed::Square);
}

#[test]
fn who_stands_once_stands_against_all() {
    // LB 19.6.1, 19.16.8, 19.16.10, 19.16.11, G3.80: both columns come up to one Line, which rolls once, when both have; they strike together, 24
    // each, of which the fire has cost each a quarter, doubled: 72 to 12. LB 19.16.12: nobody is asked whether he recalls, and they
    // go after them.
    let t = foot("t", "a11").at("1010 1109", "nw").in_("line").set("fire", 1).with("morale", "11");
    let mut game = grand(position().unit(t), &["h", "k"]);
    game.say("grand-charge murat");
    let mut asked = 0;
    while !game.has_told("t meets it with") {
        asked += 1;
        assert!(asked < 40 && game.topic() == "answer-to-charge", "{} {:#?}", game.topic(), game.told());
        let decision = kernel::Notation::read(&game.rules, "let-come").unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(2), &mut game.ledger);
    }
    assert_eq!(game.told().iter().filter(|entry| entry.contains("rolls to stand")).count(), 1, "{:#?}", game.told());
    assert_eq!(values(&game, "t"), "72 to 12");
    if game.topic() == "collapse" {
        let into = game.offered().remove(0);
        game.say(&into);
    }
    retreats(&mut game);
    assert_ne!(game.order("t"), Order::Good);
    assert_ne!(game.topic(), "pursue", "{:#?}", game.told());
    assert!(game.has_told("pursues t") || game.at("t") == "gone", "{:#?}", game.told());
}

#[test]
fn a_square_with_others_behind_it_is_fought() {
    // LB 19.16.6.1, 19.16.4.4: with a battalion behind the Square, and others on either hand, the column can neither ride over it nor slip by.
    let field = position()
        .unit(foot("t", "a11").at("1010", "").in_("square").with("morale", "11"))
        .unit(foot("u", "a11").at("1110", "w"))
        .unit(foot("v", "a11").at("1011", "w").set("increments", 2))
        .unit(foot("w", "a11").at("1009", "w").set("increments", 2))
        .unit(foot("x", "a11").at("1109", "w").set("increments", 2))
        .unit(foot("y", "a11").at("1111", "w").set("increments", 2));
    let mut game = grand(field, &["h", "k"]);
    game.say("grand-charge murat");
    let mut asked = 0;
    while !game.has_told("h meets") {
        asked += 1;
        assert!(asked < 40, "{} {:?} {:#?}", game.topic(), game.offered(), game.told());
        let says = ["let-come", "no-reaction"];
        let offered = game.offered();
        let answer = says
            .iter()
            .find(|says| offered.iter().any(|offer| offer == *says))
            .unwrap_or_else(|| panic!("{offered:?} {:#?}", game.told()));
        game.say(answer);
    }
    assert_eq!(game.at("h"), "0910");
    assert!(game.has_told("h meets t") && !game.has_told("h rides over"), "{:#?}", game.told());
}

#[test]
fn at_dusk_a_grand_charge_rides_less_far() {
    // LB 19.16.3, 24.10, 21.1.1: of eleven points seven are left.
    let field = position().top("turns = 1\ndusk = [1]").unit(thin("t", "1010"));
    let mut game = grand(field, &["h", "k"]);
    game.say("grand-charge murat");
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert!(game.has_told("k rides to 1309") && !game.has_told("k rides to 1409"), "{:#?}", game.told());
}

#[test]
fn another_leader_lends_his_bonus() {
    // LB 19.16.2, 19.9.2: he who leads the Grand Charge lends his cavalry bonus to nobody; a general with a regiment of it does.
    let with = |position: Position| {
        let mut game = grand(position, &["h", "k"]);
        game.say("grand-charge murat");
        while game.topic() != "move" {
            game.say("let-come");
        }
        game.roll(&[6, 6, 1, 1, 1, 4, 1], "halt");
        game.ledger.entries.iter().any(|entry| entry.to_text().contains("leader of the charge"))
    };
    assert!(!with(position().unit(thin("t", "1010"))));
    // He outranks the leader of the charge, and is in command of the regiment (LB 8.1.7a).
    let above = leader("emperor", "f", "0910").with("cavalry", "2");
    assert!(with(position().unit(thin("t", "1010")).leader(above)));
}

#[test]
fn ground_that_ends_a_charge_beside_its_target_does_not_disorder_it() {
    // LB 19.2.4, 19.2.7d, G3.15: it has come up to its target, in woods: there is no mêlée, and it keeps its order.
    let h = horse("h").at("0810", "ne");
    let mut game = charged(&position().terrain("0910", "woods").unit(h).unit(thin("t", "1010")), &["h"]);
    game.say("target t");
    go(&mut game, "charge e");
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!(
        (game.at("h").as_str(), game.order("h"), game.topic()),
        ("0910", Order::Good, "move"),
        "{:#?}",
        game.told()
    );
    assert!(!game.has_told("rolls to stand"));
}

#[test]
fn no_charge_ends_among_friends() {
    // LB 19.2.6, 12.10.5.1b: with one point left it does not ride into a hex of skirmishers.
    let z = light("z", "f11").at("1110", "ne").in_("skirmish");
    let mut game = charged(&position().unit(horse("h")).unit(z).unit(line("t", "1107")), &["h"]);
    for _ in 0..4 {
        roll(&mut game, &[], "charge e");
    }
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!(game.at("h"), "1010");
    if game.topic() == "ride" {
        assert_eq!(game.refused("charge e").as_deref(), Some("LB 12.10.5.1b"));
    }
}
