//! The lessons speak of what happens in their battles.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use commander::Anyone;
use kernel::{Entry, OptionValues};
use shelf::{Dice, Lesson, Moment};
use std::collections::BTreeSet;

/// Topics that the learner is asked and rules under which something is told, over many battles.
fn moments(lesson: &Lesson, battles: u64) -> (BTreeSet<String>, BTreeSet<String>) {
    let source = shelf::find(&lesson.battle).unwrap();
    let (mut topics, mut rules) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..battles {
        let (mut door, opening) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(seed)).unwrap();
        let learner = door.seats().iter().position(|card| card.key == lesson.seat).unwrap();
        let mut hear = |entries: &[Entry]| rules.extend(entries.iter().map(|entry| entry.rule.clone().into_owned()));
        hear(&opening.entries);
        let mut commander = Anyone::named(if seed % 2 == 0 { "greedy" } else { "random" }, seed).unwrap();
        while let Some(&seat) = door.awaiting().first() {
            let asked = door.question(seat).unwrap();
            if usize::from(seat.0) == learner {
                topics.insert(asked.question.topic.to_owned());
            }
            let decision = asked.menu[commander.choose_asked(&asked)].decision.clone();
            hear(&door.decide(seat, &decision).unwrap());
        }
    }
    (topics, rules)
}

#[test]
fn every_rulebook_has_a_lesson_whose_moments_come() {
    for rulebook in shelf::RULEBOOKS {
        let lesson = shelf::lesson(rulebook).expect(rulebook);
        assert_eq!((lesson.format, lesson.rulebook.as_str()), (1, *rulebook));
        let (topics, rules) = moments(&lesson, 60);
        for note in &lesson.notes {
            let comes = match &note.at {
                Moment::Asked(topic) => topics.contains(topic),
                Moment::Told(start) => rules.iter().any(|rule| rule.starts_with(start.as_str())),
            };
            assert!(comes, "{rulebook}: {:?} never comes; topics are {topics:?}", note.at);
        }
    }
}
