//! Which Orders suit a Wing, and what keeps a side on the field.

use super::{ENOUGH, NEVER};
use crate::cards::{UnitId, WingId};
use crate::state::{Mark, Orders};
use crate::table::Table;
use kernel::Side;

/// How near the enemy must be for a charge: as far as horse rides, or foot marches, in two activations.
const RIDE: u8 = 12;
const MARCH: u8 = 8;
/// So few in order hold what is won, and do not go for more.
const THIN: usize = 2;

impl Table<'_> {
    /// Whether other Orders would suit the active Wing better.
    pub(super) fn rank_change(self, orders: Orders) -> i32 {
        let Some(now) = self.state.activation else { return ENOUGH - 1 };
        if orders == Orders::Rally && self.surrenders_with(now.wing) {
            return NEVER;
        }
        if self.suits(now.wing) == Some(orders) { 5 } else { -5 }
    }

    /// Whether a side leaves the field when this Wing is under Rally: all the others of it are (MP 4.6b).
    fn surrenders_with(self, wing: WingId) -> bool {
        let side = self.rules.wings[wing.ix()].side;
        self.wings_of(side).all(|other| other == wing || self.wing(other).orders == Orders::Rally)
    }

    /// The Wings of a side that have units on the map (MP 4.6d).
    fn wings_of(self, side: Side) -> impl Iterator<Item = WingId> {
        self.wings().filter(move |&wing| {
            let fielded = |id| !self.unit(id).has(Mark::Captured);
            self.rules.wings[wing.ix()].side == side && self.of_wing(wing).any(fielded)
        })
    }

    /// Whether a side would have won if the battle ended now (MP 15.0b).
    pub(super) fn is_winning(self, side: Side) -> bool {
        let points = Side::BOTH.map(|side| self.victory_points(side));
        let level = self.rules.victory.levels.get(usize::from(self.level_reached(points, [false; 2])));
        level.is_some_and(|level| level.winner == Some(side))
    }

    /// Whether a side that has won has only to let the battle end: the last turn is here, or the enemy leaves the field with it.
    pub(super) fn is_content(self, side: Side) -> bool {
        let ends = self.state.turn >= self.rules.turns || self.has_left_the_field(side.other());
        ends && self.is_winning(side)
    }

    /// Whether a unit is the last in order of the last Wing on the field: with it the side leaves (MP 5.8a, 4.6b).
    pub(super) fn is_mainstay(self, id: UnitId) -> bool {
        let wing = self.card(id).wing;
        self.in_order_of(wing).eq([id]) && self.surrenders_with(wing)
    }

    /// The horse and heavy foot of a Wing that are fit to fight (MP 5.8a).
    fn in_order_of(self, wing: WingId) -> impl Iterator<Item = UnitId> {
        let fights = move |id: &UnitId| self.is_cavalry(*id) || self.is_heavy(*id);
        self.of_wing(wing).filter(fights).filter(move |&id| !self.ails(id))
    }

    /// Whether it serves the active Wing to go on: not one that has won all it can, nor one that has the field by a single
    /// unit still in order.
    pub(super) fn rank_continuing(self) -> i32 {
        let Some(now) = self.state.activation else { return ENOUGH };
        let side = self.rules.wings[now.wing.ix()].side;
        let thin = self.surrenders_with(now.wing) && self.in_order_of(now.wing).take(2).count() < 2;
        if self.is_winning(side) && (thin || self.is_content(side)) { -5 } else { 2 }
    }

    /// The Orders that a Wing should have instead of its own, if any.
    fn suits(self, wing: WingId) -> Option<Orders> {
        let whole = self.of_wing(wing).filter(|&id| self.is_cavalry(id) || self.is_heavy(id)).count();
        let sound = self.in_order_of(wing).count();
        let ailing = whole - sound;
        let thin = sound <= THIN && self.is_winning(self.rules.wings[wing.ix()].side);
        let worn = 2 * ailing > whole || thin;
        // The last Wing that holds the field does not leave it to rally.
        let last = self.surrenders_with(wing);
        match self.wing(wing).orders {
            Orders::Rally if ailing == 0 || last => Some(Orders::MakeReady),
            Orders::Rally => None,
            Orders::Charge if worn && last => Some(Orders::ReceiveCharge),
            Orders::MakeReady if worn && last => Some(Orders::ReceiveCharge),
            Orders::ReceiveCharge if worn && last => None,
            _ if 2 * ailing > whole => Some(Orders::Rally),
            Orders::Charge => None,
            _ if self.is_in_reach(wing) => Some(Orders::Charge),
            Orders::ReceiveCharge => Some(Orders::MakeReady),
            Orders::MakeReady => None,
        }
    }

    /// Whether a Wing has sound troops near enough to the enemy to charge.
    fn is_in_reach(self, wing: WingId) -> bool {
        self.of_wing(wing).filter(|&id| self.is_body(id) && !self.ails(id)).any(|id| {
            let reach = if self.is_cavalry(id) { RIDE } else { MARCH };
            self.nearest_enemy(id).is_some_and(|(_, distance)| distance <= reach)
        })
    }
}
