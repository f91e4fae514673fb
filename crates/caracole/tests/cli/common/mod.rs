//! The real program, run in a folder of its own.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_caracole");

/// A folder that is gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("caracole-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Every file in it with its bytes.
    pub fn contents(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        walk(&self.0, &mut files);
        files.sort();
        files
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).current_dir(&self.0).env_remove("RUST_BACKTRACE");
        command
    }

    /// Runs the program with nothing to read.
    pub fn run(&self, arguments: &[&str]) -> Said {
        self.run_with(arguments, "")
    }

    /// Runs the program with this on its standard input.
    pub fn run_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Said {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.as_ref().to_vec();
        // A program that stops reading early is no reason to fail.
        let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Said {
            arguments: arguments.join(" "),
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// A whole battle played by the commanders, as a journal.
    pub fn battle(&self, journal: &str, seed: u64) {
        let seed = seed.to_string();
        let save = ["play", "first-blood", "--seed", &seed, "--maps", "never", "--save", journal];
        self.run_with(&save, "auto end\n").good();
    }

    /// Sits down at a battle and answers as one goes.
    pub fn sit(&self, arguments: &[&str]) -> Sitting {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let mut stdout = child.stdout.take().unwrap();
        let (send, heard) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count) = stdout.read(&mut buffer) {
                if count == 0 || send.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Sitting { child, stdin, heard, open: true }
    }
}

fn walk(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else {
            let bytes = std::fs::read(&path).unwrap();
            files.push((path, bytes));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run said and how it ended.
#[derive(Debug)]
pub struct Said {
    pub arguments: String,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn good(self) -> Said {
        assert_eq!(self.code, Some(0), "caracole {}\n{}\n{}", self.arguments, self.out, self.err);
        self
    }

    /// Exit code 2, and every one of these words on standard error.
    pub fn wrong(self, words: &[&str]) -> Said {
        assert_eq!(self.code, Some(2), "caracole {}\n{}\n{}", self.arguments, self.out, self.err);
        for word in words {
            assert!(self.err.contains(word), "caracole {}: `{word}` is not in\n{}", self.arguments, self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    pub fn says(self, words: &[&str]) -> Said {
        for word in words {
            assert!(self.out.contains(word), "caracole {}: `{word}` is not in\n{}", self.arguments, self.out);
        }
        self
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}\n{}", self.out))
    }
}

/// A battle being played, one answer at a time.
pub struct Sitting {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Vec<u8>>,
    open: bool,
}

impl Sitting {
    /// Everything said up to the next prompt, or to the end.
    pub fn listen(&mut self) -> String {
        let mut said = Vec::new();
        loop {
            match self.heard.recv_timeout(Duration::from_secs(120)) {
                Ok(bytes) => said.extend(bytes),
                Err(_) => {
                    self.open = false;
                    break;
                }
            }
            if said == b"> " || said.ends_with(b"\n> ") {
                break;
            }
        }
        String::from_utf8_lossy(&said).into_owned()
    }

    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Types a line and listens to what comes of it.
    pub fn type_line(&mut self, line: &str) -> String {
        if let Some(stdin) = &mut self.stdin {
            let _ = writeln!(stdin, "{line}");
            let _ = stdin.flush();
        }
        self.listen()
    }

    /// Closes the input and waits for the end.
    pub fn leave(mut self) -> (Option<i32>, String) {
        drop(self.stdin.take());
        let mut rest = String::new();
        while self.open {
            rest.push_str(&self.listen());
        }
        (self.child.wait().unwrap().code(), rest)
    }
}
