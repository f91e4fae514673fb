//! Reserve Commitment (16.8).

use super::{AssaultChoice, AssaultStep, Party};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::decision::Decision;
use crate::face::told::{Who, assault as told};
use crate::fraction::{Fraction, Points};
use crate::hexes::{Facing, Hexes};
use crate::morale::{Check, CheckKind};
use crate::reactions::Trigger;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use crate::zones::{Fan, Zone};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex};
use kernel::{Listener, Seat, Side};
use serde::{Deserialize, Serialize};

/// How a reserve comes up: the hexes it covers, one step after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    pub top: UnitId,
    /// How it draws together or spreads before it goes.
    pub first: Option<Hexes>,
    pub steps: [Option<Hexes>; 2],
    /// The friends it joins.
    pub joins: Option<UnitId>,
}

impl March {
    fn last(&self) -> Option<Hexes> {
        self.steps[1].or(self.steps[0])
    }
}

/// Everything a side can send.
pub(super) type Marches = Vec<March>;

/// The depth of a Commitment Zone (LB 16.8.1a, 24.6).
const DEPTH: u8 = 2;

impl Table<'_> {
    fn takes_part(self, id: UnitId) -> bool {
        self.resolving().is_some_and(|assault| assault.parties.iter().any(|party| party.units.contains(id)))
    }

    /// A hex is next to somebody who fought in the first round or has been committed, of either side (LB 16.8.3a).
    fn beside_parties(self, hex: Hex) -> bool {
        let Some(assault) = self.resolving() else { return false };
        let mut hexes =
            assault.parties.iter().filter(|party| self.is_in(party)).flat_map(|party| self.party_hexes(party));
        hexes.any(|own| self.grid().adjacent(own, hex))
    }

    /// Infantry in Line or Column, in no assault and in no enemy zone (LB 16.8a, 16.8b, G-13).
    fn is_reserve(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let formed = unit.order == Order::Good && matches!(unit.formed, Formed::Line | Formed::Column);
        let top = self.stack_of(id).into_iter().find(|&other| !self.is_artillery(other)) == Some(id);
        let free = !self.is_assaulting(id) && !self.is_assault_target(id) && !self.takes_part(id);
        self.is_infantry(id) && formed && top && free && self.unit_in_zone(id) == Zone::None
    }

    /// The ways by which a side can send reserves into the assault.
    pub(super) fn reserve_marches(self, side: Side) -> Marches {
        let Some(assault) = self.resolving() else { return Marches::new() };
        let mut all = Marches::new();
        for id in self.of_side(side).filter(|&id| !assault.asked.contains(id) && self.is_reserve(id)) {
            let zone = self.front_fan(id, DEPTH);
            // An assault lies in its zone, or next to it.
            if zone.hexes().any(|hex| self.beside_parties(hex)) {
                self.marches_of(id, &zone, &mut all);
            }
        }
        all
    }

    fn marches_of(self, id: UnitId, zone: &Fan, all: &mut Marches) {
        let unit = self.unit(id);
        let most = Points::share(self.card(id).movement, Fraction::HALF);
        let mut starts: ArrayVec<(Option<Hexes>, Hexes, Points), 4> = ArrayVec::new();
        starts.push((None, unit.hexes, Points::ZERO));
        if unit.formed == Formed::Line {
            if unit.hexes.len() > 1 {
                // Drawn together in either of its hexes (LB 12.3.4.1c).
                for (from, to) in [(1, 0), (0, 1)] {
                    let pair = unit.hexes.get(from).zip(unit.hexes.get(to));
                    let cost = pair.and_then(|(from, to)| self.closing_cost(id, from, to));
                    if let (Some((_, to)), Some(cost)) = (pair, cost) {
                        starts.push((Some(Hexes::one(to)), Hexes::one(to), cost));
                    }
                }
            } else if let Facing::Corner(ahead) = unit.facing
                && self.increments(id) >= self.rules.charts.ground.formation_figures.two_hex_line
            {
                // Spread to the left or to the right (LB 12.3.4.1a).
                for hand in [Hand::Left, Hand::Right] {
                    let beside = self.grid().neighbour(unit.hexes.head(), ahead.aside(hand));
                    let free = beside.filter(|&hex| self.state.is_empty(hex) && !self.is_go(hex));
                    let cost = free.and_then(|hex| self.closing_cost(id, unit.hexes.head(), hex));
                    let row = free.and_then(|hex| match hand {
                        Hand::Left => Hexes::all([hex, unit.hexes.head()]),
                        Hand::Right => Hexes::all([unit.hexes.head(), hex]),
                    });
                    if let (Some(row), Some(cost)) = (row, cost) {
                        starts.push((Some(row), row, cost));
                    }
                }
            }
        }
        for (first, body, cost) in starts {
            let Some(left) = most.less(cost) else { continue };
            self.march_on(id, March { top: id, first, steps: [None; 2], joins: None }, body, left, zone, all);
        }
    }

    /// Terrain and one point more (LB 12.3.4.1b, 12.3.4.1c).
    fn closing_cost(self, id: UnitId, from: Hex, to: Hex) -> Option<Points> {
        let dir = self.grid().direction(from, to)?;
        Some(self.hex_cost(self.going(id), from, dir)? + Points::ONE)
    }

    fn march_on(self, id: UnitId, march: March, body: Hexes, left: Points, zone: &Fan, all: &mut Marches) {
        let place = usize::from(march.steps[0].is_some());
        if march.steps[1].is_some() {
            return;
        }
        for dir in Dir::ALL {
            let row: Option<ArrayVec<Hex, 8>> = body.iter().map(|hex| self.grid().neighbour(hex, dir)).collect();
            let Some(to) = row.and_then(Hexes::all) else { continue };
            let cost = self.march_cost(id, body, dir, place as u8);
            let Some(after) = cost.and_then(|cost| left.less(cost)) else { continue };
            if !to.iter().all(|hex| zone.contains(hex) && self.may_march(id, hex)) || !self.goes_forward(id, body, dir)
            {
                continue;
            }
            let mut next = march;
            next.steps[place] = Some(to);
            let friends = self.friends_in(id, to);
            match friends {
                // Into the hex of friends who fight: at the bottom, like them (LB 16.8.2b).
                Some(friend) => {
                    if to.len() == 1 && self.may_join_fight(id, friend, to.head()) {
                        all.push(March { joins: Some(friend), ..next });
                    }
                }
                None => {
                    if to.iter().any(|hex| self.beside_parties(hex)) {
                        all.push(next);
                    }
                    self.march_on(id, next, to, after, zone, all);
                }
            }
        }
    }

    /// A Line of several hexes goes through its front; one in a hex may turn on the way (LB G-13).
    fn goes_forward(self, id: UnitId, body: Hexes, dir: Dir) -> bool {
        match self.unit(id).facing {
            Facing::Corner(ahead) if body.len() > 1 => ahead.front().contains(&dir),
            _ => true,
        }
    }

    /// A Line pays one more for each hex, that of the Old Guard for the second (LB 12.6.4a, 12.6.4c).
    fn march_cost(self, id: UnitId, body: Hexes, dir: Dir, entered: u8) -> Option<Points> {
        let mut dearest = Points::ZERO;
        for hex in body.iter() {
            dearest = dearest.max(self.hex_cost(self.going(id), hex, dir)?);
        }
        Some(dearest + self.surcharge_after(id, self.going(id).mover, entered))
    }

    /// Neither enemies nor terrain of General Order, and enemy zones only next to those who fight (LB 16.8.3a, 16.8.3b).
    fn may_march(self, id: UnitId, hex: Hex) -> bool {
        let side = self.side(id);
        let zone = self.enemy_zone(side, hex) == Zone::None || self.beside_parties(hex);
        let own = self.stack_of(id);
        let others: Stack = self.state.stack(hex).filter(|other| !own.contains(other)).collect();
        let fighting = others.iter().any(|&other| self.takes_part(other));
        let loose = others.iter().all(|&other| self.is_skirmishing(other));
        zone && !self.enemy_at(side, hex) && !self.is_go(hex) && (fighting || loose)
    }

    /// Friends who fight in a hex.
    fn friends_in(self, id: UnitId, to: Hexes) -> Option<UnitId> {
        let side = self.side(id);
        to.iter()
            .find_map(|hex| self.state.stack(hex).find(|&other| self.side(other) == side && self.takes_part(other)))
    }

    fn may_join_fight(self, id: UnitId, friend: UnitId, hex: Hex) -> bool {
        let mut all: Stack = self.state.stack(hex).collect();
        for other in self.stack_of(id).into_iter().filter(|&other| self.is_infantry(other)) {
            self.state.overflow.keep(&mut all, other);
        }
        let infantry = self.is_infantry(friend) && self.unit(friend).hexes.len() == 1;
        infantry && self.is_within_limit(hex, &all)
    }

    pub(crate) fn reserves_asked(self, side: Side) -> Option<Seat> {
        let marches = self.reserve_marches(side);
        marches.first().map(|march| self.seat(march.top))
    }

    fn commitments(self, side: Side) -> Vec<AssaultChoice> {
        let mut all: Vec<AssaultChoice> = Vec::new();
        for march in self.reserve_marches(side) {
            let choice = match march.last() {
                Some(hexes) if hexes.len() > 1 => {
                    AssaultChoice::CommitLine { unit: march.top, left: hexes.head(), right: hexes.tail() }
                }
                Some(hexes) => AssaultChoice::Commit { unit: march.top, to: hexes.head() },
                None => continue,
            };
            if !all.contains(&choice) {
                all.push(choice);
            }
        }
        all
    }

    pub(crate) fn offer_reserves(self, side: Side, menu: &mut Vec<Decision>) {
        menu.push(Decision::Assault(AssaultChoice::NoReserves));
        menu.extend(self.commitments(side).into_iter().map(Decision::Assault));
    }

    /// The way of a commitment: the shortest there is.
    fn march_for(self, side: Side, choice: AssaultChoice) -> Option<March> {
        let fits = |march: &March| match (choice, march.last()) {
            (AssaultChoice::Commit { unit, to }, Some(hexes)) => {
                march.top == unit && hexes.len() == 1 && hexes.head() == to
            }
            (AssaultChoice::CommitLine { unit, left, right }, Some(hexes)) => {
                march.top == unit && hexes.head() == left && hexes.tail() == right && hexes.len() == 2
            }
            _ => false,
        };
        let all = self.reserve_marches(side).into_iter().filter(fits);
        all.min_by_key(|march| (march.first.is_some(), march.steps[1].is_some()))
    }
}

