//! Headings 11 to 14, 16, 18, 19 and 33: shooting.
//!
//! [`ranges`] has how far weapons reach; [`sight`] and [`cover`] say what is seen and from behind what, [`known`] keeps what was found; [`ports`] is who of a unit
//! shoots, [`bases`] where its bases stand; [`lines`] and [`salvo`] say who of them can hit a target; [`modifiers`] what is added to
//! their dice, [`targets`] what they shot at before; [`volley`] throws them; [`crews`] is what guns and gunners suffer, and
//! [`surprise`] what those do who did not see it coming.

mod bases;
pub mod cover;
mod crews;
mod known;
mod lines;
mod modifiers;
pub mod ports;
mod ranges;
pub mod salvo;
pub mod sight;
mod steps;
mod surprise;
mod targets;
mod volley;
pub mod weapons;

pub use cover::Cover;
pub use known::Known;
pub use ranges::{Ranges, charts};
pub use salvo::Range;
pub(crate) use steps::steps_of;
pub use steps::{ShootChoice, ShootStep};
pub use targets::Targets;
pub use weapons::{Band, Weapon};

use crate::cards::{BuildingId, Missile, UnitId};
use crate::readings::PassedUnit;
use crate::state::{Activity, Change, Changed, Intent, Place};
use crate::table::Table;
use kernel::Refusal;
use serde::{Deserialize, Serialize};

/// What is shot at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    Unit(UnitId),
    /// The gunners of its battalion guns, or the crews of its elephants, singled out (SSS 33.2, 41.13).
    Gunners(UnitId),
    /// The structure of a built-up area (SSS 17.6, 17.8).
    Walls(BuildingId),
    /// An elephant that runs wild, by its place among those that do (SSS 41.18).
    Beast(u8),
}

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Whether a unit may shoot in its own turn (SSS 1.0, 8.2, 8.3, 15.2, 39.11).
    pub fn may_shoot(self, id: UnitId) -> Result<(), Refusal> {
        let (card, unit) = (self.card(id), self.unit(id));
        if unit.place != Place::Table {
            return refuse("SSS 1.0", "the unit is not on the table");
        }
        if self.prays(id) {
            return refuse("SSS 42.7", "it gives this move to prayer");
        }
        if self.in_storm(id) {
            return refuse("SSS 42.4c", "no fighting in the sandstorm");
        }
        if self.in_contact(id) {
            return refuse("SSS 1.7a", "it is in a melee");
        }
        if unit.shot_at_charge || unit.may_not_shoot {
            return refuse("SSS 15.2", "it shot at a charge and may not shoot in its own next turn");
        }
        match unit.activity {
            Activity::Routing | Activity::Retreating => return refuse("SSS 40.5", "it runs"),
            Activity::Pursuing => return refuse("SSS 1.5.1d", "it pursues"),
            Activity::RetiringInGoodOrder => return refuse("SSS 2.2", "it leaves the battle and only defends itself"),
            Activity::Rallying => return refuse("SSS 39.11", "rallying takes a full move doing nothing else"),
            Activity::Retiring if unit.moved => return refuse("SSS 40.2", "it has retired"),
            _ => {}
        }
        match unit.intent {
            Intent::Hold if unit.moved && unit.halted => return refuse("SSS 8.2", "it has changed its formation"),
            Intent::Move | Intent::Change if unit.moved => {
                return refuse("SSS 8.2", "it was ordered to move, not to move and shoot");
            }
            Intent::Reform => return refuse("SSS 32.4", "it does nothing but reform"),
            Intent::Firefight => return refuse("SSS 17.13", "it does nothing but fight the fire"),
            Intent::Plash => return refuse("SSS 24.4", "it does nothing but fell and plash"),
            Intent::Disengage => return refuse("SSS 26.1", "it was ordered to disengage"),
            _ if unit.charged => return refuse("SSS 1.5.0", "it has charged"),
            _ => {}
        }
        let matchlocks = self.small_arm(id) == Weapon::Small(Missile::Matchlock);
        if unit.moved && matchlocks && card.guns.is_empty() {
            return refuse("SSS 8.3", "matchlocks may not move and fire in the same turn");
        }
        if unit.passed && self.rules.options.passed_unit == PassedUnit::WholeTurn {
            return refuse("SSS 9.5", "it was passed through and stands");
        }
        let turning = matches!(unit.changing, Some(Change { into: Changed::Battery { .. }, .. })) && unit.deducted > 0;
        if turning {
            return refuse("SSS 13.8", "the battery is still being turned");
        }
        if card.is_artillery() && !self.is_deployed(id) {
            return refuse("SSS 13.5", "guns on their limbers do not shoot");
        }
        Ok(())
    }
}
