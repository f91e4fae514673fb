//! A hex map in characters: each hex is a block of a few columns and rows, and the blocks stand staggered as the hexes do.

use kernel::scene::{HexCell, HexSideLook, Scene, Symbol};

use super::{
    BARE, Cell, FRAME, GUTTER, NARROWEST, Raster, Screen, Sheet, arrow, contrast, course_glyph, cover_glyph, on_page,
    plain,
};
use crate::areas::Cover;
use crate::geometry::{Point, mix};
use crate::hexes::{HexMap, PITCH};
use crate::ink::Colour;
use crate::lines::{Course, OnHexside};
use crate::margin;
use crate::palette as pal;

/// The blocks a hex can be, the largest first: columns and rows from hex to hex. Rows of hexes with corners to the north
/// are shifted by half a block sideways, columns of the others by half a block downwards, where half a character is
/// rounded.
const POINTY: [(usize, usize); 5] = [(8, 3), (6, 3), (4, 2), (3, 1), (2, 1)];
const FLAT: [(usize, usize); 5] = [(7, 4), (5, 2), (4, 2), (3, 2), (2, 2)];

pub fn write(scene: &Scene, map: &HexMap, sheet: &Sheet<'_>) -> String {
    let digits = map.field.cells.iter().map(|cell| cell.number.chars().count()).max().unwrap_or(0);
    let gutter = (digits + 1).clamp(GUTTER, 9);
    let room = sheet.columns.max(NARROWEST) - gutter - 2 * FRAME;
    let (origin, size) = on_page(sheet.window, [map.field.width, map.field.height], PITCH);
    let block = Block::fitting(map, origin, size, room);
    let raster = match &block {
        Some((_, raster)) => Raster { ..*raster },
        // Too many hexes for the columns: the map is drawn as a table is, and tells less.
        None => Raster::fitting(origin, size, room),
    };
    let mut screen = Screen::new(scene, (map.field.height, PITCH), raster, gutter, sheet);
    let columns = map.field.columns();
    screen.places = scene.bodies.iter().map(|body| numbers(map, &columns.stands_on(body))).collect();
    screen.foot = format!("{} yards to the hex", map.field.yards);
    screen.ground = key_to_ground(map);
    let blocks = block.map(|(block, _)| Blocks { map, block });
    match &blocks {
        Some(blocks) => blocks.lay_ground(&mut screen),
        None => lay_small(&mut screen, map),
    }
    screen.lay_zones();
    match &blocks {
        Some(blocks) => {
            blocks.lay_bodies(&mut screen);
            blocks.number_edges(&mut screen);
        }
        None => {
            screen.lay_bodies();
            screen.write_keys();
            screen.write_arrows();
        }
    }
    for name in &map.field.names {
        screen.write_name(name);
    }
    screen.write()
}

/// The hexes of a body by their numbers: `0512`, `0512+0613`.
fn numbers(map: &HexMap, cells: &[usize]) -> String {
    let numbers: Vec<String> = cells.iter().map(|cell| plain(&map.field.cells[*cell].number)).collect();
    numbers.join("+")
}

/// Columns and rows from hex to hex.
#[derive(Clone, Copy)]
struct Block {
    columns: usize,
    rows: usize,
}

impl Block {
    /// The largest block with which the wanted part of the map fits into the room, and the characters it makes.
    fn fitting(map: &HexMap, origin: Point, size: Point, room: usize) -> Option<(Block, Raster)> {
        let near = PITCH * 3.0f64.sqrt() / 2.0;
        let (pitch, blocks) = if map.field.pointy_top { ([PITCH, near], POINTY) } else { ([near, PITCH], FLAT) };
        let first = map.field.cells.first().map(|cell| map.place()(cell.at))?;
        blocks.into_iter().find_map(|(columns, rows)| {
            let cell = [pitch[0] / columns as f64, pitch[1] / rows as f64];
            let counts = [columns as f64, rows as f64];
            // Characters begin so that the middle of every hex is the middle of its block.
            let edge = |axis: usize| {
                let lead = (first[axis] - origin[axis]) / cell[axis] - counts[axis] / 2.0;
                origin[axis] + (lead - (lead - 1e-6).ceil()) * cell[axis]
            };
            let start = [edge(0), edge(1)];
            let count = |axis: usize| ((origin[axis] + size[axis] - start[axis]) / cell[axis] - 1e-6).ceil() as usize;
            let (wide, high) = (count(0).max(1), count(1).clamp(1, 2_000));
            let size = [wide as f64 * cell[0], high as f64 * cell[1]];
            (wide <= room).then_some((Block { columns, rows }, Raster { origin: start, size, wide, high, cell }))
        })
    }

