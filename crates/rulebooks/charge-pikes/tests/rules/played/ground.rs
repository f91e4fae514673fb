//! Chapter 19 as it is played: what the ground does to those who move and charge over it.

use super::{Game, unit};
use charge_pikes::state::Formation;

const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";

fn area(kind: &str, outline: &str) -> String {
    format!("\n[[ground.areas]]\nname = \"{kind}\"\nkind = \"{kind}\"\nbox = {outline}\n")
}

fn line(kind: &str, points: &str) -> String {
    format!("\n[[ground.lines]]\nname = \"{kind}\"\nkind = \"{kind}\"\npoints = {points}\n")
}

fn moved(what: &str, manoeuvre: &str) -> Game {
    let parts = [area("rough", "[20, 0, 52, 30]"), unit("red", [36.0, 15.0], what), unit("blue", [36.0, 45.0], SHOT)];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", manoeuvre, &[]);
    game
}

#[test]
fn rough_ground_disorders_by_pace_not_by_cost() {
    // CP 19.2.1: three inches are half of six, whatever they cost.
    let disordered = |manoeuvre: &str| moved(SHOT, manoeuvre).unit("red").disordered;
    assert!(!disordered("move advance 76.2"));
    assert!(disordered("move advance 101.6"));
    // Retiring at half speed and sidestepping at a quarter is never more than that.
    assert!(!disordered("move retire 76.2"));
    assert!(!disordered("move sidestep left 25.4"));
    // Two pieces of one move count together.
    let mut game = moved(SHOT, "move advance 76.2");
    game.says("red", "move advance 20", &[]);
    assert!(game.unit("red").disordered);
}

#[test]
fn the_pace_in_rough_ground_is_the_same_in_one_piece_and_in_several() {
    // CP 19.2.1, G85: two inches of rough before it; at half speed they take as long as four in the open.
    let foot = |pieces: &[f64], rough: &str| {
        let parts = [area("rough", rough), unit("red", [36.0, 15.0], SHOT), unit("blue", [36.0, 45.0], SHOT)];
        let mut game = Game::at("movement", &parts);
        game.says("red", "pick red", &[]);
        for inches in pieces {
            game.says("red", &format!("move advance {:.1}", inches * 25.4), &[]);
        }
        game.unit("red").disordered
    };
    // It stands in the last two inches of the rough (its own depth is 1.6), or comes to the first two at the end.
    for (rough, two_of) in [("[20, 0, 52, 15.4]", [2.0, 2.0]), ("[20, 17, 52, 30]", [2.0, 2.0])] {
        let all: f64 = two_of.iter().sum();
        assert!(!foot(&two_of, rough) && !foot(&[all], rough), "{rough}");
        for pieces in [vec![5.0], vec![1.0, 4.0], vec![4.0, 1.0], vec![2.0, 1.0, 2.0]] {
            assert!(foot(&pieces, rough), "{pieces:?} {rough}");
        }
    }
}

#[test]
fn short_charges_keep_their_order_in_rough_ground() {
    // CP 19.2.1, G85: half of a charge move, and not more.
    for (apart, order) in [(3.9, true), (4.5, false)] {
        let parts = [
            area("rough", "[0, 0, 72, 48]"),
            unit("red", [36.0, 15.0], SHOT),
            unit("blue", [36.0, 15.0 + apart], SHOT),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "charge red blue", &[]);
        assert_eq!(game.unit("red").disordered, !order, "{apart}");
    }
}

#[test]
fn a_recoil_of_two_inches_keeps_order_in_rough_ground() {
    // CP 19.2.1, 18.7.2: green foot of its own strength, beaten by a hit, recoils two inches.
    let regiment = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 40\nfiles = 20";
    let few = "kind = \"foot\"\ngrade = \"A\"\nmuskets = 8\nfiles = 4";
    let parts = [
        area("rough", "[0, 0, 72, 48]"),
        unit("red", [36.0, 20.0], regiment),
        unit("blue", [36.0, 20.0], few),
        "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_owned(),
    ];
    let mut game = Game::with("", "combat", &parts, &[1, 1, 1, 1, 1, 1, 6, 6, 6]);
    game.pass_until(|game| game.state().turn == 2, &[]);
    assert!(game.told.iter().any(|entry| entry.title.starts_with("red recoils")), "{:#?}", super::titles(&game.told));
    assert!(!game.unit("red").disordered);
}

