//! Chapter 5.6: what each of the four Orders lets a unit do in its own activation.

use crate::cards::UnitId;
use crate::table::Table;
use field::hexes::Hex;
use kernel::Refusal;

impl Table<'_> {
    /// Whether Orders let a unit of the active Wing enter a hex by its own move, Advancing or Retreating Fire or displacement: adjacency to
    /// enemies, distance, nearness (MP 5.6.1d to 5.6.4a; ruling G-A26). `start` is where the unit's move began.
    pub fn orders_allow_entering(self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let _ = (id, hex);
        unimplemented!()
    }

    /// Whether Orders let a unit Reform on its own Wing's authority (MP 5.6.1j, 5.6.2b, 5.6.3c, 5.6.4b).
    pub fn orders_allow_reform(self, id: UnitId) -> Result<(), Refusal> {
        let _ = id;
        unimplemented!()
    }

    pub fn orders_allow_rally(self, id: UnitId) -> Result<(), Refusal> {
        let _ = id;
        unimplemented!()
    }
}
