//! Ways of a reacting unit, tried in the mind before they are ridden: poses, what each step costs, what it does to the formation.
//! Reaction movement keeps all rules of normal movement (MP 9.2.4d, 9.3.3a) and is paid from the allowance the unit has when
//! it starts to react (MP 9.1.6b, 9.2.1d, ruling MP G-A27).

use crate::cards::UnitId;
use crate::facing::{COUNTER_MARCH, Pose, WHEEL};
use crate::movement::{Activity, Moving};
use crate::state::Formation;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand};
use kernel::Listener;

/// A single step of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    Ahead(Dir),
    Turn(Hand),
    /// The half on that hand stays.
    Wheel(Hand),
    CounterMarch,
}

/// What a unit still has to spend on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purse {
    pub points: u8,
    /// Formation hits that make it Formation Broken; none for units that take none.
    pub hits: u8,
    /// Gentle slopes crossed in this activity (MP 7.3.1g).
    pub gentle: u8,
}

impl Purse {
    /// Whether the unit is Formation Broken, which ends its move (MP 7.3.1e).
    pub const fn is_broken(self) -> bool {
        self.hits == 0
    }
}

impl Table<'_> {
    /// What the reacting move on top of `moves` has left.
    pub(crate) fn purse(self, id: UnitId) -> Purse {
        let moving = self.state.moves.last().filter(|moving| moving.unit == id);
        let (points, gentle) =
            moving.map_or((0, 0), |moving| (moving.allowance.saturating_sub(moving.spent), moving.gentle));
        Purse { points, gentle, ..self.fresh_purse(id) }
    }

    /// What it would have at the start of a reaction (MP 9.1.6b).
    pub(super) fn fresh_purse(self, id: UnitId) -> Purse {
        let hits = match self.unit(id).formation {
            Formation::Broken | Formation::None => 0,
            Formation::Shaken => 1,
            Formation::Normal | Formation::Hedgehog | Formation::OpenOrder | Formation::Column => 2,
        };
        Purse { points: self.allowance(id), hits, gentle: 0 }
    }

    /// Points to come round by so many vertices the short way: a Counter March is never dearer than 2 (MP 6.2.2a).
    pub(crate) fn turning_cost(self, id: UnitId, vertices: u8) -> u8 {
        if vertices == 3 { COUNTER_MARCH } else { vertices * self.turn_cost(id) }
    }

    /// The pose after a step; ground and other units are not looked at.
    pub(crate) fn stepped(self, id: UnitId, pose: Pose, pace: Pace) -> Option<Pose> {
        let shape = self.shape(id);
        match pace {
            Pace::Ahead(dir) => self.pose_ahead(shape, pose, dir),
            Pace::Turn(hand) => self.pose_turned(shape, pose, hand),
            Pace::Wheel(pivot) => self.pose_wheeled(shape, pose, pivot),
            Pace::CounterMarch => self.pose_counter_marched(shape, pose),
        }
    }

    /// A step with all it takes: where it leads and what is left; nothing when it cannot be paid or the ground forbids it.
    pub(crate) fn paid_step(self, id: UnitId, pose: Pose, pace: Pace, purse: Purse) -> Option<(Pose, Purse)> {
        let to = self.stepped(id, pose, pace)?;
        let points = match pace {
            Pace::Turn(_) => self.turn_cost(id),
            Pace::CounterMarch => COUNTER_MARCH,
            Pace::Ahead(_) => self.step_cost(id, pose, to)?,
            Pace::Wheel(_) => WHEEL + self.step_cost(id, pose, to)?,
        };
        let points = purse.points.checked_sub(points)?;
        if matches!(pace, Pace::Turn(_) | Pace::CounterMarch) {
            return Some((to, Purse { points, ..purse }));
        }
        let crosses = |(hex, dir)| self.ground().is_gentle(hex, dir);
        let gentle = purse.gentle + u8::from(self.feels_gentle_slopes(id) && self.crossings(pose, to).any(crosses));
        // MP 7.3.1g, ruling MP G-A31: the second gentle slope of an activity hits, and no later one.
        let stumbles = purse.gentle == 1 && gentle == 2;
        let hits = purse.hits.saturating_sub(self.step_hits(id, pose, to) + u8::from(stumbles));
        Some((to, Purse { points, hits, gentle }))
    }

    /// Whether nobody stands in the way of a pose: reacting units pass no unit but friendly guns and wagons (MP 8.1.2a, 9.3.7a).
    pub(super) fn is_clear(self, id: UnitId, pose: Pose) -> bool {
        let side = self.side(id);
        pose.hexes().all(|hex| {
            self.body_at(hex).is_none_or(|body| body == id)
                && self.enemy_at(side, hex).is_none()
                && (self.unit(id).hexes().any(|own| own == hex) || self.may_stand(id, hex).is_ok())
        })
    }

    /// Where a step leads that may end with a friend: to a hex that is free, or to his, where it stops and is faced as he is if they become one stack
    /// (MP 7.3.3i, 8.2.2a, 8.2.2b; ruling MP G-A76).
    pub(super) fn clear_step(self, id: UnitId, to: Pose, left: Purse) -> Option<(Pose, Purse)> {
        let Some(friend) = self.friend_to_stop_with(id, to) else {
            return self.is_clear(id, to).then_some((to, left));
        };
        let facing = if self.is_body(id) { self.unit(friend).facing } else { to.facing };
        left.points.checked_sub(self.turning_cost(id, to.facing.turns_to(facing)))?;
        Some((Pose { facing, ..to }, Purse { points: 0, ..left }))
    }

    /// The unit in a hex with whom another may stack: cavalry and Light Infantry with each other (MP 8.2.1a), a gun or wagon with anybody (MP 7.3.3h, 8.1.1c).
    fn friend_to_stop_with(self, id: UnitId, pose: Pose) -> Option<UnitId> {
        let body = self.body_at(pose.hex).filter(|&body| body != id && pose.other.is_none())?;
        let stacks = if self.is_body(id) { self.may_join(id, body) } else { self.may_stand(id, pose.hex).is_ok() };
        stacks.then_some(body)
    }

    /// Hexes from a pose to a unit.
    pub(super) fn distance_from(self, pose: Pose, to: UnitId) -> u8 {
        pose.hexes().map(|hex| self.distance_to(to, hex)).min().unwrap_or(u8::MAX)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Starts a reacting move: its allowance is taken now (MP 9.1.6b).
    pub(super) fn start_reacting(&mut self, id: UnitId, activity: Activity) {
        self.forget_company(id);
        let moving = Moving::begun(self.table(), id, activity);
        // A window opens only where there is room for a move in answer.
        let (state, overflow) = self.state.with_overflow();
        overflow.keep(&mut state.moves, moving);
    }

    pub(super) fn end_reacting(&mut self, id: UnitId) {
        if self.state.moves.last().is_some_and(|moving| moving.unit == id) {
            self.state.moves.pop();
        }
    }

    /// Takes one step of a reacting move that has been found legal. Turning ends a run-up (MP 11.3.6a).
    pub(super) fn take_pace(&mut self, id: UnitId, pace: Pace, activity: Activity) {
        let table = self.table();
        let (pose, purse) = (table.pose(id), table.purse(id));
        let Some((to, left)) = table.paid_step(id, pose, pace, purse) else { return };
        let friend = table.friend_to_stop_with(id, to);
        let spent = if friend.is_some() { purse.points } else { purse.points - left.points };
        match pace {
            Pace::Ahead(_) | Pace::Wheel(_) => self.enter(id, to.hex, to.other, to.facing, activity),
            Pace::Turn(_) | Pace::CounterMarch => {
                self.set_off(id, activity);
                self.turn_about(id, to);
            }
        }
        self.hold_gun_stack(id);
        if let Some(partner) = friend.filter(|_| self.table().is_body(id)) {
            self.join_stack(id, partner);
            // The stack has had its one reaction to this trigger (MP 8.2.1a, 9.1.1f).
            if let Some(window) = self.state.windows.last_mut() {
                window.reacted.insert(partner);
            }
        }
        if let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == id) {
            moving.spent = moving.spent.saturating_add(spent);
            if !matches!(pace, Pace::Ahead(_)) {
                moving.run = 0;
            }
        }
    }

    /// Turns on the spot; Light Infantry stacked with cavalry turns with it (MP 8.2.1a).
    fn turn_about(&mut self, id: UnitId, to: Pose) {
        for unit in self.stack_of(id) {
            self.state.put(unit, to.hex, to.other, to.facing);
        }
    }
}
