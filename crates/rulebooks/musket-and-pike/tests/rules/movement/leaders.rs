//! Leaders who go along, and who ride alone.

use super::*;

#[test]
fn a_leader_goes_along_or_stays() {
    // MP 5.2.2d, ruling G-A15: asked once at the start; being carried takes his Action.
    let mut board = ready();
    let leader = board.commander(A1, 0, "1212");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(heavy("other", A1).at("1214", "n"));
    let mut game = begin(board);
    act(&mut game, foot);
    choose(&mut game, Move, &[]);
    assert_eq!(step(&game), Some(MoveStep::Company(leader)));
    choose(&mut game, Take(leader), &[]);
    assert!(!game.state.leaders[leader.ix()].deeds.acted);
    walk(&mut game, &["ahead nw"]);
    assert!(game.state.leaders[leader.ix()].deeds.acted);
    walk(&mut game, &["ahead ne", "halt"]);
    assert_eq!(game.state.leaders[leader.ix()].hex, game.hex("1210"));
}

#[test]
fn a_leader_keeps_to_his_half() {
    // MP 5.4.2f: he stands in one hex of the two.
    let mut board = ready();
    let leader = board.commander(A1, 0, "1312");
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.unit(heavy("other", A1).at("1214", "n"));
    let mut game = begin(board);
    act(&mut game, line);
    choose(&mut game, Move, &[]);
    choose(&mut game, Take(leader), &[]);
    walk(&mut game, &["ahead nw"]);
    assert_eq!(game.state.leaders[leader.ix()].hex, game.hex("1311"));
    // A counter march swaps the names of the halves, not their hexes.
    walk(&mut game, &["counter-march"]);
    assert_eq!(game.state.leaders[leader.ix()].hex, game.hex("1311"));
}

#[test]
fn a_unit_does_not_leave_its_commander_alone() {
    // MP 5.2.1d: unless he can still move to another, or somebody else stays with him.
    let leave = |acted: bool, company: bool| {
        let mut board = ready();
        let leader = board.commander(A1, 0, "1212");
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        board.unit(heavy("other", A1).at("1214", "n"));
        if company {
            board.unit(gun("guns", A1).at("1212", "n"));
        }
        let mut game = begin(board);
        game.state.leaders[leader.ix()].deeds.acted = acted;
        start(&mut game, foot);
        rule_of(judge(&game, Ahead(game.dir("nw"))))
    };
    assert_eq!(leave(false, false), None);
    assert_eq!(leave(true, true), None);
    assert_eq!(leave(true, false).as_deref(), Some("MP 5.2.1d"));
}

#[test]
fn a_leader_rides_eight() {
    // MP 5.1.2d: alone, hex by hex, past enemies but not into them; no trigger, no Orders (ruling G-A16).
    let mut board = ready();
    let chief = board.army_commander(A, -1, "1212");
    board.unit(heavy("foot", A1).at("1113", "n"));
    board.unit(light("enemy", B1).at("1210", "s"));
    let mut game = begin(board);
    lead(&mut game, chief);
    walk(&mut game, &["ride nw"]);
    assert!(game.state.windows.is_empty() && game.state.leaders[chief.ix()].deeds.acted);
    assert_eq!(step(&game), Some(MoveStep::LeaderNext { leader: chief, left: 7 }));
    assert_eq!(forbidden_by(&game, LeaderTo(game.dir("ne"))), "MP 5.3.1b");
    walk(&mut game, &["ride nw", "halt"]);
    assert_eq!(game.state.leaders[chief.ix()].hex, game.hex("1110"));
    assert!(game.state.agenda.is_empty());
}

#[test]
fn a_wing_commander_ends_with_his_wing() {
    // MP 5.2.1c.
    let mut board = ready();
    let leader = board.commander(A1, 0, "1212");
    board.unit(heavy("here", A1).at("1212", "n"));
    board.unit(heavy("there", A1).at("1612", "n"));
    let mut game = begin(board);
    lead(&mut game, leader);
    // Nobody who has acted comes to him any more.
    game.state.units.iter_mut().for_each(|unit| unit.marks.set(Mark::Acted, true));
    walk(&mut game, &["ride e"]);
    assert_eq!(forbidden_by(&game, Stop), "MP 5.2.1c");
    // Four points to spare: he must not ride so far that he reaches nobody.
    walk(&mut game, &["ride ne", "ride ne", "ride ne"]);
    assert_eq!(forbidden_by(&game, LeaderTo(game.dir("ne"))), "MP 5.2.1c");
}

#[test]
fn one_action_for_a_leader() {
    // MP 5.2.2d, 5.2.2e: not twice, and not after units have Rallied on his authority.
    let mut board = ready();
    let leader = board.commander(A1, 0, "1212");
    board.unit(heavy("here", A1).at("1212", "n"));
    let mut game = begin(board);
    game.state.leaders[leader.ix()].deeds.lends_authority = true;
    lead(&mut game, leader);
    assert_eq!(forbidden_by(&game, LeaderTo(game.dir("ne"))), "MP 5.2.2e");
    choose(&mut game, Nothing, &[]);
    lead(&mut game, leader);
    assert!(game.state.agenda.is_empty(), "his Action is spent");
}

#[test]
fn a_leader_crosses_a_wall_with_his_whole_allowance() {
    // MP 7.1.1d: what is barred to cavalry he goes over as Light Infantry, and a wall takes all its points.
    let mut board = ready();
    let general = board.army_commander(A, 0, "1212");
    board.hexside("1212", "nw", "wall");
    board.hexside("1313", "nw", "wall");
    let mut game = begin(board);
    lead(&mut game, general);
    game.plays("ride nw", &[]);
    assert_eq!(game.state.leaders[general.ix()].hex, game.hex("1211"));
    assert!(game.asked().is_none(), "nothing is left of his allowance");
    // With a point spent he stays on this side.
    let mut board = ready();
    let general = board.army_commander(A, 0, "1212");
    board.hexside("1112", "nw", "wall");
    let mut game = begin(board);
    lead(&mut game, general);
    game.plays("ride w", &[]);
    assert_eq!(game.forbids("ride nw"), "MP 7.1.1e");
}
