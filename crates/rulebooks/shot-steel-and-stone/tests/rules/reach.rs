//! Headings 20 to 25 and 27 once more: who strikes when, from how near, and how a round is counted.

use crate::game::{Game, HEAVY, LINE, area, chief, unit, widths};
use crate::melee::{blow, blow_under, contact, dice, is, melees};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::Came;

const FOOT: &str = "arm = \"infantry\"\nbases = 4";
const PIKES: &str = "arm = \"infantry\"\nbases = 3\npike-bases = 3\nmissile = \"none\"\nsteel = \"pike\"";
const WITH_PIKES: &str = "pike-and-shot = \"on\"";

fn met(units: [&str; 2], met: [&str; 2], came: [&str; 2]) -> String {
    format!("\n[[contacts]]\nunits = {units:?}\nmet = {met:?}\ncame = {came:?}\n")
}

/// Who struck, in order, and with what: "steel" or "shot".
fn struck(game: &Game) -> Vec<String> {
    let blows = game.told.iter().filter(|entry| entry.rule == "SSS 23.1" || entry.rule == "SSS 1.7b");
    let name = |title: String| title.split(' ').next().unwrap_or_default().to_string();
    blows
        .map(|entry| {
            format!("{} {}", name(entry.title.to_string()), if entry.rule == "SSS 1.7b" { "shot" } else { "steel" })
        })
        .collect()
}

// --- Reach

#[test]
fn each_weapon_outreaches_the_next() {
    // SSS 1.7a, 21.1, 21.2, 21.5, 21.7, 24.5: pistols, pikes, lances and spears, the rest; equal ones together.
    let first = |red: &str, blue: &str, count: usize| {
        let parts = [
            unit("red", [10.0, 10.0], red),
            unit("blue", [10.0, 10.0], blue),
            contact(["red", "blue"], ["close", "halted"]),
        ];
        let mut game = melees(WITH_PIKES, &parts);
        // Each of red's blows hits once, kills a base of one point and is not saved; blue's would do the same.
        game.says("red", "fight red", &vec![2; count]);
        struck(&game)
    };
    let foot = |steel: &str| format!("arm = \"infantry\"\nbases = 3\nmissile = \"none\"\nsteel = \"{steel}\"");
    let lancers = "arm = \"heavy-cavalry\"\nbases = 3\nsteel = \"lance\"";
    assert_eq!(first(&foot("bayonet"), PIKES, 18), ["blue steel", "red steel"]);
    assert_eq!(first(&foot("spear"), PIKES, 18), ["blue steel", "red steel"]);
    assert_eq!(first(lancers, PIKES, 12 + 9), ["blue steel", "red steel"]);
    assert_eq!(first(&foot("bayonet"), lancers, 9 + 9), ["blue steel", "red steel"]);
    assert_eq!(first(&foot("hand"), &foot("spear"), 18), ["blue steel", "red steel"]);
    let pistols = "arm = \"heavy-cavalry\"\nbases = 3\nmissile = \"pistol\"";
    assert_eq!(first(PIKES, pistols, 3 + 9 + 9), ["blue shot", "red steel", "blue steel"]);
}

#[test]
fn equal_weapons_strike_together_and_longer_ones_before() {
    // SSS 21.5, 24.5, 24.6, 24.7: of two bases of one point each, those struck down strike back only where they are not outreached.
    let fought = |blue: &str, thrown: &[u8]| {
        let parts = [
            unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 2\npoints = 1\nsteel = \"bayonet\""),
            unit("blue", [10.0, 10.0], &format!("arm = \"infantry\"\nbases = 2\npoints = 1\nsteel = \"{blue}\"")),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", thrown);
        (game.unit("red").bases, game.unit("blue").bases)
    };
    // Six dice each, a hit each that is not saved: both have struck with two bases.
    let together = dice(&[(1, 4), (5, 3), (1, 1), (1, 4), (5, 3), (1, 1)]);
    assert_eq!(fought("bayonet", &together), (1, 1));
    // Spears first: red answers with one base, three dice.
    assert_eq!(fought("spear", &dice(&[(1, 4), (5, 3), (1, 1), (3, 3)])), (1, 2));
}

