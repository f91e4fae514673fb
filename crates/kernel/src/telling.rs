//! What is said, in parts: who, does what, to whom, how many. One place makes the sentence of them.
//!
//! A [`Phrase`] is words with places for the parts. `{0}` is the first part. `[routs|rout]` is said of one or of many, as the
//! first part is; `[1:figure|figures]` agrees with the second. So `{0} [loses|lose] {1} [1:figure|figures]` is right for
//! Hastings's horse and for Gell's dragoons, for one figure and for three. A phrase is its own key: another language is a
//! table from phrases to phrases ([`Said::in_tongue`]).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// How something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Phrase(pub &'static str);

/// What a phrase speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A body of the scene, by its number and name.
    Body {
        id: u16,
        name: String,
        many: bool,
    },
    /// A side, a command, a place.
    Name {
        name: String,
        many: bool,
    },
    Count(i32),
    /// Words that agree with nothing.
    Words(Cow<'static, str>),
    /// Something said inside: the reason for it, say.
    Said(Box<Said>),
    /// Several of them, one after the other.
    Several(Vec<Part>),
}

impl Part {
    /// A body, one or many as its name has it.
    pub fn body(id: u16, name: &str) -> Part {
        Part::Body { id, name: name.to_owned(), many: is_many(name) }
    }

    pub fn name(name: &str) -> Part {
        Part::Name { name: name.to_owned(), many: is_many(name) }
    }

    pub fn words(words: impl Into<Cow<'static, str>>) -> Part {
        Part::Words(words.into())
    }

    fn turned(&self, table: &dyn Fn(&str) -> Option<&'static str>) -> Part {
        match self {
            Part::Said(said) => Part::words(said.turned(table)),
            Part::Several(parts) => Part::Several(parts.iter().map(|part| part.turned(table)).collect()),
            part => part.clone(),
        }
    }

    /// Whether verbs after it stand in the plural.
    pub fn many(&self) -> bool {
        match self {
            Part::Body { many, .. } | Part::Name { many, .. } => *many,
            Part::Count(count) => *count != 1,
            Part::Words(_) | Part::Said(_) => false,
            Part::Several(parts) => parts.len() > 1 || parts.iter().any(Part::many),
        }
    }

