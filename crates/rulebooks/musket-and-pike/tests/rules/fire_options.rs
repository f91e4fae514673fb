//! Chapters 10.3 and 10.4: Advancing, Skirmishing and Retreating Fire, infantry with guns, Salvo Fire.

use crate::common::*;
use crate::shooting::*;
use field::hexes::Hand;
use kernel::Seat;
use musket_and_pike::cards::UnitId;
use musket_and_pike::fire::{FireChoice, Mode};
use musket_and_pike::reaction::{Event, ReactChoice};
use musket_and_pike::state::{Formation, Mark, Orders, Place};

// 10.3 Normal infantry fire.

fn advance(game: &Game, dir: &str) -> FireChoice {
    FireChoice::Advance(game.dir(dir))
}

/// The first side's unit two hexes from the enemy in 1309, its Wing under those Orders.
fn two_apart(firer: Piece, orders: Orders, change: impl FnOnce(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1211", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1309", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    board.orders(A1, orders);
    change(&mut board);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

#[test]
fn advancing_fire_steps_forward_and_fires() {
    // MP 10.3.2a, 10.3.1b, 10.3.1c, 10.3.2c, 10.3.2h
    for firer in [heavy("firer", A1), light("firer", A1)] {
        let (mut game, firer, target) = two_apart(firer, Orders::Charge, |_| {});
        let forward = [advance(&game, "nw"), advance(&game, "ne")];
        let offered = actions(&game, firer);
        assert_eq!(offered, [forward[1]], "from 1110 there is no enemy before it: {offered:?}");
        fire(&mut game, firer, forward[1], &[9]);
        assert_eq!(game.unit(firer).hex, game.hex("1210"));
        assert_eq!(rolls(&game)[0].0, 6);
        // One trigger for step and shot together, after the shot (ruling MP G-A32).
        assert_eq!(game.state.windows.len(), 1);
        let trigger = game.state.windows.last().unwrap().trigger;
        assert_eq!(trigger.event, Event::AdvancesFiring { target, second: None });
        assert!(!trigger.retreating, "MP 10.3.2d");
    }
}

#[test]
fn v18_advancing_fire_shaken() {
    // MP V18: 9 - 3 - 1 = 5, a Formation Hit, no check.
    let (mut game, firer, target) = two_apart(heavy("firer", A1).formation(Formation::Shaken), Orders::Charge, |_| {});
    let forward = advance(&game, "ne");
    fire(&mut game, firer, forward, &[9]);
    assert_eq!(rolls(&game), [(5, "Formation Hit".into())]);
    assert_eq!(game.unit(target).formation, Formation::Shaken);
    assert_eq!(checks(&game), [0; 0]);
}

#[test]
fn advancing_fire_needs_charge_orders_and_formation() {
    // MP 10.3.2e, 5.6.5e
    for orders in [Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally] {
        let (game, firer, _) = two_apart(heavy("firer", A1), orders, |_| {});
        assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2e");
    }
    let broken = heavy("firer", A1).formation(Formation::Broken);
    let (game, firer, _) = two_apart(broken, Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2e");
    let (game, firer, _) = two_apart(cavalry("firer", A1), Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.1c");
}

#[test]
fn advancing_fire_goes_straight_on_into_open_ground() {
    // MP 10.3.2f, 10.3.2g
    let (game, firer, _) = two_apart(heavy("firer", A1), Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, advance(&game, "e")), "MP 10.3.2f");
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Advancing)), "MP 10.3.2a");
    assert_eq!(forbids(&game, firer, advance(&game, "nw")), "MP 10.3.2a", "no enemy would be before it");
    let (game, firer, _) = two_apart(heavy("firer", A1), Orders::Charge, |board| board.terrain("1210", "water"));
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2g");
    let (game, firer, _) = two_apart(heavy("firer", A1), Orders::Charge, |board| {
        board.unit(heavy("friend", A1).at("1210", "n"));
    });
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2g");
}

