//! The British Huzzah (16.1.1 step 3c).

use super::{AssaultChoice, AssaultStep, Party};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::told::{Who, assault as told};
use crate::hexes::Hexes;
use crate::morale::{Check, CheckKind};
use crate::reactions::Trigger;
use crate::readings::HuzzahUnnamed;
use crate::state::Order;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Hand, Hex};
use kernel::Listener;

impl Table<'_> {
    /// The British party that may cheer next: in Line, it has passed its Roll to Stand, and there are attackers before it
    /// (LB 16.1.1-3j).
    pub(crate) fn next_to_cheer(self) -> Option<usize> {
        let assault = self.resolving()?;
        let quiet = |place: usize| assault.quiet & (1 << place) != 0;
        self.parties_in(false).into_iter().find(|&place| {
            let party = &assault.parties[place];
            let british = self.party_top(party).is_some_and(|top| self.may_cheer(top));
            !quiet(place) && british && party.passed && !self.before(party).is_empty()
        })
    }

    /// The attackers before a party, as places.
    fn before(self, party: &Party) -> ArrayVec<usize, 12> {
        let Some(assault) = self.resolving() else { return ArrayVec::new() };
        let met = |&place: &usize| !self.contacts(party, &assault.parties[place]).is_empty();
        self.parties_in(true).into_iter().filter(met).collect()
    }

    /// The stacks that can still be named, by the unit on top of each.
    pub(crate) fn to_be_named(self, cheering: usize) -> ArrayVec<UnitId, 12> {
        let Some(assault) = self.resolving() else { return ArrayVec::new() };
        let Some(party) = assault.parties.get(cheering) else { return ArrayVec::new() };
        let fresh = self.before(party).into_iter().filter(|&place| !assault.parties[place].named);
        fresh.filter_map(|place| self.party_top(&assault.parties[place])).collect()
    }

    /// The wheels that bring a Line of several hexes onto those it has named with more of them (LB 12.6.7a, G-14).
    pub(crate) fn cheering_wheels(self, cheering: usize) -> ArrayVec<Hand, 2> {
        let wheel = |hand: &Hand| self.cheering_wheel(cheering, *hand).is_some();
        [Hand::Left, Hand::Right].into_iter().filter(wheel).collect()
    }

    fn cheering_wheel(self, cheering: usize, pivot: Hand) -> Option<crate::facing::Wheel> {
        let assault = self.resolving()?;
        let party = assault.parties.get(cheering)?;
        let top = self.party_top(party)?;
        let named = || assault.parties.iter().filter(|other| other.attacking && other.named && self.is_in(other));
        let hexes: Vec<Hex> = named().flat_map(|other| self.party_hexes(other)).collect();
        let wheel = self.stance(top).wheel(self, pivot)?;
        let own = self.stack_of(top);
        let free = |hex: Hex| self.state.stack(hex).all(|id| own.contains(&id)) && !self.is_go(hex);
        let clear = wheel.to.hexes.iter().all(free) && wheel.swept.iter().flatten().all(|&hex| free(hex));
        let touching = |stance: crate::facing::Stance| {
            let meets = |own: &Hex| {
                hexes.iter().any(|&to| {
                    let dir = self.grid().direction(*own, to);
                    dir.is_some_and(|dir| stance.side(self, *own, dir) == crate::facing::Aspect::Front)
                })
            };
            stance.hexes.iter().filter(meets).count()
        };
        let better = touching(wheel.to) > touching(self.stance(top));
        (clear && better && touching(wheel.to) == wheel.to.hexes.len()).then_some(wheel)
    }

    pub(crate) fn offer_huzzah(self, cheering: usize, menu: &mut Vec<Decision>) {
        let named = self.resolving().is_some_and(|assault| assault.parties.iter().any(|party| party.named));
        menu.push(Decision::Assault(if named { AssaultChoice::NoMore } else { AssaultChoice::NoHuzzah }));
        menu.extend(self.to_be_named(cheering).into_iter().map(|at| Decision::Assault(AssaultChoice::Huzzah(at))));
    }

    pub(crate) fn offer_wheels(self, cheering: usize, menu: &mut Vec<Decision>) {
        menu.push(Decision::Assault(AssaultChoice::KeepLine));
        menu.extend(
            self.cheering_wheels(cheering).into_iter().map(|hand| Decision::Assault(AssaultChoice::Wheel(hand))),
        );
    }
}

