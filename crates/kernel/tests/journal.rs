//! Journals of anything anybody may write into one.
#![allow(clippy::unwrap_used)]

use kernel::journal::Record;
use kernel::{Agenda, Excerpt, Header, Journal, Seat, SeatSet};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::{BTreeMap, BTreeSet};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(1644),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A key: one word.
fn word() -> impl Strategy<Value = String> {
    "[a-z0-9_.äß-]{1,12}"
}

/// A decision as a rulebook may write it: words with single spaces.
fn decision() -> impl Strategy<Value = String> {
    prop::collection::vec("[!-:<-~é#]{1,8}", 1..6).prop_map(|words| words.join(" "))
}

/// Any text of a battle file, with whole lines.
fn scenario() -> impl Strategy<Value = String> {
    prop::collection::vec("[^\r\n]{0,30}", 0..8)
        .prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

/// What a person may be called, once spaces are single.
fn name() -> impl Strategy<Value = String> {
    prop::collection::vec("[^\\s]{1,8}", 0..4).prop_map(|words| words.join(" "))
}

prop_compose! {
    fn headers()(rulebook in word(), battle in name(), options in prop::collection::btree_map(word(), name(), 0..4),
                 players in prop::collection::btree_map(word(), name(), 0..4), seed in any::<Option<u64>>(),
                 salt in any::<Option<u128>>(),
                 scenario in scenario()) -> Header {
        Header { rulebook, battle, options, players, seed, salt, charts: Vec::new(), scenario }
    }
}

prop_compose! {
    fn records()(seat in word(), decision in decision(), dice in prop::collection::vec(any::<u8>(), 0..6)) -> Record {
        Record { seat, decision, dice }
    }
}

prop_compose! {
    fn journals()(header in headers(), opening in prop::collection::vec(any::<u8>(), 0..4),
                  records in prop::collection::vec(records(), 0..8)) -> Journal {
        Journal { header: header.into(), opening, records: records.into_iter().collect() }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn text_and_back(journal in journals()) {
        let text = journal.to_text();
        prop_assert_eq!(Journal::parse(&text), Ok(journal.clone()));
        for (index, record) in journal.records.iter().enumerate() {
            let line = text.lines().nth(journal.line_of(index) - 1).unwrap();
            let start = format!("{} {} ", index + 1, record.seat);
            prop_assert!(line.starts_with(&start), "{}", line);
        }
    }

    /// One byte changed anywhere is found out; only a change that changes nothing passes.
    #[test]
    fn a_changed_byte_is_found_out(journal in journals(), place in any::<prop::sample::Index>(), byte in 0..128_u8) {
        let text = journal.to_text();
        let mut bytes = text.clone().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(changed) = String::from_utf8(bytes) {
            match Journal::parse(&changed) {
                Ok(read) => prop_assert_eq!(read, journal),
                Err(fault) => prop_assert!((1..=changed.lines().count().max(1)).contains(&fault.line)),
            }
        }
    }

    /// A file that lost its end tells so, or is the journal up to there.
    #[test]
    fn a_cut_file_is_shorter_or_refused(journal in journals(), place in any::<prop::sample::Index>()) {
        let text = journal.to_text();
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        if let Ok(read) = Journal::parse(&text[..ends[place.index(ends.len())]]) {
            prop_assert_eq!(&read.header, &journal.header);
            prop_assert_eq!(&journal.records.head(read.records.len()), &read.records);
        }
    }

    /// An excerpt reads as it was written, tells nothing of what is sealed, and agrees with its journal.
    #[test]
    fn an_excerpt_is_a_part_of_its_journal(journal in journals(), sealed in any::<u16>()) {
        let is_sealed = |number: usize| sealed & (1 << (number % 16)) != 0;
        let excerpt = Excerpt::of(&journal, "king", is_sealed);
        let text = excerpt.to_text();
        prop_assert_eq!(Excerpt::parse(&text), Ok(excerpt.clone()));
        prop_assert_eq!(excerpt.agrees(&journal), Ok(()));
        let open = (1..=journal.records.len()).filter(|&number| !is_sealed(number));
        let read: Vec<(usize, &Record)> = excerpt.decisions().collect();
        prop_assert_eq!(read, open.map(|number| (number, &journal.records[number - 1])).collect::<Vec<_>>());
        let lines = text.lines().skip_while(|line| *line != "scenario").filter(|line| !line.starts_with("| ")).skip(1);
        prop_assert!(lines.count() <= 1 + journal.records.len());
        prop_assert!(Journal::parse(&text).unwrap_err().what.contains("excerpt for `king`"));
    }

    /// One byte of an excerpt changed is found out, when it is read or when the journal is opened.
    #[test]
    fn a_changed_excerpt_is_found_out(journal in journals(), sealed in any::<u16>(), place in any::<prop::sample::Index>(), byte in 0..128_u8) {
        let excerpt = Excerpt::of(&journal, "king", |number| sealed & (1 << (number % 16)) != 0);
        let text = excerpt.to_text();
        let mut bytes = text.clone().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(changed) = String::from_utf8(bytes)
            && let Ok(read) = Excerpt::parse(&changed)
        {
            prop_assert!(read == excerpt || read.seat != excerpt.seat || read.agrees(&journal).is_err());
        }
    }

    /// What was sealed cannot be changed behind the seal.
    #[test]
    fn a_seal_holds(journal in journals(), which in any::<prop::sample::Index>()) {
        prop_assume!(!journal.records.is_empty());
        let which = which.index(journal.records.len());
        let excerpt = Excerpt::of(&journal, "king", |number| number == which + 1);
        let mut forged = journal.clone();
        forged.records[which].decision += " else";
        let fault = excerpt.agrees(&forged).unwrap_err();
        prop_assert_eq!(fault.line, forged.line_of(which));
        // More decisions may have followed since.
        let mut longer = journal.clone();
        longer.records.push(journal.records[which].clone());
        prop_assert_eq!(excerpt.agrees(&longer), Ok(()));
    }

    #[test]
    fn nothing_makes_the_reader_stumble(text in "\\PC{0,200}", lines in prop::collection::vec(
        prop_oneof!["caracole journal 1", "rulebook x", "seed 1", "scenario", "\\| x", "begin #[0-9a-f]{8}", "sealed seed [0-9a-f]{64} #[0-9a-f]{8}", "\\* [0-9a-f]{64} #[0-9a-f]{8}", "1 a b ; 3 #00000000", "option", "\\PC{0,20}"], 0..12)) {
        let _ = Journal::parse(&text);
        let _ = Journal::parse(&lines.join("\n"));
        let _ = Excerpt::parse(&text);
        let _ = Excerpt::parse(&format!("caracole excerpt 1 king\n{}", lines.join("\n")));
    }

    /// The agenda is a stack, and a list of steps is done in its order.
    #[test]
    fn an_agenda_is_a_stack(pushes in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..4), 0..8), pops in 0..10_usize) {
        let mut agenda: Agenda<u8, 32> = Agenda::default();
        let mut stack = Vec::new();
        let mut deepest = 0;
        for steps in &pushes {
            agenda.push_all(steps);
            stack.extend(steps.iter().rev());
            deepest = deepest.max(stack.len());
            prop_assert_eq!(agenda.top(), stack.last().copied());
        }
        for _ in 0..pops {
            prop_assert_eq!(agenda.pop(), stack.pop());
        }
        prop_assert_eq!((agenda.depth(), agenda.is_empty()), (stack.len(), stack.is_empty()));
        prop_assert_eq!(agenda.iter().copied().collect::<Vec<_>>(), stack);
        prop_assert_eq!((agenda.deepest(), agenda.room()), (deepest, 32));
        let text = serde_json::to_string(&agenda).unwrap();
        prop_assert_eq!(serde_json::from_str::<Agenda<u8, 32>>(&text).unwrap(), agenda);
    }

    #[test]
    fn seats_are_a_set(with in prop::collection::vec(0..16_u8, 0..20), without in prop::collection::vec(0..16_u8, 0..20)) {
        let set: SeatSet = with.iter().map(|&seat| Seat(seat)).collect();
        let less = set.without(without.iter().map(|&seat| Seat(seat)).collect());
        let model: BTreeSet<u8> = with.iter().filter(|seat| !without.contains(seat)).copied().collect();
        prop_assert_eq!(less.iter().map(|seat| seat.0).collect::<Vec<_>>(), model.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(less.first().map(|seat| seat.0), model.first().copied());
        prop_assert_eq!(less.is_empty(), model.is_empty());
    }
}

#[test]
fn players_names_are_kept_on_one_line() {
    let players = BTreeMap::from([("king".to_owned(), " Alice\nof  York ".to_owned())]);
    let header = Header { rulebook: "toy".into(), players, ..Header::default() };
    let read = Journal::parse(&Journal::new(header).to_text()).unwrap();
    assert_eq!(read.header.players["king"], "Alice of York");
}

/// A line that is sealed cannot be found out by trying what it may say: without the salt, every guess looks the same.
#[test]
fn salt_keeps_guesses_out() {
    let header = Header { rulebook: "toy".into(), salt: Some(7), ..Header::default() };
    let record = |decision: &str| Record { seat: "south".into(), decision: decision.into(), dice: Vec::new() };
    let journal =
        Journal { header: header.into(), opening: Vec::new(), records: [record("bid 2")].into_iter().collect() };
    let excerpt = Excerpt::of(&journal, "north", |number| number == 1);
    assert!(excerpt.is_salted() && excerpt.seals() == 1);
    let text = excerpt.to_text();
    assert!(!text.contains("bid") && !text.contains("south") && !text.contains(&format!("{:032x}", 7)), "{text}");
    // Somebody who guesses the decision and makes up a salt does not come to the same link.
    for salt in [None, Some(0), Some(8)] {
        let guess = Journal { header: Header { salt, ..journal.header.as_ref().clone() }.into(), ..journal.clone() };
        assert!(excerpt.agrees(&guess).is_err());
        let link = text.lines().last().unwrap();
        assert!(!Excerpt::of(&guess, "north", |number| number == 1).to_text().contains(link));
    }
    assert_eq!(excerpt.agrees(&journal), Ok(()));
}

/// Journals written before there was salt read as they always did.
#[test]
fn a_journal_without_salt_is_as_it_was() {
    let text = "caracole journal 1\nrulebook toy\nbattle toy\nseed 0\nscenario\nbegin ; 2 #807bea6d\n\
                1 south bid 3 #1010da95\n2 north bid 0 ; 3 5 1 6 4 5 #a430e907\n";
    let journal = Journal::parse(text).unwrap();
    assert_eq!((journal.records.len(), journal.header.salt), (2, None));
    assert_eq!(journal.to_text(), text);
}
