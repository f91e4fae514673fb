//! CF 16.10 to 16.14, 17: actions resulting from combat, flights, pursuits, guns that were left.

use crate::combat::{END, charge, contact, factor, fight, reserves, results, still, total, troops};
use crate::game::{Game, area, leader, mm, unit};
use close_fire::measures::yds;
use close_fire::state::{After, Aspect, Crew, Moved, Place, Service, Shock, Standing};

fn horse(key: &str, at: [f64; 2], more: &str, start: &str) -> String {
    unit(key, at, &troops("horse", "[2, 2]", more, start))
}

fn foot(key: &str, at: [f64; 2], more: &str, start: &str) -> String {
    unit(key, at, &still("foot", "[4]", more, start))
}

/// Red's Movement Phase.
fn moving(options: &str, parts: &[String], dice: &[u8]) -> Game {
    let all = [parts, &reserves()].concat();
    Game::start(options, "[start]\nphase = \"movement\"\nfirst = \"red\"\n", &all, dice)
}

/// A red guard at a blue gun that was left, so that red is asked about it before the turn ends.
fn guard() -> [String; 2] {
    [
        unit("red-guard", [200.0, 100.0], &still("foot", "[4]", "", "")),
        unit("blue-left", [200.0, 105.0], &still("gun", "", "", "abandoned = \"alive\"")),
    ]
}

#[test]
fn retiring() {
    // CF V6, 17.9, 10.9, G63
    let parts = [foot("red", [700.0, 300.0], "grade = \"A\"", ""), foot("blue", [700.0, 330.0], "", "fired = true")];
    let game = fight("", &parts, &[3, 3, 3, 4]);
    assert_eq!(results(&game), "Red: Success; Blue: Driven back");
    // 3 and 4 with ten for each die: 90 yards.
    assert!((game.gap("red", "blue") - 120.0).abs() < 0.5, "{}", game.gap("red", "blue"));
    let blue = game.unit("blue");
    assert_eq!((blue.standing, blue.flight), (Standing::Retiring, 1));
    assert!(game.table().is_unformed(game.id("blue")));
    // It has moved, though it stood in the Movement Phase (CF G10).
    assert_eq!(blue.moved, Moved::Otherwise);
    assert_eq!(game.state.events.iter().filter(|event| event.what == Shock::Retired).count(), 1);
}

#[test]
fn a_retreat_may_end_behind_friends() {
    // CF 17.10, 12.23
    let parts = [
        foot("red", [700.0, 300.0], "grade = \"A\"", ""),
        foot("blue", [700.0, 330.0], "", "fired = true"),
        foot("blue-second", [700.0, 370.0], "", ""),
    ];
    let game = |answer: &str| {
        let mut game = fight("", &parts, &[3, 3, 3, 6]);
        assert_eq!((game.topic("blue"), game.menu("blue").len()), ("stop-short", 2));
        game.says("blue", answer, &[]);
        game
    };
    let (short, long) = (game(&format!("stop-short blue {}", mm(60.5))), game("retire-on blue"));
    assert!(short.gap("blue", "blue-second") < 1.0 && short.at_yards("blue")[1] > 390.0);
    assert!(long.gap("red", "blue") > short.gap("red", "blue") + 10.0);
    // The second line stands and has not fired: nobody is disordered.
    assert_eq!(long.unit("blue-second").dps, 0);
}

/// Close fire in which blue, with a wall of rock behind it, is driven back.
fn blocked(options: &str, rock: [f64; 4], bases: &str, dice: &[u8]) -> Game {
    let parts = [
        area("impassable", "the rocks", rock),
        unit("red", [700.0, 300.0], &still("foot", bases, "", "")),
        unit("blue", [700.0, 330.0], &still("foot", bases, "", "dps = 2")),
    ];
    fight(options, &parts, dice)
}

#[test]
fn no_way_back() {
    // CF V52, 17.12, G86
    let behind = [400.0, 352.0, 1000.0, 500.0];
    let dice = [&[5, 5][..], &END].concat();
    let game = blocked("", behind, "[4]", &dice);
    let blue = game.unit("blue");
    assert_eq!((blue.bases(), blue.casualties(), blue.standing), (3, 1, Standing::Steady));
    assert!(game.told("CF 17.12"));
    let game = blocked("blocked-retire-dp = \"manoeuvre\"", behind, "[4]", &dice);
    assert_eq!((game.unit("blue").bases(), game.told("CF 17.12")), (4, true));
}

#[test]
fn a_battalion_without_bases_is_no_part() {
    // CF 17.12, 17.13: nobody is left of the second battalion to get away when the first cannot.
    let behind = [400.0, 352.0, 1000.0, 500.0];
    let game = blocked("", behind, "[4, { bases = 2, lost = 2 }]", &[5, 5]);
    let blue = game.unit("blue");
    assert_eq!((blue.bases(), blue.standing), (3, Standing::Steady));
    assert!(game.told("CF 17.12") && !game.told("CF 11.40"));
}

#[test]
fn part_of_a_unit_is_blocked() {
    // CF 17.13, G37
    let game = blocked("", [700.0, 352.0, 1000.0, 500.0], "[4, 4]", &[5, 5, 3, 3]);
    assert_eq!((game.unit("blue").bases(), game.unit("blue").standing), (4, Standing::Retiring));
    let left = game.state.units.last().unwrap();
    // At the limit of its own bases the point is a base.
    assert_eq!((left.bases(), left.standing, left.dps), (3, Standing::Steady, 4));
    assert!(game.told("CF 17.12") && game.told("CF 17.9"));
}

/// Close fire that breaks blue.
fn broken(parts: &[String], dice: &[u8]) -> Game {
    let all = [
        parts,
        &[
            unit("red", [700.0, 300.0], &still("foot", "[4, 4]", "grade = \"A\"", "inspired = 2")),
            unit("blue", [700.0, 330.0], &still("foot", "[4, 4]", "grade = \"E\"", "fired = true")),
        ],
    ]
    .concat();
    fight("", &all, dice)
}

#[test]
fn routing() {
    // CF 16.9, 17.15, V7, 8.14
    let game = broken(&[], &[5, 2, 3, 5]);
    assert_eq!(results(&game), "Red: Breakthrough; Blue: Break");
    let blue = game.unit("blue");
    assert_eq!((blue.bases(), blue.dps, blue.standing), (5, 0, Standing::Routing));
    assert!((game.gap("red", "blue") - 130.0).abs() < 0.5, "{}", game.gap("red", "blue"));
    assert_eq!(game.state.events.iter().filter(|event| event.what == Shock::Routed).count(), 1);
    // A rout ends behind formed friends.
    let game = broken(&[foot("blue-second", [700.0, 370.0], "", "")], &[5, 2, 4, 6]);
    assert!(game.gap("blue", "blue-second") < 1.0, "{}", game.gap("blue", "blue-second"));
}

