//! Puts the built page (`web/dist`) into the program, where the feature `page` asks for it. Without it the program need not be
//! built anew when the page is, and serves the page from its folder.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = root.join("../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if env::var_os("CARGO_FEATURE_PAGE").is_some() {
        println!("cargo::rerun-if-changed={}", dist.display());
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
