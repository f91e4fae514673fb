//! Chapter 10: visibility, and what chapter 19 adds to it.

use crate::fights::{Situation, inches};
use charge_pikes::state::HedgeWork;

fn unit(key: &str, side: &str, kind: &str, at: [f64; 2], more: &str) -> String {
    let [x, y] = at;
    let facing = if side == "red" { "north" } else { "south" };
    format!(
        "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nkind = \"{kind}\"\ngrade = \"C\"\nat = [{x}, {y}]\nfacing = \"{facing}\"\n{more}\n"
    )
}

fn foot(key: &str, side: &str, at: [f64; 2]) -> String {
    unit(key, side, "foot", at, "muskets = 12\nfiles = 6")
}

/// Red and blue look at each other along the middle of the table.
fn pair(south: f64, north: f64) -> String {
    foot("red", "red", [36.0, south]) + &foot("blue", "blue", [36.0, north])
}

/// Whether the two see each other: in the open sight is the same both ways.
fn sees(game: &Situation) -> bool {
    let (red, blue) = (game.id("red"), game.id("blue"));
    assert_eq!(game.table().sees(red, blue), game.table().sees(blue, red));
    game.table().sees(red, blue)
}

/// Whether red sees blue, which may stand in woods or houses that it cannot look out of.
fn sees_in(game: &Situation) -> bool {
    game.table().sees(game.id("red"), game.id("blue"))
}

fn shoots(game: &Situation) -> bool {
    game.table().sees_to_shoot(game.id("red"), game.id("blue"))
}

fn area(kind: &str, outline: &str) -> String {
    format!("\n[[ground.areas]]\nkind = \"{kind}\"\nname = \"{kind}\"\nbox = {outline}\n")
}

fn line(kind: &str, points: &str) -> String {
    format!("\n[[ground.lines]]\nkind = \"{kind}\"\nname = \"{kind}\"\npoints = {points}\n")
}

fn hill(outline: &str, level: u8) -> String {
    format!("\n[[ground.hills]]\nbox = {outline}\nlevel = {level}\n")
}

#[test]
fn open_ground_is_seen_across() {
    // CP 10.1
    assert!(sees(&Situation::new(&pair(2.0, 46.0))));
}

#[test]
fn close_order_and_unlimbered_guns_block_sight() {
    // CP 10.2
    let wide = "muskets = 40\nfiles = 20";
    let wall = unit("wall", "red", "foot", [36.0, 24.0], wide);
    assert!(!sees(&Situation::new(&(pair(10.0, 40.0) + &wall))));
    let screen = unit("wall", "red", "skirmishers", [36.0, 24.0], "figures = 20\nfiles = 20");
    assert!(sees(&Situation::new(&(pair(10.0, 40.0) + &screen))));
    let guns = |formation: &str| {
        let guns = "[\"light\", \"light\", \"light\", \"light\", \"light\", \"light\"]";
        unit(
            "wall",
            "red",
            "battery",
            [36.0, 24.0],
            &format!("guns = {guns}\nlimbers = true\nformation = \"{formation}\""),
        )
    };
    let small = |middle: String| {
        let narrow = |key: &str, side: &str, y: f64| unit(key, side, "foot", [36.0, y], "muskets = 4\nfiles = 2");
        Situation::new(&(narrow("red", "red", 10.0) + &narrow("blue", "blue", 40.0) + &middle))
    };
    assert!(!sees(&small(guns("unlimbered"))));
    assert!(sees(&small(guns("limbered"))));
}

#[test]
fn higher_ground_sees_over_units() {
    // CP 10.3
    let wall = unit("wall", "red", "foot", [36.0, 24.0], "muskets = 40\nfiles = 20");
    let game = |ground: &str| Situation::new(&(ground.to_owned() + &pair(10.0, 40.0) + &wall));
    assert!(sees(&game(&hill("[20, 4, 52, 14]", 1))));
    assert!(sees(&game(&hill("[20, 36, 52, 46]", 1))));
    // All three on the same contour.
    assert!(!sees(&game(&hill("[20, 4, 52, 46]", 1))));
}

