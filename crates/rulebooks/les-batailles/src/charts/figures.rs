//! Figures of charts, and how cells are read into them.

use super::base6::{Base6, RESULTS};
use scenario::charts::{Reader, Row};
use std::ops::RangeInclusive;

/// What a value is multiplied by: `times` over `over`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Factor {
    pub times: u8,
    /// Never 0.
    pub over: u8,
}

impl Factor {
    pub const ONE: Factor = Factor { times: 1, over: 1 };

    pub const fn of(times: u8, over: u8) -> Factor {
        Factor { times, over }
    }
}

/// Movement Points, in halves of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cost {
    Halves(u8),
    Prohibited,
}

/// From the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    pub least: u8,
    pub most: u8,
}

/// A whole number within bounds.
pub(super) fn number(reader: &mut Reader<'_>, row: &Row, column: usize, bounds: RangeInclusive<i16>) -> i16 {
    let read = reader.cell(row, column).parse().ok().filter(|number| bounds.contains(number));
    read.unwrap_or_else(|| {
        reader.wrong(row, column, &format!("a whole number from {} to {}", bounds.start(), bounds.end()));
        *bounds.start()
    })
}

/// One that counts something.
pub(super) fn count(reader: &mut Reader<'_>, row: &Row, column: usize, bounds: RangeInclusive<u8>) -> u8 {
    number(reader, row, column, i16::from(*bounds.start())..=i16::from(*bounds.end())) as u8
}

/// The same, or a dash for none.
pub(super) fn count_or_dash(
    reader: &mut Reader<'_>,
    row: &Row,
    column: usize,
    bounds: RangeInclusive<u8>,
) -> Option<u8> {
    (reader.cell(row, column) != "-").then(|| count(reader, row, column, bounds))
}

/// Steps along the dice.
pub(super) fn steps(reader: &mut Reader<'_>, row: &Row, column: usize) -> i8 {
    number(reader, row, column, -36..=36) as i8
}

/// The one cell of the row of a figure.
pub(super) fn figure(reader: &mut Reader<'_>, id: &str, key: &str, bounds: RangeInclusive<u8>) -> u8 {
    reader.row(id, key).map_or(*bounds.start(), |row| count(reader, row, 0, bounds))
}

/// A cell of a column that has nothing to say in that row.
pub(super) fn dash(reader: &mut Reader<'_>, row: &Row, column: usize) {
    reader.word(row, column, &[("-", ())], ());
}

/// `4-6`, or `7` for one number alone.
pub(super) fn span(reader: &mut Reader<'_>, row: &Row, column: usize, bounds: RangeInclusive<u8>) -> Span {
    let cell = reader.cell(row, column);
    let (least, most) = cell.split_once('-').unwrap_or((cell, cell));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if least <= most && bounds.contains(&least) && bounds.contains(&most) => {
            Span { least, most }
        }
        _ => {
            let instead = format!("a number from {} to {}, or two such as `4-6`", bounds.start(), bounds.end());
            reader.wrong(row, column, &instead);
            Span { least: *bounds.start(), most: *bounds.start() }
        }
    }
}

/// `x2`, `x3/2` or `x1.5`.
pub(super) fn factor(reader: &mut Reader<'_>, row: &Row, column: usize) -> Factor {
    factor_of(reader.cell(row, column)).unwrap_or_else(|| {
        reader.wrong(row, column, "a factor such as `x2`, `x1/3` or `x1.5`");
        Factor::ONE
    })
}

pub(super) fn factor_of(cell: &str) -> Option<Factor> {
    let cell = cell.strip_prefix('x')?;
    let factor = if let Some((times, over)) = cell.split_once('/') {
        Factor::of(times.parse().ok()?, over.parse().ok()?)
    } else if let Some(whole) = cell.strip_suffix(".5") {
        Factor::of(whole.parse::<u8>().ok().filter(|whole| *whole <= MOST_FACTOR)? * 2 + 1, 2)
    } else {
        Factor::of(cell.parse().ok()?, 1)
    };
    ((1..=2 * MOST_FACTOR).contains(&factor.times) && (1..=MOST_FACTOR).contains(&factor.over)).then_some(factor)
}

/// No chart multiplies by more.
const MOST_FACTOR: u8 = 12;

