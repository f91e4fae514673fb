//! `match`: commanders against each other, and who won how often.

use crate::out::say;
use crate::soak::watch;
use crate::{Mistake, files, target};
use clap::Args;
use kernel::{OptionValues, Side};
use laboratory::contest::{Bout, Contest, Score, contest_file};
use scenario::Source;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

#[derive(Args)]
pub struct Match {
    /// Battles by key or file; all that come with the program if none is given
    battles: Vec<String>,
    /// How often each is played from either side
    #[arg(short = 'n', long, default_value_t = 100)]
    count: usize,
    /// The seed of the first
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The commander whose score is kept, and the one he plays against
    #[arg(long, num_args = 2, value_names = ["WHO", "AGAINST"], default_values = ["greedy", "random"])]
    commanders: Vec<String>,
    /// Optional rules and readings, as key=value
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A folder of chart files laid over those of the rulebook
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    /// A folder for the journals of all that is played
    #[arg(long, value_name = "DIR")]
    journals: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

/// A line of the table: the first commander at the head of one side of a battle.
#[derive(Serialize)]
struct Row {
    battle: String,
    side: String,
    #[serde(flatten)]
    score: Score,
    share: f64,
    interval: [f64; 2],
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    commanders: &'a [String],
    battles: &'a [Row],
}

impl Match {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        self.check()?;
        let choices = target::choices(&self.options)?;
        let charts = target::charts(self.charts.as_deref())?;
        let sources = target::battles(&self.battles)?;
        let mut rows = Vec::new();
        for source in &sources {
            for side in Side::BOTH {
                rows.push(self.bout(source, &choices, &charts, side)?);
            }
        }
        self.tell(&rows)?;
        Ok(ExitCode::SUCCESS)
    }

    fn check(&self) -> Result<(), Mistake> {
        for name in &self.commanders {
            target::commander(name, 0)?;
        }
        if self.count == 0 || self.seed.checked_add(self.count as u64).is_none() {
            let what = format!("{} battles from seed {} on cannot be played", self.count, self.seed);
            return Err(Mistake::new(format!("{what}\n  instead: -n 100, and smaller seeds")));
        }
        match &self.journals {
            Some(folder) if !folder.is_dir() => {
                Err(Mistake::in_file(&folder.display().to_string(), "this is no folder\n  instead: one that is there"))
            }
            _ => Ok(()),
        }
    }

    fn bout(&self, source: &Source, choices: &OptionValues, charts: &[Source], side: Side) -> Result<Row, Mistake> {
        let head = scenario::header(source)?;
        let [who, against] = self.commanders.as_slice() else {
            return Err(Mistake::new("two commanders are wanted\n  instead: --commanders greedy random"));
        };
        let progress = Arc::new(AtomicUsize::new(0));
        let key = format!("{}-{}", head.key, side.ix() + 1);
        let watcher = watch(&key, self.count, &progress);
        let bout = Bout { players: [who, against], side, first: self.seed, battles: self.count };
        let result = contest_file(source, choices, charts, &bout, &progress);
        watcher.stop();
        let contest = result.map_err(|problem| Mistake::new(problem.to_string()))?;
        self.keep(&key, &contest)?;
        let score = contest.score;
        Ok(Row { battle: head.key, side: contest.led, score, share: score.share(), interval: score.interval() })
    }

    fn keep(&self, key: &str, contest: &Contest) -> Result<(), Mistake> {
        let Some(folder) = &self.journals else { return Ok(()) };
        for game in &contest.games {
            files::write(&folder.join(format!("{key}-{}.journal", game.seed)), game.journal.as_bytes())?;
        }
        Ok(())
    }

    fn tell(&self, rows: &[Row]) -> Result<(), Mistake> {
        if self.json {
            say!("{}", serde_json::to_string(&Report { commanders: &self.commanders, battles: rows })?);
            return Ok(());
        }
        say!("{}, {} battles from either side; a draw counts half", self.commanders.join(" against "), self.count);
        say!();
        let widest = |column: fn(&Row) -> &str, title: &str| {
            rows.iter().map(|row| column(row).chars().count()).max().unwrap_or(0).max(title.len())
        };
        let (battle, side) = (widest(|row| &row.battle, "battle"), widest(|row| &row.side, "leads"));
        say!(
            "{:<battle$} {:<side$} {:>5} {:>5} {:>5} {:>7}  95 % between",
            "battle",
            "leads",
            "won",
            "drawn",
            "lost",
            "of 100"
        );
        for row in rows {
            let (Score { won, drawn, lost }, [low, high]) = (row.score, row.interval);
            say!(
                "{:<battle$} {:<side$} {won:>5} {drawn:>5} {lost:>5} {:>7.1}  {low:.1} and {high:.1}",
                row.battle,
                row.side,
                row.share
            );
        }
        Ok(())
    }
}
