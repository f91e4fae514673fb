//! Chapters 6.3 and 6.4.

use crate::common::*;
use crate::moving::*;
use field::hexes::{Hand, Side as Aspect};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::formation::HitFrom;
use musket_and_pike::rally::{RallyChoice, RallyStep, Reform};
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

fn alone(piece: Piece) -> (Game, UnitId) {
    let mut board = board();
    board.orders(A1, Orders::ReceiveCharge);
    board.commander(A1, 0, "1212");
    let unit = board.unit(piece.at("1212", "n"));
    let mut game = board.open();
    game.activate(A1);
    (game, unit)
}

/// The formation after one hit, and whether the hit became a casualty.
fn hit(piece: Piece, from: HitFrom) -> (Formation, bool) {
    let (mut game, unit) = alone(piece);
    let casualty = game.with(&[], |play| play.formation_hit(unit, from));
    (game.unit(unit).formation, casualty)
}

fn reform(game: &mut Game, unit: UnitId, reform: Reform) {
    let choice = RallyChoice::Reform { unit, reform, by: None };
    game.table().judge_rally_action(choice).unwrap_or_else(|refusal| panic!("{refusal}"));
    game.with(&[], |play| play.begin_rally_action(choice));
    game.state.units[unit.ix()].marks.set(Mark::Acted, false);
}

#[test]
fn hits_degrade_normal_to_shaken_to_broken() {
    // MP 6.3.1b: whatever they come from.
    for from in [HitFrom::Ground, HitFrom::Fire, HitFrom::CloseCombat] {
        assert_eq!(hit(heavy("foot", A1), from), (Formation::Shaken, false));
        assert_eq!(hit(heavy("foot", A1).formation(Formation::Shaken), from), (Formation::Broken, false));
    }
    // MP 6.3.1c: a hit on Formation Broken is ignored, save from fire.
    let broken = || heavy("foot", A1).formation(Formation::Broken);
    assert_eq!(hit(broken(), HitFrom::Ground), (Formation::Broken, false));
    assert_eq!(hit(broken(), HitFrom::CloseCombat), (Formation::Broken, false));
    assert_eq!(hit(broken(), HitFrom::Fire), (Formation::Broken, true));
    // MP 6.3.1a: guns and wagons have no formation.
    assert_eq!(hit(gun("gun", A1), HitFrom::Fire), (Formation::Normal, false));
    assert_eq!(hit(wagon("wagon", A1), HitFrom::Fire), (Formation::Normal, false));
}

#[test]
fn allowances_by_formation() {
    // MP 6.3.1d, 6.3.1e, 6.3.1f, 6.3.4b, 7.2.1a (chart C19): full, half, none and two more, by kind.
    let of = |piece: Piece| {
        [Formation::Normal, Formation::OpenOrder, Formation::Shaken, Formation::Broken, Formation::Column].map(
            |formation| {
                let (game, unit) = alone(piece.clone().formation(formation));
                game.table().allowance(unit)
            },
        )
    };
    assert_eq!(of(cavalry("horse", A1)), [8, 8, 4, 0, 10]);
    assert_eq!(of(croats("horse", A1)), [8, 8, 4, 0, 10]);
    assert_eq!(of(light("foot", A1)), [6, 6, 3, 0, 8]);
    assert_eq!(of(heavy("foot", A1)), [4, 4, 2, 0, 6]);
    assert_eq!(of(cavalry("horse", A1).card(|card| card.dismounted = true)), [4, 4, 2, 0, 6]);
    // A Hedgehog does not move (MP 6.3.2b), nor does a Morale Broken unit outside the rout (MP 7.2.1a).
    let (game, unit) = alone(heavy("foot", A1).formation(Formation::Hedgehog));
    assert_eq!(game.table().allowance(unit), 0);
    let (game, unit) = alone(cavalry("horse", A1).state(Morale::Broken));
    assert_eq!((game.table().allowance(unit), game.table().full_allowance(unit)), (0, 8));
}

