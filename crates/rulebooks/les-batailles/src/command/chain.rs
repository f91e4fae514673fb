//! The chain of command: who stands under whom on the Organizational Display, and who holds which post now (LB 3.3a, 8.1a).

use crate::cards::{Arm, Echelon, FormationId, LeaderId, Post, UnitId};
use crate::readings::{Escorts, LightCavalrySpan, SpanBlockedBy};
use crate::table::Table;
use kernel::Side;

/// Hexes of Command Span by echelon, where the battle does not change them (LB 8.3.1c, 8.3.1g, 8.3.1h, 8.3.1i).
pub(super) const fn usual_span(echelon: Echelon) -> u8 {
    match echelon {
        Echelon::Brigade | Echelon::Division => 3,
        Echelon::Corps => 6,
        Echelon::Army => 10,
    }
}

impl<'a> Table<'a> {
    /// The formation that a leader on the map commands: he has the post, and nobody holds it in his place (LB 8.2.6.3d).
    pub fn led_by(self, id: LeaderId) -> Option<FormationId> {
        match self.leader(id).post {
            Post::Leads(formation) if self.leader_of(formation) == Some(id) => Some(formation),
            _ => None,
        }
    }

    /// Who leads a formation now, if he is on the map.
    pub fn leader_of(self, id: FormationId) -> Option<LeaderId> {
        self.formation(id).leader.filter(|&leader| self.leader(leader).on_map())
    }

    pub fn echelon(self, id: FormationId) -> Echelon {
        self.formation_card(id).echelon
    }

