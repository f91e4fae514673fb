//! Chapter 8.

use crate::common::*;
use crate::moving::*;
use musket_and_pike::cards::UnitId;
use musket_and_pike::movement::{Activity, MoveStep};
use musket_and_pike::state::{Formation, Loss, Mark, Morale, Orders, Place, Slot};

fn ready() -> Board {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.orders(A2, Orders::MakeReady);
    board.commander(A1, 0, "1113");
    board.commander(A2, 0, "1413");
    board
}

fn begin(board: Board) -> Game {
    let mut game = board.open();
    game.activate(A1);
    game
}

fn rule_of(result: Result<(), kernel::Refusal>) -> Option<String> {
    result.err().map(|refusal| refusal.rule.into_owned())
}

#[test]
fn one_unit_to_a_hex_with_exceptions() {
    let mut board = ready();
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let foot = board.unit(heavy("foot", A1).at("1211", "n"));
    let guns = board.unit(gun("guns", A2).at("1311", "n"));
    let cart = board.unit(wagon("cart", A1).at("1111", "n"));
    let musketeers = board.unit(light("musketeers", A1).at("1210", "n"));
    let enemy = board.unit(light("enemy", B1).at("1010", "s"));
    let many = board.unit(light("many", A1).strength(3).at("1010", "n").at("1008", "n"));
    let strangers = board.unit(light("strangers", A2).at("1009", "n"));
    let line = board.unit(double_heavy("line", A1).at("0505", "n"));
    let limbered = board.unit(gun("limbered", A1).mark(Mark::Limbered).at("0606", "n"));
    let game = begin(board);
    let table = game.table();
    let on = |id: UnitId, other: UnitId| rule_of(table.may_stand(id, table.unit(other).hex));
    // MP 8.1.1a: one unit to a hex, of either side.
    assert_eq!(on(horse, foot).as_deref(), Some("MP 8.1.1a"));
    assert_eq!(on(horse, enemy).as_deref(), Some("MP 8.1.1a"));
    // MP 8.1.1c: a body and one gun or wagon, of whatever Wing (MP 8.3.3a).
    assert_eq!(on(horse, guns), None);
    assert_eq!(on(foot, cart), None);
    assert_eq!(on(limbered, foot), None);
    // MP 8.1.1d: one in each hex of a two-hex unit.
    for hex in table.unit(line).hexes() {
        assert_eq!(table.may_stand(limbered, hex), Ok(()));
    }
    // MP 8.1.1b, 8.2.1a: cavalry with Light Infantry of printed strength 1 or 2 (ruling G-A33) of the same Wing.
    assert_eq!(on(horse, musketeers), None);
    assert_eq!(on(musketeers, horse), None);
    assert_eq!(on(horse, many).as_deref(), Some("MP 8.1.1a"));
    assert_eq!(on(horse, strangers).as_deref(), Some("MP 8.1.1a"));
    // MP 8.5b: guns and wagons do not share a hex.
    assert_eq!(on(limbered, guns).as_deref(), Some("MP 8.5b"));
    assert_eq!(on(limbered, cart).as_deref(), Some("MP 8.5b"));
    // MP 8.1.1f: leaders do not count.
    assert_eq!(table.may_stand(horse, game.hex("1113")), Ok(()));
}

#[test]
fn nobody_rides_through_friends_but_through_their_guns_and_wagons() {
    // MP 8.1.2a: foot in the way stops a move; a gun and a wagon are ridden through, one after the other, and stay where they are.
    let mut board = ready();
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    board.unit(heavy("foot", A1).at("1311", "n"));
    let guns = board.unit(gun("guns", A2).at("1211", "n"));
    let cart = board.unit(wagon("cart", A1).at("1210", "n"));
    let mut game = begin(board);
    game.acts(horse, &["move"]);
    assert_eq!(game.forbids("ahead ne"), "MP 8.1.1a");
    for step in ["ahead nw", "ahead ne", "ahead nw", "halt"] {
        game.plays(step, &[]);
    }
    assert_eq!(
        (game.stands(horse), game.stands(guns), game.stands(cart)),
        (vec!["1209".into()], vec!["1211".into()], vec!["1210".into()])
    );
    assert!(game.unit(guns).on_map() && game.unit(cart).on_map());
}

#[test]
fn cavalry_and_light_infantry_stop_where_they_meet() {
    // MP 8.2.2a: whichever of the two comes, its move is over, whatever points it has left.
    for (mover, other) in [(cavalry("mover", A1), light("other", A1)), (light("mover", A1), cavalry("other", A1))] {
        let mut board = ready();
        let mover = board.unit(mover.at("1212", "n"));
        let other = board.unit(other.at("1211", "n"));
        let mut game = begin(board);
        game.acts(mover, &["move", "ahead nw"]);
        assert!(game.state.moves.is_empty() && game.asked().is_none(), "{:?}", game.choices());
        assert_eq!((game.stands(mover), game.unit(mover).with), (vec!["1211".to_string()], Some(other)));
    }
}

