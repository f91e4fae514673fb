//! Orders to shoot: what may be ordered, and what a seat is offered.

use super::figures::FACES;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::state::{Fire, Shot};
use crate::table::Table;
use kernel::{Refusal, Seat};

impl Table<'_> {
    /// Every lawful order of a seat's units, those to figures left over from a first target included; then nothing more.
    pub fn shooting_menu(self, seat: Seat, menu: &mut Vec<Decision>) {
        self.each_shot(seat, &mut |decision| {
            menu.push(decision);
            true
        });
        menu.push(Decision::Done);
    }

    /// Whether a seat still has anything to shoot with and at.
    pub fn any_shot(self, seat: Seat) -> bool {
        let mut any = false;
        self.each_shot(seat, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Tells every lawful order until the listener has heard enough and answers false.
    fn each_shot(self, seat: Seat, emit: &mut impl FnMut(Decision) -> bool) {
        if self.state.fires.is_full() {
            return;
        }
        for id in self.on_table().filter(|&id| self.seat(id) == seat) {
            let goes_on = self.may_shoot(id).is_err()
                || match self.battery(id) {
                    Some(_) => self.each_battery_shot(id, emit),
                    None => self.each_face(id).all(|face| self.each_target(id, face, Shot::SmallArms, emit).0),
                };
            if !goes_on {
                return;
            }
        }
    }

    fn each_face(self, id: UnitId) -> impl Iterator<Item = u8> {
        0..if self.shoots_by_faces(id) { FACES } else { 1 }
    }

    /// The whole battery with ball or with hail; and where it could do either, each gun by itself.
    fn each_battery_shot(self, id: UnitId, emit: &mut impl FnMut(Decision) -> bool) -> bool {
        let (goes_on, ball) = self.each_target(id, 0, Shot::Ball, emit);
        if !goes_on {
            return false;
        }
        let (goes_on, hail) = self.each_target(id, 0, Shot::Hail, emit);
        if !goes_on || !ball || !hail || self.standing_guns(id) < 2 {
            return goes_on;
        }
        let guns = self.battery(id).map_or(0, |battery| battery.guns.len() as u8);
        (1..=guns).all(|gun| [Shot::Ball, Shot::Hail].into_iter().all(|shot| self.each_target(id, gun, shot, emit).0))
    }

    /// Whether to go on, and whether there was any target.
    fn each_target(self, id: UnitId, face: u8, shot: Shot, emit: &mut impl FnMut(Decision) -> bool) -> (bool, bool) {
        let targets = self.lawful_targets(id, face, shot);
        let goes_on =
            targets.iter().all(|candidate| emit(Decision::Shoot { unit: id, target: candidate.target, face, shot }));
        (goes_on, !targets.is_empty())
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
        if self.lawful_targets(id, face, shot).iter().any(|candidate| candidate.target == target) {
            Ok(())
        } else {
            Err(self.why_not(&fire))
        }
    }
}
