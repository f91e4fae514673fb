//! Headings 17 and 30: built-up areas.

use crate::game::{Game, LINE, area, unit};
use shot_steel_and_stone::state::{Fire, Loss, Place};

/// A town with what it is built of.
fn town(name: &str, outline: [f64; 4], material: &str) -> String {
    format!("{}\n[[buildings]]\narea = \"{name}\"\nmaterial = \"{material}\"\n", area("town", name, outline))
}

/// The same, on fire for so many player turns.
fn burning(name: &str, outline: [f64; 4], material: &str, turns: u8) -> String {
    format!("{}burning = {turns}\n", town(name, outline, material))
}

fn inside(key: &str, town: &str, what: &str) -> String {
    let side = if key.starts_with("red") { "red" } else { "blue" };
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\ninside = \"{town}\"\n{what}\n")
}

const POUNDERS: &str = "arm = \"foot-artillery\"\nguns = [{ weight = \"medium\", calibre = 8 }, { weight = \"medium\", calibre = 8 }, { weight = \"medium\", calibre = 8 }]";
const HOWITZER: &str = "arm = \"foot-artillery\"\nguns = [\"howitzer\"]";

fn bombarded(options: &str, material: &str, gun: &str, apart: f64, dice: &[u8]) -> Game {
    let parts = [
        unit("red", [12.0, 15.0 - apart], gun),
        town("Mill", [10.0, 15.0, 14.0, 18.0], material),
        inside("blue", "Mill", "arm = \"infantry\"\nbases = 4"),
    ];
    let mut game = Game::with(options, "shooting", &parts);
    game.says("red", "shoot red walls mill 0", dice);
    game
}

#[test]
fn guns_batter_the_walls() {
    // SSS V13, 17.5, 17.6, G29: 24 pounds and 4 + 2 + 6 less 1 each at medium range.
    let points = |material: &str, gun: &str, apart: f64, dice: &[u8]| {
        bombarded("", material, gun, apart, dice).state.buildings[0].points
    };
    assert_eq!(points("brick", POUNDERS, 10.0, &[4, 2, 6]), 117);
    assert_eq!(points("wooden", POUNDERS, 5.0, &[4, 2, 6]), 100 - 36);
    assert_eq!(points("stone", POUNDERS, 13.0, &[4, 2, 6]), 200 - 30);
    // SSS 17.8: the range is nothing to a shell; 2d6 for fire.
    assert_eq!(points("brick", HOWITZER, 14.0, &[6, 3, 3]), 150 - 11);
}

#[test]
fn small_dice_may_count_less_than_nothing() {
    // SSS G82: two eight-pounders at long range, 1 and 4.
    let two = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]";
    let left = |options: &str| bombarded(options, "brick", two, 14.0, &[1, 4]).state.buildings[0].points;
    assert_eq!((left(""), left("bua-die-floor = \"zero\"")), (150 - 17, 150 - 18));
}

#[test]
fn shells_set_buildings_on_fire() {
    // SSS V13, 17.9, T19
    let burns = |material: &str, roll: [u8; 2]| {
        let game = bombarded("", material, HOWITZER, 5.0, &[1, roll[0], roll[1]]);
        game.state.buildings[0].fire != Fire::None
    };
    for (material, needed) in [("wooden", 9), ("brick", 11), ("stone", 12)] {
        for roll in [[4, 4], [4, 5], [5, 5], [5, 6], [6, 6]] {
            assert_eq!(burns(material, roll), roll[0] + roll[1] >= needed, "{material} {roll:?}");
        }
    }
    // SSS 17.9: one roll for two howitzers in the old-school variant.
    let two = "arm = \"foot-artillery\"\nguns = [\"howitzer\", \"howitzer\"]";
    bombarded("", "brick", two, 5.0, &[1, 1, 3, 3, 3, 3]);
    bombarded("old-school = \"on\"", "brick", two, 5.0, &[1, 1, 3, 3]);
}

