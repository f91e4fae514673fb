//! Sight and range (SSS 11.4 to 11.7, G7): from the front of a base to any part of the target.

use crate::cards::{Arm, BuildingId, Missile, UnitId};
use crate::measures::{BW, bw};
use crate::readings::GarrisonSeen;
use crate::state::Place;
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body, Edge, TOUCH, Um, Vec2};
use scenario::AreaKind;

/// How far one sees in a wood, and from outside into it (SSS 11.6).
const INSIDE_WOODS: Um = bw(2);
const INTO_WOODS: Um = BW;
/// Lines of sight may brush past a body by so much.
const SKIN: f64 = 100.0;

/// Places of a target that are looked at.
pub(crate) type Marks = ArrayVec<Vec2, 64>;

/// Who looks, or shoots, at whom from where.
#[derive(Clone, Copy)]
pub(crate) struct Eye {
    pub who: UnitId,
    pub from: Vec2,
    /// Contour it stands on (SSS G8).
    pub level: u8,
}

impl Table<'_> {
    /// Whether a unit sees another: from any base of its front rank some part of it (SSS 11.5, G7).
    pub fn sees(self, id: UnitId, other: UnitId) -> bool {
        let there = |id: UnitId| self.unit(id).place == Place::Table;
        if !there(id) || !there(other) {
            return false;
        }
        if id == other || self.in_contact_with(id, other) {
            return true;
        }
        let (body, theirs) = (self.body(id), self.body(other));
        if let (Some(mine), Some(his)) = (self.garrisons(id), self.garrisons(other))
            && mine == his
        {
            return true;
        }
        if !self.can_be_seen_inside(&body, other) {
            return false;
        }
        let level = self.eye_level(id);
        self.eyes_of(id, &body, theirs.center()).into_iter().any(|from| {
            let eye = Eye { who: id, from, level };
            marks_on(&theirs, from).into_iter().any(|mark| self.is_clear(&eye, other, mark, |_| false))
        })
    }

    /// Whether a unit sees a built-up area: the walls nearest to it (SSS 11.7).
    pub fn sees_building(self, id: UnitId, building: BuildingId) -> bool {
        let (body, walls) = (self.body(id), self.rules.building_body(building));
        let level = self.eye_level(id);
        self.garrisons(id) == Some(building)
            || self.eyes_of(id, &body, walls.center()).into_iter().any(|from| {
                let eye = Eye { who: id, from, level };
                marks_on(&walls, from).into_iter().any(|mark| {
                    self.ground_is_clear(&eye, mark, self.level_at(mark), Some(building))
                        && self.nobody_between(&eye, None, mark, |_| false)
                })
            })
    }

    /// Distance between the nearest points of two units (SSS G7, 11.1).
    pub fn range(self, id: UnitId, other: UnitId) -> f64 {
        self.distance(id, other)
    }

    /// The building all of a unit is in.
    pub fn garrisons(self, id: UnitId) -> Option<BuildingId> {
        self.unit(id).inside.filter(|_| self.is_garrison(id)).map(|inside| inside.building)
    }

    /// The same while the building stands.
    pub fn garrisons_standing(self, id: UnitId) -> Option<BuildingId> {
        self.garrisons(id).filter(|&building| self.building(building).points > 0)
    }

    /// The contour a unit stands on (SSS G8).
    pub fn level(self, id: UnitId) -> u8 {
        self.rules.ground.relief.level_of(&self.body(id))
    }

    fn level_at(self, at: Vec2) -> u8 {
        self.rules.ground.relief.level_at(at)
    }

    /// Crews with firearms look down from their elephants (SSS 41.12).
    pub(crate) fn eye_level(self, id: UnitId) -> u8 {
        let card = self.card(id);
        let firearms = matches!(
            card.crew_missile,
            Missile::Pistol
                | Missile::Carbine
                | Missile::Matchlock
                | Missile::Musket
                | Missile::Rifle
                | Missile::Jezzail
        );
        self.level(id) + u8::from(card.arm == Arm::Elephants && firearms)
    }

    /// A garrison lines its walls, where it can be seen from outside, or can be seen only by those who touch the building
    /// (SSS 11.7, G29).
    pub(crate) fn can_be_seen_inside(self, from: &Body, other: UnitId) -> bool {
        let Some(building) = self.garrisons_standing(other) else { return true };
        self.rules.options.garrison_seen == GarrisonSeen::AtWalls
            || self.rules.building_body(building).within(from, TOUCH)
    }

    /// Where the bases of a unit's front rank look from; a garrison looks out from the wall nearest to what it looks at.
    fn eyes_of(self, id: UnitId, body: &Body, at: Vec2) -> ArrayVec<Vec2, 8> {
        let mut eyes = ArrayVec::new();
        if self.is_garrison(id) {
            eyes.push(body.nearest(at));
            return eyes;
        }
        let (left, right) = body.front_ends();
        let bases = i32::from(self.unit(id).front_bases()).clamp(1, 8);
        for base in 0..bases {
            eyes.push(left + (right - left) * ((f64::from(base) + 0.5) / f64::from(bases)));
        }
        eyes
    }

    /// Whether nothing stands between an eye and a place of a unit; some units are looked over (SSS G7).
    pub(crate) fn is_clear(&self, eye: &Eye, target: UnitId, mark: Vec2, over: impl Fn(UnitId) -> bool) -> bool {
        let level = self.eye_level(target).max(self.level_at(mark));
        self.ground_is_clear(eye, mark, level, self.garrisons(target))
            && self.nobody_between(eye, Some(target), mark, over)
    }

    /// The same for a shot, at a unit or at the walls of a building.
    pub(crate) fn shot_is_clear(
        self,
        eye: &Eye,
        target: Option<UnitId>,
        goal: Option<BuildingId>,
        mark: Vec2,
        over: impl Fn(UnitId) -> bool,
    ) -> bool {
        let level = target.map_or(0, |target| self.eye_level(target)).max(self.level_at(mark));
        self.ground_is_clear(eye, mark, level, goal) && self.nobody_between(eye, target, mark, over)
    }

    /// Hills a contour above both ends, woods beyond the depth one sees into them, and buildings block sight (SSS 11.5, 11.6,
    /// 11.7, G7).
    fn ground_is_clear(self, eye: &Eye, mark: Vec2, level: u8, goal: Option<BuildingId>) -> bool {
        let ground = &self.rules.ground;
        let top = eye.level.max(self.level_at(eye.from)).max(level);
        let hidden = |height: u8| height > top;
        if !ground.relief.is_flat()
            && (hidden(ground.relief.highest_between(eye.from, mark))
                || ground.relief.crests_between(eye.from, mark).any(|crest| hidden(crest.level)))
        {
            return false;
        }
        let own = self.garrisons(eye.who);
        let (mut woods, mut within) = (0.0, false);
        for (ix, area) in ground.areas.iter().enumerate() {
            match area.kind {
                AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::UndecidedWoods => {
                    within |= area.outline.contains(eye.from);
                    woods += area.outline.chord(eye.from, mark);
                }
                AreaKind::Town { .. } => {
                    let building = self.building_in(ix);
                    let stands = building.is_some() && building != own && building != goal;
                    if stands && area.outline.chord(eye.from, mark) > SKIN {
                        return false;
                    }
                }
                _ => {}
            }
        }
        woods <= f64::from(if within { INSIDE_WOODS } else { INTO_WOODS }) + TOUCH
    }

    /// Any unit in between blocks sight, except friendly foot skirmishers and those that are looked over (SSS G7).
    fn nobody_between(self, eye: &Eye, target: Option<UnitId>, mark: Vec2, over: impl Fn(UnitId) -> bool) -> bool {
        let side = self.side(eye.who);
        let blocks = |other: &UnitId| {
            let other = *other;
            other != eye.who
                && Some(other) != target
                && !self.is_garrison(other)
                && !(self.side(other) == side && self.is_foot_skirmishers(other))
                && self.body(other).is_cut(eye.from, mark, SKIN)
                && !over(other)
        };
        !self.on_table().any(|other| blocks(&other))
    }
}

/// Places of a body that are looked at from there: the nearest one, corners, and the middle of each edge.
pub(crate) fn marks_on(body: &Body, from: Vec2) -> Marks {
    let mut marks = Marks::new();
    marks.push(body.nearest(from));
    for block in &body.blocks {
        marks_on_block(block, &mut marks);
    }
    marks
}

pub(crate) fn marks_on_block(block: &Block, marks: &mut Marks) {
    for edge in Edge::ALL {
        let (a, b) = block.edge(edge);
        for mark in [a, a.midpoint(b)] {
            let _ = marks.try_push(mark);
        }
    }
}
