//! The ground as something to look at.

use crate::ground::{Area, AreaKind, Ground, LinearKind};
use field::table::{MM, Point, Polygon, SlopeClass};
use kernel::scene::{AreaLook, GroundArea, GroundLine, LineLook, TableField};

/// The ground as it lies before the battle.
pub fn scene_field(ground: &Ground) -> TableField {
    scene_field_as(ground, |_, area| area.kind)
}

/// The ground as it is known now: `kind` says what each area has turned out to be.
pub fn scene_field_as(ground: &Ground, kind: impl Fn(usize, &Area) -> AreaKind) -> TableField {
    let mut field = TableField {
        width: mm(ground.width),
        height: mm(ground.height),
        ruler: mm(ground.ruler.0),
        ruler_name: ground.ruler.1.to_owned(),
        areas: Vec::new(),
        lines: Vec::new(),
    };
    draw_relief(ground, &mut field);
    for (index, area) in ground.areas.iter().enumerate() {
        match area_look(kind(index, area)) {
            Some(look) => field.areas.push(ground_area(look, &area.name, &area.outline, 0)),
            None => field.lines.push(crossing(area)),
        }
    }
    field.lines.extend(ground.lines.iter().map(|line| GroundLine {
        look: line_look(line.kind),
        name: line.name.clone(),
        points: spots(line.line.points()),
        width: match line.kind {
            LinearKind::Road => 20.0,
            LinearKind::Track => 8.0,
            _ => 2.0,
        },
    }));
    field
}

fn draw_relief(ground: &Ground, field: &mut TableField) {
    // Lower contours first, so that the higher ones lie on top of them.
    let mut hills: Vec<_> = ground.relief.levels.iter().collect();
    hills.sort_by_key(|(_, level)| *level);
    field.areas.extend(hills.iter().map(|(outline, level)| ground_area(AreaLook::Hill, "", outline, *level)));
    let steep = ground.relief.slopes.iter().filter(|slope| slope.class != SlopeClass::Gentle);
    field.areas.extend(steep.map(|slope| ground_area(AreaLook::SteepSlope, "", &slope.area, 0)));
    field.lines.extend(ground.relief.crests.iter().map(|(line, _)| GroundLine {
        look: LineLook::Crest,
        name: String::new(),
        points: spots(line.points()),
        width: 1.0,
    }));
}

fn ground_area(look: AreaLook, name: &str, outline: &Polygon, level: u8) -> GroundArea {
    GroundArea { look, name: name.to_owned(), outline: spots(outline.points()), level }
}

/// Bridges and fords are drawn as ways across, everything else as an area.
fn area_look(kind: AreaKind) -> Option<AreaLook> {
    Some(match kind {
        AreaKind::LightWoods => AreaLook::LightWoods,
        AreaKind::HeavyWoods => AreaLook::HeavyWoods,
        AreaKind::UndecidedWoods => AreaLook::UnknownWoods,
        AreaKind::Rough => AreaLook::Rough,
        AreaKind::Crops => AreaLook::Crops,
        AreaKind::Town { .. } => AreaLook::Town,
        AreaKind::River => AreaLook::Water,
        AreaKind::Impassable | AreaKind::Quicksand => AreaLook::Impassable,
        AreaKind::Difficult | AreaKind::Enclosure => AreaLook::Rough,
        AreaKind::Marsh | AreaKind::Swamp => AreaLook::Marsh,
        AreaKind::Ford | AreaKind::Bridge => return None,
    })
}

fn line_look(kind: LinearKind) -> LineLook {
    match kind {
        LinearKind::Stream { .. } => LineLook::Stream,
        LinearKind::Fence => LineLook::Fence,
        LinearKind::LowWall => LineLook::LowWall,
        LinearKind::HighWall => LineLook::HighWall,
        LinearKind::Hedgerow => LineLook::Hedgerow,
        LinearKind::LightWorks => LineLook::LightWorks,
        LinearKind::HeavyWorks => LineLook::HeavyWorks,
        LinearKind::Road | LinearKind::Track => LineLook::Road,
    }
}

/// A bridge or ford as a line along its longest side, as wide as it is across.
fn crossing(area: &Area) -> GroundLine {
    let corners = spots(area.outline.points());
    let side = |i: usize| {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        [b[0] - a[0], b[1] - a[1]]
    };
    let length = |v: [f64; 2]| (v[0] * v[0] + v[1] * v[1]).sqrt();
    let longest =
        (0..corners.len()).map(side).fold([1.0, 0.0], |best, v| if length(v) > length(best) { v } else { best });
    let along = [longest[0] / length(longest), longest[1] / length(longest)];
    let extent = |axis: [f64; 2]| {
        let reach = corners.iter().map(|c| c[0] * axis[0] + c[1] * axis[1]);
        (reach.clone().fold(f64::INFINITY, f64::min), reach.fold(f64::NEG_INFINITY, f64::max))
    };
    let across = [-along[1], along[0]];
    let ((from, to), (near, far)) = (extent(along), extent(across));
    let middle = (near + far) / 2.0;
    let at = |d: f64| [along[0] * d + across[0] * middle, along[1] * d + across[1] * middle];
    GroundLine {
        look: if area.kind == AreaKind::Bridge { LineLook::Bridge } else { LineLook::Ford },
        name: area.name.clone(),
        points: vec![at(from), at(to)],
        width: far - near,
    }
}

fn mm(length: i32) -> f64 {
    f64::from(length) / f64::from(MM)
}

fn spots(points: &[Point]) -> Vec<[f64; 2]> {
    points.iter().map(|p| [mm(p.x), mm(p.y)]).collect()
}