#[test]
fn pikes_taken_in_rear_strike_no_sooner_than_swords_behind_pistols() {
    // SSS 21.6: the pistols come first, then pikes and swords together.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 3\nmissile = \"pistol\""),
        unit("blue", [10.0, 10.5], &format!("{PIKES}\nfacing = \"north\"")),
        met(["red", "blue"], ["front", "rear"], ["charging", "halted"]),
    ];
    let mut game = melees(WITH_PIKES, &parts);
    game.says("red", "fight red", &dice(&[(3, 2), (15, 2), (9, 2)]));
    assert_eq!(struck(&game), ["red shot", "red steel", "blue steel"]);
}

#[test]
fn who_is_taken_in_flank_throws_no_sooner_than_he_is_struck() {
    // SSS 21.6: javelins outreach steel, but not that of an attacker in the flank.
    let javelins = "arm = \"infantry\"\norder = \"loose\"\nbases = 1\nmissile = \"thrown\"";
    let order = |aspect: &str| {
        let parts = [
            unit("red", [10.0, 10.0], FOOT),
            unit("blue", [10.0, 10.0], javelins),
            met(["red", "blue"], ["front", aspect], ["close", "halted"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(2 + 6 + 3, 2)]));
        struck(&game)
    };
    assert_eq!(order("front"), ["blue shot", "red steel", "blue steel"]);
    assert_eq!(order("rear"), ["red steel", "blue shot", "blue steel"]);
}

#[test]
fn pikes_in_square_strike_before_pistols() {
    // SSS 21.3: infantry in formed square always strikes first against cavalry.
    let square =
        "arm = \"infantry\"\nbases = 12\npike-bases = 12\nmissile = \"none\"\nsteel = \"pike\"\nformation = \"square\"";
    let order = |options: &str| {
        let parts = [
            unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 3\nmissile = \"pistol\""),
            unit("blue", [10.0, 10.0], square),
            contact(["red", "blue"], ["charging", "halted"]),
        ];
        let mut game = melees(&format!("{WITH_PIKES}\n{options}"), &parts);
        game.says("red", "fight red", &dice(&[(9 + 3 + 15, 2)]));
        struck(&game)
    };
    assert_eq!(order(""), ["blue steel", "red shot", "red steel"]);
    assert_eq!(order("square-first = \"hand-to-hand\""), ["red shot", "blue steel", "red steel"]);
}

