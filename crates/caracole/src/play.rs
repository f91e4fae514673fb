//! `play`: a battle in the terminal.

use crate::show::{colour, forces};
use crate::{Mistake, target};
use clap::Args;
use commander::Anyone;
use kernel::door::Asked;
use kernel::odds::Search;
use kernel::{Door, Entry, Seat};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct Play {
    /// A battle by its key, a battle file, or a journal to go on with
    #[arg(default_value = "hopton-heath")]
    battle: String,
    /// The seats you take; the others go to the commander. `all` is hot seat, `none` only watches
    #[arg(long, default_value = "")]
    seats: String,
    /// Who plays the other seats: greedy or random
    #[arg(long, default_value = "greedy")]
    commander: String,
    /// The same seed and decisions give the same battle
    #[arg(long)]
    seed: Option<u64>,
    /// Where the journal is kept; every decision is written before it is answered
    #[arg(long)]
    save: Option<PathBuf>,
    /// Characters across the map
    #[arg(long, default_value_t = 110)]
    columns: usize,
    /// Optional rules and readings, as key=value
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

const HELP: &str = "\
  NUMBER        take that answer          Enter      take the answer marked *
  WORDS         any decision in the journal's notation, on the menu or not: move advance 101.6
  more          the whole menu            map        the map
  forces        everybody's state         odds N     what may come of answer N
  why WORDS     whether it is legal, and which rule forbids it
  undo          take back your last decision, and all that followed
  log           the last things that happened, with their reckoning
  auto          let the commander decide this one; `auto 20` the next twenty
  save FILE     write the journal there   quit       leave; the journal is kept";

/// Longer menus are cut when shown.
const SHOWN: usize = 24;

impl Play {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if !(20..=1_000).contains(&self.columns) {
            return Err(Mistake("a map is 20 to 1000 characters wide".into()));
        }
        let seed = self.seed.unwrap_or_else(fresh_seed);
        if Anyone::named(&self.commander, 0).is_none() {
            let names = Anyone::NAMES.join(" or ");
            return Err(Mistake(format!("there is no commander `{}`\n  instead: {names}", self.commander)));
        }
        let resumed = target::is_journal(&self.battle);
        let (door, opening) = target::open(&self.battle, &self.options, seed)?;
        let seats = self.my_seats(door.as_ref())?;
        let save = match &self.save {
            Some(path) => path.clone(),
            None if resumed => PathBuf::from(&self.battle),
            None => new_name(&door.journal().header.battle),
        };
        let commander = Anyone::named(&self.commander, seed).unwrap_or(Anyone::Random(commander::Random::new(seed)));
        let mut sitting = Sitting { door, seats, save, columns: self.columns, commander, log: Vec::new(), auto: 0 };
        sitting.keep()?;
        sitting.tell(opening.entries);
        sitting.welcome();
        sitting.go()
    }

    fn my_seats(&self, door: &dyn Door) -> Result<Vec<Seat>, Mistake> {
        let all = (0..door.seats().len() as u8).map(Seat);
        match self.seats.as_str() {
            "all" => Ok(all.collect()),
            "none" => Ok(Vec::new()),
            "" => {
                let first = door.seats().first().map(|card| card.side);
                Ok(all.filter(|seat| door.seats().get(usize::from(seat.0)).map(|card| card.side) == first).collect())
            }
            names => names
                .split(',')
                .map(|name| {
                    door.seats().iter().position(|card| card.key == name).map(|index| Seat(index as u8)).ok_or_else(
                        || {
                            let keys: Vec<&str> = door.seats().iter().map(|card| card.key.as_str()).collect();
                            Mistake(format!("there is no seat `{name}`\n  instead: {}, all or none", keys.join(", ")))
                        },
                    )
                })
                .collect(),
        }
    }
}

/// A seed nobody chose: the clock's.
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64 % 1_000_000_000)
}

/// A journal name that is not taken yet.
fn new_name(battle: &str) -> PathBuf {
    let numbered = (1..).map(|number| PathBuf::from(format!("{battle}-{number}.journal")));
    numbered.into_iter().find(|path| !path.exists()).unwrap_or_default()
}

/// Writes a journal so that it is either the old one or the new one, whatever happens.
fn write_journal(path: &Path, text: &str) -> std::io::Result<()> {
    let aside = path.with_extension("journal.tmp");
    let mut file = std::fs::File::create(&aside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&aside, path)
}

