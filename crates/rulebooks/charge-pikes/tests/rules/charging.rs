//! 15.3 Charging, 15.4 Impetus, 15.5 Counter-charging.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::agenda::{Step, TestKind};
use charge_pikes::cards::UnitId;
use charge_pikes::combat::CombatStep;
use charge_pikes::decision::{Decision, Leg, NO_LEGS};
use charge_pikes::movement::charging::{Aim, ChargeChoice, ChargeStep, Obstacle, Run};
use charge_pikes::movement::maneuvers::MoveChoice;
use charge_pikes::sequence::{TurnChoice, TurnStep};
use charge_pikes::state::{Aspect, Charge, ChargeKind, Formation, Loss, Mode, Morale, Phase, Place, Stage};
use field::table::{Cdeg, INCH, MM, Pose, Um};
use kernel::{Refusal, Rulebook, Seat, Side};

/// Twelve riders six abreast: 150 mm by 100 mm.
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const CUIRASSIERS: &str = "kind = \"cuirassiers\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
/// Musketeers alone, naked foot, 80 mm wide.
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
/// Pike-supported, 240 mm wide.
const PIKES: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 16";
const HEAVY: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12";
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8";
const GUNS: &str = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]";

fn unit(key: &str, side: &str, at: [f64; 2], facing: &str, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = \"{facing}\"\n{what}\n\n"
    )
}

/// A red unit that looks north, and a blue one so many inches before it that looks back at it.
fn facing(gap: f64, south: &str, north: &str, more: &str) -> Situation {
    facing_by("", gap, south, north, more)
}

fn facing_by(options: &str, gap: f64, south: &str, north: &str, more: &str) -> Situation {
    let pair =
        unit("south", "red", [36.0, 14.0], "north", south) + &unit("north", "blue", [36.0, 14.0 + gap], "south", north);
    Situation::with_options(options, &(pair + more))
}

/// A general who stands near enough to both to leave their tests alone, and touches nobody.
fn chiefs() -> String {
    let chief = |side: &str, x: u8| {
        format!(
            "[[generals]]\nkey = \"{side}\"\nname = \"{side}\"\nside = \"{side}\"\nrank = \"chief\"\nat = [{x}, 18]\n\n"
        )
    };
    chief("red", 28) + &chief("blue", 44)
}

fn wheel(angle: Cdeg) -> [Leg; 4] {
    [Leg::Wheel(angle), Leg::None, Leg::None, Leg::None]
}

impl Situation {
    fn judge(&self, unit: &str, target: &str, files: u8, legs: [Leg; 4]) -> Result<Run, Refusal> {
        let (id, target) = (self.id(unit), self.id(target));
        self.table().judge_charge(self.table().seat(id), id, target, files, &legs)
    }

    /// The rule that forbids a straight charge, or nothing.
    fn refusal(&self, unit: &str, target: &str) -> String {
        self.judge(unit, target, 0, NO_LEGS).map_or_else(|refusal| refusal.rule.into_owned(), |_| String::new())
    }

    fn declare(&mut self, unit: &str, target: &str, files: u8, legs: [Leg; 4]) {
        self.judge(unit, target, files, legs).unwrap_or_else(|refusal| panic!("{unit} at {target}: {refusal}"));
        let (id, target) = (self.id(unit), self.id(target));
        self.act(&[], |play| play.declare(ChargeKind::Charge, id, target, files, legs));
    }

    /// The rule that forbids a counter-charge, or nothing.
    fn counter_refusal(&self, unit: &str, charger: &str, legs: [Leg; 4]) -> String {
        let (id, charger) = (self.id(unit), self.id(charger));
        let verdict = self.table().judge_counter(self.table().seat(id), id, charger, 0, &legs);
        verdict.map_or_else(|refusal| refusal.rule.into_owned(), |()| String::new())
    }

    fn counter(&mut self, unit: &str, charger: &str, legs: [Leg; 4]) {
        assert_eq!(self.counter_refusal(unit, charger, legs), "", "{unit} counter-charges {charger}");
        let (id, charger) = (self.id(unit), self.id(charger));
        let kind = self.table().may_counter(id, charger).unwrap();
        self.act(&[], |play| play.declare(kind, id, charger, 0, legs));
    }

    fn run(&mut self, ix: usize) {
        self.act(&[], |play| play.run(ix));
    }

    /// Declares and runs a charge that nobody answers.
    fn charges(&mut self, unit: &str, target: &str, legs: [Leg; 4]) -> Charge {
        self.declare(unit, target, 0, legs);
        let ix = self.state.charges.len() - 1;
        self.run(ix);
        self.state.charges[ix]
    }

    /// Takes a test, with exactly this die.
    fn test(&mut self, kind: TestKind, key: &str, die: u8) -> bool {
        let id = self.id(key);
        assert!(self.table().test_due(kind, id), "{kind:?} is due for {key}");
        let mut passed = false;
        self.act(&[die], |play| passed = play.take_test(kind, id));
        passed
    }

    fn due(&self, kind: TestKind, key: &str) -> bool {
        self.table().test_due(kind, self.id(key))
    }

    fn engaged(&self, one: &str, other: &str) -> bool {
        self.table().in_contact_with(self.id(one), self.id(other))
    }

    fn gap(&self, one: &str, other: &str) -> f64 {
        self.table().body(self.id(one)).distance(&self.table().body(self.id(other))) / f64::from(INCH)
    }

    /// A question at the bottom of the agenda that stops the machine where the test wants to look.
    fn steps(&mut self, steps: &[Step], dice: &[u8]) {
        self.state.agenda = kernel::Agenda::default();
        self.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
        self.state.agenda.push_all(steps);
        self.act(dice, |play| play.advance());
    }
}

fn close(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() < 0.02
}

// --- 15.3 Charging

#[test]
fn the_target_must_be_seen() {
    // CP 15.3.2: woods between the two hide it, whoever could reach it.
    let wood = "[[ground.areas]]\nname = \"copse\"\nkind = \"light-woods\"\nbox = [30, 18, 42, 20]\n";
    assert_eq!(facing(12.0, HORSE, SHOT, "").refusal("south", "north"), "");
    assert_eq!(facing(12.0, HORSE, SHOT, wood).refusal("south", "north"), "CP 15.3.2");
}

#[test]
fn the_target_must_be_within_one_charge_move() {
    // CP 15.3.3: 8 inches for foot, 20 for horse; three quarters of that at 15 mm.
    for (troops, reach) in [(SHOT, 8.0), (HORSE, 20.0)] {
        assert_eq!(facing(reach, troops, SHOT, "").refusal("south", "north"), "");
        assert_eq!(facing(reach + 0.1, troops, SHOT, "").refusal("south", "north"), "CP 15.3.3");
        let small = |gap: f64| facing_by("scale = \"15mm\"", gap, troops, SHOT, "");
        assert_eq!(small(reach * 0.75).refusal("south", "north"), "");
        assert_eq!(small(reach * 0.75 + 0.1).refusal("south", "north"), "CP 15.3.3");
    }
    // Whoever stands nearer is met first.
    let between = unit("between", "blue", [36.0, 18.0], "south", SHOT);
    assert_eq!(facing(12.0, HORSE, SHOT, &between).refusal("south", "between"), "");
    let far = facing(12.0, HORSE, "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12", &between);
    assert_eq!(far.refusal("south", "north"), "CP 15.3.3");
}

