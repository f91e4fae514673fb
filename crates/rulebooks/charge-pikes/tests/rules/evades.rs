//! Evades as a second reading of 15.6 and 15.7 found them: positions that are played.

use crate::fights::played::{Played, RED_MOVES};
use charge_pikes::state::{Loss, Place, Stage};
use field::table::INCH;
use kernel::Seat;

/// Twelve riders: 5.9 inches by 3.94; 20 inches of charge.
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
/// 3.15 inches by 1.57.
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
const WIDE: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
/// 4.72 inches by 2.36.
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
/// Skirmishers evade ten inches; two are half a normal move.
const TEN_INCHES: &str = "254";

fn unit(key: &str, side: &str, at: [f64; 2], facing: u16, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = {facing}\n{what}\n\n"
    )
}

/// Red horse charges blue skirmishers north of it and has come up to them.
fn charged(skirmishers: &str, more: &str, dice: &[u8]) -> Played {
    let file = RED_MOVES.to_owned() + &unit("south", "red", [36.0, 10.0], 0, HORSE) + skirmishers + more;
    let mut played = Played::new(&file, dice);
    played.say("charge south north").until("evade");
    played
}

#[test]
fn the_line_of_a_charge_is_that_on_which_it_was_made() {
    // CP 15.6.3, 15.6.5: it strikes skirmishers at a slant of 50 degrees and has not closed up while they may evade.
    let slant = unit("north", "blue", [36.0, 20.0], 230, SKIRMISHERS);
    let next = unit("next", "blue", [36.0, 29.0], 180, SHOT);
    let mut played = charged(&slant, &next, &[]);
    assert_eq!(played.unit("south").pose.facing, 0);
    for (bearing, rule) in [(45, ""), (315, ""), (46, "CP 15.6.3"), (314, "CP 15.6.3"), (90, "CP 15.6.3")] {
        assert_eq!(played.refused(&format!("evade {bearing} {TEN_INCHES}")), rule, "{bearing}");
    }
    played.say(&format!("evade 45 {TEN_INCHES}"));
    assert_eq!(played.asked(), (Seat(0), "after-evade"));
    let before = played.unit("south").pose;
    played.say("go-on");
    let after = played.unit("south").pose;
    assert_eq!((after.at.x, after.facing), (before.at.x, 0), "straight on");
    assert_eq!(played.charge_of("south").target, played.id("next"));
    // Those who stand are closed up to (CP G72).
    let mut stood = charged(&slant, "", &[]);
    stood.say("stand");
    assert_ne!(stood.unit("south").pose.facing, 0);
}

#[test]
fn skirmishers_fall_back_through_their_regiment_and_are_safe_behind_it() {
    // CP 15.6.4b: the foot between stops the charge. CP 15.7.2: 60 mm and 40 mm cost double, and the foot stands still.
    let screen = unit("north", "blue", [36.0, 20.0], 180, SKIRMISHERS);
    let foot = unit("foot", "blue", [36.0, 22.5], 180, SHOT);
    let mut played = charged(&screen, &foot, &[]);
    // 0.14 inches up to it and 3.94 through it: 8 inches of its ten, so that two are left.
    assert_eq!(played.refused("evade 0 76.2"), "CP 15.7.2");
    assert_eq!(played.refused("evade 0 104.5"), "");
    assert_eq!(played.refused("evade 0 153.5"), "");
    assert_eq!(played.refused("evade 0 155"), "CP 15.6.4c");
    // Out in the open the horse would have them.
    assert_eq!(charged(&screen, "", &[]).refused("evade 0 104.5"), "CP 15.6.4b");
    played.say("evade 0 104.5").say("halt").until("move").say("done").until("move");
    assert_eq!(played.asked().0, Seat(1));
    assert_eq!(played.refused("pick foot"), "CP 13.3");
    // Foot that does not stand still bars the way: here it has made its move already.
    let file = RED_MOVES.replace("\"red\"", "\"blue\"")
        + &unit("south", "red", [36.0, 10.0], 0, HORSE)
        + &screen
        + &unit("foot", "blue", [36.0, 23.5], 180, SHOT);
    let mut barred = Played::new(&file, &[]);
    barred.until("move").say("pick foot").say("move advance 25.4").say("move stop").say("done");
    barred.until("declare-charges").say("charge south north").until("evade");
    assert_eq!(barred.refused("evade 0 104.5"), "CP 15.7.2");
}