/// Horse charges drilled foot 3 BW off, which forms square; the dice of that.
fn charged_while_forming(dice_of_square: [u8; 2], count: usize) -> Game {
    let drilled = format!("{LINE}\nmissile = \"none\"\ntraits = [\"drilled-first-strike\", \"highly-drilled\"]");
    let parts = [
        unit("red", [10.0, 10.0], &format!("{HEAVY}\nstart = {{ charges = \"blue\" }}")),
        unit("blue", [10.0, 13.0], &drilled),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
    game.says("blue", "answer blue square no", &[6, 6]);
    let thrown = [dice_of_square.to_vec(), vec![2; count]].concat();
    game.says("red", "run red 0", &thrown);
    game
}

#[test]
fn a_square_that_failed_is_neither_square_nor_line() {
    // SSS 1.5.3c, G17, G129, V18, 21.4: no -4, no -2 and no first strike; caught and charged, foot on horse: -3.
    let game = charged_while_forming([6, 6], 20 + 18);
    assert_eq!((blow(&game, "red").modifiers, blow(&game, "blue").modifiers), (0, -3));
    assert_eq!(struck(&game), ["red steel", "blue steel"]);
    // Formed: two of its six bases look that way.
    let game = charged_while_forming([6, 5], 6 + 20);
    assert_eq!((blow(&game, "red").modifiers, blow(&game, "blue").modifiers), (-4, -1));
    assert_eq!(struck(&game), ["blue steel", "red steel"]);
}

#[test]
fn the_surprised_strike_last_whatever_their_reach() {
    // SSS 24.6, G42: horse comes out of a wood that hid it; the pikes it meets strike after it, and take a point.
    let charged = |hidden: bool| {
        let parts = [
            if hidden { area("light-woods", "grove", [5.0, 7.0, 15.0, 11.5]) } else { String::new() },
            unit("red", [10.0, 9.0], "arm = \"light-cavalry\"\nbases = 3\nstart = { charges = \"blue\" }"),
            unit("blue", [10.0, 13.0], PIKES),
            unit("blue-rest", [36.0, 28.0], LINE),
        ];
        let mut game = Game::start(WITH_PIKES, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[2; 12 + 9]);
        (struck(&game), game.unit("blue").disruption.points())
    };
    let steel = |first: &str, second: &str| vec![format!("{first} steel"), format!("{second} steel")];
    assert_eq!(charged(false), (steel("blue", "red"), 0));
    assert_eq!(charged(true), (steel("red", "blue"), 1 + 1));
}

// --- The rear rank

/// A line in a melee in front, charged from behind by somebody 3 BW off.
fn charged_from_behind(class: &str, behind: &str) -> Game {
    let parts = [
        unit("red", [10.0, 13.5], FOOT),
        unit("red-behind", [10.0, 10.0], &format!("{behind}\nstart = {{ charges = \"blue\" }}")),
        unit("blue", [10.0, 13.5], &format!("{FOOT}\nclass = \"{class}\"\nmissile = \"none\"")),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let parts = parts.map(|part| part.replace("key = \"blue\"", "key = \"blue\"\nfacing = \"north\""));
    let parts = parts.map(|part| part.replace("key = \"red\"\n", "key = \"red\"\nfacing = \"south\"\n"));
    Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6])
}

#[test]
fn a_rear_rank_turns_about_against_whoever_comes_from_behind() {
    // SSS 22.1, G56, G143: it fights in front, foot comes from behind; the test passed it has two dice and one.
    let mut game = charged_from_behind("B", FOOT);
    assert_eq!(game.refused("blue", "answer blue square no"), "SSS 1.5.3a");
    game.says("blue", "answer blue rear-rank no", &[6, 6]);
    // Twelve of red, sixteen of those who charge; eight to the front, four to the rear.
    game.says("red", "run red-behind 0", &dice(&[(12, 3), (16, 3), (8, 3), (4, 3)]));
    let blows = game.told.iter().filter(|entry| entry.rule == "SSS 23.1");
    let own = blows.filter(|entry| entry.title.to_string().starts_with("blue "));
    assert_eq!(own.map(|entry| entry.lines[1].value).collect::<Vec<_>>(), [2, 1]);
    // Failing the test it fights as it stands.
    let mut game = charged_from_behind("B", FOOT);
    game.says("blue", "answer blue rear-rank no", &[1, 1]);
    assert!(!game.unit("blue").rear_about);
    let game = charged_from_behind("C", FOOT);
    assert_eq!(game.refused("blue", "answer blue rear-rank no"), "SSS 18.1");
    // From the front it is for cavalry alone.
    let parts = [
        unit("red", [10.0, 10.0], &format!("{FOOT}\nstart = {{ charges = \"blue\" }}")),
        unit("blue", [10.0, 13.0], FOOT),
    ];
    let game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
    assert_eq!(game.refused("blue", "answer blue rear-rank no"), "SSS 22.1");
}

