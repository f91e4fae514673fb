//! How charges run and whom they meet (CF 14.9, 14.11, 14.13, 14.15, G48, G49, G82).

use super::declaring::FARTHEST;
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{CONTACT, HALT, yds};
use crate::movement::{Pips, Run};
use crate::readings::{GunsBeforeFoot, SwedishShort};
use crate::state::{Charge, Contact, Crew, Moved, Place, Stage};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Block, Body, Cdeg, FULL_TURN, TOUCH, Um, Vec2, cast, heading, normal, turn};
use kernel::{Entry, Listener, Side};

/// How much of a base's edge is left out where it is asked whether it touches: corners alone do not.
const CORNER: f64 = yds(1) as f64;

/// A base touches a body: somewhere along an edge, up to 10 yds off, and not with a corner alone (CF 18.1).
pub(crate) fn base_touches(base: &Block, other: &Body, reach: Um) -> bool {
    let inner = Body::single(base.grown(-CORNER));
    if !inner.maybe_within(other, f64::from(reach) + 2.0 * CORNER) {
        return false;
    }
    let far = f64::from(reach) + CORNER + TOUCH;
    let ways = [base.dir, -base.dir, base.right(), -base.right()];
    inner.overlaps(other) || ways.into_iter().any(|way| cast(&inner, way, far, other).is_some())
}

impl<'a> Table<'a> {
    /// Hand to hand: some base of the one touches the other along an edge.
    pub(crate) fn is_hand_to_hand(self, one: UnitId, other: UnitId) -> bool {
        let theirs = self.body(other);
        self.bases_of(one).any(|base| base_touches(&base.block, &theirs, CONTACT))
    }

    /// Foot up to 20 yds behind a gun to which a charge leads, straight on (CF 16.14, G82).
    fn foot_behind(self, gun: UnitId, runner: &Body, dir: Vec2) -> Option<UnitId> {
        if !self.is_crewed(gun) {
            return None;
        }
        let first = cast(runner, dir, FARTHEST, &self.body(gun))?.distance;
        self.friends_of(gun).find(|&foot| {
            let met = cast(runner, dir, FARTHEST, &self.body(foot));
            self.is_foot(foot) && self.is_within(gun, foot, HALT) && met.is_some_and(|hit| hit.distance > first)
        })
    }
}

/// Who moves in a charge and how far its dice lead.
struct Runner {
    charge: Charge,
    pips: Pips,
}

