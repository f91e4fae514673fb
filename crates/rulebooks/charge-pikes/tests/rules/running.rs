//! Routing, pursuing and recoiling as a second reading of 15.1, 15.2 and 15.11 found them: positions that are played.

use crate::fights::played::{COMBAT, Played, RED_MOVES, SHOOTING};
use charge_pikes::cards::UnitId;
use charge_pikes::state::{Horses, Loss, Mode, Place};
use field::table::{Cdeg, INCH, turn};

/// A line of 24 musketeers: 9.45 inches by 1.57.
const FOOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
/// Too broad to be missed by a swerve.
const WIDE: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 48\nfiles = 24";
/// Twelve riders: 5.9 inches by 3.94.
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
/// Four abreast: 3.15 inches by 1.57.
const NARROW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
const PIKES: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 16";
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
const ROUTING: &str = "start = { routing = true, fled = true }";

fn unit(key: &str, side: &str, at: [f64; 2], facing: &str, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = \"{facing}\"\n{what}\n\n"
    )
}

fn router(at: [f64; 2], what: &str) -> String {
    unit("south", "red", at, "south", &format!("{what}\n{ROUTING}"))
}

fn pursuer(key: &str, at: [f64; 2]) -> String {
    unit(key, "blue", at, "south", &format!("{HORSE}\nstart = {{ pursuing = \"south\" }}"))
}

fn ground(kind: &str, west_south_east_north: [f64; 4]) -> String {
    format!("[[ground.areas]]\nname = \"{kind}\"\nkind = \"{kind}\"\nbox = {west_south_east_north:?}\n\n")
}

fn looks(played: &Played, key: &str, wanted: Cdeg) {
    let facing = played.unit(key).pose.facing;
    assert!(turn(facing, wanted).abs() <= 20, "{key} looks to {facing}, not {wanted}\n{}", played.told());
}

// --- 15.2 Whom a pursuer flows around, and whom it runs into

#[test]
fn a_pursuer_rides_through_nobody_its_target_did_not_flow_around() {
    // CP 15.2.2, 15.2.7: fresh foot with all the room in the world beside it, off the way of the router.
    let file = router([30.0, 20.0], NARROW)
        + &unit("fresh", "red", [43.0, 29.0], "north", FOOT)
        + &pursuer("horse", [50.0, 38.0]);
    let played = Played::turn(&file, &[]);
    assert!(played.engaged("horse", "fresh"), "{}", played.told());
    assert!(played.tells("CP 15.2.8b", "horse"));
    assert_eq!(played.unit("horse").mode, Mode::Normal);
    assert!(played.unit("horse").disordered && played.unit("fresh").disordered);
}

#[test]
fn a_pursuer_flows_around_whom_its_target_flowed_around() {
    // CP 15.2.7: the same foot, this time on the router's way, and passed by it.
    let file = router([36.0, 36.0], NARROW)
        + &unit("friend", "red", [36.0, 31.0], "north", NARROW)
        + &pursuer("horse", [36.0, 42.0]);
    let played = Played::turn(&file, &[]);
    assert!(played.engaged("horse", "south") && !played.engaged("horse", "friend"), "{}", played.told());
    assert!(!played.unit("friend").disordered && !played.unit("friend").crashed);
}

#[test]
fn a_pursuer_crashes_into_whom_its_target_burst_through_though_there_is_a_gap_by_now() {
    // CP 15.2.8a: the neighbour who closed the gap runs himself, after the router has burst through.
    let file = router([36.0, 36.0], NARROW)
        + &unit("friend", "red", [36.0, 31.0], "north", NARROW)
        + &unit("left", "red", [32.3, 31.0], "north", NARROW)
        + &unit("right", "red", [39.7, 29.43], "south", &format!("{NARROW}\n{ROUTING}"))
        + &unit(
            "horse",
            "blue",
            [36.0, 42.0],
            "south",
            "kind = \"horse\"\ngrade = \"C\"\nfigures = 4\nfiles = 2\nstart = { pursuing = \"south\" }",
        );
    let played = Played::turn(&file, &[]);
    assert!(played.tells("CP 15.1.8", "south"), "{}", played.told());
    assert!(played.engaged("horse", "friend"), "{}", played.told());
    assert!(played.unit("friend").disordered && played.unit("horse").disordered);
}

#[test]
fn a_pursuer_does_not_follow_off_the_table_through_the_enemy_or_a_river() {
    // CP 15.2.2, 15.2.4: the router is gone; what stands between the pursuer and the edge is still there.
    let leaves = |more: &str| {
        let file = router([50.0, 8.0], FOOT) + &pursuer("horse", [50.0, 24.0]) + more;
        Played::turn(&file, &[])
    };
    let open = leaves("");
    assert_eq!(open.unit("south").place, Place::Gone(Loss::RoutedOff));
    assert!(matches!(open.unit("horse").place, Place::OffTable { .. }), "{}", open.told());
    let foot = leaves(&unit("fresh", "red", [50.0, 14.0], "north", FOOT));
    assert_eq!(foot.unit("horse").place, Place::Table);
    assert!(foot.engaged("horse", "fresh"), "{}", foot.told());
    let river = leaves(&ground("river", [30.0, 10.0, 70.0, 12.0]));
    assert_eq!((river.unit("horse").place, river.unit("horse").mode), (Place::Table, Mode::Normal));
    assert!(river.unit("horse").disordered && river.unit("horse").pose.at.y >= 12 * INCH - 2_000);
}

