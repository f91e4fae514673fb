//! Actions.

use super::*;

#[test]
fn only_the_active_wing_and_its_commanders_act() {
    // MP G.2, G.3, 3.2.Ba, 3.2.Ca, 4.2.2a, 5.1.1a, 5.1.1c, 5.2.2d, 5.2.2e.
    let (mut board, a, b) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, 0)]);
    let army = board.army_commander(A, 0, "2020");
    let enemy = board.army_commander(B, 0, "2004");
    let mut game = begin(board, &[]);
    play(&mut game, &[], turn(TurnChoice::Activate { wing: a[0] }));
    play(&mut game, &[], turn(TurnChoice::LetBe));
    // Orders come before any Action.
    assert_eq!(top(&game), Step::Command(CommandStep::ChangeOrders(a[0])));
    play(&mut game, &[], Decision::Command(CommandChoice::Keep));
    let commander = game.state.wings[a[0].ix()].leader.unwrap();
    let expected = [
        TurnChoice::Act { unit: UnitId(0) },
        TurnChoice::Lead { leader: commander },
        TurnChoice::Lead { leader: army },
        TurnChoice::EndActions,
    ];
    assert_eq!(menu(&game, SEAT_A), expected.map(turn));
    let refused = |choice| judge(&game, SEAT_A, turn(choice)).unwrap();
    assert_eq!(refused(TurnChoice::Act { unit: UnitId(1) }), "MP G.2");
    assert_eq!(refused(TurnChoice::Lead { leader: enemy }), "MP G.2");
    let other = game.state.wings[a[1].ix()].leader.unwrap();
    assert_eq!(refused(TurnChoice::Lead { leader: other }), "MP G.2");
    let theirs = game.state.wings[b[0].ix()].leader.unwrap();
    assert_eq!(refused(TurnChoice::Lead { leader: theirs }), "MP G.2");
    game.state.units[0].marks.set(Mark::Acted, true);
    game.state.leaders[army.ix()].deeds.acted = true;
    game.state.leaders[commander.ix()].deeds.lends_authority = true;
    let refused = |choice| judge(&game, SEAT_A, turn(choice)).unwrap();
    assert_eq!(refused(TurnChoice::Act { unit: UnitId(0) }), "MP 3.2.Ca");
    assert_eq!(refused(TurnChoice::Lead { leader: army }), "MP 5.1.1c");
    assert_eq!(refused(TurnChoice::Lead { leader: commander }), "MP 5.2.2e");
}

#[test]
fn a_wing_commander_ends_the_actions_with_a_unit_of_his_wing() {
    // MP 5.2.1c, 3.2.Cb, G-A48.
    let (mut board, a, _) = armies(&[(MakeReady, 0)], &[(Rally, 0)]);
    idle(&mut board, "second", a[0], "0520");
    let commander = board.commander(a[0], 0, "0420");
    let mut game = begin(board, &[]);
    until(&mut game, |step| matches!(step, TurnStep::ChooseWing(A)));
    play(&mut game, &[], turn(TurnChoice::Activate { wing: a[0] }));
    play(&mut game, &[], Decision::Command(CommandChoice::Keep));
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::EndActions)).unwrap(), "MP 5.2.1c");
    // With no Action to spare he is put on the nearest unit, of two equally near ones as his owner likes.
    game.state.leaders[commander.ix()].deeds.acted = true;
    play(&mut game, &[], turn(TurnChoice::EndActions));
    let place =
        |game: &Game, hex: &str| Decision::Command(CommandChoice::Place { leader: commander, hex: game.hex(hex) });
    assert_eq!(menu(&game, SEAT_A), vec![place(&game, "0320"), place(&game, "0520")]);
    assert_eq!(judge(&game, SEAT_A, place(&game, "0720")).unwrap(), "MP 5.2.1c");
    let there = place(&game, "0520");
    play(&mut game, &[], there);
    assert_eq!(game.state.leaders[commander.ix()].hex, game.hex("0520"));
    assert_eq!(top(&game), Step::Turn(TurnStep::Continuation));
}

