//! Flanks, maneuvers and what is ridden over, as a second reading of 15.8 to 15.12 found them: positions that are played.

use crate::fights::played::{Played, RED_MOVES};
use charge_pikes::state::{Formation, GunState, Horses, Loss, Morale, Place};
use field::table::INCH;

const HORSE: &str = "kind = \"horse\"\ngrade = \"A\"\nfigures = 12\nfiles = 6";
/// 3.15 inches by 1.57.
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
/// Six files of musketeers to either hand: 120 mm.
const REGIMENT: &str =
    "kind = \"foot\"\npikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 6, right = 6 }\ngrade = ";

fn unit(key: &str, side: &str, at: [f64; 2], facing: &str, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = \"{facing}\"\n{what}\n\n"
    )
}

fn ground(kind: &str, west_south_east_north: [f64; 4]) -> String {
    format!("[[ground.areas]]\nname = \"{kind}\"\nkind = \"{kind}\"\nbox = {west_south_east_north:?}\n\n")
}

fn inches(played: &Played, key: &str) -> f64 {
    f64::from(played.unit(key).spent) / f64::from(INCH)
}

fn close(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() < 0.02
}

// --- 15.7

#[test]
fn whoever_is_passed_through_stands_still_all_turn_or_while_he_is_passed() {
    // CP 15.7.2, CP G78: the front line has moved before the horse comes through it; then the horse, and after it the line.
    let file = RED_MOVES.to_owned()
        + &unit("line", "red", [36.0, 16.0], "north", SHOT)
        + &unit("rider", "red", [36.0, 14.0], "north", HORSE);
    for (option, moved, held) in [("true", "CP 15.7.2", "CP 13.3"), ("false", "", "")] {
        let options = format!("passed-stand-all-turn = {option}");
        let mut first = Played::with_options(&options, &file, &[]);
        first.until("move").say("pick line").say("move advance 12.7").say("move stop").say("pick rider");
        assert_eq!(first.refused("move advance 164.6"), moved, "{option}");
        let mut after = Played::with_options(&options, &file, &[]);
        // 40 mm of foot and 100 mm of horse at half speed (CP 15.7.2).
        after.until("move").say("pick rider").say("move advance 152.4");
        assert!((inches(&after, "rider") - 6.0 - 140.0 / 25.4).abs() < 0.05, "{}", inches(&after, "rider"));
        after.say("move stop");
        assert_eq!(after.refused("pick line"), held, "{option}");
    }
}

#[test]
fn the_tail_of_a_deep_unit_wheels_onto_nobody() {
    // CP 15.7.2: twelve horse in one file stand 23 inches deep, and their tail comes where nobody thought of it.
    for (friend, bar) in [([56.0, 31.5], "CP 15.7.2"), ([56.0, 36.0], "")] {
        let file = RED_MOVES.to_owned()
            + &unit("rider", "red", [36.0, 25.0], "north", "kind = \"horse\"\ngrade = \"A\"\nfigures = 12\nfiles = 1")
            + &unit("line", "red", friend, "north", SHOT);
        let mut played = Played::new(&file, &[]);
        played.until("move").say("pick rider").say("move advance 127");
        assert_eq!(played.refused("move wheel left 90"), bar, "{friend:?}");
    }
}

// --- 15.8

/// Open flanks of blue foot, as its panic before red horse reckons them.
fn open_flanks(others: &str) -> i32 {
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 14.0], "north", HORSE)
        + &unit("north", "blue", [36.0, 24.0], "south", SHOT)
        + others;
    let mut played = Played::new(&file, &[6; 40]);
    played.say("charge south north").until("choose-side");
    -played.line("CP 18.3.1", "north", "open flanks")
}

