//! Fire from those whom the target did not see when the player turn began (SSS 37.7, G42, G158).

use crate::cards::UnitId;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::state::Place;
use crate::table::Play;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// A unit that is shot at out of the blue is surprised: a point (SSS T16), and threatened in its test. Whom it fights hand to
    /// hand it has seen coming all the same.
    pub(super) fn surprise_by_fire(&mut self, shooter: UnitId, target: UnitId) {
        let unit = self.unit(target);
        if unit.ambushed || unit.place != Place::Table || self.table().saw_at_first(target, shooter) {
            return;
        }
        self.unit_mut(target).this_turn.ambushed = true;
        self.tell("SSS 37.7", told::SURPRISED_BY_FIRE, &[Who::Unit(target), Who::Unit(shooter)]);
        self.disrupt_by(target, Cause::FlankOrRear, Cause::FlankOrRear.points());
    }
}
