//! Chapter 11: attacks named and fought in their order, guns and light infantry, leaders.

use crate::common::*;
use field::hexes::Hand;
use kernel::{Reaction, Seat};
use musket_and_pike::cards::UnitId;
use musket_and_pike::close_combat::{CombatChoice, CombatStep, FightKind};
use musket_and_pike::state::{Cause, Formation, LeaderPlace, Loss, Mark, Morale, Orders, Place};

/// A unit of the first side that has come up to its enemy, so that it starts no charge from where it stood.
fn came(piece: Piece, hex: &str) -> Piece {
    piece.at(hex, "n").mark(Mark::Moved)
}

/// A defender of the second side in 1211, facing the attackers from 1212 and 1112.
fn stands(piece: Piece) -> Piece {
    piece.at("1211", "s")
}

fn horse(key: &str) -> Piece {
    cavalry(key, A1).pistols(0)
}

#[test]
fn only_units_of_the_active_wing_attack_in_its_activation() {
    // MP 11.1.1a, 11.1.2a
    let mut board = board();
    let active = board.unit(came(horse("one"), "1212"));
    let other = board.unit(came(cavalry("two", A2), "1412"));
    board.unit(stands(heavy("foe", B1)));
    board.unit(heavy("second", B1).at("1411", "s"));
    let mut game = board.open();
    game.segment(A1);
    assert_eq!(game.menu(), [game.attack(active, "1211"), CombatChoice::DesignationsDone]);
    assert_eq!(game.refusal(game.attack(other, "1411")), "MP 11.1.2a");
    // MP 11.1.2e: nobody has to attack.
    game.choose(CombatChoice::DesignationsDone, &[]);
    assert_eq!(game.seat_asked(), Seat(1));
    game.choose(CombatChoice::DesignationsDone, &[]);
    assert!(game.state.designated.is_empty() && game.combat_step().is_none());
}

#[test]
fn nobody_is_asked_without_an_enemy_before_his_front() {
    // MP 11.1.2e, 11.1.2c
    let mut board = board();
    let away = board.unit(horse("one").at("1212", "s"));
    board.unit(heavy("foe", B1).at("1211", "n"));
    let mut game = board.open();
    game.segment(A1);
    assert_eq!(game.asked(), None);
    let refusal = game.table().may_attack(away, game.hex("1211")).unwrap_err();
    assert_eq!(refusal.rule, "MP 11.1.2c");
}

#[test]
fn a_hex_that_cannot_be_entered_cannot_be_attacked() {
    // MP 11.1.2d
    let mut board = board();
    let rider = board.unit(came(horse("one"), "1212"));
    let foot = board.unit(came(heavy("foot", A1), "1112"));
    board.unit(stands(light("foe", B1)));
    board.terrain("1211", "marsh");
    let mut game = board.open();
    game.segment(A1);
    assert_eq!(game.refusal(game.attack(rider, "1211")), "MP 11.1.2d");
    assert!(game.menu().contains(&game.attack(foot, "1211")));
}

#[test]
fn broken_units_hedgehogs_and_columns_start_no_combat() {
    // MP 12.4.3e, 6.3.2b, 6.3.4i
    let refused = |piece: Piece| {
        let mut board = board();
        let unit = board.unit(came(piece, "1212"));
        board.unit(stands(heavy("foe", B1)));
        let game = board.open();
        game.table().may_attack(unit, game.hex("1211")).unwrap_err().rule.into_owned()
    };
    assert_eq!(refused(heavy("a", A1).state(Morale::Broken)), "MP 12.4.3e");
    assert_eq!(refused(heavy("a", A1).formation(Formation::Hedgehog)), "MP 6.3.2b");
    assert_eq!(refused(heavy("a", A1).formation(Formation::Column)), "MP 6.3.4i");
    // MP 11.3.8b: guns do not fight hand to hand.
    assert_eq!(refused(gun("a", A1)), "MP 11.3.8b");
}

#[test]
fn orders_actions_and_command_are_of_no_account() {
    // MP 11.1.5a, 5.6.5a
    let mut board = board();
    board.orders(A1, Orders::Rally);
    let unit = board.unit(came(horse("one").mark(Mark::Acted), "1212"));
    board.unit(stands(heavy("foe", B1)));
    let mut game = board.open();
    game.segment(A1);
    assert!(game.menu().contains(&game.attack(unit, "1211")));
}

