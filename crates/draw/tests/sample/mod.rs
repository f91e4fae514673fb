//! A field made up to show every look of ground, every symbol and every standing at once.

use kernel::scene::{
    AreaLook, Badge, Body, Field, Figure, GroundArea, GroundLine, LineLook, Note, Part, Scene, SideStyle, Standing,
    Symbol, TableField, Tone, Zone,
};

const INCH: f64 = 25.4;

/// Points in inches, made millimetres.
fn inches(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    points.iter().map(|p| [p[0] * INCH, p[1] * INCH]).collect()
}

fn area(look: AreaLook, name: &str, level: u8, outline: &[[f64; 2]]) -> GroundArea {
    GroundArea { look, name: name.to_owned(), outline: inches(outline), level }
}

fn line(look: LineLook, name: &str, width: f64, points: &[[f64; 2]]) -> GroundLine {
    GroundLine { look, name: name.to_owned(), points: inches(points), width: width * INCH }
}

/// A blob of `n` corners around a point, a little uneven.
fn blob(x: f64, y: f64, rx: f64, ry: f64, n: u32) -> Vec<[f64; 2]> {
    (0..n)
        .map(|i| {
            let angle = f64::from(i) / f64::from(n) * std::f64::consts::TAU;
            let wobble = 1.0 + 0.09 * libm::sin(angle * 3.0 + x) + 0.05 * libm::sin(angle * 5.0 + y);
            [x + rx * wobble * libm::cos(angle), y + ry * wobble * libm::sin(angle)]
        })
        .collect()
}

/// One block of figures: where its left end is (millimetres right of the body's middle), and its make-up.
pub struct Block {
    pub left: f64,
    pub figure: Figure,
    pub files: u16,
    pub figures: u16,
}

fn figure_size(figure: Figure) -> [f64; 2] {
    match figure {
        Figure::Pike => [15.0, 20.0],
        Figure::Shot | Figure::Gunner => [20.0, 20.0],
        Figure::Skirmisher => [30.0, 30.0],
        Figure::Rider | Figure::Horse => [25.0, 50.0],
        Figure::Officer | Figure::Gun => [50.0, 50.0],
        Figure::Wagon | Figure::Elephant => [50.0, 80.0],
    }
}

/// A body whose front middle is at `at` (inches) and which looks towards `facing`.
pub fn body(id: u16, side: u8, symbol: Symbol, name: &str, at: [f64; 2], facing: f64, blocks: &[Block]) -> Body {
    let (sin, cos) = (libm::sin(facing.to_radians()), libm::cos(facing.to_radians()));
    let on_table = |x: f64, back: f64| [at[0] * INCH + x * cos - back * sin, at[1] * INCH - x * sin - back * cos];
    let parts: Vec<Part> = blocks
        .iter()
        .map(|b| {
            let [w, d] = figure_size(b.figure);
            let right = b.left + w * f64::from(b.files);
            let depth = d * f64::from(b.figures.div_ceil(b.files));
            let corners =
                [on_table(b.left, 0.0), on_table(right, 0.0), on_table(right, depth), on_table(b.left, depth)];
            Part { corners, figure: b.figure, files: b.files, figures: b.figures }
        })
        .collect();
    Body {
        id,
        key: format!("body-{id}"),
        name: name.to_owned(),
        side,
        symbol,
        at: on_table(0.0, 20.0),
        facing,
        parts,
        badges: Vec::new(),
        strength: String::new(),
        standing: Standing::Idle,
    }
}

fn foot(id: u16, side: u8, name: &str, at: [f64; 2], facing: f64, shot: u16, pikes: u16) -> Body {
    let (wing, files) = (shot / 2, pikes / 4);
    let half = f64::from(files) * 15.0 / 2.0;
    let wing_files = wing / 3;
    let blocks = [
        Block { left: -half - f64::from(wing_files) * 20.0, figure: Figure::Shot, files: wing_files, figures: wing },
        Block { left: -half, figure: Figure::Pike, files, figures: pikes },
        Block { left: half, figure: Figure::Shot, files: wing_files, figures: wing },
    ];
    let mut body = body(id, side, Symbol::PikeAndShot, name, at, facing, &blocks);
    body.strength = format!("{shot} shot, {pikes} pike");
    body
}

