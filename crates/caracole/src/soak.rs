//! `soak`: many battles at random, everything checked.

use crate::{Mistake, target};
use clap::Args;
use commander::Anyone;
use kernel::{Header, OptionValues, Rulebook};
use laboratory::soak::{Soaked, soak};
use shelf::Task;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Args)]
pub struct Soak {
    /// Battles by key or file; all that come with the program if none is given
    battles: Vec<String>,
    /// How many of each
    #[arg(short = 'n', long, default_value_t = 100)]
    count: usize,
    /// The seed of the first
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Commanders of the two sides
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"], default_values = ["random", "random"])]
    commanders: Vec<String>,
    /// Optional rules and readings, as key=value
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Where to write the journals of battles that failed
    #[arg(long, default_value = ".")]
    out: std::path::PathBuf,
    #[arg(long)]
    json: bool,
}

struct Trials<'a> {
    header: Header,
    first: u64,
    count: usize,
    players: [&'a str; 2],
    progress: Arc<AtomicUsize>,
}

impl Task for Trials<'_> {
    type Output = Soaked;

    fn run<R>(self, rules: R) -> Soaked
    where
        R: Rulebook + Clone + Send + Sync + 'static,
        R::State: Send + Sync,
        R::Decision: Send + Sync,
    {
        soak(&rules, &self.header, self.first, self.count, self.players, &self.progress)
    }
}

impl Soak {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let choices = target::choices(&self.options)?;
        for name in &self.commanders {
            if Anyone::named(name, 0).is_none() {
                return Err(Mistake(format!(
                    "there is no commander `{name}`\n  instead: {}",
                    Anyone::NAMES.join(" or ")
                )));
            }
        }
        let players = [self.commanders[0].as_str(), self.commanders[1].as_str()];
        let sources = match self.battles.as_slice() {
            [] => shelf::shipped().collect(),
            names => names.iter().map(|name| target::battle(name)).collect::<Result<Vec<_>, _>>()?,
        };
        let mut failed = 0;
        for source in sources {
            let head = scenario::header(&source)?;
            let header = Header {
                rulebook: head.rulebook,
                battle: head.key.clone(),
                options: choices.clone(),
                scenario: source.text.clone(),
                ..Header::default()
            };
            let progress = Arc::new(AtomicUsize::new(0));
            let watcher = watch(&head.key, self.count, &progress);
            let trials = Trials { header, first: self.seed, count: self.count, players, progress };
            let result = shelf::with(&source, &choices, trials);
            watcher.stop();
            let soaked = result.map_err(|problem| Mistake(problem.to_string()))?;
            failed += soaked.failures.len();
            self.tell(&head.key, &soaked, &choices)?;
        }
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn tell(&self, key: &str, soaked: &Soaked, _choices: &OptionValues) -> Result<(), Mistake> {
        for failure in &soaked.failures {
            let path = self.out.join(format!("{key}-{}.journal", failure.seed));
            std::fs::write(&path, &failure.journal).map_err(|error| Mistake(format!("{}: {error}", path.display())))?;
            eprintln!("{key}, seed {}: {}\n  journal: {}", failure.seed, failure.what, path.display());
        }
        if self.json {
            println!("{}", serde_json::to_string(&serde_json::json!({"battle": key, "result": soaked}))?);
        } else {
            let [first, second, drawn] = soaked.wins;
            println!(
                "{key}: {} battles, {} decisions, {first} won by the first side, {second} by the second, {drawn} drawn, {} failed",
                soaked.battles,
                soaked.decisions,
                soaked.failures.len()
            );
        }
        Ok(())
    }
}

/// Shows how far a soak has come, every few seconds.
struct Watcher {
    over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<()>,
}

impl Watcher {
    fn stop(self) {
        self.over.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }
}

fn watch(key: &str, count: usize, progress: &Arc<AtomicUsize>) -> Watcher {
    let over = Arc::new(AtomicBool::new(false));
    let (key, progress, done) = (key.to_owned(), Arc::clone(progress), Arc::clone(&over));
    let thread = std::thread::spawn(move || {
        let mut ticks = 0;
        while !done.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
            ticks += 1;
            if ticks % 100 == 0 {
                eprintln!("{key}: {} of {count}", progress.load(Ordering::Relaxed));
            }
        }
    });
    Watcher { over, thread }
}
