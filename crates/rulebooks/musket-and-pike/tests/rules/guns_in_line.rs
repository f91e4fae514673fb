//! Chapter 8.3: guns and the units they are stacked with; who lies on top, and when that changes.

use crate::common::*;
use crate::moving::start;
use crate::shooting::rolls;
use musket_and_pike::cards::UnitId;
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

/// Foot of side B in 1210 with a gun below it, and cavalry of side A that rides up before it.
fn stack_is_approached(foot: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let foot = board.unit(foot.card(|card| card.salvo = false).strength(20).morale(8).at("1210", "s"));
    let guns = board.unit(gun("guns", B1).at("1210", "s"));
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    board.commander(A1, 0, "1213");
    board.commander(B1, 0, "1209");
    let mut game = board.open();
    game.activate(A1);
    start(&mut game, horse);
    game.plays("ahead ne", &[]);
    game.plays("react-done", &[]);
    game.plays("ahead nw", &[]);
    (game, foot, guns)
}

#[test]
fn a_gun_does_not_change_places_where_its_unit_has_fired() {
    // MP 8.3.2b: neither of the two fires; so not on the trigger at which the foot has fired.
    let (mut game, _, guns) = stack_is_approached(heavy("foot", B1));
    assert!(game.offers("react-restack guns"));
    game.plays("react-fire foot", &[0]);
    assert!(!game.offers("react-restack guns"), "{:?}", game.choices());
    assert!(!game.unit(guns).has(Mark::Fired));
}

#[test]
fn a_gun_that_changes_places_takes_the_fire_but_not_the_hedgehog() {
    // MP 8.3.2b, 9.4.4a: the foot does not fire; what it may do else, it may.
    let (mut game, foot, guns) = stack_is_approached(heavy("foot", B1));
    game.plays("react-restack guns", &[]);
    assert!(game.unit(guns).has(Mark::Fired) && game.unit(guns).has(Mark::OnTop));
    assert_eq!(game.forbids("react-fire foot"), "MP 8.3.2b");
    game.plays("react-hedgehog foot", &[0]);
    assert_eq!(game.unit(foot).formation, Formation::Hedgehog);
}

#[test]
fn a_gun_below_turns_instead_of_firing() {
    // MP 6.2.3a, ruling G-A69: as it may change places from below, so it may turn, in reaction and as its Action.
    let (mut game, _, guns) = stack_is_approached(heavy("foot", B1));
    game.plays("react-turn-gun guns se", &[]);
    assert_eq!((game.unit(guns).facing, game.unit(guns).has(Mark::Fired)), (game.vertex("se"), true));
    let mut board = board();
    board.unit(heavy("foot", A1).at("1210", "n"));
    let guns = board.unit(gun("guns", A1).at("1210", "n"));
    board.commander(A1, 0, "1210");
    let mut game = board.open();
    game.activate(A1);
    game.acts(guns, &["turn-gun ne"]);
    assert!(game.unit(guns).has(Mark::Fired));
}

#[test]
fn a_pivot_leaves_the_gun_on_the_standing_half_in_its_place() {
    // MP 8.3.2a, 8.3.1a: only a hex that is newly entered changes; there the owner says who lies on top.
    let pivots = |second: Option<&str>| {
        let mut board = board();
        let line = board.unit(double_heavy("line", B1).at("1210", "s"));
        let guns = board.unit(gun("guns", B1).mark(Mark::OnTop).at("1210", "s"));
        let more = second.map(|hex| board.unit(gun("more", B1).at(hex, "s")));
        let foot = board.unit(heavy("foot", A1).at("1411", "n"));
        board.commander(A1, 0, "1411");
        board.commander(B1, 0, "1209");
        let mut game = board.open();
        game.activate(A1);
        start(&mut game, foot);
        game.plays("ahead nw", &[]);
        game.plays("react-face line left 1", &[]);
        assert_eq!(game.stands(line)[0], "1210");
        (game, guns, more)
    };
    let (game, guns, _) = pivots(None);
    assert!(game.unit(guns).has(Mark::OnTop), "it lay on top and does so still");
    // MP 8.3.4a: a gun in the hex swung into lies as the other does.
    let (game, guns, more) = pivots(Some("1211"));
    let more = more.unwrap();
    assert_eq!(game.unit(UnitId(0)).other, Some(game.unit(more).hex));
    assert!(game.unit(guns).has(Mark::OnTop) && game.unit(more).has(Mark::OnTop));
    assert_ne!(game.topic(), "stack-order");
}

