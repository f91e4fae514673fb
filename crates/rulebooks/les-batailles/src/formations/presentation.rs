//! Regiments and their battalions (12.1).

use super::FormStep;
use crate::agenda::Step;
use crate::cards::{Arm, Size, UnitId, UnitSet};
use crate::face::told::{Who, formations as told};
use crate::fraction::Points;
use crate::hexes::Hexes;
use crate::movement::{Motion, Moving, no};
use crate::stacking::Violation;
use crate::state::{Formed, Loss, Order, Place, Prone};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Refusal};

impl Table<'_> {
    /// The battalions of a regiment that wait on the Display, in order of seniority (LB 12.1a, 12.1.4b).
    pub fn battalions_of(self, regiment: UnitId) -> Stack {
        let mut all: Stack = self.card(regiment).battalions.iter().take(crate::cards::MOST_STACKED).collect();
        all.sort_by_key(|&id| self.card(id).number);
        all
    }

    /// An infantry regiment that has lost half its strength has to break down (LB 12.1.2a).
    pub fn must_break_down(self, id: UnitId) -> bool {
        let card = self.card(id);
        let whole = card.size == Size::Regiment && card.arm == Arm::Infantry && !card.battalions.is_empty();
        let halved = 2 * self.increments(id) <= card.increments;
        whole && halved && self.unit(id).on_map()
    }

    /// One of nine printed Increments or fewer may stay a regiment (LB 12.1.2b, G-20).
    pub(super) fn may_stay_regiment(self, id: UnitId) -> bool {
        self.must_break_down(id) && self.card(id).increments <= 9
    }

    /// The losses of each battalion of a regiment: one after the other from the most senior down, as long as it has any to bear
    /// (LB 12.1.4a, 12.1.4b).
    fn shares_of_losses(self, regiment: UnitId) -> ArrayVec<u8, 8> {
        let card = |id: UnitId| self.card(id);
        let bears = |id: UnitId| {
            let twice = if card(id).is_old_guard() && card(id).arm == Arm::Infantry { 2 } else { 1 };
            card(id).increments * twice
        };
        let room: ArrayVec<u8, 8> = self.battalions_of(regiment).into_iter().take(8).map(bears).collect();
        let mut shares: ArrayVec<u8, 8> = room.iter().map(|_| 0).collect();
        let mut left = self.unit(regiment).losses;
        while left > 0 && shares.iter().zip(&room).any(|(share, room)| share < room) {
            for (share, room) in shares.iter_mut().zip(&room) {
                if left > 0 && *share < *room {
                    (*share, left) = (*share + 1, left - 1);
                }
            }
        }
        shares
    }

    /// A regiment on the move may break down where its battalions can separate at once (LB 12.1.1a, 12.1.1b, 12.1.1e).
    pub(crate) fn may_break_down(self, moving: &Moving) -> Result<(), Refusal> {
        let stack = self.moving_stack(moving);
        let [regiment] = stack.as_slice() else { return no("LB 12.1.1a", "one regiment breaks down at a time") };
        let unit = self.unit(*regiment);
        if self.card(*regiment).battalions.is_empty() || !self.forms_on(moving.motion) {
            return no("LB 12.1a", "it has no battalions of its own");
        }
        if unit.hexes.len() > 1 || unit.prone == Prone::Prone {
            return no("LB 12.1.1a", "it draws together in one hex first, standing");
        }
        // It would be no first action of theirs to leave the zone (LB 10.2.2.1a).
        if self.leaves_first(*regiment, self.unit_in_zone(*regiment)) {
            return no("LB 12.1.1e", "its battalions could not leave the enemy zone");
        }
        let cost = self.presentation_cost(*regiment)?;
        let going = self.going(*regiment);
        let at = unit.hexes.head();
        let step = field::hexes::Dir::ALL.into_iter().filter_map(|dir| self.hex_cost(going, at, dir)).min();
        let apart = step.is_some_and(|step| cost + step <= moving.left()) && !moving.stopped;
        if apart { Ok(()) } else { no("LB 12.1.1e", "its battalions could not separate") }
    }

    /// Presentation costs as a change of formation does (LB 12.1.1b).
    fn presentation_cost(self, id: UnitId) -> Result<Points, Refusal> {
        let formed = if self.is_cavalry(id) { Formed::Line } else { Formed::Column };
        self.change_cost(id, formed)
    }

    /// Battalions become their regiment when all that are left stand together in the same formation, each with points left
    /// (LB 12.1.1a, 12.1.1d).
    pub(crate) fn may_reform(self, moving: &Moving, regiment: UnitId) -> Result<(), Refusal> {
        let all: Stack = self.battalions_of(regiment).into_iter().filter(|&id| self.unit(id).on_map()).collect();
        let (top, cost) = (self.unit(moving.top), self.presentation_cost(moving.top)?);
        if self.card(moving.top).regiment != Some(regiment) || all.len() < 2 {
            return no("LB 12.1a", "that is not its regiment, or nobody else is left of it");
        }
        let alike = |&id: &UnitId| {
            let unit = self.unit(id);
            unit.hexes == top.hexes && unit.formed == top.formed && unit.order == Order::Good
        };
        if !all.iter().all(alike) || top.hexes.len() > 1 || top.formed == Formed::RoadColumn {
            return no("LB 12.1.1d", "all its battalions stand together in one hex and one formation first");
        }
        // A regiment that has lost half of itself would have to break down at once (LB 12.1.2a, 12.1.2b).
        let card = self.card(regiment);
        let left: u8 = all.iter().map(|&id| self.increments(id)).sum();
        if card.arm == Arm::Infantry && card.increments > 9 && 2 * left <= card.increments {
            return no("LB 12.1.2a", "it has lost half its strength, and stays broken down");
        }
        let fresh = |&id: &UnitId| {
            let deeds = self.unit(id).turn.movement;
            let own = moving.units.contains(id) || deeds.spent + cost <= self.allowance_of(id);
            own && !deeds.halted
        };
        if cost > moving.left() || !all.iter().all(fresh) || !self.forms_on(moving.motion) {
            return no("LB 12.1.1d", "all of them must have movement points left");
        }
        Ok(())
    }

    /// A battalion that has just been parted from others of its regiment may not stay with them (LB 12.1.1e).
    pub(crate) fn must_separate(self, moving: &Moving) -> bool {
        let Some(regiment) = self.card(moving.top).regiment else { return false };
        let parted = moving.motion == Motion::Maneuver && moving.from == self.unit(moving.top).hexes;
        let beside = |other: UnitId| {
            other != moving.top
                && self.card(other).regiment == Some(regiment)
                && self.state.moves.iter().any(|outer| outer.units.contains(other) && !outer.units.contains(moving.top))
        };
        parted && self.state.stack(self.unit(moving.top).hexes.head()).any(beside)
    }
}

