//! What people ask for beside answering: to look, to reckon, to take back.

use super::glass;
use super::sitting::{Auto, Next, Sitting, words_of};
use super::typed::{Meaning, meaning};
use crate::out::{say, width, wrap};
use crate::show::fitting_beside;
use crate::sight::{Lettered, Look};
use crate::story;
use crate::{Mistake, files, odds, target};
use kernel::door::Asked;
use kernel::odds::{Horizon, Search};
use kernel::scene::{Body, Standing};
use kernel::{Clock, Door, Entry, Journal};
use std::path::Path;

/// How much of the table `look` shows around a unit, in units of the ruler.
const AROUND: f64 = 9.0;
/// How many of its neighbours `look` lists.
const NEIGHBOURS: usize = 8;

impl Sitting {
    pub(super) fn card(&mut self, asked: &Asked, called: &str) -> Result<(), Mistake> {
        let sight = self.sight(Some(asked.seat));
        let found = if called.is_empty() { selected(&sight) } else { glass::find(&sight, called) };
        match found {
            Ok(body) => {
                say!("  {}", self.paint.strong(&body.name));
                say!("{}", story::card(&self.door.facts(Some(asked.seat), Some(body.id)), width()));
            }
            Err(why) => match glass::find_absent(&sight.absent, called) {
                Some(gone) => {
                    say!("  {}", self.paint.strong(&gone.name));
                    say!("{}", story::card(&self.door.facts(Some(asked.seat), Some(gone.body)), width()));
                }
                None => say!("  {why}"),
            },
        }
        Ok(())
    }

    pub(super) fn look(&mut self, asked: &Asked, called: &str) -> Result<(), Mistake> {
        let sight = self.sight(Some(asked.seat));
        let found = if called.is_empty() { selected(&sight) } else { glass::find(&sight, called) };
        match found {
            Ok(body) => {
                let window = glass::window(&sight.scene, body, AROUND);
                let shape = (window.east - window.west) / (window.north - window.south).max(1.0);
                let columns = self.columns.unwrap_or_else(|| fitting_beside(shape, 2 * NEIGHBOURS + 4));
                let text_columns = columns.max(width());
                let look = Look { colour: self.paint.0, roster: true };
                let map = sight.map(Some(window), columns, text_columns, look);
                // Title and clock are known; the ruler, the map and its key are wanted.
                let map: Vec<&str> = map.lines().skip(2).collect();
                let near = glass::around(&sight, body, NEIGHBOURS).join("\n");
                let text =
                    format!("{}\n{}\n{near}", map.join("\n"), wrap(&glass::stands(&sight.scene, body), width(), 4));
                self.input.page(&text)
            }
            Err(why) => {
                say!("  {why}");
                Ok(())
            }
        }
    }

    pub(super) fn tell_log(&mut self, asked: &Asked, rest: &str) -> Result<(), Mistake> {
        let count = match rest.parse::<usize>() {
            _ if rest.is_empty() => 12,
            Ok(count) => count,
            Err(_) => {
                say!("  `{rest}` is not a number; `log 20` tells the last twenty");
                return Ok(());
            }
        };
        let heard = self.door.part(Some(asked.seat), &self.log);
        let last = heard.iter().rev().take(count).rev();
        let text: Vec<String> = last.map(|entry| format!("  {}", entry.to_text().replace('\n', "\n  "))).collect();
        match text.is_empty() {
            true => say!("  nothing has happened yet"),
            false => self.input.page(&text.join("\n"))?,
        }
        Ok(())
    }

    /// The whole battle so far, told again without the reckoning.
    pub(super) fn tell_story(&mut self, asked: &Asked) -> Result<(), Mistake> {
        let mut chapters: Vec<(Clock, Vec<Entry>)> = Vec::new();
        let door = shelf::replay(self.door.journal().clone(), &mut |told| {
            if chapters.last().is_none_or(|(clock, _)| *clock != told.asked_at) {
                chapters.push((told.asked_at, Vec::new()));
            }
            if let Some((_, entries)) = chapters.last_mut() {
                entries.extend(told.entries);
            }
        });
        door.map_err(|problem| Mistake::new(problem.to_string()))?;
        let mut text = String::new();
        for (clock, entries) in chapters {
            let heard = self.door.part(Some(asked.seat), &entries);
            if !heard.is_empty() {
                text.push_str(&format!("{}\n", self.paint.strong(&format!("== {clock}"))));
            }
            for entry in heard {
                text.push_str(&story::plain(&entry, self.paint, width()));
                text.push('\n');
            }
        }
        if text.is_empty() {
            text.push_str("  nothing has happened yet");
        }
        self.input.page(&text)
    }

