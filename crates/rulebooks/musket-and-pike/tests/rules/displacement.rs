//! Chapter 10.8.6: cavalry steps aside from artillery fire.

use crate::common::*;
use crate::shooting::*;
use field::hexes::Hand;
use kernel::Seat;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::fire::{FireChoice, FireStep};
use musket_and_pike::reaction::Event;
use musket_and_pike::state::{Formation, Mark, Orders};

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
    fire(&mut game, own, shot, &[]);
    // MP 10.8.5a: the firer says on which side, for it bars one of the hexes to the cavalry.
    assert_eq!(game.choices(), ["spine-side left", "spine-side right"]);
    game.plays("spine-side left", &[4]);
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

/// Cavalry under Charge in 1216 that rides at a gun in 1210, and what else is put there; the gun fires as it comes to 1214, four hexes off.
fn rides_at_guns(change: impl FnOnce(&mut Board)) -> (Game, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1216", "n"));
    board.unit(gun("guns", B1).at("1210", "s"));
    board.commander(A1, 0, "1217");
    board.unit(light("staff", A1).at("1217", "n"));
    change(&mut board);
    let mut game = board.open();
    game.activate(A1);
    game.acts(horse, &["ahead nw", "ahead ne"]);
    game.plays("react-fire guns", &[5]);
    (game, horse)
}

#[test]
fn stepping_aside_is_no_part_of_a_run() {
    // MP 11.3.6a, 10.8.6a: two hexes straight on, then aside: no Momentum; two more straight on, and it has it.
    let (mut game, horse) = rides_at_guns(|_| {});
    game.plays("displace left", &[]);
    assert_eq!(game.stands(horse), ["1114"]);
    game.plays("halt", &[]);
    assert!(!game.unit(horse).has(Mark::Momentum), "it displaced in the two hexes before");
    let (mut game, horse) = rides_at_guns(|_| {});
    game.plays("displace left", &[]);
    for step in ["ahead nw", "ahead ne", "halt"] {
        game.plays(step, &[]);
    }
    assert!(game.unit(horse).has(Mark::Momentum));
}

#[test]
fn who_steps_aside_after_his_move_loses_his_momentum() {
    // MP 11.3.6a: it stands ready to charge; the fire at another goes on to it, and it steps aside.
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1216", "n"));
    let decoy = board.unit(light("decoy", A1).at("1213", "n"));
    board.unit(gun("guns", B1).at("1210", "s"));
    board.commander(A1, 0, "1216");
    let mut game = board.open();
    game.activate(A1);
    game.acts(horse, &["leave-behind a1-wc", "ahead nw", "ahead ne", "react-done", "halt"]);
    assert!(game.unit(horse).has(Mark::Momentum));
    game.acts(decoy, &["move", "ahead ne"]);
    game.plays("react-fire guns", &[0, 5]);
    game.plays("displace left", &[]);
    assert_eq!((game.stands(horse), game.unit(horse).has(Mark::Momentum)), (vec!["1114".to_string()], false));
}

#[test]
fn a_slope_crossed_aside_is_not_one_of_the_move() {
    // MP 7.3.1g: regular movement is one activity; the slope beside it is none of its slopes.
    let (mut game, horse) = rides_at_guns(|board| {
        board.slope("1216", "nw", musket_and_pike::ground::Slope::Gentle);
        board.slope("1214", "w", musket_and_pike::ground::Slope::Gentle);
        board.slope("1114", "nw", musket_and_pike::ground::Slope::Gentle);
    });
    game.plays("displace left", &[]);
    assert_eq!(game.unit(horse).formation, Formation::Normal);
    game.plays("ahead nw", &[]);
    assert_eq!(game.unit(horse).formation, Formation::Shaken, "the second of the move");
}

#[test]
fn charging_cavalry_held_by_an_enemy_does_not_step_aside() {
    // MP 10.8.6d, 5.6.1f: next to an enemy in no other friend's front it may not move further.
    let (game, horse) = rides_at_guns(|board| {
        board.unit(light("holder", B1).at("1314", "s"));
    });
    assert_eq!((game.stands(horse), game.unit(horse).formation), (vec!["1214".to_string()], Formation::Shaken));
    // With a friend before that enemy it may.
    let (game, _) = rides_at_guns(|board| {
        board.unit(light("holder", B1).at("1314", "s"));
        board.unit(light("friend", A1).at("1415", "n"));
    });
    assert_eq!(game.topic(), "displace");
}

#[test]
fn it_steps_aside_to_its_musketeers_and_to_a_gun() {
    // MP 10.8.6c, 8.2.2a: stacking allows Light Infantry of its Wing that faces the same way; the move is over.
    let (mut game, horse) = rides_at_guns(|board| {
        board.unit(light("foot", A1).at("1114", "n"));
    });
    game.plays("displace left", &[]);
    assert!(game.unit(horse).with.is_some() && game.state.moves.is_empty());
    let (game, _) = rides_at_guns(|board| {
        board.unit(light("foot", A1).at("1114", "s"));
    });
    assert_eq!(game.forbids("displace left"), "MP 10.8.6c", "it keeps its facing (MP 8.2.2b)");
    // MP 8.3.1a: with a gun its owner says who lies on top.
    let (mut game, _) = rides_at_guns(|board| {
        board.unit(gun("own", A1).at("1114", "n"));
    });
    game.plays("displace left", &[]);
    assert_eq!(game.choices(), ["on-top", "below"]);
}

#[test]
fn heavy_infantry_fires_worse_at_cavalry_that_steps_aside_to_it_from_its_move() {
    // MP 9.4.2a, 10.8.6f: it comes into the zone by the step, two hexes after it set off.
    let watcher = |board: &mut Board| {
        board.unit(heavy("watcher", B1).card(|card| (card.pikes, card.salvo) = (false, false)).at("1113", "s"));
    };
    let fires = |mut game: Game| {
        game.plays("react-fire watcher", &[0]);
        game.gave("MP 10.3.3a", "MP 9.4.2a")
    };
    let (mut game, _) = rides_at_guns(watcher);
    game.plays("displace left", &[]);
    assert_eq!(fires(game), -1);
    // The fire at another goes on to it, after its move and without one.
    for (moved, worse) in [(true, -1), (false, 0)] {
        let mut board = board();
        let horse = board.unit(cavalry("horse", A1).morale(8).at(if moved { "1216" } else { "1214" }, "n"));
        let decoy = board.unit(light("decoy", A1).at("1313", "n"));
        board.unit(gun("guns", B1).at("1210", "s"));
        watcher(&mut board);
        board.commander(A1, 0, "1217");
        board.unit(light("staff", A1).at("1217", "n"));
        let mut game = board.open();
        game.activate(A1);
        if moved {
            game.acts(horse, &["ahead nw", "ahead ne", "react-done", "halt"]);
        }
        game.acts(decoy, &["move", "ahead nw"]);
        game.plays("react-fire guns", &[0, 5]);
        game.plays("displace left", &[]);
        assert_eq!(game.stands(horse), ["1114"]);
        assert_eq!(fires(game), worse, "{moved}");
    }
}
