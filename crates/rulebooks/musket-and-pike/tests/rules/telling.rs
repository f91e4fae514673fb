//! What the ledger, the questions, the menus and the counters tell a player.

use crate::common::*;
use crate::moving::*;
use crate::reacting::{SEAT_A, SEAT_B, enters, give};
use kernel::odds::{Horizon, Search, odds};
use kernel::{Picture, Rulebook, Soundness, Telling};
use musket_and_pike::agenda::Step;
use musket_and_pike::close_combat::CombatChoice;
use musket_and_pike::command::{CommandChoice, CommandStep};
use musket_and_pike::decision::Decision;
use musket_and_pike::reaction::ReactChoice;
use musket_and_pike::sequence::{TurnChoice, TurnStep};
use musket_and_pike::state::{Mark, Morale, Orders};

fn under(orders: Orders) -> Board {
    let mut board = board();
    board.orders(A1, orders);
    board
}

fn begin(board: Board) -> Game {
    let mut game = board.open();
    game.activate(A1);
    game
}

/// An enemy that is there but does not react: broken cavalry.
fn enemy(key: &str) -> Piece {
    cavalry(key, B1).state(Morale::Broken)
}

fn times(game: &Game, words: &str) -> usize {
    game.told().matches(words).count()
}

#[test]
fn a_move_is_told_in_one_line() {
    // MP 7.1.1a: the hexes of the whole way, and how the unit faces in the end.
    let mut board = under(Orders::MakeReady);
    board.commander(A1, 0, "1213");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, horse);
    for dir in ["nw", "ne"] {
        let dir = game.dir(dir);
        choose(&mut game, Ahead(dir), &[]);
        assert_eq!(times(&game, "goes"), 0, "it is still on its way");
    }
    let facing = game.vertex("ne");
    choose(&mut game, Turn(facing), &[]);
    choose(&mut game, Stop, &[]);
    assert_eq!(times(&game, "goes 1212–1211–1210, facing NE"), 1, "{}", game.told());
}

#[test]
fn a_turn_alone_is_told() {
    // MP 6.2.1a.
    let mut board = under(Orders::MakeReady);
    board.commander(A1, 0, "1213");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, horse);
    let facing = game.vertex("se");
    choose(&mut game, Turn(facing), &[]);
    choose(&mut game, Stop, &[]);
    assert_eq!(times(&game, "turns, facing SE"), 1, "{}", game.told());
}

#[test]
fn a_leaders_ride_is_told() {
    // MP 5.1.2d.
    let mut board = under(Orders::MakeReady);
    let leader = board.army_commander(A, 0, "1213");
    board.unit(cavalry("horse", A1).at("1212", "n"));
    let mut game = begin(board);
    lead(&mut game, leader);
    let ways = [game.dir("e"), game.dir("e")];
    choose(&mut game, LeaderTo(ways[0]), &[]);
    choose(&mut game, LeaderTo(ways[1]), &[]);
    choose(&mut game, Stop, &[]);
    assert_eq!(times(&game, "rides 1213–1313–1413"), 1, "{}", game.told());
}

#[test]
fn out_of_command_is_seen_asked_and_told() {
    // MP 5.4.3a.
    let mut board = under(Orders::MakeReady);
    board.commander(A1, 0, "1209");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let mut game = begin(board);
    let badges = |game: &Game| {
        let scene = game.rules.scene(&game.state, None);
        let body = scene.bodies.into_iter().find(|body| body.id == u16::from(foot.0)).unwrap();
        body.badges.into_iter().map(|badge| badge.text).collect::<Vec<_>>()
    };
    assert!(badges(&game).contains(&"out of command".to_owned()));
    let picked = game.table().describe(&Decision::Turn(TurnChoice::Act { unit: foot }));
    assert!(picked.ends_with("acts, out of command"), "{picked}");
    start(&mut game, foot);
    let question = game.table().question_words(SEAT_A);
    assert!(question.contains("It is out of command and goes back"), "{question}");
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    choose(&mut game, Stop, &[]);
    assert_eq!(times(&game, "out of command, goes back 1212–1211, facing N"), 1, "{}", game.told());
    assert!(!badges(&game).contains(&"out of command".to_owned()));
}

