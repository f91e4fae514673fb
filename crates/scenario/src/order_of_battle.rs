//! What the order of battle of every rulebook begins with: keys, two sides, seats, and which seat leads what.

use crate::ground::find;
use crate::source::{At, Reporter};
use crate::words::advise;
use kernel::{Seat, SeatCard, SeatSet, Side};
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::Range;

/// Reports a key that is not spelt simply.
pub fn check_key(key: &At<String>, report: &mut Reporter<'_>) {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if key.is_empty() || !key.chars().all(plain) {
        let instead = "lower case letters, digits and hyphens: \"kings-lifeguard\"";
        report.fault(key.span(), format!("`{}` is not a key", key.value), instead);
    }
}

/// Reports keys of one kind that are not spelt simply or are used twice.
pub fn check_keys<'f>(what: &str, keys: impl IntoIterator<Item = &'f At<String>>, report: &mut Reporter<'_>) {
    let mut known: Vec<&str> = Vec::new();
    for key in keys {
        check_key(key, report);
        if known.contains(&key.as_str()) {
            report.fault(key.span(), format!("two {what}s are called `{}`", key.value), "a key of its own");
        }
        known.push(key);
    }
}

/// Reports a battle that is meant for another rulebook.
pub fn check_rulebook(given: &At<String>, rulebook: &str, report: &mut Reporter<'_>) {
    if given.value != rulebook {
        let what = format!("a battle for `{}`", given.value);
        report.fault(given.span(), what, format!("rulebook = \"{rulebook}\""));
    }
}

/// A side as it stands in a file.
#[derive(Debug, Clone, Copy)]
pub struct SideHead<'f> {
    pub key: &'f At<String>,
    pub name: &'f str,
    pub colour: Option<&'f At<String>>,
}

/// The two sides of a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    pub keys: [String; 2],
    pub names: [String; 2],
    /// `#rrggbb`.
    pub colours: [String; 2],
}

impl Sides {
    /// Reads the sides of a file, which stand there at that place; `colours` are for those that name none.
    pub fn read(
        heads: &[SideHead<'_>],
        at: Range<usize>,
        colours: [&str; 2],
        report: &mut Reporter<'_>,
    ) -> Option<Sides> {
        let &[first, second] = heads else {
            report.fault(at, format!("a battle of {} sides", heads.len()), "exactly two tables [[sides]]");
            return None;
        };
        check_keys("side", [first.key, second.key], report);
        let both = [first, second];
        both.iter().filter_map(|head| head.colour).for_each(|colour| check_colour(colour, report));
        Some(Sides {
            keys: both.map(|head| head.key.value.clone()),
            names: both.map(|head| head.name.to_owned()),
            colours: [0, 1].map(|side| both[side].colour.map_or(colours[side].to_owned(), |given| given.value.clone())),
        })
    }

    /// The side of that key, or a fault.
    pub fn find(&self, key: &At<String>, report: &mut Reporter<'_>) -> Option<Side> {
        find(key, "side", self.keys.iter().map(String::as_str), report).map(|at| Side(at as u8))
    }
}

fn check_colour(colour: &At<String>, report: &mut Reporter<'_>) {
    let digits = colour.strip_prefix('#').unwrap_or_default();
    if digits.len() != 6 || !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        let what = format!("`{}` is not a colour", colour.value);
        report.fault(colour.span(), what, "six hexadecimal digits: \"#1f618d\"");
    }
}

/// A seat as it stands in a file.
#[derive(Debug, Clone, Copy)]
pub struct SeatHead<'f> {
    pub key: &'f At<String>,
    pub name: &'f str,
    pub side: &'f At<String>,
    /// What it leads, by key; whatever no other seat of the side leads when there is no list.
    pub leads: Option<&'f [At<String>]>,
}

/// A player's chair.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    /// The commands this player leads; everything of the side that no other seat leads when left out.
    pub commands: Option<At<Vec<At<String>>>>,
}

impl SeatFile {
    pub fn head(&self) -> SeatHead<'_> {
        let leads = self.commands.as_ref().map(|commands| commands.as_slice());
        SeatHead { key: &self.key, name: &self.name, side: &self.side, leads }
    }
}

/// Something that a seat can lead: a Wing, a command, a corps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Led<'f> {
    pub side: Side,
    pub key: &'f str,
}

