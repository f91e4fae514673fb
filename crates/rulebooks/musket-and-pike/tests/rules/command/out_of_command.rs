//! What a unit may do that cannot trace to its commander, and whom Orders bind.

use super::*;
use field::hexes::Dir;
use kernel::Rulebook;
use musket_and_pike::close_combat::{CombatChoice, CombatStep};
use musket_and_pike::movement::{MoveChoice, MoveStep};
use musket_and_pike::reaction::ReactChoice;
use musket_and_pike::sequence::{TurnChoice, TurnStep};
use musket_and_pike::state::State;

fn say(game: &mut Game, decision: Decision) {
    let seat = game.asked().unwrap();
    assert!(offered(game).contains(&decision), "{decision:?} is not on the menu {:?}", offered(game));
    game.rules.judge(&game.state, seat, &decision).unwrap();
    game.with(&[], |play| play.decide(seat, decision));
}

fn offered(game: &Game) -> Vec<Decision> {
    let mut menu = Vec::new();
    game.rules.ask(&game.state, game.asked().unwrap(), &mut menu);
    menu
}

/// The rule that forbids a decision of the seat that is asked.
fn refused(game: &Game, decision: Decision) -> Option<String> {
    let seat = game.asked().unwrap();
    game.rules.judge(&game.state, seat, &decision).err().map(|refusal| refusal.rule.into_owned())
}

fn ahead(dir: Dir) -> Decision {
    Decision::Move(MoveChoice::Ahead(dir))
}

/// The Wing at its Actions; nobody is near but who is put there.
fn acting(wing: WingId, orders: Orders, put: impl FnOnce(&mut Board)) -> Game {
    let mut board = board();
    board.orders(wing, orders);
    put(&mut board);
    let mut game = board.open();
    game.state.agenda.push(Step::Turn(TurnStep::CloseCombatSegment));
    game.state.agenda.push(Step::Turn(TurnStep::Actions));
    game.activate(wing);
    game.advance(&[]);
    game
}

/// A commander with a unit on 1010, and Heavy Infantry on 1213, three hexes off, that looks his way.
fn strayed(orders: Orders, put: impl FnOnce(&mut Board)) -> (Game, UnitId) {
    let mut stray = UnitId(0);
    let game = acting(A1, orders, |board| {
        board.commander(A1, 0, "1010");
        board.unit(heavy("anchor", A1).at("1010", "n").mark(Mark::Acted));
        stray = board.unit(heavy("stray", A1).at("1213", "n"));
        put(board);
    });
    (game, stray)
}

#[test]
fn va6_a_strayed_unit_goes_back_first_and_then_where_it_likes() {
    // MP VA6, 5.4.3a, 5.4.3c.
    let (mut game, stray) = strayed(ReceiveCharge, |board| {
        board.unit(light("far", B1).at("1001", "s"));
    });
    assert!(!game.table().in_command(stray));
    assert_eq!(refused(&game, Decision::Turn(TurnChoice::EndActions)).unwrap(), "MP 3.2.Cb");
    say(&mut game, Decision::Turn(TurnChoice::Act { unit: stray }));
    if game.state.agenda.top() == Some(Step::Move(MoveStep::Action(stray))) {
        say(&mut game, Decision::Move(MoveChoice::Move));
    }
    // One way leads back, so nobody is asked about the first hex.
    assert_eq!(game.unit(stray).hex, game.hex("1112"));
    assert!(game.table().in_command(stray));
    let moving = game.state.moves.last().unwrap();
    assert_eq!((moving.allowance, moving.spent), (4, 1));
    // The hex on its way back is not the one hex that Receive Charge allows.
    assert_eq!(refused(&game, Decision::Move(MoveChoice::Stop)), None);
    say(&mut game, ahead(game_dir("nw")));
    assert_eq!(refused(&game, ahead(game_dir("nw"))).unwrap(), "MP 5.6.3a");
}

fn game_dir(name: &str) -> Dir {
    board().dir(name)
}

