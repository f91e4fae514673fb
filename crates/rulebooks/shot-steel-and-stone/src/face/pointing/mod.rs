//! The table under a hand: where a decision shows on it, and which decision a hand that points or drags may mean.
//!
//! [`marks`] says who acts, at whom and where; [`aims`] which answers to the open question a hand may mean, found by those marks;
//! [`drags`] what it means to drag a unit about while it moves.

mod aims;
mod drags;
mod marks;

use crate::ShotSteelAndStone;
use crate::cards::{LeaderId, MOST_GUNS, UnitId};

/// Numbers by which the scene speaks of bodies other than units.
const BEASTS: u16 = 2_000;
const LEADERS: u16 = 3_000;
const LONE_GUNS: u16 = 4_000;

/// What a number of the scene stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thing {
    Unit(UnitId),
    /// An elephant that runs wild, by its place among those that do.
    Beast(u8),
    Leader(LeaderId),
    /// A gun that stands by itself, by battery and place in it.
    LoneGun(usize, usize),
}

impl Thing {
    pub(crate) fn of(rules: &ShotSteelAndStone, body: u16) -> Option<Thing> {
        if let Some(gun) = body.checked_sub(LONE_GUNS) {
            let (battery, which) = (usize::from(gun) / MOST_GUNS, usize::from(gun) % MOST_GUNS);
            return (battery < rules.units.len()).then_some(Thing::LoneGun(battery, which));
        }
        let ix = u8::try_from(body % 1_000).ok()?;
        match body - body % 1_000 {
            0 => (usize::from(ix) < rules.units.len()).then_some(Thing::Unit(UnitId(ix))),
            BEASTS => Some(Thing::Beast(ix)),
            LEADERS => (usize::from(ix) < rules.leaders.len()).then_some(Thing::Leader(LeaderId(ix))),
            _ => None,
        }
    }

    pub(crate) fn number(self) -> u16 {
        match self {
            Thing::Unit(id) => unit_number(id),
            Thing::Beast(ix) => beast_number(ix),
            Thing::Leader(id) => leader_number(id),
            Thing::LoneGun(battery, which) => lone_gun_number(battery, which),
        }
    }

    pub(crate) fn unit(self) -> Option<UnitId> {
        match self {
            Thing::Unit(id) => Some(id),
            Thing::Beast(_) | Thing::Leader(_) | Thing::LoneGun(..) => None,
        }
    }
}

/// The number of a unit among the bodies of the scene.
pub(crate) fn unit_number(id: UnitId) -> u16 {
    u16::from(id.0)
}

/// The number of an elephant that runs wild.
pub(crate) fn beast_number(ix: u8) -> u16 {
    BEASTS + u16::from(ix)
}

/// The number of a leader among the bodies of the scene.
pub(crate) fn leader_number(id: LeaderId) -> u16 {
    LEADERS + u16::from(id.0)
}

/// The number of a gun that stands by itself, by battery and place in it.
pub(crate) fn lone_gun_number(battery: usize, which: usize) -> u16 {
    LONE_GUNS + (battery * MOST_GUNS + which) as u16
}