#[test]
fn at_no_points_it_is_rubble() {
    // SSS 17.7, G29
    let parts = [
        unit("red", [12.0, 10.0], POUNDERS),
        format!("{}points = 20\n", town("Mill", [10.0, 15.0, 14.0, 18.0], "brick")),
        inside("blue", "Mill", "arm = \"infantry\"\nbases = 4"),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red walls mill 0", &[1, 1, 1]);
    assert_eq!(game.state.buildings[0].points, 0);
    let cover = game.table().cover_of(game.id("blue"), game.body("red").main().front);
    assert_eq!(cover, shot_steel_and_stone::shooting::Cover::Soft);
}

#[test]
fn one_base_shoots_out_for_two_base_widths_of_wall() {
    // SSS 17.17, T8: 8 BW of wall: four bases of six, two dice each.
    let parts = [
        town("Mill", [10.0, 15.0, 12.0, 17.0], "brick"),
        inside("red", "Mill", "arm = \"infantry\"\nbases = 6\nstart = { first-volley-used = true }"),
        unit("blue", [11.0, 19.0], "arm = \"infantry\"\nbases = 6"),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 0", &[1; 8]);
}

/// A mill, burning for so many player turns, with three bases of blue along its northern wall, in blue's orders.
fn ablaze(turns: Option<u8>, shelled: bool) -> Game {
    let outline = [10.0, 15.0, 14.0, 18.0];
    let parts = [
        turns.map_or_else(|| town("Mill", outline, "brick"), |turns| burning("Mill", outline, "brick", turns)),
        unit("blue", [12.0, 18.5], "arm = \"infantry\"\nbases = 3\nfacing = \"north\""),
        unit("red", [12.0, 2.0], LINE),
    ];
    let start = "[start]\nphase = \"orders\"\nactive = \"blue\"\nsecond = true\n";
    let mut game = Game::start("", start, &parts, &[]);
    // What the enemy's howitzers did in the turn before.
    game.state.buildings[0].shelled = shelled.then_some(kernel::Side::FIRST);
    game
}

fn fought(turns: u8, shelled: bool, dice: &[u8]) -> Game {
    let mut game = ablaze(Some(turns), shelled);
    game.says("blue", "order blue firefight", dice);
    game
}

#[test]
fn infantry_fights_a_fire() {
    // SSS V46, 17.13, 17.14, 17.15: each base rolls, 4+ in the first move, 6 in the second, -1 under howitzer fire.
    let out = |fire: u8, shelled: bool, dice: &[u8]| fought(fire, shelled, dice).state.buildings[0].fire == Fire::None;
    let (first, second) = (1, 3);
    assert!(out(first, false, &[2, 3, 5, 1, 2]));
    // The second player turn is the first move of the other side.
    assert!(out(2, false, &[2, 3, 4, 1, 2]));
    assert!(!out(first, false, &[2, 3, 3, 1, 2]));
    assert!(!out(first, true, &[2, 3, 4, 1, 2]));
    assert!(out(first, true, &[2, 3, 5, 1, 2]));
    assert!(!out(second, false, &[2, 3, 5, 1, 2]));
    assert!(out(second, false, &[2, 3, 6, 1, 2]));
    assert!(!out(second, true, &[2, 3, 6, 1, 2]));
}

#[test]
fn a_one_brings_the_building_down() {
    // SSS 17.16
    let game = fought(1, false, &[6, 1, 3, 1, 2]);
    assert_eq!((game.state.buildings[0].points, game.unit("blue").bases), (0, 2));
    assert_eq!(game.unit("blue").hits, 6);
}

#[test]
fn only_who_touches_the_building_fights_its_fire() {
    // SSS 17.13
    assert_eq!(ablaze(Some(1), false).refused("blue", "order blue firefight"), "");
    assert_eq!(ablaze(None, false).refused("blue", "order blue firefight"), "SSS 17.13");
}

#[test]
fn fire_leaps_downwind() {
    // SSS V46, 17.11, G31: within 2 BW and 45 degrees of the wind, which blows east; one roll for each building.
    let near = |gap: f64, north: f64, material: &str, dice: &[u8]| {
        let parts = [
            burning("Mill", [10.0, 15.0, 14.0, 18.0], "wooden", 4),
            town("Barn", [14.0 + gap, 15.0 + north, 17.0 + gap, 18.0 + north], material),
            unit("red", [12.0, 2.0], LINE),
            unit("blue", [12.0, 28.0], LINE),
        ];
        let mut game = Game::at("orders", &parts);
        game.done("red", dice);
        game.state.buildings[1].fire != Fire::None
    };
    assert!(near(1.5, 0.0, "wooden", &[4]));
    assert!(!near(1.5, 0.0, "wooden", &[3]));
    assert!(!near(1.5, 0.0, "brick", &[4]));
    assert!(near(1.5, 0.0, "brick", &[5]));
    assert!(near(1.5, 0.0, "stone", &[6]));
    assert!(!near(2.5, 0.0, "wooden", &[]));
    assert!(!near(-4.0, 5.0, "wooden", &[]));
}

#[test]
fn a_fire_burns_all_game_after_two_moves() {
    // SSS 17.10
    let mut game = ablaze(Some(4), false);
    game.done("blue", &[1, 2]);
    assert_eq!(game.state.buildings[0].fire, Fire::Lost);
}

#[test]
fn a_garrison_leaves_what_burns() {
    // SSS 17.12, G64
    let parts = [
        burning("Mill", [10.0, 15.0, 14.0, 18.0], "wooden", 1),
        inside("red", "Mill", "arm = \"infantry\"\nbases = 4"),
        unit("blue", [12.0, 26.0], LINE),
    ];
    let mut game = Game::at("movement", &parts);
    assert_eq!(game.topic("red"), "evacuate");
    assert_eq!(game.refused("red", "evacuate red 720 600 180"), "SSS G64");
    let told = game.says("red", "evacuate red 720 870 180", &[]);
    assert!(told.iter().any(|entry| entry.rule == "SSS 17.12"));
    assert_eq!((game.unit("red").inside, game.unit("red").place), (None, Place::Table));
    assert!(game.gap("red", "blue") > 10.0);
}

#[test]
fn nobody_who_cannot_get_out_lives() {
    // SSS 17.12: the enemy stands near every wall.
    let around = |key: &str, at: [f64; 2], facing: &str| {
        unit(key, at, &format!("arm = \"infantry\"\nbases = 3\nfacing = \"{facing}\""))
    };
    let parts = [
        burning("Mill", [10.0, 15.0, 12.0, 17.0], "wooden", 1),
        inside("red", "Mill", "arm = \"infantry\"\nbases = 4"),
        around("blue", [11.0, 18.0], "south"),
        around("blue-south", [11.0, 14.0], "north"),
        around("blue-west", [8.9, 16.0], "east"),
        around("blue-east", [13.1, 16.0], "west"),
    ];
    let game = Game::at("movement", &parts);
    assert_eq!(game.unit("red").place, Place::Gone(Loss::Buried));
}

#[test]
fn infantry_goes_in_and_comes_out() {
    // SSS 17.1, 17.2, G64, T6: 3 - 1 for the buildings.
    let parts = |what: &str, more: &[String]| {
        let mut parts = vec![
            town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
            unit("red", [12.0, 14.0], &format!("{what}\nstart = {{ intent = \"move\" }}")),
            unit("blue", [12.0, 28.0], LINE),
        ];
        parts.extend(more.iter().cloned());
        let mut game = Game::at("movement", &parts);
        game.says("red", "pick red", &[]);
        game
    };
    let mut game = parts("arm = \"infantry\"\nbases = 4", &[]);
    assert_eq!(game.refused("red", "move enter mill 4"), "SSS G64");
    game.says("red", "move advance 60", &[]);
    assert_eq!(game.refused("red", "move enter mill 5"), "SSS G64");
    game.says("red", "move enter mill 4", &[]);
    assert!(game.table().is_garrison(game.id("red")));
    let horse = {
        let mut game = parts("arm = \"heavy-cavalry\"\nbases = 4", &[]);
        game.says("red", "move advance 60", &[]);
        game.refused("red", "move enter mill 4")
    };
    assert_eq!(horse, "SSS 17.2");
    let full = {
        let mut game =
            parts("arm = \"infantry\"\nbases = 4", &[inside("red-first", "Mill", "arm = \"infantry\"\nbases = 6")]);
        game.says("red", "move advance 60", &[]);
        (game.refused("red", "move enter mill 3"), game.refused("red", "move enter mill 2"))
    };
    assert_eq!(full, ("SSS 17.1".into(), String::new()));
    // Out again on the other side, 1 BW left to go on.
    let out = [
        town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
        inside("red", "Mill", "arm = \"infantry\"\nbases = 4\nstart = { intent = \"move\" }"),
        unit("blue", [12.0, 28.0], LINE),
    ];
    let mut game = Game::at("movement", &out);
    game.says("red", "pick red", &[]);
    game.says("red", "move leave 720 1110 0", &[]);
    assert_eq!(game.refused("red", "move advance 121"), "SSS 7.1");
    game.says("red", "move advance 120", &[]);
}

/// Three bases of red on a brick building held by four of blue, with five hits on record.
fn storm(options: &str, dice: &[u8]) -> Game {
    let parts = [
        town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
        unit("red", [12.0, 15.0], "arm = \"infantry\"\nbases = 3"),
        inside("blue", "Mill", "arm = \"infantry\"\nbases = 4\nstart = { hits = 5 }"),
        "\n[[contacts]]\nunits = [\"red\", \"blue\"]\ncame = [\"close\", \"halted\"]\n".into(),
    ];
    let start = "[start]\nphase = \"melees\"\nactive = \"red\"\n";
    Game::start(options, start, &parts, dice)
}

#[test]
fn attackers_break_in_where_a_base_has_fallen() {
    // SSS V53, 30.3, 30.4, G28: 9 dice at 6 against 9 at 4+; the sixth hit removes a base.
    let mut dice = vec![6, 1, 1, 1, 1, 1, 1, 1, 1, 2];
    dice.extend([4, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    for (die, bases) in [(5, Some(1)), (4, None)] {
        let mut all = dice.clone();
        all.push(die);
        let game = storm("", &all);
        assert_eq!(game.unit("blue").bases, 3);
        assert_eq!(game.unit("red").inside.map(|inside| inside.bases), bases, "{die}");
    }
}

#[test]
fn breaking_in_is_rolled_for_by_each_base_or_once() {
    // SSS 30.4, 30.6, G28
    let stormed = |options: &str, dice: &[u8]| {
        let parts = [
            town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
            unit("red", [12.0, 15.0], "arm = \"infantry\"\nbases = 4"),
            inside("blue", "Mill", "arm = \"infantry\"\nbases = 4"),
        ];
        let mut game = Game::with(options, "orders", &parts);
        let id = game.id("red");
        game.act(dice, |play| {
            play.break_in(id, shot_steel_and_stone::cards::BuildingId(0), 3);
        });
        game.unit("red").inside.map_or(0, |inside| inside.bases)
    };
    assert_eq!(stormed("", &[5, 4, 6]), 2);
    assert_eq!(stormed("break-in = \"one-roll\"", &[5]), 3);
    assert_eq!(stormed("break-in = \"one-roll\"", &[4]), 0);
}

#[test]
fn who_broke_in_is_ejected_by_the_next_round() {
    // SSS 30.5, G85
    let after = |options: &str, base_lost: bool, side_lost: bool| {
        let parts = [
            town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
            unit("red", [12.0, 15.0], "arm = \"infantry\"\nbases = 4"),
            inside("blue", "Mill", "arm = \"infantry\"\nbases = 4"),
        ];
        let mut game = Game::with(options, "orders", &parts);
        let id = game.id("red");
        game.act(&[5], |play| {
            play.break_in(id, shot_steel_and_stone::cards::BuildingId(0), 1);
            play.inside_round_over(id, base_lost, side_lost);
            // Later rounds eject nobody.
            play.inside_round_over(id, true, true);
        });
        game.unit("red").inside.is_some()
    };
    assert_eq!([after("", false, true), after("", true, false)], [true, false]);
    let side = "bua-ejected-by = \"side\"";
    assert_eq!([after(side, false, true), after(side, true, false)], [false, true]);
}
