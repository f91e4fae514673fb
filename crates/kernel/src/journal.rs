//! The journal: save file, replay, mail, bug report and test in one readable, versioned text.
//!
//! ```text
//! caracole journal 1
//! rulebook charge-pikes
//! battle first-blood
//! option scale 25mm
//! player king Alice
//! seed 42
//! charts my-cards.toml
//! | chart = "C7"
//! | …
//! scenario
//! | format = 1
//! | …
//! begin ; 4 2 #0f3a9c21
//! 1 king side a #9b1c22d0
//! 2 king charge byron fairfax ahead 300 ; 3 6 1 #77aa0142
//! ```
//!
//! After `;` stand the dice that the decision rolled. The mark after `#` chains each line to all before it, so that a
//! damaged or altered file is found out at its first wrong line.

use crate::options::OptionValues;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The version this program writes and reads.
pub const VERSION: u32 = 1;
const FIRST_LINE: &str = "caracole journal ";

/// What a battle starts from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    pub rulebook: String,
    pub battle: String,
    pub options: OptionValues,
    /// Who sits where, by seat.
    pub players: BTreeMap<String, String>,
    /// None when the dice were thrown elsewhere.
    pub seed: Option<u64>,
    /// Charts laid over those of the rulebook: the name of each file and its whole text.
    pub charts: Vec<(String, String)>,
    /// The whole battle file, so that a journal needs nothing beside it.
    pub scenario: String,
}

/// One accepted decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub seat: String,
    pub decision: String,
    pub dice: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journal {
    pub header: Header,
    /// Dice rolled before the first question.
    pub opening: Vec<u8>,
    pub records: Vec<Record>,
}

/// What is wrong with a journal, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalFault {
    /// Counted from 1; 0 when it is not about one line.
    pub line: usize,
    pub what: String,
    pub instead: String,
}

impl std::fmt::Display for JournalFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)?;
        if !self.instead.is_empty() {
            write!(f, "\n  instead: {}", self.instead)?;
        }
        Ok(())
    }
}

impl std::error::Error for JournalFault {}

fn fault<T>(line: usize, what: impl Into<String>, instead: impl Into<String>) -> Result<T, JournalFault> {
    Err(JournalFault { line, what: what.into(), instead: instead.into() })
}

/// The chain of marks.
#[derive(Debug, Clone, Default)]
struct Chain([u8; 32]);

impl Chain {
    fn add(&mut self, line: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0);
        hasher.update(line.as_bytes());
        self.0 = *hasher.finalize().as_bytes();
        self.0[..4].iter().fold(String::new(), |mut mark, byte| {
            let _ = write!(mark, "{byte:02x}");
            mark
        })
    }
}

impl Journal {
    pub fn new(header: Header) -> Journal {
        Journal { header, opening: Vec::new(), records: Vec::new() }
    }

    /// The number of dice rolled so far.
    pub fn rolled(&self) -> u64 {
        (self.opening.len() + self.records.iter().map(|record| record.dice.len()).sum::<usize>()) as u64
    }

    /// The line of the file on which record `index` stands.
    pub fn line_of(&self, index: usize) -> usize {
        self.header_lines().len() + 2 + index
    }

    fn header_lines(&self) -> Vec<String> {
        let header = &self.header;
        let mut lines = vec![format!("{FIRST_LINE}{VERSION}"), format!("rulebook {}", header.rulebook)];
        lines.push(format!("battle {}", header.battle));
        lines.extend(header.options.iter().map(|(key, value)| format!("option {key} {value}")));
        lines.extend(header.players.iter().map(|(seat, name)| format!("player {seat} {}", one_line(name))));
        lines.push(header.seed.map_or("seed none".into(), |seed| format!("seed {seed}")));
        for (name, text) in &header.charts {
            lines.push(format!("charts {}", one_line(name)));
            lines.extend(text.lines().map(quoted));
        }
        lines.push("scenario".into());
        lines.extend(header.scenario.lines().map(quoted));
        lines
    }

    fn begin_line(&self) -> String {
        format!("begin{}", dice_text(&self.opening))
    }

    fn record_line(number: usize, record: &Record) -> String {
        format!("{number} {} {}{}", record.seat, record.decision, dice_text(&record.dice))
    }

