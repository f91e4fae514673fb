//! What the armies have lost and what ground they hold, in points (ruling G67).

use crate::cards::{GunClass, Objective, UnitId};
use crate::muster::costs::Muster;
use crate::state::{GunState, Loss, Place};
use crate::table::Table;
use kernel::Side;

impl Table<'_> {
    /// Cost of a side that is gone, and of what is gone, routing or beyond the edge, in points (ruling G67).
    pub fn losses(self, side: Side) -> (u32, u32) {
        let (mut destroyed, mut out) = (0, 0);
        for id in self.all().filter(|&id| self.side(id) == side) {
            let card = self.card(id);
            let lost = match self.unit(id).place {
                Place::Gone(Loss::DrawnIn) | Place::Reserve | Place::Expected => 0,
                Place::Gone(_) => card.cost,
                _ => {
                    let missing = card.figures().saturating_sub(self.surviving(id));
                    Muster::of(card).lost(card.cost, missing, self.lost_guns(id))
                }
            };
            destroyed += lost;
            let away = matches!(self.unit(id).place, Place::OffTable { .. }) || self.routing(id);
            out += if away { card.cost } else { lost };
        }
        (destroyed, out)
    }

    /// Guns of a battery that the enemy has taken or smashed.
    fn lost_guns(self, id: UnitId) -> impl Iterator<Item = GunClass> {
        let guns = self.battery(id).into_iter().flat_map(|battery| &battery.guns);
        guns.filter(|gun| gun.state != GunState::Served).map(|gun| gun.class)
    }

    /// Points of a side: enemy cost destroyed and ground held.
    pub fn points(self, side: Side) -> u32 {
        let held = self.rules.victory.objectives.iter().filter(|objective| self.holder(objective) == Some(side));
        self.losses(side.other()).0 + held.map(|objective| objective.points[side.ix()]).sum::<u32>()
    }

    /// Who holds ground that is worth points: the side that alone has troops on it that do not rout.
    pub(crate) fn holder(self, objective: &Objective) -> Option<Side> {
        let inside =
            |id: UnitId| objective.zone.contains(self.body(id).center()) && !self.routing(id) && self.is_troops(id);
        let stands = |side: &Side| self.of_side(*side).any(inside);
        Side::BOTH.into_iter().find(|side| stands(side) && !stands(&side.other()))
    }

    pub(crate) fn broken(self, side: Side) -> bool {
        let Some(percent) = self.rules.victory.broken_at else { return false };
        let total: u32 = self.rules.units.iter().filter(|card| card.side == side).map(|card| card.cost).sum();
        total > 0 && self.losses(side).1 * 100 >= total * u32::from(percent)
    }
}
