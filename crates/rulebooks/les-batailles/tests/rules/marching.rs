//! Chapters 13 and 14: movement, retreats, force marches and sight, what is left of them.

use crate::common::*;
use les_batailles::fire::{Occasion, exchange};
use les_batailles::movement::Cause;
use les_batailles::state::{Order, Place};

/// The battle as the chit of the division leader `d` is drawn.
fn active(position: Position, leader_at: &str) -> Game {
    position
        .unit(foot("far", "a21").at("2323", "w"))
        .leader(leader("d", "f11", leader_at))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1])
}

fn spent(game: &Game) -> String {
    game.state.moves.last().expect("somebody moves").spent.to_string()
}

/// Whoever is asked for a way takes the first.
fn ways(game: &mut Game) {
    let mut asked = 0;
    while matches!(game.topic(), "retreat" | "displacement") && asked < 60 {
        asked += 1;
        let way = game.offered()[0].clone();
        game.say(&way);
    }
}

#[test]
fn movement_is_printed_points_formation_zones_and_ground() {
    // LB 13.0a, 12.4.2a, 13.1.1a: the same step of the same battalion costs 1 in Column, 2 in Line, 2 into cultivated... ground as the
    // chart has it, and ends in an enemy zone; what it has is printed.
    let step = |formation: &str, facing: &str, terrain: &str, enemy: bool| {
        let mut start =
            position().unit(foot("u", "f11").at("1010", facing).in_(formation)).unit(foot("v", "f11").at("0911", "e"));
        if !terrain.is_empty() {
            start = start.terrain("1110", terrain);
        }
        if enemy {
            start = start.unit(foot("e", "a11").at("1210", "w"));
        }
        let mut game = active(start, "0911");
        game.say("take u");
        assert_eq!(game.state.moves[0].allowance.to_string(), "7");
        game.say("step e");
        (spent(&game), game.state.moves[0].stopped)
    };
    assert_eq!(step("column", "e", "", false), ("1".into(), false));
    assert_eq!(step("line", "ne", "", false), ("2".into(), false));
    assert_eq!(step("column", "e", "rough-ground", false), ("2".into(), false));
    assert_eq!(step("column", "e", "", true), ("1".into(), true));
}

#[test]
fn a_rout_that_has_run_its_points_stops_wherever_that_is() {
    // LB 13.2.4c, 13.2.1a, 12.12.2c: a battalion with one printed point runs two hexes; it ends in a pocket with nothing before it but
    // hexes where it has been, and does not surrender for that.
    let mut start = position().unit(foot("u", "f11").at("1210", "").with("order", "disorder").set("movement", 1));
    start = start.unit(foot("e", "a11").at("1610", "w"));
    // Rivers round 1010 leave it open from 1110 alone.
    for side in ["1010 ne", "1010 nw", "1010 w", "1010 sw", "1010 se"] {
        start = start.hexside(side, "river");
    }
    let mut game = start.still();
    let id = game.id("u");
    game.begin(&[], |play| play.rout(id, Cause::Fire));
    let mut asked = 0;
    while game.topic() == "retreat" && asked < 9 {
        asked += 1;
        let offered = game.offered();
        let way =
            offered.iter().find(|way| way.ends_with("1110") || way.ends_with("1010")).unwrap_or(&offered[0]).clone();
        game.say(&way);
    }
    assert_eq!((game.at("u").as_str(), game.unit("u").place), ("1010", Place::Map), "{:?}", game.told());
}

#[test]
fn a_rout_pays_for_the_zone_of_skirmishing_horse() {
    // LB 13.2.1a, 12.10.7b, 12.10.7d: all costs are in effect: a battalion of four points runs six hexes from formed hussars; from
    // skirmishing ones the hex in the second ring of their zone costs two more.
    let run = |horse: bool| {
        let start = position().unit(foot("u", "f11").at("1111", "").with("order", "disorder").set("movement", 4));
        let formation = if horse { "skirmish" } else { "line" };
        let start = start.unit(hussars("h", "a11").at("1012 1112", "n").in_(formation).set("skirmish", 1));
        let mut game = start.still();
        let id = game.id("u");
        game.with(&[], |play| play.rout(id, Cause::Fire));
        let mut asked = 0;
        loop {
            let Game { rules, state, ledger } = &mut game;
            les_batailles::table::Play { rules, state, dice: &mut Always(1), listener: ledger }.advance();
            let Some(seat) = game.state.asked.first() else { break };
            asked += 1;
            assert!(asked < 30);
            let offered = game.offered();
            let decision = kernel::Notation::read(&game.rules, &offered[0]).unwrap();
            kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(1), &mut game.ledger);
        }
        game.told().iter().filter(|line| line.contains("falls back")).count()
    };
    let (free, harried) = (run(false), run(true));
    assert_eq!((free, harried), (6, 4));
}

