//! What hexes and hexsides cost (13.1.2, 13.1.7).

use crate::cards::{Arm, Size, UnitId};
use crate::charts::{Cost, Hexside, Mover, Surcharge, Way};
use crate::fraction::Points;
use crate::ground::{Feature, Slope};
use crate::state::{Formed, Order};
use crate::table::Table;
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

/// Points of a cell; none where it forbids.
fn points(cost: Cost) -> Option<Points> {
    match cost {
        Cost::Halves(halves) => Some(Points::HALF.times(halves)),
        Cost::Prohibited => None,
    }
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
    pub fn hex_cost(self, going: Going, from: Hex, dir: Dir) -> Option<Points> {
        let to = self.grid().neighbour(from, dir)?;
        let (charts, side) = (&self.rules.charts.ground, self.ground().hexside(from, dir));
        let Going { mover, formed, unformed } = going;
        if formed == Formed::RoadColumn && (side.road || side.trail) {
            return points(charts.along(if side.road { Way::Road } else { Way::Trail }, mover));
        }
        if side.feature == Some(Feature::Bridge) {
            let loose = matches!(mover, Mover::SkirmisherCompany | Mover::Leader);
            return match (formed == Formed::RoadColumn || loose, unformed) {
                (true, _) => points(charts.along(Way::Bridge, mover)),
                (false, true) => points(charts.along(Way::BridgeUnformed, mover)),
                (false, false) => None,
            };
        }
        // Ground that is closed off the road is open on it (chart 5).
        let entering = match (charts.entering(self.ground().at(to), mover), side.road, side.trail) {
            (Cost::Prohibited, true, _) => charts.along(Way::Road, mover),
            (Cost::Prohibited, _, true) => charts.along(Way::Trail, mover),
            (cost, ..) => cost,
        };
        let crossing = match side.feature {
            Some(Feature::Stream) => Some(Hexside::Stream),
            Some(Feature::Ford) => Some(Hexside::Ford),
            Some(Feature::River) => Some(Hexside::River),
            Some(Feature::Hedge) => Some(Hexside::Hedge),
            Some(Feature::Wall) => Some(Hexside::Wall),
            Some(Feature::Bridge | Feature::Gate) | None => None,
        };
        // Slopes cost those who go up (chart 5).
        let up = self.ground().level(to) > self.ground().level(from);
        let slope = match side.slope {
            Slope::Normal if up => Some(Hexside::Slope),
            Slope::Severe if up => Some(Hexside::SevereSlope),
            _ => None,
        };
        let mut sum = points(entering)?;
        for hexside in [crossing, slope].into_iter().flatten() {
            let open = side.road || side.trail;
            sum += match points(charts.crossing(hexside, mover)) {
                Some(more) => more,
                None if open => Points::ZERO,
                None => return None,
            };
        }
        Some(sum)
    }

    /// What enemy cavalry in Skirmish Order makes infantry and artillery pay to enter a hex of its zone (LB 12.10.7b).
    pub fn skirmish_surcharge(self, side: Side, mover: Mover, hex: Hex) -> Points {
        let rings = self.of_side(side.other()).filter(|&id| self.is_cavalry(id) && self.is_skirmishing(id));
        let ring = rings.filter_map(|id| self.skirmish_zone(id).ring(hex)).min();
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
