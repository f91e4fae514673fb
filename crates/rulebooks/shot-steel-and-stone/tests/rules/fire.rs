//! Headings 11, 13, 16, 19 and 33 once more: lines of fire, what guns are laid on, free bases, darts, and fire out of the blue.

use crate::game::{Game, LINE, area, unit};
use shot_steel_and_stone::state::{Fire, GunState};

const ONE: &str = "arm = \"infantry\"\nbases = 1";
const FIRED: &str = "\nstart = { first-volley-used = true }";
const GUN: &str = "arm = \"foot-artillery\"\nguns = [\"medium\"]";
const TWO_GUNS: &str = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]";

/// Others who could shoot at each other, far away: the phase does not end with the shot that is looked at.
fn others() -> Vec<String> {
    vec![
        unit("red-last", [36.0, 26.0], LINE),
        unit("blue-last", [36.0, 28.0], LINE),
        unit("red-last-guns", [39.0, 22.0], GUN),
    ]
}

fn inside(key: &str, town: &str, what: &str) -> String {
    let side = if key.starts_with("red") { "red" } else { "blue" };
    format!("\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\ninside = \"{town}\"\n{what}\n")
}

fn town(name: &str, outline: [f64; 4], material: &str) -> String {
    format!("{}\n[[buildings]]\narea = \"{name}\"\nmaterial = \"{material}\"\n", area("town", name, outline))
}

fn hill(level: u8, outline: [f64; 4]) -> String {
    format!("\n[[ground.hills]]\nlevel = {level}\nbox = {outline:?}\n")
}

fn contact(units: [&str; 2]) -> String {
    format!("\n[[contacts]]\nunits = {units:?}\n")
}

fn battle(options: &str, phase: &str, parts: &[String]) -> Game {
    let mut all = parts.to_vec();
    all.extend(others());
    Game::with(options, phase, &all)
}

/// What a shot of red at blue is refused for, in red's shooting phase; nothing if it may be fired.
fn refused(options: &str, parts: &[String]) -> String {
    let mut game = battle(options, "shooting", parts);
    if game.refused("red", "shoot red at blue 0") == "SSS 1.6a" {
        game.done("red", &[]);
    }
    game.refused("red", "shoot red at blue 0")
}

/// What was added to each die of every lot that was thrown.
fn sums(game: &Game) -> Vec<i32> {
    let shots = game.told.iter().filter(|entry| entry.rule == "SSS 12.1");
    shots.map(|entry| entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum()).collect()
}

#[test]
fn the_own_wood_is_seen_through_for_two_and_all_others_for_one() {
    // SSS 11.6, G150: red's front is at 10.
    let shot = |woods: &[(f64, f64)], blue: f64| {
        let mut parts = vec![unit("red", [12.0, 10.0], ONE), unit("blue", [12.0, blue], ONE)];
        let woods = woods.iter().enumerate();
        parts.extend(
            woods.map(|(ix, &(south, north))| area("light-woods", &format!("wood {ix}"), [8.0, south, 16.0, north])),
        );
        refused("", &parts)
    };
    // Out of a wood of which 1 BW lies ahead into another: 1 BW of that, though 2 BW of woods are seen through in all.
    let two = |own: f64| vec![(8.0, own), (14.0, 20.0)];
    assert_eq!([shot(&two(11.0), 15.0), shot(&two(11.0), 15.1)], ["", "SSS G7"]);
    // The whole 2 BW of the own wood take nothing off that, and no more than 2 BW of it are seen through.
    assert_eq!([shot(&two(12.0), 15.0), shot(&two(12.1), 15.0), shot(&two(12.1), 13.5)], ["", "SSS G7", "SSS G7"]);
    // Woods that touch are one: nothing is added where the second begins.
    let touching = [(8.0, 11.0), (11.0, 20.0)];
    assert_eq!([shot(&touching, 12.0), shot(&touching, 12.1)], ["", "SSS G7"]);
    let touching = [(8.0, 10.5), (10.5, 20.0)];
    assert_eq!([shot(&touching, 12.0), shot(&touching, 12.1)], ["", "SSS G7"]);
    // From outside a wood 1 BW deep is seen through, a deeper one or two of them are not.
    assert_eq!([shot(&[(11.0, 12.0)], 14.0), shot(&[(11.0, 12.1)], 14.0)], ["", "SSS G7"]);
    assert_eq!([shot(&[(11.0, 11.5), (12.0, 12.5)], 14.0), shot(&[(11.0, 11.6), (12.0, 12.6)], 14.0)], ["", "SSS G7"]);
}

