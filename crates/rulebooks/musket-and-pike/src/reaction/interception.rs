//! 9.3: cavalry that rides at a moving enemy (PA10).

use super::path::{Pace, Purse};
use super::withdraw::pace_of;
use super::{ReactChoice, ReactStep, Window, out_of_place};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::command::Company;
use crate::decision::Decision;
use crate::face::told::{Of, reaction as told};
use crate::facing::Pose;
use crate::movement::{Activity, Moving};
use crate::sight::Purpose;
use crate::state::{Formation, Mark, Morale};
use crate::table::{Play, Table};
use field::hexes::{Dir, DirSet, Hand, Hex, Vertex};
use kernel::{Listener, Question, Reaction, Reckoning, Refusal};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// MP 9.3.1a.
const REACH: u8 = 4;

/// How far an Interception has come (PA10 steps 3 to 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InterceptionStage {
    /// On the way, then turning with what is left.
    Approach,
    /// The intercepted cavalry may fire first (MP 9.1.1m).
    AnsweringFire,
    Pistol,
    Attack,
    /// All is fought out; the intercepted unit takes up what it was doing (MP 9.3.4a).
    Over,
}

impl Table<'_> {
    /// Whether cavalry may try to intercept the unit that gave the trigger (MP 9.3.1a to 9.3.1g). Its Orders don't matter
    /// (MP 9.1.1i, 5.5.1b), nor whether its Wing is Finished (MP 9.3.5a).
    pub(super) fn may_intercept(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        if !self.is_cavalry(id) {
            return Err(Refusal::new("MP 9.3.1a", "only cavalry intercepts"));
        }
        self.may_react(window, id)?;
        let (unit, target) = (self.unit(id), window.trigger.unit);
        if unit.has(Mark::InterceptionDone) {
            return Err(Refusal::new("MP 9.3.1e", "it has tried an Interception in this activation already"));
        }
        self.is_not_held(id)?;
        if unit.formation == Formation::Broken {
            return Err(Refusal::new("MP 9.3.1a", "it is Formation Broken"));
        }
        if self.active_side() == Some(window.side) {
            return Err(Refusal::new("MP 9.1.1e", "the Active player's units do not intercept"));
        }
        if !window.trigger.event.is_movement() {
            return Err(Refusal::new("MP 9.3.1a", "only a Movement Trigger can be intercepted"));
        }
        if !self.in_front_or_flank_arc(id, target, REACH) {
            return Err(Refusal::new("MP 9.3.1b", "the enemy is not within four hexes of its front or flanks"));
        }
        if !self.is_no_slower(id, target) {
            return Err(Refusal::new("MP 9.3.1f", "the enemy unit is faster than this one"));
        }
        if self.rules.charts.interception[self.orders(id).ix()].is_none() {
            return Err(Refusal::new("MP 9.3.2a", "the table gives its Orders no chance"));
        }
        self.may_reach(id, target)
    }

    /// Clear sight and a way there: enough points, no dead zone, not through enemy guns, formation kept until it arrives. Without
    /// command it does not move adjacent (MP 9.1.1k).
    fn may_reach(self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        if !self.sees_unit(id, target, Purpose::Interception) {
            return Err(Refusal::new("MP 9.3.1c", "it has no clear line of sight and path to the enemy"));
        }
        if !self.arrives(id, target, self.pose(id), self.fresh_purse(id)) {
            return Err(Refusal::new("MP 9.3.1d", "it has no way to come adjacent in time and in formation"));
        }
        if self.distance(id, target) > 1 && !self.in_command(id) {
            return Err(Refusal::new("MP 5.4.3h", "out of command it may not move adjacent to an enemy unit"));
        }
        Ok(())
    }

    /// Whether a pose lets the cavalry come adjacent, each hex exactly one nearer (ruling MP G-A36).
    fn arrives(self, id: UnitId, target: UnitId, pose: Pose, purse: Purse) -> bool {
        if self.distance_to(target, pose.hex) <= 1 {
            return true;
        }
        // Formation Broken before it is adjacent, it never gets there (MP 9.3.1d).
        !purse.is_broken()
            && self.ways_nearer(target, pose.hex).iter().any(|dir| {
                let facings = [Vertex::from_index(dir.index()), Vertex::from_index(dir.index() + 5)];
                facings.into_iter().any(|facing| {
                    let turning = self.turning_cost(id, pose.facing.turns_to(facing));
                    let Some(points) = purse.points.checked_sub(turning) else { return false };
                    self.rides_to(id, target, Pose { facing, ..pose }, dir, Purse { points, ..purse })
                        .is_some_and(|(to, left)| self.arrives(id, target, to, left))
                })
            })
    }

    /// The ways from a hex that lead one hex nearer.
    fn ways_nearer(self, target: UnitId, hex: Hex) -> DirSet {
        let (grid, target) = (&self.ground().grid, self.unit(target));
        let way = |to: Hex| grid.stretch(grid.pin(hex), grid.pin(to));
        let own = way(target.hex);
        let Some(other) = target.other.map(way) else { return own.nearer };
        match own.length.cmp(&other.length) {
            Ordering::Less => own.nearer,
            Ordering::Equal => own.nearer | other.nearer,
            Ordering::Greater => other.nearer,
        }
    }

    /// One hex of the way: nearer by one, free of units but friendly guns, in no dead zone before it (MP 9.3.1c, 9.3.3a, 9.3.7a). With Light Infantry of its
    /// Wing it may end, not go on (MP 8.2.2a).
    fn rides_to(self, id: UnitId, target: UnitId, pose: Pose, dir: Dir, purse: Purse) -> Option<(Pose, Purse)> {
        let nearer = self.ways_nearer(target, pose.hex).contains(dir);
        let way = nearer.then(|| self.paid_step(id, pose, Pace::Ahead(dir), purse)).flatten();
        let riding = self.state.moves.last().filter(|moving| moving.unit == id);
        let start = riding.map_or(self.unit(id).hex, |moving| moving.start);
        let (to, left) = way.filter(|&(to, _)| !self.in_dead_zone(id, start, to.hex))?;
        self.clear_step(id, to, left)
    }

    /// A step of the interceptor. Once adjacent it may turn with the points it has left (ruling MP G-A36).
    fn may_approach(self, id: UnitId, target: UnitId, pace: Pace) -> Result<(), Refusal> {
        let (pose, purse) = (self.pose(id), self.purse(id));
        if purse.is_broken() {
            return Err(Refusal::new("MP 7.3.1e", "it is Formation Broken and goes no further"));
        }
        let (to, left) = match pace {
            Pace::Ahead(dir) => self.rides_to(id, target, pose, dir, purse),
            _ => self.paid_step(id, pose, pace, purse),
        }
        .ok_or_else(|| Refusal::new("MP 9.3.3a", "each hex must be one nearer, free, and within its points"))?;
        if !self.arrives(id, target, to, left) {
            return Err(Refusal::new("MP 9.3.3a", "it could not come adjacent that way"));
        }
        Ok(())
    }

    fn approaches(self, id: UnitId, target: UnitId) -> impl Iterator<Item = ReactChoice> {
        let aheads = Dir::ALL.into_iter().map(ReactChoice::Ahead);
        let turns = Hand::BOTH.into_iter().map(ReactChoice::Turn);
        let steps = aheads.chain(turns).chain([ReactChoice::CounterMarch]);
        steps.filter(move |&choice| pace_of(choice).is_some_and(|pace| self.may_approach(id, target, pace).is_ok()))
    }

    /// MP 9.3.3b: only intercepted cavalry answers by fire, even if the interceptor was adjacent from the start (MP 9.1.1d).
    /// It moves in no reaction (MP 9.3.3d).
    fn may_answer(self, target: UnitId, interceptor: UnitId) -> bool {
        let horse = self.answers_for(target);
        self.is_cavalry(horse) && self.unit(horse).pistols > 0 && self.fires_at(horse, interceptor, true)
    }

    /// Ruling MP G-A35: one pistol shot, and then no Momentum.
    fn may_pistol(self, id: UnitId, target: UnitId) -> bool {
        self.unit(id).pistols > 0 && self.fires_at(id, target, true)
    }

    /// It attacks as anybody does: fit for it, and no Column, as which it may have ended with Light Infantry; the intercepted unit in a front hex that it could
    /// enter (MP 6.3.4i, 9.3.3c, 11.1.2c, 11.1.2d).
    fn may_attack_intercepted(self, id: UnitId, target: UnitId) -> bool {
        self.attackable_hex(id, target).is_some()
    }

    fn is_fit(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.on_map() && unit.morale != Morale::Broken
    }

    pub(super) fn ask_interception(
        self,
        id: UnitId,
        target: UnitId,
        stage: InterceptionStage,
        menu: &mut Vec<Decision>,
    ) -> Question {
        let mut put = |choice: ReactChoice| menu.push(Decision::React(choice));
        let (topic, rule) = match stage {
            InterceptionStage::Approach => {
                if self.adjacent(id, target) {
                    put(ReactChoice::Done);
                }
                self.approaches(id, target).for_each(put);
                ("interception-path", "MP 9.3.3a")
            }
            InterceptionStage::AnsweringFire => {
                [ReactChoice::Done, ReactChoice::Fire { unit: self.answers_for(target) }].into_iter().for_each(put);
                ("interception-answer", "MP 9.3.3b")
            }
            InterceptionStage::Pistol => {
                [ReactChoice::Done, ReactChoice::Pistol].into_iter().for_each(put);
                ("interception-pistol", "MP 9.1.1m")
            }
            InterceptionStage::Attack | InterceptionStage::Over => {
                [ReactChoice::Done, ReactChoice::Attack].into_iter().for_each(put);
                ("interception-attack", "MP 9.3.3c")
            }
        };
        // What the intercepted unit is offered it may leave be; the interceptor is about its reaction.
        let reaction = if stage == InterceptionStage::AnsweringFire { Reaction::Offered } else { Reaction::Bound };
        Question::whole(topic, rule, 0).in_reaction(reaction)
    }

    pub(super) fn judge_interception(
        self,
        id: UnitId,
        target: UnitId,
        stage: InterceptionStage,
        choice: ReactChoice,
    ) -> Result<(), Refusal> {
        match (stage, choice) {
            (InterceptionStage::Approach, ReactChoice::Done) if self.adjacent(id, target) => Ok(()),
            (InterceptionStage::Approach, ReactChoice::Done) => {
                Err(Refusal::new("MP 9.3.3a", "a successful Interception must come adjacent"))
            }
            (InterceptionStage::Approach, _) => {
                let pace = pace_of(choice).ok_or_else(|| out_of_place("MP 9.3.3a"))?;
                self.may_approach(id, target, pace)
            }
            (_, ReactChoice::Done) => Ok(()),
            (InterceptionStage::AnsweringFire, ReactChoice::Fire { unit })
                if unit == self.answers_for(target) && self.may_answer(target, id) =>
            {
                Ok(())
            }
            (InterceptionStage::Pistol, ReactChoice::Pistol) => self.can_fire_at(id, target, true),
            (InterceptionStage::Attack, ReactChoice::Attack) if self.may_attack_intercepted(id, target) => Ok(()),
            (InterceptionStage::Attack, ReactChoice::Attack) => {
                Err(Refusal::new("MP 9.3.3c", "the intercepted unit is not in a front hex it can enter"))
            }
            _ => Err(out_of_place("MP 9.3.3a")),
        }
    }

    /// What counts for the attempt to intercept, and the most that succeeds (MP 9.3.2a, chart C4).
    pub(crate) fn reckon_interception(self, reckoning: &mut Reckoning, id: UnitId) -> i32 {
        let charts = &self.rules.charts;
        let modifiers = &charts.interception_modifiers;
        let (unit, card) = (self.unit(id), self.card(id));
        let shaken = unit.formation == Formation::Shaken || unit.morale == Morale::Shaken;
        let leader = self.steadying_leader(id).filter(|_| modifiers.leader);
        let rating = leader.map_or(0, |leader| i32::from(self.leader_card(leader).rating));
        let by_morale = modifiers.morale[usize::from(card.morale.clamp(4, 8) - 4)];
        reckoning.add_if(by_morale != 0, i32::from(by_morale), "printed morale", "MP 9.3.2a");
        reckoning.add_if(shaken, i32::from(modifiers.shaken), "formation or morale Shaken", "MP 9.3.2a");
        reckoning.add_if(leader.is_some(), rating, "leader's rating", "MP 9.3.2a");
        charts.interception[self.orders(id).ix()].map_or(-1, i32::from)
    }
}

