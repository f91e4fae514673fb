//! Charges and counter-charges as a second reading of 15.3, 15.4, 15.5 and 15.7 found them: positions that are played.

use crate::fights::played::{Played, RED_MOVES};
use charge_pikes::state::{Formation, Stage};
use field::table::INCH;

/// Twelve riders: 5.9 inches by 3.94.
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
/// 9.45 inches wide.
const PIKES: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 16";
const SKIRMISHERS: &str = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
const GUNS: &str = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]";
const BLUE_MOVES: &str = "[start]\nphase = \"movement\"\nside-a = \"blue\"\n\n";

fn unit(key: &str, side: &str, at: [f64; 2], facing: &str, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = {facing}\n{what}\n\n"
    )
}

fn red(key: &str, at: [f64; 2], what: &str) -> String {
    unit(key, "red", at, "\"north\"", what)
}

fn blue(key: &str, at: [f64; 2], what: &str) -> String {
    unit(key, "blue", at, "\"south\"", what)
}

fn begin(parts: &[String], dice: &[u8]) -> Played {
    Played::new(&(RED_MOVES.to_owned() + &parts.concat()), dice)
}

// --- 15.3

#[test]
fn a_flank_that_brushes_an_enemy_in_a_wheel_does_not_charge_him() {
    // CP 15.3.1: wheeling left, the horse's right rear comes up against foot beside it; its front never does.
    let played = begin(
        &[
            red("south", [36.0, 14.0], HORSE),
            unit("beside", "blue", [39.6, 13.0], "\"west\"", SHOT),
            blue("north", [28.0, 24.0], SHOT),
        ],
        &[],
    );
    assert_eq!(played.refused("charge south beside wheel -40"), "CP 15.3.1");
    // Wheeled into with the front he is charged.
    let mut before = begin(&[red("south", [36.0, 14.0], HORSE), blue("north", [33.4, 15.2], SHOT)], &[]);
    before.say("charge south north wheel 30").until("move");
    let charge = before.charge_of("south");
    assert_eq!(charge.stage, Stage::Arrived, "{}", before.told());
    assert!(before.table().front_on(before.id("south"), before.id("north")));
}

#[test]
fn nobody_fights_beside_his_target_whom_he_may_not_charge() {
    // CP 15.3.4, CP G22: the front of the foot touches horse beside its target, and is not locked with it.
    let six = [6; 60];
    let mut foot = begin(
        &[red("south", [36.0, 14.0], PIKES), blue("shot", [33.0, 20.0], SHOT), blue("horse", [39.5, 20.0], HORSE)],
        &six,
    );
    foot.say("charge south shot").until("move").say("done").until("move");
    assert!(foot.table().front_on(foot.id("south"), foot.id("horse")), "they touch");
    assert_eq!(foot.refused("pick horse"), "", "it is not charged");
    assert_ne!(foot.refused("pick shot"), "");
    foot.until("choose-side");
    assert!(foot.told().contains("south and shot: combat"), "{}", foot.told());
    assert!(!foot.told().contains("south and horse: combat"), "{}", foot.told());
    // CP 15.3.6: nor skirmishers with pikes.
    let mut open = begin(
        &[
            red("south", [36.0, 14.0], "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 16\nfiles = 8"),
            blue("screen", [32.0, 20.0], SKIRMISHERS),
            blue("pikes", [40.2, 20.0], PIKES),
        ],
        &six,
    );
    open.say("charge south screen").until("evade").say("stand");
    assert!(open.table().front_on(open.id("south"), open.id("pikes")), "they touch");
    open.until("choose-side");
    assert!(open.told().contains("south and screen: combat"), "{}", open.told());
    assert!(!open.told().contains("south and pikes: combat"), "{}", open.told());
}

#[test]
fn nothing_but_legs_ahead_and_wheels_is_an_answer_to_the_question_of_charges() {
    // CP 15.3.11: no oblique, no step aside, no step back.
    let played = begin(&[red("south", [36.0, 14.0], HORSE), blue("north", [36.0, 24.0], SHOT)], &[]);
    assert_eq!(played.asked().1, "declare-charges");
    for words in ["move oblique right 50.8", "move sidestep left 25.4", "move retire 25.4", "move about-face"] {
        assert_ne!(played.refused(words), "", "{words}");
    }
    assert_eq!(played.refused("charge south north ahead -25.4"), "CP 15.3.11");
    assert_eq!(played.refused("charge south north ahead 25.4 wheel 200"), "CP 15.3.11");
    assert_eq!(played.refused("charge south north ahead 25.4 wheel 5"), "");
}

// --- 15.4

#[test]
fn horse_that_fire_exhausts_on_its_way_in_strikes_without_impetus() {
    // CP 15.4.4: six of twelve fall to the shooting of those it charges.
    let musketeers = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 48\nfiles = 24";
    for (sixes, impetus) in [(0, true), (3, false)] {
        let fire: Vec<u8> = (0..12).map(|die| if die < sixes { 6 } else { 1 }).collect();
        let dice = [&[6], &fire[..], &[6, 6], &[1; 40]].concat();
        let horse = "kind = \"horse\"\ngrade = \"A\"\nfigures = 12\nfiles = 6";
        let mut played = begin(&[red("south", [36.0, 14.0], horse), blue("north", [36.0, 24.0], musketeers)], &dice);
        played.say("charge south north").until("shoot");
        let order = played.menu().into_iter().find(|words| words.starts_with("shoot north south")).unwrap();
        played.say(&order).until("choose-side");
        let lines = played.reckoned("CP 17.1.5", "south");
        let found = lines.iter().any(|line| line.contains("impetus"));
        assert_eq!(found, impetus, "{sixes} sixes: {lines:?}\n{}", played.told());
    }
}

