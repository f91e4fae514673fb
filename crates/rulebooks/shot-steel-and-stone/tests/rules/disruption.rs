//! Headings 2 and 32: the Cohesion Limit, extra points, and disruption by its causes.

use crate::game::{GUNS, Game, HEAVY, LINE, chief, unit};
use crate::melee::{dice, melees};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::reaction::Occasion;
use shot_steel_and_stone::state::{Activity, Place};

const EACH_TIME: &str = "disruption-repeats = \"each-time\"";

/// Three medium guns at short range: fifteen dice at 3+, so many hits, none of them saved.
fn salvo(hits: usize) -> Vec<u8> {
    dice(&[(hits, 3), (15 - hits, 2), (hits, 1)])
}

/// Two batteries shoot at a unit of blue, with so many hits each.
fn shot_up(options: &str, blue: &str, hits: [usize; 2]) -> Game {
    let parts = [
        unit("red", [10.0, 11.0], GUNS),
        unit("red-two", [14.0, 11.0], GUNS),
        unit("blue", [12.0, 16.0], blue),
        unit("red-last", [36.0, 24.0], LINE),
        unit("blue-last", [36.0, 27.0], LINE),
    ];
    let mut game = Game::with(options, "shooting", &parts);
    game.says("red", "shoot red at blue 0", &salvo(hits[0]));
    game.says("red", "shoot red-two at blue 0", &salvo(hits[1]));
    game
}

#[test]
fn hits_for_every_base_tell_once_or_each_time() {
    // SSS 32.2, G20, G101: the bases it had when the player turn began.
    let points = |options: &str, hits: [usize; 2]| {
        let game = shot_up(options, "arm = \"infantry\"\nbases = 4", hits);
        game.unit("blue").disruption.of(Cause::HitsPerBase)
    };
    assert_eq!((points("", [3, 0]), points(EACH_TIME, [3, 0])), (0, 0));
    assert_eq!((points("", [4, 0]), points(EACH_TIME, [4, 0])), (1, 1));
    assert_eq!((points("", [4, 4]), points(EACH_TIME, [4, 4])), (1, 2));
    assert_eq!((points("", [9, 3]), points(EACH_TIME, [9, 3])), (1, 3));
}

#[test]
fn attackers_in_flank_and_charges_of_cavalry_tell_once_or_each_time() {
    // SSS T16, G101: two regiments charge a line in flank.
    let points = |options: &str| {
        let small = "arm = \"heavy-cavalry\"\nbases = 1";
        let parts = [
            unit("red", [13.0, 10.25], &format!("{small}\nfacing = \"west\"")),
            unit("red-two", [7.0, 10.25], &format!("{small}\nfacing = \"east\"")),
            unit("blue", [10.0, 10.0], LINE),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\nmet = [\"front\", \"flank\"]\ncame = [\"charging\", \"halted\"]\n"
                .to_string(),
            "\n[[contacts]]\nunits = [\"red-two\", \"blue\"]\nmet = [\"front\", \"flank\"]\ncame = [\"charging\", \"halted\"]\n"
                .to_string(),
        ];
        let mut game = melees(options, &parts);
        // Whatever is rolled: the disruption tells before any blow.
        let seat = kernel::Seat(0);
        let decision = kernel::Notation::read(&game.rules, "fight red").unwrap();
        let mut ledger = kernel::Ledger::default();
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut kernel::Seeded::new(5), &mut ledger);
        let blue = game.unit("blue").disruption;
        [Cause::FlankOrRear, Cause::ChargedByCavalry].map(|cause| blue.of(cause))
    };
    assert_eq!(points(""), [1, 1]);
    assert_eq!(points(EACH_TIME), [2, 2]);
}

#[test]
fn extra_points_keep_the_last_base() {
    // SSS 2.4, 14.2, G99: two bases of 6 and 4 more are gone with the sixteenth hit, and at their limit with the eighth.
    let two = "arm = \"infantry\"\nbases = 2\npoints = 6\nextra-points = 4";
    let bases = |hits: [usize; 2]| {
        let game = shot_up("", two, hits);
        let blue = game.unit("blue");
        (if blue.place == Place::Table { blue.bases } else { 0 }, game.table().past_limit(game.id("blue")))
    };
    assert_eq!(bases([5, 0]), (2, false));
    assert_eq!(bases([6, 1]), (1, false));
    assert_eq!(bases([6, 2]), (1, true));
    assert_eq!(bases([6, 6]), (1, true));
    assert_eq!(bases([8, 7]), (1, true));
    assert_eq!(bases([8, 8]), (0, true));
    // Without them the second base goes with the twelfth.
    let plain = shot_up("", "arm = \"infantry\"\nbases = 2\npoints = 6", [6, 6]);
    assert!(matches!(plain.unit("blue").place, Place::Gone(_)));
}

