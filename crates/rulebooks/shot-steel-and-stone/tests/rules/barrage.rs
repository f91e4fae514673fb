//! Shooting in its rarer cases: who of a unit shoots, at whom it may aim, and what shelters the target (headings 11 to 13, 19, 33, 41).

use crate::game::{Game, LINE, area, chief, unit};
use shot_steel_and_stone::state::{GunState, Loss, Place};

const ONE: &str = "arm = \"infantry\"\nbases = 1";
const GUN: &str = "arm = \"foot-artillery\"\nguns = [\"medium\"]";
const FIRED: &str = "start = { first-volley-used = true }";

/// Red's shooting phase, its small arms unless it has guns to shoot; others keep it open.
fn shooting(options: &str, parts: &[String]) -> Game {
    let mut all = parts.to_vec();
    all.extend([
        unit("red-last", [36.0, 26.0], LINE),
        unit("red-last-guns", [39.0, 22.0], GUN),
        unit("blue-last", [36.0, 28.0], LINE),
    ]);
    let mut game = Game::with(options, "shooting", &all);
    if game.refused("red", "shoot red at blue 0") == "SSS 1.6a" {
        game.done("red", &[]);
    }
    game
}

fn pair(red: &str, blue: &str, apart: f64) -> Vec<String> {
    vec![unit("red", [12.0, 8.0], red), unit("blue", [12.0, 8.0 + apart], blue)]
}

/// What is added to each lot of a shot of red at blue in which so many dice are thrown.
fn shot(options: &str, parts: &[String], dice: usize) -> Vec<i32> {
    let mut game = shooting(options, parts);
    game.says("red", "shoot red at blue 0", &vec![1; dice]);
    sums(&game)
}

fn sums(game: &Game) -> Vec<i32> {
    let shots = game.told.iter().filter(|entry| entry.rule == "SSS 12.1");
    shots.map(|entry| entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum()).collect()
}

#[test]
fn all_shots_of_its_turn_are_the_first_volley() {
    // SSS 13.6
    let parts = [
        unit("red", [12.0, 10.0], LINE),
        unit("blue", [10.0, 13.0], "arm = \"infantry\"\nbases = 3"),
        unit("blue-other", [14.0, 13.0], "arm = \"infantry\"\nbases = 3"),
    ];
    let mut game = shooting("", &parts);
    game.says("red", "shoot red at blue 3", &[1; 9]);
    game.says("red", "shoot red at blue-other 0", &[1; 9]);
    assert_eq!(sums(&game), [1, 1]);
}

#[test]
fn a_broad_mob_is_enfiladed() {
    // SSS G6: any formation three bases long along the shot.
    let mob =
        |facing: &str| format!("arm = \"infantry\"\nbases = 8\nfiles = 4\norder = \"mob\"\nfacing = \"{facing}\"");
    assert_eq!(shot("", &pair(GUN, &mob("south"), 10.0), 4), [0]);
    assert_eq!(shot("", &pair(GUN, &mob("east"), 11.0), 4), [1]);
}

#[test]
fn which_bases_and_guns_shoot() {
    // SSS 8.3, 16.2, 19.2, G5: battalion guns that are manned and ready, also where matchlocks have moved; bows two bases deep,
    // and one base of a march column.
    let guns = |gun: &str| format!("{ONE}\nguns = [{gun}]\n{FIRED}");
    assert_eq!(shot("", &pair(&guns("\"battalion\""), LINE, 4.0), 5).len(), 2);
    for idle in ["{ weight = \"battalion\", lost = 2 }", "{ weight = \"battalion\", out = 2 }"] {
        assert_eq!(shot("", &pair(&guns(idle), LINE, 4.0), 3).len(), 1, "{idle}");
    }
    let moved =
        "missile = \"matchlock\"\nguns = [\"battalion\"]\nstart = { moved = true, intent = \"move-and-shoot\" }";
    assert_eq!(shot("", &pair(&format!("{ONE}\n{moved}"), LINE, 4.0), 2), [-1]);
    let bows = "arm = \"infantry\"\norder = \"loose\"\nmissile = \"bow\"";
    assert_eq!(shot("", &pair(&format!("{bows}\nbases = 9\nfiles = 3"), LINE, 3.0), 12).len(), 2);
    assert_eq!(shot("", &pair(&format!("{bows}\nbases = 4\nformation = \"column-of-march\""), LINE, 3.0), 2), [0]);
}

