//! Chapter 9.2: Facing Change, Hedgehog, Withdraw. Side A is active, side B reacts.

use crate::common::*;
use crate::reacting::*;
use field::hexes::Hand;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::movement::{Activity, MoveStep, Moving};
use musket_and_pike::reaction::{Event, ReactChoice, Trigger};
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

fn face(unit: UnitId, hand: Hand, steps: u8) -> ReactChoice {
    ReactChoice::Face { unit, hand, steps }
}

fn faces(game: &Game, unit: UnitId) -> Vec<(Hand, u8)> {
    menu(game, SEAT_B)
        .into_iter()
        .filter_map(|choice| match choice {
            ReactChoice::Face { unit: who, hand, steps } if who == unit => Some((hand, steps)),
            _ => None,
        })
        .collect()
}

const EITHER_WAY: [(Hand, u8); 4] = [(Hand::Left, 1), (Hand::Left, 2), (Hand::Right, 1), (Hand::Right, 2)];

/// MP VA37 (MP 9.2.2a, 9.2.2b, 9.2.1d; ruling MP G-A27): one-hex Heavy Infantry turns up to two vertices against Heavy Infantry on its flank, at 2 points each; Shaken
/// it is too slow; against a Shaken enemy it turns one.
#[test]
fn va37_facing_change() {
    let turn = |own: Formation, theirs: Formation| {
        let b = board();
        let hex = way(&b, "1010", "e");
        let (mut game, foot, mover) =
            pair(heavy("foot", B1).formation(own).at("1010", "n"), heavy("mover", A1).formation(theirs).at(&hex, "nw"));
        give(&mut game, &[], enters(mover));
        let faces = faces(&game, foot);
        (game, foot, faces)
    };
    let (mut game, foot, ways) = turn(Formation::Normal, Formation::Normal);
    assert_eq!(ways, EITHER_WAY);
    choose(&mut game, &[], face(foot, Hand::Right, 2));
    assert_eq!(game.unit(foot).facing, game.vertex("se"));
    assert!(game.table().fronts(foot, game.unit(UnitId(1)).hex));
    assert!(is_over(&game));
    let (game, foot, ways) = turn(Formation::Shaken, Formation::Normal);
    assert!(ways.is_empty());
    assert_eq!(refused(&game, face(foot, Hand::Right, 1)).as_deref(), Some("MP 9.2.2a"));
    let (game, foot, ways) = turn(Formation::Shaken, Formation::Shaken);
    assert_eq!(ways, [(Hand::Left, 1), (Hand::Right, 1)]);
    assert_eq!(refused(&game, face(foot, Hand::Right, 2)).as_deref(), Some("MP 9.2.1d"));
}

/// Ruling MP G-A53: of a wheel only the half that has moved has come adjacent.
#[test]
fn the_half_that_a_wheel_stands_on_comes_near_nobody() {
    let may = |pivot: Hand| {
        let b = board();
        // Facing south its left half lies to the east: only the right half is next to the horse's flank.
        let hex = way(&b, "1010", "e e");
        let (mut game, horse, mover) =
            pair(cavalry("horse", B1).at("1010", "n"), double_heavy("mover", A1).at(&hex, "s"));
        assert_eq!(game.unit(mover).other, Some(game.hex(&way(&b, "1010", "e"))));
        give(&mut game, &[], did(mover, Event::Turns { pivot: Some(pivot) }));
        !faces(&game, horse).is_empty()
    };
    assert!(may(Hand::Left));
    assert!(!may(Hand::Right));
}

