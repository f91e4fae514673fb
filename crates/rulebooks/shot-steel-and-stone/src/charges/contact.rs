//! Contact: how units that meet stand against each other (SSS G15).

use crate::cards::UnitId;
use crate::state::{Came, Contact};
use crate::table::Play;
use field::table::Body;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// Two units stand in contact from now on. Where each is met follows from how they stand; who was caught running is met
    /// from behind (SSS G63). Whoever they were in contact with already is as it was.
    pub fn contact(&mut self, a: UnitId, b: UnitId, came_a: Came, came_b: Came) {
        let start_a = self.body(a);
        let start_b = self.body(b);
        self.contact_from(a, b, came_a, came_b, &start_a, &start_b);
    }

    /// The same, by where each of them started (SSS G6).
    pub fn contact_from(&mut self, a: UnitId, b: UnitId, came_a: Came, came_b: Came, from_a: &Body, from_b: &Body) {
        let (on_a, on_b) = (self.table().met_by(a, from_b), self.table().met_by(b, from_a));
        let (first, second) = if a < b { (a, b) } else { (b, a) };
        let contact = match a < b {
            true => Contact { a: first, b: second, on_a, on_b, a_came: came_a, b_came: came_b, attacked: [false; 2] },
            false => Contact {
                a: first,
                b: second,
                on_a: on_b,
                on_b: on_a,
                a_came: came_b,
                b_came: came_a,
                attacked: [false; 2],
            },
        };
        let contact = Contact { attacked: [contact.a_came.attacks(), contact.b_came.attacks()], ..contact };
        self.state.contacts.retain(|old| (old.a, old.b) != (first, second));
        self.state.overflow.keep(&mut self.state.contacts, contact);
    }
}
