//! What a unit that is charged does about it (SSS 1.2b, 1.4b to 1.4e, 1.5.3a, 34.1, P4.3, G12).

use crate::cards::{Class, Order, UnitId};
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::{BW, NEAR};
use crate::reaction::Occasion;
use crate::readings::{EvadersTest, RouterTests};
use crate::state::{Activity, Aspect, ChargeKind, Formation, Place, Response, Stage, Unit};
use crate::table::{Play, Table};
use field::table::Um;
use kernel::{Entry, Listener, Refusal};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    /// Has been charged and has not answered yet.
    pub(crate) fn owes_answer(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table && !unit.answered && self.charges_on(id).next().is_some()
    }

    /// The charger that an answer is about: the nearest of them.
    pub(crate) fn foremost_charger(self, id: UnitId) -> Option<UnitId> {
        self.charges_on(id).min_by(|&one, &two| self.distance(id, one).total_cmp(&self.distance(id, two)))
    }

    /// Whether a unit may answer a charge like that (SSS P4.3).
    pub(crate) fn judge_answer(self, id: UnitId, response: Response) -> Result<(), Refusal> {
        if !self.owes_answer(id) {
            return refuse("SSS 34.1", "it is not charged, or has answered");
        }
        let Some(charger) = self.foremost_charger(id) else { return refuse("SSS 34.1", "it is not charged") };
        match response {
            Response::Evade { shoots } => {
                self.may_evade(id)?;
                if shoots { self.may_shoot_at_charge(id, charger, true) } else { Ok(()) }
            }
            // SSS 1.4b, 1.4e
            Response::Countercharge(by) => self.judge_countercharge(id, by),
            _ if self.must_countercharge(id) => refuse("SSS 1.4b", "a Warband so near to the enemy countercharges"),
            Response::Stand { shoots: false } => Ok(()),
            Response::Stand { shoots: true } => self.may_shoot_at_charge(id, charger, false),
            Response::Square { shoots } => {
                self.may_form_square(id)?;
                if shoots { self.could_shoot_at_charge(id) } else { Ok(()) }
            }
            Response::RearRank { shoots } => {
                self.may_turn_rear_rank(id)?;
                if shoots { self.could_shoot_at_charge(id) } else { Ok(()) }
            }
        }
    }

    /// It stands free, and does not run already.
    fn is_free_to_answer(self, id: UnitId) -> bool {
        let runs = matches!(self.unit(id).activity, Activity::Routing | Activity::Retreating);
        !runs && !self.in_contact(id) && !self.is_garrison(id)
    }

    fn may_evade(self, id: UnitId) -> Result<(), Refusal> {
        if !self.is_evader(id) {
            return refuse("SSS 1.4e", "skirmishers, light cavalry and horse-holders alone evade");
        }
        if !self.is_free_to_answer(id) {
            return refuse("SSS 1.4e", "it is not free to evade");
        }
        Ok(())
    }

    /// It names which charge it meets; a Warband one of those that drive it (SSS 1.4b, G14).
    fn judge_countercharge(self, id: UnitId, by: UnitId) -> Result<(), Refusal> {
        if !self.charges_on(id).any(|charger| charger == by) {
            return refuse("SSS G14", "it is not charged by that unit");
        }
        self.may_countercharge(id, by)?;
        if self.must_countercharge(id) && !self.drives_warband(id, by) {
            return refuse("SSS 1.4b", "a Warband meets the enemy that is so near to its front");
        }
        Ok(())
    }

    /// SSS 1.4c, 1.4d, G14
    fn may_countercharge(self, id: UnitId, charger: UnitId) -> Result<(), Refusal> {
        if self.card(id).class == Class::C {
            return refuse("SSS 1.4c", "C class troops never countercharge");
        }
        if self.is_artillery(id) {
            return refuse("SSS 1.4d", "artillery never countercharges");
        }
        if self.unit(id).no_countercharge {
            return refuse("SSS 5.3", "a blunder of its leader forbids it");
        }
        if !self.could_charge(id) || !self.is_free_to_answer(id) {
            return refuse("SSS G14", "it does not charge as it is");
        }
        if self.met_by(id, &self.body(charger)) != Aspect::Front {
            return refuse("SSS G14", "a countercharge meets a charge that comes from the front");
        }
        Ok(())
    }

    /// A Warband of A or B class with the charger within its charge bonus to its front (SSS 1.4b, 1.4c, G42).
    pub(crate) fn must_countercharge(self, id: UnitId) -> bool {
        self.charges_on(id)
            .any(|charger| self.drives_warband(id, charger) && self.may_countercharge(id, charger).is_ok())
    }

    /// Close and loose order infantry charged by cavalry (SSS 1.5.3a, G56).
    fn may_form_against(self, id: UnitId, formation: Formation) -> Result<(), Refusal> {
        let by_horse = self.charges_on(id).any(|charger| self.is_mounted(charger));
        if !by_horse || !self.is_foot(id) || !matches!(self.unit(id).order, Order::Close | Order::Loose) {
            return refuse("SSS 1.5.3a", "close and loose order infantry forms square, against cavalry");
        }
        if !self.is_free_to_answer(id) || self.unit(id).formation == formation || self.unit(id).prone {
            return refuse("SSS 1.5.3a", "it cannot form as it is");
        }
        Ok(())
    }

    /// There must be room for the square (SSS 1.5.3a, G129).
    fn may_form_square(self, id: UnitId) -> Result<(), Refusal> {
        self.may_form_against(id, Formation::Square)?;
        if self.squared(id).is_none() {
            return refuse("SSS 1.5.3a", "there is no room for a square");
        }
        Ok(())
    }

    /// The unit in square about the middle of where it stands, if there is room for that.
    fn squared(self, id: UnitId) -> Option<Unit> {
        let middle = self.body(id).main().center();
        let mut square = self.formed(id, self.unit(id), Formation::Square, 0).ok()?;
        let depth = f64::from(self.rules.depth_of(id, &square));
        square.pose.at = (middle + square.pose.dir() * (depth * 0.5)).round();
        (square.changing, square.rear_about) = (None, false);
        let body = self.rules.body_of(id, &square);
        (self.may_rest(id, &body).is_ok() && self.stands_free(id, &body)).then_some(square)
    }

    /// Caught while it formed: neither square nor line in the fight that follows (SSS 1.5.3b, G17).
    pub(crate) fn is_caught_forming(self, id: UnitId) -> bool {
        self.unit(id).told(Cause::SquareNotFormed) > 0
    }

    /// Against cavalry, and against anybody who comes from behind, while it fights in front too (SSS 1.5.3a, 22.1, G56, G143).
    fn may_turn_rear_rank(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let able = self.is_foot(id) && self.card(id).class != Class::C && unit.order == Order::Close;
        if !able {
            return refuse("SSS 18.1", "A or B class in close order turns its rear rank about");
        }
        let behind = |charger: UnitId| self.met_by(id, &self.body(charger)) == Aspect::Rear;
        if !self.charges_on(id).any(|charger| self.is_mounted(charger) || behind(charger)) {
            return refuse("SSS 22.1", "it is charged neither by cavalry nor from behind");
        }
        let runs = matches!(unit.activity, Activity::Routing | Activity::Retreating);
        let formed = unit.formation != Formation::Square && !unit.prone && !self.is_garrison(id);
        if runs || !formed || unit.rear_about {
            return refuse("SSS 1.5.3a", "it cannot form as it is");
        }
        Ok(())
    }

    /// SSS 1.2b, G124: the charger stands within 1 BW, as in 1.2a nearer than that.
    fn is_held(self, id: UnitId) -> bool {
        self.charges_on(id).any(|charger| (self.distance(id, charger).round() as Um) < NEAR)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A charged unit says what it does, and tests for it (SSS P4.3, G12).
    pub(super) fn answer(&mut self, id: UnitId, response: Response) {
        let Some(charger) = self.table().foremost_charger(id) else { return };
        self.unit_mut(id).this_turn.answered = true;
        self.tell("SSS 34.1", told::ANSWERS, &[Who::Unit(id), Who::Words(response_words(response))]);
        let (response, stands) = match response {
            Response::Evade { shoots } => self.tries_to_evade(id, charger, shoots),
            Response::Countercharge(_) if self.table().must_countercharge(id) => (response, true),
            Response::Countercharge(by) => (response, self.test_at_once(id, Occasion::Countercharge(by)).passed),
            // SSS G22: by the other reading routers only rally.
            _ if self.table().is_routing(id) && self.rules.options.router_tests == RouterTests::RallyOnly => {
                (response, true)
            }
            _ => {
                let square = matches!(response, Response::Square { .. });
                (response, self.test_at_once(id, Occasion::Charged { by: charger, square }).passed)
            }
        };
        let response = if stands { response } else { Response::Stand { shoots: false } };
        for charge in self.state.charges.iter_mut().filter(|charge| charge.target == id) {
            // Whoever else charges it finds it as it stands (SSS G14).
            let meets_another = matches!(response, Response::Countercharge(by) if by != charge.charger);
            let here = if meets_another { Response::Stand { shoots: false } } else { response };
            (charge.response, charge.stands) = (Some(here), stands);
        }
        let there = self.unit(id).place == Place::Table;
        if there && let Response::Countercharge(by) = response {
            self.sets_out(id, by, ChargeKind::Counter);
        }
    }

    /// Within 1 BW a raw Leadership test is needed (SSS 1.2b, 1.2c), of horse-holders a raw Reaction test (SSS 8.10); who shoots
    /// first takes a Reaction test besides (SSS G12).
    fn tries_to_evade(&mut self, id: UnitId, charger: UnitId, shoots: bool) -> (Response, bool) {
        let response = Response::Evade { shoots };
        if self.table().is_holders(id) && !self.raw_reaction(id) {
            return (response, false);
        }
        if self.table().is_held(id) && !self.raw_leadership_test(id) {
            self.disrupt(id, Cause::CaughtEvading);
            return (response, false);
        }
        let tests = shoots || self.rules.options.evaders_test == EvadersTest::Always;
        if !tests || self.table().is_holders(id) {
            return (response, true);
        }
        (response, self.test_at_once(id, Occasion::Charged { by: charger, square: false }).passed)
    }

    /// SSS 1.2b, G51
    fn raw_leadership_test(&mut self, id: UnitId) -> bool {
        let factor = self.table().raw_leadership(id);
        let dice = self.two_d6();
        let total = i32::from(dice[0]) + i32::from(dice[1]);
        let passed = total <= factor;
        if self.listener.hears() {
            let table = self.table();
            let result = if passed { told::KEEPS_ITS_NERVE } else { told::LOSES_ITS_NERVE };
            let entry = Entry {
                dice: dice.to_vec(),
                total: Some(total),
                result: table.said(result, &[Who::Unit(id)]),
                ..table.entry("SSS 1.2b", told::TRIES_TO_EVADE, &[Who::Unit(id), Who::Count(factor as u32)])
            };
            self.listener.tell(entry);
        }
        passed
    }

    /// Foot that means to form square or to turn its rear rank about: B and C class are caught by chargers that started nearer
    /// than 1 BW, others are ready unless two dice show double 6 (SSS 1.5.3b, 1.5.3c, G17).
    pub(super) fn forms_before(&mut self, id: UnitId, response: Response, started: f64) {
        let table = self.table();
        // SSS 1.5.3b is about cavalry: before foot the test that was passed is enough to turn a rank about (SSS 22.1, G143).
        let on_foot = !table.charges_on(id).any(|charger| table.is_mounted(charger));
        let slow = !on_foot && table.card(id).class != Class::A && (started.round() as Um) < BW;
        let (square, wants) = match response {
            Response::Square { shoots } => (self.table().squared(id), shoots),
            Response::RearRank { shoots } => (None, shoots),
            _ => (None, false),
        };
        // Somebody may have come where it meant to stand (SSS G129).
        let cramped = matches!(response, Response::Square { .. }) && square.is_none();
        let spoilt = slow || cramped || (!on_foot && self.two_d6() == [6, 6]);
        for charge in self.state.charges.iter_mut().filter(|charge| charge.target == id) {
            // A square that stands may shoot from the face attacked (SSS G17).
            charge.response = Some(Response::Stand { shoots: wants && !spoilt });
        }
        if spoilt {
            self.disrupt(id, Cause::SquareNotFormed);
            self.tell("SSS 1.5.3b", told::SQUARE_FAILS, &[Who::Unit(id)]);
            return;
        }
        match square {
            Some(square) => {
                *self.unit_mut(id) = square;
                // SSS G17: wherever they come from, there is neither flank nor rear any more.
                for charge in self.state.charges.iter_mut().filter(|charge| charge.target == id) {
                    charge.aspect = Aspect::Front;
                }
            }
            None => self.unit_mut(id).rear_about = true,
        }
        self.tell("SSS 1.5.3c", told::SQUARE_FORMS, &[Who::Unit(id)]);
    }

    /// Charges on somebody who is gone have nobody to answer them.
    pub(super) fn answers_are_in(&mut self) {
        for charge in self.state.charges.iter_mut().filter(|charge| charge.stage == Stage::Goes) {
            charge.response = charge.response.or(Some(Response::Stand { shoots: false }));
        }
    }
}

pub(crate) const fn response_words(response: Response) -> &'static str {
    match response {
        Response::Evade { shoots: true } => "shoot and evade",
        Response::Evade { shoots: false } => "evade",
        Response::Countercharge(_) => "countercharge",
        Response::Stand { shoots: true } => "stand and shoot",
        Response::Stand { shoots: false } => "stand",
        Response::Square { shoots: true } => "form square and shoot",
        Response::Square { shoots: false } => "form square",
        Response::RearRank { shoots: true } => "turn the rear rank about and shoot",
        Response::RearRank { shoots: false } => "turn the rear rank about",
    }
}
