//! CF 8: the Morale Phase: re-dressing, and what shakes friends.

use crate::combat::{END, fight, reserves, still};
use crate::game::{FOOT, GUN, Game, HORSE, unit};
use close_fire::state::{Crew, Place, Service};

/// Red's Morale Phase: the points of a unit afterwards. Blue stands at this distance to its front, nobody near where it is 0.
fn redressed(options: &str, what: &str, start: &str, blue: f64) -> u8 {
    let at = if blue > 0.0 { [700.0, 300.0 + blue] } else { [100.0, 700.0] };
    let parts = [unit("red", [700.0, 300.0], &format!("{what}\nstart = {{ {start} }}")), unit("blue", at, FOOT)];
    let start = "[start]\nphase = \"morale\"\nfirst = \"red\"\n";
    Game::start(options, start, &[&parts[..], &reserves()].concat(), &END).unit("red").dps
}

#[test]
fn ranks_are_re_dressed_by_grade() {
    // CF 8.6, 8.7, 8.8, 9.13, T2, V24
    let graded = |grade: &str| format!("{FOOT}\ngrade = \"{grade}\"");
    let by = |grade: &str, start: &str| redressed("", &graded(grade), &format!("dps = 3, {start}"), 0.0);
    for grade in ["A", "B"] {
        assert_eq!([by(grade, "moved = true"), by(grade, "fired = true")], [2, 1], "{grade}");
    }
    for grade in ["C", "D"] {
        assert_eq!([by(grade, "moved = true"), by(grade, "fired = true")], [3, 2], "{grade}");
        assert_eq!(by(grade, "under-fire = true"), 2, "{grade}");
    }
    assert_eq!([by("E", "moved = true"), by("E", "fired = true"), by("E", "under-fire = true")], [3, 2, 3]);
    // Guns have their grade like others, and a gun that was left has nobody to do it.
    assert_eq!(redressed("", GUN, "dps = 1", 0.0), 0);
    assert_eq!(redressed("", GUN, "dps = 1, abandoned = \"alive\"", 0.0), 1);
}

#[test]
fn nobody_re_dresses_in_combat() {
    // CF 8.6, 8.7, G12: in close fire from either side, or hand to hand.
    let guards = format!("{FOOT}\ngrade = \"A\"");
    assert_eq!(redressed("", &guards, "dps = 3", 60.0), 1);
    assert_eq!(redressed("", &guards, "dps = 3", 40.0), 3);
    assert_eq!(redressed("", HORSE, "dps = 3", 40.0), 3);
    assert_eq!(redressed("", HORSE, "dps = 3", 41.0), 2);
    // Cavalry before cavalry is in combat when it is in contact.
    let contact = |touch: bool| {
        let mut parts = vec![
            unit("red", [700.0, 300.0], &format!("{HORSE}\nstart = {{ dps = 3 }}")),
            unit("blue", [700.0, 300.0], HORSE).replace("at =", "facing = \"south\"\nat ="),
        ];
        if touch {
            parts.push("\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".into());
        }
        let start = "[start]\nphase = \"morale\"\nfirst = \"red\"\n";
        Game::start("", start, &parts, &END).unit("red").dps
    };
    assert_eq!([contact(false), contact(true)], [2, 3]);
}