    /// Whether there is room for a hex's number above what stands on it.
    fn numbered(self) -> bool {
        self.columns >= 5 && self.rows >= 3
    }

    /// The rows of the block that hold bodies or ground, and the two columns in its middle.
    fn slots(self) -> std::ops::Range<usize> {
        if self.numbered() { 1..3 } else { 0..self.rows.min(2) }
    }

    fn middle(self) -> usize {
        (self.columns / 2).saturating_sub(1)
    }
}

/// The map in blocks.
struct Blocks<'m> {
    map: &'m HexMap,
    block: Block,
}

impl Blocks<'_> {
    /// The character of a hex's block, counted from its top left.
    fn character(&self, screen: &Screen<'_>, cell: &HexCell, column: usize, row: usize) -> Option<usize> {
        let at = self.map.place()(cell.at);
        let Raster { origin, cell: size, .. } = screen.raster;
        let corner = |axis: usize, count: usize| {
            // Halves go up, whatever the last digit of a place.
            ((at[axis] - origin[axis]) / size[axis] - count as f64 / 2.0 + 0.5 + 1e-4).floor().clamp(-1e6, 1e6) as i64
        };
        screen.index(corner(0, self.block.columns) + column as i64, corner(1, self.block.rows) + row as i64)
    }

    fn lay_ground(&self, screen: &mut Screen<'_>) {
        for cell in &self.map.field.cells {
            self.lay_hex(screen, cell);
        }
        let kept = self.kept(screen);
        self.lay_roads(screen, &kept);
        self.lay_sides(screen, &kept);
    }

    /// The higher the ground, the darker its block; what covers it stands in the middle.
    fn lay_hex(&self, screen: &mut Screen<'_>, cell: &HexCell) {
        let (glyph, ink) = height_glyph(self.map, cell.level);
        for row in 0..self.block.rows {
            for column in 0..self.block.columns {
                if let Some(index) = self.character(screen, cell, column, row) {
                    screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
                }
            }
        }
        let cover = Cover::of_hex(cell.look).map(|cover| cover_glyph(cover, 0));
        let (glyph, ink) = match cover {
            _ if cell.fog => (FOG, pal::STONE_DARK),
            Some(cover) => cover,
            None => (OPEN, pal::GRASS),
        };
        // Open ground is a single dot.
        let (rows, columns) = if glyph == OPEN { (1, 1) } else { (2, 2) };
        for row in self.block.slots().take(rows) {
            for column in (0..columns).map(|k| self.block.middle() + k) {
                if let Some(index) = self.character(screen, cell, column, row) {
                    screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
                }
            }
        }
        for (column, digit) in self.number_columns(cell).zip(plain(&cell.number).chars()) {
            if let Some(index) = self.character(screen, cell, column, 0) {
                screen.cells[index] = Cell { glyph: digit, ink: Some(pal::STONE_DARK), ..BARE };
            }
        }
    }

    /// The columns of the first row that bear the hex's number; none where the block has no room for it.
    fn number_columns(&self, cell: &HexCell) -> std::ops::Range<usize> {
        let from = self.block.middle().saturating_sub(1);
        let digits = if self.block.numbered() { plain(&cell.number).chars().count() } else { 0 };
        from..(from + digits).min(self.block.columns)
    }

    /// The middles of the blocks and their numbers, which what lies between hexes leaves free.
    fn kept(&self, screen: &Screen<'_>) -> Vec<bool> {
        let mut kept = vec![false; screen.cells.len()];
        for cell in &self.map.field.cells {
            for row in self.block.slots() {
                for column in 0..2 {
                    if let Some(index) = self.character(screen, cell, self.block.middle() + column, row) {
                        kept[index] = true;
                    }
                }
            }
            for column in self.number_columns(cell) {
                if let Some(index) = self.character(screen, cell, column, 0) {
                    kept[index] = true;
                }
            }
        }
        kept
    }

    /// A road is dotted between the middles, and through hexes that are otherwise open.
    fn lay_roads(&self, screen: &mut Screen<'_>, kept: &[bool]) {
        let place = self.map.place();
        let (glyph, ink) = course_glyph(Course::Road);
        for road in &self.map.field.roads {
            for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
                let Some(index) = screen.cell_at(mix(place(road.from), place(road.to), t)) else { continue };
                if !kept[index] {
                    screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
                }
            }
        }
        for cell in &self.map.field.cells {
            let here = |at: Point| self.map.field.hexes_apart(at, cell.at) == 0;
            let first = self.block.slots().start;
            let open = self.character(screen, cell, self.block.middle(), first);
            let Some(open) = open.filter(|index| screen.cells[*index].glyph == OPEN) else { continue };
            if self.map.field.roads.iter().any(|road| here(road.from) || here(road.to)) {
                screen.cells[open] = Cell { glyph, ink: Some(ink), ..BARE };
            }
        }
    }

    /// What lies on a hexside is written along it as far as it hides no hex.
    fn lay_sides(&self, screen: &mut Screen<'_>, kept: &[bool]) {
        let place = self.map.place();
        // Ways over water are written over the water.
        let over = |look: HexSideLook| matches!(look, HexSideLook::Ford | HexSideLook::Bridge | HexSideLook::Gate);
        let sides = &self.map.field.sides;
        for side in sides.iter().filter(|side| !over(side.look)).chain(sides.iter().filter(|side| over(side.look))) {
            let Some((glyph, ink)) = side_glyph(side.look) else { continue };
            let (from, to) = (place(side.from), place(side.to));
            let spots = [0.5, 0.3, 0.7].into_iter().filter_map(|t| screen.cell_at(mix(from, to, t)));
            let spots: Vec<usize> = spots.filter(|index| !kept[*index]).collect();
            for index in spots {
                screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
            }
        }
    }

    /// A body is its letter with an arrow; a second one on the hex stands below it, and of more the
    /// number is told.
    fn lay_bodies(&self, screen: &mut Screen<'_>) {
        let mut on_hex: Vec<Vec<usize>> = vec![Vec::new(); self.map.field.cells.len()];
        let leads = |i: &usize| matches!(screen.scene.bodies[*i].symbol, Symbol::General | Symbol::ChiefGeneral);
        let mut order: Vec<usize> = (0..screen.scene.bodies.len()).collect();
        order.sort_by_key(leads);
        let columns = self.map.field.columns();
        for body in order {
            for cell in columns.stands_on(&screen.scene.bodies[body]) {
                on_hex[cell].push(body);
            }
        }
        for (hex, bodies) in on_hex.iter().enumerate() {
            let cell = &self.map.field.cells[hex];
            let slots = self.block.slots();
            for (row, body) in slots.clone().zip(bodies) {
                self.write_body(screen, hex, *body, row);
            }
            for body in bodies {
                // On the map, though perhaps under others.
                screen.shown[*body] |= self.character(screen, cell, self.block.middle(), slots.start).is_some();
            }
            if bodies.len() > slots.len() && self.block.columns > 3 {
                let last = slots.end - 1;
                if let Some(index) = self.character(screen, cell, self.block.columns - 1, last) {
                    // Ten and more are many.
                    let glyph = u32::try_from(bodies.len()).ok().and_then(|count| char::from_digit(count, 10));
                    let glyph = glyph.unwrap_or('+');
                    screen.cells[index] = Cell { glyph, ink: None, paper: None, body: None, written: true };
                }
            }
        }
    }

    fn write_body(&self, screen: &mut Screen<'_>, hex: usize, body: usize, row: usize) {
        let formed = &screen.bodies[body];
        let paper = formed.colour;
        let first = self.map.field.stands_on(formed.body).first() == Some(&hex);
        let mark = match (formed.body.parts.is_empty(), first) {
            (true, _) => ' ',
            (false, true) => arrow(formed.body.facing),
            (false, false) => REACHES,
        };
        let room = self.block.columns.clamp(2, 3);
        let glyphs: Vec<char> = screen.keys[body].chars().chain([mark]).take(room).collect();
        for (k, glyph) in glyphs.into_iter().enumerate() {
            if let Some(index) = self.character(screen, &self.map.field.cells[hex], self.block.middle() + k, row) {
                screen.cells[index] =
                    Cell { glyph, ink: Some(contrast(paper)), paper: Some(paper), body: Some(body), written: true };
            }
        }
    }

    /// The numbers of the hexes along the upper and the left edge of the map.
    fn number_edges(&self, screen: &mut Screen<'_>) {
        let wide = screen.raster.wide;
        let slot = self.block.slots().start;
        let mut shown: Vec<(usize, usize, String)> = self
            .map
            .field
            .cells
            .iter()
            .filter_map(|cell| {
                let index = self.character(screen, cell, self.block.middle(), slot)?;
                Some((index / wide, index % wide, plain(&cell.number)))
            })
            .collect();
        shown.sort();
        let Some(top) = shown.first().map(|(row, ..)| *row) else { return };
        let mut free = 0;
        let highest = shown.iter().filter(|(row, ..)| *row < top + self.block.rows.max(1));
        let mut highest: Vec<(usize, &String)> = highest.map(|(_, column, number)| (*column, number)).collect();
        highest.sort();
        if !self.map.field.pointy_top || self.block.rows == 1 {
            highest.dedup_by_key(|(column, _)| *column);
        }
        for (column, number) in highest {
            if column >= free && column + number.chars().count() <= wide + FRAME {
                screen.write_top(column, number);
                free = column + number.chars().count() + 1;
            }
        }
        let mut rows: Vec<usize> = shown.iter().map(|(row, ..)| *row).collect();
        rows.dedup();
        for row in rows {
            let leftmost = shown.iter().filter(|(r, ..)| *r == row).map(|(_, column, number)| (*column, number)).min();
            screen.beside.extend(leftmost.map(|(_, number)| (row, number.clone())));
        }
    }
}

