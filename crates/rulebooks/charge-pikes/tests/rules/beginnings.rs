//! Battles that begin inside a turn go on from there as if the turn had been played up to that point.

use crate::fights::Situation;
use charge_pikes::ChargePikes;
use charge_pikes::agenda::Step;
use charge_pikes::decision::Decision;
use charge_pikes::movement::charging::ChargeStep;
use charge_pikes::sequence::{TurnChoice, TurnStep};
use charge_pikes::shooting::{ShootChoice, ShootStep};
use charge_pikes::state::{Aspect, Morale, Phase, Stage, State};
use kernel::{Ledger, Rulebook, Scripted, Seat, Seeded, Side, Silent, Soundness};

/// Horse of either side on the left, foot in the middle, all within reach.
const LINES: &str = r#"
[[units]]
key = "red-horse"
name = "Red horse"
side = "red"
kind = "horse"
grade = "B"
figures = 8
at = [15, 12]

[[units]]
key = "red-foot"
name = "Red foot"
side = "red"
kind = "foot"
grade = "C"
pikes = 8
muskets = 16
at = [34, 12]

[[units]]
key = "blue-horse"
name = "Blue horse"
side = "blue"
kind = "horse"
grade = "C"
figures = 8
at = [15, 24]

[[units]]
key = "blue-foot"
name = "Blue foot"
side = "blue"
kind = "foot"
grade = "C"
pikes = 8
muskets = 16
at = [34, 20]
"#;

fn begin(start: &str, units: &str) -> Situation {
    Situation::new(&format!("[start]\n{start}\n{units}"))
}

/// The first question, with exactly these dice.
fn started(situation: &Situation, dice: &[u8]) -> (State, Ledger) {
    let (mut dice, mut ledger) = (Scripted::new(dice), Ledger::default());
    let state = situation.rules.start(&mut dice, &mut ledger);
    dice.finish().unwrap_or_else(|error| panic!("{error}"));
    (state, ledger)
}

/// Plays on with the least answers until the turn is over; nothing may go wrong on the way.
fn finish_turn(rules: &ChargePikes, mut state: State) -> State {
    let (turn, mut dice, mut menu) = (state.turn, Seeded::new(9), Vec::new());
    while state.turn == turn && state.over.is_none() {
        let seat = rules.awaiting(&state).first().unwrap();
        let question = rules.ask(&state, seat, &mut menu);
        assert!(rules.judge(&state, seat, &menu[question.default]).is_ok());
        let least = menu[question.default];
        rules.play(&mut state, seat, least, &mut dice, &mut Silent);
        rules.invariants(&state).unwrap_or_else(|what| panic!("{what}"));
    }
    state
}

fn topic(rules: &ChargePikes, state: &State, seat: Seat) -> &'static str {
    rules.ask(state, seat, &mut Vec::new()).topic
}

#[test]
fn each_phase_begins_where_it_says() {
    // No die is rolled for the initiative: Side A is known (CP 14.1, 14.2).
    for (phase, is, step) in [
        ("flight", Phase::Movement, Step::Charge(ChargeStep::Declare(Side::SECOND))),
        ("movement", Phase::Movement, Step::Charge(ChargeStep::Declare(Side::SECOND))),
        ("second-movement", Phase::Movement, Step::Charge(ChargeStep::Declare(Side::FIRST))),
        ("shooting", Phase::Shooting, Step::Shoot(ShootStep::Orders)),
    ] {
        let battle = begin(&format!("turn = 3\nphase = \"{phase}\"\nside-a = \"blue\""), LINES);
        let (state, _) = started(&battle, &[]);
        assert_eq!((state.turn, state.phase, state.agenda.top()), (3, is, Some(step)), "{phase}");
        assert_eq!(state.side_a, Side::SECOND);
        let next = finish_turn(&battle.rules, state);
        assert_eq!(next.turn, 4, "{phase}");
    }
}

#[test]
fn without_a_phase_the_initiative_is_rolled_for() {
    let battle = begin("turn = 3", LINES);
    let (state, _) = started(&battle, &[2, 5]);
    assert_eq!((state.turn, state.agenda.top()), (3, Some(Step::Turn(TurnStep::ChooseSide(Side::SECOND)))));
}

