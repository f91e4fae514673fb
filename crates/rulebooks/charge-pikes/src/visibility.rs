//! Chapter 10: visibility, with what chapter 19 says of seeing in woods, past crests and through hedges.
//!
//! A unit sees another when some straight line between them is clear. Lines run from the nearest places and from the
//! corners of each body, and past the corners of whoever and whatever is in the way.

mod bends;
mod known;

use self::bends::Bend;
pub use self::known::Sights;
pub(crate) use self::known::stamped;
use crate::cards::UnitId;
use crate::state::{Formation, Place, Unit, Woods};
use crate::table::Table;
use crate::terrain::Hedge;
use arrayvec::ArrayVec;
use field::table::{Block, Body, Point, Segment, TOUCH, Um, Vec2, defile, sees_over};
use scenario::{AreaKind, LinearKind};

/// One of those between whom a line of sight runs.
#[derive(Clone, Copy)]
struct Party<'b> {
    id: UnitId,
    body: &'b Body,
    /// The town block it holds.
    inside: Option<u8>,
    revealed: bool,
}

impl<'b> Party<'b> {
    fn of(id: UnitId, unit: &Unit, body: &'b Body) -> Party<'b> {
        Party { id, body, inside: unit.inside, revealed: unit.revealed }
    }
}

/// Who looks at whom, and for what.
#[derive(Clone, Copy)]
struct Gaze<'b> {
    viewer: Option<Party<'b>>,
    target: Option<Party<'b>>,
    viewer_level: u8,
    target_level: u8,
    /// Officers at a crest count as eyes (CP 19.3.6); muskets have none.
    peeking: bool,
}

impl Gaze<'_> {
    /// Whether somebody at either end looks down over something whose top reaches so high.
    fn over(&self, top: u8) -> bool {
        sees_over(self.viewer_level, self.target_level, top)
    }

    fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.viewer.iter().chain(self.target.iter()).map(|party| party.body)
    }

    fn revealed(&self) -> bool {
        self.target.is_some_and(|party| party.revealed)
    }
}

/// The corners of a body, and its nearest place.
const MOST_ENDS: usize = 33;

type Blockers = ArrayVec<UnitId, 64>;

