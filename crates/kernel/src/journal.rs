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
//!
//! A header may have a line `salt` before its seed: a number nobody can guess, which goes into every mark. Then a line that
//! is [sealed](crate::excerpt) cannot be found out by trying what it may say.

use crate::options::OptionValues;
use crate::scroll::Scroll;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The version this program writes and reads.
pub const VERSION: u32 = 1;
pub(crate) const FIRST_LINE: &str = "caracole journal ";

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
    /// A number nobody can guess, for the marks; without one, a sealed line can be found out by trying.
    pub salt: Option<u128>,
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

/// A copy shares the header and the records that are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journal {
    pub header: Arc<Header>,
    /// Dice rolled before the first question.
    pub opening: Vec<u8>,
    pub records: Scroll<Record>,
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

pub(crate) fn fault<T>(line: usize, what: impl Into<String>, instead: impl Into<String>) -> Result<T, JournalFault> {
    Err(JournalFault { line, what: what.into(), instead: instead.into() })
}

/// The chain of marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Chain(pub [u8; 32]);

impl Chain {
    pub fn add(&mut self, line: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0);
        hasher.update(line.as_bytes());
        self.0 = *hasher.finalize().as_bytes();
        hex(&self.0[..4])
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The grain of salt that goes into the mark of a line; 0 is the line `begin`.
pub(crate) fn grain(salt: u128, number: usize) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&salt.to_be_bytes());
    hasher.update(&(number as u64).to_be_bytes());
    hex(&hasher.finalize().as_bytes()[..8])
}

/// A line as it goes into the chain.
pub(crate) fn salted(body: &str, grain: Option<&str>) -> String {
    grain.map_or_else(|| body.to_owned(), |grain| format!("{body} ~{grain}"))
}

impl Journal {
    pub fn new(header: impl Into<Arc<Header>>) -> Journal {
        Journal { header: header.into(), opening: Vec::new(), records: Scroll::new() }
    }

    /// The same battle down to its first question, before anything was decided.
    pub fn bare(&self) -> Journal {
        Journal { records: Scroll::new(), ..self.clone() }
    }

    /// The header, to be changed for this copy alone.
    pub fn header_mut(&mut self) -> &mut Header {
        Arc::make_mut(&mut self.header)
    }

    /// The number of dice rolled so far.
    pub fn rolled(&self) -> u64 {
        (self.opening.len() + self.records.iter().map(|record| record.dice.len()).sum::<usize>()) as u64
    }

    /// The line of the file on which record `index` stands.
    pub fn line_of(&self, index: usize) -> usize {
        self.header_lines().len() + 2 + index
    }

    pub(crate) fn header_lines(&self) -> Vec<String> {
        let header = &self.header;
        let mut lines = vec![format!("{FIRST_LINE}{VERSION}"), format!("rulebook {}", header.rulebook)];
        lines.push(format!("battle {}", header.battle));
        lines.extend(header.options.iter().map(|(key, value)| format!("option {key} {value}")));
        lines.extend(header.players.iter().map(|(seat, name)| format!("player {seat} {}", one_line(name))));
        lines.extend(header.salt.map(|salt| format!("salt {salt:032x}")));
        lines.push(header.seed.map_or("seed none".into(), |seed| format!("seed {seed}")));
        for (name, text) in &header.charts {
            lines.push(format!("charts {}", one_line(name)));
            lines.extend(text.lines().map(quoted));
        }
        lines.push("scenario".into());
        lines.extend(header.scenario.lines().map(quoted));
        lines
    }

    fn grain(&self, number: usize) -> Option<String> {
        self.header.salt.map(|salt| grain(salt, number))
    }

    /// The lines after the header, without their marks.
    fn body_lines(&self) -> impl Iterator<Item = String> {
        let records = self.records.iter().enumerate().map(|(index, record)| record_line(index + 1, record));
        std::iter::once(begin_line(&self.opening)).chain(records)
    }

    /// The chain after each line that has a mark.
    pub(crate) fn chains(&self) -> impl Iterator<Item = (String, Option<String>, Chain)> {
        let mut chain = Chain::default();
        for line in self.header_lines() {
            chain.add(&line);
        }
        self.body_lines().enumerate().map(move |(number, line)| {
            let grain = self.grain(number);
            chain.add(&salted(&line, grain.as_deref()));
            (line, grain, chain)
        })
    }

