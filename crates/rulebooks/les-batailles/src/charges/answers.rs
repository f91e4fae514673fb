//! What the charged may do (19.3): all that comes before contact is asked in one question, wherever the charge is.

use super::riding::Tops;
use super::{ChargeChoice, ChargeStage};
use crate::cards::{UnitId, UnitSet};
use crate::decision::Decision;
use crate::state::{Formed, Order};
use crate::table::{Stack, Table};
use field::hexes::Hex;
use kernel::{Refusal, Seat, Side};

impl Table<'_> {
    /// Stacks near cavalry that could form a Square before it, by their top units.
    pub(super) fn could_square(self, cavalry: UnitId, tried: UnitSet) -> Tops {
        let near = self.enemies_of(cavalry).filter(|&id| self.is_infantry(id) && self.distance(cavalry, id) <= 4);
        let tops = self.tops(near);
        tops.into_iter().filter(|&top| self.may_square(top, cavalry, tried).is_ok()).collect()
    }

    /// Whether the stack of a unit may try to form a Square, or a Rallying Square, before cavalry that moves within four hexes, in
    /// sight: infantry in Line or Column, or in Road Column or Skirmish Order, in Good Order; no limbered guns with it, and
    /// unlimbered ones only where a leader is; not if it is the target of an Assault or makes one; once for each charge or move
    /// (LB 12.8.4d, 12.10d, 12.10.11a; LB 19.7a, 19.7b, 19.7.2, 19.3.1c, 19.3.1g, 19.3.1h, 19.3.1j, 19.1.1.3a, 16.2.4.1a, G3.30).
    pub(super) fn may_square(self, top: UnitId, cavalry: UnitId, tried: UnitSet) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        self.known(top)?;
        if !self.unit(top).on_map() || self.side(top) == self.side(cavalry) {
            return refuse("LB 19.7a", "that unit is not in question");
        }
        let stack = self.stack_of(top);
        if tried.contains(top) {
            return refuse("LB 19.7b", "it has tried before");
        }
        if stack.iter().any(|&id| self.unit(id).order != Order::Good) {
            return refuse("LB 19.3.1j", "units out of order form no Square");
        }
        if stack.iter().any(|&id| self.is_limbered(id)) {
            return refuse("LB 19.3.1h", "limbered guns form no Square");
        }
        let able = |id: UnitId| {
            let formed = self.unit(id).formed;
            self.is_unlimbered(id)
                || self.is_infantry(id)
                    && matches!(formed, Formed::Line | Formed::Column | Formed::RoadColumn | Formed::Skirmish)
        };
        let foot = stack.iter().any(|&id| self.is_infantry(id));
        if !foot || !stack.iter().all(|&id| able(id)) {
            return refuse("LB 19.7a", "only infantry in Line, Column, Road Column or Skirmish Order forms Square");
        }
        let guns = stack.iter().any(|&id| self.is_artillery(id));
        if guns && stack.iter().all(|&id| self.leaders_with(id).next().is_none()) {
            return refuse("LB 19.3.1g", "guns join a Square with a leader only");
        }
        if !self.has_strength_for(&stack, Formed::Square, 1) {
            return refuse("LB 11.1.6a", "it is not strong enough for a Square");
        }
        if self.square_hexes(top).next().is_none() {
            return refuse("LB 12.9a", "no Square is formed on such ground");
        }
        if self.distance(cavalry, top) > 4 || !self.units_see(cavalry, top) {
            return refuse("LB 19.7a", "no cavalry is in sight within four hexes");
        }
        let hexes = || stack.iter().flat_map(|&id| self.unit(id).hexes.iter());
        let assaulted = |hex| self.state.assaults.iter().any(|assault| assault.targets.contains(&Some(hex)));
        let assaults = |id| self.state.assaults.iter().any(|assault| assault.units.contains(id));
        if hexes().any(assaulted) || stack.iter().any(|&id| assaults(id)) {
            return refuse("LB 19.1.1.3a", "it is part of an Assault");
        }
        if self.is_met(&stack) {
            return refuse("LB 19.1.1.4", "it awaits the mêlée");
        }
        Ok(())
    }

    /// The hexes of a unit in which there may be a Square: skirmishers and Road Columns may be in woods, a Square may not (LB 12.9a, 19.7c).
    fn square_hexes(self, top: UnitId) -> impl Iterator<Item = Hex> {
        let open = move |&hex: &Hex| self.rules.charts.ground.terrain(self.ground().at(hex)).formed;
        self.unit(top).hexes.iter().filter(open)
    }

    /// A unit is the target of a charge that is next to it (LB 19.2.7.2).
    pub(crate) fn awaits_charge(self, id: UnitId) -> bool {
        let near = |no: usize| self.lead(no as u8).is_some_and(|lead| self.distance(lead, id) <= 1);
        let mut charges = self.state.charges.iter().enumerate();
        charges.any(|(no, charge)| {
            let on = !matches!(charge.stage, ChargeStage::Over | ChargeStage::Declared);
            on && charge.targets.contains(id) && near(no)
        })
    }

    /// A charge has come up to a stack, and the mêlée awaits them.
    pub(super) fn is_met(self, stack: &Stack) -> bool {
        let met = |stage: ChargeStage| matches!(stage, ChargeStage::Contact | ChargeStage::Fighting);
        self.state.charges.iter().any(|charge| met(charge.stage) && stack.iter().any(|&id| charge.targets.contains(id)))
    }

    /// Formed from Skirmish Order or Road Column: a Rallying Square (LB 19.7.2).
    pub(super) fn rallies(self, top: UnitId) -> bool {
        let loose = |id: UnitId| matches!(self.unit(id).formed, Formed::Skirmish | Formed::RoadColumn);
        self.stack_of(top).iter().any(|&id| self.is_infantry(id) && loose(id))
    }

    fn offer_squares(self, seat: Option<Seat>, cavalry: UnitId, tried: UnitSet, menu: &mut Vec<Decision>) {
        for top in self.could_square(cavalry, tried) {
            if seat.is_some_and(|seat| self.seat(top) != seat) {
                continue;
            }
            let hexes = self.square_hexes(top);
            menu.extend(hexes.map(|hex| Decision::Charge(ChargeChoice::Square { unit: top, hex })));
        }
    }

    /// What a seat, or anybody, could answer to a charge where it is now (LB 19.3.1a, 19.1.1.3b, 19.1.1.3c, 7.2.2.1b). Before it rides
    /// it is Squares only: reactions wait for Charge Movement (LB 19.17b).
    pub(super) fn answers(self, no: u8, seat: Option<Seat>, menu: &mut Vec<Decision>) {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return };
        if !matches!(charge.stage, ChargeStage::Declared | ChargeStage::Riding) {
            return;
        }
        let tried = self.tried_against(no);
        self.offer_squares(seat, lead, tried, menu);
        // Cavalry in the hex of a Square cannot be met there; others may form Square as they see it come (LB 19.7.4d, 19.7a).
        if charge.stage != ChargeStage::Riding || charge.over.is_some() {
            return;
        }
        let mine = |id: UnitId| seat.is_none_or(|seat| self.seat(id) == seat);
        let horse: Tops = self.tops(self.enemies_of(lead).filter(|&id| self.is_cavalry(id) && mine(id)));
        for &top in &horse {
            if self.may_form_up(no, top).is_ok() {
                menu.push(Decision::Charge(ChargeChoice::FormUp(top)));
            }
            if self.may_reaction_charge(no, top).is_ok() {
                menu.push(Decision::Charge(ChargeChoice::React(top)));
            }
        }
    }

    /// Stacks that have tried to form Square against a charge: a Grand Charge is one (LB 19.7b).
    pub(super) fn tried_against(self, no: u8) -> UnitSet {
        let Some(charge) = self.charge(no) else { return UnitSet::EMPTY };
        let same = |other: &&super::Charge| charge.is_grand() && other.is_grand() && other.leader == charge.leader;
        let mut tried = charge.squared;
        for other in self.state.charges.iter().filter(same) {
            other.squared.iter().for_each(|id| tried.insert(id));
        }
        tried
    }

    /// The seat that is asked next what it answers to a charge.
    pub(super) fn answering(self, no: u8) -> Option<Seat> {
        let (charge, lead) = (self.charge(no)?, self.lead(no)?);
        if !matches!(charge.stage, ChargeStage::Declared | ChargeStage::Riding) {
            return None;
        }
        let squares = self.could_square(lead, self.tried_against(no));
        let reacts = |id: UnitId| {
            let riding = charge.stage == ChargeStage::Riding && charge.over.is_none() && self.is_cavalry(id);
            riding && (self.may_form_up(no, id).is_ok() || self.may_reaction_charge(no, id).is_ok())
        };
        let horse = self.tops(self.enemies_of(lead).filter(|&id| self.is_cavalry(id)));
        let mut open = self.seats_of(self.side(lead).other()).filter(|&seat| !charge.answered.contains(seat));
        open.find(|&seat| {
            let mine = |&&id: &&UnitId| self.seat(id) == seat;
            squares.iter().any(|id| mine(&id)) || horse.iter().filter(mine).any(|&id| reacts(id))
        })
    }

    /// The same for cavalry that only moves.
    pub(super) fn answering_move(self) -> Option<Seat> {
        let cavalry = self.state.charging.moving.filter(|&id| self.unit(id).on_map())?;
        let side: Side = self.side(cavalry).other();
        let mut open = self.seats_of(side).filter(|&seat| !self.state.charging.answered.contains(seat));
        open.find(|&seat| {
            self.could_square(cavalry, self.state.charging.squared).iter().any(|&top| self.seat(top) == seat)
        })
    }

    pub(super) fn answers_to_move(self, seat: Seat, menu: &mut Vec<Decision>) {
        if let Some(cavalry) = self.state.charging.moving {
            self.offer_squares(Some(seat), cavalry, self.state.charging.squared, menu);
        }
    }
}
