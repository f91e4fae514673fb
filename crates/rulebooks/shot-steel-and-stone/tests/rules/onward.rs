//! Headings 27 to 29 and 32: following up, breaking through, coming to help, disruption.

use crate::game::{Game, HEAVY, LINE, area, line, unit, widths};
use crate::melee::{blow, contact, dice, is, melees};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::Came;

const FOOT: &str = "arm = \"infantry\"\nbases = 4";
const THREE_HORSE: &str = "arm = \"heavy-cavalry\"\nbases = 3";

fn fights(one: &str, other: &str) -> String {
    contact([one, other], ["fights", "fights"])
}

/// Two melees elsewhere are fought, then everybody passes to the melees of blue's turn.
fn next_turn(game: &mut Game, reaction: &[u8]) {
    let mut all = vec![1, 1, 1, 1];
    all.extend(reaction);
    game.says("red", "fight red-idle1", &all);
    game.pass_to("red", "melees", &[]);
}

// --- Coming to help

/// Cavalry in a melee, and more of it that has come up behind.
fn help(late: &str, other: &str) -> Game {
    let parts = [
        unit("red", [10.0, 10.0], THREE_HORSE),
        unit("red-late", [10.0, 9.0], late),
        unit("blue", [10.0, 10.0], other),
        fights("red", "blue"),
    ];
    let mut game = melees("", &parts);
    if game.table().is_mounted(game.id("blue")) && late.contains("moved") {
        game.says("red", "fight red", &[]);
    }
    game
}

#[test]
fn cavalry_helps_through_friends_whom_it_touches() {
    // SSS 29.1, 29.2, 29.3, 29.4, G141, V49: 12 dice at +1, saved on 4+; the enemy strikes at those he touches.
    let moved = format!("{THREE_HORSE}\nstart = {{ moved = true }}");
    let mut game = help(&moved, THREE_HORSE);
    assert_eq!(game.topic("red"), "reinforce");
    assert_eq!(game.menu("red"), ["stand-by", "reinforce blue"]);
    assert_eq!(game.refused("red", "reinforce red"), "SSS 29.1");
    game.says("red", "reinforce blue", &dice(&[(12, 3), (12, 2), (12, 3)]));
    assert_eq!(blow(&game, "red-late"), is(3, 4, 4, 1));
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(3, 4, 3, 0), is(3, 4, 3, 0)));
    assert!(game.table().in_contact(game.id("red-late")));
    // In the next round it is in the melee like everybody else.
    next_turn(&mut game, &[]);
    game.says("red", "fight red", &dice(&[(12, 3), (12, 3), (12, 3)]));
    assert_eq!(blow(&game, "red-late"), is(3, 4, 3, 0));
    let mut game = help(&moved, THREE_HORSE);
    game.says("red", "stand-by", &dice(&[(12, 3), (12, 3)]));
    assert!(!game.table().in_contact(game.id("red-late")));
}

#[test]
fn nobody_helps_against_foot_or_without_moving_up() {
    // SSS 29.1, V49
    let moved = format!("{THREE_HORSE}\nstart = {{ moved = true }}");
    let mut game = help(&moved, "arm = \"infantry\"\nbases = 3");
    game.says("red", "fight red", &dice(&[(12, 3), (9, 3)]));
    assert!(!game.table().in_contact(game.id("red-late")));
    let mut game = help(THREE_HORSE, THREE_HORSE);
    game.says("red", "fight red", &dice(&[(12, 3), (12, 3)]));
    assert!(!game.table().in_contact(game.id("red-late")));
}

// --- Breaking through

const HORSE: &str = "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 5.0, charged = true }";

