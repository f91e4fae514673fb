//! What no other test noticed when a rule was turned round: figures that are just enough, what is told of a throw, what outlasts a
//! round.

use crate::game::{Game, HEAVY, LINE, sub, under, unit, widths};
use crate::melee::{blow, blow_under, contact, dice, is, melees};
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::{Activity, Fate, Place};

const ONE: &str = "arm = \"infantry\"\nbases = 1\nmissile = \"none\"";
const TWO: &str = "arm = \"infantry\"\nbases = 2\nmissile = \"none\"";
const FOUR: &str = "arm = \"infantry\"\nbases = 4\nmissile = \"none\"";
const PIKES: &str = "arm = \"infantry\"\nbases = 3\npike-bases = 3\nmissile = \"none\"\nsteel = \"pike\"";
const FIRED: &str = "first-volley-used = true";

fn starting(what: &str, start: &str) -> String {
    format!("{what}\nstart = {{ {start} }}")
}

fn meets(options: &str, red: &str, blue: &str, came: [&str; 2]) -> Game {
    let parts = [unit("red", [10.0, 10.0], red), unit("blue", [10.0, 10.0], blue), contact(["red", "blue"], came)];
    melees(options, &parts)
}

fn charge(red: &str, blue: &str, off: f64, more: &[String]) -> Game {
    let waits = unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }");
    let parts = [
        unit("red", [20.0, 10.0], &starting(red, "charges = \"blue\"")),
        unit("blue", [20.0, 10.0 + off], blue),
        waits,
    ];
    let parts = [&parts, more].concat();
    Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6])
}

fn disrupted(game: &Game, key: &str) -> i32 {
    game.table().disruption(game.id(key))
}

/// The last result told under a rule.
fn result(game: &Game, rule: &str) -> String {
    let entry = game.told.iter().rev().find(|entry| entry.rule == rule && !entry.dice.is_empty());
    entry.unwrap_or_else(|| panic!("nothing was rolled for {rule}")).result.to_string()
}

// --- Melee

#[test]
fn twice_as_many_hits_are_enough_to_break_through() {
    // SSS 28.1: two to one; ten dice at 4, saved on 4, and six at 6, saved on 3.
    let horse = starting("arm = \"heavy-cavalry\"\nbases = 2", "spent = 2.5, charged = true");
    let mut game = meets("", &horse, TWO, ["charging", "halted"]);
    game.says("red", "fight red", &dice(&[(2, 4), (8, 3), (2, 3), (1, 6), (5, 5), (1, 2)]));
    assert!(game.told("SSS 28.1"));
    game.says("red", "follow-up no", &[]);
    // 4½ of 7 BW are left: base width by base width, and all of it.
    let ahead: Vec<String> = game.menu("red").into_iter().filter(|one| one.starts_with("onward 0 ")).collect();
    assert_eq!(ahead, ["onward 0 60", "onward 0 120", "onward 0 180", "onward 0 240", "onward 0 270"]);
}

#[test]
fn a_momentum_advance_is_offered_towards_enemies_up_to_45_degrees_aside() {
    // SSS 28.5: one stands 30° to the right, another 60°.
    let parts = [
        unit("red", [10.0, 10.0], &starting("arm = \"heavy-cavalry\"\nbases = 2", "spent = 3.0, charged = true")),
        unit("blue", [10.0, 10.0], TWO),
        unit("blue-aside", [12.2, 13.2], ONE),
        unit("blue-far", [15.5, 12.5], ONE),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (6, 5)]));
    game.says("red", "follow-up no", &[]);
    let aside = |one: &String| one.starts_with("onward ") && !one.starts_with("onward 0 ");
    // Towards the half of those it has parted as well: that way leads to the same enemy.
    assert_eq!(game.menu("red").into_iter().filter(aside).collect::<Vec<_>>(), ["onward 33 240", "onward 27 240"]);
}