#[test]
fn taking_in_another_unit_stands_apart() {
    // MP 8.4b, 8.4c: the other unit is lost, which a step ahead must not hide.
    let mut board = under(Orders::MakeReady);
    board.commander(A1, 0, "1213");
    let horse = board.unit(cavalry("horse", A1).casualties(1).at("1212", "n"));
    let other = board.unit(cavalry("other", A1).at("1211", "n"));
    let mut game = begin(board);
    start(&mut game, horse);
    let [other_way, into] = [game.dir("ne"), game.dir("nw")].map(|dir| Decision::Move(Ahead(dir)));
    let (name, table) = (game.table().name(other).to_owned(), game.table());
    let words = table.describe(&into);
    assert!(words.starts_with(&format!("take in {name} in 1211, strength")), "{words}");
    assert!(words.contains("it is lost as a unit, 1 point"), "{words}");
    assert_eq!(table.heading_of(&into).unwrap().title, "take in");
    assert_eq!(table.heading_of(&other_way).unwrap().title, "ahead");
    assert_eq!(table.describe(&other_way), "ahead NE to 1311, 1 point");
}

#[test]
fn back_in_command_the_charge_counts_from_where_the_move_began() {
    // MP 5.6.1a, 5.6.1e, 5.4.3c: the way back has brought it one hex nearer, and that will do.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1209");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("far").at("1203", "s"));
    let mut game = begin(board);
    start(&mut game, foot);
    assert_eq!(forbidden_by(&game, Stop), "MP 5.4.3a");
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    assert!(moving(&game).in_command);
    assert_eq!(judge(&game, Stop), Ok(()));
}

#[test]
fn a_way_back_that_led_off_is_made_good_under_charge() {
    // MP 5.6.1a: one hex nearer than where it began, not than where it came back into command.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1212");
    let horse = board.unit(cavalry("horse", A1).at("1208", "s"));
    board.unit(enemy("far").at("1203", "s"));
    let mut game = begin(board);
    start(&mut game, horse);
    let back = game.dir("sw");
    choose(&mut game, Ahead(back), &[]);
    assert!(moving(&game).in_command);
    choose(&mut game, CounterMarch, &[]);
    let on = game.dir("ne");
    choose(&mut game, Ahead(on), &[]);
    assert_eq!(at(&game, horse), ["1208"]);
    assert_eq!(forbidden_by(&game, Stop), "MP 5.6.1a");
    let on = game.dir("nw");
    choose(&mut game, Ahead(on), &[]);
    assert_eq!(judge(&game, Stop), Ok(()));
}

#[test]
fn nobody_acts_unless_he_is_picked() {
    // MP 3.2.Ca: the last unit that must act is asked for too, a menu of one answer.
    let mut board = under(Orders::Charge);
    let leader = board.commander(A1, 0, "1212");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    board.unit(gun("guns", A1).at("1212", "n").mark(Mark::Fired));
    board.unit(enemy("far").at("1203", "s"));
    let mut game = begin(board);
    game.state.leaders[leader.ix()].deeds.acted = true;
    game.state.agenda.push(Step::Turn(TurnStep::Actions));
    game.advance(&[]);
    assert_eq!(at(&game, horse), ["1212"]);
    let mut menu = Vec::new();
    game.rules.ask(&game.state, SEAT_A, &mut menu);
    assert_eq!(menu, [Decision::Turn(TurnChoice::Act { unit: horse })]);
}

