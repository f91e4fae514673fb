//! Assault Impetus (16.9.3).

use super::{Advancer, AssaultChoice, AssaultStep};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::decision::Decision;
use crate::face::told::{Who, assault as told};
use crate::hexes::{Facing, Hexes};
use crate::reactions::Trigger;
use crate::table::{Play, Stack, Table};
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Entry, Listener, Seat};

impl Table<'_> {
    /// The stack that goes on next, with hexes left to it.
    pub(super) fn driven(self) -> Option<(usize, Advancer)> {
        let all = self.state.assaulting.advancing.iter().copied().enumerate();
        all.into_iter().find(|(_, advancer)| advancer.impetus > 0)
    }

    /// The units that a stack follows: those who left the hex it took (LB 16.9.3.3a).
    fn quarry(self, advancer: &Advancer) -> Stack {
        let party = self.resolving().and_then(|assault| assault.parties.get(usize::from(advancer.after)));
        let Some(party) = party else { return Stack::new() };
        let mut stack = Stack::new();
        for id in party.units.iter().filter(|&id| self.unit(id).on_map()) {
            self.state.overflow.keep(&mut stack, id);
        }
        stack.sort_by_key(|&id| self.unit(id).rank);
        stack
    }

    /// Where it goes next: along the way they went, or where its owner likes when none of them is left; not where stacking would forbid it,
    /// nor onto enemies (LB 16.9.3a, 16.9.3.1a, 16.9.3.2a, G-15).
    pub(super) fn impetus_ways(self, advancer: &Advancer) -> ArrayVec<Hex, 6> {
        let (top, side) = (advancer.top, self.side(advancer.top));
        if !self.unit(top).on_map() || self.is_pgd(top) || self.unit_in_zone(top) != Zone::None {
            return ArrayVec::new();
        }
        let fled = self.quarry(advancer);
        let path = fled.first().and_then(|&first| self.path_of(first));
        // A Line goes on from the hex of it through which they ran.
        let own = self.unit(top).hexes;
        let on_path = |hex: &Hex| path.is_some_and(|path| path.hexes.contains(hex));
        let here = own.iter().find(on_path).unwrap_or(own.head());
        let stack: Stack = self.stack_of(top).into_iter().filter(|&id| self.is_infantry(id)).collect();
        let open = |hex: &Hex| {
            let Some(dir) = self.grid().direction(here, *hex) else { return false };
            let mut all: Stack = self.state.stack(*hex).filter(|id| !stack.contains(id)).collect();
            for &id in &stack {
                self.state.overflow.keep(&mut all, id);
            }
            let passable = self.hex_cost(self.going(top), here, dir).is_some();
            !self.enemy_at(side, *hex) && passable && self.may_stack(*hex, &all).is_ok()
        };
        match fled.first() {
            Some(_) => {
                let place = path.and_then(|path| path.hexes.iter().position(|&hex| hex == here));
                let next = place.zip(path).and_then(|(place, path)| path.hexes.get(place + 1).copied());
                next.into_iter().filter(open).collect()
            }
            None => Dir::ALL.into_iter().filter_map(|dir| self.grid().neighbour(here, dir)).filter(open).collect(),
        }
    }

    pub(crate) fn impetus_asked(self) -> Option<Seat> {
        let (_, advancer) = self.driven()?;
        (self.impetus_ways(&advancer).len() > 1).then(|| self.seat(advancer.top))
    }

    pub(crate) fn offer_impetus(self, menu: &mut Vec<Decision>) {
        if let Some((_, advancer)) = self.driven() {
            let ways = self.impetus_ways(&advancer).into_iter();
            menu.extend(ways.map(|hex| Decision::Assault(AssaultChoice::FollowTo(hex))));
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Stacks that have taken a hex and stand in no enemy zone roll, one die for each hex taken (LB 16.9.3.1a, G-15). None after targets in
    /// General Order or its terrain, nor after cavalry (LB 16.9.3.4a, 16.9.3.5a).
    pub(super) fn impetus(&mut self) {
        let mut hexes: ArrayVec<Hex, 12> = ArrayVec::new();
        for place in 0..self.state.assaulting.advancing.len() {
            let table = self.table();
            let advancer = table.state.assaulting.advancing[place];
            let Some(top) = table.top_at(advancer.to).filter(|_| advancer.moved) else { continue };
            let ours = advancer.units.contains(top) && !hexes.contains(&advancer.to);
            let party = table.resolving().and_then(|assault| assault.parties.get(usize::from(advancer.after)));
            let shielded = party.is_none_or(|party| party.shields);
            if !ours || shielded || table.unit_in_zone(top) != Zone::None {
                continue;
            }
            self.state.overflow.keep(&mut hexes, advancer.to);
            let die = self.die();
            let far = self.rules.charts.melee.impetus(die);
            if self.listener.hears() {
                let who = [Who::Unit(top), Who::Count(far.into())];
                let entry = self.table().entry("LB 16.9.3.1a", told::IMPETUS, &who);
                self.listener.tell(Entry { dice: vec![die], ..entry });
            }
            let advancer = &mut self.state.assaulting.advancing[place];
            (advancer.top, advancer.impetus) = (top, far);
        }
        self.push(Step::Assault(AssaultStep::Follow));
    }

    /// One hex of it, enemies reacting first (LB 16.9.4a); it ends in an enemy zone, or where it cannot go on (LB 16.1.1-7a).
    pub(super) fn follow(&mut self, chosen: Option<Hex>) {
        let table = self.table();
        let Some((place, advancer)) = table.driven() else {
            self.state.assaulting.advancing.clear();
            return;
        };
        self.push(Step::Assault(AssaultStep::Follow));
        let way = chosen.or_else(|| self.table().impetus_ways(&advancer).first().copied());
        let Some(to) = way else {
            self.state.assaulting.advancing[place].impetus = 0;
            return;
        };
        let units: UnitSet = self.table().stack_of(advancer.top).into_iter().collect();
        self.push(Step::Assault(AssaultStep::Follows { place: place as u8, to }));
        self.open_window(Trigger::Leaves, advancer.top, units, Some(to));
    }

    /// It has gone a hex, and those it follows lose an Increment (LB 16.9.3.1b).
    pub(super) fn follows(&mut self, place: u8, to: Hex) {
        let table = self.table();
        let Some(advancer) = table.state.assaulting.advancing.get(usize::from(place)).copied() else { return };
        let top = advancer.top;
        let able = table.unit(top).on_map() && !table.is_pgd(top) && !table.enemy_at(table.side(top), to);
        let units: UnitSet = table.stack_of(top).into_iter().filter(|&id| table.is_infantry(id)).collect();
        let fled = table.quarry(&advancer);
        if let Some(advancer) = self.state.assaulting.advancing.get_mut(usize::from(place)) {
            advancer.impetus = if able { advancer.impetus - 1 } else { 0 };
        }
        if !able {
            return;
        }
        self.turn_towards(top, to);
        self.carry(top, units, Hexes::one(to));
        self.tell("LB 16.9.3.1a", told::FOLLOWS, &[Who::Unit(top), Who::Hex(to)]);
        self.take_top_losses(&fled, 1);
    }

    /// It turns only as far as it has to, so that the hex lies before it (LB 16.9.3.1a).
    fn turn_towards(&mut self, top: UnitId, to: Hex) {
        let table = self.table();
        let here = table.unit(top).hexes.head();
        let Some(dir) = table.grid().direction(here, to) else { return };
        if table.front_sides(top, here).contains(dir) {
            return;
        }
        let stack = table.stack_of(top);
        let facing = match table.unit(top).facing {
            Facing::Side(_) => Facing::Side(dir),
            Facing::Corner(old) => {
                let ends = dir.ends();
                let nearest = ends.into_iter().min_by_key(|end| old.turns_to(*end)).unwrap_or(old);
                Facing::Corner(nearest)
            }
            Facing::Round => Facing::Round,
        };
        self.face(&stack, facing);
    }
}
