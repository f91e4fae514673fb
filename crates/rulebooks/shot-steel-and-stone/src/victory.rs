//! What the armies have lost, what ground they hold, and who has won (SSS G40).

use crate::cards::{Part, UnitId};
use crate::state::{Activity, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Side};
use std::cmp::Ordering;

/// Per cent of loss by which one side has to be better off when the turns are over (SSS G40).
const CLEAR: u32 = 10;

impl Table<'_> {
    /// Strength Points a side began with. Screens and horse-holders are of their parents' number.
    pub fn initial(self, side: Side) -> u32 {
        let own = self.all().filter(|&id| self.side(id) == side && self.card(id).part == Part::Whole);
        own.map(|id| self.card(id).initial_points()).sum()
    }

    /// Strength Points of a side that are lost.
    pub fn lost(self, side: Side) -> u32 {
        let lost = |id: UnitId| match self.unit(id).place {
            Place::Reserve => 0,
            Place::Gone(_) => self.card(id).initial_points().saturating_sub(self.points_of_parts(id)),
            _ => self.hits_of_whole(id),
        };
        let own = self.all().filter(|&id| self.side(id) == side && self.card(id).part == Part::Whole);
        own.map(lost).sum()
    }

    /// Units destroyed, dispersed, off the table, routing or past their limit hold over half of what the army began with
    /// (SSS G40).
    pub fn broken(self, side: Side) -> bool {
        let Some(beyond) = self.rules.victory.broken_beyond[side.ix()] else { return false };
        let out = |id: &UnitId| {
            let unit = self.unit(*id);
            match unit.place {
                Place::Reserve | Place::Expected => false,
                Place::Gone(_) | Place::Away { .. } => true,
                Place::Table => unit.activity == Activity::Routing || self.past_limit(*id),
            }
        };
        let own = self.all().filter(|&id| self.side(id) == side && self.card(id).part == Part::Whole);
        let gone: u32 = own.filter(out).map(|id| self.card(id).initial_points()).sum();
        gone * 100 > self.initial(side) * u32::from(beyond)
    }

    /// Who is ahead when the turns are over: by ground that is worth points first, else by what was lost (SSS G40).
    pub fn leads(self) -> Option<Side> {
        self.leads_in_ground().or_else(|| self.leads_in_strength())
    }

    /// Who holds more of the ground that is worth points.
    pub(crate) fn leads_in_ground(self) -> Option<Side> {
        let [first, second] = Side::BOTH.map(|side| self.held_by(side));
        match first.cmp(&second) {
            Ordering::Greater => Some(Side::FIRST),
            Ordering::Less => Some(Side::SECOND),
            Ordering::Equal => None,
        }
    }

    /// Whose share of what was lost is smaller by ten in a hundred at least (SSS G40).
    fn leads_in_strength(self) -> Option<Side> {
        let lost = Side::BOTH.map(|side| i64::from(self.lost(side)));
        let had = Side::BOTH.map(|side| i64::from(self.initial(side).max(1)));
        // Both shares over what the two have together, so that nothing is rounded.
        let apart = lost[0] * had[1] - lost[1] * had[0];
        if apart.abs() * 100 < i64::from(CLEAR) * had[0] * had[1] {
            return None;
        }
        Some(if apart < 0 { Side::FIRST } else { Side::SECOND })
    }

    fn held_by(self, side: Side) -> u32 {
        let objectives = self.rules.victory.objectives.iter().enumerate();
        objectives.filter(|(ix, _)| self.holds(*ix) == Some(side)).map(|(_, ground)| ground.points[side.ix()]).sum()
    }

    /// Points of a side: enemy strength lost and ground held.
    pub fn points(self, side: Side) -> u32 {
        self.lost(side.other()) + self.held_by(side)
    }

    /// Who holds ground that is worth points: the side that alone has troops there that do not rout, else whoever last did
    /// (SSS G181).
    pub(crate) fn holds(self, ground: usize) -> Option<Side> {
        self.stands_alone(ground).or(self.state.held.get(ground).copied().flatten())
    }

    fn stands_alone(self, ground: usize) -> Option<Side> {
        let objective = self.rules.victory.objectives.get(ground)?;
        let there = |id: UnitId| {
            let troops = !self.is_routing(id) && !self.card(id).is_transport();
            troops && objective.zone.contains(self.body(id).center())
        };
        let stands = |side: &Side| self.of_side(*side).any(there);
        Side::BOTH.into_iter().find(|side| stands(side) && !stands(&side.other()))
    }
}

impl<L: Listener> Play<'_, L> {
    /// As a player turn ends: ground is whose alone stands on it (SSS G181).
    pub(crate) fn take_ground(&mut self) {
        for ix in 0..self.state.held.len() {
            let now = self.table().holds(ix);
            if self.state.held[ix] != now {
                self.state.held[ix] = now;
                if let (true, Some(side)) = (self.listener.hears(), now) {
                    let entry = self.table().ground_taken(side, ix);
                    self.listener.tell(entry);
                }
            }
        }
    }
}
