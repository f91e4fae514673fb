//! Where units should go, and when they had better stand.

use super::holding::off_zone;
use super::{ENOUGH, NEVER};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Manoeuvre;
use crate::movement::maneuvers::{MoveStep, Moved, length_of};
use crate::state::{Formation, Morale, Unit};
use crate::table::Table;
use field::table::{Cdeg, INCH, Sweep, Um, Vec2, Zone, bearing, normal, turn, wheel_pivot};
use scenario::{AreaKind, LinearKind};

/// A quarter of an inch nearer to where it should be is worth so much.
const STEP: Um = INCH / 4;
const QUARTER: i32 = 4;
/// So many hundredths of a degree to turn are worth one, beyond those that make no difference.
const TURN: i32 = 60;
const SLACK: Cdeg = 3_000;
/// Inches: the enemy is upon a column of march; a reserve stands off the ground that counts; horse is nearer than it looks.
const PRESSED: i32 = 16;
const RESERVE: i32 = 4;
const HORSE: i32 = 8;
/// Inches that an enemy is nearer than he is for those who look for prey: in combat, out of order; or farther, behind his pikes.
const ENGAGED: i32 = 10;
const WEAK: i32 = 5;
const PIKES: i32 = 8;
/// Inches between horse and foot that still help each other.
const TOUCH: i32 = 9;
/// What it must be worth to move at all, and to move instead of shooting.
const TROUBLE: i32 = 3;
const SHOT: i32 = 60;