#[test]
fn at_whom_one_may_aim() {
    // SSS 12.1, 33.1, 41.2: not at friends, nor at gunners and crews that are not there; of light troops only foot singles out.
    let aim = |options: &str, red: &str, blue: &str| {
        shooting(options, &pair(red, blue, 3.0)).refused("red", "shoot red gunners blue 0")
    };
    let rifles = format!("{ONE}\nmissile = \"rifle\"");
    let manned = format!("{LINE}\nguns = [\"battalion\"]");
    assert_eq!(aim("", &rifles, &manned), "");
    assert_eq!(aim("", &rifles, &format!("{LINE}\nguns = [{{ weight = \"battalion\", lost = 2 }}]")), "SSS 33.1");
    let skirmishers = "gunners-aimed-at = \"rifles-and-skirmishers\"";
    assert_eq!(aim(skirmishers, &format!("{ONE}\norder = \"open\""), &manned), "");
    let horse = "arm = \"light-cavalry\"\nbases = 1\norder = \"skirmish\"\nmissile = \"carbine\"";
    assert_eq!(aim(skirmishers, horse, &manned), "SSS 33.1");
    assert_eq!(aim("elephants = \"on\"", &rifles, "arm = \"elephants\"\nbases = 1"), "SSS 41.2");
    let game = shooting("", &pair(&rifles, LINE, 3.0));
    assert_eq!(game.refused("red", "shoot red at red-last 0"), "SSS 12.1");
}

#[test]
fn nobody_in_a_sandstorm_is_shot_at() {
    // SSS 42.4c, G167: two feet from the northern edge are covered; in a calm turn the same shot is fired.
    let parts =
        [unit("red", [10.0, 18.0], LINE), unit("blue", [10.0, 20.1], LINE), unit("blue-near", [20.0, 19.0], LINE)];
    let judged = |dice: &[u8]| {
        let more = [unit("red-near", [20.0, 17.0], LINE)];
        let mut game = Game::turn("sandstorms = \"on\"", &[&parts[..], &more[..]].concat(), dice);
        game.says("red", "take first", &[]);
        game.pass_to("red", "small-arms", &[]);
        game.refused("red", "shoot red at blue 0")
    };
    assert_eq!([judged(&[1, 1, 1, 1, 5, 4]), judged(&[1, 2, 5, 4])], ["SSS 42.4c", ""]);
}

#[test]
fn what_shelters_crews_gunners_and_men_in_ruins() {
    // SSS 41.14, G45, G87, T10, G29, G32
    let rifles = format!("{ONE}\nmissile = \"rifle\"");
    let wood = area("light-woods", "wood", [8.0, 10.9, 16.0, 16.0]);
    let mut parts = pair(&rifles, "arm = \"elephants\"\nbases = 1\ncrew = 2", 3.0);
    parts.push(wood);
    let mut game = shooting("elephants = \"on\"", &parts);
    game.says("red", "shoot red gunners blue 0", &[1; 3]);
    assert_eq!(sums(&game), [0], "rifles, and a wood");
    let open = "arm = \"infantry\"\nbases = 4\norder = \"open\"\nguns = [\"battalion\"]";
    let mut game = shooting("aimed-gunners = \"as-parent\"", &pair(&rifles, open, 3.0));
    game.says("red", "shoot red gunners blue 0", &[1; 3]);
    assert_eq!(sums(&game), [0], "rifles, and open order");
    let walls = |material: &str| {
        let inside = "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"Mill\"\narm = \"infantry\"\nbases = 4\n";
        let town = area("town", "Mill", [10.0, 11.0, 14.0, 14.0]);
        let made = format!("\n[[buildings]]\narea = \"Mill\"\nmaterial = \"{material}\"\n");
        let parts = [unit("red", [12.0, 8.0], &format!("{ONE}\n{FIRED}")), town + &made, inside.into()];
        shot("", &parts, 3)
    };
    assert_eq!([walls("brick"), walls("fortress")], [[-1], [-2]]);
}

