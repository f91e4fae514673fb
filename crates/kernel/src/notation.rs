//! Decisions as the journal writes them, said once: what writes a decision also reads it.
//!
//! A rulebook lists its decisions with [`notation!`](crate::notation!), the word each begins with and the kinds of what
//! follows it; the chapters of a book are put together with [`chapters!`](crate::chapters!). A [`Kind`] is one way to write and
//! read a thing: a number, a length, yes or no are here, a unit or a formation are the rulebook's. What is wrong is quoted
//! between backticks, with what would be right.
//!
//! ```
//! use kernel::notation::{self, Kind, Number, Right};
//!
//! #[derive(Debug, PartialEq)]
//! enum Choice {
//!     Halt,
//!     Turn { right: bool, files: u8 },
//! }
//!
//! kernel::notation! { Choice in (), "a choice":
//!     "halt" => Halt;
//!     "turn" => Turn { right: Right, files: Number };
//! }
//!
//! let turn = Choice::Turn { right: true, files: 3 };
//! assert_eq!(notation::write::<Choice, ()>(&(), &turn), "turn right 3");
//! assert_eq!(notation::read::<Choice, ()>(&(), "turn right 3"), Ok(turn));
//! assert_eq!(notation::read::<Choice, ()>(&(), "fly"), Err("`fly` is not a choice; one of: halt, turn".into()));
//! ```

use std::fmt::Display;
use std::str::SplitWhitespace;

/// How a thing is written and read by the rules of one battle.
pub trait Kind<R: ?Sized> {
    type Value;
    fn write(rules: &R, value: &Self::Value, pen: &mut Pen);
    fn read(rules: &R, words: &mut Words<'_>) -> Result<Self::Value, String>;
}

/// The words decisions of a kind begin with.
pub trait Openings {
    const OPENINGS: &'static [&'static str];
}

pub fn write<K: Kind<R>, R: ?Sized>(rules: &R, value: &K::Value) -> String {
    let mut pen = Pen::default();
    K::write(rules, value, &mut pen);
    pen.0
}

pub fn read<K: Kind<R>, R: ?Sized>(rules: &R, text: &str) -> Result<K::Value, String> {
    let mut words = Words(text.split_whitespace());
    let value = K::read(rules, &mut words)?;
    match words.0.next() {
        None => Ok(value),
        Some(more) => Err(format!("`{more}` is one word too many")),
    }
}

/// Writes words with a space between them.
#[derive(Debug, Default)]
pub struct Pen(String);

impl Pen {
    pub fn put(&mut self, word: impl Display) -> &mut Pen {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(&word.to_string());
        self
    }
}

/// The words of a decision, read one after the other.
#[derive(Debug, Clone)]
pub struct Words<'a>(SplitWhitespace<'a>);

impl<'a> Words<'a> {
    /// The next word, which should be `wanted`: "a unit", "left or right".
    pub fn word(&mut self, wanted: &str) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| format!("{wanted} is missing"))
    }

    /// The next word, left where it is.
    pub fn ahead(&self) -> Option<&'a str> {
        self.0.clone().next()
    }

    /// The words after the next.
    pub fn past(&mut self) -> &mut Words<'a> {
        self.0.next();
        self
    }

    /// Takes the next word if it is that one.
    pub fn take(&mut self, word: &str) -> bool {
        let there = self.ahead() == Some(word);
        if there {
            self.past();
        }
        there
    }

    /// Whose key the next word is: his place among them. `what` is one of them: "unit".
    pub fn key<'b>(&mut self, what: &str, mut keys: impl Iterator<Item = &'b str> + Clone) -> Result<usize, String> {
        let word = self.word(&format!("a {what}"))?;
        keys.clone().position(|key| key == word).ok_or_else(|| {
            let first = keys.next().unwrap_or("none");
            let all = keys.fold(first.to_owned(), |all, key| all + ", " + key);
            format!("there is no {what} `{word}`; the {what}s are {all}")
        })
    }

    /// A landmark by its name in key form, by its count among its like (`#1` is the first), or by the place at which the
    /// program keeps it, from 0, which is what journals have. `known` are places and names.
    pub fn landmark<'b>(
        &mut self,
        what: &str,
        known: impl Iterator<Item = (usize, &'b str)> + Clone,
    ) -> Result<u8, String> {
        let word = self.word(&format!("a {what}"))?;
        let found = match word.strip_prefix('#') {
            Some(count) => as_people_count(count).and_then(|count| known.clone().nth(count.into())),
            None => known.clone().find(|(_, name)| key_form(name) == word),
        };
        let place = found.map(|(place, _)| place).or_else(|| word.parse().ok());
        place.and_then(|place| u8::try_from(place).ok()).ok_or_else(|| {
            let named = |(count, (_, name)): (usize, (usize, &str))| match name {
                "" => format!("#{}", count + 1),
                name => format!("#{} or {}", count + 1, key_form(name)),
            };
            let names: Vec<String> = known.enumerate().map(named).collect();
            format!("there is no {what} `{word}`; one of: {}", names.join(", "))
        })
    }

    /// One of a few words and what it stands for.
    pub fn one_of<T: Copy>(&mut self, what: &str, known: &[(T, &str)]) -> Result<T, String> {
        let word = self.word(what)?;
        let found = known.iter().find(|(_, known)| *known == word);
        found.map(|&(value, _)| value).ok_or_else(|| match known {
            [(_, one), (_, other)] => format!("`{word}` is neither {one} nor {other}"),
            _ => unknown(word, what, known.iter().map(|&(_, known)| known)),
        })
    }
}

