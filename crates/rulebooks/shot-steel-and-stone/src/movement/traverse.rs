//! A battery turned by hand towards another arc (SSS 13.8, G18).

use super::near::Near;
use super::{Moved, refuse};
use crate::cards::UnitId;
use crate::measures::BW;
use crate::state::{Change, Changed, Unit};
use crate::table::Table;
use field::table::{Cdeg, Trail, Um, arc_length, normal, turn, wheel_pivot, wheel_radius};
use kernel::Refusal;

impl Table<'_> {
    /// On the gun at one end; the way of the outside gun is paid out of the 1 BW by hand, in as many turns as that takes. It is
    /// no move: the point for it is all it costs the shot.
    pub(super) fn traverse_outcome(self, near: &Near, angle: Cdeg) -> Result<Moved, Refusal> {
        let id = near.id;
        if !self.is_deployed(id) {
            return refuse(("SSS 13.8", "only guns off their limbers are turned by hand"));
        }
        let unit = *self.unit(id);
        if unit.changing.is_some() {
            return refuse(("SSS G9", "it is busy with another change"));
        }
        let to = normal(unit.pose.facing + angle);
        let turned = self.traversed(id, &unit, to);
        self.stands(near, &self.rules.body_of(id, &turned))?;
        let outside = wheel_radius(&near.body, angle < 0) - f64::from(BW / 2);
        let way = arc_length(outside, angle.abs()).ceil() as Um;
        let left = self.by_hand_left(id);
        if left <= 0 {
            return refuse(super::NOT_SO_FAR);
        }
        let mut after = if way <= left { turned } else { unit };
        after.this_turn.deducted += way.min(left);
        if way > left {
            after.changing = Some(Change { into: Changed::Battery { to }, owed: way - left });
            after.this_turn.finished = true;
        }
        Ok(Moved::new(after, Trail::Formed))
    }

    /// What is left of the 1 BW that guns are manhandled in a turn, whatever a leader's roll was (SSS 13.8, G112).
    pub(super) fn by_hand_left(self, id: UnitId) -> Um {
        (BW - self.unit(id).spent - self.unit(id).deducted).max(0)
    }

    /// The battery as it stands when it has come round.
    pub(super) fn traversed(self, id: UnitId, unit: &Unit, to: Cdeg) -> Unit {
        let body = self.rules.body_of(id, unit);
        let by = turn(unit.pose.facing, to);
        let mut turned = *unit;
        turned.pose = unit.pose.pivot(wheel_pivot(&body, by < 0), by);
        turned.pose.facing = to;
        turned.this_turn.traversed = true;
        turned
    }
}
