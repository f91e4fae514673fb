//! Rules and readings of which it was only said that they are there: played, so that it shows when they are not.

use super::{Game, chief, unit};
use charge_pikes::state::Place;

const FEW: &str = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 8\nfiles = 4";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";

fn guns(classes: &str) -> String {
    format!("kind = \"battery\"\ngrade = \"C\"\nguns = [{classes}]\nformation = \"unlimbered\"")
}

/// Hits of a shot of one gun with each face in turn, at a line so far off; the rule where it may not be fired.
fn faces(class: &str, shot: &str, apart: f64, cover: &str) -> Result<Vec<i32>, String> {
    let mut hits = Vec::new();
    for face in 1..=6 {
        let parts = [
            cover.to_owned(),
            unit("red", [36.0, 5.0], &guns(&format!("\"{class}\""))),
            unit(
                "blue",
                [36.0, 5.0 + apart],
                "kind = \"foot\"\ngrade = \"C\"\npikes = 24\nfiles = 12\nstart = { revealed = true }",
            ),
        ];
        let mut game = Game::at("shooting", &parts);
        let order = format!("shoot red blue {shot} 0");
        if !game.menu("red").contains(&order) {
            return Err(game.refused("red", &order));
        }
        // Nobody else has anything to shoot with: the die falls at once.
        game.says("red", &order, &[face]);
        let entry = game.told.iter().find(|entry| entry.title.starts_with("red shoots")).unwrap();
        hits.push(entry.total.unwrap());
    }
    Ok(hits)
}

#[test]
fn the_rows_of_the_guns() {
    // CP T5, 16.8.1: as printed for normal targets; soft cover by woods; a step beyond the range there is no shot.
    let woods = "\n[[ground.areas]]\nname = \"wood\"\nkind = \"light-woods\"\nbox = [20, 10, 52, 46]\n";
    assert_eq!(faces("field", "hail", 7.9, "").unwrap(), [0, 0, 0, 1, 1, 1]);
    assert!(faces("field", "hail", 8.2, "").is_err());
    assert_eq!(faces("light", "hail", 5.9, "").unwrap(), [0, 0, 0, 1, 1, 1]);
    assert!(faces("light", "hail", 6.2, "").is_err());
    assert_eq!(faces("light", "ball", 19.9, "").unwrap(), [0, 0, 0, 0, 1, 1]);
    assert!(faces("light", "ball", 20.2, "").is_err());
    assert_eq!(faces("light", "ball", 5.2, woods).unwrap(), [0, 0, 0, 0, 0, 1]);
    assert_eq!(faces("field", "ball", 39.9, "").unwrap(), [0, 0, 0, 0, 1, 1]);
    assert_eq!(faces("field", "hail", 5.2, woods).unwrap(), [0, 0, 0, 0, 1, 1]);
}

#[test]
fn with_a_general_single_guns_are_wheeled() {
    // CP 16.7.5: the second gun is turned to the east, and next turn alone has the enemy there in its arc.
    let parts = |general: &str| {
        [
            unit("red", [20.0, 10.0], &guns("\"light\", \"light\"")),
            unit("blue", [36.0, 14.0], SHOT),
            unit("blue-other", [60.0, 44.0], SHOT),
            format!(
                "\n[[generals]]\nkey = \"rupert\"\nname = \"rupert\"\nside = \"red\"\nrank = \"chief\"\n{general}\n"
            ),
        ]
    };
    let mut alone = Game::at("movement", &parts("at = [40, 4]"));
    alone.pass_to("red", "move", &[]);
    alone.says("red", "pick red", &[]);
    assert_eq!(alone.refused("red", "move swing-gun #2 60"), "CP 16.7.5");
    let mut game = Game::at("movement", &parts("with = \"red\""));
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "move swing-gun #2 60", &[]);
    game.pass_until(|game| game.state().turn == 2 && game.topic("red") == "shoot", &[]);
    game.says("red", "shoot red blue ball 0", &[]);
    game.pass_until(|game| game.told.iter().any(|entry| entry.title.starts_with("red shoots")), &[]);
    let entry = game.told.iter().find(|entry| entry.title.starts_with("red shoots")).unwrap();
    assert_eq!(entry.dice.len(), 1);
}

#[test]
fn good_morale_forbids_nothing() {
    // CP 12.2, 12.3a: in good morale it charges, shaken it does not.
    for (start, rule) in [("", ""), ("start = { shaken = true }", "CP 15.3.7")] {
        let parts = [
            unit("red", [36.0, 10.0], &format!("{HORSE}\n{start}")),
            unit("red-two", [50.0, 10.0], HORSE),
            unit("blue", [43.0, 20.0], SHOT),
        ];
        let game = Game::at("movement", &parts);
        let charge = "charge red blue wheel 35";
        let refused = game.refused("red", charge);
        assert_eq!(refused == "CP 15.3.7", rule == "CP 15.3.7", "{refused}");
        assert_eq!(game.menu("red").iter().any(|words| words.starts_with("charge red blue")), rule.is_empty());
    }
}

