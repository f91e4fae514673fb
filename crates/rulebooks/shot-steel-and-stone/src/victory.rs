//! What the armies have lost, what ground they hold, and who has won (SSS G40).

use crate::cards::{Objective, Part, UnitId};
use crate::state::{Activity, Loss, Place};
use crate::table::Table;
use kernel::Side;

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
            Place::Gone(Loss::Rejoined) | Place::Reserve => 0,
            Place::Gone(_) => self.card(id).initial_points(),
            _ => u32::from(self.unit(id).hits),
        };
        self.all().filter(|&id| self.side(id) == side).map(lost).sum()
    }

    /// Units destroyed, dispersed, off the table, routing or past their limit hold over half of what the army began with
    /// (SSS G40).
    pub fn broken(self, side: Side) -> bool {
        let Some(beyond) = self.rules.victory.broken_beyond else { return false };
        let out = |id: &UnitId| {
            let unit = self.unit(*id);
            match unit.place {
                Place::Gone(Loss::Rejoined) | Place::Reserve | Place::Expected => false,
                Place::Gone(_) | Place::Away { .. } => true,
                Place::Table => unit.activity == Activity::Routing || self.past_limit(*id),
            }
        };
        let own = self.all().filter(|&id| self.side(id) == side && self.card(id).part == Part::Whole);
        let gone: u32 = own.filter(out).map(|id| self.card(id).initial_points()).sum();
        gone * 100 > self.initial(side) * u32::from(beyond)
    }

    /// Per cent of a side that is lost.
    pub fn percent_lost(self, side: Side) -> u32 {
        self.lost(side) * 100 / self.initial(side).max(1)
    }

    /// Who is ahead when the turns are over: by ground that is worth points first, else by what was lost (SSS G40).
    pub fn leads(self) -> Option<Side> {
        let held = Side::BOTH.map(|side| self.held_by(side));
        let lost = Side::BOTH.map(|side| self.percent_lost(side));
        match (held[0].cmp(&held[1]), lost[0].abs_diff(lost[1])) {
            (std::cmp::Ordering::Greater, _) => Some(Side::FIRST),
            (std::cmp::Ordering::Less, _) => Some(Side::SECOND),
            (_, apart) if apart < CLEAR => None,
            _ if lost[0] < lost[1] => Some(Side::FIRST),
            _ => Some(Side::SECOND),
        }
    }

    fn held_by(self, side: Side) -> u32 {
        let held = self.rules.victory.objectives.iter().filter(|objective| self.holds(objective) == Some(side));
        held.map(|objective| objective.points[side.ix()]).sum()
    }

    /// Points of a side: enemy strength lost and ground held.
    pub fn points(self, side: Side) -> u32 {
        self.lost(side.other()) + self.held_by(side)
    }

    /// Who holds ground that is worth points: the side that alone has troops there that do not rout.
    pub(crate) fn holds(self, objective: &Objective) -> Option<Side> {
        let there = |id: UnitId| {
            let troops = !self.is_routing(id) && !self.card(id).is_transport();
            troops && objective.zone.contains(self.body(id).center())
        };
        let stands = |side: &Side| self.of_side(*side).any(there);
        Side::BOTH.into_iter().find(|side| stands(side) && !stands(&side.other()))
    }
}
