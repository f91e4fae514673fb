//! Rules of chapters 12 to 15 and of the charts played with everything before and after them.

use crate::common::*;
use crate::playing::*;
use musket_and_pike::cards::UnitId;
use musket_and_pike::ground::Location;
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

/// Answers with the first of the wishes that is offered, until a question is put that none of them answers.
fn go_on(game: &mut Game, face: u8, wishes: &[&str]) {
    while let Some(wish) = wishes.iter().find(|wish| game.asked().is_some() && offers(game, wish)) {
        all_roll(game, face, wish);
    }
}

/// Foot of the first side on 1212 before the enemy on 1211, its commander with a gun behind it.
fn before(orders: Orders, piece: Piece, foe: Piece) -> (Board, UnitId, UnitId) {
    let mut board = board();
    board.orders(A1, orders);
    board.commander(A1, 0, "1213");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
    let own = board.unit(piece.at("1212", "n"));
    let foe = board.unit(foe.at("1211", "s"));
    (board, own, foe)
}

#[test]
fn the_broken_defend_with_pistols_and_pursue() {
    // MP 12.4.3f: attacked they defend as ever; with a 0 the attacker loses, and they go after him.
    let (board, _, foe) = before(
        Orders::Charge,
        cavalry("horse", A1).strength(1).morale(4).pistols(0).state(Morale::Shaken),
        cavalry("foe", B1).strength(8).morale(8).pistols(2).state(Morale::Broken),
    );
    let mut game = acting(board, A1);
    say(&mut game, "end-actions");
    go_on(&mut game, 0, &["attack horse 1211", "attacks-done"]);
    assert_eq!(topic(&game), "pistols", "{:?}", offered(&game));
    all_roll(&mut game, 0, "pistols foe spend");
    assert_eq!(game.unit(foe).pistols, 1);
    while game.asked().is_some() && !game.told().contains("MP 11.7.2a") {
        let choice = offered(&game)[0].clone();
        all_roll(&mut game, 0, &choice);
    }
    let told = game.told();
    assert!(told.contains("MP 11.3.9a") && told.contains("MP 11.7.2a"), "{told}");
}

#[test]
fn who_reforms_or_rallies_before_an_enemy_is_shot_at() {
    // MP 13.2.2a, ruling G19: a Reform, a Rally that succeeds, not one that fails, and nobody farther off.
    for (piece, choice, die, fired) in [
        (heavy("foot", A1).formation(Formation::Shaken), "reform foot formation", &[][..], true),
        (heavy("foot", A1).state(Morale::Shaken), "rally foot", &[0][..], true),
        (heavy("foot", A1).state(Morale::Shaken).strength(20), "rally foot", &[9][..], false),
    ] {
        let (board, foot, _) = before(Orders::Rally, piece, heavy("foe", B1).strength(12));
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        roll(&mut game, die, choice);
        let answers = game.asked() == Some(kernel::Seat(1)) && offers(&game, "react-fire foe");
        assert_eq!(answers, fired, "{choice} {die:?}: {:?}", offered(&game));
        if fired {
            all_roll(&mut game, 9, "react-fire foe");
            while topic(&game) == "next-shot" {
                let shot = offered(&game)[0].clone();
                all_roll(&mut game, 9, &shot);
            }
            assert!(game.unit(foot).casualties > 0 || !game.unit(foot).on_map(), "{}", game.told());
        }
    }
}

#[test]
fn nobody_farther_off_answers_a_reform() {
    // MP 13.2.2a: in the zone of fire of infantry, which is the next hex.
    for near in [false, true] {
        let mut board = board();
        board.orders(A1, Orders::Rally);
        board.commander(A1, 0, "1212");
        board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1212", "n"));
        board.unit(heavy("far", B1).at("1210", "s"));
        board.commander(B1, 0, "1210");
        if near {
            board.unit(heavy("near", B1).at("1311", "s"));
        }
        let mut game = acting(board, A1);
        play(&mut game, &["act foot", "reform foot formation"]);
        assert_eq!(topic(&game) == "reaction", near, "{:?}", offered(&game));
        if near {
            assert_eq!(offered(&game), ["react-done", "react-fire near"]);
        }
    }
}

#[test]
fn who_reforms_two_hexes_off_is_left_alone_by_muskets() {
    // MP 13.2.2a, 9.1.2d: with foot two hexes off nobody is asked; guns have a longer zone (MP 9.1.2c, ruling G-A40).
    for (foe, asked) in [(heavy("foe", B1).strength(12), false), (gun("foe", B1), true)] {
        let mut board = board();
        board.orders(A1, Orders::Rally);
        board.commander(A1, 0, "1213");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
        let foot = board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1212", "n"));
        board.unit(foe.at("1210", "s"));
        let mut game = acting(board, A1);
        play(&mut game, &["act foot", "reform foot formation"]);
        assert_eq!(game.unit(foot).formation, Formation::Normal);
        assert_eq!(game.asked() == Some(kernel::Seat(1)), asked, "{:?}", offered(&game));
        assert_eq!(asked, game.asked().is_some() && offers(&game, "react-fire foe"));
    }
}