#[test]
fn guns_do_not_pass_each_other() {
    // MP 8.1.2a, 8.5b, ruling G-A68: stacking holds at all times, and two guns have no place in one hex.
    let mut board = ready();
    let limbered = board.unit(gun("limbered", A1).mark(Mark::Limbered).at("1212", "n"));
    board.unit(gun("guns", A1).at("1211", "n"));
    let mut game = begin(board);
    game.acts(limbered, &["move"]);
    assert_eq!(game.forbids("ahead nw"), "MP 8.5b");
    game.plays("ahead ne", &[]);
}

#[test]
fn a_bigger_body_of_musketeers_where_the_battle_allows() {
    // MP E-GAG-10.
    let mut board = ready();
    board.rules.options.three_strength_stack = true;
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let three = board.unit(light("three", A1).strength(3).at("1211", "n"));
    let four = board.unit(light("four", A1).strength(4).at("1311", "n"));
    let game = begin(board);
    // MP 8.1.1b, ruling G-A33.
    assert!(game.table().may_join(horse, three) && !game.table().may_join(horse, four));
}

#[test]
fn va13_the_worse_of_both() {
    // MP VA13, 8.2.2d: cavalry Morale Shaken and Formation Normal, Light Infantry Morale Normal and Formation Shaken.
    let mut board = ready();
    let horse = board.unit(cavalry("horse", A1).state(Morale::Shaken).at("1212", "n"));
    let foot = board.unit(light("foot", A1).formation(Formation::Shaken).at("1211", "ne"));
    let mut game = begin(board);
    start(&mut game, horse);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    // MP 8.2.2a: it stops there; MP 8.2.2b: it takes the other's facing and pays for it.
    assert!(is_over(&game));
    for id in [horse, foot] {
        let unit = game.unit(id);
        assert_eq!((unit.morale, unit.formation), (Morale::Shaken, Formation::Shaken));
        assert_eq!((at(&game, id), facing(&game, id)), (vec!["1211".to_string()], "ne".into()));
    }
    assert_eq!((game.unit(horse).with, game.unit(foot).with), (Some(foot), Some(horse)));
    assert_eq!(game.unit(foot).slot, Slot::Under);
    assert_eq!(game.table().body_at(game.hex("1211")), Some(horse));
    // MP 8.2.2c: who stood there may not move any more in this activation.
    assert!(game.unit(foot).has(Mark::Held));
}

#[test]
fn it_must_be_able_to_pay_for_the_facing() {
    // MP 8.2.2b: shaken musketeers have three points, one of them goes for a turn; one hex and one vertex are two, one hex and two are three.
    let joins = |facing: &str| {
        let mut board = ready();
        let foot = board.unit(light("foot", A1).formation(Formation::Shaken).at("1214", "n"));
        board.unit(cavalry("horse", A1).at("1313", facing));
        let mut game = begin(board);
        start(&mut game, foot);
        let vertex = game.vertex("ne");
        choose(&mut game, Turn(vertex), &[]);
        rule_of(judge(&game, Ahead(game.dir("ne"))))
    };
    assert_eq!(joins("se"), None);
    assert_eq!(joins("s").as_deref(), Some("MP 7.1.1e"));
}

#[test]
fn stacks_go_at_six_on_the_cavalry_column() {
    // MP 8.2.1b; MP 8.2.1a: one unit, one facing, one formation; MP 8.2.1f: formation hits on both.
    let mut board = ready();
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let foot = board.unit(light("foot", A1).at("1212", "n"));
    board.together(horse, foot);
    board.terrain("1211", "woods");
    let mut game = begin(board);
    assert_eq!(game.table().allowance(horse), 6);
    start(&mut game, horse);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    // Woods cost cavalry 3, and disorder it.
    assert_eq!(left(&game), 3);
    for id in [horse, foot] {
        assert_eq!((at(&game, id), game.unit(id).formation), (vec!["1211".to_string()], Formation::Shaken));
    }
    let vertex = game.vertex("ne");
    choose(&mut game, Turn(vertex), &[]);
    assert_eq!((facing(&game, horse), facing(&game, foot)), ("ne".into(), "ne".into()));
    assert!(game.unit(foot).has(Mark::Acted), "one Action for both");
}

