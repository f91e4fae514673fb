//! Heading 32: disruption by its causes (SSS T16). Events stay on a unit's ledger until they are cleared; what lives as long as
//! its cause is read off the table.

use crate::cards::{Arm, UnitId};
use crate::face::told::{self, Who};
use crate::measures::bw;
use crate::readings::{AfterBreakOff, DisruptionLasts, DisruptionModifier, DisruptionRepeats};
use crate::table::{Play, Table};
use kernel::Listener;
use serde::{Deserialize, Serialize};

/// Events that disrupt (SSS T16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Cause {
    /// Crossed or fought in difficult or rough terrain.
    Terrain,
    /// Infantry or artillery successfully charged by cavalry.
    ChargedByCavalry,
    /// Charged and made no contact.
    FailedToContact,
    /// Contacted while trying to evade, or held by a raw Leadership test (SSS 1.2c).
    CaughtEvading,
    /// Lost a melee by more than 1 hit per base.
    LostMelee,
    /// Cavalry mounted or dismounted.
    Mounted,
    /// A charge stopped by shooting (SSS 15.7).
    Stopped,
    /// Successfully attacked in flank or rear, or surprised.
    FlankOrRear,
    HitsPerBase,
    /// Friends made contact who cannot interpenetrate.
    Crowded,
    /// Momentum Advance or pursuit.
    Onward,
    Routed,
    BrokenThrough,
    Escalade,
    /// Close order passed through, or was passed (SSS 9.4).
    Interpenetrated,
    /// A square not formed in time, or spoilt (SSS 1.5.3b, 1.5.3c).
    SquareNotFormed,
    /// Routers shoved through (SSS 1.5.1e).
    ShovedThrough,
    /// A battery that took another target or arc, where that lasts (SSS G18).
    Relaid,
}

impl Cause {
    pub const COUNT: usize = 18;
    pub const ALL: [Cause; Cause::COUNT] = [
        Cause::Terrain,
        Cause::ChargedByCavalry,
        Cause::FailedToContact,
        Cause::CaughtEvading,
        Cause::LostMelee,
        Cause::Mounted,
        Cause::Stopped,
        Cause::FlankOrRear,
        Cause::HitsPerBase,
        Cause::Crowded,
        Cause::Onward,
        Cause::Routed,
        Cause::BrokenThrough,
        Cause::Escalade,
        Cause::Interpenetrated,
        Cause::SquareNotFormed,
        Cause::ShovedThrough,
        Cause::Relaid,
    ];

    /// SSS T16
    pub const fn points(self) -> u8 {
        match self {
            Cause::Routed | Cause::BrokenThrough => 2,
            _ => 1,
        }
    }

    /// Pike-armed troops suffer one more from these (SSS 38.6); from ground only where it is difficult.
    const fn worse_for_pikes(self) -> bool {
        matches!(self, Cause::FlankOrRear | Cause::BrokenThrough | Cause::Routed)
    }
}

/// Disruption Points by their cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Ledger([u8; Cause::COUNT]);

impl Ledger {
    pub fn add(&mut self, cause: Cause, points: u8) {
        let held = &mut self.0[cause as usize];
        *held = held.saturating_add(points);
    }

    pub fn of(&self, cause: Cause) -> u8 {
        self.0[cause as usize]
    }

    pub fn points(&self) -> u8 {
        self.0.iter().fold(0, |sum, &points| sum.saturating_add(points))
    }

    /// How many causes it names.
    pub fn causes(&self) -> u8 {
        self.0.iter().filter(|&&points| points > 0).count() as u8
    }

    /// Takes points off, those of the first causes first.
    pub fn clear(&mut self, mut points: u8) {
        for held in &mut self.0 {
            let less = points.min(*held);
            *held -= less;
            points -= less;
        }
    }
}

/// Points that a unit which only reforms clears in a turn (SSS 32.4).
pub const REFORMED: u8 = 2;