impl<L: Listener> Play<'_, L> {
    /// The top unit that is no battery checks with the general modifiers; who fails stays, in Good Order (LB 16.8.2a).
    pub(super) fn commits(&mut self, side: Side, choice: AssaultChoice) {
        self.push(Step::Assault(AssaultStep::Reserves(side)));
        let Some(march) = self.table().march_for(side, choice) else { return };
        let stack = self.table().stack_of(march.top);
        if let Some(assault) = &mut self.state.assaulting.current {
            stack.iter().for_each(|&id| assault.asked.insert(id));
        }
        let check = Check { rule: "LB 16.8.2a", title: told::IS_SENT_FOR, kind: CheckKind::General, modifiers: &[] };
        if self.check_for_all(march.top, &stack, &check).1 {
            self.state.assaulting.march = Some(march);
            self.push(Step::Assault(AssaultStep::Marches));
        }
    }

    /// The next hex of a reserve, enemies reacting first; they may stop it (LB 16.8.3c).
    pub(super) fn marches_on(&mut self) {
        let Some(mut march) = self.state.assaulting.march else { return };
        let table = self.table();
        let able = table.unit(march.top).on_map() && table.unit(march.top).order == Order::Good;
        if !able {
            self.state.assaulting.march = None;
            return;
        }
        // Guns stay where they are: it is infantry that is sent (LB 16.8a).
        let units: UnitSet = table.stack_of(march.top).into_iter().filter(|&id| table.is_infantry(id)).collect();
        if let Some(hexes) = march.first.take() {
            self.state.assaulting.march = Some(march);
            self.push(Step::Assault(AssaultStep::Marches));
            self.push(Step::Assault(AssaultStep::MarchGoes { left: hexes.head(), right: hexes.tail() }));
            self.open_window(Trigger::Spends, march.top, units, None);
            return;
        }
        let Some(hexes) = march.steps[0].take() else {
            self.has_come_up(march);
            return;
        };
        march.steps = [march.steps[1], None];
        self.state.assaulting.march = Some(march);
        self.push(Step::Assault(AssaultStep::Marches));
        self.push(Step::Assault(AssaultStep::MarchGoes { left: hexes.head(), right: hexes.tail() }));
        self.open_window(Trigger::Leaves, march.top, units, Some(hexes.head()));
    }

    pub(super) fn march_goes(&mut self, left: Hex, right: Hex) {
        let Some(march) = self.state.assaulting.march else { return };
        let table = self.table();
        if !table.unit(march.top).on_map() || table.unit(march.top).order != Order::Good {
            return;
        }
        let was = table.unit(march.top).hexes;
        let units: UnitSet = table.stack_of(march.top).into_iter().filter(|&id| table.is_infantry(id)).collect();
        let hexes = if left == right { Some(Hexes::one(left)) } else { Hexes::all([left, right]) };
        let side = table.side(march.top);
        let open = |hexes: &Hexes| !hexes.iter().any(|hex| table.enemy_at(side, hex));
        let Some(hexes) = hexes.filter(open) else {
            // Somebody who reacted stands there now: it goes no farther (LB 16.8.3c).
            self.state.assaulting.march = None;
            return;
        };
        {
            self.carry(march.top, units, hexes);
            self.pas_de_charge(march.top, was);
        }
    }

    /// It has come up: among friends it takes their formation and facing without giving anybody reason to react (LB 16.8.2b); by itself it
    /// may turn (LB G-13). It takes part from now on.
    fn has_come_up(&mut self, march: March) {
        self.state.assaulting.march = None;
        let table = self.table();
        let side = table.side(march.top);
        let stack = table.stack_of(march.top);
        let units: UnitSet = stack.iter().copied().filter(|&id| table.is_infantry(id)).collect();
        self.tell("LB 16.8.2b", told::COMES_UP, &[Who::Unit(march.top), Who::Hexes(self.unit(march.top).hexes)]);
        if let Some(friend) = march.joins {
            for id in units.iter() {
                self.joins(id, friend);
            }
        } else if !self.table().rest_facings(march.top).is_empty() {
            self.push(Step::Assault(AssaultStep::Pressed));
            self.push(Step::Assault(AssaultStep::WithdrawFaces(march.top)));
        }
        let hexes = self.unit(march.top).hexes;
        let (value, overflow) = self.state.with_overflow();
        let Some(assault) = &mut value.assaulting.current else { return };
        assault.committed = true;
        let own = march.joins.and_then(|friend| assault.parties.iter_mut().find(|party| party.units.contains(friend)));
        match own {
            Some(party) => units.iter().for_each(|id| party.units.insert(id)),
            None => {
                let party = Party { reserve: true, ..Party::new(side == assault.side, units, hexes) };
                overflow.keep(&mut assault.parties, party);
            }
        }
        self.press_skirmishers();
    }

    /// Skirmishers whom a committed unit has before it may retreat (LB 16.1.1-5b).
    pub(super) fn press_skirmishers(&mut self) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let mut pressed: ArrayVec<usize, 12> = ArrayVec::new();
        for (place, party) in
            assault.parties.iter().enumerate().filter(|(_, party)| !party.attacking && table.is_in(party))
        {
            let loose = table.party_stack(party).iter().any(|&id| table.is_skirmishing(id));
            let faced = assault
                .parties
                .iter()
                .any(|other| other.attacking && other.reserve && !table.contacts(other, party).is_empty());
            if loose && faced {
                table.state.overflow.keep(&mut pressed, place);
            }
        }
        for place in pressed {
            if let Some(party) = self.party_mut(place) {
                party.pressed = true;
                let units = party.units;
                units.iter().for_each(|id| self.unit_mut(id).turn.assault.stays = false);
            }
        }
    }
}
