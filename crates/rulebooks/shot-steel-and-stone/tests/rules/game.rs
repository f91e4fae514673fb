//! A battle under way in a test: from a position, by decisions in the journal's words, with exactly the dice that are named.
// Not every chapter needs all of it.
#![allow(dead_code)]

use field::table::{Body, Um};
use kernel::{Entry, Ledger, Notation, Rulebook, Scripted, Seat, Soundness};
use scenario::Source;
use shot_steel_and_stone::ShotSteelAndStone;
use shot_steel_and_stone::cards::{LeaderId, UnitId};
use shot_steel_and_stone::decision::Decision;
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::setup::open;
use shot_steel_and_stone::state::{Leader, State, Unit};
use shot_steel_and_stone::table::{Play, Table};

/// Two sides: red has its baseline in the south and looks north, blue in the north.
const HEAD: &str = r#"
format = 1
rulebook = "shot-steel-and-stone"
key = "situation"
title = "A situation"
wind = "east"
"#;

const SIDES: &str = r#"
[[sides]]
key = "red"
name = "Red"
baseline = "south"

[[sides]]
key = "blue"
name = "Blue"
baseline = "north"
"#;

/// A B class line battalion of six bases with muskets.
pub const LINE: &str = "arm = \"infantry\"\nbases = 6";
pub const HEAVY: &str = "arm = \"heavy-cavalry\"\nbases = 4";
pub const LIGHT_HORSE: &str = "arm = \"light-cavalry\"\nbases = 4";
pub const SKIRMISHERS: &str = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 4";
pub const GUNS: &str = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]";

/// A unit of a battle file: red ones look north and blue ones south unless told otherwise.
pub fn unit(key: &str, at: [f64; 2], what: &str) -> String {
    let side = if key.starts_with("red") { "red" } else { "blue" };
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\n{what}\n")
}

/// A Commander-in-Chief.
pub fn chief(side: &str, rating: &str, at: [f64; 2]) -> String {
    leader(&format!("{side}-chief"), rating, at, "rank = \"chief\"")
}

/// A sub-commander with a command of his own key.
pub fn sub(key: &str, rating: &str, at: [f64; 2]) -> String {
    leader(key, rating, at, &format!("command = \"{key}\""))
}

fn leader(key: &str, rating: &str, at: [f64; 2], what: &str) -> String {
    let side = if key.starts_with("red") { "red" } else { "blue" };
    format!(
        "\n[[leaders]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nrating = \"{rating}\"\nat = {at:?}\n{what}\n"
    )
}

/// The same unit in the command of a sub-commander.
pub fn under(leader: &str, unit: &str) -> String {
    format!("{unit}command = \"{leader}\"\n")
}

/// Ground with an outline.
pub fn area(kind: &str, name: &str, outline: [f64; 4]) -> String {
    format!("\n[[ground.areas]]\nname = \"{name}\"\nkind = \"{kind}\"\nbox = {outline:?}\n")
}

pub fn line(kind: &str, name: &str, points: &str) -> String {
    format!("\n[[ground.lines]]\nname = \"{name}\"\nkind = \"{kind}\"\npoints = {points}\n")
}

pub struct Game {
    pub rules: ShotSteelAndStone,
    pub state: State,
    /// All that has been told.
    pub told: Vec<Entry>,
}

fn titles(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(|entry| format!("{} {} {:?} {}", entry.rule, entry.title, entry.dice, entry.result)).collect()
}

fn seat(side: &str) -> Seat {
    Seat(u8::from(side == "blue"))
}

impl Game {
    /// A battle that begins with a step of red's player turn, the first of the game turn: "orders", "leadership", "charges",
    /// "movement", "shooting", "melees" or "reaction".
    pub fn at(phase: &str, parts: &[String]) -> Game {
        Game::with("", phase, parts)
    }

    /// The same with options: `melee-order = "active-player"`.
    pub fn with(options: &str, phase: &str, parts: &[String]) -> Game {
        Game::start(options, &format!("[start]\nphase = \"{phase}\"\nactive = \"red\"\n"), parts, &[])
    }

    /// From the roll for initiative.
    pub fn turn(options: &str, parts: &[String], dice: &[u8]) -> Game {
        Game::start(options, "", parts, dice)
    }

