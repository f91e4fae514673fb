//! Chapter 16 as it is played: who is shot at, by whom, and what it does.

use super::{Game, unit};
use charge_pikes::state::GunState;

const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
const DRAGOONS: &str = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
/// A farm that gives hard cover against fire and none in combat.
const FARM: &str = "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 18, 39, 22]\ngarrison = 30\nguns = true\nshooting = \"hard\"\ncombat = \"none\"\n";

fn guns(classes: &str) -> String {
    format!("kind = \"battery\"\ngrade = \"C\"\nguns = [{classes}]\nformation = \"unlimbered\"")
}

fn inside(key: &str, what: &str) -> String {
    let (side, facing) = if key.starts_with("red") { ("red", "north") } else { ("blue", "south") };
    format!(
        "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\ninside = \"farm\"\nfacing = \"{facing}\"\n{what}\n"
    )
}

impl Game {
    fn testers_of(&self, rule: &str) -> Vec<String> {
        let tests = self.told.iter().filter(|entry| entry.rule == rule && entry.dice.len() == 1);
        tests.map(|entry| entry.title.split(" tests").next().unwrap_or_default().to_owned()).collect()
    }

    /// The dice of the last shot told, and the row they fell on.
    fn last_shot(&self) -> (usize, String) {
        let shot = |entry: &&kernel::Entry| entry.lines.iter().any(|line| line.rule == "CP 16.8.1");
        let entry = self.told.iter().rev().find(shot).unwrap();
        let row = entry.lines.iter().find(|line| line.rule == "CP 16.8.1").unwrap();
        (entry.dice.len(), row.text.to_string())
    }
}

#[test]
fn in_its_own_defence_each_figure_shoots_as_far_as_it_reaches() {
    // CP 16.1.3, 16.1.9, G42: forty files are 31 inches; horse charges in on the left end.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 80\nfiles = 40";
    let parts = [unit("blue", [36.0, 30.0], wide), unit("red", [22.0, 16.0], HORSE)];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    game.pass_to("blue", "shoot", &[]);
    game.says("blue", "shoot blue red small-arms 0", &[]);
    let bands: Vec<(String, i32)> = game
        .told
        .iter()
        .filter(|entry| entry.title.contains("shoots at"))
        .map(|entry| (entry.lines[1].text.to_string(), entry.lines[0].value))
        .collect();
    let near: i32 = bands.iter().filter(|(row, _)| row.contains("near")).map(|(_, figures)| figures).sum();
    let far: i32 = bands.iter().filter(|(row, _)| row.contains("far")).map(|(_, figures)| figures).sum();
    assert!(near > 0 && far > 0 && near + far < 60, "{bands:?}");
}

#[test]
fn passing_targets_are_what_they_were_where_they_passed() {
    // CP 16.2.1: dragoons ride by, dismount, and are shot at as the riders they were; nothing hits skirmishers so far off.
    let parts = [unit("blue", [36.0, 30.0], SHOT), unit("red", [36.0, 16.0], DRAGOONS)];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "move advance 50.8", &[]);
    game.says("red", "move dismount", &[]);
    game.pass_to("blue", "shoot", &[]);
    game.says("blue", "shoot blue red small-arms 0", &[]);
    // Twelve inches off a steady line hits close order on 5 and 6, skirmishers not at all.
    game.pass_until(|game| game.state().turn == 2, &[]);
    let salvo = game.told.iter().find(|entry| entry.title.contains("shoots at")).unwrap();
    assert!(salvo.lines.iter().any(|line| line.text.contains("steady musketry, far")), "{salvo:?}");
    let mut hit = Game::at("movement", &parts);
    hit.says("red", "pick red", &[]);
    hit.says("red", "move advance 50.8", &[]);
    hit.says("red", "move dismount", &[]);
    hit.pass_to("blue", "shoot", &[]);
    hit.says("blue", "shoot blue red small-arms 0", &[6, 6]);
    let salvo = hit.told.iter().find(|entry| entry.title.contains("shoots at")).unwrap();
    assert_eq!(salvo.total, Some(2));
}