/// A map of more hexes than columns: ground and bodies where they lie.
fn lay_small(screen: &mut Screen<'_>, map: &HexMap) {
    for cell in &map.field.cells {
        let (glyph, ink) = match Cover::of_hex(cell.look) {
            _ if cell.fog => (FOG, pal::STONE_DARK),
            Some(cover) => cover_glyph(cover, 0),
            None => height_glyph(map, cell.level),
        };
        for index in screen.covered(&map.corners(cell.at)) {
            screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
        }
    }
    let place = map.place();
    for side in &map.field.sides {
        let Some((glyph, ink)) = side_glyph(side.look) else { continue };
        for index in screen.crossed(&[place(side.from), place(side.to)]) {
            screen.cells[index] = Cell { glyph, ink: Some(ink), ..BARE };
        }
    }
}

const OPEN: char = '·';
const FOG: char = '▪';
/// Marks the second hex of a body.
const REACHES: char = '═';

fn height_glyph(map: &HexMap, level: u8) -> (char, Colour) {
    let rank = map.levels().iter().position(|known| *known == level).unwrap_or(0);
    if rank == 0 { (' ', pal::GRASS) } else { cover_glyph(Cover::Height, u8::try_from(rank).unwrap_or(u8::MAX)) }
}

/// Gentle slopes are where the shade of the ground changes; the others have a sign of their own.
fn side_glyph(look: HexSideLook) -> Option<(char, Colour)> {
    match OnHexside::from(look) {
        OnHexside::Slope(0 | 1) => None,
        OnHexside::Slope(2) => Some(('/', pal::HILL_HIGH)),
        OnHexside::Slope(_) => Some(('X', pal::HILL_HIGH)),
        OnHexside::Course(course) => Some(course_glyph(course)),
    }
}

