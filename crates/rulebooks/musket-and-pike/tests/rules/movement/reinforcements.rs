//! 7.4: those who come onto the map.

use super::*;

fn arriving(units: usize, hexes: &[&str], change: impl FnOnce(&mut Board)) -> Game {
    let mut board = ready();
    let hexes = hexes.iter().map(|hex| board.hex(hex)).collect();
    board.rules.wings[A1.ix()].arrives = Some(Arrival { turn: 1, hexes, formations: EntryFormation::ALL.to_vec() });
    for index in 0..units {
        board.unit(heavy(&format!("foot{index}"), A1));
    }
    change(&mut board);
    let mut game = begin(board);
    let leader = game.state.wings[A1.ix()].leader.unwrap();
    game.state.leaders[leader.ix()].place = LeaderPlace::Aside;
    game.state.agenda.push(Step::Move(MoveStep::Enter));
    game.advance(&[]);
    game
}

fn enter(game: &Game, unit: u8, hex: &str, facing: &str, formation: EntryFormation) -> MoveChoice {
    Enter { unit: UnitId(unit), hex: game.hex(hex), facing: game.vertex(facing), formation }
}

#[test]
fn va12_one_entry_hex() {
    // MP VA12, 7.4f: four units at one hex have 4, 3, 2 and 1 points; each clears the hex for the next.
    let mut game = arriving(4, &["1224"], |_| {});
    let mut points = Vec::new();
    for unit in 0..4 {
        let choice = enter(&game, unit, "1224", "n", EntryFormation::Normal);
        choose(&mut game, choice, &[]);
        while let Some(MoveStep::Company(leader)) = step(&game) {
            choose(&mut game, Leave(leader), &[]);
        }
        points.push(game.state.moves.last().map_or(1, |moving| moving.allowance));
        let ways: &[&str] = match unit {
            0 => &["ahead nw", "ahead ne", "ahead nw"],
            1 => &["ahead nw", "ahead ne"],
            2 => &["ahead nw"],
            _ => &[],
        };
        walk(&mut game, ways);
    }
    assert_eq!(points, [4, 3, 2, 1]);
    // MP 7.4a: they are on the map, their leader with them: he goes along with the first, who would leave him alone (MP 5.2.1d).
    assert!((0..4).all(|unit| game.unit(UnitId(unit)).place == Place::Map));
    let leader = game.state.wings[A1.ix()].leader.unwrap();
    assert_eq!(
        (game.state.leaders[leader.ix()].place, game.state.leaders[leader.ix()].hex),
        (LeaderPlace::Map, game.unit(UnitId(0)).hex)
    );
}

#[test]
fn entering_in_any_formation_the_front_toward_the_map() {
    // MP 7.4e; MP 7.1.1c.
    let game = arriving(1, &["1224"], |_| {});
    for formation in [EntryFormation::Normal, EntryFormation::OpenOrder, EntryFormation::Column] {
        assert!(offers(&game, enter(&game, 0, "1224", "n", formation)));
    }
    assert_eq!(forbidden_by(&game, enter(&game, 0, "1224", "s", EntryFormation::Normal)), "MP 7.1.1c");
    assert_eq!(forbidden_by(&game, enter(&game, 0, "0524", "n", EntryFormation::Normal)), "MP 7.4d");
    assert_eq!(judge(&game, Stop), Ok(()));
    let mut game = game;
    let choice = enter(&game, 0, "1224", "n", EntryFormation::Column);
    choose(&mut game, choice, &[]);
    while let Some(MoveStep::Company(leader)) = step(&game) {
        choose(&mut game, Take(leader), &[]);
    }
    assert_eq!((game.unit(UnitId(0)).formation, left(&game)), (Formation::Column, 5));
    walk(&mut game, &["ahead nw"]);
    let leader = game.state.wings[A1.ix()].leader.unwrap();
    assert_eq!(game.state.leaders[leader.ix()].hex, game.unit(UnitId(0)).hex);
}

