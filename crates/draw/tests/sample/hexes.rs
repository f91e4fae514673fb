//! A hex map made up to show every look of hex and hexside, every arm, every standing, counters of two hexes and stacks.

use kernel::scene::{
    Badge, Body, Field, Figure, HexCell, HexField, HexLook, HexRoad, HexSide, HexSideLook, Note, Part, Scene,
    SideStyle, Standing, Symbol, Tone, Zone,
};

const COLUMNS: usize = 12;
const ROWS: usize = 9;
/// From one row of hexes to the next.
const ROW: f64 = 0.866_025_403_784_438_6;

/// The map from the north: what covers each hex.
const LOOKS: [&str; ROWS] = [
    "wwww....c...",
    "www......c..",
    "wwvv.....oo.",
    ".vhv.....oo.",
    "..........mm",
    "~~........mm",
    "~~~..rr..w.w",
    "~~~..r..www.",
    "dd.u.u...ww.",
];
const LEVELS: [&str; ROWS] = [
    "....11111...",
    "....12221...",
    "....1233211.",
    "....1222221.",
    ".....11111..",
    "............",
    "............",
    "...........1",
    "..........11",
];
/// Water lies deep enough to be clear of fog; these hexes do not.
const FOG: [&str; 2] = ["0409", "0509"];

fn look(c: char) -> HexLook {
    match c {
        'w' => HexLook::Woods,
        'o' => HexLook::Orchard,
        'm' => HexLook::Marsh,
        'v' => HexLook::Village,
        'h' => HexLook::Chateau,
        'u' => HexLook::Mounds,
        'd' => HexLook::Dunes,
        '~' => HexLook::Water,
        'r' => HexLook::Rough,
        'c' => HexLook::Crops,
        _ => HexLook::Clear,
    }
}

/// The middle of a hex by column and row, both from 1, the row from the north. Even rows are shoved to the east; on a map
/// with corners to the east and west the same is turned by a quarter.
pub fn middle(pointy_top: bool, column: usize, row: usize) -> [f64; 2] {
    let (c, r) = ((column - 1) as f64, (row - 1) as f64);
    if pointy_top {
        let shove = if row.is_multiple_of(2) { 1.0 } else { 0.5 };
        [c + shove, (ROWS as f64 - 1.0 - r) * ROW + ROW * 2.0 / 3.0]
    } else {
        let shove = if column.is_multiple_of(2) { 0.5 } else { 1.0 };
        [c * ROW + ROW * 2.0 / 3.0, ROWS as f64 - 1.0 - r + shove]
    }
}

pub fn number(column: usize, row: usize) -> String {
    format!("{column:02}{row:02}")
}

fn turned([x, y]: [f64; 2], degrees: f64) -> [f64; 2] {
    let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    [x * cos + y * sin, y * cos - x * sin]
}

/// The hexside of a hex towards a compass bearing, as the line between its two corners.
fn side(pointy_top: bool, hex: [usize; 2], bearing: f64, look: HexSideLook) -> HexSide {
    let at = middle(pointy_top, hex[0], hex[1]);
    let end = |k: f64| {
        let [x, y] = turned([k, 0.5], bearing);
        [at[0] + x, at[1] + y]
    };
    let half = 0.5 / 3.0f64.sqrt();
    HexSide { from: end(-half), to: end(half), look, down: turned([0.0, 1.0], bearing) }
}

/// The bearings of the six neighbours, clockwise from the one to the north or next to it.
pub fn bearings(pointy_top: bool) -> [f64; 6] {
    let first = if pointy_top { 30.0 } else { 0.0 };
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|k| first + 60.0 * k)
}