#[test]
fn only_pikes_form_hedgehog() {
    // MP 6.3.2a, 14.2a: Heavy Infantry with pikes; MP 6.3.2e: from Normal, Open Order or Column.
    for (piece, rule) in [
        (heavy("foot", A1), None),
        (heavy("foot", A1).formation(Formation::OpenOrder), None),
        (heavy("foot", A1).formation(Formation::Column), None),
        (double_heavy("foot", A1), None),
        (heavy("foot", A1).formation(Formation::Shaken), Some("MP 6.3.2e")),
        (heavy("foot", A1).card(|card| card.pikes = false), Some("MP 6.3.2a")),
        (light("foot", A1), Some("MP 6.3.2a")),
        (cavalry("horse", A1), Some("MP 6.3.2a")),
    ] {
        let (mut game, unit) = alone(piece);
        start(&mut game, unit);
        match rule {
            None => assert!(offers(&game, Hedgehog)),
            Some(rule) => assert_eq!(forbidden_by(&game, Hedgehog), rule),
        }
    }
}

#[test]
fn va34_hedgehog_by_points() {
    // MP VA34, 6.3.2e: 4 points. In Normal (4) only as the first step; in Column (6) after 2 at most.
    let (mut game, unit) = alone(heavy("foot", A1));
    start(&mut game, unit);
    let dir = game.dir("ne");
    choose(&mut game, Ahead(dir), &[]);
    assert_eq!(forbidden_by(&game, Hedgehog), "MP 7.1.1e");
    let (mut game, unit) = alone(heavy("foot", A1).formation(Formation::Column));
    start(&mut game, unit);
    let vertex = game.vertex("ne");
    choose(&mut game, Turn(vertex), &[]);
    assert!(offers(&game, Hedgehog));
    choose(&mut game, Hedgehog, &[]);
    // It ends the move, and there is no trigger of its own (ruling G-A47).
    assert!(is_over(&game) && game.state.windows.is_empty());
    assert_eq!(game.unit(unit).formation, Formation::Hedgehog);
    assert!(game.unit(unit).has(Mark::Acted));
}

#[test]
fn a_hedgehog_stands_still_with_front_all_round() {
    // MP 6.3.2b: it neither moves nor fires; MP 6.3.2c: nor does a gun with it; MP 6.3.2d: no flank, no rear.
    let mut board = board();
    board.orders(A1, Orders::ReceiveCharge);
    board.commander(A1, 0, "1212");
    let foot = board.unit(heavy("foot", A1).formation(Formation::Hedgehog).at("1212", "n"));
    let gun = board.unit(gun("gun", A1).mark(Mark::OnTop).at("1212", "n"));
    let enemy = board.unit(heavy("enemy", B1).at("1211", "s"));
    let mut game = board.open();
    game.activate(A1);
    let table = game.table();
    assert_eq!(table.may_move(foot).map_err(|refusal| refusal.rule.into_owned()), Err("MP 6.3.2b".into()));
    assert!(table.can_fire_at(foot, enemy, false).is_err());
    assert!(table.can_fire_at(gun, enemy, false).is_err());
    for hex in table.neighbours(table.unit(foot).hex) {
        assert_eq!(table.aspect(foot, hex), Some(Aspect::Front));
    }
}

#[test]
fn hits_on_a_hedgehog() {
    // MP 6.3.2i: ignored from Close Combat and from ground on retreat or advance; a casualty from fire.
    let hedgehog = || heavy("foot", A1).formation(Formation::Hedgehog);
    assert_eq!(hit(hedgehog(), HitFrom::CloseCombat), (Formation::Hedgehog, false));
    assert_eq!(hit(hedgehog(), HitFrom::Ground), (Formation::Hedgehog, false));
    assert_eq!(hit(hedgehog(), HitFrom::Fire), (Formation::Hedgehog, true));
    // MP 6.3.2j: a Morale Broken result takes it away.
    let (mut game, unit) = alone(hedgehog());
    game.with(&[], |play| play.break_morale(unit));
    assert_eq!((game.unit(unit).formation, game.unit(unit).morale), (Formation::None, Morale::Broken));
}

