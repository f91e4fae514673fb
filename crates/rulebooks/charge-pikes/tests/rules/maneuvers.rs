//! Chapter 15: flanks, interpenetration, maneuvers and formation changes, skirmish movement, the movement chart; with the
//! movement side of chapters 7 and 20.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::cards::Kind;
use charge_pikes::decision::{Decision, Manoeuvre};
use charge_pikes::movement::maneuvers::{MoveChoice, Moved, horse_holders};
use charge_pikes::sequence::TurnChoice;
use charge_pikes::state::{Formation, Horses, Loss, Mode, Morale, Place};
use field::table::Passing;
use field::table::{Cdeg, INCH, MM, Point, Pose, Um};
use kernel::{Refusal, Seat};

fn unit(key: &str, side: &str, kind: &str, grade: &str, at: [f64; 2], more: &str) -> String {
    let [x, y] = at;
    let facing = if side == "red" { "north" } else { "south" };
    format!(
        "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nkind = \"{kind}\"\ngrade = \"{grade}\"\nat = [{x}, {y}]\nfacing = \"{facing}\"\n{more}\n"
    )
}

/// Steady foot of grade C, then the same of grade D: both columns of the table.
fn drilled_and_raw(more: &str) -> String {
    unit("drilled", "red", "foot", "C", [20.0, 20.0], more) + &unit("raw", "red", "foot", "D", [50.0, 20.0], more)
}

fn outcome(game: &Situation, key: &str, manoeuvre: Manoeuvre) -> Result<Moved, Refusal> {
    game.table().outcome(game.id(key), &manoeuvre)
}

/// What a manoeuvre costs, in inches.
fn price(game: &Situation, key: &str, manoeuvre: Manoeuvre) -> f64 {
    let moved = outcome(game, key, manoeuvre).unwrap_or_else(|refusal| panic!("{key}: {refusal}"));
    f64::from(moved.cost) / f64::from(INCH)
}

fn rule(game: &Situation, key: &str, manoeuvre: Manoeuvre) -> String {
    outcome(game, key, manoeuvre).map_or_else(|refusal| refusal.rule.into_owned(), |_| "allowed".to_owned())
}

fn make(game: &mut Situation, key: &str, manoeuvre: Manoeuvre) {
    let id = game.id(key);
    game.table().judge_move(id, &manoeuvre).unwrap_or_else(|refusal| panic!("{key}: {refusal}"));
    game.act(&[], |play| play.make_move(id, manoeuvre));
}

/// The unit as a new turn finds it.
fn next_turn(game: &mut Situation, key: &str) {
    let unit = game.unit_mut(key);
    (unit.spent, unit.moved, unit.rotated, unit.finished) = (0, false, false, false);
}

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() < 0.005
}

const AHEAD: fn(i32) -> Manoeuvre = |whole| Manoeuvre::Advance(inches(whole));

// --- 15.12 Movement chart

#[test]
fn movement_chart() {
    // CP 15.12.1, T3; CP 15.12.3: guns have a move and nothing else, their crews run like skirmishers.
    let file = unit("foot", "red", "foot", "C", [10.0, 10.0], "muskets = 6")
        + &unit("skirmishers", "red", "skirmishers", "C", [20.0, 10.0], "figures = 6")
        + &unit("dragoons", "red", "dragoons", "C", [30.0, 10.0], "figures = 6")
        + &unit("cuirassiers", "red", "cuirassiers", "C", [40.0, 10.0], "figures = 6")
        + &unit("horse", "red", "horse", "C", [50.0, 10.0], "figures = 6")
        + &unit("lancers", "red", "lancers", "C", [60.0, 10.0], "figures = 6")
        + &unit(
            "light",
            "red",
            "battery",
            "C",
            [10.0, 20.0],
            "guns = [\"light\"]\nlimbers = true\nformation = \"limbered\"",
        )
        + &unit("light-by-hand", "red", "battery", "C", [20.0, 20.0], "guns = [\"light\"]")
        + &unit(
            "field",
            "red",
            "battery",
            "C",
            [30.0, 20.0],
            "guns = [\"field\", \"light\"]\nlimbers = true\nformation = \"limbered\"",
        )
        + &unit("field-by-hand", "red", "battery", "C", [40.0, 20.0], "guns = [\"field\", \"light\"]")
        + &unit(
            "heavy",
            "red",
            "battery",
            "C",
            [50.0, 20.0],
            "guns = [\"heavy\"]\nlimbers = true\nformation = \"limbered\"",
        )
        + &unit("heavy-by-hand", "red", "battery", "C", [60.0, 20.0], "guns = [\"heavy\", \"light\"]")
        + &unit("wagons", "red", "wagons", "C", [10.0, 30.0], "figures = 1")
        + &unit("clan", "red", "highland-shock", "C", [20.0, 30.0], "figures = 12");
    // CP 20.6.2a, 20.6.2b, 20.6.2c: the last row.
    let chart = [
        ("foot", 6, 8, 10),
        ("skirmishers", 4, 8, 10),
        ("dragoons", 12, 12, 24),
        ("cuirassiers", 12, 16, 20),
        ("horse", 12, 20, 24),
        ("lancers", 12, 20, 24),
        ("light", 8, 0, 10),
        ("light-by-hand", 6, 0, 10),
        ("field", 4, 0, 10),
        ("field-by-hand", 2, 0, 10),
        ("heavy", 4, 0, 10),
        ("heavy-by-hand", 0, 0, 10),
        ("wagons", 6, 0, 0),
        ("clan", 6, 12, 12),
    ];
    for scale in ["25mm", "15mm"] {
        let game = Situation::with_options(&format!("scale = \"{scale}\"\nlancers = true\nhighlanders = true"), &file);
        let table = game.table();
        let at = |printed: i32| if scale == "15mm" { inches(printed) / 4 * 3 } else { inches(printed) };
        for (key, walk, charge, run) in chart {
            let id = game.id(key);
            assert_eq!(table.move_speed(id), at(walk), "{key} {scale}");
            assert_eq!(table.charge_speed(id), at(charge), "{key} {scale}");
            assert_eq!(table.flight_speed(id), at(run), "{key} {scale}");
        }
        assert_eq!(table.general_speed(), at(24));
    }
}

