//! Heading 3: skirmish screens, put out ahead of their unit and taken in again (SSS 3.1, 3.4, 3.5, G34, G76, G106).

use super::near::Near;
use super::{Moved, refuse};
use crate::cards::{Part, UnitId};
use crate::decision::Manoeuvre;
use crate::face::told::{self, Who};
use crate::measures::{BW, SCREEN_DEPTH, bw};
use crate::state::{Activity, Pending, Place, Unit};
use crate::table::{Play, Table};
use field::table::{Body, Pose, Trail, Um, Vec2, longest, passage};
use kernel::{Listener, Refusal, Side};

/// A screen stays so near to its unit (SSS 3.5).
const BY_ITS_UNIT: Um = bw(2);
/// How far ahead of its unit a screen is put, as far as there is room (SSS G106).
const AHEAD: [Um; 5] = [BW, BW * 3 / 4, BW / 2, BW / 4, 0];

impl Table<'_> {
    pub(super) fn screen_outcome(self, near: &Near, out: bool) -> Result<Moved, Refusal> {
        if out { self.put_out(near) } else { self.taken_in(near) }
    }

    /// One base of the unit goes ahead as the pair (SSS 3.1, G34).
    fn put_out(self, near: &Near) -> Result<Moved, Refusal> {
        let unit = self.unit(near.id);
        let Some(screen) = self.card(near.id).screen else {
            return refuse(("SSS 3.1", "it has no screen to put out"));
        };
        match self.unit(screen).place {
            Place::Reserve => {}
            Place::Table | Place::Away { .. } => return refuse(("SSS 3.1", "its screen is out already")),
            Place::Expected | Place::Gone(_) => return refuse(("SSS G105", "its screen is lost")),
        }
        if unit.bases_outside() < 2 || unit.bases <= unit.pike_bases {
            return refuse(("SSS G34", "the pair is one of its bases, and it has none to spare"));
        }
        for gap in AHEAD {
            let pair = self.parted(unit, screen, 2, unit.pose.ahead(gap + SCREEN_DEPTH));
            let body = self.rules.body_of(screen, &pair);
            if self.may_rest(screen, &body).is_ok() && self.has_room(near, &body).is_ok() {
                let mut pair = pair;
                pair.this_turn.spent = gap;
                let part = Some((screen, pair));
                return Ok(Moved { part, ..Moved::new(self.without_bases(unit, 1), Trail::Formed) });
            }
        }
        refuse(("SSS 3.1", "there is no room for a screen ahead of it"))
    }

    /// The pair rejoins its unit where the two touch, in the move of either (SSS G34).
    fn taken_in(self, near: &Near) -> Result<Moved, Refusal> {
        let id = near.id;
        let (parent, screen) = match (self.card(id).part, self.card(id).screen) {
            (Part::ScreenOf(parent), _) => (parent, id),
            (_, Some(screen)) => (id, screen),
            _ => return refuse(("SSS 3.1", "it has no screen")),
        };
        if [parent, screen].iter().any(|&one| self.unit(one).place != Place::Table) {
            return refuse(("SSS 3.1", "its screen is not out"));
        }
        if self.in_contact(parent)
            || self.in_contact(screen)
            || self.is_garrison(parent)
            || self.takes_to_flight(parent)
        {
            return refuse(("SSS G106", "nobody joins those who fight, run or stand inside walls"));
        }
        if !self.body(parent).touches(&self.body(screen)) {
            return refuse(("SSS G34", "a screen rejoins its unit where it touches it"));
        }
        let joined = self.joined(parent, screen)?;
        let inside = Unit { place: Place::Reserve, ..*self.unit(screen) };
        let (own, other) = if id == screen { (inside, (parent, joined)) } else { (joined, (screen, inside)) };
        Ok(Moved { part: Some(other), ..Moved::new(own, Trail::Formed) })
    }

    /// The unit with its pair in its ranks again: beside the others, or behind them where there is no room.
    fn joined(self, parent: UnitId, screen: UnitId) -> Result<Unit, Refusal> {
        let mut near = self.near(parent);
        near.friends.retain(|friend| *friend != screen);
        let whole = |beside: bool| self.with_part(self.unit(parent), screen, beside);
        let fits = |unit: &Unit| self.stands(&near, &self.rules.body_of(parent, unit)).is_ok();
        match [true, false].map(whole).into_iter().find(fits) {
            Some(joined) => Ok(joined),
            None => refuse(("SSS G34", "its unit has no room to take it in")),
        }
    }

    fn takes_to_flight(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.pending == Pending::Retreat || matches!(unit.activity, Activity::Routing | Activity::Retreating)
    }

    /// Tasked by a leader in range a screen goes where it likes; else it ends its move by its unit, or nearer to it than it was
    /// (SSS 3.5, G106).
    pub(super) fn keeps_by_its_unit(self, id: UnitId, after: &Unit) -> Result<(), Refusal> {
        let Some(parent) = self.bound_to(id) else { return Ok(()) };
        let body = &self.rules.body_of(id, after);
        let theirs = self.body(parent);
        let off = |body: &Body| body.distance(&theirs).round() as Um;
        if off(body) <= BY_ITS_UNIT + 2 || off(body) < off(&self.body(id)) {
            return Ok(());
        }
        refuse(("SSS 3.5", "a screen stays within 2 BW of its unit unless a leader gives it a task of its own"))
    }

    /// The unit by which a screen has to stay.
    fn bound_to(self, id: UnitId) -> Option<UnitId> {
        let Part::ScreenOf(parent) = self.card(id).part else { return None };
        let there = self.unit(parent).place == Place::Table && !self.takes_to_flight(parent);
        (there && self.unit(id).led_by.is_none()).then_some(parent)
    }

    /// Where a screen touches its unit, before its front and behind it.
    pub(super) fn homes_of(self, id: UnitId) -> Option<[Pose; 2]> {
        let Part::ScreenOf(parent) = self.card(id).part else { return None };
        let unit = self.unit(parent);
        let deep = self.rules.depth_of(parent, unit);
        (unit.place == Place::Table).then(|| [unit.pose.ahead(SCREEN_DEPTH), unit.pose.ahead(-deep)])
    }

    /// The way back of a screen that is too far from its unit and free to go (SSS 3.5).
    fn way_to_its_unit(self, id: UnitId) -> Option<Moved> {
        let parent = self.bound_to(id)?;
        let unit = self.unit(id);
        let free = !unit.finished && !unit.charged && !unit.evaded && !self.in_contact(id) && !self.takes_to_flight(id);
        let own = matches!(unit.activity, Activity::Static | Activity::Advancing | Activity::Evading);
        let mine = self.body(id);
        let theirs = self.body(parent);
        let need = mine.distance(&theirs).ceil() as Um - BY_ITS_UNIT;
        if need <= 0 || !free || !own || unit.pending != Pending::Nothing {
            return None;
        }
        let (from, to) = mine.main().closest(theirs.main());
        let (dir, near) = ((to - from).unit(), self.near(id));
        let goes = |far: Um| {
            let to = (unit.pose.at.vec() + dir * f64::from(far)).round();
            self.outcome_near(&near, &Manoeuvre::Free { to, facing: unit.pose.facing })
        };
        let far = longest(need.min(self.move_left(id, unit.way)), |far| goes(far).is_ok())?;
        goes(far).ok()
    }
}

