//! Sections 11.4.6 to 11.4.8: who takes the ground that was won, and how.

use super::{CombatChoice, Fight, FightStage, Mover, Party};
use crate::cards::UnitId;
use crate::command::Company;
use crate::decision::Decision;
use crate::facing::Pose;
use crate::movement::Activity;
use crate::state::Formation;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Rank};
use kernel::Listener;

/// Advances of one unit: six ways, two wheels, two ways across a bridge.
type Ways = ArrayVec<CombatChoice, 10>;

impl Table<'_> {
    /// Hexes the losers have left and nobody has taken.
    fn vacated(self, fight: &Fight) -> ArrayVec<Hex, 16> {
        let beaten = fight.beaten.iter().flat_map(|beaten| beaten.ground());
        let mut hexes: ArrayVec<Hex, 16> = beaten.take(16).collect();
        if hexes.is_empty() {
            // A gun, a wagon or a leader had it alone.
            hexes.push(fight.hex);
        }
        hexes.retain(|hex| self.body_at(*hex).is_none());
        hexes
    }

    /// The advances that may be made now. Orders do not matter (MP 5.6.5c), nor does facing (MP 11.4.7a) or an allowance of 0 (MP 11.4.6d).
    pub(super) fn advances(self, fight: &Fight) -> ArrayVec<CombatChoice, 48> {
        let vacated = self.vacated(fight);
        let mut all: ArrayVec<(u8, Ways), 8> = ArrayVec::new();
        let able = |unit: &UnitId| self.unit(*unit).on_map() && !fight.has_moved(*unit);
        for unit in fight.winners().filter(able).take(8) {
            let ways = self.ways_forward(unit, &vacated);
            if !ways.is_empty() {
                all.push((self.morale(unit), ways));
            }
        }
        // One unit for each hex, that of the highest morale (MP 11.4.6b).
        let highest = all.iter().map(|&(morale, _)| morale).max();
        let first = all.into_iter().filter(|&(morale, _)| Some(morale) == highest);
        first.flat_map(|(_, ways)| ways).take(48).collect()
    }

    fn ways_forward(self, id: UnitId, vacated: &[Hex]) -> Ways {
        let into = |way: &CombatChoice| {
            let pose = self.pose_of_advance(*way);
            pose.is_some_and(|pose| pose.hexes().any(|hex| vacated.contains(&hex)))
        };
        let shifts = Dir::ALL.into_iter().map(|dir| CombatChoice::Advance { unit: id, dir });
        let mut ways: Ways = shifts.filter(into).collect();
        if ways.is_empty() && self.unit(id).other.is_some() {
            // Only one half finds room: the unit wheels (MP 11.4.8a, 11.4.8b).
            let wheels = Hand::BOTH.into_iter().map(|pivot| CombatChoice::AdvanceWheel { unit: id, pivot });
            ways.extend(wheels.filter(into));
        }
        if ways.is_empty() && self.unit(id).other.is_some() {
            let lefts = vacated.iter().flat_map(|&hex| self.lefts_across(id, hex));
            let across = lefts.map(|hex| CombatChoice::AdvanceAcross { unit: id, hex });
            ways.extend(across.filter(into).take(2));
        }
        ways
    }

    /// Left halves of a pair that has a half on `hex`, facing as the unit does.
    fn lefts_across(self, id: UnitId, hex: Hex) -> impl Iterator<Item = Hex> {
        let beside = self.ground().grid.neighbour(hex, self.unit(id).facing.aside(Hand::Left));
        std::iter::once(hex).chain(beside)
    }

    /// Where an advance leads, if it can be made.
    pub(crate) fn pose_of_advance(self, way: CombatChoice) -> Option<Pose> {
        match way {
            CombatChoice::Advance { unit, dir } => self.shifted_pose(unit, dir),
            CombatChoice::AdvanceWheel { unit, pivot } => self.wheeled_pose(unit, pivot),
            CombatChoice::AdvanceAcross { unit, hex } => self.pose_across(unit, hex),
            _ => None,
        }
    }

    /// All of a unit one hex on.
    fn shifted_pose(self, id: UnitId, dir: Dir) -> Option<Pose> {
        let (unit, grid) = (self.unit(id), &self.ground().grid);
        let other = match unit.other {
            Some(other) => Some(grid.neighbour(other, dir)?),
            None => None,
        };
        let pose = Pose { hex: grid.neighbour(unit.hex, dir)?, other, facing: unit.facing };
        let open = |from: Hex| self.entry_cost(id, from, dir).is_some();
        let narrow = |hex: Hex| other.is_some() && self.ground().is_bridge(hex);
        let free = pose.hexes().all(|hex| self.is_free(id, hex) && !narrow(hex));
        (free && unit.hexes().all(open)).then_some(pose)
    }

    fn wheeled_pose(self, id: UnitId, pivot: Hand) -> Option<Pose> {
        let grid = &self.ground().grid;
        let rank = self.rank(id)?;
        let wheeled = rank.wheel(grid, pivot)?;
        let (from, to) = (rank.end(grid, pivot.other()), wheeled.end(grid, pivot.other()));
        let dir = grid.direction(from, to)?;
        // One half alone does not go over a bridge (MP 7.3.5a).
        let bridge = self.ground().is_bridge(to) || self.ground().has_bridge(from, dir);
        let open = self.is_free(id, to) && !bridge;
        (open && self.entry_cost(id, from, dir).is_some()).then_some(Pose::of_rank(grid, wheeled))
    }

    /// Squeezed across a bridge under the rules of movement: in good order, facing as before, the bridge behind it (MP 7.3.5f).
    fn pose_across(self, id: UnitId, left: Hex) -> Option<Pose> {
        if !matches!(self.unit(id).formation, Formation::Normal | Formation::OpenOrder) || !self.is_heavy(id) {
            return None;
        }
        let (ground, before) = (self.ground(), self.rank(id)?);
        let after = Rank::on(&ground.grid, left, before.facing(), 2)?;
        let free = after.hexes(&ground.grid).all(|hex| self.is_free(id, hex) && !ground.is_bridge(hex));
        let [one, two] = Hand::BOTH.map(|hand| after.end(&ground.grid, hand));
        let aside = before.facing().flank();
        let reachable = self.entry_cost(id, one, aside[1]).is_some() && self.entry_cost(id, two, aside[0]).is_some();
        (free && reachable && self.bridge_joins(before, after)).then_some(Pose::of_rank(&ground.grid, after))
    }

    /// Whether a bridge leads from one place of a unit to the other: a bridge hexside, or a bridge hex between.
    fn bridge_joins(self, before: Rank, after: Rank) -> bool {
        let (ground, grid) = (self.ground(), &self.ground().grid);
        let ahead = before.facing().front();
        before.hexes(grid).any(|own| {
            ahead.into_iter().any(|dir| {
                let Some(near) = grid.neighbour(own, dir) else { return false };
                let through = ground.is_bridge(near) && self.body_at(near).is_none();
                let beyond = || ahead.into_iter().filter_map(|dir| grid.neighbour(near, dir));
                after.covers(grid, near) && ground.has_bridge(own, dir)
                    || through && beyond().any(|hex| after.covers(grid, hex))
            })
        })
    }

    /// The bridge hex that lies between two places of a unit, if nobody bars it.
    fn bridge_passed(self, before: Pose, after: Pose) -> Option<Hex> {
        let next_to = |pose: Pose, hex: Hex| pose.hexes().any(|own| self.ground().grid.adjacent(own, hex));
        let near = before.hexes().flat_map(|own| self.neighbours(own));
        near.into_iter().find(|&hex| {
            self.ground().is_bridge(hex) && self.body_at(hex).is_none() && next_to(after, hex) && !after.covers(hex)
        })
    }

    /// Nobody else stands there. A lone gun or wagon is taken by whoever enters (MP 11.5.1a, 11.5.2a).
    fn is_free(self, id: UnitId, hex: Hex) -> bool {
        self.body_at(hex).is_none_or(|body| body == id)
    }

    /// Whether a unit may turn after an advance: one hex, with a front to turn (MP 11.4.7b, 11.4.8c).
    fn may_turn_after(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.on_map() && unit.other.is_none() && self.has_facing(id) && unit.formation != Formation::Hedgehog
    }
}

