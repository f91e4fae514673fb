//! 15.6 Evading.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::agenda::{Step, TestKind};
use charge_pikes::decision::{Decision, NO_LEGS};
use charge_pikes::movement::charging::{ChargeChoice, ChargeStep};
use charge_pikes::sequence::TurnStep;
use charge_pikes::state::{ChargeKind, Formation, GunState, Loss, Place, Stage};
use field::table::{Cdeg, bearing};
use kernel::{Reaction, Rulebook, Seat, Side};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
/// Four files of two: 120 mm by 60 mm.
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
const GUNS: &str = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]";

fn unit(key: &str, side: &str, at: [f64; 2], facing: &str, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = \"{facing}\"\n{what}\n\n"
    )
}

/// A charge from the south that is declared and about to run, by the steps of the turn. South's generals are absent.
fn charged(gap: f64, south: &str, north: &str, more: &str) -> Situation {
    let pair =
        unit("south", "red", [36.0, 8.0], "north", south) + &unit("north", "blue", [36.0, 8.0 + gap], "south", north);
    let mut situation = Situation::new(&(pair + more));
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
    situation.state.agenda.push_all(&[Step::Charge(ChargeStep::RunAll)]);
    situation.table().judge_charge(RED, south, north, 0, &NO_LEGS).unwrap_or_else(|refusal| panic!("{refusal}"));
    situation.act(&[], |play| {
        play.declare(ChargeKind::Charge, south, north, 0, NO_LEGS);
        play.advance();
    });
    situation
}

impl Situation {
    /// What a seat is asked now, and its menu.
    fn asked(&self, seat: Seat) -> (&'static str, Vec<Decision>) {
        let mut menu = Vec::new();
        let question = self.rules.ask(&self.state, seat, &mut menu);
        (question.topic, menu)
    }

    fn decide(&mut self, seat: Seat, decision: Decision) {
        self.rules.judge(&self.state, seat, &decision).unwrap_or_else(|refusal| panic!("{decision:?}: {refusal}"));
        self.act(&[], |play| play.play(seat, decision));
    }

    fn refused(&self, seat: Seat, decision: Decision) -> String {
        self.rules.judge(&self.state, seat, &decision).unwrap_err().rule.into_owned()
    }

    fn stage(&self) -> Stage {
        self.state.charges[0].stage
    }
}

fn evade(bearing: Cdeg, tenths: i32) -> Decision {
    Decision::Charge(ChargeChoice::Evade { bearing, distance: inches(1) / 10 * tenths })
}

#[test]
fn who_is_asked_whether_to_evade() {
    // CP 15.6.1: skirmishers and gunners; CP 15.6.2: when the enemy has come up to them.
    for prey in [SKIRMISHERS, GUNS] {
        let situation = charged(10.0, HORSE, prey, "");
        let (topic, menu) = situation.asked(BLUE);
        assert_eq!((topic, menu[0]), ("evade", Decision::Charge(ChargeChoice::Stand)));
        let question = situation.rules.ask(&situation.state, BLUE, &mut Vec::new());
        assert_eq!((question.reaction, question.default), (Reaction::Offered, 0), "to stand is to decline");
        assert!(
            menu.len() > 1
                && menu[1..].iter().all(|answer| matches!(answer, Decision::Charge(ChargeChoice::Evade { .. })))
        );
        assert_eq!(situation.stage(), Stage::Arrived);
        let (south, north) = (situation.id("south"), situation.id("north"));
        assert!(situation.table().body(south).distance(&situation.table().body(north)) < 1_000.0);
    }
    // Close order stands where it is.
    assert_ne!(charged(10.0, HORSE, SHOT, "").asked(BLUE).0, "evade");
    // CP 17.6.3: so do skirmishers in works.
    let works = "[[ground.lines]]\nname = \"bank\"\nkind = \"fence\"\npoints = [[30, 15], [42, 15]]\n";
    assert_eq!(charged(8.0, SHOT, SKIRMISHERS, works).asked(BLUE).0, "evade", "a fence is no work");
    let works = works.replace("fence", "light-works");
    assert_ne!(charged(8.0, SHOT, SKIRMISHERS, &works.replace("15]", "15.8]")).asked(BLUE).0, "evade");
}