#[test]
fn a_wheel_over_a_fence_is_paid_for_and_takes_the_impetus() {
    // CP 15.4.7, 19.4.2: the rear corner of the horse passes over it in the wheel, and nothing of it does afterwards.
    let charges = |fence: &str| {
        let mut played = begin(
            &[red("south", [36.0, 14.0], HORSE), unit("north", "blue", [41.2, 20.4], "225", SHOT), fence.to_owned()],
            &[],
        );
        played.say("charge south north wheel 45").until("move");
        (played.charge_of("south").impetus, played.unit("south").spent)
    };
    let (open, plain) = charges("");
    let fence = "[[ground.lines]]\nname = \"fence\"\nkind = \"fence\"\npoints = [[32.0, 14.0], [32.4, 14.0]]\n";
    let (crossed, paid) = charges(fence);
    assert!(open && !crossed);
    assert!(paid > plain, "{paid} {plain}");
}

// --- 15.5

#[test]
fn being_struck_is_no_counter_charge() {
    // CP 15.5.1, 15.5.5, CP G18: with its back turned it has not come round when it is struck, however it rides.
    let mut away = begin(
        &[red("south", [36.0, 14.0], HORSE), unit("north", "blue", [36.0, 24.0], "\"north\"", HORSE)],
        &[6, 6, 6, 6, 6, 6, 6, 6],
    );
    away.say("charge south north");
    let ways = (0..=4).flat_map(|ahead| (-12..=12).map(move |wheel| (25 * ahead, 15 * wheel)));
    for (ahead, wheel) in ways {
        let words = format!("counter north south ahead {ahead} wheel {wheel}");
        assert_eq!(away.refused(&words), "CP 15.3.3", "{words}");
    }
    assert_eq!(away.menu(), ["done"]);
    // CP 18.5.1: so it has to stand.
    away.until("choose-side");
    assert!(away.tells("CP 18.5.1", "north"), "{}", away.told());
    // With its move gone it stands, though it looks at the charger.
    let file = BLUE_MOVES.to_owned() + &red("south", [36.0, 10.0], HORSE) + &blue("north", [36.0, 40.0], HORSE);
    let mut spent = Played::new(&file, &[6, 6, 6, 6, 6, 6, 6, 6]);
    spent.until("move").say("pick north").say("move advance 304.8");
    spent.until("declare-charges").say("charge south north");
    assert_ne!(spent.asked().1, "answer-charges", "it has nothing to charge with");
    spent.until("choose-side");
    assert!(spent.tells("CP 18.5.1", "north"), "{}", spent.told());
}

#[test]
fn a_counter_charger_changes_its_frontage_as_a_charger_does() {
    // CP 15.5.5, 15.3.10: two files fewer cost steady horse four of its twenty inches: 20 t + 20 t - 4 = 20.
    let mut played = begin(&[red("south", [36.0, 10.0], HORSE), blue("north", [36.0, 30.0], HORSE)], &[]);
    played.say("charge south north");
    assert_eq!(played.asked().1, "answer-charges");
    assert_eq!(played.refused("counter north south files 20"), "CP 15.3.10");
    played.say("counter north south files 4").until("move");
    assert_eq!(played.unit("north").layout.centre, 4);
    let inches = |key: &str| f64::from(played.charge_of(key).ran) / f64::from(INCH);
    assert!((inches("south") - 12.0).abs() < 0.05 && (inches("north") - 8.0).abs() < 0.05, "{}", played.told());
    assert!(played.charge_of("north").impetus && played.charge_of("south").impetus);
}

// --- 15.7

#[test]
fn a_screen_or_a_battery_close_before_the_enemy_does_not_stop_a_charge() {
    // CP 15.7.1: they are passed freely, though the rear ranks of the horse are among them when its front strikes.
    let few = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4\nfiles = 2";
    for (friend, at) in [(few, 19.5), (GUNS, 19.0)] {
        let mut played = begin(
            &[red("south", [36.0, 14.0], HORSE), red("friend", [33.5, at], friend), blue("north", [36.0, 20.0], SHOT)],
            &[],
        );
        played.say("charge south north").until("move");
        assert_eq!(played.charge_of("south").stage, Stage::Arrived, "{}", played.told());
        assert!(played.gap("south", "north") < 0.01 && played.overlap("south", "friend"));
    }
    // CP 15.7.2: close order is not stood among.
    let played = begin(
        &[red("south", [36.0, 14.0], HORSE), red("friend", [33.5, 19.5], SHOT), blue("north", [36.0, 20.0], SHOT)],
        &[],
    );
    assert_eq!(played.refused("charge south north"), "CP 15.7.2");
}

// --- 15.5, read a third time

/// Eight riders: 3.94 inches by 3.94.
const FEW_HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";

