//! `odds`: what may come of a decision.

use crate::menu::Menu;
use crate::out::{Paint, say, text, width, wrap};
use crate::sight::Lettered;
use crate::story::Names;
use crate::{Mistake, target};
use clap::{Args, ValueEnum};
use kernel::odds::{Chance, Horizon, Search};
use std::collections::BTreeMap;
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
    /// Of a journal: the moment after so many decisions
    #[arg(long, value_name = "DECISIONS")]
    at: Option<usize>,
    /// How far to look
    #[arg(long, value_enum, default_value_t = Until::Deed)]
    until: Until,
    /// The most paths of dice to play out exactly; beyond it samples are taken
    #[arg(long, default_value_t = 20_000)]
    paths: usize,
    /// How many samples
    #[arg(long, default_value_t = 10_000)]
    samples: usize,
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Until {
    /// Where what it begins is settled; who is asked about those it concerns answers as the computer would
    Deed,
    /// The next question
    Question,
    /// The end of the phase, everybody answering with what commits to least
    Phase,
    /// The end of the turn, in the same way
    Turn,
}

impl Odds {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if self.samples == 0 {
            return Err(Mistake::new("no samples tell nothing\n  instead: --samples 1000 or more"));
        }
        let (door, _) = target::open(&self.battle, &[], self.at)?;
        let asked = target::question(door.as_ref(), self.seat.as_deref())?;
        let menu = Menu::of(&asked);
        if self.decision.is_empty() {
            return self.list(&menu, &asked.words, &Names::of(&Lettered::of(door.as_ref(), None)));
        }
        let typed = self.decision.join(" ");
        let decision = match typed.parse::<usize>() {
            Err(_) => typed,
            Ok(number) => match menu.answer(number) {
                Some(choice) => choice.decision.clone(),
                None => {
                    let what = format!("there is no answer {number}\n  instead: 1 to {}", menu.len());
                    return Err(Mistake::in_file(&self.battle, what));
                }
            },
        };
        let horizon = match self.until {
            Until::Deed => Horizon::Deed,
            Until::Question => Horizon::NextQuestion,
            Until::Phase => Horizon::PhaseEnd,
            Until::Turn => Horizon::TurnEnd,
        };
        let search = Search { horizon, most_paths: self.paths, samples: self.samples, ..Search::default() };
        let odds = door.odds(asked.seat, &[&decision], &search, &|| 1.0).map_err(|refusal| {
            let advice = format!("caracole odds {}", self.battle);
            Mistake::in_file(
                &self.battle,
                format!("`{decision}`: {refusal}\n  instead: what `{advice}` lists, or any other legal decision"),
            )
        })?;
        if self.json {
            say!("{}", serde_json::to_string_pretty(&odds)?);
            return Ok(ExitCode::SUCCESS);
        }
        let words =
            asked.menu.iter().find(|choice| choice.decision == decision).map_or(&decision, |choice| &choice.words);
        let until = match self.until {
            Until::Deed => "the whole deed",
            Until::Question => "up to the next question",
            Until::Phase => "up to the end of the phase",
            Until::Turn => "up to the end of the turn",
        };
        say!("{}: {words}, {until}", door.clock());
        text(format_args!("{}", table(&odds)))?;
        Ok(ExitCode::SUCCESS)
    }

    fn list(&self, menu: &Menu<'_>, question: &str, names: &Names) -> Result<ExitCode, Mistake> {
        if self.json {
            let list: Vec<_> = menu
                .numbered()
                .map(|(number, choice)| serde_json::json!({"number": number, "decision": choice.decision, "words": choice.words}))
                .collect();
            say!("{}", serde_json::to_string_pretty(&list)?);
        } else {
            say!("{question}");
            text(format_args!("{}", menu.show(names, Paint::here(), width())))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The chances as a table: whom they concern, what may happen, how likely it is.
pub fn table(odds: &kernel::odds::Odds) -> String {
    let how = if odds.exact && odds.plays == 1 {
        "certain: no dice are rolled".into()
    } else if odds.exact {
        format!("exact: all {} ways the dice can fall", odds.plays)
    } else {
        format!("from {} samples; in brackets where the true figure lies, 19 times out of 20", odds.plays)
    };
    let mut text = format!("  {how}\n");
    if odds.chances.is_empty() {
        text.push_str("  nothing changes that anybody would feel\n");
    }
    let mut subjects: Vec<&str> = Vec::new();
    for chance in &odds.chances {
        if !subjects.contains(&chance.effect.subject.as_str()) {
            subjects.push(&chance.effect.subject);
        }
    }
    for subject in subjects {
        text.push_str(&format!("  {subject}\n"));
        let of_it = || odds.chances.iter().filter(|chance| chance.effect.subject == subject);
        let mut plain: Vec<&Chance> = of_it().filter(|chance| counted(chance).is_none()).collect();
        plain.sort_by(|a, b| b.probability.total_cmp(&a.probability).then_with(|| a.effect.cmp(&b.effect)));
        for chance in plain {
            let bounds = if odds.exact {
                String::new()
            } else {
                format!("  ({:.1} to {:.1})", 100.0 * chance.low, 100.0 * chance.high)
            };
            text.push_str(&format!("  {:>7.1} %  {}{bounds}\n", 100.0 * chance.probability, chance.effect.what));
        }
        // What differs in a number alone goes on one line.
        let mut numbers: BTreeMap<&str, BTreeMap<u32, f64>> = BTreeMap::new();
        for (what, number, probability) in of_it().filter_map(counted) {
            numbers.entry(what).or_default().insert(number, probability);
        }
        for (what, shares) in numbers {
            let shares: Vec<String> =
                shares.iter().map(|(number, share)| format!("{number} ({:.1} %)", 100.0 * share)).collect();
            text.push_str(&wrap(&format!("             {what} {}", shares.join(", ")), width(), 15));
            text.push('\n');
        }
    }
    text
}

/// An effect that counts something: what, how many, how likely.
fn counted(chance: &Chance) -> Option<(&str, u32, f64)> {
    let (what, number) = chance.effect.what.rsplit_once(' ')?;
    Some((what, number.parse().ok()?, chance.probability))
}
