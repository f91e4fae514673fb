//! The Morale Check (20.1): one roll for a stack, compared from the top down.

use crate::Light;
use crate::cards::{FormationId, MoraleBonus, UnitId, UnitSet};
use crate::charts::{LevelRow, MoraleModifier};
use crate::dice::Base6;
use crate::face::told::{Who, morale as told};
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use kernel::{Listener, Phrase, Reckoning};

/// What a check is for, where that tells on its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckKind {
    /// A stack checks from the top down.
    General,
    /// A Roll to Close: no bonus for a Square (LB 12.9.8b).
    Close,
    /// One roll, compared with each unit for itself (LB G-45).
    Each,
    /// After losses by fire or Harassment: grievous ones tell (LB 17.3.4).
    Losses,
}

/// A modifier of the occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Modifier {
    pub value: i8,
    pub text: &'static str,
    pub rule: &'static str,
}

impl Modifier {
    /// The bonus of a leader who was mortally wounded is taken off (LB 8.2.2a).
    pub const fn fallen_leader(bonus: i8) -> Modifier {
        Modifier { value: -bonus, text: "a leader mortally wounded", rule: "LB 8.2.2a" }
    }
}

/// A check that is called for.
#[derive(Debug, Clone, Copy)]
pub struct Check<'a> {
    pub rule: &'static str,
    /// Said of the units that check.
    pub title: Phrase,
    pub kind: CheckKind,
    /// Merged into the one roll of the event (LB 20.1.6).
    pub modifiers: &'a [Modifier],
}

/// What came of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// The dice, where they were rolled.
    pub natural: Option<Base6>,
    pub passed: UnitSet,
    pub failed: UnitSet,
}

impl Checked {
    pub fn all_passed(&self) -> bool {
        self.failed.is_empty()
    }
}

impl Table<'_> {
    /// Printed without a rating, or rated 11, 12 or 13: no modifier takes anything off its checks (LB 20.1.2a).
    pub fn is_elite(self, id: UnitId) -> bool {
        let best = Base6::printed(self.rules.charts.guns.classes.elite_rating);
        self.specific(id).morale.is_none_or(|rating| Some(rating) <= best)
    }

    /// The general modifiers of a unit in a stack (chart 10), with those of the occasion.
    pub(crate) fn morale_modifiers(self, id: UnitId, stack: &Stack, check: &Check<'_>, sum: &mut Reckoning) {
        let elite = self.is_elite(id);
        let mut add = |value: i32, text: &'static str, rule: &'static str| {
            sum.add_if(value > 0 || value < 0 && !elite, value, text, rule);
        };
        let general = |modifier: MoraleModifier| i32::from(self.rules.charts.morale.general(modifier));
        let unit = self.unit(id);
        match unit.order {
            Order::Good => {}
            Order::Disorder => add(general(MoraleModifier::Disorder), "Disorder", "LB 12.11.4a"),
            // Such a unit checks to recover only; dusk and night make it harder (LB 12.12.4a, 21.1.1, 21.1.2).
            Order::Pgd => match self.rules.light(self.state.turn) {
                Light::Day => add(general(MoraleModifier::Pgd), "PGD", "LB 12.12.4a"),
                Light::Dusk => add(general(MoraleModifier::PgdDusk), "PGD at dusk", "LB 21.1.1"),
                Light::Night => add(general(MoraleModifier::PgdNight), "PGD at night", "LB 21.1.2"),
            },
        }
        match unit.formed {
            Formed::Square if check.kind != CheckKind::Close => {
                add(general(MoraleModifier::Square), "in Square", "LB 12.9.8a");
            }
            Formed::RoadColumn => add(general(MoraleModifier::RoadColumn), "in Road Column", "LB 12.8.5a"),
            _ => {}
        }
        if self.is_infantry(id) && self.is_force_marching(id) {
            add(general(MoraleModifier::ForceMarch), "force marching", "LB 13.3.4a");
        }
        if !self.card(id).is_small() && self.is_line_unit(id) && 2 * self.increments(id) <= self.card(id).increments {
            add(general(MoraleModifier::HalfLost), "half its strength lost", "LB 17.3.3");
        }
        if check.kind == CheckKind::Losses && self.suffers_grievously(id) {
            add(general(MoraleModifier::GrievousLoss), "grievous losses", "LB 17.3.4");
        }
        let (extra, mixed) = (self.extra_units(stack), self.is_mixed(stack));
        add(extra * general(MoraleModifier::ExtraUnit), "units beyond the first without a leader", "LB 11.1.3a");
        if mixed && !self.is_beneath_old_guard(id, stack) {
            add(general(MoraleModifier::Mixed), "mixed corps or nations", "LB 11.3a");
        }
        if self.is_beneath_old_guard_infantry(id, stack) {
            add(general(MoraleModifier::BeneathOldGuard), "beneath the Old Guard", "LB 11.3.1a");
        }
        // Whoever rides in a Grand Charge has the bonus of its leader (LB 19.16.2).
        let leader = self.grand_leader_of(id).or_else(|| self.commander_of(id));
        if let Some(MoraleBonus::Number(bonus)) = leader.map(|leader| self.bonuses(leader).morale) {
            // As good as if his bonus were taken off their rating (LB 6.1c).
            add(bonus.into(), "leader", "LB 5.2.2e");
        }
        if self.is_infantry(id) {
            let level = self.morale_level(id);
            let row = LevelRow::of(self.card(id).nation);
            let value = if level == 0 { 0 } else { i32::from(self.rules.charts.morale.level(row, level)) };
            add(value, "Morale Level", "LB 20.3b");
        }
        for modifier in check.modifiers {
            add(modifier.value.into(), modifier.text, modifier.rule);
        }
    }

    fn is_line_unit(self, id: UnitId) -> bool {
        self.is_infantry(id) || self.is_cavalry(id)
    }

    /// The Morale Level a battalion checks with: that of its superior formation, to which the Old Guard's is added for all other
    /// French and their allies (LB 20.3b, 20.3.2).
    pub fn morale_level(self, id: UnitId) -> u8 {
        let guard = |formation: FormationId| {
            let card = self.formation_card(formation);
            card.old_guard && card.side == self.side(id)
        };
        // The Old Guard is a formation of its own (LB 20.3.2).
        if let Some(own) = self.chain(self.card(id).formation).find(|&formation| guard(formation)) {
            return self.formation(own).level;
        }
        let own = self.chain(self.card(id).formation);
        let leveled = own.map(|formation| self.formation(formation).level).max().unwrap_or(0);
        let french = self.rules.sides[self.side(id).ix()].french;
        let guards = self.all_formations().filter(|&formation| guard(formation));
        let added = if french { guards.map(|f| self.formation(f).level).max().unwrap_or(0) } else { 0 };
        (leveled + added).min(crate::charts::LEVELS as u8)
    }

    /// Passes whatever the dice: no rating, or a leader marked `A` in its hex (LB 20.1.2b, 5.2.2f).
    pub(crate) fn passes_unrolled(self, id: UnitId) -> bool {
        let leader = self.commander_of(id).map(|leader| self.bonuses(leader).morale);
        self.specific(id).morale.is_none() || leader == Some(MoraleBonus::Passes)
    }

    /// Whether a roll exceeds a rating: ties fail, and so does a natural 11, except for ratings 11 and 12 that positive
    /// modifiers lift above it (LB 20.1, 6.1d, 20.1.3).
    pub(crate) fn exceeds(self, id: UnitId, natural: Base6, modifiers: i32) -> bool {
        let Some(rating) = self.specific(id).morale else { return true };
        let saved = rating <= Base6::LEAST.plus(1);
        (natural != Base6::LEAST || saved) && natural.plus(modifiers) > rating
    }
}