    /// With exactly these dice for what is rolled before the first question.
    pub fn start(options: &str, start: &str, parts: &[String], dice: &[u8]) -> Game {
        Game::headed("", &format!("[options]\n{options}\n{start}"), parts, dice)
    }

    /// With keys of the head, and tables before those of the sides.
    pub fn headed(head: &str, tables: &str, parts: &[String], dice: &[u8]) -> Game {
        let text = format!("{HEAD}{head}\n{tables}\n{SIDES}\n{}", parts.concat());
        let rules = open(&Source::new("situation.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
        let (mut dice, mut ledger) = (Scripted::new(dice), Ledger::default());
        let state = rules.start(&mut dice, &mut ledger);
        let game = Game { rules, state, told: ledger.entries };
        dice.finish().unwrap_or_else(|error| panic!("at the start: {error}\n{:#?}", titles(&game.told)));
        game
    }

    pub fn table(&self) -> Table<'_> {
        Table { rules: &self.rules, state: &self.state }
    }

    pub fn id(&self, key: &str) -> UnitId {
        let ix = self.rules.units.iter().position(|unit| unit.key == key).unwrap_or_else(|| panic!("no unit {key}"));
        UnitId(ix as u8)
    }

    pub fn leader_id(&self, key: &str) -> LeaderId {
        let ix = self.rules.leaders.iter().position(|leader| leader.key == key);
        LeaderId(ix.unwrap_or_else(|| panic!("no leader {key}")) as u8)
    }

    pub fn unit(&self, key: &str) -> &Unit {
        &self.state.units[self.id(key).ix()]
    }

    pub fn leader(&self, key: &str) -> &Leader {
        &self.state.leaders[self.leader_id(key).ix()]
    }

    pub fn body(&self, key: &str) -> Body {
        self.table().body(self.id(key)).into_body()
    }

    /// Base widths between two units.
    pub fn gap(&self, one: &str, other: &str) -> f64 {
        self.body(one).distance(&self.body(other)) / f64::from(BW)
    }

    /// What is asked of a side now; "none" if nothing is.
    pub fn topic(&self, side: &str) -> &'static str {
        self.rules.ask(&self.state, seat(side), &mut Vec::new()).topic
    }

    /// What a side is offered, in the notation.
    pub fn menu(&self, side: &str) -> Vec<String> {
        let mut menu = Vec::new();
        self.rules.ask(&self.state, seat(side), &mut menu);
        menu.iter().map(|decision| self.rules.notate(decision)).collect()
    }

    /// What a side would answer that only nods.
    pub fn usual(&self, side: &str) -> String {
        let mut menu = Vec::new();
        let question = self.rules.ask(&self.state, seat(side), &mut menu);
        self.rules.notate(&menu[question.default])
    }

    fn read(&self, words: &str) -> Decision {
        self.rules.read(words).unwrap_or_else(|error| panic!("{words}: {error}"))
    }

    /// The rule that forbids a decision, or nothing.
    pub fn refused(&self, side: &str, words: &str) -> String {
        let verdict = self.rules.judge(&self.state, seat(side), &self.read(words));
        verdict.map_or_else(|refusal| refusal.rule.into_owned(), |()| String::new())
    }

    /// Decides, with exactly these dice: none is left over and none is missing. Tells what happened.
    pub fn says(&mut self, side: &str, words: &str, dice: &[u8]) -> &[Entry] {
        let decision = self.read(words);
        self.rules
            .judge(&self.state, seat(side), &decision)
            .unwrap_or_else(|refusal| panic!("{side}: {words}: {refusal}\n{:#?}", titles(&self.told)));
        let (mut dice, mut ledger) = (Scripted::new(dice), Ledger::default());
        self.rules.play(&mut self.state, seat(side), decision, &mut dice, &mut ledger);
        let before = self.told.len();
        self.told.extend(ledger.entries);
        dice.finish().unwrap_or_else(|error| panic!("{side}: {words}: {error}\n{:#?}", titles(&self.told)));
        self.rules.invariants(&self.state).unwrap_or_else(|what| panic!("{side}: {words}: {what}"));
        &self.told[before..]
    }

