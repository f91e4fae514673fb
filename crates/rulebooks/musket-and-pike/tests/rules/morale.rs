//! Chapter 12: morale, checks, levels, casualties, the threshold.

use crate::common::*;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{Role, UnitId};
use musket_and_pike::close_combat::CombatStep;
use musket_and_pike::formation::HitFrom;
use musket_and_pike::state::{Cause, Formation, LeaderPlace, Loss, Mark, Morale, Place};

fn check(game: &mut Game, unit: UnitId, extra: u8, die: u8) -> bool {
    game.with(&[die], |play| play.morale_check(unit, extra, "MP 12.2a"))
}

fn retreats(game: &Game) -> bool {
    matches!(game.state.agenda.top(), Some(Step::Combat(CombatStep::Retreat { .. })))
}

/// MP 12.1a, 12.4.2a, 12.4.3a (T-MORALE): printed, one less when Shaken, 1 when Broken.
#[test]
fn current_morale_follows_the_state() {
    for printed in 4..=8 {
        let mut board = board();
        let normal = board.unit(heavy("normal", A1).morale(printed).at("1010", "n"));
        let shaken = board.unit(heavy("shaken", A1).morale(printed).state(Morale::Shaken).at("1210", "n"));
        let broken = board.unit(heavy("broken", A1).morale(printed).state(Morale::Broken).at("1410", "n"));
        let game = board.open();
        assert_eq!(game.table().morale(normal), printed);
        assert_eq!(game.table().morale(shaken), printed - 1);
        assert_eq!(game.table().morale(broken), 1);
        assert!(!game.table().has_facing(broken), "MP 12.4.3a: no facing");
    }
}

/// MP V6 (MP 12.2a, G.7): morale 7 passes on 0 to 7 and fails on 8 and 9.
#[test]
fn v6_a_check_against_morale_seven() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).morale(7).at("1010", "n"));
    let mut game = board.open();
    for die in 0..10 {
        assert_eq!(check(&mut game, unit, 0, die), die <= 7, "die {die}");
    }
}

/// MP V7 (MP 12.4.2a): printed 7, Shaken: it checks against 6.
#[test]
fn v7_a_shaken_unit_checks_one_worse() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).morale(7).state(Morale::Shaken).at("1010", "n"));
    let mut game = board.open();
    assert!(check(&mut game, unit, 0, 6));
    assert!(!check(&mut game, unit, 0, 7));
}

/// MP V5 (MP 10.6.5a): two checks owed are one roll at +1; a 7 fails against 7, a 6 passes.
#[test]
fn v5_two_checks_in_one() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).morale(7).at("1010", "n"));
    let mut game = board.open();
    assert!(!check(&mut game, unit, 1, 7));
    assert!(check(&mut game, unit, 1, 6));
    game.with(&[7], |play| {
        if !play.morale_check(unit, 1, "MP 10.6.5a") {
            play.lose_level(unit, None);
        }
    });
    assert_eq!(game.unit(unit).morale, Morale::Shaken);
}

/// MP 10.6.5b and ruling MP G12: however many checks are owed, they add 3 at most.
#[test]
fn checks_beyond_the_fourth_weigh_no_more() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).morale(8).at("1010", "n"));
    let mut game = board.open();
    assert!(check(&mut game, unit, 6, 5));
    assert!(!check(&mut game, unit, 6, 6));
}

/// MP 12.2a: one leader in the hex adds his rating; of two only the better one counts.
#[test]
fn one_leader_steadies_a_unit() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).morale(6).at("1010", "n"));
    let wing = board.commander(A1, -1, "1010");
    let army = board.army_commander(A, -2, "1010");
    let mut game = board.open();
    assert!(check(&mut game, unit, 0, 8), "8 - 2 = 6, not 8 - 3");
    assert!(!check(&mut game, unit, 0, 9));
    game.state.leaders[army.ix()].hex = game.hex("1011");
    assert!(check(&mut game, unit, 0, 7), "7 - 1 = 6");
    assert!(!check(&mut game, unit, 0, 8));
    game.state.leaders[wing.ix()].place = LeaderPlace::Aside;
    assert!(!check(&mut game, unit, 0, 7));
    assert!(game.told().contains("leader's rating"));
}

