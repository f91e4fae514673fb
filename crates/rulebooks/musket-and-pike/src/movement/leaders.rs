//! Leaders on the move (MP 5.1.2d, 5.2.2d): alone, or with the unit they are stacked with. Orders never bind them, and what they do by themselves is no trigger
//! (rulings G-A15, G-A16).

use super::{Activity, LEADER_ALLOWANCE, MoveChoice, MoveStep, Moving, not_asked};
use crate::agenda::Step;
use crate::cards::{LeaderId, Role, UnitId, WingId};
use crate::decision::Decision;
use crate::rally::RallyChoice;
use crate::state::LeaderPlace;
use crate::table::{Play, Table};
use field::hexes::{Dir, DirSet, Hex, HexMover, Pin, cheapest};
use kernel::{Listener, Question, Refusal, Side};

/// A leader on his own.
struct Ride {
    leader: LeaderId,
    from: Hex,
    left: u8,
    /// Where the unit of a Wing Commander's Wing stands that is nearest to him.
    nearest: Option<Pin>,
}

/// A leader who looks for a way: no facing, and only the hexes of enemies closed to him.
struct Rider<'a> {
    table: Table<'a>,
    side: Side,
}

impl HexMover for Rider<'_> {
    type Pose = Hex;
    type Key = u16;

    fn key(&self, hex: Hex) -> u16 {
        hex.index() as u16
    }

    fn pose(&self, key: u16) -> Option<Hex> {
        Some(Hex::new(key))
    }

    fn steps<T>(&self, hex: Hex, worth: impl Fn(Hex, u8) -> Option<T>, mut found: impl FnMut(Hex, u8, T)) {
        for dir in Dir::ALL {
            let Some(next) = self.table.ground().grid.neighbour(hex, dir) else { continue };
            let Some(cost) = self.table.leader_cost(hex, dir) else { continue };
            if let Some(it) = worth(next, cost)
                && self.table.enemy_at(self.side, next).is_none()
            {
                found(next, cost, it);
            }
        }
    }
}

