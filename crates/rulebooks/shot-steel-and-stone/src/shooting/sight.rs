//! Sight and range (SSS 11.4 to 11.7, G7): from the front of a base to any part of the target.
//!
//! Who sees whom now is kept in [`super::known`]; whom somebody saw when the player turn began follows from how everybody stood
//! then, which is all that is remembered of it.

use crate::bodies::Each;
use crate::cards::{Arm, BuildingId, MOST_UNITS, Missile, Part, UnitId, Units};
use crate::kept;
use crate::measures::{BW, bw};
use crate::readings::GarrisonSeen;
use crate::state::{Inside, Place, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Edge, Segment, Shape, TOUCH, Um, Vec2};
use scenario::AreaKind;

/// How far one sees in a wood, and from outside into others (SSS 11.6, G150).
const INSIDE_WOODS: Um = bw(2);
const INTO_WOODS: Um = BW;
/// How far one sees between the houses of a built-up area (SSS 11.7).
const BETWEEN_HOUSES: Um = BW;
/// Lines of sight may brush past a body by so much.
const SKIN: f64 = 100.0;

/// Stretches of a line that lead through woods, as distances from where it begins.
type Stretches = ArrayVec<(f64, f64), 24>;

/// How everybody stands: now, or when the player turn began.
pub(crate) trait Stand {
    /// Everybody who may be on the table.
    fn all(&self) -> Each;

    /// The ground a unit covers, if it is on the table.
    fn shape(&self, id: UnitId) -> Option<Shape<'_>>;

    /// Whether something holds of the ground a unit covers, if it is on the table.
    fn holds(&self, id: UnitId, what: impl FnOnce(&Body) -> bool) -> bool;

    /// What of a unit is inside a built-up area, and how many bases it has.
    fn housed(&self, id: UnitId) -> (Option<Inside>, u8);

    fn front_bases(&self, id: UnitId) -> u8;

    /// The building all of a unit is in.
    fn garrison(&self, id: UnitId) -> Option<BuildingId> {
        let (inside, bases) = self.housed(id);
        inside.filter(|inside| inside.bases >= bases).map(|inside| inside.building)
    }
}

impl Stand for Table<'_> {
    fn all(&self) -> Each {
        self.there(None)
    }

    fn shape(&self, id: UnitId) -> Option<Shape<'_>> {
        self.standing_body(id)
    }

    // Bodies are large to hand about, and this is asked of many.
    #[inline]
    fn holds(&self, id: UnitId, what: impl FnOnce(&Body) -> bool) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table
            && match self.state.bodies.get(id.ix(), || unit.outline()) {
                Some(body) => what(body),
                None => what(&self.rules.body_of(id, unit)),
            }
    }

    fn housed(&self, id: UnitId) -> (Option<Inside>, u8) {
        (self.unit(id).inside, self.unit(id).bases)
    }

    fn front_bases(&self, id: UnitId) -> u8 {
        self.unit(id).front_bases()
    }
}

/// How everybody stood when the player turn began (SSS G158).
struct Began<'a> {
    table: Table<'a>,
    /// Who was there, by bit.
    there: u64,
    /// Those who stand otherwise now, as they stood.
    others: ArrayVec<(UnitId, Unit, Body), MOST_UNITS>,
}

impl Began<'_> {
    fn was_there(&self, id: UnitId) -> bool {
        self.there >> id.0 & 1 == 1
    }

    /// As it stood, if it stands otherwise now.
    fn otherwise(&self, id: UnitId) -> Option<(&Unit, &Body)> {
        self.others.iter().find(|other| other.0 == id).map(|(_, unit, body)| (unit, body))
    }

    fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.was_there(id).then(|| self.otherwise(id).map_or_else(|| self.table.unit(id), |(unit, _)| unit))
    }
}

impl Stand for Began<'_> {
    fn all(&self) -> Each {
        kept::each(self.there)
    }

    fn shape(&self, id: UnitId) -> Option<Shape<'_>> {
        match self.otherwise(id) {
            Some((_, body)) => Some(Shape::Kept(body)),
            None if self.was_there(id) => self.table.standing_body(id),
            None => None,
        }
    }

    fn holds(&self, id: UnitId, what: impl FnOnce(&Body) -> bool) -> bool {
        match self.otherwise(id) {
            Some((_, body)) => what(body),
            None => self.was_there(id) && Stand::holds(&self.table, id, what),
        }
    }

    fn housed(&self, id: UnitId) -> (Option<Inside>, u8) {
        self.unit(id).map_or((None, 0), |unit| (unit.inside, unit.bases))
    }

    fn front_bases(&self, id: UnitId) -> u8 {
        self.unit(id).map_or(0, Unit::front_bases)
    }
}

