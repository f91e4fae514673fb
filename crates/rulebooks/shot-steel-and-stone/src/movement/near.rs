//! Heading 9: interpenetration, and who is near enough to a unit to matter to its move.

use crate::cards::UnitId;
use crate::ground::Bar;
use crate::measures::NEAR;
use crate::readings::SkirmishersThroughSquare;
use crate::state::{Activity, Formation};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Passed, Passing, Um, Vec2, nears, passage};

/// A straight way past other units.
pub(crate) type Course = field::table::Course<UnitId, Bar>;

/// Who is about a unit that moves.
pub(crate) struct Near {
    pub id: UnitId,
    pub body: Body,
    pub friends: ArrayVec<UnitId, 63>,
    pub foes: ArrayVec<UnitId, 63>,
}

pub(crate) const TOO_NEAR: Bar =
    ("SSS 1.2a", "only who is ordered to charge or to fight comes within 1 BW of the enemy");
pub(crate) const NO_ROOM: Bar = ("SSS 9.1", "friends stand there: it would not be through them at the end of its move");

impl Table<'_> {
    /// Everybody within `reach` of a unit's body.
    pub(crate) fn about(self, id: UnitId, reach: f64) -> Near {
        let body = self.body(id).into_body();
        let mut near = Near { id, body, friends: ArrayVec::new(), foes: ArrayVec::new() };
        for other in self.on_table().filter(|&other| other != id && !self.is_garrison(other)) {
            if near.body.maybe_within(&self.body(other), reach + f64::from(NEAR)) {
                let list = if self.side(other) == self.side(id) { &mut near.friends } else { &mut near.foes };
                self.state.overflow.keep(list, other);
            }
        }
        near
    }

    /// Whether a unit may pass through a friend in a move that is no charge and no evasion, and at what cost
    /// (SSS 9.2 to 9.8, G54, G74).
    pub fn passing(self, mover: UnitId, friend: UnitId) -> Passing {
        let closed = matches!(self.unit(friend).formation, Formation::Square | Formation::ColumnOfMarch);
        if self.is_foot_skirmishers(mover) {
            let free = self.rules.options.skirmishers_through_square == SkirmishersThroughSquare::Free;
            // SSS 9.8, G74: pikes stay closed to everybody but skirmishers that are passed themselves.
            let shut = self.card(friend).has_pikes() || (closed && !free);
            return if shut && !self.is_foot_skirmishers(friend) { Passing::Never } else { Passing::Free };
        }
        if self.is_foot_skirmishers(friend) || (self.is_skirmishing(mover) && self.is_skirmishing(friend)) {
            return Passing::Free;
        }
        if closed || self.card(friend).has_pikes() || self.unit(friend).activity == Activity::Routing {
            return Passing::Never;
        }
        Passing::Costly
    }

    /// Friends on a straight way, and how far it leads before an enemy is too near (SSS 1.2a, 9.1).
    pub(crate) fn lay_course(self, course: &mut Course, near: &Near, dir: Vec2, max: f64) {
        course.way.reopen(max);
        course.through.clear();
        for &foe in &near.foes {
            if let Some(at) = nears(&near.body, dir, max, &self.body(foe), f64::from(NEAR)) {
                course.way.shut(at, TOO_NEAR);
            }
        }
        for &friend in &near.friends {
            let theirs = self.body(friend);
            let Some(span) = passage(&near.body, dir, max, &theirs) else { continue };
            let passing = self.passing(near.id, friend);
            if passing == Passing::Never {
                course.way.shut(span.from, NO_ROOM);
            }
            let passed = Passed { who: friend, passing, from: span.from, to: span.to };
            self.state.overflow.keep(&mut course.through, passed);
        }
    }

    /// Whether a body has room: no friend under it, and the enemy 1 BW off unless he stood nearer already.
    pub(crate) fn has_room(self, near: &Near, body: &Body) -> Result<(), Bar> {
        if near.friends.iter().any(|&friend| self.body(friend).overlaps(body)) {
            return Err(NO_ROOM);
        }
        let gap = |foe: UnitId, body: &Body| self.body(foe).distance(body).round() as Um;
        let crowds = |foe: &&UnitId| {
            let apart = gap(**foe, body);
            apart + 2 < NEAR && apart + 2 < gap(**foe, &near.body)
        };
        if near.foes.iter().find(crowds).is_some() { Err(TOO_NEAR) } else { Ok(()) }
    }
}