#[test]
fn whoever_left_or_entered_a_block_is_shot_at_where_he_was() {
    // CP 16.2.1, 19.7.3: in the open it is hit like anybody, in the houses on a 6 alone; out of sight behind them not at all.
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nfiles = 6";
    let parts = [FARM.to_owned(), inside("red", few), unit("blue", [36.0, 27.0], SHOT)];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    // It comes out on the far side, away from the muskets.
    let south = game.menu("red").into_iter().find(|words| words.starts_with("move leave") && words.ends_with(" 180"));
    game.says("red", &south.unwrap_or_else(|| panic!("{:?}", game.menu("red"))), &[]);
    game.pass_to("blue", "shoot", &[]);
    // Five inches off, it was there to be shot at through its windows, as a garrison in hard cover.
    game.says("blue", "shoot blue red small-arms 0", &[5, 5, 5, 5, 5, 5]);
    assert_eq!(game.unit("red").hits_turn, 0, "hard cover is hit on a 6 alone");
}

#[test]
fn guns_in_a_block_fire_in_any_direction() {
    // CP 19.7.6b
    for (at, facing) in
        [([36.0, 30.0], "south"), ([36.0, 8.0], "north"), ([52.0, 20.0], "west"), ([20.0, 20.0], "east")]
    {
        let blue = unit("blue", at, &format!("{SHOT}\nfacing = \"{facing}\""));
        let parts = [FARM.to_owned(), inside("red", &guns("\"field\", \"field\"")), blue];
        let mut game = Game::at("shooting", &parts);
        assert_eq!(game.refused("red", "shoot red blue ball 0"), "", "{facing}");
        game.says("red", "shoot red blue ball 0", &[6, 6]);
        game.pass_until(|game| game.told.iter().any(|entry| entry.title.contains("shoots at")), &[]);
        assert_eq!(game.last_shot().0, 2, "each gun fires once");
    }
}

#[test]
fn third_parties_shoot_at_a_charged_unit_and_it_stands_the_worse_for_it() {
    // CP T13, 16.2.1: the horse has charged the foot; red muskets beside the charge shoot at the foot as well.
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
    let parts = [
        unit("red", [30.0, 12.0], HORSE),
        unit("red-foot", [44.0, 20.0], few),
        unit("blue", [36.0, 25.0], "kind = \"foot\"\ngrade = \"A\"\npikes = 16\nmuskets = 32"),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "charge red blue", &[]);
    game.pass_to("red", "shoot", &[]);
    game.says("red", "shoot red-foot blue small-arms 0", &[]);
    // Hits by fire; the charge comes home; the foot tests to stand.
    game.pass_until(|game| game.told("CP 18.5.1"), &[6, 6, 6, 6, 6, 6, 6, 6]);
    assert!(game.counted("CP 18.5.1", "two shooting hits") < 0, "{:?}", game.reckoning("CP 18.5.1"));
}

#[test]
fn hits_go_on_after_the_last_gun_is_smashed() {
    // CP 16.8.4: all fire falls at once. Two hits of ball on one gun: a 6 and a 6 are a gun and two gunners.
    let parts =
        [unit("red", [36.0, 10.0], &guns("\"field\", \"field\"")), unit("blue", [36.0, 30.0], &guns("\"field\""))];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red blue ball 0", &[]);
    game.done("red");
    let dice = [6, 6, 6, 6];
    game.pass_until(|game| game.told("CP 16.8.4"), &dice);
    assert_eq!(game.unit("blue").others, 1);
    assert_eq!(game.state().batteries[1].guns[0].state, GunState::Destroyed);
}

