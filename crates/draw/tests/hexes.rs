//! What maps of hexes must show, and what no scene may do to them.

#[path = "sample/hexes.rs"]
mod sample;

use kernel::scene::{Badge, Body, Field, HexCell, HexField, HexLook, Scene, SideStyle, Standing, Symbol, Tone, Zone};
#[cfg(feature = "png")]
use resvg::tiny_skia;
use resvg::usvg;
use sample::{Counter, counter, middle};

/// Page millimetres from hex to hex.
const PITCH: f64 = 60.0;

#[expect(clippy::expect_used, reason = "a map that cannot be read fails the test")]
fn parse(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("the map is a sound SVG document")
}

#[expect(clippy::panic, reason = "a scene on no hexes fails the test")]
fn field(scene: &mut Scene) -> &mut HexField {
    match &mut scene.field {
        Field::Hexes(field) => std::sync::Arc::make_mut(field),
        Field::Table(_) => panic!("the scene is on hexes"),
    }
}

/// The sample map without anything on it.
fn bare() -> Scene {
    let mut scene = sample::scene(true);
    scene.bodies.clear();
    scene.zones.clear();
    scene.notes.clear();
    let map = field(&mut scene);
    map.sides.clear();
    map.roads.clear();
    map.names.clear();
    map.cells.iter_mut().for_each(|cell| (cell.look, cell.level, cell.fog) = (HexLook::Clear, 0, false));
    scene
}

fn horse(id: u16, hexes: &[[usize; 2]], facing: f64) -> Body {
    counter(id, 0, true, &Counter { symbol: Symbol::Horse, name: "Troop", hexes, facing, strength: "6-5" })
}

/// Where the middle of a hex lies on the page.
fn on_page(column: usize, row: usize) -> [f64; 2] {
    let [x, y] = middle(true, column, row);
    let height = sample::map(true).height;
    [x * PITCH, (height - y) * PITCH]
}

/// Where bodies of a kind lie on the page and how they are turned, in the order in which they are drawn.
fn lying(svg: &str, kind: &str) -> Vec<([f64; 2], f64)> {
    let map = svg.split("<g class=\"legend").next().unwrap_or_default();
    let opening = format!("<g class=\"body {kind} ");
    let places = map.split(&opening).skip(1).filter_map(|rest| {
        let (_, rest) = rest.split_once("<g transform=\"translate(")?;
        let (at, rest) = rest.split_once(")rotate(")?;
        let (degrees, _) = rest.split_once(')')?;
        let (x, y) = at.split_once(' ')?;
        Some(([x.parse().ok()?, y.parse().ok()?], degrees.parse().ok()?))
    });
    places.collect()
}

fn laid(svg: &str) -> Vec<([f64; 2], f64)> {
    lying(svg, "horse")
}

#[test]
fn the_sample_shows_every_look_and_every_arm() {
    for pointy_top in [true, false] {
        let svg = draw::svg(&sample::scene(pointy_top));
        parse(&svg);
        let twice = |class: &str| {
            let count =
                svg.matches(&format!("class=\"{class}\"")).count() + svg.matches(&format!("class=\"{class} ")).count();
            assert!(count >= 2, "{class}");
        };
        for look in [
            "height",
            "heavy-woods",
            "orchard",
            "marsh",
            "town",
            "chateau",
            "mounds",
            "dunes",
            "water",
            "rough",
            "crops",
        ] {
            // Once on the map, once in the legend.
            assert!(svg.matches(&format!("class=\"area {look}\"")).count() >= 2, "{look}");
        }
        for slope in ["m-slope-1", "m-slope-2", "m-slope-3", "fog", "chit"] {
            twice(slope);
        }
        for look in [
            "stream",
            "ford",
            "bridge",
            "hedgerow",
            "berm",
            "ditch",
            "low-wall",
            "gate",
            "abatis",
            "light-works",
            "heavy-works",
            "pike-wagons",
        ] {
            twice(&format!("line {look}"));
        }
        for symbol in [
            "pike-and-shot",
            "shot",
            "skirmishers",
            "highlanders",
            "horse",
            "cuirassiers",
            "lancers",
            "light-horse",
            "dragoons",
            "guns",
            "general",
            "chief-general",
            "wagon",
            "led-horses",
        ] {
            twice(&format!("body {symbol}"));
        }
        for text in
            ["The Field of Lützow Mere", "Hanging Wood", "0307", "14-7", "Piccolomini", "400 yards", "Has acted"]
        {
            assert!(svg.contains(&format!(">{text}</text>")), "{text}");
        }
        assert_eq!(svg.matches("class=\"zone ").count(), 1);
    }
}

