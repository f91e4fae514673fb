//! Headings 20 to 33 and 41: rounds of melee with what is added and taken away, and what comes of them.

use super::{disrupted, points, starting};
use crate::buildings::{inside, town};
use crate::game::{Game, HEAVY, chief, unit, widths};
use crate::melee::{blow, blow_under, contact, dice, is, melees};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::{Activity, Fate, Place};

const TWO: &str = "arm = \"infantry\"\nbases = 2\nmissile = \"none\"";
const FOUR: &str = "arm = \"infantry\"\nbases = 4\nmissile = \"none\"";
const CHARGED: &str = "spent = 3.0, charged = true";

fn back(game: &Game, key: &str) -> f64 {
    (widths(game.unit(key).pose.at.y - 10 * BW) * 100.0).round() / 100.0
}

fn meets(options: &str, red: &str, blue: &str, came: [&str; 2]) -> Game {
    let parts = [unit("red", [10.0, 10.0], red), unit("blue", [10.0, 10.0], blue), contact(["red", "blue"], came)];
    melees(options, &parts)
}

#[test]
fn lancers_run_onto_pikes() {
    // SSS 21.2, 24.1, 24.5, 25.1, 14.2, 32.3, 27.1, 27.2, 38.2, G17, G25: pikes strike first, +1 and -1 against horse,
    // steady, so not disrupted by the charge: 9 dice at 4. Of five hits three are not saved on 4: a base of horse is
    // gone and a point taken at once. Two bases are left with 10 dice at -4 and -1: a 6 and a 6; saved on 4. Pushed
    // back by two: 2 BW.
    let lances = starting("arm = \"heavy-cavalry\"\nbases = 3\nsteel = \"lance\"", CHARGED);
    let pikes = "arm = \"infantry\"\nbases = 3\npike-bases = 3\nmissile = \"none\"\nsteel = \"pike\"";
    let mut game = meets("pike-and-shot = \"on\"", &lances, pikes, ["charging", "halted"]);
    let thrown = dice(&[(5, 4), (4, 3), (2, 4), (3, 3), (2, 6), (8, 5), (1, 6), (1, 5), (1, 3)]);
    game.says("red", "fight red", &thrown);
    assert_eq!((blow(&game, "blue"), blow(&game, "red")), (is(3, 3, 4, 0), is(2, 5, 4, -5)));
    assert_eq!((game.unit("red").hits, game.unit("red").bases, game.unit("blue").hits), (3, 2, 1));
    assert_eq!((points(&game, "red", Cause::HitsPerBase), points(&game, "red", Cause::LostMelee)), (1, 0));
    assert_eq!((back(&game, "red"), disrupted(&game, "blue")), (-2.0, 0));
}

#[test]
fn pistols_come_before_pikes_and_swords_after() {
    // SSS 21.2, 1.7b, G43, T10, 13.3, 14.1: a die each at short range, moved: 4, saved on 3; then the pikes at 4, then
    // the swords at -4.
    let reiters = starting("arm = \"heavy-cavalry\"\nbases = 3\nmissile = \"pistol\"", CHARGED);
    let pikes = "arm = \"infantry\"\nbases = 3\npike-bases = 3\nmissile = \"none\"\nsteel = \"pike\"";
    let mut game = meets("pike-and-shot = \"on\"", &reiters, pikes, ["charging", "halted"]);
    let thrown = dice(&[(2, 4), (1, 3), (1, 2), (1, 3), (1, 4), (8, 3), (1, 4), (15, 5)]);
    game.says("red", "fight red", &thrown);
    assert_eq!(blow_under(&game, "SSS 1.7b", "red").modifiers, 0);
    assert_eq!((blow(&game, "blue"), blow(&game, "red")), (is(3, 3, 4, 0), is(3, 5, 4, -4)));
    // The ball decides the round.
    assert_eq!((game.unit("blue").hits, game.unit("red").hits), (1, 0));
    assert_eq!(back(&game, "blue"), 1.5);
}

