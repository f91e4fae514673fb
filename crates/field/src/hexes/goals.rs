//! Hexes to come near to, or to keep off: how far they are, and which way leads nearer.

use super::dir::{DirSet, Vertex};
use super::grid::{Grid, Hex};
use super::stretch::{Pin, Stretch};
use std::cell::Cell;

/// A hex to come near to, or to keep off, and how near is near enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    pub at: Pin,
    pub enough: u16,
}

impl Goal {
    /// Hexes until it is near enough when it is that way off.
    #[inline]
    fn off(&self, way: Stretch) -> u8 {
        way.length.saturating_sub(self.enough) as u8
    }

    /// Hexes from a place until it is no nearer than that to any of some goals.
    #[inline]
    pub fn too_near(grid: &Grid, goals: &[Goal], from: Hex) -> u8 {
        let from = grid.pin(from);
        let lacks = |goal: &Goal| goal.enough.saturating_sub(grid.stretch(from, goal.at).length);
        goals.iter().map(lacks).max().unwrap_or(0) as u8
    }
}

/// How some goals lie from a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    /// Hexes until it is near enough to the handiest of them.
    pub off: u8,
    /// The ways that bring one of the handiest nearer.
    pub nearer: DirSet,
    /// The ways that bring one of those nearer that are a hex farther than the handiest.
    next: DirSet,
}

impl Outlook {
    const NONE: Outlook = Outlook { off: 0, nearer: DirSet::EMPTY, next: DirSet::EMPTY };

    fn of(grid: &Grid, goals: &[Goal], from: Hex) -> Outlook {
        let Some((first, others)) = goals.split_first() else { return Outlook::NONE };
        let from = grid.pin(from);
        let way = grid.stretch(from, first.at);
        let mut outlook = Outlook { off: first.off(way), nearer: way.nearer, next: DirSet::EMPTY };
        for goal in others {
            let way = grid.stretch(from, goal.at);
            let far = goal.off(way);
            if far > outlook.off + 1 {
                continue;
            }
            if far == outlook.off {
                outlook.nearer = outlook.nearer | way.nearer;
            } else if far > outlook.off {
                outlook.next = outlook.next | way.nearer;
            } else {
                let next = if far + 1 == outlook.off { outlook.nearer } else { DirSet::EMPTY };
                outlook = Outlook { off: far, nearer: way.nearer, next };
            }
        }
        outlook
    }

    /// Points at least to be near enough for a body of one hex that faces so, goes over its front hexsides for a point or
    /// more and turns by a corner for `turn`: a point for every hex, and when no hex ahead is nearer a turn as well, for no
    /// hex entered without one will be; two points when a turn by one corner does not do.
    #[inline(always)]
    pub fn least_cost(self, facing: Vertex, turn: u8) -> u8 {
        let meets = |some: DirSet, others: DirSet| !(some & others).is_empty();
        if self.off == 0 || meets(facing.around(1), self.nearer) {
            self.off
        } else if meets(facing.around(1), self.next) || turn == 1 && meets(facing.around(2), self.nearer) {
            self.off + 1
        } else {
            self.off + 2
        }
    }
}

/// How some goals lie from hexes, reckoned when first asked for and kept while no other hex takes the place.
pub struct Nearness<'a> {
    grid: &'a Grid,
    goals: &'a [Goal],
    kept: [Cell<Option<(Hex, Outlook)>>; KEPT],
}

/// A power of two.
const KEPT: usize = 64;

impl<'a> Nearness<'a> {
    pub fn new(grid: &'a Grid, goals: &'a [Goal]) -> Nearness<'a> {
        Nearness { grid, goals, kept: [const { Cell::new(None) }; KEPT] }
    }

    /// Whether there is nothing to come near to.
    #[inline]
    pub fn has_no_goal(&self) -> bool {
        self.goals.is_empty()
    }

    #[inline(always)]
    pub fn from(&self, hex: Hex) -> Outlook {
        match self.kept[hex.index() % KEPT].get() {
            Some((known, outlook)) if known == hex => outlook,
            _ => self.look_from(hex),
        }
    }

    #[inline(never)]
    fn look_from(&self, hex: Hex) -> Outlook {
        let outlook = Outlook::of(self.grid, self.goals, hex);
        self.kept[hex.index() % KEPT].set(Some((hex, outlook)));
        outlook
    }
}
