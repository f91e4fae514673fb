//! Whatever stands on a menu is accepted and can be played, and leads to a question or the end.

use crate::common::*;
use kernel::{Rulebook, Seeded, Silent, Soundness};

/// Both sides with all arms, close enough to meet.
fn meeting() -> Position {
    let mut start = position()
        .top("turns = 3")
        .terrain("1110 1111 1210 0905 0906", "woods")
        .terrain("1313 1314 1212", "village")
        .terrain("0812 0813", "orchard")
        .road("0515 0615 0715 0815 0915 1015 1115 1215 1315 1415 1515 1615 1715")
        .hexside("1212 e", "wall")
        .level("1408 1409 1508", 1);
    let sides = [("f", 8, "e", "ne", 1), ("a", 15, "w", "sw", -1)];
    for (side, x, to, corner, ahead) in sides {
        let at = |dx: i32, y: i32| format!("{:02}{:02}", x + dx * ahead, y);
        let (one, two) = (format!("{side}11"), format!("{side}12"));
        let name = |what: &str| format!("{side}{what}");
        start = start
            .unit(foot(&name("b1"), &one).at(&at(0, 10), to))
            .unit(foot(&name("b2"), &one).at(&at(0, 10), to))
            .unit(foot(&name("b3"), &one).at(&at(1, 12), corner).in_("line").with("nation", "british"))
            .unit(light(&name("l1"), &one).at(&at(2, 14), corner).in_("skirmish").set("increments", 3))
            .unit(foot(&name("r"), &two).at(&at(-1, 15), to).with("size", "regiment").set("increments", 12))
            .unit(foot(&name("r1"), &two).with("regiment", &name("r")).set("number", 1))
            .unit(foot(&name("r2"), &two).with("regiment", &name("r")).set("number", 2))
            .unit(hussars(&name("h"), &two).at(&at(0, 7), corner).in_("line").set("increments", 4))
            .unit(heavy(&name("c"), &two).at(&format!("{} {}", at(-1, 17), at(-2, 17)), to).in_("column-of-companies"))
            .unit(guns(&name("g"), &one).at(&at(1, 9), to))
            .unit(guns(&name("k"), &two).at(&at(-2, 15), "").set("limbered", true))
            .leader(leader(&name("d"), &one, &at(0, 10)).set("gives-point", true))
            .leader(leader(&name("e"), &two, &at(-1, 15)).set("gives-point", true))
            .leader(leader(&name("x"), side, &at(-2, 12)));
    }
    start.start("turn = 1")
}

#[test]
fn whatever_is_offered_can_be_played() {
    // LB 1.0a.
    let rules = meeting().open();
    let most = std::env::var("SEEDS").ok().and_then(|most| most.parse().ok()).unwrap_or(3);
    for seed in 1..=most {
        let mut dice = Seeded::new(seed);
        let mut pick = Seeded::new(seed + 100);
        let mut state = Box::new(rules.start(&mut dice, &mut Silent));
        let mut menu = Vec::new();
        let mut trail: Vec<String> = Vec::new();
        for count in 0..1500 {
            let Some(seat) = rules.awaiting(&state).first() else { break };
            let question = rules.ask(&state, seat, &mut menu);
            assert!(!menu.is_empty(), "seed {seed}: nothing to answer to {} after {:?}", question.topic, last(&trail));
            assert!(question.default < menu.len(), "seed {seed}: {}", question.topic);
            let faces = menu.len().min(200) as u8;
            let decision = menu[usize::from(kernel::Dice::roll(&mut pick, faces)) - 1];
            let text = kernel::Notation::notate(&rules, &decision);
            trail.push(format!("{}: {text}", question.topic));
            let read = kernel::Notation::read(&rules, &text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(read, decision, "{text}");
            rules.judge(&state, seat, &decision).unwrap_or_else(|no| panic!("seed {seed}, {count}: {text}: {no}"));
            let before = state.clone();
            rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
            assert!(*before != *state, "seed {seed}, {count}: {text} changes nothing, after {:?}", last(&trail));
            rules
                .invariants(&state)
                .unwrap_or_else(|what| panic!("seed {seed}, {count}: {what} after {:?}", last(&trail)));
        }
    }
}

fn last(trail: &[String]) -> &[String] {
    &trail[trail.len().saturating_sub(12)..]
}
