//! Section 11.3: what adds to a close combat and what takes from it.

use crate::common::*;
use kernel::Seat;
use musket_and_pike::cards::{Horse, UnitId};
use musket_and_pike::close_combat::{CombatChoice, CombatStep};
use musket_and_pike::ground::Slope;
use musket_and_pike::movement::{Activity, Moving};
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale, Place};

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

/// One attacker in 1212 on one defender in 1211 with a natural roll; pistols are gone on both sides.
fn duel(attacker: Piece, defender: Piece, die: u8) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let (attacker, defender) = (board.unit(came(attacker, "1212")), board.unit(stands(defender)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(attacker, "1211", &[die]);
    (game, attacker, defender)
}

/// The net modifier of such a duel.
fn net(attacker: Piece, defender: Piece) -> i32 {
    duel(attacker, defender, 4).0.net()
}

#[test]
fn cavalry_charges_heavy_infantry() {
    // MP V24, 11.2D, 11.3.1b
    let mut board = board();
    let horse = board.unit(came(cavalry("horse", A1).morale(7).mark(Mark::Momentum), "1212"));
    let foot = board.unit(stands(heavy("foot", B1).strength(12)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(horse, "1211", &[]);
    game.pistols(horse, true, &[7]);
    assert_eq!(game.modifier("MP 11.3.4a"), -1);
    assert_eq!(game.modifier("MP 11.3.3a"), 1);
    assert_eq!(game.modifier("MP 11.3.6a"), 2);
    assert_eq!(game.modifier("MP 11.3.9a"), 1);
    assert_eq!(game.modifier("MP 11.3.8a"), -5);
    assert_eq!((game.net(), game.total()), (-2, 5));
    // No decision: both are in disorder (MP 11.2Fa), the Momentum is gone (MP 11.3.6b).
    assert_eq!([horse, foot].map(|unit| game.unit(unit).formation), [Formation::Shaken; 2]);
    assert!(!game.unit(horse).has(Mark::Momentum));
    assert_eq!(game.unit(horse).pistols, 1);
}

#[test]
fn cavalry_thrown_back_by_heavy_infantry() {
    // MP V24, 11.4.1c
    let mut board = board();
    let horse = board.unit(came(cavalry("horse", A1).morale(7).mark(Mark::Momentum), "1212"));
    let foot = board.unit(stands(heavy("foot", B1).strength(12)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(horse, "1211", &[]);
    game.pistols(horse, true, &[3]);
    assert_eq!(game.total(), 1);
    game.retreats("sw", &[]);
    game.retreats("se", &[]);
    assert_eq!(game.at(horse), "1214");
    assert_eq!(game.unit(horse).morale, Morale::Shaken);
    assert_eq!(game.unit(horse).facing, game.vertex("N"));
    // MP 11.4.6a: the defender may advance.
    assert_eq!(game.seat_asked(), Seat(1));
    game.choose(CombatChoice::HoldGround, &[]);
    assert_eq!([horse, foot].map(|unit| game.unit(unit).formation), [Formation::Shaken; 2]);
}

#[test]
fn cavalry_on_a_hedgehog() {
    // MP V25, 11.3.8a, 11.2Fa, 6.3.2h
    let mut board = board();
    let horse = board.unit(came(cavalry("horse", A1).morale(7).mark(Mark::Momentum), "1212"));
    let foot = board.unit(stands(heavy("foot", B1).strength(12).formation(Formation::Hedgehog)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(horse, "1211", &[]);
    game.pistols(horse, true, &[7]);
    assert_eq!((game.net(), game.total()), (-4, 3));
    assert_eq!(game.modifier("MP 11.3.8a"), -7);
    game.retreats("sw", &[]);
    game.advances(foot, "se", &[]);
    assert_eq!((game.at(horse).as_str(), game.at(foot).as_str()), ("1213", "1212"));
    assert_eq!(game.unit(foot).formation, Formation::Hedgehog);
    assert_eq!(game.unit(horse).formation, Formation::Shaken);
}

/// MP V26: cavalry with its leader, Momentum and pistols on the flank of weaker cavalry.
fn flank_charge(die: u8) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let horse =
        board.unit(cavalry("horse", A1).strength(5).morale(8).at("1311", "nw").mark(Mark::Moved).mark(Mark::Momentum));
    board.commander(A1, -1, "1311");
    let foe = board.unit(stands(cavalry("foe", B1).strength(3).formation(Formation::Shaken)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(horse, "1211", &[]);
    game.pistols(horse, true, &[]);
    // MP 11.3.9b: then the defender says so.
    assert_eq!(game.seat_asked(), Seat(1));
    game.pistols(foe, true, &[die]);
    (game, horse, foe)
}

#[test]
fn cavalry_in_the_flank_of_cavalry() {
    // MP V26, 11.3.2a, 11.3.3a, 11.3.7a, 11.3.9a, 11.3.1c
    let (game, horse, foe) = flank_charge(5);
    assert_eq!(game.modifier("MP 11.3.4a"), 0);
    assert_eq!(game.modifier("MP 11.3.3a"), 2);
    assert_eq!(game.modifier("MP 11.3.2a"), 1);
    assert_eq!(game.modifier("MP 11.3.6a"), 2);
    assert_eq!(game.modifier("MP 11.3.7a"), 1);
    assert_eq!(game.modifier("MP 11.3.9a"), 0);
    assert_eq!(game.modifier("MP 6.3.1e"), 1);
    assert_eq!(game.modifier("MP 11.3.1c"), -3);
    assert_eq!((game.net(), game.total()), (4, 9));
    assert_eq!(game.unit(foe).morale, Morale::Shaken);
    // MP 11.3.9c: no shot is resolved, only the markers move on.
    assert_eq!([horse, foe].map(|unit| game.unit(unit).pistols), [1, 1]);
    assert_eq!(game.unit(foe).casualties, 0);
}

#[test]
fn cavalry_in_the_flank_breaks_cavalry() {
    // MP V26, 11.7.2a: the pursuit roll gets the leader's rating.
    let (mut game, _, foe) = flank_charge(6);
    assert_eq!(game.total(), 10);
    assert_eq!(game.unit(foe).morale, Morale::Broken);
    while game.unit(foe).hex == game.hex("1211") || matches!(game.combat_step(), Some(CombatStep::Retreat(_))) {
        let choice = game.menu()[0];
        // Once it has gone its two hexes the pursuit is rolled: 3 less 1 breaks off.
        let last = matches!(game.combat_step(), Some(CombatStep::Retreat(retreat)) if retreat.left == 1);
        game.choose(choice, if last { &[3] } else { &[] });
    }
    let roll = game.ledger.entries.iter().find(|entry| entry.rule == "MP 11.7.2a").expect("a pursuit roll");
    assert_eq!(roll.total, Some(2));
    assert_eq!(roll.lines[0].value, -1);
}

#[test]
fn the_strength_ratio() {
    // MP V8, 11.3.4a, 11.3.5a
    let ratio = |attacker: Piece, defender: Piece| duel(attacker, defender, 4).0.modifier("MP 11.3.4a");
    assert_eq!(ratio(horse("h").strength(3), heavy("f", B1).strength(18)), -1);
    // Fractions for the defender: 3 on 4 is 1:2, 3 on 10 is 1:4, 5 on 3 is 1:1.
    let cavalry = |strength| cavalry("c", B1).pistols(0).strength(strength);
    assert_eq!(ratio(horse("h").strength(3), cavalry(4)), -1);
    assert_eq!(ratio(horse("h").strength(3), cavalry(10)), -2);
    assert_eq!(ratio(horse("h").strength(5), cavalry(3)), 0);
    assert_eq!(ratio(horse("h").strength(6), cavalry(3)), 1);
    assert_eq!(ratio(horse("h").strength(12), cavalry(3)), 2);
    // Casualties count: 8 less 2 on 3. Infantry of strength 1 halves to nothing.
    assert_eq!(ratio(horse("h").strength(8).casualties(2), cavalry(3)), 1);
    assert_eq!(ratio(horse("h").strength(4), heavy("f", B1).strength(1)), 2);
}

#[test]
fn momentum_counts_once_and_of_mixed_attackers_as_the_lesser() {
    // MP V9, 11.3.6c, 11.3.6i; MP 11.1.4c: of cavalry's and infantry's the one better for the defender.
    let momentum = |one: Piece, two: Piece| {
        let mut board = board();
        let one = board.unit(came(one, "1212"));
        let two = board.unit(came(two, "1112"));
        board.unit(stands(cavalry("foe", B1).pistols(0)));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(one, "1211", &[]);
        game.attacks(two, "1211", &[4]);
        game.modifier("MP 11.3.6a")
    };
    let running = |piece: Piece| piece.mark(Mark::Momentum);
    assert_eq!(momentum(running(horse("a")), running(horse("b"))), 2);
    assert_eq!(momentum(running(horse("a")), horse("b")), 2);
    assert_eq!(momentum(running(heavy("a", A1)), horse("b")), 1);
    assert_eq!(momentum(running(heavy("a", A1)), running(horse("b"))), 1);
    assert_eq!(momentum(heavy("a", A1), running(horse("b"))), 2);
    assert_eq!(momentum(horse("a"), running(horse("b").formation(Formation::OpenOrder))), 2);
    assert_eq!(momentum(horse("a"), horse("b")), 0);
}

#[test]
fn a_unit_attacked_in_reaction_keeps_its_momentum() {
    // MP 11.3.6h
    let mut board = board();
    let a = board.unit(came(horse("a").mark(Mark::Momentum), "1212"));
    board.unit(stands(cavalry("x", B1).pistols(0)));
    let z = board.unit(cavalry("z", B1).pistols(0).at("1311", "sw"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(a, "1211", &[]);
    // Nothing decided by Z's attack; then A's own, with Momentum still.
    game.attacks(z, "1212", &[4, 0]);
    assert_eq!(game.modifier("MP 11.3.6a"), 2);
}

#[test]
fn momentum_that_met_nobody_goes_with_the_segment() {
    let mut board = board();
    let a = board.unit(came(horse("a").mark(Mark::Momentum), "1212"));
    let mut game = board.open();
    game.segment(A1);
    assert_eq!(game.asked(), None);
    assert!(!game.unit(a).has(Mark::Momentum));
}

/// What is left of a run of one hex after going on to the north-west.
fn run_after(piece: Piece, more: &dyn Fn(&mut Board)) -> u8 {
    let mut board = board();
    let unit = board.unit(piece.at("1212", "n"));
    more(&mut board);
    let mut game = board.open();
    let (to, facing) = (game.hex("1211"), game.vertex("N"));
    game.with(&[], |play| {
        let moving = Moving { run: 1, ..Moving::begun(play.table(), unit, Activity::Move) };
        play.state.moves.push(moving);
        play.enter(unit, to, None, facing, Activity::Move);
    });
    game.state.moves[0].run
}

#[test]
fn cavalry_loses_its_momentum_among_guns_infantry_does_not() {
    // MP 11.3.6j, 11.5.1c, 11.5.1a, 11.3.6a
    let guns = |board: &mut Board| {
        board.unit(gun("gun", B1).at("1211", "s"));
    };
    assert_eq!(run_after(horse("a"), &|_| ()), 2);
    assert_eq!(run_after(horse("a"), &guns), 0);
    assert_eq!(run_after(heavy("a", A1), &guns), 2);
    // MP 11.3.6d, 14.4e: slopes do not matter, crossing a stream does.
    let slope = |board: &mut Board| {
        board.height("1211", 1);
        board.slope("1212", "NW", Slope::Steep);
    };
    assert_eq!(run_after(horse("a"), &slope), 2);
    assert_eq!(run_after(horse("a"), &|board| board.hexside("1212", "NW", "stream")), 0);
}

#[test]
fn an_intercepted_unit_has_to_gather_momentum_anew() {
    // MP 11.3.6g, 11.3.6e
    let mut board = board();
    let unit = board.unit(horse("a").at("1212", "n").mark(Mark::Momentum));
    let mut game = board.open();
    game.with(&[], |play| {
        let moving = Moving { run: 2, in_command: false, ..Moving::begun(play.table(), unit, Activity::Move) };
        play.state.moves.push(moving);
        play.resume_after_interception(unit);
    });
    assert_eq!(game.state.moves[0].run, 0);
    assert!(!game.unit(unit).has(Mark::Momentum));
}

#[test]
fn flank_and_rear_hexes_count_each() {
    // MP 11.3.7a: a two-hex attacker in a flank hex and a rear hex.
    let mut board = board();
    let unit = board.unit(double_heavy("brigade", A1).at("1110", "se").mark(Mark::Moved));
    let foe = board.unit(stands(heavy("foe", B1)));
    let mut game = board.open();
    assert_eq!(game.both(unit), ("1110".into(), "1111".into()));
    game.segment(A1);
    game.attacks(unit, "1211", &[4]);
    assert_eq!(game.modifier("MP 11.3.7a"), 2);
    // Wholly from behind and beside: the Matrix gives the flank column.
    assert_eq!(game.modifier("MP 11.3.8a"), 1);
    assert_eq!(game.unit(foe).morale, Morale::Shaken);
}

#[test]
fn hedgehogs_and_broken_units_have_no_flank() {
    // MP 11.3.7b, 12.4.3a
    let flank = |defender: Piece, die: u8| {
        let mut board = board();
        let unit = board.unit(heavy("a", A1).at("1311", "nw").mark(Mark::Moved));
        board.unit(stands(defender));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(unit, "1211", &[die]);
        (game.modifier("MP 11.3.7a"), game.modifier("MP 11.3.8a"))
    };
    assert_eq!(flank(heavy("f", B1), 4), (1, 1));
    assert_eq!(flank(heavy("f", B1).formation(Formation::Hedgehog), 4), (0, -1));
    // Broken infantry has no facing and the flank column.
    assert_eq!(flank(heavy("f", B1).state(Morale::Broken), 0), (0, 1));
}

#[test]
fn the_matrix() {
    // MP 11.3.8a, 14.2a, 14.3b, 14.6c
    let matrix = |attacker: Piece, defender: Piece| duel(attacker, defender, 4).0.modifier("MP 11.3.8a");
    let dismounted = |key: &str, wing| cavalry(key, wing).pistols(0).card(|card| card.dismounted = true);
    let croats = |key: &str, wing| croats(key, wing).pistols(0);
    let bare = |key: &str, wing| heavy(key, wing).card(|card| card.pikes = false);
    assert_eq!(matrix(heavy("a", A1), heavy("b", B1)), 0);
    assert_eq!(matrix(heavy("a", A1), bare("b", B1)), 1);
    assert_eq!(matrix(heavy("a", A1), dismounted("b", B1)), 1);
    assert_eq!(matrix(heavy("a", A1), light("b", B1)), 2);
    assert_eq!(matrix(bare("a", A1), heavy("b", B1)), -1);
    assert_eq!(matrix(dismounted("a", A1), heavy("b", B1)), -1);
    assert_eq!(matrix(croats("a", A1), heavy("b", B1)), -6);
    assert_eq!(matrix(horse("a"), croats("b", B1)), 1);
    assert_eq!(matrix(croats("a", A1), cavalry("b", B1).pistols(0)), -1);
    assert_eq!(matrix(horse("a"), heavy("b", B1)), -5);
    // A gun beside the defender changes nothing (MP 11.3.8b, 11.5.2a).
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    board.unit(stands(heavy("b", B1)));
    board.unit(gun("gun", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.net(), 0);
}

#[test]
fn dismounted_cavalry_spends_pistols() {
    // MP 14.3a, 11.3.9a
    let mut board = board();
    let one = board.unit(came(cavalry("a", A1).card(|card| card.dismounted = true), "1212"));
    board.unit(stands(heavy("b", B1)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.pistols(one, true, &[4]);
    assert_eq!(game.modifier("MP 11.3.9a"), 1);
}

#[test]
fn croats_treated_as_arquebusiers() {
    // MP 14.6d
    let mut board = board();
    board.rules.options.croats_as_arquebusiers = true;
    let one = board.unit(came(horse("a").card(|card| card.horse = Horse::Croats), "1212"));
    board.unit(stands(cavalry("b", B1).pistols(0)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.modifier("MP 11.3.8a"), 0);
}

#[test]
fn formations_count_once_a_side() {
    // MP 11.3.1b, 6.3.1e, 6.3.1f
    assert_eq!(net(heavy("a", A1).formation(Formation::Shaken), heavy("b", B1)), -1);
    assert_eq!(net(heavy("a", A1).formation(Formation::Broken), heavy("b", B1)), -2);
    assert_eq!(net(heavy("a", A1), heavy("b", B1).formation(Formation::Shaken)), 1);
    assert_eq!(net(heavy("a", A1), heavy("b", B1).formation(Formation::Broken)), 2);
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).strength(5).formation(Formation::Shaken), "1212"));
    let two = board.unit(came(heavy("b", A1).strength(5).formation(Formation::Broken), "1112"));
    board.unit(stands(heavy("foe", B1)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.attacks(two, "1211", &[4]);
    assert_eq!(game.net(), -2);
}

#[test]
fn open_order_counts_as_shaken_where_the_chart_says_so() {
    // MP 6.3.3e
    assert_eq!(net(heavy("a", A1).formation(Formation::OpenOrder), heavy("b", B1)), 0);
    let mut board = board();
    board.rules.charts.open_order_as_shaken = true;
    let one = board.unit(came(heavy("a", A1).formation(Formation::OpenOrder), "1212"));
    board.unit(stands(heavy("b", B1)));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    assert_eq!(game.modifier("MP 6.3.1e"), -1);
}

#[test]
fn salvoes_count_between_those_who_fight() {
    // MP 11.3.1b, 10.1.4d, chart C15: the halves fire their Salvo at two units; in the fight with either it counts, with a third it does not.
    let fought = |shots: [&str; 2], mode: &str| {
        let mut board = board();
        let line = board.unit(double_heavy("line", A1).at("1210", "n"));
        board.unit(heavy("centre", B1).card(|card| card.salvo = false).strength(20).morale(8).at("1309", "s"));
        // They attack no Heavy Infantry.
        board.unit(light("left", B1).strength(20).morale(8).at("1209", "s"));
        board.unit(light("right", B1).strength(20).morale(8).at("1409", "s"));
        board.commander(A1, 0, "1211");
        board.unit(light("staff", A2).at("1211", "n"));
        let mut game = board.open();
        game.activate(A1);
        crate::moving::act(&mut game, line);
        game.plays(&format!("shoot left {} {mode}", shots[0]), &[]);
        let checks: &[u8] = if mode == "salvo" { &[0, 0, 0, 0] } else { &[0, 0] };
        game.plays(&format!("shoot right {} {mode}", shots[1]), checks);
        while game.topic() == "reaction" {
            game.plays("react-done", &[]);
        }
        game.segment(A1);
        game.attacks(line, "1309", &[]);
        // It charges from where it stands.
        game.plays("react-done", &[4]);
        game.modifier("MP 11.3.1b")
    };
    assert_eq!(fought(["1309", "1409"], "salvo"), 1, "the left half's was at him");
    assert_eq!(fought(["1209", "1309"], "salvo"), 1, "the right half's was at him");
    assert_eq!(fought(["1209", "1409"], "salvo"), 0);
    assert_eq!(fought(["1309", "1409"], "skirmish"), 0);
}

#[test]
fn a_defender_who_fired_his_salvo_has_it_counted() {
    // MP 11.3.1b, chart C15: in reaction, at the unit that then attacks.
    let fought = |mode: &str| {
        let mut board = board();
        let one = board.unit(heavy("one", A1).card(|card| card.salvo = false).strength(20).morale(8).at("1212", "n"));
        board.unit(heavy("foe", B1).strength(20).morale(8).at("1210", "s"));
        board.commander(A1, 0, "1313");
        board.unit(light("staff", A2).at("1313", "n"));
        let mut game = board.open();
        game.activate(A1);
        game.acts(one, &["move", "ahead nw"]);
        game.plays("react-fire foe", &[]);
        game.plays(&format!("shoot 1211 {mode}"), if mode == "salvo" { &[0, 0] } else { &[0] });
        while game.asked().is_some() {
            let halt = if game.topic() == "reaction" { "react-done" } else { "halt" };
            game.plays(halt, &[]);
        }
        game.segment(A1);
        game.attacks(one, "1210", &[4]);
        game.modifier("MP 11.3.1b")
    };
    assert_eq!((fought("salvo"), fought("skirmish")), (-1, 0));
}

#[test]
fn the_ground_of_the_defender() {
    // MP 11.3.1a, 14.4f, 14.4e, 11.3.6d
    let over = |ground: &dyn Fn(&mut Board), die: u8| {
        let mut board = board();
        let one = board.unit(came(heavy("a", A1).mark(Mark::Momentum), "1212"));
        let foe = board.unit(stands(heavy("b", B1)));
        ground(&mut board);
        let mut game = board.open();
        // Whoever came to the hexside first makes no difference.
        game.state.first_adjacent.push((one, foe));
        game.segment(A1);
        game.attacks(one, "1211", &[die]);
        assert_eq!(game.modifier("MP 11.3.6a"), 1, "Momentum is kept across the hexside");
        game.modifier("MP 11.1.4c")
    };
    assert_eq!(over(&|_| (), 3), 0);
    assert_eq!(over(&|board| board.terrain("1211", "woods"), 4), -1);
    assert_eq!(over(&|board| board.hexside("1212", "NW", "hedge"), 4), -1);
    let uphill = |board: &mut Board| {
        board.height("1211", 1);
        board.slope("1212", "NW", Slope::Steep);
    };
    assert_eq!(over(&uphill, 4), -1);
    assert_eq!(
        over(
            &|board| {
                uphill(board);
                board.hexside("1212", "NW", "stream");
            },
            5
        ),
        -2
    );
    // Downhill there is none.
    assert_eq!(
        over(
            &|board| {
                board.height("1212", 1);
                board.slope("1212", "NW", Slope::Steep);
            },
            3
        ),
        0
    );
}

#[test]
fn different_ground_counts_as_is_best_for_the_defender() {
    // MP 11.1.4c, 11.3.1a
    let mut board = board();
    let one = board.unit(came(heavy("a", A1).strength(5), "1212"));
    let two = board.unit(came(heavy("b", A1).strength(5), "1112"));
    board.unit(stands(heavy("foe", B1)));
    board.hexside("1112", "NE", "stream");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[]);
    game.attacks(two, "1211", &[5]);
    assert_eq!(game.modifier("MP 11.1.4c"), -1);
    // MP 11.3.1d: no formation hit for a hexside that nobody crossed, one for the combat.
    assert_eq!(game.unit(two).formation, Formation::Shaken);
}

#[test]
fn mixed_attackers_give_the_defender_the_best_of_both() {
    // MP V34, 11.1.4c
    let fight = |cavalry_at: &str, facing: &str| {
        let mut board = board();
        let foot = board.unit(came(heavy("foot", A1).strength(12), "1212"));
        let rider =
            board.unit(cavalry("horse", A1).morale(7).at(cavalry_at, facing).mark(Mark::Moved).mark(Mark::Momentum));
        board.unit(stands(heavy("foe", B1).strength(12)));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(foot, "1211", &[]);
        game.attacks(rider, "1211", &[]);
        game.pistols(rider, true, &[0]);
        game
    };
    let flank = fight("1311", "nw");
    assert_eq!(flank.modifier("MP 11.3.4a"), 0);
    assert_eq!(flank.modifier("MP 11.3.8a"), 0);
    assert_eq!(flank.modifier("MP 11.3.7a"), 1);
    assert_eq!(flank.modifier("MP 11.3.1c"), -1);
    assert_eq!(flank.net(), 4);
    let front = fight("1112", "n");
    assert_eq!(front.modifier("MP 11.3.8a"), -5);
    assert_eq!(front.net(), -1);
}

#[test]
fn a_wagon_by_the_defender_helps_him() {
    // MP 14.1b, 14.1e
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    board.unit(stands(heavy("b", B1)));
    board.unit(wagon("train", B1).at("1211", "s"));
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[5]);
    assert_eq!(game.modifier("MP 14.1b"), -1);
}

/// Two-hex Heavy Infantry before a barrier whose only crossing is a bridge hexside from its left half to 1311.
fn at_the_bridge(foe: Piece) -> (Game, UnitId) {
    let mut board = board();
    let brigade = board.unit(came(double_heavy("brigade", A1).morale(8), "1212"));
    for (hex, dir) in [("1212", "NW"), ("1312", "NE"), ("1312", "NW")] {
        board.hexside(hex, dir, "pike-wagon");
    }
    board.hexside("1212", "NE", "bridge");
    board.unit(foe.at("1311", "s"));
    (board.open(), brigade)
}

#[test]
fn a_brigade_on_a_bridge_counts_as_broken_and_may_squeeze_across() {
    // MP 11.3.1e, 7.3.5f
    let (mut game, brigade) = at_the_bridge(heavy("foe", B1));
    game.segment(A1);
    game.attacks(brigade, "1311", &[7]);
    assert_eq!(game.modifier("MP 6.3.1f"), -2);
    assert_eq!(game.modifier("MP 11.1.4c"), -1);
    assert_eq!(game.total(), 6);
    game.retreats("ne", &[]);
    let across = |hex: &str| CombatChoice::AdvanceAcross { unit: brigade, hex: game.hex(hex) };
    assert_eq!(game.menu(), [CombatChoice::HoldGround, across("1311"), across("1211")]);
    game.choose(across("1311"), &[]);
    assert_eq!(game.both(brigade), ("1311".into(), "1411".into()));
    // MP 7.3.5e
    assert_eq!(game.unit(brigade).formation, Formation::Broken);
}

#[test]
fn a_brigade_in_disorder_does_not_squeeze_across() {
    // MP 7.3.5f, 7.3.5c
    let (mut game, brigade) = at_the_bridge(heavy("foe", B1));
    game.state.units[brigade.ix()].formation = Formation::Shaken;
    game.segment(A1);
    game.attacks(brigade, "1311", &[7]);
    game.retreats("ne", &[]);
    assert_eq!(game.both(brigade), ("1212".into(), "1312".into()));
}

#[test]
fn a_brigade_attacks_through_a_bridge_hex() {
    // MP 7.3.5f, 11.1.2c, 11.3.1e
    let mut board = board();
    let brigade = board.unit(came(double_heavy("brigade", A1), "1212"));
    board.terrain("1311", "bridge");
    let foe = board.unit(heavy("foe", B1).at("1310", "s"));
    let mut game = board.open();
    game.segment(A1);
    assert_eq!(game.table().distance(brigade, foe), 2);
    game.attacks(brigade, "1310", &[7]);
    assert_eq!(game.modifier("MP 6.3.1f"), -2);
    assert_eq!(game.modifier("MP 11.1.4c"), -1);
    assert_eq!(game.total(), 4);
    // MP 11.1.2d, 7.3.5a: a bridge is too narrow to stand on.
    let mut board = crate::common::board();
    let brigade = board.unit(came(double_heavy("brigade", A1), "1212"));
    board.terrain("1311", "bridge");
    board.unit(heavy("foe", B1).at("1311", "s"));
    let game = board.open();
    assert_eq!(game.table().may_attack(brigade, game.hex("1311")).unwrap_err().rule, "MP 11.1.2d");
}

#[test]
fn a_brigade_that_advances_over_a_bridge_takes_what_lies_on_it() {
    // MP 7.3.5f, 10.8.9b, 11.5.1a, 5.3.1b: an enemy gun, a wagon, a leader alone; its own gun is passed.
    for lies in ["gun", "wagon", "leader", "own"] {
        let mut board = board();
        let brigade = board.unit(came(double_heavy("brigade", A1).strength(20).morale(8), "1212"));
        board.terrain("1311", "bridge");
        board.unit(heavy("foe", B1).at("1310", "s"));
        let him = if lies == "leader" { Some(board.commander(B1, 0, "1311")) } else { None };
        let it = match lies {
            "gun" => Some(gun("it", B1)),
            "wagon" => Some(wagon("it", B1)),
            "own" => Some(gun("it", A1)),
            _ => None,
        };
        let it = it.map(|piece| board.unit(piece.mark(Mark::Fired).at("1311", "n")));
        let mut game = board.open();
        game.segment(A1);
        game.attacks(brigade, "1310", &[9]);
        game.let_be_until_advance();
        let across = CombatChoice::AdvanceAcross { unit: brigade, hex: game.hex("1310") };
        game.choose(across, &[]);
        assert_eq!(game.both(brigade), ("1310".into(), "1410".into()), "{lies}");
        if let Some(it) = it {
            let place = if lies == "own" { Place::Map } else { Place::Wreck { captured: true } };
            assert_eq!(game.unit(it).place, place, "{lies}");
        }
        if let Some(him) = him {
            assert!(matches!(game.state.leaders[him.ix()].place, LeaderPlace::Removed(_)));
        }
    }
}

#[test]
fn leaders_of_either_side_count_once() {
    // MP 11.3.2a
    let mut board = board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    board.unit(stands(heavy("b", B1)));
    board.commander(A1, -2, "1212");
    board.army_commander(A, -1, "1212");
    let mut game = board.open();
    game.segment(A1);
    // No decision; then a roll for each leader (MP 11.8a).
    game.attacks(one, "1211", &[3, 0, 0]);
    assert_eq!(game.modifier("MP 11.3.2a"), 1);
    let mut board = crate::common::board();
    let one = board.unit(came(heavy("a", A1), "1212"));
    board.unit(stands(heavy("b", B1)));
    board.commander(B1, -2, "1211");
    let mut game = board.open();
    game.segment(A1);
    game.attacks(one, "1211", &[5, 0]);
    assert_eq!(game.modifier("MP 11.3.2a"), -1);
}