#[test]
fn pursuers_pass_their_friends_at_half_speed() {
    // CP 15.7.2: 40 mm of friend and 100 mm of horse cost double, and the friend makes no move of its own.
    let file = router([36.0, 12.0], NARROW)
        + &pursuer("horse", [36.0, 44.0])
        + &unit("friend", "blue", [36.0, 34.0], "south", FOOT)
        + &unit("screen", "blue", [36.0, 30.0], "south", SKIRMISHERS);
    let mut played = Played::turn(&file, &[]);
    let gone = f64::from(44 * INCH - played.unit("horse").pose.at.y) / f64::from(INCH);
    assert!((gone - (24.0 - 140.0 / 25.4)).abs() < 0.05, "{gone}\n{}", played.told());
    assert!(played.tells("CP 15.7.2", "friend") && !played.tells("CP 15.7.2", "screen"));
    played.until("move");
    if played.asked().0 == kernel::Seat(0) {
        played.say("done").until("move");
    }
    assert_eq!(played.refused("pick friend"), "CP 13.3");
    assert_eq!(played.refused("pick screen"), "");
}

#[test]
fn two_pursuers_of_one_target_find_room_at_it_and_close_up() {
    // CP G72: neither stands on the other, and their fronts lie along the router's rear.
    let file = router([36.0, 30.0], FOOT) + &pursuer("one", [30.0, 36.0]) + &pursuer("two", [42.0, 36.0]);
    let played = Played::turn(&file, &[]);
    assert!(!played.overlap("one", "two"), "{}", played.told());
    for key in ["one", "two"] {
        assert!(played.engaged("south", key), "{key}: {}", played.told());
        looks(&played, key, 18_000);
    }
}

#[test]
fn a_pursuer_that_turns_onto_an_enemy_crashes_into_him_and_stands_before_him() {
    // CP 15.2.2, 15.2.8b: on turning east after its target its left would stand among the foot before it.
    let pursuing = format!("{FOOT}\nstart = {{ pursuing = \"south\" }}");
    for (x, y) in [(56.0, 39.0), (60.0, 29.0), (60.0, 24.0)] {
        let file = router([x, y], NARROW)
            + &unit("fresh", "red", [38.0, 32.0], "south", NARROW)
            + &unit("foot", "blue", [36.0, 30.0], "north", &pursuing);
        let played = Played::turn(&file, &[]);
        assert!(played.engaged("foot", "fresh"), "{y}: {}", played.told());
        assert!(played.gap("foot", "fresh") < 0.01 && !played.overlap("foot", "fresh"), "{y}: {}", played.told());
    }
}

#[test]
fn a_pursuer_that_turns_onto_skirmishers_rides_them_down() {
    // CP 15.2.2, 17.6.2: on turning after its target its left stands among them, as it would among foot.
    let pursuing = format!("{FOOT}\nstart = {{ pursuing = \"south\" }}");
    let few = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4\nfiles = 4";
    for (x, y) in [(56.0, 39.0), (60.0, 29.0), (60.0, 24.0)] {
        let file = router([x, y], NARROW)
            + &unit("fresh", "red", [38.0, 32.0], "south", few)
            + &unit("foot", "blue", [36.0, 30.0], "north", &pursuing);
        let played = Played::turn(&file, &[]);
        assert!(played.tells("CP 17.6.2", "foot"), "{y}: {}", played.told());
        assert!(played.table().figures(played.id("fresh")) < 4, "{y}");
    }
}

// --- How a pursuit ends among others (ruling G103)

#[test]
fn a_pursuer_that_is_charged_among_others_fights_them_too() {
    // CP 15.2.2, 15.2.7, G103: at its quarry's heels the horse stands on ground of the foot that the quarry flowed around.
    let file = router([36.0, 36.0], NARROW)
        + &unit("friend", "red", [36.0, 31.0], "north", NARROW)
        + &unit("charger", "red", [26.0, 31.0], "east", HORSE)
        + &pursuer("horse", [36.0, 42.0]);
    let mut played = Played::turn(&file, &[4, 4]);
    assert!(played.overlap("horse", "friend") && !played.engaged("horse", "friend"), "{}", played.told());
    played.say("charge charger horse").until("move").say("done").until("combat").finish();
    assert_eq!(played.unit("horse").mode, Mode::Normal);
    assert!(played.engaged("horse", "charger") && played.engaged("horse", "friend"), "{}", played.told());
    // Nobody has charged the foot, nor it anybody (CP 17.1.3); its quarry is still within reach.
    assert_eq!(shocks(&played), [("south", false), ("friend", false), ("charger", true)]);
}

/// Whom the horse fights, and whether the next round is an impact.
fn shocks(played: &Played) -> Vec<(&str, bool)> {
    let horse = played.id("horse");
    let fights = played.state.contacts.iter().filter(|contact| contact.a == horse || contact.b == horse);
    let name = |id: UnitId| played.rules.units[id.ix()].key.as_str();
    let mut all: Vec<(UnitId, bool)> =
        fights.map(|contact| (if contact.a == horse { contact.b } else { contact.a }, contact.impact)).collect();
    all.sort();
    all.into_iter().map(|(id, impact)| (name(id), impact)).collect()
}

#[test]
fn a_pursuer_that_crashes_among_others_fights_them_too() {
    // CP 15.2.2, 15.2.7, G103: beyond the foot that its quarry flowed around it runs into fresh foot, and stands among the first.
    let file = router([36.0, 36.0], NARROW)
        + &unit("friend", "red", [36.0, 31.0], "north", NARROW)
        + &unit("fresh", "red", [39.7, 28.5], "north", NARROW)
        + &pursuer("horse", [36.0, 42.0]);
    let played = Played::turn(&file, &[]);
    assert!(played.overlap("horse", "friend"), "{}", played.told());
    assert_eq!(shocks(&played), [("friend", false), ("fresh", true)], "{}", played.told());
}

