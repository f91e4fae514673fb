//! The open table in characters, with a ruler above and beside it.

use kernel::scene::{AreaLook, Scene, TableField};

use super::{BARE, Cell, FRAME, GUTTER, NARROWEST, Raster, Screen, Sheet, course_glyph, cover_glyph, named, on_page};
use crate::ink::Colour;
use crate::lines::Course;
use crate::margin;
use crate::palette as pal;
use crate::sheet::{page, patches, strips};

pub fn write(scene: &Scene, table: &TableField, sheet: &Sheet<'_>) -> String {
    let (origin, size) = on_page(sheet.window, [table.width, table.height], 1.0);
    let raster = Raster::fitting(origin, size, sheet.columns.max(NARROWEST) - GUTTER - 2 * FRAME);
    let mut screen = Screen::new(scene, (table.height, 1.0), raster, GUTTER, sheet);
    let step = number_step(table, screen.u);
    lay_grid(&mut screen, table, step);
    lay_ground(&mut screen, table);
    rulers(&mut screen, table, step);
    screen.ground = key_to_ground(table);
    screen.lay_zones();
    screen.lay_bodies();
    screen.write_keys();
    screen.write_arrows();
    screen.write()
}

/// Millimetres from number to number of the ruler.
fn number_step(table: &TableField, u: f64) -> f64 {
    let steps = margin::steps(table.ruler, &table.ruler_name, u);
    steps.tick * f64::from(steps.per_number)
}

/// A dot wherever numbered lines of the two rulers cross, to measure by eye.
fn lay_grid(screen: &mut Screen<'_>, table: &TableField, step: f64) {
    let count = |length: f64| (length / step).floor() as u32;
    for i in 1..=count(table.width) {
        for j in 1..=count(table.height) {
            let p = [f64::from(i) * step, table.height - f64::from(j) * step];
            if let Some(index) = screen.cell_at(p) {
                screen.cells[index] = Cell { glyph: '·', ink: Some(pal::GRASS), ..BARE };
            }
        }
    }
}

fn lay_ground(screen: &mut Screen<'_>, table: &TableField) {
    let place = page(table.height, 1.0);
    let (patches, strips) = (patches(table, place), strips(table, place));
    for patch in &patches {
        let (glyph, ink) = cover_glyph(patch.look, patch.level);
        for index in screen.covered(&patch.outline) {
            screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
        }
    }
    let crests = strips.iter().filter(|s| s.look == Course::Crest);
    for strip in crests.chain(strips.iter().filter(|s| s.look != Course::Crest)) {
        let (glyph, ink) = course_glyph(strip.look);
        for index in screen.crossed(&strip.points) {
            screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
        }
    }
}

/// Numbers above and beside the map; the measure stands in the lower frame.
fn rulers(screen: &mut Screen<'_>, table: &TableField, step: f64) {
    let [west, top] = screen.raster.origin;
    let number = |i: u32| format!("{:.0}", f64::from(i) * step / table.ruler);
    for i in 0..=(table.width / step) as u32 {
        if let Some(column) = screen.cell_at([f64::from(i) * step, top]) {
            screen.write_top(column, &number(i));
        }
    }
    for i in 0..=(table.height / step) as u32 {
        if let Some(index) = screen.cell_at([west, table.height - f64::from(i) * step]) {
            screen.beside.push((index / screen.raster.wide, number(i)));
        }
    }
    screen.foot.clone_from(&table.ruler_name);
}

fn key_to_ground(table: &TableField) -> Vec<(char, Colour, String)> {
    let mut entries: Vec<(char, Colour, String)> = Vec::new();
    for (look, words) in margin::AREAS {
        let glyph = |level: u8| cover_glyph(look.into(), level);
        let of_look: Vec<_> = table.areas.iter().filter(|a| a.look == look).collect();
        let mut glyphs: Vec<char> = of_look.iter().map(|a| glyph(a.level).0).collect();
        glyphs.sort_unstable();
        glyphs.dedup();
        for (i, of_level) in glyphs.iter().enumerate() {
            let here = of_look.iter().filter(|a| glyph(a.level).0 == *of_level);
            let words = if look == AreaLook::Hill { format!("{words} {}", i + 1) } else { words.to_owned() };
            entries.push((*of_level, glyph(0).1, named(&words, here.map(|a| a.name.as_str()))));
        }
    }
    for (look, words) in margin::LINES {
        if table.lines.iter().any(|l| l.look == look) {
            let names = table.lines.iter().filter(|l| l.look == look).map(|l| l.name.as_str());
            let (glyph, ink) = course_glyph(look.into());
            entries.push((glyph, ink, named(words, names)));
        }
    }
    entries
}