#[test]
fn among_the_houses_one_sees_one_base_width() {
    // SSS 11.7, G151: on the road through a town, and from a place that touches it.
    let shot = |red: f64, blue: f64| {
        let column = "arm = \"infantry\"\nbases = 1\nformation = \"column-of-march\"";
        let parts = [
            town("Mill", [10.0, 14.0, 14.0, 20.0], "brick"),
            crate::game::line("road", "road", "[[12.0, 2.0], [12.0, 28.0]]"),
            unit("red", [12.0, red], column),
            unit("blue", [12.0, blue], column),
        ];
        refused("", &parts)
    };
    assert_eq!([shot(15.0, 16.0), shot(15.0, 16.1)], ["", "SSS G7"]);
    // From outside, in contact with the houses and not.
    assert_eq!([shot(14.0, 15.0), shot(14.0, 15.1), shot(13.9, 14.5)], ["", "SSS G7", "SSS G7"]);
    // Out of the houses at those who touch them, and at those who do not.
    assert_eq!([shot(19.5, 20.0), shot(18.9, 20.0)], ["", "SSS G7"]);
}

/// Red's guns and three targets ten base widths off, from its shooting phase on.
fn laid() -> Game {
    let parts = [
        unit("red", [12.0, 10.0], TWO_GUNS),
        unit("blue", [12.0, 20.0], "arm = \"infantry\"\nbases = 3"),
        unit("blue-left", [7.0, 20.0], "arm = \"infantry\"\nbases = 3"),
        unit("blue-right", [17.0, 20.0], "arm = \"infantry\"\nbases = 3"),
    ];
    Game::at("shooting", &parts)
}

#[test]
fn guns_stay_laid_on_all_they_shot_at() {
    // SSS 13.7, G152: a gun each at two targets; either of them again is no switch, the third is one.
    for (target, price) in [("blue", 0), ("blue-left", 0), ("blue-right", -1)] {
        let mut game = laid();
        game.says("red", "shoot red at blue 1", &[1; 4]);
        game.says("red", "shoot red at blue-left 1", &[1; 4]);
        game.pass_to("red", "artillery", &[6, 1]);
        game.says("red", &format!("shoot red at {target} 0"), &[1; 8]);
        assert_eq!(sums(&game), [0, 0, price], "{target}");
    }
}

#[test]
fn a_turn_without_a_shot_forgets_no_target() {
    // SSS 13.7, G152
    let mut game = laid();
    game.says("red", "shoot red at blue 0", &[1; 8]);
    game.pass_to("red", "artillery", &[6, 1]);
    game.done("red", &[]);
    game.pass_to("red", "artillery", &[6, 1]);
    game.says("red", "shoot red at blue-left 0", &[1; 8]);
    assert_eq!(sums(&game), [0, -1]);
}

#[test]
fn an_abandoned_gun_is_not_struck_and_blasts_are_where_the_gun_is() {
    // SSS 16.3, T12, G161: of three guns one has no crew; the others stand side by side, the first to the east.
    let run = |gun: u8, rest: &[u8]| {
        let parts = [
            unit("red", [12.0, 10.0], "arm = \"foot-artillery\"\nguns = [\"howitzer\"]"),
            unit(
                "blue",
                [12.0, 17.0],
                "arm = \"foot-artillery\"\nguns = [{ weight = \"medium\", lost = 4 }, \"medium\", \"medium\"]",
            ),
            unit("blue-east", [14.4, 17.0], ONE),
            unit("blue-west", [9.6, 17.0], ONE),
        ];
        let mut game = battle("", "shooting", &parts);
        // One six: the gunner it costs is saved. A die of two says which gun, and its ammunition blows up: three dice for each
        // unit within 1 BW of that gun.
        let mut dice = vec![6, 2, 2, 5, gun, 6];
        dice.extend(rest);
        game.says("red", "shoot red at blue 0", &dice);
        (game.unit("blue").hits, game.unit("blue-east").hits, game.unit("blue-west").hits)
    };
    assert_eq!(run(1, &[1, 1, 1, 4, 1, 1, 4]), (4, 1, 0));
    assert_eq!(run(2, &[1, 1, 1, 4, 1, 1, 4]), (4, 0, 1));
}

