//! `generate`: a battle out of a seed.

use crate::out::{say, text};
use crate::{Mistake, files};
use clap::Args;
use shelf::{BOOKS, Book, Generator};
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
    /// The rulebook, where several can make battles
    #[arg(long)]
    rulebook: Option<String>,
    /// Where to write it, under a new name; standard output if not given
    #[arg(short, long)]
    out: Option<PathBuf>,
}

impl Generate {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let generator = self.generator()?;
        let (fewest, most) = (generator.fewest_points, generator.most_points);
        if !(fewest..=most).contains(&self.points) {
            let points = self.points;
            return Err(Mistake::new(format!(
                "no battle is made of {points} points a side\n  instead: {fewest} to {most}"
            )));
        }
        let battle = (generator.generate)(self.seed, self.points);
        match self.out {
            None => text(format_args!("{battle}"))?,
            Some(path) => {
                files::write_new(&path, &battle)?;
                say!("wrote {}; play it with: caracole play {}", path.display(), path.display());
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// That of the rulebook, or of the first that has one.
    fn generator(&self) -> Result<Generator, Mistake> {
        let makers = || BOOKS.iter().filter(|book| book.generator.is_some());
        let wanted = |book: &&Book| self.rulebook.as_ref().is_none_or(|name| book.card.key == name);
        makers().find(wanted).and_then(|book| book.generator).ok_or_else(|| {
            let name = self.rulebook.as_deref().unwrap_or_default();
            let known: Vec<&str> = makers().map(|book| book.card.key).collect();
            Mistake::new(format!("`{name}` makes no battles\n  instead: {}", known.join(" or ")))
        })
    }
}