#[test]
fn every_friend_behind_covers_a_flank() {
    // CP 15.8.2: one friend covers one flank and not both; two cover two.
    let behind = |key: &str, x: f64, y: f64| unit(key, "blue", [x, y], "south", SHOT);
    assert_eq!(open_flanks(""), 2);
    assert_eq!(open_flanks(&behind("one", 36.0, 27.0)), 1);
    assert_eq!(open_flanks(&(behind("one", 34.4, 27.0) + &behind("two", 37.6, 27.0))), 0);
    assert_eq!(open_flanks(&(behind("one", 36.0, 27.0) + &behind("two", 36.0, 30.0))), 1, "within four inches");
}

#[test]
fn ground_aslant_of_a_flank_guards_it() {
    // CP 15.8.1: the corner of the wood is 2.3 inches from the end of the flank, or 4.5.
    for kind in ["light-woods", "rough", "impassable"] {
        assert_eq!(open_flanks(&ground(kind, [39.5, 26.8, 44.0, 30.0])), 1, "{kind}");
        assert_eq!(open_flanks(&ground(kind, [41.0, 28.5, 44.0, 30.0])), 2, "{kind}");
        // Straight out, and behind the unit but not outside its flank.
        assert_eq!(open_flanks(&ground(kind, [41.4, 20.0, 44.0, 30.0])), 1, "{kind}");
        assert_eq!(open_flanks(&ground(kind, [35.0, 26.0, 37.0, 30.0])), 2, "{kind}");
    }
    let stream = "[[ground.lines]]\nname = \"brook\"\nkind = \"stream\"\npoints = [[39.5, 27], [44, 27]]\n\n";
    assert_eq!(open_flanks(stream), 1);
}

#[test]
fn weak_friends_guard_flanks_as_well_as_strong_ones() {
    // CP 15.8.3
    for (what, open) in [
        (SHOT.to_owned(), 1),
        (format!("{SHOT}\nstart = {{ shaken = true }}"), 1),
        (format!("{SHOT}\nstart = {{ losses = 5 }}"), 1),
        ("kind = \"skirmishers\"\ngrade = \"E\"\nfigures = 4\nfiles = 2".to_owned(), 1),
        ("kind = \"battery\"\ngrade = \"C\"\nguns = [\"light\"]".to_owned(), 1),
        ("kind = \"wagons\"\ngrade = \"C\"\nfigures = 1".to_owned(), 2),
        (format!("{SHOT}\nstart = {{ routing = true }}"), 2),
    ] {
        assert_eq!(open_flanks(&unit("friend", "blue", [41.5, 24.0], "south", &what)), open, "{what}");
    }
}

// --- 19.1

#[test]
fn wagons_and_limbered_guns_stay_out_of_woods() {
    // CP 19.1.7, CP G100: guns are dragged in by hand.
    let moves = |what: &str| {
        let woods = "[[ground.areas]]\nname = \"Grove\"\nkind = \"light-woods\"\nbox = [30, 22, 42, 30]\n\n";
        let file = RED_MOVES.to_owned() + woods + &unit("us", "red", [36.0, 20.0], "north", what);
        let mut played = Played::new(&file, &[]);
        played.until("move").say("pick us");
        ["move advance 38.1", "move advance 76.2"].map(|advance| played.refused(advance))
    };
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"light\"]\nlimbers = true";
    for drawn in ["kind = \"wagons\"\ngrade = \"C\"\nfigures = 1", &format!("{guns}\nformation = \"limbered\"")] {
        assert_eq!(moves(drawn), ["", "CP 19.1.7"], "{drawn}");
    }
    assert_eq!(moves(&format!("{guns}\nformation = \"unlimbered\"")), ["", ""]);
}

// --- 15.9

/// A red regiment of some grade whose move is asked for.
fn drills(grade: &str, more: &str, dice: &[u8]) -> Played {
    let file =
        RED_MOVES.to_owned() + &unit("us", "red", [36.0, 14.0], "north", &format!("{REGIMENT}\"{grade}\"")) + more;
    let mut played = Played::new(&file, dice);
    played.until("move").say("pick us");
    played
}

