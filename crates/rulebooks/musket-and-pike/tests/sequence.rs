//! Chapters 3 and 4: initiative, whose Wing is next, preemption, continuation, passing, the end of the turn and of
//! the battle.

mod common;

use common::*;
use kernel::{Rulebook, Seat, SeatSet};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{Arrival, LeaderId, Role, UnitId, WingId};
use musket_and_pike::command::{CommandChoice, CommandStep};
use musket_and_pike::decision::Decision;
use musket_and_pike::movement::{MoveChoice, MoveStep};
use musket_and_pike::rally::{RallyChoice, Reform};
use musket_and_pike::reaction::ReactChoice;
use musket_and_pike::sequence::{TurnChoice, TurnStep};
use musket_and_pike::state::{Cause, EndReason, Formation, How, LeaderPlace, Loss, Mark, Morale, Orders, Phase, Place};
use musket_and_pike::victory::Level;

const SEAT_A: Seat = Seat(0);
const SEAT_B: Seat = Seat(1);

/// One unit that has no duty under any Orders and keeps its Wing out of the automatic Rally: scattered Light Infantry.
fn idle(board: &mut Board, key: &str, wing: WingId, hex: &str) -> UnitId {
    board.unit(light(key, wing).at(hex, "n").formation(Formation::Broken))
}

/// Wings of the two sides, each with one such unit and a commander on it, far from the enemy.
fn armies(first: &[(Orders, i8)], second: &[(Orders, i8)]) -> (Board, Vec<WingId>, Vec<WingId>) {
    let mut board = board();
    let mut army = |side, wings: &[(Orders, i8)], row: u8| -> Vec<WingId> {
        let made = if side == A { [A1, A2] } else { [B1, B2] };
        let mut all = Vec::new();
        for (index, &(orders, rating)) in wings.iter().enumerate() {
            let name = if side == A { "a" } else { "b" };
            let key = format!("{name}{}", index + 1);
            let wing = made.get(index).copied().unwrap_or_else(|| board.add_wing(&key, side, orders));
            board.orders(wing, orders);
            let hex = format!("{:02}{row:02}", 3 + 4 * index);
            let mut piece = light(&format!("{key}-unit"), wing).at(&hex, "n").formation(Formation::Broken);
            piece.card.side = side;
            piece.card.seat = Seat(side.0);
            board.unit(piece);
            board.commander(wing, rating, &hex);
            all.push(wing);
        }
        all
    };
    let first = army(A, first, 20);
    let second = army(B, second, 4);
    (board, first, second)
}

fn top(game: &Game) -> Step {
    game.state.agenda.top().unwrap()
}

fn menu(game: &Game, seat: Seat) -> Vec<Decision> {
    let mut menu = Vec::new();
    let question = match top(game) {
        Step::Turn(step) => game.table().ask_turn(step, seat, &mut menu),
        Step::Command(step) => game.table().ask_command(step, seat, &mut menu),
        step => panic!("{step:?}"),
    };
    assert!(question.default < menu.len() && question.complete);
    menu.iter().for_each(|decision| assert_eq!(judge(game, seat, *decision), None, "{decision:?}"));
    menu
}

/// The rule that forbids a decision.
fn judge(game: &Game, seat: Seat, decision: Decision) -> Option<String> {
    let verdict = match (top(game), decision) {
        (Step::Turn(step), Decision::Turn(choice)) => game.table().judge_turn(step, seat, choice),
        (Step::Command(step), Decision::Command(choice)) => game.table().judge_command(step, seat, choice),
        _ => panic!("{:?} is no answer to {:?}", decision, top(game)),
    };
    verdict.err().map(|refusal| refusal.rule.into_owned())
}

fn turn(choice: TurnChoice) -> Decision {
    Decision::Turn(choice)
}

fn play(game: &mut Game, dice: &[u8], decision: Decision) {
    let seat = game.asked().unwrap();
    play_as(game, seat, dice, decision);
}

fn play_as(game: &mut Game, seat: Seat, dice: &[u8], decision: Decision) {
    assert!(menu(game, seat).contains(&decision), "{decision:?} is not on the menu {:?}", menu(game, seat));
    game.with(dice, |play| play.decide(seat, decision));
}

fn begin(board: Board, dice: &[u8]) -> Game {
    let mut game = board.open();
    game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
    game.advance(dice);
    game
}

/// The least anybody can do: activate, let be, keep Orders, end, finish.
fn quietest(game: &Game) -> Decision {
    match top(game) {
        Step::Turn(TurnStep::ChooseWing(_)) => {
            let activates = |decision: &Decision| matches!(decision, Decision::Turn(TurnChoice::Activate { .. }));
            menu(game, game.asked().unwrap()).into_iter().find(activates).unwrap()
        }
        Step::Turn(TurnStep::Preempt { .. }) => turn(TurnChoice::LetBe),
        Step::Turn(TurnStep::Actions) => turn(TurnChoice::EndActions),
        Step::Turn(TurnStep::Continuation) => turn(TurnChoice::Stop),
        Step::Command(CommandStep::ChangeOrders(_)) => Decision::Command(CommandChoice::Keep),
        step => panic!("{step:?}"),
    }
}

/// Plays quietly until a step of that kind asks.
fn until(game: &mut Game, wanted: impl Fn(TurnStep) -> bool) {
    while !matches!(top(game), Step::Turn(step) if wanted(step)) {
        let decision = quietest(game);
        play(game, &[], decision);
    }
}

