//! Headings 11 and 19: what is seen, and from behind what.

use crate::game::{Game, LINE, SKIRMISHERS, area, line, unit};
use shot_steel_and_stone::shooting::Cover;

const SMALL: &str = "arm = \"infantry\"\nbases = 1";

fn seen(options: &str, between: &[String], blue: [f64; 2]) -> bool {
    let mut parts = vec![unit("red", [12.0, 10.0], SMALL), unit("blue", blue, SMALL)];
    parts.extend(between.iter().cloned());
    let game = Game::with(options, "orders", &parts);
    game.table().sees(game.id("red"), game.id("blue"))
}

#[test]
fn one_sees_to_the_edge_of_the_table_unless_somebody_stands_between() {
    // SSS 11.5, G7
    assert!(seen("", &[], [12.0, 29.0]));
    assert!(!seen("", &[unit("blue-wall", [12.0, 15.0], LINE)], [12.0, 29.0]));
    assert!(!seen("", &[unit("red-wall", [12.0, 15.0], LINE)], [12.0, 29.0]));
    // Friendly foot skirmishers hide nobody, the enemy's do.
    assert!(seen("", &[unit("red-wall", [12.25, 15.0], SKIRMISHERS)], [12.0, 29.0]));
    assert!(!seen("", &[unit("blue-wall", [12.25, 15.0], SKIRMISHERS)], [12.0, 29.0]));
}

#[test]
fn woods_hide_what_is_deep_in_them() {
    // SSS 11.6, V36: from outside 1 BW into a wood, inside 2 BW.
    let wood = |south: f64| vec![area("light-woods", "wood", [8.0, south, 16.0, 25.0])];
    assert!(seen("", &wood(15.0), [12.0, 16.0]));
    assert!(!seen("", &wood(15.0), [12.0, 16.1]));
    assert!(seen("", &wood(8.0), [12.0, 12.0]));
    assert!(!seen("", &wood(8.0), [12.0, 12.1]));
    assert!(!seen("", &wood(15.0), [12.0, 28.0]));
}

#[test]
fn hills_hide_what_is_lower_on_both_sides() {
    // SSS G7: a contour above both.
    let hill = |level: u8| vec![format!("\n[[ground.hills]]\nlevel = {level}\nbox = [8.0, 14.0, 16.0, 18.0]\n")];
    assert!(!seen("", &hill(1), [12.0, 25.0]));
    assert!(seen("", &hill(1), [12.0, 17.0]));
}

#[test]
fn buildings_hide_what_is_behind_and_who_is_inside() {
    // SSS 11.7, G29
    let town = vec![area("town", "Mill", [10.0, 14.0, 14.0, 18.0])];
    assert!(!seen("", &town, [12.0, 25.0]));
    let inside = |options: &str| {
        let parts = [
            unit("red", [12.0, 10.0], SMALL),
            town[0].clone(),
            "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"Mill\"\narm = \"infantry\"\nbases = 4\n"
                .into(),
        ];
        let game = Game::with(options, "orders", &parts);
        (game.table().sees(game.id("red"), game.id("blue")), game.table().sees(game.id("blue"), game.id("red")))
    };
    assert_eq!(inside(""), (true, true));
    assert_eq!(inside("garrison-seen = \"in-contact\""), (false, true));
}

#[test]
fn cover_is_what_the_ground_gives() {
    // SSS G8, 17.4
    let cover = |parts: &[String], start: &str| {
        let mut all = vec![
            unit("red", [12.0, 10.0], LINE),
            unit("blue", [12.0, 15.0], &format!("arm = \"infantry\"\nbases = 4{start}")),
        ];
        all.extend(parts.iter().cloned());
        let game = Game::at("orders", &all);
        let from = game.body("red").main().front;
        game.table().cover_of(game.id("blue"), from)
    };
    let across = |kind: &str, y: f64| vec![line(kind, "line", &format!("[[4.0, {y}], [20.0, {y}]]"))];
    assert_eq!(cover(&[], ""), Cover::None);
    for (kind, is) in [
        ("fence", Cover::Soft),
        ("hedgerow", Cover::Soft),
        ("low-wall", Cover::Hard),
        ("heavy-works", Cover::Fortified),
        ("road", Cover::None),
    ] {
        assert_eq!(cover(&across(kind, 14.5), ""), is, "{kind}");
    }
    // 1 BW ahead is near enough; farther off it is the shooter's to choose, and behind its back no cover at all.
    assert_eq!(cover(&across("low-wall", 14.0), ""), Cover::Hard);
    assert_eq!(cover(&across("low-wall", 13.9), ""), Cover::None);
    assert_eq!(cover(&across("low-wall", 15.6), ""), Cover::None);
    let ground = |kind: &str| vec![area(kind, "ground", [8.0, 14.0, 16.0, 18.0])];
    assert_eq!(cover(&ground("light-woods"), ""), Cover::Soft);
    assert_eq!(cover(&ground("crops"), ""), Cover::None);
    assert_eq!(cover(&ground("crops"), "\norder = \"skirmish\""), Cover::Soft);
}
