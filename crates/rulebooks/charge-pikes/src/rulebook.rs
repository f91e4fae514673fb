//! Charge Pikes! as the kernel sees it: the contract, handed on to the chapters.

use crate::ChargePikes;
use crate::agenda::Step;
use crate::cards::{Beginning, GeneralId, UnitId};
use crate::combat::CombatStep;
use crate::decision::Decision;
use crate::deployment::DeployStep;
use crate::generals::{GeneralChoice, GeneralStep};
use crate::movement::charging::ChargeStep;
use crate::movement::flight::FlightStep;
use crate::movement::maneuvers::MoveStep;
use crate::sequence::{Letter, TurnChoice, TurnStep};
use crate::shooting::ShootStep;
use crate::shooting::reckoned::Reckoned;
use crate::state::{Allotment, EndReason, Mode, Morale, Place, State};
use crate::table::{Play, Table};
use kernel::{
    Absent, Aim, Clock, Dice, Effect, Fact, Ghost, Handling, Heading, Judgement, Listener, Mark, Notation, OptionSpec,
    Outcome, OverlaySpec, Picture, Post, Question, Refusal, Rulebook, Seat, SeatCard, SeatSet, Secrecy, Side, Silent,
    Soundness, Telling,
    scene::{Meaning, Scene, Zone},
};

/// Optional rules and readings; the first value is the default (CP 1.1, 1.2).
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec { key: "scale", title: "Figure scale", rule: "CP 1.3", values: &["25mm", "15mm"] },
    OptionSpec { key: "swedish-system", title: "Swedish manoeuvre system", rule: "CP 20.1.1", values: &["off", "on"] },
    OptionSpec { key: "firelocks", title: "Firelocks", rule: "CP 20.2.1", values: &["off", "on"] },
    OptionSpec { key: "forlorn-hopes", title: "Forlorn hopes", rule: "CP 20.3.1", values: &["off", "on"] },
    OptionSpec { key: "volley-fire", title: "Volley fire", rule: "CP 20.4.1a", values: &["off", "on"] },
    OptionSpec { key: "lancers", title: "Scottish lancers", rule: "CP 20.5.1", values: &["off", "on"] },
    OptionSpec { key: "highlanders", title: "Highlanders", rule: "CP 20.6.1", values: &["off", "on"] },
    OptionSpec {
        key: "mounted-width-15mm",
        title: "Width of a rider at 15 mm: 20 mm by the table, or 15 mm by the usual bases",
        rule: "CP G4",
        values: &["table", "base"],
    },
    OptionSpec {
        key: "ball-at-skirmishers",
        title: "Ball at skirmishers hits as at soft or as at hard cover",
        rule: "CP G1",
        values: &["soft", "hard"],
    },
    OptionSpec {
        key: "pistols",
        title: "Pistols count in any one round of a combat, or on impact only",
        rule: "CP G35",
        values: &["any-round", "impact-only"],
    },
    OptionSpec {
        key: "foot-follow-up",
        title: "Foot may follow up recoiling foot",
        rule: "CP G32",
        values: &["on", "off"],
    },
    OptionSpec {
        key: "dragoons-shoot-mounted",
        title: "Dragoons may shoot from the saddle",
        rule: "CP G36",
        values: &["on", "off"],
    },
    OptionSpec {
        key: "passed-stand-all-turn",
        title: "Close order that is passed through stands still all turn, or only while it is passed",
        rule: "CP G78",
        values: &["on", "off"],
    },
    OptionSpec {
        key: "any-unit-endangers-generals",
        title: "Generals are in danger beside any unit that is hit hard, not their own side's alone",
        rule: "CP G52",
        values: &["off", "on"],
    },
];

impl Rulebook for ChargePikes {
    const NAME: &'static str = "charge-pikes";
    type State = State;
    type Decision = Decision;

    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn seats(&self) -> &[SeatCard] {
        &self.seats
    }

    fn start(&self, dice: &mut dyn Dice, mut listener: &mut dyn Listener) -> State {
        if listener.hears() { self.begin(dice, &mut listener) } else { self.begin(dice, &mut Silent) }
    }

    fn awaiting(&self, state: &State) -> SeatSet {
        state.asked
    }