#[test]
fn true_cavalry_and_heavy_armed_foot_come_to_meet_a_charge() {
    // CP 15.5.2, 15.5.3, 15.5.4: all of them look at the charger's way from beside it, and only one may ride.
    let heavy = "kind = \"foot\"\ngrade = \"C\"\npikes = 16\nmuskets = 8";
    let beside = |key: &str, y: f64, what: &str| unit(key, "blue", [46.0, y], "\"west\"", what);
    let mut played = begin(
        &[
            red("south", [36.0, 8.0], HORSE),
            blue("north", [36.0, 27.0], heavy),
            beside("pikes", 11.0, heavy),
            beside("dragoons", 19.5, "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 8\nfiles = 4"),
            beside("shaky", 24.0, &format!("{FEW_HORSE}\nstart = {{ disordered = true }}")),
            unit("help", "blue", [26.0, 14.0], "\"east\"", FEW_HORSE),
        ],
        &[6; 60],
    );
    played.say("charge south north");
    for (key, rule) in [("pikes", "15.5.3"), ("dragoons", "15.5.2"), ("shaky", "15.5.4"), ("north", "15.5.5")] {
        assert_eq!(played.refused(&format!("counter {key} south")), format!("CP {rule}"), "{key}");
        assert!(!played.menu().iter().any(|words| words.contains(key)), "{:?}", played.menu());
    }
    played.say("counter help south").until("move");
    // CP 15.5.1, CP G23: it has come in between, and the foot is not charged.
    let [charge, counter] = ["south", "help"].map(|key| played.charge_of(key));
    assert_eq!((charge.target, counter.target), (played.id("help"), played.id("south")), "{}", played.told());
    assert!(played.gap("south", "help") < 0.01 && played.gap("south", "north") > 0.5, "{}", played.told());
    played.until("combat");
    assert!(played.engaged("help", "south") && !played.tells("CP 18.5.1", "north"), "{}", played.told());
    // Heavy-armed foot goes to meet foot in its own defence: half of the way each.
    let mut foot = begin(&[red("south", [36.0, 14.0], SHOT), blue("north", [36.0, 20.0], heavy)], &[]);
    foot.say("charge south north").say("counter north south").until("move");
    let ran = ["south", "north"].map(|key| f64::from(foot.charge_of(key).ran) / f64::from(INCH));
    assert!((ran[0] - 3.0).abs() < 0.05 && (ran[1] - 3.0).abs() < 0.05, "{ran:?}");
    // Pikes in the third part of its ranks are not heavy-armed: it is not asked.
    let mut light = begin(&[red("south", [36.0, 14.0], SHOT), blue("north", [36.0, 20.0], PIKES)], &[]);
    light.say("charge south north");
    assert_ne!(light.asked().1, "answer-charges");
}

#[test]
fn a_charger_struck_by_a_late_supporter_does_not_go_on_after_evaders() {
    // CP 15.5.4, 15.6.5, CP G23: blue horse strikes the charger where it has come up to the skirmishers.
    let position = |more: &[String]| {
        let parts = [
            red("south", [36.0, 10.0], HORSE),
            blue("screen", [36.0, 13.0], SKIRMISHERS),
            blue("next", [36.0, 26.0], SHOT),
        ];
        begin(&[&parts[..], more].concat(), &[6; 40])
    };
    // Nobody comes to help: it may go on into the foot behind.
    let mut alone = position(&[]);
    alone.say("charge south screen").until("evade").say("evade 45 254");
    assert_eq!((alone.asked().1, alone.refused("go-on")), ("after-evade", String::new()));
    let mut held = position(&[unit("help", "blue", [46.0, 11.0], "\"west\"", HORSE)]);
    held.say("charge south screen").say("counter help south").until("evade");
    assert!(held.gap("help", "south") < 0.01, "{}", held.told());
    // CP 15.6.4b: nor can it reach those who have run.
    assert_eq!(held.refused("evade 0 50.8"), "");
    held.say("evade 0 50.8");
    assert_ne!(held.asked().1, "after-evade", "{}", held.told());
    held.until("combat");
    assert!(held.engaged("help", "south") && held.gap("help", "south") < 0.01, "{}", held.told());
    assert!(!held.tells("CP 18.4.1", "south"), "its own charge is over");
}

#[test]
fn a_counter_charge_may_begin_with_an_advance() {
    // CP 15.5.1, 15.5.4: rocks to the left of the supporting horse bar every wheel at once; straight on it meets nobody.
    let rocks =
        "[[ground.areas]]\nname = \"rocks\"\nkind = \"impassable\"\nbox = [40.5, 11.0, 43.9, 17.0]\n\n".to_owned();
    let mut played = begin(
        &[
            red("south", [36.0, 10.0], HORSE),
            blue("north", [36.0, 28.0], PIKES),
            unit("help", "blue", [46.0, 12.0], "\"north\"", FEW_HORSE),
            rocks,
        ],
        &[],
    );
    played.say("charge south north");
    assert_eq!(played.asked().1, "answer-charges", "{}", played.told());
    for words in ["counter help south", "counter help south wheel -30", "counter help south wheel -90"] {
        assert_eq!(played.refused(words), "CP 15.3.3", "{words}");
    }
    let way = played.menu().into_iter().find(|words| words.starts_with("counter help south ahead"));
    played.say(&way.unwrap_or_else(|| panic!("{:?}", played.menu()))).until("move");
    assert_eq!(played.charge_of("help").stage, Stage::Arrived, "{}", played.told());
    assert!(played.gap("help", "south") < 0.01);
}