#[test]
fn horse_that_breaks_runs_with_all_its_dice() {
    // CF V7, 11.20, 11.21, 17.15: 110 yards, and ten for each of three dice.
    let parts = [
        unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "grade = \"A\"", "inspired = 2")),
        unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "grade = \"E\"", "dps = 3")),
    ];
    let mut game = fight("", &parts, &[]);
    charge(&mut game, "no", &[6, 2, 4, 2, 5]);
    assert_eq!(results(&game), "Red: Breakthrough; Blue: Break");
    assert_eq!((game.unit("blue").bases(), game.unit("blue").standing), (1, Standing::Routing));
    assert!((game.gap("red", "blue") - 140.0).abs() < 1.0, "{}", game.gap("red", "blue"));
}

#[test]
fn routers_without_a_way_surrender() {
    // CF 17.19
    let game = broken(&[area("impassable", "the rocks", [400.0, 352.0, 1000.0, 500.0])], &[5, 2]);
    assert_eq!(game.menu("red"), ["remain red", "take-position red"]);
    assert!(matches!(game.unit("blue").place, Place::Gone(_)));
    assert!(game.told("CF 17.19"));
}

#[test]
fn part_of_the_routers_is_blocked() {
    // CF 17.20
    let game = broken(&[area("impassable", "the rocks", [700.0, 352.0, 1000.0, 500.0])], &[5, 2, 3, 3]);
    assert_eq!(game.unit("blue").standing, Standing::Routing);
    assert!(matches!(game.state.units.last().unwrap().place, Place::Gone(_)));
}

/// Red horse of three stands breaks through blue foot that moved; blue retires 90 yards and is caught.
fn caught(options: &str, dice: &[u8]) -> Game {
    let guard = guard();
    let parts = [
        unit("red", [700.0, 300.0], &troops("horse", "[1, 2]", "", "")),
        unit("blue", [700.0, 340.0], &still("foot", "[4]", "", "moved = true, dps = 1, fired = true")),
        guard[0].clone(),
        guard[1].clone(),
    ];
    let mut game = fight(options, &parts, &[]);
    charge(&mut game, "no", dice);
    game
}

#[test]
fn caught_in_the_retreat() {
    // CF V48, V41, 17.14, 17.21, 17.23, 18.19, G65, V50
    let dice = [6, 3, 3, 4, 4, 3, 4, 2, 4, 6, 3, 3];
    let shocks = |options: &str| {
        let game = caught(options, &dice);
        assert_eq!(results(&game), "Red: Victory; Blue: Defeat");
        let hack = game.told.iter().find(|entry| entry.rule == "CF 17.23").unwrap();
        assert_eq!((hack.dice.clone(), hack.result.to_string()), (vec![2, 4, 6], "blue loses 2".into()));
        let blue = game.unit("blue");
        assert_eq!((blue.bases(), blue.standing, blue.flight), (1, Standing::Routing, 1));
        assert!(game.gap("red", "blue") >= 79.0, "{}", game.gap("red", "blue"));
        game.state.events.iter().map(|event| event.what).collect::<Vec<_>>()
    };
    assert_eq!(shocks(""), [Shock::Routed]);
    assert_eq!(shocks("retire-then-rout = \"both\""), [Shock::Retired, Shock::Routed]);
}

#[test]
fn pursuers_hack_by_stands() {
    // CF 17.23, G65: by the Movement Phase, with routers of one base.
    let hacks = |options: &str, dice: &[u8]| {
        let parts = [
            horse("red", [700.0, 300.0], "", "standing = \"pursuing\", quarry = [\"blue\"]")
                .replace("control = \"as-wished\", ", ""),
            unit(
                "blue",
                [700.0, 420.0],
                "class = \"foot\"\nbattalions = [{ bases = 3, lost = 2 }]\nstart = { standing = \"retiring\", flight = 1, control = \"halt\" }",
            ),
        ];
        moving(options, &parts, dice)
    };
    let game = hacks("", &[4, 4, 6, 1, 1, 3, 3]);
    let entry = game.told.iter().find(|entry| entry.rule == "CF 17.23").unwrap();
    assert_eq!(entry.dice.len(), 2);
    let game = hacks("hack-cap = \"none\"", &[4, 4, 6, 1, 1, 1, 1, 3, 3]);
    let entry = game.told.iter().find(|entry| entry.rule == "CF 17.23").unwrap();
    assert_eq!(entry.dice.len(), 4);
    assert_eq!(game.unit("blue").standing, Standing::Routing);
}

#[test]
fn pursuers_run_into_fresh_foot() {
    // CF V40, E7, 15.8, 15.10, 17.22
    let parts = [
        unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", "standing = \"pursuing\", dps = 1")),
        foot("blue", [700.0, 301.0], "grade = \"B\"", ""),
        contact(),
    ];
    let game = fight("", &parts, &[&[4, 4, 3, 3, 3][..], &END].concat());
    assert_eq!((total(&game, "red"), total(&game, "blue")), (4, 6));
    assert_eq!((factor(&game, "red", "CF 15.8"), factor(&game, "red", "CF 15.10")), (1, 2));
    assert_eq!(results(&game), "Red: Driven back; Blue: Success");
    assert_eq!((game.unit("red").bases(), game.unit("red").standing), (3, Standing::Retiring));
}

#[test]
fn the_second_wave() {
    // CF 17.22, G65: horse that beats horse pursues into the foot behind it, and fights again.
    let parts = [
        unit("red", [700.0, 300.0], &troops("horse", "[2, 2, 2]", "", "inspired = 2")),
        unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "grade = \"E\"", "")),
        unit("blue-foot", [760.0, 420.0], &still("foot", "[4]", "", "")),
    ];
    let mut game = fight("", &parts, &[]);
    // 8 against -1: blue breaks, routs and stops behind its foot; red runs on 100 yards into the foot.
    charge(&mut game, "no", &[5, 3, 3, 3, 3, 4, 4, 3]);
    assert_eq!(game.topic("blue"), "meet-pursuit");
    game.says("blue", "remain blue-foot", &[&[5, 3, 3, 3, 3, 4, 1, 1, 1][..], &END].concat());
    assert_eq!(game.told.iter().filter(|entry| entry.rule == "CF 16.1").count(), 2);
    assert_eq!(factor(&game, "red", "CF 15.10"), 2);
}

#[test]
fn cavalry_meets_pursuers() {
    // CF 17.22
    let parts = [
        unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", "standing = \"pursuing\"")),
        horse("blue", [700.0, 380.0], "", ""),
    ];
    let mut game = moving("", &parts, &[4, 4, 4]);
    assert_eq!(game.topic("blue"), "meet-pursuit");
    assert!(game.menu("blue").contains(&"meet blue 2 no".into()) && game.menu("blue").contains(&"remain blue".into()));
    game.says("blue", "meet blue 2 no", &[3, 3]);
    assert!((game.at_yards("red")[1] - 340.0).abs() < 1.0, "{:?}", game.at_yards("red"));
    assert_eq!((game.state.contacts.len(), game.unit("blue").charging), (1, true));
}

#[test]
fn part_of_the_pursuers_halts() {
    // CF 17.24
    let parts = [
        area("heavy-woods", "the wood", [700.0, 301.0, 900.0, 500.0]),
        unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "files = 4", "standing = \"pursuing\"")),
        foot("blue", [300.0, 800.0], "", ""),
    ];
    let game = moving("", &parts, &[2, 2, 2]);
    assert_eq!((game.unit("red").bases(), game.unit("red").standing), (2, Standing::Pursuing));
    let left = game.state.units.last().unwrap();
    assert_eq!((left.bases(), left.standing), (2, Standing::Steady));
}