    fn ask(&self, state: &State, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        menu.clear();
        let table = Table { rules: self, state };
        let nothing = Question::whole("none", "CP 13.1", 0);
        let Some(step) = state.agenda.top() else { return nothing };
        if !state.asked.contains(seat) {
            return nothing;
        }
        match step {
            Step::Turn(_) => {
                menu.extend([Letter::A, Letter::B].map(|letter| Decision::Turn(TurnChoice::TakeSide(letter))));
                Question::whole("choose-side", "CP 14.2", 0)
            }
            Step::Deploy(step) => table.ask_deployment(step, seat, menu),
            Step::General(step) => table.ask_generals(step, seat, menu),
            Step::Flight(step) => table.ask_flight(step, menu),
            Step::Charge(step) => table.ask_charges(step, seat, menu),
            Step::Move(step) => table.ask_moves(step, seat, menu),
            Step::Shoot(_) => table.ask_shooting(seat, menu),
            Step::Combat(step) => table.ask_combat(step, seat, menu),
            Step::Tests { kind, side } => table.ask_tests(kind, side, seat, menu),
        }
    }

    fn judge(&self, state: &State, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        let table = Table { rules: self, state };
        if !state.asked.contains(seat) {
            return Err(Refusal::new("CP 13.1", "this seat is not asked anything now"));
        }
        match state.agenda.top() {
            Some(step) => table.judge_for(step, seat, decision),
            None => Err(Refusal::new("CP 13.1", "nothing is asked now")),
        }
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        decision: Decision,
        dice: &mut dyn Dice,
        mut listener: &mut dyn Listener,
    ) {
        if listener.hears() {
            Play { rules: self, state, dice, listener: &mut listener }.play(seat, decision);
        } else {
            Play { rules: self, state, dice, listener: &mut Silent }.play(seat, decision);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.over?;
        let why = match ending.why {
            EndReason::TurnsOver => "the turns are over",
            EndReason::ArmyBroken => "an army is broken",
        };
        let words = match ending.winner {
            Some(side) => format!("victory for {}: {why}", self.sides[side.ix()].name),
            None => format!("a drawn battle: {why}"),
        };
        let [first, second] = ending.points;
        let words = format!("{words} ({first} points to {second})");
        Some(Outcome { winner: ending.winner.map(|side| side.0), points: ending.points, words })
    }
}

impl ChargePikes {
    /// The battle set up and played on to its first question.
    fn begin<L: Listener>(&self, dice: &mut dyn Dice, listener: &mut L) -> State {
        let mut state = self.start.clone();
        state.reckoned = Reckoned::for_units(state.units.len()).into();
        if self.beginning > Beginning::Turn {
            let mut play = Play { rules: self, state: &mut state, dice, listener };
            play.begin_within(self.beginning);
            play.advance();
            return state;
        }
        let waits = |side: Side| {
            let units = self.units.iter().zip(&state.units);
            units
                .into_iter()
                .any(|(card, unit)| card.side == side && unit.place == Place::Reserve && card.parent.is_none())
        };
        let deploys = (waits(Side::FIRST) || waits(Side::SECOND)).then(|| {
            // Ruling G68: the low roller puts everything down first.
            let rolls = dice.roll_off(6);
            if rolls[0] < rolls[1] { [Side::FIRST, Side::SECOND] } else { [Side::SECOND, Side::FIRST] }
        });
        state.opening_steps(deploys, self.options.forlorn_hopes);
        let mut play = Play { rules: self, state: &mut state, dice, listener };
        play.advance();
        state
    }
}

impl Secrecy for ChargePikes {
    /// Orders of the other side for shooting and combat are sealed until everybody is done (CP 13.4, 13.5): all that
    /// shows of them is who is still asked.
    fn redact(&self, state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        let side = self.seats.get(usize::from(seat.0)).map(|card| card.side);
        let ours = |id: UnitId| self.units.get(id.ix()).map(|card| card.side) == side;
        seen.fires.retain(|fire| ours(fire.unit));
        seen.strikes.retain(|strike| match strike {
            Allotment::Figures { unit, .. } | Allotment::Pistols { unit, .. } => ours(*unit),
        });
        let shooters = (0..64).map(UnitId).filter(|&id| ours(id));
        seen.can_shoot &= shooters.map(|id| 1_u64 << id.0).fold(0, |set, bit| set | bit);
        let on_our_side = |other: &Seat| self.seats.get(usize::from(other.0)).map(|card| card.side) == side;
        seen.done = state.done.iter().filter(on_our_side).collect();
        seen
    }

    /// Orders are sealed while their step still asks somebody (CP 13.4, 13.5).
    fn sealed(&self, given: &State, now: &State, _seat: Seat, _decision: &Decision) -> bool {
        let step = given.agenda.top();
        matches!(step, Some(Step::Shoot(ShootStep::Orders) | Step::Combat(CombatStep::Choices)))
            && now.agenda.top() == step
            && now.turn == given.turn
    }
}

impl Notation for ChargePikes {
    fn notate(&self, decision: &Decision) -> String {
        kernel::notation::write::<Decision, _>(self, decision)
    }

