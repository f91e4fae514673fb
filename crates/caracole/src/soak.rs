//! `soak`: many battles at random, everything checked.

use crate::out::say;
use crate::{Mistake, files, target};
use clap::Args;
use laboratory::soak::{Plan, Soaked, soak_file};
use std::path::PathBuf;
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
    /// Now and then take a legal decision that no menu offers
    #[arg(long)]
    strays: bool,
    /// Optional rules and readings, as key=value
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A folder of chart files laid over those of the rulebook
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    /// The folder for the journals of battles that failed
    #[arg(long, default_value = ".")]
    out: PathBuf,
    #[arg(long)]
    json: bool,
}

impl Soak {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let choices = target::choices(&self.options)?;
        let charts = target::charts(self.charts.as_deref())?;
        let [first, second] = self.commanders.as_slice() else {
            return Err(Mistake::new("two commanders are wanted\n  instead: --commanders greedy random"));
        };
        for name in [first, second] {
            target::commander(name, 0)?;
        }
        if self.count == 0 || self.seed.checked_add(self.count as u64).is_none() {
            let what = format!("{} battles from seed {} on cannot be played", self.count, self.seed);
            return Err(Mistake::new(format!("{what}\n  instead: -n 100, and smaller seeds")));
        }
        if !self.out.is_dir() {
            return Err(Mistake::in_file(
                &self.out.display().to_string(),
                "this is no folder\n  instead: one that is there",
            ));
        }
        let mut failed = 0;
        for source in target::battles(&self.battles)? {
            let head = scenario::header(&source)?;
            let progress = Arc::new(AtomicUsize::new(0));
            let watcher = watch(&head.key, self.count, &progress);
            let plan = Plan {
                first: self.seed,
                battles: self.count,
                players: [first, second],
                strays: self.strays,
                ..Plan::default()
            };
            let result = soak_file(&source, &choices, &charts, &plan, &progress);
            watcher.stop();
            let soaked = result.map_err(|problem| Mistake::new(problem.to_string()))?;
            failed += soaked.failures.len();
            self.tell(&head.key, &soaked)?;
        }
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn tell(&self, key: &str, soaked: &Soaked) -> Result<(), Mistake> {
        for failure in &soaked.failures {
            let path = self.out.join(format!("{key}-{}.journal", failure.seed));
            files::write(&path, failure.journal.as_bytes())?;
            eprintln!("{key}, seed {}: {}\n  journal: {}", failure.seed, failure.what, path.display());
        }
        if self.json {
            say!("{}", serde_json::to_string(&serde_json::json!({"battle": key, "result": soaked}))?);
        } else {
            let [first, second, drawn] = soaked.wins;
            say!(
                "{key}: {} battles, {} decisions, {} of {} decisions off the menu legal, {first} won by the first side, \
                 {second} by the second, {drawn} drawn, at most {} of {} steps under way, {} failed",
                soaked.battles,
                soaked.decisions,
                soaked.strays[1],
                soaked.strays[0],
                soaked.depth[0],
                soaked.depth[1],
                soaked.failures.len()
            );
        }
        Ok(())
    }
}

/// Shows how far a soak has come, every few seconds.
pub struct Watcher {
    over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<()>,
}

impl Watcher {
    pub fn stop(self) {
        self.over.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }
}

pub fn watch(key: &str, count: usize, progress: &Arc<AtomicUsize>) -> Watcher {
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
