//! Heading 28: breakthrough and the momentum advance.

use crate::cards::{UnitId, Units};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::BW;
use crate::reaction::Occasion;
use crate::readings::MomentumResponse;
use crate::state::{Activity, Came, Loss, Place};
use crate::table::{Play, Table};
use field::table::{Body, Cdeg, Edge, TOUCH, Um, Vec2, cast, heading};
use kernel::{Listener, Refusal, Side};

/// How far a momentum advance may veer from its line (SSS 28.5).
pub const VEER: Cdeg = 4_500;

/// Where a momentum advance leads.
pub(crate) struct Course {
    pub dist: f64,
    pub meets: Option<UnitId>,
    /// Where it strikes, and which edge.
    pub hit: Option<(Vec2, Edge)>,
}

impl Table<'_> {
    /// Charging cavalry, camelry or elephants that dealt at least one hit and twice what they took (SSS 28.1, G44).
    pub(crate) fn breaking_through(self, units: Units, loser: Side) -> Units {
        let breaks = |id: &UnitId| {
            let unit = self.unit(*id);
            let mounted = self.is_mounted(*id) || self.is_elephants(*id);
            self.side(*id) != loser
                && self.is_there(*id)
                && mounted
                && self.foes(*id).any(|foe| self.comes(*id, foe).charges())
                && unit.dealt >= 1
                && u16::from(unit.dealt) >= 2 * u16::from(unit.hits_melee)
                && self.foes(*id).any(|foe| self.can_be_split(foe))
        };
        units.iter().filter(breaks).collect()
    }

    /// Not a garrison, and not a square without Disruption (SSS G17).
    fn can_be_split(self, id: UnitId) -> bool {
        let firm = self.is_formed_square(id) && self.disruption(id) == 0;
        self.is_there(id) && self.unit(id).inside.is_none() && !firm
    }

    /// Of its charge, so much is left (SSS 28.3, G44).
    pub fn charge_left(self, id: UnitId) -> Um {
        let unit = self.unit(id);
        let whole = self.allowance(id, unit.way) + self.charge_bonus(id);
        let ran = self.state.charges.iter().find(|charge| charge.charger == id).map_or(0, |charge| charge.ran);
        (whole - unit.spent.max(ran)).max(0)
    }

    /// Where it comes to that goes on at such an angle: the first enemy on the way, or where friends or the ground stop it.
    pub(crate) fn momentum(self, id: UnitId, veer: Cdeg, distance: Um) -> Course {
        let unit = self.unit(id);
        let pose = field::table::Pose { facing: unit.pose.facing + veer, ..unit.pose };
        let body: Body = self.rules.body_at(id, unit, pose);
        let dir = heading(pose.facing);
        let mut course = Course { dist: f64::from(distance), meets: None, hit: None };
        let ground = &self.rules.ground;
        course.dist = course.dist.min(body.room_on_table(dir, ground.width, ground.height).max(0.0));
        for other in self.on_table().filter(|&other| other != id) {
            // SSS 28.1: those it has broken through stand to both sides of it.
            if unit.met.contains(other) {
                continue;
            }
            let Some(hit) = cast(&body, dir, course.dist, &self.body(other)) else { continue };
            let meets = (self.side(other) != self.side(id)).then_some(other);
            course = Course { dist: hit.distance, meets, hit: Some((hit.point, hit.edge)) };
        }
        let trail = field::table::Trail::Straight { dir, dist: course.dist };
        if self.over(id, &field::table::Sweep::new(&body, trail), false, true).is_err() {
            course = Course { dist: 0.0, meets: None, hit: None };
        }
        course
    }

    /// Straight on, or up to 45° aside in order to reach an enemy (SSS 28.5).
    pub(crate) fn judge_momentum(self, id: UnitId, veer: Cdeg, distance: Um) -> Result<(), Refusal> {
        if veer.abs() > VEER {
            return Err(Refusal::new("SSS 28.5", "it veers no more than 45° from its line"));
        }
        if distance <= 0 || distance > self.charge_left(id) {
            return Err(Refusal::new("SSS 28.3", "it goes on with the move it has left"));
        }
        let course = self.momentum(id, veer, distance);
        if veer != 0 && course.meets.is_none() {
            return Err(Refusal::new("SSS 28.5", "it veers to reach an enemy, and reaches none there"));
        }
        if course.dist < TOUCH && course.meets.is_none() {
            return Err(Refusal::new("SSS 28.3", "there is no way on"));
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    /// Those who are split in the centre have 2 points, and risk their colours to cavalry (SSS 28.2, 31.1, 32.3).
    pub(crate) fn break_through(&mut self, through: Units) {
        for id in through.iter() {
            let foes: Units = self.table().foes(id).filter(|&foe| self.table().can_be_split(foe)).collect();
            let width = self.table().body(id).front_width().round() as Um;
            for foe in foes.iter() {
                self.tell("SSS 28.1", told::BREAKS_THROUGH, &[Who::Unit(id), Who::Unit(foe)]);
                self.disrupt(foe, Cause::BrokenThrough);
                self.unit_mut(foe).split = width;
                if self.table().is_mounted(id) {
                    self.risk_colours(foe);
                }
            }
            self.state.onward.insert(id);
        }
    }

    /// It goes on, and may meet others (SSS 28.3, 28.4).
    pub(crate) fn go_on(&mut self, id: UnitId, veer: Cdeg, distance: Um) {
        self.state.onward.remove(id);
        let from = self.body(id);
        if let Some(enemy) = self.table().momentum(id, veer, distance).meets {
            self.answer_momentum(id, enemy);
        }
        let course = self.table().momentum(id, veer, distance);
        let unit = self.unit_mut(id);
        unit.pose.facing = (unit.pose.facing + veer).rem_euclid(36_000);
        unit.pose = unit.pose.ahead(course.dist.round() as Um);
        unit.this_turn.spent += course.dist.round() as Um;
        unit.activity = Activity::Charging;
        self.keep_bodies();
        self.tell("SSS 28.3", told::GOES_ON, &[Who::Unit(id), Who::Far(course.dist.round() as Um)]);
        // SSS T16, 28.4
        self.disrupt(id, Cause::Onward);
        let met = course.meets.filter(|&enemy| self.unit(enemy).place == Place::Table);
        match met {
            // SSS G84: routers that are touched are no more.
            Some(enemy) if self.table().is_routing(enemy) => self.remove(enemy, Loss::Destroyed),
            Some(enemy) => {
                self.lies_flush(id, enemy, course.hit);
                self.meet_with_momentum(id, enemy, &from);
            }
            None => {}
        }
    }
}

/// Usual distances to go on: all of it, or base width by base width.
pub(crate) fn steps_of_move(most: Um) -> impl Iterator<Item = Um> {
    let whole = most / BW;
    (1..=whole).map(|count| count * BW).chain((most % BW > 0).then_some(most))
}

impl<L: Listener> Play<'_, L> {
    /// Who is met tests as one that is charged; short of a rout it stands and fights (SSS 34.1, G84).
    fn answer_momentum(&mut self, id: UnitId, enemy: UnitId) {
        let runs = self.table().is_routing(enemy);
        if self.rules.options.momentum_response != MomentumResponse::None && !runs {
            self.test_at_once(enemy, Occasion::Charged { by: id, square: false });
            self.keep_bodies();
        }
    }

    /// A fresh fight, at once: the attacker counts as charging whatever distance it had left (SSS 28.4, G84).
    fn meet_with_momentum(&mut self, id: UnitId, enemy: UnitId, from: &Body) {
        let stands = if self.table().in_contact(enemy) { Came::Fights } else { Came::Halted };
        let theirs = self.body(enemy);
        self.contact_from(id, enemy, Came::Momentum, stands, from, &theirs);
        self.begin_melee([id, enemy].into_iter().collect());
    }
}
