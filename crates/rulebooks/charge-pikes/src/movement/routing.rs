//! 15.1 Moving routing units.

use crate::agenda::Step;
use crate::cards::{Kind, TableEdge, UnitId};
use crate::state::{Breaking, Formation, Loss, Mode, Morale, Place, Stage};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Body, Cdeg, INCH, Um, Vec2, bearing, heading, normal, strip_beside, turn};
use kernel::{Dice, Listener, Side};

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

    /// Away from whatever broke it (CP 15.1.1); without a cause, from the nearest visible enemy, else home (G27).
    fn away_from(self, id: UnitId, cause: Option<UnitId>) -> Cdeg {
        let own = self.body(id).center();
        let on_table = |&enemy: &UnitId| self.unit(enemy).place == Place::Table;
        let nearest = || {
            let distance = |enemy: UnitId| self.body(enemy).center().distance(own);
            self.enemies_of(id)
                .filter(|&enemy| !self.routing(enemy) && self.sees(id, enemy))
                .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        };
        match cause.filter(on_table).or_else(nearest) {
            Some(enemy) => bearing(own - self.body(enemy).center()),
            None => self.homeward(self.side(id)),
        }
    }

    /// CP 15.1.8: a unit with a gap of an inch on either side is flowed around.
    pub fn flowed_around(self, id: UnitId) -> bool {
        let gap = f64::from(INCH.min(self.inches(1)));
        let body = self.body(id);
        [true, false].into_iter().any(|left| {
            let strips = body.blocks.iter().map(|block| strip_beside(block, left, gap));
            let outermost = strips.max_by(|a, b| outward(&body, a, left).total_cmp(&outward(&body, b, left)));
            outermost.is_some_and(|strip| {
                let beside = Body::single(strip);
                beside.within_table(self.rules.ground.width, self.rules.ground.height)
                    && !self.on_table().any(|other| other != id && self.body(other).overlaps(&beside))
            })
        })
    }

    /// Where a flight along `bearing` leads.
    fn flight(self, id: UnitId, body: &Body, along: Cdeg, distance: Um, initial: bool) -> Flight {
        let dir = heading(along);
        let allowance = f64::from(distance);
        let room = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        let mut reach = self.ground_reach(id, body, dir, allowance, allowance, March::Routing);
        let blocked = reach + 1.0 < allowance
            && self.ground_cost(id, body, dir, reach + 2_000.0, March::Routing).is_none()
            && reach < room;
        let enemy = self.first_unit_in_way(id, body, dir, reach, |other| {
            self.side(other) != self.side(id)
                && !self.routing(other)
                && self.is_troops(other)
                && self.unit(other).mode != (Mode::Pursuing { target: id })
        });
        if let Some(met) = enemy {
            return Flight::Surrenders(met.unit);
        }
        let wall = self.first_unit_in_way(id, body, dir, reach, |other| {
            self.side(other) == self.side(id) && self.immune_to_burst(other)
        });
        if let Some(met) = wall
            && (initial || !self.flowed_around(met.unit))
        {
            return Flight::Disperses;
        }
        if room < reach {
            return Flight::LeavesTable(room.max(0.0).round() as Um);
        }
        if blocked {
            match self.gap_in_ground(id, body, dir, allowance) {
                Some(through) => reach = through,
                None => return Flight::Disperses,
            }
        }
        Flight::Runs(reach.round() as Um)
    }

    /// CP 15.1.9: an inch of free ground within the router's frontage is enough to flow around what is impassable.
    fn gap_in_ground(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> Option<f64> {
        let main = body.main();
        let width = f64::from(INCH.min(self.inches(1)));
        let offsets = ((body.front_width() / width) as i32).max(1);
        let side = dir.right();
        (0..=offsets).find_map(|index| {
            let off = (f64::from(index) / f64::from(offsets) - 0.5) * body.front_width();
            let thin = field::table::Block {
                front: main.center() + side * off + dir * (width * 0.5),
                dir,
                half: width * 0.5,
                depth: width,
            };
            let lane = Body::single(thin);
            self.ground_cost(id, &lane, dir, distance, March::Routing)?;
            // The whole unit must also fit where it comes out.
            let there = body.translated(dir * distance);
            self.can_stand(id, &there, March::Routing).ok().map(|()| distance)
        })
    }
}

