//! The steps of the chapter, what is asked in them and what is done.

use super::{FireOrder, Lob, Occasion};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hex};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStep {
    /// Both sides give their orders, sealed.
    Orders(Occasion),
    /// Every attack is reckoned as all stand now.
    Open(Occasion),
    /// The attacks are rolled, one after the other.
    Resolve,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireChoice {
    /// A hex fires at another.
    At { from: Hex, at: Hex },
    /// Howitzers lob their shells on a hex; the scatter marker lies there with its 1 on that side.
    Lob { from: Hex, at: Hex, one: Dir },
    /// The sections of three batteries do.
    Sections { a: UnitId, b: UnitId, c: UnitId, at: Hex, one: Dir },
}

impl FireStep {
    /// Seats are asked until they say that they are done; those who must fire may not say so before.
    pub(crate) fn lasts_till_done(self) -> bool {
        false
    }
}

impl Table<'_> {
    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_fire(self, step: FireStep) -> SeatSet {
        match step {
            FireStep::Orders(occasion) => {
                let open = |seat: Seat| self.has_order_open(occasion, seat);
                let both = Side::BOTH.map(|side| self.seats_left(side, open));
                both.into_iter().flat_map(|seats| seats.iter()).collect()
            }
            FireStep::Open(_) | FireStep::Resolve => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_fire(self, step: FireStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            FireStep::Orders(occasion) => {
                let default = self.fire_menu(occasion, seat, menu);
                let (topic, rule) = match occasion {
                    Occasion::Segment => ("fire", "LB 7.3a"),
                    Occasion::Chit => ("artillery-fire", "LB 8.9.3a"),
                };
                // Howitzers may aim at any hex, and lay their marker as they like.
                Question { complete: !self.has_howitzers(occasion, seat), ..Question::whole(topic, rule, default) }
            }
            FireStep::Open(_) | FireStep::Resolve => Question::whole("none", "LB 7.3a", 0),
        }
    }

    pub(crate) fn judge_fire(self, step: FireStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        let FireStep::Orders(occasion) = step else { return Err(self.out_of_turn()) };
        match decision {
            Decision::DONE => {
                if self.owes_fire(occasion, seat) {
                    return Err(Refusal::new("LB 7.3a", "all who can fire have to"));
                }
                Ok(())
            }
            Decision::Fire(FireChoice::At { from, at }) => self.may_order(occasion, seat, from, at),
            Decision::Fire(FireChoice::Lob { from, at, .. }) => self.may_lob(occasion, seat, from, at),
            Decision::Fire(FireChoice::Sections { a, b, c, at, .. }) => self.may_lob_sections(seat, [a, b, c], at),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_fire(&mut self, step: FireStep) {
        match step {
            FireStep::Orders(_) => {
                if self.listener.hears() {
                    let seats: SeatSet = Side::BOTH.into_iter().flat_map(|side| self.table().seats_of(side)).collect();
                    for seat in seats.without(self.state.done).iter() {
                        self.unasked(seat, "fire", Decision::DONE);
                    }
                }
                self.state.done = SeatSet::EMPTY;
            }
            FireStep::Open(occasion) => self.open_fire(occasion),
            FireStep::Resolve => self.resolve_fire(),
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_fire(&mut self, step: FireStep, seat: Seat, decision: Decision) {
        let FireStep::Orders(_) = step else { return };
        let order = match decision {
            Decision::Fire(FireChoice::At { from, at }) => FireOrder { from, at, lob: None },
            Decision::Fire(FireChoice::Lob { from, at, one }) => {
                FireOrder { from, at, lob: Some(Lob::Battery { one }) }
            }
            Decision::Fire(FireChoice::Sections { a, b, c, at, one }) => {
                let from = self.unit(a).hexes.head();
                FireOrder { from, at, lob: Some(Lob::Sections { one, batteries: [a, b, c] }) }
            }
            _ => {
                self.state.done = self.state.done.with(seat);
                return;
            }
        };
        let (value, overflow) = self.state.with_overflow();
        overflow.keep(&mut value.fire_orders, order);
    }
}

/// The steps in which both sides fire at once.
pub fn exchange(occasion: Occasion) -> [Step; 4] {
    [
        Step::Fire(FireStep::Orders(occasion)),
        Step::Fire(FireStep::Open(occasion)),
        Step::Gun(crate::artillery::GunStep::Draw),
        Step::Fire(FireStep::Resolve),
    ]
}
