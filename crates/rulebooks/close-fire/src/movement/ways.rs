//! What a way leads over and past (CF 11.5, 11.10, 11.17, 11.18, 12.8, 12.22).

use super::{Bar, refuse};
use crate::cards::{Class, Load, UnitId};
use crate::ground::{Going, Obstacle, area_going, is_road};
use crate::measures::{HALT, NEAR, yds};
use crate::readings::{DoubleNearCover, HaltZone};
use crate::state::{Formation, Place, Unit};
use crate::table::Table;
use crate::zones::{ahead_of, straight_ahead_of};
use arrayvec::ArrayVec;
use field::table::{Body, SlopeClass, Sweep, TOUCH, Trail};
use kernel::Refusal;

const OFF_TABLE: Bar = ("CF G63", "nobody leaves the table of his own will");
const CLOSED: Bar = ("CF 11.18", "guns and cavalry enter such ground along a road only");
const SHUT: Bar = ("CF G40", "nobody crosses this ground");
const WALL: Bar = ("CF G38", "a fortress wall is crossed with ladders or through a breach");
const MET: Bar = ("CF 11.5", "only a charge goes closer to the enemy");
const FRIENDS: Bar = ("CF G78", "no move ends on top of another unit");
const DOUBLED: Bar = ("CF 11.10", "a doubled move halts at 120 yards from the enemy");

/// A way is looked at in steps of this.
const STEP: f64 = yds(5) as f64;

/// More than inexact reckoning and the rounding of angles make on any way.
const AMPLE: f64 = yds(1) as f64;

/// What a way leads over.
#[derive(Debug, Clone, Default)]
pub(crate) struct Over {
    pub rough: bool,
    /// How much of the way is rough.
    pub rough_path: i32,
    /// Major obstacles crossed, by place on the list of lines (CF 12.8).
    pub majors: ArrayVec<usize, 4>,
}

/// The length of a way.
pub(crate) fn length(trail: Trail, before: &Body) -> f64 {
    match trail {
        Trail::Straight { dist, .. } => dist,
        Trail::Swing { pivot, by } => {
            let reach = before.corners().map(|corner| corner.distance(pivot)).fold(0.0, f64::max);
            field::table::arc_length(reach, by)
        }
        Trail::Formed => 0.0,
    }
}

