//! Wheeling about a flank, and wheeling one wing alone.

use super::{Moved, NO_ROOM, NOT_SO_FAR, refuse};
use crate::formations::MOST_SWING;
use crate::movement::interpenetration::{Near, Passing};
use crate::table::Table;
use crate::terrain::Trail;
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, Um, Vec2, arc_length, arc_turn, cast_turn, wheel_pivot, wheel_radius};
use kernel::Refusal;

/// A wheel over uneven ground is reckoned in steps of this.
const STEP: Cdeg = 500;

/// A wheel to one side, as far as the enemy and the allowance let it go.
pub(super) struct Swing {
    right: bool,
    pivot: Vec2,
    radius: f64,
    times: f64,
    left: f64,
    /// The widest angle before an enemy is met.
    pub(super) most: Cdeg,
    stopped: bool,
    /// Nothing near enough to slow it.
    clear: bool,
}

impl Table<'_> {
    pub(super) fn swing(self, near: &Near, right: bool) -> Swing {
        let id = near.id;
        // T4: full speed, or half.
        let times = if self.is_open_order(id) || self.drills_well(id) { 1.0 } else { 2.0 };
        let left = f64::from(self.move_left(id));
        let (pivot, radius) = (wheel_pivot(&near.body, !right), wheel_radius(&near.body, !right));
        let hand = if right { 1 } else { -1 };
        let afford = arc_turn(radius, left / times).min(18_000);
        let mut most = afford;
        for (_, foe) in &near.foes {
            if most > 0
                && let Some((free, ..)) = cast_turn(&near.body, pivot, most * hand, foe)
            {
                most = free.abs();
            }
        }
        let reach = near.body.center().distance(pivot) + near.body.radius();
        let friends = near.friends.iter().any(|(_, friend)| friend.center().distance(pivot) <= reach + friend.radius());
        let clear = !friends && !self.ground_near(pivot, reach) && self.on_table_around(pivot, reach);
        Swing { right, pivot, radius, times, left, most, stopped: most < afford, clear }
    }

    /// Whether a circle lies wholly on the table.
    fn on_table_around(self, center: Vec2, radius: f64) -> bool {
        let fits = |at: f64, size: Um| at >= radius && at <= f64::from(size) - radius;
        fits(center.x, self.rules.ground.width) && fits(center.y, self.rules.ground.height)
    }

    pub(super) fn wheel_outcome(self, near: &Near, right: bool, angle: Cdeg) -> Result<Moved, Refusal> {
        self.wheel_by(near, &self.swing(near, right), angle)
    }

    /// The arc of the outer corner at full or half speed (ruling G71), slower over slow ground and through friends.
    pub(super) fn wheel_by(self, near: &Near, swing: &Swing, angle: Cdeg) -> Result<Moved, Refusal> {
        if angle > swing.most {
            return if swing.stopped && angle <= arc_turn(swing.radius, swing.left / swing.times) {
                refuse("CP 15.3.1", "only a charge makes contact with the enemy")
            } else {
                refuse(NOT_SO_FAR.0, NOT_SO_FAR.1)
            };
        }
        let by = if swing.right { angle } else { -angle };
        let mut held = ArrayVec::new();
        let cost = if swing.clear {
            arc_length(swing.radius, angle) * swing.times
        } else {
            self.wheel_cost(near, swing, by, &mut held)?
        };
        if cost > swing.left + 1.0 {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        let cost = (cost.ceil() as Um).min(self.move_left(near.id));
        let mut unit = self.after(near.id, cost);
        unit.pose = unit.pose.pivot(swing.pivot, by);
        if !swing.clear {
            self.stands(near, &self.rules.body_of(near.id, &unit))?;
        }
        let mut moved = Moved::new(unit, cost, Trail::Swing { pivot: swing.pivot, by });
        moved.shake = self.volley_shaken(near.id);
        moved.held = held;
        Ok(moved)
    }

    fn wheel_cost(
        self,
        near: &Near,
        swing: &Swing,
        by: Cdeg,
        held: &mut ArrayVec<crate::cards::UnitId, 8>,
    ) -> Result<f64, Refusal> {
        let (mut cost, mut turned) = (0.0, 0);
        let mut last: Option<Body> = None;
        while turned < by.abs() {
            let step = STEP.min(by.abs() - turned);
            turned += step;
            let body = near.body.rotated(swing.pivot, turned * by.signum());
            let mut times = match self.ground_slowness(near.id, &body) {
                Ok(times) => times,
                Err((rule, why)) => return refuse(rule, why),
            };
            for (friend, other) in near.friends.iter().filter(|(_, other)| other.overlaps(&body)) {
                match self.passing(*friend) {
                    Passing::Free => {}
                    Passing::Never if other.overlaps(&near.body) => {}
                    Passing::Never => {
                        return refuse("CP 15.7.2", "to be passed through a unit must stand still the whole turn");
                    }
                    Passing::HalfSpeed => {
                        times *= 2.0;
                        if !held.contains(friend) {
                            let _ = held.try_push(*friend);
                        }
                    }
                }
            }
            cost += arc_length(swing.radius, step) * swing.times * times;
            cost += f64::from(self.obstacles_met(near.id, last.as_ref().unwrap_or(&near.body), &body));
            last = Some(body);
        }
        Ok(cost)
    }

    /// One wing swings forward at wheeling speed or back at retiring speed; it always touches the pikes (CP 15.9.2, 15.9.8).
    pub(super) fn wing_outcome(self, near: &Near, right: bool, angle: Cdeg) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if !self.rules.has_wings(id, unit) {
            return refuse("CP 15.9.2", "only a line with pikes in the middle has wings to wheel");
        }
        let files = if right { unit.layout.right } else { unit.layout.left };
        let old = if right { unit.layout.right_angle } else { unit.layout.left_angle };
        if (old + angle).abs() > MOST_SWING {
            return refuse("CP 15.9.2", "the wing would no longer touch the pike block");
        }
        let drilled = self.drills_well(id);
        let times = match (angle > 0, drilled) {
            (true, true) => 1.0,
            (true, false) | (false, true) => 2.0,
            (false, false) => 4.0,
        };
        let width = f64::from(self.rules.figure_width(crate::scales::Footprint::Musketeer) * i32::from(files.max(1)));
        let cost = arc_length(width, angle) * times;
        if cost > f64::from(self.move_left(id)) + 1.0 {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        let cost = (cost.ceil() as Um).min(self.move_left(id));
        let mut after = self.after(id, cost);
        let mut swung = 0;
        while swung < angle.abs() {
            swung = (swung + STEP).min(angle.abs());
            let at = old + swung * angle.signum();
            if right {
                after.layout.right_angle = at;
            } else {
                after.layout.left_angle = at;
            }
            if !self.has_room(near, &self.rules.body_of(id, &after)) {
                return refuse(NO_ROOM.0, NO_ROOM.1);
            }
        }
        self.stands(near, &self.rules.body_of(id, &after))?;
        let mut moved = Moved::new(after, cost, Trail::Formed);
        moved.shake = self.volley_shaken(id);
        Ok(moved)
    }
}
