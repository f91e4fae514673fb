//! Chapters 5.1.2 and 5.2.2: leaders go along with units that are carried out of their hex (T-LEADER).

use super::{CommandStep, Placing};
use crate::agenda::Step;
use crate::cards::{LeaderId, Role, UnitId};
use crate::face::told::{Of, command as told};
use crate::state::{LeaderPlace, Phase};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::Listener;
use serde::{Deserialize, Serialize};

/// Why a leader moves with a unit: decides who must and who may (T-LEADER).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Company {
    Interception,
    AdvanceOrRetreat,
    /// The retreat on becoming Morale Broken (ruling G-A59).
    Rout,
    RoutPhase,
    Pursuit,
}

impl Table<'_> {
    /// A leader who stood where the unit was and does not stand where it is; true when it was its right half.
    fn left_behind(self, leader: LeaderId, unit: UnitId, from: [Option<Hex>; 2]) -> Option<bool> {
        let him = self.leader(leader);
        let there = him.place == LeaderPlace::Map
            && self.leader_card(leader).side == self.side(unit)
            && from.contains(&Some(him.hex))
            && self.unit(unit).hexes().all(|hex| hex != him.hex);
        there.then_some(from[0] != Some(him.hex))
    }

    /// Whether a leader has no choice but to go (T-LEADER): everybody in pursuit (MP 11.7.2k); else a Wing Commander with any unit he
    /// is stacked with, whoever stays behind (MP 5.2.2a; ruling G-A59), but not in the Rout Movement Phase (MP 5.2.2b).
    fn must_accompany(self, leader: LeaderId, company: Company) -> bool {
        match (self.leader(leader).role, company) {
            (_, Company::Pursuit) => true,
            (Role::Army, _) | (Role::Wing(_), Company::RoutPhase) => false,
            (Role::Wing(_), Company::Interception | Company::AdvanceOrRetreat | Company::Rout) => true,
        }
    }
}

impl Table<'_> {
    /// The hex to which a unit is tied by its Wing Commander: he would be alone there, and can neither go along nor come to another unit of his Wing
    /// (MP 5.2.1d; ruling G-A15).
    pub(crate) fn tied_to(self, id: UnitId) -> Option<Hex> {
        let leader = self.commander_of(self.card(id).wing)?;
        let moving = self.own_move(id);
        if !self.would_be_alone(leader, id, moving.is_some_and(|moving| moving.leaves)) {
            return None;
        }
        let free = self.leader_may_move(leader).is_ok();
        let follows = match moving {
            // He has not been asked yet.
            None => free,
            Some(moving) => moving.company.contains(&Some(leader)) || free && self.comes_to_another(leader, id),
        };
        (!follows).then_some(self.leader(leader).hex)
    }

    /// Whether nobody would be with a leader if a unit left his hex, or only one of a stack did.
    fn would_be_alone(self, leader: LeaderId, id: UnitId, leaves: bool) -> bool {
        let (hex, side) = (self.leader(leader).hex, self.side(id));
        let stays = |unit: UnitId| unit != id && self.side(unit) == side;
        let keeps = leaves && self.unit(id).with.is_some();
        let with_him = [self.body_at(hex), self.gun_at(hex)].into_iter().flatten().any(stays);
        self.leader_stacked(leader, id) && !keeps && !with_him
    }

    /// A unit may be left by its Wing Commander only where he would not be alone, or can come to another (MP 5.2.1d).
    pub(crate) fn may_stay_behind(self, leader: LeaderId, id: UnitId, leaves: bool) -> bool {
        self.commander_of(self.card(id).wing) != Some(leader)
            || !self.would_be_alone(leader, id, leaves)
            || self.comes_to_another(leader, id)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Leaders in `from` go with a unit that has just moved to its present hexes: Wing Commanders as they must, an
    /// Army Commander (and in the rout phase any) as he chooses, which may ask. Called after the unit has been put on
    /// its new hexes. A unit that passes through a leader's hex sweeps him up the same way (MP 5.1.2a, 5.2.2a).
    pub fn accompany(&mut self, id: UnitId, from: [Option<Hex>; 2], company: Company) {
        if !self.unit(id).on_map() {
            return;
        }
        for leader in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            let Some(right) = table.left_behind(leader, id, from) else { continue };
            if table.must_accompany(leader, company) || table.leader(leader).deeds.goes_with == Some((id, company)) {
                self.take_along(leader, id, right);
            } else {
                self.push(Step::Command(CommandStep::Accompany { leader, unit: id, right, company }));
            }
        }
    }

    /// A unit sets off on a new way: what leaders chose on the last one holds no longer (MP 5.1.2a).
    pub(crate) fn forget_company(&mut self, id: UnitId) {
        for leader in &mut self.state.leaders {
            leader.deeds.goes_with = leader.deeds.goes_with.filter(|&(unit, _)| unit != id);
        }
    }

    /// Asks, unless there is nobody left to go or nobody to go with.
    pub(super) fn work_accompany(&mut self, leader: LeaderId, unit: UnitId) {
        let table = self.table();
        if table.leader(leader).place == LeaderPlace::Map && table.unit(unit).on_map() {
            let seat = table.leader_seat(leader);
            self.await_seat(seat);
        } else {
            self.pop();
        }
    }

    pub(super) fn choose_to_go(&mut self, leader: LeaderId, unit: UnitId, right: bool, company: Company) {
        self.state.leaders[leader.ix()].deeds.goes_with = Some((unit, company));
        self.take_along(leader, unit, right);
    }

    fn take_along(&mut self, leader: LeaderId, unit: UnitId, right: bool) {
        let it = *self.unit(unit);
        self.state.leaders[leader.ix()].hex = it.other.filter(|_| right).unwrap_or(it.hex);
        if !self.note_company(leader, unit) {
            self.tell("MP 5.2.2a", told::GOES_WITH, &[Of::Leader(leader), Of::Unit(unit)]);
        }
    }

    /// The unit a Wing Commander went with has left the map in retreat or rout: he is put on another unit of his Wing
    /// (MP 5.2.2c). In the Rout Movement Phase he need not go with it and may stay in the hex (MP 5.2.2b). An Army Commander
    /// never had to follow it so far (MP 5.1.2b) and stays.
    pub(super) fn unit_routed_off(&mut self, leader: LeaderId) {
        let Role::Wing(wing) = self.state.leaders[leader.ix()].role else { return };
        if self.table().of_wing(wing).next().is_some() {
            self.push(Step::Command(CommandStep::PlaceLeader { leader, why: Placing::OffMap }));
        } else if self.state.phase != Phase::RoutMovement {
            self.remove_leader(leader, crate::state::Cause::Overrun);
        }
    }
}
