//! People and commanders around a battle: questions are put, answers taken, and what happens is told.

use super::Maps;
use super::input::Input;
use super::standing::Stands;
use super::together::Rest;
use super::typed::{Meaning, meaning};
use crate::menu::Menu;
use crate::out::{Paint, append, say, width, wrap};
use crate::show::{fitting, forces};
use crate::sight::{Lettered, Look};
use crate::story::{self, Names};
use crate::{Mistake, files};
use commander::Anyone;
use kernel::door::{Asked, Choice};
use kernel::scene::Standing;
use kernel::{Clock, Door, Entry, Refusal, Seat, Side};
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
To answer
  3               the answer with that number; Enter alone takes the one marked (Enter)
  {example}      any legal answer in words, on the menu or not: {measures},
                  units by their key or their letter on the map; docs/journal.md has all the words
  lisle           words of one answer, if no other has them
Several at once
  move WHO s 4    all of them that way, {measure}: `all`, letters as A,B,C, or a command by words of its name: {command}
  all WORDS       what they can all do: `all form square`, `of A,B WORDS` for some; `all at K` shoots at K, or charges it
  on              leads on those who were left when somebody came between
To be asked less
  usual           the answer marked (Enter), now and whenever the same is asked this turn; `usual battle` for the battle
  restrain WHO    they react to nothing this turn, `restrain WHO battle` in the battle: {command}, A,B,C or `all`
  stands          what you have left standing; `ask 1` or `ask all` lets you be asked again
To look
  map             the whole field             look [UNIT]     the ground around a unit, and who is near
  card UNIT       all about a unit or a general, by letter, key or a part of its name
  forces          everybody's state           goals           how the battle is won, and how it stands
  menu            the question once more      log [N]         the last N things that happened, with their reckoning
  story           the battle so far           seat            who is asked now; where several people are, `seat KEY`
                                                              lets another of them answer first
To think
  odds 3          what may come of an answer until it is settled; odds 3 turn, phase or question for more or less
  why WORDS       whether it is legal, or which rule forbids it
To get on
  auto            let the commander answer this one; auto 20, auto phase, auto turn, auto end for more
  undo [N]        take back your last decision (or the last N), and all that followed
  save FILE       write a copy of the journal there
  quit            leave; the journal is kept, and `caracole play JOURNAL` goes on with it; `q` asks first";

/// What can be typed, in the measures of the field.
fn help(table: bool) -> String {
    let (measure, command) = if table { ("in inches", "gell") } else { ("in hexes", "ruperts-wing") };
    let (example, measures) = if table {
        ("advance 4\"", "lengths in inches with \" or in millimetres without")
    } else {
        ("ahead ne ", "hexes by their numbers, directions as on the compass")
    };
    HELP.replace("{example}", example)
        .replace("{measures}", measures)
        .replace("{measure}", measure)
        .replace("{command}", command)
}

/// How much of a log is kept.
const REMEMBERED: usize = 400;

/// Whether the commander answers for people too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Auto {
    Off,
    Times(usize),
    /// While this phase goes on.
    Phase(Clock),
    /// While this turn goes on.
    Turn(u16),
    End,
}

pub struct Sitting {
    pub door: Box<dyn Door>,
    /// Seats that people play.
    pub people: Vec<Seat>,
    pub save: PathBuf,
    /// Columns of the map, where they are not left to the terminal.
    pub columns: Option<usize>,
    pub maps: Maps,
    /// Whether people are asked what has one sensible answer.
    pub ask_all: bool,
    pub commander: Anyone,
    pub input: Input,
    pub paint: Paint,
    pub log: Vec<Entry>,
    pub auto: Auto,
    /// What several were led to do when somebody came between.
    pub rest: Option<Rest>,
    /// What people have left to the program.
    pub standing: Vec<Stands>,
    pub shown: Shown,
}