#[test]
fn away_from_the_charge_within_45_degrees() {
    // CP 15.6.3: the charge comes from the south, so north is straight away.
    let situation = charged(10.0, HORSE, SKIRMISHERS, "");
    for bearing in [0, 4_500, 31_500] {
        assert!(situation.rules.judge(&situation.state, BLUE, &evade(bearing, 100)).is_ok(), "{bearing}");
    }
    for bearing in [4_501, 31_499, 18_000, 9_000] {
        assert_eq!(situation.refused(BLUE, evade(bearing, 100)), "CP 15.6.3");
    }
    let mut situation = charged(10.0, HORSE, SKIRMISHERS, "");
    let before = situation.unit("north").pose.at;
    situation.decide(BLUE, evade(3_000, 100));
    let after = situation.unit("north").pose.at;
    assert!((inches_between(before, after) - 10.0).abs() < 0.01);
    assert_eq!(bearing(after.vec() - before.vec()), 3_000);
}

#[test]
fn at_least_half_a_move_and_at_most_an_evade_move() {
    // CP 15.6.4a: half of 4 inches; the horse has none of its move left to follow.
    let spent = charged(20.0, HORSE, SKIRMISHERS, "");
    assert!(spent.rules.judge(&spent.state, BLUE, &evade(0, 20)).is_ok());
    assert_eq!(spent.refused(BLUE, evade(0, 19)), "CP 15.6.4a");
    // CP 15.6.4c: ten inches.
    assert!(spent.rules.judge(&spent.state, BLUE, &evade(0, 100)).is_ok());
    assert_eq!(spent.refused(BLUE, evade(0, 101)), "CP 15.6.4c");
    // CP 15.6.4b: with 5 inches left the enemy reaches whoever stops nearer than that.
    let close = charged(15.0, HORSE, SKIRMISHERS, "");
    assert_eq!(close.refused(BLUE, evade(0, 49)), "CP 15.6.4b");
    assert!(close.rules.judge(&close.state, BLUE, &evade(0, 51)).is_ok());
    // Out of his line he does not, however near.
    let aside = charged(15.0, "kind = \"horse\"\ngrade = \"C\"\nfigures = 2\nfiles = 1", SKIRMISHERS, "");
    assert!(aside.rules.judge(&aside.state, BLUE, &evade(4_500, 48)).is_ok());
    // A gunner evades as far as a skirmisher (CP 15.12.3), and leaves his gun (CP 15.1.10).
    let mut guns = charged(20.0, HORSE, GUNS, "");
    let stood = guns.unit("north").pose;
    guns.decide(BLUE, evade(0, 100));
    let crew = guns.unit("north");
    assert_eq!((crew.away, crew.formation), (true, Formation::Open));
    assert_eq!(guns.state.batteries[0].left_at, stood);
    // CP G38: the horse stands among them and has them.
    assert!(guns.state.batteries[0].guns.iter().all(|gun| gun.state == GunState::Captured));
    // CP G67: guns in the enemy's hands are lost to their side, whether their crew got away or not.
    let battery = guns.table().battery(guns.state.batteries[0].unit).unwrap().unit;
    let (side, card) = (guns.table().side(battery), guns.table().card(battery));
    let crew = card.figures() * (4 + 2);
    let share = card.cost * (card.cost - crew) / card.cost;
    assert_eq!(guns.table().losses(side).0, share, "all but its {crew} points of gunners");
}