#[test]
fn march_columns() {
    // CP V40, CP 7.3.3, 15.12.4: 12" a turn, shaken at once by a visible enemy at 12".
    let column = unit("column", "red", "foot", "C", [36.0, 20.0], "muskets = 24\nformation = \"march-column\"");
    let enemy = |y: f64| unit("enemy", "blue", "foot", "C", [36.0, y], "muskets = 12");
    let mut game = Situation::new(&(column.clone() + &enemy(46.0)));
    assert_eq!(game.table().move_speed(game.id("column")), inches(12));
    assert!(outcome(&game, "column", AHEAD(12)).is_ok());
    assert_eq!(rule(&game, "column", AHEAD(13)), "CP 15.12.1");
    make(&mut game, "column", AHEAD(12));
    game.act(&[], |play| play.alarm_columns());
    assert_eq!(game.unit("column").morale, Morale::Good);
    // CP 7.3.5
    let mut game = Situation::new(&(column.clone() + &enemy(32.0)));
    let entries = game.act(&[], |play| play.alarm_columns());
    assert_eq!(game.unit("column").morale, Morale::Shaken);
    assert!(entries.iter().any(|entry| entry.rule == "CP 7.3.5"));
    // Out of sight it keeps its heart.
    let crops = "\n[[ground.areas]]\nkind = \"crops\"\nbox = [0, 24, 72, 26]\n";
    let mut game = Situation::new(&(crops.to_owned() + &column + &enemy(32.0)));
    game.act(&[], |play| play.alarm_columns());
    assert_eq!(game.unit("column").morale, Morale::Good);
}

#[test]
fn heavy_guns_traverse() {
    // CP 15.12.2
    let guns = |class: &str| unit("guns", "red", "battery", "C", [36.0, 20.0], &format!("guns = [\"{class}\"]"));
    let mut game = Situation::new(&guns("heavy"));
    assert_eq!(rule(&game, "guns", AHEAD(1)), "CP 15.12.1");
    assert_eq!(rule(&game, "guns", Manoeuvre::Rotate(4_600)), "CP 15.12.2");
    assert_eq!(rule(&game, "guns", Manoeuvre::AboutFace), "CP 15.12.2");
    let center = game.table().body(game.id("guns")).main().center();
    make(&mut game, "guns", Manoeuvre::Rotate(4_500));
    assert_eq!(game.unit("guns").pose.facing, 4_500);
    assert!(game.table().body(game.id("guns")).main().center().distance(center) < 2.0);
    // It is a move: no shot this turn, and no second one.
    assert!(game.unit("guns").moved && !game.unit("guns").rotated && game.unit("guns").finished);
    let light = Situation::new(&guns("light"));
    assert_eq!(rule(&light, "guns", Manoeuvre::Rotate(1_000)), "CP 15.12.2");
}

// --- 15.9 Maneuvers

#[test]
fn wheels() {
    // CP V45, CP 15.9.1: 12 musketeers abreast are 240 mm; 30 degrees are 4.947", at half speed for the second column.
    let game = Situation::new(&drilled_and_raw("muskets = 24\nfiles = 12"));
    let wheel = |angle: Cdeg| Manoeuvre::Wheel { right: true, angle };
    assert!(near(price(&game, "drilled", wheel(3_000)), 4.947));
    assert!(near(6.0 - price(&game, "drilled", wheel(3_000)), 1.053));
    assert_eq!(rule(&game, "drilled", wheel(3_700)), "CP 15.12.1");
    assert!(near(price(&game, "raw", wheel(1_819)), 6.0));
    assert_eq!(rule(&game, "raw", wheel(1_830)), "CP 15.12.1");
    // The right front corner stands; the unit faces as much further to the right.
    let moved = outcome(&game, "drilled", wheel(3_000)).unwrap();
    let (before, after) = (game.table().body(game.id("drilled")), game.rules.body_of(game.id("drilled"), &moved.unit));
    assert!(before.front_ends().1.distance(after.front_ends().1) < 2.0);
    assert_eq!(moved.unit.pose.facing, 3_000);
    let left = outcome(&game, "drilled", Manoeuvre::Wheel { right: false, angle: 3_000 }).unwrap();
    assert_eq!(left.unit.pose.facing, 33_000);
}

#[test]
fn unsteady_troops_use_the_second_column() {
    // CP 15.9.1, 20.6.3
    let mut game = Situation::new(&drilled_and_raw("muskets = 24\nfiles = 12"));
    game.unit_mut("drilled").disordered = true;
    assert!(near(price(&game, "drilled", Manoeuvre::Wheel { right: true, angle: 1_000 }), 2.0 * 1.649));
    let clan = unit("clan", "red", "highland-shock", "A", [20.0, 20.0], "figures = 12\nfiles = 12");
    let game = Situation::with_options("highlanders = true", &clan);
    assert!(near(price(&game, "clan", Manoeuvre::Wheel { right: true, angle: 1_000 }), 2.0 * 1.649));
}

#[test]
fn a_wing_wheels_alone() {
    // CP 15.9.2, 15.9.8, 7.3.10
    let game = Situation::new(&drilled_and_raw("pikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 6, right = 6 }"));
    let wing = |right: bool, angle: Cdeg| Manoeuvre::WheelWing { right, angle };
    // Six files of 20 mm: 120 mm swung 45 degrees is 3.711".
    assert!(near(price(&game, "drilled", wing(true, 4_500)), 3.711));
    assert!(near(price(&game, "raw", wing(true, 3_000)), 2.0 * 2.474));
    // Back at retiring speed.
    assert!(near(price(&game, "drilled", wing(false, -3_000)), 2.0 * 2.474));
    assert!(near(price(&game, "raw", wing(false, -1_500)), 4.0 * 1.237));
    // It still touches the pikes, so it cannot go beyond their face.
    let mut turned = game.state.clone();
    turned.units[0].layout.right_angle = 8_000;
    let swung = Situation { rules: game.rules.clone(), state: turned };
    assert_eq!(rule(&swung, "drilled", wing(true, 1_500)), "CP 15.9.2");
    let moved = outcome(&game, "drilled", wing(true, -1_500)).unwrap();
    let body = game.rules.body_of(game.id("drilled"), &moved.unit);
    assert!(body.blocks[0].touches(&body.blocks[2]));
    let shot = Situation::new(&drilled_and_raw("muskets = 24"));
    assert_eq!(rule(&shot, "drilled", wing(true, 1_500)), "CP 15.9.2");
}

