//! Heading 6: risk to leaders, what becomes of them, and who takes over.

use crate::game::{Game, HEAVY, LINE, chief, sub, under, unit};
use crate::melee::{contact, dice, melees};
use shot_steel_and_stone::state::{Fate, Place};

const GUNS: &str = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]";
const FOOT: &str = "arm = \"infantry\"\nbases = 4";

/// Red shoots at blue's line of 6 bases, with blue's sub-commander so far behind it; two more pairs keep the phase open.
fn under_fire(red: &str, behind: f64, more: &[String]) -> Game {
    let mut parts = vec![
        unit("red", [12.0, 11.0], red),
        under("blue-left", &unit("blue", [12.0, 16.0], LINE)),
        sub("blue-left", "competent", [12.0, 16.5 + behind]),
        unit("red-last", [36.0, 24.0], LINE),
        unit("blue-last", [36.0, 27.0], LINE),
    ];
    parts.extend_from_slice(more);
    Game::at("shooting", &parts)
}

/// Fifteen dice of the guns at short range, so many of them hits, none of them saved; then those that are named.
fn salvo(hits: usize, then: &[u8]) -> Vec<u8> {
    [dice(&[(hits, 3), (15 - hits, 2), (hits, 1)]), then.to_vec()].concat()
}

fn fate_after(hits: usize, behind: f64, then: &[u8]) -> Fate {
    let mut game = under_fire(GUNS, behind, &[]);
    game.says("red", "shoot red at blue 0", &salvo(hits, then));
    game.leader("blue-left").fate
}

#[test]
fn a_hit_for_every_base_puts_leaders_at_risk() {
    // SSS 6.1, T4: attached, or within 1 BW.
    assert_eq!(fate_after(5, 0.5, &[]), Fate::Fit);
    assert_eq!(fate_after(6, 1.1, &[]), Fate::Fit);
    assert_eq!(fate_after(6, 1.0, &[2]), Fate::Fit);
    assert_eq!(fate_after(6, 1.0, &[3]), Fate::Unhorsed(1));
    assert_eq!(fate_after(6, 0.5, &[4]), Fate::Unhorsed(1));
    // SSS 6.8, V22: lost, his successor after d3 moves; the line about him tests at once.
    assert_eq!(fate_after(6, 0.5, &[6, 3, 6, 6]), Fate::Lost { delay: 2 });
}

#[test]
fn roundshot_makes_a_wound_a_calamity() {
    // SSS 6.2, 6.6, 6.9, V22
    let mut game =
        under_fire(GUNS, 0.5, &[unit("blue-far", [12.0, 22.1], LINE), unit("blue-near", [18.0, 18.0], LINE)]);
    game.says("red", "shoot red at blue 0", &salvo(6, &[5, 1, 6, 6, 6, 5]));
    assert_eq!(game.leader("blue-left").fate, Fate::Lost { delay: 1 });
    assert_eq!(game.counted("SSS 6.1", "roundshot"), 1);
    assert_eq!(game.counted("SSS 35.4", "sub-commander is struck down"), -1);
    let tests = game.told.iter().filter(|entry| entry.rule == "SSS 35.4").count();
    assert_eq!(tests, 2, "the line, and the friends within 5 BW of him");
    // Musketry: 18 dice at 4+, a first volley used, long range; 6 hits of which none is saved.
    let muskets = format!("{LINE}\nstart = {{ first-volley-used = true }}");
    let mut game = under_fire(&muskets, 0.5, &[]);
    game.says("red", "shoot red at blue 0", &dice(&[(6, 5), (12, 4), (6, 1), (1, 5), (1, 4)]));
    assert_eq!(game.leader("blue-left").fate, Fate::Wounded(4));
    assert!(!game.told.iter().any(|entry| entry.rule == "SSS 35.4"));
}

#[test]
fn the_risk_is_run_once_when_the_count_is_reached() {
    // SSS 6.1, G91: two batteries, three hits each and three more.
    let second = unit("red-two", [16.0, 11.0], GUNS);
    let third = unit("red-three", [8.0, 11.0], GUNS);
    let mut game = under_fire(GUNS, 0.5, &[second, third]);
    game.says("red", "shoot red at blue 0", &salvo(3, &[]));
    game.says("red", "shoot red-two at blue 0", &salvo(3, &[1]));
    game.says("red", "shoot red-three at blue 0", &salvo(3, &[]));
    assert_eq!(game.leader("blue-left").fate, Fate::Fit);
    assert!(game.told("SSS 6.1"));
}