/// MP 9.2.2a, ruling MP G-A53: an enemy who comes to the front, or turns where he stands, lets nobody turn; a wheel may. MP 9.2.2b: two vertices at most; guns
/// not at all.
#[test]
fn what_lets_a_unit_turn() {
    let may = |steps: &str, event: Event| {
        let b = board();
        let hex = way(&b, "1010", steps);
        let (mut game, horse, mover) = pair(cavalry("horse", B1).at("1010", "n"), heavy("mover", A1).at(&hex, "s"));
        give(&mut game, &[], did(mover, event));
        let may = !faces(&game, horse).is_empty();
        (may, refused(&game, face(horse, Hand::Left, 3)))
    };
    assert!(may("e", Event::Enters).0);
    assert_eq!(may("w", Event::Enters), (true, Some("MP 9.2.2b".into())));
    assert!(!may("ne", Event::Enters).0);
    assert!(!may("e", Event::Turns { pivot: None }).0);
    assert!(may("e", Event::Turns { pivot: Some(Hand::Right) }).0);
    assert!(may("e", Event::EndsAdvance).0);
    assert!(!may("e", Event::StartsCharge).0);
    let mut board = board();
    let guns = board.unit(gun("guns", B1).at("1010", "n"));
    let foot = board.unit(heavy("foot", B1).at("1010", "n"));
    let mover = board.unit(heavy("mover", A1).at(&way(&board, "1010", "e"), "nw"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    assert_eq!(faces(&game, foot), EITHER_WAY);
    assert_eq!(refused(&game, face(guns, Hand::Left, 1)).as_deref(), Some("MP 9.2.2b"));
}

/// MP 9.1.6b: the allowance of a reacting unit is taken afresh each time, that of the mover when its move began (MP 9.1.6a, ruling MP G-A30).
#[test]
fn allowances_are_compared_as_they_were_fixed() {
    let b = board();
    let hex = way(&b, "1010", "e");
    let (mut game, foot, mover) =
        pair(heavy("foot", B1).formation(Formation::Shaken).at("1010", "n"), heavy("mover", A1).at(&hex, "nw"));
    let moving = Moving::begun(game.table(), mover, Activity::Move);
    game.state.moves.push(moving);
    game.state.units[mover.ix()].formation = Formation::Shaken;
    give(&mut game, &[], enters(mover));
    assert!(faces(&game, foot).is_empty(), "the mover still has the 4 points it began with");
    choose(&mut game, &[], ReactChoice::Done);
    game.state.moves.clear();
    give(&mut game, &[], enters(mover));
    assert_eq!(faces(&game, foot).len(), 2);
    choose(&mut game, &[], ReactChoice::Done);
    game.state.units[foot.ix()].formation = Formation::Normal;
    give(&mut game, &[], enters(mover));
    assert_eq!(faces(&game, foot).len(), 4, "a reactor that has reformed has its full allowance again");
}

/// MP 9.2.2c, 9.2.2d: a two-hex unit swings one half by up to two hexes; not next to an enemy unless under Charge, and then only in command.
#[test]
fn two_hex_units_pivot() {
    let swing = |orders: Orders, commanded: bool| {
        let mut board = board();
        board.orders(B1, orders);
        let foot = board.unit(double_heavy("foot", B1).at("1010", "n"));
        let right = way(&board, "1010", "e");
        // On the right flank; the left half swinging round the right one comes next to nobody else.
        let mover = board.unit(heavy("mover", A1).at(&way(&board, &right, "e"), "nw"));
        // And one enemy further off, to which the second hex of the swing is adjacent.
        board.unit(heavy("far", A1).at(&way(&board, "1010", "e ne ne"), "s"));
        if commanded {
            board.commander(B1, 0, "1010");
        }
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        (faces(&game, foot), game, foot)
    };
    let (ways, game, foot) = swing(Orders::MakeReady, true);
    assert!(ways.contains(&(Hand::Right, 1)), "{ways:?}");
    let twice = refused(&game, face(foot, Hand::Right, 2));
    assert_eq!(twice.as_deref(), Some("MP 9.2.2d"), "the second hex is next to the far enemy");
    let (ways, mut game, foot) = swing(Orders::Charge, true);
    assert!(ways.contains(&(Hand::Right, 2)), "{ways:?}");
    let before = *game.unit(foot);
    choose(&mut game, &[], face(foot, Hand::Right, 2));
    let now = game.unit(foot);
    assert_eq!((now.other, now.facing), (before.other, before.facing.right(2)), "the right half stands");
    let (_, game, foot) = swing(Orders::Charge, false);
    assert_eq!(refused(&game, face(foot, Hand::Right, 2)).as_deref(), Some("MP 9.2.2d"), "MP 5.4.3h");
}

/// MP 9.2.2e: under any Orders it may pivot next to an enemy that its standing half is next to, if it comes next to no other.
#[test]
fn pivoting_on_a_known_enemy() {
    for stranger in [false, true] {
        let mut board = board();
        board.orders(B1, Orders::ReceiveCharge);
        let foot = board.unit(double_heavy("foot", B1).at("1010", "n"));
        let right = way(&board, "1010", "e");
        let mover = board.unit(heavy("mover", A1).at(&way(&board, &right, "e"), "nw"));
        // The enemy on the right front touches the right half; the left half swinging into the centre touches it too.
        let ahead = way(&board, &right, "ne");
        board.unit(heavy("known", A1).at(&ahead, "s"));
        if stranger {
            board.unit(heavy("stranger", A1).at(&way(&board, "1010", "ne nw"), "s"));
        }
        board.commander(B1, 0, "1010");
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        assert_eq!(faces(&game, foot).contains(&(Hand::Right, 1)), !stranger);
    }
}

// 9.2.3: Hedgehog.

/// MP VA35 (MP 9.2.3a, 9.2.3b, 6.3.2f): Shaken Heavy Infantry of morale 6 and cavalry two hexes before it. A 6 forms Hedgehog; a 7 costs a level; the next
/// step is a new trigger, checked against 5.
#[test]
fn va35_hedgehog_reaction() {
    let setup = || {
        let b = board();
        let hex = way(&b, "1010", "nw ne");
        pair(
            heavy("foot", B1).morale(6).formation(Formation::Shaken).at("1010", "n"),
            cavalry("horse", A1).at(&hex, "s"),
        )
    };
    let (mut game, foot, horse) = setup();
    remove_leaders(&mut game);
    give(&mut game, &[], enters(horse));
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, ReactChoice::Hedgehog { unit: foot }]);
    choose(&mut game, &[6], ReactChoice::Hedgehog { unit: foot });
    assert_eq!(game.unit(foot).formation, Formation::Hedgehog);
    assert!(is_over(&game));

    let (mut game, foot, horse) = setup();
    remove_leaders(&mut game);
    give(&mut game, &[], enters(horse));
    choose(&mut game, &[7], ReactChoice::Hedgehog { unit: foot });
    assert_eq!((game.unit(foot).formation, game.unit(foot).morale), (Formation::Shaken, Morale::Shaken));
    assert!(is_over(&game), "one reaction to this trigger");
    let (near, facing) =
        (game.rules.ground.grid.neighbour(game.unit(foot).hex, game.dir("nw")).unwrap(), game.unit(horse).facing);
    game.with(&[], |play| play.state.put(horse, near, None, facing));
    give(&mut game, &[], enters(horse));
    choose(&mut game, &[5], ReactChoice::Hedgehog { unit: foot });
    assert_eq!(game.unit(foot).formation, Formation::Hedgehog);
}

