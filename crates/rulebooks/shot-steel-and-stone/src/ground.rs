//! Terrain classes (SSS G8), and what ground does to those who move over it.

use crate::cards::{Arm, BuildingId, Current, UnitId};
use crate::measures::BW;
use crate::state::{Fire, Over, Plashed, WaySet};
use crate::table::Table;
use field::table::{Block, Body, Cdeg, Point, Polyline, SlopeClass, Sweep, TOUCH, Trail, Vec2, bearing, normal, turn};
use kernel::Refusal;
use scenario::{AreaKind, AreaWord, Cover, LineWord, LinearKind, Terms};

/// Battle files are measured in base widths (SSS G4).
pub const TERMS: Terms = Terms {
    unit: BW,
    name: "base width",
    names: "base widths",
    sizes: [8.0, 120.0],
    usual: [40.0, 30.0],
    beyond: 5.0,
    garrison: 8,
    areas: &[
        AreaWord::LightWoods,
        AreaWord::HeavyWoods,
        AreaWord::Rough,
        AreaWord::Crops,
        AreaWord::Town,
        AreaWord::River,
        AreaWord::Ford,
        AreaWord::Bridge,
        AreaWord::Impassable,
        AreaWord::Difficult,
        AreaWord::Marsh,
        AreaWord::Quicksand,
        AreaWord::Enclosure,
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

/// How a piece of ground is to be moved over (SSS G8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    Open,
    Difficult,
    Rough,
    Building,
    /// Crossed at fords and bridges alone.
    DeepWater,
    Impassable,
}

/// Why somebody cannot pass: the rule, and what it says.
pub type Bar = (&'static str, &'static str);

const OFF_TABLE: Bar = ("SSS 40.5", "only those who run, pursue or evade leave the table");
const GUNS_BY_ROAD: Bar = ("SSS 8.5", "artillery enters bad ground or a ford along tracks and roads only");
const IMPASSABLE: Bar = ("SSS G8", "the ground is impassable");
const DEEP_WATER: Bar = ("SSS G8", "deep water is crossed at fords and bridges only");
const TOO_HIGH: Bar = ("SSS G108", "horses jump nothing higher than a hedge, a fence or a low wall");
const DRY_LAND: Bar = ("SSS T5", "boats keep to the river");

/// How far off the run of a river a boat may head and still be with the stream, or against it (SSS G110).
const WITH_STREAM: Cdeg = 4_500;

/// SSS G8; open woods are difficult, dense ones rough.
pub const fn area_going(kind: AreaKind) -> Going {
    match kind {
        AreaKind::LightWoods | AreaKind::UndecidedWoods | AreaKind::Difficult | AreaKind::Ford => Going::Difficult,
        AreaKind::HeavyWoods | AreaKind::Rough | AreaKind::Marsh | AreaKind::Swamp => Going::Rough,
        AreaKind::Crops | AreaKind::Bridge | AreaKind::Enclosure => Going::Open,
        AreaKind::Town { .. } => Going::Building,
        AreaKind::River => Going::DeepWater,
        AreaKind::Impassable | AreaKind::Quicksand => Going::Impassable,
    }
}

/// Crossing a linear obstacle or fording is difficult (SSS G8).
pub const fn line_going(kind: LinearKind) -> Going {
    match kind {
        LinearKind::Road | LinearKind::Track => Going::Open,
        _ => Going::Difficult,
    }
}

/// What horses jump, if they have to (SSS 8.13, G108); streams are forded.
const fn is_jumped(kind: LinearKind) -> bool {
    matches!(kind, LinearKind::Fence | LinearKind::Hedgerow | LinearKind::LowWall)
}

const fn is_too_high(kind: LinearKind) -> bool {
    matches!(kind, LinearKind::HighWall | LinearKind::LightWorks | LinearKind::HeavyWorks)
}

/// What stands behind a line has this cover from it (SSS G8); works are fortifications.
pub const fn line_cover(kind: LinearKind) -> Cover {
    match kind {
        LinearKind::Fence | LinearKind::Hedgerow => Cover::Soft,
        LinearKind::LowWall | LinearKind::HighWall | LinearKind::LightWorks | LinearKind::HeavyWorks => Cover::Hard,
        LinearKind::Stream { .. } | LinearKind::Road | LinearKind::Track => Cover::None,
    }
}

/// A way leads over a barrier of felled trees: a linear obstacle like a fence (SSS 24.4).
fn crosses_felled_trees(stretch: &Plashed, sweep: &Sweep<'_>) -> bool {
    const STEPS: i32 = 16;
    let steps = if sweep.trail == Trail::Formed { 0 } else { STEPS };
    (0..=steps).any(|step| stands_on(stretch, &sweep.at(f64::from(step) / f64::from(STEPS))))
}

fn stands_on(stretch: &Plashed, body: &Body) -> bool {
    body.grown(-TOUCH).overlaps(&Body::single(Block::segment(stretch.from.vec(), stretch.to.vec())))
}

impl Table<'_> {
    /// The built-up area that an area of the ground is, if it still stands.
    pub fn building_in(self, area: usize) -> Option<BuildingId> {
        let place = self.rules.buildings.iter().position(|card| usize::from(card.area) == area)?;
        Some(BuildingId(place as u8)).filter(|&id| self.building(id).points > 0)
    }

    /// How an area is to be moved over as it lies now: a building that was destroyed is rough (SSS G29).
    pub fn going_in(self, area: usize) -> Going {
        let kind = self.rules.ground.areas[area].kind;
        match area_going(kind) {
            Going::Building if self.building_in(area).is_none() => Going::Rough,
            Going::Impassable if kind == AreaKind::Quicksand && !self.is_quicksand(area) => Going::Open,
            going => going,
        }
    }

    /// What the way of a body leads over, and what bars it (SSS T6, 8.5).
    pub(crate) fn over(self, id: UnitId, sweep: &Sweep<'_>, road: bool, track: bool) -> Result<WaySet, Bar> {
        if self.card(id).arm == Arm::Boat {
            return self.afloat(sweep);
        }
        let mut way = WaySet::default();
        let artillery = self.is_artillery(id) && !self.unit(id).gunless;
        let by_road = road || track;
        if !road {
            way = way.with(Over::OffRoad);
        }
        let ground = &self.rules.ground;
        let mut meets = |going: Going, water: bool| -> Result<(), Bar> {
            match going {
                Going::Open => {}
                Going::Difficult | Going::Rough if by_road && !water => {}
                Going::Difficult | Going::Rough if artillery && !by_road => return Err(GUNS_BY_ROAD),
                Going::Difficult => way = way.with(Over::Difficult),
                Going::Rough => way = way.with(Over::Rough),
                Going::Building => way = way.with(Over::Building),
                Going::DeepWater | Going::Impassable => {}
            }
            if water {
                way = way.with(Over::Water);
            }
            Ok(())
        };
        let mut defile = false;
        let swept = bounds_of(sweep);
        for (ix, area) in ground.areas.iter().enumerate() {
            if lies_beside(swept, area.outline.bounds()) {
                continue;
            }
            let going = self.going_in(ix);
            if going == Going::Open || sweep.within(&area.outline).is_empty() {
                continue;
            }
            let bar = match going {
                Going::Impassable => Some(IMPASSABLE),
                Going::DeepWater => (!self.keeps_dry(sweep)).then_some(DEEP_WATER),
                _ => None,
            };
            if let Some(bar) = bar.filter(|_| !defile) {
                defile = self.squeezes_through(sweep);
                if !defile {
                    return Err(bar);
                }
            }
            if going == Going::Building {
                self.passes_building(id, ix, road)?;
                // SSS 41.4
                if road && self.card(id).arm == Arm::Elephants {
                    continue;
                }
            }
            meets(going, area.kind == AreaKind::Ford)?;
        }
        for slope in ground.relief.slopes.iter().filter(|slope| slope.class != SlopeClass::Gentle) {
            if lies_beside(swept, slope.area.bounds()) || sweep.within(&slope.area).is_empty() {
                continue;
            }
            if slope.class == SlopeClass::Impassable {
                return Err(("SSS G8", "the slope is impassable"));
            }
            meets(Going::Difficult, false)?;
        }
        let (mut jumps, mut jumped) = (0, 0);
        for line in &ground.lines {
            let going = line_going(line.kind);
            if going == Going::Open {
                continue;
            }
            if lies_beside(swept, line.line.bounds()) || sweep.over(&line.line).is_empty() {
                continue;
            }
            meets(going, matches!(line.kind, LinearKind::Stream { .. }))?;
            if by_road || !self.is_mounted(id) {
                continue;
            }
            if is_too_high(line.kind) {
                return Err(TOO_HIGH);
            }
            if is_jumped(line.kind) {
                let [times, bases] = self.leaps(id, sweep, &line.line);
                (jumps, jumped) = (jumps + times, jumped + bases);
            }
        }
        for stretch in self.state.plashed.iter().filter(|stretch| crosses_felled_trees(stretch, sweep)) {
            meets(Going::Difficult, false)?;
            // Like a fence (SSS 24.4, G108).
            if self.is_mounted(id) && !by_road {
                let jumps_it = |sweep: &Sweep<'_>| {
                    u32::from(crosses_felled_trees(stretch, sweep) && !stands_on(stretch, &sweep.at(0.0)))
                };
                let [times, bases] = self.file_by_file(id, sweep, jumps_it);
                (jumps, jumped) = (jumps + times, jumped + bases);
            }
        }
        if defile {
            way = way.with(Over::Defile);
        }
        Ok(way.jumping(jumps, jumped))
    }

    /// How often a body jumps a line, and how many of its bases do, each as often as it does: those behind each other together.
    /// Who stands astride of it has jumped already (SSS 8.13, G108).
    fn leaps(self, id: UnitId, sweep: &Sweep<'_>, line: &Polyline) -> [u32; 2] {
        let over = |sweep: &Sweep<'_>| sweep.over(line).iter().filter(|crossing| crossing.from > 0.0).count() as u32;
        self.file_by_file(id, sweep, over)
    }

    /// How often somebody jumps at most, and how many bases do in all.
    fn file_by_file(self, id: UnitId, sweep: &Sweep<'_>, leaps: impl Fn(&Sweep<'_>) -> u32) -> [u32; 2] {
        let (unit, block) = (self.unit(id), *sweep.before.main());
        let files = u32::from(unit.files.max(1));
        let half = block.half / f64::from(files);
        let file = |file: u32| {
            let aside = block.right() * (f64::from(2 * file + 1) * half - block.half);
            let body = Body::single(Block { front: block.front + aside, half, ..block });
            leaps(&Sweep::new(&body, sweep.trail))
        };
        let (most, sum) = (0..files).map(file).fold((0, 0), |(most, sum), times| (times.max(most), sum + times));
        [most, sum * u32::from(unit.bases).div_ceil(files)]
    }

    /// What bars even a single rider: impassable ground, and deep water away from fords and bridges (SSS G8, G9).
    pub(crate) fn bars_rider(self, sweep: &Sweep<'_>) -> Result<(), Bar> {
        let ground = &self.rules.ground;
        let bars = |area: &&scenario::Area| matches!(area_going(area.kind), Going::Impassable | Going::DeepWater);
        for area in ground.areas.iter().filter(bars).filter(|area| !sweep.within(&area.outline).is_empty()) {
            match area_going(area.kind) {
                Going::Impassable => return Err(("SSS G8", "the ground is impassable")),
                Going::DeepWater if !self.keeps_dry(sweep) => {
                    return Err(("SSS G8", "deep water is crossed at fords and bridges only"));
                }
                _ => {}
            }
        }
        let steep = |slope: &&field::table::Slope| slope.class == SlopeClass::Impassable;
        match ground.relief.slopes.iter().filter(steep).any(|slope| !sweep.within(&slope.area).is_empty()) {
            true => Err(("SSS G8", "the slope is impassable")),
            false => Ok(()),
        }
    }

    fn lies_in(self, kind: AreaKind, at: Vec2) -> bool {
        self.rules.ground.areas.iter().any(|area| area.kind == kind && area.outline.contains(at))
    }

    /// Deep water that no ford and no bridge leads through (SSS G8).
    fn is_deep(self, at: Vec2) -> bool {
        self.lies_in(AreaKind::River, at) && !self.is_crossed(at)
    }

    /// A ford or a bridge leads through there.
    fn is_crossed(self, at: Vec2) -> bool {
        self.lies_in(AreaKind::Ford, at) || self.lies_in(AreaKind::Bridge, at)
    }

    /// Whether all of a body keeps out of deep water on its way.
    fn keeps_dry(self, sweep: &Sweep<'_>) -> bool {
        let swept = bounds_of(sweep);
        let river = |area: &&scenario::Area| area.kind == AreaKind::River && !lies_beside(swept, area.outline.bounds());
        let rivers = || self.rules.ground.areas.iter().filter(river);
        steps_of(sweep).all(|body| {
            body.blocks.iter().all(|block| {
                // Most of its way leads by on dry land.
                let (middle, around) = (block.center(), block.half + block.depth * 0.5);
                let about = (middle - Vec2::new(around, around), middle + Vec2::new(around, around));
                rivers().all(|river| {
                    lies_beside(about, river.outline.bounds())
                        || !mesh_of(block).any(|at| river.outline.contains(at) && !self.is_crossed(at))
                })
            })
        })
    }

    /// One base wide, with room for the middle of it all the way and none for either flank somewhere: a defile narrower than
    /// 1 BW (SSS T6, G41, G109).
    fn squeezes_through(self, sweep: &Sweep<'_>) -> bool {
        let shut = |at: Vec2| {
            let mut areas = self.rules.ground.areas.iter();
            self.is_deep(at)
                || areas.any(|area| area_going(area.kind) == Going::Impassable && area.outline.contains(at))
        };
        let narrow = sweep.before.blocks.len() == 1 && sweep.before.front_width() <= f64::from(BW) + TOUCH;
        let (mut left, mut right) = (false, false);
        narrow
            && steps_of(sweep).all(|body| {
                let block = body.main().grown(-TOUCH);
                let aside = block.right() * block.half;
                let ranks = (block.depth / MESH).ceil().max(1.0) as u32;
                let along = (0..=ranks).map(|rank| block.front - block.dir * (block.depth * share(rank, ranks)));
                along.into_iter().all(|at| {
                    left |= shut(at - aside);
                    right |= shut(at + aside);
                    !shut(at)
                })
            })
            && left
            && right
    }

    /// A boat stays on deep water, and has the stream with it, against it or neither (SSS T5, T6, G110).
    fn afloat(self, sweep: &Sweep<'_>) -> Result<WaySet, Bar> {
        let swims = |at: Vec2| self.lies_in(AreaKind::River, at) && !self.lies_in(AreaKind::Ford, at);
        if !steps_of(sweep).all(|body| mesh_of(body.main()).all(swims)) {
            return Err(DRY_LAND);
        }
        let way = WaySet::default().with(Over::OffRoad);
        let Trail::Straight { dir, dist } = sweep.trail else { return Ok(way) };
        if dist <= TOUCH {
            return Ok(way);
        }
        Ok(way.and(self.stream(sweep.before.center(), normal(bearing(dir)))))
    }

    /// What the water at a place makes of a boat that heads that way.
    fn stream(self, at: Vec2, heads: Cdeg) -> WaySet {
        let here = |current: &&Current| self.rules.ground.areas[usize::from(current.area)].outline.contains(at);
        let off = self.rules.currents.iter().find(here).map(|current| turn(current.flows, heads).abs());
        let way = WaySet::default();
        match off {
            Some(off) if off <= WITH_STREAM => way,
            Some(off) if off >= 18_000 - WITH_STREAM => way.with(Over::OffStream).with(Over::Upstream),
            _ => way.with(Over::OffStream),
        }
    }

    /// Foot goes through a built-up area that does not burn; others by road (SSS 17.2, 17.3).
    fn passes_building(self, id: UnitId, area: usize, road: bool) -> Result<(), Bar> {
        let Some(building) = self.building_in(area) else { return Ok(()) };
        if self.building(building).fire != Fire::None {
            return Err(("SSS 17.12", "nobody enters a burning building"));
        }
        let held = self.enemies_of(id).any(|enemy| self.unit(enemy).inside.is_some_and(|i| i.building == building));
        if held {
            return Err(("SSS 30.2", "the enemy holds it: it has to be attacked"));
        }
        match self.card(id).arm {
            _ if self.is_foot(id) || road => Ok(()),
            Arm::Elephants => Ok(()),
            _ if self.is_artillery(id) => Err(("SSS 17.3", "guns pass through a built-up area by road only")),
            _ => Err(("SSS 17.2", "cavalry passes through a built-up area by road only")),
        }
    }

    /// Whether a straight way runs along a road, and whether along a track or road; a body two bases wide at most fits on one.
    pub(crate) fn by_road(self, body: &Body, from: Vec2, to: Vec2) -> (bool, bool) {
        let narrow = body.front_width() <= f64::from(2 * BW) + TOUCH;
        let along = |track: bool| {
            let fits = |kind: LinearKind| kind == LinearKind::Road || (track && kind == LinearKind::Track);
            let near = |at: Vec2| {
                let mut lines = self.rules.ground.lines.iter().filter(|line| fits(line.kind));
                lines.any(|line| may_lie_by(&line.line, at, ROADSIDE + TOUCH) && line.line.distance(at) <= ROADSIDE)
            };
            narrow && (0..=8).all(|step| near(from + (to - from) * (f64::from(step) / 8.0)))
        };
        let road = along(false);
        (road, road || along(true))
    }

    /// What the way of a unit that has not moved yet has led over: off the road, unless it stands on one.
    pub(crate) fn way_at_rest(self, id: UnitId) -> WaySet {
        let body = self.body(id);
        if self.card(id).arm == Arm::Boat {
            let way = WaySet::default().with(Over::OffRoad);
            let still = self.stream(body.center(), self.unit(id).pose.facing).has(Over::OffStream);
            return if still { way.with(Over::OffStream) } else { way };
        }
        let at = body.main().front;
        if self.by_road(&body, at, at).0 { WaySet::default() } else { WaySet::default().with(Over::OffRoad) }
    }

    /// Whether a body may come to rest there.
    pub(crate) fn may_rest(self, id: UnitId, body: &Body) -> Result<(), Refusal> {
        let refuse = |(rule, why): Bar| Err(Refusal::new(rule, why));
        if !body.within_table(self.rules.ground.width, self.rules.ground.height) {
            return refuse(OFF_TABLE);
        }
        let at = body.main().front;
        let (road, track) = self.by_road(body, at, at);
        if let Err(bar) = self.over(id, &Sweep::new(body, Trail::Formed), road, track) {
            return refuse(bar);
        }
        let (areas, mut built) = (&self.rules.ground.areas, false);
        for (ix, area) in areas.iter().enumerate() {
            built |= self.building_in(ix).is_some() && area.outline.meets_body(body);
        }
        if built && !road {
            return refuse(("SSS 17.1", "a built-up area is held from inside, not stood upon"));
        }
        Ok(())
    }
}