#[test]
fn the_same_scene_gives_the_same_map() {
    let scene = || sample::scene(true);
    assert_eq!(draw::svg(&scene()), draw::svg(&scene()));
    assert_eq!(draw::terminal(&scene(), 100, true), draw::terminal(&scene(), 100, true));
}

#[test]
fn the_legend_tells_only_of_what_is_there() {
    let svg = draw::svg(&bare());
    let svg = svg.split("</style>").nth(1).expect("the drawing");
    for absent in ["Woods", "Height", "Road", "Stream", "Pike and shot", "Routing", "Fog", "class=\"chit "] {
        assert!(!svg.contains(absent), "{absent}");
    }
    let mut scene = bare();
    field(&mut scene).cells[5].look = HexLook::Marsh;
    scene.bodies = vec![Body {
        badges: vec![
            Badge { text: "form. broken".to_owned(), tone: Tone::Bad },
            Badge { text: "-2".to_owned(), tone: Tone::Warning },
        ],
        ..horse(1, &[[4, 4]], 0.0)
    }];
    let svg = draw::svg(&scene);
    for there in ["Marsh", "Horse", "form. broken"] {
        assert!(svg.contains(&format!(">{there}</text>")), "{there}");
    }
    // A badge of many letters has a mark on the counter and is spelt in the legend; losses are pips and need no words.
    assert_eq!((svg.matches(">FB</text>").count(), svg.matches("class=\"m-pips\"").count()), (2, 1));
    assert_eq!((svg.matches("class=\"m-pip\"").count(), svg.contains(">-2</text>")), (2, false));
}

#[test]
fn counters_lie_on_their_hexes_and_are_turned_the_way_they_face() {
    let mut scene = bare();
    scene.bodies = vec![horse(1, &[[3, 7]], 60.0), horse(2, &[[8, 2]], 180.0)];
    let laid = laid(&draw::svg(&scene));
    assert_eq!(laid.len(), 2);
    for ((at, degrees), (hex, facing)) in laid.iter().zip([([3, 7], 60.0), ([8, 2], 180.0f64)]) {
        let middle = on_page(hex[0], hex[1]);
        assert!((at[0] - middle[0]).abs() < 0.1 && (at[1] - middle[1]).abs() < 0.1, "{at:?} {middle:?}");
        assert!((degrees.abs() - facing).abs() < 0.1, "{degrees} {facing}");
    }
    // A head-down counter is read from the other side, an upright one is not.
    let svg = draw::svg(&scene);
    assert!(svg.contains("<g class=\"m-at-near\"><g transform=\"rotate(180)\">"));
    assert!(svg.contains("<g class=\"m-at-near\"><g transform=\"rotate(0)\">"));
}

#[test]
fn a_counter_of_two_hexes_reaches_over_both() {
    let mut scene = bare();
    scene.bodies = vec![horse(1, &[[5, 5], [6, 5]], 0.0)];
    let svg = draw::svg(&scene);
    let (left, right) = (on_page(5, 5), on_page(6, 5));
    let (at, _) = laid(&svg)[0];
    assert!((at[0] - (left[0] + right[0]) / 2.0).abs() < 0.1 && (at[1] - left[1]).abs() < 0.1);
    // From the outer edge of a counter on the one hex to that on the other.
    assert_eq!(half(&scene), [50.4, 20.4]);
    // It lies as its block does, also where the body looks along it.
    scene.bodies[0].facing = 90.0;
    assert_eq!((half(&scene), laid(&draw::svg(&scene))[0].1), ([50.4, 20.4], 0.0));
}

fn half(scene: &Scene) -> [f64; 2] {
    draw::page::pieces(scene)[0].half.unwrap_or_default()
}