/// The word for one of a few things.
pub fn word_for<'a, T: PartialEq>(value: &T, known: &[(T, &'a str)]) -> &'a str {
    known.iter().find(|(one, _)| one == value).map_or("?", |&(_, word)| word)
}

/// What is said of a word that is none of those known.
pub fn unknown<'a>(word: &str, what: &str, known: impl Iterator<Item = &'a str>) -> String {
    format!("`{word}` is not {what}; one of: {}", known.collect::<Vec<_>>().join(", "))
}

/// A whole number from 0 to 255.
#[derive(Debug)]
pub struct Number;

impl<R: ?Sized> Kind<R> for Number {
    type Value = u8;

    fn write(_: &R, value: &u8, pen: &mut Pen) {
        pen.put(value);
    }

    fn read(_: &R, words: &mut Words<'_>) -> Result<u8, String> {
        let word = words.word("a number")?;
        word.parse().map_err(|_| format!("`{word}` is not a number from 0 to 255"))
    }
}

/// A number as people count, `#1` the first, or as the program does, from 0.
#[derive(Debug)]
pub struct Counted;

impl<R: ?Sized> Kind<R> for Counted {
    type Value = u8;

    fn write(_: &R, value: &u8, pen: &mut Pen) {
        pen.put(value);
    }

    fn read(rules: &R, words: &mut Words<'_>) -> Result<u8, String> {
        match words.ahead().and_then(|word| word.strip_prefix('#')) {
            None => Number::read(rules, words),
            Some(count) => {
                words.past();
                as_people_count(count).ok_or_else(|| format!("`#{count}` counts from #1"))
            }
        }
    }
}

fn as_people_count(count: &str) -> Option<u8> {
    count.parse::<u8>().ok()?.checked_sub(1)
}

