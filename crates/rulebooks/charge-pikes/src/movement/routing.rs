//! 15.1 Moving routing units.

use crate::agenda::Step;
use crate::cards::{Kind, TableEdge, UnitId};
use crate::face::told::{self, Who};
use crate::movement::flight::FlightStep;
use crate::movement::recoil::BY_FRIENDS;
use crate::state::{Breaking, Formation, Loss, Mode, Morale, Phase, Place, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Block, Body, Cdeg, Um, Vec2, bearing, heading, normal, strip_beside, turn};
use kernel::{Listener, Side};

/// The most a router turns in one move (CP 15.1.6, 15.1.7).
const MOST_TURN: Cdeg = 4_500;

/// What becomes of a fleeing unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flight {
    /// It runs so far.
    Runs(Um),
    Surrenders(UnitId),
    Disperses,
    LeavesTable(Um),
}

impl Table<'_> {
    /// The direction of a side's own baseline.
    pub fn homeward(self, side: Side) -> Cdeg {
        match self.rules.sides[side.ix()].baseline {
            TableEdge::North => 0,
            TableEdge::East => 9_000,
            TableEdge::South => 18_000,
            TableEdge::West => 27_000,
        }
    }

    /// Away from whatever broke it (CP 15.1.1): from one at grips with it, off the side where he stands; without a cause,
    /// from the nearest visible enemy, else home (G27).
    fn away_from(self, id: UnitId, cause: Option<UnitId>) -> Cdeg {
        let own = self.body(id);
        let on_table = |&enemy: &UnitId| self.unit(enemy).place == Place::Table;
        let nearest = || {
            let mut first: Option<(f64, UnitId)> = None;
            for enemy in self.enemies_of(id).filter(|&enemy| self.is_troops(enemy) && !self.routing(enemy)) {
                let far = self.body(enemy).distance(&own);
                // Whoever is farther off need not be looked for.
                if first.is_none_or(|(nearest, _)| far < nearest) && self.sees(id, enemy) {
                    first = Some((far, enemy));
                }
            }
            first.map(|(_, enemy)| enemy)
        };
        let formed = self.unit(id).formation != Formation::Square && self.unit(id).inside.is_none();
        match cause.filter(on_table).or_else(nearest) {
            Some(enemy) if formed && self.met_by(id, enemy).is_some() => self.straight_back(id, Some(enemy)),
            Some(enemy) => bearing(own.center() - self.body(enemy).center()),
            None => self.homeward(self.side(id)),
        }
    }

    /// CP 15.1.8: a unit with a gap of an inch on either side is flowed around by whoever can pass there.
    pub fn flowed_around(self, id: UnitId, by: UnitId) -> bool {
        let gap = f64::from(self.inches(1));
        let body = self.body(id);
        [true, false].into_iter().any(|left| {
            let strips = body.blocks.iter().map(|block| strip_beside(block, left, gap));
            let outermost = strips.max_by(|a, b| outward(&body, a, left).total_cmp(&outward(&body, b, left)));
            outermost.is_some_and(|strip| {
                let beside = Body::single(strip);
                beside.within_table(self.rules.ground.width, self.rules.ground.height)
                    && !self.on_table().any(|other| other != id && other != by && self.body(other).overlaps(&beside))
                    && self.can_stand(by, &beside, March::Routing).is_ok()
            })
        })
    }

    /// Where a flight along `bearing` leads. Whatever it goes on beyond its move, to flow around something or to come clear
    /// of those it burst through, is a move like any other (rulings G30, G34).
    fn flight(self, id: UnitId, body: &Body, along: Cdeg, distance: Um) -> Flight {
        /// Clear of one it may stand on another, but not for ever.
        const MOST_EXTENSIONS: u32 = 8;
        let dir = heading(along);
        let allowance = f64::from(distance);
        let room = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let reach = self.ground_reach(id, body, dir, allowance, allowance, March::Routing);
        let shut = reach + 1.0 < allowance
            && reach < room
            && self.ground_cost(id, body, dir, reach + 2_000.0, March::Routing).is_none();
        let mut far = if shut { allowance } else { reach };
        for _ in 0..MOST_EXTENSIONS {
            let upto = far.min(room);
            // What is impassable may have a gap; enemies may stand before it, or beyond.
            let barred = self.barred(id, body, dir, upto, reach);
            if let Some(met) = self.captor_in_way(id, body, dir, barred.unwrap_or(upto)) {
                return Flight::Surrenders(met);
            }
            let at = match barred {
                None => far,
                Some(_) if !self.gap_ahead(id, body, dir, upto) => return Flight::Disperses,
                Some(caught) => match self.clear_ground(id, body, dir, far) {
                    Some(at) => at,
                    // It is caught among what it flows around and gets no farther this turn.
                    None => return self.ends_at(id, body, dir, self.clear_upto(id, body, dir, caught)),
                },
            };
            if let Some(met) = self.captor_in_way(id, body, dir, at.min(room)) {
                return Flight::Surrenders(met);
            }
            if room < at {
                return Flight::LeavesTable(room.round() as Um);
            }
            match self.clear_from(id, body, dir, at) {
                Some(clear) if clear > at => far = clear,
                Some(_) => return Flight::Runs(at.round() as Um),
                None => return self.ends_at(id, body, dir, self.clear_short(id, body, dir, at)),
            }
        }
        Flight::Disperses
    }

    /// A flight that finds no clear place ends there; who still lies across the enemy onto whom it turned is in his hands
    /// (CP 15.1.4, ruling G80).
    fn ends_at(self, id: UnitId, body: &Body, dir: Vec2, at: f64) -> Flight {
        let there = body.translated(dir * at);
        let mut captors =
            self.on_table().filter(|&other| self.may_take(other, id) && self.body(other).overlaps(&there));
        captors.next().map_or(Flight::Runs(at.round() as Um), Flight::Surrenders)
    }

    /// Where impassable ground, or a friend that cannot be burst through (ruling G30), bars a flight.
    fn barred(self, id: UnitId, body: &Body, dir: Vec2, upto: f64, reach: f64) -> Option<f64> {
        let ground = self.ground_cost(id, body, dir, upto, March::Routing).is_none().then_some(reach);
        let wall = self.first_unit_in_way(id, body, dir, upto, |other| self.walls_off(other, id));
        let wall = wall.map(|wall| f64::from(wall.at));
        match (ground, wall) {
            (Some(ground), Some(wall)) => Some(ground.min(wall)),
            (ground, wall) => ground.or(wall),
        }
    }

    /// The first enemy on the way who takes the router prisoner (CP 15.1.4): not one whom it has only turned onto where it
    /// broke (ruling G80); whoever shuts it in there has taken it before.
    fn captor_in_way(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> Option<UnitId> {
        let turns = self.unit(id).routed_now;
        let captor = |other: UnitId| self.takes_prisoners(other, id) && !(turns && self.body(other).overlaps(body));
        self.first_unit_in_way(id, body, dir, distance, captor).map(|met| met.unit)
    }

    /// Enemies a router gives itself up to (CP 15.1.4): not the one it has just turned away from, nor others from whom it
    /// broke, however close they still stand.
    fn takes_prisoners(self, other: UnitId, router: UnitId) -> bool {
        let unit = self.unit(router);
        self.may_take(other, router) && !(unit.routed_now && (unit.cause == Some(other) || self.broke(other, router)))
    }

    /// Enemies in whose hands a router may be: not those that run themselves, nor the one on its heels.
    fn may_take(self, other: UnitId, router: UnitId) -> bool {
        self.side(other) != self.side(router)
            && !self.routing(other)
            && self.is_troops(other)
            && self.unit(other).mode != (Mode::Pursuing { target: router })
    }

    /// Whether a unit stood against another when that broke.
    fn broke(self, victor: UnitId, router: UnitId) -> bool {
        self.state.routs.iter().any(|breaking| (breaking.victor, breaking.router) == (victor, router))
    }

    /// Somebody at grips with a unit that has broken who is in its way from where it stood, or whom it has turned onto and who
    /// is in its way from there or from where it was set down: by turning about nobody is met (CP 15.1.4, ruling G80). Who is
    /// set down elsewhere, outside a building or as a crew, meets whoever stands there.
    fn shut_in_by(self, id: UnitId, stood: &Body, set_down: &Body, elsewhere: bool) -> Option<UnitId> {
        let unit = self.unit(id);
        let (turned, dir) = (self.body(id), heading(unit.pose.facing));
        let far = f64::from(self.flight_speed(id) / 2);
        let turned_onto = |other: UnitId| self.takes_prisoners(other, id) && self.body(other).overlaps(&turned);
        let at_grips = |other: UnitId| Some(other) != unit.cause && !self.routing(other) && self.broke(other, id);
        // One upon whom it was only set down, or has only straightened its wings, may be behind it as it runs.
        let ahead = |other: UnitId| (self.body(other).center() - set_down.center()).dot(dir) > 0.0;
        let from_there = self.first_unit_in_way(id, stood, dir, far, |other| at_grips(other) || turned_onto(other));
        let met = from_there
            .or_else(|| self.first_unit_in_way(id, set_down, dir, far, |other| turned_onto(other) && ahead(other)));
        let stands_there = |&other: &UnitId| self.takes_prisoners(other, id) && self.body(other).overlaps(set_down);
        met.map(|met| met.unit).or_else(|| self.on_table().filter(|_| elsewhere).find(stands_there))
    }

    fn walls_off(self, other: UnitId, router: UnitId) -> bool {
        self.side(other) == self.side(router) && self.immune_to_burst(other)
    }

    /// CP 15.1.9: an inch of free ground within the router's frontage is enough to flow around what is impassable.
    fn gap_ahead(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> bool {
        let main = body.main();
        let width = f64::from(self.inches(1));
        let across = body.front_width() - width;
        let lanes = ((across / width * 2.0) as i32).max(1);
        let side = dir.right();
        (0..=lanes).any(|lane| {
            let off = (f64::from(lane) / f64::from(lanes) - 0.5) * across.max(0.0);
            let front = main.center() + side * off + dir * (width * 0.5);
            let lane = Body::single(Block { front, dir, half: width * 0.5, depth: width });
            self.ground_cost(id, &lane, dir, distance, March::Routing).is_some()
                && self.first_unit_in_way(id, &lane, dir, distance, |other| self.walls_off(other, id)).is_none()
        })
    }

    /// The first place at or after a distance where the unit can stand again beside or beyond what it flowed around.
    fn clear_ground(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> Option<f64> {
        let step = f64::from(self.inches(1)) * 0.5;
        let farthest = (body.radius() * 2.0 + f64::from(self.inches(6))) / step;
        (0..=farthest as u32).map(|count| distance + step * f64::from(count)).find(|&at| {
            let there = body.translated(dir * at);
            self.can_stand(id, &there, March::Routing).is_ok()
                && !self.on_table().any(|other| self.walls_off(other, id) && self.body(other).overlaps(&there))
        })
    }

    /// A unit standing like this, shifted by the least that brings it back onto the table.
    pub fn held_on_table(self, id: UnitId, unit: &Unit) -> Unit {
        let body = self.rules.body_of(id, unit);
        let (low, high) = body.bounds();
        let ground = &self.rules.ground;
        let shift = |low: f64, high: f64, size: Um| {
            if low < 0.0 { -low } else { (f64::from(size) - high).min(0.0) }
        };
        let by = Vec2::new(shift(low.x, high.x, ground.width), shift(low.y, high.y, ground.height));
        Unit { pose: unit.pose.moved(by), ..*unit }
    }
}

fn outward(body: &Body, strip: &Block, left: bool) -> f64 {
    let x = body.main().local(strip.center()).x;
    if left { -x } else { x }
}

impl<L: Listener> Play<'_, L> {
    /// A unit breaks: it turns away from the cause and runs half a rout move at once (CP 15.1.1, 15.1.2).
    pub fn rout(&mut self, id: UnitId, cause: Option<UnitId>) {
        if self.unit(id).place != Place::Table || self.unit(id).mode == Mode::Routing {
            return;
        }
        if self.rules.units[id.ix()].kind == Kind::ForlornHope {
            // Its morale is its regiment's: what breaks the one breaks the other (CP 20.3.5a).
            if let Some(parent) = self.rules.units[id.ix()].parent {
                self.draw_in(id);
                self.rout(parent, cause);
            }
            return;
        }
        if let Some(forlorn) = self.rules.units[id.ix()].forlorn
            && self.unit(forlorn).place == Place::Table
        {
            self.draw_in(forlorn);
        }
        self.tell("CP 12.4", told::ROUTS, &[Who::Unit(id)]);
        self.note_victors(id);
        let facing = self.table().away_from(id, cause);
        let stood = self.body(id);
        let elsewhere = self.unit(id).inside.is_some() || self.table().is_guns(id);
        self.leave_guns(id);
        self.leave_building(id, facing);
        let centre = self.table().body(id).center();
        if self.unit(id).formation == Formation::Square {
            *self.unit_mut(id) = self.rules.in_line_of_battle(id, self.unit(id));
        }
        let unit = self.unit_mut(id);
        unit.morale = Morale::Routed;
        unit.mode = Mode::Routing;
        unit.routed_now = true;
        unit.fled = false;
        unit.flowed = 0;
        unit.changing = 0;
        unit.volley = false;
        unit.cause = cause;
        unit.rounds_lost = 0;
        unit.straight = 0;
        unit.layout.left_angle = 0;
        unit.layout.right_angle = 0;
        let swing = turn(unit.pose.facing, facing);
        let set_down = self.body(id);
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.pivot(centre, swing);
        self.keep_on_table(id);
        let shut_in = self.table().shut_in_by(id, &stood, &set_down, elsewhere);
        self.drop_contacts(id);
        self.pass_charges_on(id);
        self.drop_charges(id);
        let half = self.table().flight_speed(id) / 2;
        match shut_in {
            Some(to) => self.surrender(id, to),
            None => self.flee(id, half, true),
        }
        self.state.agenda.push(Step::Flight(FlightStep::Pursuits { router: id }));
    }

    /// Remembers who stood against a unit that breaks, and with how many figures (CP 15.2.3).
    fn note_victors(&mut self, id: UnitId) {
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let charging = table.state.charges.iter().any(|charge| {
                charge.charger == other
                    && matches!(charge.stage, Stage::Arrived | Stage::Passed)
                    && (charge.target == id || table.charge_touches(other, id))
            });
            // It has been in a charge, whatever becomes of its pursuit (ruling G17).
            if charging {
                self.unit_mut(other).engaged = true;
            }
            let table = self.table();
            if table.in_contact_with(id, other) || charging {
                let figures = table.files_touching(other, id).min(255) as u8;
                let breaking = Breaking { victor: other, router: id, figures };
                self.state.overflow.keep(&mut self.state.routs, breaking);
            }
        }
    }

    pub fn drop_contacts(&mut self, id: UnitId) {
        self.state.contacts.retain(|contact| contact.a != id && contact.b != id);
    }

    /// A charger that struck others besides the unit that breaks has these for its target now (ruling G22), and so has one that
    /// came to meet it (ruling G104).
    pub(crate) fn pass_charges_on(&mut self, id: UnitId) {
        for ix in 0..self.state.charges.len() {
            let charge = self.state.charges[ix];
            let next =
                charge.target == id && matches!(charge.stage, Stage::Arrived | Stage::Passed) && self.next_struck(ix);
            if next && charge.answers() && (charge.stage == Stage::Arrived || self.state.phase == Phase::Shooting) {
                self.meets_next(ix);
            }
        }
    }

    /// Turning or forming up at the edge may leave a unit over it: it is shifted back by the least.
    pub fn keep_on_table(&mut self, id: UnitId) {
        let table = self.table();
        let ground = &table.rules.ground;
        if table.unit(id).inside.is_none() && !table.body(id).within_table(ground.width, ground.height) {
            let held = table.held_on_table(id, table.unit(id));
            *self.unit_mut(id) = held;
        }
    }

    /// Charges by or at a unit are over. Whoever charged it and has not tested yet charges nobody any more.
    pub fn drop_charges(&mut self, id: UnitId) {
        for ix in 0..self.state.charges.len() {
            let charge = self.state.charges[ix];
            if (charge.charger != id && charge.target != id) || charge.stage == Stage::Failed {
                continue;
            }
            self.state.charges[ix].stage = Stage::Halted;
            if charge.target == id && charge.stage == Stage::Arrived {
                self.strike_halted(charge.charger);
            }
        }
    }

    fn surrender(&mut self, id: UnitId, to: UnitId) {
        self.tell("CP 15.1.4", told::SURRENDERS, &[Who::Unit(id), Who::Unit(to)]);
        self.remove(id, Loss::Surrendered);
    }

    /// One flight: straight, over friends, off the table or into the hands of the enemy.
    fn flee(&mut self, id: UnitId, distance: Um, initial: bool) {
        let along = self.unit(id).pose.facing;
        let body = self.body(id);
        let dir = heading(along);
        self.enter_woods(id, &body, dir, f64::from(distance));
        match self.table().flight(id, &body, along, distance) {
            Flight::Surrenders(to) => self.surrender(id, to),
            Flight::Disperses => {
                self.tell("CP 15.1.9", told::NO_WAY_OUT, &[Who::Unit(id)]);
                self.remove(id, Loss::Dispersed);
            }
            Flight::LeavesTable(gone) => {
                self.run_over_friends(id, &body, dir, f64::from(gone), initial);
                self.unit_mut(id).pose = self.unit(id).pose.ahead(gone);
                self.tell("CP 15.1.11", told::ROUTS_OFF, &[Who::Unit(id)]);
                self.remove(id, Loss::RoutedOff);
            }
            Flight::Runs(gone) => {
                self.run_over_friends(id, &body, dir, f64::from(gone), initial);
                self.unit_mut(id).pose = self.unit(id).pose.ahead(gone);
                self.unit_mut(id).moved = true;
                self.note_path(id);
                self.generals_follow(id);
                self.settle_ground(id, &body, dir, f64::from(gone), March::Routing);
            }
        }
    }

    /// Friends in the way are burst through (CP 15.1.3); in continued moves those with room beside them are flowed around
    /// (CP 15.1.8), and at all times those who cannot be burst through (ruling G30). The pursuer does as the router did
    /// (CP 15.2.7, 15.2.8a).
    fn run_over_friends(&mut self, id: UnitId, body: &Body, dir: Vec2, distance: f64, initial: bool) {
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let in_way = other != id
                && table.unit(other).place == Place::Table
                && table.side(other) == table.side(id)
                && table.is_troops(other)
                && !table.routing(other)
                && field::table::cast(body, dir, distance, &table.body(other)).is_some();
            if !in_way {
                continue;
            }
            let flows = table.immune_to_burst(other) || (!initial && table.flowed_around(other, id));
            let flowed = &mut self.unit_mut(id).flowed;
            if flows {
                *flowed |= 1 << other.0;
            } else {
                *flowed &= !(1 << other.0);
                let blame = if initial { BY_FRIENDS } else { ("CP 15.1.8", told::BURST_BY_ROUTERS) };
                self.burst(id, other, blame);
            }
        }
    }

    /// Phase 1: every unrallied router runs a full move, Side A's first (CP 13.2, 15.1.6).
    pub fn rout_moves(&mut self) {
        for side in [self.state.side_a, self.state.side_a.other()] {
            for id in 0..self.state.units.len() as u8 {
                let id = UnitId(id);
                let table = self.table();
                if table.unit(id).place == Place::Table && table.side(id) == side && table.routing(id) {
                    self.continued_rout(id);
                }
            }
        }
    }

    fn continued_rout(&mut self, id: UnitId) {
        let table = self.table();
        let speed = table.flight_speed(id);
        let along = self.rout_bearing(id, speed);
        let table = self.table();
        let centre = table.body(id).center();
        let swing = turn(table.unit(id).pose.facing, along);
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.pivot(centre, swing);
        unit.fled = true;
        self.keep_on_table(id);
        self.drop_contacts(id);
        self.tell("CP 15.1.6", told::KEEPS_RUNNING, &[Who::Unit(id)]);
        self.flee(id, speed, false);
    }

    /// Towards the baseline, up to 45 degrees a turn; swerving up to 45 degrees more to miss enemies, as near to the
    /// baseline as that allows (CP 15.1.6, 15.1.7).
    fn rout_bearing(&self, id: UnitId, speed: Um) -> Cdeg {
        let table = self.table();
        let facing = table.unit(id).pose.facing;
        let home = table.homeward(table.side(id));
        let aim = normal(facing + turn(facing, home).clamp(-MOST_TURN, MOST_TURN));
        let centre = table.body(id).center();
        let flight = |along: Cdeg| {
            let body = table.body(id).rotated(centre, turn(facing, along));
            table.flight(id, &body, along, speed)
        };
        if !matches!(flight(aim), Flight::Surrenders(_)) {
            return aim;
        }
        let saves = |&along: &Cdeg| matches!(flight(along), Flight::Runs(_) | Flight::LeavesTable(_));
        let swerves = (1..=9).flat_map(|step| [step * 500, -step * 500]).map(|off| normal(aim + off));
        let nearest_home = swerves.filter(saves).min_by_key(|&along| turn(along, home).abs());
        nearest_home.unwrap_or(aim)
    }

    /// A crew that runs leaves its guns standing (CP 15.1.10).
    pub fn leave_guns(&mut self, id: UnitId) {
        if !self.table().is_guns(id) {
            return;
        }
        let crew = self.table().fleeing_crew(id);
        let pose = self.unit(id).pose;
        if let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) {
            battery.left_at = pose;
        }
        *self.unit_mut(id) = crew;
        self.keep_on_table(id);
        self.tell("CP 15.1.10", told::CREW_LEAVES, &[Who::Unit(id)]);
    }

    /// Out of the town block, on the side away from the enemy.
    fn leave_building(&mut self, id: UnitId, facing: Cdeg) {
        let Some(area) = self.unit(id).inside else { return };
        let Some(block) = self.rules.ground.areas.get(usize::from(area)) else { return };
        let (low, high) = block.outline.bounds();
        let centre = Vec2::new(f64::from(low.x + high.x) * 0.5, f64::from(low.y + high.y) * 0.5);
        let away = heading(facing);
        // How far the block reaches that way from its middle.
        let half = (f64::from(high.x - low.x) * away.x.abs() + f64::from(high.y - low.y) * away.y.abs()) * 0.5;
        let unit = self.unit_mut(id);
        unit.inside = None;
        unit.left_block = Some(area);
        unit.revealed = false;
        let depth = self.rules.depth_of(id, self.unit(id));
        let at = centre + away * (half + f64::from(depth));
        self.unit_mut(id).pose = field::table::Pose { at: at.round(), facing };
        self.note_path(id);
    }
}
