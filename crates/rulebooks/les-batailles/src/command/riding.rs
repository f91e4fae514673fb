//! Leaders ride where they like, through any zone: with the Leader chit, or alone in a Maneuver Unit (LB 8.9.1a, 9.0h, 10.1.1a).

use crate::cards::{LeaderId, MOST_LEADERS};
use crate::face::told::{Who, command as told};
use crate::readings::Escorts;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::{Listener, Refusal, Side};

/// The most hexes of a map.
const MOST_ON_MAP: usize = 16_384;
/// The most hexes a ride can lead to.
const MOST: usize = 1200;

/// The hexes a leader can ride to, with the points it takes, in halves.
pub type Rides = ArrayVec<(Hex, u8), MOST>;

impl Table<'_> {
    /// What a step costs a leader, in halves of a point; none where he may not go: never into a hex of enemy combat units
    /// (LB 13.1.4a, 13.1.7a, 13.1.7.1a).
    fn ride_cost(self, side: Side, from: Hex, dir: Dir) -> Option<u8> {
        let cost = self.rules.ways.ride(from, dir)?;
        let to = self.grid().neighbour(from, dir)?;
        (!self.enemy_at(side, to)).then_some(cost)
    }

    /// The hexes a leader can ride to with so many points, and not stop among enemy leaders (LB 8.1.4d).
    pub fn rides(self, id: LeaderId, points: u8) -> Rides {
        let (side, from) = (self.leader_card(id).side, self.leader(id).hex);
        let most = points.saturating_mul(2);
        let mut found: Rides = ArrayVec::new();
        // Where each hex stands among those that were found, one higher.
        let mut places = [0u16; MOST_ON_MAP];
        let place_of = |hex: Hex| hex.index() % MOST_ON_MAP;
        found.push((from, 0));
        places[place_of(from)] = 1;
        // Those whose cheapest way so far has been followed on.
        let mut followed = [0u64; MOST.div_ceil(64)];
        let mut at = 0;
        // Cheaper ways to hexes found before are followed again, the first of them first: there are few of them.
        while let Some(&(hex, spent)) = found.get(at) {
            let (word, bit) = (at / 64, 1 << (at % 64));
            if followed[word] & bit != 0 {
                at += 1;
                continue;
            }
            followed[word] |= bit;
            let mut again = at + 1;
            for dir in Dir::ALL {
                let Some(cost) = self.rules.ways.ride(hex, dir) else { continue };
                let sum = cost.saturating_add(spent);
                if sum > most {
                    continue;
                }
                let Some(to) = self.grid().neighbour(hex, dir) else { continue };
                match usize::from(places[place_of(to)]).checked_sub(1) {
                    Some(place) if found[place].1 > sum => {
                        found[place].1 = sum;
                        followed[place / 64] &= !(1 << (place % 64));
                        again = again.min(place);
                    }
                    Some(_) => {}
                    None if self.enemy_at(side, to) => {}
                    None if found.is_full() => self.state.overflow.note(MOST),
                    None => {
                        found.push((to, sum));
                        places[place_of(to)] = found.len() as u16;
                    }
                }
            }
            at = again;
        }
        let enemies: ArrayVec<Hex, MOST_LEADERS> =
            self.leaders_of(side.other()).map(|leader| self.leader(leader).hex).take(MOST_LEADERS).collect();
        found.retain(|&mut (hex, _)| hex != from && !enemies.contains(&hex));
        found
    }

    /// A leader who has not moved and is in no Maneuver Unit may ride when the Leader chit is drawn: to his new post, or away from those he ran
    /// with in an earlier turn (LB 8.9.1a, 8.1.2a, 8.1.6b, 8.2.6.3b, G7).
    pub(super) fn may_ride(self, id: LeaderId) -> Result<(), Refusal> {
        if !self.leader(id).on_map() {
            return Err(Refusal::new("LB 8.9.1a", "he is not on the map"));
        }
        if self.leader(id).turn.moved {
            return Err(Refusal::new("LB 8.1.2a", "he has moved in this turn"));
        }
        if self.leader_is_in_mu(id) {
            return Err(Refusal::new("LB 8.9.1a", "he is part of a Maneuver Unit"));
        }
        Ok(())
    }

    /// Somewhere to go.
    pub(super) fn can_ride(self, id: LeaderId) -> bool {
        self.may_ride(id).is_ok() && self.rides_to_the_next(id)
    }

    /// The hexes next to him that he could ride to straight away.
    pub(super) fn rides_next(self, id: LeaderId) -> impl Iterator<Item = Hex> {
        let (side, from) = (self.leader_card(id).side, self.leader(id).hex);
        let most = self.leader_card(id).movement.saturating_mul(2);
        Dir::ALL.into_iter().filter_map(move |dir| {
            let to = self.grid().neighbour(from, dir)?;
            let free = self.ride_cost(side, from, dir).is_some_and(|cost| cost <= most);
            (free && self.leaders_at(side.other(), to).next().is_none()).then_some(to)
        })
    }

    /// He could ride to a hex next to him.
    fn rides_to_the_next(self, id: LeaderId) -> bool {
        self.rides_next(id).next().is_some()
    }

    /// There is anywhere he could ride to, next to him or farther.
    pub fn has_a_ride(self, id: LeaderId) -> bool {
        self.rides_to_the_next(id) || !self.rides(id, self.leader_card(id).movement).is_empty()
    }

    /// Escorts that begin the Leader chit with their leader or next to him act like a Maneuver Unit (LB 8.9.1.1a).
    pub fn escorts_of(self, side: Side) -> crate::cards::UnitSet {
        if self.rules.options.escorts != Escorts::LeaderChit {
            return crate::cards::UnitSet::EMPTY;
        }
        let near = |&id: &crate::cards::UnitId| {
            let leader = self.card(id).escort.filter(|&leader| self.leader(leader).on_map());
            leader.is_some_and(|leader| self.distance_to(id, self.leader(leader).hex) <= 1)
                && !self.is_pgd(id)
                && !self.is_pinned(id)
        };
        self.of_side(side).filter(near).collect()
    }
}

impl<L: Listener> Play<'_, L> {
    /// A leader rides to a hex and is done for the turn (LB 8.9.1b, 8.9.1c).
    pub(super) fn ride(&mut self, id: LeaderId, to: Hex) {
        self.tell("LB 8.9.1a", told::RIDES, &[Who::Leader(id), Who::Hex(to)]);
        self.put_leader(id, to);
        self.leader_has_moved(id);
    }
}