#[allow(clippy::too_many_arguments)]
fn single(
    id: u16,
    side: u8,
    symbol: Symbol,
    name: &str,
    at: [f64; 2],
    facing: f64,
    figure: Figure,
    files: u16,
    figures: u16,
    what: &str,
) -> Body {
    let left = -figure_size(figure)[0] * f64::from(files) / 2.0;
    let mut body = body(id, side, symbol, name, at, facing, &[Block { left, figure, files, figures }]);
    body.strength = if what.is_empty() { String::new() } else { format!("{figures} {what}") };
    body
}

fn with(mut body: Body, standing: Standing, badges: &[(&str, Tone)]) -> Body {
    body.standing = standing;
    body.badges = badges.iter().map(|(text, tone)| Badge { text: (*text).to_owned(), tone: *tone }).collect();
    body
}

pub fn ground() -> TableField {
    use AreaLook as A;
    use LineLook as L;
    TableField {
        width: 72.0 * INCH,
        height: 48.0 * INCH,
        ruler: INCH,
        ruler_name: "inches".to_owned(),
        areas: vec![
            area(A::Hill, "Gallows Hill", 1, &blob(14.0, 37.0, 11.0, 7.5, 28)),
            area(A::Hill, "", 2, &blob(13.0, 37.5, 6.5, 4.2, 24)),
            area(A::Hill, "", 3, &blob(12.5, 37.8, 3.4, 2.0, 18)),
            area(
                A::SteepSlope,
                "",
                1,
                &[[21.0, 40.5], [22.6, 41.6], [25.6, 38.0], [24.6, 34.0], [22.6, 34.6], [22.8, 37.6]],
            ),
            area(A::LightWoods, "Ash Spinney", 0, &blob(36.0, 42.0, 6.0, 3.4, 18)),
            area(A::HeavyWoods, "Great Wood", 0, &blob(63.0, 40.0, 6.5, 5.0, 20)),
            area(A::UnknownWoods, "", 0, &blob(49.0, 43.2, 4.0, 2.8, 14)),
            area(A::Rough, "The Brakes", 0, &blob(8.0, 21.0, 5.5, 3.6, 14)),
            area(A::Crops, "Barley", 0, &[[25.0, 6.5], [33.0, 8.0], [32.0, 13.0], [24.0, 11.5]]),
            area(A::Crops, "", 0, &[[33.6, 8.2], [38.0, 9.0], [37.0, 14.0], [32.6, 13.2]]),
            area(A::Town, "Market Holloway", 0, &[[50.0, 7.0], [58.5, 6.5], [59.0, 12.5], [50.5, 13.0]]),
            area(A::Town, "", 0, &[[60.4, 6.5], [65.0, 6.5], [65.2, 12.2], [60.9, 12.4]]),
            area(A::Water, "Mill Pond", 0, &blob(66.0, 20.5, 4.5, 2.6, 18)),
            area(A::Marsh, "Sedge Bottom", 0, &blob(66.0, 28.8, 4.6, 2.6, 14)),
            area(A::Impassable, "The Crags", 0, &blob(5.0, 9.0, 3.6, 3.0, 12)),
        ],
        lines: vec![
            line(
                L::Stream,
                "Lode Brook",
                0.9,
                &[
                    [61.7, 20.0],
                    [54.0, 19.0],
                    [47.0, 21.5],
                    [40.0, 20.5],
                    [31.0, 16.5],
                    [20.0, 15.5],
                    [10.0, 14.5],
                    [0.0, 15.5],
                ],
            ),
            line(
                L::Road,
                "London road",
                1.3,
                &[[59.7, 0.0], [59.6, 13.5], [51.0, 16.0], [44.0, 21.2], [42.0, 30.0], [44.0, 38.0], [43.0, 48.0]],
            ),
            line(L::Bridge, "", 1.6, &[[44.8, 20.2], [43.5, 22.4]]),
            line(L::Ford, "", 2.2, &[[22.0, 14.9], [22.0, 16.5]]),
            line(L::Crest, "", 0.0, &[[5.5, 39.5], [9.0, 38.5], [13.0, 38.0], [17.0, 36.5], [19.5, 36.8]]),
            line(L::Fence, "", 0.0, &[[24.0, 11.9], [32.2, 13.6], [37.2, 14.4]]),
            line(L::LowWall, "", 0.0, &[[49.0, 5.5], [49.4, 14.2]]),
            line(L::HighWall, "", 0.0, &[[66.2, 5.5], [66.6, 13.4], [61.0, 13.9]]),
            line(L::Hedgerow, "", 0.0, &[[14.0, 3.0], [20.0, 3.6], [20.6, 8.0]]),
            line(L::HedgerowLoopholed, "", 0.0, &[[20.6, 8.0], [20.2, 12.6]]),
            line(L::HedgerowBroken, "", 0.0, &[[20.2, 12.6], [13.0, 12.0]]),
            line(L::LightWorks, "", 0.0, &[[40.0, 13.0], [45.0, 14.4], [47.6, 13.4]]),
            line(L::HeavyWorks, "Sconce", 0.0, &[[53.0, 27.5], [57.0, 29.5], [60.0, 27.0]]),
        ],
    }
}

