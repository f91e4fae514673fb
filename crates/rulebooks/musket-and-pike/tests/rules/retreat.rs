//! Sections 11.4.1 to 11.4.5 and 12.4: losing, giving way, running, and having nowhere to run.

use crate::common::*;
use kernel::Seat;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::close_combat::{CombatChoice, CombatStep};
use musket_and_pike::rally::RallyStep;
use musket_and_pike::state::{Formation, LeaderPlace, Loss, Mark, Morale, Place};

fn came(piece: Piece, hex: &str) -> Piece {
    piece.at(hex, "n").mark(Mark::Moved)
}

/// An attacker of the first side in 1212 and a defender of the second in 1211; `more` adds to the field.
fn duel(attacker: Piece, defender: Piece, more: &dyn Fn(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let attacker = board.unit(came(attacker, "1212"));
    let defender = board.unit(defender.at("1211", "s"));
    more(&mut board);
    let mut game = board.open();
    game.segment(A1);
    (game, attacker, defender)
}

/// Friends of the second side in all of these hexes.
fn crowd(board: &mut Board, hexes: &[&str]) {
    for hex in hexes {
        board.unit(heavy(hex, B1).at(hex, "n"));
    }
}

#[test]
fn a_shaken_unit_backs_off_with_formation_and_facing() {
    // MP 11.4.1c, 11.4.1a
    let (mut game, one, foe) = duel(heavy("a", A1).morale(7), heavy("b", B1), &|_| ());
    game.attacks(one, "1211", &[5]);
    assert_eq!(game.total(), 6);
    assert_eq!(game.unit(foe).morale, Morale::Shaken);
    // Two hexes toward the edge are equally good; its owner chooses (MP 11.4.2b, 11.4.2c).
    assert_eq!(game.seat_asked(), Seat(1));
    let to = |name: &str| CombatChoice::RetreatTo(game.dir(name));
    assert_eq!(game.menu(), [to("NW"), to("NE")]);
    // Sideways is no better, next to the victor forbidden (MP 11.4.2a).
    assert_eq!(game.refusal(to("W")), "MP 11.4.2a");
    assert_eq!(game.refusal(to("E")), "MP 11.4.2a");
    game.retreats("nw", &[]);
    assert_eq!(game.at(foe), "1110");
    assert_eq!(game.unit(foe).facing, game.vertex("S"));
    game.turns(None, &[]);
    // Only the hit of the combat; nothing reacts to a retreat (MP 11.4.1a, 11.2G).
    assert_eq!(game.unit(foe).formation, Formation::Shaken);
    assert!(game.state.windows.is_empty());
}

#[test]
fn a_broken_unit_runs_two_hexes() {
    // MP 11.4.1b, 12.4.3b
    let (mut game, one, foe) = duel(heavy("a", A1).morale(8), heavy("b", B1).morale(6), &|board| {
        board.unit(heavy("friend", A1).at("0101", "n"));
    });
    game.attacks(one, "1211", &[8]);
    assert_eq!(game.total(), 10);
    assert_eq!((game.unit(foe).morale, game.unit(foe).formation), (Morale::Broken, Formation::None));
    game.retreats("ne", &[]);
    game.retreats("ne", &[]);
    assert_eq!(game.at(foe), "1309");
}

#[test]
fn a_shaken_unit_is_broken_by_a_shaken_result() {
    // MP V28, 12.4.6a, 11.7.1a: two hexes, and cavalry has to check for pursuit.
    let (mut game, one, foe) =
        duel(cavalry("a", A1).pistols(0), cavalry("b", B1).pistols(0).state(Morale::Shaken), &|_| ());
    game.attacks(one, "1211", &[5]);
    assert_eq!(game.total(), 6);
    assert_eq!(game.unit(foe).morale, Morale::Broken);
    game.retreats("nw", &[]);
    game.retreats("nw", &[0]);
    assert_eq!(game.at(foe), "1109");
    assert!(game.told_of("MP 11.7.2a"));
}

#[test]
fn a_broken_unit_beaten_again_is_eliminated() {
    // MP V27, 12.4.6b
    for die in [2, 4, 6] {
        let (mut game, one, foe) =
            duel(heavy("a", A1).strength(8), heavy("b", B1).strength(4).state(Morale::Broken), &|_| ());
        game.attacks(one, "1211", &[die]);
        assert_eq!(game.modifier("MP 11.3.3a"), 5);
        assert_eq!(game.modifier("MP 11.3.4a"), 1);
        assert_eq!(game.net(), 4);
        assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated), "{die}");
        // MP 11.4.6a: the attacker is in its hex.
        assert_eq!(game.at(one), "1211");
    }
}

