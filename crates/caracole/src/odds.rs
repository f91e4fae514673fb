//! `odds`: what may come of a decision.

use crate::{Mistake, target};
use clap::{Args, ValueEnum};
use kernel::odds::{Horizon, Search};
use std::process::ExitCode;

#[derive(Args)]
pub struct Odds {
    /// A journal, a battle by its key, or a battle file
    battle: String,
    /// The decision, in the journal's words or as its number on the menu; without it the menu is listed
    decision: Vec<String>,
    /// Whose decision; the first seat that is asked if not given
    #[arg(long)]
    seat: Option<String>,
    /// How far to look
    #[arg(long, value_enum, default_value_t = Until::Phase)]
    until: Until,
    /// The most paths of dice to play out exactly; beyond it samples are taken
    #[arg(long, default_value_t = 20_000)]
    paths: usize,
    #[arg(long, default_value_t = 10_000)]
    samples: usize,
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Until {
    /// The next question
    Question,
    /// The end of the phase, everybody answering with what commits to least
    Phase,
}

impl Odds {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let (door, _) = target::open(&self.battle, &[], 1)?;
        let asked = door.awaiting();
        let seat = match &self.seat {
            None => asked.first().copied(),
            Some(key) => door.awaiting().into_iter().find(|seat| door.seats()[usize::from(seat.0)].key == *key),
        };
        let Some(seat) = seat else {
            return Err(Mistake(match &self.seat {
                Some(key) => format!("seat `{key}` is not asked anything now"),
                None => "the battle is over: nothing is asked".into(),
            }));
        };
        let Some(asked) = door.question(seat) else { return Err(Mistake("nothing is asked".into())) };
        if self.decision.is_empty() {
            println!("{}", asked.words);
            for (index, choice) in asked.menu.iter().enumerate() {
                println!("{:>4}  {:<40} {}", index + 1, choice.decision, choice.words);
            }
            return Ok(ExitCode::SUCCESS);
        }
        let words = self.decision.join(" ");
        let numbered = words.parse::<usize>().ok().and_then(|number| asked.menu.get(number.checked_sub(1)?));
        let decision = numbered.map_or(words, |choice| choice.decision.clone());
        let horizon = match self.until {
            Until::Question => Horizon::NextQuestion,
            Until::Phase => Horizon::PhaseEnd,
        };
        let search = Search { horizon, most_paths: self.paths, samples: self.samples.max(1), seed: 1 };
        let odds =
            door.odds(seat, &decision, &search).map_err(|refusal| Mistake(format!("`{decision}`: {refusal}")))?;
        if self.json {
            println!("{}", serde_json::to_string_pretty(&odds)?);
            return Ok(ExitCode::SUCCESS);
        }
        let how = if odds.exact { "every path of the dice" } else { "sampled, 95 % confidence" };
        println!("{decision}: {} plays, {how}", odds.plays);
        for chance in &odds.chances {
            let percent = 100.0 * chance.probability;
            let bounds = if odds.exact {
                String::new()
            } else {
                format!("  ({:.1} to {:.1})", 100.0 * chance.low, 100.0 * chance.high)
            };
            println!("{percent:>6.1} %  {} {}{bounds}", chance.effect.subject, chance.effect.what);
        }
        if odds.chances.is_empty() {
            println!("nothing changes that a player would feel");
        }
        Ok(ExitCode::SUCCESS)
    }
}