/// Cavalry of the first side has come before cavalry of the second.
fn intercepted() -> (Game, musket_and_pike::cards::UnitId) {
    let mut board = under(Orders::MakeReady);
    board.orders(B1, Orders::Charge);
    board.commander(A1, 0, "1210");
    board.commander(B1, 0, "1206");
    let horse = board.unit(cavalry("horse", A1).at("1210", "n"));
    let other = board.unit(cavalry("other", B1).at("1206", "s"));
    let mut game = begin(board);
    give(&mut game, &[], enters(horse));
    (game, other)
}

#[test]
fn a_reaction_is_asked_with_hex_and_distance() {
    // MP 9.1.1g.
    let (game, other) = intercepted();
    let (question, name) = (game.table().question_words(SEAT_B), game.table().name(other).to_owned());
    assert!(question.contains(&format!("has entered 1210, 4 hexes before {name}. Does anybody react?")), "{question}");
}

#[test]
fn the_odds_know_whether_it_intercepts() {
    // MP 9.3.2a: the effect that the chance of an Interception is counted by.
    for (die, succeeds) in [(0, true), (9, false)] {
        let (mut game, other) = intercepted();
        let before = game.state.clone();
        let choice = Decision::React(ReactChoice::Intercept { unit: other });
        game.with(&[die], |play| play.decide(SEAT_B, choice));
        let effects = game.rules.effects(&before, &game.state);
        assert_eq!(effects.iter().any(|effect| effect.what == "intercepts"), succeeds, "{effects:?}");
    }
}

#[test]
fn a_wing_that_goes_under_rally_hears_what_that_means() {
    // MP 5.8a, 4.6b.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1212");
    board.unit(cavalry("horse", A1).state(Morale::Shaken).at("1212", "n"));
    let mut game = begin(board);
    game.state.agenda.push(Step::Command(CommandStep::ChangeOrders(A1)));
    game.advance(&[]);
    assert_eq!(game.state.wings[A1.ix()].orders, Orders::Rally);
    assert_eq!(times(&game, "leaves the field when the turn ends"), 1, "{}", game.told());
    let goals = game.rules.facts(&game.state, None, None);
    assert!(goals.iter().any(|fact| fact.name == "leaving the field"), "{goals:?}");
}

#[test]
fn a_unit_that_can_do_nothing_says_why() {
    // MP 12.4.3e: Morale Broken it could only Rally, which Charge forbids (MP 5.6.1a).
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1212");
    board.unit(cavalry("horse", A1).at("1212", "n"));
    let broken = board.unit(cavalry("broken", A1).state(Morale::Broken).at("1213", "n"));
    board.unit(enemy("far").at("1203", "s"));
    let mut game = begin(board);
    game.state.agenda.push(Step::Turn(TurnStep::Actions));
    game.advance(&[]);
    let picked = Decision::Turn(TurnChoice::Act { unit: broken });
    let refusal = game.rules.judge(&game.state, SEAT_A, &picked).unwrap_err();
    assert!(refusal.why.contains("could only Rally, but: "), "{refusal}");
}

#[test]
fn a_card_tells_what_the_orders_allow() {
    // MP 5.6.1a, 5.6.4a, 5.4.3a.
    for (orders, leader, words) in [
        (Orders::Charge, "1212", "it must get nearer"),
        (Orders::Rally, "1212", "Reform and Rally"),
        (Orders::Rally, "1205", "go back into command"),
    ] {
        let mut board = under(orders);
        board.commander(A1, 0, leader);
        let horse = board.unit(cavalry("horse", A1).strength(4).morale(7).at("1212", "n"));
        let game = begin(board);
        let card = game.rules.facts(&game.state, None, Some(u16::from(horse.0)));
        let fact = |name: &str| card.iter().find(|fact| fact.name == name).map(|fact| fact.text.as_str());
        assert!(fact("may").unwrap().contains(words), "{card:?}");
        assert_eq!(fact("counter"), Some("4-7: strength 4, morale 7"));
    }
}