#[test]
fn guns_are_struck_before_their_crews_are_counted() {
    // SSS 16.3, G161: the shot that costs a gun its last man still strikes it.
    let parts = [
        unit("red", [12.0, 5.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
        unit("blue", [12.0, 15.0], "arm = \"foot-artillery\"\nguns = [{ weight = \"medium\", lost = 3 }, \"medium\"]"),
    ];
    let mut game = battle("", "shooting", &parts);
    // One hit, not saved; the second gun of two, its barrel dismounted: the man lost is one of that gun.
    game.says("red", "shoot red at blue 0", &[6, 1, 1, 1, 5, 2, 6]);
    let guns = &game.table().battery(game.id("blue")).unwrap().guns;
    assert_eq!([guns[0].state, guns[1].state], [GunState::Ready, GunState::Destroyed]);
    assert_eq!([guns[0].crew, guns[1].crew], [1, 3]);
}

#[test]
fn shells_at_a_garrison_may_set_its_walls_on_fire() {
    // SSS 17.9, 17.15, G157: 5 dice, then 2d6 for the howitzer; and the fire-fighters suffer from it.
    let shelled = |with: &str, shot: &[u8], roll: &[u8]| {
        let parts = [
            unit("red", [12.0, 8.0], &format!("arm = \"foot-artillery\"\nguns = [\"{with}\"]")),
            town("Mill", [10.0, 15.0, 14.0, 18.0], "wooden"),
            inside("blue", "Mill", "arm = \"infantry\"\nbases = 2"),
            unit("blue-fire", [12.0, 18.5], "arm = \"infantry\"\nbases = 3\nfacing = \"north\""),
        ];
        let mut game = battle("", "shooting", &parts);
        let mut dice = shot.to_vec();
        dice.extend(roll);
        game.says("red", "shoot red at blue 0", &dice);
        game
    };
    assert_eq!(shelled("howitzer", &[1; 5], &[4, 4]).state.buildings[0].fire, Fire::None);
    // Round shot sets nothing on fire.
    assert_eq!(shelled("medium", &[1; 4], &[]).state.buildings[0].fire, Fire::None);
    for (die, out) in [(4, false), (5, true)] {
        let mut game = shelled("howitzer", &[1; 5], &[4, 5]);
        assert_eq!(game.state.buildings[0].fire, Fire::Burning(0));
        game.pass_to("blue", "orders", &[]);
        game.says("blue", "order blue-fire firefight", &[]);
        game.pass_to("red", "choose-turn", &[die, 2, 2, 6, 1]);
        assert_eq!(game.state.buildings[0].fire == Fire::None, out, "{die}");
    }
}

#[test]
fn darts_are_bows_or_are_thrown() {
    // SSS 19.2, G154: two deep like bows, in the shooting phase and as often as one likes; thrown they reach 1 BW.
    let darts = "arm = \"infantry\"\nbases = 6\norder = \"loose\"\nmissile = \"darts\"\nfiles = 3";
    let at = |apart: f64| [unit("red", [12.0, 10.0], darts), unit("blue", [12.0, 10.0 + apart], LINE)];
    let thrown = "darts = \"thrown\"";
    assert_eq!([refused("", &at(6.0)), refused("", &at(6.1))], ["", "SSS 11.1"]);
    assert_eq!([refused(thrown, &at(1.0)), refused(thrown, &at(1.1))], ["", "SSS 11.1"]);
    // At 5 BW both ranks, the second overhead; saves on 3+.
    let mut game = battle("", "shooting", &at(5.0));
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[5, 4, 4, 4, 4, 4, 3, 6, 5, 5, 5, 5, 5, 2]);
    assert_eq!((sums(&game), game.unit("blue").hits), (vec![-1, -2], 1));
    // Thrown from 1/2 BW both ranks reach, short; and again in the next turn.
    let mut game = battle(thrown, "shooting", &at(0.5));
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[1; 12]);
    assert_eq!(sums(&game), [1, 0]);
    game.done("red", &[]);
    game.pass_to("red", "small-arms", &[6, 1]);
    game.says("red", "shoot red at blue 0", &[1; 12]);
}

#[test]
fn archers_behind_shoot_along_the_line_of_those_before_them() {
    // SSS 19.5: from the front rank the way to the target is clear; from where the second rank stands a neighbour is in it.
    let dice = |rank: u8| {
        let bows = format!("arm = \"infantry\"\nbases = {rank}\norder = \"loose\"\nmissile = \"bow\"\nfiles = 1");
        let parts = [
            unit("red", [14.5, 10.0], &bows),
            unit("red-beside", [16.05, 10.3], "arm = \"infantry\"\nbases = 2"),
            unit("blue", [18.5, 13.6], ONE),
        ];
        let mut game = battle("", "shooting", &parts);
        game.done("red", &[]);
        game.says("red", "shoot red at blue 0", &vec![1; usize::from(2 * rank)]);
    };
    dice(1);
    dice(2);
}