#[test]
fn changing_frontage() {
    // CP X4, CP 15.9.3: from 12 wide to 8 wide costs 4".
    let game = Situation::new(&drilled_and_raw("muskets = 36\nfiles = 12"));
    let to = |centre: u8| Manoeuvre::Frontage { left: 0, centre, right: 0 };
    assert!(near(price(&game, "drilled", to(8)), 4.0));
    assert!(near(price(&game, "raw", to(10)), 4.0));
    assert_eq!(rule(&game, "raw", to(8)), "CP 15.12.1");
    let small = Situation::with_options("scale = \"15mm\"", &drilled_and_raw("muskets = 36\nfiles = 12"));
    assert!(near(price(&small, "drilled", to(8)), 3.0));
    let horse = unit("drilled", "red", "horse", "C", [20.0, 20.0], "figures = 12\nfiles = 6")
        + &unit("raw", "red", "horse", "D", [50.0, 20.0], "figures = 12\nfiles = 6");
    let game = Situation::new(&horse);
    assert!(near(price(&game, "drilled", to(8)), 4.0));
    assert!(near(price(&game, "raw", to(8)), 8.0));
    // CP 7.3.7, 7.3.9: any frontage, each wing as deep as it likes.
    let mut game =
        Situation::new(&drilled_and_raw("pikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 6, right = 6 }"));
    let uneven = Manoeuvre::Frontage { left: 4, centre: 6, right: 8 };
    assert!(near(price(&game, "drilled", uneven), 4.0));
    // CP 7.3.6: a wing on each side, always.
    assert_eq!(rule(&game, "drilled", Manoeuvre::Frontage { left: 6, centre: 6, right: 0 }), "CP 7.3.6");
    make(&mut game, "drilled", uneven);
    let depths: Vec<i32> =
        game.table().body(game.id("drilled")).blocks.iter().map(|b| (b.depth / 1000.0) as i32).collect();
    assert_eq!(depths, [40, 60, 40]);
}

#[test]
fn retiring_sidestepping_and_oblique_moves() {
    // CP 15.9.7 and T4
    let game = Situation::new(&drilled_and_raw("muskets = 12\nfiles = 6"));
    let back = Manoeuvre::Retire(inches(5) / 4);
    let side = Manoeuvre::Sidestep { right: true, distance: inches(1) };
    let slant = Manoeuvre::Oblique { right: false, distance: inches(1) };
    assert!(near(price(&game, "drilled", back), 2.5));
    assert!(near(price(&game, "raw", back), 5.0));
    for manoeuvre in [side, slant] {
        assert!(near(price(&game, "drilled", manoeuvre), 4.0));
        assert!(near(price(&game, "raw", manoeuvre), 4.0));
    }
    for manoeuvre in [back, side, slant] {
        assert!(outcome(&game, "drilled", manoeuvre).unwrap().disorder.is_none());
        assert_eq!(outcome(&game, "raw", manoeuvre).unwrap().disorder.unwrap().0, "CP 15.9.7");
        assert_eq!(outcome(&game, "raw", manoeuvre).unwrap().unit.pose.facing, 0);
    }
    let at = |manoeuvre| outcome(&game, "drilled", manoeuvre).unwrap().unit.pose.at;
    assert_eq!(at(back), Point::new(20 * INCH, 20 * INCH - inches(5) / 4));
    assert_eq!(at(side), Point::new(21 * INCH, 20 * INCH));
    let moved = at(slant);
    assert_eq!(moved.x - 20 * INCH, -(moved.y - 20 * INCH));
    let mut game = Situation::new(&drilled_and_raw("muskets = 12\nfiles = 6"));
    make(&mut game, "raw", side);
    assert!(game.unit("raw").disordered);
}

#[test]
fn formation_changes_and_facing_about() {
    let file = drilled_and_raw("pikes = 12\nmuskets = 24");
    // CP 15.9.4: one full move.
    let mut game = Situation::new(&file);
    make(&mut game, "drilled", Manoeuvre::Form(Formation::MarchColumn));
    let unit = *game.unit("drilled");
    assert_eq!((unit.formation, unit.changing, unit.morale), (Formation::MarchColumn, 0, Morale::Good));
    assert!(unit.finished);
    // CP 15.9.6: two full moves, in the new formation at once, shaken till the second is over.
    make(&mut game, "raw", Manoeuvre::Form(Formation::Square));
    let unit = *game.unit("raw");
    assert_eq!((unit.formation, unit.changing, unit.morale), (Formation::Square, 1, Morale::Shaken));
    assert!(unit.shaken_by_change);
    game.act(&[], |play| play.recover_all());
    assert_eq!(game.unit("raw").morale, Morale::Shaken);
    next_turn(&mut game, "raw");
    assert_eq!(game.table().may_move(game.id("raw")).unwrap_err().rule, "CP 15.9.6");
    game.act(&[], |play| play.recover_all());
    assert_eq!((game.unit("raw").morale, game.unit("raw").changing), (Morale::Good, 0));
    // CP 7.3.12
    next_turn(&mut game, "raw");
    assert_eq!(rule(&game, "raw", AHEAD(1)), "CP 7.3.12");
    assert!(outcome(&game, "raw", Manoeuvre::Form(Formation::Line)).is_ok());
    // A full move needs the whole of it.
    let mut game = Situation::new(&file);
    make(&mut game, "drilled", AHEAD(1));
    assert_eq!(rule(&game, "drilled", Manoeuvre::AboutFace), "CP 15.9.4");
    // The same ground, the other way round.
    let mut game = Situation::new(&drilled_and_raw("muskets = 12\nfiles = 6"));
    let before = game.table().body(game.id("drilled")).into_body();
    make(&mut game, "drilled", Manoeuvre::AboutFace);
    let after = game.table().body(game.id("drilled"));
    assert!(before.main().center().distance(after.main().center()) < 2.0);
    assert_eq!(game.unit("drilled").pose.facing, 18_000);
}