#[test]
fn eliminated_attackers_leave_their_hex() {
    // MP 11.4.1d: AE at -4.
    let (mut game, one, foe) =
        duel(cavalry("a", A1).pistols(0), heavy("b", B1).strength(12).formation(Formation::Hedgehog), &|_| ());
    game.attacks(one, "1211", &[0]);
    assert_eq!(game.total(), -4);
    assert_eq!(game.unit(one).place, Place::Gone(Loss::Eliminated));
    game.choose(CombatChoice::HoldGround, &[]);
    assert_eq!(game.at(foe), "1211");
}

#[test]
fn the_result_falls_on_all_attackers() {
    // MP 11.4.1a
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).strength(4).morale(5), "1212"));
    let two = board.unit(came(heavy("b", A1).strength(4).morale(4), "1112"));
    board.unit(heavy("foe", B1).strength(8).morale(8).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.attacks(two, "1211", &[5]);
    assert_eq!(game.total(), 2);
    assert_eq!([one, two].map(|unit| game.unit(unit).morale), [Morale::Shaken; 2]);
    game.retreats("se", &[]);
    game.retreats("sw", &[]);
    assert_eq!((game.at(one), game.at(two)), ("1313".into(), "1113".into()));
}

#[test]
fn the_way_leads_to_the_friendly_edge_by_the_cheapest_ground() {
    // MP 11.4.2b, 11.4.2c
    let (mut game, one, foe) = duel(heavy("a", A1).morale(7), heavy("b", B1), &|board| board.terrain("1210", "woods"));
    game.attacks(one, "1211", &[5]);
    // The other hex is cheaper: nobody is asked.
    assert_eq!(game.at(foe), "1110");
}

#[test]
fn the_ground_of_a_retreat_disorders() {
    // MP 11.4.10a, 7.3.1a: woods on every way, and the hit of the combat on top.
    let (mut game, one, foe) = duel(heavy("a", A1).morale(7), heavy("b", B1), &|board| {
        board.terrain("1210", "woods");
        board.terrain("1110", "woods");
    });
    game.attacks(one, "1211", &[5]);
    game.retreats("nw", &[]);
    assert_eq!(game.unit(foe).formation, Formation::Shaken);
    game.turns(None, &[]);
    assert_eq!(game.unit(foe).formation, Formation::Broken);
}

#[test]
fn other_enemies_may_be_passed() {
    // MP 11.4.2b
    let (mut game, one, foe) = duel(heavy("a", A1).morale(7), heavy("b", B1), &|board| {
        crowd(board, &["1110"]);
        board.unit(heavy("other", A2).at("1310", "n"));
    });
    game.attacks(one, "1211", &[5]);
    assert_eq!(game.at(foe), "1210");
}

#[test]
fn friends_bar_the_way_guns_and_wagons_do_not() {
    // MP 11.4.3a, 11.4.3b, 11.4.3e
    let guns = |train: Piece| {
        let mut board = board();
        let one = board.unit(came(heavy("a", A1).morale(7), "1212"));
        let foe = board.unit(heavy("b", B1).at("1211", "s"));
        crowd(&mut board, &["1110", "1111"]);
        let train = board.unit(train.at("1210", "s"));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(one, "1211", &[5]);
        assert_eq!(game.at(foe), "1210");
        *game.unit(train)
    };
    assert_eq!(guns(gun("gun", B1)).place, Place::Wreck { captured: false });
    assert_eq!(guns(wagon("train", B1)).place, Place::Map);
}

#[test]
fn a_gun_in_the_hex_left_is_disabled() {
    // MP 11.4.3b: the defender gives way from his gun, nobody enters.
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    let own = board.unit(gun("gun", A1).at("1212", "n"));
    let foe = board.unit(heavy("b", B1).morale(7).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.total(), 3);
    game.retreats("sw", &[]);
    game.choose(CombatChoice::HoldGround, &[]);
    assert_eq!(game.unit(own).place, Place::Wreck { captured: false });
    assert_eq!(game.at(foe), "1211");
}

#[test]
fn both_halves_retreat() {
    // MP 11.4.4a: the brigade shifts as a whole although only one half was attacked.
    let (mut game, one, foe) = duel(heavy("a", A1).morale(8).strength(20), double_heavy("b", B1), &|_| ());
    assert_eq!(game.both(foe), ("1211".into(), "1111".into()));
    game.attacks(one, "1211", &[3]);
    assert_eq!(game.total(), 6);
    game.retreats("nw", &[]);
    assert_eq!(game.both(foe), ("1110".into(), "1010".into()));
}

