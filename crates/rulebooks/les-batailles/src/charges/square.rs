//! Square, Rallying Square, Form Up (19.7, 12.10.9.1), and riding over a Square (19.7.4).

use super::{ChargeStage, ChargeStep};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::charts::{CarreRow, SquareModifier, SquareResult, SquareTroops};
use crate::face::told::{Who, charges as told, morale as told_morale};
use crate::hexes::{Facing, Hexes};
use crate::morale::{Check, CheckKind, Modifier};
use crate::movement::{Cause, Motion};
use crate::reactions::Trigger;
use crate::readings::FormUp;
use crate::stacking::Violation;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::{Listener, Reckoning, Refusal, Seat};

impl Table<'_> {
    /// What counts on the dice of a Square (chart 18): low is good.
    fn square_modifiers(self, top: UnitId, cavalry: UnitId, grand: bool, sum: &mut Reckoning) {
        let chart = &self.rules.charts.square;
        let card = self.card(top);
        let stack = self.stack_of(top);
        let led = stack.iter().any(|&id| self.leaders_with(id).next().is_some());
        sum.add_if(led, chart.modifier(SquareModifier::Leader).into(), "leader", "LB 19.7.1");
        if let Some(troops) = SquareTroops::of(card.nation, card.class) {
            sum.add(chart.troops(troops).into(), "troops", "LB 19.7.1");
        }
        let horse = self.card(cavalry);
        sum.add_if(
            horse.is_light_cavalry(),
            chart.modifier(SquareModifier::LightCavalry).into(),
            "light cavalry",
            "LB 19.7.1",
        );
        sum.add_if(horse.lancers, chart.modifier(SquareModifier::Lancers).into(), "lancers", "LB 19.7.1");
        sum.add_if(grand, chart.modifier(SquareModifier::GrandCharge).into(), "Grand Charge", "LB 19.16.5");
        let level = i32::from(self.morale_level(top));
        sum.add_if(
            level > 0,
            level * i32::from(chart.modifier(SquareModifier::MoraleLevel)),
            "Morale Level",
            "LB 20.3b",
        );
    }

    /// Whether a Square may fire at a charge: of a Grand Charge that rides over it only at the first unit that does (LB 19.16.6.2).
    pub(crate) fn fires_at_rider(self, id: UnitId, mover: UnitId, to: Option<Hex>) -> bool {
        let Some(charge) = self.charge_of(mover).and_then(|no| self.charge(no)).filter(|charge| charge.is_grand())
        else {
            return true;
        };
        let square = self.unit(id).formed == Formed::Square;
        let rides_over = charge.rode_over.contains(id) || to.is_some_and(|hex| self.unit(id).hexes.contains(hex));
        let others = self.state.charges.iter().filter(|other| other.leader == charge.leader && other.top != charge.top);
        let first = !others.into_iter().any(|other| other.is_grand() && other.rode_over.contains(id));
        !square || !rides_over || first
    }

    /// Whether cavalry in Skirmish Order may try to Form Up before a charge: in its Charge Zone and in sight, once for each charging
    /// stack (LB 19.1.1.3c, 12.10.9.1a, 12.10.9.1c). How near it must be is read in two ways (LB G-43).
    pub(super) fn may_form_up(self, no: u8, top: UnitId) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return Err(self.out_of_turn()) };
        self.known(top)?;
        let unit = self.unit(top);
        if !unit.on_map()
            || self.side(top) == self.side(lead)
            || !self.is_cavalry(top)
            || unit.formed != Formed::Skirmish
        {
            return refuse("LB 12.10.9.1a", "only cavalry in Skirmish Order forms up");
        }
        if charge.formed_up.contains(top) {
            return refuse("LB 12.10.9.1c", "it has tried before");
        }
        let near = match self.rules.options.form_up {
            FormUp::ChargeZone => unit.hexes.iter().any(|hex| self.in_charge_zone(charge, hex)),
            FormUp::FourHexes => self.distance(lead, top) <= 4,
        };
        if !near || !self.units_see(lead, top) {
            return refuse("LB 12.10.9.1a", "it is not in the Charge Zone, or does not see the cavalry");
        }
        if self.is_met(&self.stack_of(top)) {
            return refuse("LB 19.1.1.4", "it awaits the mêlée");
        }
        Ok(())
    }
}

