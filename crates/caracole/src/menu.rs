//! A menu as it is shown: answers of a kind on one line, numbered in the order they stand there.

use crate::out::{Paint, room};
use crate::story::Names;
use kernel::door::{Asked, Choice};

/// The order in which the answers to a question are shown, as places on its menu.
pub struct Menu<'a> {
    asked: &'a Asked,
    groups: Vec<Group<'a>>,
}

struct Group<'a> {
    order: u16,
    title: &'a str,
    places: Vec<usize>,
}

/// Answers without a heading stand before all others or after them, as the rulebook has it; a last answer stays last.
const FIRST: u16 = 0;
const HEADED: u16 = 1;
const ALONE: u16 = 1_000;
const LAST: u16 = 2_000;
/// Longer headings have a line of their own.
const WIDEST_TITLE: usize = 24;
const INDENT: usize = 8;

impl<'a> Menu<'a> {
    pub fn of(asked: &'a Asked) -> Menu<'a> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        for (place, choice) in asked.menu.iter().enumerate() {
            let (order, title) = match &choice.heading {
                Some(heading) => (HEADED + u16::from(heading.order), heading.title.as_str()),
                None if place == asked.question.default && place + 1 == asked.menu.len() => (LAST, ""),
                None if groups.iter().all(|group| group.title.is_empty()) => (FIRST, ""),
                None => (ALONE, ""),
            };
            let same =
                groups.iter_mut().find(|group| !title.is_empty() && (group.order, group.title) == (order, title));
            match same {
                Some(group) => group.places.push(place),
                None => groups.push(Group { order, title, places: vec![place] }),
            }
        }
        groups.sort_by_key(|group| group.order);
        Menu { asked, groups }
    }

    fn places(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().flat_map(|group| group.places.iter().copied())
    }

    pub fn len(&self) -> usize {
        self.asked.menu.len()
    }

    /// The answer with that number, counted from 1.
    pub fn answer(&self, number: usize) -> Option<&'a Choice> {
        let place = self.places().nth(number.checked_sub(1)?)?;
        self.asked.menu.get(place)
    }

    /// The answer that commits to least.
    pub fn default(&self) -> Option<&'a Choice> {
        self.asked.menu.get(self.asked.question.default)
    }

    /// Number and answer, in the order shown.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &'a Choice)> {
        self.places().enumerate().filter_map(|(index, place)| Some((index + 1, self.asked.menu.get(place)?)))
    }

    /// The answers whose words or notation hold all of these, which are in small letters; a number only where it stands by itself:
    /// `9` is no part of `19` or `9.4`.
    pub fn search(&self, words: &[String]) -> Vec<(usize, &'a Choice)> {
        let fits = |choice: &Choice| {
            let text = format!("{} {}", choice.words, choice.decision).to_lowercase();
            let alone = |word: &str| text.split(|c: char| !c.is_alphanumeric() && c != '.').any(|part| part == word);
            let held =
                |word: &String| if word.parse::<f64>().is_ok() { alone(word) } else { text.contains(word.as_str()) };
            words.iter().all(held)
        };
        self.numbered().filter(|(_, choice)| !words.is_empty() && fits(choice)).collect()
    }

    pub fn show(&self, names: &Names, paint: Paint, width: usize) -> String {
        let titles: Vec<String> = self.groups.iter().map(|group| names.mark(group.title)).collect();
        let left = titles.iter().map(|title| room(title)).filter(|&room| room <= WIDEST_TITLE).max().unwrap_or(0);
        let mut text = String::new();
        let mut number = 0;
        for (group, title) in self.groups.iter().zip(&titles) {
            let items: Vec<String> = group
                .places
                .iter()
                .map(|&place| {
                    number += 1;
                    self.item(place, number, names, paint)
                })
                .collect();
            let title_room = room(title);
            text.push_str(&match title_room {
                0 => items.iter().map(|item| format!("  {item}\n")).collect(),
                room if room > WIDEST_TITLE => format!("  {title}\n{}", flow("", INDENT, &items, width)),
                room => flow(&format!("  {title}{}   ", " ".repeat(left - room)), left + 5, &items, width),
            });
        }
        text
    }

    /// One answer with its number; under a heading, only what the heading does not say.
    fn item(&self, place: usize, number: usize, names: &Names, paint: Paint) -> String {
        let choice = self.asked.menu.get(place);
        let words =
            choice.map_or("", |choice| choice.heading.as_ref().map_or(&*choice.words, |heading| &*heading.item));
        let enter = if place == self.asked.question.default { paint.faint("  (Enter)") } else { String::new() };
        format!("{} {}{enter}", tag(number, paint), names.mark(words))
    }
}

/// Items one after the other, on as many lines as they need.
fn flow(start: &str, indent: usize, items: &[String], width: usize) -> String {
    let blank = " ".repeat(indent);
    let mut text = String::new();
    let mut line = if start.is_empty() { blank.clone() } else { start.to_owned() };
    for (index, item) in items.iter().enumerate() {
        if index > 0 && room(&line) + 3 + room(item) > width {
            text.push_str(&line);
            text.push('\n');
            line.clone_from(&blank);
        } else if index > 0 {
            line.push_str("   ");
        }
        line.push_str(item);
    }
    format!("{text}{line}\n")
}

fn tag(number: usize, paint: Paint) -> String {
    paint.strong(&format!("{number})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Heading, Question, Seat};

    fn choice(decision: &str, heading: Option<(u8, &str, &str)>) -> Choice {
        let heading = heading.map(|(order, title, item)| Heading { order, title: title.into(), item: item.into() });
        Choice { decision: decision.into(), words: format!("words of {decision}"), heading, rank: 0, warning: None }
    }

    #[test]
    fn answers_stand_by_heading_and_the_least_comes_last() {
        let menu = vec![
            choice("wheel 15", Some((2, "wheel", "15°"))),
            choice("about", None),
            choice("go 6", Some((0, "advance", "6\""))),
            choice("wheel 30", Some((2, "wheel", "30°"))),
            choice("stop", None),
        ];
        let question = Question::whole("x", "X 1", 4);
        let asked = Asked { seat: Seat(0), question, words: String::new(), menu, sensible: None };
        let menu = Menu::of(&asked);
        let order: Vec<&str> = menu.numbered().map(|(_, choice)| choice.decision.as_str()).collect();
        assert_eq!(order, ["go 6", "wheel 15", "wheel 30", "about", "stop"]);
        assert_eq!(menu.answer(3).map(|choice| choice.decision.as_str()), Some("wheel 30"));
        assert!(menu.answer(0).is_none() && menu.answer(6).is_none());
        assert_eq!(menu.default().map(|choice| choice.decision.as_str()), Some("stop"));
        assert_eq!(menu.search(&["wheel".into(), "30".into()]).len(), 1);
        // A number is meant as it is typed.
        assert_eq!(menu.search(&["wheel".into(), "3".into()]).len(), 0);
        assert_eq!(menu.search(&[]).len(), 0);
        let scene = Names::none();
        let shown = menu.show(&scene, Paint(false), 80);
        assert_eq!(
            shown,
            "  advance   1) 6\"\n  wheel     2) 15°   3) 30°\n  4) words of about\n  5) words of stop  (Enter)\n"
        );
    }
}