#[test]
fn a_wagon_helps_those_who_stand_with_it() {
    // MP 14.1e: fire at them and Close Combat against them have its modifier.
    for stands in [false, true] {
        let (mut board, ..) = before(
            Orders::Charge,
            heavy("foot", A1).strength(12),
            heavy("foe", B1).strength(12).morale(8).state(Morale::Broken),
        );
        if stands {
            board.unit(wagon("train", B1).at("1211", "s"));
        }
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        all_roll(&mut game, 0, "shoot 1211 skirmish");
        go_on(&mut game, 0, &["react-done", "end-actions", "attack foot 1211", "attacks-done"]);
        let lines = game.told().lines().filter(|line| line.contains("-1") && line.contains("wagon")).count();
        assert_eq!(lines, if stands { 2 } else { 0 }, "{}", game.told());
    }
}

#[test]
fn a_salvo_counts_in_the_close_combat_that_follows() {
    // MP C15, 10.4: the attacker's at the enemy he then attacks, the defender's in reaction at the attacker.
    for (shot, line) in [("shoot 1211 salvo", true), ("shoot 1211 skirmish", false)] {
        let (board, ..) = before(
            Orders::Charge,
            heavy("foot", A1).strength(12),
            heavy("foe", B1).strength(20).morale(8).state(Morale::Broken),
        );
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        all_roll(&mut game, 0, shot);
        go_on(&mut game, 0, &["react-done", "end-actions", "attack foot 1211", "attacks-done"]);
        let told = game.told();
        let counted = told.lines().any(|text| text.contains("+1") && text.to_lowercase().contains("salvo"));
        assert_eq!(counted, line, "{shot}\n{told}");
    }
    for salvo in [true, false] {
        let mut board = board();
        board.orders(A1, Orders::Charge);
        board.commander(A1, 0, "1213");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
        board.unit(heavy("foot", A1).strength(20).morale(8).at("1212", "n"));
        board.unit(heavy("foe", B1).strength(12).morale(8).at("1210", "s"));
        let mut game = acting(board, A1);
        play(&mut game, &["act foot", "move", "ahead nw"]);
        if salvo {
            all_roll(&mut game, 0, "react-fire foe");
            while topic(&game) == "next-shot" {
                all_roll(&mut game, 0, "shoot 1211 salvo");
            }
        }
        go_on(&mut game, 0, &["react-done", "halt", "end-actions", "attack foot 1210", "attacks-done"]);
        let told = game.told();
        let counted = told.lines().any(|text| text.trim().starts_with("-1") && text.to_lowercase().contains("salvo"));
        assert_eq!(counted, salvo, "{told}");
    }
}

#[test]
fn whoever_passes_a_place_last_holds_it() {
    // MP 15.0g: in passing, and without staying; then the other side passes, and goes away too.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.orders(B1, Orders::MakeReady);
    let place = board.hex("1213");
    board.rules.ground.locations.push(Location { name: "Mill".into(), hexes: vec![place], points: [7, 3] });
    board.commander(A1, 0, "1217");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1217", "n"));
    board.unit(cavalry("horse", A1).at("1216", "n"));
    board.commander(B1, 0, "1209");
    board.unit(gun("far", B1).mark(Mark::Fired).at("1209", "s"));
    board.unit(cavalry("rider", B1).at("1210", "s"));
    let mut game = acting(board, A1);
    game.state.control.push(None);
    let points = |game: &Game| [A, B].map(|side| game.table().victory_points(side));
    let ride = |game: &mut Game, steps: &[&str]| {
        for step in steps {
            say(game, step);
            go_on(game, 0, &["react-done"]);
        }
    };
    ride(&mut game, &["act horse", "move", "ahead nw", "ahead ne"]);
    assert_eq!(points(&game), [0, 0], "it is only near it");
    ride(&mut game, &["ahead nw", "counter-march", "ahead se", "ahead sw"]);
    assert_eq!(points(&game), [7, 0]);
    activate_anew(&mut game, B1);
    ride(&mut game, &["act rider", "move", "ahead sw", "ahead se"]);
    assert_eq!(points(&game), [7, 0]);
    ride(&mut game, &["ahead sw", "counter-march", "ahead ne"]);
    assert_eq!(points(&game), [0, 3]);
}

#[test]
fn the_broken_run_as_far_as_their_kind_goes() {
    // MP 13.4.1a: cavalry eight, Light Infantry six, Heavy Infantry and dismounted cavalry four, whatever their last formation.
    for (piece, hexes) in [
        (cavalry("unit", A1), 8),
        (croats("unit", A1), 8),
        (light("unit", A1), 6),
        (heavy("unit", A1), 4),
        (cavalry("unit", A1).card(|card| card.dismounted = true), 4),
    ] {
        let mut board = board();
        let unit = board.unit(piece.state(Morale::Broken).at("1210", "n"));
        let mut game = routing(board, &[]);
        while game.asked().is_some() {
            let way = offered(&game)[0].clone();
            say(&mut game, &way);
        }
        let now = game.rules.ground.distance_to_edge(A, game.unit(unit).hex);
        assert_eq!(24 - 10 - now, hexes, "{:?}", game.rules.units[0].horse);
    }
}