#[test]
fn next_to_an_enemy_a_strayed_unit_may_stay() {
    // MP 5.4.3b.
    let (game, stray) = strayed(MakeReady, |board| {
        board.unit(light("enemy", B1).at("1313", "s"));
    });
    assert!(!game.table().must_act(stray));
    assert_eq!(refused(&game, Decision::Turn(TurnChoice::EndActions)), None);
}

#[test]
fn without_its_commander_on_the_map_a_unit_stays_where_it_is() {
    // MP 5.4.3e, 5.4.2h.
    let (mut game, stray) = strayed(MakeReady, |_| {});
    let commander = game.state.wings[A1.ix()].leader.unwrap();
    game.with(&[], |play| play.remove_leader(commander, Cause::Fire));
    assert_eq!(game.table().may_move(stray).unwrap_err().rule, "MP 5.4.3e");
    assert!(!game.table().must_act(stray));
}

#[test]
fn unlimbered_guns_have_no_duty_and_no_orders() {
    // MP 5.4.3f, 5.5.4a, 5.5.4b.
    for orders in [Charge, MakeReady] {
        for (limbered, duty) in [(false, false), (true, true)] {
            let mut far = UnitId(0);
            let (game, _) = strayed(orders, |board| {
                let mut piece = gun("gun", A1).at("1619", "n");
                if limbered {
                    piece = piece.mark(Mark::Limbered);
                }
                far = board.unit(piece);
                board.unit(light("enemy", B1).at("1001", "s"));
            });
            assert!(!game.table().in_command(far));
            assert_eq!(game.table().must_act(far), duty, "{orders:?}");
        }
    }
}

#[test]
fn a_strayed_unit_never_goes_next_to_an_enemy() {
    // MP 5.4.3h: 1112 is next to the enemy on 1111, though Charge would let it go there; the way back leads round him.
    let (mut game, stray) = strayed(Charge, |board| {
        board.unit(light("enemy", B1).at("1111", "s"));
    });
    let near = game.hex("1112");
    assert_eq!(game.table().orders_allow_entering(stray, near).unwrap_err().rule, "MP 5.4.3h");
    say(&mut game, Decision::Turn(TurnChoice::Act { unit: stray }));
    if game.state.agenda.top() == Some(Step::Move(MoveStep::Action(stray))) {
        say(&mut game, Decision::Move(MoveChoice::Move));
    }
    assert_eq!(game.unit(stray).hex, game.hex("1210"));
    assert_eq!(game.state.moves.last().unwrap().entered, 3);
    assert!(game.table().in_command(stray));
}

#[test]
fn a_strayed_unit_reacts_like_any_other() {
    // MP 5.4.3i, 5.4.3j.
    let mut rider = UnitId(0);
    let mut stray = UnitId(0);
    let mut game = acting(B1, Charge, |board| {
        board.commander(B1, 0, "1008");
        rider = board.unit(cavalry("rider", B1).at("1008", "s"));
        stray = board.unit(heavy("stray", A1).at("1011", "n"));
        board.commander(A1, 0, "0124");
        board.unit(light("anchor", A1).at("0124", "n"));
    });
    assert!(!game.table().in_command(stray));
    say(&mut game, Decision::Turn(TurnChoice::Act { unit: rider }));
    while game.asked() == Some(Seat(1)) {
        let next = offered(&game).into_iter().find(|decision| match decision {
            Decision::Move(MoveChoice::Take(_) | MoveChoice::Ahead(_)) => true,
            _ => *decision == Decision::Move(MoveChoice::Move),
        });
        say(&mut game, next.unwrap());
    }
    // Cavalry within two hexes of its front: it may try to form Hedgehog.
    assert!(offered(&game).contains(&Decision::React(ReactChoice::Hedgehog { unit: stray })), "{:?}", offered(&game));
}

#[test]
fn a_strayed_unit_may_fight() {
    // MP 5.4.3l.
    let (mut game, stray) = strayed(MakeReady, |board| {
        board.unit(light("enemy", B1).at("1212", "s"));
    });
    assert!(!game.table().in_command(stray));
    say(&mut game, Decision::Turn(TurnChoice::EndActions));
    assert!(matches!(game.state.agenda.top(), Some(Step::Combat(CombatStep::Designate { side: A, .. }))));
    let hex = game.hex("1212");
    assert!(offered(&game).contains(&Decision::Combat(CombatChoice::Attack { unit: stray, hex })));
}