#[test]
fn who_may_not_charge_whom() {
    // CP 15.3.4
    assert_eq!(facing(6.0, PIKES, HORSE, "").refusal("south", "north"), "CP 15.3.4");
    let mounted = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12";
    assert_eq!(facing(6.0, PIKES, mounted, "").refusal("south", "north"), "CP 15.3.4");
    assert_eq!(facing(6.0, PIKES, PIKES, "").refusal("south", "north"), "");
    // CP 15.3.5
    assert_eq!(facing(6.0, GUNS, SHOT, "").refusal("south", "north"), "CP 15.3.5");
    // CP 15.3.6: close order no, their own kind and gunners yes (CP G8),
    assert_eq!(facing(6.0, SKIRMISHERS, SHOT, "").refusal("south", "north"), "CP 15.3.6");
    assert_eq!(facing(6.0, SKIRMISHERS, SKIRMISHERS, "").refusal("south", "north"), "");
    assert_eq!(facing(6.0, SKIRMISHERS, GUNS, "").refusal("south", "north"), "");
    // but not behind works, where they count as close order (CP 17.6.3).
    let works = "[[ground.lines]]\nname = \"bank\"\nkind = \"light-works\"\npoints = [[30, 19.6], [42, 19.6]]\n";
    assert_eq!(facing(6.0, SKIRMISHERS, SKIRMISHERS, works).refusal("south", "north"), "CP 15.3.6");
    // CP 3.10
    assert_eq!(
        facing(6.0, SHOT, "kind = \"wagons\"\ngrade = \"C\"\nfigures = 1", "").refusal("south", "north"),
        "CP 3.10"
    );
}

#[test]
fn states_in_which_nobody_charges() {
    // CP 15.3.7: shaken no, exhausted yes.
    let mut situation = facing(6.0, SHOT, SHOT, "");
    situation.unit_mut("south").morale = Morale::Shaken;
    assert_eq!(situation.refusal("south", "north"), "CP 15.3.7");
    let mut situation = facing(6.0, SHOT, SHOT, "");
    situation.unit_mut("south").others = 4;
    assert_eq!(situation.refusal("south", "north"), "");
    // CP 15.3.8, 7.3.12
    let column = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nformation = \"march-column\"";
    assert_eq!(facing(6.0, column, SHOT, "").refusal("south", "north"), "CP 15.3.8");
    let square = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12\nformation = \"square\"";
    assert_eq!(facing(6.0, square, SHOT, "").refusal("south", "north"), "CP 7.3.12");
    // CP 7.3.13: out of formation straight ahead alone.
    let mut situation = facing(6.0, SHOT, SHOT, "");
    situation.unit_mut("south").illegal = true;
    assert_eq!(situation.refusal("south", "north"), "");
    assert_eq!(situation.judge("south", "north", 0, wheel(500)).unwrap_err().rule, "CP 7.3.13");
    assert_eq!(situation.judge("south", "north", 2, NO_LEGS).unwrap_err().rule, "CP 7.3.13");
}

/// South charges after a wheel, and the target stands so many inches straight before it then.
fn after_wheel(troops: &str, angle: Cdeg, straight: f64) -> Situation {
    let mut situation = facing(7.0, troops, SHOT, "");
    let south = situation.id("south");
    let table = situation.table();
    let body = table.body(south);
    let arc = field::table::arc_length(field::table::wheel_radius(&body, angle < 0), angle);
    let wheeled = table.trace(south, table.unit(south), &wheel(angle), arc).unit.pose;
    let ahead = wheeled.ahead((straight * f64::from(INCH)).round() as Um);
    let pose = Pose::new(ahead.at, wheeled.facing + 18_000);
    let target = situation.unit_mut("north");
    (target.pose, target.stood) = (pose, pose);
    situation
}

