//! `play`: a battle in the terminal.

mod asides;
mod glass;
mod input;
mod sitting;
mod standing;
mod together;
mod typed;

use crate::out::Paint;
use crate::show::columns;
use crate::{Mistake, files, target};
use clap::{Args, ValueEnum};
use input::Input;
use kernel::{Door, Entry, Journal, Seat, SeatCard};
use shelf::Dice;
use sitting::Sitting;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Play {
    /// A battle by its key, a battle file, or a journal to go on with
    #[arg(default_value = "hopton-heath")]
    battle: String,
    /// The seats people take, such as king or king,parliament; the others go to the commander. `all` is hot seat, `none`
    /// only watches. Without it you lead the first side, or whom you led before
    #[arg(long)]
    seats: Option<String>,
    /// Who plays the other seats: greedy or random
    #[arg(long)]
    commander: Option<String>,
    /// The same seed and decisions give the same battle
    #[arg(long)]
    seed: Option<u64>,
    /// Where the journal is kept, under a new name; every decision is written down before the next is asked
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Ask also where every answer but one is pointless
    #[arg(long)]
    ask_all: bool,
    /// When the map is drawn by itself
    #[arg(long, value_enum, default_value_t = Maps::Phase)]
    maps: Maps,
    /// Characters across the map; as many as fit if not given
    #[arg(long)]
    columns: Option<usize>,
    /// Optional rules and readings, as key=value
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A folder of chart files laid over those of the rulebook
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Maps {
    /// Whenever somebody has moved since, at the first question of a phase
    Phase,
    /// At the first question of a turn
    Turn,
    /// Only when you ask for it
    Never,
}

/// How a journal calls a seat that people play.
const PERSON: &str = "person";
const USUAL_COMMANDER: &str = "greedy";

/// A battle that is about to be played.
struct Opened {
    door: Box<dyn Door>,
    /// What happened just now, and what happened before.
    opening: Vec<Entry>,
    log: Vec<Entry>,
    people: Vec<Seat>,
    save: PathBuf,
    /// What the commanders' own choices are drawn from.
    seed: u64,
    commander: String,
}

impl Play {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        let columns = columns(self.columns)?;
        if let Some(name) = &self.commander {
            target::commander(name, 0)?;
        }
        if let Some(path) = &self.save {
            files::free(path)?;
        }
        let opened = if target::is_journal(&self.battle) { self.resumed()? } else { self.begun()? };
        let commander = target::commander(&opened.commander, opened.seed)?;
        let mut sitting = Sitting {
            door: opened.door,
            people: opened.people,
            save: opened.save,
            columns,
            maps: self.maps,
            ask_all: self.ask_all,
            commander,
            input: Input::standard(),
            paint: Paint::here(),
            log: opened.log,
            auto: sitting::Auto::Off,
            rest: None,
            standing: Vec::new(),
            shown: sitting::Shown::default(),
        };
        sitting.keep()?;
        sitting.welcome()?;
        sitting.hear(opened.opening, None)?;
        sitting.go()
    }

    fn begun(&self) -> Result<Opened, Mistake> {
        let source = target::battle(&self.battle)?;
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let commander = self.commander.clone().unwrap_or_else(|| USUAL_COMMANDER.into());
        let mut people = Ok(Vec::new());
        let (choices, charts) = (target::choices(&self.options)?, target::charts(self.charts.as_deref())?);
        // Who names the seed wants the same journal again, byte for byte.
        let salt = self.seed.is_none().then(fresh_salt);
        let begun = shelf::begin_with(&source, &choices, &charts, Dice::Seed(seed), salt, &mut |seats| {
            people = self.people(seats, &BTreeMap::new());
            people.as_ref().map_or_else(|_| BTreeMap::new(), |people| players(seats, people, &commander))
        });
        let (door, opening) = begun.map_err(|problem| Mistake::new(problem.to_string()))?;
        let save = self.save.clone().unwrap_or_else(|| new_name(&door.journal().header.battle));
        Ok(Opened { door, opening: opening.entries, log: Vec::new(), people: people?, save, seed, commander })
    }

    /// A saved battle, with the people where they sat, unless they sit elsewhere now.
    fn resumed(&self) -> Result<Opened, Mistake> {
        let name = &self.battle;
        if self.seed.is_some() || !self.options.is_empty() || self.charts.is_some() {
            return Err(Mistake::in_file(
                name,
                "a journal has its seed, its options and its charts; they cannot be changed any more\n  instead: only its name",
            ));
        }
        let mut journal: Journal = target::journal(name)?;
        let before = target::resume(name, journal.clone())?;
        let sat = journal.header.players.clone();
        let people = self.people(before.seats(), &sat)?;
        let led = sat.values().find(|player| target::commander(player, 0).is_ok());
        let commander = self.commander.as_ref().or(led).map_or(USUAL_COMMANDER, |name| name.as_str()).to_owned();
        journal.header_mut().players = players(before.seats(), &people, &commander);
        let seed = journal.header.seed.unwrap_or(0) ^ journal.records.len() as u64;
        let save = match &self.save {
            Some(path) => path.clone(),
            // A link stays a link: its file is written.
            None => std::fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name)),
        };
        let mut log = Vec::new();
        let door = shelf::replay(journal, &mut |told| log.extend(told.entries));
        let door = door.map_err(|problem| target::in_journal(name, &problem))?;
        Ok(Opened { door, opening: Vec::new(), log, people, save, seed, commander })
    }

    /// The seats that people take.
    fn people(&self, seats: &[SeatCard], sat: &BTreeMap<String, String>) -> Result<Vec<Seat>, Mistake> {
        let all = || (0..seats.len() as u8).map(Seat);
        let card = |seat: &Seat| seats.get(usize::from(seat.0));
        match self.seats.as_deref() {
            Some("all") => Ok(all().collect()),
            Some("none") => Ok(Vec::new()),
            Some(names) => names
                .split(',')
                .map(|name| {
                    target::seat(seats, name.trim()).map_err(|what| Mistake::new(format!("{what}, all or none")))
                })
                .collect(),
            None if !sat.is_empty() => {
                let sits =
                    |seat: &Seat| card(seat).and_then(|card| sat.get(&card.key)).is_some_and(|who| who == PERSON);
                Ok(all().filter(sits).collect())
            }
            None => {
                let first = seats.first().map(|card| card.side);
                Ok(all().filter(|seat| card(seat).map(|card| card.side) == first).collect())
            }
        }
    }
}