#[test]
fn a_shaken_unit_that_cannot_retreat_takes_casualties() {
    // MP 11.4.5c
    let (mut game, one, foe) = duel(heavy("a", A1).morale(8), heavy("b", B1).strength(20), &|board| {
        crowd(board, &["1110", "1210", "1111"]);
    });
    game.attacks(one, "1211", &[7]);
    assert_eq!(game.total(), 8);
    assert_eq!((game.at(foe).as_str(), game.unit(foe).casualties), ("1211", 2));
    assert_eq!(game.unit(foe).morale, Morale::Shaken);
    // Its hex is not empty: no advance.
    assert_eq!(game.at(one), "1212");
}

#[test]
fn a_stack_that_cannot_retreat_shares_its_casualties() {
    // MP 11.4.5c, 8.2.1f, 11.4.3c
    let mut board = board();
    let one = board.unit(came(cavalry("a", A1).strength(10).pistols(0).morale(8), "1212"));
    let horse = board.unit(cavalry("b", B1).strength(10).pistols(0).at("1211", "s"));
    let foot = board.unit(light("muskets", B1).at("1211", "s"));
    board.together(horse, foot);
    crowd(&mut board, &["1110", "1210", "1111"]);
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[6]);
    assert_eq!(game.total(), 8);
    assert_eq!(game.menu(), [CombatChoice::CasualtyTo { unit: horse }, CombatChoice::CasualtyTo { unit: foot }]);
    game.choose(CombatChoice::CasualtyTo { unit: horse }, &[]);
    game.choose(CombatChoice::CasualtyTo { unit: horse }, &[]);
    assert_eq!([horse, foot].map(|unit| game.unit(unit).casualties), [2, 0]);
}

#[test]
fn a_stack_retreats_together() {
    // MP 11.4.3c
    let mut board = board();
    let one = board.unit(came(cavalry("a", A1).pistols(0).morale(8), "1212"));
    let horse = board.unit(cavalry("b", B1).pistols(0).at("1211", "s"));
    let foot = board.unit(light("muskets", B1).at("1211", "s"));
    board.together(horse, foot);
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.total(), 6);
    game.retreats("ne", &[]);
    assert_eq!((game.at(horse), game.at(foot)), ("1210".into(), "1210".into()));
    assert_eq!(game.unit(foot).morale, Morale::Shaken);
}

/// A unit of morale 6 broken with all ways barred and the Unable to Retreat roll given.
fn cornered(die: u8, defender: Piece) -> (Game, UnitId, UnitId) {
    let (mut game, one, foe) = duel(heavy("a", A1).morale(8), defender, &|board| {
        crowd(board, &["1110", "1210", "1111"]);
    });
    game.attacks(one, "1211", &[8, die]);
    assert_eq!(game.total(), 10);
    (game, one, foe)
}

#[test]
fn a_cornered_unit_may_stand() {
    // MP 11.4.5a, 11.4.5b, 12.4.3c
    let (game, one, foe) = cornered(3, heavy("b", B1));
    assert_eq!((game.unit(foe).morale, game.unit(foe).formation), (Morale::Shaken, Formation::Broken));
    // Its owner faces it anew (MP 12.4.3g).
    assert!(matches!(game.state.agenda.top(), Some(Step::Rally(RallyStep::Face { unit })) if unit == foe));
    assert_eq!((game.at(foe).as_str(), game.at(one).as_str()), ("1211", "1212"));
}

#[test]
fn a_cornered_unit_may_lose_men() {
    // MP 11.4.5a: two hexes, two casualties, still Broken.
    let (game, one, foe) = cornered(5, heavy("b", B1));
    assert_eq!((game.unit(foe).morale, game.unit(foe).casualties), (Morale::Broken, 2));
    assert_eq!((game.at(foe).as_str(), game.at(one).as_str()), ("1211", "1212"));
}

#[test]
fn a_cornered_unit_may_be_destroyed() {
    // MP 11.4.5a, 11.4.6a
    let (game, one, foe) = cornered(7, heavy("b", B1));
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    assert_eq!(game.at(one), "1211");
}

