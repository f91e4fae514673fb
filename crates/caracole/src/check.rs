//! `check`: whether files are in order.

use crate::out::say;
use crate::{Mistake, files, run, target};
use clap::Args;
use kernel::{Door, OptionValues};
use scenario::Source;
use shelf::Dice;
use std::process::ExitCode;

#[derive(Args)]
pub struct Check {
    /// Battle files and army lists (both .toml), journals, excerpts and scripts; or battles by their key
    #[arg(required = true)]
    files: Vec<String>,
    /// Also the bill: who costs what, and why
    #[arg(long)]
    bill: bool,
    /// The whole journal, to be held against excerpts of it
    #[arg(long, value_name = "JOURNAL")]
    of: Option<String>,
}

impl Check {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let mut wrong = 0;
        for file in &self.files {
            match self.check(file) {
                Ok(words) => say!("{file}: {words}"),
                Err(Mistake::Said(text)) => {
                    wrong += 1;
                    eprintln!("{text}");
                }
                Err(unheard) => return Err(unheard),
            }
        }
        match (wrong, self.files.len()) {
            (0, _) => Ok(ExitCode::SUCCESS),
            (_, 1) => Err(Mistake::new("the file is not in order")),
            (wrong, all) => Err(Mistake::new(format!("{wrong} of {all} files are not in order"))),
        }
    }

    fn check(&self, file: &str) -> Result<String, Mistake> {
        if target::is_excerpt(file) {
            return self.excerpt(file);
        }
        if target::is_journal(file) {
            let door = target::resume(file, target::journal(file)?)?;
            let state = door.outcome().map_or_else(|| door.clock().to_string(), |outcome| outcome.words);
            return Ok(format!(
                "a sound journal of {}: {} decisions, {state}",
                name(door.as_ref()),
                decisions(door.as_ref())
            ));
        }
        if target::is_script(file) {
            let text = files::read(file)?;
            let (door, refusal) = run::script_ends(file, &text)?;
            return match refusal {
                None => Ok(format!("a sound script: {} decisions, {}", decisions(door.as_ref()), door.clock())),
                Some(why) => Err(Mistake::in_file(file, why)),
            };
        }
        let source = target::battle(file)?;
        match shelf::army(&source) {
            Some(army) => {
                let army = army?;
                let limit = army.limit.map_or(String::new(), |limit| format!(" of {limit}"));
                let words = format!("an army in order: {}, {}{limit} points", army.title, army.bill.total());
                Ok(if self.bill { format!("{words}\n{}", army.bill) } else { words })
            }
            None => self.battle(&source),
        }
    }

    /// An excerpt by itself and, where it is given, against the journal it was taken from.
    fn excerpt(&self, file: &str) -> Result<String, Mistake> {
        let excerpt = target::excerpt(file)?;
        let against = match &self.of {
            None => "",
            Some(path) => {
                let journal = target::journal(path)?;
                excerpt
                    .agrees(&journal)
                    .map_err(|fault| Mistake::in_file(path, format!("{fault}\n  excerpt: {file}")))?;
                ", and nothing of it was changed since"
            }
        };
        Ok(format!(
            "a sound excerpt of {} for {}: {} decisions to read, {} sealed{against}",
            excerpt.header.battle,
            excerpt.seat,
            excerpt.decisions().count(),
            match excerpt.seals() {
                0 => "nothing".to_owned(),
                1 => "one place".to_owned(),
                places => format!("{places} places"),
            }
        ))
    }

    fn battle(&self, source: &Source) -> Result<String, Mistake> {
        let begun = shelf::begin(source, &OptionValues::new(), Dice::Seed(0));
        let (door, _) = begun.map_err(|problem| Mistake::new(problem.to_string()))?;
        let mut words = format!("a battle in order: {}", name(door.as_ref()));
        for (side, bill) in shelf::bills(source)? {
            words.push_str(&format!("\n  {side}: {} units and generals, {} points", bill.entries.len(), bill.total()));
            if self.bill {
                words.push_str(&format!("\n{bill}"));
            }
        }
        Ok(words)
    }
}

fn name(door: &dyn Door) -> String {
    door.scene(None).title
}

fn decisions(door: &dyn Door) -> usize {
    door.journal().records.len()
}
