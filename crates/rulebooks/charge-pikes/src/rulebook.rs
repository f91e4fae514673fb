//! Charge Pikes! as the kernel sees it: the contract, handed on to the chapters.

use crate::ChargePikes;
use crate::agenda::{Step, TestKind};
use crate::cards::{Beginning, GeneralId, UnitId};
use crate::decision::{Decision, Letter};
use crate::state::{Allotment, EndReason, Mode, Morale, Place, State};
use crate::table::{Play, Table};
use kernel::{
    Absent, Aim, Clock, Dice, Effect, Fact, Ghost, Handling, Heading, Judgement, Listener, Mark, Notation, OptionSpec,
    Outcome, OverlaySpec, Picture, Post, Question, Reaction, Refusal, Rulebook, Seat, SeatCard, SeatSet, Secrecy, Side,
    Silent, Soundness, Telling,
    scene::{Scene, Zone},
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
        let (topic, rule, complete) = table.menu_for(step, seat, menu);
        let default = match step {
            Step::DrawOutForlorn(_)
            | Step::FleeingGenerals(_)
            | Step::DeclareCharges(_)
            | Step::AnswerCharges(_)
            | Step::NormalMoves(_)
            | Step::Moving(_)
            | Step::Shooting
            | Step::CombatChoices => menu.len().saturating_sub(1),
            _ => 0,
        };
        let reaction = match step {
            // Counter-charges and the other answers to a charge (CP 15.5.1), and running from it (CP 15.6.1).
            Step::AnswerCharges(_) | Step::EvadeOrStand { .. } => Reaction::Offered,
            _ => Reaction::None,
        };
        Question { topic, rule, complete, default, reaction }
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
        matches!(step, Some(Step::Shooting | Step::CombatChoices)) && now.agenda.top() == step && now.turn == given.turn
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
}

