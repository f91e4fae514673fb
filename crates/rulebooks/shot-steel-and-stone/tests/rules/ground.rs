//! Tables T5 and T6: defiles, streams and boats, lines that horses jump, built-up areas, walls that the enemy holds.

use crate::game::{GUNS, Game, HEAVY, LIGHT_HORSE, LINE, SKIRMISHERS, area, line, mm, unit};
use crate::movement::{MOVE, moving, reach};
use shot_steel_and_stone::state::Activity;

/// Red is ordered to move and picked up, with these options; blue stands in the corner, nearer than 12 BW.
fn moves_with(options: &str, what: &str, extra: &[String]) -> Game {
    let what = format!("{what}{}", if what.contains("start =") { "" } else { MOVE });
    let mut parts = vec![unit("red", [12.0, 10.0], &what), unit("blue", [23.0, 10.0], "arm = \"infantry\"\nbases = 2")];
    parts.extend(extra.iter().cloned());
    let mut game = Game::with(options, "movement", &parts);
    game.says("red", "pick red", &[]);
    game
}

fn river_and_bridge(wide: f64) -> Vec<String> {
    vec![
        area("river", "river", [0.0, 11.0, 40.0, 13.0]),
        area("bridge", "bridge", [12.0 - wide / 2.0, 11.0, 12.0 + wide / 2.0, 13.0]),
    ]
}

#[test]
fn a_defile_takes_a_unit_one_base_wide() {
    // SSS T6, 8.6, G41, G109: (3 - 1) x 1½ across a bridge narrower than 1 BW, 3 x 1½ across a wider one.
    let column = |wide: f64| moving(&format!("{LINE}\nformation = \"column-of-march\""), &river_and_bridge(wide));
    assert_eq!((reach(&column(0.5)), reach(&column(1.5))), (3.0, 4.5));
    // Who is wider has to narrow its frontage first, which is the complex manoeuvre.
    let attack = moving(&format!("{LINE}\nformation = \"column-of-attack\""), &river_and_bridge(0.5));
    assert_eq!(attack.refused("red", "move advance 90"), "SSS G8");
    // Nor is the bank of a river a defile: one flank alone would be in the water.
    let bank = [area("river", "river", [0.0, 11.0, 11.75, 30.0])];
    let beside = moving(&format!("{LINE}\nformation = \"column-of-march\""), &bank);
    assert_eq!(beside.refused("red", "move advance 120"), "SSS G8");
    // A gap between cliffs is one as well, and skirmishers pay for it like others: 5 - 1 and 5.
    let cliffs = |gap: f64| {
        let west = area("impassable", "west", [0.0, 11.0, 12.0 - gap / 2.0, 13.0]);
        [west, area("impassable", "east", [12.0 + gap / 2.0, 11.0, 40.0, 13.0])]
    };
    let few = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 1";
    assert_eq!((reach(&moving(few, &cliffs(0.5))), reach(&moving(few, &cliffs(1.5)))), (4.0, 5.0));
    // It may stop in there, and goes on next time.
    let mut game = moving(&format!("{LINE}\nformation = \"column-of-march\""), &river_and_bridge(0.5));
    game.says("red", "move advance 120", &[]);
    assert_eq!(reach(&game), 1.0);
}

#[test]
fn boats_keep_to_the_river_and_mind_its_stream() {
    // SSS 7.1, T5, T6, V33, G110: 4 on still water and across, 6 with the stream, 2 against it.
    let river = area("river", "river", [2.0, 2.0, 21.0, 28.0]);
    let boat = |flows: &str| {
        let current = format!("\n[[currents]]\narea = \"river\"\nflows = \"{flows}\"\n");
        let current = if flows.is_empty() { String::new() } else { current };
        moves_with("", "arm = \"boat\"", &[river.clone(), current])
    };
    assert_eq!(
        ["", "north", "south", "east", "north-east"].map(|flows| reach(&boat(flows))),
        [4.0, 6.0, 2.0, 4.0, 6.0]
    );
    // Part of the way across takes the bonus away; part of it against the stream costs it all the same.
    let mut game = boat("north");
    game.says("red", "move wheel right 90", &[]);
    assert_eq!(game.refused("red", "move advance 145"), "");
    assert_eq!(game.refused("red", "move advance 150"), "SSS 7.1");
    let ashore = moves_with("", "arm = \"boat\"", &[area("river", "river", [2.0, 2.0, 21.0, 12.0])]);
    assert_eq!((reach(&ashore), ashore.refused("red", "move advance 150")), (2.0, "SSS T5".to_owned()));
    let ford = moves_with("", "arm = \"boat\"", &[river, area("ford", "ford", [2.0, 12.0, 21.0, 14.0])]);
    assert_eq!(ford.refused("red", "move advance 180"), "SSS T5");
}

