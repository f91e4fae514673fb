//! Fire Values: what a hex fires with, by formation, order and range (15.3, 12.4.3 to 12.11.3, 18.5.2).

use crate::cards::UnitId;
use crate::charts::{FireBasis, FireClass, FireEffect};
use crate::fraction::Fraction;
use crate::readings::FirstFire;
use crate::state::{Formed, Order, Prone};
use crate::table::{Stack, Table};
use field::hexes::Hex;

/// On what occasion a hex fires: Fire Combat in its segment or on the Artillery chit, Opportunity Fire, Offensive and Defensive Fire in
/// assaults and charges (LB 15.1b, 15.5a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FireMode {
    /// The Fire Combat Segment.
    Segment,
    /// The Artillery chit: guns alone.
    Chit,
    /// Opportunity Fire, at half (15.6).
    Opportunity,
    /// Of assaulting units.
    Offensive,
    /// Against an assault.
    Defensive,
    /// Defensive Fire against a charge.
    Charged,
}

/// What a hex fires with at another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Volley {
    pub value: Fraction,
    /// Artillery has a part in it.
    pub guns: bool,
    pub distance: u16,
}

impl Volley {
    pub const NONE: Volley = Volley { value: Fraction::ZERO, guns: false, distance: 0 };

    /// Guns that fire at an adjacent hex (LB 18.8a).
    pub fn point_blank(&self) -> bool {
        self.guns && self.distance == 1
    }

    /// Guns at Medium or Long range (17.1.1, 18.9).
    pub fn is_far(&self) -> bool {
        self.guns && self.distance > 2
    }
}

