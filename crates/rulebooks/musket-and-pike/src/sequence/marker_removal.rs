//! Chapters 3.4 and 4.6: markers come off, leaders are replaced, sides leave the field, the turn ends.

use super::{TurnStep, Turning};
use crate::cards::WingId;
use crate::face::told::{Of, sequence as told};
use crate::state::{EndReason, Ending, Mark, Orders, Phase, ThisTurn, WingTurn};
use crate::table::{Play, Table};
use kernel::{Listener, Side};

impl Table<'_> {
    /// Whether a Wing has entered the map and still has a unit there (MP 4.6d; ruling G-A41).
    fn is_fielded(self, wing: WingId) -> bool {
        self.of_wing(wing).any(|unit| !self.unit(unit).has(Mark::Captured))
    }

    /// The Wings of a side that are on the field.
    pub(crate) fn fielded(self, side: Side) -> impl Iterator<Item = WingId> {
        self.wings().filter(move |wing| self.rules.wings[wing.ix()].side == side && self.is_fielded(*wing))
    }

    /// MP 4.6b: every leader of the side is under Rally. A side with no leader on the field at all has nobody to give
    /// the order.
    pub fn has_left_the_field(self, side: Side) -> bool {
        let mut wings = self.fielded(side).peekable();
        wings.peek().is_some() && wings.all(|wing| self.wing(wing).orders == Orders::Rally)
    }

    /// The victory level a score gives (MP 15.0b), no better than a Draw for a side that left the field
    /// (MP 4.6e, 15.0j).
    pub fn level_reached(self, points: [u16; 2], left: [bool; 2]) -> u8 {
        let victory = &self.rules.victory;
        let positive = victory.positive;
        let score = i32::from(points[positive.ix()]) - i32::from(points[positive.other().ix()]);
        let last = victory.levels.len().saturating_sub(1);
        let reached = victory.levels.iter().position(|level| score >= level.at_least).unwrap_or(last);
        let barred = |index: &usize| {
            let winner = victory.levels.get(*index).and_then(|level| level.winner);
            winner.is_some_and(|side| left[side.ix()])
        };
        let winner = victory.levels.get(reached).and_then(|level| level.winner);
        // Levels run from the best of the positive side down: what is too good for a side is mended towards the other.
        let mended = match winner {
            Some(side) if left[side.ix()] && side == positive => (reached..=last).find(|index| !barred(index)),
            Some(side) if left[side.ix()] => (0..=reached).rev().find(|index| !barred(index)),
            _ => Some(reached),
        };
        mended.unwrap_or(reached) as u8
    }
}

impl<L: Listener> Play<'_, L> {
    /// Marker Removal A, then B: first all markers (MP 3.4a), then the leaders of one side and of the other (MP 3.4b).
    pub(super) fn remove_markers(&mut self) {
        self.state.phase = Phase::MarkerRemoval;
        self.state.turning = Turning::default();
        // What was done in the Rout Movement Phase is no part of the activation to come (ruling G-A79).
        self.state.forget_activation();
        for unit in &mut self.state.units {
            unit.marks.turn = ThisTurn::default();
        }
        for wing in &mut self.state.wings {
            wing.turn = WingTurn::default();
        }
        self.turn_goes_to(TurnStep::TurnEnds);
        self.replace_leaders(Side::SECOND);
        self.replace_leaders(Side::FIRST);
    }

    /// Marker Removal C (MP 3.4c, 4.6a): has a side left the field, is this the last turn?
    pub(super) fn end_turn(&mut self) {
        let table = self.table();
        // MP 4.6c: both may leave together.
        let left = Side::BOTH.map(|side| table.has_left_the_field(side));
        if left != [false; 2] {
            return self.end_battle(EndReason::Surrendered(left), left);
        }
        if self.state.turn >= self.rules.turns {
            return self.end_battle(EndReason::TurnsOver, left);
        }
        self.state.turn += 1;
        self.turn_goes_to(TurnStep::TurnBegins);
    }

    fn end_battle(&mut self, why: EndReason, left: [bool; 2]) {
        let table = self.table();
        let points = Side::BOTH.map(|side| table.victory_points(side).saturating_add(table.field_points(side, left)));
        let level = table.level_reached(points, left);
        self.state.over = Some(Ending { why, points, level });
        for side in Side::BOTH.into_iter().filter(|side| left[side.ix()]) {
            self.tell("MP 4.6b", told::LEAVES_FIELD, &[Of::Side(side)]);
        }
        let reached = self.rules.victory.levels.get(usize::from(level)).map_or("", |level| &level.name);
        let of = [Of::Count(points[0].into()), Of::Count(points[1].into()), Of::Name(reached)];
        self.tell("MP 15.0b", told::BATTLE_OVER, &of);
    }
}