#[test]
fn not_to_pursue_costs_cavalry_a_point() {
    // CF 16.2, 17.3, G61
    let parts = [
        unit("red", [700.0, 300.0], &troops("horse", "[2, 2, 2]", "grade = \"B\"", "inspired = 2")),
        unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "grade = \"E\"", "")),
    ];
    let mut game = fight("", &parts, &[]);
    charge(&mut game, "no", &[5, 3, 3, 3, 3]);
    assert_eq!(game.menu("red"), ["remain red", "pursue red", "retire red"]);
    assert_eq!(game.refused("red", "take-position red"), "CF 17.5");
    game.says("red", "remain red", &END);
    assert!(game.told("CF 16.2"));
}

#[test]
fn must_foot_pursue() {
    // CF 16.3, G61
    let game = |options: &str, dice: &[u8]| {
        let parts = [horse("red", [700.0, 300.0], "grade = \"E\"", ""), foot("blue", [700.0, 340.0], "", "")];
        let mut game = fight(options, &parts, &[]);
        charge(&mut game, "no", dice);
        game
    };
    // 3 against 6: no; 1 against 5: the horse is driven back by 6.
    let dice = [1, 5, 3, 3, 3];
    let all = game("", &[&dice[..], &[2, 1], &END].concat());
    assert_eq!((results(&all), all.unit("blue").standing), ("Red: Defeat; Blue: Victory".into(), Standing::Pursuing));
    let free = game("foot-pursuit = \"not-after-cavalry\"", &dice);
    assert_eq!(free.menu("blue"), ["remain blue", "pursue blue", "take-position blue"]);
    let works = game("foot-pursuit = \"not-from-works\"", &[&dice[..], &[2, 1], &END].concat());
    assert_eq!(works.unit("blue").standing, Standing::Pursuing);
}

#[test]
fn riding_through() {
    // CF 16.4, 16.5, 17.6, 17.7, 17.8, 8.15, G62
    let game = |start: &str, behind: Option<f64>, dice: &[u8]| {
        let mut parts = vec![
            horse("red", [700.0, 300.0], "style = \"new\"", start),
            unit("blue", [700.0, 340.0], &still("gun", "", "", "")),
        ];
        parts.extend(behind.map(|y| foot("blue-foot", [700.0, y], "facing = \"north\"", "")));
        let mut game = fight("", &parts, &[]);
        charge(&mut game, "yes", dice);
        game
    };
    // 1 +1 -1 against 5 -2 -3: inconclusive, and it rides on.
    let mut rides = game("dps = 1", None, &[1, 5]);
    assert_eq!(results(&rides), "Red: Inconclusive; Blue: Inconclusive");
    assert_eq!(rides.menu("red"), ["ride-through red 2", "ride-through red 2+d6"]);
    rides.says("red", "ride-through red 2", &[&[4, 4][..], &END].concat());
    // 80 yards on, turned to face the guns: the horse looks at the battery behind it.
    assert_eq!(rides.unit("red").pose.facing, 18_000);
    assert!(
        rides.at_yards("red")[1] > 390.0 && rides.unit("red").after == After::Nothing,
        "{:?}",
        rides.at_yards("red")
    );
    assert!(rides.told("CF 17.6"));
    // Success against guns alone: the same.
    let success = game("", None, &[1, 5]);
    assert_eq!((results(&success).starts_with("Red: Success"), success.menu("red").len()), (true, 2));
    // A line too near behind them leaves no room.
    let shut = game("dps = 1", Some(430.0), &[1, 5]);
    assert_eq!(shut.menu("red"), ["remain red", "retire red"]);
    // New enemy farther back: it halts beyond 20 yards of them.
    let mut halts = game("dps = 1", Some(470.0), &[1, 5]);
    halts.says("red", "ride-through red 2+d6", &[&[5, 5, 5][..], &END].concat());
    assert!(halts.gap("red", "blue-foot") > 20.0);
}

#[test]
fn flights_go_on() {
    // CF 17.16, 17.17, G64
    let parts = |quarry: &str| {
        [
            unit("red", [700.0, 200.0], &still("horse", "[2, 2]", "", &format!("standing = \"pursuing\"{quarry}"))),
            foot("blue", [700.0, 400.0], "", "standing = \"routing\", flight = 1"),
        ]
    };
    let bases = |game: &Game| game.unit("blue").bases();
    // In the pursuers' Movement Phase, just before them: 60 yards, a base lost.
    let game = moving("", &parts(", quarry = [\"blue\"]"), &[3, 3, 2, 2, 2]);
    assert_eq!((bases(&game), game.told("CF 17.17")), (3, true));
    // Nobody after it: in its own, and without loss unless it is agreed so.
    let game = |options: &str| {
        let all = [&parts("")[1..], &[horse("red", [700.0, 200.0], "", "")], &reserves()].concat();
        let start = "[start]\nphase = \"movement\"\nfirst = \"blue\"\n";
        Game::start(options, start, &all, &[3, 3])
    };
    assert_eq!(bases(&game("")), 4);
    assert_eq!(bases(&game("rout-attrition = \"every-later-move\"")), 3);
}

#[test]
fn rallying_and_stopping() {
    // CF 17.11, 17.18, G63
    let asked = |standing: &str, control: &str| {
        let start = format!("standing = \"{standing}\", flight = 1, control = \"{control}\"");
        let parts = [foot("red", [700.0, 300.0], "", &start), foot("blue", [700.0, 500.0], "", "")];
        let game = moving("", &parts, if control == "continue" || control == "repeat" { &[3, 3] } else { &[] });
        (game.topic("red"), game.menu("red"), game.unit("red").standing)
    };
    let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let rally = asked("routing", "as-wished");
    assert_eq!((rally.0, rally.1), ("flight", words(&["rout red", "remain red"])));
    assert_eq!(asked("routing", "continue").2, Standing::Routing);
    let retire = asked("retiring", "as-wished");
    assert_eq!((retire.0, retire.1), ("flight", words(&["remain red", "retire red"])));
    assert_eq!(asked("retiring", "repeat").2, Standing::Retiring);
    assert_eq!(asked("retiring", "halt").2, Standing::Steady);
    let parts = [
        foot("red", [700.0, 300.0], "", "standing = \"routing\", flight = 1, control = \"as-wished\""),
        foot("blue", [700.0, 500.0], "", ""),
    ];
    let mut game = moving("", &parts, &[]);
    game.says("red", "remain red", &[]);
    assert_eq!((game.unit("red").standing, game.told("CF 17.18")), (Standing::Steady, true));
}

