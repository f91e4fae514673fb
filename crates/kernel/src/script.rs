//! Scripts: a battle and decisions written by hand.
//!
//! A journal is written by the program and proves itself, mark by mark; a script is written by people, so it may have
//! comments, and its dice may be left to a seed. The page on journals describes both.

use crate::contract::Refusal;
use crate::door::Door;
use crate::journal::JournalFault;
use crate::ledger::Entry;
use crate::seat::Seat;
use std::borrow::Cow;
use std::fmt::Write;

/// What the first line of a script says.
pub const FIRST_LINE: &str = "caracole script 1";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// A battle by its key, or the path of a battle file.
    pub battle: ScriptLine<String>,
    /// Keys and values.
    pub options: Vec<ScriptLine<(String, String)>>,
    pub dice: ScriptLine<Throws>,
    pub moves: Vec<Move>,
}

/// Something with the line it stands on, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptLine<T> {
    pub number: usize,
    pub value: T,
}

/// Where the dice of a script come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Throws {
    Seed(u64),
    /// Written down; these are the ones rolled before the first question.
    Written(Vec<u8>),
}

/// One decision, with the dice it rolls where they are written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    pub line: usize,
    pub seat: String,
    pub decision: String,
    pub dice: Option<Vec<u8>>,
}

fn fault<T>(line: usize, what: impl Into<String>, instead: impl Into<String>) -> Result<T, JournalFault> {
    Err(JournalFault { line, what: what.into(), instead: instead.into() })
}

impl Script {
    pub fn parse(text: &str) -> Result<Script, JournalFault> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        check_first_line(lines.next().map(|(_, line)| line))?;
        let (mut battle, mut dice) = (None, None);
        let (mut options, mut moves) = (Vec::new(), Vec::new());
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let rest = rest.trim();
            match word {
                "battle" | "option" | "seed" | "dice" if !moves.is_empty() => {
                    return fault(number, format!("`{word}` comes too late"), "all of these before the decisions");
                }
                "battle" if battle.is_some() => return fault(number, "a second battle", "one `battle` line"),
                "battle" if rest.is_empty() => return fault(number, "a battle has a name", "battle first-blood"),
                "battle" => battle = Some(ScriptLine { number, value: rest.to_owned() }),
                "option" => options.push(ScriptLine { number, value: option(rest, number)? }),
                "seed" | "dice" if dice.is_some() => {
                    return fault(number, "the dice are given already", "one `seed` or `dice` line");
                }
                "seed" => dice = Some(ScriptLine { number, value: Throws::Seed(seed(rest, number)?) }),
                "dice" => dice = Some(ScriptLine { number, value: Throws::Written(faces(rest, number)?) }),
                _ => moves.push(decision(word, rest, number)?),
            }
        }
        let Some(battle) = battle else {
            return fault(1, "the script names no battle", "a line such as `battle first-blood`");
        };
        let dice = dice.unwrap_or(ScriptLine { number: battle.number, value: Throws::Seed(0) });
        Ok(Script { battle, options, dice, moves })
    }

    /// The script written out, without the remarks.
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\nbattle {}\n", self.battle.value);
        for option in &self.options {
            let (key, value) = &option.value;
            let _ = writeln!(text, "option {key} {value}");
        }
        let faces = |faces: &[u8]| faces.iter().map(|face| format!(" {face}")).collect::<String>();
        let _ = match &self.dice.value {
            Throws::Seed(seed) => writeln!(text, "seed {seed}"),
            Throws::Written(dice) => writeln!(text, "dice{}", faces(dice)),
        };
        for step in &self.moves {
            let dice = step.dice.as_ref().map_or(String::new(), |dice| format!(" ;{}", faces(dice)));
            let _ = writeln!(text, "{} {}{dice}", step.seat, step.decision);
        }
        text
    }

    /// Plays one decision of it.
    pub fn play(&self, door: &mut dyn Door, step: &Move) -> Result<Vec<Entry>, Refusal> {
        let Some(seat) = door.seats().iter().position(|card| card.key == step.seat) else {
            let keys: Vec<&str> = door.seats().iter().map(|card| card.key.as_str()).collect();
            let why = format!("there is no seat `{}`; the seats are {}", step.seat, keys.join(" or "));
            return Err(Refusal { rule: Cow::Borrowed("seat"), why: Cow::Owned(why) });
        };
        let seat = Seat(seat as u8);
        match (&step.dice, &self.dice.value) {
            (None, Throws::Seed(_)) => door.decide(seat, &step.decision),
            (thrown, _) => door.decide_with(seat, &step.decision, thrown.clone().unwrap_or_default()),
        }
    }
}

fn check_first_line(line: Option<&str>) -> Result<(), JournalFault> {
    match line {
        Some(FIRST_LINE) => Ok(()),
        Some(line) if line.starts_with("caracole script") => {
            fault(1, format!("`{line}` is not known here"), format!("`{FIRST_LINE}`"))
        }
        _ => {
            let instead = format!("a file whose first line is `{FIRST_LINE}` or `caracole journal 1`");
            fault(1, "this is neither a journal nor a script", instead)
        }
    }
}

fn option(text: &str, line: usize) -> Result<(String, String), JournalFault> {
    match text.split_once(char::is_whitespace) {
        Some((key, value)) => Ok((key.to_owned(), value.trim().to_owned())),
        None => fault(line, "an option has a key and a value", "option scale 15mm"),
    }
}

fn seed(text: &str, line: usize) -> Result<u64, JournalFault> {
    match text.parse() {
        Ok(seed) => Ok(seed),
        Err(_) => fault(line, format!("`{text}` is not a seed"), "a whole number, such as seed 7"),
    }
}

fn decision(seat: &str, rest: &str, line: usize) -> Result<Move, JournalFault> {
    let (decision, dice) = rest.split_once(';').map_or((rest, None), |(decision, dice)| (decision, Some(dice)));
    let decision = decision.trim();
    if decision.is_empty() {
        return fault(line, format!("`{seat}` decides nothing"), "seat and decision, such as king side a");
    }
    let dice = dice.map(|dice| faces(dice, line)).transpose()?;
    Ok(Move { line, seat: seat.to_owned(), decision: decision.to_owned(), dice })
}

fn faces(text: &str, line: usize) -> Result<Vec<u8>, JournalFault> {
    let face = |word: &str| match word.parse() {
        Ok(0) | Err(_) => fault(line, format!("`{word}` is not a die"), "faces such as 4 2 6"),
        Ok(face) => Ok(face),
    };
    text.split_whitespace().map(face).collect()
}
