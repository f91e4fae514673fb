//! Mêlées of charges: who stands, waves, Lines with several targets, advance and pursuit (19.1.2, 19.2.8 to 19.2.9, 19.6, 19.9 to 19.15).

use crate::charges::{
    all, charged, clash, clash_in, column, companies, go, horse, moving_before, murat, retreats, roll, thin, up_to,
    values,
};
use crate::common::*;
use les_batailles::agenda::Step;
use les_batailles::reorganization::ReorganizeStep;
use les_batailles::state::{Order, Readiness};

/// A light column of three hexes and twelve Increments that faces east.
fn files() -> Piece {
    hussars("h", "f11").at("0610 0510 0410", "e").in_("column-of-companies").set("increments", 12)
}

#[test]
fn a_third_wave_strikes_after_two_disorders() {
    // LB 19.2.9c, 19.2.9b, 19.2.9d: 14 and 15 are AD1 at 1:1; the third wave strikes all the same and drives the target off on 62. Two
    // Disorders of one column are a rout.
    let position = position().unit(files().set("melee", 33)).unit(column("t", "1010").set("melee", 11));
    let mut game = charged(&position, &["h"]);
    up_to(&mut game, "t", 3, &[]);
    game.roll(&[6, 6, 1, 1, 1, 1, 4, 1, 5, 6, 2], "let-come");
    retreats(&mut game);
    assert_eq!((game.order("t"), game.order("h")), (Order::Disorder, Order::Pgd), "{:#?}", game.told());
    assert_eq!(game.told().iter().filter(|entry| entry.contains("t meets it with")).count(), 3);
}

#[test]
fn defensive_fire_falls_on_the_first_wave() {
    // LB 19.1.2.3b, 19.1.2.3c, 19.2.9a, 19.9.2, 24.13: MV 36 of twelve Increments is 12 a wave; one is lost to the fire (16 to 6, 33), without a check: the
    // first strikes with 9 and 6 less on the dice, the others with 12.
    let position = position().unit(files().set("melee", 36)).unit(column("t", "1010").set("melee", 11).set("fire", 8));
    let mut game = charged(&position, &["h"]);
    up_to(&mut game, "t", 3, &[]);
    game.roll(&[6, 6, 1, 3, 3, 4, 1, 4, 1, 4, 1], "let-come");
    let strikes: Vec<String> = game
        .told()
        .iter()
        .filter_map(|entry| entry.split_once("h strikes with "))
        .map(|(_, value)| value.into())
        .collect();
    assert_eq!((strikes, game.unit("h").losses), (vec!["9".into(), "12".into(), "12".into()], 1), "{:#?}", game.told());
    assert!(game.ledger.entries.iter().any(|entry| entry.to_text().contains("losses by Defensive Fire")));
    assert!(!game.has_told("h checks"));
}

#[test]
fn later_waves_have_their_own_run_up() {
    // LB 19.14.4.2, 19.2.1.1, V19-11: heavy cavalry two hexes off: the first wave of 8 is short, the others, behind it, are long.
    let horse = companies("h", "0810 0710 0610").set("increments", 12);
    let mut game = charged(&position().unit(horse).unit(thin("t", "1010")), &["h"]);
    game.say("target t");
    roll(&mut game, &[6, 6, 1, 1, 1, 5, 1, 4, 1, 4, 1], "charge e");
    let strikes: Vec<String> = game
        .told()
        .iter()
        .filter_map(|entry| entry.split_once("h strikes with "))
        .map(|(_, value)| value.into())
        .collect();
    assert_eq!(strikes, ["4", "16", "16"], "{:#?}", game.told());
}

