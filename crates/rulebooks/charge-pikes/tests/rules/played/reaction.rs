//! Chapters 17 and 18 as they are played: who tests, and with what.

use super::{Game, chief, unit};
use charge_pikes::state::{Morale, Place};

const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const PIKES: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
/// A few musketeers on a narrow front.
const FEW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";

fn chiefs() -> String {
    chief("red", [4.0, 12.0]) + &chief("blue", [68.0, 36.0])
}

impl Game {
    /// Whether the two came to blows: combat between them was told.
    fn fights(&self, one: &str, other: &str) -> bool {
        let [one, other] = [one, other].map(|key| self.battle.table().name(self.id(key)));
        let begins = [format!("{one} and {other}: combat"), format!("{other} and {one}: combat")];
        self.told.iter().any(|entry| begins.iter().any(|title| *entry.title == **title))
    }

    /// Who took a test of that rule, in order.
    fn testers(&self, rule: &str) -> Vec<String> {
        let tests = self.told.iter().filter(|entry| entry.rule == rule && entry.dice.len() == 1);
        tests.map(|entry| entry.title.split(" tests").next().unwrap_or_default().to_owned()).collect()
    }
}

#[test]
fn a_forlorn_hope_that_charges_tests_like_anybody() {
    // CP 18.4.1, 20.3.5a, G65: failing, it falls back and its regiment is as shaken as it.
    for (die, home) in [(6, true), (1, false)] {
        let regiment = format!("{PIKES}\nforlorn-hope = 6");
        let parts = [unit("red", [36.0, 10.0], &regiment), unit("blue", [36.0, 20.0], SHOT)];
        let mut game = Game::with("forlorn-hopes = true", "movement", &parts, &[]);
        game.says("red", "charge red-forlorn blue", &[]);
        game.pass_until(|game| game.told("CP 18.4.1"), &[die]);
        assert_eq!(game.testers("CP 18.4.1"), ["red, forlorn hope"]);
        assert_eq!(game.fights("red-forlorn", "blue"), home);
        assert_eq!(game.unit("red").morale == Morale::Shaken, !home);
        assert_eq!(game.told("CP 18.5.1"), home);
    }
}

#[test]
fn no_forlorn_hope_is_drawn_into_a_melee() {
    // CP 17.2.6: in combat a regiment brings up no more figures; charged then, the hope stands and tests itself.
    let regiment = format!("{PIKES}\nforlorn-hope = 6");
    let melee = |contact: &str| {
        let parts = [
            unit("red", [36.0, 20.0], &regiment),
            unit("blue", [43.0, 20.0], FEW),
            unit("blue-horse", [36.0, 36.0], HORSE),
            contact.to_owned(),
        ];
        let mut game =
            Game::start("forlorn-hopes = true", "[start]\nphase = \"movement\"\nside-a = \"blue\"\n", &parts, &[]);
        game.says("blue", "charge blue-horse red-forlorn", &[6]);
        game
    };
    let game = melee("\n[[contacts]]\nunits = [\"red\", \"blue\"]\n");
    assert_eq!((game.unit("red").others, game.unit("red-forlorn").place), (18, Place::Table));
    assert_eq!(game.testers("CP 18.3.1"), ["red, forlorn hope"]);
    // Nobody is in its way when the regiment does not fight.
    let parts = [unit("red", [36.0, 20.0], &regiment), unit("blue", [60.0, 40.0], FEW)];
    let mut game = Game::with("forlorn-hopes = true", "movement", &parts, &[]);
    game.says("red", "pick red-forlorn", &[]);
    game.says("red", "move draw-in", &[]);
    assert_eq!(game.unit("red").others, 24);
}