/// A name as keys are written: `The Great House` is `the-great-house`.
fn key_form(name: &str) -> String {
    let letters = name.chars().filter(|letter| *letter != '\'' && *letter != '’');
    let plain: String = letters.map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

/// Yes or no.
#[derive(Debug)]
pub struct Yes;

/// Right, and not left.
#[derive(Debug)]
pub struct Right;

const YES: [(bool, &str); 2] = [(true, "yes"), (false, "no")];
const RIGHT: [(bool, &str); 2] = [(true, "right"), (false, "left")];

impl<R: ?Sized> Kind<R> for Yes {
    type Value = bool;

    fn write(_: &R, value: &bool, pen: &mut Pen) {
        pen.put(word_for(value, &YES));
    }

    fn read(_: &R, words: &mut Words<'_>) -> Result<bool, String> {
        words.one_of("yes or no", &YES)
    }
}

impl<R: ?Sized> Kind<R> for Right {
    type Value = bool;

    fn write(_: &R, value: &bool, pen: &mut Pen) {
        pen.put(word_for(value, &RIGHT));
    }

    fn read(_: &R, words: &mut Words<'_>) -> Result<bool, String> {
        words.one_of("right or left", &RIGHT)
    }
}

/// A length in whole micrometres, written in millimetres.
#[derive(Debug)]
pub struct Length;

/// An angle in hundredths of a degree, written in degrees.
#[derive(Debug)]
pub struct Angle;

impl<R: ?Sized> Kind<R> for Length {
    type Value = i32;

    fn write(_: &R, value: &i32, pen: &mut Pen) {
        pen.put(decimal(*value, 1_000));
    }

    fn read(_: &R, words: &mut Words<'_>) -> Result<i32, String> {
        read_decimal(words.word("a length in millimetres")?, 1_000)
    }
}

impl<R: ?Sized> Kind<R> for Angle {
    type Value = i32;

    fn write(_: &R, value: &i32, pen: &mut Pen) {
        pen.put(decimal(*value, 100));
    }

    fn read(_: &R, words: &mut Words<'_>) -> Result<i32, String> {
        read_decimal(words.word("an angle in degrees")?, 100)
    }
}

fn decimal(value: i32, unit: i64) -> String {
    let (value, digits) = (i64::from(value), unit.ilog10() as usize);
    let (whole, part) = (value.abs() / unit, value.abs() % unit);
    let sign = if value < 0 { "-" } else { "" };
    let part = format!("{part:0digits$}");
    let part = part.trim_end_matches('0');
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

fn read_decimal(word: &str, unit: i64) -> Result<i32, String> {
    let wrong = || format!("`{word}` is not a number; write for example 152.4");
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let places = unit.ilog10() as usize;
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain(whole) || !plain(part) || part.len() > places || whole.len() > 9 {
        return Err(wrong());
    }
    let whole: i64 = whole.parse().map_err(|_| wrong())?;
    let part: i64 = format!("{part:0<places$}").parse().unwrap_or(0);
    i32::try_from(sign * (whole * unit + part)).map_err(|_| wrong())
}

/// The notation of an enum, a line for each variant: the word it begins with, others that are read like it, and the
/// kinds of its fields in the order in which they are written.
#[macro_export]
macro_rules! notation {
    ($choice:ident in $rules:ty, $what:literal: $(
        $word:literal $(| $also:literal)* => $variant:ident $(($only:ty))? $({ $($field:ident: $kind:ty),+ $(,)? })?;
    )+) => {
        impl $crate::notation::Openings for $choice {
            const OPENINGS: &'static [&'static str] = &[$($word, $($also,)*)+];
        }

        impl $crate::notation::Kind<$rules> for $choice {
            type Value = $choice;

            fn write(rules: &$rules, value: &$choice, pen: &mut $crate::notation::Pen) {
                let _ = rules;
                match value {
                    $($crate::notation!(@pattern $choice $variant $((only $only))? $({ $($field)+ })?) => {
                        pen.put($word);
                        $(<$only as $crate::notation::Kind<$rules>>::write(rules, only, pen);)?
                        $($(<$kind as $crate::notation::Kind<$rules>>::write(rules, $field, pen);)+)?
                    })+
                }
            }

            fn read(rules: &$rules, words: &mut $crate::notation::Words<'_>) -> ::std::result::Result<$choice, String> {
                let _ = rules;
                Ok(match words.word($what)? {
                    $($word $(| $also)* => $choice::$variant
                        $((<$only as $crate::notation::Kind<$rules>>::read(rules, words)?))?
                        $({ $($field: <$kind as $crate::notation::Kind<$rules>>::read(rules, words)?),+ })?,)+
                    other => return Err($crate::notation::unknown(other, $what, [$($word),+].into_iter())),
                })
            }
        }
    };
    (@pattern $choice:ident $variant:ident) => { $choice::$variant };
    (@pattern $choice:ident $variant:ident ($only:ident $kind:ty)) => { $choice::$variant($only) };
    (@pattern $choice:ident $variant:ident { $($field:ident)+ }) => { $choice::$variant { $($field),+ } };
}

/// The notation of an enum that has a variant for each chapter: a decision belongs to the chapter that knows its first
/// word.
#[macro_export]
macro_rules! chapters {
    ($choice:ident in $rules:ty, $what:literal: $($variant:ident($chapter:ty)),+ $(,)?) => {
        impl $crate::notation::Kind<$rules> for $choice {
            type Value = $choice;

            fn write(rules: &$rules, value: &$choice, pen: &mut $crate::notation::Pen) {
                match value {
                    $($choice::$variant(of) => <$chapter as $crate::notation::Kind<$rules>>::write(rules, of, pen),)+
                }
            }

            fn read(rules: &$rules, words: &mut $crate::notation::Words<'_>) -> ::std::result::Result<$choice, String> {
                let Some(first) = words.ahead() else { return Err(concat!($what, " is missing").into()) };
                $(if <$chapter as $crate::notation::Openings>::OPENINGS.contains(&first) {
                    return <$chapter as $crate::notation::Kind<$rules>>::read(rules, words).map($choice::$variant);
                })+
                let known = [$(<$chapter as $crate::notation::Openings>::OPENINGS),+];
                Err($crate::notation::unknown(first, $what, known.into_iter().flatten().copied()))
            }
        }
    };
}

/// The notation of what a battle has a list of cards for: by its key. An id is the place on the list.
#[macro_export]
macro_rules! keyed {
    ($($id:ident in $rules:ty, $what:literal: $cards:ident;)+) => {$(
        impl $crate::notation::Kind<$rules> for $id {
            type Value = $id;

            fn write(rules: &$rules, id: &$id, pen: &mut $crate::notation::Pen) {
                pen.put(rules.$cards.get(usize::from(id.0)).map_or("?", |card| &card.key));
            }

            fn read(rules: &$rules, words: &mut $crate::notation::Words<'_>) -> ::std::result::Result<$id, String> {
                let found = words.key($what, rules.$cards.iter().map(|card| card.key.as_str()))?;
                found.try_into().map($id).map_err(|_| concat!("there are too many cards for a ", $what).into())
            }
        }
    )+};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Clone, Copy)]
    enum Move {
        Halt,
        Wheel { right: bool, angle: i32 },
        Go(i32),
    }

    #[derive(Debug, PartialEq, Clone, Copy)]
    enum Rally {
        Try(Man),
    }

    #[derive(Debug, PartialEq, Clone, Copy)]
    enum Decision {
        Move(Move),
        Rally(Rally),
    }

    #[derive(Debug, PartialEq, Clone, Copy)]
    struct Man(u8);

    struct Card {
        key: String,
    }

    struct Names {
        men: Vec<Card>,
    }

    crate::keyed! { Man in Names, "captain": men; }

    crate::notation! { Move in Names, "a move":
        "halt" | "stop" => Halt;
        "wheel" => Wheel { right: Right, angle: Angle };
        "go" => Go(Length);
    }

    crate::notation! { Rally in Names, "a rally":
        "try" => Try(Man);
    }

    crate::chapters! { Decision in Names, "a decision": Move(Move), Rally(Rally) }

    fn names() -> Names {
        Names { men: ["tom", "will"].map(|key| Card { key: key.into() }).into() }
    }

    #[test]
    fn what_is_written_is_read() {
        let all = [
            (Decision::Move(Move::Halt), "halt"),
            (Decision::Move(Move::Wheel { right: false, angle: -2_250 }), "wheel left -22.5"),
            (Decision::Move(Move::Go(28_575)), "go 28.575"),
            (Decision::Rally(Rally::Try(Man(1))), "try will"),
        ];
        for (decision, text) in all {
            assert_eq!(write::<Decision, Names>(&names(), &decision), text);
            assert_eq!(read::<Decision, Names>(&names(), text), Ok(decision));
        }
        assert_eq!(read::<Decision, Names>(&names(), " stop "), Ok(Decision::Move(Move::Halt)));
    }

    #[test]
    fn what_is_wrong_is_quoted_with_what_would_be_right() {
        let wrong = |text: &str| read::<Decision, Names>(&names(), text).unwrap_err();
        assert_eq!(wrong(""), "a decision is missing");
        assert_eq!(wrong("fly"), "`fly` is not a decision; one of: halt, stop, wheel, go, try");
        assert_eq!(wrong("halt now"), "`now` is one word too many");
        assert_eq!(wrong("wheel up 3"), "`up` is neither right nor left");
        assert_eq!(wrong("wheel left"), "an angle in degrees is missing");
        assert_eq!(wrong("go far"), "`far` is not a number; write for example 152.4");
        assert_eq!(wrong("try bob"), "there is no captain `bob`; the captains are tom, will");
    }

    #[test]
    fn landmarks_have_names_and_are_counted_as_people_do() {
        let known = [(2, "The Great House"), (5, ""), (7, "Tom's barn")];
        let landmark = |word: &str| Words(word.split_whitespace()).landmark("house", known.into_iter());
        for (word, place) in [("the-great-house", 2), ("#2", 5), ("toms-barn", 7), ("5", 5), ("3", 3)] {
            assert_eq!(landmark(word), Ok(place), "{word}");
        }
        let all = "one of: #1 or the-great-house, #2, #3 or toms-barn";
        for word in ["#0", "#4", "barn", "300"] {
            assert_eq!(landmark(word), Err(format!("there is no house `{word}`; {all}")));
        }
        let counted = |word: &str| read::<Counted, ()>(&(), word);
        assert_eq!((counted("#1"), counted("1")), (Ok(0), Ok(1)));
        assert_eq!(counted("#0"), Err("`#0` counts from #1".into()));
    }

    #[test]
    fn numbers_are_exact() {
        for value in [0, 1, -1, 25_400, -152_400, 114_300, 28_575, 1_828_800, i32::MAX, i32::MIN + 1] {
            assert_eq!(read_decimal(&decimal(value, 1_000), 1_000), Ok(value));
        }
        for wrong in ["", "-", "1.2345", "x", "1e3", "99999999999", "+1", "1.-2"] {
            assert!(read_decimal(wrong, 1_000).is_err(), "{wrong}");
        }
    }
}
