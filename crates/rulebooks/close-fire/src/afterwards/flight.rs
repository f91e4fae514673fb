//! Retiring and routing (CF 17.9 to 17.20, G63, G64, G86).

use super::AfterStep;
use crate::agenda::Step;
use crate::cards::{TableEdge, UnitId, Units};
use crate::charges::opposite_way;
use crate::face::told::{self, Who};
use crate::ground::Obstacle;
use crate::measures::{CLOSE, FAR, HALT, OBLIQUE, yds};
use crate::morale::{Cause, Occasion};
use crate::movement::{Allowance, Pips, Run, unform};
use crate::readings::{BlockedRetireDp, RoutAttrition};
use crate::state::{After, Aspect, Formation, Loss, Moved, Place, Shock, Standing};
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{
    Block, Body, Cdeg, FULL_TURN, Polyline, TOUCH, Um, Vec2, bearing, cast, heading, normal, passage, span_over, turn,
};
use kernel::{Entry, Listener, Refusal};

const QUARTER_TURN: Cdeg = FULL_TURN / 4;
/// Somebody who cannot get so far cannot get away.
const ROOM: f64 = HALT as f64;

/// Where a flight leads and how far.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    pub way: Cdeg,
    pub pips: Pips,
    pub allowance: Allowance,
    pub run: Run,
    pub passed: ArrayVec<UnitId, 16>,
    /// Leads off the table.
    pub off: bool,
}

impl<'a> Table<'a> {
    /// The bearing of a side's own edge.
    fn homeward(self, id: UnitId) -> Cdeg {
        let edge: TableEdge = self.baseline(self.side(id));
        opposite_way(edge.outward())
    }

    /// Away from the enemy of the combat, and toward the own edge within 22½° (CF G63).
    pub(crate) fn way_back(self, id: UnitId, among: Units) -> Cdeg {
        let foes = self.enemies_of(id).filter(|&enemy| among.contains(enemy));
        let nearest =
            foes.map(|enemy| (enemy, self.distance(id, enemy))).min_by(|one, other| one.1.total_cmp(&other.1));
        let facing = self.unit(id).pose.facing;
        let away = match nearest {
            None => self.homeward(id),
            Some((enemy, _)) if self.is_unformed(id) => {
                let at = self.body(id).center();
                bearing(at - self.body(enemy).nearest(at))
            }
            Some((enemy, _)) => {
                let theirs = self.body(enemy);
                match self.met_on(id, &theirs) {
                    Aspect::Front => opposite_way(facing),
                    Aspect::Rear => facing,
                    Aspect::Flank => {
                        let right = self.body(id).main().local(theirs.center()).x > 0.0;
                        normal(facing + if right { -QUARTER_TURN } else { QUARTER_TURN })
                    }
                }
            }
        };
        normal(away + turn(away, self.homeward(id)).clamp(-OBLIQUE, OBLIQUE))
    }

    /// Cannot get away on that line: enemy or ground that nobody crosses is too near (CF 17.12, 17.19).
    fn is_blocked(self, id: UnitId, body: &Body, way: Cdeg) -> bool {
        let dir = heading(way);
        let foe = |enemy: UnitId| cast(body, dir, ROOM, &self.body(enemy)).is_some();
        let foes = self.enemies_of(id).filter(|&enemy| self.can_be_charged(enemy));
        let pips = Pips { faces: [2, 0, 0], count: 1 };
        let ground = self.straight_run(id, body, dir, Allowance { pips, extra: 1 }, ROOM);
        let edge = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        // Friends let it through, if there is room for it beyond them.
        let shut = || {
            let limit = self.free_beyond(id, body, dir, ROOM, edge.max(ROOM));
            edge > ROOM && self.beyond_friends(id, body, dir, ROOM, limit).1 + TOUCH < ROOM
        };
        foes.into_iter().any(foe) || (ground.barred && ground.ran + TOUCH < ROOM && edge > ROOM) || shut()
    }

