//! What the page in the browser is given.

#[path = "sample/hexes.rs"]
mod hexes;
#[path = "sample/mod.rs"]
mod table;

use draw::page::{self, Piece};
use kernel::scene::{Badge, Scene, Standing, Tone};
use std::collections::BTreeSet;
use std::path::Path;

/// Everything that can be drawn, on either kind of field.
fn scenes() -> [Scene; 4] {
    [table::scene(), table::crowded(), hexes::scene(true), hexes::scene(false)]
}

/// All the markup a scene sends.
fn markup(scene: &Scene) -> String {
    let sheet = page::sheet(scene, "g-");
    let looks: Vec<String> = page::looks(scene, |_| true).into_values().collect();
    [sheet.ground, sheet.grid, sheet.margin, looks.concat()].concat()
}

/// The style sheet stands beside the page's own files, so that it is built with them. `UPDATE_PICTURE=1` writes it anew.
#[test]
fn the_page_has_the_style_of_today() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/map/picture.css");
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&path, page::style()).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page::style(), "picture.css is not what `draw` paints with today: run with UPDATE_PICTURE=1");
}

#[test]
fn the_drawing_has_no_colour_of_its_own_and_every_class_has_a_rule() {
    let style = page::style();
    let mut classes: BTreeSet<String> = BTreeSet::new();
    for scene in scenes() {
        let drawn = markup(&scene);
        for paint in ["fill=\"#", "stroke=\"#", "fill=\"rgb", "style="] {
            assert!(!drawn.contains(paint), "{paint}");
        }
        let named = drawn.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
        classes
            .extend(named.flat_map(str::split_whitespace).filter(|class| class.starts_with("m-")).map(str::to_owned));
    }
    assert!(classes.len() > 120, "{}", classes.len());
    let ruled = |class: &&String| {
        let rule = format!(".{class}");
        style.match_indices(&rule).any(|(at, _)| style[at + rule.len()..].starts_with([' ', ',', '.', ':']))
    };
    // What only paper tells.
    let bare: Vec<&String> = classes.iter().filter(|class| !ruled(class)).collect();
    assert!(bare.is_empty(), "{bare:?}");
}

#[test]
fn every_paint_of_the_style_is_known() {
    let style = page::style();
    let wanted: BTreeSet<&str> =
        style.split("var(--m-").skip(1).filter_map(|rest| rest.split([')', ',']).next()).collect();
    for paint in wanted {
        assert!(style.contains(&format!("--m-{paint}: ")), "{paint}");
    }
}

#[test]
fn names_in_the_markup_belong_to_the_ground() {
    for scene in scenes() {
        let ground = page::sheet(&scene, "g12-").ground;
        let ids: Vec<&str> = ground.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(ids.len() > 5 && ids.iter().all(|id| id.starts_with("g12-") || id.starts_with("m-")), "{ids:?}");
        let mut apart = ids.clone();
        apart.sort_unstable();
        apart.dedup();
        assert_eq!(apart.len(), ids.len());
        // Whatever is used is there.
        for used in ground.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(ids.contains(&used), "{used}");
        }
    }
}

#[expect(clippy::expect_used, reason = "a body that lies nowhere fails the test")]
fn piece(scene: &Scene, body: u16) -> Piece {
    page::pieces(scene).into_iter().find(|piece| piece.body == body).expect("the body lies somewhere")
}

#[test]
fn every_body_lies_somewhere_and_its_look_can_be_had() {
    for scene in scenes() {
        let pieces = page::pieces(&scene);
        let mut bodies: Vec<u16> = pieces.iter().map(|piece| piece.body).collect();
        bodies.sort_unstable();
        let mut all: Vec<u16> = scene.bodies.iter().map(|body| body.id).collect();
        all.sort_unstable();
        assert_eq!(bodies, all);
        let looks = page::looks(&scene, |_| true);
        assert!(pieces.iter().all(|piece| looks[&piece.look].contains("<path")));
        let wanted = &pieces[0].look;
        let one: Vec<String> = page::looks(&scene, |look| look == wanted).into_keys().collect();
        assert_eq!(one, std::slice::from_ref(wanted));
    }
}

#[test]
fn a_counter_keeps_its_look_wherever_it_goes_and_loses_it_with_its_strength() {
    let mut scene = hexes::scene(true);
    let id = scene.bodies.iter().find(|body| body.parts.len() == 1 && body.badges.is_empty()).expect("a counter").id;
    let before = piece(&scene, id);
    let at = scene.bodies.iter().position(|body| body.id == id).expect("it is there");
    let by = [1.0, 0.0];
    let body = &mut scene.bodies[at];
    body.at = [body.at[0] + by[0], body.at[1] + by[1]];
    body.parts[0].corners = body.parts[0].corners.map(|c| [c[0] + by[0], c[1] + by[1]]);
    body.parts[0].corners.rotate_left(2);
    body.standing = Standing::Spent;
    let moved = piece(&scene, id);
    assert_eq!(moved.look, before.look, "moved, turned about and spent");
    assert!((moved.turn - before.turn).abs() > 179.0 && moved.at != before.at);
    for change in 0..3 {
        let mut scene = scene.clone();
        let body = &mut scene.bodies[at];
        match change {
            0 => body.strength = "1-1".to_owned(),
            1 => body.name.push('!'),
            _ => body.badges.push(Badge { text: "shaken".to_owned(), tone: Tone::Bad }),
        }
        assert_ne!(piece(&scene, id).look, before.look, "change {change}");
    }
}

#[test]
fn regiments_alike_share_a_look_and_a_casualty_parts_them() {
    let mut scene = table::scene();
    let at = scene.bodies.iter().position(|body| body.parts.len() == 3).expect("a regiment");
    let mut twin = scene.bodies[at].clone();
    (twin.id, twin.name, twin.strength) = (900, "Another".to_owned(), "many".to_owned());
    twin.at = [twin.at[0] + 33.0, twin.at[1] - 21.0];
    for part in &mut twin.parts {
        part.corners = part.corners.map(|c| [c[0] + 33.0, c[1] - 21.0]);
    }
    scene.bodies.push(twin);
    let first = piece(&scene, scene.bodies[at].id);
    assert_eq!(piece(&scene, 900).look, first.look);
    assert!(first.shows.is_some_and(|[near, sign]| near > sign), "figures are seen from nearer than their sign");
    scene.bodies.last_mut().expect("the twin").parts[1].figures -= 1;
    assert_ne!(piece(&scene, 900).look, first.look);
}

#[test]
fn nothing_a_scene_says_becomes_markup() {
    let evil = "<script>\"&'\u{1b}[31m\u{0}]]>";
    for mut scene in scenes() {
        for body in &mut scene.bodies {
            (body.name, body.strength) = (evil.to_owned(), evil.to_owned());
            body.badges = vec![Badge { text: evil.to_owned(), tone: Tone::Bad }];
        }
        let drawn = markup(&scene);
        assert!(!drawn.contains("<script") && !drawn.contains('\u{1b}') && !drawn.contains('\u{0}'));
    }
}
