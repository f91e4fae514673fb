//! `battles`, `check` and `generate`.

use crate::{Mistake, target};
use charge_pikes::{armies, generator};
use clap::Args;
use kernel::OptionValues;
use scenario::{Source, header};
use shelf::Dice;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct Battles {
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Also list the optional rules and readings
    #[arg(long)]
    options: bool,
}

impl Battles {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let heads: Vec<scenario::Header> = shelf::shipped().filter_map(|source| header(&source).ok()).collect();
        if self.json {
            let list: Vec<_> = heads
                .iter()
                .map(|head| {
                    serde_json::json!({"key": head.key, "rulebook": head.rulebook, "title": head.title, "date": head.date,
                        "place": head.place, "summary": head.summary, "options": shelf::options_of(&head.rulebook)})
                })
                .collect();
            println!("{}", serde_json::to_string_pretty(&list)?);
            return Ok(ExitCode::SUCCESS);
        }
        for head in &heads {
            println!("{:<18} {} ({})", head.key, head.title, head.rulebook);
            println!("{:18} {}, {}", "", head.place, head.date);
            println!("{:18} {}\n", "", head.summary);
        }
        if self.options {
            for spec in shelf::options_of("charge-pikes").unwrap_or_default() {
                println!("{:<24} {} [{}]: {}", spec.key, spec.title, spec.rule, spec.values.join(", "));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Args)]
pub struct Check {
    /// Battle files, army lists (both .toml) and journals
    #[arg(required = true)]
    files: Vec<String>,
}

impl Check {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let mut wrong = 0;
        for file in &self.files {
            match check(file) {
                Ok(words) => println!("{file}: {words}"),
                Err(Mistake(text)) => {
                    wrong += 1;
                    eprintln!("{text}");
                }
            }
        }
        if wrong > 0 {
            return Err(Mistake(format!("{wrong} of {} files are wrong", self.files.len())));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn check(file: &str) -> Result<String, Mistake> {
    if target::is_journal(file) {
        let door = target::resume(file)?;
        return Ok(format!("a sound journal of {} decisions, {}", door.journal().records.len(), door.clock()));
    }
    let source = Source::open(Path::new(file)).map_err(|error| Mistake(format!("{file}: {error}")))?;
    // An army list has a limit of points where a battle has ground.
    if source.text.lines().any(|line| line.trim_start().starts_with("limit")) && !source.text.contains("[ground]") {
        let army = armies::open(&source)?;
        return Ok(format!("an army in order\n{}", army.bill));
    }
    let (door, _) =
        shelf::begin(&source, &OptionValues::new(), Dice::Seed(0)).map_err(|problem| Mistake(problem.to_string()))?;
    let scene = door.scene(None);
    Ok(format!("a battle in order: {}, {} bodies on the table", scene.title, scene.bodies.len()))
}

#[derive(Args)]
pub struct Generate {
    /// The battle is the same for the same seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Points each army may cost
    #[arg(long, default_value_t = 1_200)]
    points: u32,
    /// Where to write it; standard output if not given
    #[arg(short, long)]
    out: Option<PathBuf>,
}

impl Generate {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let text = generator::generate(self.seed, self.points);
        match self.out {
            None => print!("{text}"),
            Some(path) => {
                std::fs::write(&path, text).map_err(|error| Mistake(format!("{}: {error}", path.display())))?;
                println!("wrote {}", path.display());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
