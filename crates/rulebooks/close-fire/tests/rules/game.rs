//! A battle under way in a test: from a position, by decisions in the journal's words, with exactly the dice that are named.
// Not every chapter needs all of it.
#![allow(dead_code)]

use close_fire::CloseFire;
use close_fire::cards::{LeaderId, UnitId};
use close_fire::decision::Decision;
use close_fire::measures::YARD;
use close_fire::setup::open;
use close_fire::state::{Leader, State, Unit};
use close_fire::table::{Play, Table};
use field::table::{Body, Um};
use kernel::{Entry, Ledger, Notation, Rulebook, Scripted, Seat, Soundness};
use scenario::Source;

/// Two sides: red has its baseline in the south and looks north, blue in the north.
const HEAD: &str = r#"
format = 1
rulebook = "close-fire"
key = "situation"
title = "A situation"
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

/// C grade traditional foot: one battalion of four bases.
pub const FOOT: &str = "class = \"foot\"\nbattalions = [4]";
/// C grade traditional horse: two squadrons of two bases.
pub const HORSE: &str = "class = \"horse\"\nsquadrons = [2, 2]";
pub const DRAGOONS: &str = "class = \"dragoons\"\nsquadrons = [2, 2]";
pub const HUSSARS: &str = "class = \"hussars\"\nsquadrons = [2, 2]";
pub const GUN: &str = "class = \"gun\"";

pub fn side_of(key: &str) -> &'static str {
    if key.starts_with("red") { "red" } else { "blue" }
}

/// A unit of a battle file, in the brigade of its side: red ones look north and blue ones south unless told otherwise.
pub fn unit(key: &str, at: [f64; 2], what: &str) -> String {
    let side = side_of(key);
    under(&format!("{side}-brigade"), key, at, what)
}

/// The same in another brigade.
pub fn under(brigade: &str, key: &str, at: [f64; 2], what: &str) -> String {
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nbrigade = \"{brigade}\"\nat = {at:?}\n{what}\n")
}

/// A brigade with its Brigadier of the same key and `-er`: `red-left` is led by `red-left-er`.
pub fn brigade(key: &str, at: [f64; 2], what: &str) -> String {
    let side = side_of(key);
    format!(
        "\n[[brigades]]\nkey = \"{key}\"\nside = \"{side}\"\n{what}\n{}",
        leader(&format!("{key}-er"), "brigadier", at, &format!("commands = \"{key}\""))
    )
}

/// A leader of a battle file.
pub fn leader(key: &str, rank: &str, at: [f64; 2], what: &str) -> String {
    let side = side_of(key);
    format!(
        "\n[[leaders]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nrank = \"{rank}\"\nat = {at:?}\n{what}\n"
    )
}

/// A wing with its General of the same key and `-general`.
pub fn wing(key: &str, at: [f64; 2]) -> String {
    let side = side_of(key);
    let general = leader(&format!("{key}-general"), "general", at, &format!("commands = \"{key}\""));
    format!("\n[[wings]]\nkey = \"{key}\"\nside = \"{side}\"\n{general}")
}

/// Ground with an outline.
pub fn area(kind: &str, name: &str, outline: [f64; 4]) -> String {
    format!("\n[[ground.areas]]\nname = \"{name}\"\nkind = \"{kind}\"\nbox = {outline:?}\n")
}

pub fn hill(outline: [f64; 4], level: u8) -> String {
    format!("\n[[ground.hills]]\nbox = {outline:?}\nlevel = {level}\n")
}

pub fn line(kind: &str, name: &str, points: &str) -> String {
    format!("\n[[ground.lines]]\nname = \"{name}\"\nkind = \"{kind}\"\npoints = {points}\n")
}

/// What a line is, where that is not as usual.
pub fn obstacle(line: &str, what: &str) -> String {
    format!("\n[[obstacles]]\nline = \"{line}\"\n{what}\n")
}

pub struct Game {
    pub rules: CloseFire,
    pub state: State,
    /// All that has been told.
    pub told: Vec<Entry>,
}

pub fn titles(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(|entry| format!("{} {} {:?} {}", entry.rule, entry.title, entry.dice, entry.result)).collect()
}

fn seat(side: &str) -> Seat {
    Seat(u8::from(side == "blue"))
}

