//! The map of a battle file.

use super::file::BattleFile;
use crate::ground::{Feature, Ground, Slope, Terrain};
use field::hexes::{Dir, Hex, Roads};
use scenario::Reporter;
use scenario::hex_map::lay;

pub fn build(file: &BattleFile, report: &mut Reporter<'_>) -> Option<Ground> {
    let hexsides: Vec<&str> = Feature::ALL.iter().map(|feature| feature.key()).collect();
    let map = file.map.compile(&Terrain::KEYS, &hexsides, report)?;
    let trails = lay(&map.grid, &file.trails, report);
    let mut ground = Ground::clear(map.grid);
    ground.terrain = map.terrain.iter().map(|&kind| Terrain::ALL[kind]).collect();
    ground.levels = map.heights;
    ground.yards = map.yards;
    ground.names = map.names;
    let severe = |hex: Hex, dir: Dir| map.steep.contains(&(hex, dir));
    for (hex, dir) in sides(&ground) {
        let Some(other) = ground.grid.neighbour(hex, dir) else { continue };
        let slope = match (ground.level(hex) == ground.level(other), severe(hex, dir)) {
            (true, _) => Slope::Level,
            (false, false) => Slope::Normal,
            (false, true) => Slope::Severe,
        };
        let leads = |roads: &Roads| roads.leads(hex, dir);
        let (road, trail) = (leads(&map.roads), leads(&trails));
        ground.set_hexside(hex, dir, |side| (side.slope, side.road, side.trail) = (slope, road, trail));
    }
    for (hex, dir, kind) in map.hexsides {
        ground.set_hexside(hex, dir, |side| side.feature = Some(Feature::ALL[kind]));
    }
    Some(ground)
}

fn sides(ground: &Ground) -> Vec<(Hex, Dir)> {
    ground.grid.hexes().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir))).collect()
}
