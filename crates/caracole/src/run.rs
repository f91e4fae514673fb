//! `run`: a journal or a script played without a person.

use crate::out::say;
use crate::{Mistake, files, script, target};
use clap::Args;
use kernel::script::{Move, Script};
use kernel::{Door, Entry, Journal, Refusal, Seat};
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Run {
    /// A journal or a script; `-` reads standard input
    file: String,
    /// Leave the ledger out
    #[arg(long)]
    brief: bool,
    /// Write the journal of what was played, under a new name
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
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

impl Refused {
    fn new(step: &Move, refusal: Refusal) -> Refused {
        Refused {
            line: step.line,
            seat: step.seat.clone(),
            decision: step.decision.clone(),
            rule: refusal.rule.into_owned(),
            why: refusal.why.into_owned(),
        }
    }

    fn words(&self) -> String {
        format!("line {}: `{} {}` is refused: {} [{}]", self.line, self.seat, self.decision, self.why, self.rule)
    }
}

impl Run {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if let Some(path) = &self.journal {
            files::free(path)?;
        }
        let (file, text) = match self.file.as_str() {
            "-" => ("standard input", files::read_input()?),
            file => (file, files::read(file)?),
        };
        let mut ledger = Vec::new();
        let mut note = |step: Step| {
            if !self.brief {
                ledger.push(step);
            }
        };
        let (door, refusal) = if text.starts_with("caracole journal") || text.starts_with("caracole excerpt") {
            (replay(file, &text, &mut note)?, None)
        } else {
            play(file, &script::parse(file, &text)?, &mut note)?
        };
        if let Some(path) = &self.journal {
            files::write_new(path, &door.journal().to_text())?;
        }
        if let Some(no) = &refusal {
            eprintln!("caracole: {file}: {}", no.words());
        }
        let report = report(door.as_ref(), ledger, refusal);
        say!("{}", serde_json::to_string_pretty(&report)?);
        Ok(if report.refusal.is_some() { ExitCode::from(2) } else { ExitCode::SUCCESS })
    }
}

fn replay(file: &str, text: &str, note: &mut impl FnMut(Step)) -> Result<Box<dyn Door>, Mistake> {
    let journal = Journal::parse(text).map_err(|fault| Mistake::in_file(file, fault))?;
    let mut tell = |told: shelf::Told| note(Step { seat: told.seat, decision: told.decision, entries: told.entries });
    shelf::replay(journal, &mut tell).map_err(|problem| target::in_journal(file, &problem))
}

/// Plays a script to its end, or to the first decision that is refused.
fn play(file: &str, script: &Script, note: &mut impl FnMut(Step)) -> Result<(Box<dyn Door>, Option<Refused>), Mistake> {
    let (mut door, opening) = script::begin(file, script)?;
    note(Step { seat: String::new(), decision: "begin".into(), entries: opening.entries });
    for step in &script.moves {
        match script.play(door.as_mut(), step) {
            Ok(entries) => note(Step { seat: step.seat.clone(), decision: step.decision.clone(), entries }),
            Err(refusal) => return Ok((door, Some(Refused::new(step, refusal)))),
        }
    }
    Ok((door, None))
}

/// Where a script leads, and which decision of it is refused, in words.
pub fn script_ends(file: &str, text: &str) -> Result<(Box<dyn Door>, Option<String>), Mistake> {
    let (door, refusal) = play(file, &script::parse(file, text)?, &mut |_| ())?;
    Ok((door, refusal.map(|no| no.words())))
}

fn report(door: &dyn Door, ledger: Vec<Step>, refusal: Option<Refused>) -> Report {
    let seat = |seat: &Seat| door.seats().get(usize::from(seat.0)).map_or(String::new(), |card| card.key.clone());
    Report {
        battle: door.journal().header.battle.clone(),
        decisions: door.journal().records.len(),
        clock: door.clock().to_string(),
        awaiting: door.awaiting().iter().map(seat).collect(),
        outcome: door.outcome(),
        refusal,
        ledger,
        state: door.view(None),
    }
}