    fn read(&self, text: &str) -> Result<Decision, String> {
        kernel::notation::read::<Decision, _>(self, text)
    }
}

impl Telling for ChargePikes {
    fn describe(&self, state: &State, decision: &Decision) -> String {
        Table { rules: self, state }.words_for(decision)
    }

    fn heading(&self, state: &State, decision: &Decision) -> Option<Heading> {
        Table { rules: self, state }.heading_for(decision)
    }

    fn put(&self, state: &State, seat: Seat, question: &Question) -> String {
        Table { rules: self, state }.question_words(seat, question)
    }

    fn clock(&self, state: &State) -> Clock {
        let phase = match state.phase {
            crate::state::Phase::Deployment => "deployment",
            crate::state::Phase::Initiative => "initiative",
            crate::state::Phase::Movement => "movement",
            crate::state::Phase::Shooting => "shooting",
            crate::state::Phase::Combat => "combat",
        };
        Clock::new(state.turn, self.turns, phase)
    }

    fn settled(&self, before: &State, decision: &Decision, now: &State) -> bool {
        crate::face::deeds::settled(before, decision, now)
    }

    fn effects(&self, before: &State, after: &State) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (index, card) in self.units.iter().enumerate() {
            let (was, is) = (&before.units[index], &after.units[index]);
            let body = Some(index as u16);
            let mut note = |what: String| effects.push(Effect { subject: card.name.clone(), what, body });
            let figures = |unit: &crate::state::Unit| i32::from(unit.pikes) + i32::from(unit.others);
            let lost = figures(was) - figures(is);
            if lost > 0 {
                note(format!("loses {lost}"));
                note("loses figures".into());
            }
            if is.mode == Mode::Routing && was.mode != Mode::Routing {
                note("routs".into());
            }
            if was.mode == Mode::Routing && is.mode == Mode::Normal && is.place == Place::Table {
                note("rallies".into());
            }
            if is.morale == Morale::Shaken && was.morale == Morale::Good {
                note("is shaken".into());
            }
            if is.disordered && !was.disordered {
                note("is disordered".into());
            }
            if matches!(is.place, Place::Gone(_)) && !matches!(was.place, Place::Gone(_)) {
                note("is lost".into());
            }
        }
        for (index, card) in self.generals.iter().enumerate() {
            if before.generals[index].alive && !after.generals[index].alive {
                let body = Some(crate::face::pointing::general_number(GeneralId(index as u8)));
                effects.push(Effect { subject: card.name.clone(), what: "falls".into(), body });
            }
        }
        effects
    }
}

impl Picture for ChargePikes {
    fn scene(&self, state: &State, seat: Option<Seat>) -> Scene {
        Table { rules: self, state }.scene(seat)
    }

    fn facts(&self, state: &State, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        let known = seat.map(|seat| self.redact(state, seat));
        Table { rules: self, state: known.as_ref().unwrap_or(state) }.facts_about(body)
    }

    fn absent(&self, state: &State, seat: Option<Seat>) -> Vec<Absent> {
        let known = seat.map(|seat| self.redact(state, seat));
        Table { rules: self, state: known.as_ref().unwrap_or(state) }.absent()
    }

    fn meanings() -> &'static [Meaning] {
        crate::face::chips::ALL
    }

    fn overlays() -> &'static [OverlaySpec] {
        crate::face::overlays::OVERLAYS
    }

    fn overlay(&self, state: &State, _seat: Option<Seat>, body: u16, what: &str) -> Vec<Zone> {
        Table { rules: self, state }.overlay(body, what)
    }

    fn roster(&self, state: &State, _seat: Option<Seat>) -> Vec<Post> {
        Table { rules: self, state }.roster()
    }
}

impl Handling for ChargePikes {
    fn mark(&self, state: &State, seat: Seat, decision: &Decision) -> Mark {
        Table { rules: self, state }.mark_of(seat, decision)
    }

    fn aim(&self, state: &State, seat: Seat, aim: &Aim) -> Vec<Decision> {
        Table { rules: self, state }.aims(seat, aim)
    }

    fn ghost(&self, state: &State, body: u16) -> Option<Ghost> {
        Table { rules: self, state }.ghost(body)
    }

    fn announced(&self, state: &State, seat: Seat, decision: &Decision) -> Option<Ghost> {
        Table { rules: self, state }.announced(seat, decision)
    }
}

impl Judgement for ChargePikes {
    fn appraise(&self, state: &State, seat: Seat, decision: &Decision) -> i32 {
        Table { rules: self, state }.appraise(seat, decision)
    }
}

