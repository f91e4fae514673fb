//! Beasts that run wild: where to, and whom they meet (SSS 41.17, 41.19, 41.20, G45, G165).

use super::ElephantStep;
use crate::agenda::Step;
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{BW, ELEPHANT_DEPTH};
use crate::readings::StampedePath;
use crate::state::{Place, Stampede};
use crate::table::{Play, Table};
use field::table::{Block, Body, Cdeg, Pose, Sweep, TOUCH, Trail, Um, Vec2, cast, heading};
use kernel::{Entry, Listener};

/// Parts of a circle that a spun pointer can show.
const COMPASS: u8 = 120;
/// It turns aside by so much at a time from what it cannot cross, and by a quarter circle at most (SSS G165).
const ASIDE: Cdeg = 1_500;
const MOST_ASIDE: Cdeg = 9_000;
/// It dies on this or more (SSS 41.20).
const SPIKED: u8 = 5;

impl Stampede {
    pub fn body(&self) -> Body {
        Body::single(Block::new(self.pose, BW, ELEPHANT_DEPTH))
    }

    /// The beast turned on the spot.
    fn turned(&self, facing: Cdeg) -> Pose {
        let facing = facing.rem_euclid(36_000);
        Pose { at: (self.body().center() + heading(facing) * (f64::from(ELEPHANT_DEPTH) / 2.0)).round(), facing }
    }
}

