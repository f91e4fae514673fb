//! What the maps must show, and what no scene may do to them.

mod sample;

use kernel::scene::{
    Badge, Body, Field, Figure, GroundArea, LineLook, Part, Scene, SideStyle, Standing, Symbol, TableField, Tone, Zone,
};
#[cfg(feature = "png")]
use resvg::tiny_skia;
use resvg::usvg;
use std::sync::Arc;

const INCH: f64 = 25.4;

/// A bare table of 72 by 48 inches.
fn bare() -> Scene {
    Scene {
        title: "Bare field".to_owned(),
        subtitle: String::new(),
        field: Field::Table(
            TableField {
                width: 72.0 * INCH,
                height: 48.0 * INCH,
                ruler: INCH,
                ruler_name: "inches".to_owned(),
                areas: Vec::new(),
                lines: Vec::new(),
            }
            .into(),
        ),
        sides: vec![
            SideStyle { name: "North".to_owned(), colour: "#2d5f8f".to_owned() },
            SideStyle { name: "South".to_owned(), colour: "#b23a2e".to_owned() },
        ],
        bodies: Vec::new(),
        zones: Vec::new(),
        notes: Vec::new(),
    }
}

#[expect(clippy::panic, reason = "a scene on no table fails the test")]
fn table(scene: &mut Scene) -> &mut TableField {
    match &mut scene.field {
        Field::Table(table) => Arc::make_mut(table),
        Field::Hexes(_) => panic!("the scene is on a table"),
    }
}

#[expect(clippy::expect_used, reason = "a map that cannot be read fails the test")]
fn parse(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("the map is a sound SVG document")
}

