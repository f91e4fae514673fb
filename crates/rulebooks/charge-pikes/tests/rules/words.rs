//! What is told and shown: one of a thing is one, angles are not cut short, and nobody is forgotten.

use crate::fights::Situation;
use charge_pikes::cards::UnitId;
use charge_pikes::decision::{Decision, Manoeuvre};
use charge_pikes::movement::maneuvers::{MoveChoice, MoveStep};
use charge_pikes::state::{Loss, Place};
use kernel::{Ledger, Notation, Picture, Rulebook, Seat, Seeded, Telling};

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

/// A general off the table with his unit is on no map, and his card says where he is (CP 9.10).
#[test]
fn a_general_away_with_his_unit_is_not_drawn() {
    let with = UNITS.replace("lost = true", "with = \"red-horse\"");
    let mut battle = Situation::new(&with);
    let drawn =
        |battle: &Situation| battle.rules.scene(&battle.state, None).bodies.iter().any(|body| body.key == "red-chief");
    let told = |battle: &Situation| battle.rules.facts(&battle.state, None, Some(3_000));
    assert!(drawn(&battle));
    // CP 9.11a: with a unit he commands nobody else.
    let commands = told(&battle).into_iter().find(|fact| fact.name == "commands").unwrap();
    assert_eq!(commands.text, "Red horse");
    assert!(told(&battle).iter().any(|fact| fact.name == "radius" && fact.text.starts_with("none")));
    battle.unit_mut("red-horse").place = Place::OffTable { since: 1 };
    assert!(!drawn(&battle));
    let facts = told(&battle);
    assert!(facts.iter().all(|fact| fact.name != "ride"));
    assert!(facts.iter().any(|fact| fact.text == "off the table with Red horse"), "{facts:?}");
    let absent = battle.rules.absent(&battle.state, None);
    assert!(absent.iter().any(|gone| gone.key == "red-chief" && gone.fate == "off the table with Red horse"));
}

/// Lengths and angles on a menu can be typed as they stand there (CP 15.12.1), and moves that cost a unit its order say
/// so (CP 15.9.7).
#[test]
fn menus_say_what_may_be_typed_and_what_it_costs() {
    let mut battle = Situation::new(&UNITS.replace("grade = \"B\"", "grade = \"D\""));
    let horse = battle.id("red-horse");
    battle.phase(charge_pikes::state::Phase::Movement);
    battle.state.agenda.push(charge_pikes::agenda::Step::Move(MoveStep::Moving(horse)));
    let words = |manoeuvre| battle.rules.describe(&battle.state, &Decision::Move(MoveChoice::Make(manoeuvre)));
    // 2.99 inches.
    assert_eq!(words(Manoeuvre::Advance(75_946)), "advance 2.9\"");
    assert_eq!(words(Manoeuvre::Advance(76_200)), "advance 3\"");
    assert_eq!(words(Manoeuvre::Wheel { right: true, angle: 2_999 }), "wheel 29.9° right");
    assert_eq!(words(Manoeuvre::Retire(50_800)), "retire 2\" (disorders)");
    let heading =
        battle.rules.heading(&battle.state, &Decision::Move(MoveChoice::Make(Manoeuvre::Retire(50_800)))).unwrap();
    assert_eq!(heading.item, "2\" (disorders)");
}

/// A general's joining a unit that is not his says that it helps nobody (CP 9.3, CP G69), and `join` is read as it.
#[test]
fn generals_join_in_their_own_words() {
    let sub = "[[generals]]\nkey = \"sub\"\nname = \"Sub\"\nside = \"red\"\nrank = \"sub\"\nunits = [\"dragoons\"]\nat = [20, 12]\n";
    let battle = Situation::new(&format!("{UNITS}\n{sub}"));
    let join = battle.rules.read("join sub red-horse").unwrap();
    assert_eq!(join, battle.rules.read("attach sub red-horse").unwrap());
    assert_eq!(battle.rules.describe(&battle.state, &join), "Sub joins Red horse (not under his command)");
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
        state.agenda.push(charge_pikes::agenda::Step::Move(MoveStep::Moving(horse)));
        let decision = Decision::Move(MoveChoice::Make(Manoeuvre::Wheel { right: false, angle }));
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