#[test]
fn a_counter_charge_that_cannot_be_made_any_more_is_called_off() {
    // CP 15.5.1, CP G21: the first charge and its counter-charge come together right in the way of the supporter.
    let mut played = begin(
        &[
            red("first", [44.0, 16.0], HORSE),
            red("second", [36.0, 10.0], HORSE),
            blue("meets", [44.0, 36.0], HORSE),
            blue("north", [36.0, 29.0], SHOT),
            unit("help", "blue", [56.0, 26.0], "\"west\"", HORSE),
        ],
        &[],
    );
    played.say("charge first meets").say("charge second north");
    played.say("counter meets first").say("counter help second").until("move");
    assert!(played.gap("first", "meets") < 0.01);
    let charge = played.charge_of("help");
    assert_eq!((charge.stage, charge.ran), (Stage::Halted, 0), "{}", played.told());
    assert!(played.tells("CP 15.3.3", "help"), "{}", played.told());
    assert_eq!(played.charge_of("second").stage, Stage::Arrived);
    // It is free to make a normal move.
    played.say("done").until("move");
    assert_eq!(played.refused("pick help"), "");
}

#[test]
fn charges_that_are_met_are_run_before_the_others() {
    // CP 15.5.1, CP G18: charged by two, the horse has ridden at the second when the first comes up.
    let mut played = begin(
        &[
            unit("first", "red", [24.0, 28.0], "\"east\"", HORSE),
            red("second", [36.0, 8.0], HORSE),
            blue("north", [36.0, 26.0], HORSE),
        ],
        &[],
    );
    played.say("charge first north").say("charge second north").say("counter north second").until("move");
    assert!(played.charge_of("north").ran > 4 * INCH && played.gap("second", "north") < 0.01, "{}", played.told());
    // It comes up to where the horse is by then.
    assert_eq!(played.charge_of("first").stage, Stage::Arrived, "{}", played.told());
    assert!(played.gap("first", "north") < 0.01);
}

#[test]
fn of_several_charges_that_are_met_the_first_meeting_comes_first() {
    // CP 15.5.1, CP G18, CP G21: charged by two it rides at the second, whichever was declared first. The other is met as well,
    // but only after it would have struck.
    let charges = ["charge first north", "charge second north"];
    for order in [[0, 1], [1, 0]] {
        let mut played = begin(
            &[
                unit("first", "red", [24.0, 28.0], "\"east\"", HORSE),
                red("second", [36.0, 8.0], HORSE),
                blue("north", [36.0, 26.0], HORSE),
                blue("help", [30.0, 42.0], HORSE),
            ],
            &[],
        );
        for which in order {
            played.say(charges[which]);
        }
        played.say("counter north second").say("counter help first").until("move");
        let ran = f64::from(played.charge_of("north").ran) / f64::from(INCH);
        assert!((ran - 9.0).abs() < 0.05 && played.gap("second", "north") < 0.01, "{order:?}: {}", played.told());
    }
}

#[test]
fn horse_struck_beside_the_target_does_not_ride_off() {
    // CP G21, CP G22: the first charge comes home on both, back to back with the foot, before the horse may set out.
    let file = |west: f64| {
        [
            red("first", [32.0 + west, 6.0], "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 12"),
            unit("second", "red", [44.0, 32.0], "\"west\"", HORSE),
            blue("north", [30.0 + west, 16.063], SHOT),
            unit("beside", "blue", [36.0, 20.0], "\"north\"", FEW_HORSE),
            unit("other", "blue", [36.0, 32.0], "\"east\"", SHOT),
            unit("help", "blue", [52.0 + west, 14.0], "\"west\"", FEW_HORSE),
        ]
    };
    for (west, struck) in [(0.0, true), (-6.0, false)] {
        let mut played = begin(&file(west), &[]);
        played.say("charge first north").say("charge second other");
        played.say("counter help first").say("counter beside second").until("move");
        let counter = played.charge_of("beside");
        let wanted = if struck { Stage::Halted } else { Stage::Arrived };
        assert_eq!((counter.stage, counter.ran == 0), (wanted, struck), "{}", played.told());
    }
}

// --- 15.7, read a third time

#[test]
fn a_friend_whom_the_charge_never_comes_to_is_free_again() {
    // CP 15.7.2, CP G78: blue horse stops it short of the foot on its way; until then the foot stands still for it.
    for answer in ["counter help south", "done"] {
        let mut played = begin(
            &[
                red("south", [36.0, 11.0], HORSE),
                red("friend", [36.0, 20.0], SHOT),
                blue("north", [36.0, 25.0], SHOT),
                unit("help", "blue", [44.5, 15.0], "\"west\"", FEW_HORSE),
                red("spare", [16.0, 11.0], HORSE),
                blue("far", [16.0, 25.0], SHOT),
            ],
            &[],
        );
        assert_eq!(played.refused("charge friend north"), "");
        played.say("charge south north");
        assert_eq!(played.refused("charge friend north"), "CP 15.7.2");
        played.say("done").say(answer).until("move");
        let met = answer != "done";
        assert_eq!(played.gap("south", "help") < 0.01, met, "{}", played.told());
        assert_eq!(played.tells("CP 15.7.2", "friend"), !met, "{}", played.told());
        assert_eq!(played.refused("pick friend"), if met { "" } else { "CP 13.3" }, "{answer}");
    }
}

