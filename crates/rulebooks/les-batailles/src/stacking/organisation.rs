//! Stacks without a leader, and of different corps and nations (11.1.3, 11.3).

use crate::cards::{Echelon, FormationId, LeaderId, Post, UnitId};
use crate::readings::PassingLeader;
use crate::table::{Stack, Table};

impl Table<'_> {
    /// Combat units beyond the first in a stack that has no leader with it; small ones are not counted (LB 11.1.3a, 11.1.3b,
    /// G31). One who only runs through the hex is in it for that moment (LB G-56).
    pub fn extra_units(self, stack: &Stack) -> i32 {
        let runs = |leader: LeaderId| {
            let only = self.rules.options.passing_leader == PassingLeader::BonusOnly;
            let routs = |retreat: &crate::movement::Retreat| {
                retreat.leaders.contains(leader) && !stack.iter().any(|&id| retreat.units.contains(id))
            };
            only && self.state.retreats.under_way.iter().any(routs)
        };
        let led = stack.iter().any(|&id| self.leaders_with(id).any(|leader| !runs(leader)));
        let counted = stack.iter().filter(|&&id| !self.card(id).is_small()).count() as i32;
        if led { 0 } else { (counted - 1).max(0) }
    }

    /// The corps a formation belongs to, or the army where there is none between.
    fn corps_of(self, id: FormationId) -> Option<FormationId> {
        self.chain(id).find(|&over| self.formation_card(over).echelon >= Echelon::Corps)
    }

    /// A stack of several corps or nations, without an army or corps leader whom all its units have in common (LB 11.3a, 11.3b).
    pub fn is_mixed(self, stack: &Stack) -> bool {
        let Some(&first) = stack.first() else { return false };
        let (corps, nation) = (self.corps_of(self.card(first).formation), self.card(first).nation);
        let alike = |&id: &UnitId| self.corps_of(self.card(id).formation) == corps && self.card(id).nation == nation;
        !stack.iter().all(alike) && !self.has_common_leader(stack)
    }

    fn has_common_leader(self, stack: &Stack) -> bool {
        let leads_all = |formation: FormationId| {
            let high = self.formation_card(formation).echelon >= Echelon::Corps;
            high && stack.iter().all(|&id| self.chain(self.card(id).formation).any(|over| over == formation))
        };
        stack.iter().flat_map(|&id| self.leaders_with(id)).any(|leader| match self.leader(leader).post {
            Post::Leads(formation) => leads_all(formation),
            _ => false,
        })
    }

    fn above(self, id: UnitId, stack: &Stack) -> impl Iterator<Item = UnitId> {
        stack.iter().copied().take_while(move |&other| other != id).collect::<Stack>().into_iter()
    }

    /// Units not of the Old Guard beneath one that is do not mind the mixture (LB 11.3c).
    pub fn is_beneath_old_guard(self, id: UnitId, stack: &Stack) -> bool {
        !self.card(id).is_old_guard() && self.above(id, stack).any(|other| self.card(other).is_old_guard())
    }

    /// Beneath infantry of the Old Guard they take heart (LB 11.3.1a).
    pub fn is_beneath_old_guard_infantry(self, id: UnitId, stack: &Stack) -> bool {
        let guard = |other: UnitId| self.card(other).is_old_guard() && self.is_infantry(other);
        !self.card(id).is_old_guard() && self.above(id, stack).any(guard)
    }
}