#[test]
fn who_breaks_through_does_so_whoever_wins_the_round() {
    // SSS 28.1, 28.2, G138: the horse deals two and takes none, beside it the foot suffers five.
    let parts = [
        unit("red", [9.0, 10.0], HORSE),
        unit("red-foot", [12.0, 10.0], FOOT),
        unit("blue", [9.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        unit("blue-other", [12.0, 10.0], FOOT),
        contact(["red", "blue"], ["charging", "halted"]),
        fights("red-foot", "blue-other"),
        fights("red-foot", "blue"),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    // Red: ten dice with two hits, twelve that miss; blue: six that miss, twelve with five hits.
    while game.topic("red") == "against" || game.topic("blue") == "against" {
        let side = if game.topic("red") == "against" { "red" } else { "blue" };
        let (choice, last) = match side {
            "red" => ("against blue-other", false),
            _ => ("against red", true),
        };
        let thrown = dice(&[(2, 4), (8, 3), (2, 1), (12, 3), (6, 5), (5, 4), (7, 3), (5, 1)]);
        game.says(side, choice, if last { &thrown } else { &[] });
    }
    assert!(game.told("SSS 28.1"));
    // Its neighbour leaves no room for the halves to part.
    assert_eq!((game.unit("blue").split, game.unit("blue").disruption.of(Cause::BrokenThrough)), (0, 2));
    // Its side has lost, and it stands where it stood; the foot is pushed back.
    assert!(game.unit("red").lost_melee && game.unit("red").pose.at.y == 10 * BW);
    assert!(game.unit("red-foot").pose.at.y < 10 * BW);
}

#[test]
fn where_nobody_is_left_the_charge_goes_on() {
    // SSS 28.1, 28.3
    let parts = [
        unit("red", [10.0, 10.0], HORSE),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\npoints = 1"),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (3, 5)]));
    assert_eq!(game.topic("red"), "momentum");
    game.says("red", "onward 0 120", &[]);
    assert_eq!(game.unit("red").pose.at.y, 12 * BW);
}

/// Horse that has broken through with so much of its charge left, and something in its way.
fn broken_through(more: &[String]) -> Game {
    let mut parts = vec![
        unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 3.0, charged = true }"),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    parts.extend_from_slice(more);
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (6, 5)]));
    game
}

#[test]
fn a_friend_is_broken_through_as_well() {
    // SSS 32.3, G139: the advance leads through a line of friends and out on the far side.
    let friends = unit("red-friends", [10.0, 11.5], "arm = \"infantry\"\nbases = 2\nmissile = \"none\"");
    let mut game = broken_through(std::slice::from_ref(&friends));
    game.says("red", "onward 0 240", &[]);
    assert_eq!(game.unit("red").pose.at.y, 14 * BW);
    assert_eq!(game.unit("red-friends").disruption.of(Cause::BrokenThrough), 2);
    // Too little of the move is left to come out beyond them: it stops before them.
    let mut game = broken_through(&[friends]);
    game.says("red", "onward 0 120", &[]);
    assert_eq!(widths(game.unit("red").pose.at.y), 11.0);
    assert_eq!(game.unit("red-friends").disruption.points(), 0);
}

#[test]
fn bad_ground_slows_a_momentum_advance() {
    // SSS 28.3, T6, T16: 4 BW are left, 1 over rough ground; a point for the ground and one for going on.
    let mut game = broken_through(&[area("rough", "scree", [5.0, 10.5, 15.0, 20.0])]);
    game.says("red", "follow-up no", &[]);
    game.says("red", "onward 0 240", &[]);
    assert_eq!(widths(game.unit("red").pose.at.y), 11.0);
    assert_eq!(game.unit("red").disruption.of(Cause::Terrain), 1);
}

#[test]
fn who_broke_through_may_follow_up_instead() {
    // SSS 27.5, 28.3, G138
    let mut game = broken_through(&[]);
    assert_eq!(game.topic("red"), "follow-up");
    game.says("red", "follow-up yes", &[]);
    assert_eq!((game.gap("red", "blue"), game.topic("red")), (0.0, "melees"));
    let contact = *game.table().contact_of(game.id("red"), game.id("blue")).unwrap();
    assert_eq!(contact.came(game.id("red")), Came::FollowingUp);
}

#[test]
fn a_momentum_advance_keeps_to_the_line_of_the_charge() {
    // SSS 28.5: it struck a line that stands aslant and lies flush with it; its line is still that of the charge.
    let horse = "arm = \"heavy-cavalry\"\nbases = 2\nstart = { charges = \"blue\" }";
    let parts = [
        unit("red", [20.0, 10.0], horse),
        unit("blue", [20.0, 13.0], "arm = \"infantry\"\nbases = 3\npoints = 9\nmissile = \"none\"\nfacing = 200"),
        unit("blue-idle", [38.0, 27.0], "arm = \"infantry\"\nbases = 1"),
    ];
    let start = "[start]\nphase = \"charges\"\nactive = \"red\"\n";
    // Both test and pass; ten dice, one hit; nine miss.
    let mut game = Game::start("", start, &parts, &[6, 6]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    let run = game.menu("red")[0].clone();
    game.says("red", &run, &dice(&[(1, 4), (9, 3), (1, 3), (9, 5)]));
    assert_eq!(game.unit("red").pose.facing, 2_000);
    game.says("red", "follow-up no", &[]);
    assert_eq!(game.refused("red", "onward 46 60"), "SSS 28.5");
    // Blue tests for the round it lost.
    game.says("red", "onward 0 60", &[6, 6]);
    assert_eq!(game.unit("red").pose.facing, 0);
}

// --- Following up

#[test]
fn a_follow_up_pays_for_the_ground() {
    // SSS 27.7, T16
    let parts = [
        area("difficult", "plough", [5.0, 10.6, 15.0, 10.9]),
        unit("red", [10.0, 10.0], "arm = \"infantry\"\norder = \"loose\"\nbases = 4"),
        unit("blue", [10.0, 10.0], FOOT),
        fights("red", "blue"),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (11, 3), (1, 2), (12, 3)]));
    game.says("red", "follow-up yes", &[]);
    assert_eq!((game.gap("red", "blue"), game.unit("red").disruption.of(Cause::Terrain)), (0.0, 1));
}