fn remove_leaders(game: &mut Game) {
    for leader in game.state.leaders.iter_mut() {
        leader.place = musket_and_pike::state::LeaderPlace::Aside;
    }
}

/// MP 9.2.3a, ruling MP G-A29: within two hexes of front or flank, points spent, by cavalry of the Active player; pikes and a formation that can close up.
#[test]
fn who_may_form_hedgehog_in_reaction() {
    let refused_to = |foot: Piece, mover: Piece, steps: &str, trigger: fn(UnitId) -> Trigger| {
        let b = board();
        let hex = way(&b, "1010", steps);
        let (mut game, foot, mover) = pair(foot.at("1010", "n"), mover.at(&hex, "s"));
        // Somebody who can react in any case keeps the window open.
        give(&mut game, &[], trigger(mover));
        match game.asked() {
            Some(_) => refused(&game, ReactChoice::Hedgehog { unit: foot }),
            None => Some("nobody asked".into()),
        }
    };
    let foot = || heavy("foot", B1);
    let horse = || cavalry("horse", A1);
    assert_eq!(refused_to(foot(), horse(), "nw ne", enters), None);
    assert_eq!(refused_to(foot(), croats("croats", A1), "nw ne", enters), None, "MP 14.6a");
    assert_eq!(refused_to(foot(), horse(), "e e", enters), None);
    assert_eq!(refused_to(foot(), horse(), "e", enters), None);
    assert_eq!(refused_to(foot(), horse(), "e se", enters).as_deref(), Some("nobody asked"), "behind its row");
    assert_eq!(refused_to(foot(), horse(), "nw ne nw", enters).as_deref(), Some("nobody asked"));
    assert_eq!(refused_to(foot(), heavy("mover", A1), "nw", enters).as_deref(), Some("MP 9.2.3a"));
    assert_eq!(
        refused_to(foot(), horse(), "nw", |unit| did(unit, Event::Enters)).as_deref(),
        Some("MP 9.2.3a"),
        "no points spent"
    );
    assert_eq!(refused_to(foot().card(|card| card.pikes = false), horse(), "nw", enters).as_deref(), Some("MP 6.3.2a"));
    assert_eq!(refused_to(foot().formation(Formation::Broken), horse(), "nw", enters).as_deref(), Some("MP 6.3.2f"));
    assert_eq!(refused_to(foot().formation(Formation::OpenOrder), horse(), "nw", enters), None);
    assert_eq!(
        refused_to(foot(), horse(), "nw", |unit| Trigger { event: Event::Turns { pivot: None }, ..enters(unit) }),
        None
    );
}

