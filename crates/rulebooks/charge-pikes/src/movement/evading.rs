//! 15.6 Evading.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::{Decision, NO_LEGS};
use crate::state::{Formation, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Cdeg, Um, normal, turn};
use kernel::{Dice, Listener, Refusal};

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
        let before = self.fleeing_crew(id);
        let start = self.rules.body_of(id, &before);
        let dir = field::table::heading(normal(bearing));
        let reach = self.ground_reach(id, &start, dir, f64::from(most), f64::from(distance), March::Evading);
        if reach + 1.0 < f64::from(distance) {
            return Err(Refusal::new("CP 15.6.4c", "the ground slows the evade: it does not get so far"));
        }
        if self.on_table().any(|other| other != id && self.body(other).overlaps(&body)) {
            return Err(Refusal::new("CP 15.7.2", "the evader would end on top of another unit"));
        }
        let charger = self.state.charges[charge].charger;
        let left = f64::from((self.charge_speed(charger) - self.state.charges[charge].ran).max(0));
        let short = distance < most;
        if short && self.body(charger).within(&body, left) && self.could_catch(charger, &unit, id, left) {
            return Err(Refusal::new("CP 15.6.4b", "the enemy could still reach it there"));
        }
        Ok(unit)
    }

    fn could_catch(self, charger: UnitId, evader: &Unit, id: UnitId, left: f64) -> bool {
        let dir = self.unit(charger).pose.dir();
        field::table::cast(&self.body(charger), dir, left, &self.rules.body_of(id, evader)).is_some()
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
        menu.push(Decision::Stand);
        let line = self.charge_line(charge);
        let (least, most) = self.evade_limits(id);
        for off in [0, -2_250, 2_250, -4_500, 4_500] {
            for distance in [most, (least + most) / 2, least] {
                let bearing = normal(line + off);
                if self.judge_evade(charge, id, bearing, distance).is_ok() {
                    menu.push(Decision::Evade { bearing, distance });
                }
            }
        }
    }

    /// Whether going straight on after an evade would meet anybody (CP 15.6.5).
    pub fn judge_go_on(self, charge: usize) -> Result<(), Refusal> {
        let now = self.state.charges[charge];
        let left = f64::from((self.charge_speed(now.charger) - now.ran).max(0));
        let run = self.run_charge(now.charger, self.unit(now.charger), &NO_LEGS, left, &[]);
        match run.met {
            Some((met, _)) => self.may_charge_at(now.charger, met),
            None => Err(Refusal::new("CP 15.6.5", "there is no next target straight ahead within reach")),
        }
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// The evader runs (CP 15.6.1, 15.6.2).
    pub fn evade(&mut self, charge: usize, id: UnitId, bearing: Cdeg, distance: Um) {
        let before = self.table().fleeing_crew(id);
        self.leave_guns(id);
        let start = self.rules.body_of(id, &before);
        let dir = field::table::heading(bearing);
        self.enter_woods(id, &start, dir, f64::from(distance));
        let reach = self.table().ground_reach(id, &start, dir, f64::INFINITY, f64::from(distance), March::Evading);
        let distance = distance.min(reach.floor() as Um);
        let unit = self.unit_mut(id);
        unit.pose = before.pose.along(bearing, distance);
        unit.evaded = true;
        unit.moved = true;
        unit.rotated = false;
        unit.straight = 0;
        self.note_path(id);
        self.generals_follow(id);
        self.settle_ground(id, &start, dir, f64::from(distance), March::Evading, false);
        self.tell("CP 15.6.1", &[id], |t| format!("{} evades", t.name(id)));
        self.state.agenda.push(Step::AfterEvade { charge: charge as u8, unit: id });
    }

    /// The charger stops where its target stood (CP 15.6.5).
    pub fn halt_after_evade(&mut self, charge: usize) {
        let id = self.state.charges[charge].charger;
        self.end_charge(charge, Stage::Halted);
        self.tell("CP 15.6.5", &[id], |t| format!("{} halts its charge", t.name(id)));
        self.disorder_if_blown(charge);
        self.sweep_touched();
    }

    /// The charger goes straight on into whoever is next (ruling G20).
    pub fn go_on(&mut self, charge: usize, evader: UnitId) {
        let now = self.state.charges[charge];
        let table = self.table();
        let left = f64::from((table.charge_speed(now.charger) - now.ran).max(0));
        let run = table.run_charge(now.charger, table.unit(now.charger), &NO_LEGS, left, &[]);
        self.state.charges[charge].stage = Stage::Declared;
        self.arrive(charge, &run);
        // Caught in the open: what the charger reaches of the evader goes at once.
        if run.met.is_some_and(|(met, _)| met == evader) && !self.table().is_open_order(now.charger) {
            self.overrun(now.charger, evader);
            self.end_charge(charge, Stage::Halted);
            self.disorder_if_blown(charge);
            while matches!(self.state.agenda.top(), Some(Step::EvadeOrStand { unit, .. }) if unit == evader) {
                self.state.agenda.pop();
            }
        }
    }
}
