//! Routing, pursuing and recoiling: 15.1, 15.2 and 15.11.

mod pursuits;
mod recoils;
mod routs;

use crate::fights::{Situation, inches};
use charge_pikes::agenda::{Step, TestKind};
use charge_pikes::cards::UnitId;
use charge_pikes::decision::Decision;
use charge_pikes::movement::flight::{FlightChoice, FlightStep};
use charge_pikes::sequence::{Letter, TurnChoice, TurnStep};
use charge_pikes::state::{Aspect, ChargeKind, Contact, Formation, Loss, Mode, Morale, Phase, Place, Stage};
use field::table::{Cdeg, INCH, MM, Vec2, bearing, cast, turn};
use kernel::{Entry, Rulebook, Seat, Side};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
/// A line of 24 musketeers, 240 mm by 40 mm.
const FOOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
/// Twelve riders, 150 mm by 100 mm.
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
/// Four figures abreast: 80 mm.
const NARROW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
const SQUARE: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 13\nformation = \"square\"";
const ROUTING: &str = "start = { routing = true, fled = true }";

fn unit(key: &str, side: &str, at: [f64; 2], facing: &str, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = \"{facing}\"\n{what}\n\n"
    )
}

fn ground(kind: &str, west_south_east_north: [f64; 4]) -> String {
    format!("[[ground.areas]]\nname = \"{kind}\"\nkind = \"{kind}\"\nbox = {west_south_east_north:?}\n\n")
}

fn battle(parts: &[String]) -> Situation {
    Situation::new(&parts.concat())
}

impl Situation {
    fn centre(&self, key: &str) -> Vec2 {
        self.table().body(self.id(key)).center()
    }

    fn place(&self, key: &str) -> Place {
        self.unit(key).place
    }

    /// Breaks a unit with nobody asked about pursuits yet.
    fn rout(&mut self, key: &str, cause: Option<&str>) -> Vec<Entry> {
        let (id, cause) = (self.id(key), cause.map(|cause| self.id(cause)));
        self.act(&[], |play| play.rout(id, cause))
    }

    /// A question at the bottom of the agenda that stops the machine where the test wants to look.
    fn stop_here(&mut self) {
        self.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
    }

    fn stopped(&self) -> bool {
        self.state.agenda.top() == Some(Step::Turn(TurnStep::ChooseSide(Side::FIRST)))
    }

    fn advance(&mut self, dice: &[u8]) -> Vec<Entry> {
        self.act(dice, |play| play.advance())
    }

    fn recoil(&mut self, key: &str, whole: i32, from: Option<&str>) -> Vec<Entry> {
        let (id, from) = (self.id(key), from.map(|from| self.id(from)));
        self.act(&[], |play| play.recoil(id, inches(whole), from))
    }

    fn pursue(&mut self, key: &str, target: &str) {
        let target = self.id(target);
        let unit = self.unit_mut(key);
        (unit.mode, unit.pursuit_begun) = (Mode::Pursuing { target }, true);
    }

    fn contact(&mut self, a: &str, b: &str, on_a: Aspect, on_b: Aspect) {
        let (a, b) = (self.id(a), self.id(b));
        assert!(a < b);
        self.state.contacts.push(Contact {
            a,
            b,
            impact: false,
            on_a,
            on_b,
            a_impetus: false,
            b_impetus: false,
            a_follows: false,
            b_follows: false,
            a_forward: false,
            b_forward: false,
        });
    }
}

/// Inches from one point to another, east and north.
fn step(from: Vec2, to: Vec2) -> [f64; 2] {
    let inch = f64::from(INCH);
    [(to.x - from.x) / inch, (to.y - from.y) / inch]
}

fn near(found: [f64; 2], wanted: [f64; 2]) {
    let off = (found[0] - wanted[0]).abs().max((found[1] - wanted[1]).abs());
    assert!(off < 0.02, "{found:?} is not {wanted:?}");
}

fn says(entries: &[Entry], rule: &str) -> bool {
    entries.iter().any(|entry| entry.rule == rule)
}

fn facing(situation: &Situation, key: &str, wanted: Cdeg) {
    let found = situation.unit(key).pose.facing;
    assert!(turn(found, wanted).abs() <= 20, "{key} looks to {found}, not {wanted}");
}
