//! Files read and written, with mistakes that name the file and the way out.

use crate::Mistake;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// No battle file or journal comes near this.
const MOST_BYTES: u64 = 64 << 20;

/// The text of a file.
pub fn read(path: &str) -> Result<String, Mistake> {
    let file = std::fs::File::open(path).map_err(|error| cannot("read", path, &error))?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Mistake::new(format!("{path}: this is a folder\n  instead: the path of a file")));
    }
    decode(path, file)
}

/// The text on standard input.
pub fn read_input() -> Result<String, Mistake> {
    decode("standard input", std::io::stdin().lock())
}

fn decode(path: &str, from: impl Read) -> Result<String, Mistake> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| cannot("read", path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Mistake::new(format!(
            "{path}: this is longer than any file of Caracole\n  instead: the right file"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
        Mistake::new(format!("{path}: line {line}: this is not text\n  instead: a text file, in UTF-8"))
    })
}

/// Writes a file that must not be there yet.
pub fn write_new(path: &Path, text: &str) -> Result<(), Mistake> {
    free(path)?;
    write(path, text.as_bytes())
}

/// Whether a name is free to be written under.
pub fn free(path: &Path) -> Result<(), Mistake> {
    if path.symlink_metadata().is_ok() {
        return Err(Mistake::new(format!("{}: this is there already\n  instead: a new name", path.display())));
    }
    Ok(())
}

/// Writes a file so that it is either the old one or the new one, whatever happens.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Mistake> {
    let wrong = |error: &std::io::Error| cannot("write", &path.display().to_string(), error);
    if path.is_dir() {
        return Err(Mistake::new(format!("{}: this is a folder\n  instead: the name of a file", path.display())));
    }
    // Devices and pipes are written to, never replaced.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes).map_err(|error| wrong(&error));
    }
    let aside = beside(path);
    let put = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&aside, path)
    };
    put().map_err(|error| {
        let _ = std::fs::remove_file(&aside);
        wrong(&error)
    })
}

/// A name in the same folder for the file while it is written.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    path.with_file_name(name)
}

fn cannot(what: &str, path: &str, error: &std::io::Error) -> Mistake {
    let (why, instead) = match (error.kind(), what) {
        (ErrorKind::NotFound, "read") => ("there is no such file", "the path of a file that is there"),
        (ErrorKind::NotFound, _) => ("there is no such folder", "a name in a folder that is there"),
        (ErrorKind::PermissionDenied, "read") => ("this may not be read", "a file you may read"),
        (ErrorKind::PermissionDenied, _) => ("this may not be written", "a place you may write to"),
        (ErrorKind::NotADirectory, _) => ("a part of this path is a file, not a folder", "a path through folders"),
        (ErrorKind::IsADirectory, _) => ("this is a folder", "the path of a file"),
        _ => return Mistake::new(format!("{path}: cannot {what} this: {error}")),
    };
    Mistake::new(format!("{path}: {why}\n  instead: {instead}"))
}
