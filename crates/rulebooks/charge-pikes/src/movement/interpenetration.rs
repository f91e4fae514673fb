//! 15.7 Interpenetration: who may be passed through, and at what speed.

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::state::{Charge, Formation, Mode, Stage};
use crate::table::{Play, Table};
use crate::terrain::Bar;
use arrayvec::ArrayVec;
use field::table::{Body, MM, Passed, Passing, Span, Um, Vec2, cast, overlap_on_way};
use kernel::Listener;
use std::cell::OnceCell;

/// Normal moves keep this far from the enemy: contact is made by charging alone (CP 15.3.1).
pub(crate) const ENEMY_GAP: Um = MM;

/// A straight way past other units.
pub(crate) type Course = field::table::Course<UnitId, Bar>;

/// The most enemies that find room about one unit.
const MOST_FOES: usize = 24;

/// Who is near enough to a unit to matter to its moves.
pub(crate) struct Near {
    pub id: UnitId,
    pub body: Body,
    /// What is left of its move this turn.
    pub left: Um,
    /// Which column of the manoeuvre table it uses (CP 15.9.1).
    pub drilled: bool,
    /// Whether an enemy is near enough to shake it in a change of formation, once somebody has asked.
    pub pinned: OnceCell<bool>,
    pub friends: ArrayVec<Friend, 64>,
    /// Enemy troops, as large as the room they are left.
    pub foes: ArrayVec<(UnitId, Body), MOST_FOES>,
}

/// A friend, and the circle about it: who is farther off than that need not be looked at.
#[derive(Clone, Copy)]
pub(crate) struct Friend {
    pub id: UnitId,
    pub center: Vec2,
    pub radius: f64,
}

impl Friend {
    /// Whether the friend may reach into the circle about a body; if not, the two do not touch.
    pub fn maybe_meets(&self, body: &Body) -> bool {
        let (between, reach) = (body.center() - self.center, body.radius() + self.radius);
        between.dot(between) <= reach * reach
    }

    /// Whether a body that goes along `dir` up to `max` may come across the friend.
    fn maybe_on_way(&self, moving: &Body, dir: Vec2, max: f64) -> bool {
        let between = self.center - moving.center();
        let reach = moving.radius() + self.radius;
        let along = between.dot(dir);
        between.cross(dir).abs() <= reach && along >= -reach && along - max <= reach
    }
}

