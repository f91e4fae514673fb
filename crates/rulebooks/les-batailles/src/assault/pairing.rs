//! Which stacks fight which mêlée (16.2.7, 16.1.1 step 5d).

use super::{AssaultChoice, AssaultStep, Bout};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use kernel::{Listener, Seat};

type Places = ArrayVec<usize, 12>;

/// A choice of who meets whom: the stacks that choose, those they choose among, and what is chosen so far.
pub(super) struct Match {
    pickers: Places,
    others: Places,
    chosen: ArrayVec<(usize, usize), 12>,
    touches: [[bool; 12]; 12],
}

impl Match {
    /// Whether the rest can be matched so that nobody is left without a mêlée.
    fn completes(&self, chosen: &[(usize, usize)]) -> bool {
        let Some(&next) = self.pickers.iter().find(|&&picker| !chosen.iter().any(|&(one, _)| one == picker)) else {
            return self.others.iter().all(|&other| chosen.iter().any(|&(_, met)| met == other));
        };
        self.others.iter().filter(|&&other| self.touches[next][other]).any(|&other| {
            let mut more: ArrayVec<(usize, usize), 12> = chosen.iter().copied().collect();
            more.try_push((next, other)).is_ok() && self.completes(&more)
        })
    }

    /// The stack that chooses next, and those it can meet.
    fn next(&self) -> Option<(usize, Places)> {
        let picker = *self.pickers.iter().find(|&&picker| !self.chosen.iter().any(|&(one, _)| one == picker))?;
        let met = |&other: &usize| self.touches[picker][other];
        let fits = |&other: &usize| {
            let mut more = self.chosen.clone();
            more.try_push((picker, other)).is_ok() && self.completes(&more)
        };
        let good: Places = self.others.iter().copied().filter(|other| met(other) && fits(other)).collect();
        let any: Places = self.others.iter().copied().filter(met).collect();
        Some((picker, if good.is_empty() { any } else { good }))
    }
}

impl Table<'_> {
    /// After a commitment each stack fights in one mêlée and one only; of the side with more stacks each is matched with one of the
    /// other side (LB 16.1.1-5f, 16.2.7.2a, 16.2.7.3a). None where one mêlée settles it all.
    pub(super) fn matching(self) -> Option<Match> {
        let assault = self.resolving()?;
        if !assault.committed || assault.round == 1 {
            return None;
        }
        let (attackers, defenders) = (self.parties_in(true), self.parties_in(false));
        let (pickers, others) =
            if attackers.len() >= defenders.len() { (attackers, defenders) } else { (defenders, attackers) };
        let mut touches = [[false; 12]; 12];
        for &one in &pickers {
            for &other in &others {
                touches[one][other] = self.touch(&assault.parties[one], &assault.parties[other]);
            }
        }
        let involved = |place: &usize, among: &Places| among.iter().any(|&o| touches[*place][o] || touches[o][*place]);
        let pickers: Places = pickers.iter().copied().filter(|place| involved(place, &others)).collect();
        let others: Places = others.iter().copied().filter(|place| involved(place, &pickers)).collect();
        Some(Match {
            pickers,
            others,
            chosen: assault.pairs.iter().map(|&(a, b)| (a.into(), b.into())).collect(),
            touches,
        })
    }

    /// The stack that is matched next, and with whom it can be.
    pub(crate) fn next_pair(self) -> Option<(UnitId, ArrayVec<UnitId, 12>)> {
        let assault = self.resolving()?;
        let (picker, met) = self.matching()?.next()?;
        let top = |place: usize| self.party_top(&assault.parties[place]);
        Some((top(picker)?, met.into_iter().filter_map(top).collect()))
    }

    /// The assaulting player is asked where there is a choice (LB 16.1.1-5f).
    pub(crate) fn pair_asked(self) -> Option<Seat> {
        let (_, met) = self.next_pair()?;
        let assault = self.resolving()?;
        (met.len() > 1).then(|| self.chief(assault.side))
    }

    pub(crate) fn offer_pairs(self, menu: &mut Vec<Decision>) {
        if let Some((unit, met)) = self.next_pair() {
            menu.extend(met.into_iter().map(|with| Decision::Assault(AssaultChoice::Pair { unit, with })));
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Stacks are matched one by one; then the mêlées begin.
    pub(super) fn pair(&mut self, with: Option<UnitId>) {
        if !self.goes_on() {
            return;
        }
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let found = table.matching().and_then(|matching| matching.next());
        let Some((picker, met)) = found else {
            self.match_bouts();
            self.push(Step::Assault(AssaultStep::Fight));
            return;
        };
        let wanted = with.and_then(|unit| assault.parties.iter().position(|party| party.units.contains(unit)));
        let chosen = wanted.or_else(|| met.first().copied());
        let (value, overflow) = self.state.with_overflow();
        let Some(assault) = &mut value.assaulting.current else { return };
        match chosen {
            Some(other) => {
                overflow.keep(&mut assault.pairs, (picker as u8, other as u8));
            }
            None => assault.parties[picker].out = true,
        }
        self.push(Step::Assault(AssaultStep::Pair));
    }

    /// A mêlée for each stack that is assaulted, with all who assault it (LB 16.2.7.2a, 16.2.7.1b); after a commitment as they were matched.
    fn match_bouts(&mut self) {
        let table = self.table();
        let Some(assault) = table.resolving() else { return };
        let mut bouts: ArrayVec<Bout, { super::MOST_PARTIES }> = ArrayVec::new();
        let bout = |attackers: u16, defenders: u16| Bout { attackers, defenders, result: None };
        if let Some(matching) = table.matching() {
            let pick_attacks = matching.pickers.first().is_some_and(|&place| assault.parties[place].attacking);
            for &other in &matching.others {
                let with = matching.chosen.iter().filter(|&&(_, met)| met == other);
                let mask = with.fold(0, |mask, &(picker, _)| mask | 1u16 << picker);
                if mask != 0 {
                    let one = 1u16 << other;
                    let made = if pick_attacks { bout(mask, one) } else { bout(one, mask) };
                    table.state.overflow.keep(&mut bouts, made);
                }
            }
        } else if assault.turned {
            let mask = |places: Places| places.into_iter().fold(0, |mask, place| mask | 1u16 << place);
            let made = bout(mask(table.parties_in(true)), mask(table.parties_in(false)));
            table.state.overflow.keep(&mut bouts, made);
        } else {
            for defender in table.parties_in(false) {
                let meets =
                    |&place: &usize| !table.meets(&assault.parties[place], &assault.parties[defender]).is_empty();
                // Separate parts of a Column of Companies are fought separately (LB 12.5.4a).
                let portion = |&place: &usize| table.portion(&assault.parties[place], &assault.parties[defender]);
                let attackers: Places = table.parties_in(true).into_iter().filter(meets).collect();
                let mut portions: Places = attackers.iter().map(portion).collect();
                portions.sort_unstable();
                let mut before = None;
                portions.retain(|place| before.replace(*place) != Some(*place));
                for first in portions {
                    let here = attackers.iter().filter(|&place| portion(place) == first);
                    let mask = here.fold(0, |mask, &place| mask | 1u16 << place);
                    table.state.overflow.keep(&mut bouts, bout(mask, 1 << defender));
                }
            }
        }
        if let Some(assault) = &mut self.state.assaulting.current {
            assault.bouts = bouts;
        }
    }
}
