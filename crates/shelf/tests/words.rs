//! The words of decisions: what the page on journals documents is read, and what is written is documented there.
#![allow(clippy::panic, clippy::unwrap_used)]

use commander::Anyone;
use kernel::{Door, OptionValues, Seat};
use shelf::Dice;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/journal.md");

/// A rulebook's words: its heading on the page, a battle that has a name for everything, and what stands for the words in capitals.
struct Book {
    heading: &'static str,
    battle: &'static str,
    stand_ins: &'static [(&'static str, &'static str)],
}

const CHARGE_PIKES: Book = Book {
    heading: "### Charge Pikes!",
    battle: "braddock-down",
    stand_ins: &[
        ("UNIT TARGET ENEMY CHARGER", "UNIT"),
        ("GENERAL", "GENERAL"),
        ("EAST NORTH LENGTH", "152.4"),
        ("FACING BEARING ANGLE LEFT-ANGLE RIGHT-ANGLE", "22.5"),
        ("LEFT CENTRE RIGHT FIGURES N", "6"),
        ("FORMATION", "line"),
        ("TOWN", "braddock-church"),
        ("HEDGE", "northern-closes"),
    ],
};

const MUSKET_AND_PIKE: Book = Book {
    heading: "### Musket & Pike",
    battle: "naseby",
    stand_ins: &[
        ("UNIT", "UNIT"),
        ("LEADER", "GENERAL"),
        ("WING", "WING"),
        ("HEX", "0505"),
        ("DIR", "ne"),
        ("CORNER", "n"),
        ("HAND", "left"),
        ("STEPS", "1"),
        ("ORDERS", "rally"),
        ("MODE", "salvo"),
        ("FORMATION", "normal"),
        ("WHAT", "formation"),
    ],
};

const SHOT_STEEL_AND_STONE: Book = Book {
    heading: "### Shot, Steel & Stone",
    battle: "first-volley",
    stand_ins: &[
        ("UNIT TARGET CHARGER", "UNIT"),
        ("LEADER", "GENERAL"),
        ("EAST NORTH LENGTH", "300"),
        ("FACING ANGLE", "22.5"),
        ("N", "2"),
        ("INTENT", "move"),
        ("FORMATION", "line"),
        ("ORDER", "loose"),
        ("TOWN", "the-village"),
    ],
};

const CLOSE_FIRE: Book = Book {
    heading: "### Close Fire & European Order",
    battle: "schellenberg",
    stand_ins: &[
        ("UNIT TARGET", "UNIT"),
        ("LEADER", "GENERAL"),
        ("BRIGADE", "BRIGADE"),
        ("WING", "WING"),
        ("POSITION", "summit"),
        ("EAST NORTH LENGTH", "300"),
        ("FACING ANGLE", "22.5"),
        ("N", "2"),
        ("DICE", "1+d6"),
        ("SIGN", "plus"),
        ("KIND", "defend"),
        ("FORMATION", "line"),
        ("ERRAND", "ERRAND"),
    ],
};

const LES_BATAILLES: Book = Book {
    heading: "### Les Batailles",
    battle: "farm-on-the-road",
    stand_ins: &[
        ("UNIT", "UNIT"),
        ("LEADER AIDE", "GENERAL"),
        ("HEX", "0505"),
        ("DIR", "ne"),
        ("CORNER", "n"),
        ("HAND", "left"),
        ("N", "1"),
        ("FORMED", "column"),
        ("FACING", "ne"),
        ("FORMATION", "husson"),
    ],
};

fn begun(battle: &str) -> Box<dyn Door> {
    let source = shelf::find(battle).unwrap();
    shelf::begin(&source, &OptionValues::new(), Dice::Seed(1)).unwrap_or_else(|problem| panic!("{problem}")).0
}

/// Why a decision cannot be read; nothing where it can, be it legal or not.
fn unreadable(door: &dyn Door, decision: &str) -> Option<String> {
    let seat = door.awaiting().first().copied().unwrap_or(Seat(0));
    door.judge(seat, decision)
        .err()
        .filter(|refusal| refusal.rule == "notation")
        .map(|refusal| refusal.why.into_owned())
}

/// The first key of a list of the battle file.
fn first_key(battle: &str, list: &str) -> String {
    let table: toml::Table = toml::from_str(&shelf::find(battle).unwrap().text).unwrap();
    let first = table.get(list).and_then(|list| list.get(0)).and_then(|first| first.get("key"));
    first.and_then(toml::Value::as_str).unwrap_or_default().to_owned()
}

