//! Heading 28: breakthrough and the momentum advance.

use super::MeleeStep;
use super::fighters::Site;
use super::pushing::OnTheWay;
use crate::agenda::Step;
use crate::cards::{UnitId, Units};
use crate::charges::ChargeStep;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::BW;
use crate::reaction::Occasion;
use crate::readings::MomentumResponse;
use crate::state::{Activity, Approach, Came, ChargeKind, Loss, Place, Unit, WaySet};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, Edge, Passing, Pose, TOUCH, Um, Vec2, cast, heading, passage};
use kernel::{Listener, Refusal};

/// How far a momentum advance may veer from its line (SSS 28.5).
pub const VEER: Cdeg = 4_500;

/// Where a momentum advance leads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Course {
    pub dist: f64,
    pub way: WaySet,
    pub meets: Option<UnitId>,
    /// Where it strikes, and which edge.
    pub hit: Option<(Vec2, Edge)>,
    /// Friends it breaks through on its way (SSS 32.3, G139).
    pub friends: ArrayVec<UnitId, 8>,
}

impl Table<'_> {
    /// Charging cavalry, camelry or elephants that dealt at least one hit and twice what they took, whoever won the round
    /// (SSS 28.1, G44, G138). Nobody need be left of those they charged.
    pub(crate) fn breaking_through(self, units: Units) -> Units {
        let chargers = self.state.melee.as_ref().map_or(Units::EMPTY, |melee| melee.chargers);
        let breaks = |id: &UnitId| {
            let unit = self.unit(*id);
            let mounted = self.is_mounted(*id) || self.is_elephants(*id);
            let mut foes = self.foes(*id).filter(|&foe| self.is_there(foe)).peekable();
            self.is_there(*id)
                && mounted
                && chargers.contains(*id)
                && unit.dealt >= 1
                && u16::from(unit.dealt) >= 2 * u16::from(unit.hits_melee)
                && (foes.peek().is_none() || foes.any(|foe| self.can_be_split(*id, foe)))
        };
        units.iter().filter(breaks).collect()
    }

    /// Was charged by it, and is neither a garrison nor a square without Disruption (SSS 28.1, G17).
    fn can_be_split(self, by: UnitId, id: UnitId) -> bool {
        let firm = self.is_formed_square(id) && self.disruption(id) == 0;
        let charged = self.comes(by, id, Site::Field).charges();
        charged && self.is_there(id) && self.unit(id).inside.is_none() && !firm
    }

    /// How far the halves of a unit part: by the width of who broke through, or as far as there is room (SSS G44).
    fn room_to_part(self, id: UnitId, width: Um) -> Um {
        let (wide, high) = (self.rules.ground.width, self.rules.ground.height);
        let others = || self.on_table().filter(move |&other| other != id && !self.is_garrison(other));
        let fits = |split: &Um| {
            let body = self.rules.body_of(id, &Unit { split: *split, ..*self.unit(id) }).grown(-TOUCH);
            body.within_table(wide, high) && others().all(|other| !self.body(other).overlaps(&body))
        };
        (1..=8).rev().map(|share| width / 8 * share).find(fits).unwrap_or(0)
    }

    /// The line of its advance: that of its charge, or of the momentum advance before (SSS 28.5).
    pub(crate) fn line_of_advance(self, id: UnitId) -> Cdeg {
        self.unit(id).line.unwrap_or(self.unit(id).pose.facing)
    }

    /// Of its charge, so much is left (SSS 28.3, G44).
    pub fn charge_left(self, id: UnitId) -> Um {
        self.charge_left_over(id, WaySet::default())
    }

    /// The same where it leads over such ground.
    fn charge_left_over(self, id: UnitId, way: WaySet) -> Um {
        let unit = self.unit(id);
        let whole = self.allowance(id, unit.way.and(way)) + self.charge_bonus(id);
        let ran = self.state.charges.iter().find(|charge| charge.charger == id).map_or(0, |charge| charge.ran);
        (whole - unit.spent.max(ran)).max(0)
    }

    /// Has broken through that enemy in this player turn (SSS 28.1).
    pub(crate) fn has_broken_through(self, id: UnitId, enemy: UnitId) -> bool {
        self.unit(id).met.contains(enemy) && self.unit(enemy).told(Cause::BrokenThrough) > 0
    }

    /// Where it comes to that goes on at such an angle: the first enemy on the way, or where friends or the ground stop it.
    pub(crate) fn momentum(self, id: UnitId, veer: Cdeg, distance: Um) -> Course {
        let unit = self.unit(id);
        let facing = (self.line_of_advance(id) + veer).rem_euclid(36_000);
        let body: Body = self.rules.body_at(id, unit, Pose { facing, ..unit.pose });
        let dir = heading(facing);
        let ground = &self.rules.ground;
        let room = body.room_on_table(dir, ground.width, ground.height).max(0.0);
        let mut course = Course { dist: f64::from(distance).min(room), ..Course::default() };
        for enemy in self.enemies_of(id) {
            let theirs = self.body(enemy);
            let Some(hit) = cast(&body, dir, course.dist, &theirs) else { continue };
            // SSS 28.1: between the halves of those it has broken through it goes on; where one of them is in its way still it
            // must come out beyond.
            let out = || passage(&body, dir, course.dist, &theirs).is_none_or(|span| span.to <= course.dist + TOUCH);
            if self.has_broken_through(id, enemy) && out() {
                continue;
            }
            // SSS G210: before a pig it stops, and fights nobody; so it does before those it has met and not broken through.
            let fought = !self.is_pig(enemy) && !unit.met.contains(enemy);
            course.dist = hit.distance;
            (course.meets, course.hit) = (fought.then_some(enemy), fought.then_some((hit.point, hit.edge)));
        }
        self.momentum_over_ground(id, &body, dir, &mut course);
        self.momentum_past_friends(id, &body, dir, &mut course);
        course
    }

    /// Bad ground slows it down or stops it.
    fn momentum_over_ground(self, id: UnitId, body: &Body, dir: Vec2, course: &mut Course) {
        let (mut free, mut way) = self.clear_way(id, body, dir, course.dist);
        let left = f64::from(self.charge_left_over(id, way));
        if left < free {
            (free, way) = self.clear_way(id, body, dir, left);
        }
        if free + TOUCH < course.dist {
            (course.dist, course.meets, course.hit) = (free, None, None);
        }
        course.way = way;
    }

    /// Friends are broken through where it comes out beyond them, skirmishers without harm; those who are never passed stop
    /// it (SSS 9.2, 9.8, 32.3, G139).
    fn momentum_past_friends(self, id: UnitId, body: &Body, dir: Vec2, course: &mut Course) {
        let friends = self.friends_on(id, body, dir, course.dist);
        while let Some(stops) = friends.iter().find(|one| one.stops(course.dist)) {
            (course.dist, course.meets, course.hit) = (stops.span.from.max(0.0), None, None);
        }
        let through = |one: &&OnTheWay| one.passing == Passing::Costly && one.span.to <= course.dist + TOUCH;
        for one in friends.iter().filter(through) {
            self.state.overflow.keep(&mut course.friends, one.friend);
        }
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
            let table = self.table();
            let foes: Units = table.foes(id).filter(|&foe| table.can_be_split(id, foe)).collect();
            let width = self.table().body(id).front_width().round() as Um;
            for foe in foes.iter() {
                self.tell("SSS 28.1", told::BREAKS_THROUGH, &[Who::Unit(id), Who::Unit(foe)]);
                self.disrupt(foe, Cause::BrokenThrough);
                let apart = self.table().room_to_part(foe, width);
                self.unit_mut(foe).split = apart;
                if self.table().is_mounted(id) {
                    self.risk_colours_to(foe, id);
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
            if self.table().is_charged_anew(enemy) {
                self.charges_anew(id, veer, enemy);
                return;
            }
            self.answer_momentum(id, enemy);
        }
        let course = self.table().momentum(id, veer, distance);
        let line = (self.table().line_of_advance(id) + veer).rem_euclid(36_000);
        let unit = self.unit_mut(id);
        (unit.pose.facing, unit.this_turn.line) = (line, Some(line));
        unit.pose = unit.pose.ahead(course.dist.round() as Um);
        unit.this_turn.spent += course.dist.round() as Um;
        unit.activity = Activity::Charging;
        self.keep_bodies();
        self.tell("SSS 28.3", told::GOES_ON, &[Who::Unit(id), Who::Far(course.dist.round() as Um)]);
        // SSS T16, 28.4
        self.disrupt(id, Cause::Onward);
        self.crossed(id, course.way);
        for &friend in &course.friends {
            self.tell("SSS 32.3", told::BREAKS_THROUGH, &[Who::Unit(id), Who::Unit(friend)]);
            self.disrupt(friend, Cause::BrokenThrough);
        }
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

impl Table<'_> {
    /// By one reading who is met may answer in every way, as to a fresh charge (SSS G84).
    fn is_charged_anew(self, enemy: UnitId) -> bool {
        self.rules.options.momentum_response == MomentumResponse::Full && !self.is_routing(enemy)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A fresh charge from where it has broken through, with what is left of its move (SSS 28.3, G84).
    fn charges_anew(&mut self, id: UnitId, veer: Cdeg, enemy: UnitId) {
        let table = self.table();
        let line = (table.line_of_advance(id) + veer).rem_euclid(36_000);
        let left = table.charge_left(id);
        let bonus = table.charge_bonus(id).min(left);
        let normal = table.allowance(id, table.unit(id).way) - (left - bonus);
        let less = table.charge_bonus(id) - bonus;
        let unit = self.unit_mut(id);
        (unit.pose.facing, unit.this_turn.line) = (line, Some(line));
        unit.this_turn.deducted += normal;
        (unit.this_turn.bonus_used, unit.this_turn.spent) = (unit.this_turn.bonus_used + less, 0);
        // SSS T16, 28.4
        self.disrupt(id, Cause::Onward);
        self.state.charges.retain(|charge| charge.charger != id);
        self.unit_mut(enemy).this_turn.answered = false;
        self.keep_bodies();
        self.sets_out(id, enemy, ChargeKind::Compulsory);
        let other = self.table().side(enemy);
        self.state.agenda.push_all(&[
            Step::Charge(ChargeStep::Answers(other)),
            Step::Charge(ChargeStep::Support(other)),
            Step::Melee(MeleeStep::Anew(id)),
        ]);
    }

    /// That charge is run; who is struck fights at once, the attacker charging whatever distance it had (SSS 28.4).
    pub(super) fn runs_anew(&mut self, id: UnitId) {
        if !self.table().is_there(id) || self.table().charge_by(id).is_none() {
            return;
        }
        self.run_charge(id, Approach::default());
        let Some(enemy) = self.table().opponents(id).next().filter(|_| self.table().is_there(id)) else { return };
        for contact in self.state.contacts.iter_mut().filter(|contact| contact.other(id) == Some(enemy)) {
            *(if contact.a == id { &mut contact.a_came } else { &mut contact.b_came }) = Came::Momentum;
        }
        self.begin_melee([id, enemy].into_iter().collect());
    }
}