/// Points such as `1`, `+2` or `1/2`, `P` for prohibited.
pub(super) fn cost(reader: &mut Reader<'_>, row: &Row, column: usize) -> Cost {
    let cell = reader.cell(row, column);
    let points = || cell.strip_prefix('+').unwrap_or(cell).parse::<u8>().ok().filter(|points| *points <= MOST_COST);
    match cell {
        "P" => Cost::Prohibited,
        "1/2" => Cost::Halves(1),
        _ => match points() {
            Some(points) => Cost::Halves(points * 2),
            None => {
                reader.wrong(row, column, "points such as `1`, `+2` or `1/2`, or `P` for prohibited");
                Cost::Halves(2)
            }
        },
    }
}

/// No hex costs more.
const MOST_COST: u8 = 30;

/// Something added, or a dash for nothing.
pub(super) fn surcharge(reader: &mut Reader<'_>, row: &Row, column: usize) -> Cost {
    if reader.cell(row, column) == "-" { Cost::Halves(0) } else { cost(reader, row, column) }
}

/// `11-64` as places from the first to the last, or `66` alone.
fn results(range: &str) -> Option<(usize, usize)> {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let result = |text: &str| text.trim().parse().ok().and_then(Base6::printed).map(Base6::row);
    let (first, last) = (result(first)?, result(last)?);
    (first <= last).then_some((first, last))
}

/// Spreads ranges of the dice over all thirty-six results. They must follow one another from 11 to 66; the first that does not
/// is told by its number.
fn spread<T: Copy>(ranges: impl Iterator<Item = (usize, (usize, usize), T)>, filler: T) -> Result<[T; RESULTS], usize> {
    let mut all = [filler; RESULTS];
    let mut next = 0;
    let mut last_seen = 0;
    for (place, (first, last), value) in ranges {
        if first != next {
            return Err(place);
        }
        all[first..=last].fill(value);
        next = last + 1;
        last_seen = place;
    }
    if next == RESULTS { Ok(all) } else { Err(last_seen) }
}

/// A row whose cells are ranges of the dice, one for each outcome; a dash where an outcome does not occur.
pub(super) fn by_dice<T: Copy, const N: usize>(reader: &mut Reader<'_>, row: &Row, outcomes: [T; N]) -> [T; RESULTS] {
    let mut ranges = [None; N];
    let mut sound = true;
    for (column, range) in ranges.iter_mut().enumerate() {
        let cell = reader.cell(row, column);
        if cell == "-" {
            continue;
        }
        *range = results(cell);
        if range.is_none() {
            reader.wrong(row, column, "a range of the dice such as `11-46`, one result such as `66`, or `-`");
            sound = false;
        }
    }
    let filler = outcomes[0];
    let ranges = (0..N).filter_map(|column| ranges[column].map(|range| (column, range, outcomes[column])));
    match spread(ranges, filler) {
        Ok(all) => all,
        Err(column) => {
            if sound {
                reader.wrong(row, column, "ranges that follow one another from 11 to 66");
            }
            [filler; RESULTS]
        }
    }
}

/// A cell that holds a whole row of the dice: `S 11-64, D 65-66`.
pub(super) fn dice_in_cell<T: Copy>(
    reader: &mut Reader<'_>,
    row: &Row,
    column: usize,
    words: &[(&str, T)],
    filler: T,
) -> [T; RESULTS] {
    let mut ranges = [None; 8];
    let parts = reader.cell(row, column).split(',').map(|part| {
        let (word, range) = part.trim().split_once(' ')?;
        let value = words.iter().find(|(known, _)| *known == word)?.1;
        Some((results(range)?, value))
    });
    let mut sound = true;
    for (place, part) in parts.enumerate() {
        match (ranges.get_mut(place), part) {
            (Some(range), Some(part)) => *range = Some(part),
            _ => sound = false,
        }
    }
    let all = spread(ranges.into_iter().flatten().map(|(range, value)| (0, range, value)), filler);
    match all {
        Ok(all) if sound => all,
        _ => {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let instead = format!("{} with ranges from 11 to 66, such as `S 11-64, D 65-66`", names.join(", "));
            reader.wrong(row, column, &instead);
            [filler; RESULTS]
        }
    }
}

/// `3-6` or `3`: a die of at least that much; up to 7, which is never.
pub(super) fn at_least(reader: &mut Reader<'_>, row: &Row, column: usize) -> u8 {
    let cell = reader.cell(row, column);
    let least = cell.strip_suffix("-6").unwrap_or(cell).parse().ok().filter(|least| (1..=7).contains(least));
    least.unwrap_or_else(|| {
        reader.wrong(row, column, "a number of a die from 1 to 6, `3-6`, or 7 for never");
        7
    })
}

/// The place of a die among six rows.
pub(super) fn face(die: u8) -> usize {
    usize::from(die.clamp(1, 6) - 1)
}
