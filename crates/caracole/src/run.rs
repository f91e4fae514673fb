//! `run`: a journal or a script played without a person.

use crate::out::say;
use crate::{Mistake, files, script, target};
use clap::Args;
use kernel::script::{Move, Script};
use kernel::{Door, Entry, Journal, Ledger, Refusal, Seat, Unasked};
use serde::Serialize;
use serde_json::Value;
use shelf::Misfit;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Run {
    /// A journal or a script; `-` reads standard input
    file: String,
    /// Leave the ledger out
    #[arg(long)]
    brief: bool,
    /// Write the journal of what was played, under a new name
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    battle: String,
    decisions: usize,
    clock: String,
    awaiting: Vec<String>,
    outcome: Option<kernel::Outcome>,
    refusal: Option<Refused>,
    ledger: Vec<Step>,
    state: Value,
}

#[derive(Serialize)]
struct Step {
    seat: String,
    decision: String,
    entries: Vec<Entry>,
    /// What was answered without asking on the way to the next question, because there was one answer.
    unasked: Vec<Taken>,
}

/// An answer that nobody was asked for.
#[derive(Serialize)]
struct Taken {
    seat: String,
    topic: &'static str,
    decision: String,
}

/// A step of the ledger whose seats have no names yet.
struct Heard {
    seat: String,
    decision: String,
    entries: Vec<Entry>,
    unasked: Vec<Unasked>,
}

impl Heard {
    fn named(self, door: &dyn Door) -> Step {
        let taken = |one: Unasked| Taken { seat: key_of(door, one.seat), topic: one.topic, decision: one.decision };
        let unasked = self.unasked.into_iter().map(taken).collect();
        Step { seat: self.seat, decision: self.decision, entries: self.entries, unasked }
    }
}

#[derive(Serialize)]
struct Refused {
    line: usize,
    seat: String,
    decision: String,
    rule: String,
    why: String,
    /// Who is asked what, and all answers on the menu.
    asked: Vec<Asked>,
}

#[derive(Serialize)]
struct Asked {
    seat: String,
    question: String,
    menu: Vec<String>,
}

/// So many answers are named where a script stops; the report has them all.
const ANSWERS_NAMED: usize = 12;

impl Refused {
    fn new(door: &dyn Door, step: &Move, refusal: Refusal) -> Refused {
        Refused {
            line: step.line,
            seat: step.seat.clone(),
            decision: step.decision.clone(),
            rule: refusal.rule.into_owned(),
            why: refusal.why.into_owned(),
            asked: asked(door),
        }
    }

    /// The dice of the script's head do not fit the opening of the battle.
    fn opening(line: usize, misfit: &Misfit) -> Refused {
        Refused {
            line,
            seat: String::new(),
            decision: "begin".into(),
            rule: "dice".into(),
            why: format!("the dice before the first question: {}", misfit.why),
            asked: asked(misfit.door.as_ref()),
        }
    }

    fn words(&self) -> String {
        let what = format!("{} {}", self.seat, self.decision);
        let refused = format!("line {}: `{}` is refused: {} [{}]", self.line, what.trim(), self.why, self.rule);
        // Who speaks out of turn has lost his place, and is shown it.
        let lost: Vec<String> = self.asked.iter().filter(|_| self.rule == "turn").map(Asked::words).collect();
        std::iter::once(refused).chain(lost).collect::<Vec<_>>().join("\n  instead: ")
    }
}

impl Asked {
    fn words(&self) -> String {
        let mut named: Vec<String> =
            self.menu.iter().take(ANSWERS_NAMED).map(|answer| format!("`{} {answer}`", self.seat)).collect();
        match self.menu.len().saturating_sub(ANSWERS_NAMED) {
            0 => {}
            1 => named.push("and one more".into()),
            more => named.push(format!("and {more} more")),
        }
        format!("{}: {}", self.question, named.join(", "))
    }
}

fn asked(door: &dyn Door) -> Vec<Asked> {
    let question = |seat: Seat| {
        let question = door.question(seat)?;
        let menu = question.menu.into_iter().map(|choice| choice.decision).collect();
        Some(Asked { seat: key_of(door, seat), question: question.words, menu })
    };
    door.awaiting().into_iter().filter_map(question).collect()
}