#[test]
fn whoever_was_passed_through_makes_no_counter_charge() {
    // CP 15.7.2, CP G78: blue horse has charged through the pikes, who stand still for it.
    let pikes = "kind = \"foot\"\ngrade = \"C\"\npikes = 16\nmuskets = 8";
    for (option, asked) in [("true", false), ("false", true)] {
        let file = BLUE_MOVES.to_owned()
            + &blue("pikes", [36.0, 24.0], pikes)
            + &blue("rider", [33.0, 26.0], HORSE)
            + &red("prey", [33.0, 14.0], SHOT)
            + &red("south", [39.0, 17.5], SHOT);
        let option = format!("passed-stand-all-turn = {option}");
        let mut played = Played::with_options(&option, &file, &[]);
        played.say("charge rider prey").until("declare-charges");
        if played.asked().0 == kernel::Seat(1) {
            played.say("done").until("declare-charges");
        }
        played.say("charge south pikes");
        assert_eq!(played.asked().1 == "answer-charges", asked, "{option}: {}", played.told());
        if asked {
            assert_eq!(played.refused("counter pikes south"), "");
        }
    }
}

#[test]
fn nobody_evades_through_a_friend_who_is_about_to_counter_charge() {
    // CP 15.7.2: the pikes behind the screen do not stand still.
    let pikes = "kind = \"foot\"\ngrade = \"C\"\npikes = 16\nmuskets = 8";
    for (answer, rule) in [("done", ""), ("counter north south", "CP 15.7.2")] {
        let mut played = begin(
            &[
                red("south", [36.0, 8.0], SHOT),
                blue("screen", [36.0, 10.5], SKIRMISHERS),
                blue("north", [36.0, 13.5], pikes),
            ],
            &[],
        );
        played.say("charge south north").say(answer);
        assert_eq!(played.asked().1, "evade", "{answer}: {}", played.told());
        assert_eq!(played.refused("evade 0 120"), rule, "{answer}");
    }
}

#[test]
fn a_wheel_in_a_charge_passes_friends_at_half_speed() {
    // CP 15.7.2: foot that stands still in the arc of the horse.
    let position = |more: &[String]| {
        let parts = [red("south", [36.0, 14.0], HORSE), unit("north", "blue", [43.4, 22.6], "225", SHOT)];
        begin(&[&parts[..], more].concat(), &[])
    };
    let mut open = position(&[]);
    open.say("charge south north wheel 45").until("move");
    let friend = red("friend", [33.0, 18.5], SHOT);
    let mut through = position(std::slice::from_ref(&friend));
    through.say("charge south north wheel 45").until("move");
    assert_eq!(through.charge_of("south").stage, Stage::Arrived, "{}", through.told());
    let [plain, paid] = [&open, &through].map(|played| f64::from(played.unit("south").spent) / f64::from(INCH));
    assert!(paid > plain + 1.0, "{paid} {plain}");
    assert!(through.tells("CP 15.7.2", "friend"));
    assert_ne!(through.refused("pick friend"), "", "it stands still");
    // One that has no move to stand still for, for it charges itself, bars the wheel.
    let both = position(&[friend.replace(SHOT, HORSE), blue("other", [33.0, 30.0], SHOT)]);
    let mut both = both;
    both.say("charge friend other");
    assert_eq!(both.refused("charge south north wheel 45"), "CP 15.7.2");
    // Nobody is stood among where the wheel itself strikes.
    let grazes = begin(
        &[red("south", [36.0, 14.0], HORSE), red("friend", [33.2, 16.6], SHOT), blue("north", [36.2, 18.6], SHOT)],
        &[],
    );
    assert_eq!(grazes.refused("charge south north wheel 40"), "CP 15.7.2");
}

// --- 15.10, read a third time

#[test]
fn skirmishers_change_their_frontage_in_a_charge_as_they_do_in_any_move() {
    // CP 15.10.1, 15.3.10, CP G81: the outermost walks half of what two files take.
    let mut played = begin(&[red("south", [36.0, 14.0], SKIRMISHERS), blue("north", [36.0, 19.0], SKIRMISHERS)], &[]);
    played.say("charge south north files 2").until("evade").say("stand").until("move");
    let spent = f64::from(played.unit("south").spent) / f64::from(INCH);
    let ran = f64::from(played.charge_of("south").ran) / f64::from(INCH);
    assert!((spent - ran - 30.0 / 25.4).abs() < 0.05, "{spent} {ran}");
    // CP 15.3.9: facing another way is no maneuver to them.
    let target = unit("north", "blue", [38.9, 17.0], "240", SKIRMISHERS);
    let mut played = begin(&[red("south", [36.0, 14.0], SKIRMISHERS), target], &[]);
    played.say("charge south north wheel 60").until("evade").say("stand").until("move");
    assert_eq!(played.charge_of("south").wheeled, 6_000, "{}", played.told());
    assert!(!played.unit("south").disordered, "{}", played.told());
}

// --- 20.1, the mends read

/// Six files of musketeers before six of pikes: 4.72 inches wide.
const SWEDES: &str =
    "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 12\nswedish = true\nformation = \"muskets-forward\"";