#[test]
fn a_pursuer_that_halts_beyond_foot_it_flowed_around_goes_on_to_where_there_is_room() {
    // CP 15.2.7, 18.2.3a, G103: it stands among the foot behind its front; two inches on the ground is free.
    let file = router([36.0, 36.0], NARROW)
        + &unit("friend", "red", [36.0, 31.0], "north", NARROW)
        + &pursuer("horse", [36.0, 42.0]);
    let mut played = Played::turn(&file, &[6; 24]);
    let stood = played.centre("horse").y;
    played.until("turn-about");
    assert!(played.tells("CP 15.2.2", "horse") && played.gap("horse", "friend") > 0.01, "{}", played.told());
    assert!(played.centre("horse").y < stood, "{} from {stood}\n{}", played.centre("horse").y, played.told());
}

/// Eight abreast: 6.3 inches wide.
const BROAD: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";

#[test]
fn a_pursuer_that_halts_crosses_no_ground_that_is_closed_to_it() {
    // CP 15.2.2, 19.4.6a, 19.4.3b, 19.1.9a, G103: in the open half an inch onward is enough; what lies there is not crossed.
    let halts = |ground: &str| {
        let file = ground.to_owned()
            + &router([36.0, 34.2], NARROW)
            + &unit("friend", "red", [36.0, 31.0], "north", BROAD)
            + &pursuer("horse", [36.0, 42.0]);
        let mut played = Played::turn(&file, &[6; 24]);
        played.until("turn-about");
        assert!(played.gap("horse", "friend") > 0.01, "{}", played.told());
        played.centre("horse").y / f64::from(INCH)
    };
    assert!((halts("") - 27.24).abs() < 0.01, "{}", halts(""));
    let fence = |kind: &str| {
        format!("[[ground.lines]]\nname = \"Fence\"\nkind = \"{kind}\"\npoints = [[38, 25.5], [44, 25.5]]\n\n")
    };
    for barred in [
        ground("impassable", [38.0, 25.4, 44.0, 25.6]),
        ground("heavy-woods", [38.0, 25.4, 44.0, 25.6]),
        ground("undecided-woods", [38.0, 25.4, 44.0, 25.6]),
        fence("hedgerow"),
        fence("high-wall"),
    ] {
        assert!(halts(&barred) > 27.5, "{barred}");
    }
}

#[test]
fn a_pursuer_that_halts_does_not_pass_through_the_enemy() {
    // CP 15.3.1, 18.2.3a, G103: fresh foot stands right before its left front; beyond that foot there would be room.
    let halts = |file: &str| {
        let file = router([36.0, 34.2], NARROW)
            + &unit("friend", "red", [36.0, 31.0], "north", BROAD)
            + file
            + &pursuer("horse", [36.0, 42.0]);
        let mut played = Played::turn(&file, &[6; 24]);
        played.until("turn-about");
        assert!(played.gap("horse", "friend") > 0.01, "{}", played.told());
        played.centre("horse").y / f64::from(INCH)
    };
    let thin = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 4";
    let fresh = |y: f64| halts(&unit("fresh", "red", [39.7, y], "north", thin));
    assert!((fresh(18.0) - 27.24).abs() < 0.01, "{}", fresh(18.0));
    // Back through the foot it flowed around is half an inch farther than across the fresh foot.
    assert!((fresh(25.6) - 33.24).abs() < 0.01, "{}", fresh(25.6));
}

#[test]
fn the_last_steps_of_a_halt_are_part_of_the_run() {
    // CP 15.9.11, G51, G103: led horses that it comes to stand on are scattered, and its general goes along.
    let general =
        "[[generals]]\nkey = \"rupert\"\nname = \"Rupert\"\nside = \"blue\"\nrank = \"chief\"\nwith = \"horse\"\n\n";
    let dragoons = "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 10\n\
                    start = { dismounted = true, led-horses = { at = [36, 25.5] } }";
    let file = general.to_owned()
        + &router([36.0, 36.0], NARROW)
        + &unit("friend", "red", [36.0, 31.0], "north", BROAD)
        + &pursuer("horse", [36.0, 42.0])
        + &unit("drag", "red", [50.0, 20.0], "north", dragoons);
    let mut played = Played::turn(&file, &[6; 24]);
    let led = |played: &Played| matches!(played.unit("drag").horses, Horses::Led { .. });
    assert!(led(&played), "{}", played.told());
    played.until("turn-about");
    assert!(!led(&played), "{}", played.told());
    assert_eq!(played.state.generals[0].at, played.centre("horse").round());
}

#[test]
fn a_pursuer_that_finds_no_room_to_halt_fights_those_it_stands_among() {
    // CP G103: foot ahead, its own foot behind, closed ground at both sides.
    let closed = |west: f64, east: f64| ground("impassable", [west, 15.0, east, 47.0]);
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 36\nfiles = 4";
    let file = closed(29.0, 30.0).replace("impassable\"\nkind", "west\"\nkind")
        + &closed(43.5, 44.0)
        + &router([36.0, 36.0], NARROW)
        + &unit("friend", "red", [36.0, 31.0], "north", BROAD)
        + &pursuer("horse", [36.0, 40.2])
        + &unit("wall", "red", [36.0, 25.95], "north", BROAD)
        + &unit("pass", "blue", [39.4, 33.0], "south", deep);
    let mut played = Played::turn(&file, &[6; 40]);
    while !played.tells("CP 15.2.2", "horse") {
        let last = played.menu().pop().unwrap();
        played.say(&last);
    }
    assert!(played.overlap("horse", "friend"), "{}", played.told());
    assert!(shocks(&played).contains(&("friend", false)), "{:?} {}", shocks(&played), played.told());
    assert_ne!(played.asked().1, "turn-about");
}