#[test]
fn at_the_edge_an_evader_goes_as_far_as_it_can() {
    // CP 15.6.1, 15.6.4a, CP G20: half an inch of table is left behind the skirmishers.
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 30.0], 0, HORSE)
        + &unit("north", "blue", [36.0, 45.14], 180, SKIRMISHERS);
    let mut played = Played::new(&file, &[]);
    played.say("charge south north").until("evade");
    let straight = played.menu().into_iter().find(|words| words.starts_with("evade 0 "));
    let straight = straight.unwrap_or_else(|| panic!("{:?}", played.menu()));
    assert_eq!(played.refused("evade 0 5"), "CP 15.6.4a", "as far as it can, and no less");
    assert_ne!(played.refused("evade 0 25.4"), "", "not over the edge");
    played.say(&straight);
    assert!(played.unit("north").evaded && played.centre("north").y > f64::from(46 * INCH), "{}", played.told());
}

#[test]
fn a_screen_on_the_way_to_somebody_else_may_evade() {
    // CP 15.6.1, CP G38: the charge is for the foot behind it.
    let position = |dice: &[u8]| {
        let file = RED_MOVES.to_owned()
            + &unit("south", "red", [36.0, 10.0], 0, HORSE)
            + &unit("screen", "blue", [36.0, 18.0], 180, SKIRMISHERS)
            + &unit("north", "blue", [40.0, 26.0], 180, WIDE);
        let mut played = Played::new(&file, dice);
        played.say("charge south north");
        assert_eq!(played.asked(), (Seat(1), "evade"), "{}", played.told());
        played
    };
    let mut away = position(&[6, 6, 1, 1, 1, 1, 1, 1]);
    assert_eq!(away.refused("evade 0 50.8"), "CP 15.6.4b", "the charge comes on");
    assert_eq!(away.refused("evade 90 200"), "CP 15.6.3");
    away.say(&format!("evade 315 {TEN_INCHES}")).until("move");
    let charge = away.charge_of("south");
    assert_eq!((charge.target, charge.stage), (away.id("north"), Stage::Arrived), "{}", away.told());
    assert_eq!(away.unit("screen").place, Place::Table);
    // CP 15.6.7: the charge has gone home, so that the evaders stand or run.
    away.until("choose-side");
    assert!(away.tells("CP 18.5.1", "screen"), "{}", away.told());
    // CP T13: in the open, with no charge upon them, nothing covers them.
    assert!(!away.reckoned("CP 18.5.1", "screen").contains(&"in square or hard cover".into()));
    // CP 17.6.2: those who stand are ridden down.
    let mut stood = position(&[]);
    stood.say("stand").until("move");
    assert_eq!(stood.unit("screen").place, Place::Gone(Loss::Destroyed), "{}", stood.told());
    // Those who run straight on before the charge are caught.
    let mut caught = position(&[]);
    assert_eq!(caught.refused(&format!("evade 0 {TEN_INCHES}")), "CP 15.6.4c", "the foot behind slows them");
    let straight = caught.menu().into_iter().find(|words| words.starts_with("evade 0 ")).unwrap();
    caught.say(&straight).until("move");
    assert_eq!(caught.unit("screen").place, Place::Gone(Loss::Destroyed), "{}", caught.told());
}

#[test]
fn one_evade_in_a_turn() {
    // CP 15.6.4c, CP G20: the second charger follows them to where they have run; they have no move left.
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 10.0], 0, HORSE)
        + &unit("second", "red", [43.0, 10.0], 0, HORSE)
        + &unit("north", "blue", [39.5, 14.0], 180, "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 16\nfiles = 8");
    let mut played = Played::new(&file, &[]);
    played.say("charge south north").say("charge second north").until("evade");
    played.say(&format!("evade 20 {TEN_INCHES}")).say("halt").until("move");
    let charge = played.charge_of("second");
    assert_eq!((charge.target, charge.stage), (played.id("north"), Stage::Arrived), "{}", played.told());
}