#[test]
fn a_swedish_regiment_to_which_a_charge_goes_on_may_change() {
    // CP 20.1.4, CP G20, CP G95: the horse is ten inches off when the screen has run, or three.
    let position = |north: f64, dice: &[u8]| {
        let file = RED_MOVES.to_owned()
            + &red("south", [36.0, 10.0], HORSE)
            + &blue("screen", [36.0, 14.0], SKIRMISHERS)
            + &blue("north", [36.0, north], SWEDES);
        let mut played = Played::with_options("swedish-system = true", &file, dice);
        played.say("charge south screen").until("evade");
        let away = played.menu().into_iter().find(|words| words.starts_with("evade 45")).unwrap();
        played.say(&away).say("go-on");
        played
    };
    assert_ne!(position(17.0, &[]).asked().1, "close-ranks");
    let mut changed = position(24.0, &[6; 60]);
    assert_eq!(changed.asked(), (kernel::Seat(1), "close-ranks"), "{}", changed.told());
    assert_eq!(changed.refused("react north line"), "CP 20.1.4");
    assert_eq!(changed.menu(), ["stand", "react north pikes-forward", "react north square"]);
    changed.say("react north pikes-forward").until("move");
    assert_eq!(changed.unit("north").formation, Formation::PikesForward);
    assert_eq!(changed.charge_of("south").target, changed.id("north"), "{}", changed.told());
    // CP 20.1.6: they count as heavy-armed, so that the horse has no impetus.
    assert!(!changed.charge_of("south").impetus && changed.gap("south", "north") < 0.01);
    let mut stood = position(24.0, &[6; 60]);
    stood.say("stand").until("move");
    assert!(stood.charge_of("south").impetus && stood.unit("north").formation == Formation::MusketsForward);
    // In phase 3, after an opponent who has fallen back.
    let file = RED_MOVES.to_owned()
        + &red("south", [36.0, 10.0], HORSE)
        + &blue("north", [36.0, 24.0], &SWEDES.replace("muskets = 12", "muskets = 24\nfiles = 12"))
        + &unit("second", "blue", [46.5, 22.0], "225", HORSE);
    let mut pressed = Played::with_options("swedish-system = true", &file, &[&[1][..], &[6; 60]].concat());
    pressed.say("charge south north");
    let counter = pressed.menu().into_iter().find(|words| words.starts_with("counter second south")).unwrap();
    pressed.say(&counter).until("close-ranks");
    assert!(pressed.tells("CP 18.4.2c", "second"), "{}", pressed.told());
    pressed.say("react north square").until("choose-side");
    assert!(pressed.told().contains("south and north: combat"), "{}", pressed.told());
}

#[test]
fn a_regiment_that_stands_still_to_be_passed_does_not_change() {
    // CP 15.7.2, 20.1.4, CP G78: blue horse has charged through it.
    for (option, asked) in [("true", false), ("false", true)] {
        let file = BLUE_MOVES.to_owned()
            + &blue("north", [36.0, 24.0], SWEDES)
            + &blue("rider", [33.0, 28.5], HORSE)
            + &red("prey", [33.0, 16.0], SHOT)
            + &red("south", [39.0, 10.0], HORSE);
        let option = format!("swedish-system = true\npassed-stand-all-turn = {option}");
        let mut played = Played::with_options(&option, &file, &[]);
        played.say("charge rider prey").until("declare-charges");
        if played.asked().0 == kernel::Seat(1) {
            played.say("done").until("declare-charges");
        }
        let charge = played.menu().into_iter().find(|words| words.starts_with("charge south north")).unwrap();
        played.say(&charge);
        let changes = played.asked().1 == "answer-charges" && played.refused("react north square").is_empty();
        assert_eq!(changes, asked, "{option}: {}", played.told());
    }
}

#[test]
fn a_regiment_that_has_changed_is_not_passed() {
    // CP 15.7.2, 20.1.4, CP G78, CP G95: the change is movement, so that the horse behind does not ride through it,
    // as it might before.
    let position = |option: bool| {
        let file = RED_MOVES.to_owned()
            + &red("south", [36.0, 4.5], HORSE)
            + &blue("north", [36.0, 24.0], SWEDES)
            + &blue("rider", [36.0, 27.3], HORSE);
        let options = format!("swedish-system = true\npassed-stand-all-turn = {option}");
        let mut played = Played::with_options(&options, &file, &[]);
        played.say("charge south north");
        played
    };
    let mut changed = position(true);
    assert_eq!(changed.refused("counter rider south"), "");
    changed.say("react north pikes-forward");
    assert!(!changed.menu().iter().any(|words| words.starts_with("counter rider")), "{:?}", changed.menu());
    assert_eq!(changed.refused("counter rider south"), "CP 15.3.3");
    let mut either = position(false);
    either.say("react north pikes-forward");
    assert_eq!(either.refused("counter rider south"), "");
}

