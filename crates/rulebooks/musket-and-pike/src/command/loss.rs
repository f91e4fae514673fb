//! Chapter 5.3: leaders lost, their fate, and who takes their place.

use super::{CommandChoice, CommandStep, Placing};
use crate::agenda::Step;
use crate::cards::{LeaderId, MOST_UNITS, Role, UnitId, WingId};
use crate::charts::Replacement;
use crate::decision::Decision;
use crate::face::told::{Of, command as told};
use crate::state::{Cause, LeaderPlace, Mark, Phase, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Reckoning, Side};

/// How a unit went with which leaders stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostCause {
    Eliminated(Cause),
    /// In the Close Combat it fought, by its result or by what follows from it (MP 11.8b).
    Destroyed(Cause),
    RoutedOff,
    Pursuit,
}

impl<'a> Table<'a> {
    /// Whether a Wing has a unit on the map or still to come (MP 5.3.3c, 5.3.4c).
    fn has_a_future(self, wing: WingId) -> bool {
        self.rules.wings[wing.ix()].units.iter().any(|unit| self.is_left(unit))
    }

    fn is_left(self, unit: UnitId) -> bool {
        let it = self.unit(unit);
        matches!(it.place, Place::Map | Place::Expected) && !it.has(Mark::Captured)
    }