impl<L: Listener> Play<'_, L> {
    /// All charges run: evaders first, then the first player's charges, then the second player's (CF 14.4, G48).
    pub(super) fn run_charges(&mut self) {
        self.pair_charges();
        let sides = [self.state.first, self.state.first.other()];
        for side in sides {
            for id in self.table().right_to_left(side) {
                if self.unit(id).evaded && self.unit(id).place == Place::Table {
                    self.evade(id);
                }
            }
        }
        for side in sides {
            for lead in self.leads_of(side) {
                let Some(charge) = self.table().charge_of(lead).copied() else { continue };
                if charge.stage == Stage::Diced && charge.counters.is_none() {
                    self.run_charge(charge);
                }
            }
        }
        for unit in self.table().on_table().collect::<ArrayVec<UnitId, 128>>() {
            // CF 14.13: who made contact this time is quit of it.
            let short = self.table().charge_of(unit).is_some_and(|charge| charge.stage == Stage::Short);
            let counts =
                !(self.table().is_foot(unit) && self.rules.options.swedish_short == SwedishShort::CloseFireOnly);
            if self.unit(unit).charged_in_vain != (short && counts) {
                self.unit_mut(unit).charged_in_vain = short && counts;
            }
        }
    }

    /// The leaders of a side's charges, from right to left.
    fn leads_of(&self, side: Side) -> ArrayVec<UnitId, { crate::state::MOST_CHARGES }> {
        let table = self.table();
        let leads = |id: &UnitId| table.state.charges.iter().any(|charge| charge.lead == *id);
        table.right_to_left(side).into_iter().filter(leads).collect()
    }

    /// Charges aimed at each other meet like charge and counter-charge (CF G48, G49).
    fn pair_charges(&mut self) {
        let first = self.state.first;
        let all = self.state.charges.clone();
        for one in all.iter().filter(|charge| charge.side == first && charge.counters.is_none()) {
            let faces = |other: &&Charge| {
                other.side != first
                    && other.counters.is_none()
                    && one.units.contains(other.target)
                    && other.units.contains(one.target)
            };
            let Some(other) = all.iter().find(faces) else { continue };
            if let Some(paired) = self.state.charges.iter_mut().find(|charge| charge.lead == other.lead) {
                paired.counters = Some(one.lead);
            }
        }
    }

    fn roll_charge(&mut self, charge: &Charge) -> Runner {
        Runner { charge: *charge, pips: self.roll_pips(charge.dice) }
    }

    /// What a unit's dice lead over at most; without dice it closes from 20 yds (CF 14.9).
    fn run_of(&self, runner: &Runner, id: UnitId, body: &Body, stop: f64) -> Run {
        let (table, dir) = (self.table(), heading(runner.charge.heading));
        if runner.charge.dice.count() == 0 {
            return table.closing_run(id, body, dir, stop);
        }
        table.straight_run(id, body, dir, self.allowance(id, runner.pips, false), stop)
    }

    /// How far a body of units runs at most, as the slowest of them (CF 14.8).
    fn most_of(&self, runner: &Runner, stop: f64) -> f64 {
        let way = runner.charge.heading;
        let reach = |id: UnitId| self.run_of(runner, id, &self.table().running_body(id, way), stop).ran;
        runner.charge.units.iter().map(reach).fold(f64::INFINITY, f64::min)
    }

    /// One charge and those who meet it half way.
    fn run_charge(&mut self, charge: Charge) {
        let table = self.table();
        let counters: ArrayVec<Charge, 8> =
            table.state.charges.iter().filter(|other| other.counters == Some(charge.lead)).take(8).copied().collect();
        let runner = self.roll_charge(&charge);
        let counters: ArrayVec<Runner, 8> = counters.iter().map(|counter| self.roll_charge(counter)).collect();
        let across = self.shelter_before(&runner);
        let most = self.most_of(&runner, f64::INFINITY);
        // Who lies hidden on its way is seen before it comes to him (CF 5.18, G143).
        let far = self.first_met(&runner.charge, &counters, most).map_or(most, |met| met.min(most));
        charge.units.iter().for_each(|id| self.uncover_ahead(id, charge.heading, far));
        let met = self.first_met(&runner.charge, &counters, most).or(across);
        let ran = met.map_or(most, |met| met.min(most));
        let contact = self.run_body(&runner, ran, met.is_some());
        self.meets(&runner, contact);
        for counter in &counters {
            self.run_counter(counter, charge);
        }
        self.has_failed(charge.lead);
    }

    /// Where a charge of so much meets somebody: those who stand where they stand, those who counter-charge half way, or where
    /// the slower stops (CF 14.15, G49).
    fn first_met(&self, charge: &Charge, counters: &[Runner], most: f64) -> Option<f64> {
        let table = self.table();
        let gap = |enemy: UnitId| {
            let gaps = charge.units.iter().filter_map(|id| table.gap_on_way(id, charge.heading, enemy));
            gaps.reduce(f64::min)
        };
        let mut first: Option<f64> = None;
        let mut note = |at: f64| first = Some(first.map_or(at, |first: f64| first.min(at)));
        for enemy in table.of_side(charge.side.other()).filter(|&enemy| table.can_be_charged(enemy)) {
            let Some(gap) = gap(enemy) else { continue };
            let counter = counters.iter().find(|counter| counter.charge.units.contains(enemy));
            let theirs = counter.map_or(0.0, |counter| self.most_of(counter, gap));
            if most + theirs + TOUCH >= gap {
                note(gap - theirs.min((gap / 2.0).max(gap - most)));
            }
        }
        first
    }

    /// Moves a body of units straight on; whether it stands in contact then.
    fn run_body(&mut self, runner: &Runner, ran: f64, to_contact: bool) -> bool {
        let (charge, dir) = (&runner.charge, heading(runner.charge.heading));
        // Nobody ends on top of friends (CF G78).
        let table = self.table();
        let free = |id: UnitId| {
            let body = table.running_body(id, charge.heading);
            table.friends_on_way(id, &body, dir, ran, charge.units).1
        };
        let ran_free = charge.units.iter().map(free).fold(ran, f64::min);
        for id in charge.units.iter() {
            self.run_unit(runner, id, ran_free);
        }
        if let Some(kept) = self.state.charges.iter_mut().find(|kept| kept.lead == charge.lead) {
            (kept.rolled, kept.ran) = (yds(10 * runner.pips.sum()), ran_free.round() as Um);
        }
        self.tell_run(runner, ran_free);
        to_contact && ran_free + TOUCH >= ran
    }

    fn run_unit(&mut self, runner: &Runner, id: UnitId, ran: f64) {
        let (charge, dir) = (&runner.charge, heading(runner.charge.heading));
        let table = self.table();
        let body = table.running_body(id, charge.heading);
        let run = Run { ran, ..self.run_of(runner, id, &body, ran) };
        let (passed, _) = table.friends_on_way(id, &body, dir, ran, charge.units);
        let start = if table.is_unformed(id) { table.turned_to(id, charge.heading) } else { table.unit(id).pose };
        let unit = self.unit_mut(id);
        unit.charged_from = Some(start);
        unit.pose = start.moved(dir * ran);
        unit.dice = charge.dice;
        unit.moved = Moved::Charged;
        if ran > TOUCH {
            (unit.displaced, unit.advanced) = (true, true);
        }
        self.keep_bodies();
        // Whoever charges along the edge stays on the table.
        self.keep_on_table(id);
        self.pay_for_run(id, runner.pips, &run, &passed);
        self.stands_no_more(id);
        self.rides_over(id, &body, dir, ran);
    }

    fn run_counter(&mut self, counter: &Runner, against: Charge) {
        if self.table().charge_of(counter.charge.lead).is_none_or(|charge| charge.stage != Stage::Diced) {
            return;
        }
        let most = self.most_of(counter, f64::INFINITY);
        let met = self.first_met(&counter.charge, &[], most);
        let ran = met.map_or(most, |met| met.min(most));
        // Half way and no farther, unless the charge fell short (CF 14.15).
        let contact = self.run_body(counter, ran, met.is_some());
        self.meets(counter, contact);
        self.has_failed(counter.charge.lead);
        // Who was met by a counter-charge has made contact too, all in one body with him.
        if contact && against.units.iter().any(|id| self.table().in_contact(id)) {
            self.made_contact(against.lead);
        }
    }

    /// Contact, if it has run so far that there is any.
    fn meets(&mut self, runner: &Runner, contact: bool) {
        let charge = &runner.charge;
        if !contact {
            return;
        }
        if charge.units.len() == 1 {
            self.conform(charge.lead, charge.heading);
        }
        if self.note_contacts(charge.units) || self.table().in_contact(charge.lead) {
            self.made_contact(charge.lead);
        }
    }

    /// A charge that has run and that nobody has met (CF 14.13).
    fn has_failed(&mut self, lead: UnitId) {
        if self.table().charge_of(lead).is_some_and(|charge| charge.stage == Stage::Diced) {
            self.stage(lead, Stage::Short);
            self.tell("CF 14.13", told::CHARGE_SHORT, &[Who::Unit(lead)]);
        }
    }

    fn stage(&mut self, lead: UnitId, stage: Stage) {
        if let Some(charge) = self.state.charges.iter_mut().find(|charge| charge.lead == lead) {
            charge.stage = stage;
        }
    }

    fn made_contact(&mut self, lead: UnitId) {
        self.stage(lead, Stage::Contact);
        let Some(charge) = self.table().charge_of(lead).copied() else { return };
        for id in charge.units.iter() {
            let outrance = charge.outrance && self.table().may_go_outrance(id);
            let unit = self.unit_mut(id);
            unit.charging = true;
            unit.countercharging = charge.counters.is_some();
            unit.outrance = outrance;
        }
    }

    /// Notes who stands hand to hand after a run; who was struck before his own charge stays (CF 18.1, G48).
    pub(crate) fn note_contacts(&mut self, units: Units) -> bool {
        let mut met = false;
        for id in units.iter() {
            let enemies: ArrayVec<UnitId, 128> = self.table().enemies_of(id).collect();
            for enemy in enemies {
                let table = self.table();
                if !table.can_be_charged(enemy) || !table.is_hand_to_hand(id, enemy) {
                    continue;
                }
                met = true;
                self.note_contact(id, enemy);
            }
        }
        met
    }

    pub(crate) fn note_contact(&mut self, id: UnitId, enemy: UnitId) {
        let table = self.table();
        let (a, b) = (id.min(enemy), id.max(enemy));
        if table.state.contacts.iter().any(|contact| (contact.a, contact.b) == (a, b)) {
            return;
        }
        let contact = Contact { a, b, on_a: table.met_on(a, &table.body(b)), on_b: table.met_on(b, &table.body(a)) };
        self.state.overflow.keep(&mut self.state.contacts, contact);
        self.tell("CF 14.2", told::IN_CONTACT, &[Who::Unit(id), Who::Unit(enemy)]);
        let caught =
            self.table().charge_of(enemy).filter(|charge| charge.stage == Stage::Diced && charge.counters.is_none());
        if let Some(caught) = caught.map(|charge| charge.lead) {
            self.stage(caught, Stage::Caught);
        }
    }

    /// Comes up to the enemy's front, without a move (CF G48): the front is turned flat on the edge it has met.
    fn conform(&mut self, id: UnitId, way: Cdeg) {
        let table = self.table();
        if table.is_unformed(id) {
            return;
        }
        let body = table.body(id).into_body();
        let dir = heading(way);
        let hits = table.enemies_of(id).filter(|&enemy| table.can_be_charged(enemy)).filter_map(|enemy| {
            let theirs = table.body(enemy);
            cast(&body, dir, 10.0 * TOUCH, &theirs).map(|hit| (hit, theirs.blocks[hit.block]))
        });
        let Some((hit, block)) = hits.min_by(|one, other| one.0.distance.total_cmp(&other.0.distance)) else { return };
        let flat = field::table::bearing(-block.outward(hit.edge));
        let by = turn(way, flat);
        if by == 0 || by.abs() > 4_500 {
            return;
        }
        let unit = table.unit(id);
        let mut pose = unit.pose.pivot(hit.point, by);
        let turned = table.rules.body_at(unit, pose);
        // Turned about the place of contact an end may reach over: it stands back as much.
        let deep = heading(flat);
        let other = Body::single(block);
        let back = turned.translated(deep * -f64::from(yds(60)));
        if let Some(again) = cast(&back, deep, 2.0 * f64::from(yds(60)), &other) {
            pose = pose.moved(deep * (again.distance - f64::from(yds(60))));
        }
        let placed = table.rules.body_at(unit, pose);
        let clear = table.on_table().filter(|&other| other != id).all(|other| !table.body(other).overlaps(&placed));
        if clear && placed.within_table(table.rules.ground.width, table.rules.ground.height) {
            self.unit_mut(id).pose = pose;
            self.keep_bodies();
        }
    }

    /// Guns before foot to which the charge leads: their crews shelter when it reaches them (CF 16.14, G82).
    /// Where the horse stops at the pieces, if its distance does not lead to the foot.
    fn shelter_before(&mut self, runner: &Runner) -> Option<f64> {
        let mut across = None;
        if self.rules.options.guns_before_foot == GunsBeforeFoot::GunsAlone
            || !self.table().is_cavalry(runner.charge.lead)
        {
            return across;
        }
        let most = self.most_of(runner, f64::INFINITY);
        loop {
            let table = self.table();
            let way = runner.charge.heading;
            let found = runner.charge.units.iter().find_map(|id| {
                let body = table.running_body(id, way);
                let mut guns = table.enemies_of(id).filter(|&gun| table.is_crewed(gun) && !table.unit(gun).limbered);
                guns.find_map(|gun| {
                    let gap = table.gap_on_way(id, way, gun).filter(|&gap| gap <= most + TOUCH)?;
                    let foot = table.foot_behind(gun, &body, heading(way))?;
                    // Nobody else stops the charge before.
                    let first = table.enemies_of(id).filter(|&other| table.can_be_charged(other) && other != gun);
                    let stopped = first.filter_map(|other| table.gap_on_way(id, way, other)).any(|other| other < gap);
                    (!stopped).then_some((id, gun, foot, gap))
                })
            });
            let Some((id, gun, foot, gap)) = found else { return across };
            // Both show who they are first: figures stand otherwise than their cards, and perhaps there is nobody (CF G67).
            if [gun, foot].into_iter().any(|one| self.table().is_face_down(one)) {
                [gun, foot].into_iter().for_each(|one| self.turn_card(one));
                continue;
            }
            self.abandon_gun(gun, Crew::With(foot));
            self.tell("CF 16.14", told::CREW_SHELTERS, &[Who::Unit(gun), Who::Unit(foot)]);
            // If the distance does not suffice, the combat with the foot is fought across the pieces.
            let far = self.table().gap_on_way(id, way, foot);
            if far.is_none_or(|far| far > most + TOUCH) {
                self.note_contact(id, foot);
                across = Some(gap);
            }
        }
    }

    /// A full fast move straight away from the chargers, and a point (CF 14.19, G50).
    fn evade(&mut self, id: UnitId) {
        let Some(charge) = self.table().charge_on(id).copied() else { return };
        self.evade_from(id, charge.heading);
    }

    /// The same from whoever comes that way.
    pub(crate) fn evade_from(&mut self, id: UnitId, way: Cdeg) {
        self.tell("CF 14.19", told::EVADES, &[Who::Unit(id)]);
        self.take_dps(id, 1, crate::morale::Cause::Manoeuvre);
        self.fly(id, way, true, f64::INFINITY);
        let unit = self.unit_mut(id);
        unit.standing = crate::state::Standing::Evading;
        unit.formation = crate::state::Formation::Unformed;
    }

    fn tell_run(&mut self, runner: &Runner, ran: f64) {
        if self.listener.hears() {
            let far = Who::Far(ran.round() as Um);
            let entry = Entry {
                dice: runner.pips.shown().collect(),
                ..self.table().entry("CF 14.9", told::CHARGE_RUNS, &[Who::Unit(runner.charge.lead), far])
            };
            self.listener.tell(entry);
        }
    }
}

/// The way back.
pub(crate) const fn opposite(way: Cdeg) -> Cdeg {
    normal(way + FULL_TURN / 2)
}
