//! Attackers go into hexes that were left: before anybody closed, after a target drew together, after a victory (16.2.3, 16.3.7, 16.9).

use super::{Advancer, AssaultChoice, AssaultStep, Reason};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::decision::Decision;
use crate::face::told::{Who, assault as told};
use crate::fire::{FireMode, Firing};
use crate::hexes::{Facing, Hexes};
use crate::losses::After;
use crate::movement::{Cause, Motion};
use crate::reactions::Trigger;
use crate::stacking::{Unstackable, Violation};
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, Seat};

/// Hexes somebody may go into, or name.
pub(super) type Goals = ArrayVec<Hex, 12>;

impl Table<'_> {
    /// The hexes that an advancing stack may go into: of those that were left, the ones before it (LB 16.9a).
    pub(super) fn vacated_goals(self, advancer: &Advancer) -> Goals {
        let Some(top) = self.still_there(advancer) else { return Goals::new() };
        let side = self.side(top);
        let wanted = [Some(advancer.to), advancer.also];
        let open = |hex: &Hex| !self.enemy_at(side, *hex) && self.steps_into(top, *hex).is_some();
        wanted.into_iter().flatten().filter(open).collect()
    }

    /// The unit on top of an advancing stack, if it is still able to go.
    fn still_there(self, advancer: &Advancer) -> Option<UnitId> {
        let able = |&id: &UnitId| self.unit(id).on_map() && !self.is_pgd(id) && self.is_infantry(id);
        let mut all: Stack = advancer.units.iter().filter(able).collect();
        all.sort_by_key(|&id| self.unit(id).rank);
        all.first().copied()
    }

    /// How a stack steps into a hex before it: the hexside, from which of its hexes.
    fn steps_into(self, top: UnitId, to: Hex) -> Option<(Hex, Dir)> {
        self.unit(top).hexes.iter().find_map(|own| {
            let dir = self.grid().direction(own, to)?;
            self.fronts(top, own, dir).then_some((own, dir))
        })
    }

    /// Where a stack comes to lie: a Line of several hexes keeps them all if it can, else it draws together in the hex (LB 16.9.1a,
    /// 16.3.7a).
    fn landing(self, top: UnitId, to: Hex) -> Option<Hexes> {
        let (_, dir) = self.steps_into(top, to)?;
        let unit = self.unit(top);
        if unit.hexes.len() == 1 {
            return Some(Hexes::one(to));
        }
        let own = self.stack_of(top);
        let free = |hex: Hex| self.state.stack(hex).all(|id| own.contains(&id)) && !self.is_go(hex);
        let shifted = |dir: Dir| {
            let row: Option<ArrayVec<Hex, 8>> = unit.hexes.iter().map(|hex| self.grid().neighbour(hex, dir)).collect();
            let hexes = Hexes::all(row?)?;
            (hexes.contains(to) && hexes.iter().all(free)).then_some(hexes)
        };
        let ways = unit.hexes.iter().filter_map(|hex| self.grid().direction(hex, to));
        let fronts =
            ways.filter(|&way| self.steps_into(top, to).is_some() && way == dir || self.is_front_way(top, way));
        Some(fronts.into_iter().find_map(shifted).unwrap_or(Hexes::one(to)))
    }

    fn is_front_way(self, top: UnitId, dir: Dir) -> bool {
        self.unit(top).hexes.iter().any(|hex| self.fronts(top, hex, dir))
    }

    fn waiting(self) -> impl Iterator<Item = (usize, Advancer)> {
        self.state.assaulting.advancing.clone().into_iter().enumerate().filter(|(_, advancer)| !advancer.gone)
    }

    /// What there is to choose: who goes first where several go for the same hex, and which hex (LB 11.2b, 16.3.7.1a).
    pub(super) fn advances(self) -> ArrayVec<(UnitId, Hex), 24> {
        let mut all: ArrayVec<(UnitId, Hex), 24> = ArrayVec::new();
        for (_, advancer) in self.waiting() {
            for to in self.vacated_goals(&advancer) {
                self.state.overflow.keep(&mut all, (advancer.top, to));
            }
        }
        all
    }

    pub(crate) fn advance_asked(self) -> Option<Seat> {
        let all = self.advances();
        let &(first, _) = all.first()?;
        // Stacks that go to different hexes are not in each other's way.
        let contested =
            |&(unit, to): &(UnitId, Hex)| all.iter().any(|&(other, there)| (other == unit) != (there == to));
        all.iter().any(contested).then(|| self.seat(first))
    }

    pub(crate) fn offer_advances(self, menu: &mut Vec<Decision>) {
        let all = self.advances().into_iter();
        menu.extend(all.map(|(unit, to)| Decision::Assault(AssaultChoice::Advance { unit, to })));
    }

    /// Hexes of enemies before a stack that has gone into a hex: each may be its new target, but one that retreated more than a hex
    /// (LB 16.3.7.2a, 16.3.7.2b); whether it has been assaulted before makes no difference (LB 16.3.7.2c). None out of terrain of
    /// General Order.
    pub(super) fn new_targets(self, top: UnitId) -> Goals {
        let side = self.side(top);
        if !self.unit(top).on_map() || self.is_pgd(top) || self.unit(top).hexes.iter().any(|hex| self.is_go(hex)) {
            return Goals::new();
        }
        let fled = |hex: Hex| self.state.stack(hex).all(|id| self.unit(id).turn.assault.retreated > 1);
        let near = self.front_hexes(top).into_iter();
        near.filter(|&hex| self.enemy_at(side, hex) && !fled(hex)).take(12).collect()
    }

    /// Battalions into which a light company has just retreated, among a new target (LB 16.3.8b).
    pub(super) fn sheltering_at(self, at: Hex, on: UnitId) -> Option<UnitId> {
        let parent = self.state.stack(at).find(|&id| self.state.assaulting.sheltering.contains(id))?;
        let before =
            self.unit(on).hexes.iter().any(|hex| self.aspect(parent, hex) == Some(crate::facing::Aspect::Front));
        before.then_some(parent)
    }
}

