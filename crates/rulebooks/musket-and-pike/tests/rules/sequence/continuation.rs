//! Continuation.

use super::*;
use musket_and_pike::charts::{Series, read};
use scenario::Source;

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
            assert_eq!(game.state.wings[a[0].ix()].turn.activations, 3);
            // After the third there is no further roll.
            play(&mut game, &[], turn(TurnChoice::EndActions));
        }
        assert!(game.state.wings[a[0].ix()].turn.finished);
        assert_eq!(game.state.wings[a[0].ix()].turn.activations, activations);
    }
}

#[test]
fn a_battle_of_its_own_weight_is_a_line_of_the_owners_chart() {
    // MP C2, 4.3.2a: one more on every roll to continue, as at Landskrona.
    let mine =
        "format = 1\nrulebook = \"musket-and-pike\"\nchart = \"C2\"\n[[modifiers]]\nkey = \"battle\"\nvalue = 1\n";
    for (owned, die, goes_on) in [(false, 6, true), (false, 7, false), (true, 5, true), (true, 6, false)] {
        let (mut board, a, _) = armies(&[(Charge, -2)], &[(Rally, 0)]);
        let overlays: Vec<Source> = owned.then(|| Source::new("mine.toml", mine)).into_iter().collect();
        board.rules.charts = read(&overlays, Series::Other).unwrap_or_else(|faults| panic!("{faults}")).1;
        let mut game = begin(board, &[]);
        to_continuation(&mut game);
        play(&mut game, &[die], turn(TurnChoice::Continue { helped: false }));
        assert_eq!(game.state.wings[a[0].ix()].turn.finished, !goes_on, "{owned} {die}");
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
    game.state.leaders[army.ix()].deeds.acted = true;
    to_continuation(&mut game);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Continue { helped: true })).unwrap(), "MP 5.1.2e");
}

#[test]
fn rally_and_no_continue_do_not_continue() {
    // MP 4.3.1b, 4.3.2c.
    let (board, a, _) = armies(&[(Rally, 0), (MakeReady, 0)], &[]);
    let mut game = board.open();
    game.state.wings[a[1].ix()].turn.no_continue = true;
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
    let of_it = [
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
    let longer = [
        Mark::Salvo,
        Mark::LimberChanged,
        Mark::Rolled,
        Mark::Fired,
        Mark::ThresholdReached,
        Mark::Limbered,
        Mark::OnTop,
    ];
    // Each lies for itself.
    for mark in of_it.into_iter().chain(longer) {
        let marks = &mut game.state.units[0].marks;
        marks.set(mark, true);
        assert!(of_it.into_iter().chain(longer).all(|other| marks.has(other) == (other == mark)), "{mark:?}");
        marks.set(mark, false);
    }
    for mark in of_it.into_iter().chain(longer) {
        game.state.units[0].marks.set(mark, true);
    }
    game.state.units[0].marks.activation.salvoed[0] = Some(UnitId(1));
    game.state.leaders[0].deeds.acted = true;
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    let unit = game.state.units[0];
    assert!(of_it.iter().all(|&mark| !unit.has(mark)) && longer.iter().all(|&mark| unit.has(mark)));
    assert!(unit.marks.activation.salvoed.iter().all(Option::is_none));
    assert!(!game.state.leaders[0].deeds.acted);
}
