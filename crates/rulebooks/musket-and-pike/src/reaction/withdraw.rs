//! 9.2.4: falling back before the enemy, for units under Rally, cavalry before Heavy Infantry, and leaders left alone.

use super::path::{Pace, Purse};
use super::{ReactChoice, ReactStep, Window, out_of_place};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::command::Company;
use crate::decision::Decision;
use crate::face::told::{Of, reaction as told};
use crate::facing::{Pose, Shape};
use crate::movement::{Activity, Moving};
use crate::state::{Formation, LeaderPlace, Mark, Morale, Orders};
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Question, Reaction, Refusal};

/// MP 9.2.4a.
const REACH: u8 = 2;

/// A leader's movement allowance (T-MA).
const LEADER_ALLOWANCE: u8 = 8;

impl Table<'_> {
    /// Whether a unit may Withdraw: once in an enemy activation (MP 9.2.4e), from a unit no faster that moves within two hexes
    /// (MP 9.2.4a), if it is eligible (MP 9.2.4b) and has somewhere to go (MP 9.2.4c).
    pub(super) fn may_withdraw(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        self.may_react(window, id)?;
        let enemy = window.trigger.unit;
        if self.distance(id, enemy) > REACH {
            return Err(Refusal::new("MP 9.2.4a", "nothing has moved within two hexes of it"));
        }
        let shy_cavalry = self.is_cavalry(id) && self.orders(id) != Orders::Charge && self.is_heavy(enemy);
        if self.orders(id) != Orders::Rally && !shy_cavalry {
            return Err(Refusal::new(
                "MP 9.2.4b",
                "only units under Rally, cavalry not under Charge before Heavy Infantry, and lone leaders withdraw",
            ));
        }
        if self.unit(id).has(Mark::LimberChanged) {
            return Err(Refusal::new("MP 7.3.3a", "it has limbered this turn, and does not move in it"));
        }
        // Both halves of a stack go, also where the cavalry came to the Light Infantry.
        std::iter::once(id).chain(self.unit(id).with).try_for_each(|unit| self.is_not_held(unit))?;
        if self.unit(id).has(Mark::Withdrew) {
            return Err(Refusal::new("MP 9.2.4e", "it has withdrawn in this activation already"));
        }
        if !self.is_no_slower(id, enemy) {
            return Err(Refusal::new("MP 9.2.4a", "the enemy unit is faster than this one"));
        }
        self.sees_movement(window, id)?;
        let (pose, purse) = (self.pose(id), self.fresh_purse(id));
        if !self.gets_away(id, enemy, self.distance(id, enemy), pose, purse) {
            return Err(Refusal::new("MP 9.2.4c", "it has no way to end farther from that enemy"));
        }
        Ok(())
    }

    /// Whether a unit can, from a pose and with what it has left, come to stand more than `near` hexes from the enemy.
    fn gets_away(self, id: UnitId, enemy: UnitId, near: u8, pose: Pose, purse: Purse) -> bool {
        if self.distance_from(pose, enemy) > near {
            return true;
        }
        if purse.is_broken() || purse.points == 0 {
            return false;
        }
        match self.shape(id) {
            Shape::Single => self.rides_away(id, enemy, near, pose, purse),
            _ => self.paces().any(|pace| {
                self.withdraws_to(id, pose, pace, purse)
                    .is_some_and(|(to, left)| self.gets_away(id, enemy, near, to, left))
            }),
        }
    }

    /// A one-hex unit: each hex around with the turning it takes.
    fn rides_away(self, id: UnitId, enemy: UnitId, near: u8, pose: Pose, purse: Purse) -> bool {
        Vertex::ALL.into_iter().any(|facing| {
            let turning = self.turning_cost(id, pose.facing.turns_to(facing));
            let Some(points) = purse.points.checked_sub(turning) else { return false };
            let turned = Pose { facing, ..pose };
            facing.front().into_iter().any(|dir| {
                self.withdraws_to(id, turned, Pace::Ahead(dir), Purse { points, ..purse })
                    .is_some_and(|(to, left)| self.gets_away(id, enemy, near, to, left))
            })
        })
    }

    fn paces(self) -> impl Iterator<Item = Pace> {
        let aheads = Dir::ALL.into_iter().map(Pace::Ahead);
        let wheels = Hand::BOTH.into_iter().map(Pace::Wheel);
        let turns = Hand::BOTH.into_iter().map(Pace::Turn);
        aheads.chain(wheels).chain(turns).chain([Pace::CounterMarch])
    }

    /// Where a step of a withdrawal leads: never next to an enemy unit, else as in normal movement (MP 9.2.4d).
    fn withdraws_to(self, id: UnitId, pose: Pose, pace: Pace, purse: Purse) -> Option<(Pose, Purse)> {
        let (to, left) = self.paid_step(id, pose, pace, purse)?;
        let stays = matches!(pace, Pace::Turn(_) | Pace::CounterMarch);
        // A half that stands while the other wheels does not move adjacent.
        let comes_near = || to.hexes().any(|hex| !pose.covers(hex) && self.enemy_adjacent(self.side(id), hex));
        match stays {
            true => Some((to, left)),
            false => self.clear_step(id, to, left).filter(|_| !comes_near()),
        }
    }

    /// How near the enemy was when the withdrawal began.
    fn withdrew_from(self, id: UnitId, enemy: UnitId) -> u8 {
        let moving = self.state.moves.last().filter(|moving| moving.unit == id);
        let start = moving.map(Moving::start_pose);
        self.distance_from(start.unwrap_or_else(|| self.pose(id)), enemy)
    }

    /// One step of the way, which must leave it possible to end farther off.
    fn may_step_back(self, id: UnitId, enemy: UnitId, pace: Pace) -> Result<(), Refusal> {
        let (pose, purse) = (self.pose(id), self.purse(id));
        if purse.is_broken() {
            return Err(Refusal::new("MP 7.3.1e", "it is Formation Broken and goes no further"));
        }
        if self.paid_step(id, pose, pace, purse).is_none() {
            return Err(Refusal::new("MP 9.2.1d", "more than its movement allowance, or ground it may not enter"));
        }
        let (to, left) = self.withdraws_to(id, pose, pace, purse).ok_or_else(|| {
            Refusal::new("MP 9.2.4d", "a withdrawing unit enters no hex next to an enemy, nor one that is taken")
        })?;
        if !self.gets_away(id, enemy, self.withdrew_from(id, enemy), to, left) {
            return Err(Refusal::new("MP 9.2.4c", "it could not end farther from the enemy that way"));
        }
        Ok(())
    }

    fn has_withdrawn(self, id: UnitId, enemy: UnitId) -> bool {
        self.distance(id, enemy) > self.withdrew_from(id, enemy)
    }

    pub(super) fn ask_withdraw(self, id: UnitId, enemy: UnitId, menu: &mut Vec<Decision>) -> Question {
        let away = self.has_withdrawn(id, enemy);
        if away {
            menu.push(Decision::React(ReactChoice::Done));
        }
        for pace in self.paces() {
            if self.may_step_back(id, enemy, pace).is_ok() {
                menu.push(Decision::React(choice_of(pace)));
            }
        }
        Question::whole("withdraw", "MP 9.2.4c", 0).in_reaction(Reaction::Bound)
    }

    pub(super) fn judge_withdraw(self, id: UnitId, enemy: UnitId, choice: ReactChoice) -> Result<(), Refusal> {
        if choice == ReactChoice::Done {
            return if self.has_withdrawn(id, enemy) {
                Ok(())
            } else {
                Err(Refusal::new("MP 9.2.4c", "it must end farther from the enemy than it started"))
            };
        }
        let pace = pace_of(choice).ok_or_else(|| out_of_place("MP 9.2.4c"))?;
        self.may_step_back(id, enemy, pace)
    }

    // Leaders.

    /// Leaders of the reacting side who stand alone and may withdraw (MP 9.2.4b).
    #[inline]
    pub(super) fn leaders_reacting(self, window: &Window) -> impl Iterator<Item = LeaderId> {
        let moved = window.trigger.event.is_movement();
        let grid = &self.ground().grid;
        let at = grid.pin(window.at.0);
        // The other half of the triggering unit may be one hex nearer.
        let near = move |leader: &LeaderId| {
            let him = self.leader(*leader);
            him.place == LeaderPlace::Map && grid.stretch(at, grid.pin(him.hex)).length <= u16::from(REACH) + 1
        };
        self.leaders()
            .filter(move |leader| moved && near(leader))
            .filter(move |&leader| self.may_withdraw_leader(window, leader).is_ok())
    }

    pub(super) fn may_withdraw_leader(self, window: &Window, leader: LeaderId) -> Result<(), Refusal> {
        let him = self.leader(leader);
        let side = self.leader_card(leader).side;
        if him.place != LeaderPlace::Map || side != window.side {
            return Err(Refusal::new("MP 9.1.1c", "only leaders of the side that is not acting react, from the map"));
        }
        let near = self.distance_to(window.trigger.unit, him.hex);
        if near > REACH || !window.trigger.event.is_movement() {
            return Err(Refusal::new("MP 9.2.4a", "nothing has moved within two hexes of him"));
        }
        if self.friend_at(side, him.hex).is_some() {
            return Err(Refusal::new("MP 9.2.4b", "he is not alone"));
        }
        if him.deeds.withdrew {
            return Err(Refusal::new("MP 9.2.4e", "he has withdrawn in this activation already"));
        }
        let enemy = self.unit(window.trigger.unit);
        if !enemy.hexes().any(|hex| self.is_seen_from(side, him.hex, hex)) {
            return Err(Refusal::new("MP 9.1.3h", "he has no clear line of sight to what happened"));
        }
        if self.compared_allowance(window.trigger.unit) > LEADER_ALLOWANCE {
            return Err(Refusal::new("MP 9.2.4a", "the enemy unit is faster than he"));
        }
        if !self.leader_gets_away(leader, window.trigger.unit, near, him.hex, LEADER_ALLOWANCE) {
            return Err(Refusal::new("MP 9.2.4c", "he has no way to end farther from that enemy"));
        }
        Ok(())
    }

    fn leader_gets_away(self, leader: LeaderId, enemy: UnitId, near: u8, hex: Hex, points: u8) -> bool {
        self.distance_to(enemy, hex) > near
            || Dir::ALL.into_iter().any(|dir| {
                self.leader_steps(leader, hex, dir, points)
                    .is_some_and(|(to, left)| left < points && self.leader_gets_away(leader, enemy, near, to, left))
            })
    }

    /// A hex a withdrawing leader may enter, and what he has left there.
    fn leader_steps(self, leader: LeaderId, hex: Hex, dir: Dir, points: u8) -> Option<(Hex, u8)> {
        let side = self.leader_card(leader).side;
        let to = self.ground().grid.neighbour(hex, dir)?;
        if self.enemy_at(side, to).is_some() || self.enemy_adjacent(side, to) {
            return None;
        }
        let left = points.checked_sub(self.leader_cost(hex, dir)?)?;
        Some((to, left))
    }

    fn judge_leader_step(self, leader: LeaderId, enemy: UnitId, left: u8, start: Hex, dir: Dir) -> Result<(), Refusal> {
        let hex = self.leader(leader).hex;
        let Some((to, left)) = self.leader_steps(leader, hex, dir, left) else {
            return Err(Refusal::new("MP 9.2.4d", "he may not go there: barred, too dear, or next to an enemy unit"));
        };
        if !self.leader_gets_away(leader, enemy, self.distance_to(enemy, start), to, left) {
            return Err(Refusal::new("MP 9.2.4c", "he could not end farther from the enemy that way"));
        }
        Ok(())
    }

    pub(super) fn ask_leader_withdraw(
        self,
        leader: LeaderId,
        enemy: UnitId,
        left: u8,
        start: Hex,
        menu: &mut Vec<Decision>,
    ) -> Question {
        if self.leader_is_away(leader, enemy, start) {
            menu.push(Decision::React(ReactChoice::Done));
        }
        for dir in Dir::ALL {
            if self.judge_leader_step(leader, enemy, left, start, dir).is_ok() {
                menu.push(Decision::React(ReactChoice::Ahead(dir)));
            }
        }
        Question::whole("withdraw-leader", "MP 9.2.4c", 0).in_reaction(Reaction::Bound)
    }

    fn leader_is_away(self, leader: LeaderId, enemy: UnitId, start: Hex) -> bool {
        self.distance_to(enemy, self.leader(leader).hex) > self.distance_to(enemy, start)
    }

    pub(super) fn judge_leader_withdraw(
        self,
        leader: LeaderId,
        enemy: UnitId,
        left: u8,
        start: Hex,
        choice: ReactChoice,
    ) -> Result<(), Refusal> {
        match choice {
            ReactChoice::Ahead(dir) => self.judge_leader_step(leader, enemy, left, start, dir),
            ReactChoice::Done if self.leader_is_away(leader, enemy, start) => Ok(()),
            ReactChoice::Done => Err(Refusal::new("MP 9.2.4c", "he must end farther from the enemy than he started")),
            _ => Err(out_of_place("MP 9.2.4c")),
        }
    }
}

