//! The Reorganization Segment (7.5) with recovery, Morale Levels, dusk and night (20, 21).

use crate::common::*;
use les_batailles::hexes::Facing;
use les_batailles::state::{Formed, Order};

/// The last turn of a battle, from its Reorganization Segment on.
fn reorganization() -> Position {
    position().start("turn = 6\nsegment = \"reorganization\"")
}

#[test]
fn disordered_units_recover() {
    // LB 5.3a, 7.5.1a, 20.2, 20.2.1, 20.2.4: a roll of 43 less 3 is more than 16; and the owner chooses the facing.
    let start = reorganization()
        .unit(foot("b", "f11").at("0505", "").with("order", "disorder").with("morale", "16"))
        .unit(foot("beside", "f11").at("1505", "").with("order", "disorder"))
        .unit(foot("x", "a11").at("1605", "w"));
    let mut game = start.play(&[4, 3]);
    assert_eq!(game.topic(), "recovered-facing");
    let b = game.unit("b");
    assert_eq!((b.order, b.formed), (Order::Good, Formed::Column));
    assert_eq!(game.offered().len(), 6);
    game.say("recover-facing sw");
    assert_eq!(game.unit("b").facing, Facing::Side(game.rules.ground.grid.dir_named("sw").unwrap()));
    // Next to an enemy it does not check.
    assert_eq!(game.order("beside"), Order::Disorder);
    assert!(game.state.over.is_some());
    // 22 less 3 is 15, and it stays as it is.
    let game = start.play(&[2, 2]);
    assert_eq!(game.order("b"), Order::Disorder);
    assert!(game.state.over.is_some());
}

#[test]
fn cavalry_forms_line_and_general_order_where_the_ground_asks_for_it() {
    // LB 20.2.4, 24.8.
    let mut game = reorganization()
        .terrain("0909", "woods")
        .unit(heavy("h", "f11").at("0505", "").with("order", "disorder"))
        .unit(foot("w", "f11").at("0909", "").with("order", "disorder"))
        .unit(guns("g", "f11").at("1313", "").with("order", "disorder"))
        .unit(foot("x", "a11").at("2424", "w"))
        .play(&[6, 6]);
    assert_eq!(game.unit("h").formed, Formed::Line);
    game.roll(&[6, 6], "recover-facing-corner n");
    assert_eq!(game.unit("w").formed, Formed::GeneralOrder);
    game.roll(&[6, 6], "recover-facing ne");
    assert_eq!((game.unit("g").formed, game.unit("g").limbered), (Formed::Battery, false));
    game.say("recover-facing e");
    assert!(game.state.over.is_some());
}

#[test]
fn a_stack_rolls_once_and_those_who_fail_are_displaced() {
    // LB 20.2, 20.1.1a, 20.2.3, 11.1.5a: 33 less 3 and 3 more for the second without a leader: 23 is not more than 23. The upper passes.
    let mut game = reorganization()
        .unit(foot("top", "f11").at("0505", "").with("order", "disorder").with("morale", "21"))
        .unit(foot("low", "f11").at("0505", "").with("order", "disorder").with("morale", "42"))
        .unit(foot("x", "a11").at("2424", "w"))
        .play(&[3, 3]);
    // The lower one goes, away from the enemy.
    assert_eq!(game.order("top"), Order::Good);
    assert_eq!(game.order("low"), Order::Disorder);
    assert_eq!(game.topic(), "displacement");
    let to = game.offered()[0].clone();
    game.say(&to);
    assert_eq!(game.topic(), "recovered-facing");
    assert_ne!(game.at("low"), "0505");
    game.say("recover-facing e");
    assert!(game.state.over.is_some());
}

