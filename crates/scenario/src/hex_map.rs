//! The ground of a hex map: as a designer draws it, row by row, and as a rulebook plays on it.
//!
//! ```toml
//! [map]
//! columns = 6
//! rows = 3
//! legend = { "." = "clear", "w" = "woods" }
//! ground = '''
//! . . . w . .
//!  . . w w . .
//! . . . . . .
//! '''
//! heights = '''
//! 0 0 0 1 1 1
//!  0 0 0 1 1 1
//! 0 0 0 0 1 1
//! '''
//! steep = ["0401 w"]
//! hexsides = [{ kind = "stream", at = ["0102 e", "0202 sw"] }]
//! roads = [{ through = ["0103", "0603"] }]
//! ```

use crate::source::{At, Reporter};
use crate::words::advise;
use field::hexes::{Dir, Grid, Hex, Orientation, Plan, Roads, Shoved};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A map of hexes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HexMapFile {
    pub columns: At<u8>,
    pub rows: At<u8>,
    /// `pointy-top` (corners to the north) or `flat-top`; pointy-top when left out.
    pub orientation: Option<OrientationWord>,
    /// Which rows (pointy-top) or columns (flat-top) are shoved half a hex: `even` or `odd`; even when left out.
    pub shoved: Option<ShovedWord>,
    /// Yards across a hex, for the scale on the map; 100 when left out.
    pub yards: Option<u16>,
    /// What each letter of the drawing means; `.` is clear without being told.
    #[serde(default)]
    pub legend: BTreeMap<String, At<String>>,
    /// One letter a hex, row by row from the north; blanks don't count. All clear when left out.
    pub ground: Option<At<String>>,
    /// One digit a hex, in the same way: the level of the ground. All level when left out.
    pub heights: Option<At<String>>,
    /// Whether the ground between two levels is a `gentle` or a `steep` slope; gentle when left out.
    pub slopes: Option<SlopeWord>,
    /// Hexsides where it is the other way: `0304 ne`.
    #[serde(default)]
    pub steep: Vec<At<String>>,
    #[serde(default)]
    pub gentle: Vec<At<String>>,
    #[serde(default)]
    pub hexsides: Vec<HexsideFile>,
    #[serde(default)]
    pub roads: Vec<RoadFile>,
    /// Names on the map.
    #[serde(default)]
    pub names: Vec<NameFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrientationWord {
    PointyTop,
    FlatTop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShovedWord {
    Even,
    Odd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlopeWord {
    Gentle,
    Steep,
}

/// A stream, a hedge, a wall: along the hexsides named.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HexsideFile {
    pub kind: At<String>,
    pub name: Option<String>,
    /// Hexsides: a hex and a direction, `0304 ne`.
    pub at: Vec<At<String>>,
}

/// A road or track, straight from each hex named to the next.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RoadFile {
    pub name: Option<String>,
    pub through: Vec<At<String>>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NameFile {
    pub at: At<String>,
    pub text: String,
}

/// The map, ready to be filled into a rulebook's ground. Kinds are places in the lists of words the rulebook gave.
#[derive(Debug, Clone)]
pub struct HexMap {
    pub grid: Grid,
    pub yards: u16,
    pub terrain: Vec<usize>,
    pub heights: Vec<u8>,
    /// Slopes are steep there.
    pub steep: Vec<(Hex, Dir)>,
    pub hexsides: Vec<(Hex, Dir, usize)>,
    pub roads: Roads,
    pub names: Vec<(Hex, String)>,
}

impl HexMapFile {
    /// Checks the map against the words a rulebook knows for hexes and hexsides.
    pub fn compile(&self, hexes: &[&str], hexsides: &[&str], report: &mut Reporter<'_>) -> Option<HexMap> {
        let grid = self.grid(report)?;
        let roads = lay(&grid, &self.roads, report);
        let heights = self.heights(&grid, report);
        Some(HexMap {
            yards: self.yards.unwrap_or(100),
            terrain: self.terrain(&grid, hexes, report),
            steep: self.steep(&grid, &heights, report),
            heights,
            hexsides: self.hexsides(&grid, hexsides, report),
            roads,
            names: self.names(&grid, report),
            grid,
        })
    }

    fn grid(&self, report: &mut Reporter<'_>) -> Option<Grid> {
        let orientation = match self.orientation {
            Some(OrientationWord::FlatTop) => Orientation::FlatTop,
            _ => Orientation::PointyTop,
        };
        let shoved = match self.shoved {
            Some(ShovedWord::Odd) => Shoved::Odd,
            _ => Shoved::Even,
        };
        match Grid::new(Plan::new(self.columns.value, self.rows.value, orientation, shoved)) {
            Ok(grid) => Some(grid),
            Err(fault) => {
                report.fault(self.columns.span(), fault.to_string(), "fewer columns or rows, at least one of each");
                None
            }
        }
    }

    fn terrain(&self, grid: &Grid, known: &[&str], report: &mut Reporter<'_>) -> Vec<usize> {
        let mut meaning: BTreeMap<char, usize> = BTreeMap::from([('.', 0)]);
        for (letter, word) in &self.legend {
            let mut letters = letter.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                report.fault(
                    word.span(),
                    format!("`{letter}` is not one letter"),
                    "a legend like { \"w\" = \"woods\" }",
                );
                continue;
            };
            match known.iter().position(|name| *name == word.value) {
                Some(at) => {
                    meaning.insert(letter, at);
                }
                None => {
                    let what = format!("there is no ground `{}`", word.value);
                    report.fault(word.span(), what, advise(&word.value, known.iter().copied()));
                }
            }
        }
        let letters: Vec<String> = meaning.keys().map(|letter| format!("`{letter}`")).collect();
        self.drawing(grid, self.ground.as_ref(), report, |letter| {
            meaning.get(&letter).copied().ok_or_else(|| format!("one of the legend: {}", letters.join(", ")))
        })
    }

    fn heights(&self, grid: &Grid, report: &mut Reporter<'_>) -> Vec<u8> {
        self.drawing(grid, self.heights.as_ref(), report, |letter| match letter {
            '.' => Ok(0),
            _ => letter.to_digit(10).map(|digit| digit as u8).ok_or_else(|| "a digit, or `.` for 0".to_owned()),
        })
    }

    /// One letter a hex, row by row.
    fn drawing<T: Copy + Default>(
        &self,
        grid: &Grid,
        drawing: Option<&At<String>>,
        report: &mut Reporter<'_>,
        read: impl Fn(char) -> Result<T, String>,
    ) -> Vec<T> {
        let mut values = vec![T::default(); grid.len()];
        let Some(drawing) = drawing else { return values };
        let (columns, rows) = (usize::from(self.columns.value), usize::from(self.rows.value));
        let text = report.source.text.get(drawing.span()).unwrap_or_default().to_owned();
        let lines = lines_of(&text, drawing.span.start);
        if lines.len() != rows {
            let what = format!("the drawing has {} rows", lines.len());
            report.fault(drawing.span(), what, format!("{rows}, as `rows` says"));
            return values;
        }
        for (row, (line, start)) in lines.into_iter().enumerate() {
            let letters: Vec<(usize, char)> =
                line.char_indices().filter(|(_, letter)| !letter.is_whitespace()).collect();
            if letters.len() != columns {
                let what = format!("row {} has {} hexes", row + 1, letters.len());
                report.fault(start..start + line.len(), what, format!("{columns}, as `columns` says"));
                continue;
            }
            for (column, (at, letter)) in letters.into_iter().enumerate() {
                match read(letter) {
                    Ok(value) => values[row * columns + column] = value,
                    Err(instead) => {
                        report.fault(start + at..start + at + 1, format!("`{letter}` has no meaning"), instead);
                    }
                }
            }
        }
        values
    }

    fn steep(&self, grid: &Grid, heights: &[u8], report: &mut Reporter<'_>) -> Vec<(Hex, Dir)> {
        let named = |list: &[At<String>], report: &mut Reporter<'_>| -> Vec<(Hex, Dir)> {
            list.iter().filter_map(|side| hexside(grid, side, report)).collect()
        };
        let (steep, gentle) = (named(&self.steep, report), named(&self.gentle, report));
        let level = |hex: Hex| heights.get(hex.index()).copied().unwrap_or(0);
        for (side, &(hex, dir)) in self.steep.iter().zip(&steep) {
            if grid.neighbour(hex, dir).is_some_and(|other| level(other) == level(hex)) {
                report.fault(side.span(), "the ground is level there", "a hexside between two levels");
            }
        }
        let all = grid.hexes().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir)));
        let slopes = all.filter(|&(hex, dir)| grid.neighbour(hex, dir).is_some_and(|other| level(other) != level(hex)));
        let is_in = |list: &[(Hex, Dir)], hex: Hex, dir: Dir| {
            list.contains(&(hex, dir))
                || grid.neighbour(hex, dir).is_some_and(|other| list.contains(&(other, dir.opposite())))
        };
        let usual = self.slopes == Some(SlopeWord::Steep);
        slopes.filter(|&(hex, dir)| is_in(&steep, hex, dir) || usual && !is_in(&gentle, hex, dir)).collect()
    }

    fn hexsides(&self, grid: &Grid, known: &[&str], report: &mut Reporter<'_>) -> Vec<(Hex, Dir, usize)> {
        let mut all = Vec::new();
        for feature in &self.hexsides {
            let Some(kind) = known.iter().position(|name| *name == feature.kind.value) else {
                let what = format!("there is no hexside `{}`", feature.kind.value);
                report.fault(feature.kind.span(), what, advise(&feature.kind.value, known.iter().copied()));
                continue;
            };
            let sides = feature.at.iter().filter_map(|side| hexside(grid, side, report));
            all.extend(sides.map(|(hex, dir)| (hex, dir, kind)));
        }
        all
    }

    fn names(&self, grid: &Grid, report: &mut Reporter<'_>) -> Vec<(Hex, String)> {
        self.names.iter().filter_map(|name| Some((hex(grid, &name.at, report)?, name.text.clone()))).collect()
    }
}

