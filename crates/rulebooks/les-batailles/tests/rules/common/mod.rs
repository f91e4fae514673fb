//! A position put together in a few lines, and played by decisions as a journal writes them, with the dice that fall.
//!
//! The board is 24 by 24 hexes of clear, level ground, pointy-top: hexsides are `ne`, `e`, `se`, `sw`, `w`, `nw`, corners `n`, `ne`,
//! `se`, `s`, `sw`, `nw`. Going `e` from 0505 leads to 0605; even rows are shoved to the east: `ne` of 0505 is 0504, of 0504 is
//! 0603.
//!
//! Each side, `f` and `a`, has an army of the same key, corps `f1` and `f2`, divisions `f11`, `f12`, `f21`, and a brigade `f111`
//! in the first of them (and so on with `a`). A piece is a line of the battle file: what is not said has a plain value.
#![allow(dead_code)]

use kernel::{Dice, Ledger, Notation, Rulebook, Scripted, Seat, Soundness};
use les_batailles::LesBatailles;
use les_batailles::agenda::Step;
use les_batailles::cards::{LeaderId, UnitId, UnitSet};
use les_batailles::charts::{self, Charts};
use les_batailles::decision::Decision;
use les_batailles::sequence::TurnStep;
use les_batailles::setup::open_by;
use les_batailles::state::{Leader, Order, Segment, State, Unit};
use les_batailles::table::{Play, Table};
use scenario::{Faults, Source};
use std::collections::BTreeMap;
use std::sync::OnceLock;

const SIDE: u8 = 24;

/// The charts, read once for all tests.
fn charts() -> Charts {
    static CHARTS: OnceLock<Charts> = OnceLock::new();
    CHARTS.get_or_init(|| charts::read(&[]).unwrap_or_else(|faults| panic!("{faults}")).1).clone()
}

/// Opens a battle file.
pub fn open(source: &Source) -> Result<LesBatailles, Faults> {
    open_by(source, &kernel::OptionValues::new(), charts())
}