#[test]
fn two_units_of_one_side_lose_by_the_same_and_go_different_ways() {
    // SSS 27.1, 27.2, 27.3, 27.4, G57: a guard +1 and militia -1 against a line; three hits to one. The guard ignores
    // the two: 1 BW. The militia counts four: 3 BW, and breaks.
    let parts = [
        unit("red", [10.0, 10.0], FOUR),
        unit("blue-guard", [9.0, 10.0], &format!("{TWO}\nclass = \"A\"")),
        unit("blue-levy", [11.0, 10.0], &format!("{TWO}\nclass = \"C\"")),
        contact(["red", "blue-guard"], ["fights", "fights"]),
        contact(["red", "blue-levy"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    // The bases that touch both pick one. Nine dice for the guard and three for the militia: a hit and two, none
    // saved; then one of the guard's.
    game.says("red", "fight red", &[]);
    assert_eq!(game.menu("red"), ["against blue-guard", "against blue-levy"]);
    let thrown =
        [dice(&[(1, 4), (8, 3), (1, 2)]), dice(&[(2, 4), (1, 3), (2, 2)]), dice(&[(1, 3), (5, 2), (1, 2)]), vec![4; 6]];
    game.says("red", "against blue-guard", &thrown.concat());
    assert_eq!((blow(&game, "blue-guard"), blow(&game, "blue-levy")), (is(2, 3, 3, 1), is(2, 3, 3, -1)));
    assert_eq!(["blue-guard", "blue-levy", "red"].map(|key| game.unit(key).hits), [1, 2, 1]);
    assert_eq!((back(&game, "blue-guard"), game.unit("blue-guard").broke), (1.0, false));
    assert_eq!((back(&game, "blue-levy"), game.unit("blue-levy").broke), (3.0, true));
}

#[test]
fn lancers_against_cuirassiers_at_the_halt() {
    // SSS 21.2, 23.1, 24.1, 25.1: four dice against horse, -1 against cuirassiers, before swords; of five hits three
    // are not saved on 4, and a base is gone. Three are left with the three dice of the halt, A class +1; saved on 3.
    let lancers =
        starting("arm = \"light-cavalry\"\nbases = 4\nsteel = \"lance\"\ntraits = [\"napoleonic-lancer\"]", CHARGED);
    let cuirassiers = format!("{HEAVY}\nclass = \"A\"\ntraits = [\"cuirassier\"]");
    let mut game = meets("", &lancers, &cuirassiers, ["charging", "halted"]);
    let thrown = dice(&[(5, 5), (11, 4), (2, 4), (3, 3), (1, 3), (8, 2), (1, 2)]);
    game.says("red", "fight red", &thrown);
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(4, 4, 4, -1), is(3, 3, 3, 1)));
    // Three to one: A class ignores the two.
    assert_eq!((game.unit("blue").hits, game.unit("red").hits, back(&game, "blue")), (3, 1, 1.0));
}

#[test]
fn lancers_up_a_hill_against_drilled_foot() {
    // SSS 23.1, 24.1, 24.3, 21.2, T16: five dice against foot, -2 against the highly drilled; the foot uphill +1,
    // against horse -1, charged -1.
    let lancers =
        starting("arm = \"light-cavalry\"\nbases = 2\nsteel = \"lance\"\ntraits = [\"napoleonic-lancer\"]", CHARGED);
    let foot = "arm = \"infantry\"\nbases = 2\nmissile = \"none\"\ntraits = [\"highly-drilled\"]";
    let parts = [
        unit("red", [10.0, 10.0], &lancers),
        unit("blue", [10.0, 10.0], foot),
        contact(["red", "blue"], ["charging", "halted"]),
        "\n[[ground.hills]]\nlevel = 1\nbox = [4.0, 10.0, 16.0, 16.0]\n".to_owned(),
    ];
    let mut game = melees("", &parts);
    // One of ten hits and is not saved; one of six, at 5, too: the round is drawn.
    game.says("red", "fight red", &dice(&[(1, 6), (9, 5), (1, 3), (1, 5), (5, 4), (1, 2)]));
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(2, 5, 4, -2), is(2, 3, 3, -1)));
    assert_eq!((game.unit("red").hits, game.unit("blue").hits), (1, 1));
    assert_eq!((back(&game, "red"), back(&game, "blue")), (0.0, 0.0));
}

#[test]
fn a_third_round_of_tired_horse() {
    // SSS 23.5, 24.1, 27.5, 27.10, T16, G24, G80: heavy horse in its third round has 3 dice; following up +1, two
    // rounds -1. The foot -1 against horse and -1. Nobody hits: both go back, red first.
    let horse = starting(HEAVY, "rounds = 2, rounds-won = 2, exertion = 2, ran-on = true");
    let foot = starting(FOUR, "rounds = 2");
    let mut game = meets("", &horse, &foot, ["following-up", "fights"]);
    game.says("red", "fight red", &dice(&[(12, 3), (12, 5)]));
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(4, 3, 3, 0), is(4, 3, 3, -2)));
    assert_eq!(game.topic("red"), "break-off");
}

