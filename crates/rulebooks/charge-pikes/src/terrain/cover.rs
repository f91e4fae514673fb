//! Cover, the open, and who stands higher.

use super::hedges::Hedge;
use crate::cards::UnitId;
use crate::table::Table;
use field::table::{Block, Body, Climb, SlopeClass, TOUCH, Vec2, bearing};
use scenario::{AreaKind, Cover, LinearKind};

/// A place this far inside a body tells on which side of a border the body stands.
const INSIDE: f64 = 1_000.0;

impl Table<'_> {
    /// The place of a body nearest to an observer, a little inside it.
    pub(crate) fn near_place(self, body: &Body, from: Vec2) -> Vec2 {
        let near = body.nearest(from);
        let center = body
            .blocks
            .iter()
            .min_by(|a, b| a.distance_to_point(from).total_cmp(&b.distance_to_point(from)))
            .map_or(body.center(), Block::center);
        near + (center - near).unit() * INSIDE.min(center.distance(near))
    }

    /// What protects a target against fire that comes from there.
    pub fn cover_shooting(self, target: UnitId, from: Vec2, ball: bool) -> Cover {
        if let Some(town) = self.unit(target).inside.and_then(|area| self.rules.town(usize::from(area))) {
            return town.shooting;
        }
        let body = self.body(target);
        let aim = self.near_place(&body, from);
        self.area_cover(aim, ball).max(self.screen_between(&body, from, aim))
    }

    pub(crate) fn area_cover(self, aim: Vec2, ball: bool) -> Cover {
        let covers = |ix: usize| match self.rules.ground.areas[ix].kind {
            // CP 19.1.6
            AreaKind::LightWoods | AreaKind::HeavyWoods | AreaKind::UndecidedWoods => true,
            // CP 19.2.3
            AreaKind::Rough => ball,
            _ => false,
        };
        let areas = self.rules.ground.areas.iter().enumerate();
        let covered = areas.into_iter().any(|(ix, area)| covers(ix) && area.outline.contains(aim));
        if covered { Cover::Soft } else { Cover::None }
    }

    /// The best screen that a body stands close behind, seen from a place.
    pub(crate) fn screen_between(self, body: &Body, from: Vec2, aim: Vec2) -> Cover {
        let mut best = Cover::None;
        for (ix, line) in self.rules.ground.lines.iter().enumerate() {
            let cover = screen(line.kind);
            if cover <= best {
                continue;
            }
            let close = f64::from(self.edge_depth()) + TOUCH;
            // CP 19.4.6c: where it is broken down, a hedgerow is a low wall. Every place where the line is crossed counts, if
            // the body stands close behind it there.
            let stands_behind = |(position, at): (f64, Vec2)| {
                body.distance_to_point(at) <= close
                    && !(self.is_hedge(ix) && self.hedge_at(ix, position) == Hedge::Broken)
            };
            if line.line.crossings(from, aim).any(stands_behind) {
                best = cover;
            }
        }
        best
    }

    /// What protects a unit in combat with that enemy.
    pub fn cover_combat(self, target: UnitId, attacker: UnitId) -> Cover {
        if let Some(town) = self.unit(target).inside.and_then(|area| self.rules.town(usize::from(area))) {
            return town.combat;
        }
        if self.rules.ground.lines.is_empty() {
            return Cover::None;
        }
        let (theirs, body) = (self.body(attacker), self.body(target));
        let (from, to) = nearest_blocks(&theirs, &body);
        self.screen_between(&body, from.center(), to.center())
    }

    /// Whether foot counts as in the open against an enemy: no woods, no town, no works, walls or hedge between them, and
    /// no steep slope to climb or to cross (CP 19.3.5).
    pub fn in_the_open(self, foot: UnitId, other: UnitId) -> bool {
        if self.unit(foot).inside.is_some() {
            return false;
        }
        let (theirs, ours) = (self.body(other), self.body(foot));
        let (from, to) = nearest_blocks(&theirs, &ours);
        let wooded = |place: Vec2| {
            let areas = self.rules.ground.areas.iter().enumerate();
            areas.into_iter().any(|(ix, area)| self.woods(ix).is_some() && area.outline.contains(place))
        };
        !wooded(to.center())
            && !wooded(self.near_place(&ours, from.center()))
            && self.screen_between(&ours, from.center(), to.center()) == Cover::None
            && !self.steep_towards(from.center(), to.center(), |climb| climb != Climb::Down)
    }

    /// Whether a unit stands up a steep slope from its enemy.
    pub fn upslope_of(self, unit: UnitId, enemy: UnitId) -> bool {
        if self.rules.ground.relief.slopes.is_empty() {
            return false;
        }
        let (theirs, ours) = (self.body(enemy), self.body(unit));
        let (from, to) = nearest_blocks(&theirs, &ours);
        self.steep_towards(from.center(), to.center(), |climb| climb == Climb::Up)
    }

    fn steep_towards(self, from: Vec2, to: Vec2, holds: impl Fn(Climb) -> bool) -> bool {
        let slopes = self.rules.ground.relief.slopes_between(from, to);
        slopes.filter(|slope| slope.class != SlopeClass::Gentle).any(|slope| holds(slope.climb(bearing(to - from))))
    }

    /// In a town block that gives hard cover, or behind heavy works.
    pub fn hard_cover(self, id: UnitId) -> bool {
        if let Some(town) = self.unit(id).inside.and_then(|area| self.rules.town(usize::from(area))) {
            return town.shooting == Cover::Hard || town.combat == Cover::Hard;
        }
        let mut works = self.rules.ground.lines.iter().filter(|line| line.kind == LinearKind::HeavyWorks).peekable();
        if works.peek().is_none() {
            return false;
        }
        let body = self.body(id);
        works.any(|line| line.line.within(&body, f64::from(self.edge_depth())))
    }

    /// Behind fieldworks of either kind.
    pub fn behind_works(self, id: UnitId) -> bool {
        self.has_works() && self.works_beside(&self.body(id))
    }

    fn has_works(self) -> bool {
        let works = |kind| matches!(kind, LinearKind::LightWorks | LinearKind::HeavyWorks);
        self.rules.ground.lines.iter().any(|line| works(line.kind))
    }

    /// Whether a body stands close to fieldworks of either kind.
    pub(crate) fn works_beside(self, body: &Body) -> bool {
        let works = |kind| matches!(kind, LinearKind::LightWorks | LinearKind::HeavyWorks);
        let mut lines = self.rules.ground.lines.iter().filter(|line| works(line.kind));
        lines.any(|line| line.line.within(body, f64::from(self.edge_depth())))
    }
}

/// What a line gives to those who stand behind it, against fire and steel alike.
fn screen(kind: LinearKind) -> Cover {
    match kind {
        // CP 19.4.3c, 19.4.7c, 19.8.2
        LinearKind::HighWall | LinearKind::Hedgerow | LinearKind::LightWorks => Cover::Soft,
        // CP 19.8.5c
        LinearKind::HeavyWorks => Cover::Hard,
        // CP 19.4.2: waist high is no cover.
        LinearKind::Fence | LinearKind::LowWall | LinearKind::Stream { .. } | LinearKind::Road | LinearKind::Track => {
            Cover::None
        }
    }
}

/// The blocks of two bodies that stand nearest together.
pub(super) fn nearest_blocks<'a>(one: &'a Body, two: &'a Body) -> (&'a Block, &'a Block) {
    let mut best = (one.main(), two.main());
    let mut least = f64::INFINITY;
    for a in &one.blocks {
        for b in &two.blocks {
            let distance = a.distance(b);
            if distance < least {
                (best, least) = ((a, b), distance);
            }
        }
    }
    best
}