fn to_continuation(game: &mut Game) {
    until(game, |step| step == TurnStep::Continuation);
}

/// Plays a whole turn quietly and tells in which order the Wings were active.
fn order_of_wings(game: &mut Game) -> Vec<WingId> {
    let mut order = Vec::new();
    let turn = game.state.turn;
    while game.state.over.is_none() && game.state.turn == turn {
        let decision = quietest(game);
        if top(game) == Step::Turn(TurnStep::Actions) {
            order.push(game.state.activation.unwrap().wing);
        }
        play(game, &[], decision);
    }
    order
}

use Orders::{Charge, MakeReady, Rally, ReceiveCharge};

// Initiative.

#[test]
fn va1_more_wings_under_charge_begin_and_types_follow_each_other() {
    // MP VA1, 3.0a, 4.1.1a, 4.1.1b, 4.2.1a, 4.2.1b, 4.2.1c, 4.2.1d, 3.2b, 3.2.Fc.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0), (Rally, 0)], &[(Charge, 0), (MakeReady, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    assert!(game.told().contains("A has the initiative. [MP 4.1.1b]"));
    assert_eq!(
        menu(&game, SEAT_A),
        vec![turn(TurnChoice::Activate { wing: a[0] }), turn(TurnChoice::Activate { wing: a[1] })]
    );
    assert_eq!(order_of_wings(&mut game), vec![a[0], b[0], a[1], b[1], a[2], b[2]]);
    assert_eq!(game.state.turn, 2);
}

#[test]
fn va2_a_side_without_a_wing_of_the_type_is_skipped() {
    // MP VA2, 4.2.1c, 4.2.1d.
    let (board, a, b) =
        armies(&[(Charge, 0), (Charge, 0), (MakeReady, 0), (MakeReady, 0)], &[(Charge, 0), (MakeReady, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    assert_eq!(order_of_wings(&mut game), vec![a[0], b[0], a[1], b[1], a[2], a[3], b[2]]);
}

#[test]
fn va18_equal_numbers_are_settled_by_the_better_commander() {
    // MP VA18, 4.1.2a, 4.1.2b, 2.1.3a.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, -1), (MakeReady, 0)], &[(Charge, -2), (Charge, 0)]);
    let game = begin(board, &[]);
    assert!(game.told().contains("B has the initiative. [MP 4.1.2a]"));
    assert_eq!(game.asked(), Some(SEAT_B));
    assert_eq!(
        menu(&game, SEAT_B),
        vec![turn(TurnChoice::Activate { wing: b[0] }), turn(TurnChoice::Activate { wing: b[1] })]
    );
    assert_eq!(judge(&game, SEAT_B, turn(TurnChoice::Activate { wing: a[0] })).unwrap(), "MP 3.2a");
}

#[test]
fn va19_without_charge_the_next_type_is_compared() {
    // MP VA19, 4.1.1c.
    let (board, a, _) = armies(
        &[(MakeReady, 0), (ReceiveCharge, 0), (ReceiveCharge, 0)],
        &[(Rally, 0), (Rally, 0), (ReceiveCharge, 0)],
    );
    let game = begin(board, &[]);
    assert!(game.told().contains("A has the initiative. [MP 4.1.1c]"));
    let offered = menu(&game, SEAT_A);
    assert_eq!(offered, vec![turn(TurnChoice::Activate { wing: a[0] }), turn(TurnChoice::Pass { wing: a[0] })]);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Activate { wing: a[1] })).unwrap(), "MP 4.2.1b");
}

#[test]
fn a_full_tie_is_rolled_for_and_rolled_again_when_equal() {
    // MP 4.1.2c, 2.2a.
    let (board, ..) = armies(&[(Charge, -1)], &[(Charge, -1)]);
    let game = begin(board, &[4, 4, 0, 9]);
    assert!(game.told().contains("B has the initiative. [MP 4.1.2c]"));
    let (board, ..) = armies(&[(Charge, -1)], &[(Charge, -1)]);
    assert!(begin(board, &[1, 0]).told().contains("A has the initiative. [MP 4.1.2c]"));
}

#[test]
fn with_rally_alone_rally_is_compared() {
    // MP G-A11.
    let (mut board, ..) = armies(&[(Rally, 0)], &[(Rally, 0), (Rally, 0)]);
    board.rules.turns = 9;
    assert!(begin(board, &[]).told().contains("B has the initiative"));
}

#[test]
fn a_wing_whose_commander_is_off_the_map_neither_counts_nor_acts() {
    // MP 4.1.1d, 5.3.2a, 4.4.1b, G-A12.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, -1)]);
    let mut game = board.open();
    let fallen = game.state.wings[a[0].ix()].leader.unwrap();
    game.with(&[], |play| play.remove_leader(fallen, Cause::Fire));
    game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
    game.advance(&[]);
    assert!(game.told().contains("B has the initiative. [MP 4.1.2a]"));
    // The Wing without a commander cannot preempt B's.
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Preempt { wing: a[0], helped: false })).unwrap(), "MP 5.3.2a");
    assert_eq!(
        menu(&game, SEAT_A),
        vec![turn(TurnChoice::LetBe), turn(TurnChoice::Preempt { wing: a[1], helped: false })]
    );
    until(&mut game, |step| step == TurnStep::Actions);
    assert_eq!(game.state.activation.unwrap().wing, b[0]);
    assert!(!game.table().can_activate(a[0]));
}

