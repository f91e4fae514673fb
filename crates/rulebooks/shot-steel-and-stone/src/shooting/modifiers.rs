//! Heading 13: what is added to each die of a shot (SSS T10).

use super::Aim;
use super::cover::Cover;
use super::salvo::Lot;
use super::weapons::{Band, Weapon};
use crate::cards::{Arm, Armour, Class, Missile, Order, Trait, UnitId};
use crate::measures::bw;
use crate::readings::{AimedGunners, BatteryPoint, MovedModifier, TargetSwitch};
use crate::state::{Aspect, Formation};
use crate::table::Table;
use kernel::Reckoning;

impl Table<'_> {
    /// All modifiers of a lot of a unit's shot at a target (SSS 13.1, T10).
    pub(crate) fn reckon_shot(self, id: UnitId, aim: Aim, lot: &Lot, sum: &mut Reckoning) {
        self.reckon_shooter(id, aim, lot, sum);
        match aim {
            Aim::Unit(target) => self.reckon_target(target, lot.weapon, lot.zone, lot.cover, sum),
            Aim::Gunners(target) => self.reckon_gunners(target, lot, sum),
            Aim::Beast(_) => self.reckon_beast(lot.cover, sum),
            // SSS 17.6, 17.8: structures are battered, not hit.
            Aim::Walls(_) => {}
        }
    }

    /// What lies with those who shoot, and how far off they are.
    fn reckon_shooter(self, id: UnitId, aim: Aim, lot: &Lot, sum: &mut Reckoning) {
        let (card, unit, weapon) = (self.card(id), self.unit(id), lot.weapon);
        sum.add_if(card.class == Class::A, 1, "A class", "SSS 13.1");
        sum.add_if(card.class == Class::C, -1, "C class", "SSS 13.1");
        sum.add_if(lot.band == Band::Short, 1, "short range", "SSS 13.1");
        sum.add_if(lot.band == Band::Long, -1, "long range", "SSS 13.1");
        sum.add_if(weapon.is_rifled(), 1, "rifles", "SSS 13.1");
        sum.add_if(self.is_first_volley(id, weapon), 1, "first volley", "SSS 13.6");
        let disruption = self.disruption_on_dice(id);
        sum.add_if(disruption > 0, -disruption, "disruption", "SSS 13.1");
        self.reckon_move(id, weapon, sum);
        let leadership = unit.leadership.on_shooting();
        sum.add_if(leadership > 0, leadership, "top form", "SSS 5.6");
        sum.add_if(leadership < 0, leadership, "blunder", "SSS 5.3");
        let trained = card.is(Trait::TrainedLightInfantry);
        sum.add_if(unit.prone && !trained, -2, "firing prone", "SSS 10.3");
        sum.add_if(lot.overhead, -1, "overhead", "SSS 19.7");
        let relaid = self.relaid(id, aim, weapon);
        sum.add_if(relaid == 1, -1, "another target", "SSS 13.7");
        sum.add_if(relaid == 2, -2, "battery turned", "SSS 13.8");
    }

    /// Once in a game for muskets and carbines, never for skirmishers (SSS 13.6, G53). All shots of that turn are the volley.
    fn is_first_volley(self, id: UnitId, weapon: Weapon) -> bool {
        let unit = self.unit(id);
        weapon.has_first_volley() && !self.is_skirmishing(id) && (!unit.first_volley_used || unit.volley_now)
    }

    /// Having moved or dismounted counts once, or twice by the other reading; thrown weapons mind only that the unit moved
    /// (SSS T10, G41). Turning a battery is no move: it has a price of its own (SSS G18).
    fn reckon_move(self, id: UnitId, weapon: Weapon, sum: &mut Reckoning) {
        let unit = self.unit(id);
        let went = unit.moved;
        // SSS 8.4, 42.3a
        let thrown = matches!(weapon, Weapon::Small(Missile::Thrown | Missile::NapthaGrenade));
        let twice = self.rules.options.moved_modifier == MovedModifier::Twice;
        match twice {
            false => sum.add_if((went && !thrown) || unit.mounted_now, -1, "moved or dismounted", "SSS 13.1"),
            true => {
                sum.add_if(went || unit.mounted_now, -1, "unit moved or dismounted", "SSS 13.1");
                sum.add_if(went && !thrown, -1, "shooters moved", "SSS 13.1");
            }
        }
    }

    /// The points of another target or another arc: 0, 1 or 2 (SSS 13.7, 13.8, G18). Where they last they are on the ledger of
    /// the unit and not counted again.
    pub(crate) fn relaid(self, id: UnitId, aim: Aim, weapon: Weapon) -> u8 {
        if self.rules.options.battery_point == BatteryPoint::UntilCleared {
            return 0;
        }
        self.relaying(id, aim, weapon)
    }

    /// The same, wherever they are counted.
    pub(crate) fn relaying(self, id: UnitId, aim: Aim, weapon: Weapon) -> u8 {
        let battery = self.is_artillery(id);
        if battery && self.unit(id).traversed {
            return 2;
        }
        let minds = match self.rules.options.target_switch {
            TargetSwitch::Artillery => battery && weapon.is_gun(),
            TargetSwitch::AllShooters => true,
        };
        let last = self.unit(id).last_targets;
        u8::from(minds && !last.is_empty() && !last.has(aim))
    }

    /// What lies with the target (SSS T10); who stands in buildings counts no order (SSS 17.4).
    pub(crate) fn reckon_target(self, target: UnitId, weapon: Weapon, zone: Aspect, cover: Cover, sum: &mut Reckoning) {
        let card = self.card(target);
        self.reckon_cover(target, weapon, cover, sum);
        sum.add_if(self.is_dense_target(target, zone), 1, "dense target", "SSS 13.2");
        sum.add_if(self.is_enfiladed(target, zone), 1, "enfilade", "SSS 13.1");
        match card.arm {
            Arm::Elephants => sum.add(-1, "elephants", "SSS 13.3"),
            _ => self.reckon_armour(card.armour, weapon, sum),
        }
        sum.add_if(weapon.is_bow() && self.unit(target).pike_bases > 0, -1, "bows at pikes", "SSS 38.4");
        if self.garrisons_standing(target).is_some() {
            sum.add(1, "built-up area", "SSS 13.1");
            return;
        }
        if self.is_deployed(target) {
            sum.add(-2, "working crews", "SSS 13.5");
            return;
        }
        let order = if card.is_artillery() { Order::Close } else { self.unit(target).order };
        sum.add_if(order == Order::Skirmish, -2, "skirmish order", "SSS 13.1");
        sum.add_if(order == Order::Open, -1, "open order", "SSS 13.1");
    }

    /// Lying down is hard cover, against shell soft cover; the better of that and the ground counts (SSS 10.2).
    fn reckon_cover(self, target: UnitId, weapon: Weapon, cover: Cover, sum: &mut Reckoning) {
        let low = match (self.unit(target).prone, weapon.is_shell()) {
            (false, _) => Cover::None,
            (true, true) => Cover::Soft,
            (true, false) => Cover::Hard,
        };
        let best = cover.max(low);
        sum.add_if(best != Cover::None, best.on_shooting(), best.words(), "SSS 13.1");
    }

    /// SSS 13.3, 13.4
    fn reckon_armour(self, armour: Armour, weapon: Weapon, sum: &mut Reckoning) {
        if weapon.is_gun() {
            return;
        }
        match armour {
            Armour::None => {}
            Armour::Heavy => sum.add(-1, "heavy armour", "SSS 13.3"),
            Armour::ExtraHeavy if weapon.is_pistol_bow_or_thrown() => sum.add(-2, "extra heavy armour", "SSS 13.4"),
            Armour::ExtraHeavy => sum.add(-1, "extra heavy armour", "SSS 13.4"),
        }
    }

    /// Limbered guns, squares, the head or flank of an attack column, the head of a march column (SSS 13.2).
    pub(crate) fn is_dense_target(self, target: UnitId, zone: Aspect) -> bool {
        if self.garrisons_standing(target).is_some() {
            return false;
        }
        match self.unit(target).formation {
            Formation::Limbered => true,
            Formation::Square => self.is_foot(target),
            Formation::ColumnOfAttack => zone != Aspect::Rear,
            Formation::ColumnOfMarch => zone == Aspect::Front,
            Formation::Line | Formation::Skirmish | Formation::Mob => false,
        }
    }

    /// From its flank, a line or whatever is three bases long that way (SSS G6).
    pub(crate) fn is_enfiladed(self, target: UnitId, zone: Aspect) -> bool {
        let wide = || self.body(target).front_width() >= f64::from(bw(3));
        zone == Aspect::Flank && (self.stands_in_line(target) || wide())
    }

    /// Gunners singled out are a working crew behind their parent's cover, or count as their parent stands (SSS 33.2, G87); the
    /// crews of elephants are in soft cover in a howdah (SSS 41.14) and no elephants themselves (SSS G45).
    fn reckon_gunners(self, target: UnitId, lot: &Lot, sum: &mut Reckoning) {
        let card = self.card(target);
        if card.arm == Arm::Elephants {
            let howdah = if card.is(Trait::Howdah) { Cover::Soft } else { Cover::None };
            let best = howdah.max(lot.cover);
            sum.add_if(best != Cover::None, best.on_shooting(), best.words(), "SSS 41.14");
            return;
        }
        self.reckon_cover(target, lot.weapon, lot.cover, sum);
        // SSS 17.4: in buildings nobody counts his order besides.
        if self.garrisons_standing(target).is_some() {
            sum.add(1, "built-up area", "SSS 13.1");
            return;
        }
        match self.rules.options.aimed_gunners {
            AimedGunners::Skirmish => sum.add(-2, "working crews", "SSS 16.1"),
            AimedGunners::AsParent => {
                let order = self.unit(target).order;
                sum.add_if(order == Order::Skirmish, -2, "skirmish order", "SSS 13.1");
                sum.add_if(order == Order::Open, -1, "open order", "SSS 13.1");
            }
        }
    }
}
