//! What a mêlée leaves: retreats, a second round, or a hex to be taken (16.1.1 steps 3e to 6, 16.7).

use super::{Advancer, AssaultStep, Bout, Party, Reason};
use crate::agenda::Step;
use crate::charts::MeleeResult;
use crate::movement::Cause;
use crate::readings::HuzzahBlank;
use crate::state::Order;
use crate::table::{Play, Stack};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// All of one side who have to suffer anything do; attackers run before defenders (LB 16.1.1-5f).
    pub(super) fn suffers_melee(&mut self, attackers: bool) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let due: Vec<(usize, Stack, crate::melee::Fate)> = assault
            .parties
            .iter()
            .enumerate()
            .filter(|(_, party)| party.attacking == attackers && !party.out)
            .filter_map(|(place, party)| Some((place, table.party_stack(party), party.fate?)))
            .collect();
        for (place, stack, fate) in due {
            if let Some(party) = self.party_mut(place) {
                party.out = true;
            }
            self.suffer_melee(&stack, fate, Cause::Assault);
        }
    }

    /// A blank leaves both sides where they are: after the first round reserves may come, unless it was a charge of the Old Guard
    /// (LB 16.1.1-3p, 16.1.1-4a, 16.10.1b); after the second it is over (LB 16.1.1-5a, 16.1.1-5h). Hexes that were left are taken.
    pub(super) fn after_fight(&mut self) {
        self.forsaken_guns();
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let open = |bout: &&Bout| {
            let still = |mask: u16| {
                let all = assault.parties.iter().enumerate();
                all.into_iter().any(|(place, party)| Bout::has(mask, place) && table.is_in(party))
            };
            bout.result == Some(MeleeResult::Blank) && still(bout.attackers) && still(bout.defenders)
        };
        // A Huzzah that has turned the tables leads to a second round like any other mêlée, with the British attacking (LB G-91).
        let over = assault.turned && self.rules.options.huzzah_blank == HuzzahBlank::Over;
        let again = assault.round == 1 && !assault.old_guard && !over && assault.bouts.iter().any(|bout| open(&bout));
        let side = assault.side;
        if again {
            self.push(Step::Assault(AssaultStep::RoundTwo));
            self.push(Step::Assault(AssaultStep::Reserves(side.other())));
            self.push(Step::Assault(AssaultStep::Reserves(side)));
        } else {
            self.push(Step::Assault(AssaultStep::Won));
        }
    }

    /// The second round: whoever is left fights again (LB 16.1.1-5a).
    pub(super) fn round_two(&mut self) {
        if !self.goes_on() {
            return;
        }
        if let Some(assault) = &mut self.state.assaulting.current {
            assault.round = 2;
            assault.pairs.clear();
        }
        self.push(Step::Assault(AssaultStep::RoundBegins));
        if self.state.assaulting.current.as_ref().is_some_and(|assault| assault.parties.iter().any(|p| p.pressed)) {
            self.push(Step::Assault(AssaultStep::BeforeAgain));
        }
    }

    /// Attackers go into the hexes that those they fought have left, if all of them have (LB 16.1.1-6a, 16.9a, 16.2.7.1c). If it was the
    /// mêlée that emptied them they are Disordered first, but never routed by it (LB 16.9b).
    pub(super) fn won(&mut self) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let mut after: ArrayVec<Advancer, { super::MOST_PARTIES }> = ArrayVec::new();
        let mut shaken: ArrayVec<usize, 12> = ArrayVec::new();
        for place in table.parties_in(true) {
            let party = &assault.parties[place];
            if party.fate.is_some() {
                continue;
            }
            let Some(top) = table.party_top(party) else { continue };
            let foes: Vec<(usize, &Party)> = assault
                .parties
                .iter()
                .enumerate()
                .filter(|(foe, other)| !other.attacking && self.fought(place, *foe))
                .collect();
            let left = |party: &Party| {
                party.hexes.iter().filter(|&hex| !table.enemy_at(assault.side, hex)).collect::<ArrayVec<Hex, 8>>()
            };
            let gone = |party: &Party| !table.is_in(party) && left(party).len() == party.hexes.len();
            if foes.is_empty() || !foes.iter().all(|(_, foe)| gone(foe)) {
                continue;
            }
            let before = |hex: &Hex| {
                table
                    .unit(top)
                    .hexes
                    .iter()
                    .any(|own| table.grid().direction(own, *hex).is_some_and(|dir| table.fronts(top, own, dir)))
            };
            let mut goals = foes.iter().flat_map(|&(foe, other)| left(other).into_iter().map(move |hex| (foe, hex)));
            let reached: ArrayVec<(usize, Hex), 8> = goals.by_ref().filter(|(_, hex)| before(hex)).take(8).collect();
            let Some(&(foe, to)) = reached.first() else { continue };
            let also = reached.get(1).map(|&(_, hex)| hex).filter(|_| table.unit(top).hexes.len() == 1);
            let by_melee = foes.iter().any(|(_, foe)| foe.fate.is_some());
            if by_melee {
                table.state.overflow.keep(&mut shaken, place);
            }
            let advancer = Advancer { after: foe as u8, also, ..Advancer::of(top, party.units, to) };
            table.state.overflow.keep(&mut after, advancer);
        }
        if after.is_empty() {
            return;
        }
        self.state.assaulting.advancing = after;
        self.push(Step::Assault(AssaultStep::AdvanceNext(Reason::Won)));
        for place in shaken {
            let table = self.table();
            let party = table.resolving().and_then(|assault| assault.parties.get(place));
            let stack = party.map(|party| table.party_stack(party)).unwrap_or_default();
            for &id in stack.iter().filter(|&&id| self.unit(id).order == Order::Good).collect::<Vec<_>>() {
                self.disorder(id, Cause::Assault);
            }
        }
    }

    /// Two parties were in the same mêlée, or the one assaulted the other before it came to that.
    fn fought(&self, attacker: usize, defender: usize) -> bool {
        let table = self.table();
        let Some(assault) = table.resolving() else { return false };
        let party = &assault.parties[attacker];
        let foe = &assault.parties[defender];
        if assault.bouts.is_empty() {
            let meant = party.targets.into_iter().flatten().any(|hex| foe.hexes.contains(hex));
            return meant || assault.turned || assault.committed && party.reserve;
        }
        assault.bouts.iter().any(|bout| Bout::has(bout.attackers, attacker) && Bout::has(bout.defenders, defender))
    }
}
