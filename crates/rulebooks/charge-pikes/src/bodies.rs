//! The ground units cover, worked out once and kept until a unit moves, changes shape or loses figures.
//!
//! What is kept follows from the units and is no part of the state's value: two states are the same, and written down
//! the same, whatever has been worked out for them.

use crate::ChargePikes;
use crate::cards::UnitId;
use crate::state::{Formation, Layout, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Body, Pose};
use kernel::Listener;
use std::ops::Deref;

/// Everything a unit's body depends on.
#[derive(Debug, Clone, Copy)]
pub struct Outline {
    pose: Pose,
    layout: Layout,
    formation: Formation,
    pikes: u8,
    others: u8,
    inside: Option<u8>,
    away: bool,
    mounted: bool,
}

impl PartialEq for Outline {
    // Bodies are asked for all the time: all differences are gathered first, which is quicker than to stop at each.
    fn eq(&self, other: &Outline) -> bool {
        let lengths = (self.pose.at.x ^ other.pose.at.x)
            | (self.pose.at.y ^ other.pose.at.y)
            | (self.pose.facing ^ other.pose.facing)
            | (self.layout.left_angle ^ other.layout.left_angle)
            | (self.layout.right_angle ^ other.layout.right_angle);
        let figures = (self.layout.left ^ other.layout.left)
            | (self.layout.centre ^ other.layout.centre)
            | (self.layout.right ^ other.layout.right)
            | (self.pikes ^ other.pikes)
            | (self.others ^ other.others)
            | (self.formation as u8 ^ other.formation as u8);
        let states = (self.away ^ other.away) | (self.mounted ^ other.mounted);
        lengths == 0 && figures == 0 && !states && self.inside == other.inside
    }
}

impl Eq for Outline {}

impl Unit {
    pub fn outline(&self) -> Outline {
        Outline {
            pose: self.pose,
            layout: self.layout,
            formation: self.formation,
            pikes: self.pikes,
            others: self.others,
            inside: self.inside,
            away: self.away,
            mounted: self.mounted,
        }
    }
}

/// Bodies by unit, each with the outline it was made from.
#[derive(Clone, Default)]
pub struct Bodies {
    kept: Vec<(Outline, Body)>,
    /// Units, by bit, that somebody may have changed since. Should a change go unnoticed, the body is worked out anew
    /// whenever it is asked for.
    touched: u64,
}

impl Bodies {
    pub(crate) fn touch(&mut self, id: UnitId) {
        self.touched |= bit(id);
    }

    fn keep(&mut self, rules: &ChargePikes, id: UnitId, unit: &Unit) {
        self.touched &= !bit(id);
        let outline = unit.outline();
        match self.kept.get_mut(id.ix()) {
            Some((made_from, _)) if *made_from == outline => {}
            Some(kept) => *kept = (outline, rules.body_of(id, unit)),
            None => {}
        }
    }
}

/// The place of a unit in a set of units.
fn bit(id: UnitId) -> u64 {
    1_u64.checked_shl(u32::from(id.0)).unwrap_or(0)
}

impl std::fmt::Debug for Bodies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bodies")
    }
}

impl PartialEq for Bodies {
    fn eq(&self, _: &Bodies) -> bool {
        true
    }
}

impl Eq for Bodies {}

impl std::hash::Hash for Bodies {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A unit's body, kept or just made.
// Boxing the one that was made would allocate while playing.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone)]
pub enum Shape<'a> {
    Kept(&'a Body),
    Made(Body),
}

impl Deref for Shape<'_> {
    type Target = Body;

    fn deref(&self) -> &Body {
        match self {
            Shape::Kept(body) => body,
            Shape::Made(body) => body,
        }
    }
}

impl Shape<'_> {
    pub fn into_body(self) -> Body {
        match self {
            Shape::Kept(body) => body.clone(),
            Shape::Made(body) => body,
        }
    }
}

impl<'a> Table<'a> {
    /// The ground a unit covers.
    // Asked for more often than anything else.
    #[inline(always)]
    pub fn body(self, id: UnitId) -> Shape<'a> {
        let unit = self.unit(id);
        match self.state.bodies.kept.get(id.ix()) {
            Some((outline, body)) if *outline == unit.outline() => Shape::Kept(body),
            _ => self.made_body(id),
        }
    }

    #[cold]
    fn made_body(self, id: UnitId) -> Shape<'a> {
        Shape::Made(self.rules.body_of(id, self.unit(id)))
    }

    /// The ground a unit covers, if it is on the table.
    pub fn standing_body(self, id: UnitId) -> Option<Shape<'a>> {
        (self.unit(id).place == Place::Table).then(|| self.body(id))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The ground a unit covers now, to be remembered while things change.
    pub fn body(&self, id: UnitId) -> Body {
        self.table().body(id).into_body()
    }

    /// Works out the bodies of units that changed.
    pub fn keep_bodies(&mut self) {
        let state = &mut *self.state;
        if state.bodies.kept.len() != state.units.len() {
            let made = state.units.iter().enumerate();
            state.bodies.kept =
                made.map(|(ix, unit)| (unit.outline(), self.rules.body_of(UnitId(ix as u8), unit))).collect();
        }
        while state.bodies.touched != 0 {
            let id = UnitId(state.bodies.touched.trailing_zeros() as u8);
            match state.units.get(id.ix()) {
                Some(unit) => state.bodies.keep(self.rules, id, unit),
                None => state.bodies.touched = 0,
            }
        }
    }

    pub fn keep_body(&mut self, id: UnitId) {
        let state = &mut *self.state;
        if let Some(unit) = state.units.get(id.ix()) {
            state.bodies.keep(self.rules, id, unit);
        }
    }
}