/// MP 9.2.3c: entering a rear hex forces the attempt each time; ruling MP G-A28: not on a unit in Column. MP 5.4.3j: command does not matter.
#[test]
fn cavalry_behind_forces_the_attempt() {
    for (formation, forced) in
        [(Formation::Normal, true), (Formation::Shaken, true), (Formation::Column, false), (Formation::Broken, false)]
    {
        let mut board = board();
        let foot = board.unit(heavy("foot", B1).morale(6).formation(formation).at("1010", "n"));
        let horse = board.unit(cavalry("horse", A1).at(&way(&board, "1010", "sw"), "n"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, if forced { &[7] } else { &[] }, enters(horse));
        assert_eq!(game.unit(foot).morale == Morale::Shaken, forced, "{formation:?}");
        if forced {
            default_all(&mut game, &[]);
            give(&mut game, &[5], enters(horse));
            assert_eq!(game.unit(foot).formation, Formation::Hedgehog, "again, against 5");
        }
    }
}

/// MP 9.2.3d: with cavalry behind it the unit may leave Hedgehog by its own Reform.
#[test]
fn it_need_not_stay_in_hedgehog() {
    let mut board = board();
    board.orders(B1, Orders::Rally);
    let foot = board.unit(heavy("foot", B1).formation(Formation::Hedgehog).at("1010", "n"));
    board.unit(cavalry("horse", A1).at(&way(&board, "1010", "sw"), "n"));
    board.commander(B1, 0, "1010");
    let mut game = board.open();
    game.activate(B1);
    let reform = musket_and_pike::rally::RallyChoice::Reform {
        unit: foot,
        reform: musket_and_pike::rally::Reform::LeaveHedgehog,
        by: None,
    };
    assert!(game.table().judge_rally_action(reform).is_ok());
}

/// Ruling MP G-A52, MP 11.7.2e: an advance forces it from a rear hex; a pursuit from any side, unless it came of an Interception.
#[test]
fn advances_and_pursuits_force_hedgehog() {
    for (event, steps, forced) in [
        (Event::EndsAdvance, "sw", true),
        (Event::EndsAdvance, "ne", false),
        (Event::EndsPursuit { after_interception: false }, "ne", true),
        (Event::EndsPursuit { after_interception: false }, "e", true),
        (Event::EndsPursuit { after_interception: true }, "sw", false),
        (Event::Turns { pivot: None }, "sw", false),
    ] {
        let mut board = board();
        let foot = board.unit(heavy("foot", B1).morale(6).at("1010", "n"));
        let horse = board.unit(cavalry("horse", A1).at(&way(&board, "1010", steps), "n"));
        let mut game = board.open();
        game.activate(A1);
        give(&mut game, if forced { &[0] } else { &[] }, did(horse, event));
        assert_eq!(game.unit(foot).formation == Formation::Hedgehog, forced, "{event:?} {steps}");
    }
}

/// Ruling MP G-A39: a unit that breaks over the attempt runs from the cavalry.
#[test]
fn who_breaks_over_hedgehog_runs() {
    let mut board = board();
    let foot = board.unit(heavy("foot", B1).morale(6).state(Morale::Shaken).at("1010", "s"));
    let horse = board.unit(cavalry("horse", A1).at(&way(&board, "1010", "sw"), "n"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(horse));
    let seat = game.asked().unwrap();
    assert!(menu(&game, seat).contains(&ReactChoice::Hedgehog { unit: foot }));
    choose(&mut game, &[9], ReactChoice::Hedgehog { unit: foot });
    default_all(&mut game, &[]);
    assert_eq!(game.unit(foot).morale, Morale::Broken);
    assert!(game.table().distance(foot, horse) >= 3, "two hexes away");
}

// 9.2.4: Withdraw.

/// MP VA40 (MP 9.2.4a, 9.2.4b, 9.2.4c, 9.2.4e): cavalry under Make Ready falls back before Heavy Infantry to three hexes or more, once in the activation; before
/// cavalry only under Rally.
#[test]
fn va40_withdraw() {
    let b = board();
    let hex = way(&b, "1010", "nw ne");
    let setup = |orders: Orders, mover: Piece| {
        let (mut game, horse, mover) = pair(cavalry("horse", B1).at("1010", "n"), mover.at(&hex, "s"));
        game.state.wings[B1.ix()].orders = orders;
        give(&mut game, &[], enters(mover));
        (game, horse, mover)
    };
    let (mut game, horse, mover) = setup(Orders::MakeReady, heavy("mover", A1));
    choose(&mut game, &[], ReactChoice::Withdraw { unit: horse });
    assert_eq!(refused(&game, ReactChoice::Done).as_deref(), Some("MP 9.2.4c"), "not farther yet");
    let steps = menu(&game, SEAT_B);
    assert!(!steps.contains(&ReactChoice::Done) && steps.contains(&ReactChoice::CounterMarch));
    choose(&mut game, &[], ReactChoice::CounterMarch);
    let south = game.dir("sw");
    choose(&mut game, &[], ReactChoice::Ahead(south));
    assert_eq!(game.table().distance(horse, mover), 3);
    assert!(menu(&game, SEAT_B).contains(&ReactChoice::Done));
    choose(&mut game, &[], ReactChoice::Done);
    assert!(game.unit(horse).has(Mark::Withdrew));
    default_all(&mut game, &[]);
    assert!(is_over(&game));
    let (near, facing) =
        (game.rules.ground.grid.neighbour(game.unit(horse).hex, game.dir("nw")).unwrap(), game.unit(mover).facing);
    game.with(&[], |play| play.state.put(mover, near, None, facing));
    give(&mut game, &[], enters(mover));
    assert_eq!(refused(&game, ReactChoice::Withdraw { unit: horse }).as_deref(), Some("MP 9.2.4e"));

    let (game, horse, _) = setup(Orders::MakeReady, cavalry("mover", A1));
    assert_eq!(refused(&game, ReactChoice::Withdraw { unit: horse }).as_deref(), Some("MP 9.2.4b"));
    let (game, horse, _) = setup(Orders::Rally, cavalry("mover", A1));
    assert_eq!(refused(&game, ReactChoice::Withdraw { unit: horse }), None);
    let (game, horse, _) = setup(Orders::Charge, heavy("mover", A1));
    assert_eq!(refused(&game, ReactChoice::Withdraw { unit: horse }).as_deref(), Some("MP 9.2.4b"));
}

/// MP 9.2.4a: beyond two hexes, or from something faster, there is no withdrawing; MP 9.2.4b: infantry withdraws only under Rally. MP 9.2.1b, 9.2.1c: as often as
/// a trigger allows and even in an enemy's front.
#[test]
fn who_may_withdraw() {
    let may = |own: Piece, orders: Orders, mover: Piece, steps: &str| {
        let mut b = board();
        b.orders(B1, orders);
        let unit = b.unit(own.at("1010", "s"));
        // Musketeers next to the enemy keep the window open.
        b.unit(light("shot", B2).at(&way(&b, "1010", "w"), "n"));
        let mover = b.unit(mover.at(&way(&b, "1010", steps), "s"));
        let mut game = b.open();
        game.activate(A1);
        give(&mut game, &[], enters(mover));
        match game.asked() {
            Some(_) => refused(&game, ReactChoice::Withdraw { unit }),
            None => Some("nobody asked".into()),
        }
    };
    let foot = || heavy("foot", B1);
    assert_eq!(may(foot(), Orders::Rally, heavy("mover", A1), "nw"), None);
    assert_eq!(may(foot(), Orders::ReceiveCharge, heavy("mover", A1), "nw").as_deref(), Some("MP 9.2.4b"));
    assert_eq!(may(foot(), Orders::Rally, light("mover", A1), "nw").as_deref(), Some("MP 9.2.4a"), "6 against 4");
    assert_eq!(
        may(foot().formation(Formation::Broken), Orders::Rally, heavy("mover", A1).formation(Formation::Broken), "nw")
            .as_deref(),
        Some("MP 9.2.4c"),
        "no points, no way: ruling MP G-A27"
    );
    assert_eq!(may(double_heavy("foot", B1), Orders::Rally, heavy("mover", A1), "nw"), None);
}

/// MP 9.2.4d: a withdrawing unit enters no hex next to an enemy unit, and pays and turns as in normal movement.
#[test]
fn withdrawing_keeps_away_from_enemies() {
    let mut board = board();
    board.orders(B1, Orders::MakeReady);
    let horse = board.unit(cavalry("horse", B1).at("1010", "s"));
    let mover = board.unit(heavy("mover", A1).at(&way(&board, "1010", "nw"), "s"));
    board.unit(heavy("other", A1).at(&way(&board, "1010", "sw sw"), "n"));
    board.commander(B1, 0, "1010");
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    choose(&mut game, &[], ReactChoice::Withdraw { unit: horse });
    let (west, east) = (game.dir("sw"), game.dir("se"));
    assert_eq!(refused(&game, ReactChoice::Ahead(west)).as_deref(), Some("MP 9.2.4d"));
    assert_eq!(refused(&game, ReactChoice::Ahead(game.dir("nw"))).as_deref(), Some("MP 9.2.1d"), "not a front hex");
    choose(&mut game, &[], ReactChoice::Ahead(east));
    let leader = game.state.wings[B1.ix()].leader.unwrap();
    assert_eq!(game.state.leaders[leader.ix()].hex, game.unit(horse).hex, "its leader goes with it");
    assert_eq!(game.state.moves.last().unwrap().spent, 1);
}

/// MP 9.2.4b, 9.2.4e: a leader alone in his hex may withdraw, once.
#[test]
fn a_lone_leader_withdraws() {
    let mut board = board();
    let leader = board.commander(B1, 0, "1010");
    let mover = board.unit(heavy("mover", A1).at(&way(&board, "1010", "nw ne"), "s"));
    let mut game = board.open();
    game.activate(A1);
    give(&mut game, &[], enters(mover));
    let withdraw = ReactChoice::WithdrawLeader { leader };
    assert_eq!(menu(&game, SEAT_B), [ReactChoice::Done, withdraw]);
    choose(&mut game, &[], withdraw);
    assert_eq!(refused(&game, ReactChoice::Done).as_deref(), Some("MP 9.2.4c"));
    let (north, south) = (game.dir("nw"), game.dir("se"));
    assert_eq!(refused(&game, ReactChoice::Ahead(north)).as_deref(), Some("MP 9.2.4d"), "next to the enemy");
    choose(&mut game, &[], ReactChoice::Ahead(south));
    choose(&mut game, &[], ReactChoice::Done);
    assert!(is_over(&game));
    assert_eq!(game.table().distance_to(mover, game.state.leaders[leader.ix()].hex), 3);
    game.state.leaders[leader.ix()].hex = game.hex("1010");
    give(&mut game, &[], enters(mover));
    assert!(is_over(&game), "once in the activation");
    game.state.leaders[leader.ix()].deeds.acted = false;
    let friend = game.table().body_at(game.hex("1010"));
    assert_eq!(friend, None);
    give(&mut game, &[], did(mover, Event::Reforms));
    assert!(is_over(&game), "only before a Movement Trigger");
}

/// MP 9.1.1g: reactions within reactions end where the state holds no more; nobody is asked, and nothing breaks.
#[test]
fn a_nest_of_reactions_has_an_end() {
    let game = |fill: &dyn Fn(&mut Game)| {
        let b = board();
        let hex = way(&b, "1010", "e");
        let (mut game, horse, mover) = pair(cavalry("horse", B1).at("1010", "n"), heavy("mover", A1).at(&hex, "s"));
        fill(&mut game);
        let depth = game.state.windows.len();
        give(&mut game, &[], enters(mover));
        (game.state.windows.len() - depth, game.unit(horse).facing == game.vertex("n"))
    };
    let moves = |game: &mut Game| {
        while !game.state.moves.is_full() {
            let moving = Moving::begun(game.table(), UnitId(0), Activity::Move);
            game.state.moves.push(moving);
        }
    };
    let steps = |game: &mut Game| {
        while game.state.agenda.depth() < musket_and_pike::state::DEPTH - 5 {
            game.state.agenda.push(Step::Move(MoveStep::StackOrder(UnitId(0))));
        }
    };
    assert_eq!(game(&|_| ()), (1, true));
    assert_eq!(game(&moves), (0, true));
    assert_eq!(game(&steps), (0, true));
}

/// Foot of side A in 1212 goes one hex ahead, to 1211; what is put on the board watches it.
fn foot_goes_ahead(change: impl FnOnce(&mut Board)) -> Game {
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A2).at("1313", "n"));
    change(&mut board);
    let mut game = board.open();
    game.activate(A1);
    crate::moving::start(&mut game, foot);
    game.plays("ahead nw", &[]);
    game
}

