//! Reading files: what is wrong is told with its place and what would be right.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use scenario::{At, Faults, Source, header, nearest, read, schema};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sample {
    #[allow(dead_code)]
    format: u8,
    name: At<String>,
    size: Option<Size>,
    #[serde(default)]
    marks: Vec<At<Mark>>,
    turns: Option<u8>,
    place: Option<[f64; 2]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Size {
    Small,
    VeryLarge,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Mark {
    Number(u8),
    Pair(Pair),
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pair {
    left: u8,
    right: u8,
}

fn sample(text: &str) -> Result<Sample, Faults> {
    read(&Source::new("sample.toml", text))
}

#[track_caller]
fn places(text: &str) -> Vec<(usize, usize, String, String)> {
    let faults = sample(text).expect_err("the text should have a fault").0;
    faults.into_iter().map(|fault| (fault.line, fault.column, fault.what, fault.instead)).collect()
}

#[test]
fn a_sound_file_is_read_with_places() {
    let file = sample(
        "format = 1\nname = \"a\"\nsize = \"very-large\"\nmarks = [3, { left = 1, right = 2 }]\nplace = [1, 2.5]",
    )
    .unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(file.size, Some(Size::VeryLarge));
    assert_eq!(*file.marks[0], Mark::Number(3));
    assert_eq!(*file.marks[1], Mark::Pair(Pair { left: 1, right: 2 }));
    assert_eq!(file.place, Some([1.0, 2.5]));
    assert_eq!(file.turns, None);
    assert_eq!((file.name.as_str(), file.name.span()), ("a", 18..21));
}

#[test]
fn a_fault_shows_the_line_with_a_caret_and_what_would_be_right() {
    let told = sample("format = 1\nname = \"a\"\n  size = \"very-larg\"\n").unwrap_err().to_string();
    assert_eq!(
        told,
        "sample.toml:3:10: `very-larg` is not a word for `size`\n\
         \x20 3 |   size = \"very-larg\"\n\
         \x20   |          ^^^^^^^^^^^\n\
         \x20   = instead: did you mean `very-large`? one of: `small`, `very-large`"
    );
}

#[test]
fn all_faults_are_told_in_order() {
    let faults = places("format = 1\nnmae = \"a\"\nsize = 3\nturns = 300\nplace = [1]\n");
    let lines: Vec<usize> = faults.iter().map(|fault| fault.0).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5]);
    assert!(faults[0].2.contains("needs the key `name`"));
    assert!(faults[1].3.contains("did you mean `name`?"));
    assert!(faults[2].3.contains("`small`, `very-large`"));
    assert!(faults[3].3.contains("0 to 255"));
    assert!(faults[4].3.contains("a list of 2, each a number"));
}

#[test]
fn faults_inside_tables_and_lists_have_their_own_place() {
    let faults = places("format = 1\nname = \"a\"\nmarks = [1, { left = 1, rihgt = 2 }, \"x\"]\n");
    assert_eq!((faults[0].0, faults[0].1), (3, 13));
    assert!(faults[0].2.contains("needs the key `right`"));
    assert_eq!((faults[1].0, faults[1].1), (3, 25));
    assert!(faults[1].3.contains("did you mean `right`?"));
    assert_eq!((faults[2].0, faults[2].1), (3, 38));
    assert!(faults[2].3.contains("a whole number from 0 to 255 or a table of keys"));
}

#[test]
fn columns_count_characters() {
    let faults = places("format = 1\nname = \"é\"\nmarks = [{ left = 1, right = 2, \"ü\" = 1, wrong = 2 }]\n");
    assert_eq!(faults.iter().map(|fault| (fault.0, fault.1)).collect::<Vec<_>>(), [(3, 33), (3, 42)]);
}

#[test]
fn text_that_is_no_toml_is_told_with_its_place() {
    let faults = places("format = 1\nname = \"a\nturns = = 3\n");
    assert_eq!(faults[0].0, 2);
    assert!(faults.len() >= 2 && faults[1].0 == 3, "{faults:?}");
}

#[test]
fn only_the_known_format_is_read() {
    let faults = places("format = 2\nname = \"a\"\nsomething_new = 1\n");
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].0, faults[0].1), (1, 10));
    assert!(faults[0].2.contains("format 2 is newer"));
    assert!(places("name = \"a\"\n")[0].3.contains("format = 1"));
    assert!(places("format = 0\nname = \"a\"\n")[0].2.contains("no such format"));
}

#[test]
fn the_header_names_the_rulebook_and_minds_nothing_else() {
    let text = "format = 1\nrulebook = \"charge-pikes\"\nkey = \"k\"\ntitle = \"T\"\nanything = [1]\n";
    let head = header(&Source::new("a.toml", text)).unwrap();
    assert_eq!((head.rulebook.as_str(), head.key.as_str(), head.title.as_str()), ("charge-pikes", "k", "T"));
    let faults = header(&Source::new("a.toml", "format = 1\nkey = 3\n")).unwrap_err().0;
    assert_eq!(faults.len(), 2);
    assert!(faults[0].what.contains("`rulebook` is missing"));
    assert_eq!((faults[1].line, faults[1].column), (2, 7));
    assert!(header(&Source::new("a.toml", "format = 9\nrulebook = \"x\"\nkey = \"k\"\n")).is_err());
}

#[test]
fn the_schema_knows_no_null() {
    let text = schema::<Sample>().to_string();
    assert!(!text.contains("null"), "{text}");
    assert!(text.contains("\"additionalProperties\":false"));
}

#[test]
fn the_nearest_word_must_be_near() {
    assert_eq!(nearest("ruogh", ["rough", "river"]), Some("rough"));
    assert_eq!(nearest("Light_Woods", ["light-woods", "heavy-woods"]), Some("light-woods"));
    assert_eq!(nearest("castle", ["rough", "river"]), None);
}

#[test]
fn notes_and_briefings_are_told_with_the_history() {
    let head = |more: &str| {
        let text = format!("format = 1\nrulebook = \"x\"\nkey = \"k\"\nhistory = \"It rained.\"\n{more}");
        header(&Source::new("a.toml", text)).unwrap().history
    };
    assert_eq!(head(""), "It rained.");
    let sides = "[[sides]]\nname = \"Red\"\nbriefing = \"Hold.\"\n[[sides]]\nname = \"Blue\"\n";
    let told = head(&format!("notes = \"Short.\"\n{sides}"));
    assert_eq!(told, "It rained.\n\n## How it is made\n\nShort.\n\n## To the commander of: Red\n\nHold.");
}
