//! Cover, height and bad ground in close combat (SSS T14, 24.4, G8, G32).

use crate::cards::{Material, UnitId};
use crate::ground::{Going, line_cover};
use crate::measures::BW;
use crate::readings::BuaCover;
use crate::table::Table;
use field::table::{Body, SlopeClass, Sweep, TOUCH, Trail, Vec2};
use scenario::{Cover, LinearKind};

/// A barrier no farther than this from those behind it shelters them.
const AT_THE_BARRIER: f64 = BW as f64 / 4.0;

impl Table<'_> {
    /// The cover a unit fights behind against an enemy. Woods give none by themselves (SSS 24.4).
    pub fn melee_cover(self, of: UnitId, against: UnitId) -> Cover {
        if let Some(held) = self.unit(of).inside {
            let broken_in = self.unit(against).inside.is_some_and(|theirs| theirs.building == held.building);
            let anybody_in =
                self.enemies_of(of).any(|e| self.unit(e).inside.is_some_and(|i| i.building == held.building));
            // SSS 30.5, G85
            let gone = anybody_in && self.rules.options.bua_cover == BuaCover::GoneForAll;
            let all_in = broken_in && self.unit(against).bases_outside() == 0;
            return if gone || all_in { Cover::None } else { Cover::Hard };
        }
        if self.unit(against).inside.is_some() {
            return Cover::None;
        }
        // Who comes over the barrier has left it behind.
        if self.contact_of(of, against).is_some_and(|contact| contact.came(of).attacks()) {
            return Cover::None;
        }
        let lines = &self.rules.ground.lines;
        let real = lines.iter().filter(|line| {
            self.is_between(
                of,
                against,
                |a, b| line.line.crosses(a, b).is_some(),
                |body| line.line.distance_to_body(body),
            )
        });
        let best = real.map(|line| line_cover(line.kind)).max_by_key(|cover| *cover as u8).unwrap_or(Cover::None);
        if best == Cover::None && self.is_behind_plashing(of, against) { Cover::Soft } else { best }
    }

    /// A barrier runs before a unit, and between it and the enemy.
    fn is_between(
        self,
        of: UnitId,
        against: UnitId,
        crosses: impl Fn(Vec2, Vec2) -> bool,
        off: impl Fn(&Body) -> f64,
    ) -> bool {
        let (mine, theirs) = (self.body(of), self.body(against));
        let from = mine.center();
        let to = theirs.nearest(from);
        let beyond = to + (to - from).unit() * AT_THE_BARRIER;
        off(&mine) <= AT_THE_BARRIER && crosses(from, beyond)
    }

    /// Trees felled and plashed in two full turns are a barrier like a fence (SSS 24.4).
    fn is_behind_plashing(self, of: UnitId, against: UnitId) -> bool {
        self.state.plashed.iter().any(|stretch| {
            let (a, b) = (stretch.from.vec(), stretch.to.vec());
            let barrier = field::table::Block::segment(a, b);
            let off = |body: &Body| body.blocks.iter().map(|block| block.distance(&barrier)).fold(f64::MAX, f64::min);
            let side = |p: Vec2| (b - a).cross(p - a);
            let crosses = |from: Vec2, to: Vec2| {
                let across = |p: Vec2| (to - from).cross(p - from);
                side(from) * side(to) <= 0.0 && across(a) * across(b) <= 0.0
            };
            self.is_between(of, against, crosses, off)
        })
    }

    /// Attacks a fortress, or works with somebody behind them (SSS T16, G32).
    pub(crate) fn escalades(self, id: UnitId, enemy: UnitId) -> bool {
        if let Some(held) = self.unit(enemy).inside {
            return self.unit(id).inside.is_none() && self.building_card(held.building).material == Material::Fortress;
        }
        let works = |kind: LinearKind| matches!(kind, LinearKind::LightWorks | LinearKind::HeavyWorks);
        let attacks = self.contact_of(id, enemy).is_some_and(|contact| contact.came(id).attacks());
        attacks
            && self.rules.ground.lines.iter().filter(|line| works(line.kind)).any(|line| {
                self.is_between(
                    enemy,
                    id,
                    |a, b| line.line.crosses(a, b).is_some(),
                    |body| line.line.distance_to_body(body),
                )
            })
    }

    /// Stands on a higher contour than the enemy (SSS T14, G8).
    pub(crate) fn is_uphill_of(self, id: UnitId, enemy: UnitId) -> bool {
        let level = |unit: UnitId| self.rules.ground.relief.level_of(&self.body(unit));
        level(id) > level(enemy)
    }

    /// The bad ground a unit fights in: whether it is rough (SSS T16).
    pub(crate) fn fights_in(self, id: UnitId) -> Option<bool> {
        if self.unit(id).inside.is_some() {
            return None;
        }
        let body = self.body(id).grown(-TOUCH);
        let areas = self.rules.ground.areas.iter().enumerate();
        let under = areas.filter(|(_, area)| area.outline.meets_body(&body)).map(|(ix, _)| self.going_in(ix));
        let (mut difficult, mut rough) = (false, false);
        for going in under {
            difficult |= going == Going::Difficult;
            rough |= going == Going::Rough;
        }
        let steep = |class: SlopeClass| class != SlopeClass::Gentle;
        difficult |= self.rules.ground.relief.slopes_under(&body).any(|slope| steep(slope.class));
        if rough || difficult { Some(rough) } else { None }
    }

    /// Has enemies on two opposite edges, or no 1 BW of room to be pushed back (SSS T14, G42). In a built-up area only once
    /// the enemy is inside (SSS 24.2).
    pub(crate) fn is_trapped(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        if let Some(inside) = unit.inside {
            let broken_in =
                self.enemies_of(id).any(|e| self.unit(e).inside.is_some_and(|i| i.building == inside.building));
            let beset = self.against_building_from(id);
            return broken_in && inside.broke_in.is_none() && beset;
        }
        if self.is_elephants(id) {
            return self.has_no_room_behind(id);
        }
        let body = self.body(id);
        let edges = self.foes(id).map(|foe| body.main().edge_towards(self.body(foe).center()));
        let mut seen = 0_u8;
        for edge in edges {
            seen |= 1 << edge as u8;
        }
        let on = |edge: field::table::Edge| seen >> edge as u8 & 1 == 1;
        use field::table::Edge::{Front, Left, Rear, Right};
        (on(Front) && on(Rear)) || (on(Left) && on(Right)) || self.has_no_room_behind(id)
    }

    /// A garrison is trapped where enemies inside and outside leave it no way out.
    fn against_building_from(self, id: UnitId) -> bool {
        let outside = self.foes(id).any(|foe| self.unit(foe).bases_outside() > 0);
        let inside = self.foes(id).any(|foe| self.unit(foe).inside.is_some());
        outside && inside
    }

    /// The table ends, or the ground is impassable, within 1 BW of its rear (SSS G58).
    fn has_no_room_behind(self, id: UnitId) -> bool {
        let body = self.body(id);
        let back = -body.main().dir;
        let ground = &self.rules.ground;
        if body.room_on_table(back, ground.width, ground.height) < f64::from(BW) - TOUCH {
            return true;
        }
        let trail = Trail::Straight { dir: back, dist: f64::from(BW) };
        self.over(id, &Sweep::new(&body, trail), true, true).is_err()
    }
}