fn key_of(door: &dyn Door, seat: Seat) -> String {
    door.seats().get(usize::from(seat.0)).map_or(String::new(), |card| card.key.clone())
}

impl Run {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if let Some(path) = &self.journal {
            files::free(path)?;
        }
        let (file, text) = match self.file.as_str() {
            "-" => ("standard input", files::read_input()?),
            file => (file, files::read(file)?),
        };
        let mut ledger = Vec::new();
        let mut note = |step: Heard| {
            if !self.brief {
                ledger.push(step);
            }
        };
        let (door, refusal) = if text.starts_with("caracole journal") || text.starts_with("caracole excerpt") {
            (replay(file, &text, &mut note)?, None)
        } else {
            play(file, &script::parse(file, &text)?, &mut note)?
        };
        // A battle that began with the wrong dice has no journal.
        let begun = refusal.as_ref().is_none_or(|no| !no.seat.is_empty());
        if let Some(path) = self.journal.as_ref().filter(|_| begun) {
            files::write_new(path, &door.journal().to_text())?;
        }
        if let Some(no) = &refusal {
            eprintln!("caracole: {file}: {}", no.words());
        }
        let report = report(door.as_ref(), ledger, refusal);
        say!("{}", serde_json::to_string_pretty(&report)?);
        Ok(if report.refusal.is_some() { ExitCode::from(2) } else { ExitCode::SUCCESS })
    }
}

fn replay(file: &str, text: &str, note: &mut impl FnMut(Heard)) -> Result<Box<dyn Door>, Mistake> {
    let journal = Journal::parse(text).map_err(|fault| Mistake::in_file(file, fault))?;
    let mut tell = |told: shelf::Told| {
        let shelf::Told { seat, decision, entries, unasked, .. } = told;
        note(Heard { seat, decision, entries, unasked });
    };
    shelf::replay(journal, &mut tell).map_err(|problem| target::in_journal(file, &problem))
}

/// Plays a script to its end, or to the first decision that is refused.
fn play(
    file: &str,
    script: &Script,
    note: &mut impl FnMut(Heard),
) -> Result<(Box<dyn Door>, Option<Refused>), Mistake> {
    let began = |opening: Ledger| {
        let Ledger { entries, unasked } = opening;
        Heard { seat: String::new(), decision: "begin".into(), entries, unasked }
    };
    let (mut door, opening) = match script::begin(file, script)? {
        Ok(begun) => begun,
        Err(misfit) => {
            let no = Refused::opening(script.dice.number, &misfit);
            note(began(misfit.ledger));
            return Ok((misfit.door, Some(no)));
        }
    };
    note(began(opening));
    for step in &script.moves {
        match script.play(door.as_mut(), step) {
            Ok(entries) => {
                let unasked = door.unasked().to_vec();
                note(Heard { seat: step.seat.clone(), decision: step.decision.clone(), entries, unasked });
            }
            Err(refusal) => {
                let no = Refused::new(door.as_ref(), step, refusal);
                return Ok((door, Some(no)));
            }
        }
    }
    Ok((door, None))
}

/// Where a script leads, and which decision of it is refused, in words.
pub fn script_ends(file: &str, text: &str) -> Result<(Box<dyn Door>, Option<String>), Mistake> {
    let (door, refusal) = play(file, &script::parse(file, text)?, &mut |_| ())?;
    Ok((door, refusal.map(|no| no.words())))
}

fn report(door: &dyn Door, ledger: Vec<Heard>, refusal: Option<Refused>) -> Report {
    Report {
        battle: door.journal().header.battle.clone(),
        decisions: door.journal().records.len(),
        clock: door.clock().to_string(),
        awaiting: door.awaiting().into_iter().map(|seat| key_of(door, seat)).collect(),
        outcome: door.outcome(),
        refusal,
        ledger: ledger.into_iter().map(|step| step.named(door)).collect(),
        state: door.view(None),
    }
}