#[test]
fn elephants_mind_buildings_off_the_road_only() {
    // SSS 41.3, 41.4, V33: 4 + 1 by road; 4 - 2 through the houses; rough ground takes 2, water 1, difficult ground nothing.
    let beast = "arm = \"elephants\"\nbases = 1\ncrew = 2";
    let go = |parts: &[String]| reach(&moves_with("elephants = \"on\"", beast, parts));
    let town = area("town", "hamlet", [10.0, 10.25, 14.0, 10.75]);
    assert_eq!(go(&[town.clone(), line("road", "road", "[[12, 0], [12, 30]]")]), 5.0);
    assert_eq!(go(std::slice::from_ref(&town)), 2.0);
    assert_eq!(go(&[area("difficult", "plough", [10.0, 10.5, 14.0, 20.0])]), 4.0);
    assert_eq!(go(&[area("rough", "rocks", [10.0, 10.5, 14.0, 20.0])]), 2.0);
    assert_eq!(go(&[line("stream", "stream", "[[2, 11], [20, 11]]")]), 3.0);
    // A bridge is not the river.
    assert_eq!(go(&river_and_bridge(2.0)), 4.0);
}

#[test]
fn elephants_tow_guns_of_any_weight() {
    // SSS 41.5, G111
    let heavy = "arm = \"foot-artillery\"\nguns = [\"heavy\", \"heavy\"]\nformation = \"limbered\"";
    let drawn = format!("{heavy}\ntraits = [\"elephant-drawn\"]");
    assert_eq!(reach(&moves_with("", heavy, &[])), 3.0);
    assert_eq!(reach(&moves_with("elephants = \"on\"", &drawn, &[])), 4.0);
    // Only limbering and unlimbering cost: 4 - 2.
    let mut game = moves_with("elephants = \"on\"", &drawn, &[]);
    game.says("red", "move advance 120", &[]);
    game.says("red", "move unlimber", &[]);
    assert_eq!(reach(&game), 0.0);
}

#[test]
fn riders_may_fall_where_horses_jump() {
    // SSS V34, 8.13, 8.14, G33, G108: 21 figures are 4 dice, or 3 full sixes.
    let seven = "arm = \"heavy-cavalry\"\nbases = 7";
    let fence = |y: f64, kind: &str| line(kind, &format!("{kind} {y}"), &format!("[[2, {y}], [20, {y}]]"));
    let go = |options: &str, parts: &[String]| moves_with(options, seven, parts);
    let mut game = go("", &[fence(11.0, "fence")]);
    game.says("red", "move advance 180", &[1, 5, 1, 3, 1, 2]);
    assert_eq!((game.unit("red").hits, game.unit("red").unhorsed), (1, [1, 3]));
    assert_eq!((game.counted("SSS 8.13", "riders"), game.counted("SSS 8.13", "fallen")), (21, 2));
    // 4 to 6 are unharmed; a 3 is a horse lost.
    let mut other = go("faller-dice = \"full-sixes\"", &[fence(11.0, "hedgerow")]);
    other.says("red", "move advance 180", &[1, 1, 1, 3, 4, 6]);
    assert_eq!((other.unit("red").hits, other.unit("red").unhorsed), (0, [1, 3]));
    // Each line is a jump, and those without a horse do not jump: 21, then 19 riders.
    let mut two = go("", &[fence(10.5, "fence"), fence(11.0, "low-wall")]);
    two.says("red", "move advance 180", &[1, 5, 1, 3, 1, 2, 2, 2, 2, 2]);
    assert_eq!(two.counted("SSS 8.13", "riders"), 19);
    // Who has stopped astride of it has jumped.
    let mut astride = go("", &[fence(10.5, "fence")]);
    astride.says("red", "move advance 60", &[2, 2, 2, 2]);
    astride.says("red", "move advance 60", &[]);
    // Only those jump before whom it stands: one base of three riders, and two deep six of them.
    let stile = line("fence", "stile", "[[8.6, 11.0], [9.4, 11.0]]");
    let mut part = go("", std::slice::from_ref(&stile));
    part.says("red", "move advance 180", &[2]);
    assert_eq!(part.counted("SSS 8.13", "riders"), 3);
    let deep = "arm = \"heavy-cavalry\"\nbases = 14\nfiles = 7";
    let mut part = moves_with("", deep, &[stile]);
    part.says("red", "move advance 180", &[2]);
    assert_eq!(part.counted("SSS 8.13", "riders"), 6);
    // Nothing higher than a low wall; a road leads through; foot climbs without a die.
    for high in ["high-wall", "light-works", "heavy-works"] {
        assert_eq!(go("", &[fence(11.0, high)]).refused("red", "move advance 120"), "SSS G108", "{high}");
    }
    let column = format!("{seven}\nformation = \"column-of-march\"");
    let mut by_road = moves_with("", &column, &[fence(11.0, "fence"), line("road", "road", "[[12, 0], [12, 30]]")]);
    by_road.says("red", "move advance 180", &[]);
    let mut foot = moves_with("", "arm = \"infantry\"\norder = \"loose\"\nbases = 6", &[fence(11.0, "high-wall")]);
    foot.says("red", "move advance 120", &[]);
}

