//! Terrain classes (SSS G8), and what ground does to those who move over it.

use crate::cards::{Arm, BuildingId, UnitId};
use crate::measures::BW;
use crate::state::{Fire, Over, WaySet};
use crate::table::Table;
use field::table::{Body, SlopeClass, Sweep, TOUCH, Trail, Vec2};
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

/// SSS G8; open woods are difficult, dense ones rough.
pub const fn area_going(kind: AreaKind) -> Going {
    match kind {
        AreaKind::LightWoods | AreaKind::UndecidedWoods | AreaKind::Difficult | AreaKind::Ford => Going::Difficult,
        AreaKind::HeavyWoods | AreaKind::Rough | AreaKind::Marsh => Going::Rough,
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

/// What stands behind a line has this cover from it (SSS G8); works are fortifications.
pub const fn line_cover(kind: LinearKind) -> Cover {
    match kind {
        LinearKind::Fence | LinearKind::Hedgerow => Cover::Soft,
        LinearKind::LowWall | LinearKind::HighWall | LinearKind::LightWorks | LinearKind::HeavyWorks => Cover::Hard,
        LinearKind::Stream { .. } | LinearKind::Road | LinearKind::Track => Cover::None,
    }
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
            going => going,
        }
    }

    /// What the way of a body leads over, and what bars it (SSS T6, 8.5).
    pub(crate) fn over(self, id: UnitId, sweep: &Sweep<'_>, road: bool, track: bool) -> Result<WaySet, Bar> {
        let mut way = WaySet::default();
        let artillery = self.is_artillery(id);
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
        for (ix, area) in ground.areas.iter().enumerate() {
            let going = self.going_in(ix);
            if going == Going::Open || sweep.within(&area.outline).is_empty() {
                continue;
            }
            if going == Going::Impassable {
                return Err(("SSS G8", "the ground is impassable"));
            }
            if going == Going::DeepWater {
                self.keeps_dry(sweep)?;
            }
            if going == Going::Building {
                self.passes_building(id, ix, road)?;
            }
            meets(going, matches!(area.kind, AreaKind::Ford | AreaKind::River))?;
        }
        for slope in ground.relief.slopes.iter().filter(|slope| slope.class != SlopeClass::Gentle) {
            if sweep.within(&slope.area).is_empty() {
                continue;
            }
            if slope.class == SlopeClass::Impassable {
                return Err(("SSS G8", "the slope is impassable"));
            }
            meets(Going::Difficult, false)?;
        }
        for line in &ground.lines {
            let going = line_going(line.kind);
            if going != Going::Open && !sweep.over(&line.line).is_empty() {
                meets(going, matches!(line.kind, LinearKind::Stream { .. }))?;
            }
        }
        Ok(way)
    }

    /// Deep water is crossed at fords and bridges alone (SSS G8).
    fn keeps_dry(self, sweep: &Sweep<'_>) -> Result<(), Bar> {
        const STEPS: i32 = 16;
        const MESH: f64 = 6_000.0;
        let areas = &self.rules.ground.areas;
        let of = |kind: AreaKind, at: Vec2| areas.iter().any(|area| area.kind == kind && area.outline.contains(at));
        let wet = |at: Vec2| of(AreaKind::River, at) && !of(AreaKind::Ford, at) && !of(AreaKind::Bridge, at);
        let steps = if sweep.trail == Trail::Formed { 0 } else { STEPS };
        for step in 0..=steps {
            let body = sweep.at(f64::from(step) / f64::from(STEPS));
            if body.blocks.iter().any(|block| block.grown(-TOUCH).mesh(MESH).any(wet)) {
                return Err(("SSS G8", "deep water is crossed at fords and bridges only"));
            }
        }
        Ok(())
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
                let lines = self.rules.ground.lines.iter().filter(|line| fits(line.kind));
                lines.into_iter().any(|line| line.line.distance(at) <= f64::from(BW) / 2.0)
            };
            narrow && (0..=8).all(|step| near(from + (to - from) * (f64::from(step) / 8.0)))
        };
        let road = along(false);
        (road, road || along(true))
    }

    /// What the way of a unit that has not moved yet has led over: off the road, unless it stands on one.
    pub(crate) fn way_at_rest(self, id: UnitId) -> WaySet {
        let body = self.body(id);
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