#[test]
fn a_wing_without_units_is_not_considered() {
    // MP 4.2.3a.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, -1)]);
    let mut game = board.open();
    game.with(&[], |play| play.take_off(UnitId(0), Loss::Eliminated));
    game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
    game.advance(&[]);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Preempt { wing: a[0], helped: false })).unwrap(), "MP 4.2.3a");
    assert_eq!(order_of_wings(&mut game), vec![b[0], a[1]]);
}

// Preemption.

#[test]
fn va20_a_chain_of_preemptions() {
    // MP VA20, 3.2.Aa, 3.2.Fb, 4.2.1e, 4.4.1a, 4.4.1c, 4.4.1d, 4.4.2a, 4.4.2b, 4.4.2c.
    // MP 4.4.2d, 4.4.2f, 4.4.2g, 4.4.4a, 4.4.4c, 4.3.2c, G-A61.
    let (board, a, b) = armies(&[(Charge, 0), (Rally, 0)], &[(MakeReady, 0), (ReceiveCharge, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    // A has the only Charge Wing, which may not pass: B is asked at once.
    assert_eq!(game.asked(), Some(SEAT_B));
    let preempt = |wing| turn(TurnChoice::Preempt { wing, helped: false });
    assert_eq!(menu(&game, SEAT_B), vec![turn(TurnChoice::LetBe), preempt(b[0]), preempt(b[1])]);
    assert_eq!(judge(&game, SEAT_B, preempt(b[2])).unwrap(), "MP 4.4.1b");
    assert_eq!(judge(&game, SEAT_B, preempt(a[1])).unwrap(), "MP 4.4.1a");
    // Make Ready needs 0 to 3, a Cavalry Wing has -1: 5 is too much.
    play(&mut game, &[5], preempt(b[0]));
    assert!(game.state.wings[b[0].ix()].no_continue);
    assert_eq!(judge(&game, SEAT_B, preempt(b[0])).unwrap(), "MP 4.4.2f");
    // Receive Charge needs 0 to 2; precedence does not matter (MP 4.4.2g).
    play(&mut game, &[3], preempt(b[1]));
    assert!(game.state.wings[a[0].ix()].bypassed);
    assert_eq!(game.state.activation.unwrap().wing, b[1]);
    assert_eq!(game.state.activation.unwrap().how, How::Preempted);
    to_continuation(&mut game);
    // Receive Charge continues on 0 to 1, -1 for the Cavalry Wing.
    play(&mut game, &[2], turn(TurnChoice::Continue { helped: false }));
    assert_eq!(game.asked(), Some(SEAT_A));
    assert_eq!(menu(&game, SEAT_A), vec![turn(TurnChoice::LetBe), preempt(a[0])]);
    play(&mut game, &[9], preempt(a[0]));
    let state = game.state.wings[a[0].ix()];
    assert!(state.no_continue && state.bypassed && !state.finished);
    assert_eq!(game.state.activation.unwrap().how, How::Continued { preemptor: true });
    assert_eq!(game.state.wings[b[1].ix()].activations, 2);
    to_continuation(&mut game);
    play(&mut game, &[], turn(TurnChoice::Stop));
    assert!(game.state.wings[b[1].ix()].finished);
    // The Bypassed Wing follows from step B: nobody is asked about preemption, and it may not continue.
    assert_eq!(top(&game), Step::Command(CommandStep::ChangeOrders(a[0])));
    assert_eq!(game.state.activation.unwrap().how, How::Bypassed);
    assert!(!game.state.wings[a[0].ix()].bypassed);
    play(&mut game, &[], Decision::Command(CommandChoice::Keep));
    play(&mut game, &[], turn(TurnChoice::EndActions));
    assert!(game.state.wings[a[0].ix()].finished);
    // Then the opponent of the side that was active last, with the highest Orders left.
    assert_eq!(top(&game), Step::Turn(TurnStep::ChooseWing(B)));
    assert_eq!(menu(&game, SEAT_B)[0], turn(TurnChoice::Activate { wing: b[0] }));
}

#[test]
fn a_bypassed_leader_may_win_his_turn_back() {
    // MP 4.4.4b, 4.4.1d.
    let (board, a, b) = armies(&[(Charge, 0)], &[(MakeReady, 0), (MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[0], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    play(&mut game, &[0], turn(TurnChoice::Preempt { wing: a[0], helped: false }));
    assert!(game.state.wings[b[0].ix()].finished);
    assert_eq!(game.state.activation.unwrap().wing, a[0]);
    assert_eq!(game.state.activation.unwrap().how, How::Bypassed);
    // His continuation is as open to preemption as any.
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    assert_eq!(
        menu(&game, SEAT_B),
        vec![turn(TurnChoice::LetBe), turn(TurnChoice::Preempt { wing: b[1], helped: false })]
    );
}

#[test]
fn va21_a_preempted_continuation_bypasses_nobody() {
    // MP VA21, 4.4.3a, 4.4.3b, 4.4.4a, 3.2.Ea, G-A13.
    let (board, a, b) = armies(&[(Charge, 0), (Rally, 0)], &[(MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[], turn(TurnChoice::LetBe));
    to_continuation(&mut game);
    play(&mut game, &[4], turn(TurnChoice::Continue { helped: false }));
    assert!(matches!(top(&game), Step::Turn(TurnStep::Preempt { how: How::Continued { preemptor: false }, .. })));
    play(&mut game, &[4], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    assert!(game.state.wings[a[0].ix()].finished);
    assert!(game.state.wings.iter().all(|wing| !wing.bypassed));
    assert_eq!(game.state.activation.unwrap().wing, b[0]);
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    // Nobody was bypassed, so nobody may preempt: its second activation has begun.
    assert_eq!(game.state.activation.unwrap().how, How::Continued { preemptor: true });
    assert_eq!(game.state.wings[b[0].ix()].activations, 2);
}

#[test]
fn va22_a_second_failure_costs_the_activation() {
    // MP VA22, 4.4.2d, 4.4.2e, 4.4.3c, G.8.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0)], &[(MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[], turn(TurnChoice::Activate { wing: a[0] }));
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    assert!(game.state.wings[b[0].ix()].finished);
    assert_eq!(order_of_wings(&mut game), vec![a[0], a[1]]);
}

#[test]
fn va48_the_preemption_roll() {
    // MP VA48, 4.4.2a, 4.4.2e, 2.2b, C2.
    for (die, done) in [(3, false), (4, true)] {
        let (mut board, _, b) = armies(&[(Charge, 0)], &[(MakeReady, -1)]);
        board.rules.wings[b[0].ix()].cavalry_wing = false;
        let mut game = board.open();
        game.state.wings[b[0].ix()].no_continue = true;
        game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
        game.advance(&[]);
        play(&mut game, &[die], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
        assert_eq!(game.state.wings[b[0].ix()].finished, done);
        let active = game.state.activation.unwrap().side;
        assert_eq!(active, if done { A } else { B });
    }
}

#[test]
fn the_army_commander_helps_one_preemption_and_loses_his_action_when_it_succeeds() {
    // MP 5.1.2e, 5.1.2f, G-A19.
    let (mut board, _, b) = armies(&[(Charge, 0)], &[(MakeReady, 0), (MakeReady, 0)]);
    // Next to the first commander (0304) and to nobody else.
    let army = board.army_commander(B, -2, "0404");
    let mut game = begin(board, &[]);
    let (helped, alone) = (
        turn(TurnChoice::Preempt { wing: b[0], helped: true }),
        turn(TurnChoice::Preempt { wing: b[1], helped: true }),
    );
    assert_eq!(judge(&game, SEAT_B, alone).unwrap(), "MP 5.1.2e");
    let mut failing = Game { rules: game.rules.clone(), state: game.state.clone(), ledger: game.ledger.clone() };
    // -2 for him and -1 for the Cavalry Wing: 6 reads 3.
    play(&mut game, &[6], helped);
    assert_eq!(game.state.activation.unwrap().wing, b[0]);
    assert!(game.state.leaders[army.ix()].acted);
    to_continuation(&mut game);
    assert_eq!(judge(&game, SEAT_B, turn(TurnChoice::Continue { helped: true })).unwrap(), "MP 5.1.2e");
    // A failure costs him nothing later, but he may not help another attempt against the same activation.
    play(&mut failing, &[7], helped);
    assert!(!failing.state.leaders[army.ix()].acted);
    let Step::Turn(TurnStep::Preempt { helped: used, .. }) = top(&failing) else { panic!("{:?}", top(&failing)) };
    assert!(used);
}

#[test]
fn a_bypassed_wing_that_lost_its_commander_stays_where_it_is() {
    // MP 5.3.2a, 4.4.1c, G-A20.
    let (board, a, b) = armies(&[(Charge, 0)], &[(MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[0], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    let fallen = game.state.wings[a[0].ix()].leader.unwrap();
    game.with(&[], |play| play.remove_leader(fallen, Cause::Fire));
    to_continuation(&mut game);
    play(&mut game, &[9], turn(TurnChoice::Stop));
    assert!(!game.state.wings[a[0].ix()].bypassed);
    assert_eq!(game.state.wings[a[0].ix()].activations, 0);
}

// Continuation.

#[test]
fn va47_the_continuation_roll_and_its_second_attempt() {
    // MP VA47, VA23, 4.3.1a, 4.3.1c, 4.3.2a, 4.3.2b, 4.3.2d, 3.2.Fa, C2.
    for (first, second, activations) in [(6, Some(5), 3), (6, Some(6), 2), (7, None, 1)] {
        let (board, a, _) = armies(&[(Charge, -2)], &[(Rally, 0)]);
        let mut game = begin(board, &[]);
        to_continuation(&mut game);
        play(&mut game, &[first], turn(TurnChoice::Continue { helped: false }));
        if let Some(second) = second {
            to_continuation(&mut game);
            play(&mut game, &[second], turn(TurnChoice::Continue { helped: false }));
        }
        if activations == 3 {
            until(&mut game, |step| step == TurnStep::Actions);
            assert_eq!(game.state.wings[a[0].ix()].activations, 3);
            // After the third there is no further roll.
            play(&mut game, &[], turn(TurnChoice::EndActions));
        }
        assert!(game.state.wings[a[0].ix()].finished);
        assert_eq!(game.state.wings[a[0].ix()].activations, activations);
    }
}

#[test]
fn a_commander_next_to_an_unbroken_enemy_continues_less_easily() {
    // MP C2, 4.3.2a.
    for (morale, die, goes_on) in
        [(Morale::Normal, 3, true), (Morale::Normal, 4, false), (Morale::Broken, 4, true), (Morale::Broken, 5, false)]
    {
        let mut board = board();
        board.orders(A1, Charge);
        idle(&mut board, "own", A1, "1010");
        board.commander(A1, 0, "1010");
        board.unit(light("enemy", B1).at("1110", "s").formation(Formation::Broken).state(morale));
        let mut game = begin(board, &[]);
        to_continuation(&mut game);
        game.with(&[die], |play| play.decide(SEAT_A, turn(TurnChoice::Continue { helped: false })));
        assert_eq!(game.told().contains("=> it goes on"), goes_on, "{morale:?} {die}");
    }
}

#[test]
fn the_army_commander_helps_a_continuation_with_the_action_of_the_activation_that_ends() {
    // MP 5.1.2e, 5.1.1a, 5.1.1c, G-A19.
    let (mut board, ..) = armies(&[(Charge, 0)], &[(Rally, 0)]);
    let army = board.army_commander(A, -2, "0320");
    let mut game = begin(board, &[]);
    to_continuation(&mut game);
    play(&mut game, &[6], turn(TurnChoice::Continue { helped: true }));
    until(&mut game, |step| step == TurnStep::Actions);
    // A new activation, a new Action.
    assert!(menu(&game, SEAT_A).contains(&turn(TurnChoice::Lead { leader: army })));
    game.state.leaders[army.ix()].acted = true;
    to_continuation(&mut game);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Continue { helped: true })).unwrap(), "MP 5.1.2e");
}

#[test]
fn rally_and_no_continue_do_not_continue() {
    // MP 4.3.1b, 4.3.2c.
    let (board, a, _) = armies(&[(Rally, 0), (MakeReady, 0)], &[]);
    let mut game = board.open();
    game.state.wings[a[1].ix()].no_continue = true;
    game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
    game.advance(&[]);
    while !matches!(top(&game), Step::Command(CommandStep::ChangeOrders(wing)) if wing == a[0]) {
        let decision = quietest(&game);
        assert_ne!(top(&game), Step::Turn(TurnStep::Continuation));
        play(&mut game, &[], decision);
    }
    play(&mut game, &[], Decision::Command(CommandChoice::Keep));
    game.with(&[], |play| play.decide(SEAT_A, turn(TurnChoice::EndActions)));
    // Not asked about continuation: the turn is over, and as everybody left is under Rally or done, marks are off.
    assert_ne!(game.state.agenda.top(), Some(Step::Turn(TurnStep::Continuation)));
}

#[test]
fn marks_of_an_activation_come_off_when_it_ends_continued_or_not() {
    // MP 4.3.2d, G-A62.
    let (board, ..) = armies(&[(Charge, 0)], &[(Rally, 0)]);
    let mut game = begin(board, &[]);
    to_continuation(&mut game);
    let marks = [
        Mark::Acted,
        Mark::InterceptionDone,
        Mark::Withdrew,
        Mark::InCover,
        Mark::Exhausted,
        Mark::Moved,
        Mark::Held,
        Mark::Momentum,
        Mark::SalvoedNow,
    ];
    for mark in marks {
        game.state.units[0].marks.set(mark, true);
    }
    game.state.units[0].marks.set(Mark::Salvo, true);
    game.state.leaders[0].acted = true;
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    assert!(marks.iter().all(|&mark| !game.state.units[0].has(mark)));
    assert!(game.state.units[0].has(Mark::Salvo));
    assert!(!game.state.leaders[0].acted);
}

// Passing.

#[test]
fn va24_two_passes_in_a_row_end_the_phase() {
    // MP VA24, 3.2a, 3.2c, 4.5a, 4.5d, 4.5e.
    let (mut board, a, b) = armies(&[(ReceiveCharge, -1), (Rally, 0)], &[(ReceiveCharge, 0)]);
    let army = board.army_commander(A, 0, "2020");
    let mut game = begin(board, &[]);
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[0] }));
    assert!(game.state.wings[a[0].ix()].finished);
    assert_eq!(game.state.activation, None);
    assert!(!game.state.leaders[army.ix()].acted);
    assert_eq!(game.asked(), Some(SEAT_B));
    play(&mut game, &[], turn(TurnChoice::Pass { wing: b[0] }));
    assert_eq!(game.state.turn, 2);
    assert_eq!(game.state.wings[a[1].ix()].activations, 0);
}

#[test]
fn an_activation_between_passes_and_a_skip_do_not_make_a_run() {
    // MP 4.5e, 4.5f, G-A14.
    let (board, a, b) = armies(&[(MakeReady, -1), (MakeReady, 0), (Rally, 0)], &[(ReceiveCharge, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    // A passes twice, B being skipped: not one by each.
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[0] }));
    assert_eq!(game.asked(), Some(SEAT_A));
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[1] }));
    assert_eq!(top(&game), Step::Turn(TurnStep::ChooseWing(B)));
    play(&mut game, &[], turn(TurnChoice::Activate { wing: b[0] }));
    to_continuation(&mut game);
    play(&mut game, &[], turn(TurnChoice::Stop));
    // The activation broke the run: a single pass of A's Rally Wing ends nothing.
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[2] }));
    assert_eq!(top(&game), Step::Turn(TurnStep::ChooseWing(B)));
    play(&mut game, &[], turn(TurnChoice::Pass { wing: b[1] }));
    assert_eq!(game.state.turn, 2);
}

#[test]
fn charge_and_a_wing_in_ruins_may_not_pass() {
    // MP 4.5b, 4.5c, 5.6.1i, 5.8d, G-A18.
    let (mut board, a, _) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, 0)]);
    board.turn = 1;
    let game = begin(board, &[]);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Pass { wing: a[0] })).unwrap(), "MP 4.5b");
    let (mut board, a, _) = armies(&[(MakeReady, 0)], &[(MakeReady, 0)]);
    board.unit(cavalry("tired", a[0]).at("0420", "n").state(Morale::Shaken));
    let game = begin(board, &[9, 0]);
    // It has no choice, so nobody is asked: it is activated, and B may preempt.
    assert_eq!(game.asked(), Some(SEAT_B));
    let mut state = game.state.clone();
    state.agenda.pop();
    state.agenda.push(Step::Turn(TurnStep::ChooseWing(A)));
    let asked = Game { rules: game.rules.clone(), state, ledger: game.ledger.clone() };
    assert_eq!(judge(&asked, SEAT_A, turn(TurnChoice::Pass { wing: a[0] })).unwrap(), "MP 5.8d");
}

