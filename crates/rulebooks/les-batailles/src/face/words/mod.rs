//! Menus, questions and names in words. Each chapter has its file.

mod artillery;
mod assault;
mod charges;
mod command;
mod fire;
mod formations;
mod losses;
mod morale;
mod movement;
mod names;
mod reactions;
mod reorganization;
mod sequence;
mod stacking;

pub(crate) use names::*;

use crate::decision::Decision;
use crate::table::Table;
use kernel::{Heading, Question, Seat};

impl Table<'_> {
    pub(crate) fn words_for(self, decision: &Decision) -> String {
        match *decision {
            Decision::Turn(choice) => self.turn_words(choice),
            Decision::Command(choice) => self.command_words(choice),
            Decision::Stack(choice) => self.stacking_words(choice),
            Decision::Form(choice) => self.formations_words(choice),
            Decision::Move(choice) => self.movement_words(choice),
            Decision::React(choice) => self.reactions_words(choice),
            Decision::Fire(choice) => self.fire_words(choice),
            Decision::Gun(choice) => self.artillery_words(choice),
            Decision::Assault(choice) => self.assault_words(choice),
            Decision::Loss(choice) => self.losses_words(choice),
            Decision::Charge(choice) => self.charges_words(choice),
            Decision::Morale(choice) => self.morale_words(choice),
            Decision::Reorganize(choice) => self.reorganization_words(choice),
        }
    }

    /// Where a menu lists a decision.
    pub(crate) fn heading_for(self, decision: &Decision) -> Option<Heading> {
        match *decision {
            Decision::Turn(_) => None,
            Decision::Command(choice) => self.command_heading(choice),
            Decision::Stack(choice) => self.stacking_heading(choice),
            Decision::Form(choice) => self.formations_heading(choice),
            Decision::Move(choice) => self.movement_heading(choice),
            Decision::React(choice) => self.reactions_heading(choice),
            Decision::Fire(choice) => self.fire_heading(choice),
            Decision::Gun(choice) => self.artillery_heading(choice),
            Decision::Assault(choice) => self.assault_heading(choice),
            Decision::Loss(choice) => self.losses_heading(choice),
            Decision::Charge(choice) => self.charges_heading(choice),
            Decision::Morale(choice) => self.morale_heading(choice),
            Decision::Reorganize(choice) => self.reorganization_heading(choice),
        }
    }

    pub(crate) fn question_words(self, seat: Seat, question: &Question) -> String {
        let chapters = [
            command::question,
            stacking::question,
            formations::question,
            movement::question,
            reactions::question,
            fire::question,
            artillery::question,
            assault::question,
            losses::question,
            charges::question,
            morale::question,
            reorganization::question,
        ];
        let words = chapters.iter().find_map(|chapter| chapter(question.topic));
        let who = self.rules.seats.get(usize::from(seat.0)).map_or("Nobody", |card| card.name.as_str());
        let (first, rest) = words.unwrap_or("What is to be done?").split_at(1);
        format!("{who}: {}{rest}", first.to_lowercase())
    }
}
