//! Whom to rally and reform, and when it would make matters worse.

use super::ENOUGH;
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::rally::{RallyChoice, RallyStep, Reform};
use crate::state::Morale;
use crate::table::Table;
use field::hexes::Vertex;

/// Faces of the die, and so many of them that an attempt must pass on.
const FACES: i32 = 10;
const GOOD_ODDS: i32 = 6;
/// Hexes that horse and foot rout (MP 7.2.1a, 13.4.1a).
const RIDE: u8 = 8;
const MARCH: u8 = 4;

impl Table<'_> {
    pub(super) fn rank_rally(self, choice: RallyChoice) -> i32 {
        match choice {
            RallyChoice::Rally { unit, by } => self.rank_rallying(unit, by),
            RallyChoice::Reform { reform: Reform::Formation, .. } => 8,
            RallyChoice::Reform { reform: Reform::LeaveHedgehog, unit, .. } => {
                let horse =
                    self.enemies_of(unit).any(|enemy| self.is_cavalry(enemy) && self.distance(unit, enemy) <= 4);
                if horse { -2 } else { 3 }
            }
            RallyChoice::Reform { reform: Reform::Reload, .. } => 2,
            RallyChoice::Reform { reform: Reform::LeaveColumn, .. } => 4,
            RallyChoice::Reform { .. } => -3,
            RallyChoice::Face(vertex) => self.rank_facing(vertex),
            RallyChoice::RoutNext { .. } | RallyChoice::RoutTo { .. } => ENOUGH,
        }
    }

    /// With the leader in its hex a unit rallies for certain (MP 13.2.5a, 13.3.3a). Otherwise a failure costs a level, and a
    /// Broken unit its life (MP 13.2.5b): that is risked where the odds are good, or where it would run off the map anyway.
    fn rank_rallying(self, id: UnitId, by: Option<LeaderId>) -> i32 {
        let leader = by.or_else(|| self.commander_of(self.card(id).wing));
        if leader.is_some_and(|leader| self.leader_stacked(leader, id)) {
            return 9;
        }
        let near = leader.filter(|&leader| self.leader_near(leader, id));
        let rating = near.map_or(0, |leader| i32::from(self.leader_card(leader).rating));
        let passes = (i32::from(self.morale(id)) + 1 - rating).clamp(0, FACES);
        let broken = self.unit(id).morale == Morale::Broken;
        if passes >= GOOD_ODDS || broken && self.runs_off(id) { 9 } else { -4 }
    }

    /// Whether a routing unit runs off the map in its next rout.
    fn runs_off(self, id: UnitId) -> bool {
        let side = self.side(id);
        let off = self.unit(id).hexes().map(|hex| self.ground().distance_to_edge(side, hex)).min().unwrap_or(0);
        off < if self.is_cavalry(id) { RIDE } else { MARCH }
    }

    /// A unit to be faced looks towards the enemy.
    fn rank_facing(self, vertex: Vertex) -> i32 {
        let Some(Step::Rally(RallyStep::Face { unit, .. })) = self.state.agenda.top() else { return ENOUGH };
        let Some((enemy, _)) = self.nearest_enemy(unit) else { return ENOUGH };
        i32::from(self.ground().grid.rows_ahead(self.unit(unit).hex, vertex, self.unit(enemy).hex))
    }
}
