//! Chapter 10.9: line of sight.

use crate::cards::UnitId;
use crate::table::Table;
use field::hexes::Hex;

/// What a line is traced for: some rules block one and not another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Reaction and fire of muskets and pistols.
    Sight,
    /// Artillery: no unit at all may stand in between (MP 10.9.2d).
    Artillery,
    /// Enemy guns block (MP 10.9.1b), dead zones bar the way (MP 10.9.3g).
    Interception,
}

impl Table<'_> {
    /// Whether `viewer` sees from one of its hexes to another hex (MP 10.9.5a).
    pub fn sees(self, viewer: UnitId, from: Hex, to: Hex, purpose: Purpose) -> bool {
        let _ = (viewer, from, to, purpose);
        unimplemented!()
    }

    /// From any hex of one unit to any hex of another (MP 10.9.5c).
    pub fn sees_unit(self, viewer: UnitId, target: UnitId, purpose: Purpose) -> bool {
        let _ = (viewer, target, purpose);
        unimplemented!()
    }
}