/// Red foot that does something on its turn to move, and its points after the Morale Phase.
fn after_move(options: &str, does: &[&str]) -> u8 {
    let parts = [
        unit("red", [700.0, 300.0], &format!("{FOOT}\nstart = {{ dps = 2, control = \"as-wished\" }}")),
        unit("blue", [100.0, 900.0], FOOT),
    ];
    let mut game = Game::with(options, "movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "throw 0", &[]);
    for words in does {
        game.says("red", words, &[]);
    }
    game.pass_to("red", "first-or-second", &END);
    game.unit("red").dps
}

#[test]
fn who_adjusts_is_stationary_for_re_dressing() {
    // CF 8.9, 18.8, 18.21, G10
    assert_eq!(after_move("", &["move stop"]), 1);
    assert_eq!(after_move("", &["move about-face", "move stop"]), 1);
    assert_eq!(after_move("redress-stationary = \"no-adjust\"", &["move about-face", "move stop"]), 2);
    assert_eq!(after_move("redress-stationary = \"no-adjust\"", &["move stop"]), 1);
    // A side step is a move.
    assert_eq!(after_move("", &["move side-step right 12.7"]), 2);
}

/// Red's Movement Phase with these dice for what runs before anybody is asked; reserves of either side stand far off.
fn running(options: &str, parts: &[String], dice: &[u8]) -> Game {
    let start = "[start]\nphase = \"movement\"\nfirst = \"red\"\n";
    Game::start(options, start, &[parts, &reserves()].concat(), dice)
}

fn runs(class: &str, grade: &str, standing: &str) -> String {
    let bases = if class == "foot" { "battalions = [4]" } else { "squadrons = [2, 2]" };
    format!("class = \"{class}\"\n{bases}\ngrade = \"{grade}\"\nstart = {{ standing = \"{standing}\", flight = 1 }}")
}

#[test]
fn friends_who_run_shake_by_their_grade() {
    // CF 8.11, 8.12, 8.13, 18.18, T3, V25: one at a time, and all together.
    let one = |key: &str, class: &str, grade: &str, standing: &str| {
        let parts = [
            unit(key, [560.0, 300.0], &runs(class, grade, standing)),
            unit("red", [700.0, 300.0], FOOT),
            unit("blue", [700.0, 520.0], FOOT),
        ];
        let dice: &[u8] = if class == "horse" { &[2, 2, 1] } else { &[2, 1] };
        let at_once = standing == "routing" && key.starts_with("red");
        let mut game = running("", &parts, if at_once { dice } else { &[] });
        if game.topic("red") == "flight" {
            game.says("red", &format!("retire {key}"), dice);
        }
        let blue = !key.starts_with("red");
        game.pass_to("red", "first-or-second", &[if blue { dice } else { &[] }, &END].concat());
        game.unit("red").dps
    };
    assert_eq!(one("red-b", "foot", "B", "routing"), 2);
    assert_eq!(one("red-c", "foot", "C", "routing"), 2);
    assert_eq!(one("red-d", "foot", "D", "routing"), 1);
    assert_eq!(one("red-foot", "foot", "C", "retiring"), 1);
    assert_eq!(one("red-horse", "horse", "C", "retiring"), 0);
    assert_eq!(one("red-worse", "foot", "E", "retiring"), 0);
    // The enemy's misfortune shakes nobody.
    assert_eq!(one("blue-b", "foot", "B", "routing"), 0);
}

#[test]
fn all_that_befell_friends_is_added() {
    // CF V25, 8.17, G13: 2, 1, 1, 0 and 0; taken after re-dressing, they stay this turn. Nobody is shaken by himself.
    let [b, d, c] = [runs("foot", "B", "routing"), runs("foot", "D", "routing"), runs("foot", "C", "retiring")];
    let [horse, e] = [runs("horse", "C", "retiring"), runs("foot", "E", "retiring")];
    let others = [
        ("red-b", [560.0, 300.0], b.as_str()),
        ("red-d", [840.0, 300.0], d.as_str()),
        ("red-c", [560.0, 380.0], c.as_str()),
        ("red-horse", [700.0, 240.0], horse.as_str()),
        ("red-e", [840.0, 380.0], e.as_str()),
    ];
    let mut parts: Vec<String> = others.iter().map(|(key, at, what)| unit(key, *at, what)).collect();
    parts.push(unit("red", [700.0, 300.0], &format!("{FOOT}\nstart = {{ dps = 1 }}").replace("[4]", "[5]")));
    parts.push(unit("blue", [700.0, 520.0], FOOT));
    // The routers run first, each with its dice.
    let start = "[start]\nphase = \"movement\"\nfirst = \"red\"\n";
    let mut game = Game::start("", start, &parts, &[2, 1, 2, 1]);
    for key in ["red-e", "red-horse", "red-c"] {
        let dice: &[u8] = if key == "red-horse" { &[2, 2, 1] } else { &[2, 1] };
        game.says("red", &format!("retire {key}"), dice);
    }
    game.pass_to("red", "first-or-second", &END);
    let red = game.unit("red");
    assert_eq!((red.dps, red.casualties()), (4, 0));
    let entry = game.told.iter().rev().find(|entry| entry.title.contains("red is shaken")).unwrap();
    assert_eq!((entry.total, entry.lines.len()), (Some(4), 3));
}

#[test]
fn shocks_reach_120_yards() {
    // CF 8.11, G13: from where the run began or from where it ended, whichever is nearer.
    let at = |x: f64| {
        let parts = [
            unit("red-d", [x, 300.0], &runs("foot", "D", "routing")),
            unit("red", [700.0, 300.0], FOOT),
            unit("blue", [x, 500.0], FOOT),
        ];
        let mut game = running("", &parts, &[2, 1]);
        game.pass_to("red", "first-or-second", &END);
        game.unit("red").dps
    };
    // Loose bases two deep are 110 yards wide where they stand; the front is 40 yards from the middle.
    let width = 0.5 * (4.0 * 20.0 + 3.0 * 10.0);
    assert_eq!(at(660.0 - 120.0 - width), 1);
    assert_eq!(at(660.0 - 122.0 - width), 0);
}

#[test]
fn morale_costs_bases_at_the_limit() {
    // CF 8.3, G9: and what is lost so shakes nobody again (CF G13).
    let parts = [
        unit("red-b", [560.0, 300.0], &runs("foot", "B", "routing")),
        unit(
            "red",
            [700.0, 300.0],
            "class = \"foot\"\nbattalions = [{ bases = 3, lost = 2 }]\nstart = { dps = 1, moved = true }",
        ),
        unit("red-two", [840.0, 300.0], FOOT),
        unit("blue", [700.0, 520.0], FOOT),
    ];
    let mut game = running("", &parts, &[2, 1]);
    game.pass_to("red", "first-or-second", &END);
    assert!(matches!(game.unit("red").place, Place::Gone(_)));
    // 280 yards from the router: nothing.
    assert_eq!(game.unit("red-two").dps, 0);
}

#[test]
fn guns_are_left_by_morale() {
    // CF V46, G7
    let parts = |options: &str| {
        let all = [
            unit("red-c", [560.0, 300.0], &runs("foot", "C", "routing")),
            unit("red-gun", [660.0, 300.0], GUN),
            unit("blue", [700.0, 520.0], FOOT),
        ];
        let mut game = running(options, &all, &[2, 1]);
        game.pass_to("red", "first-or-second", &END);
        game
    };
    let game = parts("");
    assert!(matches!(game.unit("red-gun").service, Service::Abandoned(Crew::At(_))));
    let game = parts("gun-dp-limit = \"3\"");
    assert_eq!((game.unit("red-gun").service, game.unit("red-gun").dps), (Service::Crewed, 2));
}

#[test]
fn who_retires_and_then_routs() {
    // CF V50, G81, 8.12, 8.13: neighbours of the foot that is caught in its retreat, by their grade.
    let neighbour = |options: &str, grade: &str| {
        let parts = [
            unit("red", [700.0, 300.0], &crate::combat::troops("horse", "[1, 2]", "", "")),
            unit("blue", [700.0, 340.0], &still("foot", "[4]", "", "moved = true, dps = 1, fired = true")),
            unit("blue-near", [840.0, 420.0], &still("foot", "[4]", &format!("grade = \"{grade}\""), "moved = true")),
        ];
        let mut game = fight(options, &parts, &[]);
        crate::combat::charge(&mut game, "no", &[6, 3, 3, 4, 4, 3, 4, 2, 4, 6, 3, 3, 6, 1]);
        game.unit("blue-near").dps
    };
    assert_eq!([neighbour("", "C"), neighbour("", "D"), neighbour("", "B")], [2, 2, 1]);
    let both = "retire-then-rout = \"both\"";
    assert_eq!([neighbour(both, "C"), neighbour(both, "D")], [3, 3]);
}

#[test]
fn owners_say_whose_the_base_was() {
    // CF 8.3, G37, G157: of battalions that differ; of like ones the first to be asked is nobody.
    let fought = |bases: &str, dice: &[u8]| {
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", bases, "", "dps = 6, fired = true")),
            unit("blue", [700.0, 330.0], &still("foot", "[4, 4]", "", "")),
        ];
        fight("", &parts, dice)
    };
    let mut game = fought("[5, 4]", &[4, 3]);
    // Driven off with three bases lost, of nine; by itself the larger battalion bears them first.
    assert_eq!((game.topic("red"), game.menu("red")), ("lose-base", vec!["lose red 0".into(), "lose red 1".into()]));
    let bases = |game: &Game| game.unit("red").elements.iter().map(|of| (of.bases, of.casualties)).collect::<Vec<_>>();
    assert_eq!(bases(&game), [(3, 2), (3, 1)]);
    game.says("red", "lose red 1", &[]);
    game.says("red", "lose red 1", &[]);
    assert_eq!(game.topic("red"), "lose-base");
    game.says("red", "lose red 1", &[3, 3, 3, 3, 6, 1]);
    assert_eq!(bases(&game), [(5, 0), (1, 3)]);
    assert_eq!(game.unit("red").standing, close_fire::state::Standing::Retiring);
    // A battalion that has no base left loses no more.
    let mut game = fought("[2, 6]", &[4, 3]);
    game.says("red", "lose red 0", &[]);
    game.says("red", "lose red 0", &[]);
    assert_eq!((bases(&game), game.refused("red", "lose red 0")), (vec![(0, 2), (5, 1)], "CF G37".into()));
    // Of two alike nobody is asked.
    let game = fought("[4, 4]", &[4, 3, 3, 3, 3, 3, 6, 1]);
    assert_eq!(game.unit("red").casualties(), 3);
}

