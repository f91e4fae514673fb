//! Heading 9: interpenetration, and who is near enough to a unit to matter to its move.

use crate::cards::UnitId;
use crate::ground::Bar;
use crate::measures::NEAR;
use crate::readings::SkirmishersThroughSquare;
use crate::state::{Formation, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Passed, Passing, Shape, TOUCH, Um, Vec2, nears, passage};

/// A straight way past other units.
pub(crate) type Course = field::table::Course<UnitId, Bar>;

/// Who is about a unit that moves.
pub(crate) struct Near {
    pub id: UnitId,
    pub body: Body,
    pub friends: ArrayVec<UnitId, 63>,
    pub foes: ArrayVec<UnitId, 63>,
}

impl Near {
    pub fn is_empty(&self) -> bool {
        self.friends.is_empty() && self.foes.is_empty()
    }
}

pub(crate) const TOO_NEAR: Bar =
    ("SSS 1.2a", "only who is ordered to charge or to fight comes within 1 BW of the enemy");
pub(crate) const NO_ROOM: Bar = ("SSS 9.1", "friends stand there: it would not be through them at the end of its move");

/// Bodies may brush past each other by so much.
const GRAZE: f64 = 1_000.0;

/// Two ways of one body along one line may come out as much apart where they are looked along for different lengths.
const BLUR: f64 = 8.0;

/// Straight ways along one line, of which only the length is still open. Who can matter to none of them has been left out.
pub(crate) struct Line {
    /// So far no enemy is near, and beyond there one is too near.
    free: f64,
    shut: f64,
    /// With and without the enemies on the way.
    all: Near,
    friends: Near,
}

impl Line {
    /// Whether a way of that length may be open, as far as enemies go.
    pub fn may_lead(&self, far: Um) -> bool {
        f64::from(far) <= self.shut
    }

    /// Who is about a way of that length.
    pub fn near(&self, far: Um) -> &Near {
        if f64::from(far) <= self.free { &self.friends } else { &self.all }
    }
}

/// How far a body goes straight on before it is within 1 BW of another, or where it is nearer already nearer still; through one
/// that it touches it does not go at all (SSS 1.2a).
pub(crate) fn keeps_off(body: &Body, dir: Vec2, max: f64, theirs: &Body) -> Option<f64> {
    let through = || passage(body, dir, max, theirs).filter(|span| span.to - span.from > GRAZE);
    nears(body, dir, max, theirs, f64::from(NEAR)).or_else(|| through().map(|span| span.from.max(0.0)))
}

impl<'a> Table<'a> {
    /// A unit whose halves stand apart, or with bases beside its front, closes up as it sets out, unless somebody stands where it
    /// would (SSS 9.1, G44, G211).
    pub(crate) fn closed_up(self, id: UnitId, unit: &Unit) -> Unit {
        if unit.split == 0 && unit.moved_up == [0, 0] {
            return *unit;
        }
        let closed = Unit { split: 0, moved_up: [0, 0], ..*unit };
        let body = self.rules.body_of(id, &closed).grown(-TOUCH);
        let taken = |other: UnitId| {
            let theirs = self.body(other);
            // SSS 1.2a: nor nearer to an enemy who is within 1 BW.
            let off = |body: &Body| theirs.distance(body);
            let crowds = self.side(other) != self.side(id)
                && off(&body) + 2.0 * TOUCH < off(&self.body(id)).min(f64::from(NEAR));
            other != id && !self.is_garrison(other) && (theirs.overlaps(&body) || crowds)
        };
        if self.on_table().any(taken) || self.may_rest(id, &body).is_err() { *unit } else { closed }
    }

    /// Its bases stand apart, or beside its front.
    pub(crate) fn stands_apart(self, id: UnitId) -> bool {
        self.unit(id).split > 0 || self.unit(id).moved_up != [0, 0]
    }

    /// Everybody within `reach` of a unit's body.
    pub(crate) fn about(self, id: UnitId, reach: f64) -> Near {
        let body = self.body(id).into_body();
        let mut near = Near { id, body, friends: ArrayVec::new(), foes: ArrayVec::new() };
        for other in self.on_table().filter(|&other| other != id) {
            let friend = self.side(other) == self.side(id);
            if friend && self.is_garrison(other) {
                continue;
            }
            let about = near.body.maybe_within(&self.body(other), reach + f64::from(NEAR));
            // Walls that a part of an enemy holds may be nearer than the rest of him.
            if about || (!friend && self.unit(other).inside.is_some()) {
                let list = if friend { &mut near.friends } else { &mut near.foes };
                self.state.overflow.keep(list, other);
            }
        }
        near
    }

    /// Those among them who may matter to a swing about a place: it never leaves the circle about that.
    pub(crate) fn about_swing(self, near: &Near, pivot: Vec2) -> Near {
        /// Far above the noise of the arithmetic.
        const NOISE: f64 = 10.0;
        let wide = near.body.center().distance(pivot) + near.body.radius() + NOISE;
        let meets = |other: UnitId, gap: f64| {
            let theirs = self.body(other);
            theirs.center().distance(pivot) <= wide + theirs.radius() + gap
        };
        let friends = near.friends.iter().copied().filter(|&friend| meets(friend, 0.0)).collect();
        let foes = near.foes.iter().copied();
        let foes = foes.filter(|&foe| meets(foe, f64::from(NEAR)) || self.unit(foe).inside.is_some()).collect();
        Near { id: near.id, body: near.body.clone(), friends, foes }
    }

