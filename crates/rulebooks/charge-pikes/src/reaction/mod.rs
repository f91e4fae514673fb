//! Chapter 18: reaction tests.
//!
//! Every test is one die and a list of modifiers: above 0 passes (CP 18.0.1). Each kind of test has its own file, which
//! says who has to take it, what modifies it, and what follows; this one puts them behind three doors:
//! [`Table::test_due`], [`Table::reckon`] and [`Play::take_test`].

mod charge;
mod friends;
mod hits;
mod losing;
mod panic;
mod pursuit;
mod rally;
mod stand;
mod steps;

pub use steps::TestChoice;

use crate::agenda::TestKind;
use crate::cards::{Grade, Kind, UnitId};
use crate::face::told::{self, Who};
use crate::generals::Command;
use crate::state::{Charge, ChargeKind, Formation, Place, Stage};
use crate::table::{Play, Table};
use kernel::{Entry, Listener, Reckoning, Silent};

/// The modifiers for grade that most tests share, A to E (CP T11, T12, T13, T14, T16).
const USUAL_GRADES: [i32; 5] = [2, 1, 0, -1, -2];

/// The rule that each kind of test is taken by.
pub const fn rule_of(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Panic => "CP 18.3.1",
        TestKind::CounterCharge | TestKind::Charge => "CP 18.4.1",
        TestKind::Stand => "CP 18.5.1",
        TestKind::ShootingHits => "CP 18.6.1",
        TestKind::LosingCombat => "CP 18.7.1",
        TestKind::RoutingFriend => "CP 18.8.1",
        TestKind::Rally => "CP 18.1.1",
        TestKind::HaltPursuit => "CP 18.2.1",
        TestKind::Return => "CP 18.2.4",
    }
}

/// What a test is called.
pub const fn name_of(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Panic => "panic before a cavalry charge",
        TestKind::CounterCharge => "counter-charge to contact",
        TestKind::Charge => "charge to contact",
        TestKind::Stand => "stand against a charge",
        TestKind::ShootingHits => "shooting hits",
        TestKind::LosingCombat => "losing a combat",
        TestKind::RoutingFriend => "routing friends",
        TestKind::Rally => "rally from rout",
        TestKind::HaltPursuit => "halt the pursuit",
        TestKind::Return => "return to the table",
    }
}

