//! Chapter 13 at work: a whole charge from the declaration to the follow-up, and several players on one side.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::agenda::Step;
use charge_pikes::combat::{CombatChoice, CombatStep};
use charge_pikes::decision::{Decision, Manoeuvre, NO_LEGS};
use charge_pikes::movement::charging::ChargeChoice;
use charge_pikes::movement::maneuvers::MoveChoice;
use charge_pikes::reaction::TestChoice;
use charge_pikes::sequence::{Letter, TurnChoice, TurnStep};
use charge_pikes::shooting::ShootChoice;
use charge_pikes::state::{Aspect, Contact, Mode, Phase};
use kernel::{Entry, Ledger, Rulebook, Scripted, Seat, Side};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// A battle played by its questions, with exactly these dice.
struct Played {
    situation: Situation,
    dice: Scripted,
    ledger: Ledger,
    asked: Vec<(Seat, &'static str)>,
}

impl Played {
    fn begin(file: &str, dice: &[u8]) -> Played {
        let mut situation = Situation::new(file);
        let (mut dice, mut ledger) = (Scripted::new(dice), Ledger::default());
        situation.state = situation.rules.start(&mut dice, &mut ledger);
        Played { situation, dice, ledger, asked: Vec::new() }
    }

    /// Answers questions until the turn is over; what `answer` leaves open is answered as a cautious player would.
    fn go_on_to(&mut self, turn: u8, answer: impl Fn(&Situation, &str, &[Decision]) -> Option<Decision>) {
        let mut menu = Vec::new();
        while self.situation.state.turn < turn && self.situation.state.over.is_none() {
            let seat = self.situation.rules.awaiting(&self.situation.state).iter().next().unwrap();
            let question = self.situation.rules.ask(&self.situation.state, seat, &mut menu);
            self.asked.push((seat, question.topic));
            let decision = answer(&self.situation, question.topic, &menu).unwrap_or(menu[question.default]);
            self.decide(seat, decision);
        }
    }

    fn decide(&mut self, seat: Seat, decision: Decision) {
        let Situation { rules, state } = &mut self.situation;
        rules.judge(state, seat, &decision).unwrap_or_else(|refusal| panic!("{decision:?}: {refusal}"));
        rules.play(state, seat, decision, &mut self.dice, &mut self.ledger);
    }

