//! The charge itself, one at a time: answers are carried out, the charger runs, is shot at, is stopped, falls short or makes
//! contact (SSS 1.5.2a, 1.5.3a, 15, P5.2).

use super::path::ChargePath;
use super::steps::ChargeStep;
use crate::agenda::Step;
use crate::cards::{UnitId, Units};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::{BW, NEAR};
use crate::melee::CONTACT;
use crate::movement::keeps_off;
use crate::reaction::Occasion;
use crate::readings::StoppedCharge;
use crate::state::{Activity, Approach, Aspect, Came, ChargeKind, Loss, Place, Response, Stage};
use crate::table::{Play, Table};
use field::table::{Block, Body, TOUCH, Um, Vec2, bearing, nears, normal};
use kernel::Listener;

impl Table<'_> {
    /// The distance a unit must have moved to count as charging; mixed pike and shot has no bonus, and uses 1 BW
    /// (SSS 1.5.2e, G14).
    pub(crate) fn least_charge(self, id: UnitId) -> Um {
        self.charge_bonus(id).max(BW)
    }

    /// How far a charge goes that makes no contact: its normal move, 1 BW short of any enemy (SSS 1.5.2c, G63).
    fn room_on(self, id: UnitId, path: &ChargePath) -> f64 {
        let mut far = self.charge_room(id, path);
        for enemy in self.enemies_of(id) {
            let theirs: Body = self.body(enemy).into_body();
            let keeps = keeps_off(&path.body, path.dir, far, &theirs);
            far = keeps.map_or(far, |at| far.min(at));
        }
        far.max(0.0)
    }

    /// The way a charge is led: as its owner said, or by another that its move allows where the target has formed or run since and
    /// only that leads home (SSS 1.5.2d, G128).
    fn led_home(self, id: UnitId, approach: Approach, target: UnitId) -> Approach {
        let home = self.charge_path(id, approach, target).is_some_and(|path| path.contact().is_some());
        if home { approach } else { self.approach_to(id, target).unwrap_or(approach) }
    }

    fn path_after_evade(self, id: UnitId) -> Option<ChargePath> {
        let charge = &self.state.charges[self.charge_by(id)?];
        self.charge_path(id, charge.approach, charge.target)
    }

    /// How far a charger may go on whose target got away.
    pub(crate) fn room_after_evade(self, id: UnitId) -> Um {
        self.path_after_evade(id).map_or(0, |path| self.room_on(id, &path).floor() as Um)
    }

    /// How a charger comes into contact that has run so far (SSS 1.5.2e, 30.3).
    fn comes_charging(self, id: UnitId, target: UnitId, ran: f64) -> Came {
        let far = ran + TOUCH >= f64::from(self.least_charge(id));
        if far && !self.is_garrison(target) { Came::Charging } else { Came::Close }
    }
}

/// A strip along the front of a charger: whoever stands in it lies against that front, and not against a corner alone.
fn before_front(block: &Block) -> Block {
    Block { front: block.front + block.dir * CONTACT, half: block.half - 2.0 * CONTACT, depth: CONTACT, ..*block }
}

/// Where a charge and a countercharge meet: the ways of both, and how far each goes straight on.
struct Meeting {
    path: ChargePath,
    counter: ChargePath,
    mine: f64,
    theirs: f64,
}

impl Table<'_> {
    /// Where they meet, if they do: each within his move, over his ground, past his friends (SSS G14, G127).
    fn meeting(self, ix: usize, coming: &ChargePath) -> Option<Meeting> {
        let charge = &self.state.charges[ix];
        let (id, target) = (charge.charger, charge.target);
        if self.in_contact(target) {
            return None;
        }
        let counter = self.counter_path(target, id, coming)?;
        let path = self.charge_path_to(id, charge.approach, 0, target, &counter.body)?;
        let gap = path.hit?.distance;
        let [mut mine, mut theirs] = [gap.min(path.free), gap.min(counter.free)];
        // The ground that counts is what each crosses, so the shares are found twice.
        for _ in 0..2 {
            let reach = [self.charge_reach(id, &path, mine), self.charge_reach(target, &counter, theirs)];
            theirs = (gap * reach[1] / (reach[0] + reach[1]).max(1.0)).min(counter.free);
            mine = gap - theirs;
        }
        let reached = mine <= self.charge_reach(id, &path, mine) + TOUCH && mine <= path.free + TOUCH;
        let moves = theirs > 0.0 && theirs <= self.charge_reach(target, &counter, theirs) + TOUCH;
        (reached && moves).then_some(Meeting { path, counter, mine, theirs })
    }
}