// Actions.

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
    game.state.leaders[army.ix()].acted = true;
    game.state.leaders[commander.ix()].lends_authority = true;
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
    game.state.leaders[commander.ix()].acted = true;
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
    assert!(game.state.leaders[army.ix()].acted);
    // He has no Action left: only the Wing's seat is asked.
    assert_eq!(game.state.asked, SeatSet::one(wing));
    game.state.leaders[army.ix()].acted = false;
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
    assert!(game.state.wings[a[0].ix()].finished);
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
    assert!(game.state.leaders[army.ix()].acted);
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
    assert!(riding.state.leaders[army.ix()].acted);
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

// Before the first turn.

#[test]
fn starting_orders_are_sealed_until_all_are_given() {
    // MP 5.5.3a, 5.5.1a, 5.5.1c, 5.5.2b.
    let (mut board, a, b) = armies(&[(Charge, 0), (MakeReady, 0)], &[(Rally, 0)]);
    board.rules.options.secret_orders = true;
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_battle();
        play.advance();
    });
    assert_eq!(game.state.asked, SeatSet::one(SEAT_A).with(SEAT_B));
    let give = |wing, orders| turn(TurnChoice::StartOrders { wing, orders });
    assert_eq!(menu(&game, SEAT_A).len(), 8);
    assert_eq!(menu(&game, SEAT_B).len(), 4);
    assert_eq!(judge(&game, SEAT_B, give(a[0], Charge)).unwrap(), "MP 5.5.3a");
    play_as(&mut game, SEAT_A, &[], give(a[0], Rally));
    assert_eq!(judge(&game, SEAT_A, give(a[0], Charge)).unwrap(), "MP 5.5.3a");
    assert_eq!(game.state.wings[a[0].ix()].orders, Charge, "still face down");
    assert_eq!(game.rules.redact(&game.state, SEAT_B).wings[a[0].ix()].chosen, None);
    assert_eq!(game.rules.redact(&game.state, SEAT_A).wings[a[0].ix()].chosen, Some(Rally));
    play_as(&mut game, SEAT_A, &[], give(a[1], ReceiveCharge));
    assert_eq!(game.state.asked, SeatSet::one(SEAT_B));
    play_as(&mut game, SEAT_B, &[], give(b[0], MakeReady));
    let orders: Vec<_> = game.state.wings.iter().map(|wing| wing.orders).collect();
    assert_eq!([orders[a[0].ix()], orders[a[1].ix()], orders[b[0].ix()]], [Rally, ReceiveCharge, MakeReady]);
    assert!(game.state.wings.iter().all(|wing| wing.chosen.is_none()));
}