/// What a line of input led to.
pub enum Next {
    /// Ask again.
    Again,
    /// Look at the battle afresh.
    Onward,
    Quit,
}

/// What has been shown and said so far.
#[derive(Default)]
pub struct Shown {
    clock: Clock,
    /// Everybody has been listed below a map.
    roster: bool,
    /// It has been said that units can still move.
    warned: bool,
    /// When the last map was drawn, and where everybody stood on it.
    mapped: Clock,
    places: Vec<([f64; 2], f64)>,
    /// The sealed orders being taken down: whose, in what and when.
    pub sealing: Option<(Seat, &'static str, Clock)>,
    /// The commander's sealed orders last announced.
    announced: Option<(Seat, Clock)>,
    /// Who was called to answer before the others, and when: it holds for the phase.
    pub called: Option<(Seat, Clock)>,
}

impl Sitting {
    /// Writes the journal to its file.
    pub fn keep(&self) -> Result<(), Mistake> {
        files::write(&self.save, self.door.journal().to_text().as_bytes())
    }

    pub fn welcome(&mut self) -> Result<(), Mistake> {
        let header = &self.door.journal().header;
        let source = scenario::Source::new("battle", header.scenario.clone());
        if let Ok(head) = scenario::header(&source) {
            say!("{}", self.paint.strong(&head.title));
            let when = [head.place.as_str(), head.date.as_str()];
            let when: Vec<&str> = when.into_iter().filter(|words| !words.is_empty()).collect();
            for words in [when.join(", "), head.summary].iter().filter(|words| !words.is_empty()) {
                say!("{}", wrap(words, width(), 0));
            }
        }
        say!("{}", story::card(&self.door.facts(self.onlooker(), None), width()));
        let seats: Vec<String> = self
            .door
            .seats()
            .iter()
            .map(|card| {
                let who = header.players.get(&card.key).map_or("nobody", |who| who.as_str());
                format!("{} ({}): {who}", card.name, card.key)
            })
            .collect();
        say!("Seats: {}", seats.join("; "));
        say!("The journal is kept in {}. `help` lists what you can type.", self.save.display());
        Ok(())
    }

    pub fn sight(&self, seat: Option<Seat>) -> Lettered {
        Lettered::of(self.door.as_ref(), seat)
    }

    pub fn seat_name(&self, seat: Seat) -> String {
        self.door.seats().get(usize::from(seat.0)).map_or(String::new(), |card| card.name.clone())
    }

    /// For whom the screen is filled while nobody in particular is asked: a person who is asked next, or any person. Where
    /// only commanders play, whoever looks on may see everything.
    pub fn onlooker(&self) -> Option<Seat> {
        let awaiting = self.door.awaiting();
        self.people.iter().find(|seat| awaiting.contains(seat)).or(self.people.first()).copied()
    }

    /// Tells what happened, as far as those at this terminal may hear it; whether there was anything to tell.
    pub fn hear(&mut self, entries: Vec<Entry>, decider: Option<Seat>) -> Result<bool, Mistake> {
        let waits = self.auto == Auto::Off && !self.people.is_empty();
        let ears = self.ears(decider);
        let mut told = false;
        for entry in entries.iter().filter_map(|entry| entry.for_sides(&ears)) {
            self.input.tell(&story::entry(entry, self.paint, width()), waits)?;
            told = true;
        }
        self.log.extend(entries);
        let old = self.log.len().saturating_sub(REMEMBERED);
        self.log.drain(..old);
        Ok(told)
    }

    /// The sides that listen. Where a person has decided he sits at the screen, and his side hears its part. Where a
    /// commander has, it is told to all people here: where they are of both sides, only what both may hear. Where nobody
    /// plays, everything may be heard.
    fn ears(&self, decider: Option<Seat>) -> Vec<Side> {
        let person = decider.filter(|seat| self.people.contains(seat));
        let listeners = person.map_or_else(|| self.people.clone(), |seat| vec![seat]);
        let cards = listeners.iter().filter_map(|seat| self.door.seats().get(usize::from(seat.0)));
        cards.map(|card| card.side).collect()
    }