impl<L: Listener> Play<'_, L> {
    /// A charge is run that begins like this.
    pub(crate) fn run_charge(&mut self, id: UnitId, approach: Approach) {
        let Some(ix) = self.table().charge_by(id) else { return };
        let charge = self.state.charges[ix];
        let target = charge.target;
        let started = self.table().distance(id, target);
        let met = charge.response.filter(|_| charge.stands);
        if let Some(response @ (Response::Square { .. } | Response::RearRank { .. })) = met {
            self.forms_before(target, response, started);
        }
        let approach = match met {
            Some(Response::Square { .. }) => self.table().led_home(id, approach, target),
            _ => approach,
        };
        self.state.charges[ix].approach = approach;
        if let Some(path) = self.table().charge_path(id, approach, target) {
            self.feels_straight(&path.body, path.dir, path.reach);
        }
        let path = self.table().charge_path(id, approach, target);
        // Where a square stands now there may be no room for a wheel: it goes straight on.
        let Some(path) = path.or_else(|| self.table().charge_path(id, Approach::default(), target)) else {
            self.falls_short(ix, None);
            return;
        };
        match met {
            _ if self.unit(target).place != Place::Table => self.falls_short(ix, Some(&path)),
            Some(Response::Evade { shoots }) => self.charges_evader(ix, &path, shoots),
            Some(Response::Countercharge(_)) => self.meets_countercharge(ix, &path),
            _ => self.charges_home(ix, &path),
        }
    }

    /// The target stands, runs already, or fights somebody else.
    fn charges_home(&mut self, ix: usize, path: &ChargePath) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        let Some(far) = path.contact() else {
            self.falls_short(ix, Some(path));
            return;
        };
        if self.table().is_routing(target) {
            // SSS G12: routers that are touched are destroyed.
            self.arrives(ix, path, far);
            self.tell("SSS 1.5.1f", told::RIDES_DOWN, &[Who::Unit(id), Who::Unit(target)]);
            self.remove(target, Loss::Destroyed);
            self.state.charges[ix].stage = Stage::Contact;
            return;
        }
        if self.is_shot_to_a_halt(ix, path, far) || self.unit(id).place != Place::Table {
            return;
        }
        let evaded = self.unit(target).evaded;
        if evaded {
            self.disrupt(target, Cause::CaughtEvading);
        }
        let caught = evaded || self.unit(target).activity == Activity::Retreating;
        let came = match () {
            () if self.table().in_contact(target) => Came::Fights,
            () if caught => Came::Pursued,
            () => Came::Halted,
        };
        self.strikes(ix, path, far, came);
    }

    /// The charger touches its target (SSS G15, T16).
    fn strikes(&mut self, ix: usize, path: &ChargePath, far: f64, met: Came) {
        let (id, target, aspect) = {
            let charge = &self.state.charges[ix];
            (charge.charger, charge.target, charge.aspect)
        };
        let from = self.body(id);
        self.arrives(ix, path, far);
        self.lies_flush(id, target, path.hit.map(|hit| (hit.point, hit.edge)));
        let came = self.table().comes_charging(id, target, f64::from(self.state.charges[ix].ran));
        let theirs = self.body(target);
        self.contact_from(id, target, came, met, &from, &theirs);
        let aspect = if met == Came::Pursued { Aspect::Rear } else { aspect };
        if let Some(contact) =
            self.state.contacts.iter_mut().find(|one| (one.a, one.b) == (id.min(target), id.max(target)))
        {
            if contact.a == target {
                (contact.on_a, contact.on_b) = (aspect, Aspect::Front);
            } else {
                (contact.on_a, contact.on_b) = (Aspect::Front, aspect);
            }
        }
        self.state.charges[ix].stage = Stage::Contact;
        self.tell("SSS G15", told::MAKES_CONTACT, &[Who::Unit(id), Who::Unit(target)]);
        self.is_taken_aback(ix, aspect);
        self.feels_cavalry(target, id, came);
        self.strikes_neighbours(id, target, came, &from);
    }

    /// Enemies beside its target along whom its front lies as well are struck too, though nobody has charged them (SSS 20.3,
    /// G209).
    fn strikes_neighbours(&mut self, id: UnitId, target: UnitId, came: Came, from: &Body) {
        self.keep_bodies();
        let table = self.table();
        let front = Body::single(before_front(table.body(id).main()));
        let struck = |enemy: &UnitId| {
            let stands = !table.is_garrison(*enemy) && !table.is_routing(*enemy) && table.has_nerves(*enemy);
            *enemy != target && stands && !table.in_contact_with(id, *enemy) && table.body(*enemy).overlaps(&front)
        };
        let struck: Units = table.enemies_of(id).filter(struck).collect();
        for enemy in struck.iter() {
            let met = if self.table().in_contact(enemy) { Came::Fights } else { Came::Halted };
            let theirs = self.body(enemy);
            self.contact_from(id, enemy, came, met, from, &theirs);
            self.tell("SSS G209", told::MAKES_CONTACT, &[Who::Unit(id), Who::Unit(enemy)]);
        }
    }

    /// Struck in flank or rear, or by somebody it had not seen (SSS T16, G42, G101).
    fn is_taken_aback(&mut self, ix: usize, aspect: Aspect) {
        let (target, unseen) = (self.state.charges[ix].target, self.state.charges[ix].unseen);
        self.unit_mut(target).this_turn.surprised |= unseen;
        if aspect != Aspect::Front {
            self.disrupt_again(target, Cause::FlankOrRear);
        } else if unseen {
            // SSS 38.6: pikes suffer more in flank and rear only.
            self.disrupt_by(target, Cause::FlankOrRear, Cause::FlankOrRear.points());
        }
    }

    /// Foot or guns that cavalry has charged successfully, unless they stand firm (SSS T16, G17).
    fn feels_cavalry(&mut self, id: UnitId, by: UnitId, came: Came) {
        let table = self.table();
        let on_foot = table.is_foot(id) || table.is_artillery(id);
        let firm = table.is_like_square(id, by) || table.is_garrison(id);
        if came == Came::Charging && table.is_mounted(by) && on_foot && !firm {
            self.disrupt_again(id, Cause::ChargedByCavalry);
        }
    }

    /// Moves a charger to so far along its way, and notes that it has charged.
    fn arrives(&mut self, ix: usize, path: &ChargePath, far: f64) {
        let id = self.state.charges[ix].charger;
        let ran = path.cost + far.round() as Um;
        self.state.charges[ix].ran = ran;
        let way = self.table().charge_way(id, path, far);
        // Bases may have been lost on the way since the path was laid.
        let formed = self.table().formed(id, self.unit(id), path.unit.formation, 0);
        let unit = self.unit_mut(id);
        if path.unit.formation != unit.formation || path.unit.files != unit.files {
            let most = formed.map_or(unit.files, |formed| formed.files);
            (unit.formation, unit.files) = (path.unit.formation, path.unit.files.min(most));
        }
        unit.pose = path.unit.pose.moved(path.dir * far);
        (unit.moved_up, unit.split) = (path.unit.moved_up, path.unit.split);
        (unit.rear_about, unit.must_charge) = (false, false);
        unit.activity = Activity::Charging;
        let turn = &mut unit.this_turn;
        (turn.spent, turn.moved, turn.charged, turn.finished) = (turn.spent + ran, true, true, true);
        (turn.way, turn.line) = (way, Some(path.unit.pose.facing));
        self.skirmishers_fall_behind(id, &path.body, path.dir, far);
        self.crossed(id, way);
    }

    /// Pivots and slides the least that is needed to lie along the edge it has struck (SSS G15). Where there is no room it stays
    /// as it came.
    pub(crate) fn lies_flush(&mut self, id: UnitId, target: UnitId, hit: Option<(Vec2, field::table::Edge)>) {
        let Some((point, edge)) = hit else { return };
        let theirs = self.body(target);
        let block = *theirs.main();
        let outward = block.outward(edge);
        let unit = *self.unit(id);
        let off = field::table::turn(unit.pose.facing, normal(bearing(-outward))).abs();
        if off == 0 {
            return;
        }
        let mut flush = unit;
        flush.pose.facing = normal(bearing(-outward));
        let (a, b) = block.edge(edge);
        let along = (b - a).unit();
        let middle = a + along * (unit.pose.at.vec() - a).dot(along).clamp(0.0, (b - a).len());
        let slide = middle.distance(unit.pose.at.vec());
        if slide > f64::from(BW) && point.distance(unit.pose.at.vec()) > f64::from(BW) {
            return;
        }
        flush.pose.at = (middle + outward * TOUCH).round();
        let body = self.rules.body_of(id, &flush);
        let table = self.table();
        let free = table.on_table().all(|other| other == id || !table.body(other).overlaps(&body));
        if free && body.within_table(self.rules.ground.width, self.rules.ground.height) {
            *self.unit_mut(id) = flush;
        }
    }

    /// Evaders shoot if they like, and run; who is out of reach of the whole charge has got away (SSS 1.5.2f, 8.9, G63).
    fn charges_evader(&mut self, ix: usize, path: &ChargePath, shoots: bool) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        let within = path.hit.map_or(0.0, |hit| hit.distance);
        self.has_answered(target);
        let mut stopped = false;
        if shoots {
            stopped = self.evader_stops_charge(ix, path, within);
        }
        // Where its shots leave nobody it has nobody to run from.
        if self.unit(id).place == Place::Table && self.unit(target).place == Place::Table {
            self.evade(target, id, shoots);
        }
        if stopped || self.unit(id).place != Place::Table {
            self.got_away(target);
            return;
        }
        let there = self.unit(target).place == Place::Table;
        if there {
            let approach = self.table().led_home(id, self.state.charges[ix].approach, target);
            self.state.charges[ix].approach = approach;
        }
        let again = if there { self.table().path_after_evade(id) } else { None };
        let far = again.as_ref().and_then(|path| path.contact());
        match (again, far) {
            (Some(again), Some(far)) => {
                if self.is_shot_to_a_halt(ix, &again, far) || self.unit(id).place != Place::Table {
                    return;
                }
                self.disrupt(target, Cause::CaughtEvading);
                self.strikes(ix, &again, far, Came::Pursued);
            }
            _ => {
                self.got_away(target);
                // SSS G63: it goes on as far as it likes.
                self.state.agenda.push(Step::Charge(ChargeStep::AfterEvade(id)));
            }
        }
    }

    /// Charger and countercharger meet where their ways divide the gap in the ratio of their moves (SSS 1.5.2a, G14, G127).
    fn meets_countercharge(&mut self, ix: usize, path: &ChargePath) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        let Some(meeting) = self.table().meeting(ix, path) else {
            // The countercharger has nobody to meet.
            self.end_counter(target, Stage::Short);
            self.charges_home(ix, path);
            return;
        };
        if self.is_shot_to_a_halt(ix, &meeting.path, meeting.mine) || self.unit(id).place != Place::Table {
            self.end_counter(target, Stage::Short);
            return;
        }
        let from = self.body(id);
        let their_start = self.body(target);
        self.has_answered(target);
        self.arrives(ix, &meeting.path, meeting.mine);
        if let Some(counter) = self.table().charge_by(target) {
            self.arrives(counter, &meeting.counter, meeting.theirs);
            self.state.charges[counter].stage = Stage::Contact;
        }
        if let Some(friend) = meeting.counter.friend.filter(|_| meeting.theirs + TOUCH >= meeting.counter.free) {
            self.disrupt(friend, Cause::Crowded);
        }
        let ran = |ix: Option<usize>| ix.map_or(0.0, |ix| f64::from(self.state.charges[ix].ran));
        let came = self.table().comes_charging(id, target, ran(Some(ix)));
        let countered = ran(self.table().charge_by(target));
        let far = countered + TOUCH >= f64::from(self.table().least_charge(target));
        let met = if far { Came::Charging } else { Came::Halted };
        self.contact_from(id, target, came, met, &from, &their_start);
        self.state.charges[ix].stage = Stage::Contact;
        let far = Who::Far(meeting.mine.round() as Um);
        self.tell("SSS G14", told::MEETS, &[Who::Unit(id), Who::Unit(target), far]);
        self.is_taken_aback(ix, Aspect::Front);
        self.feels_cavalry(target, id, came);
        self.feels_cavalry(id, target, met);
    }

    /// What it had to do about charges is done: whoever else charges it finds it as it stands.
    fn has_answered(&mut self, id: UnitId) {
        for charge in self.state.charges.iter_mut().filter(|charge| charge.target == id) {
            charge.response = Some(Response::Stand { shoots: false });
        }
    }

    fn end_counter(&mut self, id: UnitId, stage: Stage) {
        let counters = self.state.charges.iter_mut().filter(|charge| charge.kind == ChargeKind::Counter);
        for charge in counters.filter(|charge| charge.charger == id) {
            charge.stage = stage;
        }
        let unit = self.unit_mut(id);
        if stage != Stage::Contact && unit.activity == Activity::Charging {
            unit.activity = Activity::Static;
        }
    }

    /// Ran short: without its bonus the charger goes as far as its normal move and other enemies let it (SSS 1.5.2c, 8.9, G63,
    /// G76).
    fn falls_short(&mut self, ix: usize, path: Option<&ChargePath>) {
        let id = self.state.charges[ix].charger;
        if let Some(path) = path {
            let far = self.table().room_on(id, path);
            self.arrives(ix, path, far);
            if let Some(friend) = path.friend.filter(|_| path.free <= far + TOUCH) {
                self.disrupt_again(friend, Cause::Crowded);
            }
        }
        self.has_fallen_short(ix);
    }

    /// After its target has got away it goes on so far, without its bonus (SSS 8.9, G63).
    pub(super) fn goes_on_after_evade(&mut self, id: UnitId, far: Um) {
        let Some(ix) = self.table().charge_by(id) else { return };
        if let Some(path) = self.table().path_after_evade(id) {
            self.arrives(ix, &path, f64::from(far));
        }
        self.has_fallen_short(ix);
    }

    fn has_fallen_short(&mut self, ix: usize) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        self.state.charges[ix].stage = Stage::Short;
        self.disrupt(id, Cause::FailedToContact);
        self.tell("SSS 1.5.2c", told::FALLS_SHORT, &[Who::Unit(id), Who::Unit(target)]);
        self.looks_for_quicksand(id);
    }

    /// Stops 1 BW short of its target with 2 Disruption Points, and tests at once (SSS 15.7, G41, G78). From nearer it does not
    /// start, and one that would have fallen short goes no farther than that (SSS G130).
    pub(super) fn stops_short(&mut self, ix: usize, path: &ChargePath, far: f64) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        let short = nears(&path.body, path.dir, far, &self.body(target), f64::from(NEAR));
        let before = short.unwrap_or(far - f64::from(NEAR)).min(far - f64::from(NEAR)).max(0.0);
        let at = match path.contact() {
            Some(_) => before,
            None => before.min(self.table().room_on(id, path)),
        };
        self.arrives(ix, path, at);
        self.state.charges[ix].stage = Stage::Stopped;
        self.tell("SSS 15.7", told::STOPPED, &[Who::Unit(id)]);
        self.disrupt(id, Cause::Stopped);
        self.disrupt(id, Cause::HitsPerBase);
        if self.rules.options.stopped_charge == StoppedCharge::TwoAndCauses {
            self.unit_mut(id).disruption.add(Cause::Stopped, 2);
        }
        let unit = self.unit_mut(id);
        unit.this_turn.hits_tested = unit.this_turn.hits_shooting;
        self.test_at_once(id, Occasion::Stopped);
        let unit = self.unit_mut(id);
        if unit.activity == Activity::Charging {
            unit.activity = Activity::Static;
        }
    }

    /// Whoever may shoots at the charge that would get home; tells whether it was stopped (SSS 15.1 to 15.7).
    fn is_shot_to_a_halt(&mut self, ix: usize, path: &ChargePath, far: f64) -> bool {
        let hits = self.shoot_at_charge(ix, path, far);
        self.halts_if_hit(ix, path, far, hits)
    }

    fn evader_stops_charge(&mut self, ix: usize, path: &ChargePath, far: f64) -> bool {
        let hits = self.evader_shoots(ix, path, far);
        self.halts_if_hit(ix, path, far, hits)
    }

    /// All that hits it on its way counts together, against the bases it set out with (SSS 1.6b, 15.7, G130).
    fn halts_if_hit(&mut self, ix: usize, path: &ChargePath, far: f64, hits: u8) -> bool {
        let charge = &mut self.state.charges[ix];
        charge.hits = charge.hits.saturating_add(hits);
        let stopped = charge.hits > 0 && charge.hits >= charge.bases;
        let id = charge.charger;
        if stopped && self.unit(id).place == Place::Table {
            self.stops_short(ix, path, far);
        }
        stopped
    }
}