#[test]
fn spiking() {
    // CF 16.10, 16.11, G66
    let spiked = |near: bool| {
        let guard = guard();
        let mut parts = guard.to_vec();
        if near {
            parts.push(foot("blue", [200.0, 172.0], "facing = \"north\"", ""));
        }
        let mut game = fight("", &parts, &[]);
        if near {
            return game.topic("red").to_string();
        }
        assert_eq!(game.menu("red"), ["done", "spike red-guard blue-left"]);
        game.says("red", "spike red-guard blue-left", &END);
        game.says("red", "go first", &[]);
        // The guard and the reserves are out of control and test.
        game.pass_to("red", "first-or-second", &[&[1, 1, 1][..], &END].concat());
        format!("{:?}", game.unit("blue-left").service)
    };
    assert_eq!(spiked(false), "Spiked");
    let parts = [guard()[0].clone(), guard()[1].clone(), foot("blue", [200.0, 172.0], "facing = \"north\"", "")];
    let game = fight("", &parts, &END);
    assert_eq!(game.topic("red"), "first-or-second");
}

#[test]
fn driving_off() {
    // CF 16.13, G66
    let parts = [
        unit("red", [200.0, 100.0], &still("foot", "[4]", "", "")),
        unit("blue", [200.0, 105.0], &still("gun", "", "limbered = true", "abandoned = \"killed\"")),
    ];
    let mut game = fight("", &parts, &[]);
    assert!(game.menu("red").contains(&"drive-off red blue".into()));
    game.says("red", "drive-off red blue", &END);
    assert_eq!((game.unit("red").bases(), game.unit("red").casualties()), (3, 0));
    assert!(matches!(game.unit("blue").place, Place::Gone(_)));
}

#[test]
fn crews_return() {
    // CF 16.12, 16.14, G66
    let game = |near: bool, crew: &str, dice: &[u8]| {
        let mut parts = vec![unit("red", [200.0, 300.0], &still("gun", "", "", &format!("abandoned = \"{crew}\"")))];
        if near {
            parts.push(foot("blue", [200.0, 335.0], "", ""));
        } else {
            parts.push(foot("blue", [200.0, 345.0], "", ""));
        }
        moving("", &parts, dice)
    };
    let mut manned = game(false, "alive", &[]);
    assert_eq!(manned.topic("red"), "man-guns");
    manned.says("red", "man red", &[]);
    assert_eq!(manned.unit("red").service, Service::Crewed);
    assert_ne!(game(true, "alive", &[]).topic("red"), "man-guns");
    assert_ne!(game(false, "killed", &[]).topic("red"), "man-guns");
}

#[test]
fn guns_in_close_fire() {
    // CF 16.7, 16.8, 16.12: driven back by foot they are left, crew alive; defeated, the crew is dead.
    let game = |grade: &str, dice: &[u8]| {
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", "[4]", &format!("grade = \"{grade}\""), "")),
            unit("blue", [700.0, 330.0], &still("gun", "", "", "")),
        ];
        fight("", &parts, dice)
    };
    // 3 +1 against 5 -2 -3; the foot may stay or not.
    let driven = game("C", &[&[3, 5][..], &END].concat());
    assert!(matches!(driven.unit("blue").service, Service::Abandoned(Crew::At(_))), "{}", results(&driven));
    let killed = game("A", &[&[3, 5][..], &END].concat());
    assert_eq!(killed.unit("blue").service, Service::Abandoned(Crew::Killed), "{}", results(&killed));
}

#[test]
fn leaders_are_at_risk() {
    // CF 6.39, 6.40, V28
    let general = leader("red-second", "general", [700.0, 250.0], "commands = \"red-wing\"")
        .replace("at = [700.0, 250.0]", "with = \"red\"");
    let parts = [
        general,
        "\n[[wings]]\nkey = \"red-wing\"\nside = \"red\"\n".to_string(),
        crate::game::brigade("red-line", [20.0, 20.0], "wing = \"red-wing\""),
        crate::game::under("red-line", "red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        foot("blue", [700.0, 330.0], "", ""),
    ];
    // One die in danger, one for what hit him: wounded.
    let game = fight("", &parts, &[&[3, 3, 1, 3][..], &END].concat());
    assert!(game.leader("red-second").wounded);
}

#[test]
fn pursuers_may_loot() {
    // CF G21
    let parts = [
        unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", "standing = \"pursuing\"")),
        unit("blue", [700.0, 340.0], "class = \"wagon\""),
    ];
    let game = moving("looting = \"on\"", &parts, &[4, 4, 4]);
    assert_eq!(game.unit("red").standing, Standing::Looting);
    let game = moving("", &parts, &[4, 4, 4]);
    assert_eq!(game.unit("red").standing, Standing::Pursuing);
}

#[test]
fn routers_burst_through_the_second_line() {
    // CF 12.24, 17.15: a second line that stands and has kept its fire takes a point at the first rout move; a third, behind
    // which nobody comes, takes none though it has fired.
    let lines = [foot("blue-second", [700.0, 370.0], "", ""), foot("blue-third", [700.0, 425.0], "", "fired = true")];
    let game = broken(&lines, &[5, 2, 4, 6]);
    assert!(game.gap("blue", "blue-second") < 1.0, "{}", game.gap("blue", "blue-second"));
    assert_eq!((game.unit("blue-second").dps, game.unit("blue-third").dps), (1, 0));
}

#[test]
fn pursuers_and_their_own_second_line() {
    // CF 12.24, 17.21, G78
    let game = |dice: &[u8]| {
        let parts = [
            unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", "standing = \"pursuing\"")),
            unit("red-second", [700.0, 350.0], &still("foot", "[4]", "", "fired = true")),
            foot("blue", [300.0, 800.0], "", ""),
        ];
        moving("", &parts, dice)
    };
    // 120 yards lead through the foot, which has fired.
    let through = game(&[4, 4, 4]);
    assert_eq!((through.at_yards("red"), through.unit("red-second").dps), ([700.0, 420.0], 1));
    // 60 would end on it: they go on just beyond.
    let beyond = game(&[2, 2, 2]);
    assert!(!beyond.body("red").overlaps(&beyond.body("red-second")));
    assert!(beyond.at_yards("red")[1] > 350.0 && beyond.gap("red", "red-second") < 1.0);
    assert_eq!(beyond.unit("red-second").dps, 1);
}

#[test]
fn a_retreat_that_ends_early_passes_nobody_more() {
    // CF 17.10, 12.24, G174: a third line that has fired lies beyond the place where it may stop.
    let game = |answer: &str| {
        let parts = [
            foot("red", [700.0, 300.0], "grade = \"A\"", ""),
            foot("blue", [700.0, 330.0], "", "fired = true"),
            foot("blue-second", [700.0, 370.0], "", ""),
            foot("blue-third", [700.0, 415.0], "", "fired = true"),
        ];
        let mut game = fight("", &parts, &[3, 3, 5, 6]);
        game.says("blue", answer, &[]);
        (game.unit("blue-second").dps, game.unit("blue-third").dps)
    };
    let short = format!("stop-short blue {}", mm(60.5));
    assert_eq!((game(&short), game("retire-on blue")), ((0, 0), (0, 1)));
}