impl Soundness for ChargePikes {
    fn depth(&self, state: &State) -> Option<[usize; 2]> {
        Some([state.agenda.deepest(), state.agenda.room()])
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        Table { rules: self, state }.check()
    }

    fn follows(&self, before: &State, after: &State) -> Result<(), String> {
        Table { rules: self, state: after }.check_since(before)
    }
}

impl Table<'_> {
    fn judge_for(self, step: Step, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        match (step, *decision) {
            (step, Decision::Turn(TurnChoice::Done)) if step.lasts_till_done() => Ok(()),
            (Step::Turn(TurnStep::ChooseSide(_)), Decision::Turn(TurnChoice::TakeSide(_))) => Ok(()),
            (Step::Deploy(step), Decision::Deploy(choice)) => self.judge_deployment(step, seat, choice),
            (Step::General(_), Decision::General(GeneralChoice::Ride { .. })) => Err(self.out_of_turn()),
            (Step::General(_) | Step::Move(MoveStep::NormalMoves(_)), Decision::General(choice)) => {
                self.judge_generals(seat, choice)
            }
            (Step::Flight(step), Decision::Flight(choice)) => self.judge_flight(step, choice),
            (Step::Charge(step), Decision::Charge(choice)) => self.judge_charges(step, seat, choice),
            (Step::Move(step), Decision::Move(choice)) => self.judge_moves(step, seat, choice),
            (Step::Shoot(_), Decision::Shoot(choice)) => self.judge_shooting(seat, choice),
            (Step::Combat(step), Decision::Combat(choice)) => self.judge_combat(step, seat, choice),
            (Step::Tests { kind, side }, Decision::Test(choice)) => self.judge_test(kind, side, seat, choice),
            _ => Err(self.out_of_turn()),
        }
    }

    /// Something else comes first.
    pub(crate) fn out_of_turn(self) -> Refusal {
        Refusal::new("CP 13.1", self.state.agenda.top().map_or("nothing is asked now", asked_first))
    }

    pub(crate) fn enemy_exists(self, id: UnitId) -> Result<(), Refusal> {
        if id.ix() < self.state.units.len() { Ok(()) } else { Err(Refusal::new("CP 5.1", "there is no such unit")) }
    }
}

/// What comes first, for those who answer something else.
fn asked_first(step: Step) -> &'static str {
    match step {
        Step::Deploy(DeployStep::Place(_)) => "that is not what is asked now: units are put on the table first",
        Step::Deploy(DeployStep::DrawOutForlorn(_)) => "that is not what is asked now: forlorn hopes are drawn out",
        Step::Turn(TurnStep::ChooseSide(_)) => {
            "that is not what is asked now: first it is chosen which side to be this turn"
        }
        Step::General(GeneralStep::Fleeing(_)) => {
            "that is not what is asked now: generals join or leave those who rout or pursue"
        }
        Step::Charge(ChargeStep::Declare(_)) => "that is not what is asked now: charges are declared first",
        Step::Charge(ChargeStep::Answer(_)) => "that is not what is asked now: charges are answered first",
        Step::Charge(ChargeStep::EvadeOrStand { .. }) => {
            "that is not what is asked now: first the unit that is charged stands or evades"
        }
        Step::Charge(ChargeStep::CloseRanks { .. }) => {
            "that is not what is asked now: first the regiment that is charged stands or changes its form"
        }
        Step::Charge(ChargeStep::AfterEvade { .. }) => {
            "that is not what is asked now: first the charger halts or goes on"
        }
        Step::Move(MoveStep::NormalMoves(_)) => "that is not what is asked now: units make their normal moves",
        Step::Move(MoveStep::Moving(_)) => {
            "that is not what is asked now: the unit that is moving finishes its move first"
        }
        Step::Shoot(ShootStep::Orders) => "that is not what is asked now: orders to shoot are given",
        Step::Combat(CombatStep::Choices) => "that is not what is asked now: the round of combat is prepared",
        Step::Combat(CombatStep::FollowUp { .. }) => {
            "that is not what is asked now: first the unit follows up or stays"
        }
        Step::Flight(FlightStep::ChooseQuarry { .. }) => {
            "that is not what is asked now: first it is chosen whom to pursue"
        }
        Step::Flight(FlightStep::TryHalt { .. }) => {
            "that is not what is asked now: first the unit tests to halt, or pursues"
        }
        Step::Flight(FlightStep::TurnAbout { .. }) => {
            "that is not what is asked now: first the unit faces about, or not"
        }
        Step::Tests { .. } => "that is not what is asked now: those who have to test do so first",
        _ => "that is not what is asked now",
    }
}
