//! Battles, options, armies and journals found on the shelf.
#![allow(clippy::unwrap_used, clippy::panic)]

use kernel::OptionValues;
use scenario::{Source, header};
use shelf::{BATTLES, CARDS, Dice, RULEBOOKS, army, begin, find, resume, shipped};

#[test]
fn every_battle_file_of_the_project_is_on_the_shelf() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../battles");
    let mut files = Vec::new();
    for folder in std::fs::read_dir(root).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            files.push(format!("{name}/{}", file.unwrap().file_name().into_string().unwrap()));
        }
    }
    files.sort();
    let mut shelved: Vec<String> = BATTLES.iter().map(|(path, _)| (*path).to_string()).collect();
    shelved.sort();
    assert_eq!(files, shelved);
}

#[test]
fn every_rulebook_has_a_card_and_a_lesson_of_its_own() {
    assert!(CARDS.iter().map(|card| card.key).eq(RULEBOOKS.iter().copied()));
    for card in CARDS {
        let lesson = header(&find(card.lesson).unwrap()).unwrap();
        assert_eq!(lesson.rulebook, card.key);
    }
}

#[test]
fn every_battle_opens_and_asks() {
    for source in shipped() {
        let (door, _) =
            begin(&source, &OptionValues::new(), Dice::Seed(1)).unwrap_or_else(|problem| panic!("{problem}"));
        assert!(!door.awaiting().is_empty(), "{}", source.path);
    }
}

#[test]
fn armies_are_told_from_battles() {
    let list = "format = 1\nrulebook = \"charge-pikes\"\nkey = \"x\"\ntitle = \"X\"\n[[units]]\n\
                name = \"Foot\"\nkind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12\n";
    assert!(army(&Source::new("list.toml", list)).unwrap().is_ok());
    // A list with a fault is still a list, a battle with one still a battle.
    assert!(army(&Source::new("list.toml", format!("limits = 3\n{list}"))).unwrap().is_err());
    let battle = find("first-blood").unwrap();
    assert!(army(&battle).is_none());
    assert!(army(&Source::new("b.toml", battle.text.replace("[[sides]]", "[[side]]"))).is_none());
    assert!(army(&Source::new("b.toml", "format = ")).is_none());
    // Another rulebook knows no army lists, whatever is missing.
    let text = "format = 1\nrulebook = \"musket-and-pike\"\nkey = \"x\"\ntitle = \"X\"\nunits = []\n";
    assert!(army(&Source::new("b.toml", text)).is_none());
}

#[test]
fn a_fault_of_a_journals_scenario_has_its_line_in_the_journal() {
    let source = find("first-blood").unwrap();
    let (door, _) = begin(&source, &OptionValues::new(), Dice::Seed(1)).unwrap();
    let mut journal = door.journal().clone();
    journal.header_mut().scenario = journal.header.scenario.replace("grade = \"B\"", "grade = \"Z\"");
    let line = journal.to_text().lines().position(|line| line.contains("\"Z\"")).unwrap() + 1;
    let problem = resume(journal).err().unwrap().to_string();
    assert!(problem.contains(&format!(":{line}:")), "{line}: {problem}");
}

#[test]
fn wrong_choices_are_refused() {
    let source = find("first-blood").unwrap();
    let wrong = OptionValues::from([("scale".into(), "40mm".into())]);
    assert!(begin(&source, &wrong, Dice::Seed(1)).err().unwrap().to_string().contains("25mm"));
    let unknown = OptionValues::from([("sclae".into(), "25mm".into())]);
    assert!(begin(&source, &unknown, Dice::Seed(1)).is_err());
    assert!(find("no-such-battle").is_none());
}
