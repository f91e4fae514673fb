//! Heading 15: shooting at a charge.

use super::path::ChargePath;
use crate::cards::{Missile, UnitId};
use crate::state::Stage;
use crate::table::{Play, Table};
use kernel::{Listener, Refusal};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Whether a unit could shoot at a charge: each once in a player turn, not from a melee, not with what is used at impact
    /// alone; evaders not with matchlocks, which do not move and fire (SSS 15.1, 1.7b, 8.3, G13).
    pub(crate) fn may_shoot_at_charge(self, id: UnitId, charger: UnitId, evades: bool) -> Result<(), Refusal> {
        let (card, unit) = (self.card(id), self.unit(id));
        let bare = card.guns.is_empty() && (card.missile == Missile::None || card.missile.is_point_blank());
        let crew = card.crew_missile != Missile::None && !card.crew_missile.is_point_blank();
        if bare && !crew {
            return refuse("SSS 11.1", "it has nothing to shoot with");
        }
        if unit.shot_at_one {
            return refuse("SSS G13", "it has shot at a charge in this player turn");
        }
        if self.in_contact(id) {
            return refuse("SSS 15.1", "it is in a melee");
        }
        if evades && card.missile == Missile::Matchlock {
            return refuse("SSS 8.3", "matchlocks may not move and fire in the same turn");
        }
        self.bears_on_charge(id, charger)
    }

    /// Units not charged themselves that elect to shoot at a charge in their arc (SSS 15.1, G13).
    pub(crate) fn judge_support(self, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
        self.known(charger)?;
        let charging = self.state.charges.iter().any(|charge| charge.charger == charger && charge.stage == Stage::Goes);
        if !charging || self.side(id) == self.side(charger) {
            return refuse("SSS 15.1", "no enemy charges there");
        }
        if self.charges_on(id).next().is_some() || self.unit(id).answered {
            return refuse("SSS 15.1", "it is charged itself");
        }
        self.may_shoot_at_charge(id, charger, false)
    }

    /// Some part of the charge lies in its arc and range (SSS G72).
    fn bears_on_charge(self, _id: UnitId, _charger: UnitId) -> Result<(), Refusal> {
        refuse("SSS 15.1", "shooting at a charge is not played yet")
    }
}

impl<L: Listener> Play<'_, L> {
    /// Unsaved hits of all who shoot at a charge, and the bases it had before (SSS 15.1).
    pub(super) fn shoot_at_charge(&mut self, ix: usize, _path: &ChargePath, _far: f64) -> (u8, u8) {
        (0, self.unit(self.state.charges[ix].charger).bases)
    }

    /// The evader's own shots, before it runs (SSS 15.4).
    pub(super) fn evader_shoots(&mut self, ix: usize, _path: &ChargePath, _far: f64) -> (u8, u8) {
        (0, self.unit(self.state.charges[ix].charger).bases)
    }
}
