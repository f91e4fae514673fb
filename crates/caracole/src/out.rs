//! Standard output: lines that may fail to be written, colours where somebody sees them, and the size of the terminal.

use crate::Mistake;
use std::fmt::Arguments;
use std::io::{ErrorKind, IsTerminal, Write};

/// Prints a line; who calls it returns when nobody can hear any more.
macro_rules! say {
    () => { $crate::out::line(format_args!(""))? };
    ($($words:tt)*) => { $crate::out::line(format_args!($($words)*))? };
}
pub(crate) use say;

pub fn line(words: Arguments<'_>) -> Result<(), Mistake> {
    text(format_args!("{words}\n"))
}

pub fn text(words: Arguments<'_>) -> Result<(), Mistake> {
    std::io::stdout().lock().write_fmt(words).map_err(|error| unheard(&error))
}

pub fn flush() -> Result<(), Mistake> {
    std::io::stdout().lock().flush().map_err(|error| unheard(&error))
}

/// A reader that has gone away, like `head`, is no mistake; a full disk is.
fn unheard(error: &std::io::Error) -> Mistake {
    match error.kind() {
        ErrorKind::BrokenPipe => Mistake::Unheard,
        _ => Mistake::new(format!("standard output: {error}\n  instead: a place that can be written to")),
    }
}

/// Whether a person watches.
pub fn seen() -> bool {
    std::io::stdout().is_terminal()
}

/// Columns and rows of the terminal, if there is one.
pub fn size() -> Option<(usize, usize)> {
    let (columns, rows) = terminal_size::terminal_size()?;
    Some((usize::from(columns.0), usize::from(rows.0)))
}

/// Columns for running text.
pub fn width() -> usize {
    size().map_or(100, |(columns, _)| columns.clamp(40, 140))
}

/// Ink for the terminal: none where nobody sees it, or nobody wants it.
#[derive(Debug, Clone, Copy)]
pub struct Paint(pub bool);

impl Paint {
    pub fn here() -> Paint {
        Paint(seen() && std::env::var_os("NO_COLOR").is_none())
    }

    pub fn faint(self, words: &str) -> String {
        self.with("2", words)
    }

    pub fn strong(self, words: &str) -> String {
        self.with("1", words)
    }

    fn with(self, code: &str, words: &str) -> String {
        if self.0 && !words.is_empty() { format!("\u{1b}[{code}m{words}\u{1b}[0m") } else { words.to_owned() }
    }
}

/// The characters of a text that take room on the screen.
pub fn room(text: &str) -> usize {
    let mut inside = false;
    let seen = text.chars().filter(|&c| match (inside, c) {
        (false, '\u{1b}') => {
            inside = true;
            false
        }
        (true, c) => {
            inside = !c.is_ascii_alphabetic();
            false
        }
        (false, _) => true,
    });
    seen.count()
}

/// Breaks a text between words so that no line is longer than `width`; lines after the first are indented.
pub fn wrap(words: &str, width: usize, indent: usize) -> String {
    let start = words.len() - words.trim_start_matches(' ').len();
    let mut done = String::new();
    let mut used = 0;
    for word in words[start..].split(' ') {
        let long = room(word);
        if used > 0 && used + 1 + long > width.max(indent + 10) {
            done.push('\n');
            done.push_str(&" ".repeat(indent));
            used = indent;
        } else if used > 0 {
            done.push(' ');
            used += 1;
        } else {
            done.push_str(&words[..start]);
            used = start;
        }
        done.push_str(word);
        used += long;
    }
    done
}

/// Puts a piece that must not be broken after a wrapped text, on its last line or on a new one.
pub fn append(text: &mut String, piece: &str, width: usize, indent: usize) {
    let last = text.lines().last().map_or(0, room);
    if last + 1 + room(piece) > width {
        text.push('\n');
        text.push_str(&" ".repeat(indent));
    } else {
        text.push(' ');
    }
    text.push_str(piece);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_between_words() {
        assert_eq!(wrap("one two three four", 12, 2), "one two\n  three four");
        assert_eq!(wrap("", 9, 2), "");
        assert_eq!(wrap("  indented first", 40, 4), "  indented first");
        assert_eq!(wrap("    a  table  row", 40, 4), "    a  table  row");
    }

    #[test]
    fn a_rule_is_never_broken() {
        let mut text = "one two".to_owned();
        append(&mut text, "[CP 1.1]", 16, 2);
        append(&mut text, "[CP 1.2]", 16, 2);
        assert_eq!(text, "one two [CP 1.1]\n  [CP 1.2]");
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(room(&Paint(true).faint("[CP 1.1]")), 8);
        assert_eq!(Paint(false).strong("x"), "x");
    }
}
