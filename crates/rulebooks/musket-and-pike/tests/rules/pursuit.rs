//! Sections 11.4.6 to 11.4.9 and 11.7: the ground taken, the beaten pursued.

use crate::common::*;
use crate::playing::{all_roll, offered};
use field::hexes::Hand;
use kernel::Seat;
use musket_and_pike::cards::UnitId;
use musket_and_pike::close_combat::{CombatChoice, CombatStep, FightStage};
use musket_and_pike::decision::Decision;
use musket_and_pike::reaction::{Event, ReactChoice};
use musket_and_pike::state::{Formation, LeaderPlace, Loss, Mark, Morale, Place};

fn came(piece: Piece, hex: &str) -> Piece {
    piece.at(hex, "n").mark(Mark::Moved)
}

fn horse(key: &str) -> Piece {
    cavalry(key, A1).pistols(0)
}

/// Cavalry of morale 8 with Momentum in 1212 on cavalry of morale 6 in 1211, both without pistols: +4.
fn charge(more: &dyn Fn(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    let foe = board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    more(&mut board);
    let mut game = board.open();
    game.segment(A1);
    (game, one, foe)
}

/// The charge breaks the enemy, who runs to the north-west twice; then the pursuit is rolled.
fn rout(pursuit: &[u8], more: &dyn Fn(&mut Board)) -> (Game, UnitId, UnitId) {
    let (mut game, one, foe) = charge(more);
    game.attacks(one, "1211", &[6]);
    assert_eq!(game.total(), 10);
    game.retreats("nw", &[]);
    game.retreats("nw", pursuit);
    (game, one, foe)
}

// Section 11.4.6 to 11.4.9: the advance.

#[test]
fn an_attacker_must_advance_a_defender_may() {
    // MP 11.4.6a, 11.4.6d: Formation Broken, without allowance.
    let (mut game, one, foe) = charge(&|_| ());
    game.state.units[one.ix()].formation = Formation::Broken;
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.total(), 6);
    game.retreats("ne", &[]);
    assert_eq!(game.at(one), "1211");
    assert_eq!(game.refusal(CombatChoice::HoldGround), "MP 11.2E");
    game.turns(None, &[]);
    assert_eq!(game.at(foe), "1210");
    // The defender's choice.
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    let foe = board.unit(heavy("b", B1).morale(8).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    game.retreats("sw", &[]);
    assert_eq!(game.menu()[0], CombatChoice::HoldGround);
    game.advances(foe, "se", &[]);
    game.turns(Some(Hand::Left), &[]);
    assert_eq!(game.at(foe), "1212");
    assert_eq!(game.unit(foe).facing, game.vertex("SE"));
}

#[test]
fn an_advance_goes_any_way_and_may_end_with_a_turn() {
    // MP 11.4.7a, 11.4.7b: the defender advances over his shoulder.
    let mut board = board();
    let one = board.unit(heavy("a", A1).at("1210", "s").mark(Mark::Moved));
    let foe = board.unit(heavy("b", B1).morale(8).strength(20).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    // From behind: +1 flank, +1 Matrix, -2 morale, -1 ratio.
    game.attacks(one, "1211", &[3]);
    assert_eq!(game.total(), 2);
    game.let_be_until_advance();
    game.advances(foe, "ne", &[]);
    assert_eq!(game.at(foe), "1210");
    assert_eq!(
        game.menu(),
        [CombatChoice::KeepFacing, CombatChoice::Turn(Hand::Left), CombatChoice::Turn(Hand::Right)]
    );
    game.turns(Some(Hand::Right), &[]);
    assert_eq!(game.unit(foe).facing, game.vertex("SW"));
}

#[test]
fn the_unit_of_the_highest_morale_advances() {
    // MP 11.4.6b
    let fight = |first: u8, second: u8| {
        let mut board = board();
        let one = board.unit(came(heavy("one", A1).morale(first), "1212"));
        let two = board.unit(came(heavy("two", A1).morale(second), "1112"));
        board.unit(heavy("foe", B1).at("1211", "s"));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(one, "1211", &[]);
        game.attacks(two, "1211", &[4]);
        game.retreats("ne", &[]);
        (game, one, two)
    };
    let (game, _, two) = fight(6, 7);
    assert_eq!(game.at(two), "1211");
    // Equals: the owner chooses.
    let (mut game, one, two) = fight(7, 7);
    let way = |unit, name: &str| CombatChoice::Advance { unit, dir: game.dir(name) };
    assert_eq!(game.menu(), [way(one, "NW"), way(two, "NE")]);
    assert_eq!(game.refusal(CombatChoice::HoldGround), "MP 11.4.6a");
    game.advances(two, "ne", &[]);
    assert_eq!((game.at(one), game.at(two)), ("1212".into(), "1211".into()));
}

#[test]
fn two_hexes_left_by_a_brigade_may_both_be_taken() {
    // MP 11.4.6c
    let mut board = board();
    let foe = board.unit(double_heavy("brigade", B1).at("1211", "s").strength(8));
    let east = board.unit(came(heavy("east", A1).morale(7), "1212"));
    let west = board.unit(came(heavy("west", A1), "1012"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(east, "1211", &[]);
    game.attacks(west, "1111", &[4]);
    assert_eq!(game.total(), 6);
    game.retreats("nw", &[]);
    assert_eq!(game.both(foe), ("1110".into(), "1010".into()));
    // The better unit first, as it must; then the other, if it likes.
    assert_eq!(game.at(east), "1211");
    game.turns(None, &[]);
    assert_eq!(game.menu()[0], CombatChoice::HoldGround);
    game.advances(west, "ne", &[]);
    game.turns(None, &[]);
    assert_eq!(game.at(west), "1111");
}

#[test]
fn a_brigade_advances_with_both_halves() {
    // MP 11.4.8a, 11.4.8c
    let mut board = board();
    let brigade = board.unit(came(double_heavy("brigade", A1).morale(7), "1212"));
    board.unit(heavy("foe", B1).at("1311", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(brigade, "1311", &[5]);
    game.retreats("ne", &[]);
    let way = |name: &str| CombatChoice::Advance { unit: brigade, dir: game.dir(name) };
    assert_eq!(game.menu(), [way("NW"), way("NE")]);
    game.advances(brigade, "nw", &[]);
    assert_eq!(game.both(brigade), ("1211".into(), "1311".into()));
    // No turn is asked of a two-hex unit.
    assert!(!matches!(game.combat_step(), Some(CombatStep::TurnAfter { .. })));
}

#[test]
fn a_brigade_that_finds_room_for_one_half_wheels() {
    // MP 11.4.8b
    let mut board = board();
    let brigade = board.unit(came(double_heavy("brigade", A1).morale(7), "1212"));
    board.unit(heavy("foe", B1).at("1311", "s"));
    board.unit(heavy("left", B1).at("1211", "n"));
    board.unit(heavy("right", B1).at("1411", "n"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(brigade, "1311", &[5]);
    game.let_be_until_advance();
    let wheel = |pivot| CombatChoice::AdvanceWheel { unit: brigade, pivot };
    assert_eq!(game.menu(), [wheel(Hand::Left), wheel(Hand::Right)]);
    game.choose(wheel(Hand::Left), &[]);
    assert_eq!(game.both(brigade), ("1212".into(), "1311".into()));
    assert_eq!(game.unit(brigade).facing, game.vertex("NW"));
}

#[test]
fn the_ground_of_an_advance_disorders_once_more() {
    // MP 11.4.10a, 11.3.1d
    let (mut game, one, _) = charge(&|board| board.hexside("1212", "NW", "stream"));
    game.attacks(one, "1211", &[5]);
    assert_eq!(game.total(), 8);
    game.let_be_until_advance();
    game.turns(None, &[]);
    // The stream and the combat.
    assert_eq!(game.unit(one).formation, Formation::Broken);
}

#[test]
fn enemies_react_to_an_advance_but_not_those_who_fought() {
    // MP 11.4.9a, 11.2G, V15
    let (mut game, one, foe) = charge(&|board| {
        board.unit(light("dragoons", B1).at("1111", "se"));
    });
    game.attacks(one, "1211", &[2]);
    game.retreats("ne", &[]);
    // The turn comes before any reaction (MP 11.4.7b).
    assert!(matches!(game.combat_step(), Some(CombatStep::TurnAfter { .. })));
    game.turns(None, &[]);
    let window = game.state.windows.last().expect("a window for the dragoons");
    assert_eq!((window.trigger.unit, window.trigger.event), (one, Event::EndsAdvance));
    assert_eq!(window.side, B);
    assert!(window.trigger.barred.contains(foe) && window.trigger.ran);
    // MP 11.2Fa: the formation hits came before.
    assert_eq!(game.unit(one).formation, Formation::Shaken);
}

#[test]
fn the_active_side_reacts_to_an_inactive_advance() {
    // MP 11.2G, 9.1.1e
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    let foe = board.unit(heavy("b", B1).morale(8).at("1211", "s"));
    let friend = board.unit(heavy("c", A1).at("1213", "ne").mark(Mark::Moved).mark(Mark::Momentum));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    game.let_be_until_advance();
    game.advances(foe, "se", &[]);
    game.turns(None, &[]);
    let window = game.state.windows.last().expect("a window for the active side");
    assert_eq!((window.side, window.trigger.unit), (A, foe));
    assert!(!window.trigger.barred.contains(friend));
    // MP 11.3.6k: who so reacts loses his Momentum.
    assert!(game.unit(friend).has(Mark::Momentum));
    game.with(&[], |play| play.decide(Seat(0), Decision::React(ReactChoice::Fire { unit: friend })));
    assert!(!game.unit(friend).has(Mark::Momentum));
}

#[test]
fn an_interceptors_advance_triggers_nothing() {
    // MP 11.3.6e: nor does it count for Momentum. Only the active side's advance is a trigger then.
    let mut board = board();
    let mover = board.unit(horse("mover").at("1212", "n"));
    let interceptor = board.unit(cavalry("interceptor", B1).morale(8).pistols(0).at("1211", "s"));
    board.unit(heavy("friend", A1).at("1213", "ne"));
    let mut game = board.open();
    game.activate(A1);
    game.with(&[], |play| play.begin_interception_combat(interceptor, mover));
    game.advance(&[4]);
    assert_eq!(game.total(), 6);
    game.let_be(&[]);
    assert_eq!(game.at(interceptor), "1212");
    assert!(game.state.windows.is_empty() && game.state.fights.is_empty() && game.state.moves.is_empty());
    assert!(!game.unit(interceptor).has(Mark::Momentum));
}

#[test]
fn wing_commanders_advance_and_retreat_with_their_units() {
    // MP 5.2.2a
    let (mut game, one, foe) = charge(&|board| {
        board.commander(A1, 0, "1212");
        board.commander(B1, 0, "1211");
    });
    game.attacks(one, "1211", &[2]);
    assert_eq!(game.total(), 6);
    game.retreats("ne", &[]);
    game.turns(None, &[0, 0]);
    let at = |wing: usize| {
        let leader = game.state.wings[wing].leader.expect("a leader");
        game.rules.ground.grid.number(game.state.leaders[leader.ix()].hex).to_string()
    };
    assert_eq!((at(0), at(2)), (game.at(one), game.at(foe)));
}

// Section 11.7: pursuit.

#[test]
fn cavalry_that_breaks_off_advances_as_usual() {
    // MP 11.7.2a, 11.7.2b
    let (game, one, foe) = rout(&[2], &|_| ());
    assert_eq!((game.at(one).as_str(), game.at(foe).as_str()), ("1211", "1109"));
}

#[test]
fn cavalry_that_pursues_rides_the_beaten_down() {
    // MP 11.7.2c, 11.7.2g, 11.7.1a
    let (mut game, one, foe) = rout(&[3], &|_| ());
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!(game.at(one), "1109");
    assert_eq!(game.unit(one).formation, Formation::Broken);
    // MP 11.4.7b: it may turn.
    game.turns(Some(Hand::Left), &[]);
    assert_eq!(game.unit(one).facing, game.vertex("NW"));
}

#[test]
fn a_pursuit_takes_guns_and_wagons_on_its_way() {
    // MP 11.7.2c: guns in the hex left and on the path.
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    let foe = board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    let guns = [board.unit(gun("g1", B1).at("1211", "s")), board.unit(gun("g2", B1).at("1110", "s"))];
    let train = board.unit(wagon("train", B1).at("1109", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[6]);
    game.retreats("nw", &[]);
    game.retreats("nw", &[3]);
    assert_eq!(game.at(one), "1109");
    assert_eq!(guns.map(|gun| game.unit(gun).place), [Place::Wreck { captured: true }; 2]);
    assert!(game.unit(train).has(Mark::Captured));
    assert!(!game.unit(foe).on_map());
}

#[test]
fn reactions_to_a_pursuit_come_at_its_end() {
    // MP 11.7.2e, 11.4.9a
    let (mut game, one, foe) = rout(&[3], &|board| {
        board.unit(light("muskets", B1).at("1009", "se"));
    });
    game.turns(None, &[]);
    let window = game.state.windows.last().expect("a window");
    assert_eq!(window.trigger.unit, one);
    assert_eq!(window.trigger.event, Event::EndsPursuit { after_interception: false });
    assert!(window.trigger.barred.contains(foe));
}

#[test]
fn a_pursuit_forces_heavy_infantry_into_hedgehog() {
    // MP 11.7.2e: any Heavy Infantry next to the pursuer at the end must try, here with a roll of 0.
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    let foot = board.unit(heavy("foot", B1).at("1009", "n"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[6]);
    game.retreats("nw", &[]);
    game.retreats("nw", &[3]);
    game.turns(None, &[0]);
    assert_eq!(game.unit(foot).formation, Formation::Hedgehog);
}

#[test]
fn pursuit_off_the_map() {
    // MP 11.7.2h, 11.7.2j, 11.7.2k
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    let foe = board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    let gun = board.unit(gun("gun", B1).at("1211", "s"));
    let leader = board.commander(A1, 0, "1212");
    board.unit(light("dragoons", B1).at("1111", "se"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[6]);
    assert_eq!(game.total(), 10);
    game.retreats("ne", &[]);
    game.retreats("ne", &[6]);
    assert_eq!(game.unit(one).place, Place::Gone(Loss::Pursuing));
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!(game.unit(gun).place, Place::Wreck { captured: true });
    // MP 11.7.2i: the leader is away with it and may come back.
    assert!(!matches!(game.state.leaders[leader.ix()].place, LeaderPlace::Map | LeaderPlace::Eliminated));
    // Nobody reacts.
    assert!(game.state.windows.is_empty());
}

#[test]
fn three_cavalry_units_check_for_pursuit() {
    // MP V10, 11.7.4a, 11.7.2a
    let mut board = board();
    let one = board.unit(came(horse("one"), "1212"));
    let two = board.unit(came(horse("two"), "1112"));
    let three = board.unit(horse("three").at("1311", "nw").mark(Mark::Moved));
    let foe = board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.attacks(two, "1211", &[]);
    game.attacks(three, "1211", &[8]);
    // 3:1 gives 1, the flank 1.
    assert_eq!(game.total(), 10);
    while matches!(game.combat_step(), Some(CombatStep::Retreat(_))) {
        let choice = game.menu()[0];
        game.choose(choice, &[]);
    }
    assert_eq!(game.state.fights[0].stage, FightStage::Pursuit);
    assert_eq!(game.menu(), [one, two, three].map(|unit| CombatChoice::CheckPursuit { unit }));
    game.choose(CombatChoice::CheckPursuit { unit: one }, &[3]);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!(game.unit(one).formation, Formation::Broken);
    game.turns(None, &[]);
    // The second 3 breaks off, formation unchanged; the 6 leaves the map all the same.
    game.choose(CombatChoice::CheckPursuit { unit: two }, &[3, 6]);
    assert_eq!(game.unit(two).formation, Formation::Normal);
    assert_eq!(game.unit(three).place, Place::Gone(Loss::Pursuing));
    // The one that broke off advances (MP 11.4.6a, 11.7.2b).
    assert_eq!(game.at(two), "1211");
}

#[test]
fn a_pursuer_of_the_eliminated_stays_where_it_advanced() {
    // MP V33, 11.7.2d, 11.7.4a
    let flank = |dice: &[u8]| {
        let mut board = board();
        let one = board.unit(cavalry("one", A1).morale(7).at("1311", "nw").mark(Mark::Moved).mark(Mark::Momentum));
        let foe = board.unit(heavy("foe", B1).strength(12).at("1211", "s"));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(one, "1211", &[]);
        game.pistols(one, true, dice);
        (game, one, foe)
    };
    let (game, _, foe) = flank(&[4]);
    assert_eq!((game.net(), game.total()), (4, 8));
    assert_eq!(game.unit(foe).morale, Morale::Shaken);
    let (game, one, foe) = flank(&[9, 4]);
    assert_eq!(game.total(), 13);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!((game.at(one).as_str(), game.unit(one).formation), ("1211", Formation::Normal));
    let (game, one, _) = flank(&[9, 6]);
    assert_eq!(game.unit(one).place, Place::Gone(Loss::Pursuing));
}

#[test]
fn light_infantry_is_not_pursued() {
    // MP 11.7.1b
    let mut board = board();
    let one = board.unit(came(horse("one"), "1212"));
    let foe = board.unit(light("foe", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[7]);
    assert_eq!(game.total(), 10);
    game.let_be_until_advance();
    assert_eq!(game.unit(foe).morale, Morale::Broken);
    assert!(!game.told_of("MP 11.7.2a"));
    assert_eq!(game.at(one), "1211");
}

#[test]
fn a_unit_that_stands_is_not_pursued() {
    // MP 11.7.1c
    let (mut game, one, foe) = charge(&|board| {
        for hex in ["1110", "1210", "1111"] {
            board.unit(heavy(hex, B1).at(hex, "s"));
        }
    });
    game.attacks(one, "1211", &[6, 3]);
    assert_eq!(game.unit(foe).morale, Morale::Shaken);
    assert!(!game.told_of("MP 11.7.2a"));
}

#[test]
fn dismounted_cavalry_does_not_pursue() {
    // MP 14.3b, 11.7.1a
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).card(|card| card.dismounted = true), "1212"));
    board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[9]);
    assert_eq!(game.total(), 10);
    game.let_be_until_advance();
    assert!(!game.told_of("MP 11.7.2a"));
}

#[test]
fn victorious_defenders_pursue_too() {
    // MP 12.4.3f: even Morale Broken ones.
    let mut board = board();
    let one = board.unit(came(horse("one").formation(Formation::Broken).strength(2).state(Morale::Shaken), "1212"));
    let foe = board.unit(cavalry("foe", B1).pistols(0).strength(8).morale(8).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    // -3 morale, -2 ratio, -2 formation: limited to -4.
    game.attacks(one, "1211", &[2]);
    assert_eq!(game.total(), -2);
    game.retreats("sw", &[]);
    game.retreats("sw", &[3]);
    assert_eq!(game.unit(one).place, Place::Gone(Loss::Eliminated));
    assert_eq!((game.at(foe).as_str(), game.unit(foe).formation), ("1114", Formation::Broken));
}

#[test]
fn a_unit_that_flees_off_the_map_is_pursued_to_the_edge() {
    // MP 11.7.2f: the loser is eliminated all the same.
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1202"));
    let foe = board.unit(cavalry("foe", B1).pistols(0).at("1201", "s"));
    let mut game = board.open();
    game.segment(A1);
    // It runs off the map; the pursuer follows as far as there is a path.
    game.attacks(one, "1201", &[6, 3]);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!((game.at(one).as_str(), game.unit(one).formation), ("1201", Formation::Broken));
}

#[test]
fn cavalry_in_pursuit_leaves_its_musketeers_and_takes_its_leader() {
    // MP 11.7.3a, 11.7.2k
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    let foot = board.unit(came(light("muskets", A1), "1212"));
    board.together(one, foot);
    let leader = board.commander(A1, 0, "1212");
    board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[6]);
    game.retreats("nw", &[]);
    game.retreats("nw", &[3]);
    game.turns(None, &[0]);
    assert_eq!((game.at(one), game.at(foot)), ("1109".into(), "1212".into()));
    assert_eq!((game.unit(one).with, game.unit(foot).with), (None, None));
    assert_eq!(game.table().body_at(game.hex("1212")), Some(foot));
    assert_eq!(game.state.leaders[leader.ix()].hex, game.hex("1109"));
}

#[test]
fn a_pursuer_follows_one_from_its_front_hexes() {
    // MP 11.7.5a: two attackers beaten, one before the defender, one on its flank.
    let mut board = board();
    let front = board.unit(came(horse("front").strength(2).formation(Formation::Broken), "1212"));
    let second = board.unit(came(horse("second").strength(2), "1112"));
    let flank = board.unit(horse("flank").strength(2).at("1311", "nw").mark(Mark::Moved));
    let foe = board.unit(cavalry("foe", B1).pistols(0).strength(20).morale(8).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(front, "1211", &[]);
    game.attacks(second, "1211", &[]);
    // -2 morale, -2 ratio, +1 flank, -2 formation: limited to -4; 1 breaks them all.
    game.attacks(flank, "1211", &[1]);
    assert_eq!(game.total(), -3);
    while matches!(game.combat_step(), Some(CombatStep::Retreat(_))) {
        let way = offered(&game)[0].clone();
        all_roll(&mut game, 3, &way);
    }
    let after = |unit| CombatChoice::PursueAfter { unit };
    assert_eq!(game.menu(), [after(front), after(second)]);
    assert_eq!(game.refusal(after(flank)), "MP 11.7.5a");
    game.choose(after(second), &[]);
    assert_eq!(game.unit(second).place, Place::Gone(Loss::Eliminated));
    assert!(game.unit(front).on_map() && game.unit(flank).on_map());
    assert_eq!(game.seat_asked(), Seat(1));
    assert_eq!(game.unit(foe).formation, Formation::Broken);
}

#[test]
fn one_that_stands_ends_the_pursuit_of_all() {
    // MP 11.7.1c: of two beaten attackers one has nowhere to go and Stands; the cavalry pursues neither.
    let mut board = board();
    let [one, two] = [("one", "1212"), ("two", "1112")].map(|(key, hex)| board.unit(came(heavy(key, A1), hex)));
    let foe = board.unit(cavalry("foe", B1).strength(20).morale(8).pistols(0).at("1211", "s"));
    for hex in ["1312", "1213", "1313"] {
        board.unit(heavy(hex, A1).at(hex, "n"));
    }
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.attacks(two, "1211", &[0]);
    assert_eq!(game.total(), -2);
    while game.topic() == "retreat" {
        let last = game.unit(two).hex == game.hex("1113");
        let way = game.choices()[0].clone();
        // Then the other one rolls.
        game.plays(&way, if last { &[0] } else { &[] });
    }
    assert_eq!([one, two].map(|unit| game.unit(unit).morale), [Morale::Shaken, Morale::Broken]);
    game.plays("face n", &[]);
    assert!(!game.told_of("MP 11.7.2a"), "{}", game.told());
    assert!(game.unit(two).on_map() && game.unit(foe).on_map());
}

#[test]
fn a_barred_pursuit_breaks_the_order_of_both() {
    // MP 11.7.2g, 8.2.1f, 11.7.2f: over the wall the cavalry cannot follow; the loser is eliminated, cavalry and musketeers are Formation Broken.
    let mut board = board();
    let one = board.unit(came(heavy("one", A1), "1212"));
    let foe = board.unit(cavalry("foe", B1).strength(20).morale(8).pistols(0).at("1211", "s"));
    let foot = board.unit(light("foot", B1).at("1211", "s"));
    board.together(foe, foot);
    board.hexside("1212", "nw", "wall");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[1]);
    while game.topic() == "retreat" {
        let way = game.choices()[0].clone();
        let gone = game.rules.ground.grid.distance(game.unit(one).hex, game.hex("1212")) == 1;
        game.plays(&way, if gone { &[3] } else { &[] });
    }
    assert_eq!(game.unit(one).place, Place::Gone(Loss::Eliminated));
    assert_eq!([foe, foot].map(|unit| game.unit(unit).formation), [Formation::Broken; 2]);
    assert_eq!((game.at(foe), game.unit(foot).with), ("1211".into(), Some(foe)));
}

#[test]
fn the_loser_is_lost_where_the_pursuer_cannot_follow() {
    // MP 11.7.2f: the foot runs through a marsh that bars the cavalry; it is eliminated all the same.
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    let foe = board.unit(heavy("foe", B1).card(|card| card.pikes = false).strength(2).morale(4).at("1211", "s"));
    for hex in ["1110", "1210"] {
        board.terrain(hex, "marsh");
    }
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[6]);
    game.retreats("nw", &[]);
    assert_eq!(game.at(foe), "1110");
    game.retreats("nw", &[3]);
    assert_eq!((game.unit(foe).place, game.at(one)), (Place::Gone(Loss::Eliminated), "1211".into()));
    assert_eq!(game.unit(one).formation, Formation::Broken);
}

#[test]
fn guns_left_by_the_fugitives_are_taken_by_those_who_ride_off_the_map() {
    // MP 11.7.2j: captured, though nobody has entered the hex, and nobody reacts.
    let (game, one, _) = rout(&[6], &|board| {
        board.unit(gun("guns", B1).at("1211", "s"));
        board.unit(wagon("cart", B1).at("1109", "s"));
        board.unit(heavy("watcher", B1).at("1310", "s"));
    });
    let guns = UnitId(2);
    assert_eq!(game.unit(one).place, Place::Gone(Loss::Pursuing));
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: true });
    assert_eq!(game.topic(), "nothing");
}

#[test]
fn pursuing_cavalry_leaves_its_musketeers() {
    // MP 11.7.3a, 8.2.1e: they stay where the fight was, by themselves.
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    let foot = board.unit(came(light("foot", A1), "1212"));
    board.together(one, foot);
    let foe = board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[6]);
    game.retreats("nw", &[]);
    game.retreats("nw", &[3]);
    assert_eq!(
        (game.unit(foe).place, game.at(one), game.at(foot)),
        (Place::Gone(Loss::Eliminated), "1109".into(), "1212".into())
    );
    assert_eq!([one, foot].map(|unit| game.unit(unit).with), [None; 2]);
    assert_eq!(game.table().body_at(game.hex("1212")), Some(foot));
    assert_eq!(game.unit(foot).formation, Formation::Normal, "the pursuit breaks the cavalry's order alone");
}

#[test]
fn musketeers_that_fugitives_fell_in_with_are_not_ridden_down() {
    // MP 11.7.5a: only the beaten unit is affected by the pursuit.
    let (mut game, one, foe) = charge(&|board| {
        board.unit(light("foot", B1).at("1109", "s"));
    });
    game.attacks(one, "1211", &[6]);
    game.retreats("nw", &[]);
    let foot = UnitId(2);
    game.retreats("nw", &[3]);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!((game.at(foot), game.unit(foot).with, game.unit(foot).morale), ("1109".into(), None, Morale::Broken));
    assert_eq!(game.at(one), "1110", "the musketeers bar the last hex");
}

#[test]
fn a_pursuit_goes_on_though_the_ground_breaks_the_formation() {
    // MP 7.3.1f: two woods break it on the way, and it rides to the end of the path.
    let mut board = board();
    let one = board.unit(came(horse("one").morale(8).mark(Mark::Momentum), "1212"));
    let foe = board.unit(cavalry("foe", B1).pistols(0).at("1211", "s"));
    for hex in ["1211", "1110", "1210"] {
        board.terrain(hex, "woods");
    }
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[7]);
    game.retreats("nw", &[]);
    game.retreats("nw", &[3]);
    assert_eq!((game.at(one), game.unit(one).formation), ("1109".into(), Formation::Broken));
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
}