#[test]
fn wheels_beyond_45_degrees_disorder() {
    // CP 15.3.9: 45 degrees are free, left and right alike; more costs order and impetus.
    for angle in [4_500, -4_500] {
        let mut situation = after_wheel(SHOT, angle, 2.5);
        let charge = situation.charges("south", "north", wheel(angle));
        assert_eq!((charge.stage, charge.wheeled, charge.impetus), (Stage::Arrived, 4_500, true));
        assert!(!situation.unit("south").disordered);
    }
    let mut situation = after_wheel(SHOT, 4_600, 2.5);
    let charge = situation.charges("south", "north", wheel(4_600));
    assert_eq!((charge.stage, charge.impetus), (Stage::Arrived, false));
    assert!(situation.unit("south").disordered);
    // CP G71: the angles of all wheels are added up.
    let mut situation = facing(5.0, SHOT, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 20", "");
    let legs = [Leg::Wheel(2_500), Leg::Wheel(-2_500), Leg::None, Leg::None];
    let charge = situation.charges("south", "north", legs);
    assert_eq!(charge.wheeled, 5_000);
    assert!(situation.unit("south").disordered && !charge.impetus);
}

/// What the menu of charges offers one unit against another.
fn offered(situation: &Situation, unit: &str, target: &str) -> Option<[Leg; 4]> {
    let (id, enemy) = (situation.id(unit), situation.id(target));
    let (table, mut found) = (situation.table(), None);
    table.each_charge(table.seat(id), table.side(id), &mut |decision| match decision {
        Decision::Charge(ChargeChoice::Charge { unit, target, legs, .. }) if (unit, target) == (id, enemy) => {
            found = Some(legs);
        }
        _ => {}
    });
    found
}

#[test]
fn a_charge_is_offered_wherever_one_is_legal() {
    // CP 15.3.3: after a wheel of any size, to either hand, at once or on the way.
    for angle in [2_000, 7_000, 10_000, -10_000, -13_000] {
        let situation = after_wheel(HORSE, angle, 2.5);
        assert!(situation.judge("south", "north", 0, wheel(angle)).is_ok(), "{angle}");
        let legs = offered(&situation, "south", "north").unwrap_or_else(|| panic!("{angle}: nothing is offered"));
        assert!(situation.judge("south", "north", 0, legs).is_ok(), "{angle}: {legs:?}");
    }
    // CP 15.3.1: where a unit may charge and sees an enemy in reach, its seat is asked, even if the menu finds no way.
    let friends = unit("left", "red", [36.0, 18.0], "north", SHOT);
    let mut situation = facing(10.0, HORSE, SHOT, &friends);
    let seat = Seat(0);
    situation.phase(Phase::Movement);
    situation.charge("left", "north");
    assert_eq!(situation.refusal("south", "north"), "CP 15.7.2");
    assert!(situation.table().may_declare(seat, Side::FIRST));
    situation.unit_mut("south").morale = Morale::Shaken;
    assert!(!situation.table().may_declare(seat, Side::FIRST), "who may not charge is not asked");
}

#[test]
fn a_charge_that_fails_is_refused_with_what_stands_in_its_way() {
    let why = |situation: &Situation, legs| situation.judge("south", "north", 0, legs).unwrap_err().to_string();
    // CP 15.3.3
    let mut blocked = facing(10.0, HORSE, SHOT, &unit("friend", "red", [36.0, 17.0], "north", SHOT));
    blocked.charge("friend", "north");
    assert_eq!(why(&blocked, NO_LEGS), "friend stands in the way [CP 15.7.2]");
    let other = facing(10.0, HORSE, SHOT, &unit("other", "blue", [36.0, 18.0], "south", SHOT));
    assert_eq!(why(&other, NO_LEGS), "the way there meets other first [CP 15.3.3]");
    let aside = facing(10.0, HORSE, SHOT, "");
    assert_eq!(why(&aside, wheel(6_000)), "that line does not lead to the target [CP 15.3.3]");
    let far = facing(30.0, HORSE, SHOT, "");
    assert_eq!(why(&far, NO_LEGS), "the target is not reached in one charge move [CP 15.3.3]");
    // CP 19.4.6a: a hedge is called a hedge.
    let hedge = "[[ground.lines]]\nname = \"hedge\"\nkind = \"hedgerow\"\npoints = [[20, 17], [52, 17]]\n\n";
    let hedged = facing(10.0, HORSE, SHOT, hedge);
    let (id, target) = (hedged.id("south"), hedged.id("north"));
    let run = hedged.table().run_charge(id, hedged.unit("south"), &NO_LEGS, 500_000.0, Aim::at(target));
    assert!(matches!(run.stopped, Some(Obstacle::Ground((rule, _))) if rule == "CP 19.4.6a"));
}

#[test]
fn a_frontage_is_taken_up_out_of_the_charge_move() {
    // CP 15.3.10: four files fewer cost steady foot 4 inches of its 8.
    let twelve = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
    let narrowed = |gap: f64| facing(gap, twelve, SHOT, "").judge("south", "north", 8, NO_LEGS);
    assert!(narrowed(4.0).is_ok());
    assert_eq!(narrowed(4.1).unwrap_err().rule, "CP 15.3.3");
    let mut situation = facing(4.0, twelve, SHOT, "");
    situation.declare("south", "north", 8, NO_LEGS);
    assert_eq!(situation.unit("south").layout.centre, 12, "not before the charge is run");
    situation.run(0);
    assert_eq!((situation.unit("south").layout.centre, situation.state.charges[0].stage), (8, Stage::Arrived));
    // Raw troops pay twice, horse twice as much again.
    let raw = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 24\nfiles = 12";
    assert!(facing(3.9, raw, SHOT, "").judge("south", "north", 10, NO_LEGS).is_ok());
    assert_eq!(facing(4.1, raw, SHOT, "").judge("south", "north", 10, NO_LEGS).unwrap_err().rule, "CP 15.3.3");
    assert!(facing(16.0, HORSE, SHOT, "").judge("south", "north", 4, NO_LEGS).is_ok());
    assert_eq!(facing(16.1, HORSE, SHOT, "").judge("south", "north", 4, NO_LEGS).unwrap_err().rule, "CP 15.3.3");
    // No more files than figures, and none over the table's edge.
    assert_eq!(facing(6.0, HORSE, SHOT, "").judge("south", "north", 13, NO_LEGS).unwrap_err().rule, "CP 15.3.10");
    let edge = unit("edge", "red", [67.0, 14.0], "north", HORSE) + &unit("prey", "blue", [67.0, 20.0], "south", SHOT);
    let edge = Situation::new(&edge);
    assert!(edge.judge("edge", "prey", 0, NO_LEGS).is_ok());
    assert!(edge.judge("edge", "prey", 10, NO_LEGS).is_ok(), "250 mm reach just to the edge");
    assert_eq!(edge.judge("edge", "prey", 12, NO_LEGS).unwrap_err().rule, "CP 15.1.11");
}

#[test]
fn nothing_but_going_ahead_and_wheeling_in_a_charge() {
    // CP 15.3.11: no step back, no turning on the spot, and no manoeuvre is an answer to the question of charges.
    let mut situation = facing(6.0, SHOT, SHOT, "");
    let back = [Leg::Ahead(-INCH), Leg::None, Leg::None, Leg::None];
    assert_eq!(situation.judge("south", "north", 0, back).unwrap_err().rule, "CP 15.3.11");
    assert_eq!(situation.judge("south", "north", 0, wheel(18_001)).unwrap_err().rule, "CP 15.3.11");
    situation.steps(&[Step::Charge(ChargeStep::Declare(Side::FIRST))], &[]);
    let sidestep = charge_pikes::decision::Manoeuvre::Sidestep { right: true, distance: INCH };
    assert!(situation.rules.judge(&situation.state, Seat(0), &Decision::Move(MoveChoice::Make(sidestep))).is_err());
    assert!(situation.rules.judge(&situation.state, Seat(0), &Decision::Turn(TurnChoice::Done)).is_ok());
}

#[test]
fn a_charge_stays_on_the_table() {
    // A wheel that would lead over the edge is stopped there.
    let at_edge = unit("edge", "red", [3.0, 14.0], "north", HORSE) + &unit("prey", "blue", [10.0, 18.0], "south", SHOT);
    let situation = Situation::new(&at_edge);
    let run = situation.table().run_charge(
        situation.id("edge"),
        situation.unit("edge"),
        &wheel(-9_000),
        f64::from(inches(20)),
        Aim::at(situation.id("prey")),
    );
    let ground = &situation.rules.ground;
    assert!(situation.rules.body_of(situation.id("edge"), &run.unit).within_table(ground.width, ground.height));
    assert!(matches!(run.stopped, Some(Obstacle::Ground((rule, _))) if rule == "CP 15.1.11"));
}

#[test]
fn friends_are_passed_at_half_speed_and_stand_still_for_it() {
    // CP 15.7.2: a friend 40 mm deep in the way: the 140 mm in which the horse, itself 100 mm deep, is among it cost double.
    let friend = unit("friend", "red", [36.0, 18.0], "north", SHOT);
    let through = 140.0 / 25.4;
    let gap = |extra: f64| facing(20.0 - through + extra, HORSE, SHOT, &friend);
    assert_eq!(gap(-0.05).refusal("south", "north"), "");
    assert_eq!(gap(0.05).refusal("south", "north"), "CP 15.3.3");
    let mut situation = gap(-0.05);
    situation.declare("south", "north", 0, NO_LEGS);
    // The friend stands still: it declares no charge of its own.
    assert_eq!(situation.refusal("friend", "north"), "CP 15.7.2");
    situation.run(0);
    assert_eq!(situation.state.charges[0].stage, Stage::Arrived);
    // A friend that charges itself does not stand still, nor one that has moved.
    let mut situation = gap(-0.05);
    situation.unit_mut("friend").moved = true;
    assert_eq!(situation.refusal("south", "north"), "CP 15.7.2");
    // Nobody ends on top of a friend,
    let close_by = unit("friend", "red", [36.0, 17.5], "north", SHOT);
    assert_eq!(facing(6.0, HORSE, SHOT, &close_by).refusal("south", "north"), "CP 15.7.2");
    // CP 15.7.1: and skirmishers cost nothing.
    let screen = unit("screen", "red", [36.0, 18.0], "north", SKIRMISHERS);
    assert_eq!(facing(20.0, HORSE, SHOT, &screen).refusal("south", "north"), "");
}

// --- 15.4 Impetus

#[test]
fn v28_the_last_inches_must_be_straight() {
    // CP V28, CP 15.4.1: foot that has wheeled 30 degrees needs 2 inches after that.
    for (straight, impetus) in [(2.0, true), (1.9, false)] {
        let mut situation = after_wheel(SHOT, 3_000, straight);
        assert_eq!(situation.charges("south", "north", wheel(3_000)).impetus, impetus, "{straight}");
    }
    // CP 15.4.2: horse needs 4.
    for (straight, impetus) in [(4.0, true), (3.9, false)] {
        let mut situation = after_wheel(HORSE, 3_000, straight);
        assert_eq!(situation.charges("south", "north", wheel(3_000)).impetus, impetus, "{straight}");
    }
    for (gap, impetus) in [(4.0, true), (3.9, false)] {
        assert_eq!(facing(gap, HORSE, SHOT, "").charges("south", "north", NO_LEGS).impetus, impetus, "{gap}");
    }
    // CP V28, CP 15.4.3: 3 inches, and 6 straight ahead at the end of the last move.
    let before = format!("{HORSE}\nstart = {{ straight = 6 }}");
    assert!(facing(3.0, &before, SHOT, "").charges("south", "north", NO_LEGS).impetus);
    // A wheel, or another frontage, and it is no longer the same straight run.
    let mut situation = after_wheel(&before, 1_000, 3.0);
    assert!(!situation.charges("south", "north", wheel(1_000)).impetus);
    let mut situation = facing(3.0, &before, SHOT, "");
    situation.declare("south", "north", 5, NO_LEGS);
    situation.run(0);
    assert!(!situation.state.charges[0].impetus);
}

#[test]
fn a_straight_run_ends_when_a_unit_stands() {
    // CP 15.4.3: whoever has gone straight on keeps it over the turn; whoever stood, charged home or recoiled does not.
    let before = format!("{HORSE}\nstart = {{ straight = 6 }}");
    for (moved, left) in [(true, inches(6)), (false, 0)] {
        let mut situation = facing(16.0, &before, SHOT, "");
        situation.unit_mut("south").moved = moved;
        situation.steps(&[Step::Turn(TurnStep::Ends)], &[6, 1]);
        assert_eq!(situation.unit("south").straight, left);
    }
    let mut situation = facing(10.0, &before, SHOT, "");
    situation.charges("south", "north", NO_LEGS);
    assert_eq!(situation.unit("south").straight, 0);
    let mut situation = facing(10.0, &before, SHOT, "");
    let south = situation.id("south");
    situation.act(&[], |play| play.recoil(south, inches(2), None));
    assert_eq!(situation.unit("south").straight, 0);
}

#[test]
fn who_has_no_impetus() {
    let charge = |situation: &mut Situation| situation.charges("south", "north", NO_LEGS).impetus;
    // CP 15.4.4
    let mut situation = facing(8.0, SHOT, SHOT, "");
    situation.unit_mut("south").disordered = true;
    assert!(!charge(&mut situation));
    let mut situation = facing(8.0, SHOT, SHOT, "");
    situation.unit_mut("south").others = 4;
    assert!(!charge(&mut situation));
    assert!(charge(&mut facing(8.0, SHOT, SHOT, "")));
    // CP 15.4.5
    assert!(!charge(&mut facing(10.0, "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12", SHOT, "")));
    assert!(charge(&mut facing(10.0, HORSE, SHOT, "")));
    // CP 15.4.6: steady pikes in front stop horse and naked foot, not foot that has pikes itself.
    for (troops, impetus) in [(HORSE, false), (SHOT, false), (PIKES, true), (HEAVY, true)] {
        assert_eq!(charge(&mut facing(6.0, troops, PIKES, "")), impetus, "{troops}");
        assert_eq!(charge(&mut facing(6.0, troops, HEAVY, "")), impetus, "{troops}");
        // Unsteady pikes do not.
        let mut situation = facing(6.0, troops, PIKES, "");
        situation.unit_mut("north").disordered = true;
        assert!(charge(&mut situation), "{troops}");
    }
    // CP 15.4.6: in the flank pikes do not help either.
    let flank =
        unit("south", "red", [36.0, 14.0], "north", HORSE) + &unit("north", "blue", [36.5, 24.0], "west", PIKES);
    let mut situation = Situation::new(&flank);
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.aspect, charge.impetus), (Aspect::Front, false));
    let flank =
        unit("south", "red", [36.0, 14.0], "north", HORSE) + &unit("north", "blue", [36.0, 24.0], "east", PIKES);
    let mut situation = Situation::new(&flank.replace("[36.0, 24.0]", "[39.0, 24.0]"));
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.aspect, charge.impetus), (Aspect::Flank, true));
}