    /// The leaders of a side on the map.
    pub fn leaders_of(self, side: Side) -> impl Iterator<Item = LeaderId> + use<'a> {
        self.all_leaders().filter(move |&id| self.leader_card(id).side == side && self.leader(id).on_map())
    }

    /// A formation, or the nearest above it, for which the Display names a leader: French brigades often have none.
    pub fn commanding_formation(self, id: FormationId) -> Option<FormationId> {
        self.chain(id).find(|&formation| self.formation_card(formation).leader.is_some())
    }

    /// The formation whose leader is the superior of a formation's leader.
    fn formation_over(self, id: FormationId) -> Option<FormationId> {
        self.formation_card(id).over.and_then(|over| self.commanding_formation(over))
    }

    /// A unit belongs to a formation or to one below it.
    pub fn belongs_to(self, id: UnitId, formation: FormationId) -> bool {
        self.chain(self.card(id).formation).any(|own| own == formation)
    }

    /// The army that a formation is part of.
    pub fn army_of(self, id: FormationId) -> FormationId {
        self.chain(id).last().unwrap_or(id)
    }

    /// The formation that holds a unit as an Asset, to be assigned in each Command Segment: units of a corps or an army, what the
    /// battle names, and wagons by their place in the chain (LB 7.1.2.1a, 8.4.3.3a, 8.4.3.4a). Escorts may be Army Assets by choice
    /// (LB 8.9.1.1b).
    pub fn asset_of(self, id: UnitId) -> Option<FormationId> {
        let card = self.card(id);
        if card.escort.is_some() && self.rules.options.escorts == Escorts::Assets {
            return Some(self.army_of(card.formation));
        }
        let echelon = self.echelon(card.formation);
        let held = match echelon {
            Echelon::Brigade => false,
            Echelon::Division => card.asset || card.arm == Arm::Wagon,
            Echelon::Corps | Echelon::Army => true,
        };
        held.then_some(card.formation)
    }

    /// The leader an Asset is assigned to, while he is on the map.
    pub fn assigned_to(self, id: UnitId) -> Option<LeaderId> {
        self.unit(id).assigned.filter(|&leader| self.leader(leader).on_map() && self.asset_of(id).is_some())
    }

    /// The officer a unit takes its orders from: whom it is assigned to, or whoever leads its formation (LB 8.3.1a, 8.3.1b). None
    /// where he is not there; his place is not taken by the next above him (LB G13).
    pub fn superior(self, id: UnitId) -> Option<LeaderId> {
        if let Some(leader) = self.assigned_to(id) {
            return Some(leader);
        }
        let held_by = self.asset_of(id).unwrap_or(self.card(id).formation);
        self.commanding_formation(held_by).and_then(|formation| self.leader_of(formation))
    }

    /// The officer a leader takes his orders from. An aide serves whom he is assigned to, else the leader of his staff
    /// (LB 8.4.3.2a, 8.4.3.2c).
    pub fn superior_of(self, id: LeaderId) -> Option<LeaderId> {
        let him = self.leader(id);
        let assigned = him.assigned.filter(|&leader| self.leader(leader).on_map());
        match him.post {
            Post::Leads(formation) => self.formation_over(formation).and_then(|over| self.leader_of(over)),
            Post::Aide(formation) => assigned.or_else(|| self.leader_of(formation)),
            Post::ImperialAide => assigned.or_else(|| self.leader_of(self.army_of_side(self.leader_card(id).side)?)),
            Post::Monarch | Post::Outside => None,
        }
    }

    /// The first army of a side.
    fn army_of_side(self, side: Side) -> Option<FormationId> {
        let army = |&id: &FormationId| self.formation_card(id).side == side && self.echelon(id) == Echelon::Army;
        self.all_formations().find(army)
    }

    pub fn is_aide(self, id: LeaderId) -> bool {
        matches!(self.leader(id).post, Post::Aide(_) | Post::ImperialAide)
    }

    /// An aide and a unit are of the same formation: a corps aide and his corps, an army aide and his army (LB 8.4.3.2b).
    pub fn serves(self, aide: LeaderId, id: UnitId) -> bool {
        match self.leader(aide).post {
            Post::Aide(formation) => self.belongs_to(id, formation),
            Post::ImperialAide => self.side(id) == self.leader_card(aide).side,
            _ => false,
        }
    }

    /// Whether a leader holds a post whose leader may take the initiative: he himself, or the one he replaces (LB 8.5a,
    /// 8.5.1.3c).
    pub fn may_take_initiative(self, id: LeaderId) -> bool {
        let printed = self.led_by(id).and_then(|formation| self.formation_card(formation).leader);
        printed.is_some_and(|printed| self.leader_card(printed).initiative)
    }

    /// Initiative and span of a light cavalry leader: his cavalry bonus, of a pair the attacker's, at least 1 and at most 5
    /// (LB 8.5.1.1b, 8.5.1.2a, G30).
    pub fn initiative(self, id: LeaderId) -> u8 {
        self.bonuses(id).cavalry.attack.unwrap_or(0).clamp(1, 5).unsigned_abs()
    }

    /// The Command Span of a leader in hexes (LB 8.3.1c, 8.3.1g, 8.3.1h, 8.3.1j). Of a light cavalry leader it is his bonus; by the
    /// other reading only in Maneuver Units of his initiative (LB 8.5.1.2a, G30). Aides have none (LB 8.4.3.2a).
    pub fn span(self, id: LeaderId, by_initiative: bool) -> u8 {
        let Some(formation) = self.led_by(id) else { return 0 };
        let always = self.rules.options.light_cavalry_span == LightCavalrySpan::Always;
        let usual = if self.may_take_initiative(id) && (always || by_initiative) {
            self.initiative(id)
        } else {
            usual_span(self.echelon(formation))
        };
        self.formation_card(formation).span.unwrap_or(usual)
    }

    /// A unit is of the command of a formation: of itself, or an Asset of what that is part of (LB 8.3.1e, 8.3.1f, G46).
    pub fn is_of_command(self, id: UnitId, formation: FormationId) -> bool {
        let wide = self.rules.options.span_blocked_by == SpanBlockedBy::OtherDivisions;
        let over = self.formation_card(formation).over;
        let division = over.filter(|&over| wide && self.echelon(over) == Echelon::Division);
        self.belongs_to(id, formation)
            || division.is_some_and(|division| self.belongs_to(id, division))
            || self.asset_of(id).is_some_and(|held_by| self.chain(formation).any(|over| over == held_by))
    }
}