#[test]
fn every_free_base_is_measured_and_no_other() {
    // SSS 19.6, G156: both ends fight, red is 3 BW from the middle: medium range.
    let parts = [
        unit("red", [12.0, 12.0], &format!("{ONE}{FIRED}")),
        unit("red-west", [9.0, 15.0], ONE),
        unit("red-east", [15.0, 15.0], ONE),
        unit("blue", [12.0, 15.0], "arm = \"infantry\"\nbases = 7"),
        contact(["red-west", "blue"]),
        contact(["red-east", "blue"]),
    ];
    let mut game = battle("", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[1; 3]);
    assert_eq!(sums(&game), [0]);
    // The middle fights: both ends are free, and each is measured by who stands before it.
    for x in [10.0, 14.0] {
        let parts = [
            unit("red", [x, 12.0], &format!("{ONE}{FIRED}")),
            unit("red-foe", [12.0, 15.0], ONE),
            unit("blue", [12.0, 15.0], "arm = \"infantry\"\nbases = 5"),
            contact(["red-foe", "blue"]),
        ];
        let mut game = battle("", "shooting", &parts);
        game.done("red", &[]);
        game.says("red", "shoot red at blue 0", &[1; 3]);
        assert_eq!(sums(&game), [0], "{x}");
    }
    // The bases that fight are nearer than 3 BW, the free ones beside them are not.
    let parts = [
        unit("red", [11.0, 18.4], &format!("{ONE}\nfacing = \"south\"{FIRED}")),
        unit("red-foe", [11.0, 15.0], "arm = \"infantry\"\nbases = 2"),
        unit("blue", [12.0, 15.0], "arm = \"infantry\"\nbases = 4"),
        contact(["red-foe", "blue"]),
    ];
    let mut game = battle("", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[1; 3]);
    assert_eq!(sums(&game), [-1]);
}

#[test]
fn free_faces_of_a_square_and_free_men_of_a_garrison_are_shot_at() {
    // SSS 19.6, G156
    let square = |from: f64, facing: &str| {
        let parts = [
            unit("red", [12.0, from], &format!("{ONE}\nfacing = \"{facing}\"")),
            unit("red-foe", [12.0, 15.0], "arm = \"infantry\"\nbases = 2"),
            unit("blue", [12.0, 15.0], "arm = \"infantry\"\nbases = 8\nformation = \"square\""),
            contact(["red-foe", "blue"]),
        ];
        refused("", &parts)
    };
    assert_eq!(square(20.0, "south"), "");
    let garrison = |bases: u8| {
        let parts = [
            unit("red", [12.0, 20.0], &format!("{ONE}\nfacing = \"south\"")),
            unit("red-foe", [12.0, 15.0], "arm = \"infantry\"\nbases = 2"),
            town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
            inside("blue", "Mill", &format!("arm = \"infantry\"\nbases = {bases}")),
            contact(["red-foe", "blue"]),
        ];
        refused("", &parts)
    };
    assert_eq!([garrison(2), garrison(3)], ["SSS 19.6", ""]);
}

#[test]
fn guns_shoot_over_whom_they_like_best() {
    // SSS 19.1, 19.7: friends too near stand before the middle of the target, others far enough before its end.
    let parts = |near: f64, hills: &[String]| {
        let mut parts = vec![
            unit("red", [12.0, 6.0], GUN),
            unit("red-near", [12.0, near], "arm = \"infantry\"\nbases = 2"),
            unit("red-far", [14.5, 12.0], "arm = \"infantry\"\nbases = 3"),
            unit("blue", [15.0, 19.0], "arm = \"infantry\"\nbases = 8"),
        ];
        parts.extend(hills.iter().cloned());
        parts
    };
    let target = hill(2, [4.0, 18.0, 26.0, 24.0]);
    let only = |near: f64| refused("", &parts(near, std::slice::from_ref(&target)));
    assert_eq!([only(11.5), only(10.0)], ["", ""]);
    // From a hill: those beside the middle are as high as the guns, those before the end are below them: no -1 over these.
    let hills = [hill(1, [4.0, 4.0, 13.4, 13.4]), target.clone()];
    let mut game = battle("", "shooting", &parts(11.5, &hills));
    game.says("red", "shoot red at blue 0", &[1; 4]);
    assert_eq!(game.counted("SSS 12.1", "overhead"), 0);
}

#[test]
fn guns_do_not_shoot_along_at_gunners_and_archers_on_elephants_pick_crews() {
    // SSS 33.1, 33.2, 41.13
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 4\nmissile = \"rifle\"\nguns = [\"battalion\"]"),
        unit("blue", [12.0, 15.0], &format!("{LINE}\nguns = [\"battalion\"]")),
    ];
    let mut game = battle("", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red gunners blue 0", &[1; 12]);
    // The gun may still be fired at the unit itself.
    game.says("red", "shoot red at blue 0", &[1; 2]);
    let elephants = "arm = \"elephants\"\nbases = 2\ncrew = 3\ncrew-missile = ";
    let crews = |missile: &str| {
        let parts = [
            unit("red", [12.0, 10.0], &format!("{elephants}\"{missile}\"")),
            unit("blue", [12.0, 13.0], &format!("{elephants}\"bow\"")),
        ];
        let mut game = battle("elephants = \"on\"", "shooting", &parts);
        game.done("red", &[]);
        game.refused("red", "shoot red gunners blue 0")
    };
    assert_eq!([crews("bow"), crews("rifle"), crews("musket")], ["", "", "SSS 41.13"]);
}