    pub fn go(&mut self) -> Result<ExitCode, Mistake> {
        loop {
            if let Some(outcome) = self.door.outcome() {
                return self.close(&outcome.words);
            }
            let Some(asked) = self.next_question() else {
                return Err(Mistake::in_file(
                    &self.save.display().to_string(),
                    "nobody is asked and the battle is not over: please report this journal",
                ));
            };
            self.tell_clock()?;
            if !self.people.contains(&asked.seat) || self.answers_itself() {
                self.command(&asked)?;
            } else if asked.menu.len() == 1 && asked.question.complete {
                // Nothing to choose.
                let only = asked.menu[0].decision.clone();
                self.decide(&asked, &only)?;
            } else if let Some((answer, why)) = self.sensible(&asked) {
                say!("  answered: {} ({why})", answer.words);
                self.decide(&asked, &answer.decision)?;
            } else if let Some(stands) = self.standing_answer(&asked) {
                self.decide(&asked, &stands)?;
            } else if !self.ask(&asked)? {
                return Ok(ExitCode::SUCCESS);
            }
        }
    }

    /// The one sensible answer to a question, and why the others are pointless.
    fn sensible<'a>(&self, asked: &'a Asked) -> Option<(&'a Choice, &'a Refusal)> {
        let sensible = asked.sensible.as_ref().filter(|_| !self.ask_all)?;
        Some((asked.menu.get(sensible.answer)?, &sensible.why))
    }

    fn tell_clock(&mut self) -> Result<(), Mistake> {
        let clock = self.door.clock();
        if clock != self.shown.clock {
            say!("\n{}", self.paint.strong(&format!("== {clock}")));
            self.shown.clock = clock;
        }
        Ok(())
    }

    /// Asks a person until something is decided; false when he leaves.
    fn ask(&mut self, asked: &Asked) -> Result<bool, Mistake> {
        self.map_if_wanted(asked)?;
        self.seat_down(asked)?;
        self.put(asked)?;
        loop {
            let Some(line) = self.input.line("> ")? else {
                say!("\nThe input has ended. {}", self.farewell());
                return Ok(false);
            };
            match self.answer(asked, &line)? {
                Next::Again => {}
                Next::Onward => return Ok(true),
                Next::Quit => {
                    say!("{}", self.farewell());
                    return Ok(false);
                }
            }
        }
    }

    fn farewell(&self) -> String {
        let path = self.save.display();
        format!("The journal is in {path}; go on with: caracole play {path}")
    }

    fn close(&mut self, words: &str) -> Result<ExitCode, Mistake> {
        if self.maps != Maps::Never {
            self.input.pause()?;
            self.draw_map(None, true)?;
        }
        say!("\n{}", self.paint.strong(words));
        // When it is over, nothing is a secret any more.
        say!("{}", story::card(&self.door.facts(None, None), width()));
        let path = self.save.display();
        say!("The journal is in {path}; `caracole replay {path}` tells it again.");
        Ok(ExitCode::SUCCESS)
    }

    /// Commanders answer before people where both are asked, so that nobody waits for them; people in the order of their
    /// seats, unless one of them was called.
    fn next_question(&self) -> Option<Asked> {
        let awaiting = self.door.awaiting();
        let machine = awaiting.iter().find(|seat| !self.people.contains(seat));
        let called = self.shown.called.as_ref().filter(|(_, when)| *when == self.door.clock()).map(|(seat, _)| seat);
        let called = called.filter(|seat| awaiting.contains(seat));
        self.door.question(*machine.or(called).or(awaiting.first())?)
    }

    /// The other people who are asked at the same time.
    pub fn asked_too(&self, seat: Seat) -> Vec<Seat> {
        self.door.awaiting().into_iter().filter(|&other| other != seat && self.people.contains(&other)).collect()
    }