/// The usual brigade of a side that a test gives units and no brigade: its Brigadier stands far off in a corner.
fn usual_brigades(parts: &str) -> String {
    let lacks = |side: &str| {
        let used = parts.contains(&format!("brigade = \"{side}-brigade\""));
        used && !parts.contains(&format!("key = \"{side}-brigade\""))
    };
    let mut more = String::new();
    if lacks("red") {
        more += &brigade("red-brigade", [5.0, 5.0], "");
    }
    if lacks("blue") {
        more += &brigade("blue-brigade", [1435.0, 955.0], "");
    }
    more
}

pub fn text(head: &str, tables: &str, parts: &[String]) -> String {
    let parts = parts.concat();
    format!("{HEAD}{head}\n{tables}\n{SIDES}\n{}{parts}", usual_brigades(&parts))
}

impl Game {
    /// A battle that begins with red's half of a phase, red being the first player: "artillery", "musketry", "command",
    /// "movement", "combat" or "morale". The table is 1440 by 960 yards.
    pub fn at(phase: &str, parts: &[String]) -> Game {
        Game::with("", phase, parts)
    }

    /// The same with options: `double-move = "by-choice"`.
    pub fn with(options: &str, phase: &str, parts: &[String]) -> Game {
        Game::start(options, &format!("[start]\nphase = \"{phase}\"\nfirst = \"red\"\n"), parts, &[])
    }

    /// From the initiative of the first turn, with exactly these dice.
    pub fn turn(options: &str, parts: &[String], dice: &[u8]) -> Game {
        Game::start(options, "", parts, dice)
    }

    /// The position as the file has it, before anything is played: to be looked at.
    pub fn still(options: &str, parts: &[String]) -> Game {
        let start = "[start]\nphase = \"command\"\nfirst = \"red\"\n";
        let source = Source::new("situation.toml", text("", &format!("[options]\n{options}\n{start}"), parts));
        let rules = open(&source).unwrap_or_else(|faults| panic!("{faults}"));
        let state = rules.start.clone();
        Game { rules, state, told: Vec::new() }
    }

    /// With exactly these dice for what is rolled before the first question.
    pub fn start(options: &str, start: &str, parts: &[String], dice: &[u8]) -> Game {
        Game::headed("", &format!("[options]\n{options}\n{start}"), parts, dice)
    }

    /// With keys of the head, and tables before those of the sides.
    pub fn headed(head: &str, tables: &str, parts: &[String], dice: &[u8]) -> Game {
        let source = Source::new("situation.toml", text(head, tables, parts));
        let rules = open(&source).unwrap_or_else(|faults| panic!("{faults}"));
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

    /// Yards between two units.
    pub fn gap(&self, one: &str, other: &str) -> f64 {
        self.body(one).distance(&self.body(other)) / f64::from(YARD)
    }

    /// Yards east and north of the middle of a unit's front.
    pub fn at_yards(&self, key: &str) -> [f64; 2] {
        let at = self.unit(key).pose.at;
        [yards(at.x), yards(at.y)]
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

    /// Whether somebody will be asked how he meets the charges declared so far.
    pub fn rules_ask_answer(&self) -> bool {
        self.table().is_anybody_to_answer()
    }

    /// A side says that it is done with the step.
    pub fn done(&mut self, side: &str, dice: &[u8]) {
        self.says(side, "done", dice);
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
            self.rules.play(&mut self.state, seat, menu[question.default], &mut dice, &mut ledger);
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
        play.keep_bodies();
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

    /// What the lines of that reckoning with these words are worth together.
    pub fn counted(&self, rule: &str, text: &str) -> i32 {
        self.reckoning(rule).iter().filter(|(line, _)| line.contains(text)).map(|(_, value)| value).sum()
    }
}

/// What is wrong with a battle file of these parts.
pub fn faults(options: &str, parts: &[String]) -> String {
    let text = text("", &format!("[options]\n{options}\n"), parts);
    open(&Source::new("situation.toml", text)).err().map_or_else(String::new, |faults| faults.to_string())
}

/// Millimetres of so many yards, as the notation has them.
pub fn mm(yards: f64) -> String {
    let um = (yards * f64::from(YARD)).round();
    format!("{}", um / 1_000.0)
}

/// Yards of a length.
pub fn yards(length: Um) -> f64 {
    f64::from(length) / f64::from(YARD)
}
