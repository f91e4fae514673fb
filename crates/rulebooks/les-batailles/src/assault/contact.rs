//! Who touches whom: the hexsides across which a stack assaults another.

use super::{Party, Resolving};
use crate::cards::UnitId;
use crate::facing::Aspect;
use crate::readings::DisorderedFront;
use crate::state::Order;
use crate::table::{Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;

/// Pairs of hexes in contact: whose front it is, then whom it meets.
pub type Contacts = ArrayVec<(Hex, Hex), 16>;

impl<'a> Table<'a> {
    /// The assault that is being resolved.
    pub(crate) fn resolving(self) -> Option<&'a Resolving> {
        self.state.assaulting.current.as_ref()
    }

    /// The units of a party that are still there, from the top down; units that rout have left it.
    pub(crate) fn party_stack(self, party: &Party) -> Stack {
        let mut stack: Stack = Stack::new();
        // A wagon that was wrecked in the assault is no target any more, and nobody takes its hex (LB 18.14.1.6c).
        let fights = |&id: &UnitId| self.unit(id).on_map() && !self.is_pgd(id) && !self.unit(id).wrecked;
        for id in party.units.iter().filter(fights) {
            self.state.overflow.keep(&mut stack, id);
        }
        stack.sort_by_key(|&id| self.unit(id).rank);
        stack
    }

    /// The unit that speaks for a party: its top infantry where it attacks, its top unit where it defends (LB 16.4a, 16.5a). Guns
    /// without ammunition are ignored (LB 18.10.3b).
    pub(crate) fn party_top(self, party: &Party) -> Option<UnitId> {
        let stack = self.party_stack(party);
        let counts = |id: &UnitId| {
            if party.attacking { self.is_infantry(*id) } else { !self.is_dead_weight(*id) }
        };
        stack.iter().copied().find(counts)
    }

    /// Unlimbered guns without ammunition are as if they were not there (LB 18.10.3b).
    pub(crate) fn is_dead_weight(self, id: UnitId) -> bool {
        self.is_unlimbered(id) && !self.is_supplied(id)
    }

    /// A party still takes part.
    pub(crate) fn is_in(self, party: &Party) -> bool {
        !party.out && self.party_top(party).is_some()
    }

    /// The hexes a party covers now.
    pub(crate) fn party_hexes(self, party: &Party) -> ArrayVec<Hex, 8> {
        let mut hexes = ArrayVec::new();
        for id in self.party_stack(party) {
            for hex in self.unit(id).hexes.iter() {
                if !hexes.contains(&hex) {
                    self.state.overflow.keep(&mut hexes, hex);
                }
            }
        }
        hexes
    }

    /// Where the front of a party meets another party: each of its hexes with each of theirs that lies before it
    /// (LB 16.2.1a, 16.5.1a). A Line that assaults two stacks meets each straight ahead with one of its hexes (LB 16.2.7.1a, G-28).
    pub(crate) fn contacts(self, party: &Party, other: &Party) -> Contacts {
        let mut contacts = Contacts::new();
        let Some(top) = self.party_top(party) else { return contacts };
        let theirs = self.party_hexes(other);
        let own = self.unit(top).hexes;
        if !self.opposed(party, other) {
            return contacts;
        }
        let split = self.splits(party).filter(|_| party.attacking && self.by_targets());
        for (place, hex) in own.iter().enumerate() {
            let front = self.front_sides(top, hex);
            for &to in theirs.iter().filter(|&&to| self.grid().adjacent(hex, to)) {
                let ahead = self.grid().direction(hex, to).is_some_and(|dir| front.contains(dir));
                let meant = split.is_none_or(|targets| targets.get(place).copied().flatten() == Some(to));
                if ahead && meant {
                    self.state.overflow.keep(&mut contacts, (hex, to));
                }
            }
        }
        contacts
    }

    /// Until somebody commits reserves it is the markers that say who fights whom.
    fn by_targets(self) -> bool {
        self.resolving().is_some_and(|assault| !assault.committed && !assault.turned)
    }

    /// Whether one of two parties assaults the other: its marker points at a hex that the other held (LB 16.2.7.4a).
    fn opposed(self, one: &Party, other: &Party) -> bool {
        let (attacker, defender) = if one.attacking { (one, other) } else { (other, one) };
        let mut targets = attacker.targets.into_iter().flatten();
        one.attacking != other.attacking && (!self.by_targets() || targets.any(|hex| defender.hexes.contains(hex)))
    }

    /// Where two parties meet: before the attacker, or, where only the defender faces him, side by side.
    pub(crate) fn meets(self, attacker: &Party, defender: &Party) -> Contacts {
        let contacts = self.contacts(attacker, defender);
        if !contacts.is_empty() || self.contacts(defender, attacker).is_empty() {
            return contacts;
        }
        self.contacts(defender, attacker).into_iter().map(|(theirs, own)| (own, theirs)).collect()
    }

    /// The two targets of a Line that assaults two different stacks.
    pub(crate) fn splits(self, party: &Party) -> Option<[Option<Hex>; 2]> {
        let [Some(one), Some(other)] = party.targets else { return None };
        let same = self.state.stack(one).any(|id| self.unit(id).hexes.contains(other));
        (!same).then_some(party.targets)
    }

    /// Parties in contact at all: one is before the other.
    pub(crate) fn touch(self, one: &Party, other: &Party) -> bool {
        !self.contacts(one, other).is_empty() || !self.contacts(other, one).is_empty()
    }

    /// How a hex lies to a defending party: by the front it has now. One that was Disordered by its Roll to Stand has no flanks any
    /// more; a club may let it keep those it had when the round began (LB G-60).
    pub(crate) fn struck(self, defender: &Party, from: Hex) -> Aspect {
        let Some(top) = self.party_top(defender) else { return Aspect::Front };
        let broke = defender.rolled && !defender.passed && self.unit(top).order == Order::Disorder;
        if broke && self.rules.options.disordered_front == DisorderedFront::AtContact {
            return match () {
                () if defender.rears.contains(&from) => Aspect::Rear,
                () if defender.flanks.contains(&from) => Aspect::Flank,
                () => Aspect::Front,
            };
        }
        self.aspect(top, from).unwrap_or(Aspect::Front)
    }

    /// Places of the parties of one side that are still in.
    pub(crate) fn parties_in(self, attacking: bool) -> ArrayVec<usize, 12> {
        let Some(assault) = self.resolving() else { return ArrayVec::new() };
        let all = assault.parties.iter().enumerate();
        all.filter(|(_, party)| party.attacking == attacking && self.is_in(party)).map(|(place, _)| place).collect()
    }

    /// Hexes assaulting and hexes assaulted: those of either side that are in contact with a stack that stands (LB 16.5.1a).
    pub(crate) fn hexes_in_contact(self, attackers: &[&Party], defenders: &[&Party]) -> (u8, u8) {
        let mut from: ArrayVec<Hex, 32> = ArrayVec::new();
        let mut to: ArrayVec<Hex, 32> = ArrayVec::new();
        for &attacker in attackers {
            for &defender in defenders {
                for (own, theirs) in self.contacts(attacker, defender) {
                    if !from.contains(&own) {
                        self.state.overflow.keep(&mut from, own);
                    }
                    if !to.contains(&theirs) {
                        self.state.overflow.keep(&mut to, theirs);
                    }
                }
            }
        }
        (from.len() as u8, to.len() as u8)
    }
}