pub fn bodies() -> Vec<Body> {
    use Figure as F;
    use Standing as St;
    use Symbol as S;
    vec![
        with(foot(1, 0, "Lord Ashby's Regiment", [28.0, 24.0], 0.0, 24, 12), St::Selected, &[]),
        with(foot(2, 0, "Sir Giles Thorne's", [40.0, 17.0], 12.0, 24, 16), St::Ready, &[("1 hit", Tone::Plain)]),
        with(
            single(3, 0, S::Horse, "Carew's Horse", [13.5, 25.6], 0.0, F::Rider, 6, 12, "horse"),
            St::Pursuing,
            &[("disordered", Tone::Warning), ("2 hits", Tone::Plain)],
        ),
        single(4, 0, S::Cuirassiers, "The Lobsters", [20.5, 24.3], 0.0, F::Rider, 4, 8, "cuirassiers"),
        single(5, 0, S::Dragoons, "Wyke's Dragoons", [58.0, 22.0], 20.0, F::Rider, 4, 8, "dragoons"),
        single(6, 0, S::Guns, "Heavy battery", [50.0, 24.0], 0.0, F::Gun, 2, 2, "culverins"),
        single(7, 0, S::Skirmishers, "Forlorn hope", [33.0, 29.5], 5.0, F::Skirmisher, 4, 8, "musketeers"),
        with(
            single(8, 0, S::Shot, "Town bands", [55.0, 10.6], 0.0, F::Shot, 6, 12, "shot"),
            St::Idle,
            &[("exhausted", Tone::Bad)],
        ),
        single(9, 0, S::ChiefGeneral, "Earl of Marlow", [34.0, 20.0], 0.0, F::Officer, 1, 1, ""),
        single(10, 0, S::Wagon, "Powder wagon", [42.0, 6.0], 300.0, F::Wagon, 1, 1, "wagon"),
        single(11, 0, S::LedHorses, "Dragoon horses", [64.5, 16.2], 350.0, F::Horse, 4, 4, "horses"),
        with(
            foot(12, 1, "Colonel Pryde's Regiment", [30.0, 33.5], 180.0, 18, 16),
            St::Idle,
            &[("shaken", Tone::Warning)],
        ),
        foot(13, 1, "Blue Regiment", [44.5, 34.0], 190.0, 24, 12),
        with(
            single(14, 1, S::Horse, "Harcourt's Horse", [13.0, 30.0], 345.0, F::Rider, 5, 9, "horse"),
            St::Routing,
            &[("routing", Tone::Bad), ("shaken", Tone::Warning)],
        ),
        single(15, 1, S::Lancers, "Scots lancers", [21.0, 31.0], 180.0, F::Rider, 4, 8, "lancers"),
        with(
            single(16, 1, S::Highlanders, "MacColla's clansmen", [55.5, 35.5], 170.0, F::Shot, 6, 18, "clansmen"),
            St::Ready,
            &[],
        ),
        with(
            single(17, 1, S::Guns, "Drakes", [13.0, 36.0], 180.0, F::Gun, 2, 2, "drakes"),
            St::Idle,
            &[("firing", Tone::Plain)],
        ),
        single(18, 1, S::General, "Sir John Belling", [38.0, 37.5], 180.0, F::Officer, 1, 1, ""),
        Body {
            parts: Vec::new(),
            ..single(19, 1, S::General, "Major-General Stapley", [23.0, 44.6], 90.0, F::Officer, 1, 1, "")
        },
    ]
}

