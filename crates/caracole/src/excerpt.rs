//! `excerpt`: a journal as far as one seat may read it.

use crate::out::{say, text};
use crate::{Mistake, files, target};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Excerpts {
    /// A journal
    journal: String,
    /// For whom
    #[arg(long)]
    seat: String,
    /// Where to write it, under a new name; printed if not given
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Excerpts {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if let Some(path) = &self.out {
            files::free(path)?;
        }
        let door = target::resume(&self.journal, target::journal(&self.journal)?)?;
        let seat = target::seat(door.seats(), &self.seat).map_err(Mistake::new)?;
        let excerpt = door.excerpt(seat);
        if excerpt.seals() > 0 && !excerpt.is_salted() {
            eprintln!(
                "caracole: {}: this journal has no salt: who tries what may be sealed can find it out\n  instead: a battle \
                 begun without --seed",
                self.journal
            );
        }
        match &self.out {
            None => text(format_args!("{}", excerpt.to_text()))?,
            Some(path) => {
                files::write_new(path, &excerpt.to_text())?;
                say!(
                    "wrote {}; when nothing is secret any more, `caracole check {0} --of JOURNAL` holds the whole against it",
                    path.display()
                );
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