#[test]
fn a_target_that_collapses_is_charged_anew() {
    // LB 19.6.2, 19.1.2.6, 19.3.1j: a Line in two hexes is struck on its end, fails to stand, and draws together in the hex behind. The
    // cavalry comes into the hex it left, in Good Order, and charges it there: it rolls again, and routs.
    let t = foot("t", "a11").at("1110 1010", "s").in_("line");
    let field = || {
        let mut game = charged(&position().unit(horse("h")).unit(t.clone()), &["h"]);
        up_to(&mut game, "t", 3, &[]);
        while game.topic() == "answer-to-charge" && game.offered().len() > 1 && !game.has_told("h meets t") {
            let last = game.offered().len();
            game.roll(&[1, 2], "let-come");
            assert!(last > 0);
        }
        assert_eq!(game.topic(), "collapse", "{:#?}", game.told());
        game.say("collapse 1110");
        assert_eq!((game.topic(), game.at("h").as_str(), game.order("h")), ("charge-anew", "1010", Order::Good));
        assert_eq!(game.offered(), ["no-target", "target t"]);
        game
    };
    let mut game = field();
    game.roll(&[1, 2], "target t");
    assert_eq!(game.order("t"), Order::Pgd);
    retreats(&mut game);
    assert_eq!((game.topic(), game.at("h").as_str()), ("pursue", "1110"), "{:#?}", game.told());
    game.say("pursue t");
    game.say("halt");
    // One degree, for the charge: there was no mêlée.
    assert_eq!(game.unit("h").readiness, Readiness::Tired);
    // Or it leaves them alone.
    let mut game = field();
    game.say("no-target").say("halt");
    assert_eq!((game.unit("h").readiness, game.order("t")), (Readiness::Tired, Order::Disorder));
}

#[test]
fn a_line_of_three_meets_a_line_and_a_column() {
    // LB 19.2.8b, V19-2: two mêlées, of two hexes and of one: 16 and 8 of 24. Targets stand and fire each for itself.
    let h = hussars("h", "f11").at("0610 0711 0712", "ne").in_("line").set("increments", 12);
    let t = foot("t", "a11").at("1111 1010", "sw").in_("line").set("increments", 4).with("morale", "11");
    let u = column("u", "1112").with("morale", "11");
    let mut game = charged(&position().unit(h).unit(t).unit(u), &["h"]);
    let mut steps = 0;
    while !game.told().iter().any(|entry| entry.contains("u meets it with")) {
        steps += 1;
        assert!(steps < 40, "{} {:?} {:#?}", game.topic(), game.offered(), game.told());
        let offered = game.offered();
        let says = ["target t", "target u", "let-come", "charge e"];
        let answer = says.iter().find(|says| offered.iter().any(|offer| offer == *says)).unwrap();
        let decision = kernel::Notation::read(&game.rules, answer).unwrap();
        let seat = game.asked();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut Always(2), &mut game.ledger);
    }
    assert_eq!((values(&game, "t").as_str(), values(&game, "u").as_str()), ("16 to 12", "8 to 12"));
}

#[test]
fn of_horse_and_foot_a_line_charges_the_horse() {
    // LB 19.2.8a, 24.21: one of those before it is cavalry, so it is that alone.
    let t = heavy("t", "a11").at("1010", "sw").in_("line").with("readiness", "exhausted");
    let mut game = charged(&position().unit(horse("h")).unit(t).unit(thin("u", "1009")), &["h"]);
    all(&mut game, &["charge e", "charge e"]);
    assert_eq!((game.topic(), game.offered()), ("declare-target", vec!["no-target".into(), "target t".into()]));
}