impl<L: Listener> Play<'_, L> {
    /// One roll for the stack: its top unit checks, then each below with 3 more; once one fails, all below it fail (LB 20.1.1a,
    /// 20.1.1b). PGD units do not check here (LB 12.12.4a): callers leave them out.
    pub fn morale_check(&mut self, stack: &Stack, check: &Check<'_>) -> Checked {
        let mut checked = Checked { natural: None, passed: UnitSet::EMPTY, failed: UnitSet::EMPTY };
        let Some(&top) = stack.first() else { return checked };
        if stack.iter().all(|&id| self.table().passes_unrolled(id)) {
            checked.passed = stack.iter().copied().collect();
            return checked;
        }
        let natural = self.the_dice();
        checked.natural = Some(natural);
        let (side, mut above, mut broken) = (self.table().side(top), 0, false);
        for &id in stack {
            let mut sum = Reckoning::new(self.listener);
            let table = self.table();
            table.morale_modifiers(id, stack, check, &mut sum);
            let lower = i32::from(table.rules.charts.morale.general(MoraleModifier::LowerInStack));
            if check.kind != CheckKind::Each {
                sum.add_if(above > 0, above * lower, "lower in the stack", "LB 20.1.1a");
            }
            let passes = table.passes_unrolled(id) || table.exceeds(id, natural, sum.total);
            let passes = passes && (!broken || check.kind == CheckKind::Each);
            let result = if passes { told::PASSES } else { told::FAILS };
            self.tell_dice(side, check.rule, (check.title, &[Who::Unit(id)]), natural, sum, (result, &[Who::Unit(id)]));
            if passes {
                checked.passed.insert(id);
                above += 1;
            } else {
                checked.failed.insert(id);
                broken = true;
            }
        }
        checked
    }
    /// One roll of a unit that decides for its whole stack, as in a Roll to Close or to Stand: those with it tell on its modifiers
    /// and make no check of their own (LB 16.4a, 16.5a, G-06). Tells the dice, where they were rolled, and whether it passed.
    pub fn check_for_all(&mut self, top: UnitId, stack: &Stack, check: &Check<'_>) -> (Option<Base6>, bool) {
        if self.table().passes_unrolled(top) {
            return (None, true);
        }
        let natural = self.the_dice();
        let mut sum = Reckoning::new(self.listener);
        let table = self.table();
        table.morale_modifiers(top, stack, check, &mut sum);
        let passes = table.exceeds(top, natural, sum.total);
        let (side, result) = (table.side(top), if passes { told::PASSES } else { told::FAILS });
        let who = [Who::Unit(top)];
        self.tell_dice(side, check.rule, (check.title, &who), natural, sum, (result, &who));
        (Some(natural), passes)
    }
}