#[test]
fn guns_enter_limbered() {
    // MP 7.3.3g: never in Column or Open Order.
    let mut game = arriving(0, &["1224"], |board| {
        board.unit(gun("guns", A1));
    });
    for formation in [EntryFormation::OpenOrder, EntryFormation::Column] {
        assert_eq!(forbidden_by(&game, enter(&game, 0, "1224", "n", formation)), "MP 7.3.3g");
    }
    let choice = enter(&game, 0, "1224", "n", EntryFormation::Normal);
    choose(&mut game, choice, &[]);
    assert!(game.table().is_limbered(UnitId(0)));
}

#[test]
fn before_its_turn_nobody_enters() {
    // MP 7.4a, 7.4b.
    let mut board = ready();
    let hex = board.hex("1224");
    board.rules.wings[A1.ix()].arrives =
        Some(Arrival { turn: 3, hexes: vec![hex], formations: EntryFormation::ALL.to_vec() });
    board.unit(heavy("foot", A1));
    let mut game = begin(board);
    game.state.agenda.push(Step::Move(MoveStep::Enter));
    game.advance(&[]);
    assert!(game.state.agenda.is_empty() && game.asked().is_none());
}

#[test]
fn an_entry_hex_that_enemies_block() {
    // MP 7.4d: the nearest hexes that are not.
    let game = arriving(1, &["1224"], |board| {
        board.unit(cavalry("enemy", B1).state(Morale::Broken).at("1224", "s"));
    });
    let why = |hex: &str| judge(&game, enter(&game, 0, hex, "n", EntryFormation::Normal)).unwrap_err().why.into_owned();
    assert_eq!(why("1224"), "the Wing does not arrive by 1224, barred by enemy; 1024, 1424 are open to it now");
    assert_eq!(why("0524"), "the Wing does not arrive by 0524; 1024, 1424 are open to it now");
    // Under Make Ready the hexes next to the enemy are barred too.
    assert!(judge(&game, enter(&game, 0, "1324", "n", EntryFormation::Normal)).is_err());
    assert!(offers(&game, enter(&game, 0, "1424", "n", EntryFormation::Normal)));
    assert!(offers(&game, enter(&game, 0, "1024", "n", EntryFormation::Normal)));
}

#[test]
fn a_two_hex_unit_enters_by_one_hex_and_the_next() {
    // MP 7.4g.
    let game = arriving(0, &["1224"], |board| {
        board.unit(double_heavy("line", A1));
    });
    assert!(offers(&game, enter(&game, 0, "1224", "n", EntryFormation::Normal)));
    assert!(offers(&game, enter(&game, 0, "1124", "n", EntryFormation::Normal)));
    assert_eq!(forbidden_by(&game, enter(&game, 0, "1324", "n", EntryFormation::Normal)), "MP 7.4d");
}

#[test]
fn the_ground_they_enter_disorders_them() {
    // MP 7.3.1a: coming onto the map is movement; MP 7.3.1b: Open Order and Column are not disordered.
    let enters = |formation: &str| {
        let mut game = arriving(1, &["1224"], |board| board.terrain("1224", "woods"));
        game.plays(&format!("enter foot0 1224 n {formation}"), &[]);
        game.unit(UnitId(0)).formation
    };
    assert_eq!(enters("normal"), Formation::Shaken);
    assert_eq!(enters("open-order"), Formation::OpenOrder);
    assert_eq!(enters("column"), Formation::Column);
    // MP 7.3.2a: one half in the woods is enough.
    let mut game = arriving(0, &["1224"], |board| {
        board.terrain("1324", "woods");
        board.unit(double_heavy("line", A1));
    });
    game.plays("enter line 1224 n normal", &[]);
    assert_eq!(game.unit(UnitId(0)).formation, Formation::Shaken);
}

#[test]
fn the_battle_may_say_in_which_formation_they_enter() {
    // MP 7.4e: "unless noted otherwise in the scenario rules".
    let game = arriving(1, &["1224"], |board| {
        board.rules.wings[A1.ix()].arrives.as_mut().unwrap().formations = vec![EntryFormation::Column];
    });
    assert_eq!(game.forbids("enter foot0 1224 n normal"), "MP 7.4e");
    assert_eq!(game.forbids("enter foot0 1224 n column"), "");
}
