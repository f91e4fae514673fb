//! Declaring a charge (19.1, 19.1.1).

use super::{Charge, ChargeKind, ChargeStage, ChargeStep};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::face::told::{Who, charges as told};
use crate::movement::{Motion, Moving};
use crate::state::{ChargeMarker, Formed};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal};

impl Table<'_> {
    /// Whether a stack as it stands may declare a charge: Ready cavalry in Good Order, in Line or a straight Column of Companies,
    /// not in terrain of General Order, which has not charged in this turn, with an enemy in its zone, seen or not (LB 19.1a,
    /// 19.2.2a, 19.2.3, 19.2.4, 19.15.4, 12.10.9a).
    pub fn may_declare_charge(self, top: UnitId, units: UnitSet, kind: ChargeKind) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        for id in units.iter() {
            if !self.is_cavalry(id) {
                return refuse("LB 18.10a", "only cavalry charges");
            }
            self.ready_for(id, kind)?;
            if self.unit(id).charge != ChargeMarker::None {
                return refuse("LB 19.13.2", "it has charged, or fought a charge, in this turn");
            }
            if self.unit(id).turn.movement.halted {
                return refuse("LB 19.18.3c", "it may spend no more points in this segment");
            }
            if !self.is_formed_to_charge(id) {
                let go = self.unit(id).hexes.iter().any(|hex| self.is_go(hex));
                return if go {
                    refuse("LB 19.2.4", "no charge begins in terrain of General Order")
                } else {
                    refuse("LB 19.2.2a", "only a Line or a straight Column of Companies in Good Order charges")
                };
            }
        }
        let unit = self.unit(top);
        let own = Charge::new(kind, top, units, self.stance(top), unit.formed);
        let cavalry_only = self.charges_cavalry_only(top);
        let mut potential = self.enemies_of(top).filter(|&id| !cavalry_only || self.is_cavalry(id));
        if !potential.any(|id| self.unit(id).hexes.iter().any(|hex| self.at_charge_zone(&own, hex))) {
            return refuse("LB 19.2.3", "there is nobody in its Charge Zone");
        }
        Ok(())
    }

    /// The same for a stack on the move, with its Maneuver Unit or on its own initiative.
    pub(super) fn may_declare_on_the_move(self, moving: &Moving) -> Result<(), Refusal> {
        // Also in the turn it comes onto the map (LB 8.10.4a).
        if !matches!(moving.motion, Motion::Maneuver | Motion::Enter) {
            return Err(Refusal::new("LB 19.1a", "a charge is declared while its Maneuver Unit moves"));
        }
        self.may_declare_charge(moving.top, moving.units, ChargeKind::Charge)
    }

    /// How many waves may fight when readiness is preserved: a Line fights with its first squadron, a column with up to half of its
    /// hexes (LB 19.15.2a, 19.15.2b, G3.18).
    pub(super) fn may_preserve(self, top: UnitId, waves: u8) -> Result<(), Refusal> {
        let most = self.waves_preserving(top);
        let line = self.unit(top).formed == Formed::Line;
        if line && waves == 1 || !line && (1..=most).contains(&waves) {
            Ok(())
        } else {
            Err(Refusal::new("LB 19.15.2b", "so many waves do not preserve its readiness"))
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack is marked: it moves no more, and waits for the others (LB 19.1a, 19.1.1.1).
    pub fn declare_charge(
        &mut self,
        top: UnitId,
        units: UnitSet,
        kind: ChargeKind,
        preserving: Option<u8>,
    ) -> Option<u8> {
        let formed = self.unit(top).formed;
        let mut charge = Charge::new(kind, top, units, self.table().stance(top), formed);
        charge.preserving = preserving;
        let no = self.add_charge(charge)?;
        for id in units.iter() {
            self.unit_mut(id).charge = ChargeMarker::Declared;
        }
        let phrase = if preserving.is_some() { told::DECLARES_PRESERVING } else { told::DECLARES };
        self.tell("LB 19.1.1.1", phrase, &[Who::Unit(top)]);
        Some(no)
    }

    /// The stack on the move declares its charge, which ends its move; infantry near it may form Square at once (LB 19.1.1.1, 19.7a).
    pub(super) fn declare_on_the_move(&mut self, preserving: Option<u8>) {
        let Some(moving) = self.state.moves.last().copied() else { return };
        let declared = self.declare_charge(moving.top, moving.units, ChargeKind::Charge, preserving);
        self.pop();
        if let Some(no) = declared {
            self.push(Step::Charge(ChargeStep::Answer(no)));
        }
        self.end_move();
    }

    /// The next charge of the Charge Sub-segment, in the order its side likes (LB 19.1b).
    pub(super) fn run_charges(&mut self) {
        let next = self.table().to_run().first().copied();
        if let Some(top) = next {
            self.push(Step::Charge(ChargeStep::Run));
            self.runs(top);
        }
    }

    pub(super) fn runs(&mut self, top: UnitId) {
        let Some(no) = self.table().charge_of(top) else { return };
        if self.table().charge(no).is_some_and(Charge::is_grand) {
            self.grand_sets_out(no);
        } else {
            self.set_out(no);
        }
    }

    /// All charges of the chit are done with.
    pub(super) fn close_charges(&mut self) {
        self.state.charges.clear();
        self.state.charging = super::Charging::default();
    }
}

impl Table<'_> {
    /// The charges still to be run, by their top units; a Grand Charge by one of its parts.
    pub(super) fn to_run(self) -> super::riding::Tops {
        let mut tops = super::riding::Tops::new();
        let mut grand = crate::cards::LeaderSet::EMPTY;
        for no in self.charges_at(ChargeStage::Declared) {
            let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { continue };
            match charge.leader {
                Some(leader) if grand.contains(leader) => continue,
                Some(leader) => grand.insert(leader),
                None => {}
            }
            self.state.overflow.keep(&mut tops, lead);
        }
        tops
    }
}
