//! Menus and questions of the turn.

use crate::afterwards::AfterStep;
use crate::agenda::Step;
use crate::charges::ChargeStep;
use crate::command::CommandStep;
use crate::movement::MoveStep;
use crate::scenarios::DeployStep;
use crate::sequence::{Place, TurnChoice};
use crate::table::Table;

impl Table<'_> {
    /// What it means to be done, where the question goes on for several who could still act.
    fn done_words(self) -> &'static str {
        match self.state.agenda.top() {
            Some(Step::Command(CommandStep::Actions(_))) => "no leader does anything more",
            Some(Step::Command(CommandStep::Listening(_))) => "nobody listens now",
            Some(Step::Command(CommandStep::Bayonets(_))) => "leave the bayonets as they are",
            Some(Step::Move(MoveStep::Voluntary(_))) => "no more moves",
            Some(Step::Move(MoveStep::Riders(_))) => "no leader rides on",
            Some(Step::Charge(ChargeStep::Declare(_))) => "no more charges",
            Some(Step::Deploy(DeployStep::Exchange(_))) => "give up nobody more",
            Some(Step::Deploy(DeployStep::Emerge(_))) => "nobody comes out of hiding",
            Some(Step::After(AfterStep::Spoils(_))) => "leave the guns",
            Some(Step::After(AfterStep::Crews(_))) => "no crew goes back",
            _ => "done",
        }
    }

    pub(super) fn turn_words(self, choice: TurnChoice) -> String {
        match choice {
            TurnChoice::Done => self.done_words().into(),
            TurnChoice::Go(Place::First) => "go first this turn".into(),
            TurnChoice::Go(Place::Second) => "go second this turn".into(),
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    match topic {
        "first-or-second" => Some("Do you go first this turn, or second?"),
        _ => None,
    }
}
