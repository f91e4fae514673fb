//! Battle files: what is read, and what is refused.

use crate::game::{FOOT, Game, HORSE, brigade, faults, leader, unit, wing};
use close_fire::cards::{Class, Grade};
use close_fire::readings::OPTIONS;
use close_fire::setup::{open, schema};
use scenario::Source;

fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The battle to teach with.
pub fn lesson() -> Source {
    Source::new("crossroads.toml", include_str!("crossroads.toml"))
}

#[test]
fn the_battle_to_teach_with_opens() {
    let rules = open(&lesson()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(rules.seats.len(), 3);
    // CF 5.29: the right wing of the Allies has a player of its own.
    assert_eq!(rules.wings.iter().filter(|wing| wing.seat.0 == 1).count(), 1);
}

#[test]
fn every_option_of_the_catalogue_is_there() {
    let catalogue = std::fs::read_to_string(root().join("docs/rules/close-fire.md")).unwrap();
    let rows = catalogue.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 5);
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for key in cells[1].split(',').map(|key| key.trim().trim_matches('`').replace('_', "-")) {
            // The number of turns is a key of the battle file.
            if key == "turn-limit" {
                continue;
            }
            let spec = OPTIONS.iter().find(|spec| spec.key == key).unwrap_or_else(|| panic!("{key} is no option"));
            // What follows a word explains it.
            let value = |cell: &str| {
                let word = cell.split([':', '(', ' ']).next().unwrap_or_default();
                word.trim_end_matches('°').replace("22½", "22.5").replace('_', "-")
            };
            assert_eq!(spec.values[0], value(cells[2]), "{key}");
            seen += 1;
        }
    }
    // Sizes of bases are choices of the players and no readings.
    assert_eq!(seen + 2, OPTIONS.len());
}

#[test]
fn orders_of_battle_must_hold_together() {
    // CF 3.4, 3.5, 3.7, 4.1, 4.5, 6.1, 6.6
    let two = |red: &str| vec![unit("red", [700.0, 100.0], red), unit("blue", [700.0, 860.0], FOOT)];
    let wrong = |red: &str| faults("", &two(red));
    assert_eq!(wrong(FOOT), "");
    assert!(wrong("class = \"foot\"\nbattalions = [5, 5]").contains("CF 3.4"));
    assert!(wrong("class = \"foot\"\nbattalions = [2]").contains("CF 3.4"));
    // CF 3.5: a line of ten bases is two units side by side.
    let half = "class = \"foot\"\nbattalions = [5]";
    let line =
        [unit("red", [700.0, 100.0], half), unit("red-left", [600.0, 100.0], half), unit("blue", [700.0, 860.0], FOOT)];
    assert_eq!(faults("", &line), "");
    assert!(wrong("class = \"horse\"\nsquadrons = [2]").contains("CF 3.7"));
    assert!(wrong("class = \"horse\"\nbattalions = [4]").contains("squadrons"));
    assert!(wrong(&format!("{HORSE}\nload = \"fascines\"")).contains("CF 12.10"));
    let crowd: Vec<String> =
        (0..7).map(|ix| unit(&format!("red-{ix}"), [100.0 + 150.0 * f64::from(ix), 100.0], FOOT)).collect();
    assert!(faults("", &[crowd, two(FOOT)].concat()).contains("CF 4.1"));
    let leaderless = vec!["\n[[brigades]]\nkey = \"red-brigade\"\nside = \"red\"\n".to_owned()];
    assert!(faults("", &[leaderless, two(FOOT)].concat()).contains("CF 6.1"));
    let stranger = vec![brigade("red-other", [300.0, 60.0], "").replace("at = ", "with = \"red\"\nat = ")];
    assert!(faults("", &[stranger, two(FOOT)].concat()).contains("CF 6.6"));
}

#[test]
fn who_has_no_place_is_asked_for_one() {
    // CF 5.12: where the battle begins inside a turn nobody is deployed any more.
    let parts =
        [unit("red", [700.0, 100.0], FOOT).replace("at = [700.0, 100.0]", ""), unit("blue", [700.0, 860.0], FOOT)];
    let with = |start: &str| {
        let text = crate::game::text("", start, &parts);
        open(&Source::new("situation.toml", text)).err().map_or_else(String::new, |faults| faults.to_string())
    };
    assert_eq!(with(""), "");
    assert!(with("[start]\nphase = \"movement\"\nfirst = \"red\"\n").contains("`red` has no place"));
}

