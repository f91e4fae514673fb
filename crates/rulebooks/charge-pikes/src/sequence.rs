//! Chapters 13 and 14: the turn, phase by phase, and what interrupts it.

use crate::agenda::{Step, TestKind};
use crate::cards::{Beginning, UnitId};
use crate::combat::CombatStep;
use crate::decision::Decision;
use crate::deployment::DeployStep;
use crate::face::told::{self, Who};
use crate::generals::GeneralStep;
use crate::movement::charging::ChargeStep;
use crate::movement::flight::FlightStep;
use crate::movement::maneuvers::MoveStep;
use crate::shooting::ShootStep;
use crate::state::{Charge, ChargeKind, EndReason, Ending, Morale, Phase, Place, Stage, State, ThisTurn, Unit};
use crate::table::{Play, Table};
use kernel::{Entry, Listener, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    Begins,
    /// The winner of the initiative chooses (CP 14.2).
    ChooseSide(Side),
    Reinforcements,
    MovementBegins,
    ShootingBegins,
    CombatBegins,
    Ends,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnChoice {
    /// Nothing more in this step.
    Done,
    /// Be Side A or Side B this turn (CP 14.2).
    TakeSide(Letter),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Letter {
    A,
    B,
}

impl<'a> Table<'a> {
    fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> + use<'a> {
        let seats = self.rules.seats.iter().enumerate();
        seats.filter(move |(_, card)| card.side == side).map(|(index, _)| Seat(index as u8))
    }

    fn seats_of_both(self) -> impl Iterator<Item = Seat> {
        Side::BOTH.into_iter().flat_map(move |side| self.seats_of(side))
    }

    /// The seats of a side that have not said yet that they are done, and have a choice.
    pub(crate) fn seats_left(self, side: Side, has_choice: impl Fn(Seat) -> bool) -> SeatSet {
        self.seats_of(side).filter(|&seat| !self.state.done.contains(seat) && has_choice(seat)).collect()
    }

    pub(crate) fn seats_of_both_left(self, has_choice: impl Fn(Seat) -> bool) -> SeatSet {
        self.seats_of_both().filter(|&seat| !self.state.done.contains(seat) && has_choice(seat)).collect()
    }

    /// The seats a step waits for; empty when it can be worked without asking.
    fn asked_by(self, step: Step) -> SeatSet {
        match step {
            Step::Turn(TurnStep::ChooseSide(side)) => self.seats_of(side).take(1).collect(),
            Step::Turn(_) => SeatSet::EMPTY,
            Step::Deploy(step) => self.asked_in_deployment(step),
            Step::General(step) => self.asked_of_generals(step),
            Step::Flight(step) => self.asked_in_flight(step),
            Step::Charge(step) => self.asked_in_charges(step),
            Step::Move(step) => self.asked_in_moves(step),
            Step::Shoot(step) => self.asked_in_shooting(step),
            Step::Combat(step) => self.asked_in_combat(step),
            Step::Tests { kind, side } => self.asked_in_tests(kind, side),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Works the agenda until somebody has to be asked or the battle is over.
    pub fn advance(&mut self) {
        self.state.asked = SeatSet::EMPTY;
        while self.state.over.is_none() {
            self.keep_bodies();
            // At once (CP 7.3.5), and before anybody is asked: what happens while orders are sealed gives none away.
            self.alarm_columns();
            let Some(step) = self.state.agenda.top() else {
                self.state.agenda.push(Step::Turn(TurnStep::Begins));
                continue;
            };
            self.state.asked = self.table().asked_by(step);
            if !self.state.asked.is_empty() {
                return;
            }
            self.work(step);
        }
    }

    fn work(&mut self, step: Step) {
        self.state.agenda.pop();
        match step {
            Step::Turn(step) => self.work_turn(step),
            Step::Deploy(step) => self.work_deployment(step),
            Step::General(step) => self.work_generals(step),
            Step::Flight(step) => self.work_flight(step),
            Step::Charge(step) => self.work_charges(step),
            Step::Move(step) => self.work_moves(step),
            Step::Shoot(step) => self.work_shooting(step),
            Step::Combat(step) => self.work_combat(step),
            Step::Tests { kind, side } => self.work_tests(kind, side),
        }
        self.sweep_touched();
    }

    fn work_turn(&mut self, step: TurnStep) {
        match step {
            TurnStep::Begins => self.turn_begins(),
            TurnStep::Reinforcements => self.reinforcements(),
            TurnStep::MovementBegins => self.movement_begins(),
            TurnStep::ShootingBegins => self.shooting_begins(),
            TurnStep::CombatBegins => self.combat_begins(),
            TurnStep::Ends => self.turn_ends(),
            // The winner is always asked.
            TurnStep::ChooseSide(_) => {}
        }
    }

    /// Plays a decision that has been judged legal.
    pub fn play(&mut self, seat: Seat, decision: Decision) {
        let Some(step) = self.state.agenda.top() else { return };
        match (step, decision) {
            (_, Decision::Turn(TurnChoice::Done)) => self.state.done = self.state.done.with(seat),
            (Step::Turn(TurnStep::ChooseSide(side)), Decision::Turn(TurnChoice::TakeSide(letter))) => {
                self.state.agenda.pop();
                self.take_side(side, letter);
            }
            (_, Decision::Deploy(choice)) => self.apply_deployment(choice),
            (_, Decision::General(choice)) => self.apply_generals(choice),
            (Step::Flight(step), Decision::Flight(choice)) => self.apply_flight(step, choice),
            (Step::Charge(step), Decision::Charge(choice)) => self.apply_charges(step, choice),
            (Step::Move(step), Decision::Move(choice)) => self.apply_moves(step, choice),
            (_, Decision::Shoot(choice)) => self.apply_shooting(choice),
            (Step::Combat(step), Decision::Combat(choice)) => self.apply_combat(step, choice),
            (Step::Tests { kind, .. }, Decision::Test(choice)) => self.apply_test(kind, choice),
            // The judge lets nothing else through.
            _ => {}
        }
        self.sweep_touched();
        self.advance();
    }

    /// Everybody of a side has had his say: the next step that asks several seats starts afresh.
    pub(crate) fn side_has_spoken(&mut self, topic: &'static str, side: Side) {
        self.have_spoken(topic, self.table().seats_of(side).collect());
    }

    /// The same, for both sides.
    pub(crate) fn both_have_spoken(&mut self, topic: &'static str) {
        self.have_spoken(topic, self.table().seats_of_both().collect());
    }

    /// Seats that were not asked could have said nothing but that they are done.
    fn have_spoken(&mut self, topic: &'static str, seats: SeatSet) {
        if self.listener.hears() {
            for seat in seats.without(self.state.done).iter() {
                self.unasked(seat, topic, Decision::Turn(TurnChoice::Done));
            }
        }
        self.state.done = SeatSet::EMPTY;
    }

    // --- A battle that begins inside a turn

    /// Goes on from that step; what came before it in this turn is as the battle file says.
    pub fn begin_within(&mut self, beginning: Beginning) {
        self.state.agenda = kernel::Agenda::default();
        self.keep_bodies();
        self.note_ailing();
        for (path, unit) in self.state.paths.iter_mut().zip(&mut self.state.units) {
            path.push(unit.outline());
            unit.stood = unit.pose;
        }
        match beginning {
            Beginning::Turn => self.state.agenda.push(Step::Turn(TurnStep::Begins)),
            Beginning::Flight => self.flight_begins(),
            Beginning::Movement => {
                self.movement_begins();
                self.declare_given();
            }
            Beginning::SecondMovement => {
                self.movement_begins();
                let second = Step::Charge(ChargeStep::Declare(self.state.side_a.other()));
                while self.state.agenda.top().is_some_and(|step| step != second) {
                    self.state.agenda.pop();
                }
                self.declare_given();
            }
            Beginning::Shooting => {
                self.chargers_came_up();
                self.shooting_begins();
            }
            Beginning::Combat => self.combat_begins(),
        }
    }

    /// Charges that the battle file declares: all of that side, so that the other has to answer them next.
    fn declare_given(&mut self) {
        let given = std::mem::take(&mut self.state.charges);
        if given.is_empty() {
            return;
        }
        for charge in given {
            self.declare(charge.kind, charge.charger, charge.target, charge.files, charge.legs);
        }
        self.state.agenda.pop();
    }

    /// Chargers can be shot at on their whole way in (CP 16.2.4).
    fn chargers_came_up(&mut self) {
        for charge in &self.state.charges {
            let ix = charge.charger.ix();
            self.state.units[ix].stood = charge.start;
            let start = Unit { pose: charge.start, ..self.state.units[ix] }.outline();
            self.state.paths[ix].insert(0, start);
        }
    }

    // --- Phase 1

    fn turn_begins(&mut self) {
        self.state.phase = Phase::Initiative;
        self.state.charges.clear();
        self.state.routs.clear();
        self.state.fires.clear();
        self.state.strikes.clear();
        self.state.done = SeatSet::EMPTY;
        for unit in &mut self.state.units {
            unit.this_turn = ThisTurn::default();
            if unit.morale != Morale::Routed {
                unit.cause = None;
            }
        }
        for general in &mut self.state.generals {
            general.spent = 0;
        }
        for gun in self.state.batteries.iter_mut().flat_map(|battery| &mut battery.guns) {
            gun.turned = 0;
        }
        for (path, unit) in self.state.paths.iter_mut().zip(&self.state.units) {
            path.clear();
            path.push(unit.outline());
        }
        let winner = self.initiative();
        self.state.agenda.push(Step::Turn(TurnStep::ChooseSide(winner)));
    }

    /// Each side rolls, ties again (CP 14.1).
    fn initiative(&mut self) -> Side {
        let rolls = self.dice.roll_off(6);
        let winner = if rolls[0] > rolls[1] { Side::FIRST } else { Side::SECOND };
        if self.listener.hears() {
            let (table, turn) = (self.table(), u32::from(self.state.turn));
            let entry = Entry {
                dice: rolls.to_vec(),
                result: table.said(told::CHOICE_IS_WITH, &[Who::Side(winner)]),
                ..table.entry("CP 14.1", told::INITIATIVE, &[Who::Count(turn)])
            };
            self.listener.tell(entry);
        }
        winner
    }

    pub fn take_side(&mut self, side: Side, letter: Letter) {
        self.state.side_a = if letter == Letter::A { side } else { side.other() };
        self.tell("CP 14.2", told::SIDE_A, &[Who::Side(self.state.side_a)]);
        self.flight_begins();
    }

    /// CP 13.2
    fn flight_begins(&mut self) {
        let (a, b) = (self.state.side_a, self.state.side_a.other());
        self.state.agenda.push_all(&[
            // CP 9.10: generals leave those who are about to run, and join those who have.
            Step::General(GeneralStep::Fleeing(a)),
            Step::General(GeneralStep::Fleeing(b)),
            Step::Flight(FlightStep::RoutMoves),
            Step::Flight(FlightStep::PursuitMoves),
            Step::General(GeneralStep::Fleeing(a)),
            Step::General(GeneralStep::Fleeing(b)),
            Step::Tests { kind: TestKind::Return, side: a },
            Step::Tests { kind: TestKind::Return, side: b },
            Step::Turn(TurnStep::Reinforcements),
            Step::Turn(TurnStep::MovementBegins),
        ]);
    }

    /// Units due this turn come on at their place, or wait while it is full.
    fn reinforcements(&mut self) {
        for id in 0..self.state.units.len() as u8 {
            let id = UnitId(id);
            let Some(arrival) = self.rules.arrivals[id.ix()] else { continue };
            if self.unit(id).place != Place::Expected || self.state.turn < arrival.turn {
                continue;
            }
            if let Some(pose) = self.room_at_edge(id, arrival.pose) {
                let unit = self.unit_mut(id);
                unit.place = Place::Table;
                unit.pose = pose;
                self.state.paths[id.ix()].clear();
                self.note_path(id);
                self.generals_follow(id);
                self.tell("CP 13.2", told::ARRIVES, &[Who::Unit(id)]);
            }
        }
    }

    // --- Phase 2

    fn movement_begins(&mut self) {
        self.state.phase = Phase::Movement;
        self.note_ailing();
        for unit in &mut self.state.units {
            unit.stood = unit.pose;
        }
        let (a, b) = (self.state.side_a, self.state.side_a.other());
        self.state.agenda.push_all(&[
            Step::Charge(ChargeStep::Declare(a)),
            Step::Charge(ChargeStep::Answer(b)),
            Step::Charge(ChargeStep::RunAll),
            Step::Move(MoveStep::NormalMoves(a)),
            // CP 13.3 as ruled in G12: the other side answers.
            Step::Charge(ChargeStep::Declare(b)),
            Step::Charge(ChargeStep::Answer(a)),
            Step::Charge(ChargeStep::RunAll),
            Step::Move(MoveStep::NormalMoves(b)),
            Step::Tests { kind: TestKind::Panic, side: a },
            Step::Tests { kind: TestKind::Panic, side: b },
            Step::Turn(TurnStep::ShootingBegins),
        ]);
    }

    /// The next charge that has not been run: those that are met first, for a counter-charger sets out at once and is not
    /// there any more when others come up, the first meeting first; else in the order they were declared (CP 15.5.1, rulings
    /// G18, G21).
    pub(crate) fn next_charge(&mut self) {
        let charges = &self.state.charges;
        let waits = |charge: &Charge| charge.kind == ChargeKind::Charge && charge.stage == Stage::Declared;
        let answers = |counter: &Charge, id: UnitId| {
            counter.answers() && counter.target == id && counter.stage == Stage::Declared
        };
        let met = |charge: &Charge| charges.iter().any(|counter| answers(counter, charge.charger));
        let waiting = || charges.iter().enumerate().filter(|(_, charge)| waits(charge)).map(|(ix, _)| ix);
        let first_met = waiting()
            .filter(|&ix| met(&charges[ix]))
            .min_by(|&one, &two| self.first_meeting(one).total_cmp(&self.first_meeting(two)));
        if let Some(ix) = first_met.or_else(|| waiting().next()) {
            self.state.agenda.push_all(&[Step::Charge(ChargeStep::Run(ix as u8)), Step::Charge(ChargeStep::RunAll)]);
        }
    }

    // --- Phase 3

    fn shooting_begins(&mut self) {
        self.state.phase = Phase::Shooting;
        self.state.fires.clear();
        self.note_shooters();
        self.note_engaged();
        self.state.done = SeatSet::EMPTY;
        let (a, b) = (self.state.side_a, self.state.side_a.other());
        let both = |kind| [Step::Tests { kind, side: a }, Step::Tests { kind, side: b }];
        let ([c1, c2], [h1, h2]) = (both(TestKind::CounterCharge), both(TestKind::Charge));
        let ([s1, s2], [t1, t2]) = (both(TestKind::Stand), both(TestKind::ShootingHits));
        self.state.agenda.push_all(&[
            Step::Shoot(ShootStep::Orders),
            Step::Shoot(ShootStep::Resolve),
            c1,
            c2,
            h1,
            h2,
            s1,
            s2,
            t1,
            t2,
            Step::Turn(TurnStep::CombatBegins),
        ]);
    }

    // --- Phase 4

    fn combat_begins(&mut self) {
        self.state.phase = Phase::Combat;
        self.state.strikes.clear();
        self.state.done = SeatSet::EMPTY;
        for unit in &mut self.state.units {
            unit.given_round = 0;
            unit.taken_round = 0;
            unit.recoiled = false;
            unit.hits_phase = 0;
        }
        let (a, b) = (self.state.side_a, self.state.side_a.other());
        let both = |kind| [Step::Tests { kind, side: a }, Step::Tests { kind, side: b }];
        let ([l1, l2], [f1, f2]) = (both(TestKind::LosingCombat), both(TestKind::RoutingFriend));
        let ([r1, r2], [p1, p2]) = (both(TestKind::Rally), both(TestKind::HaltPursuit));
        self.state.agenda.push_all(&[
            Step::Combat(CombatStep::Choices),
            Step::Combat(CombatStep::Resolve),
            l1,
            l2,
            Step::Combat(CombatStep::CavalryRecoils),
            Step::Combat(CombatStep::FollowUps),
            f1,
            f2,
            Step::Combat(CombatStep::FollowUps),
            r1,
            r2,
            p1,
            p2,
            Step::Turn(TurnStep::Ends),
        ]);
    }

    // --- The end of the turn

    fn turn_ends(&mut self) {
        self.recover_all();
        self.clear_ghost_contacts();
        for unit in self.state.units.iter_mut().filter(|unit| !unit.moved) {
            // CP 15.4.3: whoever stood still this turn is not going straight on any more.
            unit.straight = 0;
        }
        let table = self.table();
        let points = [table.points(Side::FIRST), table.points(Side::SECOND)];
        let broken = [table.broken(Side::FIRST), table.broken(Side::SECOND)];
        let ahead = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(Side::FIRST),
            std::cmp::Ordering::Less => Some(Side::SECOND),
            std::cmp::Ordering::Equal => None,
        };
        let ending = match broken {
            [true, false] => Some((Some(Side::SECOND), EndReason::ArmyBroken)),
            [false, true] => Some((Some(Side::FIRST), EndReason::ArmyBroken)),
            [true, true] => Some((ahead, EndReason::ArmyBroken)),
            [false, false] if self.state.turn >= self.rules.turns => Some((ahead, EndReason::TurnsOver)),
            [false, false] => None,
        };
        match ending {
            Some((winner, why)) => {
                self.state.over = Some(Ending { winner, why, points });
                self.state.asked = SeatSet::EMPTY;
            }
            None => {
                self.state.turn += 1;
                self.state.agenda.push(Step::Turn(TurnStep::Begins));
            }
        }
    }

    /// Contacts whose units have drifted apart (a loser shrank, a router ran) are no contacts any more.
    fn clear_ghost_contacts(&mut self) {
        let (rules, units) = (self.rules, &self.state.units);
        let apart = f64::from(rules.options.scale.inches(2));
        self.state.contacts.retain(|contact| {
            let (a, b) = (&units[contact.a.ix()], &units[contact.b.ix()]);
            let inside = a.inside.is_some() || b.inside.is_some();
            a.place == Place::Table
                && b.place == Place::Table
                && (inside || rules.body_of(contact.a, a).within(&rules.body_of(contact.b, b), apart))
        });
    }
}

impl State {
    /// A battle in its first turn, or at its deployment.
    pub fn opening_steps(&mut self, deploys: Option<[Side; 2]>, forlorn: bool) {
        self.agenda = kernel::Agenda::default();
        self.agenda.push(Step::Turn(TurnStep::Begins));
        let sides = deploys.unwrap_or([Side::FIRST, Side::SECOND]);
        if forlorn {
            self.agenda.push_all(&[
                Step::Deploy(DeployStep::DrawOutForlorn(sides[0])),
                Step::Deploy(DeployStep::DrawOutForlorn(sides[1])),
            ]);
        }
        if deploys.is_some() {
            self.agenda
                .push_all(&[Step::Deploy(DeployStep::Place(sides[0])), Step::Deploy(DeployStep::Place(sides[1]))]);
        }
    }
}
