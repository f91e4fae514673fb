//! Every phrase is looked at, and what is told in battles is listened to.

use super::phrases::ALL;
use crate::setup;
use kernel::{Dice, Ledger, Part, Phrase, Rulebook, Said, Seeded, Telling};
use scenario::Source;
use std::collections::BTreeSet;
use std::path::Path;

const ONE: &str = "Hastings's horse";
const MANY: &str = "Gell's dragoons";

/// A phrase taken apart: the words outside, the places, and forms with the place they agree with.
#[derive(Default)]
struct Cut<'a> {
    outside: String,
    places: BTreeSet<usize>,
    forms: Vec<(usize, &'a str, &'a str)>,
}

fn cut(phrase: &str) -> Option<Cut<'_>> {
    let mut cut = Cut::default();
    let mut rest = phrase;
    while let Some(open) = rest.find(['{', '[', '}', ']']) {
        cut.outside.push_str(&rest[..open]);
        // Forms are words of their own: what they are glued to is no word that stands alone.
        cut.outside.push('_');
        let close = match rest.as_bytes()[open] {
            b'{' => '}',
            b'[' => ']',
            _ => return None,
        };
        let end = open + rest[open..].find(close)?;
        let inside = &rest[open + 1..end];
        if inside.contains(['{', '[']) {
            return None;
        }
        if close == '}' {
            cut.places.insert(inside.parse().ok()?);
        } else {
            let (place, forms) = inside.split_once(':').unwrap_or(("0", inside));
            let (one, many) = forms.split_once('|')?;
            cut.forms.push((place.parse().ok()?, one, many));
        }
        rest = &rest[end + 1..];
    }
    cut.outside.push_str(rest);
    Some(cut)
}

/// What is said of one only, as the phrases themselves have it.
fn forms_of_one() -> BTreeSet<&'static str> {
    let forms = ALL.iter().filter_map(|phrase| cut(phrase.0)).flat_map(|cut| cut.forms);
    forms.filter(|&(place, one, many)| place == 0 && one != many).map(|(_, one, _)| one).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|word| word.trim_matches([',', '.', ':', ';', '?']))
}

fn say(phrase: Phrase, name: &str) -> Said {
    phrase.of([Part::body(0, name), Part::body(1, name), Part::Count(2), Part::Count(1), Part::words("4\"")])
}

#[test]
fn phrases_are_whole_and_agree() {
    let of_one = forms_of_one();
    for phrase in ALL {
        let cut = cut(phrase.0).unwrap_or_else(|| panic!("not closed: {}", phrase.0));
        let named: BTreeSet<usize> = cut.forms.iter().map(|&(place, ..)| place).chain(cut.places.clone()).collect();
        assert!(named.iter().copied().eq(0..named.len()), "a part is never spoken of: {}", phrase.0);
        assert!(cut.forms.iter().all(|(_, one, many)| one != many && !many.is_empty()), "{}", phrase.0);
        for name in [ONE, MANY] {
            let said = say(*phrase, name);
            assert!(!said.contains(['{', '}', '[', ']', '|']) && !said.contains("  "), "{said}");
        }
        // Of whom a sentence begins with, nothing is said that would be wrong of many.
        if phrase.0.starts_with("{0} ") {
            let wrong = words(&cut.outside).find(|word| of_one.contains(word));
            assert_eq!(wrong, None, "{}", phrase.0);
            let after_and = words(&cut.outside).zip(words(&cut.outside).skip(1)).filter(|(before, _)| *before == "and");
            let verb = after_and.map(|(_, word)| word).find(|word| word.ends_with('s'));
            assert_eq!(verb, None, "{}", phrase.0);
        }
    }
    assert_eq!(say(super::RECOVERS, ONE), "Hastings's horse has stood for a turn and recovers");
    assert_eq!(say(super::RECOVERS, MANY), "Gell's dragoons have stood for a turn and recover");
}

/// The phrase that made a sentence; none if it was not made here.
fn made_of(said: &Said) -> bool {
    ALL.iter().any(|phrase| phrase.0 == said.phrase())
}

/// A name of many with a form of one behind it; not where something of theirs is spoken of.
fn misspoken<'a>(said: &'a Said, of_one: &BTreeSet<&str>) -> Option<&'a str> {
    said.parts().iter().find_map(|part| {
        let Part::Body { name, many: true, .. } = part else { return None };
        let theirs = |at: usize| said[..at].ends_with(" of ");
        let found = said.match_indices(name.as_str()).filter(|&(at, _)| !theirs(at));
        let after = found.map(|(at, _)| &said[at + name.len()..]);
        after.filter_map(|rest| words(rest.strip_prefix(' ')?).next()).find(|word| of_one.contains(word))
    })
}

#[test]
fn what_is_told_in_battles_is_right_of_one_and_of_many() {
    let of_one = forms_of_one();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles/charge-pikes");
    let (mut told, mut of_many) = (0, 0);
    for name in ["first-blood", "hopton-heath", "braddock-down"] {
        let rules = setup::open(&Source::open(&folder.join(format!("{name}.toml"))).unwrap()).unwrap();
        let (mut dice, mut whims, mut ledger) = (Seeded::new(3), Seeded::new(5), Ledger::default());
        let mut state = rules.start(&mut dice, &mut ledger);
        let mut menu = Vec::new();
        for _ in 0..1_500 {
            let Some(seat) = rules.awaiting(&state).iter().next() else { break };
            let question = rules.ask(&state, seat, &mut menu);
            let asked = rules.put(&state, seat, &question);
            assert!(
                rules.units.iter().filter(|card| kernel::telling::is_many(&card.name)).all(|card| {
                    let behind = asked.split_once(card.name.as_str()).map_or("", |(_, rest)| rest);
                    words(behind).next().is_none_or(|word| !of_one.contains(word))
                }),
                "{asked}"
            );
            let whim = usize::from(whims.roll(250)) * 250 + usize::from(whims.roll(250));
            let decision = menu[whim % menu.len()];
            rules.play(&mut state, seat, decision, &mut dice, &mut ledger);
        }
        for entry in &ledger.entries {
            for said in [&entry.title, &entry.result].into_iter().filter(|said| !said.is_empty()) {
                assert!(made_of(said), "no phrase was made of: {said}");
                assert_eq!(misspoken(said, &of_one), None, "{said}");
                of_many += usize::from(said.parts().iter().any(|part| matches!(part, Part::Body { many: true, .. })));
            }
            let bodies: Vec<u16> = entry.title.bodies().collect();
            assert_eq!(entry.bodies, bodies, "{}", entry.title);
        }
        told += ledger.entries.len();
    }
    assert!(told > 500 && of_many > 100, "{told} told, {of_many} of many");
}