    /// The line of flight, up to 22½° aside where that is needed; none if all are blocked.
    fn open_way(self, id: UnitId, body: &Body, way: Cdeg) -> Option<Cdeg> {
        let aside = [0, OBLIQUE / 2, -OBLIQUE / 2, OBLIQUE, -OBLIQUE];
        aside.into_iter().map(|by| normal(way + by)).find(|&way| !self.is_blocked(id, body, way))
    }

    /// How many battalions or squadrons at an end of a unit cannot get away while the others can: from the left, or from the
    /// right (CF 17.13, 17.20, G37).
    pub(super) fn blocked_part(self, id: UnitId, is_blocked: impl Fn(&Body) -> bool) -> Option<(bool, u8)> {
        let count = self.unit(id).elements.len();
        if count < 2 {
            return None;
        }
        let mut blocked = [false; crate::cards::MOST_ELEMENTS];
        for base in self.bases_of(id) {
            if is_blocked(&Body::single(base.block))
                && let Some(place) = blocked.get_mut(usize::from(base.element))
            {
                *place = true;
            }
        }
        let of = &blocked[..count.min(blocked.len())];
        let (Some(first), Some(last)) = (of.iter().position(|&is| is), of.iter().rposition(|&is| is)) else {
            return None;
        };
        let (left, right) = (last + 1, count - first);
        match (left < count, right < count) {
            (true, true) if left <= right => Some((false, left as u8)),
            (_, true) => Some((true, right as u8)),
            (true, false) => Some((false, left as u8)),
            (false, false) => None,
        }
    }

