//! Small situations for the tests of steadiness, combat and reactions.
// Not every test needs all of it, and in a test a panic is an answer.
#![allow(dead_code)]

pub mod played;

use charge_pikes::ChargePikes;
use charge_pikes::cards::{GeneralId, UnitId};
use charge_pikes::decision::NO_LEGS;
use charge_pikes::setup::open;
use charge_pikes::state::{Aspect, Charge, ChargeKind, Phase, Stage, State, Unit};
use charge_pikes::table::{Play, Table};
use field::table::{INCH, Point, Um};
use kernel::{Entry, Ledger, Scripted};
use scenario::Source;

/// Two sides: the first has its baseline in the south, the second in the north.
const HEAD: &str = r#"
format = 1
rulebook = "charge-pikes"
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

/// A battle set up exactly, to be poked at.
pub struct Situation {
    pub rules: ChargePikes,
    pub state: State,
}

impl Situation {
    /// Units, generals, ground and contacts as in a battle file.
    pub fn new(file: &str) -> Situation {
        Situation::with_options("", file)
    }

    pub fn with_options(options: &str, file: &str) -> Situation {
        Situation::between(SIDES, options, file)
    }

    fn between(sides: &str, options: &str, file: &str) -> Situation {
        let text = format!("{HEAD}\n[options]\n{options}\n{sides}\n{file}");
        let rules = open(&Source::new("situation.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
        let state = rules.start.clone();
        Situation { rules, state }
    }

    /// The second side has its baseline in the west.
    pub fn against_west(file: &str) -> Situation {
        Situation::between(&SIDES.replace("\"north\"", "\"west\""), "", file)
    }

    pub fn table(&self) -> Table<'_> {
        Table { rules: &self.rules, state: &self.state }
    }

    pub fn id(&self, key: &str) -> UnitId {
        let ix = self.rules.units.iter().position(|unit| unit.key == key).unwrap_or_else(|| panic!("no unit {key}"));
        UnitId(ix as u8)
    }

    pub fn general(&self, key: &str) -> GeneralId {
        let ix = self.rules.generals.iter().position(|general| general.key == key);
        GeneralId(ix.unwrap_or_else(|| panic!("no general {key}")) as u8)
    }

    pub fn unit(&self, key: &str) -> &Unit {
        &self.state.units[self.id(key).ix()]
    }

    pub fn unit_mut(&mut self, key: &str) -> &mut Unit {
        let id = self.id(key);
        self.state.bodies.touch(id.ix());
        &mut self.state.units[id.ix()]
    }

    /// Acts with exactly these dice, all of them used.
    pub fn act(&mut self, dice: &[u8], act: impl FnOnce(&mut Play<'_, Ledger>)) -> Vec<Entry> {
        let mut dice = Scripted::new(dice);
        let mut ledger = Ledger::default();
        let mut play = Play { rules: &self.rules, state: &mut self.state, dice: &mut dice, listener: &mut ledger };
        act(&mut play);
        dice.finish().unwrap_or_else(|error| panic!("{error}"));
        ledger.entries
    }

    /// A charge that has come to its target and has not tested yet.
    pub fn charge(&mut self, charger: &str, target: &str) -> &mut Charge {
        let (charger, target) = (self.id(charger), self.id(target));
        let start = self.state.units[charger.ix()].pose;
        self.state.charges.push(Charge {
            charger,
            target,
            kind: ChargeKind::Charge,
            stage: Stage::Arrived,
            start,
            files: 0,
            legs: NO_LEGS,
            ran: 0,
            straight: 0,
            wheeled: 0,
            impetus: false,
            aspect: Aspect::Front,
            surprise: false,
            bad_ground: false,
            holds: 0,
        });
        self.state.charges.last_mut().unwrap()
    }

    pub fn phase(&mut self, phase: Phase) {
        self.state.phase = phase;
    }

    pub fn ride_to(&mut self, general: &str, inches: [i32; 2]) {
        let id = self.general(general);
        self.state.generals[id.ix()].at = Point::new(inches[0] * INCH, inches[1] * INCH);
    }
}

/// How far a unit has gone, in inches.
pub fn inches_between(from: Point, to: Point) -> f64 {
    from.vec().distance(to.vec()) / f64::from(INCH)
}

pub const fn inches(whole: i32) -> Um {
    whole * INCH
}

/// The values of a reckoning, largest text first for reading failures.
pub fn lines(entry: &Entry) -> Vec<(String, i32)> {
    entry.lines.iter().map(|line| (line.text.to_string(), line.value)).collect()
}
