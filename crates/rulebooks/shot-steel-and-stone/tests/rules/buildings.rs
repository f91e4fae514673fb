//! Headings 17 and 30: built-up areas.

use crate::game::{Game, LINE, area, unit};
use crate::melee::{blow, contact, dice, is, melees};
use shot_steel_and_stone::state::{Fire, Loss, Place};

/// A town with what it is built of.
pub fn town(name: &str, outline: [f64; 4], material: &str) -> String {
    format!("{}\n[[buildings]]\narea = \"{name}\"\nmaterial = \"{material}\"\n", area("town", name, outline))
}

/// The same, on fire for so many player turns.
pub fn burning(name: &str, outline: [f64; 4], material: &str, turns: u8) -> String {
    format!("{}burning = {turns}\n", town(name, outline, material))
}

pub fn inside(key: &str, town: &str, what: &str) -> String {
    let side = if key.starts_with("red") { "red" } else { "blue" };
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\ninside = \"{town}\"\n{what}\n")
}

const POUNDERS: &str = "arm = \"foot-artillery\"\nguns = [{ weight = \"medium\", calibre = 8 }, { weight = \"medium\", calibre = 8 }, { weight = \"medium\", calibre = 8 }]";
pub const HOWITZER: &str = "arm = \"foot-artillery\"\nguns = [\"howitzer\"]";

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
    // Its men are shown among the houses, not as a block that hides them.
    let scene = kernel::Picture::scene(&game.rules, &game.state, None);
    let shown = scene.bodies.iter().find(|body| body.key == "red").unwrap();
    assert!(shown.parts.iter().all(|part| part.figure == kernel::scene::Figure::Skirmisher));
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

/// So many bases of red on a building held by blue, in the melees of red's turn; two melees elsewhere wait.
pub fn storm(options: &str, material: &str, red: &str, blue: &str, more: &[String]) -> Game {
    let mut parts = vec![
        town("Mill", [10.0, 15.0, 14.0, 18.0], material),
        unit("red", [12.0, 15.0], red),
        inside("blue", "Mill", blue),
        contact(["red", "blue"], ["close", "halted"]),
    ];
    parts.extend(more.iter().cloned());
    melees(options, &parts)
}

pub const THREE: &str = "arm = \"infantry\"\nbases = 3";
/// Four bases, and the next hit costs one of them.
pub const SHAKEN: &str = "arm = \"infantry\"\nbases = 5\nstart = { hits = 11 }";

/// The round of V53: 9 dice at 6, one hit not saved; 9 dice at 4+, one hit not saved.
pub fn first_round() -> Vec<u8> {
    dice(&[(1, 6), (8, 1), (1, 1), (1, 4), (8, 1), (1, 1)])
}

#[test]
fn attackers_break_in_where_a_base_has_fallen() {
    // SSS V53, 30.2, 30.3, 30.4, G28: 9 dice at 6 against 9 at 4+; the hit removes a base, and one attacker may roll.
    for (die, bases) in [(5, Some(1)), (4, None)] {
        let mut game = storm("", "brick", THREE, SHAKEN, &[]);
        game.says("red", "fight red", &first_round());
        assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(3, 3, 3, -2), is(3, 3, 3, 0)));
        assert_eq!((game.unit("blue").bases, game.topic("red")), (3, "break-in"));
        assert_eq!(game.menu("red"), ["break-in 1", "break-in 0"]);
        assert_eq!(game.refused("red", "break-in 2"), "SSS 30.4");
        game.says("red", "break-in 1", &[die]);
        assert_eq!(game.unit("red").inside.map(|inside| inside.bases), bases, "{die}");
        // The round was drawn: they stay in contact.
        assert!(game.table().in_contact(game.id("red")));
    }
    // Nobody has to.
    let mut game = storm("", "brick", THREE, SHAKEN, &[]);
    game.says("red", "fight red", &first_round());
    game.says("red", "break-in 0", &[]);
    assert_eq!(game.unit("red").inside, None);
}