#[test]
fn the_whole_way_of_a_charge_counts_for_bad_ground() {
    // CP 15.4.7: a stream crossed early on takes the impetus, though the rest of the way is open.
    let stream = "[[ground.lines]]\nname = \"brook\"\nkind = \"stream\"\npoints = [[20, 15], [52, 15]]\n";
    let ahead = [Leg::Ahead(inches(6)), Leg::Wheel(100), Leg::None, Leg::None];
    assert!(facing(14.0, HORSE, SHOT, "").charges("south", "north", ahead).impetus);
    let charge = facing(14.0, HORSE, SHOT, stream).charges("south", "north", ahead);
    assert_eq!((charge.impetus, charge.bad_ground), (false, true));
}

// --- 15.5 Counter-charging

/// Horse charges and is met.
fn met(gap: f64, south: &str, north: &str) -> Situation {
    let mut situation = facing(gap, south, north, &chiefs());
    situation.declare("south", "north", 0, NO_LEGS);
    situation.counter("north", "south", NO_LEGS);
    situation.run(0);
    situation
}

#[test]
fn v34_charge_and_counter_charge_meet() {
    // CP V34, CP 15.5.1: 18 inches apart, half of both moves: 10 inches and 8, both with impetus.
    let mut situation = met(18.0, HORSE, CUIRASSIERS);
    let [charge, counter] = [situation.state.charges[0], situation.state.charges[1]];
    let run = |charge: Charge| f64::from(charge.ran) / f64::from(INCH);
    assert!(close(run(charge), 10.0) && close(run(counter), 8.0), "{} {}", run(charge), run(counter));
    assert!(charge.impetus && counter.impetus);
    assert_eq!((charge.stage, counter.stage), (Stage::Arrived, Stage::Arrived));
    assert_eq!((charge.target, counter.target), (situation.id("north"), situation.id("south")));
    assert!(situation.gap("south", "north") < 0.01);
    let met_at = f64::from(situation.unit("south").pose.at.y) / f64::from(INCH);
    assert!(close(met_at, 24.0), "{met_at}");
    // CP 18.4.1: the counter-charger first.
    assert!(situation.test(TestKind::CounterCharge, "north", 6) && situation.test(TestKind::Charge, "south", 6));
    let contact = situation.state.contacts[0];
    assert!(contact.impact && contact.a_impetus && contact.b_impetus && contact.a_forward && contact.b_forward);
    // CP 18.5.1: who met the charge does not test to stand.
    assert!(!situation.due(TestKind::Stand, "north"));
    // At 6 inches 3.33 and 2.67: too short for either,
    let near = met(6.0, HORSE, CUIRASSIERS);
    assert!(close(run(near.state.charges[0]), 3.333) && close(run(near.state.charges[1]), 2.667));
    assert!(!near.state.charges[0].impetus && !near.state.charges[1].impetus);
    // unless they have come straight on before.
    let straight = |troops: &str| format!("{troops}\nstart = {{ straight = 2 }}");
    let near = met(6.0, &straight(HORSE), &straight(CUIRASSIERS));
    assert!(near.state.charges[0].impetus && near.state.charges[1].impetus);
}

