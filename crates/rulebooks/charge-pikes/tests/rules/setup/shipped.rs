//! Battles that come with the program, generated ones, schemas and the guide.

use super::*;

fn shipped() -> Vec<PathBuf> {
    let folder = root().join("battles/charge-pikes");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files
}

#[test]
fn every_shipped_battle_loads() {
    assert!(shipped().len() >= 4);
    for path in shipped() {
        let source = Source::open(&path).unwrap();
        let rules = setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"));
        let header = scenario::header(&source).unwrap();
        assert_eq!((header.rulebook.as_str(), &header.key), ("charge-pikes", &rules.info.key));
        assert!(!rules.info.title.is_empty() && !rules.info.summary.is_empty());
    }
}

#[test]
fn the_generated_battle_is_what_its_seed_gives() {
    let text = std::fs::read_to_string(root().join("battles/charge-pikes/generated-1645.toml")).unwrap();
    assert_eq!(text, generator::generate(1645, 1000));
}

#[test]
fn every_seed_gives_a_sound_battle_within_its_points() {
    // CP 21.1
    for seed in 0..300_u64 {
        let points = 300 + (seed as u32 * 97) % 1701;
        let text = generator::generate(seed, points);
        assert_eq!(text, generator::generate(seed, points));
        let rules = open(&text).unwrap_or_else(|faults| panic!("seed {seed}, {points} points:\n{faults}"));
        for side in Side::BOTH {
            let cost = armies::bill_of(&rules, side).total();
            assert!(cost <= points && cost * 5 >= points * 4, "seed {seed}: {cost} of {points} points");
        }
        assert_eq!(rules.start.phase, Phase::Deployment);
    }
}

/// The schemas an editor uses are those of the types. `UPDATE_SCHEMAS=1` writes them anew.
#[test]
fn the_schemas_are_current() {
    let folder = root().join("docs/schema");
    let schemas =
        [("charge-pikes-battle.schema.json", setup::schema()), ("charge-pikes-army.schema.json", armies::schema())];
    for (name, schema) in schemas {
        let path = folder.join(name);
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &schema).unwrap();
        }
        let current = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(current == schema, "{name} is out of date: run the tests once with UPDATE_SCHEMAS=1");
    }
}

/// A list of the state that is too short is found by whoever looks at the invariants: by every soak.
#[test]
fn lists_that_are_too_short_are_found() {
    use kernel::Soundness;
    let header = kernel::Header { seed: Some(3), ..kernel::Header::default() };
    let (battle, _) = kernel::Battle::begin(sound(SOUND), header);
    let (rules, mut state) = (battle.rules(), battle.state().clone());
    assert_eq!(rules.invariants(&state), Ok(()));
    let fire = charge_pikes::state::Fire {
        unit: unit(rules, "blues"),
        target: unit(rules, "greys"),
        face: 0,
        shot: charge_pikes::state::Shot::SmallArms,
    };
    while !state.fires.is_full() {
        assert!(state.overflow.keep(&mut state.fires, fire));
    }
    assert!(!state.overflow.keep(&mut state.fires, fire));
    assert!(rules.invariants(&state).unwrap_err().contains("lists were full 1 times"));
}

// The guide to battle files.

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/battle-files.md")).unwrap()
}

#[test]
fn the_example_of_the_guide_is_sound() {
    let guide = guide();
    let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let rules = sound(example);
    assert_eq!(rules.info.key, "ambush-at-the-ford");
    let army = guide.split("checked by themselves:\n\n").nth(1).unwrap();
    let army: Vec<&str> =
        army.lines().take_while(|l| l.is_empty() || l.starts_with("    ")).map(|l| l.trim_start()).collect();
    assert_eq!(armies::open(&Source::new("army.toml", army.join("\n"))).unwrap().bill.total(), 532);
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
    for schema in [setup::schema(), armies::schema()] {
        keys(&serde_json::from_str(&schema).unwrap(), &mut found);
    }
    let guide = guide();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words: std::collections::BTreeSet<&str> = guide.split(|c| !is_letter(c)).collect();
    let missing: Vec<&String> = found.iter().filter(|key| !words.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "the guide does not speak of {missing:?}");
}