/// Lays ways, each straight from one of its hexes to the next.
pub fn lay(grid: &Grid, ways: &[RoadFile], report: &mut Reporter<'_>) -> Roads {
    let mut roads = Roads::new(grid);
    for road in ways {
        let hexes: Vec<Hex> = road.through.iter().filter_map(|number| hex(grid, number, report)).collect();
        for ends in hexes.windows(2) {
            let way = straight(grid, ends[0], ends[1]);
            let _ = roads.lay(grid, &way);
        }
    }
    roads
}

/// The hexes of a way from one hex to another, each next to the one before, as straight as may be.
fn straight(grid: &Grid, from: Hex, to: Hex) -> Vec<Hex> {
    let mut way = vec![from];
    let mut at = from;
    while at != to {
        let next = Dir::ALL
            .into_iter()
            .filter_map(|dir| grid.neighbour(at, dir))
            .filter(|&hex| grid.distance(hex, to) < grid.distance(at, to))
            .min_by_key(|&hex| stray(grid, from, to, hex));
        let Some(next) = next else { break };
        way.push(next);
        at = next;
    }
    way
}

/// How far a hex lies off the straight line between two others, as a number to compare.
fn stray(grid: &Grid, from: Hex, to: Hex, hex: Hex) -> i32 {
    grid.offset(from, to).cross(grid.offset(from, hex)).abs()
}