#[test]
fn without_the_option_history_gives_the_orders() {
    // MP 5.5.3a.
    let (board, a, _) = armies(&[(Charge, 0)], &[(Rally, 0)]);
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_battle();
        play.advance();
    });
    assert_eq!(game.state.phase, Phase::Activation);
    assert_eq!(game.state.activation.unwrap().wing, a[0]);
}

#[test]
fn units_that_start_in_open_order_are_revealed_together() {
    // MP 6.3.3c, 8.2.1a.
    let (mut board, ..) = armies(&[(Charge, 0)], &[(Rally, 0)]);
    let foot = board.unit(heavy("foot", A1).at("1020", "n"));
    let horse = board.unit(cavalry("horse", A1).at("1220", "n"));
    let under = board.unit(light("under", A1).at("1220", "n"));
    board.together(horse, under);
    let gun = board.unit(gun("gun", A1).at("1420", "n"));
    let theirs = board.unit(heavy("theirs", B1).at("1004", "s"));
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_battle();
        play.advance();
    });
    assert_eq!(game.state.asked, SeatSet::one(SEAT_A).with(SEAT_B));
    let open = |unit| turn(TurnChoice::StartOpen { unit });
    assert_eq!(menu(&game, SEAT_A), vec![turn(TurnChoice::StartDone), open(foot), open(horse)]);
    for unit in [gun, under, theirs, UnitId(0), UnitId(99)] {
        assert_eq!(judge(&game, SEAT_A, open(unit)).unwrap(), "MP 6.3.3c");
    }
    play_as(&mut game, SEAT_A, &[], open(horse));
    assert_eq!(judge(&game, SEAT_A, open(horse)).unwrap(), "MP 6.3.3c");
    assert!(game.rules.redact(&game.state, SEAT_B).turning.open_order.is_empty());
    assert!(game.rules.redact(&game.state, SEAT_A).turning.open_order.contains(horse));
    play_as(&mut game, SEAT_B, &[], open(theirs));
    // B has no unit left to choose; A says when it is done.
    assert_eq!(game.state.asked, SeatSet::one(SEAT_A));
    assert_eq!(game.unit(horse).formation, Formation::Normal);
    play_as(&mut game, SEAT_A, &[], turn(TurnChoice::StartDone));
    let formation = |id| game.unit(id).formation;
    assert_eq!([horse, under, theirs].map(formation), [Formation::OpenOrder; 3]);
    assert_eq!(formation(foot), Formation::Normal);
    assert!(game.state.done.is_empty());
}

