//! Heading 1: the move sequence, step by step, and the dispatch of decisions to the chapters.

use crate::agenda::Step;
use crate::cards::{Beginning, UnitId};
use crate::command::CommandStep;
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::melee::MeleeStep;
use crate::movement::MoveStep;
use crate::state::{Activity, EndReason, Ending, LeaderTurn, Phase, Place, PlayerTurn, ThisTurn};
use crate::table::{Play, Table};
use crate::{buildings, charges, command, elephants, exotics, melee, orders, reaction, shooting};
use kernel::{Entry, Listener, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    /// A game turn begins with the roll for initiative (SSS 1.1).
    Begins,
    /// The holder of the initiative chooses (SSS G1).
    ChooseTurn(Side),
    PlayerTurn(Side),
    /// A step of the move sequence begins.
    Phase(Phase),
    PlayerTurnEnds(Side),
    Ends,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnChoice {
    /// Nothing more in this step.
    Done,
    /// Take the first player turn of the game turn, or the second (SSS G1).
    Take(Half),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Half {
    First,
    Second,
}

/// The steps of a player turn (SSS 1.0).
pub const PHASES: [Phase; 7] = [
    Phase::Orders,
    Phase::Leadership,
    Phase::Charges,
    Phase::Movement,
    Phase::Shooting,
    Phase::Melees,
    Phase::Reaction,
];

impl<'a> Table<'a> {
    pub(crate) fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> + use<'a> {
        let seats = self.rules.seats.iter().enumerate();
        seats.filter(move |(_, card)| card.side == side).map(|(index, _)| Seat(index as u8))
    }

    /// The seats of a side that have not said yet that they are done, and have a choice.
    pub(crate) fn seats_left(self, side: Side, has_choice: impl Fn(Seat) -> bool) -> SeatSet {
        self.seats_of(side).filter(|&seat| !self.state.done.contains(seat) && has_choice(seat)).collect()
    }

    /// The seats a step waits for; empty when it can be worked without asking.
    fn asked_by(self, step: Step) -> SeatSet {
        match step {
            Step::Turn(TurnStep::ChooseTurn(side)) => self.seats_of(side).take(1).collect(),
            Step::Turn(_) => SeatSet::EMPTY,
            Step::Deploy(step) => self.asked_in_deployment(step),
            Step::Order(step) => self.asked_in_orders(step),
            Step::Command(step) => self.asked_in_command(step),
            Step::Charge(step) => self.asked_in_charges(step),
            Step::Move(step) => self.asked_in_moves(step),
            Step::Shoot(step) => self.asked_in_shooting(step),
            Step::Building(step) => self.asked_in_buildings(step),
            Step::Melee(step) => self.asked_in_melees(step),
            Step::React(step) => self.asked_in_reaction(step),
            Step::Elephant(step) => self.asked_in_elephants(step),
            Step::Exotic(step) => self.asked_in_exotics(step),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Works the agenda until somebody has to be asked or the battle is over.
    pub fn advance(&mut self) {
        self.state.asked = SeatSet::EMPTY;
        while self.state.over.is_none() {
            if self.keep_bodies() {
                self.leaders_make_off();
            }
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
            Step::Order(step) => self.work_orders(step),
            Step::Command(step) => self.work_command(step),
            Step::Charge(step) => self.work_charges(step),
            Step::Move(step) => self.work_moves(step),
            Step::Shoot(step) => self.work_shooting(step),
            Step::Building(step) => self.work_buildings(step),
            Step::Melee(step) => self.work_melees(step),
            Step::React(step) => self.work_reaction(step),
            Step::Elephant(step) => self.work_elephants(step),
            Step::Exotic(step) => self.work_exotics(step),
        }
    }

    fn work_turn(&mut self, step: TurnStep) {
        match step {
            TurnStep::Begins => self.turn_begins(),
            TurnStep::PlayerTurn(side) => self.player_turn_begins(side),
            TurnStep::Phase(phase) => self.phase_begins(phase),
            TurnStep::PlayerTurnEnds(side) => self.player_turn_ends(side),
            TurnStep::Ends => self.turn_ends(),
            // The holder is always asked.
            TurnStep::ChooseTurn(_) => {}
        }
    }

    /// Plays a decision that has been judged legal.
    pub fn play(&mut self, seat: Seat, decision: Decision) {
        let Some(step) = self.state.agenda.top() else { return };
        match (step, decision) {
            (_, Decision::Turn(TurnChoice::Done)) => self.state.done = self.state.done.with(seat),
            (Step::Turn(TurnStep::ChooseTurn(side)), Decision::Turn(TurnChoice::Take(half))) => {
                self.state.agenda.pop();
                self.take_turn(side, half);
            }
            (Step::Deploy(step), Decision::Deploy(choice)) => self.apply_deployment(step, choice),
            (Step::Order(step), Decision::Order(choice)) => self.apply_orders(step, choice),
            (Step::Command(step), Decision::Command(choice)) => self.apply_command(step, choice),
            (Step::Charge(step), Decision::Charge(choice)) => self.apply_charges(step, choice),
            (Step::Move(step), Decision::Move(choice)) => self.apply_moves(step, choice),
            (Step::Shoot(step), Decision::Shoot(choice)) => self.apply_shooting(step, choice),
            (Step::Building(step), Decision::Building(choice)) => self.apply_buildings(step, choice),
            (Step::Melee(step), Decision::Melee(choice)) => self.apply_melees(step, choice),
            (Step::React(step), Decision::React(choice)) => self.apply_reaction(step, choice),
            (Step::Elephant(step), Decision::Elephant(choice)) => self.apply_elephants(step, choice),
            (_, Decision::Elephant(choice)) => self.mahout_acts(choice),
            (Step::Exotic(step), Decision::Exotic(choice)) => self.apply_exotics(step, choice),
            // The judge lets nothing else through.
            _ => {}
        }
        self.mirages_fade();
        self.advance();
    }

    /// Everybody of a side has had his say: the next step that asks several seats starts afresh. Seats that were not asked
    /// could have said nothing but that they are done.
    pub(crate) fn side_has_spoken(&mut self, topic: &'static str, side: Side) {
        if self.listener.hears() {
            let seats: SeatSet = self.table().seats_of(side).collect();
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
        let first = match beginning {
            Beginning::Turn => {
                self.state.agenda.push(Step::Turn(TurnStep::Begins));
                return;
            }
            Beginning::Orders => Phase::Orders,
            Beginning::Leadership => Phase::Leadership,
            Beginning::Charges => Phase::Charges,
            Beginning::Movement => Phase::Movement,
            Beginning::Shooting => Phase::Shooting,
            Beginning::Melees => Phase::Melees,
            Beginning::Reaction => Phase::Reaction,
        };
        let side = self.state.active;
        self.state.agenda.push(Step::Turn(TurnStep::Ends));
        if self.state.half == 0 {
            self.state.agenda.push(Step::Turn(TurnStep::PlayerTurn(side.other())));
        }
        self.push_player_turn(side, first);
        self.note_beginnings();
    }

    // --- The game turn

    fn turn_begins(&mut self) {
        self.state.phase = Phase::Initiative;
        self.state.done = SeatSet::EMPTY;
        self.desert_stirs();
        let holder = self.initiative();
        self.state.holder = holder;
        self.state.agenda.push_all(&[Step::Turn(TurnStep::ChooseTurn(holder))]);
    }

    /// Each side rolls d6 and adds the bonus of its Commander-in-Chief; ties are rolled again (SSS 1.1, G1).
    fn initiative(&mut self) -> Side {
        let bonus = Side::BOTH.map(|side| self.table().chief(side).map_or(0, |id| self.table().rating(id).bonus()));
        let rolls = self.dice.roll_off_ahead(6, (bonus[0] - bonus[1]) as i8);
        let totals = [0, 1].map(|ix| i32::from(rolls[ix]) + bonus[ix]);
        let holder = if totals[0] > totals[1] { Side::FIRST } else { Side::SECOND };
        if self.listener.hears() {
            let (table, turn) = (self.table(), u32::from(self.state.turn));
            let entry = Entry {
                dice: rolls.to_vec(),
                result: table.said(told::CHOICE_IS_WITH, &[Who::Side(holder)]),
                ..table.entry("SSS 1.1", told::INITIATIVE, &[Who::Count(turn)])
            };
            self.listener.tell(entry);
        }
        holder
    }

    fn take_turn(&mut self, holder: Side, half: Half) {
        let first = if half == Half::First { holder } else { holder.other() };
        self.state.agenda.push_all(&[
            Step::Turn(TurnStep::PlayerTurn(first)),
            Step::Turn(TurnStep::PlayerTurn(first.other())),
            Step::Turn(TurnStep::Ends),
        ]);
        self.state.half = 0;
    }

    // --- The player turn

    fn player_turn_begins(&mut self, side: Side) {
        // The second player turn follows the first.
        self.state.half = u8::from(self.state.agenda.top() == Some(Step::Turn(TurnStep::Ends)));
        self.state.active = side;
        self.state.player_turn = PlayerTurn::default();
        self.state.charges.clear();
        self.state.done = SeatSet::EMPTY;
        for (unit, card) in self.state.units.iter_mut().zip(&self.rules.units) {
            unit.this_turn = ThisTurn::default();
            unit.no_countercharge &= card.side != side;
        }
        for leader in &mut self.state.leaders {
            leader.this_turn = LeaderTurn::default();
        }
        self.houses_change_hands();
        self.tell("SSS 1.0", told::PLAYER_TURN, &[Who::Side(side)]);
        self.reinforcements(side);
        self.note_beginnings();
        self.push_player_turn(side, Phase::Orders);
        // SSS 6.8: whoever was waited for is here.
        self.state.agenda.push(Step::Command(CommandStep::Succession(side)));
    }

    /// What is remembered of how everybody stood when the player turn began.
    fn note_beginnings(&mut self) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let own = self.table().acts_on_own_initiative(id);
            let off = self.table().nearest_enemy(id).map_or(i32::MAX, |(_, far)| far.round() as i32);
            let way = self.table().way_at_rest(id);
            let fights_on = self.table().in_contact(id);
            let unit = self.unit_mut(id);
            unit.this_turn.fights_on = fights_on;
            unit.this_turn.began = (unit.place == Place::Table).then(|| unit.outline());
            (unit.stood, unit.this_turn.bases_then) = (unit.pose, unit.bases);
            (unit.this_turn.own_initiative, unit.this_turn.enemy_off, unit.this_turn.way) = (own, off, way);
        }
    }

    fn push_player_turn(&mut self, side: Side, from: Phase) {
        self.state.agenda.push(Step::Turn(TurnStep::PlayerTurnEnds(side)));
        for phase in PHASES.into_iter().rev().filter(|&phase| phase >= from) {
            self.state.agenda.push(Step::Turn(TurnStep::Phase(phase)));
        }
    }

    /// What each step of the move sequence consists of, chapter by chapter (SSS 1.0, 1.5.0).
    fn phase_begins(&mut self, phase: Phase) {
        self.state.phase = phase;
        self.state.done = SeatSet::EMPTY;
        let side = self.state.active;
        let steps = |steps: &[Step], agenda: &mut kernel::Agenda<Step, 48>| agenda.push_all(steps);
        let agenda = &mut self.state.agenda;
        match phase {
            Phase::Deployment | Phase::Initiative => {}
            Phase::Orders => steps(&orders::steps_of(side), agenda),
            Phase::Leadership => steps(&command::steps_of(side), agenda),
            Phase::Charges => steps(&charges::steps_of(side), agenda),
            Phase::Movement => {
                // The last to be done is put down first.
                steps(&elephants::steps_of(side), agenda);
                let leaves = Step::Melee(MeleeStep::Disengage(side));
                let clinches = Step::Melee(MeleeStep::Clinch(side));
                let (moves, rides) = (Step::Move(MoveStep::Normal(side)), Step::Command(CommandStep::Ride(side)));
                let serves = Step::Melee(MeleeStep::Man(side));
                steps(&[leaves, moves, clinches, serves, rides], agenda);
                steps(&charges::moves_of(side), agenda);
                steps(&buildings::evacuations_of(side), agenda);
                steps(&reaction::compulsory_of(side), agenda);
            }
            Phase::Shooting => {
                self.guns_are_spiked();
                let agenda = &mut self.state.agenda;
                steps(&exotics::steps_of(side), agenda);
                steps(&shooting::steps_of(side), agenda);
            }
            Phase::Melees => steps(&melee::steps_of(side), agenda),
            Phase::Reaction => {
                steps(&buildings::steps_of(side), agenda);
                steps(&reaction::steps_of(side), agenda);
            }
        }
    }

    /// The player turn breaks off where the rest of it is not played (SSS 1.3c, G10).
    pub(crate) fn break_off_player_turn(&mut self, side: Side) {
        self.turns_are_spent(side);
        while let Some(step) = self.state.agenda.top() {
            if matches!(step, Step::Turn(TurnStep::PlayerTurnEnds(_))) {
                break;
            }
            self.state.agenda.pop();
        }
        // What hangs on the player turn itself goes on.
        self.state.agenda.push_all(&elephants::steps_of(side));
        self.state.done = SeatSet::EMPTY;
    }

    /// Whoever was to spend this turn on rallying has spent it, though the reaction phase is not played (SSS 39.11, G10).
    fn turns_are_spent(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let unit = self.unit(id);
            let rallies = unit.place == Place::Table && unit.activity == Activity::Rallying;
            if self.table().side(id) == side && rallies {
                self.has_rallied(id);
            }
        }
    }

    /// Units that did nothing but reform are better for it (SSS 32.4); what is counted in own player turns counts down
    /// (SSS G2).
    fn player_turn_ends(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let unit = *self.unit(id);
            if self.table().side(id) != side || unit.place != Place::Table {
                continue;
            }
            if self.table().has_only_reformed(id) {
                self.reform(id);
            }
            let unit = self.unit_mut(id);
            unit.shot_at_charge = false;
            unit.delayed = unit.delayed.saturating_sub(1);
            unit.remember_targets();
            self.orders_lapse(id);
        }
        self.guns_are_spiked();
        self.rest_from_fighting(side);
        self.plash(side);
        self.mirages_fade();
        self.leaders_recover(side);
        self.riders_remount(side);
        self.guns_mended(side);
        self.fires_go_on(side);
        self.take_ground();
    }

    /// Reinforcements of a side come on as its player turn begins.
    fn reinforcements(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let Some(arrival) = self.rules.arrivals[id.ix()] else { continue };
            let due = self.unit(id).place == Place::Expected && self.state.turn >= arrival.turn;
            if self.table().side(id) != side || !due {
                continue;
            }
            let there = self.rules.body_at(id, self.unit(id), arrival.pose);
            if self.table().on_table().all(|other| !self.table().body(other).overlaps(&there)) {
                let unit = self.unit_mut(id);
                (unit.place, unit.pose, unit.stood) = (Place::Table, arrival.pose, arrival.pose);
                self.tell("SSS G39", told::ARRIVES, &[Who::Unit(id)]);
            }
        }
    }

    /// SSS G40
    fn turn_ends(&mut self) {
        self.storm_passes();
        self.lapse_disruption();
        let broken = Side::BOTH.map(|side| self.table().broken(side));
        if broken[0] || broken[1] {
            let winner = match broken {
                [true, false] => Some(Side::SECOND),
                [false, true] => Some(Side::FIRST),
                _ => None,
            };
            self.end(winner, EndReason::ArmyBroken);
        } else if self.state.turn >= self.rules.turns {
            let ground = self.table().leads_in_ground().is_some();
            let winner = self.table().leads();
            self.end(winner, if ground { EndReason::Objectives } else { EndReason::TurnsOver });
        } else {
            self.state.turn += 1;
        }
    }

    fn end(&mut self, winner: Option<Side>, why: EndReason) {
        let points = Side::BOTH.map(|side| self.table().points(side));
        self.state.over = Some(Ending { winner, why, points });
        self.state.asked = SeatSet::EMPTY;
    }
}

impl Table<'_> {
    /// Ordered to reform, and has neither moved, shot nor fought (SSS 32.4, G20); rallying allows for it too (SSS G60).
    fn has_only_reformed(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let reforms = unit.intent == crate::state::Intent::Reform || unit.activity == Activity::Rallying;
        reforms && !self.prays(id) && !unit.moved && !unit.shot && !unit.fought && !self.in_contact(id)
    }
}
