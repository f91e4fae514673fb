//! Rallies, reforms and routs in words.

use crate::cards::LeaderId;
use crate::face::told::Of;
use crate::rally::{RallyChoice, RallyStep, Reform};
use crate::table::Table;
use field::hexes::{Dir, Hand};
use kernel::Seat;
use scenario::notation::hand_word;

phrases! {
    REFORMS = "{0} [reforms|reform]: {1}{2}";
    RALLIES = "{0} [rallies|rally]{1}";
    BY = ", by {0}";
    ROUTS_NEXT = "{0} [routs|rout] next";
    THROUGH = ", through {0}, which [checks its|check their] morale";
    WHICH_WAY = "Which way [does|do] {0} face?";
    WHERE_RUN = "{0} [routs|rout] from {1}, with {2} [2:point|points] left. Where [does it|do they] run?";
}

pub(crate) const fn reform_done(reform: Reform) -> &'static str {
    match reform {
        Reform::Formation => "one formation hit less",
        Reform::Reload => "one pistol loaded",
        Reform::LeaveHedgehog => "out of Hedgehog, Formation Broken",
        Reform::ToOpenOrder => "into Open Order",
        Reform::FromOpenOrder => "back to Formation Normal",
        Reform::LeaveColumn => "out of Column",
    }
}

impl Table<'_> {
    pub fn describe_rally(self, choice: RallyChoice) -> String {
        let grid = &self.ground().grid;
        match choice {
            RallyChoice::Reform { unit, reform, by } => {
                self.say_aided(by, |by| self.say(REFORMS, &[Of::Unit(unit), Of::Words(reform_done(reform)), by]).into())
            }
            RallyChoice::Rally { unit, by } => self.say_aided(by, |by| self.say(RALLIES, &[Of::Unit(unit), by]).into()),
            RallyChoice::Face(vertex) => format!("face {}", grid.vertex_name(vertex)),
            RallyChoice::RoutNext { unit } => self.say(ROUTS_NEXT, &[Of::Unit(unit)]).into(),
            RallyChoice::RoutTo { lead, dir } => {
                let first = lead.map_or(String::new(), |hand| format!(", the {} half first", hand_word(hand)));
                format!("run {}{}{first}", grid.dir_name(dir), self.describe_flight(lead, dir))
            }
        }
    }

    /// Something said with the leader who helps, if one does.
    fn say_aided(self, by: Option<LeaderId>, say: impl FnOnce(Of<'_>) -> String) -> String {
        match by {
            Some(leader) => say(Of::Said(BY, &[Of::Leader(leader)])),
            None => say(Of::NOTHING),
        }
    }

    fn describe_flight(self, lead: Option<Hand>, dir: Dir) -> String {
        let Some(((hex, other), through)) = self.flight_under_way(lead, dir) else { return String::new() };
        let through = through.map(|body| self.say(THROUGH, &[Of::Unit(body)])).unwrap_or_default();
        format!(" to {}{through}", self.numbers(std::iter::once(hex).chain(other), " and "))
    }

    pub fn put_rally(self, step: RallyStep, _seat: Seat) -> String {
        let said = match step {
            RallyStep::Face { unit } => self.say(WHICH_WAY, &[Of::Unit(unit)]),
            RallyStep::RoutPhase(_) => "Which unit routs next?".into(),
            RallyStep::Rout { unit, left, .. } => {
                self.say(WHERE_RUN, &[Of::Unit(unit), Of::Place(self.pose(unit)), Of::Count(left.into())])
            }
        };
        said.into()
    }
}
