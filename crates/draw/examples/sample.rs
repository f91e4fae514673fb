//! Writes the sample field as SVG and PNG into a folder, and prints its terminal map.
//!
//!     cargo run -p caracole-draw --example sample -- FOLDER [WIDTH]

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name a folder to write to")?);
    let width: u32 = arguments.next().map_or(Ok(1800), |w| w.parse())?;
    let scene = sample::scene();
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("sample.svg"), draw::svg(&scene))?;
    std::fs::write(folder.join("sample.png"), draw::png(&scene, width)?)?;
    std::fs::write(folder.join("crowded.png"), draw::png(&sample::crowded(), width)?)?;
    print!("{}", draw::terminal(&scene, 120, std::env::var_os("NO_COLOR").is_none()));
    Ok(())
}
