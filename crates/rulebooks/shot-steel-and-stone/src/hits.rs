//! Headings 2 and 14: Strength Points, bases lost, the Cohesion Limit.

use crate::cards::{Arm, Part, Trait, UnitId};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::readings::HalfStrength;
use crate::state::{Loss, Place};
use crate::table::{Play, Table};
use kernel::Listener;

/// The size of a unit by its bases now (SSS G3, 36.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    ExtraSmall,
    Small,
    Normal,
    Large,
    ExtraLarge,
}

impl Table<'_> {
    /// Strength Points left.
    pub fn points_left(self, id: UnitId) -> u32 {
        self.card(id).initial_points().saturating_sub(u32::from(self.unit(id).hits))
    }

    /// SSS G3, 36.3
    pub fn size(self, id: UnitId) -> Size {
        let card = self.card(id);
        let usual = if card.is_artillery() || card.arm == Arm::Elephants { [1, 2, 4, 6] } else { [2, 5, 8, 11] };
        let most = card.sizes.unwrap_or(usual);
        let sizes = [Size::ExtraSmall, Size::Small, Size::Normal, Size::Large];
        let bases = self.unit(id).bases;
        let fits = sizes.into_iter().zip(most).find(|(_, most)| bases <= *most);
        fits.map_or(Size::ExtraLarge, |(size, _)| size)
    }

    /// Has taken hits equal to half of what it began with, or more than that by the other reading (SSS 2.1, G41).
    pub fn at_half(self, id: UnitId) -> bool {
        let (hits, initial) = (u32::from(self.unit(id).hits), self.card(id).initial_points());
        match self.rules.options.half_strength {
            HalfStrength::Reached => 2 * hits >= initial,
            HalfStrength::Passed => 2 * hits > initial,
        }
    }

    /// Must retire from the battle: at half strength, or at three quarters lost where it may hold on and its owner has it do so
    /// (SSS 2.1, 2.3, 2.5).
    pub fn past_limit(self, id: UnitId) -> bool {
        let (hits, initial) = (u32::from(self.unit(id).hits), self.card(id).initial_points());
        self.card(id).arm != Arm::Elephants && self.at_half(id) && (!self.may_hold_on(id) || 4 * hits >= 3 * initial)
    }

    /// Defends a built-up area, or is ordered to hold to the last man (SSS 2.3).
    pub fn may_hold_on(self, id: UnitId) -> bool {
        self.unit(id).inside.is_some() || self.unit(id).hold_to_last_man || self.card(id).is(Trait::HoldToLastMan)
    }

    /// The pair of bases ahead of its parent (SSS 3.1).
    pub fn is_screen(self, id: UnitId) -> bool {
        matches!(self.card(id).part, Part::ScreenOf(_))
    }

    /// Unsaved hits of this player turn come to one for each base it had when that began (SSS G20, 34.2).
    pub fn hit_per_base(self, id: UnitId, hits: u8) -> bool {
        let bases = self.unit(id).this_turn.bases_then;
        // SSS 3.3: the pair of a screen counts as one base.
        let counted = if self.is_screen(id) { bases.min(1) } else { bases };
        counted > 0 && hits >= counted
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit of foot or horse takes unsaved hits: bases go as their Strength Points are used up, what is left is carried over
    /// (SSS 14.2, 14.3, 25.2). Guns and elephants have crews to lose: see their chapters.
    pub fn take_hits(&mut self, id: UnitId, hits: u8) {
        if hits == 0 || self.unit(id).place != Place::Table {
            return;
        }
        let (points, screen) = (self.table().card(id).points.max(1), self.table().is_screen(id));
        let unit = self.unit_mut(id);
        unit.hits = unit.hits.saturating_add(hits.into());
        unit.this_turn.hits = unit.this_turn.hits.saturating_add(hits);
        let carried = u16::from(unit.carried) + u16::from(hits);
        let lost = (carried / u16::from(points)).min(u16::from(unit.bases)) as u8;
        // SSS 3.3: both bases of a screen go together.
        let lost = if screen && lost > 0 { unit.bases } else { lost };
        unit.carried = (carried % u16::from(points)) as u8;
        self.lose_bases(id, lost);
        let all = self.unit(id).this_turn.hits;
        if self.unit(id).place == Place::Table && self.table().hit_per_base(id, all) {
            self.disrupt(id, Cause::HitsPerBase);
        }
    }

    /// Bases go, those of the rear first; of a mixed unit pikes and shot in turn, so that its shape stays as it was.
    pub(crate) fn lose_bases(&mut self, id: UnitId, lost: u8) {
        if lost == 0 {
            return;
        }
        let unit = self.unit_mut(id);
        for _ in 0..lost {
            let pikes_left = u32::from(unit.pike_bases) * 2 > u32::from(unit.bases);
            unit.pike_bases -= u8::from(unit.pike_bases > 0 && (pikes_left || unit.pike_bases >= unit.bases));
            unit.bases -= u8::from(unit.bases > 0);
            if let Some(inside) = &mut unit.inside {
                inside.bases = inside.bases.min(unit.bases);
            }
        }
        unit.files = unit.files.min(unit.bases.max(1));
        let left = unit.bases;
        self.tell("SSS 14.2", told::LOSES_BASES, &[Who::Unit(id), Who::Count(lost.into())]);
        if left == 0 {
            self.remove(id, Loss::Destroyed);
        }
    }

    /// A unit leaves the table for good.
    pub fn remove(&mut self, id: UnitId, loss: Loss) {
        self.alarm_friends(id, loss);
        self.unit_mut(id).place = Place::Gone(loss);
        self.state.contacts.retain(|contact| contact.a != id && contact.b != id);
        for leader in self.state.leaders.iter_mut().filter(|leader| leader.attached == Some(id)) {
            (leader.attached, leader.bound) = (None, false);
        }
        self.tell("SSS 40.9", told::GONE, &[Who::Unit(id), Who::Loss(loss)]);
    }
}
