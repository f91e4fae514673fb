//! A Maneuver Unit whose chit was drawn: its owner takes up one stack after another (13.1, 8.4.4).

use super::{Motion, MoveChoice, MoveStep, Moving};
use crate::agenda::Step;
use crate::cards::{Echelon, FormationId, FormationSet, LeaderId, LeaderSet, MuId, UnitId};
use crate::command::Mu;
use crate::decision::Decision;
use crate::fraction::Points;
use crate::movement::no;
use crate::state::{Order, Place};
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::{Listener, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A part of a corps that moves before the next does (8.4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Group {
    Division(FormationId),
    /// What the corps holds itself, and aides with their stacks.
    Held,
}

/// What is kept while a Maneuver Unit moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Maneuvering {
    /// The division of a corps that moves now; none within it is what the corps holds itself (8.4.4, G32).
    pub group: Option<Group>,
    /// Those that are done.
    pub closed: FormationSet,
    pub rest_closed: bool,
    /// The leader who has ridden to units and may still go on with them (13.1.3.3).
    pub rider: Option<LeaderId>,
}

impl Table<'_> {
    /// Whether the Maneuver Unit is that of a corps.
    fn moves_by_divisions(self, mu: &Mu) -> bool {
        self.led_by(mu.leader).is_some_and(|formation| self.echelon(formation) == Echelon::Corps)
    }

    /// The part of a corps that a unit moves with has been moved, and another has begun (LB 8.4.4b, G32).
    fn division_is_done(self, mu: &Mu, id: UnitId) -> bool {
        let done = &self.state.maneuvering;
        let closed = self.group_in(mu, id).map_or(done.rest_closed, |group| done.closed.contains(group));
        self.moves_by_divisions(mu) && closed
    }

    /// Whether a unit of the Maneuver Unit may be taken up now: not moved, not routed, not pinned, and its division not yet done
    /// (LB 8.4b, 8.4.4a, 8.4.4b, 12.12.2b, 13.1a).
    pub(super) fn may_take_up(self, mu: &Mu, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !mu.members.contains(id) || unit.place != Place::Map {
            return no("LB 8.4.3d", "it is not in this Maneuver Unit");
        }
        if unit.wrecked {
            return no("LB 18.14.1.2", "a wreck does not move");
        }
        if unit.turn.movement.moved {
            return no("LB 8.4b", "it has moved in this turn");
        }
        if unit.turn.movement.halted {
            return no("LB 19.18.3c", "it was charged, and may spend no more points in this segment");
        }
        if unit.order == Order::Pgd {
            return no("LB 12.12.2b", "routed units do not move by choice");
        }
        if self.is_pinned(id) {
            return no("LB 8.4.3.5a", "it is the target of an assault");
        }
        if self.division_is_done(mu, id) {
            return no("LB 8.4.4b", "its division has been moved already");
        }
        Ok(())
    }

    /// The units in a unit's hexes that could be taken up with it, from the top down.
    fn stack_to_take(self, mu: &Mu, id: UnitId) -> Stack {
        self.stack_of(id).into_iter().filter(|&other| self.may_take_up(mu, other).is_ok()).collect()
    }

    /// A leader of the Maneuver Unit who may ride by himself (LB 8.1.2a, 8.4.3a, 13.1.3.3a).
    fn may_ride_out(self, mu: &Mu, id: LeaderId) -> Result<(), Refusal> {
        if !mu.leaders.contains(id) || !self.leader(id).on_map() {
            return no("LB 8.4.3d", "he is not in this Maneuver Unit");
        }
        if self.leader(id).turn.moved {
            return no("LB 8.1.2a", "he has moved in this turn");
        }
        let closed = |group: FormationId| self.state.maneuvering.closed.contains(group);
        if self.leaders_group_in(mu, id).is_some_and(closed) {
            return no("LB 8.4.4b", "his division has been moved already");
        }
        if !self.has_a_ride(id) {
            return no("LB 13.1.7a", "there is nowhere he could ride to");
        }
        Ok(())
    }

    /// The side of the Maneuver Unit alone moves; the other has its reactions (LB 13.1b).
    pub(super) fn asked_in_maneuver(self, id: MuId) -> SeatSet {
        let Some(mu) = &self.mu(id) else { return SeatSet::EMPTY };
        self.seats_left(mu.side, |seat| {
            let units = mu.members.iter().any(|id| self.seat(id) == seat && self.may_take_up(mu, id).is_ok());
            let his = |leader: LeaderId| self.leader_card(leader).seat == seat && self.may_ride_out(mu, leader).is_ok();
            units || mu.leaders.iter().any(his)
        })
    }

    pub(super) fn offer_maneuver(self, id: MuId, seat: Seat, menu: &mut Vec<Decision>) {
        menu.push(Decision::DONE);
        let Some(mu) = &self.mu(id) else { return };
        let mut offer = |choice: MoveChoice| {
            if self.judge_maneuver(id, seat, choice).is_ok() {
                menu.push(Decision::Move(choice));
            }
        };
        for unit in mu.members.iter() {
            offer(MoveChoice::Take(unit));
            offer(MoveChoice::Alone(unit));
        }
        mu.leaders.iter().for_each(|leader| offer(MoveChoice::Ride(leader)));
        for formation in self.all_formations() {
            offer(MoveChoice::ForceMarch(formation));
        }
    }

    pub(super) fn judge_maneuver(self, id: MuId, seat: Seat, choice: MoveChoice) -> Result<(), Refusal> {
        let Some(mu) = &self.mu(id) else { return Err(self.out_of_turn()) };
        match choice {
            MoveChoice::Take(unit) => {
                self.owns(seat, unit)?;
                self.may_take_up(mu, unit)?;
                // The whole of a stack is taken up by the first unit of it that can go.
                let first = self.stack_to_take(mu, unit).first() == Some(&unit);
                if first { Ok(()) } else { no("LB 13.1.3a", "a stack is taken up by its top unit") }
            }
            MoveChoice::Alone(unit) => {
                self.owns(seat, unit)?;
                self.may_take_up(mu, unit)?;
                let more = self.stack_to_take(mu, unit).len() > 1;
                if more { Ok(()) } else { no("LB 13.1.3a", "it is alone") }
            }
            MoveChoice::Ride(leader) => {
                if self.leader_card(leader).seat != seat {
                    return no("LB 1.0a", "he is not yours to order");
                }
                self.may_ride_out(mu, leader)
            }
            MoveChoice::ForceMarch(formation) => self.may_force_march(mu, seat, formation),
            _ => Err(self.out_of_turn()),
        }
    }

    /// Leaders who go with a stack from where it stands: those stacked with it who have not moved, and one who has just ridden to it
    /// (LB 8.1.5a, 13.1.3.3a).
    fn leaders_along(self, stack: &Stack) -> LeaderSet {
        let with = stack.iter().flat_map(|&id| self.leaders_with(id));
        let free = |leader: LeaderId| !self.leader(leader).turn.moved || self.state.maneuvering.rider == Some(leader);
        with.filter(|&leader| free(leader)).collect()
    }

    pub(super) fn offer_rides(self, id: LeaderId, menu: &mut Vec<Decision>) {
        let rides = self.rides(id, self.leader_card(id).movement);
        menu.extend(rides.iter().map(|&(hex, _)| Decision::Move(MoveChoice::RideTo(hex))));
    }

    pub(super) fn judge_ride(self, id: LeaderId, hex: Hex) -> Result<(), Refusal> {
        let reached = self.rides(id, self.leader_card(id).movement).iter().any(|&(to, _)| to == hex);
        if reached { Ok(()) } else { no("LB 13.1.7a", "he cannot ride there") }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A decision of the owner of a Maneuver Unit. The step is still on the agenda.
    pub(super) fn maneuver(&mut self, id: MuId, choice: MoveChoice) {
        let Some(mu) = self.table().mu(id) else { return };
        match choice {
            MoveChoice::Take(unit) => {
                let stack = self.table().stack_to_take(&mu, unit);
                self.takes_up(&mu, &stack);
            }
            MoveChoice::Alone(unit) => self.takes_up(&mu, &std::iter::once(unit).collect()),
            MoveChoice::Ride(leader) => {
                if let Some(division) = self.table().leaders_group_in(&mu, leader) {
                    self.begins_group(Group::Division(division));
                }
                self.push(Step::Move(MoveStep::Rides(leader)));
            }
            MoveChoice::ForceMarch(formation) => self.force_march(formation),
            _ => {}
        }
    }

    fn takes_up(&mut self, mu: &Mu, stack: &Stack) {
        let Some(&top) = stack.first() else { return };
        if self.table().moves_by_divisions(mu) {
            self.begins_group(self.table().group_in(mu, top).map_or(Group::Held, Group::Division));
        }
        let table = self.table();
        let leaders = table.leaders_along(stack);
        let mut allowance = table.allowance(stack);
        // One who has ridden to them has only what is left of his own points, and they with him (LB 13.1.3.3a, G29).
        if let Some(rider) = table.state.maneuvering.rider.filter(|&rider| leaders.contains(rider)) {
            allowance = allowance.min(table.leader_left(rider));
        }
        self.begin_move(Motion::Maneuver, stack, leaders, allowance);
    }

    /// A part of a corps begins to move, and the one before it is done (LB 8.4.4b).
    fn begins_group(&mut self, group: Group) {
        let maneuvering = &mut self.state.maneuvering;
        match maneuvering.group.filter(|&before| before != group) {
            Some(Group::Division(done)) => maneuvering.closed.insert(done),
            Some(Group::Held) => maneuvering.rest_closed = true,
            None => {}
        }
        maneuvering.group = Some(group);
    }

    /// A leader rides to a hex, and nobody reacts to it; with units there he may go on in their movement (LB 7.2.1e, 10.1.3e,
    /// 13.1.3.3a).
    pub(super) fn rides_out(&mut self, leader: LeaderId, to: Hex) {
        let rides = self.table().rides(leader, self.table().leader_card(leader).movement);
        let halves = rides.iter().find(|&&(hex, _)| hex == to).map_or(0, |&(_, halves)| halves);
        self.leader_mut(leader).turn.spent += Points::HALF.times(halves);
        self.tell(
            "LB 13.1.6a",
            crate::face::told::command::RIDES,
            &[crate::face::told::Who::Leader(leader), crate::face::told::Who::Hex(to)],
        );
        self.put_leader(leader, to);
        self.leader_has_moved(leader);
        self.state.maneuvering.rider = Some(leader);
    }

    /// All of the Maneuver Unit have moved who were to.
    pub(super) fn maneuver_ends(&mut self, id: MuId) {
        if let Some(side) = self.table().mu(id).map(|mu| mu.side) {
            self.side_has_spoken("maneuver", side);
        }
    }
}

impl Table<'_> {
    /// Points a leader has left of his own.
    pub fn leader_left(self, id: LeaderId) -> Points {
        Points::whole(self.leader_card(id).movement) - self.leader(id).turn.spent
    }

    /// A leader may be left behind before a stack sets out.
    pub fn goes_along(self, moving: &Moving, leader: LeaderId) -> bool {
        moving.leaders.contains(leader)
    }
}
