//! Menus, questions and names in words. Each chapter has its file.

mod afterwards;
mod charges;
mod combat;
mod command;
mod deployment;
mod fire;
mod morale;
mod moves;
mod names;
mod turn;

pub(crate) use names::*;

use crate::decision::Decision;
use crate::table::Table;
use kernel::{Heading, Question, Seat};

impl Table<'_> {
    pub(crate) fn words_for(self, decision: &Decision) -> String {
        match *decision {
            Decision::Turn(choice) => self.turn_words(choice),
            Decision::Deploy(choice) => self.deployment_words(choice),
            Decision::Fire(choice) => self.fire_words(choice),
            Decision::Command(choice) => self.command_words(choice),
            Decision::Move(choice) => self.move_words(choice),
            Decision::Charge(choice) => self.charge_words(choice),
            Decision::Combat(choice) => self.combat_words(choice),
            Decision::After(choice) => self.after_words(choice),
            Decision::Morale(choice) => self.morale_words(choice),
        }
    }

    /// Where an answer stands on the menu, if it stands with others.
    pub(crate) fn heading_for(self, decision: &Decision) -> Option<Heading> {
        match *decision {
            Decision::Turn(_) => None,
            Decision::Deploy(choice) => self.deployment_heading(choice),
            Decision::Fire(choice) => self.fire_heading(choice),
            Decision::Command(choice) => self.command_heading(choice),
            Decision::Move(choice) => self.move_heading(choice),
            Decision::Charge(choice) => self.charge_heading(choice),
            Decision::Combat(choice) => self.combat_heading(choice),
            Decision::After(choice) => self.after_heading(choice),
            Decision::Morale(choice) => self.morale_heading(choice),
        }
    }

    pub(crate) fn question_words(self, seat: Seat, question: &Question) -> String {
        let chapters = [
            turn::question,
            deployment::question,
            fire::question,
            command::question,
            moves::question,
            charges::question,
            combat::question,
            afterwards::question,
            morale::question,
        ];
        let words = chapters.iter().find_map(|chapter| chapter(question.topic));
        let (first, rest) = words.unwrap_or("What is to be done?").split_at(1);
        let who = self.rules.seats.get(usize::from(seat.0)).map_or("Nobody", |card| card.name.as_str());
        format!("{who}: {}{rest}", first.to_lowercase())
    }
}