#[test]
fn cavalry_rides_off_with_six_points() {
    // MP 7.3.1d, 8.2.1e: it began stacked, so it has 6 for the whole move; the musketeers stay.
    let mut board = ready();
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let foot = board.unit(light("foot", A1).at("1212", "n"));
    board.together(horse, foot);
    let mut game = begin(board);
    act(&mut game, horse);
    assert!(offers(&game, MoveOff) && offers(&game, Move));
    choose(&mut game, MoveOff, &[]);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    assert_eq!(left(&game), 5);
    assert_eq!((at(&game, horse), at(&game, foot)), (vec!["1211".to_string()], vec!["1212".to_string()]));
    assert_eq!((game.unit(horse).with, game.unit(foot).slot), (None, Slot::Body));
    assert_eq!(game.table().body_at(game.hex("1212")), Some(foot));
    assert!(!game.unit(foot).has(Mark::Acted), "they are two units again");
}

#[test]
fn the_light_infantry_goes_along_or_stays() {
    // MP 8.2.1e: along in retreat and advance, left behind in pursuit; MP 8.2.1j: and in Interception.
    let enemy = UnitId(0);
    for (activity, along) in [
        (Activity::Retreat, true),
        (Activity::Advance, true),
        (Activity::Pursuit, false),
        (Activity::Interception { target: enemy }, false),
    ] {
        let mut board = ready();
        let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
        let foot = board.unit(light("foot", A1).at("1212", "n"));
        board.together(horse, foot);
        let mut game = begin(board);
        let (to, facing) = (game.hex("1211"), game.vertex("n"));
        game.with(&[], |play| play.enter(horse, to, None, facing, activity));
        assert_eq!(at(&game, foot) == at(&game, horse), along, "{activity:?}");
        assert_eq!(game.unit(horse).with.is_some(), along);
    }
}

#[test]
fn who_lies_on_top() {
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let guns = board.unit(gun("guns", A2).at("1212", "ne"));
    let line = board.unit(double_heavy("line", A1).at("1215", "n"));
    let left_gun = board.unit(gun("left", A1).at("1215", "n"));
    let right_gun = board.unit(gun("right", A1).at("1315", "n"));
    let rider = board.unit(cavalry("rider", A1).at("1209", "n"));
    let cart = board.unit(wagon("cart", A1).mark(Mark::OnTop).at("1209", "n"));
    let mut game = begin(board);
    let hex = game.hex("1212");
    // MP 8.3.1b: the one on top.
    assert_eq!(game.table().top_of(hex), Some(foot));
    game.with(&[], |play| play.set_guns_on_top(foot, true));
    assert_eq!(game.table().top_of(hex), Some(guns));
    assert!(game.table().is_top(guns, hex) && !game.table().is_top(foot, hex));
    // MP 8.3.1c: a gun on one half leaves the other on top. MP 8.3.4a: two guns of one unit lie alike.
    game.state.units[left_gun.ix()].marks.set(Mark::OnTop, true);
    assert!(!game.table().is_top(line, game.hex("1215")) && game.table().is_top(line, game.hex("1315")));
    game.with(&[], |play| play.set_guns_on_top(line, true));
    assert!(game.unit(left_gun).has(Mark::OnTop) && game.unit(right_gun).has(Mark::OnTop));
    // MP 8.5a: a wagon always lies below.
    assert_eq!(game.table().top_of(game.hex("1209")), Some(rider));
    let _ = cart;
    // MP 8.3.1d: guns out of action are below everything.
    game.with(&[], |play| play.wreck_gun(guns, false));
    assert_eq!(game.table().top_of(hex), Some(foot));
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
}

#[test]
fn a_unit_that_stops_with_a_gun_chooses_the_order() {
    // MP 8.3.1a: asked where the unit stops; passing through asks nothing.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let guns = board.unit(gun("guns", A2).at("1211", "ne"));
    let mut game = begin(board);
    start(&mut game, foot);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    choose(&mut game, Stop, &[]);
    assert_eq!(step(&game), Some(MoveStep::StackOrder(foot)));
    assert_eq!(menu(&game).len(), 2);
    choose(&mut game, Bottom, &[]);
    assert_eq!(game.table().top_of(game.hex("1211")), Some(guns));
    // MP 8.3.3a: they may face different ways and belong to different Wings.
    assert_eq!((facing(&game, foot), facing(&game, guns)), ("n".into(), "ne".into()));
    assert!(is_over(&game));
}