#[test]
fn squares_do_not_follow_and_neighbours_are_fought_too() {
    // SSS 27.7, G5, G137
    let square = "arm = \"infantry\"\nbases = 8\nformation = \"square\"";
    let parts = [unit("red", [10.0, 10.0], square), unit("blue", [10.0, 10.0], FOOT), fights("red", "blue")];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (5, 3), (1, 2), (12, 3)]));
    assert!(!game.table().in_contact(game.id("red")));
    // Another line stands beside the place to which blue is pushed.
    let beside = |at: f64| {
        let parts = [
            unit("red", [10.0, 10.0], FOOT),
            unit("blue", [10.0, 10.0], FOOT),
            unit("blue-beside", [14.0, at], FOOT),
            fights("red", "blue"),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(1, 4), (11, 3), (1, 2), (12, 3)]));
        if game.topic("red") == "follow-up" {
            game.says("red", "follow-up yes", &[]);
        }
        (game.table().in_contact_with(game.id("red"), game.id("blue")), game.table().in_contact(game.id("blue-beside")))
    };
    assert_eq!(beside(11.5), (true, true));
    assert_eq!(beside(13.0), (true, false));
}

#[test]
fn a_lost_melee_disrupts_by_a_units_own_hits() {
    // SSS T16, G57: the side has lost by six; blue took them all, blue-other none.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 6"),
        unit("blue", [8.5, 10.0], "arm = \"infantry\"\nbases = 3\npoints = 9"),
        unit("blue-other", [11.5, 10.0], "arm = \"infantry\"\nbases = 3\npoints = 9"),
        fights("red", "blue"),
        fights("red", "blue-other"),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    game.says("red", "against blue", &dice(&[(6, 4), (6, 3), (6, 2), (6, 3), (9, 3), (9, 3)]));
    assert_eq!(game.unit("blue").disruption.of(Cause::LostMelee), 1);
    assert_eq!(game.unit("blue-other").disruption.of(Cause::LostMelee), 0);
    assert!(game.unit("blue-other").lost_melee);
}