#[test]
fn the_sample_shows_every_look_and_every_symbol() {
    let svg = draw::svg(&sample::scene());
    parse(&svg);
    for look in [
        "hill",
        "steep-slope",
        "light-woods",
        "heavy-woods",
        "unknown-woods",
        "rough",
        "crops",
        "town",
        "water",
        "marsh",
        "impassable",
    ] {
        // Once on the map, once in the legend.
        assert!(svg.matches(&format!("class=\"area {look}\"")).count() >= 2, "{look}");
    }
    for look in [
        "road",
        "stream",
        "ford",
        "bridge",
        "fence",
        "low-wall",
        "high-wall",
        "hedgerow",
        "hedgerow-loopholed",
        "hedgerow-broken",
        "light-works",
        "heavy-works",
        "crest",
    ] {
        assert!(svg.matches(&format!("class=\"line {look}\"")).count() >= 2, "{look}");
    }
    for symbol in [
        "pike-and-shot",
        "shot",
        "skirmishers",
        "horse",
        "cuirassiers",
        "lancers",
        "dragoons",
        "guns",
        "highlanders",
        "general",
        "chief-general",
        "wagon",
        "led-horses",
    ] {
        assert!(svg.matches(&format!("class=\"body {symbol} ")).count() >= 2, "{symbol}");
    }
    for text in ["The Fight at Holloway Brook", "Gallows Hill", "arc of fire", "To Oxford", "24 inches", "disordered"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
    assert_eq!(svg.matches("class=\"zone ").count(), 2);
}

#[test]
fn the_same_scene_gives_the_same_map() {
    assert_eq!(draw::svg(&sample::scene()), draw::svg(&sample::scene()));
    assert_eq!(draw::terminal(&sample::scene(), 100, true), draw::terminal(&sample::scene(), 100, true));
}

#[test]
fn the_legend_tells_only_of_what_is_there() {
    let svg = draw::svg(&bare());
    let svg = svg.split("</style>").nth(1).expect("the drawing");
    for absent in ["Hill", "Light woods", "Road", "Pike and shot", "Routing"] {
        assert!(!svg.contains(absent), "{absent}");
    }
    assert!(svg.contains(">North</text>") && svg.contains(">South</text>"));

    let mut scene = bare();
    scene.bodies = sample::bodies().into_iter().filter(|b| b.symbol == Symbol::Lancers).collect();
    let svg = draw::svg(&scene);
    assert!(svg.contains(">Lancers</text>") && !svg.contains(">Dragoons</text>") && !svg.contains(">Routing</text>"));
}

#[test]
fn north_is_up_and_every_figure_is_drawn() {
    let mut scene = bare();
    let corners = [[100.0, 1100.0], [160.0, 1100.0], [160.0, 1040.0], [100.0, 1040.0]];
    scene.bodies = vec![Body {
        parts: vec![Part { corners, figure: Figure::Shot, files: 3, figures: 7 }],
        at: [130.0, 1070.0],
        ..sample::body(1, 0, Symbol::Shot, "Seven", [5.0, 5.0], 0.0, &[])
    }];
    let svg = draw::svg(&scene);
    // The table is 1219.2 high, so 1070 north of its south edge is 149.2 below the top.
    assert!(svg.contains("<g transform=\"translate(130 149.2)rotate(0)\">"));
    assert!(svg.contains("d=\"M-30-30h60v60h-60z\""));
    let on_map = svg.split("<g class=\"legend").next().expect("the map comes first");
    let figures = on_map.split("<g class=\"figures").nth(1).and_then(|s| s.split("</g>").next()).expect("figures");
    // Two circles a man, hat and crown.
    assert_eq!(figures.matches('z').count(), 7 * 2);
    // Their muskets come first, and the front rank stands to the north.
    let begun = figures.split("d=\"M").nth(1).and_then(|d| d.split('v').next()).expect("a musket");
    assert!(begun.ends_with("-15.5"), "{begun}");
}

#[test]
fn nothing_a_scene_says_becomes_markup() {
    let evil = "<script>\"&'\u{1b}[31m\u{0}]]>";
    let mut scene = sample::scene();
    scene.title = evil.to_owned();
    scene.subtitle = evil.to_owned();
    scene.sides[0] = SideStyle { name: evil.to_owned(), colour: "\"/><script>".to_owned() };
    for body in &mut scene.bodies {
        body.name = evil.to_owned();
        body.key = evil.to_owned();
        body.strength = evil.to_owned();
        body.badges = vec![Badge { text: evil.to_owned(), tone: Tone::Bad }];
    }
    scene.zones[0].name = evil.to_owned();
    scene.notes[0].text = evil.to_owned();
    let ground = table(&mut scene);
    ground.ruler_name = evil.to_owned();
    ground.areas.iter_mut().for_each(|a| a.name = evil.to_owned());
    ground.lines.iter_mut().for_each(|l| l.name = evil.to_owned());
    let svg = draw::svg(&scene);
    parse(&svg);
    assert!(!svg.contains("<script") && !svg.contains('\u{1b}') && !svg.contains('\u{0}'));
    assert!(svg.contains("&lt;script&gt;&quot;&amp;&#39;"));
    let text = draw::terminal(&scene, 100, false);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn a_scene_of_nonsense_is_still_drawn() {
    let mut scene = sample::scene();
    for v in [f64::NAN, f64::INFINITY, -1e300, 0.0] {
        scene.bodies[0].at = [v, v];
        scene.bodies[0].facing = v;
        scene.bodies[1].parts[0].corners = [[v, v]; 4];
        scene.bodies[2].parts.clear();
        scene.bodies[3].parts[0].files = 0;
        scene.bodies[4].side = 9;
        scene.zones.push(Zone { name: String::new(), side: Some(7), outline: vec![[v, 1.0]; 3], fire: None });
        let ground = table(&mut scene);
        ground.areas[0].outline[0] = [v, v];
        ground.areas[8].outline[1] = [v, v];
        ground.areas[10].outline[1] = [v, v];
        ground.areas.push(GroundArea { outline: Vec::new(), ..ground.areas[0].clone() });
        ground.lines[0].points[1] = [v, v];
        ground.lines[2].points.truncate(1);
        ground.lines[3].points.clear();
        parse(&draw::svg(&scene));
        assert!(!draw::terminal(&scene, 0, true).is_empty());
        let mut sized = scene.clone();
        (table(&mut sized).width, table(&mut sized).ruler) = (v, v);
        parse(&draw::svg(&sized));
        assert!(!draw::terminal(&sized, 80, false).is_empty());
    }
}

#[cfg(feature = "png")]
#[test]
fn a_picture_has_the_width_asked_for_and_the_title_on_it() {
    let picture = |scene: &Scene| {
        let bytes = draw::png(scene, 900).expect("a picture");
        tiny_skia::Pixmap::decode_png(&bytes).expect("a sound PNG file")
    };
    let with_title = picture(&bare());
    let without = picture(&Scene { title: String::new(), ..bare() });
    let size = parse(&draw::svg(&bare())).size();
    assert_eq!(with_title.width(), 900);
    assert_eq!(with_title.height(), (f64::from(size.height()) * 900.0 / f64::from(size.width())).round() as u32);
    let dark = |p: &tiny_skia::Pixmap| {
        let top = p.height() / 20;
        p.pixels()[..(top * 900) as usize].iter().filter(|c| c.red() < 90).count()
    };
    assert!(dark(&with_title) > dark(&without) + 100, "the title is written with a font");
}

#[cfg(feature = "png")]
#[test]
fn a_picture_without_pixels_or_with_too_many_is_refused() {
    assert_eq!(draw::png(&bare(), 0), Err(draw::DrawError::Size { width: 0, height: 0 }));
    assert!(matches!(draw::png(&bare(), 60_000), Err(draw::DrawError::Size { width: 60_000, .. })));
}

/// The rows of the map itself, without gutter and frame.
fn map_rows(text: &str) -> Vec<Vec<char>> {
    let inside = |line: &str| line.split('│').nth(1).map(|row| row.chars().collect());
    text.lines().skip_while(|l| !l.contains('┌')).skip(1).map_while(inside).collect()
}

fn rider(id: u16, side: u8, at: [f64; 2], facing: f64) -> Body {
    let block = sample::Block { left: -50.0, figure: Figure::Rider, files: 4, figures: 4 };
    sample::body(id, side, Symbol::Horse, &format!("Troop {id}"), at, facing, &[block])
}

#[test]
fn the_terminal_puts_a_body_in_its_cell_with_an_arrow_before_it() {
    let mut scene = bare();
    // 72 cells of an inch across, 24 of two inches down. Fronts stand an inch before the middle of the troop.
    scene.bodies =
        vec![rider(1, 0, [10.5, 42.0], 0.0), rider(2, 1, [40.5, 10.0], 180.0), rider(3, 1, [60.0, 25.5], 90.0)];
    let text = draw::terminal(&scene, 78, false);
    let rows = map_rows(&text);
    assert_eq!((rows.len(), rows[0].len()), (24, 72));
    assert_eq!(rows[3][10], 'A', "{text}");
    assert_eq!(rows[2][10], '↑', "{text}");
    assert_eq!(rows[18][40], 'a', "{text}");
    assert_eq!(rows[19][40], '↓', "{text}");
    assert_eq!(rows[11][59], 'b', "{text}");
    assert_eq!(rows[11][60], '→', "{text}");
    let key: Vec<&str> = text.lines().filter(|l| l.contains("Troop")).collect();
    assert!(key[0].starts_with(" A ") && key[0].contains("↑ Troop 1 body-1"), "{}", key[0]);
    assert!(key[2].starts_with(" b ") && key[2].contains("→ Troop 3 body-3"), "{}", key[2]);
    // Each side has its own list.
    let place = |words: &str| text.lines().position(|line| line.trim() == words || line.contains(words));
    assert!(
        place("North") < place("Troop 1") && place("Troop 1") < place("South") && place("South") < place("Troop 2")
    );
}

#[test]
fn a_window_shows_a_part_of_the_table_larger() {
    let mut scene = bare();
    scene.bodies = vec![rider(1, 0, [10.5, 42.0], 0.0), rider(2, 1, [60.5, 10.0], 180.0)];
    let inch = 25.4;
    let window = draw::Window { west: 0.0, south: 30.0 * inch, east: 36.0 * inch, north: 48.0 * inch };
    let sheet = |window| draw::Sheet {
        window: Some(window),
        columns: 78,
        text_columns: 120,
        colour: false,
        absent: &[],
        roster: true,
    };
    let text = draw::terminal_sheet(&scene, &sheet(window));
    let rows = map_rows(&text);
    // Half an inch to a column, an inch to a row.
    assert_eq!((rows.len(), rows[0].len()), (18, 72));
    let a = rows.iter().position(|row| row.contains(&'A')).expect("the body in the window");
    assert!(a.abs_diff(48 - 42) <= 1 && rows[a].iter().position(|c| *c == 'A').is_some_and(|x| x.abs_diff(20) <= 2));
    assert!(text.contains("Troop 1") && !text.contains("Troop 2"), "{text}");
    assert!(text.contains("\n 48 │") && text.contains(" 36 │"), "the rulers count from the table's corner: {text}");
    // The letters are those of the whole map.
    assert_eq!(draw::keys(&scene, &[]), ["A", "a"]);
    let nonsense = draw::Window { west: f64::NAN, south: 5.0, east: -1.0, north: 5.0 };
    assert_eq!(
        draw::terminal_sheet(&scene, &sheet(nonsense)).lines().count(),
        draw::terminal(&scene, 78, false).lines().count()
    );
}

#[test]
fn the_terminal_map_keeps_its_proportions_and_its_width() {
    for columns in [80, 100, 120, 160] {
        for scene in [sample::scene(), sample::crowded()] {
            let text = draw::terminal(&scene, columns, false);
            let widest = text.lines().map(|l| l.chars().count()).max();
            assert!(widest.is_some_and(|w| w <= columns), "{widest:?} of {columns}");
            let rows = map_rows(&text);
            // A table half as long again as deep, in cells twice as high as wide: three columns to a row.
            assert!((rows[0].len() as f64 / rows.len() as f64 - 3.0).abs() < 0.1);
            assert!(text.lines().all(|l| !l.ends_with(' ')));
        }
    }
}

#[test]
fn the_terminal_shows_ground_where_it_lies_and_names_it_below() {
    let mut scene = bare();
    let mut ground = sample::ground();
    ground.areas.retain(|a| a.name == "Mill Pond" || a.name == "Great Wood");
    ground.lines.retain(|l| l.look == LineLook::LowWall);
    scene.field = Field::Table(ground.into());
    let text = draw::terminal(&scene, 78, false);
    let rows = map_rows(&text);
    assert_eq!(rows[(48 - 21) / 2][66], '≈', "{text}");
    assert_eq!(rows[(48 - 40) / 2][63], '♠', "{text}");
    assert_eq!(rows[(48 - 10) / 2][49], '▫', "{text}");
    for entry in ["≈ water (Mill Pond)", "♠ heavy woods (Great Wood)", "▫ low wall"] {
        assert!(text.contains(entry), "{entry}: {text}");
    }
    assert!(!text.contains("light woods"));
}

#[test]
fn the_terminal_marks_standing_and_badges() {
    let text = draw::terminal(&sample::scene(), 120, false);
    let line = |name: &str| text.lines().find(|l| l.contains(name)).unwrap_or_default().to_owned();
    assert!(line("Lord Ashby").starts_with(">A"));
    assert!(line("Sir Giles").starts_with("*B") && line("Sir Giles").contains("24 shot, 16 pike [1 hit]"));
    assert!(line("Harcourt").ends_with("[routing] [shaken]"));
    assert!(text.contains("> in question   * may be chosen"));
    assert!(line("Carew").contains("[in pursuit]"));
}

#[test]
fn colour_is_asked_for_and_ends_with_the_line() {
    assert!(!draw::terminal(&sample::scene(), 100, false).contains('\u{1b}'));
    let text = draw::terminal(&sample::scene(), 100, true);
    // The King's red as the ground his troops stand on.
    assert!(text.contains("48;2;178;58;46"));
    for line in text.lines().filter(|l| l.contains('\u{1b}')) {
        let last = line.rfind("\u{1b}[").expect("an escape");
        assert!(line[last..].starts_with("\u{1b}[0m"), "{line:?}");
    }
}

#[test]
fn more_bodies_than_letters_keep_keys_apart() {
    let mut scene = bare();
    scene.bodies =
        (0..60).map(|i| rider(i, 0, [4.0 + f64::from(i % 10) * 7.0, 5.0 + f64::from(i / 10) * 7.0], 0.0)).collect();
    scene.bodies[59].standing = Standing::Ready;
    let text = draw::terminal(&scene, 120, false);
    let mut keys: Vec<&str> = text.lines().filter(|l| l.contains("Troop")).map(|l| &l[1..3]).collect();
    assert_eq!((keys[0], keys[25], keys[26], keys[52]), ("A ", "Z ", "A2", "A3"));
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 60);
    let rows: Vec<String> = map_rows(&text).into_iter().map(|r| r.into_iter().collect()).collect();
    assert!(rows.iter().any(|r| r.contains("A2")) && rows.iter().any(|r| r.contains("H3")));
}

/// Whoever leaves the map keeps his letter for himself, and what belongs to somebody else never takes it.
#[test]
fn letters_last_for_the_whole_battle() {
    let mut scene = sample::scene();
    let body = |id: u16, side: u8, name: &str| Body { name: name.into(), ..rider(id, side, [10.0, 10.0], 0.0) };
    let everybody =
        [body(0, 0, "Ash"), body(1, 0, "Bell"), body(2, 1, "Croft"), body(3, 1, "Dale"), body(9, 0, "Lord")];
    let horses = body(5, 0, "horses of Bell");
    scene.bodies = everybody.to_vec();
    assert_eq!(draw::keys(&scene, &[]), ["A", "B", "a", "b", "C"]);
    let gone = |body: &Body| kernel::Absent {
        body: body.id,
        key: body.key.clone(),
        name: body.name.clone(),
        side: body.side,
        strength: String::new(),
        fate: "lost".into(),
    };
    let absent = [gone(&everybody[0]), gone(&everybody[2]), gone(&everybody[4])];
    scene.bodies = vec![everybody[1].clone(), everybody[3].clone(), horses.clone()];
    assert_eq!(draw::keys(&scene, &absent), ["B", "b", "D"], "C is the Lord's, who is away");
    scene.bodies = vec![everybody[1].clone(), everybody[3].clone(), everybody[4].clone(), horses];
    assert_eq!(draw::keys(&scene, &absent[..2]), ["B", "b", "C", "D"]);
}

#[test]
fn what_burns_is_in_flames_and_smokes_with_the_wind() {
    let mut scene = bare();
    let house = |west: f64| {
        [[west, 20.0], [west + 8.0, 20.0], [west + 8.0, 26.0], [west, 26.0]].map(|[x, y]| [x * INCH, y * INCH])
    };
    let zone = |fire| Zone { fire, ..Zone::plain("the farm burns", house(30.0).to_vec()) };
    scene.zones = vec![zone(None)];
    assert!(!draw::svg(&scene).contains("class=\"m-flame\"") && !draw::terminal(&scene, 78, false).contains('^'));
    // Smoke to the west of it, on the sheet to the left.
    let mut smoke = |wind: f64| {
        scene.zones = vec![zone(Some(wind))];
        let svg = draw::svg(&scene);
        parse(&svg);
        assert!(
            svg.contains("class=\"m-flame\"") && svg.contains("class=\"m-ember\"") && !svg.contains("class=\"m-zone\""),
            "{svg}"
        );
        let path = svg.split("<path ").find(|path| path.contains("class=\"m-smoke\"")).unwrap();
        let from = path.split(" d=\"M").nth(1).unwrap();
        from.split(|c: char| !(c.is_ascii_digit() || c == '.')).next().unwrap().parse::<f64>().unwrap()
    };
    assert!(smoke(270.0) + 20.0 < smoke(90.0));
    let text = draw::terminal(&scene, 78, false);
    let rows = map_rows(&text);
    assert_eq!(rows[(48 - 23) / 2][34], '^', "{text}");
    assert!(text.contains("^ the farm burns"), "{text}");
}
