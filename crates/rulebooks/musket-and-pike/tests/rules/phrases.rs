//! What is told agrees with whom it is told of.

use kernel::{Ledger, Part, Phrase, Rulebook, Said, Seeded, Telling};
use musket_and_pike::MusketAndPike;
use musket_and_pike::face::told;
use std::collections::BTreeSet;

/// A place or a pair of forms in a phrase.
#[derive(Debug, PartialEq)]
enum Piece {
    Place(usize),
    Forms(usize, String, String),
}

/// What stands between braces and brackets, or what is wrong with them.
fn pieces(phrase: &str) -> Result<Vec<Piece>, String> {
    let (mut pieces, mut rest) = (Vec::new(), phrase);
    while let Some(open) = rest.find(['{', '[', '}', ']']) {
        let close = match &rest[open..=open] {
            "{" => '}',
            "[" => ']',
            other => return Err(format!("a stray {other}")),
        };
        let end = rest[open..].find(close).ok_or("something is never closed")?;
        let inside = &rest[open + 1..open + end];
        if inside.contains(['{', '[']) {
            return Err(format!("{inside}: one inside the other"));
        }
        rest = &rest[open + end + 1..];
        let number = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is no place"));
        pieces.push(if close == '}' {
            Piece::Place(number(inside)?)
        } else {
            let (place, forms) =
                inside.split_once(':').map_or((Ok(0), inside), |(place, forms)| (number(place), forms));
            let (one, many) = forms.split_once('|').ok_or(format!("{forms} has one form only"))?;
            if one == many || one.is_empty() || many.is_empty() {
                return Err(format!("{forms} does not agree"));
            }
            Piece::Forms(place?, one.to_owned(), many.to_owned())
        });
    }
    Ok(pieces)
}

fn first_word(words: &str) -> &str {
    words.split(|mark: char| !mark.is_alphabetic()).next().unwrap_or("")
}

/// How verbs look after one: `routs`, `is`.
fn singular() -> BTreeSet<String> {
    let forms = told::all().flat_map(|(_, phrase)| pieces(phrase.0).unwrap());
    let ones = forms.filter_map(|piece| match piece {
        Piece::Forms(_, one, _) => Some(first_word(&one).to_owned()),
        Piece::Place(_) => None,
    });
    ones.filter(|word| !word.is_empty()).collect()
}

/// The fault in a sentence that goes on after the name of many as after that of one.
fn disagrees(text: &str, name: &str, singular: &BTreeSet<String>) -> Option<String> {
    let ends = text.match_indices(name).map(|(at, _)| &text[at + name.len()..]);
    let wrong = ends.filter_map(|rest| rest.strip_prefix(' ')).find(|rest| singular.contains(first_word(rest)));
    wrong.map(|rest| format!("{text}: {name} {}", first_word(rest)))
}

#[test]
fn every_phrase_is_well_made_and_agrees() {
    let mut names = BTreeSet::new();
    for (name, Phrase(words)) in told::all() {
        let pieces = pieces(words).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        names.insert((name, words));
        for (of, many) in [("Hastings's horse", false), ("The drakes", true)] {
            let parts = (0..6).map(|id| Part::body(id, of));
            let said = Phrase(words).of(parts);
            assert!(!said.contains(['{', '}', '[', ']', '|']), "{name}: {said}");
            for piece in &pieces {
                let wanted = match piece {
                    Piece::Place(_) => of,
                    Piece::Forms(_, one, several) => {
                        if many {
                            several
                        } else {
                            one
                        }
                    }
                };
                assert!(said.contains(wanted), "{name}: {said}, without {wanted}");
            }
        }
    }
    assert!(names.len() > 150, "{} phrases", names.len());
}

#[test]
fn faults_in_phrases_are_found() {
    for wrong in ["{0} routs]", "{0 routs", "{who} routs", "{0} [routs]", "{0} [routs|routs]", "{0} [{1}|2]"] {
        assert!(pieces(wrong).is_err(), "{wrong}");
    }
    let singular = singular();
    assert!(disagrees("The drakes routs", "The drakes", &singular).is_some());
    assert!(disagrees("The drakes rout", "The drakes", &singular).is_none());
}

fn opened(battle: &str) -> MusketAndPike {
    let path = format!("{}/../../../battles/musket-and-pike/{battle}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    musket_and_pike::setup::open(&scenario::Source::new(battle, text)).unwrap()
}

/// Every place of a phrase has its part, and those who are many are spoken of as many.
fn hear(said: &Said, singular: &BTreeSet<String>) -> usize {
    for piece in pieces(said.phrase()).unwrap() {
        let (Piece::Place(place) | Piece::Forms(place, ..)) = piece;
        assert!(place < said.parts().len(), "{}: nothing for {place}", said.phrase());
    }
    let many = said.parts().iter().filter(|part| matches!(part, Part::Body { .. } | Part::Name { .. }) && part.many());
    let mut heard = 0;
    for part in many {
        assert_eq!(disagrees(said, &part.to_string(), singular), None);
        heard += 1;
    }
    heard
}

#[test]
fn in_play_nobody_who_is_many_is_spoken_of_as_one() {
    let (singular, mut heard) = (singular(), 0);
    for (battle, seed, decisions) in [("wing-against-wing", 3, 400), ("lutzen", 1632, 250), ("edgehill", 1642, 250)] {
        let rules = opened(battle);
        let crowds: Vec<&str> =
            rules.units.iter().map(|card| card.name.as_str()).filter(|name| kernel::telling::is_many(name)).collect();
        let (mut dice, mut ledger, mut menu) = (Seeded::new(seed), Ledger::default(), Vec::new());
        let mut state = rules.start(&mut dice, &mut ledger);
        for count in 0..decisions {
            let Some(seat) = rules.awaiting(&state).first() else { break };
            let question = rules.ask(&state, seat, &mut menu);
            let decision = menu[(count * 7 + seed as usize) % menu.len()];
            for text in [rules.put(&state, seat, &question), rules.describe(&state, &decision)] {
                let wrong = crowds.iter().find_map(|name| disagrees(&text, name, &singular));
                assert_eq!(wrong, None);
            }
            rules.play(&mut state, seat, decision, &mut dice, &mut ledger);
        }
        for entry in &ledger.entries {
            assert_eq!(entry.bodies, entry.title.bodies().collect::<Vec<_>>(), "{}", entry.title);
            assert!(!entry.title.phrase().is_empty(), "{} is no phrase", entry.title);
            heard += hear(&entry.title, &singular) + hear(&entry.result, &singular);
        }
    }
    assert!(heard > 20, "{heard} times somebody was many");
}
