//! Closing ranks (17.1.6), and how guns stand when those around them have gone.

use super::LossStep;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::face::told::{Who, losses as told};
use crate::facing::Kind;
use crate::hexes::{Facing, Hexes};
use crate::state::Formed;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex, Vertex};
use kernel::Listener;

/// The ways a body can close its ranks: what it would still cover.
pub type Runs = ArrayVec<Hexes, 8>;

impl Table<'_> {
    /// The most hexes a body of its formation and strength covers (LB 12.5.1a, 12.6.1a, 12.6.2a, 12.8.2b, 12.10.2a, 17.1.6a).
    pub fn most_hexes(self, id: UnitId) -> usize {
        let (unit, left) = (self.unit(id), usize::from(self.increments(id)));
        let figures = &self.rules.charts.ground.formation_figures;
        let now = unit.hexes.len();
        match unit.formed {
            Formed::Line if self.is_infantry(id) => {
                if left >= usize::from(figures.two_hex_line) {
                    now
                } else {
                    1
                }
            }
            Formed::Line | Formed::Companies if self.is_cavalry(id) => left.div_ceil(4),
            Formed::RoadColumn => left.div_ceil(usize::from(self.per_road_hex(id))),
            Formed::Skirmish if self.is_infantry(id) => {
                if left > 3 {
                    now
                } else {
                    1
                }
            }
            _ => now,
        }
        .max(1)
    }

    /// How a body that covers too many hexes can shrink: away from the hex that was hit where that is possible (LB 17.1.6b).
    pub fn runs_left(self, id: UnitId, hit: Hex) -> Runs {
        let (hexes, most) = (self.unit(id).hexes, self.most_hexes(id));
        if hexes.len() <= most {
            return Runs::new();
        }
        let run = |first: usize| Hexes::all(hexes.iter().skip(first).take(most));
        let all: Runs = (0..=hexes.len() - most).filter_map(run).take(8).collect();
        let away: Runs = all.iter().copied().filter(|run| !run.contains(hit)).collect();
        if away.is_empty() { all } else { away }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A body with too few Increments for its hexes shrinks and keeps its formation (LB 17.1.6a). It is no movement of its own will:
    /// nobody reacts to it (LB 17.1.6c).
    pub(super) fn close_ranks(&mut self, id: UnitId, hit: Hex) {
        if !self.table().runs_left(id, hit).is_empty() {
            let step = Step::Loss(LossStep::CloseRanks { unit: id, hit });
            if !self.state.agenda.iter().any(|&other| other == step) {
                self.push(step);
            }
        }
    }

    /// It has shrunk to these hexes; leaders who were with it come along.
    pub(super) fn ranks_closed(&mut self, id: UnitId, left: Hexes) {
        let (was, facing) = (self.unit(id).hexes, self.unit(id).facing);
        let side = self.table().side(id);
        // A column whose head has gone faces as it did.
        self.state.put(id, left, facing);
        self.note_bulk(id);
        self.tell("LB 17.1.6a", told::CLOSES_RANKS, &[Who::Unit(id), Who::Hexes(left)]);
        for hex in was.iter().filter(|&hex| !left.contains(hex)) {
            self.settle_guns(hex);
        }
        self.gather_leaders(side, was, left);
    }

    /// Guns whose infantry has gone, or has lost its formation, face as they now must: by the hexside next to the corner they faced,
    /// or towards the nearest enemy; guns and foot that stay together face alike (LB 18.1a, 18.1b, 9.1a).
    pub fn settle_guns(&mut self, hex: Hex) {
        let stack = self.table().stack_at(hex);
        for &id in stack.iter().filter(|&&id| self.table().is_artillery(id)).collect::<Vec<_>>() {
            let table = self.table();
            let foot = table.foot_with(id).filter(|_| table.is_unlimbered(id) && table.unit(id).in_good_order());
            let facing = match (table.facing_kind(id), table.unit(id).facing, foot) {
                (_, _, Some(foot)) => table.faced(id, table.unit(foot).facing),
                (Kind::Round, _, None) => Facing::Round,
                (Kind::Side, Facing::Corner(vertex), None) => Facing::Side(vertex.front()[0]),
                (Kind::Side, Facing::Round, None) => Facing::Side(table.towards_enemy(id)),
                (Kind::Corner, Facing::Side(dir), None) => Facing::Corner(dir.ends()[0]),
                (Kind::Corner, Facing::Round, None) => Facing::Corner(Vertex::V0),
                (_, facing, None) => facing,
            };
            self.unit_mut(id).facing = facing;
        }
    }
}

impl Table<'_> {
    /// The hexside that leads nearest to the nearest enemy.
    pub(crate) fn towards_enemy(self, id: UnitId) -> Dir {
        let here = self.unit(id).hexes.head();
        let nearest = self.enemies_of(id).min_by_key(|&enemy| self.distance_to(enemy, here));
        let to = nearest.map(|enemy| self.unit(enemy).hexes.head());
        to.and_then(|to| self.grid().nearer(here, to).first()).unwrap_or(Dir::D0)
    }
}
