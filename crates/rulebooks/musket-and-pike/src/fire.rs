//! Chapter 10: fire combat.
//!
//! A [`Volley`] is the whole fire of one unit: it is aimed, rolled, applied target by target, answered by the enemy, and with
//! Retreating Fire it ends with the step back.
//!
//! ```text
//! muskets, pistols:  Aim -> Load -> Roll -> Cover -> Strike (Hit -> Displace? -> Losses -> Share?) -> Answer -> StepBack
//! guns:              Aim -> Spine? -> Discharge -> Graze (Gunshot -> Hit ...) -> Answer -> StepBack
//! ```

mod artillery;
mod basics;
mod infantry;
mod modifiers;
mod procedure;
mod reaction_fire;
mod results;

pub use results::casualties_call_for_check;

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::charts::FireResult;
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex};
use kernel::{Listener, Question, Reaction, Refusal, Seat};
use serde::{Deserialize, Serialize};

/// T-FIRE-OPTIONS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    Skirmish,
    Advancing,
    Retreating,
    Salvo,
    Pistol,
    Artillery,
}

/// Whether a unit fires where it stands, or steps forward before or back after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Style {
    Standing,
    Advancing,
    Retreating,
}

/// One unit's fire under way: who, at whom, with what, in answer to what. Every unit fires alone (MP 10.1.4a), and nothing keeps others from
/// firing at the same target after it (MP 10.1.4b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    pub firer: UnitId,
    /// Reaction Fire at the unit that gave the trigger (MP 9.1.1l).
    pub answers: Option<UnitId>,
    pub against_retreating: bool,
    /// It answers a change of a stack's order, and goes at whoever lies on top of that stack now (MP 9.1.3e).
    pub at_stack: bool,
    /// The Light Infantry stacked with the firer has no part in it: it has had its Action (MP 10.3.1a), or cavalry alone answers an Interception
    /// (MP 9.3.3b).
    pub without_foot: bool,
    /// The unit it answers had moved or advanced before it came into the zone (MP 9.4.2a).
    pub target_ran: bool,
    pub style: Style,
    /// Cavalry in the middle of its move: the pistols alone (MP 10.2a, 10.3.1a).
    pub riding: bool,
    /// The hex it goes on to before or after the fire, and the leaders who go along (ruling MP G-A15); those who were asked.
    pub step: Option<Dir>,
    pub company: [Option<LeaderId>; 2],
    pub asked_leaders: u64,
    /// Of a two-hex unit one for each half, at whom it likes (MP 10.1.4d); of cavalry with Light Infantry one for each unit (MP 8.2.1c).
    pub shots: [Option<Shot>; 2],
    /// Which hexes grazing fire strikes where it runs along a spine (MP 10.8.5a).
    pub spine: Option<Hand>,
    /// Units whose results have been seen to.
    pub struck: UnitSet,
    /// Units that were fired on: they may answer (MP 9.1.3g).
    pub fired_on: UnitSet,
    /// Units that have been asked whether they take cover.
    pub asked: UnitSet,
    /// Units that may not answer any more: in cover, or displaced (MP 9.4.5b, 10.8.6e).
    pub barred: UnitSet,
    pub blow: Blow,
}

/// One half's shot, or the shot of one of two stacked units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    pub from: Hex,
    /// The unit that fires it: the Light Infantry of a stack has its own (MP 8.2.1c).
    pub by: UnitId,
    pub at: Hex,
    /// Nobody when only leaders are in the hex (ruling MP G11).
    pub target: Option<UnitId>,
    pub mode: Mode,
    pub result: FireResult,
}