impl Table<'_> {
    /// Whether a unit sees another well enough to shoot: without peeking over crests.
    pub fn sees_to_shoot(self, viewer: UnitId, target: UnitId) -> bool {
        self.looks(viewer, target, false, true)
    }

    /// Whether the ground alone lets a unit shoot at another as it stands or stood, leaving other units aside.
    pub(crate) fn ground_lets_shoot_at(self, viewer: UnitId, (id, inside, body): (UnitId, Option<u8>, &Body)) -> bool {
        let target = Party { id, body, inside, revealed: self.unit(id).revealed };
        let own = self.body(viewer);
        self.unit(viewer).place == Place::Table
            && self.looks_at(Party::of(viewer, self.unit(viewer), &own), target, false, false)
    }

    /// Whether a unit would see another, if the two stood there.
    pub(crate) fn would_see(self, (viewer, there): (UnitId, &Body), (target, yonder): (UnitId, &Body)) -> bool {
        let on_table = self.unit(viewer).place == Place::Table && self.unit(target).place == Place::Table;
        let party = |id: UnitId, body| Party::of(id, self.unit(id), body);
        on_table && self.looks_at(Party::of(viewer, self.unit(viewer), there), party(target, yonder), true, true)
    }

    /// Whether an enemy that the unit sees stands within a distance.
    pub fn visible_enemy_within(self, id: UnitId, distance: Um) -> bool {
        let body = self.body(id);
        let distance = f64::from(distance) + TOUCH;
        self.enemies_of(id).any(|enemy| {
            self.is_troops(enemy)
                && self.maybe_near(enemy, body.center(), body.radius() + distance)
                && body.within(&self.body(enemy), distance)
                && self.sees(id, enemy)
        })
    }

    /// Whether the line between two places is clear of ground and of units, those named left aside.
    pub fn sight_clear(self, from: Vec2, to: Vec2, ignore: &[UnitId], from_level: u8, to_level: u8) -> bool {
        let gaze =
            Gaze { viewer: None, target: None, viewer_level: from_level, target_level: to_level, peeking: false };
        self.ground_clear(&gaze, from, to) && self.units_clear(from, to, &self.blockers(&gaze, from, to, 0.0, ignore))
    }

    /// Whether no ground that hides anything comes near the way between two bodies, so that no line need be followed.
    fn open_between(self, one: &Body, other: &Body) -> bool {
        let ground = &self.rules.ground;
        let (a, b, reach) = (one.center(), other.center(), one.radius().max(other.radius()));
        let (west, east) = (a.x.min(b.x) - reach, a.x.max(b.x) + reach);
        let (south, north) = (a.y.min(b.y) - reach, a.y.max(b.y) + reach);
        let near = |(low, high): (Point, Point)| {
            east >= f64::from(low.x)
                && west <= f64::from(high.x)
                && north >= f64::from(low.y)
                && south <= f64::from(high.y)
        };
        let hides =
            |kind: &LinearKind| matches!(kind, LinearKind::LightWorks | LinearKind::Hedgerow | LinearKind::HeavyWorks);
        !ground.areas.iter().any(|area| height(&area.kind).is_some() && near(area.outline.bounds()))
            && !ground.lines.iter().any(|line| hides(&line.kind) && near(line.line.bounds()))
            && !ground.relief.crests.iter().any(|(crest, _)| near(crest.bounds()))
    }

    /// The contour level a unit stands on.
    pub fn level(self, id: UnitId) -> u8 {
        if self.rules.ground.relief.levels.is_empty() { 0 } else { self.rules.ground.relief.level_of(&self.body(id)) }
    }

    fn looks(self, viewer: UnitId, target: UnitId, peeking: bool, units: bool) -> bool {
        if self.unit(viewer).place != Place::Table || self.unit(target).place != Place::Table {
            return false;
        }
        let (own, theirs) = (self.body(viewer), self.body(target));
        let [viewer, target] = [(viewer, &own), (target, &theirs)].map(|(id, body)| Party::of(id, self.unit(id), body));
        self.looks_at(viewer, target, peeking, units)
    }

    fn looks_at(self, viewer: Party<'_>, target: Party<'_>, peeking: bool, units: bool) -> bool {
        let (own, theirs) = (viewer.body, target.body);
        let open = target.inside.is_none() && self.open_between(own, theirs);
        if open && !units {
            return true;
        }
        let relief = &self.rules.ground.relief;
        let level = |body: &Body| if relief.levels.is_empty() { 0 } else { relief.level_of(body) };
        let gaze = Gaze {
            viewer: Some(viewer),
            target: Some(target),
            viewer_level: level(own),
            target_level: level(theirs),
            peeking,
        };
        let (a, b) = (own.center(), theirs.center());
        let width = own.radius() + theirs.radius();
        let ends = [viewer.id, target.id];
        let blockers = if units { self.blockers(&gaze, a, b, width, &ends) } else { Blockers::new() };
        if open && blockers.is_empty() {
            return true;
        }
        let (eyes, marks) = (places(own, b), places(theirs, a));
        const ORDER: [(usize, usize); 9] = [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 2), (1, 2), (2, 1)];
        let clear = |from: Vec2, to: Vec2| {
            (open || self.ground_clear(&gaze, from, to)) && self.units_clear(from, to, &blockers)
        };
        // Among trees and at their edge it counts how near the two are.
        let nearest = |body: &Body, corner: Vec2| within(body, body.nearest(corner));
        let near = || {
            own.corners().any(|corner| clear(within(own, corner), nearest(theirs, corner)))
                || theirs.corners().any(|corner| clear(nearest(own, corner), within(theirs, corner)))
        };
        ORDER.iter().any(|&(eye, mark)| clear(eyes[eye], marks[mark]))
            || (!open && near())
            || self.any_line_past(&self.bends(&blockers, own, theirs, open), (own, eyes[0]), (theirs, marks[0]), clear)
    }

    /// Tries the lines that just pass the corners of what is in the way: between two bodies there is a clear line
    /// only if one of these is clear, save for a hair's breadth (CP 10.4).
    fn any_line_past(
        self,
        corners: &[Bend],
        (own, eye): (&Body, Vec2),
        (theirs, mark): (&Body, Vec2),
        clear: impl Fn(Vec2, Vec2) -> bool,
    ) -> bool {
        let far = own.center().distance(theirs.center()) + own.radius() + theirs.radius();
        // The line through two places, from where it leaves the one body to where it comes to the other.
        let through = |one: Vec2, two: Vec2| {
            let dir = (two - one).unit();
            let (back, ahead) = (one - dir * far, two + dir * far);
            meeting(own, ahead, back).zip(meeting(theirs, back, ahead)).is_some_and(|(from, to)| {
                let leads = (to - from).dot(dir) > 0.0;
                leads && clear(from, to)
            })
        };
        // Most lines pass the circle about one of the two bodies, and need not be followed.
        let meets_both = |one: Vec2, two: Vec2| {
            let dir = (two - one).unit();
            [own, theirs].iter().all(|body| (body.center() - one).cross(dir).abs() <= body.radius() + TOUCH)
        };
        let either_way = |one: &Bend, two: &Bend| {
            let passed = || [one, two].iter().all(|bend| bend.lets_by(two.at - one.at));
            meets_both(one.at, two.at) && passed() && (through(one.at, two.at) || through(two.at, one.at))
        };
        let ends_of = |body: &Body, near: Vec2| -> ArrayVec<Bend, MOST_ENDS> {
            let corners = body.corners().map(|corner| within(body, corner));
            corners.chain([near]).map(Bend::place).take(MOST_ENDS).collect()
        };
        let (eyes, marks) = (ends_of(own, eye), ends_of(theirs, mark));
        let ends = || eyes.iter().chain(&marks);
        corners.iter().enumerate().any(|(ix, corner)| {
            ends().any(|end| either_way(end, corner)) || corners.iter().take(ix).any(|other| either_way(other, corner))
        })
    }

    /// Units that may stand in a line of sight, or beside it so near that they narrow it.
    fn blockers(self, gaze: &Gaze<'_>, from: Vec2, to: Vec2, width: f64, ignore: &[UnitId]) -> Blockers {
        let (dir, length) = ((to - from).unit(), from.distance(to));
        let margin = width + f64::from(self.inches(2));
        let beside = |at: Vec2, reach: f64| {
            let offset = at - from;
            let along = offset.dot(dir);
            offset.cross(dir).abs() <= reach && along >= -reach && along <= length + reach
        };
        let mut found = Blockers::new();
        for id in self.on_table().filter(|id| !ignore.contains(id) && self.blocks_sight(*id)) {
            let body = self.body(id);
            // CP 10.3: from a higher contour one sees over them.
            if beside(body.center(), margin + body.radius()) && !gaze.over(self.level(id)) {
                self.state.overflow.keep(&mut found, id);
            }
        }
        found
    }

    /// CP 10.2: close order and unlimbered guns. A garrison is hidden in its block, which blocks by itself.
    fn blocks_sight(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let guns = self.is_guns(id) && unit.formation == Formation::Unlimbered;
        let close_order = self.is_troops(id) && !self.is_open_order(id) && !self.is_battery(id);
        unit.inside.is_none() && (guns || close_order)
    }

    /// CP 10.4: nobody in the line, and a gap of 2(1.5)" between those on either side of it.
    fn units_clear(self, from: Vec2, to: Vec2, blockers: &Blockers) -> bool {
        if blockers.is_empty() {
            return true;
        }
        let gap = f64::from(self.inches(2));
        let bodies = blockers.iter().map(|&id| self.body(id));
        let passed = defile(&Segment { a: from, b: to }, gap, &bodies);
        passed.is_some_and(|narrowest| narrowest.is_none_or(|gate| gate.width >= gap - TOUCH))
    }

    /// CP 10.1: nothing on the ground in the way.
    fn ground_clear(self, gaze: &Gaze<'_>, from: Vec2, to: Vec2) -> bool {
        self.garrison_seen(gaze, from, to)
            && self.areas_clear(gaze, from, to)
            && self.lines_clear(gaze, from, to)
            && self.crests_clear(gaze, from, to)
    }

    /// CP 19.7.4b, 19.7.4c: a garrison is seen from 8(6)", and from afar once it is known.
    fn garrison_seen(self, gaze: &Gaze<'_>, from: Vec2, to: Vec2) -> bool {
        let inside = gaze.target.is_some_and(|party| party.inside.is_some());
        !inside || gaze.revealed() || from.distance(to) <= f64::from(self.inches(8)) + TOUCH
    }

    fn areas_clear(self, gaze: &Gaze<'_>, from: Vec2, to: Vec2) -> bool {
        let ground = &self.rules.ground;
        let holds = |party: Option<Party<'_>>, ix: usize| party.is_some_and(|party| party.inside == Some(ix as u8));
        let hides = |ix: &usize| {
            height(&ground.areas[*ix].kind).is_some() && !holds(gaze.viewer, *ix) && !holds(gaze.target, *ix)
        };
        let all = (0..ground.areas.len()).filter(hides);
        let outlines = all.clone().map(|ix| &ground.areas[ix].outline);
        all.clone().all(|ix| {
            let area = &ground.areas[ix];
            let Some(height) = height(&area.kind).filter(|_| area.outline.maybe_meets_segment(from, to)) else {
                return true;
            };
            // Between two woods or houses that adjoin there is nothing to look through (ruling G101).
            let seam = area.outline.seam(&outlines, from, to);
            if seam.is_none() && !area.outline.meets_segment(from, to) {
                return true;
            }
            let depth = area.outline.chord(from, to) + seam.map_or(0.0, |(one, other)| one.distance(other));
            match (area.outline.contains(from), area.outline.contains(to)) {
                (false, false) => {
                    // It stands as high as the highest ground that the line finds in it.
                    let between = seam.map(|(one, other)| ground.relief.highest_between(one, other));
                    let ground = ground.relief.highest_within(&area.outline, from, to).max(between);
                    depth <= TOUCH || ground.is_none_or(|level| gaze.over(level + height))
                }
                (true, true) => from.distance(to) <= self.sight_among_trees(ix),
                // CP 19.1.4
                (true, false) => depth <= f64::from(self.edge_depth()) + TOUCH,
                (false, true) => gaze.revealed() || self.seen_at_edge(from, to, depth),
            }
        })
    }

    /// CP 19.1.2: near the edge and near the observer.
    fn seen_at_edge(self, from: Vec2, to: Vec2, depth: f64) -> bool {
        depth <= f64::from(self.edge_depth()) + TOUCH && from.distance(to) <= f64::from(self.inches(8)) + TOUCH
    }

    /// CP 19.1.10: two inches in heavy woods; as far as one sees into them in light woods.
    fn sight_among_trees(self, area: usize) -> f64 {
        f64::from(match self.woods(area) {
            Some(Woods::Heavy) => self.inches(2),
            _ => self.inches(8),
        }) + TOUCH
    }

    fn lines_clear(self, gaze: &Gaze<'_>, from: Vec2, to: Vec2) -> bool {
        let ground = &self.rules.ground;
        ground.lines.iter().enumerate().all(|(ix, line)| {
            // CP 10.6, 19.8.4, 19.8.5d: heavy works are a contour high, light ones hide only what is level with them.
            let height = match line.kind {
                LinearKind::LightWorks | LinearKind::Hedgerow => 0,
                LinearKind::HeavyWorks => 1,
                _ => return true,
            };
            // Every place where the line is crossed must let the eye pass.
            line.line.crossings(from, to).all(|(position, at)| {
                gaze.over(ground.relief.level_at(at) + height)
                    || match line.kind {
                        LinearKind::Hedgerow => match self.hedge_at(ix, position) {
                            // CP 19.4.7a
                            Hedge::Whole => false,
                            // CP 19.4.7b: whoever stands at the loopholes sees through, and is seen.
                            Hedge::Loopholed => self.somebody_at(gaze, at),
                            Hedge::Broken => true,
                        },
                        // Those who line the works there look over them.
                        _ => self.somebody_at(gaze, at),
                    }
            })
        })
    }

    fn somebody_at(self, gaze: &Gaze<'_>, at: Vec2) -> bool {
        gaze.bodies().any(|body| body.distance_to_point(at) <= f64::from(self.edge_depth()) + TOUCH)
    }

    /// CP 19.3.2: nothing is seen past a crest, save from above it; CP 19.3.6: or by those who peek over it.
    fn crests_clear(self, gaze: &Gaze<'_>, from: Vec2, to: Vec2) -> bool {
        let relief = &self.rules.ground.relief;
        let close = if gaze.peeking { f64::from(self.inches(2)) } else { 0.0 } + 2.0 * TOUCH;
        relief.crests_between(from, to).all(|crossing| {
            gaze.over(crossing.level) || gaze.bodies().any(|body| relief.crests[crossing.index].0.within(body, close))
        })
    }
}

