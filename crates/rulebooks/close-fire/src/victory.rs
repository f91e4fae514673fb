//! How battles end (CF 5.28, G1).

use crate::cards::UnitId;
use crate::cards::{Class, PositionId, Shape};
use crate::measures::NEAR;
use crate::state::{EndReason, Ending, Place, Service, Standing};
use crate::table::{Play, Table, within};
use field::table::Body;
use kernel::{Listener, SeatSet, Side};

impl Table<'_> {
    /// Bases of a unit that count among those an army began with: those of fighting troops, a gun being one (CF G1).
    fn counts(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        !unit.dummy && !matches!(unit.class, Class::Wagon | Class::Civilians)
    }

    /// Bases that a side still has: on the table and in hand, not routing, guns with their crews; and those that are still to
    /// come (CF G1).
    pub fn bases_left(self, side: Side) -> u16 {
        let stands = |id: &UnitId| {
            let unit = self.unit(*id);
            let there = !matches!(unit.place, Place::Gone(_) | Place::Merged(_));
            there && unit.standing != Standing::Routing && (!self.is_gun(*id) || unit.service == Service::Crewed)
        };
        let own = self.all().filter(|&id| self.side(id) == side && self.counts(id));
        own.filter(stands).map(|id| u16::from(self.unit(id).bases())).sum()
    }

    /// Bases lost of those it began with (CF G1).
    pub fn bases_lost(self, side: Side) -> u16 {
        self.state.began[side.ix()].saturating_sub(self.bases_left(side))
    }

    /// Per cent of its bases that a side has lost.
    pub fn lost_percent(self, side: Side) -> u32 {
        let began = u32::from(self.state.began[side.ix()]).max(1);
        u32::from(self.bases_lost(side)) * 100 / began
    }

    fn is_broken(self, side: Side) -> bool {
        let Some(at) = self.rules.victory.broken_at else { return false };
        u32::from(self.bases_lost(side)) * 100 >= u32::from(self.state.began[side.ix()]) * u32::from(at)
    }

    /// How far a body is from named ground: 0 inside it (CF G90).
    pub fn distance_to(self, position: PositionId, body: &Body) -> f64 {
        match &self.rules.positions[position.ix()].shape {
            Shape::Area(outline) => outline.distance_to_body(body),
            Shape::Point(at) => body.distance_to_point(at.vec()),
        }
    }

    /// Stands on named ground: on some of a polygon, or within 120 yds of a point (CF G17).
    pub fn is_on(self, position: PositionId, body: &Body) -> bool {
        let far = self.distance_to(position, body);
        match self.rules.positions[position.ix()].shape {
            Shape::Area(_) => far <= 0.0,
            Shape::Point(_) => within(far, NEAR),
        }
    }

    /// The side that a formed unit of stands on the objective with no formed enemy near it (CF G1).
    pub(crate) fn takes_objective(self, side: Side) -> bool {
        let Some(position) = self.rules.victory.objective else { return false };
        let clear = self.rules.victory.clear;
        let formed = |side: Side| self.of_side(side).filter(|&id| self.is_formed(id));
        let near = |id: UnitId| within(self.distance_to(position, &self.body(id)), clear);
        formed(side).any(|id| self.is_on(position, &self.body(id))) && !formed(side.other()).any(near)
    }

    /// How the battle stands at the end of a turn: over, or not (CF G1).
    fn ended(self) -> Option<(Option<Side>, EndReason)> {
        let broken = Side::BOTH.map(|side| self.is_broken(side));
        let attacker = self.rules.frame.attacker();
        let last = self.state.turn >= self.last_turn();
        match broken {
            [true, true] => {
                let holder = attacker.map(|side| if self.takes_objective(side) { side } else { side.other() });
                return Some((holder, EndReason::ArmyBroken));
            }
            [true, false] => return Some((Some(Side::SECOND), EndReason::ArmyBroken)),
            [false, true] => return Some((Some(Side::FIRST), EndReason::ArmyBroken)),
            [false, false] => {}
        }
        if let Some(side) = attacker {
            let late = self.state.turn >= self.rules.victory.from_turn || last;
            if late && self.takes_objective(side) {
                return Some((Some(side), EndReason::Objective));
            }
        }
        if !last {
            return None;
        }
        match attacker.filter(|_| self.rules.victory.objective.is_some()) {
            Some(attacker) => Some((Some(attacker.other()), EndReason::Objective)),
            None => Some((self.fewer_lost(), EndReason::TurnsOver)),
        }
    }

    /// Who has lost less of its army, by enough of a difference (CF G1).
    fn fewer_lost(self) -> Option<Side> {
        let [first, second] = Side::BOTH.map(|side| self.lost_percent(side));
        let margin = u32::from(self.rules.victory.margin);
        match (first, second) {
            (first, second) if first + margin <= second => Some(Side::FIRST),
            (first, second) if second + margin <= first => Some(Side::SECOND),
            _ => None,
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The turn is over: the battle may be, or the next begins.
    pub(crate) fn turn_ends(&mut self) {
        match self.table().ended() {
            Some((winner, why)) => {
                let lost = Side::BOTH.map(|side| self.table().lost_percent(side));
                self.tell_personal();
                self.state.over = Some(Ending { winner, why, lost });
                self.state.asked = SeatSet::EMPTY;
            }
            None => self.state.turn += 1,
        }
    }
}