#[test]
fn an_evader_who_is_caught_shields_nobody() {
    // CP 15.6.5, 17.6.2, CP G20: straight before the charge the skirmishers are ridden down, and it goes on into the foot.
    let screen = unit("north", "blue", [36.0, 14.0], 180, SKIRMISHERS);
    let foot = unit("next", "blue", [36.0, 28.0], 180, WIDE);
    let mut played = charged(&screen, &foot, &[]);
    played.say(&format!("evade 0 {TEN_INCHES}")).say("go-on").until("move");
    assert_eq!(played.unit("north").place, Place::Gone(Loss::Destroyed), "{}", played.told());
    let charge = played.charge_of("south");
    assert_eq!((charge.target, charge.stage), (played.id("next"), Stage::Arrived), "{}", played.told());
    assert!(played.gap("south", "next") < 0.01);
    // With nobody beyond in reach it stops at those it has caught.
    let mut last = charged(&screen, "", &[]);
    last.say(&format!("evade 0 {TEN_INCHES}")).say("go-on").until("move");
    assert_eq!(last.charge_of("south").stage, Stage::Halted);
    assert_eq!(last.unit("north").place, Place::Gone(Loss::Destroyed), "{}", last.told());
}

#[test]
fn an_evader_takes_a_bearing_on_which_it_gets_as_far_as_it_must() {
    // CP 15.6.4a, CP G20: rocks an inch behind its right; to its left, and half left, there is all the room it needs.
    let screen = unit("north", "blue", [36.0, 20.0], 180, SKIRMISHERS);
    let rocks = |west: f64, east: f64| {
        format!("[[ground.areas]]\nname = \"rocks\"\nkind = \"impassable\"\nbox = [{west:?}, 23.4, {east:?}, 30.0]\n\n")
    };
    let played = charged(&screen, &rocks(33.2, 34.5), &[]);
    assert_eq!(played.refused("evade 0 26"), "CP 15.6.4a");
    assert!(!played.menu().iter().any(|words| words.starts_with("evade 0 ")), "{:?}", played.menu());
    assert_eq!(played.refused(&format!("evade 45 {TEN_INCHES}")), "");
    // Shut in all round it goes as far as it can.
    let shut = charged(&screen, &rocks(20.0, 52.0), &[]);
    assert!(shut.menu().iter().any(|words| words.starts_with("evade 0 2")), "{:?}", shut.menu());
}

#[test]
fn a_screen_on_the_way_of_a_counter_charge_may_evade() {
    // CP 15.5.5, 15.6.1, CP G38: the horse that comes to meet the red charge rides at the red skirmishers before it first.
    let position = || {
        let file = RED_MOVES.to_owned()
            + &unit("south", "red", [36.0, 12.0], 0, HORSE)
            + &unit("screen", "red", [36.0, 25.0], 0, SKIRMISHERS)
            + &unit("north", "blue", [36.0, 30.0], 180, HORSE);
        let mut played = Played::new(&file, &[]);
        played.say("charge south north").say("counter north south");
        assert_eq!(played.asked(), (Seat(0), "evade"), "{}", played.told());
        played
    };
    let mut away = position();
    assert_eq!(away.refused("evade 0 254"), "CP 15.6.3", "away from the counter-charge");
    away.say(&format!("evade 225 {TEN_INCHES}")).until("move");
    assert_eq!((away.unit("screen").place, away.table().figures(away.id("screen"))), (Place::Table, 8));
    assert_eq!(away.charge_of("north").stage, Stage::Arrived, "{}", away.told());
    // CP 17.6.2: those who stand are ridden down.
    let mut stood = position();
    stood.say("stand").until("move");
    assert!(stood.tells("CP 17.6.2", "north"), "{}", stood.told());
}

#[test]
fn skirmishers_whom_a_counter_charge_touches_besides_may_evade() {
    // CP 15.5.5, 15.6.1, CP G22: the front of the blue horse lies along the rears of the charger and of the skirmishers.
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12";
    let few = "kind = \"foot\"\ngrade = \"A\"\npikes = 4\nmuskets = 4";
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [33.0, 20.0], 0, HORSE)
        + &unit("beside", "red", [39.2, 26.42519], 0, SKIRMISHERS)
        + &unit("north", "blue", [33.0, 28.0], 180, few)
        + &unit("help", "blue", [36.0, 6.0], 0, wide);
    let mut played = Played::new(&file, &[]);
    played.say("charge south north").until("answer-charges").say("counter help south");
    assert_eq!(played.asked(), (Seat(0), "evade"), "{}", played.told());
    played.say(&format!("evade 0 {TEN_INCHES}")).until("move");
    assert!(played.gap("help", "south") < 0.01 && played.gap("help", "beside") > 9.0, "{}", played.told());
}

