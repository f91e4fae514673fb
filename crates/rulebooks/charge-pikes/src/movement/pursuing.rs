//! 15.2 Moving pursuing units.

use crate::agenda::{Step, TestKind};
use crate::cards::{Kind, TableEdge, UnitId};
use crate::decision::NO_LEGS;
use crate::face::told::{self, Who};
use crate::movement::flight::FlightStep;
use crate::state::{Aspect, Charge, ChargeKind, Contact, Formation, Loss, Mode, Morale, Phase, Place, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Body, Hit, Point, Pose, Um, Vec2, bearing, cast, heading, normal, turn};
use kernel::{Listener, Phrase};

/// Questions that may wait for an answer at the same time, with room left for what interrupts them.
const MOST_PENDING: usize = 24;

/// Turns a pursuer waits beyond the edge before it may test (CP 15.2.5).
pub const TURNS_AWAY: u8 = 3;

impl Table<'_> {
    /// Who takes up the pursuit of a unit that just broke (ruling G26): squares, garrisons and guns do not, nor does a
    /// unit still at grips with another enemy.
    pub fn may_pursue(self, id: UnitId, router: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table
            && unit.mode == Mode::Normal
            && self.routing(router)
            && self.can_be_run_after(router)
            && unit.formation != Formation::Square
            && unit.inside.is_none()
            && !self.is_battery(id)
            && !self.held_by_another(id)
    }

    /// On the table, or just gone over its edge: whoever broke it goes after it (CP 15.2.4).
    fn can_be_run_after(self, router: UnitId) -> bool {
        let unit = self.unit(router);
        unit.place == Place::Table || (unit.routed_now && unit.place == Place::Gone(Loss::RoutedOff))
    }

    /// Locked with an enemy that stands, or charging or charged by one, with the tests still to come.
    fn held_by_another(self, id: UnitId) -> bool {
        let stands = |enemy: UnitId| self.unit(enemy).place == Place::Table && !self.routing(enemy);
        self.opponents(id).any(stands)
            || self.state.charges.iter().filter(|charge| charge.stage == Stage::Arrived).any(|charge| {
                let by = |one: UnitId, other: UnitId| one == id && stands(other);
                by(charge.charger, charge.target) || by(charge.target, charge.charger)
            })
    }

    /// Close order does not stop for skirmishers and gunners in the open.
    fn tramples(self, id: UnitId, other: UnitId) -> bool {
        !self.is_open_order(id) && self.can_be_overrun(other)
    }

    /// Those that `id` broke this turn and can still run after, with most figures in contact first (CP 15.2.3).
    pub fn quarries(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        let most = self.state.routs.iter().filter(move |rout| rout.victor == id && self.may_pursue(id, rout.router));
        let best = most.clone().map(|rout| rout.figures).max().unwrap_or(0);
        most.filter(move |rout| rout.figures == best).map(|rout| rout.router)
    }

    /// Where a unit that has run among others comes to a halt: there, or as few steps back or aside as give it room.
    fn room_about(self, id: UnitId, unit: &Unit) -> Option<Pose> {
        let step = self.inches(1) / 2;
        let ways = [18_000, 9_000, -9_000].map(|off| normal(unit.pose.facing + off));
        let mut poses = (0..=24).flat_map(|count| ways.map(|way| unit.pose.along(way, count * step)));
        poses.find(|&pose| {
            let standing = Unit { pose, ..*unit };
            let body = self.rules.body_of(id, &standing);
            self.can_stand(id, &body, March::Normal).is_ok() && !self.crowded(id, &standing)
        })
    }

    /// Files of a unit's front that touch an enemy, at least one where they are locked.
    pub fn files_touching(self, id: UnitId, enemy: UnitId) -> u32 {
        let target = self.body(enemy);
        let reach = f64::from(self.inches(1)) * 0.5;
        let mut touching = 0;
        for (block, (_, rank)) in
            self.body(id).blocks.iter().zip(self.rules.ranks_of(id, self.unit(id)).into_iter().flatten())
        {
            let files = rank.full_files().max(1);
            let width = block.width() / f64::from(files);
            for file in 0..files {
                let across = (f64::from(file) + 0.5) * width - block.half;
                let front = block.global(Vec2::new(across, 0.0)) + block.dir * (reach * 0.5);
                if target.distance_to_point(front) <= reach {
                    touching += 1;
                }
            }
        }
        touching.max(1)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Everyone who broke `router` starts after it, one after the other: horse at once, foot may first try to halt
    /// (CP 18.2.1, 18.2.2).
    pub fn begin_pursuits(&mut self, router: UnitId) {
        let table = self.table();
        let ready = |victor: UnitId| {
            let unit = table.unit(victor);
            let takes_block = table.block_just_left(router).is_some() && table.is_foot(victor);
            unit.place == Place::Table && unit.mode == Mode::Normal && (takes_block || table.may_pursue(victor, router))
        };
        let next = table.state.routs.iter().find(|rout| rout.router == router && ready(rout.victor));
        let Some(victor) = next.map(|rout| rout.victor) else { return };
        self.state.agenda.push(Step::Flight(FlightStep::Pursuits { router }));
        if self.state.phase == Phase::Combat && self.table().test_due(TestKind::LosingCombat, victor) {
            // Whoever lost the round itself tests for that before it runs after anybody (CP 13.5).
            self.take_test(TestKind::LosingCombat, victor);
            return;
        }
        let mut quarries = self.table().quarries(victor);
        let choice = (quarries.next(), quarries.next());
        drop(quarries);
        if self.occupies_block(victor, router) {
            return self.forget_routs(victor);
        }
        match choice {
            (None, _) => self.forget_routs(victor),
            (Some(only), None) => {
                self.forget_routs(victor);
                self.state.agenda.push(Step::Flight(FlightStep::TryHalt { unit: victor, router: only }));
            }
            (Some(_), Some(_)) => self.state.agenda.push(Step::Flight(FlightStep::ChooseQuarry { unit: victor })),
        }
    }

    /// What a unit has to do with those it broke is settled.
    pub fn forget_routs(&mut self, victor: UnitId) {
        self.state.routs.retain(|rout| rout.victor != victor);
    }

    /// Attackers take over a block whose garrison ran, instead of pursuing (ruling G61).
    fn occupies_block(&mut self, victor: UnitId, router: UnitId) -> bool {
        let table = self.table();
        let Some(area) = table.block_just_left(router) else { return false };
        if !table.is_foot(victor) || table.is_battery(victor) || table.block_taken(area) {
            return false;
        }
        self.enter_block(victor, area);
        true
    }

    /// The first move of a pursuit: half a pursuit move straight after the target.
    pub fn first_pursuit(&mut self, id: UnitId, router: UnitId) {
        if !self.table().may_pursue(id, router) {
            return;
        }
        self.unit_mut(id).mode = Mode::Pursuing { target: router };
        self.unit_mut(id).pursuit_begun = true;
        self.unit_mut(id).straight = 0;
        self.tell("CP 15.2.1", told::PURSUES, &[Who::Unit(id), Who::Unit(router)]);
        self.drop_charges(id);
        let half = self.table().flight_speed(id) / 2;
        self.chase(id, router, half, true);
    }

    /// Phase 1: every unrallied pursuer runs after its target, which has moved already (CP 13.2).
    pub fn pursuit_moves(&mut self) {
        for side in [self.state.side_a, self.state.side_a.other()] {
            for id in 0..self.state.units.len() as u8 {
                let id = UnitId(id);
                if self.unit(id).place != Place::Table || self.table().side(id) != side {
                    continue;
                }
                if let Mode::Pursuing { target } = self.unit(id).mode {
                    self.continued_pursuit(id, target);
                }
            }
        }
    }

    fn continued_pursuit(&mut self, id: UnitId, target: UnitId) {
        match self.unit(target).place {
            Place::Table if self.unit(target).mode == Mode::Routing => {
                let speed = self.table().flight_speed(id);
                self.chase(id, target, speed, false);
            }
            Place::Gone(Loss::RoutedOff) => self.leave_table(id, target),
            _ => self.stop_pursuit(id, told::TARGET_GONE),
        }
    }

    /// Runs after the target until it touches it, crashes into fresh enemies or is stopped by the ground.
    fn chase(&mut self, id: UnitId, target: UnitId, distance: Um, initial: bool) {
        let (own, prey) = (self.body(id), self.body(target));
        let start = *self.unit(id);
        let along = bearing(prey.center() - own.center());
        let dir = heading(along);
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.pivot(own.center(), turn(unit.pose.facing, along));
        unit.moved = true;
        self.keep_on_table(id);
        let body = self.body(id);
        let far = f64::from(distance);
        let touch = cast(&body, dir, far, &prey).map(|hit| hit.distance);
        self.enter_woods(id, &body, dir, touch.unwrap_or(far));
        self.clear_hopes(id, &body, dir, touch.unwrap_or(far));
        let crash = self.crash_in_way(id, target, &body, touch.unwrap_or(far), initial);
        let wanted = crash.map_or(touch.unwrap_or(far), |(_, hit)| hit.distance);
        let table = self.table();
        let free = table.ground_reach(id, &body, dir, far, wanted, March::Pursuing);
        let shut = free + 1.0 < wanted && table.ground_cost(id, &body, dir, free + 2_000.0, March::Pursuing).is_none();
        let room = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let gone = free.min(room);
        let gone = if crash.is_none() && touch.is_none() { self.not_on_top(id, &body, dir, gone) } else { gone };
        let pose = self.unit(id).pose;
        self.unit_mut(id).pose = pose.ahead(gone.round() as Um);
        self.note_path(id);
        self.generals_follow(id);
        self.settle_ground(id, &body, dir, gone, March::Pursuing, false);
        self.trample_skirmishers(id, &body, dir, gone);
        self.generals_in_danger(id);
        if self.unit(id).place != Place::Table {
            return;
        }
        match crash {
            Some((enemy, hit)) if gone + 1.0 >= hit.distance => self.crash(id, enemy, &start, hit),
            _ if shut => self.stop_pursuit(id, told::GROUND_SHUT),
            // It has left the table: next turn the pursuer follows it (CP 15.2.4).
            _ if self.unit(target).place != Place::Table => self.unit_mut(id).outrun = true,
            _ if touch.is_some_and(|at| gone + 1.0 >= at) => {
                self.unit_mut(id).outrun = false;
                self.catch(id, target);
            }
            // CP 15.2.1
            _ if self.table().can_stand(id, &prey, March::Pursuing).is_err() => {
                self.stop_pursuit(id, told::TARGET_OUT_OF_REACH);
            }
            _ => self.unit_mut(id).outrun = true,
        }
    }

    /// Fresh enemies in the way: in the router's first flight all that it burst through; later, and where they cannot be
    /// burst through, those that have no room beside them to flow around as the router did (CP 15.2.2, 15.2.7, 15.2.8a,
    /// ruling G30). Skirmishers and gunners are run over (CP 17.6.2); horse does not run into houses (CP 19.7.1).
    fn crash_in_way(
        &self,
        id: UnitId,
        target: UnitId,
        body: &Body,
        reach: f64,
        initial: bool,
    ) -> Option<(UnitId, Hit)> {
        let table = self.table();
        let dir = table.unit(id).pose.dir();
        let mut first: Option<(UnitId, Hit)> = None;
        for other in table.enemies_of(id) {
            let fresh = other != target
                && !table.routing(other)
                && table.is_troops(other)
                && !table.tramples(id, other)
                && !(table.is_mounted(id) && table.unit(other).inside.is_some())
                && ((initial && !table.immune_to_burst(other)) || !table.flowed_around(other, id));
            let limit = first.map_or(reach, |(_, hit)| hit.distance);
            if fresh && let Some(hit) = cast(body, dir, limit, &table.body(other)) {
                first = Some((other, hit));
            }
        }
        first
    }

    /// Forlorn hopes fall back before a pursuer too (ruling G65).
    fn clear_hopes(&mut self, id: UnitId, body: &Body, dir: Vec2, reach: f64) {
        for hope in 0..self.state.units.len() as u8 {
            let hope = UnitId(hope);
            let table = self.table();
            let in_way = table.card(hope).kind == Kind::ForlornHope
                && table.unit(hope).place == Place::Table
                && table.side(hope) != table.side(id)
                && cast(body, dir, reach, &table.body(hope)).is_some();
            if in_way {
                self.draw_in_if_charged(hope);
            }
        }
    }

    /// Skirmishers and gunners that close-order pursuers come across (CP 17.6.2).
    fn trample_skirmishers(&mut self, id: UnitId, body: &Body, dir: Vec2, reach: f64) {
        for prey in 0..self.state.units.len() as u8 {
            let prey = UnitId(prey);
            let table = self.table();
            let met = table.unit(prey).place == Place::Table
                && table.side(prey) != table.side(id)
                && table.unit(id).mode != (Mode::Pursuing { target: prey })
                && table.tramples(id, prey)
                && cast(body, dir, reach, &table.body(prey)).is_some();
            if met {
                self.overrun(id, prey);
            }
        }
    }

    /// Pulls a pursuer back until it does not stand on anybody.
    fn not_on_top(&self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> f64 {
        let table = self.table();
        let step = f64::from(table.inches(1)) * 0.5;
        let mut gone = distance;
        while gone > 0.0 {
            let there = body.translated(dir * gone);
            if !table.on_table().any(|other| other != id && table.body(other).overlaps(&there)) {
                return gone;
            }
            gone -= step;
        }
        0.0
    }

    /// A pursuer in contact with its router cuts it down from behind (ruling G26).
    fn catch(&mut self, id: UnitId, target: UnitId) {
        let (a, b) = (id.min(target), id.max(target));
        let (on_a, on_b) = if id == a { (Aspect::Front, Aspect::Rear) } else { (Aspect::Rear, Aspect::Front) };
        let contact = Contact {
            a,
            b,
            impact: false,
            on_a,
            on_b,
            a_impetus: false,
            b_impetus: false,
            a_follows: false,
            b_follows: false,
            a_forward: false,
            b_forward: false,
        };
        if !self.table().in_contact_with(a, b) {
            self.state.overflow.keep(&mut self.state.contacts, contact);
        }
    }

    /// The pursuer runs into a fresh enemy: both disordered, no impetus, no shooting (CP 15.2.9a, 15.2.9b).
    fn crash(&mut self, id: UnitId, enemy: UnitId, start: &Unit, hit: Hit) {
        self.tell("CP 15.2.8b", told::CRASHES, &[Who::Unit(id), Who::Unit(enemy)]);
        self.unit_mut(id).mode = Mode::Normal;
        self.unit_mut(id).outrun = false;
        for unit in [id, enemy] {
            self.unit_mut(unit).crashed = true;
            self.disorder(unit, "CP 15.2.9a", told::CRASHED);
        }
        let aspect = self.table().aspect_of(id, start, enemy, hit.edge);
        self.close_up(id, enemy, hit);
        let charge = Charge {
            charger: id,
            target: enemy,
            kind: ChargeKind::Crash,
            stage: Stage::Passed,
            start: start.pose,
            files: 0,
            legs: NO_LEGS,
            ran: 0,
            straight: 0,
            wheeled: 0,
            impetus: false,
            aspect,
            surprise: false,
            bad_ground: false,
        };
        // Where no more can be taken down they fight all the same.
        self.state.overflow.keep(&mut self.state.charges, charge);
        self.lock(id, enemy, Some(charge), None);
        if matches!(self.state.phase, Phase::Shooting | Phase::Combat) {
            // CP 15.2.9c: its tests have been passed over this turn, so they are taken at once (ruling G24).
            let side = self.table().side(enemy);
            self.state
                .agenda
                .push_all(&[Step::Tests { kind: TestKind::Panic, side }, Step::Tests { kind: TestKind::Stand, side }]);
        }
    }

    /// Whoever stands over a router after the round has it for its quarry (ruling G26), and those whose quarry is gone
    /// or stands again stop (CP 15.2.1).
    pub fn settle_pursuits(&mut self) {
        for ix in 0..self.state.contacts.len() {
            let Contact { a, b, .. } = self.state.contacts[ix];
            for (id, router) in [(a, b), (b, a)] {
                if self.table().may_pursue(id, router) {
                    let unit = self.unit_mut(id);
                    unit.mode = Mode::Pursuing { target: router };
                    unit.pursuit_begun = true;
                    unit.outrun = false;
                    self.tell("CP 15.2.1", told::PURSUES, &[Who::Unit(id), Who::Unit(router)]);
                }
            }
        }
        for id in 0..self.state.units.len() as u8 {
            let id = UnitId(id);
            let Mode::Pursuing { target } = self.unit(id).mode else { continue };
            let quarry = self.unit(target);
            let lost = match quarry.place {
                Place::Table => quarry.mode != Mode::Routing,
                Place::Gone(loss) => loss != Loss::RoutedOff,
                _ => true,
            };
            if lost && self.unit(id).place == Place::Table {
                self.stop_pursuit(id, told::TARGET_GONE);
            }
        }
    }

    /// Any stop but a crash counts as rallied: halted and disordered (ruling G26).
    pub fn stop_pursuit(&mut self, id: UnitId, why: Phrase) {
        self.unit_mut(id).mode = Mode::Normal;
        self.unit_mut(id).outrun = false;
        self.tell("CP 15.2.2", told::STOPS_PURSUIT, &[Who::Unit(id), Who::Because(why)]);
        self.halt_in_line(id, told::HALTED_FROM_PURSUIT);
    }

    /// The target has left the table, and the pursuer after it (CP 15.2.4).
    fn leave_table(&mut self, id: UnitId, target: UnitId) {
        let at = self.unit(target).pose.at;
        let pose = self.edge_pose(at);
        let since = self.state.turn;
        let unit = self.unit_mut(id);
        unit.place = Place::OffTable { since };
        unit.pose = pose;
        self.generals_follow(id);
        self.drop_contacts(id);
        self.drop_charges(id);
        self.tell("CP 15.2.4", told::FOLLOWS_OFF, &[Who::Unit(id)]);
    }

    /// The nearest point of the table's edge, looking inward.
    fn edge_pose(&self, at: Point) -> Pose {
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let edges = [
            (at.y.abs(), TableEdge::South),
            ((height - at.y).abs(), TableEdge::North),
            (at.x.abs(), TableEdge::West),
            ((width - at.x).abs(), TableEdge::East),
        ];
        let nearest =
            edges.into_iter().min_by_key(|(distance, _)| *distance).map_or(TableEdge::South, |(_, edge)| edge);
        let (x, y) = (at.x.clamp(0, width), at.y.clamp(0, height));
        match nearest {
            TableEdge::South => Pose { at: Point::new(x, 0), facing: 0 },
            TableEdge::North => Pose { at: Point::new(x, height), facing: 18_000 },
            TableEdge::West => Pose { at: Point::new(0, y), facing: 9_000 },
            TableEdge::East => Pose { at: Point::new(width, y), facing: 27_000 },
        }
    }

    /// Rallied beyond the edge: it appears where it left, in good order (CP 15.2.6a, 15.2.6b, ruling G29).
    pub fn return_to_table(&mut self, id: UnitId) {
        // Whichever way it was left standing, it comes on facing the field.
        let edge = self.edge_pose(self.unit(id).pose.at);
        let mut back = self.rules.in_line_of_battle(id, self.unit(id));
        back.layout.left_angle = 0;
        back.layout.right_angle = 0;
        back.changing = 0;
        *self.unit_mut(id) = back;
        // With the edge full it waits beyond it and tries again.
        let Some(pose) = self.room_at_edge(id, edge) else { return };
        let unit = self.unit_mut(id);
        unit.mode = Mode::Normal;
        unit.disordered = false;
        unit.returned = true;
        unit.outrun = false;
        unit.straight = 0;
        unit.place = Place::Table;
        unit.pose = pose;
        self.state.paths[id.ix()].clear();
        self.note_path(id);
        self.generals_follow(id);
        self.tell("CP 15.2.6a", told::RETURNS, &[Who::Unit(id)]);
    }

    /// A place for the unit at the edge, as near to `edge` as others leave room; none if the edge is full.
    pub fn room_at_edge(&self, id: UnitId, edge: Pose) -> Option<Pose> {
        let table = self.table();
        let mut unit = *table.unit(id);
        unit.pose = edge;
        let depth = table.rules.depth_of(id, &unit);
        let body = table.rules.body_of(id, &unit);
        let wide = body.front_width().round() as Um;
        let step = (wide / 2).max(10_000);
        for index in 0..40 {
            for sign in [1, -1] {
                unit.pose = edge.right(sign * index * step).ahead(depth + 2_000);
                let body = table.rules.body_of(id, &unit);
                let fits = body.within_table(table.rules.ground.width, table.rules.ground.height)
                    && table.can_stand(id, &body, March::Normal).is_ok()
                    && !table.on_table().any(|other| other != id && table.body(other).within(&body, 1_000.0));
                if fits {
                    return Some(unit.pose);
                }
            }
        }
        None
    }

    /// Rallied from rout: halted, disordered, in line, in good morale (CP 18.1.5a, ruling G70).
    pub fn rally(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        unit.mode = Mode::Normal;
        unit.morale = Morale::Good;
        unit.cause = None;
        unit.fled = false;
        self.halt_in_line(id, told::RALLIED);
    }

    /// Rallied from pursuit: halted, disordered, in line; its morale stays as it was (CP 18.2.3a, ruling G70).
    pub fn halt_pursuit(&mut self, id: UnitId) {
        self.unit_mut(id).mode = Mode::Normal;
        self.unit_mut(id).outrun = false;
        self.halt_in_line(id, told::HALTED_FROM_PURSUIT);
    }

    fn halt_in_line(&mut self, id: UnitId, why: Phrase) {
        let formed = self.rules.in_line_of_battle(id, self.unit(id));
        let formed = self.table().held_on_table(id, &formed);
        if let Some(pose) = self.table().room_about(id, &formed) {
            *self.unit_mut(id) = Unit { pose, ..formed };
        }
        let routers: arrayvec::ArrayVec<UnitId, 8> =
            self.table().opponents(id).filter(|&enemy| self.table().routing(enemy)).take(8).collect();
        self.state.contacts.retain(|contact| {
            let other = if contact.a == id { contact.b } else { contact.a };
            !((contact.a == id || contact.b == id) && routers.contains(&other))
        });
        self.disorder(id, "CP 11.1.3", why);
        // So many at once that the question finds no room do not turn about.
        if self.state.agenda.depth() < MOST_PENDING {
            self.state.agenda.push(Step::Flight(FlightStep::TurnAbout { unit: id }));
        }
    }

    /// The free about face on rallying (CP 18.1.5b, 18.2.3b).
    pub fn turn_about(&mut self, id: UnitId) {
        let depth = self.rules.depth_of(id, self.unit(id));
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.about(depth);
        std::mem::swap(&mut unit.layout.left, &mut unit.layout.right);
        std::mem::swap(&mut unit.layout.left_angle, &mut unit.layout.right_angle);
        self.keep_on_table(id);
        self.note_path(id);
        self.tell("CP 18.1.5b", told::TURNS_ABOUT, &[Who::Unit(id)]);
    }
}
