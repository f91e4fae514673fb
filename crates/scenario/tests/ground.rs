//! The ground of a table.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use field::table::{INCH, Point, SlopeClass, Vec2};
use kernel::scene::{AreaLook, LineLook};
use scenario::{AreaKind, At, Bars, Bearing, Compass, Cover, Fault, Ground, GroundFile, LinearKind, Reporter, Source};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Map {
    #[allow(dead_code)]
    format: u8,
    ground: GroundFile,
}

fn compile(ground: &str) -> Result<Ground, Vec<Fault>> {
    let source = Source::new("map.toml", format!("format = 1\n{ground}"));
    let map: Map = scenario::read(&source).map_err(|faults| faults.0)?;
    let mut report = Reporter::new(&source);
    let ground = map.ground.compile(&mut report);
    report.finish(ground).map_err(|faults| faults.0)
}

fn sound(text: &str) -> Ground {
    compile(text).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

#[track_caller]
fn one_fault(text: &str, line: usize, column: usize, what: &str, instead: &str) {
    let faults = compile(text).expect_err("the ground should have a fault");
    assert_eq!(faults.len(), 1, "{faults:?}");
    let fault = &faults[0];
    assert_eq!((fault.line, fault.column), (line, column), "{fault}");
    assert!(fault.what.contains(what) && fault.instead.contains(instead), "{fault}");
}

fn inside(ground: &Ground, area: usize, x: f64, y: f64) -> bool {
    ground.areas[area].outline.contains(Vec2 { x: x * f64::from(INCH), y: y * f64::from(INCH) })
}

#[test]
fn outlines_can_be_written_in_four_ways() {
    let ground = sound(
        "[ground]\nsize = [60, 40]\n\
         [[ground.areas]]\nname = \"Wood\"\nkind = \"light-woods\"\npoints = [[1, 1], [9, 1], [5, 9]]\n\
         [[ground.areas]]\nkind = \"rough\"\ncircle = [20, 20, 5]\n\
         [[ground.areas]]\nkind = \"crops\"\nbox = [30, 10, 34, 20]\n\
         [[ground.areas]]\nkind = \"river\"\nalong = [[40, 0], [40, 20], [60, 20]]\nwidth = 2\n",
    );
    assert_eq!((ground.width, ground.height), (60 * INCH, 40 * INCH));
    assert_eq!(ground.areas[0].outline.points()[1], Point { x: 9 * INCH, y: INCH });
    assert!(inside(&ground, 0, 5.0, 5.0) && !inside(&ground, 0, 1.0, 5.0));
    assert!(inside(&ground, 1, 24.5, 20.0) && !inside(&ground, 1, 25.5, 20.0));
    assert!(inside(&ground, 2, 31.0, 19.0) && !inside(&ground, 2, 35.0, 19.0));
    // The banks meet on the line that halves the bend.
    assert!(inside(&ground, 3, 39.1, 20.9) && inside(&ground, 3, 40.9, 10.0) && inside(&ground, 3, 50.0, 20.9));
    assert!(!inside(&ground, 3, 41.1, 18.9) && !inside(&ground, 3, 38.9, 10.0));
    assert_eq!(ground.area("Wood"), Some(0));
    assert_eq!(ground.areas[1].name, "rough ground");
}

#[test]
fn a_town_has_a_garrison_and_cover() {
    let town =
        |keys: &str| sound(&format!("[[ground.areas]]\nkind = \"town\"\nbox = [1, 1, 5, 5]\n{keys}")).areas[0].kind;
    assert_eq!(town(""), AreaKind::Town { garrison: 24, shooting: Cover::Hard, combat: Cover::Hard, guns: false });
    assert_eq!(
        town("garrison = 12\nshooting = \"soft\"\ncombat = \"none\"\nguns = true\n"),
        AreaKind::Town { garrison: 12, shooting: Cover::Soft, combat: Cover::None, guns: true }
    );
    one_fault("[[ground.areas]]\nkind = \"rough\"\nbox = [1, 1, 5, 5]\ngarrison = 9\n", 5, 12, "only a town", "town");
}

#[test]
fn hills_have_contours_crests_and_slopes() {
    let ground = sound(
        "[[ground.hills]]\ncircle = [20, 20, 8]\n\
         [[ground.hills]]\ncircle = [20, 20, 4]\nlevel = 2\ncrest = [[17, 20], [23, 20]]\n\
         [[ground.slopes]]\nclass = \"impassable\"\nuphill = \"north-east\"\nto = [\"mounted\", \"guns\"]\nbox = [12, 12, 16, 16]\n\
         [[ground.slopes]]\nclass = \"steep\"\nuphill = 350\nbox = [18, 12, 22, 16]\n",
    );
    assert_eq!(ground.relief.levels.iter().map(|(_, level)| *level).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(ground.relief.crests[0].1, 2);
    assert_eq!((ground.relief.slopes[0].uphill, ground.relief.slopes[0].class), (4500, SlopeClass::Impassable));
    assert_eq!((ground.relief.slopes[1].uphill, ground.relief.slopes[1].class), (35_000, SlopeClass::Steep));
    assert_eq!(ground.slope_bars, [Bars { foot: false, mounted: true, guns: true }, Bars::NOBODY]);
}

#[test]
fn lines_have_kinds() {
    let ground = sound(
        "[[ground.lines]]\nname = \"Brook\"\nkind = \"stream\"\nsteep-banks = true\npoints = [[0, 5], [72, 6]]\n",
    );
    assert_eq!(ground.lines[0].kind, LinearKind::Stream { steep_banks: true });
    assert_eq!(ground.line("Brook"), Some(0));
    assert_eq!(ground.line("Beck"), None);
    one_fault(
        "[[ground.lines]]\nkind = \"road\"\nsteep-banks = true\npoints = [[0, 5], [7, 6]]\n",
        4,
        15,
        "banks",
        "stream",
    );
}

#[test]
fn faults_of_the_ground() {
    let area = |keys: &str| format!("[[ground.areas]]\nkind = \"rough\"\n{keys}\n");
    one_fault("[ground]\nsize = [5, 40]\n", 3, 8, "no table", "12 to 240");
    one_fault(&area("name = \"x\""), 2, 1, "no outline", "`points`, `circle`, `box`");
    one_fault(&area("circle = [5, 5, 2]\nbox = [1, 1, 2, 2]"), 5, 7, "second outline", "exactly one");
    one_fault(&area("points = [[1, 1], [2, 2]]"), 4, 10, "three corners", "[x, y]");
    one_fault(&area("points = [[0, 0], [4, 4], [4, 0], [0, 4]]"), 4, 10, "crosses itself", "in order");
    one_fault(&area("points = [[0, 0], [4, 4], [8, 8]]"), 4, 10, "encloses nothing", "in order");
    one_fault(&area("box = [5, 1, 2, 2]"), 4, 7, "no size", "smaller first");
    one_fault(&area("circle = [5, 5, 0]"), 4, 10, "no size", "radius");
    one_fault(&area("along = [[1, 1], [5, 5]]"), 4, 9, "a width", "width = 2");
    one_fault(&area("circle = [500, 5, 3]"), 4, 10, "far off the table", "[72, 48]");
    one_fault("[[ground.lines]]\nkind = \"fence\"\npoints = [[1, 1]]\n", 4, 10, "two points", "[x, y]");
    one_fault("[[ground.hills]]\ncircle = [5, 5, 3]\nlevel = 0\n", 4, 9, "1 to 9", "level = 1");
    let twice = "[[ground.areas]]\nname = \"A\"\nkind = \"rough\"\ncircle = [5, 5, 2]\n";
    one_fault(&format!("{twice}{twice}"), 7, 8, "another one already", "its own");
}

#[test]
fn bearings_are_words_or_degrees() {
    assert_eq!(Bearing::Word(Compass::SouthWest).cdeg(), 22_500);
    assert_eq!(Bearing::Degrees(-45.0).cdeg(), 31_500);
    assert_eq!(Bearing::Degrees(360.0).cdeg(), 0);
}

#[test]
fn the_ground_can_be_drawn() {
    let ground = sound(
        "[ground]\nsize = [48, 36]\n\
         [[ground.areas]]\nname = \"Severn\"\nkind = \"river\"\nalong = [[0, 20], [48, 20]]\nwidth = 3\n\
         [[ground.areas]]\nname = \"Bridge\"\nkind = \"bridge\"\nbox = [23, 18, 25, 22]\n\
         [[ground.hills]]\ncircle = [10, 10, 4]\nlevel = 2\n\
         [[ground.hills]]\ncircle = [10, 10, 6]\n\
         [[ground.lines]]\nkind = \"hedgerow\"\npoints = [[1, 1], [5, 1]]\n",
    );
    let scene = scenario::scene_field(&ground);
    assert_eq!((scene.width.round() as i32, scene.ruler_name.as_str()), (1219, "inches"));
    // Low ground is drawn before high ground, and both before what lies on them.
    let looks: Vec<(AreaLook, u8)> = scene.areas.iter().map(|area| (area.look, area.level)).collect();
    assert_eq!(looks, [(AreaLook::Hill, 1), (AreaLook::Hill, 2), (AreaLook::Water, 0)]);
    let bridge = &scene.lines[0];
    assert_eq!((bridge.look, bridge.width.round() as i32), (LineLook::Bridge, 51));
    assert_eq!(
        bridge.points.iter().map(|p| [p[0].round(), p[1].round()]).collect::<Vec<_>>(),
        [[610.0, 457.0], [610.0, 559.0]]
    );
    assert_eq!(scene.lines[1].look, LineLook::Hedgerow);
    let dry = scenario::scene_field_as(&ground, |_, _| AreaKind::Rough);
    assert!(dry.areas.iter().any(|area| area.look == AreaLook::Rough));
}

#[test]
fn places_are_kept_with_values() {
    let value = At { value: 3, span: 4..5 };
    assert_eq!((*value, value.span()), (3, 4..5));
}
