//! Menus, questions and names in words. Each chapter has its file.

mod buildings;
mod charges;
mod deployment;
mod elephants;
mod exotics;
mod melee;
mod moves;
mod names;
mod reaction;
mod shooting;
mod turn;

pub(crate) use names::*;

use crate::agenda::Step;
use crate::charges::ChargeStep;
use crate::decision::Decision;
use crate::movement::MoveStep;
use crate::reaction::ReactStep;
use crate::state::Place;
use crate::table::Table;
use kernel::{Heading, Part, Phrase, Question, Seat};

impl Table<'_> {
    pub(crate) fn words_for(self, decision: &Decision) -> String {
        match *decision {
            Decision::Turn(choice) => self.turn_words(choice),
            Decision::Deploy(choice) => self.deployment_words(choice),
            Decision::Order(choice) => self.order_words(choice),
            Decision::Command(choice) => self.command_words(choice),
            Decision::Charge(choice) => self.charges_words(choice),
            Decision::Move(choice) => self.move_words(choice),
            Decision::Shoot(choice) => self.shooting_words(choice),
            Decision::Building(choice) => self.buildings_words(choice),
            Decision::Melee(choice) => self.melees_words(choice),
            Decision::React(choice) => self.reaction_words(choice),
            Decision::Elephant(choice) => self.elephants_words(choice),
            Decision::Exotic(choice) => self.exotics_words(choice),
        }
    }

    /// Orders stand together by unit, manoeuvres by their kind.
    pub(crate) fn heading_for(self, decision: &Decision) -> Option<Heading> {
        match *decision {
            Decision::Order(choice) => self.order_heading(choice),
            Decision::Move(choice) => self.move_heading(choice),
            Decision::Deploy(choice) => self.deployment_heading(choice),
            Decision::Command(choice) => self.command_heading(choice),
            Decision::Shoot(choice) => self.shooting_heading(choice),
            _ => None,
        }
    }

    /// Who is asked, and what.
    pub(crate) fn question_words(self, seat: Seat, question: &Question) -> String {
        let chapters = [
            turn::question,
            moves::question,
            deployment::question,
            charges::question,
            shooting::question,
            buildings::question,
            melee::question,
            reaction::question,
            elephants::question,
            exotics::question,
        ];
        let words = chapters.iter().find_map(|chapter| chapter(question.topic));
        let words = words.unwrap_or("What is to be done?");
        let who = self.rules.seats.get(usize::from(seat.0)).map_or("Nobody", |card| card.name.as_str());
        // Where it is about somebody the phrase agrees with him.
        let asked = if words.contains("{0}") {
            Phrase(words).of([self.asked_about()]).to_string()
        } else {
            let (first, rest) = words.split_at(1);
            format!("{}{rest}", first.to_lowercase())
        };
        match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Moving(id))) if self.unit(id).place == Place::Table => {
                format!("{who}: {asked} {} left.", base_widths(self.move_left(id, self.unit(id).way)))
            }
            _ => format!("{who}: {asked}"),
        }
    }

    /// Whom the open question is about.
    fn asked_about(self) -> Part {
        let asked = match self.state.agenda.top() {
            Some(Step::Move(MoveStep::Moving(id))) => Some(id),
            Some(Step::Charge(ChargeStep::AfterEvade(id))) => Some(id),
            Some(Step::Melee(step)) => self.melee_turn(step),
            Some(Step::React(ReactStep::Pursue { victor, .. })) => Some(victor),
            _ => None,
        };
        asked.map_or_else(|| Part::words("it"), |id| Part::name(self.name(id)))
    }
}