#[test]
fn retreats_keep_to_where_they_may_go() {
    // LB 13.2.2a, 13.2.3a: not over a river, not through the enemy, though a leader alone bars nothing.
    let mut game = position()
        .hexside("1010 w", "river")
        .unit(foot("u", "f11").at("1010", "").with("order", "disorder"))
        .unit(foot("e", "a11").at("1310", "w"))
        .unit(wagon("x", "a11").at("1009", ""))
        .leader(leader("al", "a11", "1011"))
        .still();
    let id = game.id("u");
    game.begin(&[], |play| play.recoil(id, 1));
    let offered = game.offered();
    assert!(!offered.contains(&"fall-back 0910".to_owned()), "{offered:?}");
    assert!(!offered.contains(&"fall-back 1009".to_owned()), "{offered:?}");
    assert_eq!(game.refused("fall-back 0910").as_deref(), Some("LB 13.2.4a"));
}

#[test]
fn what_is_involuntary_and_what_is_not() {
    // LB 13.2a, 13.2b: a second Disorder is a rout, a recoil and a bounce are no movement of one's own either: an enemy battalion in whose
    // zone it all happens has no fire of it, and nothing is asked but the way.
    let near = |act: fn(&mut les_batailles::table::Play<'_, kernel::Ledger>, les_batailles::cards::UnitId)| {
        let mut game = position()
            .unit(heavy("u", "f11").at("1010", "").with("order", "disorder").with("morale", "-"))
            .unit(foot("e", "a11").at("1110", "w"))
            .still();
        let id = game.id("u");
        game.begin(&[], |play| act(play, id));
        let mut topics = Vec::new();
        while !game.topic().is_empty() && topics.len() < 40 {
            topics.push(game.topic());
            let way = game.offered()[0].clone();
            game.say(&way);
        }
        topics.iter().all(|topic| *topic == "retreat") && !topics.is_empty()
    };
    assert!(near(|play, id| play.disorder(id, Cause::Fire)), "a rout");
    assert!(near(|play, id| play.recoil(id, 2)), "a recoil");
    assert!(near(|play, id| play.bounce(id)), "a bounce");
}

/// The last turn of a battle, from its Reorganization Segment on.
fn reorganization() -> Position {
    position().start("turn = 6\nsegment = \"reorganization\"")
}

#[test]
fn routed_units_run_on_when_the_enemy_is_near() {
    // LB 13.2.5a, 13.2.5c, 13.2.6b: without a leader, with an enemy in Good Order less than fifteen hexes off, away from him; from cover
    // too.
    for terrain in ["", "woods"] {
        let mut start = reorganization()
            .unit(foot("u", "f11").at("1010", "").with("order", "pgd"))
            .unit(foot("e", "a11").at("2010", "w"));
        if !terrain.is_empty() {
            start = start.terrain("1010", terrain);
        }
        let mut game = start.play(&[]);
        assert_eq!(game.topic(), "retreat");
        ways(&mut game);
        let far = game.table().nearest_enemy(kernel::Side::FIRST, game.unit("u").hexes.head());
        assert!(far >= Some(15) || game.at("u") == "gone", "{far:?}");
    }
    // An enemy out of order frightens nobody: it checks, and stays where it is.
    let start = reorganization()
        .unit(foot("u", "f11").at("1010", "").with("order", "pgd"))
        .unit(foot("e", "a11").at("2010", "").with("order", "disorder"));
    let game = start.play(&[1, 1, 1, 1]);
    assert_eq!((game.at("u").as_str(), game.order("u")), ("1010", Order::Pgd));
}

#[test]
fn another_leader_helps_after_a_force_march() {
    // LB 13.3.3c: 34 − 6 = 24, which is not above 25; the brigadier with +1 who is with them makes it 25... and with +2 26.
    let march = |bonus: &str| {
        let mut game = position()
            .unit(foot("u", "f11").at("1010", "e").with("morale", "25"))
            .unit(foot("o", "f12").at("0404", "e"))
            .unit(foot("far", "a21").at("2424", "w"))
            .leader(leader("d", "f11", "0909"))
            .leader(leader("b", "f111", "1010").with("morale", bonus))
            .leader(leader("e", "f12", "0404"))
            .start("segment = \"maneuver\"\nmaneuver-units = [\"d\", \"e\"]")
            .play(&[1]);
        game.roll(&[1], "force-march f11");
        game.say("take u").say("halt");
        game.roll(&[3, 4, 1], "done");
        game.order("u")
    };
    assert_eq!((march("1"), march("2")), (Order::Disorder, Order::Good));
}