/// More counters than can be told apart are the top one with their number, and a list beside the map.
#[test]
fn a_pile_is_its_top_counter_with_a_number() {
    let troop = |id: u16, name: &str| Body { name: name.to_owned(), ..horse(id, &[[5, 5]], 0.0) };
    let names = ["Ashby", "Blount", "Cave", "Digby", "Ennis"];
    let mut scene = bare();
    scene.bodies = names.iter().zip(1..).map(|(name, id)| troop(id, name)).collect();
    let leader = Body { symbol: Symbol::General, parts: Vec::new(), ..troop(8, "Rupert") };
    scene.bodies.extend([leader, horse(9, &[[9, 5]], 0.0)]);
    let svg = draw::svg(&scene);
    parse(&svg);
    let (map, lists) = svg.split_once("<g class=\"piles\">").expect("the list beside the map");
    assert_eq!(laid(&svg).len(), 2, "the top counter and the one elsewhere");
    assert!(map.contains("Ennis") && map.contains("Rupert") && !map.contains("Ashby"), "the last one laid is on top");
    assert!(map.contains("m-unless-afar pile\"") && map.contains(">5</text>"));
    assert!(lists.contains(&format!(">{}, 5 counters</text>", sample::number(5, 5))));
    assert!(names.iter().all(|name| lists.contains(&format!(">{name}, 6-5</text>"))), "{lists}");
    // The one that is asked about comes to the top.
    scene.bodies[1].standing = Standing::Selected;
    let svg = draw::svg(&scene);
    let (map, _) = svg.split_once("<g class=\"piles\">").expect("the list beside the map");
    assert!(map.contains("Blount") && !map.contains("Ennis"));
    // The paper is wider by the list; three counters can be told apart and need none.
    let width = |svg: &str| parse(svg).size().width();
    scene.bodies.drain(3..5);
    let fanned = draw::svg(&scene);
    assert!(width(&svg) > width(&fanned) && !fanned.contains("class=\"piles\"") && laid(&fanned).len() == 4);
    // A list of more than fits beside the map has more columns.
    scene.bodies = (0..400).map(|id| troop(id, &format!("Troop {id}"))).collect();
    let many = draw::svg(&scene);
    parse(&many);
    assert!(width(&many) > width(&svg) && many.contains(">400</text>"));
    let text = draw::terminal(&scene, 110, false);
    assert!(map_rows(&text).iter().flatten().any(|glyph| *glyph == '+'), "ten and more are many");
}

#[test]
fn counters_on_one_hex_are_fanned_and_leaders_keep_to_the_corners() {
    let mut scene = bare();
    scene.bodies = vec![horse(1, &[[5, 5]], 0.0), horse(2, &[[5, 5]], 0.0), horse(3, &[[9, 5]], 0.0)];
    let leader = |id| Body { symbol: Symbol::General, parts: Vec::new(), ..horse(id, &[[5, 5]], 0.0) };
    scene.bodies.extend([leader(4), leader(5)]);
    let svg = draw::svg(&scene);
    let (laid, middle) = (laid(&svg), on_page(5, 5));
    let away = |at: [f64; 2]| ((at[0] - middle[0]).powi(2) + (at[1] - middle[1]).powi(2)).sqrt();
    assert_eq!(laid.len(), 3);
    let (one, other) = (laid[0].0, laid[1].0);
    assert!(away(one) > 5.0 && away(one) < 12.0 && (away(one) - away(other)).abs() < 0.2, "both move aside a little");
    assert!((one[0] + other[0] - 2.0 * middle[0]).abs() < 0.2, "to opposite sides");
    assert!((laid[2].0[0] - on_page(9, 5)[0]).abs() < 0.1, "a counter alone stays where it is");
    // The two leaders stand on different sides of the hex.
    let leaders = lying(&svg, "general");
    let ([one, _], [other, _]) = (leaders[0].0, leaders[1].0);
    assert!(one > middle[0] + 10.0 && other < middle[0] - 10.0, "{leaders:?}");
}

