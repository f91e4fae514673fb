//! What a seat may read of a journal in the middle of a battle: to be mailed, and to be held against the whole journal when
//! nothing is secret any more.
//!
//! ```text
//! caracole excerpt 1 king
//! rulebook charge-pikes
//! battle first-blood
//! sealed salt seed 5b0c… #70c3e2f1
//! scenario
//! | format = 1
//! | …
//! begin ; 4 2 ~0d51c6aa71f3be20 #0f3a9c21
//! 1 king side a ~c1f09a7722be3d04 #9b1c22d0
//! * 77aa0142… #9b1c22d0
//! 9 king shoot lisle byron ~3d5510fe9c2b7a68 #20e1c95d
//! ```
//!
//! Lines that the seat may not read yet stand as `*` and the whole link of the chain after them, however many they are, with
//! the mark of what stands above; so
//! do the salt and the seed, from which dice and seals could be told. From that link on the chain can be followed again: every
//! line that can be read is held against its mark, and the whole journal, once it is open, against the links. The grain
//! after `~` is what the salt of the journal put into that line's mark. Lines that are sealed keep theirs, so that nobody
//! can find out what they say by trying; a journal without a salt has no such protection.

use crate::journal::{
    Chain, FIRST_LINE as JOURNAL, Header, HeaderReader, Journal, JournalFault, Record, VERSION, begin_line, checked,
    fault, parse_record, read_seal, record_line, salted, split_dice, write_seal,
};
use std::fmt::Write;

pub(crate) const FIRST_LINE: &str = "caracole excerpt ";

/// A journal as far as one seat may read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// For whom it was made.
    pub seat: String,
    /// Without salt and seed.
    pub header: Header,
    seal: Chain,
    is_salted: bool,
    passages: Vec<Passage>,
}

/// A line to be read, or any number of lines that are sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Passage {
    Begin { dice: Vec<u8>, grain: Option<String> },
    Decision { number: usize, record: Record, grain: Option<String> },
    Sealed(Chain),
}

impl Excerpt {
    /// The excerpt of a journal for a seat; `is_sealed` says which lines it may not read, by the numbers of the decisions.
    /// 0 is the line with the dice rolled before the first question.
    pub fn of(journal: &Journal, seat: &str, is_sealed: impl Fn(usize) -> bool) -> Excerpt {
        let mut passages = Vec::new();
        for (number, (_, grain, chain)) in journal.chains().enumerate() {
            let record = number.checked_sub(1).and_then(|index| journal.records.get(index));
            if is_sealed(number) {
                // A run of sealed lines stands as one: how many there are is nobody's business.
                passages.pop_if(|last| matches!(last, Passage::Sealed(_)));
                passages.push(Passage::Sealed(chain));
            } else if let Some(record) = record {
                passages.push(Passage::Decision { number, record: record.clone(), grain });
            } else {
                passages.push(Passage::Begin { dice: journal.opening.clone(), grain });
            }
        }
        let header = Header { salt: None, seed: None, ..journal.header.as_ref().clone() };
        let (seal, is_salted) = (seal_of(journal), journal.header.salt.is_some());
        Excerpt { seat: seat.into(), header, seal, is_salted, passages }
    }

    /// The decisions that can be read, with their numbers.
    pub fn decisions(&self) -> impl Iterator<Item = (usize, &Record)> {
        self.passages.iter().filter_map(|passage| match passage {
            Passage::Decision { number, record, .. } => Some((*number, record)),
            _ => None,
        })
    }

    /// How many places are sealed.
    pub fn seals(&self) -> usize {
        self.passages.iter().filter(|passage| matches!(passage, Passage::Sealed(_))).count()
    }

    /// Whether what is sealed is safe from being found out by trying.
    pub fn is_salted(&self) -> bool {
        self.is_salted
    }

