//! Ready, Tired, Exhausted (19.15), and what a charge leaves behind (19.13).

use super::{Charge, ChargeKind};
use crate::cards::UnitId;
use crate::charts::CavalryFactor;
use crate::face::told::{Who, charges as told};
use crate::fraction::{Fraction, Points};
use crate::state::{ChargeMarker, Formed, Readiness};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal};

impl Readiness {
    /// One degree less; there is nothing below Exhausted (LB 19.15).
    #[must_use]
    pub const fn lower(self) -> Readiness {
        match self {
            Readiness::Ready => Readiness::Tired,
            Readiness::Tired | Readiness::Exhausted => Readiness::Exhausted,
        }
    }

    /// One degree more.
    #[must_use]
    pub const fn higher(self) -> Readiness {
        match self {
            Readiness::Exhausted => Readiness::Tired,
            Readiness::Tired | Readiness::Ready => Readiness::Ready,
        }
    }

    /// The share of its printed Movement Potential that is left to cavalry (LB 19.15.4, 19.15.5).
    pub const fn movement(self) -> Fraction {
        match self {
            Readiness::Ready => Fraction::ONE,
            Readiness::Tired => Fraction::HALF,
            Readiness::Exhausted => Fraction::THIRD,
        }
    }

    /// The factor of its Mêlée Value (LB 19.15.4, 19.15.5).
    pub const fn melee(self) -> Option<CavalryFactor> {
        match self {
            Readiness::Ready => None,
            Readiness::Tired => Some(CavalryFactor::Tired),
            Readiness::Exhausted => Some(CavalryFactor::Exhausted),
        }
    }
}

impl Table<'_> {
    /// Only Ready cavalry may charge of its own will; Tired cavalry still reacts, Exhausted cavalry does nothing of the kind
    /// (LB 19.15.4, 19.15.5, 19.15.1.1).
    pub fn ready_for(self, id: UnitId, kind: ChargeKind) -> Result<(), Refusal> {
        let own = matches!(kind, ChargeKind::Charge | ChargeKind::Grand);
        match self.unit(id).readiness {
            Readiness::Ready => Ok(()),
            Readiness::Tired if !own => Ok(()),
            Readiness::Tired => Err(Refusal::new("LB 19.15.4", "Tired cavalry may not charge")),
            Readiness::Exhausted => Err(Refusal::new("LB 19.15.5", "Exhausted cavalry may not charge in any way")),
        }
    }

    /// How many waves of a Column of Companies may fight without wearing out the regiment: half of its hexes (LB 19.15.2b;
    /// table 13).
    pub fn waves_preserving(self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        if unit.formed == Formed::Companies { unit.hexes.len() as u8 / 2 } else { 0 }
    }

    /// Degrees of readiness that cavalry recovers when it is reorganized: all of them if it neither moved nor charged nor fought,
    /// one if it moved at most half of what it had and did nothing that wears it out (LB 19.15.3, 19.15.3.1, 19.15.3.2, 7.5.4a, G3.19).
    /// `available` is what it had to move with, Disorder aside.
    pub fn degrees_recovered(self, id: UnitId, available: Points) -> u8 {
        let (unit, deeds) = (self.unit(id), self.unit(id).turn.charges);
        let spent = unit.turn.movement.spent;
        let worn = deeds.charged || deeds.meleed || deeds.overdid || unit.charge != ChargeMarker::None;
        if !self.is_cavalry(id) || unit.readiness == Readiness::Ready || deeds.charged {
            0
        } else if spent == Points::ZERO && !deeds.fought && !worn {
            2
        } else {
            u8::from(!worn && spent <= available.halved())
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Cavalry rests (LB 19.15.3).
    pub fn recover_readiness(&mut self, id: UnitId, degrees: u8) {
        for _ in 0..degrees.min(2) {
            let unit = self.unit_mut(id);
            unit.readiness = unit.readiness.higher();
        }
        if degrees > 0 {
            self.tell("LB 19.15.3", told::RESTS, &[Who::Unit(id), self.readiness_word(id)]);
        }
    }

    fn readiness_word(&self, id: UnitId) -> Who<'static> {
        Who::Words(crate::face::words::readiness_name(self.unit(id).readiness))
    }

    /// A retreat or Reaction Move that took more than half of a unit's points leaves it Exhausted (LB 19.15.1.3).
    pub fn overdoes(&mut self, id: UnitId) {
        self.unit_mut(id).turn.charges.overdid = true;
        self.tires(id, Readiness::Exhausted);
    }

    fn tires(&mut self, id: UnitId, to: Readiness) {
        if self.unit(id).readiness < to {
            self.unit_mut(id).readiness = to;
            self.tell("LB 19.13.1", told::IS_NOW, &[Who::Unit(id), self.readiness_word(id)]);
        }
    }

    /// A unit was in a mêlée: what preserves its readiness is that only part of it fought (LB 19.15.1a, 19.15.2a).
    pub(super) fn note_melee(&mut self, id: UnitId, preserved: bool) {
        if self.table().is_cavalry(id) {
            let deeds = &mut self.unit_mut(id).turn.charges;
            deeds.fought = true;
            deeds.meleed |= !preserved;
        }
    }

    /// A charge is over for a unit that made it: one degree for a Charge or Grand Charge, one for its mêlée, in a single marker;
    /// the Charge marker is turned (LB 19.1.1.6, 19.13.1, 19.13.2, 19.15.1b, 19.15.1c, 19.15.1.2, 19.17.2d, 19.18.3c, 7.2.2.2b).
    pub(super) fn complete(&mut self, charge: &Charge, id: UnitId) {
        if !self.table().is_cavalry(id) {
            return;
        }
        let own = charge.is_own() && charge.units.contains(id);
        let segment = self.state.segment;
        let unit = self.unit_mut(id);
        unit.turn.charges.charged |= own;
        unit.charge = ChargeMarker::Spent;
        // A mêlée counts once in a segment, however many there were (LB 19.15.1a).
        let deeds = &mut unit.turn.charges;
        let fought = deeds.meleed && deeds.tired_in != Some(segment);
        if fought {
            deeds.tired_in = Some(segment);
        }
        let degrees = u8::from(own) + u8::from(fought);
        let mut to = unit.readiness;
        for _ in 0..degrees {
            to = to.lower();
        }
        self.tires(id, to);
    }
}
