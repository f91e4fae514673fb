//! Positions that are played: by decisions in the notation, with exactly the dice that are named.

use super::Situation;
use charge_pikes::ChargePikes;
use charge_pikes::cards::UnitId;
use charge_pikes::decision::Decision;
use charge_pikes::state::{Charge, State, Unit};
use charge_pikes::table::Table;
use field::table::{INCH, Vec2};
use kernel::{Entry, Ledger, Notation, Rulebook, Scripted, Seat};

/// A battle under way, from the position in a battle file.
pub struct Played {
    pub rules: ChargePikes,
    pub state: State,
    dice: Scripted,
    ledger: Ledger,
}

/// Red moves first, and its charges are asked for.
pub const RED_MOVES: &str = "[start]\nphase = \"movement\"\nside-a = \"red\"\n\n";
/// Everybody has moved.
pub const SHOOTING: &str = "[start]\nphase = \"shooting\"\nside-a = \"red\"\n\n";
pub const COMBAT: &str = "[start]\nphase = \"combat\"\nside-a = \"red\"\n\n";

/// Far from everything, so that no army is broken by what happens to a unit or two.
const GUARDS: &str = r#"
[[units]]
key = "red-guard"
name = "red guard"
side = "red"
at = [6, 4]
facing = "north"
kind = "foot"
grade = "A"
muskets = 60
files = 15

[[units]]
key = "blue-guard"
name = "blue guard"
side = "blue"
at = [66, 44]
facing = "south"
kind = "foot"
grade = "A"
muskets = 60
files = 15
"#;

impl Played {
    pub fn new(file: &str, dice: &[u8]) -> Played {
        Played::with_options("", file, dice)
    }

    pub fn with_options(options: &str, file: &str, dice: &[u8]) -> Played {
        Played::from(Situation::with_options(options, &format!("{file}\n{GUARDS}")), dice)
    }

    /// Blue's baseline lies in the west; red wins the first roll and is Side A.
    pub fn turn_against_west(file: &str, dice: &[u8]) -> Played {
        let mut played = Played::from(Situation::against_west(&format!("{file}\n{GUARDS}")), &[&[6, 1], dice].concat());
        played.say("side a");
        played
    }

    fn from(Situation { rules, .. }: Situation, dice: &[u8]) -> Played {
        let (mut dice, mut ledger) = (Scripted::new(dice), Ledger::default());
        let state = rules.start(&mut dice, &mut ledger);
        Played { rules, state, dice, ledger }
    }

    /// From the first roll of a turn: red wins it and is Side A.
    pub fn turn(file: &str, dice: &[u8]) -> Played {
        let mut played = Played::new(file, &[&[6, 1], dice].concat());
        played.say("side a");
        played
    }