#[test]
fn units_in_pgd_recover_far_from_the_enemy_or_with_a_leader() {
    // LB 7.5.2a, 20.2.2, 13.2.5b, V20-6: with a leader, 9 hexes from the enemy, it checks at 6 less: 31 is 21, a tie; 32 is more.
    let start = |dusk: &str| {
        reorganization()
            .top(dusk)
            .unit(foot("b", "f11").at("0505", "").with("order", "pgd"))
            .unit(foot("x", "a11").at("1405", "w"))
            .leader(leader("d", "f11", "0505"))
    };
    assert_eq!(start("").play(&[3, 1]).order("b"), Order::Pgd);
    assert_eq!(start("").play(&[3, 2]).order("b"), Order::Good);
    // LB 21.0, 21.1.1, 21.1.2: nine less at dusk, twelve at night.
    assert_eq!(start("dusk = [6]").play(&[3, 4]).order("b"), Order::Pgd);
    assert_eq!(start("dusk = [6]").play(&[3, 5]).order("b"), Order::Good);
    assert_eq!(start("night = [6]").play(&[4, 1]).order("b"), Order::Pgd);
    assert_eq!(start("night = [6]").play(&[4, 2]).order("b"), Order::Good);
    // Fifteen hexes from every enemy in Good Order it needs no leader.
    let far = |at: &str, order: &str| {
        let enemy = foot("x", "a11").at(at, if order == "good" { "w" } else { "" }).with("order", order);
        reorganization().unit(foot("b", "f11").at("0505", "").with("order", "pgd")).unit(enemy)
    };
    assert_eq!(far("2005", "good").play(&[6, 6]).order("b"), Order::Good);
}

#[test]
fn morale_levels_are_counted_at_twenty_to() {
    // LB 7.5.3a, 20.3a, 20.3b, 20.3c, 20.3.1, G48: two of four battalions in PGD; a corps of four has its levels at 1, 2 and 3.
    let start = |turn: u8| {
        let mut start = position().start(&format!("turn = {turn}\nsegment = \"reorganization\""));
        for (key, at) in [("b1", "0505"), ("b2", "0507")] {
            start = start.unit(foot(key, "f11").at(at, "").with("order", "pgd"));
        }
        start = start.unit(heavy("h", "f11").at("0509", "").with("order", "pgd"));
        for (key, at) in [("b3", "0511"), ("b4", "0513")] {
            start = start.unit(foot(key, "f12").at(at, "e"));
        }
        start.unit(foot("x", "a11").at("2424", "").with("order", "disorder"))
    };
    // The dice: three in PGD, far from anybody in Good Order, and one Disordered; all fail.
    let game = start(6).play(&[1, 1, 1, 1, 1, 1, 1, 1]);
    let level = |game: &Game, key: &str| game.table().morale_level(game.id(key));
    assert_eq!(["b1", "b3", "x"].map(|key| level(&game, key)), [2, 2, 0]);
    assert!(game.has_told("f1 is on Morale Level 2"), "{:?}", game.told());
}