impl Table<'_> {
    /// The next unit, friend or foe, on a beast's way that it has not met yet.
    fn on_the_way(self, beast: &Stampede) -> Option<(UnitId, f64)> {
        let (body, dir, dist) = (beast.body(), heading(beast.pose.facing), f64::from(beast.left));
        let others = self.on_table().filter(|&id| !beast.trampled.contains(id) && !self.is_garrison(id));
        let hits = others.filter_map(|id| cast(&body, dir, dist, &self.body(id)).map(|hit| (id, hit.distance)));
        hits.min_by(|one, two| one.1.total_cmp(&two.1))
    }

    fn lets_beast_by(self, beast: &Stampede, dist: f64) -> bool {
        let trail = Trail::Straight { dir: heading(beast.pose.facing), dist };
        self.over(beast.of, &Sweep::new(&beast.body(), trail), true, true).is_ok()
    }

    /// It avoids what it cannot cross: the way nearest to the one it was sent on that is open to its end; if there is none it
    /// runs up to the obstacle (SSS 41.17, G165).
    fn way_of_beast(self, beast: &Stampede, angle: Cdeg, distance: Um) -> Stampede {
        let ways = (0..=MOST_ASIDE / ASIDE).flat_map(|step| [angle + step * ASIDE, angle - step * ASIDE]);
        let turned = |facing: Cdeg| Stampede { pose: beast.turned(facing), left: distance, ..*beast };
        if let Some(open) = ways.map(turned).find(|way| self.lets_beast_by(way, f64::from(distance))) {
            return open;
        }
        let way = turned(angle);
        let (mut free, mut shut) = (0.0, f64::from(distance));
        while shut - free > TOUCH {
            let middle = (free + shut) * 0.5;
            if self.lets_beast_by(&way, middle) { free = middle } else { shut = middle }
        }
        Stampede { left: free as Um, ..way }
    }

    fn is_on_table(self, at: field::table::Point) -> bool {
        (0..=self.rules.ground.width).contains(&at.x) && (0..=self.rules.ground.height).contains(&at.y)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Each in turn: a pointer is spun and a die thrown (SSS 41.17). When all have run the dead are taken away.
    pub(super) fn run_wild(&mut self, next: u8) {
        let ix = usize::from(next);
        let Some(&beast) = self.state.stampedes.get(ix) else {
            self.state.stampedes.retain(|beast| beast.points > 0);
            return;
        };
        self.state.agenda.push_all(&[
            Step::Elephant(ElephantStep::Runs(next)),
            Step::Elephant(ElephantStep::Run { next: next + 1 }),
        ]);
        let angle = Cdeg::from(self.dice.roll(COMPASS)) * (36_000 / Cdeg::from(COMPASS)) % 36_000;
        let distance = i32::from(self.d6()) * BW;
        let way = self.table().way_of_beast(&beast, angle, distance);
        let facing = way.pose.facing;
        self.state.stampedes[ix] = Stampede { met: None, trampled: Units::EMPTY, ..way };
        self.tell("SSS 41.17", told::BEAST_RUNS, &[Who::Unit(beast.of), Who::Far(distance), Who::Turned(facing)]);
    }

    /// A beast runs until it meets somebody, or to the end of its run (SSS 41.17, 41.19, G45).
    pub(super) fn runs_on(&mut self, beast: u8) {
        let ix = usize::from(beast);
        let Some(mut run) = self.state.stampedes.get(ix).copied().filter(|run| run.points > 0) else { return };
        self.keep_bodies();
        let (met, off) = match self.table().on_the_way(&run) {
            Some((id, off)) => (Some(id), off),
            None => (None, f64::from(run.left)),
        };
        let dir: Vec2 = heading(run.pose.facing);
        run.pose = run.pose.moved(dir * off);
        run.left = (run.left - off.round() as Um).max(0);
        run.shooters = Units::EMPTY;
        if let Some(id) = met {
            run.trampled.insert(id);
            self.state.stampedes[ix] = run;
            self.meets_beast(beast, id, off);
            return;
        }
        self.state.stampedes[ix] = run;
        if !self.table().is_on_table(run.pose.at) {
            self.state.stampedes[ix].points = 0;
            self.tell("SSS 41.19", told::BEAST_GONE, &[Who::Unit(run.of)]);
        }
    }

    /// A unit in its way is charged by it: routers are lost; others test, and shoot if they pass; then they fight, now or with
    /// the other melees (SSS 41.18, G45, G165).
    fn meets_beast(&mut self, beast: u8, id: UnitId, ran: f64) {
        let of = self.state.stampedes[usize::from(beast)].of;
        if self.table().is_routing(id) {
            self.remove(id, crate::state::Loss::Destroyed);
            self.state.agenda.push(Step::Elephant(ElephantStep::Runs(beast)));
            return;
        }
        let passed = self.test_at_once(id, crate::reaction::Occasion::Charged { by: of, square: false }).passed;
        if self.unit(id).place != Place::Table || self.table().is_routing(id) {
            // It ran, and may be caught up with.
            self.state.stampedes[usize::from(beast)].trampled.remove(id);
            let caught = Step::Elephant(ElephantStep::Runs(beast));
            self.state.agenda.push(caught);
            return;
        }
        let answer = Step::Elephant(ElephantStep::Answer { beast, unit: id, stands: passed, ran: ran.round() as Um });
        match self.rules.options.stampede_path {
            StampedePath::FullDistance => self.state.agenda.push_all(&[
                answer,
                Step::Elephant(ElephantStep::Trample { beast, unit: id }),
                Step::Elephant(ElephantStep::Runs(beast)),
            ]),
            StampedePath::FirstContact => {
                let run = &mut self.state.stampedes[usize::from(beast)];
                (run.met, run.left) = (Some(id), 0);
                self.state.agenda.push(answer);
            }
        }
    }

    /// Those that ran into somebody in their last run fight him now, if he is still there (SSS G45).
    pub(super) fn clash(&mut self) {
        for ix in 0..self.state.stampedes.len() {
            let Some(id) = self.state.stampedes[ix].met.take() else { continue };
            let near = self.unit(id).place == Place::Table
                && self.body(id).within(&self.state.stampedes[ix].body(), crate::melee::CONTACT);
            if near {
                self.tramples(ix as u8, id);
            }
        }
        self.state.stampedes.retain(|beast| beast.points > 0);
    }

    /// The mahout drives his spike home on 5 or 6, and has one chance (SSS 41.20).
    pub(super) fn spike(&mut self, ix: usize) {
        let die = self.d6();
        let Some(beast) = self.state.stampedes.get_mut(ix) else { return };
        beast.spiked = true;
        let of = beast.of;
        let dead = die >= SPIKED;
        if self.listener.hears() {
            let table = self.table();
            let phrase = if dead { told::BEAST_DIES } else { told::BEAST_LIVES };
            let entry = Entry {
                dice: vec![die],
                result: table.said(phrase, &[Who::Unit(of)]),
                ..table.entry("SSS 41.20", told::MAHOUT_TRIES, &[Who::Unit(of)])
            };
            self.listener.tell(entry);
        }
        if dead {
            self.state.stampedes.remove(ix);
        }
    }
}
