//! Maneuver Units: what a leader takes with him (LB 8.4).

use super::{Mu, MuKind};
use crate::cards::{Arm, Echelon, FormationId, Guns, LeaderId, LeaderSet, MuId, Post, UnitId, UnitSet};
use crate::face::told::{Who, command as told};
use crate::state::Place;
use crate::table::{Play, Table};
use kernel::Listener;

/// Units and leaders that move together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Party {
    pub units: UnitSet,
    pub leaders: LeaderSet,
}

impl Party {
    fn add(&mut self, units: UnitSet) {
        units.iter().for_each(|id| self.units.insert(id));
    }
}

impl Table<'_> {
    /// The leader of an Activated corps that may maneuver as a whole (LB 8.4.3.1a, 8.3.1j, 8.6.1a).
    pub fn may_move_as_corps(self, leader: LeaderId) -> bool {
        self.led_by(leader).is_some_and(|formation| {
            self.echelon(formation) == Echelon::Corps
                && self.formation_card(formation).maneuvers
                && self.leader(leader).activated
        })
    }

    /// Whoever and whatever a leader's Maneuver Unit of that kind has as they stand (LB 8.4.2a, 8.4.2e, 8.4.3d).
    pub fn party_of(self, leader: LeaderId, kind: MuKind) -> Party {
        let mut party = Party::default();
        let side = self.leader_card(leader).side;
        let by_initiative = kind == MuKind::Initiative;
        match kind {
            MuKind::MarchColumn => party.leaders.insert(leader),
            MuKind::Ordinary | MuKind::AdministrativeMarch | MuKind::Initiative => {
                self.gather(leader, by_initiative, &mut party);
            }
        }
        // An Administrative March can be one of a March Column too (LB 8.7d).
        if matches!(kind, MuKind::MarchColumn | MuKind::AdministrativeMarch) {
            party.add(self.march_column(leader));
            party.add(self.still_off_map(leader));
            self.riders_of(leader, &mut party);
        }
        party.units = self.with_wagons(side, party.units);
        // Units of a Static Position move on the Regroup chit (LB 8.8.3a).
        party.units = party.units.iter().filter(|&id| !self.is_in_position(id)).collect();
        // Whoever is on an Administrative March moves with that and nobody else (LB 8.7e, 8.7.2a).
        for (_, march) in self.marches().filter(|(_, march)| !march.leaders.contains(leader)) {
            march.members.iter().for_each(|id| party.units.remove(id));
            march.leaders.iter().for_each(|id| party.leaders.remove(id));
        }
        if by_initiative {
            party.units = party.units.iter().filter(|&id| self.rides_on_initiative(id)).collect();
        }
        party
    }

    /// A leader, the units within his span, his aides, and the leaders below him within his span with theirs. It stops at the first
    /// break of the chain (LB 8.4.2b, 8.4.2c, 8.4.3b, 8.4.3d, 8.5.1.3b).
    fn gather(self, leader: LeaderId, by_initiative: bool, party: &mut Party) {
        party.leaders.insert(leader);
        if self.is_aide(leader) {
            party.add(self.stacked_with_aide(leader));
            return;
        }
        let Some(formation) = self.led_by(leader) else { return };
        let whole = match self.echelon(formation) {
            Echelon::Brigade | Echelon::Division => self.formation_card(formation).maneuvers,
            // A corps moves as one only when its leader is Activated; an army never does (LB 8.4.3.1a, 8.4.2d).
            Echelon::Corps => self.may_move_as_corps(leader),
            Echelon::Army => false,
        };
        if whole || self.echelon(formation) >= Echelon::Corps {
            // Of a corps or an army these are the Assets that are not assigned (LB 8.4.3.3a, G8).
            party.add(self.in_span_of(leader, by_initiative));
        }
        if !whole {
            // The smallest Maneuver Unit: a leader and what is stacked with him (LB 8.4.2a, G47).
            party.add(self.stacked_of(leader, formation));
        }
        let reach = self.reach(leader, by_initiative);
        for other in self.leaders_of(self.leader_card(leader).side) {
            let marches = self.marches().any(|(_, march)| march.leader == other);
            let below = other != leader && self.superior_of(other) == Some(leader) && !marches;
            if !below || party.leaders.contains(other) || !self.reaches(&reach, self.leader(other).hex) {
                continue;
            }
            // An aide goes with the leader he serves, and what is stacked with him does (LB 8.4.3.2c).
            if self.is_aide(other) || whole && self.led_by(other).is_some() {
                self.gather(other, false, party);
            }
        }
    }

    /// Units of a leader's formation in his hex.
    fn stacked_of(self, leader: LeaderId, formation: FormationId) -> UnitSet {
        let stack = self.state.stack(self.leader(leader).hex);
        stack.filter(|&id| self.belongs_to(id, formation) && !self.is_pgd(id) && !self.is_pinned(id)).collect()
    }

    /// The leaders below that ride with the units of a column.
    fn riders_of(self, leader: LeaderId, party: &mut Party) {
        let Some(formation) = self.led_by(leader) else { return };
        for other in self.leaders_of(self.leader_card(leader).side) {
            let below = self.led_by(other).is_some_and(|own| self.chain(own).any(|over| over == formation));
            let hex = self.leader(other).hex;
            if below && self.state.stack(hex).any(|id| party.units.contains(id)) {
                party.leaders.insert(other);
            }
        }
    }

    /// Reinforcements of a column that have not got onto the map yet (LB 8.6.4a, 8.10.5a).
    fn still_off_map(self, leader: LeaderId) -> UnitSet {
        let Some(formation) = self.led_by(leader) else { return UnitSet::EMPTY };
        let due = |id: UnitId| {
            let turn = self.card(id).arrival.and_then(|at| self.rules.arrivals.get(usize::from(at)));
            turn.is_some_and(|arrival| arrival.turn <= self.state.turn)
        };
        let waits = |&id: &UnitId| self.unit(id).place == Place::Expected && self.belongs_to(id, formation) && due(id);
        self.all().filter(waits).collect()
    }

    /// What goes with a light cavalry leader: cavalry, and horse artillery with its wagons (LB 8.5.1.2b, 8.5.1.3d, 8.5.1.3e).
    fn rides_on_initiative(self, id: UnitId) -> bool {
        let card = self.card(id);
        match card.arm {
            Arm::Cavalry => true,
            Arm::Artillery | Arm::Wagon => card.guns == Guns::Horse,
            Arm::Infantry => false,
        }
    }

    /// The Maneuver Unit of a leader that is under way or in the cup.
    pub fn mu_of(self, leader: LeaderId) -> Option<MuId> {
        let held = |mu: &Option<Mu>| mu.is_some_and(|mu| mu.leader == leader);
        self.state.mus.iter().position(held).map(|at| MuId(at as u8))
    }

    pub fn mu(self, id: MuId) -> Option<Mu> {
        self.state.mus.get(id.ix()).copied().flatten()
    }

    /// In some Maneuver Unit whose chit is still in the cup or being resolved, or whose march goes on (LB 8.9.2.2a, G7).
    pub fn is_in_mu(self, id: UnitId) -> bool {
        self.open_mus().any(|mu| mu.members.contains(id))
    }

    pub fn leader_is_in_mu(self, id: LeaderId) -> bool {
        self.open_mus().any(|mu| mu.leaders.contains(id))
    }

    fn open_mus(self) -> impl Iterator<Item = Mu> {
        let resolving = self.state.chit;
        self.state.mus.iter().enumerate().filter_map(|(at, mu)| mu.map(|mu| (at, mu))).filter_map(move |(at, mu)| {
            let now = resolving == Some(crate::sequence::Chit::Mu(MuId(at as u8)));
            (mu.kind == MuKind::AdministrativeMarch || !mu.resolved || now).then_some(mu)
        })
    }

    /// Belongs to the Maneuver Unit or the group of a chit that is being resolved; all others are reactive (LB G40).
    #[inline]
    pub fn is_active(self, id: UnitId) -> bool {
        self.state.commanding.active.contains(id)
    }

    #[inline]
    pub fn is_active_leader(self, id: LeaderId) -> bool {
        self.state.commanding.active_leaders.contains(id)
    }

    /// In a corps, the division or brigade with which a unit moves, one after another; what the corps holds itself, and aides with
    /// their stacks, are one group more (LB 8.4.4b, G32). None for everybody in other Maneuver Units (LB 8.4.4a).
    pub fn group_in(self, mu: &Mu, id: UnitId) -> Option<FormationId> {
        let corps = self.led_by(mu.leader).filter(|&formation| self.echelon(formation) == Echelon::Corps)?;
        let own = match self.assigned_to(id).and_then(|leader| self.led_by(leader)) {
            Some(own) => own,
            None => self.card(id).formation,
        };
        self.group_of(corps, own)
    }

    /// The same for a leader.
    pub fn leaders_group_in(self, mu: &Mu, id: LeaderId) -> Option<FormationId> {
        let corps = self.led_by(mu.leader).filter(|&formation| self.echelon(formation) == Echelon::Corps)?;
        match self.leader(id).post {
            Post::Leads(own) => self.group_of(corps, own),
            _ => None,
        }
    }

    fn group_of(self, corps: FormationId, own: FormationId) -> Option<FormationId> {
        self.chain(own).find(|&formation| self.formation_card(formation).over == Some(corps))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A Maneuver Unit is activated as it is found when its chit is drawn: of those that were in it then, whoever still is (LB 5.3.9b, 8.4.3.6a,
    /// LB 8.4.3b). A unit that an Assault has pinned is not; its leader may move all the same (LB 8.4.3a, 8.4.3.5b).
    pub(super) fn constitute(&mut self, id: MuId) {
        let Some(mut mu) = self.state.mus.get(id.ix()).copied().flatten() else { return };
        let now = self.table().party_of(mu.leader, mu.kind);
        mu.members = mu.members.iter().filter(|&unit| now.units.contains(unit)).collect();
        mu.leaders = mu.leaders.iter().filter(|&leader| leader == mu.leader || now.leaders.contains(leader)).collect();
        mu.resolved = true;
        self.state.mus[id.ix()] = Some(mu);
        self.state.commanding.active = mu.members;
        self.state.commanding.active_leaders = mu.leaders;
        let table = self.table();
        let idle = mu.members.iter().all(|unit| table.unit(unit).turn.movement.moved)
            && mu.leaders.iter().all(|leader| table.leader(leader).turn.moved);
        if idle {
            // LB 8.4b, 8.4c.
            self.tell("LB 8.4c", told::IS_A_DUD, &[Who::Leader(mu.leader)]);
        }
    }
}
