//! How much may stand in a hex, and who with whom (11.1).

use crate::cards::{Arm, Size, UnitId};
use crate::charts::{FormationRow, StackLimit, StackingIn, UnitSize};
use crate::fraction::Fraction;
use crate::movement::Body;
use crate::readings::MixedSkirmishers;
use crate::state::{Formed, Order, Prone};
use crate::table::{Stack, Table};
use field::hexes::Hex;
use kernel::Refusal;

/// Why units may not stand in a hex together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unstackable {
    /// More Increments than the chart allows (LB 11.1.1a).
    TooMany,
    /// Infantry, cavalry and artillery that may not mix (LB 11.1.2d, 11.1.2e).
    Arms,
    /// Skirmish Order with any other (LB 11.1.2f).
    Skirmish,
    /// A wagon with anybody (LB 11.1.2l, 18.14.1.3a).
    Wagon,
    /// Different formations (LB 11.1.2a).
    Formations,
    /// PGD with others (LB 11.1.2k).
    Pgd,
    /// Enemies (LB 11.1.2c).
    Enemies,
    /// More counters than a Road Column or prone units allow (LB 12.8.2a, 12.13.3a).
    Counters,
}

impl Table<'_> {
    /// Whether units may end together in a hex, as they are now (LB 11.1a, 11.1.1a, 11.1.2a). Good Order and Disorder may: all
    /// become Disordered (LB 11.1.2i).
    pub fn may_stack(self, hex: Hex, units: &Stack) -> Result<(), Unstackable> {
        let Some(&top) = units.first() else { return Ok(()) };
        let side = self.side(top);
        let any = |test: &dyn Fn(UnitId) -> bool| units.iter().any(|&id| test(id));
        if any(&|id| self.side(id) != side) {
            return Err(Unstackable::Enemies);
        }
        if units.len() > 1 {
            self.may_mix(units)?;
        }
        if self.is_within_limit(hex, units) { Ok(()) } else { Err(Unstackable::TooMany) }
    }

    /// Who may stand with whom, whatever their number (table 12).
    fn may_mix(self, units: &Stack) -> Result<(), Unstackable> {
        let any = |test: &dyn Fn(UnitId) -> bool| units.iter().any(|&id| test(id));
        if any(&|id| self.is_wagon(id)) {
            return Err(Unstackable::Wagon);
        }
        let horse = any(&|id| self.is_cavalry(id));
        // By the other reading skirmishers of both arms may stand together (LB G-54).
        let loose = self.rules.options.mixed_skirmishers == MixedSkirmishers::May
            && units.iter().all(|&id| self.is_skirmishing(id));
        if horse && any(&|id| !self.is_cavalry(id)) && !loose {
            return Err(Unstackable::Arms);
        }
        if any(&|id| self.is_pgd(id)) && any(&|id| !self.is_pgd(id)) {
            return Err(Unstackable::Pgd);
        }
        if any(&|id| self.is_skirmishing(id)) && any(&|id| !self.is_skirmishing(id)) {
            return Err(Unstackable::Skirmish);
        }
        if any(&|id| self.unit(id).formed == Formed::RoadColumn) {
            return Err(Unstackable::Counters);
        }
        // In a Square guns are unlimbered (LB 12.9.3c).
        if any(&|id| self.unit(id).formed == Formed::Square) && any(&|id| self.is_limbered(id)) {
            return Err(Unstackable::Formations);
        }
        // Guns stand in the formation of the foot they are with; Disorder has none.
        let formed = |id: UnitId| {
            let plain = self.unit(id).order == Order::Good && !self.is_artillery(id);
            plain.then_some(self.unit(id).formed)
        };
        let first = units.iter().find_map(|&id| formed(id));
        if any(&|id| formed(id).is_some_and(|own| Some(own) != first)) {
            return Err(Unstackable::Formations);
        }
        self.may_lie(units)
    }

    /// One battalion and its light company may lie prone in a hex, without guns or others, and none may stand among them
    /// (LB 12.13.3a, 12.13.3b).
    fn may_lie(self, units: &Stack) -> Result<(), Unstackable> {
        let prone = |id: UnitId| self.unit(id).prone == Prone::Prone;
        if !units.iter().any(|&id| prone(id)) {
            return Ok(());
        }
        let all = units.iter().all(|&id| prone(id)) && self.may_all_lie(units);
        if all { Ok(()) } else { Err(Unstackable::Counters) }
    }

    /// Whether those units may lie prone in a hex together (LB 12.13.3a, 12.13.3b).
    pub(crate) fn may_all_lie(self, units: &Stack) -> bool {
        let battalions = units.iter().filter(|&&id| self.card(id).size >= Size::Battalion).count();
        let family = |id: UnitId| {
            let parent = self.card(id).parent;
            self.card(id).size >= Size::Battalion || parent.is_some_and(|parent| units.contains(&parent))
        };
        let fits = units.iter().all(|&id| self.card(id).is_british() && self.is_infantry(id) && family(id));
        fits && battalions <= 1
    }

    /// What a unit counts in one of its hexes; in one it does not stand in, what it would count if it were there whole.
    fn bulk_in(self, id: UnitId, hex: Hex) -> Fraction {
        if self.unit(id).on_map() && self.unit(id).hexes.contains(hex) {
            return self.increments_in(id, hex);
        }
        Fraction::whole(self.increments(id).into())
    }

    /// The Stacking Chart for those units in that hex (LB 11.0a, 11.1a, 11.1.1a, 11.1.1.1a; chart 7). Leaders count nothing
    /// (LB 8.1.1a, 11.1c).
    pub(crate) fn is_within_limit(self, hex: Hex, units: &Stack) -> bool {
        let formed = units.first().map(|&id| self.unit(id).formed);
        self.is_within_limit_of(hex, units, formed, |id| self.bulk_in(id, hex))
    }

    /// The same for units that would all be formed like that.
    pub(crate) fn is_within_limit_in(self, hex: Hex, units: &Stack, formed: Formed) -> bool {
        self.is_within_limit_of(hex, units, Some(formed), |id| self.bulk_in(id, hex))
    }

    /// The same for units that would be formed like that, and would have so much of themselves in the hex.
    fn is_within_limit_of(
        self,
        hex: Hex,
        units: &Stack,
        formed: Option<Formed>,
        bulk: impl Fn(UnitId) -> Fraction,
    ) -> bool {
        let arms = |arm: Arm| units.iter().copied().filter(move |&id| self.card(id).arm == arm);
        let sum = |arm: Arm| arms(arm).fold(Fraction::ZERO, |sum, id| sum + bulk(id));
        let (foot, horse, guns) = (sum(Arm::Infantry), sum(Arm::Cavalry), sum(Arm::Artillery));
        let charts = &self.rules.charts.ground;
        let (row, limits_one) = match formed {
            // One counter, whatever its formation holds to a hex (LB 12.8.2a, 12.10.3a).
            Some(Formed::RoadColumn) => return units.len() <= usize::from(charts.road_column_counters),
            Some(Formed::Skirmish) => (charts.stacking_in(StackingIn::Skirmish), false),
            Some(Formed::Companies) => (charts.stacking_in(StackingIn::ColumnOfCompanies), true),
            _ => (charts.stacking(self.ground().at(hex)), true),
        };
        // A single unit of skirmishers may be larger than the chart has it (LB 12.10.3a).
        if !limits_one && units.len() == 1 {
            return true;
        }
        let each = charts.artillery_increment;
        let (limit, counted) = match (foot.is_zero(), horse.is_zero(), guns.is_zero()) {
            (false, true, true) => (row.infantry, foot),
            (true, false, true) => (row.cavalry, horse),
            (true, true, false) => (row.artillery, guns),
            (false, true, false) => (row.infantry_with_artillery, foot + guns * Fraction::whole(each.into())),
            // Skirmishers of both arms, by the reading that lets them (LB G-54): horse has no limit of its own there.
            (false, false, true) if formed == Some(Formed::Skirmish) => (row.infantry, foot),
            _ => return units.iter().all(|&id| self.is_wagon(id)),
        };
        match limit {
            StackLimit::Unsaid => true,
            StackLimit::Prohibited => false,
            StackLimit::UpTo { increments, or_one } => {
                counted <= Fraction::whole(increments.into()) || or_one.is_some_and(|size| self.is_one(units, size))
            }
        }
    }

    /// Whether a stack that takes another formation keeps to the rules of stacking in it: so many Increments to a hex, and no guns among
    /// skirmishers (LB 12.2.4a, 12.5.1a, 11.1.1a, 11.1.2f).
    pub(crate) fn would_fit(self, bodies: &[(UnitId, Body)]) -> Result<(), Refusal> {
        let Some(&(_, first)) = bodies.iter().find(|(id, _)| !self.is_artillery(*id)) else { return Ok(()) };
        if first.formed == Formed::Skirmish && bodies.iter().any(|&(id, _)| self.is_artillery(id)) {
            return Err(Refusal::new("LB 11.1.2f", "guns do not stand among skirmishers"));
        }
        let share = |id: UnitId| {
            let many = bodies.iter().find(|(own, _)| *own == id).map_or(1, |(_, body)| body.hexes.len());
            Fraction::of(self.increments(id).into(), many as u32)
        };
        let fits = |hex: Hex| {
            let there: Stack = bodies.iter().filter(|(_, body)| body.hexes.contains(hex)).map(|&(id, _)| id).collect();
            self.is_within_limit_of(hex, &there, Some(first.formed), share)
        };
        if bodies.iter().all(|(_, body)| body.hexes.iter().all(fits)) {
            return Ok(());
        }
        Err(Refusal::new("LB 11.1.1a", "in that formation there would be too many of them in a hex"))
    }

    /// A single unit of that size or smaller, of whatever strength (LB 11.1.1a).
    fn is_one(self, units: &Stack, size: UnitSize) -> bool {
        let most = match size {
            UnitSize::Regiment => Size::Regiment,
            UnitSize::Battalion => Size::Battalion,
            UnitSize::Battery => Size::Company,
        };
        units.len() == 1 && units.iter().all(|&id| self.card(id).size <= most)
    }

    /// Whether units may pass through a hex on their way: within the limit all along it, skirmishers and those who meet them
    /// freely, Good Order and Disorder without harm; no wagons but for skirmishers (LB 11.1b, 11.1.2g, 11.1.2j, 11.1.2l).
    pub fn may_pass(self, hex: Hex, units: &Stack) -> bool {
        let there: Stack = self.state.stack(hex).filter(|id| !units.contains(id)).collect();
        let (Some(&mover), Some(&first)) = (units.first(), there.first()) else { return true };
        if self.side(mover) != self.side(first) {
            return false;
        }
        let loose = |stack: &Stack| stack.iter().all(|&id| self.is_skirmishing(id));
        let routed = |stack: &Stack| stack.iter().any(|&id| self.is_pgd(id));
        if loose(units) || loose(&there) {
            return !routed(units) && !routed(&there);
        }
        let mut all = units.clone();
        for id in there {
            self.state.overflow.keep(&mut all, id);
        }
        let wagons = all.iter().any(|&id| self.is_wagon(id));
        let arms = |arm: Arm| all.iter().any(|&id| self.card(id).arm == arm);
        let mixed = arms(Arm::Cavalry) && (arms(Arm::Infantry) || arms(Arm::Artillery));
        // Where somebody lies there is room for his battalion and its company alone (LB 12.13.3a).
        let lies = all.iter().any(|&id| self.unit(id).prone == Prone::Prone);
        if lies && !self.may_all_lie(&all) {
            return false;
        }
        !wagons && !mixed && !routed(&all) && self.is_within_limit(hex, &all)
    }

    /// Infantry with a printed Range and cavalry with a Skirmish Value may skirmish (LB 5.1.3a).
    pub fn may_skirmish(self, id: UnitId) -> bool {
        let specific = self.specific(id);
        match self.card(id).arm {
            Arm::Infantry => specific.range > 0,
            Arm::Cavalry => specific.skirmish > 0,
            Arm::Artillery | Arm::Wagon => false,
        }
    }

    /// Whether a unit, with those it is stacked with, may extend into a hex: nobody else may be in it or extend into it
    /// (LB 11.1.2.1a).
    pub fn may_extend(self, id: UnitId, hex: Hex) -> bool {
        let with = self.stack_of(id);
        self.state.stack(hex).all(|other| with.contains(&other))
    }

    /// Those who lie in several hexes are one stack: where some have joined it in one of its hexes nobody joins it in another; guns stand
    /// where they like (LB 11.1.2.1a, 11.1.2.1b, G52).
    pub(crate) fn is_joined_elsewhere(self, hex: Hex, there: &Stack, coming: &Stack) -> bool {
        let foreign = |id: &UnitId| !there.contains(id) && !coming.contains(id) && !self.is_artillery(*id);
        let bodies = there.iter().filter(|&&id| !self.is_artillery(id));
        let mut spread = bodies.flat_map(|&id| self.unit(id).hexes.iter());
        spread.any(|own| own != hex && self.state.stack(own).any(|id| foreign(&id)))
    }

    /// Whether units are strong enough for a formation on so many hexes: five Increments in one counter for a Line of several, three
    /// of infantry in the hex for a Square (LB 11.1.6a).
    pub fn has_strength_for(self, units: &Stack, formed: Formed, hexes: usize) -> bool {
        let figures = &self.rules.charts.ground.formation_figures;
        match formed {
            Formed::Line if hexes > 1 => units.iter().all(|&id| self.increments(id) >= figures.two_hex_line),
            Formed::Square => {
                let foot = units.iter().filter(|&&id| self.is_infantry(id)).map(|&id| self.increments(id)).sum::<u8>();
                foot >= self.rules.charts.ground.formation(FormationRow::Square).least.unwrap_or(0)
            }
            _ => true,
        }
    }
}
