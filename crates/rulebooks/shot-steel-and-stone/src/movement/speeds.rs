//! Headings 7 and 8: basic moves (SSS T5), move situations (SSS T6), and what they come to (SSS G9).

use crate::cards::{Arm, Missile, Order, Trait, UnitCard, UnitId};
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
        // SSS 38.1, G171
        _ if card.is_mixed() && unit.pike_bases > 0 => 3,
        Order::Close => 3,
        Order::Loose | Order::Mob => 4,
        Order::Open | Order::Skirmish => 5,
    };
    bw(match card.arm {
        Arm::Infantry | Arm::NapthaThrower => foot(unit.order),
        _ if card.is_mounted_arm() && !unit.mounted => foot(unit.order),
        Arm::HeavyCavalry | Arm::HeavyCamelry => 5,
        // SSS G61: horse-holders keep the move of the unit whose horses they hold.
        Arm::LightCavalry | Arm::LightCamelry => match if card.holds_horses() { card.order } else { unit.order } {
            Order::Close => 7,
            Order::Skirmish => 10,
            _ => 8,
        },
        // SSS G65: gunners without their guns, on foot.
        _ if card.is_artillery() && unit.gunless => 5,
        // Manhandled field guns.
        _ if card.is_artillery() && unit.formation != Formation::Limbered && card.arm != Arm::CamelGuns => 1,
        // SSS 41.5, G111: whatever their weight.
        Arm::FootArtillery if card.is(Trait::ElephantDrawn) => 4,
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
        // SSS 38.1, G171: while it has pikes.
        _ if card.is_mixed() && unit.pike_bases > 0 => 0,
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
        charge_bonus(self.card(id), self.unit(id)) - self.unit(id).bonus_used
    }

    /// The one deduction for terrain, the worst of a move (SSS T6, G8): not from skirmishers; elephants mind only rough
    /// ground, by 2 BW, and water (SSS 41.3, 41.4).
    pub fn terrain_deduction(self, id: UnitId, way: WaySet) -> Um {
        if self.is_skirmishing(id) {
            return 0;
        }
        let elephants = self.card(id).arm == Arm::Elephants;
        let difficult = match elephants {
            true if way.has(Over::Water) => BW,
            false if way.has(Over::Difficult) => bw(2),
            _ => 0,
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

    /// A "standard move": basic and terrain, nothing else, no leader's roll either (SSS G9, 40.8). Rout, retreat, retirement and
    /// pursuit go by it.
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
        self.before_marching(id, unit, way, deducted).max(0) * self.marching(id, unit) / 2
    }

    /// The multiplier for marching, in halves (SSS T6, 8.8): never double for pikes (SSS 38.7).
    pub(super) fn marching(self, id: UnitId, unit: &Unit) -> Um {
        match (unit.formation == Formation::ColumnOfMarch, unit.enemy_off >= FAR) {
            (true, true) if !self.is_pike_armed(id) => 4,
            (true, _) | (false, true) => 3,
            (false, false) => 2,
        }
    }

    /// What is left for changes and other deductions, which come before the multiplier (SSS 8.8, G9).
    pub(super) fn change_left(self, id: UnitId) -> Um {
        let unit = self.unit(id);
        let halves = self.marching(id, unit);
        let gone = (unit.spent * 2 + halves - 1) / halves;
        (self.before_marching(id, unit, unit.way, unit.deducted) - gone).max(0)
    }

    /// Basic move, situations and Leadership, without the multiplier: less than nothing where they come to that.
    pub(super) fn before_marching(self, id: UnitId, unit: &Unit, way: WaySet, deducted: Um) -> Um {
        let card = self.card(id);
        let mut sum = basic_move(card, unit);
        // SSS G69: dismounted cavalry as well.
        let foot = card.arm == Arm::Infantry || (card.is_mounted_arm() && !unit.mounted);
        if foot && unit.formation == Formation::ColumnOfAttack {
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
        // SSS T3: in top form difficult ground takes nothing off a move that a leader has ordered.
        let felt = if unit.leadership.ignores_difficult() { way.without(Over::Difficult) } else { way };
        sum -= self.terrain_deduction(id, felt) + self.building_deduction(id, way);
        if card.arm == Arm::Boat {
            sum += self.stream_bonus(way);
        }
        sum + bw(i32::from(unit.leadership.moves)) - deducted
    }

    /// With the stream all the way, or against it for some of it (SSS T6, G110).
    fn stream_bonus(self, way: WaySet) -> Um {
        match (way.has(Over::Upstream), way.has(Over::OffStream)) {
            (true, _) => -bw(2),
            (false, false) => bw(2),
            (false, true) => 0,
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
