//! 15.6 Evading.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::{Decision, NO_LEGS};
use crate::face::told::{self, Who};
use crate::movement::charging::{Aim, ChargeChoice, ChargeStep, Run};
use crate::state::{Formation, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Body, Cdeg, Passing, TOUCH, Um, cast, heading, normal, turn};
use kernel::{Listener, Refusal};

/// How far from the line of the charge an evader may run (CP 15.6.3).
const EVADE_CONE: Cdeg = 4_500;

impl Table<'_> {
    /// The least and the most an evader moves (CP 15.6.4a, 15.6.4c).
    pub fn evade_limits(self, id: UnitId) -> (Um, Um) {
        // A crew evades as skirmishing foot, without its guns (CP 15.12.3).
        (self.inches(4) / 2, self.flight_speed(id))
    }

    /// The line of the charge that an evader runs from.
    fn charge_line(self, charge: usize) -> Cdeg {
        self.unit(self.state.charges[charge].charger).pose.facing
    }

    /// The evader where it would end up, if that is legal.
    pub fn judge_evade(self, charge: usize, id: UnitId, bearing: Cdeg, distance: Um) -> Result<Unit, Refusal> {
        let (least, most) = self.evade_limits(id);
        if turn(self.charge_line(charge), normal(bearing)).abs() > EVADE_CONE {
            return Err(Refusal::new("CP 15.6.3", "an evade goes away from the charge, within 45 degrees of its line"));
        }
        if distance < least {
            return Err(Refusal::new("CP 15.6.4a", "an evader moves at least half a normal move"));
        }
        if distance > most {
            return Err(Refusal::new("CP 15.6.4c", "that is farther than an evade move"));
        }
        let unit = self.evaded(id, normal(bearing), distance);
        let body = self.rules.body_of(id, &unit);
        self.can_stand(id, &body, March::Evading)?;
        self.judge_evade_path(id, normal(bearing), f64::from(distance), f64::from(most))?;
        if self.on_table().any(|other| other != id && self.body(other).overlaps(&body)) {
            return Err(Refusal::new("CP 15.7.2", "the evader would end on top of another unit"));
        }
        let charger = self.state.charges[charge].charger;
        let left = self.charge_left(charger);
        if distance < most && self.body(charger).within(&body, left) && self.could_catch(charger, &body, left) {
            return Err(Refusal::new("CP 15.6.4b", "the enemy could still reach it there"));
        }
        Ok(unit)
    }

    /// Whether an evader gets so far: slow ground and friends that stand in its way cost more (CP 15.7.2), enemies stop
    /// it.
    fn judge_evade_path(self, id: UnitId, bearing: Cdeg, distance: f64, most: f64) -> Result<(), Refusal> {
        let start = self.rules.body_of(id, &self.fleeing_crew(id));
        let dir = heading(bearing);
        let enemy = |other: UnitId| self.side(other) != self.side(id) && self.is_troops(other);
        if self.first_unit_in_way(id, &start, dir, distance, enemy).is_some() {
            return Err(Refusal::new("CP 15.6.3", "an enemy bars the way"));
        }
        let mut way = self.ground_way(id, &start, dir, distance, March::Evading);
        for friend in self.friends_of(id) {
            if self.unit(friend).inside.is_some() || self.passing(friend) == Passing::Free {
                continue;
            }
            if let Some(hit) = cast(&start, dir, distance, &self.body(friend)) {
                let through = 2.0 * self.body(friend).main().depth + start.main().depth;
                way.slow(hit.distance, hit.distance + through, 2.0);
            }
        }
        if way.reach(most, 1.0) + 1.0 < distance {
            return Err(Refusal::new("CP 15.6.4c", "what lies in the way slows the evade: it does not get so far"));
        }
        Ok(())
    }

    /// Whether the rest of a charge, straight on, leads to an evader: not where the ground stops it first.
    fn could_catch(self, charger: UnitId, evader: &Body, left: f64) -> bool {
        let (body, dir) = (self.body(charger), self.unit(charger).pose.dir());
        let reach = |to: f64| self.ground_reach(charger, &body, dir, left, to, March::Charging);
        cast(&body, dir, left, evader).is_some_and(|hit| reach(hit.distance) + TOUCH >= hit.distance)
    }

    /// The unit as it runs: a battery's crew leaves its guns and goes as skirmishers (CP 15.1.10).
    pub fn fleeing_crew(self, id: UnitId) -> Unit {
        let mut unit = *self.unit(id);
        if self.is_guns(id) {
            unit.away = true;
            unit.formation = Formation::Open;
            unit.layout = crate::formations::usual_layout(0, unit.others, false);
        }
        unit
    }

    fn evaded(self, id: UnitId, bearing: Cdeg, distance: Um) -> Unit {
        let mut unit = self.fleeing_crew(id);
        unit.pose = unit.pose.along(bearing, distance);
        unit
    }

    /// Stand, or run: straight back or to either side, far enough or as far as it goes.
    pub fn evade_menu(self, charge: usize, id: UnitId, menu: &mut Vec<Decision>) {
        menu.push(Decision::Charge(ChargeChoice::Stand));
        let line = self.charge_line(charge);
        let (least, most) = self.evade_limits(id);
        for off in [0, -2_250, 2_250, -4_500, 4_500] {
            for distance in [most, (least + most) / 2, least] {
                let bearing = normal(line + off);
                if self.judge_evade(charge, id, bearing, distance).is_ok() {
                    menu.push(Decision::Charge(ChargeChoice::Evade { bearing, distance }));
                }
            }
        }
    }

    /// Whether going straight on after an evade would meet anybody (CP 15.6.5).
    pub fn judge_go_on(self, charge: usize) -> Result<(), Refusal> {
        let charger = self.state.charges[charge].charger;
        match self.straight_on(charger).met {
            Some((met, _)) => self.may_charge_at(charger, met),
            None => Err(Refusal::new("CP 15.6.5", "there is no next target straight ahead within reach")),
        }
    }

    /// What is left of a charge, in a straight line.
    fn straight_on(self, charger: UnitId) -> Run {
        self.run_charge(charger, self.unit(charger), &NO_LEGS, self.charge_left(charger), Aim::anybody())
    }
}

