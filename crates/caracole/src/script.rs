//! Scripts set up on the shelf: the battle they name is found and begun. docs/journal.md describes the format.

use crate::{Mistake, target};
use kernel::script::{Script, Throws};
use kernel::{Door, Ledger, OptionValues};
use scenario::Source;
use shelf::{Dice, Misfit, Problem};
use std::path::Path;

pub fn parse(file: &str, text: &str) -> Result<Script, Mistake> {
    Script::parse(text).map_err(|fault| Mistake::in_file(file, fault))
}

/// A battle to play on with, or, where the opening rolled other dice than the script gives, one to look at and no more.
pub type Begun = Result<(Box<dyn Door>, Ledger), Misfit>;

/// Sets the battle up and plays on to the first question.
pub fn begin(file: &str, script: &Script) -> Result<Begun, Mistake> {
    let line = |number: usize, what: &str| Mistake::in_file(file, format!("line {number}: {what}"));
    let source = source(file, &script.battle.value).map_err(|mistake| match mistake {
        Mistake::Said(what) => line(script.battle.number, &what),
        unheard => unheard,
    })?;
    let mut options = OptionValues::new();
    for option in &script.options {
        let (key, value) = option.value.clone();
        let rulebook = scenario::header(&source)?.rulebook;
        let given = OptionValues::from([(key.clone(), value.clone())]);
        let specs = shelf::options_of(&rulebook).unwrap_or_default();
        if let Some(fault) = kernel::options::check(specs, &given).first() {
            return Err(line(option.number, &format!("{}\n  instead: {}", fault.what, fault.instead)));
        }
        options.insert(key, value);
    }
    let dice = match &script.dice.value {
        Throws::Seed(seed) => Dice::Seed(*seed),
        Throws::Written(faces) => Dice::Thrown(faces.clone()),
    };
    match shelf::begin(&source, &options, dice) {
        Ok(begun) => Ok(Ok(begun)),
        Err(Problem::Dice(misfit)) => Ok(Err(misfit)),
        Err(problem) => Err(Mistake::in_file(file, problem)),
    }
}

/// A battle file is looked for beside the script first.
fn source(file: &str, name: &str) -> Result<Source, Mistake> {
    let near = Path::new(file).parent().map(|folder| folder.join(name));
    match near.filter(|path| path.extension().is_some_and(|end| end == "toml") && path.exists()) {
        Some(path) => target::battle(&path.display().to_string()),
        None => target::battle(name),
    }
}