impl<L: Listener> Play<'_, L> {
    /// The attempt (MP 9.3.2a): one in an activation (MP 9.3.1e), and this unit's reaction to the trigger, whether it succeeds or
    /// not (MP 9.3.2b, ruling MP G-A37). Others may try after it (MP 9.3.2d).
    pub(super) fn react_by_intercepting(&mut self, id: UnitId) {
        let Some(target) = self.note_reaction(id).map(|trigger| trigger.unit) else { return };
        self.mark(id, Mark::InterceptionDone, true);
        if !self.roll_interception(id, target) {
            return;
        }
        self.state.turning.intercepted.insert(id);
        self.start_reacting(id, Activity::Interception { target });
        self.push(Step::React(ReactStep::Interception { unit: id, target, stage: InterceptionStage::Approach }));
    }

    /// Chart C4.
    fn roll_interception(&mut self, id: UnitId, target: UnitId) -> bool {
        let mut reckoning = Reckoning::new(self.listener);
        let limit = self.table().reckon_interception(&mut reckoning, id);
        let die = self.d10();
        let succeeds = (die + reckoning.total).clamp(0, 9) <= limit;
        let outcome = if succeeds { told::INTERCEPTS } else { told::STAYS };
        let of = [Of::Unit(id), Of::Unit(target), Of::Count(limit)];
        self.tell_roll("MP 9.3.2a", die, reckoning, [told::TRIES_TO_INTERCEPT, outcome], &of);
        succeeds
    }

    pub(super) fn work_interception(&mut self, id: UnitId, target: UnitId, stage: InterceptionStage) {
        let table = self.table();
        if stage == InterceptionStage::Over || !table.is_fit(id) || !table.unit(target).on_map() {
            return self.end_interception(id, target);
        }
        let near = table.adjacent(id, target);
        let (own, theirs) = (table.seat(id), table.seat(target));
        let asked = match stage {
            InterceptionStage::Approach => table.approaches(id, target).next().map(|_| own),
            // The way became impossible after the roll: it has stopped where it is (ruling MP G-A36).
            _ if !near => None,
            InterceptionStage::AnsweringFire => table.may_answer(target, id).then_some(theirs),
            InterceptionStage::Pistol => table.may_pistol(id, target).then_some(own),
            InterceptionStage::Attack => table.may_attack_intercepted(id, target).then_some(own),
            InterceptionStage::Over => None,
        };
        match asked {
            Some(seat) => self.await_seat(seat),
            None => self.next_stage(id, target, stage),
        }
    }

    /// PA10: after the way the answering fire, then the pistol, then the attack.
    fn next_stage(&mut self, id: UnitId, target: UnitId, stage: InterceptionStage) {
        let next = match stage {
            InterceptionStage::Approach => InterceptionStage::AnsweringFire,
            InterceptionStage::AnsweringFire => InterceptionStage::Pistol,
            InterceptionStage::Pistol => InterceptionStage::Attack,
            InterceptionStage::Attack | InterceptionStage::Over => InterceptionStage::Over,
        };
        if let Some(top) = self.state.agenda.top_mut() {
            *top = Step::React(ReactStep::Interception { unit: id, target, stage: next });
        }
        let start = self.state.moves.last().filter(|moving| moving.unit == id).map(Moving::start_pose);
        if let Some(start) = start.filter(|_| stage == InterceptionStage::Approach) {
            self.settle_on_gun(id, [Some(start.hex), start.other]);
        }
    }

    /// The intercepted unit resumes (MP 9.3.4a) and must earn its Momentum anew (MP 9.3.4b).
    fn end_interception(&mut self, id: UnitId, target: UnitId) {
        self.end_reacting(id);
        self.pop();
        self.resume_after_interception(target);
    }

    pub(super) fn apply_interception(
        &mut self,
        id: UnitId,
        target: UnitId,
        stage: InterceptionStage,
        choice: ReactChoice,
    ) {
        match choice {
            ReactChoice::Fire { .. } => {
                self.next_stage(id, target, stage);
                let horse = self.table().answers_for(target);
                self.begin_answer_to_interception(horse, id);
            }
            ReactChoice::Pistol => {
                self.next_stage(id, target, stage);
                if let Some(moving) = self.state.moves.last_mut().filter(|moving| moving.unit == id) {
                    (moving.fired, moving.run) = (true, 0);
                }
                self.begin_interceptors_pistol(id, target);
            }
            ReactChoice::Attack => self.attack_intercepted(id, target),
            _ => match pace_of(choice) {
                Some(pace) => self.ride_on(id, target, pace),
                None => self.next_stage(id, target, stage),
            },
        }
    }

    /// Nobody reacts to the ride: it opens no trigger (MP 9.3.2c). A Wing Commander must go along, an Army Commander may (MP 5.2.2a, 5.1.2a); Light Infantry stays behind (MP 8.2.1j).
    fn ride_on(&mut self, id: UnitId, target: UnitId, pace: Pace) {
        let from = self.footing(id);
        self.take_pace(id, pace, Activity::Interception { target });
        if matches!(pace, Pace::Ahead(_)) {
            self.accompany(id, from, Company::Interception);
        }
    }

    /// Two hexes ridden straight through clear ground give the interceptor Momentum (MP 11.3.6a, 11.3.6f).
    fn attack_intercepted(&mut self, id: UnitId, target: UnitId) {
        let run = self.state.moves.last().filter(|moving| moving.unit == id).map_or(0, |moving| moving.run);
        self.mark(id, Mark::Momentum, run >= 2);
        self.end_reacting(id);
        self.next_stage(id, target, InterceptionStage::Attack);
        self.begin_interception_combat(id, target);
    }
}
