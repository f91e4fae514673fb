//! `caracole`: battles from the command line.

mod bench;
mod chores;
mod odds;
mod play;
mod replay;
mod run;
mod show;
mod soak;
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
    Battles(chores::Battles),
    /// Draw a battle's map and forces as SVG and PNG, or in the terminal
    Show(show::Show),
    /// Check battle files, army lists and journals
    Check(chores::Check),
    /// Make a battle from two points-built armies
    Generate(chores::Generate),
    /// Play a battle in the terminal, against a commander or hot seat
    Play(play::Play),
    /// Play a journal or a script without a person; the result as JSON
    Run(run::Run),
    /// Tell a battle again from its journal
    Replay(replay::Replay),
    /// The odds of a decision in a saved battle
    Odds(odds::Odds),
    /// How fast battles play at random on one core
    Bench(bench::Bench),
    /// Play many battles at random with everything checked
    Soak(soak::Soak),
}

/// Something the caller got wrong: told on standard error, exit code 2.
#[derive(Debug)]
pub struct Mistake(pub String);

impl<E: std::error::Error> From<E> for Mistake {
    fn from(error: E) -> Mistake {
        Mistake(error.to_string())
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Battles(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Odds(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Soak(command) => command.run(),
    };
    match result {
        Ok(code) => code,
        Err(Mistake(text)) => {
            eprintln!("caracole: {text}");
            ExitCode::from(2)
        }
    }
}
