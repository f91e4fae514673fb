//! Scripts: a battle and decisions written by hand. docs/journal.md describes the format.

use crate::{Mistake, target};
use kernel::{Door, Entry, Ledger, OptionValues, Refusal};
use scenario::Source;
use shelf::Dice;
use std::path::Path;

const FIRST_LINE: &str = "caracole script 1";

pub struct Script {
    battle: Line<String>,
    options: Vec<Line<(String, String)>>,
    dice: Dice,
    pub moves: Vec<Move>,
}

/// Something with the line it stands on.
struct Line<T> {
    number: usize,
    value: T,
}

/// One decision, with the dice it rolls where they are written down.
pub struct Move {
    pub line: usize,
    pub seat: String,
    pub decision: String,
    dice: Option<Vec<u8>>,
}

/// What is wrong, and on which line.
type Fault = (usize, String);

impl Script {
    pub fn parse(file: &str, text: &str) -> Result<Script, Mistake> {
        read(text).map_err(|(line, what)| Mistake::in_file(file, format!("line {line}: {what}")))
    }

    /// Sets the battle up and plays on to the first question.
    pub fn begin(&self, file: &str) -> Result<(Box<dyn Door>, Ledger), Mistake> {
        let line = |number: usize, what: &str| Mistake::in_file(file, format!("line {number}: {what}"));
        let source = self.source(file).map_err(|mistake| match mistake {
            Mistake::Said(what) => line(self.battle.number, &what),
            unheard => unheard,
        })?;
        let mut options = OptionValues::new();
        for option in &self.options {
            let (key, value) = option.value.clone();
            let rulebook = scenario::header(&source)?.rulebook;
            let given = OptionValues::from([(key.clone(), value.clone())]);
            let specs = shelf::options_of(&rulebook).unwrap_or_default();
            if let Some(fault) = kernel::options::check(specs, &given).first() {
                return Err(line(option.number, &format!("{}\n  instead: {}", fault.what, fault.instead)));
            }
            options.insert(key, value);
        }
        shelf::begin(&source, &options, self.dice.clone()).map_err(|problem| Mistake::in_file(file, problem))
    }

    /// A battle file is looked for beside the script first.
    fn source(&self, file: &str) -> Result<Source, Mistake> {
        let name = &self.battle.value;
        let near = Path::new(file).parent().map(|folder| folder.join(name));
        match near.filter(|path| path.extension().is_some_and(|end| end == "toml") && path.exists()) {
            Some(path) => target::battle(&path.display().to_string()),
            None => target::battle(name),
        }
    }

    /// Plays one decision.
    pub fn play(&self, door: &mut dyn Door, step: &Move) -> Result<Vec<Entry>, Refusal> {
        let seat = target::seat(door.seats(), &step.seat).map_err(|why| {
            let why = why.replace("\n  instead: ", "; the seats are ");
            Refusal { rule: "seat".into(), why: why.into() }
        })?;
        match (&step.dice, &self.dice) {
            (None, Dice::Seed(_)) => door.decide(seat, &step.decision),
            (thrown, _) => door.decide_with(seat, &step.decision, thrown.clone().unwrap_or_default()),
        }
    }
}