#[test]
fn changing_close_to_the_enemy_shakes() {
    // CP 15.9.5
    let game = |gap: f64, more: &str| {
        let file = unit("drilled", "red", "foot", "C", [20.0, 20.0], "pikes = 12\nmuskets = 24")
            + &unit("enemy", "blue", "horse", "C", [20.0, 20.0 + gap], more);
        Situation::new(&file)
    };
    let riders = "figures = 6\nfiles = 6";
    let shaken = |game: &Situation, manoeuvre| outcome(game, "drilled", manoeuvre).unwrap().shake.is_some();
    assert!(shaken(&game(6.0, riders), Manoeuvre::AboutFace));
    assert!(shaken(&game(6.0, riders), Manoeuvre::Form(Formation::MarchColumn)));
    assert!(!shaken(&game(6.1, riders), Manoeuvre::AboutFace));
    assert!(!shaken(&game(3.0, riders), Manoeuvre::Form(Formation::Square)));
    let mut routed = game(4.0, riders);
    routed.unit_mut("enemy").mode = Mode::Routing;
    assert!(!shaken(&routed, Manoeuvre::AboutFace));
}

#[test]
fn who_forms_what() {
    // CP 7.3.1, 7.4.1, 7.5.1, 15.9.13b
    let file = unit("shot", "red", "foot", "C", [10.0, 20.0], "muskets = 12")
        + &unit("horse", "red", "horse", "C", [30.0, 20.0], "figures = 12")
        + &unit("guns", "red", "battery", "C", [50.0, 20.0], "guns = [\"light\"]");
    let game = Situation::new(&file);
    // Without pikes there is no square.
    assert_eq!(rule(&game, "shot", Manoeuvre::Form(Formation::Square)), "CP 7.3.1");
    assert_eq!(rule(&game, "horse", Manoeuvre::Form(Formation::MarchColumn)), "CP 7.4.1");
    assert_eq!(rule(&game, "guns", Manoeuvre::Form(Formation::Limbered)), "CP 15.9.13b");
}

#[test]
fn illegal_formations_only_go_forward() {
    // CP 7.3.13
    let file = unit(
        "mess",
        "red",
        "foot",
        "C",
        [20.0, 20.0],
        "pikes = 12\nmuskets = 24\nstart = { illegal = true, disordered = true }",
    );
    let mut game = Situation::new(&file);
    assert_eq!(rule(&game, "mess", Manoeuvre::Wheel { right: true, angle: 500 }), "CP 7.3.13");
    assert_eq!(rule(&game, "mess", Manoeuvre::Retire(inches(1) / 2)), "CP 7.3.13");
    assert!(outcome(&game, "mess", AHEAD(3)).is_ok());
    make(&mut game, "mess", Manoeuvre::Form(Formation::Line));
    assert!(!game.unit("mess").illegal);
}

#[test]
fn dragoons_dismount_and_mount() {
    // CP V29, CP 15.9.10
    assert_eq!((horse_holders(25), horse_holders(9)), (2, 1));
    let file = unit("dragoons", "red", "dragoons", "C", [20.0, 20.0], "figures = 25\nfiles = 13");
    let mut game = Situation::new(&file);
    // CP 15.9.9: half a turn; CP V46: 23 skirmishers and 2 holders.
    make(&mut game, "dragoons", Manoeuvre::Dismount);
    let unit = *game.unit("dragoons");
    assert_eq!((unit.others, unit.formation, unit.mounted), (23, Formation::Open, false));
    assert!(matches!(unit.horses, Horses::Led { holders: 2, .. }));
    let id = game.id("dragoons");
    assert_eq!(game.table().move_left(id), inches(2));
    assert!(unit.moved);
    // CP 15.9.11: the horses stay where they are.
    let horses = unit.horses;
    make(&mut game, "dragoons", AHEAD(2));
    assert_eq!(game.unit("dragoons").horses, horses);
    next_turn(&mut game, "dragoons");
    assert_eq!(rule(&game, "dragoons", Manoeuvre::Mount), "CP 15.9.11");
    make(&mut game, "dragoons", Manoeuvre::Retire(inches(2)));
    // CP 15.9.9: mounting takes a full turn.
    assert_eq!(rule(&game, "dragoons", Manoeuvre::Mount), "CP 15.9.9");
    next_turn(&mut game, "dragoons");
    make(&mut game, "dragoons", Manoeuvre::Mount);
    let unit = *game.unit("dragoons");
    assert_eq!((unit.others, unit.mounted, unit.horses), (25, true, Horses::Ridden));
    assert!(unit.finished);
    // Too late in the turn to dismount.
    let mut game = Situation::new(&file);
    make(&mut game, "dragoons", AHEAD(7));
    assert_eq!(rule(&game, "dragoons", Manoeuvre::Dismount), "CP 15.9.9");
    // Horses gone.
    let mut game = Situation::new(&file);
    make(&mut game, "dragoons", Manoeuvre::Dismount);
    next_turn(&mut game, "dragoons");
    game.unit_mut("dragoons").horses = Horses::Dispersed;
    assert_eq!(rule(&game, "dragoons", Manoeuvre::Mount), "CP 15.9.11");
}