#[test]
fn a_retreat_may_end_behind_works_put_up() {
    // CF 17.10, 18.16, 5.6, G174: works that the defender put up are an obstacle like any other.
    let game = |works: bool| {
        let parts = [
            foot("red", [700.0, 300.0], "grade = \"A\"", ""),
            foot("blue", [700.0, 330.0], "", "fired = true"),
            horse("red-other", [200.0, 300.0], "", ""),
            foot("blue-other", [200.0, 500.0], "", ""),
        ];
        let mut game = fight("", &parts, &[]);
        if works {
            let [from, to] = [600, 800].map(|x| field::table::Point::new(yds(x), yds(380)));
            game.act(&[], |play| play.state.works.push(close_fire::state::Stretch { from, to }));
        }
        // The works take half of 130 yards.
        game.done("red", &[3, 3, 5, 6]);
        game
    };
    let menu = game(true).menu("blue");
    assert!(menu.len() == 2 && menu[1].starts_with("stop-short blue "), "{menu:?}");
    assert_ne!(game(false).topic("blue"), "stop-short");
}

#[test]
fn both_ride_through() {
    // CF 16.5, 17.6, G62: they change places.
    let parts =
        [horse("red", [700.0, 300.0], "style = \"new\"", ""), horse("blue", [700.0, 400.0], "style = \"new\"", "")];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue yes", &[]);
    game.done("blue", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "counter-charge blue 2 yes", &[3, 4, 4, 4, 3, 3]);
    assert_eq!(game.menu("blue"), ["ride-through blue 2", "ride-through blue 2+d6"]);
    game.says("blue", "ride-through blue 2", &[4, 4]);
    assert_eq!(game.menu("red"), ["ride-through red 2", "ride-through red 2+d6"]);
    game.says("red", "ride-through red 2", &[&[4, 4][..], &END].concat());
    assert!(game.at_yards("red")[1] > 400.0 && game.at_yards("blue")[1] < 300.0);
}

#[test]
fn dragoons_take_the_position() {
    // CF 17.3, 17.5, 18.20
    let parts = [
        unit("red", [700.0, 300.0], &still("dragoons", "[2, 2]", "grade = \"A\"", "inspired = 2, horses = [700, 100]")),
        foot("blue", [700.0, 330.0], "grade = \"E\"", "fired = true"),
    ];
    let mut game = fight("", &parts, &[5, 2, 3, 3]);
    assert_eq!((results(&game).as_str(), game.menu("red").len()), ("Red: Victory; Blue: Defeat", 3));
    game.says("red", "take-position red", &END);
    assert!(game.told("CF 17.5") && game.at_yards("red")[1] > 320.0);
}

#[test]
fn crews_go_with_the_foot_that_retires() {
    // CF 16.7, 18.15, G66
    let parts = [
        foot("red", [700.0, 300.0], "grade = \"A\"", ""),
        foot("red-left", [600.0, 300.0], "", ""),
        foot("blue", [700.0, 330.0], "", "fired = true"),
        unit("blue-gun", [630.0, 330.0], &still("gun", "", "", "")),
    ];
    let game = fight("", &parts, &[3, 3, 3, 5, 3, 4]);
    assert_eq!(game.unit("blue").standing, Standing::Retiring);
    assert_eq!(game.unit("blue-gun").service, Service::Abandoned(Crew::With(game.id("blue"))));
}

#[test]
fn pursuers_whom_a_gun_holds_up() {
    // CF 17.24, 17.4, 16.7, G178: the horse beside the gun retires and is pursued; the squadron before the gun stays at it.
    let parts = [
        horse("red", [700.0, 300.0], "", ""),
        unit("blue", [730.0, 340.0], &still("horse", "[2, 2]", "", "")),
        unit("blue-gun", [670.0, 340.0], &still("gun", "", "", "")),
    ];
    let mut game = fight("", &parts, &[]);
    charge(&mut game, "no", &[&[6, 2, 2, 3, 3, 3, 2, 2, 2][..], &END].concat());
    assert_eq!(results(&game), "Red: Victory; Blue: Driven back");
    assert_eq!((game.unit("red").bases(), game.unit("red").standing), (2, Standing::Pursuing));
    let left = game.state.units.last().unwrap();
    assert_eq!((left.bases(), left.standing, game.state.contacts.len()), (2, Standing::Steady, 1));
}

#[test]
fn who_has_charged_and_stays_is_met_at_the_halt() {
    // CF 14.18, 15.3, 15.8, G172: red has charged a gun and stays there; pursuers of other horse come upon it.
    let parts = [
        horse("red", [700.0, 300.0], "", ""),
        unit("red-second", [820.0, 300.0], &still("horse", "[2, 2]", "grade = \"E\"\nfacing = \"east\"", "")),
        unit("blue-gun", [700.0, 340.0], &still("gun", "", "", "")),
        horse("blue", [880.0, 300.0], "facing = \"west\"", "inspired = 2"),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue-gun no", &[]);
    game.says("blue", "charge blue red-second no", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "charge-dice blue 2", &[]);
    game.says("red", "receive red-second", &[4, 4, 4, 4, 3, 5, 6, 2, 2, 2, 2]);
    assert_eq!(factor(&game, "red", "CF 15.8"), 1);
    game.says("red", "retire-on red-second", &[]);
    game.says("blue", "pursue blue", &[5, 5, 6, 4, 3, 3, 3, 3]);
    assert_eq!(game.told.iter().filter(|entry| entry.rule == "CF 16.1").count(), 3);
    assert_eq!(factor(&game, "red", "CF 15.8"), 0);
}

#[test]
fn swords_are_no_fire() {
    // CF G11: foot that was charged is not under fire for it, foot in close fire is.
    let under_fire = |foe: String, charged: bool, dice: &[u8]| {
        let guard = guard();
        let parts = [foot("red", [700.0, 300.0], "", ""), foe, guard[0].clone(), guard[1].clone()];
        let mut game = fight("", &parts, if charged { &[] } else { dice });
        if charged {
            game.says("blue", "charge blue red no", &[]);
            game.says("blue", "charge-dice blue 2", dice);
        }
        assert_eq!(game.topic("red"), "left-guns");
        game.unit("red").under_fire
    };
    assert!(!under_fire(horse("blue", [700.0, 340.0], "", ""), true, &[4, 4, 3, 3, 3, 3, 3]));
    assert!(under_fire(foot("blue", [700.0, 330.0], "", ""), false, &[3, 3]));
}

#[test]
fn a_retreat_may_end_anywhere_behind_shelter() {
    // CF 17.10, G174: once it is behind its friends it may halt short of the full move, behind others or in the open, but on nobody.
    let parts = [
        foot("red", [700.0, 300.0], "grade = \"A\"", ""),
        foot("blue", [700.0, 330.0], "", "fired = true"),
        foot("blue-second", [700.0, 370.0], "", ""),
        foot("blue-third", [700.0, 415.0], "", ""),
    ];
    let mut game = fight("", &parts, &[3, 3, 5, 6]);
    let stop = |far: f64| format!("stop-short blue {}", mm(far));
    assert_eq!((game.topic("blue"), game.menu("blue").len()), ("stop-short", 3));
    // Beyond the second line, upon the third, beyond it, and all the way.
    let refused = [50.0, 60.5, 80.0, 110.0, 130.0].map(|far| game.refused("blue", &stop(far)));
    assert_eq!(refused, ["CF 17.10", "", "CF 17.10", "", "CF 17.10"]);
    game.says("blue", &stop(115.0), &[]);
    assert!(game.told("CF 17.10") && (game.gap("blue", "blue-third") - 10.0).abs() < 0.1);
}

#[test]
fn a_leader_is_at_risk_by_the_point_of_who_lets_the_enemy_go() {
    // CF 6.39, 16.2: a breakthrough costs nothing, and who does not follow it up takes a point of combat.
    let general = leader("red-second", "general", [700.0, 250.0], "commands = \"red-wing\"")
        .replace("at = [700.0, 250.0]", "with = \"red\"");
    let horse = troops("horse", "[2, 2, 2]", "grade = \"B\"", "inspired = 2");
    let parts = [
        general,
        "\n[[wings]]\nkey = \"red-wing\"\nside = \"red\"\n".to_string(),
        crate::game::brigade("red-line", [20.0, 20.0], "wing = \"red-wing\""),
        crate::game::under("red-line", "red", [700.0, 300.0], &horse),
        unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "grade = \"E\"", "")),
    ];
    let mut game = fight("", &parts, &[]);
    charge(&mut game, "no", &[5, 3, 3, 3, 3]);
    game.says("red", "remain red", &[&[2][..], &END].concat());
    assert!(game.told("CF 16.2") && game.told("CF 6.40"));
}

