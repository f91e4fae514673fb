//! What a typed answer means: a number, notation, or notation with the tedious parts left out.

use crate::menu::Menu;
use crate::sight::{Lettered, is_letter};
use kernel::door::{Asked, Choice};
use kernel::scene::Field;
use kernel::{Door, Refusal};

/// What came of reading a line.
pub enum Meaning {
    /// A legal decision, in the journal's notation.
    Decision(String),
    /// Nothing that can be done, and why.
    Refused(String),
}

/// Reads a line as an answer to a question.
pub fn meaning(door: &dyn Door, asked: &Asked, sight: &Lettered, line: &str) -> Meaning {
    let menu = Menu::of(asked);
    if line.is_empty() {
        return match menu.default() {
            Some(choice) => Meaning::Decision(choice.decision.clone()),
            None => Meaning::Refused("there is no usual answer here".into()),
        };
    }
    if let Ok(number) = line.parse::<usize>() {
        return match menu.answer(number) {
            Some(choice) => Meaning::Decision(choice.decision.clone()),
            None => Meaning::Refused(format!("there is no answer {number}; there are {}", menu.len())),
        };
    }
    let readings = readings(asked, sight, line);
    let judged: Vec<(String, Result<(), Refusal>)> = readings
        .into_iter()
        .map(|text| {
            let verdict = door.judge(asked.seat, &text);
            (text, verdict)
        })
        .collect();
    if let Some((text, _)) = judged.iter().find(|(_, verdict)| verdict.is_ok()) {
        return Meaning::Decision(text.clone());
    }
    // Half a decision, such as who charges whom: the menu knows the way there.
    let begins = |choice: &&Choice| judged.iter().any(|(text, _)| choice.decision.starts_with(&format!("{text} ")));
    let begun: Vec<&Choice> = asked.menu.iter().filter(begins).collect();
    if let [only] = begun.as_slice() {
        return Meaning::Decision(only.decision.clone());
    }
    // A refusal by the rules says more than that the words make no sense.
    let by_rule = judged.iter().filter_map(|(_, verdict)| verdict.as_ref().err()).find(|no| no.rule != "notation");
    if let Some(refusal) = by_rule {
        return Meaning::Refused(refusal.to_string());
    }
    let wanted = match wanted(sight, line) {
        Ok(wanted) => wanted,
        Err(why) => return Meaning::Refused(why),
    };
    match menu.search(&wanted).as_slice() {
        [(_, only)] => Meaning::Decision(only.decision.clone()),
        [] => Meaning::Refused(nothing(sight, &menu, line)),
        several => {
            let list: Vec<String> =
                several.iter().map(|(number, choice)| format!("{number}) {}", choice.words)).collect();
            Meaning::Refused(format!("which of these?\n    {}", list.join("\n    ")))
        }
    }
}

/// The line as it stands, with lengths in millimetres, with letters for units, with the first word left out, and with the words of
/// the menu for those of the journal.
fn readings(asked: &Asked, sight: &Lettered, line: &str) -> Vec<String> {
    let measured = measured(sight, line);
    let lettered = lettered(sight, &measured);
    let mut first_words: Vec<&str> = asked.menu.iter().filter_map(|choice| choice.decision.split(' ').next()).collect();
    first_words.sort_unstable();
    first_words.dedup();
    let mut readings = Vec::new();
    for text in [measured, lettered] {
        readings.push(text.clone());
        readings.extend(first_words.iter().map(|word| format!("{word} {text}")));
        readings.extend(asked.menu.iter().filter_map(|choice| by_heading(choice, &text)));
    }
    let mut seen = Vec::new();
    readings.retain(|text| {
        let new = !seen.contains(text);
        seen.push(text.clone());
        new
    });
    readings
}

/// Figures typed behind a heading of the menu, `go 564 468`, as the journal writes an answer that stands under it; those that are
/// left out, such as which way one looks, are that answer's.
fn by_heading(choice: &Choice, text: &str) -> Option<String> {
    let is_figure = |word: &&str| word.parse::<f64>().is_ok();
    let title = choice.heading.as_ref()?.title.to_lowercase();
    let rest = text.to_lowercase().starts_with(&title).then(|| text.get(title.len()..))??;
    let typed: Vec<&str> = rest.split_whitespace().filter(|&word| word != "to").collect();
    let mut words: Vec<&str> = choice.decision.split(' ').collect();
    let first = words.iter().position(is_figure)?;
    if typed.is_empty() || typed.len() > words.len() - first || !typed.iter().all(is_figure) {
        return None;
    }
    words.splice(first..first + typed.len(), typed);
    Some(words.join(" "))
}