#[test]
fn a_unit_that_leaves_the_battle_defends_itself() {
    // SSS 2.1, 2.2: it obeys no orders and shoots no more by itself; charged, it tests, and shoots if it passes.
    let spent = format!("{LINE}\nstart = {{ hits = 18, activity = \"retiring-in-good-order\" }}");
    let at = |phase: &str| {
        let parts = [
            chief("red", "superior", [20.0, 4.0]),
            unit("red", [20.0, 10.0], HEAVY),
            unit("blue", [20.0, 13.0], &spent),
            unit("blue-other", [30.0, 20.0], LINE),
            chief("blue", "superior", [20.0, 18.0]),
        ];
        Game::at(phase, &parts)
    };
    for (dice, activity) in [(vec![6, 6], Activity::RetiringInGoodOrder), (vec![1, 1, 1], Activity::Routing)] {
        let mut game = at("orders");
        game.says("red", "order red charge blue", &[6, 5]);
        assert_eq!(game.topic("blue"), "answer");
        game.says("blue", "answer blue stand yes", &dice);
        let blue = game.unit("blue").activity;
        assert_eq!((blue, game.state.charges[0].stands), (activity, activity != Activity::Routing));
    }
    let mut game = at("movement");
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.refused("blue", "order blue move"), "SSS 2.1");
}

#[test]
fn reforming_clears_two_points_a_turn() {
    // SSS 32.4, V56: five points, three own turns.
    let what = format!("{LINE}\nstart = {{ disruption = {{ routed = 3, onward = 2 }} }}");
    let parts =
        [chief("red", "superior", [20.0, 4.0]), unit("red", [20.0, 5.0], &what), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("orders", &parts);
    for left in [3, 1, 0] {
        game.says("red", "order red reform", &[]);
        game.pass_to("blue", "orders", &[]);
        assert_eq!(game.unit("red").disruption.points(), left);
        game.pass_to("red", "choose-turn", &[6, 1]);
        game.says("red", "take first", &[]);
    }
    // Who moves, or shoots, clears nothing.
    let mut game = Game::at("orders", &parts);
    game.says("red", "order red move", &[]);
    game.says("red", "test red-chief", &[3, 4]);
    game.moves("red", "red", &["advance 60"]);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.unit("red").disruption.points(), 5);
}

#[test]
fn a_test_counts_hits_and_points_against_the_number_of_the_class() {
    // SSS 35.1, 35.4: 6 for A, 8 for B, 10 for C; one less for every hit of this turn and for every Disruption Point.
    for (class, number) in [("A", 6), ("B", 8), ("C", 10)] {
        let what = format!(
            "{LINE}\nclass = \"{class}\"\nstart = {{ activity = \"routing\", rout-moves = 2, disruption = {{ onward = 1 }} }}"
        );
        let start = || {
            let parts = [
                unit("red", [20.0, 10.0], &what),
                unit("red-friend", [28.0, 10.0], LINE),
                chief("red", "superior", [20.0, 8.0]),
                unit("blue", [20.0, 28.0], LINE),
            ];
            Game::at("reaction", &parts)
        };
        let game = start();
        let added = game.table().reaction_modifiers(game.id("red"), Occasion::Rally);
        let wanted = number - added;
        assert!((3..=11).contains(&wanted), "{class}: {wanted}");
        for (total, rallies) in [(wanted, true), (wanted - 1, false)] {
            let (one, two) = (total - total / 2, total / 2);
            assert!(one != two || (one != 1 && one != 6));
            let mut game = start();
            game.says("red", "rally red", &[one as u8, two as u8]);
            assert_eq!(game.unit("red").activity == Activity::Rallying, rallies, "{class} {total}");
            // The man that a second turn of rout costs (SSS 39.7), and the point it began with.
            assert_eq!(game.counted("SSS 35.4", "hits this turn"), -1);
            assert_eq!(game.counted("SSS 35.4", "Disruption Points"), -1);
        }
    }
}