#[test]
fn gunners_are_at_risk_once_from_each_who_shoots() {
    // SSS 33.3, G162: red shoots with a base, then with two more; another unit's fire is another roll.
    let parts = [
        unit("red", [10.0, 10.0], &format!("arm = \"infantry\"\nbases = 3{FIRED}")),
        unit("red-more", [14.0, 10.0], &format!("arm = \"infantry\"\nbases = 3{FIRED}")),
        unit("blue", [12.0, 12.0], &format!("{LINE}\nguns = [\"battalion\"]")),
    ];
    let mut game = battle("", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red at blue 1", &[4, 1, 1, 3, 6, 5]);
    game.says("red", "shoot red at blue 0", &[4, 1, 1, 1, 1, 1, 3]);
    game.says("red", "shoot red-more at blue 0", &[4, 1, 1, 1, 1, 1, 1, 1, 1, 3, 6, 6]);
    assert_eq!(game.table().battery(game.id("blue")).unwrap().guns[0].crew, 1);
}

/// Red behind a crest comes up and shoots: what blue, of one base, makes of it.
fn ambush(crest: bool, blue: &str) -> Game {
    let mut parts = vec![
        unit(
            "red",
            [12.0, 10.0],
            &format!("{ONE}\norder = \"loose\"\nstart = {{ intent = \"move-and-shoot\", first-volley-used = true }}"),
        ),
        unit("blue", [12.0, 14.0], blue),
    ];
    parts.extend(crest.then(|| hill(1, [8.0, 10.5, 16.0, 11.5])));
    let mut game = battle("pike-and-shot = \"on\"", "movement", &parts);
    game.moves("red", "red", &[&format!("advance {}", crate::game::mm(1.0))]);
    game.pass_to("red", "small-arms", &[]);
    game.says("red", "shoot red at blue 0", &[5, 1, 3]);
    game
}

#[test]
fn fire_out_of_the_blue_surprises() {
    // SSS 37.7, T16, G42, G158
    let mut game = ambush(true, ONE);
    assert!(game.told("SSS 37.7"));
    // One for the surprise and one for the hit; then it tests as threatened.
    assert_eq!(game.unit("blue").disruption.points(), 2);
    game.pass_to("blue", "orders", &[6, 5]);
    assert_eq!(game.counted("SSS 35.4", "threatened"), -2, "{:?}", game.reckoning("SSS 35.4"));
    let game = ambush(false, ONE);
    assert!(!game.told("SSS 37.7"));
    assert_eq!(game.unit("blue").disruption.points(), 1);
    // The extra point of pikes is for flank and rear.
    let game = ambush(true, &format!("{ONE}\npike-bases = 1\nsteel = \"pike\""));
    assert_eq!(game.unit("blue").disruption.points(), 2);
}

#[test]
fn the_walls_have_room_for_so_many_however_many_units_are_inside() {
    // SSS 17.17: 8 BW of wall, four bases; when the first unit has used them the other is offered no shot.
    let parts = [
        unit("red-foe", [12.0, 9.0], LINE),
        town("Mill", [11.0, 12.0, 13.0, 14.0], "brick"),
        inside("blue", "Mill", &format!("arm = \"infantry\"\nbases = 4{FIRED}")),
        inside("blue-more", "Mill", &format!("arm = \"infantry\"\nbases = 4{FIRED}")),
        unit("red-last", [36.0, 26.0], LINE),
        unit("blue-last", [36.0, 28.0], LINE),
    ];
    let start = "[start]\nphase = \"shooting\"\nactive = \"blue\"\nsecond = true\n";
    let mut game = Game::start("", start, &parts, &[]);
    assert!(game.menu("blue").iter().any(|line| line == "shoot blue-more at red-foe 0"));
    game.says("blue", "shoot blue at red-foe 0", &[1; 8]);
    assert!(!game.menu("blue").iter().any(|line| line == "shoot blue-more at red-foe 0"), "{:?}", game.menu("blue"));
    assert_ne!(game.refused("blue", "shoot blue-more at red-foe 0"), "");
}

#[test]
fn thrown_darts_are_bows_in_all_but_their_reach() {
    // SSS 38.4, 41.13, G154: at -1 against pikes, and they single out the crews of elephants.
    let darts = "arm = \"infantry\"\nbases = 1\nmissile = \"darts\"";
    let pikes = [
        unit("red", [12.0, 10.0], darts),
        unit("blue", [12.0, 11.0], "arm = \"infantry\"\nbases = 2\npike-bases = 2\nsteel = \"pike\""),
    ];
    for options in ["", "\ndarts = \"thrown\""] {
        let mut game = battle(&format!("pike-and-shot = \"on\"{options}"), "shooting", &pikes);
        game.done("red", &[]);
        game.says("red", "shoot red at blue 0", &[1; 3]);
        assert_eq!(sums(&game), [0], "{options}");
        let elephants = [
            unit("red", [12.0, 10.0], darts),
            unit("blue", [12.0, 11.0], "arm = \"elephants\"\nbases = 2\ncrew = 3\ncrew-missile = \"bow\""),
        ];
        let mut game = battle(&format!("elephants = \"on\"{options}"), "shooting", &elephants);
        game.done("red", &[]);
        assert_eq!(game.refused("red", "shoot red gunners blue 0"), "", "{options}");
    }
}

#[test]
fn gunners_among_houses_count_no_order() {
    // SSS 17.4, 33.2: hard cover and a built-up area, no -2 for a working crew.
    let parts = [
        unit("red", [12.0, 12.0], "arm = \"infantry\"\nbases = 1\nmissile = \"rifle\""),
        town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
        inside("blue", "Mill", "arm = \"infantry\"\nbases = 4\nguns = [\"battalion\"]"),
    ];
    let mut game = battle("", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red gunners blue 0", &[1; 3]);
    assert_eq!(sums(&game), [0], "{:?}", game.reckoning("SSS 12.1"));
}

#[test]
fn battalion_guns_stand_along_the_whole_front() {
    // SSS G66: what is in reach of one end is in reach of the other, and a single gun stands in the middle.
    let dice = |x: f64| {
        let foot = format!("{LINE}\nmissile = \"none\"\nguns = [\"battalion\"]");
        let parts = [unit("red", [12.0, 10.0], &foot), unit("blue", [x, 15.0], ONE)];
        refused("", &parts)
    };
    for aside in [0.0, 2.0, 5.0, 6.0, 8.0] {
        assert_eq!(dice(12.0 - aside), dice(12.0 + aside), "{aside}");
    }
    assert_eq!([dice(12.0), dice(17.2), dice(18.2)], ["", "", "SSS G6"]);
}

#[test]
fn pikes_behind_archers_do_not_shoot() {
    // SSS 19.2, G69: of six bases three are pikes, so three shoot.
    let parts = [
        unit(
            "red",
            [12.0, 10.0],
            "arm = \"infantry\"\nbases = 6\npike-bases = 3\nmissile = \"bow\"\nfiles = 3\norder = \"loose\"",
        ),
        unit("blue", [12.0, 13.0], LINE),
    ];
    let mut game = battle("pike-and-shot = \"on\"", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[1; 6]);
}

#[test]
fn elephants_do_not_shoot_over_elephants() {
    // SSS 19.2: infantry and cavalry shoot overhead.
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"elephants\"\nbases = 4\nfiles = 2\ncrew = 3\ncrew-missile = \"bow\""),
        unit("blue", [12.0, 13.0], LINE),
    ];
    let mut game = battle("elephants = \"on\"", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[1; 2]);
}

