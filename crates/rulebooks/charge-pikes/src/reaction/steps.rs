//! The tests of one kind, one after the other; with several due their owner chooses the order.

use super::rule_of;
use crate::agenda::{Step, TestKind};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::state::{Mode, Place, Unit};
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TestChoice {
    /// The next unit to test.
    Take(UnitId),
}

impl<'a> Table<'a> {
    fn tests_due(self, kind: TestKind, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let occasion = self.has_occasion(kind);
        self.all().filter(move |&id| occasion && self.side(id) == side && self.test_due(kind, id))
    }

    /// Whether anything has happened for which anybody may have to test: mostly nothing has.
    fn has_occasion(self, kind: TestKind) -> bool {
        let any = |happened: fn(&Unit) -> bool| self.state.units.iter().any(happened);
        match kind {
            TestKind::Panic | TestKind::CounterCharge | TestKind::Charge | TestKind::Stand => {
                !self.state.charges.is_empty()
            }
            TestKind::ShootingHits => any(|unit| unit.hits_phase > 0),
            TestKind::LosingCombat => any(|unit| unit.taken_round > 0),
            TestKind::RoutingFriend => any(|unit| unit.routed_now),
            TestKind::Rally => any(|unit| unit.mode == Mode::Routing),
            TestKind::HaltPursuit => any(|unit| matches!(unit.mode, Mode::Pursuing { .. })),
            TestKind::Return => any(|unit| matches!(unit.place, Place::OffTable { .. })),
        }
    }

    pub(crate) fn asked_in_tests(self, kind: TestKind, side: Side) -> SeatSet {
        let mut due = self.tests_due(kind, side);
        let (Some(first), Some(second)) = (due.next(), due.next()) else { return SeatSet::EMPTY };
        [first, second].into_iter().chain(due).map(|id| self.seat(id)).collect()
    }

    pub(crate) fn ask_tests(self, kind: TestKind, side: Side, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let own = self.tests_due(kind, side).filter(|&id| self.seat(id) == seat);
        menu.extend(own.map(|id| Decision::Test(TestChoice::Take(id))));
        Question::whole(topic_of(kind), order_by(kind), 0)
    }

    pub(crate) fn judge_test(self, kind: TestKind, side: Side, seat: Seat, choice: TestChoice) -> Result<(), Refusal> {
        let TestChoice::Take(unit) = choice;
        self.owns(seat, unit)?;
        if self.side(unit) == side && self.test_due(kind, unit) {
            Ok(())
        } else {
            Err(Refusal::new(order_by(kind), "the unit has no such test to take"))
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The next test of a kind; with several due the owner has been asked for the order (CP 18.8.3, ruling G22).
    pub(crate) fn work_tests(&mut self, kind: TestKind, side: Side) {
        let due = self.table().tests_due(kind, side).next();
        if let Some(id) = due {
            let takes = Decision::Test(TestChoice::Take(id));
            self.unasked(self.table().seat(id), topic_of(kind), takes);
            self.state.agenda.push(Step::Tests { kind, side });
            self.take_test(kind, id);
            return;
        }
        // A rout on one side can, through a pursuer's crash, bring on tests on the other again (CP 18.8.2).
        let other = side.other();
        let again = kind == TestKind::RoutingFriend
            && side != self.state.side_a
            && self.table().tests_due(kind, other).next().is_some();
        if again {
            self.state.agenda.push(Step::Tests { kind, side });
            self.state.agenda.push(Step::Tests { kind, side: other });
        }
    }

    pub(crate) fn apply_test(&mut self, kind: TestKind, choice: TestChoice) {
        let TestChoice::Take(unit) = choice;
        self.take_test(kind, unit);
    }
}

/// The rule that lets the owner choose the order, or that calls for the test.
fn order_by(kind: TestKind) -> &'static str {
    if kind == TestKind::RoutingFriend { "CP 18.8.3" } else { rule_of(kind) }
}

fn topic_of(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Panic => "test-panic",
        TestKind::CounterCharge => "test-counter-charge",
        TestKind::Charge => "test-charge",
        TestKind::Stand => "test-stand",
        TestKind::ShootingHits => "test-shooting-hits",
        TestKind::LosingCombat => "test-losing-combat",
        TestKind::RoutingFriend => "test-routing-friend",
        TestKind::Rally => "test-rally",
        TestKind::HaltPursuit => "test-halt-pursuit",
        TestKind::Return => "test-return",
    }
}
