//! What follows from entering a hex, whatever brought the unit there.

use super::{Activity, Moving};
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::facing::Pose;
use crate::formation::HitFrom;
use crate::state::{Cause, LeaderPlace, Mark, Place};
use crate::table::{Play, Table};
use field::hexes::{Dir, Hex, Vertex};
use kernel::Listener;

/// The gentle slope in one activity that disorders: the second, and no later one (MP 7.3.1g; ruling G-A31).
const DISORDERING_SLOPE: u8 = 2;

impl<L: Listener> Play<'_, L> {
    /// Puts a unit on new hexes as one step of an activity and takes all that follows from entering: terrain formation hits (MP 7.3.1a), guns, wagons and
    /// lone leaders captured (MP 5.3.1b, 8.5c, 10.8.9b, 11.5.1a), locations (MP 15.0g), Light Infantry taken along or left (MP 8.2.1e), first-adjacent pairs
    /// (MP 14.4a), the Momentum count and gentle slopes of the move on top (if it is this unit's). No points are spent, no trigger is opened, leaders are not
    /// moved: callers do that. A Hedgehog is moved like any other (MP 6.3.2h).
    pub fn enter(&mut self, id: UnitId, hex: Hex, other: Option<Hex>, facing: Vertex, activity: Activity) {
        self.set_off(id, activity);
        let table = self.table();
        let (from, to) = (table.pose(id), Pose { hex, other, facing });
        let mut hits = table.step_hits(id, from, to);
        let gentle = table.crosses_gentle_slope(id, from, to);
        let runs = table.gathers_momentum(id, from, to);
        self.place_on(id, to, activity);
        self.note_step(id);
        if let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == id) {
            moving.keep_to(to);
            moving.entered += 1;
            moving.run = if runs { moving.run + 1 } else { 0 };
            moving.gentle += u8::from(gentle);
            hits += u8::from(gentle && moving.gentle == DISORDERING_SLOPE);
        }
        match activity {
            Activity::Move => self.note_met(id),
            _ => self.note_gone_meanwhile(id, to),
        }
        self.mark(id, Mark::Moved, true);
        self.mark(id, Mark::Rolled, self.table().is_gun(id));
        for fresh in to.hexes().filter(|hex| !from.covers(*hex)) {
            self.take_what_lies_there(id, fresh, activity);
        }
        self.pass_locations(id);
        self.note_first_adjacent(id);
        for _ in 0..hits {
            self.formation_hit(id, HitFrom::Ground);
        }
    }

    /// A unit has gone a hex in the midst of its Move, as in the advance after an Interception: it has gone it before it comes into anybody's zone
    /// (MP 9.4.2a), and will turn in another hex (ruling G-A32).
    fn note_gone_meanwhile(&mut self, id: UnitId, to: Pose) {
        let its_move = |moving: &&mut Moving| moving.unit == id && moving.activity == Activity::Move;
        if let Some(moving) = self.state.moves.iter_mut().rev().find(its_move) {
            moving.entered += 1;
            (moving.met, moving.turned) = (UnitSet::EMPTY, false);
            moving.keep_to(to);
        }
    }

    /// What follows where a unit comes onto the map.
    pub(crate) fn arrive(&mut self, id: UnitId) {
        self.mark(id, Mark::Rolled, self.table().is_gun(id));
        for hex in self.table().pose(id).hexes() {
            self.take_what_lies_there(id, hex, Activity::Move);
        }
        self.pass_locations(id);
        self.note_first_adjacent(id);
        let table = self.table();
        let hits = table.pose(id).hexes().map(|hex| table.arrival_hits(id, hex)).max().unwrap_or(0);
        for _ in 0..hits {
            self.formation_hit(id, HitFrom::Ground);
        }
    }

    /// What follows where the tail of a Column swings to: it stands there like one that entered (MP 5.3.1b, 6.3.4e, 8.3.1a, 10.8.9c, 15.0g).
    pub(crate) fn swing_onto(&mut self, id: UnitId, from: Pose, hex: Hex) {
        self.take_what_lies_there(id, hex, Activity::Move);
        self.pass_locations(id);
        self.note_first_adjacent(id);
        if let Some(gun) = self.table().gun_at(hex).filter(|&gun| self.table().is_gun(gun)) {
            self.mark(gun, Mark::OnTop, false);
            self.settle_on_gun(id, [Some(from.hex), from.other]);
        }
    }

    /// The counter itself, with the Light Infantry of a stack: it goes along except in pursuit and Interception, or when one of the two walks off
    /// (MP 7.3.1d, 8.2.1e, 8.2.1j).
    fn place_on(&mut self, id: UnitId, to: Pose, activity: Activity) {
        let from = self.table().pose(id);
        let partner = self.unit(id).with;
        let walks_off = matches!(activity, Activity::Pursuit | Activity::Interception { .. })
            || self.state.moves.last().is_some_and(|moving| moving.unit == id && moving.leaves);
        // They part while both are still there, so that the hex is left to the one that stays.
        if walks_off {
            self.part(id);
        }
        self.state.put(id, to.hex, to.other, to.facing);
        if let Some(partner) = partner.filter(|_| !walks_off) {
            self.state.put(partner, to.hex, None, to.facing);
            self.mark(partner, Mark::Moved, true);
        }
        to.hexes().filter(|hex| !from.covers(*hex)).for_each(|hex| self.lie_with_gun(id, hex));
    }

    /// Whoever comes to a gun, or comes as one, is thought below nobody until it stops (MP 8.3.1a); where it stood, all keep their places (MP 8.3.2a), and a gun
    /// that comes beside another lies as that does (MP 8.3.4a).
    pub(super) fn lie_with_gun(&mut self, id: UnitId, hex: Hex) {
        if let Some(gun) = self.table().gun_at(hex) {
            let beside = self.table().gun_beside(gun).map(|other| self.unit(other).has(Mark::OnTop));
            self.mark(gun, Mark::OnTop, gun == id && beside.unwrap_or(true));
        }
    }

    /// Guns, wagons and lone leaders of the enemy, and what either side left lying there, change hands (MP 5.3.1b, 8.5c, 10.8.9b, 10.8.9c, 11.5.1a, 11.5.1d,
    /// MP 14.1d). Who only runs by takes no guns from the enemy (MP 10.8.9b), and leaves wagons in whose hands they are (MP 11.4.3e; ruling MP G51).
    pub(crate) fn take_what_lies_there(&mut self, id: UnitId, hex: Hex, activity: Activity) {
        let runs = activity == Activity::Retreat;
        let side = self.table().side(id);
        if let Some(gun) = self.table().gun_at(hex).filter(|&gun| self.table().side(gun) != side) {
            if self.table().is_wagon(gun) { self.take_wagon(gun, true) } else { self.wreck_gun(gun, true) }
        }
        for index in 0..self.state.units.len() {
            let unit = &self.state.units[index];
            let Place::Wreck { captured } = unit.place else { continue };
            if unit.hex != hex {
                continue;
            }
            let lying = UnitId(index as u8);
            let by_enemy = self.rules.units[index].side != side;
            if by_enemy != captured {
                match self.table().is_wagon(lying) {
                    true if !runs => self.take_wagon(lying, by_enemy),
                    false if !(runs && by_enemy) => self.wreck_gun(lying, by_enemy),
                    _ => {}
                }
            }
        }
        for index in 0..self.state.leaders.len() {
            let him = self.state.leaders[index];
            if him.hex == hex && him.place == LeaderPlace::Map && self.rules.leaders[index].side != side {
                self.remove_leader(LeaderId(index as u8), Cause::Overrun);
            }
        }
    }

    /// Cavalry on its move has come to a hex: who has had it in the zone of his fire since its first (MP 9.4.2a).
    pub(crate) fn note_met(&mut self, id: UnitId) {
        let its_move = |moving: &Moving| moving.unit == id && moving.activity == Activity::Move;
        let Some(at) = self.state.moves.iter().rposition(its_move) else { return };
        let (table, moving) = (self.table(), &self.state.moves[at]);
        if moving.entered > 1 && moving.met.is_empty() || !table.is_cavalry(id) {
            return;
        }
        let around = table.unit(id).hexes().flat_map(|hex| table.neighbours(hex)).filter_map(|hex| table.body_at(hex));
        let near = around.filter(|&enemy| table.side(enemy) != table.side(id) && table.is_beside(enemy, id));
        let ever_since: UnitSet = near.filter(|&enemy| moving.entered == 1 || moving.met.contains(enemy)).collect();
        self.state.moves[at].met = ever_since;
    }

    /// The side that passed through last holds a location (MP 15.0g).
    pub(crate) fn pass_locations(&mut self, id: UnitId) {
        if self.rules.ground.locations.is_empty() {
            return;
        }
        let (pose, side) = (self.table().pose(id), self.table().side(id));
        for (index, location) in self.rules.ground.locations.iter().enumerate() {
            if location.hexes.iter().any(|&hex| pose.covers(hex))
                && let Some(held) = self.state.control.get_mut(index)
            {
                *held = Some(side);
            }
        }
    }

    /// Of two enemies across a reciprocal hexside the one that stood there first has the benefit (MP 14.4a): pairs of him and the one that came,
    /// each unit of a stack for itself.
    fn note_first_adjacent(&mut self, id: UnitId) {
        let mut pairs = self.state.first_adjacent.clone();
        if !pairs.is_empty() {
            let table = self.table();
            pairs.retain(|&mut (first, later)| table.across_reciprocal(first, later));
        }
        let table = self.table();
        for (hex, dir) in table.sides_of(id) {
            if !table.ground().is_reciprocal(hex, dir) {
                continue;
            }
            let Some(beyond) = table.ground().grid.neighbour(hex, dir) else { continue };
            for enemy in table.all_in(beyond).filter(|&unit| table.side(unit) != table.side(id)) {
                for own in std::iter::once(id).chain(table.unit(id).with) {
                    let known = pairs.iter().any(|&pair| pair == (own, enemy) || pair == (enemy, own));
                    if !known {
                        table.state.overflow.keep(&mut pairs, (enemy, own));
                    }
                }
            }
        }
        self.state.first_adjacent = pairs;
    }

    /// Leaders a unit carries go with the half they are with (MP 5.4.2f); it takes their Action (ruling G-A15).
    pub fn carry(&mut self, company: [Option<LeaderId>; 2], from: Pose, to: Pose) {
        for leader in company.into_iter().flatten() {
            let him = &mut self.state.leaders[leader.ix()];
            if him.place != LeaderPlace::Map {
                continue;
            }
            let half = if him.hex == from.hex {
                to.hex
            } else if Some(him.hex) == from.other {
                to.other.unwrap_or(to.hex)
            } else {
                continue;
            };
            if half != him.hex {
                him.hex = half;
                him.deeds.acted = true;
                self.note_fellow(leader);
            }
        }
    }
}

