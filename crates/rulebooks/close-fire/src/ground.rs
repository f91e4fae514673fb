//! Terrain classes (CF 1.5, G40), and what ground does to those who move over it, stand behind it or look across it.

use crate::cards::UnitId;
use crate::measures::{YARD, yds};
use crate::state::Stretch;
use crate::table::Table;
use field::table::{Block, Body, SlopeClass, Sweep, TOUCH, Vec2};
use scenario::{AreaKind, AreaWord, Cover, LineWord, LinearKind, Terms};

/// Battle files are measured in yards (CF 1.2); a table of 6 by 4 feet is 1,440 by 960 of them (CF 1.4).
pub const TERMS: Terms = Terms {
    unit: YARD,
    name: "yard",
    names: "yards",
    sizes: [200.0, 4_800.0],
    usual: [1_440.0, 960.0],
    beyond: 240.0,
    garrison: 24,
    areas: &[
        AreaWord::LightWoods,
        AreaWord::HeavyWoods,
        AreaWord::Rough,
        AreaWord::Town,
        AreaWord::River,
        AreaWord::Ford,
        AreaWord::Bridge,
        AreaWord::Impassable,
        AreaWord::Difficult,
        AreaWord::Marsh,
        AreaWord::Swamp,
    ],
    lines: &[
        LineWord::Stream,
        LineWord::Fence,
        LineWord::LowWall,
        LineWord::HighWall,
        LineWord::Hedgerow,
        LineWord::LightWorks,
        LineWord::HeavyWorks,
        LineWord::Road,
        LineWord::Track,
    ],
};

/// How a piece of ground is to be moved over (CF 11.17, 11.18, G40).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Going {
    Good,
    Rough,
    /// Rough, and closed to guns and cavalry off a road.
    Closed,
    /// Nobody crosses it: deep water away from fords and bridges, cliffs.
    Shut,
}

/// What an obstacle costs to cross (CF 1.5, 12.8, 12.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    None,
    /// As rough ground; standing behind it is an advantage of ground.
    Minor,
    Major,
}

/// How well those behind something are protected from fire (CF 18.5, 18.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Protection {
    None,
    /// Hides and does not protect.
    Cover,
    /// Walls and barricades.
    Hard,
    /// Hasty works: hard cover, and +1 in combat.
    Fieldworks,
    /// Earthworks, walls, parapets: +2 in combat.
    Fortifications,
}

/// What a line of the ground is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Works {
    pub obstacle: Obstacle,
    /// Harder for cavalry, such as chevaux de frise (CF 12.9).
    pub frise: bool,
    /// A ditch that fascines can fill (CF 12.10).
    pub fillable: bool,
    pub protection: Protection,
    /// A fortress wall, crossed with ladders or through a breach only (CF G38).
    pub wall: bool,
    /// Gaps in it (CF 18.22).
    pub breaches: Vec<Stretch>,
}

impl Works {
    /// What a line is of which the battle file says no more (CF 1.5, G40).
    pub fn usual(kind: LinearKind) -> Works {
        let (obstacle, protection) = match kind {
            LinearKind::Road | LinearKind::Track => (Obstacle::None, Protection::None),
            LinearKind::Stream { steep_banks: false } | LinearKind::Fence => (Obstacle::Minor, Protection::None),
            LinearKind::Stream { steep_banks: true } => (Obstacle::Major, Protection::None),
            LinearKind::Hedgerow => (Obstacle::Major, Protection::Cover),
            LinearKind::LowWall | LinearKind::HighWall => (Obstacle::Major, Protection::Hard),
            LinearKind::LightWorks => (Obstacle::Major, Protection::Fieldworks),
            LinearKind::HeavyWorks => (Obstacle::Major, Protection::Fortifications),
        };
        Works { obstacle, frise: false, fillable: false, protection, wall: false, breaches: Vec::new() }
    }
}