impl Table<'_> {
    /// Current Disruption Points: those on the ledger and those whose cause is there now (SSS 32.2, 35.1).
    pub fn disruption(self, id: UnitId) -> i32 {
        i32::from(self.unit(id).disruption.points()) + self.live_causes(id)
    }

    /// What disruption takes off each die of a unit that shoots or fights, and compares with in a melee (SSS T10, T14, T17,
    /// G88).
    pub fn disruption_on_dice(self, id: UnitId) -> i32 {
        match self.rules.options.disruption_modifier {
            DisruptionModifier::PerPoint => self.disruption(id),
            DisruptionModifier::PerCause => i32::from(self.unit(id).disruption.causes()) + self.live_causes(id),
        }
    }

    /// Causes that last as long as they are there, a point each (SSS T16).
    fn live_causes(self, id: UnitId) -> i32 {
        let unit = self.unit(id);
        // SSS G80: contact may have ended in this player turn.
        let lately = unit.fought_long && self.rules.options.after_break_off != AfterBreakOff::Neither;
        let two_rounds = unit.rounds >= 2 || lately;
        i32::from(two_rounds) + i32::from(self.near_strange_beasts(id)) + i32::from(self.touched_by_elephants(id))
    }

    /// Non-Arab cavalry within 3 BW of camelry or elephants; camelry itself never suffers.
    fn near_strange_beasts(self, id: UnitId) -> bool {
        let card = self.card(id);
        let horse = self.is_mounted(id) && !card.is_camelry() && !card.is(crate::cards::Trait::Arab);
        horse && {
            let beasts = |other: &UnitId| self.card(*other).is_camelry() || self.card(*other).arm == Arm::Elephants;
            let body = self.body(id);
            let far = f64::from(bw(3));
            let wild = self.state.stampedes.iter().any(|beast| body.within(&beast.body(), far));
            let units = self.on_table().filter(|&other| other != id).filter(beasts);
            wild || units.into_iter().any(|other| body.within(&self.body(other), far))
        }
    }

    /// Has pikes, and some of them left: what is said of pike-armed troops holds for all of it (SSS 38.5, 38.6, G171).
    pub fn is_pike_armed(self, id: UnitId) -> bool {
        self.card(id).has_pikes() && self.unit(id).pike_bases > 0
    }

    /// SSS 41.9
    fn touched_by_elephants(self, id: UnitId) -> bool {
        self.card(id).arm != Arm::Elephants && self.opponents(id).any(|other| self.card(other).arm == Arm::Elephants)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A cause of disruption tells at once, and once in a player turn (SSS 32.2, G20). Ground is for [`Play::disrupt_by_ground`].
    pub(crate) fn disrupt(&mut self, id: UnitId, cause: Cause) {
        self.disrupt_times(id, cause, 1);
    }

    /// The cause has arisen once more: by one reading it tells each time (SSS G101).
    pub(crate) fn disrupt_again(&mut self, id: UnitId, cause: Cause) {
        let told = self.unit(id).this_turn.told(cause);
        self.disrupt_times(id, cause, told + 1);
    }

    /// The cause has arisen so often in all in this player turn (SSS G20, G101).
    pub(crate) fn disrupt_times(&mut self, id: UnitId, cause: Cause, times: u8) {
        let more = cause.worse_for_pikes() && self.table().is_pike_armed(id);
        let most = match self.rules.options.disruption_repeats {
            DisruptionRepeats::OnceATurn => 1,
            DisruptionRepeats::EachTime => times,
        };
        for _ in self.unit(id).this_turn.told(cause)..times.min(most) {
            self.tells(id, cause, cause.points() + u8::from(more));
        }
    }

    /// Crossed or fought in bad ground: pikes suffer more where it is difficult (SSS 38.6), elephants nothing there (SSS 41.3).
    pub(crate) fn disrupt_by_ground(&mut self, id: UnitId, rough: bool) {
        let card = self.table().card(id);
        if card.arm == Arm::Elephants && !rough {
            return;
        }
        let more = !rough && self.table().is_pike_armed(id);
        self.disrupt_by(id, Cause::Terrain, Cause::Terrain.points() + u8::from(more));
    }

    /// So many points of a cause.
    pub(crate) fn disrupt_by(&mut self, id: UnitId, cause: Cause, points: u8) {
        if points == 0 {
            return;
        }
        if self.unit(id).this_turn.told(cause) == 0 {
            self.tells(id, cause, points);
        }
    }

    fn tells(&mut self, id: UnitId, cause: Cause, points: u8) {
        let unit = self.unit_mut(id);
        let told = unit.this_turn.told(cause);
        unit.this_turn.note_cause(cause, told + 1);
        unit.disruption.add(cause, points);
        self.tell("SSS 32.1", told::DISRUPTED, &[Who::Unit(id), Who::Count(points.into()), Who::Cause(cause)]);
    }

    /// SSS 32.4
    pub(crate) fn reform(&mut self, id: UnitId) {
        if self.unit(id).disruption.points() > 0 {
            self.unit_mut(id).disruption.clear(REFORMED);
            self.tell("SSS 32.4", told::REFORMS, &[Who::Unit(id)]);
        }
    }

    /// At the end of a game turn, where disruption lasts no longer (SSS G20).
    pub(crate) fn lapse_disruption(&mut self) {
        if self.rules.options.disruption_lasts == DisruptionLasts::ThisTurn {
            for unit in &mut self.state.units {
                unit.disruption = Ledger::default();
            }
        }
    }
}
