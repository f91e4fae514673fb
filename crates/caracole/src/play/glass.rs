//! The spyglass: a unit found by what it is called, its card, and what stands around it.

use crate::sight::{Lettered, is_letter};
use kernel::Absent;
use kernel::scene::{Body, Field, HexField, Scene, TableField};

type Point = [f64; 2];

/// The body somebody means: by letter, by key, by name, or by a part of one that is longer than a letter.
pub fn find<'a>(sight: &'a Lettered, called: &str) -> Result<&'a Body, String> {
    let scene = &sight.scene;
    let is = |body: &&Body| body.key == called || body.name.eq_ignore_ascii_case(called);
    if let Some(body) = sight.lettered(called).or_else(|| scene.bodies.iter().find(is)) {
        return Ok(body);
    }
    if is_letter(called) {
        return Err(format!("nobody on the map bears the letter `{called}`; `forces` lists everybody"));
    }
    let wanted = called.to_lowercase();
    let part = |body: &&Body| body.key.contains(&wanted) || body.name.to_lowercase().contains(&wanted);
    let found: Vec<&Body> = if wanted.is_empty() { Vec::new() } else { scene.bodies.iter().filter(part).collect() };
    match found.as_slice() {
        [only] => Ok(only),
        [] => Err(format!("there is no `{called}` on the field; `forces` lists everybody")),
        several => {
            let names: Vec<&str> = several.iter().map(|body| body.name.as_str()).collect();
            Err(format!("`{called}` may be {}", names.join(", ")))
        }
    }
}

/// Somebody who is not on the table, by key or name, or by a part of one that no other has.
pub fn find_absent<'a>(absent: &'a [Absent], called: &str) -> Option<&'a Absent> {
    let wanted = if is_letter(called) { String::new() } else { called.to_lowercase() };
    let exact = absent.iter().find(|gone| gone.key == called || gone.name.to_lowercase() == wanted);
    let mut parts = absent.iter().filter(|gone| {
        !wanted.is_empty() && (gone.key.contains(&wanted) || gone.name.to_lowercase().contains(&wanted))
    });
    exact.or_else(|| parts.next().filter(|_| parts.next().is_none()))
}

/// A length as the ruler of the table gives it: `7.5"`.
fn length(table: &TableField, mm: f64) -> String {
    let number = format!("{:.1}", mm / table.ruler);
    let number = number.trim_end_matches('0').trim_end_matches('.');
    if table.ruler_name == "inches" { format!("{number}\"") } else { format!("{number} {}", table.ruler_name) }
}

/// How a body stands, in a line.
pub fn stands(scene: &Scene, body: &Body) -> String {
    let side = scene.sides.get(usize::from(body.side)).map_or("", |side| side.name.as_str());
    let who = format!("{} ({side}), {}", body.name, body.strength);
    let facing = compass(body.facing);
    match &scene.field {
        Field::Table(table) => {
            let [east, north] = body.at.map(|mm| length(table, mm));
            format!("{who}: its middle is {east} east, {north} north; facing {facing}")
        }
        Field::Hexes(map) => {
            let numbers: Vec<&str> = map.stands_on(body).iter().map(|&cell| map.cells[cell].number.as_str()).collect();
            let hexes = if numbers.len() > 1 { "hexes" } else { "hex" };
            let facing = if faces(scene, body) { format!("; facing {facing}") } else { String::new() };
            format!("{who}: on {hexes} {}{facing}", numbers.join(" and "))
        }
    }
}

/// On a hex map what covers no ground, such as a leader, faces nowhere.
fn faces(scene: &Scene, body: &Body) -> bool {
    matches!(scene.field, Field::Table(_)) || !body.parts.is_empty()
}

/// A part of the field around a body: so many units of the ruler, or two thirds as many hexes, which is what a screen
/// shows with their numbers.
pub fn window(scene: &Scene, body: &Body, around: f64) -> draw::Window {
    let reach = match &scene.field {
        Field::Table(table) => around * table.ruler,
        Field::Hexes(_) => (around * 2.0 / 3.0).round(),
    };
    let [width, height] = scene.field.size();
    let corners = || body.parts.iter().flat_map(|part| part.corners).chain([body.at]);
    let least = |axis: usize| corners().map(|corner| corner[axis]).fold(f64::INFINITY, f64::min) - reach;
    let most = |axis: usize| corners().map(|corner| corner[axis]).fold(f64::NEG_INFINITY, f64::max) + reach;
    draw::Window {
        west: least(0).max(0.0),
        south: least(1).max(0.0),
        east: most(0).min(width),
        north: most(1).min(height),
    }
}

