//! The field under a hand, and what can be laid over it.

use crate::game::{FOOT, Game, HORSE, HUSSARS, brigade, leader, unit};
use kernel::{Aim, Handling, Notation, Picture, Rulebook, Seat, Telling};

fn moving(what: &str, dice: &str, faces: &[u8]) -> Game {
    let free = |what: &str| format!("{what}\nstart = {{ control = \"as-wished\" }}");
    let parts = [
        unit("red", [700.0, 300.0], &free(what)),
        unit("red-waits", [60.0, 60.0], &free(FOOT)),
        unit("blue", [840.0, 290.0], FOOT),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", &format!("throw {dice}"), faces);
    game
}

/// What a hand means that drags red to a place in yards: the first that is legal.
fn dragged(game: &Game, to: [f64; 2]) -> String {
    let mm = |yards: f64| yards * 1.27;
    let aim = Aim { body: Some(u16::from(game.id("red").0)), at: Some([mm(to[0]), mm(to[1])]), ..Aim::default() };
    let meant = game.rules.aim(&game.state, Seat(0), &aim);
    let legal = meant.iter().find(|decision| game.rules.judge(&game.state, Seat(0), decision).is_ok());
    legal.map_or_else(String::new, |decision| game.rules.notate(decision))
}

#[test]
fn a_hand_drags_units() {
    let game = moving(FOOT, "1+d6", &[3, 4]);
    // Its middle 50 yds ahead; and farther than it can go.
    assert_eq!(dragged(&game, [700.0, 340.0]), "move advance 63.5 0");
    assert_eq!(dragged(&game, [700.0, 500.0]), "move advance 88.9 0");
    assert!(dragged(&game, [760.0, 320.0]).starts_with("move wheel right"), "{}", dragged(&game, [760.0, 320.0]));
    let game = moving(FOOT, "0", &[]);
    assert!(dragged(&game, [600.0, 290.0]).starts_with("move side-step left"));
    assert!(dragged(&game, [700.0, 200.0]).starts_with("move step-back"));
    let game = moving(HUSSARS, "2", &[3, 3]);
    assert!(dragged(&game, [650.0, 270.0]).starts_with("move go"));
}

#[test]
fn a_mark_says_where_and_how_far() {
    let game = moving(FOOT, "1+d6", &[3, 4]);
    let decision = game.rules.read("move advance 63.5 0").unwrap();
    let mark = game.rules.mark(&game.state, Seat(0), &decision);
    assert_eq!((mark.actor, mark.cost.as_str()), (Some(u16::from(game.id("red").0)), "50 yds"));
    let wheel = game.rules.read("move wheel left 30").unwrap();
    assert!(game.rules.mark(&game.state, Seat(0), &wheel).cost.ends_with("1 DP"));
}

#[test]
fn distances_are_laid_over_the_field() {
    // CF 18.10, T12
    let parts = [
        unit("red", [700.0, 300.0], FOOT),
        unit("blue", [700.0, 800.0], FOOT),
        brigade("red-brigade", [700.0, 200.0], ""),
        leader("red-marshal", "marshal", [300.0, 300.0], ""),
    ];
    let game = Game::still("", &parts);
    let red = u16::from(game.id("red").0);
    for (what, far) in [("close", 40.0), ("near", 120.0), ("far", 240.0)] {
        let zones = game.rules.overlay(&game.state, Some(Seat(0)), red, what);
        let body = game.body("red");
        for &[x, y] in &zones[0].outline {
            let off = body.distance_to_point(field::table::Vec2::new(x * 1_000.0, y * 1_000.0)) / 1_270.0;
            assert!((off - far).abs() < 0.5, "{what}: {off}");
        }
    }
    let marshal = 3_000 + u16::from(game.leader_id("red-marshal").0);
    let zones = game.rules.overlay(&game.state, Some(Seat(0)), marshal, "command");
    let [x, y] = zones[0].outline[0];
    assert!((x / 1.27 - 300.0).abs() < 0.5 && (y / 1.27 - 420.0).abs() < 0.5, "{x} {y}");
}

/// What a hand means that has a body, points at another, or at a place in yards: the likeliest.
fn meant(game: &Game, seat: u8, body: Option<&str>, target: Option<&str>, at: Option<[f64; 2]>) -> String {
    let number = |key: &str| u16::from(game.id(key).0);
    let at = at.map(|at| at.map(|yards| yards * 1.27));
    let aim = Aim { body: body.map(number), target: target.map(number), at, ..Aim::default() };
    let meant = game.rules.aim(&game.state, Seat(seat), &aim);
    let legal = meant.iter().find(|decision| game.rules.judge(&game.state, Seat(seat), decision).is_ok());
    legal.map_or_else(String::new, |decision| game.rules.notate(decision))
}

fn question(game: &Game, seat: u8) -> String {
    let asked = game.rules.ask(&game.state, Seat(seat), &mut Vec::new());
    game.rules.put(&game.state, Seat(seat), &asked)
}

#[test]
fn charges_are_declared_and_met_by_hand() {
    // CF 14.3, 14.10, 14.15
    let horse = |key: &str, y: f64| unit(key, [700.0, y], &crate::combat::troops("horse", "[2, 2]", "", ""));
    let mut game = crate::combat::fight("", &[horse("red", 300.0), horse("blue", 400.0)], &[]);
    // Dragged upon him, let go beside him, or pointed at him.
    let charge = "charge red blue no";
    assert_eq!(meant(&game, 0, Some("red"), Some("blue"), None), charge);
    assert_eq!(meant(&game, 0, Some("red"), None, Some([700.0, 395.0])), charge);
    assert_eq!(meant(&game, 0, None, Some("blue"), None), charge);
    let decision = game.rules.read(charge).unwrap();
    let mark = game.rules.mark(&game.state, Seat(0), &decision);
    let [red, blue] = ["red", "blue"].map(|key| u16::from(game.id(key).0));
    assert_eq!((mark.actor, mark.targets.as_slice()), (Some(red), [blue].as_slice()));
    assert!(mark.cost.ends_with("yds"), "{}", mark.cost);
    game.says("red", charge, &[]);
    game.done("blue", &[]);
    let asked = question(&game, 0);
    assert!(asked.contains("does red charge") && asked.contains("to blue, ten yards a pip"), "{asked}");
    // The unit that is asked about stands out, and what it may answer shows at it.
    let scene = game.rules.scene(&game.state, Some(Seat(0)));
    let shown = scene.bodies.iter().find(|body| body.id == red).unwrap();
    assert_eq!(shown.standing, kernel::scene::Standing::Selected);
    assert!(shown.badges.iter().any(|badge| badge.text == "charging"));
    game.says("red", "charge-dice red 2", &[]);
    assert!(question(&game, 1).contains("how does blue meet the charge?"));
    let mut menu = Vec::new();
    game.rules.ask(&game.state, Seat(1), &mut menu);
    for decision in &menu {
        let mark = game.rules.mark(&game.state, Seat(1), decision);
        assert_eq!(mark.actor, Some(blue), "{}", game.rules.notate(decision));
    }
}

#[test]
fn what_a_brigade_is_told_is_known_to_its_own_side() {
    // CF P11
    let parts = [unit("red", [700.0, 300.0], FOOT), unit("blue", [700.0, 600.0], FOOT)];
    let game = Game::still("", &parts);
    let order = |seat: u8, key: &str| {
        let facts = game.rules.facts(&game.state, Some(Seat(seat)), Some(u16::from(game.id(key).0)));
        facts.into_iter().find(|fact| fact.name == "order").unwrap().text
    };
    assert_eq!(order(0, "red"), "advance and attack");
    assert_eq!(order(0, "blue"), "known to its own side");
    assert_eq!(order(1, "blue"), "advance and attack");
    let states = |seat: u8, side: u8| {
        let roster = game.rules.roster(&game.state, Some(Seat(seat)));
        let brigade = roster.into_iter().find(|post| post.side == side && post.name.ends_with("brigade"));
        brigade.unwrap().state
    };
    assert_eq!([states(0, 0), states(0, 1)], ["advance and attack", ""]);
}

#[test]
fn arcs_and_ranges_are_laid_over_the_field() {
    // CF 13.3, 13.4, 13.14
    let parts = [
        unit("red", [700.0, 300.0], FOOT),
        unit("red-gun", [900.0, 300.0], crate::game::GUN),
        unit("red-horse", [1100.0, 300.0], HORSE),
        unit("blue", [700.0, 800.0], FOOT),
    ];
    let game = Game::still("", &parts);
    let arcs = |key: &str| game.rules.overlay(&game.state, Some(Seat(0)), u16::from(game.id(key).0), "arc");
    let names: Vec<String> = arcs("red-gun").into_iter().map(|zone| zone.name).collect();
    assert_eq!(names, ["maximum, up to 480 yds", "effective, up to 240 yds", "close, up to 120 yds"]);
    let foot = arcs("red");
    assert_eq!(foot.len(), 2);
    assert!(arcs("red-horse").is_empty());
    // Ahead as far as it says, and not behind.
    let north = foot[0].outline.iter().map(|at| at[1] / 1.27).fold(f64::MIN, f64::max);
    let south = foot[0].outline.iter().map(|at| at[1] / 1.27).fold(f64::MAX, f64::min);
    assert!((north - 420.0).abs() < 0.5 && south > 299.0, "{south} to {north}");
}

#[test]
fn who_goes_first_from_the_right_is_told_whom_it_passes_over() {
    // CF 9.5, G95
    let free = |what: &str| format!("{what}\nstart = {{ control = \"as-wished\" }}");
    let parts = [
        unit("red-right", [900.0, 300.0], &free(FOOT)),
        unit("red-left", [300.0, 300.0], &free(FOOT)),
        unit("blue", [700.0, 900.0], FOOT),
    ];
    let game = Game::at("movement", &parts);
    let warned = |words: &str| game.rules.warning(&game.state, &game.rules.read(words).unwrap());
    assert!(warned("pick red-left").unwrap().why.contains("red-right cannot move afterwards"));
    assert_eq!(warned("pick red-right"), None);
}

#[test]
fn the_goals_say_how_the_battle_is_won() {
    // CF 5.28, G1
    let goals = |battle: &str| {
        let path = format!("{}/../../../battles/close-fire/{battle}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let rules = close_fire::setup::open(&scenario::Source::new(path, text)).unwrap();
        let facts = rules.facts(&rules.start, Some(Seat(0)), None);
        facts.into_iter().map(|fact| format!("{}: {}", fact.name, fact.text)).collect::<Vec<_>>().join("\n")
    };
    let meeting = goals("first-meeting");
    assert!(meeting.contains("have lost less of your army after turn 12"), "{meeting}");
    let attack = goals("schellenberg");
    assert!(attack.contains("The Grand Alliance wins with a formed unit on the summit"), "{attack}");
    assert!(attack.contains("the summit: as it stands, with Bavaria and France"), "{attack}");
    assert!(attack.contains("0 of 80 bases lost, 0 %"), "{attack}");
}

#[test]
fn a_hand_drags_a_charger_upon_the_enemy() {
    // CF 14.3: onto him, or so that the lines would touch aside of their middles; let go on open ground nothing is meant.
    let parts = [
        unit("red", [700.0, 300.0], &format!("{HORSE}\nstart = {{ control = \"as-wished\" }}")),
        unit("blue", [720.0, 400.0], &FOOT.replace("[4]", "[4, 4]")),
    ];
    let game = Game::at("combat", &parts);
    assert_eq!(game.topic("red"), "declare-charges");
    // The page lets nobody drag a unit where the menu is all there is.
    assert!(!game.rules.ask(&game.state, Seat(0), &mut Vec::new()).complete);
    assert_eq!(dragged(&game, [720.0, 405.0]), "charge red blue no");
    assert_eq!(dragged(&game, [830.0, 400.0]), "charge red blue no");
    assert_eq!((dragged(&game, [700.0, 330.0]), dragged(&game, [500.0, 100.0])), (String::new(), String::new()));
}

#[test]
fn a_hand_with_a_brigade_is_told_what_comes_first() {
    // CF 11.7: a brigade moves by one throw. Its dice come before anybody of it is led; afterwards all are.
    let parts = [
        brigade("red-brigade", [740.0, 240.0], ""),
        unit("red", [700.0, 300.0], FOOT),
        unit("red-other", [790.0, 300.0], FOOT),
        unit("blue", [1200.0, 700.0], FOOT),
    ];
    let mut game = Game::at("movement", &parts);
    let wishes = |game: &Game| {
        let ghost = |key: &str| {
            (u16::from(game.id(key).0), game.rules.ghost(&game.state, u16::from(game.id(key).0)).unwrap().at)
        };
        ["red", "red-other"].map(ghost).map(|(body, [x, y])| kernel::Wish {
            body,
            deed: kernel::Deed::Go { at: [x, y + 100.0 * 1.27], facing: None },
        })
    };
    let plan = kernel::pointing::plan(&game.rules, &game.state, Seat(0), &wishes(&game));
    let why: Vec<String> = plan.moves.iter().map(|one| one.refusal.as_ref().unwrap().why.to_string()).collect();
    let first = |who: &str| format!("before they go, this is to be done: {who}");
    assert_eq!(why, [first("move red, with red-other"), first("move red-other, with red")]);
    game.says("red", "pick red", &[]);
    game.says("red", "throw 1", &[4]);
    let plan = kernel::pointing::plan(&game.rules, &game.state, Seat(0), &wishes(&game));
    assert!(plan.moves.iter().all(|one| !one.decisions.is_empty()), "{plan:?}");
}