#[test]
fn a_rear_rank_faces_front_again_when_it_follows_up() {
    // SSS G56, 27.7
    let parts = [
        unit("red", [10.0, 10.0], &format!("{FOOT}\nstart = {{ rear-about = true }}")),
        unit("blue", [10.0, 10.0], FOOT),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (7, 3), (1, 2), (12, 3)]));
    game.says("red", "follow-up yes", &[]);
    assert!(!game.unit("red").rear_about);
}

// --- Trapped

#[test]
fn who_cannot_be_pushed_is_trapped_wherever_that_would_lead() {
    // SSS 24.1, G42, G58: taken in the flank it would be pushed over the edge of the table; or into other enemies.
    let trapped = |at: f64, more: &[String]| {
        let mut parts = vec![
            unit("red", [at, 10.25], &format!("{FOOT}\nfacing = \"west\"")),
            unit("blue", [at - 2.0, 10.0], FOOT),
            met(["red", "blue"], ["front", "flank"], ["fights", "fights"]),
        ];
        parts.extend_from_slice(more);
        let mut game = melees("", &parts);
        // Two bases of red touch the end of the line, and the one there them.
        game.says("red", "fight red", &[3; 9]);
        blow(&game, "blue").modifiers
    };
    assert_eq!(trapped(20.0, &[]), 0);
    assert_eq!(trapped(4.5, &[]), -2);
    let others = unit("blue-foe", [1.0, 1.0], "arm = \"infantry\"\nbases = 1").replace("blue-foe", "red-beyond");
    let others = others.replace("at = [1.0, 1.0]", "at = [15.4, 10.25]\nfacing = \"east\"");
    let others = others.replace("side = \"blue\"", "side = \"red\"");
    assert_eq!(trapped(20.0, &[others]), -2);
}

// --- Rounds

