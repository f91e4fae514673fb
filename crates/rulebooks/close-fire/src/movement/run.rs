//! A straight run over the ground, by which charges, flights, pursuits and rides through are made: the distance that dice give, rough
//! ground, obstacles, friends in the way (CF 11.16, 11.17, 11.20, 11.21, 12.8, 12.22, T1b).

use super::faces_used;
use crate::cards::{Load, UnitId, Units};
use crate::ground::{Going, Obstacle};
use crate::measures::{HALT, yds};
use crate::morale::Cause;
use crate::readings::RoughMove;
use crate::state::{Formation, MoveDice, Service, Unit};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{
    Block, Body, Cdeg, Pose, Sweep, TOUCH, Trail, Vec2, cast, heading, normal, overlap_on_way, passage, span_over,
};
use kernel::Listener;
use serde::{Deserialize, Serialize};

/// How finely the ground on the way is looked at.
const STEP: f64 = yds(5) as f64;
const MESH: f64 = yds(10) as f64;
const MOST_STEPS: usize = 96;
/// Farther than any line of friends is deep.
const BEYOND: f64 = yds(200) as f64;
/// Majors on one way.
const MOST_CROSSED: usize = 8;

/// Dice as they fell: those of the move, average ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Pips {
    pub faces: [u8; 3],
    pub count: u8,
}

impl Pips {
    pub fn sum(self) -> i32 {
        self.faces.iter().map(|&face| i32::from(face)).sum()
    }

    pub fn shown(self) -> impl Iterator<Item = u8> {
        self.faces.into_iter().take(usize::from(self.count))
    }
}

/// What a unit may run by its dice (T1a): 10 yds for every pip, and 10 for every die where it is inspired or begins its flight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    pub pips: Pips,
    /// Tens of yards for each die, on good ground.
    pub extra: i32,
}

impl Allowance {
    fn length(self, rough: bool) -> f64 {
        let tens = self.pips.sum() + i32::from(self.pips.count) * (self.extra - i32::from(rough));
        f64::from(yds(10 * tens.max(0)))
    }
}

/// A run that was made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Run {
    pub ran: f64,
    pub rough: bool,
    /// Major obstacles crossed, by place among the lines; works put up before the battle have none.
    pub crossed: ArrayVec<Option<usize>, MOST_CROSSED>,
    /// Stopped by ground that is closed to it.
    pub barred: bool,
    /// What is left of the distance.
    pub left: f64,
}

/// What lies on a way.
struct Lie {
    /// Rough or not, step by step.
    rough: ArrayVec<bool, MOST_STEPS>,
    /// Where ground begins that is closed to the unit, or the table ends.
    shut: f64,
    majors: ArrayVec<(f64, Option<usize>), MOST_CROSSED>,
}

impl<'a> Table<'a> {
    fn lie_ahead(self, id: UnitId, body: &Body, dir: Vec2, max: f64) -> Lie {
        let mut lie = Lie { rough: ArrayVec::new(), shut: f64::INFINITY, majors: ArrayVec::new() };
        let closed_to_it = self.is_cavalry(id) || self.is_gun(id);
        // Most runs lead over nothing but good ground.
        let bare = !self.is_near_ground(body, max + 2.0 * STEP, Going::Rough);
        let points: ArrayVec<Vec2, 128> =
            body.blocks.iter().filter(|_| !bare).flat_map(|block| block.grown(-TOUCH).mesh(MESH)).take(128).collect();
        let going_here = points.iter().map(|&at| self.going_at(at)).max().unwrap_or(Going::Good);
        let mut far = STEP;
        while far <= max + STEP && !lie.rough.is_full() {
            let there = points.iter().map(|&at| self.going_at(at + dir * far)).max().unwrap_or(Going::Good);
            let shut = there == Going::Shut || (there == Going::Closed && closed_to_it && going_here < Going::Closed);
            if shut && lie.shut.is_infinite() {
                lie.shut = far - STEP;
            }
            lie.rough.push(there >= Going::Rough);
            far += STEP;
        }
        let minor = |line: usize| self.rules.works[line].obstacle == Obstacle::Minor;
        for line in 0..self.rules.ground.lines.len() {
            let works = &self.rules.works[line];
            if works.obstacle == Obstacle::None {
                continue;
            }
            for span in span_over(body, dir, max, &self.rules.ground.lines[line].line) {
                // Breaches and filled ditches are open to whoever comes through them, wherever he began (CF 12.10, 18.22).
                if self.is_open(line, &body.translated(dir * ((span.from + span.to.min(max)) * 0.5))) {
                    continue;
                }
                // Who stands astride of it has crossed it already (CF 12.8).
                if span.from <= 0.0 {
                    continue;
                }
                if minor(line) {
                    let [from, to] = [span.from, span.to].map(|at| (at / STEP) as usize);
                    lie.rough.iter_mut().skip(from).take(to.saturating_sub(from) + 1).for_each(|step| *step = true);
                } else if works.wall && self.unit(id).load != Load::Ladders {
                    lie.shut = lie.shut.min(span.from);
                } else {
                    let _ = lie.majors.try_push((span.from, Some(line)));
                }
            }
        }
        for works in &self.state.works {
            let line = Body::single(Block::segment(works.from.vec(), works.to.vec()));
            if let Some(hit) = cast(body, dir, max, &line).filter(|hit| hit.distance > TOUCH) {
                let _ = lie.majors.try_push((hit.distance, None));
            }
        }
        lie.majors.sort_by(|one, other| one.0.total_cmp(&other.0));
        lie
    }

