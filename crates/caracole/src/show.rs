//! `show`: a battle's map and forces.

use crate::out::{Paint, say, size, text, width};
use crate::sight::{Lettered, Look};
use crate::{Mistake, files, story, target};
use clap::Args;
use kernel::Door;
use kernel::scene::{Field, Scene};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct Show {
    /// A battle by its key, a battle file or a journal
    battle: String,
    /// Where to draw it: a name ending in .svg or .png, or one without ending for both
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Width of the PNG in pixels
    #[arg(long, default_value_t = 1_600)]
    width: u32,
    /// Draw in the terminal instead
    #[arg(short, long)]
    terminal: bool,
    /// Characters across, in the terminal; as many as fit if not given
    #[arg(long)]
    columns: Option<usize>,
    /// Of a journal: the moment after so many decisions
    #[arg(long, value_name = "DECISIONS")]
    at: Option<usize>,
    /// Optional rules and readings, as key=value
    #[arg(short = 'O', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

impl Show {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        if !(64..=20_000).contains(&self.width) {
            return Err(Mistake::new(format!("{} pixels make no picture\n  instead: 64 to 20000", self.width)));
        }
        let columns = columns(self.columns)?;
        let picture = Picture::named(self.out.as_deref())?;
        let (door, _) = target::open(&self.battle, &self.options, self.at)?;
        let sight = Lettered::of(door.as_ref(), None);
        let scene = &sight.scene;
        if self.terminal {
            let columns = columns.unwrap_or_else(|| fitting(scene));
            let look = Look { colour: Paint::here().0, roster: true };
            text(format_args!("{}", sight.map(None, columns, columns, look)))?;
            if self.out.is_none() {
                return Ok(ExitCode::SUCCESS);
            }
        }
        let stem = self.out.clone().unwrap_or_else(|| PathBuf::from(&door.journal().header.battle));
        // Both are drawn before either is written.
        let svg = picture.svg.then(|| draw::svg(scene));
        let png = picture.png.then(|| pixels(scene, self.width)).transpose()?;
        if let Some(svg) = svg {
            write(&stem.with_extension("svg"), svg.as_bytes())?;
        }
        if let Some(png) = png {
            write(&stem.with_extension("png"), &png)?;
        }
        if !self.terminal {
            text(format_args!("{}", summary(door.as_ref(), &sight)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Which pictures are wanted.
struct Picture {
    svg: bool,
    png: bool,
}

impl Picture {
    fn named(out: Option<&Path>) -> Result<Picture, Mistake> {
        match out.and_then(Path::extension) {
            None => Ok(Picture { svg: true, png: cfg!(feature = "png") }),
            Some(end) if end == "svg" => Ok(Picture { svg: true, png: false }),
            Some(end) if end == "png" => Ok(Picture { svg: false, png: true }),
            Some(end) => Err(Mistake::new(format!(
                "`.{}` is not a picture this program draws\n  instead: .svg or .png",
                end.display()
            ))),
        }
    }
}

/// Columns asked for a map.
pub fn columns(asked: Option<usize>) -> Result<Option<usize>, Mistake> {
    match asked {
        Some(columns) if !(40..=1_000).contains(&columns) => {
            Err(Mistake::new(format!("{columns} columns make no map\n  instead: 40 to 1000")))
        }
        asked => Ok(asked),
    }
}

/// Columns for the map of a scene: as many as the terminal has, if there is one.
pub fn fitting(scene: &Scene) -> usize {
    let (width, height) = match &scene.field {
        Field::Table(table) => (table.width, table.height),
        Field::Hexes(map) => (map.width, map.height),
    };
    fitting_beside(width / height.max(1.0), HEADING)
}

/// Lines above and below a map: its title, its rulers, the key to its ground.
const HEADING: usize = 6;

/// Columns for a map of these proportions with so many lines around it: the width of the terminal, unless the map would
/// be much higher than the terminal is.
pub fn fitting_beside(wide_to_high: f64, lines: usize) -> usize {
    let Some(size) = size() else { return 110 };
    columns_in(size, wide_to_high, lines)
}

fn columns_in((columns, rows): (usize, usize), wide_to_high: f64, lines: usize) -> usize {
    const FEWEST_ROWS: usize = 40;
    // A character is twice as high as it is wide.
    let high_enough = (2.0 * rows.saturating_sub(lines).max(FEWEST_ROWS) as f64 * wide_to_high) as usize + 6;
    high_enough.min(columns).clamp(60, 240)
}

#[cfg(feature = "png")]
fn pixels(scene: &Scene, width: u32) -> Result<Vec<u8>, Mistake> {
    Ok(draw::png(scene, width)?)
}

#[cfg(not(feature = "png"))]
fn pixels(_: &Scene, _: u32) -> Result<Vec<u8>, Mistake> {
    let instead = "a name ending in .svg, or the whole program: cargo build --release --package caracole";
    Err(Mistake::new(format!("this program was built without pictures in pixels\n  instead: {instead}")))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Mistake> {
    files::write(path, bytes)?;
    say!("wrote {}", path.display());
    Ok(())
}

/// How the battle stands, and everybody on the table, side by side.
fn summary(door: &dyn Door, sight: &Lettered) -> String {
    format!("\n{}\n{}\n{}", sight.scene.title, story::card(&door.facts(None, None), width()), forces(sight))
}

/// Everybody of whom the seat may know, side by side: those on the table, then those who are not.
pub fn forces(sight: &Lettered) -> String {
    let Lettered { scene, absent, .. } = sight;
    let names = scene.bodies.iter().map(|body| &body.name).chain(absent.iter().map(|body| &body.name));
    let keys = scene.bodies.iter().map(|body| &body.key).chain(absent.iter().map(|body| &body.key));
    let name_width = names.map(|name| name.chars().count()).max().unwrap_or(0).min(36);
    let key_width = keys.map(|key| key.chars().count()).max().unwrap_or(0).min(28);
    let mut text = String::new();
    for (index, side) in scene.sides.iter().enumerate() {
        text.push_str(&format!("\n{}\n", side.name));
        for (body, letter) in sight.bodies().filter(|(body, _)| usize::from(body.side) == index) {
            let badges: Vec<&str> = body.badges.iter().map(|badge| badge.text.as_str()).collect();
            let badges = if badges.is_empty() { String::new() } else { format!("  [{}]", badges.join(", ")) };
            let (name, key, strength) = (&body.name, &body.key, &body.strength);
            text.push_str(&format!("  {letter:<3} {name:<name_width$} {key:<key_width$} {strength}{badges}\n"));
        }
        for gone in absent.iter().filter(|gone| usize::from(gone.side) == index) {
            let (name, key, fate) = (&gone.name, &gone.key, &gone.fate);
            let strength = if gone.strength.is_empty() { String::new() } else { format!("{}  ", gone.strength) };
            text.push_str(&format!("  -   {name:<name_width$} {key:<key_width$} {strength}[{fate}]\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::columns_in;

    /// A map of three to two takes the width there is, and leaves a low terminal by less than twice its height.
    #[test]
    fn a_map_fills_the_terminal() {
        assert_eq!(columns_in((100, 30), 1.5, 6), 100);
        assert_eq!(columns_in((130, 50), 1.5, 6), 130);
        assert_eq!(columns_in((300, 50), 1.5, 6), 138);
        assert_eq!(columns_in((20, 50), 1.5, 6), 60);
    }
}