/// The first exercise, as it comes with the program.
fn exercise() -> musket_and_pike::MusketAndPike {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../battles/musket-and-pike/wing-against-wing.toml");
    let text = std::fs::read_to_string(path).unwrap();
    musket_and_pike::setup::open(&scenario::Source::new("exercise.toml", text)).unwrap()
}

#[test]
fn the_first_exercise_begins_in_command() {
    // MP 5.4.2a.
    let rules = exercise();
    let table = musket_and_pike::table::Table { rules: &rules, state: &rules.start };
    assert!(table.out_of_command().is_empty());
}

/// Plays so many decisions of the first exercise, one answer or another from each menu.
fn played<L: kernel::Listener>(decisions: usize, listener: &mut L) -> musket_and_pike::state::State {
    let rules = exercise();
    let mut dice = kernel::Seeded::new(1643);
    let (mut state, mut menu) = (rules.start(&mut dice, listener), Vec::new());
    for count in 0..decisions {
        let Some(seat) = rules.awaiting(&state).first() else { break };
        rules.ask(&state, seat, &mut menu);
        let decision = menu[count * 7 % menu.len()];
        rules.play(&mut state, seat, decision, &mut dice, listener);
        rules.invariants(&state).unwrap();
    }
    state
}

#[test]
fn what_is_told_changes_nothing() {
    // The way told is no part of the battle: heard or unheard, the same decisions and dice lead to the same state.
    let mut ledger = kernel::Ledger::default();
    let heard = played(150, &mut ledger);
    assert_eq!(heard, played(150, &mut kernel::Silent));
    let ways = ledger.entries.iter().filter(|entry| entry.title.contains('–')).count();
    assert!(ways > 5, "{ways} ways were told");
}

#[test]
fn the_order_that_gives_up_the_field_says_so_first() {
    // MP 4.6b, 4.6e: with its last Wing under Rally an army leaves the field.
    let warned = |other: Orders| {
        let mut board = under(Orders::Charge);
        board.commander(A1, 3, "1212");
        board.unit(cavalry("horse", A1).at("1212", "n"));
        board.commander(A2, 3, "1412");
        board.unit(cavalry("second", A2).at("1412", "n"));
        board.unit(enemy("far").at("1203", "s"));
        let mut game = begin(board);
        game.state.wings[A2.ix()].orders = other;
        game.state.agenda.push(Step::Command(CommandStep::ChangeOrders(A1)));
        game.advance(&[]);
        let warning = |orders| {
            let change = Decision::Command(CommandChoice::Change { orders, helped: false });
            game.rules.warning(&game.state, &change)
        };
        assert_eq!(warning(Orders::ReceiveCharge), None);
        warning(Orders::Rally).map(|warning| warning.rule)
    };
    assert_eq!(warned(Orders::Rally).as_deref(), Some("MP 4.6b"));
    assert_eq!(warned(Orders::Charge), None);
}

#[test]
fn the_odds_of_an_attack_go_as_far_as_its_combat() {
    // MP 11.2A, 11.2C: designated now, fought when all are designated.
    let mut board = under(Orders::Charge);
    board.commander(A1, 3, "1212");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let other = board.unit(cavalry("other", B1).at("1211", "s"));
    let mut game = begin(board);
    game.state.agenda.push(Step::Turn(TurnStep::CloseCombatSegment));
    game.advance(&[]);
    let attack = Decision::Combat(CombatChoice::Attack { unit: horse, hex: game.hex("1211") });
    let look = |horizon| {
        let search = Search { horizon, ..Search::default() };
        odds(&game.rules, &game.state, SEAT_A, &[attack], &search, &|| 1.0).expect("legal")
    };
    assert!(look(Horizon::NextQuestion).chances.is_empty());
    let whole = look(Horizon::Deed);
    let concerned = [horse, other].map(|id| {
        whole.chances.iter().any(|chance| {
            chance.effect.subject == game.table().name(id) && chance.probability > 0.01 && chance.probability < 0.99
        })
    });
    assert_eq!(concerned, [true; 2], "{whole:?}");
}