#[test]
fn colours_are_told_to_be_taken_or_kept() {
    // SSS 31.1
    let thrown = |die: u8| {
        let horse = starting("arm = \"heavy-cavalry\"\nbases = 2", "spent = 3.0, charged = true");
        let mut game = meets("", &horse, &format!("{TWO}\ntraits = [\"colours\"]"), ["charging", "halted"]);
        game.says("red", "fight red", &[dice(&[(1, 4), (9, 3), (1, 3), (6, 5)]), vec![die]].concat());
        result(&game, "SSS 31.1")
    };
    assert!(thrown(6).contains("take"), "{}", thrown(6));
    assert!(thrown(5).contains("keep"), "{}", thrown(5));
}

#[test]
fn two_rounds_tire_by_the_other_reading_too() {
    // SSS 23.5, G24: three dice in the third round, though none of them was a charge.
    let horse = starting("arm = \"heavy-cavalry\"\nbases = 2", "rounds = 1, exertion = 2");
    let mut game = meets("heavy-fatigue = \"after-any\"", &horse, TWO, ["fights", "fights"]);
    game.says("red", "fight red", &[1; 12]);
    assert_eq!(blow(&game, "red").dice, 3);
}

#[test]
fn pikes_of_a_crew_are_the_crews() {
    // SSS 24.1, 41.10: +1 for pikes and +1 from above for the crew; nothing for the beast.
    let mut game = meets(
        "elephants = \"on\"",
        "arm = \"elephants\"\nbases = 2\ncrew = 2\ncrew-steel = \"pike\"",
        FOUR,
        ["fights"; 2],
    );
    game.says("red", "fight red", &[1; 26]);
    assert_eq!(blow_under(&game, "SSS 41.10", "red").modifiers, 2);
    assert_eq!(blow_under(&game, "SSS 41.7", "red").modifiers, 0);
}

#[test]
fn javelins_are_thrown_once() {
    // SSS 11.2, 1.7b
    let javelins = starting(
        "arm = \"infantry\"\nbases = 2\nmissile = \"thrown\"",
        "thrown-used = true, spent = 2.0, charged = true",
    );
    let mut game = meets("", &javelins, TWO, ["charging", "halted"]);
    game.says("red", "fight red", &[1; 14]);
    assert!(!game.told("SSS 1.7b"));
}

#[test]
fn after_three_rounds_as_far_as_its_move_goes() {
    // SSS 27.10, G80: red wins by one; blue, pushed back, goes first, 1 BW or more, 3 at most; it is still pushed back, and red at a halt.
    let twice = starting(FOUR, "rounds = 2");
    let mut game = meets("", &twice, &twice, ["following-up", "fights"]);
    game.says("red", "fight red", &dice(&[(1, 4), (15, 3), (1, 2), (12, 4)]));
    assert_eq!(game.menu("blue"), ["break-off 60", "break-off 120", "break-off 180"]);
    assert_eq!(game.refused("blue", "break-off 186"), "SSS G80");
    game.says("blue", "break-off 180", &[]);
    game.says("red", "break-off 60", &[]);
    assert_eq!([game.unit("red").activity, game.unit("blue").activity], [Activity::Static, Activity::PushedBack]);
    // 1½ BW, and 3.
    assert_eq!(widths(game.unit("blue").pose.at.y - 10 * BW), 4.5);
}

#[test]
fn pikes_that_win_at_once_keep_their_points() {
    // SSS 38.3: nine dice at +1; who draws or loses the first round has let the enemy past them.
    let passed = |red: &[(usize, u8)], blue: &[(usize, u8)]| {
        let three = "arm = \"infantry\"\nbases = 3\nmissile = \"none\"";
        let mut game = meets("pike-and-shot = \"on\"", PIKES, three, ["fights"; 2]);
        game.says("red", "fight red", &[dice(red), dice(blue)].concat());
        (game.unit("red").points_passed, game.unit("red").rounds_won)
    };
    assert!(!passed(&[(1, 3), (8, 2), (1, 3)], &[(9, 3)]).0);
    assert!(passed(&[(9, 2)], &[(9, 3)]).0);
    assert!(passed(&[(9, 2)], &[(1, 4), (8, 3), (1, 2)]).0);
}

