//! `bench`: speed of random play.

use crate::out::say;
use crate::{Mistake, target};
use clap::Args;
use laboratory::bench::{Figures, Taken, measure_file};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
pub struct Bench {
    /// Battles by key or file; all that come with the program if none is given
    battles: Vec<String>,
    /// Seconds for each battle
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// A folder of chart files laid over those of the rulebook
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    battles: &'a [Figures],
}

/// Counts what a piece of work allocates.
fn counted(work: &mut dyn FnMut()) -> Taken {
    let info = allocation_counter::measure(work);
    Taken { allocations: info.count_total, bytes: info.bytes_total }
}

impl Bench {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if !(0.01..=600.0).contains(&self.seconds) {
            return Err(Mistake::new(format!("{} seconds are no measure\n  instead: 0.01 to 600", self.seconds)));
        }
        let sources = target::battles(&self.battles)?;
        let charts = target::charts(self.charts.as_deref())?;
        let mut all = Vec::new();
        for source in sources {
            let head = scenario::header(&source)?;
            if !self.json {
                eprintln!("measuring {} for {} s", head.key, self.seconds);
            }
            let figures = measure_file(&source, &charts, Duration::from_secs_f64(self.seconds), &counted);
            all.push(figures.map_err(|problem| Mistake::new(problem.to_string()))?);
        }
        if self.json {
            say!("{}", serde_json::to_string(&Report { battles: &all })?);
            return Ok(ExitCode::SUCCESS);
        }
        let widest = all.iter().map(|figures| figures.battle.chars().count()).max().unwrap_or(0).max(6);
        say!(
            "{:<widest$} {:>12} {:>10} {:>12} {:>9} {:>21}",
            "battle",
            "decisions/s",
            "battles/s",
            "state bytes",
            "clone ns",
            "allocations/decision"
        );
        for f in &all {
            say!(
                "{:<widest$} {:>12.0} {:>10.1} {:>12} {:>9.0} {:>21.3}",
                f.battle,
                f.decisions_per_s,
                f.battles_per_s,
                f.state_bytes,
                f.clone_ns,
                f.allocations_per_decision
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}