impl<L: Listener> Play<'_, L> {
    /// The next stack goes, enemies reacting first (LB 16.3.7a, 16.9c, 16.9.4a).
    pub(super) fn advance_next(&mut self, reason: Reason, chosen: Option<(UnitId, Hex)>) {
        let table = self.table();
        let Some((unit, to)) = chosen.or_else(|| table.advances().first().copied()) else {
            self.push(Step::Assault(AssaultStep::AdvanceSettles(reason)));
            return;
        };
        let Some((place, advancer)) = table.waiting().find(|(_, advancer)| advancer.top == unit) else { return };
        let Some(top) = table.still_there(&advancer) else { return };
        let units: UnitSet = table.stack_of(top).into_iter().filter(|&id| table.is_infantry(id)).collect();
        if let Some(advancer) = self.state.assaulting.advancing.get_mut(place) {
            (advancer.to, advancer.units) = (to, units);
        }
        self.push(Step::Assault(AssaultStep::AdvanceNext(reason)));
        self.push(Step::Assault(AssaultStep::AdvanceGoes(place as u8)));
        self.open_window(Trigger::Leaves, top, units, Some(to));
    }

    /// It goes, if those who reacted have left it able to; leaders go with it. Guns stay.
    pub(super) fn advance_goes(&mut self, place: u8) {
        let table = self.table();
        let Some(mut advancer) = table.state.assaulting.advancing.get(usize::from(place)).copied() else { return };
        advancer.gone = true;
        // Those who reacted may have come into the hex.
        let side = table.side(advancer.top);
        let top = table.still_there(&advancer).filter(|_| !table.enemy_at(side, advancer.to));
        if let Some((top, hexes)) = top.and_then(|top| Some((top, table.landing(top, advancer.to)?))) {
            advancer.from = table
                .unit(top)
                .hexes
                .iter()
                .min_by_key(|&hex| table.grid().distance(hex, advancer.to))
                .unwrap_or(table.unit(top).hexes.head());
            (advancer.top, advancer.moved) = (top, true);
            self.tell("LB 16.9a", told::ADVANCES, &[Who::Unit(top), Who::Hexes(hexes)]);
            self.carry(top, advancer.units, hexes);
        }
        if let Some(old) = self.state.assaulting.advancing.get_mut(usize::from(place)) {
            *old = advancer;
        }
    }

    /// A stack with its leaders comes to lie on other hexes, in the same order; facing and formation stay, but for what the ground asks.
    pub(super) fn carry(&mut self, top: UnitId, units: UnitSet, hexes: Hexes) {
        let table = self.table();
        let was = table.unit(top).hexes;
        let dir = table.grid().direction(was.head(), hexes.head());
        let stack: Stack = table.stack_of(top).into_iter().filter(|&id| units.contains(id)).collect();
        let side = table.side(top);
        let leaders: Vec<LeaderId> = table.leaders_with(top).collect();
        let stays =
            was.iter().any(|hex| table.state.stack(hex).any(|id| table.side(id) == side && !units.contains(id)));
        for &id in &stack {
            let facing = self.unit(id).facing;
            self.state.put(id, hexes, facing);
        }
        for &id in &stack {
            let ordered = self.unit(id).formed == Formed::GeneralOrder;
            self.settle_on_ground(id);
            if let (Facing::Side(_), Some(dir)) = (self.unit(id).facing, dir)
                && self.unit(id).formed == Formed::GeneralOrder
                && !ordered
            {
                self.unit_mut(id).facing = Facing::Side(dir);
            }
            self.note_bulk(id);
        }
        if !stays {
            for leader in leaders {
                let him = self.leader_mut(leader);
                (him.hex, him.turn.moved) = (hexes.head(), true);
            }
        }
    }

    /// All have gone: stacks of several are put in order, and it goes on as the reason has it.
    pub(super) fn advance_settles(&mut self, reason: Reason) {
        let advancing = self.state.assaulting.advancing.clone();
        let mut tops: ArrayVec<(UnitId, Hex), 12> = ArrayVec::new();
        for advancer in advancing.iter().filter(|advancer| advancer.moved && self.unit(advancer.top).on_map()) {
            let hex = advancer.to;
            if !tops.iter().any(|&(_, other)| other == hex)
                && let Some(top) = self.table().top_at(hex)
            {
                self.state.overflow.keep(&mut tops, (top, hex));
            }
        }
        match reason {
            Reason::Vacated => {
                // Whoever could not follow has nobody to assault any more (LB 16.2.3a).
                for advancer in advancing.iter().filter(|advancer| !advancer.moved) {
                    let theirs = |assault: &super::Assault| {
                        assault.top == advancer.top || assault.units.iter().any(|id| advancer.units.contains(id))
                    };
                    self.state.assaults.retain(|assault| !theirs(assault));
                }
                for &(top, _) in tops.iter().rev() {
                    self.push(Step::Assault(AssaultStep::NewTarget(top, reason)));
                }
            }
            Reason::Collapsed | Reason::Shrunk => self.still_in_contact(&advancing, reason),
            Reason::Won => self.push(Step::Assault(AssaultStep::Impetus)),
        }
        for &(_, hex) in &tops {
            self.order_stack(hex, &advancing);
        }
        if reason != Reason::Won {
            self.state.assaulting.advancing.clear();
        }
    }

    /// Those who have come into the same hex: in different formations, or too many, they are Disordered; no rout comes of it
    /// (LB 16.3.7.1a, 16.9.2.1a). Whoever is too many goes back where he came from (LB 16.9.2a).
    fn order_stack(&mut self, hex: Hex, advancing: &[Advancer]) {
        let stack = self.table().stack_at(hex);
        match self.table().may_stack(hex, &stack) {
            Ok(()) => {
                self.mix_orders(hex);
                self.face_alike(hex);
                // Two Lines of several hexes that face otherwise make no stack (LB 9.1a, 16.9.2.1a).
                if self.table().is_askew(hex) {
                    stack.iter().for_each(|&id| self.disorder(id, Cause::Stacking));
                }
            }
            Err(Unstackable::TooMany) => {
                let last = advancing.iter().rev().find(|advancer| advancer.moved && advancer.to == hex);
                if let Some(last) = last {
                    self.violate(Violation::new(hex, last.units, Motion::Advance).back_to(last.from));
                }
            }
            Err(_) => {
                for &id in stack.iter().filter(|&&id| self.unit(id).order == Order::Good).collect::<Vec<_>>() {
                    self.disorder(id, Cause::Stacking);
                }
            }
        }
    }

    /// Those who followed a target that drew together: who has it before him goes on, the others are done with it, or name another where
    /// that is allowed (LB 16.2.3.2b, 16.5.3a).
    fn still_in_contact(&mut self, advancing: &[Advancer], reason: Reason) {
        for advancer in advancing {
            let table = self.table();
            let Some(assault) = table.resolving() else { return };
            let Some(place) = assault.parties.iter().position(|party| party.units.contains(advancer.top)) else {
                continue;
            };
            let party = &assault.parties[place];
            let enemies = assault.parties.iter().filter(|other| !other.attacking && table.is_in(other));
            let meets = enemies.into_iter().any(|other| table.touch(party, other));
            if meets {
                continue;
            }
            if let Some(party) = self.party_mut(place) {
                party.out = true;
            }
            if reason == Reason::Collapsed {
                self.push(Step::Assault(AssaultStep::NewTarget(advancer.top, reason)));
            }
        }
    }

    /// A new target, or none. All markers of the stack become one with the shortest distance (LB 16.3.7.2a, 16.2.2a); where others assault
    /// that target already it joins them, else its assault is resolved next (LB G-35). Without a target the marker goes (LB 16.1.1-1a).
    pub(super) fn new_target(&mut self, top: UnitId, target: Option<Hex>, reason: Reason) {
        let table = self.table();
        let stack = table.stack_of(top);
        let theirs = |assault: &super::Assault| stack.iter().any(|&id| assault.units.contains(id));
        let mine: Vec<super::Assault> =
            table.state.assaults.iter().copied().filter(|assault| theirs(assault)).collect();
        let Some(first) = mine.first().copied() else { return };
        let units: UnitSet = stack.iter().copied().filter(|&id| table.is_infantry(id)).collect();
        let distance = mine.iter().map(|assault| assault.distance).min().unwrap_or(first.distance);
        let lead = stack.iter().copied().find(|&id| table.is_infantry(id)).unwrap_or(top);
        self.state.assaults.retain(|assault| !stack.iter().any(|&id| assault.units.contains(id)));
        if let Some(assault) = &mut self.state.assaulting.current {
            for party in assault.parties.iter_mut().filter(|party| party.attacking) {
                units.iter().for_each(|id| party.units.remove(id));
            }
        }
        let Some(hex) = target else { return };
        let marker = super::Assault { top: lead, units, targets: [Some(hex), None], distance, ..first };
        self.tell("LB 16.3.7.2a", told::NEW_TARGET, &[Who::Unit(lead), Who::Hex(hex)]);
        let (value, overflow) = self.state.with_overflow();
        if !overflow.keep(&mut value.assaults, marker) {
            return;
        }
        self.diverts(hex, self.table().side(lead));
        let table = self.table();
        let place = table.state.assaults.len() - 1;
        let joins = table.one_assault(place).count_ones() > 1;
        if !joins {
            let (value, overflow) = self.state.with_overflow();
            overflow.keep(&mut value.assaulting.next, lead);
        } else if reason == Reason::Vacated {
            self.joins_in(hex, &marker);
        }
        if let Some(parent) = self.table().sheltering_at(hex, lead) {
            self.push(Step::Assault(AssaultStep::ParentFires { parent, at: lead }));
        }
    }

    /// Those who assault a hex of the assault that is just being resolved are in it, if nobody has closed yet (LB 16.3.7.2a).
    fn joins_in(&mut self, hex: Hex, marker: &super::Assault) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let held = |party: &super::Party| !party.attacking && table.is_in(party) && party.hexes.contains(hex);
        let open = assault.round == 1 && assault.parties.iter().all(|party| !party.rolled);
        let Some(party) = table.attacking_party(marker).filter(|_| open && assault.parties.iter().any(held)) else {
            return;
        };
        let (value, overflow) = self.state.with_overflow();
        if let Some(assault) = &mut value.assaulting.current {
            overflow.keep(&mut assault.parties, party);
        }
    }

    /// The battalion behind which a light company has taken shelter fires at those who come on, at half (LB 16.3.8b, 15.6c). It does so
    /// although it is the target of an assault by now.
    pub(super) fn parent_fires(&mut self, parent: UnitId, at: UnitId) {
        for hex in self.unit(at).hexes.iter() {
            let table = self.table();
            let before =
                |own: &Hex| table.grid().direction(*own, hex).is_some_and(|dir| table.fronts(parent, *own, dir));
            let firing: ArrayVec<Firing, 8> =
                table.unit(parent).hexes.iter().filter(before).map(Firing::once).collect();
            if firing.is_empty() {
                continue;
            }
            let units = table.stack_at(hex);
            let attack = table.attack_on(hex, &units, &firing, FireMode::Opportunity);
            for one in &firing {
                self.has_fired(&[(one.from, hex)], FireMode::Opportunity);
            }
            self.begin_event(Cause::Fire);
            self.fire_attack("LB 16.3.8b", &attack, &units, After::Check);
        }
    }
}
