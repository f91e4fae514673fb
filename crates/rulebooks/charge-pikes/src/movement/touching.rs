//! Guns left by their crew: whoever touches them has them (ruling G38).

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::formations::usual_layout;
use crate::scales::Footprint;
use crate::state::{GunState, Place};
use crate::table::{Play, Table};
use crate::visibility::stamped;
use field::table::{Block, Body, Trail};
use kernel::Listener;
use std::hash::{Hash, Hasher};

/// How the table stood when guns and generals were last looked after; no part of the state's value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Swept(Option<u64>);

impl PartialEq for Swept {
    fn eq(&self, _: &Swept) -> bool {
        true
    }
}

impl Eq for Swept {}

impl Hash for Swept {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Table<'_> {
    /// The ground of guns whose crew is away.
    pub fn left_guns_body(self, id: UnitId) -> Option<Body> {
        let battery = self.battery(id)?;
        let guns = battery.guns.iter().filter(|gun| gun.state == GunState::Served).count() as i32;
        let width = self.rules.figure_width(Footprint::Gun) * guns;
        (guns > 0).then(|| Body::single(Block::new(battery.left_at, width, self.rules.figure_depth(Footprint::Gun))))
    }

    fn touched_by_enemy(self, id: UnitId, body: &Body) -> Option<UnitId> {
        self.enemies_of(id).find(|&enemy| self.takes_guns(enemy) && self.body(enemy).touches(body))
    }

    /// Whoever is no wagon, does not run and stands in the open.
    fn takes_guns(self, id: UnitId) -> bool {
        self.is_troops(id) && !self.routing(id) && self.unit(id).inside.is_none()
    }

    /// A number that is another as soon as anybody may have changed or a general has moved.
    fn touching_stamp(self) -> u64 {
        let generals = self.state.generals.iter().flat_map(|general| {
            let at = u64::from(general.at.x.cast_unsigned()) << 32 | u64::from(general.at.y.cast_unsigned());
            [at, u64::from(general.alive && general.attached.is_none())]
        });
        stamped(std::iter::once(self.state.bodies.touches()).chain(generals))
    }

    /// Guns that stand without their crew.
    fn abandoned(self, id: UnitId) -> bool {
        self.is_battery(id)
            && (self.unit(id).away || matches!(self.unit(id).place, Place::Gone(_)))
            && self.standing_guns(id) > 0
    }
}

impl<L: Listener> Play<'_, L> {
    /// After every move: abandoned guns fall to the enemy that has come to touch them, and loose generals get away from him
    /// (ruling G51).
    pub fn sweep_touched(&mut self) {
        let stamp = Some(self.table().touching_stamp());
        // Mostly nobody has moved since.
        if stamp == self.state.swept.0 {
            return;
        }
        self.state.swept = Swept(stamp);
        if self.table().is_general_touched() {
            for id in 0..self.state.units.len() as u8 {
                if self.table().is_troops(UnitId(id)) && self.unit(UnitId(id)).place == Place::Table {
                    self.generals_in_danger(UnitId(id));
                }
            }
        }
        for ix in 0..self.state.batteries.len() {
            self.take_guns(self.state.batteries[ix].unit);
        }
    }

    /// Guns without a crew that somebody passes over on his way are his as well.
    pub(crate) fn ride_over_guns(&mut self, by: UnitId, before: &Body, trail: Trail) {
        for ix in 0..self.state.batteries.len() {
            let id = self.state.batteries[ix].unit;
            let table = self.table();
            let takes = table.side(id) != table.side(by)
                && table.abandoned(id)
                && table.takes_guns(by)
                && table.left_guns_body(id).is_some_and(|guns| table.rides_over(by, before, trail, &guns));
            if takes {
                self.capture_guns(id, by);
            }
        }
    }

    fn take_guns(&mut self, id: UnitId) {
        let table = self.table();
        if !table.abandoned(id) {
            return;
        }
        if let Some(body) = table.left_guns_body(id)
            && let Some(enemy) = table.touched_by_enemy(id, &body)
        {
            self.capture_guns(id, enemy);
        }
    }

    /// Guns without a crew fall to whoever touches them (ruling G38).
    pub fn capture_guns(&mut self, id: UnitId, by: UnitId) {
        let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) else { return };
        for gun in battery.guns.iter_mut().filter(|gun| gun.state == GunState::Served) {
            gun.state = GunState::Captured;
        }
        self.tell("CP 17.6.2", told::TAKES_GUNS, &[Who::Unit(by), Who::Unit(id)]);
    }

    /// Gunners who have come back to their guns serve them again (ruling G38).
    pub fn man_guns(&mut self, id: UnitId) {
        let Some(battery) = self.state.batteries.iter().find(|battery| battery.unit == id) else { return };
        let (pose, guns) = (battery.left_at, self.table().standing_guns(id) as u8);
        let unit = self.unit_mut(id);
        unit.away = false;
        unit.formation = crate::state::Formation::Unlimbered;
        unit.pose = pose;
        unit.layout = usual_layout(0, 1, false);
        unit.layout.centre = guns;
        self.keep_on_table(id);
        self.note_path(id);
    }
}