#[test]
fn whoever_reacts_must_see_it() {
    // MP 9.1.3h: cavalry three hexes off, and a leader alone two hexes off, with and without woods between.
    let hidden = |board: &mut Board| {
        for hex in ["1110", "1210", "1310"] {
            board.terrain(hex, "woods");
        }
    };
    let rider = |board: &mut Board| {
        board.unit(cavalry("rider", B1).at("1208", "s"));
        board.commander(B1, 0, "1208");
    };
    assert!(foot_goes_ahead(rider).offers("intercept rider"));
    let game = foot_goes_ahead(|board| {
        rider(board);
        hidden(board);
    });
    assert!(!game.offers("intercept rider"));
    let general = |board: &mut Board| {
        board.army_commander(B, 0, "1209");
    };
    assert!(foot_goes_ahead(general).offers("withdraw-leader b-ac"));
    let game = foot_goes_ahead(|board| {
        general(board);
        hidden(board);
    });
    assert!(!game.offers("withdraw-leader b-ac"));
}

#[test]
fn an_interception_goes_through_no_dead_zone() {
    // MP 9.3.1c, 10.9.3g: of the two ways along the height and down its side the second lies below the crest.
    let mut game = foot_goes_ahead(|board| {
        board.unit(cavalry("rider", B1).at("1208", "s"));
        board.commander(B1, 0, "1208");
        for hex in ["1208", "1209", "1210", "1211"] {
            board.height(hex, 1);
        }
        board.slope("1209", "sw", musket_and_pike::ground::Slope::Steep);
    });
    game.plays("intercept rider", &[0]);
    game.plays("react-ahead sw", &[]);
    assert_eq!(game.forbids("react-ahead sw"), "MP 9.3.3a");
    game.plays("react-ahead se", &[]);
}