impl Table<'_> {
    /// The units nearest to the enemy move first.
    pub(super) fn rank_pick(self, id: UnitId) -> i32 {
        if self.should_rest(id) {
            return -1;
        }
        let near = self.nearest_enemy(id).map_or(100, |(_, distance)| distance / INCH);
        200 - near
    }

    /// A unit out of order with nobody upon it stands to recover.
    fn should_rest(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let ailing = unit.disordered || (unit.morale == Morale::Shaken && !self.exhausted(id));
        ailing && !unit.moved && self.nearest_enemy(id).is_none_or(|(_, distance)| distance > self.inches(3))
    }

    /// How good a place is for a unit: on the ground it is to hold, or near enough to fight; facing whoever may come.
    fn rank_place(self, id: UnitId, unit: &Unit) -> i32 {
        let body = self.rules.body_of(id, unit);
        let at = body.center();
        let errand = self.errand(id);
        let far = errand.map(|objective| off_zone(&objective.zone, at));
        let Some((enemy, _)) = self.nearest_enemy(id) else { return -far.unwrap_or(0) / STEP * QUARTER };
        let off = |to: Vec2| (turn(unit.pose.facing, bearing(to - at)).abs() - SLACK).max(0) / TURN;
        let enemy = self.prey_of(id).unwrap_or(enemy);
        let threat = if self.is_cavalry(id) { enemy } else { self.threat_to(id).unwrap_or(enemy) };
        let away = self.body(enemy).distance(&body) as Um;
        match (errand, far) {
            // On the march it looks where it goes, unless the enemy is upon it; on the ground towards him.
            (Some(objective), Some(far)) if far > 0 => {
                let pressed = away < self.inches(PRESSED);
                let looks = if pressed { off(self.body(threat).center()) } else { off(middle_of(&objective.zone)) };
                -far / STEP * QUARTER - looks
            }
            (Some(_), _) => -off(self.body(threat).center()),
            _ => -self.off_post(id, unit, away) / STEP * QUARTER - off(self.body(threat).center()),
        }
    }

    /// How far a unit without an errand is from where it would be of most use.
    fn off_post(self, id: UnitId, unit: &Unit, away: Um) -> Um {
        let wish = self.wished_distance(id);
        let side = self.side(id);
        let at = self.rules.body_of(id, unit).center();
        match self.off_ground(side, at).filter(|_| self.may_wait(side)) {
            // Who has what he wants waits by it, out of the enemy's way.
            Some(far) => (far - self.inches(RESERVE)).max(0) + (wish - away).max(0),
            None => (away - wish).abs() + self.off_friends(id, at) / 2,
        }
    }

    /// Whom horse goes for: the near, the shaken, those who have to do with friends; not steady pikes.
    fn prey_of(self, id: UnitId) -> Option<UnitId> {
        if !self.is_cavalry(id) {
            return None;
        }
        let own = self.body(id);
        let call = |enemy: &UnitId| {
            let engaged = if self.in_contact(*enemy) { -ENGAGED } else { 0 };
            let weak = if self.shaken(*enemy) || self.unit(*enemy).disordered { -WEAK } else { 0 };
            let pikes = if self.holds_pikes_against(*enemy, id) { PIKES } else { 0 };
            self.body(*enemy).distance(&own) as Um + self.inches(engaged + weak + pikes)
        };
        self.enemies_of(id).filter(|&enemy| !self.routing(enemy) && self.is_troops(enemy)).min_by_key(call)
    }

    /// Horse does not lose touch with its own foot.
    fn off_friends(self, id: UnitId, at: Vec2) -> Um {
        if !self.is_cavalry(id) {
            return 0;
        }
        let foot = self.friends_of(id).filter(|&friend| self.is_close_order_foot(friend) && !self.routing(friend));
        let nearest = foot.map(|friend| self.body(friend).distance_to_point(at) as Um).min();
        nearest.map_or(0, |far| (far - self.inches(TOUCH)).max(0))
    }

    /// The enemy a unit has to look at: the one that would be upon it first, horse before foot.
    fn threat_to(self, id: UnitId) -> Option<UnitId> {
        let own = self.body(id);
        let enemies = self.enemies_of(id).filter(|&enemy| !self.routing(enemy) && self.is_troops(enemy));
        let nearness = |enemy: &UnitId| {
            let ahead = if self.is_cavalry(*enemy) { self.inches(HORSE) } else { 0 };
            self.body(*enemy).distance(&own) as Um - ahead
        };
        enemies.min_by_key(nearness)
    }

    /// Where a unit likes to stand: shot at half range, horse out of musket range and within a charge, guns far off.
    fn wished_distance(self, id: UnitId) -> Um {
        match () {
            () if self.is_battery(id) => self.inches(16),
            () if self.shaken(id) => self.inches(20),
            () if self.is_cavalry(id) => self.inches(13),
            () if self.is_mounted(id) => self.inches(14),
            () if self.unit(id).pikes > 0 && self.unit(id).others == 0 => self.inches(3),
            () => self.inches(5),
        }
    }

    pub(super) fn rank_move(self, manoeuvre: &Manoeuvre) -> i32 {
        let Some(Step::Move(MoveStep::Moving(id))) = self.state.agenda.top() else { return ENOUGH };
        let unit = *self.unit(id);
        let near = |inches: i32| self.nearest_enemy(id).is_some_and(|(_, distance)| distance < self.inches(inches));
        match *manoeuvre {
            Manoeuvre::Stop => return ENOUGH,
            Manoeuvre::Unlimber => return if near(30) { 20 } else { -20 },
            Manoeuvre::Man => return 30,
            Manoeuvre::Form(Formation::Line) if unit.formation == Formation::MarchColumn => {
                return if near(24) { 25 } else { -5 };
            }
            _ => {}
        }
        let Some(there) = self.unit_after(id, manoeuvre) else { return NEVER };
        if self.stands_well(id) {
            return NEVER;
        }
        if self.gives_up_ground(id, &there) {
            return NEVER;
        }
        let gain = self.rank_place(id, &there) - self.rank_place(id, &unit);
        // Standing to shoot beats shuffling about under the enemy's muskets.
        let shoots = self.wants_to_shoot(id) && !(self.errand(id).is_some() && self.must_hurry(self.side(id)));
        let gain = gain - if shoots { SHOT } else { TROUBLE };
        // Whoever would lose his order by it stays where he is: what is left of the way can be gone slower.
        if gain > 0 && self.costs_order(id, manoeuvre) { NEVER } else { gain }
    }

    /// How a unit would stand after a manoeuvre that goes somewhere.
    fn unit_after(self, id: UnitId, manoeuvre: &Manoeuvre) -> Option<Unit> {
        let unit = *self.unit(id);
        let mut there = unit;
        match *manoeuvre {
            Manoeuvre::Advance(distance) => there.pose = unit.pose.ahead(distance),
            Manoeuvre::Retire(distance) => there.pose = unit.pose.ahead(-distance),
            Manoeuvre::Wheel { right, angle } => {
                let by: Cdeg = if right { angle } else { -angle };
                there.pose = unit.pose.pivot(wheel_pivot(&self.body(id), !right), by);
            }
            Manoeuvre::Skirmish { to, facing } => {
                there.pose.at = to;
                there.pose.facing = normal(facing);
            }
            Manoeuvre::Rotate(angle) => there.pose.facing = normal(unit.pose.facing + angle),
            Manoeuvre::AboutFace => there.pose = unit.pose.about(self.rules.depth_of(id, &unit)),
            _ => return None,
        }
        Some(there)
    }

    /// Guns that have the enemy before their muzzles, and shot behind a hedge or wall with him in range, stay where they are.
    fn stands_well(self, id: UnitId) -> bool {
        let in_reach = |inches: i32, arc: Cdeg| {
            let (own, facing) = (self.body(id), self.unit(id).pose.facing);
            let reach = f64::from(self.inches(inches));
            self.enemies_of(id).filter(|&enemy| !self.routing(enemy)).any(|enemy| {
                let body = self.body(enemy);
                body.within(&own, reach) && turn(facing, bearing(body.center() - own.center())).abs() <= arc
            })
        };
        match () {
            () if self.is_guns(id) && self.unit(id).formation == Formation::Unlimbered => in_reach(30, 4_500),
            () if self.is_open_order(id) && !self.is_battery(id) => {
                self.straddling(id).is_none() && self.is_behind_cover(id) && in_reach(24, 9_000)
            }
            () => false,
        }
    }

    /// Whether a hedge, wall or work runs close before a unit's front.
    fn is_behind_cover(self, id: UnitId) -> bool {
        let body = self.body(id);
        let ahead = body.translated(self.unit(id).pose.dir() * f64::from(self.inches(1)));
        let covers = |kind: LinearKind| {
            matches!(
                kind,
                LinearKind::HighWall | LinearKind::Hedgerow | LinearKind::LightWorks | LinearKind::HeavyWorks
            )
        };
        self.rules.ground.lines.iter().any(|line| covers(line.kind) && line.line.meets_body(&ahead))
    }

    /// Whether a manoeuvre, or the ground it leads over, would disorder or shake a unit that is in order.
    fn costs_order(self, id: UnitId, manoeuvre: &Manoeuvre) -> bool {
        let unit = self.unit(id);
        let Ok(moved) = self.outcome(id, manoeuvre) else { return true };
        moved.shake.is_some() && unit.morale == Morale::Good
            || !unit.disordered && (moved.disorder.is_some() || self.ground_breaks_ranks(id, &moved))
    }

    /// Woods entered (CP 19.1.5b), rough ground at more than half speed (CP 19.2.1), a wall or stream astride of which it would stand
    /// (CP 19.4.4, 19.5.1c).
    fn ground_breaks_ranks(self, id: UnitId, moved: &Moved) -> bool {
        let (before, after, ground) = (self.body(id), self.rules.body_of(id, &moved.unit), &self.rules.ground);
        let way = Sweep::new(&before, moved.trail);
        let astride = ground.lines.iter().any(|line| {
            !matches!(line.kind, LinearKind::LightWorks | LinearKind::HeavyWorks | LinearKind::Road)
                && line.line.meets_body(&after)
        });
        let woods = ground.areas.iter().enumerate().any(|(ix, area)| {
            self.woods(ix).is_some()
                && !area.outline.meets_body(&before)
                && moved.trail.over_area(&before, &after, &area.outline)
        });
        let rough = ground.areas.iter().filter(|area| area.kind == AreaKind::Rough);
        let share: f64 = rough.flat_map(|area| way.within(&area.outline)).map(|piece| piece.to - piece.from).sum();
        let length = length_of(moved.trail, &before);
        let slow = (f64::from(length) * share.min(1.0)).round() as Um + self.unit(id).rough;
        astride || woods || slow > 0 && self.unit(id).gone + length + slow > self.move_speed(id)
    }

    /// Whether a unit that stays where it is would have a shot.
    fn wants_to_shoot(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        if unit.moved || self.is_mounted(id) || self.may_shoot(id).is_err() {
            return false;
        }
        let range = if self.is_guns(id) { self.inches(20) } else { self.inches(6) };
        self.nearest_enemy(id).is_some_and(|(enemy, distance)| {
            let off = turn(unit.pose.facing, bearing(self.body(enemy).center() - self.body(id).center())).abs();
            distance <= range && off <= 4_500
        })
    }
}

fn middle_of(zone: &Zone) -> Vec2 {
    let half = |low: Um, high: Um| f64::from(low) / 2.0 + f64::from(high) / 2.0;
    Vec2::new(half(zone.west, zone.east), half(zone.south, zone.north))
}
