//! The chapter's decisions in the journal's notation and in words.

use super::{CombatChoice, CombatStep, Stage};
use crate::MusketAndPike;
use crate::cards::UnitId;
use crate::table::Table;
use field::hexes::{Dir, Hand, Hex};
use kernel::Seat;

impl CombatChoice {
    pub fn notate(self, rules: &MusketAndPike) -> String {
        let key = |unit: UnitId| rules.units.get(unit.ix()).map_or("nobody", |card| card.key.as_str());
        let hex = |hex: Hex| rules.ground.grid.number(hex);
        match self {
            CombatChoice::Attack { unit, hex: at } => format!("attack {} {}", key(unit), hex(at)),
            CombatChoice::DesignationsDone => "attacks-done".to_string(),
            CombatChoice::LeftEnd => "from-left".to_string(),
            CombatChoice::RightEnd => "from-right".to_string(),
            CombatChoice::Pistol { unit, spend } => {
                format!("pistols {} {}", key(unit), if spend { "spend" } else { "keep" })
            }
            CombatChoice::RetreatTo(dir) => format!("retreat {}", dir_word(rules, dir)),
            CombatChoice::Halt => "retreat-halt".to_string(),
            CombatChoice::CasualtyTo { unit } => format!("casualty-to {}", key(unit)),
            CombatChoice::CheckPursuit { unit } => format!("check-pursuit {}", key(unit)),
            CombatChoice::PursueAfter { unit } => format!("pursue {}", key(unit)),
            CombatChoice::Advance { unit, dir } => format!("advance {} {}", key(unit), dir_word(rules, dir)),
            CombatChoice::AdvanceWheel { unit, pivot } => format!("advance-wheel {} {}", key(unit), hand_word(pivot)),
            CombatChoice::AdvanceAcross { unit, hex: at } => format!("advance-across {} {}", key(unit), hex(at)),
            CombatChoice::HoldGround => "hold-ground".to_string(),
            CombatChoice::Turn(hand) => format!("turn-after {}", hand_word(hand)),
            CombatChoice::KeepFacing => "keep-facing".to_string(),
        }
    }

    /// None when the first word is not of this chapter; otherwise the choice, or what would be right.
    pub fn read(words: &[&str], rules: &MusketAndPike) -> Option<Result<CombatChoice, String>> {
        let (&first, rest) = words.split_first()?;
        let read = match (first, rest) {
            ("attack", &[unit, hex]) => {
                read_unit(rules, unit).and_then(|unit| Ok(CombatChoice::Attack { unit, hex: read_hex(rules, hex)? }))
            }
            ("attack", _) => Err("an attack names a unit and a hex: attack blue-horse 1204".to_string()),
            ("attacks-done", []) => Ok(CombatChoice::DesignationsDone),
            ("from-left", []) => Ok(CombatChoice::LeftEnd),
            ("from-right", []) => Ok(CombatChoice::RightEnd),
            ("pistols", &[unit, "spend"]) => pistol(rules, unit, true),
            ("pistols", &[unit, "keep"]) => pistol(rules, unit, false),
            ("pistols", _) => Err("pistols are spent or kept by a unit: pistols blue-horse spend".to_string()),
            ("retreat", &[dir]) => read_dir(rules, dir).map(CombatChoice::RetreatTo),
            ("retreat", _) => Err("a retreat names a direction".to_string()),
            ("retreat-halt", []) => Ok(CombatChoice::Halt),
            ("casualty-to", &[unit]) => read_unit(rules, unit).map(|unit| CombatChoice::CasualtyTo { unit }),
            ("casualty-to", _) => Err("casualty-to names a unit of the stack".to_string()),
            ("check-pursuit", &[unit]) => read_unit(rules, unit).map(|unit| CombatChoice::CheckPursuit { unit }),
            ("check-pursuit", _) => Err("check-pursuit names a unit".to_string()),
            ("pursue", &[unit]) => read_unit(rules, unit).map(|unit| CombatChoice::PursueAfter { unit }),
            ("pursue", _) => Err("pursue names the beaten unit".to_string()),
            ("advance", &[unit, dir]) => {
                read_unit(rules, unit).and_then(|unit| Ok(CombatChoice::Advance { unit, dir: read_dir(rules, dir)? }))
            }
            ("advance", _) => Err("an advance names a unit and a direction".to_string()),
            ("advance-wheel", &[unit, hand]) => {
                read_unit(rules, unit).and_then(|unit| Ok(CombatChoice::AdvanceWheel { unit, pivot: read_hand(hand)? }))
            }
            ("advance-wheel", _) => Err("a wheel names a unit and the half that stays, left or right".to_string()),
            ("advance-across", &[unit, hex]) => read_unit(rules, unit)
                .and_then(|unit| Ok(CombatChoice::AdvanceAcross { unit, hex: read_hex(rules, hex)? })),
            ("advance-across", _) => Err("an advance across a bridge names a unit and the hex of its left half".into()),
            ("hold-ground", []) => Ok(CombatChoice::HoldGround),
            ("turn-after", &[hand]) => read_hand(hand).map(CombatChoice::Turn),
            ("turn-after", _) => Err("turn-after left or right".to_string()),
            ("keep-facing", []) => Ok(CombatChoice::KeepFacing),
            ("attacks-done" | "from-left" | "from-right" | "retreat-halt" | "hold-ground" | "keep-facing", _) => {
                Err(format!("{first} stands alone"))
            }
            _ => return None,
        };
        Some(read)
    }
}

