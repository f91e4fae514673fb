//! What is told and shown: one of a thing is one, angles are not cut short, and nobody is forgotten.

use crate::fights::Situation;
use charge_pikes::cards::UnitId;
use charge_pikes::decision::{Decision, Manoeuvre};
use charge_pikes::state::{Loss, Place};
use kernel::{Ledger, Rulebook, Seat, Seeded};

const UNITS: &str = r#"
[[generals]]
key = "red-chief"
name = "The red chief"
side = "red"
rank = "chief"
lost = true

[[units]]
key = "red-horse"
name = "Red horse"
side = "red"
kind = "horse"
grade = "B"
figures = 8
at = [30, 12]

[[units]]
key = "dragoons"
name = "Red dragoons"
side = "red"
kind = "dragoons"
grade = "C"
figures = 8
at = [10, 12]
start = { dismounted = true }

[[units]]
key = "late"
name = "Late guns"
side = "red"
kind = "battery"
grade = "C"
guns = ["light"]
limbers = true
arrives = { turn = 4, at = [50, 3] }

[[units]]
key = "blue-horse"
name = "Blue horse"
side = "blue"
kind = "horse"
grade = "C"
figures = 8
at = [30, 24]
"#;

#[test]
fn one_of_a_thing_is_one() {
    let battle = Situation::new(UNITS);
    let scene = battle.rules.scene(&battle.state, None);
    let strength = |key: &str| scene.bodies.iter().find(|body| body.key == key).unwrap().strength.clone();
    assert_eq!(strength("dragoons-horses"), "1 holder");
    let mut crewless = Situation::new(&UNITS.replace("arrives = { turn = 4, at = [50, 3] }", "at = [50, 8]"));
    let guns = crewless.id("late");
    crewless.state.units[guns.ix()].place = Place::Gone(Loss::Destroyed);
    let scene = crewless.rules.scene(&crewless.state, None);
    assert_eq!(scene.bodies.iter().find(|body| body.key == "late-guns").unwrap().strength, "1 gun");
}

/// Who is on the table is in the scene; everybody else is told of as absent.
#[test]
fn nobody_is_forgotten() {
    let mut battle = Situation::new(UNITS);
    let blue = battle.id("blue-horse");
    battle.state.units[blue.ix()].place = Place::Gone(Loss::RoutedOff);
    let absent = battle.rules.absent(&battle.state, None);
    let told: Vec<(&str, &str, u8)> =
        absent.iter().map(|gone| (gone.key.as_str(), gone.fate.as_str(), gone.side)).collect();
    assert_eq!(
        told,
        [
            ("late", "expected in turn 4 at 50\" east, 3\" north", 0),
            ("blue-horse", "routed off the table", 1),
            ("red-chief", "out of the battle", 0),
        ]
    );
    for gone in &absent {
        assert!(!battle.rules.facts(&battle.state, None, Some(gone.body)).is_empty(), "{}", gone.key);
    }
    let scene = battle.rules.scene(&battle.state, None);
    assert!(absent.iter().all(|gone| scene.bodies.iter().all(|body| body.key != gone.key)));
}

/// A forlorn hope that is not out stands in its regiment: it is not missing.
#[test]
fn forlorn_hopes_in_their_regiments_are_not_absent() {
    let foot = "[[units]]\nkey = \"foot\"\nname = \"Foot\"\nside = \"red\"\nkind = \"foot\"\ngrade = \"C\"\n\
                pikes = 6\nmuskets = 12\nat = [60, 12]\n";
    let battle = Situation::with_options("forlorn-hopes = true", &format!("{UNITS}\n{foot}"));
    assert!(battle.rules.absent(&battle.state, None).iter().all(|gone| gone.key != "foot-forlorn"));
}

#[test]
fn angles_are_told_with_their_decimal() {
    let mut battle = Situation::new(UNITS);
    let horse = battle.id("red-horse");
    battle.phase(charge_pikes::state::Phase::Movement);
    for (angle, words) in [(3_490, "Red horse wheels 34.9° to the left"), (3_000, "Red horse wheels 30° to the left")]
    {
        let mut state = battle.state.clone();
        state.agenda.push(charge_pikes::agenda::Step::Moving(horse));
        let decision = Decision::Move(Manoeuvre::Wheel { right: false, angle });
        let mut ledger = Ledger::default();
        state.asked = kernel::SeatSet::one(Seat(0));
        assert!(battle.rules.judge(&state, Seat(0), &decision).is_ok(), "{angle}");
        battle.rules.play(&mut state, Seat(0), decision, &mut Seeded::new(1), &mut ledger);
        assert_eq!(ledger.entries[0].title, words);
    }
}

/// When charger and charged are locked, it is told who fights whom (CP 17.1.3).
#[test]
fn the_beginning_of_a_combat_is_told() {
    let mut battle = Situation::new(&UNITS.replace("at = [30, 12]", "at = [30, 24]"));
    let told = battle.act(&[], |play| play.lock(UnitId(0), UnitId(3), None, None));
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].title.as_str(), &*told[0].rule), ("Red horse and Blue horse: combat", "CP 17.1.3"));
    // Once: they are locked already.
    assert!(battle.act(&[], |play| play.lock(UnitId(0), UnitId(3), None, None)).is_empty());
}