/// On to the melees of the other side's turn: the two that wait elsewhere are fought, nobody orders anything.
pub fn next_round(game: &mut Game, reaction: &[u8]) {
    let mut all = vec![1, 1, 1, 1];
    all.extend(reaction);
    game.says("red", "fight red-idle1", &all);
    game.pass_to("red", "melees", &[]);
}

/// Blows of a unit since then, as bases and modifiers.
pub fn blows_since(game: &Game, told: usize, by: &str) -> Vec<(i32, i32)> {
    let own = game.told[told..].iter().filter(|entry| entry.rule == "SSS 23.1");
    let own = own.filter(|entry| entry.title.to_string().starts_with(&format!("{by} ")));
    let bases = |entry: &kernel::Entry| entry.lines[0].value;
    let sum = |entry: &kernel::Entry| entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum();
    own.map(|entry| (bases(entry), sum(entry))).collect()
}

/// One base of red has broken in with the round of V53; the second round is about to be fought.
fn broken_in(options: &str) -> Game {
    let mut game = storm(options, "brick", THREE, SHAKEN, &[]);
    game.says("red", "fight red", &first_round());
    game.says("red", "break-in 1", &[5]);
    next_round(&mut game, &[]);
    game
}

#[test]
fn bases_inside_fight_on_equal_terms_and_those_outside_at_the_walls() {
    // SSS V53, 30.5, 24.2, G85: two of red outside at -2, one inside at 0; the garrison meets each with one base.
    let fought = |options: &str| {
        let mut game = broken_in(options);
        let told = game.told.len();
        // The garrison strikes first in the telling, at the walls with two bases and inside with one; it is trapped.
        game.says("red", "fight red", &[1; 18]);
        (blows_since(&game, told, "red"), blows_since(&game, told, "blue"))
    };
    assert_eq!(fought(""), (vec![(2, -2), (1, 0)], vec![(2, -2), (1, -2)]));
    assert_eq!(fought("bua-cover = \"gone-for-all\""), (vec![(2, 0), (1, 0)], vec![(2, -2), (1, -2)]));
}

#[test]
fn a_base_inside_is_thrown_out_by_how_it_fares_itself_or_its_side() {
    // SSS V53, 30.5, 30.6, G28, G85. A throw and its saves: the garrison's two at the walls, its one inside; red's two outside, one inside.
    let after = |options: &str, walls: &[u8], inside: &[u8], outside: &[u8], own: &[u8]| {
        let mut game = broken_in(options);
        game.says("red", "fight red", &[walls, inside, outside, own].concat());
        (game.unit("red").inside.map_or(0, |inside| inside.bases), game)
    };
    let miss = |count: usize| vec![1; count];
    // The base inside is hit once and hits nobody: out, though outside red hit the garrison as often.
    let hurt = dice(&[(1, 6), (2, 1), (1, 1)]);
    let hits = dice(&[(1, 6), (5, 1), (1, 1)]);
    let (bases, game) = after("", &miss(6), &hurt, &hits, &miss(3));
    assert_eq!(bases, 0);
    assert!(game.told("SSS 30.5"));
    let (bases, _) = after("bua-ejected-by = \"side\"", &miss(6), &hurt, &hits, &miss(3));
    assert_eq!(bases, 1);
    // Outside red suffers, inside nothing happens: the side has lost, the base has not.
    let walls = dice(&[(1, 6), (5, 1), (1, 1)]);
    let (bases, game) = after("", &walls, &miss(3), &miss(6), &miss(3));
    assert_eq!(bases, 1);
    // SSS 27.2, G64: those outside are pushed off all the same, 1 BW and a half.
    assert_eq!(game.unit("red").pose.at.y, 15 * 60_000 - 90_000);
    assert!(game.table().in_contact(game.id("red")));
    let (bases, _) = after("bua-ejected-by = \"side\"", &walls, &miss(3), &miss(6), &miss(3));
    assert_eq!(bases, 0);
}

