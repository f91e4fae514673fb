//! Menus and questions of command.

use super::{spot, verdict_words};
use crate::agenda::Step;
use crate::cards::LeaderId;
use crate::command::{CommandChoice, CommandStep, Sign};
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn command_words(self, choice: CommandChoice) -> String {
        let name = |id: LeaderId| &self.leader_card(id).name;
        match choice {
            CommandChoice::Replace { leader, unit } => {
                format!("a successor of {} stands with {}", name(leader), self.name(unit))
            }
            CommandChoice::Ride { leader, to } => format!("{} rides to {}", name(leader), spot(to)),
            CommandChoice::Attach { leader, unit } => format!("{} joins {}", name(leader), self.name(unit)),
            CommandChoice::Detach(leader) => format!("{} leaves his unit", name(leader)),
            CommandChoice::Steady(leader) => format!("{} steadies his unit", name(leader)),
            CommandChoice::Inspire(leader) => format!("{} inspires his unit", name(leader)),
            CommandChoice::Issue { leader, to, errand } => {
                format!("{} tells {}: {}", name(leader), name(to), self.errand_said(errand))
            }
            CommandChoice::Send { leader, to, errand } => {
                format!("{} sends to {}: {}", name(leader), name(to), self.errand_said(errand))
            }
            CommandChoice::Listen(leader) => format!("{} listens to what he was told", name(leader)),
            CommandChoice::Pass(leader) => format!("{} does no more", name(leader)),
            CommandChoice::Carry { messenger, to } => self.carry_words(usize::from(messenger), to),
            CommandChoice::Bayonets { unit, fixed: true } => format!("{} fixes bayonets", self.name(unit)),
            CommandChoice::Bayonets { unit, fixed: false } => format!("{} unfixes bayonets", self.name(unit)),
            CommandChoice::Drop(unit) => format!("{} drops what it carries", self.name(unit)),
            CommandChoice::Conform { unit, to } => format!("{} does as {} does", self.name(unit), self.name(to)),
            CommandChoice::Test(unit) => format!("{} takes a Control Test", self.name(unit)),
            CommandChoice::RunOn(unit) => format!("{} goes on untested", self.name(unit)),
            CommandChoice::Signs { unit, leader, elite } => {
                let part = |sign: Sign, what: &str| match sign {
                    Sign::None => String::new(),
                    Sign::Plus => format!("+1 {what}"),
                    Sign::Minus => format!("-1 {what}"),
                };
                let parts = [part(leader, "for the leader"), part(elite, "for its quality")];
                let used: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                let used = if used.is_empty() { "nothing added".into() } else { used.join(", ") };
                let fallen = match self.state.agenda.top() {
                    Some(Step::Command(CommandStep::Signs { die, .. })) => die,
                    _ => 0,
                };
                match self.verdict_with(unit, fallen, [leader, elite]) {
                    Some(verdict) => format!("{used}: {}", verdict_words(verdict)),
                    None => used,
                }
            }
        }
    }

    fn carry_words(self, place: usize, to: field::table::Point) -> String {
        match self.state.messengers.get(place) {
            Some(messenger) if messenger.at == to => "the messenger waits".into(),
            Some(messenger) => {
                format!("the messenger to {} rides to {}", self.leader_card(messenger.to).name, spot(to))
            }
            None => "nobody rides".into(),
        }
    }

    pub(super) fn command_heading(self, choice: CommandChoice) -> Option<Heading> {
        let name = |id: LeaderId| &self.leader_card(id).name;
        let (order, title, item) = match choice {
            CommandChoice::Attach { leader, unit } => {
                (0, format!("{} joins", name(leader)), self.name(unit).into_owned())
            }
            CommandChoice::Ride { leader, to } => (1, format!("{} rides", name(leader)), format!("to {}", spot(to))),
            CommandChoice::Issue { leader, to, errand } => {
                (2, format!("{} tells {}", name(leader), name(to)), self.errand_said(errand).to_string())
            }
            CommandChoice::Send { leader, to, errand } => {
                (3, format!("{} sends to {}", name(leader), name(to)), self.errand_said(errand).to_string())
            }
            _ => return None,
        };
        Some(Heading { order, title, item })
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "replace-leader" => "Where does the successor stand?",
        "leader-actions" => "What does the leader do?",
        "messenger-rides" => "Where does the messenger ride?",
        "listen" => "Who listens to what he was told?",
        "bayonets" => "Who fixes or unfixes bayonets, or drops his load?",
        "conform-or-test" => "Does the unit do as the others do, or try its luck?",
        "control-signs" => "How are the modifiers of the Control Test used?",
        _ => return None,
    })
}
