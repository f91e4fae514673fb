//! Headings 2 and 14: Strength Points, bases lost, the Cohesion Limit.

use crate::cards::{Arm, Part, Trait, UnitId, Units};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::melee::CONTACT;
use crate::readings::HalfStrength;
use crate::state::{Formation, Loss, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Body, Um};
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
    /// Strength Points of one of its bases (SSS 14.2): of its gun, or of one elephant and its crew.
    pub fn points_of_base(self, id: UnitId) -> u8 {
        let card = self.card(id);
        match card.is_artillery() {
            true => card.guns.iter().map(|gun| gun.crew).max().unwrap_or(1),
            false => card.points.saturating_add(card.crew),
        }
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
        // SSS G105: parts of a unit count with it.
        let (hits, initial) = (self.hits_of_whole(id), self.card(self.whole_of(id)).initial_points());
        match self.rules.options.half_strength {
            HalfStrength::Reached => 2 * hits >= initial,
            HalfStrength::Passed => 2 * hits > initial,
        }
    }

    /// Must retire from the battle: at half strength, or at three quarters lost where it may hold on and its owner has it do so
    /// (SSS 2.1, 2.3, 2.5).
    pub fn past_limit(self, id: UnitId) -> bool {
        let (hits, initial) = (self.hits_of_whole(id), self.card(self.whole_of(id)).initial_points());
        self.card(id).arm != Arm::Elephants && self.at_half(id) && (!self.may_hold_on(id) || 4 * hits >= 3 * initial)
    }

    /// Defends a built-up area, or is ordered to hold to the last man (SSS 2.3).
    pub fn may_hold_on(self, id: UnitId) -> bool {
        // Who has broken in does not defend it yet (SSS 30.5).
        self.holds_walls(id) || self.unit(id).hold_to_last_man || self.card(id).is(Trait::HoldToLastMan)
    }

    /// The pair of bases ahead of its parent (SSS 3.1).
    pub fn is_screen(self, id: UnitId) -> bool {
        matches!(self.card(id).part, Part::ScreenOf(_))
    }

    /// Unsaved hits of this player turn come to one for each base it had when that began (SSS G20, 34.2).
    pub fn hit_per_base(self, id: UnitId, hits: u8) -> bool {
        let counted = self.counted(id, self.unit(id).this_turn.bases_then);
        counted > 0 && hits >= counted
    }

    /// So many bases of a unit as hits are counted against them: the pair of a screen is one (SSS 3.3).
    pub(crate) fn counted(self, id: UnitId, bases: u8) -> u8 {
        if self.is_screen(id) { bases.min(1) } else { bases }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit of foot or horse takes unsaved hits: bases go as their Strength Points are used up, what is left is carried over
    /// (SSS 14.2, 14.3, 25.2). Guns and elephants have crews to lose: see their chapters.
    pub fn take_hits(&mut self, id: UnitId, hits: u8) {
        if hits == 0 || self.unit(id).place != Place::Table {
            return;
        }
        let card = self.table().card(id);
        let (points, extra) = (u16::from(card.points.max(1)), u16::from(card.extra_points));
        let screen = self.table().is_screen(id);
        let unit = self.unit_mut(id);
        unit.hits = unit.hits.saturating_add(hits.into());
        unit.this_turn.hits = unit.this_turn.hits.saturating_add(hits);
        let carried = u16::from(unit.carried) + u16::from(hits);
        let lost = (carried / points).min(u16::from(unit.bases)) as u8;
        // SSS 2.4, G99: the last base stands as long as extra points are left.
        let last_stands = extra > 0 && lost == unit.bases && carried < u16::from(unit.bases) * points + extra;
        let lost = match () {
            () if last_stands => lost - 1,
            // SSS 3.3: both bases of a screen go together.
            () if screen && lost > 0 => unit.bases,
            () => lost,
        };
        unit.carried = carried.saturating_sub(u16::from(lost) * points).min(u16::from(u8::MAX)) as u8;
        self.lose_bases(id, lost);
        self.disrupt_by_hits(id);
    }

    /// One hit for every base it had when the player turn began disrupts; by one reading every further one does so again
    /// (SSS T16, G20, G101).
    pub(crate) fn disrupt_by_hits(&mut self, id: UnitId) {
        let unit = self.unit(id);
        if unit.place == Place::Table && self.table().hit_per_base(id, unit.this_turn.hits) {
            let bases = self.table().counted(id, unit.this_turn.bases_then).max(1);
            self.disrupt_times(id, Cause::HitsPerBase, unit.this_turn.hits / bases);
        }
    }

    /// Bases go, those of the rear first; of a mixed unit pikes and shot in turn, so that its shape stays as it was.
    pub(crate) fn lose_bases(&mut self, id: UnitId, lost: u8) {
        if lost == 0 {
            return;
        }
        let held = self.holding_on(id);
        let unit = self.unit_mut(id);
        for _ in 0..lost {
            let pikes_left = u32::from(unit.pike_bases) * 2 > u32::from(unit.bases);
            unit.pike_bases -= u8::from(unit.pike_bases > 0 && (pikes_left || unit.pike_bases >= unit.bases));
            unit.shrink_to(unit.bases.saturating_sub(1));
        }
        let left = unit.bases;
        self.tell("SSS 14.2", told::LOSES_BASES, &[Who::Unit(id), Who::Count(lost.into())]);
        if left == 0 {
            self.remove(id, Loss::Destroyed);
        } else {
            self.holds_on(id, held);
        }
    }

    /// The enemies that a unit touches, and how broad its front is: to be compared when it has lost bases.
    pub(crate) fn holding_on(&self, id: UnitId) -> (Units, f64) {
        let table = self.table();
        if !table.in_contact(id) || table.unit(id).place != Place::Table {
            return (Units::EMPTY, 0.0);
        }
        // Bodies may not have been worked out anew since the last blow fell.
        let body = self.rules.body_of(id, self.unit(id));
        let touched = |foe: &UnitId| !table.is_garrison(*foe) && table.body(*foe).within(&body, CONTACT);
        (table.opponents(id).filter(touched).collect(), body.front_width())
    }

    /// Of a unit that fights, bases that nobody touches go first: it does not come loose from those it fights by growing smaller
    /// (SSS 19.6, G159, G212).
    pub(crate) fn holds_on(&mut self, id: UnitId, (touched, width): (Units, f64)) {
        let unit = *self.unit(id);
        if touched.is_empty() || unit.inside.is_some() || unit.formation == Formation::Square {
            return;
        }
        let table = self.table();
        let narrower = width - self.rules.body_of(id, &unit).front_width();
        let reach = |body: &Body| touched.iter().filter(|&foe| table.body(foe).within(body, CONTACT)).count();
        let stands = |body: &Body| {
            let slim = body.grown(-CONTACT);
            table.on_table().all(|other| other == id || table.is_garrison(other) || !table.body(other).overlaps(&slim))
        };
        let slid = |aside: f64| Unit { pose: unit.pose.right((aside * narrower).round() as Um), ..unit };
        let still = reach(&self.rules.body_of(id, &unit));
        if narrower < CONTACT || still == touched.len() {
            return;
        }
        let places = [-0.25, 0.25, -0.5, 0.5].map(slid);
        let better = |there: &&Unit| {
            let body = self.rules.body_of(id, there);
            reach(&body) > still && stands(&body)
        };
        if let Some(&there) = places.iter().find(better) {
            *self.unit_mut(id) = there;
        }
    }

    /// A unit leaves the table for good.
    pub fn remove(&mut self, id: UnitId, loss: Loss) {
        self.alarm_friends(id, loss);
        if loss != Loss::LeftTable {
            self.guns_are_orphaned(id);
        }
        let at = self.body(id).center().round();
        self.part_is_lost(id);
        self.unit_mut(id).place = Place::Gone(loss);
        self.state.contacts.retain(|contact| contact.a != id && contact.b != id);
        for leader in self.state.leaders.iter_mut().filter(|leader| leader.attached == Some(id)) {
            (leader.attached, leader.bound, leader.at) = (None, false, at);
        }
        self.tell("SSS 40.9", told::GONE, &[Who::Unit(id), Who::Loss(loss)]);
    }
}
