//! How an officer ranks decisions of `command`: points for those who bring many units near the enemy, leaders among their own.

use crate::agenda::Step;
use crate::cards::{Echelon, LeaderId, UnitId};
use crate::command::{CommandChoice, CommandStep, MuKind, Regrouping};
use crate::table::Table;
use field::hexes::Hex;
use kernel::Seat;

/// Enemies so near are worth a Maneuver Unit.
const NEAR: u16 = 12;

impl Table<'_> {
    pub(super) fn appraise_command(self, _seat: Seat, choice: CommandChoice) -> i32 {
        match choice {
            CommandChoice::Create(id) => self.worth_of_unit(id, MuKind::Ordinary),
            // The same troops do better without being bound to the road.
            CommandChoice::Column(id) => self.worth_of_unit(id, MuKind::MarchColumn) - 15,
            CommandChoice::March(id) => self.worth_of_march(id),
            CommandChoice::Cancel(_) | CommandChoice::Attach { .. } => -30,
            CommandChoice::TakeBack(_) | CommandChoice::Recall(_) => -20,
            CommandChoice::Check(_) | CommandChoice::StepUp { .. } => 40,
            CommandChoice::Assign { unit, leader } => self.worth_of_assignment(unit, leader),
            CommandChoice::Ride(id) => self.worth_of_ride(id),
            CommandChoice::To(hex) => self.worth_of_place(hex),
            CommandChoice::Replace(id) if self.is_aide(id) => 20,
            CommandChoice::Replace(_) => 5,
            CommandChoice::Regroup(id) => self.worth_of_regrouping(id),
            CommandChoice::RegroupAlone(id) => self.worth_of_regrouping(id) - 8,
            CommandChoice::Enter { .. } => 20,
            CommandChoice::EnterByRoad { .. } => 25,
            CommandChoice::EnterLeader { .. } => 30,
            CommandChoice::Escort(_) => -5,
            CommandChoice::Pass | CommandChoice::Stay | CommandChoice::Vacant => 0,
        }
    }

    /// Units that would move and are in no other Maneuver Unit; more when the enemy is near.
    fn worth_of_unit(self, id: LeaderId, kind: MuKind) -> i32 {
        let party = self.party_of(id, kind);
        let fresh = |unit: &UnitId| !self.is_in_mu(*unit) && self.unit(*unit).on_map();
        let units = party.units.iter().filter(fresh).count() as i32;
        let side = self.leader_card(id).side;
        let near = self.nearest_enemy(side, self.leader(id).hex).is_some_and(|far| far <= NEAR);
        if units == 0 { -5 } else { 10 * units + if near { 15 } else { 0 } }
    }

    /// Only far from any enemy.
    fn worth_of_march(self, id: LeaderId) -> i32 {
        let side = self.leader_card(id).side;
        let far = self.nearest_enemy(side, self.leader(id).hex).is_none_or(|far| far > 2 * NEAR);
        if far { self.worth_of_unit(id, MuKind::Ordinary) / 2 - 10 } else { -20 }
    }

    /// Where it is within the new leader's span and not within that of the one it has.
    fn worth_of_assignment(self, unit: UnitId, leader: LeaderId) -> i32 {
        let within = |leader: LeaderId| self.reaches_unit(&self.reach(leader, false), unit);
        let held = self.superior(unit).is_some_and(within);
        if !held && within(leader) { 25 } else { -10 }
    }

    /// The units of his formation that he does not reach.
    fn worth_of_ride(self, id: LeaderId) -> i32 {
        let Some(formation) = self.led_by(id) else { return -5 };
        match self.echelon(formation) {
            Echelon::Brigade | Echelon::Division => {
                let reach = self.reach(id, false);
                let ours = self.of_side(self.leader_card(id).side).filter(|&unit| self.belongs_to(unit, formation));
                let out = ours.filter(|&unit| !self.reaches_unit(&reach, unit)).count() as i32;
                if out == 0 { -5 } else { 5 + out }
            }
            Echelon::Corps if !self.leader(id).activated => 8,
            Echelon::Corps | Echelon::Army => -5,
        }
    }

    fn worth_of_place(self, hex: Hex) -> i32 {
        match self.state.agenda.top() {
            Some(Step::Command(CommandStep::RidesTo(id) | CommandStep::RidesOn(id))) => self.worth_of_post(id, hex),
            Some(Step::Command(CommandStep::Destination { leader, .. })) => {
                let goal = self.superior_of(leader).map_or(hex, |over| self.leader(over).hex);
                -i32::from(self.grid().distance(hex, goal))
            }
            Some(Step::Command(CommandStep::MarchesTo(id))) => {
                let goal = self.mu_of(id).and_then(|mu| self.mu(mu)).and_then(|mu| mu.destination);
                goal.map_or(0, |goal| -i32::from(self.grid().distance(hex, goal)))
            }
            _ => 0,
        }
    }

    /// Among those he commands, with friends in his hex and no enemy beside it; a corps leader with his army leader.
    fn worth_of_post(self, id: LeaderId, hex: Hex) -> i32 {
        let side = self.leader_card(id).side;
        let safe = if self.enemy_beside(side, hex) && !self.friend_at(side, hex) { -40 } else { 0 };
        let Some(formation) = self.led_by(id) else { return safe };
        if self.echelon(formation) >= Echelon::Corps {
            let over = self.superior_of(id).map_or(hex, |over| self.leader(over).hex);
            return safe - i32::from(self.grid().distance(hex, over));
        }
        let span = u16::from(self.span(id, false));
        let ours = self.of_side(side).filter(|&unit| self.belongs_to(unit, formation));
        let reached = ours.filter(|&unit| self.distance_to(unit, hex) <= span).count() as i32;
        safe + 10 * reached + i32::from(self.friend_at(side, hex))
    }

    fn worth_of_regrouping(self, id: UnitId) -> i32 {
        match self.regrouping(id) {
            Ok(Regrouping::Back | Regrouping::March) => 15,
            Ok(Regrouping::Position) => 2,
            _ => -5,
        }
    }
}