    /// Whether a run of so much counts as one over rough ground (CF G30).
    fn is_rough(self, lie: &Lie, ran: f64) -> bool {
        let steps = ((ran / STEP).ceil() as usize).min(lie.rough.len());
        let rough = lie.rough.iter().take(steps).filter(|&&rough| rough).count();
        match self.rules.options.rough_move {
            RoughMove::AnyPart => rough > 0,
            RoughMove::OverHalf => 2 * rough > steps,
        }
    }

    /// How far a distance leads over obstacles: each takes half of it, and who has less left stops before it (CF 12.8, G38).
    fn over_obstacles(lie: &Lie, length: f64) -> Run {
        let mut run = Run { left: length, ..Run::default() };
        for &(at, line) in &lie.majors {
            let to_it = at - run.ran;
            if to_it > run.left {
                break;
            }
            run.left -= to_it;
            run.ran = at;
            if run.left + TOUCH < length / 2.0 {
                run.left = 0.0;
                return run;
            }
            run.left -= length / 2.0;
            let _ = run.crossed.try_push(line);
        }
        run.ran += run.left;
        run.left = 0.0;
        run
    }

    /// How far a body of a unit runs straight on, at most to where something stops it.
    pub(crate) fn straight_run(self, id: UnitId, body: &Body, dir: Vec2, allowance: Allowance, stop: f64) -> Run {
        let lie = self.lie_ahead(id, body, dir, allowance.length(false));
        let edge = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let limit = stop.min(lie.shut).min(edge);
        let within = |length: f64| {
            let mut run = Self::over_obstacles(&lie, length);
            if run.ran > limit {
                run.left = run.ran - limit;
                run.ran = limit.max(0.0);
                run.crossed.retain(|line| lie.majors.iter().any(|(at, of)| of == line && *at < limit));
            }
            run.barred = run.ran + TOUCH >= lie.shut.min(edge) && lie.shut.min(edge) <= stop;
            run
        };
        let good = within(allowance.length(false));
        if !self.is_rough(&lie, good.ran) {
            return good;
        }
        let rough = within(allowance.length(true));
        if self.is_rough(&lie, rough.ran) || rough.ran + TOUCH >= limit {
            return Run { rough: true, ..rough };
        }
        // It stops before the rough ground, by the rules for good ground (CF G30).
        let before = lie.rough.iter().position(|&step| step).map_or(good.ran, |step| step as f64 * STEP);
        Run { ran: before.clamp(rough.ran, good.ran), ..good }
    }

    /// What the dice of a run give a unit: ten yards more for each if it is inspired, and on an initial evade, rout or retreat
    /// (CF 11.16, 11.21).
    pub(crate) fn fast_allowance(self, id: UnitId, pips: Pips, initial: bool) -> Allowance {
        let extra = i32::from(self.unit(id).inspired > 0) + i32::from(initial);
        Allowance { pips, extra }
    }

    /// The last yards up to the enemy, without dice: there is nothing to halve, and what lies on the way bars them or has its price
    /// like any other (CF 11.18, 12.8, 14.9, G48).
    pub(crate) fn closing_run(self, id: UnitId, body: &Body, dir: Vec2, stop: f64) -> Run {
        let most = f64::from(HALT).min(stop);
        let lie = self.lie_ahead(id, body, dir, most);
        let edge = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let ran = most.min(lie.shut).min(edge).max(0.0);
        let crossed = lie.majors.iter().filter(|(at, _)| *at < ran).map(|&(_, line)| line).collect();
        Run { ran, crossed, barred: ran + TOUCH < most, ..Run::default() }
    }

    /// Friends that a run leads through; the last distance at which it stands on none of them, where it would end on one.
    pub(crate) fn friends_on_way(
        self,
        id: UnitId,
        body: &Body,
        dir: Vec2,
        ran: f64,
        with: Units,
    ) -> (ArrayVec<UnitId, 16>, f64) {
        let (mut passed, mut free) = (ArrayVec::<(f64, UnitId), 16>::new(), ran);
        for friend in self.friends_of(id).filter(|&friend| !with.contains(friend)) {
            // Neighbours whose loose bases stand among one another are not in the way.
            let theirs = self.body(friend);
            if theirs.overlaps(body) {
                continue;
            }
            let Some(span) = overlap_on_way(body, dir, ran, &theirs) else { continue };
            if span.to >= ran && !self.is_left_gun(friend) {
                free = free.min((span.from - 1.0).max(0.0));
            } else {
                self.state.overflow.keep(&mut passed, (span.from, friend));
            }
        }
        let passed = passed.into_iter().filter(|(at, _)| *at < free).map(|(_, friend)| friend).collect();
        (passed, free)
    }