/// The seats of a battle, and what they lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    pub cards: Vec<SeatCard>,
    /// The first seat of each side, which speaks for the whole of it.
    pub chiefs: [Seat; 2],
    /// The seat of each side that leads whatever no other leads.
    rest: [Option<Seat>; 2],
    leads: Vec<(Side, String, Seat)>,
}

impl Seats {
    /// Reads the seats of a file. A side that none is named for has one of its own key and name, which leads all of it.
    pub fn read(heads: &[SeatHead<'_>], of: &[SideHead<'_>], sides: &Sides, report: &mut Reporter<'_>) -> Seats {
        check_keys("seat", heads.iter().map(|head| head.key), report);
        let mut seats = Seats { cards: Vec::new(), chiefs: [Seat(0), Seat(1)], rest: [None; 2], leads: Vec::new() };
        for head in heads {
            let Some(side) = sides.find(head.side, report) else { continue };
            let seat = seats.add(head.key, head.name, side);
            match head.leads {
                None => seats.rest[side.ix()] = seats.rest[side.ix()].or(Some(seat)),
                Some(keys) => seats.leads.extend(keys.iter().map(|key| (side, key.value.clone(), seat))),
            }
        }
        for side in Side::BOTH {
            let first = seats.cards.iter().position(|card| card.side == side);
            seats.chiefs[side.ix()] = match (first, of.get(side.ix())) {
                (Some(first), _) => Seat(first as u8),
                (None, None) => continue,
                (None, Some(own)) => {
                    if let Some(taken) = heads.iter().find(|head| head.key.value == own.key.value) {
                        let key = &own.key.value;
                        let what = format!("`{key}` is the seat that the other side has without being told");
                        report.fault(taken.key.span(), what, "another key");
                    }
                    let seat = seats.add(own.key, own.name, side);
                    seats.rest[side.ix()] = Some(seat);
                    seat
                }
            };
        }
        if seats.cards.len() > SeatSet::MOST {
            let last = heads.get(SeatSet::MOST).or(heads.last());
            let at = last.map_or(0..0, |head| head.key.span());
            report.fault(at, format!("{} seats", seats.cards.len()), format!("{} at most", SeatSet::MOST));
            seats.cards.truncate(SeatSet::MOST);
        }
        seats
    }

    fn add(&mut self, key: &str, name: &str, side: Side) -> Seat {
        self.cards.push(SeatCard { key: key.to_owned(), name: name.to_owned(), side });
        Seat((self.cards.len() - 1) as u8)
    }

    /// The seat that leads something: the one that names it, else the one of its side that leads the rest.
    pub fn leading(&self, led: Led<'_>) -> Option<Seat> {
        let named = self.leads.iter().find(|(side, key, _)| *side == led.side && key == led.key);
        named.map(|&(_, _, seat)| seat).or(self.rest[led.side.ix()])
    }

    /// The seat of a side that leads what has no name of its own.
    pub fn leading_rest(&self, side: Side) -> Option<Seat> {
        self.rest[side.ix()]
    }

    /// Reports what seats are to lead and is not there, is of the other side, or is led by another seat already; `what` is
    /// the rulebook's word for it.
    pub fn check_led(
        &self,
        heads: &[SeatHead<'_>],
        sides: &Sides,
        what: &str,
        known: &[Led<'_>],
        report: &mut Reporter<'_>,
    ) {
        let mut led: Vec<Led<'_>> = Vec::new();
        for head in heads {
            let Some(side) = sides.keys.iter().position(|key| *key == head.side.value) else { continue };
            let side = Side(side as u8);
            for name in head.leads.into_iter().flatten() {
                let it = Led { side, key: name.as_str() };
                if !known.iter().any(|other| other.key == it.key) {
                    let own = known.iter().filter(|other| other.side == side).map(|other| other.key);
                    let instead = advise(name, own.collect::<Vec<_>>());
                    report.fault(name.span(), format!("there is no {what} `{}`", name.value), instead);
                } else if !known.contains(&it) {
                    let instead = format!("a {what} of the seat's side");
                    report.fault(name.span(), format!("the {what} is of the other side"), instead);
                } else if led.contains(&it) {
                    let instead = format!("each {what} with one seat");
                    report.fault(name.span(), format!("another seat leads this {what} already"), instead);
                }
                led.push(it);
            }
        }
    }
}