#[test]
fn bases_that_come_up_are_offered_once_for_none() {
    // SSS 27.8
    let column = "arm = \"infantry\"\nbases = 6\nformation = \"column-of-attack\"";
    let mut game = meets("", column, LINE, ["fights"; 2]);
    game.says("red", "fight red", &dice(&[(6, 3), (12, 3)]));
    let menu = game.menu("red");
    assert_eq!(menu.iter().filter(|one| one.as_str() == "bring-up 0 0").count(), 1, "{menu:?}");
    assert!(menu.contains(&"bring-up 1 1".to_owned()), "{menu:?}");
}

#[test]
fn enemies_on_one_flank_trap_nobody() {
    // SSS 24.1, T14, G42: on both they do, -2.
    let fought = |both: bool| {
        let flank = |key: &str| {
            format!(
                "\n[[contacts]]\nunits = [\"red\", \"{key}\"]\nmet = [\"flank\", \"front\"]\ncame = [\"fights\", \"fights\"]\n"
            )
        };
        let mut parts = vec![
            unit("red", [10.0, 10.0], TWO),
            unit("blue", [11.0, 9.75], &format!("{TWO}\nfacing = \"west\"")),
            flank("blue"),
        ];
        if both {
            parts.extend([unit("blue-two", [9.0, 9.75], &format!("{TWO}\nfacing = \"east\"")), flank("blue-two")]);
        }
        let mut game = melees("", &parts);
        game.says("red", "fight red", &vec![1; if both { 18 } else { 9 }]);
        blow(&game, "red")
    };
    assert_eq!(fought(false), is(1, 3, 3, 0));
    assert_eq!(fought(true).modifiers, -2);
}