    /// The ground an enemy covers, and the walls that a part of him holds: nobody walks up to either (SSS 1.2a).
    fn grounds_of(self, foe: UnitId) -> impl Iterator<Item = Shape<'a>> + use<'a> {
        let walls = self.unit(foe).inside.filter(|_| !self.is_garrison(foe));
        let walls = walls.map(|inside| Shape::Made(self.rules.building_body(inside.building)));
        [self.body(foe)].into_iter().chain(walls)
    }

    /// Whether a unit may pass through a friend in a move that is no charge and no evasion, and at what cost
    /// (SSS 9.2 to 9.8, G54, G74).
    pub fn passing(self, mover: UnitId, friend: UnitId) -> Passing {
        // SSS 9.6
        let closed = matches!(self.unit(friend).formation, Formation::Square | Formation::ColumnOfMarch);
        if self.is_foot_skirmishers(mover) {
            let free = self.rules.options.skirmishers_through_square == SkirmishersThroughSquare::Free;
            // SSS 9.8, G74: pikes stay closed to everybody but skirmishers that are passed themselves.
            let shut = self.is_pike_armed(friend) || (closed && !free);
            return if shut && !self.is_foot_skirmishers(friend) { Passing::Never } else { Passing::Free };
        }
        if self.is_foot_skirmishers(friend) || (self.is_skirmishing(mover) && self.is_skirmishing(friend)) {
            return Passing::Free;
        }
        if closed || self.is_pike_armed(friend) {
            return Passing::Never;
        }
        Passing::Costly
    }

    /// Ways straight ahead of a unit, or back, of any length up to that. None where more than the way itself has to be looked at.
    pub(crate) fn line(self, near: &Near, dir: Vec2, max: f64) -> Option<Line> {
        // SSS 9.1: who closes up where he stops needs room beside his way.
        if self.stands_apart(near.id) {
            return None;
        }
        let list =
            |units: ArrayVec<UnitId, 63>, foes| Near { id: near.id, body: near.body.clone(), friends: units, foes };
        let friends = near.friends.iter().copied().filter(|&friend| {
            let theirs = self.body(friend);
            passage(&near.body, dir, max, &theirs).is_some()
        });
        let (mut free, mut shut) = (max, f64::INFINITY);
        let mut foes = ArrayVec::new();
        for &foe in &near.foes {
            let mut matters = false;
            for theirs in self.grounds_of(foe) {
                let wary = nears(&near.body, dir, max, &theirs, f64::from(NEAR) + BLUR);
                if wary.is_some() || passage(&near.body, dir, max, &theirs).is_some() {
                    matters = true;
                    free = free.min(wary.map_or(-1.0, |at| at - BLUR));
                    shut = keeps_off(&near.body, dir, max, &theirs).map_or(shut, |at| shut.min(at + BLUR));
                }
            }
            if matters {
                foes.push(foe);
            }
        }
        let friends: ArrayVec<UnitId, 63> = friends.collect();
        Some(Line { free, shut, all: list(friends.clone(), foes), friends: list(friends, ArrayVec::new()) })
    }

    /// Friends on a straight way, and how far it leads before an enemy is too near (SSS 1.2a, 9.1).
    pub(crate) fn lay_course(self, course: &mut Course, near: &Near, dir: Vec2, max: f64) {
        course.way.reopen(max);
        course.through.clear();
        for &foe in &near.foes {
            for theirs in self.grounds_of(foe) {
                if let Some(at) = keeps_off(&near.body, dir, max, &theirs) {
                    course.way.shut(at, TOO_NEAR);
                }
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
        self.keeps_its_distance(near, body)
    }

    /// The same on its way, where friends whom it passes freely are in nobody's way (SSS 9.2).
    pub(crate) fn has_way(self, near: &Near, body: &Body) -> Result<(), Bar> {
        let bars = |friend: &UnitId| self.passing(near.id, *friend) != Passing::Free;
        if near.friends.iter().filter(|friend| bars(friend)).any(|&friend| self.body(friend).overlaps(body)) {
            return Err(NO_ROOM);
        }
        self.keeps_its_distance(near, body)
    }

    fn keeps_its_distance(self, near: &Near, body: &Body) -> Result<(), Bar> {
        let crowds = |theirs: Shape<'_>| {
            // Most stand farther off by the circles about them alone.
            if !theirs.maybe_within(body, f64::from(NEAR)) {
                return false;
            }
            let gap = |body: &Body| theirs.distance(body).round() as Um;
            let apart = gap(body);
            let into = |body: &Body| theirs.overlaps(&body.grown(-GRAZE));
            (apart + 2 < NEAR && apart + 2 < gap(&near.body)) || (into(body) && !into(&near.body))
        };
        if near.foes.iter().any(|&foe| self.grounds_of(foe).any(crowds)) { Err(TOO_NEAR) } else { Ok(()) }
    }
}