#[test]
fn a_hedgehog_goes_where_a_combat_takes_it() {
    // MP 6.3.2h: retreat and advance as usual, MP 6.3.2i: without loss of formation.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).formation(Formation::Hedgehog).at("1212", "n"));
    board.terrain("1211", "woods");
    let mut game = board.open();
    let (hex, n) = (game.hex("1211"), game.vertex("n"));
    game.with(&[], |play| play.enter(foot, hex, None, n, musket_and_pike::movement::Activity::Advance));
    assert_eq!((at(&game, foot), game.unit(foot).formation), (vec!["1211".to_string()], Formation::Hedgehog));
}

#[test]
fn cavalry_and_musketeers_reform_together() {
    // MP 8.2.1h: one Action for both.
    let mut board = board();
    board.orders(A1, Orders::ReceiveCharge);
    board.commander(A1, 0, "1212");
    let horse = board.unit(cavalry("horse", A1).formation(Formation::Shaken).at("1212", "n"));
    let foot = board.unit(light("foot", A1).formation(Formation::Shaken).at("1212", "n"));
    board.together(horse, foot);
    let mut game = board.open();
    game.activate(A1);
    reform(&mut game, horse, Reform::Formation);
    assert_eq!((game.unit(horse).formation, game.unit(foot).formation), (Formation::Normal, Formation::Normal));
}

#[test]
fn out_of_the_hedgehog_takes_three_reforms() {
    // MP 6.3.2g: Formation Broken with the facing it had, then two more; MP 6.4a, 6.4b: one step each, two from Broken to Normal.
    let (mut game, unit) = alone(heavy("foot", A1).formation(Formation::Hedgehog));
    reform(&mut game, unit, Reform::LeaveHedgehog);
    assert_eq!((game.unit(unit).formation, facing(&game, unit)), (Formation::Broken, "n".into()));
    reform(&mut game, unit, Reform::Formation);
    assert_eq!(game.unit(unit).formation, Formation::Shaken);
    reform(&mut game, unit, Reform::Formation);
    assert_eq!(game.unit(unit).formation, Formation::Normal);
}

#[test]
fn where_orders_forbid_reform_only_the_army_commander_can() {
    // MP 6.4c.
    let mut board = board();
    board.commander(A1, 0, "1212");
    let leader = board.army_commander(A, 0, "1212");
    let unit = board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1212", "n"));
    board.unit(heavy("enemy", B1).at("1206", "s"));
    let mut game = board.open();
    game.activate(A1);
    let reform = |by| RallyChoice::Reform { unit, reform: Reform::Formation, by };
    assert!(game.table().judge_rally_action(reform(None)).is_err());
    assert_eq!(game.table().judge_leader_rally(leader, reform(Some(leader))), Ok(()));
}

#[test]
fn open_order_keeps_its_feet_and_loses_all_at_once() {
    // MP 6.3.3a: no hits from movement; MP 6.3.3d: one from fire or Close Combat makes it Formation Broken.
    let open = || heavy("foot", A1).formation(Formation::OpenOrder);
    assert_eq!(hit(open(), HitFrom::Ground), (Formation::OpenOrder, false));
    assert_eq!(hit(open(), HitFrom::Fire), (Formation::Broken, false));
    assert_eq!(hit(open(), HitFrom::CloseCombat), (Formation::Broken, false));
    // MP 6.3.3b: one Reform either way.
    let (mut game, unit) = alone(heavy("foot", A1));
    reform(&mut game, unit, Reform::ToOpenOrder);
    assert_eq!(game.unit(unit).formation, Formation::OpenOrder);
    reform(&mut game, unit, Reform::FromOpenOrder);
    assert_eq!(game.unit(unit).formation, Formation::Normal);
}

#[test]
fn no_unit_enters_column_in_play() {
    // MP 6.3.4a: none of the Reforms a unit can take in any formation leads into Column.
    let all = [Formation::Normal, Formation::Shaken, Formation::Broken, Formation::Hedgehog, Formation::OpenOrder];
    for from in all {
        for how in Reform::ALL {
            let (mut game, unit) = alone(heavy("foot", A1).formation(from));
            let choice = RallyChoice::Reform { unit, reform: how, by: None };
            if game.table().judge_rally_action(choice).is_ok() {
                game.with(&[], |play| play.begin_rally_action(choice));
                assert_ne!(game.unit(unit).formation, Formation::Column);
            }
        }
    }
}