#[test]
fn friends_hit_from_behind_test_the_worse() {
    // CP T14, 16.6.2: hail flies two inches to either side of the guns, where friends stand before them.
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
    let parts = [
        unit("red", [36.0, 10.0], &guns("\"field\", \"field\", \"field\"")),
        unit("red-foot", [41.5, 14.0], few),
        unit("blue", [36.0, 17.0], SHOT),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red blue hail 0", &[]);
    game.pass_until(|game| game.testers_of("CP 18.6.1").contains(&"red-foot".to_owned()), &[6, 1, 1]);
    let test = game.told.iter().find(|entry| entry.rule == "CP 18.6.1" && entry.title.starts_with("red-foot")).unwrap();
    assert!(test.lines.iter().any(|line| line.text.contains("flank or rear") && line.value == -1), "{test:?}");
}

#[test]
fn a_garrison_shares_its_losses() {
    // CP 19.7.5: two units inside, twice as many in the one.
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nstart = { revealed = true }";
    let fewer = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nstart = { revealed = true }";
    let parts = [FARM.to_owned(), inside("blue", few), inside("blue-two", fewer), unit("red", [36.0, 13.0], SHOT)];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red blue small-arms 0", &[]);
    game.pass_until(|game| game.unit("blue").hits_turn > 0, &[6, 6, 6]);
    assert_eq!((game.unit("blue").others, game.unit("blue-two").others), (14, 7));
}

#[test]
fn a_gap_lets_so_many_through_however_wide_the_shooters_stand() {
    // CP 16.5.1: 24 musketeers twelve abreast take 240 mm; a gap of 300 mm lets fifteen through, from wherever they stand.
    let few = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 8";
    let half = 240.0 / 25.4 / 2.0;
    let gap = 300.0 / 25.4 / 2.0;
    let screen = |key: &str, x: f64| unit(key, [x, 12.0], few);
    let parts = [
        unit("red", [36.0, 10.0], SHOT),
        screen("red-left", 36.0 - gap - half),
        screen("red-right", 36.0 + gap + half),
        unit("blue", [36.0, 15.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30"),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red blue small-arms 0", &[]);
    game.pass_until(|game| game.told.iter().any(|entry| entry.title.contains("shoots at")), &[]);
    let shot: i32 =
        game.told.iter().filter(|entry| entry.title.starts_with("red shoots")).map(|entry| entry.lines[0].value).sum();
    assert_eq!(shot, 15);
}

#[test]
fn mounted_dragoons_with_firelocks_roll_for_three() {
    // CP 20.2.1: twelve of them make four dice.
    let firelocks = format!("{DRAGOONS}\nfirelocks = true");
    let parts = [unit("red", [36.0, 20.0], &firelocks), unit("blue", [36.0, 21.9], SHOT)];
    let mut game = Game::with("firelocks = true", "shooting", &parts, &[]);
    game.says("red", "shoot red blue small-arms 0", &[]);
    game.done("blue");
    game.pass_until(|game| game.told.iter().any(|entry| entry.title.starts_with("red shoots")), &[]);
    assert_eq!(game.last_shot().0, 4);
}

#[test]
fn a_charger_whose_target_is_shot_away_does_not_test_for_hits() {
    // CP 18.6.1: it was in a charge situation, though there is nobody left to strike.
    let one = "kind = \"foot\"\ngrade = \"A\"\npikes = 2\nmuskets = 2\nfiles = { left = 1, pikes = 1, right = 1 }";
    let parts = [
        unit("red", [48.0, 25.5], &format!("{HORSE}\nfacing = \"west\"")),
        unit("red-foot", [33.0, 19.0], SHOT),
        unit("blue", [33.0, 25.0], one),
        unit("blue-foot", [42.0, 31.0], SHOT),
    ];
    let mut game = Game::at("movement", &parts);
    // The panic test is passed: a handful of the best, with pikes.
    game.says("red", "charge red blue", &[]);
    game.pass_to("red", "shoot", &[6]);
    game.says("red", "shoot red-foot blue small-arms 0", &[]);
    game.pass_to("blue", "shoot", &[]);
    game.says("blue", "shoot blue-foot red small-arms 0", &[6, 6, 6, 6, 6, 6, 6, 6]);
    game.pass_until(|game| game.state().turn == 2, &[]);
    assert!(game.unit("red").others < 12, "the horse was hit");
    assert!(!game.told.iter().any(|entry| entry.rule == "CP 18.6.1" && entry.title.starts_with("red tests")));
}

#[test]
fn the_nearest_of_those_as_easily_hit_is_shot_at() {
    // CP 16.3.3, G43: ball hits a deep regiment twice as hard, but no more easily than the line before it.
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 6";
    let parts = [
        unit("red", [36.0, 5.0], &guns("\"field\"")),
        unit("blue", [28.0, 25.0], SHOT),
        unit("blue-deep", [44.0, 30.0], deep),
    ];
    let game = Game::at("shooting", &parts);
    assert_eq!(game.refused("red", "shoot red blue ball 0"), "");
    assert_eq!(game.refused("red", "shoot red blue-deep ball 0"), "CP 16.3.3");
}

#[test]
fn in_heavy_woods_each_figure_shoots_two_inches() {
    // CP 19.1.10, 16.1.3: the enemy is an inch and a half off; the second rank stands farther from him than two inches.
    let wood = |kind: &str, west: f64, east: f64| {
        format!("\n[[ground.areas]]\nname = \"wood {west}\"\nkind = \"{kind}\"\nbox = [{west:?}, 0, {east:?}, 48]\n")
    };
    // All of it is one wood, or half of it is another.
    let figures_in = |wood: String, apart: f64| {
        let parts = [wood, unit("red", [36.0, 20.0], SHOT), unit("blue", [36.0, 20.0 + apart], SHOT)];
        let mut game = Game::at("shooting", &parts);
        let order = "shoot red blue small-arms 0";
        if !game.refused("red", order).is_empty() {
            return 0;
        }
        game.says("red", order, &[]);
        game.pass_until(|game| game.told.iter().any(|entry| entry.title.contains("red shoots at")), &[]);
        let entries = game.told.iter().filter(|entry| entry.title.contains("red shoots at"));
        entries.map(|entry| entry.dice.len()).sum()
    };
    let figures = |kind: &str, apart: f64| figures_in(wood(kind, 0.0, 72.0), apart);
    assert_eq!((figures("heavy-woods", 1.5), figures("light-woods", 1.5)), (3, 6));
    let halves = |kind: &str| wood("heavy-woods", 0.0, 36.0) + &wood(kind, 36.0, 72.0);
    assert_eq!((figures_in(halves("heavy-woods"), 1.5), figures_in(halves("light-woods"), 1.5)), (3, 4));
    assert_eq!((figures("heavy-woods", 1.1), figures("heavy-woods", 2.1)), (6, 0));
}

#[test]
fn hard_cover_by_itself_helps_those_who_are_shot_at_and_charged() {
    // CP T14: a garrison hit through its windows, against a line in the open.
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nfiles = 6";
    for covered in [true, false] {
        let blue = if covered { inside("blue", few) } else { unit("blue", [36.0, 22.0], few) };
        let parts = [FARM.to_owned(), unit("red", [36.0, 14.0], SHOT), blue];
        let parts = if covered { parts.to_vec() } else { parts[1..].to_vec() };
        let mut game = Game::at("shooting", &parts);
        let order = game.offered("red", "shoot red blue");
        game.says("red", &order, &[]);
        game.pass_until(|game| game.told("CP 18.6.1"), &[6, 6]);
        assert_eq!(game.counted("CP 18.6.1", "in square or hard cover"), i32::from(covered));
    }
    // CP T13: foot behind heavy works, charged across them.
    for kind in ["heavy-works", "light-works"] {
        let works =
            format!("\n[[ground.lines]]\nname = \"works\"\nkind = \"{kind}\"\npoints = [[20, 19.8], [52, 19.8]]\n");
        let parts = [works, unit("red", [36.0, 16.0], SHOT), unit("blue", [36.0, 20.0], few)];
        let mut game = Game::at("movement", &parts);
        game.says("red", "charge red blue", &[]);
        game.pass_until(|game| game.told("CP 18.5.1"), &[6, 6, 6, 6, 6]);
        let bonus = if kind == "heavy-works" { 2 } else { 0 };
        assert_eq!(game.counted("CP 18.5.1", "in square or hard cover"), bonus, "{kind}");
    }
}