struct Sitting {
    door: Box<dyn Door>,
    seats: Vec<Seat>,
    save: PathBuf,
    columns: usize,
    commander: Anyone,
    log: Vec<Entry>,
    auto: usize,
}

/// What a line of input led to.
enum Next {
    /// Ask again.
    Again,
    /// Something was decided.
    Decided,
    Quit,
}

impl Sitting {
    fn keep(&self) -> Result<(), Mistake> {
        write_journal(&self.save, &self.door.journal().to_text())
            .map_err(|error| Mistake(format!("{}: {error}", self.save.display())))
    }

    fn welcome(&self) {
        let scene = self.door.scene(None);
        println!("{}\nThe journal is kept in {}. `help` lists what you can type.\n", scene.title, self.save.display());
        self.map();
    }

    fn map(&self) {
        println!("{}", draw::terminal(&self.door.scene(None), self.columns, colour()));
    }

    fn tell(&mut self, entries: Vec<Entry>) {
        for entry in &entries {
            println!("  {}", entry.to_text().replace('\n', "\n  "));
        }
        self.log.extend(entries);
        let old = self.log.len().saturating_sub(200);
        self.log.drain(..old);
    }

    fn go(&mut self) -> Result<ExitCode, Mistake> {
        let mut clock = String::new();
        let mut lines = std::io::stdin().lock().lines();
        loop {
            if let Some(outcome) = self.door.outcome() {
                self.map();
                println!("{}\nThe journal is in {}.", outcome.words, self.save.display());
                return Ok(ExitCode::SUCCESS);
            }
            let awaiting = self.door.awaiting();
            let mine = awaiting.iter().copied().find(|seat| self.seats.contains(seat));
            // The computer answers first where both are asked, so that nothing of yours is waited for.
            let seat = awaiting.iter().copied().find(|seat| !self.seats.contains(seat)).or(mine);
            let Some(asked) = seat.and_then(|seat| self.door.question(seat)) else {
                return Err(Mistake("nobody is asked and the battle is not over: please report this journal".into()));
            };
            if self.door.clock() != clock {
                clock = self.door.clock();
                println!("\n== {clock}");
            }
            if !self.seats.contains(&asked.seat) || self.auto > 0 {
                self.auto = self.auto.saturating_sub(usize::from(self.seats.contains(&asked.seat)));
                let choice = self.commander.choose_asked(&asked);
                let sealed = matches!(asked.question.topic, "shoot" | "combat") && !self.seats.contains(&asked.seat);
                self.decide(&asked, &asked.menu[choice].decision.clone(), sealed)?;
                continue;
            }
            if asked.menu.len() == 1 && asked.question.complete {
                self.decide(&asked, &asked.menu[0].decision.clone(), false)?;
                continue;
            }
            self.show_question(&asked, SHOWN);
            loop {
                print!("> ");
                std::io::stdout().flush()?;
                let Some(line) = lines.next() else {
                    println!("\nThe journal is in {}.", self.save.display());
                    return Ok(ExitCode::SUCCESS);
                };
                match self.answer(&asked, line?.trim())? {
                    Next::Again => {}
                    Next::Decided => break,
                    Next::Quit => {
                        println!(
                            "The journal is in {}; go on with: caracole play {}",
                            self.save.display(),
                            self.save.display()
                        );
                        return Ok(ExitCode::SUCCESS);
                    }
                }
            }
        }
    }

    fn show_question(&self, asked: &Asked, most: usize) {
        println!("\n{} [{}]", asked.words, asked.question.rule);
        // The likely answers first when there are too many to show.
        let mut order: Vec<usize> = (0..asked.menu.len()).collect();
        if order.len() > most {
            order.sort_by_key(|&index| -asked.menu[index].rank);
            order.truncate(most);
            if !order.contains(&asked.question.default) {
                order.push(asked.question.default);
            }
        }
        for index in &order {
            let mark = if *index == asked.question.default { '*' } else { ' ' };
            println!("{:>4}{mark} {}", index + 1, asked.menu[*index].words);
        }
        if order.len() < asked.menu.len() {
            println!("      … {} more: `more`", asked.menu.len() - order.len());
        }
        if !asked.question.complete {
            println!("      (other answers may be legal too: type them in words, or ask `why`)");
        }
    }