fn slopes(map: &HexField) -> Vec<HexSide> {
    let mut sides = Vec::new();
    for row in 1..=ROWS {
        for column in 1..=COLUMNS {
            let here = &map.cells[(row - 1) * COLUMNS + column - 1];
            for bearing in bearings(map.pointy_top) {
                let way = turned([0.0, 1.0], bearing);
                let next = [here.at[0] + way[0], here.at[1] + way[1]];
                let other = map.cells.iter().find(|cell| map.hexes_apart(cell.at, next) == 0);
                let fall = other.map_or(0, |other| i32::from(here.level) - i32::from(other.level));
                let look = match fall {
                    1 if bearing < 120.0 => HexSideLook::GentleSlope,
                    1 => HexSideLook::SteepSlope,
                    2.. => HexSideLook::DoubleSteepSlope,
                    _ => continue,
                };
                sides.push(side(map.pointy_top, [column, row], bearing, look));
            }
        }
    }
    sides
}

/// What lies on hexsides: a brook from the north-east to the lake, and one piece of everything a pioneer can build.
fn works(pointy_top: bool) -> Vec<HexSide> {
    use HexSideLook as L;
    let [ne, e, se, sw, w, nw] = bearings(pointy_top);
    let mut sides = Vec::new();
    let mut lay = |look: L, places: &[(usize, usize, f64)]| {
        sides.extend(places.iter().map(|(column, row, bearing)| side(pointy_top, [*column, *row], *bearing, look)));
    };
    lay(L::Stream, &[(3, 6, sw), (3, 6, se), (4, 6, sw), (5, 6, sw), (5, 6, se), (6, 6, sw), (7, 6, sw), (7, 6, se)]);
    lay(L::Bridge, &[(4, 6, se)]);
    lay(L::Ford, &[(6, 6, se)]);
    lay(L::Stream, &[(8, 6, sw), (8, 6, se), (9, 6, sw), (9, 6, se), (9, 6, e), (10, 6, ne), (11, 5, se), (11, 5, e)]);
    lay(L::Hedge, &[(5, 8, nw), (5, 8, ne), (6, 8, nw), (6, 8, ne)]);
    lay(L::Wall, &[(3, 4, w), (3, 4, sw), (3, 4, nw), (3, 4, ne), (3, 4, e)]);
    lay(L::Gate, &[(3, 4, se)]);
    lay(L::Ditch, &[(7, 8, w), (7, 8, nw)]);
    lay(L::Berm, &[(7, 9, nw), (7, 9, ne)]);
    lay(L::Abatis, &[(10, 9, w), (9, 8, w), (9, 8, sw)]);
    lay(L::Entrenchment, &[(11, 3, nw), (11, 3, ne), (11, 3, e)]);
    lay(L::Redoubt, &[(1, 4, ne), (1, 4, se), (1, 4, e)]);
    lay(L::PikeWagons, &[(11, 9, ne), (12, 9, nw)]);
    sides
}

fn roads(pointy_top: bool) -> Vec<HexRoad> {
    let way = [[5, 9], [5, 8], [5, 7], [4, 6], [4, 5], [4, 4], [4, 3], [4, 2], [5, 2], [5, 1]];
    let up_hill = [[4, 5], [3, 4], [2, 5], [1, 4]];
    let place = |[column, row]: [usize; 2]| middle(pointy_top, column, row);
    let pieces = way.windows(2).chain(up_hill.windows(2));
    pieces.map(|pair| HexRoad { from: place(pair[0]), to: place(pair[1]) }).collect()
}

pub fn map(pointy_top: bool) -> HexField {
    let place = |column, row| middle(pointy_top, column, row);
    let mut map = HexField {
        width: if pointy_top { COLUMNS as f64 + 0.5 } else { (COLUMNS as f64 + 1.0 / 3.0) * ROW },
        height: if pointy_top { (ROWS as f64 + 1.0 / 3.0) * ROW } else { ROWS as f64 + 0.5 },
        pointy_top,
        yards: 100,
        cells: Vec::new(),
        sides: Vec::new(),
        roads: if pointy_top { roads(true) } else { Vec::new() },
        names: vec![
            Note { at: place(2, 2), text: "Hanging Wood".to_owned() },
            Note { at: place(2, 7), text: "Great Mere".to_owned() },
            Note { at: place(7, 3), text: "Windmill Hill".to_owned() },
            Note { at: place(3, 3), text: "Lützow".to_owned() },
        ],
    };
    for (row, (looks, levels)) in LOOKS.iter().zip(LEVELS).enumerate() {
        for (column, (c, level)) in looks.chars().zip(levels.chars()).enumerate() {
            let number = number(column + 1, row + 1);
            map.cells.push(HexCell {
                fog: FOG.contains(&number.as_str()),
                number,
                at: place(column + 1, row + 1),
                look: look(c),
                level: u8::try_from(level.to_digit(10).unwrap_or(0)).unwrap_or(0),
            });
        }
    }
    map.sides = slopes(&map);
    map.sides.extend(works(pointy_top));
    map
}