#[test]
fn archers_shoot_over_friends_before_their_own_bases_only() {
    // SSS 19.3: horse before the two bases in the west; the one beside them would shoot across it too, and touches nobody.
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 6\nmissile = \"bow\"\norder = \"loose\""),
        unit("red-horse", [10.0, 11.0], "arm = \"heavy-cavalry\"\nbases = 2"),
        unit("blue", [7.5, 14.0], ONE),
    ];
    let mut game = battle("", "shooting", &parts);
    game.done("red", &[]);
    game.says("red", "shoot red at blue 0", &[1; 4]);
    assert_eq!(game.counted("SSS 12.1", "overhead"), -1);
}

#[test]
fn on_the_road_through_a_town_one_is_inside_it() {
    // SSS T8, 12.7: foot has two dice a base, whatever its order; howitzers five, and one for canister, at who is there.
    let road = || {
        [
            town("Mill", [10.0, 14.0, 14.0, 20.0], "brick"),
            crate::game::line("road", "road", "[[12.0, 2.0], [12.0, 28.0]]"),
            unit("blue", [12.0, 15.5], "arm = \"infantry\"\nbases = 1\nformation = \"column-of-march\""),
        ]
        .to_vec()
    };
    for order in ["close", "skirmish"] {
        let mut parts = road();
        parts.push(unit("red", [12.0, 14.5], &format!("{ONE}\norder = \"{order}\"")));
        let mut game = battle("", "shooting", &parts);
        game.done("red", &[]);
        game.says("red", "shoot red at blue 0", &[1; 2]);
    }
    let mut parts = road();
    parts.push(unit("red", [12.0, 14.5], "arm = \"foot-artillery\"\nguns = [\"howitzer\"]"));
    let mut game = battle("", "shooting", &parts);
    game.says("red", "shoot red at blue 0", &[1; 6]);
}

