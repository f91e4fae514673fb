//! What people type, line by line.

use crate::out::{self, size};
use crate::{Mistake, out::text};
use std::io::{BufRead, IsTerminal, StdinLock};

pub struct Input {
    lines: StdinLock<'static>,
    /// Whether a person sits at it.
    live: bool,
    /// Lines told since the person last typed anything.
    told: usize,
}

impl Input {
    pub fn standard() -> Input {
        let stdin = std::io::stdin();
        let live = stdin.is_terminal() && out::seen();
        Input { lines: stdin.lock(), live, told: 0 }
    }

    /// The next line without the spaces around it; nothing when the input is closed.
    pub fn line(&mut self, prompt: &str) -> Result<Option<String>, Mistake> {
        text(format_args!("{prompt}"))?;
        self.told = 0;
        out::flush()?;
        let mut bytes = Vec::new();
        let read = self.lines.read_until(b'\n', &mut bytes)?;
        // Letters that are none come out as question marks and are refused like any other wrong word.
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Whether a person types, and not a file.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Tells a piece of the story, and waits for the reader when a screen is full and he is there to read it.
    pub fn tell(&mut self, words: &str, waits: bool) -> Result<(), Mistake> {
        let lines = words.lines().count();
        let rows = size().map_or(usize::MAX, |(_, rows)| rows.max(10) - 2);
        if waits && self.told > 0 && self.told + lines > rows {
            self.pause()?;
        }
        self.told += lines;
        text(format_args!("{words}\n"))
    }

    /// Waits for the reader before something large covers what he has not read yet.
    pub fn pause(&mut self) -> Result<(), Mistake> {
        const GLANCE: usize = 3;
        if self.live && self.told > GLANCE {
            self.wait("-- Enter to go on --")?;
        }
        Ok(())
    }

    /// Shows a long text a screen at a time to whoever sits there.
    pub fn page(&mut self, words: &str) -> Result<(), Mistake> {
        let rows = match size() {
            Some((_, rows)) if self.live => rows.max(10) - 1,
            _ => usize::MAX,
        };
        let lines: Vec<&str> = words.trim_end_matches('\n').split('\n').collect();
        if lines.len() <= rows.saturating_add(1) {
            return text(format_args!("{}\n", lines.join("\n")));
        }
        for (index, screen) in lines.chunks(rows).enumerate() {
            if index > 0 && !self.wait("-- Enter for more, q for enough --")? {
                return Ok(());
            }
            text(format_args!("{}\n", screen.join("\n")))?;
        }
        Ok(())
    }

    /// Waits for Enter; false when something else is typed, or nothing can be any more. What is typed here answers no
    /// question: the next one has not been seen yet.
    fn wait(&mut self, prompt: &str) -> Result<bool, Mistake> {
        let typed = self.line(prompt)?;
        let goes_on = typed.as_ref().is_some_and(String::is_empty);
        if let Some(typed) = typed.filter(|typed| !typed.is_empty() && typed != "q") {
            text(format_args!("  `{typed}` was typed before anything was asked and is not taken\n"))?;
        }
        Ok(goes_on)
    }

    /// Clears the screen and waits until the right person has sat down.
    pub fn hand_over(&mut self, words: &str) -> Result<(), Mistake> {
        if !self.live {
            return text(format_args!("\n{words}\n"));
        }
        self.line(&format!("\u{1b}[2J\u{1b}[3J\u{1b}[H{words}\nPress Enter when the others look away. "))?;
        Ok(())
    }
}
