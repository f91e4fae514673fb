//! Forces that are bought: prices, types, period lists, army lists, and battles out of a seed.

use crate::battles::play;
use kernel::Side;
use scenario::Source;
use scenario::bill::BillEntry;
use shot_steel_and_stone::muster::{Choice, armies, costs, generator, lists, raise};
use shot_steel_and_stone::setup::open;

fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// SSS G38, G182: what every default type costs, class by class, the usual one first.
#[test]
fn default_types_have_their_price() {
    let types = lists::types().unwrap();
    let prices = |key: &str| -> Vec<u32> {
        let kind = lists::find(&types, key).unwrap();
        let price = |class: &shot_steel_and_stone::setup::file::ClassWord| {
            let choice = Choice { class: Some(class.value()), ..Choice::default() };
            costs::points(&raise(kind, None, &choice))
        };
        kind.classes.iter().map(price).collect()
    };
    assert_eq!(prices("line-battalion"), [72, 94, 54]);
    assert_eq!(prices("drilled-battalion"), [78, 101, 59]);
    assert_eq!(prices("pike-and-shot"), [68, 88, 52]);
    assert_eq!(prices("riflemen"), [32, 42]);
    assert_eq!(prices("highlanders"), [36, 47, 27]);
    assert_eq!(prices("mob"), [12]);
    assert_eq!(prices("cuirassiers"), [96, 125]);
    assert_eq!(prices("mailed-horse"), [78, 101]);
    assert_eq!(prices("light-horse"), [54, 41]);
    assert_eq!(prices("field-battery"), [60, 78, 45]);
    assert_eq!(prices("horse-guns"), [60, 78]);
    assert_eq!(prices("camel-guns"), [32, 24]);
    assert_eq!(prices("elephants"), [108, 140, 81]);
    // SSS G38: the default units.
    let usual = |key: &str| raise(lists::find(&types, key).unwrap(), None, &Choice::default());
    assert_eq!((usual("line-battalion").bases, usual("line-battalion").initial_points()), (6, 36));
    assert_eq!((usual("light-infantry").bases, usual("field-battery").guns.len()), (4, 3));
}

/// SSS G38: every entry of every period list is of a type there is, and its usual unit is one that its own bounds allow.
#[test]
fn period_lists_are_sound() {
    let types = lists::types().unwrap();
    let mut seen = 0;
    for key in lists::keys() {
        let list = lists::list(key).unwrap().unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(list.key, key);
        for entry in &list.entries {
            let kind = lists::find(&types, &entry.kind).unwrap_or_else(|| panic!("{key}: no type {}", entry.kind));
            let card = raise(kind, Some(entry), &Choice::default());
            let [least, most] = entry.bases.unwrap_or(kind.sizes);
            assert!((least..=most).contains(&card.bases), "{key}: {}", entry.name);
            assert!(entry.min <= entry.max && costs::points(&card) > 0);
            seen += 1;
        }
    }
    assert_eq!((lists::keys().count(), seen), (7, 75));
}

fn sample(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("armies/shot-steel-and-stone/{name}.toml"))).unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let faults = armies::open(&Source::new("army.toml", text)).expect_err("it is sound");
    faults.0.iter().map(|fault| format!("{fault}")).collect()
}

/// SSS G182: the armies that come with the book keep their lists and limits.
#[test]
fn sample_armies_are_bought() {
    let total = |name: &str| {
        let army = armies::open(&Source::new(name, sample(name))).unwrap_or_else(|faults| panic!("{faults}"));
        army.bill.total()
    };
    assert_eq!(total("estrees-1745"), 995);
    assert_eq!(total("ligonier-1745"), 969);
    assert_eq!(total("gardi-corps-1761"), 972);
    assert_eq!(total("rohillas-1761"), 975);
    let army = armies::open(&Source::new("army.toml", sample("ligonier-1745"))).unwrap();
    let british = army.bill.entries.iter().find(|entry| entry.name == "British foot").unwrap();
    let lines: Vec<(&str, u32)> = british.lines.iter().map(|line| (line.what.as_str(), line.points())).collect();
    assert_eq!(lines, [("6 bases, foot, close order, class B", 78), ("battalion guns", 8)]);
    assert_eq!(BillEntry::points(british), 4 * 86);
}