#[test]
fn a_leader_alone_in_the_hex_is_lost_and_the_attacker_may_enter() {
    // MP 11.1.2g, 5.3.1b
    let mut board = board();
    let unit = board.unit(came(horse("one"), "1212"));
    let leader = board.commander(B1, -1, "1211");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(unit, "1211", &[]);
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Removed(Cause::Overrun));
    assert!(game.menu().contains(&CombatChoice::HoldGround));
    game.advances(unit, "nw", &[]);
    game.turns(None, &[]);
    assert_eq!(game.at(unit), "1211");
    assert_eq!(game.unit(unit).formation, Formation::Normal);
}

#[test]
fn a_two_hex_unit_attacks_its_centre_front_hex_only() {
    // MP 11.1.3a
    let build = |swedish: bool| {
        let mut board = board();
        let unit = board.unit(came(double_heavy("brigade", A1).card(|card| card.swedish = swedish), "1212"));
        // Its halves stand in 1212 and 1312; before it are 1211, 1311 and 1411.
        board.unit(stands(heavy("left", B1)));
        board.unit(heavy("centre", B1).at("1311", "s"));
        (board.open(), unit)
    };
    let (mut game, unit) = build(false);
    game.segment(A1);
    assert_eq!(game.refusal(game.attack(unit, "1211")), "MP 11.1.3a");
    assert_eq!(game.menu(), [game.attack(unit, "1311"), CombatChoice::DesignationsDone]);
    // MP 14.5a: Swedish brigades reach all three.
    let (mut game, unit) = build(true);
    game.segment(A1);
    assert!(game.menu().contains(&game.attack(unit, "1211")) && game.menu().contains(&game.attack(unit, "1311")));
}

#[test]
fn a_unit_attacks_one_hex_and_several_may_attack_the_same() {
    // MP 11.1.4a
    let mut board = board();
    let one = board.unit(came(horse("one").strength(6), "1212"));
    let two = board.unit(came(horse("two").strength(6), "1112"));
    board.unit(stands(cavalry("foe", B1).strength(3).pistols(0)));
    board.unit(cavalry("other", B1).at("1311", "s").pistols(0));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    assert_eq!(game.refusal(game.attack(one, "1311")), "MP 11.1.4a");
    game.attacks(two, "1211", &[]);
    // The other horse may attack in reaction; it does not. 12 against 3 is 4:1 (MP 11.3.4a).
    game.choose(CombatChoice::DesignationsDone, &[4]);
    assert_eq!(game.modifier("MP 11.3.4a"), 2);
    assert_eq!(game.ledger.entries.iter().filter(|entry| entry.rule == "MP 11.2D").count(), 1);
}

#[test]
fn attacks_on_both_hexes_of_a_unit_are_one_combat() {
    // MP 11.1.4b, 11.1.3b
    let mut board = board();
    // The brigade faces south: its left half is the eastern one, 1211, its right half 1111.
    let foe = board.unit(double_heavy("brigade", B1).at("1211", "s").strength(8));
    let east = board.unit(came(heavy("east", A1).strength(10), "1212"));
    let west = board.unit(came(heavy("west", A1).strength(10), "1012"));
    let mut game = board.open();
    assert_eq!(game.both(foe), ("1211".into(), "1111".into()));
    game.segment(A1);
    game.attacks(east, "1211", &[]);
    // The half that is not attacked may not strike on its own (MP 11.1.2b).
    assert_eq!(game.table().may_designate(B, foe, game.hex("1012")).unwrap_err().rule, "MP 11.1.2b");
    // Both attacks are one combat: nobody is asked where to begin.
    game.attacks(west, "1111", &[4]);
    assert_eq!(game.modifier("MP 11.3.4a"), 1);
}