#[test]
fn a_breakthrough_and_the_second_line() {
    // SSS 28.1 to 28.5, G84, 34.1, 24.1, 23.1: three hits to none: through, the first line 2½ BW back with 3 points.
    // Of 7 BW 4 are left, 3½ of them to the second line. It tests, small -1, close +2, isolated (the first line is not
    // in good order) -1; with 8 it stands. The horse still charges, at -1; the foot at -2.
    let parts = [
        unit("red", [10.0, 10.0], &starting(HEAVY, CHARGED)),
        unit("blue", [10.0, 10.0], FOUR),
        unit("blue-two", [10.0, 13.5], FOUR),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(6, 4), (14, 3), (3, 4), (3, 3), (12, 5)]));
    assert_eq!((back(&game, "blue"), disrupted(&game, "blue")), (2.5, 3));
    game.pass_to("red", "momentum", &[]);
    game.says("red", "onward 0 210", &[&[4, 4][..], &dice(&[(1, 5), (19, 4), (1, 3), (12, 5)])].concat());
    assert_eq!(super::test_of(&game, "blue-two"), 0);
    assert_eq!((blow(&game, "red"), blow(&game, "blue-two")), (is(4, 5, 4, -1), is(4, 3, 3, -2)));
}

#[test]
fn militia_storms_a_house() {
    // SSS 30.3, 24.1, 23.1, 17.4: C class -1, walls -2: a 6 and then 4 or more; the skirmishers inside have one die a
    // base and nothing against them. It does not charge, however far it came.
    let parts = [
        town("Mill", [10.0, 15.0, 14.0, 18.0], "brick"),
        unit("red", [12.0, 15.0], "arm = \"infantry\"\nbases = 3\nmissile = \"none\"\nclass = \"C\""),
        inside("blue", "Mill", "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"\nmissile = \"none\""),
        contact(["red", "blue"], ["close", "halted"]),
    ];
    let mut game = melees("", &parts);
    // Nine dice: two 6, one of them with a 4, not saved; three dice of theirs, one hit, saved on 3.
    game.says("red", "fight red", &dice(&[(2, 6), (7, 5), (1, 4), (1, 3), (1, 2), (1, 4), (2, 3), (1, 3)]));
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(3, 3, 3, -3), is(3, 1, 3, 0)));
    assert_eq!(game.unit("blue").hits, 1);
}

#[test]
fn elephants_up_a_hill_into_highlanders() {
    // SSS 41.7, 41.8, 41.9, 24.1: loose order -1, touched by elephants -1, A class +1, uphill +1; eight dice of each
    // beast, saved on 6.
    let parts = [
        unit("red", [10.0, 10.0], &starting("arm = \"elephants\"\nbases = 2\ncrew = 2", "spent = 2.0, charged = true")),
        unit(
            "blue",
            [10.0, 10.0],
            "arm = \"infantry\"\nbases = 2\norder = \"loose\"\nmissile = \"none\"\nclass = \"A\"",
        ),
        contact(["red", "blue"], ["charging", "halted"]),
        "\n[[ground.hills]]\nlevel = 1\nbox = [4.0, 10.0, 16.0, 16.0]\n".to_owned(),
    ];
    let mut game = melees("elephants = \"on\"", &parts);
    game.says("red", "fight red", &dice(&[(2, 4), (14, 3), (1, 6), (1, 5), (1, 4), (5, 3), (1, 2)]));
    assert_eq!(blow_under(&game, "SSS 41.7", "red"), is(2, 8, 6, 0));
    assert_eq!(blow(&game, "blue"), is(2, 3, 3, 0));
    assert_eq!((game.unit("blue").hits, game.table().herd(game.id("red")).unwrap().beasts[0].points), (1, 7));
}