#[test]
fn changing_places_in_a_stack() {
    // MP 8.3.2a: by the Move of the unit that is no gun; MP 8.3.2c: also when the gun has fired.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let guns = board.unit(gun("guns", A1).mark(Mark::Fired).mark(Mark::OnTop).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, foot);
    choose(&mut game, Restack, &[]);
    assert!(!game.unit(guns).has(Mark::OnTop));
    assert_eq!(left(&game), 4);
    assert_eq!(forbidden_by(&game, Restack), "MP 8.3.2a");
    // The gun cannot do it by an Action of its own.
    choose(&mut game, Stop, &[]);
    act(&mut game, guns);
    assert_eq!(forbidden_by(&game, Restack), "MP 8.3.2d");
}

#[test]
fn a_formation_broken_unit_changes_places() {
    // MP 8.3.2d: though it has no allowance.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).formation(Formation::Broken).at("1212", "n"));
    let guns = board.unit(gun("guns", A1).at("1212", "n"));
    let mut game = begin(board);
    act(&mut game, foot);
    assert_eq!(forbidden_by(&game, Move), "MP 6.3.1f");
    choose(&mut game, Restack, &[]);
    assert!(game.unit(guns).has(Mark::OnTop) && game.unit(foot).has(Mark::Acted));
}

#[test]
fn va14_incorporation() {
    // MP VA14, 8.4a: Rupert 4-8 with two casualties takes in his second squadron 4-7 with two.
    let mut board = ready();
    let rupert = board.unit(cavalry("rupert", A1).morale(8).casualties(2).at("1212", "n"));
    let second = board.unit(cavalry("second", A1).morale(7).casualties(2).state(Morale::Shaken).at("1211", "n"));
    let mut game = begin(board);
    start(&mut game, rupert);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    // MP 8.1.1e: only for the moment; MP 8.4b: two men come, the move is over; MP 8.4c: eliminated for the score.
    assert!(is_over(&game));
    assert_eq!(game.unit(rupert).casualties, 0);
    assert_eq!(game.unit(second).place, Place::Gone(Loss::Incorporated));
    // MP 8.4d: the worse morale state; MP 8.4e: its own morale.
    assert_eq!((game.unit(rupert).morale, game.table().card(rupert).morale), (Morale::Shaken, 8));
    assert_eq!(game.table().body_at(game.hex("1211")), Some(rupert));
}

#[test]
fn what_is_too_many_is_lost() {
    // MP 8.4b: never above the printed strength. MP 8.4d: the threshold is behind it again.
    let mut board = ready();
    let weak = board.unit(cavalry("weak", A1).strength(6).casualties(1).mark(Mark::ThresholdReached).at("1212", "n"));
    let strong = board.unit(cavalry("strong", A1).at("1211", "n"));
    let whole = board.unit(cavalry("whole", A1).at("1214", "n"));
    let loose = board.unit(croats("loose", A1).casualties(2).at("1215", "n"));
    let mut game = begin(board);
    game.with(&[], |play| play.incorporate(weak, strong));
    assert_eq!((game.unit(weak).casualties, game.table().strength(weak)), (0, 6));
    assert!(!game.unit(weak).has(Mark::ThresholdReached));
    // MP 8.4a: only with casualties; ruling G-A46: formed with formed.
    assert_eq!(rule_of(game.table().may_incorporate(whole, weak)).as_deref(), Some("MP 8.4a"));
    assert_eq!(rule_of(game.table().may_incorporate(loose, whole)).as_deref(), Some("MP 8.4a"));
}

#[test]
fn guns_and_wagons_change_hands() {
    let mut board = board();
    board.commander(A1, 0, "1113");
    let foot = board.unit(heavy("foot", A1).at("1213", "n"));
    let guns = board.unit(gun("guns", B1).mark(Mark::Fired).at("1212", "s"));
    let cart = board.unit(wagon("cart", B1).at("1112", "s"));
    let owner = board.unit(heavy("owner", B1).at("0404", "s"));
    let mut game = begin(board);
    let n = game.vertex("n");
    // MP 11.5.1a, 10.8.9b: a lone gun is taken by entering its hex; MP 8.5c, 14.1d: a wagon too.
    for (hex, taken) in [("1212", guns), ("1112", cart)] {
        let hex = game.hex(hex);
        game.with(&[], |play| play.enter(foot, hex, None, n, Activity::Move));
        assert_eq!(game.unit(taken).place, Place::Wreck { captured: true });
        assert_eq!(game.table().gun_at(hex), None);
    }
    assert!(game.unit(cart).has(Mark::Captured));
    // MP 10.8.9c: its owner takes it back, disabled; the wagon is a unit again.
    let away = game.hex("2020");
    game.state.put(foot, away, None, n);
    for hex in ["1212", "1112"] {
        let hex = game.hex(hex);
        game.with(&[], |play| play.enter(owner, hex, None, n, Activity::Move));
    }
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
    assert_eq!((game.unit(cart).place, game.unit(cart).has(Mark::Captured)), (Place::Map, false));
}