    fn entry(&self, rule: &str, name: &str) -> &Entry {
        let found = self.ledger.entries.iter().find(|entry| entry.rule == rule && entry.title.starts_with(name));
        found.unwrap_or_else(|| panic!("no {rule} of {name}"))
    }
}

/// Royalist horse four abreast, 18 inches from a regiment of 36. Rough ground covers one flank of the foot; its general
/// is near, but not near enough to be hurt.
const CHARGE: &str = r#"
[[ground.areas]]
name = "furze"
kind = "rough"
box = [25, 30, 29.5, 34]

[[units]]
key = "horse"
name = "Horse"
side = "red"
kind = "horse"
grade = "B"
figures = 12
files = 4
royalist = true
at = [36, 12]
facing = "north"

[[units]]
key = "foot"
name = "Foot"
side = "blue"
kind = "foot"
grade = "C"
pikes = 12
muskets = 24
files = { left = 4, pikes = 6, right = 4 }
at = [36, 30]
facing = "south"

[[generals]]
key = "general"
name = "General"
side = "blue"
rank = "chief"
at = [36, 40]
"#;

#[test]
fn v42_a_whole_charge() {
    // CP V42, to the letter.
    #[rustfmt::skip]
    let dice = [
        6, 1, // initiative
        1, // panic: +1 cannot fail
        2, 4, 5, 6, // four dice of musketry: four hits
        5, // the charge: 5 − 3 = 2
        1, // to stand: 0 cannot fail
        1, 3, 5, 6, // the horse strikes: five hits
        2, 4, 5, 6, // the foot strikes: two hits
        3, // losing: 3 − 2 = 1; with half its cost gone the army of one unit is broken and the battle over
    ];
    let mut played = Played::begin(CHARGE, &dice);
    let (horse, foot) = (played.situation.id("horse"), played.situation.id("foot"));
    let stood = played.situation.unit("foot").pose.at;
    played.go_on_to(2, |_, topic, menu| match topic {
        "choose-side" => Some(Decision::Turn(TurnChoice::TakeSide(Letter::A))),
        "declare-charges" => {
            Some(Decision::Charge(ChargeChoice::Charge { unit: horse, target: foot, files: 0, legs: NO_LEGS }))
        }
        "shoot" => menu.iter().copied().find(|answer| matches!(answer, Decision::Shoot(ShootChoice::Order { .. }))),
        "combat" => Some(Decision::Combat(CombatChoice::Pistols { unit: horse, draw: true })),
        _ => None,
    });
    played.dice.finish().unwrap();
    let total = |rule: &str, name: &str| played.entry(rule, name).total.unwrap();
    // Frontal on steady pikes: no impetus.
    assert!(played.entry("CP 15.4.1", "Horse").title.ends_with("front of Foot without impetus"));
    assert_eq!(total("CP 18.3.1", "Foot"), 2);
    assert_eq!(played.entry("CP 16.8.1", "Foot").result, "4 hits");
    assert_eq!((total("CP 18.4.1", "Horse"), total("CP 18.5.1", "Foot")), (2, 1));
    // 3 points to 0: the row of 3.
    let strike = |name: &str| played.entry("CP 17.1.5", name);
    assert_eq!((strike("Horse").total, strike("Horse").result.as_str()), (Some(3), "5 hits"));
    assert_eq!((strike("Foot").total, strike("Foot").result.as_str()), (Some(-3), "2 hits"));
    assert!(strike("Foot").title.contains("16 figures, 4 dice"), "{}", strike("Foot").title);
    assert!(strike("Horse").title.contains("8 figures, 4 dice"), "{}", strike("Horse").title);
    assert_eq!(total("CP 18.7.1", "Foot"), 1);
    let game = &played.situation;
    assert_eq!((game.table().figures(horse), game.table().figures(foot)), (6, 31));
    // The foot recoils 2 inches, the horse follows up: still in contact, a melee now.
    assert!((inches_between(stood, game.unit("foot").pose.at) - 2.0).abs() < 0.01);
    let [contact] = game.state.contacts[..] else { panic!("one contact") };
    assert!(!contact.impact && contact.a_follows && !contact.b_follows);
    assert_eq!((contact.on_a, contact.on_b), (Aspect::Front, Aspect::Front));
    assert!(game.table().exhausted(horse) && game.unit("horse").disordered && !game.unit("foot").disordered);
    assert!(!game.unit("horse").pistols_loaded);
}

const TWO_PLAYERS: &str = r#"
[[seats]]
key = "left"
name = "Left"
side = "red"
commands = ["left"]

[[seats]]
key = "right"
name = "Right"
side = "red"

[[seats]]
key = "blue"
name = "Blue"
side = "blue"

[[units]]
key = "one"
name = "one"
side = "red"
kind = "foot"
grade = "C"
muskets = 12
command = "left"
at = [20, 10]

[[units]]
key = "two"
name = "two"
side = "red"
kind = "foot"
grade = "C"
muskets = 12
at = [50, 10]

[[units]]
key = "foe"
name = "foe"
side = "blue"
kind = "foot"
grade = "C"
muskets = 12
at = [36, 40]
"#;

#[test]
fn who_is_done_stays_done_until_the_step_is_over() {
    // CP 13.3: two players move one side; one of them is through before the other has begun.
    let mut played = Played::begin(TWO_PLAYERS, &[6, 1, 1, 6]);
    let (left, right, blue) = (Seat(0), Seat(1), Seat(2));
    played.decide(left, Decision::Turn(TurnChoice::TakeSide(Letter::A)));
    let asked = |played: &Played| played.situation.rules.awaiting(&played.situation.state).iter().collect::<Vec<_>>();
    assert_eq!(asked(&played), [left, right]);
    played.decide(left, Decision::Turn(TurnChoice::Done));
    assert_eq!(asked(&played), [right]);
    let two = played.situation.id("two");
    played.decide(right, Decision::Move(MoveChoice::Pick(two)));
    played.decide(right, Decision::Move(MoveChoice::Make(Manoeuvre::Advance(inches(3)))));
    played.decide(right, Decision::Move(MoveChoice::Make(Manoeuvre::Stop)));
    assert_eq!(asked(&played), [blue], "the left is not asked again");
    played.decide(blue, Decision::Turn(TurnChoice::Done));
    // In the next turn everybody has a say again.
    assert_eq!(played.situation.state.turn, 2);
    played.decide(blue, Decision::Turn(TurnChoice::TakeSide(Letter::B)));
    assert_eq!(asked(&played), [left, right]);
    played.dice.finish().unwrap();
}

#[test]
fn tests_are_taken_in_the_owners_order() {
    // CP 18.8.3, CP G22: two losers of one side; their owner is asked which of them tests first.
    let fight = |key: &str, x: f64| {
        format!(
            "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"red\"\nkind = \"foot\"\ngrade = \"C\"\nmuskets = 12\n\
             at = [{x}, 20]\nfacing = \"north\"\n\n[[units]]\nkey = \"x{key}\"\nname = \"x{key}\"\nside = \"blue\"\n\
             kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nat = [{x}, 20]\nfacing = \"south\"\n\n"
        )
    };
    let contacts = "[[contacts]]\nunits = [\"a\", \"xa\"]\n[[contacts]]\nunits = [\"b\", \"xb\"]\n";
    let mut situation = Situation::new(&(fight("a", 20.0) + &fight("b", 50.0) + contacts));
    situation.phase(Phase::Combat);
    for key in ["a", "b"] {
        let unit = situation.unit_mut(key);
        (unit.fought, unit.taken_round) = (true, 1);
    }
    situation.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::SECOND)));
    let kind = charge_pikes::agenda::TestKind::LosingCombat;
    situation.state.agenda.push(Step::Tests { kind, side: Side::FIRST });
    situation.act(&[], |play| play.advance());
    let (a, b) = (situation.id("a"), situation.id("b"));
    let mut menu = Vec::new();
    situation.rules.ask(&situation.state, RED, &mut menu);
    assert_eq!(menu, [Decision::Test(TestChoice::Take(a)), Decision::Test(TestChoice::Take(b))]);
    assert!(situation.rules.judge(&situation.state, BLUE, &Decision::Test(TestChoice::Take(b))).is_err());
    // The second of them has no choice left and tests at once.
    situation.act(&[6, 1], |play| play.play(RED, Decision::Test(TestChoice::Take(b))));
    assert_eq!((situation.unit("b").mode, situation.unit("a").mode), (Mode::Normal, Mode::Routing));
}

