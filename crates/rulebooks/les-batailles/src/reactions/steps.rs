//! The steps of the chapter, what is asked in them and what is done.

use super::{Stage, Window};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::movement::Motion;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactStep {
    /// The innermost window: the other side reacts, in the fixed order of kinds.
    Window,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactChoice {
    /// A stack takes part in the Opportunity Fire (15.6).
    Fire(UnitId),
    /// A stack makes a Reaction Move (19.19).
    Move(UnitId),
    /// A stack tries an Opportunity Charge (19.18).
    Charge(UnitId),
    /// Nothing more of that kind.
    Pass,
}

impl ReactStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        false
    }
}

impl<'a> Table<'a> {
    /// The innermost window.
    pub fn window(self) -> Option<&'a Window> {
        self.state.windows.last()
    }

    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_reactions(self, _step: ReactStep) -> SeatSet {
        let Some(window) = self.window() else { return SeatSet::EMPTY };
        let seats: SeatSet = self.reactors(None, window).map(|id| self.seat(id)).collect();
        seats.without(window.passed)
    }

    pub(crate) fn ask_reactions(self, _step: ReactStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        menu.push(Decision::React(ReactChoice::Pass));
        let (mut topic, mut rule) = ("opportunity-fire", "LB 15.6a");
        if let Some(window) = self.window() {
            let choice = |id: UnitId| match window.stage {
                Stage::Fire => ReactChoice::Fire(id),
                Stage::Moves => ReactChoice::Move(id),
                Stage::Charges => ReactChoice::Charge(id),
            };
            menu.extend(self.reactors(Some(seat), window).map(|id| Decision::React(choice(id))));
            (topic, rule) = match window.stage {
                Stage::Fire => (topic, rule),
                Stage::Moves => ("reaction-move", "LB 19.19a"),
                Stage::Charges => ("opportunity-charge", "LB 19.18.1a"),
            };
        }
        Question::whole(topic, rule, 0).in_reaction(Reaction::Offered)
    }

    pub(crate) fn judge_reactions(self, _step: ReactStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        let (Decision::React(choice), Some(window)) = (decision, self.window()) else { return Err(self.out_of_turn()) };
        let (id, stage, rule) = match choice {
            ReactChoice::Pass => return Ok(()),
            ReactChoice::Fire(id) => (id, Stage::Fire, "LB 15.6b"),
            ReactChoice::Move(id) => (id, Stage::Moves, "LB 19.19a"),
            ReactChoice::Charge(id) => (id, Stage::Charges, "LB 19.18.1a"),
        };
        self.owns(seat, id)?;
        if stage != window.stage {
            // LB 10.1.3.2c.
            return Err(Refusal::new("LB 10.1.3.2c", "reactions come in their order: fire, moves, charges"));
        }
        let may = self.reactors(Some(seat), window).any(|one| one == id);
        if may { Ok(()) } else { Err(Refusal::new(rule, "that unit may not react to this")) }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda: nobody has anything more to say in this stage, so the next begins (LB 10.1.3.2c).
    pub(crate) fn work_reactions(&mut self, step: ReactStep) {
        let ReactStep::Window = step;
        let Some(window) = self.state.windows.last_mut() else { return };
        let now = *window;
        window.passed = SeatSet::EMPTY;
        match now.stage {
            Stage::Fire => {
                window.stage = Stage::Moves;
                self.push(Step::React(ReactStep::Window));
                self.window_fires(&now);
            }
            Stage::Moves => {
                window.stage = Stage::Charges;
                self.push(Step::React(ReactStep::Window));
            }
            Stage::Charges => {
                self.state.windows.pop();
            }
        }
    }

    /// All who have chosen to fire at what a window is about, together (LB 15.6b).
    fn window_fires(&mut self, window: &Window) {
        let firers = self.table().fire_of(window);
        if !firers.is_empty() {
            let charging = window.trigger.is_charge();
            self.opportunity_fire(window.mover, window.units, &firers, charging);
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_reactions(&mut self, _step: ReactStep, seat: Seat, decision: Decision) {
        let (Decision::React(choice), Some(window)) = (decision, self.state.windows.last_mut()) else { return };
        match choice {
            ReactChoice::Pass => window.passed = window.passed.with(seat),
            ReactChoice::Fire(id) => {
                window.firing.insert(id);
                window.tried.insert(id);
            }
            ReactChoice::Move(id) => {
                window.tried.insert(id);
                window.moved.insert(id);
                self.begin_move_of_stack(Motion::ReactionMove, id);
            }
            ReactChoice::Charge(id) => {
                window.tried.insert(id);
                self.try_opportunity_charge(id);
            }
        }
    }
}