#[test]
fn a_unit_held_by_an_enemy_does_not_go_on_to_fire() {
    // MP 5.6.1f, 5.6.1h
    for faced_by_friend in [false, true] {
        let (game, firer, _) = two_apart(heavy("firer", A1), Orders::Charge, |board| {
            board.unit(light("holder", B1).at("1111", "ne"));
            if faced_by_friend {
                board.unit(light("friend", A1).at("1112", "n"));
            }
        });
        let rule = if faced_by_friend { "" } else { "MP 5.6.1f" };
        assert_eq!(forbids(&game, firer, advance(&game, "ne")), rule);
    }
}

#[test]
fn advancing_fire_takes_the_hits_of_the_ground() {
    // MP 10.3.2b
    let (mut game, firer, _) =
        two_apart(heavy("firer", A1), Orders::Charge, |board| board.hexside("1211", "ne", "stream"));
    let forward = advance(&game, "ne");
    fire(&mut game, firer, forward, &[0]);
    assert_eq!(game.unit(firer).formation, Formation::Shaken);
    assert_eq!(rolls(&game)[0].0, -4, "-3, and now Formation Shaken");
}

#[test]
fn v1_advancing_fire_of_a_two_hex_unit() {
    // MP V1
    let mut board = board();
    let a = board.unit(double_heavy("a", A1).at("1212", "n"));
    let x = board.unit(double_heavy("x", B1).strength(20).morale(8).at("1410", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    let mut game = board.open();
    game.activate(A1);
    let forward = advance(&game, "ne");
    assert_eq!(forbids(&game, a, forward), "");
    fire(&mut game, a, forward, &[]);
    assert_eq!(game.unit(a).hexes().collect::<Vec<_>>(), [game.hex("1311"), game.hex("1411")]);
    let left = half(&game, Hand::Left, "1310", Mode::Advancing);
    answer(&mut game, left, &[]);
    let right = half(&game, Hand::Right, "1410", Mode::Advancing);
    // Both at -3, and both found before anything is applied.
    answer(&mut game, right, &[9, 8]);
    assert_eq!(rolls(&game), [(6, "1 casualty".into()), (5, "Formation Hit".into())]);
    assert_eq!((game.unit(x).casualties, game.unit(x).formation), (1, Formation::Shaken));
    // X answers with two shots; nothing is taken off for the Advancing Fire, 1 for its own disorder.
    answer(&mut game, ReactChoice::Fire { unit: x }, &[]);
    let first = half(&game, Hand::Left, "1411", Mode::Skirmish);
    assert!(menu(&game).contains(&first));
    answer(&mut game, first, &[]);
    let second = half(&game, Hand::Right, "1311", Mode::Skirmish);
    answer(&mut game, second, &[2, 3]);
    assert_eq!(rolls(&game)[2..], [(1, "miss".into()), (2, "miss".into())]);
    assert!(game.state.windows.is_empty());
}

#[test]
fn skirmishing_is_answered_by_the_target_that_is_left() {
    // MP 10.3.3a, 10.3.1c
    let (mut game, firer, target) = duel(light("firer", A1), light("target", B1).strength(2).morale(8));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[7]);
    assert_eq!(game.unit(target).casualties, 1);
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::Fires { target, second: None });
    let (mut game, firer, target) = duel(light("firer", A1), light("target", B1).strength(1).morale(8));
    fire(&mut game, firer, skirmish, &[7]);
    assert!(!game.unit(target).on_map(), "MP 10.6.1c");
    assert!(game.state.windows.is_empty());
}