#[test]
fn two_seats_of_a_side_share_the_actions_and_the_army_commander() {
    // MP 5.1.2c, 5.1.2e, G.2.
    let (mut board, a, _) = armies(&[(MakeReady, 0)], &[(Rally, 0)]);
    let army = board.army_commander(A, -2, "0320");
    board.rules.seats.push(kernel::SeatCard { key: "a-right".into(), name: "a-right".into(), side: A });
    let (chief, wing) = (SEAT_A, Seat(2));
    board.rules.wings[a[0].ix()].seat = wing;
    let mut game = begin(board, &[]);
    play_as(&mut game, chief, &[], turn(TurnChoice::Activate { wing: a[0] }));
    let change = |helped| Decision::Command(CommandChoice::Change { orders: Charge, helped });
    assert_eq!(game.asked(), Some(wing));
    assert_eq!(judge(&game, wing, change(true)).unwrap(), "MP 5.1.2c");
    play_as(&mut game, wing, &[], change(false));
    // The chief seat is asked for the Army Commander's help: 0 to 5, 8 less 2 less 1 for the Cavalry Wing.
    assert_eq!(game.asked(), Some(chief));
    play_as(&mut game, chief, &[8], Decision::Command(CommandChoice::Lend));
    assert_eq!(game.state.wings[a[0].ix()].orders, Charge);
    assert!(game.state.leaders[army.ix()].deeds.acted);
    // He has no Action left: only the Wing's seat is asked.
    assert_eq!(game.state.asked, SeatSet::one(wing));
    game.state.leaders[army.ix()].deeds.acted = false;
    game.advance(&[]);
    assert_eq!(game.state.asked, SeatSet::one(wing).with(chief));
    assert_eq!(menu(&game, chief), vec![turn(TurnChoice::Lead { leader: army }), turn(TurnChoice::EndActions)]);
    assert_eq!(judge(&game, wing, turn(TurnChoice::Lead { leader: army })).unwrap(), "MP G.2");
    assert_eq!(judge(&game, chief, turn(TurnChoice::Act { unit: UnitId(0) })).unwrap(), "MP G.2");
    play_as(&mut game, wing, &[], turn(TurnChoice::EndActions));
    assert_eq!(game.state.asked, SeatSet::one(chief));
    play_as(&mut game, chief, &[], turn(TurnChoice::EndActions));
    assert_eq!(top(&game), Step::Turn(TurnStep::Continuation));
    play_as(&mut game, wing, &[], turn(TurnChoice::Continue { helped: false }));
    // Charge continues on 0 to 3: 7 only without his help.
    play_as(&mut game, chief, &[5], Decision::Command(CommandChoice::Withhold));
    assert!(game.state.wings[a[0].ix()].turn.finished);
}

/// A Wing of each side at its Actions: A's first, with an Army Commander on 1010.
fn at_its_actions(orders: Orders, change: impl FnOnce(&mut Board)) -> (Game, LeaderId) {
    let mut board = board();
    board.orders(A1, orders);
    board.commander(A1, 0, "1010");
    let army = board.army_commander(A, 0, "1010");
    change(&mut board);
    board.unit(light("far", B1).at("1001", "s").formation(Formation::Broken));
    let mut game = board.open();
    game.state.agenda.push(Step::Turn(TurnStep::Continuation));
    game.state.agenda.push(Step::Turn(TurnStep::CloseCombatSegment));
    game.state.agenda.push(Step::Turn(TurnStep::Actions));
    game.activate(A1);
    game.advance(&[]);
    (game, army)
}

/// Plays a decision of whatever chapter, as the rulebook judges it.
fn say(game: &mut Game, dice: &[u8], decision: Decision) {
    let seat = game.asked().unwrap();
    let (mut offered, rules) = (Vec::new(), &game.rules);
    rules.ask(&game.state, seat, &mut offered);
    assert!(offered.contains(&decision), "{decision:?} is not on the menu {offered:?}");
    rules.judge(&game.state, seat, &decision).unwrap();
    game.with(dice, |play| play.decide(seat, decision));
}

#[test]
fn va3_a_unit_the_army_commander_rallies_has_had_its_action() {
    // MP VA3, 5.1.1d, 5.1.1e, 5.1.2h.
    let mut shaken = UnitId(0);
    let (mut game, army) = at_its_actions(Charge, |board| {
        shaken = board.unit(cavalry("shaken", A1).at("1010", "n").state(Morale::Shaken));
    });
    // It is under Charge and must go for the enemy.
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::EndActions)).unwrap(), "MP 3.2.Cb");
    say(&mut game, &[], turn(TurnChoice::Lead { leader: army }));
    say(&mut game, &[], Decision::Rally(RallyChoice::Rally { unit: shaken, by: Some(army) }));
    assert_eq!(game.unit(shaken).morale, Morale::Normal);
    assert!(game.state.leaders[army.ix()].deeds.acted);
    assert_eq!(top(&game), Step::Turn(TurnStep::Actions));
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Act { unit: shaken })).unwrap(), "MP 3.2.Ca");
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::EndActions)), None);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Lead { leader: army })).unwrap(), "MP 5.1.1c");
}

