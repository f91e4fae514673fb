//! After the round: cavalry falls back, and whoever stands may come after an enemy that did (CP 17.3).

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::combat::CombatStep;
use crate::face::told::{self, Who};
use crate::movement::pursuing::runs_onto;
use crate::state::{Aspect, Contact, Formation, Mode, Place, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Passing, Um, bearing, cast, heading};
use kernel::Listener;

impl Table<'_> {
    /// Whether a unit stands in its combat against a recoiling enemy and may or must come after it (CP 17.3.2, G32).
    pub(crate) fn follows(self, id: UnitId, enemy: UnitId) -> Option<bool> {
        let (us, them) = (self.unit(id), self.unit(enemy));
        let can = us.place == Place::Table
            && them.place == Place::Table
            && us.mode == Mode::Normal
            && !us.recoiled
            && us.inside.is_none()
            && us.formation != Formation::Square
            && !self.is_battery(id)
            && !self.opponents(id).any(|other| other != enemy && !self.fell_back_from(other, id));
        match () {
            () if !can => None,
            () if self.is_cavalry(id) => Some(true),
            () if self.is_mounted(id) => Some(false),
            () if self.is_mounted(enemy) || !self.rules.options.foot_follow_up => None,
            () => Some(false),
        }
    }
}

impl Table<'_> {
    /// Whether a unit that recoiled has come away from an enemy by it. One that gave way to somebody else may still stand
    /// against him, and then they fight on (CP 15.11.1, 17.3.2, ruling G79).
    fn fell_back_from(self, id: UnitId, enemy: UnitId) -> bool {
        self.unit(id).recoiled && !self.body(id).touches(&self.body(enemy))
    }

    /// Who of a pair has fallen back from the other.
    fn backs(self, pair: &Contact) -> (bool, bool) {
        (self.fell_back_from(pair.a, pair.b), self.fell_back_from(pair.b, pair.a))
    }

    /// Whom a follow-up goes through: friends in open order (CP 15.7.1), and enemies it rides down (CP 17.6.2).
    fn gives_way(self, id: UnitId, other: UnitId) -> bool {
        if self.side(other) == self.side(id) { self.passing(other) == Passing::Free } else { self.tramples(id, other) }
    }

    /// Where a unit that came from `start` stands against an enemy with its front (CP T7, ruling G13).
    pub(crate) fn met_on(self, id: UnitId, start: &Unit, enemy: UnitId) -> Aspect {
        if !self.front_on(id, enemy) {
            return Aspect::Front;
        }
        let (_, edge) = self.body(enemy).side_of(&self.body(id));
        self.aspect_of(id, start, enemy, edge)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Cavalry that did not give more than it took falls back, win or draw (CP 17.3.1).
    pub(crate) fn cavalry_recoils(&mut self) {
        for id in 0..self.state.units.len() as u8 {
            let id = UnitId(id);
            let table = self.table();
            if table.recoils_from_draw(id) {
                let (back, worst) = (table.inches(4), table.unit(id).worst_shooter);
                let from = worst.or_else(|| table.opponents(id).next());
                self.tell("CP 17.3.1", told::GAVE_NO_MORE, &[Who::Unit(id)]);
                self.recoil(id, back, from);
            }
        }
    }

    /// Pairs of which one fell back: the other comes on or the fight is over (CP 17.3.2). One after the other, since
    /// owners may have to be asked.
    pub(crate) fn follow_ups(&mut self, after: Option<(UnitId, UnitId)>) {
        if after.is_none() {
            // Both fell back: they are apart.
            let mut contacts = std::mem::take(&mut self.state.contacts);
            contacts.retain(|pair| self.table().backs(pair) != (true, true));
            self.state.contacts = contacts;
        }
        let table = self.table();
        let left = table.state.contacts.iter().filter(|pair| after.is_none_or(|after| (pair.a, pair.b) > after));
        let left = left.filter(|pair| table.backs(pair) != (false, false));
        let Some(&pair) = left.min_by_key(|pair| (pair.a, pair.b)) else {
            // What was pushed back in this round has been dealt with.
            self.state.units.iter_mut().for_each(|unit| unit.recoiled = false);
            return;
        };
        let (unit, enemy) = if table.backs(&pair).0 { (pair.b, pair.a) } else { (pair.a, pair.b) };
        self.state.agenda.push(Step::Combat(CombatStep::FollowUpsAfter { a: pair.a, b: pair.b }));
        if self.table().follows(unit, enemy).is_some() {
            self.state.agenda.push(Step::Combat(CombatStep::FollowUp { unit, enemy }));
        } else {
            self.part(unit, enemy);
        }
    }

    /// A unit comes after an enemy that fell back, or lets it go.
    pub fn follow_up(&mut self, id: UnitId, enemy: UnitId, comes: bool) {
        if comes && self.table().follows(id, enemy).is_some() {
            self.close_on(id, enemy);
        } else {
            self.part(id, enemy);
        }
    }

    fn close_on(&mut self, id: UnitId, enemy: UnitId) {
        let table = self.table();
        let (body, target) = (self.body(id), self.body(enemy));
        let most = if table.is_mounted(id) { table.inches(6) } else { table.inches(2) + table.inches(1) / 2 };
        let along = [table.unit(id).pose.dir(), heading(bearing(target.center() - body.center()))];
        let way = along.into_iter().find_map(|dir| cast(&body, dir, f64::from(most), &target).map(|hit| (dir, hit)));
        let Some((dir, hit)) = way else { return self.part(id, enemy) };
        let bars = |other: UnitId| other != enemy && !table.gives_way(id, other);
        let others = table.first_unit_in_way(id, &body, dir, hit.distance - 1.0, bars);
        let free = table.ground_reach(id, &body, dir, f64::INFINITY, hit.distance, March::Charging);
        if others.is_some() || free + 1.0 < hit.distance {
            return self.part(id, enemy);
        }
        self.clear_hopes(id, &body, dir, hit.distance);
        let start = *self.unit(id);
        self.unit_mut(id).pose = start.pose.along(bearing(dir), hit.distance.floor() as Um);
        self.unit_mut(id).moved = true;
        self.note_path(id);
        self.generals_follow(id);
        self.settle_ground(id, &body, dir, hit.distance, March::Charging);
        self.close_up(id, enemy, hit);
        let cavalry = self.table().is_cavalry(id);
        if let Some(contact) = self.state.contacts.iter_mut().find(|c| (c.a, c.b) == (id.min(enemy), id.max(enemy))) {
            contact.impact = false;
            if cavalry {
                if contact.a == id { contact.a_follows = true } else { contact.b_follows = true }
            }
        }
        self.tell("CP 17.3.2", told::FOLLOWS_UP, &[Who::Unit(id), Who::Unit(enemy)]);
        self.trample_skirmishers(id, enemy, |table, prey| {
            runs_onto(&body, dir, hit.distance, &table.body(prey)) || table.front_on(id, prey)
        });
        self.come_upon(id, &start);
    }

    /// Others against whom a follow-up brings a unit fight it too, without the shock of a charge (CP 17.1.3); not those whom
    /// it may not charge (CP 15.3.4, rulings G22, G79). A flank is a flank for all that (CP T7), and a pursuit ends by it (CP
    /// 15.2.2).
    fn come_upon(&mut self, id: UnitId, start: &Unit) {
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let meets = table.unit(other).place == Place::Table
                && !table.routing(other)
                && table.may_charge_at(id, other).is_ok()
                && !table.tramples(id, other)
                && !table.in_contact_with(id, other)
                && table.body(id).touches(&table.body(other));
            if meets {
                self.lock_without_shock(id, start, other);
            }
        }
    }

    /// Without a follow-up the contact is broken.
    fn part(&mut self, id: UnitId, enemy: UnitId) {
        let pair = (id.min(enemy), id.max(enemy));
        self.state.contacts.retain(|contact| (contact.a, contact.b) != pair);
        self.tell("CP 17.3.2", told::PART, &[Who::Unit(id), Who::Unit(enemy)]);
    }
}
