//! The second example of the rulebook (V23), whole: six Russian regiments charge, and are met. The picture is lost, and with it a column of
//! the text (LB G3.2): regiments stand so that all that is said of them holds, and the two mêlées of which nothing is left are not fought.

use crate::charges::{kurassiers, values};
use crate::common::*;
use les_batailles::agenda::Step;
use les_batailles::cards::MuId;
use les_batailles::charges::{ChargeKind, ChargeStep};
use les_batailles::command::{Mu, MuKind};
use les_batailles::movement::Motion;
use les_batailles::sequence::Chit;
use les_batailles::state::{ChargeMarker, Formed, Order, Readiness, Segment};

fn ligne(key: &str) -> Piece {
    foot(key, "f11").with("morale", "32")
}

fn russians(key: &str) -> Piece {
    hussars(key, "a11").set("melee", 36).with("nation", "russian")
}

fn field() -> Position {
    position()
        // The Grand Charge, and whom it meets.
        .unit(kurassiers("gluchov", "0609 0509").set("melee", 34))
        .unit(kurassiers("ordenskii", "0610 0510 0410").set("increments", 10))
        .unit(kurassiers("sk", "0611 0511").set("increments", 9).set("losses", 1))
        .unit(hussars("bavaria", "f11").at("0904", "sw").in_("line").set("melee", 25).with("nation", "bavarian"))
        .unit(light("fourth-23", "f11").at("1011", "nw").in_("skirmish").set("increments", 9))
        .unit(ligne("second-62").at("1211", "w"))
        .unit(ligne("ligne").at("1210", "w"))
        .unit(guns("guns", "f11").at("1210", "w"))
        .leader(leader("gallizin", "a11", "0610").set("cavalry-ability", true).with("morale", "3"))
        // The Little Russia Kurassiers before the 70th.
        .unit(
            heavy("russia", "a11")
                .at("0518 0619", "ne")
                .in_("line")
                .set("melee", 32)
                .set("armored", true)
                .with("nation", "russian"),
        )
        .unit(ligne("fourth-70").at("0917", "w").set("melee", 8))
        .unit(ligne("third-70").at("1019", "w").set("melee", 10))
        .unit(light("third-23", "f11").at("0918", "nw").in_("skirmish").set("increments", 3).with("morale", "31"))
        // Two regiments of hussars that are met.
        .unit(russians("alexandria").at("1604 1705", "ne").in_("line"))
        .unit(
            hussars("tenth", "f11").at("2206 2205 2104 2103", "sw").in_("line").set("melee", 42).set("increments", 16),
        )
        .unit(russians("white").at("1618", "ne").in_("line"))
        .unit(hussars("berg", "f11").at("2118", "sw").in_("line").set("melee", 18).set("lance", 3))
}

/// All of one Maneuver Unit: three regiments have declared their charges, the others wait about their leader.
fn chit() -> Game {
    let mut game = field().still();
    let own = ["russia", "alexandria", "white"].map(|key| game.id(key));
    let members = game.ids(&["gluchov", "ordenskii", "sk", "russia", "alexandria", "white"]);
    let (leader, top) = (game.leader_id("gallizin"), game.id("gluchov"));
    game.begin(&[], |play| {
        let side = play.table().side(top);
        let leaders = [leader].into_iter().collect();
        let kind = MuKind::Ordinary;
        let mu = Mu { side, kind, leader, members, leaders, destination: None, flipped: false, resolved: true };
        play.state.mus.clear();
        play.state.mus.push(Some(mu));
        play.state.chit = Some(Chit::Mu(MuId(0)));
        play.state.segment = Segment::Maneuver;
        let steps = [ChargeStep::Run, ChargeStep::Melees, ChargeStep::Close];
        play.state.agenda.push_all(&steps.map(Step::Charge));
        for top in own {
            let units = play.table().stack_of(top).into_iter().collect();
            play.table().may_declare_charge(top, units, ChargeKind::Charge).unwrap_or_else(|why| panic!("{why}"));
            play.declare_charge(top, units, ChargeKind::Charge, None);
        }
        play.begin_move_of_stack(Motion::Maneuver, top);
    });
    game
}

/// Nobody does anything about it.
fn lets_come(game: &mut Game) {
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
}

/// Whoever retreats takes the first way open to it.
fn retreats(game: &mut Game) {
    while game.topic() == "retreat" {
        let way = game.offered().remove(0);
        game.say(&way);
    }
}

