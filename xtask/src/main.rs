//! The project's own chores, run as `cargo xtask <chore>`.
//!
//! `rules` joins the catalogues under `docs/rules` with the citations in code and tests, so that nobody has to believe
//! that a rulebook is implemented: the table says which rule has no code, and which has no test. `rule` shows one of them, with
//! the code and the tests that cite it. `mutants` plants small faults in the rules and says which of them no test notices.

mod citation;
mod coverage;
mod lookup;
mod mutants;
mod report;
mod settings;
mod source;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask rules [--json]
       cargo xtask rule ID…
       cargo xtask mutants [RULEBOOK [CHAPTER]] [--every N] [--again] [--list]

  rules         what of each rulebook is implemented and tested, by the ids cited in code and in tests
  rules --json  the same figures for programs
  rule ID…      rules with the code and the tests that cite them: \"MP 9.3.1\", \"CP V14, G22\", a section such as \"CP 15.3\"
  mutants       conditions of the rules negated or shifted one at a time: which of them no test notices;
                --every 10 tries each tenth, --again those that the last run missed, --list only names them

exit status: 0 all is well; 1 an unknown id is cited or asked for, or a rulebook declared complete has a gap, or mutants slip
through; 2 wrong arguments
";

enum Chore {
    Help,
    Rules { json: bool },
    Rule { ids: Vec<String> },
    Mutants(mutants::Wish),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match chore(&arguments) {
        Ok(Chore::Help) => {
            show(USAGE);
            ExitCode::SUCCESS
        }
        Ok(Chore::Rules { json }) => rules(json),
        Ok(Chore::Rule { ids }) => rule(&ids),
        Ok(Chore::Mutants(wish)) => tried(&wish),
        Err(complaint) => {
            complain(&[complaint, USAGE.to_owned()]);
            ExitCode::from(2)
        }
    }
}

fn chore(arguments: &[String]) -> Result<Chore, String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["help" | "--help" | "-h"] | ["rules", "--help" | "-h"] => Ok(Chore::Help),
        ["rules"] => Ok(Chore::Rules { json: false }),
        ["rules", "--json"] => Ok(Chore::Rules { json: true }),
        ["rule", "--help" | "-h"] => Ok(Chore::Help),
        ["rule"] => Err("which rule? for example: cargo xtask rule \"MP 9.3.1\"".to_owned()),
        ["rule", ids @ ..] => Ok(Chore::Rule { ids: ids.iter().map(|id| (*id).to_owned()).collect() }),
        ["mutants", "--help" | "-h"] => Ok(Chore::Help),
        ["mutants", rest @ ..] => wish(rest).map(Chore::Mutants),
        [] => Err("which chore?".to_owned()),
        ["rules", other, ..] => Err(format!("rules does not know the argument {other:?}")),
        [other, ..] => Err(format!("there is no chore {other:?}")),
    }
}

fn wish(words: &[&str]) -> Result<mutants::Wish, String> {
    let mut wish = mutants::Wish { every: 1, ..mutants::Wish::default() };
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "--list" => wish.list = true,
            "--again" => wish.again = true,
            "--every" => {
                let number = words.next().and_then(|number| number.parse().ok()).filter(|&number| number > 0);
                wish.every = number.ok_or("--every needs a number, 1 or more")?;
            }
            flag if flag.starts_with('-') => return Err(format!("mutants does not know the argument {flag:?}")),
            name if wish.rulebook.is_none() => wish.rulebook = Some(name.to_owned()),
            name if wish.chapter.is_none() => wish.chapter = Some(name.to_owned()),
            more => return Err(format!("mutants does not know the argument {more:?}")),
        }
    }
    Ok(wish)
}

fn tried(wish: &mutants::Wish) -> ExitCode {
    match project_root().and_then(|root| mutants::run(&root, wish)) {
        Ok((report, well)) => {
            show(&report);
            if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(complaint) => {
            complain(&[complaint]);
            ExitCode::FAILURE
        }
    }
}

fn rules(json: bool) -> ExitCode {
    let survey = project_root().and_then(|root| coverage::survey(&root));
    let survey = match survey {
        Ok(survey) => survey,
        Err(complaint) => {
            complain(&[complaint]);
            return ExitCode::FAILURE;
        }
    };
    show(&if json { report::json(&survey.rulebooks) } else { report::text(&survey.rulebooks) });
    complain(&survey.problems);
    if survey.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn rule(ids: &[String]) -> ExitCode {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    match project_root().and_then(|root| lookup::lookup(&root, &ids)) {
        Ok(found) => {
            show(&found.text);
            complain(&found.problems);
            if found.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(complaint) => {
            complain(&[complaint]);
            ExitCode::FAILURE
        }
    }
}

/// The nearest folder, from the current one upwards, that holds catalogues.
fn project_root() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|error| format!("the current folder cannot be read: {error}"))?;
    here.ancestors()
        .find(|folder| folder.join(catalogue::FOLDER).is_dir())
        .map(PathBuf::from)
        .ok_or_else(|| format!("no {} here or in a folder above", catalogue::FOLDER))
}

/// A reader that closes the pipe early (`| head`) has seen enough; that is no failure.
fn show(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn complain(lines: &[String]) {
    for line in lines {
        eprintln!("{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn arguments_are_read_strictly() {
        assert!(matches!(chore(&words("rules")), Ok(Chore::Rules { json: false })));
        assert!(matches!(chore(&words("rules --json")), Ok(Chore::Rules { json: true })));
        assert!(matches!(chore(&words("--help")), Ok(Chore::Help)));
        assert!(matches!(chore(&words("rule CP 15.3.4")), Ok(Chore::Rule { ids }) if ids == ["CP", "15.3.4"]));
        for wrong in ["", "ruels", "rule", "rules --jsno", "rules --json twice", "mutants --every", "mutants a b c"] {
            assert!(chore(&words(wrong)).is_err(), "{wrong:?} was accepted");
        }
    }
}
