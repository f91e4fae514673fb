//! Lengths and angles as journals write them: millimetres exact to the micrometre, degrees exact to the hundredth.

use super::measure::{Cdeg, MM, Point, Pose, Um};

const DEGREE: i64 = 100;

/// A length in millimetres.
///
/// ```
/// use field::table::{degrees, millimetres, read_degrees, read_millimetres};
/// assert_eq!(millimetres(28_575), "28.575");
/// assert_eq!(read_millimetres("28.575"), Ok(28_575));
/// assert_eq!(degrees(-2_250), "-22.5");
/// assert_eq!(read_degrees("-22.5"), Ok(-2_250));
/// ```
pub fn millimetres(length: Um) -> String {
    decimal(i64::from(length), i64::from(MM))
}

/// An angle in degrees.
pub fn degrees(angle: Cdeg) -> String {
    decimal(i64::from(angle), DEGREE)
}

/// A place: its way to the east, then to the north.
pub fn place(at: Point) -> String {
    format!("{} {}", millimetres(at.x), millimetres(at.y))
}

/// A pose: its place and where it faces.
pub fn pose(pose: Pose) -> String {
    format!("{} {}", place(pose.at), degrees(pose.facing))
}

pub fn read_millimetres(word: &str) -> Result<Um, String> {
    read_decimal(word, i64::from(MM))
}

pub fn read_degrees(word: &str) -> Result<Cdeg, String> {
    read_decimal(word, DEGREE)
}

fn decimal(value: i64, unit: i64) -> String {
    let digits = unit.ilog10() as usize;
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