#[test]
fn the_unable_to_retreat_roll_has_its_modifiers() {
    // MP 11.4.5a: printed morale 8 takes two off; a leader his rating.
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).morale(8).strength(20).mark(Mark::Momentum), "1212"));
    let foe = board.unit(heavy("b", B1).morale(8).formation(Formation::Broken).at("1211", "s"));
    board.commander(B1, -1, "1211");
    crowd(&mut board, &["1110", "1210", "1111"]);
    let mut game = board.open();
    game.segment(A1);
    // +1 ratio, +1 Momentum, +2 formation, -1 leader: 9 + 3 breaks it; 6 - 3 stands.
    game.attacks(one, "1211", &[9, 6]);
    assert_eq!(game.total(), 12);
    let roll = game.ledger.entries.iter().find(|entry| entry.rule == "MP 11.4.5a").expect("a roll");
    assert_eq!(roll.total, Some(3));
    assert_eq!(game.unit(foe).morale, Morale::Shaken);
}

#[test]
fn a_broken_unit_goes_as_far_as_it_can() {
    // MP 11.4.5a, 11.4.2a: one hex of two, then the roll; 5 costs the one hex missing.
    let (mut game, one, foe) = duel(heavy("a", A1).morale(8), heavy("b", B1), &|board| {
        crowd(board, &["1110", "1111", "1209", "1309", "1310", "1311"]);
    });
    game.attacks(one, "1211", &[8, 5]);
    assert_eq!(game.at(foe), "1210");
    assert_eq!((game.unit(foe).morale, game.unit(foe).casualties), (Morale::Broken, 1));
    assert_eq!(game.at(one), "1211");
}

#[test]
fn beyond_the_friendly_edge_a_unit_is_lost() {
    // MP 11.4.2d, 5.2.2c
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).morale(7), "1202"));
    let foe = board.unit(heavy("b", B1).at("1201", "s"));
    let other = board.unit(heavy("c", B1).at("0303", "s"));
    let leader = board.commander(B1, 0, "1201");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1201", &[6]);
    assert_eq!(game.total(), 6);
    assert_eq!(game.unit(foe).place, Place::Gone(Loss::Eliminated));
    // His leader goes to another unit of the Wing: the only one.
    let him = game.state.leaders[leader.ix()];
    assert!(him.place == LeaderPlace::Map || game.asked() == Some(Seat(1)), "{him:?}");
    assert!(game.unit(other).on_map());
}

#[test]
fn light_infantry_may_fall_in_with_cavalry() {
    // MP 11.4.3d
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).morale(7), "1212"));
    let foot = board.unit(light("muskets", B1).at("1211", "s"));
    let horse = board.unit(cavalry("horse", B1).at("1210", "n"));
    crowd(&mut board, &["1110", "1111"]);
    let mut game = board.open();
    game.segment(A1);
    // +1 morale, +2 ratio, +2 Matrix, limited to 4: 2 + 4 shakes it, one hex.
    game.attacks(one, "1211", &[2]);
    assert_eq!(game.total(), 6);
    let join = CombatChoice::RetreatTo(game.dir("NE"));
    assert_eq!(game.menu(), [CombatChoice::Halt, join]);
    game.choose(join, &[]);
    assert_eq!(game.at(foot), "1210");
    assert_eq!(game.unit(foot).with, Some(horse));
    // They share the worse state (MP 8.2.2d).
    assert_eq!(game.unit(horse).morale, Morale::Shaken);
    assert_eq!(game.unit(foot).facing, game.unit(horse).facing);
}

#[test]
fn falling_in_short_of_the_distance_is_being_unable() {
    // MP 11.4.3d, 11.4.5c
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).morale(7), "1212"));
    let foot = board.unit(light("muskets", B1).at("1211", "s"));
    let horse = board.unit(cavalry("horse", B1).at("1210", "n"));
    crowd(&mut board, &["1110", "1111"]);
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.total(), 8);
    let join = CombatChoice::RetreatTo(game.dir("NE"));
    game.choose(join, &[]);
    // One hex missing of two: one casualty, of those who ran (ruling G50). It brings them to their threshold, and the stack suffers that (MP 8.2.1f).
    assert_eq!([horse, foot].map(|unit| game.unit(unit).casualties), [0, 1]);
    assert_eq!([horse, foot].map(|unit| game.unit(unit).morale), [Morale::Broken; 2]);
}

