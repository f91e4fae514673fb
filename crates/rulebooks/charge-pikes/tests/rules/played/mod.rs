//! Rules as they are played: from a position, by decisions in the journal's words, with dice that are all used.

// Not every chapter needs all of it.
#![allow(dead_code)]

mod charged;
mod command;
mod formations;
mod ground;
mod options;
mod reaction;
mod shooting;
mod sight;

use crate::fights::Situation;
use charge_pikes::cards::UnitId;
use charge_pikes::decision::Decision;
use charge_pikes::state::{State, Unit};
use field::table::Body;
use kernel::{Dice, Entry, Ledger, Notation, Rulebook, Seat, Soundness};

/// Dice that fall as the test says, all of them; whatever is rolled after that falls on 3.
struct Falling<'a> {
    faces: &'a [u8],
    used: usize,
}

impl Falling<'_> {
    fn of(faces: &[u8]) -> Falling<'_> {
        Falling { faces, used: 0 }
    }

    fn finish(&self, when: &str, told: &[Entry]) {
        assert!(self.used >= self.faces.len(), "{when}: {} of {:?}\n{:#?}", self.used, self.faces, titles(told));
    }
}

impl Dice for Falling<'_> {
    fn roll(&mut self, _: u8) -> u8 {
        self.used += 1;
        self.faces.get(self.used - 1).copied().unwrap_or(3)
    }

    fn roll_off_ahead(&mut self, _: u8, _: i8) -> [u8; 2] {
        [2, 1]
    }
}

/// A battle under way: red is the first seat, blue the second.
pub struct Game {
    pub battle: Situation,
    /// All that has been told.
    pub told: Vec<Entry>,
}

fn titles(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(|entry| format!("{} {} {:?} {}", entry.rule, entry.title, entry.dice, entry.result)).collect()
}

fn seat(side: &str) -> Seat {
    Seat(u8::from(side == "blue"))
}

/// A unit of a battle file; those of red look north unless told otherwise.
pub fn unit(key: &str, at: [f64; 2], what: &str) -> String {
    let red = key.starts_with("red");
    let (side, facing) = if red { ("red", "north") } else { ("blue", "south") };
    let facing = if what.contains("facing =") { String::new() } else { format!("facing = \"{facing}\"\n") };
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\n{facing}{what}\n")
}

/// A commander-in-chief.
pub fn chief(side: &str, at: [f64; 2]) -> String {
    format!(
        "\n[[generals]]\nkey = \"{side}-chief\"\nname = \"{side} chief\"\nside = \"{side}\"\nrank = \"chief\"\nat = {at:?}\n"
    )
}

impl Game {
    /// A battle that begins with a phase of its turn, red being Side A.
    pub fn at(phase: &str, parts: &[String]) -> Game {
        Game::with("", phase, parts, &[])
    }

    pub fn with(options: &str, phase: &str, parts: &[String], dice: &[u8]) -> Game {
        let start = format!("[start]\nphase = \"{phase}\"\nside-a = \"red\"\n");
        Game::start(options, &start, parts, dice)
    }

    /// The same, with more said of where it begins.
    pub fn start(options: &str, start: &str, parts: &[String], dice: &[u8]) -> Game {
        let mut battle = Situation::with_options(options, &format!("{start}\n{}", parts.concat()));
        let (mut dice, mut ledger) = (Falling::of(dice), Ledger::default());
        battle.state = battle.rules.start(&mut dice, &mut ledger);
        dice.finish("at the start", &ledger.entries);
        Game { battle, told: ledger.entries }
    }

    pub fn state(&self) -> &State {
        &self.battle.state
    }

    pub fn id(&self, key: &str) -> UnitId {
        self.battle.id(key)
    }

    pub fn unit(&self, key: &str) -> &Unit {
        self.battle.unit(key)
    }

    pub fn body(&self, key: &str) -> Body {
        self.battle.table().body(self.id(key)).into_body()
    }

    fn read(&self, words: &str) -> Decision {
        self.battle.rules.read(words).unwrap_or_else(|error| panic!("{words}: {error:?}"))
    }

