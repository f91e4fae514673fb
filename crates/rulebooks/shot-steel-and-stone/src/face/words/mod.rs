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

use crate::decision::Decision;
use crate::table::Table;
use kernel::{Heading, Question, Seat};

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
        let (first, rest) = words.unwrap_or("What is to be done?").split_at(1);
        let who = self.rules.seats.get(usize::from(seat.0)).map_or("Nobody", |card| card.name.as_str());
        format!("{who}: {}{rest}", first.to_lowercase())
    }
}