#[test]
fn unhorsed_riders_have_their_horses_back_after_two_moves() {
    // SSS 8.14, G2
    let fence = line("fence", "fence", "[[2, 11], [20, 11]]");
    let mut game = moves_with("", "arm = \"heavy-cavalry\"\nbases = 7", &[fence]);
    game.says("red", "move advance 180", &[1, 5, 2, 3, 2]);
    game.says("red", "move stop", &[]);
    let mut seen = Vec::new();
    for _ in 0..3 {
        game.pass_to("blue", "orders", &[]);
        seen.push(game.unit("red").unhorsed[0]);
        game.pass_to("red", "orders", &[6, 1]);
    }
    assert_eq!(seen, [1, 1, 0]);
}

#[test]
fn nobody_walks_up_to_walls_that_the_enemy_holds() {
    // SSS 1.2a
    let held = |inside: &str| {
        let farm = area("town", "farm", [10.0, 12.5, 14.0, 14.0]);
        moving(LINE, &[farm, unit("blue-farm", [12.0, 20.0], &format!("arm = \"infantry\"\nbases = 4{inside}"))])
    };
    let inside = held("\ninside = \"farm\"");
    assert_eq!((reach(&inside), inside.refused("red", "move advance 120")), (1.5, "SSS 1.2a".to_owned()));
    assert_eq!(held("").refused("red", "move advance 120"), "");
}

#[test]
fn who_falls_back_goes_through_houses_by_road_only() {
    // SSS 8.5, 17.2: cavalry that routs 5 + 3 BW is held up by the houses, and not where a road leads through them.
    let town = area("town", "town", [6.0, 5.0, 18.0, 8.0]);
    let marsh = area("marsh", "marsh", [6.0, 5.0, 18.0, 8.0]);
    let run = |what: &str, parts: &[String]| {
        let what = format!("{what}\nfacing = 180\nstart = {{ activity = \"routing\", rout-moves = 1 }}");
        let mut all = vec![unit("red", [12.0, 10.0], &what), unit("blue", [12.0, 18.0], LINE)];
        all.push(unit("red-waits", [36.0, 2.0], &format!("arm = \"infantry\"\nbases = 1{MOVE}")));
        all.extend(parts.iter().cloned());
        let game = Game::start("", "[start]\nphase = \"movement\"\nactive = \"red\"\n", &all, &[6]);
        assert_eq!(game.unit("red").activity, Activity::Routing);
        f64::from(game.unit("red").pose.at.y) / 60_000.0
    };
    let near = |y: f64, to: f64| (y - to).abs() < 0.02;
    assert!(near(run(HEAVY, std::slice::from_ref(&town)), 8.0));
    let road = line("road", "road", "[[12, 0], [12, 30]]");
    let column = format!("{HEAVY}\nformation = \"column-of-march\"");
    assert!(near(run(&column, &[town, road.clone()]), 2.0));
    let guns = format!("{GUNS}\nformation = \"limbered\"");
    assert!(near(run(&guns, std::slice::from_ref(&marsh)), 8.0));
    assert!(near(run(&guns, &[marsh, road]), 4.0));
}

#[test]
fn sums_of_moves() {
    // SSS V33, 8.1, 8.2, T6: stepping back, armour through a built-up area, guns that unlimber and shoot, a leader's failure.
    let back = |bases: f64| moving(LINE, &[]).refused("red", &format!("move step-back {}", mm(bases)));
    assert_eq!((back(1.0), back(1.01)), (String::new(), "SSS 7.1".to_owned()));
    let hamlet = area("town", "hamlet", [8.0, 10.1, 16.0, 10.4]);
    let armoured = moving(&format!("{LINE}\narmour = \"extra-heavy\""), &[hamlet]);
    assert_eq!(reach(&armoured), 1.0);
    let guns = "arm = \"napoleonic-horse-artillery\"\nguns = [\"light\"]\nformation = \"limbered\"";
    let mut game = moving(&format!("{guns}\nstart = {{ intent = \"move-and-shoot\" }}"), &[]);
    assert_eq!(reach(&game), 6.0);
    game.says("red", "move advance 240", &[]);
    game.says("red", "move unlimber", &[]);
    let failed = |what: &str, moves: i32| {
        let start = format!("start = {{ intent = \"move\", leadership = {{ moves = {moves} }} }}");
        reach(&moving(&format!("{what}\n{start}"), &[]))
    };
    assert_eq!((failed(HEAVY, -2), failed(LINE, -1)), (3.0, 2.0));
    // Skirmishers pay nothing for bad ground; camelry moves as cavalry does.
    let rough = [area("rough", "rocks", [5.0, 10.5, 20.0, 20.0])];
    assert_eq!(moving(SKIRMISHERS, &rough).refused("red", "move advance 300"), "");
    assert_eq!(reach(&moving(&LIGHT_HORSE.replace("cavalry", "camelry"), &[])), 7.0);
}