#[test]
fn the_example_of_close_combat() {
    // MP V11, 11.1.4a, 11.2A, 11.2B, 11.2C, 11.1.2f
    let mut board = board();
    let a = board.unit(came(heavy("a", A1), "1012"));
    let b = board.unit(came(double_heavy("b", A1), "1212"));
    let x = board.unit(heavy("x", B1).at("1011", "s"));
    let y = board.unit(heavy("y", B1).at("1311", "s"));
    let z = board.unit(heavy("z", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    assert_eq!(game.reaction(), Reaction::None, "the active player's own attacks");
    assert_eq!(game.refusal(game.attack(b, "1211")), "MP 11.1.3a");
    game.attacks(a, "1011", &[]);
    game.attacks(b, "1311", &[]);
    // Now the other side: only Z is free to attack (MP 11.1.2b).
    assert_eq!((game.seat_asked(), game.reaction()), (Seat(1), Reaction::Offered));
    assert_eq!(game.refusal(game.attack(x, "1012")), "MP 11.1.2b");
    assert_eq!(game.refusal(game.attack(y, "1212")), "MP 11.1.2b");
    // Z strikes B first; its roll of 4 decides nothing.
    game.attacks(z, "1212", &[4]);
    // Then the active side is asked from which end it begins.
    assert_eq!((game.seat_asked(), game.reaction()), (Seat(0), Reaction::None));
    assert!(matches!(game.combat_step(), Some(CombatStep::Resolve { side: A, .. })));
    game.choose(CombatChoice::LeftEnd, &[4, 4]);
    let fights: Vec<Vec<u16>> =
        game.ledger.entries.iter().filter(|entry| entry.rule == "MP 11.2D").map(|entry| entry.bodies.clone()).collect();
    let ids = |units: &[UnitId]| units.iter().map(|unit| u16::from(unit.0)).collect::<Vec<_>>();
    assert_eq!(fights, [ids(&[z, b]), ids(&[a, x]), ids(&[b, y])]);
}

#[test]
fn from_the_right_end_the_order_is_the_other_way_round() {
    // MP 11.2C
    let order = |end: CombatChoice, dice: &[u8]| {
        let mut board = board();
        let west = board.unit(came(heavy("west", A1), "0812"));
        let east = board.unit(came(heavy("east", A1), "1412"));
        board.unit(heavy("x", B1).at("0811", "s"));
        board.unit(heavy("y", B1).at("1411", "s"));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(east, "1411", &[]);
        game.attacks(west, "0811", &[]);
        game.choose(end, dice);
        let fights = game.ledger.entries.iter().filter(|entry| entry.rule == "MP 11.2D");
        fights.map(|entry| UnitId(entry.bodies[0] as u8)).map(|unit| unit == west).collect::<Vec<_>>()
    };
    assert_eq!(order(CombatChoice::LeftEnd, &[4, 4]), [true, false]);
    assert_eq!(order(CombatChoice::RightEnd, &[4, 4]), [false, true]);
}

#[test]
fn an_attack_lapses_when_the_attacker_is_driven_off_or_its_target_gone() {
    // MP 11.1.2f
    let mut board = board();
    let a = board.unit(came(heavy("a", A1), "1212"));
    board.unit(stands(heavy("x", B1)));
    let z = board.unit(heavy("z", B1).at("1112", "se").strength(20).morale(8).mark(Mark::Momentum));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(a, "1211", &[]);
    // Z attacks from the flank: +2 morale, +1 ratio, +1 flank, +1 Matrix, limited to +4; 9 and 4 eliminate A.
    game.attacks(z, "1212", &[9]);
    assert_eq!(game.total(), 13);
    assert_eq!(game.unit(a).place, Place::Gone(Loss::Eliminated));
    game.let_be(&[]);
    assert!(game.told_of("MP 11.1.2f"));
    assert!(game.state.designated.is_empty());
}

#[test]
fn inactive_units_attack_only_the_active_wing() {
    // MP 11.1.2a, 11.2B
    let mut board = board();
    let active = board.unit(came(heavy("active", A1), "1212"));
    board.unit(heavy("idle", A2).at("1412", "n"));
    let foe = board.unit(heavy("foe", B1).at("1311", "s"));
    board.unit(stands(heavy("target", B1)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(active, "1211", &[]);
    assert_eq!(game.refusal(game.attack(foe, "1312")), "MP 11.1.2a");
    assert_eq!(game.menu(), [game.attack(foe, "1212"), CombatChoice::DesignationsDone]);
    game.choose(CombatChoice::DesignationsDone, &[4]);
    assert!(game.combat_step().is_none());
}

#[test]
fn an_attacker_that_has_not_moved_starts_a_charge() {
    // MP 9.1.3d: the target may fire before anything is fought.
    let mut board = board();
    let a = board.unit(horse("a").at("1212", "n"));
    board.unit(stands(heavy("x", B1)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(a, "1211", &[]);
    assert_eq!(game.seat_asked(), Seat(1));
    assert_eq!(game.state.windows.len(), 1);
    assert_eq!(game.state.windows[0].trigger.unit, a);
}

#[test]
fn an_interception_is_fought_at_once() {
    // MP 11.1.1a, 9.3.3c, 11.3.6f
    let mut board = board();
    let mover = board.unit(horse("mover").at("1212", "n").mark(Mark::Momentum));
    let interceptor = board.unit(cavalry("interceptor", B1).pistols(0).at("1211", "s").mark(Mark::Momentum));
    let mut game = board.open();
    game.activate(A1);
    game.with(&[], |play| play.begin_interception_combat(interceptor, mover));
    assert_eq!(game.state.fights[0].kind, FightKind::Interception);
    // The interceptor's Momentum counts, the intercepted unit's does not.
    game.advance(&[2]);
    assert_eq!(game.net(), 2);
    assert_eq!(game.total(), 4);
    assert!(!game.unit(interceptor).has(Mark::Momentum));
}

// Section 11.5: artillery.

#[test]
fn a_lone_gun_is_taken_without_a_fight() {
    // MP 11.5.1a, 11.5.1b, 11.2Fb
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    let gun = board.unit(gun("gun", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.turns(None, &[]);
    assert_eq!(game.at(one), "1211");
    assert_eq!(game.unit(gun).place, Place::Wreck { captured: true });
    assert_eq!(game.unit(one).formation, Formation::Normal);
}

#[test]
fn the_ground_under_a_lone_gun_still_disorders() {
    // MP 11.5.1b, 11.4.10a
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    board.unit(gun("gun", B1).at("1211", "s"));
    board.terrain("1211", "woods");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    assert_eq!(game.unit(one).formation, Formation::Shaken);
}

#[test]
fn a_lone_wagon_is_taken_the_same_way() {
    // MP 11.5.1d, 14.1b
    let mut board = board();
    let one = board.unit(came(light("a", A1), "1212"));
    let wagon = board.unit(wagon("train", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.turns(None, &[]);
    assert_eq!(game.at(one), "1211");
    assert!(game.unit(wagon).has(Mark::Captured));
}

#[test]
fn the_gun_of_a_beaten_unit_is_captured_by_whoever_enters() {
    // MP 11.5.2a, 11.4.3b
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).morale(8), "1212"));
    let foe = board.unit(stands(heavy("b", B1).morale(4)));
    let gun = board.unit(gun("gun", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[3]);
    assert_eq!(game.total(), 7);
    game.retreats("ne", &[]);
    assert_eq!(game.at(foe), "1210");
    assert_eq!(game.at(one), "1211");
    game.turns(None, &[]);
    assert_eq!(game.unit(gun).place, Place::Wreck { captured: true });
}

#[test]
fn a_gun_with_the_half_that_was_not_attacked_is_disabled() {
    // MP 11.5.2b
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).morale(8).strength(20).mark(Mark::Momentum), "1212"));
    let foe = board.unit(double_heavy("brigade", B1).at("1211", "s").strength(8).morale(6));
    let near = board.unit(gun("near", B1).at("1211", "s"));
    let apart = board.unit(gun("apart", B1).at("1111", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[9]);
    assert_eq!(game.total(), 13);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    // Two hexes are empty, one of them next to the victor; he need not stay out of either (MP 11.4.6c).
    assert_eq!(game.unit(apart).place, Place::Wreck { captured: false });
    game.let_be(&[]);
    assert_eq!(game.unit(near).place, Place::Wreck { captured: true });
}

// Section 11.6: light infantry.

#[test]
fn light_infantry_attacks_light_infantry_guns_and_wagons_only() {
    // MP 11.6a
    let rule = |defender: Piece| {
        let mut board = board();
        let unit = board.unit(came(light("a", A1), "1212"));
        board.unit(stands(defender));
        let game = board.open();
        game.table().may_attack(unit, game.hex("1211")).map_err(|refusal| refusal.rule.into_owned())
    };
    assert_eq!(rule(heavy("b", B1)), Err("MP 11.6a".into()));
    assert_eq!(rule(cavalry("b", B1)), Err("MP 11.6a".into()));
    assert_eq!(rule(light("b", B1)), Ok(()));
    assert_eq!(rule(gun("b", B1)), Ok(()));
    assert_eq!(rule(wagon("b", B1)), Ok(()));
}

#[test]
fn light_infantry_of_strength_one_is_swept_away() {
    // MP 11.6b, 11.6c, 11.7.1b
    let mut board = board();
    let one = board.unit(came(horse("a"), "1212"));
    let foe = board.unit(stands(light("b", B1).strength(2).casualties(1)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.turns(Some(Hand::Right), &[]);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!((game.at(one).as_str(), game.unit(one).formation), ("1211", Formation::Normal));
    assert_eq!(game.unit(one).facing, game.vertex("NE"));
}

#[test]
fn as_few_fight_it_out() {
    // MP 11.6b: strength 1 on strength 1; MP 11.6d: with a gun in the hex it is not alone.
    let mut board = board();
    let one = board.unit(came(light("a", A1).strength(1), "1212"));
    board.unit(stands(light("b", B1).strength(1)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.total(), 4);
    let mut board = crate::common::board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    board.unit(stands(light("b", B1).strength(1)));
    board.unit(gun("gun", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[0]);
    assert!(game.told_of("MP 11.2D"));
}

#[test]
fn light_infantry_with_cavalry_is_ignored_and_shares_its_fate() {
    // MP 11.6e, 11.3.6i, 11.4.1d
    let mut board = board();
    let one = board.unit(came(horse("a").strength(8).morale(8).mark(Mark::Momentum), "1212"));
    let foe = board.unit(stands(cavalry("b", B1).strength(4).pistols(0)));
    let foot = board.unit(stands(light("musketeers", B1)));
    board.together(foe, foot);
    let mut game = board.open();
    game.segment(A1);
    // Only the cavalry's strength counts: 8 to 4.
    game.attacks(one, "1211", &[9, 0]);
    assert_eq!(game.modifier("MP 11.3.4a"), 1);
    assert_eq!(game.total(), 13);
    assert_eq!([foe, foot].map(|unit| game.unit(unit).place), [Place::Gone(Loss::Eliminated); 2]);
    let refusal = game.table().may_attack(foot, game.hex("1212")).unwrap_err();
    assert_eq!(refusal.rule, "MP 11.3.8b");
}

// Section 11.8: leaders.

#[test]
fn leaders_in_a_combat_may_fall() {
    // MP 11.8a
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    let foe = board.unit(stands(heavy("b", B1)));
    let ours = board.commander(A1, 0, "1212");
    let theirs = board.commander(B1, 0, "1211");
    let far = board.commander(B2, 0, "0505");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4, 8, 9]);
    assert_eq!(game.state.leaders[ours.ix()].place, LeaderPlace::Map);
    assert_eq!(game.state.leaders[theirs.ix()].place, LeaderPlace::Removed(Cause::CloseCombat));
    assert_eq!(game.state.leaders[far.ix()].place, LeaderPlace::Map);
    assert_eq!([one, foe].map(|unit| game.unit(unit).formation), [Formation::Shaken; 2]);
}

#[test]
fn a_leader_with_an_eliminated_unit_is_lost_without_a_roll() {
    // MP 11.8b
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).strength(20).morale(8).mark(Mark::Momentum), "1212"));
    board.unit(stands(heavy("b", B1).morale(6)));
    let leader = board.commander(B1, 0, "1211");
    let mut game = board.open();
    game.segment(A1);
    // +2 morale, +1 ratio, +1 Momentum, -1 his leader: 3; not enough to eliminate, so he is shaken out of his wits.
    game.attacks(one, "1211", &[9]);
    assert_eq!(game.total(), 12);
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
    let mut board = crate::common::board();
    let one = board.unit(came(heavy("a", A1).strength(20).morale(8), "1212"));
    let foe = board.unit(stands(heavy("b", B1).morale(6).state(Morale::Broken)));
    let leader = board.commander(B1, 0, "1211");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Removed(Cause::Overrun));
}

#[test]
fn riding_over_wagons_costs_the_momentum() {
    // MP 11.5.1c, 11.5.1d: a lone enemy wagon takes it as a gun does, from cavalry alone; an own wagon does not.
    let runs = |piece: Piece, cart: Piece| {
        let mut board = board();
        let one = board.unit(piece.at("1213", "n"));
        board.unit(cart.at("1212", "n"));
        board.unit(light("foe", B1).at("1209", "s"));
        board.commander(A1, 0, "1314");
        board.unit(light("staff", A2).at("1314", "n"));
        let mut game = board.open();
        game.activate(A1);
        crate::moving::start(&mut game, one);
        for step in ["ahead ne", "ahead nw", "halt"] {
            game.plays(step, &[]);
        }
        game.unit(one).has(Mark::Momentum)
    };
    assert!(!runs(cavalry("one", A1), wagon("cart", B1)));
    assert!(runs(heavy("one", A1), wagon("cart", B1)));
    assert!(runs(cavalry("one", A1), wagon("cart", A1)));
}

/// Cavalry rides from 1213 over an enemy wagon in `cart`, before a gun in 1214 and foot in 1210 that knows neither Salvo nor Hedgehog.
fn rides_over(cart: &str, way: &[&str]) -> (Game, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    board.unit(wagon("cart", B1).at(cart, "n"));
    let battery = board.unit(gun("battery", A1).at("1214", "n"));
    let plain = |card: &mut musket_and_pike::cards::UnitCard| (card.salvo, card.pikes) = (false, false);
    board.unit(heavy("foe", B1).strength(20).morale(8).card(plain).at("1210", "s"));
    board.commander(A1, 0, "1214");
    let mut game = board.open();
    game.activate(A1);
    crate::moving::start(&mut game, horse);
    for step in way {
        game.plays(step, &[]);
    }
    assert_eq!(game.unit(UnitId(1)).place, Place::Wreck { captured: true });
    (game, battery)
}

#[test]
fn a_captured_wagon_is_a_wagon_still() {
    // MP 10.9.1a: it blocks sight, in whosever hands it is.
    let (mut game, battery) = rides_over("1212", &["ahead ne", "ahead nw", "react-done", "halt"]);
    crate::moving::act(&mut game, battery);
    assert_eq!(game.forbids("shoot 1210 artillery"), "MP 10.9.2d");
    // MP 14.1e: it covers those with it.
    let (mut game, _) = rides_over("1211", &["ahead ne", "ahead nw"]);
    game.plays("react-fire foe", &[4]);
    assert_eq!(game.gave("MP 10.3.3a", "MP 14.1e"), i32::from(game.rules.charts.fire_modifiers.wagon));
    assert_ne!(game.rules.charts.fire_modifiers.wagon, 0);
}

#[test]
fn over_a_bridge_a_brigade_attacks_what_lies_at_its_other_end() {
    // Ruling G41, MP 7.3.5f, 11.3.1e, 11.1.3a: not the centre of its front, but the bridge is in one of its front hexsides; without it, it is the centre or nothing.
    for bridge in [true, false] {
        let mut board = board();
        let line = board.unit(double_heavy("line", A1).mark(Mark::Moved).at("1212", "n"));
        board.unit(heavy("foe", B1).at("1211", "s"));
        for (hex, dir) in [("1212", "ne"), ("1312", "nw"), ("1312", "ne")] {
            board.hexside(hex, dir, "pike-wagon");
        }
        if bridge {
            board.hexside("1212", "nw", "bridge");
        }
        let mut game = board.open();
        game.segment(A1);
        if bridge {
            game.attacks(line, "1211", &[4]);
            assert_eq!(game.modifier("MP 6.3.1f"), i32::from(game.rules.charts.combat_modifiers.attacker_broken));
        } else {
            assert!(!game.choices().iter().any(|choice| choice.starts_with("attack line")), "{:?}", game.choices());
        }
    }
}