    fn answer(&mut self, asked: &Asked, line: &str) -> Result<Next, Mistake> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "help" | "?" => println!("{HELP}"),
            "more" => self.show_question(asked, usize::MAX),
            "map" => self.map(),
            "forces" => print!("{}", forces(&self.door.scene(None))),
            "log" => {
                for entry in self.log.iter().rev().take(12).rev() {
                    println!("  {}", entry.to_text().replace('\n', "\n  "));
                }
            }
            "odds" => self.odds(asked, rest),
            "why" => match self.door.judge(asked.seat, rest) {
                Ok(()) => println!("  that is legal"),
                Err(refusal) => println!("  {refusal}"),
            },
            "save" if !rest.is_empty() => match write_journal(Path::new(rest), &self.door.journal().to_text()) {
                Ok(()) => println!("  wrote {rest}"),
                Err(error) => println!("  {rest}: {error}"),
            },
            "undo" => return self.undo(),
            "auto" => {
                self.auto = rest.trim().parse().unwrap_or(1);
                return Ok(Next::Decided);
            }
            "quit" | "exit" => return Ok(Next::Quit),
            _ => return self.take(asked, line),
        }
        Ok(Next::Again)
    }

    fn take(&mut self, asked: &Asked, line: &str) -> Result<Next, Mistake> {
        let picked = match (line, line.parse::<usize>()) {
            ("", _) => asked.menu.get(asked.question.default),
            (_, Ok(number)) => {
                let choice = number.checked_sub(1).and_then(|index| asked.menu.get(index));
                if choice.is_none() {
                    println!("  there are {} answers", asked.menu.len());
                    return Ok(Next::Again);
                }
                choice
            }
            _ => None,
        };
        let decision = picked.map_or_else(|| line.to_owned(), |choice| choice.decision.clone());
        if let Err(refusal) = self.door.judge(asked.seat, &decision) {
            println!("  {refusal}");
            return Ok(Next::Again);
        }
        self.decide(asked, &decision, false)?;
        Ok(Next::Decided)
    }

    fn decide(&mut self, asked: &Asked, decision: &str, sealed: bool) -> Result<(), Mistake> {
        let words =
            asked.menu.iter().find(|choice| choice.decision == decision).map_or(decision, |choice| &choice.words);
        let who = self.door.seats().get(usize::from(asked.seat.0)).map_or(String::new(), |card| card.name.clone());
        if !self.seats.contains(&asked.seat) {
            println!("{who}: {}", if sealed { "gives sealed orders" } else { words });
        }
        let entries = self.door.decide(asked.seat, decision).map_err(|refusal| Mistake(refusal.to_string()))?;
        self.keep()?;
        self.tell(entries);
        Ok(())
    }

    fn odds(&self, asked: &Asked, rest: &str) {
        let numbered = rest.trim().parse::<usize>().ok().and_then(|number| asked.menu.get(number.checked_sub(1)?));
        let decision = numbered.map_or(rest, |choice| &choice.decision);
        let search = Search { most_paths: 5_000, samples: 2_000, ..Search::default() };
        match self.door.odds(asked.seat, decision, &search) {
            Err(refusal) => println!("  {refusal}"),
            Ok(odds) => {
                let how = if odds.exact { "exactly" } else { "from 2000 samples" };
                println!("  {how}, to the end of the phase:");
                for chance in odds.chances {
                    println!(
                        "  {:>5.1} %  {} {}",
                        100.0 * chance.probability,
                        chance.effect.subject,
                        chance.effect.what
                    );
                }
            }
        }
    }

    /// Back to before this player's last decision.
    fn undo(&mut self) -> Result<Next, Mistake> {
        let mut journal = self.door.journal().clone();
        let mine = |key: &str| {
            self.seats.iter().any(|seat| self.door.seats().get(usize::from(seat.0)).is_some_and(|card| card.key == key))
        };
        let Some(last) = journal.records.iter().rposition(|record| mine(&record.seat)) else {
            println!("  there is nothing of yours to take back");
            return Ok(Next::Again);
        };
        journal.records.truncate(last);
        self.door = shelf::resume(journal).map_err(|problem| Mistake(problem.to_string()))?;
        self.keep()?;
        println!("  taken back");
        Ok(Next::Decided)
    }
}