/// Who sits where, for the journal.
fn players(seats: &[SeatCard], people: &[Seat], commander: &str) -> BTreeMap<String, String> {
    let player = |index: usize| if people.contains(&Seat(index as u8)) { PERSON } else { commander };
    seats.iter().enumerate().map(|(index, card)| (card.key.clone(), player(index).to_owned())).collect()
}

/// A seed nobody chose: the clock's.
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64 % 1_000_000_000)
}

/// A number nobody can guess: from the keys that the operating system gives to hash tables.
fn fresh_salt() -> u128 {
    let half = || u128::from(RandomState::new().hash_one(fresh_seed()));
    half() << 64 | half()
}

/// A journal name that is not taken yet.
fn new_name(battle: &str) -> PathBuf {
    let numbered = (1..u32::MAX).map(|number| PathBuf::from(format!("{battle}-{number}.journal")));
    numbered.into_iter().find(|path| path.symlink_metadata().is_err()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::glass;
    use crate::menu::Menu;
    use crate::out::{Paint, room};
    use crate::sight::Lettered;
    use crate::story::{self, Names};
    use crate::target;
    use kernel::OptionValues;
    use shelf::Dice;

    /// Whatever happens in a battle can be shown, and every answer on a menu has its number.
    #[test]
    fn every_question_of_a_battle_can_be_shown() {
        for source in shelf::shipped() {
            let (mut door, _) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(5)).unwrap();
            let mut commander = target::commander("random", 5).unwrap();
            for _ in 0..250 {
                let Some(asked) = door.awaiting().first().and_then(|seat| door.question(*seat)) else { break };
                let sight = Lettered::of(door.as_ref(), Some(asked.seat));
                let (scene, names) = (&sight.scene, Names::of(&sight));
                let menu = Menu::of(&asked);
                let shown = menu.show(&names, Paint(false), 100);
                assert!(asked.words.contains(": ") && !asked.words.contains("nothing is asked"), "{}", asked.words);
                for number in 1..=menu.len() {
                    assert!(shown.contains(&format!("{number}) ")), "{number} is not on\n{shown}");
                }
                assert_eq!(shown.matches("(Enter)").count(), 1, "{shown}");
                assert!(shown.lines().all(|line| room(line) <= 150), "{shown}");
                for body in &scene.bodies {
                    assert!(!story::card(&door.facts(Some(asked.seat), Some(body.id)), 100).is_empty(), "{}", body.key);
                }
                // Before anybody is put down the field is empty.
                if let Some(body) = scene.bodies.get(asked.menu.len() % scene.bodies.len().max(1)) {
                    assert!(glass::around(&sight, body, 5).len() < scene.bodies.len());
                    assert!(!glass::stands(scene, body).is_empty() && glass::find(&sight, &body.key).is_ok());
                }
                assert!(door.facts(Some(asked.seat), None).len() >= 4);
                let choice = commander.choose_asked(&asked);
                for entry in door.decide(asked.seat, &asked.menu[choice].decision).unwrap() {
                    assert!(!story::entry(&entry, Paint(false), 100).contains("  \n"));
                }
            }
            assert!(door.facts(None, Some(9_999)).is_empty());
        }
    }
}