#[test]
fn swedish_regiments_beside_the_one_that_is_charged_may_change_too() {
    // CP 20.1.4, CP G22, CP G95, CP G99: the front of the horse comes upon both, declared at one or gone on to.
    let broad = "kind = \"horse\"\ngrade = \"C\"\nfigures = 16\nfiles = 16";
    let both = |screen: &str| {
        let file = RED_MOVES.to_owned()
            + &red("south", [36.0, 10.0], broad)
            + screen
            + &blue("west", [32.0, 24.0], SWEDES)
            + &blue("east", [40.0, 24.0], SWEDES)
            + &blue("far", [60.0, 24.0], SWEDES);
        Played::with_options("swedish-system = true", &file, &[6; 60])
    };
    let mut declared = both("");
    declared.say("charge south west");
    for key in ["west", "east"] {
        let change = format!("react {key} pikes-forward");
        assert!(declared.menu().contains(&change), "{key}: {:?}", declared.menu());
        assert_eq!(declared.refused(&change), "");
    }
    assert_eq!(declared.refused("react far pikes-forward"), "CP 20.1.4");
    declared.say("react east pikes-forward").say("react west pikes-forward").until("move");
    for key in ["west", "east"] {
        assert_eq!(declared.unit(key).formation, Formation::PikesForward, "{key}");
    }
    let mut goes_on = both(&blue("screen", [36.0, 14.0], SKIRMISHERS));
    goes_on.say("charge south screen").until("evade");
    let away = goes_on.menu().into_iter().find(|words| words.starts_with("evade 45")).unwrap();
    goes_on.say(&away).say("go-on");
    for _ in 0..2 {
        assert_eq!(goes_on.asked().1, "close-ranks", "{}", goes_on.told());
        let change = goes_on.menu().into_iter().find(|words| words.ends_with("pikes-forward")).unwrap();
        goes_on.say(&change);
    }
    for (key, formation) in
        [("west", Formation::PikesForward), ("east", Formation::PikesForward), ("far", Formation::MusketsForward)]
    {
        assert_eq!(goes_on.unit(key).formation, formation, "{key}");
    }
}

#[test]
fn who_stands_beside_the_target_receives_the_charge() {
    // CP 15.5.3, 15.5.4, CP G102: the front would touch both; only whom the charge names meets it in its own defence.
    let heavy = "kind = \"foot\"\ngrade = \"C\"\npikes = 16\nmuskets = 8";
    let broad = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 32\nfiles = 16";
    let mut foot = begin(
        &[red("south", [36.0, 17.5], broad), blue("west", [31.5, 24.0], heavy), blue("east", [40.5, 24.0], heavy)],
        &[],
    );
    foot.say("charge south west").until("answer-charges");
    assert_eq!(["counter west south", "counter east south"].map(|words| foot.refused(words)), ["", "CP 15.5.3"]);
    let riders = "kind = \"horse\"\ngrade = \"C\"\nfigures = 8\nfiles = 4";
    let disordered = format!("{riders}\nstart = {{ disordered = true }}");
    let many = "kind = \"horse\"\ngrade = \"C\"\nfigures = 16\nfiles = 16";
    for (beside, forbids) in [(riders, ""), (&disordered, "CP 15.5.4")] {
        let mut horse = begin(
            &[red("south", [36.0, 9.0], many), blue("west", [32.0, 24.0], riders), blue("east", [40.0, 24.0], beside)],
            &[],
        );
        horse.say("charge south west").until("answer-charges");
        assert_eq!(horse.refused("counter east south"), forbids, "{}", horse.told());
    }
}

#[test]
fn who_came_to_meet_a_charger_strikes_it_where_its_charge_ends_with_its_target() {
    // CP 15.5.1, G23: red horse fails before pikes and is gone before the blue horse behind it has tested; the red horse that came
    // to help it has passed already, and touches the blue.
    let pikes = "kind = \"foot\"\ngrade = \"A\"\npikes = 24\nmuskets = 24";
    let mut played = begin(
        &[
            red("south", [36.0, 20.0], HORSE),
            unit("help", "red", [16.0, 21.0], "\"east\"", HORSE),
            blue("north", [36.0, 27.0], pikes),
            unit("behind", "blue", [36.0, 12.0], "\"north\"", HORSE),
        ],
        &[6, 6, 1],
    );
    played.say("charge south north").until("move").say("done");
    played.say("charge behind south").until("answer-charges").say("counter help behind").until("combat");
    assert!(played.tells("CP 15.11.3", "south") && !played.tells("CP 18.4.1", "behind"), "{}", played.told());
    assert!(played.engaged("help", "behind"), "{}", played.told());
    played.finish();
}

/// Red horse charges foot; blue horse comes up behind it, so broad that its front touches the rear of the red unit beside it too.
fn struck_from_behind(beside: &str, dice: &[u8]) -> Played {
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12";
    let few = "kind = \"foot\"\ngrade = \"A\"\npikes = 4\nmuskets = 4";
    let parts = [
        red("south", [33.0, 20.0], HORSE),
        red("beside", [39.2, 28.0], beside),
        blue("north", [33.0, 28.0], few),
        unit("help", "blue", [36.0, 6.0], "\"north\"", wide),
    ];
    let mut played = begin(&parts, dice);
    played.say("charge south north").until("answer-charges").say("counter help south");
    played
}

#[test]
fn a_counter_charge_strikes_everybody_its_front_touches() {
    // CP 15.5.5, 18.3.1, 18.5.1, CP G22, CP G104: foot as deep as the horse beside it panics or stands, and is fought.
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 8";
    let mut stands = struck_from_behind(deep, &[6; 8]);
    stands.until("combat");
    for rule in ["CP 18.3.1", "CP 18.5.1"] {
        assert!(stands.tells(rule, "beside"), "{rule}\n{}", stands.told());
    }
    assert!(stands.engaged("help", "south") && stands.engaged("help", "beside"), "{}", stands.told());
    // Horse there takes the stand test.
    let mut horse = struck_from_behind(HORSE, &[6; 8]);
    horse.until("combat");
    assert!(horse.tells("CP 18.5.1", "beside") && horse.engaged("help", "beside"), "{}", horse.told());
    assert!(!horse.tells("CP 18.5.1", "south"), "whom it came to meet has charged: {}", horse.told());
    // The panic tests; the counter-charger passes, the charger fails and falls back: the next before its front is struck.
    let mut alone = struck_from_behind(deep, &[6, 6, 6, 1, 6, 6]);
    alone.until("combat");
    assert!(alone.tells("CP 18.4.2c", "south") || alone.tells("CP 12.4", "south"), "{}", alone.told());
    assert!(alone.engaged("help", "beside"), "{}", alone.told());
}