#[test]
fn nobody_takes_a_position_across_a_river() {
    // CF 17.5, G40
    let parts = [
        area("river", "the river", [300.0, 304.0, 1100.0, 326.0]),
        unit("red", [700.0, 300.0], &troops("foot", "[4]", "grade = \"A\"", "")),
        foot("blue", [700.0, 330.0], "", "fired = true"),
    ];
    let mut game = fight("", &parts, &[3, 3, 3, 4]);
    game.says("red", "take-position red", &END);
    let y = game.at_yards("red")[1];
    assert!((300.0..=304.0).contains(&y), "{y}");
    // A turn has begun since: it is remembered that it moved.
    assert_eq!(game.unit("red").last_turn.moved, Moved::Otherwise);
}

/// Some of a unit stands in the river.
fn wet(game: &Game, key: &str) -> bool {
    let body = game.body(key);
    game.rules.ground.areas.iter().any(|area| area.outline.meets_body(&body))
}

/// Foot that is driven back over 60 yards, on this ground and before these friends.
fn driven(more: &[String]) -> Game {
    let parts = [
        more,
        &[foot("red", [700.0, 300.0], "grade = \"A\"", ""), foot("blue", [700.0, 330.0], "", "fired = true, dps = 1")],
    ]
    .concat();
    fight("", &parts, &[3, 3, 3, 1])
}

#[test]
fn a_retreat_ends_where_there_is_room() {
    // CF 17.9, G40, G78: loose ranks spread out behind the place where it ends, on nobody and not into a river, and nobody is taken
    // beyond his friends into one.
    let second = |y: f64| foot("blue-second", [700.0, y], "", "");
    let river = |y: f64| area("river", "the river", [300.0, y, 1100.0, y + 55.0]);
    let game = driven(&[second(420.0)]);
    assert!(!game.body("blue").overlaps(&game.body("blue-second")), "{:?}", game.at_yards("blue"));
    for (ground, friends) in [(river(415.0), None), (river(425.0), Some(second(400.0)))] {
        let mut game = driven(&[vec![ground], friends.into_iter().collect()].concat());
        if game.topic("blue") == "stop-short" {
            game.says("blue", "retire-on blue", &[]);
        }
        assert_eq!(game.unit("blue").standing, Standing::Retiring);
        assert!(!wet(&game, "blue"), "{:?}", game.at_yards("blue"));
    }
}

#[test]
fn riding_through_ends_on_no_friends() {
    // CF 17.6, G78
    let parts = [
        horse("red", [700.0, 300.0], "style = \"new\"", ""),
        horse("red-second", [700.0, 425.0], "style = \"new\"", ""),
        unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "", "")),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue yes", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "receive blue", &[3, 3, 1, 4]);
    game.says("blue", "remain blue", &[]);
    game.says("red", "ride-through red 2", &[&[3, 4][..], &END].concat());
    assert!(game.told("CF 17.6") && !game.body("red").overlaps(&game.body("red-second")));
}

#[test]
fn who_meets_pursuers_stops_short_of_his_friends() {
    // CF 17.22, G78
    let parts = [
        unit("red", [700.0, 230.0], &still("horse", "[2, 2]", "", "standing = \"pursuing\", quarry = [\"blue-gone\"]")),
        unit("blue-gone", [700.0, 700.0], &still("horse", "[2, 2]", "", "standing = \"retiring\"")),
        unit("blue-horse", [700.0, 400.0], &still("horse", "[2, 2]", "facing = 135", "")),
        unit("blue-foot", [778.0, 365.0], &still("foot", "[3]", "facing = 90", "")),
    ];
    let mut game = Game::start("", "[start]\nphase = \"movement\"\nfirst = \"red\"\n", &parts, &[5, 5, 6]);
    assert_eq!(game.topic("blue"), "meet-pursuit");
    game.says("blue", "meet blue-horse 2 no", &[5, 5]);
    assert!(!game.body("blue-horse").overlaps(&game.body("blue-foot")));
}

#[test]
fn the_first_line_pursues_first() {
    // CF 14.8, 17.21, G130: of a body two deep the front goes forward first, so that none goes through the other.
    let parts = [
        horse("red", [700.0, 300.0], "", ""),
        horse("red-second", [700.0, 270.0], "", ""),
        unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "grade = \"E\"", "dps = 1")),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "join red-second red", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "receive blue", &[3, 3, 5, 5, 2, 3, 3, 3, 3, 3, 2, 3, 3, 3, 6, 1]);
    let order: Vec<&str> =
        game.told.iter().filter(|told| told.rule == "CF 17.21").map(|told| told.title.as_str()).collect();
    assert_eq!(order, ["red pursues", "red-second pursues"]);
}

#[test]
fn who_rides_with_those_who_are_cut_down_is_taken() {
    // CF 17.23, G24
    let parts = [
        unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", "standing = \"pursuing\", quarry = [\"blue\"]")),
        leader("blue-marshal", "marshal", [20.0, 20.0], "").replace("at = [20.0, 20.0]", "with = \"blue\""),
        unit(
            "blue",
            [700.0, 340.0],
            &still("foot", "[3]", "facing = \"north\"", "standing = \"retiring\", flight = 1"),
        ),
    ];
    let game = moving("", &[&parts[..], &guard()].concat(), &[3, 3, 3, 4, 4, 4, 4, 3]);
    assert!(matches!(game.unit("blue").place, Place::Gone(_)));
    assert_eq!(game.leader("blue-marshal").fate, close_fire::state::Fate::Captured);
    assert!(
        game.told.iter().any(|entry| entry.title == "blue-marshal is captured"),
        "{:?}",
        crate::game::titles(&game.told)
    );
}