#[test]
fn over_whom_nobody_shoots() {
    // SSS 19.1, 19.3, 19.7: guns not over the enemy, nor after they were turned; archers not over friends two deep.
    let hill = || "\n[[ground.hills]]\nlevel = 1\nbox = [4.0, 18.0, 30.0, 26.0]\n".to_string();
    let over = |key: &str| {
        let parts =
            [unit("red", [12.0, 6.0], GUN), unit(key, [12.0, 12.0], LINE), unit("blue", [12.0, 19.0], LINE), hill()];
        shooting("", &parts).refused("red", "shoot red at blue 0")
    };
    assert_eq!([over("red-line"), over("blue-line")], ["", "SSS G7"]);
    let archers = |files: u8| {
        let spears = format!("arm = \"infantry\"\nbases = 6\nfiles = {files}\nmissile = \"none\"");
        let deep = if files == 6 { 0.5 } else { 1.0 };
        let parts = [
            unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 1\nmissile = \"bow\""),
            unit("red-spears", [12.0, 10.0 + deep], &spears),
            unit("blue", [12.0, 14.0], LINE),
        ];
        shooting("", &parts).refused("red", "shoot red at blue 0")
    };
    assert_eq!([archers(6), archers(3)], ["", "SSS G7"]);
    let turned = |angle: Option<&str>| {
        let parts = [
            chief("red", "competent", [12.0, 4.0]),
            unit("red", [12.0, 6.0], &format!("{GUN}\nstart = {{ intent = \"move\" }}")),
            unit("red-line", [12.0, 12.0], "arm = \"infantry\"\nbases = 12"),
            unit("blue", [12.0, 19.0], LINE),
            unit("red-guns", [36.0, 20.0], GUN),
            unit("blue-last", [36.0, 28.0], LINE),
            hill(),
        ];
        let mut game = Game::at("movement", &parts);
        if let Some(angle) = angle {
            game.says("red", "pick red", &[]);
            game.says("red", &format!("move traverse {angle}"), &[]);
            game.says("red", "move stop", &[]);
        }
        game.pass_to("red", "artillery", &[]);
        game.refused("red", "shoot red at blue 0")
    };
    assert_eq!([turned(None), turned(Some("15"))], ["", "SSS G7"]);
}

#[test]
fn who_has_something_else_to_do_does_not_shoot() {
    // SSS 40.5, 1.5.1d, 2.2, 40.2, 1.5.0, 17.13, 24.4, 26.1, 1.7a, 13.5
    let with = |start: &str| {
        let parts = pair(&format!("{LINE}\nstart = {{ {start} }}"), LINE, 3.0);
        shooting("", &parts).refused("red", "shoot red at blue 0")
    };
    for (start, rule) in [
        ("activity = \"static\"", ""),
        ("activity = \"routing\"", "SSS 40.5"),
        ("activity = \"retreating\"", "SSS 40.5"),
        ("activity = \"pursuing\"", "SSS 1.5.1d"),
        ("activity = \"retiring-in-good-order\"", "SSS 2.2"),
        ("activity = \"retiring\"", ""),
        ("activity = \"retiring\", moved = true", "SSS 40.2"),
        ("charged = true", "SSS 1.5.0"),
        ("intent = \"firefight\"", "SSS 17.13"),
        ("intent = \"plash\"", "SSS 24.4"),
        ("intent = \"disengage\"", "SSS 26.1"),
    ] {
        assert_eq!(with(start), rule, "{start}");
    }
    let limbered = format!("{GUN}\nformation = \"limbered\"");
    assert_eq!(shooting("", &pair(&limbered, LINE, 6.0)).refused("red", "shoot red at blue 0"), "SSS 13.5");
    let mut parts = pair(LINE, LINE, 3.0);
    parts.extend([unit("blue-foe", [12.0, 8.0], LINE), "\n[[contacts]]\nunits = [\"red\", \"blue-foe\"]\n".into()]);
    assert_eq!(shooting("", &parts).refused("red", "shoot red at blue 0"), "SSS 1.7a");
}