#[test]
fn a_pursuer_that_crashes_with_its_front_among_others_does_not_crash_into_them() {
    // CP 17.1.3, 15.2.9a, G103: the front of the horse lies within the ranks of the foot that its quarry flowed around.
    for y in [30.0, 29.5, 29.0, 28.6] {
        let file = router([36.0, 36.0], NARROW)
            + &unit("friend", "red", [34.5, y], "north", NARROW)
            + &unit("fresh", "red", [39.7, 28.5], "north", NARROW)
            + &pursuer("horse", [36.0, 42.0]);
        let played = Played::turn(&file, &[]);
        assert_eq!(shocks(&played), [("friend", false), ("fresh", true)], "{y}: {}", played.told());
        assert!(!played.unit("friend").disordered, "{y}");
    }
}

#[test]
fn who_charges_a_pursuer_it_is_already_among_has_charged_it() {
    // CP 17.1.3, G103: two charge the pursuer, and one of them it stands among; whoever comes home first, both have charged.
    let few = "kind = \"horse\"\ngrade = \"C\"\nfigures = 4\nfiles = 2";
    for order in [["test charger", "test friend"], ["test friend", "test charger"]] {
        let file = router([36.0, 36.0], NARROW)
            + &unit("friend", "red", [36.0, 31.0], "south", few)
            + &pursuer("horse", [36.0, 42.0])
            + &unit("charger", "red", [20.0, 30.0], "east", HORSE);
        let mut played = Played::turn(&file, &[4; 8]);
        played.say("charge friend horse").say("charge charger horse").until("test-charge");
        order.iter().for_each(|words| {
            if played.menu().iter().any(|offered| offered == words) {
                played.say(words);
            }
        });
        let both: Vec<(&str, bool)> = shocks(&played).into_iter().filter(|(key, _)| *key != "south").collect();
        assert_eq!(both, [("friend", true), ("charger", true)], "{order:?} {}", played.told());
    }
}

#[test]
fn foot_that_a_pursuer_stands_among_ends_its_own_pursuit_to_fight_it() {
    // CP 15.2.2, 15.2.7, G103: the foot runs west after its own quarry, through which the horse has come south.
    let file = router([36.0, 36.0], WIDE)
        + &unit("friend", "red", [45.0, 31.0], "west", &format!("{NARROW}\nstart = {{ pursuing = \"prey\" }}"))
        + &pursuer("horse", [36.0, 42.0])
        + &unit("prey", "blue", [40.0, 31.0], "west", &format!("{NARROW}\n{ROUTING}"))
        + &unit("charger", "red", [54.0, 31.0], "west", HORSE);
    let mut played = Played::turn_against_west(&file, &[4, 4]);
    assert!(played.overlap("horse", "friend") && !played.engaged("horse", "friend"), "{}", played.told());
    assert_eq!(played.unit("friend").mode, Mode::Pursuing { target: played.id("prey") });
    played.say("charge charger horse").until("move").say("done").until("combat").finish();
    assert!(shocks(&played).contains(&("friend", false)), "{:?} {}", shocks(&played), played.told());
    assert_eq!(played.unit("friend").mode, Mode::Normal);
}

#[test]
fn whoever_ends_his_pursuit_in_such_a_fight_fights_those_he_stands_among_too() {
    // CP 15.2.2, 15.2.7, G103: the red horse the pursuer stands among pursues as well, and stands on ground of blue foot.
    let file = router([40.0, 36.0], FOOT)
        + &unit("friend", "red", [44.0, 31.0], "west", &format!("{HORSE}\nstart = {{ pursuing = \"prey\" }}"))
        + &pursuer("horse", [40.0, 42.0])
        + &unit("prey", "blue", [42.0, 31.0], "west", &format!("{NARROW}\n{ROUTING}"))
        + &unit("third", "blue", [33.58, 31.0], "west", NARROW)
        + &unit("charger", "red", [54.0, 31.0], "west", HORSE);
    let mut played = Played::turn_against_west(&file, &[4, 4]);
    assert!(played.overlap("horse", "friend") && played.overlap("friend", "third"), "{}", played.told());
    assert!(!played.engaged("friend", "third"));
    played.say("charge charger horse").until("move").say("done").until("combat").finish();
    assert!(played.engaged("horse", "friend") && played.engaged("friend", "third"), "{}", played.told());
}

#[test]
fn a_follow_up_fights_a_pursuer_it_comes_up_against() {
    // CP 15.2.2, 17.3.2, CP G79: beside the horse it follows stands other horse in pursuit, whose pursuit that ends.
    let file = unit("south", "red", [36.0, 20.0], "north", HORSE)
        + &unit("north", "blue", [36.0, 20.0], "south", &HORSE.replace("\"C\"", "\"A\""))
        + &unit("pursuer", "blue", [41.906, 22.0], "south", &format!("{HORSE}\nstart = {{ pursuing = \"runs\" }}"))
        + &unit("runs", "red", [60.0, 20.0], "south", &format!("{NARROW}\n{ROUTING}"))
        + "[[contacts]]\nunits = [\"south\", \"north\"]\n";
    let mut played = Played::new(&format!("{COMBAT}{file}"), &[6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1, 6, 1]);
    played.until("choose-side");
    assert!(played.tells("CP 17.3.2", "south"), "{}", played.told());
    assert!(played.engaged("south", "pursuer"), "{}", played.told());
    assert_eq!(played.unit("pursuer").mode, Mode::Normal);
}

#[test]
fn who_breaks_is_seen_from_where_it_began_to_run_however_far_that_is() {
    // CP 18.8.1, G33, G34: foot that runs on through a deep friend ends far from those who saw it break nearby.
    let deep = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 60\nfiles = 6";
    let broken = |more: &str| {
        let file = RED_MOVES.replace("red", "blue")
            + &unit("breaks", "red", [36.0, 24.0], "north", "kind = \"foot\"\ngrade = \"D\"\nmuskets = 8\nfiles = 4")
            + &unit("sees", "red", [21.3, 23.5], "north", NARROW)
            + &unit("horse", "blue", [36.0, 34.0], "south", HORSE)
            + more;
        let mut played = Played::new(&file, &[1; 30]);
        played.say("charge horse breaks").until("choose-side");
        played
    };
    assert!(broken("").tells("CP 18.8.1", "sees"));
    let far = broken(&unit("deep", "red", [36.0, 20.0], "north", deep));
    assert!(far.tells("CP 18.8.1", "sees"), "{}", far.told());
}