#[test]
fn a_wall_shelters_the_defender_in_every_round() {
    // SSS 24.1: attackers have come over it and are behind nothing.
    let loose = "arm = \"infantry\"\norder = \"loose\"\nbases = 3";
    let parts = [
        line("low-wall", "wall", "[[5.0, 10.0], [15.0, 10.0]]"),
        unit("red", [10.0, 10.0], loose),
        unit("blue", [10.0, 10.0], loose),
        contact(["red", "blue"], ["close", "halted"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(9, 3), (9, 3)]));
    assert_eq!((blow(&game, "red").modifiers, blow(&game, "blue").modifiers), (-2, 0));
    next_turn(&mut game, &[]);
    game.says("red", "fight red", &dice(&[(9, 3), (9, 3)]));
    assert_eq!((blow(&game, "red").modifiers, blow(&game, "blue").modifiers), (-2, 0));
}

#[test]
fn who_is_attacked_from_behind_fights_with_whom_is_touched_or_its_rear_rank() {
    // SSS 22.1, 20.2, G56, G136
    let struck = |options: &str, about: bool, dice_of_red: usize| {
        let red = format!("{FOOT}\nstart = {{ rear-about = {about} }}");
        let parts = [
            unit("red", [10.0, 10.0], &red),
            unit("blue", [10.0, 9.5], &format!("{FOOT}\nfacing = \"north\"")),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\nmet = [\"rear\", \"front\"]\ncame = [\"fights\", \"fights\"]\n".into(),
        ];
        let mut game = melees(options, &parts);
        game.says("red", "fight red", &dice(&[(dice_of_red, 3), (12, 3)]));
    };
    struck("", false, 12);
    // Turning about makes nobody weaker.
    struck("", true, 12);
    let rear_rank = "attacked-behind = \"rear-rank\"";
    struck(rear_rank, false, 0);
    struck(rear_rank, true, 4);
}

#[test]
fn bases_go_as_hits_are_added_up_in_melee() {
    // SSS 25.2, 14.2, 14.3: five on record, and two more.
    let blue = format!("{FOOT}\nstart = {{ hits = 5 }}");
    let parts = [unit("red", [10.0, 10.0], FOOT), unit("blue", [10.0, 10.0], &blue), fights("red", "blue")];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(2, 4), (10, 3), (2, 2), (12, 3)]));
    assert_eq!((game.unit("blue").bases, game.unit("blue").carried, game.unit("blue").hits), (3, 1, 7));
}

#[test]
fn horse_shies_from_beasts_and_camels_too() {
    // SSS T16: within 3 BW, tame or wild; camelry and Arabs do not mind.
    let points = |who: &str, beast: &str, off: f64| {
        let game = Game::at(
            "orders",
            &[
                unit("red", [20.0, 10.0], who),
                unit("red-beast", [20.0, 10.0 + off], beast),
                unit("blue", [20.0, 28.0], LINE),
            ],
        );
        game.table().disruption(game.id("red"))
    };
    let camels = "arm = \"light-camelry\"\nbases = 2";
    assert_eq!(points(HEAVY, camels, 3.9), 1);
    assert_eq!(points(HEAVY, camels, 4.2), 0);
    assert_eq!(points(camels, camels, 2.5), 0);
    assert_eq!(points(&format!("{HEAVY}\ntraits = [\"arab\"]"), camels, 2.5), 0);
    assert_eq!(points(LINE, camels, 2.5), 0);
}