#[test]
fn slow_ground_and_friends_shorten_an_evade() {
    // CP 15.6.4c, 19.1.8: skirmishers go through heavy woods at half speed.
    let wood = "[[ground.areas]]\nname = \"wood\"\nkind = \"heavy-woods\"\nbox = [30, 22, 42, 34]\n";
    let situation = charged(10.0, HORSE, SKIRMISHERS, wood);
    assert_eq!(situation.refused(BLUE, evade(0, 90)), "CP 15.6.4c");
    assert!(situation.rules.judge(&situation.state, BLUE, &evade(0, 55)).is_ok());
    // CP 15.7.2: nobody ends on top of a friend; going through one costs twice.
    let friend = unit("friend", "blue", [36.0, 23.0], "south", SHOT);
    let situation = charged(10.0, HORSE, SKIRMISHERS, &friend);
    assert_eq!(situation.refused(BLUE, evade(0, 40)), "CP 15.7.2");
    assert_eq!(situation.refused(BLUE, evade(0, 100)), "CP 15.6.4c");
}

#[test]
fn v36_halting_after_an_evade() {
    // CP V36, CP 15.6.5, 15.6.6: 11 inches leave the horse in order, exactly 12 too (CP G20), 13 disorder it.
    for (gap, disordered) in [(11.0, false), (12.0, false), (13.0, true)] {
        let mut situation = charged(gap, HORSE, SKIRMISHERS, "");
        situation.decide(BLUE, evade(0, 100));
        let (topic, menu) = situation.asked(RED);
        assert_eq!((topic, menu.contains(&Decision::Charge(ChargeChoice::Halt))), ("after-evade", true));
        let question = situation.rules.ask(&situation.state, RED, &mut Vec::new());
        assert_eq!(question.reaction, Reaction::None, "the charger goes on with its own charge");
        let stands = situation.unit("south").pose;
        situation.decide(RED, Decision::Charge(ChargeChoice::Halt));
        assert_eq!((situation.unit("south").disordered, situation.unit("south").pose), (disordered, stands), "{gap}");
        // CP G20: no charge any more, so nobody tests for it.
        assert_eq!(situation.stage(), Stage::Halted);
        for (kind, key) in [(TestKind::Charge, "south"), (TestKind::Stand, "north")] {
            assert!(!situation.table().test_due(kind, situation.id(key)));
        }
        // CP G21: neither moves again this turn.
        for key in ["south", "north"] {
            assert!(situation.table().may_move(situation.id(key)).is_err());
        }
    }
}

#[test]
fn going_on_into_the_next_in_line() {
    // CP 15.6.5: straight on into the foot behind, within the 20 inches of the whole charge (CP G20).
    let behind = |gap: f64| unit("behind", "blue", [36.0, 8.0 + gap], "south", SHOT);
    let mut situation = charged(10.0, HORSE, SKIRMISHERS, &behind(18.0));
    situation.decide(BLUE, evade(4_500, 100));
    assert_eq!(situation.asked(RED).1, [Decision::Charge(ChargeChoice::Halt), Decision::Charge(ChargeChoice::GoOn)]);
    situation.decide(RED, Decision::Charge(ChargeChoice::GoOn));
    let charge = situation.state.charges[0];
    assert_eq!((charge.target, charge.stage), (situation.id("behind"), Stage::Arrived));
    assert_eq!(charge.ran, inches(18));
    assert!(charge.impetus, "straight all the way");
    // CP G20: the next target is charged like any other: it panics, stands and shoots, but cannot meet the charge.
    assert!(situation.table().test_due(TestKind::Panic, situation.id("behind")));
    // CP 15.6.7: the evader stands or runs too, once the charge has gone home.
    let south = situation.id("south");
    assert!(!situation.table().test_due(TestKind::Stand, situation.id("north")));
    situation.phase(charge_pikes::state::Phase::Shooting);
    situation.act(&[6], |play| assert!(play.take_test(TestKind::Charge, south)));
    assert!(situation.table().test_due(TestKind::Stand, situation.id("north")));
    assert!(situation.table().test_due(TestKind::Stand, situation.id("behind")));
    // Beyond its reach there is nobody to go on to.
    let mut situation = charged(10.0, HORSE, SKIRMISHERS, &behind(20.2));
    situation.decide(BLUE, evade(4_500, 100));
    assert_eq!(situation.asked(RED).1, [Decision::Charge(ChargeChoice::Halt)]);
    assert_eq!(situation.refused(RED, Decision::Charge(ChargeChoice::GoOn)), "CP 15.6.5");
}

