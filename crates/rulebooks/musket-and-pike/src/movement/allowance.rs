//! Chapter 7.2: movement allowances.

use super::Activity;
use crate::cards::{Class, UnitId};
use crate::state::{Formation, Morale};
use crate::table::Table;

/// Leaders ride 8 (MP 5.1.2d, 5.2.2d).
pub const LEADER_ALLOWANCE: u8 = 8;

impl Table<'_> {
    /// Movement allowance of a unit as it stands (T-MA, chart C19; MP 7.2.1a, 6.3.1d, 6.3.1e, 6.3.1f, 6.3.4b, 8.2.1b).
    pub fn allowance(self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        if unit.morale == Morale::Broken {
            return 0;
        }
        let row = match unit.formation {
            Formation::Normal => 0,
            Formation::OpenOrder => 1,
            Formation::Shaken => 2,
            Formation::Broken => 3,
            Formation::Hedgehog => 4,
            Formation::Column => 5,
            Formation::None => return 0,
        };
        self.rules.charts.allowance[row].of(self.full_allowance(id))
    }

    /// The figure of Formation Normal; routing units use it (MP 7.2.1a).
    pub fn full_allowance(self, id: UnitId) -> u8 {
        match self.class(id) {
            // Dismounted cavalry goes like Heavy Infantry (MP 14.3b), Croats like other cavalry (MP 14.6a).
            Class::Cavalry if self.card(id).dismounted => 4,
            Class::Cavalry if self.unit(id).with.is_some() => 6,
            Class::Cavalry => 8,
            Class::LightInfantry => 6,
            Class::HeavyInfantry => 4,
            // MP 7.3.3b; unlimbered guns stay where they are.
            Class::Artillery => 2 * u8::from(self.is_limbered(id)),
            // MP 7.2.1b, 14.1a.
            Class::Wagon => 2 * u8::from(self.card(id).may_move),
        }
    }

    /// The allowance others compare with (ruling G-A30): fixed at the start of its present move (MP 9.1.6a), else from its present formation.
    pub fn compared_allowance(self, id: UnitId) -> u8 {
        let moving = self.state.moves.iter().rev().find(|moving| moving.unit == id);
        match moving {
            Some(moving) if moving.activity == Activity::Move => moving.allowance,
            _ => self.allowance(id),
        }
    }
}