#[test]
fn the_army_commander_reforms_a_unit_of_any_wing_and_rides_where_orders_do_not_bind_him() {
    // MP 5.1.2d, 5.1.2g, 5.1.1d, 5.5.1b.
    let mut other = UnitId(0);
    let (game, army) = at_its_actions(Charge, |board| {
        board.unit(light("own", A1).at("1010", "n").formation(Formation::Broken));
        other = board.unit(heavy("other", A2).at("1110", "n").formation(Formation::Shaken));
    });
    let mut reforming = Game { rules: game.rules.clone(), state: game.state.clone(), ledger: game.ledger.clone() };
    say(&mut reforming, &[], turn(TurnChoice::Lead { leader: army }));
    let reform = RallyChoice::Reform { unit: other, reform: Reform::Formation, by: Some(army) };
    say(&mut reforming, &[], Decision::Rally(reform));
    assert_eq!(reforming.unit(other).formation, Formation::Normal);
    assert_eq!(top(&reforming), Step::Turn(TurnStep::Actions));
    let mut riding = game;
    say(&mut riding, &[], turn(TurnChoice::Lead { leader: army }));
    for _ in 0..8 {
        let dir = riding.dir("w");
        say(&mut riding, &[], Decision::Move(MoveChoice::LeaderTo(dir)));
    }
    assert_eq!(riding.state.leaders[army.ix()].hex, riding.hex("0210"));
    assert_eq!(top(&riding), Step::Turn(TurnStep::Actions));
    assert!(riding.state.leaders[army.ix()].deeds.acted);
}

#[test]
fn close_combat_follows_the_actions() {
    // MP 3.2.Da, 4.2.2b, 4.2.2c, 5.2.1b.
    let mut units = Vec::new();
    let (mut game, army) = at_its_actions(MakeReady, |board| {
        units.push(board.unit(heavy("heavy", A1).at("1010", "n")));
        units.push(board.unit(light("light", A1).at("1210", "n")));
        units.push(board.unit(cavalry("horse", A1).at("1410", "n")));
        units.push(board.unit(gun("gun", A1).at("1610", "n")));
        board.unit(wagon("wagon", A1).at("1810", "n"));
        units.push(board.unit(wagon("cart", A1).at("2010", "n").card(|card| card.may_move = true)));
        board.unit(heavy("enemy", B1).at("1009", "s"));
    });
    // Units of every class act, but a wagon only where the battle lets it move.
    let commander = game.state.wings[A1.ix()].leader.unwrap();
    let mut expected: Vec<_> = units.iter().map(|&unit| turn(TurnChoice::Act { unit })).collect();
    expected.extend([commander, army].map(|leader| turn(TurnChoice::Lead { leader })));
    expected.push(turn(TurnChoice::EndActions));
    assert_eq!(menu(&game, SEAT_A), expected);
    // Under Make Ready it may turn next to the enemy, not go on to another hex next to him, and he may fire at it for turning.
    say(&mut game, &[], turn(TurnChoice::Act { unit: units[0] }));
    say(&mut game, &[], Decision::Move(MoveChoice::Move));
    while matches!(top(&game), Step::Move(MoveStep::Company(_))) {
        let Step::Move(MoveStep::Company(leader)) = top(&game) else { break };
        say(&mut game, &[], Decision::Move(MoveChoice::Take(leader)));
    }
    let mut offered = Vec::new();
    game.rules.ask(&game.state, SEAT_A, &mut offered);
    let dirs = ["nw", "ne"].map(|name| Decision::Move(MoveChoice::Ahead(game.dir(name))));
    assert!(dirs.iter().all(|ahead| !offered.contains(ahead)), "{offered:?}");
    let aside = game.vertex("ne");
    say(&mut game, &[], Decision::Move(MoveChoice::Turn(aside)));
    assert!(matches!(top(&game), Step::React(_)));
    assert_eq!(game.asked(), Some(SEAT_B));
    let mut game = {
        let state = game.state.clone();
        Game { rules: game.rules.clone(), state, ledger: game.ledger.clone() }
    };
    say(&mut game, &[], Decision::React(ReactChoice::Done));
    while top(&game) != Step::Turn(TurnStep::Actions) {
        say(&mut game, &[], Decision::Move(MoveChoice::Stop));
    }
    say(&mut game, &[], turn(TurnChoice::EndActions));
    // The Actions are over and the fighting begins, before anybody is asked about going on.
    assert!(matches!(top(&game), Step::Combat(_)), "{:?}", top(&game));
}

#[test]
fn the_army_commander_of_a_preempted_wing_is_not_active() {
    // MP 5.1.1b, G.2.
    let (mut board, _, b) = armies(&[(Charge, 0)], &[(MakeReady, 0)]);
    let army = board.army_commander(A, 0, "2020");
    let mut game = begin(board, &[]);
    play(&mut game, &[0], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    until(&mut game, |step| step == TurnStep::Actions);
    assert_eq!(game.state.activation.unwrap().side, B);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Lead { leader: army })).unwrap(), "MP G.2");
}
