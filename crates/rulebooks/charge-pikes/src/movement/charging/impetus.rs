//! 15.4 Impetus, and which side of the enemy a charge strikes.

use super::FREE_WHEEL;
use crate::cards::{PikeStatus, UnitId};
use crate::state::{Aspect, Charge, Formation, Unit};
use crate::table::Table;
use field::table::{Block, Body, Edge, Um};

impl Table<'_> {
    /// Which side of the target a charge strikes (ruling G13): a true flank or rear charge starts with more than half of
    /// its front behind the target's extended front (or rear) line and lands on that edge.
    pub fn aspect_of(self, id: UnitId, start: &Unit, target: UnitId, edge: Edge) -> Aspect {
        let unit = self.unit(target);
        if unit.formation == Formation::Square || unit.inside.is_some() || self.is_open_order(target) {
            return Aspect::Front;
        }
        let main = *self.body(target).main();
        let behind = |line: f64| share_behind(&self.rules.body_of(id, start), &main, line) > 0.5;
        match edge {
            Edge::Rear if behind(-main.depth) => Aspect::Rear,
            Edge::Left | Edge::Right | Edge::Rear if behind(0.0) => Aspect::Flank,
            _ => Aspect::Front,
        }
    }

    /// Impetus at contact (15.4).
    pub fn has_impetus(self, id: UnitId, charge: &Charge, blocked_by_ground: bool) -> bool {
        // CP 15.4.1, 15.4.2: the last inches straight, those before the charge among them (CP 15.4.3).
        let needed = if self.is_mounted(id) { self.inches(4) } else { self.inches(2) };
        charge.straight >= needed
            // CP 15.4.4
            && !self.unit(id).disordered
            && !self.exhausted(id)
            // CP 15.4.5
            && !self.is_mounted_dragoons(id)
            && (charge.wheeled <= FREE_WHEEL || self.is_open_order(id))
            && !self.checked_by_pikes(id, charge)
            // CP 15.4.7
            && !blocked_by_ground
    }

    /// CP 15.4.3: how far a unit about to charge has come straight on, if it does not change its frontage first.
    pub(super) fn straight_before(self, id: UnitId, files: u8) -> Um {
        if files == 0 { self.unit(id).straight } else { 0 }
    }

    /// CP 15.4.6: horse, and foot without pikes, lose their impetus on the front of steady pikes.
    fn checked_by_pikes(self, id: UnitId, charge: &Charge) -> bool {
        let target = charge.target;
        charge.aspect == Aspect::Front
            && (self.is_mounted(id) || self.is_naked(id, target))
            && self.is_close_order_foot(target)
            && self.steady(target)
            && self.status_against(target, id) >= PikeStatus::PikeSupported
    }

    /// The charge as another enemy feels it whom its front touches besides its target (ruling G22).
    pub(crate) fn charge_felt_by(self, charge: &Charge, enemy: UnitId) -> Charge {
        if charge.target == enemy {
            return *charge;
        }
        let id = charge.charger;
        let start = Unit { pose: charge.start, ..*self.unit(id) };
        let (body, other) = (self.body(id), self.body(enemy));
        let (_, edge) = other.side_of(&body);
        let mut felt = Charge { target: enemy, ..*charge };
        felt.aspect = self.aspect_of(id, &start, enemy, edge);
        let dir = self.unit(id).pose.dir();
        let straight = f64::from(charge.straight.min(charge.ran));
        let from = body.translated(dir * -straight);
        let blocked = self.blocks_impetus(id, &from, dir, straight, Some(enemy));
        felt.impetus = self.has_impetus(id, &felt, blocked);
        felt
    }
}

/// The share of a body's front that lies behind a line across `block`, `line` ahead of its front edge.
fn share_behind(body: &Body, block: &Block, line: f64) -> f64 {
    const POINTS: u32 = 20;
    let (left, right) = body.front_ends();
    let behind = (0..POINTS).filter(|&point| {
        let share = (f64::from(point) + 0.5) / f64::from(POINTS);
        block.local(left + (right - left) * share).y < line
    });
    behind.count() as f64 / f64::from(POINTS)
}
