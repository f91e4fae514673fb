//! Chapter 18: artillery.

use crate::common::*;
use crate::fire::opened;
use les_batailles::agenda::Step;
use les_batailles::artillery::GunStep;
use les_batailles::charges::{ChargeKind, ChargeStep};
use les_batailles::fire::{FireMode, Firing, Occasion};
use les_batailles::hexes::{Facing, Hexes};
use les_batailles::movement::{Cause, Motion};
use les_batailles::state::{Formed, Loss, Order, Place};

fn chit(position: &Position) -> Game {
    opened(position, Occasion::Chit, &[])
}

fn line(key: &str, at: &str, facing: &str) -> Piece {
    foot(key, "a11").at(at, facing).in_("line")
}

/// Who was fired on, at which odds, in order.
fn shots(game: &Game) -> Vec<String> {
    let told = game.told();
    let fire = told.iter().filter_map(|line| line.split("Fire on ").nth(1));
    fire.map(|line| line.split(" [").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn guns_over_infantry_fire_with_it() {
    // LB V18-1, V-37, 18.5.2a, 18.5.2b, 12.6.5c: 14 and two Increments of foot times three, two columns right.
    let stack = |top: bool| {
        let (battery, foot) = (guns("g", "f11").at("1010", "n"), foot("a", "f11").at("1010", "n").in_("line"));
        let position = if top { position().unit(battery).unit(foot) } else { position().unit(foot).unit(battery) };
        position.unit(line("e", "1109", "ne")).still()
    };
    let attack = |game: &Game, mode: FireMode| {
        let hex = game.hex("1109");
        let from = [Firing::once(game.hex("1010"))];
        let attack = game.table().attack_on(hex, &game.table().stack_at(hex), &from, mode);
        (attack.value.to_string(), attack.shift)
    };
    assert_eq!(attack(&stack(true), FireMode::Segment), ("20".into(), 2));
    // Below the infantry they are silent, and still take its room.
    assert_eq!(attack(&stack(false), FireMode::Segment), ("6".into(), 0));
    // LB 8.9.3d: on the Artillery chit the guns alone.
    assert_eq!(attack(&stack(true), FireMode::Chit), ("14".into(), 2));
    // LB V-O5, 18.8.1, 17.2.3: a battery of three with a loss.
    let battery = |order: &str| {
        let g = guns("g", "f11").at("1010", "ne").set("increments", 3).set("fire", "[24, 15, 9]").set("losses", 1);
        position().unit(g.with("order", order)).unit(line("e", "1109", "ne")).still()
    };
    assert_eq!(attack(&battery("good"), FireMode::Opportunity), ("8".into(), 2));
    assert_eq!(attack(&battery("disorder"), FireMode::Opportunity), ("4".into(), 2));
    let good = battery("good");
    assert_eq!(good.table().battery_fire(good.id("g"), 4).to_string(), "10");
}

#[test]
fn on_the_artillery_chit_guns_may_fire() {
    // LB 8.9.3a, 8.9.3c, 15.1b, 15.5a, 18.5a: nobody has to; LB V18-3, V-38, 18.8a: at an adjacent hex 24 on 6 goes from 4:1 to 6:1.
    let position = position()
        .unit(guns("g", "f11").at("1010", "ne").set("fire", "[24, 17, 9]"))
        .unit(foot("a", "f11").at("0510", "ne"))
        .unit(foot("e", "a11").at("1109", "ne"));
    let game = chit(&position);
    assert_eq!((game.topic(), game.offered()), ("artillery-fire", vec!["fire 1010 1109".into(), "done".into()]));
    let mut game = chit(&position);
    game.roll(&[1, 1, 5, 5], "fire 1010 1109");
    assert_eq!((shots(&game), game.unit("g").rounds), (vec!["1109 at 6:1".into()], 11));
    let mut game = chit(&position);
    game.say("done");
    assert_eq!(game.unit("g").rounds, 12);
    // LB 15.5.5a, 7.3c: without ammunition, or limbered, none.
    for gun in
        [guns("g", "f11").at("1010", "ne").set("rounds", 0), guns("g", "f11").at("1010", "").set("limbered", true)]
    {
        let game = chit(&super::common::position().unit(gun).unit(foot("e", "a11").at("1109", "ne")));
        assert!(game.state.over.is_some());
    }
}

#[test]
fn several_hexes_of_guns_need_a_leader() {
    // LB 18.5c, 18.5d, 15.4.2b: the second battery finds no other target, and loses its shot.
    let with = |leaders: &[Piece]| {
        let position = position()
            .unit(guns("g", "f11").at("0510", "e"))
            .unit(guns("h", "f11").at("0509", "e"))
            .unit(guns("k", "f11").at("0511", "e"))
            .unit(line("e", "0910", "nw"));
        chit(&leaders.iter().fold(position, |position, leader| position.leader(leader.clone())))
    };
    let mut game = with(&[]);
    game.roll(&[1, 1], "fire 0510 0910");
    assert_eq!((shots(&game), game.unit("h").rounds), (vec!["0910 at 1:1.5".into()], 12));
    // A leader with an artillery bonus joins two stacks, and gives his bonus: 16 on 9, 1.5:1; 41 + 1 = 42 costs one (LB 18.5.1a,
    // 18.5.1b).
    let mut game = with(&[leader("b", "f11", "0509").set("artillery", 1)]);
    game.say("fire 0510 0910");
    assert_eq!(game.refused("fire 0511 0910").as_deref(), Some("LB 18.5c"));
    game.roll(&[4, 1, 5, 5], "fire 0509 0910");
    assert_eq!((shots(&game), game.unit("e").losses), (vec!["0910 at 1.5:1".into()], 1));
    assert!(game.has_told("artillery leader"));
    // One of Special Ability in the middle joins three: 24 on 9, 2.5:1.
    let mut game = with(&[leader("d", "f11", "0510").set("artillery", 2).set("artillery-ability", true)]);
    game.say("fire 0509 0910").say("fire 0510 0910").roll(&[1, 1], "fire 0511 0910");
    assert_eq!(shots(&game), ["0910 at 2.5:1"]);
    // Next to all of them no leader is needed (LB 18.5c), and the shift counts once (LB 18.8a).
    let position = position()
        .unit(guns("g", "f11").at("1010", "ne"))
        .unit(guns("h", "f11").at("1110", "nw"))
        .unit(foot("e", "a11").at("1109", "ne").set("increments", 9));
    let mut game = chit(&position);
    game.say("fire 1010 1109").roll(&[1, 1, 5, 5], "fire 1110 1109");
    assert_eq!(shots(&game), ["1109 at 6:1"]);
}

#[test]
fn all_guns_of_a_hex_fire_at_one_target() {
    // LB 18.5b: 8 and 5 of two batteries at four hexes, one attack; each draws a round (LB 18.14b).
    let position = position()
        .unit(guns("g", "f11").at("0510", "e"))
        .unit(guns("h", "f11").at("0510", "e").set("fire", "[9, 5, 3]"))
        .unit(line("e", "0910", "nw"));
    let mut game = chit(&position);
    game.roll(&[1, 1], "fire 0510 0910");
    assert_eq!((shots(&game), game.unit("g").rounds, game.unit("h").rounds), (vec!["0910 at 1:1".into()], 11, 11));
}

#[test]
fn shots_ricochet() {
    // LB V-44, 18.9.1a, 18.9.1b, 18.9.6: 8 on a Line, 1:1.5, and the same on one behind it; 56 and 55 cost one each; one round.
    let two = |second: &str| {
        position().unit(guns("g", "f11").at("0510", "e")).unit(line("e", "0810", "nw")).unit(line("h", second, "nw"))
    };
    let mut game = chit(&two("1010"));
    game.roll(&[5, 6, 5, 5, 6, 2, 4, 4], "fire 0510 0810");
    assert_eq!((shots(&game), game.unit("g").rounds), (vec!["0810 at 1:1.5".into(), "1010 at 1:1.5".into()], 11));
    assert_eq!((game.unit("e").losses, game.unit("h").losses), (1, 1));
    // LB V18-4, 18.9.7: at six hexes it is long range: 5 on 9, 1:2.
    let mut game = chit(&two("1110"));
    game.roll(&[5, 6, 5, 5, 6, 2], "fire 0510 0810");
    assert_eq!(shots(&game), ["0810 at 1:1.5", "1110 at 1:2"]);
    // Beyond its range of ten hexes nobody is hit; from two hexes nothing bounces (LB 18.7a).
    let mut game = chit(&two("1610"));
    game.roll(&[1, 1], "fire 0510 0810");
    assert_eq!(shots(&game).len(), 1);
    let near =
        position().unit(guns("g", "f11").at("0510", "e")).unit(line("e", "0710", "nw")).unit(line("h", "0810", "nw"));
    let mut game = chit(&near);
    game.roll(&[1, 1], "fire 0510 0710");
    assert_eq!(shots(&game), ["0710 at 1.5:1"]);
}

/// The hexes that are fired on after a shot from 0510 at 0810, with units on every hex from there to 1210.
fn bounces(position: Position) -> Vec<String> {
    let hexes = ["0910", "1010", "1110", "1210"];
    let with = hexes.iter().enumerate().fold(position, |position, (place, hex)| {
        let key = ["p", "q", "r", "s"][place];
        position.unit(foot(key, "a11").at(hex, "e").set("increments", 4))
    });
    let with = with.unit(guns("g", "f11").at("0510", "e")).unit(foot("e", "a11").at("0810", "e").set("increments", 4));
    let mut game = chit(&with);
    // Every die shows a 1, however many there are.
    let mut dice = Always(1);
    let seat = game.asked();
    let decision = kernel::Notation::read(&game.rules, "fire 0510 0810").unwrap();
    kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut dice, &mut game.ledger);
    let all = shots(&game);
    all.into_iter().skip(1).map(|shot| shot.split(' ').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn slopes_and_woods_end_a_path() {
    let beyond = "0910 1010 1110 1210";
    assert_eq!(bounces(position()), ["0910", "1010", "1110", "1210"]);
    // LB 18.9.1c: into the woods, and no farther; also where the first target stands in them.
    assert_eq!(bounces(position().terrain("1010", "woods")), ["0910", "1010"]);
    assert!(bounces(position().terrain("0810", "village")).is_empty());
    // LB 18.9.2, 18.9.3: any slope upwards ends it in the lower hex.
    assert_eq!(bounces(position().level("1010 1110 1210", 1)), ["0910"]);
    assert_eq!(bounces(position().level("1010 1110 1210", 1).steep("0910 e")), ["0910"]);
    // Downwards a severe one leaves a shadow of one hex, a normal one nothing.
    let high = "0110 0210 0310 0410 0510 0610 0710 0810 0910";
    assert_eq!(bounces(position().level(high, 1)), ["0910", "1010", "1110", "1210"]);
    assert_eq!(bounces(position().level(high, 1).steep("0910 e")), ["0910", "1110", "1210"]);
    // LB 18.9.4: that the first target stands uphill does not end it.
    assert_eq!(bounces(position().level("0810", 1).level(beyond, 1)), ["0910", "1010", "1110", "1210"]);
}

#[test]
fn friends_are_hit_and_prone_men_are_not() {
    // LB 18.9.1d, 12.13.6c.
    let position = position()
        .unit(guns("g", "f11").at("0510", "e"))
        .unit(line("e", "0810", "nw"))
        .unit(foot("x", "f11").at("1010", "e"))
        .unit(line("h", "1110", "nw").with("prone", "prone"));
    let mut game = chit(&position);
    // 8 on a Column of friends, 1:1: 51 costs one, 45 passes.
    game.roll(&[1, 1, 5, 1, 4, 5], "fire 0510 0810");
    assert_eq!((shots(&game), game.unit("x").losses), (vec!["0810 at 1:1.5".into(), "1010 at 1:1".into()], 1));
}

#[test]
fn along_a_spine_half_goes_each_way() {
    // LB V18-5, 18.9.5: from 0510 straight north; beyond 0506 the path runs between 0505 and 0605. 8 halved is 4 on 6.
    let position = position()
        .unit(guns("g", "f11").at("0510", "ne"))
        .unit(foot("e", "a11").at("0506", "ne"))
        .unit(foot("h", "a11").at("0505", "ne"))
        .unit(foot("k", "a11").at("0605", "ne"));
    let mut game = chit(&position);
    game.roll(&[1, 1, 1, 1, 1, 1], "fire 0510 0506");
    assert_eq!(shots(&game), ["0506 at 1:1", "0505 at 1:1.5", "0605 at 1:1.5"]);
    assert_eq!(game.unit("g").rounds, 11);
}

#[test]
fn combined_guns_have_a_path_each_or_one() {
    // LB G3.56: the guns of 0510 bounce on to 1310, those of 0509 do not; by the other reading all follow the leader's path.
    let shot = |reading: &str| {
        let position = position()
            .option("combined-path", reading)
            .unit(guns("g", "f11").at("0510", "e"))
            .unit(guns("h", "f11").at("0509", "e"))
            .leader(leader("b", "f11", "0510").set("artillery", 1))
            .unit(line("e", "0910", "nw"))
            .unit(line("k", "1310", "nw"));
        let mut game = chit(&position);
        game.say("fire 0510 0910").roll(&[1, 1, 1, 1], "fire 0509 0910");
        shots(&game)
    };
    assert_eq!(shot("each"), ["0910 at 1.5:1", "1310 at 1:2"]);
    assert_eq!(shot("leader"), ["0910 at 1.5:1", "1310 at 1:1"]);
}

#[test]
fn a_ricochet_strikes_hexes_or_units() {
    // LB G3.50.
    let shot = |reading: &str, dice: &[u8]| {
        let position = position()
            .option("ricochet-at", reading)
            .unit(guns("g", "f11").at("0510", "e"))
            .unit(line("e", "0810", "nw"))
            .unit(foot("h", "a11").at("1010", "e"))
            .unit(foot("k", "a11").at("1010", "e").set("increments", 3));
        let mut game = chit(&position);
        game.roll(dice, "fire 0510 0810");
        (shots(&game).len(), game.unit("h").losses, game.unit("k").losses)
    };
    // 8 on 6: 1:1; 51 costs one: the top unit, or each its own. They check together at -3.
    assert_eq!(shot("hex", &[1, 1, 5, 1, 5, 5]), (2, 1, 0));
    assert_eq!(shot("unit", &[1, 1, 1, 1, 5, 1, 5, 5]), (3, 0, 1));
}

/// French guns with a wagon of their own, which fire at what stands in 0910.
fn duel(fire: &str, target: Piece) -> Position {
    position()
        .unit(guns("g", "f11").at("0510", "e").set("fire", fire))
        .unit(wagon("w", "f11").at("0411", ""))
        .unit(target)
}

#[test]
fn wagons_explode() {
    // LB 5.1.6c, 5.3.1c, V18-2, 18.6.1a, 18.6.1c, G3.9: a wagon with five rounds, fired at at 1:2.
    let rounds = |dice: &[u8]| {
        let mut game = chit(&duel("[14, 3, 3]", wagon("e", "a11").at("0910", "").set("rounds", 5)));
        game.roll(dice, "fire 0510 0910");
        assert_eq!(shots(&game), ["0910 at 1:2"]);
        (game.unit("e").rounds, game.unit("e").wrecked, game.unit("w").rounds)
    };
    assert_eq!(rounds(&[6, 3]), (2, false, 11));
    assert_eq!(rounds(&[6, 5]), (0, true, 11));
    assert_eq!(rounds(&[6, 1]), (4, false, 11));
    assert_eq!(rounds(&[5, 6]), (5, false, 11));
    // LB 18.14.1.5: what fire costs without an explosion: 12 on 6, 2:1, 33 costs a round.
    let mut game = chit(&duel("[14, 12, 3]", wagon("e", "a11").at("0910", "").set("rounds", 5)));
    game.roll(&[3, 3], "fire 0510 0910");
    assert_eq!(game.unit("e").rounds, 4);
    // LB 18.6.2: those next to it check; LB 18.6.3a: a leader there is thrown for once more.
    let mut game = chit(
        &duel("[14, 3, 3]", wagon("e", "a11").at("0910", "").set("rounds", 5))
            .unit(foot("x", "a11").at("0909", "e"))
            .leader(leader("l", "a11", "0909")),
    );
    game.roll(&[6, 2, 4, 4, 2, 1], "fire 0510 0910");
    assert_eq!(game.order("x"), Order::Disorder);
    // LB 18.14.1.7: a wreck explodes as well, and has nothing to lose.
    let mut game = chit(
        &duel("[14, 3, 3]", wagon("e", "a11").at("0910", "").set("rounds", 0).set("wrecked", true))
            .unit(foot("x", "a11").at("0909", "e")),
    );
    game.roll(&[6, 2, 2, 1], "fire 0510 0910");
    assert_eq!((game.order("x"), game.unit("e").wrecked), (Order::Disorder, true));
}

#[test]
fn batteries_explode() {
    // LB V18-2, 18.6.1b: 64 is an ordinary hit, 65 blows up the top battery, which is gone for good.
    let enemy = || guns("e", "a11").at("0910", "w");
    let supply = |position: Position| position.unit(wagon("v", "a11").at("1011", ""));
    let mut game = chit(&supply(duel("[14, 4, 3]", enemy().set("facing", "\"e\""))));
    game.roll(&[6, 4, 5, 5], "fire 0510 0910");
    assert_eq!((game.unit("e").losses, game.unit("e").place), (1, Place::Map));
    // LB 8.2f, 18.6.2, 18.6.3b, G3.54: infantry below it takes the odd loss, and checks; by the other reading it only checks.
    let blown = |reading: &str, dice: &[u8]| {
        let position = duel("[14, 6, 3]", guns("e", "a11").at("0910", "ne"))
            .unit(foot("x", "a11").at("0910", "ne").in_("line"))
            .leader(leader("l", "a11", "0910"))
            .unit(wagon("v", "a11").at("1011", ""))
            .option("explosion-losses", reading);
        let mut game = chit(&position);
        game.roll(dice, "fire 0510 0910");
        (game.unit("e").place, game.unit("x").losses, game.order("x"))
    };
    // 6 on 7: 1:1.5; the leader's throw is 11; then 22 passes.
    let lost = Place::Gone(Loss::GunsLost);
    assert_eq!(blown("beside", &[6, 5, 1, 1, 2, 2]), (lost, 1, Order::Good));
    assert_eq!(blown("instead", &[6, 6, 1, 1, 2, 1]), (lost, 0, Order::Disorder));
}

#[test]
fn rounds_are_drawn_from_wagons() {
    // LB 18.14.1b, 18.14.1c, 18.14.1.4, G3.10: where two wagons serve, the owner says which; an empty one goes to the Battery Box.
    let position = position()
        .unit(guns("g", "f11").at("0510", "e"))
        .unit(wagon("w", "f11").at("0411", "").set("rounds", 1))
        .unit(wagon("v", "f12").at("0409", ""))
        .unit(line("e", "0910", "nw"));
    let mut game = chit(&position);
    game.say("fire 0510 0910");
    assert_eq!((game.topic(), game.offered()), ("ammunition", vec!["round-from w".into(), "round-from v".into()]));
    game.roll(&[1, 1], "round-from w");
    assert_eq!((game.unit("w").place, game.unit("v").rounds), (Place::Box, 12));
    // LB 18.14a: the last round serves one of two batteries.
    let two = super::common::position()
        .unit(guns("g", "f11").at("0510", "e"))
        .unit(guns("h", "f11").at("0508", "e"))
        .unit(wagon("w", "f11").at("0409", "").set("rounds", 1))
        .unit(line("e", "0910", "nw"))
        .unit(line("k", "0908", "nw"));
    let mut game = chit(&two);
    assert_eq!(game.refused("fire 0508 0908"), None);
    game.roll(&[1, 1], "fire 0510 0910");
    assert_eq!(shots(&game).len(), 1);
    // LB 18.14.1b: wagons of the Imperial Guard carry sixteen.
    let guard = super::common::position().unit(wagon("w", "f11").at("0411", "").set("imperial-guard", true)).still();
    assert_eq!(guard.unit("w").rounds, 16);
}

fn howitzers() -> Piece {
    guns("g", "f11").at("0510", "e").set("howitzers", true).set("fire", "[14, 0, 6]").set("range", 12)
}

#[test]
fn howitzers_lob_their_shells() {
    // LB 18.15, 18.15.1a, 18.15.3, 18.15.4, G3.44: at three hexes or more, with the long value, wherever they fall.
    let position = position().unit(howitzers()).unit(line("e", "0910", "nw")).unit(line("h", "1010", "nw"));
    let mut game = chit(&position);
    assert_eq!(game.offered(), ["lob 0510 0910 nw", "lob 0510 1010 nw", "done"]);
    // A 4 less 2 (in sight, a howitzer battery): on target; 6 on 9, 1:1.5. Nothing bounces.
    game.roll(&[3, 4, 1, 1], "lob 0510 0910 nw");
    assert_eq!((shots(&game), game.unit("g").rounds), (vec!["0910 at 1:1.5".into()], 11));
    // A 6 less 2: one hex, and a 3 counts east from the 1 that lies north-west.
    let mut game = chit(&position);
    game.roll(&[3, 6, 1, 1], "lob 0510 0910 nw");
    assert_eq!(shots(&game), ["1010 at 1:1.5"]);
    // Short range is ordinary fire, and what is next to them comes first (LB 15.5.1b).
    let near = super::common::position().unit(howitzers()).unit(line("e", "0610", "nw")).unit(line("h", "1010", "nw"));
    let mut game = chit(&near);
    assert_eq!(game.refused("lob 0510 1010 nw").as_deref(), Some("LB 15.5.1b"));
    game.roll(&[1, 1], "fire 0510 0610");
    assert_eq!(shots(&game), ["0610 at 2.5:1"]);
    // They need no sight (LB 18.15.1a); without it a 4 less 1 is one hex.
    let hidden = super::common::position().unit(howitzers()).terrain("0710", "woods").unit(line("e", "0910", "nw"));
    let mut game = chit(&hidden);
    game.roll(&[2, 4], "lob 0510 0910 nw");
    assert!(shots(&game).is_empty() && game.has_told("fall 1 hex"));
}

#[test]
fn towns_burn() {
    // LB 18.15.3, 18.15.5a: an empty town is thrown for; 65 sets it on fire.
    let town = position().unit(howitzers()).terrain("0910", "town");
    let mut game = chit(&town.clone().unit(line("e", "2010", "nw")));
    game.roll(&[1, 1, 6, 5], "lob 0510 0910 nw");
    assert_eq!(game.state.fires.as_slice(), [game.hex("0910")]);
    // LB 18.15.5b, G3.57: whoever is there is Disordered; with a loss it checks beside that, or not.
    let burnt = |reading: &str, dice: &[u8]| {
        let e = foot("e", "a11").at("0910", "w").in_("general-order");
        let mut game = chit(&town.clone().option("burning-and-losses", reading).unit(e));
        game.roll(dice, "lob 0510 0910 nw");
        (game.unit("e").losses, game.order("e"))
    };
    assert_eq!(burnt("two", &[1, 1, 6, 5, 5, 5]), (1, Order::Disorder));
    assert_eq!(burnt("one", &[1, 1, 6, 5]), (1, Order::Disorder));
}

#[test]
fn sections_of_howitzers_fire_on_the_hour() {
    // LB 3.5e, 8.9.3b, 18.15.2, 18.15.2.1a, 18.15.2.1b, 18.15.4: the long values of three batteries, no round spent, and they fire beside it.
    let battery = |key: &str, at: &str| guns(key, "f11").at(at, "e");
    let position = |turns: u8| {
        position()
            .top(&format!("turns = {turns}"))
            .option("howitzer-sections", "on")
            .unit(battery("g", "0510"))
            .unit(battery("h", "0512"))
            .unit(battery("k", "0508"))
            .unit(line("e", "0910", "nw"))
    };
    let mut game = chit(&position(4));
    let order = "lob-sections g h k 0910 nw";
    assert_eq!(game.refused(order), None);
    game.say(order);
    assert_eq!(game.refused("lob-sections h k g 0910 nw").as_deref(), Some("LB 18.15.2"));
    // 15 on 9: 1.5:1; a 3 less 1 is on target. Its own fire: 8 on 9. The others may not join it.
    game.roll(&[1, 3, 1, 1, 1, 1], "fire 0510 0910");
    assert_eq!((shots(&game), game.unit("g").rounds), (vec!["0910 at 1.5:1".into(), "0910 at 1:1.5".into()], 11));
    assert_eq!(game.unit("h").rounds, 12);
    // Not at twenty past or to, nor with an enemy at short range of one of them.
    assert_eq!(chit(&position(3)).refused(order).as_deref(), Some("LB 18.15.2"));
    let near = chit(&position(4).unit(foot("x", "a11").at("0709", "e")));
    assert_eq!(near.refused(order).as_deref(), Some("LB 18.15.2"));
}

/// A stack takes up its movement.
fn moving(position: &Position, key: &str) -> Game {
    let mut game = position.still();
    let id = game.id(key);
    game.begin(&[], |play| play.begin_move_of_stack(Motion::Maneuver, id));
    game
}

fn far_away() -> Position {
    position().unit(foot("far", "a11").at("2424", "w"))
}

#[test]
fn guns_are_limbered_by_a_die() {
    // LB V18-7, 18.2.1b, G3.29: French foot batteries need a 3; the points are spent either way, and one try is all.
    let battery = far_away().unit(guns("g", "f11").at("1010", "ne"));
    let mut game = moving(&battery, "g");
    game.roll(&[2], "limber");
    assert!(!game.unit("g").limbered && game.has_told("fails to limber"));
    assert_eq!(game.refused("limber").as_deref(), Some("LB G3.29"));
    // A leader in the hex adds one, with an artillery bonus two, of Special Ability three, from the next hex too; Disorder takes one.
    let led = |leaders: &[Piece], order: &str| {
        let position = far_away().unit(guns("g", "f11").at("1010", "ne").with("order", order));
        leaders.iter().fold(position, |position, leader| position.leader(leader.clone()))
    };
    let limbers = |position: &Position, die: u8| {
        let mut game = moving(position, "g");
        game.roll(&[die], "limber");
        game.unit("g").limbered
    };
    let plain = led(&[leader("l", "f11", "1010")], "good");
    assert!(limbers(&plain, 2) && !limbers(&plain, 1));
    let gunner = led(&[leader("l", "f11", "1010").set("artillery", 1)], "good");
    assert!(limbers(&gunner, 1));
    let master = led(&[leader("l", "f11", "1110").set("artillery", 1).set("artillery-ability", true)], "disorder");
    assert!(limbers(&master, 1));
    let shaken = led(&[], "disorder");
    assert!(!limbers(&shaken, 3) && limbers(&shaken, 4));
    // Limbered it faces all round and goes on: two of its five points are spent (LB 18.1c).
    let mut game = moving(&battery, "g");
    game.roll(&[3], "limber").say("step e").say("step e").say("step e");
    assert_eq!((game.at("g"), game.unit("g").facing), ("1310".into(), Facing::Round));
}

#[test]
fn guns_are_unlimbered_at_will() {
    // LB 18.2.1a, 18.1a, 18.1b: two points, and they face as their owner likes, or as the infantry they are with.
    let mut game = moving(&far_away().unit(guns("g", "f11").at("1010", "").set("limbered", true)), "g");
    game.say("step e").say("step e").say("step e").say("unlimber se");
    assert_eq!((game.at("g"), game.unit("g").limbered), ("1310".into(), false));
    assert_eq!(game.table().front_hexes(game.id("g")).len(), 3);
    assert!(game.state.over.is_some(), "it has no points left");
    let mut game = moving(&far_away().unit(guns("g", "f11").at("1010", "").set("limbered", true)), "g");
    game.say("step e").say("step e").say("step e").say("step e");
    assert_eq!(game.refused("unlimber se").as_deref(), Some("LB 13.1.7a"), "one point is not enough");
    let stack = far_away()
        .unit(guns("g", "f11").at("1010", "").set("limbered", true))
        .unit(foot("a", "f11").at("1010", "n").in_("line"));
    let mut game = moving(&stack, "g");
    assert_eq!(game.refused("unlimber se").as_deref(), Some("LB 18.1b"));
    game.say("unlimber n-corner");
    assert_eq!(game.unit("g").facing, game.unit("a").facing);
}

#[test]
fn guns_are_prolonged() {
    // LB 18.3.1a, G3.62: one hex, its facing kept, and nothing else.
    let battery = |piece: Piece| far_away().unit(piece);
    let mut game = moving(&battery(guns("g", "f11").at("1010", "ne")), "g");
    game.say("prolong w");
    assert_eq!((game.at("g"), game.unit("g").limbered), ("0910".into(), false));
    assert!(game.state.over.is_some());
    let refused = |position: &Position| moving(position, "g").refused("prolong e");
    let foot_guns = || battery(guns("g", "f11").at("1010", "ne"));
    assert_eq!(refused(&foot_guns()), None);
    // LB 18.3.1b: only over clear and level ground, and nothing on the hexside.
    assert_eq!(refused(&foot_guns().terrain("1110", "cultivated")).as_deref(), Some("LB 18.3.1b"));
    assert_eq!(refused(&foot_guns().terrain("1010", "rough-ground")).as_deref(), Some("LB 18.3.1b"));
    assert_eq!(refused(&foot_guns().level("1110", 1)).as_deref(), Some("LB 18.3.1b"));
    assert_eq!(refused(&foot_guns().hexside("1010 e", "hedge")).as_deref(), Some("LB 18.3.1b"));
    let heavy_guns = battery(guns("g", "f11").at("1010", "ne").set("range", 12));
    assert_eq!(refused(&heavy_guns).as_deref(), Some("LB 18.3.1b"));
    // LB 18.3.1.1: into an enemy zone horse artillery, or under an artillery leader of Special Ability.
    let enemy = |position: Position| position.unit(foot("e", "a11").at("1210", "w"));
    assert_eq!(refused(&enemy(foot_guns())).as_deref(), Some("LB 18.3.1.1"));
    let master = leader("l", "f11", "0910").set("artillery", 1).set("artillery-ability", true);
    assert_eq!(refused(&enemy(foot_guns()).leader(master)), None);
    let horse = battery(guns("g", "f11").at("1010", "ne").with("arm", "horse-artillery").set("range", 12));
    assert_eq!(refused(&enemy(horse)), None);
}

#[test]
fn lone_guns_turn_to_whoever_comes_next_to_them() {
    // LB 9.2d, 18.3.2a, 18.3.2.1: by a check, one hexside or about, towards him.
    let meets = |guns: Position| {
        let mut game = moving(&guns.unit(foot("e", "a11").at("0810", "e")), "e");
        game.say("step e");
        game
    };
    let battery = || position().unit(guns("g", "f11").at("1010", "ne"));
    let mut game = meets(battery());
    assert_eq!((game.topic(), game.offered()), ("shift-guns", vec!["stand-still".into(), "shift".into()]));
    game.roll(&[5, 5], "shift");
    assert_eq!(game.offered(), ["stand-still", "shift-to nw", "shift-to sw"]);
    game.say("shift-to sw");
    assert_eq!(game.unit("g").facing, Facing::Side(game.rules.ground.grid.dir_named("sw").unwrap()));
    // LB G3.21: who fails is Disordered, and does not turn.
    let mut game = meets(battery());
    game.roll(&[2, 1], "shift");
    assert_eq!(game.order("g"), Order::Disorder);
    // Not with others in the hex, nor in somebody else's zone, nor where he stands in front already.
    let two = meets(battery().unit(guns("h", "f11").at("1010", "ne")));
    assert_ne!(two.topic(), "shift-guns");
    let watched = meets(battery().unit(foot("x", "a11").at("1109", "sw")));
    assert_ne!(watched.topic(), "shift-guns");
    let facing = meets(position().unit(guns("g", "f11").at("1010", "w")));
    assert_ne!(facing.topic(), "shift-guns");
}

#[test]
fn guns_that_are_overrun_may_be_spiked() {
    // LB 18.4a, 18.10.4, 18.12, G3.7.
    let overrun = |cause: Cause, dice: &[u8], sappers: bool| {
        let top = foot("s", "a11").at("1110", "w").set("sappers", sappers);
        let mut game = position().unit(guns("g", "f11").at("1010", "ne")).unit(top).still();
        let (top, units, at) = (game.id("s"), game.ids(&["s"]), game.hex("1010"));
        let marker = les_batailles::assault::Assault::new(top, units, at, Hexes::one(at));
        game.state.assaults.push(marker);
        let id = game.id("g");
        game.begin(dice, |play| play.rout(id, cause));
        game.unit("g").place
    };
    let lost = Place::Gone(Loss::GunsLost);
    assert_eq!((overrun(Cause::Assault, &[3], false), overrun(Cause::Charge, &[5], false)), (Place::Box, lost));
    assert_eq!((overrun(Cause::Assault, &[4], false), overrun(Cause::Assault, &[4], true)), (Place::Box, lost));
    assert_eq!(overrun(Cause::Fire, &[], false), Place::Box);
}

#[test]
fn three_batteries_make_one() {
    // LB 18.11a, 18.11.1, 18.11.2a: of one kind, from the Battery Box; batteries lost by fire lie there.
    let gun = |key: &str, arm: &str, at: &str| guns(key, "a11").at(at, "w").with("arm", arm).set("increments", 1);
    let position = position()
        .tables("depots = [\"2401\"]\n")
        .unit(foot("a", "f11").at("0101", "e"))
        .unit(gun("p", "foot-artillery", "1510"))
        .unit(gun("q", "foot-artillery", "1511"))
        .unit(gun("r", "horse-artillery", "1512"))
        .unit(gun("s", "foot-artillery", "1513").set("increments", 2).set("losses", 1));
    let mut game = position.still();
    let ids = ["p", "q", "r", "s"].map(|key| game.id(key));
    game.begin(&[], |play| {
        play.state.agenda.push(Step::Gun(GunStep::Refits(kernel::Side::SECOND)));
        for id in ids {
            play.lose(id, 1);
        }
    });
    assert_eq!((game.topic(), game.unit("p").place), ("battery-box", Place::Box));
    assert_eq!(game.refused("refit s p r").as_deref(), Some("LB 18.11.2a"));
    assert_eq!(game.offered().len(), 4, "one of three foot batteries, or nothing");
    game.say("refit s p q");
    let places = ["s", "p", "q", "r"].map(|key| game.unit(key).place);
    let gone = Place::Gone(Loss::Destroyed);
    assert_eq!(places, [Place::Depot, gone, gone, Place::Box]);
    assert_eq!((game.unit("s").losses, game.unit("s").limbered), (0, true));
}

#[test]
fn ammunition_comes_up() {
    // LB 7.5.7a, 18.14.3, 18.14.3.1: limbered, without a round, within five hexes of a road to a depot; a 5 or 6.
    let served = |at: &str, limbered: bool, resupply: bool, dice: &[u8]| {
        let battery = guns("g", "a11").at(at, "").set("rounds", 0);
        let battery = if limbered { battery.set("limbered", true) } else { battery.at(at, "w") };
        let keys = format!("depots = [\"2410\"]\nresupply = {resupply}\n");
        let position = position().tables(&keys).road("2410 1810").unit(battery).unit(foot("a", "f11").at("0101", "e"));
        let mut game = position.still();
        game.begin(dice, |play| play.state.agenda.push(Step::Gun(GunStep::Resupply)));
        game.unit("g").rounds
    };
    assert_eq!((served("1310", true, true, &[5]), served("1310", true, true, &[4])), (12, 0));
    assert_eq!(served("1210", true, true, &[]), 0, "six hexes from the road");
    assert_eq!((served("1310", false, true, &[]), served("1310", true, false, &[])), (0, 0));
    // LB 18.14.3.2: wagons in the Battery Box wait at a depot.
    let position = position()
        .tables("depots = [\"2410\"]\nresupply = true\n")
        .unit(wagon("w", "a11").at("1510", "").set("rounds", 1))
        .unit(foot("a", "f11").at("0101", "e"));
    let mut game = position.still();
    let id = game.id("w");
    game.begin(&[6], |play| {
        play.take_off(id, Place::Box);
        play.state.agenda.push(Step::Gun(GunStep::Resupply));
    });
    assert_eq!((game.unit("w").place, game.unit("w").rounds), (Place::Depot, 12));
}

#[test]
fn fires_burn_on_or_go_out() {
    // LB 18.15.5c, 7.5.6a: those in the hex check, then a die; 5 puts it out.
    let burning = |dice: &[u8]| {
        let mut game = position()
            .terrain("1010 1212", "village")
            .unit(foot("a", "f11").at("1010", "e"))
            .unit(foot("far", "a11").at("2424", "w"))
            .still();
        let hexes = [game.hex("1010"), game.hex("1212")];
        game.begin(dice, |play| {
            hexes.into_iter().for_each(|hex| play.state.fires.push(hex));
            play.state.agenda.push(Step::Gun(GunStep::Fires));
        });
        (game.order("a"), game.state.fires.len())
    };
    assert_eq!(burning(&[2, 2, 5, 4]), (Order::Good, 1));
    assert_eq!(burning(&[2, 1, 6, 5]), (Order::Disorder, 0));
}

#[test]
fn the_old_guard_gives_gunners() {
    // LB 7.5.5a, 18.13a, 18.13b, 18.13c: two losses of the Guard for each Increment of a battery, with Napoleon among them.
    let guard = |at: &str| foot("og", "f11").at(at, "e").with("class", "old-guard").with("morale", "11");
    let position = |at: &str| {
        position()
            .unit(guard(at))
            .leader(leader("n", "f", "1010").with("post", "monarch").set("napoleon", true))
            .unit(guns("g", "f12").at("1515", "e").set("losses", 1))
            .unit(foot("far", "a11").at("2424", "w"))
    };
    let asked = |position: &Position| {
        let mut game = position.still();
        game.begin(&[], |play| play.state.agenda.push(Step::Gun(GunStep::Volunteers)));
        game
    };
    let mut game = asked(&position("1010"));
    assert_eq!((game.topic(), game.offered()), ("volunteers", vec!["volunteers og g".into(), "done".into()]));
    game.say("volunteers og g");
    assert_eq!((game.unit("og").losses, game.unit("g").losses), (2, 0));
    assert!(game.state.over.is_some(), "no battery needs more");
    assert!(asked(&position("1012")).state.over.is_some(), "Napoleon is elsewhere");
}

#[test]
fn wrecks_are_cleared_away() {
    // LB 7.5.8a, 18.14.1.7, 18.14.1.7.1: by a battalion in Good Order that has stood beside it since the Maneuver Segment began and not
    // fired.
    let position = |piece: Piece| {
        position()
            .start("turn = 6\nsegment = \"maneuver\"")
            .unit(wagon("w", "a11").at("1010", "").set("wrecked", true).set("rounds", 0))
            .unit(piece)
            .unit(foot("far", "a11").at("2424", "w"))
    };
    let battalion = || foot("b", "f11").at("1110", "e");
    let mut game = position(battalion()).play(&[]);
    assert_eq!((game.topic(), game.offered()), ("wrecks", vec!["clear-wreck b w".into(), "done".into()]));
    game.say("clear-wreck b w");
    assert_eq!(game.unit("w").place, Place::Gone(Loss::Cleared));
    let none = |position: Position, dice: &[u8]| position.play(dice).topic() != "wrecks";
    let company = battalion().with("size", "company").set("increments", 1);
    assert!(none(position(company.clone()), &[]));
    assert!(!none(position(company.set("sappers", true)), &[]), "a company of sappers can");
    assert!(none(position(foot("b", "f11").at("1210", "e")), &[]));
    // Whoever fires clears nothing.
    let mut game = position(foot("b", "f11").at("1110", "ne")).unit(foot("x", "a11").at("1209", "e")).play(&[]);
    game.roll(&[1, 1], "fire 1110 1209");
    assert_ne!(game.topic(), "wrecks");
}

#[test]
fn guns_stay_as_they_are_in_disorder_and_cover() {
    // LB 18.2a, 18.2b: a battery is one or the other, and no formation besides.
    let shaken = moving(&far_away().unit(guns("g", "f11").at("1010", "").with("order", "disorder")), "g");
    assert!(!shaken.unit("g").limbered && shaken.offered().contains(&"limber".to_owned()));
    assert!(!shaken.offered().iter().any(|offer| offer.starts_with("form ")));
    let mut woods =
        moving(&far_away().terrain("1110", "orchard").unit(guns("g", "f11").at("1010", "").set("limbered", true)), "g");
    woods.say("step e").say("unlimber e");
    assert_eq!((woods.at("g"), woods.unit("g").limbered), ("1110".into(), false));
}

#[test]
fn a_leaders_bonus_is_for_the_first_target() {
    // LB 18.5.1b: 41 + 1 hits the first Line, 41 does not hit the second: 16 on 9, 1.5:1, needs 42.
    let position = position()
        .unit(guns("g", "f11").at("0510", "e").set("fire", "[14, 16, 16]"))
        .leader(leader("b", "f11", "0510").set("artillery", 1))
        .unit(line("e", "0910", "nw"))
        .unit(line("k", "1110", "nw"));
    let mut game = chit(&position);
    game.roll(&[4, 1, 4, 1, 5, 5], "fire 0510 0910");
    assert_eq!((game.unit("e").losses, game.unit("k").losses), (1, 0));
}

#[test]
fn wagons_and_wrecks() {
    // LB 18.14c, 18.14.2: by wagons or of their own, as the battle says; by its wagons when it does not.
    let plain = position().unit(guns("g", "f11").at("0510", "e"));
    assert!(!plain.open().wagons && plain.clone().unit(wagon("w", "f11").at("0410", "")).open().wagons);
    let own = plain.clone().unit(wagon("w", "f11").at("1510", "")).top("wagons = false").still();
    assert!(own.table().is_supplied(own.id("g")) && own.unit("g").rounds == 12);
    let none = plain.unit(wagon("w", "f11").at("1510", "")).still();
    assert!(!none.table().is_supplied(none.id("g")), "too far away");
    // LB 18.14.1.2, 18.14.1.3a: limbered, facing all round, without a zone, alone in its hex.
    let game = position().unit(wagon("w", "f11").at("1010", "")).unit(foot("a", "f11").at("1212", "e")).still();
    let (table, id) = (game.table(), game.id("w"));
    assert!(game.unit("w").limbered && game.unit("w").facing == Facing::Round && !table.exerts_zone(id));
    let both: les_batailles::table::Stack = [id, game.id("a")].into_iter().collect();
    assert!(table.may_stack(game.hex("1010"), &both).is_err());
    // LB 18.14.1.3b: skirmishers pass through, others do not; who runs through it shakes it, but not a wreck.
    let pass = |piece: Piece, wrecked: bool| {
        let rounds = if wrecked { 0 } else { 12 };
        let game = position()
            .unit(wagon("w", "f11").at("1010", "").set("wrecked", wrecked).set("rounds", rounds))
            .unit(piece)
            .still();
        let stack: les_batailles::table::Stack = [game.id("a")].into_iter().collect();
        game.table().may_pass(game.hex("1010"), &stack)
    };
    let loose = || light("a", "f11").at("0910", "n").in_("skirmish").set("increments", 3);
    assert!(pass(loose(), false) && pass(loose(), true));
    assert!(!pass(foot("a", "f11").at("0910", "e"), false) && !pass(foot("a", "f11").at("0910", "e"), true));
    // LB 18.14.1.6a: the one Increment it has in a mêlée.
    let mut game = position().unit(wagon("w", "f11").at("1010", "")).still();
    let stack = game.table().stack_at(game.hex("1010"));
    let taken = game.with(&[], |play| play.take_top_losses(&stack, 3));
    assert_eq!((taken, game.unit("w").wrecked, game.unit("w").rounds), (1, true, 0));
}

#[test]
fn a_guard_wagon_serves_three_batteries() {
    // LB V-O4, 18.14b: on the chit, and for Defensive Fire in both rounds of an assault: nine of sixteen rounds.
    let gun = |key: &str, at: &str| guns(key, "f11").at(at, "e");
    let position = |rounds: u8| {
        position()
            .unit(wagon("w", "f11").at("0410", "").set("imperial-guard", true).set("rounds", rounds))
            .unit(gun("g", "0510"))
            .unit(gun("h", "0508"))
            .unit(gun("k", "0512"))
            .unit(line("e", "0910", "nw"))
            .unit(line("p", "0908", "nw"))
            .unit(line("q", "0912", "nw"))
    };
    let mut game = chit(&position(16));
    game.say("fire 0510 0910").say("fire 0508 0908").roll(&[1, 1, 1, 1, 1, 1], "fire 0512 0912");
    assert_eq!(game.unit("w").rounds, 13);
    let defended = |rounds: u8| {
        let mut game = position(rounds).still();
        let hexes = ["0510", "0508", "0512"].map(|hex| game.hex(hex));
        game.begin(&[], |play| play.spend_rounds(&hexes, FireMode::Defensive));
        game.unit("w").rounds
    };
    assert_eq!((defended(13), defended(10)), (10, 7));
}

#[test]
fn guns_without_ammunition_in_an_assault() {
    // LB V18-6, 18.10.3a, 18.10.3b: alone they are lost; with others they are lost when those leave.
    let abandoned = |with: bool| {
        let mut position = position().unit(guns("g", "f11").at("1010", "ne").set("rounds", 0));
        if with {
            position = position.unit(foot("a", "f11").at("1010", "ne"));
        }
        let mut game = position.unit(foot("e", "a11").at("1210", "w")).still();
        let hex = game.hex("1010");
        game.begin(if with { &[] } else { &[1] }, |play| play.abandon_dumb_guns(hex, Cause::Charge));
        game.unit("g").place
    };
    assert_eq!((abandoned(false), abandoned(true)), (Place::Box, Place::Map));
}

#[test]
fn limbered_guns_string_out_on_a_road() {
    // LB 18.2.2a, 18.2.2b, 18.2.2c: an Increment to a hex behind the first; off the road they pay for their tail to come up.
    let road =
        far_away().road("1010 1610").unit(guns("g", "f11").at("1010", "").set("limbered", true).set("increments", 3));
    let mut game = moving(&road, "g");
    game.say("step e").say("step e").say("step e");
    assert_eq!(game.at("g"), "1310 1210 1110");
    assert_eq!(game.unit("g").formed, Formed::RoadColumn);
    // LB 18.2.2d: going on to the road in an enemy zone is one act: the enemy is asked once, before it.
    let watched = position()
        .road("1010 1610")
        .unit(guns("g", "f11").at("1010", "").set("limbered", true).with("arm", "horse-artillery").set("movement", 8))
        .unit(foot("e", "a11").at("1109", "sw"));
    let mut game = moving(&watched, "g");
    game.say("step e");
    assert_eq!((game.asked(), game.at("g")), (kernel::Seat(1), "1010".into()));
    game.say("no-reaction");
    assert_eq!((game.asked(), game.at("g")), (kernel::Seat(0), "1110 1010".into()));
}

#[test]
fn lost_batteries_count_for_points_alone() {
    // LB 18.4b: not for the Morale Level; LB 18.11.2b: in the Battery Box they are as good as destroyed.
    let mut game = far_away().unit(guns("g", "f11").at("1010", "ne")).unit(foot("a", "f11").at("0505", "e")).still();
    let (id, corps) = (game.id("g"), game.rules.formations.iter().position(|card| card.key == "f1").unwrap());
    let before = game.table().score(kernel::Side::SECOND);
    game.with(&[], |play| play.lose(id, 2));
    assert_eq!(game.unit("g").place, Place::Box);
    let formation = les_batailles::cards::FormationId(corps as u8);
    assert_eq!(game.table().battalions_down(formation), 0);
    assert_eq!(game.table().score(kernel::Side::SECOND), before + 2);
}

#[test]
fn horse_artillery_may_fall_back_before_an_assault() {
    // LB 18.10.1a: limbered and alone; foot artillery may not.
    let assaulted = |arm: &str| {
        position()
            .top("turns = 1")
            .start("segment = \"assault\"\nassaults = [{ unit = \"a\", at = [\"1110\"], distance = 6 }]")
            .unit(foot("a", "f11").at("1010", "e"))
            .unit(guns("g", "a11").at("1110", "").set("limbered", true).with("arm", arm).set("movement", 8))
    };
    let game = assaulted("horse-artillery").play(&[]);
    assert!(game.offered().contains(&"retreat-before-assault g".to_owned()), "{:?}", game.offered());
}

/// Cavalry from 0710 charges what stands in 1010; every die shows a 3, and the first answer that leads on is taken.
fn charge_on(target: Piece) -> Game {
    let position = position().unit(heavy("c", "f11").at("0710", "e").in_("column-of-companies").set("increments", 4));
    let mut game = position.unit(target).unit(foot("far", "a11").at("2424", "w")).still();
    let top = game.id("c");
    game.begin(&[], |play| {
        let units = play.table().stack_of(top).into_iter().collect();
        play.declare_charge(top, units, ChargeKind::Charge, None);
        play.state.agenda.push_all(&[ChargeStep::Run, ChargeStep::Melees, ChargeStep::Close].map(Step::Charge));
    });
    for _ in 0..40 {
        if game.state.over.is_some() {
            break;
        }
        let offered = game.offered();
        let wanted = ["target g", "charge e", "let-come", "no-recall"];
        let said = wanted.iter().find(|text| offered.iter().any(|offer| offer == *text));
        let text = said.map_or_else(|| offered[0].clone(), |text| (*text).to_owned());
        let decision = kernel::Notation::read(&game.rules, &text).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(3), &mut game.ledger);
    }
    game
}

#[test]
fn guns_and_wagons_are_charged() {
    // LB 18.10.2a: with ammunition unlimbered guns stand like infantry.
    let game = charge_on(guns("g", "a11").at("1010", "w"));
    assert!(game.has_told("Stand") || game.has_told("stand"), "{:#?}", game.told());
    // LB 18.10.2b: limbered ones run.
    let game = charge_on(guns("g", "a11").at("1010", "").set("limbered", true));
    assert!(game.has_told("g routs"), "{:#?}", game.told());
    // LB V18-6, 18.10.3a: without ammunition they are lost before anybody rolls to stand.
    let game = charge_on(guns("g", "a11").at("1010", "w").set("rounds", 0));
    assert!(game.unit("g").place == Place::Box && !game.has_told("Roll to Stand"), "{:#?}", game.told());
    // LB 18.14.1.6b, 18.14.1.6c: a wagon is wrecked where it stands, and nobody rides on over it.
    let game = charge_on(wagon("g", "a11").at("1010", ""));
    assert!(game.unit("g").wrecked && game.at("g") == "1010", "{:#?}", game.told());
    assert_ne!(game.at("c"), "1010");
}

#[test]
fn guns_that_do_not_reach_draw_no_round() {
    // LB 18.7a, 18.14b: of two batteries in a hex one reaches six hexes and one ten: at eight hexes the second fires alone.
    let position = position()
        .unit(guns("g", "f11").at("0510", "e").set("range", 6))
        .unit(guns("h", "f11").at("0510", "e").set("fire", "[14, 8, 9]"))
        .unit(line("e", "1310", "nw"));
    let mut game = chit(&position);
    game.roll(&[1, 1], "fire 0510 1310");
    assert_eq!((shots(&game), game.unit("g").rounds, game.unit("h").rounds), (vec!["1310 at 1:1".into()], 12, 11));
    // Nor does it stand in the way of the other when it has none left.
    let spent = super::common::position()
        .unit(guns("g", "f11").at("0510", "e").set("range", 6))
        .unit(wagon("w", "f11").at("0411", "").set("rounds", 1))
        .unit(guns("h", "f11").at("0510", "e").set("fire", "[14, 8, 9]"))
        .unit(line("e", "1310", "nw"));
    assert_eq!(chit(&spent).refused("fire 0510 1310"), None);
}

#[test]
fn guns_turn_about_to_whoever_comes_from_behind() {
    // LB 18.3.2a, 18.3.2.1: straight behind a battery that faces north-east: to either side, or about.
    let mut game =
        moving(&position().unit(guns("g", "f11").at("1010", "ne")).unit(foot("e", "a11").at("0912", "ne")), "e");
    game.say("step ne");
    assert_eq!((game.topic(), game.at("e")), ("shift-guns", "1011".into()));
    game.roll(&[5, 5], "shift");
    assert_eq!(game.offered(), ["stand-still", "shift-to nw", "shift-to e", "shift-to sw"]);
    game.say("shift-to sw");
    assert_eq!(game.unit("g").facing, Facing::Side(game.rules.ground.grid.dir_named("sw").unwrap()));
}

#[test]
fn a_leader_of_artillery_commands_all_its_fire() {
    // LB 18.5.1b, G3.55: his bonus counts in Opportunity Fire as well: 14 / 2 v 6 is 1:1, two columns right 2:1; 32 + 1 = 33 hits.
    let position = position()
        .unit(guns("g", "f11").at("1010", "ne"))
        .leader(leader("b", "f11", "1010").set("artillery", 1))
        .unit(foot("e", "a11").at("1109", "e"));
    let mut game = position.still();
    let (mover, movers, from) = (game.id("e"), game.ids(&["e"]), [game.hex("1010")]);
    game.begin(&[3, 2, 4, 4], |play| play.opportunity_fire(mover, movers, &from, false));
    assert_eq!(game.unit("e").losses, 1, "{:?}", game.told());
    assert!(game.has_told("artillery leader"));
    // LB 16.1.1-3g, 16.1.1-3f: and in Defensive Fire, with all the usual modifiers.
    let assault = super::common::position()
        .top("turns = 1")
        .start("segment = \"assault\"\nassaults = [{ unit = \"a\", at = [\"1110\"], distance = 6 }]")
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(guns("g", "a11").at("1110", "w"))
        .leader(leader("b", "a11", "1110").set("artillery", 1));
    let mut game = assault.play(&[]);
    game.roll(&[6, 6, 6, 6, 1, 1, 1, 1, 1, 5, 2, 1, 4, 1, 2], "stay-with-troops b");
    assert!(game.has_told("artillery leader") && game.has_told("6:1"), "{:?}", game.told());
}