/// Reads a hex number, or reports it.
pub fn hex(grid: &Grid, number: &At<String>, report: &mut Reporter<'_>) -> Option<Hex> {
    grid.parse(number.value.trim()).map_err(|fault| report.fault(number.span(), fault.to_string(), "")).ok()
}

/// Reads a hexside, `0304 ne`, or reports it.
pub fn hexside(grid: &Grid, side: &At<String>, report: &mut Reporter<'_>) -> Option<(Hex, Dir)> {
    let mut words = side.value.split_whitespace();
    let (Some(number), Some(dir), None) = (words.next(), words.next(), words.next()) else {
        report.fault(side.span(), "not a hexside", "a hex and a direction, such as `0304 ne`");
        return None;
    };
    let hex = grid.parse(number).map_err(|fault| report.fault(side.span(), fault.to_string(), "")).ok()?;
    let dir = grid.dir_named(dir).map_err(|fault| report.fault(side.span(), fault.to_string(), "")).ok()?;
    Some((hex, dir))
}

/// The lines of a drawing that hold anything but blanks and quotes, each with its place in the file.
fn lines_of(text: &str, start: usize) -> Vec<(&str, usize)> {
    let mut lines = Vec::new();
    let mut at = start;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches('\n').trim_matches(['\'', '"']);
        let lead = line.find(body).unwrap_or(0);
        if !body.trim().is_empty() {
            lines.push((body, at + lead));
        }
        at += line.len();
    }
    lines
}
