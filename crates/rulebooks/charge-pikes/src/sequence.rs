//! Chapters 13 and 14: the turn, phase by phase, and what interrupts it.

use crate::agenda::{Step, TestKind};
use crate::cards::{Beginning, UnitId};
use crate::decision::{Decision, Letter};
use crate::face::told::{self, Who};
use crate::rulebook::test_topic;
use crate::state::{
    Charge, ChargeKind, EndReason, Ending, Fire, Mode, Morale, Phase, Place, Stage, State, TestSet, Unit,
};
use crate::table::{Play, Table};
use kernel::{Entry, Listener, Seat, SeatSet, Side};

/// Whether the machine goes on by itself or waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Ask,
}

impl Table<'_> {
    fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> {
        let seats = self.rules.seats.iter().enumerate();
        seats.filter(move |(_, card)| card.side == side).map(|(index, _)| Seat(index as u8))
    }

    fn seats_left(self, side: Side, has_choice: impl Fn(Seat) -> bool) -> SeatSet {
        self.seats_of(side).filter(|&seat| !self.state.done.contains(seat) && has_choice(seat)).collect()
    }

    /// The seats a step waits for; empty when it can be worked without asking.
    fn asked_by(self, step: Step) -> SeatSet {
        let one = |id: UnitId| SeatSet::one(self.seat(id));
        match step {
            Step::Deploy(side) => self.seats_left(side, |seat| self.any_to_deploy(seat)),
            Step::DrawOutForlorn(side) => self.seats_left(side, |seat| self.forlorn_regiments(seat).next().is_some()),
            Step::ChooseSide(side) => self.seats_of(side).take(1).collect(),
            Step::FleeingGenerals(side) => self.seats_left(side, |seat| self.any_fleeing_general(side, seat)),
            Step::DeclareCharges(side) => self.seats_left(side, |seat| self.may_declare(seat, side)),
            Step::AnswerCharges(side) => self.seats_left(side, |seat| self.may_answer(seat, side)),
            Step::EvadeOrStand { unit, .. } | Step::Moving(unit) => one(unit),
            Step::AfterEvade { charge, .. } => one(self.state.charges[usize::from(charge)].charger),
            Step::NormalMoves(side) => self.seats_left(side, |seat| self.any_to_move(side, seat)),
            Step::Shooting => {
                let both = Side::BOTH.into_iter().flat_map(|side| self.seats_of(side));
                both.filter(|&seat| !self.state.done.contains(seat) && self.any_shot(seat)).collect()
            }
            Step::CombatChoices => {
                let both = Side::BOTH.into_iter().flat_map(|side| self.seats_of(side));
                both.filter(|&seat| !self.state.done.contains(seat) && self.any_combat_choice(seat)).collect()
            }
            Step::FollowUp { unit, .. }
            | Step::ChooseQuarry { unit }
            | Step::TryHalt { unit, .. }
            | Step::TurnAbout { unit } => one(unit),
            Step::Tests { kind, side } => {
                let due = || self.all().filter(move |&id| self.side(id) == side && self.test_due(kind, id));
                if due().nth(1).is_some() { due().map(|id| self.seat(id)).collect() } else { SeatSet::EMPTY }
            }
            _ => SeatSet::EMPTY,
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
                self.state.agenda.push(Step::TurnBegins);
                continue;
            };
            let asked = self.table().asked_by(step);
            if !asked.is_empty() && self.needs_answer(step) {
                self.state.asked = asked;
                return;
            }
            if self.work(step) == Flow::Ask {
                self.state.asked = asked;
                return;
            }
        }
    }

    /// Steps that decide themselves in some cases.
    fn needs_answer(&self, step: Step) -> bool {
        let table = self.table();
        match step {
            // Horse cannot test before its first move (CP 18.2.1).
            Step::TryHalt { unit, router } => table.is_foot(unit) && table.may_pursue(unit, router),
            Step::ChooseQuarry { unit } => table.quarries(unit).nth(1).is_some(),
            Step::TurnAbout { unit } => {
                table.unit(unit).place == Place::Table
                    && table.unit(unit).mode == Mode::Normal
                    && !table.in_contact(unit)
            }
            Step::EvadeOrStand { charge, unit } => {
                table.unit(unit).place == Place::Table
                    && table.state.charges[usize::from(charge)].stage == Stage::Arrived
                    && !table.unit(unit).evaded
            }
            Step::AfterEvade { charge, .. } => table.state.charges[usize::from(charge)].stage == Stage::Arrived,
            Step::FollowUp { unit, enemy } => table.follows(unit, enemy) == Some(false),
            Step::Moving(unit) => table.unit(unit).place == Place::Table && !table.unit(unit).finished,
            _ => true,
        }
    }

    fn work(&mut self, step: Step) -> Flow {
        self.state.agenda.pop();
        match step {
            Step::TurnBegins => self.turn_begins(),
            Step::RoutMoves => self.rout_moves(),
            Step::PursuitMoves => self.pursuit_moves(),
            Step::Reinforcements => self.reinforcements(),
            Step::MovementBegins => self.movement_begins(),
            Step::RunCharges => self.next_charge(),
            Step::RunCharge(ix) => self.run(usize::from(ix)),
            Step::ShootingBegins => self.shooting_begins(),
            Step::ResolveShooting => self.resolve_shooting(),
            Step::CombatBegins => self.combat_begins(),
            Step::ResolveCombat => {
                self.resolve_combat();
                self.settle_pursuits();
            }
            Step::CavalryRecoils => self.cavalry_recoils(),
            Step::FollowUps => self.follow_ups(None),
            Step::FollowUpsAfter { a, b } => self.follow_ups(Some((a, b))),
            Step::FollowUp { unit, enemy } => {
                let must = self.table().follows(unit, enemy) == Some(true);
                if must {
                    self.unasked(self.table().seat(unit), "follow-up", Decision::Follow(true));
                }
                self.follow_up(unit, enemy, must);
            }
            Step::TurnEnds => self.turn_ends(),
            Step::Tests { kind, side } => self.test_next(kind, side),
            Step::Pursuits { router } => self.begin_pursuits(router),
            Step::ChooseQuarry { unit } => {
                let only = self.table().quarries(unit).next();
                self.forget_routs(unit);
                if let Some(router) = only {
                    self.unasked(self.table().seat(unit), "quarry", Decision::Pursue(router));
                    self.state.agenda.push(Step::TryHalt { unit, router });
                }
            }
            Step::TryHalt { unit, router } => {
                if self.table().may_pursue(unit, router) {
                    self.unasked(self.table().seat(unit), "try-halt", Decision::TryHalt(false));
                }
                self.state.agenda.push(Step::FirstPursuit { unit, router });
            }
            Step::FirstPursuit { unit, router } => self.first_pursuit(unit, router),
            // Everybody has had his say: the next step that asks several seats starts afresh.
            Step::Deploy(_)
            | Step::DrawOutForlorn(_)
            | Step::FleeingGenerals(_)
            | Step::DeclareCharges(_)
            | Step::AnswerCharges(_)
            | Step::NormalMoves(_)
            | Step::Shooting
            | Step::CombatChoices => {
                self.pass_over(step);
                self.state.done = SeatSet::EMPTY;
            }
            // Interrupts that nobody has to answer any more.
            Step::ChooseSide(_)
            | Step::EvadeOrStand { .. }
            | Step::AfterEvade { .. }
            | Step::Moving(_)
            | Step::TurnAbout { .. } => {}
        }
        self.sweep_touched();
        Flow::On
    }

    /// Seats that were not asked at the end of a step could have said nothing but `done`.
    fn pass_over(&mut self, step: Step) {
        if !self.listener.hears() {
            return;
        }
        let topic = match step {
            Step::Deploy(_) => "deploy",
            Step::DrawOutForlorn(_) => "forlorn-hopes",
            Step::FleeingGenerals(_) => "fleeing-generals",
            Step::DeclareCharges(_) => "declare-charges",
            Step::AnswerCharges(_) => "answer-charges",
            Step::NormalMoves(_) => "move",
            Step::Shooting => "shoot",
            _ => "combat",
        };
        let table = self.table();
        let seats: SeatSet = match step {
            Step::Deploy(side)
            | Step::DrawOutForlorn(side)
            | Step::FleeingGenerals(side)
            | Step::DeclareCharges(side)
            | Step::AnswerCharges(side)
            | Step::NormalMoves(side) => table.seats_of(side).collect(),
            _ => Side::BOTH.into_iter().flat_map(|side| table.seats_of(side)).collect(),
        };
        for seat in seats.without(self.state.done).iter() {
            self.unasked(seat, topic, Decision::Done);
        }
    }

    // --- A battle that begins inside a turn

    /// Goes on from that step; what came before it in this turn is as the battle file says.
    pub fn begin_within(&mut self, beginning: Beginning) {
        self.state.agenda = kernel::Agenda::default();
        self.keep_bodies();
        self.note_ailing();
        for (path, unit) in self.state.paths.iter_mut().zip(&mut self.state.units) {
            path.push(unit.pose);
            unit.stood = unit.pose;
        }
        match beginning {
            Beginning::Turn => self.state.agenda.push(Step::TurnBegins),
            Beginning::Flight => self.flight_begins(),
            Beginning::Movement => {
                self.movement_begins();
                self.declare_given();
            }
            Beginning::SecondMovement => {
                self.movement_begins();
                let second = Step::DeclareCharges(self.state.side_a.other());
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
            self.state.paths[ix].insert(0, charge.start);
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
            fresh_turn(unit);
        }
        for general in &mut self.state.generals {
            general.spent = 0;
        }
        for (path, unit) in self.state.paths.iter_mut().zip(&self.state.units) {
            path.clear();
            path.push(unit.pose);
        }
        let winner = self.initiative();
        self.state.agenda.push(Step::ChooseSide(winner));
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
            Step::RoutMoves,
            Step::PursuitMoves,
            Step::FleeingGenerals(a),
            Step::FleeingGenerals(b),
            Step::Tests { kind: TestKind::Return, side: a },
            Step::Tests { kind: TestKind::Return, side: b },
            Step::Reinforcements,
            Step::MovementBegins,
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
            Step::DeclareCharges(a),
            Step::AnswerCharges(b),
            Step::RunCharges,
            Step::NormalMoves(a),
            // CP 13.3 as ruled in G12: the other side answers.
            Step::DeclareCharges(b),
            Step::AnswerCharges(a),
            Step::RunCharges,
            Step::NormalMoves(b),
            Step::Tests { kind: TestKind::Panic, side: a },
            Step::Tests { kind: TestKind::Panic, side: b },
            Step::ShootingBegins,
        ]);
    }

    /// The next charge that has not been run, in the order they were declared.
    fn next_charge(&mut self) {
        let waits = |charge: &Charge| charge.kind == ChargeKind::Charge && charge.stage == Stage::Declared;
        if let Some(ix) = self.state.charges.iter().position(waits) {
            self.state.agenda.push_all(&[Step::RunCharge(ix as u8), Step::RunCharges]);
        }
    }

    // --- Phase 3

    fn shooting_begins(&mut self) {
        self.state.phase = Phase::Shooting;
        self.state.fires.clear();
        self.note_shooters();
        self.state.done = SeatSet::EMPTY;
        let (a, b) = (self.state.side_a, self.state.side_a.other());
        let both = |kind| [Step::Tests { kind, side: a }, Step::Tests { kind, side: b }];
        let ([c1, c2], [h1, h2]) = (both(TestKind::CounterCharge), both(TestKind::Charge));
        let ([s1, s2], [t1, t2]) = (both(TestKind::Stand), both(TestKind::ShootingHits));
        self.state.agenda.push_all(&[
            Step::Shooting,
            Step::ResolveShooting,
            c1,
            c2,
            h1,
            h2,
            s1,
            s2,
            t1,
            t2,
            Step::CombatBegins,
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
            Step::CombatChoices,
            Step::ResolveCombat,
            l1,
            l2,
            Step::CavalryRecoils,
            Step::FollowUps,
            f1,
            f2,
            Step::FollowUps,
            r1,
            r2,
            p1,
            p2,
            Step::TurnEnds,
        ]);
    }

    /// The next test of a kind; with several due the owner has been asked for the order (CP 18.8.3, ruling G22).
    fn test_next(&mut self, kind: TestKind, side: Side) {
        let table = self.table();
        let due = table.all().find(|&id| table.side(id) == side && table.test_due(kind, id));
        if let Some(id) = due {
            self.unasked(self.table().seat(id), test_topic(kind), Decision::Test(id));
            self.state.agenda.push(Step::Tests { kind, side });
            self.take_test(kind, id);
            return;
        }
        // A rout on one side can, through a pursuer's crash, bring on tests on the other again (CP 18.8.2).
        let other = side.other();
        let again = kind == TestKind::RoutingFriend
            && side != self.state.side_a
            && self.table().all().any(|id| self.table().side(id) == other && self.table().test_due(kind, id));
        if again {
            self.state.agenda.push(Step::Tests { kind, side });
            self.state.agenda.push(Step::Tests { kind, side: other });
        }
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
                self.state.agenda.push(Step::TurnBegins);
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

    /// A seat has nothing more to say in this step.
    pub fn done(&mut self, seat: Seat) {
        self.state.done = self.state.done.with(seat);
    }

    /// Plays a decision that has been judged legal.
    pub fn play(&mut self, seat: Seat, decision: Decision) {
        let top = self.state.agenda.top();
        match (decision, top) {
            (Decision::Done, _) => self.done(seat),
            (Decision::TakeSide(letter), Some(Step::ChooseSide(side))) => {
                self.state.agenda.pop();
                self.take_side(side, letter);
            }
            (Decision::Deploy { unit, pose, formation, layout }, _) => self.deploy(unit, pose, formation, layout),
            (Decision::Forlorn { unit, figures }, _) => self.draw_out(unit, figures),
            (Decision::Attach { general, unit }, _) => self.attach(general, unit),
            (Decision::Detach { general }, _) => self.detach(general),
            (Decision::Ride { general, to }, _) => self.ride(general, to),
            (Decision::Charge { unit, target, files, legs }, _) => {
                self.declare(ChargeKind::Charge, unit, target, files, legs);
            }
            (Decision::Counter { unit, charger, legs }, _) => {
                let kind = self.table().may_counter(unit, charger).unwrap_or(ChargeKind::Counter);
                self.declare(kind, unit, charger, 0, legs);
            }
            (Decision::React { unit, formation }, _) => {
                self.unit_mut(unit).formation = formation;
                self.tell("CP 20.1.4", told::CLOSES_UP, &[Who::Unit(unit)]);
            }
            (Decision::Evade { bearing, distance }, Some(Step::EvadeOrStand { charge, unit })) => {
                self.state.agenda.pop();
                self.evade(usize::from(charge), unit, bearing, distance);
            }
            (Decision::Stand, _) => {
                self.state.agenda.pop();
            }
            (Decision::Halt, Some(Step::AfterEvade { charge, .. })) => {
                self.state.agenda.pop();
                self.halt_after_evade(usize::from(charge));
            }
            (Decision::GoOn, Some(Step::AfterEvade { charge, unit })) => {
                self.state.agenda.pop();
                self.go_on(usize::from(charge), unit);
            }
            (Decision::Pick(unit), _) => self.state.agenda.push(Step::Moving(unit)),
            (Decision::Move(manoeuvre), Some(Step::Moving(unit))) => self.make_move(unit, manoeuvre),
            (Decision::Shoot { unit, target, face, shot }, _) => self.order_fire(Fire { unit, target, face, shot }),
            (Decision::Allot { unit, enemy, figures }, _) => {
                self.order_strike(crate::state::Allotment::Figures { unit, enemy, figures });
            }
            (Decision::Pistols { unit, draw }, _) => {
                self.order_strike(crate::state::Allotment::Pistols { unit, draw });
            }
            (Decision::Test(unit), Some(Step::Tests { kind, .. })) => {
                self.take_test(kind, unit);
            }
            (Decision::TryHalt(tries), Some(Step::TryHalt { unit, router })) => {
                self.state.agenda.pop();
                let halted = tries && self.take_test(TestKind::HaltPursuit, unit);
                if !halted {
                    self.state.agenda.push(Step::FirstPursuit { unit, router });
                }
            }
            (Decision::Follow(comes), Some(Step::FollowUp { unit, enemy })) => {
                self.state.agenda.pop();
                self.follow_up(unit, enemy, comes);
            }
            (Decision::Pursue(router), Some(Step::ChooseQuarry { unit })) => {
                self.state.agenda.pop();
                self.forget_routs(unit);
                self.state.agenda.push(Step::TryHalt { unit, router });
            }
            (Decision::TurnAbout(turns), Some(Step::TurnAbout { unit })) => {
                self.state.agenda.pop();
                if turns {
                    self.turn_about(unit);
                }
            }
            // The judge lets nothing else through.
            _ => {}
        }
        self.sweep_touched();
        self.advance();
    }
}