/// CF G40
pub const fn area_going(kind: AreaKind) -> Going {
    match kind {
        AreaKind::LightWoods
        | AreaKind::UndecidedWoods
        | AreaKind::Rough
        | AreaKind::Difficult
        | AreaKind::Marsh
        | AreaKind::Quicksand
        | AreaKind::Ford => Going::Rough,
        AreaKind::HeavyWoods | AreaKind::Swamp | AreaKind::Town { .. } => Going::Closed,
        AreaKind::Crops | AreaKind::Bridge | AreaKind::Enclosure => Going::Good,
        AreaKind::River | AreaKind::Impassable => Going::Shut,
    }
}

/// Woods and towns, which hide who stands in them (CF 7.3, 18.5).
pub const fn hides(kind: AreaKind) -> bool {
    matches!(kind, AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::UndecidedWoods | AreaKind::Town { .. })
}

/// A town that was barricaded is hard cover (CF 18.5, G40).
pub const fn area_protection(kind: AreaKind) -> Protection {
    match kind {
        AreaKind::Town { shooting: Cover::Hard, .. } => Protection::Hard,
        _ if hides(kind) => Protection::Cover,
        _ => Protection::None,
    }
}

/// Why somebody cannot pass: the rule, and what it says.
pub type Bar = (&'static str, &'static str);

/// How finely the ground under a body is looked at.
const MESH: f64 = 10.0 * YARD as f64;
/// More than what reckoning is out by.
const NEXT: f64 = 2.0;