#[test]
fn an_unhorsed_leader_neither_moves_nor_gives_orders_for_a_turn() {
    // SSS 6.5, G89
    let mut game = under_fire(GUNS, 0.5, &[]);
    game.says("red", "shoot red at blue 0", &salvo(6, &[4]));
    // The line tests for the fire in the reaction phase.
    game.pass_to("blue", "orders", &[6, 6]);
    assert_eq!(game.refused("blue", "order blue move"), "SSS 4.4a");
    game.done("blue", &[]);
    assert_ne!(game.topic("blue"), "leaders");
    game.pass_to("red", "choose-turn", &[6, 1]);
    assert_eq!(game.leader("blue-left").fate, Fate::Fit);
    game.says("red", "take second", &[]);
    assert_eq!(game.refused("blue", "order blue move"), "");
}

/// Blue has a Commander-in-Chief and two sub-commanders; red's guns strike the line of the left.
fn staff(with: &[String]) -> Vec<String> {
    let mut staff = vec![
        chief("blue", "cautious", [20.0, 20.0]),
        sub("blue-right", "superior", [18.0, 18.0]),
        under("blue-right", &unit("blue-other", [26.0, 19.0], LINE)),
    ];
    staff.extend_from_slice(with);
    staff
}

#[test]
fn the_owner_says_who_takes_over() {
    // SSS 6.6, G35: the Commander-in-Chief or the nearest sub-commander.
    for (heir, radius) in [("blue-chief", 6.0), ("blue-right", 5.0)] {
        let muskets = format!("{LINE}\nstart = {{ first-volley-used = true }}");
        let mut game = under_fire(&muskets, 0.5, &staff(&[]));
        game.says("red", "shoot red at blue 0", &dice(&[(6, 5), (12, 4), (6, 1), (1, 5), (1, 1)]));
        assert_eq!((game.topic("blue"), game.topic("red")), ("succession", "none"));
        assert_eq!(game.refused("blue", "succeed blue-left blue-left"), "SSS 6.6");
        assert_eq!(game.refused("red", &format!("succeed blue-left {heir}")), "SSS 1.0");
        game.says("blue", &format!("succeed blue-left {heir}"), &[]);
        assert_eq!(game.topic("red"), "small-arms");
        let (id, heir) = (game.id("blue"), game.leader_id(heir));
        assert_eq!(game.table().own_leader(id), Some(heir));
        let reach = game.table().rating(heir).radius(game.table().leader(heir).chief);
        assert_eq!(crate::game::widths(reach), radius);
        // A wound of one move: after blue's own turn he has his command back.
        game.pass_to("blue", "orders", &[6, 6]);
        game.pass_to("red", "choose-turn", &[6, 1]);
        assert_eq!(game.leader("blue-left").fate, Fate::Fit);
        assert_eq!(game.table().own_leader(id), Some(game.leader_id("blue-left")));
    }
}

