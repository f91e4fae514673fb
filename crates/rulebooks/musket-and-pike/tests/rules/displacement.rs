//! Chapter 10.8.6: cavalry steps aside from artillery fire.

use crate::common::*;
use crate::shooting::*;
use field::hexes::Hand;
use kernel::Seat;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::fire::{FireChoice, FireStep};
use musket_and_pike::reaction::Event;
use musket_and_pike::state::{Formation, Orders};

/// Cavalry in 1216 under the fire of a gun in 1220; a roll of 5 or 6 is a Formation Hit.
fn under_fire(horse: Piece, change: impl FnOnce(&mut Board)) -> (Game, UnitId, UnitId) {
    let (game, own) = battery(gun("gun", A1), |board| {
        board.unit(horse.morale(8).at("1216", "s"));
        board.commander(B1, 0, "1214");
        change(board);
    });
    (game, own, UnitId(1))
}

fn displaces(game: &Game) -> Vec<FireChoice> {
    if matches!(game.state.agenda.top(), Some(Step::Fire(FireStep::Displace))) { menu(game) } else { Vec::new() }
}

#[test]
fn cavalry_steps_aside_from_a_formation_hit() {
    // MP 10.8.6a, 10.8.6b, 10.8.6e
    let (mut game, own, horse) = under_fire(cavalry("horse", B1), |_| {});
    let shot = shell(&game, "1216");
    fire(&mut game, own, shot, &[8]);
    let (left, right) = (FireChoice::Displace(Hand::Left), FireChoice::Displace(Hand::Right));
    assert_eq!(displaces(&game), [left, right, FireChoice::StandFast]);
    assert_eq!(game.asked(), Some(Seat(1)));
    answer(&mut game, left, &[]);
    let unit = game.unit(horse);
    assert_eq!((unit.hex, unit.facing), (game.hex("1316"), game.vertex("s")), "its left is to the east");
    assert_eq!((unit.formation, unit.casualties), (Formation::Normal, 1), "the casualty stays");
    // Standing fast it is disordered.
    let (mut game, own, horse) = under_fire(cavalry("horse", B1), |_| {});
    fire(&mut game, own, shot, &[5]);
    answer(&mut game, FireChoice::StandFast, &[]);
    assert_eq!((game.unit(horse).hex, game.unit(horse).formation), (game.hex("1216"), Formation::Shaken));
}

#[test]
fn who_may_displace() {
    // MP 10.8.6a, 14.6a
    let asked = |horse: Piece, change: fn(&mut Board)| {
        let (mut game, own, _) = under_fire(horse, change);
        let shot = shell(&game, "1216");
        fire(&mut game, own, shot, &[5]);
        !displaces(&game).is_empty()
    };
    assert!(asked(cavalry("horse", B1), |_| {}));
    assert!(asked(croats("horse", B1), |_| {}));
    assert!(asked(cavalry("horse", B1).formation(Formation::Shaken), |_| {}));
    assert!(!asked(cavalry("horse", B1).formation(Formation::OpenOrder), |_| {}));
    assert!(!asked(heavy("horse", B1), |_| {}));
    assert!(!asked(cavalry("horse", B1).card(|card| card.dismounted = true), |_| {}));
    let with_foot: fn(&mut Board) = |board| {
        let foot = board.unit(light("foot", B1).at("1216", "s"));
        board.together(UnitId(1), foot);
    };
    assert!(!asked(cavalry("horse", B1), with_foot));
}

#[test]
fn where_it_may_displace_to() {
    // MP 10.8.6c, 10.8.6d
    let ways = |change: fn(&mut Board)| {
        let (mut game, own, _) = under_fire(cavalry("horse", B1), change);
        let shot = shell(&game, "1216");
        fire(&mut game, own, shot, &[5]);
        displaces(&game)
    };
    let right_only = [FireChoice::Displace(Hand::Right), FireChoice::StandFast];
    assert_eq!(ways(|board| add(board, heavy("friend", B1).at("1316", "s"))), right_only, "stacking");
    assert_eq!(ways(|board| board.terrain("1316", "water")), right_only, "prohibited");
    assert_eq!(ways(|board| board.terrain("1316", "woods")), right_only, "it would be disordered");
    assert_eq!(ways(|board| board.hexside("1216", "e", "stream")), right_only, "it would be disordered");
    // Next to an enemy only under Charge.
    let beside_enemy: fn(&mut Board) = |board| add(board, light("enemy", A2).at("1416", "n"));
    assert_eq!(ways(beside_enemy).len(), 3);
    let ready: fn(&mut Board) = |board| {
        board.unit(light("enemy", A2).at("1416", "n"));
        board.orders(B1, Orders::MakeReady);
    };
    assert_eq!(ways(ready), right_only);
    // Out of command never.
    let out_of_command: fn(&mut Board) = |board| {
        board.unit(light("enemy", A2).at("1416", "n"));
        board.commander(B1, 0, "0101");
    };
    assert_eq!(ways(out_of_command), right_only);
    // Under Rally not nearer to any enemy unit.
    let rallying: fn(&mut Board) = |board| {
        board.unit(light("enemy", A2).at("1616", "n"));
        board.orders(B1, Orders::Rally);
    };
    assert_eq!(ways(rallying), right_only);
    let nowhere: fn(&mut Board) = |board| {
        board.terrain("1316", "water");
        board.terrain("1116", "water");
    };
    assert_eq!(ways(nowhere), [], "then nobody is asked");
}

#[test]
fn it_may_not_stay_in_the_path_of_the_same_fire() {
    // MP 10.8.6c: the fire runs along the spine to 1218 and takes 1219 on its left with it; facing south-east the cavalry there has 1219
    // and 1317 on its flanks.
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(cavalry("horse", B1).morale(8).at("1218", "se"));
    });
    let shot = shell(&game, "1218");
    fire(&mut game, own, shot, &[4]);
    assert_eq!(displaces(&game), [FireChoice::Displace(Hand::Left), FireChoice::StandFast]);
    assert_eq!(refuses(&game, FireChoice::Displace(Hand::Right)), "MP 10.8.6c");
}

#[test]
fn an_active_unit_that_displaces_triggers_reaction_and_an_inactive_one_has_reacted() {
    // MP 10.8.6e, 10.8.6f
    let (mut game, own, horse) = under_fire(cavalry("horse", B1), |board| {
        board.unit(heavy("watcher", A2).at("1417", "n"));
    });
    game.activate(B1);
    let shot = shell(&game, "1216");
    game.with(&[5], |play| {
        play.begin_reaction_fire(own, horse);
        play.advance();
    });
    let _ = shot;
    answer(&mut game, FireChoice::Displace(Hand::Left), &[]);
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::Enters);
    let (mut game, own, horse) = under_fire(cavalry("horse", B1), |_| {});
    game.activate(A1);
    fire(&mut game, own, shot, &[5]);
    answer(&mut game, FireChoice::Displace(Hand::Left), &[]);
    assert_eq!(game.unit(horse).hex, game.hex("1316"));
    assert!(game.state.windows.is_empty(), "no reaction is left to it");
}