impl Table<'_> {
    /// CP 15.7.1: unlimbered guns and skirmishers are no obstacle. CP 15.7.2: anybody else must stand still for it, all turn or
    /// only while it is passed, by the reading in force (ruling G78); who is about to charge does not, nor who has
    /// changed before a charge (ruling G95).
    pub fn passing(self, friend: UnitId) -> Passing {
        let unit = self.unit(friend);
        let guns = self.is_guns(friend) && unit.formation == Formation::Unlimbered;
        if guns || self.is_open_order(friend) {
            Passing::Free
        } else if unit.mode != Mode::Normal
            || self.is_to_charge(friend)
            || (self.rules.options.passed_stand_all_turn && (unit.moved || unit.charged || unit.closed_up))
        {
            Passing::Never
        } else {
            Passing::Costly
        }
    }

    /// Stands still to be passed through: it has been, or a charge still to be run leads through it (CP 15.7.2, ruling G78).
    pub(crate) fn stands_still(self, id: UnitId) -> bool {
        let holds = |charge: &Charge| charge.stage == Stage::Declared && charge.holds >> id.0 & 1 == 1;
        self.unit(id).passed || self.state.charges.iter().any(holds)
    }

    /// Has declared a charge or counter-charge and not run it yet.
    fn is_to_charge(self, id: UnitId) -> bool {
        self.state.charges.iter().any(|charge| charge.charger == id && charge.stage == Stage::Declared)
    }

    /// Whether a unit may reach into a circle; if not, no part of it does.
    #[inline]
    pub(crate) fn maybe_near(self, id: UnitId, center: Vec2, radius: f64) -> bool {
        let body = self.body(id);
        let (reach, offset) = (radius + body.radius(), body.center() - center);
        offset.dot(offset) <= reach * reach
    }

    /// A unit, with nobody about it yet.
    pub(crate) fn alone(self, id: UnitId) -> Near {
        Near {
            id,
            body: self.body(id).into_body(),
            left: self.move_left(id),
            drilled: self.drills_well(id),
            pinned: OnceCell::new(),
            friends: ArrayVec::new(),
            foes: ArrayVec::new(),
        }
    }

    /// Adds everybody within `reach` of the unit's body, or perhaps a little farther: so many are large to hand about.
    pub(crate) fn look_about(self, near: &mut Near, reach: f64) {
        let id = near.id;
        let (center, radius) = (near.body.center(), near.body.radius() + reach + f64::from(ENEMY_GAP));
        for other in self.on_table().filter(|&other| other != id) {
            let theirs = self.body(other);
            let (reach, offset) = (radius + theirs.radius(), theirs.center() - center);
            if offset.dot(offset) > reach * reach {
                continue;
            }
            if self.side(other) == self.side(id) {
                if self.unit(other).inside.is_none() {
                    let friend = Friend { id: other, center: theirs.center(), radius: theirs.radius() };
                    self.state.overflow.keep(&mut near.friends, friend);
                }
            } else if self.is_troops(other) {
                self.state.overflow.keep(&mut near.foes, (other, theirs.grown(f64::from(ENEMY_GAP))));
            }
        }
    }

    /// The way of a unit along `dir` up to `max`, with the friends it passes and the enemies it must not touch.
    /// It is written over another course: courses are large to hand about.
    pub(crate) fn lay_course(self, course: &mut Course, near: &Near, dir: Vec2, max: f64) {
        let Course { way, through } = course;
        self.lay_way(way, near.id, &near.body, dir, max, crate::terrain::March::Normal);
        for (_, foe) in &near.foes {
            if let Some(hit) = cast(&near.body, dir, max, foe) {
                way.shut(hit.distance, ("CP 15.3.1", "only a charge makes contact with the enemy"));
            }
        }
        through.clear();
        for friend in near.friends.iter().filter(|friend| friend.maybe_on_way(&near.body, dir, max)) {
            let Some(Span { from, to }) = overlap_on_way(&near.body, dir, max, &self.body(friend.id)) else { continue };
            let passing = self.passing(friend.id);
            match passing {
                Passing::Free => {}
                Passing::Costly => way.slow(from, to, 2.0),
                Passing::Never if from > 0.0 => {
                    way.shut(from, ("CP 15.7.2", "to be passed through a unit must stand still the whole turn"));
                }
                Passing::Never => {}
            }
            self.state.overflow.keep(through, Passed { who: friend.id, passing, from, to });
        }
        self.state.overflow.add(way.lost());
    }

    /// Whether a body has room: no friend under it, and the enemy at arm's length unless he stood closer already.
    pub(crate) fn has_room(self, near: &Near, body: &Body) -> bool {
        let mut friends = near.friends.iter().filter(|friend| friend.maybe_meets(body));
        let crowded = friends.any(|friend| self.body(friend.id).overlaps(body));
        let touched = near.foes.iter().any(|(_, foe)| {
            foe.overlaps(body) && (!foe.overlaps(&near.body) || foe.grown(-f64::from(ENEMY_GAP)).touches(body))
        });
        !crowded && !touched
    }
}

impl<L: Listener> Play<'_, L> {
    /// A friend that is passed through stands still for it (CP 15.7.2), all turn unless the other reading is in force.
    pub(crate) fn stands_still_for(&mut self, friend: UnitId, mover: UnitId) {
        if !self.rules.options.passed_stand_all_turn {
            return;
        }
        if self.unit(friend).passed {
            return;
        }
        let unit = self.unit_mut(friend);
        (unit.finished, unit.passed) = (true, true);
        self.tell("CP 15.7.2", told::STANDS_STILL, &[Who::Unit(friend), Who::Unit(mover)]);
    }
}