#[test]
fn a_pursuer_that_halts_stands_against_nobody() {
    // CP 15.3.1, 18.2.3a, G103: enemy horse that it rode along stands at its right.
    let tested = |die: u8| {
        let file = router([36.0, 20.0], NARROW)
            + &unit("beside", "red", [30.094, 36.0], "north", HORSE)
            + &pursuer("horse", [36.0, 36.0]);
        Played::new(&format!("{COMBAT}{file}"), &[1, die, 6, 1])
    };
    let goes_on = tested(1);
    assert!(goes_on.tells("CP 18.2.3c", "horse") && goes_on.gap("horse", "beside") < 0.01, "{}", goes_on.told());
    let halted = tested(6);
    assert!(halted.tells("CP 11.1.3", "horse") && halted.gap("horse", "beside") > 0.1, "{}", halted.told());
}

#[test]
fn who_halts_does_not_face_about_upon_anybody() {
    // CP 15.3.1, 18.1.5b, G103: both wings lie back; turned about, the right one would lie toward the foot before it.
    let asked = |x: f64| {
        let wings = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 16\nleft-angle = 60\nright-angle = -60";
        let file = router([36.0, 20.0], NARROW)
            + &unit("before", "red", [x, 33.8], "north", NARROW)
            + &unit("foot", "blue", [36.0, 36.0], "south", &format!("{wings}\nstart = {{ pursuing = \"south\" }}"));
        Played::new(&format!("{COMBAT}{file}"), &[1, 6, 6, 1]).refused("turn-about yes")
    };
    // Beside it, against it, among it.
    assert_eq!([30.7, 30.755, 31.0].map(asked), ["", "CP 15.3.1", "CP 18.1.5b"]);
}

#[test]
fn gunners_who_break_their_enemy_leave_their_guns_and_pursue() {
    // CP 15.1.10, 15.2.1: "in any of these situations", pursuit among them, they move like skirmishers. As foot they may try
    // to halt first (CP 18.2.2).
    let guns = "kind = \"battery\"\ngrade = \"A\"\nguns = [\"field\", \"field\"]\ncrew = 12";
    let file = COMBAT.to_owned()
        + &unit("guns", "red", [36.0, 20.0], "north", guns)
        + &unit(
            "north",
            "blue",
            [36.0, 20.0],
            "south",
            "kind = \"skirmishers\"\ngrade = \"E\"\nfigures = 8\nfiles = 4",
        )
        + "[[contacts]]\nunits = [\"guns\", \"north\"]\n";
    let mut played = Played::new(&file, &[4, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    played.until("try-halt").say("try-halt no");
    let guns = played.unit("guns");
    assert!(guns.away && played.state.batteries[0].left_at.at.y == 20 * INCH, "{}", played.told());
    assert!(guns.pose.at.y > 20 * INCH);
}

// --- 15.1 Which way a router turns

/// Red horse or skirmishers charge blue in the flank, from before its front: no true flank charge.
fn struck_aside(red: &str, blue: &str, gap: f64, dice: &[u8]) -> Played {
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 14.0], "north", red)
        + &unit("north", "blue", [35.0, 14.0 + gap], "east", blue);
    let mut played = Played::new(&file, dice);
    played.say("charge south north");
    played
}

#[test]
fn a_router_turns_away_from_the_side_where_the_enemy_stands() {
    // CP 15.1.1: its right flank is struck from the south, though by no true flank charge: it runs north, not west.
    let mut played = struck_aside(HORSE, PIKES, 10.0, &[1, 1, 1, 1, 1, 1]);
    played.until("choose-side");
    assert!(played.tells("CP 12.4", "north"), "{}", played.told());
    looks(&played, "north", 0);
}

#[test]
fn skirmishers_run_from_the_side_where_the_enemy_stands() {
    // CP 15.1.1: skirmishers have no flank to be charged in, and run from the enemy all the same.
    let mut played = struck_aside(SKIRMISHERS, SKIRMISHERS, 6.0, &[6, 1, 1, 1, 1, 1]);
    played.until("evade").say("stand").until("try-halt");
    assert!(played.tells("CP 12.4", "north"), "{}", played.told());
    looks(&played, "north", 0);
}

// --- 15.1, 15.11 What comes after the move: on until clear

/// Blue foot that panics before red horse and runs north, with others behind it.
fn breaks_before(others: &str) -> Played {
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 14.0], "north", HORSE)
        + &unit("north", "blue", [36.0, 24.0], "south", NARROW)
        + others;
    let mut played = Played::new(&file, &[1, 6, 6, 6, 6, 6, 6, 6, 6]);
    played.say("charge south north").until("choose-side");
    assert!(played.tells("CP 12.4", "north"), "{}", played.told());
    played
}