impl<L: Listener> Play<'_, L> {
    /// Nobody cheers, or nobody is left who might: on to the mêlée.
    pub(super) fn no_huzzah(&mut self) {
        self.push(Step::Assault(AssaultStep::Pair));
    }

    /// A party keeps quiet.
    pub(super) fn keeps_quiet(&mut self, place: usize) {
        if let Some(assault) = &mut self.state.assaulting.current {
            assault.quiet |= 1 << place;
        }
        self.push(Step::Assault(AssaultStep::Huzzah));
    }

    /// A stack is named: at least one must be, and others may (LB 16.1.1-3j).
    pub(super) fn names(&mut self, cheering: usize, at: UnitId) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let Some(place) = assault.parties.iter().position(|party| party.units.contains(at)) else { return };
        if let Some(top) = assault.parties.get(cheering).and_then(|party| table.party_top(party)) {
            self.tell("LB 16.1.1-3j", told::HUZZAH, &[Who::Unit(top), Who::Unit(at)]);
        }
        if let Some(party) = self.party_mut(place) {
            party.named = true;
        }
        let more = !self.table().to_be_named(cheering).is_empty();
        let next = if more { AssaultStep::Names(cheering as u8) } else { AssaultStep::Wheels(cheering as u8) };
        self.push(Step::Assault(next));
    }

    /// It wheels onto them; enemies who are not in the assault may react (LB 12.6.7b, G-14).
    pub(super) fn wheels(&mut self, cheering: usize, pivot: Option<Hand>) {
        self.push(Step::Assault(AssaultStep::HuzzahRolls(cheering as u8)));
        let Some(hand) = pivot else { return };
        let table = self.table();
        let party = table.resolving().and_then(|assault| assault.parties.get(cheering));
        let Some(top) = party.and_then(|party| table.party_top(party)) else { return };
        let units = table.stack_of(top).into_iter().collect();
        self.push(Step::Assault(AssaultStep::HasWheeled { cheering: cheering as u8, left: hand == Hand::Left }));
        self.open_window(Trigger::Spends, top, units, None);
    }

    pub(super) fn has_wheeled(&mut self, cheering: usize, pivot: Hand) {
        let table = self.table();
        let Some(wheel) = table.cheering_wheel(cheering, pivot) else { return };
        let party = table.resolving().and_then(|assault| assault.parties.get(cheering));
        let Some(top) = party.and_then(|party| table.party_top(party)) else { return };
        let stack = table.stack_of(top);
        let hexes: Hexes = wheel.to.hexes;
        for &id in &stack {
            self.state.put(id, hexes, wheel.to.facing);
            self.note_bulk(id);
        }
        self.state.restack(&stack);
        if let Some(party) = self.party_mut(cheering) {
            party.hexes = hexes;
        }
    }

    /// Each stack that was named rolls to stand, the British hexes being those that assault it (LB 16.1.1-3k). If all pass nothing has
    /// changed; those who fail while others pass drop out; if all fail the British attack what is left of them, and whoever was not
    /// named is out of it (LB 16.1.1-3l, 16.1.1-3m, G-14, G-63).
    pub(super) fn huzzah_rolls(&mut self, cheering: usize) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let Some(british) = assault.parties.get(cheering) else { return };
        let british_in = table.is_in(british);
        let named: Vec<usize> = table.parties_in(true).into_iter().filter(|&p| assault.parties[p].named).collect();
        self.push(Step::Assault(AssaultStep::Huzzah));
        if let Some(assault) = &mut self.state.assaulting.current {
            assault.quiet |= 1 << cheering;
        }
        if !british_in || named.is_empty() {
            return;
        }
        let mut failed: Vec<usize> = Vec::new();
        for &place in &named {
            let table = self.table();
            let Some(assault) = table.resolving() else { return };
            let (Some(party), Some(british)) = (assault.parties.get(place), assault.parties.get(cheering)) else {
                return;
            };
            let Some(top) = table.party_top(party) else { continue };
            let (stack, modifiers) = (table.party_stack(party), table.stand_modifiers(party, &[british], true));
            let check = Check {
                rule: "LB 16.1.1-3k",
                title: told::ROLLS_TO_STAND,
                kind: CheckKind::General,
                modifiers: &modifiers,
            };
            if !self.check_for_all(top, &stack, &check).1 {
                failed.push(place);
            }
        }
        if failed.len() == named.len() && !self.others_fight_on(&named) {
            self.turn_the_tables(cheering, &named);
        } else {
            for &place in &failed {
                if let Some(party) = self.party_mut(place) {
                    party.out = true;
                }
            }
        }
        for place in failed {
            let table = self.table();
            let party = table.resolving().and_then(|assault| assault.parties.get(place));
            let stack = party.map(|party| table.party_stack(party)).unwrap_or_default();
            self.breaks(&stack);
        }
        for &place in &named {
            if let Some(party) = self.party_mut(place) {
                party.named = false;
            }
        }
    }

    /// Where it is played so, attackers that were not named go on alone when all that were will run (LB G-63).
    fn others_fight_on(&self, named: &[usize]) -> bool {
        let table = self.table();
        let Some(assault) = table.resolving() else { return false };
        let runs = |&place: &usize| {
            let stack = table.party_stack(&assault.parties[place]);
            stack.iter().all(|&id| table.unit(id).order == Order::Disorder)
        };
        let others = table.parties_in(true).into_iter().any(|place| !named.contains(&place));
        self.rules.options.huzzah_unnamed == HuzzahUnnamed::FightOn && others && named.iter().all(runs)
    }

    /// The British become the attackers of those they named; with nobody of them left they go forward (LB 16.1.1-3m). Other attackers
    /// are ignored from now on, unless a club lets them fight on when all that were named have run (LB G-63).
    fn turn_the_tables(&mut self, cheering: usize, named: &[usize]) {
        self.tell("LB 16.1.1-3m", told::TABLES_TURNED, &[]);
        let table = self.table();
        let sheltered = |party: &Party| table.party_hexes(party).into_iter().any(|hex| table.is_go(hex));
        // Nobody is followed out of terrain of General Order (LB 16.9.3.4a).
        let shields: ArrayVec<usize, 12> = match table.resolving() {
            Some(assault) => named.iter().copied().filter(|&place| sheltered(&assault.parties[place])).collect(),
            None => ArrayVec::new(),
        };
        let Some(assault) = &mut self.state.assaulting.current else { return };
        assault.side = assault.side.other();
        for (place, party) in assault.parties.iter_mut().enumerate() {
            if place == cheering {
                (party.attacking, party.targets) = (true, [None; 2]);
            } else if named.contains(&place) {
                party.attacking = false;
                party.shields = shields.contains(&place);
                // Shifts of the British count to the right from now on; those they have named have none.
                party.shifts = 0;
            } else {
                party.out = true;
            }
        }
        assault.turned = true;
    }
}