#[test]
fn a_screen_that_the_charge_does_not_come_up_to_is_not_asked() {
    // CP 15.6.2, CP G38: the counter-charge meets it four inches short of them.
    let position = |answer: &str| {
        let file = RED_MOVES.to_owned()
            + &unit("south", "red", [36.0, 8.0], 0, HORSE)
            + &unit("screen", "blue", [36.0, 23.0], 180, SKIRMISHERS)
            + &unit("north", "blue", [36.0, 27.0], 180, HORSE);
        let mut played = Played::new(&file, &[]);
        played.say("charge south north").say(answer);
        played
    };
    assert_eq!(position("done").asked(), (Seat(1), "evade"));
    let mut met = position("counter north south");
    assert_ne!(met.asked().1, "evade", "{}", met.told());
    met.until("move");
    assert!(met.gap("south", "north") < 0.01 && met.gap("south", "screen") > 1.0, "{}", met.told());
    assert_eq!(met.unit("screen").place, Place::Table);
}

#[test]
fn whoever_may_not_be_charged_beyond_an_evader_does_not_save_it() {
    // CP 15.6.5, 17.6.2, CP 15.3.4, CP G20: the horse beyond, which foot may not charge, is no next target.
    let file = RED_MOVES.replace("\"red\"", "\"blue\"")
        + &unit("south", "red", [36.0, 14.0], 0, SHOT)
        + &unit("north", "blue", [36.0, 16.0], 180, SKIRMISHERS)
        + &unit("horse", "blue", [36.0, 22.0], 180, HORSE);
    let mut foot = Played::new(&file, &[]);
    foot.until("move").say("pick horse").say("move advance 25.4").say("move stop").say("done");
    foot.until("declare-charges").say("charge south north").until("evade").say("evade 0 67");
    assert_eq!(foot.refused("go-on"), "", "{}", foot.told());
    foot.say("go-on").until("move");
    assert!(foot.table().figures(foot.id("north")) < 8, "{}", foot.told());
    assert_eq!(foot.charge_of("south").stage, Stage::Halted);
    assert!(!foot.engaged("south", "horse"));
    // CP 19.7.1: nor is a garrison, for horse.
    let screen = unit("north", "blue", [36.0, 14.0], 180, SKIRMISHERS);
    let garrison = format!(
        "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [34.0, 28.5, 38.0, 31.0]\n\n[[units]]\nkey = \"garrison\"\n\
         name = \"garrison\"\nside = \"blue\"\ninside = \"farm\"\n{SHOT}\nstart = {{ revealed = true }}\n\n"
    );
    let mut horse = charged(&screen, &garrison, &[]);
    horse.say(&format!("evade 0 {TEN_INCHES}")).say("go-on").until("move");
    assert_eq!(horse.unit("north").place, Place::Gone(Loss::Destroyed), "{}", horse.told());
    assert_eq!(horse.charge_of("south").stage, Stage::Halted);
    // With the evader out of the way there is nobody to go on to.
    let mut aside = charged(&screen, &garrison, &[]);
    aside.say(&format!("evade 45 {TEN_INCHES}"));
    assert_eq!(aside.refused("go-on"), "CP 19.7.1");
}

#[test]
fn an_evader_who_is_caught_in_phase_3_shields_nobody_either() {
    // CP 17.6.2, CP G18, CP G20, CP G91: the counter-charger has fallen back behind the screen that ran, within reach.
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 8.0], 0, HORSE)
        + &unit("screen", "blue", [36.0, 10.5], 180, SKIRMISHERS)
        + &unit("target", "blue", [36.0, 27.5], 180, SHOT)
        + &unit("helper", "blue", [31.5, 29.0], 180, "kind = \"horse\"\ngrade = \"C\"\nfigures = 8\nfiles = 4");
    let mut played = Played::new(&file, &[1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]);
    played.say("charge south target").say("counter helper south").until("evade");
    played.say(&format!("evade 0 {TEN_INCHES}")).until("choose-side");
    assert!(played.tells("CP 17.6.2", "south"), "{}", played.told());
    assert!(played.tells("CP 17.1.3", "south"), "{}", played.told());
}

/// Red horse charges blue horse, which comes to meet it; the charge fails, and blue goes on after it.
fn countered(beside: &str, dice: &[u8]) -> Played {
    let rider =
        |grade: &str, files: u8| format!("kind = \"horse\"\ngrade = \"{grade}\"\nfigures = 12\nfiles = {files}");
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 8.0], 0, &rider("E", 6))
        + &unit("north", "blue", [36.0, 27.0], 180, &rider("A", 12))
        + beside;
    let mut played = Played::new(&file, dice);
    played.say("charge south north").say("counter north south");
    played
}