impl Table<'_> {
    /// Cavalry skirmishers of a seat are the target of a charge that is upon them, and cannot give way: they have to try to form up, if
    /// they have not yet (LB 12.10.9c).
    pub(super) fn must_form_up(self, no: u8, seat: Seat) -> bool {
        let Some(charge) = self.charge(no) else { return false };
        let stuck = |top: UnitId| !self.may_evade(no, top) || self.first_ways(top).is_empty();
        self.tops(charge.targets.iter().filter(|&id| self.seat(id) == seat))
            .into_iter()
            .any(|top| self.touches(no, top) && self.may_form_up(no, top).is_ok() && stuck(top))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack announces that it will form Square: that is voluntary maneuver, and the enemy may react first (LB 19.7.3).
    pub(super) fn announces_square(&mut self, no: Option<u8>, top: UnitId, hex: Hex) {
        let stack: UnitSet = self.table().stack_of(top).into_iter().collect();
        match no {
            Some(no) => {
                if let Some(charge) = self.charge_mut(no) {
                    stack.iter().for_each(|id| charge.squared.insert(id));
                }
            }
            None => stack.iter().for_each(|id| self.state.charging.squared.insert(id)),
        }
        self.tell("LB 19.7.1", told::TRIES_SQUARE, &[Who::Unit(top)]);
        self.push(Step::Charge(ChargeStep::Square { charge: no, unit: top, hex }));
        self.open_window(Trigger::Spends, top, stack, None);
    }

    /// The attempt itself, if nothing has come before it (LB 19.7.1, 19.7.2.1, 19.7c).
    pub(super) fn forms_square(&mut self, no: Option<u8>, top: UnitId, hex: Hex) {
        let cavalry = match no {
            Some(no) => self.nearest_rider(no, top),
            None => self.state.charging.moving,
        };
        let Some(cavalry) = cavalry.filter(|&id| self.unit(id).on_map()) else { return };
        let unit = self.unit(top);
        if !unit.on_map() || unit.order != Order::Good || unit.turn.movement.halted {
            return;
        }
        let grand = no.and_then(|no| self.table().charge(no)).is_some_and(|charge| charge.is_grand());
        let distance = u8::try_from(self.table().distance(cavalry, top)).unwrap_or(u8::MAX).clamp(1, 4);
        let was_target = no.and_then(|no| self.table().charge(no)).is_some_and(|charge| charge.targets.contains(top));
        let stack = self.table().stack_of(top);
        // Whoever lies down stands up for it (LB 12.13.8a).
        for &id in &stack {
            self.stand_up(id);
        }
        let result = if self.table().rallies(top) {
            self.rally_roll(&stack, distance, grand)
        } else {
            self.square_roll(top, cavalry, distance, grand)
        };
        if let Some(no) = no.filter(|_| was_target) {
            let near = self.table().touches(no, top);
            let left = self.unit(top).hexes.iter().find(|&own| self.table().distance_to(cavalry, own) == 1);
            let hex = left.unwrap_or(self.unit(top).hexes.head());
            self.push(Step::Charge(ChargeStep::AfterSquare { charge: no, target: top, hex, near }));
        }
        match result {
            SquareResult::Square => self.form_the_square(&stack, hex),
            SquareResult::Disorder => stack.iter().for_each(|&id| self.disorder(id, Cause::Charge)),
            SquareResult::Rout => self.rout_stack(&stack, Cause::Charge),
        }
    }

    /// Of a Grand Charge the part that is nearest.
    fn nearest_rider(&self, no: u8, top: UnitId) -> Option<UnitId> {
        let table = self.table();
        let charge = table.charge(no)?;
        let same = |other: u8| {
            table
                .charge(other)
                .is_some_and(|it| other == no || charge.is_grand() && it.is_grand() && it.leader == charge.leader)
        };
        let all = (0..self.state.charges.len() as u8).filter(|&other| same(other));
        all.filter_map(|other| table.lead(other)).min_by_key(|&lead| table.distance(lead, top))
    }

    fn square_roll(&mut self, top: UnitId, cavalry: UnitId, distance: u8, grand: bool) -> SquareResult {
        let mut sum = Reckoning::new(self.listener);
        self.table().square_modifiers(top, cavalry, grand, &mut sum);
        let natural = self.the_dice();
        let card = self.table().card(top);
        let row = CarreRow::of(card.nation, self.rules.year);
        let total = natural.plus(sum.total);
        let result = self.rules.charts.square.result(row, distance, total).unwrap_or(SquareResult::Square);
        let phrase = match result {
            SquareResult::Square => told::FORMS_SQUARE,
            SquareResult::Disorder => told_morale::IS_DISORDERED,
            SquareResult::Rout => told_morale::ROUTS,
        };
        let (side, who) = (self.table().side(top), [Who::Unit(top)]);
        self.tell_dice(side, "LB 19.7.1", (told::TRIES_SQUARE, &who), natural, sum, (phrase, &who));
        result
    }

    /// A Rallying Square is a Morale Check with the distance (LB 19.7.2.1): the whole stack, or nobody.
    fn rally_roll(&mut self, stack: &Stack, distance: u8, grand: bool) -> SquareResult {
        let charts = &self.rules.charts.morale;
        let far =
            Modifier { value: charts.rallying_square(distance).unwrap_or(0), text: "distance", rule: "LB 19.7.2.1" };
        let great = if grand { charts.rallying_square_grand_charge() } else { 0 };
        let modifiers = [far, Modifier { value: great, text: "Grand Charge", rule: "LB 19.7.2.1" }];
        let used = if great == 0 { &modifiers[..1] } else { &modifiers[..] };
        let check = Check { rule: "LB 19.7.2.1", title: told::RALLIES, kind: CheckKind::General, modifiers: used };
        let checked = self.morale_check(stack, &check);
        if checked.all_passed() { SquareResult::Square } else { SquareResult::Disorder }
    }

    /// The whole stack is in Square, in the hex its owner chose; guns unlimber in it as they are (LB 19.7c, 19.7.1).
    fn form_the_square(&mut self, stack: &Stack, hex: Hex) {
        for &id in stack {
            if self.table().is_infantry(id) {
                self.unit_mut(id).formed = Formed::Square;
            }
            self.unit_mut(id).facing = Facing::Round;
            let was = self.unit(id).hexes;
            self.state.put(id, Hexes::one(hex), Facing::Round);
            self.note_bulk(id);
            self.gather_leaders(self.table().side(id), was, Hexes::one(hex));
        }
        if let Some(&top) = stack.first() {
            self.tell("LB 19.7.1", told::FORMS_SQUARE, &[Who::Unit(top)]);
        }
    }

    /// Cavalry skirmishers draw together into a Line before a charge, if they keep their heads; failing changes nothing
    /// (LB 12.10.9.1a, 12.10.9.1b, 12.10.9.1c; chart 20).
    pub(super) fn forms_up(&mut self, no: u8, top: UnitId) {
        let Some(lead) = self.table().lead(no) else { return };
        let stack = self.table().stack_of(top);
        if let Some(charge) = self.charge_mut(no) {
            for &id in &stack {
                charge.formed_up.insert(id);
                // It may not react to the charge that made it form up (LB 12.10.9.1d).
                charge.reacted.insert(id);
            }
        }
        let distance = u8::try_from(self.table().distance(lead, top)).unwrap_or(u8::MAX);
        let far = self.rules.charts.morale.form_up(distance);
        let modifiers = [Modifier { value: far, text: "distance", rule: "LB 12.10.9.1a" }];
        let check =
            Check { rule: "LB 12.10.9.1a", title: told::FORMS_UP, kind: CheckKind::General, modifiers: &modifiers };
        let checked = self.morale_check(&stack, &check);
        for &id in stack.iter().filter(|&&id| checked.passed.contains(id)) {
            self.unit_mut(id).formed = Formed::Line;
            let weak = !self.table().has_strength_for(&[id].into_iter().collect(), Formed::Line, 2);
            if self.unit(id).hexes.len() > 1 && weak {
                self.push(Step::Form(crate::formations::FormStep::Collapse(id)));
            }
            self.note_bulk(id);
        }
    }

    /// A charge rides onto a Square: where they are too many together all of them check (LB 19.7.4a, 12.9.5a, 12.9.5.2a).
    pub(super) fn rides_over(&mut self, no: u8, to: Hexes) {
        let Some(lead) = self.table().lead(no) else { return };
        let side = self.table().side(lead);
        let Some(hex) = to.iter().find(|&hex| self.table().enemy_at(side, hex)) else { return };
        let square = self.table().stack_at(hex);
        if let Some(charge) = self.charge_mut(no) {
            charge.over = Some(hex);
            square.iter().for_each(|&id| charge.rode_over.insert(id));
        }
        self.tell("LB 19.7.4a", told::RIDES_OVER, &[Who::Unit(lead), Who::Hex(hex)]);
        // A part of a Grand Charge goes on with the others (LB 19.1e).
        if self.table().charge(no).is_some_and(super::Charge::is_grand) {
            self.push(Step::Charge(ChargeStep::Answer(no)));
        } else {
            self.looks_round(no);
        }
        let units: UnitSet = self.table().riders(no).into_iter().collect();
        if self.table().violates(hex, units, Motion::Charge) {
            self.violate(Violation::new(hex, units, Motion::Charge).passing());
        }
    }

    /// What a charge does when its target has tried to form Square: recalled, it is free to choose anew or to end; else it goes through
    /// with it, against the Square or those in Disorder; after those it has routed it comes into their hex, and pursues them if it
    /// was next to them (LB 19.1.1.3a-i, 19.1.1.3a-ii, 19.1.1.3a-iii, 19.8.1, 19.8a, G3.48).
    pub(super) fn after_square(&mut self, no: u8, target: UnitId, hex: Hex, near: bool, obeys: bool) {
        let gone = self.unit(target).order == Order::Pgd || !self.unit(target).on_map();
        let Some(charge) = self.table().charge(no).copied() else { return };
        if obeys {
            self.forget_target(no, target);
            if let Some(charge) = self.charge_mut(no) {
                charge.loose = true;
            }
        } else if gone && charge.targets.contains(target) {
            self.forget_target(no, target);
            let others = !self.table().targets_met(no).is_empty();
            if let Some(charge) = self.charge_mut(no).filter(|charge| charge.stage == ChargeStage::Riding && !others) {
                charge.must = Some(hex);
                charge.hunts = near.then_some(target);
            }
        }
    }

    /// Cavalry on top of a Square fights it from there, when all charges have run (LB 19.7.4e).
    pub(super) fn fights_square_below(&mut self, no: u8, hex: Hex) {
        let stack: UnitSet = self.table().stack_at(hex).into_iter().collect();
        if let Some(charge) = self.charge_mut(no) {
            (charge.stage, charge.targets, charge.over) = (ChargeStage::Contact, stack, None);
            // It strikes from the hex before it: the last it has entered is the target's own (LB G3.41).
            charge.entered = charge.entered.saturating_sub(1);
            charge.last = [charge.last[1], charge.last[2], None];
        }
    }
}