#[test]
fn a_wing_that_wheels_pays_for_its_ground() {
    // CP 15.9.2, CP G58: 120 mm through 30 degrees are 2.474 inches, in woods twice that.
    let wheels = |angle: u8, more: &str| {
        let mut played = drills("C", more, &[]);
        played.say(&format!("move wing right {angle}"));
        inches(&played, "us")
    };
    assert!(close(wheels(30, ""), 2.474));
    let wood = wheels(30, &ground("light-woods", [37.0, 14.1, 50.0, 20.0]));
    assert!(wood > 1.8 * 2.474 && wood < 2.0 * 2.474 + 0.01, "{wood}");
    let fence = "[[ground.lines]]\nname = \"fence\"\nkind = \"fence\"\npoints = [[42.5, 14.4], [43.5, 14.4]]\n\n";
    assert!(wheels(15, fence) > wheels(15, "") + 0.5, "{}", wheels(15, fence));
    let rocks = drills("C", &ground("impassable", [37.0, 15.5, 50.0, 20.0]), &[]);
    assert_ne!(rocks.refused("move wing right 45"), "");
}

#[test]
fn a_wing_wheels_back_at_the_pace_of_retiring() {
    // CP 15.9.8: half speed, or a quarter and in disorder (CP 15.9.7).
    let mut steady = drills("C", "", &[]);
    steady.say("move wing left -30");
    assert!(close(inches(&steady, "us"), 2.0 * 2.474) && !steady.unit("us").disordered);
    assert_eq!(steady.unit("us").layout.left_angle, -3_000);
    let mut raw = drills("D", "", &[]);
    assert_eq!(raw.refused("move wing left -30"), "CP 15.12.1");
    raw.say("move wing left -15");
    assert!(close(inches(&raw, "us"), 4.0 * 1.237), "{}", inches(&raw, "us"));
    assert!(raw.unit("us").disordered && raw.tells("CP 15.9.7", "us"));
    let mut forward = drills("D", "", &[]);
    forward.say("move wing left 15");
    assert!(!forward.unit("us").disordered);
}

#[test]
fn changes_take_one_full_move_or_two() {
    // CP 15.9.4: drilled troops are done in one move, and need the whole of it.
    let mut drilled = drills("C", "", &[6, 1]);
    drilled.say("move advance 25.4");
    assert_eq!(drilled.refused("move about-face"), "CP 15.9.4");
    assert_eq!(drilled.refused("move form square"), "CP 15.9.4");
    let mut drilled = drills("C", "", &[6, 1]);
    drilled.say("move form square");
    assert_eq!((drilled.unit("us").formation, drilled.unit("us").morale), (Formation::Square, Morale::Good));
    assert_eq!(drilled.refused("pick us"), "CP 13.3");
    drilled.until("choose-side").say("side a").until("move");
    assert_eq!(drilled.refused("pick us"), "", "the next turn is its own");
    // CP 15.9.6: raw ones stand in the new formation at once, shaken, and the whole next turn is gone as well.
    let mut raw = drills("D", "", &[6, 1, 6, 1]);
    raw.say("move form square");
    assert_eq!((raw.unit("us").formation, raw.unit("us").morale), (Formation::Square, Morale::Shaken));
    raw.until("choose-side");
    assert_eq!(raw.unit("us").morale, Morale::Shaken, "not yet");
    raw.say("side a").until("move");
    assert_eq!(raw.refused("pick us"), "CP 15.9.6");
    raw.until("choose-side");
    assert_eq!(raw.unit("us").morale, Morale::Good);
    raw.say("side a").until("move");
    assert_eq!(raw.refused("pick us"), "");
}