#[test]
fn guns_unlimber() {
    // CP 15.9.12
    let guns = |classes: &str| {
        let more = format!("guns = [{classes}]\nlimbers = true\nformation = \"limbered\"");
        Situation::new(&unit("guns", "red", "battery", "C", [36.0, 20.0], &more))
    };
    let mut light = guns("\"light\"");
    make(&mut light, "guns", AHEAD(4));
    make(&mut light, "guns", Manoeuvre::Unlimber);
    assert_eq!(light.unit("guns").formation, Formation::Unlimbered);
    assert_eq!(light.table().move_left(light.id("guns")), 0);
    // CP 15.9.13a
    assert!(!light.state.batteries[0].guns[0].limber);
    let mut fresh = guns("\"light\"");
    make(&mut fresh, "guns", Manoeuvre::Unlimber);
    assert_eq!(fresh.table().move_left(fresh.id("guns")), inches(3));
    // A battery unlimbers as one, at the highest cost.
    let mut mixed = guns("\"light\", \"field\"");
    make(&mut mixed, "guns", AHEAD(1));
    assert_eq!(rule(&mixed, "guns", Manoeuvre::Unlimber), "CP 15.9.4");
    let mut mixed = guns("\"light\", \"field\"");
    make(&mut mixed, "guns", Manoeuvre::Unlimber);
    assert_eq!(mixed.table().move_left(mixed.id("guns")), 0);
    // CP 15.9.13b
    next_turn(&mut mixed, "guns");
    assert_eq!(rule(&mixed, "guns", Manoeuvre::Form(Formation::Limbered)), "CP 15.9.13b");
}

#[test]
fn a_general_has_single_guns_wheeled() {
    // CP 16.7.5
    let guns = unit("guns", "red", "battery", "C", [36.0, 20.0], "guns = [\"light\", \"light\"]");
    let swing = Manoeuvre::SwingGun { gun: 1, to: 3_000 };
    assert_eq!(rule(&Situation::new(&guns), "guns", swing), "CP 16.7.5");
    let general =
        "\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nwith = \"guns\"\n";
    let mut game = Situation::new(&(general.to_owned() + &guns));
    make(&mut game, "guns", swing);
    let swung: Vec<Cdeg> = game.state.batteries[0].guns.iter().map(|gun| gun.swung).collect();
    assert_eq!(swung, [0, 3_000]);
    // Without him they fall into line again.
    game.state.generals[0].attached = None;
    make(&mut game, "guns", AHEAD(1));
    assert!(game.state.batteries[0].guns.iter().all(|gun| gun.swung == 0));
}

#[test]
fn gunners_take_up_their_guns_again() {
    // CP 15.1.10
    let file = unit(
        "guns",
        "red",
        "battery",
        "C",
        [36.0, 20.0],
        "guns = [\"light\", \"light\"]\nstart = { crew-at = [36, 16] }",
    );
    let mut game = Situation::new(&file);
    assert_eq!(game.table().move_speed(game.id("guns")), inches(4));
    assert_eq!(rule(&game, "guns", Manoeuvre::Man), "CP 15.1.10");
    let guns = game.table().left_guns_body(game.id("guns")).unwrap();
    let (_, rear) = (guns.main().front, guns.main().corners()[2].y);
    let to = Point::new(36 * INCH, rear as Um);
    make(&mut game, "guns", Manoeuvre::Skirmish { to, facing: 0 });
    make(&mut game, "guns", Manoeuvre::Man);
    assert!(!game.unit("guns").away);
    assert_eq!(game.unit("guns").formation, Formation::Unlimbered);
}

// --- What a unit may do at all

#[test]
fn rotating_a_rank_still_lets_foot_shoot() {
    // CP 16.7.1
    let mut game = Situation::new(&drilled_and_raw("muskets = 12\nfiles = 6"));
    make(&mut game, "drilled", Manoeuvre::Advance(inches(1)));
    assert!(game.unit("drilled").moved && game.unit("drilled").rotated);
    make(&mut game, "drilled", Manoeuvre::Advance(inches(1)));
    assert!(!game.unit("drilled").rotated);
    // CP G76: to go back by a rank is no retiring, so that green foot keeps its order too.
    let moved = |manoeuvre| outcome(&game, "raw", manoeuvre).unwrap().unit.rotated;
    assert!(moved(Manoeuvre::Advance(inches(1))));
    assert!(moved(Manoeuvre::Retire(inches(1))));
    assert!(!moved(Manoeuvre::Retire(inches(5) / 4)));
}

#[test]
fn straight_runs_are_remembered() {
    // CP 15.4.3
    let mut game = Situation::new(&drilled_and_raw("muskets = 12\nfiles = 6"));
    make(&mut game, "drilled", AHEAD(2));
    make(&mut game, "drilled", AHEAD(2));
    assert_eq!(game.unit("drilled").straight, inches(4));
    make(&mut game, "drilled", Manoeuvre::Wheel { right: true, angle: 500 });
    assert_eq!(game.unit("drilled").straight, 0);
}

#[test]
fn normal_moves_touch_no_enemy() {
    // CP 15.3.1
    let file = unit("red", "red", "foot", "C", [36.0, 20.0], "muskets = 12\nfiles = 6")
        + &unit("blue", "blue", "foot", "C", [36.0, 23.0], "muskets = 12\nfiles = 6");
    let mut game = Situation::new(&file);
    assert_eq!(rule(&game, "red", AHEAD(3)), "CP 15.3.1");
    assert_eq!(rule(&game, "red", AHEAD(5)), "CP 15.3.1");
    make(&mut game, "red", Manoeuvre::Advance(inches(3) - MM));
    let table = game.table();
    let gap = table.body(game.id("red")).distance(&table.body(game.id("blue")));
    assert!(gap >= 999.0, "{gap}");
    // Wheeling into him is barred too.
    assert_eq!(rule(&game, "red", Manoeuvre::Wheel { right: true, angle: 1_000 }), "CP 15.3.1");
    assert_eq!(rule(&game, "blue", AHEAD(1)), "CP 15.3.1");
}

