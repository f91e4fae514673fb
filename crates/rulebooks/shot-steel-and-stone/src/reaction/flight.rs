//! Moves that nobody orders: retiring, retreating, routing, leaving the battle, pursuing (SSS 1.5.1a, 2.1, 40).

use crate::cards::{Arm, BuildingId, MOST_UNITS, TableEdge, UnitId, Units};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::ground::Bar;
use crate::measures::{BW, bw};
use crate::movement::keeps_off;
use crate::reaction::Trigger;
use crate::readings::RetreatTurn;
use crate::state::{Activity, Came, Changed, Formation, Loss, Over, Pending, Place, Unit, WaySet};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{
    Body, Cdeg, Passing, Pose, Span, Sweep, TOUCH, Trail, Um, Vec2, bearing, cast, heading, normal, passage,
    strip_beside,
};
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

/// What limbering up takes of a move (SSS T6).
const LIMBERING: Um = bw(2);

/// How much farther routers run to be clear of friends (SSS G123).
const CLEARING: f64 = bw(3) as f64;

/// How far aside those in hand go to keep clear of friends, by as little as will do (SSS 40.7, G123).
const STEERING: [Cdeg; 6] = [1_500, -1_500, 3_000, -3_000, 4_500, -4_500];

/// Where such a move ends, and over whom it leads.
struct Way {
    dir: Vec2,
    end: f64,
    /// Friends stop it before its time.
    barred: bool,
    /// A part of the body reaches the edge of the table.
    over_edge: bool,
    /// Whom routers run through.
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
        heading(match self.baseline(side) {
            TableEdge::North => 0,
            TableEdge::East => 9_000,
            TableEdge::South => 18_000,
            TableEdge::West => 27_000,
        })
    }

    /// The way straight from one unit's nearest point to the other's.
    pub(crate) fn straight_from(self, enemy: UnitId, id: UnitId) -> Vec2 {
        let body = self.body(id);
        let theirs = self.body(enemy);
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
        // To look for somebody takes longer than to measure: the nearest comes first.
        let body = self.body(id);
        let off = self.enemies_of(id).map(|enemy| (enemy, body.distance(&self.body(enemy))));
        let mut enemies: ArrayVec<(UnitId, f64), MOST_UNITS> = off.collect();
        enemies.sort_unstable_by(|one, two| one.1.total_cmp(&two.1).then(one.0.cmp(&two.0)));
        enemies.into_iter().map(|(enemy, _)| enemy).find(|&enemy| self.in_view(id, enemy))
    }

    /// The unit closed up and turned so that it looks that way, or away from it, on the ground it stands on (SSS G211).
    pub(crate) fn looking(self, id: UnitId, dir: Vec2) -> Unit {
        let unit = self.closed_up(id, self.unit(id));
        if unit.pose.dir().dot(dir) >= -1e-6 {
            return unit;
        }
        let turned = Unit { pose: unit.pose.about(self.rules.depth_of(id, &unit)), ..unit };
        // Bases beside its front that have no room to close up turn with the others, if they have room for that.
        let free = turned.moved_up == [0, 0] || {
            let body = self.rules.body_of(id, &turned).grown(-TOUCH);
            self.on_table().all(|other| other == id || !self.body(other).overlaps(&body))
        };
        if free { turned } else { unit }
    }

    /// What a straight way leads over, by road or track where there is one all along it (SSS 8.5, 17.2).
    pub(crate) fn straight_over(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> Result<WaySet, Bar> {
        let from = body.main().front;
        let (road, track) = self.by_road(body, from, from + dir * dist);
        self.over(id, &Sweep::new(body, Trail::Straight { dir, dist }), road, track)
    }

    /// How far a body gets over the ground; the edge of the table apart.
    pub(crate) fn ground_room(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> f64 {
        let open = |dist: f64| self.straight_over(id, body, dir, dist).is_ok();
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
                && self.straight_over(runner, &strip, Vec2::new(0.0, 0.0), 0.0).is_ok()
        })
    }

    /// Straight back for those who run. Those in hand avoid friends: they steer aside where that keeps them clear, and file
    /// through a gap where it does not (SSS 40.7, G123).
    fn way_back(self, id: UnitId, body: &Body, dir: Vec2, dist: f64, flight: Flight) -> Way {
        if flight == Flight::Routs {
            return self.way_of_rout(id, body, dir, dist);
        }
        let straight = self.way_past_friends(id, body, dir, dist, false);
        if !straight.barred {
            return straight;
        }
        let aside = STEERING.map(|by| heading(normal(bearing(dir) + by)));
        let clear = aside.into_iter().map(|dir| self.way_past_friends(id, body, dir, dist, false));
        let filed = || self.way_past_friends(id, body, dir, dist, true);
        clear.into_iter().find(|way| !way.barred && way.end > straight.end).unwrap_or_else(filed)
    }

    /// How far ground and enemies let it go that way, and how far the edge of the table is.
    fn room_back(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> (f64, f64) {
        let edge = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let mut limit = self.ground_room(id, body, dir, dist.min(edge));
        if limit + TOUCH >= edge {
            limit = dist;
        }
        for enemy in self.enemies_of(id).filter(|&enemy| !self.is_garrison(enemy)) {
            if let Some(at) = keeps_off(body, dir, limit, &self.body(enemy)) {
                limit = limit.min(at);
            }
        }
        (limit, edge)
    }

    /// Before friends whom it may not pass, and never among any; through gaps beside them where it files (SSS 9.2, 40.7).
    fn way_past_friends(self, id: UnitId, body: &Body, dir: Vec2, dist: f64, files: bool) -> Way {
        let (mut end, edge) = self.room_back(id, body, dir, dist);
        let mut barred = false;
        let span = |friend: UnitId| passage(body, dir, end + f64::from(BW), &self.body(friend));
        let mut met: ArrayVec<(Span, bool), 63> = ArrayVec::new();
        for friend in self.friends_of(id).filter(|&friend| !self.is_garrison(friend)) {
            let Some(span) = span(friend) else { continue };
            let passes = self.passing(id, friend) == Passing::Free || (files && self.leaves_gap(id, friend));
            self.state.overflow.keep(&mut met, (span, passes));
        }
        let stops = |end: f64| met.iter().find(|(span, passes)| span.from.max(0.0) < end && (!passes || end < span.to));
        while let Some((span, _)) = stops(end) {
            (end, barred) = (span.from.max(0.0), true);
        }
        Way { dir, end: end.min(edge), barred, over_edge: end + TOUCH >= edge, shoved: ArrayVec::new() }
    }

    /// Through all who stand there, and clear of those among whom the move would end, if that takes little more; else up to them
    /// (SSS 1.5.1e, 40.6, G123).
    fn way_of_rout(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> Way {
        let (limit, edge) = self.room_back(id, body, dir, dist);
        let most = limit + CLEARING;
        let mut met: ArrayVec<(UnitId, Span), 63> = ArrayVec::new();
        for friend in self.friends_of(id).filter(|&friend| !self.is_garrison(friend)) {
            if let Some(span) = passage(body, dir, most, &self.body(friend)) {
                self.state.overflow.keep(&mut met, (friend, span));
            }
        }
        let among = |end: f64| met.iter().find(|(_, span)| span.from < end && end < span.to).map(|(_, span)| *span);
        let clears = |span: &Span| {
            let out = span.to.min(edge);
            span.to <= most && self.ground_room(id, body, dir, out) + TOUCH >= out
        };
        let (mut end, mut goes_on) = (limit, limit >= dist.min(edge) - TOUCH);
        while let Some(span) = among(end) {
            goes_on &= clears(&span);
            end = if goes_on { span.to } else { span.from.max(0.0) };
        }
        let mut shoved = ArrayVec::new();
        for &(friend, span) in &met {
            if span.from < end && span.to <= end + TOUCH && !self.leaves_gap(id, friend) {
                self.state.overflow.keep(&mut shoved, friend);
            }
        }
        Way { dir, end: end.min(edge), barred: false, over_edge: end + TOUCH >= edge, shoved }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit goes so far straight that way, as those go who fall back. Tells whether it reached the edge of the table.
    fn falls_back(&mut self, id: UnitId, dir: Vec2, dist: Um, flight: Flight) -> bool {
        if !self.comes_out_of_building(id, dir) {
            return false;
        }
        let turned = match flight {
            Flight::Retires => self.table().looking(id, -dir),
            Flight::Leaves => *self.unit(id),
            Flight::Retreats | Flight::Routs => self.table().looking(id, dir),
        };
        let turned = self.table().closed_up(id, &turned);
        let start = self.rules.body_of(id, &turned);
        self.feels_straight(&start, dir, f64::from(dist));
        let way = self.table().way_back(id, &start, dir, f64::from(dist), flight);
        let over = self.table().straight_over(id, &start, way.dir, way.end).unwrap_or_default();
        let unit = self.unit_mut(id);
        *unit = turned;
        unit.pose = unit.pose.moved(way.dir * way.end);
        (unit.changing, unit.rear_about) = (None, false);
        let turn = &mut unit.this_turn;
        (turn.moved, turn.finished) = (true, true);
        self.tell("SSS 40.8", told::FALLS_BACK, &[Who::Unit(id), Who::Far(way.end.round() as Um)]);
        self.crossed(id, over);
        for &friend in &way.shoved {
            // SSS 1.5.1e, 34.5: skirmishers are not disrupted, but test like others.
            if !self.table().is_skirmishing(friend) {
                self.disrupt_again(friend, Cause::ShovedThrough);
            }
            self.call_test(friend, Trigger::RoutedThrough);
        }
        if way.end + TOUCH < f64::from(dist) {
            self.looks_for_quicksand(id);
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
        self.test_for_fallers(id, WaySet::default(), over);
    }

    /// A garrison that runs or retires comes out on the far side, or on the next where it has room; with none it stays inside for
    /// now (SSS G64, G213). Tells whether it is out.
    fn comes_out_of_building(&mut self, id: UnitId, dir: Vec2) -> bool {
        let Some(inside) = self.unit(id).inside else { return true };
        if !self.table().is_garrison(id) {
            // The rest of it stands outside, and those inside join it.
            let joined = self.table().come_out(id, self.unit(id).pose).map(|(unit, _)| unit);
            *self.unit_mut(id) = joined.unwrap_or(Unit { inside: None, ..*self.unit(id) });
            return true;
        }
        let out = self.table().room_outside(id, inside.building, dir);
        if let Some(out) = out {
            *self.unit_mut(id) = out;
        }
        out.is_some()
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

    /// Out of the battle at normal speed (SSS 2.1, 40.3).
    pub(crate) fn leaves_battle(&mut self, id: UnitId) {
        let dir = self.table().homeward(self.table().side(id));
        self.leaves_contact(id);
        let limbering = self.limbers_to_leave(id);
        let dist = (self.table().standard_here(id) - limbering).max(0);
        let unit = self.unit_mut(id);
        (unit.activity, unit.pending, unit.prone) = (Activity::RetiringInGoodOrder, Pending::Nothing, false);
        unit.must_charge = false;
        self.tell("SSS 2.1", told::LEAVES_BATTLE, &[Who::Unit(id)]);
        if self.falls_back(id, dir, dist, Flight::Leaves) {
            self.remove(id, Loss::LeftTable);
        }
    }

    /// Guns are not dragged off by hand: where there is room they limber up first. What that takes of the move (SSS T6, G200).
    fn limbers_to_leave(&mut self, id: UnitId) -> Um {
        let table = self.table();
        let by_hand = table.is_deployed(id) && table.card(id).arm != Arm::CamelGuns;
        let Some(limbered) = table.limbered(id).filter(|_| by_hand) else { return 0 };
        *self.unit_mut(id) = limbered;
        LIMBERING
    }

    /// What a unit's own movement phase makes of a pending result or of its flight: later moves of those who run lead to their
    /// own edge (SSS 1.5.1a, 1.5.1c, P5.1).
    pub(super) fn compulsory_move(&mut self, id: UnitId) {
        let unit = *self.unit(id);
        // SSS G73: these moves wait for the end of the prayer.
        if unit.place != Place::Table || self.table().prays(id) {
            return;
        }
        match (unit.activity, unit.pending) {
            // It has made its move of this turn when it broke (SSS 40.5, G121).
            (Activity::Routing, _) if unit.routed_now => {}
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

    /// Later pursuit moves: after its own quarry while that runs, Warbands and the impetuous also when it has run off the table;
    /// then after the nearest enemy that runs; with none there the pursuit is over (SSS 1.5.1d, 1.5.1h, G52, G122).
    fn goes_on_pursuing(&mut self, id: UnitId) {
        let table = self.table();
        let body = table.body(id);
        let running = |enemy: &UnitId| matches!(table.unit(*enemy).activity, Activity::Routing | Activity::Retreating);
        let off = table.enemies_of(id).filter(running).map(|enemy| (enemy, body.distance(&table.body(enemy))));
        let follows = |enemy: &UnitId| match table.unit(*enemy).place {
            Place::Table => running(enemy),
            _ => table.card(id).is_impetuous() && table.has_run_off(*enemy),
        };
        let own = table.unit(id).quarry.filter(follows);
        let nearest = off.min_by(|one, two| one.1.total_cmp(&two.1)).map(|(enemy, _)| enemy);
        match own.or(nearest) {
            Some(quarry) => {
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
        (unit.activity, unit.quarry, unit.ran_on) = (Activity::Pursuing, Some(quarry), true);
        (unit.this_turn.moved, unit.this_turn.finished, unit.this_turn.pursues) = (true, true, None);
        self.tell("SSS 1.5.1d", told::PURSUES, &[Who::Unit(id), Who::Unit(quarry)]);
        self.disrupt(id, Cause::Onward);
        let gone = self.unit(quarry).place != Place::Table;
        let dir = match gone && !self.table().has_run_off(quarry) {
            true => self.unit(id).pose.dir(),
            false => self.table().straight_from(id, quarry),
        };
        let turned = self.table().facing_quarry(id, dir);
        *self.unit_mut(id) = turned;
        let dir = turned.pose.dir();
        let dist = f64::from(self.table().standard_here(id) + self.table().pursuit_bonus(id));
        let start = self.rules.body_of(id, &turned);
        self.feels_straight(&start, dir, dist);
        let table = self.table();
        let edge = start.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let caught = if gone { None } else { cast(&start, dir, dist + TOUCH, &table.body(quarry)) };
        let room = table.ground_room(id, &start, dir, dist.min(edge));
        let (end, crowded) = table.pursuit_past_others(id, quarry, &start, dir, room);
        let caught = caught.filter(|hit| hit.distance <= end + TOUCH).map(|hit| hit.distance);
        let (end, crowded) = caught.map_or((end, crowded), |at| (at.min(end), None));
        let over = table.straight_over(id, &start, dir, end);
        let at_edge = end + TOUCH >= edge;
        let run_down = table.routers_on(id, quarry, &start, dir, end);
        self.unit_mut(id).pose = turned.pose.moved(dir * end);
        self.crossed(id, over.unwrap_or_default());
        if let Some(friend) = crowded {
            self.disrupt_again(friend, Cause::Crowded);
        }
        for router in run_down.iter() {
            self.rides_down(id, router);
        }
        if caught.is_none() && end + TOUCH < dist {
            self.looks_for_quicksand(id);
        }
        match caught {
            Some(_) => self.catches(id, quarry, end),
            None if at_edge => self.pursues_to_edge(id),
            None => {}
        }
        caught.is_some()
    }

    /// SSS 1.5.1f
    fn rides_down(&mut self, id: UnitId, router: UnitId) {
        self.tell("SSS 1.5.1f", told::RIDES_DOWN, &[Who::Unit(id), Who::Unit(router)]);
        self.remove(router, Loss::Destroyed);
    }

    fn catches(&mut self, id: UnitId, quarry: UnitId, ran: f64) {
        let unit = self.unit_mut(id);
        // SSS 23.5, G24
        unit.exertion = unit.exertion.saturating_add(1);
        if self.unit(quarry).activity == Activity::Routing {
            self.rides_down(id, quarry);
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
    /// How far a pursuit goes past everybody but its quarry: 1 BW from other enemies unless they rout, up to friends, and among
    /// no skirmishers that let it pass; and the friend who stops it (SSS 9.2, 9.7, T16).
    fn pursuit_past_others(
        self,
        id: UnitId,
        quarry: UnitId,
        start: &Body,
        dir: Vec2,
        most: f64,
    ) -> (f64, Option<UnitId>) {
        let (mut end, mut stops) = (most, None);
        let others = || self.on_table().filter(|&other| other != id && other != quarry && !self.is_garrison(other));
        let passed = |other: UnitId| self.side(other) == self.side(id) && self.is_foot_skirmishers(other);
        for other in others().filter(|&other| !passed(other)) {
            let theirs = self.body(other);
            let at = match self.side(other) == self.side(id) {
                true => passage(start, dir, end, &theirs).map(|span| span.from),
                false if self.is_routing(other) => None,
                false => keeps_off(start, dir, end, &theirs),
            };
            if let Some(at) = at.filter(|&at| at < end) {
                (end, stops) = (at.max(0.0), Some(other).filter(|&other| self.side(other) == self.side(id)));
            }
        }
        for _ in 0..8 {
            let span = |other: UnitId| passage(start, dir, most, &self.body(other));
            let mut under = others().filter(|&other| passed(other)).filter_map(span);
            let Some(span) = under.find(|span| span.from < end && end < span.to) else { break };
            (end, stops) = (span.from.max(0.0), None);
        }
        (end, stops)
    }

    /// Routers besides its quarry that a pursuit touches on its way (SSS 1.5.1f).
    fn routers_on(self, id: UnitId, quarry: UnitId, start: &Body, dir: Vec2, end: f64) -> Units {
        let others = self.enemies_of(id).filter(|&other| other != quarry && self.is_routing(other));
        others.filter(|&other| cast(start, dir, end + TOUCH, &self.body(other)).is_some()).collect()
    }

    /// A garrison at the walls of its building with its back to them: on the side that lies that way, or the nearest to it with
    /// room, in its formation or in column (SSS G64, G213).
    fn room_outside(self, id: UnitId, building: BuildingId, dir: Vec2) -> Option<Unit> {
        let walls = self.rules.building_body(building);
        let whole = Unit { inside: None, ..*self.unit(id) };
        let column = self.may_form(id, Formation::ColumnOfMarch).and_then(|()| {
            let column = self.formed(id, &whole, Formation::ColumnOfMarch, 0)?;
            Ok(Unit { formation: Formation::ColumnOfMarch, ..column })
        });
        let shapes = [Some(whole), column.ok()];
        let aside = [0, 4_500, -4_500, 9_000, -9_000, 13_500, -13_500, 18_000];
        let there = |shape: Unit, by: Cdeg| {
            let facing = normal(bearing(dir) + by);
            let out = heading(facing);
            let depth = f64::from(self.rules.depth_of(id, &shape));
            let reach = walls.corners().map(|corner| (corner - walls.center()).dot(out)).fold(0.0, f64::max);
            let at = (walls.center() + out * (reach + depth + TOUCH)).round();
            Unit { pose: Pose::new(at, facing), ..shape }
        };
        let free = |unit: &Unit| {
            let body = self.rules.body_of(id, unit);
            let taken = |other: UnitId| other != id && !self.is_garrison(other) && self.body(other).overlaps(&body);
            self.may_rest(id, &body).is_ok() && !self.on_table().any(taken)
        };
        let mut places =
            aside.into_iter().flat_map(|by| shapes.into_iter().flatten().map(move |shape| there(shape, by)));
        places.find(free)
    }

    /// A battery on its limbers where it stands, if there is room for that.
    fn limbered(self, id: UnitId) -> Option<Unit> {
        let limbered = self.changed_into(id, Changed::Limber).ok()?;
        let body = self.rules.body_of(id, &limbered);
        let free = self.on_table().all(|other| other == id || !self.body(other).overlaps(&body));
        (free && self.may_rest(id, &body).is_ok()).then_some(limbered)
    }

    /// It has left the table where it stands now (SSS 39.9, 2.1).
    fn has_run_off(self, id: UnitId) -> bool {
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let at_edge =
            |quarter: Cdeg| self.body(id).room_on_table(heading(quarter * 9_000), width, height) <= 2.0 * TOUCH;
        matches!(self.unit(id).place, Place::Gone(Loss::Disintegrated | Loss::LeftTable)) && (0..4).any(at_edge)
    }

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
    fn way_in(self, id: UnitId, at: Pose) -> Option<Pose> {
        let unit = self.unit(id);
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        (0..=8).map(|step| at.ahead(step * BW / 2)).find(|&pose| {
            let body = self.rules.body_at(id, unit, pose);
            body.within_table(width, height) && self.on_table().all(|other| !self.body(other).overlaps(&body))
        })
    }
}