    /// Until what it begins is settled; or as far as is asked for.
    pub(super) fn odds(&mut self, asked: &Asked, rest: &str) -> Result<(), Mistake> {
        let sight = self.sight(Some(asked.seat));
        let (what, until) = horizon(rest);
        if what.is_empty() {
            say!(
                "  odds of what? `odds 3` tells those of answer 3 until it is settled, `odds 3 turn` by the end of the turn"
            );
            return Ok(());
        }
        match meaning(self.door.as_ref(), asked, &sight, what) {
            Meaning::Refused(why) => say!("  {why}"),
            Meaning::Decision(decision) => self.tell_odds(asked, &decision, until)?,
        }
        Ok(())
    }

    fn tell_odds(&mut self, asked: &Asked, decision: &str, until: Until) -> Result<(), Mistake> {
        let search = Search { horizon: until.0, most_paths: 1_500, samples: 500, seed: 1 };
        match self.door.odds(asked.seat, &[decision], &search, &|| 1.0) {
            Err(refusal) => {
                say!("  {refusal}");
                Ok(())
            }
            Ok(odds) => {
                let words = words_of(asked, decision);
                let granted = match until.0 {
                    Horizon::Deed => "whoever it concerns answers as the computer would, and nobody else does anything",
                    _ => "everybody does the least",
                };
                let head = format!("  {words}: what comes of it {}, if {granted}", until.1);
                self.input.page(&format!("{}\n{}", wrap(&head, width(), 4), odds::table(&odds)))
            }
        }
    }

    pub(super) fn why(&mut self, asked: &Asked, rest: &str) -> Result<(), Mistake> {
        let sight = self.sight(Some(asked.seat));
        if rest.is_empty() {
            say!("  why not what? `why advance 20\"` tells which rule forbids that");
            return Ok(());
        }
        match meaning(self.door.as_ref(), asked, &sight, rest) {
            Meaning::Refused(why) => say!("  no: {why}"),
            Meaning::Decision(decision) => say!("  that is legal: {} (`{decision}`)", words_of(asked, &decision)),
        }
        Ok(())
    }

    pub(super) fn copy(&self, name: &str) -> Result<(), Mistake> {
        if name.is_empty() {
            say!("  save where? `save before-the-charge.journal` writes a copy; the journal itself is always kept");
            return Ok(());
        }
        match files::write_new(Path::new(name), &self.door.journal().to_text()) {
            Ok(()) => say!("  wrote {name}"),
            Err(Mistake::Said(why)) => say!("  {why}"),
            Err(unheard) => return Err(unheard),
        }
        Ok(())
    }

    /// Says who is asked, or lets another of those who are answer first.
    pub(super) fn call(&mut self, asked: &Asked, key: &str) -> Result<Next, Mistake> {
        if key.is_empty() {
            let others: Vec<String> = self.asked_too(asked.seat).into_iter().map(|seat| self.seat_name(seat)).collect();
            let others = if others.is_empty() { "nobody else".into() } else { others.join(", ") };
            say!("  {} is asked now, and {others}", self.seat_name(asked.seat));
            return Ok(Next::Again);
        }
        match target::seat(self.door.seats(), key) {
            Err(why) => say!("  {}", why.replace("\n  instead: ", "; there are ")),
            Ok(seat) if seat == asked.seat => say!("  {} is asked already", self.seat_name(seat)),
            Ok(seat) if !self.asked_too(asked.seat).contains(&seat) => {
                say!("  {} has nothing to answer now, or is no person", self.seat_name(seat));
            }
            Ok(seat) => {
                self.shown.called = Some((seat, self.door.clock()));
                return Ok(Next::Onward);
            }
        }
        Ok(Next::Again)
    }

    pub(super) fn set_auto(&mut self, rest: &str) -> Result<Next, Mistake> {
        let clock = self.door.clock();
        self.auto = match (rest, rest.parse::<usize>()) {
            ("", _) => Auto::Times(1),
            ("phase", _) => Auto::Phase(clock),
            ("turn", _) => Auto::Turn(clock.turn),
            ("end", _) => Auto::End,
            (_, Ok(times)) if times > 0 => Auto::Times(times),
            _ => {
                say!("  `auto {rest}`? It is auto, auto 20, auto phase, auto turn or auto end");
                return Ok(Next::Again);
            }
        };
        Ok(Next::Onward)
    }

