//! 15.2 Moving pursuing units.

use crate::agenda::{Step, TestKind};
use crate::cards::{Kind, TableEdge, UnitId};
use crate::decision::NO_LEGS;
use crate::face::told::{self, Who};
use crate::movement::flight::FlightStep;
use crate::state::{Aspect, Charge, ChargeKind, Contact, Formation, Loss, Mode, Morale, Phase, Place, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::{March, Way};
use arrayvec::ArrayVec;
use field::table::{
    Body, Cdeg, Hit, Passing, Point, Pose, TOUCH, Um, Vec2, bearing, cast, heading, normal, passage, turn,
};
use kernel::{Listener, Phrase};

/// Questions that may wait for an answer at the same time, with room left for what interrupts them.
const MOST_PENDING: usize = 24;

/// Half inches that a unit goes at most to find room where it halts.
const FARTHEST_STEPS: Um = 24;

/// Turns a pursuer waits beyond the edge before it may test (CP 15.2.5).
pub const TURNS_AWAY: u8 = 3;

/// What came of a run after somebody.
enum Chase {
    /// It ran so far.
    Ran(f64),
    /// Ground that is closed to it stopped it.
    Shut,
    /// It crashed, or is no more.
    Over,
}

impl Table<'_> {
    /// Who takes up the pursuit of a unit that just broke (ruling G26): squares and garrisons do not, nor does a unit still
    /// at grips with another enemy. Gunners do, on foot (CP 15.1.10).
    pub fn may_pursue(self, id: UnitId, router: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table
            && unit.mode == Mode::Normal
            && self.routing(router)
            && self.can_be_run_after(router)
            && unit.formation != Formation::Square
            && unit.inside.is_none()
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
    pub(crate) fn tramples(self, id: UnitId, other: UnitId) -> bool {
        !self.is_open_order(id) && self.can_be_overrun(other)
    }

    /// Those that `id` broke this turn and can still run after, with most figures in contact first (CP 15.2.3).
    pub fn quarries(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        let most = self.state.routs.iter().filter(move |rout| rout.victor == id && self.may_pursue(id, rout.router));
        let best = most.clone().map(|rout| rout.figures).max().unwrap_or(0);
        most.filter(move |rout| rout.figures == best).map(|rout| rout.router)
    }

    /// Enemies on whose ground a unit stands: those whom its quarry flowed around (CP 15.2.7).
    pub(crate) fn stood_upon(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        let stands = move |foe: UnitId| self.is_troops(foe) && !self.routing(foe) && self.unit(foe).inside.is_none();
        let upon = move |foe: UnitId| !self.tramples(id, foe) && self.body(foe).overlaps(&self.body(id));
        self.enemies_of(id).filter(move |&foe| stands(foe) && upon(foe))
    }

    /// Whether a unit would so stand against an enemy whom it does not fight: contact is made by charging (CP 15.3.1).
    pub(crate) fn comes_upon_foe(self, id: UnitId, body: &Body) -> bool {
        let fresh = |foe: UnitId| self.is_troops(foe) && !self.routing(foe) && !self.in_contact_with(id, foe);
        self.enemies_of(id).any(|foe| fresh(foe) && self.unit(foe).inside.is_none() && self.body(foe).touches(body))
    }

    /// Where a unit that has run among others comes to a halt, against nobody (ruling G103): which way it goes from where it is,
    /// and how far, as few steps as give it room.
    fn room_about(self, id: UnitId, unit: &Unit) -> Option<(Cdeg, Um)> {
        let step = self.inches(1) / 2;
        let ways = [18_000, 9_000, -9_000, 0].map(|off| normal(unit.pose.facing + off));
        let ways = ways.map(|way| (way, self.open_along(id, unit, heading(way))));
        let mut steps = (0..=FARTHEST_STEPS).flat_map(|count| ways.map(|(way, open)| (way, open, count * step)));
        steps
            .find(|&(way, open, far)| far <= open && self.stands_free(id, unit, way, far))
            .map(|(way, _, far)| (way, far))
    }

    fn stands_free(self, id: UnitId, unit: &Unit, way: Cdeg, far: Um) -> bool {
        let standing = Unit { pose: unit.pose.along(way, far), ..*unit };
        let body = self.rules.body_of(id, &standing);
        self.can_stand(id, &body, March::Normal).is_ok()
            && !self.crowded(id, &standing)
            && !self.comes_upon_foe(id, &body)
    }

    /// How far the ground and the enemy let a unit go that way, those aside on whose ground it stands already. Nobody tries
    /// woods that he does not know only to halt.
    fn open_along(self, id: UnitId, unit: &Unit, dir: Vec2) -> Um {
        let body = self.rules.body_of(id, unit);
        let farthest = f64::from(FARTHEST_STEPS * self.inches(1) / 2);
        let foes = self.enemies_of(id).filter(|&foe| self.is_troops(foe) && !self.body(foe).overlaps(&body));
        let hits = foes.filter_map(|foe| cast(&body, dir, farthest, &self.body(foe)).map(|hit| hit.distance));
        let ground = self.ground_way(id, &body, dir, farthest, March::Pursuing).limit;
        let woods = self.unknown_woods_along(&body, dir, farthest);
        hits.chain(woods).fold(farthest.min(ground), f64::min) as Um
    }

    /// Where a pursuer runs: at the middle of its target or, where a friend is at it already, at another part of it.
    fn pursuit_bearing(self, id: UnitId, prey: &Body, distance: Um) -> Cdeg {
        let own = self.body(id);
        let (left, right) = prey.front_ends();
        let middle = prey.center();
        let beside = |share: f64| middle + (right - left) * share;
        let facing = self.unit(id).pose.facing;
        // Where it would touch its target on such a line, and whether there is room.
        let at_target = |along: Cdeg| {
            let body = own.rotated(own.center(), turn(facing, along));
            let hit = cast(&body, heading(along), f64::from(distance), prey)?;
            let there = body.translated(heading(along) * hit.distance);
            Some(!self.friends_of(id).any(|friend| self.body(friend).overlaps(&there)))
        };
        let straight = bearing(middle - own.center());
        if at_target(straight) != Some(false) {
            return straight;
        }
        let shares = [0.25, -0.25, 0.5, -0.5, 0.65, -0.65, 0.8, -0.8];
        let mut others = shares.into_iter().map(|share| bearing(beside(share) - own.center()));
        others.find(|&along| at_target(along) == Some(true)).unwrap_or(straight)
    }

    /// Fresh enemies in the way (CP 15.2.2, 15.2.8a): everybody whom the target has not flowed around (CP 15.2.7).
    /// Skirmishers and gunners are run over (CP 17.6.2); horse does not run into houses (CP 19.7.1).
    fn crash_in_way(self, id: UnitId, target: UnitId, body: &Body, reach: f64) -> Option<(UnitId, Hit)> {
        let dir = self.unit(id).pose.dir();
        let mut first: Option<(UnitId, Hit)> = None;
        for other in self.enemies_of(id) {
            let fresh = other != target
                && !self.routing(other)
                && self.is_troops(other)
                && !self.tramples(id, other)
                && !(self.is_mounted(id) && self.unit(other).inside.is_some())
                && self.unit(target).flowed >> other.0 & 1 == 0;
            let limit = first.map_or(reach, |(_, hit)| hit.distance);
            // Whoever it has turned onto where it stood is run into at once.
            let turned_onto = || {
                let onto = self.body(other).overlaps(body);
                onto.then(|| Hit { distance: 0.0, ..self.touch_of(id, other) })
            };
            if fresh && let Some(hit) = cast(body, dir, limit, &self.body(other)).or_else(turned_onto) {
                // Of several in one line the one most nearly ahead.
                let aside = |hit: Hit| (hit.point - body.center()).cross(dir).abs();
                if first.is_none_or(|(_, best)| hit.distance + TOUCH < best.distance || aside(hit) < aside(best)) {
                    first = Some((other, hit));
                }
            }
        }
        first
    }

    /// Friends on a pursuer's way are passed at half speed, whether they have moved or not: it cannot wait for them. Those
    /// who are passed, and from where (CP 15.7.1, 15.7.2).
    fn slowed_by_friends(
        self,
        id: UnitId,
        body: &Body,
        dir: Vec2,
        upto: f64,
        way: &mut Way,
    ) -> ArrayVec<(f64, UnitId), 8> {
        let mut passed = ArrayVec::new();
        for friend in self.friends_of(id).filter(|&friend| self.unit(friend).inside.is_none()) {
            if self.passing(friend) == Passing::Free {
                continue;
            }
            if let Some(span) = passage(body, dir, upto, &self.body(friend)) {
                way.slow(span.from, span.to, 2.0);
                self.state.overflow.keep(&mut passed, (span.from, friend));
            }
        }
        self.state.overflow.add(way.lost());
        passed
    }

    /// How far a unit has charged and run into others this turn: a pursuit that follows goes on from there (CP 16.2.2).
    fn charged_so_far(self, id: UnitId) -> Um {
        let last = self.state.charges.iter().rfind(|charge| charge.charger == id);
        last.map_or(0, |charge| charge.ran)
    }

    /// Pulls a pursuer back until it does not stand on anybody; at its target's heels its rear ranks may still be flowing
    /// around the enemy.
    fn not_on_top(self, id: UnitId, target: UnitId, body: &Body, dir: Vec2, distance: f64) -> f64 {
        let step = f64::from(self.inches(1)) * 0.5;
        let caught = self.body(target).touches(&body.translated(dir * distance));
        let others = || {
            let stands = move |other: &UnitId| !caught || self.side(*other) == self.side(id);
            self.on_table().filter(move |&other| other != id && other != target).filter(stands)
        };
        let mut gone = distance;
        while gone > 0.0 {
            let there = body.translated(dir * gone);
            if !others().any(|other| self.body(other).overlaps(&there)) {
                return gone;
            }
            gone -= step;
        }
        0.0
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
        self.leave_guns(id);
        let half = self.table().flight_speed(id) / 2;
        self.chase(id, router, half);
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
                self.chase(id, target, speed);
            }
            Place::Gone(Loss::RoutedOff) => self.follow_off(id, target),
            _ => self.stop_pursuit(id, told::TARGET_GONE),
        }
    }

    /// Runs after the target until it touches it, crashes into fresh enemies or is stopped by the ground.
    fn chase(&mut self, id: UnitId, target: UnitId, distance: Um) {
        let prey = self.body(target);
        let along = self.table().pursuit_bearing(id, &prey, distance);
        let start = self.turns_after(id, along);
        let (body, dir, far) = (self.body(id), heading(along), f64::from(distance));
        let touch = cast(&body, dir, far, &prey);
        let goal = touch.map_or(far, |hit| hit.distance);
        match self.runs_after(id, target, &start, far, goal) {
            Chase::Over => {}
            Chase::Shut => self.stop_pursuit(id, told::GROUND_SHUT),
            // It has left the table: next turn the pursuer follows it (CP 15.2.4).
            Chase::Ran(_) if self.unit(target).place != Place::Table => self.unit_mut(id).outrun = true,
            Chase::Ran(gone) => match touch.filter(|hit| gone + 1.0 >= hit.distance) {
                Some(hit) => {
                    self.unit_mut(id).outrun = false;
                    self.close_up(id, target, hit);
                    self.catch(id, target);
                }
                // CP 15.2.1
                None if self.table().can_stand(id, &prey, March::Pursuing).is_err() => {
                    self.stop_pursuit(id, told::TARGET_OUT_OF_REACH);
                }
                None => self.unit_mut(id).outrun = true,
            },
        }
    }

    /// Turns a pursuer where it stands; the unit as it stood.
    fn turns_after(&mut self, id: UnitId, along: Cdeg) -> Unit {
        let (start, centre) = (*self.unit(id), self.body(id).center());
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.pivot(centre, turn(unit.pose.facing, along));
        unit.moved = true;
        self.keep_on_table(id);
        start
    }

    /// One straight run of a pursuer towards a goal so far ahead, on an allowance: over skirmishers, through friends at half
    /// speed (CP 15.7.2), into whoever its target did not flow around, or up to ground that is closed to it.
    fn runs_after(&mut self, id: UnitId, target: UnitId, start: &Unit, allowance: f64, goal: f64) -> Chase {
        let (body, dir) = (self.body(id), self.unit(id).pose.dir());
        self.enter_woods(id, &body, dir, goal);
        self.clear_hopes(id, &body, dir, goal);
        let table = self.table();
        let crash = table.crash_in_way(id, target, &body, goal);
        let wanted = crash.map_or(goal, |(_, hit)| hit.distance);
        let mut way = table.ground_way(id, &body, dir, wanted, March::Pursuing);
        let passed = table.slowed_by_friends(id, &body, dir, wanted, &mut way);
        let free = way.reach(allowance, 1.0).min(wanted);
        let shut = free + 1.0 < wanted && table.ground_cost(id, &body, dir, free + 2_000.0, March::Pursuing).is_none();
        let room = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let gone = free.min(room);
        let crash = crash.filter(|(_, hit)| gone + 1.0 >= hit.distance);
        let gone = if crash.is_none() { table.not_on_top(id, target, &body, dir, gone) } else { gone };
        let pose = self.unit(id).pose;
        self.unit_mut(id).pose = pose.ahead(gone.round() as Um);
        self.note_path(id);
        self.generals_follow(id);
        for friend in passed.into_iter().filter(|(from, _)| *from < gone).map(|(_, friend)| friend) {
            self.stands_still_for(friend, id);
        }
        self.settle_ground(id, &body, dir, gone, March::Pursuing);
        self.trample_skirmishers(id, target, |table, prey| runs_onto(&body, dir, gone, &table.body(prey)));
        self.generals_in_danger(id);
        if self.unit(id).place != Place::Table {
            return Chase::Over;
        }
        match crash {
            Some((enemy, hit)) => {
                self.crash(id, enemy, start, hit, gone);
                Chase::Over
            }
            None if shut => Chase::Shut,
            None => Chase::Ran(gone),
        }
    }

    /// The target has left the table, and the pursuer goes the same way (CP 15.2.4): unless somebody or the ground stops it
    /// before the edge, as in any pursuit (CP 15.2.2).
    fn follow_off(&mut self, id: UnitId, target: UnitId) {
        let edge = self.edge_pose(self.unit(target).pose.at);
        let along = bearing(edge.at.vec() - self.body(id).center());
        let start = self.turns_after(id, along);
        let room = self.body(id).room_on_table(heading(along), self.rules.ground.width, self.rules.ground.height);
        let ahead = (edge.at.vec() - self.unit(id).pose.at.vec()).dot(heading(along)).max(0.0);
        match self.runs_after(id, target, &start, f64::INFINITY, room.min(ahead)) {
            Chase::Over => {}
            Chase::Shut => self.stop_pursuit(id, told::GROUND_SHUT),
            Chase::Ran(_) => self.leave_table(id, edge),
        }
    }

    /// Forlorn hopes fall back before a pursuer too (ruling G65).
    pub(crate) fn clear_hopes(&mut self, id: UnitId, body: &Body, dir: Vec2, reach: f64) {
        for hope in 0..self.state.units.len() as u8 {
            let hope = UnitId(hope);
            let table = self.table();
            let in_way = table.card(hope).kind == Kind::ForlornHope
                && table.unit(hope).place == Place::Table
                && table.side(hope) != table.side(id)
                && runs_onto(body, dir, reach, &table.body(hope));
            if in_way {
                self.draw_in_if_charged(hope);
            }
        }
    }

    /// Skirmishers and gunners that close order comes across as it goes after somebody else (CP 17.6.2).
    pub(crate) fn trample_skirmishers(&mut self, id: UnitId, target: UnitId, met: impl Fn(Table<'_>, UnitId) -> bool) {
        for prey in 0..self.state.units.len() as u8 {
            let prey = UnitId(prey);
            let table = self.table();
            let there = table.unit(prey).place == Place::Table && table.side(prey) != table.side(id) && prey != target;
            if there && table.tramples(id, prey) && met(table, prey) {
                self.overrun(id, prey);
            }
        }
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
    fn crash(&mut self, id: UnitId, enemy: UnitId, start: &Unit, hit: Hit, gone: f64) {
        self.tell("CP 15.2.8b", told::CRASHES, &[Who::Unit(id), Who::Unit(enemy)]);
        self.unit_mut(id).mode = Mode::Normal;
        self.unit_mut(id).outrun = false;
        for unit in [id, enemy] {
            self.unit_mut(unit).crashed = true;
            self.disorder(unit, "CP 15.2.9a", told::CRASHED);
        }
        let aspect = self.table().aspect_of(id, start, enemy, hit.edge);
        self.close_up(id, enemy, hit);
        self.stand_before(id, enemy);
        let charge = Charge {
            charger: id,
            target: enemy,
            kind: ChargeKind::Crash,
            stage: Stage::Passed,
            start: start.pose,
            files: 0,
            legs: NO_LEGS,
            ran: self.table().charged_so_far(id).saturating_add(gone.round() as Um),
            straight: 0,
            wheeled: 0,
            impetus: false,
            aspect,
            surprise: false,
            bad_ground: false,
            holds: 0,
        };
        // Where no more can be taken down they fight all the same.
        self.state.overflow.keep(&mut self.state.charges, charge);
        self.lock(id, enemy, Some(charge), None);
        // Whoever else stands before its front is run into as well (ruling G22).
        for other in self.table().touched_by(id) {
            let table = self.table();
            let flowed_around = table.stood_upon(id).any(|foe| foe == other);
            if other != enemy && !table.routing(other) && !table.tramples(id, other) && !flowed_around {
                let felt = table.charge_felt_by(&charge, other);
                self.unit_mut(other).crashed = true;
                self.disorder(other, "CP 15.2.9a", told::CRASHED);
                self.lock(id, other, Some(felt), None);
            }
        }
        self.fight_those_flowed_around(id);
        if matches!(self.state.phase, Phase::Shooting | Phase::Combat) {
            // CP 15.2.9c: its tests have been passed over this turn, so they are taken at once (ruling G24).
            let side = self.table().side(enemy);
            self.state
                .agenda
                .push_all(&[Step::Tests { kind: TestKind::Panic, side }, Step::Tests { kind: TestKind::Stand, side }]);
        }
    }

    /// A unit that has turned onto an enemy stands back or aside to where it touches him, by the least, where there is room.
    fn stand_before(&mut self, id: UnitId, enemy: UnitId) {
        let table = self.table();
        let (unit, body, theirs) = (*table.unit(id), table.body(id), table.body(enemy));
        if !body.overlaps(&theirs) {
            return;
        }
        let far = table.inches(12);
        let off_him = [18_000, 9_000, -9_000].into_iter().filter_map(|off| {
            let way = normal(unit.pose.facing + off);
            let aside = heading(way) * f64::from(far);
            let hit = cast(&body.translated(aside), -heading(way), f64::from(far), &theirs)?;
            Some((far - hit.distance.floor() as Um, way))
        });
        let room = |&(by, way): &(Um, Cdeg)| {
            let there = Unit { pose: unit.pose.along(way, by), ..unit };
            table.can_stand(id, &table.rules.body_of(id, &there), March::Normal).is_ok() && !table.crowded(id, &there)
        };
        if let Some((by, way)) = off_him.filter(room).min() {
            self.unit_mut(id).pose = unit.pose.along(way, by);
            self.note_path(id);
            self.generals_follow(id);
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

    /// Over the edge, to come back there (CP 15.2.4).
    fn leave_table(&mut self, id: UnitId, pose: Pose) {
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
        let room = self.table().room_about(id, &formed);
        if let Some((way, far)) = room {
            self.shift_to_room(id, &formed, way, far);
        }
        let routers: ArrayVec<UnitId, 8> =
            self.table().opponents(id).filter(|&enemy| self.table().routing(enemy)).take(8).collect();
        self.state.contacts.retain(|contact| {
            let other = if contact.a == id { contact.b } else { contact.a };
            !((contact.a == id || contact.b == id) && routers.contains(&other))
        });
        self.disorder(id, "CP 11.1.3", why);
        if room.is_none() {
            self.fight_those_flowed_around(id);
        }
        // So many at once that the question finds no room do not turn about.
        if self.table().opponents(id).next().is_none() && self.state.agenda.depth() < MOST_PENDING {
            self.state.agenda.push(Step::Flight(FlightStep::TurnAbout { unit: id }));
        }
    }

    /// The last steps of a run are part of it: generals go along, and what is ridden over is.
    fn shift_to_room(&mut self, id: UnitId, formed: &Unit, way: Cdeg, far: Um) {
        let before = self.rules.body_of(id, formed);
        *self.unit_mut(id) = Unit { pose: formed.pose.along(way, far), ..*formed };
        if far > 0 {
            self.note_path(id);
            self.generals_follow(id);
            self.settle_ground(id, &before, heading(way), f64::from(far), March::Pursuing);
        }
    }

    /// The free about face on rallying (CP 18.1.5b, 18.2.3b).
    pub fn turn_about(&mut self, id: UnitId) {
        *self.unit_mut(id) = self.rules.faced_about(id, self.unit(id));
        self.keep_on_table(id);
        self.note_path(id);
        self.tell("CP 18.1.5b", told::TURNS_ABOUT, &[Who::Unit(id)]);
    }
}

/// Whether a body that goes straight on comes upon another: on its way, or where it has turned already.
pub(crate) fn runs_onto(body: &Body, dir: Vec2, reach: f64, other: &Body) -> bool {
    cast(body, dir, reach, other).is_some() || other.overlaps(body)
}