impl Table<'_> {
    /// The menu of a step for a seat: topic, rule, and whether the menu is complete.
    fn menu_for(self, step: Step, seat: Seat, menu: &mut Vec<Decision>) -> (&'static str, &'static str, bool) {
        match step {
            Step::Deploy(_) => {
                self.deploy_menu(seat, menu);
                ("deploy", "CP G68", false)
            }
            Step::DrawOutForlorn(_) => {
                self.forlorn_menu(seat, menu);
                ("forlorn-hopes", "CP 20.3.1", true)
            }
            Step::ChooseSide(_) => {
                menu.extend([Decision::TakeSide(Letter::A), Decision::TakeSide(Letter::B)]);
                ("choose-side", "CP 14.2", true)
            }
            Step::FleeingGenerals(side) => {
                self.fleeing_generals_menu(side, seat, menu);
                ("fleeing-generals", "CP 9.10", true)
            }
            Step::DeclareCharges(side) => {
                self.each_charge(seat, side, &mut |decision| menu.push(decision));
                menu.push(Decision::Done);
                ("declare-charges", "CP 15.3.1", false)
            }
            Step::AnswerCharges(side) => {
                self.each_answer(seat, side, &mut |decision| menu.push(decision));
                menu.push(Decision::Done);
                ("answer-charges", "CP 15.5.1", false)
            }
            Step::EvadeOrStand { charge, unit } => {
                self.evade_menu(usize::from(charge), unit, menu);
                ("evade", "CP 15.6.1", false)
            }
            Step::AfterEvade { charge, .. } => {
                menu.push(Decision::Halt);
                if self.judge_go_on(usize::from(charge)).is_ok() {
                    menu.push(Decision::GoOn);
                }
                ("after-evade", "CP 15.6.5", true)
            }
            Step::NormalMoves(_) => {
                self.pick_menu(seat, menu);
                ("move", "CP 13.3", false)
            }
            Step::Moving(unit) => {
                self.move_menu(unit, menu);
                ("manoeuvre", "CP 15.9.1", false)
            }
            Step::Shooting => {
                self.shooting_menu(seat, menu);
                ("shoot", "CP 16.1.3", true)
            }
            Step::CombatChoices => {
                self.combat_choices_menu(seat, menu);
                ("combat", "CP 17.5.1", true)
            }
            Step::FollowUp { .. } => {
                menu.extend([Decision::Follow(false), Decision::Follow(true)]);
                ("follow-up", "CP 17.3.2", true)
            }
            Step::ChooseQuarry { unit } => {
                menu.extend(self.quarries(unit).map(Decision::Pursue));
                ("quarry", "CP 15.2.3", true)
            }
            Step::TryHalt { .. } => {
                menu.extend([Decision::TryHalt(true), Decision::TryHalt(false)]);
                ("try-halt", "CP 18.2.2", true)
            }
            Step::TurnAbout { unit } => {
                menu.push(Decision::TurnAbout(false));
                if self.judge_turn_about(unit).is_ok() {
                    menu.push(Decision::TurnAbout(true));
                }
                ("turn-about", "CP 18.1.5b", true)
            }
            Step::Tests { kind, side } => {
                let due =
                    self.all().filter(|&id| self.side(id) == side && self.seat(id) == seat && self.test_due(kind, id));
                menu.extend(due.map(Decision::Test));
                (test_topic(kind), test_rule(kind), true)
            }
            _ => ("none", "CP 13.1", true),
        }
    }

    fn judge_for(self, step: Step, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        match (step, *decision) {
            (Step::Deploy(_), Decision::Deploy { unit, pose, formation, layout }) => {
                self.judge_deploy(seat, unit, pose, formation, &layout)
            }
            (Step::DrawOutForlorn(_), Decision::Forlorn { unit, figures }) => self.judge_forlorn(seat, unit, figures),
            (Step::ChooseSide(_), Decision::TakeSide(_)) => Ok(()),
            (Step::FleeingGenerals(_) | Step::NormalMoves(_), Decision::Attach { general, unit }) => {
                self.judge_attach(seat, general, unit)
            }
            (Step::FleeingGenerals(_) | Step::NormalMoves(_), Decision::Detach { general }) => {
                self.judge_detach(seat, general)
            }
            (Step::NormalMoves(_), Decision::Ride { general, to }) => self.judge_ride(seat, general, to),
            (Step::DeclareCharges(_), Decision::Charge { unit, target, files, legs }) => {
                self.enemy_exists(target)?;
                self.judge_charge(seat, unit, target, files, &legs).map(|_| ())
            }
            (Step::AnswerCharges(_), Decision::Counter { unit, charger, legs }) => {
                self.enemy_exists(charger)?;
                self.judge_counter(seat, unit, charger, &legs)
            }
            (Step::AnswerCharges(_), Decision::React { unit, formation }) => self.judge_react(seat, unit, formation),
            (Step::EvadeOrStand { .. }, Decision::Stand) => Ok(()),
            (Step::EvadeOrStand { charge, unit }, Decision::Evade { bearing, distance }) => {
                self.judge_evade(usize::from(charge), unit, bearing, distance).map(|_| ())
            }
            (Step::AfterEvade { .. }, Decision::Halt) => Ok(()),
            (Step::AfterEvade { charge, .. }, Decision::GoOn) => self.judge_go_on(usize::from(charge)),
            (Step::NormalMoves(_), Decision::Pick(unit)) => self.judge_pick(seat, unit),
            (Step::Moving(unit), Decision::Move(manoeuvre)) => self.judge_move(unit, &manoeuvre),
            (Step::Shooting, Decision::Shoot { unit, target, face, shot }) => {
                self.enemy_exists(target)?;
                self.judge_shoot(seat, unit, target, face, shot)
            }
            (Step::CombatChoices, Decision::Allot { unit, enemy, figures }) => {
                self.enemy_exists(enemy)?;
                self.judge_allot(seat, unit, enemy, figures)
            }
            (Step::CombatChoices, Decision::Pistols { unit, draw }) => self.judge_pistols(seat, unit, draw),
            (Step::FollowUp { .. }, Decision::Follow(_)) | (Step::TryHalt { .. }, Decision::TryHalt(_)) => Ok(()),
            (Step::ChooseQuarry { unit }, Decision::Pursue(router)) => {
                if self.quarries(unit).any(|quarry| quarry == router) {
                    Ok(())
                } else {
                    Err(Refusal::new("CP 15.2.3", "it pursues the unit it had most figures in contact with"))
                }
            }
            (Step::TurnAbout { .. }, Decision::TurnAbout(false)) => Ok(()),
            (Step::TurnAbout { unit }, Decision::TurnAbout(true)) => self.judge_turn_about(unit),
            (Step::Tests { kind, side }, Decision::Test(unit)) => {
                self.owns(seat, unit)?;
                if self.side(unit) == side && self.test_due(kind, unit) {
                    Ok(())
                } else {
                    Err(Refusal::new(test_rule(kind), "the unit has no such test to take"))
                }
            }
            (
                Step::DrawOutForlorn(_)
                | Step::FleeingGenerals(_)
                | Step::DeclareCharges(_)
                | Step::AnswerCharges(_)
                | Step::NormalMoves(_)
                | Step::Shooting
                | Step::CombatChoices,
                Decision::Done,
            ) => Ok(()),
            _ => Err(Refusal::new("CP 13.1", out_of_turn(step))),
        }
    }

    fn enemy_exists(self, id: UnitId) -> Result<(), Refusal> {
        if id.ix() < self.state.units.len() { Ok(()) } else { Err(Refusal::new("CP 5.1", "there is no such unit")) }
    }

    /// Room to face about where it stands.
    fn judge_turn_about(self, id: UnitId) -> Result<(), Refusal> {
        let mut unit = *self.unit(id);
        unit.pose = unit.pose.about(self.rules.depth_of(id, &unit));
        std::mem::swap(&mut unit.layout.left, &mut unit.layout.right);
        std::mem::swap(&mut unit.layout.left_angle, &mut unit.layout.right_angle);
        if self.crowded(id, &unit) && !self.crowded(id, self.unit(id)) {
            return Err(Refusal::new("CP 18.1.5b", "there is no room to face about"));
        }
        Ok(())
    }

    /// What must hold after every decision.
    fn check(self) -> Result<(), String> {
        self.state.overflow.check()?;
        for id in self.all() {
            let (unit, card) = (self.unit(id), self.card(id));
            let name = &card.name;
            if unit.place == Place::Table && self.figures(id) == 0 {
                return Err(format!("{name} is on the table without figures"));
            }
            if card.parent.is_none() && self.strength_left(id) > card.figures() {
                return Err(format!("{name} has more figures than it began with"));
            }
            if (unit.morale == Morale::Routed) != (unit.mode == Mode::Routing) && unit.place == Place::Table {
                return Err(format!("{name} is routed without routing, or the other way round"));
            }
            if unit.place == Place::Table {
                let body = self.body(id);
                if *body != self.rules.body_of(id, unit) {
                    return Err(format!("the body kept of {name} is not the ground it covers"));
                }
                if !body.within_table(self.rules.ground.width, self.rules.ground.height) && unit.inside.is_none() {
                    return Err(format!("{name} stands beyond the table's edge"));
                }
            }
        }
        for contact in &self.state.contacts {
            if self.side(contact.a) == self.side(contact.b) || contact.a >= contact.b {
                return Err("a contact between friends".into());
            }
            for id in [contact.a, contact.b] {
                if self.unit(id).place != Place::Table {
                    return Err(format!("{} fights but is not on the table", self.name(id)));
                }
            }
        }
        for (general, card) in self.state.generals.iter().zip(&self.rules.generals) {
            if let Some(unit) = general.attached
                && general.alive
                && (matches!(self.unit(unit).place, Place::Gone(_)) || self.side(unit) != card.side)
            {
                return Err(format!("{} is attached to a unit that is gone", card.name));
            }
        }
        if self.state.over.is_none() && self.state.asked.is_empty() {
            return Err("nobody is asked and the battle is not over".into());
        }
        Ok(())
    }
}