/// MP 12.2b, 12.4.1a: Normal, Shaken, Broken, eliminated. MP 12.4.3b: a unit that breaks retreats at once; it has no formation any more.
#[test]
fn levels_are_lost_one_by_one() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1010", "n"));
    let enemy = board.unit(heavy("enemy", B1).at("1009", "s"));
    let mut game = board.open();
    game.with(&[], |play| play.lose_level(unit, Some(enemy)));
    assert_eq!((game.unit(unit).morale, game.unit(unit).formation), (Morale::Shaken, Formation::Shaken));
    assert!(!retreats(&game));
    game.with(&[], |play| play.lose_level(unit, Some(enemy)));
    assert_eq!((game.unit(unit).morale, game.unit(unit).formation), (Morale::Broken, Formation::None));
    assert!(retreats(&game), "two hexes away from the enemy");
    game.with(&[], |play| play.lose_level(unit, Some(enemy)));
    assert_eq!(game.unit(unit).place, Place::Gone(Loss::Eliminated));
}

/// MP 12.4.6a, 12.4.6b: a result that breaks a unit breaks a Shaken one, and eliminates one that is Broken; no retreat is made of it here.
#[test]
fn compounded_results() {
    let mut board = board();
    let normal = board.unit(heavy("normal", A1).at("1010", "n"));
    let shaken = board.unit(heavy("shaken", A1).state(Morale::Shaken).at("1210", "n"));
    let broken = board.unit(heavy("broken", A1).state(Morale::Broken).at("1410", "n"));
    let mut game = board.open();
    for unit in [normal, shaken, broken] {
        game.with(&[], |play| play.break_morale(unit));
    }
    assert_eq!(game.unit(normal).morale, Morale::Broken);
    assert_eq!(game.unit(shaken).morale, Morale::Broken);
    assert_eq!(game.unit(broken).place, Place::Gone(Loss::Eliminated));
    assert!(game.state.agenda.is_empty());
}

/// MP 6.3.2j: broken morale ends a Hedgehog. Ruling MP G32: and takes the Momentum.
#[test]
fn breaking_ends_hedgehog_and_momentum() {
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).formation(Formation::Hedgehog).at("1010", "n"));
    let horse = board.unit(cavalry("horse", A1).mark(Mark::Momentum).at("1210", "n"));
    let mut game = board.open();
    game.with(&[], |play| {
        play.break_morale(foot);
        play.break_morale(horse);
    });
    assert_eq!(game.unit(foot).formation, Formation::None);
    assert!(!game.unit(horse).has(Mark::Momentum));
}

/// MP 12.4.4a: Broken artillery stays where it is; a further failure puts it out of action there.
#[test]
fn guns_break_in_place() {
    let mut board = board();
    let guns = board.unit(gun("guns", A1).at("1010", "n"));
    let mut game = board.open();
    game.with(&[], |play| {
        play.lose_level(guns, None);
        play.lose_level(guns, None);
    });
    assert_eq!(game.unit(guns).morale, Morale::Broken);
    assert!(game.state.agenda.is_empty(), "no retreat");
    assert!(game.unit(guns).on_map());
    game.with(&[], |play| play.lose_level(guns, None));
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
}

/// MP 12.4.5a, 8.2.1g: cavalry with Light Infantry checks with the cavalry's morale, and both change together (MP 8.2.1f).
#[test]
fn a_stack_checks_with_the_cavalry() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1010", "n"));
    let foot = board.unit(light("foot", A1).morale(4).at("1010", "n"));
    board.together(horse, foot);
    let mut game = board.open();
    assert!(check(&mut game, foot, 0, 8), "the cavalry's 8, not the musketeers' 4");
    game.with(&[], |play| play.lose_level(foot, None));
    assert_eq!([horse, foot].map(|unit| game.unit(unit).morale), [Morale::Shaken; 2]);
    game.with(&[], |play| play.lose_level(horse, None));
    assert_eq!([horse, foot].map(|unit| game.unit(unit).morale), [Morale::Broken; 2]);
    assert_eq!([horse, foot].map(|unit| game.unit(unit).formation), [Formation::None; 2]);
    assert_eq!(game.state.agenda.depth(), 1, "one retreat for both");
}

/// MP 12.4.5b: a gun and the unit with it fail each for itself.
#[test]
fn guns_and_their_companions_fail_apart() {
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).at("1010", "n"));
    let guns = board.unit(gun("guns", A1).at("1010", "n"));
    let mut game = board.open();
    game.with(&[], |play| play.lose_level(foot, None));
    assert_eq!((game.unit(foot).morale, game.unit(guns).morale), (Morale::Shaken, Morale::Normal));
    game.with(&[], |play| play.lose_level(guns, None));
    assert_eq!((game.unit(foot).morale, game.unit(guns).morale), (Morale::Shaken, Morale::Shaken));
}