/// What an answer must have in it to be meant: the words of the line, a letter of the map standing for the name of its
/// body. Any other single letter is nobody's, and a word or two letters alone are too little to go by.
fn wanted(sight: &Lettered, line: &str) -> Result<Vec<String>, String> {
    let word = |word: &str| match sight.lettered(word) {
        Some(body) => Ok(body.name.to_lowercase()),
        None if is_letter(word) => Err(format!("nobody on the map bears the letter `{word}`")),
        None => Ok(word.to_lowercase()),
    };
    let words = line.split_whitespace().map(word).collect::<Result<Vec<String>, String>>()?;
    Ok(words.into_iter().filter(|_| sight.lettered(line).is_some() || line.chars().count() > 2).collect())
}

/// What to say where no answer has the words of a line: whom it speaks of, if that is why.
fn nothing(sight: &Lettered, menu: &Menu<'_>, line: &str) -> String {
    let bodies = line.split_whitespace().filter_map(|word| sight.lettered(word));
    let mut strangers = bodies.filter(|body| menu.search(&[body.name.to_lowercase()]).is_empty());
    match strangers.next() {
        Some(body) => format!("no answer now has anything to do with {}", body.name),
        None => format!("`{line}` is nothing you can do now; `help` lists what you can type"),
    }
}