    /// The journal as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for line in self.header_lines() {
            let _ = writeln!(text, "{line}");
        }
        for (line, _, chain) in self.chains() {
            let _ = writeln!(text, "{line} #{}", hex(&chain.0[..4]));
        }
        text
    }

    /// Reads a journal, checking every line against its mark.
    pub fn parse(text: &str) -> Result<Journal, JournalFault> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let mut chain = Chain::default();
        check_first_line(lines.next(), &mut chain)?;
        let mut reader = HeaderReader::default();
        let (begin_number, begin) = reader.read(&mut lines, &mut chain, text.lines().count())?;
        let salt = reader.header.salt;
        let grain = |number: usize| salt.map(|salt| grain(salt, number));
        let body = checked(begin, begin_number, grain(0).as_deref(), &mut chain)?;
        let (_, opening) = split_dice(body, begin_number)?;
        let mut journal = Journal { header: reader.header.into(), opening, records: Scroll::new() };
        for (number, line) in lines {
            let next = journal.records.len() + 1;
            let body = checked(line, number, grain(next).as_deref(), &mut chain)?;
            let (read, record) = parse_record(body, number)?;
            if read != next {
                return fault(number, format!("decision {next} is expected here"), format!("`{next} seat decision`"));
            }
            journal.records.push(record);
        }
        Ok(journal)
    }
}

/// Reads the lines of a header up to `begin`.
#[derive(Debug, Clone, Default)]
pub(crate) struct HeaderReader {
    pub header: Header,
    /// Of an excerpt: the chain after the salt and the seed that it keeps back, and whether there is a salt.
    pub sealed: Option<(Chain, bool)>,
    of_excerpt: bool,
    seen_seed: bool,
    in_scenario: bool,
}

impl HeaderReader {
    pub fn of_excerpt() -> HeaderReader {
        HeaderReader { of_excerpt: true, ..HeaderReader::default() }
    }

    /// Gives the line `begin` or, of an excerpt, the first that is not of the header.
    pub fn read<'a>(
        &mut self,
        lines: &mut impl Iterator<Item = (usize, &'a str)>,
        chain: &mut Chain,
        last: usize,
    ) -> Result<(usize, &'a str), JournalFault> {
        let begins = |line: &str| line == "begin" || line.starts_with("begin ");
        let (number, begin) = loop {
            let Some((number, line)) = lines.next() else {
                return fault(last.max(1), "the journal ends before `begin`", "a whole journal file");
            };
            if begins(line) || self.of_excerpt && line.starts_with("* ") {
                break (number, line);
            }
            self.line(line, number, chain)?;
        };
        let seed_is_told = if self.of_excerpt { self.sealed.is_some() } else { self.seen_seed };
        if !seed_is_told || self.header.rulebook.is_empty() || !self.in_scenario {
            return fault(number, "the header lacks a line", "rulebook, battle, seed and scenario before `begin`");
        }
        Ok((number, begin))
    }

