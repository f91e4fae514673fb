//! `battles`: what there is to play.

use crate::Mistake;
use crate::out::{say, width, wrap};
use clap::Args;
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
        let heads =
            shelf::shipped().map(|source| scenario::header(&source)).collect::<Result<Vec<scenario::Header>, _>>()?;
        if self.json {
            let list: Vec<_> = heads
                .iter()
                .map(|head| {
                    serde_json::json!({"key": head.key, "rulebook": head.rulebook, "title": head.title, "date": head.date,
                        "place": head.place, "summary": head.summary, "options": shelf::options_of(&head.rulebook)})
                })
                .collect();
            say!("{}", serde_json::to_string_pretty(&list)?);
            return Ok(ExitCode::SUCCESS);
        }
        for (index, head) in heads.iter().enumerate() {
            if index > 0 {
                say!();
            }
            say!("{}: {} ({})", head.key, head.title, head.rulebook);
            let when = [head.place.as_str(), head.date.as_str()];
            let when: Vec<&str> = when.into_iter().filter(|words| !words.is_empty()).collect();
            for words in [when.join(", "), head.summary.clone()].iter().filter(|words| !words.is_empty()) {
                say!("{}", wrap(&format!("    {words}"), width(), 4));
            }
        }
        if self.options {
            let mut rulebooks: Vec<&str> = heads.iter().map(|head| head.rulebook.as_str()).collect();
            rulebooks.dedup();
            for rulebook in rulebooks {
                say!("\nOptions of {rulebook} (-O key=value; the first value is the usual one)");
                for spec in shelf::options_of(rulebook).unwrap_or_default() {
                    say!("    {:<24} {}", spec.key, spec.values.join(" or "));
                    say!("{}", wrap(&format!("    {:<24} {} [{}]", "", spec.title, spec.rule), width(), 29));
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