#[test]
fn a_rout_that_ends_with_a_gun_asks_who_lies_on_top() {
    // MP 8.3.1a: whichever way a unit has come to a gun and stops.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).state(Morale::Broken).at("1210", "n"));
    let guns = board.unit(gun("guns", A1).mark(Mark::OnTop).morale(8).at("1214", "n"));
    for column in 8..18 {
        for row in [11, 12, 13] {
            if !["1211", "1212", "1213"].contains(&format!("{column:02}{row}").as_str()) {
                board.terrain(&format!("{column:02}{row}"), "water");
            }
        }
    }
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_rout_phase();
        play.advance();
        while let Some(seat) = play.state.asked.first().filter(|_| play.state.units[0].hex != play.state.units[1].hex) {
            let mut menu = Vec::new();
            kernel::Rulebook::ask(play.rules, play.state, seat, &mut menu);
            play.decide(seat, menu[0]);
        }
    });
    assert_eq!(
        (game.stands(foot), game.choices()),
        (vec!["1214".to_string()], vec!["on-top".to_string(), "below".into()])
    );
    game.plays("below", &[]);
    assert!(game.unit(guns).has(Mark::OnTop));
}

#[test]
fn an_interceptor_that_does_not_move_stays_under_its_gun() {
    // MP 8.3.2c: with a Fired gun only its own Move changes the order.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(cavalry("rider", B1).at("1211", "s"));
    let guns = board.unit(gun("guns", B1).mark(Mark::OnTop).mark(Mark::Fired).at("1211", "s"));
    board.commander(A1, 0, "1212");
    let mut game = board.open();
    game.activate(A1);
    start(&mut game, foot);
    game.plays("turn-to ne", &[]);
    game.plays("intercept rider", &[0]);
    game.plays("react-done", &[]);
    assert_eq!(game.topic(), "interception-attack");
    assert!(game.unit(guns).has(Mark::OnTop));
}

#[test]
fn foot_that_goes_below_its_gun_is_a_trigger_and_the_gun_the_mark() {
    // MP 9.1.3e: the stack has changed its order before the enemy, who fires at whoever lies on top.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).at("1211", "n"));
    let guns = board.unit(gun("guns", A1).at("1211", "n"));
    board.unit(heavy("enemy", B1).card(|card| card.salvo = false).at("1210", "s"));
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1211");
    let mut game = board.open();
    game.activate(A1);
    start(&mut game, foot);
    game.plays("restack", &[]);
    assert!(game.unit(guns).has(Mark::OnTop));
    assert_eq!((game.topic(), game.offers("react-fire enemy")), ("reaction", true));
    game.plays("react-fire enemy", &[0]);
    assert_eq!(rolls(&game).len(), 1);
    assert!(game.told().contains("enemy fires at guns"), "{}", game.told());
    // On top again in its next Move, it is the mark itself.
    let mut board = board_with_gun_on_top();
    let foot = UnitId(0);
    board.activate(A1);
    start(&mut board, foot);
    board.plays("restack", &[]);
    board.plays("react-fire enemy", &[0]);
    assert!(board.told().contains("enemy fires at foot"), "{}", board.told());
}

