//! 16.4 Shooting over or through other units, and 16.5 through gaps.

use super::figures::Muzzle;
use super::targets::Mark;
use crate::cards::UnitId;
use crate::scales::Footprint;
use crate::state::Shot;
use crate::table::Table;
use field::table::{Between, Body, Segment, TOUCH, Um};

/// Units that stand in the way of a shot.
pub(super) type Screen = field::table::Screen<UnitId>;

/// How many shoot through each gap (CP 16.5.1).
pub type GapCount = field::table::GapCount<UnitId>;

impl Table<'_> {
    /// Width of gap each shooter takes up: 20(13) mm for any figure, its own width for a gun (CP 16.5.1).
    pub(super) fn gap_step(self, muzzle: &Muzzle) -> Um {
        let figure = if muzzle.gun.is_some() { Footprint::Gun } else { Footprint::Musketeer };
        self.rules.figure_width(figure)
    }

    /// Everything that may stop fire from a unit at a target. Empty when nothing stands between the two: what is merely
    /// beside the way narrows no gap.
    pub(super) fn raise_screen(self, screen: &mut Screen, id: UnitId, mark: &Mark, shot: Shot, muzzles: &[Muzzle]) {
        let Some(shooter) = self.standing_body(id) else { return };
        let layout = self.unit(id).layout;
        if shooter.blocks.len() > 1 && (layout.left_angle != 0 || layout.right_angle != 0) {
            screen.masked_by_own(shooter.clone().into_body());
        }
        let line = Segment { a: shooter.center(), b: mark.body.center() };
        let wide = shooter.radius().max(mark.body.radius());
        let beside = || {
            // The walls of a town block hide whoever is behind them, whether it is held or not.
            let counts = |other: UnitId| other != id && other != mark.id && self.unit(other).inside.is_none();
            self.on_table().filter(move |&other| counts(other) && line.passes_near(&self.body(other), wide))
        };
        if beside().next().is_none() {
            return;
        }
        let between = Between::new(muzzles.iter().map(|muzzle| muzzle.port), &mark.body);
        let stops = |other: UnitId| self.stops_fire(id, other, &self.body(other), &shooter, mark, shot);
        if beside().any(|other| between.meets(&self.body(other)) && stops(other)) {
            for other in beside().filter(|&other| stops(other)) {
                screen.add(other, &self.body(other));
            }
        }
        self.state.overflow.add(screen.lost());
    }

    /// Nothing in the way yet of a unit's shots; what is narrower than 2(1.5)" cannot be seen through (CP 10.4).
    /// A gap with room for all of them holds nobody up (CP 16.5.1).
    pub(super) fn open_screen(self, muzzles: &[Muzzle]) -> Screen {
        let room: Um = muzzles.iter().map(|muzzle| self.gap_step(muzzle)).sum();
        Screen::open(f64::from(room), f64::from(self.inches(2)))
    }

    /// Whether a unit in the way stops a shot.
    fn stops_fire(self, id: UnitId, other: UnitId, body: &Body, shooter: &Body, mark: &Mark, shot: Shot) -> bool {
        if self.side(other) == self.side(id) {
            // CP 16.4.6
            return !self.shot_over(body, shooter, &mark.body);
        }
        // CP 16.4.1, 16.4.3
        if !self.is_troops(other) || self.overlooked(body, shooter, &mark.body) {
            return false;
        }
        let slight = self.is_open_order(other) || self.is_battery(other);
        // CP 16.4.4, 16.4.5
        !(slight && shot == Shot::Ball)
    }

    /// Whether the shooter or the target stands on a higher contour than what is between them (ruling G44).
    fn overlooked(self, between: &Body, shooter: &Body, target: &Body) -> bool {
        let relief = &self.rules.ground.relief;
        if relief.levels.is_empty() {
            return false;
        }
        relief.level_of(shooter).max(relief.level_of(target)) > relief.level_of(between)
    }

    /// Whether a friend may be shot over: from or to higher ground, and no farther off at his far edge than half way to
    /// the near edge of the target (CP 16.4.2, 16.4.3, ruling G44).
    pub(super) fn shot_over(self, friend: &Body, shooter: &Body, target: &Body) -> bool {
        if !self.overlooked(friend, shooter, target) {
            return false;
        }
        let from = shooter.main().front;
        let near = target.nearest(from);
        let line = (near - from).unit();
        let far_edge = friend.corners().map(|corner| (corner - from).dot(line)).fold(0.0, f64::max);
        far_edge * 2.0 <= from.distance(near) + TOUCH
    }
}
