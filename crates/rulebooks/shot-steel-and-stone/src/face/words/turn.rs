//! Menus and questions of the turn, of orders and of command.

use super::{base_widths, intent_words, spot};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::command::{CommandChoice, CommandStep};
use crate::orders::OrderChoice;
use crate::reaction::ReactStep;
use crate::sequence::{Half, TurnChoice};
use crate::state::Intent;
use crate::table::Table;
use field::table::Um;
use kernel::Heading;

impl Table<'_> {
    /// What it means to be done, where the question goes on for several who could still act.
    fn done_words(self) -> &'static str {
        match self.state.agenda.top() {
            Some(Step::Order(_)) => "the others hold their ground",
            Some(Step::Command(CommandStep::Leadership(_))) => "nobody else gives orders",
            Some(Step::Command(CommandStep::Ride(_))) => "no leader rides",
            Some(Step::Move(_)) => "nobody else moves",
            Some(Step::Shoot(_)) => "nobody else shoots",
            Some(Step::Charge(_)) => "nobody else shoots at a charge",
            Some(Step::React(ReactStep::HoldOn(_))) => "nobody else leaves",
            Some(Step::React(ReactStep::Rally(_))) => "nobody else tries to rally",
            Some(Step::Deploy(_)) => "the leaders stand",
            _ => "done",
        }
    }

    pub(super) fn turn_words(self, choice: TurnChoice) -> String {
        match choice {
            TurnChoice::Done => self.done_words().into(),
            TurnChoice::Take(Half::First) => "take the first turn".into(),
            TurnChoice::Take(Half::Second) => "take the second turn".into(),
        }
    }

    pub(super) fn order_words(self, choice: OrderChoice) -> String {
        match choice {
            OrderChoice::Intend { unit, intent } => format!("{}: {}", self.name(unit), self.order_item(unit, intent)),
            OrderChoice::All { leader, intent } => {
                format!("{}: all his units {}", self.leader_card(leader).name, intent_words(self, intent))
            }
            OrderChoice::Lead { leader, unit } => {
                format!("{} commands {}", self.leader_card(leader).name, self.name(unit))
            }
            OrderChoice::Alone(unit) => format!("{} is left to itself", self.name(unit)),
            OrderChoice::Send { unit, to } => format!("{} is sent to {}", self.name(unit), spot(to)),
        }
    }

    /// An order with what its giver should know of it: why there is no other, and whether a charge can get home as all stand.
    fn order_item(self, unit: UnitId, intent: Intent) -> String {
        let words = intent_words(self, intent);
        match intent {
            Intent::Change if self.heeds_orders(unit).is_err() => "out of command: change formation".into(),
            Intent::Charge(target) => format!("{words}{}", self.charge_note(unit, target)),
            _ => words.into_owned(),
        }
    }

    /// How far a charge falls short, or that somebody or something is in its way (SSS 1.5.2c, 9.7, G41).
    fn charge_note(self, unit: UnitId, target: UnitId) -> String {
        if self.approach_to(unit, target).is_some() {
            return String::new();
        }
        let beyond = self.distance(unit, target).ceil() as Um - self.charge_range(unit);
        match beyond > 0 {
            true if self.farthest_charge(unit) > self.charge_range(unit) => {
                format!(", {} too far unless its leader has it move faster", base_widths(beyond))
            }
            true => format!(", {} too far", base_widths(beyond)),
            false => ", which no way leads to as all stand now".into(),
        }
    }

    pub(super) fn order_heading(self, choice: OrderChoice) -> Option<Heading> {
        let (unit, item) = match choice {
            OrderChoice::Intend { unit, intent } => (unit, self.order_item(unit, intent)),
            OrderChoice::Lead { leader, unit } => (unit, format!("put under {}", self.leader_card(leader).name)),
            OrderChoice::Alone(unit) => (unit, "left to itself".into()),
            OrderChoice::Send { unit, to } => (unit, format!("sent to {}", spot(to))),
            OrderChoice::All { .. } => return None,
        };
        Some(Heading { order: unit.0, title: self.name(unit).into(), item })
    }

    pub(super) fn command_heading(self, choice: CommandChoice) -> Option<Heading> {
        let leader = |id: LeaderId| self.leader_card(id).name.as_str();
        let (id, order, title, item) = match choice {
            CommandChoice::Attach { leader: id, unit } => {
                (id, 0, format!("{} joins", leader(id)), self.name(unit).into())
            }
            CommandChoice::Ride { leader: id, to } => {
                (id, 1, format!("{} rides", leader(id)), format!("to {}", spot(to)))
            }
            _ => return None,
        };
        Some(Heading { order: id.0.saturating_mul(2).saturating_add(order), title, item })
    }

    pub(super) fn command_words(self, choice: CommandChoice) -> String {
        let leader = |id| self.leader_card(id).name.as_str();
        match choice {
            CommandChoice::Test(id) => format!("{} gives his orders", leader(id)),
            CommandChoice::TakeOver(unit) => format!("the Commander-in-Chief takes {} over", self.name(unit)),
            CommandChoice::Ride { leader: id, to } => format!("{} rides to {}", leader(id), spot(to)),
            CommandChoice::Attach { leader: id, unit } => format!("{} joins {}", leader(id), self.name(unit)),
            CommandChoice::Detach(id) => format!("{} leaves his unit", leader(id)),
            CommandChoice::Succeed { lost, heir } => format!("{} takes over from {}", leader(heir), leader(lost)),
        }
    }
}

/// The questions of these chapters, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "choose-turn" => "You hold the initiative: take the first turn, or the second?",
        "orders" => "What is each unit to do this turn?",
        "leadership" => "Which leader gives his orders next?",
        "succession" => "Who takes over the command?",
        "leaders" => "Where do your leaders ride?",
        _ => return None,
    })
}
