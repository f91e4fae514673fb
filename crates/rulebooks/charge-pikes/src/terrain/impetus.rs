//! Ground that takes impetus away, tells against a charge, or guards a flank.

use super::cover::nearest_blocks;
use super::{Arm, Going, March};
use crate::cards::UnitId;
use crate::table::Table;
use field::table::{Block, Body, Climb, Edge, Slope, SlopeClass, Sweep, TOUCH, Trail, Vec2, bearing, strip_beside};
use scenario::{AreaKind, LinearKind};

/// Standing this close to an edge is charging at it.
const AT_EDGE: f64 = 2.0 * TOUCH;

impl Table<'_> {
    /// Whether the ground takes the impetus of a charge straight along `dir` (CP 15.4.7).
    pub fn blocks_impetus(self, id: UnitId, body: &Body, dir: Vec2, dist: f64, target: Option<UnitId>) -> bool {
        self.takes_impetus(id, &Sweep::new(body, Trail::Straight { dir, dist }), target)
    }

    /// Whether a charge straight along `dir` leads into or across disordering terrain or an obstacle (T12).
    pub fn bad_ground(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> bool {
        self.leads_over_bad_ground(id, &Sweep::new(body, Trail::Straight { dir, dist }))
    }

    /// Whether the ground takes the impetus of a piece of a charge, straight on or in a wheel: it leads at, into or across
    /// disordering terrain or an obstacle, or over a steep slope (CP 15.4.7).
    pub fn takes_impetus(self, id: UnitId, sweep: &Sweep<'_>, target: Option<UnitId>) -> bool {
        let going = self.going(id, sweep.before, March::Charging);
        self.crosses_bad_ground(sweep, going)
            || self.steep_on_way(sweep, going)
            || target.is_some_and(|target| self.charged_in_cover(&sweep.at(1.0), target, going))
    }

    /// The same of disordering terrain and obstacles alone (T12).
    pub fn leads_over_bad_ground(self, id: UnitId, sweep: &Sweep<'_>) -> bool {
        self.crosses_bad_ground(sweep, self.going(id, sweep.before, March::Charging))
    }

    fn crosses_bad_ground(self, sweep: &Sweep<'_>, going: Going) -> bool {
        let ground = &self.rules.ground;
        let end = sweep.at(1.0);
        let entered = |ix: usize| {
            let outline = &ground.areas[ix].outline;
            !sweep.within(outline).is_empty()
                || (self.woods(ix).is_some() && near(outline.bounds(), &end) && outline.within(&end, AT_EDGE))
        };
        let areas = ground.areas.iter().enumerate();
        areas.into_iter().any(|(ix, area)| disorders(area.kind, going) && entered(ix))
            || ground.lines.iter().any(|line| blocks(line.kind) && !sweep.over(&line.line).is_empty())
    }

    /// CP 19.3.4: up or across, and for horse down as well.
    fn steep_on_way(self, sweep: &Sweep<'_>, going: Going) -> bool {
        let end = sweep.at(1.0);
        let down = |slope: &Slope| slope.climb(bearing(end.main().dir)) == Climb::Down;
        self.rules.ground.relief.slopes.iter().any(|slope| {
            slope.class != SlopeClass::Gentle
                && (going.arm == Arm::Mounted || !down(slope))
                && !sweep.within(&slope.area).is_empty()
        })
    }

    /// The target itself stands in disordering terrain, or behind an obstacle (CP 19.4.1, 19.4.5, 19.5.1b, 19.8.1b).
    fn charged_in_cover(self, end: &Body, target: UnitId, going: Going) -> bool {
        // CP 19.7.9a
        if self.unit(target).inside.is_some() {
            return true;
        }
        let ground = &self.rules.ground;
        let body = self.body(target);
        let (from, to) = nearest_blocks(end, &body);
        let (from, aim) = (from.center(), self.near_place(&body, from.center()));
        let mut areas = ground.areas.iter();
        areas.any(|area| disorders(area.kind, going) && area.outline.contains(aim))
            || ground.lines.iter().any(|line| blocks(line.kind) && line.line.crosses(from, to.center()).is_some())
    }

    /// Whether ground that would disorder an enemy or stop him lies within a distance of a flank, straight out from it or
    /// aslant of its ends (CP 15.8.1). The table edge counts like impassable ground.
    pub fn guarded_by_ground(self, block: &Block, flank: Edge, reach: f64) -> bool {
        let ground = &self.rules.ground;
        let guards = |kind: AreaKind| !matches!(kind, AreaKind::Crops);
        let strip = strip_beside(block, flank == Edge::Left, reach);
        let (edge, out) = (block.edge(flank), block.outward(flank));
        !Body::single(strip).within_table(ground.width, ground.height)
            || ground.areas.iter().any(|area| guards(area.kind) && area.outline.nears_edge(edge, out, reach))
            || ground.lines.iter().any(|line| blocks(line.kind) && line.line.nears_edge(edge, out, reach))
            || ground
                .relief
                .slopes
                .iter()
                .any(|slope| slope.class == SlopeClass::Impassable && slope.area.nears_edge(edge, out, reach))
    }
}

/// Areas that are disordering terrain to a mover (CP 19.1.5a, 19.2.2, 19.5.1b, 19.6.4, 19.7.9a).
fn disorders(kind: AreaKind, going: Going) -> bool {
    match kind {
        AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::UndecidedWoods => true,
        // CP 20.6.6
        AreaKind::Rough => !going.highland,
        AreaKind::Town { .. } | AreaKind::Ford | AreaKind::Bridge => true,
        AreaKind::Crops | AreaKind::River | AreaKind::Impassable => false,
        // The book has no such ground, and no battle file of it is opened.
        AreaKind::Difficult | AreaKind::Marsh | AreaKind::Swamp | AreaKind::Quicksand | AreaKind::Enclosure => true,
    }
}

/// Lines that block impetus and disorder whoever straddles them.
fn blocks(kind: LinearKind) -> bool {
    kind != LinearKind::Road
}

fn near((low, high): (field::table::Point, field::table::Point), body: &Body) -> bool {
    let (min, max) = body.bounds();
    min.x <= f64::from(high.x) + AT_EDGE
        && max.x >= f64::from(low.x) - AT_EDGE
        && min.y <= f64::from(high.y) + AT_EDGE
        && max.y >= f64::from(low.y) - AT_EDGE
}