/// The others, nearest first: how far off, on which hand, and how they stand.
pub fn around(sight: &Lettered, body: &Body, most: usize) -> Vec<String> {
    let Lettered { scene, letters, .. } = sight;
    let apart = |other: &Body| match &scene.field {
        Field::Table(_) => gap(body, other),
        Field::Hexes(map) => f64::from(hexes_between(map, body, other)),
    };
    let mut others: Vec<(f64, usize)> = (0..scene.bodies.len())
        .filter(|&index| scene.bodies[index].id != body.id)
        .map(|index| (apart(&scene.bodies[index]), index))
        .collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    let line = |(apart, index): (f64, usize)| {
        let other = &scene.bodies[index];
        let what = if other.side == body.side { "friend" } else { "enemy" };
        let away = away(scene, apart);
        let badges: Vec<&str> = other.badges.iter().map(|badge| badge.text.as_str()).collect();
        let badges = if badges.is_empty() { String::new() } else { format!(" [{}]", badges.join(", ")) };
        let hand = if faces(scene, body) { hand(body, other.at) } else { compass(bearing(body, other.at)) };
        format!("{away:>8}  {what:<6}  {hand:<11} {} ({}), {}{badges}", other.name, letters[index], other.strength)
    };
    others.into_iter().take(most).map(line).collect()
}

/// A distance in the words of the field.
fn away(scene: &Scene, apart: f64) -> String {
    match &scene.field {
        Field::Table(_) if apart < 0.5 => "touching".into(),
        Field::Table(table) => length(table, apart),
        Field::Hexes(_) if apart < 0.5 => "same hex".into(),
        Field::Hexes(_) if apart < 1.5 => "adjacent".into(),
        Field::Hexes(_) => format!("{apart:.0} hexes"),
    }
}

/// Hexes from the nearest hex of one body to the nearest of another.
fn hexes_between(map: &HexField, a: &Body, b: &Body) -> u32 {
    let (ours, theirs) = (map.stands_on(a), map.stands_on(b));
    let pairs = ours.iter().flat_map(|&one| theirs.iter().map(move |&other| (one, other)));
    pairs.map(|(one, other)| map.hexes_apart(map.cells[one].at, map.cells[other].at)).min().unwrap_or(0)
}

/// The way from a body to a place, in degrees clockwise from north.
fn bearing(body: &Body, at: Point) -> f64 {
    libm::atan2(at[0] - body.at[0], at[1] - body.at[1]).to_degrees()
}

/// On which hand of a body a place lies.
fn hand(body: &Body, at: Point) -> &'static str {
    match (bearing(body, at) - body.facing).rem_euclid(360.0) {
        off if !(30.0..330.0).contains(&off) => "ahead",
        off if off < 60.0 => "ahead right",
        off if off < 120.0 => "right",
        off if off < 150.0 => "rear right",
        off if off < 210.0 => "behind",
        off if off < 240.0 => "rear left",
        off if off < 300.0 => "left",
        _ => "ahead left",
    }
}

fn compass(facing: f64) -> &'static str {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let eighth = (facing / 45.0).round().rem_euclid(8.0);
    POINTS[if eighth.is_finite() { eighth as usize % 8 } else { 0 }]
}

/// The shortest way between the edges of two bodies.
fn gap(a: &Body, b: &Body) -> f64 {
    let edges = |body: &Body| -> Vec<[Point; 2]> {
        let edges = body.parts.iter().flat_map(|part| {
            let corners = part.corners;
            (0..4).map(move |i| [corners[i], corners[(i + 1) % 4]])
        });
        let edges: Vec<_> = edges.collect();
        if edges.is_empty() { vec![[body.at, body.at]] } else { edges }
    };
    let (ours, theirs) = (edges(a), edges(b));
    let pairs = ours.iter().flat_map(|one| theirs.iter().map(move |other| (one, other)));
    let ends = pairs.map(|(one, other)| {
        let ends = [to_edge(one[0], other), to_edge(one[1], other), to_edge(other[0], one), to_edge(other[1], one)];
        ends.into_iter().fold(f64::INFINITY, f64::min)
    });
    ends.fold(f64::INFINITY, f64::min)
}

