//! Menus and questions of command.

use super::{spot, verdict_words};
use crate::agenda::Step;
use crate::cards::LeaderId;
use crate::command::{CommandChoice, CommandStep, Sign};
use crate::face::told::Who;
use crate::measures::yds;
use crate::table::Table;
use field::table::{Point, Um};
use kernel::Heading;

/// Whoever rides to within this of a unit rides to it.
const BESIDE: Um = yds(40);

impl Table<'_> {
    pub(super) fn command_words(self, choice: CommandChoice) -> String {
        let name = |id: LeaderId| &self.leader_card(id).name;
        match choice {
            CommandChoice::Replace { leader, unit } => {
                format!("a successor of {} stands with {}", name(leader), self.name(unit))
            }
            CommandChoice::Ride { leader, to } => format!("{} rides to {}", name(leader), self.place_words(leader, to)),
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
            CommandChoice::Bayonets { unit, fixed: true } => {
                self.agreed("{0} [fixes|fix] bayonets", &[Who::Unit(unit)])
            }
            CommandChoice::Bayonets { unit, fixed: false } => {
                self.agreed("{0} [unfixes|unfix] bayonets", &[Who::Unit(unit)])
            }
            CommandChoice::Drop(unit) => {
                self.agreed("{0} [drops|drop] what [it carries|they carry]", &[Who::Unit(unit)])
            }
            CommandChoice::Conform { unit, to } => {
                self.agreed("{0} [follows|follow] {1}", &[Who::Unit(unit), Who::Unit(to)])
            }
            CommandChoice::Test(unit) => self.agreed("{0} [takes|take] a Control Test", &[Who::Unit(unit)]),
            CommandChoice::RunOn(unit) => self.agreed("{0} [goes|go] on untested", &[Who::Unit(unit)]),
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

    /// A place to ride to, with whoever of his side stands there: that is why he goes.
    pub(super) fn place_words(self, leader: LeaderId, to: Point) -> String {
        let side = self.leader_card(leader).side;
        let own = self.on_table().filter(|&id| self.side(id) == side);
        let apart = own.map(|id| (id, self.body(id).distance_to_point(to.vec())));
        match apart.min_by(|one, two| one.1.total_cmp(&two.1)) {
            Some((id, far)) if far <= f64::from(BESIDE) => format!("{} ({})", self.name(id), spot(to)),
            _ => spot(to),
        }
    }

    fn carry_words(self, place: usize, to: Point) -> String {
        match self.state.messengers.get(place) {
            Some(messenger) if messenger.at == to => "the messenger waits".into(),
            Some(messenger) if self.messenger_goal(messenger).distance(to.vec()) < f64::from(yds(1)) => {
                format!("the messenger rides all the way to {}", self.leader_card(messenger.to).name)
            }
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
            CommandChoice::Ride { leader, to } => {
                (1, format!("{} rides", name(leader)), format!("to {}", self.place_words(leader, to)))
            }
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
        "replace-leader" => "where does the successor of {0} stand?",
        "leader-actions" => "what [does|do] {0} do?",
        "messenger-rides" => "where does the messenger to {0} ride?",
        "listen" => "Who listens to what he was told?",
        "bayonets" => "Who fixes or unfixes bayonets, or drops his load?",
        "conform-or-test" => "[does|do] {0} do as the others do, or try its luck?",
        "control-signs" => "{0} [takes|take] a Control Test: how are [its|their] modifiers used?",
        _ => return None,
    })
}
