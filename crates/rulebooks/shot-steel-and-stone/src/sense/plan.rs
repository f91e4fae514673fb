//! What the army is about: which unit goes for which ground, and how pressing that is.

use crate::cards::{Arm, BuildingId, MOST_OBJECTIVES, MOST_UNITS, Part, UnitId, Zone};
use crate::measures::{BW, bw};
use crate::state::{Activity, Fire};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Um, Vec2};
use kernel::Side;

/// The ground a unit goes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Errand {
    pub ground: usize,
    /// It is the one that stands on it; others stand by.
    pub holds: bool,
}

/// Ground that nobody comes near needs no more than one who stands on it.
const QUIET: Um = bw(12);
/// How much farther off horse and skirmishers count where walls have to be held.
const NO_HOLDER: i32 = 8;
/// What a point is worth in distance, when ground is shared out.
const A_POINT: i32 = 1;
/// How many go for ground that is still to be taken.
const TAKERS: usize = 2;
/// How far from the ground it helps to hold a unit may go about its business, in base widths.
const STAND_BY: f64 = 6.0;

impl Table<'_> {
    pub(super) fn turns_left(self) -> i32 {
        i32::from(self.rules.turns) - i32::from(self.state.turn)
    }

    /// Whom the commander can send about.
    fn can_be_sent(self, id: UnitId) -> bool {
        let card = self.card(id);
        let runs = matches!(
            self.unit(id).activity,
            Activity::Routing | Activity::Retreating | Activity::RetiringInGoodOrder | Activity::Pursuing
        );
        let arm = !card.is_artillery() && !card.is_transport();
        arm && !runs && card.part == Part::Whole && !matches!(card.arm, Arm::FlamingPig | Arm::NapthaThrower)
    }

    /// What a piece of ground is worth to a side: what it brings, and what it denies.
    fn ground_worth(self, ground: usize) -> i32 {
        self.rules.victory.objectives.get(ground).map_or(0, |objective| objective.points.iter().sum::<u32>() as i32)
    }

    /// How many units a piece of ground asks for.
    fn wanted_on(self, side: Side, ground: usize, units: usize, all: i32) -> usize {
        let Some(objective) = self.rules.victory.objectives.get(ground) else { return 0 };
        let near = |id: UnitId| off_zone(&objective.zone, self.body(id).center()) <= f64::from(QUIET);
        let quiet = self.holds(ground) == Some(side) && !self.of_side(side.other()).any(near);
        if quiet {
            return 1;
        }
        let share = units as i32 * self.ground_worth(ground) / all.max(1);
        share.max(1) as usize
    }

    /// Who goes where: each piece of ground gets the nearest who will do, the dearest first, then the others are shared out.
    pub(super) fn errand(self, id: UnitId) -> Option<Errand> {
        let objectives = &self.rules.victory.objectives;
        if objectives.is_empty() || !self.can_be_sent(id) {
            return None;
        }
        let side = self.side(id);
        let mut free: ArrayVec<UnitId, MOST_UNITS> = self.of_side(side).filter(|&one| self.can_be_sent(one)).collect();
        let all: i32 = (0..objectives.len()).map(|ground| self.ground_worth(ground)).sum();
        let units = free.len();
        let mut order: ArrayVec<(usize, usize), MOST_OBJECTIVES> = ArrayVec::new();
        for ground in 0..objectives.len().min(MOST_OBJECTIVES) {
            order.push((ground, self.wanted_on(side, ground, units, all)));
        }
        order.sort_by_key(|&(ground, _)| -self.ground_worth(ground));
        // Somebody stands on each piece.
        for &(ground, _) in &order {
            let Some(at) = self.nearest_to(&free, ground, true) else { break };
            let one = free.swap_remove(at);
            if one == id {
                return Some(Errand { ground, holds: true });
            }
        }
        let mut round = 1;
        loop {
            let before = free.len();
            for &(ground, wanted) in &order {
                if wanted <= round {
                    continue;
                }
                // What others hold is gone for by more than one.
                let holds = round < TAKERS && self.holds(ground) != Some(side);
                let one = free.swap_remove(self.nearest_to(&free, ground, holds)?);
                if one == id {
                    return Some(Errand { ground, holds });
                }
            }
            round += 1;
            if free.len() == before {
                break;
            }
        }
        // Who is left over goes with the nearest.
        let near = |ground: &usize| self.off_ground(id, *ground) - bw(A_POINT * self.ground_worth(*ground));
        (0..objectives.len()).min_by_key(near).map(|ground| Errand { ground, holds: false })
    }

    /// The one of those who is nearest to a piece of ground, for holding it or for standing by.
    fn nearest_to(self, free: &[UnitId], ground: usize, holds: bool) -> Option<usize> {
        let walls = holds && self.house_in(ground).is_some();
        let cost = |id: UnitId| {
            let inside = self.unit(id).inside.is_some();
            let foot = self.is_foot(id) && !self.is_skirmishing(id);
            let unfit = if walls && !inside && !foot { bw(NO_HOLDER) } else { 0 };
            // Horse and elephants have something better to do than to stand on ground.
            let better = if holds && !self.is_foot(id) { bw(4) } else { 0 };
            let elephants = if self.card(id).arm == Arm::Elephants { bw(6) } else { 0 };
            self.off_ground(id, ground) + unfit + better + elephants
        };
        (0..free.len()).min_by_key(|&at| cost(free[at]))
    }

    /// How far a unit is from a piece of ground.
    fn off_ground(self, id: UnitId, ground: usize) -> Um {
        let zone = self.rules.victory.objectives.get(ground).map(|objective| objective.zone);
        zone.map_or(Um::MAX / 4, |zone| off_zone(&zone, self.body(id).center()) as Um)
    }

    /// A house on a piece of ground that can be held.
    pub(super) fn house_in(self, ground: usize) -> Option<BuildingId> {
        let all = (0..self.state.buildings.len() as u8).map(BuildingId);
        all.into_iter().find(|&building| {
            let state = self.building(building);
            state.points > 0 && state.fire == Fire::None && self.is_house_of(ground, building)
        })
    }

    /// Whether a house stands on a piece of ground.
    pub(super) fn is_house_of(self, ground: usize, building: BuildingId) -> bool {
        let zone = self.rules.victory.objectives.get(ground).map(|objective| objective.zone);
        zone.is_some_and(|zone| zone.contains(self.rules.building_body(building).center()))
    }

    /// The ground worth points that a place lies on.
    pub(super) fn stands_on(self, at: Vec2) -> Option<usize> {
        let on = |(ix, objective): (usize, &crate::cards::Objective)| {
            (objective.zone.contains(at) && self.ground_worth(ix) > 0).then_some(ix)
        };
        self.rules.victory.objectives.iter().enumerate().find_map(on)
    }

    /// How far from where it is wanted a unit would be there, in base widths.
    pub(super) fn off_errand(self, errand: Errand, at: Vec2) -> f64 {
        let Some(objective) = self.rules.victory.objectives.get(errand.ground) else { return 0.0 };
        let far = off_zone(&objective.zone, at) / f64::from(BW);
        if errand.holds { far } else { (far - STAND_BY).max(0.0) }
    }

    /// Ground that somebody else holds, or nobody, and that this one is to take.
    pub(super) fn is_pressing(self, id: UnitId, errand: Errand) -> bool {
        errand.holds && self.holds(errand.ground) != Some(self.side(id))
    }

    pub(super) fn zone_of_errand(self, errand: Errand) -> Option<Zone> {
        self.rules.victory.objectives.get(errand.ground).map(|objective| objective.zone)
    }
}

/// How far a place lies outside a zone.
pub(super) fn off_zone(zone: &Zone, at: Vec2) -> f64 {
    let over = |low: Um, high: Um, at: f64| (f64::from(low) - at).max(at - f64::from(high)).max(0.0);
    let (dx, dy) = (over(zone.west, zone.east, at.x), over(zone.south, zone.north, at.y));
    Vec2::new(dx, dy).distance(Vec2::new(0.0, 0.0))
}

pub(super) fn middle_of(zone: &Zone) -> Vec2 {
    let half = |low: Um, high: Um| f64::from(low) / 2.0 + f64::from(high) / 2.0;
    Vec2::new(half(zone.west, zone.east), half(zone.south, zone.north))
}