/// The page fans all of them, and asks who is meant where several stand.
#[test]
fn the_page_is_told_who_stands_together_from_the_top_down() {
    let mut scene = bare();
    scene.bodies = vec![horse(1, &[[5, 5]], 0.0), horse(2, &[[5, 5]], 0.0), horse(3, &[[6, 5]], 0.0)];
    scene.bodies.push(horse(4, &[[5, 5], [6, 5]], 0.0));
    scene.bodies.push(Body { symbol: Symbol::General, parts: Vec::new(), ..horse(5, &[[5, 5]], 0.0) });
    scene.bodies.push(horse(6, &[[9, 9]], 0.0));
    let pieces = draw::page::pieces(&scene);
    let order: Vec<u16> = pieces.iter().map(|piece| piece.body).collect();
    assert_eq!(order, [4, 1, 2, 3, 6, 5], "long ones lie below, leaders stand on top");
    let stack = |body: u16| pieces.iter().find(|piece| piece.body == body).map(|piece| piece.stack.clone());
    assert_eq!(stack(1), Some(vec![5, 2, 1, 4]));
    assert_eq!(stack(4), Some(vec![5, 3, 2, 1, 4]));
    assert_eq!(stack(6), Some(vec![]));
}

#[test]
fn what_covers_no_ground_has_no_front() {
    let mut scene = bare();
    scene.bodies = vec![horse(1, &[[5, 5]], 120.0)];
    assert_eq!(draw::svg(&scene).matches("m-arrow facing\"").count(), 1);
    scene.bodies[0].parts.clear();
    let svg = draw::svg(&scene);
    assert_eq!(svg.matches("m-arrow facing\"").count(), 0);
    assert!(laid(&svg)[0].1.abs() < 0.1, "it lies upright");
}

#[test]
fn who_has_acted_is_greyed() {
    let mut scene = bare();
    scene.bodies = vec![horse(1, &[[5, 5]], 0.0)];
    let spent = |scene: &Scene| draw::svg(scene).matches("m-side-0 m-spent\"").count();
    assert_eq!(spent(&scene), 0);
    scene.bodies[0].standing = Standing::Spent;
    assert_eq!(spent(&scene), 1);
    let liveries = draw::page::sheet(&scene, "").liveries;
    assert_eq!(liveries[0].fresh.base.to_string(), scene.sides[0].colour);
    assert_ne!(liveries[0].spent.base, liveries[0].fresh.base);
}

