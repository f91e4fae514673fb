//! What hexes and hexsides cost (13.1.2, 13.1.7).

use crate::cards::{Arm, Size, UnitId};
use crate::charts::{Mover, Surcharge};
use crate::fraction::Points;
use crate::state::{Formed, Order};
use crate::table::Table;
use crate::ways::points;
use crate::zones::SKIRMISH_ZONE;
use field::hexes::{Dir, Hex};
use kernel::Side;

/// How a unit goes, as far as the Movement Chart asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Going {
    pub mover: Mover,
    pub formed: Formed,
    /// In Disorder or PGD.
    pub unformed: bool,
}

impl Table<'_> {
    /// The column of the Movement Chart: companies of infantry have their own in Skirmish Order, limbered guns and wagons share one
    /// (LB 12.10.5a, 13.1.2a).
    pub fn mover_of(self, id: UnitId, formed: Formed) -> Mover {
        let card = self.card(id);
        match card.arm {
            Arm::Infantry if card.size == Size::Company && formed == Formed::Skirmish => Mover::SkirmisherCompany,
            Arm::Infantry => Mover::Infantry,
            Arm::Cavalry => Mover::Cavalry,
            Arm::Artillery | Arm::Wagon => Mover::Artillery,
        }
    }

    /// How a unit goes as it is now.
    pub fn going(self, id: UnitId) -> Going {
        let unit = self.unit(id);
        Going { mover: self.mover_of(id, unit.formed), formed: unit.formed, unformed: unit.order != Order::Good }
    }

    /// What movement costs besides formation and zones (LB 13.0a): points to go out of a hex by that side; none where it is forbidden or
    /// leads off the map. The cost of the hex and of the hexside add up; along a road or trail a Road Column pays its rate and nothing
    /// else; a bridge carries Road Columns, companies of skirmishers, and whoever is in no order (LB 13.1.7a, 13.1.7.1a, 13.1.7.2a, 12.8a,
    /// LB 12.8.3a).
    #[inline]
    pub fn hex_cost(self, going: Going, from: Hex, dir: Dir) -> Option<Points> {
        self.rules.ways.cost(going, from, dir)
    }

    /// What enemy cavalry in Skirmish Order makes infantry and artillery pay to enter a hex of its zone (LB 12.10.7b).
    pub fn skirmish_surcharge(self, side: Side, mover: Mover, hex: Hex) -> Points {
        let skirmishers = self.rules.cavalry[side.other().ix()].iter().copied();
        let near = |id: &UnitId| {
            self.is_skirmishing(*id) && self.unit(*id).on_map() && self.distance_to(*id, hex) <= SKIRMISH_ZONE
        };
        let ring = skirmishers.filter(near).filter_map(|id| self.skirmish_zone(id).ring(hex)).min();
        let charts = &self.rules.charts.ground;
        let surcharge = match ring {
            Some(1) => charts.surcharge(Surcharge::SkirmishZoneInner, mover),
            Some(_) => charts.surcharge(Surcharge::SkirmishZoneOuter, mover),
            None => return Points::ZERO,
        };
        points(surcharge).unwrap_or_default()
    }

    /// A surcharge of the Movement Chart.
    pub(super) fn surcharge(self, surcharge: Surcharge, mover: Mover) -> Points {
        points(self.rules.charts.ground.surcharge(surcharge, mover)).unwrap_or_default()
    }
}

impl Table<'_> {
    /// The printed Movement Potential, less what dusk and night take off that of cavalry and horse artillery (LB 21.1.1, 21.1.2).
    pub fn movement_by_light(self, id: UnitId) -> u8 {
        let card = self.card(id);
        let less = match (self.rules.light(self.state.turn), card.arm) {
            (crate::Light::Dusk, Arm::Cavalry) => 4,
            (crate::Light::Night, Arm::Cavalry) => 6,
            (crate::Light::Dusk, Arm::Artillery) if card.is_horse_artillery() => 2,
            (crate::Light::Night, Arm::Artillery) if card.is_horse_artillery() => 3,
            _ => 0,
        };
        card.movement.saturating_sub(less)
    }
}