#[test]
fn led_horses_wagons_and_guns_are_lost_to_whoever_rides_over_them() {
    // CP 15.9.11, 3.10, CP G38: the horse goes right over them and ends well beyond.
    let dragoons = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 10\nstart = { dismounted = true, led-horses = { at = [36, 18] } }";
    let wagons = "kind = \"wagons\"\ngrade = \"C\"\nfigures = 1";
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"light\"]\nstart = { crew-at = [10, 40] }";
    let file = RED_MOVES.to_owned()
        + &unit("rider", "red", [36.0, 14.0], "north", HORSE)
        + &unit("other", "red", [20.0, 14.0], "north", HORSE)
        + &unit("third", "red", [50.0, 14.0], "north", HORSE)
        + &unit("dragoons", "blue", [60.0, 40.0], "south", dragoons)
        + &unit("wagons", "blue", [20.0, 19.0], "south", wagons)
        + &unit("guns", "blue", [50.0, 18.0], "south", guns);
    let mut played = Played::new(&file, &[]);
    played.until("move");
    for key in ["rider", "other", "third"] {
        played.say(&format!("pick {key}")).say("move advance 304.8");
    }
    assert_eq!(played.unit("dragoons").horses, Horses::Dispersed, "{}", played.told());
    assert_eq!(played.unit("wagons").place, Place::Gone(Loss::Captured));
    assert_eq!(played.state.batteries[0].guns[0].state, GunState::Captured);
}

// --- 15.12

#[test]
fn heavy_guns_turn_45_degrees_in_a_turn_all_told() {
    // CP 15.12.2: in one piece or in several, together or one by one.
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"heavy\", \"heavy\"]";
    let chief =
        "[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nwith = \"guns\"\n\n";
    let position = |more: &str| {
        let file = RED_MOVES.to_owned() + &unit("guns", "red", [36.0, 14.0], "north", guns) + more;
        let mut played = Played::new(&file, &[6, 1]);
        played.until("move").say("pick guns");
        played
    };
    let mut alone = position("");
    alone.say("move rotate 20");
    assert_eq!(alone.refused("move rotate 26"), "CP 15.12.2");
    assert_eq!(alone.refused("move rotate -26"), "CP 15.12.2");
    alone.say("move rotate 25");
    assert_eq!(alone.unit("guns").pose.facing, 4_500);
    alone.until("choose-side").say("side a").until("move").say("pick guns").say("move rotate -45");
    assert_eq!(alone.unit("guns").pose.facing, 0);
    // CP 15.9.12: coming off their limbers takes them the whole move.
    let limbered = guns.to_owned() + "\nlimbers = true\nformation = \"limbered\"";
    let file = RED_MOVES.to_owned() + &unit("guns", "red", [36.0, 14.0], "north", &limbered);
    let mut played = Played::new(&file, &[]);
    played.until("move").say("pick guns").say("move unlimber");
    assert_ne!(played.refused("move rotate 10"), "", "{}", played.told());
    let mut led = position(chief);
    led.say("move rotate 30");
    assert_eq!(led.refused("move swing-gun 0 16"), "CP 15.12.2");
    led.say("move swing-gun 0 15");
    assert_eq!(led.refused("move swing-gun 0 0"), "CP 15.12.2", "to and fro counts too");
    led.say("move swing-gun 1 15");
    assert_eq!(led.refused("move rotate 1"), "CP 15.12.2");
}

// --- 18.6 after 15.3

#[test]
fn a_charger_whose_target_is_gone_was_in_a_charge_all_the_same() {
    // CP 18.6.1: the foot runs against the rocks and scatters; others shoot at the horse, which takes no test for it.
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 14.0], "north", HORSE)
        + &unit("north", "blue", [36.0, 24.0], "south", SHOT)
        + &unit("shooters", "blue", [43.0, 24.4], "south", "kind = \"foot\"\ngrade = \"A\"\nmuskets = 24\nfiles = 12")
        + &ground("impassable", [20.0, 26.0, 52.0, 28.0]);
    let mut played = Played::new(&file, &[1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]);
    played.say("charge south north").until("shoot");
    assert_eq!(played.unit("north").place, Place::Gone(Loss::Dispersed), "{}", played.told());
    let order = played.menu().into_iter().find(|words| words.starts_with("shoot shooters south"));
    played.say(&order.unwrap_or_else(|| panic!("{:?}", played.menu()))).until("choose-side");
    assert!(played.unit("south").others < 12, "{}", played.told());
    assert!(!played.tells("CP 18.6.1", "south"), "{}", played.told());
}

