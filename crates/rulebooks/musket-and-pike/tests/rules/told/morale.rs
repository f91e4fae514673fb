//! Chapters 12 and 13 as they are told.

use super::*;
use kernel::Rulebook;
use musket_and_pike::decision::Decision;
use musket_and_pike::rally::RallyChoice;
use musket_and_pike::state::Morale;

#[test]
fn a_rally_lifts_by_one_level() {
    // MP 13.2.4a
    for (state, tale) in [
        (Morale::Shaken, "MP 13.2.4a foot rallies: Morale Normal"),
        (Morale::Broken, "MP 13.2.4a foot rallies: Morale Shaken"),
    ] {
        let mut board = board();
        board.orders(A1, Orders::Rally);
        board.commander(A1, 0, "1212");
        board.unit(heavy("foot", A1).strength(12).state(state).at("1212", "n"));
        board.unit(heavy("foe", B1).strength(12).at("1202", "s"));
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        all_roll(&mut game, 0, "rally foot");
        tells(&game, &["MP"], tale);
    }
}

#[test]
fn a_salvo_calls_for_a_check_and_casualties_for_another() {
    // MP 10.4f, 10.6.3a, 10.6.5a
    let salvo = |die: u8| {
        let (board, ..) = before(Orders::Charge, heavy("foot", A1).strength(12), heavy("foe", B1).strength(12));
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        all_roll(&mut game, die, "shoot 1211 salvo");
        game
    };
    tells(
        &salvo(1),
        &["MP"],
        "
            MP 10.4f foot fires at foe: Salvo [1] = 1: miss
            MP 10.6.5a foe checks its morale of 6 [1] = 1: passes
        ",
    );
    tells(
        &salvo(5),
        &["MP"],
        "
            MP 10.4f foot fires at foe: Salvo [5] = 5: 1 casualty
            MP 10.6.1a foe loses 1: 11 strong
            MP 10.6.5a foe checks its morale of 6 [5] = 6: passes
            +1 further checks owed
        ",
    );
    tells(
        &salvo(8),
        &["MP"],
        "
            MP 10.4f foot fires at foe: Salvo [8] = 8: 2 casualties
            MP 10.6.1a foe loses 2: 10 strong
            MP 10.6.5a foe checks its morale of 6 [8] = 9: fails
            +1 further checks owed
            MP 12.4.2a foe is Morale Shaken
        ",
    );
}

#[test]
fn nobody_rallies_who_is_not_there() {
    // MP 13.2.1a
    let mut board = board();
    board.orders(A1, Orders::Rally);
    let leader = board.commander(A1, 0, "1212");
    board.unit(heavy("foot", A1).strength(12).state(Morale::Shaken).at("1212", "n"));
    let mut game = acting(board, A1);
    say(&mut game, "lead a1-wc");
    let nobody = UnitId(game.state.units.len() as u8);
    let rally = Decision::Rally(RallyChoice::Rally { unit: nobody, by: Some(leader) });
    let judged = game.rules.judge(&game.state, game.asked().unwrap(), &rally);
    assert_eq!(judged.unwrap_err().rule, "MP 13.2.1a");
}