#[test]
fn a_force_march_ends_with_the_segment() {
    // LB 13.3.1b, 13.3.1a: whoever force marched keeps to ground for columns in the Maneuver Segment; in an advance after an assault later
    // in the turn he does not.
    let mut game = position()
        .terrain("1110", "woods")
        .unit(foot("u", "f11").at("1010", "e").with("morale", "-"))
        .unit(foot("b", "a11").at("1110", "").with("order", "pgd"))
        .leader(leader("d", "f11", "1010"))
        .top("turns = 1")
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1]);
    game.roll(&[1], "force-march f11");
    game.say("take u").say("assault u 1110").say("halt");
    let mut asked = 0;
    while game.state.over.is_none() && asked < 40 {
        asked += 1;
        let offered = game.offered();
        let way = offered.iter().find(|way| *way == "done").unwrap_or(&offered[0]).clone();
        let decision = kernel::Notation::read(&game.rules, &way).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(3), &mut game.ledger);
    }
    assert_eq!(game.at("u"), "1110", "{:#?}", game.told());
}

#[test]
fn guns_bound_by_an_enemy_next_to_them() {
    // LB V-64, 15.5.1b, 14.1b: with an enemy next to it a battery fires at nobody else; without him a target behind trees stays hidden, and
    // one in the open is fired at.
    let offered = |adjacent: bool| {
        let mut start = position()
            .terrain("1310", "woods")
            .unit(guns("g", "f11").at("1010", "e"))
            .unit(foot("seen", "a11").at("1408", "w"))
            .unit(foot("hidden", "a11").at("1510", "w"));
        if adjacent {
            start = start.unit(foot("near", "a11").at("1110", "w"));
        }
        let mut game = start.still();
        game.begin(&[], |play| play.state.agenda.push_all(&exchange(Occasion::Segment)));
        game.offered().into_iter().filter(|offer| offer.starts_with("fire")).collect::<Vec<_>>()
    };
    assert_eq!(offered(true), ["fire 1010 1110"]);
    assert_eq!(offered(false), ["fire 1010 1408"]);
}

#[test]
fn a_road_column_that_is_run_over() {
    // LB V-22, 12.8.5a, 11.1.4b: routed friends run through it: -12 and -12: 61 becomes 21, a tie with 21.
    let over = |dice: [u8; 2]| {
        let mut game = position()
            .unit(foot("u", "f11").at("1210", "").with("order", "disorder"))
            .unit(foot("r", "f11").at("1110", "w").in_("road-column").set("increments", 4))
            .unit(foot("e", "a11").at("1410", "w"))
            .still();
        let id = game.id("u");
        game.begin(&[], |play| play.rout(id, Cause::Morale));
        let way = game.offered().into_iter().find(|way| way.ends_with("1110")).expect("it may run over them");
        let decision = kernel::Notation::read(&game.rules, &way).unwrap();
        let seat = game.asked();
        let mut scripted = kernel::Scripted::new([dice[0], dice[1], 6, 6, 6, 6]);
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut scripted, &mut game.ledger);
        game.order("r")
    };
    assert_eq!((over([6, 1]), over([6, 2])), (Order::Disorder, Order::Good));
}

#[test]
fn whoever_has_not_been_drawn_does_not_move() {
    // LB 13.1.8a, 13.1b, 12.2.1b: infantry and heavy cavalry of the other side are asked nothing as a battalion marches past, but for the
    // square and the charges that the rules name.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "f11").at("0911", "e"))
        .unit(foot("e", "a11").at("1410", "w"))
        .unit(light("s", "a11").at("1412", "w"));
    let mut game = active(start, "0911");
    game.say("take u").say("step e").say("step e");
    assert_eq!((game.topic(), game.asked().0), ("move", 0));
    for text in ["take e", "form line n-corner", "commit e 1311", "rise e"] {
        let said = kernel::Notation::read(&game.rules, text).unwrap();
        assert!(kernel::Rulebook::judge(&game.rules, &game.state, kernel::Seat(1), &said).is_err(), "{text}");
    }
}