#[test]
fn a_router_that_goes_on_until_it_is_clear_bursts_through_the_next_friend_too() {
    // CP 15.1.3, 15.1.8, CP G34: five inches end on the first friend, and beyond him stands the second.
    let first = unit("first", "blue", [36.0, 29.5], "south", NARROW);
    let both = breaks_before(&(first.clone() + &unit("second", "blue", [36.0, 32.0], "south", NARROW)));
    assert!(both.unit("first").disordered && both.unit("second").disordered, "{}", both.told());
    assert!(both.centre("north").y > f64::from(33 * INCH), "right through both");
    // CP 15.1.4: an enemy there takes it,
    let enemy = breaks_before(&(first.clone() + &unit("second", "red", [36.0, 32.0], "south", NARROW)));
    assert_eq!(enemy.unit("north").place, Place::Gone(Loss::Surrendered), "{}", enemy.told());
    // CP 15.1.9: and impassable ground without a gap scatters it.
    let rocks = breaks_before(&(first + &ground("impassable", [20.0, 31.2, 52.0, 33.0])));
    assert_eq!(rocks.unit("north").place, Place::Gone(Loss::Dispersed), "{}", rocks.told());
}

/// Red foot that loses a round and recoils two inches, with others behind it.
fn falls_back(others: &str) -> Played {
    let file = COMBAT.to_owned()
        + &unit("south", "red", [36.0, 30.0], "north", FOOT)
        + &unit("north", "blue", [36.0, 30.0], "south", FOOT)
        + others
        + "[[contacts]]\nunits = [\"south\", \"north\"]\n";
    let mut played = Played::new(&file, &[1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 6, 6, 6, 6]);
    played.until("follow-up");
    played
}

#[test]
fn a_recoil_that_goes_on_until_it_is_clear_is_a_move_like_any_other() {
    // CP 15.11.4, CP G34: two inches end on the first friend, and behind him stands the second.
    let first = unit("first", "red", [36.0, 27.5], "north", WIDE);
    let both = falls_back(&(first.clone() + &unit("second", "red", [36.0, 25.5], "north", WIDE)));
    assert!(both.unit("first").disordered && both.unit("second").disordered, "{}", both.told());
    assert!(!both.overlap("south", "second") && both.centre("south").y < both.centre("second").y);
    // Ground it cannot enter: it stays before the friend.
    let rocks = falls_back(&(first.clone() + &ground("impassable", [20.0, 20.0, 52.0, 25.0])));
    assert!(!rocks.overlap("south", "first") && rocks.centre("south").y > rocks.centre("first").y, "{}", rocks.told());
    assert!(!rocks.unit("first").disordered);
}

#[test]
fn a_recoil_that_comes_upon_the_enemy_while_it_goes_on_is_a_rout() {
    // CP 15.11.3
    let first = unit("first", "red", [36.0, 27.5], "north", WIDE);
    let file = COMBAT.to_owned()
        + &unit("south", "red", [36.0, 30.0], "north", FOOT)
        + &unit("north", "blue", [36.0, 30.0], "south", FOOT)
        + &first
        + &unit("behind", "blue", [36.0, 25.0], "north", WIDE)
        + "[[contacts]]\nunits = [\"south\", \"north\"]\n";
    let mut played = Played::new(&file, &[1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]);
    while !played.tells("CP 18.7.1", "south") {
        let topic = played.asked().1;
        assert_ne!(topic, "choose-side", "{}", played.told());
        let menu = played.menu();
        played.say(&menu[menu.len() - 1]);
    }
    assert!(played.tells("CP 15.11.3", "south"), "{}", played.told());
}

// --- 15.11, 17.3, read a third time: who stands against whom afterwards

/// The right edge of a line of 24 musketeers at 36 inches, and the middle of a narrow unit flush beside it.
const FLUSH: f64 = 36.0 + 160.0 / 25.4;

#[test]
fn a_recoil_keeps_clear_of_enemies_it_does_not_fight() {
    // CP 15.11.2, 15.3.1: straight back it would slide up against the flank of the enemy behind its right.
    let beside = falls_back(&unit("beside", "blue", [FLUSH, 27.8], "north", NARROW));
    assert!(beside.tells("CP 15.11.1", "south"), "{}", beside.told());
    assert!(beside.gap("south", "beside") > 0.03, "{}", beside.gap("south", "beside"));
    let aside = beside.unit("south").pose.at.x - 36 * INCH;
    assert!(aside < 0 && aside > -INCH / 4, "the smallest swerve: {aside}");
    // With nobody there it goes straight back.
    assert_eq!(falls_back("").unit("south").pose.at.x, 36 * INCH);
}

#[test]
fn who_recoils_along_another_enemy_fights_on_with_him() {
    // CP 15.11.1, 17.3.2, CP G49: straight back from whoever hit hardest, and still against the horse on its flank.
    let file = COMBAT.to_owned()
        + &unit("south", "red", [36.0, 30.0], "north", FOOT)
        + &unit("north", "blue", [36.0, 30.0], "south", FOOT)
        + &unit("west", "blue", [36.0 - 120.0 / 25.4, 28.0], "east", FOOT)
        + "[[contacts]]\nunits = [\"south\", \"north\"]\n\n[[contacts]]\nunits = [\"south\", \"west\"]\n";
    let dice = [&[1; 6][..], &[4, 4, 4, 1, 1, 1], &[1; 5], &[6; 20]].concat();
    let mut played = Played::new(&file, &dice);
    played.until("choose-side");
    assert!(played.tells("CP 15.11.1", "south"), "{}", played.told());
    assert!(played.gap("south", "west") < 0.01, "it still stands against him: {}", played.told());
    assert!(played.engaged("south", "west"), "{}", played.told());
}