#[test]
fn horse_does_not_charge_at_heavy_woods() {
    // CP 19.1.9b: though the foot stands flush with their edge; light woods may be charged at.
    for (kind, rule) in [("heavy-woods", "CP 19.1.9b"), ("light-woods", "")] {
        let parts =
            [area(kind, "[20, 24, 52, 30]"), unit("red", [36.0, 17.0], HORSE), unit("blue", [36.0, 24.0], SHOT)];
        let game = Game::at("movement", &parts);
        assert_eq!(game.refused("red", "charge red blue"), rule);
        let charges = game.menu("red").iter().any(|words| words.starts_with("charge"));
        assert_eq!(charges, rule.is_empty(), "{:?}", game.menu("red"));
    }
    // Before the edge the same foot is charged like any other.
    let parts =
        [area("heavy-woods", "[20, 26, 52, 30]"), unit("red", [36.0, 17.0], HORSE), unit("blue", [36.0, 24.0], SHOT)];
    assert_eq!(Game::at("movement", &parts).refused("red", "charge red blue"), "");
}

#[test]
fn nobody_charges_through_a_standing_hedge() {
    // CP 19.4.6a: loopholes let one see and shoot, not pass; where it is broken down it is a low wall (CP 19.4.6c).
    let hedge = line("hedgerow", "[[20, 20], [52, 20]]");
    for (work, rule) in [("false", "CP 19.4.6a"), ("true", "")] {
        for what in [HORSE, "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12"] {
            let works = format!("\n[[hedge-works]]\nline = \"hedgerow\"\nfrom = 0\nto = 32\nbroken = {work}\n");
            let parts = [hedge.clone(), unit("red", [36.0, 14.0], what), unit("blue", [36.0, 20.2], SHOT), works];
            assert_eq!(Game::at("movement", &parts).refused("red", "charge red blue"), rule, "{what}");
        }
    }
}

#[test]
fn the_swedish_pinning_distance_is_for_changes_of_formation() {
    // CP 20.1.3, 15.9.5: five inches off, a change leaves it calm and an about face does not.
    let swedish = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nswedish = true";
    let parts = [unit("red", [36.0, 20.0], swedish), unit("blue", [36.0, 25.0], SHOT)];
    let after = |manoeuvre: &str| {
        let mut game = Game::with("swedish-system = true", "movement", &parts, &[]);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red", &[]);
        game.says("red", manoeuvre, &[]);
        game.battle.table().shaken(game.id("red"))
    };
    assert!(!after("move form pikes-forward"));
    assert!(after("move about-face"));
}

#[test]
fn a_swedish_reaction_gives_up_the_volley_posture() {
    // CP 20.1.4, 20.4.2: into square out of volley posture it is shaken, and its dice are not doubled.
    let swedish = "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 24\nswedish = true\nstart = { volley = true }";
    let parts = [unit("red", [36.0, 12.0], HORSE), unit("blue", [36.0, 24.0], swedish)];
    let mut game = Game::with("swedish-system = true\nvolley-fire = true", "movement", &parts, &[]);
    game.says("red", "charge red blue", &[]);
    game.says("blue", "react blue square", &[6]);
    assert_eq!((game.unit("blue").formation, game.unit("blue").volley), (Formation::Square, false));
    assert!(game.battle.table().shaken(game.id("blue")) && game.told("CP 20.4.2"));
}