    /// Every line of the ground that impedes movement: streams, hedges, walls, works (CF 18.16).
    fn obstacles(self) -> impl Iterator<Item = &'a Polyline> {
        let lines = self.rules.ground.lines.iter().zip(&self.rules.works);
        lines.filter(|(_, works)| works.obstacle != Obstacle::None).map(|(line, _)| &line.line)
    }

    /// Works put up before the battle, which are obstacles too (CF 5.6, 18.16).
    fn put_up(self) -> impl Iterator<Item = Block> + use<'a> {
        self.state.works.iter().map(|works| Block::segment(works.from.vec(), works.to.vec()))
    }

    /// The places on a way where a unit comes to stand behind formed friends, works or an obstacle (CF 17.10, 17.15).
    fn each_shelter(self, id: UnitId, body: &Body, dir: Vec2, max: f64) -> impl Iterator<Item = f64> {
        let friends = self.friends_of(id).filter(move |&friend| self.is_formed(friend));
        let behind =
            friends.filter_map(move |friend| passage(body, dir, max, &self.body(friend)).map(|span| span.to + TOUCH));
        let over = self.obstacles().flat_map(move |line| span_over(body, dir, max, line));
        let works = self.put_up().filter_map(move |works| passage(body, dir, max, &Body::single(works)));
        let over = over.chain(works).map(|span| span.to + TOUCH);
        behind.chain(over).filter(move |&at| at <= max)
    }

    /// The first of them.
    pub(super) fn shelter_on(self, id: UnitId, body: &Body, dir: Vec2, max: f64) -> Option<f64> {
        self.each_shelter(id, body, dir, max).reduce(f64::min)
    }

    /// Where a retreat leads wholly behind somebody or something more: the first such place, and those beyond it at which nobody stands
    /// in its way (CF 17.10).
    pub(super) fn shelters_on(self, id: UnitId, flight: &Flight, first: Um) -> ArrayVec<Um, 8> {
        let mut places = ArrayVec::from_iter([first]);
        let (body, dir) = (self.body(id).into_body(), heading(flight.way));
        let mut behind = |far: f64| {
            // A yard beyond the last, so that the next is another.
            let far = far.ceil() as Um;
            let apart = places.iter().all(|&place: &Um| (far - place).abs() > yds(1));
            if apart && !places.is_full() && self.may_stop_short(id, flight, first, far).is_ok() {
                places.push(far);
            }
        };
        self.each_shelter(id, &body, dir, flight.run.ran).for_each(&mut behind);
        places.sort_unstable();
        places
    }

    /// Once behind somebody or something a retreat may end anywhere, but on nobody (CF 17.10, G174).
    pub(super) fn may_stop_short(self, id: UnitId, flight: &Flight, first: Um, far: Um) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new("CF 17.10", why));
        if far < first {
            return no("it is not behind friends, works or an obstacle yet");
        }
        if f64::from(far) + TOUCH >= flight.run.ran {
            return no("that is all of its retreat, or more");
        }
        if far == first {
            return Ok(());
        }
        let there = self.body(id).translated(heading(flight.way) * f64::from(far));
        let taken = |other: UnitId| other != id && !self.is_left_gun(other) && self.body(other).overlaps(&there);
        if self.on_table().any(taken) { no("another unit stands there") } else { Ok(()) }
    }

    /// Already where a rout ends: behind formed friends, an obstacle, or 240 yds from the enemy (CF 17.15, G64).
    fn is_safe(self, id: UnitId) -> bool {
        let Some((enemy, far)) = self.nearest_enemy(id) else { return true };
        if !within(far, FAR - yds(1)) {
            return true;
        }
        let body = self.body(id);
        let (from, to) = (body.center(), self.body(enemy).center());
        let formed = |friend: UnitId| self.is_formed(friend) && (self.is_foot(friend) || self.is_cavalry(friend));
        let screened = self.friends_of(id).any(|friend| formed(friend) && self.body(friend).is_cut(from, to, 0.0));
        screened
            || self.obstacles().any(|line| line.crosses(from, to).is_some())
            || self.put_up().any(|works| works.grown(1.0).is_cut(from, to))
    }

    /// How far a rout leads until it is 240 yds from every enemy (CF 17.15).
    fn far_enough(self, id: UnitId, body: &Body, dir: Vec2, max: f64) -> Option<f64> {
        let step = f64::from(yds(5));
        let steps = (max / step) as usize;
        (0..=steps).map(|count| count as f64 * step).find(|&far| {
            let there = body.translated(dir * far);
            self.enemies_of(id)
                .filter(|&enemy| self.counts_as_enemy(enemy))
                .all(|enemy| self.body(enemy).distance(&there) >= f64::from(FAR) - TOUCH)
        })
    }
}

impl Table<'_> {
    /// What the dice of a fast move that way lead to (CF 11.20, 11.21).
    pub(super) fn flight_by(self, id: UnitId, way: Cdeg, pips: Pips, initial: bool) -> Flight {
        let (body, dir) = (self.body(id).into_body(), heading(way));
        // Twenty yards short of any enemy it runs up to.
        let stop = self.enemies_of(id).filter(|&enemy| self.can_be_charged(enemy));
        let stop = stop.filter_map(|enemy| cast(&body, dir, 1e8, &self.body(enemy))).map(|hit| hit.distance - ROOM);
        let stop = stop.fold(f64::INFINITY, f64::min).max(0.0);
        let allowance = self.fast_allowance(id, pips, initial);
        let mut run = self.straight_run(id, &body, dir, allowance, stop);
        let edge = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let off = run.left > TOUCH && run.ran + TOUCH >= edge;
        let limit = if run.barred { run.ran } else { self.free_beyond(id, &body, dir, run.ran, stop.min(edge)) };
        let (passed, ran) = self.beyond_friends(id, &body, dir, run.ran, limit);
        run.ran = ran;
        Flight { way, pips, allowance, run, passed, off }
    }

    /// How far on loose bases spread: on nobody, and not into ground on which they may not stand; where there is no room they stay
    /// where the line would have stood, as near as can be (CF 11.18, G40, G78).
    fn room_to_spread(self, id: UnitId, most: Um) -> Um {
        let unit = self.unit(id);
        let free = |far: &Um| {
            let there = self.rules.body_at(unit, unit.pose.ahead(*far));
            let taken = |other: UnitId| other != id && !self.is_left_gun(other) && self.body(other).overlaps(&there);
            !self.stands_in_water(&there) && !self.is_closed_to(unit, &there) && !self.on_table().any(taken)
        };
        (0..=most / yds(1)).rev().map(yds).find(free).unwrap_or(0)
    }

    /// A flight that ends sooner: what lies beyond its end is neither passed nor crossed (CF 12.8, 12.24, 17.10, 17.15).
    fn cut_short(self, id: UnitId, flight: &mut Flight, ran: f64) {
        let (body, dir) = (self.body(id).into_body(), heading(flight.way));
        let run = self.straight_run(id, &body, dir, flight.allowance, ran);
        flight.run = Run { ran, ..run };
        flight.passed = self.friends_on_way(id, &body, dir, ran, Units::EMPTY).0;
    }
}