#[test]
fn nothing_a_scene_says_becomes_markup() {
    let evil = "<script>\"&'\u{1b}[31m\u{0}]]>";
    let mut scene = sample::scene(true);
    scene.title = evil.to_owned();
    scene.sides[0] = SideStyle { name: evil.to_owned(), colour: "\"/><script>".to_owned() };
    for body in &mut scene.bodies {
        (body.name, body.key, body.strength) = (evil.to_owned(), evil.to_owned(), evil.to_owned());
        body.badges =
            vec![Badge { text: evil.to_owned(), tone: Tone::Bad }, Badge { text: "<&".to_owned(), tone: Tone::Bad }];
    }
    let map = field(&mut scene);
    map.cells.iter_mut().for_each(|cell| cell.number = evil.to_owned());
    map.names.iter_mut().for_each(|name| name.text = evil.to_owned());
    let svg = draw::svg(&scene);
    parse(&svg);
    assert!(!svg.contains("<script") && !svg.contains('\u{1b}') && !svg.contains('\u{0}'));
    let text = draw::terminal(&scene, 110, false);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn a_scene_of_nonsense_is_still_drawn() {
    let mut scene = sample::scene(true);
    for v in [f64::NAN, f64::INFINITY, -1e300, 0.0] {
        scene.bodies[0].at = [v, v];
        scene.bodies[0].facing = v;
        scene.bodies[1].parts[0].corners = [[v, v]; 4];
        scene.bodies[2].side = 9;
        scene.bodies[9].at = [v, v];
        scene.zones.push(Zone { name: String::new(), side: Some(7), outline: vec![[v, 1.0]; 3], fire: None });
        let map = field(&mut scene);
        map.cells[0].at = [v, v];
        map.cells[7].level = 255;
        map.sides[0].from = [v, v];
        map.sides[1].down = [v, v];
        map.roads[0].to = [v, v];
        map.names[0].at = [v, v];
        for columns in [0, 30, 80, 200] {
            assert!(!draw::terminal(&scene, columns, true).is_empty());
        }
        parse(&draw::svg(&scene));
        let mut sized = scene.clone();
        let map = field(&mut sized);
        (map.width, map.height, map.yards) = (v, v, 0);
        parse(&draw::svg(&sized));
        assert!(!draw::terminal(&sized, 80, false).is_empty());
        field(&mut sized).cells.clear();
        parse(&draw::svg(&sized));
        assert!(!draw::terminal(&sized, 80, false).is_empty());
    }
}

#[cfg(feature = "png")]
#[test]
fn a_picture_has_the_width_asked_for_and_the_colours_of_both_sides() {
    let bytes = draw::png(&sample::scene(true), 1_000).expect("a picture");
    let picture = tiny_skia::Pixmap::decode_png(&bytes).expect("a sound PNG file");
    assert_eq!(picture.width(), 1_000);
    for (r, g, b) in [(0xb2, 0x3a, 0x2e), (0x2d, 0x5f, 0x8f)] {
        let near = |a: u8, b: u8| a.abs_diff(b) < 3;
        let count =
            picture.pixels().iter().filter(|p| near(p.red(), r) && near(p.green(), g) && near(p.blue(), b)).count();
        assert!(count > 3_000, "{count}");
    }
}

/// The rows of the map itself, without gutter and frame.
fn map_rows(text: &str) -> Vec<Vec<char>> {
    let inside = |line: &str| line.split('│').nth(1).map(|row| row.chars().collect());
    text.lines().skip_while(|l| !l.contains('┌')).skip(1).map_while(inside).collect()
}

/// Where a number is written on the map: row and column of its first digit.
fn find(rows: &[Vec<char>], number: &str) -> Option<(usize, usize)> {
    let digits: Vec<char> = number.chars().collect();
    rows.iter()
        .enumerate()
        .find_map(|(row, line)| line.windows(digits.len()).position(|run| run == digits).map(|column| (row, column)))
}

#[test]
fn the_terminal_puts_bodies_below_the_numbers_of_their_hexes() {
    for pointy_top in [true, false] {
        let scene = sample::scene(pointy_top);
        let text = draw::terminal(&scene, 110, false);
        let rows = map_rows(&text);
        for (key, number, mark) in [("D", "0307", '↗'), ("H", "0407", '↑'), ("i", "0701", '↖'), ("c", "0403", '↘')]
        {
            let (row, column) = find(&rows, number).expect("the number of the hex");
            let below: String = rows[row + 1][column..column + 3].iter().collect();
            assert!(below.contains(key), "{number}: {below:?} in\n{text}");
            assert!(!pointy_top || below.contains(mark), "{number}: {below:?}");
        }
        // Two hexes, the second marked so; a gun with the foot it supports; more than two on a hex.
        let at = |number: &str, down: usize| {
            let (row, column) = find(&rows, number).expect("the number of the hex");
            rows[row + down][column..].iter().take(8).collect::<String>()
        };
        assert!(at("0608", 1).contains('A') && at("0708", 1).contains("A═"), "{text}");
        assert!(at("0808", 1).contains('B') && at("0808", 2).contains('C'), "{text}");
        assert!(at("0905", 1).contains('e') && at("0905", 2).contains('4'), "{text}");
        // The key tells the hexes.
        let line = |name: &str| text.lines().find(|l| l.contains(name)).unwrap_or_default().to_owned();
        assert!(line("Altringer").starts_with(">A ") && line("Altringer").contains("0608+0708 Altringer"));
        assert!(line("Piccolomini").contains("8-8 [no pistols] [has acted]"), "{}", line("Piccolomini"));
        assert!(line("Bernhard").starts_with("*k    0905"), "a leader faces nowhere: {}", line("Bernhard"));
    }
}

#[test]
fn the_terminal_shows_the_ground_and_explains_it() {
    let mut scene = bare();
    let map = field(&mut scene);
    map.cells[0].look = HexLook::Woods;
    map.cells[13].level = 4;
    let text = draw::terminal(&scene, 110, false);
    let rows = map_rows(&text);
    let (row, column) = find(&rows, "0101").expect("the first hex");
    assert_eq!(rows[row + 1][column + 1], '♠', "{text}");
    let (row, column) = find(&rows, "0202").expect("the hex of the second row and column");
    assert_eq!(rows[row + 1][column], '░', "{text}");
    for entry in ["· open", "░ height 4", "♠ woods", "100 yards to the hex"] {
        assert!(text.contains(entry), "{entry}");
    }
    assert!(!text.contains("marsh") && !text.contains("road"));
}

#[test]
fn the_terminal_map_keeps_to_its_columns() {
    for pointy_top in [true, false] {
        for columns in [40, 60, 80, 100, 120, 160] {
            let text = draw::terminal(&sample::scene(pointy_top), columns, false);
            let widest = text.lines().map(|l| l.chars().count()).max();
            assert!(widest.is_some_and(|w| w <= columns), "{widest:?} of {columns}");
            let rows = map_rows(&text);
            assert!(rows.iter().all(|row| row.len() == rows[0].len()) && rows.len() > 8);
            assert!(text.lines().all(|l| !l.ends_with(' ')));
            // However small the blocks, the letters are there.
            let shown: String = rows.concat().into_iter().collect();
            assert!("ADEFHaehi".chars().all(|key| shown.contains(key)), "{columns}:\n{text}");
        }
    }
}

#[test]
fn a_map_of_more_hexes_than_columns_is_drawn_small() {
    let mut scene = bare();
    let map = field(&mut scene);
    (map.width, map.height) = (120.0, 60.0);
    map.cells = (0..60 * 120)
        .map(|i| {
            let (column, row) = (i % 120, i / 120);
            let at = map.way([f64::from(column) - f64::from(row / 2), f64::from(row)]);
            HexCell { number: format!("{i:04}"), at, look: HexLook::Clear, level: 0, fog: false }
        })
        .collect();
    let far = map.cells[30 * 120 + 60].at;
    let mut body = horse(1, &[[1, 1]], 90.0);
    let by = [far[0] - body.at[0], far[1] - body.at[1]];
    body.at = far;
    body.parts[0].corners = body.parts[0].corners.map(|c| [c[0] + by[0], c[1] + by[1]]);
    scene.bodies = vec![body];
    let text = draw::terminal(&scene, 80, false);
    assert!(text.lines().all(|l| l.chars().count() <= 80));
    let rows = map_rows(&text);
    let (row, column) = find(&rows, "A").expect("the body");
    assert!(
        (column as f64 / rows[0].len() as f64 - 0.5).abs() < 0.05
            && (row as f64 / rows.len() as f64 - 0.55).abs() < 0.1
    );
}

#[test]
fn a_window_shows_a_part_of_the_map_larger() {
    let scene = sample::scene(true);
    let [x, y] = middle(true, 3, 7);
    let window = draw::Window { west: x - 2.0, south: y - 2.0, east: x + 2.0, north: y + 2.0 };
    let sheet =
        draw::Sheet { window: Some(window), columns: 60, text_columns: 110, colour: false, absent: &[], roster: true };
    let text = draw::terminal_sheet(&scene, &sheet);
    let rows = map_rows(&text);
    let (row, column) = find(&rows, "0307").expect("the hex in the middle");
    assert_eq!(rows[row + 1][column + 1..column + 3], ['D', '↗'], "{text}");
    assert!(find(&rows, "0407").is_some() && find(&rows, "1001").is_none(), "{text}");
    assert!(text.contains("Hagen") && text.contains("Goschütz") && !text.contains("Livonians"), "{text}");
    // The whole map has no room for numbers at this width.
    assert_eq!(find(&map_rows(&draw::terminal(&scene, 60, false)), "0307"), None);
}

#[test]
fn colour_is_asked_for_and_ends_with_the_line() {
    assert!(!draw::terminal(&sample::scene(true), 100, false).contains('\u{1b}'));
    let text = draw::terminal(&sample::scene(true), 100, true);
    assert!(text.contains("48;2;178;58;46"));
    for line in text.lines().filter(|l| l.contains('\u{1b}')) {
        let last = line.rfind("\u{1b}[").expect("an escape");
        assert!(line[last..].starts_with("\u{1b}[0m"), "{line:?}");
    }
}