#[test]
fn green_foot_goes_back_a_rank_and_still_shoots() {
    // CP 16.7.1, 15.9.7, G76: grade D, steady; an inch and a quarter is retiring and costs it its order.
    let green = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 24\nfiles = 12";
    for (back, keeps) in [("25.4", true), ("31.8", false)] {
        let parts = [unit("red", [36.0, 20.0], green), unit("blue", [36.0, 24.0], SHOT)];
        let mut game = Game::at("movement", &parts);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red", &[]);
        game.says("red", &format!("move retire {back}"), &[]);
        assert_eq!(game.unit("red").disordered, !keeps);
        game.pass_until(|game| game.topic("blue") == "shoot", &[]);
        assert_eq!(game.refused("red", "shoot red blue small-arms 0").is_empty(), keeps);
    }
}

#[test]
fn lancers_who_crash_in_pursuit_come_on_with_their_lances() {
    // CP 20.5.1: moving forward at the time of impact, impetus or not.
    let lancers = "kind = \"lancers\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\nstart = { pursuing = \"blue\" }";
    let parts = [
        unit("red", [36.0, 14.0], lancers),
        unit("blue", [36.0, 20.0], &format!("{SHOT}\nfacing = \"north\"\nstart = {{ routing = true, fled = true }}")),
        unit("blue-wall", [36.0, 27.0], "kind = \"foot\"\ngrade = \"A\"\nmuskets = 91\nfiles = 91"),
    ];
    let mut game = Game::with("lancers = true", "flight", &parts, &[]);
    game.pass_until(|game| game.told.iter().any(|entry| entry.title.contains("strikes")), &[]);
    let impact =
        game.told.iter().find(|entry| entry.title.starts_with("red strikes") && entry.title.contains("impact"));
    if let Some(impact) = impact {
        assert!(impact.lines.iter().any(|line| line.text.contains("lance")), "{impact:?}");
    } else {
        panic!("{:#?}", super::titles(&game.told));
    }
}

#[test]
fn a_unit_off_the_table_comes_back_facing_the_field() {
    // CP 15.2.6a: whichever way it looked when it left.
    let away =
        "kind = \"horse\"\ngrade = \"A\"\nfigures = 12\nfiles = 6\nfacing = \"south\"\nstart = { off-table-since = 1 }";
    let parts =
        [unit("red", [36.0, 0.0], away), unit("red-other", [60.0, 10.0], SHOT), unit("blue", [36.0, 44.0], SHOT)];
    let mut game = Game::start("", "[start]\nturn = 5\nphase = \"flight\"\nside-a = \"red\"\n", &parts, &[6]);
    game.pass_until(|game| game.topic("red") == "move", &[]);
    assert_eq!(game.unit("red").place, charge_pikes::state::Place::Table);
    assert_eq!(game.unit("red").pose.facing, 0);
}