#[test]
fn engaged_units_do_not_move() {
    // CP 17.2.6, 13.2, 13.3
    let mut game = Situation::new(&drilled_and_raw("muskets = 12\nfiles = 6"));
    let id = game.id("drilled");
    game.unit_mut("drilled").mode = Mode::Routing;
    assert_eq!(game.table().judge_pick(Seat(0), id).unwrap_err().rule, "CP 13.2");
    game.unit_mut("drilled").mode = Mode::Normal;
    game.unit_mut("drilled").evaded = true;
    assert!(game.table().judge_pick(Seat(0), id).is_err());
    game.unit_mut("drilled").evaded = false;
    assert!(game.table().judge_pick(Seat(0), id).is_ok());
    assert!(game.table().judge_pick(Seat(1), id).is_err());
    game.act(&[], |play| play.make_move(id, Manoeuvre::Stop));
    assert_eq!(game.table().judge_pick(Seat(0), id).unwrap_err().rule, "CP 13.3");
}

// --- 15.7 Interpenetration

#[test]
fn passing_through_friends() {
    let mover = unit("mover", "red", "foot", "C", [20.0, 20.0], "muskets = 12\nfiles = 6");
    let line = unit("line", "red", "foot", "C", [20.0, 23.0], "muskets = 12\nfiles = 6");
    // CP 15.7.2: 80 mm of the way are through the other, at half speed.
    let mut game = Situation::new(&(mover.clone() + &line));
    let through = 80.0 / 25.4;
    let clear = Manoeuvre::Advance(inches(3) + 40 * MM);
    let open = 3.0 + 40.0 / 25.4;
    assert_eq!(rule(&game, "mover", clear), "CP 15.12.1");
    game.unit_mut("mover").formation = Formation::MarchColumn;
    assert_eq!(game.table().passing(game.id("line")), Passing::Costly);
    let mut wide =
        Situation::new(&(unit("mover", "red", "horse", "C", [20.0, 20.0], "figures = 4\nfiles = 4") + &line));
    let ride = Manoeuvre::Advance(inches(3) + 50 * MM);
    let expected = 3.0 + 50.0 / 25.4 + 90.0 / 25.4;
    assert!((price(&wide, "mover", ride) - expected).abs() < 0.02);
    // Never on top of him.
    assert_eq!(rule(&wide, "mover", Manoeuvre::Advance(inches(3))), "CP 15.7.2");
    make(&mut wide, "mover", ride);
    // He had to stand still for it.
    assert!(wide.unit("line").finished);
    let _ = (through, open);

    let mut moved =
        Situation::new(&(unit("mover", "red", "horse", "C", [20.0, 20.0], "figures = 4\nfiles = 4") + &line));
    moved.unit_mut("line").moved = true;
    assert_eq!(rule(&moved, "mover", ride), "CP 15.7.2");

    // CP 15.7.1: skirmishers and unlimbered guns cost nothing.
    for screen in [
        unit("line", "red", "skirmishers", "C", [20.0, 23.0], "figures = 6\nfiles = 6\nstart = {}"),
        unit("line", "red", "battery", "C", [20.0, 23.0], "guns = [\"light\", \"light\"]"),
    ] {
        let game =
            Situation::new(&(unit("mover", "red", "horse", "C", [20.0, 20.0], "figures = 4\nfiles = 4") + &screen));
        assert_eq!(game.table().passing(game.id("line")), Passing::Free);
        assert!(near(price(&game, "mover", AHEAD(6)), 6.0));
        assert_eq!(rule(&game, "mover", AHEAD(3)), "CP 15.7.2");
    }
}

// --- 15.8 Flanks

/// A regiment 120 mm wide at [36, 20] facing north, so that its flanks are 60 mm to either side.
fn flanked(friends: &str) -> Situation {
    Situation::new(&(unit("us", "red", "foot", "C", [36.0, 20.0], "muskets = 12\nfiles = 6") + friends))
}

fn friend(key: &str, kind: &str, gap: f64, left: bool, more: &str) -> String {
    // Six skirmishers or musketeers a file each: half of what they take up.
    let half = if kind == "skirmishers" { 90.0 } else { 60.0 } / 25.4;
    let off = 60.0 / 25.4 + gap + half;
    unit(key, "red", kind, "C", [36.0 + if left { -off } else { off }, 20.0], more)
}

#[test]
fn flanks_are_protected_by_friends() {
    // CP V39, CP 15.8.1
    let foot = "muskets = 12\nfiles = 6";
    let us = |game: &Situation| game.table().open_flanks(game.id("us"));
    assert_eq!(us(&flanked("")), 2);
    assert_eq!(us(&flanked(&friend("a", "foot", 4.0, true, foot))), 1);
    assert_eq!(us(&flanked(&friend("a", "foot", 4.1, true, foot))), 2);
    let both = flanked(&(friend("a", "foot", 1.0, true, foot) + &friend("b", "foot", 1.0, false, foot)));
    assert_eq!(us(&both), 0);
    assert!(!both.table().flank_open(both.id("us"), true));
    let mut routing = flanked(&friend("a", "foot", 1.0, true, foot));
    routing.unit_mut("a").mode = Mode::Routing;
    assert_eq!(us(&routing), 2);
    // CP 15.8.3
    let mut shaken = flanked(&friend("a", "skirmishers", 3.0, true, "figures = 6\nfiles = 6"));
    shaken.unit_mut("a").morale = Morale::Shaken;
    assert_eq!(us(&shaken), 1);
    let guns = unit("a", "red", "battery", "C", [40.0, 20.0], "guns = [\"light\"]");
    assert_eq!(us(&flanked(&guns)), 1);
    let wagons = unit("a", "red", "wagons", "C", [40.0, 20.0], "figures = 1");
    assert_eq!(us(&flanked(&wagons)), 2);
    // An enemy guards nobody.
    let enemy = unit("a", "blue", "foot", "C", [40.0, 20.0], "muskets = 6\nfiles = 3");
    assert_eq!(us(&flanked(&enemy)), 2);
}

#[test]
fn a_friend_behind_covers_one_flank() {
    // CP 15.8.2
    let behind = |gap: f64| {
        let y = 20.0 - 40.0 / 25.4 - gap;
        flanked(&unit("a", "red", "foot", "C", [36.0, y], "muskets = 12\nfiles = 6"))
    };
    assert_eq!(behind(3.0).table().open_flanks(behind(3.0).id("us")), 1);
    assert_eq!(behind(4.2).table().open_flanks(behind(4.2).id("us")), 2);
}

