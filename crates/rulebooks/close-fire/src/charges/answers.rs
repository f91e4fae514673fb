//! How the charged meet a charge: counter-charge, evade, stand to receive (CF 14.15 to 14.20, G49, G50, G51).

use super::ChargeChoice;
use super::declaring::ALL_DICE;
use crate::cards::{Load, UnitId, Units};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::{HALT, REACH};
use crate::morale::Cause;
use crate::readings::{EvadeBy, SteadiedCountercharge};
use crate::state::{Bend, Charge, Formation, MoveDice, Stage, Standing, Unit};
use crate::table::{Play, Table, within};
use field::table::{Cdeg, FULL_TURN, normal};
use kernel::{Listener, Refusal};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// The charges that a unit has to meet; none for those who charge themselves.
    fn charges_on(self, id: UnitId) -> impl Iterator<Item = &'a Charge> {
        let (side, free) = (self.side(id), self.charge_of(id).is_none());
        let charges = self.state.charges.iter().filter(move |charge| free && charge.side != side);
        charges.filter(move |charge| self.charged_by(charge).contains(id))
    }

    /// The first of them.
    pub(super) fn charge_on(self, id: UnitId) -> Option<&'a Charge> {
        self.charges_on(id).next()
    }

    /// The first of them that comes from its front, which a counter-charge meets (CF 14.15, G49).
    fn charge_to_front(self, id: UnitId) -> Option<&'a Charge> {
        let ahead = |charge: &&Charge| charge.units.iter().any(|charger| self.to_front(id, charger).is_some());
        self.charges_on(id).find(ahead)
    }

    /// Those that began more than 60 yds away (CF 14.20, G51).
    fn far_charges_on(self, id: UnitId) -> impl Iterator<Item = &'a Charge> {
        self.charges_on(id).filter(move |charge| {
            let gaps = charge.units.iter().map(|charger| self.distance(id, charger)).reduce(f64::min);
            gaps.is_some_and(|gap| !within(gap, REACH))
        })
    }

    /// The next unit that has a choice how to meet a charge: the first player's first, from right to left.
    pub(super) fn next_to_answer(self) -> Option<UnitId> {
        if self.state.charges.is_empty() {
            return None;
        }
        let first = self.state.first;
        let charged: Units = self.state.charges.iter().flat_map(|charge| self.charged_by(charge).iter()).collect();
        let mut all = [first, first.other()].into_iter().flat_map(|side| self.right_to_left(side));
        all.find(|&id| {
            charged.contains(id) && !self.unit(id).answered && self.charge_on(id).is_some() && self.has_answer(id)
        })
    }

    /// It may do something but stand.
    fn has_answer(self, id: UnitId) -> bool {
        // One die may always be thrown.
        let counters = || self.may_countercharge_at_all(id).is_ok() && self.charge_to_front(id).is_some();
        let steps = || [false, true].into_iter().any(|right| self.may_step_back(id, right).is_ok());
        counters() || self.may_evade(id).is_ok() || steps() || self.may_face_charge(id).is_ok()
    }

    /// Somebody has a choice how to meet a charge.
    pub fn is_anybody_to_answer(self) -> bool {
        self.next_to_answer().is_some()
    }

    /// What a unit may do but stand.
    pub(super) fn answers_of(self, id: UnitId, menu: &mut Vec<Decision>) {
        let charge = self.charge_to_front(id).filter(|_| self.may_countercharge_at_all(id).is_ok());
        let near = charge.map(|charge| self.gap_of(charge).is_some_and(|gap| within(gap, HALT)));
        for outrance in [false, true].into_iter().filter(|_| near.is_some()) {
            for dice in ALL_DICE {
                let may = if dice == MoveDice::NONE { near == Some(true) } else { self.may_use_dice(id, dice).is_ok() };
                if may && (!outrance || self.may_go_outrance(id)) {
                    menu.push(Decision::Charge(ChargeChoice::Counter { unit: id, dice, outrance }));
                }
            }
        }
        if self.may_evade(id).is_ok() {
            menu.push(Decision::Charge(ChargeChoice::Evade(id)));
        }
        for right in [false, true] {
            if self.may_step_back(id, right).is_ok() {
                menu.push(Decision::Charge(ChargeChoice::StepBack { unit: id, right }));
            }
        }
        if self.may_face_charge(id).is_ok() {
            menu.push(Decision::Charge(ChargeChoice::FaceAbout(id)));
        }
    }

    fn is_charged(self, id: UnitId) -> Result<&'a Charge, Refusal> {
        self.known(id)?;
        if self.unit(id).answered {
            return refuse("CF 14.16", "it has said how it meets the charge");
        }
        self.charge_on(id).map_or_else(|| refuse("CF 14.15", "nobody charges it"), Ok)
    }

    /// A steadied unit answers as a halted one does, unless it is agreed otherwise (CF 6.37, G22).
    fn is_held(self, id: UnitId) -> bool {
        self.unit(id).steadied && self.rules.options.steadied_countercharge == SteadiedCountercharge::Off
    }

    /// Cavalry meets a charge from its front (CF 14.15, 14.17, G49).
    pub(super) fn may_counter(self, id: UnitId, dice: MoveDice, outrance: bool) -> Result<(), Refusal> {
        self.is_charged(id)?;
        self.may_countercharge_at_all(id)?;
        let Some(charge) = self.charge_to_front(id) else {
            return refuse("CF 14.15", "a counter-charge meets a charge from the front");
        };
        if outrance && !self.may_go_outrance(id) {
            return refuse("CF 14.14", "only hussars and new-style cavalry charge à l'outrance");
        }
        if dice == MoveDice::NONE {
            let near = self.gap_of(charge).is_some_and(|gap| within(gap, HALT));
            return if near { Ok(()) } else { refuse("CF 14.17", "counter-chargers roll a die at least") };
        }
        self.may_use_dice(id, dice)
    }

    /// Cavalry in order or without it, not in column, with nothing to carry (CF 14.15, G49).
    pub(crate) fn may_countercharge_at_all(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !self.is_cavalry(id) {
            return refuse("CF 14.15", "only cavalry counter-charges");
        }
        if !matches!(unit.formation, Formation::Line | Formation::Unformed) {
            return refuse("CF 14.6", "nobody charges in column");
        }
        if unit.load != Load::None {
            return refuse("CF 12.11", "it carries fascines or ladders");
        }
        if unit.standing != Standing::Steady || self.in_contact(id) {
            return refuse("CF G49", "it is about something else");
        }
        if self.is_held(id) {
            return refuse("CF G22", "it is being steadied");
        }
        Ok(())
    }

    /// Hussars and other unformed cavalry go out of the way (CF 14.19, 18.12, G50).
    pub(super) fn may_evade(self, id: UnitId) -> Result<(), Refusal> {
        self.is_charged(id)?;
        self.may_evade_at_all(id)
    }

    pub(crate) fn may_evade_at_all(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let by = match self.rules.options.evade_by {
            EvadeBy::UnformedCavalry => self.is_cavalry(id) && self.is_unformed(id),
            EvadeBy::HussarsOnly => self.is_hussars(id),
        };
        if !by {
            return refuse("CF 14.19", "only hussars and other unformed cavalry evade");
        }
        if unit.standing == Standing::Routing || self.in_contact(id) {
            return refuse("CF G50", "it is about something else");
        }
        if self.is_held(id) {
            return refuse("CF G22", "it is being steadied");
        }
        Ok(())
    }

    /// Foot charged from more than 60 yds away (CF 14.20, G51).
    fn may_receive(self, id: UnitId) -> Result<(), Refusal> {
        self.is_charged(id)?;
        if self.far_charges_on(id).next().is_none() {
            return refuse("CF 14.20", "the charge comes from 60 yds or less");
        }
        Ok(())
    }

    fn is_foot_in_order(self, id: UnitId) -> Result<(), Refusal> {
        match self.is_foot(id) && self.is_formed(id) {
            true => Ok(()),
            false => refuse("CF 14.20", "only foot in order does that"),
        }
    }

    pub(super) fn may_step_back(self, id: UnitId, right: bool) -> Result<(), Refusal> {
        self.may_receive(id)?;
        self.may_step_back_at_all(id, right)
    }

    /// An end stand pulled back, whoever it is that comes from far enough (CF 14.20).
    pub(crate) fn may_step_back_at_all(self, id: UnitId, right: bool) -> Result<(), Refusal> {
        self.is_foot_in_order(id)?;
        let unit = self.unit(id);
        if unit.formation != Formation::Line || unit.bends[usize::from(right)].bases > 0 {
            return refuse("CF 14.20", "it has no end stand to pull back there");
        }
        let bent: u8 = unit.bends.iter().map(|bend| bend.bases).sum();
        if bent + 1 >= unit.front_bases() {
            return refuse("CF 14.20", "it has not stands enough");
        }
        self.has_room(id, &self.pulled_back(id, right))
    }

    /// A unit with an end stand pulled back (CF 14.20).
    fn pulled_back(self, id: UnitId, right: bool) -> Unit {
        let mut unit = self.unit(id).clone();
        let back = self.rules.base_size(&unit).1.min(HALT);
        unit.bends[usize::from(right)] = Bend { bases: 1, angle: 0, back };
        unit
    }

    /// Against a charge from behind (CF 14.20).
    pub(super) fn may_face_charge(self, id: UnitId) -> Result<(), Refusal> {
        self.may_receive(id)?;
        if !self.far_charges_on(id).any(|charge| charge.units.iter().any(|charger| self.comes_from_behind(charger, id)))
        {
            return refuse("CF 14.20", "the charge does not come from behind");
        }
        self.may_face_about_at_all(id)
    }

    /// Behind the rear of another unit.
    pub(crate) fn comes_from_behind(self, charger: UnitId, id: UnitId) -> bool {
        let main = *self.body(id).main();
        main.local(self.body(charger).center()).y < -main.depth
    }

    /// Foot in order that has room for it (CF 14.20).
    pub(crate) fn may_face_about_at_all(self, id: UnitId) -> Result<(), Refusal> {
        self.is_foot_in_order(id)?;
        self.has_room(id, &self.faced_about(self.unit(id)))
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn countercharge(&mut self, id: UnitId, dice: MoveDice, outrance: bool) {
        let Some(charge) = self.table().charge_to_front(id).copied() else { return };
        let way = self.counter_way(id, charge.heading);
        let counter = Charge {
            side: self.table().side(id),
            lead: id,
            units: [id].into_iter().collect(),
            target: charge.lead,
            dice,
            outrance,
            stage: Stage::Diced,
            counters: Some(charge.lead),
            heading: way,
            rolled: 0,
            ran: 0,
        };
        self.unit_mut(id).answered = true;
        self.state.overflow.keep(&mut self.state.charges, counter);
        self.tell("CF 14.15", told::COUNTER_CHARGES, &[Who::Unit(id), Who::Dice(dice)]);
    }

    /// Straight forward, or straight at the chargers for those who face all round (CF 14.15).
    pub(crate) fn counter_way(&self, id: UnitId, charge: Cdeg) -> Cdeg {
        if self.table().is_unformed(id) { normal(charge + FULL_TURN / 2) } else { self.unit(id).pose.facing }
    }

    pub(crate) fn pull_back(&mut self, id: UnitId, right: bool) {
        let pulled = self.table().pulled_back(id, right);
        *self.unit_mut(id) = pulled;
        self.tell("CF 14.20", told::REFUSES_FLANK, &[Who::Unit(id)]);
    }

    /// About face on the spot; under fire it costs a point (CF 12.13, 14.20, G51).
    pub(crate) fn face_charge(&mut self, id: UnitId) {
        let turned = self.table().faced_about(self.unit(id));
        let under_fire = self.table().is_under_fire(id);
        *self.unit_mut(id) = turned;
        self.tell("CF 14.20", told::FACES_CHARGE, &[Who::Unit(id)]);
        if under_fire {
            self.take_dps(id, 1, Cause::Manoeuvre);
        }
    }
}
