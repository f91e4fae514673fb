//! Chapter 19: terrain.
//!
//! A unit is in an area, or across a line, when any part of it is. What a move costs is reckoned over its way: while the
//! unit is in slow ground every inch costs more, slower grounds multiply, and crossing an obstacle adds to the cost in
//! step with the crossing, so that half a crossing is paid half and the rest when it goes on.

mod cover;
mod hedges;
mod impetus;
mod settling;
mod towns;
mod ways;

use crate::cards::{Kind, UnitId};
use crate::state::{Formation, Woods};
use crate::table::Table;
use field::table::{Body, Climb, SlopeClass, Um, Vec2, bearing};
use kernel::Refusal;
use scenario::{AreaKind, Bars, LinearKind};

pub use hedges::Hedge;
pub(crate) use ways::Nearby;
pub use ways::Way;

/// In which of its manners of moving a unit meets the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum March {
    Normal,
    Charging,
    Routing,
    Pursuing,
    Evading,
    Recoiling,
}

/// What of a unit matters to the ground. Mounted dragoons count as cavalry here, wagons as limbered guns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Going {
    pub arm: Arm,
    /// Skirmish order.
    pub open: bool,
    /// Infantry routing or pursuing.
    pub running: bool,
    /// Highlanders, to whom rough ground is open ground (CP 20.6.6).
    pub highland: bool,
    /// Narrow enough for a bridge, where there are any (CP 19.6.3a).
    pub narrow: bool,
    pub ranks: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arm {
    Foot,
    Mounted,
    /// Guns dragged by hand.
    Prolonged,
    /// Limbered guns and wagons.
    Drawn,
}

impl Arm {
    pub(crate) const ALL: [Arm; 4] = [Arm::Foot, Arm::Mounted, Arm::Prolonged, Arm::Drawn];
}

impl Going {
    pub(crate) fn on_wheels(self) -> bool {
        matches!(self.arm, Arm::Prolonged | Arm::Drawn)
    }

    /// Cavalry and guns, whom the chapter shuts out of much ground.
    fn horse_or_guns(self) -> bool {
        self.arm != Arm::Foot
    }
}

/// Why somebody cannot pass: the rule, and what it says.
pub type Bar = (&'static str, &'static str);

/// What a piece of ground does to a mover.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Effect {
    Clear,
    /// So many times the cost.
    Slow(f64),
    /// Crossed like a stream.
    Water {
        steep_banks: bool,
    },
    /// Crossed at this extra cost.
    Obstacle(Um),
    Barred(Bar),
    /// A hedgerow, barred where it is not broken down.
    Hedge(Um),
    /// Passable at fords and bridges alone.
    River,
}