#[test]
fn flanks_are_protected_by_ground() {
    // CP 15.8.1
    let us = |ground: &str| {
        let game = flanked(ground);
        game.table().open_flanks(game.id("us"))
    };
    let area = |kind: &str| format!("\n[[ground.areas]]\nkind = \"{kind}\"\nbox = [40, 10, 44, 30]\n");
    for kind in ["light-woods", "rough", "town", "river", "impassable", "ford"] {
        assert_eq!(us(&area(kind)), 1, "{kind}");
    }
    assert_eq!(us(&area("crops")), 2);
    let line = |kind: &str| format!("\n[[ground.lines]]\nkind = \"{kind}\"\npoints = [[40, 10], [40, 30]]\n");
    for kind in ["stream", "fence", "hedgerow", "light-works"] {
        assert_eq!(us(&line(kind)), 1, "{kind}");
    }
    assert_eq!(us(&line("road")), 2);
    // The edge of the table, and units that have no flanks.
    let edge = Situation::new(&unit("us", "red", "foot", "C", [5.0, 20.0], "muskets = 12\nfiles = 6"));
    assert_eq!(edge.table().open_flanks(edge.id("us")), 1);
    let square = Situation::new(&unit(
        "us",
        "red",
        "foot",
        "C",
        [36.0, 20.0],
        "pikes = 12\nmuskets = 12\nformation = \"square\"",
    ));
    assert_eq!(square.table().open_flanks(square.id("us")), 0);
}

// --- 15.10 Skirmish movement

#[test]
fn skirmishers_move_freely() {
    // CP 15.10.1
    let file = unit("skirmishers", "red", "skirmishers", "E", [36.0, 20.0], "figures = 6\nfiles = 6");
    let mut game = Situation::new(&file);
    for (dx, dy) in [(0, 4), (4, 0), (0, -4), (-4, 0)] {
        let to = Point::new((36 + dx) * INCH, (20 + dy) * INCH);
        assert!(near(price(&game, "skirmishers", Manoeuvre::Skirmish { to, facing: 0 }), 4.0));
    }
    let far = Point::new(36 * INCH, 25 * INCH);
    assert_eq!(rule(&game, "skirmishers", Manoeuvre::Skirmish { to: far, facing: 0 }), "CP 15.12.1");
    // Facing about where they stand costs nothing; turning the line costs what its ends walk.
    let about = game.unit("skirmishers").pose.about(30 * MM);
    assert!(near(price(&game, "skirmishers", Manoeuvre::Skirmish { to: about.at, facing: about.facing }), 0.0));
    let to = game.unit("skirmishers").pose.at;
    assert!(price(&game, "skirmishers", Manoeuvre::Skirmish { to, facing: 1_000 }) > 0.5);
    // Sideways without disorder.
    make(&mut game, "skirmishers", Manoeuvre::Sidestep { right: true, distance: inches(2) });
    assert!(!game.unit("skirmishers").disordered);
    assert!(near(inches_between(game.unit("skirmishers").pose.at, Point::new(36 * INCH, 20 * INCH)), 2.0));
    let line = Situation::new(&drilled_and_raw("muskets = 12"));
    assert_eq!(rule(&line, "drilled", Manoeuvre::Skirmish { to: Point::new(0, 0), facing: 0 }), "CP 15.10.1");
}

// --- Chapter 20

#[test]
fn swedish_maneuvers() {
    let regiment = unit(
        "swedes",
        "red",
        "foot",
        "D",
        [36.0, 20.0],
        "pikes = 12\nmuskets = 24\nswedish = true\nformation = \"muskets-forward\"",
    );
    let enemy = |gap: f64| unit("enemy", "blue", "horse", "C", [36.0, 20.0 + gap], "figures = 6\nfiles = 6");
    let game = |gap: f64| Situation::with_options("swedish-system = true", &(regiment.clone() + &enemy(gap)));
    // CP 20.1.2
    let mut played = game(20.0);
    for formation in [Formation::PikesForward, Formation::Square, Formation::MarchColumn] {
        assert!(near(price(&played, "swedes", Manoeuvre::Form(formation)), 4.0));
    }
    make(&mut played, "swedes", Manoeuvre::Form(Formation::PikesForward));
    assert_eq!(played.table().move_left(played.id("swedes")), inches(2));
    assert_eq!((played.unit("swedes").changing, played.unit("swedes").morale), (0, Morale::Good));
    // CP 20.1.1
    assert_eq!(rule(&game(20.0), "swedes", Manoeuvre::Form(Formation::Line)), "CP 20.1.1");
    // CP 20.1.3
    let shaken = |gap: f64, formation| outcome(&game(gap), "swedes", Manoeuvre::Form(formation)).unwrap().shake;
    assert_eq!(shaken(4.0, Formation::PikesForward).unwrap().0, "CP 20.1.3");
    assert!(shaken(4.1, Formation::PikesForward).is_none());
    assert!(shaken(3.0, Formation::Square).is_none());
    // Out of a square the move it then has pays.
    let mut square = game(20.0);
    square.unit_mut("swedes").formation = Formation::Square;
    make(&mut square, "swedes", Manoeuvre::Form(Formation::PikesForward));
    assert_eq!(square.table().move_left(square.id("swedes")), inches(2));
}