/// Half the side of a counter.
const HALF: f64 = 0.34;

/// A counter on one hex, or on two that stand side by side across its front.
pub struct Counter<'a> {
    pub symbol: Symbol,
    pub name: &'a str,
    pub hexes: &'a [[usize; 2]],
    pub facing: f64,
    pub strength: &'a str,
}

pub fn counter(id: u16, side: u8, pointy_top: bool, counter: &Counter<'_>) -> Body {
    let Counter { symbol, name, hexes, facing, strength } = *counter;
    let middles: Vec<[f64; 2]> = hexes.iter().map(|[column, row]| middle(pointy_top, *column, *row)).collect();
    let mean = |axis: usize| middles.iter().map(|at| at[axis]).sum::<f64>() / middles.len() as f64;
    let at = [mean(0), mean(1)];
    let wide = HALF + 0.5 * (middles.len() - 1) as f64;
    let corners = [[-wide, HALF], [wide, HALF], [wide, -HALF], [-wide, -HALF]].map(|corner| {
        let [x, y] = turned(corner, facing);
        [at[0] + x, at[1] + y]
    });
    let leads = matches!(symbol, Symbol::General | Symbol::ChiefGeneral);
    let part = Part { corners, figure: Figure::Shot, files: 1, figures: 1 };
    Body {
        id,
        key: format!("counter-{id}"),
        name: name.to_owned(),
        side,
        symbol,
        at,
        facing,
        parts: if leads { Vec::new() } else { vec![part] },
        badges: Vec::new(),
        strength: strength.to_owned(),
        standing: Standing::Idle,
    }
}

fn with(mut body: Body, standing: Standing, badges: &[(&str, Tone)]) -> Body {
    body.standing = standing;
    body.badges = badges.iter().map(|(text, tone)| Badge { text: (*text).to_owned(), tone: *tone }).collect();
    body
}

/// Arm, name, hexes, facing and strength.
type Row<'a> = (Symbol, &'a str, &'a [[usize; 2]], f64, &'a str);

