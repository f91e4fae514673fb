//! Two ways to look at a battle: [`Table`] only reads, [`Play`] also acts. All rules are methods of one or the other.

use crate::LesBatailles;
use crate::agenda::Step;
use crate::cards::{
    Arm, Bonuses, FormationCard, FormationId, LeaderCard, LeaderId, MOST_STACKED, Post, Specific, UnitCard, UnitId,
};
use crate::decision::Decision;
use crate::fraction::Fraction;
use crate::ground::Ground;
use crate::state::{Formation, Formed, Leader, Loss, Order, Place, State, Unit};
use arrayvec::ArrayVec;
use field::hexes::{Grid, Hex};
use kernel::{Dice, Listener, Refusal, Seat, Side, Unasked};

/// The battle, to be read.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub rules: &'a LesBatailles,
    pub state: &'a State,
}

/// Units that share hexes, from the top down.
pub type Stack = ArrayVec<UnitId, MOST_STACKED>;

impl<'a> Table<'a> {
    #[inline]
    pub fn unit(self, id: UnitId) -> &'a Unit {
        &self.state.units[id.ix()]
    }

    #[inline]
    pub fn card(self, id: UnitId) -> &'a UnitCard {
        &self.rules.units[id.ix()]
    }

    #[inline]
    pub fn leader(self, id: LeaderId) -> &'a Leader {
        &self.state.leaders[id.ix()]
    }

    #[inline]
    pub fn leader_card(self, id: LeaderId) -> &'a LeaderCard {
        &self.rules.leaders[id.ix()]
    }

    #[inline]
    pub fn formation(self, id: FormationId) -> &'a Formation {
        &self.state.formations[id.ix()]
    }

    #[inline]
    pub fn formation_card(self, id: FormationId) -> &'a FormationCard {
        &self.rules.formations[id.ix()]
    }

    #[inline]
    pub fn ground(self) -> &'a Ground {
        &self.rules.ground
    }

    #[inline]
    pub fn grid(self) -> &'a Grid {
        &self.rules.ground.grid
    }

    #[inline]
    pub fn side(self, id: UnitId) -> Side {
        self.card(id).side
    }

    pub fn seat(self, id: UnitId) -> Seat {
        self.card(id).seat
    }

    /// The seat that speaks for a whole side.
    pub fn chief(self, side: Side) -> Seat {
        self.rules.chiefs[side.ix()]
    }

    pub fn name(self, id: UnitId) -> &'a str {
        &self.card(id).name
    }

    pub fn all(self) -> impl Iterator<Item = UnitId> + use<'a> {
        (0..self.state.units.len() as u16).map(UnitId)
    }

    pub fn on_map(self) -> impl Iterator<Item = UnitId> + use<'a> {
        self.all().filter(move |&id| self.unit(id).on_map())
    }

    /// Units of a side on the map.
    pub fn of_side(self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        self.rules.by_side[side.ix()].iter().copied().filter(move |&id| self.unit(id).on_map())
    }

    pub fn enemies_of(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.of_side(self.side(id).other())
    }

    pub fn all_leaders(self) -> impl Iterator<Item = LeaderId> + use<'a> {
        (0..self.state.leaders.len() as u8).map(LeaderId)
    }

    pub fn all_formations(self) -> impl Iterator<Item = FormationId> + use<'a> {
        (0..self.state.formations.len() as u8).map(FormationId)
    }

    // What kind of unit it is.

    #[inline]
    pub fn is_infantry(self, id: UnitId) -> bool {
        self.card(id).arm == Arm::Infantry
    }

    #[inline]
    pub fn is_cavalry(self, id: UnitId) -> bool {
        self.card(id).arm == Arm::Cavalry
    }

    #[inline]
    pub fn is_artillery(self, id: UnitId) -> bool {
        self.card(id).arm == Arm::Artillery
    }

    #[inline]
    pub fn is_wagon(self, id: UnitId) -> bool {
        self.card(id).arm == Arm::Wagon
    }

    pub fn is_unlimbered(self, id: UnitId) -> bool {
        self.is_artillery(id) && !self.unit(id).limbered
    }

    pub fn is_limbered(self, id: UnitId) -> bool {
        self.is_artillery(id) && self.unit(id).limbered
    }

    pub fn is_skirmishing(self, id: UnitId) -> bool {
        self.unit(id).formed == Formed::Skirmish
    }

    pub fn is_pgd(self, id: UnitId) -> bool {
        self.unit(id).order == Order::Pgd
    }

    /// Its specific side, or what a seat that may not see it supposes.
    #[inline]
    pub fn specific(self, id: UnitId) -> Specific {
        self.unit(id).specific.unwrap_or(self.card(id).typical)
    }

    #[inline]
    pub fn bonuses(self, id: LeaderId) -> Bonuses {
        self.leader(id).bonuses.unwrap_or(self.leader_card(id).typical)
    }

    // Strength.

    /// Increments lost: two losses marked are one of the Old Guard's infantry (LB 17.4b).
    pub fn increments_down(self, id: UnitId) -> u8 {
        let (card, marked) = (self.card(id), self.unit(id).losses);
        if card.is_old_guard() && card.arm == Arm::Infantry { marked / 2 } else { marked }
    }

    /// Increments left (LB 24.13).
    pub fn increments(self, id: UnitId) -> u8 {
        self.card(id).increments.saturating_sub(self.increments_down(id))
    }

    /// How many Increments stand in each hex of a Road Column (LB 12.8.2b).
    pub fn per_road_hex(self, id: UnitId) -> u8 {
        match self.card(id).arm {
            Arm::Infantry | Arm::Cavalry => 4,
            Arm::Artillery | Arm::Wagon => 1,
        }
    }

    /// The Increments of a unit in one of its hexes: equal parts, but four to a hex of a Road Column with the rest in the last
    /// (LB 12.3a, 12.3b, 12.5.1b).
    pub fn increments_in(self, id: UnitId, hex: Hex) -> Fraction {
        let unit = self.unit(id);
        let Some(place) = unit.hexes.iter().position(|own| own == hex) else { return Fraction::ZERO };
        let left = self.increments(id);
        if unit.formed == Formed::RoadColumn {
            let each = self.per_road_hex(id);
            let before = each.saturating_mul(place as u8);
            let last = place + 1 == unit.hexes.len();
            let here = left.saturating_sub(before);
            return Fraction::whole(u32::from(if last { here } else { here.min(each) }));
        }
        Fraction::of(left.into(), unit.hexes.len() as u32)
    }

    // Who stands where.

    /// The units on a hex, from the top down.
    #[inline]
    pub fn stack_at(self, hex: Hex) -> Stack {
        self.state.stacked(hex)
    }

    /// A unit and all it shares a hex with, from the top down (LB 24.20).
    pub fn stack_of(self, id: UnitId) -> Stack {
        let hexes = self.unit(id).hexes;
        // In one hex it lies in order already.
        if hexes.len() == 1 && self.unit(id).on_map() {
            let here = self.stack_at(hexes.head());
            if here.iter().all(|&other| self.unit(other).hexes.len() == 1) {
                return here;
            }
        }
        let mut stack = Stack::new();
        for hex in hexes.iter() {
            for other in self.state.stack(hex).filter(|other| !stack.contains(other)).collect::<Stack>() {
                self.state.overflow.keep(&mut stack, other);
            }
        }
        stack.sort_by_key(|&other| self.unit(other).rank);
        stack
    }

    /// The unit on top of a hex.
    #[inline]
    pub fn top_at(self, hex: Hex) -> Option<UnitId> {
        self.state.stack(hex).next()
    }

    /// The unit on top of the stack a unit is in.
    pub fn top_of(self, id: UnitId) -> UnitId {
        self.stack_of(id).first().copied().unwrap_or(id)
    }

    #[inline]
    pub fn side_at(self, hex: Hex) -> Option<Side> {
        self.top_at(hex).map(|top| self.side(top))
    }

    /// Combat units of the enemy of that side stand there.
    #[inline]
    pub fn enemy_at(self, side: Side, hex: Hex) -> bool {
        !self.state.is_empty(hex) && self.state.stack(hex).any(|id| self.side(id) != side)
    }

    #[inline]
    pub fn friend_at(self, side: Side, hex: Hex) -> bool {
        !self.state.is_empty(hex) && self.state.stack(hex).any(|id| self.side(id) == side)
    }

    pub fn neighbours(self, hex: Hex) -> impl Iterator<Item = Hex> + use<'a> {
        self.grid().neighbours(hex).iter().copied().flatten()
    }

    /// An enemy combat unit is next to the hex.
    pub fn enemy_beside(self, side: Side, hex: Hex) -> bool {
        self.neighbours(hex).any(|near| self.enemy_at(side, near))
    }

    /// An enemy combat unit is next to some hex of the unit.
    pub fn is_beside_enemy(self, id: UnitId) -> bool {
        let side = self.side(id);
        self.unit(id).hexes.iter().any(|hex| self.enemy_beside(side, hex))
    }

    /// Hexes between a hex and the nearest of a unit.
    #[inline]
    pub fn distance_to(self, id: UnitId, hex: Hex) -> u16 {
        let hexes = self.unit(id).hexes;
        let head = self.grid().distance(hexes.head(), hex);
        // Most bodies lie in one hex.
        if hexes.get(1).is_none() {
            return head;
        }
        hexes.iter().skip(1).map(|own| self.grid().distance(own, hex)).fold(head, u16::min)
    }

    /// Hexes between the nearest hexes of two units: 1 when they are adjacent.
    pub fn distance(self, a: UnitId, b: UnitId) -> u16 {
        self.unit(a).hexes.iter().map(|hex| self.distance_to(b, hex)).min().unwrap_or(u16::MAX)
    }

    /// Hexes to the nearest enemy combat unit of that side; none when there is none on the map.
    pub fn nearest_enemy(self, side: Side, hex: Hex) -> Option<u16> {
        self.of_side(side.other()).map(|id| self.distance_to(id, hex)).min()
    }

    /// The leaders of a side on a hex.
    pub fn leaders_at(self, side: Side, hex: Hex) -> impl Iterator<Item = LeaderId> + use<'a> {
        self.all_leaders().filter(move |&id| {
            let him = self.leader(id);
            self.leader_card(id).side == side && him.on_map() && him.hex == hex
        })
    }

    /// The leaders stacked with a unit: each is in one of its hexes (LB 8.1.1.1a).
    pub fn leaders_with(self, id: UnitId) -> impl Iterator<Item = LeaderId> + use<'a> {
        let (side, hexes) = (self.side(id), self.unit(id).hexes);
        self.all_leaders().filter(move |&leader| {
            let him = self.leader(leader);
            self.leader_card(leader).side == side && him.on_map() && hexes.contains(him.hex)
        })
    }

    /// The formation a unit belongs to at that level or above it, from its own upwards.
    pub fn chain(self, id: FormationId) -> impl Iterator<Item = FormationId> + use<'a> {
        std::iter::successors(Some(id), move |&id| self.formation_card(id).over)
    }

    /// The formation that a leader leads, or serves as an aide.
    pub fn post_formation(self, id: LeaderId) -> Option<FormationId> {
        match self.leader(id).post {
            Post::Leads(formation) | Post::Aide(formation) => Some(formation),
            Post::Monarch | Post::ImperialAide | Post::Outside => None,
        }
    }

    // For judges.

    pub fn known(self, id: UnitId) -> Result<(), Refusal> {
        let there = id.ix() < self.state.units.len();
        if there { Ok(()) } else { Err(Refusal::new("LB 1.0a", "there is no such unit")) }
    }

    /// Whether a unit is the seat's to order.
    pub fn owns(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.known(id)?;
        if self.seat(id) == seat { Ok(()) } else { Err(Refusal::new("LB 1.0a", "that unit is not yours to order")) }
    }
}