#[test]
fn who_may_counter_charge() {
    let refusal = |south: &str, north: &str| {
        let mut situation = facing(6.0, south, north, "");
        situation.declare("south", "north", 0, NO_LEGS);
        situation.counter_refusal("north", "south", NO_LEGS)
    };
    // CP 15.5.2
    assert_eq!(refusal(PIKES, PIKES), "CP 15.5.2");
    assert_eq!(refusal(PIKES, SHOT), "CP 15.5.2");
    assert_eq!(refusal(HORSE, "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12"), "CP 15.5.2");
    assert_eq!(refusal(PIKES, HEAVY), "");
    assert_eq!(refusal(HORSE, HORSE), "");
    // CP X10, CP 15.5.5: heavy-armed foot cannot meet horse, because it could not charge it.
    assert_eq!(refusal(HORSE, HEAVY), "CP 15.5.5");
    // CP 15.5.5: nor can anybody who could not charge.
    let mut situation = facing(6.0, HORSE, HORSE, "");
    situation.declare("south", "north", 0, NO_LEGS);
    situation.unit_mut("north").morale = Morale::Shaken;
    assert_eq!(situation.counter_refusal("north", "south", NO_LEGS), "CP 12.3a");
    situation.unit_mut("north").morale = Morale::Good;
    situation.unit_mut("north").changing = 1;
    assert_eq!(situation.counter_refusal("north", "south", NO_LEGS), "CP 15.5.5");
    situation.unit_mut("north").changing = 0;
    situation.unit_mut("north").charged = true;
    // CP G19: one that charged this turn may not.
    assert_eq!(situation.counter_refusal("north", "south", NO_LEGS), "CP 17.2.6");
    // Nobody meets a charge that was not made.
    assert_eq!(facing(6.0, HORSE, HORSE, "").counter_refusal("north", "south", NO_LEGS), "CP 15.5.1");
}

#[test]
fn counter_charges_in_support() {
    // CP 15.5.3: heavy-armed foot only for itself.
    let friend = |what: &str| unit("friend", "blue", [46.0, 16.0], "west", what);
    let support = |what: &str| {
        let mut situation = facing(8.0, PIKES, SHOT, &friend(what));
        situation.declare("south", "north", 0, NO_LEGS);
        situation
    };
    assert_eq!(support(HEAVY).counter_refusal("friend", "south", NO_LEGS), "CP 15.5.3");
    // CP 15.5.4: cavalry for a friend, if it is steady.
    assert_eq!(support(HORSE).counter_refusal("friend", "south", NO_LEGS), "");
    let mut unsteady = support(HORSE);
    unsteady.unit_mut("friend").disordered = true;
    assert_eq!(unsteady.counter_refusal("friend", "south", NO_LEGS), "CP 15.5.4");
    // In its own defence it need not be.
    let mut alone = facing(8.0, HORSE, HORSE, "");
    alone.declare("south", "north", 0, NO_LEGS);
    alone.unit_mut("north").disordered = true;
    assert_eq!(alone.counter_refusal("north", "south", NO_LEGS), "");
}

#[test]
fn a_support_stops_the_charge_where_they_meet() {
    // CP 15.5.4, CP G23: the horse comes in between; the original target is not charged.
    let friend = unit("friend", "blue", [36.0, 24.0], "south", HORSE);
    let far = unit("south", "red", [36.0, 10.0], "north", HORSE) + &unit("north", "blue", [36.0, 29.0], "south", SHOT);
    let mut situation = Situation::new(&(far + &friend.replace("36.0, 24.0", "47.0, 24.0") + &chiefs()));
    situation.declare("south", "north", 0, NO_LEGS);
    let legs = [Leg::Wheel(6_000), Leg::None, Leg::None, Leg::None];
    situation.counter("friend", "south", legs);
    assert_eq!(situation.state.charges[1].kind, ChargeKind::Support);
    situation.run(0);
    let [charge, counter] = [situation.state.charges[0], situation.state.charges[1]];
    assert_eq!((charge.target, counter.target), (situation.id("friend"), situation.id("south")));
    assert_eq!((charge.stage, counter.stage), (Stage::Arrived, Stage::Arrived));
    // CP 15.4.2: whoever is run into on his way has not run into anybody.
    let head_on = situation.table().front_on(situation.id("south"), situation.id("friend"));
    assert!(!head_on && !charge.impetus, "struck in its flank");
    assert!(situation.gap("south", "north") > 1.0, "stopped on the way");
    assert!(!situation.due(TestKind::Panic, "north"));
    // CP G21: it was not charged and may still move.
    assert!(!situation.table().involved_in_charge(situation.id("north")));
}