#[test]
fn the_level_of_the_old_guard_is_added() {
    // LB 20.3.2, V20-7: level 1 and level 2 make 3; the Guard has its own alone.
    let mut text = reorganization()
        .unit(foot("g1", "f21").with("class", "old-guard").at("0505", "").with("order", "pgd"))
        .unit(foot("g2", "f21").with("class", "old-guard").at("0507", "e"))
        .unit(foot("b1", "f11").at("1505", "").with("order", "pgd"))
        .unit(foot("b2", "f11").at("1507", "").with("order", "pgd"))
        .unit(foot("b3", "f12").at("1509", "e"))
        .unit(foot("b4", "f12").at("1511", "e"))
        .unit(foot("x", "a11").at("2424", "").with("order", "pgd"))
        .text();
    text = text.replace("name = \"f21\", kind = \"division\"", "name = \"f21\", kind = \"division\", old-guard = true");
    let rules = open(&scenario::Source::new("test.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    let state = kernel::Rulebook::start(
        &rules,
        &mut kernel::Scripted::new([1, 1, 1, 1, 1, 1, 1, 1]),
        &mut kernel::Ledger::default(),
    );
    let game = Game { rules, state, ledger: kernel::Ledger::default() };
    let level = |key: &str| game.table().morale_level(game.id(key));
    assert_eq!(["g2", "b3"].map(level), [1, 3]);
}

#[test]
fn cavalry_rests() {
    // LB 7.5.4a, 19.15.3.2: it neither moved nor fought, and is Ready again.
    let game = reorganization()
        .unit(heavy("h", "f11").at("0505", "se").with("readiness", "exhausted"))
        .unit(foot("x", "a11").at("2424", "w"))
        .play(&[]);
    assert_eq!(game.unit("h").readiness, les_batailles::state::Readiness::Ready);
}

#[test]
fn housekeeping_and_marches() {
    // LB 7.5.10a, 7.2.3a: leaders who have moved are turned over, and those who stood up are no longer marked.
    let game = reorganization()
        .unit(foot("b", "a11").at("0505", "e").with("prone", "stood-up"))
        .unit(foot("x", "f11").at("2424", "w"))
        .leader(leader("d", "f11", "2424").set("moved", true))
        .leader(leader("e", "a11", "0606").set("moved", true))
        .play(&[]);
    assert_eq!(game.unit("b").prone, les_batailles::state::Prone::No);
    assert!(!game.leader("d").turn.moved && !game.leader("e").turn.moved);
}

/// Whether a check of these units succeeds with these dice, from the top down.
fn checked(game: &mut Game, keys: &[&str], dice: &[u8]) -> Vec<bool> {
    use les_batailles::face::told::morale::CHECKS;
    use les_batailles::morale::{Check, CheckKind};
    let ids: Vec<_> = keys.iter().map(|key| game.id(key)).collect();
    let stack = ids.iter().copied().collect();
    let check = Check { rule: "LB 20.1", title: CHECKS, kind: CheckKind::General, modifiers: &[] };
    let passed = game.with(dice, |play| play.morale_check(&stack, &check)).passed;
    ids.into_iter().map(|id| passed.contains(id)).collect()
}

#[test]
fn the_morale_check() {
    // LB 20.1, 6.1c, V6, V20-1: rating 22 and a leader of 6: 13 passes, 12 fails.
    let mut led = position()
        .unit(foot("b", "f11").at("0505", "e").with("morale", "22"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505").with("morale", "6"))
        .still();
    assert_eq!((checked(&mut led, &["b"], &[1, 3]), checked(&mut led, &["b"], &[1, 2])), (vec![true], vec![false]));
    // LB 20.1.1a, V20-2: 31 is more than 21, and with 3 more than 33.
    let mut stack = position()
        .unit(foot("a", "f11").at("0505", "e").with("morale", "21"))
        .unit(foot("b", "f11").at("0505", "e").with("morale", "33"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .still();
    assert_eq!(checked(&mut stack, &["a", "b"], &[3, 1]), [true, true]);
    // LB 20.1.2a, V20-3: half its strength is lost, but it is elite.
    let mut elite = position()
        .unit(foot("b", "f11").at("0505", "e").with("morale", "13").set("losses", 3))
        .unit(foot("x", "a11").at("2424", "w"))
        .still();
    assert_eq!(checked(&mut elite, &["b"], &[1, 4]), [true]);
}

#[test]
fn cavalry_at_night() {
    // LB 21.1.2, V21-1: Movement Potential 14 is 8, and 4 when Tired.
    let start = |readiness: &str| {
        let game = position()
            .top("turns = 1\nnight = [1]")
            .unit(hussars("h", "f11").at("0505", "se").with("readiness", readiness))
            .unit(foot("x", "a11").at("2424", "w"))
            .still();
        game.table().allowance_of(game.id("h")).twelfths() / 12
    };
    assert_eq!((start("ready"), start("tired")), (8, 4));
}