    /// The excerpt as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}{VERSION} {}\n", self.seat);
        let mut chain = Chain::default();
        let what = if self.is_salted { "salt seed" } else { "seed" };
        for line in Journal::new(self.header.clone()).header_lines() {
            if line == "seed none" {
                let _ = writeln!(text, "sealed {what} {}", write_seal(&chain, &self.seal));
                chain = self.seal;
                continue;
            }
            chain.add(&line);
            if !line.starts_with(JOURNAL) {
                let _ = writeln!(text, "{line}");
            }
        }
        for passage in &self.passages {
            let line = match passage {
                Passage::Begin { dice, grain } => salted(&begin_line(dice), grain.as_deref()),
                Passage::Decision { number, record, grain } => salted(&record_line(*number, record), grain.as_deref()),
                Passage::Sealed(link) => {
                    let _ = writeln!(text, "* {}", write_seal(&chain, link));
                    chain = *link;
                    continue;
                }
            };
            let _ = writeln!(text, "{line} #{}", chain.add(&line));
        }
        text
    }

    /// Reads an excerpt, checking every line that can be read against its mark.
    pub fn parse(text: &str) -> Result<Excerpt, JournalFault> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let seat = first_line(lines.next())?;
        let mut chain = Chain::default();
        chain.add(&format!("{JOURNAL}{VERSION}"));
        let mut reader = HeaderReader::of_excerpt();
        let begin = reader.read(&mut lines, &mut chain, text.lines().count())?;
        let Some((seal, is_salted)) = reader.sealed else {
            return fault(begin.0, "the header lacks its seal", "`sealed` where the seed stands in a journal");
        };
        let mut passages = Vec::new();
        let mut next = 0;
        for (number, line) in std::iter::once(begin).chain(lines) {
            let passage = passage(line, number, is_salted, &mut chain)?;
            let is_next = match (&passage, passages.last()) {
                (Passage::Begin { .. }, before) => before.is_none(),
                (Passage::Decision { number, .. }, Some(Passage::Sealed(_))) => *number >= next.max(1),
                (Passage::Decision { number, .. }, _) => *number == next,
                (Passage::Sealed(_), before) => !matches!(before, Some(Passage::Sealed(_))),
            };
            if !is_next {
                return fault(number, "the line does not follow the one before it", "an unaltered copy of the excerpt");
            }
            next = match &passage {
                Passage::Decision { number, .. } => number + 1,
                _ => next + 1,
            };
            passages.push(passage);
        }
        Ok(Excerpt { seat, header: reader.header, seal, is_salted, passages })
    }

    /// Holds a whole journal, once it is open, against the excerpt: whether nothing was changed since. The fault names the
    /// line of the journal.
    pub fn agrees(&self, journal: &Journal) -> Result<(), JournalFault> {
        let other = || "the journal from which the excerpt was taken";
        if (Header { salt: None, seed: None, ..journal.header.as_ref().clone() }) != self.header
            || seal_of(journal) != self.seal
        {
            return fault(1, "the header is not that of the excerpt", other());
        }
        let links: Vec<Chain> = journal.chains().map(|(_, _, chain)| chain).collect();
        let mut next = 0;
        for passage in &self.passages {
            let line = journal.line_of(next) - 1;
            next = match passage {
                Passage::Begin { dice, .. } if *dice == journal.opening => 1,
                Passage::Decision { number, record, .. } if journal.records.get(*number - 1) == Some(record) => {
                    number + 1
                }
                Passage::Sealed(link) => match links.iter().skip(next).position(|one| one == link) {
                    Some(run) => next + run + 1,
                    None => return fault(line, "from here on it is not what was sealed", other()),
                },
                _ => return fault(line, "the line is not what the excerpt says", other()),
            };
        }
        Ok(())
    }
}

/// The chain after the salt and the seed of a journal.
fn seal_of(journal: &Journal) -> Chain {
    let mut chain = Chain::default();
    for line in journal.header_lines() {
        chain.add(&line);
        if line.starts_with("seed ") {
            break;
        }
    }
    chain
}

fn first_line(first: Option<(usize, &str)>) -> Result<String, JournalFault> {
    let right = format!("an excerpt starts with `{FIRST_LINE}{VERSION}` and a seat");
    let Some((_, line)) = first else { return fault(1, "the file is empty", right) };
    let Some(rest) = line.strip_prefix(FIRST_LINE) else { return fault(1, "this is not an excerpt", right) };
    match rest.split_once(' ') {
        Some((version, seat)) if version.parse() == Ok(VERSION) && !seat.is_empty() => Ok(seat.into()),
        Some((version, _)) if version.parse() != Ok(VERSION) => {
            fault(1, format!("excerpt version `{version}` is not known here"), format!("version {VERSION}"))
        }
        _ => fault(1, "the excerpt does not say for whom it is", right),
    }
}

fn passage(line: &str, number: usize, is_salted: bool, chain: &mut Chain) -> Result<Passage, JournalFault> {
    if let Some(seal) = line.strip_prefix("* ") {
        *chain = read_seal(seal, number, chain)?;
        return Ok(Passage::Sealed(*chain));
    }
    let body = checked(line, number, None, chain)?;
    let (body, grain) = match body.rsplit_once(" ~") {
        Some((body, grain)) if is_salted => (body, Some(grain.to_owned())),
        _ if is_salted => {
            return fault(number, "the line has lost its grain of salt", "a line with ` ~` before its mark");
        }
        _ => (body, None),
    };
    if body == "begin" || body.starts_with("begin ") {
        let (_, dice) = split_dice(body, number)?;
        return Ok(Passage::Begin { dice, grain });
    }
    let (read, record) = parse_record(body, number)?;
    Ok(Passage::Decision { number: read, record, grain })
}
