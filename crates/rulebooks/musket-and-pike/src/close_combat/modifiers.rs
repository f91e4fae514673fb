//! Section 11.3: what adds to the roll and what takes from it (chart C15, the Matrix C14, the ratio C21, the ground C20).

use super::{Attacker, Fight};
use crate::cards::UnitId;
use crate::ground::HexGround;
use crate::state::{Formation, Mark};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex, Side as Aspect};
use kernel::Reckoning;

impl Table<'_> {
    /// All modifiers of a combat, limited at the end (MP 11.2D, 11.3.1b, 11.3.1c).
    pub fn reckon_fight(self, fight: &Fight, reckoning: &mut Reckoning) {
        let Some(defender) = fight.defender else { return };
        self.reckon_leaders(fight, defender, reckoning);
        self.reckon_morale(fight, defender, reckoning);
        let ratio = self.ratio_modifier(fight, defender);
        reckoning.add_if(ratio != 0, ratio, "strength ratio", "MP 11.3.4a");
        self.reckon_momentum(fight, reckoning);
        let flanks = self.flank_hexes(fight, defender);
        let flank = i32::from(self.rules.charts.combat_modifiers.flank_or_rear);
        reckoning.add_if(flanks > 0, flank * flanks, "from flank or rear hexes", "MP 11.3.7a");
        let matrix = self.matrix_modifier(fight, defender);
        reckoning.add_if(matrix != 0, matrix, "kinds of units", "MP 11.3.8a");
        self.reckon_pistols(fight, defender, reckoning);
        self.reckon_formation(fight, defender, reckoning);
        self.reckon_salvo(fight, defender, reckoning);
        self.reckon_ground(fight, reckoning);
        limit(reckoning, i32::from(self.rules.charts.combat_modifiers.limit));
    }

    /// One leader on each side at most (MP 11.3.2a).
    fn reckon_leaders(self, fight: &Fight, defender: UnitId, reckoning: &mut Reckoning) {
        let value = i32::from(self.rules.charts.combat_modifiers.leader);
        let led = |unit| self.leaders_with(unit).next().is_some();
        let attack = fight.attackers.iter().any(|attacker| led(attacker.unit));
        reckoning.add_if(attack, value, "a leader with the attackers", "MP 11.3.2a");
        reckoning.add_if(led(defender), -value, "a leader with the defender", "MP 11.3.2a");
    }

    /// Current ratings (ruling G15).
    fn reckon_morale(self, fight: &Fight, defender: UnitId, reckoning: &mut Reckoning) {
        let best = fight.attackers.iter().map(|attacker| self.morale(attacker.unit)).max().unwrap_or(0);
        let difference = i32::from(best) - i32::from(self.morale(defender));
        reckoning.add_if(difference != 0, difference, "difference of morale", "MP 11.3.3a");
    }

    /// The best line of the ratio chart alone; fractions for the defender (ruling G16).
    fn ratio_modifier(self, fight: &Fight, defender: UnitId) -> i32 {
        let attack: i32 = fight.attackers.iter().map(|attacker| i32::from(self.strength(attacker.unit))).sum();
        let mut defence = i32::from(self.strength(defender));
        // With infantry beside the cavalry the defender keeps his full strength (ruling G17).
        if self.is_heavy(defender) && fight.attackers.iter().all(|attacker| self.is_cavalry(attacker.unit)) {
            // MP 11.3.5a
            defence /= 2;
        }
        let odds = odds(attack, defence);
        let lines = self.rules.charts.ratio.iter().map(|&(line, value)| (i32::from(line), i32::from(value)));
        let reached = lines.filter(|&(line, _)| if line > 0 { odds >= line } else { odds <= line });
        reached.max_by_key(|&(line, _)| line.abs()).map_or(0, |(_, value)| value)
    }

    /// Once; where cavalry and infantry both have it that of the infantry, which is better for the defender (MP 11.1.4c, 11.3.6c). Open Order and cavalry with Light Infantry have it like others (MP 11.3.6i);
    /// a reciprocal hexside fought across takes nothing of it (MP 11.3.6d, 14.4e), a raised road no more than another (MP E-GAG-19).
    fn reckon_momentum(self, fight: &Fight, reckoning: &mut Reckoning) {
        let charts = &self.rules.charts.combat_modifiers;
        let running = || fight.attackers.iter().map(|attacker| attacker.unit).filter(|&unit| self.has_momentum(unit));
        if running().any(|unit| self.is_heavy(unit)) {
            reckoning.add(i32::from(charts.momentum_infantry), "Momentum of Heavy Infantry", "MP 11.3.6a");
        } else if running().any(|unit| self.is_cavalry(unit)) {
            reckoning.add(i32::from(charts.momentum_cavalry), "Momentum of cavalry", "MP 11.3.6a");
        }
    }

    fn has_momentum(self, unit: UnitId) -> bool {
        self.unit(unit).has(Mark::Momentum)
    }

    /// The hexes an attacker attacks from: its own next to the defender, or the bridge between (MP 7.3.5f).
    fn attack_hexes(self, attacker: Attacker, defender: UnitId) -> ArrayVec<Hex, 2> {
        let own = self.unit(attacker.unit).hexes().filter(|&hex| self.distance_to(defender, hex) == 1);
        let own: ArrayVec<Hex, 2> = own.collect();
        if own.is_empty() { self.bridge_between(attacker).into_iter().collect() } else { own }
    }

    /// The bridge hex through which a unit attacks a hex it is not next to.
    fn bridge_between(self, attacker: Attacker) -> Option<Hex> {
        let ground = self.ground();
        self.neighbours(attacker.hex).find(|&near| {
            ground.is_bridge(near) && self.distance_to(attacker.unit, near) == 1 && self.body_at(near).is_none()
        })
    }

    /// How many of the defender's flank and rear hexes he is attacked from; Hedgehogs and Broken units have none (MP 11.3.7b, 12.4.3a).
    fn flank_hexes(self, fight: &Fight, defender: UnitId) -> i32 {
        let hexes = fight.attackers.iter().flat_map(|&attacker| self.attack_hexes(attacker, defender));
        hexes.filter(|&hex| matches!(self.aspect(defender, hex), Some(Aspect::Flank | Aspect::Rear))).count() as i32
    }

    /// The cell best for the defender (MP 11.1.4c); "front" if any hex the unit attacks from is a front hex.
    fn matrix_modifier(self, fight: &Fight, defender: UnitId) -> i32 {
        let cells = fight.attackers.iter().filter_map(|&attacker| {
            let mut from = self.attack_hexes(attacker, defender).into_iter();
            let front = from.any(|hex| self.aspect(defender, hex) == Some(Aspect::Front));
            let (row, column) = (self.matrix_row(attacker.unit), self.matrix_column(defender, front));
            self.rules.charts.matrix[row as usize][column as usize]
        });
        cells.min().map_or(0, i32::from)
    }

    /// A shot spent here counts wherever the enemy stands: facing is of no account (MP 10.1.3e).
    fn reckon_pistols(self, fight: &Fight, defender: UnitId, reckoning: &mut Reckoning) {
        let value = i32::from(self.rules.charts.combat_modifiers.pistol);
        let shots = fight.attackers.iter().filter(|attacker| fight.pistols.contains(attacker.unit)).count() as i32;
        reckoning.add_if(shots > 0, value * shots, "pistols of the attackers", "MP 11.3.9a");
        reckoning.add_if(fight.pistols.contains(defender), -value, "pistols of the defender", "MP 11.3.9a");
    }

    /// Once for either side, however many units are in disorder (MP 11.3.1b).
    fn reckon_formation(self, fight: &Fight, defender: UnitId, reckoning: &mut Reckoning) {
        let charts = &self.rules.charts.combat_modifiers;
        let broken = |unit| self.in_formation(unit, Formation::Broken);
        // Squeezed on a bridge Heavy Infantry counts as Formation Broken (MP 11.3.1e).
        let disordered =
            |attacker: &Attacker| broken(attacker.unit) || self.crosses_bridge(attacker.unit, attacker.hex);
        if fight.attackers.iter().any(disordered) {
            reckoning.add(i32::from(charts.attacker_broken), "an attacker Formation Broken", "MP 6.3.1f");
        } else if fight.attackers.iter().any(|attacker| self.counts_as_shaken(attacker.unit)) {
            reckoning.add(i32::from(charts.attacker_shaken), "an attacker Formation Shaken", "MP 6.3.1e");
        }
        if broken(defender) {
            reckoning.add(i32::from(charts.defender_broken), "the defender Formation Broken", "MP 6.3.1f");
        } else if self.counts_as_shaken(defender) {
            reckoning.add(i32::from(charts.defender_shaken), "the defender Formation Shaken", "MP 6.3.1e");
        }
    }

    /// Open Order too, where the chart's option says so (MP 6.3.3e, ruling G-A63).
    fn counts_as_shaken(self, unit: UnitId) -> bool {
        self.in_formation(unit, Formation::Shaken)
            || self.rules.charts.open_order_as_shaken && self.in_formation(unit, Formation::OpenOrder)
    }

    fn reckon_salvo(self, fight: &Fight, defender: UnitId, reckoning: &mut Reckoning) {
        let charts = &self.rules.charts.combat_modifiers;
        let fired_at = |unit: UnitId, target: UnitId| {
            let unit = self.unit(unit);
            unit.has(Mark::SalvoedNow) && unit.marks.activation.salvoed.contains(&Some(target))
        };
        let mut attackers = fight.attackers.iter().map(|attacker| attacker.unit);
        let attack = attackers.clone().any(|unit| fired_at(unit, defender));
        reckoning.add_if(attack, i32::from(charts.attacker_salvo), "an attacker's Salvo", "MP 11.3.1b");
        let defence = attackers.any(|unit| fired_at(defender, unit));
        reckoning.add_if(defence, i32::from(charts.defender_salvo), "the defender's Salvo", "MP 11.3.1b");
    }

    /// The ground best for the defender of all that is attacked over (MP 11.1.4c, 11.3.1a), whoever was there first (MP 14.4f); a wagon by him (MP 14.1e).
    fn reckon_ground(self, fight: &Fight, reckoning: &mut Reckoning) {
        let ground = fight.attackers.iter().map(|&attacker| self.ground_modifier(attacker)).min().unwrap_or(0);
        reckoning.add_if(ground != 0, ground, "the ground", "MP 11.1.4c");
        let mut hexes = fight.attackers.iter().map(|attacker| attacker.hex);
        let wagon = hexes.any(|hex| self.wagon_at(hex));
        let value = i32::from(self.rules.charts.combat_modifiers.wagon);
        reckoning.add_if(wagon, value, "a wagon by the defender", "MP 14.1b");
    }

    /// The hex attacked and the hexside crossed; of two ways the one best for the defender.
    fn ground_modifier(self, attacker: Attacker) -> i32 {
        let ground = self.ground();
        let own = self.unit(attacker.unit).hexes();
        let ways = own.filter_map(|own| ground.grid.direction(own, attacker.hex).map(|dir| (own, dir)));
        // Who attacks over a bridge does not attack over what is beside it.
        let bridge = self.crosses_bridge(attacker.unit, attacker.hex);
        let ways = ways.filter(|&(own, dir)| !bridge || ground.has_bridge(own, dir));
        let across = ways.map(|(own, dir)| hexside_modifier(ground, own, dir)).min();
        let across = across.or_else(|| {
            let bridge = self.bridge_between(attacker)?;
            let dir = ground.grid.direction(bridge, attacker.hex)?;
            Some(i32::from(ground.terrain_of(bridge).combat) + hexside_modifier(ground, bridge, dir))
        });
        i32::from(ground.terrain_of(attacker.hex).combat) + across.unwrap_or(0)
    }
}

/// What a hexside and the slope on it take from an attack out of `hex`.
fn hexside_modifier(ground: &HexGround, hex: Hex, dir: Dir) -> i32 {
    let feature = ground.hexside(hex, dir).feature.map_or(0, |feature| ground.row(feature).combat);
    let slope = ground.slope_row(hex, dir).map_or(0, |row| row.combat);
    i32::from(feature) + i32::from(slope)
}

/// So many to one for the attacker, or, negative, so many to one against him.
fn odds(attack: i32, defence: i32) -> i32 {
    if defence == 0 {
        return i32::MAX;
    }
    if attack >= defence { attack / defence } else { -((defence + attack - 1) / attack.max(1)) }
}

/// MP 11.3.1c
fn limit(reckoning: &mut Reckoning, most: i32) {
    let beyond = reckoning.total - reckoning.total.clamp(-most, most);
    reckoning.add_if(beyond != 0, -beyond, "limited", "MP 11.3.1c");
}
