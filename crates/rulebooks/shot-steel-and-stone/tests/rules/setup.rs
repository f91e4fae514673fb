//! Battle files: what is read, and what is refused.

use crate::game::{Game, LINE, chief, unit};
use scenario::Source;
use shot_steel_and_stone::readings::OPTIONS;
use shot_steel_and_stone::setup::{open, schema};

fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

#[test]
fn every_battle_opens() {
    let folder = root().join("crates/rulebooks/shot-steel-and-stone/tests/battles");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        open(&Source::new(path.to_string_lossy(), text)).unwrap_or_else(|faults| panic!("{faults}"));
    }
}

#[test]
fn every_reading_of_the_catalogue_is_an_option() {
    let catalogue = std::fs::read_to_string(root().join("docs/rules/shot-steel-and-stone.md")).unwrap();
    let rows = catalogue.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 5);
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let key = cells[1].trim_matches('`').replace('_', "-");
        let spec = OPTIONS.iter().find(|spec| spec.key == key).unwrap_or_else(|| panic!("{key} is no option"));
        let value = |cell: &str| cell.trim().trim_end_matches('°').replace("22½", "22.5").replace('_', "-");
        let mut values = vec![value(cells[2])];
        values.extend(cells[3].split(',').map(value));
        assert_eq!(spec.values, values.iter().map(String::as_str).collect::<Vec<_>>(), "{key}");
        seen += 1;
    }
    assert_eq!(seen, 57);
}

#[test]
fn a_choice_goes_over_the_file() {
    let parts =
        [chief("red", "superior", [20.0, 2.0]), unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 28.0], LINE)];
    let game = Game::with("his-units = \"whole-command\"", "orders", &parts);
    use shot_steel_and_stone::readings::{HisUnits, Options};
    assert_eq!(game.rules.options.his_units, HisUnits::WholeCommand);
    let chosen = [("his-units".to_owned(), "commanded".to_owned())].into_iter().collect();
    assert_eq!(game.rules.options.choose(&chosen).his_units, HisUnits::Commanded);
    assert_eq!(Options::default().his_units, HisUnits::Commanded);
}

/// The schema an editor uses is that of the types. `UPDATE_SCHEMAS=1` writes it anew.
#[test]
fn the_schema_is_up_to_date() {
    let path = root().join("docs/schema/shot-steel-and-stone-battle.schema.json");
    let now = schema();
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "the schema is out of date: run the tests once with UPDATE_SCHEMAS=1");
}
