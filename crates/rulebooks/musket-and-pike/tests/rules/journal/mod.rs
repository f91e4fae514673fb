//! Battles played in the journal's words: what is asked is answered, judged and played, with dice.
#![allow(dead_code)]

use crate::common::Game;
use kernel::Rulebook;
use musket_and_pike::cards::UnitId;
use musket_and_pike::decision::Decision;

impl Game {
    fn read(&self, text: &str) -> Decision {
        kernel::notation::read::<Decision, _>(&self.rules, text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    /// Plays a decision of whoever is asked now; refused it fails the test.
    pub fn plays(&mut self, text: &str, dice: &[u8]) {
        let decision = self.read(text);
        let seat = self.asked().unwrap_or_else(|| panic!("{text}: nobody is asked"));
        if let Err(refusal) = self.rules.judge(&self.state, seat, &decision) {
            panic!("{text}: {refusal}; asked is {:?}: {:?}", self.topic(), self.choices());
        }
        self.with(dice, |play| play.decide(seat, decision));
    }

    /// The rule that forbids a decision to whoever is asked now; nothing when it is legal.
    pub fn forbids(&self, text: &str) -> String {
        let Some(seat) = self.asked() else { return "nobody is asked".into() };
        let judged = self.rules.judge(&self.state, seat, &self.read(text));
        judged.err().map_or(String::new(), |refusal| refusal.rule.into_owned())
    }

    /// What is asked now.
    pub fn topic(&self) -> &'static str {
        self.asked().map_or("nothing", |seat| self.rules.ask(&self.state, seat, &mut Vec::new()).topic)
    }

    /// The menu of the question put now, in the journal's words; all of it is legal.
    pub fn choices(&self) -> Vec<String> {
        let (mut menu, Some(seat)) = (Vec::new(), self.asked()) else { return Vec::new() };
        self.rules.ask(&self.state, seat, &mut menu);
        let write = |decision: &Decision| {
            assert_eq!(self.rules.judge(&self.state, seat, decision), Ok(()), "{decision:?} is on the menu");
            kernel::notation::write::<Decision, _>(&self.rules, decision)
        };
        menu.iter().map(write).collect()
    }

    pub fn offers(&self, text: &str) -> bool {
        self.choices().iter().any(|choice| choice == text)
    }

    /// Takes up a unit's Action with the first of these decisions, and plays on with the others.
    pub fn acts(&mut self, unit: UnitId, decisions: &[&str]) {
        crate::moving::act(self, unit);
        for decision in decisions {
            self.plays(decision, &[]);
        }
    }

    /// The hexes of a unit as printed, left half first.
    pub fn stands(&self, unit: UnitId) -> Vec<String> {
        let grid = &self.rules.ground.grid;
        self.unit(unit).hexes().map(|hex| grid.number(hex).to_string()).collect()
    }

    /// What a rule gave in the last roll that was told under `roll`; nothing when it has no such line.
    pub fn gave(&self, roll: &str, rule: &str) -> i32 {
        let entry = self.ledger.entries.iter().rev().find(|entry| entry.rule == roll && entry.total.is_some());
        let entry = entry.unwrap_or_else(|| panic!("no roll by {roll}"));
        entry.lines.iter().filter(|line| line.rule == rule).map(|line| line.value).sum()
    }
}