    /// Whether somebody else is asked at the same time, so that orders stay hidden.
    fn sealed(&self, seat: Seat) -> bool {
        let side = |seat: Seat| self.door.seats().get(usize::from(seat.0)).map(|card| card.side);
        self.door.awaiting().into_iter().any(|other| side(other) != side(seat))
    }

    fn answers_itself(&mut self) -> bool {
        let goes_on = match &mut self.auto {
            Auto::Off | Auto::Times(0) => false,
            Auto::Times(times) => {
                *times -= 1;
                true
            }
            Auto::Phase(phase) => self.door.clock() == *phase,
            Auto::Turn(turn) => self.door.clock().turn == *turn,
            Auto::End => true,
        };
        if !goes_on {
            self.auto = Auto::Off;
        }
        goes_on
    }

    /// A commander answers.
    fn command(&mut self, asked: &Asked) -> Result<(), Mistake> {
        let choice = self.commander.choose_asked(asked);
        let Some(decision) = asked.menu.get(choice).map(|choice| choice.decision.clone()) else {
            return Err(Mistake::new("a question without an answer: please report the journal"));
        };
        if self.sealed(asked.seat) {
            let now = (asked.seat, self.door.clock());
            if self.shown.announced.as_ref() != Some(&now) {
                say!("  the orders of {} are given, and sealed", self.seat_name(asked.seat));
                self.shown.announced = Some(now);
            }
        }
        self.decide(asked, &decision).map(|_| ())
    }

    /// Plays a decision, writes it down and tells what came of it; whether there was anything to tell.
    pub(super) fn decide(&mut self, asked: &Asked, decision: &str) -> Result<bool, Mistake> {
        let entries = self.door.decide(asked.seat, decision).map_err(|refusal| Mistake::new(refusal.to_string()))?;
        self.keep()?;
        self.hear(entries, Some(asked.seat))
    }

    // --- Questions

    /// In a hot seat the keyboard changes hands where orders are hidden from the other side.
    fn seat_down(&mut self, asked: &Asked) -> Result<(), Mistake> {
        let clock = self.door.clock();
        // The last to give orders is asked alone, but what the others ordered is still hidden from him.
        let same_step =
            self.shown.sealing.as_ref().is_some_and(|(_, topic, at)| (*topic, at) == (asked.question.topic, &clock));
        if !self.sealed(asked.seat) && !same_step {
            self.shown.sealing = None;
            return Ok(());
        }
        let before = self.shown.sealing.replace((asked.seat, asked.question.topic, clock)).map(|(seat, ..)| seat);
        if before != Some(asked.seat) && self.is_hot_seat() {
            self.input.hand_over(&format!("Sealed orders of {}.", self.seat_name(asked.seat)))?;
        }
        Ok(())
    }

    /// Whether people lead both sides.
    fn is_hot_seat(&self) -> bool {
        let mut sides = self.people.iter().filter_map(|seat| self.door.seats().get(usize::from(seat.0)));
        let first = sides.next().map(|card| card.side);
        sides.any(|card| Some(card.side) != first)
    }

    fn put(&mut self, asked: &Asked) -> Result<(), Mistake> {
        let names = Names::of(&self.sight(Some(asked.seat)));
        // A player may bear the name of a general on the table: only what he is asked speaks of bodies.
        let words = match asked.words.split_once(": ") {
            Some((who, what)) => format!("{who}: {}", names.mark(what)),
            None => names.mark(&asked.words),
        };
        let mut question = wrap(&words, width(), 4);
        append(&mut question, &self.paint.faint(&format!("[{}]", asked.question.rule)), width(), 4);
        let menu = Menu::of(asked).show(&names, self.paint, width());
        let others = self.others_words(asked);
        let left = match self.left_to_do(asked) {
            0 => String::new(),
            left => format!("\n  {left} are left to go on: `on` leads them"),
        };
        say!();
        self.input.page(&format!("{question}\n{menu}{others}{left}"))
    }