#[test]
fn a_late_support_strikes_the_charger_where_it_stands() {
    // CP G23: foot charges 4 inches; the horse needs longer, and finds it at its target's front.
    let friend = unit("friend", "blue", [53.0, 14.4], "west", HORSE);
    let mut situation =
        facing(4.0, PIKES, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12", &(friend + &chiefs()));
    situation.declare("south", "north", 0, NO_LEGS);
    situation.counter("friend", "south", NO_LEGS);
    situation.run(0);
    let [charge, counter] = [situation.state.charges[0], situation.state.charges[1]];
    assert_eq!((charge.target, counter.target), (situation.id("north"), situation.id("south")));
    assert_eq!((charge.stage, counter.stage), (Stage::Arrived, Stage::Arrived));
    // CP 18.5.1: the target did not counter-charge and has to stand; both enemies are locked with the charger.
    assert!(situation.test(TestKind::CounterCharge, "friend", 6) && situation.test(TestKind::Charge, "south", 6));
    assert!(situation.engaged("south", "north") && situation.engaged("south", "friend"));
    assert!(situation.due(TestKind::Stand, "north") && !situation.due(TestKind::Stand, "friend"));
}

#[test]
fn a_unit_that_moved_has_the_rest_of_its_move_left() {
    // CP G19: half its normal move gone, half of its charge move left: 10 inches of 20.
    let mut situation = facing(20.0, HORSE, HORSE, "");
    situation.unit_mut("north").spent = inches(6);
    assert!(close(situation.table().counter_allowance(situation.id("north")) / f64::from(INCH), 10.0));
    situation.declare("south", "north", 0, NO_LEGS);
    situation.counter("north", "south", NO_LEGS);
    situation.run(0);
    // 20 t + 10 t = 20
    let ran = f64::from(situation.state.charges[1].ran) / f64::from(INCH);
    assert!(close(ran, 20.0 / 3.0), "{ran}");
    let mut spent = facing(20.0, HORSE, HORSE, "");
    spent.unit_mut("north").spent = inches(12);
    spent.declare("south", "north", 0, NO_LEGS);
    assert_eq!(spent.counter_refusal("north", "south", NO_LEGS), "CP 15.3.3", "to stand and be met is no charge");
}

#[test]
fn a_charge_out_of_sight_is_met_from_where_it_shows() {
    // CP 15.5.1, CP G18: behind a wood the horse starts unseen by the supporter; it comes out of its shadow on the way.
    let wood = "[[ground.areas]]\nname = \"copse\"\nkind = \"light-woods\"\nbox = [38.5, 4, 44, 14]\n";
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2";
    let troops = unit("south", "red", [36.0, 10.0], "north", SHOT)
        + &unit("north", "blue", [36.0, 18.0], "south", few)
        + &unit("friend", "blue", [49.0, 17.2], "west", HORSE);
    let meets = |ground: &str| {
        let mut situation = Situation::new(&(troops.clone() + ground));
        situation.declare("south", "north", 0, NO_LEGS);
        let (friend, south) = (situation.id("friend"), situation.id("south"));
        assert_eq!(situation.counter_refusal("friend", "south", NO_LEGS), "");
        situation.table().meeting(friend, south, 0, &NO_LEGS).unwrap()
    };
    let (open, hidden) = (meets(""), meets(wood));
    assert_eq!(open.aware, 0.0);
    assert!(hidden.aware > 0.2 && hidden.aware < 0.5, "{}", hidden.aware);
    // It has as far to go as before, and sets off later.
    assert!(close(hidden.share - hidden.aware, open.share));
    assert!((hidden.ours.0 - open.ours.0).abs() < f64::from(MM), "{hidden:?} {open:?}");
    // Whoever sees nothing of it all the way does not meet it.
    let hill = "[[ground.areas]]\nname = \"forest\"\nkind = \"light-woods\"\nbox = [38.5, 4, 44, 30]\n";
    let mut situation = Situation::new(&(troops.clone() + hill));
    situation.declare("south", "north", 0, NO_LEGS);
    assert_eq!(situation.counter_refusal("friend", "south", NO_LEGS), "CP 15.5.1");
}

#[test]
fn both_falter() {
    // CP G18: no combat, and the failed counter-charger takes no stand test.
    let exhausted = |troops: &str| format!("{troops}\nstart = {{ losses = 6 }}");
    let mut situation = met(18.0, &exhausted(HORSE), &exhausted(CUIRASSIERS));
    situation.phase(Phase::Shooting);
    assert!(!situation.test(TestKind::CounterCharge, "north", 1));
    assert!(situation.table().shaken(situation.id("north")));
    // CP 18.4.2b: half of the 8 inches it charged.
    assert!(close(situation.gap("south", "north"), 4.0), "{}", situation.gap("south", "north"));
    // CP 18.4.3: −2 for its own losses, +4 for the shaken enemy.
    let south = situation.id("south");
    assert_eq!(situation.table().modifier(TestKind::Charge, south), 2);
    situation.act(&[], |play| play.charge_failed(0));
    assert!(situation.state.contacts.is_empty());
    assert!(!situation.due(TestKind::Stand, "north") && !situation.due(TestKind::Stand, "south"));
}

#[test]
fn the_counter_charger_falters() {
    // CP G18: 10 and 8 inches run, the enemy 4 inches back; of the charger's 20 inches 10 are left, so it goes on.
    let mut situation = met(18.0, HORSE, &format!("{CUIRASSIERS}\nstart = {{ losses = 6 }}"));
    situation.phase(Phase::Shooting);
    assert!(!situation.test(TestKind::CounterCharge, "north", 1));
    let before = situation.unit("south").pose.at;
    assert!(situation.test(TestKind::Charge, "south", 1), "+4 for the shaken enemy");
    assert!(close(inches_between(before, situation.unit("south").pose.at), 4.0));
    situation.steps(&[Step::Charge(ChargeStep::StrikeHome { charge: 0 })], &[]);
    assert!(situation.engaged("south", "north"));
    let contact = situation.state.contacts[0];
    assert!(contact.a_impetus && contact.a_forward && !contact.b_forward);
    // Where its move does not reach it halts: 18 of 20 inches gone, the enemy 3 or more behind.
    let mut situation = met(19.9, HORSE, HORSE);
    situation.phase(Phase::Shooting);
    situation.unit_mut("south").spent = inches(18);
    let counter = situation.state.charges.iter().position(|charge| charge.charger == situation.id("north")).unwrap();
    situation.act(&[], |play| play.charge_failed(counter));
    situation.act(&[], |play| play.charge_passed(0));
    assert!(situation.state.contacts.is_empty());
    assert_eq!(situation.state.charges[0].stage, Stage::Halted);
}

#[test]
fn the_charger_falters() {
    // CP G18: the counter-charger goes on after it.
    let mut situation = met(18.0, &format!("{HORSE}\nstart = {{ losses = 6 }}"), CUIRASSIERS);
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::CounterCharge, "north", 6));
    assert!(situation.state.contacts.is_empty(), "not before the charger has tested");
    assert!(!situation.test(TestKind::Charge, "south", 1));
    situation.steps(&[Step::Charge(ChargeStep::StrikeHome { charge: 1 })], &[]);
    assert!(situation.engaged("south", "north"));
    // CP 18.4.2b, 18.4.2c
    assert!(situation.table().shaken(situation.id("south")));
    let contact = situation.state.contacts[0];
    assert!(!contact.a_forward && contact.b_forward);
}

// --- At contact

#[test]
fn a_charger_closes_up_to_the_edge_it_strikes() {
    // CP G72: struck at a slant, it swings until its front lies flat; the unit struck does not turn (CP 17.2.6).
    let slant = unit("south", "red", [36.0, 14.0], "north", HORSE)
        + "[[units]]\nkey = \"north\"\nname = \"north\"\nside = \"blue\"\nat = [36, 22]\nfacing = 200\n"
        + SHOT;
    let mut situation = Situation::new(&slant);
    let before = situation.unit("north").pose;
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!(situation.unit("south").pose.facing, 2_000);
    assert_eq!(situation.unit("north").pose, before);
    assert!(situation.gap("south", "north") < 0.01);
    // The swing is no wheel: neither order nor impetus is lost.
    assert_eq!((charge.wheeled, charge.impetus), (0, true));
    assert!(!situation.unit("south").disordered);
    // Another unit in the way of the swing: it stays as it struck.
    let friend = unit("friend", "red", [31.3, 19.5], "north", SHOT);
    let mut situation = Situation::new(&(slant + "\n\n" + &friend));
    situation.charges("south", "north", NO_LEGS);
    assert!(situation.unit("south").pose.facing < 2_000);
    let (south, friend) = (situation.id("south"), situation.id("friend"));
    assert!(!situation.table().body(south).overlaps(&situation.table().body(friend)));
}

