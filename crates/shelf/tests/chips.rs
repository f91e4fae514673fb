//! Every word on a chip is explained, and every explanation is whole.
// In a test a panic is an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use kernel::OptionValues;
use kernel::scene::Meaning;

/// Battles whose states are looked at, how many decisions of each, and which answer is taken.
const PLAYED: &[(&str, usize)] = &[
    ("first-blood", 260),
    ("hopton-heath", 160),
    ("wing-against-wing", 260),
    ("edgehill", 120),
    ("first-volley", 400),
    ("first-meeting", 400),
    ("farm-on-the-road", 400),
    ("barrosa", 300),
];

#[test]
fn every_chip_that_is_shown_has_a_meaning() {
    for &(battle, decisions) in PLAYED {
        let source = shelf::find(battle).unwrap();
        let (mut door, _) = shelf::begin(&source, &OptionValues::new(), shelf::Dice::Seed(11)).unwrap();
        let meanings = (shelf::book(door.rulebook()).unwrap().meanings)();
        let mut chance = 7_usize;
        for _ in 0..decisions {
            for body in door.scene(None).bodies {
                for chip in body.badges {
                    let fitting: Vec<&Meaning> = meanings.iter().filter(|meaning| meaning.fits(&chip.text)).collect();
                    assert_eq!(fitting.len(), 1, "{battle}: `{}` on {} means {fitting:?}", chip.text, body.name);
                }
            }
            let Some(&seat) = door.awaiting().first() else { break };
            let menu = door.question(seat).unwrap().menu;
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            door.decide(seat, &menu[(chance >> 33) % menu.len()].decision).unwrap();
        }
    }
}

#[test]
fn a_meaning_says_what_it_is_with_a_rule_of_its_book() {
    for book in shelf::BOOKS {
        for meaning in (book.meanings)() {
            assert!(meaning.rule.starts_with(book.prefix), "{}: {}", meaning.word, meaning.rule);
            assert!(meaning.means.ends_with('.') && !meaning.word.is_empty(), "{}", meaning.word);
            let rest = [meaning.costs, meaning.ends];
            assert!(rest.iter().all(|words| words.is_empty() || words.ends_with('.')), "{}", meaning.word);
        }
    }
}