    pub fn table(&self) -> Table<'_> {
        Table { rules: &self.rules, state: &self.state }
    }

    pub fn id(&self, key: &str) -> UnitId {
        let ix = self.rules.units.iter().position(|unit| unit.key == key).unwrap_or_else(|| panic!("no unit {key}"));
        UnitId(ix as u8)
    }

    pub fn unit(&self, key: &str) -> &Unit {
        &self.state.units[self.id(key).ix()]
    }

    pub fn centre(&self, key: &str) -> Vec2 {
        self.table().body(self.id(key)).center()
    }

    /// Inches between two units.
    pub fn gap(&self, one: &str, other: &str) -> f64 {
        self.table().body(self.id(one)).distance(&self.table().body(self.id(other))) / f64::from(INCH)
    }

    pub fn overlap(&self, one: &str, other: &str) -> bool {
        self.table().body(self.id(one)).overlaps(&self.table().body(self.id(other)))
    }

    pub fn engaged(&self, one: &str, other: &str) -> bool {
        self.table().in_contact_with(self.id(one), self.id(other))
    }

    /// The charge that a unit makes.
    pub fn charge_of(&self, key: &str) -> Charge {
        let id = self.id(key);
        *self.state.charges.iter().find(|charge| charge.charger == id).unwrap_or_else(|| panic!("{key} charges nobody"))
    }

    /// Who is asked now, and about what.
    pub fn asked(&self) -> (Seat, &'static str) {
        let seat = self
            .rules
            .awaiting(&self.state)
            .iter()
            .next()
            .unwrap_or_else(|| panic!("nobody is asked:\n{}", self.told()));
        (seat, self.rules.ask(&self.state, seat, &mut Vec::new()).topic)
    }

    pub fn menu(&self) -> Vec<String> {
        let (mut menu, (seat, _)) = (Vec::new(), self.asked());
        self.rules.ask(&self.state, seat, &mut menu);
        menu.iter().map(|decision| self.rules.notate(decision)).collect()
    }

    fn reads(&self, words: &str) -> Decision {
        self.rules.read(words).unwrap_or_else(|error| panic!("{words}: {error}"))
    }

    /// Whoever is asked decides so.
    pub fn say(&mut self, words: &str) -> &mut Played {
        let decision = self.reads(words);
        let seat = self.asked().0;
        self.rules
            .judge(&self.state, seat, &decision)
            .unwrap_or_else(|refusal| panic!("{words}: {refusal}\n{}", self.told()));
        self.rules.play(&mut self.state, seat, decision, &mut self.dice, &mut self.ledger);
        self
    }

    /// The rule that forbids it to whoever is asked; nothing if none does.
    pub fn refused(&self, words: &str) -> String {
        let judged = self.rules.judge(&self.state, self.asked().0, &self.reads(words));
        judged.map_or_else(|refusal| refusal.rule.into_owned(), |()| String::new())
    }

    /// Answers with what commits to least until something is asked about.
    pub fn until(&mut self, topic: &str) -> &mut Played {
        for _ in 0..200 {
            let (seat, asked) = self.asked();
            if asked == topic {
                return self;
            }
            let mut menu = Vec::new();
            let question = self.rules.ask(&self.state, seat, &mut menu);
            self.rules.play(&mut self.state, seat, menu[question.default], &mut self.dice, &mut self.ledger);
        }
        panic!("nobody is ever asked about {topic}:\n{}", self.told());
    }

    pub fn told(&self) -> String {
        let line = |entry: &Entry| format!("{} {} {:?} {}\n", entry.rule, entry.title, entry.dice, entry.result);
        self.ledger.entries.iter().map(line).collect()
    }

    /// Whether a rule was told about a unit.
    pub fn tells(&self, rule: &str, key: &str) -> bool {
        let id = u16::from(self.id(key).0);
        self.ledger.entries.iter().any(|entry| entry.rule == rule && entry.bodies.first() == Some(&id))
    }

    /// All dice have been used.
    pub fn finish(&self) {
        self.dice.clone().finish().unwrap_or_else(|error| panic!("{error}\n{}", self.told()));
    }
}

impl Played {
    /// The lines of a reckoning by a rule about a unit, the last one told.
    pub fn reckoned(&self, rule: &str, key: &str) -> Vec<String> {
        let id = u16::from(self.id(key).0);
        let about = |entry: &&Entry| entry.rule == rule && entry.bodies.first() == Some(&id);
        let entry = self.ledger.entries.iter().rfind(about);
        let entry = entry.unwrap_or_else(|| panic!("nothing by {rule} about {key}:\n{}", self.told()));
        entry.lines.iter().map(|line| line.text.to_string()).collect()
    }
}

impl Played {
    /// What a line with these words is worth in the last reckoning by a rule about a unit; nothing if there is no such line.
    pub fn line(&self, rule: &str, key: &str, words: &str) -> i32 {
        let id = u16::from(self.id(key).0);
        let about = |entry: &&Entry| entry.rule == rule && entry.bodies.first() == Some(&id);
        let entry = self.ledger.entries.iter().rfind(about);
        let entry = entry.unwrap_or_else(|| panic!("nothing by {rule} about {key}:\n{}", self.told()));
        entry.lines.iter().find(|line| line.text.contains(words)).map_or(0, |line| line.value)
    }
}
