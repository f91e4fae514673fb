//! Leadership tests, and leaders on the move, step by step (SSS P3, P5.4).

use crate::agenda::{Phasing, Step};
use crate::bodies::Each;
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::kept::{self, Stamp};
use crate::measures::{LEADER_SIZE, NEAR, bw};
use crate::sequence::TurnChoice;
use crate::state::{Place, Tested};
use crate::table::{Play, Table};
use field::table::{Block, Body, Point, Segment, Sweep, TOUCH, Trail, Um, Vec2};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandStep {
    /// Leaders test in the order their side likes (SSS 1.3a).
    Leadership(Side),
    /// Leaders move last (SSS 1.5.5).
    Ride(Side),
    /// Units near a leader who was struck down test (SSS 6.9).
    Shaken(Side),
    /// Commands without a leader pass to others (SSS 6.6, 6.8).
    Succession(Side),
}

impl CommandStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, CommandStep::Leadership(_) | CommandStep::Ride(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandChoice {
    Test(LeaderId),
    /// The Commander-in-Chief takes a unit over from a sub-commander who has failed (SSS 1.3e, G68).
    TakeOver(UnitId),
    Ride {
        leader: LeaderId,
        to: Point,
    },
    /// Moves into contact with a unit and goes with it (SSS G67).
    Attach {
        leader: LeaderId,
        unit: UnitId,
    },
    Detach(LeaderId),
    /// Takes over from a leader who is out of the battle (SSS 6.6, G35).
    Succeed {
        lost: LeaderId,
        heir: LeaderId,
    },
}

/// How far a leader rides in a turn (SSS T5).
pub const RIDE: Um = bw(10);

pub(crate) fn steps_of(side: Side) -> Phasing {
    Phasing::from_iter([Step::Command(CommandStep::Leadership(side))])
}

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    pub(crate) fn asked_in_command(self, step: CommandStep) -> SeatSet {
        match step {
            CommandStep::Leadership(side) => {
                let tests = |seat| self.leaders_of(side).any(|id| self.judge_leader_test(seat, id).is_ok());
                let steps_in = |seat| self.of_side(side).any(|unit| self.judge_take_over(seat, unit).is_ok());
                self.seats_left(side, |seat| tests(seat) || steps_in(seat))
            }
            CommandStep::Ride(side) => {
                self.seats_left(side, |seat| self.leaders_of(side).any(|id| self.judge_rider(seat, id).is_ok()))
            }
            CommandStep::Shaken(_) => SeatSet::EMPTY,
            CommandStep::Succession(side) => self.asked_for_heirs(side),
        }
    }

    pub(crate) fn his_seat(self, seat: Seat, id: LeaderId) -> Result<(), Refusal> {
        self.known_leader(id)?;
        if self.leader_card(id).seat == seat { Ok(()) } else { refuse("SSS 1.0", "that leader is not yours to order") }
    }

    fn judge_leader_test(self, seat: Seat, id: LeaderId) -> Result<(), Refusal> {
        self.his_seat(seat, id)?;
        if !self.gives_orders(id) {
            return refuse("SSS 6.5", "he gives no orders now");
        }
        if self.leader(id).this_turn.tested.is_some() {
            return refuse("SSS G68", "each leader rolls once in a player turn");
        }
        if !self.of_side(self.leader_card(id).side).any(|unit| self.unit(unit).led_by == Some(id)) {
            return refuse("SSS 5.1", "he has nobody to give orders to");
        }
        Ok(())
    }

    /// SSS 1.3e, G68
    fn judge_take_over(self, seat: Seat, unit: UnitId) -> Result<(), Refusal> {
        self.known(unit)?;
        let side = self.side(unit);
        let Some(chief) = self.chief(side) else { return refuse("SSS 1.3b", "there is no Commander-in-Chief") };
        self.his_seat(seat, chief)?;
        let failed = self.unit(unit).led_by.filter(|&leader| leader != chief).is_some_and(|leader| {
            matches!(self.leader(leader).this_turn.tested, Some(Tested::Failed | Tested::Blunder(_)))
        });
        if !failed {
            return refuse("SSS 1.3e", "its sub-commander has not failed");
        }
        if self.leader(chief).this_turn.tested.is_some() {
            return refuse("SSS G68", "the Commander-in-Chief has rolled already");
        }
        self.may_command(chief, unit)
    }

    fn judge_rider(self, seat: Seat, id: LeaderId) -> Result<(), Refusal> {
        self.his_seat(seat, id)?;
        let leader = self.leader(id);
        if !self.gives_orders(id) {
            return refuse("SSS 6.5", "he does not move");
        }
        if leader.bound {
            return refuse("SSS 39.8", "he stays with the unit he tried to rally");
        }
        if leader.this_turn.joined {
            return refuse("SSS G67", "he has joined a unit this turn and stays with it");
        }
        if leader.this_turn.spent + TOUCH as Um >= RIDE {
            return refuse("SSS 7.1", "he has ridden as far as he can");
        }
        Ok(())
    }

    fn judge_ride(self, seat: Seat, id: LeaderId, to: Point) -> Result<(), Refusal> {
        self.judge_rider(seat, id)?;
        self.judge_ride_past(id, to, self.foes_of_leader(id))
    }

    /// Enemies a leader could come upon.
    fn foes_of_leader(self, id: LeaderId) -> Each {
        self.there(Some(self.leader_card(id).side.other()))
    }

    /// The same of a leader who may ride, past all those who could be in his way.
    fn judge_ride_past(self, id: LeaderId, to: Point, foes: Each) -> Result<(), Refusal> {
        let ground = &self.rules.ground;
        if !(0..=ground.width).contains(&to.x) || !(0..=ground.height).contains(&to.y) {
            return refuse("SSS 7.1", "that is off the table");
        }
        let from = self.place_of(id);
        let far = from.distance(to.vec());
        if far < 1.0 {
            return refuse("SSS 7.1", "he is there already");
        }
        if far > f64::from(RIDE - self.leader(id).this_turn.spent) + TOUCH {
            return refuse("SSS 7.1", "that is farther than he can ride");
        }
        self.judge_way(id, to.vec(), true, foes)
    }

    /// The straight way of a leader: over no ground that bars a rider, through no enemy, and no nearer than 1 BW to any he does
    /// not ride away from; to join his men he may come nearer at the end (SSS 7.1, G67, G100).
    fn judge_way(self, id: LeaderId, to: Vec2, keeps_off: bool, foes: Each) -> Result<(), Refusal> {
        let from = self.place_of(id);
        let (far, dir) = (from.distance(to), (to - from).unit());
        let half = f64::from(LEADER_SIZE) * 0.5;
        let him = Body::single(Block { front: from + dir * half, dir, half, depth: 2.0 * half });
        if let Err((rule, why)) = self.bars_rider(&Sweep::new(&him, Trail::Straight { dir, dist: far })) {
            return refuse(rule, why);
        }
        let (gap, way) = (f64::from(NEAR), Segment { a: from, b: to });
        for enemy in foes {
            let body = self.body(enemy);
            // Whoever is nowhere near his way need not be measured.
            if !way.passes_near(&body, gap) {
                continue;
            }
            let (start, end) = (body.distance_to_point(from), body.distance_to_point(to));
            if keeps_off && end < gap - TOUCH {
                return refuse("SSS G67", "he keeps 1 BW from the enemy");
            }
            if body.is_cut(from, to, 0.0) {
                return refuse("SSS G100", "the enemy stands in his way");
            }
            // Where the way comes nearest, unless it begins or ends there.
            let nearest = from + dir * (body.center() - from).dot(dir).clamp(0.0, far);
            if body.distance_to_point(nearest) < gap.min(start).min(end) - TOUCH {
                return refuse("SSS G100", "his way leads too near to the enemy");
            }
        }
        Ok(())
    }

    fn judge_attach(self, seat: Seat, id: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        self.judge_rider(seat, id)?;
        self.known(unit)?;
        self.judge_attach_past(id, unit, self.foes_of_leader(id))
    }

    /// The same of a leader who may ride, past all those who could be in his way.
    fn judge_attach_past(self, id: LeaderId, unit: UnitId, foes: Each) -> Result<(), Refusal> {
        if self.side(unit) != self.leader_card(id).side || self.unit(unit).place != Place::Table {
            return refuse("SSS G67", "he joins a unit of his own side on the table");
        }
        if self.leader(id).attached == Some(unit) {
            return refuse("SSS G67", "he is with it already");
        }
        let from = self.place_of(id);
        let at = self.body(unit).nearest(from);
        if from.distance(at) > f64::from(RIDE - self.leader(id).this_turn.spent) + TOUCH {
            return refuse("SSS 7.1", "that is farther than he can ride");
        }
        self.judge_way(id, at, false, foes)
    }

    /// All that the rides of a leader depend on.
    pub(crate) fn ride_stamp(self, id: LeaderId) -> Option<Stamp> {
        let leader = self.leader(id);
        let turn = &leader.this_turn;
        let stamp = leader.stamped(self.bodies_stamp()?).with(turn.spent as u64);
        Some(stamp.with(u64::from(leader.bound) << 1 | u64::from(turn.joined)))
    }

    /// Whom a leader who may ride could join, and in which of eight directions he could ride, by bit.
    pub(crate) fn finds_rides(self, id: LeaderId) -> [u64; 2] {
        let (from, left) = (self.place_of(id), self.ride_left(id));
        // Beyond what he has left nobody is joined or in his way.
        let within = |unit: UnitId, reach: f64| {
            let body = self.body(unit);
            body.center().distance(from) <= left + reach + body.radius() + 2.0 * TOUCH
        };
        let foes = kept::bits(self.foes_of_leader(id).filter(|&foe| within(foe, f64::from(NEAR))));
        let friends = self.of_side(self.leader_card(id).side).filter(|&unit| within(unit, 0.0));
        let joins = kept::bits(friends.filter(|&unit| self.judge_attach_past(id, unit, kept::each(foes)).is_ok()));
        let may = |eighth: &i32| self.judge_ride_past(id, self.ride_to(id, *eighth), kept::each(foes)).is_ok();
        let rides = (0..8).filter(may).fold(0, |set, eighth| set | 1 << eighth);
        [joins, rides]
    }

    fn ride_left(self, id: LeaderId) -> f64 {
        f64::from(RIDE - self.leader(id).this_turn.spent)
    }

    /// Half of what he has left, in one of eight directions.
    fn ride_to(self, id: LeaderId, eighth: i32) -> Point {
        (self.place_of(id) + field::table::heading(eighth * 4_500) * (self.ride_left(id) * 0.5)).round()
    }

    pub(crate) fn ask_command(self, step: CommandStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let mut offer = |choice: CommandChoice| menu.push(Decision::Command(choice));
        let (topic, rule) = match step {
            CommandStep::Leadership(side) => {
                for id in self.leaders_of(side).filter(|&id| self.judge_leader_test(seat, id).is_ok()) {
                    offer(CommandChoice::Test(id));
                }
                for unit in self.of_side(side).filter(|&unit| self.judge_take_over(seat, unit).is_ok()) {
                    offer(CommandChoice::TakeOver(unit));
                }
                ("leadership", "SSS 1.3a")
            }
            CommandStep::Ride(side) => {
                for leader in self.leaders_of(side).filter(|&id| self.judge_rider(seat, id).is_ok()) {
                    self.offer_rides(leader, &mut offer);
                }
                ("leaders", "SSS 1.5.5")
            }
            CommandStep::Succession(side) => {
                self.claims(side).for_each(|(lost, heir)| offer(CommandChoice::Succeed { lost, heir }));
                return Question::whole("succession", "SSS 6.6", 0);
            }
            CommandStep::Shaken(_) => ("none", "SSS 6.9"),
        };
        menu.push(Decision::Turn(TurnChoice::Done));
        let usual = self.usual_tester(menu).unwrap_or(menu.len() - 1);
        Question { complete: topic == "leadership", ..Question::whole(topic, rule, usual) }
    }

    /// Orders that nobody passes on are lost, so whoever may test usually does; the Commander-in-Chief last, whose failure would end the
    /// turn of a side that has others to ask (SSS 1.3a, 1.3c).
    fn usual_tester(self, menu: &[Decision]) -> Option<usize> {
        let tests = |decision: &Decision| match decision {
            Decision::Command(CommandChoice::Test(id)) => Some(*id),
            _ => None,
        };
        let is_chief = |id: LeaderId| self.chief(self.leader_card(id).side) == Some(id);
        let sub = |decision: &Decision| tests(decision).is_some_and(|id| !is_chief(id));
        menu.iter().position(sub).or_else(|| menu.iter().position(|decision| tests(decision).is_some()))
    }

    /// To one of his units, or to the middle of them.
    fn offer_rides(self, leader: LeaderId, offer: &mut impl FnMut(CommandChoice)) {
        let [joins, rides] =
            self.state.kept.room().rides.ask(leader.ix(), self.ride_stamp(leader), || self.finds_rides(leader));
        for unit in kept::each(joins) {
            offer(CommandChoice::Attach { leader, unit });
        }
        if self.leader(leader).attached.is_some() {
            offer(CommandChoice::Detach(leader));
        }
        for eighth in (0..8).filter(|eighth| rides >> eighth & 1 == 1) {
            offer(CommandChoice::Ride { leader, to: self.ride_to(leader, eighth) });
        }
    }

    pub(crate) fn judge_command(self, step: CommandStep, seat: Seat, choice: CommandChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (CommandStep::Leadership(_), CommandChoice::Test(id)) => self.judge_leader_test(seat, id),
            (CommandStep::Leadership(_), CommandChoice::TakeOver(unit)) => self.judge_take_over(seat, unit),
            (CommandStep::Ride(_), CommandChoice::Ride { leader, to }) => self.judge_ride(seat, leader, to),
            (CommandStep::Ride(_), CommandChoice::Attach { leader, unit }) => self.judge_attach(seat, leader, unit),
            (CommandStep::Ride(_), CommandChoice::Detach(leader)) => {
                self.judge_rider(seat, leader)?;
                let with = self.leader(leader).attached.is_some();
                if with { Ok(()) } else { refuse("SSS G67", "he is with no unit") }
            }
            (CommandStep::Succession(side), CommandChoice::Succeed { lost, heir }) => {
                self.judge_heir(side, seat, lost, heir)
            }
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_command(&mut self, step: CommandStep) {
        match step {
            CommandStep::Leadership(side) => {
                self.side_has_spoken("leadership", side);
                self.leaders_done();
            }
            CommandStep::Ride(side) => self.side_has_spoken("leaders", side),
            CommandStep::Shaken(side) => self.next_shaken(side),
            CommandStep::Succession(side) => self.heirs_step_in(side),
        }
    }

    pub(crate) fn apply_command(&mut self, _step: CommandStep, choice: CommandChoice) {
        match choice {
            CommandChoice::Test(id) => self.leadership_test(id),
            CommandChoice::TakeOver(unit) => {
                let chief = self.table().chief(self.table().side(unit));
                let turn = &mut self.unit_mut(unit).this_turn;
                (turn.led_by, turn.taken_over) = (chief, true);
            }
            CommandChoice::Ride { leader, to } => {
                let far = self.table().place_of(leader).distance(to.vec()).ceil() as Um;
                let him = &mut self.state.leaders[leader.ix()];
                (him.at, him.attached) = (to, None);
                him.this_turn.spent += far;
                self.tell("SSS 7.1", told::RIDES, &[Who::Leader(leader), Who::Spot(to)]);
            }
            CommandChoice::Attach { leader, unit } => {
                let from = self.table().place_of(leader);
                let at = self.table().body(unit).nearest(from);
                let him = &mut self.state.leaders[leader.ix()];
                (him.at, him.attached, him.this_turn.joined) = (at.round(), Some(unit), true);
                him.this_turn.spent += from.distance(at).ceil() as Um;
                self.tell("SSS G67", told::JOINS, &[Who::Leader(leader), Who::Unit(unit)]);
            }
            CommandChoice::Detach(leader) => {
                let at = self.table().place_of(leader).round();
                let him = &mut self.state.leaders[leader.ix()];
                (him.at, him.attached) = (at, None);
            }
            CommandChoice::Succeed { lost, heir } => self.takes_over(lost, heir),
        }
    }
}
