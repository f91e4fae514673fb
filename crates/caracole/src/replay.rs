//! `replay`: a battle told again.

use crate::out::{Paint, line, say, width};
use crate::{Mistake, files, story, target};
use clap::Args;
use kernel::{Clock, Door, Seat};
use shelf::Told;
use std::collections::BTreeSet;
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
    /// Tell only what this seat may know
    #[arg(long)]
    seat: Option<String>,
    /// Write the journal up to there as a new one, to branch off from
    #[arg(long, value_name = "FILE", conflicts_with = "seat")]
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
        let mut teller = Teller { replay: &self, clock: Clock::default(), sealed: false, done: Ok(()) };
        // What is still sealed from a seat shows only when all has been played.
        let mut kept = Vec::new();
        let door = shelf::replay(journal, &mut |told| match self.seat {
            None => teller.hear(&told),
            Some(_) => kept.push(told),
        });
        let door = door.map_err(|problem| target::in_journal(&self.journal, &problem))?;
        if let Some(key) = &self.seat {
            let seat = target::seat(door.seats(), key).map_err(Mistake::new)?;
            teller.hear_as(door.as_ref(), seat, kept);
        }
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
    clock: Clock,
    /// Whether the last decision was one that may not be told.
    sealed: bool,
    /// The first thing that went wrong while telling.
    done: Result<(), Mistake>,
}

impl Teller<'_> {
    /// The battle as a seat may know it: the other side's decisions that are sealed are left out, and of the rest it hears its
    /// part.
    fn hear_as(&mut self, door: &dyn Door, seat: Seat, kept: Vec<Told>) {
        let readable: BTreeSet<usize> = door.excerpt(seat).decisions().map(|(number, _)| number).collect();
        for told in kept {
            if told.number == 0 || readable.contains(&told.number) {
                let entries = door.part(Some(seat), &told.entries);
                self.hear(&Told { entries, ..told });
            } else if self.begins(&told) && self.done.is_ok() {
                self.done = self.pass_over(&told);
            }
        }
    }

    fn begins(&self, told: &Told) -> bool {
        told.number > self.replay.from || (told.number == 0 && self.replay.from == 0)
    }

    fn hear(&mut self, told: &Told) {
        if self.done.is_ok() && self.begins(told) {
            self.done = if self.replay.json { json(told) } else { self.tell(told) };
            self.sealed = false;
        }
    }

    /// However many sealed decisions there are in a row, they are told as one.
    fn pass_over(&mut self, told: &Told) -> Result<(), Mistake> {
        if self.replay.decisions && !self.replay.json && !std::mem::replace(&mut self.sealed, true) {
            self.under_the_clock(told)?;
            say!("   * {}: sealed", told.seat);
        }
        Ok(())
    }

    /// The story: what came of each decision, under the turn and phase it was taken in.
    fn tell(&mut self, told: &Told) -> Result<(), Mistake> {
        if told.entries.is_empty() && !self.replay.decisions {
            return Ok(());
        }
        self.under_the_clock(told)?;
        if self.replay.decisions && told.number > 0 {
            say!("{:>4} {}: {}", told.number, told.seat, told.words);
        }
        for entry in &told.entries {
            say!("{}", story::entry(entry, Paint::here(), width()));
        }
        Ok(())
    }

    fn under_the_clock(&mut self, told: &Told) -> Result<(), Mistake> {
        if told.asked_at != self.clock {
            self.clock.clone_from(&told.asked_at);
            say!("\n{}", Paint::here().strong(&format!("== {}", told.asked_at)));
        }
        Ok(())
    }
}

fn json(told: &Told) -> Result<(), Mistake> {
    line(format_args!("{}", serde_json::to_string(told)?))
}