impl Book {
    /// The rows of the tables: what stands in code in the first cell, and what in the others.
    fn rows(&self) -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
        let part = PAGE.split(self.heading).nth(1).unwrap();
        let part = part.split("\n### ").next().unwrap();
        let code = |text: &'static str| text.split('`').skip(1).step_by(2).collect::<Vec<_>>();
        let rows = part.lines().filter(|line| line.starts_with("| `"));
        rows.map(|line| {
            let (first, rest) = line[2..].split_once(" | ").unwrap_or((line, ""));
            (code(first), code(rest))
        })
        .collect()
    }

    /// A documented form with names of the battle for the words in capitals.
    fn filled(&self, form: &str) -> String {
        let fill = |word: &str| {
            let found = self.stand_ins.iter().find(|(words, _)| words.split(' ').any(|known| known == word));
            match found.map(|(_, stand_in)| *stand_in) {
                Some("UNIT") => first_key(self.battle, "units"),
                Some("GENERAL") => ["generals", "leaders"].map(|list| first_key(self.battle, list)).concat(),
                Some("WING") => first_key(self.battle, "wings"),
                Some("BRIGADE") => first_key(self.battle, "brigades"),
                Some("ERRAND") => format!("unit {} army", first_key(self.battle, "units")),
                Some(plain) => plain.to_owned(),
                None => word.to_owned(),
            }
        };
        form.split(' ').map(fill).collect::<Vec<_>>().join(" ")
    }

    /// Whether a documented form reads: by itself, as a move, or behind the first of its row.
    fn reads(&self, door: &dyn Door, form: &str, first: &str) -> bool {
        let (form, first) = (self.filled(form), self.filled(first));
        let tries = [form.clone(), format!("move {form}"), format!("{first} {form}")];
        tries.iter().any(|text| unreadable(door, text).is_none())
    }

    /// Whether a value reads that is named beside the forms of a row: in place of some word of one of them.
    fn takes(&self, door: &dyn Door, forms: &[&str], value: &str) -> bool {
        forms.iter().any(|form| {
            let words: Vec<String> = self.filled(form).split(' ').map(str::to_owned).collect();
            (1..words.len()).any(|place| {
                let mut words = words.clone();
                words[place] = value.to_owned();
                ["", "move "].iter().any(|before| unreadable(door, &format!("{before}{}", words.join(" "))).is_none())
            })
        })
    }

    /// The first words of the documented forms, `move` and its manoeuvres apart.
    fn documented(&self) -> BTreeSet<&'static str> {
        self.rows().iter().flat_map(|(forms, _)| forms.iter().filter_map(|form| form.split(' ').next())).collect()
    }
}

#[test]
fn what_is_documented_is_read() {
    for book in [CHARGE_PIKES, MUSKET_AND_PIKE, SHOT_STEEL_AND_STONE, CLOSE_FIRE, LES_BATAILLES] {
        let door = begun(book.battle);
        let rows = book.rows();
        assert!(rows.len() > 30, "{}: {} rows", book.heading, rows.len());
        for (forms, values) in rows {
            for form in &forms {
                let why = unreadable(door.as_ref(), &book.filled(form));
                assert!(book.reads(door.as_ref(), form, forms[0]), "{}: `{form}`: {why:?}", book.heading);
            }
            for value in values.iter().filter(|value| !book.reads(door.as_ref(), value, forms[0])) {
                assert!(book.takes(door.as_ref(), &forms, value), "{}: `{value}` beside {forms:?}", book.heading);
            }
        }
    }
}

/// What the program lists when a first word is wrong.
fn listed(door: &dyn Door, nonsense: &str) -> Vec<String> {
    let why = unreadable(door, nonsense).unwrap();
    let list = why.split("one of: ").nth(1).unwrap_or_else(|| panic!("{why}"));
    list.split(", ").map(str::to_owned).collect()
}

#[test]
fn every_word_that_is_read_is_documented_and_listed() {
    let moving: &[&str] = &["zoom", "move zoom"];
    let plain: &[&str] = &["zoom"];
    for (book, nonsense) in [
        (CHARGE_PIKES, moving),
        (MUSKET_AND_PIKE, plain),
        (SHOT_STEEL_AND_STONE, moving),
        (CLOSE_FIRE, moving),
        (LES_BATAILLES, plain),
    ] {
        let door = begun(book.battle);
        let documented = book.documented();
        let listed: BTreeSet<String> = nonsense.iter().flat_map(|text| listed(door.as_ref(), text)).collect();
        let silent: Vec<&String> = listed.iter().filter(|word| !documented.contains(word.as_str())).collect();
        // A move is documented by what follows the word.
        assert!(silent.iter().all(|word| *word == "move"), "{}: not on the page: {silent:?}", book.heading);
        for word in &listed {
            // It is known: what is wrong is that more is wanted, if anything.
            let known = ["", "move "].iter().any(|before| {
                let why = unreadable(door.as_ref(), &format!("{before}{word}")).unwrap_or_default();
                !why.contains("is not a manoeuvre") && !why.contains("is not a decision")
            });
            assert!(known, "{}: `{word}` is listed and not read", book.heading);
        }
    }
}

/// Of a battle that is only looked at for its words.
const MOST_DECISIONS: usize = 1_500;

/// Random battles write no first word that is not listed, so that the list is whole.
#[test]
fn every_word_that_is_written_is_listed() {
    for (book, seeds) in [
        (CHARGE_PIKES, 0..2),
        (MUSKET_AND_PIKE, 0..1),
        (SHOT_STEEL_AND_STONE, 0..2),
        (CLOSE_FIRE, 0..2),
        (LES_BATAILLES, 0..2),
    ] {
        let door = begun(book.battle);
        let mut listed_words: BTreeSet<String> = listed(door.as_ref(), "zoom").into_iter().collect();
        let moves = unreadable(door.as_ref(), "move zoom").filter(|why| why.contains("one of: "));
        if moves.is_some() {
            listed_words.extend(listed(door.as_ref(), "move zoom").into_iter().map(|word| format!("move {word}")));
        }
        for seed in seeds {
            let mut door = begun(book.battle);
            let mut anyone = Anyone::named("random", seed).unwrap();
            for _ in 0..MOST_DECISIONS {
                let Some(&seat) = door.awaiting().first() else { break };
                let asked = door.question(seat).unwrap();
                for choice in &asked.menu {
                    let mut words = choice.decision.split(' ');
                    let first = words.next().unwrap();
                    let known = match (first, moves.is_some()) {
                        ("move", true) => listed_words.contains(&format!("move {}", words.next().unwrap())),
                        _ => listed_words.contains(first),
                    };
                    assert!(known, "`{}` is written and not listed", choice.decision);
                }
                let choice = anyone.choose_asked(&asked);
                door.decide(seat, &asked.menu[choice].decision).unwrap();
            }
        }
    }
}