    /// Friends who are asked at the same time may answer first.
    fn others_words(&self, asked: &Asked) -> String {
        let card = |seat: Seat| self.door.seats().get(usize::from(seat.0));
        let friend = |seat: &Seat| card(*seat).map(|card| card.side) == card(asked.seat).map(|card| card.side);
        let friends = self.asked_too(asked.seat).into_iter().filter(friend).filter_map(card);
        let words: Vec<String> = friends.map(|card| format!("{} (`seat {}`)", card.name, card.key)).collect();
        match words.is_empty() {
            true => String::new(),
            false => wrap(&format!("  asked as well: {}", words.join(", ")), width(), 4),
        }
    }

    fn map_if_wanted(&mut self, asked: &Asked) -> Result<(), Mistake> {
        let scene = self.door.scene(Some(asked.seat));
        let places: Vec<([f64; 2], f64)> = scene.bodies.iter().map(|body| (body.at, body.facing)).collect();
        let in_a_move = scene.bodies.iter().any(|body| body.standing == Standing::Selected);
        let (now, then) = (&self.shown.clock, &self.shown.mapped);
        let wanted = match self.maps {
            Maps::Never => false,
            Maps::Turn => now.turn != then.turn,
            Maps::Phase => now != then && places != self.shown.places && !in_a_move,
        };
        if wanted {
            self.shown.mapped.clone_from(&self.shown.clock);
            self.shown.places = places;
            self.input.pause()?;
            // Who is who is told once; `map` and `forces` tell it again.
            let roster = !std::mem::replace(&mut self.shown.roster, true);
            self.draw_map(Some(asked.seat), roster)?;
        }
        Ok(())
    }

    fn draw_map(&mut self, seat: Option<Seat>, roster: bool) -> Result<(), Mistake> {
        let sight = self.sight(seat);
        let columns = self.columns.unwrap_or_else(|| fitting(&sight.scene));
        let map = sight.map(None, columns, columns.max(width()), Look { colour: self.paint.0, roster });
        say!();
        self.input.page(&map)
    }

    // --- Answers