#[test]
fn true_flank_and_rear_charges() {
    // CP G13: more than half the charger's front starts behind the line, and it strikes that edge.
    let aspect = |at: [f64; 2], facing: &str| {
        let file = unit("south", "red", [36.0, 14.0], "north", HORSE) + &unit("north", "blue", at, facing, PIKES);
        Situation::new(&file).charges("south", "north", NO_LEGS).aspect
    };
    assert_eq!(aspect([36.0, 24.0], "south"), Aspect::Front);
    assert_eq!(aspect([36.0, 24.0], "north"), Aspect::Rear);
    assert_eq!(aspect([39.1, 24.0], "east"), Aspect::Flank);
    // Before the front line it is no flank charge, whatever edge it strikes.
    assert_eq!(aspect([35.0, 24.0], "east"), Aspect::Front);
}

/// One charger, two enemies side by side before it.
fn two_before(left: &str, right: &str) -> Situation {
    let broad = "kind = \"horse\"\ngrade = \"A\"\nfigures = 16\nfiles = 8";
    Situation::new(
        &(unit("south", "red", [36.0, 10.0], "north", broad)
            + &unit("left", "blue", [34.0, 20.0], "south", left)
            + &unit("right", "blue", [38.0, 20.0], "south", right)
            + &chiefs()),
    )
}

#[test]
fn everybody_a_charger_touches_is_charged() {
    // CP G22: both take panic and stand tests and are locked; the charger takes one test.
    let mut situation = two_before(SHOT, SHOT);
    situation.charges("south", "left", NO_LEGS);
    for key in ["left", "right"] {
        assert!(situation.due(TestKind::Panic, key), "{key}");
        // CP G21
        assert!(
            situation.table().may_charge(situation.id(key)).is_err()
                && situation.table().may_move(situation.id(key)).is_err()
        );
    }
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    assert!(!situation.due(TestKind::Charge, "south"));
    for key in ["left", "right"] {
        assert!(situation.engaged("south", key) && situation.due(TestKind::Stand, key), "{key}");
    }
    let impetus: Vec<bool> = situation.state.contacts.iter().map(|contact| contact.a_impetus).collect();
    assert_eq!(impetus, [true, true]);
}

#[test]
fn a_charger_whose_target_breaks_still_has_the_other() {
    // CP G17, G22, G26: the target panics; the charger does not pursue, for another enemy stands before it.
    let mut situation = two_before(SHOT, SHOT);
    situation.charges("south", "left", NO_LEGS);
    let (left, south) = (situation.id("left"), situation.id("south"));
    situation.steps(&[], &[]);
    situation.act(&[], |play| {
        play.rout(left, Some(south));
        play.advance();
    });
    assert!(situation.table().routing(left));
    assert_eq!(situation.unit("south").mode, Mode::Normal);
    let charge = situation.state.charges[0];
    assert_eq!((charge.target, charge.stage), (situation.id("right"), Stage::Arrived));
    assert!(situation.due(TestKind::Charge, "south"));
    // Alone before it, it pursues at once and needs no test (CP G17).
    let mut situation = facing(10.0, HORSE, SHOT, &chiefs());
    situation.charges("south", "north", NO_LEGS);
    let (south, north) = (situation.id("south"), situation.id("north"));
    situation.steps(&[], &[]);
    situation.act(&[], |play| {
        play.rout(north, Some(south));
        play.advance();
    });
    assert_eq!(situation.unit("south").mode, Mode::Pursuing { target: north });
    assert!(!situation.due(TestKind::Charge, "south"));
}

#[test]
fn each_enemy_is_met_on_its_own_side() {
    // CP G22, G13: pikes in front take the impetus against them alone.
    let mut situation = two_before(
        SHOT,
        "kind = \"foot\"\ngrade = \"C\"\npikes = 4\nmuskets = 4\nfiles = { left = 1, pikes = 2, right = 1 }",
    );
    situation.charges("south", "left", NO_LEGS);
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    let (left, right) = (situation.id("left"), situation.id("right"));
    let impetus = |enemy: UnitId| situation.state.contacts.iter().find(|contact| contact.b == enemy).unwrap().a_impetus;
    assert!(impetus(left) && !impetus(right));
}

#[test]
fn routing_enemies_are_charged_without_reacting() {
    // CP G26: +4 on T12, struck unanswered as an impact, then pursued.
    let routing = format!("{SHOT}\nstart = {{ routing = true }}");
    let mut situation = facing(10.0, HORSE, &routing, &chiefs());
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!(charge.stage, Stage::Arrived);
    assert!(!situation.due(TestKind::Panic, "north"));
    situation.phase(Phase::Shooting);
    assert_eq!(situation.table().modifier(TestKind::Charge, situation.id("south")), 4);
    assert!(situation.test(TestKind::Charge, "south", 1));
    assert!(!situation.due(TestKind::Stand, "north"));
    let contact = situation.state.contacts[0];
    assert!(contact.impact);
    let bout = situation.table().bout(&contact).unwrap();
    assert_eq!((bout.dice[1], bout.figures[1]), (0, 0));
    let dice = vec![1; bout.dice[0] as usize];
    situation.phase(Phase::Combat);
    situation.steps(&[Step::Combat(CombatStep::Resolve)], &dice);
    assert_eq!(situation.unit("south").mode, Mode::Pursuing { target: situation.id("north") });
}

#[test]
fn skirmishers_on_the_way_are_ridden_down() {
    // CP 17.6.2, G38: those met on the way to somebody else go at once.
    let screen =
        unit("screen", "blue", [36.0, 20.0], "south", "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4\nfiles = 4");
    let mut situation = facing(12.0, HORSE, SHOT, &screen);
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.stage, charge.target), (Stage::Arrived, situation.id("north")));
    assert_eq!(situation.unit("screen").place, Place::Gone(Loss::Destroyed));
    // Only the figures met: half of a longer line stays.
    let screen =
        unit("screen", "blue", [39.0, 20.0], "south", "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 8");
    let mut situation = facing(12.0, HORSE, SHOT, &screen);
    situation.charges("south", "north", NO_LEGS);
    assert_eq!(situation.unit("screen").others, 4);
    // CP 17.6.1: skirmishers do not ride anybody down; they are stopped.
    let screen = unit("screen", "blue", [36.0, 18.0], "south", SKIRMISHERS);
    assert_eq!(facing(7.0, SKIRMISHERS, GUNS, &screen).refusal("south", "north"), "CP 15.3.3");
}

