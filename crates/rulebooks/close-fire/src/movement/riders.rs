//! Leaders who ride, those who are ridden down, and horses that are led away (CF 6.4, 6.45, 9.11, 11.15, 12.20).

use super::refuse;
use crate::cards::{LeaderId, UnitId};
use crate::face::told::{self, Who};
use crate::ground::{Going, area_going};
use crate::measures::{CLOSE, CONTACT, FAR, NEAR, yds};
use crate::state::Fate;
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::{Point, Sweep, Um, Vec2};
use kernel::{Listener, Refusal, Seat, Side};

/// A rider's way is looked at in steps of this.
const STEP: Um = yds(5);

impl Table<'_> {
    /// How far a leader or messenger rides: 120 yds, 240 beyond 120 yds of the enemy (CF 6.3, 11.15, G28).
    pub fn riders_reach(self, side: Side, at: Vec2) -> Um {
        if self.enemy_within_of(side, at, NEAR) { NEAR } else { FAR }
    }

    /// No deep water or other ground that nobody crosses lies on the straight way (CF G40, G192); whoever stands in it may come out.
    pub(crate) fn may_be_ridden(self, from: Vec2, to: Vec2) -> bool {
        let areas = &self.rules.ground.areas;
        let near =
            |area: &scenario::Area| area_going(area.kind) == Going::Shut && area.outline.maybe_meets_segment(from, to);
        if !areas.iter().any(near) {
            return true;
        }
        let way = to - from;
        let steps = (way.len() / f64::from(STEP)).ceil().max(1.0) as i32;
        let mut places = (1..=steps).map(|step| from + way * (f64::from(step) / f64::from(steps)));
        self.going_at(from) == Going::Shut || places.all(|at| self.going_at(at) != Going::Shut)
    }

    /// Whether a rider may go there: on the table, not into deep water or across it, within his reach (CF 11.15).
    pub fn may_ride(self, side: Side, from: Vec2, to: Point) -> Result<(), Refusal> {
        let ground = &self.rules.ground;
        if !(0..=ground.width).contains(&to.x) || !(0..=ground.height).contains(&to.y) {
            return refuse(("CF 11.15", "that is not on the table"));
        }
        if !self.may_be_ridden(from, to.vec()) {
            return refuse(("CF G40", "nobody crosses that ground, and he rides straight on"));
        }
        if !within(from.distance(to.vec()), self.riders_reach(side, from)) {
            return refuse(("CF 11.15", "he rides 120 yards, 240 beyond 120 yards of the enemy"));
        }
        Ok(())
    }

    /// A detached leader rides freely in the Movement Phase, whatever he did before (CF 6.4, 9.11).
    pub(super) fn judge_leader_rides(self, seat: Seat, leader: LeaderId, to: Point) -> Result<(), Refusal> {
        self.owns_leader(seat, leader)?;
        self.may_ride_out(leader)?;
        self.may_ride(self.leader_card(leader).side, self.place_of(leader), to)
    }

    fn may_ride_out(self, leader: LeaderId) -> Result<(), Refusal> {
        if !self.is_present(leader) {
            return refuse(("CF 6.1", "he is not on the table"));
        }
        if self.leader(leader).attached.is_some() {
            return refuse(("CF 9.11", "an attached leader goes with his unit"));
        }
        if self.leader(leader).this_turn.moved {
            return refuse(("CF 9.11", "he has ridden in this phase"));
        }
        Ok(())
    }

    pub(super) fn any_to_ride(self, side: Side, seat: Seat) -> bool {
        self.leaders_of(side).any(|id| self.owns_leader(seat, id).is_ok() && self.may_ride_out(id).is_ok())
    }

    /// Detached, and seen by the enemy at all (CF 6.45, G68).
    fn is_to_be_taken(self, leader: LeaderId) -> bool {
        let his = self.leader(leader);
        his.attached.is_none() && !his.hidden
    }

    /// On his own: detached, and no friendly unit within 40 yds (CF 6.44, G24).
    pub fn is_alone(self, side: Side, at: Vec2) -> bool {
        // A gun without its crew is nobody's friend.
        let mut friends = self.of_side(side).filter(|&id| self.can_be_charged(id));
        !friends.any(|id| within(self.body(id).distance_to_point(at), CLOSE))
    }

    /// Horses may be led away once, 120 yds at most (CF 12.20).
    pub(super) fn judge_horses(self, seat: Seat, id: UnitId, to: Point) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        let Some(holders) = self.unit(id).holders else {
            return refuse(("CF 12.20", "it has no horses to lead away"));
        };
        if holders.moved {
            return refuse(("CF 12.20", "the horses have been led away once"));
        }
        let far = holders.at.vec().distance(to.vec());
        if !within(far, NEAR) || far < 1.0 {
            return refuse(("CF 12.20", "the horses withdraw 120 yards at most"));
        }
        self.may_ride(self.side(id), holders.at.vec(), to)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn leader_rides(&mut self, leader: LeaderId, to: Point) {
        let rider = self.leader_mut(leader);
        rider.at = to;
        rider.this_turn.moved = true;
        self.tell("CF 11.15", told::LEADER_RIDES, &[Who::Leader(leader), Who::Spot(to)]);
    }

    pub(super) fn horses_withdraw(&mut self, id: UnitId, to: Point) {
        if let Some(holders) = &mut self.unit_mut(id).holders {
            (holders.at, holders.moved) = (to, true);
        }
        self.tell("CF 12.20", told::HORSES_WITHDRAW, &[Who::Unit(id), Who::Spot(to)]);
    }

    /// Enemy leaders on whose place a unit has come go to the nearest of their men (CF G24).
    fn shift_leaders(&mut self, id: UnitId) {
        let body = self.body(id);
        let enemy = self.table().side(id).other();
        for ix in 0..self.state.leaders.len() as u8 {
            let leader = LeaderId(ix);
            let table = self.table();
            let stands = table.is_present(leader) && table.leader(leader).attached.is_none();
            let at = table.place_of(leader);
            if !stands || table.leader_card(leader).side != enemy || !body.contains(at) {
                continue;
            }
            let far = |unit: &UnitId| table.body(*unit).distance_to_point(at);
            let near = table.of_side(enemy).min_by(|one, other| far(one).total_cmp(&far(other)));
            if let Some(friend) = near {
                let theirs = table.body(friend);
                let main = theirs.main();
                let to = (main.front - main.dir * main.depth).round();
                self.leader_mut(leader).at = to;
            }
        }
    }

    /// Cavalry that comes upon a leader or messenger on his own takes him, and any combat unit the horses of dragoons (CF 6.45, G76).
    pub fn ride_down(&mut self, id: UnitId, sweep: &Sweep<'_>) {
        let enemy = self.table().side(id).other();
        if !self.table().counts_as_enemy(id) {
            return;
        }
        let reached = |at: Vec2| {
            let spot = field::table::Body::single(field::table::Block::segment(at, at + Vec2::new(1.0, 0.0)));
            sweep.comes_within(&spot, f64::from(CONTACT))
        };
        let table = self.table();
        let mut taken: ArrayVec<LeaderId, 8> = ArrayVec::new();
        let mut horses: ArrayVec<UnitId, 8> = ArrayVec::new();
        if table.is_cavalry(id) {
            for leader in table.leaders_of(enemy).filter(|&leader| table.is_to_be_taken(leader)) {
                let at = table.place_of(leader);
                if table.is_alone(enemy, at) && reached(at) {
                    table.state.overflow.keep(&mut taken, leader);
                }
            }
        }
        for dragoons in table.of_side(enemy) {
            if table.unit(dragoons).holders.is_some_and(|holders| reached(holders.at.vec())) {
                table.state.overflow.keep(&mut horses, dragoons);
            }
        }
        let alone: ArrayVec<bool, { crate::state::MOST_MESSENGERS }> = (0..table.state.messengers.len())
            .map(|place| {
                let messenger = &table.state.messengers[place];
                let at = messenger.at.vec();
                table.is_cavalry(id) && messenger.side == enemy && table.is_alone(enemy, at) && reached(at)
            })
            .collect();
        for leader in taken {
            self.leader_lost(leader, Fate::Captured);
        }
        self.shift_leaders(id);
        for dragoons in horses {
            self.unit_mut(dragoons).holders = None;
            self.tell("CF G76", told::HORSES_LOST, &[Who::Unit(dragoons)]);
        }
        for place in (0..alone.len()).rev().filter(|&place| alone[place]) {
            self.state.messengers.remove(place);
            self.tell("CF 6.45", told::MESSENGER_TAKEN, &[Who::Unit(id)]);
        }
    }
}
