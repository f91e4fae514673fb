//! `show`: a battle's map and forces.

use crate::{Mistake, target};
use clap::Args;
use kernel::scene::Scene;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Show {
    /// A battle by its key, a battle file or a journal
    battle: String,
    /// Where to write: a name ending in .svg or .png, or one without ending for both
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Width of the PNG in pixels
    #[arg(long, default_value_t = 1_600)]
    width: u32,
    /// Draw in the terminal instead
    #[arg(short, long)]
    terminal: bool,
    /// Characters across, in the terminal
    #[arg(long, default_value_t = 110)]
    columns: usize,
    /// Optional rules and readings, as key=value
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

impl Show {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if !(64..=20_000).contains(&self.width) || !(20..=1_000).contains(&self.columns) {
            return Err(Mistake("a picture is 64 to 20000 pixels wide, a terminal 20 to 1000 characters".into()));
        }
        let (door, _) = target::open(&self.battle, &self.options, 1)?;
        let scene = door.scene(None);
        if self.terminal {
            println!("{}", draw::terminal(&scene, self.columns, colour()));
            return Ok(ExitCode::SUCCESS);
        }
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from(&door.journal().header.battle));
        let ending = out.extension().and_then(|end| end.to_str()).unwrap_or("");
        match ending {
            "svg" => write(&out, draw::svg(&scene).as_bytes())?,
            "png" => write(&out, &draw::png(&scene, self.width)?)?,
            "" => {
                write(&out.with_extension("svg"), draw::svg(&scene).as_bytes())?;
                write(&out.with_extension("png"), &draw::png(&scene, self.width)?)?;
            }
            other => {
                return Err(Mistake(format!(
                    "`.{other}` is not a picture this program draws\n  instead: .svg or .png"
                )));
            }
        }
        print!("{}", forces(&scene));
        Ok(ExitCode::SUCCESS)
    }
}

fn write(path: &std::path::Path, bytes: &[u8]) -> Result<(), Mistake> {
    std::fs::write(path, bytes).map_err(|error| Mistake(format!("{}: {error}", path.display())))?;
    println!("wrote {}", path.display());
    Ok(())
}

/// Colours only where somebody can see them.
pub fn colour() -> bool {
    std::io::IsTerminal::is_terminal(&std::io::stdout()) && std::env::var_os("NO_COLOR").is_none()
}

/// Everybody on the table, side by side.
pub fn forces(scene: &Scene) -> String {
    let mut text = String::new();
    for (index, side) in scene.sides.iter().enumerate() {
        text.push_str(&format!("\n{}\n", side.name));
        for body in scene.bodies.iter().filter(|body| usize::from(body.side) == index) {
            let badges: Vec<&str> = body.badges.iter().map(|badge| badge.text.as_str()).collect();
            let badges = if badges.is_empty() { String::new() } else { format!("  [{}]", badges.join(", ")) };
            text.push_str(&format!("  {:<20} {:<32} {}{badges}\n", body.key, body.name, body.strength));
        }
    }
    text
}
