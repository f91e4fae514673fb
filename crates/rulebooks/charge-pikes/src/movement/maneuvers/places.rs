//! Town blocks and hedgerows: going in and coming out, loopholing and breaking down.

use super::{Also, Moved, NO_ROOM, refuse};
use crate::cards::UnitId;
use crate::face::told;
use crate::movement::interpenetration::Near;
use crate::state::{Formation, HedgeWork};
use crate::table::Table;
use crate::terrain::March;
use field::table::{Block, Edge, MM, Pose, TOUCH, Trail, Um, bearing};
use kernel::Refusal;

impl Table<'_> {
    /// The town blocks a unit stands against and could go into.
    pub(super) fn enterable(self, id: UnitId) -> impl Iterator<Item = u8> {
        let unit = self.unit(id);
        let may = self.is_foot(id) && !self.is_guns(id) && unit.inside.is_none() && unit.formation != Formation::Square;
        let areas = 0..self.rules.ground.areas.len().min(256);
        areas
            .filter(move |&area| may && self.rules.town(area).is_some() && self.touches_town(id, area))
            .map(|area| area as u8)
    }

    fn touches_town(self, id: UnitId, area: usize) -> bool {
        let outline = &self.rules.ground.areas[area].outline;
        let reach = f64::from(2 * MM) + TOUCH;
        outline.within(&self.body(id), reach)
    }

    /// CP 19.7.1, 19.7.3, 19.7.9b: infantry that has come up to the houses, as many as they hold, at no cost.
    pub(super) fn enter_outcome(self, near: &Near, area: u8) -> Result<Moved, Refusal> {
        let id = near.id;
        if self.rules.town(usize::from(area)).is_none() {
            return refuse("CP 19.7.1", "that is no town block");
        }
        if !self.is_foot(id) || self.is_guns(id) {
            return refuse("CP 19.7.1", "only infantry may enter a town block");
        }
        if !self.touches_town(id, usize::from(area)) {
            return refuse("CP 19.7.9b", "it must come up to the houses first");
        }
        if self.garrison_of(area).any(|other| self.side(other) != self.side(id)) {
            return refuse("CP 15.3.1", "the enemy is inside: only a charge gets in");
        }
        if self.figures(id) > self.room_in(area) {
            return refuse("CP 19.7.3", "the block does not hold so many figures");
        }
        let mut after = self.after(id, 0);
        after = self.rules.in_line_of_battle(id, &after);
        (after.layout.left_angle, after.layout.right_angle) = (0, 0);
        after.revealed = false;
        Ok(Moved { also: Also::Enter(area), ..Moved::new(after, 0, Trail::Formed) })
    }

    /// CP 19.7.9c: a full move, and disordered.
    pub(super) fn leave_outcome(self, near: &Near, pose: Pose) -> Result<Moved, Refusal> {
        let id = near.id;
        let Some(block) = self.unit(id).inside.and_then(|area| self.rules.town_block(usize::from(area))) else {
            return refuse("CP 19.7.9c", "it is in no town block");
        };
        if !self.is_fresh(id) {
            return refuse("CP 19.7.9c", "coming out of a town block takes a full move");
        }
        let mut after = self.after(id, 0);
        after.inside = None;
        after.revealed = false;
        after.pose = Pose::new(pose.at, pose.facing);
        after.spent = self.move_speed_as(id, &after);
        let body = self.rules.body_of(id, &after);
        let beside = body.blocks.iter().map(|part| part.distance(&block)).fold(f64::INFINITY, f64::min);
        if beside > f64::from(self.inches(1)) {
            return refuse("CP 19.7.9c", "it comes out beside its town block");
        }
        // Inside, the unit is at home in the block; outside it must be clear of it.
        if body.blocks.iter().any(|part| part.overlaps(&block)) {
            return refuse(NO_ROOM.0, NO_ROOM.1);
        }
        self.can_stand(id, &body, March::Normal)?;
        let mut room = self.alone(id);
        self.look_about(&mut room, f64::from(self.inches(12)) + block.radius() + body.radius());
        if !self.has_room(&room, &body) {
            return refuse(NO_ROOM.0, NO_ROOM.1);
        }
        let mut moved = Moved::new(after, after.spent, Trail::Formed);
        moved.disorder = Some(("CP 19.7.9c", told::CAME_OUT_OF_TOWN));
        Ok(moved)
    }

    /// In front of the middle of a face of its block, looking outward.
    pub(super) fn way_out(self, id: UnitId, block: &Block, edge: Edge) -> Pose {
        let (one, two) = block.edge(edge);
        let outward = block.outward(edge);
        let mut outside = *self.unit(id);
        outside.inside = None;
        outside.pose = Pose::new(outside.pose.at, bearing(outward));
        let body = self.rules.body_of(id, &outside);
        let main = body.main();
        let depth = body.corners().map(|corner| -main.local(corner).y).fold(0.0, f64::max);
        let at = one.midpoint(two) + outward * (depth + f64::from(MM));
        Pose::new(at.round(), outside.pose.facing)
    }

    /// A whole turn of work at a hedge loopholes it (CP 19.4.7b), two break it down (CP 19.4.6b), before the unit's front.
    pub(super) fn hedge_outcome(self, near: &Near, line: u8, breaks: bool) -> Result<Moved, Refusal> {
        let id = near.id;
        let rule = if breaks { "CP 19.4.6b" } else { "CP 19.4.7b" };
        if !self.is_hedge(usize::from(line)) {
            return refuse(rule, "that is no hedgerow");
        }
        if !self.is_foot(id) && !self.is_mounted(id) {
            return refuse(rule, "these are no troops to work at a hedge");
        }
        // Loopholes are for those who shoot through them (ruling G97).
        if !breaks && !self.is_foot(id) {
            return refuse("CP G97", "horse cuts no loopholes: nobody of it shoots through them");
        }
        let Some((from, to)) = self.hedge_stretch(usize::from(line), &near.body) else {
            return refuse(rule, "it must stand against the hedge");
        };
        if !self.is_fresh(id) {
            return refuse(rule, "that takes the whole turn");
        }
        if self.stretch_is(usize::from(line), (from, to), breaks) {
            return refuse(rule, "that is done already");
        }
        if self.state.hedge_works.is_full() {
            return refuse(rule, "no more stretches of hedge can be kept account of");
        }
        let worked = self.unit(id).hedge_turns + 1;
        let mut after = self.after(id, self.move_left(id));
        let done = !breaks || worked >= 2;
        after.hedge_turns = if done { 0 } else { worked };
        let mut moved = Moved::new(after, self.move_left(id), Trail::Formed);
        if done {
            moved.also = Also::Hedge(HedgeWork { line, from, to: to as Um, broken: breaks });
        }
        Ok(moved)
    }
}