#[test]
fn a_forlorn_hope_falls_back_when_it_is_charged() {
    // CP G65, 20.3.4: the charge goes on into the regiment behind it.
    let parent = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 16\nforlorn-hope = 4";
    let chief = "[[generals]]\nkey = \"chief\"\nname = \"chief\"\nside = \"blue\"\nrank = \"chief\"\nat = [36, 30]\n";
    let mut situation = facing_by("forlorn-hopes = true", 12.0, HORSE, parent, chief);
    let north = situation.id("north");
    let hope = situation.table().card(north).forlorn.unwrap();
    situation.state.generals[0].attached = Some(hope);
    let muskets = situation.unit("north").others;
    assert_eq!(situation.state.units[hope.ix()].place, Place::Table);
    let (south, seat) = (situation.id("south"), Seat(0));
    situation.table().judge_charge(seat, south, hope, 0, &NO_LEGS).unwrap();
    situation.act(&[], |play| play.declare(ChargeKind::Charge, south, hope, 0, NO_LEGS));
    assert_eq!(situation.state.units[hope.ix()].place, Place::Gone(Loss::DrawnIn));
    assert_eq!(situation.unit("north").others, muskets + 4);
    // CP G51: the general who was with it is with the regiment now.
    assert_eq!(situation.state.generals[0].attached, Some(north));
    assert_eq!(situation.state.charges[0].target, north);
}

#[test]
fn walls_are_fought_across() {
    // CP G60, 19.4.5: the charger comes up to the wall that the enemy lines; it neither crosses it nor loses its order.
    let wall = |kind: &str| {
        format!("[[ground.lines]]\nname = \"wall\"\nkind = \"{kind}\"\npoints = [[20, 19.5], [52, 19.5]]\n")
    };
    let mut situation = facing(6.0, PIKES, SHOT, &(wall("low-wall") + &chiefs()));
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.stage, charge.impetus), (Stage::Arrived, false));
    assert!(!situation.unit("south").disordered);
    assert!(close(situation.gap("south", "north"), 0.5), "{}", situation.gap("south", "north"));
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    assert!(situation.engaged("south", "north") && situation.due(TestKind::Stand, "north"));
    let contact = situation.state.contacts[0];
    assert!(situation.table().bout(&contact).unwrap().dice[0] > 0);
    // CP 19.4.6a: nobody fights through a hedge that stands, loopholed or not; broken down it is a low wall. Horse cannot
    // come at those behind a high wall (CP 19.4.3b).
    let mut hedge = facing(6.0, PIKES, SHOT, &wall("hedgerow"));
    hedge.state.hedge_works.push(charge_pikes::state::HedgeWork { line: 0, from: 0, to: inches(32), broken: false });
    assert_eq!(hedge.refusal("south", "north"), "CP 19.4.6a");
    hedge.state.hedge_works[0].broken = true;
    assert_eq!(hedge.refusal("south", "north"), "");
    assert_eq!(facing(6.0, HORSE, SHOT, &wall("high-wall")).refusal("south", "north"), "CP 19.4.3b");
    assert_eq!(facing(6.0, HORSE, SHOT, &wall("fence")).refusal("south", "north"), "");
    // T12: the fence tells against horse.
    let mut fence = facing(6.0, HORSE, SHOT, &wall("fence"));
    assert!(fence.charges("south", "north", NO_LEGS).bad_ground);
    // An enemy well behind the wall does not line it: the charge goes over.
    let mut behind = facing(
        5.0,
        "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 8",
        SHOT,
        &wall("fence").replace("19.5", "16"),
    );
    behind.charges("south", "north", NO_LEGS);
    assert!(behind.gap("south", "north") < 0.01);
}

#[test]
fn foot_charges_a_town_block() {
    // CP 19.7.1, 19.7.9a: up to its walls, without impetus; horse never.
    let town = "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 20, 39, 25]\n";
    let garrison = format!(
        "[[units]]\nkey = \"north\"\nname = \"north\"\nside = \"blue\"\ninside = \"farm\"\n{SHOT}\nstart = {{ revealed = true }}\n"
    );
    let storm = |troops: &str| {
        Situation::new(&(unit("south", "red", [36.0, 14.0], "north", troops) + &garrison + town + &chiefs()))
    };
    let mut situation = storm(PIKES);
    let charge = situation.charges("south", "north", NO_LEGS);
    assert_eq!((charge.stage, charge.impetus, charge.aspect), (Stage::Arrived, false, Aspect::Front));
    assert!(situation.gap("south", "north") < 0.02);
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6));
    assert!(situation.engaged("south", "north"));
    assert_eq!(storm(HORSE).refusal("south", "north"), "CP 19.7.1");
    assert_eq!(storm(SKIRMISHERS).refusal("south", "north"), "CP 15.3.6");
}

#[test]
fn swedes_that_close_up_are_still_found() {
    // CP 20.1.4: in square they stand narrower; a charge at their wing wheels in after them.
    let swedes = "kind = \"foot\"\ngrade = \"C\"\npikes = 18\nmuskets = 18\nswedish = true\nformation = \"muskets-forward\"\nfiles = 18";
    let mut situation = facing_by("swedish-system = true", 12.0, HORSE, swedes, "");
    let pose = situation.unit("north").pose.right(inches(4));
    let target = situation.unit_mut("north");
    (target.pose, target.stood) = (pose, pose);
    situation.declare("south", "north", 0, NO_LEGS);
    let north = situation.id("north");
    situation.table().judge_react(Seat(1), north, Formation::Square).unwrap();
    situation.unit_mut("north").formation = Formation::Square;
    assert_eq!(situation.judge("south", "north", 0, NO_LEGS).unwrap_err().rule, "CP 17.2.6", "it is declared already");
    situation.run(0);
    assert_eq!((situation.state.charges[0].stage, situation.state.charges[0].target), (Stage::Arrived, north));
}

#[test]
fn v9_and_v44_charges_that_do_and_do_not_frighten() {
    // CP V9: 36 foot charged by 8 riders do not test, by 9 they do.
    let foot = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
    for (riders, due) in [(8, false), (9, true)] {
        let horse = format!("kind = \"horse\"\ngrade = \"C\"\nfigures = {riders}");
        let mut situation = facing(10.0, &horse, foot, "");
        situation.charges("south", "north", NO_LEGS);
        assert_eq!(situation.due(TestKind::Panic, "north"), due, "{riders}");
    }
    // CP V44: mounted dragoons frighten nobody, have no impetus, and fight on the row of no difference.
    let dragoons = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let naked = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 24\nfiles = 12";
    let mut situation = facing(10.0, dragoons, naked, &chiefs());
    let charge = situation.charges("south", "north", NO_LEGS);
    assert!(!charge.impetus && !situation.due(TestKind::Panic, "north"));
    situation.phase(Phase::Shooting);
    assert!(situation.test(TestKind::Charge, "south", 6) && situation.test(TestKind::Stand, "north", 6));
    let bout = situation.table().bout(&situation.state.contacts[0]).unwrap();
    assert_eq!((bout.points, bout.dice[0]), ([1, 1], 3));
    assert_eq!(charge_pikes::combat::result(0, false), charge_pikes::hits::code("456H"));
}
