//! The chapter's decisions in the journal's notation and in words.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::close_combat::{CombatChoice, CombatStep, Stage};
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
            CombatChoice::RetreatTo(dir) => self.describe_retreat(dir),
            CombatChoice::Halt => "go no further".to_string(),
            CombatChoice::CasualtyTo { unit } => format!("{} takes the casualty", self.name(unit)),
            CombatChoice::CheckPursuit { unit } => format!("roll first for the pursuit of {}", self.name(unit)),
            CombatChoice::PursueAfter { unit } => format!("after {}", self.name(unit)),
            CombatChoice::Advance { unit, dir } => {
                format!("{} advances {}{}", self.name(unit), grid.dir_name(dir), self.describe_ground_won(choice))
            }
            CombatChoice::AdvanceWheel { unit, pivot } => {
                let to = self.describe_ground_won(choice);
                format!("{} wheels forward on its {} half{to}", self.name(unit), hand_word(pivot))
            }
            CombatChoice::AdvanceAcross { unit, hex } => {
                format!("{} squeezes across the bridge, its left half to {}", self.name(unit), grid.number(hex))
            }
            CombatChoice::HoldGround => "stay where we are".to_string(),
            CombatChoice::Turn(hand) => self.describe_turn_after(hand),
            CombatChoice::KeepFacing => "face as before".to_string(),
        }
    }

    fn describe_retreat(self, dir: Dir) -> String {
        let grid = &self.ground().grid;
        let bare = format!("retreat {}", grid.dir_name(dir));
        let Some(Step::Combat(CombatStep::Retreat(retreat))) = self.state.agenda.top() else { return bare };
        let numbers: Vec<String> = self
            .unit(retreat.unit)
            .hexes()
            .filter_map(|hex| grid.neighbour(hex, dir))
            .map(|hex| grid.number(hex).to_string())
            .collect();
        format!("{bare} to {}", numbers.join(" and "))
    }

    fn describe_ground_won(self, way: CombatChoice) -> String {
        let Some(pose) = self.pose_of_advance(way) else { return String::new() };
        let hexes = std::iter::once(pose.hex).chain(pose.other);
        let numbers: Vec<String> = hexes.map(|hex| self.ground().grid.number(hex).to_string()).collect();
        format!(" to {}", numbers.join(" and "))
    }

    fn describe_turn_after(self, hand: Hand) -> String {
        let bare = format!("turn {}", hand_word(hand));
        match self.state.agenda.top() {
            Some(Step::Combat(CombatStep::TurnAfter { unit })) => {
                let facing = self.unit(unit).facing.turned(hand, 1);
                format!("{bare} to face {}", self.facing_in_words(unit, facing))
            }
            _ => bare,
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
                let (name, at) = (self.name(retreat.unit), self.place_of(self.pose(retreat.unit)));
                format!("Which way does {name} retreat? It is at {at}; hexes left: {}.", retreat.left)
            }
            CombatStep::Losses { retreat } => {
                format!("Who of the stack takes a casualty? Still to take: {}.", retreat.left)
            }
            CombatStep::TurnAfter { unit } => {
                let facing = self.facing_in_words(unit, self.unit(unit).facing);
                format!("{} faces {facing}. Does it turn after its advance?", self.name(unit))
            }
            CombatStep::Fight => self.put_fight(),
            CombatStep::StartCharges { .. } | CombatStep::EndSegment | CombatStep::UnableToRetreat { .. } => {
                "Nothing is asked.".to_string()
            }
        }
    }

    fn put_fight(self) -> String {
        let Some(fight) = self.fight() else { return "Nothing is asked.".to_string() };
        match fight.stage {
            Stage::Pistols => {
                let attackers: Vec<&str> = fight.attackers.iter().map(|attacker| self.name(attacker.unit)).collect();
                let defender = fight.defender.map_or("nobody", |unit| self.name(unit));
                let fall = if attackers.len() == 1 { "falls" } else { "fall" };
                format!("{} {fall} on {defender}. Is a pistol shot spent in the combat?", attackers.join(", "))
            }
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
