//! What a unit is offered: a representative choice of the manoeuvres it could make.

use super::near::Near;
use crate::cards::{BuildingId, Order, UnitId};
use crate::decision::{Decision, Manoeuvre};
use crate::measures::BW;
use crate::movement::MoveChoice;
use crate::state::{Activity, Formation, Unit};
use crate::table::{Play, Table};
use field::table::{Cdeg, MM, Um, heading, longest, normal};
use kernel::Listener;

/// Moves shorter than this are not worth a question.
const WORTHWHILE: Um = 2 * MM;

impl Table<'_> {
    /// Manoeuvres worth offering to a unit, stopping always the last.
    pub(super) fn move_menu(self, id: UnitId, menu: &mut Vec<Decision>) {
        if self.may_move(id).is_ok() {
            let near = self.near(id);
            let mut offer = |manoeuvre: Manoeuvre| menu.push(Decision::Move(MoveChoice::Make(manoeuvre)));
            self.offer_all(&near, &mut offer);
        }
        menu.push(Decision::Move(MoveChoice::Make(Manoeuvre::Stop)));
    }

    fn offer_all(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let id = near.id;
        let unit = self.unit(id);
        self.offer_doors(near, offer);
        self.offer_changes(near, offer);
        if self.moves_freely(id) {
            self.offer_free(near, offer);
            return;
        }
        let left = self.move_left(id, unit.way);
        self.offer_length(near, left, false, offer);
        if self.is_foot(id) {
            self.offer_length(near, left.min(BW), true, offer);
        }
        for right in [false, true] {
            for angle in [1_500, 4_500, 9_000] {
                self.offer_if(near, Manoeuvre::Wheel { right, angle }, offer);
            }
            self.offer_if(near, Manoeuvre::Face { right }, offer);
            for angle in [2_250, 4_500, 9_000] {
                self.offer_if(near, Manoeuvre::Traverse(if right { angle } else { -angle }), offer);
            }
        }
    }

    fn offer_if(self, near: &Near, manoeuvre: Manoeuvre, offer: &mut impl FnMut(Manoeuvre)) {
        if self.outcome_near(near, &manoeuvre).is_ok() {
            offer(manoeuvre);
        }
    }

    /// As far as it goes straight on, or back, and half of that.
    fn offer_length(self, near: &Near, most: Um, back: bool, offer: &mut impl FnMut(Manoeuvre)) {
        if most < WORTHWHILE {
            return;
        }
        let of = if back { Manoeuvre::StepBack } else { Manoeuvre::Advance };
        let facing = self.unit(near.id).pose.facing;
        let dir = heading(if back { facing + 18_000 } else { facing });
        let line = self.line(near, dir, f64::from(most));
        let may = |distance: Um| match &line {
            Some(line) => line.may_lead(distance) && self.outcome_near(line.near(distance), &of(distance)).is_ok(),
            None => self.outcome_near(near, &of(distance)).is_ok(),
        };
        let Some(reach) = longest(most, may) else { return };
        if reach >= WORTHWHILE {
            offer(of(reach));
        }
        if reach / 2 >= WORTHWHILE && may(reach / 2) {
            offer(of(reach / 2));
        }
    }

    fn offer_free(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        let left = self.move_left(near.id, unit.way);
        if left < WORTHWHILE {
            return;
        }
        for home in self.homes_of(near.id).into_iter().flatten() {
            self.offer_if(near, Manoeuvre::Free { to: home.at, facing: home.facing }, offer);
        }
        let ground = &self.rules.ground;
        for turn in 0..8 {
            let dir = heading(normal(unit.pose.facing + turn * 4_500));
            for part in [left, left / 2] {
                let to = (unit.pose.at.vec() + dir * f64::from(part)).round();
                if (0..=ground.width).contains(&to.x) && (0..=ground.height).contains(&to.y) {
                    self.offer_if(near, Manoeuvre::Free { to, facing: unit.pose.facing }, offer);
                }
            }
        }
    }

    /// Into a built-up area with as many as there is room for, or out of it.
    fn offer_doors(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        if unit.inside.is_some() {
            for pose in self.ways_out(near.id) {
                self.offer_if(near, Manoeuvre::Leave(pose), offer);
            }
        }
        for building in (0..self.state.buildings.len() as u8).map(BuildingId) {
            let room = self.building_card(building).holds.saturating_sub(self.bases_in(building));
            let bases = unit.bases_outside().min(room);
            if bases > 0 {
                self.offer_if(near, Manoeuvre::Enter { building, bases }, offer);
            }
        }
    }

    fn offer_changes(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let unit = self.unit(near.id);
        for formation in [Formation::Line, Formation::ColumnOfAttack, Formation::ColumnOfMarch, Formation::Square] {
            self.offer_if(near, Manoeuvre::Form { formation, files: 0 }, offer);
        }
        for files in [unit.bases.div_ceil(2), unit.bases] {
            self.offer_if(near, Manoeuvre::Frontage(files), offer);
        }
        for order in [Order::Close, Order::Loose, Order::Open, Order::Skirmish] {
            self.offer_if(near, Manoeuvre::ChangeOrder(order), offer);
        }
        for manoeuvre in
            [Manoeuvre::AboutFace, Manoeuvre::LieDown, Manoeuvre::StandUp, Manoeuvre::Limber, Manoeuvre::Unlimber]
        {
            self.offer_if(near, manoeuvre, offer);
        }
        self.offer_parts(near, offer);
    }

    /// Screens put out and taken in, mounting and dismounting.
    fn offer_parts(self, near: &Near, offer: &mut impl FnMut(Manoeuvre)) {
        let card = self.card(near.id);
        if card.screen.is_some() || self.is_screen(near.id) {
            for out in [true, false] {
                self.offer_if(near, Manoeuvre::Screen(out), offer);
            }
        }
        if card.holders.is_some() {
            for manoeuvre in [
                Manoeuvre::Mount,
                Manoeuvre::Dismount { holders_mounted: true },
                Manoeuvre::Dismount { holders_mounted: false },
            ] {
                self.offer_if(near, manoeuvre, offer);
            }
        }
    }

    /// Whether it faces within an angle of another way.
    pub fn faces_like(self, unit: &Unit, facing: Cdeg, within: Cdeg) -> bool {
        field::table::turn(unit.pose.facing, facing).abs() <= within
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit that did not move stands: what it was doing before is over, retiring too after its one move (SSS 34.9, 39.12, G21).
    pub(super) fn rests(&mut self, id: UnitId) {
        let fights = self.table().in_contact(id);
        let unit = self.unit_mut(id);
        unit.this_turn.finished = true;
        let over = match unit.activity {
            Activity::Advancing | Activity::Evading | Activity::Retiring => true,
            Activity::Charging | Activity::FollowingUp | Activity::PushedBack => !fights,
            _ => false,
        };
        if over && !unit.this_turn.moved {
            unit.activity = Activity::Static;
        }
    }
}