#[test]
fn a_follow_up_fights_whoever_it_comes_up_against_besides() {
    // CP 17.3.2, 17.1.3, CP G79: south has fallen back into line with its neighbour, and north comes upon both.
    let position = |x: f64, beside: &str| {
        let file = COMBAT.to_owned()
            + &unit("south", "red", [36.0, 30.0], "north", FOOT)
            + &unit("north", "blue", [38.0, 30.0], "south", FOOT)
            + &unit("beside", "red", [x, 28.0], "north", beside)
            + "[[contacts]]\nunits = [\"south\", \"north\"]\n";
        let mut played = Played::new(&file, &[1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6]);
        played.until("follow-up");
        let menu = played.menu();
        played.say(&menu[1]).until("choose-side");
        assert!(played.engaged("north", "south") && played.gap("north", "beside") < 0.01, "{}", played.told());
        played
    };
    let foot = position(FLUSH, NARROW);
    assert!(foot.engaged("north", "beside"), "{}", foot.told());
    assert!(foot.state.contacts.iter().all(|contact| !contact.impact), "nobody has charged");
    // CP 15.3.4: horse it may not come at.
    let horse = position(FLUSH + 10.0 / 25.4, "kind = \"horse\"\ngrade = \"C\"\nfigures = 4\nfiles = 4");
    assert!(!horse.engaged("north", "beside"), "{}", horse.told());
}

#[test]
fn a_follow_up_that_comes_against_a_flank_fights_it_as_a_flank() {
    // CP 17.1.3, CP T7, CP G56, CP G79: north comes down upon the left flank of foot that looks east, or upon its front.
    let points = |facing: &str, at: [f64; 2]| {
        let file = COMBAT.to_owned()
            + &unit("south", "red", [36.0, 30.0], "north", FOOT)
            + &unit("north", "blue", [38.0, 30.0], "south", FOOT)
            + &unit("beside", "red", at, facing, NARROW)
            + "[[contacts]]\nunits = [\"south\", \"north\"]\n";
        let dice = [&[1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 6, 6, 1][..], &[1; 13], &[6, 1, 6, 1]].concat();
        let mut played = Played::new(&file, &dice);
        played.until("follow-up").say("follow yes");
        assert!(played.engaged("north", "beside"), "{}", played.told());
        assert!(played.state.contacts.iter().all(|contact| !contact.impact), "nobody has charged");
        played.until("choose-side").say("side a").until("choose-side");
        played.line("CP 17.1.5", "beside", "combat points of the enemy")
    };
    assert_eq!(points("north", [FLUSH, 28.0]), 0);
    assert_eq!(points("east", [FLUSH + 1.0, 28.0 - 40.0 / 25.4]), -2);
}

#[test]
fn a_follow_up_rides_down_enemy_skirmishers_and_passes_its_own() {
    // CP 17.6.2, 17.3.2: those it comes up against, and those in its way, are overrun. CP 15.7.1: its own are passed freely.
    let position = |side: &str, y: f64| {
        let few = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4\nfiles = 4";
        let file = COMBAT.to_owned()
            + &unit("south", "red", [36.0, 30.0], "north", FOOT)
            + &unit("north", "blue", [38.0, 30.0], "south", FOOT)
            + &unit("few", side, [FLUSH + 1.0, y], if side == "red" { "north" } else { "south" }, few)
            + "[[contacts]]\nunits = [\"south\", \"north\"]\n";
        let mut played = Played::new(&file, &[1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 6, 6, 1]);
        played.until("follow-up").say("follow yes");
        assert!(played.engaged("north", "south"), "{side} {y}: {}", played.told());
        assert!(!played.engaged("north", "few"), "{side} {y}: {}", played.told());
        played
    };
    for y in [28.0, 29.0] {
        let enemy = position("red", y);
        assert!(enemy.tells("CP 17.6.2", "north"), "{y}: {}", enemy.told());
        assert!(enemy.table().figures(enemy.id("few")) < 4, "{y}");
    }
    assert!(!position("red", 27.5).tells("CP 17.6.2", "north"), "half an inch short of them");
    let own = position("blue", 27.0);
    assert_eq!(own.table().figures(own.id("few")), 4);
}

// --- 15.1, read a third time: who takes a router prisoner

#[test]
fn who_breaks_from_its_flank_does_not_surrender_to_the_enemy_before_it() {
    // CP 15.1.1, 15.1.4, CP G80: it turns its back on the horse, along the front of the foot that it fought, and runs past it.
    let broken = |more: &str, dice: &[u8]| {
        let file = COMBAT.to_owned()
            + &unit("south", "red", [36.0, 30.0], "north", FOOT)
            + &unit("north", "blue", [39.5, 30.0], "south", FOOT)
            + &unit("west", "blue", [36.0 - 120.0 / 25.4, 29.0], "east", HORSE)
            + more
            + "[[contacts]]\nunits = [\"south\", \"north\"]\n\n[[contacts]]\nunits = [\"south\", \"west\"]\n";
        let mut played = Played::new(&file, dice);
        played.until("choose-side");
        assert!(played.tells("CP 12.4", "south"), "{}", played.told());
        played
    };
    let dice = [&[1; 12][..], &[6; 6], &[1; 20]].concat();
    let past = broken("", &dice);
    assert_eq!((past.unit("south").place, past.unit("south").mode), (Place::Table, Mode::Routing), "{}", past.told());
    looks(&past, "south", 9_000);
    assert!(!past.overlap("south", "north"));
    // One on its other flank, whom it fights as well, stands right in its way.
    let east = unit("east", "blue", [36.0 + 120.0 / 25.4, 28.4], "west", NARROW);
    let east = east + "[[contacts]]\nunits = [\"south\", \"east\"]\n\n";
    let taken = broken(&east, &dice);
    assert_eq!(taken.unit("south").place, Place::Gone(Loss::Surrendered), "{}", taken.told());
}