#[test]
fn a_gap_of_two_inches_is_needed() {
    // CP 10.4: 40 files of 20 mm are 31.5 inches; the gap between the two lies in the middle.
    let half = 31.5 / 2.0;
    let between = |gap: f64| {
        let block = "muskets = 40\nfiles = 40";
        let left = unit("left", "red", "foot", [36.0 - gap / 2.0 - half, 24.0], block);
        let right = unit("right", "red", "foot", [36.0 + gap / 2.0 + half, 24.0], block);
        let narrow = |key: &str, side: &str, y: f64| unit(key, side, "foot", [36.0, y], "muskets = 4\nfiles = 2");
        Situation::new(&(narrow("red", "red", 10.0) + &narrow("blue", "blue", 40.0) + &left + &right))
    };
    assert!(sees(&between(2.1)));
    assert!(!sees(&between(1.9)));
}

#[test]
fn woods_and_buildings_are_two_contours_high() {
    // CP 10.5, 19.7.4a
    for kind in ["light-woods", "heavy-woods", "town"] {
        let over = |level: u8| {
            let ground =
                area(kind, "[0, 20, 72, 24]") + &if level > 0 { hill("[0, 2, 72, 14]", level) } else { String::new() };
            Situation::new(&(ground + &pair(10.0, 40.0)))
        };
        assert!(!sees(&over(0)), "{kind}");
        assert!(!sees(&over(2)), "{kind}");
        assert!(sees(&over(3)), "{kind}");
    }
}

#[test]
fn fieldworks_block_sight() {
    // CP 10.6, 19.8.4, 19.8.5d
    let over = |kind: &str, level: u8| {
        let ground =
            line(kind, "[[0, 24], [72, 24]]") + &if level > 0 { hill("[0, 2, 72, 14]", level) } else { String::new() };
        sees(&Situation::new(&(ground + &pair(10.0, 40.0))))
    };
    assert!(!over("light-works", 0));
    assert!(over("light-works", 1));
    assert!(!over("heavy-works", 0));
    assert!(!over("heavy-works", 1));
    assert!(over("heavy-works", 2));
    // Whoever lines them looks over them; walls and fences hide nothing.
    assert!(sees(&Situation::new(&(line("heavy-works", "[[0, 24], [72, 24]]") + &pair(23.5, 40.0)))));
    for kind in ["fence", "low-wall", "high-wall"] {
        assert!(over(kind, 0), "{kind}");
    }
}

#[test]
fn crops_block_sight_where_the_scenario_says_so() {
    // CP 10.7
    assert!(!sees(&Situation::new(&(area("crops", "[0, 20, 72, 24]") + &pair(10.0, 40.0)))));
    assert!(sees(&Situation::new(&(area("rough", "[0, 20, 72, 24]") + &pair(10.0, 40.0)))));
}

#[test]
fn troops_in_woods_are_seen_at_the_edge_and_near() {
    // CP 19.1.2: the wood begins at 20 inches; blue's front looks south.
    let wood = area("light-woods", "[0, 20, 72, 40]");
    let game = |south: f64, north: f64| Situation::new(&(wood.clone() + &pair(south, north)));
    assert!(sees_in(&game(13.0, 20.5)));
    assert!(!sees_in(&game(12.0, 20.5)));
    assert!(!sees_in(&game(16.0, 21.2)));
    // CP 19.1.3: a unit that has shot is seen as in the open.
    let mut shot = game(5.0, 22.0);
    assert!(!sees_in(&shot));
    shot.unit_mut("blue").revealed = true;
    assert!(sees_in(&shot));
    // CP 19.1.4: from more than an inch inside nobody sees out.
    let out = |north: f64| {
        let game = game(5.0, north);
        game.table().sees(game.id("blue"), game.id("red"))
    };
    assert!(out(20.9));
    assert!(!out(21.2));
}

#[test]
fn going_back_into_the_woods_hides_again() {
    // CP 19.1.3
    use charge_pikes::decision::Manoeuvre;
    let wood = area("light-woods", "[0, 20, 72, 40]");
    let mut game = Situation::new(&(wood + &pair(5.0, 20.3)));
    game.unit_mut("blue").revealed = true;
    let blue = game.id("blue");
    game.act(&[], |play| play.make_move(blue, Manoeuvre::Retire(inches(1) / 2)));
    assert!(game.unit("blue").revealed);
    game.act(&[], |play| play.make_move(blue, Manoeuvre::Retire(inches(1) / 2)));
    assert!(!game.unit("blue").revealed);
}

