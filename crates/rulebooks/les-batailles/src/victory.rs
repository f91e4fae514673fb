//! Who has won: the battle file says what ground and losses are worth; the rules leave it to each game (LB 3.7a, 7.6a).

use crate::state::{Ending, Place};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Listener, Side};

/// What the battle file says of victory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Victory {
    pub places: Vec<Worth>,
    /// Points for each Increment the enemy has lost, units lost whole included.
    pub per_increment: u16,
    /// The lead that is needed to win.
    pub margin: u16,
    /// What a victory is called from which lead on, the smallest first.
    pub levels: Vec<(u16, String)>,
    /// Points that each side has from the start.
    pub given: [u16; 2],
}

impl Victory {
    /// What a victory by that lead is called, where the battle has names for it (LB 3.7a).
    pub fn level(&self, lead: u16) -> Option<&str> {
        self.levels.iter().rev().find(|(least, _)| lead >= *least).map(|(_, name)| name.as_str())
    }
}

/// Ground that is worth points to whoever was there last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worth {
    pub name: String,
    pub hexes: Vec<Hex>,
    pub points: [u16; 2],
}

impl Table<'_> {
    /// Points of a side: what it is given, ground it holds, and what the enemy has lost.
    pub fn score(self, side: Side) -> u16 {
        let victory = &self.rules.victory;
        let held = victory.places.iter().zip(&self.state.held).filter(|(_, held)| **held == Some(side));
        let ground = held.map(|(place, _)| place.points[side.ix()]).fold(0, u16::saturating_add);
        let lost = self.all().filter(|&id| self.side(id) != side).map(|id| self.increments_lost(id));
        let lost = lost.fold(0, u16::saturating_add);
        victory.given[side.ix()].saturating_add(ground).saturating_add(victory.per_increment.saturating_mul(lost))
    }

    /// Of a regiment on the Display its battalions tell, and the other way round.
    fn increments_lost(self, id: crate::cards::UnitId) -> u16 {
        let left = match self.unit(id).place {
            Place::Display => return 0,
            // What never entered counts as lost, and batteries in the Battery Box are destroyed (LB 8.10.3b, 18.11.2b).
            Place::Gone(_) | Place::Box | Place::Expected => 0,
            Place::Map | Place::Depot => self.increments(id),
        };
        u16::from(self.card(id).increments - left)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Ground belongs to the side whose combat units were there last; while both are, it stays whose it was.
    pub(crate) fn note_ground(&mut self) {
        let rules = self.rules;
        for (at, place) in rules.victory.places.iter().enumerate().take(self.state.held.len()) {
            let there = |side: Side| place.hexes.iter().any(|&hex| self.table().friend_at(side, hex));
            let [first, second] = Side::BOTH.map(there);
            if first != second {
                let holder = if first { Side::FIRST } else { Side::FIRST.other() };
                if self.state.held[at] != Some(holder) {
                    self.state.held[at] = Some(holder);
                }
            }
        }
    }

    pub(crate) fn battle_ends(&mut self) {
        let points = Side::BOTH.map(|side| self.table().score(side));
        let margin = self.rules.victory.margin.max(1);
        let leads = |side: Side| points[side.ix()] >= points[side.other().ix()].saturating_add(margin);
        let winner = Side::BOTH.into_iter().find(|&side| leads(side));
        self.state.over = Some(Ending { winner, points });
    }
}