/// The first side's unit in 1210 next to the enemy in 1209, its Wing under those Orders.
fn next_to(firer: Piece, orders: Orders, change: impl FnOnce(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1312");
    board.unit(light("staff", A1).at("1312", "n"));
    board.orders(A1, orders);
    change(&mut board);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

#[test]
fn v3_retreating_fire() {
    // MP V3, 10.3.4a, 10.3.4b, 10.3.4c: of the two-hex Z only one hex is next to C.
    let mut board = board();
    let c = board.unit(heavy("c", A1).at("1210", "n"));
    let z = board.unit(double_heavy("z", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1312");
    board.unit(light("staff", A1).at("1312", "n"));
    board.orders(A1, Orders::MakeReady);
    let mut game = board.open();
    game.activate(A1);
    let retreating = at(&game, "1209", Mode::Retreating);
    assert_eq!(forbids(&game, c, retreating), "");
    fire(&mut game, c, retreating, &[9]);
    assert_eq!(rolls(&game), [(6, "1 casualty".into())]);
    assert!(game.state.windows.last().unwrap().trigger.retreating);
    assert_eq!(game.unit(c).hex, game.hex("1210"), "the enemy answers before the step");
    answer(&mut game, ReactChoice::Fire { unit: z }, &[]);
    let back = half(&game, Hand::Left, "1210", Mode::Skirmish);
    answer(&mut game, back, &[9, 0]);
    assert_eq!(rolls(&game)[1], (6, "1 casualty".into()), "-3 as well");
    // Either rear hex, facing as before.
    let ways = [FireChoice::StepBack(game.dir("sw")), FireChoice::StepBack(game.dir("se"))];
    let mut offered = menu(&game);
    offered.sort_by_key(|choice| ways.iter().position(|way| way == choice));
    assert_eq!(offered, ways);
    answer(&mut game, ways[0], &[]);
    assert_eq!(game.unit(c).hex, game.hex("1211"));
    assert_eq!(game.unit(c).facing, game.vertex("n"));
    assert!(game.state.volleys.is_empty());
}

#[test]
fn retreating_fire_has_its_conditions() {
    // MP 10.3.4d, 10.3.4e
    let retreating = |game: &Game| at(game, "1209", Mode::Retreating);
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, retreating(&game)), "MP 10.3.4d");
    let broken = heavy("firer", A1).formation(Formation::Broken);
    let (game, firer, _) = next_to(broken, Orders::MakeReady, |_| {});
    assert_eq!(forbids(&game, firer, retreating(&game)), "MP 10.3.4d");
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.terrain("1211", "water");
        board.unit(heavy("friend", A1).at("1311", "n"));
    });
    assert_eq!(forbids(&game, firer, retreating(&game)), "MP 10.3.4e");
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.unit(light("flanker", B1).at("1310", "s"));
    });
    assert_eq!(forbids(&game, firer, at(&game, "1310", Mode::Retreating)), "MP 10.3.4a", "front hexes only");
    assert!(actions(&game, firer).contains(&retreating(&game)));
}

#[test]
fn g31_orders_bind_the_step_and_disorder_cancels_it() {
    // MP G31, 10.3.4a
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.unit(light("behind", B1).at("1212", "n"));
    });
    assert_eq!(
        forbids(&game, firer, at(&game, "1209", Mode::Retreating)),
        "MP 10.3.4e",
        "both rear hexes are next to an enemy"
    );
    let (mut game, firer, target) = next_to(heavy("firer", A1).strength(20).morale(8), Orders::MakeReady, |_| {});
    let retreating = at(&game, "1209", Mode::Retreating);
    fire(&mut game, firer, retreating, &[0]);
    game.state.units[firer.ix()].formation = Formation::Shaken;
    answer(&mut game, ReactChoice::Fire { unit: target }, &[]);
    let back = at(&game, "1210", Mode::Salvo);
    // Salvo at -3: 7 + FH on the Salvo column needs a natural 9, 6 + ... ; the check is passed.
    answer(&mut game, back, &[6, 0]);
    assert_eq!(game.unit(firer).formation, Formation::Broken);
    assert_eq!(game.unit(firer).hex, game.hex("1210"), "Formation Broken: it stays");
    assert!(game.state.volleys.is_empty());
}