fn to_edge(p: Point, [a, b]: &[Point; 2]) -> f64 {
    let (along, from) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let length = along[0] * along[0] + along[1] * along[1];
    let share = if length > 0.0 { ((from[0] * along[0] + from[1] * along[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    let off = [from[0] - share * along[0], from[1] - share * along[1]];
    (off[0] * off[0] + off[1] * off[1]).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::OptionValues;
    use shelf::Dice;
    use std::sync::Arc;

    fn sight() -> Lettered {
        let source = shelf::find("first-blood").unwrap();
        let (door, _) = shelf::begin(&source, &OptionValues::new(), Dice::Seed(1)).unwrap();
        Lettered::of(door.as_ref(), None)
    }

    #[test]
    fn bodies_are_found_by_letter_key_and_part_of_the_name() {
        let sight = sight();
        for called in ["C", "lisle-horse", "LISLE'S HORSE", "lisle"] {
            assert_eq!(find(&sight, called).map(|body| body.key.as_str()), Ok("lisle-horse"), "{called}");
        }
        assert!(find(&sight, "foot").unwrap_err().contains("Ashby's foot, "));
        assert!(find(&sight, "").is_err() && find(&sight, "nobody").unwrap_err().contains("forces"));
        // A letter is a letter of the map, and no part of a name.
        assert!(find(&sight, "z").unwrap_err().contains("bears the letter `z`"));
    }

    #[test]
    fn neighbours_are_told_with_distance_and_hand() {
        let sight = sight();
        let scene = &sight.scene;
        let lisle = find(&sight, "lisle").unwrap();
        let around = around(&sight, lisle, 20);
        assert_eq!(around.len(), scene.bodies.len() - 1);
        assert!(
            around[0].contains("friend") && around[0].contains("left") && around[0].contains("Mordaunt's foot (B)")
        );
        let dragoons = around.iter().find(|line| line.contains("Croft's dragoons (d)")).unwrap();
        assert!(dragoons.contains("enemy") && dragoons.contains("ahead") && dragoons.contains("15.1\""), "{dragoons}");
        assert!(stands(scene, lisle).contains("42\" east"));
        let window = window(scene, lisle, 9.0);
        assert!(window.south == 0.0 && window.west > 0.0 && window.north < 36.0 * 25.4);
    }

    /// Horse on 0101, an enemy of two hexes from 0301 to 0401, and the leader of the horse.
    fn on_hexes() -> Scene {
        use kernel::scene::{Figure, HexCell, HexLook, Part, Symbol};
        let cell = |column: u32| HexCell {
            number: format!("{column:02}01"),
            at: [f64::from(column), 1.0],
            look: HexLook::Clear,
            level: 0,
            fog: false,
        };
        let counter = |id: u16, side: u8, name: &str, [from, to]: [f64; 2]| {
            let corners = [[from - 0.3, 1.3], [to + 0.3, 1.3], [to + 0.3, 0.7], [from - 0.3, 0.7]];
            let part = Part { corners, figure: Figure::Rider, files: 1, figures: 1 };
            let (symbol, at) = (Symbol::Horse, [(from + to) / 2.0, 1.0]);
            Body {
                id,
                side,
                key: name.into(),
                name: name.into(),
                symbol,
                at,
                parts: vec![part],
                ..sight().scene.bodies[0].clone()
            }
        };
        let field = Field::Hexes(Arc::new(HexField {
            width: 12.5,
            height: 10.0,
            pointy_top: true,
            yards: 100,
            cells: (1..=12).map(cell).collect(),
            sides: Vec::new(),
            roads: Vec::new(),
            names: Vec::new(),
        }));
        let leader = Body { parts: Vec::new(), ..counter(3, 0, "leader", [1.0, 1.0]) };
        let mut bodies = vec![counter(1, 0, "horse", [1.0, 1.0]), counter(2, 1, "foot", [3.0, 4.0]), leader];
        bodies[0].facing = 60.0;
        Scene { field, bodies, ..sight().scene }
    }

    #[test]
    fn on_a_map_distances_are_hexes() {
        let sight = Lettered::new(on_hexes(), Vec::new());
        let scene = &sight.scene;
        let [horse, foot, leader] = [0, 1, 2].map(|index| &scene.bodies[index]);
        assert!(stands(scene, horse).ends_with("on hex 0101; facing north-east"), "{}", stands(scene, horse));
        assert!(stands(scene, foot).contains("on hexes 0301 and 0401; facing"));
        assert!(stands(scene, leader).ends_with("on hex 0101"), "a leader faces nowhere");
        let near = around(&sight, horse, 9);
        assert!(near[0].contains("same hex  friend") && near[0].contains("leader"), "{}", near[0]);
        assert!(near[1].contains("2 hexes  enemy   ahead right foot"), "{}", near[1]);
        // Who faces nowhere has no hands: the compass tells.
        assert!(around(&sight, leader, 9)[1].contains("enemy   east "));
        let window = window(scene, horse, 9.0);
        assert_eq!((window.west, window.south), (0.0, 0.0));
        assert!((window.east - 7.3).abs() < 1e-9 && (window.north - 7.3).abs() < 1e-9);
    }
}
