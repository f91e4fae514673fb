//! The map of a battle file, with the rows of the Terrain Effects Chart.

use super::file::{BattleFile, SideFile};
use super::{edge_hex, hex};
use crate::charts::{Charts, Cost, TerrainRow};
use crate::ground::{HexGround, Location, Slope, TerrainId};
use crate::state::MOST_HEXES;
use field::hexes::{Dir, Grid, Hex, MapEdge};
use scenario::Reporter;

/// Names that maps have for ground the chart knows by another: a lake is a pond (MP E-SiA-16), gardens are a village
/// (MP E-GAG-19), ancient mounds are burial mounds (MP E-NGBG-6), the Sulzbach a stream (MP E-SiA-10), fortified lines
/// (MP E-ULB-8) and camp walls (MP E-GAG-13) are entrenchments.
const OTHER_NAMES: [(&str, &str); 12] = [
    ("pond", "water"),
    ("lake", "water"),
    ("garden", "village"),
    ("burial-mounds", "mounds"),
    ("ancient-mounds", "mounds"),
    ("marshy-stream", "stream"),
    ("sulzbach-stream", "stream"),
    ("fortified-line", "entrenchment"),
    ("camp-wall", "entrenchment"),
    ("raised-road", "berm"),
    ("elevated-road", "berm"),
    ("pike-wagons", "pike-wagon"),
];

/// Hexsides through which a road has a gate.
const FORTIFICATIONS: [&str; 3] = ["wall", "entrenchment", "redoubt"];

/// The words a map may use, for hexes or for hexsides, with the chart's row of each. A bridge may be either.
fn words(charts: &Charts, hexside: bool) -> Vec<(usize, &str)> {
    let rows = || charts.terrain.iter().enumerate();
    let fits = |row: &TerrainRow| row.hexside == hexside || row.bridge;
    let own = rows().filter(|(_, row)| fits(row)).map(|(at, row)| (at, row.key.as_str()));
    let others = OTHER_NAMES.into_iter().filter_map(|(word, key)| {
        let (at, _) = rows().find(|(_, row)| row.key == key && fits(row))?;
        Some((at, word))
    });
    // Slopes follow from the heights.
    own.chain(others).filter(|(_, word)| !word.contains("slope")).collect()
}

/// Distances fit into a byte.
const MOST_ACROSS: u16 = 250;

/// Hexes between the corners of a map that are farthest apart.
fn across(grid: &Grid) -> u16 {
    let north = || grid.edge_hexes(MapEdge::North);
    let south = || grid.edge_hexes(MapEdge::South);
    let corners = [north().next(), north().last(), south().next(), south().last()];
    let corners = || corners.into_iter().flatten();
    corners().flat_map(|a| corners().map(move |b| grid.distance(a, b))).max().unwrap_or(0)
}

pub fn build(file: &BattleFile, charts: &Charts, report: &mut Reporter<'_>) -> Option<HexGround> {
    let is_overlay = |at: usize| matches!(charts.terrain[at].cost[0], Cost::Times(_));
    let (hexes, hexsides) = (words(charts, false), words(charts, true));
    let hex_words: Vec<&str> = hexes.iter().map(|row| row.1).collect();
    let side_words: Vec<&str> = hexsides.iter().map(|row| row.1).collect();
    let map = file.map.compile(&hex_words, &side_words, report)?;
    if map.grid.len() > MOST_HEXES {
        report.fault(file.map.columns.span(), format!("{} hexes", map.grid.len()), format!("{MOST_HEXES} at most"));
        return None;
    }
    let far = across(&map.grid);
    if far > MOST_ACROSS {
        let what = format!("{far} hexes from one corner to another");
        report.fault(file.map.columns.span(), what, format!("{MOST_ACROSS} at most"));
        return None;
    }
    let mut ground = HexGround::clear(map.grid, charts.terrain.clone());
    for (at, &kind) in map.terrain.iter().enumerate() {
        let row = hexes[kind].0;
        if is_overlay(row) {
            ground.overlay[at] = Some(TerrainId(row as u8));
        } else {
            ground.terrain[at] = TerrainId(row as u8);
        }
    }
    ground.heights = map.heights;
    ground.yards = map.yards;
    ground.names = map.names;
    slopes(&mut ground, &map.steep);
    for (at, dir, kind) in map.hexsides {
        let row = TerrainId(hexsides[kind].0 as u8);
        ground.set_hexside(at, dir, |side| side.feature = Some(row));
    }
    roads(&mut ground, &map.roads);
    if file.road_gates == Some(true) {
        gates(&mut ground);
    }
    locations(file, &mut ground, report);
    Some(ground)
}

/// Every hexside between two levels is a slope: gentle, unless the map calls it steep, hexside by hexside (MP E-ULB-12).
fn slopes(ground: &mut HexGround, steep: &[(Hex, Dir)]) {
    let hexes: Vec<Hex> = ground.grid.hexes().collect();
    for hex in hexes {
        for dir in Dir::ALL {
            let Some(other) = ground.grid.neighbour(hex, dir) else { continue };
            let fall = ground.height(hex).abs_diff(ground.height(other));
            let slope = match (fall, steep.contains(&(hex, dir))) {
                (0, _) => Slope::Level,
                (_, false) => Slope::Gentle,
                (1, true) => Slope::Steep,
                (_, true) => Slope::DoubleSteep,
            };
            ground.set_hexside(hex, dir, |side| side.slope = slope);
        }
    }
}

fn roads(ground: &mut HexGround, roads: &field::hexes::Roads) {
    let hexes: Vec<Hex> = ground.grid.hexes().collect();
    for hex in hexes {
        for dir in Dir::ALL.into_iter().filter(|&dir| roads.leads(hex, dir)) {
            ground.set_hexside(hex, dir, |side| side.road = true);
        }
    }
}

/// Where a road or track crosses a fortification there is a gate (MP E-GAG-15), in battles that have it so.
fn gates(ground: &mut HexGround) {
    let Some(gate) = ground.find("gate") else { return };
    let hexes: Vec<Hex> = ground.grid.hexes().collect();
    for (hex, dir) in hexes.into_iter().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir))) {
        let side = ground.hexside(hex, dir);
        let fortified = side.feature.is_some_and(|id| FORTIFICATIONS.contains(&ground.row(id).key.as_str()));
        if side.road && fortified {
            ground.set_hexside(hex, dir, |side| side.feature = Some(gate));
        }
    }
}

fn locations(file: &BattleFile, ground: &mut HexGround, report: &mut Reporter<'_>) {
    for location in &file.victory.locations {
        if location.hexes.is_empty() {
            report.fault(location.hexes.span(), "a location without a hex", "at least one hex");
        }
        let hexes = location.hexes.iter().filter_map(|number| hex(&ground.grid, number, report)).collect();
        ground.locations.push(Location { name: location.name.clone(), hexes, points: location.points });
    }
}

/// The hexes a side falls back to: those named, as where the edge is a row of hexes (MP E-ULB-5), or all of an edge.
pub fn friendly_edge(side: &SideFile, grid: &Grid, report: &mut Reporter<'_>) -> Vec<Hex> {
    if !side.edge_hexes.is_empty() {
        return side.edge_hexes.iter().filter_map(|number| edge_hex(grid, number, report)).collect();
    }
    match side.edge {
        Some(edge) => grid.edge_hexes(edge.edge()).collect(),
        None => {
            report.fault(
                side.key.span(),
                "the side has no friendly edge",
                "edge = \"south\", or edge-hexes = [\"0101\", …]",
            );
            Vec::new()
        }
    }
}
