//! Places of the open table and of hex maps in the notation of every rulebook that is played on one.

use field::hexes::{Dir, Grid, Hand, Hex, Vertex};
use field::table::{Leg, Legs, NO_LEGS, Point, Pose};
use kernel::notation::{Angle, Kind, Length, Pen, Words, word_for};

/// A point of the table: east and north of its corner.
#[derive(Debug)]
pub struct Place;

/// A place and the way a body faces there.
#[derive(Debug)]
pub struct Stance;

impl<R: ?Sized> Kind<R> for Place {
    type Value = Point;

    fn write(rules: &R, at: &Point, pen: &mut Pen) {
        Length::write(rules, &at.x, pen);
        Length::write(rules, &at.y, pen);
    }

    fn read(rules: &R, words: &mut Words<'_>) -> Result<Point, String> {
        Ok(Point { x: Length::read(rules, words)?, y: Length::read(rules, words)? })
    }
}

impl<R: ?Sized> Kind<R> for Stance {
    type Value = Pose;

    fn write(rules: &R, pose: &Pose, pen: &mut Pen) {
        Place::write(rules, &pose.at, pen);
        Angle::write(rules, &pose.facing, pen);
    }

    fn read(rules: &R, words: &mut Words<'_>) -> Result<Pose, String> {
        Ok(Pose { at: Place::read(rules, words)?, facing: Angle::read(rules, words)? })
    }
}

/// A path in legs, to the end of the words.
#[derive(Debug)]
pub struct Path;

impl<R: ?Sized> Kind<R> for Path {
    type Value = Legs;

    fn write(rules: &R, legs: &Legs, pen: &mut Pen) {
        for leg in legs {
            match leg {
                Leg::None => {}
                Leg::Ahead(distance) => Length::write(rules, distance, pen.put("ahead")),
                Leg::Wheel(angle) => Angle::write(rules, angle, pen.put("wheel")),
            }
        }
    }

    fn read(rules: &R, words: &mut Words<'_>) -> Result<Legs, String> {
        let mut legs = NO_LEGS;
        for leg in &mut legs {
            *leg = match words.ahead() {
                Some("ahead") => Leg::Ahead(Length::read(rules, words.past())?),
                Some("wheel") => Leg::Wheel(Angle::read(rules, words.past())?),
                Some(word) => return Err(format!("`{word}` is no leg of a path; `ahead` or `wheel`")),
                None => break,
            };
        }
        if words.ahead().is_some() { Err("a path has at most four legs".into()) } else { Ok(legs) }
    }
}

/// A battle on hexes.
pub trait OnHexes {
    fn grid(&self) -> &Grid;
}

/// A hex by its number.
#[derive(Debug)]
pub struct AtHex;

/// A direction by its name: `ne`.
#[derive(Debug)]
pub struct Along;

/// A corner of a hex by its name.
#[derive(Debug)]
pub struct Corner;

/// Left or right.
#[derive(Debug)]
pub struct LeftRight;

/// The half of a body that does something; nothing is written of a whole one.
#[derive(Debug)]
pub struct Half;

const HANDS: [(Hand, &str); 2] = [(Hand::Left, "left"), (Hand::Right, "right")];

/// The word for a hand.
pub fn hand_word(hand: Hand) -> &'static str {
    word_for(&hand, &HANDS)
}

impl<R: OnHexes + ?Sized> Kind<R> for AtHex {
    type Value = Hex;

    fn write(rules: &R, hex: &Hex, pen: &mut Pen) {
        pen.put(rules.grid().number(*hex));
    }

    fn read(rules: &R, words: &mut Words<'_>) -> Result<Hex, String> {
        rules.grid().parse(words.word("a hex")?).map_err(|fault| fault.to_string())
    }
}

impl<R: OnHexes + ?Sized> Kind<R> for Along {
    type Value = Dir;

    fn write(rules: &R, dir: &Dir, pen: &mut Pen) {
        pen.put(rules.grid().dir_name(*dir).to_lowercase());
    }

    fn read(rules: &R, words: &mut Words<'_>) -> Result<Dir, String> {
        rules.grid().dir_named(words.word("a direction")?).map_err(|fault| fault.to_string())
    }
}

impl<R: OnHexes + ?Sized> Kind<R> for Corner {
    type Value = Vertex;

    fn write(rules: &R, vertex: &Vertex, pen: &mut Pen) {
        pen.put(rules.grid().vertex_name(*vertex).to_lowercase());
    }

    fn read(rules: &R, words: &mut Words<'_>) -> Result<Vertex, String> {
        rules.grid().vertex_named(words.word("a corner")?).map_err(|fault| fault.to_string())
    }
}

impl<R: ?Sized> Kind<R> for LeftRight {
    type Value = Hand;

    fn write(_: &R, hand: &Hand, pen: &mut Pen) {
        pen.put(hand_word(*hand));
    }

    fn read(_: &R, words: &mut Words<'_>) -> Result<Hand, String> {
        words.one_of("left or right", &HANDS)
    }
}

impl<R: ?Sized> Kind<R> for Half {
    type Value = Option<Hand>;

    fn write(rules: &R, half: &Option<Hand>, pen: &mut Pen) {
        if let Some(hand) = half {
            LeftRight::write(rules, hand, pen);
        }
    }

    fn read(_: &R, words: &mut Words<'_>) -> Result<Option<Hand>, String> {
        Ok(HANDS.into_iter().find(|(_, word)| words.take(word)).map(|(hand, _)| hand))
    }
}
