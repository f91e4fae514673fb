//! Wheeling about a flank, and wheeling one wing alone.

use super::{Mark, Moved, NO_ROOM, NOT_SO_FAR, refuse};
use crate::cards::UnitId;
use crate::face::told;
use crate::formations::MOST_SWING;
use crate::movement::interpenetration::Near;
use crate::state::Unit;
use crate::table::Table;
use crate::terrain::{Going, March, Nearby};
use arrayvec::ArrayVec;
use field::table::{
    Body, Cdeg, Passing, Pose, SWING_STEP, Trail, Um, Vec2, arc_length, arc_turn, cast_turn, turned_within,
    wheel_pivot, wheel_radius,
};
use kernel::Refusal;

/// Nobody slips in between steps so small of the arc of a wing.
const WING_STEP: Cdeg = 1_500;

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
    /// Terrain or the table's edge may be in its way.
    ground: bool,
    /// Of these, terrain that tells on the ground it sweeps, and the mover to it.
    rough: Option<(Going, Nearby)>,
    /// Of these, the edge.
    edge: bool,
    /// Friends in its way.
    friends: ArrayVec<Met, 64>,
}

/// A friend in the way of a wheel, and how far it turns before it comes up to him.
struct Met {
    friend: UnitId,
    free: Cdeg,
}

impl Swing {
    fn pose_after(&self, pose: Pose, angle: Cdeg) -> Pose {
        pose.pivot(self.pivot, if self.right { angle } else { -angle })
    }
}

/// How far a wheel has been reckoned.
#[derive(Default)]
pub(super) struct Swept {
    turned: Cdeg,
    cost: f64,
    last: Option<Body>,
    held: ArrayVec<UnitId, 8>,
    /// What stops it from going farther.
    shut: Option<Mark>,
}