fn board_with_gun_on_top() -> Game {
    let mut board = board();
    board.unit(heavy("foot", A1).at("1211", "n"));
    board.unit(gun("guns", A1).mark(Mark::OnTop).at("1211", "n"));
    board.unit(heavy("enemy", B1).card(|card| card.salvo = false).at("1210", "s"));
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1211");
    board.open()
}

#[test]
fn who_comes_to_a_gun_says_who_lies_on_top() {
    // MP 8.3.1a: by a Move that ends there; the choice is kept, and the one below is no mark for fire (MP 8.3.1b).
    for (order, on_top) in [("on-top", false), ("below", true)] {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        let guns = board.unit(gun("guns", A1).at("1211", "n"));
        let enemy = board.unit(heavy("enemy", B1).card(|card| card.salvo = false).at("1210", "s"));
        board.commander(B1, 0, "1210");
        board.commander(A1, 0, "1312");
        board.unit(light("staff", A2).at("1312", "n"));
        let mut game = board.open();
        game.activate(A1);
        game.acts(foot, &["move", "ahead nw", "react-done", "halt", order]);
        assert_eq!(game.unit(guns).has(Mark::OnTop), on_top);
        let (top, below) = if on_top { (guns, foot) } else { (foot, guns) };
        assert_eq!(game.table().top_of(game.hex("1211")), Some(top));
        // MP 8.3.1b: the enemy next to them fires at the one, and only that one fires at him.
        for (one, other) in [(enemy, top), (top, enemy)] {
            assert!(game.table().can_fire_at(one, other, true).is_ok(), "{order}");
        }
        for (one, other) in [(enemy, below), (below, enemy)] {
            assert!(game.table().can_fire_at(one, other, true).is_err(), "{order}");
        }
        crate::playing::activate_anew(&mut game, B1);
        game.acts(enemy, &[]);
        game.plays("shoot 1211 skirmish", &[0]);
        let struck = if on_top { "enemy fires at guns" } else { "enemy fires at foot" };
        assert!(game.told().contains(struck), "{}", game.told());
    }
}

#[test]
fn a_gun_limbered_this_turn_stays_in_the_enemys_activation_too() {
    // MP 7.3.3a: it neither moves nor fires in the whole turn, so it does not withdraw.
    let withdraws = |limbers: bool| {
        let mut board = board();
        let mut piece = gun("guns", B1).at("1209", "s");
        if !limbers {
            piece = piece.mark(Mark::Limbered);
        }
        let guns = board.unit(piece);
        let foot = board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1212", "n"));
        board.orders(B1, Orders::Rally);
        board.commander(B1, 0, "1209");
        board.commander(A1, 0, "1212");
        let mut game = board.open();
        if limbers {
            game.activate(B1);
            game.acts(guns, &["limber"]);
        }
        game.activate(A1);
        start(&mut game, foot);
        game.plays("ahead nw", &[]);
        game.offers("withdraw guns")
    };
    assert!(withdraws(false), "limbered before");
    assert!(!withdraws(true), "limbered this turn");
}

#[test]
fn a_gun_that_has_changed_its_limber_does_nothing_more_in_its_turn() {
    // MP 7.3.3a: no fire in reaction either, and no move; a gun that was ready all the time fires.
    let fires = |change: Option<&str>| {
        let mut board = board();
        let piece = gun("guns", B1).at("1209", "s");
        let guns = board.unit(if change.is_some() { piece.mark(Mark::Limbered) } else { piece });
        let foot = board.unit(heavy("foot", A1).at("1213", "n"));
        board.orders(B1, Orders::MakeReady);
        board.commander(B1, 0, "1209");
        board.commander(A1, 0, "1213");
        let mut game = board.open();
        if let Some(change) = change {
            game.activate(B1);
            game.acts(guns, &[change]);
            assert!(!game.unit(guns).has(Mark::Limbered));
        }
        game.activate(A1);
        start(&mut game, foot);
        game.plays("ahead ne", &[]);
        game.offers("react-fire guns")
    };
    assert!(fires(None));
    assert!(!fires(Some("unlimber s")));
}