/// What may lie between two bodies, looked for once for all the lines that are drawn between them.
pub(crate) struct Between {
    units: Units,
    /// There is ground in between that hides, or a hill.
    ground: bool,
    /// The contours of who looks and of who is looked at, whichever is higher (SSS G8).
    level: u8,
    /// The built-up area one looks out of, the one that is touched from outside, and the one that is looked at.
    own: Option<BuildingId>,
    touched: Option<BuildingId>,
    goal: Option<BuildingId>,
}

impl<'a> Table<'a> {
    /// Whether a unit sees another: from any base of its front rank some part of it (SSS 11.5, G7).
    pub fn sees(self, id: UnitId, other: UnitId) -> bool {
        let there = |id: UnitId| self.unit(id).place == Place::Table;
        if !there(id) || !there(other) {
            return false;
        }
        id == other || self.in_contact_with(id, other) || self.sees_from_afar(id, other)
    }

    /// Whether a unit saw another when the player turn began (SSS G42, G158).
    pub(crate) fn saw_at_first(self, id: UnitId, other: UnitId) -> bool {
        let (id, other) = (self.as_whole(id), self.as_whole(other));
        if self.unit(id).this_turn.began.is_none() {
            return true;
        }
        if self.unit(id).this_turn.fights_on && self.in_contact_with(id, other) {
            return true;
        }
        let as_it_was = |id: UnitId| match self.unit(id).place {
            Place::Table => self.unit(id).this_turn.began == Some(self.unit(id).outline()),
            _ => self.unit(id).this_turn.began.is_none(),
        };
        if self.all().all(as_it_was) {
            return self.sees(id, other);
        }
        self.looks(&self.as_it_began(), id, other)
    }

    /// A screen or horse-holders that have come out in this player turn saw, and were seen, as their unit.
    fn as_whole(self, id: UnitId) -> UnitId {
        match self.card(id).part {
            Part::ScreenOf(parent) | Part::HoldersOf(parent) if self.unit(id).this_turn.began.is_none() => parent,
            _ => id,
        }
    }

