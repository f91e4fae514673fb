//! Battle files: what is read, and what is refused.

use crate::game::{Game, LINE, chief, unit};
use kernel::{Notation, Rulebook};
use scenario::Source;
use shot_steel_and_stone::readings::OPTIONS;
use shot_steel_and_stone::setup::{open, schema};

fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

#[test]
fn every_battle_opens() {
    let folder = root().join("battles/shot-steel-and-stone");
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
    // Optional rules are off or on; all others are readings.
    assert_eq!(seen, OPTIONS.iter().filter(|spec| spec.values != ["off", "on"]).count());
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

#[test]
fn armies_break_alike_or_each_by_itself() {
    // SSS G40
    let breaks = |beyond: &str| {
        let tables = format!("[options]\n[victory]\nbroken-beyond = {beyond}\n");
        let parts = [unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 28.0], LINE)];
        Game::headed("", &format!("{tables}[start]\nphase = \"orders\"\nactive = \"red\"\n"), &parts, &[])
    };
    assert_eq!(breaks("40").rules.victory.broken_beyond, [Some(40), Some(40)]);
    assert_eq!(breaks("{ red = 65, blue = 20 }").rules.victory.broken_beyond, [Some(65), Some(20)]);
    assert_eq!(breaks("{ blue = false }").rules.victory.broken_beyond, [Some(50), None]);
    let tables = |beyond: &str| {
        let text = format!(
            "format = 1\nrulebook = \"shot-steel-and-stone\"\nkey = \"a\"\ntitle = \"A\"\n[victory]\nbroken-beyond = {beyond}\n\
             [[sides]]\nkey = \"red\"\nname = \"Red\"\nbaseline = \"south\"\n\
             [[sides]]\nkey = \"blue\"\nname = \"Blue\"\nbaseline = \"north\"\n{}{}",
            unit("red", [20.0, 5.0], LINE),
            unit("blue", [20.0, 28.0], LINE)
        );
        open(&Source::new("a.toml", text)).err().map_or_else(String::new, |faults| faults.to_string())
    };
    assert!(tables("{ green = 30 }").contains("green"), "{}", tables("{ green = 30 }"));
    assert!(tables("{ red = 100 }").contains("100 per cent"), "{}", tables("{ red = 100 }"));
}

#[test]
fn the_army_that_stands_less_breaks_first() {
    // SSS G40: one battalion of three is lost to each side; red breaks beyond 20 per cent, blue beyond 65.
    let gone = "arm = \"infantry\"\nbases = 6\nstart = { activity = \"routing\", rout-moves = 1 }";
    let parts = [
        unit("red", [5.0, 8.0], gone),
        unit("red-2", [20.0, 5.0], LINE),
        unit("red-3", [30.0, 5.0], LINE),
        unit("blue", [5.0, 20.0], gone),
        unit("blue-2", [20.0, 28.0], LINE),
        unit("blue-3", [30.0, 28.0], LINE),
    ];
    let ends = |beyond: &str| {
        let tables = format!("[options]\n[victory]\nbroken-beyond = {beyond}\n");
        let start = "[start]\nphase = \"reaction\"\nactive = \"red\"\nsecond = true\n";
        let mut game = Game::headed("", &format!("{tables}{start}"), &parts, &[]);
        // Red's routers do not try to rally.
        let (mut dice, mut ledger) = (kernel::Seeded::new(1), kernel::Ledger::default());
        let done = game.rules.read("done").unwrap();
        game.rules.play(&mut game.state, kernel::Seat(0), done, &mut dice, &mut ledger);
        game.state.over.map(|over| over.winner.map(|side| side.0))
    };
    assert_eq!(ends("{ red = 20, blue = 65 }"), Some(Some(1)));
    assert_eq!(ends("{ red = 65, blue = 20 }"), Some(Some(0)));
    assert_eq!(ends("{ red = 20, blue = 20 }"), Some(None));
    assert_eq!(ends("50"), None);
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