#[test]
fn whoever_enters_a_town_gives_up_the_volley_posture_and_is_shaken() {
    // CP 20.4.1a, 20.4.2, G88: not so whoever was not in it.
    for volley in [true, false] {
        let farm = "\n[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [30, 22, 42, 28]\ngarrison = 30\n";
        let parts = [
            farm.to_owned(),
            unit("red", [36.0, 21.95], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nfiles = 6"),
            unit("blue", [60.0, 45.0], SHOT),
        ];
        let mut game = Game::with("volley-fire = true", "movement", &parts, &[]);
        game.says("red", "pick red", &[]);
        if volley {
            game.says("red", "move volley-posture yes", &[]);
        }
        let enter = game.offered("red", "move enter");
        game.says("red", &enter, &[]);
        assert!(!game.unit("red").volley && game.unit("red").inside.is_some());
        assert_eq!(game.unit("red").morale == charge_pikes::state::Morale::Shaken, volley);
    }
}

#[test]
fn highland_archers_do_not_step_back_a_rank() {
    // CP 20.6.3, 16.7.1, G76: they manoeuvre as if unsteady, so that a step back disorders them and takes their fire.
    for (kind, steady) in [("highland-archers", false), ("foot", true)] {
        let figures = if steady { "muskets = 12" } else { "figures = 12" };
        let archers = format!("kind = \"{kind}\"\ngrade = \"C\"\n{figures}\nfiles = 6");
        let parts = [unit("red", [36.0, 20.0], &archers), unit("blue", [36.0, 28.0], SHOT)];
        let mut game = Game::with("highlanders = true", "movement", &parts, &[]);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red", &[]);
        game.says("red", "move retire 25.4", &[]);
        assert_eq!(game.unit("red").disordered, !steady);
        game.pass_to("blue", "shoot", &[]);
        let shoots = game.menu("red").iter().any(|words| words.starts_with("shoot"));
        assert_eq!(shoots, steady, "{kind}");
    }
}

#[test]
fn a_garrison_is_found_out_by_whoever_rides_by() {
    // CP 19.7.4c: within eight inches of the houses on its way, and farther off before and after.
    let farm = "\n[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 20.5, 39, 21.5]\ngarrison = 30\n";
    let inside = "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"farm\"\nfacing = \"south\"\n\
                  kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nfiles = 6\n";
    for (east, found) in [(49.823, true), (50.1, false)] {
        let horse = format!("{HORSE}\nfacing = \"north\"");
        let parts = [farm.to_owned(), unit("red", [east, 15.0], &horse), inside.to_owned()];
        let mut game = Game::at("movement", &parts);
        assert!(!game.unit("blue").revealed);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red", &[]);
        game.says("red", "move advance 304.8", &[]);
        assert!(game.body("red").distance(&game.body("blue")) > 8.0 * 25_400.0 + 200.0);
        assert_eq!(game.unit("blue").revealed, found, "at {east}");
    }
}

#[test]
fn wings_and_frontage_cover_ground_in_the_rough_too() {
    // CP 19.2.1, G58, G85: six files of a wing go 2.47 inches in 30 degrees, and two files of frontage are two inches.
    let drilled =
        "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 6, right = 6 }";
    let moves = |kind: &str, outline: &str, pieces: &[&str]| {
        let parts = [area(kind, outline), unit("red", [36.0, 15.0], drilled), unit("blue", [36.0, 45.0], SHOT)];
        let mut game = Game::at("movement", &parts);
        game.says("red", "pick red", &[]);
        for piece in pieces {
            game.says("red", &format!("move {piece}"), &[]);
        }
        game.unit("red").disordered
    };
    for (first, rest) in [("wing right 30", 0.53), ("frontage 6 4 6", 1.0)] {
        let on = |inches: f64| format!("advance {:.1}", inches * 25.4);
        let (less, more) = (on(rest - 0.1), on(rest + 0.1));
        assert!(!moves("rough", "[20, 0, 52, 40]", &[first, &less]), "{first}");
        assert!(moves("rough", "[20, 0, 52, 40]", &[first, &more]), "{first}");
        assert!(moves("rough", "[20, 0, 52, 40]", &[&more, first]), "{first}");
        assert!(!moves("crops", "[20, 0, 52, 40]", &[first, &more]), "{first}");
    }
    // The other wing alone stands in it.
    assert!(!moves("rough", "[20, 0, 30, 40]", &["wing right 30"]));
    assert!(moves("rough", "[20, 0, 30, 40]", &["wing left 30", "advance 25.4"]));
    assert!(moves("rough", "[20, 0, 30, 40]", &["advance 38.1", "wing right 45"]));
}

#[test]
fn the_frontage_taken_up_before_a_charge_is_ground_covered_in_the_rough() {
    // CP 15.3.10, 19.2.1, G85: four files are eight inches of the twenty, and all of it in the rough.
    let charge = |words: &str, south: f64| {
        let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
        let parts =
            [area("rough", "[20, 0, 52, 40]"), unit("red", [36.0, south], horse), unit("blue", [36.0, 20.0], SHOT)];
        let mut game = Game::at("movement", &parts);
        game.says("red", words, &[]);
        game.unit("red").disordered
    };
    assert!(!charge("charge red blue", 11.0), "nine inches");
    assert!(charge("charge red blue files 2", 16.0), "eight and four");
    assert!(!charge("charge red blue files 4", 16.0), "four and four");
}
