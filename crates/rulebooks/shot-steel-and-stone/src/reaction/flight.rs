//! Moves that nobody orders: retiring, retreating, routing, leaving the battle, pursuing (SSS 1.5.1a, 2.1, 40).

use crate::cards::{Arm, TableEdge, UnitId};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::{BW, NEAR, bw};
use crate::reaction::Trigger;
use crate::readings::RetreatTurn;
use crate::state::{Activity, Came, Formation, Loss, Over, Pending, Place, Unit, WaySet};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, Sweep, TOUCH, Trail, Um, Vec2, bearing, cast, heading, nears, normal, passage, strip_beside};
use kernel::{Listener, Side};

/// How somebody falls back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flight {
    /// Faces the enemy and avoids friends (SSS 40.2, 40.7).
    Retires,
    /// Leaves the battle (SSS 2.1).
    Leaves,
    /// Has turned about, and avoids friends (SSS 40.4, 40.7).
    Retreats,
    /// Shoves through friends where they leave no gap (SSS 40.5, 40.6).
    Routs,
}

/// Where such a move ends, and over whom it leads.
struct Way {
    end: f64,
    /// A part of the body reaches the edge of the table.
    over_edge: bool,
    shoved: ArrayVec<UnitId, 16>,
}

impl Table<'_> {
    /// What a unit stands on, as the way of a move (SSS 40.2: "for the terrain it is occupying").
    fn standing_on(self, id: UnitId) -> WaySet {
        let body = self.body(id);
        let at = body.main().front;
        let (road, track) = self.by_road(&body, at, at);
        self.over(id, &Sweep::new(&body, Trail::Formed), road, track).unwrap_or_default()
    }

    /// The standard move for the terrain it is occupying; Leadership never changes it (SSS 40.8, G9).
    pub(crate) fn standard_here(self, id: UnitId) -> Um {
        self.standard_move(id, self.standing_on(id))
    }

    /// What pursuit adds to it (SSS 1.5.1d, G41, G69).
    pub(crate) fn pursuit_bonus(self, id: UnitId) -> Um {
        match self.card(id).arm {
            _ if self.is_foot(id) => BW,
            Arm::LightCavalry | Arm::LightCamelry => bw(3),
            Arm::HeavyCavalry | Arm::HeavyCamelry | Arm::Elephants => bw(2),
            _ => 0,
        }
    }

    /// Towards the edge of the table that is a side's own.
    pub(crate) fn homeward(self, side: Side) -> Vec2 {
        heading(match self.rules.sides[side.ix()].baseline {
            TableEdge::North => 0,
            TableEdge::East => 9_000,
            TableEdge::South => 18_000,
            TableEdge::West => 27_000,
        })
    }

    /// The way straight from one unit's nearest point to the other's.
    pub(crate) fn straight_from(self, enemy: UnitId, id: UnitId) -> Vec2 {
        let (body, theirs) = (self.body(id), self.body(enemy));
        let (mine, other) = body.main().closest(theirs.main());
        let apart = mine - other;
        if apart.len() > f64::from(BW) / 20.0 { apart.unit() } else { (body.center() - theirs.center()).unit() }
    }

    /// Away from those it is in a melee with; else from the nearest enemy, seen or not; else home (SSS 1.5.1a, 40.5, G19).
    pub(super) fn away_from_victors(self, id: UnitId) -> Vec2 {
        self.away_from_melee(id)
            .or_else(|| self.nearest_victor(id).map(|enemy| self.straight_from(enemy, id)))
            .or_else(|| self.nearest_enemy(id).map(|(enemy, _)| self.straight_from(enemy, id)))
            .unwrap_or_else(|| self.homeward(self.side(id)))
    }

    /// The way its opponents look who meet it with their front.
    fn away_from_melee(self, id: UnitId) -> Option<Vec2> {
        let push = |enemy: UnitId| {
            let ahead = self.unit(enemy).pose.dir();
            let from = self.body(id).center() - self.body(enemy).center();
            if ahead.dot(from) > 0.0 && !self.is_garrison(enemy) { ahead } else { from.unit() }
        };
        let sum =
            self.opponents(id).map(push).fold(None, |sum: Option<Vec2>, way| Some(sum.map_or(way, |sum| sum + way)));
        sum.filter(|sum| sum.len() > 0.01).map(Vec2::unit)
    }

    /// Who has beaten it hand to hand in this player turn, the nearest of them.
    fn nearest_victor(self, id: UnitId) -> Option<UnitId> {
        let body = self.body(id);
        let there = |enemy: &UnitId| self.unit(id).lost_melee && self.unit(*enemy).place == Place::Table;
        let off = self.unit(id).met.iter().filter(there).map(|enemy| (enemy, body.distance(&self.body(enemy))));
        off.min_by(|one, two| one.1.total_cmp(&two.1)).map(|(enemy, _)| enemy)
    }

    /// Away from the nearest enemy it can see (SSS 40.2, 40.4).
    fn away_from_seen(self, id: UnitId) -> Vec2 {
        self.away_from_melee(id)
            .or_else(|| self.nearest_seen_enemy(id).map(|enemy| self.straight_from(enemy, id)))
            .unwrap_or_else(|| self.homeward(self.side(id)))
    }

    pub(crate) fn nearest_seen_enemy(self, id: UnitId) -> Option<UnitId> {
        let body = self.body(id);
        let seen = self.enemies_of(id).filter(|&enemy| self.in_view(id, enemy));
        let off = seen.map(|enemy| (enemy, body.distance(&self.body(enemy))));
        off.min_by(|one, two| one.1.total_cmp(&two.1)).map(|(enemy, _)| enemy)
    }

    /// The unit turned so that it looks that way, or away from it, on the ground it stands on.
    pub(crate) fn looking(self, id: UnitId, dir: Vec2) -> Unit {
        let unit = *self.unit(id);
        if unit.pose.dir().dot(dir) >= -1e-6 {
            return unit;
        }
        let pose = unit.pose.about(self.rules.depth_of(id, &unit));
        Unit { pose, moved_up: [0, 0], ..unit }
    }

    /// How far a body gets over the ground; the edge of the table apart.
    pub(crate) fn ground_room(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> f64 {
        let open = |dist: f64| self.over(id, &Sweep::new(body, Trail::Straight { dir, dist }), true, true).is_ok();
        if dist <= 0.0 || open(dist) {
            return dist.max(0.0);
        }
        let (mut free, mut shut) = (0.0, dist);
        while shut - free > 500.0 {
            let middle = (free + shut) * 0.5;
            if open(middle) { free = middle } else { shut = middle }
        }
        free
    }

    /// Room of 1 BW to either flank of a unit that stands in the way (SSS 1.5.1e, 40.6).
    fn leaves_gap(self, runner: UnitId, friend: UnitId) -> bool {
        let theirs = self.body(friend);
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        [true, false].into_iter().any(|left| {
            let strip = Body::single(strip_beside(theirs.main(), left, f64::from(BW)).grown(-TOUCH));
            let taken = |other: UnitId| {
                other != runner && other != friend && !self.is_skirmishing(other) && self.body(other).overlaps(&strip)
            };
            strip.within_table(width, height)
                && !self.on_table().any(taken)
                && self.over(runner, &Sweep::new(&strip, Trail::Formed), true, true).is_ok()
        })
    }

    /// Where a unit that falls back ends: before the ground and the enemy that bar its way, past friends whom it may pass
    /// (SSS 1.5.1e, 40.6, 40.7).
    fn way_back(self, id: UnitId, body: &Body, dir: Vec2, dist: f64, flight: Flight) -> Way {
        let edge = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let mut limit = self.ground_room(id, body, dir, dist.min(edge));
        if limit + TOUCH >= edge {
            limit = dist;
        }
        for enemy in self.enemies_of(id).filter(|&enemy| !self.is_garrison(enemy)) {
            if let Some(at) = nears(body, dir, limit, &self.body(enemy), f64::from(NEAR)) {
                limit = limit.min(at);
            }
        }
        let mut end = limit;
        let mut way = Way { end, over_edge: false, shoved: ArrayVec::new() };
        let spans = |friend: &UnitId| passage(body, dir, dist + f64::from(bw(8)), &self.body(*friend));
        let friends = || self.friends_of(id).filter(|&friend| !self.is_garrison(friend));
        if flight != Flight::Routs {
            for friend in friends() {
                let Some(span) = spans(&friend) else { continue };
                let passes = self.is_foot_skirmishers(friend) || self.leaves_gap(id, friend);
                if span.from < end && (!passes || end < span.to) {
                    end = span.from.max(0.0);
                }
            }
        } else {
            // Through all who stand there, and clear of the last of them.
            for _ in 0..8 {
                let holds = |friend: &UnitId| spans(friend).is_some_and(|span| span.from < end && end < span.to);
                let Some(span) = friends().filter(holds).find_map(|friend| spans(&friend)) else { break };
                let open = self.ground_room(id, body, dir, span.to.min(edge)) + TOUCH >= span.to.min(edge);
                end = if open && limit >= dist.min(edge) - TOUCH { span.to } else { span.from.max(0.0) };
            }
            for friend in friends() {
                let through = spans(&friend).is_some_and(|span| span.from < end && span.to <= end + TOUCH);
                if through && !self.is_skirmishing(friend) && !self.leaves_gap(id, friend) {
                    self.state.overflow.keep(&mut way.shoved, friend);
                }
            }
        }
        way.over_edge = end + TOUCH >= edge;
        way.end = end.min(edge);
        way
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit goes so far straight that way, as those go who fall back. Tells whether it reached the edge of the table.
    fn falls_back(&mut self, id: UnitId, dir: Vec2, dist: Um, flight: Flight) -> bool {
        self.comes_out_of_building(id, dir);
        let turned = match flight {
            Flight::Retires => self.table().looking(id, -dir),
            Flight::Leaves => *self.unit(id),
            Flight::Retreats | Flight::Routs => self.table().looking(id, dir),
        };
        let start = self.rules.body_of(id, &turned);
        let way = self.table().way_back(id, &start, dir, f64::from(dist), flight);
        let trail = Trail::Straight { dir, dist: way.end };
        let over = self.table().over(id, &Sweep::new(&start, trail), false, false).unwrap_or_default();
        let unit = self.unit_mut(id);
        *unit = turned;
        unit.pose = unit.pose.moved(dir * way.end);
        (unit.moved_up, unit.split, unit.changing, unit.rear_about) = ([0, 0], 0, None, false);
        let turn = &mut unit.this_turn;
        (turn.moved, turn.finished) = (true, true);
        self.tell("SSS 40.8", told::FALLS_BACK, &[Who::Unit(id), Who::Far(way.end.round() as Um)]);
        self.crossed(id, over);
        for &friend in &way.shoved {
            // SSS 1.5.1e, 34.5
            self.disrupt(friend, Cause::ShovedThrough);
            self.call_test(friend, Trigger::RoutedThrough);
        }
        way.over_edge
    }

    /// Who crosses bad ground is disrupted by it (SSS T16).
    pub(crate) fn crossed(&mut self, id: UnitId, over: WaySet) {
        if over.has(Over::Rough) {
            self.disrupt_by_ground(id, true);
        } else if over.has(Over::Difficult) {
            self.disrupt_by_ground(id, false);
        }
    }

    /// A garrison that runs or retires comes out on the far side (SSS G64).
    fn comes_out_of_building(&mut self, id: UnitId, dir: Vec2) {
        let Some(inside) = self.unit(id).inside else { return };
        if !self.table().is_garrison(id) {
            // The rest of it stands outside, and those inside join it.
            self.unit_mut(id).inside = None;
            return;
        }
        let walls = self.rules.building_body(inside.building);
        let unit = self.unit_mut(id);
        unit.inside = None;
        unit.pose.facing = normal(bearing(dir));
        let depth = f64::from(self.rules.depth_of(id, self.unit(id)));
        let reach = walls.corners().map(|corner| (corner - walls.center()).dot(dir)).fold(0.0, f64::max);
        let front = walls.center() + dir * (reach + depth + TOUCH);
        self.unit_mut(id).pose.at = front.round();
    }

    // --- The moves

    /// A rout move, standard + d3 BW that way (SSS 1.5.1a, 40.5). Who reaches the edge disintegrates (SSS 39.9).
    pub(super) fn rout_move(&mut self, id: UnitId, dir: Vec2) {
        let dist = self.table().standard_here(id) + bw(self.d3().into());
        let unit = self.unit_mut(id);
        unit.rout_moves = unit.rout_moves.saturating_add(1);
        if self.falls_back(id, dir, dist, Flight::Routs) {
            self.remove(id, Loss::Disintegrated);
        }
    }

    /// A retreat, a quarter of the move lost for turning about the first time, + d2 BW (SSS 1.5.1b, 40.4, G19).
    fn retreat_move(&mut self, id: UnitId) {
        let first = self.unit(id).activity != Activity::Retreating;
        let standard = self.table().standard_here(id);
        let turning = match self.rules.options.retreat_turn {
            RetreatTurn::Quarter if first => standard / 4,
            _ => 0,
        };
        let dist = standard - turning + bw(self.d2().into());
        let dir = match first {
            true => self.table().away_from_seen(id),
            false => self.table().homeward(self.table().side(id)),
        };
        self.leaves_contact(id);
        let unit = self.unit_mut(id);
        (unit.activity, unit.pending) = (Activity::Retreating, Pending::Nothing);
        (unit.must_charge, unit.prone) = (false, false);
        if self.disintegrates_at_once(id) {
            return;
        }
        self.tell("SSS 40.4", told::RETREATS, &[Who::Unit(id)]);
        if self.falls_back(id, dir, dist, Flight::Retreats) {
            self.remove(id, Loss::Disintegrated);
        }
    }

    /// Half a standard move away from the nearest enemy in sight, facing it (SSS 40.2). At the edge it rallies (SSS 39.10).
    fn retire_move(&mut self, id: UnitId) {
        let dir = self.table().away_from_seen(id);
        let dist = self.table().standard_here(id) / 2;
        self.leaves_contact(id);
        let unit = self.unit_mut(id);
        (unit.activity, unit.pending, unit.prone) = (Activity::Retiring, Pending::Nothing, false);
        self.tell("SSS 40.2", told::RETIRES, &[Who::Unit(id)]);
        self.falls_back(id, dir, dist, Flight::Retires);
    }

    /// Out of the battle at normal speed (SSS 2.1).
    pub(crate) fn leaves_battle(&mut self, id: UnitId) {
        let dir = self.table().homeward(self.table().side(id));
        let dist = self.table().standard_here(id);
        self.leaves_contact(id);
        let unit = self.unit_mut(id);
        (unit.activity, unit.pending, unit.prone) = (Activity::RetiringInGoodOrder, Pending::Nothing, false);
        unit.must_charge = false;
        self.tell("SSS 2.1", told::LEAVES_BATTLE, &[Who::Unit(id)]);
        if self.falls_back(id, dir, dist, Flight::Leaves) {
            self.remove(id, Loss::LeftTable);
        }
    }

    /// What a unit's own movement phase makes of a pending result or of its flight (SSS 1.5.1a, P5.1).
    pub(super) fn compulsory_move(&mut self, id: UnitId) {
        let unit = *self.unit(id);
        // SSS G73: these moves wait for the end of the prayer.
        if unit.place != Place::Table || self.table().prays(id) {
            return;
        }
        match (unit.activity, unit.pending) {
            (Activity::Routing, _) => {
                let home = self.table().homeward(self.table().side(id));
                self.rout_move(id, home);
            }
            (_, Pending::Retreat) | (Activity::Retreating, _) => self.retreat_move(id),
            (Activity::RetiringInGoodOrder, _) => self.leaves_battle(id),
            (_, Pending::Retire) => self.retire_move(id),
            (_, Pending::Halt) => self.unit_mut(id).this_turn.halted = true,
            (Activity::Pursuing, Pending::Nothing) => self.goes_on_pursuing(id),
            _ => {}
        }
    }

    // --- Pursuit

    /// Later pursuit moves: after the nearest enemy that runs; with none there the pursuit is over (SSS 1.5.1d, G52).
    fn goes_on_pursuing(&mut self, id: UnitId) {
        let table = self.table();
        let body = table.body(id);
        let running = |enemy: &UnitId| matches!(table.unit(*enemy).activity, Activity::Routing | Activity::Retreating);
        let off = table.enemies_of(id).filter(running).map(|enemy| (enemy, body.distance(&table.body(enemy))));
        match off.min_by(|one, two| one.1.total_cmp(&two.1)) {
            Some((quarry, _)) => {
                self.pursue(id, quarry);
            }
            None => self.unit_mut(id).activity = Activity::Static,
        }
    }

    /// A pursuit move after a unit that runs: standard + 1, 2 or 3 BW straight at it; exactly reaching it is contact. Routers
    /// are destroyed (SSS 1.5.1f), retreaters fight back, met from behind (SSS 1.5.1g, G63). Pursuers are disrupted (SSS T16).
    /// Tells whether the quarry was caught.
    pub fn pursue(&mut self, id: UnitId, quarry: UnitId) -> bool {
        self.leaves_contact(id);
        let unit = self.unit_mut(id);
        unit.activity = Activity::Pursuing;
        (unit.this_turn.moved, unit.this_turn.finished, unit.this_turn.pursues) = (true, true, None);
        self.tell("SSS 1.5.1d", told::PURSUES, &[Who::Unit(id), Who::Unit(quarry)]);
        self.disrupt(id, Cause::Onward);
        let gone = self.unit(quarry).place != Place::Table;
        let dir = match gone {
            true => self.unit(id).pose.dir(),
            false => self.table().straight_from(id, quarry),
        };
        let turned = self.table().facing_quarry(id, dir);
        *self.unit_mut(id) = turned;
        let dir = turned.pose.dir();
        let dist = f64::from(self.table().standard_here(id) + self.table().pursuit_bonus(id));
        let start = self.rules.body_of(id, &turned);
        let table = self.table();
        let edge = start.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let caught = if gone { None } else { cast(&start, dir, dist + TOUCH, &table.body(quarry)) };
        let mut end = table.ground_room(id, &start, dir, dist.min(edge));
        for other in table.on_table().filter(|&other| other != id && other != quarry && !table.is_garrison(other)) {
            let enemy = table.side(other) != table.side(id);
            let at = match enemy {
                true => nears(&start, dir, end, &table.body(other), f64::from(NEAR)),
                false if table.is_foot_skirmishers(other) => None,
                false => passage(&start, dir, end, &table.body(other)).map(|span| span.from),
            };
            end = at.map_or(end, |at| end.min(at.max(0.0)));
        }
        let caught = caught.filter(|hit| hit.distance <= end + TOUCH).map(|hit| hit.distance);
        let end = caught.map_or(end, |at| at.min(end));
        let over = table.over(id, &Sweep::new(&start, Trail::Straight { dir, dist: end }), false, false);
        let at_edge = end + TOUCH >= edge;
        self.unit_mut(id).pose = turned.pose.moved(dir * end);
        self.crossed(id, over.unwrap_or_default());
        match caught {
            Some(_) => self.catches(id, quarry, end),
            None if at_edge => self.pursues_to_edge(id),
            None => {}
        }
        caught.is_some()
    }

    fn catches(&mut self, id: UnitId, quarry: UnitId, ran: f64) {
        let unit = self.unit_mut(id);
        unit.exertion = unit.exertion.saturating_add(1);
        if self.unit(quarry).activity == Activity::Routing {
            self.tell("SSS 1.5.1f", told::RIDES_DOWN, &[Who::Unit(id), Who::Unit(quarry)]);
            self.remove(quarry, Loss::Destroyed);
            return;
        }
        let far = ran + TOUCH >= f64::from(self.table().charge_bonus(id).max(BW));
        let came = if far { Came::Charging } else { Came::Close };
        self.contact(id, quarry, came, Came::Pursued);
        self.disrupt(quarry, Cause::FlankOrRear);
        if far && self.table().is_mounted(id) && self.table().is_foot(quarry) {
            self.disrupt(quarry, Cause::ChargedByCavalry);
        }
    }

    /// Pursuers rally at the edge; Warbands and the impetuous follow off the table for d6 moves (SSS 1.5.1h).
    fn pursues_to_edge(&mut self, id: UnitId) {
        if !self.table().card(id).is_impetuous() {
            self.unit_mut(id).activity = Activity::Static;
            self.tell("SSS 1.5.1h", told::RALLIES, &[Who::Unit(id)]);
            return;
        }
        let turns = self.d6();
        self.goes_off_table(id, turns);
    }

    /// Beyond the edge for so many own turns (SSS 1.5.1h, G63).
    pub(crate) fn goes_off_table(&mut self, id: UnitId, turns: u8) {
        self.leaves_contact(id);
        let unit = self.unit_mut(id);
        let at = unit.pose.about(0);
        (unit.place, unit.activity) = (Place::Away { turns, at }, Activity::Static);
        self.tell("SSS 1.5.1h", told::OFF_TABLE, &[Who::Unit(id), Who::Count(turns.into())]);
    }

    /// Those beyond the edge count their own turns and come back where they left, as soon as there is room.
    pub(super) fn come_back(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let Place::Away { turns, at } = self.unit(id).place else { continue };
            if self.table().side(id) != side {
                continue;
            }
            if turns > 0 {
                self.unit_mut(id).place = Place::Away { turns: turns - 1, at };
                continue;
            }
            let Some(pose) = self.table().way_in(id, at) else { continue };
            let unit = self.unit_mut(id);
            (unit.place, unit.pose, unit.stood) = (Place::Table, pose, pose);
            (unit.this_turn.moved, unit.this_turn.finished) = (true, true);
            self.tell("SSS 1.5.1h", told::ARRIVES, &[Who::Unit(id)]);
        }
    }
}

impl Table<'_> {
    /// Turned towards its quarry about the middle of where it stands, if there is room for that.
    fn facing_quarry(self, id: UnitId, dir: Vec2) -> Unit {
        let unit = *self.unit(id);
        let centre = self.body(id).center();
        let mut turned = Unit { moved_up: [0, 0], split: 0, ..unit };
        turned.pose.facing = normal(bearing(dir));
        let depth = f64::from(self.rules.depth_of(id, &turned));
        turned.pose.at = (centre + dir * (depth * 0.5)).round();
        let body = self.rules.body_of(id, &turned);
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let free = body.within_table(width, height)
            && self.on_table().all(|other| other == id || !self.body(other).overlaps(&body))
            && unit.formation != Formation::Square;
        if free { turned } else { unit }
    }

    /// Where somebody comes back onto the table: wholly on it, facing inwards, with room to stand.
    fn way_in(self, id: UnitId, at: field::table::Pose) -> Option<field::table::Pose> {
        let unit = self.unit(id);
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        (0..=8).map(|step| at.ahead(step * BW / 2)).find(|&pose| {
            let body = self.rules.body_at(id, unit, pose);
            body.within_table(width, height) && self.on_table().all(|other| !self.body(other).overlaps(&body))
        })
    }
}