    /// The end of a fast move that would stop on friends: just beyond them where there is room, else short of them; and the
    /// friends it leads through (CF 12.22, G78).
    pub(crate) fn beyond_friends(
        self,
        id: UnitId,
        body: &Body,
        dir: Vec2,
        ran: f64,
        limit: f64,
    ) -> (ArrayVec<UnitId, 16>, f64) {
        let others = || {
            let friends = self.friends_of(id).filter(|&friend| !self.is_left_gun(friend));
            friends.filter(|&friend| !self.body(friend).overlaps(body))
        };
        let mut to = ran;
        while to <= limit {
            let (passed, free) = self.friends_on_way(id, body, dir, to, Units::EMPTY);
            if free >= to {
                return (passed, to);
            }
            let spans = others().filter_map(|friend| passage(body, dir, to, &self.body(friend)));
            let beyond = spans.map(|span| span.to + TOUCH).fold(to, f64::max);
            if beyond <= to {
                break;
            }
            to = beyond;
        }
        let mut to = ran;
        loop {
            let (passed, free) = self.friends_on_way(id, body, dir, to, Units::EMPTY);
            if free >= to {
                return (passed, to);
            }
            to = free;
        }
    }

    /// How far a way beyond the end of a run is free: nobody is taken on into ground that is closed to him, nor over an obstacle for
    /// which he has not paid (CF 11.18, 12.8, G40, G78).
    pub(crate) fn free_beyond(self, id: UnitId, body: &Body, dir: Vec2, ran: f64, limit: f64) -> f64 {
        let lie = self.lie_ahead(id, body, dir, limit.min(ran + BEYOND));
        let paid = |at: f64| at > ran + TOUCH;
        let majors = lie.majors.iter().map(|&(at, _)| at).filter(|&at| paid(at)).fold(limit, f64::min);
        limit.min(lie.shut.max(ran)).min(majors)
    }

    /// A gun that nobody serves stands in nobody's way.
    pub(crate) fn is_left_gun(self, id: UnitId) -> bool {
        self.is_gun(id) && self.unit(id).service != Service::Crewed
    }
}

impl<L: Listener> Play<'_, L> {
    /// Rolls the dice of a run (CF 11.2).
    pub(crate) fn roll_pips(&mut self, dice: MoveDice) -> Pips {
        let (read, _) = self.throw(dice);
        let mut pips = Pips { count: dice.count(), ..Pips::default() };
        for (place, face) in pips.faces.iter_mut().zip(faces_used(read, dice)) {
            *place = face;
        }
        pips
    }

    pub(crate) fn allowance(&self, id: UnitId, pips: Pips, initial: bool) -> Allowance {
        self.table().fast_allowance(id, pips, initial)
    }

    /// Hidden enemies who come in sight in the course of a run are put down before it is made (CF 5.18, G143).
    pub(crate) fn uncover_on_run(&mut self, id: UnitId, way: Cdeg, allowance: Allowance) {
        let table = self.table();
        let body = table.body(id).into_body();
        let far = table.straight_run(id, &body, heading(way), allowance, f64::INFINITY).ran;
        self.uncover_ahead(id, way, far);
    }

    /// Cavalry that rides at the enemy takes lone leaders and messengers on its way, and any unit the horses of dragoons (CF 6.45,
    /// G76, G158).
    pub(crate) fn rides_over(&mut self, id: UnitId, from: &Body, dir: Vec2, ran: f64) {
        if ran > TOUCH {
            self.ride_down(id, &Sweep::new(from, Trail::Straight { dir, dist: ran }));
        }
    }

    /// The points of a run: tired by the dice, in disorder over obstacles, through friends (CF 11.26, 12.8, 12.22 to 12.24).
    pub(crate) fn pay_for_run(&mut self, id: UnitId, pips: Pips, run: &Run, passed: &[UnitId]) {
        let faces: ArrayVec<u8, 3> = pips.shown().collect();
        let tired = self.table().fatigue_of(id, self.unit(id).formation, &faces, run.rough);
        self.take_dps(id, tired, Cause::Manoeuvre);
        for &line in &run.crossed {
            let cost = self.table().crossing_dps(id, line, self.unit(id).under_fire);
            self.take_dps(id, cost, Cause::Manoeuvre);
        }
        for &friend in passed {
            self.passage_of_lines(id, friend);
        }
        self.range_changes(id, true);
        self.clears_cover(id);
        self.note_position_reached(id);
    }
}

/// A unit that runs is out of order (CF 10.9).
pub fn unform(unit: &mut Unit, body: &Body, way: Cdeg) {
    if unit.formation != Formation::Unformed {
        unit.formation = Formation::Unformed;
        unit.bends = Default::default();
        unit.files = unit.bases().div_ceil(2).max(1);
    }
    unit.pose = Pose::new((body.center() + heading(way) * (body.main().depth * 0.5)).round(), normal(way));
}