/// What comes first, for those who answer something else.
fn out_of_turn(step: Step) -> &'static str {
    match step {
        Step::Deploy(_) => "that is not what is asked now: units are put on the table first",
        Step::DrawOutForlorn(_) => "that is not what is asked now: forlorn hopes are drawn out",
        Step::ChooseSide(_) => "that is not what is asked now: first it is chosen which side to be this turn",
        Step::FleeingGenerals(_) => "that is not what is asked now: generals join or leave those who rout or pursue",
        Step::DeclareCharges(_) => "that is not what is asked now: charges are declared first",
        Step::AnswerCharges(_) => "that is not what is asked now: charges are answered first",
        Step::EvadeOrStand { .. } => "that is not what is asked now: first the unit that is charged stands or evades",
        Step::AfterEvade { .. } => "that is not what is asked now: first the charger halts or goes on",
        Step::NormalMoves(_) => "that is not what is asked now: units make their normal moves",
        Step::Moving(_) => "that is not what is asked now: the unit that is moving finishes its move first",
        Step::Shooting => "that is not what is asked now: orders to shoot are given",
        Step::CombatChoices => "that is not what is asked now: the round of combat is prepared",
        Step::FollowUp { .. } => "that is not what is asked now: first the unit follows up or stays",
        Step::ChooseQuarry { .. } => "that is not what is asked now: first it is chosen whom to pursue",
        Step::TryHalt { .. } => "that is not what is asked now: first the unit tests to halt, or pursues",
        Step::TurnAbout { .. } => "that is not what is asked now: first the unit faces about, or not",
        Step::Tests { .. } => "that is not what is asked now: those who have to test do so first",
        _ => "that is not what is asked now",
    }
}

/// Question topics of the tests.
pub(crate) fn test_topic(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Panic => "test-panic",
        TestKind::CounterCharge => "test-counter-charge",
        TestKind::Charge => "test-charge",
        TestKind::Stand => "test-stand",
        TestKind::ShootingHits => "test-shooting-hits",
        TestKind::LosingCombat => "test-losing-combat",
        TestKind::RoutingFriend => "test-routing-friend",
        TestKind::Rally => "test-rally",
        TestKind::HaltPursuit => "test-halt-pursuit",
        TestKind::Return => "test-return",
    }
}

pub fn test_rule(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Panic => "CP 18.3.1",
        TestKind::CounterCharge | TestKind::Charge => "CP 18.4.1",
        TestKind::Stand => "CP 18.5.1",
        TestKind::ShootingHits => "CP 18.6.1",
        TestKind::LosingCombat => "CP 18.7.1",
        TestKind::RoutingFriend => "CP 18.8.3",
        TestKind::Rally => "CP 18.1.1",
        TestKind::HaltPursuit => "CP 18.2.1",
        TestKind::Return => "CP 18.2.4",
    }
}
