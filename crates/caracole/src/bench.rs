//! `bench`: speed of random play.

use crate::{Mistake, target};
use clap::Args;
use kernel::{OptionValues, Rulebook};
use laboratory::bench::{Figures, Taken, measure};
use shelf::Task;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
pub struct Bench {
    /// Battles by key or file; all that come with the program if none is given
    battles: Vec<String>,
    /// Seconds for each battle
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    #[arg(long)]
    json: bool,
}

struct Measure {
    key: String,
    time: Duration,
}

impl Task for Measure {
    type Output = Figures;

    fn run<R: Rulebook + Clone + Send + Sync + 'static>(self, rules: R) -> Figures {
        measure(&rules, &self.key, self.time, |work| {
            let info = allocation_counter::measure(work);
            Taken { allocations: info.count_total, bytes: info.bytes_total }
        })
    }
}

impl Bench {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if !(0.01..=600.0).contains(&self.seconds) {
            return Err(Mistake("a battle is measured for 0.01 to 600 seconds".into()));
        }
        let sources = match self.battles.as_slice() {
            [] => shelf::shipped().collect(),
            names => names.iter().map(|name| target::battle(name)).collect::<Result<Vec<_>, _>>()?,
        };
        let mut all = Vec::new();
        for source in sources {
            let head = scenario::header(&source)?;
            if !self.json {
                eprintln!("measuring {} for {} s", head.key, self.seconds);
            }
            let task = Measure { key: head.key, time: Duration::from_secs_f64(self.seconds) };
            all.push(shelf::with(&source, &OptionValues::new(), task).map_err(|problem| Mistake(problem.to_string()))?);
        }
        if self.json {
            println!("{}", serde_json::to_string(&serde_json::json!({ "battles": all }))?);
            return Ok(ExitCode::SUCCESS);
        }
        println!(
            "{:<20} {:>14} {:>10} {:>12} {:>10} {:>14}",
            "battle", "decisions/s", "battles/s", "state bytes", "clone ns", "allocs/decision"
        );
        for f in &all {
            println!(
                "{:<20} {:>14.0} {:>10.1} {:>12} {:>10.0} {:>14.3}",
                f.battle, f.decisions_per_s, f.battles_per_s, f.state_bytes, f.clone_ns, f.allocations_per_decision
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}