    #[cold]
    fn as_it_began(self) -> Began<'a> {
        let mut began = Began { table: self, there: 0, others: ArrayVec::new() };
        for id in self.all() {
            let now = self.unit(id);
            let Some(outline) = now.this_turn.began else { continue };
            began.there |= 1 << id.0;
            if (now.place != Place::Table || outline != now.outline())
                && let Some(unit) = now.as_it_began()
            {
                began.others.push((id, unit, self.rules.body_of(id, &unit)));
            }
        }
        began
    }

    /// Looks from one unit to another, as they stand or stood.
    pub(super) fn looks(self, stand: &impl Stand, id: UnitId, other: UnitId) -> bool {
        let (Some(body), Some(theirs)) = (stand.shape(id), stand.shape(other)) else { return false };
        // SSS G64, G151: bases inside have no place of their own.
        if stand.garrison(id).is_some() && stand.garrison(id) == stand.garrison(other) {
            return true;
        }
        if !self.can_be_seen_inside(stand, &body, other) {
            return false;
        }
        let between = self.between(stand, id, &body, Some(other), &theirs);
        let eyes = self.eyes_of(stand, id, &body, theirs.center());
        let seen = |from: Vec2| marks_on(&theirs, from).any(|to| self.is_clear(stand, &between, from, to, |_| false));
        eyes.into_iter().any(seen)
    }

    /// Whether no ground hides a place from a unit, that building apart (SSS 5.9, 11.5).
    pub(crate) fn sees_place(self, id: UnitId, at: Vec2, goal: Option<BuildingId>) -> bool {
        let body = self.body(id);
        let (level, own, touched) = (self.eye_level(id, &body), self.garrisons(id), self.touched_building(&body));
        let between = Between { units: Units::EMPTY, ground: true, level, own, touched, goal };
        self.eyes_of(&self, id, &body, at).into_iter().any(|from| self.ground_is_clear(&between, from, at))
    }

    /// Whether a unit sees a built-up area: the walls nearest to it (SSS 11.7).
    pub fn sees_building(self, id: UnitId, building: BuildingId) -> bool {
        let (body, walls) = (self.body(id), self.rules.building_body(building));
        if self.garrisons(id) == Some(building) {
            return true;
        }
        let between = self.between_walls(id, &body, building, &walls);
        let seen = |from: Vec2| marks_on(&walls, from).any(|to| self.is_clear(&self, &between, from, to, |_| false));
        self.eyes_of(&self, id, &body, walls.center()).into_iter().any(seen)
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
    fn eye_level(self, id: UnitId, body: &Body) -> u8 {
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
        self.rules.ground.relief.level_of(body) + u8::from(card.arm == Arm::Elephants && firearms)
    }

    /// A garrison lines its walls, where it can be seen from outside, or can be seen only by those who touch the building
    /// (SSS 11.7, G29).
    pub(crate) fn can_be_seen_inside(self, stand: &impl Stand, from: &Body, other: UnitId) -> bool {
        let Some(building) = stand.garrison(other).filter(|&building| self.building(building).points > 0) else {
            return true;
        };
        self.rules.options.garrison_seen == GarrisonSeen::AtWalls
            || self.rules.building_body(building).within(from, TOUCH)
    }

    /// Where the bases of a unit's front rank look from; a garrison looks out from the wall nearest to what it looks at.
    fn eyes_of(self, stand: &impl Stand, id: UnitId, body: &Body, at: Vec2) -> ArrayVec<Vec2, 8> {
        let mut eyes = ArrayVec::new();
        if stand.garrison(id).is_some() {
            eyes.push(body.nearest(at));
            return eyes;
        }
        let (left, right) = body.front_ends();
        let bases = i32::from(stand.front_bases(id)).clamp(1, 8);
        for base in 0..bases {
            eyes.push(left + (right - left) * ((f64::from(base) + 0.5) / f64::from(bases)));
        }
        eyes
    }

    /// What may hide a body from another: any unit but friendly foot skirmishers (SSS G7), woods, buildings, hills.
    pub(crate) fn between(
        self,
        stand: &impl Stand,
        who: UnitId,
        from: &Body,
        target: Option<UnitId>,
        to: &Body,
    ) -> Between {
        let side = self.side(who);
        let lane = Segment { a: from.center(), b: to.center() };
        let wide = from.radius().max(to.radius());
        let mut units = Units::EMPTY;
        for other in stand.all().filter(|&other| other != who && Some(other) != target) {
            if !stand.holds(other, |body| lane.passes_near(body, wide)) {
                continue;
            }
            let looked_over = self.side(other) == side && self.is_foot_skirmishers(other);
            if !looked_over && stand.garrison(other).is_none() {
                units.insert(other);
            }
        }
        let ground = self.hides_between(&lane, wide);
        let own = stand.garrison(who);
        let goal = target.and_then(|target| stand.garrison(target));
        let touched = if ground && own.is_none() { self.touched_building(from) } else { None };
        let level = self.eye_level(who, from).max(target.map_or(0, |target| self.eye_level(target, to)));
        Between { units, ground, level, own, touched, goal }
    }

    /// The same where the walls of a building are looked at.
    pub(crate) fn between_walls(self, who: UnitId, from: &Body, building: BuildingId, walls: &Body) -> Between {
        Between { goal: Some(building), ..self.between(&self, who, from, None, walls) }
    }

    fn touched_building(self, body: &Body) -> Option<BuildingId> {
        let mut all = (0..self.state.buildings.len() as u8).map(BuildingId);
        all.find(|&building| self.rules.building_body(building).within(body, TOUCH))
    }

    /// Whether any ground that hides lies so near to a line.
    fn hides_between(self, lane: &Segment, wide: f64) -> bool {
        let ground = &self.rules.ground;
        let (a, b) = (lane.a, lane.b);
        let (west, east) = (a.x.min(b.x) - wide, a.x.max(b.x) + wide);
        let (south, north) = (a.y.min(b.y) - wide, a.y.max(b.y) + wide);
        let near = |area: &scenario::Area| {
            let (from, to) = area.outline.bounds();
            let (from, to) = (from.vec(), to.vec());
            from.x <= east && to.x >= west && from.y <= north && to.y >= south
        };
        let hides = |area: &scenario::Area| is_wood(area.kind) || matches!(area.kind, AreaKind::Town { .. });
        // SSS 42.5: a mirage hides wherever it shows.
        !self.state.mirages.is_empty()
            || !ground.relief.is_flat()
            || ground.areas.iter().any(|area| hides(area) && near(area))
    }

    /// Whether nothing stands between an eye and a place; some units are looked over (SSS G7).
    pub(crate) fn is_clear(
        self,
        stand: &impl Stand,
        between: &Between,
        from: Vec2,
        mark: Vec2,
        over: impl Fn(UnitId) -> bool,
    ) -> bool {
        let cut = |other: UnitId| stand.holds(other, |body| body.is_cut(from, mark, SKIN));
        !between.units.iter().any(|other| cut(other) && !over(other))
            && (!between.ground || self.ground_is_clear(between, from, mark))
    }

    /// Hills a contour above both ends, woods beyond the depth one sees into them, and buildings block sight (SSS 11.5, 11.6,
    /// 11.7, G7).
    fn ground_is_clear(self, between: &Between, eye: Vec2, mark: Vec2) -> bool {
        let ground = &self.rules.ground;
        let top = between.level.max(self.level_at(eye)).max(self.level_at(mark));
        if ground.relief.rises_above(top, eye, mark) || self.mirage_hides(eye, mark) {
            return false;
        }
        let mut woods = Stretches::new();
        let mut within = false;
        for (ix, area) in ground.areas.iter().enumerate() {
            match area.kind {
                kind if is_wood(kind) => {
                    within |= area.outline.contains(eye);
                    for (from, to) in area.outline.pieces_inside(eye, mark) {
                        let _ = woods.try_push((eye.distance(from), eye.distance(to)));
                    }
                }
                AreaKind::Town { .. } => {
                    let building = self.building_in(ix);
                    let other = building.filter(|_| building != between.own && building != between.goal);
                    if other.is_some_and(|building| {
                        !sees_past_houses(&area.outline, eye, mark, between.touched == Some(building))
                    }) {
                        return false;
                    }
                }
                _ => {}
            }
        }
        woods.is_empty() || sees_through(&mut woods, within)
    }
}