#[test]
fn guns_whose_men_are_gone_are_left_and_the_last_battery_with_them() {
    // SSS 16.2, G65: the last man of the last gun; then of the only one.
    let shot = |guns: &str| {
        let parts = pair(&format!("{ONE}\n{FIRED}"), &format!("arm = \"foot-artillery\"\nguns = [{guns}]"), 3.0);
        let mut game = shooting("", &parts);
        // At -2 a six hits; not saved.
        game.says("red", "shoot red at blue 0", &[6, 5, 5, 3]);
        game
    };
    let weak = "{ weight = \"light\", lost = 3 }";
    let game = shot(&format!("\"light\", {weak}"));
    let guns = &game.table().battery(game.id("blue")).unwrap().guns;
    assert_eq!([guns[0].left.is_some(), guns[1].left.is_some()], [false, true]);
    assert_eq!((game.unit("blue").bases, game.unit("blue").hits), (1, 4));
    assert_eq!(shot(weak).unit("blue").place, Place::Gone(Loss::Destroyed));
}

#[test]
fn skirmishers_have_no_first_volley_and_open_order_is_harder_to_hit() {
    // SSS 13.6, T10
    assert_eq!(shot("", &pair(&format!("{ONE}\norder = \"skirmish\""), LINE, 3.0), 1), [0]);
    assert_eq!(shot("", &pair(ONE, LINE, 3.0), 3), [1]);
    let open = "arm = \"infantry\"\nbases = 4\norder = \"open\"";
    assert_eq!(shot("", &pair(&format!("{ONE}\n{FIRED}"), open, 3.0), 3), [-1]);
}

#[test]
fn battalion_guns_are_not_struck_by_artillery() {
    // SSS 16.3, 33.1: a natural 6 of guns at a line with a gun of its own is no roll on T12; its gunners are at the 2d6.
    let parts = pair(GUN, &format!("{LINE}\nguns = [\"battalion\"]"), 10.0);
    let mut game = shooting("", &parts);
    game.says("red", "shoot red at blue 0", &[6, 1, 1, 1, 5, 6, 5]);
    assert_eq!(game.table().battery(game.id("blue")).unwrap().guns[0].state, GunState::Ready);
}

#[test]
fn a_gun_is_out_for_as_many_own_moves_as_the_die_says() {
    // SSS T12, G2: out for two, of which this is the first; in the next it is still out, in the one after it shoots.
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\", { weight = \"medium\", out = 2 }]";
    let mut game = Game::at("shooting", &pair(guns, LINE, 10.0));
    game.says("red", "shoot red at blue 0", &[1; 4]);
    for dice in [4, 8] {
        game.pass_to("red", "artillery", &[6, 1]);
        game.says("red", "shoot red at blue 0", &vec![1; dice]);
    }
}

#[test]
fn a_rear_rank_turns_in_line_and_before_it_shoots() {
    // SSS 18.1, G56
    let parts = |formation: &str| {
        let mut parts = pair(&format!("arm = \"infantry\"\nbases = 4\nformation = \"{formation}\""), LINE, 3.0);
        parts.push(unit("blue-behind", [12.0, 4.0], &format!("{LINE}\nfacing = \"north\"")));
        parts
    };
    assert_eq!(shooting("", &parts("column-of-attack")).refused("red", "rear-about red"), "SSS G56");
    let mut game = shooting("", &parts("line"));
    assert_eq!(game.refused("red", "rear-about red"), "");
    game.says("red", "shoot red at blue 2", &[1; 6]);
    assert_eq!(game.refused("red", "rear-about red"), "SSS G56");
}

// --- Conditions that nothing else notices

fn inside(key: &str, town: &str, what: &str) -> String {
    let side = if key.starts_with("red") { "red" } else { "blue" };
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\ninside = \"{town}\"\n{what}\n")
}