#[test]
fn evaders_who_are_caught() {
    // CP G20: 8 and 10 inches are less than the 20 of the charge; the figures reached are overrun.
    let mut situation = charged(8.0, HORSE, SKIRMISHERS, "");
    situation.decide(BLUE, evade(0, 100));
    situation.decide(RED, Decision::Charge(ChargeChoice::GoOn));
    assert_eq!(situation.unit("north").place, Place::Gone(Loss::Destroyed));
    assert_eq!(situation.stage(), Stage::Halted);
    // Twelve inches and more: it is blown (CP 15.6.6).
    assert!(situation.unit("south").disordered);
}

#[test]
fn standing_skirmishers_are_overrun_when_the_charge_goes_home() {
    // CP 17.6.2, G38: after the shooting, when the charge has passed its test.
    let mut situation = charged(10.0, HORSE, "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 12\nfiles = 12", "");
    situation.decide(BLUE, Decision::Charge(ChargeChoice::Stand));
    assert_eq!(situation.table().figures(situation.id("north")), 12);
    let south = situation.id("south");
    situation.phase(charge_pikes::state::Phase::Shooting);
    situation.act(&[6], |play| assert!(play.take_test(TestKind::Charge, south)));
    // 150 mm of horse against a line of 360 mm: five figures of twelve.
    assert_eq!(situation.table().figures(situation.id("north")), 7);
    // Those who were not met test to stand.
    assert!(situation.table().test_due(TestKind::Stand, situation.id("north")));
    assert!(situation.state.contacts.is_empty());
}

#[test]
fn two_charges_on_the_same_skirmishers() {
    // The second charger finds them gone: its charge comes to nothing, and it may still make its move.
    let second = unit("second", "red", [44.0, 8.0], "north", HORSE);
    let pair = unit("south", "red", [36.0, 8.0], "north", HORSE)
        + &unit(
            "north",
            "blue",
            [40.0, 18.5],
            "south",
            "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 8",
        )
        + &second;
    let mut situation = Situation::new(&pair);
    situation.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
    situation.state.agenda.push_all(&[Step::Charge(ChargeStep::RunAll)]);
    let (south, second, north) = (situation.id("south"), situation.id("second"), situation.id("north"));
    situation.act(&[], |play| {
        play.declare(ChargeKind::Charge, south, north, 0, NO_LEGS);
        play.declare(ChargeKind::Charge, second, north, 0, NO_LEGS);
        play.advance();
    });
    situation.decide(BLUE, evade(0, 100));
    situation.decide(RED, Decision::Charge(ChargeChoice::Halt));
    assert_eq!(situation.state.charges[1].stage, Stage::Halted);
    assert!(!situation.unit("second").charged && situation.table().may_move(second).is_ok());
}

#[test]
fn others_before_the_charger_when_its_target_runs() {
    // CP G22: foot beside the skirmishers is touched as well and becomes the target without a question.
    let file = unit("south", "red", [36.0, 8.0], "north", HORSE)
        + &unit(
            "north",
            "blue",
            [34.0, 18.0],
            "south",
            "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 2\nfiles = 2",
        )
        + &unit("beside", "blue", [38.0, 18.0], "south", "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2");
    let mut situation = Situation::new(&file);
    situation.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
    situation.state.agenda.push_all(&[Step::Charge(ChargeStep::RunAll)]);
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.act(&[], |play| {
        play.declare(ChargeKind::Charge, south, north, 0, NO_LEGS);
        play.advance();
    });
    situation.decide(BLUE, evade(0, 100));
    let charge = situation.state.charges[0];
    assert_eq!((charge.target, charge.stage), (situation.id("beside"), Stage::Arrived));
    assert_eq!(situation.state.agenda.top(), Some(Step::Turn(TurnStep::ChooseSide(Side::FIRST))));
}
