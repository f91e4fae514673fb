//! The last part of the segment: markers come off (LB 7.5.10a).

use crate::cards::UnitId;
use crate::fraction::Fraction;
use crate::state::{ChargeMarker, Prone};
use crate::table::Play;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// Cavalry that is Tired or Exhausted and has no Charge Marker may recover readiness (LB 7.5.4a).
    pub(super) fn cavalry_rests(&mut self) {
        for id in (0..self.state.units.len() as u16).map(UnitId) {
            let table = self.table();
            if table.unit(id).on_map() && table.is_cavalry(id) {
                let available = table.share_of_movement(id, Fraction::ONE);
                let degrees = table.degrees_recovered(id, available);
                self.recover_readiness(id, degrees);
            }
        }
    }

    /// Leaders who have moved are turned over; Prone markers of those who stood up and Charge Markers are removed (LB 7.5.10a,
    /// LB 7.2.3a, G6).
    pub(super) fn keep_house(&mut self) {
        for leader in &mut self.state.leaders {
            leader.turn.moved = false;
        }
        for unit in &mut self.state.units {
            if unit.prone == Prone::StoodUp {
                unit.prone = Prone::No;
            }
            unit.charge = ChargeMarker::None;
        }
    }
}