/// An upright rectangle that a body does not leave on its way.
fn bounds_of(sweep: &Sweep<'_>) -> (Vec2, Vec2) {
    /// Far above the noise of the arithmetic.
    const NOISE: f64 = 10.0;
    let (center, radius) = (sweep.before.center(), sweep.before.radius() + NOISE);
    let about = |a: Vec2, b: Vec2, wide: f64| {
        (Vec2::new(a.x.min(b.x) - wide, a.y.min(b.y) - wide), Vec2::new(a.x.max(b.x) + wide, a.y.max(b.y) + wide))
    };
    match sweep.trail {
        Trail::Straight { dir, dist } => about(center, center + dir * dist, radius),
        Trail::Swing { pivot, .. } => about(pivot, pivot, center.distance(pivot) + radius),
        Trail::Formed => about(center, center, radius),
    }
}

/// Two upright rectangles have nothing in common.
fn lies_beside((low, high): (Vec2, Vec2), (min, max): (Point, Point)) -> bool {
    let (min, max) = (min.vec(), max.vec());
    low.x > max.x || high.x < min.x || low.y > max.y || high.y < min.y
}

/// Who goes by a road is no farther from the middle of it.
const ROADSIDE: f64 = BW as f64 / 2.0;

/// Whether a line may come so near to a place, by the upright rectangle about it.
fn may_lie_by(line: &Polyline, at: Vec2, gap: f64) -> bool {
    let (low, high) = line.bounds();
    let (low, high) = (low.vec(), high.vec());
    at.x >= low.x - gap && at.x <= high.x + gap && at.y >= low.y - gap && at.y <= high.y + gap
}

/// How finely bodies are looked at.
const MESH: f64 = 6_000.0;

/// A body at every step of its way, its beginning and its end among them.
fn steps_of<'a>(sweep: &'a Sweep<'_>) -> impl Iterator<Item = Body> + 'a {
    const FINE: f64 = BW as f64 / 4.0;
    let steps = match sweep.trail {
        Trail::Straight { dist, .. } => (dist / FINE).ceil().clamp(1.0, 64.0) as u32,
        Trail::Swing { .. } => 16,
        Trail::Formed => 0,
    };
    (0..=steps).map(move |step| sweep.at(share(step, steps)))
}

fn share(step: u32, of: u32) -> f64 {
    f64::from(step) / f64::from(of.max(1))
}

fn mesh_of(block: &Block) -> impl Iterator<Item = Vec2> + use<> {
    block.grown(-TOUCH).mesh(MESH)
}