impl Table<'_> {
    /// Whether a unit has to take a test of this kind now. Where its owner may ignore the occasion he does: no test is
    /// ever better than none.
    pub fn test_due(self, kind: TestKind, id: UnitId) -> bool {
        let fresh = !self.unit(id).tested.has(kind);
        fresh
            && self.tests_at_all(kind, id)
            && match kind {
                TestKind::Panic => self.panic_due(id),
                TestKind::CounterCharge | TestKind::Charge => self.charge_to_test(kind, id).is_some(),
                TestKind::Stand => self.stand_due(id),
                TestKind::ShootingHits => self.shooting_hits_due(id),
                TestKind::LosingCombat => self.losing_due(id),
                TestKind::RoutingFriend => self.routing_friend_due(id),
                TestKind::Rally => self.rally_due(id),
                TestKind::HaltPursuit => self.halt_due(id),
                TestKind::Return => self.return_due(id),
            }
    }

    /// Wagons test nothing (ruling G74). A forlorn hope shares its regiment's morale: its losses to fire make nobody test
    /// (CP 20.3.3), and routing friends are the regiment's affair (CP 20.3.5a). Charges and combats of its own it has to
    /// answer for (ruling G65).
    fn tests_at_all(self, kind: TestKind, id: UnitId) -> bool {
        match self.card(id).kind {
            Kind::Wagons => false,
            Kind::ForlornHope => !matches!(kind, TestKind::ShootingHits | TestKind::RoutingFriend | TestKind::Rally),
            _ => true,
        }
    }

    /// On the table and not running: routers take no test but to rally (ruling G26).
    fn can_react(self, id: UnitId) -> bool {
        self.unit(id).place == Place::Table && !self.routing(id)
    }

    /// Adds up the modifiers of a test as things stand.
    pub fn reckon(self, kind: TestKind, id: UnitId, sum: &mut Reckoning) {
        match kind {
            TestKind::Panic => self.reckon_panic(id, sum),
            TestKind::CounterCharge | TestKind::Charge => self.reckon_charge(kind, id, sum),
            TestKind::Stand => self.reckon_stand(id, sum),
            TestKind::ShootingHits => self.reckon_shooting_hits(id, sum),
            TestKind::LosingCombat => self.reckon_losing(id, sum),
            TestKind::RoutingFriend => self.reckon_routing_friend(id, sum),
            TestKind::Rally => self.reckon_rally(id, sum),
            TestKind::HaltPursuit => self.reckon_pursuit(id, false, sum),
            TestKind::Return => self.reckon_pursuit(id, true, sum),
        }
    }

    /// The sum of a test's modifiers: what has to be rolled is 1 less this, or more (CP 18.0.1).
    pub fn modifier(self, kind: TestKind, id: UnitId) -> i32 {
        let mut sum = Reckoning::new(&Silent);
        self.reckon(kind, id, &mut sum);
        sum.total
    }

    // --- Modifiers that several tests share

    fn add_grade(self, id: UnitId, by_grade: [i32; 5], sum: &mut Reckoning) {
        let (ix, text) = match self.grade(id) {
            Grade::A => (0, "grade A"),
            Grade::B => (1, "grade B"),
            Grade::C => (2, "grade C"),
            Grade::D => (3, "grade D"),
            Grade::E => (4, "grade E"),
        };
        sum.add(by_grade[ix], text, "CP 6.1");
    }

    /// A general with the unit helps, one within command radius neither helps nor harms, and his absence hurts
    /// (CP 9.7, 9.8, 9.9, 18.0.2).
    fn add_general(self, id: UnitId, sum: &mut Reckoning) {
        match self.command(id) {
            Command::With => sum.add(1, "general with the unit", "CP 9.7"),
            Command::Near => {}
            Command::Nobody => sum.add(-1, "no general within command radius", "CP 9.8"),
        }
    }

    /// Shaken and exhausted share one penalty (CP 11.2.3, 12.3c).
    fn add_shaken(self, id: UnitId, penalty: i32, sum: &mut Reckoning) {
        sum.add_if(self.shaken_or_exhausted(id), penalty, "shaken or exhausted", "CP 11.2.3");
    }

    fn add_each_two(self, hits: u8, text: &'static str, sum: &mut Reckoning) {
        // CP 18.0.3
        let pairs = i32::from(hits / 2);
        sum.add_if(pairs > 0, -pairs, text, "CP 18.0.3");
    }

    fn add_square_or_cover(self, id: UnitId, bonus: i32, sum: &mut Reckoning) {
        let square = self.unit(id).formation == Formation::Square;
        sum.add_if(square || self.hard_cover(id), bonus, "in square or hard cover", "CP 18.0.1");
    }
}