fn outward(body: &Body, strip: &field::table::Block, left: bool) -> f64 {
    let x = body.main().local(strip.center()).x;
    if left { -x } else { x }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
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
        self.tell("CP 12.4", &[id], |t| format!("{} routs", t.name(id)));
        self.note_victors(id);
        let cause = cause.or(self.unit(id).cause);
        let facing = self.table().away_from(id, cause);
        self.leave_guns(id);
        self.leave_building(id, facing);
        let centre = self.table().body(id).center();
        let unit = self.unit_mut(id);
        unit.morale = Morale::Routed;
        unit.mode = Mode::Routing;
        unit.routed_now = true;
        unit.fled = false;
        unit.changing = 0;
        unit.volley = false;
        unit.cause = cause;
        unit.rounds_lost = 0;
        unit.straight = 0;
        unit.layout.left_angle = 0;
        unit.layout.right_angle = 0;
        if unit.formation == Formation::Square {
            unit.formation = Formation::Line;
        }
        let swing = turn(unit.pose.facing, facing);
        unit.pose = unit.pose.pivot(centre, swing);
        self.drop_contacts(id);
        self.drop_charges(id);
        let half = self.table().flight_speed(id) / 2;
        self.flee(id, half, true);
        self.state.agenda.push(Step::Pursuits { router: id });
    }

    /// Remembers who stood against a unit that breaks, and with how many figures (CP 15.2.3).
    fn note_victors(&mut self, id: UnitId) {
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let charging = table.state.charges.iter().any(|charge| {
                charge.charger == other && charge.target == id && matches!(charge.stage, Stage::Arrived | Stage::Passed)
            });
            if table.in_contact_with(id, other) || charging {
                let figures = table.files_touching(other, id).min(255) as u8;
                let _ = self.state.routs.try_push(Breaking { victor: other, router: id, figures });
            }
        }
    }

    pub fn drop_contacts(&mut self, id: UnitId) {
        self.state.contacts.retain(|contact| contact.a != id && contact.b != id);
    }

    /// Charges by or at a unit are over.
    pub fn drop_charges(&mut self, id: UnitId) {
        for charge in &mut self.state.charges {
            if (charge.charger == id || charge.target == id) && charge.stage != Stage::Failed {
                charge.stage = Stage::Halted;
            }
        }
    }

    /// One flight: straight, over friends, off the table or into the hands of the enemy.
    fn flee(&mut self, id: UnitId, distance: Um, initial: bool) {
        let along = self.unit(id).pose.facing;
        let body = self.table().body(id);
        let dir = heading(along);
        self.enter_woods(id, &body, dir, f64::from(distance));
        match self.table().flight(id, &body, along, distance, initial) {
            Flight::Surrenders(to) => {
                self.tell("CP 15.1.4", &[id, to], |t| {
                    format!("{} runs into {} and surrenders", t.name(id), t.name(to))
                });
                self.remove(id, Loss::Surrendered);
            }
            Flight::Disperses => {
                self.tell("CP 15.1.9", &[id], |t| format!("{} finds no way out and disperses", t.name(id)));
                self.remove(id, Loss::Dispersed);
            }
            Flight::LeavesTable(gone) => {
                self.run_over_friends(id, &body, dir, f64::from(gone), initial);
                self.unit_mut(id).pose = self.unit(id).pose.ahead(gone);
                self.tell("CP 15.1.11", &[id], |t| format!("{} routs off the table", t.name(id)));
                self.remove(id, Loss::RoutedOff);
            }
            Flight::Runs(gone) => {
                let gone = f64::from(gone);
                self.run_over_friends(id, &body, dir, gone, initial);
                let gone = self.clear_of_friends(id, &body, dir, gone);
                let room = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
                if gone > room {
                    self.tell("CP 15.1.11", &[id], |t| format!("{} routs off the table", t.name(id)));
                    self.remove(id, Loss::RoutedOff);
                    return;
                }
                self.unit_mut(id).pose = self.unit(id).pose.ahead(gone.round() as Um);
                self.unit_mut(id).moved = true;
                self.note_path(id);
                self.generals_follow(id);
                self.settle_ground(id, &body, dir, gone, March::Routing, false);
            }
        }
    }

    /// Friends in the way are burst through; in continued moves those with room beside them are spared (CP 15.1.8).
    fn run_over_friends(&mut self, id: UnitId, body: &Body, dir: Vec2, distance: f64, initial: bool) {
        if initial {
            self.burst_through(id, body, dir, distance);
            return;
        }
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let in_way = other != id
                && table.unit(other).place == Place::Table
                && table.side(other) == table.side(id)
                && table.is_troops(other)
                && !table.routing(other)
                && !table.immune_to_burst(other)
                && field::table::cast(body, dir, distance, &table.body(other)).is_some();
            if in_way && !table.flowed_around(other) {
                self.tell("CP 15.1.8", &[id, other], |t| format!("{} bursts through {}", t.name(id), t.name(other)));
                self.disorder(other, "CP 15.1.8", "burst through by routers");
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
        self.tell("CP 15.1.6", &[id], |t| format!("{} keeps running", t.name(id)));
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
        let safe = |along: Cdeg| {
            let body = table.body(id).rotated(centre, turn(facing, along));
            !matches!(table.flight(id, &body, along, speed, false), Flight::Surrenders(_) | Flight::Disperses)
        };
        let mut best: Option<(Cdeg, Cdeg)> = None;
        for step in 0..=9 {
            for off in [step * 500, -step * 500] {
                let along = normal(aim + off);
                let from_home = turn(along, home).abs();
                if best.is_none_or(|(least, _)| from_home < least) && safe(along) {
                    best = Some((from_home, along));
                }
            }
            if step == 0 && best.is_some() {
                break;
            }
        }
        best.map_or(aim, |(_, along)| along)
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
        self.tell("CP 15.1.10", &[id], |t| format!("the crew of {} leaves the guns", t.name(id)));
    }

    /// Out of the town block, on the side away from the enemy.
    fn leave_building(&mut self, id: UnitId, facing: Cdeg) {
        let Some(area) = self.unit(id).inside else { return };
        let Some(block) = self.rules.ground.areas.get(usize::from(area)) else { return };
        let (low, high) = block.outline.bounds();
        let centre = Vec2::new(f64::from(low.x + high.x) * 0.5, f64::from(low.y + high.y) * 0.5);
        let half = f64::from((high.x - low.x).max(high.y - low.y)) * 0.5;
        let unit = self.unit_mut(id);
        unit.inside = None;
        unit.left_block = Some(area);
        unit.revealed = false;
        let depth = self.rules.depth_of(id, self.unit(id));
        let at = centre + heading(facing) * (half + f64::from(depth));
        self.unit_mut(id).pose = field::table::Pose { at: at.round(), facing };
        self.note_path(id);
    }
}
