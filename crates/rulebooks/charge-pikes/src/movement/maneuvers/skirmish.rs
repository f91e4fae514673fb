//! 15.10 Skirmish movement: anywhere within the move, facing as one likes.

use super::{Moved, NO_ROOM, NOT_SO_FAR, refuse};
use crate::movement::interpenetration::{Course, Near};
use crate::state::Unit;
use crate::table::Table;
use field::table::{Body, Cdeg, Point, Pose, TOUCH, Trail, Um, Vec2};
use kernel::Refusal;

impl Table<'_> {
    /// CP 15.10.1; the cost is the longest way that any figure goes (ruling G71).
    pub(super) fn skirmish_outcome(self, near: &Near, to: Point, facing: Cdeg) -> Result<Moved, Refusal> {
        let id = near.id;
        if !self.is_open_order(id) {
            return refuse("CP 15.10.1", "only skirmishers move and face freely");
        }
        let old = self.unit(id);
        let pose = Pose::new(to, facing);
        if pose == old.pose {
            return refuse("CP 15.10.1", "it stands there already");
        }
        let left = f64::from(near.left);
        let body = self.body_there(id, pose);
        let shift = body.main().center() - near.body.main().center();
        let farthest = longest_way(&near.body, &body);
        if farthest > left + TOUCH {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        let dist = shift.len();
        let dir = shift.unit();
        let mut course = Course::open(0.0);
        self.lay_course(&mut course, near, dir, dist);
        if course.way.limit + 1.0 < dist {
            let (rule, why) = course.way.bar.unwrap_or(NO_ROOM);
            return refuse(rule, why);
        }
        let cost = course.way.cost(dist, 1.0) + (farthest - dist).max(0.0);
        if cost > left + TOUCH {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        self.stands(near, &body)?;
        let cost = (cost.ceil() as Um).min(near.left);
        let mut after = self.after(id, cost);
        after.pose = pose;
        let mut moved = Moved::new(after, cost, Trail::Straight { dir, dist });
        moved.held = course.held(f64::INFINITY).take(8).collect();
        Ok(moved)
    }
}

/// How far the corner goes that goes farthest. Men turn about where they stand: then front and rear change places.
fn longest_way(before: &Body, after: &Body) -> f64 {
    let (old, new) = (before.main().corners(), after.main().corners());
    let farthest = |turned: usize| {
        let way = |corner: usize| -> f64 { old[corner].distance(new[(corner + turned) % 4]) };
        (0..4).map(way).fold(0.0, f64::max)
    };
    farthest(0).min(farthest(2))
}

/// Where a skirmish line stands after going so far without turning.
pub(super) fn shifted(unit: &Unit, dir: Vec2, distance: f64) -> Point {
    (unit.pose.at.vec() + dir * distance).round()
}