impl<L: Listener> Play<'_, L> {
    /// The attacker must advance with one unit, and may with another where a second hex is empty (MP 11.4.6a, 11.4.6c); the defender may.
    pub(super) fn work_advance(&mut self) {
        let table = self.table();
        let Some(fight) = table.fight() else { return };
        let ways = table.advances(fight);
        let only_across = ways.iter().all(|way| matches!(way, CombatChoice::AdvanceAcross { .. }));
        match ways.as_slice() {
            [] => self.stage(FightStage::Hits),
            // Nobody has to squeeze across a bridge (MP 7.3.5f).
            _ if only_across && fight.must_advance => {
                if let Some(fight) = self.state.fights.last_mut() {
                    fight.must_advance = false;
                }
            }
            [way] if fight.must_advance => {
                let (way, seat) = (*way, advancing(*way).map(|unit| table.seat(unit)));
                if let Some(seat) = seat {
                    self.unasked(seat, "advance", Decision::Combat(way));
                }
                self.advance_by(way);
            }
            _ => {
                let units = ways.iter().filter_map(|&way| advancing(way));
                let side = if fight.lost == Some(Party::Attackers) { fight.side.other() } else { fight.side };
                let seat = table.speaker(side, units);
                self.await_seat(seat);
            }
        }
    }

    /// Leaders go as they must (MP 5.2.2a); the ground's formation hits count (MP 11.4.10a, 11.3.1d).
    pub(super) fn advance_by(&mut self, way: CombatChoice) {
        let (Some(id), Some(pose)) = (advancing(way), self.table().pose_of_advance(way)) else { return };
        let from = [Some(self.unit(id).hex), self.unit(id).other];
        let bridge = self.table().bridge_passed(self.table().pose(id), pose);
        if let Some(fight) = self.state.fights.last_mut() {
            fight.must_advance = false;
        }
        self.note_mover(Mover { unit: id, pursued: false });
        self.begin_activity(id, Activity::Advance);
        self.enter(id, pose.hex, pose.other, pose.facing, Activity::Advance);
        self.end_activity(id, Activity::Advance);
        self.settle_on_gun(id, from);
        if matches!(way, CombatChoice::AdvanceAcross { .. }) {
            // What lies on the bridge is taken in passing (MP 11.5.1a).
            if let Some(bridge) = bridge {
                self.take_what_lies_there(id, bridge, Activity::Advance);
            }
            if self.unit(id).formation == Formation::Normal {
                // MP 7.3.5e
                self.unit_mut(id).formation = Formation::Broken;
            }
        }
        self.accompany(id, from, Company::AdvanceOrRetreat);
    }

    pub(super) fn work_turn_after(&mut self, unit: UnitId) {
        if self.table().may_turn_after(unit) {
            let seat = self.table().seat(unit);
            self.await_seat(seat);
        } else {
            self.pop();
        }
    }

    /// By one corner, before anybody reacts (MP 11.4.7b).
    pub(super) fn turn_after(&mut self, unit: UnitId, choice: CombatChoice) {
        self.pop();
        if let CombatChoice::Turn(hand) = choice {
            self.turn_on_the_way(unit);
            let facing = self.unit(unit).facing.turned(hand, 1);
            let with = self.unit(unit).with;
            for unit in [Some(unit), with].into_iter().flatten() {
                self.unit_mut(unit).facing = facing;
            }
        }
    }
}

/// The unit an advance is of.
fn advancing(way: CombatChoice) -> Option<UnitId> {
    match way {
        CombatChoice::Advance { unit, .. }
        | CombatChoice::AdvanceWheel { unit, .. }
        | CombatChoice::AdvanceAcross { unit, .. } => Some(unit),
        _ => None,
    }
}