#[test]
fn mixed_units_are_graded_by_the_majority() {
    // CF 3.11, 3.13, 3.14, G39
    let graded = |what: &str| {
        let parts = [unit("red", [700.0, 100.0], what), unit("blue", [700.0, 860.0], FOOT)];
        let game = Game::turn("", &parts, &[6, 1]);
        (game.unit("red").grade, game.unit("red").class, game.unit("red").mixed)
    };
    let foot = |first: &str, second: &str| {
        format!("class = \"foot\"\nbattalions = [{{ bases = 4, {first} }}, {{ bases = 3, {second} }}]")
    };
    assert_eq!(graded(&foot("grade = \"D\"", "grade = \"B\"")).0, Grade::D);
    let equal = "class = \"foot\"\nbattalions = [{ bases = 4, grade = \"D\" }, { bases = 4, grade = \"B\" }]";
    assert_eq!(graded(equal).0, Grade::B);
    assert_eq!(graded(&foot("grade = \"A\", guards = true", "grade = \"C\"")).0, Grade::B);
    let horse = "class = \"horse\"\nsquadrons = [2, 2, { bases = 2, class = \"hussars\" }]";
    assert_eq!(graded(horse), (Grade::C, Class::Horse, true));
}

#[test]
fn the_chain_of_command_is_read() {
    // CF 4.6, 4.7, 6.14, 6.15, 6.25, E9: the General of the wing controls what his Brigadier does not; another General does not.
    let parts = [
        wing("red-right", [150.0, 100.0]),
        wing("red-left", [150.0, 110.0]),
        brigade("red-guard", [60.0, 60.0], "wing = \"red-right\"").replace("at = [60.0, 60.0]", "with = \"red-first\""),
        crate::game::under("red-guard", "red-first", [60.0, 80.0], FOOT),
        crate::game::under("red-guard", "red-second", [240.0, 80.0], FOOT),
        unit("blue", [700.0, 860.0], FOOT),
        leader("red-marshal", "marshal", [700.0, 60.0], ""),
    ];
    let game = Game::turn("", &parts, &[6, 1]);
    let (table, first, second) = (game.table(), game.id("red-first"), game.id("red-second"));
    assert_eq!(table.attached_controller(first), Some(game.leader_id("red-guard-er")));
    assert_eq!(table.controller(second), Some(game.leader_id("red-right-general")));
    assert!(!table.commands(game.leader_id("red-left-general"), second));
    assert!(table.commands(game.leader_id("red-marshal"), second));
    assert_eq!(table.controller(first), Some(game.leader_id("red-right-general")));
}

/// The schema an editor uses is that of the types. `UPDATE_SCHEMAS=1` writes it anew.
#[test]
fn the_schema_is_up_to_date() {
    let path = root().join("docs/schema/close-fire-battle.schema.json");
    let now = schema();
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "the schema is out of date: run the tests once with UPDATE_SCHEMAS=1");
}

/// The guide to battle files, its part on this book.
fn guide() -> String {
    let guide = std::fs::read_to_string(root().join("docs/battle-files.md")).unwrap();
    guide.split("\n## Close Fire & European Order\n").nth(1).unwrap().to_owned()
}

#[test]
fn the_example_of_the_guide_is_sound() {
    let guide = guide();
    let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let rules = open(&Source::new("example.toml", example)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((rules.info.key.as_str(), rules.units.len(), rules.turns), ("the-causeway", 2, 10));
}

#[test]
fn the_guide_names_every_key() {
    fn keys(value: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
        if let Some(properties) = value.get("properties").and_then(serde_json::Value::as_object) {
            found.extend(properties.keys().cloned());
        }
        match value {
            serde_json::Value::Object(object) => object.values().for_each(|inner| keys(inner, found)),
            serde_json::Value::Array(list) => list.iter().for_each(|inner| keys(inner, found)),
            _ => {}
        }
    }
    let mut found = std::collections::BTreeSet::new();
    keys(&serde_json::from_str(&schema()).unwrap(), &mut found);
    let whole = std::fs::read_to_string(root().join("docs/battle-files.md")).unwrap();
    let words: std::collections::BTreeSet<&str> =
        whole.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
    let option = |key: &String| OPTIONS.iter().any(|spec| spec.key == key);
    let missing: Vec<&String> = found.iter().filter(|key| !option(key) && !words.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "the guide does not speak of {missing:?}");
}