#[test]
fn a_unit_broken_otherwise_runs_from_whoever_broke_it() {
    // MP 12.4.3b
    let mut board = board();
    let unit = board.unit(heavy("a", A1).at("1212", "n").state(Morale::Broken));
    let firer = board.unit(heavy("b", B1).at("1213", "n"));
    let mut game = board.open();
    game.with(&[], |play| play.begin_retreat(unit, Some(firer), 2, true));
    game.advance(&[]);
    // The firer stands between it and its edge: no step may end next to him.
    for _ in 0..2 {
        if matches!(game.combat_step(), Some(CombatStep::Retreat(_))) {
            let choice = game.menu()[0];
            game.choose(choice, &[]);
        }
    }
    assert!(game.table().distance(unit, firer) >= 2);
    assert_eq!(game.table().distance_to(unit, game.hex("1212")), 2);
}

#[test]
fn a_failed_rally_leads_to_the_friendly_edge() {
    // MP 12.4.3b
    let mut board = board();
    let unit = board.unit(heavy("a", A1).at("1212", "n").state(Morale::Broken));
    let mut game = board.open();
    game.with(&[], |play| play.begin_retreat(unit, None, 2, true));
    game.advance(&[]);
    game.retreats("se", &[]);
    game.retreats("sw", &[]);
    assert_eq!(game.at(unit), "1214");
}

#[test]
fn artillery_and_wagons_never_retreat() {
    // MP 12.4.4a, 14.1c
    let mut board = board();
    let gun = board.unit(gun("gun", A1).at("1212", "n"));
    let wagon = board.unit(wagon("train", A1).at("1412", "n"));
    let mut game = board.open();
    for unit in [gun, wagon] {
        game.with(&[], |play| play.begin_retreat(unit, None, 2, true));
        game.advance(&[]);
    }
    assert_eq!((game.at(gun), game.at(wagon)), ("1212".into(), "1412".into()));
    assert!(game.state.agenda.is_empty());
}

#[test]
fn whoever_gives_way_loses_his_momentum() {
    let mut board = board();
    let unit = board.unit(heavy("a", A1).at("1212", "n").mark(Mark::Momentum));
    let mut game = board.open();
    game.with(&[], |play| play.begin_retreat(unit, None, 1, false));
    assert!(!game.unit(unit).has(Mark::Momentum));
}

#[test]
fn a_column_breaks_up_before_it_is_attacked() {
    // MP 6.3.4h: it becomes Formation Broken and checks its morale first; 9 fails, and it is Morale Shaken.
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    let foe = board.unit(heavy("b", B1).formation(Formation::Column).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[9]);
    assert_eq!((game.unit(foe).morale, game.unit(foe).formation), (Morale::Shaken, Formation::Broken));
    assert_eq!(game.seat_asked(), Seat(1));
    assert_eq!(game.state.fights.len(), 1);
}

#[test]
fn a_column_that_runs_leaves_its_hex_to_the_attacker() {
    // MP 6.3.4h: Shaken before, the failed check breaks it; the attack is lost and the attacker advances.
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    let foe = board.unit(heavy("b", B1).formation(Formation::Column).state(Morale::Shaken).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[9]);
    game.let_be(&[]);
    assert_eq!(game.unit(foe).morale, Morale::Broken);
    assert_eq!((game.at(one).as_str(), game.unit(one).formation), ("1211", Formation::Normal));
    assert!(!game.told_of("MP 11.2D"));
}