/// Lengths typed in units of the ruler, `4"` or `4in`, `120yds` or `2bw`, become millimetres; angles lose their sign.
fn measured(sight: &Lettered, line: &str) -> String {
    let Field::Table(table) = &sight.scene.field else { return line.to_owned() };
    let units: &[&str] = match table.ruler_name.as_str() {
        name if name.starts_with("yard") => &["\"", "in", "yds", "yd"],
        name if name.starts_with("base width") => &["\"", "in", "bw"],
        _ => &["\"", "in"],
    };
    let word = |word: &str| {
        let number =
            units.iter().find_map(|unit| word.strip_suffix(unit)).and_then(|number| number.parse::<f64>().ok());
        match number.filter(|number| number.is_finite() && number.abs() < 1e6) {
            Some(number) => {
                let text = format!("{:.3}", number * table.ruler);
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            None => word.strip_suffix('°').unwrap_or(word).to_owned(),
        }
    };
    line.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// Letters of the map become the names that decisions use.
fn lettered(sight: &Lettered, line: &str) -> String {
    let word = |word: &str| sight.lettered(word).map_or(word.to_owned(), |body| body.key.clone());
    line.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::OptionValues;
    use shelf::Dice;

    fn first_question() -> (Box<dyn Door>, Asked, Lettered) {
        let source = shelf::find("first-blood").unwrap();
        let (mut door, _) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(11)).unwrap();
        while door.question(door.awaiting()[0]).unwrap().question.topic != "move" {
            let asked = door.question(door.awaiting()[0]).unwrap();
            door.decide(asked.seat, &asked.menu[asked.question.default].decision).unwrap();
        }
        let asked = door.question(door.awaiting()[0]).unwrap();
        let sight = Lettered::of(door.as_ref(), None);
        (door, asked, sight)
    }

    fn reads(line: &str) -> Result<String, String> {
        let (door, asked, sight) = first_question();
        match meaning(door.as_ref(), &asked, &sight, line) {
            Meaning::Decision(decision) => Ok(decision),
            Meaning::Refused(why) => Err(why),
        }
    }

    #[test]
    fn an_answer_may_be_short() {
        let (_, asked, sight) = first_question();
        let first = &asked.menu[0].decision;
        let (_, key) = first.split_once(' ').unwrap();
        assert_eq!(reads("1").as_ref(), Ok(first));
        assert_eq!(reads(first).as_ref(), Ok(first));
        assert_eq!(reads(key).as_ref(), Ok(first));
        let (_, letter) = sight.bodies().find(|(body, _)| body.key == key).unwrap();
        assert_eq!(reads(letter).as_ref(), Ok(first));
        assert_eq!(reads(""), Ok("done".into()));
    }

    /// Skirmishers go to any place, in the words of the menu or in those of the journal.
    #[test]
    fn a_place_may_be_typed_behind_the_heading_of_the_menu() {
        let source = shelf::find("weidenau-mill").unwrap();
        let (mut door, _) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(7)).unwrap();
        let goes = |choice: &&Choice| choice.decision.starts_with("move free ");
        let asked = loop {
            let asked = door.question(door.awaiting()[0]).unwrap();
            if asked.menu.iter().any(|choice| goes(&choice)) {
                break asked;
            }
            let moves = |choice: &&Choice| choice.decision.contains("jaeger") || choice.decision.contains("chasseurs");
            let usual = &asked.menu[asked.question.default];
            let answer = asked.menu.iter().find(moves).unwrap_or(usual);
            door.decide(asked.seat, &answer.decision).unwrap();
        };
        let sight = Lettered::of(door.as_ref(), None);
        let go = asked.menu.iter().find(goes).unwrap();
        let figures: Vec<f64> = go.decision.split(' ').filter_map(|word| word.parse().ok()).collect();
        let typed = format!("go {}bw {}bw", figures[0] / 60.0, figures[1] / 60.0);
        for line in [typed.clone(), format!("{typed} {}°", figures[2])] {
            match meaning(door.as_ref(), &asked, &sight, &line) {
                Meaning::Decision(decision) => assert_eq!(decision, go.decision, "{line}"),
                Meaning::Refused(why) => panic!("{line}: {why}"),
            }
        }
        match meaning(door.as_ref(), &asked, &sight, "go 9bw") {
            Meaning::Refused(_) => {}
            Meaning::Decision(decision) => assert!(decision.starts_with("move free 540 "), "{decision}"),
        }
    }

    /// Who charges whom is enough where the menu knows one way there; straight ahead would lead past the target.
    #[test]
    fn half_a_decision_takes_the_way_of_the_menu() {
        let source = shelf::find("hopton-heath").unwrap();
        let (mut door, _) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(42)).unwrap();
        let wheels = |asked: &Asked| {
            let wheel = asked.menu.iter().find(|choice| choice.decision.contains("wheel"))?;
            (asked.question.topic == "declare-charges").then(|| wheel.decision.clone())
        };
        // The enemy comes on until there is somebody to charge who does not stand straight ahead.
        let (asked, wheeled) = loop {
            let asked = door.question(door.awaiting()[0]).unwrap();
            if let Some(wheeled) = wheels(&asked) {
                break (asked, wheeled);
            }
            let best = asked.menu.iter().max_by_key(|choice| choice.rank).unwrap();
            door.decide(asked.seat, &best.decision).unwrap();
        };
        let half = wheeled.split(' ').take(3).collect::<Vec<_>>().join(" ");
        assert!(door.judge(asked.seat, &half).is_err());
        let read = match meaning(door.as_ref(), &asked, &Lettered::of(door.as_ref(), None), &half) {
            Meaning::Decision(decision) => decision,
            Meaning::Refused(why) => why,
        };
        assert_eq!(read, wheeled);
    }

    #[test]
    fn nonsense_is_told_to_be_nonsense() {
        assert!(reads("0").unwrap_err().contains("there is no answer 0"));
        assert!(reads("999").unwrap_err().contains("there are"));
        assert!(reads("fly away").unwrap_err().contains("nothing you can do now"));
        assert!(reads("zz").unwrap_err().contains("nothing you can do now"));
        assert!(reads("move").unwrap_err().contains("which of these?"));
        // A single letter is a letter of the map: never a part of a name, and refused where it is nobody's.
        assert!(reads("move q").unwrap_err().contains("bears the letter `q`"));
        let strange = reads("shuffle d").unwrap_err();
        assert!(strange.contains("nothing you can do now") || strange.contains("has anything to do with"), "{strange}");
        // A rule that forbids it is named.
        assert!(reads("pick hale-horse").is_ok() != reads("pick lisle-horse").is_ok());
        let refused = reads("pick hale-horse").err().or(reads("pick lisle-horse").err()).unwrap();
        assert!(refused.contains("[CP "), "{refused}");
    }

    #[test]
    fn lengths_are_read_off_the_ruler() {
        let (_, _, sight) = first_question();
        assert_eq!(measured(&sight, "advance 4\""), "advance 101.6");
        assert_eq!(measured(&sight, "advance 0.5in"), "advance 12.7");
        assert_eq!(measured(&sight, "advance 30 \" in infin\""), "advance 30 \" in infin\"");
        // Each rulebook by its own ruler.
        for (battle, typed, read) in [
            ("first-meeting", "advance 100yds", "advance 127"),
            ("first-volley", "advance 2bw", "advance 120"),
            ("first-blood", "advance 2bw", "advance 2bw"),
        ] {
            let source = shelf::find(battle).unwrap();
            let (door, _) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(1)).unwrap();
            assert_eq!(measured(&Lettered::of(door.as_ref(), None), typed), read);
        }
    }

    /// A place that is not on the menu is not taken for another one that happens to have its figures.
    #[test]
    fn numbers_are_not_found_inside_of_others() {
        let (_, mut asked, _) = first_question();
        asked.menu.truncate(1);
        asked.menu[0].words = "go to 7.6 BW east, 17.5 north, 30° left".into();
        let menu = Menu::of(&asked);
        let found = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            menu.search(&words).len()
        };
        assert_eq!([found(&["go", "7.5"]), found(&["7"]), found(&["go", "7.6"]), found(&["30", "left"])], [0, 0, 1, 1]);
    }
}
