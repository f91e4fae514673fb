//! Places of the open table in the notation of every rulebook that is played on one.

use field::table::{Leg, Legs, NO_LEGS, Point, Pose};
use kernel::notation::{Angle, Kind, Length, Pen, Words};

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