    /// A side says that it is done with the step.
    pub fn done(&mut self, side: &str, dice: &[u8]) {
        self.says(side, "done", dice);
    }

    /// A unit makes pieces of its move and stops.
    pub fn moves(&mut self, side: &str, key: &str, pieces: &[&str]) {
        self.says(side, &format!("pick {key}"), &[]);
        for piece in pieces {
            self.says(side, &format!("move {piece}"), &[]);
        }
        if self.topic(side) == "manoeuvre" {
            self.says(side, "move stop", &[]);
        }
    }

    /// Answers everything with what commits to least until a side is asked about a topic, with exactly these dice for all of it.
    pub fn pass_to(&mut self, side: &str, topic: &str, dice: &[u8]) {
        let mut dice = Scripted::new(dice);
        for _ in 0..300 {
            if self.topic(side) == topic || self.state.over.is_some() {
                break;
            }
            let Some(seat) = self.rules.awaiting(&self.state).first() else { break };
            let (mut menu, mut ledger) = (Vec::new(), Ledger::default());
            let question = self.rules.ask(&self.state, seat, &mut menu);
            let done = menu.iter().position(|decision| self.rules.notate(decision) == "done");
            let answer = menu[done.unwrap_or(question.default)];
            self.rules.play(&mut self.state, seat, answer, &mut dice, &mut ledger);
            self.told.extend(ledger.entries);
            self.rules.invariants(&self.state).unwrap_or_else(|what| panic!("{what}"));
        }
        dice.finish().unwrap_or_else(|error| panic!("passing to {topic}: {error}\n{:#?}", titles(&self.told)));
        assert_eq!(self.topic(side), topic, "the question never came: {:#?}", titles(&self.told));
    }

    /// Acts on the state with exactly these dice: for what no decision brings about by itself.
    pub fn act(&mut self, dice: &[u8], act: impl FnOnce(&mut Play<'_, Ledger>)) {
        let (mut dice, mut ledger) = (Scripted::new(dice), Ledger::default());
        let mut play = Play { rules: &self.rules, state: &mut self.state, dice: &mut dice, listener: &mut ledger };
        act(&mut play);
        self.told.extend(ledger.entries);
        dice.finish().unwrap_or_else(|error| panic!("{error}\n{:#?}", titles(&self.told)));
    }

    /// Whether anything told cites a rule.
    pub fn told(&self, rule: &str) -> bool {
        self.told.iter().any(|entry| entry.rule == rule)
    }

    /// The last reckoning under a rule: what was added, and for what.
    pub fn reckoning(&self, rule: &str) -> Vec<(String, i32)> {
        let entry = self.told.iter().rev().find(|entry| entry.rule == rule && !entry.dice.is_empty());
        let entry = entry.unwrap_or_else(|| panic!("nothing was rolled for {rule}: {:#?}", titles(&self.told)));
        entry.lines.iter().map(|line| (line.text.to_string(), line.value)).collect()
    }

    /// What the modifiers of that reckoning come to, without what is merely counted.
    pub fn modifiers(&self, rule: &str) -> i32 {
        let entry = self.told.iter().rev().find(|entry| entry.rule == rule && !entry.dice.is_empty());
        let entry = entry.unwrap_or_else(|| panic!("nothing was rolled for {rule}: {:#?}", titles(&self.told)));
        entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum()
    }

    /// What the lines of that reckoning with these words are worth together.
    pub fn counted(&self, rule: &str, text: &str) -> i32 {
        self.reckoning(rule).iter().filter(|(line, _)| line.contains(text)).map(|(_, value)| value).sum()
    }
}

/// What is wrong with a battle file of these parts.
pub fn faults(options: &str, parts: &[String]) -> String {
    let text = format!("{HEAD}\n[options]\n{options}\n{SIDES}\n{}", parts.concat());
    open(&Source::new("situation.toml", text)).err().map_or_else(String::new, |faults| faults.to_string())
}

/// Millimetres of so many base widths, as the notation has them.
pub fn mm(base_widths: f64) -> String {
    format!("{}", base_widths * 60.0)
}

/// Base widths of a length.
pub fn widths(length: Um) -> f64 {
    f64::from(length) / f64::from(BW)
}
