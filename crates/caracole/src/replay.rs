//! `replay`: a battle told again.

use crate::out::{Paint, line, say, width};
use crate::{Mistake, files, story, target};
use clap::Args;
use shelf::Told;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Replay {
    /// A journal
    journal: String,
    /// Begin to tell after so many decisions
    #[arg(long, default_value_t = 0, value_name = "DECISIONS")]
    from: usize,
    /// Stop after so many decisions
    #[arg(long, value_name = "DECISIONS")]
    to: Option<usize>,
    /// Tell every decision, not only what came of them
    #[arg(long)]
    decisions: bool,
    /// Write the journal up to there as a new one, to branch off from
    #[arg(long, value_name = "FILE")]
    branch: Option<PathBuf>,
    /// Print as JSON, a line for each decision
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let mut journal = target::journal(&self.journal)?;
        target::cut(&self.journal, &mut journal, self.to)?;
        if self.from > journal.records.len() {
            let last = journal.records.len();
            let what = format!("there is no decision {} to begin after\n  instead: 0 to {last}", self.from);
            return Err(Mistake::in_file(&self.journal, what));
        }
        if let Some(path) = &self.branch {
            files::free(path)?;
        }
        let mut teller = Teller { replay: &self, clock: String::new(), done: Ok(()) };
        let door = shelf::replay(journal, &mut |told| teller.hear(&told));
        let door = door.map_err(|problem| target::in_journal(&self.journal, &problem))?;
        teller.done?;
        if !self.json {
            match door.outcome() {
                Some(outcome) => say!("\n{}.", outcome.words),
                None => say!("\nHere the journal ends: {}.", door.clock()),
            }
        }
        if let Some(path) = &self.branch {
            files::write_new(path, &door.journal().to_text())?;
            eprintln!("wrote {}; play on with: caracole play {}", path.display(), path.display());
        }
        Ok(ExitCode::SUCCESS)
    }
}

struct Teller<'a> {
    replay: &'a Replay,
    clock: String,
    /// The first thing that went wrong while telling.
    done: Result<(), Mistake>,
}

impl Teller<'_> {
    fn hear(&mut self, told: &Told) {
        let begins = told.number > self.replay.from || (told.number == 0 && self.replay.from == 0);
        if self.done.is_ok() && begins {
            self.done = if self.replay.json { json(told) } else { self.tell(told) };
        }
    }

    /// The story: what came of each decision, under the turn and phase it was taken in.
    fn tell(&mut self, told: &Told) -> Result<(), Mistake> {
        if told.entries.is_empty() && !self.replay.decisions {
            return Ok(());
        }
        if told.asked_at != self.clock {
            self.clock.clone_from(&told.asked_at);
            say!("\n{}", Paint::here().strong(&format!("== {}", told.asked_at)));
        }
        if self.replay.decisions && told.number > 0 {
            say!("{:>4} {}: {}", told.number, told.seat, told.words);
        }
        for entry in &told.entries {
            say!("{}", story::entry(entry, Paint::here(), width()));
        }
        Ok(())
    }
}

fn json(told: &Told) -> Result<(), Mistake> {
    line(format_args!("{}", serde_json::to_string(told)?))
}