#[test]
fn a_general_falls_with_the_militia_he_stands_with() {
    // SSS 6.3, 6.4, 6.9, 27.3: two bases lose two men to foot, one a base: a 5 is a 6, and he is lost; the delay is a
    // d3.
    let parts = [
        unit("red", [10.0, 10.0], TWO),
        unit("blue", [10.0, 10.0], TWO),
        contact(["red", "blue"], ["fights", "fights"]),
        chief("blue", "superior", [10.0, 11.0]),
    ];
    let mut game = melees("", &parts);
    // Six dice, two hits not saved; six of theirs. Then the leader, his successor's delay, and the test of those about
    // him at -2.
    game.says("red", "fight red", &dice(&[(2, 4), (4, 3), (2, 2), (6, 3), (1, 5), (1, 3)]));
    game.says("red", "follow-up no", &[6, 6]);
    assert_eq!(game.leader("blue-chief").fate, Fate::Lost { delay: 2 });
    assert_eq!(game.counted("SSS 35.4", "struck down"), -2);
    assert_eq!(game.unit("blue").place, Place::Table);
}

#[test]
fn men_lying_down_are_struck() {
    // SSS 10.4, 24.1, 23.3, 12.3: caught prone -3, C class -1: a 6 and 5 or 6; who charged on foot has four dice a
    // base.
    let prone = starting("arm = \"infantry\"\nbases = 4\nmissile = \"none\"\nclass = \"C\"", "prone = true");
    let mut game = meets("", FOUR, &prone, ["charging", "halted"]);
    game.says("red", "fight red", &dice(&[(16, 3), (2, 6), (10, 5), (1, 5), (1, 4), (1, 2)]));
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(4, 4, 3, 0), is(4, 3, 3, -4)));
    assert_eq!((game.unit("red").hits, back(&game, "red")), (1, -1.5));
}

#[test]
fn a_long_line_laps_over_and_must_go_for_them() {
    // SSS 20.2, 20.3, 39.5, 35.1, T17: of twelve bases four are met and two touch corners: 18 dice. It loses by one:
    // pushed back -1, extra large +2, close +2, isolated -1, a hit -1: 1. An irregular that passes by three has to
    // charge, by two not.
    let after = |tested: [u8; 2]| {
        let long = "arm = \"infantry\"\nbases = 12\nmissile = \"none\"\ntraits = [\"irregular\"]";
        let parts = [
            unit("red", [20.0, 10.0], FOUR),
            unit("blue", [20.0, 10.0], long),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(1, 4), (11, 3), (1, 2), (18, 1)]));
        assert_eq!((blow(&game, "red").bases, blow(&game, "blue").bases), (4, 6));
        game.says("red", "follow-up no", &[]);
        game.says("red", "fight red-idle1", &[&[1; 4][..], &tested].concat());
        assert_eq!(super::test_of(&game, "blue"), 1);
        game.unit("blue").must_charge
    };
    assert!(after([4, 6]));
    assert!(!after([4, 5]));
}

#[test]
fn a_beaten_line_is_ridden_down_by_light_horse_and_outruns_heavy() {
    // SSS 27.3, 27.4, 1.5.1d, 1.5.1f, 40.5, G52: militia loses by three, which counts as five: 3½ BW, and breaks. It
    // runs 3 BW and a d3 of 1; light horse comes 7 + 3 BW after it, from where it stands, and rides it down; heavy
    // horse comes 5 + 2, and not so far.
    let after = |horse: &str, count: usize| {
        let militia = "arm = \"infantry\"\nbases = 2\nmissile = \"none\"\nclass = \"C\"";
        let mut game = meets("", &starting(horse, CHARGED), militia, ["charging", "halted"]);
        game.says("red", "fight red", &dice(&[(3, 6), (count - 3, 1), (3, 1), (6, 1)]));
        assert_eq!((back(&game, "blue"), game.unit("blue").broke, game.topic("red")), (3.5, true, "pursue"));
        game.says("red", "pursue yes", &[]);
        game.says("red", "stay", &[]);
        game.says("red", "fight red-idle1", &[1, 1, 1, 1, 1]);
        (matches!(game.unit("blue").place, Place::Gone(_)), points(&game, "red", Cause::Onward))
    };
    assert_eq!(after("arm = \"light-cavalry\"\nbases = 2", 8), (true, 1));
    assert_eq!(after("arm = \"heavy-cavalry\"\nbases = 2", 10), (false, 1));
}

