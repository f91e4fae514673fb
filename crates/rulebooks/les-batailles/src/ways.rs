//! What the ground asks of whoever goes over it, reckoned once for every hexside when a battle is opened: the Movement Chart is asked
//! more often than anything else.

use crate::charts::{Charts, Cost, Hexside, Mover, Way};
use crate::fraction::Points;
use crate::ground::{Feature, Ground, Slope};
use crate::movement::Going;
use crate::state::Formed;
use field::hexes::{Dir, DirSet, Hex};

/// What a hexside costs those who may not cross it.
const SHUT: u16 = u16::MAX;

/// As many ways to go as the chart tells apart: as they are, in Road Column, in no order.
const KINDS: usize = 3;

/// The ground as those who move find it.
#[derive(Debug, Clone, Default)]
pub struct Ways {
    hexes: usize,
    /// Twelfths of points to leave a hex by each side, hex by hex for each way to go.
    costs: Box<[[u16; 6]]>,
    /// Halves of points that a leader pays, whoever stands there.
    rides: Box<[[u16; 6]]>,
    /// The sides by which those who move like that may not leave a hex, off any road.
    barred: Box<[DirSet]>,
}

impl Ways {
    pub fn of(ground: &Ground, charts: &Charts) -> Ways {
        let kinds = Mover::ALL.into_iter().flat_map(|mover| {
            let going = move |formed, unformed| Going { mover, formed, unformed };
            [going(Formed::Column, false), going(Formed::RoadColumn, false), going(Formed::Column, true)]
        });
        let grid = &ground.grid;
        let each = |cost: &dyn Fn(Hex, Dir) -> Option<u16>| -> Vec<[u16; 6]> {
            grid.hexes().map(|hex| Dir::ALL.map(|dir| cost(hex, dir).unwrap_or(SHUT))).collect()
        };
        let cost = |going: Going| each(&|hex, dir| cost(ground, charts, going, hex, dir).map(Points::twelfths));
        let shut = |mover: Mover, hex: Hex| -> DirSet {
            Dir::ALL.into_iter().filter(|&dir| is_barred(ground, charts, mover, hex, dir)).collect()
        };
        let barred = |mover: Mover| grid.hexes().map(move |hex| shut(mover, hex));
        Ways {
            hexes: grid.len(),
            costs: kinds.flat_map(cost).collect(),
            rides: each(&|hex, dir| ride(ground, charts, hex, dir).map(u16::from)).into(),
            barred: Mover::ALL.into_iter().flat_map(barred).collect(),
        }
    }

    /// Points to go out of a hex by that side; none where it is forbidden or leads off the map.
    #[inline]
    pub fn cost(&self, going: Going, from: Hex, dir: Dir) -> Option<Points> {
        let kind = match (going.formed, going.unformed) {
            (Formed::RoadColumn, _) => 1,
            (_, true) => 2,
            (_, false) => 0,
        };
        let place = (going.mover.ix() * KINDS + kind) * self.hexes + from.index();
        let cost = self.costs[place][dir.index()];
        (cost != SHUT).then_some(Points::from_twelfths(cost))
    }

    /// Halves of points that a leader pays to go out of a hex by that side.
    #[inline]
    pub fn ride(&self, from: Hex, dir: Dir) -> Option<u8> {
        let halves = self.rides[from.index()][dir.index()];
        (halves != SHUT).then_some(halves as u8)
    }

    /// The sides by which those who move like that are barred from going out of a hex, off any road (LB 13.1.7.1a).
    #[inline]
    pub fn barred(&self, mover: Mover, from: Hex) -> DirSet {
        self.barred[mover.ix() * self.hexes + from.index()]
    }
}

/// Points of a cell; none where it forbids.
pub(crate) fn points(cost: Cost) -> Option<Points> {
    match cost {
        Cost::Halves(halves) => Some(Points::HALF.times(halves)),
        Cost::Prohibited => None,
    }
}