#[test]
fn a_line_withdraws_by_a_wheel_on_the_half_that_is_next_to_the_enemy() {
    // MP 9.2.4d: the half that stands does not move adjacent to anybody.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).at("1208", "s"));
    let line = board.unit(double_heavy("line", B1).at("1210", "s"));
    board.orders(B1, Orders::Rally);
    board.commander(A1, 0, "1207");
    board.unit(light("staff", A2).at("1207", "s"));
    board.commander(B1, 0, "1412");
    board.unit(light("guard", B2).at("1412", "s"));
    let mut game = board.open();
    game.activate(A1);
    crate::moving::start(&mut game, foot);
    game.plays("ahead se", &[]);
    game.plays("withdraw line", &[]);
    game.plays("react-wheel left", &[]);
    assert_eq!(game.stands(line), ["1210", "1211"]);
    // It goes on: it has to end farther off.
    assert_eq!(game.forbids("react-done"), "MP 9.2.4c");
}

#[test]
fn an_army_commander_who_has_acted_still_withdraws() {
    // MP 9.2.4b, 9.2.4e, 9.1.1e: what he did as his Action is no withdrawal; in the Close Combat segment he reacts to an advance, once.
    let mut board = board();
    let one = board.unit(heavy("one", A1).at("1212", "n").mark(Mark::Moved));
    let foe = board.unit(heavy("foe", B1).morale(8).at("1211", "s"));
    let general = board.army_commander(A, 0, "1512");
    let mut game = board.open();
    game.activate(A1);
    crate::moving::lead(&mut game, general);
    game.plays("ride w", &[]);
    game.plays("halt", &[]);
    game.segment(A1);
    game.attacks(one, "1211", &[4]);
    game.let_be_until_advance();
    game.plays("advance foe se", &[]);
    game.plays("keep-facing", &[]);
    assert_eq!(game.stands(foe), ["1212"]);
    game.plays("withdraw-leader a-ac", &[]);
    game.plays("react-ahead e", &[]);
    game.plays("react-done", &[]);
    assert!(!game.offers("withdraw-leader a-ac"));
}

