//! Mêlée Values of charges and of those they strike (19.9, 19.14; charts 14 and 15).

use super::bouts::Target;
use super::{Charge, ChargeKind};
use crate::Light;
use crate::cards::{UnitId, UnitSet};
use crate::charts::{CavalryFactor, ChargeEntry, Factor, MeleeFactor};
use crate::facing::Aspect;
use crate::fraction::{Fraction, Points};
use crate::hexes::Hexes;
use crate::state::{Formed, Order};
use crate::table::{Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};

/// Hexes of a body.
type Some8 = ArrayVec<Hex, 8>;
/// Places in a column.
type Places = ArrayVec<usize, 8>;

/// The charges that fight a target in one mêlée, and with how many of its hexes a column meets them, where it is struck in several parts.
pub(super) struct Portion {
    pub charges: ArrayVec<u8, 16>,
    pub hexes: Option<usize>,
}

const fn fraction(factor: Factor) -> Fraction {
    Fraction::of(factor.times as u32, factor.over as u32)
}

impl Table<'_> {
    fn cavalry_factor(self, factor: CavalryFactor) -> Fraction {
        fraction(self.rules.charts.melee.cavalry(factor))
    }

    /// What a unit of cavalry is worth by itself: losses, order, readiness, light (LB 12.11.3c, 19.15.4, 19.15.5, 21.1.1, 21.1.2; chart
    /// 15). Factors are multiplied and fractions kept (LB G3.5).
    pub(crate) fn horse_value(self, id: UnitId) -> Fraction {
        let unit = self.unit(id);
        let mut value = self.melee_value(id);
        if unit.order == Order::Disorder {
            value = value * self.cavalry_factor(CavalryFactor::Disorder);
        }
        if let Some(factor) = unit.readiness.melee() {
            value = value * self.cavalry_factor(factor);
        }
        match self.rules.light(self.state.turn) {
            Light::Day => value,
            Light::Dusk => value * self.cavalry_factor(CavalryFactor::Dusk),
            Light::Night => value * self.cavalry_factor(CavalryFactor::Night),
        }
    }

    /// The Lance Bonus of a stack: its top unit's, and none at night (LB 19.14.3a, 17.2.2, 21.1.2).
    fn lance_of(self, stack: &Stack) -> u8 {
        let dark = self.rules.light(self.state.turn) == Light::Night;
        stack.first().filter(|_| !dark).map_or(0, |&top| self.lance_bonus(top))
    }

    /// So many parts of a bonus that is spread over hexes, each at least 1 (LB 19.14.3.1b, 19.14.3.2).
    fn spread_lance(self, bonus: u8, parts: usize, hexes: usize) -> Fraction {
        if bonus == 0 {
            return Fraction::ZERO;
        }
        let least = Fraction::whole(self.rules.charts.melee.figures.lance_least.into());
        let each = Fraction::of(bonus.into(), hexes as u32).max(least);
        each * Fraction::whole(parts as u32)
    }

    /// How a target shows itself to a hex that strikes it, where several of its hexes are struck the best way for the charge.
    fn struck_side(self, target: &Target, own: Hex) -> Aspect {
        let top = target.top;
        self.aspect(top, own).unwrap_or(Aspect::Front)
    }

    /// The hexes of a target that a hex of the charge has before it.
    fn struck_from(self, no: u8, own: Hex, theirs: Hexes) -> ArrayVec<(Dir, Hex), 3> {
        let Some(charge) = self.charge(no) else { return ArrayVec::new() };
        let ways = self.ways_on(charge.facing).into_iter();
        ways.filter_map(|dir| Some((dir, self.grid().neighbour(own, dir).filter(|&hex| theirs.contains(hex))?)))
            .collect()
    }

    /// How a hex of a charge, or a later wave of a column, comes at foot or guns: straight on for its last three hexes, of which the
    /// target's own is the third, or not (LB 19.14.4a, 19.14.4n, 19.14.4.1, 19.14.4.2, G3.41). An Opportunity Charge is always
    /// short (LB 19.14.4.3).
    pub(super) fn run_of(self, no: u8, own: Hex, wave: u8, theirs: Hexes) -> Run {
        let Some(charge) = self.charge(no) else { return Run::Short };
        if charge.kind == ChargeKind::Opportunity || charge.entered + wave < 2 {
            return Run::Short;
        }
        let back = |hex: Hex, dir: Option<Dir>| dir.and_then(|dir| self.grid().neighbour(hex, dir.opposite()));
        let (Some(before), [last, first, _]) = (back(own, charge.last[0]), charge.last) else { return Run::Short };
        let Some(start) = back(before, first) else { return Run::Short };
        let mut best = Run::Short;
        for (dir, hex) in self.struck_from(no, own, theirs) {
            if self.grid().distance(start, hex) != 3 {
                continue;
            }
            let cheap = |from: Hex, dir: Option<Dir>| {
                let cost = dir.and_then(|dir| self.charge_cost(from, dir));
                let smooth = dir.is_some_and(|dir| self.charge_entry(from, dir) != ChargeEntry::NoRun);
                smooth && cost.is_some_and(|cost| cost <= Points::ONE)
            };
            let easy = cheap(start, first) && cheap(before, last) && cheap(own, Some(dir));
            best = best.max(if easy { Run::Long } else { Run::Straight });
        }
        best
    }

    /// The hexes of a charge that fight a target: each fights in one mêlée; one that has several targets before it goes where fewer
    /// do, from the left (LB 19.2.8b, G3.73).
    pub(super) fn engaged(self, no: u8, targets: &[Target], place: usize) -> Some8 {
        let Some(lead) = self.lead(no) else { return Some8::new() };
        let own = self.unit(lead).hexes;
        let touching: ArrayVec<Some8, 8> = targets
            .iter()
            .map(|target| if target.fights() { self.touching_target(no, target) } else { Some8::new() })
            .collect();
        let mut counts = [0u8; 8];
        let mut mine = Some8::new();
        let alone = |hex: Hex| touching.iter().filter(|hexes| hexes.contains(&hex)).count() == 1;
        let several = |hex: Hex| touching.iter().filter(|hexes| hexes.contains(&hex)).count() > 1;
        let first = own.iter().filter(|&hex| alone(hex));
        let then = own.iter().filter(|&hex| several(hex));
        for hex in first.chain(then) {
            let open = touching.iter().enumerate().filter(|(_, hexes)| hexes.contains(&hex)).map(|(at, _)| at);
            if let Some(at) = open.min_by_key(|&at| counts[at]) {
                counts[at] += 1;
                if at == place {
                    self.state.overflow.keep(&mut mine, hex);
                }
            }
        }
        mine
    }

    /// The hexes of a charge that have a target before them where it stood.
    pub(super) fn touching_target(self, no: u8, target: &Target) -> Some8 {
        let Some(stance) = self.coming(no) else { return Some8::new() };
        let there = self.unit(target.top).on_map() && !target.vacated();
        if there { self.hexes_facing(stance, self.unit(target.top).hexes) } else { Some8::new() }
    }

    /// Waves of a charge: as many as a column has hexes, or as its owner has named (LB 19.2.9a, 19.15.2b, G3.18).
    pub(super) fn waves(self, no: u8) -> u8 {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return 0 };
        if charge.formed != Formed::Companies {
            return 1;
        }
        let all = self.unit(lead).hexes.len() as u8;
        charge.preserving.map_or(all, |waves| waves.min(all))
    }

    /// What a charge brings against a target in a wave (LB 19.9.1a, 19.9.2, 19.14.1b, 19.14.2, 19.14.5, 19.14.6; chart 15): a third in or
    /// against General Order, and against a Square (LB 12.7.4a, 12.9.7.1a).
    pub(super) fn charge_value(self, no: u8, targets: &[Target], place: usize, wave: u8) -> Fraction {
        let (Some(charge), Some(lead), Some(target)) = (self.charge(no), self.lead(no), targets.get(place)) else {
            return Fraction::ZERO;
        };
        let riders = self.riders(no);
        let long = self.unit(lead).hexes.len();
        let column = charge.formed == Formed::Companies;
        let engaged: Some8 = if column {
            self.touching_target(no, target).into_iter().take(1).collect()
        } else {
            self.engaged(no, targets, place)
        };
        let theirs = self.unit(target.top).hexes;
        let horse = target.is_horse();
        let square = self.in_square(theirs.head());
        let mut sum = Fraction::ZERO;
        for &id in &riders {
            let mut value = if column {
                self.wave_value(id, long.max(1), wave)
            } else {
                self.horse_value(id) * Fraction::of(1, long.max(1) as u32)
            };
            if charge.preserving.is_some() && !column {
                value = value * self.cavalry_factor(CavalryFactor::PreservingReadiness);
            }
            if self.unit(id).hexes.iter().any(|hex| self.is_go(hex)) || theirs.iter().any(|hex| self.is_go(hex)) {
                value = value * self.cavalry_factor(CavalryFactor::GeneralOrder);
            }
            if square {
                value = value * self.cavalry_factor(CavalryFactor::AgainstSquare);
            }
            if horse && self.outweighs(id, &target.stack(self)) {
                value = value * self.cavalry_factor(CavalryFactor::HeavyAgainstLight);
            }
            if horse && !column && long > 1 && theirs.len() < long {
                value = value * self.cavalry_factor(CavalryFactor::LongerLine);
            }
            for &hex in &engaged {
                sum += value * self.hex_factor(no, id, hex, wave, target, square);
            }
        }
        // An attacking Line doubles its bonus for each hex that fights (LB 19.14.3.1a).
        let bonus = self.lance_of(&riders);
        let lance = if engaged.is_empty() {
            Fraction::ZERO
        } else if column {
            self.spread_lance(bonus, 1, long)
        } else {
            let each = u32::from(self.rules.charts.melee.figures.lance_line) * u32::from(bonus);
            Fraction::whole(each * engaged.len() as u32)
        };
        sum + lance
    }

    /// What a unit has in one wave of its column: what Defensive Fire has cost it is missing in the first alone (LB 19.2.9a, 19.1.2.3c).
    fn wave_value(self, id: UnitId, waves: usize, wave: u8) -> Fraction {
        let (left, shot) = (u32::from(self.increments(id)), u32::from(self.unit(id).turn.charges.shot_away));
        let whole = self.horse_value(id) * Fraction::of(left + shot, left.max(1));
        let share = Fraction::of(1, waves as u32);
        let missing = if wave == 0 { Fraction::of(shot, left + shot) } else { Fraction::ZERO };
        whole * share.less(missing)
    }

    /// Heavy cavalry against light, and nothing but light (LB 19.14.1b).
    fn outweighs(self, id: UnitId, others: &Stack) -> bool {
        let light = |&other: &UnitId| self.card(other).is_light_cavalry();
        self.card(id).is_heavy_cavalry() && !others.is_empty() && others.iter().all(light)
    }

    /// What one hex of a charge makes of flank and rear, of its run-up, and of the ground: of flank or rear and length the larger
    /// counts, and length never against a Square (LB 19.14.4a, 19.14.4.1, 19.14.5, 19.14.6, G3.4, G3.6).
    fn hex_factor(self, no: u8, id: UnitId, hex: Hex, wave: u8, target: &Target, square: bool) -> Fraction {
        let side = match self.struck_side(target, hex) {
            Aspect::Front => Fraction::ONE,
            Aspect::Flank => self.cavalry_factor(CavalryFactor::Flank),
            Aspect::Rear => self.cavalry_factor(CavalryFactor::Rear),
        };
        let theirs = self.unit(target.top).hexes;
        let to = self.struck_from(no, hex, theirs).first().map_or(theirs.head(), |&(_, hex)| hex);
        let ground = self.melee_ground(hex, to);
        if target.is_horse() {
            return side * ground;
        }
        let run = match self.run_of(no, hex, wave, theirs) {
            Run::Short => side * self.cavalry_factor(CavalryFactor::ShortCharge),
            Run::Long if self.card(id).is_heavy_cavalry() && !square => {
                side.max(self.cavalry_factor(CavalryFactor::LongCharge))
            }
            _ => side,
        };
        run * ground
    }

    /// What a target stands against a charge with; a Column of Companies perhaps with so many of its hexes.
    pub(super) fn charged_value(self, target: &Target, attackers: UnitSet, hexes: Option<usize>) -> Fraction {
        let stack = target.stack(self);
        if target.is_horse() {
            return self.charged_horse(target, &stack, attackers, hexes);
        }
        let factor = |factor: MeleeFactor| fraction(self.rules.charts.melee.factor(factor));
        stack.iter().fold(Fraction::ZERO, |sum, &id| {
            // Guns without ammunition among others count for nothing (LB 18.10.3b).
            if self.is_unlimbered(id) && !self.is_supplied(id) {
                return sum;
            }
            let unit = self.unit(id);
            let mut value = self.melee_value(id);
            if unit.order == Order::Disorder {
                value = value * factor(MeleeFactor::Disorder);
            }
            if unit.formed == Formed::Skirmish {
                value = value * factor(MeleeFactor::Skirmishers);
            }
            if self.is_limbered(id) {
                value = value * factor(MeleeFactor::Limbered);
            }
            sum + value
        })
    }

    /// Cavalry that is struck: at half if it merely stands, or was caught in its own retreat; heavy against light doubled; a Column of
    /// Companies with the hexes that can turn to the blow (LB 19.14.7, 19.5.3.4, 19.14.1b, 12.5.4.1a, 12.5.4.2a, 12.5.4.3a, 19.17.4).
    fn charged_horse(self, target: &Target, stack: &Stack, attackers: UnitSet, hexes_left: Option<usize>) -> Fraction {
        let chargers: Stack = attackers.iter().filter(|&id| self.unit(id).on_map()).take(8).collect();
        let hexes = self.unit(target.top).hexes;
        let long = hexes.len();
        let parts = hexes_left.unwrap_or_else(|| self.parts_struck(target, attackers));
        let share = Fraction::of(parts as u32, long.max(1) as u32);
        let mut sum = Fraction::ZERO;
        for &id in stack {
            let mut value = self.horse_value(id) * share;
            if !target.charging {
                let factor = if target.caught { CavalryFactor::Caught } else { CavalryFactor::Standing };
                value = value * self.cavalry_factor(factor);
            }
            if self.outweighs(id, &chargers) {
                value = value * self.cavalry_factor(CavalryFactor::HeavyAgainstLight);
            }
            if hexes.iter().any(|hex| self.is_go(hex)) {
                value = value * self.cavalry_factor(CavalryFactor::GeneralOrder);
            }
            sum += value;
        }
        sum + self.spread_lance(self.lance_of(stack), parts, long)
    }

    /// The mêlées in which those who strike a target fight it: one, but that separate parts of a Column of Companies are fought
    /// separately, each with what it has before and behind it up to the next that is struck (LB 12.5.4a, 12.5.4b, 12.5.4.4a).
    pub(super) fn portions(self, target: &Target, parts: &ArrayVec<u8, 16>) -> ArrayVec<Portion, 8> {
        let (unit, mut portions) = (self.unit(target.top), ArrayVec::new());
        let long = unit.hexes.len();
        let mut places: Places = parts.iter().map(|&no| self.first_met(no, target)).take(8).collect();
        places.sort_unstable();
        let mut before = None;
        places.retain(|place| before.replace(*place) != Some(*place));
        let column = target.is_horse() && unit.formed == Formed::Companies;
        if !column || places.len() < 2 {
            self.state.overflow.keep(&mut portions, Portion { charges: parts.clone(), hexes: None });
            return portions;
        }
        for (at, &first) in places.iter().enumerate() {
            let next = places.get(at + 1).copied().unwrap_or(long);
            let charges = parts.iter().copied().filter(|&no| self.first_met(no, target) == first).collect();
            self.state.overflow.keep(&mut portions, Portion { charges, hexes: Some(next - first) });
        }
        portions
    }

    /// The first hex of a column that turns to a charge: the head to one from the front, from the flank the hex that is struck, from the
    /// rear the last (LB 12.5.4.1a, 12.5.4.2a, 12.5.4.3a).
    fn first_met(self, no: u8, target: &Target) -> usize {
        let theirs = self.unit(target.top).hexes;
        let first = |own: Hex| match self.struck_side(target, own) {
            Aspect::Front => 0,
            Aspect::Rear => theirs.len() - 1,
            Aspect::Flank => {
                let struck = self.struck_from(no, own, theirs);
                let places = struck.iter().filter_map(|&(_, hex)| theirs.iter().position(|at| at == hex));
                places.min().unwrap_or(0)
            }
        };
        self.touching_target(no, target).into_iter().map(first).min().unwrap_or(0)
    }

    /// How many hexes of cavalry meet those who strike it.
    fn parts_struck(self, target: &Target, attackers: UnitSet) -> usize {
        let unit = self.unit(target.top);
        let hexes = unit.hexes;
        let by = || attackers.iter().flat_map(|id| self.unit(id).hexes.iter());
        match unit.formed {
            Formed::Companies => {
                let near = |own: Hex| by().filter(move |&hex| self.grid().adjacent(own, hex));
                let aspects = || hexes.iter().enumerate().flat_map(|(at, own)| near(own).map(move |hex| (at, hex)));
                let seen = |hex: Hex| self.aspect(target.top, hex);
                if aspects().any(|(_, hex)| seen(hex) == Some(Aspect::Front)) {
                    return hexes.len();
                }
                let flank = aspects().filter(|&(_, hex)| seen(hex) == Some(Aspect::Flank)).map(|(at, _)| at).min();
                flank.map_or(1, |at| hexes.len() - at)
            }
            // Of a Line that was met on its charge those hexes fight that touch (LB 19.17.4).
            Formed::Line if target.charging => {
                let touches = |own: &Hex| by().any(|hex| self.grid().adjacent(*own, hex));
                hexes.iter().filter(touches).count().max(1)
            }
            _ => hexes.len(),
        }
    }

    /// A charge that strikes with a Line of several hexes.
    pub(super) fn is_wide(self, no: u8) -> bool {
        let wide = |charge: &Charge| charge.formed == Formed::Line;
        self.charge(no).is_some_and(wide) && self.lead(no).is_some_and(|lead| self.unit(lead).hexes.len() > 1)
    }
}

/// The last three hexes of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Run {
    /// Not in a straight line.
    Short,
    /// Straight, but not at a point a hex.
    Straight,
    Long,
}