#[test]
fn routs_lead_off_the_table() {
    // CF 17.15, G64: whoever has dice left at the edge is gone; who ends short of it is not.
    let rout = |y: f64| {
        let parts = [
            unit("red", [700.0, y - 30.0], &still("foot", "[4, 4]", "grade = \"A\"", "inspired = 2")),
            unit("blue", [700.0, y], &still("foot", "[4, 4]", "grade = \"E\"", "fired = true")),
        ];
        let game = fight("", &parts, &[5, 2, 3, 5]);
        assert_eq!(results(&game), "Red: Breakthrough; Blue: Break");
        game.unit("blue").place
    };
    assert_eq!([rout(880.0), rout(780.0)], [Place::Gone(close_fire::state::Loss::LeftTable), Place::Table]);
}

#[test]
fn a_gun_that_was_left_blocks_nobody() {
    // CF 17.12, 16.11: enemy troops less than 20 yards behind it keep a unit from retiring, wood and bronze do not.
    let game = |start: &str| {
        let parts = [
            unit("red-gun", [700.0, 385.0], &still("gun", "", "", start)),
            foot("red", [700.0, 300.0], "grade = \"A\"", ""),
            foot("blue", [700.0, 330.0], "", "fired = true"),
        ];
        let dice = [&[3, 3][..], if start.is_empty() { &END } else { &[3, 4] }].concat();
        fight("", &parts, &dice).told("CF 17.12")
    };
    assert!(game("") && !game("abandoned = \"killed\""));
}

/// Red horse that pursues nobody in sight comes upon blue, 120 yards with these dice.
fn pursued(options: &str, blue: &[String], dice: &[u8]) -> Game {
    let red = unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", "standing = \"pursuing\""));
    moving(options, &[&[red], blue].concat(), dice)
}

#[test]
fn loose_cavalry_evades_pursuers() {
    // CF 17.22, 14.19, G198: pursuers who meet new enemy charge him, so hussars go out of their way.
    let hussars = [unit("blue", [700.0, 380.0], &still("hussars", "[2, 2]", "", ""))];
    let mut game = pursued("", &hussars, &[4, 4, 4]);
    assert_eq!(game.topic("blue"), "meet-pursuit");
    assert_eq!(game.menu("blue").last().unwrap(), "evade-pursuit blue");
    game.says("blue", "evade-pursuit blue", &[3, 3, 3]);
    // 90 yards and ten for each die, and a point; the pursuers run all their dice.
    let blue = game.unit("blue");
    assert_eq!((blue.standing, blue.dps, game.state.contacts.len()), (Standing::Evading, 1, 0));
    assert!(game.at_yards("blue")[1] > 495.0, "{:?}", game.at_yards("blue"));
    assert!((game.at_yards("red")[1] - 420.0).abs() < 1.0, "{:?}", game.at_yards("red"));
    // Horse in order does not, and by the other reading nobody.
    let game = pursued("", &[horse("blue", [700.0, 380.0], "", "")], &[4, 4, 4]);
    assert_eq!(game.refused("blue", "evade-pursuit blue"), "CF 14.19");
    let game = pursued("pursuers-meet = \"countercharge-only\"", &hussars, &[4, 4, 4]);
    assert_eq!(game.refused("blue", "evade-pursuit blue"), "CF 14.19");
}

#[test]
fn evaders_leave_others_to_the_pursuers() {
    // CF 17.22, G198: who has gone out of the way lets them on to whoever is behind, and he is asked in his turn.
    let parts = [
        unit("blue", [700.0, 350.0], &still("hussars", "[2, 2]", "files = 2", "")),
        horse("blue-horse", [700.0, 410.0], "", ""),
    ];
    let mut game = pursued("", &parts, &[4, 4, 4]);
    game.says("blue", "evade-pursuit blue", &[3, 3, 3]);
    assert_eq!(game.topic("blue"), "meet-pursuit");
    game.says("blue", "remain blue-horse", &[]);
    let met = &game.state.contacts[0];
    assert_eq!([met.a, met.b], [game.id("red"), game.id("blue-horse")]);
}

#[test]
fn foot_stands_to_receive_pursuers() {
    // CF 17.22, 14.20, G198: from more than 60 yards, an end drawn back or about; from less nothing.
    let foot = |y: f64, facing: &str| foot("blue", [700.0, y], &format!("facing = \"{facing}\""), "");
    let mut game = pursued("", &[foot(400.0, "north")], &[4, 4, 4]);
    let menu = ["remain blue", "refuse-pursuit blue left", "refuse-pursuit blue right", "face-pursuit blue"];
    assert_eq!(game.menu("blue"), menu);
    game.says("blue", "face-pursuit blue", &[]);
    assert_eq!(game.unit("blue").pose.facing, 18_000);
    assert_eq!(game.state.contacts[0].on_b, Aspect::Front);
    let mut game = pursued("", &[foot(365.0, "south")], &[4, 4, 4]);
    assert_eq!(game.refused("blue", "face-pursuit blue"), "CF 14.20");
    game.says("blue", "refuse-pursuit blue right", &[]);
    assert_eq!(game.unit("blue").bends[1].bases, 1);
    for near in [foot(360.0, "south"), foot(380.0, "north")] {
        let game = pursued("", std::slice::from_ref(&near), &[4, 4, 4]);
        assert_eq!((game.topic("blue"), game.state.contacts.len()), ("none", 1));
    }
    let game = pursued("pursuers-meet = \"countercharge-only\"", &[foot(400.0, "north")], &[4, 4, 4]);
    assert_eq!((game.topic("blue"), game.state.contacts[0].on_b), ("none", Aspect::Rear));
}

#[test]
fn all_whom_pursuers_come_upon_are_asked() {
    // CF 17.22, G136, G198: of two units side by side both say how they meet them, the right one first.
    let blue = |key: &str, x: f64| unit(key, [x, 380.0], &still("horse", "[2, 2]", "files = 3", ""));
    let mut game = pursued("", &[blue("blue-west", 665.0), blue("blue-east", 735.0)], &[4, 4, 4]);
    assert_eq!(game.refused("blue", "meet blue-east 1 no"), "CF 11.33");
    game.says("blue", "meet blue-west 1 no", &[4]);
    game.says("blue", "meet blue-east 1 no", &[4]);
    assert_eq!(game.state.contacts.len(), 2);
    assert!(["blue-west", "blue-east"].iter().all(|key| game.unit(key).countercharging));
    assert!((game.at_yards("red")[1] - 340.0).abs() < 1.0, "{:?}", game.at_yards("red"));
    // One may stand while the other goes: it is met where the other has met them.
    let mut game = pursued("", &[blue("blue-west", 665.0), blue("blue-east", 735.0)], &[4, 4, 4]);
    game.says("blue", "remain blue-west", &[]);
    game.says("blue", "meet blue-east 1 no", &[4]);
    assert_eq!((game.state.contacts.len(), game.unit("blue-west").charging), (1, false));
}

