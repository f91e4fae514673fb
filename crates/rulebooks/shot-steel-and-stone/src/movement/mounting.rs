//! Mounting and dismounting, and the horse-holders (SSS 8.1, 8.7, 8.12, G61, G107).

use super::near::Near;
use super::turning::TWO;
use super::{Moved, refuse};
use crate::cards::{Order, UnitId};
use crate::measures::BW;
use crate::state::{Changed, Formation, Place, Unit};
use crate::table::Table;
use kernel::Refusal;

/// One base in three holds the horses (SSS 8.7).
const HOLDERS: u8 = 3;

impl Table<'_> {
    pub(super) fn dismount_outcome(self, near: &Near, holders_mounted: bool) -> Result<Moved, Refusal> {
        if self.card(near.id).holders.is_none() {
            return refuse(("SSS 8.7", "it does not fight on foot"));
        }
        if !self.is_mounted(near.id) {
            return refuse(("SSS 8.1", "it is on foot already"));
        }
        self.change(near, Changed::Dismount { holders_mounted }, TWO)
    }

    pub(super) fn mount_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        if self.card(near.id).holders.is_none() || self.is_mounted(near.id) {
            return refuse(("SSS 8.1", "it has no horses to mount"));
        }
        self.change(near, Changed::Mount, TWO)
    }

    /// Loose order foot on what bases the holders leave it (SSS G61, G69).
    pub(super) fn dismounted(self, unit: &Unit) -> Result<Unit, Refusal> {
        let held = unit.bases.div_ceil(HOLDERS);
        if held >= unit.bases {
            return refuse(("SSS 8.7", "nobody would be left to fight"));
        }
        let mut foot = Unit { mounted: false, order: Order::Loose, ..self.without_bases(unit, held) };
        if foot.formation == Formation::Skirmish {
            foot.formation = Formation::Line;
        }
        foot.this_turn.mounted_now = true;
        Ok(foot)
    }

    /// The holders stay where the unit dismounted, behind those who fight (SSS 8.7, 8.12, G61).
    pub(super) fn holders_left(
        self,
        near: &Near,
        foot: &Unit,
        holders_mounted: bool,
    ) -> Result<(UnitId, Unit), Refusal> {
        let (id, unit) = (near.id, self.unit(near.id));
        let Some(holders) = self.card(id).holders else { return refuse(("SSS 8.7", "it has no horse-holders")) };
        let deep = self.rules.depth_of(id, foot);
        for step in 0..=4 {
            let pose = foot.pose.ahead(-deep - step * BW / 4);
            let mut held = self.parted(unit, holders, unit.bases - foot.bases, pose);
            held.mounted = holders_mounted;
            held.this_turn.finished = true;
            if self.stands(near, &self.rules.body_of(holders, &held)).is_ok() {
                return Ok((holders, held));
            }
        }
        refuse(("SSS 8.7", "there is no room for the horses"))
    }

    /// In the saddle again, with those who held the horses (SSS G107).
    pub(super) fn mounted_again(self, id: UnitId, unit: &Unit) -> Result<Unit, Refusal> {
        let Some(holders) = self.card(id).holders else { return refuse(("SSS 8.1", "it has no horses to mount")) };
        let at_hand = self.unit(holders).place == Place::Table
            && !self.in_contact(holders)
            && !self.is_routing(holders)
            && self.body(id).touches(&self.body(holders));
        if !at_hand {
            return refuse(("SSS G107", "it mounts where it touches its horse-holders"));
        }
        if !matches!(unit.formation, Formation::Line | Formation::ColumnOfMarch) {
            return refuse(("SSS G5", "nobody mounts in that formation"));
        }
        let order = self.card(id).order;
        let mut whole = Unit { mounted: true, order, ..self.with_part(unit, holders, true) };
        if order == Order::Skirmish {
            (whole.formation, whole.files) = (Formation::Skirmish, whole.bases);
        }
        whole.this_turn.mounted_now = true;
        Ok(whole)
    }

    /// The holders are in its ranks again.
    pub(super) fn holders_taken_up(self, id: UnitId) -> Option<(UnitId, Unit)> {
        let holders = self.card(id).holders?;
        Some((holders, Unit { place: Place::Reserve, ..*self.unit(holders) }))
    }
}