impl Table<'_> {
    /// Looks at a wheel up to an angle: farther need not be looked at to judge or offer it.
    pub(super) fn swing(self, near: &Near, right: bool, upto: Cdeg) -> Swing {
        let id = near.id;
        // T4: full speed, or half.
        let times = if self.is_open_order(id) || near.drilled { 1.0 } else { 2.0 };
        let left = f64::from(near.left);
        let (pivot, radius) = (wheel_pivot(&near.body, !right), wheel_radius(&near.body, !right));
        let hand = if right { 1 } else { -1 };
        let afford = arc_turn(radius, left / times).min(upto);
        let mut most = afford;
        for (_, foe) in &near.foes {
            if most > 0
                && let Some((free, ..)) = cast_turn(&near.body, pivot, most * hand, foe)
            {
                most = free.abs();
            }
        }
        let reach = near.body.center().distance(pivot) + near.body.radius();
        let around = near.friends.iter().filter(|friend| friend.center.distance(pivot) <= reach + friend.radius);
        let met = |friend: UnitId| {
            let theirs = self.body(friend);
            let free = match theirs.overlaps(&near.body) {
                true => 0,
                false => cast_turn(&near.body, pivot, most * hand, &theirs)?.0.abs(),
            };
            Some(Met { friend, free })
        };
        let friends = around.filter_map(|friend| met(friend.id)).collect();
        let edge = !self.on_table_around(pivot, reach);
        let terrain = self.ground_near(pivot, reach);
        let rough = if terrain { self.ground_in_turn(near, pivot, most * hand) } else { None };
        let ground = terrain || edge;
        Swing { right, pivot, radius, times, left, most, stopped: most < afford, ground, rough, edge, friends }
    }

    /// The terrain that tells on what a body sweeps in a turn.
    fn ground_in_turn(self, near: &Near, pivot: Vec2, by: Cdeg) -> Option<(Going, Nearby)> {
        let (middle, reach) = turned_within(&near.body, pivot, by);
        let going = self.going(near.id, &near.body, March::Normal);
        let ground = self.ground_about(going, middle, reach);
        (!ground.is_empty()).then_some((going, ground))
    }

    pub(super) fn wheel_outcome(self, near: &Near, right: bool, angle: Cdeg) -> Result<Moved, Refusal> {
        self.wheel_by(near, &self.swing(near, right, angle), &mut Swept::default(), angle)
    }

    /// The arc of the outer corner at full or half speed (ruling G71), slower over slow ground and through friends.
    /// `swept` carries on from a smaller angle of the same swing.
    pub(super) fn wheel_by(self, near: &Near, swing: &Swing, swept: &mut Swept, angle: Cdeg) -> Result<Moved, Refusal> {
        let (unit, cost) = self.wheeled(near, swing, swept, angle)?;
        let by = if swing.right { angle } else { -angle };
        let mut moved = Moved::new(unit, cost, Trail::Swing { pivot: swing.pivot, by });
        moved.shake = self.volley_shaken(near.id);
        moved.held = swept.held.clone();
        Ok(moved)
    }

    /// Whether the menu may offer an angle of a swing.
    pub(super) fn may_wheel(self, near: &Near, swing: &Swing, swept: &mut Swept, angle: Cdeg) -> bool {
        if self.ahead_of(near.id).is_some() {
            let moved = self.wheel_by(near, swing, swept, angle);
            return moved.is_ok_and(|moved| self.stays_ahead(near, &moved).is_ok());
        }
        // Where it could not stand at the end its way need not be followed.
        self.wheel_ends(near, swing, angle).is_ok() && self.wheel_price(near, swing, swept, angle).is_ok()
    }

    /// The unit after a wheel, and what it costs.
    fn wheeled(self, near: &Near, swing: &Swing, swept: &mut Swept, angle: Cdeg) -> Result<(Unit, Um), Refusal> {
        let cost = self.wheel_cost(near, swing, swept, angle)?;
        let mut unit = self.after(near.id, cost);
        unit.pose = swing.pose_after(unit.pose, angle);
        Ok((unit, cost))
    }

    /// What a wheel costs, if it can be made.
    fn wheel_cost(self, near: &Near, swing: &Swing, swept: &mut Swept, angle: Cdeg) -> Result<Um, Refusal> {
        let cost = self.wheel_price(near, swing, swept, angle)?;
        self.wheel_ends(near, swing, angle)?;
        Ok(cost)
    }

    /// What a wheel costs, if its way is free.
    fn wheel_price(self, near: &Near, swing: &Swing, swept: &mut Swept, angle: Cdeg) -> Result<Um, Refusal> {
        if angle > swing.most {
            return if swing.stopped && angle <= arc_turn(swing.radius, swing.left / swing.times) {
                refuse("CP 15.3.1", "only a charge makes contact with the enemy")
            } else {
                refuse(NOT_SO_FAR.0, NOT_SO_FAR.1)
            };
        }
        let cost = if swing.ground || !swing.friends.is_empty() {
            self.sweep_to(near, swing, swept, if swing.right { angle } else { -angle })?;
            swept.cost
        } else {
            arc_length(swing.radius, angle) * swing.times
        };
        if cost > swing.left + 1.0 {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        Ok((cost.ceil() as Um).min(near.left))
    }

    /// Whether a unit may stand where a wheel ends.
    fn wheel_ends(self, near: &Near, swing: &Swing, angle: Cdeg) -> Result<(), Refusal> {
        let (closed, friends) = (swing.rough.is_some() || swing.edge, !swing.friends.is_empty());
        if closed || friends {
            let body = self.body_there(near.id, swing.pose_after(self.unit(near.id).pose, angle));
            if closed {
                self.can_stand(near.id, &body, March::Normal)?;
            }
            if friends && !self.has_room(near, &body) {
                return refuse(NO_ROOM.0, NO_ROOM.1);
            }
        }
        Ok(())
    }

    fn sweep_to(self, near: &Near, swing: &Swing, swept: &mut Swept, by: Cdeg) -> Result<(), Refusal> {
        if swept.shut.is_none() {
            swept.shut = self.sweep_on(near, swing, swept, by).err();
        }
        match swept.shut {
            None => Ok(()),
            Some((rule, why)) => refuse(rule, why),
        }
    }

    fn sweep_on(self, near: &Near, swing: &Swing, swept: &mut Swept, by: Cdeg) -> Result<(), Mark> {
        while swept.turned < by.abs() {
            // What is left of the way costs its arc at least: farther than it can pay it need not be followed.
            let least = swept.cost + arc_length(swing.radius, by.abs() - swept.turned) * swing.times;
            if least > swing.left + 2.0 {
                return Err(NOT_SO_FAR);
            }
            let step = SWING_STEP.min(by.abs() - swept.turned);
            swept.turned += step;
            let turned = swept.turned;
            let friends = || swing.friends.iter().filter(|met| met.free < turned).map(|met| met.friend);
            if swing.rough.is_none() && friends().next().is_none() {
                swept.cost += arc_length(swing.radius, step) * swing.times;
                continue;
            }
            let body = near.body.rotated(swing.pivot, swept.turned * by.signum());
            let slowness = |(going, ground): &(Going, Nearby)| self.ground_slowness(*going, ground, &body);
            let mut times = swing.rough.as_ref().map_or(Ok(1.0), slowness)?;
            for friend in friends().filter(|&friend| self.body(friend).overlaps(&body)) {
                match self.passing(friend) {
                    Passing::Free => {}
                    Passing::Never if self.body(friend).overlaps(&near.body) => {}
                    Passing::Never => {
                        return Err(("CP 15.7.2", "to be passed through a unit must stand still the whole turn"));
                    }
                    Passing::Costly => {
                        times *= 2.0;
                        if !swept.held.contains(&friend) {
                            self.state.overflow.keep(&mut swept.held, friend);
                        }
                    }
                }
            }
            swept.cost += arc_length(swing.radius, step) * swing.times * times;
            if let Some((going, ground)) = swing.rough.as_ref().filter(|(_, ground)| ground.has_lines()) {
                let last = swept.last.as_ref().unwrap_or(&near.body);
                swept.cost += f64::from(self.obstacles_met(*going, ground, last, &body));
                swept.last = Some(body);
            }
        }
        Ok(())
    }

    /// One wing swings forward at wheeling speed or back at retiring speed; it always touches the pikes (CP 15.9.2, 15.9.8).
    pub(super) fn wing_outcome(self, near: &Near, right: bool, angle: Cdeg) -> Result<Moved, Refusal> {
        let id = near.id;
        let cost = self.wing_cost(near, right, angle)?;
        let old = self.wing_angle(id, right);
        let mut swung = 0;
        while swung < angle.abs() {
            swung = (swung + WING_STEP).min(angle.abs());
            let body = self.wing_at(near, right, old + swung * angle.signum());
            if swung == angle.abs() {
                self.stands(near, &body)?;
            } else if !self.has_room(near, &body) {
                return refuse(NO_ROOM.0, NO_ROOM.1);
            }
        }
        let mut moved = Moved::new(self.with_wing_at(self.after(id, cost), right, old + angle), cost, Trail::Formed);
        moved.covered = self.wing_covers(near, right, angle);
        moved.shake = self.volley_shaken(id);
        // A wing that wheels back retires, which the second column does not do in order (CP 15.9.7, 15.9.8).
        if angle < 0 && !near.drilled {
            moved.disorder = Some(("CP 15.9.7", told::NOT_DRILLED));
        }
        Ok(moved)
    }

    /// The ground that the outer end of a wing covers, and so much of it as the wing does in the rough (CP 19.2.1).
    fn wing_covers(self, near: &Near, right: bool, angle: Cdeg) -> (Um, Um) {
        let (old, mut swung, mut rough) = (self.wing_angle(near.id, right), 0, 0.0);
        let width = self.wing_width(near.id, right);
        while swung < angle.abs() && self.rough_ground(near.id).next().is_some() {
            let step = SWING_STEP.min(angle.abs() - swung);
            swung += step;
            let body = self.wing_at(near, right, old + swung * angle.signum());
            let wing = body.blocks.get(wing_number(right)).map(|&wing| Body::single(wing));
            if wing.is_some_and(|wing| self.rough_ground(near.id).any(|area| area.meets_body(&wing))) {
                rough += arc_length(width, step);
            }
        }
        (arc_length(width, angle).round() as Um, rough.round() as Um)
    }

    fn wing_width(self, id: UnitId, right: bool) -> f64 {
        let layout = &self.unit(id).layout;
        let files = if right { layout.right } else { layout.left };
        f64::from(self.rules.figure_width(crate::scales::Footprint::Musketeer) * i32::from(files.max(1)))
    }

    /// Whether the menu may offer to swing a wing forward or back by one step of its arc, and by two.
    pub(super) fn wing_swings(self, near: &Near, right: bool, forward: bool) -> [bool; 2] {
        let old = self.wing_angle(near.id, right);
        let step = if forward { WING_STEP } else { -WING_STEP };
        let may = |angle: Cdeg| (old + angle).abs() <= MOST_SWING / 2 && self.wing_cost(near, right, angle).is_ok();
        let [one, two] = [may(step), may(2 * step)];
        if !one && !two {
            return [false; 2];
        }
        let first = self.wing_at(near, right, old + step);
        let room = self.has_room(near, &first);
        let stands = |body: &Body| self.stands(near, body).is_ok();
        [room && one && stands(&first), room && two && stands(&self.wing_at(near, right, old + 2 * step))]
    }

    fn wing_cost(self, near: &Near, right: bool, angle: Cdeg) -> Result<Um, Refusal> {
        let unit = self.unit(near.id);
        if !self.rules.has_wings(near.id, unit) {
            return refuse("CP 15.9.2", "only a line with pikes in the middle has wings to wheel");
        }
        if (self.wing_angle(near.id, right) + angle).abs() > MOST_SWING {
            return refuse("CP 15.9.2", "the wing would no longer touch the pike block");
        }
        let times = match (angle > 0, near.drilled) {
            (true, true) => 1.0,
            (true, false) | (false, true) => 2.0,
            (false, false) => 4.0,
        };
        let width = self.wing_width(near.id, right);
        let too_far = |cost: f64| cost > f64::from(near.left) + 1.0;
        let mut cost = arc_length(width, angle) * times;
        if !too_far(cost)
            && let Some(slowed) = self.wing_over_ground(near, right, angle, width)?
        {
            cost = slowed.0 * times + slowed.1;
        }
        if too_far(cost) {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        Ok((cost.ceil() as Um).min(near.left))
    }

    /// How long the arc of a wing counts over the ground under it, and what is to be paid for what it comes upon (ruling
    /// G58); nothing where the ground does not matter.
    fn wing_over_ground(
        self,
        near: &Near,
        right: bool,
        angle: Cdeg,
        width: f64,
    ) -> Result<Option<(f64, f64)>, Refusal> {
        let wing_of = |body: &Body| body.blocks.get(wing_number(right)).map(|&wing| Body::single(wing));
        let (old, Some(mut last)) = (self.wing_angle(near.id, right), wing_of(&near.body)) else { return Ok(None) };
        // No corner of the wing stands farther from where it turns than its diagonal is long.
        let (center, reach) = (last.center(), last.radius() + arc_length(2.0 * last.radius(), angle));
        if !self.ground_near(center, reach) {
            return Ok(None);
        }
        let going = self.going(near.id, &near.body, March::Normal);
        let ground = self.ground_about(going, center, reach);
        if ground.is_empty() {
            return Ok(None);
        }
        let (mut swung, mut arc, mut toll) = (0, 0.0, 0.0);
        while swung < angle.abs() {
            let step = SWING_STEP.min(angle.abs() - swung);
            swung += step;
            let Some(wing) = wing_of(&self.wing_at(near, right, old + swung * angle.signum())) else { break };
            let slow = self.ground_slowness(going, &ground, &wing);
            arc += arc_length(width, step) * slow.map_err(|(rule, why)| Refusal::new(rule, why))?;
            toll += f64::from(self.obstacles_met(going, &ground, &last, &wing));
            last = wing;
        }
        Ok(Some((arc, toll)))
    }

    fn wing_angle(self, id: UnitId, right: bool) -> Cdeg {
        let layout = &self.unit(id).layout;
        if right { layout.right_angle } else { layout.left_angle }
    }

    fn with_wing_at(self, mut unit: Unit, right: bool, at: Cdeg) -> Unit {
        *(if right { &mut unit.layout.right_angle } else { &mut unit.layout.left_angle }) = at;
        unit
    }

    /// The ground a line covers with one wing at another angle.
    fn wing_at(self, near: &Near, right: bool, at: Cdeg) -> Body {
        let unit = self.with_wing_at(*self.unit(near.id), right, at);
        let body = self.rules.wing_swung(near.id, &unit, &near.body, right, at);
        debug_assert_eq!(body, self.rules.body_of(near.id, &unit), "only the wing has moved");
        body
    }
}

/// The block of a line that a wing is: they come after the pikes.
fn wing_number(right: bool) -> usize {
    if right { 2 } else { 1 }
}
