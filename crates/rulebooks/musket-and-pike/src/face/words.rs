//! Decisions and questions as people read them; each chapter has its own words.

pub mod close_combat;
pub mod command;
pub mod fire;
pub mod movement;
pub mod rally;
pub mod reaction;
pub mod sequence;

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::facing::Pose;
use crate::state::Formation;
use crate::table::Table;
use field::hexes::Hex;
use kernel::{Heading, Seat};

pub fn formation_name(formation: Formation) -> &'static str {
    match formation {
        Formation::Normal => "Normal",
        Formation::Shaken => "Shaken",
        Formation::Broken => "Broken",
        Formation::Hedgehog => "Hedgehog",
        Formation::OpenOrder => "Open Order",
        Formation::Column => "Column",
        Formation::None => "none",
    }
}

/// Movement points, as in `2 points`.
pub(crate) fn points(count: u8) -> String {
    format!("{count} {}", if count == 1 { "point" } else { "points" })
}

impl Table<'_> {
    /// Hexes by their numbers.
    pub(crate) fn numbers(self, hexes: impl Iterator<Item = Hex>, between: &str) -> String {
        let numbers: Vec<String> = hexes.map(|hex| self.ground().grid.number(hex).to_string()).collect();
        numbers.join(between)
    }

    /// Where a unit stands, as in `0811 and 0911`.
    pub(crate) fn place_of(self, pose: Pose) -> String {
        self.numbers(pose.hexes(), " and ")
    }

    /// The corner a unit faces; of a long Column the hexside.
    pub(crate) fn facing_in_words(self, id: UnitId, facing: field::hexes::Vertex) -> &'static str {
        let grid = &self.ground().grid;
        if self.is_long_column(id) {
            grid.dir_name(facing.aside(field::hexes::Hand::Right))
        } else {
            grid.vertex_name(facing)
        }
    }

    pub fn describe(self, decision: &Decision) -> String {
        match *decision {
            Decision::Turn(choice) => self.describe_turn(choice),
            Decision::Command(choice) => self.describe_command(choice),
            Decision::Move(choice) => self.describe_move(choice),
            Decision::React(choice) => self.describe_react(choice),
            Decision::Fire(choice) => self.describe_fire(choice),
            Decision::Combat(choice) => self.describe_combat(choice),
            Decision::Rally(choice) => self.describe_rally(choice),
        }
    }

    /// The question in words, after the name of whom it is put to.
    pub fn question_words(self, seat: Seat) -> String {
        let question = self.bare_question(seat);
        match self.rules.seats.get(usize::from(seat.0)) {
            Some(card) => format!("{}: {question}", card.name),
            None => question,
        }
    }

    /// The question in words.
    pub(crate) fn bare_question(self, seat: Seat) -> String {
        match self.state.agenda.top() {
            Some(Step::Turn(step)) => self.put_turn(step, seat),
            Some(Step::Command(step)) => self.put_command(step, seat),
            Some(Step::Move(step)) => self.put_move(step, seat),
            Some(Step::React(step)) => self.put_react(step, seat),
            Some(Step::Fire(step)) => self.put_fire(step, seat),
            Some(Step::Combat(step)) => self.put_combat(step, seat),
            Some(Step::Rally(step)) => self.put_rally(step, seat),
            None => "The battle is over".to_owned(),
        }
    }

    /// Answers of a kind stand together on a menu.
    pub fn heading_of(self, decision: &Decision) -> Option<Heading> {
        match *decision {
            Decision::Turn(choice) => self.heading_of_turn(choice),
            Decision::Move(choice) => self.heading_of_move(choice),
            Decision::React(choice) => self.heading_of_react(choice),
            Decision::Fire(choice) => self.heading_of_fire(choice),
            _ => None,
        }
    }
}