#[test]
fn horse_tires_after_a_charge_by_the_other_reading() {
    // SSS 23.5, G24: in the round after a charge heavy horse has four dice, by the other reading three.
    let second = |options: &str, count: usize| {
        let horse = starting("arm = \"heavy-cavalry\"\nbases = 2", "rounds = 1, exertion = 1, ran-on = true");
        let mut game = meets(options, &horse, TWO, ["fights", "fights"]);
        game.says("red", "fight red", &vec![1; count + 6]);
        blow(&game, "red").dice
    };
    assert_eq!(second("", 8), 4);
    assert_eq!(second("heavy-fatigue = \"after-any\"", 6), 3);
}

#[test]
fn three_against_one_and_no_more() {
    // SSS 20.4, 20.3: one base of foot before a line of five: the base it meets and those at its corners, three dice
    // each.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 5\nmissile = \"none\""),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\nmissile = \"none\""),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[1; 12]);
    assert_eq!((blow(&game, "red").bases, blow(&game, "blue").bases), (3, 1));
}

#[test]
fn pikes_that_did_not_win_at_once() {
    // SSS 38.3, G25, 21.2, 24.1: in the second round their points are passed: -1 for +1, and they strike with the
    // bayonets of the enemy; by the other reading 0.
    let second = |options: &str| {
        let pikes = starting(
            "arm = \"infantry\"\nbases = 3\npike-bases = 3\nmissile = \"none\"\nsteel = \"pike\"",
            "rounds = 1, points-passed = true",
        );
        let mut game = meets(
            &format!("pike-and-shot = \"on\"\n{options}"),
            &pikes,
            "arm = \"infantry\"\nbases = 3\nmissile = \"none\"",
            ["fights", "fights"],
        );
        game.says("red", "fight red", &[1; 18]);
        blow(&game, "red")
    };
    assert_eq!(second(""), is(3, 3, 4, -1));
    assert_eq!(second("pike-past-points = \"zero\""), is(3, 3, 4, 0));
}

#[test]
fn javelins_into_the_flank_count_what_other_fire_does() {
    // SSS 1.7b, 13.2, 13.3, G6, G43: the flank of a column of attack is dense, and too narrow to be enfiladed; that of a line is
    // enfiladed; elephants are -1 and their armour nothing more, and who touches them has a point. Short range +1.
    let javelins = starting("arm = \"infantry\"\nbases = 2\nmissile = \"thrown\"", CHARGED);
    let thrown = |blue: &str, at: [f64; 2], met: &str, count: usize| {
        let parts = [
            unit("red", [10.0, 10.0], &javelins),
            unit("blue", at, blue),
            format!(
                "\n[[contacts]]\nunits = [\"red\", \"blue\"]\nmet = [\"front\", \"{met}\"]\ncame = [\"charging\", \"halted\"]\n"
            ),
        ];
        let mut game = melees("elephants = \"on\"", &parts);
        game.says("red", "fight red", &vec![1; count]);
        blow_under(&game, "SSS 1.7b", "red").modifiers
    };
    // Six dice of javelins, eight of the charge; three bases of the column are touched, one of the line.
    let six = "arm = \"infantry\"\nbases = 6\nmissile = \"none\"\nfacing = \"east\"";
    assert_eq!(thrown(&format!("{six}\nformation = \"column-of-attack\""), [10.75, 11.0], "flank", 23), 2);
    assert_eq!(thrown(six, [10.25, 13.0], "flank", 17), 2);
    assert_eq!(thrown("arm = \"elephants\"\nbases = 2\ncrew = 2\narmour = \"heavy\"", [10.0, 10.0], "front", 22), -1);
}

#[test]
fn two_rounds_count_to_the_end_of_the_turn() {
    // SSS T16, G80: the second round is the last, and both have the point while the turn goes on.
    let once = starting(FOUR, "rounds = 1");
    let mut game = meets("", &once, &once, ["fights", "fights"]);
    game.says("red", "fight red", &dice(&[(1, 4), (11, 3), (1, 2), (12, 3)]));
    game.says("red", "follow-up no", &[]);
    assert!(!game.table().in_contact(game.id("red")));
    assert_eq!((disrupted(&game, "red"), disrupted(&game, "blue")), (1, 1));
}

#[test]
fn who_came_up_and_fights_is_no_more_advancing() {
    // SSS G126: a drawn round, and what it did before is over.
    let came = starting(FOUR, "activity = \"advancing\"");
    let mut game = meets("", &came, FOUR, ["fights", "fights"]);
    game.says("red", "fight red", &[1; 24]);
    assert_eq!(game.unit("red").activity, Activity::Static);
}