#[test]
fn volley_posture() {
    let game = || Situation::with_options("volley-fire = true", &drilled_and_raw("muskets = 12\nfiles = 6"));
    // CP 20.4.1a, 20.4.1b, 20.4.1c: half a move, not shaken near the enemy, the same ground.
    let mut played = game();
    let ground = played.table().body(played.id("drilled")).into_body();
    assert!(near(price(&played, "drilled", Manoeuvre::VolleyPosture(true)), 3.0));
    make(&mut played, "drilled", Manoeuvre::VolleyPosture(true));
    assert!(played.unit("drilled").volley);
    assert_eq!(played.table().body(played.id("drilled")).into_body(), ground);
    assert_eq!(played.unit("drilled").morale, Morale::Good);
    // CP 20.4.2
    next_turn(&mut played, "drilled");
    assert!(outcome(&played, "drilled", AHEAD(3)).unwrap().shake.is_none());
    for manoeuvre in [
        Manoeuvre::Retire(inches(1)),
        Manoeuvre::Sidestep { right: true, distance: inches(1) },
        Manoeuvre::Oblique { right: true, distance: inches(1) },
        Manoeuvre::Wheel { right: true, angle: 500 },
        Manoeuvre::AboutFace,
    ] {
        assert_eq!(outcome(&played, "drilled", manoeuvre).unwrap().shake.unwrap().0, "CP 20.4.2");
    }
    make(&mut played, "drilled", Manoeuvre::Retire(inches(1)));
    assert_eq!(played.unit("drilled").morale, Morale::Shaken);
    let off = Situation::new(&drilled_and_raw("muskets = 12"));
    assert_eq!(rule(&off, "drilled", Manoeuvre::VolleyPosture(true)), "CP 20.4.1a");
}

#[test]
fn forlorn_hopes() {
    let regiment = unit("regiment", "red", "foot", "C", [36.0, 20.0], "pikes = 12\nmuskets = 24\nforlorn-hope = 6");
    let mut game = Situation::with_options("forlorn-hopes = true", &regiment);
    let hope = game.rules.units.iter().position(|card| card.kind == Kind::ForlornHope).unwrap();
    let key = game.rules.units[hope].key.clone();
    // CP 20.3.2c: ahead of its regiment.
    assert!(outcome(&game, &key, AHEAD(3)).is_ok());
    make(&mut game, &key, AHEAD(1));
    let refusal = outcome(&game, &key, Manoeuvre::Retire(inches(2)));
    assert!(refusal.is_ok());
    let mut behind = Situation::with_options("forlorn-hopes = true", &regiment);
    behind.unit_mut(&key).pose = Pose::new(Point::new(60 * INCH, 20 * INCH), 0);
    assert_eq!(rule(&behind, &key, Manoeuvre::Retire(inches(1))), "CP 20.3.2c");
    // CP 20.3.4: back into the ranks, free, when nothing of its move is left.
    game.unit_mut(&key).spent = inches(6);
    make(&mut game, &key, Manoeuvre::DrawIn);
    assert_eq!(game.unit(&key).place, Place::Gone(Loss::DrawnIn));
    assert_eq!(game.unit("regiment").others, 24);
    assert!(!game.unit("regiment").moved);
}

// --- The menu

#[test]
fn menus_hold_only_what_the_judge_allows() {
    let ground = "\n[[ground.areas]]\nkind = \"light-woods\"\ncircle = [30, 26, 4]\n\n[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [40, 24, 46, 28]\n\n[[ground.lines]]\nkind = \"hedgerow\"\npoints = [[10, 24], [28, 24]]\n";
    let file = ground.to_owned()
        + &unit("foot", "red", "foot", "C", [20.0, 23.0], "pikes = 12\nmuskets = 24")
        + &unit("horse", "red", "horse", "B", [30.0, 18.0], "figures = 12")
        + &unit("skirmishers", "red", "skirmishers", "C", [43.0, 24.0], "figures = 8")
        + &unit("dragoons", "red", "dragoons", "C", [55.0, 20.0], "figures = 12")
        + &unit(
            "guns",
            "red",
            "battery",
            "C",
            [62.0, 20.0],
            "guns = [\"light\", \"field\"]\nlimbers = true\nformation = \"limbered\"",
        )
        + &unit("heavy", "red", "battery", "C", [10.0, 10.0], "guns = [\"heavy\"]")
        + &unit("enemy", "blue", "foot", "C", [30.0, 24.0], "muskets = 24");
    let game = Situation::with_options("volley-fire = true", &file);
    let table = game.table();
    let mut picks = Vec::new();
    table.pick_menu(Seat(0), &mut picks);
    assert_eq!(picks.last(), Some(&Decision::Turn(TurnChoice::Done)));
    assert_eq!(picks.iter().filter(|pick| matches!(pick, Decision::Move(MoveChoice::Pick(_)))).count(), 6);
    let offered = |key: &str| {
        let mut menu = Vec::new();
        table.move_menu(game.id(key), &mut menu);
        assert_eq!(menu.last(), Some(&Decision::Move(MoveChoice::Make(Manoeuvre::Stop))));
        for decision in &menu {
            let Decision::Move(MoveChoice::Make(manoeuvre)) = decision else { panic!("{decision:?}") };
            table
                .judge_move(game.id(key), manoeuvre)
                .unwrap_or_else(|refusal| panic!("{key} {manoeuvre:?}: {refusal}"));
        }
        menu
    };
    let has = |menu: &[Decision], wanted: fn(&Manoeuvre) -> bool| {
        menu.iter().any(|decision| matches!(decision, Decision::Move(MoveChoice::Make(manoeuvre)) if wanted(manoeuvre)))
    };
    let foot = offered("foot");
    assert!(has(&foot, |m| matches!(m, Manoeuvre::Loophole { .. })));
    assert!(has(&foot, |m| matches!(m, Manoeuvre::Form(Formation::Square))));
    assert!(has(&foot, |m| matches!(m, Manoeuvre::WheelWing { .. })));
    assert!(has(&foot, |m| matches!(m, Manoeuvre::VolleyPosture(true))));
    assert!(has(&offered("horse"), |m| matches!(m, Manoeuvre::Advance(d) if *d < 6 * INCH)));
    assert!(has(&offered("skirmishers"), |m| matches!(m, Manoeuvre::Enter { area: 1 })));
    assert!(has(&offered("dragoons"), |m| matches!(m, Manoeuvre::Dismount)));
    assert!(has(&offered("guns"), |m| matches!(m, Manoeuvre::Unlimber)));
    assert!(has(&offered("heavy"), |m| matches!(m, Manoeuvre::Rotate(_))));
}
