//! 15.6 Evading.

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::{Decision, NO_LEGS};
use crate::face::told::{self, Who};
use crate::movement::charging::{Aim, ChargeChoice, ChargeStep, Run};
use crate::state::{Charge, Formation, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::{Bar, March};
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, MM, Passing, TOUCH, Um, cast, heading, normal, passage, turn};
use kernel::{Listener, Refusal};

/// How far from the line of the charge an evader may run (CP 15.6.3).
const EVADE_CONE: Cdeg = 4_500;

/// How far an evade leads.
struct EvadeWay {
    /// As far as it gets, and the last place up to there where it stands on nobody.
    reach: Um,
    far: Um,
    /// What ends it.
    bar: Bar,
    /// Friends it passes at a cost, and from where.
    passed: ArrayVec<(f64, UnitId), 8>,
}

impl Table<'_> {
    /// The least and the most an evader moves (CP 15.6.4a, 15.6.4c).
    pub fn evade_limits(self, id: UnitId) -> (Um, Um) {
        // A crew evades as skirmishing foot, without its guns (CP 15.12.3).
        (self.inches(4) / 2, self.flight_speed(id))
    }

    /// The line of the charge that an evader runs from: that on which the charger came up, before it closes up (CP 15.6.3).
    pub fn charge_line(self, charge: usize, id: UnitId) -> Cdeg {
        self.charger_at(charge, id).0.pose.facing
    }

    /// The evader where it would end up, if that is legal.
    pub fn judge_evade(self, charge: usize, id: UnitId, bearing: Cdeg, distance: Um) -> Result<Unit, Refusal> {
        let (_, most) = self.evade_limits(id);
        let charger = self.charger_at(charge, id);
        let bearing = normal(bearing);
        if turn(charger.0.pose.facing, bearing).abs() > EVADE_CONE {
            return Err(Refusal::new("CP 15.6.3", "an evade goes away from the charge, within 45 degrees of its line"));
        }
        if distance > most {
            return Err(Refusal::new("CP 15.6.4c", "that is farther than an evade move"));
        }
        self.judge_evade_on(&self.evade_way(id, bearing, most), (charge, &charger), id, bearing, distance)
    }

    /// The same on a way that has been looked at, from a charger with so much of its move left.
    fn judge_evade_on(
        self,
        way: &EvadeWay,
        (charge, &(ref charger, left)): (usize, &(Unit, f64)),
        id: UnitId,
        bearing: Cdeg,
        distance: Um,
    ) -> Result<Unit, Refusal> {
        let (least, _) = self.evade_limits(id);
        let short = distance < least && (distance < way.far || self.runs_free(charger.pose.facing, id));
        if short || distance < MM {
            return Err(Refusal::new("CP 15.6.4a", "an evader moves at least half a normal move"));
        }
        let unit = self.evaded(id, bearing, distance);
        let body = self.rules.body_of(id, &unit);
        if distance > way.reach {
            let (rule, why) = way.bar;
            return Err(Refusal::new(rule, why));
        }
        self.can_stand(id, &body, March::Evading)?;
        if self.on_table().any(|other| other != id && self.body(other).overlaps(&body)) {
            return Err(Refusal::new("CP 15.7.2", "the evader would end on top of another unit"));
        }
        // Whoever has gone as far as he gets may stop.
        if distance < way.far && self.could_catch(charge, charger, id, &body, left) {
            return Err(Refusal::new("CP 15.6.4b", "the enemy could still reach it there"));
        }
        Ok(unit)
    }

    /// Whether an evader gets as far as it must on any bearing: only one that does not may go less (ruling G20).
    fn runs_free(self, line: Cdeg, id: UnitId) -> bool {
        const STEP: Cdeg = 500;
        let (least, most) = self.evade_limits(id);
        let bearings = (0..=EVADE_CONE / STEP).flat_map(|step| [step * STEP, -step * STEP]);
        bearings.into_iter().any(|off| self.evade_way(id, normal(line + off), most).far >= least)
    }

    /// How an evade goes: slow ground and friends who stand in its way cost more (CP 15.7.2); enemies, friends who do not
    /// stand still, closed ground and the table's edge end it (ruling G20).
    fn evade_way(self, id: UnitId, bearing: Cdeg, most: Um) -> EvadeWay {
        let (dir, most) = (heading(bearing), f64::from(most));
        let start = self.rules.body_of(id, &self.fleeing_crew(id));
        let mut way = self.ground_way(id, &start, dir, most, March::Evading);
        if let Some(met) = self.foe_in_way(id, &start, dir, most) {
            way.shut(f64::from(met.at), ("CP 15.6.3", "an enemy bars the way"));
        }
        let mut passed = ArrayVec::new();
        for friend in self.friends_of(id).filter(|&friend| self.unit(friend).inside.is_none()) {
            let Some(span) = passage(&start, dir, most, &self.body(friend)) else { continue };
            match self.passing(friend) {
                Passing::Free => {}
                Passing::Costly => {
                    way.slow(span.from, span.to, 2.0);
                    self.state.overflow.keep(&mut passed, (span.from, friend));
                }
                Passing::Never => {
                    way.shut(span.from, ("CP 15.7.2", "to be passed through a unit must stand still the whole turn"));
                }
            }
        }
        self.state.overflow.add(way.lost());
        let reach = way.reach(most, 1.0);
        let far = self.clear_upto(id, &start, dir, reach);
        const SLOW: Bar = ("CP 15.6.4c", "what lies in the way slows the evade: it does not get so far");
        let bar = way.bar.filter(|_| reach + 1.0 >= way.limit).unwrap_or(SLOW);
        EvadeWay { reach: reach.floor() as Um, far: far.floor() as Um, bar, passed }
    }

    /// Whether the rest of a charge, straight on, leads to an evader: not where somebody else or the ground stops it first.
    fn could_catch(self, charge: usize, charger: &Unit, id: UnitId, evader: &Body, left: f64) -> bool {
        let Charge { charger: by, target, stage, .. } = self.state.charges[charge];
        if self.is_met(by) {
            return false;
        }
        let (body, dir) = (self.rules.body_of(by, charger), charger.pose.dir());
        let Some(far) = self.reach_ahead(by, charger, left, evader) else { return false };
        let aim = if stage == Stage::Declared { Aim::at(target) } else { Aim::next() };
        let before = |other: UnitId| cast(&body, dir, far, &self.body(other)).is_some();
        !self.enemies_of(by).any(|other| other != id && self.stops_charge(by, other, aim) && before(other))
    }

    /// How far ahead of a charger somebody stands whom it reaches with so much of its move, over the ground and with nobody in
    /// between.
    pub(in crate::movement) fn reach_ahead(self, by: UnitId, charger: &Unit, left: f64, other: &Body) -> Option<f64> {
        let (body, dir) = (self.rules.body_of(by, charger), charger.pose.dir());
        let far = cast(&body, dir, left, other)?.distance;
        (self.ground_reach(by, &body, dir, left, far, March::Charging) + TOUCH >= far).then_some(far)
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
        let charger = self.charger_at(charge, id);
        let (least, most) = self.evade_limits(id);
        for off in [0, -2_250, 2_250, -EVADE_CONE, EVADE_CONE] {
            let bearing = normal(charger.0.pose.facing + off);
            let way = self.evade_way(id, bearing, most);
            let less = [(least + most) / 2, least].into_iter().filter(|&distance| distance < way.far);
            for distance in [way.far].into_iter().chain(less) {
                if self.judge_evade_on(&way, (charge, &charger), id, bearing, distance).is_ok() {
                    menu.push(Decision::Charge(ChargeChoice::Evade { bearing, distance }));
                }
            }
        }
    }

    /// Whether going straight on after an evade would meet anybody (CP 15.6.5).
    pub fn judge_go_on(self, charge: usize) -> Result<(), Refusal> {
        let charger = self.state.charges[charge].charger;
        if self.is_met(charger) {
            return Err(Refusal::new("CP 15.5.4", "a counter-charge has stopped the charger"));
        }
        match self.straight_on(charger, None).met {
            Some((met, _)) => self.may_charge_at(charger, met),
            None => Err(Refusal::new("CP 15.6.5", "there is no next target straight ahead within reach")),
        }
    }

    /// What is left of a charge, in a straight line: over those who have run from it already into the next in line that it
    /// may charge, or into an opponent that fell back before it; with neither there, up to those it catches (CP 15.6.5,
    /// 17.6.2, rulings G18, G20, G91).
    pub(crate) fn straight_on(self, charger: UnitId, opponent: Option<UnitId>) -> Run {
        let run = |aim| self.run_charge(charger, self.unit(charger), &NO_LEGS, self.charge_left(charger), aim);
        let strikes = |met: UnitId| Some(met) == opponent || self.may_charge_at(charger, met).is_ok();
        let beyond = run(Aim::next());
        if beyond.met.is_some_and(|(met, _)| strikes(met)) { beyond } else { run(Aim::anybody()) }
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
        let way = self.table().evade_way(id, bearing, self.table().flight_speed(id));
        let distance = distance.min(way.reach);
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
        self.settle_ground(id, &start, dir, f64::from(distance), March::Evading);
        self.tell("CP 15.6.1", told::EVADES, &[Who::Unit(id)]);
        for friend in way.passed.into_iter().filter(|(from, _)| *from < f64::from(distance)).map(|(_, friend)| friend) {
            self.stands_still_for(friend, id);
        }
        if self.state.charges[charge].target != id || self.next_struck(charge) {
            return;
        }
        if self.table().is_met(charger) {
            // CP 15.5.4: whoever struck the charger here keeps it here (ruling G23).
            self.halt_after_evade(charge);
        } else {
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

    /// The charger goes straight on into whoever is next (ruling G20), who may change before it (CP 20.1.4).
    pub fn go_on(&mut self, charge: usize, evader: UnitId) {
        let charger = self.state.charges[charge].charger;
        let run = self.past_hopes(|table| table.straight_on(charger, None));
        let on = ChargeStep::GoOn { charge: charge as u8, unit: evader };
        if !self.warns(charge, &run, on) {
            self.goes_on(charge, evader);
        }
    }

    pub(in crate::movement) fn goes_on(&mut self, charge: usize, evader: UnitId) {
        let charger = self.state.charges[charge].charger;
        let run = self.past_hopes(|table| table.straight_on(charger, None));
        let caught = run.met.is_some_and(|(met, _)| met == evader);
        if let Some((met, _)) = run.met {
            // Others on the way there are ridden down, those who ran from it among them.
            self.state.charges[charge].target = met;
        }
        self.arrive(charge, &run);
        // Caught in the open: what the charger reaches of the evader goes at once.
        if caught && !self.table().is_open_order(charger) {
            self.overrun(charger, evader);
            self.end_charge(charge, Stage::Halted);
            self.disorder_if_blown(charge);
        }
    }
}