#[test]
fn a_charger_whose_counter_charger_fails_goes_on_to_its_target() {
    // CP 18.4.2a, G18, G23: the horse that came to help the foot falters; the foot is still straight ahead.
    let parts = [
        unit("red", [36.0, 10.0], HORSE),
        unit("blue", [36.0, 24.0], SHOT),
        unit("blue-horse", [36.0, 30.0], HORSE),
        unit("blue-second", [46.5, 22.0], &format!("{HORSE}\nfacing = \"south-west\"")),
        chiefs(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    let counter = game.offered("blue", "counter blue-second");
    game.says("blue", &counter, &[]);
    game.done("blue");
    assert!(game.told.iter().any(|entry| entry.title.contains("blue-second reaches")), "{:?}", game.told.last());
    game.pass_until(|game| game.told("CP 18.4.1"), &[1, 6, 6]);
    assert_eq!(game.testers("CP 18.4.1"), ["blue-second", "red"]);
    assert_eq!(game.testers("CP 18.5.1"), ["blue"]);
    assert!(game.fights("red", "blue"));
}

#[test]
fn foot_struck_by_supporting_horse_panics_or_stands() {
    // CP 18.3.1, 18.5.1, G23: the horse has charged it, and it cannot charge horse in turn (CP 15.3.4).
    let parts = [
        unit("red", [36.0, 10.0], &SHOT.replace("\"C\"", "\"A\"")),
        unit("blue", [36.0, 17.5], SHOT),
        unit("blue-horse", [48.0, 16.0], &format!("{HORSE}\nfacing = \"south-west\"")),
        chiefs(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    let counter = game.offered("blue", "counter blue-horse");
    game.says("blue", &counter, &[]);
    game.done("blue");
    // Panic: it passes; then the horse comes home, and red tests to stand instead of charging on.
    game.pass_until(|game| game.told("CP 18.4.1"), &[6, 6, 6]);
    assert_eq!(game.testers("CP 18.3.1"), ["red"]);
    assert_eq!(game.counted("CP 18.3.1", "naked"), -3);
    assert_eq!(game.testers("CP 18.4.1"), ["blue-horse"]);
    assert_eq!(game.testers("CP 18.5.1"), ["red"]);
    assert!(game.fights("red", "blue-horse"));
}

#[test]
fn units_struck_besides_the_target_feel_the_charge_as_it_comes_to_them() {
    // CP T11, G22: the front of the horse overlaps both, and naked foot does not take its impetus.
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 12";
    let steady = "kind = \"foot\"\ngrade = \"C\"\npikes = 6\nmuskets = 6\nfiles = { left = 2, pikes = 3, right = 2 }";
    let parts = [
        unit("red", [36.0, 10.0], wide),
        unit("blue", [33.0, 20.0], steady),
        unit("blue-two", [38.0, 20.0], FEW),
        chiefs(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    game.pass_to("blue", "test-panic", &[]);
    game.says("blue", "test blue-two", &[6]);
    let slow = |title: &str| {
        let entry = game.told.iter().find(|entry| entry.rule == "CP 18.3.1" && entry.title.starts_with(title)).unwrap();
        entry.lines.iter().any(|line| line.text.contains("without impetus"))
    };
    assert!(!slow("blue-two "), "it comes at full tilt to those without pikes");
    assert!(slow("blue "), "and has been checked by those who have them");
}

#[test]
fn a_second_unit_struck_in_the_flank_stands_worse() {
    // CP T13, G22: the second stands at right angles to the first, its flank where the other has its front.
    let elite = FEW.replace("\"C\"", "\"A\"");
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 12";
    let parts = [
        unit("red", [38.0, 10.0], wide),
        unit("blue", [33.0, 20.0], &elite),
        unit("blue-two", [36.5, 21.6], &format!("{elite}\nfacing = \"west\"")),
        chiefs(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    game.pass_until(|game| game.told("CP 18.5.1"), &[6, 6, 6, 6, 6]);
    let flank = |title: &str| {
        let entry = game.told.iter().find(|entry| entry.rule == "CP 18.5.1" && entry.title.starts_with(title)).unwrap();
        entry.lines.iter().any(|line| line.text.contains("flank"))
    };
    assert!(flank("blue-two ") && !flank("blue "));
}

#[test]
fn numbers_in_a_lost_round_are_those_of_the_round() {
    // CP T15, G50: both losers test against the same enemies, whichever of their friends has run meanwhile.
    let raw = "kind = \"foot\"\ngrade = \"E\"\nmuskets = 8\nfiles = 4";
    let strong = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 20\nfiles = 10";
    let parts = [
        unit("red", [36.0, 20.0], strong),
        unit("blue", [34.0, 20.0], raw),
        unit("blue-two", [38.0, 20.0], &raw.replace("\"E\"", "\"A\"")),
        "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n\n[[contacts]]\nunits = [\"red\", \"blue-two\"]\n".to_owned(),
    ];
    let mut game = Game::start("", "[start]\nphase = \"combat\"\nside-a = \"blue\"\n", &parts, &[]);
    // Red gives two and takes one, and takes two more: it has lost. Blue runs first; red tests against both all the same.
    game.pass_until(|game| game.testers("CP 18.7.1").len() > 1, &[6, 1, 6, 1, 1, 1, 6, 6, 1, 6]);
    assert_eq!(game.testers("CP 18.7.1"), ["blue", "red"]);
    assert_eq!(game.counted("CP 18.7.1", "outnumber"), 0, "{:?}", game.reckoning("CP 18.7.1"));
}

#[test]
fn whoever_lost_tests_before_it_pursues() {
    // CP 13.5, 18.7.1: blue breaks before the one enemy that it has beaten, because of the other.
    let raw = "kind = \"foot\"\ngrade = \"E\"\nmuskets = 16\nfiles = 8";
    let parts = [
        unit("blue", [36.0, 20.0], raw),
        unit("red", [34.0, 20.0], FEW),
        unit("red-two", [38.0, 20.0], FEW),
        "\n[[contacts]]\nunits = [\"blue\", \"red\"]\n\n[[contacts]]\nunits = [\"blue\", \"red-two\"]\n".to_owned(),
    ];
    let mut game = Game::start("", "[start]\nphase = \"combat\"\nside-a = \"blue\"\n", &parts, &[]);
    // Blue hits red and is hit by the other.
    game.pass_until(|game| game.testers("CP 18.7.1").len() > 1, &[6, 6, 1, 1, 1, 1, 6, 6, 1, 1]);
    assert_eq!(game.testers("CP 18.7.1"), ["blue", "red"], "{:#?}", super::titles(&game.told));
    let when = |words: &str| game.told.iter().position(|entry| entry.title.contains(words));
    assert!(when("red tests").unwrap() < when("pursues").unwrap_or(usize::MAX));
    assert!(
        game.battle.table().routing(game.id("red"))
            && !game.told.iter().any(|entry| entry.title.starts_with("red pursues"))
    );
}

#[test]
fn naked_foot_remembers_the_horse_it_fought_that_round() {
    // CP T15, G50: the horse it lost to runs before the foot tests; it has fought cavalry in the open all the same.
    let raw = "kind = \"horse\"\ngrade = \"E\"\nfigures = 4\nfiles = 2";
    let strong = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 20\nfiles = 10";
    let foot = raw.replace("horse", "foot").replace("figures", "muskets");
    // Red gives one and takes two; the horse has two dice, the foot one.
    let horse_dice: &[u8] = &[6, 1, 1, 1, 1, 1, 6, 6, 1, 6];
    for (second, dice, penalty) in [(raw, horse_dice, -2), (foot.as_str(), &[4, 1, 1, 1, 1, 6, 6, 1, 6], 0)] {
        let parts = [
            unit("red", [36.0, 20.0], strong),
            unit("blue", [34.0, 20.0], second),
            unit("blue-two", [38.0, 20.0], &FEW.replace("\"C\"", "\"A\"")),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n\n[[contacts]]\nunits = [\"red\", \"blue-two\"]\n".to_owned(),
        ];
        let mut game = Game::start("", "[start]\nphase = \"combat\"\nside-a = \"blue\"\n", &parts, &[]);
        game.pass_until(|game| game.testers("CP 18.7.1").len() > 1, dice);
        assert_eq!(game.testers("CP 18.7.1"), ["blue", "red"], "{:#?}", super::titles(&game.told));
        assert!(game.battle.table().routing(game.id("blue")));
        assert_eq!(game.counted("CP 18.7.1", "naked foot"), penalty);
    }
}

#[test]
fn a_battle_file_may_set_a_narrow_unit_against_the_end_of_a_wide_one() {
    // CP T7: front to front, wherever along the line; and a narrow one at the flank of the other is at its flank.
    let long = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
    let flanks = |blue: String| {
        let contact = "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_owned();
        let game = Game::at("combat", &[unit("red", [36.0, 20.0], long), blue, contact]);
        let struck: Vec<_> = game.told.iter().filter(|entry| entry.title.contains("strikes")).collect();
        assert!(!struck.is_empty());
        struck.iter().flat_map(|entry| &entry.lines).filter(|line| line.text.contains("flank or rear")).count()
    };
    for east in [30.0, 33.0, 36.0, 41.0] {
        assert_eq!(flanks(unit("blue", [east, 20.0], FEW)), 0, "at {east}");
    }
    let aside = unit("blue", [36.0 + 165.0 / 25.4, 19.2], &format!("{}\nfacing = \"west\"", FEW.replace("= 4", "= 1")));
    assert!(flanks(aside) > 0);
}
