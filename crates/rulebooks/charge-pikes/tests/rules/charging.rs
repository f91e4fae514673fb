//! 15.3 Charging, 15.4 Impetus, 15.5 Counter-charging.

mod contact;
mod countering;
mod declaring;
mod impetus;

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