    /// Itself, or what it is made of.
    fn pieces(&self) -> Vec<&Part> {
        match self {
            Part::Said(said) => said.pieces(),
            Part::Several(parts) => parts.iter().flat_map(Part::pieces).collect(),
            part => vec![part],
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Body { name, .. } | Part::Name { name, .. } => f.write_str(name),
            Part::Count(count) => write!(f, "{count}"),
            Part::Words(words) => f.write_str(words),
            Part::Said(said) => f.write_str(said),
            Part::Several(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    let last = place + 1 == parts.len();
                    f.write_str(if place == 0 {
                        ""
                    } else if last {
                        " and "
                    } else {
                        ", "
                    })?;
                    part.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

/// Something said: the sentence, and the parts it was made of. It reads like a string.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
    text: String,
    phrase: Cow<'static, str>,
    parts: Vec<Part>,
}

impl Phrase {
    /// Says it of these parts.
    pub fn of(self, parts: impl IntoIterator<Item = Part>) -> Said {
        let parts: Vec<Part> = parts.into_iter().collect();
        Said { text: sentence(self.0, &parts), phrase: Cow::Borrowed(self.0), parts }
    }
}

impl Said {
    /// Words without parts: a name, a title, what somebody wrote.
    pub fn plain(text: impl Into<String>) -> Said {
        Said { text: text.into(), ..Said::default() }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The words it was said with.
    pub fn phrase(&self) -> &str {
        &self.phrase
    }

    /// Everything it speaks of, also inside of something said in it.
    fn pieces(&self) -> Vec<&Part> {
        self.parts.iter().flat_map(Part::pieces).collect()
    }

    /// The bodies it speaks of, by their numbers, each once.
    pub fn bodies(&self) -> impl Iterator<Item = u16> + use<> {
        let mut bodies: Vec<u16> = Vec::new();
        for part in self.pieces() {
            if let Part::Body { id, .. } = part
                && !bodies.contains(id)
            {
                bodies.push(*id);
            }
        }
        bodies.into_iter()
    }

    /// Whether it speaks of something by that name that is no body: a side, a command, a place.
    pub fn names(&self, wanted: &str) -> bool {
        self.pieces().iter().any(|part| matches!(part, Part::Name { name, .. } if name == wanted))
    }

    /// The same in another language, as far as its table has the phrase.
    #[must_use]
    pub fn in_tongue(&self, table: impl Fn(&str) -> Option<&'static str>) -> String {
        self.turned(&table)
    }

    fn turned(&self, table: &dyn Fn(&str) -> Option<&'static str>) -> String {
        let parts: Vec<Part> = self.parts.iter().map(|part| part.turned(table)).collect();
        table(&self.phrase).map_or_else(|| self.text.clone(), |phrase| sentence(phrase, &parts))
    }
}

impl Deref for Said {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl From<String> for Said {
    fn from(text: String) -> Said {
        Said::plain(text)
    }
}

impl From<&str> for Said {
    fn from(text: &str) -> Said {
        Said::plain(text)
    }
}

impl From<Said> for String {
    fn from(said: Said) -> String {
        said.text
    }
}

impl PartialEq<str> for Said {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for Said {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

/// Sent and kept as the sentence: whoever reads it reads words.
impl Serialize for Said {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Said {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Said, D::Error> {
        String::deserialize(deserializer).map(Said::plain)
    }
}

/// The one place that makes sentences.
fn sentence(phrase: &str, parts: &[Part]) -> String {
    let mut text = String::with_capacity(phrase.len() + 40);
    let mut rest = phrase;
    while let Some(open) = rest.find(['{', '[']) {
        let close = if rest[open..].starts_with('{') { '}' } else { ']' };
        let Some(end) = rest[open..].find(close).map(|end| open + end) else { break };
        text.push_str(&rest[..open]);
        let inside = &rest[open + 1..end];
        match close {
            '}' => {
                if let Some(part) = inside.parse().ok().and_then(|place: usize| parts.get(place)) {
                    text.push_str(&part.to_string());
                }
            }
            _ => text.push_str(agreeing(inside, parts)),
        }
        rest = &rest[end + 1..];
    }
    text.push_str(rest);
    text
}

/// `routs|rout` after the first part, `1:figure|figures` after the second.
fn agreeing<'a>(forms: &'a str, parts: &[Part]) -> &'a str {
    let (place, forms) = match forms.split_once(':') {
        Some((place, forms)) => (place.parse().unwrap_or(0), forms),
        None => (0, forms),
    };
    let (one, several) = forms.split_once('|').unwrap_or((forms, forms));
    if parts.get(place).is_some_and(Part::many) { several } else { one }
}

/// Where the name proper ends and what is said of it begins: `Gell's dragoons | in the closes`.
const ASIDES: [&str; 10] = [",", " of ", " in ", " behind ", " on ", " from ", " at ", " under ", " by ", " with "];

/// Peoples whose name is the same for one and many.
const PEOPLES: [&str; 10] =
    ["British", "Danish", "Dutch", "English", "French", "Irish", "Portuguese", "Spanish", "Swedish", "Swiss"];

/// Whether a name means several: its last word ends like a plural, and is neither a genitive nor a proper name such as
/// that of the gun Sweet Lips. Holk's Cuirassiers are many though they are written like a name, for they are Holk's. Two
/// names are two, such as Orkney and Ingoldsby, but for one thing that is of both.
pub fn is_many(name: &str) -> bool {
    let end = ASIDES.iter().filter_map(|aside| name.find(aside)).min().unwrap_or(name.len());
    let mut words = name[..end].split_whitespace();
    let head = words.next_back().unwrap_or("");
    let somebodys = |word: &str| word.ends_with("'s") || word.ends_with("s'") || word == "The";
    let common =
        words.next_back().is_none_or(somebodys) || name.starts_with("The ") || head.starts_with(char::is_lowercase);
    let both = name[..end].contains(" and ") && !name[..end].split_whitespace().any(|word| word.ends_with("'s"));
    let people = name.starts_with("The ") && PEOPLES.contains(&head);
    people || both || common && head.ends_with('s') && !head.ends_with("'s") && !head.ends_with("ss")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOSES: Phrase = Phrase("{0} [loses|lose] {1} [1:figure|figures] to {2}");

    #[test]
    fn verbs_and_things_agree_with_their_parts() {
        let said = |who: &str, count| LOSES.of([Part::body(3, who), Part::Count(count), Part::name("the guns")]);
        assert_eq!(said("Hastings's horse", 3), "Hastings's horse loses 3 figures to the guns");
        assert_eq!(said("Gell's dragoons", 1), "Gell's dragoons lose 1 figure to the guns");
        assert_eq!(said("The drakes", 2).bodies().collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn names_of_many_are_known() {
        for many in [
            "Northampton's dragoons",
            "Gell's dragoons in the closes",
            "Musketeers of the Stafford garrison",
            "Holk's Cuirassiers",
            "Rupert's Bluecoats",
            "The Gentlemen Pensioners",
            "More guns by the mills",
            "The French",
            "Orkney and Ingoldsby",
            "The Blues and the heavy horse",
        ] {
            assert!(is_many(many), "{many}");
        }
        for one in [
            "Hastings's horse",
            "Brereton's foot, on the road",
            "The Prince of Wales's horse",
            "Sweet Lips",
            "Shot with the West Goths",
            "A battery of sakers",
            "The French horse",
            "Orkney and Hamilton's foot",
            "The crossing of the lane and the hedge",
        ] {
            assert!(!is_many(one), "{one}");
        }
    }

    #[test]
    fn several_are_many_and_what_is_said_inside_counts() {
        let both = Part::Several(vec![Part::body(3, "Byron"), Part::body(4, "Gell"), Part::body(3, "Byron")]);
        let inside = Phrase("{0} [rides|ride]").of([both]);
        assert_eq!(inside, "Byron, Gell and Byron ride");
        let said = Phrase("{1}, for {0}").of([Part::Said(Box::new(inside)), Part::name("the day is won")]);
        assert_eq!(said.bodies().collect::<Vec<_>>(), [3, 4]);
        assert!(said.names("the day is won") && !said.names("Gell"));
        assert_eq!(Phrase("{0} [rides|ride]").of([Part::Several(vec![Part::name("Byron")])]), "Byron rides");
    }

    #[test]
    fn another_language_is_a_table() {
        let said = LOSES.of([Part::body(3, "Byron"), Part::Count(2), Part::name("Gell")]);
        let german =
            |phrase: &str| (phrase == LOSES.0).then_some("{0} [verliert|verlieren] {1} [1:Figur|Figuren] an {2}");
        assert_eq!(said.in_tongue(german), "Byron verliert 2 Figuren an Gell");
        assert_eq!(said.in_tongue(|_| None), &*said);
        let why = Phrase("{0}: {1}").of([Part::name("Gell"), Part::Said(Box::new(said))]);
        let both = |phrase: &str| german(phrase).or_else(|| (phrase == "{0}: {1}").then_some("{0}, denn {1}"));
        assert_eq!(why.in_tongue(both), "Gell, denn Byron verliert 2 Figuren an Gell");
    }

    #[test]
    fn a_phrase_that_is_not_closed_is_said_as_it_stands() {
        assert_eq!(Phrase("{0} goes {on").of([Part::name("Byron")]), "Byron goes {on");
        assert_eq!(Phrase("{7} goes").of([Part::name("Byron")]), " goes");
    }
}