impl<L: Listener> Play<'_, L> {
    /// The evader runs (CP 15.6.1, 15.6.2).
    pub fn evade(&mut self, charge: usize, id: UnitId, bearing: Cdeg, distance: Um) {
        let before = self.table().fleeing_crew(id);
        self.leave_guns(id);
        let start = self.rules.body_of(id, &before);
        let dir = heading(bearing);
        self.enter_woods(id, &start, dir, f64::from(distance));
        let most = f64::from(self.table().flight_speed(id));
        let reach = self.table().ground_reach(id, &start, dir, most, f64::from(distance), March::Evading);
        let distance = distance.min(reach.floor() as Um);
        let charger = self.state.charges[charge].charger;
        let unit = self.unit_mut(id);
        unit.pose = before.pose.along(bearing, distance);
        unit.evaded = true;
        unit.moved = true;
        unit.rotated = false;
        unit.straight = 0;
        // If that charge goes home elsewhere, the evader tests as well (CP 15.6.7).
        unit.cause = Some(charger);
        self.note_path(id);
        self.generals_follow(id);
        self.settle_ground(id, &start, dir, f64::from(distance), March::Evading, false);
        self.tell("CP 15.6.1", told::EVADES, &[Who::Unit(id)]);
        if self.state.charges[charge].target == id && !self.next_struck(charge) {
            self.state.agenda.push(Step::Charge(ChargeStep::AfterEvade { charge: charge as u8, unit: id }));
        }
    }

    /// The charger stops where its target stood (CP 15.6.5).
    pub fn halt_after_evade(&mut self, charge: usize) {
        let id = self.state.charges[charge].charger;
        self.end_charge(charge, Stage::Halted);
        self.unit_mut(id).straight = self.state.charges[charge].straight;
        self.tell("CP 15.6.5", told::HALTS_CHARGE, &[Who::Unit(id)]);
        self.disorder_if_blown(charge);
    }

    /// The charger goes straight on into whoever is next (ruling G20).
    pub fn go_on(&mut self, charge: usize, evader: UnitId) {
        let charger = self.state.charges[charge].charger;
        let run = self.table().straight_on(charger);
        let caught = run.met.is_some_and(|(met, _)| met == evader);
        self.arrive(charge, &run);
        // Caught in the open: what the charger reaches of the evader goes at once.
        if caught && !self.table().is_open_order(charger) {
            self.overrun(charger, evader);
            self.end_charge(charge, Stage::Halted);
            self.disorder_if_blown(charge);
        }
    }
}