/// CP 10.5: woods and buildings are two contours high; CP 10.7: crops hide what is level with them.
fn height(kind: &AreaKind) -> Option<u8> {
    match kind {
        AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::UndecidedWoods => Some(2),
        // CP 19.7.4a
        AreaKind::Town { .. } => Some(2),
        AreaKind::Crops => Some(0),
        _ => None,
    }
}

/// Where a line from `from` to `to` first comes to a body, a little inside it.
fn meeting(body: &Body, from: Vec2, to: Vec2) -> Option<Vec2> {
    const INSIDE: f64 = 1_000.0;
    let hits = body.blocks.iter().filter_map(|block| block.enters(from, to)).reduce(f64::min)?;
    Some(from + (to - from) * hits + (to - from).unit() * INSIDE)
}

/// The place of a body nearest to an observer and both ends of its front, each a little inside it.
fn places(body: &Body, observer: Vec2) -> [Vec2; 3] {
    let (left, right) = body.front_ends();
    [body.nearest(observer), left, right].map(|place| within(body, place))
}

/// A place on the edge of a body, a little inside it.
fn within(body: &Body, place: Vec2) -> Vec2 {
    const INSIDE: f64 = 1_000.0;
    let block = body
        .blocks
        .iter()
        .min_by(|a, b| a.distance_to_point(place).total_cmp(&b.distance_to_point(place)))
        .map_or(body.center(), Block::center);
    place + (block - place).unit() * INSIDE.min(block.distance(place))
}