#[test]
fn a_melee_is_fought_once_and_against_whom_one_touches() {
    // SSS 20.1, G57
    let parts = [
        unit("red", [10.0, 10.0], FOUR),
        unit("blue", [9.0, 10.0], TWO),
        unit("blue-two", [11.0, 10.0], TWO),
        contact(["red", "blue"], ["fights", "fights"]),
        contact(["red", "blue-two"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    assert_eq!(game.refused("red", "against blue-idle1"), "SSS G57");
    game.says("red", "against blue", &[1; 24]);
    assert_eq!(game.topic("red"), "melees");
    assert_eq!(game.refused("red", "fight red"), "SSS 20.1");
}

#[test]
fn a_charge_and_its_round_tire_once_and_rest_is_in_the_own_turn() {
    // SSS 23.5, G24, G126: the charge is still a charge when its round is over.
    let horse = starting(HEAVY, "spent = 3.0, charged = true, activity = \"charging\"");
    let parts = [
        unit("red", [10.0, 10.0], &horse),
        unit("blue", [10.0, 10.0], FOUR),
        unit("red-idle", [4.0, 2.0], &starting(HEAVY, "exertion = 2")),
        unit("blue-idle", [4.0, 28.0], &starting(HEAVY, "exertion = 2")),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[1; 32]);
    assert_eq!((game.unit("red").activity, game.unit("red").exertion), (Activity::Charging, 1));
    game.pass_to("blue", "orders", &[1; 4]);
    assert_eq!(["red", "red-idle", "blue-idle"].map(|key| game.unit(key).exertion), [1, 0, 2]);
}

// --- Losses and fire

#[test]
fn pikes_and_shot_fall_in_turn() {
    // SSS 14.2, G159: of two of either a shot goes first, then a pike, then a shot.
    let left = |hits: usize| {
        let parts = [
            unit("red", [12.0, 5.0], &starting("arm = \"infantry\"\nbases = 2", FIRED)),
            unit(
                "blue",
                [12.0, 7.5],
                "arm = \"infantry\"\nbases = 4\npike-bases = 2\npoints = 1\nmissile = \"musket\"",
            ),
            unit("red-last", [36.0, 24.0], LINE),
            unit("blue-last", [36.0, 27.0], LINE),
        ];
        let mut game = Game::with("pike-and-shot = \"on\"", "shooting", &parts);
        game.says("red", "shoot red at blue 0", &dice(&[(hits, 4), (6 - hits, 3), (hits, 3)]));
        (game.unit("blue").bases, game.unit("blue").pike_bases)
    };
    assert_eq!([1, 2, 3].map(left), [(3, 2), (2, 1), (1, 1)]);
}

#[test]
fn a_salvo_tells_its_saves() {
    // SSS 12.2, 14.1
    let parts = [
        unit("red", [12.0, 5.0], &starting("arm = \"infantry\"\nbases = 2", FIRED)),
        unit("blue", [12.0, 7.5], LINE),
        unit("red-last", [36.0, 24.0], LINE),
        unit("blue-last", [36.0, 27.0], LINE),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 0", &dice(&[(5, 4), (1, 3), (3, 4), (2, 3)]));
    let count = |text: &str| game.reckoning("SSS 12.1").iter().find(|(line, _)| line == text).map(|one| one.1);
    assert_eq!([count("hits"), count("a save needs"), count("saved")], [Some(5), Some(4), Some(3)]);
}

#[test]
fn a_gun_that_misses_throws_no_roundshot_at_leaders() {
    // SSS 6.1, 6.2: the muskets of the line hit once a base; a 5 is a wound.
    let parts = [
        unit("red", [12.0, 11.0], &starting("arm = \"infantry\"\nbases = 4\nguns = [\"battalion\"]", FIRED)),
        under("blue-left", &unit("blue", [12.0, 13.5], TWO)),
        sub("blue-left", "competent", [12.0, 14.5]),
        unit("red-last", [36.0, 24.0], LINE),
        unit("blue-last", [36.0, 27.0], LINE),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 0", &dice(&[(3, 2), (2, 4), (10, 3), (2, 3), (1, 5), (1, 4)]));
    assert_eq!(game.leader("blue-left").fate, Fate::Wounded(4));
}

// --- Charges

#[test]
fn the_range_at_a_charge_tells_the_class() {
    // SSS 15.5, 15.6
    for (class, worth) in [("A", 1), ("B", 0), ("C", -1)] {
        let foot = format!("arm = \"infantry\"\nbases = 4\nclass = \"{class}\"");
        let mut game = charge(HEAVY, &foot, 5.0, &[]);
        game.says("blue", "answer blue stand yes", &[6, 6]);
        game.says("red", "run red 0", &dice(&[(1, 4), (12, 1)]));
        let lines = game.reckoning("SSS 15.5");
        assert_eq!(lines.iter().map(|line| line.1).collect::<Vec<_>>(), if worth == 0 { vec![] } else { vec![worth] });
    }
}

#[test]
fn at_a_base_width_evaders_need_no_leader() {
    // SSS 1.2b, G124
    let light = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 4";
    let mut game = charge(FOUR, light, 1.0, &[]);
    game.says("blue", "answer blue evade no", &[]);
    assert!(!game.told("SSS 1.2b"));
    // Nearer they do, and it is told how that went.
    for (roll, well) in [([3, 4], true), ([4, 4], false)] {
        let mut game = charge(FOUR, light, 0.9, &[]);
        game.says("blue", "answer blue evade no", &roll);
        assert_eq!(result(&game, "SSS 1.2b").contains("pass"), well, "{}", result(&game, "SSS 1.2b"));
    }
}

#[test]
fn evaders_keep_off_other_enemies() {
    // SSS 1.2a, G63: 5 - 1 BW and 3 more would take it into those behind it, whose backs are at 17½.
    let light = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 2\nfiles = 2";
    let mut game = charge(FOUR, light, 4.0, &[unit("red-beyond", [20.0, 18.0], TWO)]);
    game.says("blue", "answer blue evade no", &[]);
    game.says("red", "run red 0", &[6]);
    assert!((widths(game.unit("blue").pose.at.y) - 16.5).abs() < 0.01, "{}", widths(game.unit("blue").pose.at.y));
}

#[test]
fn evaders_leave_the_table() {
    // SSS 1.5.2f, G63
    let light = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 2";
    let parts = [
        unit("red", [20.0, 24.0], &starting(FOUR, "charges = \"blue\"")),
        unit("blue", [20.0, 27.5], light),
        unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }"),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
    game.says("blue", "answer blue evade no", &[]);
    game.says("red", "run red 0", &[6, 1]);
    assert_ne!(game.unit("blue").place, Place::Table);
}

#[test]
fn matchlocks_shoot_at_a_charge_and_do_not_evade_shooting() {
    // SSS 8.3, 15.1
    let mut game = charge(HEAVY, "arm = \"infantry\"\nbases = 4\nmissile = \"matchlock\"", 5.0, &[]);
    assert_eq!(game.refused("blue", "answer blue stand yes"), "");
    game.says("blue", "answer blue stand yes", &[6, 6]);
    game.says("red", "run red 0", &dice(&[(1, 3), (12, 1)]));
    let light = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 4\nmissile = \"matchlock\"";
    assert_eq!(charge(HEAVY, light, 5.0, &[]).refused("blue", "answer blue evade yes"), "SSS 8.3");
}

#[test]
fn a_charge_changes_formation_to_another_or_not_at_all() {
    // SSS 1.5.2d: a line of four into a line of two deep, not into what it is.
    let mut game = charge(FOUR, FOUR, 0.9, &[]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    assert_eq!(game.refused("red", "run-formed red line 2 0"), "");
    for same in ["run-formed red line 4 0", "run-formed red line 0 0"] {
        assert_ne!(game.refused("red", same), "", "{same}");
    }
}

#[test]
fn evading_horse_in_skirmish_order_passes_skirmishers_alone() {
    // SSS 9.2, 9.3, G75
    let horse = "arm = \"light-cavalry\"\norder = \"skirmish\"\nbases = 2";
    let evades = |friend: &str| {
        let mut game = charge(FOUR, horse, 4.0, &[unit("blue-friend", [20.0, 18.0], friend)]);
        game.says("blue", "answer blue evade no", &[]);
        game.says("red", "run red 0", &[1]);
        (game.unit("blue").pose.at.y > 19 * BW, disrupted(&game, "blue-friend"))
    };
    assert_eq!(evades(FOUR), (false, 1));
    assert_eq!(evades("arm = \"infantry\"\norder = \"skirmish\"\nbases = 4\nmissile = \"none\""), (true, 0));
}

#[test]
fn javelins_are_kept_in_later_rounds() {
    // SSS 11.2, 1.7b: they are for the impact.
    let mut game = meets("", "arm = \"infantry\"\nbases = 2\nmissile = \"thrown\"", TWO, ["fights"; 2]);
    game.says("red", "fight red", &[1; 12]);
    assert!(!game.unit("red").thrown_used);
}

#[test]
fn a_leader_struck_by_horse_alone_is_taken() {
    // SSS 6.3, 6.4, T4: foot fights beside the horse and hits nobody: a 5 is a 5.
    let parts = [
        unit("red", [9.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2"),
        unit("red-foot", [11.0, 10.0], TWO),
        under("blue-left", &unit("blue", [10.0, 10.0], FOUR)),
        sub("blue-left", "competent", [10.0, 11.2]),
        contact(["red", "blue"], ["fights", "fights"]),
        contact(["red-foot", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    game.says("blue", "against red", &[dice(&[(4, 4), (4, 3), (4, 2)]), vec![1; 6], vec![1; 12], vec![5]].concat());
    assert_eq!(game.leader("blue-left").fate, Fate::Captured);
}

#[test]
fn who_disengages_unbidden_may_be_struck_by_either_reading() {
    // SSS 26.1, G79: the other reading frees those whom the sheet orders off at half strength, and nobody else.
    let parts = [
        unit("red", [10.0, 10.0], &starting(FOUR, "intent = \"disengage\"")),
        unit("blue", [10.0, 10.0], FOUR),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    for reading in ["free-hit", "free-to-leave"] {
        let game = Game::with(&format!("limit-in-melee = \"{reading}\""), "movement", &parts);
        assert_eq!(game.topic("blue"), "free-hit", "{reading}");
    }
}
