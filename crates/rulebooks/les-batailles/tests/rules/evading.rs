//! Retreats before charges, and the pursuit that follows them (19.4, 19.5).

use crate::charges::{all, charged, column, go, horse, reactors, roll, values};
use crate::common::*;
use les_batailles::state::{ChargeMarker, Formed, Order, Readiness};

/// Heavy cavalry rides three hexes east, next to `t`, its target.
fn upon(position: Position) -> Game {
    let mut game = charged(&position, &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    go(&mut game, "charge e");
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    game
}

fn loose(key: &str, at: &str) -> Piece {
    light(key, "a11").at(at, "nw").in_("skirmish").set("increments", 3)
}

#[test]
fn those_who_follow_cavalry_are_reacted_to() {
    // LB 19.5.4, 19.4.5b, 19.5.3a: the pursuers ride hex by hex, and guns fire as they leave their zone. They end next to the hussars, in
    // whose zone they are.
    let field = || position().unit(horse("h")).unit(reactors("t", "1010")).unit(guns("z", "a11").at("1011", "ne"));
    let mut game = upon(field());
    all(&mut game, &["give-way 1110", "give-way 1210", "hold-fast", "keep-facing", "go-on"]);
    assert_eq!((game.topic(), game.at("h").as_str()), ("opportunity-fire", "0910"));
    game.roll(&[1, 1], "opportunity-fire z");
    assert_eq!((game.topic(), game.at("h").as_str()), ("opportunity-fire", "1010"));
    game.say("no-reaction");
    assert_eq!((game.topic(), game.at("h").as_str()), ("strike-the-caught", "1110"), "{:#?}", game.told());
    game.say("end-charge");
    // LB 19.5.3b: without a mêlée it may regroup.
    assert_eq!(game.topic(), "move");
}

#[test]
fn pursuers_of_cavalry_may_be_charged() {
    // LB 19.5.4, 19.4.5b: cavalry in whose zone they ride charges them; their own charge is over with that, and costs them two degrees.
    let k = heavy("k", "a11").at("1012", "n").in_("line");
    let mut game = upon(position().unit(horse("h")).unit(reactors("t", "1010")).unit(k));
    all(&mut game, &["give-way 1110", "give-way 1210", "hold-fast", "keep-facing", "go-on"]);
    assert_eq!((game.topic(), game.at("h").as_str()), ("opportunity-charge", "0910"));
    // 66 passes; into the flank it is 4:1, and 21 is DD2.
    game.roll(&[6, 6, 2, 1], "opportunity-charge k");
    assert_eq!(values(&game, "h"), "48 to 12");
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
    assert_eq!((game.order("h"), game.at("k").as_str()), (Order::Disorder, "0910"), "{:#?}", game.told());
    game.say("halt");
    assert_eq!((game.unit("h").readiness, game.unit("h").charge), (Readiness::Exhausted, ChargeMarker::Spent));
    assert_eq!(game.unit("k").readiness, Readiness::Tired);
    assert_eq!((game.at("t").as_str(), game.unit("t").losses), ("1210", 0));
    assert!(!game.has_told("t meets it with"));
}

#[test]
fn those_who_give_way_run_on_from_an_opportunity_charge() {
    // LB 19.4.5a, 19.18.5d, 24.19, G3.90: skirmishers on their way to the woods are charged by others, and run on; both charges are over.
    let field = || {
        let k = heavy("k", "f11").at("1012", "n").in_("line");
        position().terrain("1110", "woods").unit(horse("h")).unit(loose("t", "1010")).unit(k)
    };
    let strikes = || {
        let mut game = upon(field());
        assert_eq!(game.topic(), "reaction-move", "{:#?}", game.told());
        game.say("no-reaction");
        game
    };
    let mut game = strikes();
    assert_eq!((game.topic(), game.at("t").as_str()), ("opportunity-charge", "1010"), "{:#?}", game.told());
    game.roll(&[6, 6], "opportunity-charge k");
    assert_eq!((game.topic(), game.asked().0, game.at("k").as_str()), ("run-on", 1, "1011"));
    assert_eq!(game.offered(), ["hold-fast", "give-way 1110"]);
    game.say("give-way 1110");
    assert_eq!((game.at("t").as_str(), game.order("t")), ("1110", Order::Good), "{:#?}", game.told());
    // The one regroups, and then the other; neither has fought.
    game.say("halt");
    while game.topic() == "reface" {
        game.say("keep-facing");
    }
    assert_eq!(game.topic(), "move", "{:?} {:#?}", game.offered(), game.told());
    game.say("halt");
    assert_eq!([game.unit("k").readiness, game.unit("h").readiness], [Readiness::Ready, Readiness::Tired]);
    assert_eq!([game.unit("k").charge, game.unit("h").charge], [ChargeMarker::Spent; 2]);
    // If they stay they are fought.
    let mut game = strikes();
    game.roll(&[6, 6], "opportunity-charge k");
    game.say("hold-fast");
    assert_eq!(game.order("t"), Order::Pgd, "{:#?}", game.told());
}

#[test]
fn cavalry_is_slower_than_some_who_spring_on_it() {
    // LB 19.5.1b: it runs on only from those it outruns: hussars from heavy cavalry, not from hussars.
    let runs = |k: Piece| {
        let mut game =
            upon(position().unit(horse("h")).unit(reactors("t", "1010")).unit(k.at("1012", "n").in_("line")));
        game.say("give-way 1110");
        assert_eq!(game.topic(), "opportunity-charge", "{:#?}", game.told());
        // Whoever does not run on is fought at once: a blank.
        let k = game.id("k");
        let light = game.rules.units[k.ix()].movement > 11;
        game.roll(if light { &[6, 6, 4, 1] } else { &[6, 6] }, "opportunity-charge k");
        game.topic() == "run-on"
    };
    assert!(runs(heavy("k", "f11")));
    assert!(!runs(hussars("k", "f11")));
}

#[test]
fn formed_cavalry_goes_through_loose_friends_only() {
    // LB 19.5.2.1, 19.5.2a, 24.7, 24.20: it joins formed cavalry at the bottom of the stack, like it; through skirmishers it goes on, and may not stop.
    let friend = |formation: &str| {
        let u = hussars("u", "a11").at("1110", "se").in_(formation);
        upon(position().unit(horse("h")).unit(reactors("t", "1010")).unit(u))
    };
    let mut game = friend("line");
    game.say("give-way 1110");
    assert_eq!((game.topic(), game.stack("1110")), ("follow", vec!["u", "t"]), "{:?}", game.offered());
    assert_eq!(game.unit("t").facing, game.unit("u").facing);
    let mut game = friend("skirmish");
    game.say("give-way 1110");
    assert_eq!(game.topic(), "give-way-on");
    assert!(!game.offered().contains(&"hold-fast".to_string()), "{:?}", game.offered());
}

#[test]
fn a_square_that_was_ridden_over_is_fought_unless_they_recall() {
    // LB 19.5.3.3, 19.5.3.2, 19.8.1: hussars ride off over a Square of their own; the pursuers come upon it, and may recall a second time.
    let field = || {
        let square = foot("u", "a11").at("1110", "").in_("square");
        let mut game = upon(position().unit(horse("h")).unit(reactors("t", "1010")).unit(square));
        all(&mut game, &["give-way 1110", "give-way 1210", "hold-fast", "keep-facing"]);
        // The first recall fails (LB 19.8a).
        game.roll(&[2], "sound-recall");
        assert_eq!((game.topic(), game.at("h").as_str()), ("follow-among", "1010"), "{:#?}", game.told());
        game
    };
    let mut game = field();
    game.roll(&[3], "sound-recall");
    assert_eq!((game.topic(), game.at("h").as_str()), ("move", "1010"));
    // It fails again, or does not try: the Square stands all the same, its fire misses; a third of 24, not doubled.
    let mut game = field();
    game.roll(&[2, 2, 1, 1, 1, 4, 1], "sound-recall");
    assert_eq!(values(&game, "u"), "8 to 12");
}

#[test]
fn skirmishers_that_were_ridden_through_may_answer() {
    // LB 19.5.3.3: the pursuers have to attack them; they may form a Rallying Square, or give way.
    let u = loose("u", "1110").set("increments", 6);
    let mut game = upon(position().terrain("1111", "woods").unit(horse("h")).unit(reactors("t", "1010")).unit(u));
    all(&mut game, &["give-way 1110", "give-way 1210", "hold-fast", "keep-facing", "go-on", "go-on"]);
    assert_eq!((game.topic(), game.at("h").as_str()), ("answer-to-charge", "1010"), "{:#?}", game.told());
    assert_eq!(game.offered(), ["let-come", "form-square u 1110"]);
    game.say("let-come");
    // The one way they have (LB 19.1.1.3d-i).
    assert_eq!(game.at("u"), "1111", "{:#?}", game.told());
}

#[test]
fn a_pursuit_of_cavalry_ends_in_the_zone_of_cavalry() {
    // LB 19.5.3.1, 19.5.3b: Exhausted hussars hold 1010; with two points left the pursuit ends there.
    let k = hussars("k", "a11").at("1109", "sw").in_("line").with("readiness", "exhausted");
    let mut game = upon(position().unit(horse("h")).unit(reactors("t", "1010")).unit(k));
    all(&mut game, &["give-way 1110", "give-way 1210", "give-way 1310", "hold-fast", "keep-facing", "go-on"]);
    assert_eq!((game.topic(), game.at("h").as_str()), ("move", "1010"), "{:#?}", game.told());
}

#[test]
fn skirmishers_in_two_hexes_use_either() {
    // LB 19.4.4: the woods are next to the hex that is not charged.
    let t = light("t", "a11").at("1011 1010", "nw").in_("skirmish");
    let game = upon(position().terrain("1012", "woods").unit(horse("h")).unit(t));
    // The only way: they take it.
    assert_eq!(game.at("t"), "1012", "{:#?}", game.told());
}

#[test]
fn who_gives_way_keeps_off_the_enemy_and_does_not_crowd() {
    // LB 19.4.3d, 19.4.3e, 10.1.4a: friends cancel the zone over their hex, but have no room; behind them one hex is in a zone.
    let u = foot("u", "a11").at("1110", "w").set("increments", 18);
    let g = foot("g", "f11").at("1310", "nw").in_("line");
    let mut game = upon(position().unit(horse("h")).unit(loose("t", "1010")).unit(u).unit(g));
    while game.topic() == "opportunity-fire" {
        game.say("no-reaction");
    }
    assert_eq!((game.topic(), game.at("t").as_str()), ("give-way-on", "1110"), "{:#?}", game.told());
    let ways = game.offered();
    assert!(!ways.contains(&"hold-fast".into()) && !ways.contains(&"give-way 1210".into()), "{ways:?}");
    assert!(ways.contains(&"give-way 1111".into()), "{ways:?}");
}

#[test]
fn guns_alone_are_no_shelter() {
    // LB 19.4.3a, 19.4.2c: skirmishers join formed infantry, not a battery by itself; they have nowhere to go, and run.
    let game = upon(position().unit(horse("h")).unit(loose("t", "1010")).unit(guns("z", "a11").at("1110", "e")));
    assert_eq!(game.order("t"), Order::Pgd, "{:#?}", game.told());
}

#[test]
fn a_retreat_before_a_charge_is_harassed() {
    // LB 19.5.2a, 12.10.7d, 24.2, 24.11: hussars in Skirmish Order attack whoever has left hexes of their zone: two clear ones.
    let z = hussars("z", "f11").at("1012", "n").in_("skirmish");
    let mut game = upon(position().unit(horse("h")).unit(reactors("t", "1010")).unit(z));
    all(&mut game, &["give-way 1110", "give-way 1210"]);
    game.roll(&[1, 1], "hold-fast");
    assert!(game.has_told("z harasses t"), "{:#?}", game.told());
}

#[test]
fn skirmishers_of_horse_give_way_or_form_up() {
    // LB 19.1.1.3d-i, 19.3.1b, 12.10.9a: slower than the charge they cannot ride off, and run if they have not formed up.
    let t = heavy("t", "a11").at("1010", "sw").in_("skirmish").set("skirmish", 3);
    let mut game = charged(&position().unit(horse("h")).unit(t), &["h"]);
    assert!(game.offered().contains(&"form-up t".to_string()));
    all(&mut game, &["charge e", "charge e", "target t"]);
    go(&mut game, "charge e");
    // Cornered they have to try (LB 12.10.9c), and fail.
    game.roll(&[1, 1], "form-up t");
    assert_eq!(game.order("t"), Order::Pgd, "{:#?}", game.told());
    // LB 19.11b: they are pursued.
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
    assert_eq!(game.topic(), "pursue");
}

#[test]
fn faster_cavalry_may_stand() {
    // LB 19.1.1.3d-ii, 19.3.1a: it stands, rolls nothing, and is halved.
    let mut game = upon(position().unit(horse("h")).unit(reactors("t", "1010")));
    assert_eq!((game.topic(), game.offered()[0].as_str()), ("give-way", "hold-fast"));
    game.roll(&[4, 1], "hold-fast");
    assert_eq!(values(&game, "t"), "48 to 12");
    assert!(!game.has_told("rolls to stand"));
}

#[test]
fn after_foot_has_given_way_a_recall_frees_the_charge() {
    // LB 19.1.1.3d-iii, 19.8.1, G3.47: it may charge another, or end.
    let u = column("u", "1109").set("increments", 2);
    let position = position().terrain("1110", "woods").unit(horse("h")).unit(loose("t", "1010")).unit(u);
    let mut game = upon(position);
    game.say("give-way 1110");
    while game.topic() == "reface" {
        game.say("keep-facing");
    }
    assert_eq!(game.topic(), "follow", "{:#?}", game.told());
    game.roll(&[3], "sound-recall");
    assert_eq!((game.topic(), game.unit("t").formed), ("ride", Formed::Skirmish), "{:#?}", game.told());
    roll(&mut game, &[], "charge e");
    assert_eq!((game.topic(), game.at("h").as_str()), ("declare-target", "1010"));
    assert!(game.offered().contains(&"target u".to_string()));
}