/// SSS G38, G182: what is wrong with an army is told at its place.
#[test]
fn an_army_keeps_its_list() {
    let army = sample("ligonier-1745");
    let spoilt = |old: &str, new: &str| {
        assert!(army.contains(old), "{old}");
        faults(&army.replacen(old, new, 1)).join("\n")
    };
    assert!(spoilt("limit = 1000", "limit = 960").contains("9 over its limit of 960 (SSS G182)"));
    assert!(spoilt("pragmatic-army-1745", "pragmatic-army-1746").contains("there is no period list"));
    assert!(spoilt("type = \"guards\"", "type = \"gaurds\"").contains("did you mean `guards`"));
    assert!(spoilt("type = \"howitzers\"", "type = \"elephants\"").contains("is not on the list"));
    assert!(spoilt("bases = 8", "bases = 9").contains("9 bases or guns"));
    assert!(spoilt("name = \"British Guards\"", "name = \"British Guards\"\nclass = \"C\"").contains("are not `C`"));
    assert!(spoilt("\"medium\", \"medium\", \"howitzer\"", "\"heavy\", \"medium\"").contains("no gun like this"));
    assert!(
        spoilt("guns = [\"battalion\"]", "guns = [\"battalion\", \"battalion\", \"battalion\"]")
            .contains("3 battalion guns")
    );
    assert!(
        spoilt("rank = \"chief\"\nrating = \"competent\"", "rank = \"chief\"\nrating = \"superior\"")
            .contains("are not `superior`")
    );
    assert!(spoilt("count = 4", "count = 9").contains("9 units of `British foot`"));
    let chiefs = army.replace("name = \"Brigadier of the first line\"", "name = \"A\"\nrank = \"chief\"");
    assert!(faults(&chiefs).join("\n").contains("a second Commander-in-Chief"));
    let alone = army.replace("list = \"pragmatic-army-1745\"\n", "");
    assert_eq!(armies::open(&Source::new("army.toml", alone)).unwrap().bill.total(), 969);
    let beasts = "format = 1\nrulebook = \"shot-steel-and-stone\"\nkey = \"a\"\ntitle = \"A\"\n\n[[units]]\ntype = \"elephants\"\nname = \"Beasts\"\n";
    assert!(faults(beasts)[0].contains("needs an optional rule"));
}

/// SSS G182: a battle tells what its sides cost, and holds them to their limit.
#[test]
fn battles_are_billed() {
    let path = root().join("battles/shot-steel-and-stone/weidenau-mill.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let rules = open(&Source::new("battle.toml", text.clone())).unwrap();
    assert_eq!(Side::BOTH.map(|side| armies::bill_of(&rules, side).total()), [394, 384]);
    let limited = text.replace("baseline = \"south\"", "baseline = \"south\"\nlimit = 390");
    let faults = open(&Source::new("battle.toml", limited)).unwrap_err();
    assert!(faults.to_string().contains("4 over its limit of 390 (SSS G182)"), "{faults}");
}

/// The battle on the shelf is what its seed gives.
#[test]
fn the_generated_battle_is_what_its_seed_gives() {
    let path = root().join("battles/shot-steel-and-stone/generated-1745.toml");
    let made = generator::generate(1745, 800);
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), made);
}

/// SSS G38, G39, G182: whatever the seed, a generated battle opens, its sides keep within their points and spend nearly all of
/// them, leaders have three to six units each, and everybody finds a place.
#[test]
fn generated_battles_are_sound() {
    for (seed, points) in (0..24).map(|seed| (seed, [300, 500, 800, 1_200, 1_800][seed as usize % 5])) {
        let text = generator::generate(seed, points);
        assert_eq!(text, generator::generate(seed, points));
        let rules = open(&Source::new("made.toml", text)).unwrap_or_else(|faults| panic!("seed {seed}: {faults}"));
        for side in Side::BOTH {
            let total = armies::bill_of(&rules, side).total();
            assert!(total <= points && total * 10 >= points * 8, "seed {seed}: {total} of {points}");
            let units = rules
                .units
                .iter()
                .filter(|unit| unit.side == side && unit.part == shot_steel_and_stone::cards::Part::Whole);
            let subs = rules.leaders.iter().filter(|leader| leader.side == side && !leader.chief).count();
            let units = units.count();
            assert!((units.div_ceil(6)..=(units / 3).max(1)).contains(&subs), "seed {seed}: {subs} for {units}");
        }
    }
}

/// Generated battles are deployed and played to their end.
#[test]
fn generated_battles_are_played() {
    for seed in 0..3 {
        let rules = open(&Source::new("made.toml", generator::generate(seed, 500))).unwrap();
        play(&rules, seed, [true, false]);
        play(&rules, seed, [false, true]);
    }
}

/// The schema an editor uses is that of the types. `UPDATE_SCHEMAS=1` writes it anew.
#[test]
fn the_schema_of_armies_is_up_to_date() {
    let path = root().join("docs/schema/shot-steel-and-stone-army.schema.json");
    let now = armies::schema();
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "the schema is out of date: run the tests once with UPDATE_SCHEMAS=1");
}

// The guide to battle files.

fn guide() -> String {
    let guide = std::fs::read_to_string(root().join("docs/battle-files.md")).unwrap();
    guide.split("\n## Shot, Steel & Stone\n").nth(1).unwrap().to_owned()
}

#[test]
fn the_examples_of_the_guide_are_sound() {
    let guide = guide();
    let example = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let rules = open(&Source::new("example.toml", example)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(rules.info.key, "the-ferry");
    let army = guide.split("what is wrong with it:\n\n").nth(1).unwrap();
    let army: Vec<&str> =
        army.lines().take_while(|l| l.is_empty() || l.starts_with("    ")).map(|l| l.trim_start()).collect();
    let army = armies::open(&Source::new("army.toml", army.join("\n"))).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(army.bill.total(), 3 * 78 + 78 + 60 + 40 + 20);
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
    for schema in [shot_steel_and_stone::setup::schema(), armies::schema()] {
        keys(&serde_json::from_str(&schema).unwrap(), &mut found);
    }
    let whole = std::fs::read_to_string(root().join("docs/battle-files.md")).unwrap();
    let words: std::collections::BTreeSet<&str> =
        whole.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
    let option = |key: &String| shot_steel_and_stone::readings::OPTIONS.iter().any(|spec| spec.key == key);
    let missing: Vec<&String> = found.iter().filter(|key| !option(key) && !words.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "the guide does not speak of {missing:?}");
}
