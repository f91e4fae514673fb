//! The fuzz targets over sound texts, over texts that once failed, and over some thousands of spoilt ones.
#![allow(clippy::panic)]

use kernel::Seeded;
use laboratory::targets::{self, Judge, NAMES};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

fn run(target: &str, judge: &Judge, data: &[u8]) -> Result<(), String> {
    let fate = catch_unwind(AssertUnwindSafe(|| match target {
        "battle" => targets::battle(data),
        "army" => targets::army(data),
        "chart" => targets::chart(data),
        "journal" => targets::journal(data),
        "replay" => targets::replay(data),
        "script" => targets::script(data),
        "judge" => judge.try_out(data),
        other => Err(format!("there is no target {other}")),
    }));
    fate.unwrap_or_else(|_| Err("it panics".into()))
}

fn must_hold(target: &str, judge: &Judge, name: &str, data: &[u8]) {
    if let Err(what) = run(target, judge, data) {
        let kept = std::env::temp_dir().join(format!("caracole-{target}-{name}"));
        let _ = std::fs::write(&kept, data);
        panic!("{target}, {name}: {what}\nthe text is kept as {}", kept.display());
    }
}

/// Spoils a text the way hands and wires do: lines lost, doubled, moved or taken from another, words and bytes changed.
fn spoil(text: &[u8], other: &[u8], chance: &mut Seeded) -> Vec<u8> {
    let split = |text: &[u8]| text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (mut lines, others) = (split(text), split(other));
    for _ in 0..=chance.below(4) {
        let place = chance.below(lines.len());
        match chance.below(9) {
            0 if lines.len() > 1 => {
                lines.remove(place);
            }
            1 => lines.insert(place, lines[place].clone()),
            2 => {
                let to = chance.below(lines.len());
                lines.swap(place, to);
            }
            3 => lines.insert(place, others[chance.below(others.len())].clone()),
            4 => lines.truncate(place + 1),
            5 => {
                let line = &mut lines[place];
                if !line.is_empty() {
                    let at = chance.below(line.len());
                    line[at] = chance.below(256) as u8;
                }
            }
            _ => lines[place] = spoil_number(&lines[place], chance),
        }
    }
    lines.join(&b'\n')
}

/// Another number where one stands, if one does; another word otherwise.
fn spoil_number(line: &[u8], chance: &mut Seeded) -> Vec<u8> {
    let numbers: Vec<usize> = (0..line.len()).filter(|&at| line[at].is_ascii_digit()).collect();
    let Some(&at) = numbers.get(chance.below(numbers.len())) else { return line.to_vec() };
    let instead = ["0", "1", "-1", "9", "255", "256", "99999999999", "0.001", "1e9", "nan", "\"x\"", "[]"];
    let mut spoilt = line[..at].to_vec();
    spoilt.extend(instead[chance.below(instead.len())].bytes());
    spoilt.extend(&line[at + 1..]);
    spoilt
}

fn spoilt_texts(target: &str, judge: &Judge, count: usize) {
    let seeds = targets::seeds(target, judge);
    let mut chance = Seeded::new(1642);
    for number in 0..count {
        let (name, text) = &seeds[chance.below(seeds.len())];
        let (_, other) = &seeds[chance.below(seeds.len())];
        let spoilt = spoil(text, other, &mut chance);
        must_hold(target, judge, &format!("{name}-spoilt-{number}"), &spoilt);
    }
}

#[test]
fn sound_texts_pass() {
    let judge = Judge::new().unwrap();
    for target in NAMES {
        let seeds = targets::seeds(target, &judge);
        assert!(!seeds.is_empty(), "{target}");
        for (name, text) in seeds {
            must_hold(target, &judge, &name, &text);
        }
    }
}

#[test]
fn texts_that_once_failed_pass() {
    let judge = Judge::new().unwrap();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/regressions"));
    for target in NAMES {
        let Ok(folder) = std::fs::read_dir(root.join(target)) else { continue };
        for file in folder {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            must_hold(target, &judge, &name, &std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn the_seeds_are_what_they_should_be() {
    let judge = Judge::new().unwrap();
    for (name, text) in targets::seeds("army", &judge) {
        let text = String::from_utf8(text).unwrap();
        let army = shelf::army(&scenario::Source::new(name, text)).unwrap();
        assert!(army.is_ok(), "{}", army.unwrap_err());
    }
    let charts = targets::seeds("chart", &judge);
    assert!(charts.len() > 15, "{} charts", charts.len());
    for (name, text) in charts {
        let text = scenario::Source::new(name, String::from_utf8(text).unwrap());
        let of = |rulebook: &&&str| text.text.contains(&format!("rulebook = {rulebook:?}"));
        let rulebook = shelf::RULEBOOKS.iter().find(of).unwrap();
        let laid = shelf::charts(rulebook, &[text]);
        assert!(laid.is_ok(), "{}", laid.unwrap_err());
    }
    for (name, text) in targets::seeds("journal", &judge) {
        let text = std::str::from_utf8(&text).unwrap();
        if name.ends_with("-excerpt") {
            let excerpt = kernel::Excerpt::parse(text).unwrap();
            assert!(excerpt.is_salted() && excerpt.seals() == 2, "{name}");
            continue;
        }
        let journal = kernel::Journal::parse(text).unwrap();
        assert_eq!(journal.records.len(), 12, "{name}");
        assert!(shelf::resume(journal).is_ok(), "{name}");
    }
    let scripts = targets::seeds("script", &judge);
    assert_eq!(scripts.len(), 2 * shelf::BATTLES.len());
    for (name, text) in scripts {
        let script = kernel::script::Script::parse(std::str::from_utf8(&text).unwrap()).unwrap();
        let source = shelf::find(&script.battle.value).unwrap();
        let dice = match &script.dice.value {
            kernel::script::Throws::Seed(seed) => shelf::Dice::Seed(*seed),
            kernel::script::Throws::Written(faces) => shelf::Dice::Thrown(faces.clone()),
        };
        let (mut door, _) = shelf::begin(&source, &kernel::OptionValues::new(), dice).unwrap();
        for step in &script.moves {
            assert!(script.play(door.as_mut(), step).is_ok(), "{name}: {step:?}");
        }
    }
}

#[test]
fn spoilt_battle_files() {
    let judge = Judge::new().unwrap();
    spoilt_texts("battle", &judge, 2_000);
}

#[test]
fn spoilt_charts() {
    let judge = Judge::new().unwrap();
    spoilt_texts("chart", &judge, 500);
}

#[test]
fn spoilt_army_lists_journals_and_scripts() {
    let judge = Judge::new().unwrap();
    spoilt_texts("army", &judge, 2_000);
    spoilt_texts("journal", &judge, 2_000);
    spoilt_texts("replay", &judge, 500);
    spoilt_texts("script", &judge, 1_000);
}

#[test]
fn spoilt_decisions() {
    let judge = Judge::new().unwrap();
    spoilt_texts("judge", &judge, 10_000);
}