/// A set with some of its units exchanged for others, if any of them is in it.
fn exchanged(set: UnitSet, old: UnitSet, new: UnitSet) -> UnitSet {
    if !old.iter().any(|id| set.contains(id)) {
        return set;
    }
    let kept = set.iter().filter(|&id| !old.contains(id));
    kept.chain(new.iter()).collect()
}

impl<L: Listener> Play<'_, L> {
    /// Losses may have brought a regiment down to half: play stops until it has broken down (LB 12.1.2a).
    pub(crate) fn presentation_after_loss(&mut self, id: UnitId) {
        if self.table().must_break_down(id) && !self.unit(id).turn.formations.asked {
            self.push(Step::Form(FormStep::BreaksDown(id)));
        }
    }

    /// The battalions take the place of their regiment, in its facing and formation; of a Line of two hexes they stand by turns left and
    /// right (LB 12.1.2.1a, 12.1.3b, G-20). Too many are displaced.
    pub(super) fn break_down(&mut self, regiment: UnitId) {
        if !self.unit(regiment).on_map() {
            return;
        }
        let hexes = self.unit(regiment).hexes;
        let new = self.parts(regiment);
        for hex in hexes.iter() {
            if !self.table().fits(hex) {
                let violation = Violation::new(hex, new, Motion::Displacement);
                self.violate(Violation { checked: true, ..violation });
            }
        }
    }

    /// Puts the battalions on the map and the regiment on the Display.
    fn parts(&mut self, regiment: UnitId) -> UnitSet {
        let unit = *self.unit(regiment);
        let battalions = self.table().battalions_of(regiment);
        let shares = self.table().shares_of_losses(regiment);
        self.tell("LB 12.1.4a", told::BREAKS_DOWN, &[Who::Unit(regiment)]);
        self.state.lift(regiment);
        self.unit_mut(regiment).place = Place::Display;
        let mut new = UnitSet::EMPTY;
        for (place, (&id, &losses)) in battalions.iter().zip(&shares).enumerate() {
            let own = self.unit(id).specific;
            *self.unit_mut(id) = crate::state::Unit { losses, specific: own, assigned: unit.assigned, ..unit };
            if self.table().increments(id) == 0 {
                self.unit_mut(id).place = Place::Gone(Loss::Destroyed);
                continue;
            }
            // One that covers two hexes alone goes on doing so only if it is strong enough (LB 12.6.1a).
            let hex: Hex = unit.hexes.get(place % unit.hexes.len()).unwrap_or(unit.hexes.head());
            self.unit_mut(id).place = Place::Display;
            self.place(id, Hexes::one(hex), unit.facing, unit.formed);
            new.insert(id);
        }
        // They are in its Maneuver Unit, or on its march (LB 8.4.3.6a, 12.1.2.1a).
        self.takes_part_for([regiment].into_iter().collect(), new);
        for moving in &mut self.state.moves {
            if moving.units.contains(regiment) {
                moving.units.remove(regiment);
                new.iter().for_each(|id| moving.units.insert(id));
                if moving.top == regiment {
                    moving.top = new.iter().next().unwrap_or(regiment);
                }
            }
        }
        new
    }

    /// Units stand for others in whatever Maneuver Units, marches and chits those were part of.
    fn takes_part_for(&mut self, old: UnitSet, new: UnitSet) {
        let active = std::mem::take(&mut self.state.commanding.active);
        self.state.commanding.active = exchanged(active, old, new);
        for mu in self.state.mus.iter_mut().flatten() {
            mu.members = exchanged(mu.members, old, new);
        }
    }

    /// A regiment on the move breaks down: each of its battalions goes on by itself with what points are left (LB 12.1.1e).
    pub(crate) fn break_down_on_the_move(&mut self, moving: &Moving) {
        if self.table().may_break_down(moving).is_err() {
            return;
        }
        let regiment = moving.top;
        let Ok(cost) = self.table().presentation_cost(regiment) else { return };
        let spent = moving.spent + cost;
        let leaders = moving.leaders;
        let new = self.parts(regiment);
        // The move of the regiment ends; its step goes with it.
        self.state.moves.pop();
        self.pop();
        let battalions: Stack =
            self.table().battalions_of(regiment).into_iter().filter(|&id| new.contains(id)).collect();
        for (place, &id) in battalions.iter().rev().enumerate() {
            self.unit_mut(id).turn.movement.spent += cost;
            let units = std::iter::once(id).collect();
            let leaders = if place + 1 == battalions.len() { leaders } else { crate::cards::LeaderSet::EMPTY };
            let from = self.unit(id).hexes;
            self.resume_move(Moving { top: id, units, leaders, spent, from, acted: true, ..*moving });
        }
    }

    /// Battalions become their regiment again; its losses are theirs together, and those of battalions that are no more (LB 12.1a).
    pub(crate) fn reform_on_the_move(&mut self, moving: &Moving, regiment: UnitId) {
        if self.table().may_reform(moving, regiment).is_err() {
            return;
        }
        let Ok(cost) = self.table().presentation_cost(moving.top) else { return };
        let unit = *self.unit(moving.top);
        let all = self.table().battalions_of(regiment);
        let losses: u16 = all.iter().map(|&id| u16::from(self.unit(id).losses)).sum();
        let here: Stack = all.iter().copied().filter(|&id| self.unit(id).on_map()).collect();
        for &id in &here {
            self.state.lift(id);
            self.unit_mut(id).place = Place::Display;
        }
        let (own, asked) = (self.unit(regiment).specific, self.unit(regiment).turn.formations.asked);
        let losses = u8::try_from(losses).unwrap_or(u8::MAX);
        *self.unit_mut(regiment) = crate::state::Unit { losses, specific: own, place: Place::Display, ..unit };
        self.unit_mut(regiment).turn.formations.asked = asked;
        self.unit_mut(regiment).turn.movement.spent += cost;
        self.place(regiment, unit.hexes, unit.facing, unit.formed);
        self.tell("LB 12.1.1b", told::REFORMS, &[Who::Unit(regiment)]);
        self.takes_part_for(here.iter().copied().collect(), [regiment].into_iter().collect());
        if let Some(moving) = self.state.moves.last_mut() {
            moving.spent += cost;
            (moving.top, moving.acted) = (regiment, true);
            moving.units = std::iter::once(regiment).collect();
        }
    }
}