fn key_to_ground(map: &HexMap) -> Vec<(char, Colour, String)> {
    let field = &map.field;
    let mut entries = vec![(OPEN, pal::GRASS, "open".to_owned())];
    let mut heights: Vec<(char, Colour, Vec<String>)> = Vec::new();
    for level in map.levels().into_iter().skip(1) {
        let (glyph, ink) = height_glyph(map, level);
        match heights.last_mut() {
            Some((last, _, levels)) if *last == glyph => levels.push(level.to_string()),
            _ => heights.push((glyph, ink, vec![level.to_string()])),
        }
    }
    entries
        .extend(heights.into_iter().map(|(glyph, ink, levels)| (glyph, ink, format!("height {}", levels.join(", ")))));
    for (look, words) in margin::HEXES {
        if let Some(cover) = Cover::of_hex(look).filter(|_| field.cells.iter().any(|cell| cell.look == look)) {
            let (glyph, ink) = cover_glyph(cover, 0);
            entries.push((glyph, ink, words.to_lowercase()));
        }
    }
    if field.cells.iter().any(|cell| cell.fog) {
        entries.push((FOG, pal::STONE_DARK, "fog or smoke".to_owned()));
    }
    if !field.roads.is_empty() {
        let (glyph, ink) = course_glyph(Course::Road);
        entries.push((glyph, ink, "road".to_owned()));
    }
    for (look, words) in margin::HEXSIDES {
        if let Some((glyph, ink)) = side_glyph(look).filter(|_| field.sides.iter().any(|side| side.look == look)) {
            entries.push((glyph, ink, words.to_lowercase()));
        }
    }
    entries
}
