//! Wheels, refused flanks, facing about, guns that pivot or are pushed (CF 11.22, 11.23, 12.1, 12.3, 12.13).

use super::{Bar, NOT_SO_FAR, Outcome, Pace, refuse};
use crate::cards::{GunKind, UnitId};
use crate::measures::{NEAR, QUARTER, yds};
use crate::readings::FieldGunPush;
use crate::state::{Bend, Formation, Unit};
use crate::table::Table;
use field::table::{Cdeg, TOUCH, Trail, Um, arc_length, heading, normal, wheel_pivot, wheel_radius};
use kernel::Refusal;

const LOOSE: Bar = ("CF 12.15", "it faces all round and need not turn");
const ON_WHEELS: Bar = ("CF G31", "it turns as it goes");
const NO_WHEEL: Bar = ("CF 11.22", "a gun off its limber pivots");

impl Table<'_> {
    /// A line that wheels near the enemy takes a point, once a turn (CF 12.2, G78).
    fn wheel_dps(self, id: UnitId, after: &Unit) -> u8 {
        let body = self.rules.body_of(after);
        let near = self.is_near_enemy(id)
            || self
                .enemies_of(id)
                .any(|foe| self.counts_as_enemy(foe) && self.body(foe).within(&body, f64::from(NEAR) + TOUCH));
        u8::from(near && after.formation == Formation::Line && !after.wheel_paid)
    }

    /// On a front corner, paying the way of the outer one (CF 12.1, G78).
    pub(super) fn wheel_outcome(self, id: UnitId, right: bool, angle: Cdeg) -> Result<Outcome, Refusal> {
        let unit = self.unit(id);
        match unit.formation {
            Formation::Unformed => return refuse(LOOSE),
            Formation::Model if unit.limbered => return refuse(ON_WHEELS),
            Formation::Model => return refuse(NO_WHEEL),
            _ => {}
        }
        if unit.dice.count() == 0 {
            return refuse(("CF 12.1", "a wheel is rolled for like any move"));
        }
        if angle > 9_000 {
            return refuse(("CF G78", "a wheel turns by 90° at most"));
        }
        let body = self.body(id);
        let (pivot, radius) = (wheel_pivot(&body, !right), wheel_radius(&body, !right));
        let cost = arc_length(radius, angle).ceil() as Um;
        if cost > self.left(unit) + 2 {
            return refuse(NOT_SO_FAR);
        }
        let by = if right { angle } else { -angle };
        let mut turned = unit.clone();
        turned.pose = turned.pose.pivot(pivot, by);
        turned.this_turn.oblique = None;
        let outcome = self.pays(id, turned, Trail::Swing { pivot, by }, cost, true)?;
        let more = self.wheel_dps(id, &outcome.unit);
        let mut outcome = Outcome { dps: outcome.dps + more, ..outcome };
        outcome.unit.this_turn.wheel_paid |= more > 0;
        Ok(outcome)
    }

    /// Battalions at an end of a line of foot wheel backwards to refuse a flank, at half speed (CF 12.3).
    pub(super) fn wheel_back_outcome(
        self,
        id: UnitId,
        right: bool,
        battalions: u8,
        angle: Cdeg,
    ) -> Result<Outcome, Refusal> {
        let unit = self.unit(id);
        if !self.is_foot(id) || unit.formation != Formation::Line {
            return refuse(("CF 12.3", "only foot in line wheels backwards"));
        }
        if unit.dice.count() == 0 {
            return refuse(("CF 12.1", "a wheel is rolled for like any move"));
        }
        if battalions == 0 || usize::from(battalions) >= unit.elements.len() || angle > 9_000 {
            return refuse(("CF 12.3", "some of its battalions wheel, by 90° at most, and the others stand"));
        }
        if unit.bends[usize::from(right)].bases > 0 {
            return refuse(("CF 12.3", "that end is drawn back already"));
        }
        let count = usize::from(battalions);
        let bases: u8 = match right {
            true => unit.elements.iter().rev().take(count).map(|element| element.bases).sum(),
            false => unit.elements.iter().take(count).map(|element| element.bases).sum(),
        };
        if bases == 0 || bases + unit.bends[usize::from(!right)].bases >= unit.files {
            return refuse(("CF 12.3", "some of the line has to stand"));
        }
        let (width, _) = self.rules.base_size(unit);
        // At half speed its way counts twice.
        let cost = 2 * arc_length(f64::from(i32::from(bases) * width), angle).ceil() as Um;
        if cost > self.left(unit) + 2 {
            return refuse(NOT_SO_FAR);
        }
        let mut bent = unit.clone();
        bent.bends[usize::from(right)] = Bend { bases, angle, back: 0 };
        bent.this_turn.spent += cost;
        bent.this_turn.path += cost / 2;
        bent.this_turn.displaced = true;
        self.has_room(id, &bent)?;
        self.steps_over_nothing(id, &bent, &[])?;
        let dps = self.wheel_dps(id, &bent);
        bent.this_turn.wheel_paid |= dps > 0;
        Ok(Outcome { dps, ..Outcome::new(bent, Trail::Formed) })
    }

    /// The rear becomes the front: half a move; a point for cavalry near the enemy and for foot under fire (CF 12.13).
    pub(super) fn about_face_outcome(self, id: UnitId) -> Result<Outcome, Refusal> {
        let unit = self.unit(id);
        match unit.formation {
            Formation::Unformed => return refuse(LOOSE),
            Formation::Model => return refuse(NO_WHEEL),
            _ => {}
        }
        let mut unit = self.takes_half(self.faced_about(unit))?;
        unit.this_turn.adjusted = true;
        unit.this_turn.oblique = None;
        self.has_room(id, &unit)?;
        let costs = (self.is_cavalry(id) && self.is_near_enemy(id)) || (self.is_foot(id) && self.is_under_fire(id));
        Ok(Outcome { dps: u8::from(costs), ..Outcome::new(unit, Trail::Formed) })
    }

    /// A unit turned about where it stands; its ends change hands.
    pub fn faced_about(self, unit: &Unit) -> Unit {
        let mut turned = unit.clone();
        turned.pose = unit.pose.about(self.rules.depth_of(unit));
        turned.elements.reverse();
        turned.bends = [Bend::default(); 2];
        turned
    }

    /// A gun off its limber turns by 45° at most, and does nothing else (CF 11.22, 11.23).
    pub(super) fn pivot_outcome(self, id: UnitId, angle: Cdeg) -> Result<Outcome, Refusal> {
        if !self.is_in_action(id) {
            return refuse(("CF 11.22", "guns off their limbers pivot"));
        }
        if angle.abs() > QUARTER {
            return refuse(("CF 11.22", "a gun pivots by 45° at most"));
        }
        self.instead_of_a_move(id)?;
        let mut unit = self.takes_all(self.unit(id).clone())?;
        let depth = self.rules.depth_of(&unit);
        let middle = unit.pose.ahead(-depth / 2).at.vec();
        unit.pose = unit.pose.pivot(middle, angle);
        unit.this_turn.adjusted = true;
        self.has_room(id, &unit)?;
        Ok(Outcome::new(unit, Trail::Formed))
    }

    /// Field and heavy guns are pushed 20 yds at most, ahead or back, without turning (CF 11.23, G32).
    pub(super) fn push_outcome(self, id: UnitId, by: Um) -> Result<Outcome, Refusal> {
        let field = self.is_in_action(id) && self.unit(id).gun != Some(GunKind::Battalion);
        if !field || self.pace(id) != Pace::Heavy {
            return refuse(("CF 11.23", "field and heavy guns off their limbers are pushed"));
        }
        if self.rules.options.field_gun_push == FieldGunPush::Off {
            return refuse(("CF G32", "field and heavy guns only pivot"));
        }
        if by.abs() > yds(20) {
            return refuse(("CF 11.23", "a gun is pushed 20 yards at most"));
        }
        let mut unit = self.unit(id).clone();
        let way = normal(unit.pose.facing + if by > 0 { 0 } else { 18_000 });
        unit.pose = unit.pose.ahead(by);
        self.steps_aside(id, unit, Trail::Straight { dir: heading(way), dist: f64::from(by.abs()) })
    }
}