#[test]
fn breaking_in_is_rolled_for_by_each_base_or_once() {
    // SSS 30.4, 30.6, G28: three bases of one point each fall; the house holds eight.
    let stormed = |options: &str, red: u8, blue: u8, dice_in: &[u8]| {
        let attackers = format!("arm = \"infantry\"\nbases = {red}");
        let garrison = format!("arm = \"infantry\"\nbases = {blue}\npoints = 1");
        let mut game = storm(options, "brick", &attackers, &garrison, &[]);
        // Three hits at 6, none saved; the garrison misses.
        let dice = dice(&[(3, 6), (9, 1), (3, 1), (12, 1)]);
        game.says("red", "fight red", &dice);
        let menu = game.menu("red").len() - 1;
        game.says("red", &format!("break-in {menu}"), dice_in);
        (menu, game.unit("red").inside.map_or(0, |inside| inside.bases))
    };
    assert_eq!(stormed("", 4, 8, &[5, 4, 6]), (3, 2));
    assert_eq!(stormed("break-in = \"one-roll\"", 4, 8, &[5]), (3, 3));
    assert_eq!(stormed("break-in = \"one-roll\"", 4, 8, &[4]), (3, 0));
}

#[test]
fn who_breaks_in_needs_room() {
    // SSS 17.1, 30.6: a second garrison leaves room for one base only.
    let two = inside("blue-second", "Mill", "arm = \"infantry\"\nbases = 4");
    let mut game =
        storm("", "brick", "arm = \"infantry\"\nbases = 4", "arm = \"infantry\"\nbases = 4\npoints = 1", &[two]);
    game.says("red", "fight red", &dice(&[(1, 6), (11, 1), (1, 1), (12, 1)]));
    assert_eq!(game.menu("red"), ["break-in 1", "break-in 0"]);
}

#[test]
fn attackers_who_win_count_as_following_up_or_not() {
    // SSS 27.5, 23.3, 30.3, G85: +1 and a die more, though the garrison stays where it is.
    let second = |options: &str, count: usize| {
        let mut game = storm(options, "brick", THREE, "arm = \"infantry\"\nbases = 4", &[]);
        // One hit of red, none of blue; the garrison tests in the reaction phase and passes.
        game.says("red", "fight red", &dice(&[(1, 6), (8, 1), (1, 1), (9, 1)]));
        assert!(game.unit("blue").inside.is_some() && game.gap("red", "blue") == 0.0);
        next_round(&mut game, &[5, 5]);
        game.says("red", "fight red", &vec![1; 9 + count]);
        blow(&game, "red")
    };
    assert_eq!(second("", 12), is(3, 4, 3, -2 + 1));
    assert_eq!(second("bua-follow-up = \"never\"", 9), is(3, 3, 3, -2));
}

#[test]
fn a_garrison_meets_each_of_its_attackers_once() {
    // SSS G64, G135, 20.4: two bases against three and two; its owner says whom it meets first.
    let other = [
        unit("red-other", [12.0, 18.0], "arm = \"infantry\"\nbases = 2\nfacing = \"south\""),
        contact(["red-other", "blue"], ["close", "halted"]),
    ];
    let fought = |first: &str, thrown: &[(usize, u8)]| {
        let mut game = storm("", "brick", THREE, "arm = \"infantry\"\nbases = 2", &[other.concat()]);
        game.says("red", "fight red", &[]);
        assert_eq!(game.topic("blue"), "against");
        game.says("blue", &format!("against {first}"), &dice(thrown));
        let told = 0;
        (blows_since(&game, told, "red"), blows_since(&game, told, "red-other"), blows_since(&game, told, "blue"))
    };
    let (red, other_bases, blue) = fought("red", &[(15, 1), (6, 1)]);
    assert_eq!((red[0].0, other_bases[0].0, blue.iter().map(|one| one.0).sum::<i32>()), (3, 2, 2));
    let (.., blue) = fought("red-other", &[(15, 1), (6, 1)]);
    assert_eq!(blue.iter().map(|one| one.0).collect::<Vec<_>>(), [2]);
}