#[test]
fn ruins_are_seen_into_and_shelter_a_little() {
    // SSS G29, 11.7, 17.4: in ruins open order counts, and soft cover; behind walls neither, and nobody is seen who is not touched.
    let open = "arm = \"infantry\"\nbases = 4\norder = \"open\"";
    let parts = |points: u16| {
        let town = area("town", "Mill", [10.0, 11.0, 14.0, 14.0]);
        let made = format!("\n[[buildings]]\narea = \"Mill\"\nmaterial = \"brick\"\npoints = {points}\n");
        [unit("red", [12.0, 8.0], &format!("{ONE}\n{FIRED}")), town + &made, inside("blue", "Mill", open)]
    };
    assert_eq!([shot("", &parts(150), 3), shot("", &parts(0), 3)], [[-1], [-2]]);
    let touched = "garrison-seen = \"in-contact\"";
    let judged = |points: u16| shooting(touched, &parts(points)).refused("red", "shoot red at blue 0");
    assert_eq!([judged(150), judged(0)], ["SSS 11.7", ""]);
    // Whoever stands where a house was is sheltered as well, and hides behind it no more.
    let stands = |points: u16| {
        let town = area("town", "Mill", [10.0, 10.0, 14.0, 13.5]);
        let made = format!("\n[[buildings]]\narea = \"Mill\"\nmaterial = \"brick\"\npoints = {points}\n");
        [unit("red", [12.0, 8.0], &format!("{ONE}\n{FIRED}")), town + &made, unit("blue", [12.0, 13.8], ONE)]
    };
    assert_eq!(shooting("", &stands(150)).refused("red", "shoot red at blue 0"), "SSS G7");
    assert_eq!(shot("", &stands(0), 3), [-1], "long range");
    let among = [
        unit("red", [12.0, 8.0], &format!("{ONE}\n{FIRED}")),
        area("town", "Mill", [10.0, 10.0, 14.0, 13.5]) + "\n[[buildings]]\narea = \"Mill\"\npoints = 0\n",
        unit("blue", [12.0, 11.0], ONE),
    ];
    assert_eq!(shot("", &among, 3), [-1], "soft cover");
}

#[test]
fn who_is_inside_the_same_walls_is_seen() {
    // SSS 11.7, G151: friends and enemies; from other walls across the street not where one has to touch them.
    let town = |name: &str, outline: [f64; 4]| area("town", name, outline);
    let parts = [
        town("Mill", [10.0, 11.0, 14.0, 14.0]),
        town("Farm", [20.0, 11.0, 24.0, 14.0]),
        inside("red", "Mill", "arm = \"infantry\"\nbases = 2"),
        inside("blue", "Mill", "arm = \"infantry\"\nbases = 2"),
        inside("blue-other", "Farm", "arm = \"infantry\"\nbases = 2"),
    ];
    let game = Game::with("garrison-seen = \"in-contact\"", "orders", &parts);
    let sees = |one: &str, other: &str| game.table().sees(game.id(one), game.id(other));
    assert!(sees("red", "blue") && sees("blue", "red"));
    assert!(!sees("red", "blue-other") && !sees("blue", "blue-other"));
}