impl Table<'_> {
    /// The row of the Fire Effects Chart: nation and class of troops, whichever side they are on (LB 15.3a). Troops that the chart
    /// does not know fire like the small allies.
    fn fire_effect(self, id: UnitId) -> FireEffect {
        let card = self.card(id);
        let class = FireClass::of(card.nation, card.class, self.rules.year).unwrap_or(FireClass::FrenchAllies);
        self.rules.charts.fire.effect(class)
    }

    /// The Fire Multiple in a formation that fires by Increments; troops without one there have that of a Line (LB 15.3b). A
    /// first volley in Line is better by one where that is played (LB 15.3.1a).
    fn multiple(self, id: UnitId, formed: Formed) -> Fraction {
        let effect = self.fire_effect(id);
        let basis = match formed {
            Formed::Square => effect.square,
            Formed::Skirmish => effect.skirmish,
            _ => effect.line,
        };
        let each = |basis: FireBasis| match basis {
            FireBasis::Each(factor) => Some(Fraction::of(factor.times.into(), factor.over.into())),
            FireBasis::Printed | FireBasis::None => None,
        };
        let multiple = each(basis).or_else(|| each(effect.line)).unwrap_or(Fraction::ONE);
        let first = self.rules.options.first_fire == FirstFire::On && !self.unit(id).has_fired;
        if first && formed == Formed::Line {
            return multiple + Fraction::whole(self.rules.charts.fire.limits.first_fire.into());
        }
        multiple
    }

    /// The printed value of infantry: halved when losses have left it one Increment, and again in Disorder (LB 12.4.3a, 12.4.3b,
    /// LB 12.7.3a, 12.11.3a, 17.2.1a).
    fn printed_fire(self, id: UnitId) -> Fraction {
        let limits = &self.rules.charts.fire.limits;
        let printed = Fraction::whole(self.specific(id).fire[0].into());
        let last = self.increments(id) == 1 && self.card(id).increments > 1;
        let by = |holds: bool, parts: u8| if holds { Fraction::of(1, parts.into()) } else { Fraction::ONE };
        let disorder = self.unit(id).order == Order::Disorder;
        printed * by(last, limits.last_increment_parts) * by(disorder, limits.disorder_parts)
    }

    /// What a battery fires with at that range: its value there in proportion to what is left of it, half in Disorder (LB 17.2.3,
    /// LB 18.7a, 12.11.3a). Batteries of howitzers aim at short range only: all else is a Howitzer Attack (LB 18.15.1a, G3.44).
    pub fn battery_fire(self, id: UnitId, distance: u16) -> Fraction {
        let far = self.card(id).howitzers && distance > 2;
        let printed = self.specific(id).fire_at(distance).filter(|_| !far).unwrap_or(0);
        let left = Fraction::of(self.increments(id).into(), self.card(id).increments.into());
        let half = self.unit(id).order == Order::Disorder;
        let parts = self.rules.charts.fire.limits.disorder_parts;
        let order = if half { Fraction::of(1, parts.into()) } else { Fraction::ONE };
        Fraction::whole(printed.into()) * left * order
    }

    /// The batteries of a hex that can fire, as far as their counters say, whatever they have lost (LB 17.2.1b): unlimbered, with
    /// ammunition, and among infantry on top of it (LB 7.3c, 11.2d, 15.5.5a,
    /// LB 18.5b, 18.5.2a). One that has fired in the Fire Segment has no Defensive Fire left in an assault (LB 18.5a).
    pub fn batteries_at(self, hex: Hex, mode: FireMode) -> Stack {
        let stack = self.state.stack(hex);
        let above = stack.take_while(|&id| !self.is_infantry(id));
        let able = |&id: &UnitId| {
            let spent = mode == FireMode::Defensive && self.unit(id).turn.fire.fired;
            self.is_unlimbered(id) && self.is_supplied(id) && !spent
        };
        above.filter(able).collect()
    }

    /// Those of them that reach so far: the others have no part in the fire, and draw no round (LB 18.7a, 18.14b).
    pub fn batteries_firing(self, from: Hex, at: Hex, mode: FireMode) -> Stack {
        let distance = self.grid().distance(from, at);
        let near = !self.in_square(from) || distance == 1;
        let all = self.batteries_at(from, mode).into_iter();
        all.filter(|&id| near && !self.battery_fire(id, distance).is_zero()).collect()
    }

    /// The infantry that has a part in the fire of a hex: where it fires by Increments all of it, else the top unit.
    pub fn foot_firing(self, from: Hex, at: Hex, mode: FireMode) -> Stack {
        let (stack, distance) = (self.stack_at(from), self.grid().distance(from, at));
        let top = stack.first().copied();
        let fires = mode != FireMode::Chit && !self.foot_fire(from, distance, mode).is_zero();
        let counted = |id: UnitId| matches!(self.unit(id).formed, Formed::Line | Formed::Square | Formed::Skirmish);
        let part = |&id: &UnitId| fires && self.is_infantry(id) && (top == Some(id) || counted(id));
        stack.into_iter().filter(part).collect()
    }

    /// The Fire Value of a hex at another. Whether it may fire there at all is asked elsewhere. PGD, Road Columns and prone units do not
    /// fire (LB 12.8.4a, 12.12.3a, 12.13.6a).
    pub fn volley(self, from: Hex, at: Hex, mode: FireMode) -> Volley {
        let Some(top) = self.top_at(from) else { return Volley::NONE };
        let unit = self.unit(top);
        // For Opportunity Fire they get up when they are asked (LB 12.13.1d, G-80).
        let lies = unit.prone == Prone::Prone && mode != FireMode::Opportunity;
        if unit.order == Order::Pgd || unit.formed == Formed::RoadColumn || lies {
            return Volley::NONE;
        }
        let distance = self.grid().distance(from, at);
        let square = self.in_square(from);
        let batteries = self.batteries_at(from, mode);
        // Guns inside a Square fire at what is next to it (LB G-22).
        let reach = !square || distance == 1;
        let guns = batteries.iter().filter(|_| reach).map(|&id| self.battery_fire(id, distance));
        let guns = guns.fold(Fraction::ZERO, |sum, value| sum + value);
        let foot = if mode == FireMode::Chit { Fraction::ZERO } else { self.foot_fire(from, distance, mode) };
        let limits = &self.rules.charts.fire.limits;
        // LB 12.9.6d, 18.5.2.1, G-23.
        let parts = if square { Fraction::of(1, limits.square_parts.into()) } else { Fraction::ONE };
        // LB 15.3c, 15.6c.
        let half = if mode == FireMode::Opportunity { Fraction::HALF } else { Fraction::ONE };
        Volley { value: (guns + foot) * parts * half, guns: !guns.is_zero(), distance }
    }

    /// Infantry stands there in Square.
    pub fn in_square(self, hex: Hex) -> bool {
        self.state.stack(hex).any(|id| self.unit(id).formed == Formed::Square)
    }

    /// What infantry, or cavalry that skirmishes, adds from a hex.
    fn foot_fire(self, from: Hex, distance: u16, mode: FireMode) -> Fraction {
        let stack = self.stack_at(from);
        let Some(&top) = stack.first() else { return Fraction::ZERO };
        let limits = &self.rules.charts.fire.limits;
        if self.is_cavalry(top) {
            // LB 12.6.5d, 12.10.8a, 15.6.3a.
            let skirmishes = self.is_skirmishing(top) && mode == FireMode::Segment && distance == 1;
            return if skirmishes { Fraction::whole(self.skirmish_value(top).into()) } else { Fraction::ZERO };
        }
        let Some(foot) = stack.iter().copied().find(|&id| self.is_infantry(id)) else { return Fraction::ZERO };
        let guns: u8 = stack.iter().filter(|&&id| self.is_unlimbered(id)).map(|&id| self.increments(id)).sum();
        match self.unit(foot).formed {
            Formed::Line if distance == 1 => {
                // Unlimbered guns take the room of as many Increments (LB 12.6.5a, 12.6.5b, 12.6.5c, 18.5.2b).
                self.by_increments(from, &stack, Formed::Line, limits.line_increments.saturating_sub(guns))
            }
            Formed::Square if distance == 1 => {
                self.by_increments(from, &stack, Formed::Square, limits.square_increments)
            }
            Formed::Skirmish if distance <= u16::from(self.specific(foot).range.max(1)) => {
                // Only they fire at two hexes (LB 12.10.12a, 12.10.12b, 12.10.12c).
                let value = self.by_increments(from, &stack, Formed::Skirmish, limits.skirmish_increments);
                let rifles = self.card(foot).rifles || self.fire_effect(foot).rifles;
                let far = distance > 1 && !rifles;
                if far { value * Fraction::of(1, limits.range_two_parts.into()) } else { value }
            }
            // Column, General Order, Disorder: the top unit alone, and guns on top fire without the foot.
            Formed::Column | Formed::GeneralOrder | Formed::None if distance == 1 && foot == top => {
                self.printed_fire(top)
            }
            _ => Fraction::ZERO,
        }
    }

    /// Increments times their multiple, unit by unit from the top, up to so many in the hex (LB 12.6.5.1a, 12.9.6a, 12.9.6b).
    fn by_increments(self, from: Hex, stack: &Stack, formed: Formed, most: u8) -> Fraction {
        let mut room = Fraction::whole(most.into());
        let mut sum = Fraction::ZERO;
        for &id in stack.iter().filter(|&&id| self.is_infantry(id) && self.unit(id).formed == formed) {
            let here = self.increments_in(id, from).min(room);
            sum += here * self.multiple(id, formed);
            room = room.less(here);
        }
        sum
    }
}
