//! Close combats for tests: the segment begun, questions answered and judged, the reckoning read back.
#![allow(dead_code)]

use crate::common::{Game, written_and_read};
use field::hexes::Hand;
use kernel::Seat;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{UnitId, WingId};
use musket_and_pike::close_combat::{CombatChoice, CombatStep};
use musket_and_pike::decision::Decision;

impl Game {
    /// The step of chapter 11 on top.
    pub fn combat_step(&self) -> Option<CombatStep> {
        match self.state.agenda.top() {
            Some(Step::Combat(step)) => Some(step),
            _ => None,
        }
    }

    pub fn seat_asked(&self) -> Seat {
        self.asked().expect("somebody is asked")
    }

    /// Activates a Wing and works its Close Combat segment to the first question.
    pub fn segment(&mut self, wing: WingId) {
        self.activate(wing);
        self.with(&[], |play| play.begin_close_combat_segment());
        self.advance(&[]);
    }

    /// The menu of the question put now; everything on it is legal.
    pub fn menu(&self) -> Vec<CombatChoice> {
        let (step, seat) = (self.combat_step().expect("a question of close combat"), self.seat_asked());
        let mut menu = Vec::new();
        self.table().ask_combat(step, seat, &mut menu);
        let choices: Vec<CombatChoice> = menu
            .into_iter()
            .map(|decision| match decision {
                Decision::Combat(choice) => choice,
                other => panic!("{other:?} on the menu"),
            })
            .collect();
        assert!(!choices.is_empty(), "an empty menu");
        for &choice in &choices {
            assert_eq!(self.table().judge_combat(step, seat, choice), Ok(()), "{choice:?}");
            written_and_read(&self.rules, choice);
            assert!(
                !self.table().describe_combat(choice).is_empty() && !self.table().put_combat(step, seat).is_empty()
            );
        }
        choices
    }

    /// Answers the question put now.
    pub fn choose(&mut self, choice: CombatChoice, dice: &[u8]) {
        assert!(self.menu().contains(&choice), "{choice:?} not in {:?}", self.menu());
        let seat = self.seat_asked();
        self.with(dice, |play| play.decide(seat, Decision::Combat(choice)));
    }

    /// The rule that forbids a choice.
    pub fn refusal(&self, choice: CombatChoice) -> String {
        let (step, seat) = (self.combat_step().expect("a question of close combat"), self.seat_asked());
        assert!(!self.menu().contains(&choice), "{choice:?} is on the menu");
        match self.table().judge_combat(step, seat, choice) {
            Ok(()) => panic!("{choice:?} is legal"),
            Err(refusal) => refusal.rule.into_owned(),
        }
    }

    pub fn attack(&self, unit: UnitId, hex: &str) -> CombatChoice {
        CombatChoice::Attack { unit, hex: self.hex(hex) }
    }

    /// Names an attack; the dice are those rolled before the next question.
    pub fn attacks(&mut self, unit: UnitId, hex: &str, dice: &[u8]) {
        let choice = self.attack(unit, hex);
        self.choose(choice, dice);
    }

    pub fn pistols(&mut self, unit: UnitId, spend: bool, dice: &[u8]) {
        self.choose(CombatChoice::Pistol { unit, spend }, dice);
    }

    pub fn retreats(&mut self, dir: &str, dice: &[u8]) {
        let dir = self.dir(dir);
        self.choose(CombatChoice::RetreatTo(dir), dice);
    }

    pub fn advances(&mut self, unit: UnitId, dir: &str, dice: &[u8]) {
        let dir = self.dir(dir);
        self.choose(CombatChoice::Advance { unit, dir }, dice);
    }

    pub fn turns(&mut self, hand: Option<Hand>, dice: &[u8]) {
        self.choose(hand.map_or(CombatChoice::KeepFacing, CombatChoice::Turn), dice);
    }

    /// Answers every question with the one that commits to least.
    pub fn let_be(&mut self, dice: &[u8]) {
        let mut left = dice;
        while let Some(step) = self.combat_step().filter(|_| self.asked().is_some()) {
            let mut menu = Vec::new();
            let question = self.table().ask_combat(step, self.seat_asked(), &mut menu);
            let seat = self.seat_asked();
            let decision = menu[question.default];
            self.with(left, |play| play.decide(seat, decision));
            left = &[];
        }
    }

    /// Lets every retreat go its first way, until something else is asked.
    pub fn let_be_until_advance(&mut self) {
        while matches!(self.combat_step(), Some(CombatStep::Retreat(_))) && self.asked().is_some() {
            let choice = self.menu()[0];
            self.choose(choice, &[]);
        }
    }

    pub fn at(&self, unit: UnitId) -> String {
        assert!(self.unit(unit).on_map(), "{} is off the map", self.table().name(unit));
        self.rules.ground.grid.number(self.unit(unit).hex).to_string()
    }

    /// Both hexes of a two-hex unit.
    pub fn both(&self, unit: UnitId) -> (String, String) {
        let number = |hex| self.rules.ground.grid.number(hex).to_string();
        (number(self.unit(unit).hex), number(self.unit(unit).other.expect("a second hex")))
    }

    /// The total of the last close combat roll.
    pub fn total(&self) -> i32 {
        let entry = self.ledger.entries.iter().rev().find(|entry| entry.rule == "MP 11.2D").expect("a combat");
        entry.total.expect("a total")
    }

    /// The net modifier of the last close combat roll.
    pub fn net(&self) -> i32 {
        let entry = self.ledger.entries.iter().rev().find(|entry| entry.rule == "MP 11.2D").expect("a combat");
        entry.lines.iter().map(|line| line.value).sum()
    }

    /// What a rule gave in the last close combat roll.
    pub fn modifier(&self, rule: &str) -> i32 {
        let entry = self.ledger.entries.iter().rev().find(|entry| entry.rule == "MP 11.2D").expect("a combat");
        entry.lines.iter().filter(|line| line.rule == rule).map(|line| line.value).sum()
    }

    pub fn told_of(&self, rule: &str) -> bool {
        self.ledger.entries.iter().any(|entry| entry.rule == rule)
    }
}