pub fn bodies(pointy_top: bool) -> Vec<Body> {
    use Standing as St;
    use Symbol as S;
    // Facings are towards corners: to the north on a map with corners to the north, next to it on the other.
    let [n, ne, se, s, _, nw] =
        if pointy_top { [0.0, 60.0, 120.0, 180.0, 240.0, 300.0] } else { [330.0, 30.0, 90.0, 150.0, 210.0, 270.0] };
    let south: [Row<'_>; 11] = [
        (S::PikeAndShot, "Altringer", &[[6, 8], [7, 8]], n, "14-7"),
        (S::PikeAndShot, "Breuner", &[[8, 8]], n, "10-6"),
        (S::Guns, "Slangen", &[[8, 8]], n, "4-14"),
        (S::Horse, "Hagen", &[[3, 7]], ne, "6-5"),
        (S::Cuirassiers, "Piccolomini", &[[10, 7]], n, "8-8"),
        (S::LightHorse, "Isolani", &[[11, 8]], nw, "4-5"),
        (S::Skirmishers, "Commanded shot", &[[6, 7]], n, "3-6"),
        (S::Dragoons, "Goschütz", &[[4, 7]], n, "3-5"),
        (S::Wagon, "Train", &[[3, 9]], ne, ""),
        (S::General, "Ottavio Piccolomini", &[[10, 7]], n, "4"),
        (S::ChiefGeneral, "Albrecht von Wallenstein", &[[6, 8]], n, "3"),
    ];
    let north: [Row<'_>; 11] = [
        (S::PikeAndShot, "Swedish Brigade", &[[6, 4], [7, 4]], s, "16-8"),
        (S::PikeAndShot, "Blue Brigade", &[[8, 4]], s, "12-8"),
        (S::Shot, "Lützow garrison", &[[4, 3]], se, "4-6"),
        (S::Lancers, "Livonians", &[[10, 4]], s, "5-7"),
        (S::Horse, "Småland", &[[9, 5]], s, "7-8"),
        (S::Skirmishers, "Musketeers", &[[9, 5]], s, "2-7"),
        (S::Highlanders, "Mackay's", &[[11, 5]], s, "5-7"),
        (S::Guns, "Heavy battery", &[[7, 3]], s, "5-16"),
        (S::LedHorses, "Led horses", &[[7, 1]], nw, ""),
        (S::ChiefGeneral, "Gustav Adolf", &[[9, 5]], s, "5"),
        (S::General, "Bernhard", &[[9, 5]], s, "4"),
    ];
    let build = |side: u8, from: u16| {
        move |(i, (symbol, name, hexes, facing, strength)): (usize, Row<'_>)| {
            let id = from + u16::try_from(i).unwrap_or(0);
            counter(id, side, pointy_top, &Counter { symbol, name, hexes, facing, strength })
        }
    };
    let mut all: Vec<Body> = south.into_iter().enumerate().map(build(0, 1)).collect();
    all.extend(north.into_iter().enumerate().map(build(1, 21)));
    let dress = |all: &mut Vec<Body>, name: &str, standing: St, badges: &[(&str, Tone)]| {
        if let Some(body) = all.iter_mut().find(|body| body.name == name) {
            *body = with(body.clone(), standing, badges);
        }
    };
    dress(&mut all, "Altringer", St::Selected, &[("-2", Tone::Warning), ("form. shaken", Tone::Warning)]);
    dress(&mut all, "Breuner", St::Ready, &[("hedgehog", Tone::Plain)]);
    dress(&mut all, "Hagen", St::Routing, &[("morale broken", Tone::Bad), ("-3", Tone::Warning)]);
    dress(&mut all, "Piccolomini", St::Spent, &[("no pistols", Tone::Warning)]);
    dress(&mut all, "Isolani", St::Pursuing, &[("open order", Tone::Plain), ("morale shaken", Tone::Warning)]);
    dress(&mut all, "Småland", St::Idle, &[("1 pistol", Tone::Plain), ("momentum", Tone::Plain)]);
    dress(&mut all, "Slangen", St::Ready, &[("fired", Tone::Plain)]);
    dress(&mut all, "Ottavio Piccolomini", St::Idle, &[("4", Tone::Plain), ("Charge", Tone::Plain)]);
    dress(
        &mut all,
        "Bernhard",
        St::Ready,
        &[("4", Tone::Plain), ("Make Ready", Tone::Plain), ("finished", Tone::Warning)],
    );
    // In open order nobody has a front.
    if let Some(body) = all.iter_mut().find(|body| body.name == "Commanded shot") {
        body.parts.clear();
    }
    all
}

pub fn scene(pointy_top: bool) -> Scene {
    let place = |column, row| middle(pointy_top, column, row);
    let [x, y] = place(7, 6);
    Scene {
        title: "The Field of Lützow Mere".to_owned(),
        subtitle: "Turn 3, the Imperial centre: which unit shall act next?".to_owned(),
        field: Field::Hexes(map(pointy_top).into()),
        sides: vec![
            SideStyle { name: "Imperial".to_owned(), colour: "#b23a2e".to_owned() },
            SideStyle { name: "Swedish".to_owned(), colour: "#2d5f8f".to_owned() },
        ],
        bodies: bodies(pointy_top),
        zones: vec![Zone {
            name: "field of fire".to_owned(),
            side: Some(0),
            outline: vec![[x - 0.5, y - 0.9], [x + 1.2, y - 0.9], [x + 2.1, y + 1.2], [x - 1.2, y + 1.2]],
            fire: None,
        }],
        notes: vec![Note { at: place(12, 1), text: "to Leipzig".to_owned() }],
    }
}