impl Table<'_> {
    /// Goes by road: in column, or a gun or wagon on its wheels, with a road at either end (CF 11.18, 11.19, G31).
    fn goes_by_road(self, unit: &Unit, sweep: &Sweep<'_>) -> bool {
        let column = unit.formation == Formation::MarchColumn || (unit.formation == Formation::Model && unit.limbered);
        let long = length(sweep.trail, sweep.before);
        // All the way, and not only where it begins and ends.
        column && self.on_road(sweep.before) && steps(long).all(|share| self.on_road(&sweep.at(share)))
    }

    /// What the way of a unit leads over, or what bars it.
    pub(crate) fn over(self, unit: &Unit, sweep: &Sweep<'_>) -> Result<Over, Refusal> {
        let ground = &self.rules.ground;
        let long = length(sweep.trail, sweep.before);
        if !self.keeps_on_table(sweep, long) {
            return refuse(OFF_TABLE);
        }
        let mut over = Over::default();
        let by_road = self.goes_by_road(unit, sweep);
        let barred = matches!(unit.class, Class::Gun | Class::Wagon) || unit.mounted;
        let mut meets = |going: Going, share: f64| {
            if by_road || going == Going::Good {
                return Ok(());
            }
            if going == Going::Closed && barred {
                return refuse(CLOSED);
            }
            over.rough = true;
            over.rough_path = over.rough_path.max((share * long).round() as i32);
            Ok(())
        };
        let share_of = |shares: &field::table::Shares| shares.iter().map(|span| span.to - span.from).sum::<f64>();
        for area in &ground.areas {
            let going = area_going(area.kind);
            if going == Going::Good || going == Going::Shut {
                continue;
            }
            let shares = sweep.within(&area.outline);
            if !shares.is_empty() {
                meets(going, share_of(&shares))?;
            }
        }
        for slope in &ground.relief.slopes {
            let going = match slope.class {
                SlopeClass::Gentle => continue,
                SlopeClass::Steep => Going::Rough,
                SlopeClass::Impassable => Going::Closed,
            };
            let shares = sweep.within(&slope.area);
            if !shares.is_empty() {
                meets(going, share_of(&shares))?;
            }
        }
        let near = |area: &scenario::Area| {
            area_going(area.kind) == Going::Shut && area.outline.within(sweep.before, long + AMPLE)
        };
        let wades = || !by_road && steps(long).any(|share| self.stands_in_water(&sweep.at(share)));
        if ground.areas.iter().any(near) && (wades() || self.stands_in_water(&sweep.at(1.0))) {
            return refuse(SHUT);
        }
        self.lines_over(unit, sweep, by_road, &mut over)?;
        Ok(over)
    }

    /// Lines crossed on the way: minor ones are rough ground, major ones take half a move (CF 12.8, 12.12).
    fn lines_over(self, unit: &Unit, sweep: &Sweep<'_>, by_road: bool, over: &mut Over) -> Result<(), Refusal> {
        for (ix, line) in self.rules.ground.lines.iter().enumerate() {
            let works = &self.rules.works[ix];
            if works.obstacle == Obstacle::None || is_road(line.kind) {
                continue;
            }
            // Who stands astride of it has crossed it already; breaches and filled ditches are crossed for nothing.
            let crossings = sweep.over(&line.line);
            let mut crossings = crossings.iter().filter(|span| span.from > 0.0);
            let crossed = crossings.any(|span| !self.is_open(ix, &sweep.at((span.from + span.to) * 0.5)));
            if !crossed || by_road {
                continue;
            }
            if works.wall && unit.load != Load::Ladders {
                return refuse(WALL);
            }
            if works.obstacle == Obstacle::Minor {
                over.rough = true;
            } else {
                self.state.overflow.keep(&mut over.majors, ix);
            }
        }
        // Works that were put up before the battle come after the lines of the ground (CF 5.6).
        let near = length(sweep.trail, sweep.before) + AMPLE;
        let works = self.state.works.iter().enumerate();
        let works = works.filter(|(_, works)| {
            let line = Body::single(field::table::Block::segment(works.from.vec(), works.to.vec()));
            line.maybe_within(sweep.before, near)
        });
        for (ix, works) in works {
            let line = field::table::Polyline::new([works.from, works.to]);
            let crossed = sweep.over(&line).iter().any(|span| span.from > 0.0);
            if crossed && !by_road {
                self.state.overflow.keep(&mut over.majors, self.rules.ground.lines.len() + ix);
            }
        }
        Ok(())
    }

    /// Stands on the table to the last micrometre.
    pub(crate) fn ends_on_table(self, unit: &Unit) -> Result<(), Refusal> {
        let ground = &self.rules.ground;
        let there = self.rules.body_of(unit).within_table(ground.width, ground.height);
        if there { Ok(()) } else { refuse(OFF_TABLE) }
    }

    fn keeps_on_table(self, sweep: &Sweep<'_>, long: f64) -> bool {
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        // Nobody leaves it who does not come near its edges.
        let far = match sweep.trail {
            Trail::Swing { pivot, .. } => sweep.before.center().distance(pivot) + sweep.before.radius(),
            Trail::Straight { .. } | Trail::Formed => sweep.before.radius() + long,
        };
        let middle = match sweep.trail {
            Trail::Swing { pivot, .. } => pivot,
            Trail::Straight { .. } | Trail::Formed => sweep.before.center(),
        };
        let room = middle.x.min(middle.y).min(f64::from(width) - middle.x).min(f64::from(height) - middle.y);
        if room > far + AMPLE {
            return true;
        }
        let stays = |share: f64| sweep.at(share).within_table(width, height);
        match sweep.trail {
            // In between it is no nearer to an edge than at one of the two.
            Trail::Straight { .. } => stays(1.0) && stays(1.0 / f64::from(steps_of(long))),
            Trail::Swing { .. } | Trail::Formed => steps(long).all(stays),
        }
    }

    /// Friends whose ground the way leads over (CF 12.22); nobody may be there at its end.
    pub(crate) fn passed(self, id: UnitId, sweep: &Sweep<'_>) -> Result<ArrayVec<UnitId, 8>, Refusal> {
        let mut passed = ArrayVec::new();
        let (after, reach) = (sweep.at(1.0), length(sweep.trail, sweep.before) + AMPLE);
        for friend in self.friends_of(id) {
            let theirs = self.body(friend);
            if !sweep.before.maybe_within(&theirs, reach) {
                continue;
            }
            if after.overlaps(&theirs) {
                return refuse(FRIENDS);
            }
            if !sweep.before.overlaps(&theirs) && sweep.through(&theirs).is_some() {
                self.state.overflow.keep(&mut passed, friend);
            }
        }
        Ok(passed)
    }

    /// Enemies on the way: none is run into, none to the front comes nearer than 20 yds (CF 11.5, G36); a doubled move keeps 120
    /// yds off (CF 11.10). `forward` is false for moves that do not go to the front.
    pub(crate) fn keeps_off(self, id: UnitId, unit: &Unit, sweep: &Sweep<'_>, forward: bool) -> Result<(), Refusal> {
        let long = length(sweep.trail, sweep.before);
        let count = steps_of(long);
        // Whoever is farther off does not matter, nor do the steps that cannot bring it so near.
        let matters = f64::from(if unit.doubled { NEAR } else { HALT });
        let skipped = |apart: f64| (((apart - matters - AMPLE) * f64::from(count) / long.max(1.0)) as i32).max(0);
        for foe in self.enemies_of(id) {
            let theirs = self.body(foe);
            if !sweep.before.maybe_within(&theirs, long + matters + AMPLE) {
                continue;
            }
            let mut step = 1 + skipped(sweep.before.distance(&theirs));
            if step > count {
                continue;
            }
            // Through a gun that nobody serves one passes as through one's own (CF 12.22, 16.11).
            if !self.can_be_charged(foe) {
                if sweep.at(1.0).overlaps(&theirs) {
                    return refuse(FRIENDS);
                }
                continue;
            }
            let counted = self.counts_as_enemy(foe);
            let began = self.front_gap(unit, sweep.before, &theirs);
            if forward && counted && began.is_some_and(|gap| gap < f64::from(HALT) - TOUCH) {
                return refuse(MET);
            }
            while step <= count {
                let there = sweep.at(f64::from(step) / f64::from(count));
                let apart = there.distance(&theirs);
                step += 1 + skipped(apart);
                if apart > matters + AMPLE {
                    continue;
                }
                if there.overlaps(&theirs) || (counted && there.touches(&theirs) && !sweep.before.touches(&theirs)) {
                    return refuse(MET);
                }
                let gap = self.front_gap(unit, &there, &theirs);
                if counted && gap.is_some_and(|gap| gap < f64::from(HALT) - TOUCH) && gap < began.or(Some(f64::MAX)) {
                    return refuse(MET);
                }
                if unit.doubled && counted && apart < f64::from(NEAR) - TOUCH {
                    return refuse(DOUBLED);
                }
            }
        }
        let stops = unit.doubled && self.rules.options.double_near_cover == DoubleNearCover::StopToo;
        if stops && steps(long).any(|share| self.is_by_suspicious_cover(unit.side, &sweep.at(share))) {
            return refuse(("CF G89", "a doubled move halts at 120 yards from cover that may hold enemy"));
        }
        Ok(())
    }

    /// How far off an enemy is where a unit has to halt before him (CF G36).
    pub(super) fn front_gap(self, unit: &Unit, body: &Body, theirs: &Body) -> Option<f64> {
        if unit.formation == Formation::Unformed {
            return Some(body.distance(theirs));
        }
        let of = match self.rules.options.halt_zone {
            HaltZone::Strip => straight_ahead_of,
            HaltZone::FrontArc => ahead_of,
        };
        body.blocks.iter().filter_map(|block| of(block, theirs)).reduce(f64::min)
    }

    /// Beyond 120 yds of known enemy and of cover that may hold some (CF 11.10, G28).
    pub fn may_double(self, id: UnitId) -> bool {
        !self.enemy_within(id, NEAR) && !self.is_by_suspicious_cover(self.side(id), &self.body(id))
    }

    /// Woods and towns that may hold enemy matter where troops are hidden (CF G28, G89): those within 120 yds that a side has not
    /// found empty.
    fn is_by_suspicious_cover(self, side: kernel::Side, body: &Body) -> bool {
        if !self.hides_troops(side.other()) {
            return false;
        }
        let cleared = self.state.cleared[side.ix()];
        let mut areas = self.rules.ground.areas.iter().enumerate();
        areas.any(|(ix, area)| {
            crate::ground::hides(area.kind)
                && (ix >= 64 || cleared & (1 << ix) == 0)
                && area.outline.within(body, f64::from(NEAR) + TOUCH)
        })
    }

    /// A game with undeployed defenders, or with cards that lie face down (CF G28).
    fn hides_troops(self, side: kernel::Side) -> bool {
        let defends = self.rules.frame.attacker() == Some(side.other());
        let mapped =
            defends && self.rules.start.units.iter().any(|unit| unit.side == side && unit.place == Place::Reserve);
        mapped || self.state.units.iter().any(|unit| unit.side == side && unit.face_down && unit.place == Place::Table)
    }
}

/// In how many steps a way is looked at.
fn steps_of(long: f64) -> i32 {
    (long / STEP).ceil().max(1.0) as i32
}

/// Shares of a way at which it is looked at, its end the last.
fn steps(long: f64) -> impl Iterator<Item = f64> + Clone {
    let count = steps_of(long);
    (1..=count).map(move |step| f64::from(step) / f64::from(count))
}