    /// Units a leader may be put on at all: those of his Wing (MP 5.3.4a), for an Army Commander all of his side
    /// (MP 5.3.4d).
    fn companions(self, leader: LeaderId) -> impl Iterator<Item = UnitId> + use<'a> {
        let (role, side) = (self.leader(leader).role, self.leader_card(leader).side);
        self.of_side(side).filter(move |&unit| {
            let his = match role {
                Role::Army => true,
                Role::Wing(wing) => self.card(unit).wing == wing,
            };
            his && !self.unit(unit).has(Mark::Captured)
        })
    }

    /// Hexes a leader may be put on: every hex of such a unit, since he stands in one of a two-hex unit's (MP 5.4.2f).
    pub(super) fn places_for(self, leader: LeaderId, why: Placing) -> ArrayVec<Hex, { 2 * MOST_UNITS }> {
        let mut places = ArrayVec::new();
        let at = self.leader(leader).hex;
        let nearest = self.companions(leader).map(|unit| self.distance_to(unit, at)).min();
        for unit in self.companions(leader) {
            let far = why == Placing::Nearest && Some(self.distance_to(unit, at)) != nearest;
            for hex in self.unit(unit).hexes() {
                let farther = why == Placing::Nearest
                    && self.rules.ground.grid.distance(at, hex) as u8 > self.distance_to(unit, at);
                if !far && !farther && !places.contains(&hex) && !places.is_full() {
                    places.push(hex);
                }
            }
        }
        places
    }

    pub(super) fn placing_rule(self, leader: LeaderId, why: Placing) -> &'static str {
        match (why, self.leader(leader).role) {
            (Placing::Nearest, _) => "MP 5.2.1c",
            (Placing::OffMap, _) => "MP 5.2.2c",
            (Placing::Return, Role::Wing(_)) => "MP 5.3.4a",
            (Placing::Return, Role::Army) => "MP 5.3.4d",
        }
    }

    /// Whether a leader may also stay where he is: in the Rout Movement Phase he need not go off with his unit (MP 5.2.2b).
    pub(super) fn may_stay_at_edge(self, why: Placing) -> bool {
        why == Placing::OffMap && self.state.phase == Phase::RoutMovement
    }

    fn leaders_of(self, side: Side) -> impl Iterator<Item = LeaderId> + use<'a> {
        self.leaders().filter(move |&leader| self.leader_card(leader).side == side)
    }

    /// A leader whose turn out is over (MP 5.3.4b).
    fn due_back(self, side: Side) -> Option<LeaderId> {
        let due = |place: LeaderPlace| matches!(place, LeaderPlace::Returns { turn } if turn <= self.state.turn);
        self.leaders_of(side).find(|&leader| due(self.leader(leader).place))
    }

    /// A leader removed this turn whose fate is open (MP 5.3.3a): Wing Commanders first, since one of them may have
    /// to succeed the Army Commander.
    fn fate_open(self, side: Side) -> Option<(LeaderId, Cause)> {
        let open = |army: bool| {
            self.leaders_of(side).find_map(move |leader| match self.leader(leader).place {
                LeaderPlace::Removed(cause) if (self.leader(leader).role == Role::Army) == army => {
                    Some((leader, cause))
                }
                _ => None,
            })
        };
        open(false).or_else(|| open(true))
    }

    /// Who takes over an army whose commander is gone for good, when he is at hand (MP 5.3.5a): one set aside for it, or a Wing Commander
    /// on the map. One whose Wing is still to come, or who is out for a turn, takes over when he is there (ruling G-A64).
    fn heir(self, side: Side) -> Option<LeaderId> {
        let successor = self.rules.sides[side.ix()].successor?;
        let is_gone = |leader| matches!(self.leader(leader).place, LeaderPlace::Eliminated | LeaderPlace::Pursuing);
        let others = |&leader: &LeaderId| leader != successor && self.leader(leader).role == Role::Army;
        let mut commanders = self.leaders_of(side).filter(others).peekable();
        let vacant = commanders.peek().is_some() && commanders.all(is_gone);
        let him = self.leader(successor);
        let at_hand = match him.place {
            LeaderPlace::Map => him.role != Role::Army,
            LeaderPlace::Aside => !self.state.wings.iter().any(|wing| wing.leader == Some(successor)),
            _ => false,
        };
        (vacant && at_hand).then_some(successor)
    }

    /// Who leads a Wing without its commander: the battle's named replacement if he is to be had, else the nameless
    /// one (MP 5.3.3b).
    fn stand_in(self, wing: WingId) -> LeaderId {
        let card = &self.rules.wings[wing.ix()];
        let free = |leader: &LeaderId| self.leader(*leader).place == LeaderPlace::Aside;
        card.replacement.filter(free).unwrap_or(card.generic)
    }

    /// Whether a leader has a claim to a Wing before whoever leads it now: its own commander before the named replacement, and he before a nameless one
    /// (MP 5.2.1a, 5.3.3b, 5.3.4b).
    fn has_claim(self, leader: LeaderId, wing: WingId) -> bool {
        let stands_in = |leader: LeaderId| match self.leader_card(leader) {
            card if card.generic => 2,
            _ => u8::from(self.rules.wings[wing.ix()].replacement == Some(leader)),
        };
        self.wing(wing).leader.is_none_or(|now| stands_in(leader) < stands_in(now))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Rolls on the Leader Casualty Table for one leader (MP 10.10a, 11.8a, chart C5); removes him on a bad roll.
    /// True when he is gone.
    pub fn leader_casualty_roll(&mut self, leader: LeaderId, cause: Cause) -> bool {
        let rule = if cause == Cause::Fire { "MP 10.10a" } else { "MP 11.8a" };
        let die = self.d10();
        let gone = self.rules.charts.leader_casualty[die.clamp(0, 9) as usize];
        let reckoning = Reckoning::new(&*self.listener);
        let outcome = if gone { told::FALLS } else { told::UNHURT };
        self.tell_roll(rule, die, reckoning, [told::WHETHER_HIT, outcome], &[Of::Leader(leader)]);
        if gone {
            self.remove_leader(leader, cause);
        }
        gone
    }

    /// Removes a leader from play (MP 5.3.1a, 5.3.1b); his fate is rolled in the Marker Removal Phase. His Wing
    /// stands without a commander (MP 5.3.2a); an army plays without its own (ruling G-A64).
    pub fn remove_leader(&mut self, leader: LeaderId, cause: Cause) {
        let him = &mut self.state.leaders[leader.ix()];
        him.place = LeaderPlace::Removed(cause);
        if let Role::Wing(wing) = him.role {
            let led = &mut self.state.wings[wing.ix()].leader;
            *led = led.filter(|&commander| commander != leader);
        }
        let rule = if cause == Cause::Overrun { "MP 5.3.1b" } else { "MP 5.3.1a" };
        self.tell(rule, told::IS_REMOVED, &[Of::Leader(leader)]);
    }

    /// A unit has left the map for good or was destroyed: leaders stacked with it and with no other friendly unit are
    /// removed (MP 5.3.1b), those who were in its Close Combat whoever else is there (MP 11.8b; ruling G54), or go with it in pursuit (MP 5.3.1a, 11.7.2k), or are put on another unit of their
    /// Wing when the unit retreated or routed off the map (MP 5.2.2c). Called when the unit no longer stands on its
    /// hexes.
    pub fn leaders_of_lost(&mut self, id: UnitId, at: [Option<Hex>; 2], cause: LostCause) {
        let side = self.rules.units[id.ix()].side;
        for leader in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            let him = table.leader(leader);
            let ours = table.leader_card(leader).side == side && him.place == LeaderPlace::Map;
            if !ours || !at.contains(&Some(him.hex)) {
                continue;
            }
            let alone = table.friend_at(side, him.hex).is_none();
            match cause {
                LostCause::Pursuit => self.remove_leader(leader, Cause::Pursuit),
                LostCause::RoutedOff => self.unit_routed_off(leader),
                LostCause::Destroyed(cause) if table.is_in_fight(leader) => self.remove_leader(leader, cause),
                LostCause::Destroyed(cause) | LostCause::Eliminated(cause) if alone => {
                    self.remove_leader(leader, cause);
                }
                LostCause::Destroyed(_) | LostCause::Eliminated(_) => {}
            }
        }
    }

    /// Marker Removal B (MP 3.4b): leaders due come back, fates are rolled, replacements placed. May ask.
    pub fn replace_leaders(&mut self, side: Side) {
        self.push(Step::Command(CommandStep::Fates(side)));
    }

    /// One leader after another; each ends in a place that is not open any more.
    pub(super) fn work_fates(&mut self, side: Side) {
        let table = self.table();
        if let Some(leader) = table.due_back(side) {
            self.bring_back(leader);
        } else if let Some((leader, cause)) = table.fate_open(side) {
            self.settle_fate(leader, cause);
        } else if let Some(successor) = table.heir(side) {
            self.succeed(successor);
        } else {
            self.pop();
        }
    }

    /// MP 5.3.4b: his stand-in makes room; a stand-in himself stays at hand where the commander is back before him. Without a unit of his Wing he stays away,
    /// and that is no loss (MP 5.3.4c).
    fn bring_back(&mut self, leader: LeaderId) {
        self.state.leaders[leader.ix()].place = LeaderPlace::Aside;
        if let Role::Wing(wing) = self.state.leaders[leader.ix()].role {
            if !self.table().has_a_future(wing) {
                return self.tell("MP 5.3.4c", told::HAS_NO_WING, &[Of::Leader(leader)]);
            }
            return self.take_up_wing(leader, wing);
        }
        self.find_a_place(leader);
    }

    /// A leader leads a Wing from now on, and whoever stood in for him makes room; not where one with a better claim has it (MP 5.2.1a).
    fn take_up_wing(&mut self, leader: LeaderId, wing: WingId) {
        if !self.table().has_claim(leader, wing) {
            return;
        }
        if let Some(stand_in) = self.state.wings[wing.ix()].leader.take() {
            self.state.leaders[stand_in.ix()].place = LeaderPlace::Aside;
        }
        self.state.leaders[leader.ix()].role = Role::Wing(wing);
        self.find_a_place(leader);
    }

    fn find_a_place(&mut self, leader: LeaderId) {
        self.push(Step::Command(CommandStep::PlaceLeader { leader, why: Placing::Return }));
    }

    fn settle_fate(&mut self, leader: LeaderId, cause: Cause) {
        match self.state.leaders[leader.ix()].role {
            Role::Wing(wing) => self.settle_commander(leader, wing, cause),
            Role::Army => self.settle_army_commander(leader, cause),
        }
    }

    /// MP 5.3.3a, 5.3.3b, 5.3.3c for a Wing Commander: only the loss of one gives a Wing another (MP 5.2.1a).
    fn settle_commander(&mut self, leader: LeaderId, wing: WingId, cause: Cause) {
        if !self.table().has_a_future(wing) {
            return self.lose_for_good(leader, cause);
        }
        // One nameless leader is as good as another: there is always a next one.
        let fate =
            if self.rules.leaders[leader.ix()].generic { Replacement::ReturnsAtOnce } else { self.roll_fate(leader) };
        match fate {
            Replacement::ReturnsAtOnce => self.state.leaders[leader.ix()].place = LeaderPlace::Aside,
            Replacement::ReturnsNextTurn => self.send_away(leader),
            Replacement::Gone => self.lose_for_good(leader, cause),
        }
        let next = if fate == Replacement::ReturnsAtOnce { leader } else { self.table().stand_in(wing) };
        self.take_up_wing(next, wing);
    }

    /// The same for an Army Commander, who has no stand-in (ruling G-A64).
    fn settle_army_commander(&mut self, leader: LeaderId, cause: Cause) {
        let side = self.rules.leaders[leader.ix()].side;
        let table = self.table();
        if !self.rules.by_side[side.ix()].iter().any(|&unit| table.is_left(unit)) {
            return self.lose_for_good(leader, cause);
        }
        match self.roll_fate(leader) {
            Replacement::ReturnsAtOnce => {
                self.state.leaders[leader.ix()].place = LeaderPlace::Aside;
                self.find_a_place(leader);
            }
            Replacement::ReturnsNextTurn => self.send_away(leader),
            Replacement::Gone => self.lose_for_good(leader, cause),
        }
    }

    /// Chart C6 (MP 5.3.3a).
    fn roll_fate(&mut self, leader: LeaderId) -> Replacement {
        let die = self.d10();
        let fate = self.rules.charts.leader_replacement[die.clamp(0, 9) as usize];
        let reckoning = Reckoning::new(&*self.listener);
        let outcome = match fate {
            Replacement::ReturnsAtOnce => told::BACK_AT_ONCE,
            Replacement::ReturnsNextTurn => told::BACK_NEXT_TURN,
            Replacement::Gone => told::DOES_NOT_RETURN,
        };
        self.tell_roll("MP 5.3.3a", die, reckoning, [told::WHAT_BECAME, outcome], &[Of::Leader(leader)]);
        fate
    }

    fn send_away(&mut self, leader: LeaderId) {
        let turn = self.state.turn + 1;
        self.state.leaders[leader.ix()].place = LeaderPlace::Returns { turn };
    }

    /// Eliminated; but one who went off in pursuit is only gone (MP 5.3.3a).
    fn lose_for_good(&mut self, leader: LeaderId, cause: Cause) {
        let place = if cause == Cause::Pursuit { LeaderPlace::Pursuing } else { LeaderPlace::Eliminated };
        self.state.leaders[leader.ix()].place = place;
    }

    /// The named successor is put on any friendly unit (MP 5.3.5a, 5.3.5c); a senior Wing Commander takes over where
    /// he is, and his Wing gets its named replacement or a nameless leader at once (MP 5.3.5b).
    fn succeed(&mut self, successor: LeaderId) {
        let him = self.state.leaders[successor.ix()];
        self.state.leaders[successor.ix()].role = Role::Army;
        match him.role {
            Role::Wing(wing) if self.state.wings[wing.ix()].leader == Some(successor) => {
                self.state.wings[wing.ix()].leader = None;
                self.take_up_wing(self.table().stand_in(wing), wing);
            }
            _ => self.find_a_place(successor),
        }
        self.tell("MP 5.3.5a", told::TAKES_ARMY, &[Of::Leader(successor)]);
    }

    /// Places him at once where there is one hex only. A Wing that is all still to come has its leader come with it.
    pub(super) fn work_place_leader(&mut self, leader: LeaderId, why: Placing) {
        let table = self.table();
        let places = table.places_for(leader, why);
        match places[..] {
            [] => {
                self.pop();
                if let Role::Wing(wing) = self.state.leaders[leader.ix()].role {
                    self.state.wings[wing.ix()].leader = Some(leader);
                }
            }
            [hex] if !table.may_stay_at_edge(why) => {
                let seat = table.leader_seat(leader);
                self.unasked(seat, "place-leader", Decision::Command(CommandChoice::Place { leader, hex }));
                self.pop();
                self.place_leader(leader, hex, why);
            }
            _ => {
                let seat = table.leader_seat(leader);
                self.await_seat(seat);
            }
        }
    }
}