#[test]
fn one_hex_columns_face_like_others() {
    // MP 6.3.4c; MP 6.3.4b: no hits from the ground.
    let (mut game, unit) = alone(heavy("foot", A1).formation(Formation::Column));
    let front: Vec<_> = game
        .table()
        .neighbours(game.unit(unit).hex)
        .filter(|&hex| game.table().aspect(unit, hex) == Some(Aspect::Front))
        .collect();
    assert_eq!(front.len(), 2);
    start(&mut game, unit);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    assert_eq!(left(&game), 5);
    assert_eq!(hit(heavy("foot", A1).formation(Formation::Column), HitFrom::Ground), (Formation::Column, false));
}

#[test]
fn a_two_hex_column_goes_where_its_head_goes() {
    // MP 6.3.4d: the right half is the head, the flank hexside to the right the front. MP 6.3.4e: the tail follows.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1211");
    let unit = board.unit(double_heavy("foot", A1).formation(Formation::Column).at("1212", "n"));
    board.terrain("1213", "water");
    let mut game = board.open();
    game.activate(A1);
    let table = game.table();
    assert!(table.is_long_column(unit));
    assert!(table.fronts(unit, game.hex("1412")) && !table.fronts(unit, game.hex("1311")));
    start(&mut game, unit);
    assert_eq!(forbidden_by(&game, Ahead(game.dir("ne"))), "MP 7.1.1c");
    let east = game.dir("e");
    choose(&mut game, Ahead(east), &[]);
    assert_eq!((at(&game, unit), left(&game)), (vec!["1312".to_string(), "1412".into()], 5));
    // The tail swings for nothing, but never into prohibited ground.
    let (mut game, unit) = {
        let mut board = crate::common::board();
        board.orders(A1, Orders::MakeReady);
        board.commander(A1, 0, "1211");
        let unit = board.unit(double_heavy("foot", A1).formation(Formation::Column).at("1212", "n"));
        board.terrain("1313", "water");
        let mut game = board.open();
        game.activate(A1);
        (game, unit)
    };
    start(&mut game, unit);
    let (left_turn, right_turn) =
        (game.unit(unit).facing.turned(Hand::Left, 1), game.unit(unit).facing.turned(Hand::Right, 1));
    // Turning left, to north-east, takes the tail to the south-west of the head: 1313.
    assert_eq!(forbidden_by(&game, Turn(left_turn)), "MP 6.3.4e");
    choose(&mut game, Turn(right_turn), &[]);
    assert_eq!((at(&game, unit), left(&game)), (vec!["1311".to_string(), "1312".into()], 4));
}

#[test]
fn out_of_column() {
    // MP 6.3.4f: infantry comes out of it Formation Broken, cavalry Formation Shaken.
    let (mut game, unit) = alone(heavy("foot", A1).formation(Formation::Column));
    reform(&mut game, unit, Reform::LeaveColumn);
    assert_eq!(game.unit(unit).formation, Formation::Broken);
    let (mut game, unit) = alone(cavalry("horse", A1).formation(Formation::Column));
    reform(&mut game, unit, Reform::LeaveColumn);
    assert_eq!(game.unit(unit).formation, Formation::Shaken);
    // MP 6.3.4g: a two-hex unit chooses which long side becomes its front.
    let (mut game, unit) = alone(double_heavy("foot", A1).formation(Formation::Column));
    reform(&mut game, unit, Reform::LeaveColumn);
    assert_eq!(game.state.agenda.top(), Some(Step::Rally(RallyStep::Face { unit })));
}

fn attacked_in_column(dice: &[u8]) -> (Game, UnitId) {
    let mut board = board();
    board.commander(A1, 0, "1212");
    let unit = board.unit(heavy("foot", A1).formation(Formation::Column).at("1212", "n"));
    let enemy = board.unit(heavy("enemy", B1).at("1211", "s"));
    let mut game = board.open();
    game.with(dice, |play| play.column_attacked(unit, enemy));
    (game, unit)
}