#[test]
fn retreating_fire_takes_the_hits_of_the_ground() {
    // MP 10.3.4c
    let (mut game, firer, target) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.hexside("1210", "sw", "stream");
        board.terrain("1311", "water");
    });
    let retreating = at(&game, "1209", Mode::Retreating);
    fire(&mut game, firer, retreating, &[0]);
    assert_eq!(game.asked(), Some(Seat(1)));
    let _ = target;
    answer(&mut game, ReactChoice::Done, &[]);
    assert_eq!(game.unit(firer).hex, game.hex("1211"), "the only way is taken without asking");
    assert_eq!(game.unit(firer).formation, Formation::Shaken);
}

#[test]
fn a_leader_goes_along_with_the_step_or_stays() {
    // MP G-A15
    for goes in [true, false] {
        let mut board = board();
        let firer = board.unit(heavy("firer", A1).at("1211", "n"));
        board.unit(heavy("other", A1).at("1213", "n"));
        board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
        let leader = board.commander(A1, 0, "1211");
        let mut game = board.open();
        game.activate(A1);
        let forward = advance(&game, "ne");
        fire(&mut game, firer, forward, &[]);
        assert_eq!(menu(&game), [FireChoice::Take(leader), FireChoice::Leave(leader)]);
        answer(&mut game, if goes { FireChoice::Take(leader) } else { FireChoice::Leave(leader) }, &[0]);
        let him = game.state.leaders[leader.ix()];
        let place = if goes { "1210" } else { "1211" };
        assert_eq!((him.hex, him.deeds.acted), (game.hex(place), goes));
        assert_eq!(game.unit(firer).hex, game.hex("1210"));
    }
}

/// Infantry and a gun in 1210, the enemy in 1209.
fn with_gun(gun_on_top: bool, orders: Orders, firer: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let mut piece = gun("gun", A2).at("1210", "n").mark(Mark::Fired);
    if gun_on_top {
        piece = piece.mark(Mark::OnTop);
    }
    let gun = board.unit(piece);
    board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1312");
    board.unit(light("staff", A1).at("1312", "n"));
    board.orders(A1, orders);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, gun)
}

#[test]
fn infantry_comes_from_below_a_gun_to_fire() {
    // MP 10.3.5a, 10.3.5b, 10.3.5c: any Orders, a Fired gun too.
    for orders in [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally] {
        let (mut game, firer, gun) = with_gun(true, orders, heavy("firer", A1));
        assert!(actions(&game, firer).contains(&FireChoice::OnTop), "{orders:?}");
        fire(&mut game, firer, FireChoice::OnTop, &[9]);
        assert_eq!(game.unit(firer).hex, game.hex("1210"));
        assert!(!game.unit(gun).has(Mark::OnTop));
        assert_eq!(rolls(&game)[0].0, 6);
        assert!(matches!(game.state.windows.last().unwrap().trigger.event, Event::AdvancesFiring { .. }));
    }
    let (game, firer, _) = with_gun(false, Orders::Charge, heavy("firer", A1));
    assert_eq!(forbids(&game, firer, FireChoice::OnTop), "MP 10.3.5b", "it lies on top already");
    let (mut game, firer, gun) = with_gun(true, Orders::Charge, heavy("firer", A1));
    game.state.lift(gun);
    game.state.units[gun.ix()].place = Place::Wreck { captured: false };
    assert_eq!(forbids(&game, firer, FireChoice::OnTop), "MP 10.3.5b", "a disabled gun");
    let (game, firer, _) = with_gun(true, Orders::Charge, heavy("firer", A1).formation(Formation::Broken));
    assert_eq!(forbids(&game, firer, FireChoice::OnTop), "MP 10.3.2e");
}