/// MP 10.6.1a, 10.6.1c: casualties add up; at printed strength the unit is gone.
#[test]
fn casualties_add_up_to_the_end() {
    let mut board = board();
    let unit = board.unit(cavalry("horse", A1).strength(4).morale(8).at("1010", "n"));
    let mut game = board.open();
    assert!(game.with(&[], |play| play.casualties(unit, 3, None)));
    assert_eq!(game.table().strength(unit), 1);
    assert!(!game.with(&[], |play| play.casualties(unit, 2, None)));
    assert_eq!(game.unit(unit).place, Place::Gone(Loss::Eliminated));
}

/// MP V12 (MP 12.5.1a, 12.5.2a, 12.5.2d; chart C18): at its threshold a unit drops one level, once; 4 strong of morale 8 never does.
#[test]
fn v12_the_threshold_costs_a_level_once() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).strength(10).morale(7).casualties(4).at("1010", "n"));
    let proof = board.unit(cavalry("horse", A1).strength(4).morale(8).at("1210", "n"));
    let mut game = board.open();
    assert!(game.with(&[], |play| play.casualties(unit, 1, None)));
    assert_eq!(game.unit(unit).morale, Morale::Normal, "five of ten are not enough at morale 7");
    assert!(game.with(&[], |play| play.casualties(unit, 1, None)));
    assert_eq!(game.unit(unit).morale, Morale::Shaken);
    assert!(game.unit(unit).has(Mark::ThresholdReached));
    assert!(game.with(&[], |play| play.casualties(unit, 1, None)));
    assert_eq!(game.unit(unit).morale, Morale::Shaken, "only on reaching it");
    assert!(game.with(&[], |play| play.casualties(proof, 3, None)));
    assert_eq!(game.unit(proof).morale, Morale::Normal);
}

/// MP 12.5.2e: the level is lost before a check of the same fire is made, which then goes against the lower morale.
#[test]
fn the_threshold_lowers_the_morale_checked() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).strength(10).morale(7).casualties(4).at("1010", "n"));
    let mut game = board.open();
    game.with(&[], |play| play.casualties(unit, 2, None));
    assert!(!check(&mut game, unit, 0, 7));
    assert!(check(&mut game, unit, 0, 6));
}

/// MP 8.2.1f: either unit of a stack at its threshold drags both down.
#[test]
fn a_stack_shares_the_threshold() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1010", "n"));
    let foot = board.unit(light("foot", A1).strength(2).morale(5).at("1010", "n"));
    board.together(horse, foot);
    let mut game = board.open();
    assert!(game.with(&[], |play| play.casualties(foot, 1, None)));
    assert_eq!([horse, foot].map(|unit| game.unit(unit).morale), [Morale::Shaken; 2]);
    assert!(game.table().past_threshold(horse));
}

/// MP 8.2.1d: Light Infantry goes with the cavalry it is stacked with; lost alone it leaves the cavalry standing.
#[test]
fn light_infantry_is_lost_with_its_cavalry() {
    let setup = || {
        let mut board = board();
        let horse = board.unit(cavalry("horse", A1).at("1010", "n"));
        let foot = board.unit(light("foot", A1).at("1010", "n"));
        board.together(horse, foot);
        (board.open(), horse, foot)
    };
    let (mut game, horse, foot) = setup();
    game.with(&[], |play| play.eliminate(horse, Loss::Eliminated, Cause::CloseCombat));
    assert_eq!([horse, foot].map(|unit| game.unit(unit).place), [Place::Gone(Loss::Eliminated); 2]);
    assert_eq!(game.table().body_at(game.hex("1010")), None);

    let (mut game, horse, foot) = setup();
    game.with(&[], |play| play.casualties(foot, 2, None));
    assert_eq!(game.unit(foot).place, Place::Gone(Loss::Eliminated));
    assert_eq!(game.unit(horse).with, None);
    assert_eq!(game.table().body_at(game.hex("1010")), Some(horse));

    let (mut game, horse, foot) = setup();
    game.with(&[], |play| play.eliminate(horse, Loss::Pursuing, Cause::Pursuit));
    assert_eq!(game.unit(horse).place, Place::Gone(Loss::Pursuing));
    assert_eq!(game.table().body_at(game.hex("1010")), Some(foot), "MP 11.7.3a: it is left behind");
}