const fn is_wood(kind: AreaKind) -> bool {
    matches!(kind, AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::UndecidedWoods)
}

/// Houses hide what is behind them and what stands between them; from among them, or from a place that touches them, one sees
/// 1 BW (SSS 11.7, G151).
fn sees_past_houses(houses: &field::table::Polygon, eye: Vec2, mark: Vec2, touched: bool) -> bool {
    let among = houses.chord(eye, mark);
    if among <= SKIN {
        return true;
    }
    let near = touched && houses.contains(mark);
    (houses.contains(eye) || near) && among <= f64::from(BETWEEN_HOUSES) + TOUCH
}

/// The wood one stands in is seen through for 2 BW, all others on the way for 1 BW together; woods that touch are one (SSS 11.6,
/// G150).
fn sees_through(woods: &mut Stretches, within: bool) -> bool {
    woods.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let (mut own, mut others) = (0.0, 0.0);
    let mut so_far = 0.0_f64;
    let mut leaves = !within;
    for &(from, to) in woods.iter() {
        leaves |= from > so_far + TOUCH;
        let more = (to - from.max(so_far)).max(0.0);
        *(if leaves { &mut others } else { &mut own }) += more;
        so_far = so_far.max(to);
    }
    own <= f64::from(INSIDE_WOODS) + TOUCH && others <= f64::from(INTO_WOODS) + TOUCH
}

/// Places of a body that are looked at from there: the nearest one, corners, and the middle of each edge.
pub(crate) fn marks_on(body: &Body, from: Vec2) -> impl Iterator<Item = Vec2> {
    let marks = body.blocks.iter().flat_map(|block| {
        Edge::ALL.into_iter().flat_map(|edge| {
            let (a, b) = block.edge(edge);
            [a, a.midpoint(b)]
        })
    });
    std::iter::once_with(move || body.nearest(from)).chain(marks)
}