fn choice_of(pace: Pace) -> ReactChoice {
    match pace {
        Pace::Ahead(dir) => ReactChoice::Ahead(dir),
        Pace::Turn(hand) => ReactChoice::Turn(hand),
        Pace::Wheel(hand) => ReactChoice::Wheel(hand),
        Pace::CounterMarch => ReactChoice::CounterMarch,
    }
}

pub(super) fn pace_of(choice: ReactChoice) -> Option<Pace> {
    match choice {
        ReactChoice::Ahead(dir) => Some(Pace::Ahead(dir)),
        ReactChoice::Turn(hand) => Some(Pace::Turn(hand)),
        ReactChoice::Wheel(hand) => Some(Pace::Wheel(hand)),
        ReactChoice::CounterMarch => Some(Pace::CounterMarch),
        _ => None,
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn react_by_withdrawing(&mut self, id: UnitId) {
        let Some(trigger) = self.note_reaction(id) else { return };
        for unit in self.stack_of(id) {
            self.mark(unit, Mark::Withdrew, true);
        }
        self.tell("MP 9.2.4a", told::WITHDRAWS, &[Of::Unit(id), Of::Unit(trigger.unit)]);
        self.start_reacting(id, Activity::Withdraw { from: trigger.unit });
        self.push(Step::React(ReactStep::Withdraw { unit: id, from: trigger.unit }));
    }

    /// Goes on while the unit can go on at all.
    pub(super) fn work_withdraw(&mut self, id: UnitId, enemy: UnitId) {
        let table = self.table();
        let unit = table.unit(id);
        let stopped = !unit.on_map() || unit.morale == Morale::Broken || unit.formation == Formation::Broken;
        if stopped || !table.paces().any(|pace| table.may_step_back(id, enemy, pace).is_ok()) {
            return self.end_withdraw(id);
        }
        let seat = table.seat(id);
        self.await_seat(seat);
    }

    pub(super) fn apply_withdraw(&mut self, id: UnitId, enemy: UnitId, choice: ReactChoice) {
        let Some(pace) = pace_of(choice) else { return self.end_withdraw(id) };
        let from = self.footing(id);
        self.take_pace(id, pace, Activity::Withdraw { from: enemy });
        if matches!(pace, Pace::Ahead(_) | Pace::Wheel(_)) {
            self.accompany(id, from, Company::AdvanceOrRetreat);
        }
    }

    fn end_withdraw(&mut self, id: UnitId) {
        let start = self.state.moves.last().filter(|moving| moving.unit == id).map(Moving::start_pose);
        self.end_reacting(id);
        self.pop();
        if let Some(start) = start {
            self.settle_on_gun(id, [Some(start.hex), start.other]);
        }
    }

    pub(super) fn withdraw_leader(&mut self, leader: LeaderId) {
        let Some(trigger) = self.state.windows.last().map(|window| window.trigger) else { return };
        let start = self.table().leader(leader).hex;
        self.state.leaders[leader.ix()].deeds.withdrew = true;
        self.tell("MP 9.2.4b", told::LEADER_WITHDRAWS, &[Of::Leader(leader), Of::Unit(trigger.unit)]);
        let left = LEADER_ALLOWANCE;
        self.push(Step::React(ReactStep::LeaderWithdraw { leader, from: trigger.unit, left, start }));
    }

    pub(super) fn work_leader_withdraw(&mut self, leader: LeaderId, enemy: UnitId, left: u8, start: Hex) {
        let table = self.table();
        let goes = |dir| table.judge_leader_step(leader, enemy, left, start, dir).is_ok();
        if table.leader(leader).place != LeaderPlace::Map || !Dir::ALL.into_iter().any(goes) {
            return self.pop();
        }
        let seat = table.leader_seat(leader);
        self.await_seat(seat);
    }

    pub(super) fn apply_leader_withdraw(
        &mut self,
        leader: LeaderId,
        enemy: UnitId,
        left: u8,
        start: Hex,
        choice: ReactChoice,
    ) {
        self.pop();
        let ReactChoice::Ahead(dir) = choice else { return };
        let hex = self.table().leader(leader).hex;
        if let Some((to, left)) = self.table().leader_steps(leader, hex, dir, left) {
            self.note_ride(leader, Activity::Withdraw { from: enemy }, to);
            self.state.leaders[leader.ix()].hex = to;
            self.push(Step::React(ReactStep::LeaderWithdraw { leader, from: enemy, left, start }));
        }
    }
}