    /// The journal as text.
    pub fn to_text(&self) -> String {
        let mut chain = Chain::default();
        let mut text = String::new();
        for line in self.header_lines() {
            chain.add(&line);
            let _ = writeln!(text, "{line}");
        }
        let begin = self.begin_line();
        let _ = writeln!(text, "{begin} #{}", chain.add(&begin));
        for (index, record) in self.records.iter().enumerate() {
            let line = Journal::record_line(index + 1, record);
            let _ = writeln!(text, "{line} #{}", chain.add(&line));
        }
        text
    }

    /// Reads a journal, checking every line against its mark.
    pub fn parse(text: &str) -> Result<Journal, JournalFault> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
        let mut chain = Chain::default();
        let mut header = Header::default();
        check_first_line(lines.next(), &mut chain)?;
        let (mut seen_seed, mut in_scenario) = (false, false);
        let (begin_number, begin) = loop {
            let Some((number, line)) = lines.next() else {
                return fault(text.lines().count().max(1), "the journal ends before `begin`", "a whole journal file");
            };
            if line == "begin" || line.starts_with("begin ") {
                break (number, line);
            }
            chain.add(line);
            let quote = line.strip_prefix("| ").or(line.strip_prefix('|'));
            match (quote, header.charts.last_mut()) {
                (Some(quote), _) if in_scenario => add_line(&mut header.scenario, quote),
                (Some(quote), Some((_, text))) => add_line(text, quote),
                (None, _) if in_scenario => {
                    let what = format!("`{line}` stands inside the scenario");
                    return fault(number, what, "scenario lines start with `| `");
                }
                _ => {}
            }
            if quote.is_some() && (in_scenario || !header.charts.is_empty()) {
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "rulebook" => header.rulebook = rest.into(),
                "battle" => header.battle = rest.into(),
                "option" => insert_pair(&mut header.options, rest, number)?,
                "player" => insert_pair(&mut header.players, rest, number)?,
                "seed" => {
                    header.seed = parse_seed(rest, number)?;
                    seen_seed = true;
                }
                "charts" => header.charts.push((rest.into(), String::new())),
                "scenario" => in_scenario = true,
                _ => {
                    return fault(
                        number,
                        format!("`{word}` is not a word of the header"),
                        "rulebook, battle, option, player, seed, charts, scenario or begin",
                    );
                }
            }
        };
        if !seen_seed || header.rulebook.is_empty() || !in_scenario {
            return fault(
                begin_number,
                "the header lacks a line",
                "rulebook, battle, seed and scenario before `begin`",
            );
        }
        let body = checked(begin, begin_number, &mut chain)?;
        let (_, opening) = split_dice(body, begin_number)?;
        let mut journal = Journal { header, opening, records: Vec::new() };
        for (number, line) in lines {
            let body = checked(line, number, &mut chain)?;
            journal.records.push(parse_record(body, number, journal.records.len() + 1)?);
        }
        Ok(journal)
    }
}

fn check_first_line(first: Option<(usize, &str)>, chain: &mut Chain) -> Result<(), JournalFault> {
    let right = format!("a journal starts with `{FIRST_LINE}{VERSION}`");
    let Some((_, line)) = first else { return fault(1, "the file is empty", right) };
    let Some(version) = line.strip_prefix(FIRST_LINE) else { return fault(1, "this is not a journal", right) };
    if version.parse() != Ok(VERSION) {
        return fault(1, format!("journal version `{version}` is not known here"), format!("version {VERSION}"));
    }
    chain.add(line);
    Ok(())
}

fn parse_seed(text: &str, line: usize) -> Result<Option<u64>, JournalFault> {
    match (text, text.parse()) {
        ("none", _) => Ok(None),
        (_, Ok(seed)) => Ok(Some(seed)),
        _ => fault(line, format!("`{text}` is not a seed"), "a whole number, or `none`"),
    }
}

fn insert_pair(map: &mut BTreeMap<String, String>, rest: &str, line: usize) -> Result<(), JournalFault> {
    let Some((key, value)) = rest.split_once(' ') else {
        return fault(line, "a name and a value are wanted", "for example `option scale 25mm`");
    };
    map.insert(key.into(), value.into());
    Ok(())
}

