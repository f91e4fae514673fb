//! Lengths, angles, places and paths of the open table as players read them.

use field::table::{Cdeg, INCH, Leg, Legs, Point, Um};

/// A length as a player reads it off his ruler.
pub fn inches(length: Um) -> String {
    let text = format!("{:.1}", f64::from(length) / f64::from(INCH));
    format!("{}\"", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A length that may be typed again: never more than it is, so that what is legal stays legal.
pub fn at_most(length: Um) -> String {
    inches(length / (INCH / 10) * (INCH / 10))
}

/// The same for an angle.
pub fn turn_at_most(angle: Cdeg) -> String {
    degrees(angle / 10 * 10)
}

pub fn degrees(angle: Cdeg) -> String {
    let text = format!("{:.1}", f64::from(angle) / 100.0);
    format!("{}°", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A place as the rulers along the table's edges give it.
pub fn spot(at: Point) -> String {
    format!("{} east, {} north", inches(at.x), inches(at.y))
}

/// The compass point nearest to a bearing.
pub fn compass(bearing: Cdeg) -> &'static str {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    POINTS[((bearing.rem_euclid(36_000) + 2_250) / 4_500 % 8) as usize]
}

/// A direction that must not be taken for another in the same part of the compass.
pub fn bearing_words(bearing: Cdeg) -> String {
    format!("{} ({})", compass(bearing), degrees(bearing))
}

pub fn left_or_right(right: bool) -> &'static str {
    if right { "right" } else { "left" }
}

/// A path as it is ordered, before it runs straight on.
pub fn path_words(legs: &Legs) -> String {
    let leg = |leg: &Leg| match *leg {
        Leg::None => None,
        Leg::Ahead(distance) => Some(format!("{} ahead", inches(distance))),
        Leg::Wheel(angle) => Some(format!("wheeling {} {}", degrees(angle.abs()), left_or_right(angle > 0))),
    };
    let path: Vec<String> = legs.iter().filter_map(leg).collect();
    if path.is_empty() { "straight ahead".into() } else { path.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::table::NO_LEGS;

    #[test]
    fn lengths_and_angles_are_read_off_the_ruler() {
        assert_eq!((inches(INCH), inches(INCH / 2), inches(0)), ("1\"".into(), "0.5\"".into(), "0\"".into()));
        // 2.99 inches are not three: what is typed again stays legal.
        assert_eq!((inches(75_946), at_most(75_946)), ("3\"".into(), "2.9\"".into()));
        assert_eq!((degrees(2_250), turn_at_most(2_999)), ("22.5°".into(), "29.9°".into()));
        assert_eq!(spot(Point::new(2 * INCH, INCH)), "2\" east, 1\" north");
        assert_eq!([0, 2_249, 2_250, -9_000, 35_999].map(compass), ["north", "north", "north-east", "west", "north"]);
    }

    #[test]
    fn paths_are_told_leg_by_leg() {
        assert_eq!(path_words(&NO_LEGS), "straight ahead");
        let legs = [Leg::Ahead(2 * INCH), Leg::Wheel(-4_500), Leg::None, Leg::None];
        assert_eq!(path_words(&legs), "2\" ahead, wheeling 45° left");
    }
}