    /// What is asked of a side now.
    pub fn topic(&self, side: &str) -> &'static str {
        self.battle.rules.ask(self.state(), seat(side), &mut Vec::new()).topic
    }

    /// What a side is offered, in words.
    pub fn menu(&self, side: &str) -> Vec<String> {
        let mut menu = Vec::new();
        self.battle.rules.ask(self.state(), seat(side), &mut menu);
        menu.iter().map(|decision| self.battle.rules.notate(decision)).collect()
    }

    /// The rule that forbids a decision, or nothing.
    pub fn refused(&self, side: &str, words: &str) -> String {
        let verdict = self.battle.rules.judge(self.state(), seat(side), &self.read(words));
        verdict.map_or_else(|refusal| refusal.rule.into_owned(), |()| String::new())
    }

    /// Decides, with exactly these dice, and tells what happened.
    pub fn says(&mut self, side: &str, words: &str, dice: &[u8]) -> &[Entry] {
        let decision = self.read(words);
        let (rules, state) = (&self.battle.rules, &mut self.battle.state);
        rules.judge(state, seat(side), &decision).unwrap_or_else(|refusal| panic!("{side}: {words}: {refusal}"));
        let (mut dice, mut ledger) = (Falling::of(dice), Ledger::default());
        rules.play(state, seat(side), decision, &mut dice, &mut ledger);
        dice.finish(words, &ledger.entries);
        rules.invariants(state).unwrap_or_else(|what| panic!("{side}: {words}: {what}"));
        let before = self.told.len();
        self.told.extend(ledger.entries);
        &self.told[before..]
    }

    /// A side says that it is done, if it is asked anything.
    pub fn done(&mut self, side: &str) {
        if self.battle.state.asked.contains(seat(side)) {
            self.says(side, "done", &[]);
        }
    }

    /// The first answer on a side's menu that begins like this.
    pub fn offered(&self, side: &str, words: &str) -> String {
        let menu = self.menu(side);
        menu.iter().find(|answer| answer.starts_with(words)).unwrap_or_else(|| panic!("{words}: {menu:?}")).clone()
    }

    /// Answers everything with the least there is until a question is put, with exactly these dice for all of it.
    pub fn pass_until(&mut self, reached: impl Fn(&Game) -> bool, dice: &[u8]) {
        let (mut dice, mut ledger) = (Falling::of(dice), Ledger::default());
        for _ in 0..200 {
            if reached(self) || self.battle.state.over.is_some() {
                break;
            }
            let before = ledger.entries.len();
            let (rules, state) = (&self.battle.rules, &mut self.battle.state);
            let Some(seat) = rules.awaiting(state).first() else { break };
            let mut menu = Vec::new();
            let question = rules.ask(state, seat, &mut menu);
            rules.play(state, seat, menu[question.default], &mut dice, &mut ledger);
            rules.invariants(state).unwrap_or_else(|what| panic!("{what}"));
            self.told.extend(ledger.entries[before..].iter().cloned());
        }
        dice.finish("passing", &ledger.entries);
        assert!(reached(self), "the question never came: {:#?}", titles(&self.told));
    }

    /// The same, until a side is asked about a topic.
    pub fn pass_to(&mut self, side: &str, topic: &str, dice: &[u8]) {
        self.pass_until(|game| game.topic(side) == topic, dice);
    }

    /// Whether anything told cites a rule.
    pub fn told(&self, rule: &str) -> bool {
        self.told.iter().any(|entry| entry.rule == rule)
    }

    /// The reckoning of the last test of that rule: what was added, and for what.
    pub fn reckoning(&self, rule: &str) -> Vec<(String, i32)> {
        let entry = self.told.iter().rev().find(|entry| entry.rule == rule && !entry.dice.is_empty());
        let entry = entry.unwrap_or_else(|| panic!("nothing was rolled for {rule}"));
        entry.lines.iter().map(|line| (line.text.to_string(), line.value)).collect()
    }

    /// What a line of that reckoning is worth; nothing if it is not there.
    pub fn counted(&self, rule: &str, text: &str) -> i32 {
        self.reckoning(rule).iter().filter(|(line, _)| line.contains(text)).map(|(_, value)| value).sum()
    }
}
