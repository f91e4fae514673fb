//! Losses are marked, and units that have none left are removed (17.1, 17.3.5).

use crate::cards::{Arm, UnitId};
use crate::face::told::{Who, losses as told};
use crate::movement::Cause;
use crate::state::{Formed, Loss, Place};
use crate::table::{Play, Stack};
use field::hexes::Hex;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// Marks losses under a unit; one that has no Increment left is removed (LB 5.3.1b). Tells how many were marked.
    pub fn lose(&mut self, id: UnitId, losses: u8) -> u8 {
        self.lose_in(id, losses, self.unit(id).hexes.head())
    }

    /// The same for losses that struck one of its hexes: it closes its ranks away from there.
    pub fn lose_in(&mut self, id: UnitId, losses: u8, hit: Hex) -> u8 {
        let rules = self.rules;
        let card = &rules.units[id.ix()];
        if card.arm == Arm::Wagon {
            return self.wagon_loses(id, losses);
        }
        // Infantry of the Old Guard bears twice as much (LB 17.4a).
        let twice = if card.is_old_guard() && card.arm == Arm::Infantry { 2 } else { 1 };
        let room = (card.increments * twice).saturating_sub(self.unit(id).losses);
        let marked = losses.min(room);
        if marked == 0 || !self.unit(id).on_map() {
            return 0;
        }
        self.tell("LB 5.3.1b", told::LOSES, &[Who::Unit(id), Who::Count(marked.into())]);
        self.unit_mut(id).losses += marked;
        if self.table().increments(id) == 0 {
            self.is_destroyed(id);
        } else {
            self.note_bulk(id);
        }
        self.ranks_after_loss(id, hit);
        marked
    }

    /// Its last Increment is lost: a battery goes to the Battery Box, all others to the Display, where they count for the Morale
    /// Level (LB 17.3.5, 18.11a).
    fn is_destroyed(&mut self, id: UnitId) {
        self.tell("LB 17.3.5", told::IS_DESTROYED, &[Who::Unit(id)]);
        let hexes = self.unit(id).hexes;
        let battery = self.table().is_artillery(id);
        self.take_off(id, if battery { Place::Box } else { Place::Gone(Loss::Destroyed) });
        for hex in hexes.iter() {
            self.settle_guns(hex);
        }
    }

    /// A Square without three Increments of foot is Disordered at that instant, guns and all; a body with too few for its hexes
    /// closes its ranks (LB 17.1.5, 17.1.5.1, 12.9.3b, 17.1.6a).
    fn ranks_after_loss(&mut self, id: UnitId, hit: Hex) {
        if self.unit(id).formed == Formed::Square {
            let hex = self.unit(id).hexes.head();
            let stack: Stack = self.table().stack_at(hex);
            let square: Stack =
                stack.iter().copied().filter(|&other| self.unit(other).formed == Formed::Square).collect();
            if !square.is_empty() && !self.table().has_strength_for(&square, Formed::Square, 1) {
                for &other in stack.iter().filter(|&&other| self.unit(other).in_good_order()).collect::<Vec<_>>() {
                    self.disorder(other, Cause::Fire);
                }
                return;
            }
        }
        if self.unit(id).on_map() {
            self.close_ranks(id, hit);
            // LB 17.1.3.
            self.presentation_after_loss(id);
        }
    }

    /// A wagon loses rounds; without any it is a wreck (LB 18.14.1.5).
    fn wagon_loses(&mut self, id: UnitId, losses: u8) -> u8 {
        let unit = *self.unit(id);
        let lost = losses.min(unit.rounds);
        if lost == 0 || unit.wrecked || !unit.on_map() {
            return 0;
        }
        self.unit_mut(id).rounds -= lost;
        self.tell("LB 18.14.1.5", told::LOSES_ROUNDS, &[Who::Unit(id), Who::Count(lost.into())]);
        if self.unit(id).rounds == 0 {
            self.wreck(id);
        }
        lost
    }

    /// The one Increment that a wagon has in an assault or charge is lost (LB 18.14.1.6a).
    pub(super) fn smash(&mut self, id: UnitId) -> u8 {
        let whole = !self.unit(id).wrecked;
        if whole {
            self.wreck(id);
        }
        whole.into()
    }

    /// A wagon is a wreck: it stays where it is, and supplies nothing (LB 18.14.1.7, 18.6.1c, 18.14.1.6a).
    pub fn wreck(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        (unit.rounds, unit.wrecked) = (0, true);
        self.tell("LB 18.14.1.7", told::IS_WRECKED, &[Who::Unit(id)]);
    }
}