#[test]
fn a_general_adds_nothing_to_a_fight() {
    // CP 9.13: eight foot strike with two dice, with him or without; and he has nothing to shoot with.
    let dice = |general: &str| {
        let parts = [
            unit("red", [36.0, 20.0], FEW),
            unit("blue", [36.0, 20.0], FEW),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_owned(),
            general.to_owned(),
        ];
        let mut game = Game::at("combat", &parts);
        game.pass_until(|game| game.told.iter().any(|entry| entry.title.starts_with("red strikes")), &[]);
        game.told.iter().find(|entry| entry.title.starts_with("red strikes")).unwrap().dice.len()
    };
    let with =
        "\n[[generals]]\nkey = \"rupert\"\nname = \"rupert\"\nside = \"red\"\nrank = \"chief\"\nwith = \"red\"\n";
    assert_eq!((dice(""), dice(with)), (2, 2));
    let parts = [unit("red", [36.0, 4.0], SHOT), unit("blue", [36.0, 30.0], SHOT), chief("red", [36.0, 26.0])];
    let mut game = Game::at("shooting", &parts);
    assert_ne!(game.topic("red"), "shoot");
    game.pass_until(|game| game.state().turn == 2, &[]);
}

#[test]
fn foot_follows_up_where_the_players_let_it() {
    // CP G32: blue recoils from red; with the reading off, nobody is asked and the two are apart.
    for (option, asked) in [("foot-follow-up = true", true), ("foot-follow-up = false", false)] {
        let parts = [
            unit("red", [36.0, 20.0], FEW),
            unit("blue", [36.0, 20.0], FEW),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_owned(),
        ];
        // Red strikes first in the roster: two hits to none, and blue passes its test.
        let mut game = Game::with(option, "combat", &parts, &[6, 6, 1, 1, 6]);
        assert_eq!(game.topic("red") == "follow-up", asked, "{:#?}", super::titles(&game.told));
        if asked {
            game.says("red", "follow yes", &[]);
        }
        assert_eq!(game.battle.table().in_contact_with(game.id("red"), game.id("blue")), asked);
    }
}

#[test]
fn riders_at_15_mm_stand_as_wide_as_the_players_read_it() {
    // CP G4: six files are 120 mm by the table, 90 mm by the usual bases.
    for (option, width) in [("table", 120.0), ("base", 90.0)] {
        let options = format!("scale = \"15mm\"\nmounted-width-15mm = \"{option}\"");
        let parts = [unit("red", [36.0, 10.0], HORSE), unit("blue", [36.0, 44.0], SHOT)];
        let game = Game::with(&options, "movement", &parts, &[]);
        assert_eq!(game.body("red").front_width() / 1_000.0, width);
        assert_eq!(game.unit("red").place, Place::Table);
    }
}

#[test]
fn a_general_near_a_unit_hit_twice_may_fall() {
    // CP 9.12: within four inches, on a 1; five inches off nobody rolls; nor for a single hit.
    for (away, hits, die, alive, rolled) in
        [(3.5, 2, 1, false, true), (3.5, 2, 2, true, true), (5.5, 2, 1, true, false), (3.5, 1, 1, true, false)]
    {
        let parts = [
            unit("red", [36.0, 10.0], SHOT),
            unit("blue", [36.0, 20.0], SHOT),
            chief("red", [36.0 + 120.0 / 25.4 + away, 9.5]),
        ];
        let mut game = Game::at("shooting", &parts);
        game.says("blue", "shoot blue red small-arms 0", &[]);
        let mut dice = vec![1; 6];
        dice[..hits].fill(6);
        dice.push(die);
        game.pass_until(|game| game.told("CP 18.6.1"), &dice);
        assert_eq!(game.state().generals[0].alive, alive, "{away} {hits} {die}");
        assert_eq!(game.told("CP 9.12"), rolled);
    }
}

#[test]
fn where_it_is_read_so_hits_on_the_enemy_endanger_a_general_too() {
    // CP 9.12, G52: the blue chief stands beside the red line that his own men shoot at.
    for (option, rolled) in [("any-unit-endangers-generals = true", true), ("", false)] {
        let parts = [
            unit("red", [36.0, 10.0], SHOT),
            unit("blue", [36.0, 20.0], SHOT),
            chief("blue", [36.0 + 120.0 / 25.4 + 3.0, 9.5]),
        ];
        let mut game = Game::with(option, "shooting", &parts, &[]);
        game.says("blue", "shoot blue red small-arms 0", &[]);
        game.pass_until(|game| game.told("CP 18.6.1"), &[6, 6, 1, 1, 1, 1]);
        assert_eq!(game.told("CP 9.12"), rolled);
    }
}
