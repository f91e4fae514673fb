//! Headings 7 and 8: basic moves (SSS T5), move situations (SSS T6), and what they come to (SSS G9).

use crate::cards::{Arm, Missile, Order, UnitCard, UnitId};
use crate::measures::{BW, bw};
use crate::state::{Formation, Intent, Over, Unit, WaySet};
use crate::table::Table;
use field::table::Um;

/// Farther from the enemy than this everybody marches faster (SSS T6).
pub const FAR: Um = bw(12);
/// In permitted bad ground a unit may always move so much (SSS G9).
pub const LEAST: Um = BW / 2;
/// A complex manoeuvre (SSS 8.6).
pub const COMPLEX: Um = bw(3);

/// SSS T5; light cavalry in open order counts as loose, dismounted cavalry as loose order infantry, a mob too (SSS G69).
pub fn basic_move(card: &UnitCard, unit: &Unit) -> Um {
    let foot = |order: Order| match order {
        // SSS 38.1
        _ if card.is_mixed() => 3,
        Order::Close => 3,
        Order::Loose | Order::Mob => 4,
        Order::Open | Order::Skirmish => 5,
    };
    bw(match card.arm {
        Arm::Infantry | Arm::NapthaThrower => foot(unit.order),
        _ if card.is_mounted_arm() && !unit.mounted => foot(unit.order),
        Arm::HeavyCavalry | Arm::HeavyCamelry => 5,
        Arm::LightCavalry | Arm::LightCamelry => match unit.order {
            Order::Close => 7,
            Order::Skirmish => 10,
            _ => 8,
        },
        // Manhandled field guns.
        _ if card.is_artillery() && unit.formation != Formation::Limbered && card.arm != Arm::CamelGuns => 1,
        Arm::FootArtillery | Arm::CamelGuns | Arm::Wagon => 3,
        Arm::EarlyHorseArtillery => 6,
        Arm::NapoleonicHorseArtillery => 8,
        Arm::Elephants | Arm::Boat => 4,
        Arm::Courier => 12,
        // SSS 42.1a
        Arm::FlamingPig => 5,
    })
}

/// What a charge or pursuit adds (SSS T6, 38.1, 41.4).
pub fn charge_bonus(card: &UnitCard, unit: &Unit) -> Um {
    match card.arm {
        _ if card.is_mixed() => 0,
        Arm::Infantry => BW,
        _ if card.is_mounted_arm() && !unit.mounted => BW,
        _ if card.is_mounted_arm() => bw(2),
        Arm::Elephants => bw(2),
        _ => 0,
    }
}

impl Table<'_> {
    pub fn basic_move(self, id: UnitId) -> Um {
        basic_move(self.card(id), self.unit(id))
    }

    pub fn charge_bonus(self, id: UnitId) -> Um {
        charge_bonus(self.card(id), self.unit(id))
    }

    /// The one deduction for terrain, the worst of a move (SSS T6, G8): not from skirmishers; elephants mind only rough
    /// ground, by 2 BW, and water (SSS 41.3, 41.4).
    pub fn terrain_deduction(self, id: UnitId, way: WaySet) -> Um {
        if self.is_skirmishing(id) {
            return 0;
        }
        let elephants = self.card(id).arm == Arm::Elephants;
        let difficult = match (elephants, way.has(Over::Difficult)) {
            (true, _) => {
                if way.has(Over::Water) {
                    BW
                } else {
                    0
                }
            }
            (false, true) if self.unit(id).leadership.ignores_difficult() => 0,
            (false, true) => bw(2),
            (false, false) => 0,
        };
        let rough = match (way.has(Over::Rough), elephants) {
            (false, _) => 0,
            (true, true) => bw(2),
            (true, false) => bw(3),
        };
        difficult.max(rough)
    }

    /// Moving through a built-up area (SSS T6); off the road for elephants.
    fn building_deduction(self, id: UnitId, way: WaySet) -> Um {
        match way.has(Over::Building) {
            false => 0,
            true if self.is_foot(id) => {
                if self.is_skirmishing(id) {
                    0
                } else {
                    BW
                }
            }
            true => bw(2),
        }
    }

    /// A "standard move": basic and terrain, nothing else (SSS G9). Rout, retreat, retirement and pursuit go by it.
    pub fn standard_move(self, id: UnitId, way: WaySet) -> Um {
        let least = if way.has(Over::Difficult) || way.has(Over::Rough) { LEAST } else { 0 };
        (self.basic_move(id) - self.terrain_deduction(id, way)).max(least)
    }

    /// Infantry and artillery that shoot and move pay for it; thrown weapons are free (SSS 8.2, 8.4).
    pub(crate) fn pays_for_shooting(self, id: UnitId) -> bool {
        let card = self.card(id);
        (self.is_foot(id) || card.is_artillery()) && card.missile != Missile::Thrown
    }

    /// How far a unit may go this turn over such ground: basic move, situations and Leadership, no less than nothing, then the
    /// multiplier for marching (SSS 8.1, 8.8, G9). What manoeuvres have cost is taken off already.
    pub fn allowance(self, id: UnitId, way: WaySet) -> Um {
        self.allowance_as(id, self.unit(id), way, self.unit(id).deducted)
    }

    /// The same of a unit that stood like this, after so much for manoeuvres.
    pub(crate) fn allowance_as(self, id: UnitId, unit: &Unit, way: WaySet, deducted: Um) -> Um {
        let card = self.card(id);
        let mut sum = basic_move(card, unit);
        if card.arm == Arm::Infantry && unit.formation == Formation::ColumnOfAttack {
            sum += BW;
        }
        if !way.has(Over::OffRoad) {
            sum += BW;
        }
        if unit.intent == Intent::MoveAndShoot && self.pays_for_shooting(id) {
            sum -= bw(2);
        }
        if way.has(Over::Defile) {
            sum -= BW;
        }
        if way.has(Over::SteppedBack) {
            sum -= bw(2);
        }
        if card.armour == crate::cards::Armour::ExtraHeavy {
            sum -= BW;
        }
        sum -= self.terrain_deduction(id, way) + self.building_deduction(id, way);
        sum += bw(i32::from(unit.leadership.moves)) - deducted;
        let far = unit.enemy_off >= FAR;
        let sum = sum.max(0);
        match (unit.formation == Formation::ColumnOfMarch, far) {
            // SSS 38.7: never double for pikes.
            (true, true) if !card.has_pikes() => sum * 2,
            (true, _) | (false, true) => sum * 3 / 2,
            (false, false) => sum,
        }
    }

    /// What is left of it on such ground.
    pub fn move_left(self, id: UnitId, way: WaySet) -> Um {
        let unit = self.unit(id);
        let bad = way.has(Over::Difficult) || way.has(Over::Rough);
        let least = if bad { LEAST } else { 0 };
        (self.allowance(id, way).max(least) - unit.spent).max(0)
    }
}