/// The battle, being played.
pub struct Play<'a, L> {
    pub rules: &'a LesBatailles,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub listener: &'a mut L,
}

impl<L: Listener> Play<'_, L> {
    pub fn table(&self) -> Table<'_> {
        Table { rules: self.rules, state: self.state }
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.state.units[id.ix()]
    }

    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.state.units[id.ix()]
    }

    pub fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.state.leaders[id.ix()]
    }

    pub fn push(&mut self, step: Step) {
        self.state.steps().push(step);
    }

    /// Takes the step on top off: it is done.
    pub fn pop(&mut self) {
        self.state.steps().pop();
    }

    /// Turns a stack: all its counters face the same way (LB 9.1a).
    pub fn face(&mut self, stack: &Stack, facing: crate::hexes::Facing) {
        for &id in stack {
            self.unit_mut(id).facing = facing;
        }
    }

    /// Takes a unit off the map for good, or to where it may come back from.
    pub fn take_off(&mut self, id: UnitId, to: Place) {
        let (side, hexes, stood) = (self.rules.units[id.ix()].side, self.unit(id).hexes, self.unit(id).on_map());
        let spent = self.table().increments(id) == 0;
        self.state.lift(id);
        self.unit_mut(id).place = to;
        if stood {
            self.leaders_left(side, hexes, to, spent);
        }
    }

    /// A unit is out of play, for everybody to see on the Display (LB 3.3c, G35).
    pub fn remove(&mut self, id: UnitId, loss: Loss) {
        self.take_off(id, Place::Gone(loss));
    }

    /// A question with one answer is not asked. What is played without asking is noted for those who write scripts.
    pub fn unasked(&mut self, seat: Seat, topic: &'static str, decision: Decision) {
        if self.listener.hears() {
            let decision = kernel::notation::write::<Decision, _>(self.rules, &decision);
            self.listener.unasked(Unasked { seat, topic, decision });
        }
    }
}
