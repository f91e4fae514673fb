//! Writes the texts that fuzzing starts from: `make fuzz-corpus`.

use laboratory::targets::{Judge, NAMES, seeds};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args().nth(1).ok_or("say where to write them")?;
    let judge = Judge::new()?;
    for target in NAMES {
        let folder = Path::new(&root).join(target);
        std::fs::create_dir_all(&folder)?;
        let seeds = seeds(target, &judge);
        println!("{target}: {} texts", seeds.len());
        for (name, text) in seeds {
            std::fs::write(folder.join(name), text)?;
        }
    }
    Ok(())
}