#[test]
fn who_gives_up_his_flight_forms_up() {
    // CF 17.11, 10.9, 12.6, G200: "remain in place to change formation back into line or column"; nobody stays loose.
    let game = |foe: f64, more: &[String]| {
        let parts = [
            &[
                unit(
                    "red",
                    [700.0, 300.0],
                    &troops("horse", "[2, 2]", "facing = 180\nfiles = 2", "standing = \"retiring\""),
                ),
                foot("blue", [700.0, foe], "", ""),
            ],
            more,
        ]
        .concat();
        let mut game = moving("", &parts, &[]);
        game.says("red", "remain red", &[]);
        assert_eq!(game.topic("red"), "move");
        game.done("red", &[]);
        game
    };
    // To the nearest enemy where its player has not said how.
    let red = game(500.0, &[]).unit("red").clone();
    assert_eq!((red.formation, red.files, red.pose.facing), (close_fire::state::Formation::Line, 4, 0));
    // Between two lines of foot there is room for a column only.
    let beside = |key: &str, x: f64| unit(key, [x, 310.0], &still("foot", "[4, 4]", "facing = \"east\"", ""));
    let red = game(500.0, &[beside("red-west", 673.0), beside("red-east", 750.0)]).unit("red").clone();
    assert_eq!(red.formation, close_fire::state::Formation::MarchColumn);
}

#[test]
fn who_is_free_and_steadied_goes_no_farther() {
    // CF 6.8, 6.31, 17.18, 17.21, G151: pursuers and routers who may stop, and are steadied, do not move; the others run on.
    let game = |start: &str, dice: &[u8]| {
        let red = unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", start));
        moving("", &[&[red, foot("blue", [700.0, 900.0], "", "")], &guard()[..]].concat(), dice)
    };
    let at = |game: &Game| (game.unit("red").standing, game.at_yards("red")[1]);
    let stopped = game("standing = \"pursuing\", control = \"as-wished\", steadied = true", &[]);
    assert_eq!(at(&stopped), (Standing::Steady, 300.0));
    let rallied = game("standing = \"routing\", control = \"as-wished\", steadied = true", &[]);
    assert_eq!(at(&rallied), (Standing::Steady, 300.0));
    let goes_on = game("standing = \"pursuing\", control = \"continue\", steadied = true", &[4, 4, 4]);
    assert_eq!(at(&goes_on), (Standing::Pursuing, 420.0));
}

#[test]
fn a_retreat_stops_at_the_edge_of_the_table() {
    // CF 17.9, G63: who has ten yards to the edge goes them, and is not blocked.
    let parts = [foot("red", [700.0, 900.0], "grade = \"A\"", ""), foot("blue", [700.0, 930.0], "", "fired = true")];
    let game = fight("", &parts, &[3, 3, 3, 4]);
    assert_eq!(game.unit("blue").standing, Standing::Retiring);
    assert!(game.told("CF 17.9") && !game.told("CF 17.12"));
}

#[test]
fn routers_are_safe_behind_formed_cavalry() {
    // CF 17.15, G64: behind formed foot or horse they run no farther; a gun is no such screen.
    let moves = |screen: &str, dice: &[u8]| {
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", "[4]", "", "standing = \"routing\"")),
            unit("red-screen", [700.0, 350.0], screen),
            foot("blue", [700.0, 450.0], "", ""),
        ];
        let game = moving("", &[&parts[..], &guard()].concat(), dice);
        game.at_yards("red")[1] < 299.0
    };
    assert!(!moves(&still("horse", "[2, 2]", "", ""), &[]) && !moves(&still("foot", "[4]", "", ""), &[]));
    assert!(moves(&still("gun", "", "", ""), &[3, 3]));
}

#[test]
fn horse_drives_off_guns_if_it_has_a_base_to_spare() {
    // CF 16.13: foot, cavalry and dragoons on foot, of two bases or more.
    let offered = |class: &str, bases: &str, start: &str| {
        let parts = [
            unit("red", [200.0, 100.0], &still(class, bases, "", start)),
            unit("blue", [200.0, 105.0], &still("gun", "", "limbered = true", "abandoned = \"killed\"")),
            guard()[0].replace("200.0", "400.0"),
            guard()[1].replace("200.0", "400.0"),
        ];
        fight("", &parts, &[]).menu("red").contains(&"drive-off red blue".into())
    };
    assert!(offered("horse", "[2, 2]", "") && offered("dragoons", "[2, 2]", "horses = [200, 60]"));
    // Of three bases two may go with guns.
    let gun = |key: &str, x: f64| unit(key, [x, 105.0], &still("gun", "", "limbered = true", "abandoned = \"killed\""));
    let guns = [gun("blue", 174.0), gun("blue-2", 200.0), gun("blue-3", 226.0)];
    let others = guard().map(|part| part.replace("200.0", "400.0"));
    let parts = [&guns[..], &others, &[unit("red", [200.0, 100.0], &still("foot", "[3]", "", ""))]].concat();
    let mut game = fight("", &parts, &[]);
    game.says("red", "drive-off red blue", &[]);
    game.says("red", "drive-off red blue-2", &[]);
    assert_eq!(game.refused("red", "drive-off red blue-3"), "CF 16.13");
}

#[test]
fn who_cannot_go_on_retiring_puts_his_leader_at_risk() {
    // CF 6.39, 17.12, G86: a point of combat in a later Movement Phase, and one die for whoever rides with the unit.
    let parts = [
        area("impassable", "the rocks", [400.0, 200.0, 1000.0, 278.0]),
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "standing = \"retiring\"")),
        leader("red-marshal", "marshal", [20.0, 20.0], "").replace("at = [20.0, 20.0]", "with = \"red\""),
        foot("blue", [700.0, 400.0], "", ""),
    ];
    let mut game = moving("", &[&parts[..], &guard()].concat(), &[]);
    game.says("red", "retire red", &[3]);
    assert!(game.told("CF 17.12"));
    assert_eq!(game.told.iter().filter(|entry| entry.title == "red-marshal is in danger").count(), 1);
}

#[test]
fn who_has_no_room_behind_his_friends_cannot_retire() {
    // CF 17.12, G78, G131: friends let a unit through if there is room for it beyond them.
    let driven = |rocks: f64, dice: &[u8]| {
        let parts = [
            area("impassable", "the rocks", [400.0, rocks, 1000.0, 560.0]),
            foot("red", [700.0, 300.0], "", ""),
            foot("blue", [700.0, 330.0], "", "dps = 2"),
            foot("blue-second", [700.0, 356.0], "", ""),
        ];
        let mut game = fight("", &parts, dice);
        if game.topic("blue") == "stop-short" {
            game.says("blue", "retire-on blue", &[]);
        }
        game.told("CF 17.12")
    };
    assert!(driven(378.0, &[&[5, 5][..], &END].concat()) && !driven(500.0, &[5, 5, 3, 3]));
}

#[test]
fn hussars_turn_to_meet_pursuers() {
    // CF 17.22, 11.36: they face all round, and go straight at them whichever way they looked.
    let hussars = unit("blue", [700.0, 400.0], &still("hussars", "[2, 2]", "facing = \"east\"", ""));
    let mut game = pursued("", &[hussars], &[4, 4, 4]);
    game.says("blue", "meet blue 2 no", &[4, 4]);
    assert_eq!((game.unit("blue").pose.facing, game.state.contacts.len()), (18_000, 1));
}