#[test]
fn bases_from_the_third_rank_come_farther() {
    // SSS 27.8: a column two wide and four deep with a move of 3 BW.
    let column = "arm = \"infantry\"\nbases = 8\nformation = \"column-of-attack\"";
    let parts = [
        unit("red", [10.0, 10.0], column),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 10"),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(6, 3), (12, 3)]));
    assert_eq!(game.refused("red", "bring-up 1 1"), "");
    // Half the front, a place and a half, and one rank: exactly 3 BW; from two ranks back it is too far.
    assert_eq!(game.refused("red", "bring-up 2 0"), "");
    assert_eq!(game.refused("red", "bring-up 2 2"), "SSS 27.8");
}

#[test]
fn a_screen_that_loses_by_two_is_disrupted() {
    // SSS T16, 3.3: the pair counts as one base.
    let lost = |hits: usize| {
        let parts = [
            unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 6\nscreen = true\nstart = { intent = \"move\" }"),
            unit("blue", [12.0, 13.0], &format!("{FOOT}\nmissile = \"none\"")),
        ];
        let mut game = Game::with("skirmish-screens = \"on\"", "movement", &parts);
        game.says("red", "pick red", &[]);
        game.says("red", "move screen yes", &[]);
        game.says("red", "move stop", &[]);
        game.pass_to("blue", "orders", &[]);
        game.says("blue", "order blue charge red-screen", &[6, 6]);
        game.says("red", "answer red-screen stand no", &[6, 6]);
        game.done("red", &[]);
        // All four bases touch the pair: sixteen dice, so many hits, none saved; two dice of the screen.
        let mut thrown = dice(&[(hits, 4), (16 - hits, 3), (hits, 1), (2, 3)]);
        // By two it goes through its battalion, and tests; the next turn begins.
        thrown.extend(if hits == 2 { vec![6, 6, 6, 1] } else { Vec::new() });
        game.says("blue", "run blue 0", &thrown);
        game.unit("red-screen").disruption.of(Cause::LostMelee)
    };
    assert_eq!((lost(1), lost(2)), (0, 1));
}

#[test]
fn nobody_tests_for_pistols_before_the_melee_is_over() {
    // SSS 1.7b, 1.7c: three pistol hits on three bases call for no test before the melee is over.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 3\nmissile = \"pistol\""),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 3\nmissile = \"none\""),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    // Pistols at 4+: three hits, none saved; 15 swords miss, nine dice of the foot at 7: charged, hit and on foot.
    game.says("red", "fight red", &dice(&[(3, 4), (3, 1), (15, 3), (9, 5)]));
    assert_eq!(blow_under(&game, "SSS 1.7b", "red"), is(3, 1, 3, 0));
    assert_eq!(blow(&game, "blue").modifiers, -3);
    assert!(!game.told("SSS 35.4"));
    // They count for who has won (SSS G43): lost by three, 2.5 BW.
    assert_eq!(widths(game.unit("blue").pose.at.y - 10 * BW), 2.5);
}

// --- Help

#[test]
fn cavalry_rides_up_behind_friends_and_helps_them() {
    // SSS 29.1, 29.2, 29.3, G141: ordered to move it comes up behind its friends, who are in the second round with cavalry.
    let three = "arm = \"heavy-cavalry\"\nbases = 3";
    let parts = [
        chief("red", "superior", [10.0, 5.0]),
        unit("red", [10.0, 10.0], &format!("{three}\nstart = {{ rounds = 1 }}")),
        unit("red-late", [10.0, 7.0], &format!("{three}\nstart = {{ intent = \"move\" }}")),
        unit("blue", [10.0, 10.0], &format!("{three}\nstart = {{ rounds = 1 }}")),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = Game::at("movement", &parts);
    game.moves("red", "red-late", &["advance 120"]);
    game.pass_to("red", "reinforce", &[]);
    game.says("red", "reinforce blue", &dice(&[(12, 3), (12, 2), (12, 3)]));
    assert_eq!(blow(&game, "red-late"), is(3, 4, 4, 1));
    let contact = game.table().contact_of(game.id("red-late"), game.id("blue")).unwrap();
    assert_eq!(contact.came(game.id("red-late")), Came::Fights);
}

// --- Colours

#[test]
fn who_breaks_through_takes_the_colours() {
    // SSS 31.1, 31.2: the foot beside it has dealt more hits.
    let parts = [
        unit("red", [8.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 5.0, charged = true }"),
        unit("red-foot", [11.0, 10.0], FOOT),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 6\npoints = 9\ntraits = [\"colours\"]"),
        contact(["red", "blue"], ["charging", "halted"]),
        contact(["red-foot", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    // Ten dice with two hits; twelve with four; six bases of blue miss; a six for the colours, and then it has to be told
    // whether the horse follows up.
    game.says("blue", "against red", &dice(&[(2, 4), (8, 3), (2, 1), (4, 4), (8, 3), (4, 1), (18, 2), (1, 6)]));
    assert!(game.unit("red").captured.contains(game.id("blue")) && !game.unit("blue").has_colours);
    assert!(game.unit("red-foot").captured.is_empty());
}

// --- Felled trees

/// Foot fells and plashes in two own turns; then blue may be ordered. The front stands that far north.
fn plashed(front: f64, blue: &str) -> Game {
    let parts = [
        area("light-woods", "grove", [5.0, 9.0, 15.0, 10.5]),
        chief("blue", "superior", [10.0, 18.0]),
        chief("red", "superior", [10.0, 4.0]),
        unit("red", [10.0, front], "arm = \"infantry\"\nbases = 4\nmissile = \"none\""),
        unit("blue", [10.0, front + 3.5], blue),
    ];
    let mut game = Game::at("orders", &parts);
    for _ in 0..2 {
        game.says("red", "order red plash", &[]);
        game.says("red", "test red-chief", &[4, 4]);
        game.pass_to("blue", "orders", &[]);
        if game.state.plashed.is_empty() {
            game.pass_to("red", "choose-turn", &[6, 1]);
            game.says("red", "take first", &[]);
        }
    }
    assert_eq!(game.state.plashed.len(), 1);
    game
}

#[test]
fn felled_trees_are_a_fence_to_whoever_charges() {
    // SSS 24.4, 24.1, T16: soft cover for those behind them; who came over has none, and is disrupted by the obstacle.
    let mut game = plashed(10.5, "arm = \"infantry\"\nbases = 4\nmissile = \"none\"");
    game.says("blue", "order blue charge red", &[]);
    game.says("blue", "test blue-chief", &[1, 3, 6, 6]);
    game.says("red", "answer red stand no", &[6, 6]);
    // Blue stops at the trees: +1 for leadership makes its way, four dice a base; red in the wood is disrupted by 1.
    game.says("blue", "run blue 0", &[]);
    // Then the next turn begins.
    game.done("blue", &dice(&[(16 + 12, 3), (1, 6), (1, 1)]));
    assert_eq!((blow(&game, "blue").modifiers, blow(&game, "red").modifiers), (-1, -1));
}

#[test]
fn horses_jump_felled_trees_and_work_is_done_in_the_wood() {
    // SSS 24.4, 8.13: the front must stand in the wood; a charge over the barrier is a jump.
    let parts = [
        area("light-woods", "grove", [5.0, 9.0, 15.0, 10.5]),
        unit("red", [10.0, 10.6], FOOT),
        unit("blue", [10.0, 25.0], LINE),
    ];
    let game = Game::at("orders", &parts);
    assert_eq!(game.refused("red", "order red plash"), "SSS 24.4");
    // Red goes back 1 BW, and blue rides over the trees: 12 figures, two dice, nobody falls.
    let mut game = plashed(10.5, HEAVY);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red move", &[]);
    game.says("red", "test red-chief", &[2, 3]);
    game.moves("red", "red", &["about-face", "advance 60"]);
    game.pass_to("blue", "orders", &[]);
    game.says("blue", "order blue charge red", &[]);
    game.says("blue", "test blue-chief", &[1, 3, 6, 6]);
    game.says("red", "answer red stand no", &[6, 6]);
    game.says("blue", "run blue 0", &[3, 3]);
    assert!(game.told("SSS 8.13"));
}

#[test]
fn who_has_to_shoot_at_a_charge_begins_anew() {
    // SSS 24.4: two full turns of nothing else, the enemy's turn between them among them.
    let works = |charges: bool| {
        let parts = [
            area("light-woods", "grove", [5.0, 9.0, 15.0, 10.5]),
            chief("blue", "superior", [10.0, 18.0]),
            chief("red", "superior", [10.0, 4.0]),
            unit("red", [10.0, 10.5], "arm = \"infantry\"\nbases = 4"),
            unit("blue", [10.0, 14.0], "arm = \"heavy-cavalry\"\nbases = 1"),
        ];
        let mut game = Game::at("orders", &parts);
        game.says("red", "order red plash", &[]);
        game.says("red", "test red-chief", &[4, 4]);
        game.pass_to("blue", "orders", &[]);
        if charges {
            game.says("blue", "order blue charge red", &[]);
            game.says("blue", "test blue-chief", &[1, 3, 6, 6]);
            game.says("red", "answer red stand yes", &[6, 6]);
            // Medium range, first volley: one hit of twelve, not saved, stops a single base; it passes its test.
            game.says("blue", "run blue 0", &[&[3, 6], &[1; 11][..], &[1, 6, 6]].concat());
        }
        game.pass_to("red", "choose-turn", &[6, 1]);
        game.says("red", "take first", &[]);
        game.says("red", "order red plash", &[]);
        if !charges {
            // Otherwise it is so near to the enemy that it acts by itself.
            game.says("red", "test red-chief", &[4, 4]);
        }
        game.pass_to("blue", "orders", &[]);
        game.state.plashed.len()
    };
    assert_eq!((works(false), works(true)), (1, 0));
}