impl<'a> Table<'a> {
    /// Every unit in a hex: the body, the Light Infantry with it, the gun or wagon.
    fn all_in(self, hex: Hex) -> impl Iterator<Item = UnitId> + use<'a> {
        let body = self.body_at(hex);
        let with = body.and_then(|body| self.unit(body).with);
        [body, with, self.gun_at(hex)].into_iter().flatten()
    }

    /// The hexsides of a unit, from inside.
    fn sides_of(self, id: UnitId) -> impl Iterator<Item = (Hex, Dir)> + use<'a> {
        self.unit(id).hexes().flat_map(|hex| Dir::ALL.into_iter().map(move |dir| (hex, dir)))
    }

    /// Whether two units on the map have a reciprocal hexside between them.
    pub fn across_reciprocal(self, a: UnitId, b: UnitId) -> bool {
        self.unit(a).on_map()
            && self.unit(b).on_map()
            && self.sides_of(a).any(|(hex, dir)| {
                let beyond = self.ground().grid.neighbour(hex, dir);
                self.ground().is_reciprocal(hex, dir) && self.unit(b).hexes().any(|own| Some(own) == beyond)
            })
    }

    fn crosses_gentle_slope(self, id: UnitId, from: Pose, to: Pose) -> bool {
        self.feels_gentle_slopes(id) && self.crossings(from, to).any(|(hex, dir)| self.ground().is_gentle(hex, dir))
    }

    /// Whether a step counts for Momentum: straight on, clear ground and slopes only, and for cavalry through no gun and no wagon of the enemy (MP 11.3.6a, 11.3.6d, 11.3.6j, 11.5.1c,
    /// MP 11.5.1d, 14.4e).
    fn gathers_momentum(self, id: UnitId, from: Pose, to: Pose) -> bool {
        let through =
            |hex: Hex| self.gun_at(hex).is_some_and(|gun| self.is_gun(gun) || self.side(gun) != self.side(id));
        from.facing == to.facing
            && !(self.is_cavalry(id) && to.hexes().any(through))
            && self.crossings(from, to).all(|(hex, dir)| self.ground().is_clear_way(hex, dir))
    }
}
