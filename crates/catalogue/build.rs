//! Lists the catalogues under `docs/rules`, so that a new one is there by lying there.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&root).join("../../docs/rules").canonicalize()?;
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for file in fs::read_dir(&folder)? {
        let name = file?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "README.md" {
            names.push(name);
        }
    }
    names.sort();
    let entry = |name: &String| format!("({name:?}, include_str!({:?})),\n", folder.join(name).to_string_lossy());
    let list: String = names.iter().map(entry).collect();
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("files.rs"), format!("&[\n{list}]\n"))
}