// Reinforcements.

#[test]
fn a_wing_to_come_counts_from_the_start_of_its_turn() {
    // MP 7.4a, 7.4b, 7.4c.
    let (mut board, _, b) = armies(&[(MakeReady, 0)], &[(MakeReady, 0)]);
    board.orders(A2, Charge);
    board.unit(cavalry("late", A2));
    board.rules.leaders[2].rating = -2;
    let hexes = vec![board.hex("0124")];
    board.rules.wings[A2.ix()].arrives = Some(Arrival { turn: 2, hexes });
    let mut game = begin(board, &[0, 9]);
    assert!(!game.table().in_play(A2));
    play(&mut game, &[], turn(TurnChoice::Activate { wing: b[0] }));
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Preempt { wing: A2, helped: false })), Some("MP 5.3.2a".into()));
    order_of_wings(&mut game);
    assert_eq!(game.state.turn, 2);
    // Two Wings under Make Ready against one: A begins with either.
    assert_eq!(game.state.wings[A2.ix()].orders, MakeReady);
    assert!(game.told().contains("A has the initiative. [MP 4.1.1c]"));
    assert!(menu(&game, SEAT_A).contains(&turn(TurnChoice::Activate { wing: A2 })));
    play(&mut game, &[], turn(TurnChoice::Activate { wing: A2 }));
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    // Its Orders may be changed before it enters: 0 to 5, -2 for the commander and -1 for the Cavalry Wing.
    play(&mut game, &[8], Decision::Command(CommandChoice::Change { orders: Charge, helped: false }));
    assert_eq!(game.state.wings[A2.ix()].orders, Charge);
    assert_eq!(menu(&game, SEAT_A), vec![turn(TurnChoice::Bring), turn(TurnChoice::EndActions)]);
}

