//! `caracole`: battles from the command line.

mod battles;
mod bench;
mod charts;
mod check;
mod contest;
mod excerpt;
mod files;
mod generate;
mod menu;
mod odds;
mod out;
mod play;
mod replay;
mod run;
mod script;
mod serve;
mod show;
mod sight;
mod soak;
mod story;
mod target;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "caracole", version, about = "Tabletop battles of pike and shot, with the rules fully enforced")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the battles that come with the program
    Battles(battles::Battles),
    /// The charts of a rulebook, every figure with where it comes from
    Charts(charts::Charts),
    /// Draw a battle, or any moment of a journal: as SVG and PNG, or in the terminal
    Show(show::Show),
    /// Check battle files, army lists, journals, excerpts and scripts
    Check(check::Check),
    /// Make a battle from two points-built armies
    Generate(generate::Generate),
    /// Play a battle in the terminal, against a commander or hot seat
    Play(play::Play),
    /// Start a server: battles played in the browser
    Serve(serve::Serve),
    /// Play a journal or a script without a person; the result as JSON
    Run(run::Run),
    /// Tell a battle again from its journal
    Replay(replay::Replay),
    /// A journal as far as one seat may read it now, to be sent in the middle of a battle
    Excerpt(excerpt::Excerpts),
    /// The odds of a decision
    Odds(odds::Odds),
    /// How fast battles play at random on one core
    Bench(bench::Bench),
    /// Commanders against each other: who wins how often
    Match(contest::Match),
    /// Play many battles at random with everything checked
    Soak(soak::Soak),
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Mistake {
    /// Something the caller got wrong: told on standard error, exit code 2.
    Said(String),
    /// Nobody reads the output any more: a reason to stop, not to complain.
    Unheard,
}

impl Mistake {
    pub fn new(words: impl Into<String>) -> Mistake {
        Mistake::Said(words.into())
    }

    /// The same, with the file it is about in front.
    pub fn in_file(path: &str, words: impl std::fmt::Display) -> Mistake {
        Mistake::Said(format!("{path}: {words}"))
    }
}

impl<E: std::error::Error> From<E> for Mistake {
    fn from(error: E) -> Mistake {
        Mistake::Said(error.to_string())
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Battles(command) => command.run(),
        Command::Charts(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Excerpt(command) => command.run(),
        Command::Odds(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Match(command) => command.run(),
        Command::Soak(command) => command.run(),
    };
    match result.and_then(|code| out::flush().map(|()| code)) {
        Ok(code) => code,
        Err(Mistake::Unheard) => ExitCode::SUCCESS,
        Err(Mistake::Said(words)) => {
            eprintln!("caracole: {words}");
            ExitCode::from(2)
        }
    }
}
