//! The Assault Segment: one assault after the other, the sides in turn (16.1).

use super::{Assault, AssaultChoice, AssaultStep};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::face::told::{Who, assault as told};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Entry, Listener, Side};

impl<'a> Table<'a> {
    /// The marker of a unit, and its place.
    pub(crate) fn marker_of(self, id: UnitId) -> Option<(usize, &'a Assault)> {
        self.state.assaults.iter().enumerate().find(|(_, assault)| assault.units.contains(id))
    }

    /// A unit bears an Assault Marker.
    pub fn is_assaulting(self, id: UnitId) -> bool {
        self.marker_of(id).is_some()
    }

    /// A hex is the target of an Assault Marker of the other side that stands next to it.
    pub fn is_target_hex(self, side: Side, hex: Hex) -> bool {
        self.state
            .assaults
            .iter()
            .any(|assault| assault.adjacent && self.side(assault.top) != side && assault.targets.contains(&Some(hex)))
    }

    /// A unit is the target of an assault: pinned, and out of command (LB 8.4.3.5a). One in several hexes is, whichever of them the
    /// marker points at.
    pub fn is_assault_target(self, id: UnitId) -> bool {
        let side = self.side(id);
        self.unit(id).on_map() && self.unit(id).hexes.iter().any(|hex| self.is_target_hex(side, hex))
    }

    /// Two markers of a side point at the same hex, or at hexes of the same stack.
    fn share_target(self, one: &Assault, other: &Assault) -> bool {
        let same = |a: Hex, b: Hex| a == b || self.state.stack(a).any(|id| self.unit(id).hexes.contains(b));
        let pairs = one.targets.into_iter().flatten();
        self.side(one.top) == self.side(other.top)
            && pairs.into_iter().any(|a| other.targets.into_iter().flatten().any(|b| same(a, b)))
    }

    /// The markers that are one assault with that one: they share targets, directly or over others (LB 16.2.7.2a, 16.2.7.3a).
    pub(crate) fn one_assault(self, place: usize) -> u32 {
        let mut all = 1u32 << place;
        loop {
            let mut more = all;
            for (one, marker) in self.state.assaults.iter().enumerate() {
                for (other, there) in self.state.assaults.iter().enumerate() {
                    let joins = all & (1 << other) != 0 && marker.adjacent && there.adjacent;
                    if joins && self.share_target(marker, there) {
                        more |= 1 << one;
                    }
                }
            }
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// The assaults of a side that are still to be resolved, each by one of its markers.
    pub(crate) fn assaults_left(self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let mut seen = 0u32;
        let all = self.state.assaults.iter().enumerate();
        all.filter_map(move |(place, assault)| {
            let fresh = assault.adjacent && self.side(assault.top) == side && seen & (1 << place) == 0;
            if fresh {
                seen |= self.one_assault(place);
            }
            fresh.then_some(assault.top)
        })
    }

    /// The assaults among which a side chooses now; nobody is asked where there is one.
    pub(crate) fn assaults_to_choose(self) -> Vec<UnitId> {
        match self.state.assaulting.chooser {
            Some(side) if self.state.assaulting.next.is_empty() => self.assaults_left(side).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn offer_next(self, menu: &mut Vec<Decision>) {
        menu.extend(self.assaults_to_choose().into_iter().map(|top| Decision::Assault(AssaultChoice::Next(top))));
    }
}

impl<L: Listener> Play<'_, L> {
    /// Whoever has more assaults chooses first; with as many on either side the dice say who (LB 7.4a, 7.4b, 16.1f). Markers whose stacks have
    /// come to nothing are taken away.
    pub(super) fn segment_of_assaults(&mut self) {
        self.remove_idle_markers();
        let count = |side: Side| self.table().assaults_left(side).count();
        let [first, second] = Side::BOTH.map(count);
        let chooser = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Side::FIRST,
            std::cmp::Ordering::Less => Side::FIRST.other(),
            std::cmp::Ordering::Equal if first == 0 => return,
            std::cmp::Ordering::Equal => {
                let dice = self.the_dice();
                let side = if dice.tens() <= 3 { Side::FIRST } else { Side::FIRST.other() };
                if self.listener.hears() {
                    let entry = self.table().entry("LB 16.1f", told::GOES_FIRST, &[Who::Side(side)]);
                    self.listener.tell(Entry { dice: vec![dice.tens(), dice.ones()], ..entry });
                }
                side
            }
        };
        self.state.assaulting.chooser = Some(chooser);
        self.push(Step::Assault(AssaultStep::Choose));
    }

    /// Attackers that are gone, run or never came near their target have no marker any more.
    fn remove_idle_markers(&mut self) {
        let idle = |play: &Self, assault: &Assault| {
            !assault.adjacent || !assault.units.iter().any(|id| play.unit(id).on_map() && !play.table().is_pgd(id))
        };
        let mut place = 0;
        while place < self.state.assaults.len() {
            if idle(self, &self.state.assaults[place]) {
                self.state.assaults.remove(place);
            } else {
                place += 1;
            }
        }
    }

    /// The next assault: first those who have named a new target, then the choice of the side whose turn it is; when it has none
    /// left the other goes on alone (LB 16.1f, G-35).
    pub(super) fn next_assault(&mut self, chosen: Option<UnitId>) {
        self.remove_idle_markers();
        let next = (!self.state.assaulting.next.is_empty()).then(|| self.state.assaulting.next.remove(0));
        if let Some(top) = next {
            self.push(Step::Assault(AssaultStep::Choose));
            self.push(Step::Assault(AssaultStep::Opens(top)));
            return;
        }
        let Some(side) = self.state.assaulting.chooser else { return };
        let mut left = self.table().assaults_left(side);
        let found = chosen.or_else(|| left.next());
        drop(left);
        match found {
            Some(top) => {
                self.state.assaulting.chooser = Some(side.other());
                self.push(Step::Assault(AssaultStep::Choose));
                self.push(Step::Assault(AssaultStep::Opens(top)));
            }
            None if self.table().assaults_left(side.other()).next().is_some() => {
                self.state.assaulting.chooser = Some(side.other());
                self.push(Step::Assault(AssaultStep::Choose));
            }
            None => self.state.assaulting.chooser = None,
        }
    }
}
