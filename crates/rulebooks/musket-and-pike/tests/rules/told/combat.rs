//! Chapter 11 as it is told.

use super::*;
use kernel::Rulebook;
use musket_and_pike::close_combat::CombatChoice;
use musket_and_pike::decision::Decision;
use musket_and_pike::state::{Formation, Morale};

const ATTACK: [&str; 4] = ["react-done", "attack foot 1211", "attacks-done", "end-actions"];

fn foot(strength: u8) -> Piece {
    heavy("foot", A1).strength(strength)
}

#[test]
fn foot_against_foot() {
    // MP 11.2D, C13: what does not count is not told.
    let fight = |die: u8| {
        let (board, ..) = before(Orders::Charge, foot(12), heavy("foe", B1).strength(12));
        let mut game = acting(board, A1);
        go_on(&mut game, die, &ATTACK);
        game
    };
    tells(
        &fight(0),
        &["MP"],
        "
            MP 11.2A foot is to attack hex 1211
            MP 11.2D close combat: foot on foe [0] = 0: the attacker is Morale Shaken and retreats 2
            MP 12.4.2a foot is Morale Shaken
        ",
    );
    tells(
        &fight(5),
        &["MP"],
        "
            MP 11.2A foot is to attack hex 1211
            MP 11.2D close combat: foot on foe [5] = 5: no decision
            MP 6.3.1b foot takes a formation hit: Formation Shaken
            MP 6.3.1b foe takes a formation hit: Formation Shaken
        ",
    );
    tells(
        &fight(9),
        &["MP"],
        "
            MP 11.2A foot is to attack hex 1211
            MP 11.2D close combat: foot on foe [9] = 9: the defender is Morale Shaken and retreats 2
            MP 12.4.2a foe is Morale Shaken
        ",
    );
}

#[test]
fn horse_with_momentum_on_shaken_foot_from_two_sides() {
    // MP 11.3.4a, 11.3.5a, 11.3.6a, 11.3.7a, 11.3.8a, 11.3.9a, 6.3.1e
    let horse = cavalry("foot", A1).strength(6).mark(Mark::Momentum);
    let (mut board, ..) = before(Orders::Charge, horse, heavy("foe", B1).strength(12).formation(Formation::Shaken));
    board.unit(cavalry("second", A1).strength(6).pistols(0).at("1311", "nw"));
    let mut game = acting(board, A1);
    go_on(&mut game, 5, &["react-done", "end-actions", "attack foot 1211", "attack second 1211"]);
    go_on(&mut game, 5, &["attacks-done", "pistols foot spend"]);
    tells(
        &game,
        &["MP"],
        "
            MP 11.2A foot is to attack hex 1211
            MP 11.2A second is to attack hex 1211
            MP 11.3.9a foot spends a pistol shot
            MP 11.2D close combat: foot and second on foe [5] = 6: the defender is Morale Shaken and retreats 1
            +1 strength ratio
            +2 Momentum of cavalry
            +1 from flank or rear hexes
            -5 kinds of units
            +1 pistols of the attackers
            +1 the defender Formation Shaken
            MP 12.4.2a foe is Morale Shaken
            MP 11.4.2b foe retreats 1211–1110, facing S
        ",
    );
    assert_eq!(offered(&game), ["advance foot nw", "advance second w"]);
}

#[test]
fn a_combat_is_over_before_the_next_is_fought() {
    // MP 11.2C, 11.3.1c
    let foe = heavy("foe", B1).strength(4).morale(4).state(Morale::Broken);
    let (mut board, ..) = before(Orders::Charge, foot(20), foe);
    board.unit(heavy("second", A1).strength(12).at("1412", "n"));
    board.unit(heavy("other", B1).strength(12).morale(8).at("1411", "s"));
    let mut game = acting(board, A1);
    go_on(&mut game, 9, &["react-done", "end-actions", "attack foot 1211", "attack second 1411", "attacks-done"]);
    assert_eq!(offered(&game), ["from-left", "from-right"]);
    go_on(&mut game, 9, &["from-left", "keep-facing"]);
    tells(
        &game,
        &["MP"],
        "
            MP 11.2A foot is to attack hex 1211
            MP 11.2A second is to attack hex 1411
            MP 11.2D close combat: foot on foe [9] = 13: the defender is eliminated
            +5 difference of morale
            +2 strength ratio
            +1 kinds of units
            -4 limited
            MP 12.1a foe is eliminated
            MP 11.4.6a foot advances 1212–1211, facing N
            MP 6.3.1b foot takes a formation hit: Formation Shaken
            MP 11.2D close combat: second on other [9] = 7: the defender is Morale Shaken and retreats 1
            -2 difference of morale
            MP 12.4.2a other is Morale Shaken
        ",
    );
}

/// Two-hex infantry south of a river, the only way over it a bridge hex before its front; an enemy at the other end.
fn at_the_bridge(foe: Piece, barred: bool) -> (Game, UnitId) {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1214");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
    let brigade = double_heavy("brigade", A1).strength(20).morale(8).mark(Mark::Moved);
    let brigade = board.unit(brigade.at("1212", "n"));
    for column in 1..=24 {
        board.terrain(&format!("{column:02}11"), "water");
    }
    board.terrain("1311", "bridge");
    if barred {
        board.unit(light("bar", B1).at("1311", "s"));
    }
    board.unit(foe.at("1310", "s"));
    (acting(board, A1), brigade)
}

#[test]
fn a_brigade_wins_its_way_through_a_bridge() {
    // MP 7.3.5e, 7.3.5f, 11.3.1e, 11.4.6a
    let (mut game, brigade) = at_the_bridge(heavy("foe", B1).strength(4).morale(4), false);
    go_on(&mut game, 9, &["end-actions", "react-done", "attack brigade 1310", "attacks-done"]);
    go_on(&mut game, 9, &["retreat nw", "retreat ne"]);
    assert_eq!(offered(&game), ["hold-ground", "advance-across brigade 1310", "advance-across brigade 1210"]);
    tells(
        &game,
        &["MP"],
        "
            MP 11.2A brigade is to attack hex 1310
            MP 11.2D close combat: brigade on foe [9] = 12: the defender is Morale Broken and retreats 2
            +4 difference of morale
            +2 strength ratio
            -2 an attacker Formation Broken
            -1 the ground
            MP 12.4.3a foe is Morale Broken
            MP 11.4.2b foe runs 1310–1309–1208
        ",
    );
    say(&mut game, "advance-across brigade 1210");
    assert_eq!(at(&game, brigade), ["1210", "1310"]);
    // Somebody on the bridge bars it, and is not attacked there.
    let (mut game, _) = at_the_bridge(heavy("foe", B1).strength(4).morale(4), true);
    go_on(&mut game, 9, &["end-actions", "react-done"]);
    assert_eq!(topic(&game), "continue", "{:?}", offered(&game));
}

#[test]
fn nobody_attacks_who_is_not_there() {
    // MP 11.1.2a
    let (mut board, ..) = before(Orders::Charge, foot(12), heavy("foe", B1).strength(12));
    board.unit(heavy("other", B1).at("1311", "s"));
    let mut game = acting(board, A1);
    say(&mut game, "end-actions");
    assert_eq!(topic(&game), "close-combats");
    let nobody = UnitId(game.state.units.len() as u8);
    let attack = CombatChoice::Attack { unit: nobody, hex: game.hex("1211") };
    let judged = game.rules.judge(&game.state, game.asked().unwrap(), &Decision::Combat(attack));
    assert_eq!(judged.unwrap_err().rule, "MP 11.1.2c");
}