#[test]
fn a_screen_does_not_hide_its_unit_from_guns() {
    // SSS 3.6, V45: the pair is as broad as what is left of the unit.
    let battalion = "arm = \"infantry\"\nbases = 3\nscreen = true\nstart = { intent = \"move\" }";
    let guns = |what: &str| {
        let parts = [
            unit("red", [12.0, 10.0], battalion),
            unit("red-other", [24.0, 10.0], "arm = \"infantry\"\nbases = 2"),
            unit("blue", [12.0, 20.0], what),
            unit("blue-guns", [24.0, 20.0], GUN),
        ];
        let mut game = Game::with("skirmish-screens = \"on\"", "movement", &parts);
        game.says("red", "pick red", &[]);
        game.says("red", "move screen yes", &[]);
        game.says("red", "move stop", &[]);
        game.pass_to("blue", "artillery", &[]);
        game
    };
    assert_eq!(guns(GUN).refused("blue", "shoot blue at red 0"), "");
    // Others of its side do.
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        unit("red-before", [12.0, 11.5], "arm = \"infantry\"\nbases = 4\norder = \"skirmish\""),
        unit("red-other", [24.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        unit("blue", [12.0, 20.0], GUN),
        unit("blue-guns", [24.0, 20.0], GUN),
    ];
    let mut game = Game::at("movement", &parts);
    game.pass_to("blue", "artillery", &[]);
    assert_eq!(game.refused("blue", "shoot blue at red 0"), "SSS G7");
}

#[test]
fn a_battery_that_is_still_being_turned_does_not_shoot() {
    // SSS 13.8, G18, V38: by 90° the outside gun goes more than 1 BW; what is before it still waits till it has come round.
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]\nstart = { intent = \"move\" }";
    let judged = |angle: &str| {
        let parts = [
            chief("red", "competent", [12.0, 6.0]),
            unit("red", [12.0, 10.0], guns),
            unit("blue", [12.0, 18.0], LINE),
            unit("red-last-guns", [36.0, 10.0], GUN),
            unit("blue-last", [36.0, 18.0], LINE),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "pick red", &[]);
        game.says("red", &format!("move traverse {angle}"), &[]);
        game.pass_to("red", "artillery", &[]);
        game.refused("red", "shoot red at blue 0")
    };
    assert_eq!([judged("90"), judged("10")], ["SSS 13.8", ""]);
}

#[test]
fn skirmishers_shoot_all_round_and_lines_before_them() {
    // SSS G6
    let behind = |red: &str| shooting("", &pair(red, LINE, -2.5)).refused("red", "shoot red at blue 0");
    assert_eq!([behind(&format!("{ONE}\norder = \"skirmish\"")), behind(ONE)], ["", "SSS G6"]);
    // Light horse in skirmish order as well.
    let horse = |order: &str| format!("arm = \"light-cavalry\"\nbases = 1\norder = \"{order}\"\nmissile = \"carbine\"");
    assert_eq!([behind(&horse("skirmish")), behind(&horse("loose"))], ["", "SSS G6"]);
}

#[test]
fn a_narrow_line_is_enfiladed_and_a_narrow_column_is_dense() {
    // SSS G6, 13.2, 17.18: from the flank. A garrison is neither, whatever it came in.
    let two = |formation: &str| format!("arm = \"infantry\"\nbases = 2\n{formation}\nfacing = \"east\"");
    assert_eq!(shot("", &pair(GUN, &two(""), 10.0), 4), [1]);
    assert_eq!(shot("", &pair(GUN, &two("formation = \"column-of-march\""), 10.0), 4), [0]);
    let four = "arm = \"infantry\"\nbases = 4\nformation = \"column-of-attack\"";
    assert_eq!(shot("", &pair(GUN, &format!("{four}\nfacing = \"east\""), 10.0), 4), [1]);
    let walls =
        [unit("red", [12.0, 8.0], GUN), area("town", "Mill", [10.0, 18.0, 14.0, 21.0]), inside("blue", "Mill", four)];
    assert_eq!(shot("", &walls, 4), [-1], "hard cover, and a built-up area");
}

#[test]
fn gunners_shot_at_out_of_the_blue_surprise_their_unit() {
    // SSS 37.7, G158, 33.2
    let rifles = "missile = \"rifle\"\nstart = { intent = \"move-and-shoot\" }";
    let shot = |crest: bool| {
        let mut parts = vec![
            unit("red", [12.0, 10.0], &format!("{ONE}\norder = \"loose\"\n{rifles}")),
            unit("blue", [12.0, 14.0], &format!("{LINE}\nguns = [\"battalion\"]")),
            unit("red-last", [36.0, 26.0], LINE),
            unit("blue-last", [36.0, 28.0], LINE),
        ];
        parts.extend(crest.then(|| "\n[[ground.hills]]\nlevel = 1\nbox = [8.0, 10.5, 16.0, 11.5]\n".to_owned()));
        let mut game = Game::at("movement", &parts);
        game.moves("red", "red", &["advance 60"]);
        game.pass_to("red", "small-arms", &[]);
        game.says("red", "shoot red gunners blue 0", &[1, 1]);
        game.unit("blue").disruption.points()
    };
    assert_eq!([shot(true), shot(false)], [1, 0]);
}
