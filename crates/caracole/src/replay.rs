//! `replay`: a battle told again.

use crate::{Mistake, target};
use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub struct Replay {
    /// A journal
    journal: String,
    /// Stop after so many decisions
    #[arg(long)]
    to: Option<usize>,
    /// Write the journal up to there as a new one, to branch off from
    #[arg(long, value_name = "FILE")]
    branch: Option<String>,
    /// Print as JSON, a line for each decision
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let mut journal = target::journal(&self.journal)?;
        if let Some(to) = self.to {
            if to > journal.records.len() {
                return Err(Mistake(format!("{}: there are only {} decisions", self.journal, journal.records.len())));
            }
            journal.records.truncate(to);
        }
        if let Some(path) = &self.branch
            && std::path::Path::new(path).exists()
        {
            return Err(Mistake(format!("{path} is there already\n  instead: a new name")));
        }
        let mut problem = None;
        let mut clock = String::new();
        let door = shelf::replay(journal, |told| {
            if problem.is_some() {
                return;
            }
            if self.json {
                match serde_json::to_string(&told) {
                    Ok(line) => println!("{line}"),
                    Err(error) => problem = Some(error.to_string()),
                }
                return;
            }
            if told.clock != clock {
                clock = told.clock.clone();
                println!("\n== {clock}");
            }
            println!("{} {}: {}", told.number, told.seat, told.decision);
            for entry in &told.entries {
                println!("  {}", entry.to_text().replace('\n', "\n  "));
            }
        })
        .map_err(|problem| Mistake(format!("{}: {problem}", self.journal)))?;
        if let Some(problem) = problem {
            return Err(Mistake(problem));
        }
        if let Some(outcome) = door.outcome().filter(|_| !self.json) {
            println!("\n{}", outcome.words);
        }
        if let Some(path) = self.branch {
            std::fs::write(&path, door.journal().to_text()).map_err(|error| Mistake(format!("{path}: {error}")))?;
            eprintln!("wrote {path}");
        }
        Ok(ExitCode::SUCCESS)
    }
}
