//! Decisions and questions of the turn as people read them.

use crate::cards::WingId;
use crate::face::told::Of;
use crate::sequence::{TurnChoice, TurnStep};
use crate::state::{How, Orders};
use crate::table::Table;
use kernel::{Heading, Seat};

phrases! {
    STARTS_OPEN = "{0} [starts|start] in Open Order";
    ACTS = "{0} [acts|act]";
    ACTS_OUT_OF_COMMAND = "{0} [acts|act], out of command";
    OUT_OF_COMMAND = "{0}, out of command";
    ABOUT_TO_CONTINUE = "{0} [is|are] about to continue. Do you preempt [it|them]? Whoever fails may not try to continue \
        this turn; failing again he is Finished.";
    ABOUT_TO_ACT = "{0} [is|are] about to act. Do you preempt [it|them]? Whoever fails may not try to continue this turn; \
        failing again he is Finished.";
    DOES_CONTINUE = "[Does|Do] {0} try to continue?";
    WHO_ACTS = "Who of {0} acts next?";
}

/// Orders as people read them.
pub(crate) const fn orders_name(orders: Orders) -> &'static str {
    match orders {
        Orders::Charge => "Charge",
        Orders::MakeReady => "Make Ready",
        Orders::ReceiveCharge => "Receive Charge",
        Orders::Rally => "Rally",
    }
}

impl Table<'_> {
    pub fn describe_turn(self, choice: TurnChoice) -> String {
        let wing = |wing: WingId| &self.rules.wings[wing.ix()].name;
        let with = |helped: bool| if helped { ", with the Army Commander's help" } else { "" };
        match choice {
            TurnChoice::StartOrders { wing: id, orders } => format!("{}: {}", wing(id), orders_name(orders)),
            TurnChoice::StartOpen { unit } => self.say(STARTS_OPEN, &[Of::Unit(unit)]).into(),
            TurnChoice::StartDone => "no more units in Open Order".into(),
            TurnChoice::Activate { wing: id } => {
                format!("activate {} ({})", wing(id), orders_name(self.wing(id).orders))
            }
            TurnChoice::Pass { wing: id } => format!("pass with {}", wing(id)),
            TurnChoice::Preempt { wing: id, helped } => {
                let most = self.rules.charts.preemption[self.wing(id).orders.ix()];
                let needs = most.map_or(String::new(), |most| format!(" (a modified roll of {most} or less)"));
                format!("preempt with {}{}{needs}", wing(id), with(helped))
            }
            TurnChoice::LetBe => "do not preempt".into(),
            TurnChoice::Act { unit } => {
                let acts = if self.keeps_command(unit) { ACTS } else { ACTS_OUT_OF_COMMAND };
                self.say(acts, &[Of::Unit(unit)]).into()
            }
            TurnChoice::Lead { leader } => self.say(ACTS, &[Of::Leader(leader)]).into(),
            TurnChoice::Bring => "bring in reinforcements".into(),
            TurnChoice::EndActions => "no more Actions".into(),
            TurnChoice::Continue { helped } => format!("try to continue{}", with(helped)),
            TurnChoice::Stop => "finish with this Wing".into(),
        }
    }

    /// Those who can do the same stand together on a menu.
    pub fn heading_of_turn(self, choice: TurnChoice) -> Option<Heading> {
        let (order, title, item) = match choice {
            TurnChoice::Act { unit } if self.keeps_command(unit) => (1, "acts", self.name(unit).to_owned()),
            TurnChoice::Act { unit } => (1, "acts", self.say(OUT_OF_COMMAND, &[Of::Unit(unit)]).into()),
            TurnChoice::Lead { leader } => (2, "leader", self.leader_card(leader).name.clone()),
            TurnChoice::StartOpen { unit } => (1, "Open Order", self.name(unit).to_owned()),
            TurnChoice::StartOrders { wing, orders } => {
                (1, self.rules.wings[wing.ix()].name.as_str(), orders_name(orders).to_owned())
            }
            _ => return None,
        };
        Some(Heading { order, title: title.to_owned(), item })
    }

    pub fn put_turn(self, step: TurnStep, _seat: Seat) -> String {
        let active = self.state.activation.map_or(Of::Words("?"), |now| Of::Wing(now.wing));
        match step {
            TurnStep::StartingOrders => "Under which Orders do your Wings begin?".into(),
            TurnStep::StartingOpenOrder => {
                "Which of your units begin in Open Order? Ground does not disorder them, but one hit breaks them."
                    .into()
            }
            TurnStep::ChooseWing(_) => "Which Wing is next?".into(),
            TurnStep::Preempt { wing, how, .. } => {
                let about = if matches!(how, How::Continued { .. }) { ABOUT_TO_CONTINUE } else { ABOUT_TO_ACT };
                self.say(about, &[Of::Wing(wing)]).into()
            }
            TurnStep::Continuation => self.say(DOES_CONTINUE, &[active]).into(),
            _ => self.say(WHO_ACTS, &[active]).into(),
        }
    }
}
