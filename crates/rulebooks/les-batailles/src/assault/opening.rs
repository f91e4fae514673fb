//! Step 1: targets that have gone, and those who cannot stand at all (16.1.1, 16.2.3).

use super::{Advancer, Assault, AssaultStep, Party, Reason, Resolving};
use crate::agenda::Step;
use crate::cards::{Arm, LeaderSet, UnitId, UnitSet};
use crate::face::told::{Who, assault as told};
use crate::hexes::Hexes;
use crate::movement::Cause;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

impl Party {
    pub(super) fn new(attacking: bool, units: UnitSet, hexes: Hexes) -> Party {
        Party {
            attacking,
            units,
            origin: units,
            hexes,
            targets: [None; 2],
            distance: 0,
            formed: Formed::None,
            reserve: false,
            rolled: false,
            passed: false,
            shifts: 0,
            losses: 0,
            out: false,
            no_path: false,
            abandoned: 0,
            named: false,
            fate: None,
            flanks: ArrayVec::new(),
            rears: ArrayVec::new(),
            withdrew: false,
            pressed: false,
            shields: false,
        }
    }
}

impl Table<'_> {
    /// The stack of a marker as it assaults: all infantry in its hexes takes part, whoever has joined since (LB 16.2.2a, 16.2.2.1a).
    pub(super) fn attacking_party(self, assault: &Assault) -> Option<Party> {
        let lead = assault.units.iter().find(|&id| self.unit(id).on_map() && !self.is_pgd(id))?;
        let stack = self.stack_of(lead);
        let units: UnitSet = stack.iter().copied().filter(|&id| !self.is_pgd(id)).collect();
        Some(Party {
            targets: assault.targets,
            distance: assault.distance,
            formed: assault.formed,
            ..Party::new(true, units, self.unit(lead).hexes)
        })
    }

    /// Everybody in a hex that is assaulted, and whoever else their hexes hold (LB 16.2.2.2a, 16.2.3.1a). What shields them from being
    /// followed is found out before they leave: General Order, its terrain, or that they are cavalry (LB 16.9.3.4a, 16.9.3.5a).
    fn defending_party(self, hex: Hex) -> Option<Party> {
        let top = self.top_at(hex)?;
        let stack = self.stack_of(top);
        let main = stack.iter().copied().max_by_key(|&id| self.unit(id).hexes.len()).unwrap_or(top);
        let hexes = self.unit(main).hexes;
        let cavalry = stack.iter().any(|&id| self.is_cavalry(id));
        let shields = cavalry || hexes.iter().any(|hex| self.is_go(hex));
        Some(Party { shields, ..Party::new(false, stack.iter().copied().collect(), hexes) })
    }

    /// Those who rout as soon as they are assaulted: in PGD, or in Road Column (LB 16.1.1-1b, 12.12.3b, 12.8.4c, 18.10.1b).
    fn routs_at_once(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.order == Order::Pgd || unit.formed == Formed::RoadColumn
    }

    /// Whether a stack has nobody but unlimbered guns without ammunition (LB 18.10.3a); all others stand like infantry (LB 18.10.1d).
    fn is_abandoned_battery(self, stack: &Stack) -> bool {
        let guns = stack.iter().any(|&id| self.is_dead_weight(id));
        guns && stack.iter().all(|&id| self.is_dead_weight(id) || self.is_wagon(id))
    }
}

