//! What was measured.

use crate::server::Server;
use std::time::Duration;

/// What the calls took.
#[derive(Default)]
pub struct Taken {
    pub decisions: Vec<Duration>,
    pub views: Vec<Duration>,
    /// Views that came with the answer to a decision.
    pub brought: usize,
    /// Decisions of each kind of battle.
    pub kinds: Vec<usize>,
}

impl Taken {
    pub fn add(&mut self, other: Taken) {
        self.decisions.extend(other.decisions);
        self.views.extend(other.views);
        self.brought += other.brought;
        self.kinds.resize(self.kinds.len().max(other.kinds.len()), 0);
        other.kinds.iter().zip(&mut self.kinds).for_each(|(more, all)| *all += more);
    }
}

pub struct Figures {
    pub taken: Taken,
    pub elapsed: Duration,
    /// The processor time of the server.
    pub processor: Duration,
    pub news: u64,
}

impl Figures {
    pub fn print(&self, server: &Server) {
        let (Taken { decisions, views, brought, kinds }, seconds) = (&self.taken, self.elapsed.as_secs_f64());
        let count = decisions.len().max(1) as f64;
        println!("{:.0} decisions/s ({} in {seconds:.1} s; by battle {kinds:?})", count / seconds, decisions.len());
        println!("  decisions  {}", spread(decisions));
        println!("  views      {}; {brought} more came with the answer to a decision", spread(views));
        println!(
            "  processor of the server, a decision with its views: {:.2} ms",
            milliseconds(self.processor) / count
        );
        println!(
            "  memory {} MiB, at most {} MiB; {} news heard",
            server.memory_mib(),
            server.most_memory_mib(),
            self.news
        );
    }
}

pub fn print_deep(taken: &Taken, spent: &[f64], some: usize) {
    println!(
        "one battle alone, {} decisions; by hundreds: middle time of a decision, processor of a decision with its views",
        taken.decisions.len()
    );
    for (index, decisions) in taken.decisions.chunks(some).enumerate() {
        let processor = spent.get(index).copied().unwrap_or_default();
        println!("  {:>6}  {:>7.2} ms  {processor:.2} ms", index * some + 1, milliseconds(rank(decisions, 0.5)));
    }
}

fn spread(taken: &[Duration]) -> String {
    let at = |share: f64| milliseconds(rank(taken, share));
    format!("p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms, of {}", at(0.5), at(0.99), at(1.0), taken.len())
}

/// The time that so large a share stays within.
fn rank(taken: &[Duration], share: f64) -> Duration {
    let mut sorted = taken.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