#[test]
fn a_declared_charge_is_answered_next() {
    let charge = "charges = [{ charger = \"red-horse\", target = \"blue-horse\" }]";
    let battle = begin(&format!("phase = \"movement\"\nside-a = \"red\"\n{charge}"), LINES);
    let (mut state, ledger) = started(&battle, &[]);
    assert!(ledger.entries.iter().any(|entry| entry.title == "Red horse charges Blue horse"));
    assert_eq!(state.agenda.top(), Some(Step::Charge(ChargeStep::Answer(Side::SECOND))));
    assert_eq!(topic(&battle.rules, &state, Seat(1)), "answer-charges");
    // It runs when it has been answered (CP 15.5.1), and what is left of the turn follows.
    battle.rules.play(&mut state, Seat(1), Decision::Turn(TurnChoice::Done), &mut Scripted::new([]), &mut Silent);
    let charge = state.charges[0];
    assert_eq!((charge.stage, charge.aspect, charge.impetus), (Stage::Arrived, Aspect::Front, true));
    assert_eq!(finish_turn(&battle.rules, state).turn, 2);
}

#[test]
fn the_second_side_can_have_declared_too() {
    let charge = "charges = [{ charger = \"red-horse\", target = \"blue-horse\" }]";
    let battle = begin(&format!("phase = \"second-movement\"\nside-a = \"blue\"\n{charge}"), LINES);
    let (state, _) = started(&battle, &[]);
    assert_eq!(state.agenda.top(), Some(Step::Charge(ChargeStep::Answer(Side::SECOND))));
    assert_eq!(finish_turn(&battle.rules, state).turn, 2);
}

/// The horse has charged eight inches and stands before the enemy: its test is still to come.
#[test]
fn a_charge_that_has_come_up_is_tested_after_the_shooting() {
    let units = LINES.replacen("at = [15, 12]", "at = [15, 24]", 1);
    let charge = "charges = [{ charger = \"red-horse\", target = \"blue-horse\", ran = 8 }]";
    let battle = begin(&format!("phase = \"shooting\"\nside-a = \"red\"\n{charge}"), &units);
    let (mut state, _) = started(&battle, &[]);
    let charge = state.charges[0];
    // CP 15.4.1: four inches straight on are enough for horse.
    assert_eq!((charge.stage, charge.impetus, charge.aspect), (Stage::Arrived, true, Aspect::Front));
    assert_eq!(state.paths[0].len(), 2);
    // CP 16.7.3: charging horse does not shoot; the enemy may, on its way in (CP 16.2.4).
    assert!(!battle.rules.awaiting(&state).is_empty());
    let mut menu = Vec::new();
    battle.rules.ask(&state, Seat(0), &mut menu);
    assert!(
        !menu.iter().any(|order| matches!(order, Decision::Shoot(ShootChoice::Order { unit, .. }) if unit.0 == 0)),
        "{menu:?}"
    );
    battle.rules.ask(&state, Seat(1), &mut menu);
    assert!(
        menu.iter().any(|order| matches!(order, Decision::Shoot(ShootChoice::Order { unit, target, .. }) if (unit.0, target.0) == (2, 0)))
    );
    let mut dice = Seeded::new(4);
    let mut ledger = Ledger::default();
    while state.phase == Phase::Shooting {
        let seat = battle.rules.awaiting(&state).first().unwrap();
        let question = battle.rules.ask(&state, seat, &mut menu);
        let least = menu[question.default];
        battle.rules.play(&mut state, seat, least, &mut dice, &mut ledger);
    }
    assert!(ledger.entries.iter().any(|entry| entry.rule == "CP 18.4.1"), "{ledger:?}");
}

/// A short charge has no impetus (CP 15.4.1), and one that began behind the enemy strikes its flank or rear (G13).
#[test]
fn the_worth_of_a_charge_follows_from_how_it_stands() {
    let units = LINES.replacen("at = [15, 12]", "at = [15, 24]", 1);
    let near = "charges = [{ charger = \"red-horse\", target = \"blue-horse\", ran = 3 }]";
    let battle = begin(&format!("phase = \"shooting\"\nside-a = \"red\"\n{near}"), &units);
    assert!(!battle.rules.start.charges[0].impetus);
    // Facing away, the front of the blue horse lies its own depth further on.
    let depth = {
        let (low, high) = battle.table().body(battle.id("blue-horse")).bounds();
        (high.y - low.y) / f64::from(field::table::INCH)
    };
    let away = format!("figures = 8\nfacing = \"north\"\nat = [15, {}]", 24.0 + depth);
    let (red, blue) = units.split_once("[[units]]\nkey = \"blue-horse\"").unwrap();
    let blue = blue.replacen("figures = 8\nat = [15, 24]", &away, 1);
    let rear = format!("{red}[[units]]\nkey = \"blue-horse\"{blue}");
    let far = near.replace("ran = 3", "ran = 10");
    let battle = begin(&format!("phase = \"shooting\"\nside-a = \"red\"\n{far}"), &rear);
    assert_eq!(battle.rules.start.charges[0].aspect, Aspect::Rear);
}