    fn answer(&mut self, asked: &Asked, line: &str) -> Result<Next, Mistake> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "help" | "?" => self.input.page(&help(self.sight(Some(asked.seat)).is_table()))?,
            "menu" | "more" => self.put(asked)?,
            "map" => self.draw_map(Some(asked.seat), true)?,
            "forces" => self.input.page(&forces(&self.sight(Some(asked.seat))))?,
            "goals" | "score" => say!("{}", story::card(&self.door.facts(Some(asked.seat), None), width())),
            "card" => self.card(asked, rest)?,
            "look" => self.look(asked, rest)?,
            "log" => self.tell_log(asked, rest)?,
            "story" | "history" => self.tell_story(asked)?,
            "odds" => self.odds(asked, rest)?,
            "why" => self.why(asked, rest)?,
            "seat" | "seats" => return self.call(asked, rest),
            "save" => self.copy(rest)?,
            "undo" => return self.undo(asked, rest),
            "auto" => return self.set_auto(rest),
            "move" => match self.move_together(asked, rest)? {
                Some(next) => return Ok(next),
                None => return self.take(asked, line),
            },
            "all" => return self.do_together(asked, word, rest),
            "of" => {
                let (who, what) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                return self.do_together(asked, who, what.trim());
            }
            "on" => return self.go_on(asked),
            "usual" => return self.leave_usual(asked, rest),
            "restrain" => return self.restrain(asked, rest),
            "stands" => self.list_standing(asked)?,
            "ask" => self.ask_again(asked, rest)?,
            "quit" | "exit" => return Ok(Next::Quit),
            "q" => return self.leave(),
            _ => return self.take(asked, line),
        }
        Ok(Next::Again)
    }

    /// Whether the seat is asked something else now, at the same time.
    fn leads_on(&self, before: &Asked) -> bool {
        let now = self.door.question(before.seat);
        now.is_some_and(|now| now.question.topic != before.question.topic) && self.door.clock() == self.shown.clock
    }

    /// One letter leaves only where it is meant.
    fn leave(&mut self) -> Result<Next, Mistake> {
        let sure = self.input.line("  leave the battle? `q` again to leave, Enter to stay > ")?;
        Ok(if sure.is_none_or(|line| matches!(line.as_str(), "q" | "y" | "yes")) { Next::Quit } else { Next::Again })
    }

    /// Enter alone ends the moves of a side only when it is meant: said once, and again only after another answer.
    fn ends_too_soon(&mut self, asked: &Asked, line: &str) -> bool {
        let idle = if line.is_empty() && self.input.is_live() { unmoved(asked) } else { 0 };
        idle > 0 && !std::mem::replace(&mut self.shown.warned, true)
    }

    fn take(&mut self, asked: &Asked, line: &str) -> Result<Next, Mistake> {
        if self.ends_too_soon(asked, line) {
            let idle = unmoved(asked);
            say!("  {idle} can still move; Enter once more ends the moves");
            return Ok(Next::Again);
        }
        self.shown.warned = false;
        let sight = self.sight(Some(asked.seat));
        match meaning(self.door.as_ref(), asked, &sight, line) {
            Meaning::Refused(why) => {
                say!("  {why}");
                Ok(Next::Again)
            }
            Meaning::Decision(decision) => {
                let least = asked.menu.get(asked.question.default).is_some_and(|least| least.decision == decision);
                let told = self.decide(asked, &decision)?;
                // Orders that nothing is told of yet are read back to whoever gave them, unless the next question is
                // about them.
                if !told && !least && !self.leads_on(asked) {
                    say!("  noted: {}", words_of(asked, &decision));
                }
                Ok(Next::Onward)
            }
        }
    }
}

/// How many units may still be picked for a move where the usual answer would end the moves.
fn unmoved(asked: &Asked) -> usize {
    let ends = asked.menu.get(asked.question.default).is_some_and(|least| least.decision == "done");
    let picks = asked.menu.iter().filter(|choice| choice.decision.starts_with("pick ")).count();
    if ends { picks } else { 0 }
}

/// A decision in the words of the menu it stands on; in notation where it stands on none.
pub fn words_of(asked: &Asked, decision: &str) -> String {
    let choice = asked.menu.iter().find(|choice| choice.decision == decision);
    choice.map_or(decision.to_owned(), |choice| choice.words.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::OptionValues;
    use shelf::Dice;

    /// Enter is asked for again where it would end the moves of units that can still move, and nowhere else.
    #[test]
    fn units_that_can_still_move_are_counted() {
        let source = shelf::find("first-blood").unwrap();
        let (mut door, _) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(11)).unwrap();
        let mut moves = 0;
        for _ in 0..60 {
            let Some(asked) = door.awaiting().first().and_then(|seat| door.question(*seat)) else { break };
            let picks = asked.menu.iter().filter(|choice| choice.decision.starts_with("pick ")).count();
            assert_eq!(unmoved(&asked), picks);
            assert_eq!(picks > 0, asked.question.topic == "move" && picks > 0);
            moves += usize::from(picks > 0);
            door.decide(asked.seat, &asked.menu[asked.question.default].decision).unwrap();
        }
        assert!(moves > 0);
    }

    #[test]
    fn help_speaks_of_inches_only_where_there_are_any() {
        assert!(help(true).contains("advance 4\"") && help(true).contains("inches"));
        assert!(help(false).contains("ahead ne") && !help(false).contains("inch") && help(false).contains("hexes"));
        assert!(!help(true).contains('{') && !help(false).contains('{'));
    }
}