impl Table<'_> {
    /// Whether a leader is active and can still move: one Action each activation, and none to move with once units have used his authority (MP 5.1.1a,
    /// MP 5.2.2d, 5.2.2e).
    pub(crate) fn leader_may_move(self, leader: LeaderId) -> Result<(), Refusal> {
        let him = self.leader(leader);
        let active = self.state.activation.is_some_and(|activation| match him.role {
            Role::Army => activation.side == self.leader_card(leader).side,
            Role::Wing(wing) => activation.wing == wing && self.wing(wing).leader == Some(leader),
        });
        if !active || him.place != LeaderPlace::Map {
            return Err(Refusal::new("MP G.2", "the leader is not active"));
        }
        if him.deeds.acted {
            return Err(Refusal::new("MP 5.2.2d", "his one Action is spent"));
        }
        if him.deeds.lends_authority {
            return Err(Refusal::new("MP 5.2.2e", "units have acted on his authority, so he stays"));
        }
        Ok(())
    }

    // Going along with a unit.

    pub(crate) fn judge_company(self, leader: LeaderId, choice: MoveChoice) -> Result<(), Refusal> {
        match choice {
            MoveChoice::Take(him) if him == leader => Ok(()),
            MoveChoice::Leave(him) if him == leader && self.may_be_left(leader) => Ok(()),
            MoveChoice::Leave(him) if him == leader => {
                Err(Refusal::new("MP 5.2.1d", "he would be alone and could not move to another unit of his Wing"))
            }
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn ask_company(self, leader: LeaderId, menu: &mut Vec<Decision>) -> Question {
        menu.push(Decision::Move(MoveChoice::Take(leader)));
        if self.may_be_left(leader) {
            menu.push(Decision::Move(MoveChoice::Leave(leader)));
        }
        Question::whole("leader-goes-along", "MP 5.2.2d", menu.len() - 1)
    }

    /// Whether the unit about to move may leave a leader behind.
    fn may_be_left(self, leader: LeaderId) -> bool {
        let leaves = |moving: &Moving| self.may_stay_behind(leader, moving.unit, moving.leaves);
        self.state.moves.last().is_none_or(leaves)
    }

    /// The leaders who could go along with a unit: stacked with it, active, their Action unspent (ruling G-A15).
    pub fn leaders_to_take(self, id: UnitId) -> impl Iterator<Item = LeaderId> {
        self.leaders_with(id).filter(move |&leader| self.leader_may_move(leader).is_ok())
    }

    // Riding alone.

    fn judge_ride(self, ride: &Ride, dir: Dir) -> Result<u8, Refusal> {
        let Ride { leader, from, left, .. } = *ride;
        let to = self.ground().grid.neighbour(from, dir).ok_or(Refusal::new("MP 7.1.1a", "the map ends there"))?;
        if self.enemy_at(self.leader_card(leader).side, to).is_some() {
            return Err(Refusal::new("MP 5.3.1b", "a leader does not enter the hex of an enemy unit"));
        }
        let cost = self.leader_cost(from, dir).ok_or(Refusal::new("MP 7.1.1d", "nobody can go there"))?;
        let points = left.checked_sub(cost);
        let points = points.ok_or(Refusal::new("MP 7.1.1e", "there are not enough movement points left for that"))?;
        if !self.keeps_with_wing(ride, to, points) {
            return Err(Refusal::new("MP 5.2.1c", "from there he could not come to a unit of his Wing"));
        }
        Ok(cost)
    }

    /// A leader about to ride on with so many points.
    fn ride_of(self, leader: LeaderId, left: u8) -> Ride {
        let him = self.leader(leader);
        let nearest = match him.role {
            Role::Army => None,
            Role::Wing(wing) => self.nearest_of_wing(wing, him.hex).map(|(_, unit)| unit),
        };
        Ride { leader, from: him.hex, left, nearest }
    }

    /// The nearest of the hexes where units of a Wing stand, and how far it is.
    fn nearest_of_wing(self, wing: WingId, from: Hex) -> Option<(u16, Pin)> {
        self.nearest_of(self.of_wing(wing), from)
    }

    fn nearest_of(self, units: impl Iterator<Item = UnitId>, from: Hex) -> Option<(u16, Pin)> {
        let (grid, at) = (&self.ground().grid, self.ground().grid.pin(from));
        let hexes = units.flat_map(|unit| self.unit(unit).hexes()).map(|hex| grid.pin(hex));
        hexes.map(|unit| (grid.stretch(at, unit).length, unit)).min_by_key(|&(far, _)| far)
    }

    /// Whether a Wing Commander could ride to a unit of his Wing other than that one (MP 5.2.1d).
    pub(crate) fn comes_to_another(self, leader: LeaderId, id: UnitId) -> bool {
        let (wing, from) = (self.card(id).wing, self.leader(leader).hex);
        let others = || self.of_wing(wing).filter(|&unit| unit != id);
        let Some((far, unit)) = self.nearest_of(others(), from) else { return false };
        if far > u16::from(LEADER_ALLOWANCE) {
            return false;
        }
        let rider = Rider { table: self, side: self.leader_card(leader).side };
        let with_other = |hex: Hex| others().any(|unit| self.unit(unit).hexes().any(|own| own == hex));
        self.rides_straight(leader, from, unit, LEADER_ALLOWANCE)
            || cheapest(&rider, from, LEADER_ALLOWANCE, |_| 0, with_other).is_ok_and(|cost| cost.is_some())
    }

    /// A Wing Commander rides only where he can come to a unit of his Wing, or one to him, as long as he can (MP 5.2.1c; ruling G-A48).
    fn keeps_with_wing(self, ride: &Ride, to: Hex, points: u8) -> bool {
        match self.leader(ride.leader).role {
            Role::Army => true,
            Role::Wing(wing) => {
                self.reaches_wing(ride, wing, to, points)
                    || !self.reaches_wing(ride, wing, ride.from, ride.left)
                    || self.may_be_joined(wing, to)
            }
        }
    }

    /// Whether a unit of a Wing that has not acted yet could come to a hex, where its commander waits for it.
    pub(crate) fn may_be_joined(self, wing: WingId, hex: Hex) -> bool {
        self.of_wing(wing).any(|unit| self.can_come_to(unit, hex))
    }

    /// Whether a Wing Commander is alone and could ride to a unit of his Wing: then he must (MP 5.2.1c).
    pub(crate) fn owes_ride(self, leader: LeaderId) -> bool {
        let (him, ride) = (self.leader(leader), || self.ride_of(leader, LEADER_ALLOWANCE));
        match him.role {
            Role::Wing(wing) if !self.is_with_wing(leader, him.hex) => {
                self.leader_may_move(leader).is_ok() && self.reaches_wing(&ride(), wing, him.hex, LEADER_ALLOWANCE)
            }
            _ => false,
        }
    }

    /// Whether a whole ride would bring a leader to a unit of his Wing, had he one to spare.
    pub(crate) fn is_near_wing(self, leader: LeaderId, wing: WingId) -> bool {
        self.reaches_wing(&self.ride_of(leader, LEADER_ALLOWANCE), wing, self.leader(leader).hex, LEADER_ALLOWANCE)
    }

    fn is_with_wing(self, leader: LeaderId, hex: Hex) -> bool {
        let Role::Wing(wing) = self.leader(leader).role else { return true };
        let ours = |unit: Option<UnitId>| unit.is_some_and(|unit| self.card(unit).wing == wing);
        ours(self.body_at(hex)) || ours(self.gun_at(hex))
    }

    /// Whether a Wing Commander could come to a unit of his Wing from a hex with so many points.
    fn reaches_wing(self, ride: &Ride, wing: WingId, from: Hex, points: u8) -> bool {
        let leader = ride.leader;
        // Mostly he can still come to the one that was nearest before.
        ride.nearest.is_some_and(|unit| self.rides_straight(leader, from, unit, points))
            || self.nearest_of_wing(wing, from).is_some_and(|(far, unit)| {
                far <= u16::from(points)
                    && (self.rides_straight(leader, from, unit, points) || self.finds_wing(leader, from, points))
            })
    }

    fn finds_wing(self, leader: LeaderId, from: Hex, points: u8) -> bool {
        let rider = Rider { table: self, side: self.leader_card(leader).side };
        let found = cheapest(&rider, from, points, |_| 0, |hex| self.is_with_wing(leader, hex));
        // He has no points to come to more hexes than a search has room for.
        found.is_ok_and(|cost| cost.is_some())
    }

    /// Whether he comes to a hex by always riding nearer to it: mostly he does.
    fn rides_straight(self, leader: LeaderId, from: Hex, to: Pin, points: u8) -> bool {
        let (grid, side) = (&self.ground().grid, self.leader_card(leader).side);
        let (mut hex, mut left) = (from, points);
        while grid.pin(hex) != to {
            let nearer = grid.stretch(grid.pin(hex), to).nearer.iter().find_map(|dir| {
                let next = grid.neighbour(hex, dir)?;
                let cost = self.leader_cost(hex, dir).filter(|&cost| cost <= left)?;
                self.enemy_at(side, next).is_none().then_some((next, cost))
            });
            let Some((next, cost)) = nearer else { return false };
            (hex, left) = (next, left - cost);
        }
        true
    }

    /// The ways a leader may ride on.
    fn rides(self, leader: LeaderId, left: u8) -> DirSet {
        self.state.known_rides(leader, left).unwrap_or_else(|| {
            let ride = self.ride_of(leader, left);
            Dir::ALL.into_iter().filter(|&dir| self.judge_ride(&ride, dir).is_ok()).collect()
        })
    }

    pub(crate) fn judge_leader_action(self, leader: LeaderId, choice: MoveChoice) -> Result<(), Refusal> {
        match choice {
            MoveChoice::Nothing if self.owes_ride(leader) => {
                Err(Refusal::new("MP 5.2.1c", "he is alone and must ride to a unit of his Wing"))
            }
            MoveChoice::Nothing => Ok(()),
            MoveChoice::LeaderTo(dir) => {
                self.leader_may_move(leader)?;
                self.judge_ride(&self.ride_of(leader, LEADER_ALLOWANCE), dir).map(|_| ())
            }
            _ => Err(not_asked()),
        }
    }

    /// A Reform or Rally as the Army Commander's own Action, whatever the Orders (MP 5.1.2g, 5.1.2h, 5.6.5a).
    pub fn judge_leader_rally(self, leader: LeaderId, choice: RallyChoice) -> Result<(), Refusal> {
        let by = match choice {
            RallyChoice::Reform { by, .. } | RallyChoice::Rally { by, .. } => by,
            _ => None,
        };
        if by != Some(leader) {
            return Err(not_asked());
        }
        self.leader_may_move(leader)?;
        self.judge_rally_action(choice)
    }

    pub(crate) fn ask_leader_action(self, leader: LeaderId, menu: &mut Vec<Decision>) -> Question {
        if !self.owes_ride(leader) {
            menu.push(Decision::Move(MoveChoice::Nothing));
        }
        if self.leader_may_move(leader).is_ok() {
            menu.extend(
                self.rides(leader, LEADER_ALLOWANCE).iter().map(|dir| Decision::Move(MoveChoice::LeaderTo(dir))),
            );
            if self.leader(leader).role == Role::Army {
                self.army_rally_actions(leader, menu);
            }
        }
        Question::whole("leader-action", "MP 5.1.2d", 0)
    }

    pub(crate) fn judge_leader_next(self, leader: LeaderId, left: u8, choice: MoveChoice) -> Result<(), Refusal> {
        match choice {
            MoveChoice::LeaderTo(dir) => self.judge_ride(&self.ride_of(leader, left), dir).map(|_| ()),
            MoveChoice::Stop if self.leader_may_stop(leader, left) => Ok(()),
            MoveChoice::Stop => Err(Refusal::new(
                "MP 5.2.1c",
                "nobody could come to him there, and he must end with a unit of his Wing",
            )),
            _ => Err(not_asked()),
        }
    }

    fn leader_may_stop(self, leader: LeaderId, left: u8) -> bool {
        let Role::Wing(wing) = self.leader(leader).role else { return true };
        let hex = self.leader(leader).hex;
        self.is_with_wing(leader, hex)
            || !self.reaches_wing(&self.ride_of(leader, left), wing, hex, left)
            || self.may_be_joined(wing, hex)
    }

    pub(crate) fn ask_leader_next(self, leader: LeaderId, left: u8, menu: &mut Vec<Decision>) -> Question {
        if self.leader_may_stop(leader, left) {
            menu.push(Decision::Move(MoveChoice::Stop));
        }
        menu.extend(self.rides(leader, left).iter().map(|dir| Decision::Move(MoveChoice::LeaderTo(dir))));
        Question::whole("leader-next-step", "MP 5.1.2d", 0)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_company(&mut self, leader: LeaderId) {
        let table = self.table();
        if table.leader_may_move(leader).is_err() {
            return self.pop();
        }
        let seat = table.leader_seat(leader);
        if table.may_be_left(leader) {
            return self.await_seat(seat);
        }
        self.unasked(seat, "leader-goes-along", Decision::Move(MoveChoice::Take(leader)));
        self.apply_company(leader, MoveChoice::Take(leader));
    }

    pub(crate) fn apply_company(&mut self, leader: LeaderId, choice: MoveChoice) {
        self.pop();
        if choice == MoveChoice::Take(leader)
            && let Some(moving) = self.moving_mut()
            && let Some(free) = moving.company.iter_mut().find(|place| place.is_none())
        {
            *free = Some(leader);
        }
    }

    pub(crate) fn work_leader_action(&mut self, leader: LeaderId) {
        let him = self.state.leaders[leader.ix()];
        if him.place == LeaderPlace::Map && !him.deeds.acted {
            self.await_seat(self.table().leader_seat(leader));
        } else {
            self.pop();
        }
    }

    pub(crate) fn apply_leader_action(&mut self, leader: LeaderId, choice: MoveChoice) {
        self.state.leaders[leader.ix()].deeds.acted = true;
        self.pop();
        if let MoveChoice::LeaderTo(dir) = choice {
            self.ride(leader, LEADER_ALLOWANCE, dir);
        }
    }

    /// A Reform or Rally as the Army Commander's own Action.
    pub(crate) fn apply_leader_rally(&mut self, leader: LeaderId, choice: RallyChoice) {
        self.state.leaders[leader.ix()].deeds.acted = true;
        self.pop();
        self.begin_rally_action(choice);
    }

    fn ride(&mut self, leader: LeaderId, left: u8, dir: Dir) {
        let from = self.state.leaders[leader.ix()].hex;
        let (to, cost) = (self.rules.ground.grid.neighbour(from, dir), self.table().leader_cost(from, dir));
        if let (Some(to), Some(cost)) = (to, cost) {
            self.note_ride(leader, Activity::Move, to);
            self.state.leaders[leader.ix()].hex = to;
            self.push(Step::Move(MoveStep::LeaderNext { leader, left: left.saturating_sub(cost) }));
        }
    }

    pub(crate) fn work_leader_next(&mut self, leader: LeaderId, left: u8) {
        let on_map = self.state.leaders[leader.ix()].place == LeaderPlace::Map;
        let rides = if on_map && left > 0 { self.table().rides(leader, left) } else { DirSet::EMPTY };
        if rides.is_empty() {
            return self.pop();
        }
        self.await_seat(self.table().leader_seat(leader));
        self.state.keep_rides(leader, left, rides);
    }

    pub(crate) fn apply_leader_next(&mut self, leader: LeaderId, left: u8, choice: MoveChoice) {
        self.pop();
        if let MoveChoice::LeaderTo(dir) = choice {
            self.ride(leader, left, dir);
        }
    }
}