    /// Back to before a person's last decision that was one. While orders are sealed, only one's own.
    pub(super) fn undo(&mut self, asked: &Asked, rest: &str) -> Result<Next, Mistake> {
        let times = match rest.parse::<usize>() {
            _ if rest.is_empty() => 1,
            Ok(times) if times > 0 => times,
            _ => {
                say!("  `undo {rest}`? It is undo, or undo 3");
                return Ok(Next::Again);
            }
        };
        let seats = if self.shown.sealing.is_some() { vec![asked.seat] } else { self.people.clone() };
        let cards = seats.iter().filter_map(|seat| self.door.seats().get(usize::from(seat.0)));
        let keys: Vec<String> = cards.map(|card| card.key.clone()).collect();
        let mut taken = 0;
        while taken < times
            && let Some(before) = step_back(self.door.journal(), &keys)?
        {
            say!("  taken back: {}", before.words);
            self.standing.retain(|one| !seats.contains(&one.seat()));
            self.door = before.door;
            self.log = before.log;
            taken += 1;
        }
        if taken == 0 {
            say!("  there is nothing of yours to take back");
            return Ok(Next::Again);
        }
        self.keep()?;
        Ok(Next::Onward)
    }
}

/// How far odds look, and what that is called.
#[derive(Clone, Copy)]
struct Until(Horizon, &'static str);

/// What odds are asked of, and how far they look: the last word may say so.
fn horizon(typed: &str) -> (&str, Until) {
    let (what, last) = typed.rsplit_once(char::is_whitespace).unwrap_or((typed, ""));
    match last {
        "question" => (what.trim(), Until(Horizon::NextQuestion, "by the next question")),
        "phase" => (what.trim(), Until(Horizon::PhaseEnd, "by the end of the phase")),
        "turn" => (what.trim(), Until(Horizon::TurnEnd, "by the end of the turn")),
        "deed" => (what.trim(), Until(Horizon::Deed, "until it is settled")),
        _ => (typed, Until(Horizon::Deed, "until it is settled")),
    }
}

/// A battle before a decision, what had happened by then, and that decision in words.
struct Before {
    door: Box<dyn Door>,
    log: Vec<Entry>,
    words: String,
}

/// The battle before the last decision of these seats that was one.
fn step_back(journal: &Journal, seats: &[String]) -> Result<Option<Before>, Mistake> {
    let mut journal = journal.clone();
    let theirs = |journal: &Journal| journal.records.iter().rposition(|record| seats.contains(&record.seat));
    while let Some(last) = theirs(&journal) {
        let record = journal.records[last].clone();
        journal.records.truncate(last);
        let mut log = Vec::new();
        let door = shelf::replay(journal.clone(), &mut |told| log.extend(told.entries));
        let door = door.map_err(|problem| Mistake::new(problem.to_string()))?;
        let seat = target::seat(door.seats(), &record.seat).map_err(Mistake::new)?;
        // Where there was nothing to choose, nothing was decided.
        let chosen = |asked: &Asked| asked.menu.len() > 1 && asked.sensible.is_none() || !asked.question.complete;
        if let Some(asked) = door.question(seat).filter(chosen) {
            let words = words_of(&asked, &record.decision);
            return Ok(Some(Before { door, log, words }));
        }
    }
    Ok(None)
}

/// The body the question is about.
fn selected(sight: &Lettered) -> Result<&Body, String> {
    let found = sight.scene.bodies.iter().find(|body| body.standing == Standing::Selected);
    found.ok_or_else(|| "which unit? Say its letter on the map, its key or a part of its name".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_look_as_far_as_the_last_word_says() {
        assert!(matches!(horizon("3"), ("3", Until(Horizon::Deed, _))));
        assert!(matches!(horizon("3 turn"), ("3", Until(Horizon::TurnEnd, _))));
        assert!(matches!(horizon("3 phase"), ("3", Until(Horizon::PhaseEnd, _))));
        assert!(matches!(horizon("charge B a"), ("charge B a", Until(Horizon::Deed, _))));
        assert!(matches!(horizon("charge B a question"), ("charge B a", Until(Horizon::NextQuestion, _))));
    }
}