/// Locked since last turn, and the round is about to be fought (CP 13.5).
#[test]
fn a_combat_goes_on_at_once() {
    let units = LINES.replacen("at = [34, 12]", "at = [34, 20]", 1);
    let contact = "[[contacts]]\nunits = [\"red-foot\", \"blue-foot\"]\n";
    let battle = begin("turn = 5\nphase = \"combat\"\nside-a = \"red\"", &format!("{contact}\n{units}"));
    let mut ledger = Ledger::default();
    let state = battle.rules.start(&mut Seeded::new(2), &mut ledger);
    // Both strike, before anybody is asked anything.
    let struck = |entry: &&kernel::Entry| entry.rule.starts_with("CP 17") && !entry.dice.is_empty();
    assert_eq!(ledger.entries.iter().filter(struck).count(), 2, "{ledger:?}");
    assert!(!ledger.entries.iter().any(|entry| entry.title == "Turn 5: initiative"));
    assert!(state.turn == 6 || state.phase == Phase::Combat);
}

/// Whoever has moved does not shoot (CP 16.7.2), unless by one rank (CP 16.7.1).
#[test]
fn what_was_moved_does_not_shoot() {
    let shooting = "phase = \"shooting\"\nside-a = \"red\"";
    let shoots = |start: &str| {
        let units = LINES.replacen("key = \"red-foot\"\n", &format!("key = \"red-foot\"\n{start}\n"), 1);
        let battle = begin(shooting, &units);
        let (state, _) = started(&battle, &[]);
        battle.rules.awaiting(&state).contains(Seat(0))
    };
    assert!(shoots(""));
    assert!(!shoots("start = { moved = 3 }"));
    assert!(shoots("start = { one-rank = true }"));
    assert!(!shoots("start = { evaded = true }"));
}

/// A march column with the enemy before it is shaken at once, not when somebody next decides something (CP 7.3.5).
#[test]
fn columns_are_alarmed_before_anybody_is_asked() {
    let units = LINES.replacen("key = \"red-foot\"\n", "key = \"red-foot\"\nformation = \"march-column\"\n", 1);
    let units = units.replacen("at = [34, 12]", "at = [34, 14]", 1);
    let shooting = begin("phase = \"shooting\"\nside-a = \"red\"", &units);
    let (state, ledger) = started(&shooting, &[]);
    assert_eq!(state.agenda.top(), Some(Step::Shoot(ShootStep::Orders)));
    assert_eq!(state.units[1].morale, Morale::Shaken);
    assert!(ledger.entries.iter().any(|entry| entry.rule == "CP 7.3.5"), "{ledger:?}");
    // So the first sealed order changes nothing that the other side can see.
    let order = |state: &State| {
        let mut menu = Vec::new();
        shooting.rules.ask(state, Seat(1), &mut menu);
        menu[0]
    };
    let mut after = state.clone();
    shooting.rules.play(&mut after, Seat(1), order(&state), &mut Seeded::new(1), &mut Silent);
    assert_eq!(after.units, state.units);
}

/// Random play from every beginning reaches the end of the battle.
#[test]
fn battles_begun_inside_a_turn_end() {
    for (phase, charge) in [
        ("flight", ""),
        ("movement", "charges = [{ charger = \"red-horse\", target = \"blue-horse\" }]"),
        ("second-movement", ""),
        ("shooting", ""),
        ("combat", ""),
    ] {
        let battle = begin(&format!("turn = 15\nphase = \"{phase}\"\nside-a = \"red\"\n{charge}"), LINES);
        for seed in 0..5 {
            let (mut dice, mut chance, mut menu) = (Seeded::new(seed), Seeded::new(seed ^ 5), Vec::new());
            let mut state = battle.rules.start(&mut dice, &mut Silent);
            while let Some(seat) = battle.rules.awaiting(&state).first() {
                battle.rules.ask(&state, seat, &mut menu);
                let decision = menu[chance.below(menu.len())];
                assert!(battle.rules.judge(&state, seat, &decision).is_ok(), "{phase} {decision:?}");
                battle.rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
                battle.rules.invariants(&state).unwrap_or_else(|what| panic!("{phase}: {what}"));
            }
            assert!(battle.rules.outcome(&state).is_some());
        }
    }
}