#[test]
fn what_is_told_of_points_and_bases() {
    // CF 8.1, 8.3, 8.11, 16.11: points are told where some are marked, shocks of those whom they shake.
    let hit = |dps: u8| {
        let parts = [
            unit("red", [700.0, 100.0], GUN),
            unit("blue", [700.0, 300.0], &format!("{FOOT}\nstart = {{ dps = {dps} }}")),
        ];
        let mut game = Game::with("", "artillery", &parts);
        game.says("red", "shoot red blue no", &[5]);
        (game.told("CF 8.1"), game.told("CF 8.3"))
    };
    assert_eq!([hit(3), hit(4)], [(true, false), (false, true)]);
    // Two points out of one shot kill the crew of a gun; one marks it.
    let parts = [unit("red", [700.0, 100.0], GUN), unit("blue", [700.0, 200.0], GUN)];
    let mut game = Game::with("", "artillery", &parts);
    game.says("red", "shoot red blue no", &[6]);
    let left = game.told.iter().find(|entry| entry.rule == "CF 16.11").unwrap();
    assert_eq!(left.title.as_str(), "blue: the crew is killed");
}

#[test]
fn a_crew_that_is_killed_shakes_friends_by_one_reading() {
    // CF G7, 8.11, 8.12
    let events = |options: &str| {
        let parts = [unit("red", [700.0, 100.0], GUN), unit("blue", [700.0, 200.0], GUN)];
        let mut game = Game::with(options, "artillery", &parts);
        game.says("red", "shoot red blue no", &[6]);
        game.state.events.len()
    };
    assert_eq!([events(""), events("gun-loss-morale = \"on\"")], [0, 1]);
}