#[test]
fn who_stands_beside_one_that_breaks_before_a_counter_charge_stands_against_it() {
    // CP 18.5.1, CP G104: the red foot panics before the blue horse behind it, which has yet to test; the red horse beside it is the
    // next before its front, and stands against it or runs.
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12";
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 8";
    let few = "kind = \"foot\"\ngrade = \"A\"\npikes = 4\nmuskets = 4";
    let parts = [
        red("south", [33.0, 20.5], deep),
        red("beside", [39.2, 27.53807], HORSE),
        blue("north", [33.0, 28.0], few),
        unit("help", "blue", [36.0, 6.0], "\"north\"", wide),
    ];
    for (dice, next, stands) in [(&[1, 6, 6][..], "combat", true), (&[1, 6, 1, 1, 1, 2], "choose-side", false)] {
        let mut played = begin(&parts, dice);
        played.say("charge south north").until("answer-charges").say("counter help south").until(next);
        assert!(played.tells("CP 18.3.1", "south") && !played.engaged("help", "south"), "{}", played.told());
        assert!(played.tells("CP 18.5.1", "beside"), "{}", played.told());
        assert_eq!(played.engaged("help", "beside"), stands, "{}", played.told());
        assert_eq!(played.tells("CP 12.4", "beside"), !stands, "{}", played.told());
        played.finish();
    }
}

#[test]
fn a_second_charger_is_left_to_its_own_test_though_the_first_falls_back() {
    // CP 18.4.1, 18.4.2c, CP G104: the blue horse has come to meet the first, who fails; the second has charged it and tests.
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12";
    for (die, strikes) in [(6, true), (1, false)] {
        let parts =
            [red("first", [33.0, 12.0], HORSE), red("second", [39.0, 12.0], HORSE), blue("north", [36.0, 26.0], wide)];
        let mut played = begin(&parts, &[6, 1, die]);
        played.say("charge first north").say("charge second north").until("answer-charges");
        played.say("counter north first").until("combat").finish();
        assert!(played.tells("CP 18.4.2c", "first") && !played.engaged("north", "first"), "{}", played.told());
        assert!(played.tells("CP 18.4.1", "second") && !played.tells("CP 18.5.1", "second"), "{}", played.told());
        // Both come to meet each other, and whoever falls back as well is followed (CP G94); neither before the second has tested.
        assert_eq!(played.tells("CP 18.4.2c", "second"), !strikes, "{}", played.told());
        assert!(played.engaged("north", "second"), "{}", played.told());
        let told = played.told();
        assert!(told.find("second tests").unwrap() < told.find("north and second: combat").unwrap(), "{told}");
        let [contact] = played.state.contacts.as_slice() else { panic!("{told}") };
        assert_eq!(contact.a_forward && contact.b_forward, strikes, "{told}");
    }
}

#[test]
fn a_second_charger_that_a_counter_charge_touches_is_left_to_its_own_test() {
    // CP 18.4.1, 18.5.1, CP G104: both charge the blue horse, which comes to meet one of them; the other falls back or strikes.
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12";
    for (die, strikes) in [(6, true), (1, false)] {
        let parts =
            [red("first", [33.0, 12.0], HORSE), red("second", [39.0, 12.0], HORSE), blue("north", [36.0, 26.0], wide)];
        let mut played = begin(&parts, &[6, 6, die]);
        played.say("charge first north").say("charge second north").until("answer-charges");
        played.say("counter north first").until("combat").finish();
        assert!(played.gap("north", "second") < 0.01 || !strikes, "{}", played.told());
        assert!(played.engaged("north", "first"), "{}", played.told());
        assert_eq!(played.engaged("north", "second"), strikes, "{}", played.told());
        assert!(played.tells("CP 18.4.1", "second") && !played.tells("CP 18.5.1", "second"), "{}", played.told());
    }
}

// --- 15.1, of several chargers

#[test]
fn who_breaks_before_several_chargers_runs_from_the_most() {
    // CP 15.1.1, 15.2.3, CP G96: two riders on its flank, six before its front, whichever charges first.
    let few = "kind = \"horse\"\ngrade = \"C\"\nfigures = 2\nfiles = 2";
    for order in [["few", "many"], ["many", "few"]] {
        let mut played = begin(
            &[
                unit("few", "red", [22.0, 25.0], "\"east\"", few),
                red("many", [36.0, 12.0], HORSE),
                blue("north", [36.0, 24.0], "kind = \"foot\"\ngrade = \"E\"\nmuskets = 24\nfiles = 12"),
            ],
            &[1; 20],
        );
        for key in order {
            played.say(&format!("charge {key} north"));
        }
        played.until("choose-side");
        assert!(played.tells("CP 12.4", "north"), "{}", played.told());
        assert_eq!(played.unit("north").pose.facing, 0, "{order:?}: {}", played.told());
    }
}