/// MP 10.6.1b: any casualty puts a gun out of action; its marker stays.
#[test]
fn a_casualty_disables_a_gun() {
    let mut board = board();
    let guns = board.unit(gun("guns", A1).at("1010", "n"));
    let mut game = board.open();
    assert!(!game.with(&[], |play| play.casualties(guns, 1, None)));
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
    assert_eq!(game.table().gun_at(game.hex("1010")), None);
}

/// MP 5.3.1b: a leader whose unit is destroyed around him is removed with it; not with another unit in the hex.
#[test]
fn a_leader_goes_with_his_last_unit() {
    let mut board = board();
    let alone = board.unit(heavy("alone", A1).at("1010", "n"));
    let leader = board.commander(A1, 0, "1010");
    let other = board.add_leader("aide", A, Role::Army, 0);
    board.place_leader(other, "1212");
    board.unit(gun("guns", A1).at("1212", "n"));
    let beside = board.unit(heavy("beside", A1).at("1212", "n"));
    let mut game = board.open();
    game.with(&[], |play| {
        play.eliminate(alone, Loss::Eliminated, Cause::Overrun);
        play.eliminate(beside, Loss::Eliminated, Cause::Overrun);
    });
    assert!(matches!(game.state.leaders[leader.ix()].place, LeaderPlace::Removed(_)));
    assert_eq!(game.state.leaders[other.ix()].place, LeaderPlace::Map);
}

/// MP 12.3b, 6.3.4h: a unit attacked in Column is Formation Broken and checks its morale before the attack.
#[test]
fn a_column_attacked_checks() {
    for (die, morale) in [(6, Morale::Normal), (7, Morale::Shaken)] {
        let mut board = board();
        let unit = board.unit(heavy("foot", A1).morale(6).formation(Formation::Column).at("1010", "n"));
        let enemy = board.unit(heavy("enemy", B1).at("1009", "s"));
        let mut game = board.open();
        game.with(&[die], |play| play.column_attacked(unit, enemy));
        assert_eq!((game.unit(unit).formation, game.unit(unit).morale), (Formation::Broken, morale), "die {die}");
    }
}

/// MP 12.4.3c: a unit that breaks and cannot run rolls on the Unable to Retreat Table; it may stand (MP 11.4.5b).
#[test]
fn a_broken_unit_that_cannot_run() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).state(Morale::Shaken).at("1010", "n"));
    let start = board.hex("1010");
    let grid = &board.rules.ground.grid;
    let around: Vec<String> =
        grid.neighbours(start).iter().flatten().map(|&hex| grid.number(hex).to_string()).collect();
    for (number, hex) in around.iter().enumerate() {
        board.unit(heavy(&format!("friend{number}"), A1).at(hex, "n"));
    }
    let mut game = board.open();
    game.with(&[0], |play| {
        play.lose_level(unit, None);
        play.advance();
    });
    assert_eq!(game.unit(unit).hex, start);
    assert_eq!((game.unit(unit).morale, game.unit(unit).formation), (Morale::Shaken, Formation::Broken));
}

/// MP 12.4.3h: a formation hit of fire on a Broken unit is a casualty, one of other causes nothing.
#[test]
fn formation_hits_on_the_broken() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).at("1010", "n"));
    let mut game = board.open();
    game.with(&[], |play| play.break_morale(unit));
    assert!(game.with(&[], |play| play.formation_hit(unit, HitFrom::Fire)));
    assert!(!game.with(&[], |play| play.formation_hit(unit, HitFrom::CloseCombat)));
    assert!(!game.with(&[], |play| play.formation_hit(unit, HitFrom::Ground)));
    assert_eq!(game.unit(unit).formation, Formation::None);
}

/// MP 12.5.2f, 8.4d: Incorporation lifts a unit above its threshold, which it may then reach again.
#[test]
fn incorporation_lifts_above_the_threshold() {
    let mut board = board();
    let unit = board.unit(cavalry("first", A1).strength(4).morale(6).casualties(1).at("1010", "n"));
    let other = board.unit(cavalry("second", A1).strength(3).morale(6).at("1011", "n"));
    let mut game = board.open();
    game.with(&[], |play| play.casualties(unit, 1, None));
    assert!(game.table().past_threshold(unit), "two of four");
    game.with(&[], |play| play.incorporate(unit, other));
    assert!(!game.table().past_threshold(unit));
    assert_eq!(game.unit(unit).morale, Morale::Shaken, "the level does not come back");
    game.with(&[], |play| play.casualties(unit, 2, None));
    assert_eq!(game.unit(unit).morale, Morale::Broken);
}