fn checked<'a>(line: &'a str, number: usize, chain: &mut Chain) -> Result<&'a str, JournalFault> {
    let Some((body, mark)) = line.rsplit_once(" #") else {
        return fault(
            number,
            "the line is cut off: its mark is missing",
            "the line as it was written, or a file that ends before it",
        );
    };
    if chain.add(body) != mark {
        return fault(
            number,
            "the line, or one before it, was changed after it was written",
            "an unaltered copy of the journal",
        );
    }
    Ok(body)
}

fn parse_record(body: &str, line: usize, expected: usize) -> Result<Record, JournalFault> {
    let (body, dice) = split_dice(body, line)?;
    let mut words = body.splitn(3, ' ');
    match (words.next().and_then(|number| number.parse::<usize>().ok()), words.next(), words.next()) {
        (Some(number), Some(seat), Some(decision)) if number == expected => {
            Ok(Record { seat: seat.into(), decision: decision.into(), dice })
        }
        _ => fault(line, format!("decision {expected} is expected here"), format!("`{expected} seat decision`")),
    }
}

fn split_dice(body: &str, line: usize) -> Result<(&str, Vec<u8>), JournalFault> {
    let Some((body, faces)) = body.split_once(" ; ") else { return Ok((body, Vec::new())) };
    let mut dice = Vec::new();
    for face in faces.split(' ') {
        match face.parse() {
            Ok(face) => dice.push(face),
            Err(_) => return fault(line, format!("`{face}` is not a die"), "dice are whole numbers"),
        }
    }
    Ok((body, dice))
}

fn dice_text(dice: &[u8]) -> String {
    if dice.is_empty() {
        return String::new();
    }
    let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
    format!(" ; {}", faces.join(" "))
}

fn quoted(line: &str) -> String {
    format!("| {line}")
}

fn add_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Journal {
        let header = Header {
            rulebook: "charge-pikes".into(),
            battle: "first-blood".into(),
            options: OptionValues::from([("scale".into(), "15mm".into())]),
            players: BTreeMap::from([("king".into(), "Alice B".into())]),
            seed: Some(42),
            charts: vec![("my cards.toml".into(), "chart = \"C7\"\n\nformat = 1\n".into())],
            scenario: "format = 1\n\ntitle = \"x\"\n".into(),
        };
        let mut journal = Journal::new(header);
        journal.opening = vec![4, 2];
        journal.records.push(Record { seat: "king".into(), decision: "side a".into(), dice: vec![] });
        journal.records.push(Record { seat: "king".into(), decision: "test byron".into(), dice: vec![6, 1] });
        journal
    }

    #[test]
    fn text_and_back() {
        let journal = sample();
        assert_eq!(Journal::parse(&journal.to_text()), Ok(journal));
    }

    #[test]
    fn a_changed_line_is_named() {
        let text = sample().to_text();
        let line = text.lines().position(|line| line.starts_with("2 king")).unwrap() + 1;
        let bad = text.replace("test byron", "test rupert");
        assert_eq!(Journal::parse(&bad).unwrap_err().line, line);
        let cut = &text[..text.len() - 12];
        assert_eq!(Journal::parse(cut).unwrap_err().line, line);
        let charts = text.replace("C7", "C8");
        assert!(Journal::parse(&charts).unwrap_err().what.contains("changed"));
        let options = text.replace("option scale 15mm", "option scale 25mm");
        assert!(Journal::parse(&options).unwrap_err().what.contains("changed"));
    }

    #[test]
    fn faults_say_what_would_be_right() {
        assert_eq!(Journal::parse("").unwrap_err().line, 1);
        assert!(Journal::parse("caracole journal 9\n").unwrap_err().instead.contains('1'));
        assert!(Journal::parse("hello").unwrap_err().what.contains("not a journal"));
        assert_eq!(Journal::parse("caracole journal 1\nnonsense x\n").unwrap_err().line, 2);
    }

    #[test]
    fn record_lines_are_counted() {
        let journal = sample();
        let text = journal.to_text();
        assert!(text.lines().nth(journal.line_of(1) - 1).unwrap().starts_with("2 king"));
    }
}
