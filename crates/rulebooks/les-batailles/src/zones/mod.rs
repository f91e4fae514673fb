//! Chapter 10: Zones of Influence.

mod fans;
mod leaving;

pub use fans::{Fan, MOST_FAN, SKIRMISH_ZONE};

use crate::cards::{Arm, UnitId};
use crate::charts::Mover;
use crate::facing::{Around, Aspect};
use crate::state::{Formed, Order};
use crate::table::Table;
use field::hexes::{Dir, Hex};
use kernel::Side;

/// Whose zone a hex lies in: a zone of cavalry is one of its own kind (LB 10.3.1a, G19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Zone {
    #[default]
    None,
    /// Of infantry or artillery only.
    Foot,
    /// Of cavalry, whoever else has one there.
    Cavalry,
}

impl<'a> Table<'a> {
    /// Terrain that puts formed units into General Order (LB 24.8).
    pub fn is_go(self, hex: Hex) -> bool {
        self.rules.charts.ground.terrain(self.ground().at(hex)).general_order
    }

    /// The column of the Movement Chart a unit uses when it is not skirmishing as a company.
    fn plain_mover(self, id: UnitId) -> Mover {
        match self.card(id).arm {
            Arm::Infantry => Mover::Infantry,
            Arm::Cavalry => Mover::Cavalry,
            Arm::Artillery | Arm::Wagon => Mover::Artillery,
        }
    }

    /// Whether those who move like that are barred from going out of a hex by that side, off any road (LB 13.1.7.1a). A road or
    /// a bridge leads through.
    #[inline]
    pub fn is_barred(self, mover: Mover, from: Hex, dir: Dir) -> bool {
        self.rules.ways.barred(mover, from).contains(dir)
    }

    /// Whether a unit exerts a zone at all: not in Road Column or PGD, no limbered guns, wagons, or guns without ammunition
    /// (LB 10.1a, 10.1b, 10.1c, 12.8.1a, 12.12.1a). Leaders are no units and have none (LB 10.1.1a).
    pub fn exerts_zone(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let able = unit.on_map() && unit.order != Order::Pgd && unit.formed != Formed::RoadColumn;
        able && match self.card(id).arm {
            Arm::Infantry | Arm::Cavalry => true,
            Arm::Artillery => !unit.limbered && self.is_supplied(id),
            Arm::Wagon => false,
        }
    }

    /// Whether the zone of a unit that exerts one reaches an adjacent hex, and none farther, whatever its Range (LB 12.10.6a): through its
    /// front, not into terrain of General Order, and not where it may not go itself (LB 10.1a, 10.1.2a, 10.1.2b).
    fn zone_reaches(self, id: UnitId, hex: Hex) -> bool {
        let mover = self.plain_mover(id);
        let open = |own: Hex| self.grid().direction(own, hex).is_some_and(|dir| !self.is_barred(mover, own, dir));
        !self.is_go(hex) && self.aspect(id, hex) == Some(Aspect::Front) && self.unit(id).hexes.iter().any(open)
    }

    /// A hex lies in the zone of that unit.
    pub fn in_zone_of(self, id: UnitId, hex: Hex) -> bool {
        self.exerts_zone(id) && self.zone_reaches(id, hex)
    }

    /// The hexes of a unit's zone (LB 24.22).
    pub fn zone_of(self, id: UnitId) -> Around {
        if !self.exerts_zone(id) {
            return Around::new();
        }
        self.around(id).into_iter().filter(|&hex| self.zone_reaches(id, hex)).collect()
    }

    /// The units next to a hex whose zone it lies in, of that side.
    pub fn zone_owners(self, by: Side, hex: Hex) -> impl Iterator<Item = UnitId> + use<'a> {
        let near = self.neighbours(hex).flat_map(move |near| self.state.stack(near));
        let mut seen = crate::cards::UnitSet::EMPTY;
        near.filter(move |&id| {
            let fresh = !seen.contains(id);
            seen.insert(id);
            fresh && self.side(id) == by && self.in_zone_of(id, hex)
        })
    }

    /// The zone that enemies of that side have in a hex. A hex in both kinds of zone is one of cavalry (LB G19).
    pub fn enemy_zone(self, side: Side, hex: Hex) -> Zone {
        let mut zone = Zone::None;
        let near = self.neighbours(hex).filter(|&near| !self.state.is_empty(near));
        for id in near.flat_map(|near| self.state.stack(near)) {
            let kind = if self.is_cavalry(id) { Zone::Cavalry } else { Zone::Foot };
            if kind > zone && self.side(id) != side && self.in_zone_of(id, hex) {
                zone = kind;
            }
        }
        zone
    }

    /// The same for whoever retreats into the hex: friends in it take the zone away (LB 10.1.4a, 10.5.1.1a).
    pub fn enemy_zone_in_retreat(self, side: Side, hex: Hex) -> Zone {
        if self.friend_at(side, hex) { Zone::None } else { self.enemy_zone(side, hex) }
    }

    /// A unit is in an enemy zone if any of its hexes is (LB G19).
    pub fn unit_in_zone(self, id: UnitId) -> Zone {
        let side = self.side(id);
        self.unit(id).hexes.iter().map(|hex| self.enemy_zone(side, hex)).max().unwrap_or_default()
    }

    /// Cavalry and limbered horse artillery go by chapter 10.3, everybody else by 10.2; whether guns stop is asked of horse
    /// artillery in any state (LB 10.3.1a, G19).
    pub fn is_mounted(self, id: UnitId) -> bool {
        let card = self.card(id);
        card.arm == Arm::Cavalry || card.is_horse_artillery() && self.unit(id).limbered
    }

    /// Whether a unit has to stop when it enters that zone (LB 10.2.1a, 10.3.1a).
    pub fn stops_in(self, id: UnitId, zone: Zone) -> bool {
        let card = self.card(id);
        let horse = card.arm == Arm::Cavalry || card.is_horse_artillery();
        if horse { zone == Zone::Cavalry } else { zone != Zone::None }
    }

    /// Whether a unit can leave that zone by its first action of a movement only (LB 10.2.2.1a, 10.3.2b).
    pub fn leaves_first(self, id: UnitId, zone: Zone) -> bool {
        if self.is_mounted(id) { zone == Zone::Cavalry } else { zone != Zone::None }
    }

    /// Whether a unit must pass a Morale Check to leave that zone (LB 10.2.2a, 10.3.2a).
    pub fn checks_to_leave(self, id: UnitId, zone: Zone) -> bool {
        zone != Zone::None && !self.is_mounted(id)
    }

    /// Whether a unit may not go straight from a hex in one zone into a hex in another (LB 10.2.2.2a, 10.2.2.2b, 10.3.3a); an
    /// advance after assault or charge, and the wheel of 12.6.7, are the callers' to allow.
    pub fn barred_between(self, id: UnitId, from: Zone, to: Zone) -> bool {
        if self.is_mounted(id) {
            from == Zone::Cavalry && to == Zone::Cavalry
        } else {
            from != Zone::None && to != Zone::None
        }
    }
}