#[test]
fn sight_among_trees() {
    // CP 19.1.10: two inches in heavy woods.
    let game = |kind: &str, north: f64| Situation::new(&(area(kind, "[0, 10, 72, 40]") + &pair(20.0, north)));
    assert!(sees(&game("heavy-woods", 21.9)));
    assert!(!sees(&game("heavy-woods", 22.3)));
    assert!(shoots(&game("heavy-woods", 21.9)));
    assert!(!shoots(&game("heavy-woods", 22.3)));
    assert!(sees(&game("light-woods", 27.9)));
    assert!(!sees(&game("light-woods", 28.3)));
}

#[test]
fn crests_hide_what_is_beyond() {
    let crest = "\n[[ground.hills]]\nbox = [0, 15, 72, 30]\nlevel = 1\ncrest = [[0, 22], [72, 22]]\n";
    let game = |south: f64, north: f64| Situation::new(&(crest.to_owned() + &pair(south, north)));
    // CP 19.3.2
    assert!(!sees(&game(10.0, 35.0)));
    assert!(!sees(&game(18.0, 35.0)));
    // CP 19.3.6: within 2 inches of it one peeks over, and is seen, but nobody shoots.
    assert!(sees(&game(20.2, 35.0)));
    assert!(!shoots(&game(20.2, 35.0)));
    assert!(sees(&game(10.0, 23.8)));
    assert!(!shoots(&game(10.0, 23.8)));
    // At the crest itself it may shoot.
    assert!(shoots(&game(22.0, 35.0)));
}

#[test]
fn hedgerows_block_sight_until_loopholed() {
    // CP 19.4.7a, 19.4.7b
    let hedge = line("hedgerow", "[[0, 20], [72, 20]]");
    let mut game = Situation::new(&(hedge + &pair(20.0, 35.0)));
    assert!(!sees(&game));
    let work = HedgeWork { line: 0, from: inches(32), to: inches(40), broken: false };
    game.state.hedge_works.push(work);
    assert!(sees(&game) && shoots(&game));
    // Not from afar through both the hedge and the loopholes.
    let mut far = Situation::new(&(line("hedgerow", "[[0, 20], [72, 20]]") + &pair(10.0, 35.0)));
    far.state.hedge_works.push(work);
    assert!(!sees(&far));
    // CP 19.4.6c
    far.state.hedge_works[0].broken = true;
    assert!(sees(&far));
}

#[test]
fn garrisons_are_seen_as_in_woods() {
    // CP 19.7.4b
    let town = area("town", "[30, 20, 42, 26]");
    let inside = foot("blue", "blue", [0.0, 0.0]).replace("at = [0, 0]\n", "inside = \"town\"\n");
    let game = |south: f64| Situation::new(&(town.clone() + &foot("red", "red", [36.0, south]) + &inside));
    assert!(sees_in(&game(12.5)));
    assert!(!sees_in(&game(11.5)));
    let mut far = game(5.0);
    // The garrison itself looks out of its windows.
    assert!(far.table().sees(far.id("blue"), far.id("red")));
    // CP 19.7.4c: known once somebody has come near enough to see it, and from then on a target from afar.
    far.act(&[], |play| play.alarm_columns());
    assert!(!far.unit("blue").revealed);
    let red = far.unit("red").pose;
    far.unit_mut("red").pose = red.ahead(inches(8));
    far.act(&[], |play| play.alarm_columns());
    assert!(far.unit("blue").revealed);
    far.unit_mut("red").pose = red;
    assert!(sees_in(&far));
}

#[test]
fn visible_enemies_within_a_distance() {
    let game = Situation::new(&pair(10.0, 20.0));
    let red = game.id("red");
    assert!(game.table().visible_enemy_within(red, inches(10)));
    assert!(!game.table().visible_enemy_within(red, inches(9)));
    let hidden = Situation::new(&(area("crops", "[0, 14, 72, 16]") + &pair(10.0, 20.0)));
    assert!(!hidden.table().visible_enemy_within(hidden.id("red"), inches(12)));
}
