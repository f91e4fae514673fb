//! Charts read into plain values, and what is wrong with them told at its place.

#![allow(clippy::unwrap_used)]

use scenario::charts::{ChartSet, Reader, Row};
use scenario::{Faults, Source};

const CHART: &str = r#"format = 1
rulebook = "test"
chart = "T1"
columns = ["range", "result"]
rows = [
  { key = "1", cells = ["0-5", "stand"] },
  { key = "2", cells = ["-", "run"] },
  { key = "guard", cells = ["+3", "yes"] },
]
modifiers = [{ key = "uphill", value = -2 }]
"#;

fn read<T>(text: &str, read: impl FnOnce(&mut Reader<'_>) -> T) -> Result<T, Faults> {
    let set = ChartSet::read("test", &[Source::new("t1.toml", text)], &[]).unwrap();
    Reader::read(&set, |reader| read(reader))
}

const WORDS: &[(&str, bool)] = &[("stand", true), ("run", false)];

fn line(reader: &mut Reader<'_>, row: &Row) -> (Option<i8>, bool) {
    (reader.up_to(row, 0, 9), reader.word(row, 1, WORDS, false))
}

/// Where the faults are, and what they say would be right.
fn faults<T>(result: Result<T, Faults>) -> Vec<(usize, usize, String)> {
    let Err(Faults(faults)) = result else { return Vec::new() };
    faults.into_iter().map(|fault| (fault.line, fault.column, fault.instead)).collect()
}

#[test]
fn rows_are_read_by_number_and_by_key() {
    let counted: [_; 2] = read(CHART, |reader| reader.counted("T1", 1, (None, false), line)).unwrap();
    assert_eq!(counted, [(Some(5), true), (None, false)]);
    let guard = |reader: &mut Reader<'_>, row: &Row| (reader.number_or_dash(row, 0), reader.yes(row, 1));
    assert_eq!(read(CHART, |reader| reader.keyed("T1", ["guard"], (None, false), guard)), Ok([(Some(3), true)]));
    assert_eq!(read(CHART, |reader| reader.modifier("T1", "uphill")), Ok(-2));
    assert_eq!(read(CHART, |reader| reader.rows("T1").len() + reader.rows("T9").len()), Ok(3));
}

/// Every cell that cannot be read is told with its line and column, not the first alone.
#[test]
fn every_wrong_cell_is_told_at_its_place() {
    let text = CHART.replace("0-5", "0-12").replace("\"run\"", "\"flee\"");
    let told = faults(read(&text, |reader| reader.counted::<_, 2>("T1", 1, (None, false), line)));
    let column = |number: usize, cell: &str| text.lines().nth(number - 1).unwrap().find(cell).unwrap() + 1;
    assert_eq!(
        told,
        [
            (6, column(6, "\"0-12\""), "a range from 0, such as `0-5`, or `-` for not possible".to_owned()),
            (7, column(7, "\"flee\""), "one of: stand, run".to_owned()),
        ]
    );
    let number = |reader: &mut Reader<'_>, row: &Row| reader.number::<u8>(row, 1);
    assert_eq!(faults(read(CHART, |reader| reader.keyed("T1", ["guard"], 0, number))).len(), 1);
}

#[test]
fn what_a_chart_lacks_is_told() {
    let told = read(CHART, |reader| {
        reader.counted::<_, 4>("T1", 0, (None, false), line);
        reader.modifier("T1", "downhill");
    });
    let told = told.unwrap_err().to_string();
    for what in ["T1 has no row `0`", "T1 has no row `3`", "T1 has no modifier `downhill`"] {
        assert!(told.contains(what), "{told}");
    }
}