impl Table<'_> {
    pub(crate) fn going(self, id: UnitId, body: &Body, march: March) -> Going {
        let arm = self.arm(id);
        Going {
            arm,
            open: self.is_open_order(id),
            running: arm == Arm::Foot && matches!(march, March::Routing | March::Pursuing),
            highland: self.is_highland(id),
            narrow: self.has_bridges()
                && body.front_width() <= f64::from(self.scale().column_width()) + field::table::TOUCH,
            ranks: self.deepest(id).max(1) as i32,
        }
    }

    /// As what a unit meets the ground.
    pub(crate) fn arm(self, id: UnitId) -> Arm {
        let unit = self.unit(id);
        match self.card(id).kind {
            Kind::Wagons => Arm::Drawn,
            Kind::Battery if !unit.away && unit.formation == Formation::Limbered => Arm::Drawn,
            Kind::Battery if !unit.away => Arm::Prolonged,
            _ if self.is_mounted(id) => Arm::Mounted,
            _ => Arm::Foot,
        }
    }

    fn has_bridges(self) -> bool {
        self.rules.ground.areas.iter().any(|area| area.kind == AreaKind::Bridge)
    }

    /// What is known of the trees in an area; ground without trees has none.
    pub fn woods(self, area: usize) -> Option<Woods> {
        match self.rules.ground.areas.get(area)?.kind {
            AreaKind::LightWoods => Some(Woods::Light),
            AreaKind::HeavyWoods => Some(Woods::Heavy),
            AreaKind::UndecidedWoods => Some(self.state.woods.get(area).copied().unwrap_or(Woods::Light)),
            _ => None,
        }
    }

    pub(crate) fn area_effect(self, area: usize, going: Going) -> Effect {
        match self.woods(area) {
            // CP 19.1.8, 19.1.9a
            Some(Woods::Heavy) if going.horse_or_guns() => {
                return Effect::Barred(("CP 19.1.9a", "heavy woods are impassable to horse and guns"));
            }
            Some(Woods::Heavy) => return Effect::Slow(if going.open || going.running { 2.0 } else { 4.0 }),
            // CP 19.1.7, ruling G100; woods of unknown class are light until somebody has tried them.
            Some(_) if going.arm == Arm::Drawn => {
                return Effect::Barred(("CP 19.1.7", "limbers and wagons stay out of woods: guns go through by hand"));
            }
            Some(_) if going.open || going.running => return Effect::Clear,
            Some(_) => return Effect::Slow(2.0),
            None => {}
        }
        match self.rules.ground.areas[area].kind {
            AreaKind::Town { .. } => Effect::Barred(("CP 19.7.1", "a town block is entered by infantry as a garrison")),
            AreaKind::River => Effect::River,
            // CP 19.6.2
            AreaKind::Ford => Effect::Water { steep_banks: false },
            // CP 19.6.3b
            AreaKind::Bridge => Effect::Slow(2.0),
            AreaKind::Impassable => Effect::Barred(("CP 15.1.9", "the ground is impassable")),
            _ => Effect::Clear,
        }
    }

    pub(crate) fn line_effect(self, line: usize, going: Going) -> Effect {
        let barred = |rule, why| Effect::Barred((rule, why));
        match self.rules.ground.lines[line].kind {
            LinearKind::Road | LinearKind::Track => Effect::Clear,
            LinearKind::Stream { steep_banks } => Effect::Water { steep_banks },
            // CP 19.4.2
            LinearKind::Fence | LinearKind::LowWall => Effect::Obstacle(self.inches(2) * going.ranks),
            LinearKind::HighWall if going.horse_or_guns() => {
                barred("CP 19.4.3b", "high walls are impassable to horse and guns")
            }
            // CP 19.4.3a
            LinearKind::HighWall => Effect::Obstacle(self.inches(2) * going.ranks),
            // CP 19.4.6c: a cleared stretch is a low wall.
            LinearKind::Hedgerow => Effect::Hedge(self.inches(2) * going.ranks),
            LinearKind::LightWorks | LinearKind::HeavyWorks if going.horse_or_guns() => {
                barred("CP 19.8.1a", "fieldworks are impassable to horse and guns")
            }
            // CP 19.8.3a
            LinearKind::LightWorks => Effect::Obstacle(self.inches(2)),
            // CP 19.8.5a
            LinearKind::HeavyWorks => Effect::Obstacle(self.inches(4) * going.ranks),
        }
    }

    /// CP 19.3.1, 19.3.3: what a slope does to a move along `dir`.
    pub(crate) fn slope_effect(self, slope: usize, going: Going, dir: Vec2) -> Effect {
        let face = &self.rules.ground.relief.slopes[slope];
        match face.class {
            SlopeClass::Gentle => Effect::Clear,
            SlopeClass::Impassable if self.slope_closed_to(slope, going.arm) => {
                Effect::Barred(("CP 19.3.1", "the slope is impassable to these troops"))
            }
            SlopeClass::Impassable | SlopeClass::Steep => self.climbing(face.climb(bearing(dir)), going),
        }
    }

    /// Whether a slope is one that an arm cannot pass (CP 19.3.1).
    pub(crate) fn slope_closed_to(self, slope: usize, arm: Arm) -> bool {
        let ground = &self.rules.ground;
        let impassable = ground.relief.slopes[slope].class == SlopeClass::Impassable;
        let bars = |bars: &Bars| match arm {
            Arm::Foot => bars.foot,
            Arm::Mounted => bars.mounted,
            Arm::Prolonged | Arm::Drawn => bars.guns,
        };
        impassable && ground.slope_bars.get(slope).is_none_or(bars)
    }

    fn climbing(self, climb: Climb, going: Going) -> Effect {
        match climb {
            Climb::Down if going.arm == Arm::Foot => Effect::Clear,
            _ => Effect::Slow(2.0),
        }
    }

    /// Whether a unit may stand with its body there: on the table, and on no ground that is closed to it.
    pub fn can_stand(self, id: UnitId, body: &Body, march: March) -> Result<(), Refusal> {
        self.shut_to(id, body, march).map_or(Ok(()), |(rule, why)| Err(Refusal::new(rule, why)))
    }

    /// The same as what forbids it, if anything does.
    pub(crate) fn shut_to(self, id: UnitId, body: &Body, march: March) -> Option<Bar> {
        let off = self.off_table(body, march);
        if off.is_some() || !self.ground_tells(body.center(), body.radius()) {
            return off;
        }
        let going = self.going(id, body, march);
        self.closed_by(id, going, &self.ground_about(going, body.center(), body.radius()), body)
    }

    /// What keeps a body on the table, if it reaches beyond its edge.
    pub(crate) fn off_table(self, body: &Body, march: March) -> Option<Bar> {
        let leaves = matches!(march, March::Routing | March::Pursuing);
        let off = !leaves && !body.within_table(self.rules.ground.width, self.rules.ground.height);
        off.then_some(("CP 15.1.11", "only routers and their pursuers leave the table"))
    }

    /// The ground that a body may not stand on, of that which is near.
    pub(crate) fn closed_by(self, id: UnitId, going: Going, near: &Nearby, body: &Body) -> Option<Bar> {
        let ground = &self.rules.ground;
        for (ix, area) in ground.areas.iter().enumerate().filter(|&(ix, _)| near.areas.has(ix)) {
            let effect = self.area_effect(ix, going);
            let shut = matches!(effect, Effect::Barred(_) | Effect::River) && area.outline.meets_body(body);
            match effect {
                Effect::Barred(bar) if shut && self.unit(id).inside != Some(ix as u8) => return Some(bar),
                Effect::River if shut => {
                    if let Some(bar) = self.in_deep_water(body, going) {
                        return Some(bar);
                    }
                }
                _ => {}
            }
        }
        for (ix, slope) in ground.relief.slopes.iter().enumerate().filter(|&(ix, _)| near.slopes.has(ix)) {
            if let Effect::Barred(bar) = self.slope_effect(ix, going, body.main().dir)
                && slope.area.meets_body(body)
            {
                return Some(bar);
            }
        }
        for (ix, line) in ground.lines.iter().enumerate().filter(|&(ix, _)| near.lines.has(ix)) {
            match self.line_effect(ix, going) {
                Effect::Barred(bar) if line.line.meets_body(body) => return Some(bar),
                Effect::Hedge(_) if line.line.meets_body(body) && self.hedge_bars(ix, body) => {
                    return Some(hedges::HEDGE_BAR);
                }
                _ => {}
            }
        }
        None
    }

    /// Allowance used up by moving `dist` along `dir`; none when something impassable lies on the way.
    pub fn ground_cost(self, id: UnitId, body: &Body, dir: Vec2, dist: f64, march: March) -> Option<f64> {
        let way = self.ground_way(id, body, dir, dist, march);
        (way.limit + 1.0 >= dist).then(|| way.cost(dist, 1.0))
    }

    /// How far a unit gets along `dir` on its allowance, at most `max`.
    pub fn ground_reach(self, id: UnitId, body: &Body, dir: Vec2, allowance: f64, max: f64, march: March) -> f64 {
        self.ground_way(id, body, dir, max, march).reach(allowance, 1.0).min(max)
    }
}