#[test]
fn those_alone_are_told_of_who_are_shaken() {
    // CF 8.13, G13: friends within 120 yards of a retreat, and nobody else.
    let parts = [
        unit("red", [700.0, 300.0], &still("foot", "[4]", "grade = \"A\"", "")),
        unit("blue", [700.0, 330.0], &still("foot", "[4]", "", "fired = true")),
        unit("blue-near", [840.0, 330.0], &still("foot", "[4]", "", "")),
        unit("blue-far", [1000.0, 330.0], &still("foot", "[4]", "", "")),
    ];
    let mut game = fight("", &parts, &[3, 3, 3, 4]);
    game.pass_to("red", "first-or-second", &END);
    let shaken: Vec<&str> =
        game.told.iter().map(|told| told.title.as_str()).filter(|title| title.ends_with("shaken")).collect();
    assert_eq!(shaken, ["blue-near is shaken"]);
}

#[test]
fn a_loss_stays_where_it_was_laid_unless_its_owner_says_otherwise() {
    // CF G157
    use kernel::Rulebook;
    let parts = [
        unit("red", [700.0, 300.0], &still("foot", "[5, 4]", "", "dps = 6, fired = true")),
        unit("blue", [700.0, 330.0], &still("foot", "[4, 4]", "", "")),
    ];
    let game = fight("", &parts, &[4, 3]);
    let question = game.rules.ask(&game.state, kernel::Seat(0), &mut Vec::new());
    assert_eq!((question.topic, question.default), ("lose-base", 0));
}

#[test]
fn an_end_stays_drawn_back_while_a_base_holds_the_line() {
    // CF 8.3, 10.3, 12.18: of four stands two are drawn back; one is lost, and the two stay where they are.
    let line = |start: &str| format!("{FOOT}\nstart = {{ dps = 4{start} }}");
    let parts =
        [unit("red", [700.0, 300.0], &line(", control = \"as-wished\"")), unit("blue", [700.0, 335.0], &line(""))];
    let start = "[start]\nphase = \"movement\"\nfirst = \"red\"\n";
    let mut game = Game::start("", start, &[&parts[..], &reserves()].concat(), &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "throw 0", &[]);
    game.says("red", &format!("move refuse right 2 {}", crate::game::mm(20.0)), &[]);
    game.pass_to("red", "first-or-second", &[&[3, 3][..], &END].concat());
    assert_eq!((game.unit("red").bases(), game.unit("red").bends[1].bases), (3, 2));
}