#[test]
fn the_general_is_followed_by_the_nearest_sub_commander() {
    // SSS 6.6, 6.8, G35, V54: after d3 moves, with the radius of a Commander-in-Chief.
    let parts = [
        unit("red", [12.0, 11.0], GUNS),
        unit("blue", [12.0, 16.0], LINE),
        chief("blue", "cautious", [12.0, 17.0]),
        sub("blue-left", "superior", [14.0, 22.0]),
        sub("blue-right", "superior", [30.0, 17.0]),
        under("blue-left", &unit("blue-other", [12.0, 23.0], LINE)),
        unit("red-last", [36.0, 24.0], LINE),
        unit("blue-last", [36.0, 27.0], LINE),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 0", &salvo(6, &[6, 1, 6, 6]));
    assert_eq!(game.counted("SSS 35.4", "general is struck down"), -2);
    let blue = game.id("blue");
    let side = game.table().side(blue);
    assert_eq!((game.table().chief(side), game.table().own_leader(blue)), (None, None));
    game.pass_to("blue", "orders", &[6, 6]);
    assert_eq!(game.table().chief(side), None);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take second", &[]);
    let heir = game.leader_id("blue-left");
    assert_eq!((game.table().chief(side), game.table().own_leader(blue)), (Some(heir), Some(heir)));
    assert!(game.table().in_radius(heir, game.id("blue")), "10 BW, no longer 5");
}

/// Blue's line of four bases, its leader with it, loses a round to red by so many hits; no reply tells.
fn round_lost(red: &str, rank: &str, hits: usize, then: &[u8]) -> Game {
    let leader = match rank {
        "chief" => chief("blue", "competent", [10.0, 11.0]),
        _ => sub("blue-left", "competent", [10.0, 11.0]),
    };
    let parts = [
        unit("red", [10.0, 10.0], red),
        unit("blue", [10.0, 10.0], FOOT),
        format!("{leader}with = \"blue\"\n"),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    let mine = if red == HEAVY { 16 } else { 12 };
    let thrown = dice(&[(hits, 6), (mine - hits, 1), (hits, 1), (12, 1)]);
    game.says("red", "fight red", &[thrown, then.to_vec()].concat());
    game
}

#[test]
fn leaders_of_those_who_lose_a_round_are_at_risk() {
    // SSS 6.3, 6.4, 6.7, V54, T4
    let fate = |red: &str, hits: usize, then: &[u8]| round_lost(red, "sub", hits, then).leader("blue-left").fate;
    assert_eq!(fate(HEAVY, 3, &[]), Fate::Fit);
    assert_eq!(fate(HEAVY, 4, &[2]), Fate::Fit);
    assert_eq!(fate(HEAVY, 4, &[4]), Fate::Unhorsed(1));
    assert_eq!(fate(HEAVY, 4, &[5]), Fate::Captured);
    assert_eq!(fate(FOOT, 4, &[5, 3]), Fate::Lost { delay: 2 });
    assert_eq!(fate(HEAVY, 4, &[6, 3]), Fate::Lost { delay: 2 });
}

#[test]
fn the_tests_for_a_general_lost_in_melee_follow_the_melee() {
    // SSS 6.9, G92, V54: a captive shakes nobody (SSS G36).
    let mut game = round_lost(FOOT, "chief", 4, &[5, 1]);
    assert!(!game.told("SSS 35.4"));
    assert_eq!(game.topic("red"), "pursue");
    game.says("red", "pursue no", &[6, 6]);
    assert_eq!(game.counted("SSS 35.4", "general is struck down"), -2);
    let mut game = round_lost(HEAVY, "chief", 4, &[5]);
    game.says("red", "pursue no", &[]);
    assert!(!game.told("SSS 35.4"));
    assert_eq!(game.leader("blue-chief").fate, Fate::Captured);
}

#[test]
fn a_leader_whose_men_are_gone_makes_for_the_nearest_friends() {
    // SSS G67: up to 10 BW, or he is taken.
    let alone = |friend: [f64; 2]| {
        let parts = [
            unit("red", [10.0, 10.0], HEAVY),
            unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\npoints = 4"),
            format!("{}with = \"blue\"\n", sub("blue-left", "competent", [10.0, 25.0])),
            under("blue-left", &unit("blue-friend", friend, LINE)),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        // Two bases of red's reach the one; it has three dice. He is at risk with those who are wiped out.
        let thrown = dice(&[(4, 6), (4, 1), (4, 1), (3, 1), (1, 1)]);
        game.says("red", "fight red", &thrown);
        assert!(matches!(game.unit("blue").place, Place::Gone(_)));
        game
    };
    let game = alone([10.0, 20.0]);
    assert_eq!(game.leader("blue-left").attached, Some(game.id("blue-friend")));
    let game = alone([10.0, 20.6]);
    assert_eq!(game.leader("blue-left").fate, Fate::Captured);
}

#[test]
fn shell_is_no_roundshot_to_a_leader() {
    // SSS 6.2, T4, G91: nine dice of three howitzers at 5 BW, 4+ and saved on 5; a 5 wounds.
    let howitzers = "arm = \"foot-artillery\"\nguns = [\"howitzer\", \"howitzer\", \"howitzer\"]";
    let mut game = under_fire(howitzers, 0.5, &[]);
    game.says("red", "shoot red at blue 0", &dice(&[(6, 4), (3, 1), (6, 4), (1, 5), (1, 3)]));
    assert_eq!(game.leader("blue-left").fate, Fate::Wounded(3));
}