impl<L: Listener> Play<'_, L> {
    /// An assault begins with all the markers that are one with it. Where its target has gone, those who pointed at it go after it
    /// (LB 16.1.1-1a, 16.2.3a); a marker whose other target is still there stays (LB G-47).
    pub(super) fn opens(&mut self, top: UnitId) {
        let table = self.table();
        let Some((place, marker)) = table.marker_of(top) else {
            self.state.assaults.retain(|assault| assault.top != top);
            return;
        };
        let (side, old_guard) = (table.side(marker.top), marker.old_guard);
        let markers = table.one_assault(place);
        let all = || (0..table.state.assaults.len()).filter(|place| markers & (1 << place) != 0);
        let held = |hex: &Hex| table.enemy_at(side, *hex);
        let mut parties: ArrayVec<Party, { super::MOST_PARTIES }> = ArrayVec::new();
        let mut after: ArrayVec<Advancer, { super::MOST_PARTIES }> = ArrayVec::new();
        let overflow = &table.state.overflow;
        let mut targets: ArrayVec<Hex, 24> = ArrayVec::new();
        for assault in all().filter_map(|place| table.state.assaults.get(place)) {
            let Some(mut party) = table.attacking_party(assault) else { continue };
            let left: ArrayVec<Hex, 2> = assault.targets.into_iter().flatten().filter(held).collect();
            if left.is_empty() {
                if let Some(to) = assault.targets.into_iter().flatten().next() {
                    overflow.keep(&mut after, Advancer::of(assault.top, party.units, to));
                }
                continue;
            }
            if left.len() == 1 {
                party.targets = [left.first().copied(), None];
            }
            for hex in left {
                overflow.keep(&mut targets, hex);
            }
            overflow.keep(&mut parties, party);
        }
        for hex in targets {
            let known = parties.iter().any(|party| !party.attacking && party.hexes.contains(hex));
            if let (false, Some(party)) = (known, table.defending_party(hex)) {
                overflow.keep(&mut parties, party);
            }
        }
        let whom: ArrayVec<UnitId, 12> = parties.iter().filter_map(|party| table.party_top(party)).collect();
        let parties_none = parties.is_empty();
        if !parties.is_empty() {
            let count = parties.iter().filter(|party| party.attacking).count();
            let (by, on) = whom.split_at(count.min(whom.len()));
            let (by, on) = (by.to_vec(), on.to_vec());
            // Whoever fights clears no wrecks, in a charge of the Old Guard either (LB 18.14.1.7.1).
            for id in parties.iter().flat_map(|party| party.units.iter()).collect::<Vec<_>>() {
                self.unit_mut(id).turn.fire.engaged = true;
            }
            self.tell("LB 16.1f", told::ASSAULT, &[Who::Units(&by), Who::Units(&on)]);
            self.state.assaulting.current = Some(Resolving {
                side,
                old_guard,
                round: 1,
                parties,
                bouts: ArrayVec::new(),
                pairs: ArrayVec::new(),
                aims: ArrayVec::new(),
                committed: false,
                asked: UnitSet::EMPTY,
                quiet: 0,
                turned: false,
                stays: LeaderSet::EMPTY,
            });
            self.push(Step::Assault(AssaultStep::CleanUp));
            self.push(Step::Assault(AssaultStep::Before));
            self.none_that_cannot_stand();
        }
        let nobody = parties_none && after.is_empty();
        if nobody {
            let mut at = 0;
            self.state.assaults.retain(|_| {
                at += 1;
                markers & (1 << (at - 1)) == 0
            });
        }
        if !after.is_empty() {
            self.state.assaulting.advancing = after;
            self.push(Step::Assault(AssaultStep::AdvanceNext(Reason::Vacated)));
        }
    }

    /// Guns without ammunition and without company are lost; routed units and Road Columns run (LB 16.1.1-1b).
    fn none_that_cannot_stand(&mut self) {
        let Some(assault) = &self.state.assaulting.current else { return };
        let stacks: Vec<Stack> = assault
            .parties
            .iter()
            .filter(|party| !party.attacking)
            .map(|party| party.units.iter().filter(|&id| self.unit(id).on_map()).collect())
            .collect();
        for stack in stacks {
            if self.table().is_abandoned_battery(&stack) {
                for &id in stack.iter().filter(|&&id| self.table().card(id).arm == Arm::Artillery).collect::<Vec<_>>() {
                    self.rout(id, Cause::Assault);
                }
            }
            let (runs, routed): (Stack, Stack) = {
                let table = self.table();
                let here = |id: &&UnitId| table.unit(**id).on_map() && table.routs_at_once(**id);
                let all: Stack = stack.iter().filter(here).copied().collect();
                let fresh = all.iter().copied().filter(|&id| !table.is_pgd(id)).collect();
                (fresh, all.iter().copied().filter(|&id| table.is_pgd(id)).collect())
            };
            self.rout_stack(&runs, Cause::Assault);
            for &id in routed.iter().rev() {
                self.rout_again(id);
            }
        }
    }

    /// What is left of an assault before anybody has closed: with no target left the attackers go forward (LB 16.1.1-1b).
    pub(super) fn has_targets(&self) -> bool {
        !self.table().parties_in(false).is_empty()
    }

    /// All markers of an assault, its attackers and what was noted about them are done with (LB 16.1.1-8a).
    pub(super) fn clean_up(&mut self) {
        let Some(assault) = self.state.assaulting.current.take() else { return };
        let next = self.state.assaulting.next.clone();
        let mut fought = UnitSet::EMPTY;
        for party in &assault.parties {
            party.units.iter().for_each(|id| fought.insert(id));
        }
        self.state.assaults.retain(|marker| {
            let theirs = marker.units.iter().any(|id| fought.contains(id));
            !theirs || next.contains(&marker.top)
        });
        for party in &assault.parties {
            for id in party.units.iter() {
                self.unit_mut(id).turn.assault.stays = false;
            }
            // How far it went counts for those it went from, not for whoever assaults it afterwards (LB 16.3.7.2b).
            for id in party.origin.iter() {
                self.unit_mut(id).turn.assault.retreated = 0;
            }
        }
        if assault.old_guard {
            self.old_guard_goes_on(&assault);
        }
    }

    /// A charge of the Old Guard is over: a stack that has taken a hex goes on with the points it has left, unless it stands in an enemy
    /// zone; any other has done (LB 16.10.1a, 16.10.1b, 16.10.1c).
    fn old_guard_goes_on(&mut self, assault: &Resolving) {
        let Some(top) = self.state.moves.last().map(|moving| moving.top) else { return };
        let table = self.table();
        let able = table.unit(top).on_map() && !table.is_pgd(top) && table.side(top) == assault.side;
        let own = assault.parties.iter().find(|party| party.attacking && party.origin.contains(top));
        let advanced = own.is_none_or(|party| party.hexes != table.unit(top).hexes);
        let free = able && advanced && table.unit_in_zone(top) == crate::zones::Zone::None;
        if let Some(moving) = self.state.moves.last_mut() {
            moving.stopped = !free;
        }
    }
}

impl Assault {
    /// A stack in Column that stands next to its target since it declared.
    pub const fn new(top: UnitId, units: UnitSet, at: Hex, was: Hexes) -> Assault {
        let (targets, formed) = ([Some(at), None], Formed::Column);
        Assault { top, units, targets, distance: 1, formed, adjacent: true, old_guard: false, was }
    }
}

impl Advancer {
    pub(super) fn of(top: UnitId, units: UnitSet, to: Hex) -> Advancer {
        Advancer { top, units, to, also: None, from: to, gone: false, moved: false, after: u8::MAX, impetus: 0 }
    }
}