#[test]
fn both_of_a_pair_that_fall_back_are_apart() {
    // CP 17.3.2: both recoiled, so nobody follows; and what is settled once is not asked again.
    let horse = |key: &str, side: &str, y: f64, facing: &str| {
        format!(
            "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nkind = \"horse\"\ngrade = \"C\"\nfigures = 12\n\
             at = [36, {y}]\nfacing = \"{facing}\"\n\n"
        )
    };
    let file = horse("a", "red", 24.0, "north")
        + &horse("b", "blue", 24.0, "south")
        + "[[contacts]]\nunits = [\"a\", \"b\"]\n";
    let after = |recoiled: [bool; 2]| {
        let mut situation = Situation::new(&file);
        situation.phase(Phase::Combat);
        for (key, other) in
            [("a", "b"), ("b", "a")].into_iter().zip(recoiled).filter(|(_, back)| *back).map(|(pair, _)| pair)
        {
            let (id, from) = (situation.id(key), situation.id(other));
            situation.act(&[], |play| play.recoil(id, inches(4), Some(from)));
        }
        situation.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
        situation.state.agenda.push_all(&[Step::Combat(CombatStep::FollowUps), Step::Combat(CombatStep::FollowUps)]);
        situation.act(&[], |play| play.advance());
        assert!(!situation.unit("a").recoiled && !situation.unit("b").recoiled);
        situation
    };
    assert!(after([true, true]).state.contacts.is_empty());
    assert_eq!(after([false, false]).state.contacts.len(), 1);
    let followed = after([true, false]).state.contacts[0];
    assert!(matches!(followed, Contact { b_follows: true, a_follows: false, impact: false, .. }));
}