/// A table of a battle file in one line.
#[derive(Clone)]
pub struct Piece(BTreeMap<&'static str, String>);

impl Piece {
    /// Sets a key to a value as TOML writes it.
    pub fn set(mut self, key: &'static str, value: impl ToString) -> Piece {
        self.0.insert(key, value.to_string());
        self
    }

    /// Sets a key to a text.
    pub fn with(self, key: &'static str, text: &str) -> Piece {
        self.set(key, format!("\"{text}\""))
    }

    /// Where it stands, head first, and which way it faces.
    pub fn at(self, hexes: &str, facing: &str) -> Piece {
        let piece = self.with("at", hexes);
        if facing.is_empty() { piece } else { piece.with("facing", facing) }
    }

    pub fn in_(self, formation: &str) -> Piece {
        self.with("formation", formation)
    }

    fn line(&self) -> String {
        let pairs: Vec<String> = self.0.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        format!("{{ {} }}", pairs.join(", "))
    }
}

fn piece(key: &str, of: &str) -> Piece {
    let nation = if of.starts_with('f') { "french" } else { "british" };
    Piece(BTreeMap::new()).with("key", key).with("name", key).with("of", of).with("nation", nation)
}

/// A battalion of six Increments, Movement Potential 7, Fire 8, Mêlée 12, Morale 21.
pub fn foot(key: &str, of: &str) -> Piece {
    let piece = piece(key, of).with("arm", "infantry").set("increments", 6).set("movement", 7);
    piece.set("fire", 8).set("melee", 12).with("morale", "21")
}

/// The same, able to skirmish.
pub fn light(key: &str, of: &str) -> Piece {
    foot(key, of).set("range", 2).with("class", "light")
}

/// Heavy cavalry of eight Increments, Movement Potential 11, Mêlée 24, Morale 16.
pub fn heavy(key: &str, of: &str) -> Piece {
    let piece = piece(key, of).with("arm", "cavalry").set("increments", 8).set("movement", 11);
    piece.set("melee", 24).with("morale", "16")
}

/// Light cavalry of eight Increments, Movement Potential 14, Mêlée 24, Skirmish Value 4, Morale 21.
pub fn hussars(key: &str, of: &str) -> Piece {
    heavy(key, of).set("movement", 14).set("skirmish", 4).with("morale", "21")
}

/// A foot battery of two Increments, unlimbered, Fire 14/8/5, range 10, Morale 21, with its own rounds.
pub fn guns(key: &str, of: &str) -> Piece {
    let piece = piece(key, of).with("arm", "foot-artillery").set("increments", 2).set("movement", 5);
    piece.set("fire", "[14, 8, 5]").set("range", 10).set("melee", 4).with("morale", "21")
}

/// A wagon of caliber 10.
pub fn wagon(key: &str, of: &str) -> Piece {
    let piece = piece(key, of).with("arm", "wagon").set("increments", 1).set("movement", 5);
    piece.set("range", 10).set("melee", 2).with("morale", "33")
}

/// A leader of the formation without bonuses.
pub fn leader(key: &str, of: &str, at: &str) -> Piece {
    Piece(BTreeMap::new()).with("key", key).with("name", key).with("of", of).with("at", at)
}

/// A leader of the formation who arrives with a group.
pub fn coming(key: &str, of: &str, arrives: &str) -> Piece {
    Piece(BTreeMap::new()).with("key", key).with("name", key).with("of", of).with("arrives", arrives)
}

/// A position while it is put together.
#[derive(Clone)]
pub struct Position {
    units: Vec<Piece>,
    leaders: Vec<Piece>,
    terrain: BTreeMap<(u8, u8), char>,
    levels: BTreeMap<(u8, u8), u8>,
    hexsides: Vec<(String, String)>,
    steep: Vec<String>,
    roads: Vec<String>,
    trails: Vec<String>,
    start: String,
    options: String,
    top: String,
    tables: String,
}

const LEGEND: [(char, &str); 12] = [
    ('c', "cultivated"),
    ('o', "orchard"),
    ('r', "rough-ground"),
    ('f', "farmettes"),
    ('v', "village"),
    ('s', "sunken-road"),
    ('w', "woods"),
    ('t', "town"),
    ('m', "marsh"),
    ('k', "thicket"),
    ('x', "special-structure"),
    ('d', "redoubt"),
];

fn place(number: &str) -> (u8, u8) {
    (number[..2].parse().unwrap(), number[2..4].parse().unwrap())
}

/// A position that begins with the Reorganization Segment of the first turn, where nobody is asked before anything else.
pub fn position() -> Position {
    Position {
        units: Vec::new(),
        leaders: Vec::new(),
        terrain: BTreeMap::new(),
        levels: BTreeMap::new(),
        hexsides: Vec::new(),
        steep: Vec::new(),
        roads: Vec::new(),
        trails: Vec::new(),
        start: "segment = \"reorganization\"".into(),
        options: String::new(),
        top: String::new(),
        tables: String::new(),
    }
}

impl Position {
    /// In a hex, whoever comes first is on top.
    pub fn unit(mut self, piece: Piece) -> Position {
        self.units.push(piece);
        self
    }

    pub fn leader(mut self, piece: Piece) -> Position {
        self.leaders.push(piece);
        self
    }

    pub fn terrain(mut self, hexes: &str, key: &str) -> Position {
        let letter = LEGEND.iter().find(|(_, known)| *known == key).unwrap_or_else(|| panic!("no terrain {key}")).0;
        for number in hexes.split_whitespace() {
            self.terrain.insert(place(number), letter);
        }
        self
    }

    pub fn level(mut self, hexes: &str, level: u8) -> Position {
        for number in hexes.split_whitespace() {
            self.levels.insert(place(number), level);
        }
        self
    }

    /// What lies on a hexside, such as `0505 ne`.
    pub fn hexside(mut self, side: &str, kind: &str) -> Position {
        self.hexsides.push((side.into(), kind.into()));
        self
    }

    /// Severe slopes.
    pub fn steep(mut self, side: &str) -> Position {
        self.steep.push(side.into());
        self
    }

    /// A road through these hexes.
    pub fn road(mut self, hexes: &str) -> Position {
        self.roads.push(hexes.into());
        self
    }

    pub fn trail(mut self, hexes: &str) -> Position {
        self.trails.push(hexes.into());
        self
    }

    /// Keys of the table `[start]`.
    pub fn start(mut self, keys: &str) -> Position {
        self.start = keys.into();
        self
    }

    pub fn option(mut self, key: &str, value: &str) -> Position {
        self.options += &format!("{key} = \"{value}\"\n");
        self
    }

    /// Keys at the top of the file.
    pub fn top(mut self, keys: &str) -> Position {
        self.top += &format!("{keys}\n");
        self
    }

    /// Whole tables at the end of the file.
    pub fn tables(mut self, text: &str) -> Position {
        self.tables += text;
        self
    }

    /// The battle file.
    pub fn text(&self) -> String {
        let drawing = |of: &dyn Fn((u8, u8)) -> char| -> String {
            let row = |row: u8| (1..=SIDE).map(|column| of((column, row))).collect::<String>();
            (1..=SIDE).map(row).collect::<Vec<_>>().join("\n")
        };
        let ground = drawing(&|at| self.terrain.get(&at).copied().unwrap_or('.'));
        let heights = drawing(&|at| char::from(b'0' + self.levels.get(&at).copied().unwrap_or(0)));
        let legend: Vec<String> = LEGEND.iter().map(|(letter, key)| format!("{letter} = \"{key}\"")).collect();
        let quoted = |hexes: &String| {
            let all: Vec<String> = hexes.split_whitespace().map(|hex| format!("\"{hex}\"")).collect();
            format!("{{ through = [{}] }}", all.join(", "))
        };
        let hexsides: Vec<String> =
            self.hexsides.iter().map(|(at, kind)| format!("{{ kind = \"{kind}\", at = [\"{at}\"] }}")).collect();
        let steep: Vec<String> = self.steep.iter().map(|side| format!("\"{side}\"")).collect();
        let roads: Vec<String> = self.roads.iter().map(quoted).collect();
        let trails: Vec<String> = self.trails.iter().map(quoted).collect();
        let lines = |pieces: &[Piece]| pieces.iter().map(Piece::line).collect::<Vec<_>>().join(",\n    ");
        let formations: Vec<String> = ["f", "a"].into_iter().map(formations).collect();
        let top = if self.top.contains("turns") { self.top.clone() } else { format!("turns = 6\n{}", self.top) };
        format!(
            "format = 1\nrulebook = \"les-batailles\"\nkey = \"test\"\ntitle = \"Test\"\n{top}\nyear = 1815\n\
             begins = \"11:00\"\ntrails = [{}]\nunits = [\n    {}\n]\nleaders = [\n    {}\n]\n\
             formations = [\n{}\n]\n[options]\n{}\n[start]\n{}\n[map]\ncolumns = {SIDE}\nrows = {SIDE}\n\
             legend = {{ {} }}\nground = '''\n{ground}\n'''\nheights = '''\n{heights}\n'''\nhexsides = [{}]\nsteep = [{}]\n\
             roads = [{}]\n[[sides]]\nkey = \"f\"\nname = \"French\"\n[[sides]]\nkey = \"a\"\nname = \"Allies\"\n{}",
            trails.join(", "),
            lines(&self.units),
            lines(&self.leaders),
            formations.join(",\n"),
            self.options,
            self.start,
            legend.join(", "),
            hexsides.join(", "),
            steep.join(", "),
            roads.join(", "),
            self.tables,
        )
    }

    /// What is wrong with it.
    pub fn faults(&self) -> Faults {
        open(&Source::new("test.toml", self.text())).expect_err("the position opens")
    }

    pub fn open(&self) -> LesBatailles {
        open(&Source::new("test.toml", self.text())).unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// The position as it stands, before anything has happened. When all that a test has begun in it is done, the battle ends.
    pub fn still(&self) -> Game {
        let rules = self.open();
        let mut state = rules.start.clone();
        state.turn = rules.turns;
        state.agenda.push(Step::Turn(TurnStep::Segment(Segment::Adjustment)));
        let mut game = Game { rules, state, ledger: Ledger::default() };
        game.with(&[], |play| play.see_strengths());
        game
    }

    /// The battle, played on to its first question with these dice.
    pub fn play(&self, dice: &[u8]) -> Game {
        let rules = self.open();
        let mut ledger = Ledger::default();
        let mut scripted = Scripted::new(dice);
        let state = rules.start(&mut scripted, &mut ledger);
        scripted.finish().unwrap();
        Game { rules, state, ledger }
    }
}

fn formations(side: &str) -> String {
    let line = |key: &str, kind: &str, of: Option<&str>| {
        let of = of.map_or(format!("side = \"{side}\""), |of| format!("of = \"{of}\""));
        format!("    {{ key = \"{key}\", name = \"{key}\", kind = \"{kind}\", {of} }}")
    };
    [
        line(side, "army", None),
        line(&format!("{side}1"), "corps", Some(side)),
        line(&format!("{side}2"), "corps", Some(side)),
        line(&format!("{side}11"), "division", Some(&format!("{side}1"))),
        line(&format!("{side}12"), "division", Some(&format!("{side}1"))),
        line(&format!("{side}21"), "division", Some(&format!("{side}2"))),
        line(&format!("{side}111"), "brigade", Some(&format!("{side}11"))),
    ]
    .join(",\n")
}

/// The battle being tested.
pub struct Game {
    pub rules: LesBatailles,
    pub state: State,
    pub ledger: Ledger,
}

impl Game {
    pub fn table(&self) -> Table<'_> {
        Table { rules: &self.rules, state: &self.state }
    }

    pub fn id(&self, key: &str) -> UnitId {
        let at = self.rules.units.iter().position(|card| card.key == key);
        UnitId(at.unwrap_or_else(|| panic!("no unit {key}")) as u16)
    }

    pub fn leader_id(&self, key: &str) -> LeaderId {
        let at = self.rules.leaders.iter().position(|card| card.key == key);
        LeaderId(at.unwrap_or_else(|| panic!("no leader {key}")) as u8)
    }

    pub fn unit(&self, key: &str) -> &Unit {
        &self.state.units[self.id(key).ix()]
    }

    pub fn leader(&self, key: &str) -> &Leader {
        &self.state.leaders[self.leader_id(key).ix()]
    }

    pub fn hex(&self, number: &str) -> field::hexes::Hex {
        self.rules.ground.grid.parse(number).unwrap()
    }

    /// Hexes of a unit as printed, head first; `gone` when it is not on the map.
    pub fn at(&self, key: &str) -> String {
        let unit = self.unit(key);
        let grid = &self.rules.ground.grid;
        let hexes: Vec<String> = unit.hexes.iter().map(|hex| grid.number(hex).to_string()).collect();
        if unit.on_map() { hexes.join(" ") } else { "gone".into() }
    }

    pub fn order(&self, key: &str) -> Order {
        self.unit(key).order
    }

    /// Keys of the units in a hex, from the top down.
    pub fn stack(&self, number: &str) -> Vec<&str> {
        let stack = self.table().stack_at(self.hex(number));
        stack.into_iter().map(|id| self.rules.units[id.ix()].key.as_str()).collect()
    }

    /// Does something with the dice given; dice left over, or too few, fail the test.
    pub fn with<T>(&mut self, dice: &[u8], act: impl FnOnce(&mut Play<'_, Ledger>) -> T) -> T {
        let mut scripted = Scripted::new(dice);
        let mut play =
            Play { rules: &self.rules, state: &mut self.state, dice: &mut scripted, listener: &mut self.ledger };
        let result = act(&mut play);
        scripted.finish().unwrap();
        result
    }

    /// Begins something, and works on to the next question or the end with these dice.
    pub fn begin(&mut self, dice: &[u8], act: impl FnOnce(&mut Play<'_, Ledger>)) -> &mut Game {
        self.with(dice, |play| {
            act(play);
            play.advance();
        });
        self.rules.invariants(&self.state).unwrap_or_else(|what| panic!("{what}"));
        self
    }

    pub fn ids(&self, keys: &[&str]) -> UnitSet {
        keys.iter().map(|key| self.id(key)).collect()
    }

    /// The seat that is asked now.
    pub fn asked(&self) -> Seat {
        self.state.asked.first().expect("somebody is asked")
    }

    /// What is asked, by its name; empty when nothing is.
    pub fn topic(&self) -> &'static str {
        match self.state.asked.first() {
            Some(seat) => self.rules.ask(&self.state, seat, &mut Vec::new()).topic,
            None => "",
        }
    }

    fn menu(&self) -> Vec<Decision> {
        let mut menu = Vec::new();
        if let Some(seat) = self.state.asked.first() {
            self.rules.ask(&self.state, seat, &mut menu);
        }
        menu
    }

    /// The menu as the journal writes it.
    pub fn offered(&self) -> Vec<String> {
        self.menu().iter().map(|decision| self.rules.notate(decision)).collect()
    }

    fn read(&self, text: &str) -> Decision {
        self.rules.read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    /// Plays a decision of whoever is asked with the dice it takes; it must be legal and stand on the menu, and the state must
    /// be sound afterwards.
    pub fn roll(&mut self, dice: &[u8], text: &str) -> &mut Game {
        let (decision, seat) = (self.read(text), self.asked());
        if let Err(refusal) = self.rules.judge(&self.state, seat, &decision) {
            panic!("`{text}` is refused: {refusal}; offered: {:?}", self.offered());
        }
        assert!(self.menu().contains(&decision), "`{text}` is not on the menu {:?}", self.offered());
        self.with(dice, |play| play.decide(seat, decision));
        self.rules.invariants(&self.state).unwrap_or_else(|what| panic!("after `{text}`: {what}"));
        self
    }

    /// The same, without a die.
    pub fn say(&mut self, text: &str) -> &mut Game {
        self.roll(&[], text)
    }

    /// The same, and infantry that might form Square, or cavalry that might charge, lets them come.
    pub fn go(&mut self, text: &str) -> &mut Game {
        self.say(text);
        loop {
            match self.topic() {
                "form-square" => self.say("let-come"),
                "opportunity-charge" => self.say("no-reaction"),
                _ => return self,
            };
        }
    }

    /// The rule that forbids a decision, if one does; it is then not on the menu either.
    pub fn refused(&self, text: &str) -> Option<String> {
        let (decision, seat) = (self.read(text), self.asked());
        let rule = self.rules.judge(&self.state, seat, &decision).err().map(|refusal| refusal.rule.into_owned());
        assert_eq!(rule.is_none(), self.menu().contains(&decision), "`{text}` on {:?}", self.offered());
        rule
    }

    /// What was told so far, as the first side hears everything, one line for each entry.
    pub fn told(&self) -> Vec<String> {
        self.ledger.entries.iter().map(|entry| entry.in_lines().remove(0)).collect()
    }

    pub fn has_told(&self, words: &str) -> bool {
        self.ledger.entries.iter().any(|entry| entry.to_text().contains(words))
    }
}

/// Every die falls so.
pub struct Always(pub u8);

impl Dice for Always {
    fn roll(&mut self, sides: u8) -> u8 {
        self.0.min(sides)
    }
}