#[test]
fn guns_without_ammunition_are_lost_before_anybody_rolls() {
    // LB 19.1.2.1, 18.10.3a, 19.1.2.5n: nobody rolls to stand; the cavalry advances in Good Order, and there is nobody to pursue (LB 19.1.2.7).
    let t = guns("t", "a11").at("1010", "w").set("rounds", 0);
    let mut game = charged(&position().unit(horse("h")).unit(t), &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    roll(&mut game, &[4], "charge e");
    assert_eq!(
        (game.at("t").as_str(), game.at("h").as_str(), game.order("h")),
        ("gone", "1010", Order::Good),
        "{:#?}",
        game.told()
    );
    assert!(!game.has_told("rolls to stand"));
    assert_eq!(game.topic(), "move");
}

#[test]
fn guns_that_stand_fire_canister() {
    // LB 19.1.2.2a, 19.1.2.2c, 19.3.1g, 18.10.2a: 14 doubled on a Line of horse, and two columns to the right.
    let t = guns("t", "a11").at("1010", "w").with("morale", "11");
    let mut game = charged(&position().unit(horse("h")).unit(t), &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    roll(&mut game, &[6, 6, 1, 1, 1, 6, 6, 4], "charge e");
    assert!(game.has_told("rolls to stand"));
    assert!(game.has_told("Fire on 0910 at 6:1"), "{:#?}", game.told());
}

#[test]
fn an_advance_and_a_pursuit_draw_fire() {
    // LB 19.10.2, 19.11.5: guns fire as the cavalry leaves their zone after the routed, and again as it pursues.
    let t = foot("t", "a11").at("1010", "").with("order", "pgd");
    let mut game = charged(&position().unit(horse("h")).unit(t).unit(guns("z", "a11").at("1011", "ne")), &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    go(&mut game, "charge e");
    retreats(&mut game);
    assert_eq!((game.topic(), game.at("h").as_str()), ("opportunity-fire", "0910"), "{:#?}", game.told());
    game.say("no-reaction");
    assert_eq!((game.topic(), game.at("h").as_str()), ("pursue", "1010"));
    game.say("pursue t");
    assert_eq!((game.topic(), game.at("h").as_str()), ("opportunity-fire", "1010"));
}

#[test]
fn no_pursuit_past_those_the_routed_ran_through() {
    // LB 19.11.2: the routed run through a battalion behind them, which the cavalry stands next to as soon as it has advanced: they lose for
    // the zone they left, and no more.
    let t = foot("t", "a11").at("1010", "").with("order", "pgd").set("increments", 9);
    let u = foot("u", "a11").at("1110", "w").with("morale", "11");
    let mut game = charged(&position().unit(horse("h")).unit(t).unit(u), &["h"]);
    all(&mut game, &["charge e", "charge e", "target t"]);
    go(&mut game, "charge e");
    assert_eq!(game.topic(), "retreat", "{:#?}", game.told());
    game.roll(&[6, 6], "fall-back 1110");
    retreats(&mut game);
    assert_eq!((game.topic(), game.at("h").as_str(), game.unit("t").losses), ("move", "1010", 1), "{:#?}", game.told());
}

#[test]
fn a_pursuit_that_is_not_recalled_goes_all_the_way() {
    // LB 19.11.3, 19.8.1, 19.8a, 19.1.2.7: against the routed a recall takes one more: 3 less 1 fails, and three hexes are pursued; 4 obeys.
    let runs = |die: u8| {
        let t = foot("t", "a11").at("1010", "").with("order", "pgd").set("increments", 9);
        let mut game = charged(&position().unit(horse("h")).unit(t), &["h"]);
        all(&mut game, &["charge e", "charge e", "target t"]);
        go(&mut game, "charge e");
        retreats(&mut game);
        game.roll(&[die], "sound-recall");
        (game.topic(), game.unit("t").losses)
    };
    assert_eq!(runs(3), ("move", 4));
    assert_eq!(runs(4), ("move", 1));
}

#[test]
fn the_charge_chooses_which_hex_it_enters() {
    // LB 19.11.4, 19.10a, 19.2.8f, G3.91, 19.1.4: two battalions in PGD before a Line; both run, and it goes after one of them.
    let routed = |key: &str, at: &str| foot(key, "a11").at(at, "").with("order", "pgd");
    let wide = hussars("h", "f11").at("0610 0711", "ne").in_("line");
    let mut game = charged(&position().unit(wide).unit(routed("t", "0910")).unit(routed("u", "1011")), &["h"]);
    all(&mut game, &["charge e"]);
    while game.topic() == "declare-target" {
        let target = game.offered().into_iter().find(|offer| offer.starts_with("target")).unwrap();
        game.say(&target);
    }
    go(&mut game, "charge e");
    retreats(&mut game);
    assert_eq!(
        (game.topic(), game.offered()),
        ("charge-advance", vec!["charge-into 0910".into(), "charge-into 1011".into()]),
        "{:#?}",
        game.told()
    );
    game.say("charge-into 1011");
    assert_eq!((game.at("h").as_str(), game.offered()), ("1011", vec!["pursue u".into(), "sound-recall".into()]));
}

#[test]
fn lances_in_defence_and_against_squares() {
    // LB 19.14.3.1b: standing lancers have their bonus at face value: 24 halved, and 4.
    let lancers = hussars("t", "a11").at("1010", "sw").in_("line").set("lance", 4).with("morale", "66");
    assert_eq!(clash(horse("h"), lancers), "48 to 16");
    // LB 19.14.3a, V19-9: +3 in two hexes on a Square: 12, and a third of 18.
    let two = hussars("h", "f11").at("0610 0711", "ne").in_("line").set("lance", 3).set("melee", 18);
    let square = foot("t", "a11").at("1010", "").in_("square");
    assert_eq!(clash(two, square), "18 to 12");
}

#[test]
fn night_and_weariness_lessen_a_blow() {
    // LB 21.1.1, 21.1.2, 19.14.3a: at dusk half, at night a third, and no Lance Bonus.
    let by = |light: &str| {
        let h = hussars("h", "f11").at("0610", "ne").in_("line").set("lance", 3);
        clash_in(
            &position().top(&format!("turns = 1\n{light}")).unit(h).unit(column("t", "1010").with("morale", "11")),
            None,
        )
    };
    assert_eq!([by(""), by("dusk = [1]"), by("night = [1]")], ["30 to 12", "18 to 12", "8 to 12"]);
}

#[test]
fn leaders_tell_on_the_dice() {
    // LB 19.9.2, 19.9.1a: a cavalry bonus of 3 makes 51 of 44: at 1:1 AD1 at 14 becomes a blank.
    let blow = |leader: bool| {
        let mut position = position()
            .unit(hussars("h", "f11").at("0610", "ne").in_("line").set("melee", 12))
            .unit(column("t", "1010"));
        if leader {
            position = position.leader(murat());
        }
        let mut game = charged(&position, &["h"]);
        up_to(&mut game, "t", 3, &[]);
        game.roll(&[6, 6, 1, 1, 1, 1, 4], "let-come");
        game.has_told("h bounces")
    };
    assert!(blow(true));
    assert!(!blow(false));
}

/// How a unit of cavalry comes out of the segment after it has moved so many hexes east.
fn rested(horse: Piece, hexes: usize) -> Readiness {
    let then = [Step::Reorganize(ReorganizeStep::Readiness)];
    let mut game = moving_before(&position().unit(horse).leader(murat()), "h", &["h"], "murat", &then);
    for _ in 0..hexes {
        game.say("step e");
    }
    if game.topic() == "move" {
        game.say("halt");
    }
    game.unit("h").readiness
}

#[test]
fn cavalry_that_moves_little_recovers_one_degree() {
    // LB 19.15, 19.15.3, 19.15.3.1, 19.15.3.2, G3.19: Exhausted it has a third of 12, and half of that to spend.
    let horse = || heavy("h", "f11").at("0610", "ne").in_("line").set("movement", 12).with("readiness", "exhausted");
    assert_eq!(
        [0, 2, 3].map(|hexes| rested(horse(), hexes)),
        [Readiness::Ready, Readiness::Tired, Readiness::Exhausted]
    );
    // LB V19-13: Tired and in Disorder, of 12 points it has three, and may spend them.
    let shaken =
        || heavy("h", "f11").at("0610", "").set("movement", 12).with("readiness", "tired").with("order", "disorder");
    assert_eq!(rested(shaken(), 3), Readiness::Ready);
}

#[test]
fn weariness_and_disorder_are_multiplied() {
    // LB V19-13, 19.15.4: Tired and Disordered a target is worth a quarter; it stands, so an eighth of 24. LB V19-14, 19.15.5: Exhausted, a sixth.
    let standing = |readiness: &str| {
        heavy("t", "a11").at("1010", "").with("order", "disorder").with("readiness", readiness).with("morale", "66")
    };
    assert_eq!(clash(horse("h"), standing("tired")), "24 to 3");
    assert_eq!(clash(horse("h"), standing("exhausted")), "24 to 2");
    // Exhausted and in PGD it routs half of its printed 12.
    let mut game = position()
        .unit(heavy("h", "f11").at("1010", "ne").in_("line").set("movement", 12).with("readiness", "exhausted"))
        .unit(foot("x", "a11").at("1410", "w"))
        .still();
    let id = game.id("h");
    game.begin(&[], |play| play.rout(id, les_batailles::movement::Cause::Fire));
    retreats(&mut game);
    let start = game.hex("1010");
    assert_eq!(game.table().distance_to(id, start), 6, "{:#?}", game.told());
}

#[test]
fn the_sides_pick_fights_by_turns() {
    // LB 19.1c: three charges have come up; the side that charges picks first, then the other.
    let h = |key: &str, at: &str| heavy(key, "f11").at(at, "ne").in_("line");
    let t = |key: &str, at: &str| guns(key, "a11").at(at, "e").set("rounds", 0);
    let position = position()
        .unit(h("h", "0604"))
        .unit(t("t", "0804"))
        .unit(h("j", "0610"))
        .unit(t("u", "0810"))
        .unit(h("k", "0616"))
        .unit(t("v", "0816"));
    let mut game = charged(&position, &["h", "j", "k"]);
    for (top, target) in [("h", "t"), ("j", "u"), ("k", "v")] {
        if game.topic() == "which-charge" {
            game.say(&format!("run-charge {top}"));
        }
        game.say(&format!("target {target}"));
        if target != "v" {
            roll(&mut game, &[], "charge e");
            while game.topic() == "answer-to-charge" {
                game.say("let-come");
            }
        }
    }
    roll(&mut game, &[], "charge e");
    assert_eq!((game.topic(), game.asked().0, game.offered().len()), ("which-melee", 0, 3), "{:#?}", game.told());
    game.roll(&[4], "fight-charge j").say("halt");
    assert_eq!((game.topic(), game.asked().0), ("which-melee", 1), "{:#?}", game.told());
    assert_eq!(game.offered(), ["fight-charge h", "fight-charge k"]);
}

#[test]
fn light_and_heavy_are_what_the_counter_says() {
    // LB 19.14.1a, 24.12: 12 points are heavy and 13 light; the battle may say otherwise.
    let light = |piece: Piece| {
        let game = position().unit(piece.at("0610", "ne")).still();
        game.rules.units[0].is_light_cavalry()
    };
    assert_eq!([12, 13].map(|points| light(heavy("h", "f11").set("movement", points))), [false, true]);
    assert!(light(heavy("h", "f11").set("light", true)));
}

#[test]
fn half_a_line_strikes_a_shaken_battalion() {
    // LB V-O1, 19.2.8b, 19.14.4a: of 30 in two hexes one hex strikes, doubled for its run: 30; 12 by half for Disorder are 6.
    let h = horse("h").at("0610 0711", "ne").set("melee", 30);
    let t = foot("t", "a11").at("1111", "").with("order", "disorder");
    assert_eq!(clash(h, t), "30 to 6");
}
