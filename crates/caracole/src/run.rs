//! `run`: a journal or a script played without a person.
//!
//! A script is a text file:
//!
//! ```text
//! caracole script 1
//! battle first-blood          (a key, or the path of a battle file)
//! option scale 15mm           (any number of these)
//! seed 7                      (or: dice 4 2, those thrown before the first question)
//! king side a                 (seat and decision)
//! king charge lisle-horse hale-horse ; 3 5    (with the dice it rolls, where there is no seed)
//! ```

use crate::{Mistake, target};
use clap::Args;
use kernel::{Door, Entry, OptionValues, Refusal, Seat};
use serde::Serialize;
use serde_json::Value;
use shelf::Dice;
use std::path::Path;
use std::process::ExitCode;

#[derive(Args)]
pub struct Run {
    /// A journal or a script; `-` reads standard input
    file: String,
    /// Leave the ledger out
    #[arg(long)]
    brief: bool,
}

#[derive(Serialize)]
struct Report {
    battle: String,
    decisions: usize,
    clock: String,
    awaiting: Vec<String>,
    outcome: Option<kernel::Outcome>,
    refusal: Option<Refused>,
    ledger: Vec<Step>,
    state: Value,
}

#[derive(Serialize)]
struct Step {
    seat: String,
    decision: String,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Refused {
    line: usize,
    seat: String,
    decision: String,
    rule: String,
    why: String,
}

struct Script {
    battle: String,
    options: OptionValues,
    dice: Dice,
    moves: Vec<Move>,
}

struct Move {
    line: usize,
    seat: String,
    decision: String,
    dice: Option<Vec<u8>>,
}

impl Run {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let text = match self.file.as_str() {
            "-" => std::io::read_to_string(std::io::stdin())?,
            file => std::fs::read_to_string(file).map_err(|error| Mistake(format!("{file}: {error}")))?,
        };
        let report = if text.starts_with("caracole journal") { self.journal(&text)? } else { self.script(&text)? };
        println!("{}", serde_json::to_string_pretty(&report)?);
        Ok(if report.refusal.is_some() { ExitCode::from(2) } else { ExitCode::SUCCESS })
    }

    fn journal(&self, text: &str) -> Result<Report, Mistake> {
        let place = |what: String| Mistake(format!("{}: {what}", self.file));
        let journal = kernel::Journal::parse(text).map_err(|fault| place(fault.to_string()))?;
        let mut ledger = Vec::new();
        let door = shelf::replay(journal, |told| {
            if !self.brief {
                ledger.push(Step { seat: told.seat, decision: told.decision, entries: told.entries });
            }
        })
        .map_err(|problem| place(problem.to_string()))?;
        Ok(report(door.as_ref(), ledger, None))
    }

    fn script(&self, text: &str) -> Result<Report, Mistake> {
        let script = parse(text).map_err(|(line, what)| Mistake(format!("{}: line {line}: {what}", self.file)))?;
        let near_script = Path::new(&self.file).parent().map(|folder| folder.join(&script.battle));
        let source = match near_script.filter(|path| path.extension().is_some_and(|end| end == "toml") && path.exists())
        {
            Some(path) => target::battle(&path.display().to_string())?,
            None => target::battle(&script.battle)?,
        };
        let begun = shelf::begin(&source, &script.options, script.dice.clone());
        let (mut door, opening) = begun.map_err(|problem| Mistake(problem.to_string()))?;
        let mut ledger = Vec::new();
        if !self.brief {
            ledger.push(Step { seat: String::new(), decision: "begin".into(), entries: opening.entries });
        }
        let mut refusal = None;
        for step in script.moves {
            match self.play(door.as_mut(), &step, &script.dice) {
                Ok(entries) if self.brief => drop(entries),
                Ok(entries) => ledger.push(Step { seat: step.seat, decision: step.decision, entries }),
                Err(why) => {
                    refusal = Some(Refused {
                        line: step.line,
                        seat: step.seat,
                        decision: step.decision,
                        rule: why.rule.into_owned(),
                        why: why.why.into_owned(),
                    });
                    break;
                }
            }
        }
        Ok(report(door.as_ref(), ledger, refusal))
    }

    fn play(&self, door: &mut dyn Door, step: &Move, dice: &Dice) -> Result<Vec<Entry>, Refusal> {
        let seat = seat_named(door, &step.seat)?;
        match (&step.dice, dice) {
            (None, Dice::Seed(_)) => door.decide(seat, &step.decision),
            (thrown, _) => door.decide_with(seat, &step.decision, thrown.clone().unwrap_or_default()),
        }
    }
}

fn seat_named(door: &dyn Door, key: &str) -> Result<Seat, Refusal> {
    door.seats().iter().position(|card| card.key == key).map(|index| Seat(index as u8)).ok_or_else(|| {
        let keys: Vec<&str> = door.seats().iter().map(|card| card.key.as_str()).collect();
        Refusal { rule: "seat".into(), why: format!("there is no seat `{key}`; one of: {}", keys.join(", ")).into() }
    })
}

fn report(door: &dyn Door, ledger: Vec<Step>, refusal: Option<Refused>) -> Report {
    let seat = |seat: &Seat| door.seats().get(usize::from(seat.0)).map_or(String::new(), |card| card.key.clone());
    Report {
        battle: door.journal().header.battle.clone(),
        decisions: door.journal().records.len(),
        clock: door.clock(),
        awaiting: door.awaiting().iter().map(seat).collect(),
        outcome: door.outcome(),
        refusal,
        ledger,
        state: door.view(None),
    }
}

fn parse(text: &str) -> Result<Script, (usize, String)> {
    let mut script =
        Script { battle: String::new(), options: OptionValues::new(), dice: Dice::Seed(0), moves: Vec::new() };
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    if lines.next().is_none_or(|(_, line)| line != "caracole script 1") {
        return Err((
            1,
            "this is neither a journal nor a script\n  instead: `caracole script 1` in the first line".into(),
        ));
    }
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "battle" if script.moves.is_empty() => script.battle = rest.trim().into(),
            "option" if script.moves.is_empty() => {
                let Some((key, value)) = rest.split_once(' ') else {
                    return Err((number, "an option has a key and a value\n  instead: option scale 15mm".into()));
                };
                script.options.insert(key.into(), value.trim().into());
            }
            "seed" if script.moves.is_empty() => {
                let seed = rest.trim().parse().map_err(|_| (number, format!("`{rest}` is not a seed")))?;
                script.dice = Dice::Seed(seed);
            }
            "dice" if script.moves.is_empty() => script.dice = Dice::Thrown(faces(rest, number)?),
            _ => {
                let (decision, dice) =
                    rest.split_once(';').map_or((rest, None), |(decision, dice)| (decision, Some(dice)));
                let dice = dice.map(|dice| faces(dice, number)).transpose()?;
                script.moves.push(Move { line: number, seat: word.into(), decision: decision.trim().into(), dice });
            }
        }
    }
    if script.battle.is_empty() {
        return Err((1, "the script names no battle\n  instead: a line `battle first-blood`".into()));
    }
    Ok(script)
}

fn faces(text: &str, line: usize) -> Result<Vec<u8>, (usize, String)> {
    text.split_whitespace().map(|face| face.parse().map_err(|_| (line, format!("`{face}` is not a die")))).collect()
}
