//! Chapters 16 and 18 as they are played: who is in a charge, what he may do and what he has to test for.

use super::{Game, chief, unit};
use charge_pikes::state::{Mode, Place};

const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
const FEW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";

fn chiefs() -> String {
    chief("red", [4.0, 12.0]) + &chief("blue", [68.0, 36.0])
}

impl Game {
    /// Who took a test of that rule, in order.
    fn tested_by(&self, rule: &str) -> Vec<String> {
        let tests = self.told.iter().filter(|entry| entry.rule == rule && entry.dice.len() == 1);
        tests.map(|entry| entry.title.split(" tests").next().unwrap_or_default().to_owned()).collect()
    }

    fn heard(&self, words: &str) -> bool {
        self.told.iter().any(|entry| entry.title.contains(words))
    }
}

/// Red horse charges blue, supporting horse has come to meet it; its nerve fails in phase 3, and red goes straight on.
fn pressed_on(blue: &str, north: f64, dice: &[u8], reached: impl Fn(&Game) -> bool) -> Game {
    let parts = [
        unit("red", [36.0, 10.0], HORSE),
        unit("blue", [36.0, north], blue),
        unit("blue-second", [46.5, 22.0], &format!("{HORSE}\nfacing = \"south-west\"")),
        chiefs(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    let counter = game.offered("blue", "counter blue-second");
    game.says("blue", &counter, &[]);
    game.done("blue");
    assert!(game.heard("blue-second reaches"));
    assert!(game.tested_by("CP 18.3.1").is_empty(), "it has not been reached yet");
    game.pass_until(reached, dice);
    game
}

#[test]
fn foot_that_a_charge_goes_on_to_panics_or_stands() {
    // CP 18.3.1, 18.4.2a, 18.5.1, G23: naked foot with an open flank needs a 6 not to panic.
    let game = pressed_on(SHOT, 24.0, &[1, 6, 6, 6], |game| game.told("CP 18.5.1"));
    assert_eq!(game.tested_by("CP 18.4.1"), ["blue-second", "red"]);
    assert_eq!(game.tested_by("CP 18.3.1"), ["blue"]);
    assert_eq!((game.counted("CP 18.3.1", "naked"), game.counted("CP 18.3.1", "open flanks")), (-3, -1));
    assert_eq!(game.tested_by("CP 18.5.1"), ["blue"]);
    assert!(game.heard("red and blue: combat"));
    // It breaks before it is struck, and the horse is after it without another test.
    let game = pressed_on(SHOT, 24.0, &[1, 6, 1], |game| game.unit("blue").mode == Mode::Routing);
    assert_eq!(game.tested_by("CP 18.3.1"), ["blue"]);
    assert!(game.tested_by("CP 18.5.1").is_empty() && !game.heard("red and blue: combat"));
    assert_eq!(game.tested_by("CP 18.4.1"), ["blue-second", "red"]);
}

#[test]
fn skirmishers_that_a_charge_goes_on_to_may_evade() {
    // CP 15.6.1, G23, G91: they are asked when the horse comes up to them, though that is in phase 3.
    let asked = |game: &Game| game.topic("blue") == "evade" || game.heard("overruns");
    let mut game = pressed_on(SKIRMISHERS, 21.0, &[1, 6], asked);
    assert_eq!(game.topic("blue"), "evade", "{:#?}", super::titles(&game.told));
    assert_eq!(game.battle.table().figures(game.id("blue")), 8);
    let away = game.offered("blue", "evade");
    game.says("blue", &away, &[]);
    assert!(game.unit("blue").evaded && game.unit("blue").place == Place::Table);
    // Those who stand are ridden down.
    let mut game = pressed_on(SKIRMISHERS, 21.0, &[1, 6], asked);
    game.says("blue", "stand", &[]);
    assert!(game.heard("overruns 8 figures of blue"), "{:#?}", super::titles(&game.told));
}

#[test]
fn nobody_in_a_charge_tests_for_shooting_hits() {
    // CP 18.6.1: an evader whose charger has gone on into the regiment behind it, and fails there or not.
    for (die, home) in [(6, true), (1, false)] {
        let parts = [
            unit("red", [36.0, 10.0], &HORSE.replace("\"C\"", "\"E\"")),
            unit("red-foot", [24.0, 24.0], &format!("{SHOT}\nfacing = \"east\"")),
            unit("blue", [36.0, 20.0], SKIRMISHERS),
            unit("blue-foot", [36.0, 26.0], FEW),
            chiefs(),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "charge red blue", &[]);
        assert_eq!(game.topic("blue"), "evade");
        game.says("blue", "evade 315 200", &[]);
        game.says("red", "go-on", &[]);
        game.pass_to("red", "shoot", &[6]);
        game.says("red", "shoot red-foot blue small-arms 0", &[]);
        game.pass_until(|game| game.told("CP 18.4.1"), &[6, 6, 6, 1, 1, 1, die]);
        game.pass_until(|game| game.heard("routing friends") || game.state().turn == 2, &[]);
        assert!(game.told.iter().any(|entry| entry.title.contains("shoots at blue") && entry.total == Some(3)));
        assert!(!game.tested_by("CP 18.6.1").contains(&"blue".to_owned()));
        assert_eq!(game.tested_by("CP 18.5.1").contains(&"blue".to_owned()), home, "{:#?}", super::titles(&game.told));
    }
}

#[test]
fn a_second_unit_struck_tests_for_no_hits_though_the_charge_fails() {
    // CP 18.6.1, G22: the horse touches both, and falls back from both; the second was shot at meanwhile.
    let wide = "kind = \"horse\"\ngrade = \"E\"\nfigures = 12\nfiles = 12";
    let pikes = "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 4\nfiles = { left = 1, pikes = 6, right = 1 }";
    let parts = [
        unit("red", [36.0, 10.0], wide),
        unit("red-foot", [52.0, 20.0], &format!("{SHOT}\nfacing = \"west\"")),
        unit("blue", [33.0, 20.0], pikes),
        unit("blue-two", [38.5, 20.0], pikes),
        chiefs(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    game.pass_to("red", "shoot", &[6, 6]);
    assert_eq!(game.tested_by("CP 18.3.1").len(), 2, "both are charged");
    game.says("red", "shoot red-foot blue-two small-arms 0", &[]);
    game.pass_until(|game| game.heard("charge failed"), &[6, 6, 6, 6]);
    assert!(game.told.iter().any(|entry| entry.title.contains("shoots at blue-two") && entry.total == Some(4)));
    game.pass_until(|game| game.state().turn == 2, &[]);
    assert!(game.tested_by("CP 18.6.1").is_empty(), "{:#?}", super::titles(&game.told));
}

#[test]
fn a_target_whose_charger_is_shot_away_was_in_a_charge() {
    // CP 18.6.1, G92: two riders charge and both fall; the regiment was hit by others in the same phase.
    let riders = "kind = \"horse\"\ngrade = \"C\"\nfigures = 2\nfiles = 2";
    let hit = |charges: bool| {
        let parts = [
            unit("red", [36.0, 14.0], riders),
            unit("red-foot", [52.0, 20.0], &format!("{SHOT}\nfacing = \"west\"")),
            unit("blue", [36.0, 20.0], SHOT),
            chiefs(),
        ];
        let mut game = Game::at("movement", &parts);
        if charges {
            game.says("red", "charge red blue", &[]);
        }
        game.pass_to("red", "shoot", &[]);
        game.says("red", "shoot red-foot blue small-arms 0", &[]);
        let at_riders = game.offered("blue", "shoot blue red ");
        game.says("blue", &at_riders, &[6, 6, 6, 6, 6, 6, 6, 6]);
        game.pass_until(|game| game.state().turn == 2, &[]);
        assert!(matches!(game.unit("red").place, Place::Gone(_)), "{:#?}", super::titles(&game.told));
        assert!(game.battle.table().figures(game.id("blue")) < 24);
        game.tested_by("CP 18.6.1")
    };
    assert!(hit(true).is_empty());
    assert_eq!(hit(false), ["blue"]);
}

#[test]
fn horse_that_foot_merely_touches_does_not_shoot() {
    // CP 16.7.4, 16.3.1, G22: the foot charges the foot beside the horse, and may not charge horse (CP 15.3.4).
    let riders = "kind = \"horse\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let beside = |what: &str| {
        let parts = [
            unit("red", [36.0, 14.0], SHOT),
            unit("blue", [34.0, 20.0], FEW),
            unit("blue-two", [38.0, 20.0], what),
            chiefs(),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "charge red blue", &[]);
        game.pass_to("blue", "shoot", &[]);
        assert!(game.battle.table().front_on(game.id("red"), game.id("blue-two")));
        (game.refused("blue", "shoot blue-two red small-arms 0"), game.refused("blue", "shoot blue red small-arms 0"))
    };
    assert_eq!(beside(riders), ("CP 16.7.4".to_owned(), String::new()));
    assert_eq!(beside(FEW), (String::new(), String::new()));
}

#[test]
fn a_pursuer_that_crashes_is_shot_at_by_others() {
    // CP 16.2.1, 16.2.2, G47, G90: it has run six inches or more into fresh foot, whom it fights only in phase 4.
    let crash = |south: f64, facing: &str, north: f64| {
        let horse = format!("{HORSE}\nfacing = \"{facing}\"\nstart = {{ pursuing = \"blue\" }}");
        let parts = [
            unit("red", [36.0, south], &horse),
            unit(
                "blue",
                [36.0, 16.0],
                &format!("{FEW}\nfacing = \"north\"\nstart = {{ routing = true, fled = true }}"),
            ),
            unit("blue-wall", [36.0, north], "kind = \"foot\"\ngrade = \"A\"\nmuskets = 91\nfiles = 91"),
            unit("blue-aside", [24.0, north - 3.0], &format!("{FEW}\nfacing = \"east\"")),
        ];
        // Two who have somebody to shoot at in any case.
        let others = [unit("red-far", [8.0, 6.0], FEW), unit("blue-far", [8.0, 12.0], FEW)];
        let mut game = Game::at("flight", &[parts.as_slice(), &others].concat());
        game.pass_to("blue", "shoot", &[]);
        assert!(game.told("CP 15.2.8b"), "{:#?}", super::titles(&game.told));
        let order = |who: &str| format!("shoot {who} red small-arms 0");
        (game.refused("blue", &order("blue-aside")), game.refused("blue", &order("blue-wall")))
    };
    assert_eq!(crash(14.0, "north", 25.0), (String::new(), "CP 15.2.9b".to_owned()));
    // Five inches were not half a move.
    assert_eq!(crash(14.0, "north", 19.0), ("CP 16.2.2".to_owned(), "CP 15.2.9b".to_owned()));
    // Nor do they become so by turning about first, whole ranks of it.
    assert_eq!(crash(10.063, "south", 19.0), ("CP 16.2.2".to_owned(), "CP 15.2.9b".to_owned()));
}

#[test]
fn a_charge_that_breaks_its_target_and_runs_on_is_one_way() {
    // CP 16.2.2, G17, G90: four inches to the foot, and four more into the wall behind it are more than half a move.
    for (south, refusal) in [(14.0, ""), (17.0, "CP 16.2.2")] {
        let parts = [
            unit("red", [36.0, south], HORSE),
            unit("blue", [36.0, 18.0], &FEW.replace("\"C\"", "\"E\"")),
            unit("blue-wall", [36.0, 22.0], "kind = \"foot\"\ngrade = \"A\"\nmuskets = 60\nfiles = 60"),
            unit("blue-aside", [24.0, 19.0], &format!("{FEW}\nfacing = \"east\"")),
            unit("red-far", [8.0, 6.0], FEW),
            unit("blue-far", [8.0, 12.0], FEW),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "charge red blue", &[]);
        game.pass_to("blue", "shoot", &[1]);
        assert!(game.told("CP 15.2.8b"), "{:#?}", super::titles(&game.told));
        assert_eq!(game.refused("blue", "shoot blue-aside red small-arms 0"), refusal, "{south}");
    }
}

#[test]
fn the_stand_test_counts_what_was_played() {
    // CP 18.5.1, T13: horse in its flank, two hits and a half-beaten heart; those who meet the charge take none.
    let shaken = format!("{SHOT}\nstart = {{ shaken = true }}");
    let parts = [
        unit("red", [22.0, 22.0], &format!("{HORSE}\nfacing = \"east\"")),
        unit("red-foot", [36.0, 12.0], SHOT),
        unit("blue", [36.0, 20.0], &shaken.replace("\"C\"", "\"A\"")),
        chief("blue", [36.0, 26.0]),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    game.pass_to("red", "shoot", &[6]);
    game.says("red", "shoot red-foot blue small-arms 0", &[]);
    game.pass_until(|game| game.told("CP 18.5.1"), &[6, 6]);
    let line = |words: &str| game.counted("CP 18.5.1", words);
    assert_eq!((line("grade A"), line("flank"), line("shaken"), line("square or hard")), (2, -2, -2, 0));
    assert_eq!(line("two shooting hits"), -1, "{:#?}", game.reckoning("CP 18.5.1"));
    assert_eq!(line("general"), 0);
    // Horse that comes to meet the charge takes no such test; horse that stands does.
    for meets in [true, false] {
        let parts = [unit("red", [36.0, 10.0], HORSE), unit("blue", [36.0, 26.0], HORSE), chiefs()];
        let mut game = Game::at("movement", &parts);
        game.says("red", "charge red blue", &[]);
        if meets {
            let counter = game.offered("blue", "counter blue");
            game.says("blue", &counter, &[]);
        }
        game.pass_until(|game| game.heard("strikes"), &[6, 6, 6, 6]);
        assert_eq!(game.tested_by("CP 18.5.1").is_empty(), meets, "{:#?}", super::titles(&game.told));
    }
}

#[test]
fn a_charger_whose_pursuit_the_ground_stops_was_in_a_charge() {
    // CP 18.6.1, G17, G92: its target panics into heavy woods, where horse does not follow; it is shot at meanwhile.
    let woods =
        "[[ground.areas]]\nname = \"wood\"\nkind = \"heavy-woods\"\nbox = [26.0, 24.5, 46.0, 36.0]\n\n".to_owned();
    let parts = [
        unit("red", [36.0, 12.0], &HORSE.replace("\"C\"", "\"A\"")),
        unit("blue", [36.0, 22.0], &FEW.replace("\"C\"", "\"E\"")),
        unit("blue-foot", [24.0, 18.0], &format!("{SHOT}\nfacing = \"east\"")),
        woods,
        chiefs(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    game.pass_to("blue", "shoot", &[1]);
    assert_eq!((game.unit("blue").mode, game.unit("red").mode), (Mode::Routing, Mode::Normal));
    assert!(game.told("CP 15.2.2"), "{:#?}", super::titles(&game.told));
    game.says("blue", "shoot blue-foot red small-arms 0", &[6, 6, 6, 1]);
    game.pass_until(|game| game.state().turn == 2, &[]);
    assert!(game.told.iter().any(|entry| entry.title.contains("shoots at red") && entry.total > Some(0)));
    assert!(game.tested_by("CP 18.6.1").is_empty(), "{:#?}", super::titles(&game.told));
}

#[test]
fn a_swedish_regiment_that_has_changed_shoots_at_nobody_but_its_charger() {
    // CP 16.7.2, 20.1.4, G89: horse stops the charge short; the foot before the regiment is no charger.
    let regiment = "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 24\nswedish = true\n\
                    formation = \"muskets-forward\"";
    for (reacts, stopped, refusal) in [(true, true, "CP 16.7.2"), (false, true, ""), (true, false, "CP 16.7.2")] {
        let parts = [
            unit("red", [36.0, 8.0], HORSE),
            unit("red-foot", [44.0, 20.0], FEW),
            unit("blue", [40.0, 26.0], regiment),
            unit("blue-second", [22.0, 14.0], &format!("{HORSE}\nfacing = \"east\"")),
            unit("red-far", [8.0, 30.0], FEW),
            unit("blue-far", [8.0, 36.0], FEW),
            chiefs(),
        ];
        let mut game = Game::with("swedish-system = true", "movement", &parts, &[]);
        game.says("red", "charge red blue", &[]);
        game.done("red");
        if reacts {
            game.says("blue", "react blue pikes-forward", &[]);
        }
        if stopped {
            game.says("blue", "counter blue-second red", &[]);
        }
        game.pass_to("blue", "shoot", &[]);
        assert_eq!(game.heard("blue-second reaches"), stopped);
        assert_eq!(game.refused("blue", "shoot blue red-foot small-arms 0"), refusal, "{reacts} {stopped}");
        // CP 16.1.9: at whoever has charged it, it may.
        assert!(stopped || game.refused("blue", "shoot blue red small-arms 0").is_empty());
    }
}