#[test]
fn a_wing_that_arrives_may_preempt() {
    // MP 7.4c, 4.4.1b.
    let (mut board, _, b) = armies(&[(Rally, 0)], &[(Charge, 0)]);
    board.unit(cavalry("late", A2));
    let hexes = vec![board.hex("0124")];
    board.rules.wings[A2.ix()].arrives = Some(Arrival { turn: 1, hexes });
    let mut game = begin(board, &[]);
    assert_eq!(menu(&game, SEAT_A).len(), 2);
    play(&mut game, &[4], turn(TurnChoice::Preempt { wing: A2, helped: false }));
    assert_eq!(game.state.activation.unwrap().wing, A2);
    assert!(game.state.wings[b[0].ix()].bypassed);
}

// The end of the turn.

#[test]
fn markers_of_the_turn_come_off() {
    // MP 3.4a, 3.3a, 3.2.Fd, G-A20.
    let (mut board, a, b) = armies(&[(Charge, 0)], &[(MakeReady, 0)]);
    let gun = board.unit(gun("gun", A1).at("0920", "n").mark(Mark::Fired).mark(Mark::LimberChanged));
    let mut game = begin(board, &[]);
    game.state.units[0].marks.set(Mark::Salvo, true);
    game.state.units[0].marks.set(Mark::ThresholdReached, true);
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    order_of_wings(&mut game);
    assert_eq!(game.state.turn, 2);
    assert!(!game.unit(UnitId(0)).has(Mark::Salvo) && game.unit(UnitId(0)).has(Mark::ThresholdReached));
    assert!(!game.unit(gun).has(Mark::Fired) && !game.unit(gun).has(Mark::LimberChanged));
    for wing in [a[0], b[0]] {
        let state = game.state.wings[wing.ix()];
        assert!(!state.finished && !state.no_continue && !state.bypassed);
    }
}

fn levels(board: &mut Board) {
    let level = |at_least, name: &str, winner| Level { at_least, name: name.into(), winner };
    board.rules.victory.levels = vec![
        level(20, "A decisive", Some(A)),
        level(5, "A marginal", Some(A)),
        level(-4, "draw", None),
        level(-19, "B marginal", Some(B)),
        level(i32::MIN, "B decisive", Some(B)),
    ];
}