#[test]
fn infantry_goes_below_a_gun_after_its_fire() {
    // MP 10.3.5d
    let (mut game, firer, gun) = with_gun(false, Orders::MakeReady, heavy("firer", A1));
    let retreating = at(&game, "1209", Mode::Retreating);
    assert_eq!(forbids(&game, firer, retreating), "");
    fire(&mut game, firer, retreating, &[0]);
    answer(&mut game, ReactChoice::Done, &[]);
    let offered = menu(&game);
    assert!(offered.contains(&FireChoice::Below) && offered.len() == 3, "{offered:?}");
    answer(&mut game, FireChoice::Below, &[]);
    assert!(game.unit(gun).has(Mark::OnTop));
    assert_eq!(game.unit(firer).hex, game.hex("1210"));
    let (game, firer, _) = with_gun(false, Orders::Charge, heavy("firer", A1));
    assert_eq!(forbids(&game, firer, retreating), "MP 10.3.4d");
}

// 10.4 Salvo fire.

#[test]
fn salvo_once_a_turn_to_the_front_by_heavy_infantry() {
    // MP 10.4a, 10.4b, 10.4c, 10.4f, 10.6.3a
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    board.unit(heavy("flank", B1).strength(20).morale(8).at("1310", "s"));
    board.commander(A1, 0, "1210");
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, at(&game, "1310", Mode::Salvo)), "MP 10.4b");
    let salvo = at(&game, "1209", Mode::Salvo);
    assert_eq!(forbids(&game, firer, salvo), "");
    game.state.activation = None;
    fire(&mut game, firer, salvo, &[0, 8]);
    assert_eq!(checks(&game), [8], "the target checks though it was missed");
    assert!(game.unit(firer).has(Mark::Salvo));
    assert_eq!(game.unit(firer).marks.activation.salvoed[0], Some(target));
    game.activate(A1);
    assert_eq!(forbids(&game, firer, salvo), "MP 10.4b");
    game.state.activation = None;
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[5]);
    assert_eq!(rolls(&game)[1], (4, "miss".into()), "-1 after its Salvo");
}

#[test]
fn a_battle_says_who_knows_the_salvo() {
    // MP 10.4a, E-GAG-16
    let no_salvo = heavy("firer", A1).card(|card| card.salvo = false);
    let (game, firer, _) = duel(no_salvo, heavy("target", B1));
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Salvo)), "MP 10.4a");
    let (mut game, firer, target) = duel(light("firer", A1), heavy("target", B1).morale(8));
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Salvo)), "MP 10.4a");
    game.rules.options.light_salvo = true;
    let salvo = at(&game, "1209", Mode::Salvo);
    assert_eq!(forbids(&game, firer, salvo), "");
    game.state.activation = None;
    fire(&mut game, firer, salvo, &[0, 0]);
    assert_eq!(
        game.unit(firer).marks.activation.salvoed[0],
        Some(target),
        "it counts in the close combat that follows"
    );
}

#[test]
fn a_salvo_is_answered_and_may_itself_be_the_answer() {
    // MP 10.4d, 10.4e, 10.4g, 9.4.1c
    let (mut game, firer, target) = duel(heavy("firer", A1), heavy("target", B1).strength(20).morale(8));
    let salvo = at(&game, "1209", Mode::Salvo);
    fire(&mut game, firer, salvo, &[0, 0]);
    assert_eq!(game.asked(), Some(Seat(1)));
    answer(&mut game, ReactChoice::Fire { unit: target }, &[]);
    let (skirmish, back) = (at(&game, "1210", Mode::Skirmish), at(&game, "1210", Mode::Salvo));
    assert_eq!(menu(&game), [skirmish, back]);
    for mode in [Mode::Advancing, Mode::Retreating] {
        assert_eq!(refuses(&game, at(&game, "1210", mode)), "MP 10.3.1c", "no step in reaction");
    }
    answer(&mut game, back, &[0, 0]);
    assert!(game.unit(target).has(Mark::Salvo));
    assert!(game.state.windows.is_empty() && game.asked().is_none(), "nobody answers Reaction Fire");
}