impl<'a> Table<'a> {
    /// Charges home on a unit, or about to be: those aimed at it and those whose front touches it as well (ruling G22).
    /// Counter-charges are no charges on the unit they meet, but on those beside it (ruling G104); and horse that comes to a
    /// friend's help has charged the foot it strikes: foot cannot charge it in turn (CP 15.3.4, 18.3.1, ruling G23).
    pub(crate) fn charges_on(self, id: UnitId) -> impl Iterator<Item = &'a Charge> {
        self.state.charges.iter().filter(move |charge| {
            let charges = match charge.kind {
                ChargeKind::Charge | ChargeKind::Crash => true,
                ChargeKind::Onward => !self.fell_back(id) && !self.charges_upon(id, charge.charger),
                ChargeKind::Instead => !self.charges_upon(id, charge.charger),
                // Whom its front touches beside the one it meets (ruling G104).
                ChargeKind::Counter | ChargeKind::Support => {
                    charge.target != id && !self.charges_upon(id, charge.charger)
                }
            };
            let strikes = charges && (charge.target == id || self.also_struck(charge, id));
            matches!(charge.stage, Stage::Arrived | Stage::Passed) && (strikes || self.rides_at_foot(charge, id))
        })
    }

    /// Of several who have charged a unit the one from whom it runs: he with the most figures in contact (CP 15.1.1, ruling
    /// G96).
    fn foremost(self, id: UnitId, charges: impl Iterator<Item = &'a Charge>) -> Option<UnitId> {
        let most = |best: UnitId, other: UnitId| {
            if self.files_touching(other, id) > self.files_touching(best, id) { other } else { best }
        };
        charges.map(|charge| charge.charger).reduce(most)
    }

    /// A charger whose nerve failed: whoever came to meet it and goes on has not charged it (ruling G94).
    fn fell_back(self, id: UnitId) -> bool {
        self.state.charges.iter().any(|charge| charge.charger == id && charge.stage == Stage::Failed)
    }

    /// Whether a unit has itself charged another, and come up to it.
    pub(crate) fn charges_upon(self, id: UnitId, enemy: UnitId) -> bool {
        let pair = |charge: &Charge| (charge.charger, charge.target) == (id, enemy);
        let up = |charge: &Charge| matches!(charge.stage, Stage::Arrived | Stage::Passed | Stage::Failed);
        self.state.charges.iter().any(|charge| pair(charge) && up(charge))
    }

    /// Mounted troops that counter-charge foot.
    pub(crate) fn rides_at_foot(self, charge: &Charge, id: UnitId) -> bool {
        charge.answers() && charge.target == id && self.is_mounted(charge.charger) && self.is_foot(id)
    }

    fn also_struck(self, charge: &Charge, id: UnitId) -> bool {
        match charge.kind {
            // Whom a pursuit runs into is not chosen (CP 15.2.8a).
            ChargeKind::Crash => self.front_on(charge.charger, id),
            _ => self.charge_touches(charge.charger, id),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Takes a test: one die, the modifiers, the result and what follows from it. Tells whether it was passed.
    pub fn take_test(&mut self, kind: TestKind, id: UnitId) -> bool {
        let mut sum = Reckoning::new(&*self.listener);
        self.table().reckon(kind, id, &mut sum);
        self.unit_mut(id).tested.add(kind);
        let die = self.d6();
        let total = i32::from(die) + sum.total;
        let passed = total > 0;
        if self.listener.hears() {
            let entry = self.table().test_entry(kind, id, sum, die, passed);
            self.listener.tell(entry);
        }
        self.follow_test(kind, id, passed);
        passed
    }

    /// What passing or failing brings about. Routs and recoils are run here and now, and pursuits are put on top of the
    /// agenda, before the next test (CP 13.6).
    fn follow_test(&mut self, kind: TestKind, id: UnitId, passed: bool) {
        match kind {
            TestKind::Panic => self.after_panic(id, passed),
            TestKind::CounterCharge | TestKind::Charge => self.after_charge_test(kind, id, passed),
            TestKind::Stand => self.after_stand(id, passed),
            TestKind::ShootingHits => self.after_shooting_hits(id, passed),
            TestKind::LosingCombat => self.after_losing(id, passed),
            TestKind::RoutingFriend => self.after_routing_friend(id, passed),
            TestKind::Rally => self.after_rally(id, passed),
            TestKind::HaltPursuit => self.after_halt(id, passed),
            TestKind::Return => self.after_return(id, passed),
        }
    }
}

impl Table<'_> {
    fn test_entry(self, kind: TestKind, id: UnitId, sum: Reckoning, die: u8, passed: bool) -> Entry {
        let result = if passed { told::PASSES } else { told::FAILS };
        Entry {
            lines: sum.lines,
            dice: vec![die],
            total: Some(i32::from(die) + sum.total),
            result: self.said(result, &[Who::Unit(id)]),
            ..self.entry(rule_of(kind), told::TESTS, &[Who::Unit(id), Who::Words(name_of(kind))])
        }
    }
}
