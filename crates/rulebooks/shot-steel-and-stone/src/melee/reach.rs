//! Heading 21: reach and first strike (SSS G25).

use super::fighters::Site;
use crate::cards::{Missile, Steel, Trait, UnitId};
use crate::readings::SquareFirst;
use crate::state::{Aspect, Formation};
use crate::table::Table;
use arrayvec::ArrayVec;

/// What a unit strikes with; mixed units and elephants strike in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blow {
    /// Pistols and thrown weapons just before impact (SSS 1.7b).
    PointBlank,
    Pikes,
    Steel,
    Beast,
    /// The crew of an elephant (SSS 41.10).
    Crew,
}

/// Who strikes whom with what, and how soon: the longest reach first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    pub by: UnitId,
    pub at: UnitId,
    pub blow: Blow,
    pub reach: u8,
    pub site: Site,
}

/// Reach ranks (SSS 21.2, 21.7, G25), twice those of the catalogue so that a square that comes after pistols has its place.
const BAYONETS_FIRST: u8 = 12;
const POINT_BLANK: u8 = 10;
const PIKE: u8 = 8;
const BAYONETS_HAND_TO_HAND: u8 = 7;
const LANCE: u8 = 6;
const REST: u8 = 4;
/// Whoever is surprised strikes after his attackers (SSS 24.6).
const SURPRISED: u8 = 2;

const fn steel_reach(steel: Steel, points_passed: bool) -> u8 {
    match steel {
        Steel::Pike if !points_passed => PIKE,
        Steel::Lance | Steel::Spear => LANCE,
        _ => REST,
    }
}

impl Table<'_> {
    /// The blows a unit has for an enemy in this round.
    pub(crate) fn blows(self, id: UnitId, enemy: UnitId) -> ArrayVec<Blow, 4> {
        let card = self.card(id);
        let mut blows = ArrayVec::new();
        if card.is_transport() {
            return blows;
        }
        let impact = self.contact_of(id, enemy).is_some_and(|contact| contact.is_impact());
        let spent = card.missile == Missile::Thrown && self.unit(id).thrown_used;
        if impact && card.missile.is_point_blank() && !spent && !self.unit(id).prone {
            blows.push(Blow::PointBlank);
        }
        if self.is_elephants(id) {
            blows.push(Blow::Beast);
            if self.has_armed_crew(id) {
                blows.push(Blow::Crew);
            }
        } else {
            if card.has_pikes() {
                blows.push(Blow::Pikes);
            }
            if !card.has_pikes() || card.is_mixed() {
                blows.push(Blow::Steel);
            }
        }
        blows
    }

    /// Crews with a weapon fight (SSS 41.10).
    pub(crate) fn has_armed_crew(self, id: UnitId) -> bool {
        let card = self.card(id);
        card.crew > 0 && (card.crew_steel != Steel::Hand || card.crew_missile != Missile::None)
    }

    /// When a blow falls (SSS 21.1 to 21.7, 24.6, 38.2, G25).
    pub(crate) fn reach(self, id: UnitId, enemy: UnitId, blow: Blow) -> u8 {
        let own = self.weapon_reach(id, enemy, blow);
        let Some(contact) = self.contact_of(id, enemy) else { return own };
        if contact.is_impact() && self.unit(id).surprised && !contact.came(id).attacks() {
            return SURPRISED;
        }
        // SSS 21.6: who is taken in flank or rear does not outreach those who did it.
        if contact.met(id) == Aspect::Front {
            return own;
        }
        let theirs = self.blows(enemy, id).into_iter().map(|blow| (blow, self.weapon_reach(enemy, id, blow)));
        let shots = theirs.clone().any(|(blow, _)| blow == Blow::PointBlank);
        let hand_to_hand = theirs.filter(|(blow, _)| *blow != Blow::PointBlank).map(|(_, reach)| reach).min();
        match blow {
            // Pistols and javelins of both fly together; those of one side alone wait for the other's steel.
            Blow::PointBlank if shots => own,
            _ => own.min(hand_to_hand.unwrap_or(REST)),
        }
    }

    fn weapon_reach(self, id: UnitId, enemy: UnitId, blow: Blow) -> u8 {
        let (card, unit) = (self.card(id), self.unit(id));
        match blow {
            Blow::PointBlank => POINT_BLANK,
            Blow::Beast => REST,
            Blow::Crew => steel_reach(card.crew_steel, false),
            Blow::Pikes | Blow::Steel => {
                let steel = if blow == Blow::Pikes { Steel::Pike } else { card.steel };
                let own = steel_reach(steel, unit.points_passed);
                // SSS 21.3: pikes in square too.
                let first = self.is_foot(id) && self.is_mounted(enemy) && self.keeps_horse_off(id);
                match self.rules.options.square_first {
                    _ if !first => own,
                    SquareFirst::Always => BAYONETS_FIRST,
                    SquareFirst::HandToHand => BAYONETS_HAND_TO_HAND.max(own),
                }
            }
        }
    }

    /// The bayonets of a formed square, and of certain drilled infantry in line, outreach all cavalry (SSS 21.3, 21.4).
    fn keeps_horse_off(self, id: UnitId) -> bool {
        let in_line = self.unit(id).formation == Formation::Line && !self.is_caught_forming(id);
        let drilled = self.card(id).is(Trait::DrilledFirstStrike) && in_line;
        self.is_formed_square(id) || drilled
    }
}