#[test]
fn a_blast_in_a_confined_space_has_five_dice() {
    // SSS T12, 12.7: a battery in an enclosure; the howitzer that hits it has five dice, and so has its own ammunition.
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"foot-artillery\"\nguns = [\"howitzer\"]"),
        unit("blue", [12.0, 17.0], GUN),
        area("enclosure", "yard", [10.0, 16.0, 14.0, 19.0]),
    ];
    let mut game = battle("", "shooting", &parts);
    game.says("red", "shoot red at blue 0", &[6, 2, 2, 2, 2, 5, 6, 1, 1, 1, 1, 6, 4]);
    assert_eq!(game.unit("blue").hits, 1);
}

#[test]
fn archers_behind_spears_shoot_at_a_charge_on_them() {
    // SSS 15.1, 19.3, 19.5, 19.7: what those before them could shoot at, overhead; a base beside them sees for itself.
    let run = |bows: u8, dice: &[u8]| {
        let bows = format!("arm = \"infantry\"\nbases = {bows}\norder = \"loose\"\nmissile = \"bow\"");
        let parts = [
            unit("red", [18.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 3\nstart = { charges = \"blue\" }"),
            unit("blue", [18.0, 15.0], "arm = \"infantry\"\nbases = 3\nmissile = \"none\""),
            unit("blue-bows", [18.0, 15.5], &bows),
            unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }"),
        ];
        let start = "[start]\nphase = \"charges\"\nactive = \"red\"\n";
        let mut game = Game::start("", start, &parts, &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("blue", "support blue-bows red", &[6, 6]);
        game.says("red", "run red 0", dice);
        sums(&game)
    };
    // Medium range.
    assert_eq!(run(3, &[&[3][..], &[1; 6]].concat()), [-1]);
    let mut both = run(5, &[&[3][..], &[1; 10]].concat());
    both.sort_unstable();
    assert_eq!(both, [-1, 0]);
}

#[test]
fn camel_guns_shoot_as_battalion_guns() {
    // SSS 11.3, T8: two dice, three at 3 BW, and as far as 9 BW.
    let at = |apart: f64| {
        [
            unit("red", [12.0, 10.0], "arm = \"camel-guns\"\nguns = [\"battalion\"]"),
            unit("blue", [12.0, 10.0 + apart], LINE),
        ]
    };
    for (apart, dice, sum) in [(3.0, 3, 1), (3.1, 2, 0), (6.0, 2, 0), (9.0, 2, -1)] {
        let mut game = battle("", "shooting", &at(apart));
        game.says("red", "shoot red at blue 0", &vec![1; dice]);
        assert_eq!(sums(&game), [sum], "{apart}");
    }
    assert_eq!(refused("", &at(9.1)), "SSS 11.1");
}

#[test]
fn modifiers_change_dice_and_not_their_number() {
    // SSS 12.5: the same base at its best and at its worst throws three dice.
    for (what, blue, sum) in [
        ("class = \"A\"", "formation = \"square\"\nbases = 8", 4),
        (
            "class = \"C\"\nstart = { first-volley-used = true, disruption = { routed = 2 } }",
            "bases = 1\norder = \"skirmish\"",
            -4,
        ),
    ] {
        let parts = [
            unit("red", [12.0, 10.0], &format!("{ONE}\n{what}")),
            unit("blue", [12.0, 11.0], &format!("arm = \"infantry\"\n{blue}")),
        ];
        let mut game = battle("", "shooting", &parts);
        game.done("red", &[]);
        game.says("red", "shoot red at blue 0", &[1; 3]);
        assert_eq!(sums(&game), [sum]);
    }
}

#[test]
fn the_rear_rank_of_a_deep_line_shoots_from_its_back() {
    // SSS 18.1: two bases deep, so the enemy 6 BW behind its back is in range; one whose end alone lies behind it will do.
    let parts = |blue: [f64; 2]| {
        [
            unit("red", [12.0, 10.0], &format!("arm = \"infantry\"\nbases = 4\nfiles = 2{FIRED}")),
            unit("blue", blue, "arm = \"infantry\"\nbases = 4\nfacing = \"north\""),
        ]
    };
    for blue in [[12.0, 3.0], [17.0, 4.5]] {
        let mut game = battle("", "shooting", &parts(blue));
        game.done("red", &[]);
        game.says("red", "rear-about red", &[]);
        assert_eq!(game.refused("red", "shoot red at blue 0"), "", "{blue:?}");
    }
}

#[test]
fn point_blank_fire_counts_what_other_fire_does() {
    // SSS 1.7b, T10, G41, G43: short range and having moved; woods, works and men who lie down. Escalading costs a point besides.
    let added = |options: &str, blue: &str, ground: &[String]| {
        let horse = "arm = \"heavy-cavalry\"\nbases = 1\nmissile = \"pistol\"";
        let mut parts = vec![
            unit("red", [10.0, 10.0], horse),
            unit("blue", [10.0, 10.0], &format!("{ONE}\nmissile = \"none\"\n{blue}")),
            crate::melee::contact(["red", "blue"], ["charging", "halted"]),
        ];
        parts.extend_from_slice(ground);
        let mut game = crate::melee::melees(options, &parts);
        game.says("red", "fight red", &[1; 9]);
        let shot = crate::melee::blow_under(&game, "SSS 1.7b", "red").modifiers;
        shot + i32::from(game.unit("red").disruption.points())
    };
    assert_eq!([added("", "", &[]), added("moved-modifier = \"twice\"", "", &[])], [0, -1]);
    assert_eq!(added("", "", &[area("light-woods", "wood", [8.0, 10.1, 12.0, 14.0])]), -1);
    let before = |kind: &str| crate::game::line(kind, "line", "[[8.0, 10.0], [12.0, 10.0]]");
    assert_eq!([added("", "", &[before("low-wall")]), added("", "", &[before("heavy-works")])], [-2, -3]);
    assert_eq!(added("", "start = { prone = true }", &[]), -2);
}

#[test]
fn shooters_stand_higher_than_friends_or_than_the_target() {
    // SSS 19.7, G30: guns on the first contour, friends below them, the target on the second.
    let overhead = |options: &str| {
        let parts = [
            unit("red", [12.0, 6.0], GUN),
            unit("red-line", [12.0, 12.0], LINE),
            unit("blue", [12.0, 19.0], LINE),
            hill(1, [4.0, 4.0, 20.0, 8.0]),
            hill(2, [4.0, 18.0, 20.0, 24.0]),
        ];
        let mut game = battle(options, "shooting", &parts);
        game.says("red", "shoot red at blue 0", &[1; 4]);
        game.counted("SSS 12.1", "overhead")
    };
    assert_eq!([overhead(""), overhead("overhead-higher = \"than-target\"")], [0, -1]);
}

#[test]
fn the_point_for_another_target_is_for_that_shot_or_stays() {
    // SSS 13.7, G18, G152: laid on blue, then on the left, then on that again.
    let played = |options: &str| {
        let parts = [
            unit("red", [12.0, 10.0], GUN),
            unit("blue", [12.0, 20.0], "arm = \"infantry\"\nbases = 3"),
            unit("blue-left", [7.0, 20.0], "arm = \"infantry\"\nbases = 3"),
        ];
        let mut game = Game::with(options, "shooting", &parts);
        for target in ["blue", "blue-left", "blue-left"] {
            if game.topic("red") != "artillery" {
                game.pass_to("red", "artillery", &[6, 1]);
            }
            game.says("red", &format!("shoot red at {target} 0"), &[1; 4]);
        }
        sums(&game)
    };
    assert_eq!(played(""), [0, -1, 0]);
    assert_eq!(played("battery-point = \"until-cleared\""), [0, -1, -1]);
}

#[test]
fn a_six_of_the_second_dice_strikes_no_gun_or_does() {
    // SSS 16.3, G81: V11 with second dice of 6 and 2; the gunner hit is saved.
    let parts = [
        unit("red", [12.0, 5.0], TWO_GUNS),
        unit("blue", [12.0, 25.0], "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]"),
    ];
    let thrown = [6, 6, 5, 4, 3, 2, 2, 1, 6, 2, 6, 2, 1, 1, 1, 3, 1];
    let mut game = battle("", "shooting", &parts);
    game.says("red", "shoot red at blue 0", &thrown[..15]);
    let mut game = battle("gun-hit-sixes = \"all-dice\"", "shooting", &parts);
    game.says("red", "shoot red at blue 0", &thrown);
}

#[test]
fn what_is_shot_at_overhead_is_above_friends_or_above_the_guns() {
    // SSS 19.1, G30: guns and target on the first contour, friends below both.
    let may = |options: &str| {
        let parts = [
            unit("red", [12.0, 6.0], GUN),
            unit("red-line", [12.0, 12.0], LINE),
            unit("blue", [12.0, 19.0], LINE),
            hill(1, [4.0, 4.0, 20.0, 8.0]),
            hill(1, [4.0, 18.0, 20.0, 24.0]),
        ];
        refused(options, &parts)
    };
    assert_eq!([may(""), may("overhead-artillery = \"target-above-guns\"")], ["", "SSS G7"]);
}