#[test]
fn foot_that_a_counter_charge_goes_on_to_panics_or_stands() {
    // CP 18.3.1, 18.5.1, 15.5.5, CP G22, CP G91: naked foot stands beside the place to which the charger has fallen back.
    let foot = unit("foot", "red", [41.0, 12.748], 0, SHOT);
    let mut stood = countered(&foot, &[&[6, 1, 6, 6][..], &[6; 40]].concat());
    stood.until("choose-side");
    assert!(stood.tells("CP 18.3.1", "foot") && stood.tells("CP 18.5.1", "foot"), "{}", stood.told());
    assert!(!stood.tells("CP 18.5.1", "south"), "it has charged itself: {}", stood.told());
    assert!(stood.told().contains("north and foot: combat"), "{}", stood.told());
    let mut broken = countered(&foot, &[&[6, 1, 1][..], &[6; 40]].concat());
    broken.until("choose-side");
    assert!(
        broken.tells("CP 18.3.1", "foot") && !broken.told().contains("north and foot: combat"),
        "{}",
        broken.told()
    );
}

#[test]
fn skirmishers_that_a_counter_charge_goes_on_to_may_evade() {
    // CP 15.6.1, 15.5.5, CP G38, CP G91: they stand between it and the charger that has fallen back.
    let screen = unit("screen", "red", [41.5, 15.0], 0, SKIRMISHERS);
    let mut away = countered(&screen, &[&[6, 1][..], &[6; 40]].concat());
    away.until("evade");
    assert_eq!(away.asked().0, Seat(0), "{}", away.told());
    away.say(&format!("evade 135 {TEN_INCHES}")).say("go-on").until("choose-side");
    assert_eq!(away.table().figures(away.id("screen")), 8, "{}", away.told());
    assert!(away.told().contains("north and south: combat"), "{}", away.told());
    let mut stood = countered(&screen, &[&[6, 1][..], &[6; 40]].concat());
    stood.until("evade").say("stand").until("choose-side");
    assert!(stood.tells("CP 17.6.2", "north"), "{}", stood.told());
}

#[test]
fn a_charge_that_goes_on_to_a_forlorn_hope_strikes_the_regiment_behind_it() {
    // CP 20.3.4, CP G65, CP G91: the hope falls back, and the horse goes on into its regiment, which reacts.
    let regiment = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 9\nforlorn-hope = 6";
    // After an evade.
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 10.0], 0, HORSE)
        + &unit("screen", "blue", [36.0, 14.0], 180, SKIRMISHERS)
        + &unit("north", "blue", [36.0, 26.0], 180, regiment);
    let mut played = Played::with_options("forlorn-hopes = true", &file, &[6; 60]);
    played.say("charge south screen").until("evade").say(&format!("evade 45 {TEN_INCHES}")).say("go-on").until("move");
    assert_eq!(played.unit("north-forlorn").place, Place::Gone(Loss::DrawnIn));
    let charge = played.charge_of("south");
    assert_eq!((charge.target, charge.stage), (played.id("north"), Stage::Arrived), "{}", played.told());
    played.until("choose-side");
    assert!(played.tells("CP 18.3.1", "north") && played.tells("CP 18.5.1", "north"), "{}", played.told());
    // In phase 3, before a counter-charge that goes on after the charger.
    let regiment = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nfiles = 4\nforlorn-hope = 4";
    let file = RED_MOVES.to_owned()
        + &unit("south", "red", [36.0, 8.0], 0, &HORSE.replace("\"C\"", "\"E\""))
        + &unit("north", "blue", [36.0, 27.0], 180, "kind = \"horse\"\ngrade = \"A\"\nfigures = 12\nfiles = 12")
        + &unit("foot", "red", [41.0, 12.748], 0, regiment);
    let dice = [&[6, 1, 6, 6][..], &[6; 60]].concat();
    let mut played = Played::with_options("forlorn-hopes = true", &file, &dice);
    played.say("charge south north").say("counter north south").until("choose-side");
    assert!(played.tells("CP 20.3.4", "foot-forlorn"), "{}", played.told());
    assert!(played.tells("CP 18.3.1", "foot") && played.tells("CP 18.5.1", "foot"), "{}", played.told());
}