#[test]
fn orders_bind_units_in_their_own_activation_only() {
    // MP 5.5.1b: under Receive Charge, which forbids going next to an enemy, cavalry may still intercept.
    let mut rider = UnitId(0);
    let mut horse = UnitId(0);
    let mut game = acting(B1, Charge, |board| {
        board.orders(A1, ReceiveCharge);
        board.commander(A1, 0, "1013");
        horse = board.unit(cavalry("horse", A1).at("1013", "n"));
        board.commander(B1, 0, "1008");
        rider = board.unit(heavy("marcher", B1).at("1008", "s"));
    });
    say(&mut game, Decision::Turn(TurnChoice::Act { unit: rider }));
    while game.asked() == Some(Seat(1)) {
        let next = offered(&game).into_iter().find(|decision| match decision {
            Decision::Move(MoveChoice::Take(_) | MoveChoice::Ahead(_)) => true,
            _ => *decision == Decision::Move(MoveChoice::Move),
        });
        say(&mut game, next.unwrap());
    }
    assert!(offered(&game).contains(&Decision::React(ReactChoice::Intercept { unit: horse })), "{:?}", offered(&game));
}

#[test]
fn a_unit_does_not_leave_its_commander_alone_when_he_cannot_follow() {
    // MP 5.2.1d, G-A15.
    for (acted, rule) in [(false, None), (true, Some("MP 5.2.1d"))] {
        let mut unit = UnitId(0);
        let mut game = acting(A1, MakeReady, |board| {
            board.commander(A1, 0, "1010");
            unit = board.unit(heavy("escort", A1).at("1010", "n"));
            board.unit(heavy("other", A1).at("1210", "n"));
        });
        let commander = game.state.wings[A1.ix()].leader.unwrap();
        game.state.leaders[commander.ix()].deeds.acted = acted;
        say(&mut game, Decision::Turn(TurnChoice::Act { unit }));
        say(&mut game, Decision::Move(MoveChoice::Move));
        if let Some(Step::Move(MoveStep::Company(_))) = game.state.agenda.top() {
            say(&mut game, Decision::Move(MoveChoice::Leave(commander)));
        }
        assert_eq!(refused(&game, ahead(game_dir("nw"))).as_deref(), rule);
    }
}

/// The menu of a battle that remembers nothing.
fn offered_afresh(game: &Game) -> Vec<Decision> {
    let (mut menu, state) = (Vec::new(), State::new((*game.state).clone()));
    game.rules.ask(&state, game.asked().unwrap(), &mut menu);
    menu
}

#[test]
fn what_is_known_of_a_way_back_holds_while_nobody_else_moves() {
    // MP 5.4.3a, 5.4.3h: the quickest way, step by step, and never next to an enemy.
    let (mut stray, mut enemy) = (UnitId(0), UnitId(0));
    let mut game = acting(A1, ReceiveCharge, |board| {
        board.commander(A1, 0, "1006");
        board.unit(heavy("anchor", A1).at("1006", "n").mark(Mark::Acted));
        stray = board.unit(cavalry("stray", A1).at("1016", "s"));
        enemy = board.unit(light("far", B1).at("1001", "s"));
    });
    say(&mut game, Decision::Turn(TurnChoice::Act { unit: stray }));
    let mut steps = 0;
    while game.state.agenda.top() == Some(Step::Move(MoveStep::Next)) && !game.table().in_command(stray) {
        assert_eq!(offered(&game), offered_afresh(&game));
        assert_eq!(game.table().check(), Ok(()));
        steps += 1;
        let step = offered(&game)[0];
        say(&mut game, step);
        if steps == 2 {
            // Another stands in the way now.
            let before = offered(&game);
            let (hex, facing) = (game.hex("1012"), game.vertex("n"));
            game.state.put(enemy, hex, None, facing);
            assert_ne!(offered(&game), before);
        }
    }
    assert!(steps > 2, "only {steps} steps were asked for");
}