impl<L: Listener> Play<'_, L> {
    /// Hand to hand no more.
    pub(super) fn break_off(&mut self, id: UnitId) {
        self.state.contacts.retain(|contact| contact.other(id).is_none());
    }

    /// Rolls a fast move that way and works out how far it leads (CF 11.20, 11.21).
    pub(super) fn flight(&mut self, id: UnitId, way: Cdeg, initial: bool) -> Flight {
        let dice = self.table().full_dice(id);
        let pips = self.roll_pips(dice);
        let allowance = self.allowance(id, pips, initial);
        self.uncover_on_run(id, way, allowance);
        let flight = self.table().flight_by(id, way, pips, initial);
        if self.listener.hears() {
            let entry = Entry {
                dice: pips.shown().collect(),
                ..self.table().entry(
                    "CF 11.20",
                    told::FAST_MOVE,
                    &[Who::Unit(id), Who::Far(flight.run.ran.round() as Um)],
                )
            };
            self.listener.tell(entry);
        }
        flight
    }

    /// Carries a flight out as far as that (CF 10.9).
    pub(super) fn carry_out(&mut self, id: UnitId, flight: &Flight, ran: f64) {
        let body = self.body(id);
        let moved = body.translated(heading(flight.way) * ran);
        let unit = self.unit_mut(id);
        unform(unit, &moved, flight.way);
        // Loose bases stand deeper: they spread out away from the enemy.
        let depth = self.rules.depth_of(self.unit(id)) - body.main().depth.round() as Um;
        let most = if body.main().dir.dot(heading(flight.way)).abs() > 0.5 { depth.max(0) } else { 0 };
        let spread = self.table().room_to_spread(id, most);
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.ahead(spread);
        (unit.displaced, unit.finished) = (true, true);
        if unit.moved == Moved::Stood {
            unit.moved = Moved::Otherwise;
        }
        unit.flight = unit.flight.saturating_add(1);
        self.keep_bodies();
        self.keep_on_table(id);
        let passed: ArrayVec<UnitId, 16> = flight.passed.clone();
        self.pay_for_run(id, flight.pips, &flight.run, &passed);
    }

    /// Loose bases need more room than a line: they stay on the table.
    pub(crate) fn keep_on_table(&mut self, id: UnitId) {
        let whole = field::table::Zone::whole(self.rules.ground.width, self.rules.ground.height);
        let (east, north) = whole.shove_in(&self.body(id));
        if (east, north) != (0, 0) {
            let unit = self.unit_mut(id);
            unit.pose = unit.pose.moved(Vec2::new(f64::from(east), f64::from(north)));
            self.keep_bodies();
        }
    }

    /// A fast move straight that way, for evaders (CF 14.19).
    pub(crate) fn fly(&mut self, id: UnitId, way: Cdeg, initial: bool, most: f64) {
        let mut flight = self.flight(id, way, initial);
        if most < flight.run.ran {
            self.table().cut_short(id, &mut flight, most);
        }
        self.carry_out(id, &flight, flight.run.ran);
        self.unit_mut(id).flight = 0;
    }

    /// The part that cannot get away stays behind as a unit of its own; the rest goes (CF 17.13, 17.20, 17.24). A battalion or squadron that
    /// has lost its last base is no part.
    pub(super) fn part_company(&mut self, id: UnitId, right: bool, elements: u8) -> Option<UnitId> {
        let [goes, stays] = self.table().parted(id, right, elements).ok()?;
        if goes.bases() == 0 || stays.bases() == 0 {
            return None;
        }
        let left = self.detach(id, goes, stays)?;
        for combat in &mut self.state.combats {
            if combat.units.contains(id) {
                combat.units.insert(left);
                combat.acted.insert(left);
            }
        }
        let met: Units = [left].into_iter().collect();
        if self.table().in_contact(id) {
            self.note_contacts(met);
        }
        Some(left)
    }

    /// CF 17.9 to 17.13
    pub(super) fn retire(&mut self, id: UnitId, way: Cdeg) {
        self.unit_mut(id).after = After::Retired;
        let initial = self.unit(id).standing != Standing::Retiring;
        if initial {
            self.unit_mut(id).flight = 0;
        }
        let table = self.table();
        let body = table.body(id).into_body();
        let Some(way) = table.open_way(id, &body, way) else {
            let part = table.blocked_part(id, |part| table.is_blocked(id, part, way));
            let parted = part.and_then(|(right, elements)| self.part_company(id, right, elements));
            match parted {
                Some(left) => {
                    self.cannot_retire(left);
                    self.retire(id, way);
                }
                None => self.cannot_retire(id),
            }
            return;
        };
        self.break_off(id);
        self.tell("CF 17.9", told::RETIRES, &[Who::Unit(id)]);
        let flight = self.flight(id, way, initial);
        let ran = flight.run.ran;
        let short = self.table().shelter_on(id, &body, heading(way), ran).filter(|&short| short + TOUCH < ran);
        let Some(short) = short else { return self.retire_along(id, flight, None) };
        let (pips, short) = (flight.pips, short.round() as Um);
        self.state.agenda.push(Step::After(AfterStep::StopShort { unit: id, way, pips, initial, short }));
    }

    /// All the way, or no farther than where it is behind its friends, works or an obstacle: then it passes and crosses nothing more
    /// (CF 17.9, 17.10).
    pub(super) fn retire_along(&mut self, id: UnitId, mut flight: Flight, short: Option<Um>) {
        let from = self.table().footprint(id);
        if let Some(short) = short {
            self.table().cut_short(id, &mut flight, f64::from(short));
        }
        self.carry_out(id, &flight, flight.run.ran);
        self.unit_mut(id).standing = Standing::Retiring;
        self.morale_event(id, Shock::Retired, from);
        if short.is_some() {
            self.tell("CF 17.10", told::STOPS_SHORT, &[Who::Unit(id)]);
        }
    }

    /// It stays where it is and takes a point (CF 17.12, G86).
    fn cannot_retire(&mut self, id: UnitId) {
        self.tell("CF 17.12", told::CANNOT_RETIRE, &[Who::Unit(id)]);
        self.unit_mut(id).after = After::Remained;
        if self.unit(id).standing == Standing::Retiring {
            self.unit_mut(id).standing = Standing::Steady;
        }
        let cause = match self.rules.options.blocked_retire_dp {
            BlockedRetireDp::Combat => Cause::Combat,
            BlockedRetireDp::Manoeuvre => Cause::Manoeuvre,
        };
        let (marked, lost) = self.take_dps(id, 1, cause);
        // A point of combat, and a base in any circumstances, puts who rides with it at risk (CF 6.39, G86).
        let combat = cause == Cause::Combat && marked > 0;
        if (combat || lost > 0) && self.unit(id).place == Place::Table {
            self.leader_risk(id, Occasion::Combat);
        }
    }

    /// CF 17.15, 17.17, 17.19, 17.20
    pub(crate) fn rout(&mut self, id: UnitId, way: Cdeg) {
        let initial = self.unit(id).standing != Standing::Routing;
        let table = self.table();
        let pursued = table.is_pursued(id);
        let from = table.footprint(id);
        if initial {
            self.unit_mut(id).flight = 0;
            self.unit_mut(id).after = After::Routed;
        } else if table.is_safe(id) {
            self.unit_mut(id).finished = true;
            return;
        }
        let table = self.table();
        let body = table.body(id).into_body();
        let Some(way) = table.open_way(id, &body, way) else {
            let part = table.blocked_part(id, |part| table.is_blocked(id, part, way));
            let parted = part.and_then(|(right, elements)| self.part_company(id, right, elements));
            match parted {
                Some(left) => {
                    self.cannot_rout(left);
                    self.rout(id, way);
                }
                None => self.cannot_rout(id),
            }
            return;
        };
        self.break_off(id);
        self.tell("CF 17.15", told::ROUTS, &[Who::Unit(id)]);
        let mut flight = self.flight(id, way, initial);
        let dir = heading(way);
        let table = self.table();
        let stops =
            [table.shelter_on(id, &body, dir, flight.run.ran), table.far_enough(id, &body, dir, flight.run.ran)];
        let stop = stops.into_iter().flatten().reduce(f64::min);
        if let Some(ran) = stop {
            self.table().cut_short(id, &mut flight, ran);
        }
        // It routs from its first step: friends whom it passes are disordered (CF 12.24).
        self.unit_mut(id).standing = Standing::Routing;
        self.carry_out(id, &flight, flight.run.ran);
        self.shake_by_rout(id, from);
        if flight.off && stop.is_none() {
            self.destroy(id, Loss::LeftTable);
            return;
        }
        // CF 17.17, G64
        let costs = pursued || self.rules.options.rout_attrition == RoutAttrition::EveryLaterMove;
        if !initial && costs {
            self.tell("CF 17.17", told::ROUT_COSTS, &[Who::Unit(id)]);
            self.casualty(id, Cause::Combat);
            if self.unit(id).place == Place::Table {
                self.leader_risk(id, Occasion::Other);
            }
        }
    }

    fn shake_by_rout(&mut self, id: UnitId, from: crate::state::Footprint) {
        self.morale_event(id, Shock::Routed, from);
        let riders: ArrayVec<crate::cards::LeaderId, 8> = self.table().attached_to(id).take(8).collect();
        for leader in riders {
            self.leader_event(leader, Shock::GeneralRouting, Some(from));
        }
    }

    /// Routers who cannot move lose a base, and surrender to any enemy near (CF 17.19).
    fn cannot_rout(&mut self, id: UnitId) {
        let here = self.table().footprint(id);
        let unit = self.unit_mut(id);
        let body_facing = unit.pose.facing;
        (unit.standing, unit.after, unit.finished) = (Standing::Routing, After::Routed, true);
        if unit.formation != Formation::Unformed && unit.formation != Formation::Model {
            let body = self.body(id);
            unform(self.unit_mut(id), &body, body_facing);
            self.keep_bodies();
            self.keep_on_table(id);
        }
        self.tell("CF 17.19", told::CANNOT_ROUT, &[Who::Unit(id)]);
        self.casualty(id, Cause::Combat);
        if self.unit(id).place != Place::Table {
            return;
        }
        if self.table().enemy_within(id, CLOSE) {
            self.destroy(id, Loss::Surrendered);
            return;
        }
        self.break_off(id);
        self.leader_risk(id, Occasion::Combat);
        self.shake_by_rout(id, here);
    }
}