/// All that one fire combat does to one unit (P5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Blow {
    pub target: Option<UnitId>,
    /// Who was stacked with it when it was fired on, and shares what falls on it (MP 8.2.1f): not whom it comes to afterwards (ruling MP G50).
    pub with: Option<UnitId>,
    /// Its hexes that were fired on with a result other than Miss: leaders there are in danger (MP 10.10a).
    pub hexes: [Option<Hex>; 2],
    pub casualties: u8,
    pub formation_hits: u8,
    /// Morale Checks in the table's results.
    pub checks: u8,
    pub salvo: bool,
    /// Formation Hits of pistols, one bit for each hit in its order: they never become casualties (MP 10.6.6a).
    pub pistol_hits: u8,
    /// At its Casualty Threshold already when fired on (MP 10.6.4a).
    pub at_threshold: bool,
    /// It stood in Column when fired on (MP 6.3.4h).
    pub in_column: bool,
    /// It displaced, and was an active unit (MP 10.8.6f).
    pub displaced: bool,
    /// And had moved before that, its move being over (MP 9.4.2a).
    pub ran: bool,
    /// Casualties given to the cavalry and to the Light Infantry of a stack (MP 8.2.1f).
    pub shares: [u8; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStep {
    /// The next shot of the volley, or none.
    Aim,
    /// Along a spine the firer chooses a side (MP 10.8.5a).
    Spine,
    /// Targets in Column fall into disorder before they are shot at (MP 6.3.4h).
    Load,
    /// All shots are rolled before anything is applied (P1).
    Roll,
    /// Targets may take cover (MP 9.4.5a, ruling MP G-A54).
    Cover,
    /// Target after target takes its results.
    Strike,
    /// A gun goes off: Fired, and leaders alone in its line are in danger.
    Discharge,
    /// The next unit along the line of fire (MP 10.8.3a).
    Graze,
    /// The gun's roll against one unit.
    Gunshot,
    /// The results of one target (P5): leaders first.
    Hit,
    /// A cavalry target may displace (MP 10.8.6a).
    Displace,
    /// Formation Hits, then casualties and checks.
    Losses,
    /// Which of cavalry and Light Infantry takes each casualty (MP 8.2.1f).
    Share,
    /// The enemy reacts.
    Answer,
    /// Retreating Fire goes one hex back, or below the gun (MP 10.3.4a, 10.3.5d).
    StepBack,
    /// Leaders with the unit go along with its step, or stay; then it is made (ruling MP G-A15).
    Company,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FireChoice {
    /// The next shot: which half of a two-hex unit, into which hex, and how.
    Shoot {
        half: Option<Hand>,
        at: Hex,
        mode: Mode,
    },
    /// One hex forward, then Advancing Fire (MP 10.3.2a).
    Advance(Dir),
    /// On top of the gun in its hex, then Advancing Fire (MP 10.3.5c).
    OnTop,
    /// No shot with what is left.
    Hold,
    Cover,
    NoCover,
    Displace(Hand),
    StandFast,
    LossTo(UnitId),
    SpineSide(Hand),
    StepBack(Dir),
    /// Below the gun in its hex (MP 10.3.5d).
    Below,
    /// A leader goes along with the step, or stays.
    Take(LeaderId),
    Leave(LeaderId),
}

impl Volley {
    fn new(firer: UnitId) -> Volley {
        Volley {
            firer,
            answers: None,
            against_retreating: false,
            at_stack: false,
            without_foot: false,
            target_ran: false,
            style: Style::Standing,
            riding: false,
            step: None,
            company: [None; 2],
            asked_leaders: 0,
            shots: [None; 2],
            spine: None,
            struck: UnitSet::EMPTY,
            fired_on: UnitSet::EMPTY,
            asked: UnitSet::EMPTY,
            barred: UnitSet::EMPTY,
            blow: Blow::default(),
        }
    }

    fn shots(&self) -> impl Iterator<Item = Shot> + use<> {
        self.shots.into_iter().flatten()
    }

    /// Whether this is who may be fired at in answer: the unit that gave the trigger, and of a stack that has changed its order whoever lies on top
    /// (MP 9.1.1l, 9.1.3e).
    fn is_answered_at(&self, table: Table<'_>, target: UnitId) -> bool {
        let Some(answered) = self.answers else { return true };
        target == answered || self.at_stack && table.guns_with(answered).any(|gun| gun == target)
    }

    fn is_artillery(&self) -> bool {
        self.shots().any(|shot| shot.mode == Mode::Artillery)
    }
}

impl Mode {
    pub const ALL: [Mode; 6] =
        [Mode::Skirmish, Mode::Salvo, Mode::Advancing, Mode::Retreating, Mode::Pistol, Mode::Artillery];

    pub const fn style(self) -> Style {
        match self {
            Mode::Advancing => Style::Advancing,
            Mode::Retreating => Style::Retreating,
            Mode::Skirmish | Mode::Salvo | Mode::Pistol | Mode::Artillery => Style::Standing,
        }
    }
}

impl Table<'_> {
    /// The fire under way.
    #[inline]
    pub(crate) fn volley(self) -> Option<Volley> {
        self.state.volleys.last().copied()
    }

    /// The seat that answers a step of this chapter.
    fn fire_seat(self, step: FireStep) -> Option<Seat> {
        let volley = self.volley()?;
        match step {
            FireStep::Cover => self.next_to_cover(&volley).map(|id| self.seat(id)),
            FireStep::Company => self.next_in_company(&volley).map(|leader| self.leader_card(leader).seat),
            FireStep::Displace | FireStep::Share => volley.blow.target.map(|id| self.seat(id)),
            _ => Some(self.seat(volley.firer)),
        }
    }

    /// Calls `visit` with every legal answer to a step.
    fn each_answer(self, step: FireStep, visit: &mut impl FnMut(FireChoice)) {
        let Some(volley) = self.volley() else { return };
        match step {
            FireStep::Aim => {
                self.each_shot(&volley, visit);
                // MP 10.1.1e: no shot must be fired.
                if volley.shots[0].is_some() {
                    visit(FireChoice::Hold);
                }
            }
            FireStep::Spine => Hand::BOTH.into_iter().for_each(|hand| visit(FireChoice::SpineSide(hand))),
            FireStep::Cover => [FireChoice::Cover, FireChoice::NoCover].into_iter().for_each(visit),
            FireStep::Displace => {
                self.displacements(&volley).for_each(|hand| visit(FireChoice::Displace(hand)));
                visit(FireChoice::StandFast);
            }
            FireStep::Share => self.share_takers(&volley.blow).for_each(|id| visit(FireChoice::LossTo(id))),
            FireStep::StepBack => self.each_step_back(volley.firer, visit),
            FireStep::Company => {
                if let Some(leader) = self.next_in_company(&volley) {
                    visit(FireChoice::Take(leader));
                    if self.may_stay_behind(leader, volley.firer, false) {
                        visit(FireChoice::Leave(leader));
                    }
                }
            }
            _ => {}
        }
    }

    pub fn ask_fire(self, step: FireStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        self.each_answer(step, &mut |choice| menu.push(Decision::Fire(choice)));
        let (topic, rule) = match step {
            FireStep::Aim => ("next-shot", "MP 10.1.4c"),
            FireStep::Spine => ("spine-side", "MP 10.8.5a"),
            FireStep::Cover => ("take-cover", "MP 9.4.5a"),
            FireStep::Displace => ("displace", "MP 10.8.6a"),
            FireStep::Share => ("who-takes-it", "MP 8.2.1f"),
            FireStep::Company => ("leader-goes-along", "MP G-A15"),
            _ => ("step-back", "MP 10.3.4c"),
        };
        let last = matches!(step, FireStep::Aim | FireStep::Cover | FireStep::Displace | FireStep::Company);
        let default = if last { menu.len().saturating_sub(1) } else { 0 };
        Question::whole(topic, rule, default).in_reaction(self.fire_reaction(step))
    }

    /// Cover is taken instead of Reaction Fire (MP 9.4.5a); with whom and how a unit fires back is settled within its
    /// reaction (MP 9.4.1a).
    fn fire_reaction(self, step: FireStep) -> Reaction {
        let fires_back = self.volley().is_some_and(|volley| volley.answers.is_some());
        match step {
            FireStep::Cover => Reaction::Offered,
            FireStep::Aim | FireStep::Spine if fires_back => Reaction::Bound,
            _ => Reaction::None,
        }
    }

    pub fn judge_fire(self, step: FireStep, _seat: Seat, choice: FireChoice) -> Result<(), Refusal> {
        let Some(volley) = self.volley() else {
            return Err(Refusal::new("MP 10.1.1a", "nobody is firing"));
        };
        if let (FireStep::Aim, FireChoice::Shoot { half, at, mode }) = (step, choice) {
            return self.judge_next_shot(&volley, half, at, mode).map_err(|bar| bar.refusal(self));
        }
        let mut legal = false;
        self.each_answer(step, &mut |answer| legal |= answer == choice);
        if legal { Ok(()) } else { Err(self.refuse_answer(step, &volley, choice)) }
    }

    fn refuse_answer(self, step: FireStep, volley: &Volley, choice: FireChoice) -> Refusal {
        match (step, choice) {
            (FireStep::Aim, FireChoice::Hold) => Refusal::new("MP 10.1.4c", "it must fire with one half at least"),
            (FireStep::Displace, FireChoice::Displace(hand)) => match self.judge_displacement(volley, hand) {
                Err(refusal) => refusal,
                Ok(()) => Refusal::new("MP 10.8.6a", "it cannot displace now"),
            },
            (FireStep::StepBack, FireChoice::StepBack(dir)) => match self.judge_step_back(volley.firer, dir) {
                Err(refusal) => refusal,
                Ok(()) => Refusal::new("MP 10.3.4c", "it goes back into a rear hex"),
            },
            (FireStep::StepBack, FireChoice::Below) => match self.judge_go_below(volley.firer) {
                Err(bar) => bar.refusal(self),
                Ok(()) => Refusal::new("MP 10.3.5d", "it cannot go below a gun now"),
            },
            (FireStep::Share, FireChoice::LossTo(_)) => {
                Refusal::new("MP 8.2.1f", "a casualty falls on the cavalry or the Light Infantry of the stack")
            }
            _ => Refusal::new("MP 10.1.1a", "that is no answer to what is asked now"),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_fire(&mut self, step: FireStep) {
        let Some(volley) = self.table().volley() else {
            return self.pop();
        };
        match step {
            FireStep::Aim => self.aim(&volley),
            FireStep::Load => self.load(&volley),
            FireStep::Roll => self.roll_shots(volley),
            FireStep::Cover => self.offer_cover(&volley),
            FireStep::Strike => self.strike(&volley),
            FireStep::Discharge => self.discharge(&volley),
            FireStep::Graze => self.graze(&volley),
            FireStep::Gunshot => self.gunshot(&volley),
            FireStep::Hit => self.hit(&volley),
            FireStep::Losses => self.losses(volley.blow),
            FireStep::Share => self.share(&volley),
            FireStep::Answer => self.answer(&volley),
            FireStep::StepBack => self.step_back(&volley),
            FireStep::Company => self.gather_company(&volley),
            FireStep::Spine | FireStep::Displace => self.ask_firer_or_target(step),
        }
    }

    pub(crate) fn apply_fire(&mut self, step: FireStep, _seat: Seat, choice: FireChoice) {
        let Some(volley) = self.table().volley() else {
            return self.pop();
        };
        match choice {
            FireChoice::Shoot { half, at, mode } => self.take_shot(&volley, half, at, mode),
            FireChoice::Hold => self.fire_goes_to(FireStep::Load),
            FireChoice::SpineSide(hand) => {
                self.volley_mut(|volley| volley.spine = Some(hand));
                self.fire_goes_to(FireStep::Discharge);
            }
            FireChoice::Cover | FireChoice::NoCover => self.settle_cover(&volley, choice == FireChoice::Cover),
            FireChoice::Displace(hand) => self.displace(&volley, hand),
            FireChoice::StandFast => self.fire_goes_to(FireStep::Losses),
            FireChoice::LossTo(id) => self.give_loss(&volley, id),
            FireChoice::StepBack(dir) => self.go_on(dir),
            FireChoice::Below => self.go_below(&volley),
            FireChoice::Take(leader) | FireChoice::Leave(leader) => {
                self.settle_company(leader, choice == FireChoice::Take(leader));
            }
            // Chosen as an Action, never as an answer within a volley.
            FireChoice::Advance(_) | FireChoice::OnTop => {
                debug_assert!(false, "{choice:?} is no answer to {step:?}");
            }
        }
    }

    /// Changes the volley under way.
    fn volley_mut(&mut self, change: impl FnOnce(&mut Volley)) {
        if let Some(volley) = self.state.volleys.last_mut() {
            change(volley);
        }
    }

    /// The step on top is done; this one takes its place.
    fn fire_goes_to(&mut self, step: FireStep) {
        if let Some(top) = self.state.agenda.top_mut() {
            *top = Step::Fire(step);
        }
    }

    fn ask_firer_or_target(&mut self, step: FireStep) {
        if let Some(seat) = self.table().fire_seat(step) {
            self.await_seat(seat);
        }
    }

    /// The volley and its step are done with.
    fn end_volley(&mut self) {
        self.state.volleys.pop();
        self.pop();
    }
}