#[test]
fn the_halves_of_a_unit_and_the_salvo() {
    // MP 10.4h, 10.4i
    let (mut game, firer) = double_before_two();
    let left = half(&game, Hand::Left, "1209", Mode::Salvo);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1409", Mode::Salvo);
    answer(&mut game, right, &[4, 4, 0, 0]);
    assert_eq!(rolls(&game), [(4, "1 casualty".into()), (4, "1 casualty".into())], "neither suffers from the other");
    let (mut game, firer) = double_before_two();
    fire(&mut game, firer, left, &[]);
    answer(&mut game, FireChoice::Hold, &[4, 0]);
    assert!(game.unit(firer).has(Mark::Salvo));
    let skirmish = half(&game, Hand::Right, "1409", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[]);
    assert!(menu(&game).iter().all(|choice| !matches!(choice, FireChoice::Shoot { mode: Mode::Salvo, .. })));
    answer(&mut game, FireChoice::Hold, &[5]);
    assert_eq!(rolls(&game)[1].0, 4, "the whole unit has salvoed");
}

#[test]
fn a_salvo_does_not_mix_with_a_step() {
    // MP 10.4g
    let (mut game, firer, _) = {
        let mut board = board();
        let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
        let target = board.unit(double_heavy("target", B1).strength(20).morale(8).at("1309", "s"));
        board.orders(A1, Orders::MakeReady);
        (board.open(), firer, target)
    };
    let left = half(&game, Hand::Left, "1209", Mode::Retreating);
    fire(&mut game, firer, left, &[]);
    let salvo = half(&game, Hand::Right, "1309", Mode::Salvo);
    assert_eq!(refuses(&game, salvo), "MP 10.4g");
    assert_eq!(menu(&game), [half(&game, Hand::Right, "1309", Mode::Retreating), FireChoice::Hold]);
}

#[test]
fn va52_advancing_fire_is_one_trigger() {
    // MP VA52, G-A32: the target may react once, and so may whoever else it came next to.
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).strength(20).morale(8).at("1211", "n"));
    let x = board.unit(light("x", B1).strength(2).morale(8).at("1309", "s"));
    let w = board.unit(light("w", B1).strength(2).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    let mut game = board.open();
    game.activate(A1);
    let forward = advance(&game, "ne");
    fire(&mut game, firer, forward, &[]);
    let shot = at(&game, "1309", Mode::Advancing);
    answer(&mut game, shot, &[0]);
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::AdvancesFiring { target: x, second: None });
    answer(&mut game, ReactChoice::Fire { unit: x }, &[0]);
    assert_eq!(game.asked(), Some(Seat(1)), "the other has not reacted yet");
    answer(&mut game, ReactChoice::Fire { unit: w }, &[0]);
    assert!(
        game.state.windows.is_empty() && game.state.volleys.is_empty(),
        "no second reaction for having been fired at"
    );
    assert_eq!(rolls(&game).len(), 3);
}

#[test]
fn both_halves_fire_a_salvo_or_neither() {
    // MP 10.4g: the Salvo is an Action of its own; its other half may hold its fire (MP 10.4h). In reaction likewise (ruling G-A55).
    let (mut game, firer) = double_before_two();
    game.activate(A1);
    crate::moving::act(&mut game, firer);
    game.plays("shoot left 1209 salvo", &[]);
    assert!(game.choices().iter().all(|choice| !choice.ends_with("skirmish")), "{:?}", game.choices());
    assert_eq!(game.forbids("shoot right 1409 skirmish"), "MP 10.4g");
    let (mut game, firer) = double_before_two();
    game.activate(A1);
    crate::moving::act(&mut game, firer);
    game.plays("shoot left 1209 skirmish", &[]);
    assert_eq!(game.forbids("shoot right 1409 salvo"), "MP 10.4g");
    game.plays("shoot right 1409 skirmish", &[0, 0]);
}
