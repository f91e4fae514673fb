//! Guns are limbered and unlimbered, prolonged and shifted (18.2, 18.3).

use super::GunStep;
use crate::agenda::Step;
use crate::cards::{Arm, Guns, UnitId};
use crate::charts::{BatteryType, FormationRow, LimberModifier};
use crate::face::told::{Who, artillery as told, morale as told_morale};
use crate::fraction::Points;
use crate::ground::{Slope, Terrain};
use crate::hexes::Facing;
use crate::morale::{Check, CheckKind};
use crate::movement::Cause;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Entry, Listener, Reckoning, Refusal};

/// The sides a battery may shift to.
pub type Shifts = ArrayVec<Dir, 3>;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// What a battery pays to be limbered or unlimbered (LB 18.2.1a, 18.2.1b; chart 27).
    pub fn limbering_cost(self, limber: bool) -> Points {
        let row = if limber { FormationRow::Limbered } else { FormationRow::Unlimbered };
        let [_, _, cost] = self.rules.charts.ground.formation(row).cost;
        Points::whole(cost.unwrap_or(0))
    }

    /// Whether a battery may be unlimbered where it stands: it is no movement, and always succeeds (LB 18.2a, 18.2.1a, 18.2b).
    pub fn may_unlimber(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if self.card(id).arm != Arm::Artillery || !unit.limbered {
            return refuse("LB 18.2a", "it is no limbered battery");
        }
        if unit.order == Order::Pgd || unit.hexes.len() > 1 {
            return refuse("LB 18.2.1a", "it cannot be unlimbered as it stands");
        }
        Ok(())
    }

    /// Whether a battery may try to limber: once in a turn (LB 18.2.1b, G3.29).
    pub fn may_limber(self, id: UnitId) -> Result<(), Refusal> {
        if !self.is_unlimbered(id) {
            return refuse("LB 18.2a", "it is no unlimbered battery");
        }
        if self.unit(id).turn.artillery.limbering {
            return refuse("LB G3.29", "it has tried to limber in this turn");
        }
        if self.in_square(self.unit(id).hexes.head()) {
            return refuse("LB 12.9.3c", "guns in a Square are unlimbered");
        }
        Ok(())
    }

    /// On the die of limbering: a leader, the best of those who count (chart 22).
    fn limber_modifiers(self, id: UnitId, sum: &mut Reckoning) {
        let (side, hex) = (self.side(id), self.unit(id).hexes.head());
        let value = |modifier: LimberModifier| i32::from(self.rules.charts.guns.limber_modifier(modifier));
        let master = self.has_gun_master(side, hex) || self.neighbours(hex).any(|near| self.has_gun_master(side, near));
        if master {
            sum.add(value(LimberModifier::SpecialAbility), "artillery leader of Special Ability", "LB 18.2.1b");
        } else if self.gun_leaders_at(side, hex).next().is_some() {
            sum.add(value(LimberModifier::ArtilleryLeader), "artillery leader", "LB 18.2.1b");
        } else if self.leaders_at(side, hex).next().is_some() {
            sum.add(value(LimberModifier::Leader), "leader", "LB 18.2.1b");
        }
        let shaken = self.unit(id).order == Order::Disorder;
        sum.add_if(shaken, value(LimberModifier::Disorder), "Disorder", "LB 18.2.1b");
    }

    /// Whether unlimbered guns may be prolonged into the next hex: from clear ground to clear ground, across nothing (LB 18.3.1a,
    /// 18.3.1b; chart 28); foot artillery into an enemy zone only under the eye of an artillery leader of Special Ability (LB 18.3.1.1).
    pub fn may_prolong(self, id: UnitId, dir: Dir) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !self.is_unlimbered(id) || unit.order == Order::Pgd {
            return refuse("LB 18.3.1a", "it is no unlimbered battery");
        }
        let from = unit.hexes.head();
        let Some(to) = self.grid().neighbour(from, dir) else { return refuse("LB 18.3.1b", "the map ends there") };
        let clear = |hex: Hex| self.ground().at(hex) == Terrain::Clear;
        let side = self.ground().hexside(from, dir);
        if !clear(from) || !clear(to) || side.slope != Slope::Level || side.feature.is_some() {
            return refuse("LB 18.3.1b", "guns are prolonged only over clear and level ground");
        }
        let card = self.card(id);
        let horse = card.guns == Guns::Horse;
        if !horse && self.specific(id).range >= self.rules.charts.guns.classes.prolong_below {
            return refuse("LB 18.3.1b", "these guns are too heavy to be prolonged");
        }
        let own = card.side;
        if self.enemy_at(own, to) {
            return refuse("LB 13.1.4a", "enemy combat units stand there");
        }
        let master = self.has_gun_master(own, from) || self.neighbours(from).any(|near| self.has_gun_master(own, near));
        if !horse && !master && self.enemy_zone(own, to) != Zone::None {
            return refuse("LB 18.3.1.1", "foot artillery is not prolonged into an enemy zone");
        }
        Ok(())
    }

    /// How a lone battery may shift towards an enemy who has come next to it: one hexside, or about, so that he is before it who
    /// was not; not in the zone of anybody else (LB 18.3.2a, G3.21).
    pub fn shifts(self, battery: UnitId, enemy: UnitId) -> Shifts {
        let (unit, foe) = (self.unit(battery), self.unit(enemy));
        let here = unit.hexes.head();
        let alone = self.state.stack(here).count() == 1;
        let Facing::Side(now) = unit.facing else { return Shifts::new() };
        let near = |dir: &Dir| {
            let hex = self.grid().neighbour(here, *dir);
            hex.is_some_and(|hex| foe.on_map() && foe.hexes.contains(hex))
        };
        let others = self.zone_owners(self.side(enemy), here).any(|id| !self.stack_of(enemy).contains(&id));
        if !self.is_unlimbered(battery) || !unit.on_map() || !alone || others {
            return Shifts::new();
        }
        let sides: ArrayVec<Dir, 6> = Dir::ALL.into_iter().filter(near).collect();
        let nearer = |to: Dir| sides.iter().any(|&dir| to.turns_to(dir) < now.turns_to(dir));
        [now.left(1), now.right(1), now.opposite()].into_iter().filter(|&to| nearer(to)).collect()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A battery tries to limber: a die by its kind; whether it does or not, the points are spent (LB 18.2.1b, G3.29).
    pub fn try_to_limber(&mut self, id: UnitId) -> bool {
        self.unit_mut(id).turn.artillery.limbering = true;
        let card = &self.rules.units[id.ix()];
        let needed = self.rules.charts.guns.limber(BatteryType::of(card.nation, card.class, card.guns == Guns::Horse));
        let die = self.die();
        let mut sum = Reckoning::new(self.listener);
        self.table().limber_modifiers(id, &mut sum);
        let limbers = i32::from(die) + sum.total >= i32::from(needed);
        if self.listener.hears() {
            let phrase = if limbers { told::LIMBERS } else { told::FAILS_TO_LIMBER };
            let total = Some(i32::from(die) + sum.total);
            let entry = Entry {
                dice: vec![die],
                lines: sum.lines,
                total,
                ..self.table().entry("LB 18.2.1b", phrase, &[Who::Unit(id)])
            };
            self.listener.tell(entry);
        }
        if limbers {
            let unit = self.unit_mut(id);
            (unit.limbered, unit.facing) = (true, Facing::Round);
        }
        limbers
    }

    /// A battery is unlimbered, and faces as the infantry it is with or as its owner likes (LB 18.1a, 18.1b, 18.2.1a).
    pub fn unlimber(&mut self, id: UnitId, facing: Facing) {
        let unit = self.unit_mut(id);
        unit.limbered = false;
        if unit.order == Order::Good {
            (unit.formed, unit.facing) = (Formed::Battery, facing);
        }
        self.tell("LB 18.2.1a", told::UNLIMBERS, &[Who::Unit(id)]);
        let hex = self.unit(id).hexes.head();
        self.settle_guns(hex);
    }

    /// An enemy has come next to batteries: each that may, may try to turn to him (LB 18.3.2a).
    pub fn offer_shifts(&mut self, enemy: UnitId) {
        let table = self.table();
        let mut near: ArrayVec<UnitId, 16> = ArrayVec::new();
        for hex in table.around(enemy) {
            for id in table.state.stack(hex).filter(|&id| table.side(id) != table.side(enemy)) {
                let met = table.unit(id).turn.artillery.met == Some(enemy);
                if !met && !table.shifts(id, enemy).is_empty() {
                    table.state.overflow.keep(&mut near, id);
                }
            }
        }
        for battery in near {
            self.unit_mut(battery).turn.artillery.met = Some(enemy);
            self.push(Step::Gun(GunStep::Shift { battery, enemy }));
        }
    }

    /// It checks: on a pass it may turn, on a failure it is Disordered like any other who fails (LB 18.3.2.1, G3.21).
    pub(super) fn try_to_shift(&mut self, battery: UnitId, enemy: UnitId) {
        let stack: Stack = std::iter::once(battery).collect();
        let check = Check { rule: "LB 18.3.2.1", title: told_morale::CHECKS, kind: CheckKind::General, modifiers: &[] };
        if self.morale_check(&stack, &check).all_passed() {
            self.push(Step::Gun(GunStep::Turns { battery, enemy }));
        } else {
            self.disorder(battery, Cause::Morale);
        }
    }

    pub(super) fn shift(&mut self, battery: UnitId, dir: Dir) {
        self.unit_mut(battery).facing = Facing::Side(dir);
        self.tell("LB 18.3.2.1", told::SHIFTS, &[Who::Unit(battery), Who::Facing(Facing::Side(dir))]);
    }
}