/// Cavalry of side A rides up before two regiments of side B, one hex after the other.
fn rides_up(steps: usize) -> Game {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    for (key, hex) in [("foot", "1210"), ("other", "1310")] {
        board.unit(heavy(key, B1).card(|card| card.salvo = false).strength(20).morale(7).at(hex, "s"));
    }
    board.commander(A1, 0, "1314");
    board.unit(light("staff", A2).at("1314", "n"));
    let mut game = board.open();
    game.activate(A1);
    crate::moving::start(&mut game, horse);
    for step in ["ahead ne", "ahead ne"].into_iter().take(steps) {
        while game.topic() == "reaction" {
            game.plays("react-done", &[]);
        }
        game.plays(step, &[]);
    }
    game
}

#[test]
fn one_reaction_to_a_trigger_of_whatever_kind() {
    // MP 9.1.1b, 9.1.1f, 9.1.2b: having tried the Hedgehog it does not fire at the same trigger, and having fired it forms none; the other regiment has its own.
    let mut game = rides_up(2);
    game.plays("react-hedgehog foot", &[9]);
    assert_eq!(game.forbids("react-fire foot"), "MP 9.1.1f");
    game.plays("react-fire other", &[0]);
    let mut game = rides_up(2);
    game.plays("react-fire foot", &[0]);
    assert_eq!(game.forbids("react-hedgehog foot"), "MP 9.1.1f");
    assert!(game.offers("react-hedgehog other"));
}

#[test]
fn there_is_no_limit_to_reactions_but_the_triggers() {
    // MP 9.2.1b: tried and failed at the first hex, it may try again at the second.
    let mut game = rides_up(1);
    game.plays("react-hedgehog foot", &[9]);
    game.plays("react-done", &[]);
    game.plays("ahead ne", &[]);
    game.plays("react-hedgehog foot", &[0]);
    assert_eq!(game.unit(UnitId(1)).formation, Formation::Hedgehog);
}