/// What a unit remembers of a turn is forgotten when the next begins.
fn fresh_turn(unit: &mut Unit) {
    unit.spent = 0;
    unit.moved = false;
    unit.rotated = false;
    unit.shot = false;
    unit.fought = false;
    unit.charged = false;
    unit.evaded = false;
    unit.finished = false;
    unit.returned = false;
    unit.crashed = false;
    unit.routed_now = false;
    unit.left_block = None;
    unit.hits_phase = 0;
    unit.hits_turn = 0;
    unit.given_round = 0;
    unit.taken_round = 0;
    unit.hit_in_flank = false;
    unit.hit_by_heavy = false;
    unit.tested = TestSet::default();
    unit.worst_shooter = None;
    unit.worst_hits = 0;
    unit.recoiled = false;
    if unit.morale != Morale::Routed {
        unit.cause = None;
    }
}

impl State {
    /// A battle in its first turn, or at its deployment.
    pub fn opening_steps(&mut self, deploys: Option<[Side; 2]>, forlorn: bool) {
        self.agenda = kernel::Agenda::default();
        self.agenda.push(Step::TurnBegins);
        let sides = deploys.unwrap_or([Side::FIRST, Side::SECOND]);
        if forlorn {
            self.agenda.push_all(&[Step::DrawOutForlorn(sides[0]), Step::DrawOutForlorn(sides[1])]);
        }
        if deploys.is_some() {
            self.agenda.push_all(&[Step::Deploy(sides[0]), Step::Deploy(sides[1])]);
        }
    }
}
