//! Answers that stand: `usual` and `restrain WHO`, given once by a seat for a turn or for the battle, listed by `stands` and taken
//! back by `ask`. They know topics, marks and defaults, never rules.

use super::sitting::{Next, Sitting};
use super::together::company;
use crate::Mistake;
use crate::out::say;
use kernel::Seat;
use kernel::door::{Asked, AskedOnField};
use kernel::{Mark, Reaction};

/// An answer that somebody has left standing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stands {
    seat: Seat,
    what: What,
    /// As it is listed.
    words: String,
    /// The turn after which it is over; none for the battle.
    turn: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    /// The answer marked (Enter) to this kind of question: as a reaction, or asked of one's own accord.
    Usual { topic: &'static str, reaction: bool },
    /// These do not react.
    Restrained(Vec<u16>),
}

impl Stands {
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }
}

impl Sitting {
    /// What answers a question without anybody being asked.
    pub(super) fn standing_answer(&mut self, asked: &Asked) -> Option<String> {
        let turn = self.door.clock().turn;
        self.standing.retain(|one| one.turn.is_none_or(|last| last == turn));
        let mine: Vec<&Stands> = self.standing.iter().filter(|one| one.seat == asked.seat).collect();
        if mine.is_empty() || asked.menu.len() < 2 {
            return None;
        }
        let reaction = is_offered(asked);
        let usual = What::Usual { topic: asked.question.topic, reaction };
        let stands = mine.iter().any(|one| one.what == usual);
        let held =
            |id: u16| mine.iter().any(|one| matches!(&one.what, What::Restrained(bodies) if bodies.contains(&id)));
        let answers = match (stands, reaction) {
            (true, true) => true,
            (true, false) => self.door.sight(asked.seat).is_some_and(|sight| is_steady(&sight)),
            (false, true) => self.door.sight(asked.seat).is_some_and(|sight| are_all_held(&sight, &held)),
            (false, false) => false,
        };
        answers.then(|| usual_of(asked)).flatten()
    }

    /// `usual`, or `usual battle`: the answer marked (Enter), now and whenever the same is asked.
    pub(super) fn leave_usual(&mut self, asked: &Asked, rest: &str) -> Result<Next, Mistake> {
        let Some(turn) = self.lasting(rest) else { return said("it is `usual`, for the turn, or `usual battle`") };
        let reaction = is_offered(asked);
        let steady = reaction || self.door.sight(asked.seat).is_some_and(|sight| is_steady(&sight));
        let Some(decision) = usual_of(asked).filter(|_| steady) else {
            return said("somebody could still act: this question is not left to the program");
        };
        let answer = asked.menu.get(asked.question.default).map_or(String::new(), |choice| choice.words.clone());
        let what = What::Usual { topic: asked.question.topic, reaction };
        self.leave_standing(Stands { seat: asked.seat, what, words: format!("{} {answer}", asked.words), turn });
        self.decide(asked, &decision)?;
        Ok(Next::Onward)
    }

    /// `restrain WHO`, or `restrain WHO battle`: they react to nothing.
    pub(super) fn restrain(&mut self, asked: &Asked, rest: &str) -> Result<Next, Mistake> {
        let (who, how_long) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let Some(turn) = self.lasting(how_long.trim()).filter(|_| !who.is_empty()) else {
            return said("it is `restrain WHO`, for the turn, or `restrain WHO battle`");
        };
        let bodies = match company(self.door.as_ref(), &self.sight(Some(asked.seat)), asked.seat, who) {
            Ok(bodies) => bodies,
            Err(why) => return said(&why),
        };
        let names: Vec<&str> = bodies.iter().map(|body| body.name.as_str()).collect();
        let whose = if who == "all" { "anybody".into() } else { names.join(", ") };
        let words = format!("no reactions of {whose}");
        say!("  {words}");
        let what = What::Restrained(bodies.iter().map(|body| body.id).collect());
        self.leave_standing(Stands { seat: asked.seat, what, words, turn });
        Ok(Next::Onward)
    }

    /// `stands`: what the seat has left standing.
    pub(super) fn list_standing(&self, asked: &Asked) -> Result<(), Mistake> {
        let mine = || self.standing.iter().filter(|one| one.seat == asked.seat);
        for (index, one) in mine().enumerate() {
            let how_long = if one.turn.is_some() { "this turn" } else { "this battle" };
            say!("  {}) {how_long}: {}", index + 1, one.words);
        }
        match mine().count() {
            0 => say!("  you are asked everything"),
            _ => say!("  `ask 1` lets you be asked again, `ask all` everything"),
        }
        Ok(())
    }

    /// `ask N`, or `ask all`: an answer stands no more.
    pub(super) fn ask_again(&mut self, asked: &Asked, rest: &str) -> Result<(), Mistake> {
        let mine: Vec<usize> = (0..self.standing.len()).filter(|&at| self.standing[at].seat == asked.seat).collect();
        match (rest, rest.parse::<usize>()) {
            ("all", _) => self.standing.retain(|one| one.seat != asked.seat),
            (_, Ok(number)) if (1..=mine.len()).contains(&number) => {
                self.standing.remove(mine[number - 1]);
            }
            _ => {
                say!("  `ask {rest}`? `stands` lists what can be asked again by its number, or `ask all`");
                return Ok(());
            }
        }
        self.list_standing(asked)
    }

    fn leave_standing(&mut self, stands: Stands) {
        self.standing.retain(|one| (one.seat, &one.what) != (stands.seat, &stands.what));
        self.standing.push(stands);
    }

    /// The last turn of what stands, from the word behind it; none is the battle.
    fn lasting(&self, word: &str) -> Option<Option<u16>> {
        match word {
            "" | "turn" => Some(Some(self.door.clock().turn)),
            "battle" => Some(None),
            _ => None,
        }
    }
}

fn said(words: &str) -> Result<Next, Mistake> {
    say!("  {words}");
    Ok(Next::Again)
}

fn is_offered(asked: &Asked) -> bool {
    asked.question.reaction == Reaction::Offered
}

fn usual_of(asked: &Asked) -> Option<String> {
    asked.menu.get(asked.question.default).map(|choice| choice.decision.clone())
}

/// Whether the usual answer can stand for others of its kind: nobody is led step by step, and it leaves no several idle who could act.
fn is_steady(sight: &AskedOnField) -> bool {
    let actor = |mark: &Mark| mark.actor;
    let mut actors: Vec<u16> = sight.marks.iter().filter_map(|(mark, _)| actor(mark)).collect();
    actors.sort_unstable();
    actors.dedup();
    let idle = sight.marks.get(sight.asked.question.default).is_some_and(|(mark, _)| actor(mark).is_none());
    sight.asked.question.complete && sight.routes.is_empty() && !(idle && actors.len() > 1)
}

/// Whether all who could react are told not to.
fn are_all_held(sight: &AskedOnField, held: &dyn Fn(u16) -> bool) -> bool {
    let others = sight.marks.iter().enumerate().filter(|(index, _)| *index != sight.asked.question.default);
    others.map(|(_, (mark, _))| mark.actor).all(|actor| actor.is_some_and(held))
}