#[test]
fn a_side_all_under_rally_has_left_the_field() {
    // MP 4.6a, 4.6b, 4.6c, 3.4c.
    let (mut board, ..) = armies(&[(Rally, 0), (Rally, 0)], &[(MakeReady, 0), (Rally, 0)]);
    levels(&mut board);
    let mut game = begin(board, &[]);
    order_of_wings(&mut game);
    let ending = game.state.over.unwrap();
    assert_eq!(ending.why, EndReason::Surrendered([true, false]));
    assert_eq!(game.state.turn, 1);
    assert_eq!(ending.points, Side2(&game).points());
    let (mut board, ..) = armies(&[(Rally, 0)], &[(Rally, -1)]);
    levels(&mut board);
    let mut game = begin(board, &[]);
    order_of_wings(&mut game);
    assert_eq!(game.state.over.unwrap().why, EndReason::Surrendered([true, true]));
}

/// Both sides' points, as the chapter on victory counts them.
struct Side2<'a>(&'a Game);

impl Side2<'_> {
    fn points(&self) -> [u16; 2] {
        [A, B].map(|side| self.0.table().victory_points(side))
    }
}

#[test]
fn wings_not_on_the_map_are_left_out_of_the_check() {
    // MP 4.6d, G-A41.
    let (mut board, ..) = armies(&[(Rally, 0)], &[(MakeReady, 0)]);
    board.unit(cavalry("late", A2));
    let hexes = vec![board.hex("0124")];
    board.rules.wings[A2.ix()].arrives = Some(Arrival { turn: 4, hexes });
    board.orders(A2, MakeReady);
    let game = board.open();
    assert!(game.table().has_left_the_field(A));
    assert!(!game.table().has_left_the_field(B));
    // Nor does a Wing count that has lost all its units; and a side with none at all gives up nothing.
    let mut game = game;
    game.with(&[], |play| play.take_off(UnitId(1), Loss::Eliminated));
    assert!(!game.table().has_left_the_field(B));
}

#[test]
fn the_battle_ends_with_its_last_turn() {
    // MP 3.4c, 15.0b.
    let (mut board, ..) = armies(&[(MakeReady, -1)], &[(MakeReady, 0)]);
    levels(&mut board);
    board.rules.turns = 2;
    let mut game = begin(board, &[]);
    order_of_wings(&mut game);
    assert_eq!((game.state.over, game.state.turn), (None, 2));
    order_of_wings(&mut game);
    let ending = game.state.over.unwrap();
    assert_eq!(ending.why, EndReason::TurnsOver);
    assert!(game.state.asked.is_empty());
}

#[test]
fn who_leaves_the_field_does_no_better_than_a_draw() {
    // MP 4.6e, 15.0j, 15.0b.
    let mut board = board();
    levels(&mut board);
    let game = board.open();
    let level = |points, left| game.table().level_reached(points, left);
    assert_eq!(
        [[30, 0], [10, 4], [4, 0], [0, 4], [0, 5], [0, 40]].map(|points| level(points, [false; 2])),
        [0, 1, 2, 2, 3, 4]
    );
    assert_eq!(level([30, 0], [true, false]), 2);
    assert_eq!(level([0, 40], [true, false]), 4);
    assert_eq!(level([0, 40], [false, true]), 2);
    assert_eq!(level([0, 40], [true, true]), 2);
    assert_eq!(level([30, 0], [false, true]), 0);
}

#[test]
fn the_last_place_of_a_leader_tells_nothing_of_his_wing_to_come() {
    // MP 7.4b, 4.1.1d: set aside is not about to arrive unless a unit of the Wing is.
    let (board, a, _) = armies(&[(MakeReady, 0)], &[(MakeReady, 0)]);
    let mut game = board.open();
    let leader: LeaderId = game.state.wings[a[0].ix()].leader.unwrap();
    game.state.leaders[leader.ix()].place = LeaderPlace::Aside;
    assert_eq!(game.table().ready_commander(a[0]), None);
    assert_eq!(game.state.leaders[leader.ix()].role, Role::Wing(a[0]));
    assert_eq!(game.unit(UnitId(0)).place, Place::Map);
}

// Notation.

#[test]
fn decisions_of_the_turn_are_read_as_they_are_written() {
    let (mut board, ..) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, 0)]);
    let army = board.army_commander(A, 0, "2020");
    let game = board.open();
    let choices = [
        TurnChoice::StartOrders { wing: A2, orders: ReceiveCharge },
        TurnChoice::StartOpen { unit: UnitId(1) },
        TurnChoice::StartDone,
        TurnChoice::Activate { wing: A1 },
        TurnChoice::Pass { wing: B1 },
        TurnChoice::Preempt { wing: B1, helped: true },
        TurnChoice::Preempt { wing: B1, helped: false },
        TurnChoice::LetBe,
        TurnChoice::Act { unit: UnitId(2) },
        TurnChoice::Lead { leader: army },
        TurnChoice::Bring,
        TurnChoice::EndActions,
        TurnChoice::Continue { helped: true },
        TurnChoice::Continue { helped: false },
        TurnChoice::Stop,
    ];
    for choice in choices {
        let text = choice.notate(&game.rules);
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(TurnChoice::read(&words, &game.rules), Some(Ok(choice)), "{text}");
        assert!(!game.table().describe_turn(choice).is_empty());
    }
    let read = |text: &str| TurnChoice::read(&text.split(' ').collect::<Vec<_>>(), &game.rules);
    assert_eq!(read("wheel left"), None);
    for wrong in ["activate", "activate nobody", "start-orders a1 flee", "continue alone", "let-be now", "preempt"] {
        assert!(matches!(read(wrong), Some(Err(_))), "{wrong}");
    }
}