/// The row of the charts for what lies on a hexside.
fn crossing(feature: Option<Feature>) -> Option<Hexside> {
    match feature {
        Some(Feature::Stream) => Some(Hexside::Stream),
        Some(Feature::Ford) => Some(Hexside::Ford),
        Some(Feature::River) => Some(Hexside::River),
        Some(Feature::Hedge) => Some(Hexside::Hedge),
        Some(Feature::Wall) => Some(Hexside::Wall),
        Some(Feature::Bridge | Feature::Gate) | None => None,
    }
}

/// The cost of the hex and of the hexside add up; along a road or trail a Road Column pays its rate and nothing else; a bridge carries
/// Road Columns, companies of skirmishers, and whoever is in no order (LB 13.0a, 13.1.7a, 13.1.7.1a, 13.1.7.2a, 12.8a, 12.8.3a).
fn cost(ground: &Ground, charts: &Charts, going: Going, from: Hex, dir: Dir) -> Option<Points> {
    let to = ground.grid.neighbour(from, dir)?;
    let (charts, side) = (&charts.ground, ground.hexside(from, dir));
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
    let entering = match (charts.entering(ground.at(to), mover), side.road, side.trail) {
        (Cost::Prohibited, true, _) => charts.along(Way::Road, mover),
        (Cost::Prohibited, _, true) => charts.along(Way::Trail, mover),
        (cost, ..) => cost,
    };
    // Slopes cost those who go up (chart 5).
    let up = ground.level(to) > ground.level(from);
    let slope = match side.slope {
        Slope::Normal if up => Some(Hexside::Slope),
        Slope::Severe if up => Some(Hexside::SevereSlope),
        _ => None,
    };
    let mut sum = points(entering)?;
    for hexside in [crossing(side.feature), slope].into_iter().flatten() {
        let open = side.road || side.trail;
        sum += match points(charts.crossing(hexside, mover)) {
            Some(more) => more,
            None if open => Points::ZERO,
            None => return None,
        };
    }
    Some(sum)
}

/// A road or a bridge leads through (LB 13.1.7.1a).
fn is_barred(ground: &Ground, charts: &Charts, mover: Mover, from: Hex, dir: Dir) -> bool {
    let Some(to) = ground.grid.neighbour(from, dir) else { return true };
    let (charts, side) = (&charts.ground, ground.hexside(from, dir));
    if side.road || side.trail || side.feature == Some(Feature::Bridge) {
        return false;
    }
    let slope = match side.slope {
        Slope::Level => None,
        Slope::Normal => Some(Hexside::Slope),
        Slope::Severe => Some(Hexside::SevereSlope),
    };
    let barred = |cost: Cost| cost == Cost::Prohibited;
    barred(charts.entering(ground.at(to), mover))
        || [crossing(side.feature), slope].into_iter().flatten().any(|side| barred(charts.crossing(side, mover)))
}

/// What a step costs a leader, in halves of a point (LB 13.1.7a, 13.1.7.1a).
fn ride(ground: &Ground, charts: &Charts, from: Hex, dir: Dir) -> Option<u8> {
    let to = ground.grid.neighbour(from, dir)?;
    if is_barred(ground, charts, Mover::Leader, from, dir) {
        return None;
    }
    let (charts, hexside) = (&charts.ground, ground.hexside(from, dir));
    let halves = |cost: Cost| match cost {
        Cost::Halves(halves) => Some(halves),
        Cost::Prohibited => None,
    };
    if hexside.road {
        return halves(charts.along(Way::Road, Mover::Leader));
    }
    if hexside.trail {
        return halves(charts.along(Way::Trail, Mover::Leader));
    }
    if hexside.feature == Some(Feature::Bridge) {
        return halves(charts.along(Way::Bridge, Mover::Leader));
    }
    let slope = match hexside.slope {
        // Only uphill.
        _ if ground.level(to) < ground.level(from) => None,
        Slope::Normal => Some(Hexside::Slope),
        Slope::Severe => Some(Hexside::SevereSlope),
        Slope::Level => None,
    };
    let mut sum = halves(charts.entering(ground.at(to), Mover::Leader))?;
    for crossed in [crossing(hexside.feature), slope].into_iter().flatten() {
        sum = sum.saturating_add(halves(charts.crossing(crossed, Mover::Leader))?);
    }
    Some(sum)
}