fn read(text: &str) -> Result<Script, Fault> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    match lines.next() {
        Some((_, line)) if line == FIRST_LINE => {}
        Some((_, line)) if line.starts_with("caracole script") => {
            return Err((1, format!("`{line}` is not known here\n  instead: `{FIRST_LINE}`")));
        }
        _ => {
            let instead = format!("a file whose first line is `{FIRST_LINE}` or `caracole journal 1`");
            return Err((1, format!("this is neither a journal nor a script\n  instead: {instead}")));
        }
    }
    let (mut battle, mut dice) = (None, None);
    let (mut options, mut moves) = (Vec::new(), Vec::new());
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "battle" | "option" | "seed" | "dice" if !moves.is_empty() => {
                return Err((number, format!("`{word}` comes too late\n  instead: all of these before the decisions")));
            }
            "battle" if battle.is_some() => {
                return Err((number, "a second battle\n  instead: one `battle` line".into()));
            }
            "battle" if !rest.is_empty() => battle = Some(Line { number, value: rest.to_owned() }),
            "battle" => return Err((number, "a battle has a name\n  instead: battle first-blood".into())),
            "option" => options.push(Line { number, value: option(rest).ok_or_else(|| no_option(number))? }),
            "seed" | "dice" if dice.is_some() => {
                return Err((number, "the dice are given already\n  instead: one `seed` or `dice` line".into()));
            }
            "seed" => {
                let wrong = || (number, format!("`{rest}` is not a seed\n  instead: a whole number, such as seed 7"));
                dice = Some(Dice::Seed(rest.parse().map_err(|_| wrong())?));
            }
            "dice" => dice = Some(Dice::Thrown(faces(rest, number)?)),
            _ => moves.push(decision(word, rest, number)?),
        }
    }
    let nowhere = || (1, "the script names no battle\n  instead: a line such as `battle first-blood`".to_owned());
    Ok(Script { battle: battle.ok_or_else(nowhere)?, options, dice: dice.unwrap_or(Dice::Seed(0)), moves })
}

fn option(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once(char::is_whitespace)?;
    Some((key.to_owned(), value.trim().to_owned()))
}

fn no_option(line: usize) -> Fault {
    (line, "an option has a key and a value\n  instead: option scale 15mm".into())
}

fn decision(seat: &str, rest: &str, line: usize) -> Result<Move, Fault> {
    let (decision, dice) = rest.split_once(';').map_or((rest, None), |(decision, dice)| (decision, Some(dice)));
    let decision = decision.trim();
    if decision.is_empty() {
        return Err((line, format!("`{seat}` decides nothing\n  instead: seat and decision, such as king side a")));
    }
    let dice = dice.map(|dice| faces(dice, line)).transpose()?;
    Ok(Move { line, seat: seat.to_owned(), decision: decision.to_owned(), dice })
}

fn faces(text: &str, line: usize) -> Result<Vec<u8>, Fault> {
    let face = |word: &str| match word.parse() {
        Ok(0) | Err(_) => Err((line, format!("`{word}` is not a die\n  instead: faces such as 4 2 6"))),
        Ok(face) => Ok(face),
    };
    text.split_whitespace().map(face).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> Fault {
        match read(text) {
            Err(fault) => fault,
            Ok(_) => (0, "in order".into()),
        }
    }

    #[test]
    fn a_script_is_read() {
        let text = "caracole script 1\n# first\nbattle first-blood\n\noption scale 15mm\ndice 4 2\nking side a\n\
                    king test x ; 3 6\n";
        let script = read(text).ok().filter(|script| script.moves.len() == 2);
        let script = script.unwrap();
        assert_eq!((script.battle.number, script.battle.value.as_str()), (3, "first-blood"));
        assert_eq!(script.dice, Dice::Thrown(vec![4, 2]));
        assert_eq!((script.moves[1].line, script.moves[1].dice.clone()), (8, Some(vec![3, 6])));
        assert_eq!(script.moves[1].decision, "test x");
    }

    #[test]
    fn wrong_lines_are_named() {
        let after = |line: &str| wrong(&format!("caracole script 1\nbattle first-blood\n{line}\n"));
        for (line, words) in [
            ("battle x", "second battle"),
            ("option scale", "a key and a value"),
            ("seed x", "not a seed"),
            ("seed -1", "not a seed"),
            ("dice 1 x", "`x` is not a die"),
            ("dice 0", "`0` is not a die"),
            ("dice 300", "`300` is not a die"),
            ("king", "decides nothing"),
            ("king ; 3", "decides nothing"),
            ("king stand ; a", "`a` is not a die"),
            ("seed 1\nseed 2", "given already"),
            ("king stand\nseed 2", "too late"),
        ] {
            let (number, what) = after(line);
            assert!(what.contains(words), "{line}: {what}");
            assert_eq!(number, 2 + line.lines().count(), "{line}");
        }
        assert!(wrong("").1.contains("neither"));
        assert!(wrong("caracole script 2\n").1.contains("not known"));
        assert!(wrong("caracole script 1\nseed 3\n").1.contains("no battle"));
    }
}
