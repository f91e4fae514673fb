//! Chapter 7, and the moves of leaders.

mod bridges;
mod leaders;
mod reinforcements;

use crate::common::*;
use crate::moving::*;
use field::hexes::{Dir, Hand, Hex};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{Arrival, LeaderId, Role, UnitId};
use musket_and_pike::decision::Decision;
use musket_and_pike::ground::Slope;
use musket_and_pike::movement::{Activity, EntryFormation, MoveChoice, MoveStep};
use musket_and_pike::reaction::ReactChoice;
use musket_and_pike::sequence::TurnStep;
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale, Orders, Place};

/// Wing A1 under Make Ready with its leader behind the middle of the board.
fn ready() -> Board {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1113");
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

/// Takes steps one after another, in the notation of the journal.
fn walk(game: &mut Game, steps: &[&str]) {
    for step in steps {
        let choice = read_as::<MoveChoice>(&game.rules, step).unwrap_or_else(|fault| panic!("{fault}"));
        choose(game, choice, &[]);
    }
}

#[test]
fn units_move_into_their_front_hexes() {
    // MP 7.1.1a: point by point, hex by hex; MP 7.1.1c: only ahead; MP 7.1.1e: no more than there is.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, foot);
    for dir in Dir::ALL {
        let name = game.rules.ground.grid.dir_name(dir);
        assert_eq!(offers(&game, Ahead(dir)), ["NE", "NW"].contains(&name), "{name}");
    }
    walk(&mut game, &["ahead nw", "ahead ne", "ahead nw"]);
    assert_eq!(left(&game), 1);
    assert_eq!(forbidden_by(&game, Turn(game.vertex("ne"))), "MP 7.1.1e");
    walk(&mut game, &["ahead ne"]);
    assert!(is_over(&game));
    assert_eq!(at(&game, foot), ["1208"]);
    assert!(game.unit(foot).has(Mark::Acted) && game.unit(foot).has(Mark::Moved));
}

#[test]
fn enemies_cost_nothing_extra() {
    // MP 7.1.1b.
    let mut board = board();
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(cavalry("enemy", B1).state(Morale::Broken).at("1210", "s"));
    let mut game = begin(board);
    start(&mut game, foot);
    walk(&mut game, &["ahead nw"]);
    assert_eq!(left(&game), 3);
}

#[test]
fn the_ground_costs_by_the_chart() {
    // MP 7.1.1a, chart C20: by column.
    let costs = |key: &str| {
        [heavy("foot", A1), light("foot", A1), cavalry("horse", A1)].map(|piece| {
            let mut board = ready();
            let unit = board.unit(piece.at("1212", "n"));
            board.terrain("1211", key);
            let game = begin(board);
            game.table().entry_cost(unit, game.hex("1212"), game.dir("nw"))
        })
    };
    assert_eq!(costs("clear"), [Some(1), Some(1), Some(1)]);
    assert_eq!(costs("woods"), [Some(2), Some(1), Some(3)]);
    assert_eq!(costs("marsh"), [Some(3), Some(2), None]);
    assert_eq!(costs("water"), [None, None, None]);
    // A bridge in a hex is as clear ground.
    assert_eq!(costs("bridge"), [Some(1), Some(1), Some(1)]);
    // MP 7.3.3b, 14.1a: limbered guns and wagons use the first column; MP 14.3b: dismounted cavalry too.
    for piece in [
        gun("gun", A1).mark(Mark::Limbered),
        wagon("cart", A1).card(|card| card.may_move = true),
        cavalry("horse", A1).card(|card| card.dismounted = true),
    ] {
        let mut board = ready();
        let unit = board.unit(piece.at("1212", "n"));
        board.terrain("1211", "marsh");
        let game = begin(board);
        assert_eq!(game.table().entry_cost(unit, game.hex("1212"), game.dir("nw")), Some(3));
    }
}

#[test]
fn hexsides_fog_roads_and_walls() {
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let marching = board.unit(heavy("marching", A1).formation(Formation::Column).at("1412", "n"));
    let shaken = board.unit(heavy("shaken", A1).formation(Formation::Shaken).at("1612", "n"));
    board.hexside("1212", "nw", "stream");
    board.terrain("1311", "woods");
    let fog = board.rules.ground.find("fog").unwrap();
    let foggy = board.hex("1311");
    board.rules.ground.overlay[foggy.index()] = Some(fog);
    board.terrain("1411", "woods");
    board.terrain("1511", "woods");
    board.road("1412", "nw");
    board.hexside("1612", "nw", "wall");
    board.hexside("1212", "e", "wall");
    let game = begin(board);
    let cost = |unit, hex: &str, dir: &str| game.table().entry_cost(unit, game.hex(hex), game.dir(dir));
    // A hexside is added to the hex (MP 7.1.1a).
    assert_eq!(cost(foot, "1212", "nw"), Some(2));
    // Fog doubles the hex below it.
    assert_eq!(cost(foot, "1212", "ne"), Some(4));
    // A unit in Column along a road pays for the road, elsewhere for the woods.
    assert_eq!((cost(marching, "1412", "nw"), cost(marching, "1412", "ne")), (Some(1), Some(2)));
    // A wall takes the whole allowance of a unit in good order, and its formation.
    assert_eq!(cost(foot, "1212", "e"), Some(4));
    assert_eq!(game.table().entry_hits(foot, game.hex("1212"), game.dir("e")), 2);
    assert_eq!(cost(shaken, "1612", "nw"), None);
}

#[test]
fn leaders_ride_like_cavalry() {
    // MP 7.1.1d: the Cavalry column, or that of Light Infantry where cavalry may not go.
    let mut board = ready();
    board.terrain("1211", "woods");
    board.terrain("1311", "marsh");
    board.terrain("1111", "water");
    let game = begin(board);
    let cost = |from: &str, dir: &str| game.table().leader_cost(game.hex(from), game.dir(dir));
    assert_eq!((cost("1212", "nw"), cost("1212", "ne"), cost("1211", "w")), (Some(3), Some(2), None));
}

#[test]
fn the_dearer_half_counts() {
    // MP 7.1.2a: one half in woods; MP 7.3.2a: and the hit it takes is the whole unit's.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.terrain("1211", "woods");
    let mut game = begin(board);
    start(&mut game, line);
    walk(&mut game, &["ahead nw"]);
    assert_eq!((left(&game), game.unit(line).formation), (2, Formation::Shaken));
}

#[test]
fn va44_a_hexside_crossed_twice() {
    // MP VA44, 7.1.2b, 7.3.2a: only the right half crosses the stream in the wheel: 1 + 1 + 1 and a hit; later the left half pays again.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    // The stream runs between the right half and the centre front hex, and between the left half and its own.
    board.hexside("1312", "nw", "stream");
    board.hexside("1212", "nw", "stream");
    let mut game = begin(board);
    start(&mut game, line);
    choose(&mut game, Wheel(Hand::Left), &[]);
    assert_eq!((left(&game), game.unit(line).formation), (1, Formation::Shaken));
    let from = game.table().pose(line);
    // Ahead to the west side: the left half now crosses at 1212.
    let cost = game.table().entry_cost(line, from.hex, game.dir("nw"));
    assert_eq!((cost, game.table().entry_hits(line, from.hex, game.dir("nw"))), (Some(2), 1));
}

#[test]
fn va8_open_order_keeps_formation() {
    // MP VA8, 6.3.3a, 7.3.1a, 7.3.1b: two hexes, down a steep slope and over a stream, four points each.
    let go = |formation: Formation| {
        let mut board = ready();
        let foot = board.unit(heavy("foot", A1).formation(formation).at("1212", "n"));
        board.height("1212", 1);
        board.slope("1212", "nw", Slope::Steep);
        board.hexside("1211", "ne", "stream");
        let mut game = begin(board);
        start(&mut game, foot);
        walk(&mut game, &["ahead nw", "ahead ne"]);
        assert!(is_over(&game), "four points are spent");
        (at(&game, foot), game.unit(foot).formation)
    };
    assert_eq!(go(Formation::Normal), (vec!["1210".to_string()], Formation::Broken));
    assert_eq!(go(Formation::OpenOrder), (vec!["1210".to_string()], Formation::OpenOrder));
}

#[test]
fn va9_formation_broken_stops_at_once() {
    // MP VA9, 7.3.1c: Shaken on the slope it goes on with the rest of its 8; MP 7.3.1e: Broken at the stream it stops.
    let mut board = ready();
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    board.height("1212", 1);
    board.slope("1212", "nw", Slope::Steep);
    board.hexside("1211", "ne", "stream");
    let mut game = begin(board);
    start(&mut game, horse);
    walk(&mut game, &["ahead nw"]);
    assert_eq!((game.unit(horse).formation, left(&game)), (Formation::Shaken, 6));
    walk(&mut game, &["ahead ne"]);
    assert!(is_over(&game));
    assert_eq!(game.unit(horse).formation, Formation::Broken);
}

#[test]
fn va10_over_the_hedge() {
    // MP VA10: hedge, one clear hex and one vertex, three points; a hit for cavalry, none for Light Infantry (MP 7.3.1h).
    for (piece, points, formation) in [
        (cavalry("horse", A1), 5, Formation::Shaken),
        (light("foot", A1), 3, Formation::Normal),
        // MP 14.6b: Croats take none; MP 14.6a: they have the allowance of cavalry.
        (croats("croats", A1), 5, Formation::Normal),
    ] {
        let mut board = ready();
        let unit = board.unit(piece.at("1212", "n"));
        board.hexside("1212", "nw", "hedge");
        let mut game = begin(board);
        start(&mut game, unit);
        walk(&mut game, &["ahead nw", "turn-to ne"]);
        assert_eq!((left(&game), game.unit(unit).formation), (points, formation));
    }
}

#[test]
fn va11_counter_march_and_on() {
    // MP VA11: 2 for the counter march, 2 for two clear hexes.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, line);
    walk(&mut game, &["counter-march", "ahead se", "ahead sw"]);
    assert!(is_over(&game));
    assert_eq!((at(&game, line), facing(&game, line)), (vec!["1314".to_string(), "1214".into()], "s".into()));
}

fn va50(piece: Piece) -> (Game, UnitId) {
    let mut board = ready();
    let horse = board.unit(piece.at("1212", "n"));
    board.hexside("1212", "ne", "stream");
    board.terrain("1411", "woods");
    let mut game = begin(board);
    start(&mut game, horse);
    walk(&mut game, &["turn-to ne", "ahead ne", "ahead e"]);
    (game, horse)
}

#[test]
fn va50_costs_and_hits() {
    // MP VA50: a vertex (1), a stream into clear (2, Shaken, the allowance stays 8), woods (3, Broken): it stops with 6 spent.
    let (game, horse) = va50(cavalry("horse", A1));
    assert!(is_over(&game));
    assert_eq!((at(&game, horse), game.unit(horse).formation), (vec!["1411".to_string()], Formation::Broken));
}

#[test]
fn va51_the_same_way_in_open_order_and_column() {
    // MP VA51: no hits, 2 points left; in Column 4 of 10.
    let (game, horse) = va50(cavalry("horse", A1).formation(Formation::OpenOrder));
    assert_eq!((left(&game), game.unit(horse).formation), (2, Formation::OpenOrder));
    let (game, horse) = va50(cavalry("horse", A1).formation(Formation::Column));
    assert_eq!((left(&game), game.unit(horse).formation), (4, Formation::Column));
}

#[test]
fn gentle_slopes_disorder_at_the_second() {
    // MP 7.3.1g, ruling G-A31: one hit at the second of one activity, none at the third.
    let climb = |piece: Piece| {
        let mut board = ready();
        let unit = board.unit(piece.at("1212", "n"));
        for (hex, dir, height) in [("1212", "nw", 0), ("1211", "ne", 1), ("1210", "nw", 2)] {
            board.slope(hex, dir, Slope::Gentle);
            board.height(hex, height);
        }
        board.height("1209", 3);
        let mut game = begin(board);
        start(&mut game, unit);
        let mut formations = Vec::new();
        for dir in ["ahead nw", "ahead ne", "ahead nw"] {
            walk(&mut game, &[dir]);
            formations.push(game.unit(unit).formation);
        }
        formations
    };
    let (normal, shaken) = (Formation::Normal, Formation::Shaken);
    assert_eq!(climb(cavalry("horse", A1)), [normal, shaken, shaken]);
    assert_eq!(climb(heavy("foot", A1)), [normal, shaken, shaken]);
    assert_eq!(climb(croats("croats", A1)), [normal; 3]);
    assert_eq!(climb(light("foot", A1)), [normal; 3]);
}

#[test]
fn what_takes_hits_and_what_does_not() {
    // MP 7.3.1a: reaction movement, pursuit, retreat, advance, the steps of fire. MP 7.3.1f: and those go on though Formation Broken.
    let target = UnitId(0);
    for activity in [
        Activity::Move,
        Activity::Interception { target },
        Activity::Withdraw { from: target },
        Activity::Advance,
        Activity::Pursuit,
        Activity::Retreat,
        Activity::FireStep,
    ] {
        let mut board = ready();
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        board.terrain("1211", "woods");
        let mut game = begin(board);
        let (hex, n) = (game.hex("1211"), game.vertex("n"));
        game.with(&[], |play| play.enter(foot, hex, None, n, activity));
        assert_eq!(game.unit(foot).formation, Formation::Shaken, "{activity:?}");
    }
    // MP 7.3.1b: turning in the woods, or changing places there, costs no formation. MP 7.3.3c: limbered guns have none.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(gun("gun", A1).at("1212", "n"));
    board.terrain("1212", "woods");
    let mut game = begin(board);
    start(&mut game, foot);
    walk(&mut game, &["restack", "turn-to ne"]);
    assert_eq!(game.unit(foot).formation, Formation::Normal);
    let mut board = ready();
    let guns = board.unit(gun("guns", A1).mark(Mark::Limbered).at("1212", "n"));
    board.terrain("1211", "orchard");
    let mut game = begin(board);
    assert_eq!(game.table().entry_hits(guns, game.hex("1212"), game.dir("nw")), 0);
    start(&mut game, guns);
    walk(&mut game, &["ahead nw"]);
    assert_eq!((left(&game), game.unit(guns).formation), (1, Formation::Normal));
}

#[test]
fn croats_as_arquebusiers() {
    // MP 14.6d: an option; then the hedge disorders them.
    for (option, formation) in [(false, Formation::Normal), (true, Formation::Shaken)] {
        let mut board = ready();
        board.rules.options.croats_as_arquebusiers = option;
        let unit = board.unit(croats("croats", A1).at("1212", "n"));
        board.hexside("1212", "nw", "hedge");
        let mut game = begin(board);
        start(&mut game, unit);
        walk(&mut game, &["ahead nw"]);
        assert_eq!(game.unit(unit).formation, formation);
    }
}

#[test]
fn which_hexsides_are_reciprocal() {
    // MP 14.4g.
    for (key, reciprocal) in [
        ("hedge", true),
        ("stream", true),
        ("bridge", true),
        ("berm", true),
        ("abatis", true),
        ("entrenchment", true),
        ("redoubt", true),
        ("wall", false),
        ("ditch", false),
    ] {
        let mut board = ready();
        board.hexside("1212", "nw", key);
        let ground = &board.rules.ground;
        assert_eq!(ground.is_reciprocal(board.hex("1212"), board.dir("nw")), reciprocal, "{key}");
        assert_eq!(ground.is_reciprocal(board.hex("1211"), board.dir("se")), reciprocal, "{key}");
    }
}

#[test]
fn guns_limber_and_roll() {
    // MP 7.3.3a: an Action of its own; nothing else in that turn. MP 7.3.3e: it stays artillery.
    let mut board = ready();
    let guns = board.unit(gun("guns", A1).at("1212", "n"));
    let mut game = begin(board);
    assert_eq!(game.table().allowance(guns), 0);
    act(&mut game, guns);
    assert_eq!(forbidden_by(&game, Move), "MP 7.2.1a");
    choose(&mut game, Limber, &[]);
    assert!(game.table().is_limbered(guns) && game.table().is_gun(guns));
    game.state.units[guns.ix()].marks.set(Mark::Acted, false);
    act(&mut game, guns);
    assert_eq!(forbidden_by(&game, Move), "MP 7.3.3a");
    assert_eq!(forbidden_by(&game, Unlimber(game.vertex("s"))), "MP 7.3.3a");
    choose(&mut game, Nothing, &[]);
    // Next turn: MP 7.3.3b: two points, and no fire.
    for mark in [Mark::Acted, Mark::LimberChanged] {
        game.state.units[guns.ix()].marks.set(mark, false);
    }
    start(&mut game, guns);
    walk(&mut game, &["ahead nw", "ahead w"]);
    assert!(is_over(&game));
    // Having moved it does not unlimber in the same turn (ruling G-A43).
    game.state.units[guns.ix()].marks.set(Mark::Acted, false);
    act(&mut game, guns);
    assert_eq!(forbidden_by(&game, Unlimber(game.vertex("s"))), "MP 7.3.3a");
    choose(&mut game, Nothing, &[]);
    for mark in [Mark::Acted, Mark::Moved, Mark::Rolled, Mark::Fired] {
        game.state.units[guns.ix()].marks.set(mark, false);
    }
    act(&mut game, guns);
    walk(&mut game, &["unlimber s"]);
    assert!(!game.table().is_limbered(guns));
    assert_eq!(facing(&game, guns), "s");
}

#[test]
fn some_battles_know_no_limbering() {
    // MP 7.3.3f.
    let mut board = ready();
    board.rules.options.no_limbering = true;
    let guns = board.unit(gun("guns", A1).at("1212", "n"));
    let mut game = begin(board);
    act(&mut game, guns);
    assert_eq!(forbidden_by(&game, Limber), "MP 7.3.3f");
}

#[test]
fn a_limbered_gun_stops_with_the_unit_it_comes_to() {
    // MP 7.3.3h, 7.3.3i: it may come to a friend, and then both stay for this activation.
    let mut board = ready();
    let guns = board.unit(gun("guns", A1).mark(Mark::Limbered).at("1212", "n"));
    let foot = board.unit(heavy("foot", A1).at("1211", "n"));
    let mut game = begin(board);
    start(&mut game, guns);
    walk(&mut game, &["ahead nw"]);
    assert_eq!(step(&game), Some(MoveStep::StackOrder(guns)));
    walk(&mut game, &["on-top"]);
    assert_eq!(game.table().top_of(game.hex("1211")), Some(guns));
    assert_eq!(rule_of(game.table().may_move(foot)).as_deref(), Some("MP 8.2.2c"));
    game.state.units[guns.ix()].marks.set(Mark::Acted, false);
    assert_eq!(rule_of(game.table().may_move(guns)).as_deref(), Some("MP 7.3.3i"));
    // Later the gun may leave, alone: they never move together.
    for unit in [guns, foot] {
        for mark in [Mark::Acted, Mark::Held] {
            game.state.units[unit.ix()].marks.set(mark, false);
        }
    }
    start(&mut game, foot);
    walk(&mut game, &["ahead nw"]);
    assert_eq!((at(&game, foot), at(&game, guns)), (vec!["1110".to_string()], vec!["1211".to_string()]));
}

#[test]
fn wagons_move_only_where_the_battle_lets_them() {
    // MP 7.2.1b, 14.1a.
    for (may_move, rule) in [(false, Some("MP 7.2.1b")), (true, None)] {
        let mut board = ready();
        let cart = board.unit(wagon("cart", A1).card(|card| card.may_move = may_move).at("1212", "n"));
        let mut game = begin(board);
        act(&mut game, cart);
        assert_eq!(rule_of(judge(&game, Move)).as_deref(), rule);
        assert_eq!(game.table().allowance(cart), if may_move { 2 } else { 0 });
    }
}

#[test]
fn regimental_guns_need_no_limbering() {
    // MP 7.3.4a: the infantry moves as ever and has nothing to limber.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).card(|card| card.regimental_guns = true).at("1212", "n"));
    let mut game = begin(board);
    act(&mut game, foot);
    assert_eq!(forbidden_by(&game, Limber), "MP 7.3.3a");
    choose(&mut game, Move, &[]);
    walk(&mut game, &["ahead nw"]);
    assert_eq!(left(&game), 3);
}

// What follows from entering.

#[test]
fn leaders_caught_alone_are_lost() {
    // MP 5.3.1b.
    let mut board = board();
    board.commander(A1, 0, "1213");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let leader = board.commander(B1, 0, "1211");
    board.unit(cavalry("far", B1).state(Morale::Broken).at("1206", "s"));
    let mut game = begin(board);
    start(&mut game, horse);
    walk(&mut game, &["ahead nw"]);
    assert!(matches!(game.state.leaders[leader.ix()].place, LeaderPlace::Removed(_)));
}

#[test]
fn the_first_across_a_hedge_has_the_benefit() {
    // MP 14.4a: who stood there first, for those two units only.
    let mut board = board();
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let enemy = board.unit(cavalry("enemy", B1).state(Morale::Broken).at("1210", "s"));
    board.hexside("1211", "ne", "hedge");
    let mut game = begin(board);
    start(&mut game, foot);
    walk(&mut game, &["ahead nw"]);
    assert_eq!(game.state.first_adjacent.as_slice(), [(enemy, foot)]);
    assert!(game.table().across_reciprocal(foot, enemy));
}

#[test]
fn locations_are_held_by_the_last_to_pass() {
    // MP 15.0g.
    let mut board = ready();
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let hexes: Vec<Hex> = vec![board.hex("1211")];
    board.rules.ground.locations.push(musket_and_pike::ground::Location { name: "mill".into(), hexes, points: [0, 0] });
    let mut game = begin(board);
    game.state.control.push(None);
    start(&mut game, foot);
    walk(&mut game, &["ahead nw", "ahead ne", "halt"]);
    assert_eq!(game.state.control[0], Some(A));
}

#[test]
fn momentum_after_two_clear_hexes() {
    // MP 11.3.6a, 11.3.6b: two hexes straight on, no turning, clear ground; 11.3.6d: a slope does no harm, a stream does (MP 14.4e).
    let runs = |change: fn(&mut Board), steps: &[&str]| {
        let mut board = ready();
        let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
        change(&mut board);
        let mut game = begin(board);
        start(&mut game, horse);
        walk(&mut game, steps);
        walk(&mut game, &["halt"]);
        game.unit(horse).has(Mark::Momentum)
    };
    let straight = ["ahead nw", "ahead ne"];
    assert!(runs(|_| {}, &straight));
    assert!(!runs(|_| {}, &straight[..1]));
    assert!(!runs(|_| {}, &["ahead nw", "turn-to ne", "ahead ne"]));
    assert!(!runs(|board| board.terrain("1210", "woods"), &straight));
    assert!(runs(|board| board.slope("1211", "ne", Slope::Gentle), &straight));
    assert!(!runs(|board| board.hexside("1211", "ne", "stream"), &straight));
    // MP 11.3.6j: nor through a friendly gun.
    let with_gun = |board: &mut Board| {
        board.unit(gun("gun", A1).at("1211", "n"));
    };
    assert!(!runs(with_gun, &straight));
}

#[test]
fn a_pistol_shot_in_passing() {
    // MP 10.2a, 10.2c: once in a move; MP 10.2f: the run is lost.
    let mut board = board();
    board.commander(A1, 0, "1214");
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    board.unit(cavalry("enemy", B1).state(Morale::Broken).at("1211", "s"));
    let mut game = begin(board);
    start(&mut game, horse);
    walk(&mut game, &["ahead nw"]);
    let there = game.hex("1211");
    assert!(offers(&game, Pistol(there)));
    // A shot that misses.
    choose(&mut game, Pistol(there), &[0]);
    assert_eq!((game.unit(horse).pistols, moving(&game).run), (1, 0));
    assert_eq!(forbidden_by(&game, Pistol(there)), "MP 10.2c");
}

#[test]
fn each_step_is_written_and_read_back() {
    let mut board = ready();
    let leader: LeaderId = board.commander(A1, 0, "1212");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let game = begin(board);
    let (hex, vertex, dir) = (game.hex("1204"), game.vertex("se"), game.dir("w"));
    for choice in [
        Move,
        MoveOff,
        Ahead(dir),
        Turn(vertex),
        Wheel(Hand::Left),
        Wheel(Hand::Right),
        CounterMarch,
        Hedgehog,
        Restack,
        Limber,
        Unlimber(vertex),
        TurnGun(vertex),
        Pistol(hex),
        Squeeze(hex),
        Top,
        Bottom,
        Take(leader),
        Leave(leader),
        LeaderTo(dir),
        Stop,
        Nothing,
        Enter { unit: horse, hex, facing: vertex, formation: EntryFormation::OpenOrder },
    ] {
        written_and_read(&game.rules, choice);
        assert!(!game.table().describe_move(choice).is_empty());
    }
    for wrong in ["surrender", "ahead", "ahead up", "pistol-at nobody", "halt now", "squeeze 12"] {
        assert!(read_as::<MoveChoice>(&game.rules, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_move_goes_on_after_the_enemy_has_reacted() {
    // MP 9.1.6a: with the points it had.
    let mut board = board();
    board.commander(A1, 0, "1214");
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    let foot = board.unit(light("foot", B1).at("1211", "s"));
    board.commander(B1, 0, "1211");
    let mut game = begin(board);
    start(&mut game, horse);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    let seat = game.asked().unwrap();
    assert_eq!(seat, game.table().seat(foot));
    game.with(&[], |play| play.decide(seat, Decision::React(ReactChoice::Done)));
    assert_eq!((step(&game), left(&game)), (Some(MoveStep::Next), 7));
}

#[test]
fn a_pistol_shot_in_passing_at_a_leader_alone() {
    // MP 10.1.1b: a legal target, though no unit.
    let mut board = board();
    board.commander(A1, 0, "1214");
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    board.unit(cavalry("far", B1).at("1203", "s"));
    let general = board.commander(B1, 0, "1211");
    let mut game = begin(board);
    start(&mut game, horse);
    walk(&mut game, &["ahead nw"]);
    let (there, empty) = (game.hex("1211"), game.hex("1111"));
    while game.asked() == Some(kernel::Seat(1)) {
        // He could ride away: let him stay.
        game.with(&[], |play| play.decide(kernel::Seat(1), Decision::React(ReactChoice::Done)));
    }
    assert_eq!(forbidden_by(&game, Pistol(empty)), "MP 10.1.1b");
    assert!(offers(&game, Pistol(there)));
    // A hit, and his fate (ruling G11).
    choose(&mut game, Pistol(there), &[9, 5]);
    assert_eq!(game.unit(horse).pistols, 1);
    assert!(game.told().contains(&game.rules.leaders[general.ix()].name), "{}", game.told());
}

#[test]
fn light_infantry_walks_off_from_its_cavalry() {
    // MP 7.3.1d the other way round; MP 8.2.1a: the cavalry acts for both, and turns both.
    let mut board = ready();
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let foot = board.unit(light("foot", A1).at("1212", "n"));
    board.together(horse, foot);
    let mut game = begin(board);
    assert!(game.table().can_act(foot));
    act(&mut game, foot);
    assert_eq!(menu(&game), [Nothing, MoveOff].map(Decision::Move));
    assert_eq!(forbidden_by(&game, Move), "MP 8.2.1a");
    choose(&mut game, MoveOff, &[]);
    assert_eq!(left(&game), 6);
    assert_eq!(forbidden_by(&game, Turn(game.vertex("ne"))), "MP 8.2.1a");
    walk(&mut game, &["ahead nw", "turn-to ne", "halt"]);
    assert!(is_over(&game));
    assert_eq!((at(&game, foot), at(&game, horse)), (vec!["1211".into()], vec!["1212".into()]));
    assert_eq!((facing(&game, foot), facing(&game, horse)), ("ne".into(), "n".into()));
    // Each holds its own hex, and the cavalry has its Action still.
    let table = game.table();
    assert_eq!((table.body_at(game.hex("1211")), table.body_at(game.hex("1212"))), (Some(foot), Some(horse)));
    assert_eq!((game.unit(horse).with, game.unit(foot).with), (None, None));
    assert!(game.unit(foot).has(Mark::Acted) && table.can_act(horse));
    assert_eq!(kernel::Soundness::invariants(&game.rules, &game.state), Ok(()));
}

#[test]
fn a_gun_that_has_rolled_does_not_unlimber_in_the_same_turn() {
    // MP 7.3.3a: not in a later activation either, but in the next turn.
    let mut board = ready();
    board.rules.turns = 1;
    let guns = board.unit(gun("guns", A1).mark(Mark::Limbered).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, guns);
    walk(&mut game, &["ahead nw", "halt"]);
    assert!(is_over(&game));
    for mark in [Mark::Acted, Mark::Moved] {
        game.state.units[guns.ix()].marks.set(mark, false);
    }
    act(&mut game, guns);
    assert_eq!(forbidden_by(&game, Unlimber(game.vertex("n"))), "MP 7.3.3a");
    assert_eq!(judge(&game, Move), Ok(()), "it may roll on");
    choose(&mut game, Nothing, &[]);
    game.state.agenda.push(Step::Turn(TurnStep::MarkerRemoval));
    game.advance(&[]);
    assert!(!game.unit(guns).has(Mark::Rolled));
}

#[test]
fn a_promoted_wing_commander_is_led_by_the_chief_seat() {
    // MP 5.3.5b: another player had his Wing; the Army Commander is the chief's.
    let mut board = board();
    let senior = board.commander(A1, -1, "1212");
    board.unit(cavalry("horse", A1).at("1212", "n"));
    board.rules.seats.push(kernel::SeatCard { key: "c".into(), name: "c".into(), side: A });
    board.rules.wings[A1.ix()].seat = kernel::Seat(2);
    board.rules.leaders[senior.ix()].seat = kernel::Seat(2);
    let mut game = begin(board);
    lead(&mut game, senior);
    assert_eq!(game.asked(), Some(kernel::Seat(2)));
    choose(&mut game, Nothing, &[]);
    let him = &mut game.state.leaders[senior.ix()];
    (him.role, him.deeds.acted) = (Role::Army, false);
    lead(&mut game, senior);
    assert_eq!(game.asked(), Some(kernel::Seat(0)));
    let dir = game.dir("sw");
    choose(&mut game, LeaderTo(dir), &[]);
    assert_eq!(
        (step(&game), game.asked()),
        (Some(MoveStep::LeaderNext { leader: senior, left: 7 }), Some(kernel::Seat(0)))
    );
}

#[test]
fn the_tail_of_a_column_pays_too() {
    // MP 7.1.2a, 7.1.2b; ruling G-A44: the dearer of the two hexes, and a stream once for the head and once for the tail.
    let mut board = ready();
    let march = board.unit(double_heavy("march", A1).formation(Formation::Column).at("1012", "n"));
    board.hexside("1112", "e", "stream");
    let mut game = begin(board);
    game.acts(march, &["move", "ahead e"]);
    assert_eq!(left(&game), 4, "the head crosses");
    game.plays("ahead e", &[]);
    assert_eq!(left(&game), 2, "the tail crosses");
    game.plays("ahead e", &[]);
    assert_eq!(left(&game), 1);
}

#[test]
fn a_line_pays_for_a_stream_at_each_crossing() {
    // MP 7.1.2b, 7.3.2a: the right half wheels over it, a clear hex beyond; then the left half wheels over it as well.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.hexside("1312", "nw", "stream");
    board.hexside("1212", "nw", "stream");
    let mut game = begin(board);
    game.acts(line, &["move", "wheel left"]);
    assert_eq!((left(&game), game.unit(line).formation), (1, Formation::Shaken));
    game.plays("halt", &[]);
    // Its points are 2 now, and the second crossing takes three.
    game.state.units[line.ix()].marks.set(Mark::Acted, false);
    game.acts(line, &["move"]);
    assert_eq!(game.forbids("wheel right"), "MP 7.1.1e");
    // On fresh ground both halves go over at once and pay once.
    let mut board = ready();
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    board.hexside("1312", "nw", "stream");
    board.hexside("1212", "nw", "stream");
    let mut game = begin(board);
    game.acts(line, &["move", "ahead nw"]);
    assert_eq!((left(&game), game.unit(line).formation), (2, Formation::Shaken));
}

#[test]
fn turning_after_a_shot_is_another_trigger() {
    // Ruling G-A32, MP 9.1.3c: it turns, fires, and turns again: the enemy before it is asked each time.
    let mut board = ready();
    board.orders(A1, Orders::Charge);
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    board.unit(heavy("enemy", B1).strength(20).morale(8).at("1211", "s"));
    let mut game = begin(board);
    game.acts(horse, &["move", "turn-to ne"]);
    assert_eq!(game.topic(), "reaction");
    game.plays("react-done", &[]);
    // Turned once more without anything between it is one trigger.
    game.plays("turn-to n", &[]);
    assert_eq!(game.topic(), "next-step");
    game.plays("pistol-at 1211", &[0]);
    assert_eq!(game.topic(), "reaction");
    game.plays("react-done", &[]);
    game.plays("turn-to nw", &[]);
    assert_eq!(game.topic(), "reaction");
}
