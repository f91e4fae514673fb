//! A check is worth what it finds: every fault planted in a toy rulebook must be found.

#[path = "../../kernel/tests/toy/mod.rs"]
mod toy;

use laboratory::soak::{Failure, Plan, one_battle, soak_as_planned};
use laboratory::strays::Bender;
use std::sync::atomic::AtomicUsize;
use toy::{Fault, Toy};

const PLAN: Plan<'_> = Plan { first: 0, battles: 60, players: ["random", "greedy"], strays: true, most_decisions: 300 };

fn failures(fault: Fault) -> Vec<Failure> {
    (0..60).filter_map(|seed| one_battle(&Toy::faulty(fault), &Toy::header(0), seed, &PLAN).err()).collect()
}

fn found(fault: Fault, words: &str) {
    let failures = failures(fault);
    assert!(failures.iter().any(|failure| failure.what.contains(words)), "{fault:?}: {failures:?}");
    assert!(failures.iter().all(|failure| failure.journal.starts_with("caracole journal 1\n")));
}

#[test]
fn a_sound_rulebook_passes() {
    let progress = AtomicUsize::new(0);
    let soaked = soak_as_planned(&Toy::gritty(6), &Toy::header(0), &PLAN, &progress);
    assert_eq!(soaked.failures, []);
    assert_eq!((soaked.battles, soaked.wins.iter().sum(), progress.into_inner()), (60, 60, 60));
    assert!(soaked.strays[1] > 0 && soaked.views > 300 && soaked.sights > 600, "{soaked:?}");
    // Somebody pressed on: the steps of a press inside a press.
    assert!(soaked.depth[0] >= 3 && soaked.depth[0] < soaked.depth[1] && soaked.depth[1] == 12, "{soaked:?}");
}

#[test]
fn secrets_let_out_are_found() {
    found(Fault::ShowsBids, "`bid` betrays the answers of north to south: bids changed in its view");
    found(Fault::TellsBids, "a sealed answer was told");
    found(Fault::JournalTells, "is sealed, but a journal would tell it");
}

/// What is hidden for the whole battle must show nowhere.
#[test]
fn hidden_values_that_show_are_found() {
    found(Fault::SceneTells, "the scene tells north what is hidden from it");
    found(Fault::CardTells, "the card of the battle tells south what is hidden from it");
    found(Fault::AbsenceTells, "who is absent tells");
    found(Fault::MenuTells, "its question or menu tells");
    found(Fault::QuestionTells, "its question or menu tells");
    found(Fault::RankTells, "a rank tells");
    found(Fault::AnswerTells, "an answer in words tells");
    found(Fault::JudgeTells, "the judge tells");
    found(Fault::ClockTells, "the clock tells");
    found(Fault::AskingTells, "who is asked tells");
    found(Fault::MarkTells, "an answer on the field tells");
    found(Fault::AimTells, "what a pointing hand means tells");
    found(Fault::RouteTells, "where a body can get to tells");
    found(Fault::OverlayTells, "the overlay `purse` tells");
    found(Fault::RosterTells, "the order of battle tells");
    found(Fault::OnlookerHears, "what an onlooker sees tells");
    found(Fault::BlanksTwice, "hides more when it is hidden twice");
}

#[test]
fn odds_that_tell_are_found() {
    found(Fault::OddsTell, "what is imagined for odds tells");
    found(Fault::ImaginesBadly, "no odds of a decision on the menu");
}

#[test]
fn bad_questions_are_found() {
    found(Fault::EmptyMenu, "`bid` has an empty menu");
    found(Fault::DefaultOffMenu, "the default of `bid` is not on its menu");
    found(Fault::OffersTwice, "is on the menu of `bid` twice");
    found(Fault::RefusesMenu, "`bid 2` is on the menu of `bid` but refused: two is not to my liking [toy 9]");
    found(Fault::BadNotation, "reads back as something else");
    found(Fault::OutOfTurn, "may decide without being asked");
}

#[test]
fn bad_play_is_found() {
    found(Fault::AcceptsAnything, "panic while playing off the menu");
    found(Fault::Panics, "the third round");
    found(Fault::TakesNothing, "`bid 0` was accepted and changed nothing");
    found(Fault::ListenerMatters, "replay");
    found(Fault::SavesBadly, "a saved state loads as another");
    found(Fault::BrokenInvariant, "the fourth round");
    found(Fault::AddsUpWrong, "a reckoning does not add up");
    found(Fault::ListTooShort, "lists were full 1 times and lost what came then, the last one of length 2");
}

#[test]
fn bad_endings_are_found() {
    found(Fault::Endless, "did not end within 300 decisions");
    found(Fault::NoOutcome, "nobody is asked, but there is no outcome");
}

#[test]
fn the_journal_of_a_panic_leads_to_it() {
    for failure in failures(Fault::Panics) {
        let journal = kernel::Journal::parse(&failure.journal).unwrap();
        let battle = kernel::Battle::resume(Toy::gritty(6), journal).unwrap();
        // A look ahead for routes comes there a round earlier.
        let round = if failure.what.contains("looking closely") { 2 } else { 3 };
        assert_eq!(battle.state().round, round, "{}", failure.what);
    }
}

/// Decisions are bent by exchanging what names and numbers they hold.
#[test]
fn names_and_numbers_change_place() {
    let mut bender = Bender::new(1);
    bender.learn("charge byron hale ahead 300");
    bender.learn("pick lisle");
    let bent: Vec<String> = (0..200).map(|_| bender.bend("charge byron hale ahead 300")).collect();
    assert!(bent.iter().any(|text| text == "charge lisle hale ahead 300"));
    assert!(bent.iter().any(|text| text.starts_with("charge byron hale ahead") && !text.ends_with(" 300")));
    assert!(bent.iter().all(|text| !text.contains("NaN")));
    assert_eq!(Bender::new(1).bend(""), "");
}