#[test]
fn a_retreat_keeps_away_from_the_victor_even_where_the_edge_is_behind_him() {
    // MP 11.4.2a before 11.4.2b: the attacker stands between the unit and its edge; the hexes nearest to the edge are next to him.
    let mut board = board();
    let one = board.unit(heavy("a", A1).morale(7).mark(Mark::Moved).at("1210", "s"));
    let foe = board.unit(heavy("b", B1).at("1211", "n"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[5]);
    assert_eq!((game.total(), game.at(foe)), (6, "1111".into()), "not to 1110, a row nearer to its edge");
}

#[test]
fn only_the_last_hex_of_the_edge_is_left_for_good() {
    // MP 11.4.2d: from the edge it goes off and is eliminated; from the row before it comes to the edge and stays.
    let gives_way = |attacker: &str, defender: &str| {
        let mut board = board();
        let one = board.unit(came(heavy("a", A1).morale(7), attacker));
        let foe = board.unit(heavy("b", B1).at(defender, "s"));
        board.unit(heavy("other", B1).at("0505", "s"));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(one, defender, &[5]);
        game.let_be_until_advance();
        game.unit(foe).place
    };
    assert_eq!(gives_way("1202", "1201"), Place::Gone(Loss::Eliminated));
    assert_eq!(gives_way("1203", "1202"), Place::Map);
}

#[test]
fn musketeers_do_not_leave_their_way_to_join_cavalry() {
    // MP 11.4.3d, 11.4.2b: toward the edge comes before whom they would like to be with.
    let (mut game, one, foe) = duel(heavy("a", A1).morale(8), light("b", B1), &|board| {
        board.unit(cavalry("horse", B1).at("1111", "s"));
    });
    game.attacks(one, "1211", &[3]);
    assert_eq!(game.total(), 7);
    let to = |name: &str| CombatChoice::RetreatTo(game.dir(name));
    assert_eq!(game.menu(), [to("NW"), to("NE")]);
    assert_eq!(game.refusal(to("W")), "MP 11.4.2a");
    game.retreats("nw", &[]);
    assert_eq!(game.unit(foe).with, None);
}

#[test]
fn a_way_that_ends_with_cavalry_is_rated_like_any_other() {
    // MP 11.4.3d, 11.4.2a to 11.4.2c: two hexes that end with the cavalry, two rows nearer to the edge, against two that end one row nearer.
    let (mut game, one, foe) = duel(heavy("a", A1).morale(8), light("b", B1), &|board| {
        board.unit(cavalry("horse", B1).at("1209", "s"));
        crowd(board, &["1110", "1309", "1310"]);
    });
    game.attacks(one, "1211", &[6]);
    assert_eq!((game.total(), game.unit(foe).morale), (10, Morale::Broken));
    let to = |game: &Game, name: &str| CombatChoice::RetreatTo(game.dir(name));
    assert_eq!(game.menu(), [to(&game, "NE"), to(&game, "W")]);
    // That way is the best only because it ends with them.
    game.retreats("ne", &[]);
    assert!(game.unit(foe).with.is_some(), "it has gone its two hexes");
}

/// A brigade in 1211 and 1111 with a gun by its western half, attacked in 1211, that has nowhere to go.
fn cornered_brigade(strength: u8, dice: &[u8]) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).strength(20).morale(8).mark(Mark::Momentum), "1212"));
    let line = board.unit(double_heavy("line", B1).strength(strength).at("1211", "s"));
    let guns = board.unit(gun("guns", B1).at("1111", "s"));
    crowd(&mut board, &["1110", "1011"]);
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", dice);
    (game, line, guns)
}

#[test]
fn a_brigade_that_is_lost_having_nowhere_to_go_leaves_its_other_guns_disabled() {
    // MP 11.5.2b: eliminated by the Unable to Retreat Table, or by the casualties it gives.
    let (game, line, guns) = cornered_brigade(10, &[6, 9]);
    assert_eq!((game.total(), game.unit(line).place), (10, Place::Gone(Loss::Eliminated)));
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
    let (game, line, guns) = cornered_brigade(2, &[6, 5]);
    assert_eq!(game.unit(line).place, Place::Gone(Loss::Eliminated));
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
    // One that Stands keeps them.
    let (game, line, guns) = cornered_brigade(10, &[6, 0]);
    assert_eq!((game.unit(line).place, game.unit(guns).place), (Place::Map, Place::Map));
}

#[test]
fn a_leader_is_lost_with_his_unit_though_a_gun_is_left() {
    // MP 11.8b: in Close Combat a leader with a unit that is eliminated is removed, whatever else is in the hex.
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).strength(2).morale(4), "1212"));
    let guns = board.unit(gun("guns", A1).at("1212", "n"));
    let leader = board.commander(A1, 0, "1212");
    board.unit(heavy("b", B1).strength(20).morale(8).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[0]);
    assert_eq!(game.unit(one).place, Place::Gone(Loss::Eliminated));
    game.plays("hold-ground", &[]);
    assert!(game.unit(guns).on_map(), "nobody has entered its hex");
    assert!(matches!(game.state.leaders[leader.ix()].place, LeaderPlace::Removed(_)));
}

#[test]
fn who_runs_by_takes_no_guns() {
    // MP 10.8.9b: captured by movement or advance, not by the enemy's flight through the hex.
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).morale(7), "1212"));
    let foe = board.unit(heavy("b", B1).at("1211", "s"));
    let guns = board.unit(gun("guns", A1).at("1110", "n"));
    crowd(&mut board, &["1210"]);
    let mut game = board.open();
    game.with(&[], |play| play.wreck_gun(guns, false));
    game.segment(A1);
    game.attacks(one, "1211", &[5]);
    assert_eq!((game.at(foe), game.unit(guns).place), ("1110".into(), Place::Wreck { captured: false }));
}
