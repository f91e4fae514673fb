//! The ground units cover, worked out once and kept until a unit moves, changes shape or loses figures.
//!
//! What is kept follows from the units and is no part of the state's value: two states are the same, and written down
//! the same, whatever has been worked out for them.

use crate::cards::UnitId;
use crate::state::{Formation, Layout, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Body, Pose, Shape};
use kernel::Listener;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Everything a unit's body depends on.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Outline {
    pub pose: Pose,
    pub layout: Layout,
    pub formation: Formation,
    pub pikes: u8,
    pub others: u8,
    pub inside: Option<u8>,
    pub away: bool,
    pub mounted: bool,
}

impl Hash for Outline {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.pose, self.layout, self.formation, self.pikes, self.others).hash(state);
        (self.inside, self.away, self.mounted).hash(state);
    }
}

impl Outline {
    /// The same place, order and ground, whatever losses there were in between.
    pub fn stands_like(&self, other: &Outline) -> bool {
        self.pose == other.pose && self.drawn_up_like(other)
    }

    /// The same order, wherever that is.
    pub fn drawn_up_like(&self, other: &Outline) -> bool {
        let order =
            |outline: &Outline| (outline.formation, outline.layout, outline.inside, outline.away, outline.mounted);
        order(self) == order(other)
    }
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
    /// The unit as it stood when it had that outline.
    pub fn standing_as(&self, then: &Outline) -> Unit {
        let Outline { pose, layout, formation, pikes, others, inside, away, mounted } = *then;
        Unit { pose, layout, formation, pikes, others, inside, away, mounted, ..*self }
    }

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
pub type Bodies = field::table::Bodies<Outline>;

impl<'a> Table<'a> {
    /// The ground a unit covers.
    // Asked for more often than anything else.
    #[inline(always)]
    pub fn body(self, id: UnitId) -> Shape<'a> {
        match self.state.bodies.get(id.ix(), || self.unit(id).outline()) {
            Some(body) => Shape::Kept(body),
            None => self.made_body(id),
        }
    }

    #[cold]
    fn made_body(self, id: UnitId) -> Shape<'a> {
        Shape::Made(self.rules.body_of(id, self.unit(id)))
    }

    /// The ground a unit covers, if it is on the table.
    #[inline(always)]
    pub fn standing_body(self, id: UnitId) -> Option<Shape<'a>> {
        if self.unit(id).place == Place::Table { Some(self.body(id)) } else { None }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The ground a unit covers now, to be remembered while things change.
    pub fn body(&self, id: UnitId) -> Body {
        self.table().body(id).into_body()
    }

    /// Works out the bodies of units that changed.
    pub fn keep_bodies(&mut self) {
        let (rules, state) = (self.rules, &mut *self.state);
        if state.bodies.settled(state.units.len()).is_some() {
            return;
        }
        if state.bodies.len() != state.units.len() {
            let made = state.units.iter().enumerate();
            state.bodies.keep_all(made.map(|(ix, unit)| (unit.outline(), rules.body_of(UnitId(ix as u8), unit))));
        }
        while let Some(ix) = state.bodies.next_touched() {
            match state.units.get(ix) {
                Some(unit) => state.bodies.keep(ix, unit.outline(), || rules.body_of(UnitId(ix as u8), unit)),
                None => state.bodies.forget(ix),
            }
        }
        if let Some(stamp) = self.table().sight_stamp() {
            self.state.sights.renew(stamp);
        }
    }

    pub fn keep_body(&mut self, id: UnitId) {
        let (rules, state) = (self.rules, &mut *self.state);
        if let Some(unit) = state.units.get(id.ix()) {
            state.bodies.keep(id.ix(), unit.outline(), || rules.body_of(id, unit));
        }
    }
}
