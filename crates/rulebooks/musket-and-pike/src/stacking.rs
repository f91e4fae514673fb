//! Chapter 8: who may share a hex, cavalry with musketeers, guns in the line, incorporation, wagons.

use crate::cards::UnitId;
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Dice, Listener, Refusal};

impl Table<'_> {
    /// Whether a unit may stand on a hex together with what is there now, at the end of a step (MP 8.1.1a to 8.1.2a). `through` allows what may be passed but not shared.
    pub fn may_stand(self, id: UnitId, hex: Hex, through: bool) -> Result<(), Refusal> {
        let _ = (id, hex, through);
        unimplemented!()
    }

    /// The unit of a hex that can fire and be fired at: the one on top (MP 8.3.1b).
    pub fn top_of(self, hex: Hex) -> Option<UnitId> {
        let _ = hex;
        unimplemented!()
    }

    /// Whether a unit lies on top in `hex`, or shares it with no gun (MP 8.3.1b, 8.3.1c).
    pub fn is_top(self, id: UnitId, hex: Hex) -> bool {
        let _ = (id, hex);
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// A gun is out of action (MP 10.8.9a): its marker lies on its hex, disabled or captured.
    pub fn wreck_gun(&mut self, gun: UnitId, captured: bool) {
        let _ = (gun, captured);
        unimplemented!()
    }
}
