//! `generate`: a battle out of a seed.

use crate::out::{say, text};
use crate::{Mistake, files};
use charge_pikes::generator::{self, FEWEST_POINTS, MOST_POINTS};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Generate {
    /// The battle is the same for the same seed and points
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Points each army may cost
    #[arg(long, default_value_t = 1_200)]
    points: u32,
    /// Where to write it, under a new name; standard output if not given
    #[arg(short, long)]
    out: Option<PathBuf>,
}

impl Generate {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if !(FEWEST_POINTS..=MOST_POINTS).contains(&self.points) {
            return Err(Mistake::new(format!(
                "no battle is made of {} points a side\n  instead: {FEWEST_POINTS} to {MOST_POINTS}",
                self.points
            )));
        }
        let battle = generator::generate(self.seed, self.points);
        match self.out {
            None => text(format_args!("{battle}"))?,
            Some(path) => {
                files::write_new(&path, &battle)?;
                say!("wrote {}; play it with: caracole play {}", path.display(), path.display());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
