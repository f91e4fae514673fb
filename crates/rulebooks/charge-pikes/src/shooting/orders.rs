//! Orders to shoot: what may be ordered, and what a seat is offered.

use super::figures::FACES;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::shooting::ShootChoice;
use crate::state::{Fire, Place, Shot};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat};

/// The place of a unit in a set of units.
pub(super) fn bit(id: UnitId) -> u64 {
    1_u64.checked_shl(u32::from(id.0)).unwrap_or(0)
}

impl Table<'_> {
    /// Every lawful order of a seat's units, those to figures left over from a first target included; then nothing more.
    pub fn shooting_menu(self, seat: Seat, menu: &mut Vec<Decision>) {
        if !self.state.fires.is_full() {
            for id in self.ready(seat) {
                self.unit_menu(id, menu);
            }
        }
        menu.push(Decision::Turn(TurnChoice::Done));
    }

    /// Whether a seat still has anything to shoot with and at.
    pub fn any_shot(self, seat: Seat) -> bool {
        !self.state.fires.is_full() && self.ready(seat).next().is_some()
    }

    /// Whether a unit has a target for figures that have no order yet.
    pub fn has_shot(self, id: UnitId) -> bool {
        self.unit(id).place == Place::Table
            && self.may_shoot(id).is_ok()
            && match self.battery(id) {
                Some(_) => [Shot::Ball, Shot::Hail].into_iter().any(|shot| self.has_target(id, 0, shot)),
                None => self.each_face(id).any(|face| self.has_target(id, face, Shot::SmallArms)),
            }
    }

    /// Units of a seat that may still be given an order.
    fn ready(self, seat: Seat) -> impl Iterator<Item = UnitId> {
        self.on_table().filter(move |&id| self.state.can_shoot & bit(id) != 0 && self.seat(id) == seat)
    }

    fn each_face(self, id: UnitId) -> impl Iterator<Item = u8> {
        0..if self.shoots_by_faces(id) { FACES } else { 1 }
    }

    fn unit_menu(self, id: UnitId, menu: &mut Vec<Decision>) {
        let Some(battery) = self.battery(id) else {
            self.each_face(id).for_each(|face| {
                self.target_menu(id, face, Shot::SmallArms, menu);
            });
            return;
        };
        // The whole battery with ball or with hail; and where it could do either, each gun by itself.
        let both = [Shot::Ball, Shot::Hail].map(|shot| self.target_menu(id, 0, shot, menu));
        if both == [true, true] && self.standing_guns(id) > 1 {
            for gun in 1..=battery.guns.len() as u8 {
                for shot in [Shot::Ball, Shot::Hail] {
                    self.target_menu(id, gun, shot, menu);
                }
            }
        }
    }

    /// Tells whether there was any target.
    fn target_menu(self, id: UnitId, face: u8, shot: Shot, menu: &mut Vec<Decision>) -> bool {
        let targets = self.lawful_targets(id, face, shot);
        menu.extend(targets.iter().map(|&target| Decision::Shoot(ShootChoice::Order { unit: id, target, face, shot })));
        !targets.is_empty()
    }

    /// Judges an order to shoot.
    pub fn judge_shoot(self, seat: Seat, id: UnitId, target: UnitId, face: u8, shot: Shot) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        self.may_shoot(id)?;
        let fire = Fire { unit: id, target, face, shot };
        if self.state.fires.is_full() {
            return Err(Refusal::new("CP 16.1.4", "no more orders to shoot can be taken down"));
        }
        if self.aimed_already(&fire) {
            return Err(Refusal::new("CP 16.1.4", "the unit has its order to shoot at that target"));
        }
        let salvo = self.salvo_after(&fire, &self.state.fires)?;
        if self.gap_taken(id, &salvo.gaps) {
            return Err(Refusal::new("CP 16.5.2", "another unit shoots through that gap"));
        }
        if self.lawful_targets(id, face, shot).contains(&target) { Ok(()) } else { Err(self.why_not(&fire)) }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Finds out who has anything to shoot at, so that nobody else is asked.
    pub fn note_shooters(&mut self) {
        self.state.can_shoot = self.reckon_shots();
    }

    /// Takes an order down, sealed until everybody is done (CP 13.4).
    pub fn order_fire(&mut self, fire: Fire) {
        // The judge refuses orders that do not fit.
        self.state.overflow.keep(&mut self.state.fires, fire);
        if !self.table().has_shot(fire.unit) {
            self.state.can_shoot &= !bit(fire.unit);
        }
    }
}