#[test]
fn heavy_guns_just_unlimbered_are_not_swung_one_by_one_either() {
    // CP 15.9.12, 15.12.2: unlimbering takes the whole move, with a general's help or without.
    let chief =
        "[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\nwith = \"guns\"\n\n";
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"heavy\", \"light\"]\nlimbers = true\nformation = ";
    let position = |formation: &str| {
        let guns = format!("{guns}\"{formation}\"");
        let file = RED_MOVES.to_owned() + &unit("guns", "red", [36.0, 14.0], "north", &guns) + chief;
        let mut played = Played::new(&file, &[6, 1]);
        played.until("move").say("pick guns");
        played
    };
    let mut played = position("limbered");
    played.say("move unlimber");
    assert_ne!(played.refused("move swing-gun 0 10"), "", "{}", played.told());
    // CP G74, CP G93: nor is the light gun of the same battery, which has unlimbered and moves as one with it.
    assert_ne!(played.refused("move swing-gun 1 10"), "", "{}", played.told());
    played.until("choose-side").say("side a").until("move").say("pick guns").say("move swing-gun 0 10");
    assert_eq!(played.refused("move swing-gun 1 46"), "CP 15.12.2");
    played.say("move swing-gun 1 45");
    assert_eq!(played.refused("move swing-gun 1 0"), "CP 15.12.2", "to and fro counts too");
    // Nor are those to which their crew has just come back; one that was there already turns them.
    for (crew_at, walks) in [(12.0, true), (13.99, false)] {
        let left =
            format!("kind = \"battery\"\ngrade = \"C\"\nguns = [\"heavy\"]\nstart = {{ crew-at = [36, {crew_at:?}] }}");
        let file = RED_MOVES.to_owned() + &unit("guns", "red", [36.0, 16.0], "north", &left);
        let mut back = Played::new(&file, &[]);
        back.until("move").say("pick guns");
        let guns = back.table().left_guns_body(back.id("guns")).unwrap().main().corners()[2].y;
        if walks {
            back.say(&format!("move skirmish 914.4 {:.1} 0", guns / 1_000.0 - 0.1));
        }
        back.say("move man");
        assert_eq!(!back.refused("move rotate 10").is_empty(), walks, "{}", back.told());
    }
    // The light gun beside it may be swung first.
    let mut standing = position("unlimbered");
    standing.say("move swing-gun 1 20").say("move swing-gun 0 45");
}

#[test]
fn led_horses_stand_where_there_is_room_for_them() {
    // CP 15.9.11: behind the dragoons, or beside them where that is off the table, among rocks or full of others.
    let dragoons = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 10\nfiles = 5";
    let horses = |at: [f64; 2], more: &str| {
        let file = RED_MOVES.to_owned() + &unit("dragoons", "red", at, "north", dragoons) + more;
        let mut played = Played::new(&file, &[]);
        played.until("move").say("pick dragoons").say("move dismount");
        let body = played.table().led_horses(played.id("dragoons")).unwrap();
        let dragoons = played.table().body(played.id("dragoons"));
        assert!(!body.overlaps(&dragoons), "{body:?}");
        (body, played.centre("dragoons"), played)
    };
    let (open, middle, _) = horses([36.0, 14.0], "");
    assert!(open.center().y < middle.y && (open.center().x - middle.x).abs() < 1_000.0, "behind them");
    let (edge, _, _) = horses([36.0, 3.95], "");
    assert!(edge.within_table(72 * INCH, 48 * INCH), "{edge:?}");
    let friend = unit("friend", "red", [36.0, 10.0], "north", SHOT);
    let (beside, _, played) = horses([36.0, 14.0], &friend);
    assert!(!beside.overlaps(&played.table().body(played.id("friend"))));
    let rocks = ground("impassable", [30.0, 8.0, 42.0, 11.9]);
    let (off, _, _) = horses([36.0, 16.0], &rocks);
    assert!(off.bounds().0.y >= f64::from(12 * INCH) - f64::from(INCH / 5), "{off:?}");
}