pub fn scene() -> Scene {
    Scene {
        title: "The Fight at Holloway Brook".to_owned(),
        subtitle: "Turn 4, the King's move: which unit shall move next?".to_owned(),
        field: Field::Table(ground().into()),
        sides: vec![
            SideStyle { name: "King".to_owned(), colour: "#b23a2e".to_owned() },
            SideStyle { name: "Parliament".to_owned(), colour: "#2d5f8f".to_owned() },
        ],
        bodies: bodies(),
        zones: vec![
            Zone {
                name: "arc of fire".to_owned(),
                side: Some(0),
                outline: inches(&[[48.0, 24.1], [52.0, 24.1], [56.5, 36.0], [43.5, 36.0]]),
                fire: None,
            },
            Zone {
                name: "reserve".to_owned(),
                side: None,
                outline: inches(&[[24.0, 1.0], [40.0, 1.0], [40.0, 5.0], [24.0, 5.0]]),
                fire: None,
            },
        ],
        notes: vec![Note { at: [70.0 * INCH, 45.8 * INCH], text: "To Oxford".to_owned() }],
    }
}

/// Two armies of smaller figures drawn up close, to see that names stay readable in a crowd.
pub fn crowded() -> Scene {
    let mut all = Vec::new();
    for side in 0..2u8 {
        let south = side == 0;
        let facing = if south { 0.0 } else { 180.0 };
        for i in 0..12u16 {
            let line = f64::from(i / 6);
            let x = 9.0 + f64::from(i % 6) * 10.5 + line * 4.0;
            let away = 3.0 + line * 6.0;
            let y = if south { 24.0 - away } else { 24.0 + away };
            let id = u16::from(side) * 20 + i;
            let horse = i % 6 == 0 || i % 6 == 5;
            let name = format!(
                "{} {}",
                ["Sir Ralph Hopton's", "Lord Brooke's", "Denzil Holles'", "Tower Hamlets"][usize::from(i) % 4],
                i + 1
            );
            let body = if horse {
                single(id, side, Symbol::Horse, &name, [x, y], facing, Figure::Rider, 6, 12, "horse")
            } else {
                foot(id, side, &name, [x, y], facing, 24, 12)
            };
            let badges: &[(&str, Tone)] = match i % 4 {
                0 => &[("shaken", Tone::Warning), ("disordered", Tone::Warning)],
                1 => &[("1 hit", Tone::Plain)],
                _ => &[],
            };
            all.push(with(body, if i % 5 == 0 { Standing::Ready } else { Standing::Idle }, badges));
        }
    }
    Scene { title: "Two lines each".to_owned(), bodies: all, zones: Vec::new(), notes: Vec::new(), ..scene() }
}