impl Table<'_> {
    /// Deep water and the like that no ford, bridge or road leads through.
    fn is_shut(self, at: Vec2) -> bool {
        let lies = |kinds: fn(AreaKind) -> bool| {
            self.rules.ground.areas.iter().any(|area| kinds(area.kind) && area.outline.contains(at))
        };
        lies(|kind| area_going(kind) == Going::Shut) && !lies(|kind| matches!(kind, AreaKind::Ford | AreaKind::Bridge))
    }

    /// How ground is to be moved over at one place, roads left out of account.
    pub fn going_at(self, at: Vec2) -> Going {
        let ground = &self.rules.ground;
        if self.is_shut(at) {
            return Going::Shut;
        }
        let inside = |area: &&scenario::Area| area.outline.contains(at);
        let areas = ground.areas.iter().filter(inside).map(|area| area_going(area.kind));
        let slope = ground.relief.slope_at(at).map_or(Going::Good, |slope| match slope.class {
            SlopeClass::Gentle => Going::Good,
            SlopeClass::Steep => Going::Rough,
            SlopeClass::Impassable => Going::Closed,
        });
        areas.filter(|&going| going != Going::Shut).fold(slope, Going::max)
    }

    /// Some of a body stands in deep water or on other ground that nobody crosses.
    pub(crate) fn stands_in_water(self, body: &Body) -> bool {
        let shut =
            |area: &scenario::Area| area_going(area.kind) == Going::Shut && area.outline.maybe_within(body, NEXT);
        self.rules.ground.areas.iter().any(shut) && self.is_in_water(body)
    }

    /// Whether some ground that is no good going, or worse, may lie within so much of a body: if not, none does.
    pub(crate) fn is_near_ground(self, body: &Body, gap: f64, least: Going) -> bool {
        let ground = &self.rules.ground;
        let slope = |class: SlopeClass| match class {
            SlopeClass::Gentle => Going::Good,
            SlopeClass::Steep => Going::Rough,
            SlopeClass::Impassable => Going::Closed,
        };
        let near = |outline: &field::table::Polygon| outline.maybe_within(body, gap + NEXT);
        ground.areas.iter().any(|area| area_going(area.kind) >= least && near(&area.outline))
            || ground.relief.slopes.iter().any(|one| slope(one.class) >= least && near(&one.area))
    }

    fn is_in_water(self, body: &Body) -> bool {
        body.blocks.iter().any(|block| block.mesh(MESH).any(|at| self.is_shut(at)))
    }

    /// A road leads by the middle of a body's front, or under it (CF 11.19).
    pub fn on_road(self, body: &Body) -> bool {
        let roads = self.rules.ground.lines.iter().filter(|line| is_road(line.kind));
        let mut roads = roads.map(|road| &road.line);
        roads.any(|road| body.main().distance_to_point(road.nearest(body.main().front).1) <= f64::from(yds(10)))
    }

    /// The stretches of a line that are open: breaches of works, ditches that were filled within the frontage of who filled
    /// them (CF 12.10, 18.22, G38).
    pub fn is_open(self, line: usize, body: &Body) -> bool {
        let breaches = self.rules.works[line].breaches.iter();
        let filled = self.state.filled.iter().filter(|_| self.rules.works[line].fillable);
        let (left, right) = body.front_ends();
        breaches.chain(filled).any(|gap| {
            let (a, b) = (gap.from.vec(), gap.to.vec());
            let along = (b - a).unit();
            let place = |p: Vec2| (p - a).dot(along);
            let near = Body::single(Block::segment(a, b)).distance(body) <= f64::from(yds(60));
            let (low, high) = (place(left).min(place(right)), place(left).max(place(right)));
            near && low >= -TOUCH && high <= (b - a).len() + TOUCH
        })
    }

    /// The obstacles that a way leads over, each with its place on the list of lines (CF 12.8, G38).
    pub fn obstacles_on(self, sweep: &Sweep<'_>) -> impl Iterator<Item = usize> {
        let crossed = |line: usize| {
            let linear = &self.rules.ground.lines[line];
            self.rules.works[line].obstacle != Obstacle::None
                && sweep.over(&linear.line).iter().any(|span| span.to > span.from || span.from > 0.0)
        };
        let hits: Vec<usize> = (0..self.rules.ground.lines.len()).filter(|&line| crossed(line)).collect();
        hits.into_iter()
    }

    /// The protection of a unit against somebody who fires or comes from there (CF 18.5, G40, G83): what stands up to 10 yds
    /// before it on that line, or the cover it stands in.
    pub fn protection(self, id: UnitId, from: Vec2) -> Protection {
        let body = self.body(id);
        let at = body.center();
        let areas = self.rules.ground.areas.iter().filter(|area| area.outline.contains(at));
        let inside = areas.map(|area| area_protection(area.kind)).max().unwrap_or(Protection::None);
        let works = self.works_before(id, from).map(|(_, protection)| protection);
        works.fold(inside, Protection::max)
    }

    /// The works up to 10 yds before a unit that the line from somewhere crosses, by place on the list of lines; those put up
    /// before the battle have none (CF 5.6, G40).
    pub fn works_before(self, id: UnitId, from: Vec2) -> impl Iterator<Item = (Option<usize>, Protection)> {
        let body = self.body(id).into_body();
        let to = body.nearest(from);
        let reach = f64::from(yds(10)) + TOUCH;
        let ends = (from, to + (to - from).unit() * 1.0);
        let lines = &self.rules.ground.lines;
        let near = body.clone();
        let drawn = (0..lines.len()).filter_map(move |ix| {
            let works = &self.rules.works[ix];
            let shelters = works.protection != Protection::None
                && lines[ix].line.distance_to_body(&near) <= reach
                && lines[ix].line.crosses(ends.0, ends.1).is_some_and(|at| !self.is_breach(ix, at));
            shelters.then_some((Some(ix), works.protection))
        });
        let put_up = self.state.works.iter().filter_map(move |works| {
            let line = Block::segment(works.from.vec(), works.to.vec());
            let near = body.blocks.iter().any(|block| block.distance(&line) <= reach);
            (near && line.grown(1.0).is_cut(ends.0, ends.1)).then_some((None, Protection::Fortifications))
        });
        drawn.chain(put_up)
    }

    /// A place on a line lies in one of its breaches.
    pub fn is_breach(self, line: usize, at: Vec2) -> bool {
        self.rules.works[line]
            .breaches
            .iter()
            .any(|gap| Block::segment(gap.from.vec(), gap.to.vec()).distance_to_point(at) <= f64::from(yds(5)))
    }
}

pub const fn is_road(kind: LinearKind) -> bool {
    matches!(kind, LinearKind::Road | LinearKind::Track)
}
