//! Decisions and questions of command as people read them.

use crate::command::{CommandChoice, CommandStep, Lending};
use crate::face::told::Of;
use crate::sequence::orders_name;
use crate::table::Table;
use kernel::Seat;

phrases! {
    JOINS = "{0} joins {1} on {2}";
    GOES_ALONG = "{0} goes along";
    STAYS_BEHIND = "{0} stays behind";
    DOES_CHANGE = "{0} [is|are] under {1}. [Does it|Do they] try to change [its|their] Orders?";
    HELP_TO_CHANGE = "{0} [tries|try] to change to {1}. Does the Army Commander help?";
    HELP_TO_CONTINUE = "{0} [tries|try] to continue. Does the Army Commander help?";
    WHERE_TO = "Where does {0} go?";
    DOES_GO_ALONG = "Does {0} go along with {1}?";
}

impl Table<'_> {
    pub fn describe_command(self, choice: CommandChoice) -> String {
        match choice {
            CommandChoice::Change { orders, helped } => {
                let with = if helped { ", with the Army Commander's help" } else { "" };
                format!("try to change to {}{with}", orders_name(orders))
            }
            CommandChoice::Keep => "keep the present Orders".into(),
            CommandChoice::Lend => "the Army Commander helps".into(),
            CommandChoice::Withhold => "the Army Commander keeps his Action".into(),
            CommandChoice::Place { leader, hex } => {
                let whom = self.body_at(hex).or_else(|| self.gun_at(hex)).map_or(Of::Words("nobody"), Of::Unit);
                self.say(JOINS, &[Of::Leader(leader), whom, Of::Hex(hex)]).into()
            }
            CommandChoice::Go { leader } => self.say(GOES_ALONG, &[Of::Leader(leader)]).into(),
            CommandChoice::Stay { leader } => self.say(STAYS_BEHIND, &[Of::Leader(leader)]).into(),
        }
    }

    pub fn put_command(self, step: CommandStep, _seat: Seat) -> String {
        let said = match step {
            CommandStep::ChangeOrders(wing) => {
                self.say(DOES_CHANGE, &[Of::Wing(wing), Of::Orders(self.wing(wing).orders)])
            }
            CommandStep::Lend { wing, to: Lending::Orders(orders) } => {
                self.say(HELP_TO_CHANGE, &[Of::Wing(wing), Of::Orders(orders)])
            }
            CommandStep::Lend { wing, to: Lending::Continuation } => self.say(HELP_TO_CONTINUE, &[Of::Wing(wing)]),
            CommandStep::PlaceLeader { leader, .. } => self.say(WHERE_TO, &[Of::Leader(leader)]),
            CommandStep::Accompany { leader, unit, .. } => {
                self.say(DOES_GO_ALONG, &[Of::Leader(leader), Of::Unit(unit)])
            }
            CommandStep::Fates(_) => "What becomes of the leaders?".into(),
        };
        said.into()
    }
}