#[test]
fn a_column_under_attack() {
    // MP 6.3.4h: at once Formation Broken, a Morale Check, and faced by its owner. MP 6.3.4j: no Column is left to have a flank.
    let (game, unit) = attacked_in_column(&[6]);
    assert_eq!((game.unit(unit).formation, game.unit(unit).morale), (Formation::Broken, Morale::Normal));
    assert_eq!(game.state.agenda.top(), Some(Step::Rally(RallyStep::Face { unit })));
    let (game, unit) = attacked_in_column(&[7]);
    assert_eq!((game.unit(unit).formation, game.unit(unit).morale), (Formation::Broken, Morale::Shaken));
}

#[test]
fn a_column_does_not_fire() {
    // MP 6.3.4i.
    let mut board = board();
    board.commander(A1, 0, "1212");
    let unit = board.unit(heavy("foot", A1).formation(Formation::Column).at("1212", "n"));
    let enemy = board.unit(heavy("enemy", B1).at("1211", "s"));
    let mut game = board.open();
    game.activate(A1);
    assert!(game.table().can_fire_at(unit, enemy, false).is_err());
    assert!(game.table().can_fire_at(unit, enemy, true).is_err());
}

/// A two-hex Column of side B in 1209 and 1109, its head to the west, that foot of side A in 1210 fires at.
fn column_is_fired_at(morale: Morale, dice: &[u8]) -> (Game, UnitId) {
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).card(|card| card.salvo = false).at("1210", "n"));
    let march = board.unit(double_heavy("march", B1).state(morale).formation(Formation::Column).at("1209", "s"));
    board.commander(A1, 0, "1210");
    let mut game = board.open();
    game.activate(A1);
    act(&mut game, firer);
    game.plays("shoot 1209 skirmish", dice);
    (game, march)
}

#[test]
fn a_column_that_is_fired_at_breaks_up_checks_and_is_faced_before_the_shot() {
    // MP 6.3.4h: the check is rolled and the facing asked before the shot is; MP 6.3.4g: a two-hex unit keeps its long side or turns about.
    let (mut game, march) = column_is_fired_at(Morale::Normal, &[0]);
    assert_eq!(game.unit(march).formation, Formation::Broken);
    assert_eq!((game.asked(), game.choices()), (Some(kernel::Seat(1)), vec!["face s".to_string(), "face n".into()]));
    assert!(!game.told().contains("fires at"), "{}", game.told());
    game.plays("face n", &[0]);
    assert_eq!(
        (game.stands(march), game.unit(march).facing),
        (vec!["1109".to_string(), "1209".into()], game.vertex("n"))
    );
    assert!(game.told().contains("fires at march"));
    // A failed check that breaks it makes it run, and the shot is lost.
    let (game, march) = column_is_fired_at(Morale::Shaken, &[9]);
    assert_eq!(game.unit(march).morale, Morale::Broken);
    assert!(!game.told().contains("fires at march"), "{}", game.told());
}

#[test]
fn out_of_column_a_line_fronts_to_either_side() {
    // MP 6.3.4g: it keeps the orientation it had, or is turned about; MP 6.3.4f: infantry is Formation Broken.
    for (facing, hexes) in [("s", ["1209", "1109"]), ("n", ["1109", "1209"])] {
        let mut board = board();
        let march = board.unit(double_heavy("march", A1).formation(Formation::Column).at("1209", "s"));
        board.orders(A1, Orders::ReceiveCharge);
        board.commander(A1, 0, "1209");
        let mut game = board.open();
        game.activate(A1);
        act(&mut game, march);
        game.plays("reform march leave-column", &[]);
        assert_eq!(game.choices(), ["face s", "face n"]);
        game.plays(&format!("face {facing}"), &[]);
        assert_eq!(
            (game.stands(march), game.unit(march).formation),
            (hexes.map(String::from).to_vec(), Formation::Broken)
        );
    }
}