#[test]
fn ruins_are_soft_cover_in_melee() {
    // SSS G29
    let parts = [
        format!("{}points = 0\n", town("Mill", [10.0, 15.0, 14.0, 18.0], "brick")),
        unit("red", [12.0, 15.0], THREE),
        inside("blue", "Mill", THREE),
        contact(["red", "blue"], ["close", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[1; 18]);
    assert_eq!(blow(&game, "red").modifiers, -1);
}

#[test]
fn a_fortress_is_climbed_and_entered_late() {
    // SSS G32, T16, 17.5: 1 Disruption, -2; nobody breaks in with the first round, nor with one that was not won.
    let shaken = "arm = \"infantry\"\nbases = 4\npoints = 1\nclass = \"A\"";
    let mut game = storm("", "fortress", THREE, shaken, &[]);
    assert_eq!(game.state.buildings[0].points, 300);
    // -3: a six, then 4+.
    game.says("red", "fight red", &dice(&[(1, 6), (8, 1), (1, 4), (1, 1), (9, 1)]));
    assert_eq!(blow(&game, "red").modifiers, -3);
    assert_eq!((game.unit("blue").bases, game.topic("red")), (3, "melees"));
    next_round(&mut game, &[6, 6]);
    // Following up: four dice a base, -2 for the walls, -2 for two escalades and +1: a six, then 4+.
    game.says("red", "fight red", &dice(&[(9, 1), (1, 6), (11, 1), (1, 4), (1, 1)]));
    assert_eq!(game.topic("red"), "break-in");
}

#[test]
fn shells_at_a_garrison_fall_on_the_building() {
    // SSS V12, 17.9, 17.15: ten dice at the garrison, 2d6 for each of two howitzers.
    let two = "arm = \"foot-artillery\"\nguns = [\"howitzer\", \"howitzer\"]";
    let shelled = |fire: [u8; 4]| {
        let parts = [
            unit("red", [12.0, 8.0], two),
            town("Mill", [10.0, 15.0, 14.0, 18.0], "wooden"),
            inside("blue", "Mill", "arm = \"infantry\"\nbases = 4"),
        ];
        let mut game = Game::at("shooting", &parts);
        game.says("red", "shoot red at blue 0", &[vec![1; 10], fire.to_vec()].concat());
        game
    };
    let game = shelled([4, 4, 3, 3]);
    assert_eq!(
        (game.state.buildings[0].fire, game.state.buildings[0].shelled),
        (Fire::None, Some(kernel::Side::FIRST))
    );
    let parts = shelled([4, 4, 4, 5]);
    assert_ne!(parts.state.buildings[0].fire, Fire::None);
}

#[test]
fn a_garrison_is_supported_until_the_enemy_breaks_in() {
    // SSS 30.7, V53: the garrison loses a round and tests, first alone in its walls, then with the enemy inside.
    let mut game = storm("", "brick", THREE, "arm = \"infantry\"\nbases = 4", &[]);
    game.says("red", "fight red", &dice(&[(1, 6), (8, 1), (1, 1), (9, 1)]));
    game.says("red", "fight red-idle1", &[1, 1, 1, 1, 5, 5]);
    assert_eq!(game.counted("SSS 35.4", "supported"), 2);
    let mut game = broken_in("");
    game.says("red", "fight red", &dice(&[(9, 1), (1, 6), (5, 1), (1, 1), (3, 1)]));
    game.says("red", "fight red-idle1", &[1, 1, 1, 1, 6, 6, 3, 2]);
    assert_eq!(game.counted("SSS 35.4", "supported"), 0);
}
