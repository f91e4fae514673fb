//! Chapter 10: visibility, with what chapter 19 says of seeing in woods, past crests and through hedges.
//!
//! A unit sees another when some straight line between them is clear. Lines run from the nearest places and from both
//! ends of each front.

use crate::cards::UnitId;
use crate::state::{Formation, Place, Woods};
use crate::table::Table;
use crate::terrain::Hedge;
use arrayvec::ArrayVec;
use field::table::{Block, Body, Look, Point, Polyline, Segment, TOUCH, Um, Vec2, sees_over};
use scenario::{AreaKind, LinearKind};

/// Who looks at whom, and for what.
#[derive(Clone, Copy)]
struct Gaze<'b> {
    viewer: Option<(UnitId, &'b Body)>,
    target: Option<(UnitId, &'b Body)>,
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
        self.viewer.iter().chain(self.target.iter()).map(|(_, body)| *body)
    }

    fn revealed(&self, table: Table<'_>) -> bool {
        self.target.is_some_and(|(id, _)| table.unit(id).revealed)
    }
}

type Blockers = ArrayVec<UnitId, 64>;

impl Table<'_> {
    /// Whether a unit sees another, for charging and for everything that asks who is visible.
    pub fn sees(self, viewer: UnitId, target: UnitId) -> bool {
        self.looks(viewer, target, true, true)
    }

    /// Whether a unit sees another well enough to shoot: without peeking over crests.
    pub fn sees_to_shoot(self, viewer: UnitId, target: UnitId) -> bool {
        self.looks(viewer, target, false, true)
    }

    /// Whether the ground alone lets a unit shoot at another, leaving other units aside.
    pub fn ground_lets_shoot(self, viewer: UnitId, target: UnitId) -> bool {
        self.looks(viewer, target, false, false)
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

    /// Whether the line between two places is clear of ground, whoever stands in it.
    pub fn ground_sight_clear(self, from: Vec2, to: Vec2, from_level: u8, to_level: u8) -> bool {
        let gaze =
            Gaze { viewer: None, target: None, viewer_level: from_level, target_level: to_level, peeking: false };
        self.ground_clear(&gaze, from, to)
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
        let open = self.unit(target).inside.is_none() && self.open_between(&own, &theirs);
        if open && !units {
            return true;
        }
        let relief = &self.rules.ground.relief;
        let level = |body: &Body| if relief.levels.is_empty() { 0 } else { relief.level_of(body) };
        let gaze = Gaze {
            viewer: Some((viewer, &own)),
            target: Some((target, &theirs)),
            viewer_level: level(&own),
            target_level: level(&theirs),
            peeking,
        };
        let (a, b) = (own.center(), theirs.center());
        let width = own.radius() + theirs.radius();
        let blockers = if units { self.blockers(&gaze, a, b, width, &[viewer, target]) } else { Blockers::new() };
        if open && blockers.is_empty() {
            return true;
        }
        let eyes = places(&own, b);
        let marks = places(&theirs, a);
        const ORDER: [(usize, usize); 9] = [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 2), (1, 2), (2, 1)];
        ORDER.iter().any(|&(eye, mark)| {
            let (from, to) = (eyes[eye], marks[mark]);
            (open || self.ground_clear(&gaze, from, to)) && self.units_clear(from, to, &blockers)
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
        let mut look = Look::along(&Segment { a: from, b: to }, gap);
        blockers.iter().all(|&id| look.past(&self.body(id))) && look.lane().is_open(gap)
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
        let inside = gaze.target.is_some_and(|(id, _)| self.unit(id).inside.is_some());
        !inside || gaze.revealed(self) || from.distance(to) <= f64::from(self.inches(8)) + TOUCH
    }

    fn areas_clear(self, gaze: &Gaze<'_>, from: Vec2, to: Vec2) -> bool {
        let ground = &self.rules.ground;
        ground.areas.iter().enumerate().all(|(ix, area)| {
            let Some(height) = height(&area.kind) else { return true };
            let holds =
                |party: Option<(UnitId, &Body)>| party.is_some_and(|(id, _)| self.unit(id).inside == Some(ix as u8));
            if holds(gaze.viewer) || holds(gaze.target) || !area.outline.meets_segment(from, to) {
                return true;
            }
            let depth = area.outline.chord(from, to);
            match (area.outline.contains(from), area.outline.contains(to)) {
                (false, false) => {
                    depth <= TOUCH
                        || area
                            .outline
                            .crossing(from, to)
                            .is_none_or(|at| gaze.over(ground.relief.level_at(at) + height))
                }
                (true, true) => from.distance(to) <= self.sight_among_trees(ix),
                // CP 19.1.4
                (true, false) => depth <= f64::from(self.edge_depth()) + TOUCH,
                (false, true) => gaze.revealed(self) || self.seen_at_edge(from, to, depth),
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
            let Some(at) = line.line.crosses(from, to) else { return true };
            if gaze.over(ground.relief.level_at(at) + height) {
                return true;
            }
            match line.kind {
                LinearKind::Hedgerow => match self.hedge_at(ix, line.line.nearest(at).0) {
                    // CP 19.4.7a
                    Hedge::Whole => false,
                    // CP 19.4.7b: whoever stands at the loopholes sees through, and is seen.
                    Hedge::Loopholed => self.somebody_at(gaze, &line.line),
                    Hedge::Broken => true,
                },
                // Those who line the works look over them.
                _ => self.somebody_at(gaze, &line.line),
            }
        })
    }

    fn somebody_at(self, gaze: &Gaze<'_>, line: &Polyline) -> bool {
        gaze.bodies().any(|body| line.within(body, f64::from(self.edge_depth()) + TOUCH))
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

/// The place of a body nearest to an observer and both ends of its front, each a little inside it.
fn places(body: &Body, observer: Vec2) -> [Vec2; 3] {
    const INSIDE: f64 = 1_000.0;
    let inside = |place: Vec2| {
        let block = body
            .blocks
            .iter()
            .min_by(|a, b| a.distance_to_point(place).total_cmp(&b.distance_to_point(place)))
            .map_or(body.center(), Block::center);
        place + (block - place).unit() * INSIDE.min(block.distance(place))
    };
    let (left, right) = body.front_ends();
    [inside(body.nearest(observer)), inside(left), inside(right)]
}
