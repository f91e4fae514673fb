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

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::charges::ChargeStep;
use crate::command::CommandStep;
use crate::decision::Decision;
use crate::face::told::Who;
use crate::morale::MoraleStep;
use crate::movement::{Manoeuvre, MoveChoice, MoveStep};
use crate::scenarios::DeployStep;
use crate::table::Table;
use kernel::{Heading, Part, Phrase, Question, Refusal, Seat};

impl Table<'_> {
    /// A phrase of a menu, in which verbs agree with whom it speaks of: `{0} [stays|stay]`.
    fn agreed(self, phrase: &'static str, who: &[Who]) -> String {
        self.said(Phrase(phrase), who).to_string()
    }

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
        let all_drawn = question.topic == "draw-map" && self.next_drawn(seat).is_none();
        let words = if all_drawn {
            Some("Is the map settled? Whoever stands on it may still be dragged about.")
        } else {
            words
        };
        let words = words.unwrap_or("What is to be done?");
        let who = self.rules.seats.get(usize::from(seat.0)).map_or("Nobody", |card| card.name.as_str());
        // Where it is about somebody the phrase agrees with him.
        let asked = if words.contains("{0}") {
            Phrase(words).of([self.asked_about(seat)]).to_string()
        } else {
            let (first, rest) = words.split_at(1);
            format!("{}{rest}", first.to_lowercase())
        };
        match self.left_words(seat) {
            Some(left) => format!("{who}: {asked} {left}"),
            None => format!("{who}: {asked}"),
        }
    }

    /// Who goes first from the right: those on its right forgo their moves, which nobody sees who only picks a unit (CF 9.5, G95).
    pub(crate) fn warning(self, decision: &Decision) -> Option<Refusal> {
        let Decision::Move(MoveChoice::Pick(id)) = *decision else { return None };
        self.known(id).ok()?;
        let passed = self.passed_over(self.group_of(id));
        let names: Vec<_> = passed.iter().filter(|&id| self.may_move(id).is_ok()).map(|id| self.name(id)).collect();
        let (last, others) = names.split_last()?;
        let all = if others.is_empty() { last.to_string() } else { format!("{} and {last}", others.join(", ")) };
        Some(Refusal::new("CF 9.5", format!("{all} cannot move afterwards: units move from right to left")))
    }

    /// Whom the open question is about.
    fn asked_about(self, seat: Seat) -> Part {
        let leader =
            |id: Option<LeaderId>| id.map(|id| Part::Name { name: self.leader_card(id).name.clone(), many: false });
        let unit = |id: Option<UnitId>| id.map(|id| Part::name(&self.name(id)));
        let named = match self.state.agenda.top() {
            Some(Step::Fire(step)) => unit(self.next_to_fire(step)),
            Some(Step::Command(CommandStep::Replace(side))) => leader(self.next_to_replace(side)),
            Some(Step::Command(CommandStep::Messengers(side))) => {
                let rider = self.riding(side).and_then(|place| self.state.messengers.get(usize::from(place)));
                leader(rider.map(|rider| rider.to))
            }
            Some(Step::Command(CommandStep::Actions(side))) => self.leader_asked(side, seat),
            Some(Step::Command(CommandStep::Choices(side))) => unit(self.next_to_choose(side)),
            Some(Step::Command(CommandStep::Signs { unit: id, .. })) => unit(Some(id)),
            Some(Step::Move(MoveStep::Declare)) => self.group_asked(),
            Some(Step::Move(MoveStep::Moving(id))) => unit(Some(id)),
            Some(Step::Charge(step)) => unit(self.asked_about_charge(step)),
            Some(Step::Combat(step)) => unit(self.asked_about_combat(step)),
            Some(Step::After(step)) => unit(self.asked_about_after(step)),
            Some(Step::Morale(MoraleStep::Lose(id))) => unit(Some(id)),
            Some(Step::Deploy(DeployStep::Enter(side))) => unit(self.next_to_enter(side)),
            Some(Step::Deploy(DeployStep::Map(_))) => unit(self.next_drawn(seat)),
            _ => None,
        };
        named.unwrap_or_else(|| Part::words("it"))
    }

    /// The one leader who is to act; one of several where the order is free.
    fn leader_asked(self, side: kernel::Side, seat: Seat) -> Option<Part> {
        let mut leaders = self.leaders_to_act(side, seat);
        let first = leaders.next()?;
        if leaders.next().is_some() {
            return Some(Part::words("one of your leaders"));
        }
        Some(Part::Name { name: self.leader_card(first).name.clone(), many: false })
    }

    /// The group that is taken up, by its first unit.
    fn group_asked(self) -> Option<Part> {
        let group = self.state.group?;
        let mut moving = group.units.iter().filter(|&id| !group.staying.contains(id));
        let first = self.name(moving.next()?);
        let name = match moving.count() {
            0 => return Some(Part::name(&first)),
            1 => format!("{first} and another unit"),
            more => format!("{first} and {more} other units"),
        };
        Some(Part::Name { name, many: true })
    }

    /// What is left of the move of a unit that makes it; how far off the enemy is at whom it charges; how often a leader may act.
    fn left_words(self, seat: Seat) -> Option<String> {
        let id = match self.state.agenda.top()? {
            Step::Move(MoveStep::Moving(id)) => id,
            Step::Charge(ChargeStep::Dice) => {
                let id = self.asked_about_charge(ChargeStep::Dice)?;
                let target = self.charge_of(id)?.target;
                let far = self.distance(id, target).round() as i32;
                return Some(format!("{} to {}, ten yards a pip.", yards(far), self.name(target)));
            }
            Step::Command(CommandStep::Actions(side)) => {
                let mut leaders = self.leaders_to_act(side, seat);
                let (first, only) = (leaders.next()?, leaders.next().is_none());
                let left = self.actions_left(first);
                return (only && left > 1).then(|| format!("{left} actions."));
            }
            _ => return None,
        };
        let unit = self.unit(id);
        let (left, all) = (self.left(unit), self.allowance(unit));
        let bound = self.outcome(id, &Manoeuvre::Stop).is_err();
        let must = if bound { ", to be used up" } else { "" };
        (all > 0).then(|| format!("{} of {} left{must}.", yards(left), yards(all)))
    }
}