#[test]
fn pikes_that_are_gone_make_nothing_worse() {
    // SSS 38.6: the one pike base has fallen.
    let points = |hits: u8| {
        let mixed = format!("arm = \"infantry\"\nbases = 4\npike-bases = 1\nstart = {{ hits = {hits} }}");
        let parts = [
            area("light-woods", "wood", [5.0, 10.1, 15.0, 12.0]),
            unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 1"),
            unit("blue", [10.0, 10.0], &mixed),
            fights("red", "blue"),
        ];
        let mut game = melees("pike-and-shot = \"on\"", &parts);
        // Of four bases red touches the two in the middle, of three all.
        let (pike, shot) = if hits == 0 { (3, 3) } else { (0, 9) };
        game.says("red", "fight red", &dice(&[(pike, 2), (3, 3), (shot, 2)]));
        game.unit("blue").disruption.points()
    };
    assert_eq!((points(0), points(6)), (2, 1));
}

#[test]
fn by_one_reading_a_momentum_advance_is_answered_like_a_charge() {
    // SSS G84, 28.3, 28.4: 4 BW are left; the line behind forms square, or takes the charge as it stands.
    let second = unit("blue-second", [10.0, 12.5], "arm = \"infantry\"\nbases = 4\nmissile = \"none\"");
    let met = |dice_of_run: &[u8], answer: &str| {
        let parts = vec![
            unit("red", [10.0, 10.0], "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 3.0, charged = true }"),
            unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 2\nmissile = \"none\""),
            contact(["red", "blue"], ["charging", "halted"]),
            second.clone(),
        ];
        let mut game = melees("momentum-response = \"full\"", &parts);
        game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (6, 5)]));
        game.says("red", "follow-up no", &[]);
        game.says("red", "onward 0 240", &[]);
        assert_eq!(game.topic("blue"), "answer");
        game.says("blue", answer, &[&[6, 6], dice_of_run].concat());
        (blow(&game, "red"), blow(&game, "blue-second").bases)
    };
    // In line: ten dice at -1, then twelve; a square strikes first, one base on the face, and the horse needs a six and a six.
    assert_eq!(met(&[2; 22], "answer blue-second stand no"), (is(2, 5, 4, -1), 4));
    assert_eq!(met(&[&[2, 3][..], &[2; 13]].concat(), "answer blue-second square no"), (is(2, 5, 4, -5), 1));
}

#[test]
fn who_is_beset_behind_cannot_break_off() {
    // SSS 27.10, G58: the third round; an enemy stands in contact with its back, and goes first.
    let foot = format!("{FOOT}\nstart = {{ rounds = 2 }}");
    let parts = [
        unit("red", [10.0, 10.0], &foot),
        unit("blue", [10.0, 10.0], &foot),
        unit("blue-behind", [10.0, 9.5], &format!("{FOOT}\nfacing = \"north\"\nstart = {{ rounds = 2 }}")),
        fights("red", "blue"),
        "\n[[contacts]]\nunits = [\"red\", \"blue-behind\"]\nmet = [\"rear\", \"front\"]\ncame = [\"fights\", \"fights\"]\n".into(),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    assert_eq!(game.topic("red"), "against");
    // Drawn: red breaks off first, with the enemy before it and behind it, and stays where it is.
    game.says("red", "against blue", &[2; 36]);
    game.says("red", "break-off 60", &[]);
    assert!((widths(game.unit("red").pose.at.y) - 10.0).abs() < 0.02, "{}", widths(game.unit("red").pose.at.y));
    game.says("blue", "break-off 60", &[]);
    game.says("blue", "break-off 60", &[]);
    assert_eq!((game.gap("red", "blue"), game.gap("red", "blue-behind")), (1.0, 1.0));
}

#[test]
fn halves_part_as_far_as_there_is_room() {
    // SSS G44: a friend of blue stands half a base width beside it.
    let split = |beside: f64| {
        let game = broken_through(&[unit("blue-beside", [10.0 + 2.0 + beside, 9.9], "arm = \"infantry\"\nbases = 2")]);
        let blue = game.body("blue");
        assert!(!blue.overlaps(&game.body("blue-beside")));
        game.unit("blue").split
    };
    assert_eq!(split(3.0), 2 * BW);
    assert!(split(0.5) <= BW);
}
