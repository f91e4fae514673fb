//! After the round: cavalry falls back, and whoever stands may come after an enemy that did (CP 17.3).

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::combat::CombatStep;
use crate::face::told::{self, Who};
use crate::state::{Contact, Formation, Mode, Place, State};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Um, bearing, cast, heading};
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
            && !self.opponents(id).any(|other| other != enemy && !self.unit(other).recoiled);
        match () {
            () if !can => None,
            () if self.is_cavalry(id) => Some(true),
            () if self.is_mounted(id) => Some(false),
            () if self.is_mounted(enemy) || !self.rules.options.foot_follow_up => None,
            () => Some(false),
        }
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
        let backs = |contact: &Contact, state: &State| {
            (state.units[contact.a.ix()].recoiled, state.units[contact.b.ix()].recoiled)
        };
        if after.is_none() {
            let units = &self.state.units;
            // Both fell back: they are apart.
            self.state.contacts.retain(|pair| !(units[pair.a.ix()].recoiled && units[pair.b.ix()].recoiled));
        }
        let left = self.state.contacts.iter().filter(|pair| after.is_none_or(|after| (pair.a, pair.b) > after));
        let left = left.filter(|pair| backs(pair, self.state) != (false, false));
        let Some(&pair) = left.min_by_key(|pair| (pair.a, pair.b)) else {
            // What was pushed back in this round has been dealt with.
            self.state.units.iter_mut().for_each(|unit| unit.recoiled = false);
            return;
        };
        let (unit, enemy) = if backs(&pair, self.state).0 { (pair.b, pair.a) } else { (pair.a, pair.b) };
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
        let others = table.first_unit_in_way(id, &body, dir, hit.distance - 1.0, |other| other != enemy);
        let free = table.ground_reach(id, &body, dir, f64::INFINITY, hit.distance, March::Charging);
        if others.is_some() || free + 1.0 < hit.distance {
            return self.part(id, enemy);
        }
        let pose = self.unit(id).pose;
        self.unit_mut(id).pose = pose.along(bearing(dir), hit.distance.floor() as Um);
        self.unit_mut(id).moved = true;
        self.note_path(id);
        self.generals_follow(id);
        let half_speed = 2.0 * hit.distance <= f64::from(self.table().move_speed(id));
        self.settle_ground(id, &body, dir, hit.distance, March::Charging, half_speed);
        self.close_up(id, enemy, hit);
        let cavalry = self.table().is_cavalry(id);
        if let Some(contact) = self.state.contacts.iter_mut().find(|c| (c.a, c.b) == (id.min(enemy), id.max(enemy))) {
            contact.impact = false;
            if cavalry {
                if contact.a == id { contact.a_follows = true } else { contact.b_follows = true }
            }
        }
        self.tell("CP 17.3.2", told::FOLLOWS_UP, &[Who::Unit(id), Who::Unit(enemy)]);
    }

    /// Without a follow-up the contact is broken.
    fn part(&mut self, id: UnitId, enemy: UnitId) {
        let pair = (id.min(enemy), id.max(enemy));
        self.state.contacts.retain(|contact| (contact.a, contact.b) != pair);
        self.tell("CP 17.3.2", told::PART, &[Who::Unit(id), Who::Unit(enemy)]);
    }
}
