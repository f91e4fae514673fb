//! Assets and aides are assigned to leaders in each Command Segment (LB 7.1.2.1a, 8.4.3.2a, 8.4.3.3a).

use super::{CommandChoice, MuKind};
use crate::cards::{Arm, Echelon, FormationId, Guns, LeaderId, Post, UnitId};
use crate::decision::Decision;
use crate::face::told::{Who, command as told};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat};

impl Table<'_> {
    /// The formation in which a unit or an aide can be assigned, and the leader who is to have it is below that (LB 8.4.3.3c).
    fn is_below(self, leader: LeaderId, held_by: FormationId) -> bool {
        let own = self.led_by(leader);
        own.is_some_and(|own| own != held_by && self.chain(own).any(|over| over == held_by))
    }

    /// An Asset may be assigned once in each Command Segment, also when it is out of command (LB 8.4.3.3a, 8.4.3.3d). What is on an
    /// Administrative March stays with it (LB 8.7c).
    fn is_assignable(self, id: UnitId) -> Result<FormationId, Refusal> {
        let unit = self.unit(id);
        let held_by = self.asset_of(id).filter(|_| unit.on_map());
        let held_by = held_by.ok_or(Refusal::new("LB 8.4.3.3a", "that is no Asset on the map"))?;
        if unit.turn.command.assigned {
            return Err(Refusal::new("LB 8.4.3.3a", "it has been assigned in this turn"));
        }
        let marches = self.marches().any(|(_, mu)| mu.kind == MuKind::AdministrativeMarch && mu.members.contains(id));
        if marches { Err(Refusal::new("LB 8.7c", "it is on an Administrative March")) } else { Ok(held_by) }
    }

    pub(super) fn may_assign(self, id: UnitId, leader: LeaderId) -> Result<(), Refusal> {
        let held_by = self.is_assignable(id)?;
        let Some(own) = self.led_by(leader).filter(|_| self.is_below(leader, held_by)) else {
            return Err(Refusal::new("LB 8.4.3.3c", "he leads nothing below the formation that holds it"));
        };
        if self.assigned_to(id) == Some(leader) {
            return Err(Refusal::new("LB 8.4.3.3a", "he has it already"));
        }
        let card = self.card(id);
        let rides = match card.arm {
            Arm::Cavalry => self.echelon(held_by) >= Echelon::Corps,
            Arm::Artillery | Arm::Wagon => card.guns == Guns::Horse,
            Arm::Infantry => false,
        };
        if self.formation_card(own).cavalry && !rides {
            return Err(Refusal::new("LB 8.4.3.3e", "cavalry is given horse artillery, its wagons and cavalry only"));
        }
        if self.may_take_initiative(leader) && card.arm == Arm::Cavalry && !card.is_light_cavalry() {
            return Err(Refusal::new("LB 8.5.1.3e", "light cavalry is given light cavalry only"));
        }
        Ok(())
    }

    pub(super) fn may_take_back(self, id: UnitId) -> Result<(), Refusal> {
        self.is_assignable(id)?;
        match self.unit(id).assigned {
            Some(_) => Ok(()),
            None => Err(Refusal::new("LB 8.4.3.3a", "it is assigned to nobody")),
        }
    }

    /// An aide is treated as an Asset of his staff (LB 8.4.3.2a).
    fn is_attachable(self, id: LeaderId) -> Result<(), Refusal> {
        let him = self.leader(id);
        if !self.is_aide(id) || !him.on_map() {
            return Err(Refusal::new("LB 8.4.3.2a", "he is no aide on the map"));
        }
        if him.turn.command.assigned {
            return Err(Refusal::new("LB 8.4.3.2a", "he has been attached in this turn"));
        }
        let marches = self.marches().any(|(_, mu)| mu.leaders.contains(id));
        if marches { Err(Refusal::new("LB 8.7c", "he is on an Administrative March")) } else { Ok(()) }
    }

    pub(super) fn may_attach(self, id: LeaderId, leader: LeaderId) -> Result<(), Refusal> {
        self.is_attachable(id)?;
        let fits = match self.leader(id).post {
            Post::Aide(formation) => self.is_below(leader, formation),
            _ => self.led_by(leader).is_some() && self.leader_card(leader).side == self.leader_card(id).side,
        };
        let new = self.leader(id).assigned != Some(leader);
        if fits && new { Ok(()) } else { Err(Refusal::new("LB 8.4.3.3c", "he cannot be attached to that leader")) }
    }

    pub(super) fn may_recall(self, id: LeaderId) -> Result<(), Refusal> {
        self.is_attachable(id)?;
        match self.leader(id).assigned {
            Some(_) => Ok(()),
            None => Err(Refusal::new("LB 8.4.3.2a", "he is attached to nobody")),
        }
    }

    /// What a seat may assign, attach and take back.
    pub(super) fn assignments(self, seat: Seat, menu: &mut Vec<Decision>) {
        let Some(side) = self.rules.seats.get(usize::from(seat.0)).map(|card| card.side) else { return };
        let mut offer = |choice: CommandChoice| menu.push(Decision::Command(choice));
        for unit in self.of_side(side).filter(|&id| self.seat(id) == seat) {
            if self.is_assignable(unit).is_err() {
                continue;
            }
            for leader in self.leaders_of(side).filter(|&leader| self.may_assign(unit, leader).is_ok()) {
                offer(CommandChoice::Assign { unit, leader });
            }
            if self.may_take_back(unit).is_ok() {
                offer(CommandChoice::TakeBack(unit));
            }
        }
        for aide in self.leaders_of(side).filter(|&id| self.leader_card(id).seat == seat) {
            if self.is_attachable(aide).is_err() {
                continue;
            }
            for leader in self.leaders_of(side).filter(|&leader| self.may_attach(aide, leader).is_ok()) {
                offer(CommandChoice::Attach { aide, leader });
            }
            if self.may_recall(aide).is_ok() {
                offer(CommandChoice::Recall(aide));
            }
        }
    }

    pub(super) fn has_assignments(self, seat: Seat) -> bool {
        let Some(side) = self.rules.seats.get(usize::from(seat.0)).map(|card| card.side) else { return false };
        let units = self.of_side(side).filter(|&id| self.seat(id) == seat);
        let mut units = units.filter(|&id| self.is_assignable(id).is_ok());
        let unit = |unit: UnitId| {
            self.may_take_back(unit).is_ok()
                || self.leaders_of(side).any(|leader| self.may_assign(unit, leader).is_ok())
        };
        let aides = self.leaders_of(side).filter(|&id| self.leader_card(id).seat == seat);
        let mut aides = aides.filter(|&id| self.is_attachable(id).is_ok());
        let aide = |aide: LeaderId| {
            self.may_recall(aide).is_ok() || self.leaders_of(side).any(|leader| self.may_attach(aide, leader).is_ok())
        };
        units.any(unit) || aides.any(aide)
    }

    pub(super) fn judge_assignment(self, seat: Seat, choice: CommandChoice) -> Result<(), Refusal> {
        let side = self.rules.seats.get(usize::from(seat.0)).map(|card| card.side);
        let leads = |leader: LeaderId| side.map_or(Err(self.out_of_turn()), |side| self.ours(side, leader));
        match choice {
            CommandChoice::Assign { unit, leader } => {
                self.owns(seat, unit)?;
                leads(leader)?;
                self.may_assign(unit, leader)
            }
            CommandChoice::TakeBack(unit) => {
                self.owns(seat, unit)?;
                self.may_take_back(unit)
            }
            CommandChoice::Attach { aide, leader } => {
                leads(aide)?;
                leads(leader)?;
                self.his(seat, aide)?;
                self.may_attach(aide, leader)
            }
            CommandChoice::Recall(aide) => {
                leads(aide)?;
                self.his(seat, aide)?;
                self.may_recall(aide)
            }
            _ => Err(self.out_of_turn()),
        }
    }

    /// A leader is that seat's to order.
    pub(super) fn his(self, seat: Seat, id: LeaderId) -> Result<(), Refusal> {
        let known = id.ix() < self.state.leaders.len() && self.leader_card(id).seat == seat;
        if known { Ok(()) } else { Err(Refusal::new("LB 1.0a", "that leader is not yours to order")) }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn assign(&mut self, choice: CommandChoice) {
        match choice {
            CommandChoice::Assign { unit, leader } => {
                self.unit_mut(unit).assigned = Some(leader);
                self.unit_mut(unit).turn.command.assigned = true;
                self.tell("LB 8.4.3.3a", told::IS_ASSIGNED, &[Who::Unit(unit), Who::Leader(leader)]);
            }
            CommandChoice::TakeBack(unit) => {
                self.unit_mut(unit).assigned = None;
                self.unit_mut(unit).turn.command.assigned = true;
                self.tell("LB 8.4.3.3a", told::IS_TAKEN_BACK, &[Who::Unit(unit)]);
            }
            CommandChoice::Attach { aide, leader } => {
                self.leader_mut(aide).assigned = Some(leader);
                self.leader_mut(aide).turn.command.assigned = true;
                self.tell("LB 8.4.3.2a", told::IS_ATTACHED, &[Who::Leader(aide), Who::Leader(leader)]);
            }
            CommandChoice::Recall(aide) => {
                self.leader_mut(aide).assigned = None;
                self.leader_mut(aide).turn.command.assigned = true;
                self.tell("LB 8.4.3.2a", told::IS_RECALLED, &[Who::Leader(aide)]);
            }
            _ => {}
        }
    }
}
