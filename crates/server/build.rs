//! Puts the built page (`web/dist`) into the program. Without one the program builds all the same and says how to get it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = root.join("../../web/dist");
    // Cargo looks again when the folder changes, so there has to be one; in a tree that cannot be written there is nothing to
    // wait for.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    if dist.is_dir() {
        collect(&dist, "", &mut files)?;
    }
    files.sort();
    let mut code = String::from("/// The files of the page by their paths, in order.\n");
    code.push_str("static PAGES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &files {
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("pages.rs"), code)
}

fn collect(folder: &Path, above: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{above}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if !name.ends_with(".map") {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}
