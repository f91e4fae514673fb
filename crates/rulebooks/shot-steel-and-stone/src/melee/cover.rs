//! Cover, height and bad ground in close combat (SSS T14, 24.4, G8, G32).

use super::fighters::Site;
use crate::cards::{Material, UnitId};
use crate::ground::{Going, line_cover};
use crate::measures::BW;
use crate::readings::BuaCover;
use crate::table::Table;
use field::table::{Body, SlopeClass, Sweep, TOUCH, Trail, Vec2, cast};
use scenario::{Cover, LinearKind};

/// A barrier no farther than this from those behind it shelters them.
const AT_THE_BARRIER: f64 = BW as f64 / 4.0;

impl Table<'_> {
    /// The cover a unit fights behind against an enemy. Woods give none by themselves (SSS 24.4). Between bases inside there is
    /// none, those outside have the walls before them (SSS 30.5, G85).
    pub fn melee_cover(self, of: UnitId, against: UnitId, site: Site) -> Cover {
        match site {
            Site::Field => self.cover_in_field(of, against),
            Site::Inside { .. } => Cover::None,
            Site::Walls if !self.holds_walls(of) => Cover::None,
            Site::Walls => {
                let gone = self.rules.options.bua_cover == BuaCover::GoneForAll && self.is_broken_into(of);
                if gone { Cover::None } else { self.cover_of_walls(of) }
            }
        }
    }

    /// Walls are hard cover, those of a fortress too (SSS G32); ruins are soft cover (SSS G29).
    fn cover_of_walls(self, of: UnitId) -> Cover {
        use crate::shooting::Cover as Shelter;
        match self.unit(of).inside.map(|inside| self.cover_in(inside.building)) {
            None | Some(Shelter::None) => Cover::None,
            Some(Shelter::Soft) => Cover::Soft,
            Some(Shelter::Hard | Shelter::Fortified) => Cover::Hard,
        }
    }

    fn cover_in_field(self, of: UnitId, against: UnitId) -> Cover {
        // Who came over the barrier has left it behind, in later rounds too.
        if self.contact_of(of, against).is_some_and(|contact| contact.has_attacked(of)) {
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
        let mine = self.body(of);
        let theirs = self.body(against);
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
        if let Some(held) = self.unit(enemy).inside.filter(|_| self.holds_walls(enemy)) {
            let outside = self.at_the_walls_of(id, enemy) > 0;
            return outside && self.building_card(held.building).material == Material::Fortress;
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
        if self.is_garrison(id) {
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
    pub(crate) fn is_trapped(self, id: UnitId, site: Site) -> bool {
        if self.is_within(id, site) {
            return self.holds_walls(id) && self.is_broken_into(id) && self.is_beset_inside(id);
        }
        if self.is_elephants(id) {
            return self.has_no_room_behind(id);
        }
        let body = self.body(id);
        let edges = self.foes(id).map(|foe| body.main().side_of(self.body(foe).main()));
        let mut seen = 0_u8;
        for edge in edges {
            seen |= 1 << edge as u8;
        }
        let on = |edge: field::table::Edge| seen >> edge as u8 & 1 == 1;
        use field::table::Edge::{Front, Left, Rear, Right};
        (on(Front) && on(Rear)) || (on(Left) && on(Right)) || self.has_no_room_behind(id)
    }

    /// A garrison is trapped where enemies inside and outside leave it no way out (SSS 24.2, G85).
    fn is_beset_inside(self, id: UnitId) -> bool {
        self.foes(id).any(|foe| self.at_the_walls_of(foe, id) > 0)
            && self.foes(id).any(|foe| self.inside_of(foe, id) > 0)
    }

    /// The table ends, other enemies stand or the ground is impassable within 1 BW of where it would be pushed (SSS G42, G58).
    fn has_no_room_behind(self, id: UnitId) -> bool {
        let body = self.body(id);
        let back = self.pushed_towards(id);
        let ground = &self.rules.ground;
        if body.room_on_table(back, ground.width, ground.height) < f64::from(BW) - TOUCH {
            return true;
        }
        let far = f64::from(BW) - TOUCH;
        let mut others = self.enemies_of(id).filter(|&foe| !self.in_contact_with(id, foe) && !self.is_garrison(foe));
        if others.any(|foe| cast(&body, back, far, &self.body(foe)).is_some()) {
            return true;
        }
        let trail = Trail::Straight { dir: back, dist: f64::from(BW) };
        self.over(id, &Sweep::new(&body, trail), true, true).is_err()
    }
}