impl<L: Listener> Play<'_, L> {
    /// Screens that were left behind or have strayed come back to their units (SSS 3.5, G106).
    pub(super) fn screens_keep_up(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let own = self.table().side(id) == side && self.unit(id).place == Place::Table;
            if own && let Some(moved) = self.table().way_to_its_unit(id) {
                let at = moved.unit.pose.at;
                self.stands_now(id, moved.unit, None);
                self.tell("SSS 3.5", told::GOES_TO, &[Who::Unit(id), Who::Spot(at)]);
            }
        }
    }

    /// Skirmishers that a charge led over end behind it: its own screen always, in contact, others where they would be under
    /// it (SSS G76).
    pub(crate) fn skirmishers_fall_behind(&mut self, id: UnitId, start: &Body, dir: Vec2, far: f64) {
        for ix in 0..self.state.units.len() as u8 {
            let friend = UnitId(ix);
            let table = self.table();
            let theirs =
                friend != id && table.side(friend) == table.side(id) && self.unit(friend).place == Place::Table;
            if !theirs || table.is_garrison(friend) || passage(start, dir, far, &table.body(friend)).is_none() {
                continue;
            }
            let own_screen = table.card(friend).part == Part::ScreenOf(id);
            if own_screen || table.body(friend).overlaps(&table.body(id)) {
                let pose = table.behind(id, friend);
                let unit = self.unit_mut(friend);
                (unit.pose, unit.this_turn.moved) = (pose, true);
            }
        }
    }
}

impl Table<'_> {
    /// Behind a unit and touching it, or farther back where others stand.
    fn behind(self, id: UnitId, who: UnitId) -> Pose {
        let unit = self.unit(id);
        let rear = unit.pose.ahead(-self.rules.depth_of(id, unit));
        let free = |pose: &Pose| {
            let body = self.rules.body_at(who, self.unit(who), *pose);
            self.on_table().all(|other| other == who || !self.body(other).overlaps(&body))
        };
        let steps = (0..=16).map(|step| rear.ahead(-step * BW / 4));
        steps.into_iter().find(free).unwrap_or(rear)
    }
}