    fn line(&mut self, line: &str, number: usize, chain: &mut Chain) -> Result<(), JournalFault> {
        if self.of_excerpt
            && !self.in_scenario
            && let Some(rest) = line.strip_prefix("sealed ")
        {
            let (what, seal) = match rest.strip_prefix("salt seed ") {
                Some(seal) => (true, seal),
                None => (false, rest.strip_prefix("seed ").unwrap_or(rest)),
            };
            *chain = read_seal(seal, number, chain)?;
            self.sealed = Some((*chain, what));
            return Ok(());
        }
        chain.add(line);
        let quote = line.strip_prefix("| ").or(line.strip_prefix('|'));
        match (quote, self.header.charts.last_mut()) {
            (Some(quote), _) if self.in_scenario => {
                add_line(&mut self.header.scenario, quote);
                return Ok(());
            }
            (Some(quote), Some((_, text))) => {
                add_line(text, quote);
                return Ok(());
            }
            (None, _) if self.in_scenario => {
                let what = format!("`{line}` stands inside the scenario");
                return fault(number, what, "scenario lines start with `| `");
            }
            _ => {}
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let header = &mut self.header;
        match word {
            "rulebook" => header.rulebook = rest.into(),
            "battle" => header.battle = rest.into(),
            "option" => insert_pair(&mut header.options, rest, number)?,
            "player" => insert_pair(&mut header.players, rest, number)?,
            "salt" if !self.of_excerpt => header.salt = Some(parse_salt(rest, number)?),
            "seed" if !self.of_excerpt => {
                header.seed = parse_seed(rest, number)?;
                self.seen_seed = true;
            }
            "charts" => header.charts.push((rest.into(), String::new())),
            "scenario" => self.in_scenario = true,
            _ => {
                return fault(
                    number,
                    format!("`{word}` is not a word of the header"),
                    "rulebook, battle, option, player, salt, seed, charts, scenario or begin",
                );
            }
        }
        Ok(())
    }
}

pub(crate) fn begin_line(opening: &[u8]) -> String {
    format!("begin{}", dice_text(opening))
}

pub(crate) fn record_line(number: usize, record: &Record) -> String {
    format!("{number} {} {}{}", record.seat, record.decision, dice_text(&record.dice))
}

fn check_first_line(first: Option<(usize, &str)>, chain: &mut Chain) -> Result<(), JournalFault> {
    let right = format!("a journal starts with `{FIRST_LINE}{VERSION}`");
    let Some((_, line)) = first else { return fault(1, "the file is empty", right) };
    if let Some(rest) = line.strip_prefix(crate::excerpt::FIRST_LINE) {
        let seat = rest.split_once(' ').map_or("", |(_, seat)| seat);
        let what = format!(
            "this is an excerpt for `{seat}`: it can be verified, but a battle cannot be told or go on from it"
        );
        return fault(1, what, "the whole journal; `caracole check` verifies an excerpt");
    }
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

fn parse_salt(text: &str, line: usize) -> Result<u128, JournalFault> {
    let right = || "32 digits of 0 to 9 and a to f";
    match u128::from_str_radix(text, 16) {
        // Written again it must be the same line.
        Ok(salt) if text == format!("{salt:032x}") => Ok(salt),
        _ => fault(line, format!("`{text}` is not a salt"), right()),
    }
}

/// What stands for lines that an excerpt keeps back: the whole link of the chain after them. What is above it may have no
/// marks of its own, so the seal carries one for that.
pub(crate) fn write_seal(above: &Chain, after: &Chain) -> String {
    format!("{} #{}", hex(&after.0), hex(&above.0[..4]))
}

/// Reads a seal, checking what stands above it.
pub(crate) fn read_seal(text: &str, line: usize, above: &Chain) -> Result<Chain, JournalFault> {
    let (link, mark) = text.rsplit_once(" #").unwrap_or((text, ""));
    if mark != hex(&above.0[..4]) {
        return fault(line, "a line above was changed after it was written", "an unaltered copy of the excerpt");
    }
    parse_link(link, line)
}

fn parse_link(text: &str, line: usize) -> Result<Chain, JournalFault> {
    let mut state = [0; 32];
    for (index, byte) in state.iter_mut().enumerate() {
        let digits = text.get(2 * index..2 * index + 2).filter(|_| text.len() == 64);
        match digits.map(|digits| u8::from_str_radix(digits, 16)) {
            Some(Ok(value)) => *byte = value,
            _ => {
                return fault(
                    line,
                    "the mark of what is sealed is cut off or altered",
                    "64 digits of 0 to 9 and a to f",
                );
            }
        }
    }
    if hex(&state) != text {
        return fault(line, "the mark of what is sealed is altered", "64 digits of 0 to 9 and a to f");
    }
    Ok(Chain(state))
}

fn insert_pair(map: &mut BTreeMap<String, String>, rest: &str, line: usize) -> Result<(), JournalFault> {
    let Some((key, value)) = rest.split_once(' ') else {
        return fault(line, "a name and a value are wanted", "for example `option scale 25mm`");
    };
    map.insert(key.into(), value.into());
    Ok(())
}

/// The line without its mark, which must be right.
pub(crate) fn checked<'a>(
    line: &'a str,
    number: usize,
    grain: Option<&str>,
    chain: &mut Chain,
) -> Result<&'a str, JournalFault> {
    let Some((body, mark)) = line.rsplit_once(" #") else {
        return fault(
            number,
            "the line is cut off: its mark is missing",
            "the line as it was written, or a file that ends before it",
        );
    };
    if chain.add(&salted(body, grain)) != mark {
        return fault(
            number,
            "the line, or one before it, was changed after it was written",
            "an unaltered copy of the journal",
        );
    }
    Ok(body)
}

pub(crate) fn parse_record(body: &str, line: usize) -> Result<(usize, Record), JournalFault> {
    let (body, dice) = split_dice(body, line)?;
    let mut words = body.splitn(3, ' ');
    match (words.next().and_then(|number| number.parse::<usize>().ok()), words.next(), words.next()) {
        (Some(number), Some(seat), Some(decision)) => {
            Ok((number, Record { seat: seat.into(), decision: decision.into(), dice }))
        }
        _ => fault(line, "a decision is expected here", "`number seat decision`"),
    }
}

pub(crate) fn split_dice(body: &str, line: usize) -> Result<(&str, Vec<u8>), JournalFault> {
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
            salt: None,
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