fn pistol(rules: &MusketAndPike, unit: &str, spend: bool) -> Result<CombatChoice, String> {
    read_unit(rules, unit).map(|unit| CombatChoice::Pistol { unit, spend })
}

fn dir_word(rules: &MusketAndPike, dir: Dir) -> String {
    rules.ground.grid.dir_name(dir).to_lowercase()
}

const fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn read_hand(word: &str) -> Result<Hand, String> {
    match word {
        "left" => Ok(Hand::Left),
        "right" => Ok(Hand::Right),
        _ => Err(format!("“{word}” is neither left nor right")),
    }
}

fn read_unit(rules: &MusketAndPike, key: &str) -> Result<UnitId, String> {
    let index = rules.units.iter().position(|card| card.key == key);
    index.map(|index| UnitId(index as u8)).ok_or_else(|| format!("there is no unit “{key}” in this battle"))
}

fn read_hex(rules: &MusketAndPike, word: &str) -> Result<Hex, String> {
    rules.ground.grid.parse(word).map_err(|fault| fault.to_string())
}

fn read_dir(rules: &MusketAndPike, word: &str) -> Result<Dir, String> {
    rules.ground.grid.dir_named(&word.to_uppercase()).map_err(|fault| fault.to_string())
}

impl Table<'_> {
    pub fn describe_combat(self, choice: CombatChoice) -> String {
        let grid = &self.ground().grid;
        match choice {
            CombatChoice::Attack { unit, hex } => {
                let whom = self.enemy_at(self.side(unit), hex).map_or("a leader alone", |enemy| self.name(enemy));
                format!("{} attacks {whom} in {}", self.name(unit), grid.number(hex))
            }
            CombatChoice::DesignationsDone => "no more attacks".to_string(),
            CombatChoice::LeftEnd => "begin at the left end of the line".to_string(),
            CombatChoice::RightEnd => "begin at the right end of the line".to_string(),
            CombatChoice::Pistol { unit, spend: true } => format!("{} spends a pistol shot", self.name(unit)),
            CombatChoice::Pistol { unit, spend: false } => format!("{} keeps its pistols", self.name(unit)),
            CombatChoice::RetreatTo(dir) => format!("retreat to the {}", grid.dir_name(dir)),
            CombatChoice::Halt => "go no further".to_string(),
            CombatChoice::CasualtyTo { unit } => format!("{} takes the casualty", self.name(unit)),
            CombatChoice::CheckPursuit { unit } => format!("roll first for the pursuit of {}", self.name(unit)),
            CombatChoice::PursueAfter { unit } => format!("after {}", self.name(unit)),
            CombatChoice::Advance { unit, dir } => {
                format!("{} advances to the {}", self.name(unit), grid.dir_name(dir))
            }
            CombatChoice::AdvanceWheel { unit, pivot } => {
                format!("{} wheels forward, its {} half stays", self.name(unit), hand_word(pivot))
            }
            CombatChoice::AdvanceAcross { unit, hex } => {
                format!("{} squeezes across the bridge, its left half to {}", self.name(unit), grid.number(hex))
            }
            CombatChoice::HoldGround => "stay where we are".to_string(),
            CombatChoice::Turn(hand) => format!("turn {}", hand_word(hand)),
            CombatChoice::KeepFacing => "face as before".to_string(),
        }
    }

    pub fn put_combat(self, step: CombatStep, _seat: Seat) -> String {
        match step {
            CombatStep::Designate { side, .. } if self.active_side() == Some(side) => {
                "Which enemies are attacked hand to hand, and by whom?".to_string()
            }
            CombatStep::Designate { .. } => "Who attacks in reaction?".to_string(),
            CombatStep::Resolve { .. } => "From which end of the line are the combats fought?".to_string(),
            CombatStep::Retreat(retreat) => {
                format!("Which way does {} retreat? Hexes left: {}.", self.name(retreat.unit), retreat.left)
            }
            CombatStep::Losses { retreat } => {
                format!("Who of the stack takes a casualty? Still to take: {}.", retreat.left)
            }
            CombatStep::TurnAfter { unit } => format!("Does {} turn after its advance?", self.name(unit)),
            CombatStep::Fight => self.put_fight(),
            CombatStep::StartCharges { .. } | CombatStep::EndSegment | CombatStep::UnableToRetreat { .. } => {
                "Nothing is asked.".to_string()
            }
        }
    }

    fn put_fight(self) -> String {
        let Some(fight) = self.fight() else { return "Nothing is asked.".to_string() };
        match fight.stage {
            Stage::Pistols => "Is a pistol shot spent in the combat?".to_string(),
            Stage::Pursuit => "Which cavalry checks for pursuit first?".to_string(),
            Stage::Quarry => match fight.pursuing {
                Some((unit, _)) => format!("Whom does {} pursue?", self.name(unit)),
                None => "Who is pursued?".to_string(),
            },
            Stage::Advance if fight.must_advance => "Who advances into the hex that was won?".to_string(),
            Stage::Advance => "Does anybody advance?".to_string(),
            _ => "Nothing is asked.".to_string(),
        }
    }
}