#[test]
fn who_turns_away_meets_nobody_by_turning() {
    // CP 15.1.1, 15.1.4, CP G80: foot half an inch before its front, which it does not fight, is no more in its way than foot in
    // contact; one half an inch from its other flank is.
    let broken = |more: &str| {
        let file = COMBAT.to_owned()
            + &unit("south", "red", [36.0, 30.0], "north", FOOT)
            + &unit("west", "blue", [36.0 - 120.0 / 25.4, 29.0], "east", HORSE)
            + more
            + "[[contacts]]\nunits = [\"south\", \"west\"]\n";
        let mut played = Played::new(&file, &[&[1][..], &[6; 6], &[1; 20]].concat());
        played.until("choose-side");
        assert!(played.tells("CP 12.4", "south"), "{}", played.told());
        played
    };
    let past = broken(&unit("north", "blue", [39.5, 30.5], "south", FOOT));
    assert_eq!((past.unit("south").place, past.unit("south").mode), (Place::Table, Mode::Routing), "{}", past.told());
    looks(&past, "south", 9_000);
    assert!(!past.overlap("south", "north"));
    let taken = broken(&unit("east", "blue", [36.5 + 120.0 / 25.4, 28.4], "west", NARROW));
    assert_eq!(taken.unit("south").place, Place::Gone(Loss::Surrendered), "{}", taken.told());
}

#[test]
fn a_garrison_that_runs_from_its_block_meets_whoever_stands_behind_it() {
    // CP 15.1.4, CP G80: it is set down outside, upon the enemy there or before him; it has not turned onto anybody.
    let farm = "[[ground.areas]]\nname = \"Farm\"\nkind = \"town\"\ngarrison = 40\nbox = [33, 20, 39, 25]\n\n";
    let inside = "[[units]]\nkey = \"south\"\nname = \"south\"\nside = \"blue\"\nkind = \"foot\"\ngrade = \"C\"\ninside = \"Farm\"\n";
    let broken = |garrison: &str, behind: [f64; 2]| {
        let file = COMBAT.to_owned()
            + farm
            + inside
            + garrison
            + &unit("storm", "red", [36.0, 20.0], "north", "kind = \"foot\"\ngrade = \"A\"\nmuskets = 36\nfiles = 9")
            + &unit("behind", "red", behind, "south", NARROW)
            + "[[contacts]]\nunits = [\"south\", \"storm\"]\n";
        let mut played = Played::new(&file, &[&[1; 9][..], &[6; 9], &[1; 20]].concat());
        played.until("choose-side");
        assert!(played.tells("CP 12.4", "south"), "{}", played.told());
        played.unit("south").place
    };
    for gap in [0.1, 0.5, 1.4, 2.5] {
        assert_eq!(broken("muskets = 36\n\n", [36.0, 25.0 + gap]), Place::Gone(Loss::Surrendered), "{gap}");
    }
    assert_eq!(broken("muskets = 36\n\n", [48.0, 25.5]), Place::Table);
    // Upon whom an end of its line is set down, beside the block.
    for gap in [0.1, 0.5, 1.0, 1.6] {
        let taken = broken("pikes = 12\nmuskets = 24\n\n", [43.5, 25.0 + gap]);
        assert_eq!(taken, Place::Gone(Loss::Surrendered), "{gap}");
    }
}

#[test]
fn gunners_who_run_meet_whoever_stands_behind_their_guns() {
    // CP 15.1.4, 15.1.10, CP G80: it is the crew that runs, on broader and deeper ground than its gun.
    let guns = "kind = \"battery\"\ngrade = \"D\"\nguns = [{ class = \"field\" }]\ncrew = 9\nformation = \"unlimbered\"\n\
                start = { shaken = true }";
    let shot = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 24\nfiles = 12";
    let broken = |x: f64, gap: f64| {
        let file = SHOOTING.to_owned()
            + &unit("guns", "red", [36.0, 20.0], "north", guns)
            + &unit("shot", "blue", [36.0, 25.0], "south", shot)
            + &unit("behind", "blue", [x, 20.0 - 50.0 / 25.4 - gap], "north", NARROW);
        let mut played = Played::new(&file, &[&[5; 6][..], &[4; 6], &[1; 20]].concat());
        played.say("done").say("shoot shot guns small-arms 0").until("choose-side");
        assert!(played.tells("CP 15.1.10", "guns"), "{}", played.told());
        played.unit("guns").place
    };
    for gap in [0.1, 0.3, 1.0] {
        assert_eq!(broken(36.0, gap), Place::Gone(Loss::Surrendered), "{gap}");
    }
    assert_eq!(broken(42.0, 0.3), Place::Table);
    // Beside the gun, where an end of the crew is set down: it does not run toward him, and meets him all the same.
    assert_eq!(broken(38.7, 1.0 - 50.0 / 25.4), Place::Gone(Loss::Surrendered));
}

#[test]
fn who_does_not_come_clear_of_those_it_turned_onto_surrenders() {
    // CP 15.1.2, 15.1.4, CP G80, CP G34: a line struck on its flank goes on until it is clear of the foot before it; where that
    // is too broad to be passed it is in its hands.
    let half = 240.0 / 25.4;
    let broken = |x: f64, files: u32| {
        let before = format!("kind = \"foot\"\ngrade = \"C\"\nmuskets = {}\nfiles = {files}", files * 2);
        let file = COMBAT.to_owned()
            + &unit("south", "red", [36.0, 30.0], "north", WIDE)
            + &unit("west", "blue", [36.0 - half, 29.0], "east", HORSE)
            + &unit("north", "blue", [x, 30.5], "south", &before)
            + "[[contacts]]\nunits = [\"south\", \"west\"]\n";
        let mut played = Played::new(&file, &[&[1; 2][..], &[6; 6], &[1; 20]].concat());
        played.until("choose-side");
        assert!(played.tells("CP 12.4", "south"), "{}", played.told());
        played
    };
    let past = broken(38.0, 20);
    assert_eq!(past.unit("south").place, Place::Table, "{}", past.told());
    assert!(!past.overlap("south", "north"));
    let taken = broken(47.5, 50);
    assert_eq!(taken.unit("south").place, Place::Gone(Loss::Surrendered), "{}", taken.told());
}