/// The Square fires at whoever rides by: at this regiment, with those dice.
fn fires(game: &mut Game, at: &str, from: &str, dice: &[u8]) {
    assert_eq!(game.topic(), "opportunity-fire", "{:#?}", game.told());
    let mover = game.state.windows.last().map(|window| window.mover);
    assert_eq!((mover, game.at(at).split(' ').next()), (Some(game.id(at)), Some(from)));
    game.roll(dice, "opportunity-fire fourth-23");
    lets_come(game);
}

#[test]
fn the_second_example() {
    // LB V23, 19.1b, 19.1c, 19.1e, 19.1f, 19.16.11.
    let mut game = chit();
    game.say("grand-charge gallizin");
    // LB 23-1: skirmishers four hexes before the Starodobvskii form a Rallying Square: 44 less 3.
    game.roll(&[4, 4], "form-square fourth-23 1011");
    assert_eq!(game.unit("fourth-23").formed, Formed::Square);
    lets_come(&mut game);
    assert_eq!(game.topic(), "which-charge");
    // LB 23-3, 19.16.7, 19.17.1a: they ride a hex, and are in the zone of the Bavarians, five hexes from the Gluchov: two hexes each. The
    // others ride on.
    game.say("run-charge gluchov");
    while !game.offered().contains(&"reaction-charge bavaria".to_string()) {
        game.say("let-come");
    }
    assert_eq!(["gluchov", "ordenskii", "sk"].map(|key| game.at(key)), ["0709 0609", "0710 0610 0510", "0711 0611"]);
    game.roll(&[6, 6], "reaction-charge bavaria");
    assert_eq!((game.at("bavaria").as_str(), game.at("gluchov").as_str()), ("0806", "0807 0708"));
    lets_come(&mut game);
    // LB 23-2, 23-4, 23-5, 19.16.4.3, 19.16.6.1, 19.16.6.2: without a recall over the Square: 4 1/2 to 6 as the Starodobvskii leave the hex before it,
    // 55 costs one, and they pass their check with their leader's bonus; the second fire, as they leave its hex, misses; so do both at the
    // Ordenskii, who ride by on its right.
    let mut shots = 0;
    while game.topic() == "opportunity-fire" {
        let mover = game.state.windows.last().map(|window| window.mover);
        let first = mover == Some(game.id("sk")) && game.unit("sk").losses == 1;
        let (key, dice): (&str, &[u8]) = match (mover == Some(game.id("sk")), first) {
            // 14 and his 3 are more than 16.
            (true, true) => ("sk", &[5, 5, 1, 4]),
            (true, false) => ("sk", &[2, 2]),
            _ => ("ordenskii", &[3, 1]),
        };
        // On top of the Square its counter is left where it rode on.
        let from = match (key, shots < 2) {
            ("sk", _) => "0911",
            (_, first) => ["1010", "0910"][usize::from(first)],
        };
        fires(&mut game, key, from, dice);
        shots += 1;
    }
    assert_eq!(shots, 4, "{:#?}", game.told());
    assert_eq!(game.told().iter().filter(|entry| entry.contains("at 1:1.5")).count(), 4, "{:#?}", game.told());
    assert_eq!([game.unit("sk").losses, game.unit("ordenskii").losses], [2, 0]);
    assert_eq!((game.at("sk").as_str(), game.at("ordenskii").as_str()), ("1111 1012", "1110 1010 0910"));
    assert!(game.has_told("sk meets second-62") && game.has_told("ordenskii meets ligne"), "{:#?}", game.told());
    // LB 23-6, 19.7.1: four hexes before the Little Russia the 4/70 forms Square; the 3/70 fails on 66 and is Disordered.
    assert_eq!(game.topic(), "which-charge");
    game.say("run-charge russia");
    game.roll(&[4, 4], "form-square fourth-70 0917").roll(&[6, 6], "form-square third-70 1019");
    assert_eq!((game.unit("fourth-70").formed, game.order("third-70")), (Formed::Square, Order::Disorder));
    lets_come(&mut game);
    game.say("charge e");
    lets_come(&mut game);
    game.say("charge e");
    // Its targets are the two of the 70th, and not the skirmishers between them.
    game.say("target fourth-70").say("target third-70").say("no-target");
    lets_come(&mut game);
    game.say("charge e");
    lets_come(&mut game);
    // LB 23-6, 19.4.3b, 12.9.4a, 12.9.4b: they give way into the Square; one roll of 26 for all: 36 for the Square passes, the 3/23 fails, is
    // Disordered, and displaced behind it.
    assert_eq!((game.topic(), game.asked().0), ("give-way", 0));
    game.say("give-way 0917").roll(&[2, 6], "hold-fast");
    assert_eq!((game.order("third-23"), game.order("fourth-70")), (Order::Disorder, Order::Good));
    while game.topic() == "displacement" {
        let ways = game.offered();
        let behind = ways.iter().find(|way| way.ends_with("1017")).unwrap_or(&ways[0]).clone();
        game.say(&behind);
    }
    assert_eq!((game.at("third-23").as_str(), game.stack("0917")), ("1017", vec!["fourth-70"]));
    assert!(game.has_told("russia meets"), "{:#?}", game.told());
    // The hussars are met.
    game.say("run-charge alexandria").roll(&[6, 6], "reaction-charge tenth");
    game.roll(&[6, 6], "reaction-charge berg");
    // Six mêlées, by turns, the Russians first.
    assert_eq!((game.topic(), game.asked().0), ("which-melee", 1));
    // LB 23-8: 25 to 68, 1:3; 36 is AD3.
    game.roll(&[3, 6], "fight-charge bavaria");
    assert_eq!(values(&game, "gluchov"), "25 to 68");
    retreats(&mut game);
    assert_eq!((game.order("bavaria"), game.unit("bavaria").losses), (Order::Disorder, 1));
    assert_eq!((game.order("gluchov"), game.at("gluchov").as_str()), (Order::Disorder, "0806"));
    game.say("halt");
    assert_eq!(
        [game.unit("bavaria").readiness, game.unit("gluchov").readiness],
        [Readiness::Tired, Readiness::Exhausted]
    );
    // LB 23-9, 23-10: the Square rolls 14 and stands all the same, 32 misses; the 3/70 stands on 64 less 15, a 2, 42 misses. 42 is blank, 24 is DR.
    assert_eq!((game.topic(), game.asked().0), ("which-melee", 0));
    game.roll(&[1, 4, 6, 4, 2, 3, 2, 4, 2, 4, 2, 2, 4], "fight-charge russia");
    assert_eq!(values(&game, "fourth-70"), "5 1/3 to 8");
    assert_eq!(values(&game, "third-70"), "32 to 5");
    retreats(&mut game);
    assert_eq!((game.order("third-70"), game.unit("third-70").losses), (Order::Pgd, 1));
    assert!(!game.has_told("russia bounces") && !game.has_told("russia advances"));
    game.say("collapse 0818").say("halt");
    assert_eq!((game.order("russia"), game.unit("russia").readiness), (Order::Disorder, Readiness::Exhausted));
    // LB 23-11: 47 1/4 to 36, 1:1; 64 is DD3.
    assert_eq!((game.topic(), game.asked().0), ("which-melee", 1));
    game.roll(&[6, 4], "fight-charge tenth");
    assert_eq!(values(&game, "alexandria"), "47 1/4 to 36");
    game.say("collapse 1804");
    retreats(&mut game);
    assert_eq!((game.order("alexandria"), game.unit("alexandria").losses), (Order::Disorder, 1));
    game.say("collapse 1903").say("halt");
    assert_eq!((game.order("tenth"), game.at("tenth").as_str()), (Order::Disorder, "1804"));
    // LB 23-12: 24 to 36; 65 is DD2.
    assert_eq!((game.topic(), game.asked().0), ("which-melee", 0));
    game.roll(&[6, 5], "fight-charge berg");
    assert_eq!(values(&game, "white"), "24 to 36");
    retreats(&mut game);
    assert_eq!((game.order("white"), game.unit("white").losses), (Order::Disorder, 1));
    assert_eq!((game.order("berg"), game.at("berg").as_str()), (Order::Disorder, "1818"));
    game.say("halt");
    let tired = ["tenth", "berg"].map(|key| game.unit(key).readiness);
    let spent = ["alexandria", "white"].map(|key| game.unit(key).readiness);
    assert_eq!((tired, spent), ([Readiness::Tired; 2], [Readiness::Exhausted; 2]));
    let marked =
        ["bavaria", "gluchov", "russia", "tenth", "alexandria", "berg", "white"].map(|key| game.unit(key).charge);
    assert_eq!(marked, [ChargeMarker::Spent; 7]);
    // The mêlées of the Starodobvskii and the Ordenskii are still to be fought (LB G3.2).
    assert_eq!(
        (game.topic(), game.offered()),
        ("which-melee", vec!["fight-charge ordenskii".into(), "fight-charge sk".into()])
    );
}
